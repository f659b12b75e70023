/* db_list.c -- scans thebeast's lists of true atoms: a line >word, then a row of constants a line.
 *
 *     >word
 *     0 "the"
 *     1 "dog"
 *
 * A list goes on to the next line that begins with >. Its name is kept as long as the reader is:
 * rows of it may come when the window has moved on. */
#include "lang/db_scan.h"

#include <string.h>

enum { MOST_LISTS = 4096 }; /* of different names; they are looked for one by one */

static const char rows[] = "below >name each line is a row of constants, with blanks between them";

/* Is this the end of what a line says? */
static bool is_end(kf_db_scan *s, const char *p)
{
    return kf_db_ends_line(p) || p == s->limit || (*p == '/' && (p[1] == '/' || p[1] == '*'));
}

static const char *open_list(kf_db_scan *s, kf_str name)
{
    kf_db *db = s->db;
    kf_mem *mem = db->window.mem;
    uint32_t i = 0;
    while (i < db->lists.n && !kf_str_eq(db->lists.at[i], name)) i++;
    if (i == MOST_LISTS)
        return kf_db_wrong(s, name.at, name.n, NULL, "lists of more than %d predicates",
                           MOST_LISTS);
    if (i == db->lists.n) {
        char *copy = kf_mem_alloc(mem, name.n, 1);
        if (copy) memcpy(copy, name.at, name.n);
        if (!copy || !kf_vec_push(mem, &db->lists, ((kf_str){ copy, name.n }))) {
            kf_mem_free(mem, copy, name.n, 1);
            s->outcome = KF_DB_REFUSED;
            return NULL;
        }
    }
    db->list = i + 1;
    s->outcome = KF_DB_HEADING;
    return NULL;
}

const char *kf_db_begin_list(kf_db_scan *s, const char *mark)
{
    const char *begin = mark + 1, *end = begin;
    while (kf_db_is(end, KF_DB_NAME)) end++;
    const char *p = kf_db_skip_blanks(end);
    if (kf_db_cut_off(s, p) || (*p == '/' && kf_db_cut_off(s, p + 1))) return NULL;
    if (end == begin) return kf_db_unexpected(s, begin, "> or a predicate", rows);
    if (!is_end(s, p)) return kf_db_unexpected(s, p, "the end of the line", rows);
    open_list(s, (kf_str){ begin, (size_t)(end - begin) });
    if (s->outcome == KF_DB_HEADING) s->db->at = (size_t)(p - s->db->window.text);
    return NULL;
}

const char *kf_db_scan_row(kf_db_scan *s, const char *p)
{
    kf_db *db = s->db;
    uint32_t n = 0;
    assert(db->list > 0 && db->list <= db->lists.n);
    s->item->name = db->lists.at[db->list - 1];
    for (;; p = kf_db_skip_blanks(p)) {
        if (kf_db_cut_off(s, p) || (*p == '/' && kf_db_cut_off(s, p + 1))) return NULL;
        if (is_end(s, p)) break;
        if (n == KF_DB_MOST_ARGS)
            return kf_db_wrong(s, p, 1, NULL, "a row of more than %d constants", KF_DB_MOST_ARGS);
        const char *begin = p;
        if (*p == '"') {
            p = kf_db_scan_string(s, p, &db->args[n++]);
            if (!p) return NULL;
            continue;
        }
        while (!kf_db_is(p, KF_DB_STOP)) p++;
        if (kf_db_cut_off(s, p)) return NULL;
        if (p == begin) return kf_db_unexpected(s, p, "a constant", rows);
        db->args[n++] = (kf_str){ begin, (size_t)(p - begin) };
    }
    db->n_args = n;
    return p;
}

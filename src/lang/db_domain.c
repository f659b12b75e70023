/* db_domain.c -- scans lists of constants in evidence: person = {Anna, Bob}, time = {1, ..., 10}.
 *
 * A list may go over any number of lines. Each line of it is an item, so that a window holds it. */
#include "base/check.h"
#include "lang/db_scan.h"

#include <string.h>

/* One constant of a list. */
static const char *scan_member(kf_db_scan *s, const char *p, kf_str *out)
{
    if (*p == '"') return kf_db_scan_string(s, p, out);
    const char *begin = p;
    while (!kf_db_is(p, KF_DB_STOP) && *p != '}' && *p != '{') p++;
    if (p == begin) return kf_db_unexpected(s, p, "a constant or }", NULL);
    *out = (kf_str){ begin, (size_t)(p - begin) };
    return kf_db_cut_off(s, p) ? NULL : p;
}

/* The constants of type = { ... } up to the end of the line or the list. */
const char *kf_db_scan_domain(kf_db_scan *s, const char *p)
{
    kf_db *db = s->db;
    uint32_t n = 0;
    s->item->kind = KF_DB_DOMAIN;
    s->item->name = (kf_str){ db->domain, db->n_domain };
    for (p = kf_db_skip_blanks(p); n < KF_DB_MOST_ARGS && !s->item->range;
         p = kf_db_skip_blanks(p)) {
        if (kf_db_cut_off(s, p) || kf_db_cut_off(s, p + 1)) return NULL;
        if (kf_db_ends_line(p) || p == s->limit || (*p == '/' && (p[1] == '/' || p[1] == '*')))
            break;
        if (*p == '}') break;
        if (*p == ',') p = kf_db_skip_blanks(p + 1);
        if (kf_db_ends_line(p) || *p == '}' || p == s->limit) continue;
        if (*p == '.' && (kf_db_cut_off(s, p + 1) || kf_db_cut_off(s, p + 2))) return NULL;
        bool dots = n > 0 && p[0] == '.' && p[1] == '.' && p[2] == '.';
        if (dots) p = kf_db_skip_blanks(p + 3);
        if (dots && *p == ',') p = kf_db_skip_blanks(p + 1);
        p = scan_member(s, p, &db->args[n++]);
        if (!p) return NULL;
        s->item->range = dots;
    }
    db->n_args = n;
    if (*p != '}') return p;
    db->n_domain = 0;
    return p + 1;
}

const char *kf_db_begin_domain(kf_db_scan *s, const char *open)
{
    kf_str name = s->item->name;
    assert(*open == '{' && name.n > 0);
    if (name.n >= sizeof s->db->domain)
        return kf_db_wrong(s, name.at, name.n, NULL, "the name of a type is longer than 255 bytes");
    memcpy(s->db->domain, name.at, name.n);
    s->db->domain[name.n] = '\0';
    s->db->n_domain = name.n;
    const char *end = kf_db_scan_domain(s, open + 1);
    if (!end) s->db->n_domain = 0;
    return end;
}

/* table_columns.c -- the columns of a table that are chosen; see table_columns.h. */
#include "evidence/load/table_columns.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

/* ---- The list ------------------------------------------------------------------------------- */

static void skip_blanks(const char **at)
{
    while (**at == ' ' || **at == '\t') (*at)++;
}

/* "a ""quoted"" name" */
static bool skip_quoted(const char **at)
{
    for ((*at)++; **at; (*at)++) {
        if (**at != '"') continue;
        if ((*at)[1] != '"') return (*at)++, true;
        (*at)++;
    }
    return false;
}

static bool skip_column(const char **at)
{
    skip_blanks(at);
    const char *begin = *at;
    bool good = **at == '"' ? skip_quoted(at) : (*at += strcspn(*at, ",;()\""), *at > begin);
    skip_blanks(at);
    return good;
}

/* Is this a list, and nothing behind it? */
static bool is_list(const char *at)
{
    uint32_t n = 0;
    bool ended = false;
    if (*at++ != '(') return false;
    for (;; at++) {
        if (n++ == KF_MOST_CHOSEN || !skip_column(&at)) return false;
        if (*at == ')') return at[1] == '\0';
        if (ended || (*at != ',' && *at != ';')) return false;
        ended = *at == ';'; /* one more, and that is the probability */
    }
}

size_t kf_choice_begin(const char *path, bool is_file)
{
    struct stat info;
    size_t n = strlen(path);
    if (n == 0 || path[n - 1] != ')' || (is_file && stat(path, &info) == 0)) return n;
    for (const char *at = path; (at = strchr(at, '(')); at++)
        if (at > path && is_list(at)) return (size_t)(at - path);
    return n;
}

/* The text of a quoted name, over itself. */
static kf_str unquote(char *begin, const char *end)
{
    char *to = begin;
    for (const char *at = begin + 1; at < end - 1; at++) {
        *to++ = *at;
        if (*at == '"') at++;
    }
    return (kf_str){ begin, (size_t)(to - begin) };
}

static bool read_number(kf_str text, uint32_t *number)
{
    int64_t value;
    if (text.at[0] < '0' || text.at[0] > '9' || !kf_integer_read(text, &value)) return false;
    *number = value >= 1 && value < UINT32_MAX ? (uint32_t)(value - 1) : UINT32_MAX;
    return true;
}

static kf_table_column column_of(char *begin, const char *end)
{
    kf_table_column c = { { begin, (size_t)(end - begin) }, 0 };
    while (c.name.n > 0 && (c.name.at[c.name.n - 1] == ' ' || c.name.at[c.name.n - 1] == '\t'))
        c.name.n--;
    if (*begin == '"') c.name = unquote(begin, begin + c.name.n);
    else if (read_number(c.name, &c.number)) c.name.n = 0;
    return c;
}

void kf_choice_parse(kf_choice *choice, char *list)
{
    const char *at = list;
    *choice = (kf_choice){ 0 };
    assert(is_list(list));
    while (*at != ')') {
        choice->probability = *at++ == ';';
        skip_blanks(&at);
        char *begin = list + (at - list);
        skip_column(&at);
        kf_table_column c = column_of(begin, at);
        assert(choice->n < KF_MOST_CHOSEN);
        choice->by_name |= c.name.n > 0;
        choice->at[choice->n++] = c;
    }
}

/* ---- The header ----------------------------------------------------------------------------- */

/* As it is written, else in any case. UINT32_MAX: nowhere; UINT32_MAX - 1: twice. */
static uint32_t find(kf_str name, const kf_str *header, uint32_t n, bool any_case)
{
    uint32_t found = UINT32_MAX;
    for (uint32_t i = 0; i < n; i++) {
        bool same = any_case ? kf_str_eq_nocase(name, header[i]) : kf_str_eq(name, header[i]);
        if (same) found = found == UINT32_MAX ? i : UINT32_MAX - 1;
    }
    return found;
}

static void blame(kf_str name, const kf_str *header, uint32_t n, bool twice, const kf_place *place,
                  kf_diags *diags)
{
    kf_nearest nearest = { .wanted = name };
    char hint[300] = "";
    int width = name.n > 100 ? 100 : (int)name.n;
    for (uint32_t i = 0; i < n; i++) kf_nearest_try(&nearest, header[i]);
    if (twice) {
        kf_diag_add(diags, KERF_ERROR, place, "choose by number, the first column is 1",
                    "two columns are called %.*s", width, name.at);
        return;
    }
    if (nearest.best.n > 0 && nearest.best.n < 200)
        snprintf(hint, sizeof hint, "did you mean %.*s?", (int)nearest.best.n, nearest.best.at);
    kf_diag_add(diags, KERF_ERROR, place,
                hint[0] ? hint : "columns are called as the first row says",
                "no column is called %.*s", width, name.at);
}

bool kf_choice_find(kf_choice *choice, const kf_str *header, uint32_t n, const kf_place *place,
                    kf_diags *diags)
{
    bool good = true;
    for (uint32_t i = 0; i < choice->n; i++) {
        kf_table_column *c = &choice->at[i];
        if (c->name.n == 0) continue;
        uint32_t at = find(c->name, header, n, false);
        if (at == UINT32_MAX) at = find(c->name, header, n, true);
        if (at >= n) blame(c->name, header, n, at != UINT32_MAX, place, diags);
        good &= at < n;
        c->number = at;
    }
    return good;
}

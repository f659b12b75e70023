/* table_scan.c -- one row of a CSV or TSV file into its cells; see table_scan.h. */
#include "evidence/load/table_scan.h"

#include "base/check.h"

#include <string.h>

bool kf_row_wrong(kf_row_scan *s, const char *at, size_t n, const char *hint, const char *format,
                  ...)
{
    const kf_window *w = &s->csv->window;
    s->outcome = KF_ROW_WRONG;
    if (s->ahead) return false;
    kf_place place = kf_window_place(w, at, n, s->line);
    va_list arguments;
    va_start(arguments, format);
    kf_diag_addv(w->diags, KERF_ERROR, &place, hint, format, arguments);
    va_end(arguments);
    return false;
}

bool kf_row_is_line_end(char c)
{
    return c == '\n' || c == '\r';
}

static bool is_blank(const kf_csv *csv, char c)
{
    return c == ' ' || (c == '\t' && csv->separator != '\t');
}

/* At the guard: is that the end of the file? If not, the row cannot be read to its end. */
static bool at_end(kf_row_scan *s)
{
    const kf_window *w = &s->csv->window;
    if (w->bad) {
        if (!s->ahead) kf_window_blame(w, s->line);
        s->outcome = KF_ROW_WRONG;
        return false;
    }
    s->outcome = KF_ROW_MORE;
    return w->eof;
}

/* A line end inside quotes or after the row. */
bool kf_row_pass_line_end(kf_row_scan *s)
{
    const kf_window *w = &s->csv->window;
    if (s->p + 1 == s->limit && *s->p == '\r' && !w->eof && !w->bad) {
        s->outcome = KF_ROW_MORE; /* an LF may belong to it */
        return false;
    }
    s->p += s->p[0] == '\r' && s->p[1] == '\n' ? 2 : 1;
    s->line++;
    s->line_start = s->p;
    return true;
}

static bool unquote(kf_row_scan *s, const char *begin, const char *end, kf_str *cell)
{
    char *start = kf_window_spare(&s->csv->window, (size_t)(end - begin)), *to = start;
    if (!start) {
        s->outcome = KF_ROW_REFUSED;
        return false;
    }
    for (const char *p = begin; p < end; p++) {
        *to++ = *p;
        if (*p == '"') p++;
    }
    *cell = (kf_str){ start, (size_t)(to - start) };
    return true;
}

static bool scan_quoted(kf_row_scan *s, kf_str *cell)
{
    const char *open = s->p++;
    uint32_t open_line = s->line;
    bool doubled = false;
    for (;;) {
        if (s->p == s->limit) {
            if (!at_end(s)) return false;
            s->line = open_line;
            return kf_row_wrong(s, open, 1, "a quote within a quoted cell is doubled: \"\"",
                                "this quote is not closed");
        }
        if (*s->p == '"') {
            if (s->p + 1 == s->limit && !at_end(s)) return false;
            if (s->p[1] != '"') break;
            doubled = true;
            s->p += 2;
        } else if (!kf_row_is_line_end(*s->p)) {
            s->p++;
        } else if (!kf_row_pass_line_end(s)) {
            return false;
        }
    }
    const char *close = s->p++;
    while (is_blank(s->csv, *s->p)) s->p++;
    if (*s->p != s->csv->separator && !kf_row_is_line_end(*s->p) && s->p != s->limit)
        return kf_row_wrong(s, s->p, 1, "a quote within a quoted cell is doubled: \"\"",
                            "the cell goes on after its closing quote");
    *cell = (kf_str){ open + 1, (size_t)(close - open - 1) };
    return !doubled || unquote(s, open + 1, close, cell);
}

/* What bytes are compared with stays in registers: a separator behind a pointer would be loaded
 * again for each. */
static bool scan_cell(kf_row_scan *s, kf_str *cell)
{
    const char separator = s->csv->separator, *limit = s->limit, *p = s->p;
    while (is_blank(s->csv, *p)) p++;
    s->p = p;
    if (*p == '"') return scan_quoted(s, cell);
    const char *begin = p;
    while (*p != separator && !kf_row_is_line_end(*p) && p != limit) p++;
    s->p = p;
    while (p > begin && is_blank(s->csv, p[-1])) p--;
    *cell = (kf_str){ begin, (size_t)(p - begin) };
    return true;
}

void kf_row_too_long(const kf_csv *csv, const char *row, uint32_t line)
{
    const kf_window *w = &csv->window;
    kf_place place = kf_window_place(w, row, 1, line);
    kf_diag_add(w->diags, KERF_ERROR, &place, "is a quote not closed?",
                "this row is longer than 1 MiB");
}

/* The row at csv->at into csv->cells, and s->p behind its line end. */
bool kf_row_scan_all(kf_row_scan *s)
{
    kf_csv *csv = s->csv;
    const char *row = s->p;
    uint32_t row_line = s->line;
    assert(s->p <= s->limit);
    csv->n = 0;
    for (;;) {
        if (csv->n > KF_MOST_CELLS)
            return kf_row_wrong(s, row, 1, NULL, "this row has more than %d columns",
                                KF_MOST_CELLS);
        if (!scan_cell(s, &csv->cells[csv->n])) return false;
        csv->n++;
        if (s->p - row > KF_WINDOW_ITEM) {
            if (!s->ahead) kf_row_too_long(csv, row, row_line);
            s->outcome = KF_ROW_WRONG;
            return false;
        }
        if (s->p == s->limit) {
            if (!at_end(s)) return false;
            break;
        }
        if (kf_row_is_line_end(*s->p)) {
            if (!kf_row_pass_line_end(s)) return false;
            break;
        }
        s->p++;
    }
    bool blank = csv->n == 1 && csv->cells[0].n == 0
                 && (csv->cells[0].at == row || csv->cells[0].at[-1] != '"');
    s->outcome = blank ? KF_ROW_BLANK : KF_ROW;
    return true;
}

/* ---- What separates ----------------------------------------------------------------------- */

typedef struct found { /* in the first line, outside of quotes */
    uint32_t commas, tabs, semicolons;
} found;

/* Is a separator that stands so often rather meant than the commas? Of all columns it is known how
 * many they are; where some are chosen, what gives more of them is. */
static bool is_better(const kf_csv *csv, uint32_t times, uint32_t commas)
{
    if (csv->choice.n > 0) return times > commas;
    return times + 1 == csv->columns.n && commas + 1 != csv->columns.n;
}

/* Commas, unless the first line has none, or another separator is better. A single
 * column may well have a semicolon in its text. */
static char separator_of(const kf_csv *csv, found f)
{
    bool wide = csv->columns.n > 1 || csv->choice.n > 0;
    if (f.tabs > 0 && (f.commas == 0 || is_better(csv, f.tabs, f.commas))) return '\t';
    if (f.semicolons == 0 || !wide) return ',';
    return f.commas == 0 || is_better(csv, f.semicolons, f.commas) ? ';' : ',';
}

/* A line sep=; as spreadsheets write it, which says what separates. */
static bool take_said_separator(kf_csv *csv)
{
    const kf_window *w = &csv->window;
    const char *p = w->text + csv->at;
    if (w->limit - csv->at < 5 || memcmp(p, "sep=", 4) != 0) return false;
    if (p[4] == '\0' || !strchr(",;|\t", p[4]) || !kf_row_is_line_end(p[5])) return false;
    csv->separator = p[4];
    csv->at += p[5] == '\r' && p[6] == '\n' ? 7 : 6;
    csv->line++;
    csv->line_start = w->base + csv->at;
    return true;
}

bool kf_row_separator(kf_csv *csv)
{
    const kf_window *w = &csv->window;
    if (w->limit - csv->at < 7 && !w->eof && !w->bad) return false;
    if (take_said_separator(csv)) return true;
    const char *p = w->text + csv->at;
    bool quoted = false;
    found f = { 0 };
    while (kf_row_is_line_end(*p) || *p == ' ') p++;
    for (; *p != '\0' && (quoted || !kf_row_is_line_end(*p)); p++) {
        if (*p == '"') quoted = !quoted;
        if (quoted) continue;
        f.commas += *p == ',';
        f.tabs += *p == '\t';
        f.semicolons += *p == ';';
    }
    if (*p == '\0' && !w->eof && !w->bad && w->end - csv->at < KF_WINDOW_ITEM) return false;
    csv->separator = separator_of(csv, f);
    return true;
}

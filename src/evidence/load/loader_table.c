/* loader_table.c -- CSV and TSV files as evidence: every row is a true atom of one predicate.
 *
 * Quoting as in RFC 4180, with line ends inside quotes; blanks around a cell that is not quoted
 * do not count. Like the .db reader this scans a row again when the window ends within it. */
#include "evidence/load/loading.h"

#include "evidence/load/table_header.h"

#include <string.h>

typedef enum outcome { ROW, BLANK_ROW, MORE, WRONG, REFUSED } outcome;

struct kf_csv {
    kf_window window;
    const kf_model *model;
    uint32_t predicate;
    char separator; /* 0: not decided yet */
    kf_columns columns;
    kf_header_choice header;
    bool started;          /* the first row has been seen */
    kf_first_row first;    /* of those that are data; of no interest where the choice is made */
    bool paused, skipping; /* skipping: to the next line, after an error */
    size_t at;
    uint32_t line;
    uint64_t line_start;
    uint32_t n;
    kf_str cells[KF_DB_MOST_ARGS + 1];
};

static bool ends_with(const char *name, const char *ending)
{
    kf_str a = kf_str_of(name), b = kf_str_of(ending);
    return a.n >= b.n && kf_str_eq_nocase((kf_str){ a.at + a.n - b.n, b.n }, b);
}

bool kf_csv_has_tabs(const char *file)
{
    return ends_with(file, ".tsv") || ends_with(file, ".tsv.gz");
}

kerf_status kf_csv_open(kf_csv **out, kf_mem *mem, kf_input *input, const char *file,
                        const kf_model *model, uint32_t predicate, kf_header_choice header,
                        kf_diags *diags)
{
    kf_csv *csv = kf_mem_calloc(mem, 1, sizeof *csv);
    if (!csv) return KERF_NO_MEMORY;
    kerf_status status = kf_window_open(&csv->window, mem, input, file, diags, KF_WINDOW_SIZE);
    if (status != KERF_OK) {
        kf_mem_free(mem, csv, 1, sizeof *csv);
        return status;
    }
    csv->model = model;
    csv->predicate = predicate;
    const kf_predicate *p = &model->predicates.at[predicate];
    csv->columns = (kf_columns){ model, p, p->arity + p->number };
    csv->header = header;
    csv->line = 1;
    if (kf_csv_has_tabs(file)) csv->separator = '\t';
    *out = csv;
    return KERF_OK;
}

void kf_csv_close(kf_csv *csv)
{
    if (!csv) return;
    kf_mem *mem = csv->window.mem;
    kf_window_close(&csv->window);
    kf_mem_free(mem, csv, 1, sizeof *csv);
}

uint64_t kf_csv_bytes(const kf_csv *csv)
{
    return csv->window.base + csv->at;
}

kf_place kf_csv_place_of(const kf_csv *csv, kf_str slice, uint32_t line)
{
    const kf_window *w = &csv->window;
    if (kf_window_holds(w, slice.at)) return kf_window_place(w, slice.at, slice.n, line);
    return (kf_place){ .file = w->file, .line = line, .column = 1 };
}

/* ---- one row ------------------------------------------------------------------------------ */

typedef struct scan {
    kf_csv *csv;
    const char *p, *limit;
    uint32_t line;          /* of p */
    const char *line_start; /* in the window; NULL: where the row's line began */
    outcome outcome;
} scan;

__attribute__((format(printf, 5, 6))) static bool wrong(scan *s, const char *at, size_t n,
                                                        const char *hint, const char *format, ...)
{
    const kf_window *w = &s->csv->window;
    kf_place place = kf_window_place(w, at, n, s->line);
    va_list arguments;
    va_start(arguments, format);
    kf_diag_addv(w->diags, KERF_ERROR, &place, hint, format, arguments);
    va_end(arguments);
    s->outcome = WRONG;
    return false;
}

static bool is_line_end(char c)
{
    return c == '\n' || c == '\r';
}

static bool is_blank(const kf_csv *csv, char c)
{
    return c == ' ' || (c == '\t' && csv->separator != '\t');
}

/* At the guard: is that the end of the file? If not, the row cannot be read to its end. */
static bool at_end(scan *s)
{
    const kf_window *w = &s->csv->window;
    if (w->bad) {
        kf_window_blame(w, s->line);
        s->outcome = WRONG;
        return false;
    }
    s->outcome = MORE;
    return w->eof;
}

/* A line end inside quotes or after the row. */
static bool pass_line_end(scan *s)
{
    const kf_window *w = &s->csv->window;
    if (s->p + 1 == s->limit && *s->p == '\r' && !w->eof && !w->bad) {
        s->outcome = MORE; /* an LF may belong to it */
        return false;
    }
    s->p += s->p[0] == '\r' && s->p[1] == '\n' ? 2 : 1;
    s->line++;
    s->line_start = s->p;
    return true;
}

static bool unquote(scan *s, const char *begin, const char *end, kf_str *cell)
{
    char *start = kf_window_spare(&s->csv->window, (size_t)(end - begin)), *to = start;
    if (!start) {
        s->outcome = REFUSED;
        return false;
    }
    for (const char *p = begin; p < end; p++) {
        *to++ = *p;
        if (*p == '"') p++;
    }
    *cell = (kf_str){ start, (size_t)(to - start) };
    return true;
}

static bool scan_quoted(scan *s, kf_str *cell)
{
    const char *open = s->p++;
    uint32_t open_line = s->line;
    bool doubled = false;
    for (;;) {
        if (s->p == s->limit) {
            if (!at_end(s)) return false;
            s->line = open_line;
            return wrong(s, open, 1, NULL, "this quote is not closed");
        }
        if (*s->p == '"') {
            if (s->p + 1 == s->limit && !at_end(s)) return false;
            if (s->p[1] != '"') break;
            doubled = true;
            s->p += 2;
        } else if (!is_line_end(*s->p)) {
            s->p++;
        } else if (!pass_line_end(s)) {
            return false;
        }
    }
    const char *close = s->p++;
    while (is_blank(s->csv, *s->p)) s->p++;
    if (*s->p != s->csv->separator && !is_line_end(*s->p) && s->p != s->limit)
        return wrong(s, s->p, 1, "a quote within a quoted cell is doubled: \"\"",
                     "the cell goes on after its closing quote");
    *cell = (kf_str){ open + 1, (size_t)(close - open - 1) };
    return !doubled || unquote(s, open + 1, close, cell);
}

static bool scan_cell(scan *s, kf_str *cell)
{
    while (is_blank(s->csv, *s->p)) s->p++;
    if (*s->p == '"') return scan_quoted(s, cell);
    const char *begin = s->p, *end = begin;
    for (; *s->p != s->csv->separator && !is_line_end(*s->p) && s->p != s->limit; s->p++) {
        if (!is_blank(s->csv, *s->p)) end = s->p + 1;
    }
    *cell = (kf_str){ begin, (size_t)(end - begin) };
    return true;
}

/* The row at csv->at into csv->cells, and s->p behind its line end. */
static bool scan_row(scan *s)
{
    kf_csv *csv = s->csv;
    const char *row = s->p;
    csv->n = 0;
    for (;;) {
        if (csv->n > KF_DB_MOST_ARGS)
            return wrong(s, row, 1, NULL, "this row has too many columns");
        if (!scan_cell(s, &csv->cells[csv->n])) return false;
        csv->n++;
        if (s->p == s->limit) {
            if (!at_end(s)) return false;
            break;
        }
        if (is_line_end(*s->p)) {
            if (!pass_line_end(s)) return false;
            break;
        }
        s->p++;
    }
    bool blank = csv->n == 1 && csv->cells[0].n == 0
                 && (csv->cells[0].at == row || csv->cells[0].at[-1] != '"');
    s->outcome = blank ? BLANK_ROW : ROW;
    return true;
}

/* Tabs without commas in the first line mean tabs. */
static bool decide_separator(kf_csv *csv)
{
    const kf_window *w = &csv->window;
    bool tab = false, comma = false;
    const char *p = w->text + csv->at;
    for (; !is_line_end(*p) && *p != '\0'; p++) {
        tab |= *p == '\t';
        comma |= *p == ',';
    }
    if (*p == '\0' && !w->eof && !w->bad && w->end - csv->at < KF_WINDOW_ITEM) return false;
    csv->separator = tab && !comma ? '\t' : ',';
    return true;
}

/* ---- rows to atoms ------------------------------------------------------------------------ */

static const kf_predicate *predicate_of(const kf_csv *csv)
{
    return &csv->model->predicates.at[csv->predicate];
}

/* What was done about the first row. */
static void say_header(kf_csv *csv, uint32_t line, bool header)
{
    kf_place place = kf_window_place(&csv->window, csv->window.text + csv->at, 1, line);
    if (header) {
        kf_diag_add(csv->window.diags, KERF_NOTE, &place, NULL,
                    "the first row is read as a header");
    } else {
        kf_diag_add(csv->window.diags, KERF_ERROR, &place,
                    "put the columns in the predicate's order",
                    "the header names the arguments in another order");
    }
}

/* The first row of the file: is it passed over? A header in another order would swap every row's
 * arguments. */
static bool take_header(kf_csv *csv, uint32_t line)
{
    if (csv->header == KF_HEADER_NO) return false;
    bool header = kf_header_is(&csv->columns, csv->cells, csv->n);
    bool shuffled = kf_header_is_shuffled(&csv->columns, csv->cells, csv->n);
    if (shuffled || (header && csv->header == KF_HEADER_AUTO)) say_header(csv, line, !shuffled);
    return header || shuffled || csv->header == KF_HEADER_YES;
}

/* Where it cannot be known, the row is data, but not in silence. */
static void say_suspect(kf_csv *csv)
{
    kf_place place = { .file = csv->window.file, .line = csv->first.line, .column = 1 };
    if (csv->header != KF_HEADER_AUTO || !kf_first_row_is_suspect(&csv->first, &csv->columns))
        return;
    kf_diag_add(csv->window.diags, KERF_WARNING, &place,
                "--header=yes if it is one, --header=no if it is not",
                "the first row looks like a header, and is read as data");
}

static bool check_row(kf_csv *csv, uint32_t line)
{
    const char *row = csv->window.text + csv->at;
    scan s = { .csv = csv, .line = line };
    uint32_t takes = csv->columns.n;
    kf_str name = kf_model_name(csv->model, predicate_of(csv)->name);
    if (csv->n != takes) {
        return wrong(&s, row, 1, NULL, "%.*s takes %u argument%s, this row has %u column%s",
                     name.n > 200 ? 200 : (int)name.n, name.at, takes, takes == 1 ? "" : "s",
                     csv->n, csv->n == 1 ? "" : "s");
    }
    for (uint32_t i = 0; i < csv->n; i++) {
        kf_str cell = csv->cells[i];
        if (cell.n > 0 || !kf_window_holds(&csv->window, cell.at)) continue;
        if (cell.at > row && cell.at[-1] == '"') continue;
        return wrong(&s, cell.at, 1, "write \"\" for the constant that is empty",
                     "column %u is empty", i + 1);
    }
    return true;
}

static void skip_byte_order_mark(kf_csv *csv)
{
    const kf_window *w = &csv->window;
    if (w->limit >= 3 && memcmp(w->text, "\xef\xbb\xbf", 3) == 0) {
        csv->at = 3;
        csv->line_start = 3;
        csv->window.line_start = 3;
    }
}

static kerf_status fill(kf_csv *csv)
{
    kf_window *w = &csv->window;
    bool first = w->base == 0 && w->end == 0;
    kerf_status status = kf_window_fill(w, &csv->at, csv->line_start);
    if (status == KERF_LIMIT) {
        kf_place place = kf_window_place(w, w->text + csv->at, 1, csv->line);
        kf_diag_add(w->diags, KERF_ERROR, &place, "is a quote not closed?",
                    "this row is longer than 1 MiB");
        csv->skipping = true;
        return KERF_OK;
    }
    KF_TRY(status);
    if (first) skip_byte_order_mark(csv);
    return KERF_OK;
}

static void pass_row(kf_csv *csv, const scan *s)
{
    csv->at = (size_t)(s->p - csv->window.text);
    csv->line = s->line;
    if (s->line_start)
        csv->line_start = csv->window.base + (uint64_t)(s->line_start - csv->window.text);
}

/* To the line after the one that is wrong. MORE: it is not in the window. */
static outcome skip_line(kf_csv *csv)
{
    kf_window *w = &csv->window;
    kf_window_resume(w, w->end);
    while (csv->at < w->end && !is_line_end(w->text[csv->at])) csv->at++;
    if (csv->at == w->end) return MORE;
    kf_window_resume(w, csv->at);
    scan s = { .csv = csv, .p = w->text + csv->at, .limit = w->text + w->limit, .line = csv->line };
    if (!pass_line_end(&s)) return MORE;
    pass_row(csv, &s);
    csv->skipping = false;
    return BLANK_ROW;
}

static outcome next_row(kf_csv *csv, kf_db_item *item)
{
    const kf_window *w = &csv->window;
    if (csv->skipping) return skip_line(csv);
    if (csv->at == w->limit && !w->bad) return MORE;
    if (csv->separator == '\0' && !decide_separator(csv)) return MORE;
    scan s = { .csv = csv, .p = w->text + csv->at, .limit = w->text + w->limit, .line = csv->line };
    if (!scan_row(&s)) {
        if (s.outcome == WRONG) pass_row(csv, &s);
        return s.outcome;
    }
    uint32_t row_line = csv->line;
    bool skip = s.outcome == BLANK_ROW || (!csv->started && take_header(csv, row_line));
    if (s.outcome == ROW) csv->started = true;
    if (!skip && !check_row(csv, row_line)) skip = true; /* the row is complete: go on after it */
    pass_row(csv, &s);
    if (skip) return BLANK_ROW;
    kf_first_row_compare(&csv->first, &csv->columns, csv->cells, row_line);
    *item = (kf_db_item){ .kind = KF_DB_ATOM,
                          .truth = KF_TRUE,
                          .probability = 1.0,
                          .name = kf_model_name(csv->model, predicate_of(csv)->name),
                          .n = csv->n,
                          .args = csv->cells,
                          .line = row_line };
    return ROW;
}

kerf_status kf_csv_next_held(kf_csv *csv, kf_db_item *item)
{
    const kf_window *w = &csv->window;
    if (csv->paused) KF_TRY(fill(csv));
    csv->paused = false;
    for (;;) {
        switch (next_row(csv, item)) {
        case ROW: return KERF_OK;
        case BLANK_ROW: break;
        case REFUSED: return KERF_NO_MEMORY;
        case WRONG: csv->skipping = true; break;
        case MORE:
            if (w->eof && kf_diags_full(w->diags)) return KERF_INVALID;
            if (w->eof) say_suspect(csv);
            csv->paused = !w->eof;
            *item = (kf_db_item){ .kind = w->eof ? KF_DB_END : KF_DB_PAUSE, .line = csv->line };
            return KERF_OK;
        }
        if (kf_diags_full(w->diags)) return KERF_INVALID;
    }
}

/* loader_table.c -- CSV and TSV files as evidence: every row is an atom of one predicate.
 *
 * Quoting as in RFC 4180, with line ends inside quotes; blanks around a cell that is not quoted
 * do not count. Like the .db reader this scans a row again when the window ends within it. Which
 * cells of a row are arguments is said by the choice of columns; whether the first row is data is
 * decided with a look at those that follow it in the window. */
#include "base/check.h"
#include "evidence/load/table_scan.h"

#include <stdio.h>
#include <string.h>

static bool ends_with(const char *name, const char *ending)
{
    kf_str a = kf_str_of(name), b = kf_str_of(ending);
    return a.n >= b.n && kf_str_eq_nocase((kf_str){ a.at + a.n - b.n, b.n }, b);
}

bool kf_csv_has_tabs(const char *file)
{
    return ends_with(file, ".tsv") || ends_with(file, ".tsv.gz");
}

bool kf_csv_is_table(const char *file)
{
    return kf_csv_has_tabs(file) || ends_with(file, ".csv") || ends_with(file, ".csv.gz");
}

/* Are as many columns chosen as there are arguments? */
static bool check_choice(const kf_csv *csv)
{
    const kf_choice *choice = &csv->choice;
    const kf_place place = { .file = csv->window.file };
    uint32_t chosen = choice->n - choice->probability, takes = csv->columns.n;
    kf_str name = kf_model_name(csv->model, csv->columns.predicate->name);
    if (choice->n == 0) return true;
    for (uint32_t i = 0; i < choice->n; i++) {
        if (choice->at[i].name.n > 0 || choice->at[i].number != UINT32_MAX) continue;
        kf_diag_add(csv->window.diags, KERF_ERROR, &place, "the first column is 1",
                    "there is no such column");
        return false;
    }
    if (choice->by_name && csv->header == KF_HEADER_NO) {
        kf_diag_add(csv->window.diags, KERF_ERROR, &place, "choose columns by number",
                    "a table without a header has no names of columns");
        return false;
    }
    if (chosen == takes) return true;
    kf_diag_add(csv->window.diags, KERF_ERROR, &place,
                choice->probability ? NULL : "a probability stands behind a semicolon: (a, b; p)",
                "%.*s takes %u argument%s, %u column%s chosen", name.n > 200 ? 200 : (int)name.n,
                name.at, takes, takes == 1 ? "" : "s", chosen, chosen == 1 ? " is" : "s are");
    return false;
}

kerf_status kf_csv_open(kf_csv **out, kf_mem *mem, kf_input *input, const char *file,
                        const kf_model *model, uint32_t predicate, const kf_csv_options *options,
                        kf_diags *diags)
{
    assert(predicate < model->predicates.n);
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
    csv->header = options->header;
    csv->blank = options->blank;
    csv->line = 1;
    if (options->columns) kf_choice_parse(&csv->choice, options->columns);
    csv->given_up = !check_choice(csv);
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

/* ---- The arguments of a row ---------------------------------------------------------------- */

static const kf_predicate *predicate_of(const kf_csv *csv)
{
    return &csv->model->predicates.at[csv->predicate];
}

/* The cells that are chosen. False: the row has another number of columns. */
static bool choose(kf_csv *csv)
{
    uint32_t n = csv->choice.n;
    if (n == 0) {
        size_t most = csv->n < KF_LENGTH(csv->chosen) ? csv->n : KF_LENGTH(csv->chosen);
        memcpy(csv->chosen, csv->cells, most * sizeof *csv->cells);
        return csv->n == csv->columns.n;
    }
    for (uint32_t i = 0; i < n; i++) {
        if (csv->choice.at[i].number >= csv->n) return false;
        csv->chosen[i] = csv->cells[csv->choice.at[i].number];
    }
    return true;
}

/* ---- The first row ------------------------------------------------------------------------- */

/* What was done about the first row. */
static void say_header(kf_csv *csv, uint32_t line, bool header)
{
    kf_place place = kf_window_place(&csv->window, csv->window.text + csv->at, 1, line);
    if (header) {
        kf_diag_add(csv->window.diags, KERF_NOTE, &place, NULL,
                    "the first row is read as a header");
    } else {
        kf_diag_add(csv->window.diags, KERF_ERROR, &place,
                    "name the columns in the predicate's order: --table 'P=FILE(a, b)'",
                    "the header names the arguments in another order");
    }
}

/* Is the first row another kind of thing than those behind it? It is scanned, and s stands behind
 * it. What is scanned ahead leaves no trace but in csv->cells. */
static bool stands_apart(kf_csv *csv, const kf_row_scan *s, uint32_t line)
{
    enum { MOST_ROWS = 100 };
    kf_str first[KF_DB_MOST_ARGS + 1];
    size_t spare = csv->window.spare_n;
    kf_row_scan ahead = {
        .csv = csv, .p = s->p, .limit = s->limit, .line = s->line, .ahead = true
    };
    kf_first_row r = { 0 };
    kf_title_row titles;
    memcpy(first, csv->chosen, csv->columns.n * sizeof *first);
    kf_first_row_compare(&r, &csv->columns, csv->chosen, line);
    kf_title_row_begin(&titles, csv->cells, csv->n);
    for (int i = 0; i < MOST_ROWS && ahead.p < ahead.limit && kf_row_scan_all(&ahead); i++) {
        if (ahead.outcome != KF_ROW) continue;
        kf_title_row_compare(&titles, csv->cells, csv->n);
        if (choose(csv)) kf_first_row_compare(&r, &csv->columns, csv->chosen, ahead.line);
    }
    csv->window.spare_n = spare;
    memcpy(csv->chosen, first, csv->columns.n * sizeof *first);
    return kf_first_row_is_stranger(&r) || kf_title_row_is_header(&titles);
}

/* Is there a title where rows have a probability? */
static bool titles_probability(const kf_csv *csv)
{
    double number;
    return csv->choice.probability && !kf_number_read(csv->chosen[csv->columns.n], &number)
           && csv->chosen[csv->columns.n].n > 0;
}

static bool take_names(kf_csv *csv, uint32_t line)
{
    kf_place place = kf_window_place(&csv->window, csv->window.text + csv->at, 1, line);
    csv->given_up = !kf_choice_find(&csv->choice, csv->cells, csv->n, &place, csv->window.diags);
    return true;
}

/* The first row of the file: is it passed over? A header in another order would swap every row's
 * arguments. */
static bool take_header(kf_csv *csv, const kf_row_scan *s, uint32_t line)
{
    if (csv->choice.by_name) return take_names(csv, line);
    if (csv->header == KF_HEADER_NO) return false;
    if (!choose(csv)) return csv->header == KF_HEADER_YES;
    const kf_columns *columns = &csv->columns;
    bool shuffled = kf_header_is_shuffled(columns, csv->chosen, columns->n);
    bool header = kf_header_is(columns, csv->chosen, columns->n) || titles_probability(csv)
                  || (!shuffled && csv->header == KF_HEADER_AUTO && stands_apart(csv, s, line));
    if (shuffled || (header && csv->header == KF_HEADER_AUTO)) say_header(csv, line, !shuffled);
    return header || shuffled || csv->header == KF_HEADER_YES;
}

/* Where it cannot be known, the row is data, but not in silence. */
static void say_suspect(const kf_csv *csv)
{
    kf_place place = { .file = csv->window.file, .line = csv->first.line, .column = 1 };
    if (csv->header != KF_HEADER_AUTO || !kf_first_row_is_suspect(&csv->first, &csv->columns))
        return;
    kf_diag_add(csv->window.diags, KERF_WARNING, &place,
                "--header=yes if it is one, --header=no if it is not",
                "the first row looks like a header, and is read as data");
}

/* ---- Rows that are no atoms ---------------------------------------------------------------- */

/* One row stands for all of them; how many there are is known at the end. */
static void count_wrong(kf_csv *csv, uint32_t line)
{
    kf_row_counts *c = &csv->counts;
    if (c->wrong++ > 0) return;
    kf_place place = kf_window_place(&csv->window, csv->window.text + csv->at, 1, line);
    c->wrong_line = line;
    c->wrong_columns = csv->n;
    c->n_text = place.source.n < sizeof c->text ? place.source.n : sizeof c->text;
    memcpy(c->text, place.source.at, c->n_text);
}

static const char *hint_of(const kf_csv *csv)
{
    if (csv->choice.n > 0) return NULL;
    if (csv->counts.wrong_columns > csv->columns.n)
        return "choose columns by header or number: --table 'P=FILE(1, 2)'";
    return csv->counts.wrong_columns == 1 ? "commas, semicolons or tabs separate columns" : NULL;
}

static void say_wrong(const kf_csv *csv)
{
    const kf_row_counts *c = &csv->counts;
    char more[80] = "";
    kf_str name = kf_model_name(csv->model, predicate_of(csv)->name);
    kf_place place = { .file = csv->window.file,
                       .line = c->wrong_line,
                       .column = 1,
                       .source = { c->text, c->n_text } };
    uint32_t takes = csv->columns.n, last = 0, n = c->wrong_columns;
    for (uint32_t i = 0; i < csv->choice.n; i++)
        if (csv->choice.at[i].number >= last) last = csv->choice.at[i].number + 1;
    if (c->wrong > 1)
        snprintf(more, sizeof more, "; %llu more %s not fit", (unsigned long long)c->wrong - 1,
                 c->wrong == 2 ? "row does" : "rows do");
    if (csv->choice.n > 0) {
        kf_diag_add(csv->window.diags, KERF_ERROR, &place,
                    "columns are counted from 1; their names in the header do, too",
                    "column %u is chosen, this row has %u%s", last, n, more);
        return;
    }
    kf_diag_add(csv->window.diags, KERF_ERROR, &place, hint_of(csv),
                "%.*s takes %u argument%s, this row has %u column%s%s",
                name.n > 200 ? 200 : (int)name.n, name.at, takes, takes == 1 ? "" : "s", n,
                n == 1 ? "" : "s", more);
}

static void say_blank(const kf_csv *csv)
{
    const kf_row_counts *c = &csv->counts;
    kf_place place = { .file = csv->window.file, .line = c->blank_line, .column = 1 };
    kf_diag_add(csv->window.diags, KERF_WARNING, &place,
                "--blank=keep takes an empty cell for the constant \"\", --blank=error refuses it",
                "%llu row%s skipped: a cell is empty", (unsigned long long)c->blank,
                c->blank == 1 ? " is" : "s are");
}

/* Nothing, not even a header. */
static void say_nothing(const kf_csv *csv)
{
    kf_place place = { .file = csv->window.file };
    kf_diag_add(csv->window.diags, KERF_WARNING, &place, NULL, "this table is empty");
}

/* At the end of the table, or where reading stops. */
static void say_counts(kf_csv *csv)
{
    if (csv->counts.wrong > 0) say_wrong(csv);
    if (csv->counts.blank > 0) say_blank(csv);
    csv->counts = (kf_row_counts){ 0 };
}

/* ---- Rows to atoms ------------------------------------------------------------------------- */

/* Not even quotes stand there. */
static bool is_empty(const kf_csv *csv, kf_str cell)
{
    if (cell.n > 0 || !kf_window_holds(&csv->window, cell.at)) return false;
    return cell.at == csv->window.text + csv->at || cell.at[-1] != '"';
}

/* May the row have an empty cell? */
static bool check_blank(kf_csv *csv, uint32_t line, uint32_t column)
{
    kf_row_scan s = { .csv = csv, .line = line };
    if (csv->blank == KF_BLANK_KEEP) return true;
    if (csv->blank == KF_BLANK_ERROR)
        return kf_row_wrong(&s, csv->chosen[column].at, 1,
                            "write \"\" for the constant that is empty", "column %u is empty",
                            (csv->choice.n > 0 ? csv->choice.at[column].number : column) + 1);
    if (csv->counts.blank++ == 0) csv->counts.blank_line = line;
    return false;
}

static bool check_row(kf_csv *csv, uint32_t line)
{
    uint32_t n = csv->columns.n + csv->choice.probability;
    if (!choose(csv)) {
        count_wrong(csv, line);
        return false;
    }
    for (uint32_t i = 0; i < n; i++)
        if (is_empty(csv, csv->chosen[i]) && !check_blank(csv, line, i)) return false;
    return true;
}

static bool read_probability(kf_csv *csv, uint32_t line, double *probability)
{
    kf_str cell = csv->chosen[csv->columns.n];
    kf_place place = kf_csv_place_of(csv, cell, line);
    *probability = 1.0;
    if (!csv->choice.probability) return true;
    bool number = kf_number_read(cell, probability);
    if (number && *probability >= 0.0 && *probability <= 1.0) return true;
    bool comma = memchr(cell.at, ',', cell.n) != NULL;
    bool percent = cell.n > 0 && cell.at[cell.n - 1] == '%';
    kf_diag_add(csv->window.diags, KERF_ERROR, &place,
                comma     ? "decimals have a point: 0.7"
                : percent ? "write 0.7 for 70%"
                : number  ? "a score that is no probability is an argument: *Score(a, b, float_)"
                          : NULL,
                "a probability is a number from 0 to 1, not %.*s", cell.n > 60 ? 60 : (int)cell.n,
                cell.at);
    return false;
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
        kf_row_too_long(csv, w->text + csv->at, csv->line);
        csv->skipping = true;
        return KERF_OK;
    }
    KF_TRY(status);
    if (first) skip_byte_order_mark(csv);
    return KERF_OK;
}

static void pass_row(kf_csv *csv, const kf_row_scan *s)
{
    csv->at = (size_t)(s->p - csv->window.text);
    csv->line = s->line;
    if (s->line_start)
        csv->line_start = csv->window.base + (uint64_t)(s->line_start - csv->window.text);
}

/* To the line after the one that is wrong. KF_ROW_MORE: it is not in the window. */
static kf_row_outcome skip_line(kf_csv *csv)
{
    kf_window *w = &csv->window;
    kf_window_resume(w, w->end);
    while (csv->at < w->end && !kf_row_is_line_end(w->text[csv->at])) csv->at++;
    if (csv->at == w->end) return KF_ROW_MORE;
    kf_window_resume(w, csv->at);
    kf_row_scan s = {
        .csv = csv, .p = w->text + csv->at, .limit = w->text + w->limit, .line = csv->line
    };
    if (!kf_row_pass_line_end(&s)) return KF_ROW_MORE;
    pass_row(csv, &s);
    csv->skipping = false;
    return KF_ROW_BLANK;
}

/* Is the first row a header? It is read again where the rows behind it had to be looked at. */
static bool decide_header(kf_csv *csv, const kf_row_scan *s, uint32_t line)
{
    uint32_t n = csv->n;
    kf_str cells[KF_MOST_CELLS + 1];
    memcpy(cells, csv->cells, n * sizeof *cells);
    bool header = take_header(csv, s, line);
    memcpy(csv->cells, cells, n * sizeof *cells);
    csv->n = n;
    if (header) csv->header = KF_HEADER_YES; /* what follows is data for sure */
    return header;
}

static kf_row_outcome next_row(kf_csv *csv, kf_db_item *item)
{
    const kf_window *w = &csv->window;
    if (csv->skipping) return skip_line(csv);
    if (csv->at == w->limit && !w->bad) return KF_ROW_MORE;
    if (csv->separator == '\0' && !kf_row_separator(csv)) return KF_ROW_MORE;
    kf_row_scan s = {
        .csv = csv, .p = w->text + csv->at, .limit = w->text + w->limit, .line = csv->line
    };
    if (!kf_row_scan_all(&s)) {
        if (s.outcome == KF_ROW_WRONG) pass_row(csv, &s);
        return s.outcome;
    }
    uint32_t row_line = csv->line;
    double probability = 1.0;
    bool take = s.outcome == KF_ROW && (csv->started || !decide_header(csv, &s, row_line));
    if (s.outcome == KF_ROW) csv->started = true;
    take = take && check_row(csv, row_line) && read_probability(csv, row_line, &probability);
    pass_row(csv, &s); /* the row is complete: whatever it is, go on after it */
    if (!take) return KF_ROW_BLANK;
    kf_first_row_compare(&csv->first, &csv->columns, csv->chosen, row_line);
    *item = (kf_db_item){ .kind = KF_DB_ATOM,
                          .truth = KF_TRUE,
                          .soft = csv->choice.probability,
                          .probability = probability,
                          .name = kf_model_name(csv->model, predicate_of(csv)->name),
                          .n = csv->columns.n,
                          .args = csv->chosen,
                          .line = row_line };
    return KF_ROW;
}

kerf_status kf_csv_next_held(kf_csv *csv, kf_db_item *item)
{
    const kf_window *w = &csv->window;
    if (csv->paused) KF_TRY(fill(csv));
    csv->paused = false;
    for (;;) {
        if (csv->given_up) return KERF_INVALID;
        switch (next_row(csv, item)) {
        case KF_ROW: return KERF_OK;
        case KF_ROW_BLANK: break;
        case KF_ROW_REFUSED: return KERF_NO_MEMORY;
        case KF_ROW_WRONG: csv->skipping = true; break;
        case KF_ROW_MORE:
            if (w->eof) say_counts(csv);
            if (w->eof && !csv->started && kf_diags_errors(w->diags) == 0) say_nothing(csv);
            if (w->eof && kf_diags_full(w->diags)) return KERF_INVALID;
            if (w->eof) say_suspect(csv);
            csv->paused = !w->eof;
            *item = (kf_db_item){ .kind = w->eof ? KF_DB_END : KF_DB_PAUSE, .line = csv->line };
            return KERF_OK;
        }
        if (kf_diags_full(w->diags)) {
            say_counts(csv);
            return KERF_INVALID;
        }
    }
}

/* check_cells.c -- do columns fit their predicate, and is every value one that evidence can have?
 *
 * Afterwards the loader need not look again: codes are entries of their dictionaries, offsets
 * ascend, constants are UTF-8, numbers are finite, probabilities lie within [0, 1], and there are
 * no nulls but those of rows to be skipped. */
#include "evidence/values/cells.h"

#include "base/check.h"
#include "base/text.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum {
    BATCH = 512,
    PIECE = 1 << 11,  /* rows whose text is checked as a whole: the cache holds their offsets */
    LONGEST = 1 << 20 /* bytes of a constant, as evidence files have it */
};

typedef struct checking {
    const kf_chunk *chunk;
    const kf_said_rows *said;
    const kf_cells *cells; /* the column at hand */
    uint64_t before;
    bool nulls; /* some row has one, in any column so far */
    kf_patience *patience;
    kf_diags *diags;
} checking;

kf_place kf_cell_place(const kf_said_rows *said, uint64_t row, uint32_t column)
{
    uint64_t line = row + 1;
    return (kf_place){ .file = said->name,
                       .line = line > UINT32_MAX ? UINT32_MAX : (uint32_t)line,
                       .column = column > 0 ? column : 1 };
}

/* "row 3, column 2 (name): ..." */
__attribute__((format(printf, 3, 4))) static bool wrong(const checking *c, uint64_t row,
                                                        const char *format, ...)
{
    kf_place place = kf_cell_place(c->said, c->before + row, c->cells->column);
    char what[200];
    const char *name = c->cells->name;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    kf_diag_add(c->diags, KERF_ERROR, &place, NULL, "row %llu, column %u%s%.100s%s: %s",
                (unsigned long long)c->before + row + 1, c->cells->column, name[0] ? " (" : "",
                name, name[0] ? ")" : "", what);
    return !kf_diags_full(c->diags);
}

/* ---- Shape ---- */

static const char *kind_text(const kf_cells *c)
{
    static const char *const texts[KF_CELLS_KINDS] = {
        [KF_CELLS_NULL] = "nulls",   [KF_CELLS_BOOL] = "booleans", [KF_CELLS_INT] = "integers",
        [KF_CELLS_REAL] = "numbers", [KF_CELLS_TEXT] = "text",     [KF_CELLS_VIEW] = "text",
        [KF_CELLS_STRINGS] = "text",
    };
    return texts[c->dictionary ? c->dictionary->kind : c->kind];
}

static bool is_real(const kf_cells *c)
{
    return (c->dictionary ? c->dictionary : c)->kind == KF_CELLS_REAL;
}

static void blame_column(const kf_said_rows *said, const kf_cells *c, kf_diags *diags,
                         const char *why)
{
    const kf_place place = { .file = said->name };
    kf_diag_add(diags, KERF_ERROR, &place, "constants are texts and whole numbers",
                "column %u%s%.100s%s holds %s: %s", c->column, c->name[0] ? " (" : "", c->name,
                c->name[0] ? ")" : "", kind_text(c), why);
}

static void check_count(const kf_chunk *x, const kf_said_rows *said, kf_str name, uint32_t takes,
                        kf_diags *diags)
{
    const kf_place place = { .file = said->name };
    if (x->n_columns == takes) return;
    kf_diag_add(diags, KERF_ERROR, &place, NULL, "%.*s takes %u argument%s, here %s %u column%s",
                name.n > 200 ? 200 : (int)name.n, name.at, takes, takes == 1 ? "" : "s",
                x->n_columns == 1 ? "is" : "are", x->n_columns, x->n_columns == 1 ? "" : "s");
}

static void check_probability(const kf_chunk *x, const kf_said_rows *said, const kf_predicate *p,
                              kf_str name, kf_diags *diags)
{
    const kf_place place = { .file = said->name };
    int width = name.n > 200 ? 200 : (int)name.n;
    if (!x->probability) return;
    if (p->number)
        kf_diag_add(diags, KERF_ERROR, &place, NULL,
                    "%.*s has a number argument and cannot have a probability, too", width,
                    name.at);
    if (said->truth == KF_UNKNOWN)
        kf_diag_add(diags, KERF_ERROR, &place, NULL,
                    "what is said to be unknown cannot have a probability, too");
}

kerf_status kf_chunk_check_shape(const kf_chunk *x, const kf_model *m, const kf_said_rows *said,
                                 kf_diags *diags)
{
    const kf_predicate *p = &m->predicates.at[said->predicate];
    kf_str name = kf_predicate_name(m, said->predicate);
    size_t errors = kf_diags_errors(diags);
    assert(said->predicate < m->predicates.n);
    check_count(x, said, name, p->arity + p->number, diags);
    for (uint32_t i = 0; i < x->n_columns && i < p->arity; i++)
        if (is_real(&x->columns[i]))
            blame_column(said, &x->columns[i], diags,
                         "only an argument that is a number, or a "
                         "probability, can be that");
    check_probability(x, said, p, name, diags);
    return kf_diags_errors(diags) > errors ? KERF_INVALID : KERF_OK;
}

/* ---- Values ---- */

static bool holds_text(const kf_cells *x)
{
    return x->kind == KF_CELLS_TEXT || x->kind == KF_CELLS_VIEW || x->kind == KF_CELLS_STRINGS;
}

static bool may_be_null(const kf_cells *x)
{
    return x->valid || x->kind == KF_CELLS_NULL || x->kind == KF_CELLS_REAL
           || x->kind == KF_CELLS_STRINGS || (x->blank_is_null && holds_text(x));
}

/* Its rows are skipped or wrong. */
static bool check_nulls(checking *c, bool possible)
{
    const kf_cells *x = c->cells;
    for (uint64_t row = 0; possible && row < x->n; row++) {
        if (!kf_rows_go_on(c->patience, row)) return false;
        if (!kf_cells_is_null(x, row)) continue;
        c->nulls = true;
        if (c->said->skip_nulls) break;
        if (!wrong(c, row, "it is null")) return false;
    }
    return true;
}

static bool is_skipped(const checking *c, uint64_t row)
{
    return kf_cells_is_null(c->cells, row);
}

/* *odd: some are not entries, but null. */
static bool check_codes(const checking *c, bool *odd)
{
    const kf_cells *x = c->cells;
    int64_t codes[BATCH];
    *odd = false;
    for (uint64_t from = 0; from < x->n; from += BATCH) {
        uint32_t n = x->n - from < BATCH ? (uint32_t)(x->n - from) : BATCH;
        bool bad = false;
        if (!kf_patience_spend(c->patience, n)) return false;
        kf_cells_integers(x, from, n, codes);
        for (uint32_t i = 0; i < n; i++) bad |= (uint64_t)codes[i] >= x->dictionary->n;
        *odd |= bad;
        for (uint32_t i = 0; bad && i < n; i++) {
            bool fits = (uint64_t)codes[i] < x->dictionary->n || is_skipped(c, from + i);
            if (!fits
                && !wrong(c, from + i, "%lld is not an entry of its dictionary, which has %llu",
                          (long long)codes[i], (unsigned long long)x->dictionary->n))
                return false;
        }
    }
    return true;
}

static bool ascend(const checking *c, const kf_cells *x, uint8_t width, uint64_t *row)
{
    int64_t span[2];
    for (*row = 0; *row < x->n; ++*row)
        if (!kf_rows_go_on(c->patience, *row) || !kf_cells_span_of(x, *row, width, span))
            return false;
    return true;
}

static bool are_views(const checking *c, const kf_cells *x, uint64_t *row)
{
    kf_str text;
    for (*row = 0; *row < x->n; ++*row) {
        if (!kf_rows_go_on(c->patience, *row)) return false;
        if (!kf_cells_is_null(x, *row) && !kf_cells_view(x, *row, &text)) return false;
    }
    return true;
}

/* Where texts are, before any of them is looked at. */
static bool check_places(const checking *c, const kf_cells *x)
{
    uint64_t row;
    const char *why = "the offsets of its text do not ascend";
    if (x->kind == KF_CELLS_VIEW) {
        if (are_views(c, x, &row)) return true;
        why = "its text is not where its view says";
    } else if (x->kind != KF_CELLS_TEXT
               || (x->width == 8 ? ascend(c, x, 8, &row) : ascend(c, x, 4, &row))) {
        return true;
    }
    if (!c->patience->over) wrong(c, x == c->cells ? row : 0, "%s", why);
    return false;
}

/* What is wrong with a constant; NULL: nothing. */
static const char *fault_of(kf_str text)
{
    if (text.n > LONGEST) return "its text is longer than 1 MiB";
    if (text.n > 0 && memchr(text.at, '\0', text.n)) return "there is a NUL byte in its text";
    if (kf_utf8_check(text.at, text.n) < text.n) return "its text is not valid UTF-8";
    return NULL;
}

/* Do the texts of n rows ascend? */
static bool are_spans(const kf_cells *x, uint64_t from, uint64_t n, uint8_t width)
{
    int64_t span[2];
    bool right = true;
    for (uint64_t i = from; i < from + n; i++) right &= kf_cells_span_of(x, i, width, span);
    return right;
}

/* None of n rows begins within a character, and none is too long. `end` is that of the last. */
static bool fit_seams(const kf_cells *x, uint64_t from, uint64_t n, uint8_t width, int64_t end)
{
    int64_t span[2];
    for (uint64_t i = from; i < from + n; i++) {
        kf_cells_span_of(x, i, width, span);
        bool inside = span[0] < end && ((unsigned char)x->text[span[0]] & 0xc0) == 0x80;
        if (inside || span[1] - span[0] > LONGEST) return false;
    }
    return true;
}

/* The texts of n rows, as a whole and at their seams. */
static bool is_right(const kf_cells *x, uint64_t from, uint64_t n)
{
    int64_t first[2], last[2];
    if (!(x->width == 8 ? are_spans(x, from, n, 8) : are_spans(x, from, n, 4))) return false;
    kf_cells_span(x, from, first);
    kf_cells_span(x, from + n - 1, last);
    kf_str all = { x->text + first[0], (size_t)(last[1] - first[0]) };
    if (all.n > 0 && memchr(all.at, '\0', all.n)) return false;
    if (kf_utf8_check(all.at, all.n) < all.n) return false;
    return x->width == 8 ? fit_seams(x, from, n, 8, last[1]) : fit_seams(x, from, n, 4, last[1]);
}

/* The common case, at the speed of memory: all texts lie one behind the other, without nulls, and
 * are right. False: they must be looked at one by one, or no further. */
static bool are_right(const checking *c, const kf_cells *x)
{
    if (x->kind != KF_CELLS_TEXT || x->valid || x->n == 0) return false;
    for (uint64_t from = 0; from < x->n; from += PIECE) {
        uint64_t n = x->n - from < PIECE ? x->n - from : PIECE;
        if (!kf_patience_spend(c->patience, n) || !is_right(x, from, n)) return false;
    }
    return true;
}

/* The texts of a column, or of its dictionary. */
static bool check_texts(const checking *c, const kf_cells *x)
{
    char room[KF_CELL_ROOM];
    if (are_right(c, x)) return true;
    if (c->patience->over || !check_places(c, x)) return false;
    for (uint64_t i = 0; holds_text(x) && i < x->n; i++) {
        if (!kf_rows_go_on(c->patience, i)) return false;
        if (kf_cells_is_null(x, i)) continue;
        const char *fault = fault_of(kf_cells_text(x, i, room));
        if (!fault) continue;
        bool more = x == c->cells ? wrong(c, i, "%s", fault)
                                  : wrong(c, 0, "entry %llu of its dictionary: %s",
                                          (unsigned long long)i, fault);
        if (!more) return false;
    }
    return true;
}

static bool check_numbers(const checking *c, bool probability)
{
    double number;
    for (uint64_t row = 0; row < c->cells->n; row++) {
        if (!kf_rows_go_on(c->patience, row)) return false;
        if (is_skipped(c, row)) continue;
        bool more = true;
        if (!kf_cells_number(c->cells, row, &number)) more = wrong(c, row, "it is not a number");
        else if (probability && !(number >= 0 && number <= 1))
            more = wrong(c, row, "the probability %g is not between 0 and 1", number);
        else if (!isfinite(number)) more = wrong(c, row, "this number is out of range");
        if (!more) return false;
    }
    return true;
}

/* Was the dictionary checked with an earlier column? */
static bool is_checked(const checking *c, const kf_cells *x)
{
    for (uint32_t i = 0; i < c->chunk->n_columns; i++) {
        const kf_cells *other = &c->chunk->columns[i];
        if (other == x) return false;
        if (other->dictionary && kf_cells_are_same(other->dictionary, x->dictionary)) return true;
    }
    return false;
}

/* False: no further. */
static bool check_column(checking *c, const kf_cells *x, bool number, bool probability)
{
    c->cells = x;
    size_t errors = kf_diags_errors(c->diags);
    bool odd = may_be_null(x) || (x->dictionary && may_be_null(x->dictionary));
    bool null_codes = false;
    if (x->dictionary && !is_checked(c, x) && !check_texts(c, x->dictionary)) return false;
    if (x->dictionary && !check_codes(c, &null_codes)) return false;
    if (!check_texts(c, x)) return false;
    if (kf_diags_errors(c->diags) > errors) return true; /* what follows would stumble over it */
    return check_nulls(c, odd || null_codes) && (!number || check_numbers(c, probability));
}

static bool check_rows(checking *c)
{
    const kf_chunk *x = c->chunk;
    for (uint64_t row = 0; x->valid && row < x->n; row++) {
        if (!kf_rows_go_on(c->patience, row)) return false;
        if (kf_bit_get(x->valid, x->offset + row)) continue;
        c->nulls = true;
        if (c->said->skip_nulls) break;
        kf_place place = kf_cell_place(c->said, c->before + row, 0);
        kf_diag_add(c->diags, KERF_ERROR, &place, NULL, "row %llu is null",
                    (unsigned long long)c->before + row + 1);
        if (kf_diags_full(c->diags)) return false;
    }
    return true;
}

kerf_status kf_chunk_check_values(const kf_chunk *x, const kf_model *m, const kf_said_rows *said,
                                  uint64_t before, bool *nulls, kf_stop *stop, kf_diags *diags)
{
    const kf_predicate *p = &m->predicates.at[said->predicate];
    size_t errors = kf_diags_errors(diags);
    kf_patience patience = kf_patience_of(stop);
    checking c = {
        .chunk = x, .said = said, .before = before, .patience = &patience, .diags = diags
    };
    assert(x->n_columns == p->arity + p->number);
    bool more = check_rows(&c);
    for (uint32_t i = 0; more && i < x->n_columns; i++)
        more = check_column(&c, &x->columns[i], i == p->arity, false);
    if (more && x->probability) check_column(&c, x->probability, true, true);
    *nulls = c.nulls;
    if (patience.over) return KERF_INTERRUPTED;
    return kf_diags_errors(diags) > errors ? KERF_INVALID : KERF_OK;
}

/* export_rows.c -- all rows of a problem, in the form that files have them; see writing.h.
 *
 * rows.h makes them. Here each gets its terms ascending, every column once, and one sense: a row
 * with two sides becomes two. Those of clauses of negative weight are written as l - z <= 0. */
#include "problem/writing.h"

#include "base/check.h"
#include "problem/rows.h"

#include <math.h>
#include <stdlib.h>

typedef struct writer {
    const kf_problem *p;
    const kf_rows_visitor *v;
    KF_VEC(kf_written_entry) terms;
    uint32_t columns;
    bool around; /* the row is turned around: a <= b for b >= a */
    kerf_status status;
} writer;

static bool fail(writer *w, kerf_status status)
{
    w->status = status;
    return false;
}

/* ---- Where rows go ---- */

static bool add_column(void *to, double cost, bool integer, int64_t *column)
{
    writer *w = to;
    if (w->columns == UINT32_MAX) return fail(w, KERF_LIMIT);
    uint32_t index = w->columns++;
    *column = index;
    return !w->v->column || w->v->column(w->v->context, index, cost, integer)
           || fail(w, KERF_INTERRUPTED);
}

static bool add_term(void *to, int64_t column, double value)
{
    writer *w = to;
    return kf_vec_push(w->p->mem, &w->terms, (kf_written_entry){ (uint32_t)column, value })
           || fail(w, KERF_NO_MEMORY);
}

static int by_column(const void *a, const void *b)
{
    uint32_t x = ((const kf_written_entry *)a)->column, y = ((const kf_written_entry *)b)->column;
    return (x > y) - (x < y);
}

/* Every column once. Terms that cancel stay, with 0, so that no row is empty. */
static void merge_terms(writer *w)
{
    size_t kept = 0;
    if (w->terms.n > 1) qsort(w->terms.at, w->terms.n, sizeof *w->terms.at, by_column);
    for (size_t i = 0; i < w->terms.n; i++) {
        kf_written_entry t = w->terms.at[i];
        if (w->around) t.value = 0 - t.value;
        if (kept && w->terms.at[kept - 1].column == t.column)
            w->terms.at[kept - 1].value += t.value;
        else w->terms.at[kept++] = t;
    }
    w->terms.n = kept;
}

static bool give_row(writer *w, char sense, double right)
{
    kf_written_row row = { sense, right, (uint32_t)w->terms.n, w->terms.at };
    assert(row.n > 0 && isfinite(right));
    return !w->v->row || w->v->row(w->v->context, &row) || fail(w, KERF_INTERRUPTED);
}

static bool add_row(void *to, double least, double most)
{
    writer *w = to;
    merge_terms(w);
    bool good = true;
    if (w->around) good = give_row(w, '<', 0 - least);
    else if (least == most) good = give_row(w, '=', least);
    else {
        if (!isinf(least)) good = give_row(w, '>', least);
        if (good && !isinf(most)) good = give_row(w, '<', most);
    }
    w->terms.n = 0;
    return good;
}

/* ---- Constraints ---- */

static bool add_clause(writer *w, const kf_row_sink *s, const kf_clause *c)
{
    const kf_lit *literals = w->p->literals.at + c->start;
    int64_t z = KF_NO_COLUMN;
    if (c->weight == 0) return true;
    if (!isinf(c->weight) && !add_column(w, fabs(c->weight), false, &z)) return false;
    if (c->weight > 0) return kf_rows_clause(s, literals, c->n, z);
    bool good = true;
    w->around = true;
    for (uint32_t i = 0; i < c->n && good; i++) good = kf_rows_unwanted(s, literals[i], z);
    w->around = false;
    return good;
}

static bool add_cardinality(const writer *w, const kf_row_sink *s, const kf_cardinality *c)
{
    uint64_t total = 0;
    kf_count count = { .n = c->n,
                       .literals = w->p->literals.at + c->start,
                       .coefficients = w->p->coefficients.at + c->start,
                       .least = c->least,
                       .most = c->most,
                       .weight = c->weight };
    if (c->weight == 0 || c->n == 0) return true;
    for (uint32_t i = 0; i < c->n; i++) total += count.coefficients[i];
    kf_count_meaning means = kf_count_mean(c->weight, c->least, c->most, 0, total);
    return kf_rows_count(s, &count, &means, (double)total);
}

kerf_status kf_rows_visit(const kf_problem *p, const kf_rows_visitor *v)
{
    writer w = { .p = p, .v = v, .columns = (uint32_t)p->parent.n, .status = KERF_OK };
    const kf_row_sink sink = { &w, add_column, add_term, add_row };
    bool good = true;
    KF_CHECK(kf_problem_check(p));
    for (size_t i = 0; good && i < p->clauses.n; i++)
        good = add_clause(&w, &sink, &p->clauses.at[i]);
    for (size_t i = 0; good && i < p->cardinalities.n; i++)
        good = add_cardinality(&w, &sink, &p->cardinalities.at[i]);
    kf_vec_free(p->mem, &w.terms);
    return w.status;
}

/* rows.c -- clauses and cardinalities as rows of an integer program.
 *
 * Positive soft clause: the sum of its literals is at least 1 - z. Negative: z is at least each
 * literal, which is stronger than one row for all. In both z follows from the atoms, so that it
 * need not be an integer. A soft cardinality has a binary z that lifts its bounds, by just as much
 * as it takes. One that pays between two sides is on one of them (a, b binary) or pays:
 * z + a + b >= 1. A literal !x is 1 - x: its constant goes to the right-hand side.
 * base/cardinality.h says which count is which. */
#include "problem/writing.h"

#include "base/cardinality.h"

#include <math.h>
#include <stdlib.h>

typedef struct maker {
    const kf_problem *p;
    const kf_rows_visitor *v;
    KF_VEC(kf_entry) terms;
    uint32_t columns;
    kerf_status status;
} maker;

static bool fail(maker *m, kerf_status status)
{
    m->status = status;
    return false;
}

static bool add_term(maker *m, uint32_t column, double value)
{
    return kf_vec_push(m->p->mem, &m->terms, (kf_entry){ column, value })
           || fail(m, KERF_NO_MEMORY);
}

static bool add_column(maker *m, double cost, bool binary, uint32_t *column)
{
    if (m->columns == UINT32_MAX) return fail(m, KERF_LIMIT);
    *column = m->columns++;
    return !m->v->column || m->v->column(m->v->context, *column, cost, binary)
           || fail(m, KERF_INTERRUPTED);
}

static bool give_row(maker *m, char sense, double right)
{
    kf_row row = { sense, right, (uint32_t)m->terms.n, m->terms.at };
    return !m->v->row || m->v->row(m->v->context, &row) || fail(m, KERF_INTERRUPTED);
}

/* ---- Clauses ---- */

/* Adds a literal times `value`; what is constant in it comes off the right-hand side. */
static bool add_literal(maker *m, kf_lit l, double value, double *right)
{
    bool negated = kf_lit_negated(l);
    if (negated) *right -= value;
    return add_term(m, kf_lit_atom(l).id, negated ? -value : value);
}

static bool positive_clause(maker *m, const kf_clause *c)
{
    double right = 1;
    uint32_t z = 0;
    bool soft = !isinf(c->weight);
    if (soft && !add_column(m, c->weight, false, &z)) return false;
    m->terms.n = 0;
    for (uint32_t i = 0; i < c->n; i++) {
        if (!add_literal(m, m->p->literals.at[c->start + i], 1, &right)) return false;
    }
    return (!soft || add_term(m, z, 1)) && give_row(m, '>', right);
}

static bool negative_clause(maker *m, const kf_clause *c)
{
    uint32_t z = 0;
    bool soft = !isinf(c->weight);
    if (soft && !add_column(m, -c->weight, false, &z)) return false;
    for (uint32_t i = 0; i < c->n; i++) {
        double right = 0;
        m->terms.n = 0;
        if (!add_literal(m, m->p->literals.at[c->start + i], 1, &right)) return false;
        if (soft && !add_term(m, z, -1)) return false;
        if (!give_row(m, '<', right)) return false;
    }
    return true;
}

/* ---- Cardinalities ---- */

static int by_column(const void *a, const void *b)
{
    uint32_t x = ((const kf_entry *)a)->column, y = ((const kf_entry *)b)->column;
    return (x > y) - (x < y);
}

/* The count as terms, each atom once; *shift: counted whatever the atoms are. Terms that cancel
 * stay, with 0, so that no row is empty. */
static bool count_terms(maker *m, const kf_cardinality *c, double *shift, double *total)
{
    double right = 0;
    *total = 0;
    m->terms.n = 0;
    for (uint32_t i = 0; i < c->n; i++) {
        double value = m->p->coefficients.at[c->start + i];
        *total += value;
        if (!add_literal(m, m->p->literals.at[c->start + i], value, &right)) return false;
    }
    *shift = -right;
    if (m->terms.n > 1) qsort(m->terms.at, m->terms.n, sizeof *m->terms.at, by_column);
    size_t kept = 0;
    for (size_t i = 0; i < m->terms.n; i++) {
        kf_entry t = m->terms.at[i];
        if (kept && m->terms.at[kept - 1].column == t.column)
            m->terms.at[kept - 1].value += t.value;
        else m->terms.at[kept++] = t;
    }
    m->terms.n = kept;
    return true;
}

/* The count and one more term against a bound. */
static bool count_row(maker *m, uint32_t column, double value, char sense, double right)
{
    size_t n = m->terms.n;
    if (value != 0 && !add_term(m, column, value)) return false;
    bool good = give_row(m, sense, right);
    m->terms.n = n;
    return good;
}

/* Pays (or is broken) when the count is off. */
static bool wanted_count(maker *m, const kf_count_meaning *c, double shift, double total)
{
    bool soft = !isinf(c->price);
    bool low = c->kind != KF_COUNT_AT_MOST, high = c->kind != KF_COUNT_AT_LEAST;
    double least = (double)c->least, most = (double)c->most;
    uint32_t z = 0;
    if (soft && !add_column(m, c->price, true, &z)) return false;
    if (!soft && low && high && c->least == c->most) return count_row(m, 0, 0, '=', least - shift);
    if (low && !count_row(m, z, soft ? least : 0, '>', least - shift)) return false;
    return !high || count_row(m, z, soft ? most - total : 0, '<', most - shift);
}

/* Pays (or is broken) between two sides. */
static bool outside_count(maker *m, const kf_count_meaning *c, double shift, double total)
{
    bool soft = !isinf(c->price);
    uint32_t z = 0, below, above;
    if (soft && !add_column(m, c->price, false, &z)) return false;
    if (!add_column(m, 0, true, &below) || !add_column(m, 0, true, &above)) return false;
    if (!count_row(m, below, total - (double)c->least + 1, '<', total - shift)
        || !count_row(m, above, -(double)c->most - 1, '>', -shift))
        return false;
    m->terms.n = 0;
    if (soft && !add_term(m, z, 1)) return false;
    return add_term(m, below, 1) && add_term(m, above, 1) && give_row(m, '>', 1);
}

/* Pays (or is broken) whatever the atoms are: a column that is 1, or a row that cannot hold. */
static bool lost_count(maker *m, const kf_count_meaning *c)
{
    uint32_t z = 0;
    bool soft = !isinf(c->price);
    if (soft && !add_column(m, c->price, false, &z)) return false;
    for (size_t i = 0; i < m->terms.n; i++) m->terms.at[i].value = 0;
    if (soft) m->terms.n = 0;
    return (!soft || add_term(m, z, 1)) && give_row(m, '>', 1);
}

static bool cardinality(maker *m, const kf_cardinality *c)
{
    double shift, total;
    uint64_t sum = 0;
    if (c->weight == 0 || c->n == 0) return true;
    if (!count_terms(m, c, &shift, &total)) return false;
    for (uint32_t i = 0; i < c->n; i++) sum += m->p->coefficients.at[c->start + i];
    kf_count_meaning means = kf_count_mean(c->weight, c->least, c->most, 0, sum);
    switch (means.kind) {
    case KF_COUNT_NEVER: return true;
    case KF_COUNT_ALWAYS: return lost_count(m, &means);
    case KF_COUNT_OUTSIDE: return outside_count(m, &means, shift, total);
    default: return wanted_count(m, &means, shift, total);
    }
}

kerf_status kf_rows_visit(const kf_problem *p, const kf_rows_visitor *v)
{
    maker m = { .p = p, .v = v, .columns = (uint32_t)p->parent.n, .status = KERF_OK };
    bool good = true;
    for (size_t i = 0; good && i < p->clauses.n; i++) {
        const kf_clause *c = &p->clauses.at[i];
        if (c->weight != 0) good = c->weight > 0 ? positive_clause(&m, c) : negative_clause(&m, c);
    }
    for (size_t i = 0; good && i < p->cardinalities.n; i++) {
        good = cardinality(&m, &p->cardinalities.at[i]);
    }
    kf_vec_free(p->mem, &m.terms);
    return m.status;
}

/* rows.c -- clauses and counts as rows of an integer program; see rows.h. */
#include "problem/rows.h"

#include "base/check.h"

#include <math.h>

/* ---- Clauses ---- */

bool kf_rows_literal(const kf_row_sink *s, kf_lit l, double value, double *right)
{
    bool negated = kf_lit_negated(l);
    if (negated) *right -= value;
    return s->term(s->to, kf_lit_atom(l).id, negated ? -value : value);
}

bool kf_rows_clause(const kf_row_sink *s, const kf_lit *literals, uint32_t n, int64_t payer)
{
    double right = 1;
    assert(n > 0);
    for (uint32_t i = 0; i < n; i++)
        if (!kf_rows_literal(s, literals[i], 1, &right)) return false;
    if (payer >= 0 && !s->term(s->to, payer, 1)) return false;
    return s->row(s->to, right, INFINITY);
}

bool kf_rows_unwanted(const kf_row_sink *s, kf_lit l, int64_t payer)
{
    double right = 0;
    if (payer >= 0 && !s->term(s->to, payer, 1)) return false;
    return kf_rows_literal(s, l, -1, &right) && s->row(s->to, right, INFINITY);
}

/* ---- Counts ---- */

bool kf_rows_count_side(const kf_row_sink *s, const kf_count *c, double sign, int64_t payer,
                        double lift, double least, double most)
{
    double right = 0;
    assert(least <= most && (sign == 1 || sign == 0 || sign == -1));
    for (uint32_t k = 0; k < c->n && sign != 0; k++)
        if (!kf_rows_literal(s, c->literals[k], sign * c->coefficients[k], &right)) return false;
    if (payer >= 0 && lift != 0 && !s->term(s->to, payer, lift)) return false;
    return s->row(s->to, least + right, most + right);
}

/* Pays (or is broken) when the count is off. z lifts the bounds by just as much as it takes. */
static bool wanted_count(const kf_row_sink *s, const kf_count *c, const kf_count_meaning *m,
                         double total)
{
    bool low = m->kind != KF_COUNT_AT_MOST, high = m->kind != KF_COUNT_AT_LEAST;
    double least = low ? (double)m->least : -INFINITY, most = high ? (double)m->most : INFINITY;
    int64_t z;
    if (isinf(m->price)) return kf_rows_count_side(s, c, 1, KF_NO_COLUMN, 0, least, most);
    if (!s->column(s->to, m->price, true, &z)) return false;
    if (low && !kf_rows_count_side(s, c, 1, z, least, least, INFINITY)) return false;
    return !high || kf_rows_count_side(s, c, 1, z, most - total, -INFINITY, most);
}

/* Pays (or is broken) between two sides: it is below, above, or it pays. */
static bool outside_count(const kf_row_sink *s, const kf_count *c, const kf_count_meaning *m,
                          double total)
{
    int64_t z = KF_NO_COLUMN, below, above;
    if (!isinf(m->price) && !s->column(s->to, m->price, false, &z)) return false;
    if (!s->column(s->to, 0, true, &below) || !s->column(s->to, 0, true, &above)) return false;
    double down = total - (double)m->least + 1, up = -(double)m->most - 1;
    if (!kf_rows_count_side(s, c, 1, below, down, -INFINITY, total)) return false;
    if (!kf_rows_count_side(s, c, 1, above, up, 0, INFINITY)) return false;
    if (z >= 0 && !s->term(s->to, z, 1)) return false;
    return s->term(s->to, below, 1) && s->term(s->to, above, 1) && s->row(s->to, 1, INFINITY);
}

/* Pays (or is broken) whatever the atoms are: a column that is 1, or a row that cannot hold, with
 * all terms at 0 so that it is not empty. */
static bool lost_count(const kf_row_sink *s, const kf_count *c, const kf_count_meaning *m)
{
    int64_t z;
    if (!isinf(m->price))
        return s->column(s->to, m->price, false, &z) && s->term(s->to, z, 1)
               && s->row(s->to, 1, INFINITY);
    for (uint32_t k = 0; k < c->n; k++)
        if (!s->term(s->to, kf_lit_atom(c->literals[k]).id, 0)) return false;
    return s->row(s->to, 1, INFINITY);
}

bool kf_rows_count(const kf_row_sink *s, const kf_count *c, const kf_count_meaning *m, double total)
{
    switch (m->kind) {
    case KF_COUNT_NEVER: return true;
    case KF_COUNT_ALWAYS: return lost_count(s, c, m);
    case KF_COUNT_OUTSIDE: return outside_count(s, c, m, total);
    default: return wanted_count(s, c, m, total);
    }
}

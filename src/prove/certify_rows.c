/* certify_rows.c -- the rows of the linear program behind a certificate; see certify.h.
 *
 * All rows are of the form "at least", as in doc/certificate.md. Separation adds the rows that a
 * point violates. They stay, but for rows of counts that hold only below a branch. */
#include "prove/certify_tree.h"

#include "base/cardinality.h"
#include "base/check.h"
#include "problem/rows.h"

#include <math.h>
#include <string.h>

#define VIOLATED 1e-7

/* ---- Rows ---- */

/* The column that pays for a constraint; KF_NO_COLUMN: it is hard, or its row needs none. */
static bool find_payer(kf_proof *t, uint32_t constraint, double weight, double lift, int64_t *payer)
{
    int *column = &t->payer[2 * (size_t)constraint + (weight < 0)];
    *payer = KF_NO_COLUMN;
    assert(weight != 0 && lift >= 0);
    if (isinf(weight) || lift == 0) return true;
    if (*column < 0 && !kf_lp_column(&t->lp, fabs(weight), false, column)) return false;
    *payer = *column;
    return true;
}

static bool name_row(kf_proof *t, kf_proof_line of)
{
    return kf_vec_push(t->mem, &t->lines, of);
}

static bool add_clause(kf_proof *t, uint32_t i)
{
    const kf_component *p = t->p;
    kf_row_sink sink = kf_lp_sink(&t->lp);
    int64_t payer;
    t->present[p->start[i]] = true;
    return find_payer(t, i, p->weight[i], 1, &payer)
           && kf_rows_clause(&sink, p->literals + p->start[i], p->start[i + 1] - p->start[i], payer)
           && name_row(t, (kf_proof_line){ .constraint = i });
}

static bool add_unwanted(kf_proof *t, uint32_t i, uint32_t k)
{
    kf_row_sink sink = kf_lp_sink(&t->lp);
    int64_t payer;
    t->present[k] = true;
    return find_payer(t, i, t->p->weight[i], 1, &payer)
           && kf_rows_unwanted(&sink, t->p->literals[k], payer)
           && name_row(t, (kf_proof_line){ .constraint = i, .part = k - t->p->start[i] + 1 });
}

/* The right side of a count's row, as doc/certificate.md has them. */
static double right_of(const kf_count *c, uint32_t part)
{
    switch (part) {
    case 1: return (double)c->least;
    case 2: return -(double)c->most;
    case 3: return 1 - (double)c->least;
    case 4: return (double)c->most + 1;
    default: return 1;
    }
}

static double sign_of(uint32_t part)
{
    return part == 2 || part == 3 ? -1 : part < 5 ? 1 : 0;
}

static bool add_count(kf_proof *t, const kf_proof_line *of)
{
    uint32_t i = of->constraint - t->p->n_clauses;
    assert(i < t->p->n_counts && of->part >= 1 && of->part <= KF_COUNT_ROWS);
    const kf_count *c = &t->p->counts[i];
    double *lift = &t->lift[KF_COUNT_ROWS * (size_t)i + of->part - 1];
    double right = right_of(c, of->part), sign = sign_of(of->part);
    kf_row_sink sink = kf_lp_sink(&t->lp);
    int64_t payer;
    kf_proof_line row = *of;
    row.depth = t->depth;
    row.lift = *lift;
    *lift = of->lift;
    return find_payer(t, of->constraint, c->weight, of->lift, &payer)
           && kf_rows_count_side(&sink, c, sign, payer, of->lift, right, INFINITY)
           && name_row(t, row);
}

/* ---- What a point violates ---- */

static bool find(kf_proof *t, uint32_t constraint, uint32_t part, double lift)
{
    kf_proof_line l = { .constraint = constraint, .part = part, .lift = lift };
    return kf_vec_push(t->mem, &t->found, l);
}

static bool see_clause(kf_proof *t, uint32_t i)
{
    const kf_component *p = t->p;
    uint32_t first = p->start[i], end = p->start[i + 1];
    if (p->weight[i] > 0) {
        double missing = 1;
        if (t->present[first]) return true;
        for (uint32_t k = first; k < end && missing > VIOLATED; k++)
            missing -= kf_proof_value(t, p->literals[k]);
        return missing <= VIOLATED || find(t, i, 0, 0);
    }
    int z = t->payer[2 * (size_t)i + 1];
    double pays = z < 0 ? 0 : t->lp.x.at[z];
    for (uint32_t k = first; k < end; k++) {
        double excess = t->present[k] ? 0 : kf_proof_value(t, p->literals[k]) - pays;
        if (excess > VIOLATED && !find(t, i, k - first + 1, 0)) return false;
    }
    return true;
}

typedef struct range { /* of a sum, as atoms are fixed */
    uint64_t low, high;
} range;

static range range_of(const kf_proof *t, const kf_count *c)
{
    range r = { 0, 0 };
    for (uint32_t k = 0; k < c->n; k++) {
        int value = kf_proof_fixed(t, c->literals[k]);
        if (value == 1) r.low += c->coefficients[k];
        if (value != 0) r.high += c->coefficients[k];
    }
    return r;
}

/* The rows that a count has where atoms are fixed so, as a mask of bits 1 to 6. */
static uint32_t parts_of(const kf_count *c, range r)
{
    bool wanted = c->weight > 0;
    switch (kf_count_mean(c->weight, c->least, c->most, r.low, r.high).kind) {
    case KF_COUNT_ALWAYS: return wanted ? 1 << 5 : 1 << 6;
    case KF_COUNT_AT_LEAST: return wanted ? 1 << 1 : 1 << 4;
    case KF_COUNT_AT_MOST: return wanted ? 1 << 2 : 1 << 3;
    case KF_COUNT_WITHIN: return 1 << 1 | 1 << 2;
    default: return 0; /* which side it will be is not known, or it pays nothing */
    }
}

/* By how much a payer at 1 must lift a row so that it says nothing. */
static double lift_of(const kf_count *c, range r, uint32_t part)
{
    switch (part) {
    case 1: return (double)(c->least - r.low);
    case 2: return (double)(r.high - c->most);
    case 3: return (double)(r.high - c->least) + 1;
    case 4: return (double)(c->most - r.low) + 1;
    default: return 1;
    }
}

/* A row is stronger the less it is lifted: below a branching it may come again. */
static bool see_count(kf_proof *t, uint32_t i)
{
    const kf_count *c = &t->p->counts[i];
    range r = range_of(t, c);
    uint32_t parts = parts_of(c, r), id = t->p->n_clauses + i;
    double sum = 0, pays = kf_proof_payer(t, id, c->weight);
    if (!parts || (isinf(c->weight) && parts >= 1 << 5)) return true;
    for (uint32_t k = 0; k < c->n; k++)
        sum += c->coefficients[k] * kf_proof_value(t, c->literals[k]);
    for (uint32_t part = 1; part <= KF_COUNT_ROWS; part++) {
        if (!(parts >> part & 1)) continue;
        double lift = isinf(c->weight) ? 0 : lift_of(c, r, part);
        if (lift >= t->lift[KF_COUNT_ROWS * (size_t)i + part - 1]) continue;
        if (right_of(c, part) - sign_of(part) * sum - lift * pays <= VIOLATED) continue;
        if (!find(t, id, part, lift)) return false;
    }
    return true;
}

static bool add_line(kf_proof *t, const kf_proof_line *c)
{
    uint32_t n = t->p->n_clauses;
    if (c->constraint >= n) return add_count(t, c);
    if (c->part == 0) return add_clause(t, c->constraint);
    return add_unwanted(t, c->constraint, t->p->start[c->constraint] + c->part - 1);
}

/* Hard rows that share atoms do much the same: one for each atom, and the others wait until the
 * next round shows that they are still needed, as in the search. On the union of the citations
 * that is half the rows and a quarter of the time. */
static bool take_turn(kf_proof *t, const kf_proof_line *l)
{
    const kf_component *p = t->p;
    if (l->constraint >= p->n_clauses || isfinite(p->weight[l->constraint])) return true;
    uint32_t first = p->start[l->constraint], end = p->start[l->constraint + 1];
    for (uint32_t k = first; k < end; k++)
        if (t->taken[kf_lit_atom(p->literals[k]).id]) return false;
    for (uint32_t k = first; k < end; k++) t->taken[kf_lit_atom(p->literals[k]).id] = true;
    return true;
}

kerf_status kf_proof_separate(kf_proof *t, size_t *added)
{
    *added = 0;
    t->found.n = 0;
    memset(t->taken, 0, t->p->n_atoms * sizeof *t->taken);
    for (uint32_t i = 0; i < t->p->n_clauses; i++)
        if (t->use[i] && !see_clause(t, i)) return KERF_NO_MEMORY;
    for (uint32_t i = 0; i < t->p->n_counts; i++)
        if (t->use[t->p->n_clauses + i] && !see_count(t, i)) return KERF_NO_MEMORY;
    for (size_t i = 0; i < t->found.n; i++) {
        if (!take_turn(t, &t->found.at[i])) continue;
        if (!add_line(t, &t->found.at[i])) return KERF_NO_MEMORY;
        ++*added;
    }
    KF_CHECK(kf_proof_check(t));
    return KERF_OK;
}

uint32_t kf_proof_parts(const kf_proof *t, const kf_count *c)
{
    return parts_of(c, range_of(t, c));
}

/* Rows that hold further down only are taken out, the last first, so that lifts are as before. */
kerf_status kf_proof_drop(kf_proof *t)
{
    int *rows = kf_mem_alloc(t->mem, t->lines.n, sizeof *rows);
    size_t n = 0, kept = 0;
    if (!rows) return KERF_NO_MEMORY;
    for (size_t i = t->lines.n; i-- > 0;) {
        const kf_proof_line *l = &t->lines.at[i];
        if (l->depth <= t->depth) continue;
        assert(l->constraint >= t->p->n_clauses); /* the row of a clause holds everywhere */
        t->lift[KF_COUNT_ROWS * (size_t)(l->constraint - t->p->n_clauses) + l->part - 1] = l->lift;
    }
    for (size_t i = 0; i < t->lines.n; i++) {
        if (t->lines.at[i].depth > t->depth) rows[n++] = (int)i;
        else t->lines.at[kept++] = t->lines.at[i];
    }
    if (n > 0) kf_lp_drop(&t->lp, rows, n);
    kf_mem_free(t->mem, rows, t->lines.n, sizeof *rows);
    t->lines.n = kept;
    KF_CHECK(kf_proof_check(t));
    return KERF_OK;
}

#ifndef NDEBUG
static void check_payer(const kf_proof *t, uint32_t constraint, double weight)
{
    const int *payer = &t->payer[2 * (size_t)constraint];
    int z = payer[weight < 0];
    assert(payer[weight > 0] < 0 && z < (int)kf_lp_columns(&t->lp));
    assert(z < 0 || ((uint32_t)z >= t->p->n_atoms && t->lp.cost.at[z] == fabs(weight)));
}

void kf_proof_check(const kf_proof *t)
{
    const kf_component *p = t->p;
    uint32_t fixed = 0;
    KF_CHECK(kf_lp_check(&t->lp));
    assert(t->lines.n == kf_lp_rows(&t->lp));
    for (size_t i = 0; i < t->lines.n; i++) {
        const kf_proof_line *l = &t->lines.at[i];
        assert(l->constraint < p->n_clauses + p->n_counts && t->use[l->constraint]);
        assert(l->depth <= t->depth);
    }
    for (uint32_t i = 0; i < p->n_clauses; i++) check_payer(t, i, p->weight[i]);
    for (uint32_t i = 0; i < p->n_counts; i++)
        check_payer(t, p->n_clauses + i, p->counts[i].weight);
    for (uint32_t i = 0; i < p->n_atoms; i++) fixed += t->fixed[i] >= 0;
    assert(fixed == t->depth);
}
#endif

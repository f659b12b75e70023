/* rowpool.c -- constraints of a part as rows, added when a point violates them; see ilp.h.
 *
 * Clause with w > 0: the sum of its literals is at least 1 - z. With w < 0: z is at least each
 * literal, a row for each. In both z follows from the atoms, so that it need not be an integer. A
 * soft count has a binary z that lifts its bounds by just as much as it takes. One that pays between
 * two sides is on one of them (a, b binary) or pays: z + a + b >= 1. A literal !x is 1 - x: its
 * constant goes to the right-hand side. base/cardinality.h says which count is which. */
#include "solve/ilp.h"

#include <math.h>
#include <stdlib.h>

#define VIOLATED 1e-6

void kf_pool_free(kf_pool *p)
{
    if (!p->mem) return;
    const kf_part *part = p->part;
    kf_mem_free(p->mem, p->z, part->n_clauses, sizeof *p->z);
    kf_mem_free(p->mem, p->in, p->n_literals, sizeof *p->in);
    kf_mem_free(p->mem, p->count_in, part->n_counts, sizeof *p->count_in);
    kf_mem_free(p->mem, p->total, part->n_counts, sizeof *p->total);
    kf_mem_free(p->mem, p->meaning, part->n_counts, sizeof *p->meaning);
    kf_mem_free(p->mem, p->taken, part->n_atoms, sizeof *p->taken);
    kf_pool_free_cliques(p);
    kf_vec_free(p->mem, &p->found);
}

/* ---- Rows ---- */

bool kf_pool_literal(kf_pool *p, kf_lit l, double value, double *right)
{
    bool negated = kf_lit_negated(l);
    if (negated) *right -= value;
    return kf_lp_term(p->lp, (int)kf_lit_atom(l).id, negated ? -value : value);
}

/* ---- What rows and columns are remembered by ---- */

enum { OF_Z = 3 };

uint64_t kf_literal_key(const uint64_t *names, kf_lit l)
{
    return kf_recall_mix(names[kf_lit_atom(l).id], 2 + kf_lit_negated(l));
}

uint64_t kf_clause_key(const kf_part *part, const uint64_t *names, uint32_t i)
{
    uint64_t key = 0;
    for (uint32_t k = part->start[i]; k < part->start[i + 1]; k++)
        key += kf_literal_key(names, part->literals[k]);
    return kf_recall_mix(key, part->weight[i] > 0);
}

uint64_t kf_unwanted_key(const kf_part *part, const uint64_t *names, uint64_t key, uint32_t k)
{
    return kf_recall_mix(key, kf_literal_key(names, part->literals[k]));
}

uint64_t kf_z_key(uint64_t key)
{
    return kf_recall_mix(key, OF_Z);
}

static uint64_t clause_key(const kf_part *part, uint32_t i)
{
    return part->names ? kf_clause_key(part, part->names, i) : 0;
}

static uint64_t unwanted_key(const kf_part *part, uint64_t key, uint32_t k)
{
    return key ? kf_unwanted_key(part, part->names, key, k) : 0;
}

bool kf_pool_z(kf_pool *p, uint32_t i)
{
    uint64_t key = clause_key(p->part, i);
    if (p->z[i] >= 0) return true;
    if (!kf_lp_column(p->lp, fabs(p->part->weight[i]), false, &p->z[i])) return false;
    if (key) kf_lp_name_column(p->lp, kf_z_key(key));
    return true;
}

static bool add_clause(kf_pool *p, uint32_t i)
{
    const kf_part *part = p->part;
    double weight = part->weight[i], right = 1;
    uint64_t key = clause_key(part, i);
    if (isfinite(weight) && !kf_pool_z(p, i)) return false;
    for (uint32_t k = part->start[i]; k < part->start[i + 1]; k++)
        if (!kf_pool_literal(p, part->literals[k], 1, &right)) return false;
    if (isfinite(weight) && !kf_lp_term(p->lp, p->z[i], 1)) return false;
    p->in[part->start[i]] = true;
    if (!kf_lp_row(p->lp, right, INFINITY)) return false;
    kf_lp_name_row(p->lp, key);
    return true;
}

static bool add_unwanted_literal(kf_pool *p, uint32_t i, uint32_t k)
{
    double right = 0;
    uint64_t key = clause_key(p->part, i);
    if (!kf_pool_z(p, i)) return false;
    p->in[k] = true;
    if (!kf_lp_term(p->lp, p->z[i], 1) || !kf_pool_literal(p, p->part->literals[k], -1, &right)
        || !kf_lp_row(p->lp, right, INFINITY))
        return false;
    kf_lp_name_row(p->lp, unwanted_key(p->part, key, k));
    return true;
}

static bool count_row(kf_pool *p, const kf_count *c, int column, double value, double least,
                      double most)
{
    double right = 0;
    for (uint32_t k = 0; k < c->n; k++) {
        if (c->coefficients[k] == 0) continue;
        if (!kf_pool_literal(p, c->literals[k], c->coefficients[k], &right)) return false;
    }
    if (column >= 0 && value != 0 && !kf_lp_term(p->lp, column, value)) return false;
    return kf_lp_row(p->lp, least + right, most + right);
}

/* z lifts the bounds by just as much as it takes; a hard count has none. */
static bool add_wanted_count(kf_pool *p, const kf_count *c, const kf_count_meaning *m, double total)
{
    bool low = m->kind != KF_COUNT_AT_MOST, high = m->kind != KF_COUNT_AT_LEAST;
    double least = low ? (double)m->least : -INFINITY, most = high ? (double)m->most : INFINITY;
    int z;
    if (isinf(m->price)) return count_row(p, c, -1, 0, least, most);
    if (!kf_lp_column(p->lp, m->price, true, &z)) return false;
    if (low && !count_row(p, c, z, least, least, INFINITY)) return false;
    return !high || count_row(p, c, z, most - total, -INFINITY, most);
}

/* Below, above, or it pays. */
static bool add_outside_count(kf_pool *p, const kf_count *c, const kf_count_meaning *m,
                              double total)
{
    bool soft = !isinf(m->price);
    int z = -1, below, above;
    if (soft && !kf_lp_column(p->lp, m->price, false, &z)) return false;
    if (!kf_lp_column(p->lp, 0, true, &below) || !kf_lp_column(p->lp, 0, true, &above))
        return false;
    if (!count_row(p, c, below, total - (double)m->least + 1, -INFINITY, total)
        || !count_row(p, c, above, -(double)m->most - 1, 0, INFINITY))
        return false;
    if (soft && !kf_lp_term(p->lp, z, 1)) return false;
    return kf_lp_term(p->lp, below, 1) && kf_lp_term(p->lp, above, 1)
           && kf_lp_row(p->lp, 1, INFINITY);
}

static bool add_count(kf_pool *p, uint32_t i)
{
    const kf_count *c = &p->part->counts[i];
    const kf_count_meaning *m = &p->meaning[i];
    p->count_in[i] = true;
    return m->kind == KF_COUNT_OUTSIDE ? add_outside_count(p, c, m, p->total[i])
                                       : add_wanted_count(p, c, m, p->total[i]);
}

static bool add_candidate(kf_pool *p, kf_candidate c)
{
    uint32_t n = p->part->n_clauses, counts = p->part->n_counts;
    if (c.constraint >= n + counts)
        return kf_pool_add_tangent(p, c.constraint - n - counts, c.position);
    if (c.constraint >= n) return add_count(p, c.constraint - n);
    if (p->part->weight[c.constraint] > 0) return add_clause(p, c.constraint);
    return add_unwanted_literal(p, c.constraint, c.position);
}

/* ---- What is violated ---- */

bool kf_pool_find(kf_pool *p, double violation, uint32_t constraint, uint32_t position)
{
    return kf_vec_push(p->mem, &p->found, (kf_candidate){ violation, constraint, position });
}

static bool check_clause(kf_pool *p, const kf_point *at, uint32_t i)
{
    const kf_part *part = p->part;
    uint32_t first = part->start[i], end = part->start[i + 1];
    if (part->weight[i] > 0) {
        double missing = 1;
        if (p->in[first]) return true;
        for (uint32_t k = first; k < end && missing > VIOLATED; k++)
            missing -= kf_point_value(at, part->literals[k]);
        return missing <= VIOLATED || kf_pool_find(p, missing, i, 0);
    }
    double z = p->z[i] < 0 ? 0 : at->world ? 0 : at->x[p->z[i]];
    for (uint32_t k = first; k < end; k++) {
        double excess = p->in[k] ? 0 : kf_point_value(at, part->literals[k]) - z;
        if (excess > VIOLATED && !kf_pool_find(p, excess, i, k)) return false;
    }
    return true;
}

/* How much the columns of its rows would have to make up for. What pays between two sides shows at
 * no point between them: there a world must say that it pays. */
static double count_violation(const kf_pool *p, const kf_point *at, uint32_t i)
{
    const kf_count *c = &p->part->counts[i];
    const kf_count_meaning *m = &p->meaning[i];
    double sum = 0, total = p->total[i], least = (double)m->least, most = (double)m->most;
    for (uint32_t k = 0; k < c->n; k++)
        sum += c->coefficients[k] * kf_point_value(at, c->literals[k]);
    switch (m->kind) {
    case KF_COUNT_AT_LEAST: return (least - sum) / least;
    case KF_COUNT_AT_MOST: return (sum - most) / (total - most);
    case KF_COUNT_WITHIN: return fmax((least - sum) / least, (sum - most) / (total - most));
    case KF_COUNT_OUTSIDE:
        if (at->world) return sum >= least && sum <= most ? 1 : 0;
        return 1 - (total - sum) / (total - least + 1) - sum / (most + 1);
    default: return 0;
    }
}

static bool check_count(kf_pool *p, const kf_point *at, uint32_t i)
{
    if (p->count_in[i]) return true;
    double violation = count_violation(p, at, i);
    return violation <= 1e-9 || kf_pool_find(p, violation, p->part->n_clauses + i, 0);
}

static int by_merit(const void *a, const void *b)
{
    const kf_candidate *x = a, *y = b;
    if (x->merit != y->merit) return x->merit < y->merit ? 1 : -1;
    if (x->constraint != y->constraint) return x->constraint < y->constraint ? -1 : 1;
    return (x->position > y->position) - (x->position < y->position);
}

/* Hard rows that share atoms do much the same: the others wait until the next round shows that they
 * are still needed. Not so soft ones: an atom can be in thousands, each of which has to be paid. */
static bool too_many(kf_pool *p, kf_candidate c)
{
    const kf_part *part = p->part;
    if (p->options->rows_per_atom == 0 || c.constraint >= part->n_clauses
        || isfinite(part->weight[c.constraint]))
        return false;
    uint32_t first = part->start[c.constraint], end = part->start[c.constraint + 1];
    for (uint32_t k = first; k < end; k++)
        if (p->taken[kf_lit_atom(part->literals[k]).id] >= p->options->rows_per_atom) return true;
    for (uint32_t k = first; k < end; k++) p->taken[kf_lit_atom(part->literals[k]).id]++;
    return false;
}

kerf_status kf_pool_separate(kf_pool *p, const double *x, const bool *world, size_t *added)
{
    kf_point at = { x, world };
    *added = 0;
    p->found.n = 0;
    for (uint32_t i = 0; i < p->part->n_clauses; i++)
        if (!check_clause(p, &at, i)) return KERF_NO_MEMORY;
    for (uint32_t i = 0; i < p->part->n_counts; i++)
        if (!check_count(p, &at, i)) return KERF_NO_MEMORY;
    for (uint32_t i = 0; i < p->part->n_cliques; i++)
        if (!kf_pool_check_clique(p, &at, i)) return KERF_NO_MEMORY;
    if (p->found.n == 0) return KERF_OK;
    qsort(p->found.at, p->found.n, sizeof *p->found.at, by_merit);
    for (uint32_t i = 0; i < p->part->n_atoms; i++) p->taken[i] = 0;
    size_t most = p->options->rows_per_round ? p->options->rows_per_round : SIZE_MAX;
    for (size_t i = 0; i < p->found.n && *added < most; i++) {
        if (too_many(p, p->found.at[i])) continue;
        if (!add_candidate(p, p->found.at[i])) return KERF_NO_MEMORY;
        ++*added;
    }
    return KERF_OK;
}

/* ---- Beginning ---- */

static kerf_status prepare_count(kf_pool *p, uint32_t i)
{
    const kf_count *c = &p->part->counts[i];
    uint64_t total = 0;
    for (uint32_t k = 0; k < c->n; k++) total += c->coefficients[k];
    if (total >= (uint64_t)1 << 53) return KERF_LIMIT;
    p->total[i] = (double)total;
    p->meaning[i] = kf_count_mean(c->weight, c->least, c->most, 0, total);
    p->count_in[i] = p->meaning[i].kind == KF_COUNT_ALWAYS || p->meaning[i].kind == KF_COUNT_NEVER;
    if (p->meaning[i].kind == KF_COUNT_ALWAYS) {
        if (isinf(c->weight)) p->hopeless = true;
        else p->constant += fabs(c->weight);
    }
    return KERF_OK;
}

static kerf_status add_all(kf_pool *p)
{
    const kf_part *part = p->part;
    for (uint32_t i = 0; i < part->n_clauses; i++) {
        if (part->weight[i] > 0 && !add_clause(p, i)) return KERF_NO_MEMORY;
        if (part->weight[i] > 0) continue;
        for (uint32_t k = part->start[i]; k < part->start[i + 1]; k++)
            if (!add_unwanted_literal(p, i, k)) return KERF_NO_MEMORY;
    }
    for (uint32_t i = 0; i < part->n_counts; i++)
        if (!p->count_in[i] && !add_count(p, i)) return KERF_NO_MEMORY;
    return kf_pool_all_tangents(p);
}

/* Rows that were tight when a part with these atoms was last solved. */
static kerf_status add_recalled(kf_pool *p)
{
    const kf_part *part = p->part;
    for (uint32_t i = 0; i < part->n_clauses; i++) {
        uint64_t key = clause_key(part, i);
        if (part->weight[i] > 0) {
            if (kf_recall_get(p->lp->recall, key) && !add_clause(p, i)) return KERF_NO_MEMORY;
            continue;
        }
        for (uint32_t k = part->start[i]; k < part->start[i + 1]; k++)
            if (kf_recall_get(p->lp->recall, unwanted_key(part, key, k))
                && !add_unwanted_literal(p, i, k))
                return KERF_NO_MEMORY;
    }
    return kf_pool_recall_tangents(p);
}

kerf_status kf_pool_open(kf_pool *p, const kf_part *part, kf_lp *lp, const kf_ilp_options *options)
{
    *p = (kf_pool){ .part = part, .lp = lp, .mem = lp->mem, .options = options };
    p->constant = part->constant;
    p->z = kf_mem_alloc(p->mem, part->n_clauses, sizeof *p->z);
    p->n_literals = part->n_clauses ? part->start[part->n_clauses] : 0;
    p->in = kf_mem_calloc(p->mem, p->n_literals, sizeof *p->in);
    p->count_in = kf_mem_calloc(p->mem, part->n_counts, sizeof *p->count_in);
    p->total = kf_mem_alloc(p->mem, part->n_counts, sizeof *p->total);
    p->meaning = kf_mem_alloc(p->mem, part->n_counts, sizeof *p->meaning);
    p->taken = kf_mem_alloc(p->mem, part->n_atoms, sizeof *p->taken);
    if (!p->z || !p->in || !p->count_in || !p->total || !p->meaning || !p->taken)
        return KERF_NO_MEMORY;
    for (uint32_t i = 0; i < part->n_clauses; i++) p->z[i] = -1;
    for (uint32_t i = 0; i < part->n_atoms; i++) {
        int column;
        double if_true = part->cost_true[i], if_false = part->cost_false[i];
        if (!kf_lp_column(lp, if_true > 0 ? if_true : -if_false, true, &column))
            return KERF_NO_MEMORY;
        if (part->names) kf_lp_name_column(lp, part->names[i]);
    }
    for (uint32_t i = 0; i < part->n_counts; i++) KF_TRY(prepare_count(p, i));
    KF_TRY(kf_pool_open_cliques(p));
    if (options->all_rows) return add_all(p);
    return lp->recall && part->names ? add_recalled(p) : KERF_OK;
}

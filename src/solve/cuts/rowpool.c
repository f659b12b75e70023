/* rowpool.c -- separation of a component's own constraints; see rowpool.h.
 *
 * A row is added when the point of the linear program violates it, and stays. problem/rows.h says
 * what the rows are. */
#include "solve/cuts/rowpool.h"

#include "base/check.h"
#include "problem/rows.h"
#include "solve/cuts/rowkeys.h"

#include <math.h>
#include <stdlib.h>

#define VIOLATED 1e-6

void kf_pool_free(kf_pool *p)
{
    if (!p->mem) return;
    const kf_component *component = p->component;
    kf_mem_free(p->mem, p->z, component->n_clauses, sizeof *p->z);
    kf_mem_free(p->mem, p->in, p->n_literals, sizeof *p->in);
    kf_mem_free(p->mem, p->count_in, component->n_counts, sizeof *p->count_in);
    kf_mem_free(p->mem, p->total, component->n_counts, sizeof *p->total);
    kf_mem_free(p->mem, p->meaning, component->n_counts, sizeof *p->meaning);
    kf_mem_free(p->mem, p->taken, component->n_atoms, sizeof *p->taken);
    kf_pool_free_cliques(p);
    kf_vec_free(p->mem, &p->found);
}

/* ---- Rows ---- */

static kf_row_sink sink_of(const kf_pool *p)
{
    return kf_lp_sink(p->lp);
}

/* 0: it is not remembered. */
static uint64_t clause_key(const kf_component *component, uint32_t i)
{
    return component->names ? kf_clause_key(component, component->names, i) : 0;
}

static uint64_t unwanted_key(const kf_component *component, uint64_t key, uint32_t k)
{
    return key ? kf_unwanted_key(component, component->names, key, k) : 0;
}

bool kf_pool_z(kf_pool *p, uint32_t i)
{
    uint64_t key = clause_key(p->component, i);
    if (p->z[i] >= 0) return true;
    if (!kf_lp_column(p->lp, fabs(p->component->weight[i]), false, &p->z[i])) return false;
    if (key) kf_lp_name_column(p->lp, kf_z_key(key));
    return true;
}

static bool add_clause(kf_pool *p, uint32_t i)
{
    const kf_component *component = p->component;
    const kf_lit *literals = component->literals + component->start[i];
    uint32_t n = component->start[i + 1] - component->start[i];
    bool soft = isfinite(component->weight[i]);
    kf_row_sink sink = sink_of(p);
    assert(component->weight[i] > 0 && !p->in[component->start[i]]);
    if (soft && !kf_pool_z(p, i)) return false;
    p->in[component->start[i]] = true;
    if (!kf_rows_clause(&sink, literals, n, soft ? p->z[i] : KF_NO_COLUMN)) return false;
    kf_lp_name_row(p->lp, clause_key(component, i));
    return true;
}

static bool add_unwanted_literal(kf_pool *p, uint32_t i, uint32_t k)
{
    uint64_t key = clause_key(p->component, i);
    kf_row_sink sink = sink_of(p);
    assert(p->component->weight[i] < 0 && !p->in[k]);
    if (!kf_pool_z(p, i)) return false;
    p->in[k] = true;
    if (!kf_rows_unwanted(&sink, p->component->literals[k], p->z[i])) return false;
    kf_lp_name_row(p->lp, unwanted_key(p->component, key, k));
    return true;
}

static bool add_count(kf_pool *p, uint32_t i)
{
    kf_row_sink sink = sink_of(p);
    assert(!p->count_in[i]);
    p->count_in[i] = true;
    return kf_rows_count(&sink, &p->component->counts[i], &p->meaning[i], p->total[i]);
}

static bool add_candidate(kf_pool *p, kf_candidate c)
{
    uint32_t n = p->component->n_clauses, counts = p->component->n_counts;
    if (c.constraint >= n + counts)
        return kf_pool_add_tangent(p, c.constraint - n - counts, c.position);
    if (c.constraint >= n) return add_count(p, c.constraint - n);
    if (p->component->weight[c.constraint] > 0) return add_clause(p, c.constraint);
    return add_unwanted_literal(p, c.constraint, c.position);
}

/* ---- What is violated ---- */

bool kf_pool_find(kf_pool *p, double violation, uint32_t constraint, uint32_t position)
{
    return kf_vec_push(p->mem, &p->found, (kf_candidate){ violation, constraint, position });
}

static bool see_clause(kf_pool *p, const kf_point *at, uint32_t i)
{
    const kf_component *component = p->component;
    uint32_t first = component->start[i], end = component->start[i + 1];
    if (component->weight[i] > 0) {
        double missing = 1;
        if (p->in[first]) return true;
        for (uint32_t k = first; k < end && missing > VIOLATED; k++)
            missing -= kf_point_value(at, component->literals[k]);
        return missing <= VIOLATED || kf_pool_find(p, missing, i, 0);
    }
    double z = p->z[i] < 0 ? 0 : at->assignment ? 0 : at->x[p->z[i]];
    for (uint32_t k = first; k < end; k++) {
        double excess = p->in[k] ? 0 : kf_point_value(at, component->literals[k]) - z;
        if (excess > VIOLATED && !kf_pool_find(p, excess, i, k)) return false;
    }
    return true;
}

/* How much the columns of its rows would have to make up for. What pays between two sides shows at
 * no point between them: there an assignment must say that it pays. */
static double count_violation(const kf_pool *p, const kf_point *at, uint32_t i)
{
    const kf_count *c = &p->component->counts[i];
    const kf_count_meaning *m = &p->meaning[i];
    double sum = 0, total = p->total[i], least = (double)m->least, most = (double)m->most;
    for (uint32_t k = 0; k < c->n; k++)
        sum += c->coefficients[k] * kf_point_value(at, c->literals[k]);
    switch (m->kind) {
    case KF_COUNT_AT_LEAST: return (least - sum) / least;
    case KF_COUNT_AT_MOST: return (sum - most) / (total - most);
    case KF_COUNT_WITHIN: return fmax((least - sum) / least, (sum - most) / (total - most));
    case KF_COUNT_OUTSIDE:
        if (at->assignment) return sum >= least && sum <= most ? 1 : 0;
        return 1 - (total - sum) / (total - least + 1) - sum / (most + 1);
    default: return 0;
    }
}

static bool see_count(kf_pool *p, const kf_point *at, uint32_t i)
{
    if (p->count_in[i]) return true;
    double violation = count_violation(p, at, i);
    return violation <= 1e-9 || kf_pool_find(p, violation, p->component->n_clauses + i, 0);
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
    const kf_component *component = p->component;
    if (p->options.per_atom == 0 || c.constraint >= component->n_clauses
        || isfinite(component->weight[c.constraint]))
        return false;
    uint32_t first = component->start[c.constraint], end = component->start[c.constraint + 1];
    for (uint32_t k = first; k < end; k++)
        if (p->taken[kf_lit_atom(component->literals[k]).id] >= p->options.per_atom) return true;
    for (uint32_t k = first; k < end; k++) p->taken[kf_lit_atom(component->literals[k]).id]++;
    return false;
}

kerf_status kf_pool_separate(kf_pool *p, const double *x, const bool *assignment, size_t *added)
{
    kf_point at = { x, assignment };
    assert(!x != !assignment);
    *added = 0;
    p->found.n = 0;
    for (uint32_t i = 0; i < p->component->n_clauses; i++)
        if (!see_clause(p, &at, i)) return KERF_NO_MEMORY;
    for (uint32_t i = 0; i < p->component->n_counts; i++)
        if (!see_count(p, &at, i)) return KERF_NO_MEMORY;
    for (uint32_t i = 0; i < p->component->n_cliques; i++)
        if (!kf_pool_see_clique(p, &at, i)) return KERF_NO_MEMORY;
    if (p->found.n == 0) return KERF_OK;
    qsort(p->found.at, p->found.n, sizeof *p->found.at, by_merit);
    for (uint32_t i = 0; i < p->component->n_atoms; i++) p->taken[i] = 0;
    size_t most = p->options.per_round ? p->options.per_round : SIZE_MAX;
    for (size_t i = 0; i < p->found.n && *added < most; i++) {
        if (too_many(p, p->found.at[i])) continue;
        if (!add_candidate(p, p->found.at[i])) return KERF_NO_MEMORY;
        ++*added;
    }
    KF_CHECK(kf_pool_check(p));
    return KERF_OK;
}

/* ---- Beginning ---- */

static kerf_status prepare_count(kf_pool *p, uint32_t i)
{
    const kf_count *c = &p->component->counts[i];
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

kerf_status kf_pool_add_all(kf_pool *p)
{
    const kf_component *component = p->component;
    for (uint32_t i = 0; i < component->n_clauses; i++) {
        uint32_t first = component->start[i], end = component->start[i + 1];
        bool one = component->weight[i] > 0; /* row for all its literals */
        if (one && !p->in[first] && !add_clause(p, i)) return KERF_NO_MEMORY;
        for (uint32_t k = first; !one && k < end; k++)
            if (!p->in[k] && !add_unwanted_literal(p, i, k)) return KERF_NO_MEMORY;
    }
    for (uint32_t i = 0; i < component->n_counts; i++)
        if (!p->count_in[i] && !add_count(p, i)) return KERF_NO_MEMORY;
    return kf_pool_all_tangents(p);
}

/* Rows that were tight when a component with these atoms was last solved. */
static kerf_status add_recalled(kf_pool *p)
{
    const kf_component *component = p->component;
    for (uint32_t i = 0; i < component->n_clauses; i++) {
        uint64_t key = clause_key(component, i);
        if (component->weight[i] > 0) {
            if (kf_recall_get(p->lp->recall, key) && !add_clause(p, i)) return KERF_NO_MEMORY;
            continue;
        }
        for (uint32_t k = component->start[i]; k < component->start[i + 1]; k++)
            if (kf_recall_get(p->lp->recall, unwanted_key(component, key, k))
                && !add_unwanted_literal(p, i, k))
                return KERF_NO_MEMORY;
    }
    return kf_pool_recall_tangents(p);
}

kerf_status kf_pool_open(kf_pool *p, const kf_component *component, kf_lp *lp,
                         const kf_pool_options *options)
{
    assert(kf_lp_columns(lp) == 0 && kf_lp_rows(lp) == 0);
    *p = (kf_pool){ .component = component, .lp = lp, .mem = lp->mem, .options = *options };
    p->constant = component->constant;
    p->z = kf_mem_alloc(p->mem, component->n_clauses, sizeof *p->z);
    p->n_literals = component->n_clauses ? component->start[component->n_clauses] : 0;
    p->in = kf_mem_calloc(p->mem, p->n_literals, sizeof *p->in);
    p->count_in = kf_mem_calloc(p->mem, component->n_counts, sizeof *p->count_in);
    p->total = kf_mem_alloc(p->mem, component->n_counts, sizeof *p->total);
    p->meaning = kf_mem_alloc(p->mem, component->n_counts, sizeof *p->meaning);
    p->taken = kf_mem_alloc(p->mem, component->n_atoms, sizeof *p->taken);
    if (!p->z || !p->in || !p->count_in || !p->total || !p->meaning || !p->taken)
        return KERF_NO_MEMORY;
    for (uint32_t i = 0; i < component->n_clauses; i++) p->z[i] = -1;
    for (uint32_t i = 0; i < component->n_atoms; i++) {
        int column;
        double if_true = component->cost_true[i], if_false = component->cost_false[i];
        if (!kf_lp_column(lp, if_true > 0 ? if_true : -if_false, true, &column))
            return KERF_NO_MEMORY;
        if (component->names) kf_lp_name_column(lp, component->names[i]);
    }
    for (uint32_t i = 0; i < component->n_counts; i++) KF_TRY(prepare_count(p, i));
    KF_TRY(kf_pool_open_cliques(p));
    if (options->all) return kf_pool_add_all(p);
    return lp->recall && component->names ? add_recalled(p) : KERF_OK;
}

#ifndef NDEBUG
void kf_pool_check(const kf_pool *p)
{
    const kf_component *component = p->component;
    int columns = (int)kf_lp_columns(p->lp);
    assert(columns >= 0 && (uint32_t)columns >= component->n_atoms);
    for (uint32_t i = 0; i < component->n_clauses; i++) {
        assert(p->z[i] < columns && (p->z[i] < 0 || (uint32_t)p->z[i] >= component->n_atoms));
        assert(p->z[i] < 0 || p->lp->cost.at[p->z[i]] == fabs(component->weight[i]));
    }
    for (uint32_t i = 0; i < component->n_cliques; i++) assert(p->clique_cost[i] < columns);
}
#endif

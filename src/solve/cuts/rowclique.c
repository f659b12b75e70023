/* rowclique.c -- the rows of cliques, added when a point violates them; see rowpool.h and gather.h.
 *
 * With f of its literals false a clique pays its weight f (f - 1) / 2 times. That lies above each
 * of the lines k f - k (k + 1) / 2, which touch it at k and k + 1, and at whole numbers it is the
 * highest of them: a column for what the clique pays, and a row for each line that a point
 * violates. Where a column z is 1 as soon as one literal is false, the lines may start from z (k f
 * - z k (k + 1) / 2): they hold for z = 0, too. A hard clique has one row, that of k = 1, and
 * nothing to pay with. */
#include "base/check.h"
#include "problem/rows.h"
#include "solve/cuts/rowkeys.h"
#include "solve/cuts/rowpool.h"

#include <math.h>

#define VIOLATED 1e-6

enum { OF_CLIQUE = 4, OF_COST = 5 };

/* What the column of a clique's cost stands for at 1. */
static double most_pairs(const kf_clique *c)
{
    return (double)c->most * ((double)c->most - 1) / 2;
}

kerf_status kf_pool_open_cliques(kf_pool *p)
{
    const kf_component *component = p->component;
    p->clique_cost = kf_mem_alloc(p->mem, component->n_cliques, sizeof *p->clique_cost);
    p->tangent = kf_mem_calloc(p->mem, component->n_cliques + (size_t)1, sizeof *p->tangent);
    if (!p->clique_cost || !p->tangent) return KERF_NO_MEMORY;
    for (uint32_t i = 0; i < component->n_cliques; i++) {
        const kf_clique *c = &component->cliques[i];
        size_t n = isinf(c->weight) ? 1 : c->most - 1;
        p->clique_cost[i] = -1;
        p->tangent[i + 1] = p->tangent[i] + n;
    }
    p->tangent_in = kf_mem_calloc(p->mem, p->tangent[component->n_cliques], sizeof *p->tangent_in);
    return p->tangent_in ? KERF_OK : KERF_NO_MEMORY;
}

void kf_pool_free_cliques(kf_pool *p)
{
    size_t n = p->component->n_cliques;
    if (p->tangent) kf_mem_free(p->mem, p->tangent_in, p->tangent[n], sizeof *p->tangent_in);
    kf_mem_free(p->mem, p->clique_cost, n, sizeof *p->clique_cost);
    kf_mem_free(p->mem, p->tangent, n + 1, sizeof *p->tangent);
}

static uint32_t slopes(const kf_pool *p, uint32_t clique)
{
    return (uint32_t)(p->tangent[clique + 1] - p->tangent[clique]);
}

static bool *row_in(const kf_pool *p, uint32_t clique, uint32_t slope)
{
    assert(slope >= 1 && slope <= slopes(p, clique));
    return &p->tangent_in[p->tangent[clique] + slope - 1];
}

/* Its first two literals tell a clique from the others, and stay the same when it grows. */
static uint64_t clique_key(const kf_pool *p, const kf_clique *c)
{
    const uint64_t *names = p->component->names;
    if (!names || c->n < 2) return 0;
    return kf_recall_mix(
        kf_literal_key(names, c->literals[0]) + kf_literal_key(names, c->literals[1]), OF_CLIQUE);
}

static uint64_t tangent_key(uint64_t key, uint32_t slope)
{
    return key ? kf_recall_mix(key, ((uint64_t)slope << 8) + OF_CLIQUE) : 0;
}

/* ---- Rows ---- */

static bool add_cost(kf_pool *p, uint32_t clique, uint64_t key)
{
    const kf_clique *c = &p->component->cliques[clique];
    if (isinf(c->weight) || p->clique_cost[clique] >= 0) return true;
    if (!kf_lp_column(p->lp, c->weight * most_pairs(c), false, &p->clique_cost[clique]))
        return false;
    if (key) kf_lp_name_column(p->lp, kf_recall_mix(key, OF_COST));
    return true;
}

/* Divided by the slope: f - cost / k <= z (k + 1) / 2. */
static bool add_row(kf_pool *p, uint32_t clique, uint32_t slope)
{
    const kf_clique *c = &p->component->cliques[clique];
    uint64_t key = clique_key(p, c);
    double right = (double)c->most, start = (slope + 1) / 2.0;
    kf_row_sink sink = kf_lp_sink(p->lp);
    assert(!*row_in(p, clique, slope));
    if (!add_cost(p, clique, key)) return false;
    if (c->paid != KF_NO_CLAUSE && !kf_pool_z(p, c->paid)) return false;
    for (uint32_t k = 0; k < c->n; k++)
        if (!kf_rows_literal(&sink, c->literals[k], c->coefficients[k], &right)) return false;
    if (c->paid == KF_NO_CLAUSE) right -= start;
    else if (!kf_lp_term(p->lp, p->z[c->paid], start)) return false;
    if (!isinf(c->weight) && !kf_lp_term(p->lp, p->clique_cost[clique], most_pairs(c) / slope))
        return false;
    if (!kf_lp_row(p->lp, right, INFINITY)) return false;
    kf_lp_name_row(p->lp, tangent_key(key, slope));
    *row_in(p, clique, slope) = true;
    return true;
}

/* The first one is needed nearly always. */
bool kf_pool_add_tangent(kf_pool *p, uint32_t clique, uint32_t slope)
{
    if (slope > 1 && !*row_in(p, clique, 1) && !add_row(p, clique, 1)) return false;
    return add_row(p, clique, slope);
}

kerf_status kf_pool_all_tangents(kf_pool *p)
{
    for (uint32_t i = 0; i < p->component->n_cliques; i++)
        for (uint32_t k = 1; k <= slopes(p, i); k++)
            if (!*row_in(p, i, k) && !add_row(p, i, k)) return KERF_NO_MEMORY;
    return KERF_OK;
}

kerf_status kf_pool_recall_tangents(kf_pool *p)
{
    for (uint32_t i = 0; i < p->component->n_cliques; i++) {
        uint64_t key = clique_key(p, &p->component->cliques[i]);
        for (uint32_t k = 1; k <= slopes(p, i); k++)
            if (kf_recall_get(p->lp->recall, tangent_key(key, k)) && !add_row(p, i, k))
                return KERF_NO_MEMORY;
    }
    return KERF_OK;
}

/* ---- What is violated ---- */

/* An assignment of f is held by either of the two lines that meet there. */
static bool see_assignment(kf_pool *p, uint32_t clique, uint32_t at, uint32_t f)
{
    uint32_t most = slopes(p, clique);
    if (f < 2) return true;
    uint32_t slope = f - 1 < most ? f - 1 : most;
    if (*row_in(p, clique, slope) || (slope < most && *row_in(p, clique, slope + 1))) return true;
    return kf_pool_find(p, 1, at, slope);
}

bool kf_pool_see_clique(kf_pool *p, const kf_point *at, uint32_t i)
{
    const kf_clique *c = &p->component->cliques[i];
    uint32_t constraint = p->component->n_clauses + p->component->n_counts + i;
    double f = (double)c->most, z = 1;
    for (uint32_t k = 0; k < c->n; k++)
        f -= c->coefficients[k] * kf_point_value(at, c->literals[k]);
    if (at->assignment) return see_assignment(p, i, constraint, (uint32_t)(f + 0.5));
    if (c->paid != KF_NO_CLAUSE) z = p->z[c->paid] < 0 ? 0 : at->x[p->z[c->paid]];
    if (f <= z + VIOLATED) return true;
    double cost = p->clique_cost[i] < 0 ? 0 : at->x[p->clique_cost[i]] * most_pairs(c);
    double best = z > 0 ? floor(f / z) : INFINITY, most = slopes(p, i); /* the highest line at f */
    double slope = fmax(1, fmin(best, most));
    double violation = f - z * (slope + 1) / 2 - (isinf(c->weight) ? 0 : cost / slope);
    if (violation <= VIOLATED || *row_in(p, i, (uint32_t)slope)) return true;
    return kf_pool_find(p, violation, constraint, (uint32_t)slope);
}

/* contraction.c -- nodes of a coupled clustering that are surely together; see clusters.h.
 *
 * Where other formulas touch the pairs of a transitive and symmetric predicate, it has to be ground
 * with them. But they change what a pair gains by so much at most (ground/pair_ranges.h), and rules
 * that merge nodes need no more than such a range (solve/clustering/ranges.h). Pairs of nodes that
 * merged become hard units: some best world has them. A repair by which nodes merge flips pairs of
 * these nodes only; so hard formulas over several atoms cannot break if none of their pairs has one
 * of these nodes, and nodes of their pairs are locked. They are taken back when the loop has ended,
 * for the problem outlives it, and they follow from nothing that is in it. */
#include "base/check.h"
#include "ground/atoms.h"
#include "ground/ground_rule.h"
#include "ground/pair_ranges.h"
#include "infer/clusters/clusters.h"
#include "solve/clustering/clustering.h"
#include "solve/clustering/ranges.h"
#include "solve/clustering/union_find.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double MOST_FORCED = 2e6; /* atoms */

typedef struct job {
    kf_grounder *g;
    kf_mem *mem;
    kf_pair_ranges x;
    const kf_domain *nodes; /* node i is the constant ids[i] */
    uint32_t n, n_constants;
    uint32_t *node_of; /* by constant */
    double *charges;   /* by node; before: what P(a,a) gains at least */
    bool *locked;      /* by node */
    uint32_t *cluster;
    KF_VEC(kf_ranged_pair) pairs;
    bool unfit;
} job;

/* ---- Ranges of pairs ---- */

static kerf_status read_range(job *j, const kf_atom_range *r)
{
    uint32_t a = j->node_of[r->row[0]], b = j->node_of[r->row[1]];
    j->unfit |= a == KF_NONE || b == KF_NONE; /* a constant of another world */
    if (j->unfit) return KERF_OK;
    if (a == b) {
        j->charges[a] += r->low;
        return KERF_OK;
    }
    kf_ranged_pair p = { a < b ? a : b, a < b ? b : a, r->low, r->high };
    return kf_vec_push(j->mem, &j->pairs, p) ? KERF_OK : KERF_NO_MEMORY;
}

static int compare(double a, double b)
{
    return (a > b) - (a < b);
}

static int by_pair(const void *a, const void *b)
{
    const kf_ranged_pair *x = a, *y = b;
    if (x->a != y->a) return x->a < y->a ? -1 : 1;
    if (x->b != y->b) return x->b < y->b ? -1 : 1;
    return x->low != y->low ? compare(x->low, y->low) : compare(x->high, y->high);
}

/* Ranges of one pair add up; what forces it stays. */
static void add_up(job *j, kf_ranged_pair *to, const kf_ranged_pair *p)
{
    bool forced = isinf(to->low), forces = isinf(p->low);
    j->unfit |= forced && forces && to->low != p->low;
    if (forced) return;
    to->low = forces ? p->low : to->low + p->low;
    to->high = forces ? p->high : to->high + p->high;
}

#ifndef NDEBUG
/* Asserts: pairs ascend, none twice, and no range is empty. */
static void check_pairs(const job *j)
{
    for (size_t i = 0; i < j->pairs.n; i++) {
        const kf_ranged_pair *p = &j->pairs.at[i];
        assert(p->a < p->b && p->b < j->n && p->low <= p->high);
        assert(i == 0 || p[-1].a < p->a || (p[-1].a == p->a && p[-1].b < p->b));
    }
}
#endif

static void merge_pairs(job *j)
{
    size_t kept = 0;
    kf_ranged_pair *p = j->pairs.at;
    if (j->pairs.n > 1) qsort(p, j->pairs.n, sizeof *p, by_pair);
    for (size_t i = 0; i < j->pairs.n; i++) {
        bool again = kept > 0 && p[kept - 1].a == p[i].a && p[kept - 1].b == p[i].b;
        if (again) add_up(j, &p[kept - 1], &p[i]);
        else p[kept++] = p[i];
    }
    j->pairs.n = kept;
    for (size_t i = 0; i < kept; i++) {
        p[i].low += 2 * j->x.low; /* both directions */
        p[i].high += 2 * j->x.high;
    }
    if (!j->unfit) KF_CHECK(check_pairs(j));
}

/* What P(a,a) pays at most once a has company. */
static void set_charges(job *j)
{
    for (uint32_t i = 0; i < j->n; i++) {
        double gain = j->charges[i] + j->x.low;
        j->unfit |= isnan(gain) || gain == -INFINITY; /* it has to stay alone */
        j->charges[i] = fmax(0, -gain);
    }
}

static void read_locked(job *j)
{
    for (size_t i = 0; i < j->x.locked.n; i++) {
        uint32_t node = j->node_of[j->x.locked.at[i]];
        j->unfit |= node == KF_NONE;
        if (node != KF_NONE) j->locked[node] = true;
    }
}

static kerf_status read_ranges(job *j)
{
    read_locked(j);
    for (size_t i = 0; i < j->x.list.n && !j->unfit; i++) KF_TRY(read_range(j, &j->x.list.at[i]));
    j->unfit |= j->x.high > 0; /* pairs that nothing lists may want to be together */
    if (j->unfit) return KERF_OK;
    merge_pairs(j);
    set_charges(j);
    return KERF_OK;
}

/* ---- Contradictions ---- */

/* Is a pair forbidden whose nodes are forced together? Then it is left to the ground problem. */
static void find_contradiction(job *j)
{
    uint32_t *root = j->cluster;
    for (uint32_t i = 0; i < j->n; i++) root[i] = i;
    for (size_t i = 0; i < j->pairs.n; i++) {
        const kf_ranged_pair *p = &j->pairs.at[i];
        if (p->low == INFINITY) root[kf_find_root(root, p->b)] = kf_find_root(root, p->a);
    }
    for (size_t i = 0; i < j->pairs.n; i++) {
        const kf_ranged_pair *p = &j->pairs.at[i];
        if (p->high == -INFINITY) j->unfit |= kf_find_root(root, p->a) == kf_find_root(root, p->b);
    }
}

/* ---- Units ---- */

static kerf_status force(job *j, uint32_t a, uint32_t b, kf_clusters *out)
{
    uint32_t row[2] = { j->nodes->ids[a], j->nodes->ids[b] };
    kf_atom atom;
    bool added;
    if (!kf_vec_reserve(j->mem, &out->forced, 1)) return KERF_NO_MEMORY;
    KF_TRY(kf_pair_ranges_force(j->g, j->x.predicate, row, &atom, &added));
    if (added) out->forced.at[out->forced.n++] = atom.id;
    return KERF_OK;
}

/* Every pair of a cluster. next: by node, the next one of its cluster. */
static kerf_status force_cluster(job *j, uint32_t first, const uint32_t *next, kf_clusters *out)
{
    for (uint32_t a = first; a != KF_NONE; a = next[a])
        for (uint32_t b = first; b != KF_NONE; b = next[b]) KF_TRY(force(j, a, b, out));
    return KERF_OK;
}

/* Lists the nodes of each cluster; returns how many pairs there are, in both directions. */
static double list_clusters(const job *j, uint32_t *next, uint32_t *last)
{
    double pairs = 0;
    for (uint32_t i = 0; i < j->n; i++) next[i] = last[i] = KF_NONE;
    for (uint32_t i = 0; i < j->n; i++) {
        uint32_t c = j->cluster[i];
        assert(c <= i && j->cluster[c] == c); /* a cluster's first node is its name */
        if (last[c] != KF_NONE) next[last[c]] = i;
        last[c] = i;
    }
    for (uint32_t i = 0; i < j->n; i++) {
        double size = 0;
        if (j->cluster[i] != i) continue;
        for (uint32_t k = i; k != KF_NONE; k = next[k]) size++;
        pairs += size > 1 ? size * size : 0;
    }
    return pairs;
}

static kerf_status force_clusters(job *j, kf_clusters *out)
{
    uint32_t *next = kf_mem_alloc(j->mem, j->n, sizeof *next);
    uint32_t *last = kf_mem_alloc(j->mem, j->n, sizeof *last);
    kerf_status st = next && last ? KERF_OK : KERF_NO_MEMORY;
    bool few = st == KERF_OK && list_clusters(j, next, last) <= MOST_FORCED;
    for (uint32_t i = 0; few && st == KERF_OK && i < j->n; i++)
        if (j->cluster[i] == i && next[i] != KF_NONE) st = force_cluster(j, i, next, out);
    out->any |= few;
    kf_mem_free(j->mem, next, j->n, sizeof *next);
    kf_mem_free(j->mem, last, j->n, sizeof *last);
    return st;
}

/* ---- A first assignment ---- */

static kerf_status propose_atom(job *j, uint32_t a, uint32_t b, kf_clusters *out)
{
    uint32_t row[2] = { j->nodes->ids[a], j->nodes->ids[b] };
    kf_atom atom;
    if (kf_database_fixed(kf_grounder_database(j->g), j->x.predicate, row) != KF_UNKNOWN)
        return KERF_OK;
    KF_TRY(kf_grounder_atom(j->g, j->x.predicate, row, &atom));
    return kf_vec_push(j->mem, &out->proposition, atom.id) ? KERF_OK : KERF_NO_MEMORY;
}

static kerf_status propose_clusters(job *j, kf_clusters *out)
{
    uint32_t *next = kf_mem_alloc(j->mem, j->n, sizeof *next);
    uint32_t *last = kf_mem_alloc(j->mem, j->n, sizeof *last);
    kerf_status st = next && last ? KERF_OK : KERF_NO_MEMORY;
    bool few = st == KERF_OK && list_clusters(j, next, last) <= MOST_FORCED;
    if (few && !kf_vec_push(j->mem, &out->proposed, j->x.predicate)) st = KERF_NO_MEMORY;
    for (uint32_t i = 0; few && st == KERF_OK && i < j->n; i++) {
        if (j->cluster[i] != i || next[i] == KF_NONE) continue;
        for (uint32_t a = i; st == KERF_OK && a != KF_NONE; a = next[a])
            for (uint32_t b = i; st == KERF_OK && b != KF_NONE; b = next[b])
                st = propose_atom(j, a, b, out);
    }
    kf_mem_free(j->mem, next, j->n, sizeof *next);
    kf_mem_free(j->mem, last, j->n, sizeof *last);
    return st;
}

/* A good clustering, every pair with the middle of its range. Hard formulas over several pairs do
 * not count: if it breaks some it is repaired, as any assignment is. */
static kerf_status propose(job *j, const kf_limits *limits, uint64_t seed, kf_clusters *out)
{
    kf_limits loose = *limits;
    kf_clustered found = { .cluster = j->cluster };
    kf_scored_pair *pairs = kf_mem_alloc(j->mem, j->pairs.n, sizeof *pairs);
    if (!pairs) return KERF_NO_MEMORY;
    for (size_t i = 0; i < j->pairs.n; i++) {
        const kf_ranged_pair *p = &j->pairs.at[i];
        double score = isinf(p->low) ? p->low : (p->low + p->high) / 2;
        pairs[i] = (kf_scored_pair){ p->a, p->b, score };
    }
    loose.effort = KF_EFFORT_LOOSE;
    kf_clustering c = { .n = j->n,
                        .unlisted = -(j->x.low + j->x.high),
                        .charges = j->charges,
                        .n_pairs = j->pairs.n,
                        .pairs = pairs };
    kerf_status st = kf_clustering_solve(&c, &loose, j->mem, seed, &found);
    if (st == KERF_OK && !found.contradiction) st = propose_clusters(j, out);
    kf_mem_free(j->mem, pairs, j->pairs.n, sizeof *pairs);
    return st;
}

/* ---- One predicate ---- */

static kerf_status open_job(job *j)
{
    const kf_database *d = kf_grounder_database(j->g);
    const kf_predicate *p = &kf_grounder_model(j->g)->predicates.at[j->x.predicate];
    j->nodes = &d->domains[p->slots[0].type];
    j->n = j->nodes->n;
    j->n_constants = d->atoms[j->x.predicate]->constants[0];
    j->node_of = kf_mem_alloc(j->mem, j->n_constants, sizeof *j->node_of);
    j->charges = kf_mem_calloc(j->mem, j->n, sizeof *j->charges);
    j->locked = kf_mem_calloc(j->mem, j->n, sizeof *j->locked);
    j->cluster = kf_mem_alloc(j->mem, j->n, sizeof *j->cluster);
    if (!j->node_of || !j->charges || !j->locked || !j->cluster) return KERF_NO_MEMORY;
    for (uint32_t i = 0; i < j->n_constants; i++) j->node_of[i] = KF_NONE;
    for (uint32_t i = 0; i < j->n; i++) j->node_of[j->nodes->ids[i]] = i;
    return KERF_OK;
}

static void close_job(job *j)
{
    kf_mem_free(j->mem, j->node_of, j->node_of ? j->n_constants : 0, sizeof *j->node_of);
    kf_mem_free(j->mem, j->charges, j->charges ? j->n : 0, sizeof *j->charges);
    kf_mem_free(j->mem, j->locked, j->locked ? j->n : 0, sizeof *j->locked);
    kf_mem_free(j->mem, j->cluster, j->cluster ? j->n : 0, sizeof *j->cluster);
    kf_vec_free(j->mem, &j->pairs);
    kf_pair_ranges_free(j->g, &j->x);
}

static kerf_status prepare(job *j)
{
    KF_TRY(open_job(j));
    KF_TRY(read_ranges(j));
    if (!j->unfit) find_contradiction(j);
    return KERF_OK;
}

static kerf_status contract(job *j, const kf_limits *limits, kf_clusters *out)
{
    uint32_t merged = 0;
    kf_ranges r = { .n = j->n,
                    .least = 2 * j->x.low,
                    .most = 2 * j->x.high,
                    .charges = j->charges,
                    .locked = j->locked,
                    .n_pairs = j->pairs.n,
                    .pairs = j->pairs.at };
    assert(r.least <= r.most && r.most <= 0);
    KF_TRY(kf_ranges_contract(&r, limits, j->mem, j->cluster, &merged));
    assert(merged < j->n || j->n == 0);
    return merged > 0 ? force_clusters(j, out) : KERF_OK;
}

/* With ranges: contraction. Where hard formulas couple pairs, a first assignment is hard to find:
 * one is proposed. */
static kerf_status contract_predicate(kf_grounder *g, uint32_t predicate, const kf_cpi_options *o,
                                      const kf_limits *limits, kf_clusters *out)
{
    job j = { .g = g, .mem = kf_grounder_mem(g) };
    bool known, few, anyhow = o->clusters_from > 0;
    kerf_status st = kf_pair_ranges_gather(g, predicate, anyhow, &j.x, &known);
    few = known;
    if (st == KERF_OK && !known) {
        kf_pair_ranges_free(g, &j.x);
        st = kf_pair_ranges_gather_costs(g, predicate, anyhow, &j.x, &few);
    }
    if (st == KERF_OK && few) st = prepare(&j);
    bool fit = st == KERF_OK && few && !j.unfit;
    if (fit && known) st = contract(&j, limits, out);
    if (st == KERF_OK && fit && j.x.hard) st = propose(&j, limits, o->settings.seed, out);
    close_job(&j);
    return st;
}

/* ---- All ---- */

kerf_status kf_clusters_contract(kf_grounder *g, const kf_cpi_options *o, const kf_limits *limits,
                                 kf_clusters *out)
{
    const kf_database *d = kf_grounder_database(g);
    bool beyond = kf_settings_use(&o->settings, KF_BEYOND); /* units follow from no grounding */
    if (!kf_clusters_are_used(o) || !beyond || kf_grounder_has_stages(g)) return KERF_OK;
    for (uint32_t i = 0; i < d->n_predicates; i++) {
        const kf_predicate *p = &kf_grounder_model(g)->predicates.at[i];
        bool large = p->arity == 2 && d->domains[p->slots[0].type].n >= kf_clusters_least(o);
        if (large && p->hidden) KF_TRY(contract_predicate(g, i, o, limits, out));
    }
    return KERF_OK;
}

kerf_status kf_clusters_release(kf_grounder *g, kf_clusters *x)
{
    kerf_status st = KERF_OK;
    for (size_t i = 0; st == KERF_OK && i < x->forced.n; i++)
        st = kf_pair_ranges_release(g, (kf_atom){ x->forced.at[i] });
    kf_vec_free(kf_grounder_mem(g), &x->forced);
    kf_vec_free(kf_grounder_mem(g), &x->proposed);
    kf_vec_free(kf_grounder_mem(g), &x->proposition);
    return st;
}

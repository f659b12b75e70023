/* clusters.c -- clusterings, solved apart from the ground problem; see clusters.h.
 *
 * A relation that is transitive and symmetric is a clustering of its nodes, but for the diagonal:
 * P(a,a) is true where a is in a cluster of two or more, and free where a is alone. So the costs of
 * P(a,b) and P(b,a) add up to the score of a pair, and what P(a,a) pays for being true rather than
 * as it likes is the charge of a node (solve/clustering/clustering.h). No other formula has an atom
 * of P and another hidden one, so that the rest of the model does not matter to it, nor it to the
 * rest.
 *
 * An atom that nothing lists pays the default of its predicate, and is never named. Where formulas
 * are asked atom by atom (ground/penalty.c) only atoms within components of possibly positive pairs
 * are: such a formula only makes pairs worse, and no best cluster leaves a component. */
#include "infer/clusters/clusters.h"

#include "base/check.h"
#include "ground/atoms.h"
#include "ground/pair_costs.h"
#include "solve/clustering/clustering.h"
#include "solve/clustering/union_find.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LEAST_CONSTANTS = 24, MOST_DENSE = 1500 };
static const double MOST_PAIRS = 4e7;    /* that are listed because of penalties */
static const double MOST_PROPOSED = 4e6; /* atoms */

typedef struct diagonal { /* of P(a,a) */
    double if_true, if_false;
} diagonal;

typedef struct job {
    kf_grounder *g;
    kf_mem *mem;
    kf_pair_costs *x;
    const kf_domain *nodes; /* node i is the constant ids[i] */
    uint32_t n, n_constants;
    uint32_t *node_of; /* by constant */
    diagonal *own;     /* by node */
    double *charges;
    uint32_t *cluster;
    KF_VEC(kf_scored_pair) pairs;
    double unlisted;
    bool unfit; /* it is left to the ground problem */
} job;

/* ---- Costs to scores ---- */

static kerf_status add_pair(job *j, uint32_t a, uint32_t b, double score)
{
    assert(a != b && a < j->n && b < j->n && !isnan(score));
    kf_scored_pair p = { a < b ? a : b, a < b ? b : a, score };
    return kf_vec_push(j->mem, &j->pairs, p) ? KERF_OK : KERF_NO_MEMORY;
}

/* What is listed, one after another. */
static kerf_status read_list(job *j)
{
    for (size_t i = 0; i < j->x->list.n; i++) {
        const kf_pair_cost *c = &j->x->list.at[i];
        uint32_t a = j->node_of[c->row[0]], b = j->node_of[c->row[1]];
        if (a == KF_NONE || b == KF_NONE) { /* a constant of another world */
            j->unfit = true;
            return KERF_OK;
        }
        if (a != b) KF_TRY(add_pair(j, a, b, c->if_false - c->if_true));
        j->own[a].if_true += a == b ? c->if_true : 0;
        j->own[a].if_false += a == b ? c->if_false : 0;
    }
    return KERF_OK;
}

static int by_pair(const void *a, const void *b)
{
    const kf_scored_pair *x = a, *y = b;
    if (x->b != y->b) return x->b < y->b ? -1 : 1;
    return (x->score > y->score) - (x->score < y->score);
}

/* Of a node's pairs those that are alike become one. Forced and forbidden at once: unfit. */
static size_t add_up(job *j, kf_scored_pair *p, size_t n, kf_scored_pair *to)
{
    size_t kept = 0;
    if (n > 1) qsort(p, n, sizeof *p, by_pair);
    for (size_t i = 0; i < n; i++) {
        bool again = kept > 0 && to[kept - 1].b == p[i].b;
        if (again && isinf(to[kept - 1].score) && isinf(p[i].score)
            && to[kept - 1].score != p[i].score)
            j->unfit = true;
        if (!again) to[kept++] = p[i];
        else if (!isinf(to[kept - 1].score)) to[kept - 1].score += p[i].score;
    }
    return kept;
}

#ifndef NDEBUG
/* Asserts: pairs ascend, none twice, and each names its lesser node first. */
static void check_pairs(const job *j)
{
    for (size_t i = 0; i < j->pairs.n; i++) {
        const kf_scored_pair *p = &j->pairs.at[i];
        assert(p->a < p->b && p->b < j->n);
        assert(i == 0 || p[-1].a < p->a || (p[-1].a == p->a && p[-1].b < p->b));
    }
}
#endif

/* Sorts pairs by node, and adds up. */
static kerf_status merge_pairs(job *j)
{
    size_t n = j->pairs.n, kept = 0;
    kf_scored_pair *sorted = kf_mem_alloc(j->mem, n, sizeof *sorted);
    size_t *start = kf_mem_calloc(j->mem, (size_t)j->n + 2, sizeof *start);
    bool made = sorted && start;
    for (size_t i = 0; made && i < n; i++) start[j->pairs.at[i].a + 2]++;
    for (uint32_t i = 2; made && i < j->n + 2; i++) start[i] += start[i - 1];
    for (size_t i = 0; made && i < n; i++) sorted[start[j->pairs.at[i].a + 1]++] = j->pairs.at[i];
    for (uint32_t i = 0; made && i < j->n; i++)
        kept += add_up(j, sorted + start[i], start[i + 1] - start[i], j->pairs.at + kept);
    assert(kept <= n);
    if (made) j->pairs.n = kept;
    if (made) KF_CHECK(check_pairs(j));
    kf_mem_free(j->mem, sorted, n, sizeof *sorted);
    kf_mem_free(j->mem, start, (size_t)j->n + 2, sizeof *start);
    return made ? KERF_OK : KERF_NO_MEMORY;
}

/* Every pair has a score: where a pair that nothing lists would rather be together. */
static kerf_status list_all(job *j)
{
    if (j->n > MOST_DENSE) {
        j->unfit = true;
        return KERF_OK;
    }
    for (uint32_t a = 0; a < j->n; a++)
        for (uint32_t b = a + 1; b < j->n; b++) KF_TRY(add_pair(j, a, b, 0));
    return KERF_OK;
}

/* ---- Penalties ---- */

static kerf_status penalty_of(job *j, uint32_t a, uint32_t b, double *sum)
{
    double one, other = 0;
    uint32_t row[2] = { j->nodes->ids[a], j->nodes->ids[b] }, back[2] = { row[1], row[0] };
    KF_TRY(kf_pair_costs_beyond(j->g, j->x, row, &one));
    if (a != b) KF_TRY(kf_pair_costs_beyond(j->g, j->x, back, &other));
    *sum = one + other;
    return KERF_OK;
}

/* Pairs within a component of nodes that positive or forced pairs connect. */
static kerf_status list_penalties(job *j, const uint32_t *next)
{
    for (uint32_t a = 0; a < j->n; a++) {
        double own;
        KF_TRY(penalty_of(j, a, a, &own));
        j->own[a].if_true += own;
        for (uint32_t b = next[a]; b != KF_NONE; b = next[b]) {
            double sum;
            assert(b > a); /* so that no pair is met twice */
            KF_TRY(penalty_of(j, a, b, &sum));
            if (sum > 0) KF_TRY(add_pair(j, a, b, -sum));
        }
    }
    return KERF_OK;
}

static double connect(job *j, uint32_t *root, uint32_t *next, uint32_t *size)
{
    double pairs = 0;
    for (uint32_t i = 0; i < j->n; i++) {
        root[i] = i;
        next[i] = KF_NONE;
    }
    for (size_t i = 0; i < j->pairs.n; i++) {
        const kf_scored_pair *p = &j->pairs.at[i];
        if (p->score - j->unlisted > 0) root[kf_find_root(root, p->b)] = kf_find_root(root, p->a);
    }
    for (uint32_t i = 0; i < j->n; i++) size[root[i] = kf_find_root(root, i)]++;
    for (uint32_t i = 0; i < j->n; i++) pairs += (double)size[i] * (size[i] - 1.) / 2;
    for (uint32_t i = 0; i < j->n; i++) size[i] = KF_NONE; /* from here on: the last seen */
    for (uint32_t i = j->n; i-- > 0;) {
        next[i] = size[root[i]];
        size[root[i]] = i;
    }
    return pairs;
}

static kerf_status add_penalties(job *j)
{
    uint32_t *root = kf_mem_alloc(j->mem, j->n, sizeof *root);
    uint32_t *next = kf_mem_alloc(j->mem, j->n, sizeof *next);
    uint32_t *size = kf_mem_calloc(j->mem, j->n, sizeof *size);
    kerf_status st = root && next && size ? KERF_OK : KERF_NO_MEMORY;
    if (st == KERF_OK) j->unfit = connect(j, root, next, size) > MOST_PAIRS;
    if (st == KERF_OK && !j->unfit) st = list_penalties(j, next);
    if (st == KERF_OK && !j->unfit) st = merge_pairs(j);
    kf_mem_free(j->mem, root, j->n, sizeof *root);
    kf_mem_free(j->mem, next, j->n, sizeof *next);
    kf_mem_free(j->mem, size, j->n, sizeof *size);
    return st;
}

/* ---- The clustering ---- */

static void set_charges(job *j)
{
    for (uint32_t i = 0; i < j->n; i++) {
        diagonal *d = &j->own[i];
        d->if_true += j->x->default_true;
        d->if_false += j->x->default_false;
        if (isinf(d->if_true) && isinf(d->if_false)) j->unfit = true;
        j->charges[i] = isinf(d->if_false) ? 0 : fmax(0, d->if_true - d->if_false);
    }
}

static kerf_status read_costs(job *j)
{
    j->unlisted = 2 * (j->x->default_true + j->x->apart - j->x->default_false);
    KF_TRY(read_list(j));
    if (j->unlisted < 0 && !j->unfit) KF_TRY(list_all(j));
    if (!j->unfit) KF_TRY(merge_pairs(j));
    if (!j->unfit && kf_pair_costs_are_partial(j->g, j->x)) KF_TRY(add_penalties(j));
    for (size_t i = 0; i < j->pairs.n; i++) j->pairs.at[i].score -= j->unlisted;
    assert(j->unfit || j->unlisted >= 0 || j->pairs.n == (size_t)j->n * (j->n - 1) / 2);
    if (j->unlisted < 0) j->unlisted = 0; /* every pair is listed */
    set_charges(j);
    return KERF_OK;
}

/* What is done with an atom that the clusters make true. */
typedef kerf_status atom_fn(job *, const uint32_t *row, void *context);

typedef struct true_atoms {
    double n, apart; /* all, and those of two nodes */
} true_atoms;

static kerf_status set_atom(job *j, const uint32_t *row, void *context)
{
    true_atoms *set = context;
    set->n++;
    set->apart += row[0] != row[1];
    return kf_pair_costs_set(j->g, j->x, row);
}

/* Atoms of clusters, and of nodes that are alone and like P(a,a). */
static kerf_status visit_node(job *j, uint32_t a, const uint32_t *next, atom_fn *visit,
                              void *context)
{
    const diagonal *d = &j->own[a];
    bool alone = j->cluster[a] == a && next[a] == KF_NONE;
    uint32_t row[2] = { j->nodes->ids[a], j->nodes->ids[a] };
    if (!alone || d->if_true < d->if_false) KF_TRY(visit(j, row, context));
    for (uint32_t b = next[a]; b != KF_NONE; b = next[b]) {
        uint32_t there[2] = { row[0], j->nodes->ids[b] }, back[2] = { there[1], there[0] };
        KF_TRY(visit(j, there, context));
        KF_TRY(visit(j, back, context));
    }
    return KERF_OK;
}

/* next: by node, the next one of its cluster; a cluster's first node is its name. */
static kerf_status visit_atoms(job *j, atom_fn *visit, void *context)
{
    uint32_t *next = kf_mem_alloc(j->mem, j->n, sizeof *next);
    uint32_t *seen = kf_mem_alloc(j->mem, j->n, sizeof *seen);
    kerf_status st = next && seen ? KERF_OK : KERF_NO_MEMORY;
    for (uint32_t i = 0; st == KERF_OK && i < j->n; i++) seen[i] = KF_NONE;
    for (uint32_t i = j->n; st == KERF_OK && i-- > 0;) {
        next[i] = seen[j->cluster[i]];
        seen[j->cluster[i]] = i;
    }
    for (uint32_t i = 0; st == KERF_OK && i < j->n; i++)
        st = visit_node(j, i, next, visit, context);
    kf_mem_free(j->mem, next, j->n, sizeof *next);
    kf_mem_free(j->mem, seen, j->n, sizeof *seen);
    return st;
}

/* What listed atoms pay, and what the open ones pay by default. */
static kerf_status count_cost(job *j, true_atoms set, double *cost)
{
    const kf_database *d = kf_grounder_database(j->g);
    const kf_relation *known = d->fixed_true[j->x->predicate];
    double fixed_true = d->fixed_true[j->x->predicate]->alive;
    double fixed = fixed_true + d->fixed_false[j->x->predicate]->alive;
    double open_true = set.n - fixed_true, open = (double)j->n * j->n - fixed;
    assert(open_true >= 0 && open_true <= open); /* clusters have what is forced */
    *cost = j->x->default_true * open_true + j->x->default_false * (open - open_true);
    for (uint32_t i = 0; i < known->n; i++)
        if (!known->dead || !known->dead[i])
            set.apart -= known->columns[0][i] != known->columns[1][i];
    assert(set.apart >= 0);
    *cost += j->x->apart * set.apart;
    for (size_t i = 0; i < j->x->list.n; i++) {
        const kf_pair_cost *c = &j->x->list.at[i];
        bool together = kf_database_holds(d, j->x->predicate, c->row);
        double pays = together ? c->if_true : c->if_false;
        assert(!isinf(pays));
        *cost += pays;
    }
    return KERF_OK;
}

/* Penalties of atoms that are true. */
static kerf_status count_penalties(job *j, double *cost)
{
    const kf_relation *rel = kf_grounder_database(j->g)->atoms[j->x->predicate];
    if (!kf_pair_costs_are_partial(j->g, j->x)) return KERF_OK;
    for (uint32_t i = 0; i < rel->n; i++) {
        uint32_t row[2] = { rel->columns[0][i], rel->columns[1][i] };
        double each;
        if (rel->dead && rel->dead[i]) continue;
        if (kf_database_fixed(kf_grounder_database(j->g), j->x->predicate, row) != KF_UNKNOWN)
            continue;
        KF_TRY(kf_pair_costs_beyond(j->g, j->x, row, &each));
        *cost += each;
    }
    return KERF_OK;
}

/* What the clusters gain, by the scores that were handed over. */
static double value_of(const job *j)
{
    double value = 0, inside = 0;
    for (size_t i = 0; i < j->pairs.n; i++) {
        const kf_scored_pair *p = &j->pairs.at[i];
        if (j->cluster[p->a] != j->cluster[p->b]) continue;
        inside -= 1;
        if (isfinite(p->score)) value += p->score;
    }
    uint32_t *size = kf_mem_calloc(j->mem, j->n, sizeof *size);
    for (uint32_t i = 0; size && i < j->n; i++) inside += size[j->cluster[i]]++;
    for (uint32_t i = 0; size && i < j->n; i++)
        if (size[j->cluster[i]] > 1) value -= j->charges[i];
    kf_mem_free(j->mem, size, j->n, sizeof *size);
    return size ? value - j->unlisted * inside : NAN;
}

/* No solver is trusted: is the clustering one, and does it gain what is said? */
static kerf_status check_claim(const job *j, const kf_clustered *found)
{
    double near = 1e-6 * fmax(1, fabs(found->value)), value;
    for (uint32_t i = 0; i < j->n; i++)
        if (j->cluster[i] > i || j->cluster[j->cluster[i]] != j->cluster[i]) return KERF_INTERNAL;
    value = value_of(j);
    if (isnan(value)) return KERF_NO_MEMORY;
    return fabs(value - found->value) <= near && found->gap >= 0 ? KERF_OK : KERF_INTERNAL;
}

static void note(kf_clusters *out, const job *j, const kf_clustered *found)
{
    out->any = true;
    out->gap += found->gap;
    out->pairs += j->pairs.n;
    out->components += found->components ? found->components : 1;
    out->work += found->work;
    assert(found->largest <= j->n && found->gap >= 0);
    uint64_t pairs = found->largest * (found->largest + 1) / 2;
    if (pairs > out->largest) out->largest = pairs;
}

/* To the proof, or as good as local search makes it. */
static kerf_status find_clusters(job *j, const kf_cpi_options *o, const kf_limits *limits,
                                 bool proof, kf_clustered *found)
{
    kf_clustering c = { .n = j->n,
                        .unlisted = j->unlisted,
                        .charges = j->charges,
                        .n_pairs = j->pairs.n,
                        .pairs = j->pairs.at };
    kf_limits all = *limits;
    all.effort = proof ? KF_EFFORT_FULL : KF_EFFORT_LOOSE;
    *found = (kf_clustered){ .cluster = j->cluster };
    KF_TRY(kf_clustering_solve(&c, &all, j->mem, o->settings.seed, found));
    j->unfit = found->contradiction;
    return j->unfit ? KERF_OK : check_claim(j, found);
}

/* A clustering that was stopped is an answer, and as yet the only one: what is left to do with it
 * is done. */
static void start_grace(const job *j, const kf_cpi_options *o, kf_clusters *out)
{
    if (out->graced || !out->grace || !kf_stop_ask(o->stop)) return;
    out->graced = true;
    kf_grounder_on_stop(j->g, out->grace);
}

static kerf_status solve(job *j, const kf_cpi_options *o, const kf_limits *limits, kf_clusters *out)
{
    kf_clustered found;
    true_atoms set = { 0 };
    double cost;
    KF_TRY(find_clusters(j, o, limits, true, &found));
    start_grace(j, o, out);
    if (j->unfit) return KERF_OK;
    KF_TRY(visit_atoms(j, set_atom, &set));
    KF_TRY(count_cost(j, set, &cost));
    KF_TRY(count_penalties(j, &cost));
    kf_pair_costs_settle(j->g, j->x, cost);
    note(out, j, &found);
    return KERF_OK;
}

/* ---- Propositions ---- */

static kerf_status propose_atom(job *j, const uint32_t *row, void *context)
{
    kf_clusters *out = context;
    kf_atom atom;
    if (kf_database_fixed(kf_grounder_database(j->g), j->x->predicate, row) != KF_UNKNOWN)
        return KERF_OK;
    KF_TRY(kf_grounder_atom(j->g, j->x->predicate, row, &atom));
    return kf_vec_push(j->mem, &out->proposition, atom.id) ? KERF_OK : KERF_NO_MEMORY;
}

static double count_pairs(const job *j, uint32_t *size)
{
    double pairs = 0;
    for (uint32_t i = 0; i < j->n; i++) pairs += 1 + 2. * size[j->cluster[i]]++;
    return pairs;
}

/* The clustering is given back to the problem, with a good assignment of it. */
static kerf_status propose(job *j, const kf_cpi_options *o, const kf_limits *limits,
                           kf_clusters *out)
{
    kf_clustered found;
    KF_TRY(find_clusters(j, o, limits, false, &found));
    KF_TRY(kf_pair_costs_give_back(j->g, j->x));
    if (j->unfit) return KERF_OK;
    uint32_t *size = kf_mem_calloc(j->mem, j->n, sizeof *size);
    if (!size) return KERF_NO_MEMORY;
    bool few = count_pairs(j, size) <= MOST_PROPOSED;
    kf_mem_free(j->mem, size, j->n, sizeof *size);
    if (!few) return KERF_OK;
    if (!kf_vec_push(j->mem, &out->proposed, j->x->predicate)) return KERF_NO_MEMORY;
    return visit_atoms(j, propose_atom, out);
}

/* ---- Life ---- */

static kerf_status open_job(job *j, kf_grounder *g, kf_pair_costs *x)
{
    const kf_database *d = kf_grounder_database(g);
    const kf_predicate *p = &kf_grounder_model(g)->predicates.at[x->predicate];
    *j = (job){ .g = g, .mem = kf_grounder_mem(g), .x = x };
    j->nodes = &d->domains[p->slots[0].type];
    j->n = j->nodes->n;
    j->n_constants = d->atoms[x->predicate]->constants[0];
    j->node_of = kf_mem_alloc(j->mem, j->n_constants, sizeof *j->node_of);
    j->own = kf_mem_calloc(j->mem, j->n, sizeof *j->own);
    j->charges = kf_mem_alloc(j->mem, j->n, sizeof *j->charges);
    j->cluster = kf_mem_alloc(j->mem, j->n, sizeof *j->cluster);
    if (!j->node_of || !j->own || !j->charges || !j->cluster) return KERF_NO_MEMORY;
    for (uint32_t i = 0; i < j->n_constants; i++) j->node_of[i] = KF_NONE;
    for (uint32_t i = 0; i < j->n; i++) j->node_of[j->nodes->ids[i]] = i;
    return KERF_OK;
}

static void close_job(job *j)
{
    kf_mem_free(j->mem, j->node_of, j->n_constants, sizeof *j->node_of);
    kf_mem_free(j->mem, j->own, j->n, sizeof *j->own);
    kf_mem_free(j->mem, j->charges, j->n, sizeof *j->charges);
    kf_mem_free(j->mem, j->cluster, j->n, sizeof *j->cluster);
    kf_vec_free(j->mem, &j->pairs);
}

static kerf_status solve_predicate(kf_grounder *g, kf_pair_costs *x, const kf_cpi_options *o,
                                   const kf_limits *limits, kf_clusters *out)
{
    job j;
    kerf_status st = kf_pair_costs_complete(g, x);
    bool unfit = st == KERF_LIMIT; /* too much is forced */
    if (unfit) return kf_pair_costs_give_back(g, x);
    KF_TRY(st);
    st = open_job(&j, g, x);
    if (st == KERF_OK) st = read_costs(&j);
    bool beyond = kf_settings_use(&o->settings, KF_BEYOND), fit = st == KERF_OK && !j.unfit;
    if (fit) st = beyond ? solve(&j, o, limits, out) : propose(&j, o, limits, out);
    unfit = j.unfit && x->known;
    close_job(&j);
    return st == KERF_OK && unfit ? kf_pair_costs_give_back(g, x) : st;
}

bool kf_clusters_are_used(const kf_cpi_options *o)
{
    return kf_settings_use(&o->settings, KF_CLUSTERING) && o->solver->kind == KF_SOLVER_AUTO
           && o->simplify && !o->prepare;
}

uint32_t kf_clusters_least(const kf_cpi_options *o)
{
    return o->clusters_from ? o->clusters_from : LEAST_CONSTANTS;
}

kerf_status kf_clusters_find(kf_grounder *g, const kf_cpi_options *o)
{
    return kf_clusters_are_used(o) ? kf_pair_costs_find(g, kf_clusters_least(o)) : KERF_OK;
}

kerf_status kf_clusters_solve(kf_grounder *g, const kf_cpi_options *o, const kf_limits *limits,
                              kf_clusters *out)
{
    for (uint32_t i = 0; i < kf_grounder_database(g)->n_predicates; i++) {
        kf_pair_costs *x = kf_grounder_pair_costs(g, i);
        if (x) KF_TRY(solve_predicate(g, x, o, limits, out));
    }
    out->stopped = out->gap > 0 && kf_limits_reached(limits);
    return KERF_OK;
}

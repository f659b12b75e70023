/* pair_tree.c -- branch and bound over pairs, on the bounds of dual ascent.
 *
 * At the root the temperature falls from hot to cold, rows are separated as it does, and pairs
 * whose reduced score is beyond the gap become known, with all that follows by transitivity.
 * Pentagons and rows of two sets are left out at first: many proofs do not need them, and there are
 * many. Where little is missing, a few nodes without them take less. Else first the ones are tried,
 * then the others too, and those that close little of the gap are left out for good.
 * Further down a pair is set, and prices begin where they were above. A node is closed by its
 * bound, by a contradiction, or when every pair is known: then its clustering is compared with the
 * best.
 *
 * A bound closes a node if it is above the best value by no more than 2e-10 of what that costs,
 * which is what it gains less than all positive scores; or, where all scores are multiples of a
 * step, by less than that (solve/presolve/step.c). */
#include "solve/clustering/pair_tree.h"

#include "base/check.h"
#include "solve/clustering/moves.h"
#include "solve/clustering/pair_dual.h"
#include "solve/presolve/step.h"

#include <math.h>
#include <string.h>

/* Temperatures, of a typical score. */
static const double HOT = .3, MILD = .1, WARM = .01, COLD = .004;
static const double COOLING = .9, FASTER = .8;
static const double NOT_MUCH = .01;    /* of the cost: a gap that may be the incumbent's, */
static const double LITTLE = .002;     /* and one that a few nodes close */
static const double CLOSE = .005;      /* and one that pentagons are not tried for */
static const double REHEAT = .1;       /* of the gap */
static const double USEFUL = .1;       /* likewise: what a class of rows has to close */
static const double TOLERANCE = 2e-10; /* of the cost */
static const double OF_STEP = .999;
static const double OF_GAP = .01; /* of what is missing: colder than that gains nothing */
enum { PASSES = 8, PURGE_EVERY = 3, ROUND_EVERY = 8, MOST_DEPTH = 400, SHALLOW = 4 };
enum { FEW = 100, PAUSE = 3 }; /* rows that are found: a share of all; rounds without separation */
enum { SEARCH_SHARE = 6, LEAST_SEARCH = 2000000 }; /* of the work of proofs; edges at a time */

typedef struct tree {
    kf_pair_proof *p;
    kf_pair_dual d;
    const kf_limits *limits;
    kf_random *random;
    double step;     /* bound - value less than that closes a node; 0: there is none */
    double positive; /* scores in sum */
    double open;     /* the highest bound of a node that was left open */
    uint32_t *label;
    double *size;
    uint32_t *count;                /* room */
    uint64_t searched;              /* work of local search */
    bool anew;                      /* the last one began at random */
    uint32_t pause;                 /* rounds until rows are separated again */
    size_t saved;                   /* rows that nodes above have prices for */
    bool no_pentagons, no_two_sets; /* they gained little at the root */
    bool stopped;
} tree;

typedef enum verdict { OPEN, CLOSED } verdict;

/* ---- Incumbents ---- */

static void keep_better(tree *t)
{
    double value = kf_net_value(t->p->g, t->label, t->size, t->count);
    if (!(value > t->p->value)) return;
    t->p->value = value;
    memcpy(t->p->label, t->label, t->d.n * sizeof *t->label);
}

/* Moves and, if it may work so much, kicks. */
static kerf_status improve(tree *t, const uint32_t *label, uint64_t work)
{
    kf_moves m;
    kerf_status st = kf_moves_open(&m, t->p->g, label);
    if (st == KERF_OK) st = kf_moves_search(&m, t->limits, t->random, work);
    if (st == KERF_OK) kf_moves_read(&m, t->label);
    kf_moves_free(&m);
    if (st == KERF_OK) keep_better(t);
    return st;
}

/* A clustering at random, of few clusters or many. */
static void draw_labels(tree *t)
{
    uint32_t n = t->d.n, clusters = 1 + kf_random_below(t->random, (n + 1) / 2);
    for (uint32_t i = 0; i < n; i++) t->label[i] = kf_random_below(t->random, clusters);
}

/* The longer the proof takes, the more a better clustering is looked for, from the best one and
 * from random ones in turn: as far as that is behind. */
static kerf_status search_on(tree *t)
{
    uint64_t work = t->d.work / SEARCH_SHARE;
    if (work < t->searched + LEAST_SEARCH) return KERF_OK;
    work -= t->searched;
    t->searched += work;
    t->anew = !t->anew;
    if (!t->anew) return improve(t, t->p->label, work);
    draw_labels(t);
    return improve(t, t->label, work);
}

/* Each node that is left takes those that are rather with it than not; then moves. */
static kerf_status round_values(tree *t)
{
    for (uint32_t i = 0; i < t->d.n; i++) t->label[i] = KF_MERGED;
    for (uint32_t i = 0; i < t->d.n; i++) {
        if (t->label[i] != KF_MERGED) continue;
        t->label[i] = i;
        for (uint32_t k = i + 1; k < t->d.n; k++)
            if (t->label[k] == KF_MERGED && t->d.x[kf_pair_var(&t->d, i, k)] > .5f) t->label[k] = i;
    }
    return improve(t, t->label, 0);
}

/* ---- One node ---- */

/* How far above the best value a bound may be and prove it the best. */
static double enough(const tree *t)
{
    return fmax(t->step, TOLERANCE * (t->positive - t->p->value));
}

static bool is_closed(const tree *t)
{
    return t->d.bound - t->p->value <= enough(t);
}

/* All pairs are known: this is the clustering. */
static void read_leaf(tree *t)
{
    for (uint32_t i = 0; i < t->d.n; i++) t->label[i] = i;
    for (uint32_t i = 0; i < t->d.n; i++) {
        if (t->label[i] != i) continue;
        for (uint32_t k = i + 1; k < t->d.n; k++)
            if (t->d.known[kf_pair_var(&t->d, i, k)] == KF_TOGETHER) t->label[k] = i;
    }
    keep_better(t);
}

static bool is_leaf(const kf_pair_dual *d)
{
    for (uint32_t i = 0; i < d->n_pairs; i++)
        if (d->known[i] == KF_FREE) return false;
    return true;
}

/* One temperature: rows, prices, the bound, what follows from it. */
static kerf_status cool_once(tree *t, double heat, verdict *out)
{
    kf_pair_dual *d = &t->d;
    uint64_t added = 0;
    bool clash = false;
    kf_pair_dual_smooth(d, heat);
    if (t->pause > 0) t->pause--;
    else {
        KF_TRY(kf_pair_dual_separate(d, &added));
        t->pause = added * FEW < d->rows.n ? PAUSE : 0;
    }
    KF_TRY(kf_pair_dual_ascend(d, PASSES));
    kf_pair_dual_bound(d);
    if (!is_closed(t)) KF_TRY(kf_pair_dual_fix(d, d->bound - t->p->value - enough(t), &clash));
    if (clash || is_closed(t)) *out = CLOSED;
    else if (is_leaf(d)) {
        read_leaf(t);
        *out = CLOSED;
    }
    t->stopped |= d->stopped || kf_limits_reached(t->limits);
    return KERF_OK;
}

/* What smoothing hides is to be less than what is missing, be it scores of another size. */
static double cold_of(const tree *t)
{
    double cold = COLD * t->d.scale, missing = t->d.bound - t->p->value;
    return missing > 0 ? fmin(cold, OF_GAP * missing) : cold;
}

/* Cools from hot to cold, then on while that helps. */
static kerf_status cool_down(tree *t, double hot, double cooling, bool root, verdict *out)
{
    enum { PATIENCE = 3 };
    double heat = hot * t->d.scale, best = t->d.bound;
    uint32_t idle = 0;
    t->pause = 0;
    for (uint32_t round = 1; *out == OPEN && !t->stopped && idle < PATIENCE; round++) {
        KF_TRY(cool_once(t, heat, out));
        if (root && t->d.bound < t->p->bound) t->p->bound = t->d.bound;
        if (*out == CLOSED || t->stopped) break;
        bool helps = best - t->d.bound > .02 * (t->d.bound - t->p->value);
        best = fmin(best, t->d.bound);
        if (root && hot > WARM && round % PURGE_EVERY == 0) kf_pair_dual_purge(&t->d, 0);
        if (root && round % ROUND_EVERY == 0) KF_TRY(round_values(t));
        KF_TRY(search_on(t));
        double cold = cold_of(t);
        idle = heat > cold || helps ? 0 : idle + 1;
        heat = fmax(cold, heat * cooling);
    }
    kf_pair_dual_purge(&t->d, t->saved);
    return KERF_OK;
}

/* Is no more missing than so much of the cost? */
static bool is_near(const tree *t, double share)
{
    return t->d.bound - t->p->value <= share * (t->positive - t->p->value);
}

/* A class of rows at the root: does it close a share of the gap? */
static kerf_status try_rows(tree *t, bool *useless, bool *class, verdict *out)
{
    double before = t->d.bound;
    if (t->stopped) return KERF_OK;
    *class = true;
    KF_TRY(cool_down(t, MILD, COOLING, true, out));
    *useless = before - t->d.bound < USEFUL * (before - t->p->value);
    *class = !*useless;
    return KERF_OK;
}

/* Again from warm on, while that gains a share of the gap: both branches are the better for it. */
static kerf_status solve_node(tree *t, uint32_t depth, verdict *out)
{
    double before;
    bool root = depth == 0;
    *out = OPEN;
    if (root) KF_TRY(cool_down(t, HOT, COOLING, true, out));
    if (root && *out == OPEN && !t->stopped && is_near(t, NOT_MUCH))
        KF_TRY(cool_down(t, WARM, FASTER, true, out)); /* and search for a better incumbent */
    bool more = depth >= SHALLOW || !is_near(t, LITTLE);
    if (root) t->no_pentagons = is_near(t, CLOSE);
    t->d.pentagons = more && !t->no_pentagons;
    t->d.two_sets = more && !t->no_two_sets && !root;
    if (root && more && *out == OPEN && !t->no_pentagons)
        KF_TRY(try_rows(t, &t->no_pentagons, &t->d.pentagons, out));
    if (root && more && *out == OPEN) KF_TRY(try_rows(t, &t->no_two_sets, &t->d.two_sets, out));
    do {
        before = t->d.bound;
        if (*out == OPEN && !t->stopped) KF_TRY(cool_down(t, WARM, FASTER, root, out));
    } while (*out == OPEN && !t->stopped
             && before - t->d.bound > REHEAT * (t->d.bound - t->p->value));
    return KERF_OK;
}

/* ---- The tree ---- */

static uint32_t branching_pair(const kf_pair_dual *d)
{
    uint32_t best = KF_MERGED;
    float least = 2;
    for (uint32_t i = 0; i < d->n_pairs; i++) {
        float off = fabsf(d->x[i] - .5f);
        if (d->known[i] != KF_FREE || off >= least) continue;
        least = off;
        best = i;
    }
    return best;
}

static void leave_open(tree *t, double bound)
{
    t->open = fmax(t->open, bound);
}

static kerf_status branch(tree *t, uint32_t depth);

static kerf_status descend(tree *t, uint32_t var, uint8_t known, double bound, uint32_t depth)
{
    bool clash = false;
    verdict v;
    KF_TRY(kf_pair_dual_set(&t->d, var, known, &clash));
    if (clash) return KERF_OK;
    t->p->nodes++;
    t->d.bound = bound;
    if (is_leaf(&t->d)) {
        read_leaf(t);
        return KERF_OK;
    }
    KF_TRY(solve_node(t, depth, &v));
    t->d.bound = fmin(t->d.bound, bound);
    if (v == CLOSED) return KERF_OK;
    if (!t->stopped && depth < MOST_DEPTH) return branch(t, depth);
    leave_open(t, t->d.bound);
    return KERF_OK;
}

typedef struct saved { /* a node as it stands */
    uint8_t *known;
    double *prices;
    size_t n;
} saved;

static void restore(tree *t, const saved *s)
{
    kf_pair_dual *d = &t->d;
    memcpy(d->known, s->known, d->n_vars);
    assert(s->n <= d->prices.n && d->prices.n == d->rows.n); /* rows of nodes above stay */
    if (d->prices.n > 0) memset(d->prices.at, 0, d->prices.n * sizeof *d->prices.at);
    if (s->n > 0) memcpy(d->prices.at, s->prices, s->n * sizeof *s->prices);
    kf_pair_dual_bound(d);
}

/* Both children of the node that stands. */
static kerf_status branch(tree *t, uint32_t depth)
{
    kf_pair_dual *d = &t->d;
    double bound = d->bound;
    size_t before = t->saved;
    KF_TRY(round_values(t));
    kf_pair_dual_bound(d);
    if (is_closed(t)) return KERF_OK;
    uint32_t var = branching_pair(d);
    assert(var != KF_MERGED);
    bool together = d->x[var] > .5f;
    saved s = { .n = d->prices.n };
    s.known = kf_mem_alloc(d->mem, d->n_vars, sizeof *s.known);
    s.prices = kf_mem_alloc(d->mem, s.n, sizeof *s.prices);
    kerf_status st = s.known && s.prices ? KERF_OK : KERF_NO_MEMORY;
    if (st == KERF_OK) {
        memcpy(s.known, d->known, d->n_vars);
        if (s.n > 0) memcpy(s.prices, d->prices.at, s.n * sizeof *s.prices);
        t->saved = s.n;
        st = descend(t, var, together ? KF_TOGETHER : KF_APART, bound, depth + 1);
    }
    if (st == KERF_OK && t->stopped) leave_open(t, bound);
    if (st == KERF_OK && !t->stopped) {
        restore(t, &s);
        st = descend(t, var, together ? KF_APART : KF_TOGETHER, bound, depth + 1);
    }
    t->saved = before;
    kf_mem_free(d->mem, s.known, d->n_vars, sizeof *s.known);
    kf_mem_free(d->mem, s.prices, s.n, sizeof *s.prices);
    return st;
}

/* ---- All ---- */

static kerf_status find_step(tree *t)
{
    const kf_pair_dual *d = &t->d;
    double *zero = kf_mem_calloc(d->mem, d->n_vars, sizeof *zero);
    double *size = kf_mem_alloc(d->mem, d->n_vars, sizeof *size);
    bool made = zero && size;
    for (uint32_t i = 0; made && i < d->n_vars; i++) {
        size[i] = fabs(d->score[i]);
        t->positive += fmax(0, d->score[i]);
    }
    kf_component c = { .n_atoms = d->n_vars, .cost_true = size, .cost_false = zero };
    if (made) t->step = OF_STEP * kf_component_step(&c).size;
    kf_mem_free(d->mem, zero, d->n_vars, sizeof *zero);
    kf_mem_free(d->mem, size, d->n_vars, sizeof *size);
    return made ? KERF_OK : KERF_NO_MEMORY;
}

static kerf_status search(tree *t)
{
    verdict v;
    uint32_t n = t->d.n;
    kf_pair_proof *p = t->p;
    t->label = kf_mem_alloc(t->d.mem, n, sizeof *t->label);
    t->size = kf_mem_alloc(t->d.mem, n, sizeof *t->size);
    t->count = kf_mem_alloc(t->d.mem, n, sizeof *t->count);
    if (!t->label || !t->size || !t->count) return KERF_NO_MEMORY;
    KF_TRY(find_step(t));
    p->nodes++;
    p->bound = kf_pair_dual_bound(&t->d);
    KF_TRY(solve_node(t, 0, &v));
    assert(v == CLOSED || p->bound >= p->value - enough(t));
    if (v == OPEN && t->stopped) leave_open(t, p->bound);
    if (v == OPEN && !t->stopped) KF_TRY(branch(t, 0));
    p->closed = t->open == -INFINITY;
    p->bound = p->closed ? p->value : fmin(p->bound, t->open);
    return KERF_OK;
}

kerf_status kf_prove_clustering(kf_pair_proof *p, const kf_limits *limits, kf_random *random)
{
    tree t = { .p = p, .limits = limits, .random = random, .open = -INFINITY };
    kerf_status st = kf_pair_dual_open(&t.d, p->g, p->forbidden);
    t.d.limits = limits;
    if (st == KERF_OK) st = search(&t);
    kf_mem_free(p->g->mem, t.label, p->g->n, sizeof *t.label);
    kf_mem_free(p->g->mem, t.size, p->g->n, sizeof *t.size);
    kf_mem_free(p->g->mem, t.count, p->g->n, sizeof *t.count);
    kf_pair_dual_free(&t.d);
    return st;
}

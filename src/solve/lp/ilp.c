/* ilp.c -- minimum cost as an integer program; see solver.h.
 *
 * A linear program with rows added as its point violates them. Usually its optimum is integral and
 * so the answer; else our own tree over the same program, which usually has three nodes; else, when
 * that grows, a library for integer programs with the rows that are there by then. (Riedel 2008,
 * section 3.2, has the programs; the order of these steps is measured.)
 *
 * Bounds come from our own arithmetic, not from a tolerance of the library, up to the last step:
 * there the library's word is taken for it that nothing is better, and kf_solved says so. Its point
 * is not believed: what the assignment of it costs must be what the library was asked to minimise. */
#include "solve/lp/ilp.h"

#include "solve/dual/ascent.h"
#include "solve/cuts/gather.h"
#include "solve/symmetry/lift.h"
#include "solve/mip/mip.h"
#include "solve/primal/near.h"
#include "solve/presolve/reduce.h"

#include <math.h>
#include <string.h>

const kf_ilp_options kf_ilp_defaults = {
    .tree_pivots = 1000000,
    .rows_per_round = 0,
    .rows_per_atom = 1,
};

static const double AS_CLAIMED = 1e-6; /* of the cost: what a library's tolerances may leave */
static const double NEAR = 1;          /* see kf_will_do(): any assignment that breaks nothing */

#ifdef HAVE_CLP

/* ---- The library for integer programs ---- */

typedef struct mip_room {
    double *lower, *upper, *x;
    size_t n;
} mip_room;

static void free_room(kf_mem *mem, mip_room *m)
{
    kf_mem_free(mem, m->lower, m->n, sizeof *m->lower);
    kf_mem_free(mem, m->upper, m->n, sizeof *m->upper);
    kf_mem_free(mem, m->x, m->n, sizeof *m->x);
}

/* The columns within the bounds that the root left them; `fixed`: how many of the trail it fixed. */
static bool make_room(const kf_tree *t, size_t fixed, mip_room *m)
{
    m->n = kf_lp_columns(t->lp);
    m->lower = kf_mem_calloc(t->mem, m->n, sizeof *m->lower);
    m->upper = kf_mem_alloc(t->mem, m->n, sizeof *m->upper);
    m->x = kf_mem_alloc(t->mem, m->n, sizeof *m->x);
    if (!m->lower || !m->upper || !m->x) return false;
    for (size_t j = 0; j < m->n; j++) m->upper[j] = 1;
    for (size_t i = 0; i < fixed; i++) {
        size_t column = t->trail.at[i];
        m->lower[column] = m->upper[column] = t->lp->lower.at[column];
    }
    return true;
}

/* What the linear program makes the library's point cost. */
static double objective(const kf_tree *t, const double *x)
{
    double sum = t->pool->constant;
    for (size_t j = 0; j < kf_lp_columns(t->lp); j++) {
        double cost = t->lp->cost.at[j];
        sum += cost < 0 ? -cost * (1 - x[j]) : cost * x[j];
    }
    return sum;
}

/* The library's best point as a assignment. Rows that it violates are added; if there are none, and the
 * assignment costs more than the point, a row is wrong or missing: *failed. */
static kerf_status take_point(kf_tree *t, const double *x, bool *done, bool *failed)
{
    size_t added = 0;
    uint64_t broken;
    for (uint32_t i = 0; i < t->component->n_atoms; i++) t->trial[i] = x[i] > 0.5;
    kf_tree_offer(t, t->trial);
    double cost = kf_component_cost(t->component, t->trial, &broken), claimed = objective(t, x);
    KF_TRY(kf_pool_separate(t->pool, NULL, t->trial, &added)); /* x has not its new columns */
    bool as_claimed = broken == 0 && cost - claimed <= AS_CLAIMED * fmax(1, cost);
    *done = added == 0 && as_claimed;
    *failed = added == 0 && !as_claimed;
    return KERF_OK;
}

/* One call: *done: it left nothing to do; *failed: it cannot help. */
static kerf_status ask_library(kf_tree *t, size_t fixed, bool *done, bool *failed)
{
    mip_room room;
    kerf_status status = KERF_NO_MEMORY;
    if (make_room(t, fixed, &room)) {
        double cutoff = t->broken ? INFINITY : kf_tree_cutoff(t) - t->pool->constant;
        kf_mip mip = { t->lp, room.lower, room.upper, cutoff };
        status = KERF_OK;
        switch (kf_mip_solve(&mip, t->limits, room.x)) {
        case KF_MIP_OPTIMAL: status = take_point(t, room.x, done, failed); break;
        case KF_MIP_NOTHING: *done = true; break;
        case KF_MIP_STOPPED: t->stopped = true; break;
        case KF_MIP_FAILED: *failed = true; break;
        }
    }
    free_room(t->mem, &room);
    return status;
}

static kerf_status run_library(kf_tree *t, size_t fixed, kf_solved *out)
{
    bool done = false, failed = !kf_mip_name();
    while (!done && !failed && !t->stopped) KF_TRY(ask_library(t, fixed, &done, &failed));
    if (!done) return KERF_OK;
    out->method = out->trusted = kf_mip_name();
    t->closed = t->broken ? INFINITY : t->cost;
    t->open.n = 0;
    return KERF_OK;
}

/* ---- Exact search, before that ---- */

/* Where few atoms decide all others, as with parts of a count that stand for conjunctions, the
 * relaxation says little and depth-first search has soon seen everything. */
static kerf_status search_first(kf_tree *t, kf_solved *out)
{
    kf_settings settings = *t->limits->settings;
    kf_limits limits = *t->limits;
    kf_solved found;
    uint64_t nodes = limits.exact_work / kf_component_size(t->component);
    if (nodes == 0 || t->component->n_cliques > 0 || !kf_uses(t->limits, KF_BRANCH)) return KERF_OK;
    if (settings.nodes == 0 || settings.nodes > nodes) settings.nodes = nodes;
    limits.settings = &settings;
    memcpy(t->trial, t->best, t->component->n_atoms * sizeof *t->trial);
    kerf_status st = kf_solve_exact(t->component, &limits, t->mem, t->trial, &found);
    if (st != KERF_OK && st != KERF_LIMIT) return st;
    if (found.found) kf_tree_offer(t, t->trial);
    t->stopped = kf_limits_reached(t->limits);
    if (st == KERF_LIMIT || t->stopped) return KERF_OK;
    out->method = found.method;
    t->closed = fmin(found.bound, t->broken ? INFINITY : t->cost);
    t->open.n = 0;
    return KERF_OK;
}

/* Both prove nothing sooner than the best assignment allows. */
static kerf_status look_for_cheaper(kf_tree *t)
{
    if (t->broken > 0) return KERF_OK;
    memcpy(t->trial, t->best, t->component->n_atoms * sizeof *t->trial);
    KF_TRY(kf_search_cheaper(t->component, t->limits, t->mem, t->trial));
    kf_tree_offer(t, t->trial);
    return KERF_OK;
}

/* ---- The whole ---- */

/* A simplex that has done so much and is not at the end is not near it either. Clean data need less
 * than half of this on 45,000 atoms. */
static uint64_t most_work(const kf_limits *limits)
{
    if (!kf_uses(limits, KF_ASCENT)) return 0;
    return limits->settings->lp_work ? limits->settings->lp_work : UINT64_C(40000000);
}

/* Does every other assignment cost more? Only if the reduced costs say so. */
static kerf_status look_for_others(kf_tree *t, kf_solved *out)
{
    double bound;
    for (size_t i = 0; i < t->trail.n; i++) kf_lp_unfix(t->lp, t->trail.at[i]);
    KF_TRY(kf_lp_bound(t->lp, &bound));
    double left = t->cost - (bound + t->pool->constant) + 1e-9 * fmax(1, t->cost);
    for (uint32_t i = 0; i < t->component->n_atoms; i++)
        if (fabs(t->lp->reduced[i]) <= left) return KERF_OK;
    out->unique = 1;
    return KERF_OK;
}

static void tell_point(const kf_tree *t, kf_relaxed *r)
{
    for (uint32_t i = 0; i < t->component->n_atoms; i++) r->x[i] = t->lp->x.at[i];
}

/* The point and the prices of the relaxation just solved. */
static void tell_relaxed(const kf_tree *t, const kf_node *root, kf_relaxed *r)
{
    r->known = !t->stopped && !t->stalled && !root->closed;
    r->stalled = t->stalled;
    r->bound = root->bound;
    if (!r->known) return;
    tell_point(t, r);
    for (uint32_t i = 0; i < t->component->n_atoms; i++) r->price[i] = t->lp->reduced[i];
}

static kerf_status solve(kf_tree *t, const kf_ilp_options *options, kf_solved *out)
{
    kf_node root = { t->pool->hopeless ? INFINITY : t->pool->constant, t->pool->hopeless };
    if (!root.closed) KF_TRY(kf_tree_solve_node(t, &root));
    if (options->relaxed) tell_relaxed(t, &root, options->relaxed);
    if (t->limits->notes) KF_TRY(kf_lp_note(t->lp, t->mem, t->limits->notes));
    if (t->stopped || t->stalled || t->stuck || t->relax) {
        t->closed = root.bound;
        return KERF_OK;
    }
    size_t fixed = t->trail.n;
    KF_TRY(kf_tree_split(t, &root));
    if (t->open.n == 0) {
        bool proven = t->broken == 0 && t->cost - t->closed <= 1e-9 * fmax(1, t->cost);
        return proven ? look_for_others(t, out) : KERF_OK;
    }
    out->method = "branch";
    bool search = kf_uses(t->limits, KF_BRANCH) && !(t->tied && t->limits->slack > 0);
    KF_TRY(kf_tree_run(t, search ? options->tree_pivots : 0));
    if (t->tied) {
        if (t->stuck && options->relaxed) tell_point(t, options->relaxed);
        if (options->relaxed) options->relaxed->stalled = t->stalled;
        return KERF_OK;
    }
    if (t->open.n > 0 && !t->stopped) KF_TRY(look_for_cheaper(t));
    if (t->open.n > 0 && !t->stopped) KF_TRY(search_first(t, out));
    if (t->open.n > 0 && !t->stopped) KF_TRY(run_library(t, fixed, out));
    return kf_tree_run(t, UINT64_MAX);
}

static void report(const kf_tree *t, kf_solved *out)
{
    out->found = t->broken == 0;
    out->cost = out->found ? t->cost : INFINITY;
    out->bound = kf_tree_bound(t);
    out->work = t->lp->pivots;
    if (out->found && t->cost - out->bound <= 1e-9 * fmax(1, t->cost) * (1 + 1e-6))
        out->bound = t->cost;
}

kerf_status kf_ilp_solve_with(const kf_component *p, const kf_limits *limits, kf_mem *mem,
                              bool *assignment, kf_solved *out, const kf_ilp_options *options)
{
    kf_lp lp;
    kf_pool pool = { 0 };
    kf_solved answer = { .unique = -1, .method = "lp" };
    kf_lp_init(&lp, mem);
    lp.recall = limits->recall;
    if (options->relaxed) lp.most_work = most_work(limits);
    bool *trial = kf_mem_alloc(mem, p->n_atoms, sizeof *trial);
    kf_tree t = { .component = p,
                  .limits = limits,
                  .mem = mem,
                  .lp = &lp,
                  .pool = &pool,
                  .best = assignment,
                  .broken = UINT64_MAX,
                  .trial = trial,
                  .relax = options->relaxed && !options->tied,
                  .tied = options->tied,
                  .closed = INFINITY };
    kerf_status status = trial ? KERF_OK : KERF_NO_MEMORY;
    if (status == KERF_OK) status = kf_pool_open(&pool, p, &lp, options);
    if (status == KERF_OK) {
        kf_tree_offer(&t, assignment);
        status = solve(&t, options, &answer);
    }
    if (status == KERF_OK) {
        report(&t, &answer);
        *out = answer;
    }
    kf_tree_free(&t);
    kf_pool_free(&pool);
    kf_lp_free(&lp);
    kf_mem_free(mem, trial, p->n_atoms, sizeof *trial);
    return status;
}

#else

kerf_status kf_ilp_solve_with(const kf_component *p, const kf_limits *limits, kf_mem *mem,
                              bool *assignment, kf_solved *out, const kf_ilp_options *options)
{
    (void)p, (void)limits, (void)mem, (void)assignment, (void)out, (void)options;
    return KERF_UNSUPPORTED;
}

#endif

/* The folded program may have found another assignment than the one at hand. */
static void tell_stopped(const kf_component *p, const bool *assignment, kf_solved *out)
{
    uint64_t broken;
    double cost = kf_component_cost(p, assignment, &broken);
    out->found = broken == 0;
    out->cost = out->found ? cost : INFINITY;
    out->bound = fmin(out->bound, out->cost);
}

/* ---- Where the linear program takes too long ---- */

/* How large a component is, on a scale that fits into a note. */
static uint8_t magnitude(const kf_component *p)
{
    return (uint8_t)(1 + 7 * log2(p->n_atoms));
}

static uint64_t stall_key(const kf_component *p, uint32_t atom)
{
    return kf_recall_mix(p->names[atom], 0x57a11);
}

/* Did it so in an earlier iteration, with most of these atoms and not many more? */
static bool stalled_before(const kf_component *p, const kf_limits *limits)
{
    uint32_t n = 0;
    if (!limits->recall || !p->names || !kf_uses(limits, KF_ASCENT)) return false;
    for (uint32_t i = 0; i < p->n_atoms; i++) {
        uint8_t value = kf_recall_get(limits->recall, stall_key(p, i));
        n += value > 0 && value <= magnitude(p) + 2;
    }
    return n > p->n_atoms / 2;
}

static kerf_status note_stall(const kf_component *p, const kf_limits *limits, kf_mem *mem)
{
    if (!limits->notes || !p->names) return KERF_OK;
    for (uint32_t i = 0; i < p->n_atoms; i++)
        if (!kf_vec_push(mem, limits->notes, (kf_note){ stall_key(p, i), magnitude(p) }))
            return KERF_NO_MEMORY;
    return KERF_OK;
}

/* A bound without it, and what that leaves. While more groundings keep coming, no more than that:
 * what is proven of this component would not last. */
static kerf_status solve_stalled(const kf_component *p, const kf_limits *limits, kf_mem *mem,
                                 kf_relaxed *r, bool *assignment, kf_solved *out, bool *done)
{
    double known = out->bound;
    KF_TRY(note_stall(p, limits, mem));
    KF_TRY(kf_ascend(p, limits, mem, r, assignment, out));
    double cost = out->cost;
    *done = kf_limits_reached(limits) || limits->slack > 0
            || cost - out->bound <= kf_limits_gap(limits, cost);
    if (!*done && out->found && kf_uses(limits, KF_FIXING))
        KF_TRY(kf_solve_reduced(p, limits, mem, r, assignment, cost, out, done));
    *done |= limits->brief;
    kf_solved_raise(out, known, NULL);
    return KERF_OK;
}

/* The linear program without a limit. What is known already is not lost if it is stopped. */
static kerf_status solve_after_all(const kf_component *p, const kf_limits *limits, kf_mem *mem,
                                   bool *assignment, kf_solved *out)
{
    double known = out->bound;
    KF_TRY(kf_ilp_solve_with(p, limits, mem, assignment, out, &kf_ilp_defaults));
    kf_solved_raise(out, known, NULL);
    return KERF_OK;
}

/* given: the component before pairs were gathered. */
static kerf_status solve_relaxed(const kf_component *p, const kf_component *given,
                                 const kf_limits *limits, kf_mem *mem, kf_relaxed *r,
                                 bool *assignment, kf_solved *out)
{
    double cost = INFINITY;
    bool done;
    if (stalled_before(p, limits)) {
        *out = (kf_solved){ .unique = -1 };
        r->stalled = true;
    } else {
        KF_TRY(kf_solve_lifted(p, limits, mem, assignment, r, out, &done));
        if (done) return KERF_OK;
    }
    if (kf_limits_reached(limits)) {
        tell_stopped(p, assignment, out);
        return KERF_OK;
    }
    if (r->stalled) {
        KF_TRY(solve_stalled(given, limits, mem, r, assignment, out, &done));
        return done ? KERF_OK : solve_after_all(p, limits, mem, assignment, out);
    }
    if (r->known) {
        kf_near near;
        KF_TRY(kf_find_near(p, limits, mem, r->x, assignment, &near));
        if (isinf(near.cost)) KF_TRY(kf_search_near(given, limits, mem, assignment, &near));
        cost = near.cost;
    }
    if (r->known && kf_will_do(limits, cost, r->bound, NEAR)) {
        bool proven = cost - r->bound <= 1e-9 * fmax(1, cost);
        double bound = proven ? cost : r->bound;
        *out = (kf_solved){ true, cost, bound, -1, out->work, "rounded", NULL };
        return KERF_OK;
    }
    if (r->known && isfinite(cost) && kf_uses(limits, KF_FIXING)) {
        KF_TRY(kf_solve_reduced(given, limits, mem, r, assignment, cost, out, &done));
        if (done) return KERF_OK;
    }
    return kf_ilp_solve_with(p, limits, mem, assignment, out, &kf_ilp_defaults);
}

/* What the assignment costs as given, where weights are added up in another order. */
static void tell_given(const kf_component *given, const bool *assignment, kf_solved *out)
{
    uint64_t broken;
    double cost = kf_component_cost(given, assignment, &broken);
    out->bound = out->bound >= out->cost ? cost : fmin(out->bound, cost);
    out->cost = cost;
}

static kerf_status solve_gathered(const kf_component *p, const kf_limits *limits, kf_mem *mem,
                                  bool *assignment, kf_solved *out)
{
    kf_relaxed r = { .x = kf_mem_alloc(mem, p->n_atoms, sizeof(double)),
                     .price = kf_mem_alloc(mem, p->n_atoms, sizeof(double)) };
    kf_arena arena;
    kf_component gathered = *p;
    kf_limits inner = *limits;
    inner.point = NULL; /* residual components of this component have points of their own */
    kerf_status st = r.x && r.price ? KERF_OK : KERF_NO_MEMORY;
    kf_arena_init(&arena, mem);
    if (st == KERF_OK && kf_uses(limits, KF_CLIQUES)) st = kf_gather(p, &arena, &gathered);
    if (st == KERF_OK) st = solve_relaxed(&gathered, p, &inner, mem, &r, assignment, out);
    if (st == KERF_OK && gathered.n_cliques && out->found) tell_given(p, assignment, out);
    if (st == KERF_OK && r.known && limits->point) {
        limits->point->known = true;
        memcpy(limits->point->x, r.x, p->n_atoms * sizeof(double));
    }
    kf_arena_free(&arena);
    /* The best assignment so far is still there: slower from here, but no answer is lost. */
    if (st == KERF_SOLVER) st = kf_solve_exact(p, limits, mem, assignment, out);
    kf_mem_free(mem, r.x, p->n_atoms, sizeof(double));
    kf_mem_free(mem, r.price, p->n_atoms, sizeof(double));
    return st;
}

kerf_status kf_ilp_solve_plain(const kf_component *p, const kf_limits *limits, kf_mem *mem,
                               bool *assignment, kf_solved *out)
{
    KF_TRY(solve_gathered(p, limits, mem, assignment, out));
    if (!isinf(out->bound) || !p->ends || !kf_twopart_wanted(limits)) return KERF_OK;
    /* Perhaps only by formulas that are not here. If so, they will come: let somebody violate them. */
    kf_settings settings = *limits->settings;
    kf_limits inner = *limits;
    settings.off |= KF_BEYOND;
    inner.settings = &settings;
    return solve_gathered(p, &inner, mem, assignment, out);
}

/* root.c -- opens a tree, solves its root, reports what it proves; see tree.h.
 *
 * The linear program has rows added as its point violates them (Riedel 2008, section 3.2). Usually
 * its optimum is integral and so the answer. Bounds come from our own arithmetic, not from a
 * tolerance of Clp; only what the MIP solver claims is taken on its word, and kf_solved says so. */
#include "solve/lp/tree.h"

#include "base/check.h"

#include <math.h>

const kf_tree_options kf_tree_defaults = {
    .pivots = 1000000,
    .rows = { .per_round = 0, .per_atom = 1 },
};

/* A simplex that has done so much and is not at the end is not near it either. Clean data need less
 * than half of this on 45,000 atoms. */
static uint64_t most_work(const kf_task *task)
{
    if (!kf_uses(task, KF_ASCENT)) return 0;
    return task->settings->lp_work ? task->settings->lp_work : UINT64_C(40000000);
}

kerf_status kf_tree_open(kf_tree *t, const kf_task *task, const kf_tree_options *options)
{
    uint32_t n = task->component->n_atoms;
    KF_CHECK(kf_component_check(task->component));
    *t = (kf_tree){ .task = task,
                    .component = task->component,
                    .mem = task->mem,
                    .options = *options,
                    .best = task->assignment,
                    .broken = UINT64_MAX,
                    .relax = options->relaxed && !options->tied,
                    .closed = INFINITY,
                    .unique = -1,
                    .method = "lp" };
    kf_lp_init(&t->lp, task->mem);
    t->lp.recall = task->recall;
    if (options->relaxed) t->lp.most_work = most_work(task);
    t->trial = kf_mem_alloc(task->mem, n, sizeof *t->trial);
    if (!t->trial) return KERF_NO_MEMORY;
    KF_TRY(kf_pool_open(&t->pool, task->component, &t->lp, &options->rows));
    kf_tree_offer(t, task->assignment);
    return KERF_OK;
}

void kf_tree_close(kf_tree *t)
{
    kf_rounder_free(t->rounder);
    kf_twopart_free(t->cuts);
    kf_vec_free(t->mem, &t->open);
    kf_vec_free(t->mem, &t->trail);
    kf_vec_free(t->mem, &t->gain);
    kf_vec_free(t->mem, &t->tries);
    kf_pool_free(&t->pool);
    kf_lp_free(&t->lp);
    kf_mem_free(t->mem, t->trial, t->component->n_atoms, sizeof *t->trial);
}

/* ---- The root ---- */

static void tell_point(const kf_tree *t, kf_relaxed *r)
{
    for (uint32_t i = 0; i < t->component->n_atoms; i++) r->x[i] = t->lp.x.at[i];
}

/* The point and the reduced costs of the relaxation just solved. */
static void tell_relaxed(const kf_tree *t, const kf_node *root, kf_relaxed *r)
{
    r->known = !t->stopped && !t->stalled && !root->closed;
    r->stalled = t->stalled;
    r->bound = root->bound;
    if (!r->known) return;
    tell_point(t, r);
    for (uint32_t i = 0; i < t->component->n_atoms; i++) r->price[i] = t->lp.reduced[i];
}

/* Does every other assignment cost more? Only if the reduced costs say so. */
static kerf_status look_for_others(kf_tree *t)
{
    double bound;
    for (size_t i = 0; i < t->trail.n; i++) kf_lp_unfix(&t->lp, t->trail.at[i]);
    KF_TRY(kf_lp_bound(&t->lp, &bound));
    double left = t->cost - (bound + t->pool.constant) + 1e-9 * fmax(1, t->cost);
    for (uint32_t i = 0; i < t->component->n_atoms; i++)
        if (fabs(t->lp.reduced[i]) <= left) return KERF_OK;
    t->unique = 1;
    return KERF_OK;
}

kerf_status kf_tree_solve_root(kf_tree *t)
{
    kf_node root = { t->pool.hopeless ? INFINITY : t->pool.constant, t->pool.hopeless };
    assert(t->nodes == 0 && t->open.n == 0);
    if (!root.closed) KF_TRY(kf_tree_solve_node(t, &root));
    if (t->options.relaxed) tell_relaxed(t, &root, t->options.relaxed);
    if (t->task->notes) KF_TRY(kf_lp_note(&t->lp, t->mem, t->task->notes));
    if (t->stopped || t->stalled || t->stuck || t->relax) {
        t->closed = root.bound;
        return KERF_OK;
    }
    t->root_fixed = t->trail.n;
    KF_TRY(kf_tree_split(t, &root));
    if (t->open.n > 0) {
        t->method = "branch";
        return KERF_OK;
    }
    bool proven = t->broken == 0 && t->cost - t->closed <= 1e-9 * fmax(1, t->cost);
    return proven ? look_for_others(t) : KERF_OK;
}

/* ---- What is known ---- */

void kf_tree_settle(kf_tree *t, double bound, const char *method, const char *trusted)
{
    assert(!t->stuck && !t->relax);
    t->closed = fmin(bound, t->broken ? INFINITY : t->cost);
    t->open.n = 0;
    t->method = method;
    t->trusted = trusted;
}

void kf_tree_report(const kf_tree *t, kf_solved *out)
{
    bool found = t->broken == 0;
    *out = (kf_solved){ .found = found,
                        .cost = found ? t->cost : INFINITY,
                        .bound = kf_tree_bound(t),
                        .unique = t->unique,
                        .work = t->lp.pivots,
                        .method = t->method,
                        .trusted = t->trusted };
    if (found && t->cost - out->bound <= 1e-9 * fmax(1, t->cost) * (1 + 1e-6)) out->bound = t->cost;
}

/* ---- No more than the relaxation ---- */

/* A tree with tied atoms goes on until it is stuck, unless the solve is loose. */
static kerf_status run_tied(kf_tree *t)
{
    kf_relaxed *r = t->options.relaxed;
    bool search = kf_uses(t->task, KF_BRANCH) && !kf_limits_loose(&t->task->limits);
    KF_TRY(kf_tree_run(t, search ? t->options.pivots : 0));
    if (t->stuck) tell_point(t, r);
    r->stalled = t->stalled;
    return KERF_OK;
}

kerf_status kf_tree_relax(kf_task *task, const kf_tree_options *options)
{
    kf_tree t;
    assert(options->relaxed);
    kerf_status status = kf_tree_open(&t, task, options);
    if (status == KERF_OK) status = kf_tree_solve_root(&t);
    if (status == KERF_OK && t.open.n > 0) status = run_tied(&t);
    if (status == KERF_OK) kf_tree_report(&t, &task->solved);
    kf_tree_close(&t);
    return status;
}

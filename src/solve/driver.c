/* driver.c -- what is tried on a component, in what order, and what each stage may conclude.
 * Nothing else decides.
 *
 * A base solver is the stages that name it. They run in the order of the table until one concludes:
 * the incumbent is proven, or good enough, or time is up. What a stage leaves (incumbent, dual
 * bound, relaxation, rows, open nodes) is what the next ones begin with. The choice depends on the
 * component and the settings alone, never on time, so that the same component is solved the same
 * way everywhere.
 *
 * Small and easy components are settled by `search`, without Clp. The others go to the linear
 * program, which is solved folded up where the component has symmetries; its point is rounded; its
 * reduced costs fix atoms, and what they leave is solved as tasks of their own. Then branch and
 * cut. The MIP solver comes last: how long it takes cannot be foreseen. */
#include "solve/driver.h"

#include "base/check.h"
#include "solve/driving.h"
#include "solve/eliminate/narrow.h"
#include "solve/exact/exact.h"
#include "solve/lp/stalls.h"
#include "solve/mip/mip_tree.h"
#include "solve/presolve/gather.h"
#include "solve/presolve/scale.h"
#include "solve/primal/near.h"
#include "solve/symmetry/lift.h"
#include "solve/walk/mws.h"
#include "solve/walk/walk_solver.h"

#include <math.h>
#include <string.h>

/* A component larger than LARGE gets so few nodes of `search` that it goes to the other stages at
 * once. */
enum { LARGE = 3000 };
static const double WEAK = 0.7; /* of the cost: a gap at the root that branching hardly closes */

typedef struct kf_stage {
    const char *name;
    bool (*applies)(const kf_run *);
    bool proves; /* may conclude that the incumbent is optimal, or that there is none */
    kerf_status (*run)(kf_run *);
    uint32_t solvers;
} kf_stage;

/* ---- When a stage applies ---- */

static bool always(const kf_run *s)
{
    (void)s;
    return true;
}

static bool is_small(const kf_run *s)
{
    return (kf_component_size(s->task->component) <= LARGE || !kf_lp_is_there())
           && kf_run_may_try(s);
}

static bool was_brief(const kf_run *s)
{
    return is_small(s) && s->brief;
}

static bool has_lp(const kf_run *s)
{
    return kf_lp_is_there() && !s->failed;
}

static bool has_far_weights(const kf_run *s)
{
    return has_lp(s) && kf_scale_power(s->task->component) != 0;
}

static bool has_stalled_before(const kf_run *s)
{
    return has_lp(s) && kf_stall_is_noted(&s->gathered);
}

static bool may_be_symmetric(const kf_run *s)
{
    return has_lp(s) && !s->relaxed.stalled && kf_lift_pays(&s->gathered);
}

static bool has_no_relaxation(const kf_run *s)
{
    return has_lp(s) && !s->relaxed.known && !s->relaxed.stalled;
}

static bool is_stopped(const kf_run *s)
{
    return has_lp(s) && kf_limits_reached(&s->given.limits);
}

static bool may_be_narrow(const kf_run *s)
{
    return kf_may_be_narrow(&s->given);
}

static bool has_stalled(const kf_run *s)
{
    return has_lp(s) && s->relaxed.stalled;
}

static bool has_point(const kf_run *s)
{
    return has_lp(s) && s->relaxed.known && !s->relaxed.stalled;
}

static bool has_reduced_costs(const kf_run *s)
{
    return has_lp(s) && s->relaxed.known && isfinite(s->cost) && kf_uses(&s->given, KF_FIXING);
}

/* Where the linear program stalls, a brief solve leaves it at what dual ascent has shown. */
static bool has_time(const kf_run *s)
{
    return has_lp(s) && !(s->relaxed.stalled && s->given.limits.effort == KF_EFFORT_BRIEF);
}

static bool is_open(const kf_run *s)
{
    return s->planted && !s->failed && kf_tree_is_open(&s->tree);
}

static bool is_open_with_incumbent(const kf_run *s)
{
    return is_open(s) && s->tree.broken == 0;
}

/* Does the linear program say as little as messages did? Then its tree would be long, and searches
 * whose nodes are cheaper have their turn before it. They have that once. */
static bool is_open_and_weak(const kf_run *s)
{
    const kf_tree *t = &s->tree;
    return is_open(s) && t->broken == 0 && s->relaxed.known
           && t->cost - s->relaxed.bound > WEAK * t->cost;
}

/* Or less than the search over tables that came before it? */
static bool is_open_and_behind(const kf_run *s)
{
    return is_open(s) && s->tree.broken == 0 && s->relaxed.known && s->search.bound > 0
           && ldexp(s->search.bound, s->power) >= s->relaxed.bound;
}

static bool is_weak_or_behind(const kf_run *s)
{
    return is_open_and_weak(s) || is_open_and_behind(s);
}

/* The search has no rows for cliques, and takes what they were gathered from. */
static bool has_search_work(const kf_run *s)
{
    const kf_component *p = s->given.component;
    return p->n_cliques == 0 && s->given.search_work >= kf_component_size(p);
}

static bool is_weak_with_work(const kf_run *s)
{
    return is_open_and_weak(s) && has_search_work(s);
}

/* Are most atoms values of variables that have three or more? Their tables see more than a search
 * over clauses. */
static bool has_labels(const kf_run *s)
{
    const kf_component *p = s->given.component;
    uint64_t values = 0;
    for (uint32_t i = 0; i < p->n_counts; i++) {
        const kf_count *c = &p->counts[i];
        if (c->n >= 3 && c->least == 1 && c->most == 1 && c->weight == INFINITY) values += c->n;
    }
    return values > p->n_atoms / 2;
}

static bool may_search_tables(const kf_run *s)
{
    return is_weak_or_behind(s) && kf_run_suits_tables(s);
}

static bool is_weak_with_labels(const kf_run *s)
{
    return may_search_tables(s) && has_labels(s);
}

static bool is_weak_with_tables(const kf_run *s)
{
    return may_search_tables(s) && !has_labels(s);
}

static bool is_open_with_work(const kf_run *s)
{
    return is_open(s) && !s->early && kf_uses(&s->given, KF_BRANCH) && has_search_work(s);
}

static bool may_ask_mip(const kf_run *s)
{
    return is_open(s) && s->given.settings->questions == 0;
}

static bool is_open_with_tables(const kf_run *s)
{
    return is_open(s) && !s->early && kf_uses(&s->given, KF_TABLES);
}

static bool is_open_and_narrow(const kf_run *s)
{
    return is_open(s) && isfinite(s->entries);
}

static bool lacks_lp(const kf_run *s)
{
    return !has_lp(s);
}

/* ---- Stages ---- */

static kerf_status run_enumeration(kf_run *s)
{
    s->done = true;
    return kf_enumerate(s->task);
}

static kerf_status run_max_walk_sat(kf_run *s)
{
    s->done = true;
    return kf_mws(s->task);
}

static kerf_status run_walk(kf_run *s)
{
    s->done = true;
    return kf_walk_task(s->task);
}

static kerf_status run_any_elimination(kf_run *s)
{
    s->done = true;
    return kf_eliminate_any(s->task);
}

/* The relaxation was not enough. While groundings are still to come, proofs do not last. */
static kerf_status run_elimination(kf_run *s)
{
    KF_TRY(kf_eliminate_or_forecast(&s->given, KF_NARROW_EASY, &s->entries, &s->done));
    if (s->given.limits.effort != KF_EFFORT_FULL) s->entries = INFINITY;
    if (s->done) s->gathered.solved = s->given.solved;
    s->begun |= s->done;
    return KERF_OK;
}

/* Nor was the tree, for as much as elimination takes. */
static kerf_status run_last_elimination(kf_run *s)
{
    kf_tree *t = &s->tree;
    kf_task task = kf_task_of(&s->given, s->given.component, t->trial);
    bool done;
    memcpy(t->trial, t->best, t->component->n_atoms * sizeof *t->trial);
    KF_TRY(kf_eliminate_narrow(&task, KF_NARROW_MOST, &done));
    if (!done) return KERF_OK;
    if (task.solved.found) kf_tree_offer(t, t->trial);
    kf_tree_settle(t, task.solved.bound, task.solved.method, NULL);
    return KERF_OK;
}

static kerf_status run_whole_search(kf_run *s)
{
    s->done = true;
    return kf_search_exactly(s->task);
}

/* Weights near 1: tolerances of a linear program are absolute. */
static kerf_status run_scaling(kf_run *s)
{
    s->power = kf_scale_power(s->task->component);
    KF_TRY(kf_scale(s->task->component, s->power, &s->arena, &s->scaled));
    KF_CHECK(kf_component_check(&s->scaled));
    s->given.component = &s->scaled;
    s->given.recall = NULL; /* bases of other weights */
    s->given.notes = NULL;
    s->given.limits.gap = ldexp(s->task->limits.gap, s->power);
    return KERF_OK;
}

/* Clauses of two literals into cliques, whose rows are stronger. Begins the linear program. */
static kerf_status run_gathering(kf_run *s)
{
    uint32_t n = s->given.component->n_atoms;
    s->begun = true;
    s->relaxed = (kf_relaxed){ .x = kf_arena_alloc(&s->rows, n, sizeof(double)),
                               .price = kf_arena_alloc(&s->rows, n, sizeof(double)) };
    if (!s->relaxed.x || !s->relaxed.price) return KERF_NO_MEMORY;
    s->cliques = *s->given.component;
    if (kf_uses(&s->given, KF_CLIQUES))
        KF_TRY(kf_gather(s->given.component, &s->rows, &s->patience, &s->cliques));
    KF_CHECK(kf_component_check(&s->cliques));
    s->gathered = kf_task_of(&s->given, &s->cliques, s->given.assignment);
    s->gathered.solved = (kf_solved){ .unique = -1 };
    return KERF_OK;
}

static kerf_status run_memory(kf_run *s)
{
    s->relaxed.stalled = true;
    return KERF_OK;
}

static kerf_status run_folding(kf_run *s)
{
    return kf_solve_lifted(&s->gathered, &s->relaxed, &s->done);
}

/* The linear program to its end, and what earlier stages left as incumbent. */
static kerf_status run_cutting_planes(kf_run *s)
{
    if (s->relaxed.stalled) {
        kf_solved_raise(&s->gathered.solved, s->proven, NULL);
        s->proven = s->gathered.solved.bound;
    }
    s->planted = true;
    KF_TRY(kf_tree_open(&s->tree, &s->gathered, &s->options));
    return kf_tree_solve_root(&s->tree);
}

static kerf_status run_branching(kf_run *s)
{
    return kf_tree_run(&s->tree, kf_uses(&s->gathered, KF_BRANCH) ? s->options.pivots : 0);
}

/* For as long as elimination would take: a pivot is about one look at everything. */
static kerf_status run_some_branching(kf_run *s)
{
    uint64_t pivots = (uint64_t)s->entries / kf_component_size(s->given.component);
    if (pivots > s->options.pivots) pivots = s->options.pivots;
    return kf_tree_run(&s->tree, kf_uses(&s->gathered, KF_BRANCH) ? pivots : 0);
}

/* Local search for a cheaper incumbent: the two stages after it prove nothing sooner than that
 * allows. */
static kerf_status run_local_search(kf_run *s)
{
    kf_tree *t = &s->tree;
    memcpy(t->trial, t->best, t->component->n_atoms * sizeof *t->trial);
    KF_TRY(kf_search_cheaper(&s->gathered, s->improved++, t->trial));
    kf_tree_offer(t, t->trial);
    return KERF_OK;
}

/* Where few atoms decide all others, as with atoms of a count that stand for conjunctions, the
 * relaxation says little and depth-first search has soon seen everything. */
static kerf_status run_search_again(kf_run *s)
{
    kf_tree *t = &s->tree;
    kf_task task = kf_task_of(&s->given, s->given.component, t->trial);
    assert(task.component->n_atoms == t->component->n_atoms);
    task.nodes = task.search_work / kf_component_size(task.component);
    memcpy(t->trial, t->best, t->component->n_atoms * sizeof *t->trial);
    kerf_status st = kf_search_exactly(&task);
    if (st != KERF_OK && st != KERF_LIMIT) return st;
    if (task.solved.found) kf_tree_offer(t, t->trial);
    t->stopped = kf_limits_reached(&task.limits);
    if (st == KERF_OK && !t->stopped)
        kf_tree_settle(t, task.solved.bound, task.solved.method, NULL);
    return KERF_OK;
}

static kerf_status run_early_search(kf_run *s)
{
    s->early = true;
    return run_search_again(s);
}

static kerf_status run_early_tables(kf_run *s)
{
    s->early = true;
    return kf_run_late_tables(s);
}

static kerf_status run_mip_solver(kf_run *s)
{
    return kf_tree_ask_mip(&s->tree);
}

static kerf_status run_branching_on(kf_run *s)
{
    return kf_tree_run(&s->tree, UINT64_MAX);
}

/* Without Clp, or where it failed: slower, but no answer is lost, and deadline and stop() end
 * it. */
static kerf_status run_search_on(kf_run *s)
{
    uint64_t user = s->task->settings->nodes;
    s->done = s->begun = true;
    if (!s->failed && user > 0 && user <= s->nodes) { /* `search` has looked at all that it may */
        s->gathered.solved = (kf_solved){ .cost = INFINITY, .unique = -1, .method = "exact" };
        return KERF_LIMIT;
    }
    kerf_status st = kf_search_exactly(&s->given);
    if (st == KERF_OK || st == KERF_LIMIT) s->gathered.solved = s->given.solved;
    return st;
}

/* ---- The table ---- */

enum {
    BRUTE = KF_SOLVER_BRUTE,
    MWS = KF_SOLVER_MWS,
    WALK = KF_SOLVER_WALK,
    ELIMINATE = KF_SOLVER_ELIMINATE,
    EXACT = KF_SOLVER_EXACT,
    TABLES = KF_SOLVER_TABLES,
    AUTO = KF_SOLVER_AUTO,
    ILP = KF_SOLVER_AUTO | KF_SOLVER_ILP,
    TREE = 1 << 16, /* kf_drive_tree() */
};

/* clang-format off */
static const kf_stage STAGES[] = {
    /* name         applies when             may prove  runs                  for solvers */
    { "enumerate",  always,                  true,      run_enumeration,      BRUTE },
    { "mws",        always,                  false,     run_max_walk_sat,     MWS },
    { "walk",       always,                  false,     run_walk,             WALK },
    { "eliminate",  always,                  true,      run_any_elimination,  ELIMINATE },
    { "tables",     always,                  true,      kf_run_whole_tables,  TABLES },
    { "search",     is_small,                true,      kf_run_search,        AUTO | EXACT },
    { "eliminate",  kf_run_may_be_easy,      true,      kf_run_easy,          AUTO | EXACT },
    { "tables",     kf_run_suits_tables,     true,      kf_run_tables,        AUTO | EXACT },
    { "eliminate",  kf_run_is_sooner,        true,      kf_run_soon,          AUTO },
    { "improve",    kf_run_is_left,          true,      kf_run_improve,       AUTO },
    { "search",     was_brief,               true,      kf_run_more_search,   AUTO },
    { "search",     always,                  true,      run_whole_search,     EXACT | TABLES },
    { "scale",      has_far_weights,         false,     run_scaling,          ILP },
    { "gather",     has_lp,                  false,     run_gathering,        ILP },
    { "recall",     has_stalled_before,      false,     run_memory,           ILP },
    { "fold",       may_be_symmetric,        true,      run_folding,          ILP },
    { "relax",      has_no_relaxation,       true,      kf_run_relax,         ILP },
    { "stop",       is_stopped,              false,     kf_run_stop,          ILP },
    { "ascend",     has_stalled,             true,      kf_run_ascend,        ILP },
    { "round",      has_point,               true,      kf_run_round,         ILP },
    { "reduce",     has_reduced_costs,       true,      kf_run_reduce,        ILP },
    { "eliminate",  may_be_narrow,           true,      run_elimination,      ILP },
    { "cut",        has_time,                true,      run_cutting_planes,   ILP | TREE },
    { "improve",    is_weak_or_behind,       false,     run_local_search,     AUTO },
    { "tables",     is_weak_with_labels,     true,      run_early_tables,     AUTO },
    { "search",     is_weak_with_work,       true,      run_early_search,     AUTO },
    { "tables",     is_weak_with_tables,     true,      run_early_tables,     AUTO },
    { "branch",     is_open_and_narrow,      true,      run_some_branching,   ILP },
    { "eliminate",  is_open_and_narrow,      true,      run_last_elimination, ILP },
    { "branch",     is_open,                 true,      run_branching,        ILP | TREE },
    { "improve",    is_open_with_incumbent,  false,     run_local_search,     ILP | TREE },
    { "search",     is_open_with_work,       true,      run_search_again,     ILP | TREE },
    { "tables",     is_open_with_tables,     true,      kf_run_late_tables,   AUTO },
    { "mip",        may_ask_mip,             true,      run_mip_solver,       ILP | TREE },
    { "branch on",  is_open,                 true,      run_branching_on,     ILP | TREE },
    { "search on",  lacks_lp,                true,      run_search_on,        ILP },
};
/* clang-format on */

static kerf_status run_stages(kf_run *s)
{
    for (const kf_stage *stage = STAGES; stage < STAGES + KF_LENGTH(STAGES) && !s->done; stage++) {
        if (!(stage->solvers & s->solvers) || !stage->applies(s)) continue;
        double bound = s->gathered.solved.bound;
        kerf_status st = stage->run(s);
        if (st == KERF_SOLVER && !s->failed) s->failed = true;
        else if (st == KERF_INTERRUPTED) s->cut = s->done = kf_limits_reached(&s->task->limits);
        else if (st != KERF_OK) return st;
        if (s->cut) break;
        assert(stage->proves || s->gathered.solved.bound <= bound);
        (void)bound;
    }
    return KERF_OK;
}

/* ---- Beginning and end ---- */

static void open_run(kf_run *s, kf_task *task)
{
    kf_mem *mem = task->mem;
    s->task = task;
    s->given = *task;
    s->given.point = NULL; /* residual components have points of their own */
    s->cost = s->entries = INFINITY;
    s->stop = kf_limits_stop(&task->limits);
    s->patience = kf_patience_of(&s->stop);
    s->options = kf_tree_defaults;
    kf_arena_init(&s->arena, mem);
    kf_arena_init(&s->rows, mem);
}

static void close_run(kf_run *s)
{
    if (s->planted) kf_tree_close(&s->tree);
    kf_arena_free(&s->rows);
    kf_arena_free(&s->arena);
    kf_mem_free(s->task->mem, s->searched, s->task->component->n_atoms, sizeof *s->searched);
}

/* ---- A task from the first stage to the last ---- */

/* Was the component found infeasible, perhaps only by formulas that are not in it? */
static bool rests_on_beyond(const kf_run *s)
{
    return s->begun && isinf(s->gathered.solved.bound) && s->given.component->ends
           && kf_twopart_wanted(&s->given);
}

static kerf_status drive(uint32_t solvers, kf_task *task);

/* The stages of the linear program once more, by the component alone. If that is feasible, its
 * assignment violates the hard formulas beyond it, and separation brings them in. */
static kerf_status run_without_beyond(kf_run *s)
{
    kf_task task = s->given;
    task.off |= KF_BEYOND;
    task.point = s->task->point;
    KF_TRY(drive(KF_SOLVER_ILP, &task));
    s->gathered.solved = task.solved;
    return KERF_OK;
}

/* What weighs more than the incumbent costs is paid by nothing that is better: it may as well weigh
 * a little more than that. Then the weights are closer together. */
static kerf_status run_capped(kf_run *s)
{
    kf_task *task = s->task;
    uint32_t n = task->component->n_atoms;
    uint64_t broken;
    kf_component capped;
    bool any, *trial = kf_arena_copy(&s->arena, task->assignment, n, sizeof *trial);
    if (!trial) return KERF_NO_MEMORY;
    KF_TRY(kf_cap(task->component, 4 * task->solved.cost, &s->arena, &capped, &any));
    if (!any) return KERF_OK;
    kf_task again = kf_task_of(task, &capped, trial);
    again.recall = NULL; /* bases of other weights */
    again.notes = NULL;
    again.solved = (kf_solved){ .unique = -1 };
    kerf_status st = drive(s->solvers, &again);
    if (st == KERF_LIMIT || st == KERF_SOLVER) return KERF_OK; /* then this is all that is known */
    KF_TRY(st);
    double cost = kf_component_cost(task->component, trial, &broken);
    task->solved.work += again.solved.work;
    if (again.solved.found && cost <= task->solved.cost) {
        assert(broken == 0);
        memcpy(task->assignment, trial, n * sizeof *trial);
        task->solved.cost = cost;
        task->solved.unique = again.solved.unique;
    }
    kf_solved_raise(&task->solved, again.solved.bound, again.solved.trusted);
    return KERF_OK;
}

static kerf_status drive(uint32_t solvers, kf_task *task)
{
    kf_run s = { .solvers = solvers };
    KF_CHECK(kf_component_check(task->component));
    open_run(&s, task);
    kerf_status st = run_stages(&s);
    if (s.cut) kf_run_leave(&s);
    else if (st == KERF_OK && s.begun) kf_run_tell(&s);
    if (st == KERF_OK && rests_on_beyond(&s)) st = run_without_beyond(&s);
    kf_run_conclude(&s, st);
    if (st == KERF_OK && kf_run_is_too_wide(&s)) st = run_capped(&s);
    close_run(&s);
    if (st == KERF_OK) KF_CHECK(kf_solved_check(&task->solved));
    return st;
}

kerf_status kf_drive(const kf_solver *solver, kf_task *task)
{
    assert(task->component && task->settings && (task->assignment || !task->component->n_atoms));
    if (solver->kind == KF_SOLVER_ILP && !kf_lp_is_there()) return KERF_UNSUPPORTED;
    return drive(solver->kind, task);
}

kerf_status kf_drive_tree(kf_task *task, const kf_tree_options *options)
{
    kf_run s = { .solvers = TREE };
    KF_CHECK(kf_component_check(task->component));
    if (!kf_lp_is_there()) return KERF_UNSUPPORTED;
    open_run(&s, task);
    s.gathered = *task;
    s.options = *options;
    kerf_status st = run_stages(&s);
    if (st == KERF_OK && s.failed) st = KERF_SOLVER;
    if (st == KERF_OK) kf_tree_report(&s.tree, &task->solved);
    close_run(&s);
    return st;
}

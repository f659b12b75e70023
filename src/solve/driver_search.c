/* driver_search.c -- the stages that search without a linear program; see driver.c. */
#include "solve/driving.h"

#include "base/check.h"
#include "solve/eliminate/narrow.h"
#include "solve/exact/exact.h"
#include "solve/primal/near.h"
#include "solve/solver.h"
#include "solve/tables/tables.h"

#include <math.h>
#include <string.h>

/* What `search` may spend in atoms and literals looked at, and how much more before the MIP solver
 * is asked; a sixteenth of it where `tables` comes next, and less for a component that is
 * not small where the linear program does. What `tables` may spend, in cells looked at, and how
 * much more later. */
#define SEARCH_WORK UINT64_C(4000000)
#define TABLES_WORK UINT64_C(1000000000)
enum { MIDDLING = 1024, LEAST_NODES = 16, AGAIN = 64, BRIEF = 16, BRIEFER = 64, LATE = 4 };
enum { FEW_SOFT = 8 }; /* one in so many constraints */
/* Entries of an elimination that comes before the linear program, after `tables` has looked at as
 * many cells, or so many. */
static const double SOON = 0x1p30, LEAST_CELLS = 1e7;
static const uint64_t FEW_CELLS = 1000000; /* where the linear program has more to say */

bool kf_run_may_try(const kf_run *s)
{
    return !(s->solvers & KF_SOLVER_EXACT) || s->task->settings->nodes == 0;
}

bool kf_run_suits_tables(const kf_run *s)
{
    const kf_task *task = s->task;
    return kf_uses(task, KF_TABLES) && !task->component->ends
           && task->limits.effort == KF_EFFORT_FULL && kf_run_may_try(s);
}

static kerf_status open_memory(kf_run *s)
{
    if (s->searched) return KERF_OK;
    s->searched = kf_mem_alloc(s->task->mem, s->task->component->n_atoms, sizeof *s->searched);
    if (!s->searched) return KERF_NO_MEMORY;
    s->search = (kf_solved){ .cost = INFINITY, .unique = -1 };
    return KERF_OK;
}

/* What the task has now counts at the end, whatever later stages find. */
static kerf_status remember(kf_run *s)
{
    const kf_solved *now = &s->task->solved;
    uint32_t n = s->task->component->n_atoms;
    bool better = now->found && !(s->search.found && s->search.cost <= now->cost);
    assert(!now->found || isfinite(now->cost));
    KF_TRY(open_memory(s));
    if (better) {
        s->search.found = true;
        s->search.cost = now->cost;
        memcpy(s->searched, s->task->assignment, n * sizeof *s->searched);
    }
    s->search.work += now->work;
    kf_solved_raise(&s->search, now->bound, now->trusted);
    return KERF_OK;
}

/* Branch and bound for as many nodes as make about so much work on a component of this size. */
static kerf_status search_some(kf_run *s, uint64_t work)
{
    kf_task *task = s->task;
    assert(kf_component_size(task->component) > 0);
    uint64_t nodes = work / kf_component_size(task->component);
    kf_task some = *task;
    s->nodes = some.nodes = nodes < LEAST_NODES ? LEAST_NODES : nodes;
    kerf_status st = kf_search_exactly(&some);
    if (st != KERF_OK && st != KERF_LIMIT) return st;
    task->solved = some.solved;
    bool near = some.solved.found && some.solved.cost - some.solved.bound <= task->limits.gap;
    s->done = st == KERF_OK || kf_limits_reached(&task->limits) || near;
    if (s->done) return KERF_OK;
    s->given.search_work = AGAIN * SEARCH_WORK;
    return remember(s);
}

/* Is there no linear program to come? */
static bool is_alone(const kf_run *s)
{
    return !kf_lp_is_there() || (s->solvers & KF_SOLVER_EXACT);
}

/* The pairs of a transitive relation, where a linear program is to come: that is mostly integral,
 * or nearly so, while search and elimination see no structure. */
static bool suits_lp(const kf_run *s)
{
    const kf_component *p = s->task->component;
    uint32_t i = 0;
    if (!p->ends || is_alone(s)) return false;
    while (i < p->n_atoms && p->ends[i].relation == KF_NO_RELATION) i++;
    return i < p->n_atoms;
}

kerf_status kf_run_search(kf_run *s)
{
    s->brief = kf_run_suits_tables(s);
    bool briefer = suits_lp(s) && kf_component_size(s->task->component) > MIDDLING;
    return search_some(s, SEARCH_WORK / (briefer ? BRIEFER : s->brief ? BRIEF : 1));
}

kerf_status kf_run_more_search(kf_run *s)
{
    return search_some(s, SEARCH_WORK);
}

/* ---- Elimination and tables, whichever takes less ---- */

bool kf_run_may_be_easy(const kf_run *s)
{
    if (!kf_may_be_narrow(&s->given) || suits_lp(s)) return false;
    return kf_is_thin(s->task) || is_alone(s) || kf_run_suits_tables(s);
}

kerf_status kf_run_easy(kf_run *s)
{
    if (is_alone(s)) return kf_eliminate_narrow(s->task, KF_NARROW_MOST, &s->done);
    if (kf_is_thin(s->task)) KF_TRY(kf_eliminate_narrow(s->task, KF_NARROW_EASY, &s->done));
    if (s->done || !kf_run_suits_tables(s)) return KERF_OK;
    return kf_eliminate_or_forecast(s->task, KF_NARROW_EASY, &s->entries, &s->done);
}

bool kf_run_is_sooner(const kf_run *s)
{
    return s->sooner;
}

kerf_status kf_run_soon(kf_run *s)
{
    return kf_eliminate_narrow(s->task, SOON, &s->done);
}

static const kf_tables_limits NO_LIMITS = { UINT64_MAX, UINT64_MAX, INFINITY, true, false };

/* Do atoms have the costs, and nearly all constraints are hard? Then a linear program says at least
 * what messages say, and mostly more; of soft tables, entry by entry, it says less. */
static bool is_linear(const kf_run *s)
{
    const kf_component *p = s->task->component;
    uint32_t soft = 0;
    if (is_alone(s)) return false;
    for (uint32_t i = 0; i < p->n_clauses; i++) soft += !isinf(p->weight[i]);
    return soft <= p->n_clauses / FEW_SOFT;
}

static kf_tables_limits tables_limits(const kf_run *s)
{
    if (s->solvers & KF_SOLVER_EXACT)
        return (kf_tables_limits){ UINT64_MAX, UINT64_MAX, INFINITY, false, false };
    if (s->entries > SOON && !is_linear(s))
        return (kf_tables_limits){ TABLES_WORK, LATE * TABLES_WORK, INFINITY, false, true };
    if (s->entries > SOON)
        return (kf_tables_limits){ FEW_CELLS, FEW_CELLS, INFINITY, false, false };
    uint64_t work = (uint64_t)fmin(TABLES_WORK, fmax(LEAST_CELLS, s->entries));
    return (kf_tables_limits){ work, work, INFINITY, false, false };
}

/* Branch and bound over tables, where they are not dense. What it leaves open has an incumbent. */
kerf_status kf_run_tables(kf_run *s)
{
    bool open;
    kerf_status st = kf_search_tables(s->task, tables_limits(s), &open);
    if (st == KERF_LIMIT) return KERF_OK;
    KF_TRY(st);
    s->done = !open;
    s->left = open && s->task->solved.found;
    s->sooner = open && s->entries <= SOON;
    return open ? remember(s) : KERF_OK;
}

bool kf_run_is_left(const kf_run *s)
{
    return s->left;
}

kerf_status kf_run_improve(kf_run *s)
{
    kf_task *task = s->task;
    uint64_t broken;
    KF_TRY(kf_search_cheaper(task, s->improved++, task->assignment));
    double cost = kf_component_cost(task->component, task->assignment, &broken);
    assert(broken == 0);
    task->solved.cost = fmin(task->solved.cost, cost);
    task->solved.bound = fmin(task->solved.bound, task->solved.cost);
    double gap = kf_limits_gap(&task->limits, cost);
    s->done = task->solved.cost - task->solved.bound <= gap;
    task->solved.work = 0; /* that is remembered */
    return s->done ? KERF_OK : remember(s);
}

kerf_status kf_run_whole_tables(kf_run *s)
{
    bool open;
    kerf_status st = kf_search_tables(s->task, NO_LIMITS, &open);
    s->done = st != KERF_LIMIT;
    return s->done ? st : KERF_OK;
}

/* Tables once more, with time. */
kerf_status kf_run_late_tables(kf_run *s)
{
    kf_tree *t = &s->tree;
    kf_task task = kf_task_of(&s->given, s->given.component, t->trial);
    kf_tables_limits limits = { LATE * TABLES_WORK, LATE * TABLES_WORK, 0, true, false };
    bool open;
    assert(s->given.component->n_atoms == t->component->n_atoms && kf_tree_is_open(t));
    if (s->relaxed.known) limits.known = s->relaxed.bound;
    memcpy(t->trial, t->best, t->component->n_atoms * sizeof *t->trial);
    kerf_status st = kf_search_tables(&task, limits, &open);
    if (st == KERF_LIMIT) return KERF_OK;
    KF_TRY(st);
    if (task.solved.found) kf_tree_offer(t, t->trial);
    t->stopped = kf_limits_reached(&task.limits);
    if (!open && !t->stopped) {
        kf_tree_settle(t, task.solved.bound, task.solved.method, NULL);
        return KERF_OK;
    }
    KF_TRY(open_memory(s)); /* the tree goes on from a bound of its own */
    kf_solved_raise(&s->search, ldexp(task.solved.bound, -s->power), NULL);
    return KERF_OK;
}

/* eliminate.c -- the assignment of least cost, by elimination; see elimination.h.
 *
 * The total that is left when all variables are gone is the least cost. Backwards, each variable
 * takes the value that was the least beside the values of those that went after it.
 *
 * Rounding: all costs are sums of at most T terms that are not negative, whatever the order in
 * which they are added. So the total is below the least cost by no more than T units in the last
 * place of it, and less that much it is a dual bound. The incumbent's cost is counted anew; where
 * the bound is within SLIP of it, as with every other search here, it is optimal.
 *
 * Uniqueness: an assignment as good as this one differs first, seen backwards, in a variable that
 * had two values as good as each other beside the same values of later ones. These are marked. The
 * best assignments with such a variable's other value are looked at one by one. */
#include "solve/eliminate/elimination.h"

#include "base/check.h"

#include <math.h>
#include <string.h>

static const double SLIP = 2e-10; /* of a cost */
enum { MOST_TIES = 64, MOST_OTHERS = 1024 };

typedef struct solving {
    kf_elimination *e;
    kf_task *task;
    kf_collected collected;
    uint32_t *values, *other; /* by variable */
    uint32_t *ties;           /* positions */
    uint32_t n_ties;
    bool *trial;
} solving;

/* ---- Backwards ---- */

static uint64_t entry_at(const kf_elimination *e, uint32_t i, const uint32_t *values)
{
    uint64_t entry = 0;
    for (uint64_t k = e->tree.first[i]; k < e->tree.first[i + 1]; k++) {
        uint32_t v = e->tree.scope.at[k];
        entry = entry * e->graph.size[v] + values[v];
    }
    return entry;
}

/* Values of all positions below `from`. */
static void go_back(const solving *s, uint32_t from, uint32_t *values)
{
    const kf_elimination *e = s->e;
    for (uint32_t i = from; i-- > 0;)
        values[e->order.sequence[i]] =
            kf_choices_get(&s->collected.choices[i], entry_at(e, i, values));
}

static void find_ties(solving *s)
{
    for (uint32_t i = 0; i < s->e->tree.n && s->n_ties <= MOST_TIES; i++)
        if (kf_choices_tied(&s->collected.choices[i], entry_at(s->e, i, s->values)))
            s->ties[s->n_ties++] = i;
}

/* ---- Is there another? ---- */

/* The best assignment with another value at a position. *same: of a sum, not of an atom. */
static double cost_of_other(solving *s, uint32_t i, uint32_t value, bool *same)
{
    const kf_elimination *e = s->e;
    uint32_t v = e->order.sequence[i];
    uint64_t broken;
    memcpy(s->other, s->values, e->tree.n * sizeof *s->other);
    s->other[v] = value;
    go_back(s, i, s->other);
    kf_network_assign(&e->net, s->other, s->trial);
    double cost = kf_component_cost(e->component, s->trial, &broken);
    *same = memcmp(s->trial, s->task->assignment, e->component->n_atoms * sizeof(bool)) == 0;
    return broken ? INFINITY : cost;
}

static int find_unique(solving *s, double cost)
{
    uint32_t others = 0;
    bool same, known = s->n_ties <= MOST_TIES;
    for (uint32_t k = 0; k < s->n_ties; k++) {
        uint32_t v = s->e->order.sequence[s->ties[k]];
        for (uint32_t x = 0; x < s->e->graph.size[v]; x++) {
            if (x == s->values[v]) continue;
            if (++others > MOST_OTHERS) return -1;
            double other = cost_of_other(s, s->ties[k], x, &same);
            if (!same && other <= cost + KF_SAME * cost) return 0;
            known &= !same && other > cost + KF_TIE * cost;
        }
    }
    return known ? 1 : -1;
}

/* ---- What comes of it ---- */

/* Additions on the way to a cost. */
static double count_terms(const kf_elimination *e)
{
    const kf_component *p = e->component;
    return (double)p->n_atoms + p->n_clauses + p->n_counts + 2.0 * (double)e->net.tables.n
           + 2.0 * (double)e->net.size.n;
}

static double dual_bound(const kf_elimination *e, double total)
{
    return total - count_terms(e) * 0x1p-52 * fabs(total);
}

/* The hint, where that breaks nothing. */
static void take_hint(kf_task *task, double bound, uint64_t work)
{
    uint64_t broken;
    double cost = kf_component_cost(task->component, task->assignment, &broken);
    task->solved = (kf_solved){ .found = broken == 0,
                                .cost = broken ? INFINITY : cost,
                                .bound = broken ? bound : fmin(bound, cost),
                                .unique = -1,
                                .work = work,
                                .method = "eliminate" };
}

/* Costs are not negative. */
void kf_elimination_leave(kf_task *task)
{
    take_hint(task, 0, 0);
}

static void tell(solving *s)
{
    kf_task *task = s->task;
    uint64_t broken;
    go_back(s, s->e->tree.n, s->values);
    kf_network_assign(&s->e->net, s->values, s->trial);
    double cost = kf_component_cost(task->component, s->trial, &broken);
    double bound = dual_bound(s->e, s->collected.total);
    assert(broken == 0);
    if (cost - bound <= SLIP * cost) bound = cost;
    take_hint(task, bound, s->collected.work);
    if (task->solved.cost < cost) return; /* by rounding */
    memcpy(task->assignment, s->trial, task->component->n_atoms * sizeof(bool));
    task->solved.found = true;
    task->solved.cost = cost;
    task->solved.bound = bound;
    if (bound < cost) return;
    find_ties(s);
    task->solved.unique = find_unique(s, cost);
}

static void tell_infeasible(kf_task *task, uint64_t work)
{
    task->solved = (kf_solved){
        .cost = INFINITY, .bound = INFINITY, .unique = -1, .work = work, .method = "eliminate"
    };
}

/* ---- From costs to an answer ---- */

/* More than the best assignment costs. */
static double most_cost(const kf_task *task)
{
    const kf_component *p = task->component;
    uint64_t broken;
    double cost = kf_component_cost(p, task->assignment, &broken), sum = 0;
    if (broken == 0) return cost;
    for (uint32_t a = 0; a < p->n_atoms; a++) sum += p->cost_true[a] + p->cost_false[a];
    for (uint32_t i = 0; i < p->n_clauses; i++)
        if (isfinite(p->weight[i])) sum += fabs(p->weight[i]);
    for (uint32_t i = 0; i < p->n_counts; i++)
        if (isfinite(p->counts[i].weight)) sum += fabs(p->counts[i].weight);
    return sum;
}

static kerf_status solve(solving *s, kf_arena *arena)
{
    uint32_t n = s->e->tree.n;
    double tie = 10 * KF_TIE * most_cost(s->task);
    s->values = kf_arena_alloc(arena, n, sizeof *s->values);
    s->other = kf_arena_alloc(arena, n, sizeof *s->other);
    s->ties = kf_arena_alloc(arena, MOST_TIES + 1, sizeof *s->ties);
    s->trial = kf_arena_alloc(arena, s->task->component->n_atoms, sizeof *s->trial);
    if (!s->values || !s->other || !s->ties || !s->trial) return KERF_NO_MEMORY;
    KF_TRY(kf_collect(s->e, KF_MIN_SUM, &s->task->limits, tie, &s->collected));
    if (isinf(s->collected.total)) tell_infeasible(s->task, s->collected.work);
    else if (s->collected.stopped)
        take_hint(s->task, dual_bound(s->e, s->collected.total), s->collected.work);
    else tell(s);
    kf_collected_free(s->e, &s->collected);
    return KERF_OK;
}

kerf_status kf_elimination_solve(kf_elimination *e, kf_task *task)
{
    solving s = { .e = e, .task = task };
    kf_arena arena;
    assert(e->fits && e->component == task->component);
    if (e->net.infeasible) {
        tell_infeasible(task, 0);
        return KERF_OK;
    }
    kf_arena_init(&arena, task->mem);
    kerf_status st = solve(&s, &arena);
    kf_arena_free(&arena);
    return st;
}

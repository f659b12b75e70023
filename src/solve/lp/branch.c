/* branch.c -- depth first branch and cut over one linear program with a warm start; see tree.h.
 *
 * A node fixes columns; its linear program is the last one with other bounds, so that a few dual
 * pivots solve it, and rows of the pool that its point violates are added for good. No library is
 * believed: a node is closed by a bound or a refutation from our own arithmetic (lp.c), or when all
 * atoms are fixed and its one assignment is costed. Where Clp claims more than can be shown, the
 * node is split further. Columns whose reduced cost exceeds what is left to gain are fixed. */
#include "solve/lp/tree.h"

#include "base/check.h"
#include "solve/primal/cluster.h"

#include <math.h>

#define INTEGRAL 1e-6
#define ROUNDED 16      /* every so many nodes, a point is rounded with some effort */
#define SLOW 8000       /* pivots at the root, while constraints are to come */
#define NODE_PIVOTS 200 /* what a node takes beside its pivots, counted in those */
#define HELPS 1e-5      /* of the bound: what a round of cuts is to gain, */
#define IDLE 4          /* or else so many in a row are enough */

double kf_tree_cutoff(const kf_tree *t)
{
    if (t->broken) return INFINITY;
    return t->cost - kf_limits_gap(&t->task->limits, t->cost);
}

void kf_tree_offer(kf_tree *t, const bool *assignment)
{
    uint64_t broken;
    double cost = kf_component_cost(t->component, assignment, &broken);
    if (broken > t->broken || (broken == t->broken && cost >= t->cost)) return;
    t->broken = broken;
    t->cost = cost;
    for (uint32_t i = 0; i < t->component->n_atoms; i++) t->best[i] = assignment[i];
}

double kf_tree_bound(const kf_tree *t)
{
    double bound = t->closed;
    for (size_t i = 0; i < t->open.n; i++) bound = fmin(bound, t->open.at[i].bound);
    if (t->by_cost) bound = fmin(bound, kf_tree_cutoff(t)); /* what that left out is above this */
    return fmin(bound, t->broken ? INFINITY : t->cost);
}

/* ---- Fixing ---- */

static kerf_status fix(kf_tree *t, size_t column, bool value)
{
    assert(!kf_lp_is_fixed(&t->lp, column));
    if (!kf_vec_push(t->mem, &t->trail, column)) return KERF_NO_MEMORY;
    kf_lp_fix(&t->lp, column, value);
    return KERF_OK;
}

static void undo(kf_tree *t, size_t fixed)
{
    assert(fixed <= t->trail.n);
    while (t->trail.n > fixed) kf_lp_unfix(&t->lp, t->trail.at[--t->trail.n]);
}

/* May the column be 0 in one assignment and 1 in another, independent of others? */
static bool is_free(const kf_tree *t, size_t column)
{
    return !t->options.tied || (column < t->component->n_atoms && !t->options.tied[column]);
}

/* By the reduced costs of the bound just computed. */
static kerf_status fix_by_cost(kf_tree *t, double bound)
{
    double left = kf_tree_cutoff(t) - bound;
    /* What the root says of atoms must hold for every assignment, not for better ones only. */
    if (!isfinite(left) || t->relax || (t->options.tied && t->nodes == 1)) return KERF_OK;
    if (!kf_uses(t->task, KF_FIXING)) return KERF_OK;
    for (size_t j = 0; j < kf_lp_columns(&t->lp); j++) {
        double reduced = t->lp.reduced[j];
        if (!t->lp.integer.at[j] || kf_lp_is_fixed(&t->lp, j) || !is_free(t, j)) continue;
        if (fabs(reduced) * (1 - 1e-12) <= left) continue;
        KF_TRY(fix(t, j, reduced < 0));
        t->by_cost = true;
    }
    return KERF_OK;
}

/* ---- One node ---- */

static bool all_atoms_fixed(const kf_tree *t)
{
    for (uint32_t i = 0; i < t->component->n_atoms; i++)
        if (!kf_lp_is_fixed(&t->lp, i)) return false;
    return true;
}

static void close_leaf(kf_tree *t, kf_node *node)
{
    uint64_t broken;
    for (uint32_t i = 0; i < t->component->n_atoms; i++) t->trial[i] = t->lp.lower.at[i] > 0;
    double cost = kf_component_cost(t->component, t->trial, &broken);
    kf_tree_offer(t, t->trial);
    node->bound = broken ? INFINITY : cost;
    node->closed = true;
}

/* Are all columns that must be integers so? */
static bool is_integral(const kf_tree *t)
{
    for (size_t j = 0; j < kf_lp_columns(&t->lp); j++) {
        double x = t->lp.x.at[j];
        if (t->lp.integer.at[j] && x > INTEGRAL && x < 1 - INTEGRAL) return false;
    }
    return true;
}

/* The assignment that an integral point is, into `trial`. */
static void take_point(kf_tree *t)
{
    for (uint32_t i = 0; i < t->component->n_atoms; i++) t->trial[i] = t->lp.x.at[i] > 0.5;
}

/* Two-partition inequalities, while they help. Not where an atom stands for several: these are
 * alike, but need not be equal. */
static kerf_status look_for_cuts(kf_tree *t, double bound, size_t *added)
{
    if (t->options.tied || !kf_twopart_wanted(t->task)) return KERF_OK;
    if (!t->cutting) KF_TRY(kf_twopart_new(t->component, t->mem, &t->cuts));
    t->cutting = true;
    t->idle = bound - t->cut_bound > HELPS * fabs(bound) ? 0 : t->idle + 1;
    t->cut_bound = bound;
    return t->cuts && t->idle < IDLE ? kf_twopart_separate(t->cuts, &t->lp, added) : KERF_OK;
}

/* Whether to solve again: rows were added. */
static kerf_status look_for_rows(kf_tree *t, double bound, bool *again)
{
    size_t added;
    KF_TRY(kf_pool_separate(&t->pool, t->lp.x.at, NULL, &added));
    if (added == 0 && is_integral(t)) {
        take_point(t);
        kf_tree_offer(t, t->trial);
        KF_TRY(kf_pool_separate(&t->pool, NULL, t->trial, &added));
    } else if (added == 0) KF_TRY(look_for_cuts(t, bound, &added));
    *again = added > 0;
    return KERF_OK;
}

static kerf_status close_refuted(kf_tree *t, kf_node *node)
{
    bool refuted;
    KF_TRY(kf_lp_refuted(&t->lp, &refuted));
    if (refuted) {
        node->bound = INFINITY;
        node->closed = true;
    }
    return KERF_OK;
}

static kerf_status round_point(kf_tree *t)
{
    if (!t->rounder) KF_TRY(kf_rounder_new(t->component, t->mem, &t->rounder));
    for (int up = 0; up <= 1; up++) {
        kf_rounder_run(t->rounder, t->lp.x.at, up, t->trial);
        kf_tree_offer(t, t->trial);
    }
    bool made = false;
    uint64_t rounds = t->nodes / ROUNDED;
    bool seldom = (rounds & (rounds - 1)) == 0; /* after 1, 2, 4, 8... of them: it takes longer */
    if (kf_uses(t->task, KF_TRANSITIVE) && seldom)
        KF_TRY(kf_cluster(t->component, t->mem, t->rounder, t->trial, &made));
    if (made) kf_tree_offer(t, t->trial);
    return KERF_OK;
}

/* Is a column fractional that cannot be branched on? Or is there nothing to branch on? */
static bool is_stuck(const kf_tree *t)
{
    bool some = false;
    for (size_t j = 0; t->options.tied && j < kf_lp_columns(&t->lp); j++) {
        double x = t->lp.x.at[j];
        if (!t->lp.integer.at[j] || kf_lp_is_fixed(&t->lp, j)) continue;
        some |= is_free(t, j);
        if (x > INTEGRAL && x < 1 - INTEGRAL && !is_free(t, j)) return true;
    }
    return t->options.tied && !some;
}

/* Has the root taken so long that it is better to see first what else will come? Its bound holds
 * without the rows that it still violates. */
static bool is_slow(const kf_tree *t)
{
    return kf_limits_loose(&t->task->limits) && t->nodes == 1 && t->lp.pivots > SLOW;
}

kerf_status kf_tree_solve_node(kf_tree *t, kf_node *node)
{
    node->closed = false;
    t->nodes++;
    t->idle = 0;
    t->cut_bound = -INFINITY;
    if (all_atoms_fixed(t)) {
        close_leaf(t, node);
        return KERF_OK;
    }
    for (bool again = true; again;) {
        kf_lp_status status;
        double bound;
        KF_TRY(kf_lp_solve(&t->lp, &t->task->limits, &status));
        if (status == KF_LP_STOPPED) t->stopped = true;
        if (status == KF_LP_STOPPED) return KERF_OK;
        if (status == KF_LP_FAILED) return KERF_SOLVER;
        t->stalled = status == KF_LP_STALLED;
        if (status == KF_LP_INFEASIBLE) return close_refuted(t, node);
        KF_TRY(kf_lp_bound(&t->lp, &bound));
        node->bound = fmax(node->bound, bound + t->pool.constant);
        node->closed = node->bound >= kf_tree_cutoff(t);
        if (node->closed || t->stalled) return KERF_OK;
        KF_TRY(fix_by_cost(t, bound + t->pool.constant));
        if (is_slow(t)) break;
        KF_TRY(look_for_rows(t, bound, &again));
    }
    node->closed = node->bound >= kf_tree_cutoff(t);
    if (node->closed) return KERF_OK;
    if (t->nodes % ROUNDED == 1 && !t->relax) KF_TRY(round_point(t));
    node->closed = node->bound >= kf_tree_cutoff(t);
    t->stuck = !node->closed && is_stuck(t);
    return KERF_OK;
}

/* ---- Branching ---- */

static kerf_status make_room(kf_tree *t)
{
    size_t n = 2 * kf_lp_columns(&t->lp);
    if (n <= t->gain.n) return KERF_OK;
    if (!kf_vec_reserve(t->mem, &t->gain, n - t->gain.n)
        || !kf_vec_reserve(t->mem, &t->tries, n - t->tries.n))
        return KERF_NO_MEMORY;
    while (t->gain.n < n) {
        t->gain.at[t->gain.n++] = 0;
        t->tries.at[t->tries.n++] = 0;
    }
    return KERF_OK;
}

static void learn(kf_tree *t, const kf_branch *b, double bound)
{
    size_t k = 2 * b->column + b->value;
    if (k >= t->gain.n || !isfinite(bound) || b->fraction < INTEGRAL) return;
    t->gain.at[k] += (bound - b->bound) / b->fraction;
    t->tries.at[k]++;
}

/* What a column gained on average; where nothing is known, what they all did. */
static double expected_gain(const kf_tree *t, size_t k, double average)
{
    return t->tries.at[k] ? t->gain.at[k] / t->tries.at[k] : average;
}

static double average_gain(const kf_tree *t)
{
    double sum = 0, n = 0;
    for (size_t k = 0; k < t->gain.n; k++) {
        if (t->tries.at[k] == 0) continue;
        sum += t->gain.at[k] / t->tries.at[k];
        n++;
    }
    return n > 0 && sum > 0 ? sum / n : 1;
}

/* The fractional column whose two sides promise most, as a product; if none is fractional and yet
 * the bound is short, an atom that its reduced cost holds least. */
static size_t choose_column(const kf_tree *t)
{
    size_t best = SIZE_MAX;
    double most = -1, least = INFINITY, average = average_gain(t);
    for (size_t j = 0; j < kf_lp_columns(&t->lp); j++) {
        double x = t->lp.x.at[j];
        if (!t->lp.integer.at[j] || kf_lp_is_fixed(&t->lp, j) || !is_free(t, j)) continue;
        if (x <= INTEGRAL || x >= 1 - INTEGRAL) continue;
        double down = x * expected_gain(t, 2 * j, average);
        double up = (1 - x) * expected_gain(t, 2 * j + 1, average);
        double merit = fmax(down, 1e-9) * fmax(up, 1e-9);
        if (merit <= most) continue;
        most = merit;
        best = j;
    }
    for (uint32_t i = 0; best == SIZE_MAX && i < t->component->n_atoms; i++) {
        if (kf_lp_is_fixed(&t->lp, i) || !is_free(t, i)) continue;
        if (fabs(t->lp.reduced[i]) < least) {
            least = fabs(t->lp.reduced[i]);
            best = i;
        }
        if (isinf(least)) best = i;
    }
    return best;
}

/* The side to look at first: where the point is, or where the best assignment is. */
static bool prefer(const kf_tree *t, size_t column, double x)
{
    if (column >= t->component->n_atoms || t->broken || x < 0.2 || x > 0.8) return x > 0.5;
    return t->best[column];
}

kerf_status kf_tree_split(kf_tree *t, const kf_node *node)
{
    if (node->closed) {
        t->closed = fmin(t->closed, node->bound);
        return KERF_OK;
    }
    KF_CHECK(kf_tree_check(t));
    KF_TRY(make_room(t));
    size_t column = SIZE_MAX;
    if (!all_atoms_fixed(t)) column = choose_column(t);
    if (column == SIZE_MAX) { /* fixing left one assignment */
        kf_node leaf = *node;
        close_leaf(t, &leaf);
        t->closed = fmin(t->closed, leaf.bound);
        return KERF_OK;
    }
    double x = t->lp.x.at[column];
    bool first = prefer(t, column, x);
    kf_branch b = { column, !first, t->trail.n, node->bound, first ? x : 1 - x };
    if (!kf_vec_push(t->mem, &t->open, b)) return KERF_NO_MEMORY;
    b.value = first;
    b.fraction = 1 - b.fraction;
    return kf_vec_push(t->mem, &t->open, b) ? KERF_OK : KERF_NO_MEMORY;
}

kerf_status kf_tree_run(kf_tree *t, uint64_t pivots)
{
    uint64_t begin = t->lp.pivots + NODE_PIVOTS * t->nodes;
    while (t->open.n > 0 && !t->stopped
           && t->lp.pivots + NODE_PIVOTS * t->nodes - begin <= pivots) {
        kf_branch b = t->open.at[t->open.n - 1];
        kf_node node = { b.bound, false };
        undo(t, b.fixed);
        if (b.bound < kf_tree_cutoff(t)) {
            KF_TRY(fix(t, b.column, b.value));
            KF_TRY(kf_tree_solve_node(t, &node));
            if (t->stopped || t->stalled || t->stuck) return KERF_OK; /* it stays open */
            learn(t, &b, node.bound);
        } else node.closed = true;
        t->open.n--;
        KF_TRY(kf_tree_split(t, &node));
    }
    return KERF_OK;
}

#ifndef NDEBUG
void kf_tree_check(const kf_tree *t)
{
    size_t fixed = 0;
    for (size_t j = 0; j < kf_lp_columns(&t->lp); j++) fixed += kf_lp_is_fixed(&t->lp, j);
    assert(fixed == t->trail.n);
    for (size_t i = 0; i < t->trail.n; i++) assert(kf_lp_is_fixed(&t->lp, t->trail.at[i]));
    for (size_t i = 0; i < t->open.n; i++) {
        assert(t->open.at[i].fixed <= t->trail.n && t->open.at[i].column < kf_lp_columns(&t->lp));
        assert(i == 0 || t->open.at[i - 1].fixed <= t->open.at[i].fixed);
    }
    assert(t->gain.n == t->tries.n);
}
#endif

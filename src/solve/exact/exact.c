/* exact.c -- depth-first branch and bound for small components; see exact.h.
 *
 * At each node hard rows are propagated, dual.c bounds what is still to be paid, atoms whose other
 * value would make the bound too high are fixed, and the search branches on the open atom that the
 * reduced costs decide least. The hint and the first bound's choices, made better by
 * climb.c, give the cutoff to begin with.
 *
 * A node is given up when its bound is at least the best cost less SLIP of it: the bound has its
 * own rounding error subtracted, so an assignment that is lost this way is better by SLIP of the
 * cost at the most. Counters are integers and are undone by adding; money is restored from the
 * level that saved it, never subtracted. Nothing is allocated while searching. */
#include "solve/exact/exact.h"

#include "base/check.h"
#include "solve/exact/dual.h"

#include <math.h>
#include <string.h>

enum { ROOT_PASSES = 40, PASSES = 3, STEPS_PER_POLL = 20000 };
#define SLIP 2e-10

typedef struct level { /* a branching whose second value is still to be tried */
    uint32_t n_trail, n_open;
    kf_lit other;
    double paid;
    double bound; /* of the second branch */
} level;

typedef struct search {
    kf_linear rows;
    kf_dual dual;
    const kf_component *component;
    const kf_task *task;
    signed char *value;
    int64_t *need, *slack; /* see dual.h */
    uint32_t *trail, n_trail, head;
    level *levels;
    uint32_t n_levels;
    uint32_t n_open; /* rows */
    double paid;
    double priced; /* the bound that goes with the reduced costs; the node's may be higher */
    bool *hint, *best, *leaf;
    int64_t *sum;     /* by row, for climb.c */
    double hint_cost; /* INFINITY: it breaks something */
    bool found;
    double cutoff;  /* cost of the best assignment, or a little more than the hint's */
    double nearest; /* least bound of what was given up: uniqueness, and the gap */
    bool tie;       /* another assignment as good as the best was seen */
    uint64_t nodes, most_nodes, steps;
    bool stopped;
} search;

/* ---- Propagation ---- */

static bool assign(search *s, kf_lit l)
{
    uint32_t a = kf_lit_atom(l).id;
    signed char v = !kf_lit_negated(l);
    if (s->value[a] >= 0) return s->value[a] == v;
    s->value[a] = v;
    s->trail[s->n_trail++] = l.code;
    s->paid += v ? s->rows.cost_true[a] : s->rows.cost_false[a];
    return true;
}

/* A hard row that can lose no more than its slack: literals worth more must be true. */
static void force(search *s, uint32_t c)
{
    const kf_linear_row *row = &s->rows.rows[c];
    if (s->need[c] <= 0 || s->slack[c] >= row->largest || !isinf(row->weight)) return;
    for (uint32_t i = row->start; i < row->start + row->n; i++)
        if (s->rows.coefficients[i] > s->slack[c]
            && s->value[kf_lit_atom(s->rows.literals[i]).id] < 0)
            assign(s, s->rows.literals[i]);
}

static void gain(search *s, kf_linear_use u)
{
    bool was = s->need[u.row] > 0;
    s->need[u.row] -= u.coefficient;
    if (was && s->need[u.row] <= 0 && s->slack[u.row] >= 0) s->n_open--;
}

static bool lose(search *s, kf_linear_use u)
{
    bool was = s->slack[u.row] >= 0;
    s->slack[u.row] -= u.coefficient;
    if (s->slack[u.row] >= 0) force(s, u.row);
    if (s->slack[u.row] >= 0 || !was || s->need[u.row] <= 0) return true;
    s->n_open--;
    double w = s->rows.rows[u.row].weight;
    if (isinf(w)) return false;
    s->paid += w;
    return true;
}

/* Counters of the atoms before `head` are up to date; false: a hard row cannot hold. The atom that
 * fails is still counted whole, so that undoing is the same for all. */
static bool propagate(search *s)
{
    const kf_linear *r = &s->rows;
    bool ok = true;
    while (ok && s->head < s->n_trail) {
        uint32_t code = s->trail[s->head++];
        for (uint32_t k = r->first[code]; k < r->first[code + 1]; k++) gain(s, r->uses[k]);
        for (uint32_t k = r->first[code ^ 1]; k < r->first[(code ^ 1) + 1]; k++)
            ok &= lose(s, r->uses[k]);
    }
    return ok;
}

static void undo(search *s, const level *to)
{
    const kf_linear *r = &s->rows;
    assert(to->n_trail <= s->n_trail && to->paid <= s->paid);
    while (s->n_trail > to->n_trail) {
        uint32_t code = s->trail[--s->n_trail];
        s->value[code / 2] = -1;
        if (s->n_trail >= s->head) continue;
        for (uint32_t k = r->first[code]; k < r->first[code + 1]; k++)
            s->need[r->uses[k].row] += r->uses[k].coefficient;
        for (uint32_t k = r->first[code ^ 1]; k < r->first[(code ^ 1) + 1]; k++)
            s->slack[r->uses[k].row] += r->uses[k].coefficient;
    }
    s->head = s->n_trail;
    s->paid = to->paid;
    s->n_open = to->n_open;
}

#ifndef NDEBUG
/* Asserts: counters are those of the atoms on the trail, and rows that are neither kept nor lost
 * are open. */
static void check_counters(const search *s)
{
    const kf_linear *r = &s->rows;
    uint32_t open = 0;
    assert(s->head == s->n_trail);
    for (uint32_t c = 0; c < r->n_rows; c++) {
        const kf_linear_row *row = &r->rows[c];
        int64_t need = row->goal, slack = row->total - row->goal;
        for (uint32_t i = row->start; i < row->start + row->n; i++) {
            signed char value = s->value[r->literals[i].code / 2];
            if (value < 0) continue;
            if (value != (signed char)kf_lit_negated(r->literals[i])) need -= r->coefficients[i];
            else slack -= r->coefficients[i];
        }
        assert(s->need[c] == need && s->slack[c] == slack);
        open += need > 0 && slack >= 0;
    }
    assert(s->n_open == open);
}
#endif

/* ---- Assignments to begin with ---- */

/* The cutoff is a little above the cost, so that the search meets an assignment as good by itself
 * and knows what else there is. */
static void begin_from(search *s, bool *assignment)
{
    uint64_t broken;
    kf_climb(&s->rows, s->sum, assignment);
    double cost = kf_component_cost(s->component, assignment, &broken);
    if (broken > 0 || cost >= s->hint_cost) return;
    if (assignment != s->hint) memcpy(s->hint, assignment, s->rows.n_atoms * sizeof(bool));
    s->hint_cost = cost;
    s->cutoff = cost + 2 * SLIP * cost + 1e-300;
}

/* What the first bound would choose. */
static void round_off(search *s)
{
    for (uint32_t a = 0; a < s->rows.n_atoms; a++) {
        double x = s->dual.reduced[a];
        s->leaf[a] = s->value[a] >= 0 ? s->value[a] : x != 0 ? x < 0 : s->hint[a];
    }
    begin_from(s, s->leaf);
}

/* ---- A node ---- */

/* Without an assignment yet: more than any costs, so that the rows of the node contradict each
 * other. */
static double enough(const search *s)
{
    if (isinf(s->cutoff)) return 1.001 * s->rows.most + 1e-300;
    return s->cutoff - fmax(SLIP * s->cutoff, s->found ? s->task->limits.gap : 0);
}

static bool give_up(search *s, double bound)
{
    if (!(bound >= enough(s))) return false;
    s->nearest = fmin(s->nearest, bound);
    return true;
}

/* Atoms that cannot afford their other value. */
static uint32_t fix(search *s, double bound)
{
    uint32_t before = s->n_trail;
    double room = enough(s) - bound;
    if (isinf(room)) return 0;
    for (uint32_t a = 0; a < s->rows.n_atoms; a++) {
        double x = s->dual.reduced[a];
        if (s->value[a] >= 0 || !(fabs(x) >= room)) continue;
        s->nearest = fmin(s->nearest, bound + fabs(x));
        assign(s, (kf_lit){ 2 * a + (x > 0) });
    }
    return s->n_trail - before;
}

/* The assignment that the open atoms, free of rows, make best. */
static void record(search *s)
{
    const kf_linear *r = &s->rows;
    bool free_tie = false;
    for (uint32_t a = 0; a < r->n_given; a++) {
        double t = r->cost_true[a], f = r->cost_false[a];
        bool open = s->value[a] < 0;
        s->leaf[a] = !open ? s->value[a] : t != f ? t < f : s->hint[a];
        free_tie |= open && t == f;
    }
    uint64_t broken;
    double cost = kf_component_cost(s->component, s->leaf, &broken);
    assert(broken == 0);
    bool same = s->found && memcmp(s->leaf, s->best, r->n_given * sizeof(bool)) == 0;
    if (same) return;
    if (s->found && cost >= s->cutoff) {
        s->nearest = fmin(s->nearest, cost);
        s->tie |= cost <= s->cutoff + KF_SAME * s->cutoff;
        return;
    }
    s->tie = free_tie || (s->found && s->cutoff <= cost + KF_SAME * cost);
    if (s->found) s->nearest = fmin(s->nearest, s->cutoff);
    s->cutoff = cost;
    s->found = true;
    memcpy(s->best, s->leaf, r->n_given * sizeof(bool));
}

static uint32_t choose_atom(const search *s, double missing)
{
    const kf_linear *r = &s->rows;
    uint32_t best = UINT32_MAX;
    double least = INFINITY;
    for (uint32_t a = 0; a < r->n_atoms; a++) {
        if (s->value[a] >= 0) continue;
        uint32_t uses = 0;
        for (uint32_t k = r->first[2 * a]; k < r->first[2 * a + 2]; k++) {
            uint32_t c = r->uses[k].row;
            uses += s->need[c] > 0 && s->slack[c] >= 0;
        }
        double score = (fabs(s->dual.reduced[a]) + missing) / uses;
        if (uses > 0 && score < least) best = a, least = score;
    }
    assert(best != UINT32_MAX);
    return best;
}

static void branch(search *s, double bound)
{
    uint32_t a = choose_atom(s, 0.1 * (enough(s) - bound));
    double x = s->dual.reduced[a];
    bool first = x != 0 ? x < 0 : s->hint[a];
    assert(s->value[a] < 0 && s->n_levels < s->rows.n_atoms);
    kf_lit l = { 2 * a + !first };
    s->levels[s->n_levels++] =
        (level){ s->n_trail, s->n_open, kf_lit_not(l), s->paid, fmax(bound, s->priced + fabs(x)) };
    assign(s, l);
}

/* To the deepest branching whose second value may still be good. */
static bool retreat(search *s)
{
    while (s->n_levels > 0) {
        level *l = &s->levels[--s->n_levels];
        undo(s, l);
        if (give_up(s, l->bound)) continue;
        assign(s, l->other);
        return true;
    }
    return false;
}

/* False: nothing below this node is of interest, or it was a leaf. */
static bool node(search *s, double *bound)
{
    bool root = s->nodes == 0;
    s->nodes++;
    for (;;) {
        if (!propagate(s)) return false;
        KF_CHECK(check_counters(s));
        s->steps += s->rows.n_rows + s->rows.n_atoms;
        s->priced = kf_dual_bound(&s->dual, s->paid, enough(s), root ? ROOT_PASSES : PASSES);
        if (root && s->n_open > 0) round_off(s);
        root = false;
        *bound = fmax(*bound, fmax(s->priced, s->paid));
        if (give_up(s, *bound)) return false;
        if (s->n_open == 0) break;
        if (fix(s, s->priced) == 0) return true;
    }
    record(s);
    return false;
}

/* Asks from time to time whether to go on. */
static bool ask_to_stop(search *s)
{
    if (s->nodes >= s->most_nodes) return true;
    if (s->steps < STEPS_PER_POLL) return false;
    s->steps = 0;
    return s->stopped = kf_limits_reached(&s->task->limits);
}

/* The least that anything not yet looked at can cost. */
static double explore(search *s)
{
    double bound = 0, open = INFINITY;
    while (!ask_to_stop(s)) {
        if (node(s, &bound)) branch(s, bound);
        else if (!retreat(s)) return INFINITY;
        else bound = s->levels[s->n_levels].bound;
    }
    for (uint32_t i = 0; i < s->n_levels; i++) open = fmin(open, s->levels[i].bound);
    return fmin(open, bound);
}

/* ---- Before and after ---- */

static kerf_status prepare(search *s, kf_arena *arena, const bool *assignment)
{
    KF_TRY(kf_linear_build(&s->rows, s->component, arena));
    kf_linear *r = &s->rows;
    s->value = kf_arena_alloc(arena, r->n_atoms, 1);
    s->trail = kf_arena_alloc(arena, r->n_atoms, sizeof(uint32_t));
    s->levels = kf_arena_alloc(arena, (size_t)r->n_atoms + 1, sizeof(level));
    s->need = kf_arena_alloc(arena, r->n_rows, sizeof(int64_t));
    s->slack = kf_arena_alloc(arena, r->n_rows, sizeof(int64_t));
    s->hint = kf_arena_alloc(arena, r->n_atoms, sizeof(bool));
    s->best = kf_arena_alloc(arena, r->n_atoms, sizeof(bool));
    s->leaf = kf_arena_alloc(arena, r->n_atoms, sizeof(bool));
    s->sum = kf_arena_alloc(arena, r->n_rows, sizeof(int64_t));
    if (!s->value || !s->trail || !s->levels || !s->need || !s->slack) return KERF_NO_MEMORY;
    if (!s->hint || !s->best || !s->leaf || !s->sum) return KERF_NO_MEMORY;
    KF_TRY(kf_dual_init(&s->dual, r, arena));
    memset(s->value, -1, r->n_atoms);
    memcpy(s->hint, assignment, r->n_given * sizeof(bool));
    s->dual.value = s->value;
    s->dual.need = s->need;
    s->dual.slack = s->slack;
    s->n_open = r->n_rows;
    s->paid = r->constant;
    for (uint32_t c = 0; c < r->n_rows; c++) {
        s->need[c] = r->rows[c].goal;
        s->slack[c] = r->rows[c].total - r->rows[c].goal;
    }
    return KERF_OK;
}

static void finish(search *s, double open, kf_solved *out)
{
    bool proven = isinf(open);
    if (s->found ? s->hint_cost < s->cutoff
                 : !isinf(s->hint_cost)) { /* stopped early, or rounding */
        s->nearest = s->found ? fmin(s->nearest, s->cutoff) : 0;
        s->found = true;
        s->tie = false;
        s->cutoff = s->hint_cost;
        memcpy(s->best, s->hint, s->rows.n_given * sizeof(bool));
    }
    double cost = s->found ? s->cutoff : INFINITY;
    assert(!s->found || isfinite(cost));
    *out = (kf_solved){ s->found, cost, fmin(open, cost), -1, s->nodes, "exact", NULL };
    if (!s->found || !proven) return;
    if (s->task->limits.gap > 0) out->bound = fmin(cost, s->nearest);
    if (out->bound < cost) return;
    if (s->tie) out->unique = 0;
    else if (s->nearest > cost + 10 * KF_TIE * cost) out->unique = 1;
    else if (kf_climb_tie(&s->rows, s->sum, s->best, KF_SAME * cost)) out->unique = 0;
}

/* Of the user and of the stage, the lower limit. */
static uint64_t most_nodes(const kf_task *task)
{
    uint64_t user = task->settings->nodes ? task->settings->nodes : UINT64_MAX;
    return task->nodes > 0 && task->nodes < user ? task->nodes : user;
}

kerf_status kf_search_exactly(kf_task *task)
{
    const kf_component *p = task->component;
    kf_arena arena;
    search s = { .component = p,
                 .task = task,
                 .most_nodes = most_nodes(task),
                 .cutoff = INFINITY,
                 .nearest = INFINITY,
                 .hint_cost = INFINITY };
    assert(p->n_cliques == 0); /* it has no rows for these */
    kf_arena_init(&arena, task->mem);
    kerf_status st = prepare(&s, &arena, task->assignment);
    if (st == KERF_OK) {
        begin_from(&s, s.hint);
        for (uint32_t c = 0; c < s.rows.n_rows; c++) force(&s, c);
        double open = s.rows.infeasible ? INFINITY : explore(&s);
        finish(&s, open, &task->solved);
        memcpy(task->assignment, s.found ? s.best : s.hint, p->n_atoms * sizeof(bool));
        if (!isinf(open) && !s.stopped) st = KERF_LIMIT;
    }
    kf_arena_free(&arena);
    return st;
}

/* walk_state.c -- incremental costs of flips; see walk_state.h. */
#include "solve/walk_state.h"

#include <math.h>
#include <string.h>

enum { FETCH = 32 };

/* ---- Memory ---- */

static bool sizes_fit(const kf_part *p)
{
    uint64_t ids = (uint64_t)p->n_clauses + p->n_counts + p->n_atoms, members = 0;
    for (uint32_t i = 0; i < p->n_counts; i++) members += p->counts[i].n;
    return ids <= UINT32_MAX && members <= UINT32_MAX;
}

static bool allocate(kf_walk *w)
{
    const kf_part *p = w->part;
    size_t codes = 2 * (size_t)p->n_atoms, members = 0, n_hard = 0;
    size_t constraints = (size_t)p->n_clauses + p->n_counts;
    size_t literals = p->n_clauses ? p->start[p->n_clauses] : 0;
    for (uint32_t i = 0; i < p->n_clauses; i++) n_hard += isinf(p->weight[i]) != 0;
    for (uint32_t i = 0; i < p->n_counts; i++) {
        members += p->counts[i].n;
        n_hard += isinf(p->counts[i].weight) != 0;
    }
    kf_arena *a = &w->arena;
    w->world = kf_arena_alloc(a, p->n_atoms, sizeof *w->world);
    w->delta = kf_arena_alloc(a, p->n_atoms, sizeof *w->delta);
    w->clauses = kf_arena_alloc(a, p->n_clauses, sizeof *w->clauses);
    w->counts = kf_arena_alloc(a, p->n_counts, sizeof *w->counts);
    w->clause_start = kf_arena_alloc(a, codes + 2, sizeof *w->clause_start);
    w->literals = kf_arena_alloc(a, literals, sizeof *w->literals);
    w->in_clauses = kf_arena_alloc(a, literals, sizeof *w->in_clauses);
    w->count_start = kf_arena_alloc(a, codes + 2, sizeof *w->count_start);
    w->in_counts = kf_arena_alloc(a, members, sizeof *w->in_counts);
    w->hard.at = kf_arena_alloc(a, n_hard, sizeof *w->hard.at);
    w->soft.at = kf_arena_alloc(a, constraints - n_hard + p->n_atoms, sizeof *w->soft.at);
    return w->world && w->delta && w->clauses && w->counts && w->clause_start && w->in_clauses
           && w->count_start && w->in_counts && w->hard.at && w->soft.at;
}

/* ---- Which constraints a literal is in ----
 * Numbers of uses are counted two places on, and filling moves each start from one place on to its
 * own end, which is where the next one starts. */

static void add_up(uint32_t *start, size_t n)
{
    for (size_t i = 1; i < n; i++) start[i] += start[i - 1];
}

static void index_clauses(kf_walk *w)
{
    const kf_part *p = w->part;
    uint32_t *start = w->clause_start;
    for (uint32_t i = 0; i < p->n_clauses; i++) {
        const kf_walk_clause *c = &w->clauses[i];
        for (uint32_t k = 0; k < c->n; k++) start[w->literals[c->start + k].code + 2]++;
    }
    add_up(start, 2 * (size_t)p->n_atoms + 2);
    for (uint32_t i = 0; i < p->n_clauses; i++) {
        const kf_walk_clause *c = &w->clauses[i];
        for (uint32_t k = 0; k < c->n; k++)
            w->in_clauses[start[w->literals[c->start + k].code + 1]++] = i;
    }
}

static void index_counts(kf_walk *w)
{
    const kf_part *p = w->part;
    uint32_t *start = w->count_start;
    for (uint32_t i = 0; i < p->n_counts; i++) {
        for (uint32_t k = 0; k < p->counts[i].n; k++) start[p->counts[i].literals[k].code + 2]++;
    }
    add_up(start, 2 * (size_t)p->n_atoms + 2);
    for (uint32_t i = 0; i < p->n_counts; i++) {
        const kf_count *c = &p->counts[i];
        for (uint32_t k = 0; k < c->n; k++)
            w->in_counts[start[c->literals[k].code + 1]++] =
                (kf_walk_member){ i, c->coefficients[k] };
    }
}

static kf_walk_stake stake_of(double weight)
{
    if (isinf(weight)) return (kf_walk_stake){ 0, weight > 0 ? 1 : -1 };
    return (kf_walk_stake){ weight, 0 };
}

/* Clauses with the same first literal go side by side, those of the next atom after them: atoms
 * that have much to do with each other tend to have close numbers, and so a flip reads less of the
 * memory. The array of starts is only borrowed. */
static void copy_clauses(kf_walk *w)
{
    const kf_part *p = w->part;
    uint32_t *next = w->clause_start, n = 0;
    size_t codes = 2 * (size_t)p->n_atoms;
    for (uint32_t i = 0; i < p->n_clauses; i++) next[p->literals[p->start[i]].code + 1]++;
    add_up(next, codes + 1);
    for (uint32_t i = 0; i < p->n_clauses; i++) {
        kf_walk_stake stake = stake_of(p->weight[i]);
        w->clauses[next[p->literals[p->start[i]].code]++] =
            (kf_walk_clause){ .soft = stake.soft,
                              .hard = stake.hard,
                              .start = p->start[i],
                              .n = p->start[i + 1] - p->start[i] };
    }
    for (uint32_t i = 0; i < p->n_clauses; i++) {
        kf_walk_clause *c = &w->clauses[i];
        memcpy(&w->literals[n], &p->literals[c->start], c->n * sizeof *w->literals);
        c->start = n;
        n += c->n;
    }
    memset(w->clause_start, 0, (codes + 2) * sizeof *w->clause_start);
}

kerf_status kf_walk_open(kf_walk *w, const kf_part *p, kf_mem *mem)
{
    *w = (kf_walk){ .part = p };
    kf_arena_init(&w->arena, mem);
    if (!sizes_fit(p)) return KERF_LIMIT;
    if (!allocate(w)) return KERF_NO_MEMORY;
    copy_clauses(w);
    for (uint32_t i = 0; i < p->n_counts; i++) {
        const kf_count *c = &p->counts[i];
        w->counts[i] = (kf_walk_count){ .stake = stake_of(c->weight) };
        for (uint32_t k = 0; k < c->n; k++) {
            w->counts[i].total += c->coefficients[k];
            if (c->coefficients[k] > w->counts[i].largest)
                w->counts[i].largest = c->coefficients[k];
        }
    }
    index_clauses(w);
    index_counts(w);
    return KERF_OK;
}

void kf_walk_close(kf_walk *w)
{
    kf_arena_free(&w->arena);
}

/* ---- Lists of what is violated ---- */

static uint32_t *place_of(kf_walk *w, uint32_t id)
{
    if (id < w->part->n_clauses) return &w->clauses[id].place;
    id -= w->part->n_clauses;
    if (id < w->part->n_counts) return &w->counts[id].place;
    return &w->delta[id - w->part->n_counts].place;
}

static inline void set_violated(kf_walk *w, kf_walk_list *list, uint32_t id, uint32_t *place,
                                bool violated)
{
    if (violated) {
        *place = list->n;
        list->at[list->n++] = id;
    } else {
        uint32_t last = list->at[--list->n];
        list->at[*place] = last;
        *place_of(w, last) = *place;
    }
}

/* ---- Clauses ---- */

static inline void add(kf_walk_delta *d, const kf_walk_clause *c)
{
    d->soft += c->soft;
    d->hard += c->hard;
}

static inline void subtract(kf_walk_delta *d, const kf_walk_clause *c)
{
    d->soft -= c->soft;
    d->hard -= c->hard;
}

/* The clause begins to hold, or ceases to: is it violated now? */
static inline void clause_turns(kf_walk *w, uint32_t id, bool holds)
{
    kf_walk_clause *c = &w->clauses[id];
    bool wanted = c->hard > 0 || c->soft > 0;
    set_violated(w, c->hard ? &w->hard : &w->soft, id, &c->place, holds != wanted);
}

/* A literal of the clause has become true. */
static inline void clause_gains(kf_walk *w, uint32_t id, uint32_t atom)
{
    kf_walk_clause *c = &w->clauses[id];
    if (c->n_true == 0) {
        const kf_lit *l = &w->literals[c->start];
        for (uint32_t i = 0; i < c->n; i++) add(&w->delta[kf_lit_atom(l[i]).id], c);
        add(&w->delta[atom], c);
        clause_turns(w, id, true);
    } else if (c->n_true == 1) {
        subtract(&w->delta[c->true_atoms], c);
    }
    c->n_true++;
    c->true_atoms ^= atom;
}

/* A literal of the clause has become false. */
static inline void clause_loses(kf_walk *w, uint32_t id, uint32_t atom)
{
    kf_walk_clause *c = &w->clauses[id];
    c->n_true--;
    c->true_atoms ^= atom;
    if (c->n_true == 0) {
        const kf_lit *l = &w->literals[c->start];
        for (uint32_t i = 0; i < c->n; i++) subtract(&w->delta[kf_lit_atom(l[i]).id], c);
        subtract(&w->delta[atom], c);
        clause_turns(w, id, false);
    } else if (c->n_true == 1) {
        add(&w->delta[c->true_atoms], c);
    }
}

/* ---- Counts ---- */

static bool holds(const kf_count *c, uint64_t sum)
{
    return sum >= c->least && sum <= c->most;
}

/* 1 if flipping makes the count hold, -1 if it makes it fail, else 0. */
static int effect(const kf_count *c, uint64_t sum, bool is_true, uint32_t coefficient)
{
    uint64_t then = is_true ? sum - coefficient : sum + coefficient;
    return (int)holds(c, then) - (int)holds(c, sum);
}

/* 0: some flip might make the count hold or fail; else which side of its limits it is far on. */
static int region(const kf_walk *w, uint32_t i, uint64_t sum)
{
    const kf_count *c = &w->part->counts[i];
    uint64_t reach = w->counts[i].largest;
    if (sum + reach < c->least) return 1;
    if (sum > c->most && sum - c->most > reach) return 2;
    bool inside = sum >= c->least && sum - c->least >= reach && sum <= c->most;
    return inside && c->most - sum >= reach ? 3 : 0;
}

static void apply(kf_walk_delta *d, kf_walk_stake stake, int effect_change)
{
    d->soft -= stake.soft * effect_change;
    d->hard -= stake.hard * effect_change;
}

static void count_turns(kf_walk *w, uint32_t i, bool now)
{
    kf_walk_count *c = &w->counts[i];
    bool wanted = c->stake.hard > 0 || c->stake.soft > 0;
    set_violated(w, c->stake.hard ? &w->hard : &w->soft, w->part->n_clauses + i, &c->place,
                 now != wanted);
}

/* The world has the atom's new value already. */
static void count_moves(kf_walk *w, uint32_t i, uint64_t sum, uint32_t atom)
{
    const kf_count *c = &w->part->counts[i];
    kf_walk_count *state = &w->counts[i];
    uint64_t old = state->sum;
    int near = region(w, i, old);
    state->sum = sum;
    if (near != 0 && near == region(w, i, sum)) return;
    for (uint32_t k = 0; k < c->n; k++) {
        bool is_true = kf_lit_true(c->literals[k], w->world);
        uint32_t a = kf_lit_atom(c->literals[k]).id;
        int before = effect(c, old, a == atom ? !is_true : is_true, c->coefficients[k]);
        int after = effect(c, sum, is_true, c->coefficients[k]);
        if (before != after) apply(&w->delta[a], state->stake, after - before);
    }
    if (holds(c, old) != holds(c, sum)) count_turns(w, i, holds(c, sum));
}

/* ---- From the beginning ---- */

static void derive_atoms(kf_walk *w)
{
    const kf_part *p = w->part;
    for (uint32_t a = 0; a < p->n_atoms; a++) {
        double now = w->world[a] ? p->cost_true[a] : p->cost_false[a];
        double then = w->world[a] ? p->cost_false[a] : p->cost_true[a];
        w->delta[a] = (kf_walk_delta){ .soft = then - now };
        if (now > 0)
            set_violated(w, &w->soft, p->n_clauses + p->n_counts + a, &w->delta[a].place, true);
    }
}

static void derive_clause(kf_walk *w, uint32_t id)
{
    kf_walk_clause *c = &w->clauses[id];
    const kf_lit *l = &w->literals[c->start];
    c->n_true = c->true_atoms = 0;
    for (uint32_t i = 0; i < c->n; i++) {
        if (!kf_lit_true(l[i], w->world)) continue;
        c->n_true++;
        c->true_atoms ^= kf_lit_atom(l[i]).id;
    }
    for (uint32_t i = 0; c->n_true == 0 && i < c->n; i++)
        subtract(&w->delta[kf_lit_atom(l[i]).id], c);
    if (c->n_true == 1) add(&w->delta[c->true_atoms], c);
    if ((c->hard > 0 || c->soft > 0) != (c->n_true > 0)) clause_turns(w, id, c->n_true > 0);
}

static void derive_count(kf_walk *w, uint32_t i)
{
    const kf_count *c = &w->part->counts[i];
    kf_walk_count *state = &w->counts[i];
    state->sum = 0;
    for (uint32_t k = 0; k < c->n; k++)
        if (kf_lit_true(c->literals[k], w->world)) state->sum += c->coefficients[k];
    for (uint32_t k = 0; k < c->n; k++) {
        bool is_true = kf_lit_true(c->literals[k], w->world);
        apply(&w->delta[kf_lit_atom(c->literals[k]).id], state->stake,
              effect(c, state->sum, is_true, c->coefficients[k]));
    }
    if ((c->weight > 0) != holds(c, state->sum)) count_turns(w, i, holds(c, state->sum));
}

void kf_walk_derive(kf_walk *w)
{
    uint64_t broken;
    w->hard.n = w->soft.n = 0;
    derive_atoms(w);
    for (uint32_t i = 0; i < w->part->n_clauses; i++) derive_clause(w, i);
    for (uint32_t i = 0; i < w->part->n_counts; i++) derive_count(w, i);
    w->cost = kf_part_cost(w->part, w->world, &broken);
}

/* ---- One flip ---- */

/* Clauses of an atom lie anywhere, and what is done with one depends on it: without this, each
 * would be waited for in turn. */
static inline void fetch_clauses(const kf_walk *w, uint32_t from, uint32_t to)
{
    uint32_t n = to - from < FETCH ? to - from : FETCH;
    for (uint32_t i = 0; i < n; i++) __builtin_prefetch(&w->clauses[w->in_clauses[from + i]], 1);
}

static void flip_cost(kf_walk *w, uint32_t a, bool was)
{
    const kf_part *p = w->part;
    double before = was ? p->cost_true[a] : p->cost_false[a];
    double after = was ? p->cost_false[a] : p->cost_true[a];
    kf_walk_delta *d = &w->delta[a];
    uint32_t id = p->n_clauses + p->n_counts + a;
    d->soft += 2 * (before - after);
    if (before > 0) set_violated(w, &w->soft, id, &d->place, false);
    if (after > 0) set_violated(w, &w->soft, id, &d->place, true);
}

void kf_walk_flip(kf_walk *w, uint32_t a)
{
    bool was = w->world[a];
    uint32_t now_false = 2 * a + !was, now_true = 2 * a + was;
    fetch_clauses(w, w->clause_start[2 * (size_t)a], w->clause_start[2 * (size_t)a + 2]);
    w->cost += w->delta[a].soft;
    w->world[a] = !was;
    flip_cost(w, a, was);
    const uint32_t *s = w->clause_start;
    for (uint32_t i = s[now_false]; i < s[now_false + 1]; i++) clause_loses(w, w->in_clauses[i], a);
    for (uint32_t i = s[now_true]; i < s[now_true + 1]; i++) clause_gains(w, w->in_clauses[i], a);
    s = w->count_start;
    for (uint32_t i = s[now_false]; i < s[now_false + 1]; i++) {
        const kf_walk_member *m = &w->in_counts[i];
        count_moves(w, m->count, w->counts[m->count].sum - m->coefficient, a);
    }
    for (uint32_t i = s[now_true]; i < s[now_true + 1]; i++) {
        const kf_walk_member *m = &w->in_counts[i];
        count_moves(w, m->count, w->counts[m->count].sum + m->coefficient, a);
    }
    if (w->soft.n == 0) w->cost = 0; /* whatever rounding says */
}

/* ---- What might mend a constraint ---- */

static kf_walk_way repair_count(const kf_walk *w, uint32_t i)
{
    const kf_count *c = &w->part->counts[i];
    const kf_walk_count *state = &w->counts[i];
    kf_walk_way way = { c->literals, c->coefficients, c->n, false, false };
    if (c->weight > 0) {
        way.up = state->sum < c->least;
        way.down = !way.up;
    } else { /* it holds and should not: out at either end, where there is one */
        way.up = state->total > c->most;
        way.down = c->least > 0;
    }
    return way;
}

kf_walk_way kf_walk_repair(const kf_walk *w, uint32_t id, kf_lit *unit)
{
    if (id < w->part->n_clauses) {
        const kf_walk_clause *c = &w->clauses[id];
        bool wanted = c->hard > 0 || c->soft > 0;
        return (kf_walk_way){ &w->literals[c->start], NULL, c->n, wanted, !wanted };
    }
    id -= w->part->n_clauses;
    if (id < w->part->n_counts) return repair_count(w, id);
    *unit = kf_lit_of((kf_atom){ id - w->part->n_counts }, false);
    return (kf_walk_way){ unit, NULL, 1, true, true };
}

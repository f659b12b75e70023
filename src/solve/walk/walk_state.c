/* walk_state.c -- what each flip changes, updated incrementally; see walk_state.h. */
#include "solve/walk/walk_state.h"

#include "base/check.h"

#include <math.h>
#include <string.h>

enum { FETCH = 32 };

/* ---- Memory ---- */

/* Units of the pool that a clause of n literals takes. */
static uint32_t units(uint32_t n)
{
    return (uint32_t)((sizeof(kf_walk_clause) + n * sizeof(kf_lit) + sizeof(double) - 1)
                      / sizeof(double));
}

typedef struct sizes {
    uint64_t literals, members, pool, hard, soft;
} sizes;

static sizes measure(const kf_component *p)
{
    sizes s = { .soft = p->n_atoms };
    for (uint32_t i = 0; i < p->n_clauses; i++) {
        uint32_t n = p->start[i + 1] - p->start[i];
        s.literals += n;
        s.pool += units(n);
        ++*(isinf(p->weight[i]) ? &s.hard : &s.soft);
    }
    for (uint32_t i = 0; i < p->n_counts; i++) {
        s.members += p->counts[i].n;
        ++*(isinf(p->counts[i].weight) ? &s.hard : &s.soft);
    }
    return s;
}

static bool allocate(kf_walk *w, const sizes *s)
{
    const kf_component *p = w->component;
    size_t codes = 2 * (size_t)p->n_atoms;
    kf_arena *a = &w->arena;
    w->assignment = kf_arena_alloc(a, p->n_atoms, sizeof *w->assignment);
    w->atoms = kf_arena_alloc(a, (size_t)p->n_atoms + 1, sizeof *w->atoms);
    w->pool = kf_arena_alloc(a, s->pool, sizeof *w->pool);
    w->in_clauses = kf_arena_alloc(a, s->literals, sizeof *w->in_clauses);
    w->counts = kf_arena_alloc(a, p->n_counts, sizeof *w->counts);
    w->count_start = kf_arena_alloc(a, codes + 2, sizeof *w->count_start);
    w->in_counts = kf_arena_alloc(a, s->members, sizeof *w->in_counts);
    w->hard.at = kf_arena_alloc(a, s->hard, sizeof *w->hard.at);
    w->soft.at = kf_arena_alloc(a, s->soft, sizeof *w->soft.at);
    return w->assignment && w->atoms && w->pool && w->in_clauses && w->counts && w->count_start
           && w->in_counts && w->hard.at && w->soft.at;
}

/* ---- Which constraints a literal is in ----
 * Numbers of uses are counted two places on, and filling moves each start from one place on to its
 * own end, which is where the next one starts. */

static void add_up(uint32_t *start, size_t n)
{
    for (size_t i = 1; i < n; i++) start[i] += start[i - 1];
}

/* The clause after one, for walking through the pool. */
static uint32_t after(const kf_walk *w, uint32_t id)
{
    return id + units(kf_walk_clause_at(w, id)->n);
}

static void index_clauses(kf_walk *w)
{
    uint32_t sum = 0;
    for (uint32_t id = 0; id < w->pool_n; id = after(w, id)) {
        const kf_walk_clause *c = kf_walk_clause_at(w, id);
        for (uint32_t k = 0; k < c->n; k++)
            w->atoms[kf_lit_atom(c->literals[k]).id].uses[kf_lit_negated(c->literals[k])]++;
    }
    for (uint32_t a = 0; a <= w->component->n_atoms; a++) { /* from numbers to ends */
        for (int side = 0; side < 2; side++) w->atoms[a].uses[side] = sum += w->atoms[a].uses[side];
    }
    for (uint32_t id = 0; id < w->pool_n; id = after(w, id)) {
        const kf_walk_clause *c = kf_walk_clause_at(w, id);
        for (uint32_t k = 0; k < c->n; k++) {
            kf_lit l = c->literals[k];
            w->in_clauses[--w->atoms[kf_lit_atom(l).id].uses[kf_lit_negated(l)]] = id;
        }
    }
}

static void index_counts(kf_walk *w)
{
    const kf_component *p = w->component;
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

static void copy_clause(kf_walk *w, uint32_t i, uint32_t id)
{
    const kf_component *p = w->component;
    kf_walk_clause *c = kf_walk_clause_at(w, id);
    uint32_t n = p->start[i + 1] - p->start[i];
    bool hard = isinf(p->weight[i]);
    *c = (kf_walk_clause){ .soft = hard ? 0 : p->weight[i], .n = n & INT32_MAX, .hard = hard };
    memcpy(c->literals, &p->literals[p->start[i]], n * sizeof *c->literals);
}

/* Clauses with the same first atom go side by side, those of the next atom after them: atoms that
 * have much to do with each other tend to have close numbers, and so a flip reads less of the
 * memory. `uses` is only borrowed for where the next one goes. */
static void copy_clauses(kf_walk *w)
{
    const kf_component *p = w->component;
    for (uint32_t i = 0; i < p->n_clauses; i++)
        w->atoms[kf_lit_atom(p->literals[p->start[i]]).id].uses[0] +=
            units(p->start[i + 1] - p->start[i]);
    for (uint32_t a = 0; a < p->n_atoms; a++) {
        uint32_t n = w->atoms[a].uses[0];
        w->atoms[a].uses[0] = w->pool_n;
        w->pool_n += n;
    }
    for (uint32_t i = 0; i < p->n_clauses; i++) {
        uint32_t *next = &w->atoms[kf_lit_atom(p->literals[p->start[i]]).id].uses[0];
        copy_clause(w, i, *next);
        *next += units(p->start[i + 1] - p->start[i]);
    }
    for (uint32_t a = 0; a < p->n_atoms; a++) w->atoms[a].uses[0] = 0;
}

static void copy_counts(kf_walk *w)
{
    for (uint32_t i = 0; i < w->component->n_counts; i++) {
        const kf_count *c = &w->component->counts[i];
        kf_walk_count *to = &w->counts[i];
        to->stake = stake_of(c->weight);
        for (uint32_t k = 0; k < c->n; k++) {
            to->total += c->coefficients[k];
            if (c->coefficients[k] > to->largest) to->largest = c->coefficients[k];
        }
    }
}

kerf_status kf_walk_open(kf_walk *w, const kf_component *p, kf_mem *mem)
{
    sizes s = measure(p);
    assert(p->n_cliques == 0); /* it has none of these */
    *w = (kf_walk){ .component = p };
    kf_arena_init(&w->arena, mem);
    if (s.pool + p->n_counts + p->n_atoms > UINT32_MAX || s.members > UINT32_MAX) return KERF_LIMIT;
    if (!allocate(w, &s)) return KERF_NO_MEMORY;
    copy_clauses(w);
    copy_counts(w);
    index_clauses(w);
    index_counts(w);
    for (uint32_t a = 0; a < p->n_atoms; a++)
        w->atoms[a].price = p->cost_true[a] - p->cost_false[a];
    return KERF_OK;
}

void kf_walk_close(kf_walk *w)
{
    kf_arena_free(&w->arena);
}

/* ---- Lists of what is violated ---- */

static uint32_t *place_of(const kf_walk *w, uint32_t id)
{
    if (id < w->pool_n) return &kf_walk_clause_at(w, id)->place;
    id -= w->pool_n;
    if (id < w->component->n_counts) return &w->counts[id].place;
    return &w->atoms[id - w->component->n_counts].place;
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

static inline void add(kf_walk_atom *d, const kf_walk_clause *c)
{
    d->soft += c->soft;
    d->hard += (int)c->hard;
}

static inline void subtract(kf_walk_atom *d, const kf_walk_clause *c)
{
    d->soft -= c->soft;
    d->hard -= (int)c->hard;
}

/* The clause begins to hold, or ceases to: is it violated now? */
static inline void clause_turns(kf_walk *w, uint32_t id, bool holds)
{
    kf_walk_clause *c = kf_walk_clause_at(w, id);
    bool wanted = c->hard || c->soft > 0;
    set_violated(w, c->hard ? &w->hard : &w->soft, id, &c->place, holds != wanted);
}

/* A literal of the clause has become true. */
static inline void clause_gains(kf_walk *w, uint32_t id, uint32_t atom)
{
    kf_walk_clause *c = kf_walk_clause_at(w, id);
    if (c->n_true == 0) {
        const kf_lit *l = c->literals;
        for (uint32_t i = 0; i < c->n; i++) add(&w->atoms[kf_lit_atom(l[i]).id], c);
        add(&w->atoms[atom], c);
        clause_turns(w, id, true);
    } else if (c->n_true == 1) {
        subtract(&w->atoms[c->true_atoms], c);
    }
    c->n_true++;
    c->true_atoms ^= atom;
}

/* A literal of the clause has become false. */
static inline void clause_loses(kf_walk *w, uint32_t id, uint32_t atom)
{
    kf_walk_clause *c = kf_walk_clause_at(w, id);
    c->n_true--;
    c->true_atoms ^= atom;
    if (c->n_true == 0) {
        const kf_lit *l = c->literals;
        for (uint32_t i = 0; i < c->n; i++) subtract(&w->atoms[kf_lit_atom(l[i]).id], c);
        subtract(&w->atoms[atom], c);
        clause_turns(w, id, false);
    } else if (c->n_true == 1) {
        add(&w->atoms[c->true_atoms], c);
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
    const kf_count *c = &w->component->counts[i];
    uint64_t reach = w->counts[i].largest;
    if (sum + reach < c->least) return 1;
    if (sum > c->most && sum - c->most > reach) return 2;
    bool inside = sum >= c->least && sum - c->least >= reach && sum <= c->most;
    return inside && c->most - sum >= reach ? 3 : 0;
}

static void apply(kf_walk_atom *d, kf_walk_stake stake, int effect_change)
{
    d->soft -= stake.soft * effect_change;
    d->hard -= stake.hard * effect_change;
}

static void count_turns(kf_walk *w, uint32_t i, bool now)
{
    kf_walk_count *c = &w->counts[i];
    bool wanted = c->stake.hard > 0 || c->stake.soft > 0;
    set_violated(w, c->stake.hard ? &w->hard : &w->soft, w->pool_n + i, &c->place, now != wanted);
}

/* The assignment has the atom's new value already. */
static void count_moves(kf_walk *w, uint32_t i, uint64_t sum, uint32_t atom)
{
    const kf_count *c = &w->component->counts[i];
    kf_walk_count *state = &w->counts[i];
    uint64_t old = state->sum;
    int far = region(w, i, old);
    state->sum = sum;
    if (far != 0 && far == region(w, i, sum)) return;
    for (uint32_t k = 0; k < c->n; k++) {
        bool is_true = kf_lit_true(c->literals[k], w->assignment);
        uint32_t a = kf_lit_atom(c->literals[k]).id;
        int before = effect(c, old, a == atom ? !is_true : is_true, c->coefficients[k]);
        int after = effect(c, sum, is_true, c->coefficients[k]);
        if (before != after) apply(&w->atoms[a], state->stake, after - before);
    }
    if (holds(c, old) != holds(c, sum)) count_turns(w, i, holds(c, sum));
}

/* ---- From the beginning ---- */

static void derive_atoms(kf_walk *w)
{
    for (uint32_t a = 0; a < w->component->n_atoms; a++) {
        kf_walk_atom *atom = &w->atoms[a];
        atom->soft = w->assignment[a] ? -atom->price : atom->price;
        atom->hard = 0;
        if (atom->soft < 0)
            set_violated(w, &w->soft, w->pool_n + w->component->n_counts + a, &atom->place, true);
    }
}

static void derive_clause(kf_walk *w, uint32_t id)
{
    kf_walk_clause *c = kf_walk_clause_at(w, id);
    const kf_lit *l = c->literals;
    c->n_true = c->true_atoms = 0;
    for (uint32_t i = 0; i < c->n; i++) {
        if (!kf_lit_true(l[i], w->assignment)) continue;
        c->n_true++;
        c->true_atoms ^= kf_lit_atom(l[i]).id;
    }
    for (uint32_t i = 0; c->n_true == 0 && i < c->n; i++)
        subtract(&w->atoms[kf_lit_atom(l[i]).id], c);
    if (c->n_true == 1) add(&w->atoms[c->true_atoms], c);
    if ((c->hard || c->soft > 0) != (c->n_true > 0)) clause_turns(w, id, c->n_true > 0);
}

static void derive_count(kf_walk *w, uint32_t i)
{
    const kf_count *c = &w->component->counts[i];
    kf_walk_count *state = &w->counts[i];
    state->sum = 0;
    for (uint32_t k = 0; k < c->n; k++)
        if (kf_lit_true(c->literals[k], w->assignment)) state->sum += c->coefficients[k];
    for (uint32_t k = 0; k < c->n; k++) {
        bool is_true = kf_lit_true(c->literals[k], w->assignment);
        apply(&w->atoms[kf_lit_atom(c->literals[k]).id], state->stake,
              effect(c, state->sum, is_true, c->coefficients[k]));
    }
    if ((c->weight > 0) != holds(c, state->sum)) count_turns(w, i, holds(c, state->sum));
}

void kf_walk_derive(kf_walk *w)
{
    uint64_t broken;
    w->hard.n = w->soft.n = 0;
    derive_atoms(w);
    for (uint32_t id = 0; id < w->pool_n; id = after(w, id)) derive_clause(w, id);
    for (uint32_t i = 0; i < w->component->n_counts; i++) derive_count(w, i);
    w->cost = kf_component_cost(w->component, w->assignment, &broken);
    KF_CHECK(kf_walk_check(w));
}

/* ---- One flip ---- */

/* Clauses of an atom lie anywhere, and what is done with one depends on it: without this, each
 * would be waited for in turn. */
static inline void fetch_clauses(const kf_walk *w, const uint32_t *ids, uint32_t n)
{
    for (uint32_t i = 0; i < n && i < FETCH; i++) __builtin_prefetch(&w->pool[ids[i]], 1);
}

static inline void flip_price(kf_walk *w, uint32_t a, bool was)
{
    kf_walk_atom *atom = &w->atoms[a];
    if (atom->price == 0) return;
    atom->soft += was ? 2 * atom->price : -2 * atom->price;
    set_violated(w, &w->soft, w->pool_n + w->component->n_counts + a, &atom->place,
                 was != (atom->price > 0));
}

static inline void flip_clauses(kf_walk *w, uint32_t a, bool was)
{
    const uint32_t *from = w->atoms[a].uses, *end = w->atoms[a + 1].uses;
    const uint32_t *ids = &w->in_clauses[from[0]];
    uint32_t n = from[1] - from[0], n_negated = end[0] - from[1];
    fetch_clauses(w, ids, n + n_negated);
    if (was) {
        for (uint32_t i = 0; i < n; i++) clause_loses(w, ids[i], a);
        for (uint32_t i = n; i < n + n_negated; i++) clause_gains(w, ids[i], a);
    } else {
        for (uint32_t i = 0; i < n; i++) clause_gains(w, ids[i], a);
        for (uint32_t i = n; i < n + n_negated; i++) clause_loses(w, ids[i], a);
    }
}

static void flip_counts(kf_walk *w, uint32_t a, bool was)
{
    uint32_t now_false = 2 * a + !was, now_true = 2 * a + was;
    const uint32_t *s = w->count_start;
    for (uint32_t i = s[now_false]; i < s[now_false + 1]; i++) {
        const kf_walk_member *m = &w->in_counts[i];
        count_moves(w, m->count, w->counts[m->count].sum - m->coefficient, a);
    }
    for (uint32_t i = s[now_true]; i < s[now_true + 1]; i++) {
        const kf_walk_member *m = &w->in_counts[i];
        count_moves(w, m->count, w->counts[m->count].sum + m->coefficient, a);
    }
}

void kf_walk_flip(kf_walk *w, uint32_t a)
{
    assert(a < w->component->n_atoms);
    bool was = w->assignment[a];
    w->cost += w->atoms[a].soft;
    w->assignment[a] = !was;
    flip_clauses(w, a, was);
    flip_price(w, a, was);
    if (w->component->n_counts) flip_counts(w, a, was);
    if (w->soft.n == 0) w->cost = 0; /* whatever rounding says */
}

/* ---- What might mend a constraint ---- */

static kf_walk_way repair_count(const kf_walk *w, uint32_t i)
{
    const kf_count *c = &w->component->counts[i];
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
    if (id < w->pool_n) {
        const kf_walk_clause *c = kf_walk_clause_at(w, id);
        bool wanted = c->hard || c->soft > 0;
        return (kf_walk_way){ c->literals, NULL, c->n, wanted, !wanted };
    }
    id -= w->pool_n;
    if (id < w->component->n_counts) return repair_count(w, id);
    *unit = kf_lit_of((kf_atom){ id - w->component->n_counts }, false);
    return (kf_walk_way){ unit, NULL, 1, true, true };
}

/* ---- Invariant ---- */

#ifndef NDEBUG

static void check_list(const kf_walk *w, const kf_walk_list *list)
{
    for (uint32_t i = 0; i < list->n; i++) assert(*place_of(w, list->at[i]) == i);
}

void kf_walk_check(const kf_walk *w)
{
    const kf_component *p = w->component;
    for (uint32_t id = 0; id < w->pool_n; id = after(w, id)) {
        const kf_walk_clause *c = kf_walk_clause_at(w, id);
        uint32_t n_true = 0, atoms = 0;
        for (uint32_t k = 0; k < c->n; k++) {
            if (!kf_lit_true(c->literals[k], w->assignment)) continue;
            n_true++;
            atoms ^= kf_lit_atom(c->literals[k]).id;
        }
        assert(c->n_true == n_true && c->true_atoms == atoms);
    }
    for (uint32_t i = 0; i < p->n_counts; i++) {
        const kf_count *c = &p->counts[i];
        uint64_t sum = 0;
        for (uint32_t k = 0; k < c->n; k++)
            if (kf_lit_true(c->literals[k], w->assignment)) sum += c->coefficients[k];
        assert(w->counts[i].sum == sum);
    }
    check_list(w, &w->hard);
    check_list(w, &w->soft);
}

#endif

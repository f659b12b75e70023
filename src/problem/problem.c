/* problem.c -- atoms, clauses and cardinalities, merged and in components; see problem.h. */
#include "problem/problem.h"

#include "base/cardinality.h"
#include "base/check.h"
#include "base/hash.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

kf_problem *kf_problem_new(kf_mem *mem)
{
    kf_problem *p = kf_mem_calloc(mem, 1, sizeof *p);
    if (p) p->mem = mem;
    return p;
}

void kf_problem_free(kf_problem *p)
{
    if (!p) return;
    kf_vec_free(p->mem, &p->cost_true);
    kf_vec_free(p->mem, &p->cost_false);
    kf_vec_free(p->mem, &p->rest_true);
    kf_vec_free(p->mem, &p->rest_false);
    kf_vec_free(p->mem, &p->rests);
    kf_vec_free(p->mem, &p->parent);
    kf_vec_free(p->mem, &p->next);
    kf_vec_free(p->mem, &p->ends);
    kf_vec_free(p->mem, &p->touched);
    kf_vec_free(p->mem, &p->regrouped);
    kf_vec_free(p->mem, &p->traced);
    kf_vec_free(p->mem, &p->literals);
    kf_vec_free(p->mem, &p->coefficients);
    kf_vec_free(p->mem, &p->clauses);
    kf_vec_free(p->mem, &p->uses);
    kf_vec_free(p->mem, &p->parted);
    kf_vec_free(p->mem, &p->cardinalities);
    kf_mem_free(p->mem, p->slots, p->n_slots, sizeof *p->slots);
    kf_mem_free(p->mem, p, 1, sizeof *p);
}

static bool touch(kf_problem *p, uint32_t atom)
{
    return !p->watched || kf_vec_push(p->mem, &p->touched, atom);
}

kerf_status kf_problem_expect_atoms(kf_problem *p, uint32_t n)
{
    bool room = kf_vec_reserve(p->mem, &p->cost_true, n)
                && kf_vec_reserve(p->mem, &p->cost_false, n)
                && kf_vec_reserve(p->mem, &p->parent, n) && kf_vec_reserve(p->mem, &p->next, n);
    return room ? KERF_OK : KERF_NO_MEMORY;
}

void kf_problem_keep_rests(kf_problem *p)
{
    assert(p->parent.n == 0 && p->clauses.n == 0);
    p->exact = true;
}

void kf_problem_add_exactly(kf_problem *p, kf_atom atom, double if_true, double if_false)
{
    assert(p->exact && atom.id < p->rest_true.n);
    kf_add_exactly(&p->cost_true.at[atom.id], &p->rest_true.at[atom.id], if_true);
    kf_add_exactly(&p->cost_false.at[atom.id], &p->rest_false.at[atom.id], if_false);
}

kerf_status kf_problem_add_atom(kf_problem *p, kf_atom *atom)
{
    size_t n = p->parent.n;
    uint32_t id = (uint32_t)n;
    assert(p->cost_true.n == n && p->cost_false.n == n && p->next.n == n);
    if (n >= UINT32_MAX / 2 - 1) return KERF_LIMIT;
    if (n >= p->cost_true.cap || n >= p->cost_false.cap || n >= p->parent.cap || n >= p->next.cap)
        KF_TRY(kf_problem_expect_atoms(p, 1));
    if (!touch(p, id)) return KERF_NO_MEMORY;
    if (n / KF_ATOM_BLOCK == p->regrouped.n && !kf_vec_push(p->mem, &p->regrouped, true))
        return KERF_NO_MEMORY;
    if (p->exact
        && (!kf_vec_push(p->mem, &p->rest_true, 0) || !kf_vec_push(p->mem, &p->rest_false, 0)))
        return KERF_NO_MEMORY;
    p->cost_true.at[n] = 0;
    p->cost_false.at[n] = 0;
    p->parent.at[n] = id;
    p->next.at[n] = id;
    p->cost_true.n = p->cost_false.n = p->parent.n = p->next.n = n + 1;
    atom->id = id;
    return KERF_OK;
}

kerf_status kf_problem_set_ends(kf_problem *p, kf_atom atom, kf_ends ends)
{
    static const kf_ends none = { .relation = KF_NO_RELATION };
    size_t n = (size_t)atom.id + 1;
    assert(atom.id < p->parent.n);
    if (p->ends.n < n && !kf_vec_reserve(p->mem, &p->ends, n - p->ends.n)) return KERF_NO_MEMORY;
    while (p->ends.n < n) p->ends.at[p->ends.n++] = none;
    p->ends.at[atom.id] = ends;
    return KERF_OK;
}

/* ---- Components ---- */

static uint32_t root(const kf_problem *p, uint32_t atom)
{
    uint32_t *parent = p->parent.at;
    while (parent[atom] != atom) {
        parent[atom] = parent[parent[atom]];
        atom = parent[atom];
    }
    return atom;
}

uint32_t kf_problem_component(const kf_problem *p, kf_atom atom)
{
    assert(atom.id < p->parent.n);
    return root(p, atom.id);
}

/* The smaller id becomes the root, so representatives do not depend on the order of unions. */
void kf_problem_join(kf_problem *p, const kf_lit *l, uint32_t n)
{
    for (uint32_t i = 1; i < n; i++) {
        assert(kf_lit_atom(l[0]).id < p->parent.n && kf_lit_atom(l[i]).id < p->parent.n);
        uint32_t a = root(p, kf_lit_atom(l[0]).id), b = root(p, kf_lit_atom(l[i]).id);
        if (a == b) continue;
        uint32_t joined = a < b ? b : a;
        p->parent.at[joined] = a < b ? a : b;
        p->regrouped.at[joined / KF_ATOM_BLOCK] = true;
        uint32_t after = p->next.at[a]; /* two rings become one */
        p->next.at[a] = p->next.at[b];
        p->next.at[b] = after;
    }
}

/* ---- Clauses ---- */

static int by_code(const void *a, const void *b)
{
    uint32_t x = ((const kf_lit *)a)->code, y = ((const kf_lit *)b)->code;
    return (x > y) - (x < y);
}

/* Clauses of one sort may be merged: soft or hard, paying when false or when true. Weights of
 * different sign are not added: that would lose the cost that every assignment pays. */
static int sort_of(double weight)
{
    return (isinf(weight) ? 2 : 0) + (weight < 0);
}

/* Clauses that differ only in the low bits of their last literal are neighbours, for they tend to
 * arrive together. */
enum { NEAR = 6, STRIDE = (1 << NEAR) + 1 }; /* odd: every slot is met */

static uint64_t hash_clause(const kf_lit *l, uint32_t n, int sort)
{
    uint64_t h = KF_HASH_SEED + (uint64_t)sort;
    for (uint32_t i = 0; i + 1 < n; i++) h = kf_hash_add(h, l[i].code);
    return kf_hash_near(h, l[n - 1].code, NEAR);
}

/* The rest of the hash, and what neighbours differ in. */
static uint32_t tag_of(const kf_lit *l, uint32_t n, uint64_t h)
{
    return (uint32_t)(h >> 32) ^ l[n - 1].code;
}

static bool same_clause(const kf_problem *p, uint32_t at, const kf_lit *l, uint32_t n, int sort)
{
    const kf_clause *c = &p->clauses.at[at];
    return c->n == n && sort_of(c->weight) == sort
           && memcmp(p->literals.at + c->start, l, n * sizeof *l) == 0;
}

static kerf_status grow_slots(kf_problem *p)
{
    if ((p->clauses.n + 1) * 3 <= p->n_slots * 2) return KERF_OK;
    uint64_t size = p->n_slots ? p->n_slots * 2 : 64;
    kf_clause_slot *slots = kf_mem_alloc(p->mem, size, sizeof *slots);
    if (!slots) return KERF_NO_MEMORY;
    memset(slots, 0xff, size * sizeof *slots);
    kf_patience patience = kf_patience_of(p->stop);
    for (uint32_t i = 0; i < p->clauses.n; i++) {
        if (!kf_patience_spend(&patience, 1)) {
            kf_mem_free(p->mem, slots, size, sizeof *slots);
            return KERF_INTERRUPTED;
        }
        const kf_clause *c = &p->clauses.at[i];
        const kf_lit *l = p->literals.at + c->start;
        if (c->n == 0) continue;
        uint64_t h = hash_clause(l, c->n, sort_of(c->weight)), at = h & (size - 1);
        while (slots[at].clause != UINT32_MAX) at = (at + STRIDE) & (size - 1);
        slots[at] = (kf_clause_slot){ i, tag_of(l, c->n, h) };
    }
    kf_mem_free(p->mem, p->slots, p->n_slots, sizeof *slots);
    p->slots = slots;
    p->n_slots = size;
    return KERF_OK;
}

/* Most clauses are short: no call per comparison for these. */
void kf_lits_sort(kf_lit *l, uint32_t n)
{
    enum { SHORT = 12 };
    if (n > SHORT) qsort(l, n, sizeof *l, by_code);
    for (uint32_t i = 1; i < n && n <= SHORT; i++) {
        kf_lit x = l[i];
        uint32_t k = i;
        for (; k > 0 && l[k - 1].code > x.code; k--) l[k] = l[k - 1];
        l[k] = x;
    }
}

/* Sorted, without repeats; -1 if an atom stands in it with both signs. */
static int64_t reduce(kf_lit *l, uint32_t n)
{
    kf_lits_sort(l, n);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < n; i++) {
        if (kept && l[kept - 1].code == l[i].code) continue;
        if (kept && l[kept - 1].code == (l[i].code ^ 1)) return -1;
        l[kept++] = l[i];
    }
    return kept;
}

static bool trace(kf_problem *p, kf_traced_kind kind, uint32_t at, double weight)
{
    kf_traced t = { p->tracer, kind, at, fabs(weight) };
    return !p->tracing || isinf(weight) || kf_vec_push(p->mem, &p->traced, t);
}

/* To a soft one. */
static void add_weight(kf_problem *p, uint32_t clause, double weight)
{
    double *to = &p->clauses.at[clause].weight, rest = 0;
    if (!p->exact) {
        *to += weight;
        return;
    }
    kf_add_exactly(to, &rest, weight);
    p->rests.at[clause] += (weight > 0 ? rest : -rest) + p->more;
}

static kerf_status place_clause(kf_problem *p, uint32_t start, uint32_t n, double weight)
{
    const kf_lit *l = p->literals.at + start;
    int sort = sort_of(weight);
    assert(n > 0 && kf_lit_atom(l[n - 1]).id < p->parent.n); /* they ascend */
    if (sort < 2) p->soft += fabs(weight);
    if (!touch(p, kf_lit_atom(l[0]).id)) return KERF_NO_MEMORY;
    KF_TRY(grow_slots(p));
    if (!kf_vec_reserve(p->mem, &p->uses, 1)) return KERF_NO_MEMORY;
    uint64_t mask = p->n_slots - 1, h = hash_clause(l, n, sort), at = h & mask;
    uint32_t tag = tag_of(l, n, h);
    for (; p->slots[at].clause != UINT32_MAX; at = (at + STRIDE) & mask) {
        uint32_t other = p->slots[at].clause;
        if (p->slots[at].tag != tag || !same_clause(p, other, l, n, sort)) continue;
        if (sort < 2) add_weight(p, other, weight);
        p->uses.at[other]++;
        return trace(p, KF_TRACED_CLAUSE, other, weight) ? KERF_OK : KERF_NO_MEMORY;
    }
    if (p->exact && !kf_vec_push(p->mem, &p->rests, sort < 2 ? p->more : 0)) return KERF_NO_MEMORY;
    if (!kf_vec_push(p->mem, &p->clauses, (kf_clause){ start, n, weight })) return KERF_NO_MEMORY;
    p->uses.at[p->uses.n++] = 1;
    p->slots[at] = (kf_clause_slot){ (uint32_t)(p->clauses.n - 1), tag };
    p->literals.n = start + n;
    kf_problem_join(p, l, n);
    return trace(p, KF_TRACED_CLAUSE, (uint32_t)p->clauses.n - 1, weight) ? KERF_OK
                                                                          : KERF_NO_MEMORY;
}

kerf_status kf_problem_add_clause(kf_problem *p, const kf_lit *lits, uint32_t n, double weight,
                                  double *constant)
{
    if (p->literals.n + n > UINT32_MAX - 1) return KERF_LIMIT;
    if (!kf_vec_reserve(p->mem, &p->literals, n)) return KERF_NO_MEMORY;
    uint32_t start = (uint32_t)p->literals.n;
    kf_lit *l = p->literals.at + start;
    if (n) memcpy(l, lits, n * sizeof *l);
    int64_t kept = reduce(l, n);
    if (kept < 0) { /* always true */
        if (weight < 0) *constant += -weight;
        return KERF_OK;
    }
    if (kept == 0) { /* always false */
        if (weight > 0) *constant += weight;
        return KERF_OK;
    }
    if (kept == 1 && !isinf(weight)) {
        bool negated = kf_lit_negated(l[0]);
        double when_false = weight > 0 ? weight : 0, when_true = weight < 0 ? -weight : 0;
        if (!touch(p, kf_lit_atom(l[0]).id)) return KERF_NO_MEMORY;
        kf_problem_add_cost(p, kf_lit_atom(l[0]), negated ? when_false : when_true,
                            negated ? when_true : when_false);
        if ((weight > 0) == negated) kf_problem_add_rest(p, kf_lit_atom(l[0]), p->more, 0);
        else kf_problem_add_rest(p, kf_lit_atom(l[0]), 0, p->more);
        kf_lit pays = weight > 0 ? kf_lit_not(l[0]) : l[0];
        return trace(p, KF_TRACED_LITERAL, pays.code, weight) ? KERF_OK : KERF_NO_MEMORY;
    }
    return place_clause(p, start, (uint32_t)kept, weight);
}

/* Its slot stays: no clause that is added later is of its sort. */
kerf_status kf_problem_withdraw_clause(kf_problem *p, uint32_t clause)
{
    assert(clause < p->clauses.n && isinf(p->clauses.at[clause].weight));
    kf_clause *c = &p->clauses.at[clause];
    c->weight = 0;
    return touch(p, kf_lit_atom(p->literals.at[c->start]).id) ? KERF_OK : KERF_NO_MEMORY;
}

kerf_status kf_problem_add_cardinality(kf_problem *p, const kf_lit *lits,
                                       const uint32_t *coefficients, uint32_t n, uint64_t least,
                                       uint64_t most, double weight)
{
    if (p->literals.n + n > UINT32_MAX - 1) return KERF_LIMIT;
    size_t extra = p->literals.n + n - p->coefficients.n;
    if (!kf_vec_reserve(p->mem, &p->literals, n) || !kf_vec_reserve(p->mem, &p->coefficients, extra)
        || !kf_vec_reserve(p->mem, &p->cardinalities, 1)
        || (n && !touch(p, kf_lit_atom(lits[0]).id))) {
        return KERF_NO_MEMORY;
    }
    uint32_t start = (uint32_t)p->literals.n;
    assert(!isnan(weight));
    if (extra) memset(p->coefficients.at + p->coefficients.n, 0, extra * sizeof(uint32_t));
    p->coefficients.n += extra;
    for (uint32_t i = 0; i < n; i++) {
        assert(kf_lit_atom(lits[i]).id < p->parent.n);
        p->literals.at[start + i] = lits[i];
        p->coefficients.at[start + i] = coefficients[i];
    }
    p->literals.n += n;
    if (!isinf(weight)) p->soft += fabs(weight);
    p->cardinalities.at[p->cardinalities.n++] = (kf_cardinality){ start, n, least, most, weight };
    if (!trace(p, KF_TRACED_COUNT, (uint32_t)p->cardinalities.n - 1, weight)) return KERF_NO_MEMORY;
    kf_problem_join(p, lits, n);
    return KERF_OK;
}

/* ---- What goes again ---- */

kerf_status kf_problem_touch(kf_problem *p, kf_atom atom)
{
    return touch(p, atom.id) ? KERF_OK : KERF_NO_MEMORY;
}

static void lower(double *sum, double by)
{
    *sum = *sum > by ? *sum - by : 0;
}

void kf_problem_lower_cost(kf_problem *p, kf_atom atom, double if_true, double if_false)
{
    assert(atom.id < p->parent.n && if_true >= 0 && if_false >= 0);
    lower(&p->soft, if_true + if_false);
    lower(&p->cost_true.at[atom.id], if_true);
    lower(&p->cost_false.at[atom.id], if_false);
}

static uint32_t find_clause(const kf_problem *p, const kf_lit *l, uint32_t n, int sort)
{
    uint64_t mask = p->n_slots - 1, h = hash_clause(l, n, sort), at = h & mask;
    uint32_t tag = tag_of(l, n, h);
    for (; p->slots[at].clause != UINT32_MAX; at = (at + STRIDE) & mask) {
        uint32_t other = p->slots[at].clause;
        if (p->slots[at].tag == tag && same_clause(p, other, l, n, sort)) return other;
    }
    return UINT32_MAX;
}

/* Its slot stays, and matches nothing any more. */
static kerf_status bury_clause(kf_problem *p, uint32_t at)
{
    kf_clause *c = &p->clauses.at[at];
    if (!kf_vec_reserve(p->mem, &p->parted, c->n)) return KERF_NO_MEMORY;
    for (uint32_t i = 0; i < c->n; i++)
        p->parted.at[p->parted.n++] = kf_lit_atom(p->literals.at[c->start + i]).id;
    c->weight = 0;
    c->n = 0;
    p->n_dropped++;
    return KERF_OK;
}

static kerf_status drop_placed(kf_problem *p, const kf_lit *l, uint32_t n, double weight)
{
    const double least = 1e-200; /* it is not gone, though rounding says so */
    uint32_t at = find_clause(p, l, n, sort_of(weight));
    assert(at != UINT32_MAX && p->uses.at[at] > 0);
    kf_clause *c = &p->clauses.at[at];
    if (!touch(p, kf_lit_atom(l[0]).id)) return KERF_NO_MEMORY;
    if (!isinf(weight)) lower(&p->soft, fabs(weight));
    if (--p->uses.at[at] == 0) return bury_clause(p, at);
    if (isinf(weight)) return KERF_OK;
    double left = fabs(c->weight) - fabs(weight);
    c->weight = copysign(left > least ? left : least, weight);
    return KERF_OK;
}

kerf_status kf_problem_drop_clause(kf_problem *p, const kf_lit *lits, uint32_t n, double weight)
{
    if (!kf_vec_reserve(p->mem, &p->literals, n)) return KERF_NO_MEMORY;
    kf_lit *l = p->literals.at + p->literals.n;
    if (n) memcpy(l, lits, n * sizeof *l);
    int64_t kept = reduce(l, n);
    assert(kept > 0 && !p->tracing);
    if (kept > 1 || isinf(weight)) return drop_placed(p, l, (uint32_t)kept, weight);
    bool negated = kf_lit_negated(l[0]);
    double when_false = weight > 0 ? weight : 0, when_true = weight < 0 ? -weight : 0;
    kf_problem_lower_cost(p, kf_lit_atom(l[0]), negated ? when_false : when_true,
                          negated ? when_true : when_false);
    return kf_problem_touch(p, kf_lit_atom(l[0]));
}

kerf_status kf_problem_bury_atom(kf_problem *p, kf_atom atom)
{
    assert(atom.id < p->parent.n);
    if (!kf_vec_push(p->mem, &p->parted, atom.id)) return KERF_NO_MEMORY;
    p->cost_true.at[atom.id] = 1; /* no tie */
    p->cost_false.at[atom.id] = 0;
    if (atom.id < p->ends.n) p->ends.at[atom.id].relation = KF_NO_RELATION;
    p->n_buried++;
    return kf_problem_touch(p, atom);
}

kerf_status kf_problem_part(kf_problem *p, uint32_t from)
{
    uint32_t atom = from;
    do {
        uint32_t after = p->next.at[atom];
        if (!touch(p, atom)) return KERF_NO_MEMORY;
        p->parent.at[atom] = p->next.at[atom] = atom;
        p->regrouped.at[atom / KF_ATOM_BLOCK] = true;
        atom = after;
    } while (atom != from);
    return KERF_OK;
}

/* ---- Cost ---- */

double kf_problem_cost(const kf_problem *p, const bool *assignment, uint64_t *broken)
{
    double cost = 0;
    KF_CHECK(kf_problem_check(p));
    *broken = 0;
    for (size_t i = 0; i < p->parent.n; i++) {
        cost += assignment[i] ? p->cost_true.at[i] : p->cost_false.at[i];
    }
    for (size_t i = 0; i < p->clauses.n; i++) {
        const kf_clause *c = &p->clauses.at[i];
        bool holds = false;
        for (uint32_t k = 0; k < c->n && !holds; k++) {
            holds = kf_lit_true(p->literals.at[c->start + k], assignment);
        }
        if (c->weight != 0) kf_pay(c->weight, holds, &cost, broken);
    }
    for (size_t i = 0; i < p->cardinalities.n; i++) {
        const kf_cardinality *c = &p->cardinalities.at[i];
        uint64_t sum = 0;
        for (uint32_t k = 0; k < c->n; k++) {
            if (kf_lit_true(p->literals.at[c->start + k], assignment))
                sum += p->coefficients.at[c->start + k];
        }
        kf_pay(c->weight, kf_count_holds(c->least, c->most, sum), &cost, broken);
    }
    return cost;
}

/* ---- Invariant ---- */

#ifndef NDEBUG

static uint32_t representative(const kf_problem *p, uint32_t atom)
{
    while (p->parent.at[atom] != atom) atom = p->parent.at[atom];
    return atom;
}

static void check_atoms(const kf_problem *p)
{
    size_t n = p->parent.n;
    assert(p->cost_true.n == n && p->cost_false.n == n && p->next.n == n && p->ends.n <= n);
    for (uint32_t i = 0; i < n; i++) {
        assert(isfinite(p->cost_true.at[i]) && p->cost_true.at[i] >= 0);
        assert(isfinite(p->cost_false.at[i]) && p->cost_false.at[i] >= 0);
        assert(p->parent.at[i] <= i && p->next.at[i] < n); /* the least atom represents them */
        assert(representative(p, p->next.at[i]) == representative(p, i));
    }
}

static void check_clauses(const kf_problem *p)
{
    for (size_t i = 0; i < p->clauses.n; i++) {
        const kf_clause *c = &p->clauses.at[i];
        const kf_lit *l = p->literals.at + c->start;
        if (c->n == 0) { /* dropped */
            assert(c->weight == 0 && p->uses.at[i] == 0);
            continue;
        }
        assert((size_t)c->start + c->n <= p->literals.n && !isnan(c->weight));
        assert(kf_lit_atom(l[c->n - 1]).id < p->parent.n);
        for (uint32_t k = 1; k < c->n; k++) {
            assert(kf_lit_atom(l[k - 1]).id < kf_lit_atom(l[k]).id);
            assert(representative(p, kf_lit_atom(l[k]).id)
                   == representative(p, kf_lit_atom(l[0]).id));
        }
    }
}

static void check_cardinalities(const kf_problem *p)
{
    for (size_t i = 0; i < p->cardinalities.n; i++) {
        const kf_cardinality *c = &p->cardinalities.at[i];
        assert((size_t)c->start + c->n <= p->coefficients.n && !isnan(c->weight));
        for (uint32_t k = 0; k < c->n; k++)
            assert(kf_lit_atom(p->literals.at[c->start + k]).id < p->parent.n);
    }
}

void kf_problem_check(const kf_problem *p)
{
    check_atoms(p);
    check_clauses(p);
    check_cardinalities(p);
}

#endif

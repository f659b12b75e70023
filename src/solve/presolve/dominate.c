/* dominate.c -- of two literals that exclude each other, one may do whatever the other does; see
 * simplify.h.
 *
 * Let hard constraints say that a and b are not both true. If in every assignment in which b is
 * true, a could be true in its place, without breaking anything hard and without paying more, some
 * optimum has b false. Nothing hard breaks if
 *   - what wants b true has a as well, and to the same effect;
 *   - what wants a false has b to the same effect, or holds wherever b is true by something else: a
 *     clause has a literal that b implies, a count has enough members that b excludes.
 * Soft constraints that want b true or a false are taken to pay in full.
 *
 * Literals that are decided on the way stay in the constraints until the next fixed point: what is
 * concluded from constraints that are there holds with more of them, and neither a nor b is one of
 * them. So of two literals that are as good as each other one is left. */
#include "solve/presolve/simplifying.h"

#include "base/check.h"
#include "solve/task.h"

#include <math.h>

enum { MOST_PASSES = 8, LEAST_STEPS = 1 << 16, STEPS = 64 }; /* and STEPS for each literal more */

typedef struct dominator {
    kf_work *w;
    kf_lit b;
    uint32_t *excluded; /* by literal: b + 1 if b and it are not both true */
    uint32_t *with_b;   /* by count: b + 1 if b is in it */
    kf_lit last;        /* that dominated one: likely to dominate the next as well */
    kf_lit *candidates; /* those of them that are open */
    uint32_t n;
    uint64_t steps, most_steps;
    bool found;
} dominator;

static bool is_open(const kf_work *w, kf_lit l)
{
    return w->s->value[kf_lit_atom(l).id] < 0;
}

/* What its truth costs. */
static double cost_of(const kf_work *w, kf_lit l)
{
    uint32_t atom = kf_lit_atom(l).id;
    bool value = !kf_lit_negated(l);
    return w->cost[value][atom] - w->cost[!value][atom];
}

static uint32_t coefficient_of(const kf_work_count *c, kf_lit l)
{
    for (uint32_t i = 0; i < c->n; i++)
        if (c->literals[i].code == l.code) return c->coefficients[i];
    return 0;
}

static bool is_excluded(const dominator *d, kf_lit l)
{
    return d->excluded[l.code] == d->b.code + 1;
}

/* ---- What b excludes ---- */

static void exclude(dominator *d, kf_lit l)
{
    if (is_excluded(d, l) || l.code == d->b.code) return;
    d->excluded[l.code] = d->b.code + 1;
    assert(d->n < 2 * d->w->s->n_atoms);
    if (is_open(d->w, l)) d->candidates[d->n++] = l;
}

static void exclude_by_count(dominator *d, uint32_t id)
{
    const kf_work_count *c = &d->w->counts[id];
    d->with_b[id] = d->b.code + 1;
    if (c->weight != INFINITY || c->most >= c->total) return;
    uint64_t of_b = coefficient_of(c, d->b);
    for (uint32_t i = 0; i < c->n; i++)
        if (c->coefficients[i] + of_b > c->most) exclude(d, c->literals[i]);
    d->steps += c->n;
}

static void exclude_all(dominator *d)
{
    const kf_work *w = d->w;
    kf_lit not_b = kf_lit_not(d->b);
    d->n = 0;
    for (uint32_t i = w->in_start[not_b.code]; i < w->in_start[not_b.code + 1]; i++) {
        uint32_t c = w->in[i];
        if (w->n[c] != 2 || w->weight[c] != INFINITY) continue;
        const kf_lit *l = w->literals + w->start[c];
        exclude(d, kf_lit_not(l[l[0].code == not_b.code]));
    }
    d->steps += w->in_start[not_b.code + 1] - w->in_start[not_b.code];
    for (uint32_t i = w->count_start[d->b.code]; i < w->count_start[d->b.code + 1]; i++)
        exclude_by_count(d, w->in_count[i]);
}

/* ---- May a take the place of b? ---- */

/* A clause that wants a false. */
static bool clause_holds(dominator *d, uint32_t c, kf_lit a)
{
    const kf_work *w = d->w;
    for (uint32_t i = 0; i < w->n[c]; i++) {
        kf_lit l = w->literals[w->start[c] + i];
        if (l.code == kf_lit_not(a).code) continue;
        if (l.code == kf_lit_not(d->b).code || is_excluded(d, kf_lit_not(l))) return true;
    }
    d->steps += w->n[c];
    return false;
}

/* A count of a that wants it false: the most that it comes to where b was true before. */
static bool count_holds(dominator *d, const kf_work_count *c, kf_lit a)
{
    uint64_t sum = coefficient_of(c, a);
    for (uint32_t i = 0; i < c->n; i++) {
        kf_lit l = c->literals[i];
        if (l.code != a.code && l.code != d->b.code && !is_excluded(d, l))
            sum += c->coefficients[i];
    }
    d->steps += c->n;
    return c->weight > 0 && sum <= c->most;
}

/* Does the count not notice the change? */
static bool is_same(dominator *d, uint32_t id, kf_lit a)
{
    const kf_work_count *c = &d->w->counts[id];
    if (d->with_b[id] != d->b.code + 1) return false;
    d->steps += c->n;
    uint32_t of_a = coefficient_of(c, a);
    return of_a > 0 && of_a == coefficient_of(c, d->b);
}

/* Everything hard that wants a false. */
static bool can_be_true(dominator *d, kf_lit a)
{
    const kf_work *w = d->w;
    for (int side = 0; side < 2; side++) {
        kf_lit l = side ? kf_lit_not(a) : a;
        for (uint32_t i = w->count_start[l.code]; i < w->count_start[l.code + 1]; i++) {
            uint32_t id = w->in_count[i];
            const kf_work_count *c = &w->counts[id];
            if (c->n == 0 || !isinf(c->weight) || !kf_work_wants(c, side) || is_same(d, id, a))
                continue;
            if (side || !count_holds(d, c, a)) return false;
        }
        for (uint32_t i = w->in_start[l.code]; i < w->in_start[l.code + 1]; i++) {
            uint32_t c = w->in[i];
            if (w->n[c] == 0 || !isinf(w->weight[c]) || (w->weight[c] > 0) != side) continue;
            if (!side || !clause_holds(d, c, a)) return false;
        }
    }
    return true;
}

/* Everything hard that wants b true: there must be nothing but what a is as good for. */
static bool can_be_missed(dominator *d, kf_lit a)
{
    const kf_work *w = d->w;
    uint32_t good = 0;
    if (w->hard[d->b.code] == 0) return true;
    for (uint32_t i = w->count_start[d->b.code]; i < w->count_start[d->b.code + 1]; i++) {
        const kf_work_count *c = &w->counts[w->in_count[i]];
        good += c->n && isinf(c->weight) && kf_work_wants(c, true) && is_same(d, w->in_count[i], a);
    }
    for (uint32_t i = w->in_start[d->b.code]; i < w->in_start[d->b.code + 1]; i++) {
        uint32_t c = w->in[i];
        bool has_a = false;
        if (w->weight[c] != INFINITY) continue;
        for (uint32_t k = 0; k < w->n[c]; k++) has_a |= w->literals[w->start[c] + k].code == a.code;
        d->steps += w->n[c];
        good += has_a;
    }
    return good == w->hard[d->b.code];
}

/* Cuts may speak of it that know more than the constraints that are here (twopart.c, pentagon.c):
 * that a can take the place of b here does not say that it can there. */
static bool may_be_cut(const kf_work *w, kf_lit a)
{
    const kf_ends *ends = w->s->ends ? &w->s->ends[kf_lit_atom(a).id] : NULL;
    return ends && ends->relation != KF_NO_RELATION;
}

static bool dominates(dominator *d, kf_lit a)
{
    kf_work *w = d->w;
    assert(is_excluded(d, a) && a.code != d->b.code);
    double more = cost_of(w, a) - cost_of(w, d->b);
    d->steps++;
    if (more > 0 || may_be_cut(w, a) || !can_be_missed(d, a) || !can_be_true(d, a)) return false;
    double wanting = kf_work_wanting(w, d->b) + kf_work_wanting(w, kf_lit_not(a));
    more += wanting;
    if (more > 0) return false;
    double size = fabs(cost_of(w, a)) + fabs(cost_of(w, d->b)) + wanting;
    if (more >= -KF_TIE * size) w->s->tied = true;
    return true;
}

/* ---- All of them ---- */

static kerf_status try_literal(dominator *d, kf_mem *mem, kf_lit b)
{
    d->b = b;
    exclude_all(d);
    if (is_excluded(d, d->last) && is_open(d->w, d->last)) {
        d->candidates[d->n++] = d->candidates[0];
        d->candidates[0] = d->last;
    }
    for (uint32_t i = 0; i < d->n && d->steps <= d->most_steps; i++) {
        if (!dominates(d, d->candidates[i])) continue;
        d->found = true;
        d->last = d->candidates[i];
        return kf_work_decide(d->w, mem, kf_lit_not(b));
    }
    return KERF_OK;
}

static uint64_t size_of(const kf_work *w)
{
    uint32_t codes = 2 * w->s->n_atoms;
    return (uint64_t)w->in_start[codes] + w->count_start[codes];
}

/* From the last to the first, so that of equals the first is left. */
static kerf_status pass(dominator *d, kf_mem *mem)
{
    kf_work *w = d->w;
    d->found = false;
    for (uint32_t code = 0; code < 2 * w->s->n_atoms; code++) d->excluded[code] = 0;
    for (uint32_t i = 0; i < w->n_counts; i++) d->with_b[i] = 0;
    for (uint32_t code = 2 * w->s->n_atoms; code-- > 0 && d->steps <= d->most_steps;) {
        kf_lit b = { code };
        uint64_t before = d->steps;
        if (is_open(w, b) && w->hard[kf_lit_not(b).code] > 0) KF_TRY(try_literal(d, mem, b));
        KF_TRY(kf_work_spend(w, d->steps - before));
    }
    return KERF_OK;
}

kerf_status kf_work_dominate(kf_work *w, kf_mem *mem, kf_work_step *draw)
{
    uint32_t codes = 2 * w->s->n_atoms;
    assert(w->decided.n == 0); /* all consequences are drawn */
    dominator d = { .w = w, .most_steps = LEAST_STEPS + STEPS * size_of(w), .found = true };
    d.excluded = kf_arena_alloc(w->arena, codes, sizeof(uint32_t));
    d.candidates = kf_arena_alloc(w->arena, codes + (size_t)1, sizeof(kf_lit)); /* and the last */
    d.with_b = kf_arena_alloc(w->arena, w->n_counts, sizeof(uint32_t));
    if (!d.excluded || !d.candidates || !d.with_b) return KERF_NO_MEMORY;
    for (int i = 0; i < MOST_PASSES && d.found && !w->s->infeasible; i++) {
        KF_TRY(pass(&d, mem));
        KF_TRY(draw(w, mem));
    }
    return KERF_OK;
}

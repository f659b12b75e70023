/* two_sides.c -- counts against the sums that hard counts let them reach.
 *
 * A count that pays on two sides, or between them, needs a choice that relaxations see nothing of.
 * Often there is no choice: of `at most one of these` the sum is 0 or 1, so `not exactly one` is
 * `none`. If every literal of a count stands in a hard one too, with a coefficient not smaller
 * there, its sum is at most the other's; and at least the other's, if it is the other way round.
 * With these limits cardinality.h says what the count means. */
#include "solve/presolve/simplifying.h"

#include "base/check.h"

#include <math.h>

enum { STEPS_PER_LITERAL = 32 };

typedef struct reacher {
    kf_work *w;
    uint32_t *first, *in; /* by literal: the hard counts that it is in */
    uint32_t *mark;       /* by literal: its coefficient in the count at hand, or 0 */
    uint32_t *seen;       /* by count: the count at hand + 1 */
    uint64_t steps;       /* left */
} reacher;

static bool is_hard(const kf_work_count *c)
{
    return c->n > 0 && isinf(c->weight) && c->weight > 0;
}

static bool has_two_sides(const kf_work_count *c)
{
    return c->n > 0 && c->least > 0 && c->most < c->total && !isinf(c->weight);
}

void kf_work_count_restate(kf_work_count *c, uint64_t low, uint64_t high)
{
    assert(low <= high && high <= c->total);
    kf_count_meaning m = kf_count_mean(c->weight, c->least, c->most, low, high);
    bool pays = m.kind == KF_COUNT_ALWAYS;
    switch (m.kind) {
    case KF_COUNT_NEVER:
    case KF_COUNT_ALWAYS: /* it is settled where it is next looked at */
        c->least = (c->weight > 0) == pays ? UINT64_MAX : 0;
        c->most = (c->weight > 0) == pays ? 0 : UINT64_MAX;
        return;
    case KF_COUNT_AT_LEAST:
        c->least = m.least;
        c->most = UINT64_MAX;
        break;
    case KF_COUNT_AT_MOST:
        c->least = 0;
        c->most = m.most;
        break;
    default: return;
    }
    c->weight = m.price;
}

/* ---- Hard counts by literal ---- */

static bool index_hard(reacher *r)
{
    const kf_work *w = r->w;
    size_t codes = 2 * (size_t)w->s->n_atoms, all = 0;
    r->first = kf_arena_alloc(w->arena, codes + 1, sizeof(uint32_t));
    r->mark = kf_arena_alloc(w->arena, codes, sizeof(uint32_t));
    r->seen = kf_arena_alloc(w->arena, w->n_counts, sizeof(uint32_t));
    if (!r->first || !r->mark || !r->seen) return false;
    for (uint32_t i = 0; i < w->n_counts; i++) {
        const kf_work_count *c = &w->counts[i];
        if (!is_hard(c)) continue;
        for (uint32_t k = 0; k < c->n; k++) r->first[c->literals[k].code + 1]++;
        all += c->n;
    }
    for (size_t i = 0; i < codes; i++) r->first[i + 1] += r->first[i];
    r->in = kf_arena_alloc(w->arena, all, sizeof(uint32_t));
    if (!r->in) return false;
    for (uint32_t i = w->n_counts; i-- > 0;) {
        const kf_work_count *c = &w->counts[i];
        for (uint32_t k = 0; is_hard(c) && k < c->n; k++)
            r->in[--r->first[c->literals[k].code + 1]] = i;
    }
    for (size_t i = 0; i < codes; i++) r->first[i] = r->first[i + 1];
    r->first[codes] = (uint32_t)all;
    return true;
}

/* ---- One count ---- */

typedef struct limits {
    uint64_t low, high;
} limits;

/* What the hard count says of the sum of the one whose literals are marked. */
static void compare(const reacher *r, const kf_work_count *c, const kf_work_count *hard, limits *l)
{
    uint32_t below = 0, above = 0;
    for (uint32_t k = 0; k < hard->n; k++) {
        uint32_t mine = r->mark[hard->literals[k].code];
        below += mine > 0 && mine <= hard->coefficients[k];
        above += mine >= hard->coefficients[k];
    }
    if (below == c->n && hard->most < l->high) l->high = hard->most;
    if (above == hard->n && hard->least > l->low) l->low = hard->least;
}

static void limit(reacher *r, uint32_t id)
{
    kf_work_count *c = &r->w->counts[id];
    limits l = { 0, c->total };
    assert(r->seen[id] == 0); /* it is soft, so no count has looked at it */
    for (uint32_t k = 0; k < c->n; k++) r->mark[c->literals[k].code] = c->coefficients[k];
    for (uint32_t k = 0; k < c->n; k++) {
        uint32_t code = c->literals[k].code;
        for (uint32_t i = r->first[code]; i < r->first[code + 1]; i++) {
            const kf_work_count *hard = &r->w->counts[r->in[i]];
            if (r->seen[r->in[i]] == id + 1 || r->steps < hard->n) continue;
            r->seen[r->in[i]] = id + 1;
            r->steps -= hard->n;
            compare(r, c, hard, &l);
        }
    }
    for (uint32_t k = 0; k < c->n; k++) r->mark[c->literals[k].code] = 0;
    if (l.low <= l.high) kf_work_count_restate(c, l.low, l.high); /* else: who finds it says so */
}

kerf_status kf_work_reach(kf_work *w)
{
    reacher r = { .w = w };
    bool any = false, hard = false;
    for (uint32_t i = 0; i < w->n_counts; i++) {
        any |= has_two_sides(&w->counts[i]);
        hard |= is_hard(&w->counts[i]);
        r.steps += STEPS_PER_LITERAL * (uint64_t)w->counts[i].n;
    }
    if (!any || !hard) return KERF_OK;
    if (!index_hard(&r)) return KERF_NO_MEMORY;
    for (uint32_t i = 0; i < w->n_counts; i++) {
        if (!has_two_sides(&w->counts[i])) continue;
        uint64_t before = r.steps;
        limit(&r, i);
        KF_TRY(kf_work_spend(w, w->counts[i].n + before - r.steps));
    }
    return KERF_OK;
}

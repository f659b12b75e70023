/* fix.c -- units and dual fixing, to a fixed point; see simplify.h.
 *
 * For every literal the constraints that want it true are kept: how many hard ones, and the weight
 * of the soft ones. Sums are kept by adding and subtracting, so they drift; what they suggest is
 * summed anew before an atom is fixed for it. */
#include "solve/presolve/simplifying.h"

#include "base/check.h"
#include "solve/task.h"

#include <math.h>

void kf_work_count_shift(kf_work_count *c, uint64_t sum)
{
    c->least = c->least > sum ? c->least - sum : 0;
    if (c->most == UINT64_MAX) return;
    if (c->most >= sum) {
        c->most -= sum;
    } else { /* beyond it for good: no sum is between these */
        c->most = 0;
        c->least = UINT64_MAX;
    }
}

void kf_work_settle(kf_work *w, double weight, bool holds)
{
    if (weight > 0 ? holds : !holds) return;
    if (isinf(weight)) w->s->infeasible = true;
    else w->s->paid += fabs(weight);
}

/* ---- Locks ---- */

static void look_at(kf_work *w, uint32_t atom)
{
    if (w->queued[atom] || w->s->value[atom] >= 0) return;
    assert(w->waiting < w->s->n_atoms);
    uint32_t at = w->head + w->waiting++;
    w->queued[atom] = true;
    w->queue[at < w->s->n_atoms ? at : at - w->s->n_atoms] = atom;
}

static void unlock(kf_work *w, kf_lit l, double weight)
{
    assert(!isinf(weight) || w->hard[l.code] > 0);
    if (isinf(weight)) w->hard[l.code]--;
    else w->soft[l.code] -= fabs(weight);
    look_at(w, kf_lit_atom(l).id);
}

bool kf_work_wants(const kf_work_count *c, bool more)
{
    if (c->weight < 0) return true; /* it has two sides, and leaving it on either helps */
    return more ? c->least > 0 : c->most < c->total;
}

/* The literal that a constraint wants: of a clause that pays when true, the negation. */
static kf_lit wanted(kf_lit l, double weight)
{
    return weight > 0 ? l : kf_lit_not(l);
}

kerf_status kf_work_decide(kf_work *w, kf_mem *mem, kf_lit l)
{
    uint32_t atom = kf_lit_atom(l).id;
    int8_t value = !kf_lit_negated(l);
    if (w->s->value[atom] >= 0) {
        if (w->s->value[atom] != value) w->s->infeasible = true;
        return KERF_OK;
    }
    w->s->value[atom] = value;
    w->s->paid += w->cost[value][atom];
    return kf_vec_push(mem, &w->decided, l) ? KERF_OK : KERF_NO_MEMORY;
}

/* ---- Clauses ---- */

static void drop_clause(kf_work *w, uint32_t c)
{
    for (uint32_t i = 0; i < w->n[c]; i++) {
        unlock(w, wanted(w->literals[w->start[c] + i], w->weight[c]), w->weight[c]);
    }
    w->n[c] = 0;
}

/* One literal is left: it is decided, or pays on its own. */
static kerf_status make_unit(kf_work *w, kf_mem *mem, uint32_t c)
{
    kf_lit l = w->literals[w->start[c]];
    double weight = w->weight[c];
    drop_clause(w, c);
    if (isinf(weight)) return kf_work_decide(w, mem, l);
    int8_t value = w->s->value[kf_lit_atom(l).id];
    if (value >= 0) { /* decided, and its costs paid, but not all drawn from it yet */
        kf_work_settle(w, weight, value != kf_lit_negated(l));
        return KERF_OK;
    }
    w->cost[!kf_lit_negated(wanted(l, -weight))][kf_lit_atom(l).id] += fabs(weight);
    return KERF_OK;
}

static void take_out(kf_work *w, uint32_t c, kf_lit l)
{
    kf_lit *at = w->literals + w->start[c];
    uint32_t i = 0;
    while (at[i].code != l.code) i++;
    assert(i < w->n[c]);
    at[i] = at[--w->n[c]];
    w->shrunk[kf_work_sort(w->weight[c])] |= kf_work_length_bit(w->n[c]);
}

static kerf_status literal_false(kf_work *w, kf_mem *mem, uint32_t c, kf_lit l)
{
    take_out(w, c, l);
    if (w->n[c] == 1) return make_unit(w, mem, c);
    if (w->n[c] == 0) kf_work_settle(w, w->weight[c], false);
    return KERF_OK;
}

static void literal_true(kf_work *w, uint32_t c, kf_lit l)
{
    take_out(w, c, l);
    kf_work_settle(w, w->weight[c], true);
    drop_clause(w, c);
}

/* ---- Counts ---- */

enum { LOCKS_UP = 1, LOCKS_DOWN = 2 };

static void unlock_count(kf_work *w, kf_work_count *c, uint8_t locks)
{
    for (uint32_t i = 0; i < c->n; i++) {
        if (c->locks & locks & LOCKS_UP) unlock(w, c->literals[i], c->weight);
        if (c->locks & locks & LOCKS_DOWN) unlock(w, kf_lit_not(c->literals[i]), c->weight);
    }
    c->locks &= (uint8_t)~locks;
}

/* Literals that a hard count decides: too heavy to be true, or needed. */
static kerf_status tighten(kf_work *w, kf_mem *mem, const kf_work_count *c)
{
    if (c->weight != INFINITY) return KERF_OK;
    for (uint32_t i = 0; i < c->n; i++) {
        if (c->coefficients[i] > c->most)
            KF_TRY(kf_work_decide(w, mem, kf_lit_not(c->literals[i])));
        else if (c->total - c->coefficients[i] < c->least)
            KF_TRY(kf_work_decide(w, mem, c->literals[i]));
    }
    return KERF_OK;
}

static kerf_status check_count(kf_work *w, kf_mem *mem, kf_work_count *c)
{
    kf_count_fate fate = kf_work_count_fate(c);
    if (fate == KF_COUNT_OPEN) {
        kf_work_count_restate(c, 0, c->total);
        if (!kf_work_wants(c, true)) unlock_count(w, c, LOCKS_UP);
        if (!kf_work_wants(c, false)) unlock_count(w, c, LOCKS_DOWN);
        return tighten(w, mem, c);
    }
    kf_work_settle(w, c->weight, fate == KF_COUNT_HOLDS);
    unlock_count(w, c, LOCKS_UP | LOCKS_DOWN);
    c->n = 0;
    return KERF_OK;
}

static kerf_status count_literal(kf_work *w, kf_mem *mem, kf_work_count *c, kf_lit l, bool holds)
{
    uint32_t i = 0;
    while (c->literals[i].code != l.code) i++;
    assert(i < c->n && c->coefficients[i] <= c->total);
    c->total -= c->coefficients[i];
    if (holds) kf_work_count_shift(c, c->coefficients[i]);
    c->n--;
    c->literals[i] = c->literals[c->n];
    c->coefficients[i] = c->coefficients[c->n];
    if (c->n == 0) {
        kf_work_settle(w, c->weight, c->least == 0);
        return KERF_OK;
    }
    return check_count(w, mem, c);
}

/* ---- The fixed point ---- */

static kerf_status draw(kf_work *w, kf_mem *mem, kf_lit l)
{
    kf_lit opposite = kf_lit_not(l);
    for (uint32_t i = w->in_start[l.code]; i < w->in_start[l.code + 1]; i++)
        if (w->n[w->in[i]]) literal_true(w, w->in[i], l);
    for (uint32_t i = w->in_start[opposite.code]; i < w->in_start[opposite.code + 1]; i++)
        if (w->n[w->in[i]]) KF_TRY(literal_false(w, mem, w->in[i], opposite));
    for (int side = 0; side < 2; side++) {
        kf_lit k = side ? opposite : l;
        for (uint32_t i = w->count_start[k.code]; i < w->count_start[k.code + 1]; i++) {
            kf_work_count *c = &w->counts[w->in_count[i]];
            if (c->n) KF_TRY(count_literal(w, mem, c, k, side == 0));
        }
    }
    return KERF_OK;
}

double kf_work_wanting(const kf_work *w, kf_lit l)
{
    double sum = 0;
    for (int side = 0; side < 2; side++) { /* in clauses that pay when false; when true */
        kf_lit k = side ? kf_lit_not(l) : l;
        for (uint32_t i = w->in_start[k.code]; i < w->in_start[k.code + 1]; i++) {
            uint32_t c = w->in[i];
            if (w->n[c] && (w->weight[c] > 0) == (side == 0) && !isinf(w->weight[c]))
                sum += fabs(w->weight[c]);
        }
        for (uint32_t i = w->count_start[k.code]; i < w->count_start[k.code + 1]; i++) {
            const kf_work_count *c = &w->counts[w->in_count[i]];
            if (c->n && !isinf(c->weight) && kf_work_wants(c, side == 0)) sum += fabs(c->weight);
        }
    }
    return sum;
}

/* Is the literal false in some optimum, whatever the others do? What its truth would save, and
 * what it costs more. */
static bool never_pays(kf_work *w, kf_lit l)
{
    uint32_t atom = kf_lit_atom(l).id;
    bool value = !kf_lit_negated(l);
    double costs = w->cost[value][atom] - w->cost[!value][atom];
    if (w->hard[l.code] > 0 || !(w->soft[l.code] <= costs + 1e-6 * (1 + fabs(costs)))) return false;
    double saves = kf_work_wanting(w, l);
    if (saves > costs) return false;
    double size = w->cost[value][atom] + w->cost[!value][atom] + saves;
    if (costs - saves <= KF_TIE * size) w->s->tied = true;
    return true;
}

static kerf_status try_atom(kf_work *w, kf_mem *mem, uint32_t atom)
{
    kf_lit l = kf_lit_of((kf_atom){ atom }, false);
    if (never_pays(w, l)) return kf_work_decide(w, mem, kf_lit_not(l));
    if (never_pays(w, kf_lit_not(l))) return kf_work_decide(w, mem, l);
    return KERF_OK;
}

static kerf_status begin(kf_work *w, kf_mem *mem)
{
    for (uint32_t i = 0; i < w->n_clauses; i++) {
        KF_TRY(kf_work_spend(w, 1));
        if (w->n[i] == 1) KF_TRY(make_unit(w, mem, i));
    }
    for (uint32_t i = 0; i < w->n_counts; i++) {
        kf_work_count *c = &w->counts[i];
        if (c->n) KF_TRY(check_count(w, mem, c));
        else kf_work_settle(w, c->weight, c->least == 0);
    }
    return KERF_OK;
}

static kerf_status run(kf_work *w, kf_mem *mem)
{
    while (!w->s->infeasible && (w->decided.n || w->waiting)) {
        if (w->decided.n) {
            kf_lit l = w->decided.at[--w->decided.n];
            KF_TRY(kf_work_spend(w, 1 + kf_work_degree(w, kf_lit_atom(l).id)));
            KF_TRY(draw(w, mem, l));
            continue;
        }
        uint32_t atom = w->queue[w->head];
        KF_TRY(kf_work_spend(w, 1 + kf_work_degree(w, atom)));
        w->head = w->head + 1 < w->s->n_atoms ? w->head + 1 : 0;
        w->waiting--;
        w->queued[atom] = false;
        if (w->s->value[atom] < 0) KF_TRY(try_atom(w, mem, atom));
    }
    if (!w->s->infeasible) KF_CHECK(kf_work_check(w));
    return KERF_OK;
}

kerf_status kf_work_fix(kf_work *w)
{
    kf_mem *mem = w->arena->mem;
    kerf_status st = begin(w, mem);
    if (st == KERF_OK) st = run(w, mem);
    if (st == KERF_OK && !w->s->infeasible) st = kf_work_dominate(w, mem, run);
    kf_vec_free(mem, &w->decided);
    return st;
}

/* ---- Indexing ---- */

static void lock(kf_work *w, kf_lit l, double weight)
{
    if (isinf(weight)) w->hard[l.code]++;
    else w->soft[l.code] += fabs(weight);
}

static kerf_status index_clauses(kf_work *w)
{
    uint32_t n = 2 * w->s->n_atoms;
    for (uint32_t i = 0; i < w->n_clauses; i++) {
        KF_TRY(kf_work_spend(w, 1 + w->n[i]));
        for (uint32_t k = 0; k < w->n[i]; k++) {
            kf_lit l = w->literals[w->start[i] + k];
            w->in_start[l.code + 1]++;
            lock(w, wanted(l, w->weight[i]), w->weight[i]);
        }
    }
    for (uint32_t i = 0; i < n; i++) w->in_start[i + 1] += w->in_start[i];
    uint32_t all = w->in_start[n];
    for (uint32_t i = w->n_clauses; i-- > 0;) { /* fills lists from their ends: ascending */
        KF_TRY(kf_work_spend(w, 1 + w->n[i]));
        for (uint32_t k = 0; k < w->n[i]; k++)
            w->in[--w->in_start[w->literals[w->start[i] + k].code + 1]] = i;
    }
    for (uint32_t i = 0; i < n; i++) w->in_start[i] = w->in_start[i + 1];
    w->in_start[n] = all;
    return KERF_OK;
}

static kerf_status index_counts(kf_work *w)
{
    uint32_t n = 2 * w->s->n_atoms;
    for (uint32_t i = 0; i < w->n_counts; i++) {
        kf_work_count *c = &w->counts[i];
        KF_TRY(kf_work_spend(w, 1 + c->n));
        c->locks = (uint8_t)((kf_work_wants(c, true) ? LOCKS_UP : 0)
                             | (kf_work_wants(c, false) ? LOCKS_DOWN : 0));
        for (uint32_t k = 0; k < c->n; k++) {
            w->count_start[c->literals[k].code + 1]++;
            if (c->locks & LOCKS_UP) lock(w, c->literals[k], c->weight);
            if (c->locks & LOCKS_DOWN) lock(w, kf_lit_not(c->literals[k]), c->weight);
        }
    }
    for (uint32_t i = 0; i < n; i++) w->count_start[i + 1] += w->count_start[i];
    uint32_t all = w->count_start[n];
    for (uint32_t i = w->n_counts; i-- > 0;) {
        const kf_work_count *c = &w->counts[i];
        KF_TRY(kf_work_spend(w, 1 + c->n));
        for (uint32_t k = 0; k < c->n; k++)
            w->in_count[--w->count_start[c->literals[k].code + 1]] = i;
    }
    for (uint32_t i = 0; i < n; i++) w->count_start[i] = w->count_start[i + 1];
    w->count_start[n] = all;
    return KERF_OK;
}

kerf_status kf_work_index(kf_work *w)
{
    size_t n = w->s->n_atoms, in = 0, in_count = 0;
    for (uint32_t i = 0; i < w->n_clauses; i++) in += w->n[i];
    for (uint32_t i = 0; i < w->n_counts; i++) in_count += w->counts[i].n;
    w->in_start = kf_arena_alloc(w->arena, 2 * n + 1, sizeof(uint32_t));
    w->count_start = kf_arena_alloc(w->arena, 2 * n + 1, sizeof(uint32_t));
    w->in = kf_arena_room(w->arena, in, sizeof(uint32_t));
    w->in_count = kf_arena_room(w->arena, in_count, sizeof(uint32_t));
    w->hard = kf_arena_alloc(w->arena, 2 * n, sizeof(uint32_t));
    w->soft = kf_arena_alloc(w->arena, 2 * n, sizeof(double));
    w->queue = kf_arena_room(w->arena, n, sizeof(uint32_t));
    w->queued = kf_arena_alloc(w->arena, n, sizeof(bool));
    if (!w->in_start || !w->count_start || !w->in || !w->in_count || !w->hard || !w->soft
        || !w->queue || !w->queued) {
        return KERF_NO_MEMORY;
    }
    KF_TRY(index_clauses(w));
    KF_TRY(index_counts(w));
    for (uint32_t i = 0; i < n; i++)
        if (w->s->stands[i].code == 2 * i) look_at(w, i);
    KF_CHECK(kf_work_check(w));
    return KERF_OK;
}

#ifndef NDEBUG
/* Hard constraints that want a literal true. */
static uint32_t count_hard(const kf_work *w, kf_lit l)
{
    uint32_t n = 0;
    for (int side = 0; side < 2; side++) {
        kf_lit k = side ? kf_lit_not(l) : l;
        for (uint32_t i = w->in_start[k.code]; i < w->in_start[k.code + 1]; i++) {
            uint32_t c = w->in[i];
            n += w->n[c] && isinf(w->weight[c]) && (w->weight[c] > 0) == (side == 0);
        }
        for (uint32_t i = w->count_start[k.code]; i < w->count_start[k.code + 1]; i++) {
            const kf_work_count *c = &w->counts[w->in_count[i]];
            n += c->n && isinf(c->weight) && c->locks & (side ? LOCKS_DOWN : LOCKS_UP);
        }
    }
    return n;
}

void kf_work_check(const kf_work *w)
{
    const kf_simplified *s = w->s;
    for (uint32_t i = 0; i < w->n_clauses; i++)
        for (uint32_t k = 0; k < w->n[i]; k++) {
            uint32_t atom = kf_lit_atom(w->literals[w->start[i] + k]).id;
            assert(atom < s->n_atoms && s->value[atom] < 0);
        }
    for (uint32_t i = 0; i < w->n_counts; i++) {
        const kf_work_count *c = &w->counts[i];
        uint64_t total = 0;
        for (uint32_t k = 0; k < c->n; k++) total += c->coefficients[k];
        assert(c->n == 0 || c->total == total);
    }
    for (uint32_t code = 0; code < 2 * s->n_atoms; code++)
        assert(s->value[code / 2] >= 0 || count_hard(w, (kf_lit){ code }) == w->hard[code]);
}
#endif

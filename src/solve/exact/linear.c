/* linear.c -- a component as rows; see linear.h. */
#include "solve/exact/linear.h"

#include "base/cardinality.h"
#include "base/check.h"

#include <math.h>

typedef struct terms { /* a sum over literals, all of them negated if so asked */
    const kf_lit *literals;
    const uint32_t *coefficients; /* NULL: 1 each */
    uint32_t n;
    bool negated;
} terms;

static uint32_t coefficient(const terms *t, uint32_t i)
{
    return t->coefficients ? t->coefficients[i] : 1;
}

static int64_t total(const terms *t)
{
    int64_t sum = 0;
    for (uint32_t i = 0; i < t->n; i++) sum += coefficient(t, i);
    return sum;
}

static void add_cost(kf_linear *r, kf_lit needed, double weight)
{
    (kf_lit_negated(needed) ? r->cost_true : r->cost_false)[kf_lit_atom(needed).id] += weight;
}

static void put(kf_linear *r, kf_linear_row *row, kf_lit literal, int64_t c)
{
    if (c == 0) return;
    if (c > row->goal) c = row->goal; /* more than enough is enough */
    r->literals[r->n_literals] = literal;
    r->coefficients[r->n_literals++] = (uint32_t)c;
    if (c > row->largest) row->largest = (uint32_t)c;
    row->total += c;
    row->n++;
}

static kf_linear_kind kind_of(const kf_linear *r, const kf_linear_row *row)
{
    int64_t smallest = INT64_MAX;
    for (uint32_t i = row->start; i < row->start + row->n; i++)
        if (r->coefficients[i] < smallest) smallest = r->coefficients[i];
    if (row->goal == 1) return KF_LINEAR_ANY;
    if (isinf(row->weight)) return KF_LINEAR_COUNT;
    return row->total - smallest < row->goal ? KF_LINEAR_ALL : KF_LINEAR_SOFT;
}

/* The terms, and `slack` times one more literal if that is not 0, reach the goal. */
static void emit(kf_linear *r, terms t, int64_t goal, kf_lit extra, int64_t slack, double weight)
{
    kf_linear_row *row = &r->rows[r->n_rows];
    *row = (kf_linear_row){ .start = r->n_literals, .goal = goal, .weight = weight };
    if (goal <= 0) return;
    for (uint32_t i = 0; i < t.n; i++)
        put(r, row, (kf_lit){ t.literals[i].code ^ t.negated }, coefficient(&t, i));
    put(r, row, extra, slack);
    if (row->total < goal) {
        if (isinf(weight)) r->infeasible = true;
        else r->constant += weight;
        r->n_literals = row->start;
        return;
    }
    if (row->n == 1 && !isinf(weight)) {
        add_cost(r, r->literals[row->start], weight);
        r->n_literals = row->start;
        return;
    }
    row->kind = kind_of(r, row);
    if (row->kind == KF_LINEAR_SOFT) r->soft_counts = true;
    if (row->n > r->longest) r->longest = row->n;
    r->n_rows++;
}

static void emit_clique(void *context, const kf_lit *literals, uint32_t n, double weight)
{
    emit(context, (terms){ literals, NULL, n, false }, (int64_t)n - 1, (kf_lit){ 0 }, 0, weight);
}

static void add_clause(kf_linear *r, const kf_component *p, uint32_t i)
{
    double w = p->weight[i];
    terms t = { p->literals + p->start[i], NULL, p->start[i + 1] - p->start[i], w < 0 };
    emit(r, t, w < 0 ? (int64_t)t.n : 1, (kf_lit){ 0 }, 0, fabs(w));
}

/* At least `least`: of the terms themselves. At most `most`: of the negated terms, the rest.
 * Outside of both: above or below, as an atom of its own says. */
static void add_count(kf_linear *r, const kf_count *c)
{
    terms t = { c->literals, c->coefficients, c->n, false }, not_t = t;
    uint64_t sum = (uint64_t)total(&t);
    kf_count_meaning m = kf_count_mean(c->weight, c->least, c->most, 0, sum);
    bool low = m.kind == KF_COUNT_AT_LEAST || m.kind == KF_COUNT_WITHIN;
    bool high = m.kind == KF_COUNT_AT_MOST || m.kind == KF_COUNT_WITHIN;
    kf_lit none = { 0 };
    not_t.negated = true;
    if (m.kind == KF_COUNT_ALWAYS) emit(r, (terms){ 0 }, 1, none, 0, m.price);
    if (low) emit(r, t, (int64_t)m.least, none, 0, m.price);
    if (high) emit(r, not_t, (int64_t)(sum - m.most), none, 0, m.price);
    if (m.kind != KF_COUNT_OUTSIDE) return;
    int64_t above = (int64_t)m.most + 1, below = (int64_t)(sum - m.least) + 1;
    kf_lit side = { 2 * r->n_atoms++ };
    emit(r, t, above, kf_lit_not(side), above, m.price);
    emit(r, not_t, below, side, below, m.price);
}

static kerf_status index_uses(kf_linear *r, kf_arena *arena)
{
    r->first = kf_arena_alloc(arena, 2 * (size_t)r->n_atoms + 2, sizeof(uint32_t));
    r->uses = kf_arena_alloc(arena, r->n_literals, sizeof(kf_linear_use));
    if (!r->first || !r->uses) return KERF_NO_MEMORY;
    for (uint32_t i = 0; i < r->n_literals; i++) r->first[r->literals[i].code + 2]++;
    for (uint32_t x = 2; x < 2 * r->n_atoms + 2; x++) r->first[x] += r->first[x - 1];
    for (uint32_t c = 0; c < r->n_rows; c++)
        for (uint32_t i = r->rows[c].start; i < r->rows[c].start + r->rows[c].n; i++)
            r->uses[r->first[r->literals[i].code + 1]++] = (kf_linear_use){ c, r->coefficients[i] };
    return KERF_OK;
}

static kerf_status reserve(kf_linear *r, const kf_component *p, kf_arena *arena)
{
    size_t literals = p->n_clauses ? p->start[p->n_clauses] : 0;
    size_t rows = p->n_clauses + 2 * (size_t)p->n_counts + 1;
    size_t atoms = (size_t)p->n_atoms + p->n_counts;
    for (uint32_t i = 0; i < p->n_counts; i++) literals += 2 * ((size_t)p->counts[i].n + 1);
    if (literals > UINT32_MAX / 2 || rows > UINT32_MAX / 2 || atoms > UINT32_MAX / 2 - 1)
        return KERF_LIMIT;
    r->rows = kf_arena_alloc(arena, rows, sizeof(kf_linear_row));
    r->literals = kf_arena_alloc(arena, literals, sizeof(kf_lit));
    r->coefficients = kf_arena_alloc(arena, literals, sizeof(uint32_t));
    r->share = kf_arena_alloc(arena, literals, sizeof(double));
    r->cost_true = kf_arena_alloc(arena, atoms, sizeof(double));
    r->cost_false = kf_arena_alloc(arena, atoms, sizeof(double));
    bool ok = r->rows && r->literals && r->coefficients && r->share && r->cost_true;
    return ok && r->cost_false ? KERF_OK : KERF_NO_MEMORY;
}

static void find_most(kf_linear *r)
{
    r->most = r->constant;
    for (uint32_t a = 0; a < r->n_atoms; a++) r->most += fmax(r->cost_true[a], r->cost_false[a]);
    for (uint32_t c = 0; c < r->n_rows; c++)
        if (!isinf(r->rows[c].weight)) r->most += r->rows[c].weight;
}

/* Hard rows come first: what they make cheap or dear is then seen by the soft ones. */
kerf_status kf_linear_build(kf_linear *r, const kf_component *p, kf_arena *arena)
{
    *r = (kf_linear){ .n_atoms = p->n_atoms, .n_given = p->n_atoms };
    KF_TRY(reserve(r, p, arena));
    double *share = kf_arena_alloc(arena, (size_t)p->n_clauses + p->n_counts, sizeof(double));
    if (!share) return KERF_NO_MEMORY;
    for (uint32_t i = 0; i < p->n_atoms; i++) {
        r->cost_true[i] = p->cost_true[i];
        r->cost_false[i] = p->cost_false[i];
    }
    KF_TRY(kf_cliques_find(p, KF_HARD_PAIRS, arena, share, NULL, emit_clique, r));
    for (int soft = 0; soft <= 1; soft++) {
        for (uint32_t i = 0; i < p->n_counts; i++)
            if ((isinf(p->counts[i].weight) == 0) == soft && share[p->n_clauses + i] == 0)
                add_count(r, &p->counts[i]);
        for (uint32_t i = 0; i < p->n_clauses; i++)
            if ((isinf(p->weight[i]) == 0) == soft && share[i] == 0) add_clause(r, p, i);
    }
    find_most(r);
    KF_CHECK(kf_linear_check(r));
    return index_uses(r, arena);
}

#ifndef NDEBUG
void kf_linear_check(const kf_linear *r)
{
    assert(r->n_given <= r->n_atoms);
    for (uint32_t c = 0; c < r->n_rows; c++) {
        const kf_linear_row *row = &r->rows[c];
        int64_t total = 0;
        for (uint32_t k = row->start; k < row->start + row->n; k++) {
            assert(kf_lit_atom(r->literals[k]).id < r->n_atoms);
            assert(r->coefficients[k] <= row->largest);
            total += r->coefficients[k];
        }
        assert(row->total == total && row->goal <= total && row->weight > 0);
    }
}
#endif

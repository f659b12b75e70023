/* sample_rows.c -- see sample_rows.h. */
#include "sample/sample_rows.h"

#include "base/cardinality.h"
#include "sample/units.h"

#include <string.h>

/* ---- Sizes ---- */

typedef struct sizes {
    uint64_t rows, literals;
} sizes;

/* A soft clique has a row for each number of false literals that pays. */
static uint64_t clique_rows(const kf_clique *c)
{
    if (isinf(c->weight)) return 1;
    return c->most < 2 ? 0 : c->most - 1;
}

static kerf_status measure(const kf_component *p, sizes *out)
{
    *out = (sizes){ (uint64_t)p->n_clauses + p->n_counts, 0 };
    if (p->n_clauses) out->literals = p->start[p->n_clauses];
    for (uint32_t i = 0; i < p->n_counts; i++) out->literals += p->counts[i].n;
    for (uint32_t i = 0; i < p->n_cliques; i++) {
        uint64_t rows = clique_rows(&p->cliques[i]);
        if (rows >= UINT32_MAX) return KERF_LIMIT;
        out->rows += rows;
        out->literals += rows * p->cliques[i].n;
    }
    return out->rows < UINT32_MAX / 2 && p->n_atoms < UINT32_MAX / 2 ? KERF_OK : KERF_LIMIT;
}

static kerf_status reserve(kf_sample_rows *s, sizes z)
{
    kf_arena *a = &s->arena;
    uint32_t n_atoms = s->component->n_atoms;
    s->rows = kf_arena_alloc(a, z.rows, sizeof *s->rows);
    s->clique_first = kf_arena_alloc(a, s->component->n_cliques + (size_t)1, sizeof(uint32_t));
    s->literals = kf_arena_room(a, z.literals, sizeof *s->literals);
    s->coefficients = kf_arena_room(a, z.literals, sizeof *s->coefficients);
    s->uses = kf_arena_room(a, z.literals, sizeof *s->uses);
    s->first = kf_arena_alloc(a, n_atoms + (size_t)2, sizeof *s->first);
    s->price = kf_arena_room(a, n_atoms, sizeof *s->price);
    s->fixed = kf_arena_room(a, n_atoms, sizeof *s->fixed);
    s->low = kf_arena_alloc(a, z.rows, sizeof *s->low);
    s->high = kf_arena_alloc(a, z.rows, sizeof *s->high);
    bool all = s->rows && s->clique_first && s->literals && s->coefficients && s->uses && s->first;
    return all && s->price && s->fixed && s->low && s->high ? KERF_OK : KERF_NO_MEMORY;
}

/* ---- Rows ---- */

/* A row with these literals; coefficients NULL: 1 each. *total: their sum. */
static kf_sample_row *begin_row(kf_sample_rows *s, const kf_lit *literals,
                                const uint32_t *coefficients, uint32_t n, uint64_t *total)
{
    kf_sample_row *r = &s->rows[s->n_rows];
    const kf_sample_row *before = s->n_rows > 0 ? r - 1 : NULL;
    *r = (kf_sample_row){ .start = before ? before->start + before->n : 0, .n = n };
    *total = 0;
    for (uint32_t k = 0; k < n; k++) {
        uint32_t c = coefficients ? coefficients[k] : 1;
        s->literals[r->start + k] = literals[k];
        s->coefficients[r->start + k] = c;
        *total += c;
        if (c > r->largest) r->largest = c;
    }
    s->n_rows++;
    return r;
}

/* Pays as a count of this weight does: base/cardinality.h. */
static kerf_status end_row(kf_sample_rows *s, kf_sample_row *r, double weight, uint64_t least,
                           uint64_t most, uint64_t total)
{
    if (total > (uint64_t)INT64_MAX / 2) return KERF_LIMIT;
    kf_count_meaning m = kf_count_mean(weight, least, most, 0, total);
    bool below = m.kind == KF_COUNT_AT_LEAST || m.kind == KF_COUNT_WITHIN;
    bool above = m.kind == KF_COUNT_AT_MOST || m.kind == KF_COUNT_WITHIN;
    r->price = m.price;
    r->outside = m.kind == KF_COUNT_OUTSIDE || m.kind == KF_COUNT_ALWAYS;
    r->least = below || m.kind == KF_COUNT_OUTSIDE ? (int64_t)m.least : INT64_MIN;
    r->most = above || m.kind == KF_COUNT_OUTSIDE ? (int64_t)m.most : INT64_MAX;
    s->high[r - s->rows] = (int64_t)total;
    return KERF_OK;
}

static kerf_status add_clauses(kf_sample_rows *s, kf_patience *patience)
{
    const kf_component *p = s->component;
    for (uint32_t i = 0; i < p->n_clauses; i++) {
        uint64_t n;
        if (!kf_patience_spend(patience, 1)) return KERF_INTERRUPTED;
        kf_sample_row *r =
            begin_row(s, p->literals + p->start[i], NULL, p->start[i + 1] - p->start[i], &n);
        KF_TRY(end_row(s, r, p->weight[i], 1, UINT64_MAX, n));
    }
    return KERF_OK;
}

static kerf_status add_counts(kf_sample_rows *s)
{
    for (uint32_t i = 0; i < s->component->n_counts; i++) {
        const kf_count *c = &s->component->counts[i];
        uint64_t total;
        kf_sample_row *r = begin_row(s, c->literals, c->coefficients, c->n, &total);
        KF_TRY(end_row(s, r, c->weight, c->least, c->most, total));
    }
    return KERF_OK;
}

/* f = most - sum are false. Row t pays (t - 1) prices where f >= t, that is where the sum is not
 * above most - t. Of a hard clique one row, of t = 2. */
static kerf_status add_clique(kf_sample_rows *s, const kf_clique *c)
{
    uint64_t n = clique_rows(c);
    for (uint64_t t = 2; t < 2 + n; t++) {
        uint64_t total;
        kf_sample_row *r = begin_row(s, c->literals, c->coefficients, c->n, &total);
        uint64_t least = c->most < t ? 0 : c->most - t + 1;
        KF_TRY(end_row(s, r, c->weight * (double)(t - 1), least, UINT64_MAX, total));
    }
    return KERF_OK;
}

static kerf_status add_cliques(kf_sample_rows *s)
{
    for (uint32_t i = 0; i < s->component->n_cliques; i++) {
        s->clique_first[i] = s->n_rows;
        KF_TRY(add_clique(s, &s->component->cliques[i]));
    }
    s->clique_first[s->component->n_cliques] = s->n_rows;
    return KERF_OK;
}

/* ---- Uses ---- */

/* Of rows that are not idle. */
static kerf_status make_uses(kf_sample_rows *s, kf_patience *patience)
{
    uint32_t n_atoms = s->component->n_atoms;
    memset(s->first, 0, (n_atoms + (size_t)2) * sizeof *s->first);
    for (int pass = 0; pass < 2; pass++) { /* counts, then places */
        for (uint32_t i = 0; i < s->n_rows; i++) {
            const kf_sample_row *r = &s->rows[i];
            if (!kf_patience_spend(patience, 1)) return KERF_INTERRUPTED;
            for (size_t k = r->start; k < r->start + r->n && !r->idle; k++) {
                uint32_t atom = kf_lit_atom(s->literals[k]).id;
                int64_t c = s->coefficients[k];
                if (c == 0) continue;
                if (pass == 0) s->first[atom + 2]++;
                else
                    s->uses[s->first[atom + 1]++] =
                        (kf_sample_use){ kf_lit_negated(s->literals[k]) ? -c : c, i };
            }
        }
        for (uint32_t a = 0; a < n_atoms && pass == 0; a++) s->first[a + 2] += s->first[a + 1];
    }
    return KERF_OK;
}

/* ---- What hard rows fix ---- */

static kerf_status propagate(kf_sample_rows *s)
{
    kf_units u;
    kf_arena arena;
    uint32_t n_atoms = s->component->n_atoms;
    kf_arena_init(&arena, s->arena.mem);
    kerf_status st = kf_units_open(&u, s, &arena);
    if (st == KERF_OK) {
        for (uint32_t i = 0; i < s->n_rows; i++)
            if (isinf(s->rows[i].price)) kf_units_add(&u, i);
        kf_units_run(&u);
        s->infeasible = u.conflict;
        memcpy(s->fixed, u.value, n_atoms * sizeof *s->fixed);
        memcpy(s->low, u.low, s->n_rows * sizeof *s->low);
        memcpy(s->high, u.high, s->n_rows * sizeof *s->high);
    }
    kf_arena_free(&arena);
    return st;
}

/* A row that no open atom can change any more. */
static void find_idle(kf_sample_rows *s)
{
    for (uint32_t i = 0; i < s->n_rows; i++) {
        kf_sample_row *r = &s->rows[i];
        bool inside = s->low[i] >= r->least && s->high[i] <= r->most;
        bool beyond = s->high[i] < r->least || s->low[i] > r->most;
        r->idle = inside || beyond;
        r->always = r->idle && inside == r->outside;
        s->infeasible |= r->always && isinf(r->price);
    }
}

/* ---- All ---- */

static kerf_status add_rows(kf_sample_rows *s, kf_patience *patience)
{
    KF_TRY(add_clauses(s, patience));
    KF_TRY(add_counts(s));
    return add_cliques(s);
}

kerf_status kf_sample_rows_open(kf_sample_rows *s, const kf_component *p, kf_patience *patience,
                                kf_mem *mem)
{
    sizes z;
    KF_CHECK(kf_component_check(p));
    *s = (kf_sample_rows){ .component = p };
    kf_arena_init(&s->arena, mem);
    KF_TRY(measure(p, &z));
    KF_TRY(reserve(s, z));
    memset(s->fixed, -1, p->n_atoms * sizeof *s->fixed);
    for (uint32_t a = 0; a < p->n_atoms; a++) s->price[a] = p->cost_true[a] - p->cost_false[a];
    KF_TRY(add_rows(s, patience));
    KF_TRY(make_uses(s, patience));
    KF_TRY(propagate(s));
    find_idle(s);
    KF_TRY(make_uses(s, patience));
    if (!kf_patience_spend(patience, p->n_atoms)) return KERF_INTERRUPTED;
    KF_TRY(kf_sample_variables_make(s));
    KF_CHECK(kf_sample_rows_check(s));
    return KERF_OK;
}

void kf_sample_rows_close(kf_sample_rows *s)
{
    kf_arena_free(&s->arena);
}

#ifndef NDEBUG

void kf_sample_rows_check(const kf_sample_rows *s)
{
    uint32_t open = 0, members = 0;
    for (uint32_t a = 0; a < s->component->n_atoms; a++) {
        assert((s->fixed[a] < 0) == (s->variable_of[a] != KF_NO_VARIABLE));
        open += s->fixed[a] < 0;
    }
    for (uint32_t i = 0; i < s->n_variables; i++) {
        const kf_sample_variable *v = &s->variables[i];
        assert(v->group ? v->values == v->n || v->values == v->n + 1 : v->n == 1 && v->values == 2);
        for (uint32_t k = 0; k < v->n; k++)
            assert(s->variable_of[kf_lit_atom(kf_member(s, v, k)).id] == i);
        members += v->n;
    }
    assert(open == members);
}

#endif

/* merge.c -- what is left of a component, written anew; see simplify.h.
 *
 * Literals are replaced by what they stand for. Clauses that became the same are merged; one that
 * holds two literals of which a hard clause says that one is true holds anyway. */
#include "solve/presolve/simplifying.h"

#include "base/check.h"
#include "base/hash.h"

#include <math.h>
#include <string.h>

typedef struct merger {
    const kf_work *from;
    kf_work *to;
    uint32_t *slots; /* clauses of `to` by hash */
    uint64_t mask;
    uint32_t used;   /* literals of `to` */
    uint32_t *place; /* by atom: its place in the count at hand, from 1; 0: it is not there */
    bool changed;
    bool replaced; /* some literals were */
} merger;

/* A stand-in may have a stand-in itself, from an earlier round's point of view. */
static kf_lit stand_in(const kf_simplified *s, kf_lit l)
{
    for (;;) {
        kf_lit by = s->stands[kf_lit_atom(l).id];
        if (kf_lit_atom(by).id == kf_lit_atom(l).id) return l;
        l = (kf_lit){ by.code ^ (l.code & 1) };
    }
}

static uint64_t hash(const kf_lit *l, uint32_t n, uint32_t sort)
{
    uint64_t h = KF_HASH_SEED + (uint64_t)sort;
    for (uint32_t i = 0; i < n; i++) h = kf_hash_add(h, l[i].code);
    return h;
}

/* The slot of a clause, or a free one. */
static uint64_t find(const merger *m, const kf_lit *l, uint32_t n, uint32_t sort)
{
    const kf_work *w = m->to;
    uint64_t at = hash(l, n, sort) & m->mask;
    for (; m->slots[at] != UINT32_MAX; at = (at + 1) & m->mask) {
        uint32_t c = m->slots[at];
        if (w->n[c] == n && kf_work_sort(w->weight[c]) == sort
            && memcmp(w->literals + w->start[c], l, n * sizeof *l) == 0)
            break;
    }
    return at;
}

/* Sorted, each once; -1: with both signs of an atom. */
static int64_t tidy(kf_lit *l, uint32_t n)
{
    uint32_t kept = 0;
    kf_lits_sort(l, n);
    for (uint32_t i = 0; i < n; i++) {
        if (kept && l[kept - 1].code == l[i].code) continue;
        if (kept && l[kept - 1].code == (l[i].code ^ 1)) return -1;
        l[kept++] = l[i];
    }
    return kept;
}

/* Clauses come here each once, their literals in order. Only one that has shrunk, or has had
 * literals replaced, can be like another, and only like one of its sort and length. */
static bool is_as_it_was(const merger *m, uint32_t n, uint32_t sort)
{
    return !m->replaced && !(m->from->shrunk[sort] & kf_work_length_bit(n));
}

static void add_clause(merger *m, uint32_t c)
{
    const kf_work *w = m->from;
    kf_work *to = m->to;
    kf_lit *l = to->literals + m->used;
    uint32_t sort = kf_work_sort(w->weight[c]);
    bool same = is_as_it_was(m, w->n[c], sort);
    for (uint32_t i = 0; i < w->n[c]; i++) {
        kf_lit k = w->literals[w->start[c] + i];
        l[i] = same ? k : stand_in(w->s, k);
    }
    int64_t n = same ? w->n[c] : tidy(l, w->n[c]);
    assert(n != 0);
    if (n < 0) {
        kf_work_settle(to, w->weight[c], true);
        m->changed = true;
        return;
    }
    if (n == 1) m->changed = true;
    uint32_t id = to->n_clauses;
    if (!same || (n == 2 && sort >= 2)) { /* such pairs are looked up by what may contain them */
        uint64_t slot = find(m, l, (uint32_t)n, sort);
        if (m->slots[slot] != UINT32_MAX) {
            if (sort < 2) to->weight[m->slots[slot]] += w->weight[c];
            return;
        }
        m->slots[slot] = id;
    }
    to->n_clauses++;
    to->start[id] = m->used;
    to->n[id] = (uint32_t)n;
    to->weight[id] = w->weight[c];
    m->used += (uint32_t)n;
}

/* Same literals are added up; opposite ones are certain to add the smaller coefficient. */
static void add_count(merger *m, const kf_work_count *from, kf_work_count *to)
{
    to->least = from->least;
    to->most = from->most;
    to->weight = from->weight;
    for (uint32_t i = 0; i < from->n; i++) {
        kf_lit l = stand_in(m->from->s, from->literals[i]);
        assert(m->from->s->value[kf_lit_atom(l).id] < 0);
        uint32_t c = from->coefficients[i], *place = &m->place[kf_lit_atom(l).id], k = *place - 1;
        if (*place == 0) {
            *place = to->n + 1;
            to->literals[to->n] = l;
            to->coefficients[to->n++] = c;
        } else if (to->literals[k].code == l.code) {
            to->coefficients[k] += c;
        } else {
            uint32_t both = c < to->coefficients[k] ? c : to->coefficients[k];
            kf_work_count_shift(to, both);
            to->coefficients[k] -= both;
            if (c > both) {
                to->literals[k] = l;
                to->coefficients[k] = c - both;
            }
        }
    }
    uint32_t kept = 0;
    for (uint32_t k = 0; k < to->n; k++) {
        m->place[kf_lit_atom(to->literals[k]).id] = 0;
        if (to->coefficients[k] == 0) continue;
        to->literals[kept] = to->literals[k];
        to->coefficients[kept++] = to->coefficients[k];
        to->total += to->coefficients[k];
    }
    if (kept < from->n) m->changed = true;
    to->n = kept;
    if (kept == 0) kf_work_settle(m->to, to->weight, to->least == 0);
}

/* Clauses in which a hard two-literal clause is contained. */
static kerf_status drop_contained(merger *m)
{
    enum { LONGEST = 8 };
    kf_work *w = m->to;
    uint32_t pairs = 0;
    for (uint32_t i = 0; i < w->n_clauses; i++) pairs += w->n[i] == 2 && isinf(w->weight[i]);
    for (uint32_t c = 0; c < w->n_clauses && pairs; c++) {
        const kf_lit *l = w->literals + w->start[c];
        uint32_t n = w->n[c];
        bool contained = false;
        KF_TRY(kf_work_spend(w, 1 + n));
        if (n < 2 || n > LONGEST || (n == 2 && isinf(w->weight[c]))) continue;
        for (uint32_t i = 0; i < n && !contained; i++) {
            for (uint32_t k = i + 1; k < n && !contained; k++) {
                kf_lit pair[2] = { l[i], l[k] };
                contained = m->slots[find(m, pair, 2, 2)] != UINT32_MAX;
            }
        }
        if (!contained) continue;
        kf_work_settle(w, w->weight[c], true);
        w->weight[c] = 0;
        m->changed = true;
    }
    uint32_t kept = 0;
    for (uint32_t c = 0; c < w->n_clauses; c++) {
        if (w->weight[c] == 0) continue;
        w->start[kept] = w->start[c];
        w->n[kept] = w->n[c];
        w->weight[kept++] = w->weight[c];
    }
    w->n_clauses = kept;
    return KERF_OK;
}

/* Costs of replaced atoms go to what they stand for. */
static kerf_status move_costs(merger *m)
{
    const kf_work *w = m->from;
    const kf_simplified *s = w->s;
    for (uint32_t i = 0; i < s->n_atoms; i++) {
        kf_lit by = stand_in(s, kf_lit_of((kf_atom){ i }, false));
        uint32_t to = kf_lit_atom(by).id;
        KF_TRY(kf_work_spend(w, 1));
        if (to == i) continue;
        m->replaced = true;
        for (int value = 0; value < 2; value++) {
            w->cost[value ^ kf_lit_negated(by)][to] += w->cost[value][i];
            w->cost[value][i] = 0;
        }
        s->stands[i] = by;
    }
    return KERF_OK;
}

static kerf_status make_room(merger *m, kf_arena *arena)
{
    const kf_work *w = m->from;
    kf_work *to = m->to;
    size_t clauses = 0, literals = 0, size = 16;
    for (uint32_t i = 0; i < w->n_clauses; i++) {
        clauses += w->n[i] > 0;
        literals += w->n[i];
    }
    while (size < 2 * clauses) size *= 2;
    *to = (kf_work){ .s = w->s, .arena = arena, .patience = w->patience };
    to->cost[0] = w->cost[0];
    to->cost[1] = w->cost[1];
    to->start = kf_arena_room(arena, clauses, sizeof(uint32_t));
    to->n = kf_arena_room(arena, clauses, sizeof(uint32_t));
    to->weight = kf_arena_room(arena, clauses, sizeof(double));
    to->literals = kf_arena_room(arena, literals, sizeof(kf_lit));
    to->counts = kf_arena_alloc(arena, w->n_counts, sizeof *to->counts);
    m->slots = kf_arena_room(arena, size, sizeof(uint32_t));
    m->place = kf_arena_alloc(arena, w->n_counts ? w->s->n_atoms : 0, sizeof(uint32_t));
    m->mask = size - 1;
    if (!to->start || !to->n || !to->weight || !to->literals || !to->counts || !m->slots
        || !m->place)
        return KERF_NO_MEMORY;
    memset(m->slots, 0xff, size * sizeof(uint32_t));
    return KERF_OK;
}

kerf_status kf_work_merge(const kf_work *w, kf_arena *arena, kf_work *to, bool *changed)
{
    merger m = { .from = w, .to = to };
    KF_TRY(make_room(&m, arena));
    KF_TRY(move_costs(&m));
    for (uint32_t i = 0; i < w->n_clauses; i++) {
        KF_TRY(kf_work_spend(w, 2 + w->n[i]));
        if (w->n[i]) add_clause(&m, i);
    }
    for (uint32_t i = 0; i < w->n_counts; i++) {
        const kf_work_count *c = &w->counts[i];
        if (c->n == 0) continue;
        KF_TRY(kf_work_spend(w, c->n));
        kf_work_count *copy = &to->counts[to->n_counts];
        *copy = (kf_work_count){ .literals = kf_arena_alloc(arena, c->n, sizeof(kf_lit)),
                                 .coefficients = kf_arena_alloc(arena, c->n, sizeof(uint32_t)) };
        if (!copy->literals || !copy->coefficients) return KERF_NO_MEMORY;
        add_count(&m, c, copy);
        to->n_counts += copy->n > 0;
    }
    KF_TRY(drop_contained(&m));
    *changed = m.changed;
    return KERF_OK;
}

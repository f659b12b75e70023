/* triangle.c -- see triangle.h. */
#include "solve/cuts/triangle.h"

#include "base/check.h"
#include "base/hash.h"
#include "solve/primal/nodes.h"

#include <math.h>
#include <stdlib.h>

enum { LEAST_NODES = 3, MOST_NODES = 1500 };
static const double VIOLATED = 0.05;

typedef struct candidate {
    kf_triangle triangle;
    uint64_t key;
} candidate;

struct kf_triangles {
    kf_mem *mem;
    uint32_t n;     /* nodes */
    uint32_t *atom; /* n by n: of a pair; UINT32_MAX: it is not here */
    uint32_t *next; /* room for nodes */
    KF_VEC(candidate) candidates;
    KF_VEC(kf_triangle) found;
    uint64_t *known; /* keys of those that are there; 0: none */
    size_t n_known, room;
};

static uint32_t atom_of(const kf_triangles *t, uint32_t i, uint32_t j)
{
    return t->atom[(size_t)i * t->n + j];
}

/* ---- Those that are there ---- */

static uint64_t key_of(uint32_t a, uint32_t b, uint32_t c)
{
    _Static_assert(MOST_NODES < 1 << 11, "three nodes fit one key");
    return ((uint64_t)a << 22 | (uint64_t)b << 11 | c) + 1;
}

static size_t place_of(const kf_triangles *t, uint64_t key)
{
    size_t mask = t->room - 1, at = kf_hash_mix(key) & mask;
    while (t->known[at] != 0 && t->known[at] != key) at = (at + 1) & mask;
    return at;
}

static kerf_status grow(kf_triangles *t)
{
    uint64_t *old = t->known;
    size_t n = t->room;
    t->known = kf_mem_calloc(t->mem, 4 * n, sizeof *old);
    if (!t->known) {
        t->known = old;
        return KERF_NO_MEMORY;
    }
    t->room = 4 * n;
    for (size_t i = 0; i < n; i++)
        if (old[i]) t->known[place_of(t, old[i])] = old[i];
    kf_mem_free(t->mem, old, n, sizeof *old);
    return KERF_OK;
}

static kerf_status remember(kf_triangles *t, uint64_t key)
{
    if (2 * (t->n_known + 1) > t->room) KF_TRY(grow(t));
    size_t at = place_of(t, key);
    t->n_known += t->known[at] == 0;
    t->known[at] = key;
    return KERF_OK;
}

/* A clause !ab v !bc v ac. */
static kerf_status remember_clause(kf_triangles *t, const kf_nodes *nodes, const kf_lit *literals)
{
    uint32_t chord = UINT32_MAX, other[2], n = 0;
    for (uint32_t i = 0; i < 3; i++) {
        uint32_t atom = literals[i].code / 2;
        bool negated = literals[i].code & 1;
        if (nodes->from[atom] == KF_NO_NODE || (negated ? n == 2 : chord != UINT32_MAX))
            return KERF_OK;
        if (negated) other[n++] = atom;
        else chord = atom;
    }
    assert(n == 2 && chord != UINT32_MAX);
    uint32_t a = nodes->from[chord], c = nodes->to[chord];
    for (uint32_t i = 0; i < 2; i++) {
        for (uint32_t end = 0; end < 2; end++) {
            uint32_t b = end ? nodes->to[other[i]] : nodes->from[other[i]];
            bool is = atom_of(t, a, b) == other[i] && atom_of(t, b, c) == other[1 - i];
            if (is) KF_TRY(remember(t, key_of(a, b, c)));
        }
    }
    return KERF_OK;
}

static kerf_status remember_clauses(kf_triangles *t, const kf_component *p, const kf_nodes *nodes)
{
    for (uint32_t i = 0; i < p->n_clauses; i++)
        if (isinf(p->weight[i]) && p->start[i + 1] - p->start[i] == 3)
            KF_TRY(remember_clause(t, nodes, p->literals + p->start[i]));
    return KERF_OK;
}

/* ---- Beginning and end ---- */

static void place_pairs(kf_triangles *t, const kf_component *p, const kf_nodes *nodes)
{
    size_t n = t->n;
    for (size_t i = 0; i < n * n; i++) t->atom[i] = UINT32_MAX;
    for (uint32_t a = 0; a < nodes->n_atoms; a++) {
        uint32_t from = nodes->from[a], to = nodes->to[a];
        if (from == KF_NO_NODE) continue;
        t->atom[from * n + to] = a;
        if (p->ends[a].symmetric && t->atom[to * n + from] == UINT32_MAX)
            t->atom[to * n + from] = a;
    }
}

static bool make_room(kf_triangles *t)
{
    size_t n = t->n;
    t->room = 1024;
    t->atom = kf_mem_alloc(t->mem, n * n, sizeof *t->atom);
    t->next = kf_mem_alloc(t->mem, n, sizeof *t->next);
    t->known = kf_mem_calloc(t->mem, t->room, sizeof *t->known);
    return t->atom && t->next && t->known;
}

void kf_triangles_free(kf_triangles *t)
{
    if (!t) return;
    size_t n = t->n;
    kf_mem_free(t->mem, t->atom, n * n, sizeof *t->atom);
    kf_mem_free(t->mem, t->next, n, sizeof *t->next);
    kf_mem_free(t->mem, t->known, t->room, sizeof *t->known);
    kf_vec_free(t->mem, &t->candidates);
    kf_vec_free(t->mem, &t->found);
    kf_mem_free(t->mem, t, 1, sizeof *t);
}

static kerf_status make(const kf_component *p, const kf_nodes *nodes, kf_mem *mem,
                        kf_triangles **out)
{
    kf_triangles *t = kf_mem_calloc(mem, 1, sizeof *t);
    if (!t) return KERF_NO_MEMORY;
    t->mem = mem;
    t->n = nodes->n;
    kerf_status st = make_room(t) ? KERF_OK : KERF_NO_MEMORY;
    if (st == KERF_OK) {
        place_pairs(t, p, nodes);
        st = remember_clauses(t, p, nodes);
    }
    if (st == KERF_OK) *out = t;
    else kf_triangles_free(t);
    return st;
}

kerf_status kf_triangles_new(const kf_component *p, kf_mem *mem, kf_triangles **out)
{
    kf_nodes nodes;
    *out = NULL;
    kerf_status st = kf_nodes_open(&nodes, p, mem, false);
    if (st == KERF_OK && nodes.n >= LEAST_NODES && nodes.n <= MOST_NODES)
        st = make(p, &nodes, mem, out);
    kf_nodes_free(&nodes, mem);
    return st;
}

/* ---- Those that are violated ---- */

/* Of the chord ac the triangle that is violated most; `n` nodes may be between. */
static kerf_status close_chord(kf_triangles *t, const double *x, uint32_t a, uint32_t c, uint32_t n)
{
    uint32_t chord = atom_of(t, a, c), best = UINT32_MAX;
    double most = 1 + VIOLATED + x[chord];
    for (uint32_t i = 0; i < n; i++) {
        uint32_t b = t->next[i], second = atom_of(t, b, c);
        if (b == c || second == UINT32_MAX) continue;
        double sum = x[atom_of(t, a, b)] + x[second];
        if (sum <= most || t->known[place_of(t, key_of(a, b, c))] != 0) continue;
        most = sum;
        best = b;
    }
    if (best == UINT32_MAX) return KERF_OK;
    candidate found = { .key = key_of(a, best, c) };
    found.triangle =
        (kf_triangle){ most - x[chord] - 1, { atom_of(t, a, best), atom_of(t, best, c) }, chord };
    return kf_vec_push(t->mem, &t->candidates, found) ? KERF_OK : KERF_NO_MEMORY;
}

static kerf_status look_from(kf_triangles *t, const double *x, uint32_t a, uint64_t *steps)
{
    uint32_t n = 0;
    for (uint32_t b = 0; b < t->n; b++) {
        uint32_t atom = atom_of(t, a, b);
        if (b != a && atom != UINT32_MAX && x[atom] > VIOLATED) t->next[n++] = b;
    }
    *steps += t->n + (uint64_t)n * t->n / 8;
    for (uint32_t c = 0; c < t->n; c++) {
        uint32_t chord = atom_of(t, a, c);
        bool twice = chord != UINT32_MAX && c < a && atom_of(t, c, a) == chord;
        if (chord != UINT32_MAX && !twice && x[chord] < 1 - VIOLATED)
            KF_TRY(close_chord(t, x, a, c, n));
    }
    return KERF_OK;
}

static int by_violation(const void *a, const void *b)
{
    const candidate *x = a, *y = b;
    if (x->triangle.violation != y->triangle.violation)
        return x->triangle.violation < y->triangle.violation ? 1 : -1;
    return (x->key > y->key) - (x->key < y->key);
}

kerf_status kf_triangles_find(kf_triangles *t, const double *x, size_t most, uint64_t *steps,
                              const kf_triangle **found, size_t *n)
{
    t->candidates.n = t->found.n = 0;
    for (uint32_t a = 0; a < t->n; a++) KF_TRY(look_from(t, x, a, steps));
    if (t->candidates.n > 0)
        qsort(t->candidates.at, t->candidates.n, sizeof *t->candidates.at, by_violation);
    for (size_t i = 0; i < t->candidates.n && i < most; i++) {
        KF_TRY(remember(t, t->candidates.at[i].key));
        if (!kf_vec_push(t->mem, &t->found, t->candidates.at[i].triangle)) return KERF_NO_MEMORY;
    }
    *found = t->found.at;
    *n = t->found.n;
    return KERF_OK;
}

bool kf_triangles_violated(kf_triangles *t, const bool *assignment)
{
    for (uint32_t a = 0; a < t->n; a++) {
        uint32_t n = 0;
        for (uint32_t b = 0; b < t->n; b++) {
            uint32_t atom = atom_of(t, a, b);
            if (b != a && atom != UINT32_MAX && assignment[atom]) t->next[n++] = b;
        }
        for (uint32_t i = 0; i < n; i++) {
            for (uint32_t c = 0; c < t->n; c++) {
                uint32_t second = atom_of(t, t->next[i], c), chord = atom_of(t, a, c);
                if (chord == UINT32_MAX || assignment[chord]) continue;
                if (second != UINT32_MAX && assignment[second]) return true;
            }
        }
    }
    return false;
}

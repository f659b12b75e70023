/* network_equal.c -- atoms that hard constraints make equal, or opposite, are one variable; see
 * network.h.
 *
 * Two clauses of the same two atoms, or a count of two of which exactly one is true, leave two of
 * four choices: a and b are equal, or one is what the other is not. An atom then has the variable
 * of the first that it is tied to, negated where it is opposite. */
#include "solve/network/networking.h"

#include "base/check.h"

#include <math.h>
#include <stdlib.h>

typedef struct forbidden { /* choices of two atoms, a < b */
    uint32_t a, b;
    uint8_t choices; /* bit 2 * (value of a) + (value of b) */
} forbidden;

enum { OPPOSITE = 1 << 0 | 1 << 3, EQUAL = 1 << 1 | 1 << 2 };

typedef struct ties {
    kf_mem *mem;
    KF_VEC(forbidden) all;
} ties;

static bool add(ties *t, kf_lit l, kf_lit m, uint8_t choices)
{
    uint32_t a = kf_lit_atom(l).id, b = kf_lit_atom(m).id;
    if (a == b) return true;
    forbidden f = { a < b ? a : b, a < b ? b : a, choices };
    return kf_vec_push(t->mem, &t->all, f);
}

/* A clause is false with one choice: each literal is. */
static bool add_clause(ties *t, kf_lit l, kf_lit m)
{
    bool turned = kf_lit_atom(l).id > kf_lit_atom(m).id;
    uint32_t x = kf_lit_negated(turned ? m : l), y = kf_lit_negated(turned ? l : m);
    return add(t, l, m, (uint8_t)(1 << (2 * x + y)));
}

static bool add_count(ties *t, const kf_count *c)
{
    bool both = c->n == 2 && c->weight == INFINITY && c->least == 1 && c->most == 1
                && c->coefficients[0] == 1 && c->coefficients[1] == 1;
    if (!both) return true;
    bool same = kf_lit_negated(c->literals[0]) == kf_lit_negated(c->literals[1]);
    return add(t, c->literals[0], c->literals[1], same ? OPPOSITE : EQUAL);
}

static kerf_status find_ties(ties *t, const kf_component *p)
{
    for (uint32_t i = 0; i < p->n_clauses; i++) {
        const kf_lit *l = p->literals + p->start[i];
        if (p->start[i + 1] - p->start[i] == 2 && p->weight[i] == INFINITY
            && !add_clause(t, l[0], l[1]))
            return KERF_NO_MEMORY;
    }
    for (uint32_t i = 0; i < p->n_counts; i++)
        if (!add_count(t, &p->counts[i])) return KERF_NO_MEMORY;
    return KERF_OK;
}

static int by_atoms(const void *a, const void *b)
{
    const forbidden *x = a, *y = b;
    if (x->a != y->a) return x->a < y->a ? -1 : 1;
    return (x->b > y->b) - (x->b < y->b);
}

static uint32_t root_of(kf_atom_tie *tie, uint32_t a, bool *opposite)
{
    *opposite = false;
    while (tie[a].to != a) {
        kf_atom_tie next = tie[tie[a].to];
        tie[a] = (kf_atom_tie){ next.to, tie[a].opposite ^ next.opposite }; /* half as far */
        *opposite ^= tie[a].opposite;
        a = tie[a].to;
    }
    return a;
}

/* Later atoms to earlier ones. What contradicts is left to the constraints. */
static void join(kf_atom_tie *tie, uint32_t a, uint32_t b, bool opposite)
{
    bool x, y;
    uint32_t u = root_of(tie, a, &x), v = root_of(tie, b, &y);
    if (u == v) return;
    uint32_t late = u > v ? u : v, early = u > v ? v : u;
    tie[late] = (kf_atom_tie){ early, opposite ^ x ^ y };
}

static void join_all(const ties *t, kf_atom_tie *tie)
{
    for (size_t i = 0, k; i < t->all.n; i = k) {
        const forbidden *f = &t->all.at[i];
        uint32_t choices = 0;
        for (k = i; k < t->all.n && by_atoms(f, &t->all.at[k]) == 0; k++)
            choices |= t->all.at[k].choices;
        if ((choices & OPPOSITE) == OPPOSITE) join(tie, f->a, f->b, true);
        else if ((choices & EQUAL) == EQUAL) join(tie, f->a, f->b, false);
    }
}

kerf_status kf_network_tie(const kf_component *p, kf_atom_tie *tie, kf_mem *mem)
{
    ties t = { .mem = mem };
    for (uint32_t a = 0; a < p->n_atoms; a++) tie[a] = (kf_atom_tie){ a, false };
    kerf_status st = find_ties(&t, p);
    if (st == KERF_OK && t.all.n > 1) qsort(t.all.at, t.all.n, sizeof *t.all.at, by_atoms);
    if (st == KERF_OK) join_all(&t, tie);
    for (uint32_t a = 0; st == KERF_OK && a < p->n_atoms; a++) {
        bool opposite;
        uint32_t root = root_of(tie, a, &opposite);
        assert(root <= a);
        tie[a] = (kf_atom_tie){ root, opposite };
    }
    kf_vec_free(mem, &t.all);
    return st;
}

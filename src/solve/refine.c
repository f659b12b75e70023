/* refine.c -- classes of atoms that look alike; see lift.h.
 *
 * Every round gives each constraint a colour made from the colours of its literals, in no order, and
 * then each atom one made from its own and those of its constraints. Rounds end when there are no
 * more classes than before. Two hashes are kept side by side, so that 128 bits must collide before
 * two atoms are taken for alike that are not. */
#include "solve/lift.h"

#include <stdlib.h>
#include <string.h>

typedef struct refiner {
    const kf_part *p;
    kf_colour *atoms, *next;
    kf_colour *sorted;
    kf_classes *out;
} refiner;

static uint64_t mix(uint64_t h, uint64_t value)
{
    h = (h ^ value) * 0xff51afd7ed558ccdu;
    h ^= h >> 32;
    h *= 0xc4ceb9fe1a85ec53u;
    return h ^ (h >> 29);
}

static kf_colour mixed(kf_colour c, uint64_t value)
{
    return (kf_colour){ mix(c.a, value), mix(c.b + 0x9e3779b97f4a7c15u, value ^ (value << 7)) };
}

static kf_colour mixed_number(kf_colour c, double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return mixed(c, bits);
}

static void add(kf_colour *to, kf_colour c)
{
    to->a += c.a;
    to->b += c.b;
}

static kf_colour literal_colour(const refiner *r, kf_lit l, uint64_t coefficient)
{
    return mixed(r->atoms[kf_lit_atom(l).id], coefficient << 1 | kf_lit_negated(l));
}

/* What a constraint tells an atom in it: its own colour, and how the atom stands in it. */
static void tell(refiner *r, kf_lit l, uint64_t coefficient, kf_colour constraint)
{
    add(&r->next[kf_lit_atom(l).id], mixed(constraint, coefficient << 1 | kf_lit_negated(l)));
}

static void look_at_clauses(refiner *r)
{
    const kf_part *p = r->p;
    for (uint32_t i = 0; i < p->n_clauses; i++) {
        kf_colour c = { p->start[i + 1] - p->start[i], 1 };
        for (uint32_t k = p->start[i]; k < p->start[i + 1]; k++)
            add(&c, literal_colour(r, p->literals[k], 1));
        c = mixed_number(c, p->weight[i]);
        r->out->clause[i] = c;
        for (uint32_t k = p->start[i]; k < p->start[i + 1]; k++) tell(r, p->literals[k], 1, c);
    }
}

static void look_at_counts(refiner *r)
{
    const kf_part *p = r->p;
    for (uint32_t i = 0; i < p->n_counts; i++) {
        const kf_count *k = &p->counts[i];
        kf_colour c = { k->n, 2 };
        for (uint32_t j = 0; j < k->n; j++)
            add(&c, literal_colour(r, k->literals[j], k->coefficients[j]));
        c = mixed(mixed(mixed_number(c, k->weight), k->least), k->most);
        r->out->count[i] = c;
        for (uint32_t j = 0; j < k->n; j++) tell(r, k->literals[j], k->coefficients[j], c);
    }
}

static int by_colour(const void *a, const void *b)
{
    const kf_colour *x = a, *y = b;
    if (x->a != y->a) return x->a < y->a ? -1 : 1;
    return (x->b > y->b) - (x->b < y->b);
}

/* Sorts the colours; how many there are. */
static uint32_t distinct(refiner *r)
{
    uint32_t n = r->p->n_atoms, kept = 0;
    memcpy(r->sorted, r->atoms, n * sizeof *r->sorted);
    qsort(r->sorted, n, sizeof *r->sorted, by_colour);
    for (uint32_t i = 0; i < n; i++)
        if (i == 0 || by_colour(&r->sorted[i], &r->sorted[kept - 1]) != 0)
            r->sorted[kept++] = r->sorted[i];
    return kept;
}

static void next_round(refiner *r)
{
    uint32_t n = r->p->n_atoms;
    memset(r->next, 0, n * sizeof *r->next);
    look_at_clauses(r);
    look_at_counts(r);
    for (uint32_t i = 0; i < n; i++) {
        r->next[i] = mixed(mixed(r->next[i], r->atoms[i].a), r->atoms[i].b);
    }
    kf_colour *swap = r->atoms;
    r->atoms = r->next;
    r->next = swap;
}

/* Colours as numbers, in the order of the first atom of each. */
static kerf_status number(refiner *r, kf_arena *arena, uint32_t distinct_now)
{
    uint32_t *number_of = kf_arena_alloc(arena, distinct_now, sizeof *number_of);
    if (!number_of) return KERF_NO_MEMORY;
    memset(number_of, 0xff, distinct_now * sizeof *number_of);
    for (uint32_t i = 0; i < r->p->n_atoms; i++) {
        const kf_colour *at =
            bsearch(&r->atoms[i], r->sorted, distinct_now, sizeof(kf_colour), by_colour);
        uint32_t *k = &number_of[at - r->sorted];
        if (*k == UINT32_MAX) *k = r->out->n++;
        r->out->of[i] = *k;
    }
    return KERF_OK;
}

kerf_status kf_refine(const kf_part *p, const bool *alone, kf_arena *arena, kf_classes *out)
{
    size_t n = p->n_atoms;
    refiner r = { .p = p, .out = out };
    *out = (kf_classes){ 0 };
    r.atoms = kf_arena_alloc(arena, n, sizeof(kf_colour));
    r.next = kf_arena_alloc(arena, n, sizeof(kf_colour));
    r.sorted = kf_arena_alloc(arena, n, sizeof(kf_colour));
    out->of = kf_arena_alloc(arena, n, sizeof(uint32_t));
    out->clause = kf_arena_alloc(arena, p->n_clauses, sizeof(kf_colour));
    out->count = kf_arena_alloc(arena, p->n_counts, sizeof(kf_colour));
    if (!r.atoms || !r.next || !r.sorted || !out->of || !out->clause || !out->count)
        return KERF_NO_MEMORY;
    for (uint32_t i = 0; i < n; i++)
        r.atoms[i] =
            mixed_number(mixed_number((kf_colour){ 1, 2 }, p->cost_true[i]), p->cost_false[i]);
    for (uint32_t i = 0; alone && i < n; i++)
        if (alone[i]) r.atoms[i] = mixed(r.atoms[i], i);
    uint32_t before, now = distinct(&r);
    do {
        before = now;
        next_round(&r);
        now = distinct(&r);
    } while (now != before);
    return number(&r, arena, now);
}

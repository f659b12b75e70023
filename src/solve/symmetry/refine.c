/* refine.c -- classes of atoms that look alike; see lift.h.
 *
 * Every round gives each constraint a colour made from the colours of its literals, in no order,
 * and then each atom one made from its own and those of its constraints. Rounds end when there are
 * no more classes than before. Two hashes are kept side by side, so that 128 bits must collide
 * before two atoms are taken for alike that are not. */
#include "solve/symmetry/lift.h"

#include "base/check.h"

#include <string.h>

typedef struct refiner {
    const kf_component *p;
    kf_colour *atoms, *next;
    kf_colour *literals; /* by literal: what it tells a clause */
    uint32_t *slots;     /* first atoms of colours, hashed */
    uint64_t mask;
    kf_classes *out;
} refiner;

static kf_colour mixed(kf_colour c, uint64_t value)
{
    return kf_hash_pair_mixed(c, value);
}

static kf_colour mixed_number(kf_colour c, double x)
{
    return mixed(c, kf_hash_bits(x));
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

/* There are many more literals of clauses than atoms, so what is told is mixed once for each
 * sign. */
static void look_at_clauses(refiner *r)
{
    const kf_component *p = r->p;
    for (uint32_t i = 0; i < p->n_atoms; i++) {
        for (int negated = 0; negated < 2; negated++) {
            kf_lit l = kf_lit_of((kf_atom){ i }, negated);
            r->literals[l.code] = literal_colour(r, l, 1);
        }
    }
    for (uint32_t i = 0; i < p->n_clauses; i++) {
        kf_colour c = { p->start[i + 1] - p->start[i], 1 };
        for (uint32_t k = p->start[i]; k < p->start[i + 1]; k++)
            add(&c, r->literals[p->literals[k].code]);
        c = mixed_number(c, p->weight[i]);
        r->out->clause[i] = c;
        const kf_colour told[2] = { c, mixed(c, 1) }; /* c is mixed already */
        for (uint32_t k = p->start[i]; k < p->start[i + 1]; k++) {
            kf_lit l = p->literals[k];
            add(&r->next[kf_lit_atom(l).id], told[kf_lit_negated(l)]);
        }
    }
}

static void look_at_counts(refiner *r)
{
    const kf_component *p = r->p;
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

static void look_at_cliques(refiner *r)
{
    const kf_component *p = r->p;
    for (uint32_t i = 0; i < p->n_cliques; i++) {
        const kf_clique *k = &p->cliques[i];
        kf_colour c = { k->n, 3 };
        for (uint32_t j = 0; j < k->n; j++)
            add(&c, literal_colour(r, k->literals[j], k->coefficients[j]));
        c = mixed(mixed_number(c, k->weight), k->most);
        r->out->clique[i] = c;
        for (uint32_t j = 0; j < k->n; j++) tell(r, k->literals[j], k->coefficients[j], c);
    }
}

/* Numbers the colours by their first atom; how many there are. */
static uint32_t number(refiner *r)
{
    uint32_t n = r->p->n_atoms, found = 0;
    memset(r->slots, 0xff, (r->mask + 1) * sizeof *r->slots);
    for (uint32_t i = 0; i < n; i++) {
        const kf_colour *c = &r->atoms[i];
        uint64_t at = c->a & r->mask;
        for (; r->slots[at] != UINT32_MAX; at = (at + 1) & r->mask) {
            const kf_colour *other = &r->atoms[r->slots[at]];
            if (other->a == c->a && other->b == c->b) break;
        }
        if (r->slots[at] == UINT32_MAX) {
            r->slots[at] = i;
            r->out->of[i] = found++;
        } else {
            r->out->of[i] = r->out->of[r->slots[at]];
        }
    }
    return found;
}

static void next_round(refiner *r)
{
    uint32_t n = r->p->n_atoms;
    memset(r->next, 0, n * sizeof *r->next);
    look_at_clauses(r);
    look_at_counts(r);
    look_at_cliques(r);
    for (uint32_t i = 0; i < n; i++) {
        r->next[i] = mixed(mixed(r->next[i], r->atoms[i].a), r->atoms[i].b);
    }
    kf_colour *swap = r->atoms;
    r->atoms = r->next;
    r->next = swap;
}

kerf_status kf_refine(const kf_component *p, const bool *alone, kf_arena *arena, kf_classes *out)
{
    size_t n = p->n_atoms;
    refiner r = { .p = p, .out = out };
    *out = (kf_classes){ 0 };
    r.atoms = kf_arena_room(arena, n, sizeof(kf_colour));
    r.next = kf_arena_room(arena, n, sizeof(kf_colour));
    r.literals = kf_arena_room(arena, 2 * n, sizeof(kf_colour));
    size_t size = 16;
    while (size < 2 * n) size *= 2;
    r.mask = size - 1;
    r.slots = kf_arena_room(arena, size, sizeof *r.slots);
    out->of = kf_arena_room(arena, n, sizeof(uint32_t));
    out->clause = kf_arena_room(arena, p->n_clauses, sizeof(kf_colour));
    out->count = kf_arena_room(arena, p->n_counts, sizeof(kf_colour));
    out->clique = kf_arena_room(arena, p->n_cliques, sizeof(kf_colour));
    if (!r.atoms || !r.next || !r.literals || !r.slots || !out->of || !out->clause || !out->count
        || !out->clique)
        return KERF_NO_MEMORY;
    for (uint32_t i = 0; i < n; i++)
        r.atoms[i] =
            mixed_number(mixed_number((kf_colour){ 1, 2 }, p->cost_true[i]), p->cost_false[i]);
    for (uint32_t i = 0; alone && i < n; i++)
        if (alone[i]) r.atoms[i] = mixed(r.atoms[i], i);
    uint32_t before;
    out->n = number(&r);
    do {
        before = out->n;
        next_round(&r);
        out->n = number(&r);
    } while (out->n > before);
    assert(out->n <= p->n_atoms);
    KF_CHECK(kf_classes_check(p, out));
    return KERF_OK;
}

#ifndef NDEBUG
void kf_classes_check(const kf_component *p, const kf_classes *c)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < p->n_atoms; i++) {
        assert(c->of[i] <= n);
        n += c->of[i] == n;
    }
    assert(n == c->n);
}
#endif

/* refine.c -- classes of atoms that look alike; see lift.h.
 *
 * Classes begin with the costs. A round gives each constraint a colour made from the classes of its
 * literals, in no order; an atom's sum is made from the colours of its constraints, and atoms of a
 * class whose sums differ part. Of the parts the largest stays what it was. So the next round has
 * to look only at constraints with an atom that left its class, and at the atoms of these
 * constraints: most rounds touch little (Cardon and Crochemore 1982). Rounds end when no class
 * parts.
 *
 * A class is the same thing in every order of rounds: atoms that the coarsest stable partition has
 * together have equal sums whatever coarser partition they are made from. Two hashes are kept side
 * by side, so that 128 bits must collide before two atoms are taken for alike that are not. */
#include "solve/symmetry/lift.h"

#include "base/check.h"

#include <math.h>
#include <string.h>

typedef struct part { /* atoms of a class with equal sums, of those that were touched */
    kf_colour sum;
    uint32_t of, n;
    uint32_t now; /* the class that it is from now on */
    uint32_t *slot;
} part;

typedef struct list { /* of atoms or constraints, each once */
    uint32_t *at, n;
    bool *in;
} list;

typedef struct refiner {
    const kf_component *p;
    kf_classes *out;
    kf_arena *arena;
    uint64_t
        rounding; /* added to the bits of a number before its last bits are dropped; 0: none are */
    uint32_t n_constraints; /* clauses, then counts, then cliques */
    uint32_t n_classes;
    kf_colour *sums;     /* by atom */
    kf_colour *literals; /* by literal: what it tells a clause */
    kf_colour *usual;    /* by class: the sum of its atoms */
    uint32_t *size;      /* by class: atoms */
    uint32_t *met;       /* by class: atoms that were touched */
    uint32_t *greatest;  /* by class: its greatest part; UINT32_MAX: none */
    part *parts;
    uint32_t n_parts;
    uint32_t *part_of; /* by atom that was touched */
    uint32_t *slots;   /* parts, hashed; all of them empty between rounds */
    uint64_t mask;
    list left;               /* atoms that left their class in the last round */
    list touched;            /* atoms whose sums changed */
    list woken;              /* constraints whose colours may change */
    uint32_t *in_start, *in; /* by atom: its constraints; NULL while nobody asked */
} refiner;

static kf_colour mixed(kf_colour c, uint64_t value)
{
    return kf_hash_pair_mixed(c, value);
}

/* Numbers that differ in their last bits only are taken for equal, if so wanted: 2^-29 of them. */
enum { LAST_BITS = 24 };

static kf_colour mixed_number(kf_colour c, double x, uint64_t rounding)
{
    uint64_t bits = kf_hash_bits(x);
    if (rounding && isfinite(x)) bits = (bits + rounding) >> LAST_BITS;
    return mixed(c, bits);
}

static void add(kf_colour *to, kf_colour c)
{
    to->a += c.a;
    to->b += c.b;
}

static void take_off(kf_colour *from, kf_colour c)
{
    from->a -= c.a;
    from->b -= c.b;
}

static void put(list *l, uint32_t x)
{
    if (l->in[x]) return;
    l->in[x] = true;
    l->at[l->n++] = x;
}

static void forget(list *l)
{
    for (uint32_t i = 0; i < l->n; i++) l->in[l->at[i]] = false;
    l->n = 0;
}

static kf_colour literal_colour(const refiner *r, kf_lit l, uint64_t coefficient)
{
    const kf_colour of = mixed((kf_colour){ 1, 2 }, r->out->of[kf_lit_atom(l).id]);
    return mixed(of, coefficient << 1 | kf_lit_negated(l));
}

static void note_class(refiner *r, uint32_t atom)
{
    for (int negated = 0; negated < 2; negated++) {
        kf_lit l = kf_lit_of((kf_atom){ atom }, negated);
        r->literals[l.code] = literal_colour(r, l, 1);
    }
}

/* ---- Colours of constraints ---- */

/* What a clause tells its atoms, by sign. A colour is mixed already; turned, it is another. */
static kf_colour turned(kf_colour c)
{
    return (kf_colour){ c.a << 31 | c.a >> 33, c.b << 29 | c.b >> 35 };
}

static inline kf_colour clause_colour(const kf_component *p, const kf_colour *literals, uint32_t i,
                                      uint64_t rounding)
{
    uint32_t end = p->start[i + 1];
    kf_colour c = { end - p->start[i], 1 };
    for (uint32_t k = p->start[i]; k < end; k++) add(&c, literals[p->literals[k].code]);
    return mixed_number(c, p->weight[i], rounding);
}

static inline void tell_atoms(const kf_component *p, uint32_t i, const kf_colour told[2],
                              kf_colour *sums)
{
    uint32_t end = p->start[i + 1];
    for (uint32_t k = p->start[i]; k < end; k++) {
        kf_lit l = p->literals[k];
        add(&sums[kf_lit_atom(l).id], told[kf_lit_negated(l)]);
    }
}

static void look_at_clauses(refiner *r)
{
    const kf_component *p = r->p;
    const kf_colour *literals = r->literals;
    const uint64_t rounding = r->rounding;
    kf_colour *sums = r->sums, *colours = r->out->clause;
    for (uint32_t i = 0; i < p->n_clauses; i++) {
        kf_colour c = clause_colour(p, literals, i, rounding);
        const kf_colour told[2] = { c, turned(c) };
        colours[i] = c;
        tell_atoms(p, i, told, sums);
    }
}

static void look_again_at_clause(refiner *r, uint32_t i)
{
    const kf_component *p = r->p;
    kf_colour old = r->out->clause[i], c = clause_colour(p, r->literals, i, r->rounding);
    if (old.a == c.a && old.b == c.b) return;
    kf_colour told[2] = { c, turned(c) };
    take_off(&told[0], old);
    take_off(&told[1], turned(old));
    r->out->clause[i] = c;
    tell_atoms(p, i, told, r->sums);
    for (uint32_t k = p->start[i]; k < p->start[i + 1]; k++)
        put(&r->touched, kf_lit_atom(p->literals[k]).id);
}

/* Counts and cliques: literals with coefficients. */
static void look_at_terms(refiner *r, const kf_lit *literals, const uint32_t *coefficients,
                          uint32_t n, kf_colour c, kf_colour *known, bool again)
{
    kf_colour old = *known;
    if (again && old.a == c.a && old.b == c.b) return;
    *known = c;
    for (uint32_t j = 0; j < n; j++) {
        uint64_t stands = (uint64_t)coefficients[j] << 1 | kf_lit_negated(literals[j]);
        uint32_t atom = kf_lit_atom(literals[j]).id;
        add(&r->sums[atom], mixed(c, stands));
        if (!again) continue;
        take_off(&r->sums[atom], mixed(old, stands));
        put(&r->touched, atom);
    }
}

static void look_at_count(refiner *r, uint32_t i, bool again)
{
    const kf_count *k = &r->p->counts[i];
    kf_colour c = { k->n, 2 };
    for (uint32_t j = 0; j < k->n; j++)
        add(&c, literal_colour(r, k->literals[j], k->coefficients[j]));
    c = mixed(mixed(mixed_number(c, k->weight, r->rounding), k->least), k->most);
    look_at_terms(r, k->literals, k->coefficients, k->n, c, &r->out->count[i], again);
}

static void look_at_clique(refiner *r, uint32_t i, bool again)
{
    const kf_clique *k = &r->p->cliques[i];
    kf_colour c = { k->n, 3 };
    for (uint32_t j = 0; j < k->n; j++)
        add(&c, literal_colour(r, k->literals[j], k->coefficients[j]));
    c = mixed(mixed_number(c, k->weight, r->rounding), k->most);
    look_at_terms(r, k->literals, k->coefficients, k->n, c, &r->out->clique[i], again);
}

/* ---- Which constraints an atom is in ---- */

/* Fills a list from its end to its beginning. */
static void index_literals(refiner *r, const kf_lit *l, uint32_t n, uint32_t constraint)
{
    for (uint32_t k = 0; k < n; k++) r->in[--r->in_start[kf_lit_atom(l[k]).id]] = constraint;
}

static kerf_status index_atoms(refiner *r)
{
    const kf_component *p = r->p;
    uint32_t n = p->n_clauses, literals = n ? p->start[n] : 0, all = 0;
    uint32_t *ends = kf_arena_alloc(r->arena, p->n_atoms + (size_t)1, sizeof *ends);
    if (!ends) return KERF_NO_MEMORY;
    for (uint32_t k = 0; k < literals; k++) ends[kf_lit_atom(p->literals[k]).id]++;
    for (uint32_t i = 0; i < p->n_counts; i++)
        for (uint32_t k = 0; k < p->counts[i].n; k++)
            ends[kf_lit_atom(p->counts[i].literals[k]).id]++;
    for (uint32_t i = 0; i < p->n_cliques; i++)
        for (uint32_t k = 0; k < p->cliques[i].n; k++)
            ends[kf_lit_atom(p->cliques[i].literals[k]).id]++;
    for (uint32_t i = 0; i <= p->n_atoms; i++) all = ends[i] += all;
    r->in = kf_arena_room(r->arena, all, sizeof *r->in);
    if (!r->in) return KERF_NO_MEMORY;
    r->in_start = ends;
    for (uint32_t i = 0; i < n; i++)
        index_literals(r, p->literals + p->start[i], p->start[i + 1] - p->start[i], i);
    for (uint32_t i = 0; i < p->n_counts; i++)
        index_literals(r, p->counts[i].literals, p->counts[i].n, n + i);
    for (uint32_t i = 0; i < p->n_cliques; i++)
        index_literals(r, p->cliques[i].literals, p->cliques[i].n, n + p->n_counts + i);
    return KERF_OK;
}

/* ---- Rounds ---- */

/* Everything is looked at. */
static void sum_all(refiner *r)
{
    const kf_component *p = r->p;
    memset(r->sums, 0, p->n_atoms * sizeof *r->sums);
    look_at_clauses(r);
    for (uint32_t i = 0; i < p->n_counts; i++) look_at_count(r, i, false);
    for (uint32_t i = 0; i < p->n_cliques; i++) look_at_clique(r, i, false);
    for (uint32_t i = 0; i < p->n_atoms; i++) put(&r->touched, i);
}

/* What those that left their class are in. */
static kerf_status sum_again(refiner *r)
{
    uint32_t n = r->p->n_clauses, counts = r->p->n_counts;
    if (!r->in) KF_TRY(index_atoms(r));
    for (uint32_t i = 0; i < r->left.n; i++) {
        uint32_t atom = r->left.at[i];
        for (uint32_t k = r->in_start[atom]; k < r->in_start[atom + 1]; k++)
            put(&r->woken, r->in[k]);
    }
    for (uint32_t i = 0; i < r->woken.n; i++) {
        uint32_t k = r->woken.at[i];
        if (k < n) look_again_at_clause(r, k);
        else if (k < n + counts) look_at_count(r, k - n, true);
        else look_at_clique(r, k - n - counts, true);
    }
    forget(&r->woken);
    return KERF_OK;
}

/* The slot of an atom's part, which may be empty. */
static uint32_t *find_part(const refiner *r, uint32_t atom)
{
    uint32_t of = r->out->of[atom];
    const kf_colour *sum = &r->sums[atom];
    uint64_t at = kf_hash_add(sum->a, of) & r->mask;
    for (; r->slots[at] != UINT32_MAX; at = (at + 1) & r->mask) {
        const part *other = &r->parts[r->slots[at]];
        if (other->sum.a == sum->a && other->sum.b == sum->b && other->of == of) break;
    }
    return &r->slots[at];
}

static void gather_parts(refiner *r)
{
    r->n_parts = 0;
    for (uint32_t i = 0; i < r->touched.n; i++) {
        uint32_t atom = r->touched.at[i], of = r->out->of[atom], *slot = find_part(r, atom);
        if (*slot == UINT32_MAX) {
            r->parts[r->n_parts] = (part){ .sum = r->sums[atom], .of = of, .slot = slot };
            *slot = r->n_parts++;
        }
        r->part_of[atom] = *slot;
        r->parts[*slot].n++;
        r->met[of]++;
    }
    for (uint32_t i = 0; i < r->n_parts; i++) {
        uint32_t *best = &r->greatest[r->parts[i].of];
        if (*best == UINT32_MAX || r->parts[i].n > r->parts[*best].n) *best = i;
    }
}

/* A part keeps the class if the atoms that nobody touched have its sum, or, where all were touched,
 * if it is the greatest; every other one is a new class. */
static void name_parts(refiner *r)
{
    for (uint32_t i = 0; i < r->n_parts; i++) {
        part *x = &r->parts[i];
        kf_colour *usual = &r->usual[x->of];
        if (r->met[x->of] == r->size[x->of] && r->greatest[x->of] == i) *usual = x->sum;
    }
    for (uint32_t i = 0; i < r->n_parts; i++) {
        part *x = &r->parts[i];
        x->now = x->of;
        if (x->sum.a == r->usual[x->of].a && x->sum.b == r->usual[x->of].b) continue;
        x->now = r->n_classes++;
        r->usual[x->now] = x->sum;
        r->size[x->now] = x->n;
        r->met[x->now] = 0;
        r->greatest[x->now] = UINT32_MAX;
    }
}

static void split(refiner *r)
{
    gather_parts(r);
    name_parts(r);
    forget(&r->left);
    for (uint32_t i = 0; i < r->n_parts; i++) {
        const part *x = &r->parts[i];
        r->met[x->of] = 0;
        r->greatest[x->of] = UINT32_MAX;
        if (x->now != x->of) r->size[x->of] -= x->n;
        *x->slot = UINT32_MAX;
    }
    for (uint32_t i = 0; i < r->touched.n; i++) {
        uint32_t atom = r->touched.at[i], now = r->parts[r->part_of[atom]].now;
        if (r->out->of[atom] == now) continue;
        r->out->of[atom] = now;
        note_class(r, atom);
        put(&r->left, atom);
    }
    forget(&r->touched);
}

/* ---- From the costs to the classes ---- */

/* Classes by costs alone, or by being alone. */
static void begin(refiner *r, const bool *alone)
{
    const kf_component *p = r->p;
    for (uint32_t i = 0; i < p->n_atoms; i++) {
        kf_colour c = mixed_number((kf_colour){ 1, 2 }, p->cost_true[i], r->rounding);
        c = mixed_number(c, p->cost_false[i], r->rounding);
        r->sums[i] = alone && alone[i] ? mixed(c, i) : c;
        r->out->of[i] = 0;
        note_class(r, i);
        put(&r->touched, i);
    }
    r->n_classes = p->n_atoms > 0;
    r->size[0] = p->n_atoms;
    r->met[0] = 0;
    r->greatest[0] = UINT32_MAX;
    split(r);
}

static kerf_status make_room(refiner *r)
{
    size_t n = r->p->n_atoms, size = 16;
    kf_arena *a = r->arena;
    while (size < 2 * n) size *= 2;
    r->mask = size - 1;
    r->sums = kf_arena_room(a, n, sizeof(kf_colour));
    r->literals = kf_arena_room(a, 2 * n, sizeof(kf_colour));
    r->usual = kf_arena_room(a, n + 1, sizeof(kf_colour));
    r->size = kf_arena_room(a, n + 1, sizeof(uint32_t));
    r->met = kf_arena_room(a, n + 1, sizeof(uint32_t));
    r->greatest = kf_arena_room(a, n + 1, sizeof(uint32_t));
    r->parts = kf_arena_room(a, n, sizeof(part));
    r->part_of = kf_arena_room(a, n, sizeof(uint32_t));
    r->slots = kf_arena_room(a, size, sizeof(uint32_t));
    list *lists[] = { &r->left, &r->touched, &r->woken };
    for (int i = 0; i < 3; i++) {
        size_t most = lists[i] == &r->woken ? r->n_constraints : n;
        lists[i]->at = kf_arena_room(a, most, sizeof(uint32_t));
        lists[i]->in = kf_arena_alloc(a, most, sizeof(bool));
        if (!lists[i]->at || !lists[i]->in) return KERF_NO_MEMORY;
    }
    if (!r->sums || !r->literals || !r->usual || !r->size || !r->met || !r->greatest || !r->parts
        || !r->part_of || !r->slots)
        return KERF_NO_MEMORY;
    memset(r->slots, 0xff, size * sizeof *r->slots);
    return KERF_OK;
}

/* Numbers the classes by their first atom. */
static void number(refiner *r)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < r->n_classes; i++) r->size[i] = UINT32_MAX; /* its number */
    for (uint32_t i = 0; i < r->p->n_atoms; i++) {
        uint32_t *to = &r->size[r->out->of[i]];
        if (*to == UINT32_MAX) *to = n++;
        r->out->of[i] = *to;
    }
    assert(n == r->n_classes);
    r->out->n = n;
}

static kerf_status refine(const kf_component *p, const bool *alone, uint64_t rounding,
                          kf_stop *stop, kf_arena *arena, kf_classes *out)
{
    refiner r = { .p = p, .out = out, .arena = arena, .rounding = rounding };
    kf_patience patience = kf_patience_of(stop);
    uint64_t size = kf_component_size(p);
    *out = (kf_classes){ 0 };
    r.n_constraints = p->n_clauses + p->n_counts + p->n_cliques;
    out->of = kf_arena_room(arena, p->n_atoms, sizeof(uint32_t));
    out->clause = kf_arena_room(arena, p->n_clauses, sizeof(kf_colour));
    /* These are compared with what was before: at first with nothing. */
    out->count = kf_arena_alloc(arena, p->n_counts, sizeof(kf_colour));
    out->clique = kf_arena_alloc(arena, p->n_cliques, sizeof(kf_colour));
    if (!out->of || !out->clause || !out->count || !out->clique) return KERF_NO_MEMORY;
    KF_TRY(make_room(&r));
    begin(&r, alone);
    if (!kf_patience_spend(&patience, size)) return KERF_INTERRUPTED;
    sum_all(&r);
    if (!kf_patience_spend(&patience, size)) return KERF_INTERRUPTED;
    split(&r);
    while (r.left.n > 0) {
        if (!kf_patience_spend(&patience,
                               r.left.n > p->n_atoms / 2 ? size : 8 * (uint64_t)r.left.n))
            return KERF_INTERRUPTED;
        if (r.left.n > p->n_atoms / 2) sum_all(&r);
        else KF_TRY(sum_again(&r));
        split(&r);
    }
    number(&r);
    KF_CHECK(kf_classes_check(p, out));
    return KERF_OK;
}

kerf_status kf_refine(const kf_component *p, const bool *alone, kf_stop *stop, kf_arena *arena,
                      kf_classes *out)
{
    return refine(p, alone, 0, stop, arena, out);
}

kerf_status kf_refine_nearly(const kf_component *p, const bool *alone, kf_stop *stop,
                             kf_arena *arena, kf_classes *out)
{
    return refine(p, alone, UINT64_C(1) << (LAST_BITS - 1), stop, arena, out);
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

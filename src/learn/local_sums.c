/* local_sums.c -- sums over kept groundings: costs of atoms, and the difference of two assignments;
 * see locals.h. */
#include "learn/locals_kept.h"

#include "base/check.h"
#include "ground/atoms.h"
#include "ground/tuple_map.h"

/* ---- Reading ---- */

typedef struct reader { /* of an example's words */
    const uint32_t *at, *end;
    uint32_t shape, n; /* of the owner at hand: how many blocks */
    const uint32_t *values;
} reader;

static bool next_owner(const kf_locals *x, reader *r)
{
    if (r->at == r->end) return false;
    r->shape = *r->at++;
    r->values = r->at;
    r->at += x->blocks.shapes.at[r->shape].n_given;
    r->n = *r->at++;
    assert(r->shape < x->blocks.shapes.n && r->at <= r->end);
    return true;
}

/* Blocks lie anywhere: those that come soon are fetched meanwhile. */
static inline void look_ahead(const kf_locals *x, const reader *r)
{
    enum { START = 12, ENTRY = 8, WEIGHT = 4 };
    const uint32_t *starts = x->blocks.starts.at;
    const kf_block_entry *entries = x->blocks.entries.at;
    if (r->end - r->at <= START) return;
    uint32_t far = r->at[START] & KF_BLOCK, near = r->at[ENTRY] & KF_BLOCK,
             next = r->at[WEIGHT] & KF_BLOCK;
    uint32_t last = (uint32_t)x->blocks.starts.n - 2;
    if (far <= last) __builtin_prefetch(&starts[far]);
    if (near <= last) __builtin_prefetch(&entries[starts[near]]);
    if (next <= last) __builtin_prefetch(&kf_parameters_weights(x->l->p)[entries[starts[next]].id]);
}

/* Of the next block: where its entries are, and how often it counts for an atom that is true. */
static double next_block(const kf_locals *x, reader *r, const kf_block_entry **from,
                         const kf_block_entry **to)
{
    uint32_t word = *r->at++, block = word & KF_BLOCK;
    double times = word & KF_MANY ? (double)*r->at++ : 1;
    assert(block + 1 < x->blocks.starts.n && r->at <= r->end);
    *from = x->blocks.entries.at + x->blocks.starts.at[block];
    *to = x->blocks.entries.at + x->blocks.starts.at[block + 1];
    return word & KF_AGAINST ? -times : times;
}

static reader read_example(const kf_locals *x, const kf_example *e)
{
    const kf_local_example *k = kf_locals_example(x, e);
    if (!e->kept) return (reader){ 0 };
    return (reader){ x->words.at + k->start, x->words.at + k->start + k->n, 0, 0, NULL };
}

/* ---- Sums by slot ---- */

static void begin_sums(kf_locals *x)
{
    x->slots.n = 0;
    x->everywhere = 0;
    if (++x->now > 0) return;
    for (uint32_t i = 0; i < x->n_slots; i++) x->stamps[i] = 0; /* once in 2^32 times */
    x->now = 1;
}

static inline void add_sum(kf_locals *x, uint32_t slot, double by)
{
    assert(slot < x->n_slots && x->slots.n <= x->slots.cap); /* there is room for the slot */
    if (x->stamps[slot] != x->now) {
        x->stamps[slot] = x->now;
        x->sums[slot] = 0;
        x->slots.at[x->slots.n++] = slot;
    }
    x->sums[slot] += by;
}

static inline double sum_at(const kf_locals *x, uint32_t slot)
{
    if (slot == KF_NONE) return x->everywhere;
    return x->stamps[slot] == x->now ? x->sums[slot] : 0;
}

/* ---- Costs ---- */

/* The atom of an owner with this slot; false: a constant is not in this world. */
static bool row_of(const kf_locals *x, const reader *r, uint32_t slot, const kf_evidence *w,
                   uint32_t *row)
{
    const kf_shape *s = &x->blocks.shapes.at[r->shape];
    const kf_predicate *p = &x->l->m->predicates.at[s->predicate];
    const uint32_t *given = r->values, *other = kf_tuple_map_tuple(&s->slots, slot);
    for (uint32_t i = 0; i < p->arity; i++) {
        row[i] = s->given[i] ? *given++ : *other++;
        if (!s->given[i] && !kf_evidence_has(w, p->slots[i].type, row[i])) return false;
    }
    return true;
}

static kerf_status add_owner_costs(kf_locals *x, const reader *r, kf_example *e)
{
    const kf_shape *s = &x->blocks.shapes.at[r->shape];
    uint32_t predicate = s->predicate, row[KF_MOST_ARITY];
    for (uint32_t i = 0; x->everywhere != 0 && i < kf_tuple_map_count(&s->slots); i++)
        add_sum(x, i, x->everywhere);
    for (size_t i = 0; i < x->slots.n; i++) {
        double score = x->sums[x->slots.at[i]];
        kf_atom atom;
        if (score == 0 || !row_of(x, r, x->slots.at[i], e->d->w, row)) continue;
        KF_TRY(kf_grounder_atom(e->g, predicate, row, &atom));
        kf_problem_add_cost(kf_grounder_problem(e->g), atom, score < 0 ? -score : 0,
                            score > 0 ? score : 0);
    }
    return KERF_OK;
}

kerf_status kf_locals_add_costs(kf_locals *x, kf_example *e)
{
    const double *weights = kf_parameters_weights(x->l->p);
    reader r = read_example(x, e);
    if (!kf_vec_reserve(x->mem, &x->slots, x->n_slots - x->slots.n)) return KERF_NO_MEMORY;
    while (next_owner(x, &r)) {
        begin_sums(x);
        for (uint32_t i = 0; i < r.n; i++) {
            const kf_block_entry *from, *to;
            look_ahead(x, &r);
            double times = next_block(x, &r, &from, &to);
            for (; from < to; from++) {
                double by = times * weights[from->id];
                if (from->slot == KF_NONE) x->everywhere += by;
                else add_sum(x, from->slot, by);
            }
        }
        KF_TRY(add_owner_costs(x, &r, e));
    }
    return KERF_OK;
}

/* ---- Comparing ---- */

/* The atom's slot in a shape; UINT32_MAX: no weight is for it. */
static uint32_t slot_of(const kf_shape *s, const uint32_t *row)
{
    uint32_t tuple[KF_MOST_ARITY], n = 0;
    for (uint32_t i = 0; n < s->slots.width; i++)
        if (!s->given[i]) tuple[n++] = row[i];
    return kf_tuple_map_find(&s->slots, tuple);
}

/* By owner, what changes of it. */
static kerf_status list_change(kf_locals *x, const kf_changed *c, uint32_t shape)
{
    kf_local_change this = { .slot = slot_of(&x->blocks.shapes.at[shape], c->row),
                             .sign = c->sign };
    uint32_t owner;
    if (this.slot == UINT32_MAX) return KERF_OK;
    KF_TRY(kf_locals_owner(x, shape, c->row, &owner));
    if (owner == x->last.n && !kf_vec_push(x->mem, &x->last, KF_NONE)) return KERF_NO_MEMORY;
    this.next = x->last.at[owner];
    x->last.at[owner] = (uint32_t)x->changes.n;
    return kf_vec_push(x->mem, &x->changes, this) ? KERF_OK : KERF_NO_MEMORY;
}

static kerf_status list_changes(kf_locals *x, const kf_changed *changed, size_t n)
{
    kf_tuple_map_clear(&x->owners);
    x->changes.n = x->last.n = 0;
    for (size_t i = 0; i < n; i++) {
        for (uint32_t s = 0; s < x->blocks.shapes.n; s++)
            if (x->blocks.shapes.at[s].predicate == changed[i].predicate)
                KF_TRY(list_change(x, &changed[i], s));
    }
    return KERF_OK;
}

/* What changes of the owner at hand, into the sums; false: nothing does. */
static bool sum_changes(kf_locals *x, const reader *r)
{
    uint32_t tuple[KF_MOST_ARITY + 1] = { r->shape };
    for (uint32_t i = 0; i < x->blocks.shapes.at[r->shape].n_given; i++)
        tuple[i + 1] = r->values[i];
    uint32_t owner = kf_tuple_map_find(&x->owners, tuple);
    if (owner == UINT32_MAX) return false;
    begin_sums(x);
    for (uint32_t at = x->last.at[owner]; at != KF_NONE; at = x->changes.at[at].next)
        add_sum(x, x->changes.at[at].slot, x->changes.at[at].sign);
    for (size_t i = 0; i < x->slots.n; i++) x->everywhere += x->sums[x->slots.at[i]];
    return true;
}

kerf_status kf_locals_compare(kf_locals *x, const kf_example *e, const kf_changed *changed,
                              size_t n, kf_local_fn *emit, void *context)
{
    reader r = read_example(x, e);
    if (r.at == r.end) return KERF_OK;
    x->slots.n = 0;
    if (!kf_vec_reserve(x->mem, &x->slots, x->n_slots)) return KERF_NO_MEMORY;
    KF_TRY(list_changes(x, changed, n));
    while (next_owner(x, &r)) {
        bool any = sum_changes(x, &r);
        for (uint32_t i = 0; i < r.n; i++) {
            const kf_block_entry *from, *to;
            double times = next_block(x, &r, &from, &to);
            for (; any && from < to; from++)
                if (sum_at(x, from->slot) != 0)
                    KF_TRY(emit(context, from->id, times * sum_at(x, from->slot)));
        }
    }
    return KERF_OK;
}

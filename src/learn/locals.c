/* locals.c -- local formulas of worlds, kept; see locals.h.
 *
 * An owner is what evidence gives of some atoms: a shape and the values of the arguments that are
 * given. A world is a list of owners, in words: shape, values, number of blocks, then these. */
#include "learn/locals.h"

#include "learn/blocks.h"

/* A larger world is asked each time; so are those that come when there are so many words in all. */
static const size_t MOST_OF_WORLD = (size_t)1 << 24, MOST_WORDS = (size_t)1 << 30;

/* A word for a block: does the formula count against its atom; is the next word how often it counts,
 * and not once? */
#define AGAINST (UINT32_C(1) << 31)
#define MANY (UINT32_C(1) << 30)
#define BLOCK (MANY - 1)

typedef struct kept { /* of a world */
    size_t start, n;
    bool asked; /* if there is room */
    bool kept;
} kept;

typedef struct found { /* an owner's block */
    uint32_t owner, word, times;
} found;

typedef struct change {
    uint32_t slot, next;
    double sign;
} change;

struct kf_locals {
    kf_mem *mem;
    const kf_learning *l;
    kf_blocks blocks;
    bool ready; /* these are made, when the first world is opened */
    kept *train, *dev;
    KF_VEC(uint32_t) words;
    /* For the moment: */
    kf_units owners; /* shape, values, and zeros up to the longest */
    KF_VEC(found) found;
    KF_VEC(change) changes;
    KF_VEC(uint32_t) last; /* by owner: of its changes */
    double *sums;          /* by slot, */
    uint32_t *stamps;      /* if they are of this time */
    double everywhere;     /* for all slots */
    uint32_t n_slots, now;
    KF_VEC(uint32_t) slots; /* with sums of this time */
};

/* ---- Life ---- */

kerf_status kf_locals_new(kf_locals **out, const kf_learning *l)
{
    kf_locals *x = kf_mem_calloc(l->mem, 1, sizeof *x);
    if (!x) return KERF_NO_MEMORY;
    x->mem = l->mem;
    x->l = l;
    x->train = kf_mem_calloc(l->mem, kf_examples_count(l->train), sizeof *x->train);
    if (l->dev) x->dev = kf_mem_calloc(l->mem, kf_examples_count(l->dev), sizeof *x->dev);
    if (!x->train || (l->dev && !x->dev)) {
        kf_locals_free(x);
        return KERF_NO_MEMORY;
    }
    *out = x;
    return KERF_OK;
}

void kf_locals_free(kf_locals *x)
{
    if (!x) return;
    kf_blocks_free(&x->blocks);
    kf_mem_free(x->mem, x->train, kf_examples_count(x->l->train), sizeof *x->train);
    if (x->dev) kf_mem_free(x->mem, x->dev, kf_examples_count(x->l->dev), sizeof *x->dev);
    kf_vec_free(x->mem, &x->words);
    kf_units_free(&x->owners, x->mem);
    kf_vec_free(x->mem, &x->found);
    kf_vec_free(x->mem, &x->changes);
    kf_vec_free(x->mem, &x->last);
    kf_mem_free(x->mem, x->sums, x->n_slots, sizeof *x->sums);
    kf_mem_free(x->mem, x->stamps, x->n_slots, sizeof *x->stamps);
    kf_vec_free(x->mem, &x->slots);
    kf_mem_free(x->mem, x, 1, sizeof *x);
}

static kerf_status make_ready(kf_locals *x, const kf_grounder *g)
{
    if (x->ready) return KERF_OK;
    kf_blocks_free(&x->blocks);
    KF_TRY(kf_blocks_make(&x->blocks, x->mem, g, x->l->p, x->l->train));
    x->n_slots = x->blocks.most_slots;
    x->sums = kf_mem_calloc(x->mem, x->n_slots, sizeof *x->sums);
    x->stamps = kf_mem_calloc(x->mem, x->n_slots, sizeof *x->stamps);
    if (!x->sums || !x->stamps || x->blocks.starts.n > BLOCK) return KERF_NO_MEMORY;
    kf_units_init(&x->owners, x->blocks.most_given + 1);
    x->ready = true;
    return KERF_OK;
}

/* ---- Owners ---- */

/* The owner of an atom of a shape, made if need be. */
static kerf_status owner_of(kf_locals *x, uint32_t shape, const uint32_t *row, uint32_t *owner)
{
    const kf_shape *s = &x->blocks.shapes.at[shape];
    uint32_t tuple[KF_MOST_ARITY + 1] = { shape }, n = 1;
    for (uint32_t i = 0; n <= s->n_given; i++)
        if (s->given[i]) tuple[n++] = row[i];
    KF_TRY(kf_units_add(&x->owners, x->mem, tuple, UINT32_MAX, 1, 0));
    *owner = kf_units_find(&x->owners, tuple);
    return KERF_OK;
}

typedef struct reader { /* of a world's words */
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
    return true;
}

/* Blocks lie anywhere: those that come soon are fetched meanwhile. */
static inline void look_ahead(const kf_locals *x, const reader *r)
{
    enum { START = 12, ENTRY = 8, WEIGHT = 4 };
    const uint32_t *starts = x->blocks.starts.at;
    const kf_block_entry *entries = x->blocks.entries.at;
    if (r->end - r->at <= START) return;
    uint32_t far = r->at[START] & BLOCK, near = r->at[ENTRY] & BLOCK, next = r->at[WEIGHT] & BLOCK;
    uint32_t last = (uint32_t)x->blocks.starts.n - 2;
    if (far <= last) __builtin_prefetch(&starts[far]);
    if (near <= last) __builtin_prefetch(&entries[starts[near]]);
    if (next <= last) __builtin_prefetch(&kf_parameters_weights(x->l->p)[entries[starts[next]].id]);
}

/* Of the next block: where its entries are, and how often it counts for an atom that is true. */
static double next_block(const kf_locals *x, reader *r, const kf_block_entry **from,
                         const kf_block_entry **to)
{
    uint32_t word = *r->at++, block = word & BLOCK;
    double times = word & MANY ? (double)*r->at++ : 1;
    *from = x->blocks.entries.at + x->blocks.starts.at[block];
    *to = x->blocks.entries.at + x->blocks.starts.at[block + 1];
    return word & AGAINST ? -times : times;
}

static kept *kept_of(const kf_locals *x, const kf_lesson *e)
{
    return &(e->in == x->l->train ? x->train : x->dev)[e->index];
}

static reader read_world(const kf_locals *x, const kf_lesson *e)
{
    const kept *k = kept_of(x, e);
    if (!e->kept) return (reader){ 0 };
    return (reader){ x->words.at + k->start, x->words.at + k->start + k->n, 0, 0, NULL };
}

/* ---- Asking a world ---- */

typedef struct asking {
    kf_locals *x;
    const kf_ground_rule *gr;
    kerf_status status; /* KERF_LIMIT: there is too much */
} asking;

static bool note(void *context, const kf_binding *b, uint64_t times)
{
    asking *a = context;
    kf_locals *x = a->x;
    const kf_local_rule *r = &x->blocks.rules[a->gr->rule];
    uint32_t row[KF_MOST_ARITY] = { 0 },
             block = kf_blocks_find(&x->blocks, x->l->m, a->gr->rule, b);
    if (block == KF_NONE) return true;
    for (uint32_t i = 0; i < r->literal->n; i++) {
        kf_arg arg = r->literal->args[i];
        if (arg.variable == KF_NONE) row[i] = arg.constant;
        else if (!r->free[arg.variable]) row[i] = b->ids[arg.variable];
    }
    found f = { .word = block | (r->against ? AGAINST : 0) | (times > 1 ? MANY : 0),
                .times = (uint32_t)times };
    bool much = times > UINT32_MAX || x->found.n >= MOST_OF_WORLD;
    a->status = much ? KERF_LIMIT : owner_of(x, r->shape, row, &f.owner);
    if (a->status == KERF_OK && !kf_vec_push(x->mem, &x->found, f)) a->status = KERF_NO_MEMORY;
    return a->status == KERF_OK;
}

static kerf_status ask(kf_locals *x, kf_grounder *g)
{
    kf_units_clear(&x->owners);
    x->found.n = 0;
    for (size_t i = 0; i < g->rules.n; i++) {
        asking a = { .x = x, .gr = &g->rules.at[i] };
        const kf_local_rule *r = &x->blocks.rules[a.gr->rule];
        if (!r->kept) continue;
        kerf_status st = kf_ground_conditions(g, &g->rules.at[i], r->free, note, &a);
        KF_TRY(a.status);
        KF_TRY(st);
    }
    return KERF_OK;
}

/* What was found, owner by owner. */
static void write_words(kf_locals *x, uint32_t *firsts)
{
    uint32_t n = kf_units_count(&x->owners);
    for (uint32_t i = 0; i < n; i++) {
        const uint32_t *tuple = kf_units_tuple(&x->owners, i);
        uint32_t given = x->blocks.shapes.at[tuple[0]].n_given;
        for (uint32_t k = 0; k <= given; k++) x->words.at[x->words.n++] = tuple[k];
        uint32_t *count = &x->words.at[x->words.n++];
        *count = 0;
        for (uint32_t f = firsts[i]; f < firsts[i + 1]; f++, ++*count) {
            const found *from = &x->found.at[f];
            x->words.at[x->words.n++] = from->word;
            if (from->word & MANY) x->words.at[x->words.n++] = from->times;
        }
    }
}

/* Sorts what was found by owner, in the order of formulas. */
static kerf_status sort_found(kf_locals *x, uint32_t *firsts)
{
    size_t n = x->found.n;
    uint32_t owners = kf_units_count(&x->owners);
    found *sorted = kf_mem_alloc(x->mem, n, sizeof *sorted);
    if (!sorted) return KERF_NO_MEMORY;
    for (size_t i = 0; i < n; i++) firsts[x->found.at[i].owner + 1]++;
    for (uint32_t i = 0; i < owners; i++) firsts[i + 1] += firsts[i];
    for (size_t i = 0; i < n; i++) sorted[firsts[x->found.at[i].owner]++] = x->found.at[i];
    for (uint32_t i = owners; i > 0; i--) firsts[i] = firsts[i - 1];
    firsts[0] = 0;
    for (size_t i = 0; i < n; i++) x->found.at[i] = sorted[i];
    kf_mem_free(x->mem, sorted, n, sizeof *sorted);
    return KERF_OK;
}

static kerf_status keep(kf_locals *x, kept *k)
{
    uint32_t owners = kf_units_count(&x->owners);
    size_t most = (size_t)owners * (x->blocks.most_given + 2) + 2 * x->found.n;
    if (x->words.n + most > MOST_WORDS) return KERF_OK;
    if (!kf_vec_reserve(x->mem, &x->words, most)) return KERF_NO_MEMORY;
    uint32_t *firsts = kf_mem_calloc(x->mem, (size_t)owners + 1, sizeof *firsts);
    kerf_status st = firsts ? sort_found(x, firsts) : KERF_NO_MEMORY;
    if (st == KERF_OK) {
        k->start = x->words.n;
        write_words(x, firsts);
        k->n = x->words.n - k->start;
        k->kept = true;
    }
    kf_mem_free(x->mem, firsts, (size_t)owners + 1, sizeof *firsts);
    return st;
}

static kerf_status ask_once(kf_locals *x, kf_lesson *e)
{
    kept *k = kept_of(x, e);
    if (k->asked) return KERF_OK;
    KF_TRY(make_ready(x, e->g));
    kerf_status st = ask(x, e->g);
    if (st == KERF_OK) st = keep(x, k);
    k->asked = st == KERF_OK || st == KERF_LIMIT;
    return st == KERF_LIMIT ? KERF_OK : st;
}

kerf_status kf_locals_open(kf_locals *x, kf_examples *in, uint32_t index, kf_lesson *e)
{
    bool known = kept_of(x, &(kf_lesson){ .in = in, .index = index })->kept;
    KF_TRY(kf_lesson_open(in, index, known ? x->blocks.unused : NULL, e));
    kerf_status st = ask_once(x, e);
    if (st != KERF_OK) {
        kf_lesson_close(e);
        return st;
    }
    e->kept = kept_of(x, e)->kept;
    for (size_t i = 0; i < e->g->rules.n; i++)
        e->g->rules.at[i].kept = e->kept && x->blocks.rules[e->g->rules.at[i].rule].kept;
    return KERF_OK;
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

/* There is room for the slot. */
static inline void add_sum(kf_locals *x, uint32_t slot, double by)
{
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

/* The atom of an owner with this slot; false: the world does not have it. */
static bool row_of(const kf_locals *x, const reader *r, uint32_t slot, const kf_world *w,
                   uint32_t *row)
{
    const kf_shape *s = &x->blocks.shapes.at[r->shape];
    const kf_predicate *p = &x->l->m->predicates.at[s->predicate];
    const uint32_t *given = r->values, *other = kf_units_tuple(&s->slots, slot);
    for (uint32_t i = 0; i < p->arity; i++) {
        row[i] = s->given[i] ? *given++ : *other++;
        if (!s->given[i] && !kf_world_has(w, p->slots[i].type, row[i])) return false;
    }
    return true;
}

static kerf_status add_owner_costs(kf_locals *x, const reader *r, kf_lesson *e)
{
    const kf_shape *s = &x->blocks.shapes.at[r->shape];
    uint32_t predicate = s->predicate, row[KF_MOST_ARITY];
    for (uint32_t i = 0; x->everywhere != 0 && i < kf_units_count(&s->slots); i++)
        add_sum(x, i, x->everywhere);
    for (size_t i = 0; i < x->slots.n; i++) {
        double score = x->sums[x->slots.at[i]];
        kf_atom atom;
        if (score == 0 || !row_of(x, r, x->slots.at[i], e->d->w, row)) continue;
        KF_TRY(kf_grounder_atom(e->g, predicate, row, &atom));
        kf_problem_add_cost(e->g->p, atom, score < 0 ? -score : 0, score > 0 ? score : 0);
    }
    return KERF_OK;
}

kerf_status kf_locals_add_costs(kf_locals *x, kf_lesson *e)
{
    const double *weights = kf_parameters_weights(x->l->p);
    reader r = read_world(x, e);
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
    return kf_units_find(&s->slots, tuple);
}

/* By owner, what changes of it. */
static kerf_status list_change(kf_locals *x, const kf_changed *c, uint32_t shape)
{
    change this = { .slot = slot_of(&x->blocks.shapes.at[shape], c->row), .sign = c->sign };
    uint32_t owner;
    if (this.slot == UINT32_MAX) return KERF_OK;
    KF_TRY(owner_of(x, shape, c->row, &owner));
    if (owner == x->last.n && !kf_vec_push(x->mem, &x->last, KF_NONE)) return KERF_NO_MEMORY;
    this.next = x->last.at[owner];
    x->last.at[owner] = (uint32_t)x->changes.n;
    return kf_vec_push(x->mem, &x->changes, this) ? KERF_OK : KERF_NO_MEMORY;
}

static kerf_status list_changes(kf_locals *x, const kf_changed *changed, size_t n)
{
    kf_units_clear(&x->owners);
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
    uint32_t owner = kf_units_find(&x->owners, tuple);
    if (owner == UINT32_MAX) return false;
    begin_sums(x);
    for (uint32_t at = x->last.at[owner]; at != KF_NONE; at = x->changes.at[at].next)
        add_sum(x, x->changes.at[at].slot, x->changes.at[at].sign);
    for (size_t i = 0; i < x->slots.n; i++) x->everywhere += x->sums[x->slots.at[i]];
    return true;
}

kerf_status kf_locals_compare(kf_locals *x, const kf_lesson *e, const kf_changed *changed, size_t n,
                              kf_local_fn *emit, void *context)
{
    reader r = read_world(x, e);
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

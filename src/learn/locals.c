/* locals.c -- lists and keeps the groundings of local formulas; see locals.h. */
#include "learn/locals.h"

#include "ground/ground_rule.h"
#include "ground/local/local.h"
#include "ground/tuple_map.h"
#include "learn/locals_kept.h"

#include "base/check.h"

/* An example with more groundings is left to the grounder; once there are so many words in all,
 * lists are made each time. */
static const size_t MOST_FOUND = (size_t)1 << 24, MOST_WORDS = (size_t)1 << 30;

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

static void free_blocks(kf_locals *x)
{
    kf_blocks_free(&x->blocks);
    kf_mem_free(x->mem, x->sums, x->n_slots, sizeof *x->sums);
    kf_mem_free(x->mem, x->stamps, x->n_slots, sizeof *x->stamps);
    x->sums = NULL;
    x->stamps = NULL;
}

void kf_locals_free(kf_locals *x)
{
    if (!x) return;
    free_blocks(x);
    kf_mem_free(x->mem, x->train, kf_examples_count(x->l->train), sizeof *x->train);
    if (x->dev) kf_mem_free(x->mem, x->dev, kf_examples_count(x->l->dev), sizeof *x->dev);
    kf_vec_free(x->mem, &x->words);
    kf_tuple_map_free(&x->owners, x->mem);
    kf_vec_free(x->mem, &x->found);
    kf_vec_free(x->mem, &x->changes);
    kf_vec_free(x->mem, &x->last);
    kf_vec_free(x->mem, &x->slots);
    kf_mem_free(x->mem, x, 1, sizeof *x);
}

static kerf_status make_blocks(kf_locals *x, const kf_grounder *g)
{
    KF_TRY(kf_blocks_make(&x->blocks, x->mem, g, x->l->p, x->l->train));
    x->n_slots = x->blocks.most_slots;
    x->sums = kf_mem_calloc(x->mem, x->n_slots, sizeof *x->sums);
    x->stamps = kf_mem_calloc(x->mem, x->n_slots, sizeof *x->stamps);
    return x->sums && x->stamps && x->blocks.starts.n <= KF_BLOCK ? KERF_OK : KERF_NO_MEMORY;
}

static kerf_status make_ready(kf_locals *x, const kf_grounder *g)
{
    if (x->ready) return KERF_OK;
    kerf_status st = make_blocks(x, g);
    x->ready = st == KERF_OK;
    if (x->ready) kf_tuple_map_init(&x->owners, x->blocks.most_given + 1);
    else free_blocks(x);
    return st;
}

#ifndef NDEBUG
/* The words of an example: owners with their blocks, up to the end. */
static void check_words(const kf_locals *x, const kf_local_example *k)
{
    size_t at = k->start, end = k->start + k->n;
    assert(end <= x->words.n);
    while (at < end) {
        uint32_t shape = x->words.at[at++];
        assert(shape < x->blocks.shapes.n);
        at += x->blocks.shapes.at[shape].n_given;
        for (uint32_t left = x->words.at[at++]; left > 0; left--) {
            uint32_t word = x->words.at[at++];
            assert((word & KF_BLOCK) + 1 < x->blocks.starts.n);
            if (word & KF_MANY) assert(x->words.at[at++] > 1);
        }
    }
    assert(at == end);
}
#endif

void kf_locals_check(const kf_locals *x)
{
    (void)x;
#ifndef NDEBUG
    uint32_t n_train = kf_examples_count(x->l->train);
    uint32_t n_dev = x->dev ? kf_examples_count(x->l->dev) : 0;
    assert(x->n_kept <= x->words.n && (x->ready || x->words.n == 0));
    if (x->ready) kf_blocks_check(&x->blocks, x->l->p);
    for (uint32_t i = 0; i < n_train + n_dev; i++) {
        const kf_local_example *k = i < n_train ? &x->train[i] : &x->dev[i - n_train];
        assert(!k->kept || (!x->thrifty && !k->large && k->start + k->n <= x->n_kept));
        if (k->kept || k == x->at_hand) check_words(x, k);
    }
#endif
}

/* ---- Owners ---- */

kerf_status kf_locals_owner(kf_locals *x, uint32_t shape, const uint32_t *row, uint32_t *owner)
{
    assert(x->ready && shape < x->blocks.shapes.n);
    const kf_shape *s = &x->blocks.shapes.at[shape];
    uint32_t tuple[KF_MOST_ARITY + 1] = { shape }, n = 1;
    for (uint32_t i = 0; n <= s->n_given; i++)
        if (s->given[i]) tuple[n++] = row[i];
    KF_TRY(kf_tuple_map_add(&x->owners, x->mem, tuple, UINT32_MAX, 1, 0));
    *owner = kf_tuple_map_find(&x->owners, tuple);
    return KERF_OK;
}

kf_local_example *kf_locals_example(const kf_locals *x, const kf_example *e)
{
    assert(e->in == x->l->train || e->in == x->l->dev);
    assert(e->index < kf_examples_count(e->in));
    return &(e->in == x->l->train ? x->train : x->dev)[e->index];
}

/* ---- Asking for groundings ---- */

typedef struct asking {
    kf_locals *x;
    const kf_ground_rule *gr;
    kerf_status status; /* KERF_LIMIT: there is too much */
} asking;

static bool note(void *context, const kf_binding *b, uint64_t times)
{
    asking *a = context;
    kf_locals *x = a->x;
    const kf_local_rule *r = &x->blocks.rules[kf_ground_rule_id(a->gr)];
    uint32_t row[KF_MOST_ARITY] = { 0 },
             block = kf_blocks_find(&x->blocks, x->l->m, kf_ground_rule_id(a->gr), b);
    if (block == KF_NONE) return true;
    for (uint32_t i = 0; i < r->literal->n; i++) {
        kf_arg arg = r->literal->args[i];
        if (arg.variable == KF_NONE) row[i] = arg.constant;
        else if (!r->free[arg.variable]) row[i] = b->ids[arg.variable];
    }
    kf_local_found f = { .word = block | (r->against ? KF_AGAINST : 0) | (times > 1 ? KF_MANY : 0),
                         .times = (uint32_t)times };
    bool much = times > UINT32_MAX || x->found.n >= MOST_FOUND;
    a->status = much ? KERF_LIMIT : kf_locals_owner(x, r->shape, row, &f.owner);
    if (a->status == KERF_OK && !kf_vec_push(x->mem, &x->found, f)) a->status = KERF_NO_MEMORY;
    return a->status == KERF_OK;
}

static kerf_status ask(kf_locals *x, kf_grounder *g)
{
    kf_tuple_map_clear(&x->owners);
    x->found.n = 0;
    for (size_t i = 0; i < kf_grounder_n_rules(g); i++) {
        asking a = { .x = x, .gr = kf_grounder_rule(g, i) };
        const kf_local_rule *r = &x->blocks.rules[kf_ground_rule_id(a.gr)];
        if (!r->kept) continue;
        kerf_status st = kf_ground_conditions(g, kf_grounder_rule(g, i), r->free, note, &a);
        KF_TRY(a.status);
        KF_TRY(st);
    }
    return KERF_OK;
}

/* What was found, owner by owner. */
static void write_words(kf_locals *x, uint32_t *firsts)
{
    uint32_t n = kf_tuple_map_count(&x->owners);
    for (uint32_t i = 0; i < n; i++) {
        const uint32_t *tuple = kf_tuple_map_tuple(&x->owners, i);
        uint32_t given = x->blocks.shapes.at[tuple[0]].n_given;
        for (uint32_t k = 0; k <= given; k++) x->words.at[x->words.n++] = tuple[k];
        uint32_t *count = &x->words.at[x->words.n++];
        *count = 0;
        for (uint32_t f = firsts[i]; f < firsts[i + 1]; f++, ++*count) {
            const kf_local_found *from = &x->found.at[f];
            x->words.at[x->words.n++] = from->word;
            if (from->word & KF_MANY) x->words.at[x->words.n++] = from->times;
        }
    }
}

/* Sorts what was found by owner, in the order of formulas. */
static kerf_status sort_found(kf_locals *x, uint32_t *firsts)
{
    size_t n = x->found.n;
    uint32_t owners = kf_tuple_map_count(&x->owners);
    kf_local_found *sorted = kf_mem_alloc(x->mem, n, sizeof *sorted);
    if (!sorted) return KERF_NO_MEMORY;
    for (size_t i = 0; i < n; i++) firsts[x->found.at[i].owner + 1]++;
    for (uint32_t i = 0; i < owners; i++) firsts[i + 1] += firsts[i];
    for (size_t i = 0; i < n; i++) sorted[firsts[x->found.at[i].owner]++] = x->found.at[i];
    for (uint32_t i = owners; i > 0; i--) firsts[i] = firsts[i - 1];
    firsts[0] = 0;
    assert(firsts[owners] == n);
    for (size_t i = 0; i < n; i++) x->found.at[i] = sorted[i];
    kf_mem_free(x->mem, sorted, n, sizeof *sorted);
    return KERF_OK;
}

/* Under a limit, half of the memory is for other things. */
static size_t most_words(const kf_locals *x)
{
    size_t half = x->mem->limit / 2 / sizeof(uint32_t);
    return x->mem->limit > 0 && half < MOST_WORDS ? half : MOST_WORDS;
}

static kerf_status write_example(kf_locals *x, kf_local_example *k)
{
    uint32_t owners = kf_tuple_map_count(&x->owners);
    size_t most = (size_t)owners * (x->blocks.most_given + 2) + 2 * x->found.n;
    if (!kf_vec_reserve(x->mem, &x->words, most)) return KERF_NO_MEMORY;
    uint32_t *firsts = kf_mem_calloc(x->mem, (size_t)owners + 1, sizeof *firsts);
    kerf_status st = firsts ? sort_found(x, firsts) : KERF_NO_MEMORY;
    if (st == KERF_OK) {
        k->start = x->words.n;
        write_words(x, firsts);
        k->n = x->words.n - k->start;
        assert(k->n <= most);
        KF_CHECK(check_words(x, k));
    }
    kf_mem_free(x->mem, firsts, (size_t)owners + 1, sizeof *firsts);
    return st;
}

/* ---- Keeping ---- */

static kerf_status ask_example(kf_locals *x, kf_example *e, kf_local_example *k)
{
    x->at_hand = NULL;
    x->words.n = x->n_kept;
    KF_TRY(make_ready(x, e->g));
    KF_TRY(ask(x, e->g));
    KF_TRY(write_example(x, k));
    k->kept = !x->thrifty && x->words.n <= most_words(x);
    if (k->kept) x->n_kept = x->words.n;
    else x->at_hand = k;
    return KERF_OK;
}

bool kf_locals_forget(kf_locals *x)
{
    bool was_thrifty = x->thrifty;
    for (uint32_t i = 0; i < kf_examples_count(x->l->train); i++) x->train[i].kept = false;
    for (uint32_t i = 0; x->dev && i < kf_examples_count(x->l->dev); i++) x->dev[i].kept = false;
    x->thrifty = true;
    x->at_hand = NULL;
    x->n_kept = 0;
    kf_vec_free(x->mem, &x->words);
    kf_vec_free(x->mem, &x->found);
    kf_tuple_map_free(&x->owners, x->mem);
    KF_CHECK(kf_locals_check(x));
    return !was_thrifty;
}

/* Where memory is short it is asked with nothing else kept; if that is not enough, the grounder
 * is. */
static kerf_status have_at_hand(kf_locals *x, kf_example *e)
{
    kf_local_example *k = kf_locals_example(x, e);
    e->kept = k->kept || k == x->at_hand;
    if (e->kept || k->large) return KERF_OK;
    kerf_status st = ask_example(x, e, k);
    if (st == KERF_NO_MEMORY && kf_locals_forget(x)) st = ask_example(x, e, k);
    if (st == KERF_NO_MEMORY) kf_locals_forget(x);
    e->kept = st == KERF_OK;
    k->large = st == KERF_LIMIT || st == KERF_NO_MEMORY;
    return k->large ? KERF_OK : st;
}

kerf_status kf_locals_open(kf_locals *x, kf_examples *in, uint32_t index, kf_example *e)
{
    const kf_local_example *k = kf_locals_example(x, &(kf_example){ .in = in, .index = index });
    bool known = k->kept || k == x->at_hand;
    KF_TRY(kf_example_open(in, index, known ? x->blocks.unused : NULL, e));
    kerf_status st = have_at_hand(x, e);
    if (st != KERF_OK) {
        kf_example_close(e);
        return st;
    }
    for (size_t i = 0; i < kf_grounder_n_rules(e->g); i++) {
        kf_ground_rule *gr = kf_grounder_rule(e->g, i);
        kf_ground_rule_set_kept(gr, e->kept && x->blocks.rules[kf_ground_rule_id(gr)].kept);
    }
    return KERF_OK;
}

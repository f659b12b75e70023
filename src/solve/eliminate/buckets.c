/* buckets.c -- what is added up where a variable goes; see buckets.h.
 *
 * The bucket of a variable has its unary costs, the tables of which it goes first, and the messages
 * that came to it. Small tables are added to each other first, so that most entries of a large
 * message take two or three additions. */
#include "solve/eliminate/buckets.h"

#include "base/check.h"
#include "solve/eliminate/wide.h"

#include <math.h>
#include <stdlib.h>

enum { SMALL = 1 << 15 };     /* entries that tables added to each other may have */
static const double GAIN = 8; /* how many times that the bucket must have */

static uint32_t size_of(const kf_buckets *c, uint32_t v)
{
    return c->e->graph.size[v];
}

uint64_t kf_bucket_entries(const kf_buckets *c, const uint32_t *scope, uint32_t n)
{
    uint64_t entries = 1;
    for (uint32_t i = 0; i < n; i++) entries *= size_of(c, scope[i]);
    return entries;
}

/* ---- Tables of the network as factors ---- */

double kf_least_of(const double *at, uint64_t n)
{
    double least = INFINITY;
    for (uint64_t i = 0; i < n; i++) least = fmin(least, at[i]);
    return least;
}

/* Costs to weights, the greatest of which is 1, or nearly so. */
static void to_weights(kf_buckets *c, kf_factor *f, const double *rest)
{
    double least = kf_least_of(f->at, f->n_entries);
    if (isinf(least)) least = 0;
    for (uint64_t i = 0; i < f->n_entries; i++)
        f->at[i] = exp((least - f->at[i]) - (rest ? rest[i] : 0));
    kf_neumaier_add(&c->shift, least);
}

static void to_wide(kf_factor *f, const double *rest)
{
    for (uint64_t i = 0; i < f->n_entries; i++) {
        kf_wide x = kf_wide_exp(f->at[i], rest ? rest[i] : 0);
        f->at[i] = x.m;
        f->at[f->n_entries + i] = x.power;
    }
}

/* A cost of so many parts is wrong by a unit for each of them, unless their rests are kept, and by
 * what each of them is wrong; so is its exponential, relative to it. */
static double error_of(const kf_buckets *c, const kf_factor *f, uint32_t parts)
{
    double most = 0;
    for (uint64_t i = 0; i < f->n_entries; i++)
        if (isfinite(f->at[i])) most = fmax(most, f->at[i]);
    if (!c->e->net.exact) return most * (parts + c->slack + 2) + 2;
    double taken = c->semiring == KF_WIDE_SUM ? 0x1p-40 : 1; /* in taking the exponential */
    return most * (c->slack + taken) + 4;
}

/* Variables that go last come first. */
static void sort_scope(const kf_buckets *c, uint32_t *scope, uint32_t n)
{
    const uint32_t *position = c->e->tree.position;
    for (uint32_t i = 1; i < n; i++)
        for (uint32_t k = i; k > 0 && position[scope[k - 1]] < position[scope[k]]; k--) {
            uint32_t v = scope[k];
            scope[k] = scope[k - 1];
            scope[k - 1] = v;
        }
}

typedef struct copying {
    const kf_buckets *c;
    const kf_factor *to;
    const double *from;
    uint64_t *stride; /* in `from`, by variable of `to` */
} copying;

static void copy_entries(const copying *y, uint32_t depth, uint64_t to, uint64_t from)
{
    if (depth == y->to->n) {
        y->to->at[to] = y->from[from];
        return;
    }
    uint32_t size = size_of(y->c, y->to->scope[depth]);
    for (uint32_t x = 0; x < size; x++)
        copy_entries(y, depth + 1, to * size + x, from + x * y->stride[depth]);
}

static uint64_t stride_in(const kf_buckets *c, const uint32_t *scope, uint32_t n, uint32_t v)
{
    uint64_t stride = 1;
    while (scope[--n] != v) stride *= size_of(c, scope[n]);
    return stride;
}

kerf_status kf_bucket_factor(kf_buckets *c, const uint32_t *scope, uint32_t n, const double *cost,
                             kf_factor *out)
{
    kf_factor f = { .n = n, .n_entries = kf_bucket_entries(c, scope, n) };
    uint32_t *sorted = kf_arena_copy(&c->scratch, scope, n, sizeof *scope);
    uint64_t *stride = kf_arena_alloc(&c->scratch, n, sizeof *stride);
    f.at = kf_arena_alloc(&c->scratch, kf_bucket_doubles(c, f.n_entries), sizeof *f.at);
    if (!sorted || !stride || !f.at) return KERF_NO_MEMORY;
    sort_scope(c, sorted, n);
    for (uint32_t i = 0; i < n; i++) stride[i] = stride_in(c, scope, n, sorted[i]);
    f.scope = sorted;
    if (cost) copy_entries(&(copying){ c, &f, cost, stride }, 0, 0, 0);
    *out = f;
    return KERF_OK;
}

typedef struct costs {
    const double *at, *rest; /* rest: or NULL */
    uint32_t parts;
} costs;

static kerf_status add_input(kf_buckets *c, const uint32_t *scope, uint32_t n, costs from)
{
    kf_factor f, rest = { .at = NULL };
    KF_TRY(kf_bucket_factor(c, scope, n, from.at, &f));
    if (from.rest) KF_TRY(kf_bucket_factor(c, scope, n, from.rest, &rest));
    if (c->semiring != KF_MIN_SUM) f.error = error_of(c, &f, from.parts);
    if (c->semiring == KF_SUM_PRODUCT) to_weights(c, &f, rest.at);
    if (c->semiring == KF_WIDE_SUM) to_wide(&f, rest.at);
    return kf_vec_push(c->e->mem, &c->inputs, f) ? KERF_OK : KERF_NO_MEMORY;
}

kerf_status kf_bucket_fill(kf_buckets *c, uint32_t i)
{
    const kf_network *net = &c->e->net;
    uint32_t v = c->e->order.sequence[i];
    c->inputs.n = 0;
    costs own = { net->unary.at[v], net->exact ? net->unary_rest.at[v] : NULL, net->parts.at[v] };
    KF_TRY(add_input(c, &v, 1, own));
    for (uint32_t t = c->bucket[i]; t != UINT32_MAX; t = c->next_table[t]) {
        const kf_cost_table *table = &net->tables.at[t];
        costs its = { table->cost, table->rest, table->parts };
        KF_TRY(add_input(c, table->scope, table->n, its));
    }
    for (uint32_t k = c->child[i]; k != UINT32_MAX; k = c->next_child[k])
        if (!kf_vec_push(c->e->mem, &c->inputs, c->messages[k])) return KERF_NO_MEMORY;
    return KERF_OK;
}

double kf_bucket_error(const kf_buckets *c)
{
    double error = (double)c->inputs.n;
    for (size_t i = 0; i < c->inputs.n; i++) error += c->inputs.at[i].error;
    return error;
}

/* ---- Small ones first ---- */

static kf_pass pass_of(kf_buckets *c, const kf_factor *inputs, uint32_t n, uint32_t values)
{
    assert(n > 0 && values > 0);
    return (kf_pass){ .semiring = c->semiring,
                      .size = c->e->graph.size,
                      .inputs = inputs,
                      .n_inputs = n,
                      .values = values,
                      .tie = c->tie,
                      .limits = c->limits,
                      .work = &c->out->work,
                      .mem = c->e->mem };
}

kf_pass kf_bucket_pass(kf_buckets *c, uint32_t values)
{
    return pass_of(c, c->inputs.at, (uint32_t)c->inputs.n, values);
}

/* The scope of both, sorted as theirs are. */
static uint32_t join_scopes(const kf_buckets *c, const uint32_t *a, uint32_t n_a,
                            const kf_factor *b, uint32_t *scope)
{
    const uint32_t *position = c->e->tree.position;
    uint32_t n = 0, i = 0, k = 0;
    while (i < n_a || k < b->n) {
        bool first = k == b->n || (i < n_a && position[a[i]] >= position[b->scope[k]]);
        uint32_t v = first ? a[i] : b->scope[k];
        i += i < n_a && a[i] == v;
        k += k < b->n && b->scope[k] == v;
        scope[n++] = v;
    }
    return n;
}

/* Small ones first. */
static int by_entries(const void *a, const void *b)
{
    const kf_factor *x = a, *y = b;
    if (x->n_entries != y->n_entries) return x->n_entries < y->n_entries ? -1 : 1;
    return (x->rank > y->rank) - (x->rank < y->rank);
}

/* Some inputs in a row become one. */
static kerf_status merge(kf_buckets *c, const kf_factor *inputs, uint32_t n, kf_factor *out)
{
    bool stopped = false;
    out->at = kf_arena_room(&c->scratch, kf_bucket_doubles(c, out->n_entries), sizeof *out->at);
    out->error = n;
    for (uint32_t i = 0; i < n; i++) out->error += inputs[i].error;
    if (!out->at) return KERF_NO_MEMORY;
    kf_pass pass = pass_of(c, inputs, n, 1);
    pass.out = *out;
    KF_TRY(kf_kernel_run(&pass, &stopped));
    c->out->stopped |= stopped;
    return KERF_OK;
}

/* As many inputs as make a table that is small beside the bucket, or no larger than the largest of
 * them: how many, and what scope they have. */
static kerf_status find_run(kf_buckets *c, const kf_factor *inputs, uint32_t n, double entries,
                            kf_factor *out, uint32_t *count)
{
    *out = inputs[0];
    for (*count = 1; *count < n; ++*count) {
        const kf_factor *next = &inputs[*count];
        uint32_t *scope = kf_arena_room(&c->scratch, out->n + next->n, sizeof *scope);
        if (!scope) return KERF_NO_MEMORY;
        uint32_t joined = join_scopes(c, out->scope, out->n, next, scope);
        uint64_t n_entries = kf_bucket_entries(c, scope, joined);
        bool within = n_entries == next->n_entries || (double)n_entries * GAIN <= entries;
        if (!within || n_entries > SMALL) break;
        *out = (kf_factor){ .n = joined, .scope = scope, .n_entries = n_entries };
    }
    return KERF_OK;
}

/* In place: what has been merged comes first. */
kerf_status kf_bucket_merge(kf_buckets *c, double entries)
{
    kf_factor *at = c->inputs.at;
    uint32_t n = (uint32_t)c->inputs.n, kept = 0, count;
    for (uint32_t i = 0; i < n; i++) at[i].rank = i;
    qsort(at, n, sizeof *at, by_entries);
    for (uint32_t i = 0; i < n; i += count) {
        kf_factor f;
        KF_TRY(find_run(c, at + i, n - i, entries, &f, &count));
        if (count > 1) KF_TRY(merge(c, at + i, count, &f));
        at[kept++] = f;
    }
    assert(kept <= n && (kept > 0 || n == 0));
    c->inputs.n = kept;
    return KERF_OK;
}

/* ---- Beginning and end ---- */

void kf_message_free(kf_buckets *c, uint32_t i)
{
    kf_factor *m = &c->messages[i];
    kf_mem_free(c->e->mem, m->at, kf_bucket_doubles(c, m->n_entries), sizeof *m->at);
    m->at = NULL;
}

static void sort_tables(kf_buckets *c)
{
    const kf_network *net = &c->e->net;
    for (uint32_t t = 0; t < net->tables.n; t++) {
        const kf_cost_table *table = &net->tables.at[t];
        uint32_t first = UINT32_MAX;
        for (uint32_t k = 0; k < table->n; k++) {
            uint32_t at = c->e->tree.position[table->scope[k]];
            if (at < first) first = at;
        }
        assert(first < c->e->tree.n);
        c->next_table[t] = c->bucket[first];
        c->bucket[first] = t;
    }
}

kerf_status kf_buckets_open(kf_buckets *c)
{
    uint32_t n = c->e->tree.n;
    size_t tables = c->e->net.tables.n;
    kf_arena_init(&c->arena, c->e->mem);
    kf_arena_init(&c->scratch, c->e->mem);
    c->bucket = kf_arena_room(&c->arena, n, sizeof *c->bucket);
    c->next_table = kf_arena_room(&c->arena, tables, sizeof *c->next_table);
    c->child = kf_arena_room(&c->arena, n, sizeof *c->child);
    c->next_child = kf_arena_room(&c->arena, n, sizeof *c->next_child);
    c->messages = kf_arena_alloc(&c->arena, n, sizeof *c->messages);
    c->done = kf_arena_alloc(&c->arena, n, sizeof *c->done);
    c->exponent = kf_arena_alloc(&c->arena, n, sizeof *c->exponent);
    c->out->choices = kf_mem_calloc(c->e->mem, n, sizeof *c->out->choices);
    if (!c->bucket || !c->next_table || !c->child || !c->next_child) return KERF_NO_MEMORY;
    if (!c->messages || !c->done || !c->exponent || !c->out->choices) return KERF_NO_MEMORY;
    for (uint32_t i = 0; i < n; i++) c->bucket[i] = c->child[i] = UINT32_MAX;
    sort_tables(c);
    return KERF_OK;
}

void kf_buckets_close(kf_buckets *c)
{
    for (uint32_t i = 0; c->messages && i < c->e->tree.n; i++) kf_message_free(c, i);
    kf_vec_free(c->e->mem, &c->inputs);
    kf_arena_free(&c->scratch);
    kf_arena_free(&c->arena);
}

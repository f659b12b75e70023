/* buckets.c -- all variables are eliminated, one after the other; see elimination.h.
 *
 * The bucket of a variable has its unary costs, the tables of which it goes first, and the messages
 * that came to it. Their sum without the variable is its message. Small tables are added to each
 * other first, so that most entries of a large message take two or three additions. A message is
 * freed as soon as it is used. What has no variables left adds up to the total.
 *
 * Why exact: + distributes over min, and over -log of sums of exp(-cost) (Dechter, "Bucket elimination", 1999). */
#include "solve/eliminate/elimination.h"

#include "base/check.h"

#include <math.h>
#include <stdlib.h>

enum { SMALL = 1 << 15 };     /* entries that tables added to each other may have */
static const double GAIN = 8; /* how many times that the bucket must have */

typedef struct collecting {
    const kf_elimination *e;
    kf_semiring semiring;
    const kf_limits *limits;
    double tie;
    kf_collected *out;
    kf_arena arena, scratch;
    uint32_t *bucket, *next_table; /* tables by position of the first variable to go */
    uint32_t *child, *next_child;  /* positions whose messages have come */
    kf_factor *messages;           /* by position; at NULL: not made, or used */
    bool *done;                    /* by position */
    KF_VEC(kf_factor) inputs;
} collecting;

static uint32_t size_of(const collecting *c, uint32_t v)
{
    return c->e->graph.size[v];
}

static uint64_t entries_of(const collecting *c, const uint32_t *scope, uint32_t n)
{
    uint64_t entries = 1;
    for (uint32_t i = 0; i < n; i++) entries *= size_of(c, scope[i]);
    return entries;
}

/* ---- Tables of the network as factors ---- */

static double least_of(const double *at, uint64_t n)
{
    double least = INFINITY;
    for (uint64_t i = 0; i < n; i++) least = fmin(least, at[i]);
    return least;
}

/* Variables that go last come first. */
static void sort_scope(const collecting *c, uint32_t *scope, uint32_t n)
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
    const collecting *c;
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

static uint64_t stride_in(const collecting *c, const uint32_t *scope, uint32_t n, uint32_t v)
{
    uint64_t stride = 1;
    while (scope[--n] != v) stride *= size_of(c, scope[n]);
    return stride;
}

static kerf_status add_input(collecting *c, const uint32_t *scope, uint32_t n, const double *cost)
{
    kf_factor f = { .n = n, .n_entries = entries_of(c, scope, n) };
    uint32_t *sorted = kf_arena_copy(&c->scratch, scope, n, sizeof *scope);
    uint64_t *stride = kf_arena_alloc(&c->scratch, n, sizeof *stride);
    f.at = kf_arena_alloc(&c->scratch, f.n_entries, sizeof *f.at);
    if (!sorted || !stride || !f.at) return KERF_NO_MEMORY;
    sort_scope(c, sorted, n);
    for (uint32_t i = 0; i < n; i++) stride[i] = stride_in(c, scope, n, sorted[i]);
    f.scope = sorted;
    copy_entries(&(copying){ c, &f, cost, stride }, 0, 0, 0);
    return kf_vec_push(c->e->mem, &c->inputs, f) ? KERF_OK : KERF_NO_MEMORY;
}

static kerf_status fill_bucket(collecting *c, uint32_t i)
{
    const kf_network *net = &c->e->net;
    uint32_t v = c->e->order.sequence[i];
    c->inputs.n = 0;
    KF_TRY(add_input(c, &v, 1, net->unary.at[v]));
    for (uint32_t t = c->bucket[i]; t != UINT32_MAX; t = c->next_table[t])
        KF_TRY(add_input(c, net->tables.at[t].scope, net->tables.at[t].n, net->tables.at[t].cost));
    for (uint32_t k = c->child[i]; k != UINT32_MAX; k = c->next_child[k])
        if (!kf_vec_push(c->e->mem, &c->inputs, c->messages[k])) return KERF_NO_MEMORY;
    return KERF_OK;
}

/* ---- Small ones first ---- */

static kf_pass pass_of(collecting *c, const kf_factor *inputs, uint32_t n, uint32_t values)
{
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

/* The scope of both, sorted as theirs are. */
static uint32_t join_scopes(const collecting *c, const uint32_t *a, uint32_t n_a,
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
static kerf_status merge(collecting *c, const kf_factor *inputs, uint32_t n, kf_factor *out)
{
    bool stopped = false;
    out->at = kf_arena_room(&c->scratch, out->n_entries, sizeof *out->at);
    if (!out->at) return KERF_NO_MEMORY;
    kf_pass pass = pass_of(c, inputs, n, 1);
    pass.out = *out;
    KF_TRY(kf_kernel_run(&pass, &stopped));
    c->out->stopped |= stopped;
    return KERF_OK;
}

/* As many inputs as make a table that is small beside the bucket, or no larger than the largest of
 * them: how many, and what scope they have. */
static kerf_status find_run(collecting *c, const kf_factor *inputs, uint32_t n, double entries,
                            kf_factor *out, uint32_t *count)
{
    *out = inputs[0];
    for (*count = 1; *count < n; ++*count) {
        const kf_factor *next = &inputs[*count];
        uint32_t *scope = kf_arena_room(&c->scratch, out->n + next->n, sizeof *scope);
        if (!scope) return KERF_NO_MEMORY;
        uint32_t joined = join_scopes(c, out->scope, out->n, next, scope);
        uint64_t n_entries = entries_of(c, scope, joined);
        bool within = n_entries == next->n_entries || (double)n_entries * GAIN <= entries;
        if (!within || n_entries > SMALL) break;
        *out = (kf_factor){ .n = joined, .scope = scope, .n_entries = n_entries };
    }
    return KERF_OK;
}

/* In place: what has been merged comes first. */
static kerf_status merge_small(collecting *c, double entries)
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
    c->inputs.n = kept;
    return KERF_OK;
}

/* ---- A variable goes ---- */

static void free_message(collecting *c, uint32_t i)
{
    kf_factor *m = &c->messages[i];
    kf_mem_free(c->e->mem, m->at, m->n_entries, sizeof *m->at);
    m->at = NULL;
}

/* A message goes to its bucket, or, without variables, to the total. */
static void send(collecting *c, uint32_t i)
{
    uint32_t parent = c->e->tree.parent[i];
    kf_factor *m = &c->messages[i];
    for (uint32_t k = c->child[i]; k != UINT32_MAX; k = c->next_child[k]) free_message(c, k);
    c->done[i] = true;
    if (parent == UINT32_MAX) {
        c->out->total += m->at[0];
        free_message(c, i);
        return;
    }
    c->next_child[i] = c->child[parent];
    c->child[parent] = i;
}

static kerf_status make_message(collecting *c, uint32_t i)
{
    const kf_order_tree *t = &c->e->tree;
    kf_factor *m = &c->messages[i];
    uint32_t values = size_of(c, c->e->order.sequence[i]);
    bool stopped;
    m->n = (uint32_t)(t->first[i + 1] - t->first[i]);
    m->scope = t->scope.at + t->first[i];
    m->n_entries = entries_of(c, m->scope, m->n);
    KF_TRY(merge_small(c, (double)m->n_entries * values));
    m->at = kf_mem_alloc(c->e->mem, m->n_entries, sizeof *m->at);
    if (!m->at) return KERF_NO_MEMORY;
    kf_pass pass = pass_of(c, c->inputs.at, (uint32_t)c->inputs.n, values);
    pass.out = *m;
    if (c->semiring == KF_MIN_SUM) {
        pass.choices = &c->out->choices[i];
        KF_TRY(kf_choices_open(pass.choices, values, m->n_entries, c->e->mem));
    }
    KF_TRY(kf_kernel_run(&pass, &stopped));
    c->out->stopped |= stopped;
    return KERF_OK;
}

static kerf_status eliminate(collecting *c, uint32_t i)
{
    kf_arena_clear(&c->scratch);
    KF_TRY(fill_bucket(c, i));
    KF_TRY(make_message(c, i));
    if (c->out->stopped) free_message(c, i);
    else send(c, i);
    return KERF_OK;
}

/* ---- Stopped: what is left costs no less than its tables do, each for itself ---- */

static double left_over(const collecting *c)
{
    const kf_network *net = &c->e->net;
    double sum = 0;
    for (uint32_t i = 0; i < c->e->tree.n; i++) {
        uint32_t v = c->e->order.sequence[i];
        if (c->messages[i].at) sum += least_of(c->messages[i].at, c->messages[i].n_entries);
        if (c->done[i]) continue;
        sum += least_of(net->unary.at[v], net->size.at[v]);
        for (uint32_t t = c->bucket[i]; t != UINT32_MAX; t = c->next_table[t])
            sum += least_of(net->tables.at[t].cost, net->tables.at[t].n_entries);
    }
    return sum;
}

/* ---- Beginning and end ---- */

static void sort_tables(collecting *c)
{
    const kf_network *net = &c->e->net;
    for (uint32_t t = 0; t < net->tables.n; t++) {
        const kf_table *table = &net->tables.at[t];
        uint32_t first = UINT32_MAX;
        for (uint32_t k = 0; k < table->n; k++) {
            uint32_t at = c->e->tree.position[table->scope[k]];
            if (at < first) first = at;
        }
        c->next_table[t] = c->bucket[first];
        c->bucket[first] = t;
    }
}

static kerf_status open_collecting(collecting *c)
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
    c->out->choices = kf_mem_calloc(c->e->mem, n, sizeof *c->out->choices);
    if (!c->bucket || !c->next_table || !c->child || !c->next_child) return KERF_NO_MEMORY;
    if (!c->messages || !c->done || !c->out->choices) return KERF_NO_MEMORY;
    for (uint32_t i = 0; i < n; i++) c->bucket[i] = c->child[i] = UINT32_MAX;
    sort_tables(c);
    return KERF_OK;
}

static void close_collecting(collecting *c)
{
    for (uint32_t i = 0; c->messages && i < c->e->tree.n; i++) free_message(c, i);
    kf_vec_free(c->e->mem, &c->inputs);
    kf_arena_free(&c->scratch);
    kf_arena_free(&c->arena);
}

kerf_status kf_collect(const kf_elimination *e, kf_semiring semiring, const kf_limits *limits,
                       double tie, kf_collected *out)
{
    collecting c = { .e = e, .semiring = semiring, .limits = limits, .tie = tie, .out = out };
    assert(e->fits && !e->net.infeasible);
    *out = (kf_collected){ .total = e->net.constant };
    kerf_status st = open_collecting(&c);
    for (uint32_t k = 0; st == KERF_OK && k < e->tree.n && !out->stopped; k++)
        st = eliminate(&c, e->turn[k]);
    if (st == KERF_OK && out->stopped) out->total += left_over(&c);
    close_collecting(&c);
    if (st != KERF_OK) kf_collected_free(e, out);
    return st;
}

void kf_collected_free(const kf_elimination *e, kf_collected *out)
{
    for (uint32_t i = 0; out->choices && i < e->tree.n; i++)
        kf_choices_close(&out->choices[i], e->mem);
    kf_mem_free(e->mem, out->choices, e->tree.n, sizeof *out->choices);
    out->choices = NULL;
}

/* upward.c -- all variables are eliminated, one after the other; see elimination.h.
 *
 * What a bucket has in sum, without its variable, is its message. A message is freed as soon as it
 * is used, unless it is kept for the way back. What has no variables left adds up to the total.
 *
 * Sum-product: a message is scaled to a greatest entry between a half and 1, by a power of two,
 * which rounds nothing. An entry may still be too small for a double beside that one. The
 * processor says whether one was; then the wide sum is for the caller to try.
 *
 * Why exact: + distributes over min, and the product over sums (Dechter, "Bucket elimination",
 * 1999). */
#include "solve/eliminate/buckets.h"

#include "base/check.h"
#include "solve/eliminate/wide.h"

#include <fenv.h>
#include <math.h>

static const double UNIT = 0x1p-53;

/* ---- A variable goes ---- */

static void free_children(kf_buckets *c, uint32_t i)
{
    if (c->keep) return;
    for (uint32_t k = c->child[i]; k != UINT32_MAX; k = c->next_child[k]) kf_message_free(c, k);
}

/* What is left of a part of the network. */
static void add_total(kf_buckets *c, const kf_factor *m)
{
    double x = m->at[0];
    if (c->semiring == KF_MIN_SUM) c->out->total += x;
    else if (x == 0) kf_neumaier_add(&c->shift, INFINITY);
    else if (c->semiring == KF_SUM_PRODUCT) kf_neumaier_add(&c->shift, -log(x));
    else kf_wide_add_log(&c->shift, (kf_wide){ x, m->at[1] }, -1);
    c->out->error += m->error;
}

/* A message goes to its bucket, or, without variables, to the total. */
static void send(kf_buckets *c, uint32_t i)
{
    uint32_t parent = c->e->tree.parent[i];
    free_children(c, i);
    c->done[i] = true;
    if (parent == UINT32_MAX) {
        add_total(c, &c->messages[i]);
        if (!c->keep) kf_message_free(c, i);
        return;
    }
    c->next_child[i] = c->child[parent];
    c->child[parent] = i;
}

/* The greatest weight becomes a half or more, and less than 1. */
static void scale(kf_buckets *c, uint32_t i)
{
    const kf_factor *m = &c->messages[i];
    double most = 0;
    for (uint64_t k = 0; k < m->n_entries; k++) most = m->at[k] > most ? m->at[k] : most;
    if (most == 0) return;
    frexp(most, &c->exponent[i]);
    double by = ldexp(1, -c->exponent[i]);
    if (c->exponent[i] == 0) return;
    for (uint64_t k = 0; k < m->n_entries; k++) m->at[k] *= by;
}

static kerf_status make_message(kf_buckets *c, uint32_t i)
{
    const kf_order_tree *t = &c->e->tree;
    kf_factor *m = &c->messages[i];
    uint32_t values = c->e->graph.size[c->e->order.sequence[i]];
    bool stopped;
    m->n = (uint32_t)(t->first[i + 1] - t->first[i]);
    m->scope = t->scope.at + t->first[i];
    m->n_entries = kf_bucket_entries(c, m->scope, m->n);
    KF_TRY(kf_bucket_merge(c, (double)m->n_entries * values));
    m->at = kf_mem_alloc(c->e->mem, kf_bucket_doubles(c, m->n_entries), sizeof *m->at);
    if (!m->at) return KERF_NO_MEMORY;
    m->error = kf_bucket_error(c) + values;
    kf_pass pass = kf_bucket_pass(c, values);
    pass.out = *m;
    if (c->semiring == KF_MIN_SUM) {
        pass.choices = &c->out->choices[i];
        KF_TRY(kf_choices_open(pass.choices, values, m->n_entries, c->e->mem));
    }
    KF_TRY(kf_kernel_run(&pass, &stopped));
    c->out->stopped |= stopped;
    if (c->semiring == KF_SUM_PRODUCT) scale(c, i);
    return KERF_OK;
}

static kerf_status eliminate(kf_buckets *c, uint32_t i)
{
    kf_arena_clear(&c->scratch);
    KF_TRY(kf_bucket_fill(c, i));
    KF_TRY(make_message(c, i));
    if (c->out->stopped) kf_message_free(c, i);
    else send(c, i);
    return KERF_OK;
}

/* ---- Stopped: what is left costs no less than its tables do, each for itself ---- */

static double left_over(const kf_buckets *c)
{
    const kf_network *net = &c->e->net;
    double sum = 0;
    for (uint32_t i = 0; i < c->e->tree.n; i++) {
        uint32_t v = c->e->order.sequence[i];
        if (c->messages[i].at) sum += kf_least_of(c->messages[i].at, c->messages[i].n_entries);
        if (c->done[i]) continue;
        sum += kf_least_of(net->unary.at[v], net->size.at[v]);
        for (uint32_t t = c->bucket[i]; t != UINT32_MAX; t = c->next_table[t])
            sum += kf_least_of(net->tables.at[t].cost, net->tables.at[t].n_entries);
    }
    return sum;
}

/* ---- All of it ---- */

/* The total of a sum, and its error: that of the last messages, and that of logarithms, of which
 * there are a few for each variable. Adding them up loses nothing. */
static void finish_sum(kf_buckets *c)
{
    kf_collected *out = c->out;
    double powers = 0, terms = 4 + (double)c->e->tree.n + (double)c->e->net.tables.n;
    for (uint32_t i = 0; i < c->e->tree.n; i++) powers += c->exponent[i];
    kf_wide_add_log(&c->shift, (kf_wide){ 1, powers }, -1);
    kf_neumaier_add(&c->shift, c->e->net.constant);
    kf_neumaier_add(&c->shift, c->e->net.constant_rest);
    out->total = kf_neumaier_get(&c->shift);
    out->rest = isfinite(out->total) ? (c->shift.sum - out->total) + c->shift.rest : 0;
    double sizes = fabs(c->shift.sum) + fabs(powers) + fabs(c->e->net.constant);
    double relative = (out->error + terms) * UNIT;
    double added = (fabs(c->e->net.constant) * c->slack + 0x1p-40 * sizes + 1) * UNIT;
    out->error = relative < 0.01 ? 1.01 * relative + added : INFINITY;
}

static bool is_sum(const kf_buckets *c)
{
    return c->semiring != KF_MIN_SUM;
}

kerf_status kf_collect_all(kf_buckets *c)
{
    const kf_elimination *e = c->e;
    kerf_status st = KERF_OK;
    assert(e->fits && !e->net.infeasible);
    if (is_sum(c)) feclearexcept(FE_UNDERFLOW);
    for (uint32_t k = 0; st == KERF_OK && k < e->tree.n && !c->out->stopped; k++)
        st = eliminate(c, e->turn[k]);
    c->out->small = c->semiring == KF_SUM_PRODUCT && fetestexcept(FE_UNDERFLOW);
    if (st == KERF_OK && is_sum(c) && !c->out->stopped) finish_sum(c);
    return st;
}

kerf_status kf_collect(const kf_elimination *e, kf_semiring semiring, const kf_limits *limits,
                       double tie, kf_collected *out)
{
    kf_buckets c = { .e = e, .semiring = semiring, .limits = limits, .tie = tie, .out = out };
    *out = (kf_collected){ .total = semiring == KF_MIN_SUM ? e->net.constant : 0 };
    kerf_status st = kf_buckets_open(&c);
    if (st == KERF_OK) st = kf_collect_all(&c);
    if (st == KERF_OK && out->stopped) out->total += left_over(&c);
    kf_buckets_close(&c);
    if (st != KERF_OK) kf_collected_free(e, out);
    else KF_CHECK(kf_collected_check(out, semiring));
    return st;
}

void kf_collected_free(const kf_elimination *e, kf_collected *out)
{
    for (uint32_t i = 0; out->choices && i < e->tree.n; i++)
        kf_choices_close(&out->choices[i], e->mem);
    kf_mem_free(e->mem, out->choices, e->tree.n, sizeof *out->choices);
    out->choices = NULL;
}

#ifndef NDEBUG
void kf_collected_check(const kf_collected *c, kf_semiring semiring)
{
    assert(!isnan(c->total) && c->error >= 0);
    assert(!c->small || semiring == KF_SUM_PRODUCT);
    assert(c->choices);
}
#endif

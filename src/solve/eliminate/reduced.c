/* reduced.c -- probabilities by elimination of what a reduction leaves, and then of what has gone;
 * see reduced.h.
 *
 * First what is left is eliminated: that gives Z and the probabilities of its variables. A variable
 * that has gone and depends on one other follows from that one. One that depends on several needs
 * them together: the tables of some of those that have gone, and of what they depend on, are added
 * to what is left, as many as an order of elimination has room for, until all are known.
 *
 * Why exact: any number of tables that say how probable a variable is given others, from the last
 * that went on, leave Z and the probabilities of all other variables as they are. */
#include "solve/eliminate/reduced.h"

#include "base/check.h"
#include "solve/eliminate/believing.h"
#include "solve/network/networking.h"

#include <math.h>
#include <string.h>

static const double UNIT = 0x1p-53;
static const double PASSES = 4; /* all of them together may take so many times what one may */
enum { MOST_SCOPE = 32 };

typedef struct passing {
    const kf_component *component;
    const kf_belief_options *options;
    kf_mem *mem;
    kf_shrunk r;
    uint32_t *local;  /* by variable: of the network of this pass; UINT32_MAX: not in it */
    uint32_t **value; /* by variable and value: likewise */
    bool *included;   /* by variable that has gone: it is in this pass */
    bool *known;      /* by variable */
    double **belief, *units;
    double constant_units;
    double spent; /* entries */
} passing;

/* ---- The network of a pass ---- */

static bool is_in(const passing *p, uint32_t v)
{
    uint32_t at = p->r.gone_at[v];
    return at == UINT32_MAX || p->included[at];
}

static uint32_t values_left(const passing *p, uint32_t v)
{
    uint32_t n = 0;
    for (uint32_t x = 0; x < p->r.net->size.at[v]; x++) {
        p->value[v][x] = isfinite(p->r.unary[v][x]) ? n++ : UINT32_MAX;
    }
    return n;
}

/* Values of one that has gone are weighed by its table. */
static kerf_status add_variable(passing *p, kf_network *to, uint32_t v)
{
    uint32_t n = values_left(p, v);
    bool gone = p->r.gone_at[v] != UINT32_MAX;
    double least = INFINITY;
    assert(n > 0);
    p->local[v] = (uint32_t)to->size.n;
    KF_TRY(kf_network_add_variable(to, n));
    to->parts.at[p->local[v]] = 1;
    if (gone) return KERF_OK;
    for (uint32_t x = 0; x < p->r.net->size.at[v]; x++) least = fmin(least, p->r.unary[v][x]);
    for (uint32_t x = 0; x < p->r.net->size.at[v]; x++) {
        double cost = p->r.unary[v][x], rest = p->r.unary_rest[v][x];
        if (p->value[v][x] == UINT32_MAX) continue;
        kf_add_exactly(&cost, &rest, -least);
        kf_network_add_unary(to, p->local[v], p->value[v][x], cost, rest);
    }
    kf_add_exactly(&to->constant, &to->constant_rest, least);
    p->constant_units += p->r.units[v] + 1;
    return KERF_OK;
}

/* Variables of a table that have several values left. */
static uint32_t open_scope(const passing *p, const kf_network *to, const kf_reduced_table *t,
                           uint32_t *scope)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < t->n; i++)
        if (to->size.at[p->local[t->scope[i]]] > 1) scope[n++] = p->local[t->scope[i]];
    return n;
}

/* Where an entry goes; UINT64_MAX: one of its values has gone. */
static uint64_t entry_in(const passing *p, const kf_network *to, const kf_reduced_table *t,
                         uint64_t entry)
{
    uint64_t at = 0, step = 1;
    for (uint32_t i = t->n; i-- > 0;) {
        uint32_t v = t->scope[i], size = p->r.net->size.at[v];
        uint32_t x = p->value[v][entry % size], n = to->size.at[p->local[v]];
        entry /= size;
        if (x == UINT32_MAX) return UINT64_MAX;
        at += x * step;
        step *= n;
    }
    return at;
}

/* Its costs, the least of them apart. Those of one variable are its own. */
static kerf_status add_table(passing *p, kf_network *to, const kf_reduced_table *t)
{
    uint32_t scope[MOST_SCOPE], n = open_scope(p, to, t, scope);
    double least = INFINITY;
    kf_cost_table *table = NULL;
    for (uint64_t k = 0; k < t->n_entries; k++)
        if (entry_in(p, to, t, k) != UINT64_MAX) least = fmin(least, t->cost[k]);
    to->infeasible |= isinf(least);
    if (isinf(least)) return KERF_OK;
    kf_add_exactly(&to->constant, &to->constant_rest, least);
    p->constant_units += t->units + 1;
    if (n == 1) to->parts.at[scope[0]]++;
    if (n > 1) {
        table = kf_network_table(to, scope, n);
        if (!table) return KERF_NO_MEMORY;
        table->parts++;
    }
    for (uint64_t k = 0; k < t->n_entries; k++) {
        uint64_t at = entry_in(p, to, t, k);
        double cost = t->cost[k], rest = t->rest[k];
        if (at == UINT64_MAX) continue;
        kf_add_exactly(&cost, &rest, -least);
        if (table) kf_table_add(table, at, cost, rest);
        else if (n == 1) kf_network_add_unary(to, scope[0], (uint32_t)at, cost, rest);
        else to->constant_rest += rest;
    }
    return KERF_OK;
}

static kerf_status fill_network(passing *p, kf_network *to)
{
    const kf_shrunk *r = &p->r;
    for (uint32_t v = 0; v < r->net->size.n; v++) {
        p->local[v] = UINT32_MAX;
        if (is_in(p, v)) KF_TRY(add_variable(p, to, v));
    }
    to->n_given = (uint32_t)to->size.n;
    for (size_t i = 0; i < r->tables.n; i++)
        if (!r->tables.at[i].gone) KF_TRY(add_table(p, to, &r->tables.at[i]));
    for (size_t i = 0; i < r->gone.n; i++)
        if (p->included[i]) KF_TRY(add_table(p, to, &r->gone.at[i].given));
    return KERF_OK;
}

/* ---- A pass ---- */

static void take_beliefs(passing *p, const kf_class_beliefs *b)
{
    for (uint32_t v = 0; v < p->r.net->size.n; v++) {
        uint32_t at = p->local[v];
        if (at == UINT32_MAX || p->known[v]) continue;
        for (uint32_t x = 0; x < p->r.net->size.at[v]; x++)
            p->belief[v][x] = p->value[v][x] == UINT32_MAX ? 0 : b->count[at][p->value[v][x]];
        p->units[v] = b->units[at] + p->constant_units + p->r.off / UNIT;
        p->known[v] = true;
    }
}

static kerf_status pass(passing *p, kf_beliefs *out)
{
    kf_network net = {
        .mem = p->mem, .constant = p->r.constant, .constant_rest = p->r.constant_rest, .exact = true
    };
    kf_class_beliefs beliefs;
    kf_belief_options options = *p->options;
    kf_arena_init(&net.arena, p->mem);
    options.search = 0;
    options.plain = true;
    options.entries = fmin(options.entries, PASSES * options.entries - p->spent);
    p->constant_units = 1;
    kerf_status st = fill_network(p, &net);
    if (st != KERF_OK) kf_network_close(&net);
    KF_TRY(st);
    KF_TRY(kf_believe_network(p->component, &net, &options, 0, p->mem, out, &beliefs));
    p->spent += out->done ? out->entries : 0;
    if (out->done) out->error += p->constant_units * UNIT + p->r.off;
    bool told = out->done && isfinite(out->log_z) && !options.only_sum && !options.only_forecast;
    if (told) take_beliefs(p, &beliefs);
    kf_class_beliefs_close(&beliefs);
    return KERF_OK;
}

/* ---- What has gone ---- */

/* Of one that depends on one other, which is known. */
static void tell_gone(passing *p, const kf_gone *x)
{
    const uint32_t *size = p->r.net->size.at;
    uint32_t v = x->variable, u = x->given.scope[x->given.scope[0] == v];
    for (uint32_t k = 0; k < size[v]; k++) p->belief[v][k] = 0;
    for (uint32_t a = 0; a < size[u]; a++)
        for (uint32_t k = 0; k < size[v]; k++) {
            uint64_t at = u < v ? (uint64_t)a * size[v] + k : (uint64_t)k * size[u] + a;
            double cost = x->given.cost[at];
            if (isfinite(cost)) p->belief[v][k] += p->belief[u][a] * exp(-cost - x->given.rest[at]);
        }
    p->units[v] = p->units[u] + x->given.units + size[u] + 4;
    p->known[v] = true;
}

static void tell_all_gone(passing *p)
{
    for (size_t i = p->r.gone.n; i-- > 0;) {
        const kf_gone *x = &p->r.gone.at[i];
        if (p->known[x->variable] || x->given.n != 2) continue;
        if (p->known[x->given.scope[x->given.scope[0] == x->variable]]) tell_gone(p, x);
    }
}

/* The last so many that are not known, and what they depend on. */
static uint32_t include(passing *p, uint32_t most)
{
    const kf_shrunk *r = &p->r;
    uint32_t n = 0;
    for (size_t i = r->gone.n; i-- > 0;) {
        p->included[i] = !p->known[r->gone.at[i].variable] && n < most;
        n += p->included[i];
    }
    for (size_t i = 0; i < r->gone.n; i++) {
        const kf_reduced_table *t = &r->gone.at[i].given;
        for (uint32_t k = 0; p->included[i] && k < t->n; k++)
            if (r->gone_at[t->scope[k]] != UINT32_MAX) p->included[r->gone_at[t->scope[k]]] = true;
    }
    return n;
}

/* Passes until all are known; `out` then is of the first. */
static kerf_status tell_rest(passing *p, kf_beliefs *out)
{
    uint32_t most = UINT32_MAX;
    for (;;) {
        kf_beliefs more = { 0 };
        tell_all_gone(p);
        uint32_t n = include(p, most);
        if (n == 0) return KERF_OK;
        KF_TRY(pass(p, &more));
        out->stopped = more.stopped;
        out->width = more.width > out->width ? more.width : out->width;
        if (more.done) continue;
        most = n / 2;
        if (most > 0 && !more.stopped) continue;
        out->done = false;
        return KERF_OK;
    }
}

static kerf_status open_passes(passing *p)
{
    size_t n = p->r.net->size.n;
    kf_arena *a = &p->r.arena;
    p->local = kf_arena_alloc(a, n, sizeof *p->local);
    p->value = kf_arena_alloc(a, n, sizeof *p->value);
    p->known = kf_arena_alloc(a, n, sizeof *p->known);
    p->included = kf_arena_alloc(a, p->r.gone.n + 1, sizeof *p->included);
    if (!p->local || !p->value || !p->known || !p->included) return KERF_NO_MEMORY;
    for (uint32_t v = 0; v < n; v++) {
        p->value[v] = kf_arena_alloc(a, p->r.net->size.at[v], sizeof **p->value);
        if (!p->value[v]) return KERF_NO_MEMORY;
    }
    return KERF_OK;
}

static kerf_status run(passing *p, kf_beliefs *out)
{
    const kf_belief_options *o = p->options;
    out->stopped = p->r.patience.over;
    if (out->stopped || (!p->r.infeasible && p->r.gone.n == 0 && p->r.values == 0)) return KERF_OK;
    if (p->r.infeasible) {
        out->done = true;
        out->log_z = -INFINITY;
        return KERF_OK;
    }
    KF_TRY(open_passes(p));
    KF_TRY(pass(p, out));
    if (!out->done || isinf(out->log_z) || o->only_sum || o->only_forecast) return KERF_OK;
    return tell_rest(p, out);
}

kerf_status kf_believe_reduced(const kf_component *component, const kf_network *net,
                               const kf_belief_options *options, kf_mem *mem, kf_beliefs *out,
                               double **belief, double *units)
{
    passing p = {
        .component = component, .options = options, .mem = mem, .belief = belief, .units = units
    };
    assert(options->only_sum || options->only_forecast || (belief && units));
    out->done = out->stopped = false;
    out->entries = out->bytes = INFINITY; /* until there is something that was reduced */
    kerf_status st = kf_shrink(&p.r, net, options->slack, options->limits, mem);
    if (st == KERF_OK) st = run(&p, out);
    kf_shrunk_close(&p.r);
    return st;
}

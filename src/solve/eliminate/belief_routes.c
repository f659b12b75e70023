/* belief_routes.c -- marginals where no order of elimination fits: by reduction of the network and
 * elimination of the rest, or, where many constraints are hard, by search with a cache. */
#include "solve/eliminate/belief_state.h"

#include "base/check.h"
#include "solve/eliminate/count_search.h"
#include "solve/eliminate/reduced.h"

#include <math.h>

/* ---- By search ---- */

/* Is so much hard that a search may be short? Half of the variables are in a table that forbids
 * something, then. */
static kerf_status is_strict(const kf_network *net, kf_mem *mem, bool *strict)
{
    uint32_t n = (uint32_t)net->size.n, some = 0;
    bool *met = kf_mem_calloc(mem, n, sizeof *met);
    if (!met) return KERF_NO_MEMORY;
    for (size_t t = 0; t < net->tables.n; t++) {
        const kf_cost_table *table = &net->tables.at[t];
        bool forbids = false;
        for (uint64_t k = 0; k < table->n_entries && !forbids; k++) forbids = isinf(table->cost[k]);
        for (uint32_t i = 0; forbids && i < table->n; i++) met[table->scope[i]] = true;
    }
    for (uint32_t v = 0; v < n; v++) some += met[v];
    kf_mem_free(mem, met, n, sizeof *met);
    *strict = 2 * some >= n;
    return KERF_OK;
}

/* Any order will do, however wide. Where it gets too wide for the heuristic it ends: variables that
 * are left, the core, have one position, the last. */
static kerf_status find_positions(kf_believing *b, uint32_t *position)
{
    enum { MOST_WORK = 1 << 27 };
    uint32_t n = (uint32_t)b->e.net.size.n;
    uint64_t work = 0;
    kf_random random = { 1 };
    kf_fill by = b->options->skip ? KF_FILL_EDGES : KF_FILL_WEIGHTS;
    kf_fill_options fill = { by, 0, INFINITY, MOST_WORK, NULL };
    uint32_t *sequence = kf_arena_alloc(&b->arena, n, sizeof *sequence);
    if (!sequence) return KERF_NO_MEMORY;
    KF_TRY(kf_graph_make(&b->e.graph, &b->e.net, NULL, &b->e.arena));
    for (uint32_t i = 0; i < n; i++) sequence[i] = UINT32_MAX;
    for (uint32_t i = 0; i < n; i++) position[i] = n;
    kerf_status st = kf_order_fill(&b->e.graph, fill, &random, b->e.mem, sequence, &work);
    for (uint32_t i = 0; i < n && sequence[i] != UINT32_MAX; i++) position[sequence[i]] = i;
    return st == KERF_LIMIT ? KERF_OK : st;
}

static kerf_status search(kf_believing *b, kf_beliefs *out)
{
    const kf_belief_options *o = b->options;
    uint32_t n = (uint32_t)b->e.net.size.n,
             *position = kf_arena_alloc(&b->arena, n, sizeof *position);
    if (!position) return KERF_NO_MEMORY;
    kf_count_search s = { .net = &b->e.net,
                          .position = position,
                          .slack = o->slack,
                          .work = o->search,
                          .bytes = o->bytes,
                          .limits = o->limits };
    KF_TRY(find_positions(b, position));
    if (!o->only_sum) KF_TRY(kf_believing_values(b, n));
    s.belief = b->belief;
    s.units = b->error;
    KF_TRY(kf_count_by_search(&s, b->e.mem));
    out->done = s.done;
    out->stopped = s.stopped;
    if (!s.done) return KERF_OK;
    out->route = "search";
    out->log_z = s.log_z;
    out->log_z_rest = s.log_z_rest;
    out->error = s.error;
    out->entries = s.worked;
    return KERF_OK;
}

/* ---- Of what can be reduced ---- */

/* It tells nothing of constraints that pay. */
static kerf_status try_reduced(kf_believing *b, kf_beliefs *out)
{
    const kf_belief_options *o = b->options;
    const kf_network *net = &b->e.net;
    kf_beliefs reduced = { 0 };
    if (o->plain || b->tables || !b->e.opened || net->infeasible || net->rows.n > 0) return KERF_OK;
    KF_TRY(kf_graph_make(&b->e.graph, net, NULL, &b->e.arena));
    if (!o->only_sum) KF_TRY(kf_believing_values(b, (uint32_t)net->size.n));
    KF_TRY(kf_believe_reduced(b->component, net, o, b->e.mem, &reduced, b->belief, b->error));
    out->stopped = reduced.stopped;
    bool better = reduced.done || (o->only_forecast && reduced.entries <= o->entries);
    if (!better) return KERF_OK;
    double *p = out->p, *p_error = out->p_error;
    *out = reduced;
    out->p = p;
    out->p_error = p_error;
    out->route = "elimination";
    return KERF_OK;
}

static kerf_status try_search(kf_believing *b, kf_beliefs *out)
{
    const kf_network *net = &b->e.net;
    bool strict = false;
    if (b->options->search == 0 || b->options->only_forecast || b->tables) return KERF_OK;
    if (!b->e.opened || net->infeasible || net->rows.n > 0) return KERF_OK;
    KF_TRY(is_strict(net, b->e.mem, &strict));
    return strict ? search(b, out) : KERF_OK;
}

kerf_status kf_believe_otherwise(kf_believing *b, kf_beliefs *out)
{
    assert(!out->done);
    KF_TRY(try_reduced(b, out));
    bool fits = b->options->only_forecast && out->entries <= b->options->entries;
    return out->stopped || out->done || fits ? KERF_OK : try_search(b, out);
}

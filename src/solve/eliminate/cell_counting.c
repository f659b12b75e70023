/* cell_counting.c -- components of interchangeable people with several properties each; see
 * cell_counting.h. */
#include "solve/eliminate/cell_counting.h"

#include "base/check.h"

#include <math.h>

/* Two values each, and costs that are finite. */
static bool is_simple(const kf_network *net)
{
    if (net->infeasible) return false;
    for (size_t v = 0; v < net->size.n; v++) {
        if (net->size.at[v] > 2) return false;
        for (uint32_t x = 0; x < net->size.at[v]; x++)
            if (!isfinite(net->unary.at[v][x])) return false;
    }
    return true;
}

static kerf_status look(kf_cell_counting *c, kf_network *counts, bool *fits)
{
    *fits = is_simple(&c->net);
    if (*fits) KF_TRY(kf_cells_find(c, fits));
    if (*fits) KF_TRY(kf_cells_classify(c, fits));
    if (*fits && !c->patience.over) KF_CHECK(kf_cells_check(c));
    return *fits ? kf_cells_count(c, counts, fits) : KERF_OK;
}

/* Stopped before it was known whether it is such a component. */
static kerf_status leave(kf_beliefs *out, bool *fits)
{
    out->done = false;
    out->stopped = *fits = true;
    out->route = "counting";
    out->width = 0;
    out->entries = out->bytes = INFINITY;
    return KERF_OK;
}

static kerf_status run(kf_cell_counting *c, kf_beliefs *out, bool *fits)
{
    kf_network counts = { .mem = NULL };
    kf_class_beliefs beliefs;
    kerf_status st = look(c, &counts, fits);
    bool stopped = st == KERF_OK && c->patience.over;
    if ((st != KERF_OK || !*fits || stopped) && counts.mem) kf_network_close(&counts);
    if (stopped) return leave(out, fits);
    if (st != KERF_OK || !*fits) return st;
    /* Fans, and constraints that are asked for, may be over all classes. */
    uint32_t joints = c->fans.n > 0 || out->pays ? KF_CELL_CLASSES : 2;
    double held = (double)(c->mem->used - c->used) - kf_network_entries(&counts) * sizeof(double);
    KF_TRY(kf_believe_network(c->component, &counts, c->options, joints, c->mem, out, &beliefs));
    out->tables += held;
    out->route = "counting";
    bool told = out->done && isfinite(out->log_z) && out->p && !c->options->only_sum;
    out->error += c->off;
    assert(c->off >= 0 && c->n_classes > 0);
    if (told) st = kf_cells_tell(c, &beliefs, out);
    kf_class_beliefs_close(&beliefs);
    if (st == KERF_OK && c->patience.over) return leave(out, fits);
    return st;
}

static kerf_status try(const kf_component *p, const kf_belief_options *options,
                       uint32_t leaf_tables, bool with_fans, kf_mem *mem, kf_beliefs *out,
                       bool *fits, bool *has_sums)
{
    kf_cell_counting *c = kf_mem_calloc(mem, 1, sizeof *c);
    const kf_network_limits limits = { 1 << KF_CELL_CLAUSE, 2, KF_CELL_CLAUSE, NULL, true, false };
    *fits = *has_sums = false;
    if (!c) return KERF_NO_MEMORY;
    c->component = p;
    c->options = options;
    c->mem = mem;
    c->used = mem->used;
    c->leaf_tables = leaf_tables;
    c->with_fans = with_fans;
    c->stop = kf_limits_stop(options->limits);
    c->patience = kf_patience_of(&c->stop);
    kf_arena_init(&c->arena, mem);
    kerf_status st = kf_network_open(&c->net, p, limits, mem);
    bool opened = st == KERF_OK;
    *has_sums = opened && c->net.rows.n > 0;
    if (opened) st = run(c, out, fits);
    if (opened) kf_network_close(&c->net);
    kf_vec_free(mem, &c->bundles);
    kf_vec_free(mem, &c->cells);
    kf_vec_free(mem, &c->pairs);
    kf_vec_free(mem, &c->fans);
    kf_arena_free(&c->arena);
    kf_mem_free(mem, c, 1, sizeof *c);
    return st;
}

/* Long sums over cells alone, or else over leaves, too. */
kerf_status kf_believe_cells(const kf_component *p, const kf_belief_options *options,
                             uint32_t leaf_tables, kf_mem *mem, kf_beliefs *out, bool *fits)
{
    bool has_sums;
    KF_TRY(try(p, options, leaf_tables, false, mem, out, fits, &has_sums));
    if (*fits || !has_sums) return KERF_OK;
    return try(p, options, leaf_tables, true, mem, out, fits, &has_sums);
}

#ifndef NDEBUG
static void check_cell(const kf_cell_counting *c, uint32_t i)
{
    const kf_cell *x = &c->cells.at[i];
    assert((x->n > 0 || x->fan != KF_NO_FAN) && x->n <= KF_CELL_ATOMS
           && x->in_class < c->n_classes);
    for (uint32_t k = 0; k < x->n; k++) {
        uint32_t v = x->variable[k];
        assert(c->is_core[v] && c->cell_of[v] == i && c->place[v] == k);
    }
}

static void check_bundle(const kf_cell_counting *c, uint32_t i)
{
    const kf_bundle *b = &c->bundles.at[i];
    for (uint32_t k = 0; k < b->n_leaves; k++)
        assert(!c->is_core[b->leaf[k]] && c->bundle_of[b->leaf[k]] == i
               && c->place[b->leaf[k]] == k);
    for (uint32_t k = 0; k < b->n_cells; k++) assert(b->cell[k] < c->cells.n);
    assert(b->n_cells < 2 || b->cell[0] < b->cell[1]);
}

void kf_cells_check(const kf_cell_counting *c)
{
    size_t members = 0;
    for (uint32_t i = 0; i < c->cells.n; i++) check_cell(c, i);
    for (uint32_t i = 0; i < c->bundles.n; i++) check_bundle(c, i);
    for (uint32_t k = 0; k < c->n_classes; k++) {
        assert(c->classes[k].size > 0 && c->cells.at[c->classes[k].first].in_class == k);
        members += c->classes[k].size;
    }
    assert(members == c->cells.n);
}
#endif

/* grounder.c -- the grounder's life, options and invariant; see grounder.h. */
#include "ground/grounder.h"

#include "ground/graph/node_order.h"
#include "ground/grounding.h"
#include "ground/score/recount.h"
#include "model/weight_table.h"

#include <stdlib.h>

static const double PENALTIES_FROM = 4096;

/* ---- Life ---- */

static kerf_status new_atom_tables(kf_grounder *g)
{
    uint32_t n = g->d->n_predicates;
    g->atoms = kf_mem_calloc(g->mem, n, sizeof *g->atoms);
    g->atom_of = kf_mem_calloc(g->mem, n, sizeof *g->atom_of);
    g->default_true = kf_mem_calloc(g->mem, n, sizeof(double));
    g->default_false = kf_mem_calloc(g->mem, n, sizeof(double));
    g->default_rest[0] = kf_mem_calloc(g->mem, n, sizeof(double));
    g->default_rest[1] = kf_mem_calloc(g->mem, n, sizeof(double));
    g->n_penalties = kf_mem_calloc(g->mem, n, sizeof(uint32_t));
    g->penalties = kf_mem_calloc(g->mem, n, sizeof *g->penalties);
    g->flips = kf_mem_calloc(g->mem, n, sizeof *g->flips);
    g->relation = kf_mem_calloc(g->mem, n, sizeof *g->relation);
    if (!g->n_penalties || !g->penalties || !g->relation || !g->atoms || !g->atom_of
        || !g->default_true || !g->default_false || !g->flips || !g->default_rest[0]
        || !g->default_rest[1]) {
        return KERF_NO_MEMORY;
    }
    for (uint32_t i = 0; i < n; i++) {
        if (!g->d->m->predicates.at[i].hidden) continue;
        KF_TRY(kf_relation_new(&g->atoms[i], g->mem, g->d->m->predicates.at[i].arity,
                               g->d->atoms[i]->constants, NULL));
    }
    return KERF_OK;
}

static kerf_status open_rules(kf_grounder *g)
{
    const kf_model *m = g->d->m;
    if (!kf_vec_reserve(g->mem, &g->rules, m->rules.n)) return KERF_NO_MEMORY;
    for (uint32_t i = 0; i < m->rules.n; i++) {
        const kf_rule *r = &m->rules.at[i];
        bool dead = r->implied && !m->predicates.at[r->body->id].hidden;
        if (!dead)
            KF_TRY(kf_ground_rule_open(g, i)); /* a mark on an observed predicate asks nothing */
    }
    return KERF_OK;
}

static kerf_status new_binding(kf_grounder *g)
{
    uint32_t most = 1;
    for (size_t i = 0; i < g->rules.n; i++) {
        if (g->rules.at[i].c.n_variables > most) most = g->rules.at[i].c.n_variables;
    }
    return kf_binding_new(&g->binding, &g->arena, g->d, most);
}

kerf_status kf_grounder_open(kf_grounder **out, kf_mem *mem, kf_database *d, kf_problem *p,
                             kf_diags *diags)
{
    kf_grounder *g = kf_mem_calloc(mem, 1, sizeof *g);
    if (!g) return KERF_NO_MEMORY;
    g->mem = mem;
    g->d = d;
    g->stopped_in = KF_NONE;
    g->p = p;
    g->diags = diags;
    g->penalties_from = PENALTIES_FROM;
    kf_arena_init(&g->arena, mem);
    kf_arena_init(&g->spare, mem);
    kerf_status st = kf_memory_backend_new(&g->backend, mem, d);
    if (st == KERF_OK) st = new_atom_tables(g);
    if (st == KERF_OK) st = open_rules(g);
    if (st == KERF_OK) st = new_binding(g);
    if (st != KERF_OK) {
        kf_grounder_free(g);
        return st;
    }
    *out = g;
    return KERF_OK;
}

kerf_status kf_grounder_count(kf_grounder *g)
{
    kerf_status st = KERF_OK;
    for (size_t i = 0; st == KERF_OK && i < g->rules.n; i++) {
        double sum = g->best_sum, rest = g->best_rest;
        st = kf_ground_totals(g, &g->rules.at[i]);
        g->rules.at[i].best = (g->best_sum - sum) + (g->best_rest - rest);
        if (st == KERF_INTERRUPTED) g->stopped_in = g->rules.at[i].rule;
    }
    return st;
}

static void take_totals(kf_ground_rule *to, const kf_ground_rule *from)
{
    assert(to->rule == from->rule);
    to->groundings = from->groundings;
    to->open = from->open;
    to->open_known = from->open_known;
    to->added = from->added;
    to->best = from->best;
    for (int side = 0; side < 2; side++) {
        to->paid[side] = from->paid[side];
        to->decided[side] = from->decided[side];
    }
}

void kf_grounder_take_totals(kf_grounder *g, const kf_grounder *from)
{
    assert(g->rules.n == from->rules.n && g->predicate_of.n == 0);
    for (size_t i = 0; i < g->rules.n; i++) take_totals(&g->rules.at[i], &from->rules.at[i]);
    g->best = from->best;
    g->best_sum = from->best_sum;
    g->best_rest = from->best_rest;
    g->best_taken = from->best_taken;
    g->weights = from->weights;
    g->costs_known = true;
}

void kf_grounder_drop_totals(kf_grounder *g)
{
    for (size_t i = 0; i < g->rules.n; i++) {
        const kf_ground_rule none = { .rule = g->rules.at[i].rule };
        take_totals(&g->rules.at[i], &none);
    }
    g->best = g->best_sum = g->best_rest = g->best_taken = g->weights = 0;
    g->costs_known = false;
}

kerf_status kf_grounder_new(kf_grounder **out, kf_mem *mem, kf_database *d, kf_problem *p,
                            kf_diags *diags)
{
    kf_grounder *g;
    KF_TRY(kf_grounder_open(&g, mem, d, p, diags));
    kerf_status st = kf_grounder_count(g);
    if (st != KERF_OK) {
        kf_grounder_free(g);
        return st;
    }
    *out = g;
    return KERF_OK;
}

void kf_grounder_on_stop(kf_grounder *g, kf_stop *stop)
{
    g->backend->stop = stop;
    g->patience = kf_patience_of(stop);
}

void kf_grounder_take_backend(kf_grounder *g, kf_backend *backend)
{
    assert(!g->separated && !g->costs_known);
    backend->stop = g->backend->stop;
    kf_backend_free(g->backend);
    g->backend = backend;
}

void kf_grounder_free(kf_grounder *g)
{
    if (!g) return;
    uint32_t n = g->d->n_predicates;
    kf_recount_free(g->recount);
    for (size_t i = 0; i < g->rules.n; i++) kf_ground_rule_close(g, &g->rules.at[i]);
    kf_vec_free(g->mem, &g->rules);
    kf_local_lists_free(g);
    for (uint32_t i = 0; i < n; i++) {
        if (g->atoms) kf_relation_free(g->atoms[i]);
        if (g->atom_of) kf_vec_free(g->mem, &g->atom_of[i]);
        if (g->penalties) kf_tuple_map_free(&g->penalties[i], g->mem);
        if (g->pair_costs) kf_vec_free(g->mem, &g->pair_costs[i].list);
        if (g->flips) kf_vec_free(g->mem, &g->flips[i].up);
        if (g->flips) kf_vec_free(g->mem, &g->flips[i].down);
    }
    kf_mem_free(g->mem, g->atoms, n, sizeof *g->atoms);
    kf_mem_free(g->mem, g->atom_of, n, sizeof *g->atom_of);
    kf_mem_free(g->mem, g->n_penalties, n, sizeof(uint32_t));
    kf_mem_free(g->mem, g->penalties, n, sizeof *g->penalties);
    kf_mem_free(g->mem, g->relation, n, sizeof *g->relation);
    kf_mem_free(g->mem, g->pair_costs, n, sizeof *g->pair_costs);
    kf_mem_free(g->mem, g->default_true, n, sizeof(double));
    kf_mem_free(g->mem, g->default_false, n, sizeof(double));
    kf_mem_free(g->mem, g->default_rest[0], n, sizeof(double));
    kf_mem_free(g->mem, g->default_rest[1], n, sizeof(double));
    kf_mem_free(g->mem, g->flips, n, sizeof *g->flips);
    kf_vec_free(g->mem, &g->predicate_of);
    kf_vec_free(g->mem, &g->row_of);
    kf_vec_free(g->mem, &g->auxiliaries);
    kf_vec_free(g->mem, &g->auxiliary_literals);
    kf_backend_free(g->backend);
    kf_kept_free(g->own_kept);
    kf_arena_free(&g->spare);
    kf_arena_free(&g->arena);
    kf_mem_free(g->mem, g, 1, sizeof *g);
}

/* ---- What it works on ---- */

kf_mem *kf_grounder_mem(const kf_grounder *g)
{
    return g->mem;
}

kf_database *kf_grounder_database(const kf_grounder *g)
{
    return g->d;
}

const kf_model *kf_grounder_model(const kf_grounder *g)
{
    return g->d->m;
}

kf_problem *kf_grounder_problem(const kf_grounder *g)
{
    return g->p;
}

kf_diags *kf_grounder_diags(const kf_grounder *g)
{
    return g->diags;
}

kf_binding *kf_grounder_binding(const kf_grounder *g)
{
    return (kf_binding *)&g->binding;
}

bool kf_grounder_is_far(const kf_grounder *g)
{
    return g->backend->ops->far;
}

uint32_t kf_grounder_stopped_in(const kf_grounder *g)
{
    return g->stopped_in;
}

/* ---- Options ---- */

void kf_grounder_set_threads(kf_grounder *g, uint32_t threads)
{
    g->threads = threads;
}

void kf_grounder_set_complete_groups(kf_grounder *g, bool complete)
{
    assert(!g->separated); /* groups keep what was found from the first separation on */
    g->complete_groups = complete;
}

void kf_grounder_set_every_row(kf_grounder *g, bool every_row)
{
    g->every_row = every_row;
}

void kf_grounder_set_penalties_from(kf_grounder *g, double tuples)
{
    g->penalties_from = tuples;
}

/* A rule of weight 0 has scored nothing so far. Its sums are too small to be added to others. */
static kerf_status count_nothing(kf_grounder *g, kf_ground_rule *gr)
{
    double best = g->best, sum = g->best_sum, rest = g->best_rest;
    const kf_rule *r = &g->d->m->rules.at[gr->rule];
    if (r->cost != KF_COST_NUMBER || r->weight != 0) return KERF_OK;
    gr->when_false = !gr->c.flipped;
    gr->when_true = gr->c.flipped;
    g->best_sum = g->best_rest = 0;
    kerf_status st = kf_ground_totals(g, gr);
    gr->best = g->best_sum + g->best_rest;
    g->best = best;
    g->best_sum = sum;
    g->best_rest = rest;
    return st;
}

/* Tuples tell the rows of a weight table apart. */
static kerf_status trace_rows(kf_grounder *g, kf_ground_rule *gr, uint32_t *next)
{
    const kf_rule *r = &g->d->m->rules.at[gr->rule];
    kf_compiled *c = &gr->c;
    if (r->kind != KF_RULE_LOGIC || r->cost != KF_COST_TABLE) return KERF_OK;
    uint64_t rows = (uint64_t)kf_weight_table_count(r->table) + 1;
    if (rows > UINT32_MAX - *next) return KERF_LIMIT;
    uint32_t *tuple = kf_arena_room(&g->arena, c->n_tuple + r->n_parameters, sizeof *tuple);
    if (!tuple) return KERF_NO_MEMORY;
    for (uint32_t i = 0; i < c->n_tuple; i++) tuple[i] = c->tuple[i];
    c->tuple = tuple;
    for (uint32_t i = 0; i < r->n_parameters; i++)
        if (!kf_is_in_tuple(c, r->parameters[i])) tuple[c->n_tuple++] = r->parameters[i];
    for (int side = 0; side < 2; side++) kf_tuple_map_init(&gr->tuples[side], kf_tuple_width(c));
    gr->rows_from = *next;
    *next += (uint32_t)rows;
    return KERF_OK;
}

kerf_status kf_grounder_trace(kf_grounder *g)
{
    assert(!g->separated && !g->costs_known);
    uint32_t next = (uint32_t)g->d->m->rules.n;
    g->p->tracing = true;
    for (size_t i = 0; i < g->rules.n; i++) {
        g->rules.at[i].local = false;
        KF_TRY(count_nothing(g, &g->rules.at[i]));
        KF_TRY(trace_rows(g, &g->rules.at[i], &next));
    }
    return KERF_OK;
}

void kf_grounder_set_always_threads(kf_grounder *g, bool always)
{
    g->always_threads = always;
}

/* ---- The invariant ---- */

#ifndef NDEBUG
static void check_rule(const kf_grounder *g, const kf_ground_rule *gr)
{
    assert(gr->rule < g->d->m->rules.n);
    for (int side = 0; side < 2; side++) {
        kf_tuple_map_check(&gr->tuples[side]);
        assert(gr->done[side] <= kf_tuple_map_count(&gr->tuples[side]));
        assert(gr->paid[side] >= 0);
    }
    assert(gr->grouped <= gr->done[0]);
    assert(!gr->local || gr->done[0] + gr->done[1] == 0);
    assert(!gr->kept || gr->local);
    assert(!gr->product || !gr->product->active || gr->product->weight > 0);
}

/* Rows and atoms name each other. */
static void check_names(const kf_grounder *g, uint32_t predicate, size_t *named)
{
    const size_t n = g->atom_of[predicate].n;
    assert(g->default_true[predicate] >= 0 && g->default_false[predicate] >= 0);
    if (!g->atoms[predicate]) {
        assert(n == 0);
        return;
    }
    assert(g->atoms[predicate]->alive <= n);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t atom = g->atom_of[predicate].at[i];
        if (atom == KF_NONE) continue;
        assert(atom < g->predicate_of.n);
        assert(g->predicate_of.at[atom] == predicate && g->row_of.at[atom] == i);
    }
    *named += g->atoms[predicate]->alive;
}

/* A part comes after the auxiliary atoms that it is made of. */
static void check_auxiliaries(const kf_grounder *g)
{
    const kf_lit *l = g->auxiliary_literals.at;
    bool *defined = calloc(g->predicate_of.n + 1, sizeof *defined);
    if (!defined) return;
    for (size_t i = 0; i < g->auxiliaries.n; i++) {
        const kf_auxiliary *a = &g->auxiliaries.at[i];
        assert(kf_grounder_is_auxiliary(g, a->atom) && !defined[a->atom]);
        for (uint32_t k = 0; k < a->n; k++) {
            uint32_t atom = kf_lit_atom(l[k]).id;
            uint32_t pair[2];
            assert(!kf_grounder_is_auxiliary(g, atom) || defined[atom]
                   || kf_grounder_ordered_pair(g, atom, pair) != KF_NONE);
        }
        defined[a->atom] = true;
        l += a->n;
    }
    assert(l == g->auxiliary_literals.at + g->auxiliary_literals.n);
    free(defined);
}
#endif

void kf_grounder_check(const kf_grounder *g)
{
#ifndef NDEBUG
    size_t named = 0;
    assert(g->predicate_of.n == g->p->parent.n && g->row_of.n == g->p->parent.n);
    for (size_t i = 0; i < g->rules.n; i++) {
        check_rule(g, &g->rules.at[i]);
        if (g->rules.at[i].order) named += kf_order_atoms(g->rules.at[i].order);
    }
    for (uint32_t i = 0; i < g->d->n_predicates; i++) check_names(g, i, &named);
    assert(named + g->auxiliaries.n + g->p->n_buried == g->predicate_of.n);
    check_auxiliaries(g);
#else
    (void)g;
#endif
}

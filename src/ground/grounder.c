/* grounder.c -- the grounder's life, atoms, weights and totals; see grounder.h. */
#include "ground/grounding.h"

#include "model/weight_table.h"

#include <math.h>
#include <string.h>

static const double PENALTIES_FROM = 65536;

/* ---- Weights ---- */

double kf_grounder_weight(const kf_grounder *g, const kf_ground_rule *gr, const kf_binding *b)
{
    const kf_rule *r = &g->d->m->rules.at[gr->rule];
    double w = r->weight;
    switch (r->cost) {
    case KF_COST_HARD: return INFINITY;
    case KF_COST_VARIABLE: return b->numbers[r->weight_variable];
    case KF_COST_TABLE: {
        uint32_t key[KF_MOST_ARITY];
        for (uint32_t i = 0; i < r->n_parameters; i++) key[i] = b->ids[r->parameters[i]];
        kf_weight_table_get(r->table, key, &w);
        return w;
    }
    default: return w;
    }
}

/* ---- Atoms ---- */

kerf_status kf_grounder_atom(kf_grounder *g, uint32_t predicate, const uint32_t *row, kf_atom *atom)
{
    kf_relation *rel = g->atoms[predicate];
    uint32_t at = kf_relation_find(rel, row);
    if (at != KF_NO_ROW && (rel->width || g->atom_of[predicate].n)) {
        atom->id = g->atom_of[predicate].at[at];
        return KERF_OK;
    }
    bool added;
    double penalty;
    KF_TRY(kf_penalties_of(g, predicate, row, &penalty));
    if (!kf_vec_reserve(g->mem, &g->atom_of[predicate], 1)
        || !kf_vec_reserve(g->mem, &g->predicate_of, 1) || !kf_vec_reserve(g->mem, &g->row_of, 1)) {
        return KERF_NO_MEMORY;
    }
    KF_TRY(kf_relation_insert(rel, row, &added));
    KF_TRY(kf_problem_add_atom(g->p, atom));
    kf_problem_add_cost(g->p, *atom, g->default_true[predicate] + penalty,
                        g->default_false[predicate]);
    g->row_of.at[g->row_of.n++] = (uint32_t)g->atom_of[predicate].n;
    g->atom_of[predicate].at[g->atom_of[predicate].n++] = atom->id;
    g->predicate_of.at[g->predicate_of.n++] = predicate;
    if (!(g->relation[predicate] & KF_TRANSITIVE_RELATION)) return KERF_OK;
    bool symmetric = g->relation[predicate] & KF_SYMMETRIC_RELATION;
    return kf_problem_set_ends(g->p, *atom, (kf_ends){ predicate, row[0], row[1], symmetric });
}

kerf_status kf_grounder_set(kf_grounder *g, uint32_t predicate, const uint32_t *row, bool value)
{
    bool changed;
    uint32_t width = g->d->m->predicates.at[predicate].arity;
    kf_flips *f = &g->flips[predicate];
    if (!kf_vec_reserve(g->mem, &f->up, width + 1)
        || !kf_vec_reserve(g->mem, &f->down, width + 1)) {
        return KERF_NO_MEMORY;
    }
    /* A true atom has a name where that is what gives it its cost. */
    kf_atom atom;
    if (value && kf_has_penalties(g, predicate)
        && kf_database_fixed(g->d, predicate, row) == KF_UNKNOWN) {
        KF_TRY(kf_grounder_atom(g, predicate, row, &atom));
    }
    KF_TRY(kf_backend_set(g->store, predicate, row, value, &changed));
    if (!changed) return KERF_OK;
    g->changes++;
    uint32_t *to = value ? f->up.at + f->up.n : f->down.at + f->down.n;
    if (width) memcpy(to, row, width * sizeof *row);
    else to[0] = 0; /* a row of no columns still counts as one */
    if (value) f->up.n += width ? width : 1;
    else f->down.n += width ? width : 1;
    return KERF_OK;
}

/* ---- Life ---- */

static kerf_status new_atom_tables(kf_grounder *g)
{
    uint32_t n = g->d->n_predicates;
    g->atoms = kf_mem_calloc(g->mem, n, sizeof *g->atoms);
    g->atom_of = kf_mem_calloc(g->mem, n, sizeof *g->atom_of);
    g->default_true = kf_mem_calloc(g->mem, n, sizeof(double));
    g->default_false = kf_mem_calloc(g->mem, n, sizeof(double));
    g->n_penalties = kf_mem_calloc(g->mem, n, sizeof(uint32_t));
    g->penalties = kf_mem_calloc(g->mem, n, sizeof *g->penalties);
    g->flips = kf_mem_calloc(g->mem, n, sizeof *g->flips);
    g->relation = kf_mem_calloc(g->mem, n, sizeof *g->relation);
    if (!g->n_penalties || !g->penalties || !g->relation || !g->atoms || !g->atom_of
        || !g->default_true || !g->default_false || !g->flips) {
        return KERF_NO_MEMORY;
    }
    for (uint32_t i = 0; i < n; i++) {
        if (!g->d->m->predicates.at[i].hidden) continue;
        KF_TRY(kf_relation_new(&g->atoms[i], g->mem, g->d->m->predicates.at[i].arity,
                               g->d->atoms[i]->constants, NULL));
    }
    return KERF_OK;
}

/* Which sides of the clause can pay. */
static void set_sides(const kf_grounder *g, kf_ground_rule *gr)
{
    const kf_rule *r = &g->d->m->rules.at[gr->rule];
    bool positive = true, negative = false;
    if (r->cost == KF_COST_NUMBER || r->cost == KF_COST_LEARN) {
        positive = r->weight > 0;
        negative = r->weight < 0;
    } else if (r->cost != KF_COST_HARD) {
        negative = true; /* the data decide */
    }
    gr->when_false = gr->c.flipped ? negative : positive;
    gr->when_true = gr->c.flipped ? positive : negative;
}

static bool is_local(const kf_grounder *g, const kf_ground_rule *gr)
{
    const kf_compiled *c = &gr->c;
    return c->form == KF_FORM_CLAUSE && c->n_literals == c->n_observed + 1
           && c->literals[c->n_observed].kind == KF_LITERAL_ATOM
           && g->d->m->rules.at[gr->rule].cost != KF_COST_HARD;
}

static kerf_status open_rule(kf_grounder *g, uint32_t rule)
{
    const kf_rule *r = &g->d->m->rules.at[rule];
    const kf_compiled *c;
    kf_ground_rule gr = { .rule = rule };
    KF_TRY(kf_database_prepare(g->d, r));
    KF_TRY(kf_model_compiled(g->d->m, rule, g->diags, &c));
    gr.c = *c;
    if (r->kind == KF_RULE_LOGIC) {
        uint32_t predicate = 0;
        uint8_t relation = kf_facts_of(g->d->m, c, &predicate);
        g->relation[predicate] |= relation;
        set_sides(g, &gr);
        gr.local = is_local(g, &gr);
        KF_TRY(kf_product_find(g, &gr));
    }
    kf_tuple_map_init(&gr.units[0], kf_tuple_width(&gr.c));
    kf_tuple_map_init(&gr.units[1], kf_tuple_width(&gr.c));
    return kf_vec_push(g->mem, &g->rules, gr) ? KERF_OK : KERF_NO_MEMORY;
}

static kerf_status open_rules(kf_grounder *g)
{
    const kf_model *m = g->d->m;
    if (!kf_vec_reserve(g->mem, &g->rules, m->rules.n)) return KERF_NO_MEMORY;
    for (uint32_t i = 0; i < m->rules.n; i++) {
        const kf_rule *r = &m->rules.at[i];
        bool dead = r->implied && !m->predicates.at[r->body->id].hidden;
        if (!dead) KF_TRY(open_rule(g, i)); /* a mark on an observed predicate asks nothing */
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
    kerf_status st = kf_memory_backend_new(&g->store, mem, d);
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
        st = kf_ground_totals(g, &g->rules.at[i]);
        if (st == KERF_INTERRUPTED) g->stopped_in = g->rules.at[i].rule;
    }
    return st;
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
    g->store->stop = stop;
    g->patience = kf_patience_of(stop);
}

void kf_grounder_take_store(kf_grounder *g, kf_backend *store)
{
    store->stop = g->store->stop;
    kf_backend_free(g->store);
    g->store = store;
}

void kf_grounder_free(kf_grounder *g)
{
    if (!g) return;
    uint32_t n = g->d->n_predicates;
    for (size_t i = 0; i < g->rules.n; i++) {
        kf_tuple_map_free(&g->rules.at[i].units[0], g->mem);
        kf_tuple_map_free(&g->rules.at[i].units[1], g->mem);
        kf_tuple_map_free(&g->rules.at[i].members, g->mem);
        kf_cases_free(g, g->rules.at[i].cases[0]);
        kf_cases_free(g, g->rules.at[i].cases[1]);
        kf_penalty_free(g->rules.at[i].penalty);
        kf_counts_free(g->rules.at[i].counts, g->mem);
        kf_cycles_free(g->rules.at[i].cycles, g->mem);
    }
    kf_vec_free(g->mem, &g->rules);
    for (uint32_t i = 0; i < n; i++) {
        if (g->atoms) kf_relation_free(g->atoms[i]);
        if (g->atom_of) kf_vec_free(g->mem, &g->atom_of[i]);
        if (g->penalties) kf_tuple_map_free(&g->penalties[i], g->mem);
        if (g->flips) kf_vec_free(g->mem, &g->flips[i].up);
        if (g->flips) kf_vec_free(g->mem, &g->flips[i].down);
    }
    kf_mem_free(g->mem, g->atoms, n, sizeof *g->atoms);
    kf_mem_free(g->mem, g->atom_of, n, sizeof *g->atom_of);
    kf_mem_free(g->mem, g->n_penalties, n, sizeof(uint32_t));
    kf_mem_free(g->mem, g->penalties, n, sizeof *g->penalties);
    kf_mem_free(g->mem, g->relation, n, sizeof *g->relation);
    kf_mem_free(g->mem, g->default_true, n, sizeof(double));
    kf_mem_free(g->mem, g->default_false, n, sizeof(double));
    kf_mem_free(g->mem, g->flips, n, sizeof *g->flips);
    kf_vec_free(g->mem, &g->predicate_of);
    kf_vec_free(g->mem, &g->row_of);
    kf_vec_free(g->mem, &g->auxiliaries);
    kf_vec_free(g->mem, &g->auxiliary_literals);
    kf_backend_free(g->store);
    kf_arena_free(&g->spare);
    kf_arena_free(&g->arena);
    kf_mem_free(g->mem, g, 1, sizeof *g);
}

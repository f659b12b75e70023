/* guards.c -- the order in which open_walk.c gives values to the variables of a rule.
 *
 * A part of a disjunction that is a negated atom is satisfied, and the whole with it, unless the atom
 * is true or open; so is a part of a conjunction that is an atom false, unless it is that. Such an
 * atom guards its variables: only its rows need be tried. The guard with the fewest rows to expect
 * comes next; variables without one range over their types. */
#include "verify/open_walk.h"

#include <stdlib.h>
#include <string.h>

/* ---- What a part depends on ----------------------------------------------------------------- */

static bool expr_is_known(const kf_open_walk_state *w, const kf_expr *e, const bool *bound)
{
    if (e->kind == KF_EXPR_VARIABLE) return e->id >= w->g.rule->n_free || bound[e->id];
    for (uint32_t i = 0; i < e->n; i++)
        if (!expr_is_known(w, e->args[i], bound)) return false;
    return true;
}

static bool is_known(const kf_open_walk_state *w, const kf_logic *f, const bool *bound)
{
    bool leaf =
        f->kind == KF_LOGIC_ATOM || f->kind == KF_LOGIC_COMPARE || f->kind == KF_LOGIC_CONTAINS;
    for (uint32_t i = 0; i < f->n; i++)
        if (leaf ? !expr_is_known(w, f->args[i], bound) : !is_known(w, f->kids[i], bound))
            return false;
    return true;
}

static bool has_hidden(const kf_model *m, const kf_logic *f)
{
    if (f->kind == KF_LOGIC_ATOM) return m->predicates.at[f->id].hidden;
    if (f->kind == KF_LOGIC_COMPARE || f->kind == KF_LOGIC_CONTAINS) return false;
    for (uint32_t i = 0; i < f->n; i++)
        if (has_hidden(m, f->kids[i])) return true;
    return false;
}

static void find_parts(kf_open_walk_state *w)
{
    const kf_rule *r = w->g.rule;
    uint32_t hidden = 0;
    if (r->kind == KF_RULE_COUNT) return;
    bool all = r->body->kind == KF_LOGIC_AND, whole = !all && r->body->kind != KF_LOGIC_OR;
    w->parts = whole ? &r->body : r->body->kids;
    w->n_parts = whole ? 1 : r->body->n;
    w->decisive = all ? KF_IS_FALSE : KF_IS_TRUE;
    for (uint32_t i = 0; i < w->n_parts; i++) hidden += has_hidden(w->g.model, w->parts[i]);
    /* Each part of a hard conjunction says something by itself. */
    w->several = hidden > 1 && !(all && r->cost == KF_COST_HARD);
}

/* ---- Rows ----------------------------------------------------------------------------------- */

static bool can_guard(const kf_open_walk_state *w, const kf_logic *f)
{
    if (f->kind != KF_LOGIC_ATOM || f->negated != (w->decisive == KF_IS_TRUE)) return false;
    const kf_predicate *p = &w->g.model->predicates.at[f->id];
    if (p->number || (p->hidden && !w->several)) return false;
    for (uint32_t i = 0; i < p->arity; i++) {
        const kf_expr *e = f->args[i];
        if ((e->kind != KF_EXPR_VARIABLE && e->kind != KF_EXPR_CONSTANT)
            || e->type != p->slots[i].type)
            return false;
    }
    return true;
}

static uint32_t listed_rows(const kf_bound *b, uint32_t predicate)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < b->n_listed; i++) n += b->atoms.at[i].predicate == predicate;
    return n;
}

static int by_words(const void *a, const void *b)
{
    const uint32_t *x = a, *y = b;
    for (uint32_t i = 1; i <= x[0]; i++)
        if (x[i] != y[i]) return x[i] < y[i] ? -1 : 1;
    return 0;
}

static bool argument_is_known(const kf_expr *e, const bool *bound)
{
    return e->kind == KF_EXPR_CONSTANT || bound[e->id];
}

static kerf_status open_guard(kf_open_walk_state *w, kf_guard *g, const bool *bound)
{
    const kf_bound *b = w->b;
    uint32_t predicate = g->atom->id, arity = w->g.model->predicates.at[predicate].arity, n = 0;
    const kf_relation *said = kf_world_relation(w->g.evidence, predicate, KF_SAID_TRUE);
    g->size = arity + 1;
    g->columns = kf_arena_alloc(&w->arena, arity, sizeof *g->columns);
    g->rows = kf_arena_alloc(&w->arena, g->n, g->size * sizeof *g->rows);
    if (!g->columns || !g->rows) return KERF_NO_MEMORY;
    for (int known = 1; known >= 0; known--) {
        for (uint32_t i = 0; i < arity; i++)
            if (argument_is_known(g->atom->args[i], bound) == known) g->columns[n++] = i;
        if (known) g->n_known = n;
    }
    uint32_t *to = g->rows;
    for (uint32_t i = 0; i < said->n; i++) {
        *to++ = arity;
        for (uint32_t k = 0; k < arity; k++) *to++ = said->columns[g->columns[k]][i];
    }
    for (uint32_t i = 0; g->n > said->n && i < b->n_listed; i++) {
        if (b->atoms.at[i].predicate != predicate) continue;
        *to++ = arity;
        for (uint32_t k = 0; k < arity; k++) *to++ = b->rows.at[b->atoms.at[i].row + g->columns[k]];
    }
    qsort(g->rows, g->n, g->size * sizeof *g->rows, by_words);
    return KERF_OK;
}

static uint32_t argument(const kf_open_walk_state *w, const kf_expr *e)
{
    return e->kind == KF_EXPR_CONSTANT ? e->id : w->g.constants[e->id];
}

static uint32_t search(const kf_guard *g, const uint32_t *wanted, bool after)
{
    uint32_t from = 0, to = g->n;
    while (from < to) {
        uint32_t middle = from + (to - from) / 2, i = 0;
        const uint32_t *row = g->rows + (size_t)middle * g->size + 1;
        while (i < g->n_known && row[i] == wanted[i]) i++;
        if (i < g->n_known ? row[i] < wanted[i] : after) from = middle + 1;
        else to = middle;
    }
    return from;
}

void kf_guard_range(kf_open_walk_state *w, const kf_guard *g, uint32_t *from, uint32_t *to)
{
    uint32_t wanted[KF_MOST_ARITY];
    for (uint32_t i = 0; i < g->n_known; i++) wanted[i] = argument(w, g->atom->args[g->columns[i]]);
    *from = search(g, wanted, false);
    *to = search(g, wanted, true);
}

bool kf_guard_bind(kf_open_walk_state *w, const kf_guard *g, uint32_t row)
{
    const uint32_t *at = g->rows + (size_t)row * g->size + 1;
    for (uint32_t i = g->n_known; i + 1 < g->size; i++)
        w->g.constants[g->atom->args[g->columns[i]]->id] = at[i];
    for (uint32_t i = g->n_known; i + 1 < g->size; i++) /* a variable may stand there twice */
        if (w->g.constants[g->atom->args[g->columns[i]]->id] != at[i]) return false;
    return true;
}

/* ---- The order ------------------------------------------------------------------------------ */

typedef struct planner {
    kf_open_walk_state *w;
    kf_guard *guards; /* by part; atom NULL: none, or used */
    bool *bound;      /* by free variable */
    bool *placed;     /* by part */
    uint32_t n_placed;
} planner;

static double domain_size(const kf_open_walk_state *w, uint32_t variable)
{
    uint32_t type = w->g.rule->variables[variable].type;
    return type == KF_TYPE_NUMBER ? 1 : (double)w->g.domains->types[type].ids.n;
}

/* Rows to expect; -1: it gives no variable a value. */
static double expected_rows(const planner *p, const kf_guard *g)
{
    double rows = g->n;
    bool useful = false;
    for (uint32_t i = 0; i < p->w->g.model->predicates.at[g->atom->id].arity; i++) {
        const kf_expr *e = g->atom->args[i];
        if (argument_is_known(e, p->bound))
            rows /= e->kind == KF_EXPR_VARIABLE ? domain_size(p->w, e->id) + 1 : 2;
        else useful = true;
    }
    return useful ? rows : -1;
}

static kf_guard *choose_guard(const planner *p)
{
    kf_guard *best = NULL;
    double least = 0;
    for (uint32_t i = 0; i < p->w->n_parts; i++) {
        kf_guard *g = &p->guards[i];
        double rows = g->atom ? expected_rows(p, g) : -1;
        if (rows < 0 || (best && rows >= least)) continue;
        best = g;
        least = rows;
    }
    return best;
}

static uint32_t choose_variable(const planner *p)
{
    const kf_rule *r = p->w->g.rule;
    for (uint32_t i = 0; i < r->n_free; i++)
        if (!p->bound[i] && r->variables[i].type != KF_TYPE_NUMBER) return i;
    return KF_NONE;
}

/* The parts that are known now, but for guards, which are as they must be. */
static void place_parts(planner *p, kf_open_step *s)
{
    kf_open_walk_state *w = p->w;
    s->first_part = p->n_placed;
    for (uint32_t i = 0; i < w->n_parts; i++) {
        if (p->placed[i] || !is_known(w, w->parts[i], p->bound)) continue;
        p->placed[i] = true;
        w->part_order[p->n_placed++] = i;
    }
    s->end_part = p->n_placed;
}

static kerf_status add_step(planner *p)
{
    kf_open_walk_state *w = p->w;
    kf_open_step *s = &w->steps[w->n_steps++];
    kf_guard *g = choose_guard(p);
    if (g) {
        s->guard = kf_arena_copy(&w->arena, g, 1, sizeof *g);
        if (!s->guard) return KERF_NO_MEMORY;
        KF_TRY(open_guard(w, s->guard, p->bound));
        for (uint32_t i = 0; i + 1 < s->guard->size; i++)
            if (g->atom->args[i]->kind == KF_EXPR_VARIABLE) p->bound[g->atom->args[i]->id] = true;
        p->placed[g - p->guards] = true;
        g->atom = NULL;
    } else {
        s->variable = choose_variable(p);
        p->bound[s->variable] = true;
    }
    place_parts(p, s);
    return KERF_OK;
}

kerf_status kf_open_plan(kf_open_walk_state *w)
{
    const kf_rule *r = w->g.rule;
    find_parts(w);
    planner p = { .w = w,
                  .guards = kf_arena_alloc(&w->arena, w->n_parts, sizeof(kf_guard)),
                  .bound = kf_arena_alloc(&w->arena, r->n_free, sizeof(bool)),
                  .placed = kf_arena_alloc(&w->arena, w->n_parts, sizeof(bool)) };
    w->steps = kf_arena_alloc(&w->arena, r->n_free, sizeof *w->steps);
    w->part_order = kf_arena_alloc(&w->arena, w->n_parts, sizeof *w->part_order);
    if (!p.guards || !p.bound || !p.placed || !w->steps || !w->part_order) return KERF_NO_MEMORY;
    for (uint32_t i = 0; i < w->n_parts; i++) {
        const kf_logic *f = w->parts[i];
        if (!can_guard(w, f)) continue;
        uint32_t n = kf_world_relation(w->g.evidence, f->id, KF_SAID_TRUE)->n;
        if (w->g.model->predicates.at[f->id].hidden) n += listed_rows(w->b, f->id);
        p.guards[i] = (kf_guard){ .atom = f, .n = n };
    }
    while (choose_variable(&p) != KF_NONE) KF_TRY(add_step(&p));
    return KERF_OK;
}

/* ---- Atoms that the certificate names --------------------------------------------------------- */

bool kf_open_is_listed(kf_open_walk_state *w, const kf_logic *atom)
{
    const kf_predicate *p = &w->g.model->predicates.at[atom->id];
    uint32_t row[KF_MOST_ARITY];
    kf_term_begin(&w->g);
    for (uint32_t i = 0; i < p->arity; i++)
        if (!kf_term_constant(&w->g, atom->args[i], p->slots[i].type, &row[i])) return false;
    uint32_t id = kf_bound_find_atom(w->b, atom->id, row);
    return id != KF_NONE && id < w->b->n_listed;
}

/* ---- Cycles --------------------------------------------------------------------------------- */

static bool is_acyclic(const kf_model *m, uint32_t predicate)
{
    for (size_t i = 0; i < m->rules.n; i++)
        if (m->rules.at[i].kind == KF_RULE_ACYCLIC && m->rules.at[i].predicate == predicate)
            return true;
    return false;
}

typedef struct graph {
    const kf_relation *said;
    const kf_bound *b;
    const kf_bound_term *terms;
    uint32_t n_terms;
    bool *alive, *leaves; /* by constant */
} graph;

static void see_edge(graph *g, uint32_t from, uint32_t to)
{
    g->leaves[from] |= g->alive[from] && g->alive[to];
}

/* Constants from which no edge leads to one that is left are taken away, until that is nothing new;
 * what stays has a cycle. */
static bool has_cycle(graph *g, uint32_t n)
{
    uint32_t left = n, before;
    do {
        before = left;
        left = 0;
        memset(g->leaves, 0, n * sizeof(bool));
        for (uint32_t i = 0; i < g->said->n; i++)
            see_edge(g, g->said->columns[0][i], g->said->columns[1][i]);
        for (uint32_t i = 0; i < g->n_terms; i++) {
            const uint32_t *row = g->b->rows.at + g->b->atoms.at[g->terms[i].literal / 2].row;
            see_edge(g, row[0], row[1]);
        }
        for (uint32_t i = 0; i < n; i++) left += g->alive[i] = g->leaves[i];
    } while (left > 0 && left < before);
    return left > 0;
}

kerf_status kf_open_is_cycle(const kf_bound *b, const kf_bound_constraint *c, bool *cycle)
{
    const kf_model *m = b->v->model;
    const kf_bound_term *t = b->terms.at + c->start;
    uint32_t predicate = b->atoms.at[t[0].literal / 2].predicate;
    *cycle = false;
    if (c->count || !is_acyclic(m, predicate)) return KERF_OK;
    for (uint32_t i = 0; i < c->n; i++)
        if (!(t[i].literal & 1) || b->atoms.at[t[i].literal / 2].predicate != predicate)
            return KERF_OK;
    uint32_t n = kf_symbols_count(m->types.at[m->predicates.at[predicate].slots[0].type].constants);
    bool *rooms = kf_mem_alloc(b->mem, n, 2 * sizeof *rooms);
    if (!rooms) return KERF_NO_MEMORY;
    memset(rooms, 1, n * sizeof *rooms);
    graph g = {
        kf_world_relation(b->v->evidence, predicate, KF_SAID_TRUE), b, t, c->n, rooms, rooms + n
    };
    *cycle = has_cycle(&g, n);
    kf_mem_free(b->mem, rooms, n, 2 * sizeof *rooms);
    return KERF_OK;
}

/* guards.c -- plans in which order open_walk.c gives values to the variables of a rule.
 *
 * A negated atom in a disjunction satisfies it unless the atom is true or open; a positive atom in
 * a conjunction falsifies it unless it is that. Such an atom guards its variables: only its rows
 * are tried. The guard with the fewest expected rows comes next; variables without a guard range
 * over their types. Once a grounding has an open atom, another is of use only if a named clause has
 * both (neighbours.c). A weight table guards all parameters of its formula, as long as none of them
 * has a value. */
#include "verify/open_walk.h"

#include "base/check.h"
#include "model/weight_table.h"

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
    bool leaf = kf_logic_has_terms(f);
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
    if (p->hidden && !w->several) return false;
    for (uint32_t i = 0; i < p->arity; i++) {
        const kf_expr *e = f->args[i];
        if ((e->kind != KF_EXPR_VARIABLE && e->kind != KF_EXPR_CONSTANT)
            || e->type != p->slots[i].type)
            return false;
    }
    return true;
}

static uint32_t count_named(const kf_bound *b, uint32_t predicate)
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

static void fill_said(kf_guard *g, const kf_facts *said, uint32_t arity)
{
    uint32_t *to = g->said.at;
    for (uint32_t i = 0; i < said->n; i++) {
        *to++ = arity;
        for (uint32_t k = 0; k < arity; k++) *to++ = said->columns[g->columns[k]][i];
        *to++ = KF_NONE;
    }
}

static void fill_named(kf_guard *g, const kf_bound *b, uint32_t arity)
{
    uint32_t *to = g->named.at;
    for (uint32_t i = 0; g->named.n > 0 && i < b->n_listed; i++) {
        const kf_bound_atom *a = &b->atoms.at[i];
        if (a->predicate != g->atom->id) continue;
        *to++ = arity;
        for (uint32_t k = 0; k < arity; k++) *to++ = b->rows.at[a->row + g->columns[k]];
        *to++ = i;
    }
}

/* Each row once: rows of numbers may have the same constants. */
static void keep_distinct(kf_guard *g)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < g->said.n; i++) {
        const uint32_t *row = g->said.at + (size_t)i * g->size;
        uint32_t *to = g->said.at + (size_t)kept * g->size;
        if (kept > 0 && by_words(to - g->size, row) == 0) continue;
        memmove(to, row, g->size * sizeof *row);
        kept++;
    }
    g->said.n = kept;
}

static kerf_status open_guard(kf_open_walk_state *w, kf_guard *g, const bool *bound)
{
    uint32_t predicate = g->atom->id, arity = w->g.model->predicates.at[predicate].arity, n = 0;
    const kf_facts *said = kf_evidence_facts(w->g.evidence, predicate, KF_SAID_TRUE);
    size_t size = (arity + 2) * sizeof(uint32_t);
    g->size = arity + 2;
    g->columns = kf_arena_alloc(&w->arena, arity, sizeof *g->columns);
    g->said.at = kf_arena_alloc(&w->arena, g->said.n, size);
    g->named.at = kf_arena_alloc(&w->arena, g->named.n, size);
    if (!g->columns || !g->said.at || !g->named.at) return KERF_NO_MEMORY;
    for (int known = 1; known >= 0; known--) {
        for (uint32_t i = 0; i < arity; i++)
            if (argument_is_known(g->atom->args[i], bound) == known) g->columns[n++] = i;
        if (known) g->n_known = n;
    }
    assert(g->said.n == said->n);
    fill_said(g, said, arity);
    fill_named(g, w->b, arity);
    if (g->said.n > 0) qsort(g->said.at, g->said.n, size, by_words);
    keep_distinct(g);
    if (g->named.n > 0) qsort(g->named.at, g->named.n, size, by_words);
    return KERF_OK;
}

static uint32_t argument(const kf_open_walk_state *w, const kf_expr *e)
{
    return e->kind == KF_EXPR_CONSTANT ? e->id : w->g.constants[e->id];
}

static uint32_t search(const kf_guard *g, const kf_guard_rows *rows, const uint32_t *wanted,
                       bool after)
{
    uint32_t from = 0, to = rows->n;
    while (from < to) {
        uint32_t middle = from + (to - from) / 2, i = 0;
        const uint32_t *row = rows->at + (size_t)middle * g->size + 1;
        while (i < g->n_known && row[i] == wanted[i]) i++;
        if (i < g->n_known ? row[i] < wanted[i] : after) from = middle + 1;
        else to = middle;
    }
    return from;
}

/* Gives the variables the values of the row and goes on, if they fit: one may stand there twice. */
static kerf_status try_row(kf_open_walk_state *w, uint32_t step, const uint32_t *row, uint32_t open,
                           kf_open_visit *visit)
{
    const kf_guard *g = w->steps[step].guard;
    for (uint32_t i = g->n_known; i + 2 < g->size; i++)
        w->g.constants[g->atom->args[g->columns[i]]->id] = row[i];
    for (uint32_t i = g->n_known; i + 2 < g->size; i++)
        if (w->g.constants[g->atom->args[g->columns[i]]->id] != row[i]) return KERF_OK;
    w->steps[step].open = open;
    return visit(w, step);
}

static kerf_status try_rows(kf_open_walk_state *w, uint32_t step, const kf_guard_rows *rows,
                            kf_open_visit *visit)
{
    const kf_guard *g = w->steps[step].guard;
    uint32_t wanted[KF_MOST_ARITY];
    for (uint32_t i = 0; i < g->n_known; i++) wanted[i] = argument(w, g->atom->args[g->columns[i]]);
    uint32_t from = search(g, rows, wanted, false), to = search(g, rows, wanted, true);
    for (; from < to; from++) {
        const uint32_t *row = rows->at + (size_t)from * g->size + 1;
        KF_TRY(try_row(w, step, row, row[g->size - 2], visit));
    }
    return KERF_OK;
}

/* Likewise, of named atoms beside one that is open already. */
static kerf_status try_near(kf_open_walk_state *w, uint32_t step, uint32_t open,
                            kf_open_visit *visit)
{
    const kf_guard *g = w->steps[step].guard;
    const kf_bound *b = w->b;
    assert(open < b->n_listed);
    for (uint32_t k = b->near_start[open]; k < b->near_start[open + 1]; k++) {
        const kf_bound_atom *a = &b->atoms.at[b->near[k]];
        uint32_t row[KF_MOST_ARITY] = { 0 }, i = 0;
        if (a->predicate != g->atom->id) continue;
        for (; i + 2 < g->size; i++) {
            row[i] = b->rows.at[a->row + g->columns[i]];
            if (i < g->n_known && row[i] != argument(w, g->atom->args[g->columns[i]])) break;
        }
        if (i + 2 == g->size) KF_TRY(try_row(w, step, row, b->near[k], visit));
    }
    return KERF_OK;
}

kerf_status kf_guard_loop(kf_open_walk_state *w, uint32_t step, kf_open_visit *visit)
{
    const kf_guard *g = w->steps[step].guard;
    uint32_t open = KF_NONE;
    KF_TRY(try_rows(w, step, &g->said, visit));
    for (uint32_t i = 0; w->b->near && i < step && open == KF_NONE; i++) open = w->steps[i].open;
    if (open != KF_NONE) return try_near(w, step, open, visit);
    return try_rows(w, step, &g->named, visit);
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
    double rows = (double)g->said.n + g->named.n;
    bool useful = false;
    for (uint32_t i = 0; i < p->w->g.model->predicates.at[g->atom->id].arity; i++) {
        const kf_expr *e = g->atom->args[i];
        if (argument_is_known(e, p->bound))
            rows /= e->kind == KF_EXPR_VARIABLE ? domain_size(p->w, e->id) + 1 : 2;
        else useful = true;
    }
    return useful ? rows : -1;
}

/* Are the rows of the weight table fewer than what a guard of so many would try? */
static bool prefers_rows(const planner *p, const kf_guard *best, double least)
{
    const kf_rule *r = p->w->g.rule;
    if (r->cost != KF_COST_TABLE || r->weight != 0) return false;
    double rows = kf_weight_table_count(r->table), all = 1;
    for (uint32_t i = 0; i < r->n_parameters; i++) {
        if (p->bound[r->parameters[i]]) return false;
        all *= domain_size(p->w, r->parameters[i]);
    }
    return best ? rows < least : rows < all;
}

static kf_guard *choose_guard(const planner *p, bool *rows)
{
    kf_guard *best = NULL;
    double least = 0;
    for (uint32_t i = 0; i < p->w->n_parts; i++) {
        kf_guard *g = &p->guards[i];
        double expected = g->atom ? expected_rows(p, g) : -1;
        if (expected < 0 || (best && expected >= least)) continue;
        best = g;
        least = expected;
    }
    *rows = prefers_rows(p, best, least);
    return *rows ? NULL : best;
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
    assert(w->n_steps < w->g.rule->n_free); /* each step binds a variable */
    kf_open_step *s = &w->steps[w->n_steps++];
    const kf_rule *r = w->g.rule;
    kf_guard *g = choose_guard(p, &s->rows);
    s->open = KF_NONE;
    if (s->rows) {
        for (uint32_t i = 0; i < r->n_parameters; i++) p->bound[r->parameters[i]] = true;
    } else if (g) {
        s->guard = kf_arena_copy(&w->arena, g, 1, sizeof *g);
        if (!s->guard) return KERF_NO_MEMORY;
        KF_TRY(open_guard(w, s->guard, p->bound));
        for (uint32_t i = 0; i + 2 < s->guard->size; i++)
            if (g->atom->args[i]->kind == KF_EXPR_VARIABLE) p->bound[g->atom->args[i]->id] = true;
        p->placed[g - p->guards] = true;
        g->atom = NULL;
    } else {
        s->variable = choose_variable(p);
        assert(s->variable != KF_NONE);
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
        p.guards[i] = (kf_guard){ .atom = f };
        p.guards[i].said.n = kf_evidence_facts(w->g.evidence, f->id, KF_SAID_TRUE)->n;
        if (w->g.model->predicates.at[f->id].hidden) p.guards[i].named.n = count_named(w->b, f->id);
    }
    while (choose_variable(&p) != KF_NONE) KF_TRY(add_step(&p));
    return KERF_OK;
}

/* ---- Atoms that the certificate names ---- */

bool kf_open_is_listed(kf_open_walk_state *w, const kf_logic *atom)
{
    assert(atom->kind == KF_LOGIC_ATOM);
    const kf_predicate *p = &w->g.model->predicates.at[atom->id];
    uint32_t row[KF_MOST_ARITY];
    kf_term_begin(&w->g);
    for (uint32_t i = 0; i < p->arity; i++)
        if (!kf_term_constant(&w->g, atom->args[i], p->slots[i].type, &row[i])) return false;
    uint32_t id = kf_bound_find_atom(w->b, atom->id, row);
    return id != KF_NONE && id < w->b->n_listed;
}

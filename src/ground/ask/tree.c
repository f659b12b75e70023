/* tree.c -- the atoms of a quantified part, from which separation starts after flips.
 *
 * A flipped atom matters only where the rest of the part lets it: in a conjunction everything
 * beside it must hold, in a disjunction nothing may. So the query is joined with guards: atoms of
 * observed predicates that stand beside it or beside a node above it, and whose variables the
 * flipped atom or the formula binds. From Smokes(B), EXIST y (Friends(x,y) ^ Smokes(y)) leads to
 * the x that are friends with B. */
#include "ground/ask/ask.h"

typedef struct path {
    const kf_logic *node;
    const struct path *above;
} path;

typedef struct walk {
    kf_ask *a;
    kf_tree_fn *each;
    void *context;
} walk;

/* Its free variables bind, the rest is open. */
static kerf_status make_pattern(kf_ask *a, const kf_logic *f, kf_literal *l)
{
    const kf_compiled *c = &a->gr->c;
    uint32_t arity = a->g->d->m->predicates.at[f->id].arity;
    assert(a->g->d->m->predicates.at[f->id].hidden);
    *l = (kf_literal){ .kind = KF_LITERAL_ATOM, .hidden = true, .id = f->id, .n = arity };
    l->args = kf_arena_alloc(&a->scratch, arity + 1, sizeof *l->args);
    if (!l->args) return KERF_NO_MEMORY;
    for (uint32_t i = 0; i < arity; i++) {
        const kf_expr *e = f->args[i];
        l->args[i] = (kf_arg){ KF_NONE, KF_NONE };
        if (e->kind == KF_EXPR_VARIABLE && e->id < c->n_free) l->args[i].variable = e->id;
        if (e->kind == KF_EXPR_CONSTANT) l->args[i].constant = e->id;
    }
    return KERF_OK;
}

/* ---- Guards ---- */

static bool names(const kf_logic *atom, uint32_t arity, uint32_t variable)
{
    for (uint32_t i = 0; i < arity; i++) {
        if (atom->args[i]->kind == KF_EXPR_VARIABLE && atom->args[i]->id == variable) return true;
    }
    return false;
}

/* Must it hold where the atom matters, and is it a test once the atom is known? */
static bool is_guard(const kf_ask *a, const kf_logic *f, bool and, const kf_logic *atom)
{
    const kf_model *m = a->g->d->m;
    if (f->kind != KF_LOGIC_ATOM || f->negated == and) return false;
    const kf_predicate *p = &m->predicates.at[f->id];
    bool helps = false;
    if (p->hidden || p->number) return false;
    for (uint32_t i = 0; i < p->arity; i++) {
        const kf_expr *e = f->args[i];
        if (e->kind == KF_EXPR_CONSTANT) continue;
        if (e->kind != KF_EXPR_VARIABLE) return false;
        if (e->id < a->gr->c.n_free) continue;
        if (!names(atom, m->predicates.at[atom->id].arity, e->id)) return false;
        helps = true;
    }
    return helps;
}

/* The guard as a literal of the query; the pattern binds what they share. */
static kerf_status add_guard(kf_ask *a, const kf_logic *f, const kf_logic *atom, kf_literal *l)
{
    uint32_t arity = a->g->d->m->predicates.at[f->id].arity;
    assert(a->n < a->most);
    kf_literal *to = &a->literals[a->n];
    *to = (kf_literal){ .kind = KF_LITERAL_ATOM, .id = f->id, .n = arity };
    to->args = kf_arena_alloc(&a->scratch, arity + 1, sizeof *to->args);
    to->uses = kf_arena_alloc(&a->scratch, arity + 1, sizeof *to->uses);
    if (!to->args || !to->uses) return KERF_NO_MEMORY;
    for (uint32_t i = 0; i < arity; i++) {
        const kf_expr *e = f->args[i];
        bool variable = e->kind == KF_EXPR_VARIABLE;
        to->args[i] = variable ? (kf_arg){ e->id, 0 } : (kf_arg){ KF_NONE, e->id };
        bool known = !variable;
        for (uint32_t u = 0; u < to->n_uses; u++) known |= to->uses[u] == e->id;
        if (!known) to->uses[to->n_uses++] = e->id;
        for (uint32_t k = 0; variable && k < l->n; k++) {
            const kf_expr *at = atom->args[k];
            if (at->kind == KF_EXPR_VARIABLE && at->id == e->id) l->args[k].variable = e->id;
        }
    }
    a->n++;
    return KERF_OK;
}

static bool is_junction(const kf_logic *f)
{
    return f->kind == KF_LOGIC_AND || f->kind == KF_LOGIC_OR;
}

static kerf_status add_guards(kf_ask *a, const path *up, const kf_logic *atom, kf_literal *l)
{
    uint32_t most = a->n;
    for (const path *p = up; p; p = p->above) most += is_junction(p->node) ? p->node->n : 0;
    const kf_literal *old = a->literals;
    uint32_t n_old = a->n;
    kf_literal *all = kf_arena_alloc(&a->scratch, most + 1, sizeof *all);
    if (!all) return KERF_NO_MEMORY;
    a->literals = all;
    a->most = most + 1;
    a->n = 0; /* guards first: they are cheaper to test than the part */
    const kf_logic *below = atom;
    for (const path *p = up; p; below = p->node, p = p->above) {
        for (uint32_t i = 0; is_junction(p->node) && i < p->node->n; i++) {
            const kf_logic *kid = p->node->kids[i];
            if (kid == below || !is_guard(a, kid, p->node->kind == KF_LOGIC_AND, atom)) continue;
            KF_TRY(add_guard(a, kid, atom, l));
        }
    }
    assert(a->n + n_old <= most);
    for (uint32_t i = 0; i < n_old; i++) a->literals[a->n++] = old[i];
    return KERF_OK;
}

/* ---- All atoms ---- */

static kerf_status visit(const walk *w, const kf_logic *f, const path *up)
{
    if (f->kind == KF_LOGIC_COMPARE || f->kind == KF_LOGIC_CONTAINS) return KERF_OK;
    if (f->kind == KF_LOGIC_ATOM) {
        kf_ask *a = w->a;
        kf_literal *literals = a->literals, pattern;
        uint32_t n = a->n, room = a->most;
        if (!a->g->d->m->predicates.at[f->id].hidden) return KERF_OK;
        KF_TRY(make_pattern(a, f, &pattern));
        kerf_status st = add_guards(a, up, f, &pattern);
        if (st == KERF_OK) st = w->each(w->context, a, &pattern);
        a->literals = literals;
        a->n = n;
        a->most = room;
        return st;
    }
    path here = { f, up };
    for (uint32_t i = 0; i < f->n; i++) KF_TRY(visit(w, f->kids[i], &here));
    return KERF_OK;
}

kerf_status kf_tree_atoms(kf_ask *a, const kf_logic *tree, kf_tree_fn *each, void *context)
{
    walk w = { a, each, context };
    return visit(&w, tree, NULL);
}

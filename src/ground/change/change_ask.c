/* change_ask.c -- the queries of changed facts and constants over one rule; see change_ask.h.
 *
 * A grounding is open where no observed literal makes its clause true. One that has a changed fact
 * in several places must be met once: the query from the second place also needs the variables of
 * the first, so that its answers can be told. */
#include "ground/change/change_ask.h"

static bool is_simple(const kf_expr *e)
{
    return e->kind == KF_EXPR_VARIABLE || e->kind == KF_EXPR_CONSTANT || e->kind == KF_EXPR_NUMBER;
}

static bool can_follow(const kf_literal *l)
{
    if (l->kind == KF_LITERAL_COMPARE) return is_simple(l->left) && is_simple(l->right);
    return l->kind == KF_LITERAL_ATOM && !l->right;
}

bool kf_rule_can_change(const kf_grounder *g, const kf_ground_rule *gr)
{
    const kf_rule *r = &g->d->m->rules.at[gr->rule];
    const kf_compiled *c = &gr->c;
    if (r->kind != KF_RULE_LOGIC || (r->cost != KF_COST_NUMBER && r->cost != KF_COST_HARD))
        return false;
    if (gr->kept || gr->settled || gr->product || r->closed || r->table || c->n_conditions > 0
        || !kf_is_plain(c) || (r->cost == KF_COST_HARD && c->flipped))
        return false;
    for (uint32_t i = 0; i < c->n_literals; i++)
        if (!can_follow(&c->literals[i])) return false;
    for (uint32_t v = 0; v < c->n_variables; v++)
        if (c->types[v] == KF_TYPE_NUMBER) return false;
    return c->n_free == c->n_variables;
}

bool kf_is_guarded(const kf_compiled *c, uint32_t variable)
{
    for (uint32_t i = 0; i < c->n_observed; i++) {
        const kf_literal *l = &c->literals[i];
        if (l->kind == KF_LITERAL_ATOM && kf_is_asked_true(l) && kf_literal_uses(l, variable))
            return true;
    }
    return false;
}

bool kf_asks_violated(const kf_ground_rule *gr)
{
    return gr->c.n_observed == 0 && !gr->local && gr->when_false;
}

/* ---- Preparing ---- */

static kerf_status make_room(kf_grounder *g, kf_ground_rule *gr)
{
    if (gr->changes) return KERF_OK;
    kf_change_asks *x = kf_arena_alloc(&g->arena, 1, sizeof *x);
    if (!x) return KERF_NO_MEMORY;
    x->facts = kf_arena_alloc(&g->arena, gr->c.n_observed, sizeof *x->facts);
    x->constants = kf_arena_alloc(&g->arena, gr->c.n_free, sizeof *x->constants);
    if (!x->facts || !x->constants) return KERF_NO_MEMORY;
    gr->changes = x;
    return KERF_OK;
}

static kerf_status begin(kf_change_ask *x, kf_grounder *g, kf_ground_rule *gr, uint32_t n)
{
    const kf_compiled *c = &gr->c;
    KF_TRY(kf_ask_begin(&x->a, g, gr, n));
    for (uint32_t i = 0; i < n; i++) kf_ask_add(&x->a, &c->literals[i], true);
    kf_ask_need_tuple(&x->a);
    return KERF_OK;
}

static kerf_status prepare(kf_change_ask *x, const kf_literal *seed, uint32_t seed_at)
{
    kerf_status st = kf_ask_prepare(&x->a, seed, seed_at, &x->query);
    if (st == KERF_OK) return KERF_OK;
    x->query = NULL;
    kf_ask_end(&x->a);
    return st;
}

/* Literals before this one that a fact may match as well. */
static void need_same(kf_change_ask *x, const kf_compiled *c, uint32_t literal)
{
    const kf_literal *l = &c->literals[literal];
    for (uint32_t i = 0; i < literal; i++) {
        const kf_literal *other = &c->literals[i];
        if (other->kind != KF_LITERAL_ATOM || other->id != l->id || other->negated != l->negated)
            continue;
        for (uint32_t u = 0; u < other->n_uses; u++) x->a.needed[other->uses[u]] = true;
    }
}

kerf_status kf_change_ask_fact(kf_grounder *g, kf_ground_rule *gr, uint32_t literal,
                               kf_change_ask **out)
{
    assert(literal < gr->c.n_observed && gr->c.literals[literal].kind == KF_LITERAL_ATOM);
    KF_TRY(make_room(g, gr));
    kf_change_ask *x = *out = &gr->changes->facts[literal];
    if (x->query) return kf_query_refresh(x->query);
    KF_TRY(begin(x, g, gr, gr->c.n_observed));
    need_same(x, &gr->c, literal);
    return prepare(x, &x->a.literals[literal], literal);
}

/* A literal of one argument, for the constant: some predicate that has a column. */
static kf_literal *constant_seed(kf_change_ask *x, uint32_t variable)
{
    const kf_compiled *c = &x->a.gr->c;
    kf_literal *l = kf_arena_alloc(&x->a.scratch, 1, sizeof *l);
    kf_arg *arg = kf_arena_alloc(&x->a.scratch, 1, sizeof *arg);
    if (!l || !arg) return NULL;
    *arg = (kf_arg){ variable, 0 };
    *l = (kf_literal){ .kind = KF_LITERAL_ATOM, .n = 1, .args = arg };
    for (uint32_t i = 0; i < c->n_literals; i++)
        if (c->literals[i].kind == KF_LITERAL_ATOM && c->literals[i].n > 0)
            l->id = c->literals[i].id;
    return l;
}

kerf_status kf_change_ask_constant(kf_grounder *g, kf_ground_rule *gr, uint32_t variable,
                                   kf_change_ask **out)
{
    const kf_compiled *c = &gr->c;
    assert(variable < c->n_free && !kf_is_guarded(c, variable));
    KF_TRY(make_room(g, gr));
    kf_change_ask *x = *out = &gr->changes->constants[variable];
    if (x->query) return kf_query_refresh(x->query);
    KF_TRY(begin(x, g, gr, kf_asks_violated(gr) ? c->n_literals : c->n_observed));
    for (uint32_t v = 0; v < variable; v++)
        if (c->types[v] == c->types[variable] && !kf_is_guarded(c, v)) x->a.needed[v] = true;
    kf_literal *seed = constant_seed(x, variable);
    if (!seed) {
        kf_ask_end(&x->a);
        return KERF_NO_MEMORY;
    }
    return prepare(x, seed, KF_NONE);
}

void kf_change_asks_free(kf_ground_rule *gr)
{
    uint32_t n = gr->c.n_observed;
    for (uint32_t i = 0; gr->changes && i < n + gr->c.n_free; i++) {
        kf_change_ask *x = i < n ? &gr->changes->facts[i] : &gr->changes->constants[i - n];
        if (!x->query) continue;
        kf_query_free(x->query);
        kf_ask_end(&x->a);
    }
}

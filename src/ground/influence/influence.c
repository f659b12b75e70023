/* influence.c -- what each hidden atom changes, the others being as they are: for learning.
 *
 * A clause is false where a conjunction holds: every literal false. An atom at one place of the
 * conjunction decides it exactly where the rest holds, so one query for each hidden literal finds
 * all there is to find, from what is true or observed. What a cardinality counts is such a
 * conjunction, too. Where two literals have the same atom, the rest of neither can be asked for as
 * the assignment is: the queries by place leave these groundings out, and pairs of places are asked
 * by themselves. */
#include "ground/influence/influence.h"

#include "ground/influence/conjunct.h"

/* ---- Conjunctions ---- */

/* What it asks of the atom of a hidden literal. */
static bool wanted_value(const kf_conjunct *x, uint32_t i)
{
    assert(i < x->n);
    return x->literals[i].negated == x->turned;
}

static bool is_atom_of(const kf_conjunct *x, uint32_t i, uint32_t predicate)
{
    const kf_literal *l = &x->literals[i];
    return l->hidden && l->kind == KF_LITERAL_ATOM && l->id == predicate;
}

static bool same_row(const kf_literal *l, const kf_binding *b, const uint32_t *row)
{
    for (uint32_t i = 0; i < l->n; i++) {
        kf_arg a = l->args[i];
        if (row[i] != (a.variable == KF_NONE ? a.constant : b->ids[a.variable])) return false;
    }
    return true;
}

/* Is another literal of the same predicate? */
static bool has_twin(const kf_conjunct *x, uint32_t k)
{
    for (uint32_t i = 0; i < x->n; i++)
        if (i != k && is_atom_of(x, i, x->literals[k].id)) return true;
    return false;
}

/* ---- One place ---- */

typedef struct place {
    const kf_conjunct *x;
    uint32_t k, twin; /* the places; twin KF_NONE: there is one only */
    bool everywhere;  /* every atom of the predicate alike */
    kerf_status status;
} place;

static bool pass(place *p, const kf_binding *b, const uint32_t *row, uint64_t times)
{
    double change = wanted_value(p->x, p->k) ? (double)times : -(double)times;
    p->status = p->x->found(p->x->context, p->x->literals[p->k].id, row, b, change);
    return p->status == KERF_OK;
}

/* The rest holds; if another literal has the same atom, that is for the pairs. */
static bool found_one(void *context, const kf_binding *b, uint64_t times)
{
    place *p = context;
    const kf_literal *l = &p->x->literals[p->k];
    uint32_t row[KF_MOST_ARITY] = { 0 };
    if (p->everywhere) return pass(p, b, NULL, times);
    kf_literal_row(l, b, row);
    for (uint32_t i = 0; i < p->x->n; i++)
        if (i != p->k && is_atom_of(p->x, i, l->id) && same_row(&p->x->literals[i], b, row))
            return true;
    return pass(p, b, row, times);
}

/* Both places have one atom, and the literals of other predicates hold. These must be the first two
 * places of the atom, all of its places must ask the same of it, and literals with another atom
 * must hold. */
static bool found_pair(void *context, const kf_binding *b, uint64_t times)
{
    place *p = context;
    const kf_conjunct *x = p->x;
    const kf_literal *l = &x->literals[p->k];
    uint32_t row[KF_MOST_ARITY] = { 0 }, other[KF_MOST_ARITY];
    kf_literal_row(l, b, row);
    for (uint32_t i = 0; i < x->n; i++) {
        if (i == p->k || i == p->twin || !is_atom_of(x, i, l->id)) continue;
        bool value = wanted_value(x, i);
        if (same_row(&x->literals[i], b, row)) {
            if (i < p->twin || value != wanted_value(x, p->k)) return true;
            continue;
        }
        kf_literal_row(&x->literals[i], b, other);
        if (kf_database_holds(x->g->d, l->id, other) != value) return true;
    }
    return pass(p, b, row, times);
}

/* ---- Every atom alike ---- */

static bool uses_one_of(const kf_literal *l, const kf_literal *k)
{
    for (uint32_t i = 0; i < l->n_uses; i++)
        for (uint32_t j = 0; j < k->n; j++)
            if (l->uses[i] == k->args[j].variable) return true;
    return false;
}

static bool names(const kf_literal *l, uint32_t variable)
{
    for (uint32_t i = 0; i < l->n; i++)
        if (l->args[i].variable == variable) return true;
    return false;
}

/* The rest of the formula and its weight know nothing of the literal's variables, and these can be
 * anything: then the rest decides for all atoms alike. */
static bool is_everywhere(const kf_conjunct *x, uint32_t k)
{
    const kf_compiled *c = &x->gr->c;
    const kf_rule *r = &x->g->d->m->rules.at[x->gr->rule];
    const kf_literal *l = &x->literals[k];
    if (x->tuple || l->n_uses != l->n || has_twin(x, k)) return false;
    for (uint32_t i = 0; i < l->n; i++)
        if (l->args[i].variable == KF_NONE || l->args[i].variable >= c->n_free) return false;
    for (uint32_t i = 0; i < c->n_conditions; i++)
        if (uses_one_of(&c->conditions[i], l)) return false;
    for (uint32_t i = 0; i < x->n; i++)
        if (i != k && uses_one_of(&x->literals[i], l)) return false;
    for (uint32_t i = 0; i < r->n_parameters; i++)
        if (names(l, r->parameters[i])) return false;
    return true;
}

/* ---- Asking ---- */

/* The parameters tell changes apart, even where one weight goes for all of them as yet. */
void kf_influence_need(kf_ask *a)
{
    const kf_rule *r = &a->g->d->m->rules.at[a->gr->rule];
    for (uint32_t i = 0; i < r->n_parameters; i++) a->needed[r->parameters[i]] = true;
    kf_ask_need_key(a);
}

static void need(kf_ask *a, const place *p)
{
    const kf_literal *l = &p->x->literals[p->k];
    kf_influence_need(a);
    if (p->x->tuple) kf_ask_need_tuple(a);
    for (uint32_t i = 0; !p->everywhere && i < p->x->n; i++) {
        const kf_literal *twin = &p->x->literals[i];
        if (!is_atom_of(p->x, i, l->id)) continue;
        for (uint32_t u = 0; u < twin->n_uses; u++) a->needed[twin->uses[u]] = true;
    }
    for (uint32_t i = 0; p->everywhere && i < l->n; i++) a->scope[l->args[i].variable] = false;
}

/* variable := term, for the planner to go on from. */
static kerf_status add_equal(kf_ask *a, kf_arg x, kf_arg y, uint32_t type)
{
    kf_arg from = x.variable == KF_NONE ? x : y, to = x.variable == KF_NONE ? y : x;
    assert(to.variable != KF_NONE);
    kf_expr *e = kf_arena_alloc(&a->scratch, 1, sizeof *e);
    kf_literal *l = &a->literals[a->n];
    *l = (kf_literal){ .kind = KF_LITERAL_COMPUTE, .n = 1 };
    l->args = kf_arena_alloc(&a->scratch, 1, sizeof *l->args);
    l->uses = kf_arena_alloc(&a->scratch, 2, sizeof *l->uses);
    if (!e || !l->args || !l->uses) return KERF_NO_MEMORY;
    bool constant = from.variable == KF_NONE;
    *e = (kf_expr){ .kind = constant ? KF_EXPR_CONSTANT : KF_EXPR_VARIABLE,
                    .type = type,
                    .id = constant ? from.constant : from.variable };
    l->args[0] = to;
    l->left = e;
    l->uses[l->n_uses++] = to.variable;
    if (!constant) l->uses[l->n_uses++] = from.variable;
    a->n++;
    return KERF_OK;
}

static bool same_arg(kf_arg x, kf_arg y)
{
    return x.variable == y.variable && (x.variable != KF_NONE || x.constant == y.constant);
}

/* The twin has the same atom. *possible: it can have. */
static kerf_status add_twin(kf_ask *a, const place *p, bool *possible)
{
    const kf_literal *l = &p->x->literals[p->k], *twin = &p->x->literals[p->twin];
    assert(p->k < p->twin && twin->id == l->id && twin->n == l->n);
    const kf_slot *slots = a->g->d->m->predicates.at[l->id].slots;
    *possible = true;
    for (uint32_t i = 0; i < l->n; i++) {
        kf_arg x = l->args[i], y = twin->args[i];
        if (same_arg(x, y)) continue;
        if (x.variable == KF_NONE && y.variable == KF_NONE) *possible = false;
        else KF_TRY(add_equal(a, x, y, slots[i].type));
    }
    return KERF_OK;
}

static kerf_status ask(kf_ask *a, place *p)
{
    const kf_conjunct *x = p->x;
    bool pair = p->twin != KF_NONE, possible = true;
    for (uint32_t i = 0; i < x->n; i++) {
        if (i == p->k || (pair && is_atom_of(x, i, x->literals[p->k].id))) continue;
        kf_ask_add(a, &x->literals[i], x->turned);
    }
    if (pair) KF_TRY(add_twin(a, p, &possible));
    need(a, p);
    if (!possible) return KERF_OK;
    kerf_status st = kf_ask_run(a, NULL, KF_NONE, NULL, pair ? found_pair : found_one, p);
    return p->status != KERF_OK ? p->status : st;
}

/* The literals say all that there is to say; what is counted is not looked at. */
static void about_groups(kf_ask *a)
{
    const kf_rule *r = &a->g->d->m->rules.at[a->gr->rule];
    a->n = 0;
    for (uint32_t i = 0; i < r->n_counted; i++) a->scope[r->counted[i]] = false;
}

static kerf_status ask_place(const kf_conjunct *x, uint32_t k, uint32_t twin)
{
    place p = { .x = x, .k = k, .twin = twin };
    kf_ask a;
    p.everywhere = twin == KF_NONE && is_everywhere(x, k);
    KF_TRY(kf_ask_begin(&a, x->g, x->gr, x->n + KF_MOST_ARITY));
    if (x->groups) about_groups(&a);
    kerf_status st = ask(&a, &p);
    kf_ask_end(&a);
    return st;
}

kerf_status kf_conjunct_ask(const kf_conjunct *x)
{
    for (uint32_t k = 0; k < x->n; k++) {
        const kf_literal *l = &x->literals[k];
        if (!l->hidden) continue;
        KF_TRY(ask_place(x, k, KF_NONE));
        for (uint32_t i = k + 1; i < x->n; i++)
            if (is_atom_of(x, i, l->id) && wanted_value(x, i) == wanted_value(x, k))
                KF_TRY(ask_place(x, k, i));
    }
    return KERF_OK;
}

/* ---- Clauses ---- */

typedef struct turned {
    kf_influence_fn *found;
    void *context;
} turned;

/* A clause is true where its conjunction is not. */
static kerf_status turn(void *context, uint32_t predicate, const uint32_t *row, const kf_binding *b,
                        double change)
{
    const turned *t = context;
    return t->found(t->context, predicate, row, b, -change);
}

static kerf_status ask_clause(kf_grounder *g, kf_ground_rule *gr, kf_influence_fn *found,
                              void *context)
{
    turned t = { found, context };
    kf_conjunct x = { .g = g,
                      .gr = gr,
                      .literals = gr->c.literals,
                      .n = gr->c.n_literals,
                      .turned = true,
                      .found = gr->c.flipped ? found : turn,
                      .context = gr->c.flipped ? context : &t };
    return kf_conjunct_ask(&x);
}

static bool has_hidden_tree(const kf_compiled *c)
{
    for (uint32_t i = c->n_observed; i < c->n_literals; i++)
        if (c->literals[i].kind == KF_LITERAL_TREE) return true;
    return false;
}

kerf_status kf_ground_influence(kf_grounder *g, kf_ground_rule *gr, kf_influence_fn *found,
                                void *context)
{
    assert(g->d->m->rules.at[gr->rule].kind != KF_RULE_ACYCLIC);
    const kf_rule *r = &g->d->m->rules.at[gr->rule];
    if (r->kind == KF_RULE_ACYCLIC) return KERF_OK;
    if (r->kind == KF_RULE_LOGIC && gr->c.form == KF_FORM_CLAUSE && !has_hidden_tree(&gr->c))
        return ask_clause(g, gr, found, context);
    if (r->kind == KF_RULE_COUNT) return kf_influence_count(g, gr, found, context);
    return kf_influence_general(g, gr, found, context);
}

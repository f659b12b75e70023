/* compile.c -- rules to clauses and disjoint conjunctive queries; see query.h. */
#include "model/query.h"

#include <stdio.h>
#include <string.h>

enum { MOST_CONJUNCTIONS = 512, MOST_COUNTED = 64 };

typedef struct compiler {
    kf_arena *arena;
    const kf_model *m;
    const kf_rule *r;
    kf_compiled *c;
    uint32_t cap_variables, cap_conditions;
    bool no_memory, too_large;
    uint32_t unbound; /* a number variable without an atom, or KF_NONE */
} compiler;

static void *fresh(compiler *k, size_t n, size_t each)
{
    void *block = kf_arena_alloc(k->arena, n ? n : 1, each);
    if (!block) k->no_memory = true;
    return block;
}

/* ---- Variables that literals use ---- */

static void use(kf_literal *l, uint32_t variable)
{
    if (variable == KF_NONE) return;
    for (uint32_t i = 0; i < l->n_uses; i++) {
        if (l->uses[i] == variable) return;
    }
    l->uses[l->n_uses++] = variable;
}

static uint32_t count_variables(const kf_expr *e)
{
    if (!e) return 0;
    uint32_t n = e->kind == KF_EXPR_VARIABLE;
    for (uint32_t i = 0; i < e->n; i++) n += count_variables(e->args[i]);
    return n;
}

static void use_expr(kf_literal *l, const kf_expr *e)
{
    if (!e) return;
    if (e->kind == KF_EXPR_VARIABLE) use(l, e->id);
    for (uint32_t i = 0; i < e->n; i++) use_expr(l, e->args[i]);
}

static bool has_terms(const kf_logic *f)
{
    return f->kind == KF_LOGIC_ATOM || f->kind == KF_LOGIC_COMPARE || f->kind == KF_LOGIC_CONTAINS;
}

/* Free variables of a tree: those that are free in the rule. */
static void use_tree(const kf_rule *r, kf_literal *l, const kf_logic *f)
{
    for (uint32_t i = 0; i < f->n; i++) {
        if (has_terms(f)) {
            kf_literal inner = { .uses = l->uses, .n_uses = l->n_uses };
            use_expr(&inner, f->args[i]);
            l->n_uses = inner.n_uses;
        } else {
            use_tree(r, l, f->kids[i]);
        }
    }
}

static bool set_uses(compiler *k, kf_literal *l)
{
    uint32_t most = l->n + count_variables(l->left) + count_variables(l->right) + 1;
    if (l->tree) most += k->c->n_variables;
    l->uses = fresh(k, most, sizeof(uint32_t));
    if (!l->uses) return false;
    l->n_uses = 0;
    for (uint32_t i = 0; i < l->n; i++) use(l, l->args[i].variable);
    use_expr(l, l->left);
    use_expr(l, l->right);
    if (l->tree) {
        use_tree(k->r, l, l->tree);
        uint32_t kept = 0;
        for (uint32_t i = 0; i < l->n_uses; i++) {
            if (l->uses[i] < k->c->n_free) l->uses[kept++] = l->uses[i];
        }
        l->n_uses = kept;
    }
    return true;
}

/* ---- Computed terms ---- */

static uint32_t new_variable(compiler *k, uint32_t type)
{
    kf_compiled *c = k->c;
    if (c->n_variables == k->cap_variables) {
        uint32_t cap = k->cap_variables * 2 + 8;
        uint32_t *types = fresh(k, cap, sizeof *types);
        if (!types) return KF_NONE;
        memcpy(types, c->types, c->n_variables * sizeof *types);
        c->types = types;
        k->cap_variables = cap;
    }
    if (c->n_variables >= KF_MOST_TUPLE) {
        k->too_large = true;
        return KF_NONE;
    }
    c->types[c->n_variables] = type;
    return c->n_variables++;
}

static bool same_expr(const kf_expr *a, const kf_expr *b)
{
    if (!a || !b) return a == b;
    if (a->kind != b->kind || a->op != b->op || a->type != b->type || a->id != b->id
        || a->number != b->number || a->n != b->n) {
        return false;
    }
    for (uint32_t i = 0; i < a->n; i++) {
        if (!same_expr(a->args[i], b->args[i])) return false;
    }
    return true;
}

static bool same_literal(const kf_literal *a, const kf_literal *b)
{
    if (a->kind != b->kind || a->op != b->op || a->negated != b->negated || a->id != b->id
        || a->n != b->n || a->tree != b->tree || !same_expr(a->left, b->left)
        || !same_expr(a->right, b->right)) {
        return false;
    }
    for (uint32_t i = 0; i < a->n; i++) {
        if (a->args[i].variable != b->args[i].variable) return false;
        if (a->args[i].variable == KF_NONE && a->args[i].constant != b->args[i].constant)
            return false;
    }
    return true;
}

static bool add_condition(compiler *k, kf_literal l)
{
    kf_compiled *c = k->c;
    for (uint32_t i = 0; i < c->n_conditions; i++) {
        if (same_literal(&c->conditions[i], &l)) return true;
    }
    if (!set_uses(k, &l)) return false;
    if (c->n_conditions == k->cap_conditions) {
        uint32_t cap = k->cap_conditions * 2 + 4;
        kf_literal *list = fresh(k, cap, sizeof *list);
        if (!list) return false;
        if (c->n_conditions) memcpy(list, c->conditions, c->n_conditions * sizeof *list);
        c->conditions = list;
        k->cap_conditions = cap;
    }
    c->conditions[c->n_conditions++] = l;
    return true;
}

static bool flat_arg(compiler *, const kf_expr *, kf_arg *);

/* The variable that a function's application stands for, defined by a literal. Equal
 * applications share it. */
static bool call(compiler *k, const kf_expr *e, kf_arg *out)
{
    kf_literal l = { .kind = KF_LITERAL_FUNCTION, .id = e->id, .n = e->n + 1 };
    l.args = fresh(k, l.n, sizeof *l.args);
    if (!l.args) return false;
    for (uint32_t i = 0; i < e->n; i++) {
        if (!flat_arg(k, e->args[i], &l.args[i])) return false;
    }
    for (uint32_t i = 0; i < k->c->n_conditions; i++) {
        const kf_literal *old = &k->c->conditions[i];
        if (old->kind != l.kind || old->id != l.id) continue;
        l.args[e->n] = old->args[e->n];
        if (same_literal(old, &l)) {
            *out = old->args[e->n];
            return true;
        }
    }
    l.args[e->n].variable = new_variable(k, e->type);
    *out = l.args[e->n];
    return out->variable != KF_NONE && add_condition(k, l);
}

/* A copy of an expression in which no function is called. */
static const kf_expr *without_calls(compiler *k, const kf_expr *e)
{
    if (e->kind != KF_EXPR_CALL && e->kind != KF_EXPR_OP) return e;
    kf_expr *copy = fresh(k, 1, sizeof *copy);
    if (!copy) return NULL;
    *copy = *e;
    if (e->kind == KF_EXPR_CALL) {
        kf_arg arg;
        if (!call(k, e, &arg)) return NULL;
        *copy = (kf_expr){ .kind = KF_EXPR_VARIABLE, .type = e->type, .id = arg.variable };
        return copy;
    }
    copy->args = fresh(k, e->n, sizeof *copy->args);
    if (!copy->args) return NULL;
    for (uint32_t i = 0; i < e->n; i++) {
        copy->args[i] = (kf_expr *)(uintptr_t)without_calls(k, e->args[i]);
        if (!copy->args[i]) return NULL;
    }
    return copy;
}

static bool flat_arg(compiler *k, const kf_expr *e, kf_arg *out)
{
    *out = (kf_arg){ KF_NONE, 0 };
    switch (e->kind) {
    case KF_EXPR_VARIABLE: out->variable = e->id; return true;
    case KF_EXPR_CONSTANT: out->constant = e->id; return true;
    case KF_EXPR_CALL: return call(k, e, out);
    default: break;
    }
    kf_literal l = { .kind = KF_LITERAL_COMPUTE, .n = 1, .left = without_calls(k, e) };
    l.args = fresh(k, 1, sizeof *l.args);
    if (!l.left || !l.args) return false;
    for (uint32_t i = 0; i < k->c->n_conditions; i++) {
        const kf_literal *old = &k->c->conditions[i];
        if (old->kind == l.kind && same_expr(old->left, l.left)
            && k->c->types[old->args[0].variable] == e->type) {
            *out = old->args[0];
            return true;
        }
    }
    l.args[0] = (kf_arg){ new_variable(k, e->type), 0 };
    *out = l.args[0];
    return out->variable != KF_NONE && add_condition(k, l);
}

/* ---- Literals ---- */

static bool names_hidden(const kf_model *m, const kf_logic *f)
{
    if (f->kind == KF_LOGIC_ATOM) return m->predicates.at[f->id].hidden;
    if (has_terms(f)) return false;
    for (uint32_t i = 0; i < f->n; i++) {
        if (names_hidden(m, f->kids[i])) return true;
    }
    return false;
}

/* A computed term that is compared, not put in a place, must have a value all the same: a
 * comparison with itself says so. */
static bool needs_value(compiler *k, const kf_expr *e)
{
    if (e->kind != KF_EXPR_OP) return true;
    kf_literal l = { .kind = KF_LITERAL_COMPARE, .op = KF_OP_EQ, .left = e, .right = e };
    return add_condition(k, l);
}

static bool atom(compiler *k, const kf_logic *f, kf_literal *l)
{
    const kf_predicate *p = &k->m->predicates.at[f->id];
    *l = (kf_literal){ .kind = KF_LITERAL_ATOM,
                       .negated = f->negated,
                       .hidden = p->hidden,
                       .id = f->id,
                       .n = p->arity };
    l->args = fresh(k, l->n, sizeof *l->args);
    if (!l->args) return false;
    for (uint32_t i = 0; i < l->n; i++) {
        if (!flat_arg(k, f->args[i], &l->args[i])) return false;
    }
    if (p->number) {
        l->right = without_calls(k, f->args[p->arity]);
        if (!l->right || !needs_value(k, l->right)) return false;
    }
    return set_uses(k, l);
}

/* A literal of the body, with its sign turned if asked. */
static bool literal(compiler *k, const kf_logic *f, bool negated, kf_literal *l)
{
    switch (f->kind) {
    case KF_LOGIC_ATOM:
        if (!atom(k, f, l)) return false;
        l->negated = l->negated != negated;
        return true;
    case KF_LOGIC_COMPARE:
    case KF_LOGIC_CONTAINS:
        *l = (kf_literal){ .kind = f->kind == KF_LOGIC_COMPARE ? KF_LITERAL_COMPARE
                                                               : KF_LITERAL_CONTAINS,
                           .op = f->op,
                           .negated = f->negated,
                           .left = without_calls(k, f->args[0]),
                           .right = without_calls(k, f->args[1]) };
        if (!l->left || !l->right) return false;
        if (!needs_value(k, l->left) || !needs_value(k, l->right)) return false;
        if (f->kind == KF_LOGIC_COMPARE) {
            if (negated) l->op = (uint8_t)kf_op_opposite((kf_op)f->op);
        } else {
            l->negated = l->negated != negated;
        }
        return set_uses(k, l);
    default: /* a quantified part, true, or false */
        *l = (kf_literal){
            .kind = KF_LITERAL_TREE, .negated = negated, .hidden = names_hidden(k->m, f), .tree = f
        };
        return set_uses(k, l);
    }
}

/* ---- Disjoint conjunctions ---- */

typedef struct list {
    uint32_t n;
    kf_conjunction *at;
} list;

/* The same atom, whatever its sign, if it is plain. */
static bool same_atom(const kf_literal *x, const kf_literal *y)
{
    if (x->kind != KF_LITERAL_ATOM || y->kind != KF_LITERAL_ATOM || x->id != y->id || x->n != y->n
        || x->right || y->right)
        return false;
    for (uint32_t i = 0; i < x->n; i++) {
        bool variable = x->args[i].variable != KF_NONE;
        if (x->args[i].variable != y->args[i].variable) return false;
        if (!variable && x->args[i].constant != y->args[i].constant) return false;
    }
    return true;
}

/* Does one want an atom that the other does not? Then they never hold together. */
static bool contradict(const kf_conjunction *x, const kf_conjunction *y)
{
    for (uint32_t i = 0; i < x->n; i++)
        for (uint32_t j = 0; j < y->n; j++)
            if (x->at[i].negated != y->at[j].negated && same_atom(&x->at[i], &y->at[j]))
                return true;
    return false;
}

/* Both; what is in both stands once. */
static bool conjoin(compiler *k, const kf_conjunction *x, const kf_conjunction *y,
                    kf_conjunction *out)
{
    *out = (kf_conjunction){ x->n, fresh(k, (size_t)x->n + y->n, sizeof *out->at), false };
    if (!out->at) return false;
    out->hidden = x->hidden || y->hidden;
    if (x->n) memcpy(out->at, x->at, x->n * sizeof *out->at);
    for (uint32_t j = 0; j < y->n; j++) {
        uint32_t i = 0;
        while (i < x->n && !same_atom(&x->at[i], &y->at[j])) i++;
        if (i == x->n) out->at[out->n++] = y->at[j];
    }
    return true;
}

static bool product(compiler *k, const list *a, const list *b, list *out)
{
    uint64_t most = (uint64_t)a->n * b->n;
    if (most > MOST_CONJUNCTIONS) most = MOST_CONJUNCTIONS;
    list all = { 0, fresh(k, most, sizeof *all.at) };
    if (!all.at) return false;
    for (uint32_t i = 0; i < a->n; i++) {
        for (uint32_t j = 0; j < b->n; j++) {
            if (contradict(&a->at[i], &b->at[j])) continue;
            if (all.n == MOST_CONJUNCTIONS) {
                k->too_large = true;
                return false;
            }
            if (!conjoin(k, &a->at[i], &b->at[j], &all.at[all.n++])) return false;
        }
    }
    *out = all;
    return true;
}

static bool append(compiler *k, list *to, const list *more)
{
    if (to->n + more->n > MOST_CONJUNCTIONS) {
        k->too_large = true;
        return false;
    }
    kf_conjunction *both = fresh(k, to->n + more->n, sizeof *both);
    if (!both) return false;
    if (to->n) memcpy(both, to->at, to->n * sizeof *both);
    if (more->n) memcpy(both + to->n, more->at, more->n * sizeof *both);
    to->at = both;
    to->n += more->n;
    return true;
}

/* Disjoint conjunctions whose disjunction is f (or its negation). An OR takes its kids in turn:
 * the first; not the first, but the second; and so on. */
static bool disjoint(compiler *k, const kf_logic *f, bool negated, list *out)
{
    bool or = f->kind == (negated ? KF_LOGIC_AND : KF_LOGIC_OR);
    bool and = f->kind == (negated ? KF_LOGIC_OR : KF_LOGIC_AND);
    if (! or &&!and) {
        kf_conjunction *c = fresh(k, 1, sizeof *c);
        kf_literal *l = fresh(k, 1, sizeof *l);
        if (!c || !l || !literal(k, f, negated, l)) return false;
        *c = (kf_conjunction){ 1, l, l->hidden };
        *out = (list){ 1, c };
        return true;
    }
    list before = { 0 };
    *out = (list){ 0 };
    for (uint32_t i = 0; i < f->n; i++) {
        list kid, not_kid, part;
        if (!disjoint(k, f->kids[i], negated, &kid)) return false;
        if (i == 0) {
            *out = kid;
        } else if (and) {
            if (!product(k, out, &kid, out)) return false;
        } else if (!product(k, &before, &kid, &part) || !append(k, out, &part)) {
            return false;
        }
        if (or &&i + 1 < f->n) {
            if (!disjoint(k, f->kids[i], !negated, &not_kid)) return false;
            if (i == 0) {
                before = not_kid;
            } else if (!product(k, &before, &not_kid, &before)) {
                return false;
            }
        }
    }
    return true;
}

/* ---- Rules ---- */

static bool is_literal(const kf_logic *f)
{
    return f->kind != KF_LOGIC_AND && f->kind != KF_LOGIC_OR;
}

static bool all_literals(const kf_logic *f)
{
    for (uint32_t i = 0; i < f->n; i++) {
        if (!is_literal(f->kids[i])) return false;
    }
    return true;
}

/* The clause's literals, observed ones first, in their order otherwise. */
static bool clause(compiler *k)
{
    kf_compiled *c = k->c;
    const kf_logic *body = k->r->body;
    const kf_logic *const *parts = is_literal(body) ? &body : (const kf_logic *const *)body->kids;
    uint32_t n = is_literal(body) ? 1 : body->n;
    kf_literal *all = fresh(k, n, sizeof *all);
    c->literals = fresh(k, n, sizeof *all);
    if (!all || !c->literals) return false;
    c->flipped = body->kind == KF_LOGIC_AND;
    for (uint32_t i = 0; i < n; i++) {
        if (!literal(k, parts[i], c->flipped, &all[i])) return false;
    }
    for (int hidden = 0; hidden < 2; hidden++) {
        for (uint32_t i = 0; i < n; i++) {
            if (all[i].hidden == hidden) c->literals[c->n_literals++] = all[i];
        }
        if (!hidden) c->n_observed = c->n_literals;
    }
    return true;
}

static bool in_tuple(const kf_compiled *c, uint32_t variable)
{
    for (uint32_t i = 0; i < c->n_tuple; i++) {
        if (c->tuple[i] == variable) return true;
    }
    return false;
}

static bool set_tuple(compiler *k)
{
    kf_compiled *c = k->c;
    c->tuple = fresh(k, c->n_variables, sizeof(uint32_t));
    if (!c->tuple) return false;
    if (c->form == KF_FORM_OTHER) {
        for (uint32_t i = 0; i < c->n_free; i++) c->tuple[c->n_tuple++] = i;
        return true;
    }
    for (uint32_t i = c->n_observed; i < c->n_literals; i++) {
        const kf_literal *l = &c->literals[i];
        for (uint32_t u = 0; u < l->n_uses; u++) {
            if (!in_tuple(c, l->uses[u])) c->tuple[c->n_tuple++] = l->uses[u];
        }
    }
    return true;
}

/* A number variable takes its values from an observed atom: without such a row, no grounding. */
static bool number_conditions(compiler *k, const kf_logic *f)
{
    if (f->kind == KF_LOGIC_ATOM) {
        const kf_predicate *p = &k->m->predicates.at[f->id];
        if (!p->number || f->args[p->arity]->kind != KF_EXPR_VARIABLE) return true;
        kf_literal l;
        if (!atom(k, f, &l)) return false;
        for (uint32_t i = 0; i < k->c->n_conditions; i++) {
            const kf_literal *old = &k->c->conditions[i];
            if (old->kind == KF_LITERAL_ATOM && old->right->id == l.right->id) return true;
        }
        l.negated = false;
        return add_condition(k, l);
    }
    if (has_terms(f) || f->kind == KF_LOGIC_EXIST || f->kind == KF_LOGIC_FORALL) return true;
    for (uint32_t i = 0; i < f->n; i++) {
        if (!number_conditions(k, f->kids[i])) return false;
    }
    return true;
}

/* The free number variables have their atoms now, or never. */
static bool numbers_bound(compiler *k)
{
    for (uint32_t v = 0; v < k->r->n_free; v++) {
        bool bound = k->c->types[v] != KF_TYPE_NUMBER;
        for (uint32_t i = 0; !bound && i < k->c->n_conditions; i++) {
            const kf_literal *l = &k->c->conditions[i];
            bound = l->kind == KF_LITERAL_ATOM && l->right && l->right->id == v;
        }
        if (!bound) k->unbound = v;
        if (!bound) return false;
    }
    return true;
}

/* Of formulas that were folded into a table only those with a row were written. */
static bool table_condition(compiler *k)
{
    if (!k->r->closed) return true;
    kf_literal l = { .kind = KF_LITERAL_TABLE, .id = k->c->rule, .n = k->r->n_parameters };
    l.args = fresh(k, l.n, sizeof *l.args);
    if (!l.args) return false;
    for (uint32_t i = 0; i < l.n; i++) l.args[i] = (kf_arg){ k->r->parameters[i], 0 };
    return add_condition(k, l);
}

static bool start(compiler *k)
{
    kf_compiled *c = k->c;
    k->cap_variables = c->n_variables = k->r->n_variables;
    c->n_free = k->r->n_free;
    c->types = fresh(k, c->n_variables, sizeof(uint32_t));
    if (!c->types) return false;
    for (uint32_t i = 0; i < c->n_variables; i++) c->types[i] = k->r->variables[i].type;
    return true;
}

static kerf_status finish(compiler *k, bool good, kf_diags *diags)
{
    if (good) return KERF_OK;
    if (!k->too_large && k->unbound == KF_NONE) return KERF_NO_MEMORY;
    kf_place place = kf_sources_place(k->m->program->sources, k->r->pos);
    if (k->unbound != KF_NONE) {
        kf_str name = kf_model_name(k->m, k->r->variables[k->unbound].name);
        kf_diag_add(diags, KERF_ERROR, &place,
                    "put it at the end of an atom outside every quantifier",
                    "no atom gives the number %.*s a value", (int)name.n, name.at);
        return KERF_INVALID;
    }
    kf_diag_add(diags, KERF_ERROR, &place, "split the formula",
                "this formula is too large: at most %d cases, %d variables, or %d counted literals",
                MOST_CONJUNCTIONS, KF_MOST_TUPLE, MOST_COUNTED);
    return KERF_INVALID;
}

kerf_status kf_compile_rule(kf_arena *arena, const kf_model *m, uint32_t rule, kf_compiled *c,
                            kf_diags *diags)
{
    const kf_rule *r = &m->rules.at[rule];
    compiler k = { .arena = arena, .m = m, .r = r, .c = c, .unbound = KF_NONE };
    *c = (kf_compiled){ .rule = rule };
    bool good = start(&k) && number_conditions(&k, r->body) && numbers_bound(&k);
    good = good && table_condition(&k);
    /* A hard conjunction is left whole: evidence may break it on its own. */
    bool turned = r->body->kind == KF_LOGIC_AND && r->cost == KF_COST_HARD;
    if (good && !turned && (is_literal(r->body) || all_literals(r->body))) {
        c->form = KF_FORM_CLAUSE;
        good = clause(&k);
    } else if (good) {
        c->form = KF_FORM_OTHER;
        list no = { 0 }, yes = { 0 };
        good = disjoint(&k, r->body, true, &no) && disjoint(&k, r->body, false, &yes);
        c->when_false = no.at;
        c->n_false = no.n;
        c->when_true = yes.at;
        c->n_true = yes.n;
    }
    return finish(&k, good && set_tuple(&k), diags);
}

kerf_status kf_compile_count(kf_arena *arena, const kf_model *m, uint32_t rule, kf_compiled *c,
                             kf_diags *diags)
{
    const kf_rule *r = &m->rules.at[rule];
    compiler k = { .arena = arena, .m = m, .r = r, .c = c, .unbound = KF_NONE };
    *c = (kf_compiled){ .rule = rule, .form = KF_FORM_CLAUSE };
    bool good = start(&k) && number_conditions(&k, r->body) && numbers_bound(&k);
    if (good) {
        const kf_logic *body = r->body;
        uint32_t n = body->kind == KF_LOGIC_AND ? body->n : 1;
        k.too_large = n > MOST_COUNTED;
        c->literals = fresh(&k, n, sizeof *c->literals);
        good = c->literals != NULL && !k.too_large;
        for (int hidden = 0; good && hidden < 2; hidden++) {
            for (uint32_t i = 0; good && i < n; i++) {
                const kf_logic *part = body->kind == KF_LOGIC_AND ? body->kids[i] : body;
                if (names_hidden(m, part) != hidden) continue;
                good = literal(&k, part, false, &c->literals[c->n_literals++]);
            }
            if (!hidden) c->n_observed = c->n_literals;
        }
    }
    if (good) {
        c->tuple = fresh(&k, c->n_free, sizeof(uint32_t));
        good = c->tuple != NULL;
        for (uint32_t i = 0; good && i < c->n_free; i++) c->tuple[c->n_tuple++] = i;
    }
    return finish(&k, good, diags);
}

kerf_status kf_model_compiled(kf_model *m, uint32_t rule, kf_diags *diags, const kf_compiled **out)
{
    if (!m->compiled) m->compiled = kf_arena_alloc(&m->arena, m->rules.n, sizeof *m->compiled);
    if (!m->compiled) return KERF_NO_MEMORY;
    kf_compiled *c = m->compiled[rule];
    if (!c) {
        uint8_t kind = m->rules.at[rule].kind;
        c = kf_arena_alloc(&m->arena, 1, sizeof *c);
        if (!c) return KERF_NO_MEMORY;
        c->rule = rule;
        if (kind == KF_RULE_LOGIC) KF_TRY(kf_compile_rule(&m->arena, m, rule, c, diags));
        if (kind == KF_RULE_COUNT) KF_TRY(kf_compile_count(&m->arena, m, rule, c, diags));
        m->compiled[rule] = c;
    }
    *out = c;
    return KERF_OK;
}

/* compile.c -- compiles rules to clauses and disjoint conjunctive queries; see query.h. */
#include "base/check.h"
#include "model/check_model.h"
#include "model/compiler.h"

#include <string.h>

enum { MOST_CONJUNCTIONS = 512, MOST_COUNTED = 64 };

void *kf_compiler_new(kf_compiler *k, size_t n, size_t each)
{
    void *block = kf_arena_alloc(k->arena, n ? n : 1, each);
    if (!block) k->no_memory = true;
    return block;
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
static bool conjoin(kf_compiler *k, const kf_conjunction *x, const kf_conjunction *y,
                    kf_conjunction *out)
{
    *out =
        (kf_conjunction){ x->n, kf_compiler_new(k, (size_t)x->n + y->n, sizeof *out->at), false };
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

static bool product(kf_compiler *k, const list *a, const list *b, list *out)
{
    uint64_t most = (uint64_t)a->n * b->n;
    if (most > MOST_CONJUNCTIONS) most = MOST_CONJUNCTIONS;
    list all = { 0, kf_compiler_new(k, most, sizeof *all.at) };
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

static bool append(kf_compiler *k, list *to, const list *more)
{
    if (to->n + more->n > MOST_CONJUNCTIONS) {
        k->too_large = true;
        return false;
    }
    kf_conjunction *both = kf_compiler_new(k, to->n + more->n, sizeof *both);
    if (!both) return false;
    if (to->n) memcpy(both, to->at, to->n * sizeof *both);
    if (more->n) memcpy(both + to->n, more->at, more->n * sizeof *both);
    to->at = both;
    to->n += more->n;
    return true;
}

/* Disjoint conjunctions whose disjunction is f (or its negation). An OR takes its kids in turn:
 * the first; not the first, but the second; and so on. */
static bool disjoint(kf_compiler *k, const kf_logic *f, bool negated, list *out)
{
    bool any = f->kind == (negated ? KF_LOGIC_AND : KF_LOGIC_OR);
    bool all = f->kind == (negated ? KF_LOGIC_OR : KF_LOGIC_AND);
    if (!any && !all) {
        kf_conjunction *c = kf_compiler_new(k, 1, sizeof *c);
        kf_literal *l = kf_compiler_new(k, 1, sizeof *l);
        if (!c || !l || !kf_compiler_literal(k, f, negated, l)) return false;
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
        } else if (all) {
            if (!product(k, out, &kid, out)) return false;
        } else if (!product(k, &before, &kid, &part) || !append(k, out, &part)) {
            return false;
        }
        if (any && i + 1 < f->n) {
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
static bool clause(kf_compiler *k)
{
    kf_compiled *c = k->c;
    const kf_logic *body = k->r->body;
    const kf_logic *const *parts = is_literal(body) ? &body : (const kf_logic *const *)body->kids;
    uint32_t n = is_literal(body) ? 1 : body->n;
    kf_literal *all = kf_compiler_new(k, n, sizeof *all);
    c->literals = kf_compiler_new(k, n, sizeof *all);
    if (!all || !c->literals) return false;
    c->flipped = body->kind == KF_LOGIC_AND;
    for (uint32_t i = 0; i < n; i++) {
        if (!kf_compiler_literal(k, parts[i], c->flipped, &all[i])) return false;
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

static bool set_tuple(kf_compiler *k)
{
    kf_compiled *c = k->c;
    c->tuple = kf_compiler_new(k, c->n_variables, sizeof(uint32_t));
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
static bool number_conditions(kf_compiler *k, const kf_logic *f)
{
    if (f->kind == KF_LOGIC_ATOM) {
        const kf_predicate *p = &k->m->predicates.at[f->id];
        if (!p->number || f->args[p->arity]->kind != KF_EXPR_VARIABLE) return true;
        kf_literal l;
        if (!kf_compiler_atom(k, f, &l)) return false;
        for (uint32_t i = 0; i < k->c->n_conditions; i++) {
            const kf_literal *old = &k->c->conditions[i];
            if (old->kind == KF_LITERAL_ATOM && old->right->id == l.right->id) return true;
        }
        l.negated = false;
        return kf_compiler_condition(k, l);
    }
    if (kf_logic_has_terms(f) || f->kind == KF_LOGIC_EXIST || f->kind == KF_LOGIC_FORALL)
        return true;
    for (uint32_t i = 0; i < f->n; i++) {
        if (!number_conditions(k, f->kids[i])) return false;
    }
    return true;
}

/* The free number variables have their atoms now, or never. */
static bool numbers_bound(kf_compiler *k)
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
static bool table_condition(kf_compiler *k)
{
    if (!k->r->closed) return true;
    kf_literal l = { .kind = KF_LITERAL_TABLE, .id = k->c->rule, .n = k->r->n_parameters };
    l.args = kf_compiler_new(k, l.n, sizeof *l.args);
    if (!l.args) return false;
    for (uint32_t i = 0; i < l.n; i++) l.args[i] = (kf_arg){ k->r->parameters[i], 0 };
    return kf_compiler_condition(k, l);
}

static bool start(kf_compiler *k)
{
    kf_compiled *c = k->c;
    k->cap_variables = c->n_variables = k->r->n_variables;
    c->n_free = k->r->n_free;
    c->types = kf_compiler_new(k, c->n_variables, sizeof(uint32_t));
    if (!c->types) return false;
    for (uint32_t i = 0; i < c->n_variables; i++) c->types[i] = k->r->variables[i].type;
    return true;
}

static kerf_status finish(kf_compiler *k, bool good, kf_diags *diags)
{
    if (good) {
        KF_CHECK(kf_compiled_check(k->m, k->c));
        return KERF_OK;
    }
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

/* A LOGIC rule. */
static kerf_status compile_rule(kf_arena *arena, const kf_model *m, uint32_t rule, kf_compiled *c,
                                kf_diags *diags)
{
    assert(rule < m->rules.n && m->settled);
    const kf_rule *r = &m->rules.at[rule];
    kf_compiler k = { .arena = arena, .m = m, .r = r, .c = c, .unbound = KF_NONE };
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

/* ---- Cardinalities ---- */

/* within ^ h1 ^ ... ^ hi-1 ^ !hi, of the hidden literals of a condition. */
static bool unless_case(kf_compiler *k, const kf_literal *hidden, uint32_t i, kf_conjunction *out)
{
    const kf_compiled *c = k->c;
    uint32_t n = c->n_within + i + 1;
    *out = (kf_conjunction){ n, kf_compiler_new(k, n, sizeof *out->at), true };
    if (!out->at) return false;
    if (c->n_within) memcpy(out->at, c->within, c->n_within * sizeof *out->at);
    memcpy(out->at + c->n_within, hidden, (i + 1) * sizeof *hidden);
    out->at[n - 1].negated = !out->at[n - 1].negated;
    return true;
}

/* The condition of a count: its observed literals with what their terms need, and the hidden ones,
 * one case for each that may be false. */
static bool count_condition(kf_compiler *k)
{
    kf_compiled *c = k->c;
    uint32_t n = k->r->n_condition, n_hidden = 0, n_observed = 0;
    kf_literal *hidden = kf_compiler_new(k, n, sizeof *hidden);
    kf_literal *observed = kf_compiler_new(k, n, sizeof *observed);
    if (!hidden || !observed) return false;
    assert(c->n_conditions == 0); /* so all that there will be are about its terms */
    for (uint32_t i = 0; i < n; i++) {
        kf_literal l;
        if (!kf_compiler_literal(k, k->r->body->kids[i], false, &l)) return false;
        if (l.hidden) hidden[n_hidden++] = l;
        else observed[n_observed++] = l;
    }
    c->within = kf_compiler_new(k, c->n_conditions + n_observed, sizeof *c->within);
    c->unless = kf_compiler_new(k, n_hidden, sizeof *c->unless);
    if (!c->within || !c->unless) return false;
    for (uint32_t i = 0; i < c->n_conditions; i++) c->within[c->n_within++] = c->conditions[i];
    for (uint32_t i = 0; i < n_observed; i++) c->within[c->n_within++] = observed[i];
    for (uint32_t i = 0; i < n_hidden; i++)
        if (!unless_case(k, hidden, i, &c->unless[c->n_unless++])) return false;
    return true;
}

/* Is this part of the body counted? Where a hidden condition does not hold, `unless` alone reaches
 * what >= asks for: there it need not be. */
static bool is_counted_part(const kf_compiler *k, uint32_t i, bool hidden)
{
    return i >= k->r->n_condition || !hidden || k->r->op != KF_OP_GE;
}

static bool count_literals(kf_compiler *k)
{
    kf_compiled *c = k->c;
    const kf_logic *body = k->r->body;
    uint32_t n = body->kind == KF_LOGIC_AND ? body->n : 1;
    k->too_large = n > MOST_COUNTED;
    c->literals = kf_compiler_new(k, n, sizeof *c->literals);
    if (!c->literals || k->too_large) return false;
    for (int hidden = 0; hidden < 2; hidden++) {
        for (uint32_t i = 0; i < n; i++) {
            const kf_logic *part = body->kind == KF_LOGIC_AND ? body->kids[i] : body;
            if (kf_compiler_hides(k->m, part) != hidden || !is_counted_part(k, i, hidden)) continue;
            if (!kf_compiler_literal(k, part, false, &c->literals[c->n_literals++])) return false;
        }
        if (!hidden) c->n_observed = c->n_literals;
    }
    return true;
}

/* The body of a COUNT rule as literals of a conjunction (conditions included). The tuple is the
 * rule's free variables. */
static kerf_status compile_count(kf_arena *arena, const kf_model *m, uint32_t rule, kf_compiled *c,
                                 kf_diags *diags)
{
    assert(rule < m->rules.n && m->settled);
    const kf_rule *r = &m->rules.at[rule];
    kf_compiler k = { .arena = arena, .m = m, .r = r, .c = c, .unbound = KF_NONE };
    *c = (kf_compiled){ .rule = rule, .form = KF_FORM_CLAUSE };
    bool good = start(&k) && (r->n_condition == 0 || count_condition(&k));
    good = good && number_conditions(&k, r->body) && numbers_bound(&k) && count_literals(&k);
    if (good) {
        c->tuple = kf_compiler_new(&k, c->n_free, sizeof(uint32_t));
        good = c->tuple != NULL;
        for (uint32_t i = 0; good && i < c->n_free; i++) c->tuple[c->n_tuple++] = i;
    }
    return finish(&k, good, diags);
}

/* See kf_compiled.plain_terms. */
static bool has_plain_terms(const kf_logic *f)
{
    if (f->kind == KF_LOGIC_EXIST || f->kind == KF_LOGIC_FORALL) return false;
    bool leaf =
        f->kind == KF_LOGIC_ATOM || f->kind == KF_LOGIC_COMPARE || f->kind == KF_LOGIC_CONTAINS;
    for (uint32_t i = 0; i < f->n; i++) {
        if (leaf ? f->args[i]->kind == KF_EXPR_CALL || f->args[i]->kind == KF_EXPR_OP
                 : !has_plain_terms(f->kids[i]))
            return false;
    }
    return true;
}

kerf_status kf_model_compiled(kf_model *m, uint32_t rule, kf_diags *diags, const kf_compiled **out)
{
    assert(m->settled && rule < m->rules.n);
    if (!m->compiled) m->compiled = kf_arena_alloc(&m->arena, m->rules.n, sizeof *m->compiled);
    if (!m->compiled) return KERF_NO_MEMORY;
    kf_compiled *c = m->compiled[rule];
    if (!c) {
        uint8_t kind = m->rules.at[rule].kind;
        c = kf_arena_alloc(&m->arena, 1, sizeof *c);
        if (!c) return KERF_NO_MEMORY;
        c->rule = rule;
        if (kind == KF_RULE_LOGIC) KF_TRY(compile_rule(&m->arena, m, rule, c, diags));
        if (kind == KF_RULE_COUNT) KF_TRY(compile_count(&m->arena, m, rule, c, diags));
        c->plain_terms = !m->rules.at[rule].body || has_plain_terms(m->rules.at[rule].body);
        m->compiled[rule] = c;
    }
    *out = c;
    return KERF_OK;
}

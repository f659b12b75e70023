/* split_rule.c -- does a formula tie its constants together?
 *
 * A guard is an observed atom without which a grounding, or an instance of a quantifier, is
 * decided: a part of a conjunction, or a negated part of a clause. Entities that share a guard have
 * a row together, and so are in one part. The free variables must hang together by guards of the
 * whole formula. A quantified or counted variable must hang together with those around it by guards
 * of its own scope: of EXIST and counts, a part of the conjunction; of FORALL, a negated part of
 * the clause. Terms that are computed tie nothing, so they are not allowed. */
#include "learn/split_rule.h"

typedef struct ties {
    const kf_model *m;
    const kf_rule *r;
    const uint8_t *kinds;
    bool *in; /* by variable: in the part of the grounding */
    bool loose, hides;
    uint32_t word; /* a type of words in a guard, or KF_NONE */
} ties;

static uint8_t kind_of(const ties *t, uint32_t variable)
{
    uint32_t type = t->r->variables[variable].type;
    return type == KF_TYPE_NUMBER ? KF_SPLIT_COMMON : t->kinds[type];
}

static bool is_guard(const ties *t, const kf_logic *f, bool negated)
{
    return f->kind == KF_LOGIC_ATOM && !t->m->predicates.at[f->id].hidden && f->negated == negated;
}

/* ---- Hanging together ---- */

/* A guard that has an entity of the part brings in all that it names. */
static bool take_guard(ties *t, const kf_logic *f)
{
    bool known = false, new = false;
    for (uint32_t i = 0; i < f->n; i++) {
        const kf_expr *e = f->args[i];
        if (e->kind != KF_EXPR_VARIABLE) continue;
        known |= t->in[e->id] && kind_of(t, e->id) == KF_SPLIT_ENTITY;
        if (kind_of(t, e->id) == KF_SPLIT_WORD) t->word = t->r->variables[e->id].type;
    }
    for (uint32_t i = 0; known && i < f->n; i++) {
        const kf_expr *e = f->args[i];
        if (e->kind != KF_EXPR_VARIABLE || t->in[e->id]) continue;
        t->in[e->id] = new = true;
    }
    return new;
}

/* Guards among the parts of f, until they bring in nothing new. */
static void take_guards(ties *t, const kf_logic *f, bool negated)
{
    bool list = f->kind == (negated ? KF_LOGIC_OR : KF_LOGIC_AND);
    const kf_logic *self = f;
    const kf_logic *const *kids = list ? (const kf_logic *const *)f->kids : &self;
    uint32_t n = list ? f->n : 1;
    for (bool more = true; more;) {
        more = false;
        for (uint32_t i = 0; i < n; i++)
            if (is_guard(t, kids[i], negated)) more |= take_guard(t, kids[i]);
    }
}

static bool is_in_expr(const kf_expr *e, uint32_t variable)
{
    if (e->kind == KF_EXPR_VARIABLE) return e->id == variable;
    for (uint32_t i = 0; i < e->n; i++)
        if (is_in_expr(e->args[i], variable)) return true;
    return false;
}

static bool is_used(const kf_logic *f, uint32_t variable)
{
    for (uint32_t i = 0; i < f->n; i++)
        if (kf_logic_has_terms(f) ? is_in_expr(f->args[i], variable)
                                  : is_used(f->kids[i], variable))
            return true;
    return false;
}

/* From one entity among the free variables. */
static void begin(ties *t, const kf_logic *f)
{
    for (uint32_t v = 0; v < t->r->n_free; v++) {
        if (kind_of(t, v) != KF_SPLIT_ENTITY || !is_used(f, v)) continue;
        t->in[v] = true;
        return;
    }
}

static void check_in(ties *t, uint32_t variable)
{
    if (kind_of(t, variable) != KF_SPLIT_COMMON && !t->in[variable]) t->loose = true;
}

/* ---- Scopes ---- */

/* Quantifiers of one kind in a row are one scope. */
static void look_inside(ties *t, const kf_logic *f)
{
    bool exist = f->kind == KF_LOGIC_EXIST;
    if (exist || f->kind == KF_LOGIC_FORALL) {
        const kf_logic *inner = f->kids[0];
        while (inner->kind == f->kind) inner = inner->kids[0];
        take_guards(t, inner, !exist);
        for (const kf_logic *q = f; q != inner; q = q->kids[0]) check_in(t, q->id);
        look_inside(t, inner);
        return;
    }
    for (uint32_t i = 0; !kf_logic_has_terms(f) && i < f->n; i++) look_inside(t, f->kids[i]);
}

/* Terms are plain, and every hidden atom has an entity. */
static void look_at_terms(ties *t, const kf_logic *f)
{
    bool hidden = f->kind == KF_LOGIC_ATOM && t->m->predicates.at[f->id].hidden, entity = false;
    for (uint32_t i = 0; !kf_logic_has_terms(f) && i < f->n; i++) look_at_terms(t, f->kids[i]);
    for (uint32_t i = 0; kf_logic_has_terms(f) && i < f->n; i++) {
        const kf_expr *e = f->args[i];
        if (e->kind == KF_EXPR_CALL || e->kind == KF_EXPR_OP) t->loose = true;
        if (e->kind == KF_EXPR_VARIABLE) entity |= kind_of(t, e->id) == KF_SPLIT_ENTITY;
    }
    t->hides |= hidden;
    if (hidden && !entity) t->loose = true;
}

/* The group and what it counts; where a condition stands before it, that alone leaves a group
 * open. */
static void look_at_count(ties *t)
{
    const kf_rule *r = t->r;
    const kf_logic *member = r->member ? r->member : r->body;
    begin(t, r->body);
    for (uint32_t i = 0; i < r->n_condition; i++) /* as often as one may bring in another */
        for (uint32_t k = 0; k < r->n_condition; k++)
            if (is_guard(t, r->body->kids[k], false)) take_guard(t, r->body->kids[k]);
    if (r->n_condition == 0) take_guards(t, member, false);
    for (uint32_t v = 0; v < r->n_free; v++) check_in(t, v);
    take_guards(t, member, false);
    for (uint32_t i = 0; i < r->n_counted; i++) check_in(t, r->counted[i]);
}

static void look_at_formula(ties *t)
{
    const kf_logic *f = t->r->body;
    begin(t, f);
    take_guards(t, f, f->kind == KF_LOGIC_OR || (f->kind == KF_LOGIC_ATOM && f->negated));
    for (uint32_t v = 0; v < t->r->n_free; v++) check_in(t, v);
    look_inside(t, f);
}

kerf_status kf_split_ties(kf_mem *mem, const kf_model *m, const kf_rule *r, const uint8_t *kinds,
                          bool *tied, uint32_t *word)
{
    ties t = { .m = m, .r = r, .kinds = kinds, .word = KF_NONE };
    *tied = true;
    if (r->kind == KF_RULE_ACYCLIC) { /* no cost is on edges between parts */
        *tied = kinds[m->predicates.at[r->predicate].slots[0].type] == KF_SPLIT_ENTITY;
        return KERF_OK;
    }
    t.in = kf_mem_calloc(mem, r->n_variables, sizeof *t.in);
    if (!t.in) return KERF_NO_MEMORY;
    look_at_terms(&t, r->body);
    bool computed = t.loose;
    if (r->kind == KF_RULE_COUNT) look_at_count(&t);
    else look_at_formula(&t);
    *tied = !t.hides || !t.loose;
    *word = computed ? KF_NONE : t.word;
    kf_mem_free(mem, t.in, r->n_variables, sizeof *t.in);
    return KERF_OK;
}

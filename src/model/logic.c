/* logic.c -- simplifies, copies, compares and renumbers bodies in negation normal form. */
#include "base/check.h"
#include "model/builder.h"

/* How many parts are left of those before the arrow of an OR; its kids are on the stack. */
static uint32_t before_arrow(const kf_builder *b, const kf_logic *f, size_t from)
{
    uint32_t n = 0;
    for (uint32_t i = 0; f->kind == KF_LOGIC_OR && i < f->arrow; i++) {
        const kf_logic *kid = b->stack.at[from + i];
        n += kid->kind == KF_LOGIC_OR ? kid->n : kid->kind != KF_LOGIC_FALSE;
    }
    return n;
}

kf_logic *kf_logic_simplify(kf_builder *b, kf_logic *f)
{
    if (!f) return NULL;
    if (f->kind == KF_LOGIC_AND || f->kind == KF_LOGIC_OR) {
        size_t from = b->stack.n;
        for (uint32_t i = 0; i < f->n; i++) {
            if (!kf_builder_push(b, kf_logic_simplify(b, f->kids[i]))) return NULL;
        }
        uint32_t arrow = before_arrow(b, f, from);
        kf_logic *joined = kf_logic_join(b, (kf_logic_kind)f->kind, from, f->pos);
        if (joined && f->condition) joined->condition = true;
        if (joined && joined->kind == KF_LOGIC_OR) joined->arrow = arrow;
        return joined;
    }
    if (f->kind == KF_LOGIC_EXIST || f->kind == KF_LOGIC_FORALL) {
        f->kids[0] = kf_logic_simplify(b, f->kids[0]);
        return f->kids[0] ? f : NULL;
    }
    return f;
}

bool kf_logic_is_constant(const kf_logic *f, bool *value)
{
    bool conjunction = f->kind == KF_LOGIC_AND, all = true;
    *value = f->kind == KF_LOGIC_TRUE;
    if (f->kind == KF_LOGIC_TRUE || f->kind == KF_LOGIC_FALSE) return true;
    if (f->kind == KF_LOGIC_EXIST || f->kind == KF_LOGIC_FORALL) {
        return kf_logic_is_constant(f->kids[0], value);
    }
    if (!conjunction && f->kind != KF_LOGIC_OR) return false;
    for (uint32_t i = 0; i < f->n; i++) {
        bool kid;
        bool constant = kf_logic_is_constant(f->kids[i], &kid);
        if (constant && kid != conjunction) {
            *value = kid;
            return true;
        }
        all = all && constant;
    }
    *value = conjunction;
    return all;
}

static kf_expr *copy_expr(kf_builder *b, const kf_expr *e, const uint32_t *map)
{
    kf_expr *copy = kf_builder_new(b, 1, sizeof *copy);
    if (!copy) return NULL;
    *copy = *e;
    if (e->kind == KF_EXPR_VARIABLE && map) copy->id = map[e->id];
    if (e->n) {
        copy->args = kf_builder_new(b, e->n, sizeof *copy->args);
        if (!copy->args) return NULL;
        for (uint32_t i = 0; i < e->n; i++) {
            copy->args[i] = copy_expr(b, e->args[i], map);
            if (!copy->args[i]) return NULL;
        }
    }
    return copy;
}

kf_logic *kf_logic_copy(kf_builder *b, const kf_logic *f, const uint32_t *map)
{
    kf_logic *copy = kf_builder_new(b, 1, sizeof *copy);
    void **list = kf_builder_new(b, f->n ? f->n : 1, sizeof *list);
    if (!copy || !list) return NULL;
    *copy = *f;
    if (kf_logic_binds(f) && map) copy->id = map[f->id];
    for (uint32_t i = 0; i < f->n; i++) {
        list[i] = kf_logic_has_terms(f) ? (void *)copy_expr(b, f->args[i], map)
                                        : (void *)kf_logic_copy(b, f->kids[i], map);
        if (!list[i]) return NULL;
    }
    if (kf_logic_has_terms(f)) {
        copy->args = (kf_expr **)list;
    } else {
        copy->kids = (kf_logic **)list;
    }
    return copy;
}

bool kf_expr_equal(const kf_expr *a, const kf_expr *b)
{
    if (a->kind != b->kind || a->op != b->op || a->type != b->type || a->id != b->id
        || a->number != b->number || a->n != b->n || a->made != b->made) {
        return false;
    }
    for (uint32_t i = 0; i < a->n; i++) {
        if (!kf_expr_equal(a->args[i], b->args[i])) return false;
    }
    return true;
}

bool kf_logic_equal(const kf_logic *a, const kf_logic *b)
{
    if (a->kind != b->kind || a->op != b->op || a->id != b->id || a->n != b->n) return false;
    for (uint32_t i = 0; i < a->n; i++) {
        if (kf_logic_has_terms(a) ? !kf_expr_equal(a->args[i], b->args[i])
                                  : a->kids[i]->negated != b->kids[i]->negated
                                        || !kf_logic_equal(a->kids[i], b->kids[i])) {
            return false;
        }
    }
    return true;
}

static void mark_expr(const kf_expr *e, bool *used)
{
    if (e->kind == KF_EXPR_VARIABLE) used[e->id] = true;
    for (uint32_t i = 0; i < e->n; i++) mark_expr(e->args[i], used);
}

static void mark_logic(const kf_logic *f, bool *used)
{
    if (kf_logic_binds(f)) used[f->id] = true;
    for (uint32_t i = 0; i < f->n; i++) {
        if (kf_logic_has_terms(f)) {
            mark_expr(f->args[i], used);
        } else {
            mark_logic(f->kids[i], used);
        }
    }
}

bool kf_rule_compact(kf_builder *b, kf_rule *r)
{
    assert(r->body);
    uint32_t n = r->n_variables, kept = 0;
    bool *used = kf_builder_new(b, n ? n : 1, sizeof *used);
    uint32_t *map = kf_builder_new(b, n ? n : 1, sizeof *map);
    kf_variable *variables = kf_builder_new(b, n ? n : 1, sizeof *variables);
    if (!used || !map || !variables) return false;
    mark_logic(r->body, used);
    uint32_t n_free = 0;
    for (int quantified = 0; quantified < 2; quantified++) { /* the free ones come first */
        for (uint32_t i = 0; i < n; i++) {
            if (!used[i] || r->variables[i].quantified != quantified) continue;
            map[i] = kept;
            variables[kept++] = r->variables[i];
        }
        if (!quantified) n_free = kept;
    }
    uint32_t *parameters = kf_builder_new(b, n ? n : 1, sizeof *parameters);
    if (!parameters) return false;
    uint32_t n_parameters = 0;
    for (uint32_t i = 0; i < r->n_parameters; i++) {
        if (used[r->parameters[i]]) parameters[n_parameters++] = map[r->parameters[i]];
    }
    if (r->weight_variable != KF_NONE) {
        r->weight_variable = used[r->weight_variable] ? map[r->weight_variable] : KF_NONE;
    }
    r->body = kf_logic_copy(b, r->body, map);
    r->variables = variables;
    r->n_variables = kept;
    r->n_free = n_free;
    r->parameters = parameters;
    r->n_parameters = n_parameters;
    return r->body != NULL;
}

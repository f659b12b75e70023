/* made.c -- constants that formulas make: p([x + 1]), as RockIt has them.
 *
 * Such a formula is a clause. Wherever its observed literals leave it open, what the brackets
 * compute becomes a constant of the world, if it is none yet; after that the term is like any
 * other. Its variables are in observed conditions, so that there is an end to it. A clause that has
 * computed terms without brackets as well, or another variable that may be any constant, may wait
 * for constants that others make: then there are several passes. The queries are those of
 * grounding, over a database of what evidence alone says. */
#include "query/made.h"

#include "base/check.h"
#include "query/backend.h"

typedef struct maker {
    kf_mem *mem;
    kf_model *model;
    kf_evidence *evidence;
    bool strict; /* types that list their constants get no others */
    kf_stop *stop;
    kf_diags *diags;
    kf_database *d;
    kf_backend *backend;
    const kf_compiled *c; /* of the formula at hand */
    kf_arena arena;       /* its query */
    kf_binding binding;
    kf_literal *literals;
    uint32_t n;
    bool *needed, *scope;
    kf_text text;
    bool waits; /* some formula may make more once there are more constants */
    bool made;  /* there are, since this pass began */
} maker;

static bool makes(const kf_logic *f)
{
    for (uint32_t i = 0; i < f->n; i++) {
        if (f->kids ? makes(f->kids[i]) : f->args[i]->made) return true;
    }
    return false;
}

static bool is_making(const kf_literal *l)
{
    return l->kind == KF_LITERAL_COMPUTE && l->left->made;
}

/* ---- What is asked ---- */

static kerf_status refuse(const maker *x, const kf_rule *r, const char *why)
{
    kf_place place = kf_sources_place(x->model->program->sources, r->pos);
    kf_diag_add(x->diags, KERF_ERROR, &place,
                "write p(x + 1), and list the constants in their type: type = {1, ..., 10}",
                "no constants can be made here: %s", why);
    return KERF_INVALID;
}

/* Is the variable in an atom that must hold? */
static bool is_bound(const maker *x, uint32_t variable)
{
    for (uint32_t i = 0; i < x->n; i++) {
        const kf_literal *l = &x->literals[i];
        if (l->kind == KF_LITERAL_ATOM && !l->negated && kf_literal_uses(l, variable)) return true;
    }
    return false;
}

/* May a variable be any constant of its type? One that is made then opens more groundings. */
static bool has_unbound(const maker *x)
{
    for (uint32_t v = 0; v < x->c->n_free; v++)
        if (!is_bound(x, v)) return true;
    return false;
}

/* The variables of a term; false: one of them may be anything. */
static bool need(maker *x, const kf_expr *e)
{
    if (e->kind == KF_EXPR_VARIABLE) {
        x->needed[e->id] = true;
        return is_bound(x, e->id);
    }
    for (uint32_t i = 0; i < e->n; i++) {
        if (!need(x, e->args[i])) return false;
    }
    return true;
}

/* The opposite of an observed literal. False: it waits for a constant that is yet to be made. */
static bool add(maker *x, const kf_literal *l)
{
    kf_literal *to = &x->literals[x->n++];
    *to = *l;
    if (l->kind == KF_LITERAL_COMPARE) to->op = (uint8_t)kf_op_opposite((kf_op)l->op);
    else to->negated = !l->negated;
    for (uint32_t i = 0; i < x->c->n_conditions; i++) {
        const kf_literal *made = &x->c->conditions[i];
        if (is_making(made) && kf_literal_uses(l, made->args[0].variable)) return false;
    }
    return true;
}

static kerf_status new_query(maker *x)
{
    const kf_compiled *c = x->c;
    size_t n = c->n_variables ? c->n_variables : 1;
    x->n = 0;
    x->literals =
        kf_arena_alloc(&x->arena, (size_t)c->n_conditions + c->n_observed + 1, sizeof *x->literals);
    x->needed = kf_arena_alloc(&x->arena, n, sizeof(bool));
    x->scope = kf_arena_alloc(&x->arena, n, sizeof(bool));
    if (!x->literals || !x->needed || !x->scope) return KERF_NO_MEMORY;
    for (uint32_t v = 0; v < c->n_free; v++) x->scope[v] = true;
    return KERF_OK;
}

static kerf_status assemble(maker *x, const kf_rule *r)
{
    const kf_compiled *c = x->c;
    if (r->kind != KF_RULE_LOGIC || c->form != KF_FORM_CLAUSE || c->flipped)
        return refuse(x, r, "the formula is no clause");
    KF_TRY(new_query(x));
    for (uint32_t i = 0; i < c->n_conditions; i++)
        if (!is_making(&c->conditions[i])) x->literals[x->n++] = c->conditions[i];
    x->waits |= x->n > 0;
    for (uint32_t i = 0; i < c->n_observed; i++)
        if (!add(x, &c->literals[i])) return refuse(x, r, "an observed atom has the argument");
    x->waits |= has_unbound(x);
    for (uint32_t i = 0; i < c->n_conditions; i++) {
        const kf_literal *l = &c->conditions[i];
        if (is_making(l) && !need(x, l->left))
            return refuse(x, r, "a variable in brackets is in no observed condition");
    }
    return KERF_OK;
}

/* ---- What is made ---- */

static kerf_status make(maker *x, const kf_expr *e)
{
    const kf_type *t = &x->model->types.at[e->type];
    kf_text_clear(&x->text);
    if (!kf_eval_text(x->d, e, &x->binding, &x->text)) return KERF_OK;
    if (x->text.failed) return KERF_NO_MEMORY;
    kf_str text = kf_text_get(&x->text);
    if (t->listed && x->strict && kf_symbols_find(t->constants, text) >= t->n_declared)
        return KERF_OK;
    uint32_t id = kf_symbols_add(t->constants, text);
    if (id == KF_NO_SYMBOL) return KERF_NO_MEMORY;
    x->made |= !kf_database_has_constant(x->d, e->type, id);
    return kf_evidence_list_constant(x->evidence, e->type, id);
}

typedef struct making {
    maker *x;
    kerf_status status;
} making;

static bool emit(void *context, const kf_binding *b, uint64_t times)
{
    making *m = context;
    const kf_compiled *c = m->x->c;
    (void)b;
    (void)times;
    for (uint32_t i = 0; m->status == KERF_OK && i < c->n_conditions; i++) {
        const kf_literal *l = &c->conditions[i];
        if (is_making(l)) m->status = make(m->x, l->left);
    }
    return m->status == KERF_OK;
}

static kerf_status run(maker *x)
{
    kf_query *q = NULL;
    kf_request request = { .c = x->c,
                           .n = x->n,
                           .literals = x->literals,
                           .needed = x->needed,
                           .scope = x->scope,
                           .seed_at = KF_NONE };
    KF_TRY(kf_backend_prepare(x->backend, &request, &q));
    making m = { x, KERF_OK };
    kerf_status status = kf_query_run(q, NULL, &x->binding, emit, &m);
    kf_query_free(q);
    return m.status != KERF_OK ? m.status : status;
}

static kerf_status make_of_rule(maker *x, uint32_t rule)
{
    const kf_rule *r = &x->model->rules.at[rule];
    if (!r->body || !makes(r->body)) return KERF_OK;
    if (x->model->functions.n > 0) return refuse(x, r, "the model has functions");
    KF_TRY(kf_model_compiled(x->model, rule, x->diags, &x->c));
    KF_TRY(kf_database_prepare(x->d, r));
    KF_TRY(assemble(x, r));
    KF_TRY(kf_binding_new(&x->binding, &x->arena, x->d, x->c->n_variables));
    return run(x);
}

static kerf_status pass(maker *x)
{
    x->made = false;
    KF_TRY(kf_database_new(&x->d, x->mem, x->model, x->evidence));
    KF_TRY(kf_memory_backend_new(&x->backend, x->mem, x->d));
    x->backend->stop = x->stop;
    kerf_status status = KERF_OK;
    for (uint32_t i = 0; status == KERF_OK && i < x->model->rules.n; i++) {
        status = make_of_rule(x, i);
        kf_arena_clear(&x->arena);
    }
    return status;
}

static kerf_status make_all(maker *x)
{
    kerf_status status;
    do {
        status = pass(x);
        kf_backend_free(x->backend);
        kf_database_free(x->d);
        x->backend = NULL;
        x->d = NULL;
    } while (status == KERF_OK && x->waits && x->made);
    return status;
}

kerf_status kf_make_constants(kf_model *m, kf_evidence *e, kf_mem *mem, bool strict, kf_stop *stop,
                              kf_diags *diags)
{
    assert(m->settled && kf_evidence_is_in_memory(e));
    maker x = {
        .mem = mem, .model = m, .evidence = e, .strict = strict, .stop = stop, .diags = diags
    };
    kf_arena_init(&x.arena, mem);
    kf_text_init(&x.text, mem);
    kerf_status status = make_all(&x);
    kf_text_free(&x.text);
    kf_arena_free(&x.arena);
    return status;
}

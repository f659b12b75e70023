/* made.c -- constants that formulas make: p([x + 1]), as RockIt has them.
 *
 * Such a formula is a clause. Wherever its observed literals leave it open, what the brackets
 * compute becomes a constant of the world, if it is none yet; after that the term is like any
 * other. Where these literals bind the variables in brackets, there is an end to it. Where they do
 * not, hidden atoms with a `!` are conditions as well: those that evidence makes true or probable,
 * and those that clauses derive from such (`wanted`). This may have no end: there are so many
 * passes at most. A clause that has computed terms without brackets as well, or another variable
 * that may be any constant, may wait for constants that others make: then there are several passes,
 * too.
 *
 * The queries are those of grounding, over a database of what evidence alone says. Evidence in a
 * store is copied for them, as far as they ask for it. */
#include "query/made.h"

#include "base/check.h"
#include "query/backend.h"

enum { MOST_PASSES = 1000 };

typedef struct atom {
    uint32_t predicate;
    uint32_t row[KF_MOST_ARITY];
} atom;

typedef KF_VEC(atom) atoms;

typedef struct maker {
    kf_mem *mem;
    kf_model *model;
    kf_evidence *evidence; /* gets what is made */
    kf_evidence *asked_of; /* the same, or a copy in memory of what is in a store */
    bool strict;           /* types that list their constants get no others */
    kf_stop *stop;
    kf_diags *diags;
    kf_database *d;
    kf_backend *backend;
    const kf_rule *r;
    const kf_compiled *c; /* of the formula at hand */
    kf_arena arena;       /* its query */
    kf_binding binding;
    kf_literal *literals;
    uint32_t n;
    bool *needed, *scope;
    kf_text text;
    bool *runs;           /* by rule: it makes constants, or derives wanted atoms */
    bool *wanted;         /* by predicate: its hidden atoms are conditions */
    bool *asked;          /* by predicate: some rule that runs names it */
    bool follows;         /* some predicate is wanted */
    const kf_rule *first; /* that wants one */
    atoms derived;        /* of wanted predicates, each once */
    atoms pending;        /* of this pass, perhaps known */
    bool waits;           /* some formula may make more once there are more constants */
    bool more;            /* constants or atoms, since this pass began */
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

static kerf_status refuse(const maker *x, const char *why)
{
    kf_place place = kf_sources_place(x->model->program->sources, x->r->pos);
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
    bool bound = true;
    if (e->kind == KF_EXPR_VARIABLE) {
        x->needed[e->id] = true;
        return is_bound(x, e->id);
    }
    for (uint32_t i = 0; i < e->n; i++) bound &= need(x, e->args[i]);
    return bound;
}

static bool need_brackets(maker *x)
{
    bool bound = true;
    for (uint32_t i = 0; i < x->c->n_conditions; i++) {
        const kf_literal *l = &x->c->conditions[i];
        if (is_making(l)) bound &= need(x, l->left);
    }
    return bound;
}

/* Has the literal an argument that is yet to be made? */
static bool has_made(const maker *x, const kf_literal *l)
{
    for (uint32_t i = 0; i < x->c->n_conditions; i++) {
        const kf_literal *made = &x->c->conditions[i];
        if (is_making(made) && kf_literal_uses(l, made->args[0].variable)) return true;
    }
    return false;
}

/* The opposite of a literal. */
static void add(maker *x, const kf_literal *l)
{
    kf_literal *to = &x->literals[x->n++];
    *to = *l;
    if (l->kind == KF_LITERAL_COMPARE) to->op = (uint8_t)kf_op_opposite((kf_op)l->op);
    else to->negated = !l->negated;
}

static kerf_status new_query(maker *x)
{
    const kf_compiled *c = x->c;
    size_t n = c->n_variables ? c->n_variables : 1;
    x->n = 0;
    x->literals =
        kf_arena_alloc(&x->arena, (size_t)c->n_conditions + c->n_literals + 1, sizeof *x->literals);
    x->needed = kf_arena_alloc(&x->arena, n, sizeof(bool));
    x->scope = kf_arena_alloc(&x->arena, n, sizeof(bool));
    if (!x->literals || !x->needed || !x->scope) return KERF_NO_MEMORY;
    for (uint32_t v = 0; v < c->n_free; v++) x->scope[v] = true;
    return KERF_OK;
}

static bool is_clause(const maker *x)
{
    return x->r->kind == KF_RULE_LOGIC && x->c->form == KF_FORM_CLAUSE && !x->c->flipped;
}

/* The observed part; *bound: it binds what is in brackets. */
static kerf_status assemble(maker *x, bool *bound)
{
    const kf_compiled *c = x->c;
    if (!is_clause(x)) return refuse(x, "the formula is no clause");
    KF_TRY(new_query(x));
    for (uint32_t i = 0; i < c->n_conditions; i++)
        if (!is_making(&c->conditions[i])) x->literals[x->n++] = c->conditions[i];
    x->waits |= x->n > 0;
    for (uint32_t i = 0; i < c->n_observed; i++) {
        if (has_made(x, &c->literals[i])) return refuse(x, "an observed atom has the argument");
        add(x, &c->literals[i]);
    }
    x->waits |= has_unbound(x);
    *bound = need_brackets(x);
    return KERF_OK;
}

/* ---- Hidden conditions ---- */

static bool is_condition(const kf_literal *l)
{
    return l->kind == KF_LITERAL_ATOM && l->hidden && l->negated;
}

static bool is_wanted_head(const maker *x, const kf_literal *l)
{
    return l->kind == KF_LITERAL_ATOM && l->hidden && !l->negated && x->wanted[l->id];
}

static void add_hidden(maker *x)
{
    const kf_compiled *c = x->c;
    for (uint32_t i = c->n_observed; i < c->n_literals; i++)
        if (is_condition(&c->literals[i]) && !has_made(x, &c->literals[i])) add(x, &c->literals[i]);
}

/* What is derived has all its arguments. */
static void need_heads(maker *x)
{
    for (uint32_t i = x->c->n_observed; i < x->c->n_literals; i++) {
        const kf_literal *l = &x->c->literals[i];
        for (uint32_t u = 0; is_wanted_head(x, l) && u < l->n_uses; u++)
            if (l->uses[u] < x->c->n_free) x->needed[l->uses[u]] = true;
    }
}

static bool want_conditions(maker *x)
{
    bool new = false;
    for (uint32_t i = x->c->n_observed; i < x->c->n_literals; i++) {
        const kf_literal *l = &x->c->literals[i];
        if (!is_condition(l) || x->wanted[l->id]) continue;
        x->wanted[l->id] = new = x->follows = true;
    }
    return new;
}

static kerf_status take(maker *x, uint32_t rule)
{
    kf_arena_clear(&x->arena);
    x->r = &x->model->rules.at[rule];
    return kf_model_compiled(x->model, rule, x->diags, &x->c);
}

static kerf_status look_at_making(maker *x, uint32_t rule)
{
    bool bound = false;
    KF_TRY(take(x, rule));
    if (x->model->functions.n > 0) return refuse(x, "the model has functions");
    KF_TRY(assemble(x, &bound));
    x->runs[rule] = true;
    if (bound) return KERF_OK;
    if (!x->first) x->first = x->r;
    add_hidden(x);
    if (!need_brackets(x)) return refuse(x, "a variable in brackets is in no atom with a !");
    want_conditions(x);
    return KERF_OK;
}

/* Clauses that derive wanted atoms from others. */
static kerf_status look_at_deriving(maker *x, uint32_t rule, bool *new)
{
    bool head = false, condition = false;
    if (x->model->rules.at[rule].kind != KF_RULE_LOGIC) return KERF_OK;
    KF_TRY(take(x, rule));
    if (!is_clause(x)) return KERF_OK;
    for (uint32_t i = 0; i < x->c->n_literals; i++) {
        const kf_literal *l = &x->c->literals[i];
        head |= is_wanted_head(x, l);
        condition |= l->kind == KF_LITERAL_ATOM && l->negated;
    }
    if (!head || !condition) return KERF_OK;
    x->runs[rule] = true;
    *new |= want_conditions(x);
    return KERF_OK;
}

static void ask_for(maker *x, const kf_logic *f)
{
    if (f->kind == KF_LOGIC_ATOM) x->asked[f->id] = true;
    for (uint32_t i = 0; !kf_logic_has_terms(f) && i < f->n; i++) ask_for(x, f->kids[i]);
}

static kerf_status look(maker *x)
{
    const kf_model *m = x->model;
    bool new = false;
    for (uint32_t i = 0; i < m->rules.n; i++)
        if (m->rules.at[i].body && makes(m->rules.at[i].body)) KF_TRY(look_at_making(x, i));
    do {
        new = false;
        for (uint32_t i = 0; x->follows && i < m->rules.n; i++)
            KF_TRY(look_at_deriving(x, i, &new));
    } while (new);
    for (uint32_t i = 0; i < m->rules.n; i++) {
        if (!x->runs[i]) continue;
        assert(m->rules.at[i].body);
        ask_for(x, m->rules.at[i].body);
    }
    return KERF_OK;
}

/* ---- What is made ---- */

/* The text of what a term computes; false: it has no value, or memory ran out. */
static bool compute(maker *x, const kf_expr *e)
{
    kf_text_clear(&x->text);
    return kf_eval_text(x->d, e, &x->binding, &x->text) && !x->text.failed;
}

static kerf_status make(maker *x, const kf_expr *e)
{
    const kf_type *t = &x->model->types.at[e->type];
    bool made = false;
    if (!compute(x, e)) return x->text.failed ? KERF_NO_MEMORY : KERF_OK;
    kf_str text = kf_text_get(&x->text);
    if (t->listed && x->strict && kf_symbols_find(t->constants, text) >= t->n_declared)
        return KERF_OK;
    KF_TRY(kf_evidence_make(x->evidence, e->type, text, &made));
    x->more |= made;
    if (!made || x->asked_of == x->evidence) return KERF_OK;
    return kf_evidence_constant(x->asked_of, e->type, kf_symbols_find(t->constants, text));
}

/* The constant in an argument of a head, which may have been made a moment ago. */
static bool argument(maker *x, const kf_literal *l, uint32_t at, uint32_t *id)
{
    kf_arg a = l->args[at];
    *id = a.constant;
    if (a.variable == KF_NONE) return true;
    for (uint32_t i = 0; i < x->c->n_conditions; i++) {
        const kf_literal *made = &x->c->conditions[i];
        if (!is_making(made) || made->args[0].variable != a.variable) continue;
        if (!compute(x, made->left)) return false;
        const kf_type *t = &x->model->types.at[made->left->type];
        *id = kf_symbols_find(t->constants, kf_text_get(&x->text));
        return *id != KF_NO_SYMBOL;
    }
    *id = x->binding.ids[a.variable];
    return true;
}

static kerf_status derive(maker *x, const kf_literal *l)
{
    atom new = { .predicate = l->id };
    const kf_slot *slots = x->model->predicates.at[l->id].slots;
    bool old = true; /* the database has these constants, not those made in this pass */
    for (uint32_t i = 0; i < l->n; i++) {
        bool defined = argument(x, l, i, &new.row[i]);
        if (x->text.failed) return KERF_NO_MEMORY;
        if (!defined) return KERF_OK;
        old &= kf_database_has_constant(x->d, slots[i].type, new.row[i]);
    }
    if (old && kf_database_holds(x->d, l->id, new.row)) return KERF_OK;
    return kf_vec_push(x->mem, &x->pending, new) ? KERF_OK : KERF_NO_MEMORY;
}

typedef struct making {
    maker *x;
    kerf_status status;
} making;

static bool emit(void *context, const kf_binding *b, uint64_t times)
{
    making *m = context;
    maker *x = m->x;
    const kf_compiled *c = x->c;
    (void)b;
    (void)times;
    for (uint32_t i = 0; m->status == KERF_OK && i < c->n_conditions; i++)
        if (is_making(&c->conditions[i])) m->status = make(x, c->conditions[i].left);
    for (uint32_t i = c->n_observed; m->status == KERF_OK && i < c->n_literals; i++)
        if (is_wanted_head(x, &c->literals[i])) m->status = derive(x, &c->literals[i]);
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

static kerf_status run_rule(maker *x, uint32_t rule)
{
    bool bound = false;
    KF_TRY(take(x, rule));
    KF_TRY(kf_database_prepare(x->d, x->r));
    KF_TRY(assemble(x, &bound));
    if (!bound || !makes(x->r->body)) add_hidden(x);
    need_heads(x);
    KF_TRY(kf_binding_new(&x->binding, &x->arena, x->d, x->c->n_variables));
    return run(x);
}

/* ---- Passes ---- */

static kerf_status set_atom(maker *x, uint32_t predicate, const uint32_t *row, bool *changed)
{
    return kf_backend_set(x->backend, predicate, row, true, changed);
}

/* The wanted atoms that may hold: the probable ones, and what was derived. Those that evidence
 * makes true do so already. */
static kerf_status set_atoms(maker *x)
{
    uint32_t row[KF_MOST_ARITY + 1];
    bool changed = false;
    for (uint32_t p = 0; p < x->model->predicates.n; p++) {
        if (!x->wanted[p]) continue;
        const kf_facts *soft = kf_evidence_facts(x->evidence, p, KF_SAID_SOFT);
        for (uint32_t i = 0; i < soft->n; i++) {
            kf_facts_get(soft, i, row);
            KF_TRY(set_atom(x, p, row, &changed));
        }
    }
    for (size_t i = 0; i < x->derived.n; i++)
        KF_TRY(set_atom(x, x->derived.at[i].predicate, x->derived.at[i].row, &changed));
    for (size_t i = 0; i < x->pending.n; i++) {
        const atom *new = &x->pending.at[i];
        KF_TRY(set_atom(x, new->predicate, new->row, &changed));
        if (!changed) continue;
        if (!kf_vec_push(x->mem, &x->derived, *new)) return KERF_NO_MEMORY;
    }
    x->pending.n = 0;
    return KERF_OK;
}

static kerf_status pass(maker *x)
{
    x->more = false;
    KF_TRY(kf_database_new(&x->d, x->mem, x->model, x->asked_of));
    KF_TRY(kf_memory_backend_new(&x->backend, x->mem, x->d));
    x->backend->stop = x->stop;
    kerf_status status = set_atoms(x);
    for (uint32_t i = 0; status == KERF_OK && i < x->model->rules.n; i++)
        if (x->runs[i]) status = run_rule(x, i);
    x->more |= x->pending.n > 0;
    return status;
}

static kerf_status make_all(maker *x)
{
    kerf_status status;
    uint32_t passes = 0;
    do {
        x->r = x->first;
        if (x->follows && passes++ == MOST_PASSES)
            return refuse(x, "they have no end, since hidden atoms lead from one to the next");
        status = pass(x);
        kf_backend_free(x->backend);
        kf_database_free(x->d);
        x->backend = NULL;
        x->d = NULL;
    } while (status == KERF_OK && (x->waits || x->follows) && x->more);
    return status;
}

/* ---- Evidence in a store ---- */

typedef struct copying {
    kf_evidence *to;
    uint32_t predicate;
    kerf_status status;
} copying;

static bool copy_row(void *context, const kf_fact *fact)
{
    copying *c = context;
    c->status =
        kf_evidence_add(c->to, c->predicate, KF_SAID_TRUE, fact->ids, fact->number, 0, KF_NONE, 0);
    return c->status == KERF_OK;
}

static kerf_status copy_constants(const maker *x, uint32_t type)
{
    uint32_t n = kf_evidence_type_size(x->evidence, type);
    uint32_t *ids = kf_mem_alloc(x->mem, n, sizeof *ids);
    if (!ids) return KERF_NO_MEMORY;
    kerf_status st = KERF_OK;
    kf_evidence_constants(x->evidence, type, ids);
    for (uint32_t i = 0; i < n && st == KERF_OK; i++)
        st = kf_evidence_constant(x->asked_of, type, ids[i]);
    kf_mem_free(x->mem, ids, n, sizeof *ids);
    return st;
}

static kerf_status copy_evidence(maker *x)
{
    x->asked_of = kf_evidence_new(x->mem, x->model);
    if (!x->asked_of) return KERF_NO_MEMORY;
    for (uint32_t t = 1; t < x->model->types.n; t++) KF_TRY(copy_constants(x, t));
    for (uint32_t p = 0; p < x->model->predicates.n; p++) {
        if (!x->asked[p]) continue;
        copying c = { x->asked_of, p, KERF_OK };
        KF_TRY(kf_evidence_rows_of(x->evidence, p, copy_row, &c));
        KF_TRY(c.status);
    }
    return kf_evidence_close(x->asked_of, x->diags);
}

/* ---- All of it ---- */

static kerf_status make_constants(maker *x)
{
    KF_TRY(look(x));
    if (!kf_evidence_is_in_memory(x->evidence)) KF_TRY(copy_evidence(x));
    return make_all(x);
}

static void free_maker(maker *x)
{
    if (x->asked_of != x->evidence) kf_evidence_free(x->asked_of);
    kf_vec_free(x->mem, &x->derived);
    kf_vec_free(x->mem, &x->pending);
    kf_text_free(&x->text);
    kf_arena_free(&x->arena);
}

kerf_status kf_make_constants(kf_model *m, kf_evidence *e, kf_mem *mem, bool strict, kf_stop *stop,
                              kf_diags *diags)
{
    assert(m->settled && m->makes);
    maker x = { .mem = mem,
                .model = m,
                .evidence = e,
                .asked_of = e,
                .strict = strict,
                .stop = stop,
                .diags = diags };
    kf_arena flags;
    kf_arena_init(&flags, mem);
    kf_arena_init(&x.arena, mem);
    kf_text_init(&x.text, mem);
    x.runs = kf_arena_alloc(&flags, m->rules.n, sizeof(bool));
    x.wanted = kf_arena_alloc(&flags, m->predicates.n, sizeof(bool));
    x.asked = kf_arena_alloc(&flags, m->predicates.n, sizeof(bool));
    kerf_status status = x.runs && x.wanted && x.asked ? make_constants(&x) : KERF_NO_MEMORY;
    free_maker(&x);
    kf_arena_free(&flags);
    return status;
}

/* convert_kerf.c -- the model in kerf's own dialect, such that it reads back as the same model.
 *
 * Nearly every rule does. The exceptions come from Alchemy's reading, where a clause may lack the
 * atom that gave its variables their types, and a clause that always holds is left out with the
 * constants that it names. These are refused. */
#include "model/convert/converter.h"

/* ---- Constants ---------------------------------------------------------------------------- */

static void name_constants(bool *const *named, const kf_expr *e)
{
    if (e->kind == KF_EXPR_CONSTANT && e->type != KF_NONE) named[e->type][e->id] = true;
    for (uint32_t i = 0; i < e->n; i++) name_constants(named, e->args[i]);
}

static void name_all(bool *const *named, const kf_logic *f)
{
    for (uint32_t i = 0; i < f->n; i++) {
        if (f->kids) name_all(named, f->kids[i]);
        else name_constants(named, f->args[i]);
    }
}

static void name_rows(bool *const *named, const kf_rule *r)
{
    for (uint32_t i = 0; i < kf_weight_table_count(r->table); i++) {
        const uint32_t *key = kf_weight_table_key(r->table, i);
        for (uint32_t k = 0; k < r->n_parameters; k++) {
            named[r->variables[r->parameters[k]].type][key[k]] = true;
        }
    }
}

/* Weights that cannot stand in a file of their own: of formulas that were folded, which there is no
 * +x for, and those whose rows alone name a constant that is in every world. */
static bool must_inline(const kf_model *m, bool *const *named, const kf_rule *r)
{
    if (r->closed) return true;
    for (uint32_t i = 0; i < kf_weight_table_count(r->table); i++) {
        const uint32_t *key = kf_weight_table_key(r->table, i);
        for (uint32_t k = 0; k < r->n_parameters; k++) {
            uint32_t type = r->variables[r->parameters[k]].type;
            const kf_type *t = &m->types.at[type];
            if (key[k] >= t->n_declared && key[k] < t->n_model && !named[type][key[k]]) return true;
        }
    }
    return false;
}

static void refuse_unnamed(kf_converter *c, const kf_type *t, uint32_t id)
{
    kf_text what;
    kf_text_init(&what, c->model->mem);
    kf_print_constant(&what, kf_symbols_text(t->constants, id));
    kf_text_add(&what, KF_STR(" of type "));
    kf_text_add(&what, kf_model_name(c->model, t->name));
    if (what.failed) c->to->failed = true;
    else
        kf_convert_refuse(c, t->pos, "a constant is named only by a clause that always holds",
                          what.at);
    kf_text_free(&what);
}

/* A constant that is not listed is one because a formula names it. */
static kerf_status check_constants(kf_converter *c)
{
    const kf_model *m = c->model;
    bool **named = kf_arena_alloc(&c->scratch, m->types.n, sizeof *named);
    if (!named) return KERF_NO_MEMORY;
    for (size_t i = KF_TYPE_NUMBER + 1; i < m->types.n; i++) {
        uint32_t n = kf_symbols_count(m->types.at[i].constants);
        named[i] = kf_arena_alloc(&c->scratch, n ? n : 1, sizeof(bool));
        if (!named[i]) return KERF_NO_MEMORY;
    }
    for (size_t i = 0; i < m->rules.n; i++) {
        if (m->rules.at[i].body) name_all(named, m->rules.at[i].body);
    }
    c->inlined = kf_arena_alloc(&c->keep, m->rules.n ? m->rules.n : 1, sizeof *c->inlined);
    if (!c->inlined) return KERF_NO_MEMORY;
    for (size_t i = 0; i < m->rules.n; i++) {
        const kf_rule *r = &m->rules.at[i];
        c->inlined[i] = r->cost == KF_COST_TABLE && (!c->apart || must_inline(m, named, r));
    }
    for (size_t i = 0; i < m->rules.n; i++)
        if (c->inlined[i]) name_rows(named, &m->rules.at[i]);
    for (size_t i = KF_TYPE_NUMBER + 1; i < m->types.n; i++) {
        const kf_type *t = &m->types.at[i];
        uint32_t id = t->n_declared;
        while (id < t->n_model && named[i][id]) id++;
        if (id < t->n_model) refuse_unnamed(c, t, id);
    }
    kf_arena_free(&c->scratch);
    return KERF_OK;
}

/* ---- Rules -------------------------------------------------------------------------------- */

static kerf_status kerf_row(kf_converter *c, const kf_printer *p, const void *context,
                            double weight)
{
    (void)context;
    kf_text_add_number(c->to, weight);
    kf_text_addc(c->to, ' ');
    kf_printer_content(p);
    kf_text_addc(c->to, '\n');
    return KERF_OK;
}

static bool expr_uses_parameter(const kf_rule *r, const kf_expr *e)
{
    for (uint32_t i = 0; i < r->n_parameters; i++) {
        if (e->kind == KF_EXPR_VARIABLE && e->id == r->parameters[i]) return true;
    }
    for (uint32_t i = 0; i < e->n; i++) {
        if (expr_uses_parameter(r, e->args[i])) return true;
    }
    return false;
}

/* A comparison of two constants is decided on reading, and then the shape is another. */
static bool compares_parameter(const kf_rule *r, const kf_logic *f)
{
    for (uint32_t i = 0; i < f->n; i++) {
        if (f->kids && compares_parameter(r, f->kids[i])) return true;
        if (f->kind == KF_LOGIC_COMPARE && expr_uses_parameter(r, f->args[i])) return true;
    }
    return false;
}

/* The rule with its +x under a label, by which its weights are found in another file. */
static kerf_status write_apart(kf_converter *c, const kf_rule *r)
{
    kf_rule template = *r;
    bool weight = r->weight != 0 || r->fixed || kf_weight_table_count(r->table) == 0;
    template.labelled = true;
    template.cost = weight ? KF_COST_NUMBER : KF_COST_LEARN;
    kerf_status st = r->body ? kf_convert_check_types(c, r, false) : KERF_OK;
    if (st != KERF_OK) return st == KERF_UNSUPPORTED ? KERF_OK : st;
    kf_print_rule(c->to, c->model, &template);
    kf_text_addc(c->to, '\n');
    return kf_print_weights(c->apart, c->model, r);
}

/* The rule with its +x, then its weights, one formula a row: they are folded back on reading.
 * Where they would not be, only the rows are written. */
static kerf_status kerf_rule(kf_converter *c, const kf_rule *r)
{
    if (r->cost == KF_COST_TABLE && !c->inlined[r - c->model->rules.at]) return write_apart(c, r);
    bool table = r->cost == KF_COST_TABLE && kf_weight_table_count(r->table) > 0;
    bool folds =
        !r->closed && r->kind == KF_RULE_LOGIC && r->body && !compares_parameter(r, r->body);
    kerf_status st = r->body && (!table || folds) ? kf_convert_check_types(c, r, false) : KERF_OK;
    if (st == KERF_OK && table) st = kf_convert_check_types(c, r, true);
    if (st != KERF_OK) return st == KERF_UNSUPPORTED ? KERF_OK : st;
    if (!table || folds) {
        kf_print_rule(c->to, c->model, r);
        kf_text_addc(c->to, '\n');
    }
    if (!table) return KERF_OK;
    kf_printer p = {
        .to = c->to, .model = c->model, .rule = r, .dialect = KF_DIALECT_KERF, .arrows = true
    };
    return kf_convert_rows(c, &p, kerf_row, NULL);
}

/* ---- Declarations ------------------------------------------------------------------------- */

/* Behind another line, a v at the start of one goes on with it. */
static bool begins_with_or(kf_converter *c, kf_str first, kf_pos pos, kf_str name)
{
    if (!kf_str_eq(first, KF_STR("v"))) return false;
    kf_text what;
    kf_text_init(&what, c->model->mem);
    kf_text_add(&what, name);
    if (what.failed) c->to->failed = true;
    else
        kf_convert_refuse(c, pos, "a declaration cannot begin with v, which is read as `or`",
                          what.at);
    kf_text_free(&what);
    return true;
}

/* thebeast's undefined(w(a)): what is written has no way to say what facts has_w has. */
static void warn_weighted(const kf_converter *c, const kf_predicate *p)
{
    kf_place place = kf_sources_place(c->model->program->sources, p->pos);
    kf_str name = kf_model_name(c->model, p->name);
    kf_diag_add(c->diags, KERF_WARNING, &place,
                "list them as evidence: one for each row of the weights that were read",
                "the facts of %.*s are not written", name.n > 60 ? 60 : (int)name.n, name.at);
}

/* *calls: every function was written. */
static void write_declarations(kf_converter *c, bool *calls)
{
    const kf_model *m = c->model;
    for (size_t i = 0; i < m->types.n; i++) {
        if (!m->types.at[i].listed && m->types.at[i].n_declared == 0) continue;
        kf_convert_comments(c, m->types.at[i].pos);
        kf_print_type(c->to, m, &m->types.at[i]);
        kf_text_addc(c->to, '\n');
    }
    for (size_t i = 0; i < m->predicates.n; i++) {
        const kf_predicate *p = &m->predicates.at[i];
        kf_str name = kf_model_name(m, p->name);
        c->unwritten[i] = p->stars == 0 && begins_with_or(c, name, p->pos, name);
        if (c->unwritten[i]) continue;
        /* What options or evidence settled is written as stars, so that it reads back so. */
        kf_convert_comments(c, p->pos);
        if (p->weighted) warn_weighted(c, p);
        kf_predicate as_settled = *p;
        bool observed = kf_convert_observed(c, (uint32_t)i);
        if (m->settled) as_settled.stars = !observed ? 0 : p->stars ? p->stars : 1;
        kf_print_predicate(c->to, m, &as_settled);
        kf_text_addc(c->to, '\n');
    }
    for (size_t i = 0; i < m->functions.n; i++) {
        const kf_function *f = &m->functions.at[i];
        if (begins_with_or(c, kf_type_name(m, f->result), f->pos, kf_model_name(m, f->name))) {
            *calls = false;
            continue;
        }
        kf_convert_comments(c, f->pos);
        kf_print_function(c->to, m, f);
        kf_text_addc(c->to, '\n');
    }
}

/* ---- The whole ---------------------------------------------------------------------------- */

kerf_status kf_convert_kerf(kf_converter *c)
{
    const kf_model *m = c->model;
    bool calls = true;
    write_declarations(c, &calls);
    KF_TRY(check_constants(c));
    if (m->rules.n) kf_text_addc(c->to, '\n');
    for (size_t i = 0; i < m->rules.n; i++) {
        const kf_rule *r = &m->rules.at[i];
        if (r->implied) continue; /* the marks say it */
        const char *why = r->body ? kf_convert_obstacle(c, r, calls) : NULL;
        kf_convert_comments(c, r->pos);
        if (why) kf_convert_refuse_rule(c, r, why);
        else KF_TRY(kerf_rule(c, r));
        kf_arena_free(&c->scratch);
    }
    return c->to->failed ? KERF_NO_MEMORY : KERF_OK;
}

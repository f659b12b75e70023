/* inspect.c -- what is known, as values, one by one: predicates, types and formulas of the model,
 * rows of weight tables, what an answer leaves unsatisfied and where, the lines of a contradiction.
 *
 * Names and texts are copied once, when first asked for, into the session's string arena; so they
 * are terminated and stay put while the caller looks at several of them. */
#include "session/session.h"

#include "model/weight_table.h"

#include <assert.h>
#include <math.h>

/* ---- Terminated copies ---------------------------------------------------------------------- */

/* Slot i of a lazily made array of n strings; NULL: no memory. */
static const char **string_slot(kerf *k, const char ***list, size_t n, size_t i)
{
    assert(i < n);
    if (!*list) *list = kf_arena_alloc(&k->strings, n, sizeof(**list));
    return *list ? &(*list)[i] : NULL;
}

static kerf_status lend(kerf *k, const char ***list, size_t n, size_t i, kf_str text,
                        const char **lent)
{
    const char **slot = string_slot(k, list, n, i);
    if (slot && !*slot) *slot = kf_arena_string(&k->strings, text);
    if (!slot || !*slot) return KERF_NO_MEMORY;
    *lent = *slot;
    return KERF_OK;
}

static kerf_status begin_get(kerf *k, size_t index, size_t n, const void *out)
{
    KF_TRY(kf_session_begin(k));
    KF_TRY(kf_session_check_place(k, out));
    KF_TRY(kf_session_check_index(k, index, n));
    return KERF_OK;
}

/* ---- Predicates ----------------------------------------------------------------------------- */

static size_t part_size(const kerf *k, size_t predicate, kf_said part)
{
    assert(predicate < k->model->predicates.n);
    return k->evidence ? kf_evidence_count(k->evidence, (uint32_t)predicate, part) : 0;
}

size_t kerf_predicate_count(const kerf *k)
{
    return k && k->model ? k->model->predicates.n : 0;
}

static kerf_status describe_predicate(kerf *k, size_t index, kerf_predicate_info *out)
{
    const kf_predicate *p = &k->model->predicates.at[index];
    kerf_predicate_info info = {
        .arity = p->arity + (p->number ? 1 : 0),
        .starred = p->stars > 0,
        .hidden = p->why == KF_WHY_UNSETTLED ? -1 : p->hidden,
        .why = kf_why_text(p->why),
        .true_atoms = part_size(k, index, KF_SAID_TRUE),
        .false_atoms = part_size(k, index, KF_SAID_FALSE),
        .unknown_atoms = part_size(k, index, KF_SAID_UNKNOWN),
        .soft_atoms = part_size(k, index, KF_SAID_SOFT),
        .number = p->number ? 1 : 0,
    };
    KF_TRY(lend(k, &k->predicate_names, k->model->predicates.n, index,
                kf_predicate_name(k->model, (uint32_t)index), &info.name));
    kf_session_give(out, &info, sizeof info);
    return KERF_OK;
}

kerf_status kerf_predicate_get(kerf *k, size_t index, kerf_predicate_info *out)
{
    KF_TRY(begin_get(k, index, kerf_predicate_count(k), out));
    return kf_session_end(k, describe_predicate(k, index, out));
}

/* ---- Types ---------------------------------------------------------------------------------- */

/* The numbers' type has no constants and is not counted. */
size_t kerf_type_count(const kerf *k)
{
    return k && k->model && k->model->types.n > 0 ? k->model->types.n - 1 : 0;
}

static kerf_status describe_type(kerf *k, size_t index, kerf_type_info *out)
{
    uint32_t type = (uint32_t)index + 1; /* after KF_TYPE_NUMBER */
    kerf_type_info info = { 0 };
    assert(type != KF_TYPE_NUMBER && type < k->model->types.n);
    info.constants = k->record.worlds.n > 0 ? kf_evidence_type_size(k->evidence, type)
                                            : k->model->types.at[type].n_model;
    KF_TRY(
        lend(k, &k->type_names, k->model->types.n, type, kf_type_name(k->model, type), &info.name));
    kf_session_give(out, &info, sizeof info);
    return KERF_OK;
}

kerf_status kerf_type_get(kerf *k, size_t index, kerf_type_info *out)
{
    KF_TRY(begin_get(k, index, kerf_type_count(k), out));
    return kf_session_end(k, describe_type(k, index, out));
}

/* ---- Formulas ------------------------------------------------------------------------------- */

static double rule_weight(const kf_rule *rule)
{
    switch ((kf_cost_kind)rule->cost) {
    case KF_COST_HARD: return INFINITY;
    case KF_COST_VARIABLE:
    case KF_COST_TABLE: return NAN;
    case KF_COST_LEARN:
    case KF_COST_NUMBER: break;
    }
    return rule->weight;
}

static kerf_status lend_rule_text(kerf *k, size_t index, const char **lent)
{
    const char **slot = string_slot(k, &k->rule_texts, k->model->rules.n, index);
    if (!slot) return KERF_NO_MEMORY;
    if (!*slot) {
        kf_text text;
        kf_text_init(&text, &k->mem);
        kf_print_content(&text, k->model, &k->model->rules.at[index]);
        if (!text.failed) *slot = kf_arena_string(&k->strings, kf_text_get(&text));
        kf_text_free(&text);
        if (!*slot) return KERF_NO_MEMORY;
    }
    *lent = *slot;
    return KERF_OK;
}

size_t kerf_formula_count(const kerf *k)
{
    return k && k->model ? k->model->rules.n : 0;
}

static kerf_status describe_formula(kerf *k, size_t index, kerf_formula_info *out)
{
    const kf_rule *rule = &k->model->rules.at[index];
    kerf_formula_info info = {
        .file = kf_sources_name(k->program->sources, rule->pos.source),
        .line = kf_sources_line(k->program->sources, rule->pos),
        .hard = rule->cost == KF_COST_HARD,
        .learnable = rule->cost == KF_COST_LEARN,
        .weight = rule_weight(rule),
        .table_rows = rule->table ? kf_weight_table_count(rule->table) : 0,
    };
    KF_TRY(lend(k, &k->rule_labels, k->model->rules.n, index, rule->label, &info.label));
    KF_TRY(lend_rule_text(k, index, &info.text));
    kf_session_give(out, &info, sizeof info);
    return KERF_OK;
}

kerf_status kerf_formula_get(kerf *k, size_t index, kerf_formula_info *out)
{
    KF_TRY(begin_get(k, index, kerf_formula_count(k), out));
    return kf_session_end(k, describe_formula(k, index, out));
}

/* ---- What an answer leaves unsatisfied ------------------------------------------------------ */

/* The last run, if it has counted; NULL: a message says that there is none. */
static const kf_formula_count *counts_of(kerf *k, size_t formula)
{
    const kf_mapped *m = &k->record.mapped;
    const kf_map_run *r = m->runs.n > 0 ? &m->runs.at[m->runs.n - 1] : NULL;
    if (!r || !r->counted || !r->formulas) {
        kf_session_misuse(k, "nothing was counted: kerf_map() counts if it is asked");
        return NULL;
    }
    bool there = kf_session_check_index(k, formula, k->model->rules.n) == KERF_OK;
    return there ? &r->formulas[formula] : NULL;
}

kerf_status kerf_formula_result_get(kerf *k, size_t formula, kerf_formula_result *out)
{
    KF_TRY(kf_session_begin(k));
    KF_TRY(kf_session_check_place(k, out));
    const kf_formula_count *f = counts_of(k, formula);
    if (!f) return KERF_MISUSE;
    kerf_formula_result told = { .groundings = f->groundings,
                                 .unsatisfied = f->unsatisfied,
                                 .cost = f->cost,
                                 .violations = f->n_examples };
    kf_session_give(out, &told, sizeof told);
    return kf_session_end(k, KERF_OK);
}

kerf_status kerf_violation_get(kerf *k, size_t formula, size_t index, kerf_violation *out)
{
    KF_TRY(kf_session_begin(k));
    KF_TRY(kf_session_check_place(k, out));
    const kf_formula_count *f = counts_of(k, formula);
    if (!f) return KERF_MISUSE;
    KF_TRY(kf_session_check_index(k, index, f->n_examples));
    const kf_shown_example *e = &f->examples[index];
    kerf_violation told = { .text = e->text,
                            .weight = e->weight,
                            .n_atoms = e->n_atoms,
                            .atoms = e->atoms,
                            .more = e->more };
    kf_session_give(out, &told, sizeof told);
    return kf_session_end(k, KERF_OK);
}

/* ---- Weight tables ---- */

static kerf_status lend_row(kerf *k, const kf_rule *r, uint32_t row, kerf_weight_row *out)
{
    const uint32_t *key = kf_weight_table_key(r->table, row);
    const char **constants = kf_arena_alloc(&k->strings, r->n_parameters + 1, sizeof *constants);
    if (!constants) return KERF_NO_MEMORY;
    assert(kf_weight_table_width(r->table) == r->n_parameters);
    for (uint32_t i = 0; i < r->n_parameters; i++) {
        uint32_t type = r->variables[r->parameters[i]].type;
        constants[i] = kf_arena_string(&k->strings, kf_constant_text(k->model, type, key[i]));
        if (!constants[i]) return KERF_NO_MEMORY;
    }
    kerf_weight_row told = { .n_constants = r->n_parameters,
                             .constants = constants,
                             .weight = kf_weight_table_weight(r->table, row) };
    kf_session_give(out, &told, sizeof told);
    return KERF_OK;
}

kerf_status kerf_weight_row_get(kerf *k, size_t formula, size_t row, kerf_weight_row *out)
{
    KF_TRY(kf_session_begin(k));
    KF_TRY(kf_session_check_place(k, out));
    size_t n = kerf_formula_count(k);
    KF_TRY(kf_session_check_index(k, formula, n));
    const kf_rule *r = &k->model->rules.at[formula];
    uint32_t rows = r->table ? kf_weight_table_count(r->table) : 0;
    KF_TRY(kf_session_check_index(k, row, rows));
    return kf_session_end(k, lend_row(k, r, (uint32_t)row, out));
}

/* ---- Contradictions ---- */

size_t kerf_conflict_count(const kerf *k)
{
    const kf_conflict *c = k ? k->record.mapped.conflict : NULL;
    size_t n = 0;
    for (uint32_t i = 0; c && i < c->n_lines; i++) n += c->lines[i].kind != KF_SAID_REMARK;
    return n;
}

kerf_status kerf_conflict_get(kerf *k, size_t index, kerf_conflict *out)
{
    KF_TRY(kf_session_begin(k));
    KF_TRY(kf_session_check_place(k, out));
    size_t n = kerf_conflict_count(k);
    KF_TRY(kf_session_check_index(k, index, n));
    const kf_conflict_line *l = k->record.mapped.conflict->lines;
    for (; l->kind == KF_SAID_REMARK || index > 0; l++) index -= l->kind != KF_SAID_REMARK;
    kerf_conflict told = { .formula =
                               l->rule ? (size_t)(l->rule - k->model->rules.at) : KERF_NO_FORMULA,
                           .file = l->file,
                           .line = l->line,
                           .text = l->text };
    kf_session_give(out, &told, sizeof told);
    return kf_session_end(k, KERF_OK);
}

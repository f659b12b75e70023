/* structures.c -- what messages and reports say, as values: per formula what an answer leaves
 * unsatisfied and where, rows of weight tables, the lines of a contradiction. */
#include "session/session.h"

#include "base/check.h"
#include "model/weight_table.h"

/* The last run, if it has counted; NULL: a message says that there is none. */
static const kf_formula_count *counts_of(kerf *k, size_t formula)
{
    const kf_mapped *m = &k->record.mapped;
    const kf_map_run *r = m->runs.n > 0 ? &m->runs.at[m->runs.n - 1] : NULL;
    if (!r || !r->counted || !r->formulas) {
        kf_session_misuse(k, "nothing was counted: kerf_map() counts if it is asked");
        return NULL;
    }
    if (formula < k->model->rules.n) return &r->formulas[formula];
    kf_session_misuse(k, "index %zu is past the end, %zu", formula, k->model->rules.n);
    return NULL;
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
    if (index >= f->n_examples)
        return kf_session_misuse(k, "index %zu is past the end, %u", index, f->n_examples);
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
    if (formula >= n) return kf_session_misuse(k, "index %zu is past the end, %zu", formula, n);
    const kf_rule *r = &k->model->rules.at[formula];
    uint32_t rows = r->table ? kf_weight_table_count(r->table) : 0;
    if (row >= rows) return kf_session_misuse(k, "index %zu is past the end, %u", row, rows);
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
    if (index >= n) return kf_session_misuse(k, "index %zu is past the end, %zu", index, n);
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

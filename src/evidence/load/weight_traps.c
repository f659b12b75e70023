/* weight_traps.c -- warns of weights from files that a world has no use for.
 *
 * A weight for constants that a world lacks is legal: weights learned from many words meet a world
 * of few. So this warns where constants stand in another order than that of the formula, and where
 * a world has no use for a whole file. Of constants that functions give nothing is known. */
#include "evidence/load/load.h"

#include "base/check.h"
#include "evidence/load/weights.h"
#include "model/weight_table.h"

enum { BY_CHANCE = 4 }; /* one in so many rows may look permuted */

typedef struct finder {
    const kf_model *m;
    const kf_evidence *evidence;
    kf_diags *diags;
    const kf_rule *rule;
    bool has[KF_MOST_ARITY]; /* by parameter: has the world the constant of this row there? */
} finder;

static int shown(kf_str name)
{
    return name.n > 100 ? 100 : (int)name.n;
}

static uint32_t type_of(const finder *f, uint32_t parameter)
{
    return f->rule->variables[f->rule->parameters[parameter]].type;
}

static bool is_result(const kf_model *m, uint32_t type)
{
    for (size_t i = 0; i < m->functions.n; i++)
        if (m->functions.at[i].result == type) return true;
    return false;
}

/* Has the world a constant of this text? */
static bool has_text(const finder *f, uint32_t type, kf_str text)
{
    uint32_t id = kf_symbols_find(f->m->types.at[type].constants, text);
    return id != KF_NO_SYMBOL && kf_evidence_has(f->evidence, type, id);
}

/* Fills `has`; true: the world has all of them. */
static bool look_up(finder *f, const uint32_t *key)
{
    bool all = true;
    for (uint32_t i = 0; i < f->rule->n_parameters; i++) {
        uint32_t type = type_of(f, i);
        f->has[i] = kf_evidence_has(f->evidence, type, key[i]) || is_result(f->m, type);
        all = all && f->has[i];
    }
    return all;
}

/* Is every constant that the world lacks at its place there at the place of another such one? */
static bool is_permuted(const finder *f, const uint32_t *key)
{
    for (uint32_t i = 0; i < f->rule->n_parameters; i++) {
        bool found = f->has[i];
        for (uint32_t k = 0; k < f->rule->n_parameters && !found; k++)
            found = !f->has[k] && type_of(f, k) != type_of(f, i)
                    && has_text(f, type_of(f, k), kf_constant_text(f->m, type_of(f, i), key[i]));
        if (!found) return false;
    }
    return true;
}

static void warn_order(const finder *f, const kf_weight_lines *lines, uint32_t row, uint32_t n)
{
    kf_str label = f->rule->label;
    kf_place place = { .file = lines->file, .line = lines->numbers.at[row], .column = 1 };
    kf_text hint;
    kf_text_init(&hint, f->m->mem);
    kf_weights_add_order(&hint, f->m, f->rule);
    kf_diag_add(f->diags, KERF_WARNING, &place, hint.failed ? NULL : hint.at,
                n == 1 ? "%u weight of %.*s has its constants in the wrong order and counts nowhere"
                       : "%u weights of %.*s have their constants in the wrong order and count "
                         "nowhere",
                n, shown(label), label.at);
    kf_text_free(&hint);
}

/* Warns of rows of one table; *used: the world has use for one of them. Where types share names, as
 * tags left and right of a word do, a few rows look permuted by chance. */
static void check_rows(finder *f, const kf_weight_lines *lines, bool *used)
{
    const kf_weight_table *table = f->rule->table;
    uint32_t permuted = 0, useful = 0, first = 0;
    assert(lines->numbers.n <= kf_weight_table_count(table));
    for (uint32_t row = 0; row < lines->numbers.n; row++) {
        const uint32_t *key = kf_weight_table_key(table, row);
        if (lines->numbers.at[row] == 0) continue;
        if (look_up(f, key)) {
            useful++;
        } else if (is_permuted(f, key)) {
            first = permuted++ == 0 ? row : first;
        }
    }
    if (permuted > useful / BY_CHANCE) warn_order(f, lines, first, permuted);
    *used = *used || useful > 0 || permuted > 0; /* of the latter enough was said */
}

static uint32_t first_line(const kf_weight_lines *lines)
{
    size_t row = 0;
    while (row + 1 < lines->numbers.n && lines->numbers.at[row] == 0) row++;
    return lines->numbers.at[row];
}

static void add_advice(kf_text *hint, const finder *f)
{
    for (uint32_t i = 0; i < f->rule->n_parameters; i++) {
        kf_str name = kf_type_name(f->m, type_of(f, i));
        if (kf_evidence_type_size(f->evidence, type_of(f, i)) > 0) continue;
        kf_text_addf(hint, "it has no constant of type %.*s: list them, as in %.*s = {A, B}",
                     shown(name), name.at, shown(name), name.at);
        return;
    }
    kf_weights_add_order(hint, f->m, f->rule);
}

static void warn_unused(finder *f)
{
    const kf_weight_lines *lines = &f->m->lines.at[0];
    kf_place place = { .file = lines->file, .line = first_line(lines), .column = 1 };
    kf_text hint;
    kf_text_init(&hint, f->m->mem);
    f->rule = &f->m->rules.at[lines->rule];
    add_advice(&hint, f);
    kf_diag_add(f->diags, KERF_WARNING, &place, hint.failed ? NULL : hint.at,
                "no weight of a table is for constants that the first world has");
    kf_text_free(&hint);
}

void kf_warn_of_weights(const kf_model *m, const kf_evidence *w, kf_diags *diags)
{
    finder f = { .m = m, .evidence = w, .diags = diags };
    bool used = m->lines.n == 0 || kf_evidence_rows(w) == 0;
    for (size_t i = 0; i < m->lines.n; i++) {
        f.rule = &m->rules.at[m->lines.at[i].rule];
        check_rows(&f, &m->lines.at[i], &used);
    }
    if (!used) warn_unused(&f);
}

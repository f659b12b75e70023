/* report_model.c -- the checked model as plain text: `kerf show --stage=model`.
 *
 * Complete but for long lists, the same for the same model however it was written: no file names,
 * no lines, types sorted by name, constants that only formulas name sorted too. A model that is
 * printed by kf_convert() and read again must give the same text. */
#include "report/report.h"

#include "model/sized.h"
#include "model/weight_table.h"

#include <assert.h>
#include <stdlib.h>

enum { MOST_CONSTANTS = 20, MOST_ROWS = 10 };

/* ---- Types -------------------------------------------------------------------------------- */

static void print_constants(kf_text *to, const kf_type *t, const uint32_t *ids, uint32_t n)
{
    for (uint32_t i = 0; i < n && i < MOST_CONSTANTS; i++) {
        kf_text_add(to, i > 0 ? KF_STR(", ") : KF_STR(" "));
        kf_print_constant(to, kf_symbols_text(t->constants, ids[i]));
    }
    if (n > MOST_CONSTANTS) kf_text_addf(to, ", and %u more", (unsigned)(n - MOST_CONSTANTS));
}

/* qsort has no context, so the texts go with the ids. */
typedef struct sorted {
    kf_str text;
    uint32_t id;
} sorted;

static int compare_text(const void *a, const void *b)
{
    return kf_str_cmp(((const sorted *)a)->text, ((const sorted *)b)->text);
}

/* Constants [from, to) of a type: as they are, or sorted. */
static void print_part(kf_text *to, const kf_type *t, const char *title, uint32_t from,
                       uint32_t end, bool sort)
{
    assert(end <= kf_symbols_count(t->constants));
    if (from >= end) return;
    uint32_t n = end - from;
    sorted *list = kf_mem_alloc(to->mem, n, sizeof *list);
    uint32_t *ids = kf_mem_alloc(to->mem, n, sizeof *ids);
    kf_text_addf(to, "  %s (%u)", title, (unsigned)n);
    if (list && ids) {
        for (uint32_t i = 0; i < n; i++) {
            list[i] = (sorted){ kf_symbols_text(t->constants, from + i), from + i };
        }
        if (sort) qsort(list, n, sizeof *list, compare_text);
        for (uint32_t i = 0; i < n; i++) ids[i] = list[i].id;
        print_constants(to, t, ids, n);
    } else {
        to->failed = true;
    }
    kf_mem_free(to->mem, list, n, sizeof *list);
    kf_mem_free(to->mem, ids, n, sizeof *ids);
    kf_text_addc(to, '\n');
}

static void print_types(kf_text *to, const kf_model *m)
{
    size_t n = m->types.n;
    sorted *list = kf_mem_alloc(to->mem, n, sizeof *list);
    if (!list) {
        to->failed = true;
        return;
    }
    for (size_t i = 0; i < n; i++) {
        list[i] = (sorted){ kf_type_name(m, (uint32_t)i), (uint32_t)i };
    }
    qsort(list, n, sizeof *list, compare_text);
    for (size_t i = 0; i < n; i++) {
        const kf_type *t = &m->types.at[list[i].id];
        if (list[i].id == KF_TYPE_NUMBER) continue;
        kf_text_add(to, KF_STR("type "));
        kf_text_add(to, list[i].text);
        kf_text_addc(to, '\n');
        if (t->listed && t->n_declared == 0) kf_text_add(to, KF_STR("  listed (0)\n"));
        print_part(to, t, "listed", 0, t->n_declared, false);
        print_part(to, t, "named by formulas", t->n_declared, t->n_model, true);
        print_part(to, t, "named by weight tables", t->n_model, t->n_fixed, true);
    }
    kf_mem_free(to->mem, list, n, sizeof *list);
}

/* ---- Predicates and functions ------------------------------------------------------------- */

static void print_predicates(kf_text *to, const kf_model *m)
{
    for (size_t i = 0; i < m->predicates.n; i++) {
        const kf_predicate *p = &m->predicates.at[i];
        kf_text_add(to, KF_STR("predicate "));
        kf_print_predicate(to, m, p);
        if (p->why != KF_WHY_UNSETTLED) {
            kf_text_addf(to, "\n  %s: %s", p->hidden ? "hidden" : "observed", kf_why_text(p->why));
        }
        kf_text_addc(to, '\n');
    }
    for (size_t i = 0; i < m->functions.n; i++) {
        kf_text_add(to, KF_STR("function "));
        kf_print_function(to, m, &m->functions.at[i]);
        kf_text_addc(to, '\n');
    }
}

/* ---- Rules -------------------------------------------------------------------------------- */

/* Numbers go from 1 in order of first occurrence, whatever the order in the rule. */
typedef struct order {
    uint32_t *at;
    uint32_t n;
} order;

static void meet(order *o, uint32_t variable)
{
    if (o->at[variable] == 0) o->at[variable] = ++o->n;
}

static void meet_expr(order *o, const kf_expr *e)
{
    if (e->kind == KF_EXPR_VARIABLE) meet(o, e->id);
    for (uint32_t i = 0; i < e->n; i++) meet_expr(o, e->args[i]);
}

static void meet_logic(order *o, const kf_logic *f)
{
    if (f->kind == KF_LOGIC_EXIST || f->kind == KF_LOGIC_FORALL) meet(o, f->id);
    for (uint32_t i = 0; i < f->n; i++) {
        if (f->kids) meet_logic(o, f->kids[i]);
        else meet_expr(o, f->args[i]);
    }
}

static void print_variable(kf_text *to, const kf_model *m, const kf_rule *r, uint32_t i)
{
    kf_print_variable(to, m, r, i);
    kf_text_addc(to, ' ');
    if (r->variables[i].type == KF_TYPE_NUMBER) kf_text_add(to, KF_STR("(a number)"));
    else kf_text_add(to, kf_type_name(m, r->variables[i].type));
}

static void print_variables(kf_text *to, const kf_model *m, const kf_rule *r)
{
    uint32_t n = r->n_variables;
    order o = { kf_mem_calloc(to->mem, n, sizeof *o.at), 0 };
    uint32_t *sequence = kf_mem_alloc(to->mem, n, sizeof *sequence);
    if (!o.at || !sequence) {
        to->failed = true;
    } else {
        if (r->body) meet_logic(&o, r->body);
        for (uint32_t i = 0; i < n; i++) meet(&o, i);
        assert(o.n == n); /* each has its number */
        for (uint32_t i = 0; i < n; i++) sequence[o.at[i] - 1] = i;
    }
    for (int quantified = 0; quantified < 2 && !to->failed; quantified++) {
        const char *before = quantified ? "  bound: " : "  free: ";
        for (uint32_t i = 0; i < n; i++) {
            if (r->variables[sequence[i]].quantified != quantified) continue;
            kf_text_addf(to, "%s", before);
            print_variable(to, m, r, sequence[i]);
            before = ", ";
        }
        if (before[0] == ',') kf_text_addc(to, '\n');
    }
    kf_mem_free(to->mem, o.at, n, sizeof *o.at);
    kf_mem_free(to->mem, sequence, n, sizeof *sequence);
}

static void print_table(kf_text *to, const kf_model *m, const kf_rule *r)
{
    assert(r->table && r->n_parameters > 0);
    uint32_t n = kf_weight_table_count(r->table);
    kf_text_addf(to, "  weights: a table of %u by", (unsigned)n);
    for (uint32_t k = 0; k < r->n_parameters; k++) {
        kf_text_add(to, k > 0 ? KF_STR(", ") : KF_STR(" "));
        kf_print_variable(to, m, r, r->parameters[k]);
    }
    kf_text_addc(to, '\n');
    for (uint32_t i = 0; i < n && i < MOST_ROWS; i++) {
        const uint32_t *key = kf_weight_table_key(r->table, i);
        kf_text_add(to, KF_STR("    "));
        for (uint32_t k = 0; k < r->n_parameters; k++) {
            if (k > 0) kf_text_add(to, KF_STR(", "));
            kf_print_constant(to, kf_constant_text(m, r->variables[r->parameters[k]].type, key[k]));
        }
        kf_text_add(to, KF_STR(": "));
        kf_text_add_number(to, kf_weight_table_weight(r->table, i));
        kf_text_addc(to, '\n');
    }
    if (n > MOST_ROWS) kf_text_addf(to, "    and %u more\n", (unsigned)(n - MOST_ROWS));
}

static void print_cost(kf_text *to, const kf_model *m, const kf_rule *r)
{
    switch ((kf_cost_kind)r->cost) {
    case KF_COST_LEARN: kf_text_add(to, KF_STR("  weight: to be learned\n")); break;
    case KF_COST_NUMBER:
        kf_text_add(to, KF_STR("  weight: "));
        if (r->steps) kf_print_sized(to, m, r);
        else kf_text_add_number(to, r->weight);
        kf_text_addf(to, "%s\n", r->fixed ? ", fixed" : "");
        break;
    case KF_COST_HARD: kf_text_add(to, KF_STR("  hard\n")); break;
    case KF_COST_VARIABLE:
        kf_text_add(to, KF_STR("  weight: the value of "));
        kf_print_variable(to, m, r, r->weight_variable);
        kf_text_addc(to, '\n');
        break;
    case KF_COST_TABLE: print_table(to, m, r); break;
    }
    if (r->sign != 0) kf_text_addf(to, "  learning keeps it %s 0\n", r->sign > 0 ? ">=" : "<=");
}

static void print_rule(kf_text *to, const kf_model *m, const kf_rule *r)
{
    static const char *const kinds[] = { "formula", "cardinality", "acyclicity" };
    assert(r->kind < KF_LENGTH(kinds));
    kf_text_addf(to, "%s", kinds[r->kind]);
    if (r->labelled) { /* others are named by their place */
        kf_text_addc(to, ' ');
        kf_print_label(to, r);
    }
    if (r->implied) kf_text_add(to, KF_STR(", implied by a mark"));
    if (r->clause_form) kf_text_add(to, KF_STR(", clause form"));
    kf_text_add(to, KF_STR("\n  "));
    kf_print_content(to, m, r);
    kf_text_addc(to, '\n');
    print_cost(to, m, r);
    print_variables(to, m, r);
}

void kf_report_model(kf_text *to, const kf_model *m)
{
    print_types(to, m);
    print_predicates(to, m);
    for (size_t i = 0; i < m->rules.n; i++) print_rule(to, m, &m->rules.at[i]);
}

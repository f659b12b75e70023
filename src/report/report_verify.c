/* report_verify.c -- what `kerf verify` prints: the sums, a table by formula, and the first few
 * groundings that are violated; or the same as one JSON object. */
#include "report/report.h"

#include "report/columns.h"

#include <assert.h>
#include <math.h>

static kf_str label_of(const kf_verified_formula *f)
{
    return f->rule ? f->rule->label : KF_STR("evidence");
}

/* ---- The table ------------------------------------------------------------------------------ */

static void weight_cell(kf_text_columns *c, const kf_rule *r)
{
    switch (r ? (kf_cost_kind)r->cost : KF_COST_VARIABLE) {
    case KF_COST_HARD: kf_text_add(&c->cells, KF_STR("hard")); break;
    case KF_COST_VARIABLE: kf_text_add(&c->cells, KF_STR("data")); break;
    case KF_COST_TABLE: kf_text_add(&c->cells, KF_STR("table")); break;
    default: kf_text_add_number(&c->cells, r->weight); break;
    }
    kf_cell_end(c);
}

static void count_cell(kf_text_columns *c, uint64_t n)
{
    kf_text_addf(&c->cells, "%llu", (unsigned long long)n);
    kf_cell_end(c);
}

static void add_row(kf_text_columns *c, const kf_verified_formula *f)
{
    kf_cell(c, label_of(f));
    weight_cell(c, f->rule);
    count_cell(c, f->groundings);
    count_cell(c, f->satisfied);
    count_cell(c, f->unsatisfied);
    kf_text_add_number(&c->cells, f->cost);
    kf_cell_end(c);
    count_cell(c, f->violations);
}

static void add_table(kf_text *to, const kf_verified *v)
{
    static const char *const heads[] = { "formula",     "weight", "groundings", "true",
                                         "unsatisfied", "cost",   "violations" };
    kf_text_columns c;
    kf_columns_open(&c, to->mem, KF_LENGTH(heads), 0x7e); /* numbers to the right */
    for (size_t i = 0; i < KF_LENGTH(heads); i++) kf_cell(&c, kf_str_of(heads[i]));
    for (size_t i = 0; i < v->formulas.n; i++) add_row(&c, &v->formulas.at[i]);
    kf_columns_close(&c, to);
}

/* ---- Violated groundings -------------------------------------------------------------------- */

static void add_examples(kf_text *to, const kf_verified *v, const kf_verified_formula *f)
{
    kf_str label = label_of(f);
    uint64_t all = f->unsatisfied + f->violations;
    if (f->n_examples == 0) return;
    kf_text_addf(to, "  %.*s\n", (int)label.n, label.at);
    for (size_t i = 0; i < f->n_examples; i++) {
        const kf_violation *e = &f->examples[i];
        kf_text_add(to, KF_STR("    "));
        if (v->total.worlds > 1) kf_text_addf(to, "in world %s: ", e->world);
        kf_text_addf(to, "%s\n", e->text);
    }
    if (all > f->n_examples)
        kf_text_addf(to, "    and %llu more\n", (unsigned long long)(all - f->n_examples));
}

static bool has_examples(const kf_verified *v)
{
    for (size_t i = 0; i < v->formulas.n; i++)
        if (v->formulas.at[i].n_examples > 0) return true;
    return false;
}

/* ---- Certificates --------------------------------------------------------------------------- */

static void add_bound(kf_text *to, const kerf_verification *t)
{
    kf_text_add(to, KF_STR("proven bound     "));
    kf_text_add_number(to, t->proven_bound);
    if (!isnan(t->proven_gap)) {
        kf_text_add(to, KF_STR("\nproven gap       "));
        kf_text_add_number(to, t->proven_gap);
    }
    kf_text_add(to, t->proven_optimal ? KF_STR("\noptimal: proven in exact arithmetic: no world "
                                               "costs less than the cost less the gap\n")
                                      : KF_STR("\nproven in exact arithmetic: no world costs less "
                                               "than the bound\n"));
}

static void add_text(kf_text *to, const kf_verified *v)
{
    const kerf_verification *t = &v->total;
    if (isnan(t->score)) {
        add_bound(to, t);
        return;
    }
    kf_text_add(to, KF_STR("score            "));
    kf_text_add_number(to, t->score);
    kf_text_add(to, KF_STR("\ncost             "));
    kf_text_add_number(to, t->cost);
    kf_text_addf(to, "\nhard violations  %llu\nworlds           %llu\n",
                 (unsigned long long)t->hard_violations, (unsigned long long)t->worlds);
    if (t->contradictions > 0)
        kf_text_addf(to, "contradictions   %llu\n", (unsigned long long)t->contradictions);
    if (t->certified) add_bound(to, t);
    if (v->formulas.n > 0) kf_text_addc(to, '\n');
    if (v->formulas.n > 0) add_table(to, v);
    if (!has_examples(v)) return;
    kf_text_add(to, KF_STR("\nviolated groundings\n"));
    for (size_t i = 0; i < v->formulas.n; i++) add_examples(to, v, &v->formulas.at[i]);
}

/* ---- JSON ----------------------------------------------------------------------------------- */

static void add_json_count(kf_text *to, const char *name, uint64_t n)
{
    kf_text_addf(to, ",\"%s\":%llu", name, (unsigned long long)n);
}

static void add_json_number(kf_text *to, double x)
{
    if (isnan(x)) kf_text_add(to, KF_STR("null"));
    else kf_text_add_number(to, x);
}

static void add_json_bound(kf_text *to, const kerf_verification *t)
{
    kf_text_add(to, KF_STR(",\"proven_bound\":"));
    add_json_number(to, t->proven_bound);
    kf_text_add(to, KF_STR(",\"proven_gap\":"));
    add_json_number(to, t->proven_gap);
    kf_text_addf(to, ",\"proven_optimal\":%s", t->proven_optimal ? "true" : "false");
}

static void add_json_formula(kf_text *to, const kf_model *m, const kf_verified_formula *f)
{
    const kf_rule *r = f->rule;
    kf_text_add(to, KF_STR("{\"label\":"));
    kf_text_add_quoted(to, label_of(f));
    add_json_count(to, "line", r ? kf_sources_line(m->program->sources, r->pos) : 0);
    kf_text_add(to, KF_STR(",\"weight\":"));
    if (r && r->cost == KF_COST_NUMBER) kf_text_add_number(to, r->weight);
    else kf_text_add(to, KF_STR("null"));
    kf_text_addf(to, ",\"hard\":%s", r && r->cost == KF_COST_HARD ? "true" : "false");
    add_json_count(to, "groundings", f->groundings);
    add_json_count(to, "true", f->satisfied);
    add_json_count(to, "unsatisfied", f->unsatisfied);
    kf_text_add(to, KF_STR(",\"cost\":"));
    kf_text_add_number(to, f->cost);
    add_json_count(to, "violations", f->violations);
    kf_text_addc(to, '}');
}

static void add_json(kf_text *to, const kf_model *m, const kf_verified *v)
{
    kf_text_add(to, KF_STR("{\"score\":"));
    add_json_number(to, v->total.score);
    kf_text_add(to, KF_STR(",\"cost\":"));
    add_json_number(to, v->total.cost);
    add_json_count(to, "hard_violations", v->total.hard_violations);
    add_json_count(to, "worlds", v->total.worlds);
    add_json_count(to, "contradictions", v->total.contradictions);
    if (v->total.certified) add_json_bound(to, &v->total);
    kf_text_add(to, KF_STR(",\"formulas\":["));
    for (size_t i = 0; i < v->formulas.n; i++) {
        if (i > 0) kf_text_addc(to, ',');
        add_json_formula(to, m, &v->formulas.at[i]);
    }
    kf_text_add(to, KF_STR("]}\n"));
}

void kf_report_verification(kf_text *to, const kf_record *r, kerf_report_format format)
{
    assert(r->verified);
    if (format == KERF_REPORT_JSON) add_json(to, r->model, r->verified);
    else add_text(to, r->verified);
}

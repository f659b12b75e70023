/* report_verify.c -- what `kerf verify` prints: the sums, a table by formula, and the first few
 * groundings that are violated; or the same as one JSON object. */
#include "report/report.h"

#include "base/check.h"
#include "base/json.h"
#include "report/print/columns.h"

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
    default:
        if (r->steps) kf_text_add(&c->cells, KF_STR("by domSize"));
        else kf_text_add_number(&c->cells, kf_number_shown(r->weight));
        break;
    }
    kf_cell_end(c);
}

static void add_row(kf_text_columns *c, const kf_verified_formula *f)
{
    kf_cell(c, label_of(f));
    weight_cell(c, f->rule);
    kf_cell_count(c, f->groundings);
    kf_cell_count(c, f->satisfied);
    kf_cell_count(c, f->unsatisfied);
    kf_text_add_number(&c->cells, kf_sum_shown(f->cost, 0));
    kf_cell_end(c);
    kf_cell_count(c, f->violations);
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

/* The label, and where the formula stands. */
static void add_source(kf_text *to, const kf_model *m, const kf_verified_formula *f)
{
    kf_text_add(to, KF_STR("  "));
    kf_text_add(to, label_of(f));
    if (f->rule) {
        kf_place place = kf_sources_place(m->program->sources, f->rule->pos);
        kf_text_addf(to, ", %s:%u", place.file, (unsigned)place.line);
    }
    kf_text_addc(to, '\n');
}

static void add_examples(kf_text *to, const kf_model *m, const kf_verified *v,
                         const kf_verified_formula *f)
{
    uint64_t all = f->unsatisfied + f->violations;
    assert(f->n_examples <= all);
    if (f->n_examples == 0) return;
    add_source(to, m, f);
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

/* All digits: what is proven is this number, and not a rounded one that may say more. */
static void add_bound(kf_text *to, const kerf_verification *t)
{
    assert(t->certified && !isnan(t->proven_bound));
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

static void add_text(kf_text *to, const kf_model *m, const kf_verified *v)
{
    const kerf_verification *t = &v->total;
    if (isnan(t->score)) {
        add_bound(to, t);
        return;
    }
    kf_text_add(to, KF_STR("score            "));
    kf_text_add_number(to, kf_sum_shown(t->score, t->cost));
    kf_text_add(to, KF_STR("\ncost             "));
    kf_text_add_number(to, kf_sum_shown(t->cost, 0));
    kf_text_addf(to, "\nhard violations  %llu\nworlds           %llu\n",
                 (unsigned long long)t->hard_violations, (unsigned long long)t->worlds);
    if (t->contradictions > 0)
        kf_text_addf(to, "contradictions   %llu\n", (unsigned long long)t->contradictions);
    if (t->certified) add_bound(to, t);
    if (v->formulas.n > 0) kf_text_addc(to, '\n');
    if (v->formulas.n > 0) add_table(to, v);
    if (!has_examples(v)) return;
    kf_text_add(to, KF_STR("\nviolated groundings\n"));
    for (size_t i = 0; i < v->formulas.n; i++) add_examples(to, m, v, &v->formulas.at[i]);
}

/* ---- JSON ----------------------------------------------------------------------------------- */

static void add_json_formula(kf_json *j, const kf_model *m, const kf_verified_formula *f)
{
    const kf_rule *r = f->rule;
    kf_json_object(j, NULL);
    kf_json_string(j, "label", label_of(f));
    kf_json_count(j, "line", r ? kf_sources_line(m->program->sources, r->pos) : 0);
    kf_json_number(j, "weight", r && r->cost == KF_COST_NUMBER && !r->steps ? r->weight : NAN);
    kf_json_bool(j, "hard", r && r->cost == KF_COST_HARD);
    kf_json_count(j, "groundings", f->groundings);
    kf_json_count(j, "true", f->satisfied);
    kf_json_count(j, "unsatisfied", f->unsatisfied);
    kf_json_number(j, "cost", f->cost);
    kf_json_count(j, "violations", f->violations);
    kf_json_close(j);
}

static void add_json(kf_text *to, const kf_model *m, const kf_verified *v)
{
    const kerf_verification *t = &v->total;
    kf_json j = kf_json_to(to);
    kf_json_object(&j, NULL);
    kf_json_number(&j, "score", t->score);
    kf_json_number(&j, "cost", t->cost);
    kf_json_count(&j, "hard_violations", t->hard_violations);
    kf_json_count(&j, "worlds", t->worlds);
    kf_json_count(&j, "contradictions", t->contradictions);
    if (t->certified) {
        kf_json_number(&j, "proven_bound", t->proven_bound);
        kf_json_number(&j, "proven_gap", t->proven_gap);
        kf_json_bool(&j, "proven_optimal", t->proven_optimal);
    }
    kf_json_array(&j, "formulas");
    for (size_t i = 0; i < v->formulas.n; i++) add_json_formula(&j, m, &v->formulas.at[i]);
    kf_json_close(&j);
    kf_json_close(&j);
    kf_text_addc(to, '\n');
}

void kf_report_verification(kf_text *to, const kf_record *r, kerf_report_format format)
{
    assert(r->verified);
    KF_CHECK(kf_verified_check(r->verified));
    if (format == KERF_REPORT_JSON) add_json(to, r->model, r->verified);
    else add_text(to, r->model, r->verified);
}

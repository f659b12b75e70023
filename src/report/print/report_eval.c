/* report_eval.c -- what `kerf eval` prints: a table by predicate, or the same as a JSON object. */
#include "report/report.h"

#include "base/check.h"
#include "base/json.h"
#include "report/print/columns.h"

#include <math.h>

static kf_str name_of(const kf_evaluated *e, uint32_t predicate)
{
    return predicate == KF_NONE ? KF_STR("all") : kf_symbols_text(e->names, predicate);
}

/* ---- The table ------------------------------------------------------------------------------ */

static void add_ratio(kf_text_columns *c, double ratio)
{
    if (isnan(ratio)) kf_text_addc(&c->cells, '-');
    else kf_text_add_number(&c->cells, round(ratio * 1e4) / 1e4);
    kf_cell_end(c);
}

static void add_row(kf_text_columns *c, const kf_evaluated *e, uint32_t predicate)
{
    kerf_evaluation v = kf_evaluated_get(e, predicate);
    kf_cell(c, name_of(e, predicate));
    add_ratio(c, v.precision);
    add_ratio(c, v.recall);
    add_ratio(c, v.f1);
    kf_cell_count(c, v.true_positives);
    kf_cell_count(c, v.false_positives);
    kf_cell_count(c, v.false_negatives);
}

static void add_text(kf_text *to, const kf_evaluated *e)
{
    static const char *const heads[] = { "predicate", "precision", "recall", "F1",
                                         "right",     "wrong",     "missed" };
    kf_text_columns c;
    kf_columns_open(&c, to->mem, KF_LENGTH(heads), 0x7e);
    for (size_t i = 0; i < KF_LENGTH(heads); i++) kf_cell(&c, kf_str_of(heads[i]));
    for (size_t i = 0; i < e->shown.n; i++) add_row(&c, e, e->shown.at[i]);
    add_row(&c, e, KF_NONE);
    kf_columns_close(&c, to);
}

/* ---- JSON ----------------------------------------------------------------------------------- */

static void add_counts(kf_json *j, const kerf_evaluation *v)
{
    kf_json_count(j, "true_positives", v->true_positives);
    kf_json_count(j, "false_positives", v->false_positives);
    kf_json_count(j, "false_negatives", v->false_negatives);
    kf_json_number(j, "precision", v->precision);
    kf_json_number(j, "recall", v->recall);
    kf_json_number(j, "f1", v->f1);
}

static void add_json(kf_text *to, const kf_evaluated *e)
{
    kerf_evaluation all = kf_evaluated_get(e, KF_NONE);
    kf_json j = kf_json_to(to);
    kf_json_object(&j, NULL);
    kf_json_count(&j, "worlds", all.worlds);
    add_counts(&j, &all);
    kf_json_array(&j, "predicates");
    for (size_t i = 0; i < e->shown.n; i++) {
        kerf_evaluation v = kf_evaluated_get(e, e->shown.at[i]);
        kf_json_object(&j, NULL);
        kf_json_string(&j, "predicate", name_of(e, e->shown.at[i]));
        kf_json_bool(&j, "symmetric", v.symmetric);
        add_counts(&j, &v);
        kf_json_close(&j);
    }
    kf_json_close(&j);
    kf_json_close(&j);
    kf_text_addc(to, '\n');
}

void kf_report_evaluation(kf_text *to, const kf_record *r, kerf_report_format format)
{
    assert(r->evaluated);
    KF_CHECK(kf_evaluated_check(r->evaluated));
    if (format == KERF_REPORT_JSON) add_json(to, r->evaluated);
    else add_text(to, r->evaluated);
}

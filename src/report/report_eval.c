/* report_eval.c -- what `kerf eval` prints: a table by predicate, or the same as a JSON object. */
#include "report/report.h"

#include "report/columns.h"

#include <assert.h>
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

static void add_count(kf_text_columns *c, uint64_t n)
{
    kf_text_addf(&c->cells, "%llu", (unsigned long long)n);
    kf_cell_end(c);
}

static void add_row(kf_text_columns *c, const kf_evaluated *e, uint32_t predicate)
{
    kerf_evaluation v = kf_evaluated_get(e, predicate);
    kf_cell(c, name_of(e, predicate));
    add_ratio(c, v.precision);
    add_ratio(c, v.recall);
    add_ratio(c, v.f1);
    add_count(c, v.true_positives);
    add_count(c, v.false_positives);
    add_count(c, v.false_negatives);
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

static void add_json_ratio(kf_text *to, const char *name, double ratio)
{
    kf_text_addf(to, ",\"%s\":", name);
    if (isnan(ratio)) kf_text_add(to, KF_STR("null"));
    else kf_text_add_number(to, ratio);
}

static void add_json_counts(kf_text *to, const kerf_evaluation *v)
{
    kf_text_addf(to, "\"true_positives\":%llu,\"false_positives\":%llu,\"false_negatives\":%llu",
                 (unsigned long long)v->true_positives, (unsigned long long)v->false_positives,
                 (unsigned long long)v->false_negatives);
    add_json_ratio(to, "precision", v->precision);
    add_json_ratio(to, "recall", v->recall);
    add_json_ratio(to, "f1", v->f1);
}

static void add_json(kf_text *to, const kf_evaluated *e)
{
    kerf_evaluation all = kf_evaluated_get(e, KF_NONE);
    kf_text_addf(to, "{\"worlds\":%llu,", (unsigned long long)all.worlds);
    add_json_counts(to, &all);
    kf_text_add(to, KF_STR(",\"predicates\":["));
    for (size_t i = 0; i < e->shown.n; i++) {
        kerf_evaluation v = kf_evaluated_get(e, e->shown.at[i]);
        kf_text_add(to, i > 0 ? KF_STR(",{") : KF_STR("{"));
        kf_text_add(to, KF_STR("\"predicate\":"));
        kf_text_add_quoted(to, name_of(e, e->shown.at[i]));
        kf_text_addf(to, ",\"symmetric\":%s,", v.symmetric ? "true" : "false");
        add_json_counts(to, &v);
        kf_text_addc(to, '}');
    }
    kf_text_add(to, KF_STR("]}\n"));
}

void kf_report_evaluation(kf_text *to, const kf_record *r, kerf_report_format format)
{
    assert(r->evaluated);
    if (format == KERF_REPORT_JSON) add_json(to, r->evaluated);
    else add_text(to, r->evaluated);
}

/* report.h -- a record of a run as text, JSON and HTML: one function for each output of kerf.h.
 *
 * All of them append to a text; one that ran out of memory says so in its `failed`. */
#ifndef KF_REPORT_H
#define KF_REPORT_H

#include "base/text.h"
#include "report/records/record.h"

/* `kerf check`: the model at a glance (summary.c). */
void kf_report_summary(kf_text *, const kf_record *);
/* `kerf check --forecast` (report_forecast.c). */
void kf_report_forecast(kf_text *, const kf_record *);
void kf_report_chance_forecast(kf_text *, const kf_marginals *);
void kf_report_no_chances(kf_text *, kerf_status); /* why there will be none; others: nothing */
/* `kerf show --stage=model` (report_model.c). */
void kf_report_model(kf_text *, const kf_model *);

/* The last answer; world: its name, "" if it has none (report_answer.c). */
void kf_report_answer(kf_text *, const kf_record *, kerf_answer_format, const char *world);
/* `kerf map --stats`: one JSON object about all runs (report_stats.c). */
void kf_report_statistics(kf_text *, const kf_record *);
/* `kerf marginal --stats`, likewise (report_chances.c). */
void kf_report_chance_statistics(kf_text *, const kf_record *);
/* `--report` of map, marginal and learn: one HTML page (report_html.c). */
kerf_status kf_report_html(kf_text *, const kf_record *);

/* `kerf verify` (report_verify.c). */
void kf_report_verification(kf_text *, const kf_record *, kerf_report_format);
/* `kerf eval` (report_eval.c). */
void kf_report_evaluation(kf_text *, const kf_record *, kerf_report_format);

#endif

/* page.h -- private to report/pages/: the parts of the HTML page about a record.
 *
 * Those about inference render a list of runs: one run, or several together. */
#ifndef KF_PAGE_H
#define KF_PAGE_H

#include "base/mem.h"
#include "base/text.h"
#include "report/html/html.h"
#include "report/html/plot.h"
#include "report/records/record.h"
#include "report/records/times.h"

typedef struct kf_page {
    kf_text *to;
    const kf_model *m;
    kf_arena scratch; /* all goes at the end */
    uint32_t plots;   /* so far, for their names */
    int level;        /* of headings of what comes: 2, or 3 within a world */
    kf_text cell;     /* for the moment */
} kf_page;

/* ---- Parts of every page (page.c) ---- */

/* A plot below its title, and what it says; gives it its id. */
typedef void kf_draw_fn(kf_text *, const kf_plot *);
kerf_status kf_page_figure(kf_page *, kf_draw_fn *, kf_plot *, const char *caption);
/* The same of one series: what the values count, and the values. */
kerf_status kf_page_series(kf_page *, kf_draw_fn *, kf_plot, kf_str of, const double *values,
                           const char *caption);
kerf_status kf_page_times(kf_page *, const kf_times *, const char *caption);
void kf_page_heading(kf_page *, const char *text);
void kf_page_content(kf_page *, const kf_rule *); /* a formula without label and weight */
/* As a plot names it: the label that its author gave, else its text. */
kerf_status kf_page_rule_name(kf_page *, const kf_rule *, kf_str *);
/* "A, B and C" (report_told.c). */
void kf_page_names(kf_page *, const uint32_t *predicates, size_t n);
/* What was asked, in words; what stands below everything else (report_setup.c). */
kerf_status kf_page_asked(kf_page *, const kf_record *, const char *question);
void kf_page_setup(kf_page *, const kf_record *);

/* ---- kerf map ---- */

/* The true atoms (report_told.c). */
kerf_status kf_page_answer(kf_page *, const kf_map_run *);
/* Why there is no answer (report_conflict.c). */
kerf_status kf_page_conflict(kf_page *, const kf_map_run *);
/* Convergence, groundings, times, components (report_plots.c). */
kerf_status kf_page_plots(kf_page *, kf_runs);
/* Which formulas are not satisfied; of one run, also where (report_formulas.c). */
kerf_status kf_page_formulas(kf_page *, kf_runs);
/* What is known of the answer (report_verdict.c). */
void kf_page_verdict(kf_page *, const kf_map_run *);
void kf_page_verdicts(kf_page *, kf_runs);
void kf_page_facts(kf_page *, kf_runs);
void kf_page_search_facts(kf_page *, kf_runs);            /* of the search for it */
kerf_status kf_page_mapped(kf_page *, const kf_record *); /* all of it (report_mapped.c) */

/* Why atoms are as they are (page_explain.c); nothing if none was asked for. */
void kf_page_explained(kf_page *, const kf_explained *);

/* ---- kerf learn ---- */

/* How learning went, and what it learned (report_learn.c, report_weights.c). */
kerf_status kf_page_learned(kf_page *, const kf_learn_record *);
kerf_status kf_page_weights(kf_page *, const kf_learn_record *);

/* ---- kerf marginal ---- */

typedef struct kf_chance_runs {
    const kf_chance_run *at;
    size_t n;
} kf_chance_runs;

/* Atoms by probability, intervals and chains; components and times (report_chance_plots.c). */
kerf_status kf_page_sureness(kf_page *, kf_chance_runs);
kerf_status kf_page_computed(kf_page *, kf_chance_runs);
/* All of it (report_marginal.c). */
kerf_status kf_page_chanced(kf_page *, const kf_record *);

#endif

/* page.h -- private to report/: the parts of the HTML page about a record.
 *
 * Those about inference render a list of runs: one run, or several together. */
#ifndef KF_PAGE_H
#define KF_PAGE_H

#include "base/mem.h"
#include "base/text.h"
#include "report/html.h"
#include "report/plot.h"
#include "report/record.h"

typedef struct kf_page {
    kf_text *to;
    const kf_model *m;
    kf_arena scratch; /* all goes at the end */
    uint32_t plots;   /* so far, for their names */
    int level;        /* of headings of what comes: 2, or 3 within a world */
    kf_text cell;     /* for the moment */
} kf_page;

typedef struct kf_runs {
    const kf_map_run *at;
    size_t n;
} kf_runs;

/* A plot with its caption (report_plots.c); gives it its id. */
typedef void kf_draw_fn(kf_text *, const kf_plot *);
kerf_status kf_page_figure(kf_page *, kf_draw_fn *, kf_plot *, const char *caption);
/* Convergence, groundings, times, components (report_plots.c). */
kerf_status kf_page_plots(kf_page *, kf_runs);
/* Which formulas are not satisfied; of one run, also where (report_formulas.c). */
kerf_status kf_page_formulas(kf_page *, kf_runs);
void kf_page_content(kf_page *, const kf_rule *); /* a formula without label and weight */
/* What is known of the answer (report_verdict.c). */
void kf_page_verdict(kf_page *, const kf_map_run *);
void kf_page_verdicts(kf_page *, kf_runs);
void kf_page_facts(kf_page *, kf_runs);
/* Why atoms are as they are (page_explain.c); nothing if none was asked for. */
void kf_page_explained(kf_page *, const kf_explained *);
/* How learning went, and what it learned (report_learn.c, report_weights.c). */
kerf_status kf_page_learned(kf_page *, const kf_learn_record *);
kerf_status kf_page_weights(kf_page *, const kf_learn_record *);

#endif

/* plot.h -- private to report/: plots as SVG inside a page of html.h, whose style has their
 * colours.
 *
 * Each has a title, a description in words for those who do not see it, and the exact value of
 * every mark as its tooltip. */
#ifndef KF_PLOT_H
#define KF_PLOT_H

#include "base/text.h"

enum {
    KF_MOST_SERIES = 8, /* colours */
    KF_PLOT_NAME = 28,  /* letters of a name that rows have room for */
};

typedef struct kf_series {
    kf_str name;
    const double *values; /* one for each point or bar; not finite: there is none */
} kf_series;

typedef struct kf_plot {
    const char *id;      /* unique on the page */
    const char *title;   /* what it shows */
    const char *x_name;  /* of what goes to the right: "iteration" */
    size_t n;            /* points, or bars */
    const kf_str *names; /* theirs; NULL: 1, 2, 3, ... */
    size_t n_series;     /* up to KF_MOST_SERIES */
    const kf_series *series;
    bool log;       /* lines: powers of ten, with 0 below them */
    bool from_zero; /* lines: the axis begins there */
    bool whole;     /* values are counts */
    bool seconds;   /* rows: values are times */
    bool thin;      /* lines: many of them, none dashed and without marks but at their ends */
    double origin;  /* lines: the axis tells how far values are from it; 0: values themselves */
} kf_plot;

/* Asserts: there are texts, and values for every point of every series. */
void kf_plot_check(const kf_plot *);
/* How many there are to draw in a series: one alone makes no plot. */
size_t kf_plot_points(const double *values, size_t n);
void kf_plot_lines(kf_text *, const kf_plot *);  /* each with its name at its end */
void kf_plot_bars(kf_text *, const kf_plot *);   /* one series, none negative */
void kf_plot_rows(kf_text *, const kf_plot *);   /* one series, to the right, with its values */
void kf_plot_strips(kf_text *, const kf_plot *); /* series below each other, their sums beside */

/* ---- The axis of values (plot_axis.c) ---- */

typedef struct kf_axis {
    double least, most; /* of the picture; of `log` their decimal logarithms */
    double step;        /* between ticks */
    bool log, zero;     /* zero: `least` of a logarithmic axis stands for 0 */
} kf_axis;

/* Asserts: it has a range, and ticks that are few. */
void kf_axis_check(const kf_axis *);
kf_axis kf_axis_for(double least, double most, bool from_zero, bool whole);
kf_axis kf_axis_log(double least, double most, bool zero); /* both positive */
double kf_axis_place(const kf_axis *, double value);       /* 0 at its foot, 1 at its head */
uint32_t kf_axis_ticks(const kf_axis *);
double kf_axis_tick(const kf_axis *, uint32_t);
void kf_axis_label(kf_text *, const kf_axis *, uint32_t tick); /* 20k, 0.5 */
uint32_t kf_axis_width(const kf_axis *, kf_mem *);             /* characters of the longest label */

#endif

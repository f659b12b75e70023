/* plot_draw.h -- private to report/: the pieces that plots are drawn of.
 *
 * Sizes are those of a phone's width, so that letters stay readable there; elsewhere the picture is
 * scaled. Nothing can measure text here: letters are taken for KF_PLOT_LETTER wide. */
#ifndef KF_PLOT_DRAW_H
#define KF_PLOT_DRAW_H

#include "report/html/plot.h"

static const double KF_PLOT_WIDTH = 360, KF_PLOT_TOP = 12, KF_PLOT_HEIGHT = 150;
static const double KF_PLOT_RIGHT = 14, KF_PLOT_LETTER = 7, KF_PLOT_BELOW = 40;

typedef struct kf_canvas {
    kf_text *to;
    const kf_plot *p;
    kf_axis y;
    double left, right;
} kf_canvas;

size_t kf_plot_letters(kf_str); /* of UTF-8 */
/* Cut off where it is longer; the tooltips have all of it. */
void kf_plot_short(kf_text *, kf_str name, size_t most);
/* x="1.5" with a blank before it. */
void kf_plot_length(kf_text *, const char *name, double length);
void kf_plot_begin_text(kf_text *, double x, double y, const char *anchor, const char *class);
void kf_plot_end_text(kf_text *);
void kf_plot_value(kf_text *, const kf_plot *, double value); /* as it stands in the picture */
void kf_plot_tooltip(kf_text *, const kf_plot *, size_t series, size_t i);
void kf_plot_begin(kf_text *, const kf_plot *, double height);
void kf_plot_end(kf_text *);

/* ---- With an axis at the left and names below ---- */

/* right: room that is left free there. */
kf_canvas kf_canvas_begin(kf_text *, const kf_plot *, kf_axis, double right);
double kf_canvas_y(const kf_canvas *, double value);
/* Names below the points, as many as there is room for. */
void kf_canvas_names(const kf_canvas *, double (*x_of)(const kf_canvas *, size_t));

#endif

/* plot_lines.c -- lines, each with its name at its end; see plot.h. */
#include "report/html/plot_draw.h"

#include "base/check.h"
#include "report/html/html.h"

#include <math.h>

enum { MOST_MARKED = 40, MOST_LETTERS = 16 };
static const double ROW = 14; /* of names, so that none covers another */

static double x_of_point(const kf_canvas *c, size_t i)
{
    if (c->p->n == 1) return (c->left + c->right) / 2;
    return c->left + 8 + (c->right - c->left - 16) * (double)i / (double)(c->p->n - 1);
}

static kf_axis axis_of(const kf_plot *p)
{
    double least = INFINITY, most = -INFINITY, positive = INFINITY;
    for (size_t s = 0; s < p->n_series; s++) {
        for (size_t i = 0; i < p->n; i++) {
            double v = p->series[s].values[i] - p->origin;
            if (!isfinite(v)) continue;
            least = fmin(least, v);
            most = fmax(most, v);
            if (v > 0) positive = fmin(positive, v);
        }
    }
    if (most < least) return kf_axis_for(0, 1, true, false);
    if (p->log && most > 0) return kf_axis_log(positive, most, least <= 0);
    return kf_axis_for(least, most, p->from_zero, p->whole);
}

static void add_path(const kf_canvas *c, size_t s)
{
    const double *v = c->p->series[s].values;
    bool pen = false;
    kf_text_addf(c->to, "<path class=\"l c%zu %s%zu\" d=\"", s, c->p->thin ? "thin d" : "d",
                 c->p->thin ? 0 : s % 3);
    for (size_t i = 0; i < c->p->n; i++) {
        if (isfinite(v[i])) {
            kf_text_addc(c->to, pen ? 'L' : 'M');
            kf_text_add_number(c->to, round(x_of_point(c, i) * 10) / 10);
            kf_text_addc(c->to, ' ');
            kf_text_add_number(c->to, round(kf_canvas_y(c, v[i]) * 10) / 10);
        }
        pen = isfinite(v[i]);
    }
    kf_text_add(c->to, KF_STR("\"/>\n"));
}

/* All if they are few, else those that no line shows, and the last. */
static void add_marks(const kf_canvas *c, size_t s)
{
    const kf_plot *p = c->p;
    const double *v = p->series[s].values;
    for (size_t i = 0; i < p->n; i++) {
        bool alone = (i == 0 || !isfinite(v[i - 1])) && (i + 1 == p->n || !isfinite(v[i + 1]));
        if (!isfinite(v[i]) || ((p->n > MOST_MARKED || p->thin) && !alone && i + 1 < p->n))
            continue;
        kf_text_addf(c->to, "<circle class=\"m c%zu mark\" r=\"3\"", s);
        kf_plot_length(c->to, "cx", x_of_point(c, i));
        kf_plot_length(c->to, "cy", kf_canvas_y(c, v[i]));
        kf_text_addc(c->to, '>');
        kf_plot_tooltip(c->to, p, s, i);
        kf_text_add(c->to, KF_STR("</circle>\n"));
    }
}

/* ---- Names at the ends ---------------------------------------------------------------------- */

typedef struct label {
    size_t series;
    double y;
} label;

static double room_of_labels(const kf_plot *p)
{
    size_t widest = 0;
    if (p->n_series < 2) return KF_PLOT_RIGHT;
    for (size_t s = 0; s < p->n_series; s++) {
        size_t n = kf_plot_letters(p->series[s].name);
        if (n > widest) widest = n;
    }
    return 6 + KF_PLOT_LETTER * (double)(widest < MOST_LETTERS ? widest : MOST_LETTERS);
}

/* Where each line ends, from the top down. */
static size_t find_labels(const kf_canvas *c, label *labels)
{
    size_t n = 0;
    for (size_t s = 0; s < c->p->n_series; s++) {
        const double *v = c->p->series[s].values;
        size_t last = c->p->n;
        while (last > 0 && !isfinite(v[last - 1])) last--;
        if (last == 0) continue;
        label l = { s, kf_canvas_y(c, v[last - 1]) };
        size_t i = n++;
        for (; i > 0 && labels[i - 1].y > l.y; i--) labels[i] = labels[i - 1];
        labels[i] = l;
    }
    return n;
}

/* None less than a row below the one before, and none below the axis. */
static void spread(label *labels, size_t n)
{
    double foot = KF_PLOT_TOP + KF_PLOT_HEIGHT;
    for (size_t i = 1; i < n; i++) labels[i].y = fmax(labels[i].y, labels[i - 1].y + ROW);
    for (size_t i = n; i-- > 0;) {
        labels[i].y = fmin(labels[i].y, foot);
        foot = labels[i].y - ROW;
    }
}

static void add_labels(const kf_canvas *c)
{
    label labels[KF_MOST_SERIES];
    if (c->p->n_series < 2) return;
    size_t n = find_labels(c, labels);
    spread(labels, n);
    for (size_t i = 0; i < n; i++) {
        char class[16] = "m c0";
        class[3] = (char)('0' + labels[i].series);
        kf_plot_begin_text(c->to, c->right + 2, labels[i].y + 4, "start", class);
        kf_plot_short(c->to, c->p->series[labels[i].series].name, MOST_LETTERS);
        kf_plot_end_text(c->to);
    }
}

void kf_plot_lines(kf_text *to, const kf_plot *p)
{
    KF_CHECK(kf_plot_check(p));
    kf_canvas c = kf_canvas_begin(to, p, axis_of(p), room_of_labels(p));
    kf_canvas_names(&c, x_of_point);
    for (size_t s = 0; s < p->n_series; s++) add_path(&c, s);
    for (size_t s = 0; s < p->n_series; s++) add_marks(&c, s);
    add_labels(&c);
    kf_plot_end(to);
}

/* plot_bars.c -- bars, rows of bars, and a strip of bars for each of several things; see plot.h. */
#include "report/html/plot_draw.h"

#include "base/check.h"
#include "report/html/html.h"

#include <math.h>

enum { MOST_STRIP_LETTERS = 48 };
static const double ROW = 26, STRIP = 46, STRIP_BAR = 20;

static void add_rect(kf_text *to, double x, double y, double width, double height)
{
    kf_text_add(to, KF_STR("<rect class=\"m c0 mark\""));
    kf_plot_length(to, "x", x);
    kf_plot_length(to, "y", y);
    kf_plot_length(to, "width", width);
    kf_plot_length(to, "height", height);
    kf_text_addc(to, '>');
}

static double greatest(const double *v, size_t n)
{
    double most = 0;
    for (size_t i = 0; i < n; i++)
        if (isfinite(v[i])) most = fmax(most, v[i]);
    return most;
}

/* ---- Bars ----------------------------------------------------------------------------------- */

static double x_of_bar(const kf_canvas *c, size_t i) /* its middle */
{
    return c->left + (c->right - c->left) * ((double)i + 0.5) / (double)c->p->n;
}

static void add_bar(const kf_canvas *c, size_t i)
{
    double room = (c->right - c->left) / (double)c->p->n, width = fmin(room * 0.85, 48);
    double v = c->p->series[0].values[i];
    if (!isfinite(v) || v <= 0) return;
    double foot = kf_canvas_y(c, 0), head = kf_canvas_y(c, v);
    add_rect(c->to, x_of_bar(c, i) - width / 2, head, width, fmax(foot - head, 0.5));
    kf_plot_tooltip(c->to, c->p, 0, i);
    kf_text_add(c->to, KF_STR("</rect>\n"));
}

void kf_plot_bars(kf_text *to, const kf_plot *p)
{
    KF_CHECK(kf_plot_check(p));
    assert(p->n_series == 1 && p->origin == 0);
    double most = greatest(p->series[0].values, p->n);
    kf_canvas c = kf_canvas_begin(to, p, kf_axis_for(0, most, true, p->whole), KF_PLOT_RIGHT);
    kf_canvas_names(&c, x_of_bar);
    for (size_t i = 0; i < p->n; i++) add_bar(&c, i);
    kf_plot_end(to);
}

/* ---- Rows ----------------------------------------------------------------------------------- */

static void add_row(kf_text *to, const kf_plot *p, size_t i, double left, double most)
{
    double v = p->series[0].values[i], y = 4 + ROW * (double)i;
    double full = KF_PLOT_WIDTH - KF_PLOT_RIGHT - 62 - left;
    double width = isfinite(v) && v > 0 && most > 0 ? fmax(full * v / most, 0.5) : 0;
    kf_plot_begin_text(to, left - 6, y + 16, "end", "n");
    kf_plot_short(to, p->names[i], KF_PLOT_NAME);
    kf_plot_end_text(to);
    add_rect(to, left, y + 3, width, 18);
    kf_plot_tooltip(to, p, 0, i);
    kf_text_add(to, KF_STR("</rect>\n"));
    kf_plot_begin_text(to, left + width + 6, y + 16, "start", "t");
    kf_plot_value(to, p, v);
    kf_plot_end_text(to);
}

void kf_plot_rows(kf_text *to, const kf_plot *p)
{
    KF_CHECK(kf_plot_check(p));
    assert(p->n_series == 1 && p->names);
    size_t widest = 0;
    double most = greatest(p->series[0].values, p->n);
    for (size_t i = 0; i < p->n; i++)
        if (kf_plot_letters(p->names[i]) > widest) widest = kf_plot_letters(p->names[i]);
    double left = 14 + KF_PLOT_LETTER * (double)(widest < KF_PLOT_NAME ? widest : KF_PLOT_NAME);
    kf_plot_begin(to, p, 8 + ROW * (double)p->n);
    for (size_t i = 0; i < p->n; i++) add_row(to, p, i, left, most);
    kf_plot_end(to);
}

/* ---- Strips --------------------------------------------------------------------------------- */

static const double STRIP_LEFT = 4, STRIP_RIGHT = 64;

static void add_strip(kf_text *to, const kf_plot *p, size_t s, double most)
{
    double head = 4 + STRIP * (double)s, foot = head + 18 + STRIP_BAR, sum = 0;
    double room = (KF_PLOT_WIDTH - STRIP_LEFT - STRIP_RIGHT) / (double)p->n;
    const double *v = p->series[s].values;
    kf_plot_begin_text(to, STRIP_LEFT, head + 11, "start", "n");
    kf_text_add(to, KF_STR("<title>"));
    kf_html_add(to, p->series[s].name);
    kf_text_add(to, KF_STR("</title>"));
    kf_plot_short(to, p->series[s].name, MOST_STRIP_LETTERS);
    kf_plot_end_text(to);
    for (size_t i = 0; i < p->n; i++) {
        if (!isfinite(v[i]) || v[i] <= 0) continue;
        double height = fmax(STRIP_BAR * v[i] / most, 1), width = fmin(room * 0.85, 28);
        sum += v[i];
        add_rect(to, STRIP_LEFT + room * (double)i, foot - height, width, height);
        kf_plot_tooltip(to, p, s, i);
        kf_text_add(to, KF_STR("</rect>\n"));
    }
    kf_text_add(to, KF_STR("<line class=\"g\""));
    kf_plot_length(to, "x1", STRIP_LEFT);
    kf_plot_length(to, "x2", KF_PLOT_WIDTH - STRIP_RIGHT);
    kf_plot_length(to, "y1", foot + 0.5);
    kf_plot_length(to, "y2", foot + 0.5);
    kf_text_add(to, KF_STR("/>\n"));
    kf_plot_begin_text(to, KF_PLOT_WIDTH - 4, foot, "end", "t");
    kf_plot_value(to, p, sum);
    kf_plot_end_text(to);
}

void kf_plot_strips(kf_text *to, const kf_plot *p)
{
    double most = 0;
    KF_CHECK(kf_plot_check(p));
    for (size_t s = 0; s < p->n_series; s++) most = fmax(most, greatest(p->series[s].values, p->n));
    kf_plot_begin(to, p, 8 + STRIP * (double)p->n_series);
    for (size_t s = 0; s < p->n_series; s++) add_strip(to, p, s, most);
    kf_plot_end(to);
}

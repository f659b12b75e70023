/* plot.c -- the pieces that plots are drawn of; see plot_draw.h. */
#include "report/html/plot_draw.h"

#include "base/check.h"
#include "report/html/html.h"

#include <math.h>

#ifndef NDEBUG
void kf_plot_check(const kf_plot *p)
{
    assert(p->id && p->title && p->x_name);
    assert(p->n > 0 && p->n_series > 0 && p->n_series <= KF_MOST_SERIES);
    for (size_t s = 0; s < p->n_series; s++) assert(p->series[s].values && p->series[s].name.n > 0);
}
#endif

size_t kf_plot_points(const double *v, size_t n)
{
    size_t points = 0;
    for (size_t i = 0; i < n; i++) points += isfinite(v[i]) != 0;
    return points;
}

/* ---- Pieces --------------------------------------------------------------------------------- */

void kf_plot_length(kf_text *to, const char *name, double length)
{
    kf_text_addf(to, " %s=\"", name);
    kf_text_add_number(to, round(length * 10) / 10 + 0.0);
    kf_text_addc(to, '"');
}

size_t kf_plot_letters(kf_str s)
{
    size_t n = 0;
    for (size_t i = 0; i < s.n; i++) n += ((unsigned char)s.at[i] & 0xc0) != 0x80;
    return n;
}

void kf_plot_short(kf_text *to, kf_str name, size_t most)
{
    if (kf_plot_letters(name) <= most) {
        kf_html_add(to, name);
        return;
    }
    size_t n = 0, letters = 0;
    for (; n < name.n; n++)
        if (((unsigned char)name.at[n] & 0xc0) != 0x80 && letters++ == most - 1) break;
    kf_html_add(to, (kf_str){ name.at, n });
    kf_text_add(to, KF_STR("\u2026"));
}

void kf_plot_begin_text(kf_text *to, double x, double y, const char *anchor, const char *class)
{
    kf_text_add(to, KF_STR("<text"));
    kf_plot_length(to, "x", x);
    kf_plot_length(to, "y", y);
    kf_text_addf(to, " text-anchor=\"%s\" class=\"%s\">", anchor, class);
}

void kf_plot_end_text(kf_text *to)
{
    kf_text_add(to, KF_STR("</text>\n"));
}

static void add_line(kf_text *to, const char *class, double x1, double y1, double x2, double y2)
{
    kf_text_addf(to, "<line class=\"%s\"", class);
    kf_plot_length(to, "x1", x1);
    kf_plot_length(to, "y1", y1);
    kf_plot_length(to, "x2", x2);
    kf_plot_length(to, "y2", y2);
    kf_text_add(to, KF_STR("/>\n"));
}

static void add_name(kf_text *to, const kf_plot *p, size_t i)
{
    if (p->names) kf_html_add(to, p->names[i]);
    else kf_text_addf(to, "%zu", i + 1);
}

static void add_exact(kf_text *to, const kf_plot *p, double value)
{
    if (p->seconds) kf_html_seconds(to, value);
    else if (p->whole && value >= 0 && value < 1e18) kf_html_count(to, (uint64_t)value);
    else kf_html_number(to, value);
}

void kf_plot_value(kf_text *to, const kf_plot *p, double value)
{
    if (p->seconds) kf_html_seconds(to, value);
    else kf_html_short(to, value);
}

/* "iteration 3, bound: 11.5" */
void kf_plot_tooltip(kf_text *to, const kf_plot *p, size_t series, size_t i)
{
    kf_text_add(to, KF_STR("<title>"));
    if (p->x_name[0]) {
        kf_html_adds(to, p->x_name);
        kf_text_addc(to, ' ');
    }
    add_name(to, p, i);
    if (p->n_series > 1) {
        kf_text_add(to, KF_STR(", "));
        kf_html_add(to, p->series[series].name);
    }
    kf_text_add(to, KF_STR(": "));
    add_exact(to, p, p->series[series].values[i]);
    kf_text_add(to, KF_STR("</title>"));
}

/* ---- The frame ------------------------------------------------------------------------------ */

/* "bound: 14 at first, 11.5 at last." */
static void describe(kf_text *to, const kf_plot *p)
{
    for (size_t s = 0; s < p->n_series; s++) {
        size_t first = 0, last = p->n;
        const double *v = p->series[s].values;
        while (first < p->n && !isfinite(v[first])) first++;
        while (last > first && !isfinite(v[last - 1])) last--;
        kf_html_add(to, p->series[s].name);
        kf_text_add(to, KF_STR(": "));
        if (first == last) {
            kf_text_add(to, KF_STR("no values. "));
            continue;
        }
        add_exact(to, p, v[first]);
        kf_text_addf(to, " at %s ", p->x_name);
        add_name(to, p, first);
        if (last - first > 1) {
            kf_text_add(to, KF_STR(", "));
            add_exact(to, p, v[last - 1]);
            kf_text_addf(to, " at %s ", p->x_name);
            add_name(to, p, last - 1);
        }
        kf_text_add(to, KF_STR(". "));
    }
}

/* A picture without series is said to be what its title says. */
void kf_plot_begin(kf_text *to, const kf_plot *p, double height)
{
    kf_text_add(to,
                KF_STR("<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" viewBox=\"0 0 "));
    kf_text_add_number(to, KF_PLOT_WIDTH);
    kf_text_addc(to, ' ');
    kf_text_add_number(to, height);
    kf_text_addf(to, "\" id=\"%s\" aria-labelledby=\"%s-t %s-d\">\n<title id=\"%s-t\">", p->id,
                 p->id, p->id, p->id);
    kf_html_adds(to, p->title);
    kf_text_addf(to, "</title>\n<desc id=\"%s-d\">", p->id);
    if (p->n_series == 0) kf_html_adds(to, "Described in words below.");
    else describe(to, p);
    kf_text_add(to, KF_STR("</desc>\n"));
}

void kf_plot_end(kf_text *to)
{
    kf_text_add(to, KF_STR("</svg>\n"));
}

/* ---- Axes ----------------------------------------------------------------------------------- */

double kf_canvas_y(const kf_canvas *c, double value)
{
    return KF_PLOT_TOP + KF_PLOT_HEIGHT * (1 - kf_axis_place(&c->y, value - c->p->origin));
}

static void add_ticks(const kf_canvas *c)
{
    for (uint32_t i = 0; i < kf_axis_ticks(&c->y); i++) {
        double tick = kf_axis_tick(&c->y, i), y = kf_canvas_y(c, tick + c->p->origin);
        add_line(c->to, i == 0 ? "a" : "g", c->left, y, c->right, y);
        kf_plot_begin_text(c->to, c->left - 6, y + 4, "end", "t");
        if (c->p->origin != 0 && tick > 0) kf_text_addc(c->to, '+');
        kf_axis_label(c->to, &c->y, i);
        kf_plot_end_text(c->to);
    }
}

/* Every how many points there is room for a name. */
static size_t names_every(const kf_canvas *c)
{
    const kf_plot *p = c->p;
    size_t widest = 1, every = 1;
    for (size_t n = p->n; n >= 10; n /= 10) widest++;
    for (size_t i = 0; p->names && i < p->n; i++)
        if (kf_plot_letters(p->names[i]) > widest) widest = kf_plot_letters(p->names[i]);
    double room = KF_PLOT_LETTER * (double)(widest + 1), width = c->right - c->left;
    while ((double)(p->n - 1) / (double)every * room > width)
        every = every % 2 == 0 && every % 5 != 0 ? every / 2 * 5 : every * 2; /* 1 2 5 10 20 50 */
    return every;
}

void kf_canvas_names(const kf_canvas *c, double (*x_of)(const kf_canvas *, size_t))
{
    const kf_plot *p = c->p;
    size_t every = names_every(c);
    double foot = KF_PLOT_TOP + KF_PLOT_HEIGHT;
    for (size_t i = 0; i < p->n; i++) {
        bool shown = p->names ? i % every == 0 : every == 1 || (i + 1) % every == 0 || i == 0;
        if (!shown) continue;
        kf_plot_begin_text(c->to, x_of(c, i), foot + 16, "middle", "t");
        add_name(c->to, p, i);
        kf_plot_end_text(c->to);
    }
    kf_plot_begin_text(c->to, (c->left + c->right) / 2, foot + 32, "middle", "t");
    kf_html_adds(c->to, p->x_name);
    kf_plot_end_text(c->to);
}

kf_canvas kf_canvas_begin(kf_text *to, const kf_plot *p, kf_axis y, double right)
{
    kf_canvas c = { .to = to, .p = p, .y = y, .right = KF_PLOT_WIDTH - right };
    c.left = 14 + KF_PLOT_LETTER * (double)(kf_axis_width(&y, to->mem) + (p->origin != 0));
    kf_plot_begin(to, p, KF_PLOT_TOP + KF_PLOT_HEIGHT + KF_PLOT_BELOW);
    add_ticks(&c);
    return c;
}

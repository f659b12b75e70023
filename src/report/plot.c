/* plot.c -- lines, stacked bars and rows of bars as SVG; see plot.h.
 *
 * Sizes are those of a phone's width, so that letters stay readable there; elsewhere the picture is
 * scaled. Nothing can measure text here: letters are taken for LETTER wide. */
#include "report/plot.h"

#include "base/check.h"
#include "report/html.h"

#include <math.h>

static const double WIDTH = 360, TOP = 12, HEIGHT = 150, RIGHT = 14, LETTER = 7;
static const double BELOW = 40, LEGEND_ROW = 18, ROW = 26;
enum { MOST_LETTERS = 28, MOST_MARKED = 40 };

typedef struct canvas {
    kf_text *to;
    const kf_plot *p;
    kf_axis y;
    double left, right;
} canvas;

#ifndef NDEBUG
void kf_plot_check(const kf_plot *p)
{
    assert(p->id && p->title && p->x_name);
    assert(p->n > 0 && p->n_series > 0 && p->n_series <= KF_MOST_SERIES);
    for (size_t s = 0; s < p->n_series; s++) assert(p->series[s].values && p->series[s].name.n > 0);
}
#endif

bool kf_plot_any(const double *v, size_t n)
{
    while (n > 0 && !isfinite(v[n - 1])) n--;
    return n > 0;
}

/* ---- Pieces --------------------------------------------------------------------------------- */

static void add_length(kf_text *to, const char *name, double length)
{
    kf_text_addf(to, " %s=\"", name);
    kf_text_add_number(to, round(length * 10) / 10 + 0.0);
    kf_text_addc(to, '"');
}

static size_t characters(kf_str s) /* of UTF-8 */
{
    size_t n = 0;
    for (size_t i = 0; i < s.n; i++) n += ((unsigned char)s.at[i] & 0xc0) != 0x80;
    return n;
}

/* Cut off where it is too long; the tooltips have all of it. */
static void add_short(kf_text *to, kf_str name, size_t most)
{
    if (characters(name) <= most) {
        kf_html_add(to, name);
        return;
    }
    size_t n = 0, letters = 0;
    for (; n < name.n; n++)
        if (((unsigned char)name.at[n] & 0xc0) != 0x80 && letters++ == most - 1) break;
    kf_html_add(to, (kf_str){ name.at, n });
    kf_text_add(to, KF_STR("\u2026"));
}

static void begin_text(kf_text *to, double x, double y, const char *anchor, const char *class)
{
    kf_text_add(to, KF_STR("<text"));
    add_length(to, "x", x);
    add_length(to, "y", y);
    kf_text_addf(to, " text-anchor=\"%s\" class=\"%s\">", anchor, class);
}

static void end_text(kf_text *to)
{
    kf_text_add(to, KF_STR("</text>\n"));
}

static void add_line(kf_text *to, const char *class, double x1, double y1, double x2, double y2)
{
    kf_text_addf(to, "<line class=\"%s\"", class);
    add_length(to, "x1", x1);
    add_length(to, "y1", y1);
    add_length(to, "x2", x2);
    add_length(to, "y2", y2);
    kf_text_add(to, KF_STR("/>\n"));
}

static void add_name(kf_text *to, const kf_plot *p, size_t i)
{
    if (p->names) kf_html_add(to, p->names[i]);
    else kf_text_addf(to, "%zu", i + 1);
}

static void add_value(kf_text *to, const kf_plot *p, double value)
{
    if (p->seconds) kf_html_seconds(to, value);
    else if (p->whole && value >= 0 && value < 1e18) kf_html_count(to, (uint64_t)value);
    else kf_html_number(to, value);
}

/* "iteration 3, bound: 11.5" */
static void add_tooltip(kf_text *to, const kf_plot *p, size_t series, size_t i)
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
    add_value(to, p, p->series[series].values[i]);
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
        add_value(to, p, v[first]);
        kf_text_addf(to, " at %s ", p->x_name);
        add_name(to, p, first);
        if (last - first > 1) {
            kf_text_add(to, KF_STR(", "));
            add_value(to, p, v[last - 1]);
            kf_text_addf(to, " at %s ", p->x_name);
            add_name(to, p, last - 1);
        }
        kf_text_add(to, KF_STR(". "));
    }
}

static void begin_svg(kf_text *to, const kf_plot *p, double height)
{
    kf_text_add(to,
                KF_STR("<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" viewBox=\"0 0 "));
    kf_text_add_number(to, WIDTH);
    kf_text_addc(to, ' ');
    kf_text_add_number(to, height);
    kf_text_addf(to, "\" id=\"%s\" aria-labelledby=\"%s-t %s-d\">\n<title id=\"%s-t\">", p->id,
                 p->id, p->id, p->id);
    kf_html_adds(to, p->title);
    kf_text_addf(to, "</title>\n<desc id=\"%s-d\">", p->id);
    describe(to, p);
    kf_text_add(to, KF_STR("</desc>\n"));
}

static double legend_width(const kf_series *s)
{
    size_t n = characters(s->name);
    return 30 + LETTER * (double)(n < MOST_LETTERS ? n : MOST_LETTERS);
}

/* Draws it if there is something to draw on; how many rows it takes. */
static double add_legend(kf_text *to, const kf_plot *p, double y)
{
    double x = 8, rows = 1;
    if (p->n_series < 2) return 0;
    for (size_t s = 0; s < p->n_series; s++) {
        double width = legend_width(&p->series[s]);
        if (x > 8 && x + width > WIDTH) {
            x = 8;
            rows++;
        }
        if (to) {
            double at = y + LEGEND_ROW * (rows - 1);
            kf_text_addf(to, "<rect class=\"k c%zu m\" width=\"12\" height=\"12\" rx=\"2\"", s);
            add_length(to, "x", x);
            add_length(to, "y", at - 10);
            kf_text_add(to, KF_STR("/>"));
            begin_text(to, x + 17, at, "start", "n");
            add_short(to, p->series[s].name, MOST_LETTERS);
            end_text(to);
        }
        x += width;
    }
    return rows;
}

static double y_of(const canvas *c, double value)
{
    return TOP + HEIGHT * (1 - kf_axis_place(&c->y, value));
}

static void add_ticks(const canvas *c)
{
    for (uint32_t i = 0; i < kf_axis_ticks(&c->y); i++) {
        double y = y_of(c, kf_axis_tick(&c->y, i));
        add_line(c->to, i == 0 ? "a" : "g", c->left, y, c->right, y);
        begin_text(c->to, c->left - 6, y + 4, "end", "t");
        kf_axis_label(c->to, &c->y, i);
        end_text(c->to);
    }
}

/* Names below the points, as many as there is room for. */
static void add_names(const canvas *c, double (*x_of)(const canvas *, size_t))
{
    const kf_plot *p = c->p;
    size_t widest = 1, every = 1;
    for (size_t n = p->n; n >= 10; n /= 10) widest++;
    for (size_t i = 0; p->names && i < p->n; i++)
        if (characters(p->names[i]) > widest) widest = characters(p->names[i]);
    double room = LETTER * (double)(widest + 1), width = c->right - c->left;
    while ((double)(p->n - 1) / (double)every * room > width) {
        every = every % 2 == 0 && every % 5 != 0 ? every / 2 * 5 : every * 2; /* 1 2 5 10 20 50 */
    }
    for (size_t i = 0; i < p->n; i++) {
        bool shown = p->names ? i % every == 0 : every == 1 || (i + 1) % every == 0 || i == 0;
        if (!shown) continue;
        begin_text(c->to, x_of(c, i), TOP + HEIGHT + 16, "middle", "t");
        add_name(c->to, p, i);
        end_text(c->to);
    }
    begin_text(c->to, (c->left + c->right) / 2, TOP + HEIGHT + 32, "middle", "t");
    kf_html_adds(c->to, p->x_name);
    end_text(c->to);
}

/* With room for the axis at its left. */
static canvas begin_plot(kf_text *to, const kf_plot *p, kf_axis y)
{
    canvas c = { .to = to, .p = p, .y = y, .right = WIDTH - RIGHT };
    c.left = 14 + LETTER * (double)kf_axis_width(&y, to->mem);
    double rows = add_legend(NULL, p, 0);
    begin_svg(to, p, TOP + HEIGHT + BELOW + LEGEND_ROW * rows);
    add_ticks(&c);
    return c;
}

static void end_plot(const canvas *c)
{
    add_legend(c->to, c->p, TOP + HEIGHT + BELOW + 12);
    kf_text_add(c->to, KF_STR("</svg>\n"));
}

/* ---- Lines ---------------------------------------------------------------------------------- */

static double x_of_point(const canvas *c, size_t i)
{
    if (c->p->n == 1) return (c->left + c->right) / 2;
    return c->left + 8 + (c->right - c->left - 16) * (double)i / (double)(c->p->n - 1);
}

static kf_axis axis_of_lines(const kf_plot *p)
{
    double least = INFINITY, most = -INFINITY, positive = INFINITY;
    for (size_t s = 0; s < p->n_series; s++) {
        for (size_t i = 0; i < p->n; i++) {
            double v = p->series[s].values[i];
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

static void add_path(const canvas *c, size_t s)
{
    const double *v = c->p->series[s].values;
    bool pen = false;
    kf_text_addf(c->to, "<path class=\"l c%zu d%zu\" d=\"", s, s % 3);
    for (size_t i = 0; i < c->p->n; i++) {
        if (isfinite(v[i])) {
            kf_text_addc(c->to, pen ? 'L' : 'M');
            kf_text_add_number(c->to, round(x_of_point(c, i) * 10) / 10);
            kf_text_addc(c->to, ' ');
            kf_text_add_number(c->to, round(y_of(c, v[i]) * 10) / 10);
        }
        pen = isfinite(v[i]);
    }
    kf_text_add(c->to, KF_STR("\"/>\n"));
}

/* All if they are few, else those that no line shows, and the last. */
static void add_marks(const canvas *c, size_t s)
{
    const kf_plot *p = c->p;
    const double *v = p->series[s].values;
    for (size_t i = 0; i < p->n; i++) {
        bool alone = (i == 0 || !isfinite(v[i - 1])) && (i + 1 == p->n || !isfinite(v[i + 1]));
        if (!isfinite(v[i]) || (p->n > MOST_MARKED && !alone && i + 1 < p->n)) continue;
        kf_text_addf(c->to, "<circle class=\"m c%zu mark\" r=\"3.5\"", s);
        add_length(c->to, "cx", x_of_point(c, i));
        add_length(c->to, "cy", y_of(c, v[i]));
        kf_text_addc(c->to, '>');
        add_tooltip(c->to, p, s, i);
        kf_text_add(c->to, KF_STR("</circle>\n"));
    }
}

void kf_plot_lines(kf_text *to, const kf_plot *p)
{
    KF_CHECK(kf_plot_check(p));
    canvas c = begin_plot(to, p, axis_of_lines(p));
    add_names(&c, x_of_point);
    for (size_t s = 0; s < p->n_series; s++) add_path(&c, s);
    for (size_t s = 0; s < p->n_series; s++) add_marks(&c, s);
    end_plot(&c);
}

/* ---- Bars ----------------------------------------------------------------------------------- */

static double x_of_bar(const canvas *c, size_t i) /* its middle */
{
    return c->left + (c->right - c->left) * ((double)i + 0.5) / (double)c->p->n;
}

static double bar_height(const kf_plot *p, size_t i)
{
    double sum = 0;
    for (size_t s = 0; s < p->n_series; s++)
        if (isfinite(p->series[s].values[i])) sum += p->series[s].values[i];
    return sum;
}

static void add_bar(const canvas *c, size_t i)
{
    double room = (c->right - c->left) / (double)c->p->n, width = fmin(room * 0.8, 48), sum = 0;
    for (size_t s = 0; s < c->p->n_series; s++) {
        double v = c->p->series[s].values[i];
        if (!isfinite(v) || v <= 0) continue;
        double foot = y_of(c, sum), head = y_of(c, sum + v);
        sum += v;
        kf_text_addf(c->to, "<rect class=\"m c%zu mark\"", s);
        add_length(c->to, "x", x_of_bar(c, i) - width / 2);
        add_length(c->to, "y", head);
        add_length(c->to, "width", width);
        add_length(c->to, "height", fmax(foot - head, 0.5)); /* never quite nothing */
        kf_text_addc(c->to, '>');
        add_tooltip(c->to, c->p, s, i);
        kf_text_add(c->to, KF_STR("</rect>\n"));
    }
}

void kf_plot_bars(kf_text *to, const kf_plot *p)
{
    double most = 0;
    KF_CHECK(kf_plot_check(p));
    for (size_t i = 0; i < p->n; i++) most = fmax(most, bar_height(p, i));
    canvas c = begin_plot(to, p, kf_axis_for(0, most, true, p->whole));
    add_names(&c, x_of_bar);
    for (size_t i = 0; i < p->n; i++) add_bar(&c, i);
    end_plot(&c);
}

/* ---- Rows ----------------------------------------------------------------------------------- */

static void add_row(kf_text *to, const kf_plot *p, size_t i, double left, double most)
{
    double v = p->series[0].values[i], y = 4 + ROW * (double)i, full = WIDTH - RIGHT - 62 - left;
    double width = isfinite(v) && v > 0 && most > 0 ? fmax(full * v / most, 0.5) : 0;
    begin_text(to, left - 6, y + 16, "end", "n");
    add_short(to, p->names[i], MOST_LETTERS);
    end_text(to);
    kf_text_add(to, KF_STR("<rect class=\"m c0 mark\" height=\"18\""));
    add_length(to, "x", left);
    add_length(to, "y", y + 3);
    add_length(to, "width", width);
    kf_text_addc(to, '>');
    add_tooltip(to, p, 0, i);
    kf_text_add(to, KF_STR("</rect>\n"));
    begin_text(to, left + width + 6, y + 16, "start", "t");
    add_value(to, p, v);
    end_text(to);
}

void kf_plot_rows(kf_text *to, const kf_plot *p)
{
    double most = 0;
    KF_CHECK(kf_plot_check(p));
    assert(p->n_series == 1 && p->names);
    size_t widest = 0;
    for (size_t i = 0; i < p->n; i++) {
        if (isfinite(p->series[0].values[i])) most = fmax(most, p->series[0].values[i]);
        if (characters(p->names[i]) > widest) widest = characters(p->names[i]);
    }
    double left = 14 + LETTER * (double)(widest < MOST_LETTERS ? widest : MOST_LETTERS);
    begin_svg(to, p, 8 + ROW * (double)p->n);
    for (size_t i = 0; i < p->n; i++) add_row(to, p, i, left, most);
    kf_text_add(to, KF_STR("</svg>\n"));
}

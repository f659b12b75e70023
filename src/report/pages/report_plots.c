/* report_plots.c -- plots about runs: convergence, groundings by formula, times, components by
 * size. */
#include "report/pages/page.h"

#include <assert.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST_BARS = 60, MOST_ROWS = 10 };

/* ---- Convergence ---------------------------------------------------------------------------- */

static size_t most_iterations(kf_runs runs)
{
    size_t most = 0;
    for (size_t i = 0; i < runs.n; i++)
        if (runs.at[i].n_trace > most) most = runs.at[i].n_trace;
    return most;
}

typedef struct lines {
    double *score, *best, *bound, *gap;
} lines;

/* A score of 0 is what rounding leaves of it: one addition for each grounding. */
static double told_score(double score, const kerf_iteration *t)
{
    double n = (double)t->groundings + (double)t->new_groundings;
    double rest = DBL_EPSILON * (100 + n) * fabs(t->bound);
    return fabs(score) < rest && isfinite(rest) ? 0 : score;
}

/* A world that is done stays as it was. What is not known of one is not known of all. */
static void add_run(const lines *l, size_t n, const kf_map_run *s)
{
    for (size_t i = 0; i < n && s->n_trace > 0; i++) {
        const kerf_iteration *t = &s->trace[i < s->n_trace ? i : s->n_trace - 1];
        l->score[i] += told_score(t->score, t);
        l->best[i] += told_score(t->best_score, t);
        l->bound[i] += t->bound;
        l->gap[i] += t->gap > 0 ? t->gap : 0;
    }
}

static bool spread_out(const double *v, size_t n)
{
    double least = INFINITY, most = 0;
    for (size_t i = 0; i < n; i++) {
        if (!isfinite(v[i]) || v[i] <= 0) continue;
        least = fmin(least, v[i]);
        most = fmax(most, v[i]);
    }
    return most > 100 * least;
}

/* Where values differ in their last digits only, the axis tells how far they are from the
 * answer. */
static double origin_of(const lines *l, size_t n)
{
    double least = INFINITY, most = -INFINITY, last = l->best[n - 1];
    for (size_t i = 0; i < n; i++) {
        if (isfinite(l->bound[i])) most = fmax(most, l->bound[i]);
        if (isfinite(l->best[i])) least = fmin(least, l->best[i]);
        if (isfinite(l->score[i])) least = fmin(least, l->score[i]);
    }
    return isfinite(last) && most > least && fabs(last) > 1000 * (most - least) ? last : 0;
}

static kerf_status plot_gap(kf_page *page, const lines *l, size_t n)
{
    kf_series gap = { KF_STR("gap"), l->gap };
    bool log = spread_out(l->gap, n);
    kf_plot p = { .title = "Gap by iteration",
                  .x_name = "iteration",
                  .n = n,
                  .n_series = 1,
                  .series = &gap,
                  .from_zero = true,
                  .log = log };
    if (kf_plot_points(l->gap, n) < 2) return KERF_OK;
    return kf_page_figure(
        page, kf_plot_lines, &p,
        log ? "How far the best score can be from the bound, on a logarithmic scale."
            : "How far the best score can be from the bound.");
}

static kerf_status plot_convergence(kf_page *page, kf_runs runs)
{
    size_t n = most_iterations(runs);
    if (n < 2) return KERF_OK;
    double *all = kf_arena_alloc(&page->scratch, 4 * n, sizeof *all);
    if (!all) return KERF_NO_MEMORY;
    lines l = { all, all + n, all + 2 * n, all + 3 * n };
    for (size_t i = 0; i < runs.n; i++) add_run(&l, n, &runs.at[i]);
    if (kf_plot_points(l.bound, n) < 2 && kf_plot_points(l.best, n) < 2) return KERF_OK;
    if (runs.n == 1 && runs.at[0].result.outcome == KERF_CONTRADICTION) return KERF_OK;
    kf_series scores[] = { { KF_STR("bound"), l.bound },
                           { KF_STR("best so far"), l.best },
                           { KF_STR("this world"), l.score } };
    kf_plot p = { .title = "Score and bound by iteration",
                  .x_name = "iteration",
                  .n = n,
                  .n_series = KF_LENGTH(scores),
                  .series = scores,
                  .origin = origin_of(&l, n) };
    KF_TRY(kf_page_figure(
        page, kf_plot_lines, &p,
        p.origin != 0
            ? "The axis tells how far they are from the score of the answer. The best score so far "
              "rises, the bound falls; where they meet, the answer is proven."
            : "The best score so far rises, the bound falls; where they meet, the answer is "
              "proven. An iteration without a score broke hard formulas."));
    return plot_gap(page, &l, n);
}

/* ---- Groundings ----------------------------------------------------------------------------- */

typedef struct share { /* of one formula */
    size_t rule;
    double total;
} share;

static int by_total(const void *a, const void *b)
{
    const share *x = a, *y = b;
    if (x->total > y->total || x->total < y->total) return x->total > y->total ? -1 : 1;
    return x->rule < y->rule ? -1 : 1;
}

/* What a formula brought in one iteration. */
static double added(const kf_map_run *s, size_t n_rules, size_t i, size_t rule)
{
    assert(s->detailed && i < s->n_trace && rule < n_rules);
    uint64_t now = s->by_rule[i * n_rules + rule];
    uint64_t before = i > 0 ? s->by_rule[(i - 1) * n_rules + rule] : 0;
    assert(now >= before); /* nothing leaves the problem */
    return (double)(now - before);
}

static kerf_status find_shares(kf_page *page, kf_runs runs, share **out, size_t *used)
{
    size_t n = page->m->rules.n;
    share *all = kf_arena_alloc(&page->scratch, n + 1, sizeof *all);
    if (!all) return KERF_NO_MEMORY;
    for (size_t r = 0; r < n; r++) {
        all[r].rule = r;
        for (size_t i = 0; i < runs.n; i++) {
            const kf_map_run *s = &runs.at[i];
            if (s->detailed && s->n_trace > 0)
                all[r].total += (double)s->by_rule[(s->n_trace - 1) * n + r];
        }
    }
    qsort(all, n, sizeof *all, by_total);
    *out = all;
    for (*used = 0; *used < n && all[*used].total > 0; ++*used) continue;
    return KERF_OK;
}

/* The first few formulas have a series each, the others share the last. */
static kerf_status fill_series(kf_page *page, kf_runs runs, const share *shares, size_t used,
                               size_t bars, size_t every, kf_series *series)
{
    size_t n_rules = page->m->rules.n;
    assert(every > 0 && used <= n_rules);
    for (size_t r = 0; r < used; r++) {
        size_t s = r < KF_MOST_SERIES ? r : KF_MOST_SERIES - 1;
        if (!series[s].values) {
            series[s].values = kf_arena_alloc(&page->scratch, bars, sizeof(double));
            if (!series[s].values) return KERF_NO_MEMORY;
            KF_TRY(kf_page_rule_name(page, &page->m->rules.at[shares[r].rule], &series[s].name));
        } else {
            series[s].name = KF_STR("other formulas");
        }
        double *values = (double *)series[s].values;
        for (size_t i = 0; i < runs.n; i++)
            for (size_t t = 0; runs.at[i].detailed && t < runs.at[i].n_trace; t++)
                values[t / every] += added(&runs.at[i], n_rules, t, shares[r].rule);
    }
    return KERF_OK;
}

/* Iterations that share a bar: "11-20". */
static kerf_status name_bars(kf_page *page, size_t n, size_t every, size_t bars, kf_str **out)
{
    assert((bars - 1) * every < n && n <= bars * every); /* they hold all, and none is empty */
    kf_str *names = kf_arena_alloc(&page->scratch, bars, sizeof *names);
    if (!names) return KERF_NO_MEMORY;
    for (size_t i = 0; i < bars; i++) {
        char text[64];
        size_t last = (i + 1) * every < n ? (i + 1) * every : n;
        snprintf(text, sizeof text, "%zu\u2013%zu", i * every + 1, last);
        const char *name = kf_arena_string(&page->scratch, kf_str_of(text));
        if (!name) return KERF_NO_MEMORY;
        names[i] = kf_str_of(name);
    }
    *out = names;
    return KERF_OK;
}

static const char groundings_say[] =
    "What came into the problem, and how much in all. Formulas about one hidden atom at a time are "
    "scores of that atom and are not among them.";

/* One iteration: a bar a formula. */
static kerf_status plot_once(kf_page *page, const kf_series *series, size_t n)
{
    kf_str names[KF_MOST_SERIES];
    double values[KF_MOST_SERIES];
    for (size_t i = 0; i < n; i++) {
        names[i] = series[i].name;
        values[i] = series[i].values[0];
    }
    kf_plot p = { .title = "Groundings by formula", .n = n, .names = names, .whole = true };
    return kf_page_series(page, kf_plot_rows, p, KF_STR("groundings"), values, groundings_say);
}

static kerf_status plot_groundings(kf_page *page, kf_runs runs)
{
    size_t n = most_iterations(runs), used;
    size_t every = (n + MOST_BARS - 1) / MOST_BARS, bars = every ? (n + every - 1) / every : 0;
    share *shares;
    kf_str *names = NULL;
    kf_series series[KF_MOST_SERIES] = { 0 };
    KF_TRY(find_shares(page, runs, &shares, &used));
    if (used == 0 || (used == 1 && n < 2)) return KERF_OK;
    KF_TRY(fill_series(page, runs, shares, used, bars, every, series));
    if (every > 1) KF_TRY(name_bars(page, n, every, bars, &names));
    size_t n_series = used < KF_MOST_SERIES ? used : KF_MOST_SERIES;
    if (n == 1) return plot_once(page, series, n_series);
    kf_plot p = { .title = "New groundings by iteration, formula by formula",
                  .x_name = every > 1 ? "iterations" : "iteration",
                  .n = bars,
                  .names = names,
                  .n_series = n_series,
                  .series = series,
                  .whole = true };
    return kf_page_figure(page, kf_plot_strips, &p, groundings_say);
}

/* ---- Time ----------------------------------------------------------------------------------- */

static kerf_status plot_times(kf_page *page, kf_runs runs)
{
    kf_times t = kf_times_of_runs(runs);
    return kf_page_times(
        page, &t,
        "Separating is finding groundings that a world does not satisfy, solving is finding the "
        "best world of those found.");
}

/* ---- Components ----------------------------------------------------------------------------- */

static kerf_status plot_sizes(kf_page *page, kf_runs runs)
{
    double values[KF_SIZE_CLASSES] = { 0 };
    kf_str names[KF_SIZE_CLASSES];
    char texts[KF_SIZE_CLASSES][48];
    size_t first = KF_SIZE_CLASSES, last = 0;
    for (size_t c = 0; c < KF_SIZE_CLASSES; c++) {
        unsigned long long least = 1ULL << c;
        for (size_t i = 0; i < runs.n; i++) values[c] += (double)runs.at[i].sizes[c];
        if (c == 0) snprintf(texts[c], sizeof texts[c], "1 atom");
        else snprintf(texts[c], sizeof texts[c], "%llu\u2013%llu atoms", least, 2 * least - 1);
        names[c] = kf_str_of(texts[c]);
        if (values[c] <= 0) continue;
        if (first == KF_SIZE_CLASSES) first = c;
        last = c;
    }
    if (first == KF_SIZE_CLASSES || first == last) return KERF_OK;
    kf_plot p = {
        .title = "Components by size", .n = last - first + 1, .names = names + first, .whole = true
    };
    return kf_page_series(
        page, kf_plot_rows, p, KF_STR("components"), values + first,
        "Parts of the last problem that do not depend on each other, solved one by one, before "
        "simplification. Atoms alone are left out.");
}

static void add_component(kf_text *to, const kf_component_info *c)
{
    kf_text_add(to, KF_STR("<tr>"));
    kf_html_cell_count(to, c->atoms);
    kf_html_cell_count(to, c->constraints);
    kf_html_cell_count(to, c->residuals);
    kf_html_cell_count(to, c->largest);
    kf_html_cell(to, kf_str_of(c->method));
    kf_html_cell_number(to, c->cost);
    kf_html_cell_number(to, c->bound < c->cost ? c->cost - c->bound : 0);
    kf_html_cell(to, c->unique < 0 ? KF_STR("not known")
                     : c->unique   ? KF_STR("yes")
                                   : KF_STR("no"));
    kf_text_add(to, KF_STR("</tr>\n"));
}

static void add_components(kf_page *page, const kf_map_run *s)
{
    static const kf_html_column columns[] = {
        { "atoms", true },   { "constraints", true }, { "residuals left", true },
        { "largest", true }, { "method", false },     { "cost", true },
        { "gap", true },     { "unique", false },
    };
    if (s->n_listed == 0) return;
    kf_text_add(page->to, KF_STR("<details><summary>The largest components</summary>\n"));
    kf_html_table(page->to, "The largest components, and how they were solved", columns,
                  KF_LENGTH(columns));
    for (size_t i = 0; i < s->n_listed && i < MOST_ROWS; i++)
        add_component(page->to, &s->listed[i]);
    kf_html_table_end(page->to);
    kf_text_add(page->to, KF_STR("</details>\n"));
}

/* ---- The numbers of the pictures ------------------------------------------------------------ */

static void add_trace(kf_page *page, const kf_map_run *s)
{
    static const kf_html_column columns[] = {
        { "iteration", true },  { "score", true },
        { "best", true },       { "bound", true },
        { "gap", true },        { "atoms", true },
        { "groundings", true }, { "new groundings", true },
        { "flipped", true },    { "time", true },
    };
    kf_text *to = page->to;
    double cost = s->result.cost;
    if (s->n_trace == 0) return;
    kf_text_add(to, KF_STR("<details><summary>Iterations in numbers</summary>\n"));
    kf_html_table(to, "Iterations", columns, KF_LENGTH(columns));
    for (size_t i = 0; i < s->n_trace; i++) {
        const kerf_iteration *t = &s->trace[i];
        kf_text_add(to, KF_STR("<tr>"));
        kf_html_cell_count(to, t->iteration);
        kf_html_cell_number(to, kf_score_shown(told_score(t->score, t), cost));
        kf_html_cell_number(to, kf_score_shown(told_score(t->best_score, t), cost));
        kf_html_cell_number(to, kf_score_shown(t->bound, cost));
        kf_html_cell_number(to, kf_score_shown(t->gap, cost));
        kf_html_cell_count(to, t->atoms);
        kf_html_cell_count(to, t->groundings);
        kf_html_cell_count(to, t->new_groundings);
        kf_html_cell_count(to, t->flipped);
        kf_html_cell_seconds(to, t->seconds);
        kf_text_add(to, KF_STR("</tr>\n"));
    }
    kf_html_table_end(to);
    kf_text_add(to, KF_STR("</details>\n"));
}

kerf_status kf_page_plots(kf_page *page, kf_runs runs)
{
    assert(runs.n > 0);
    kf_text_add(page->to, KF_STR("<div class=\"plots\">\n"));
    KF_TRY(plot_convergence(page, runs));
    KF_TRY(plot_groundings(page, runs));
    KF_TRY(plot_times(page, runs));
    KF_TRY(plot_sizes(page, runs));
    kf_text_add(page->to, KF_STR("</div>\n"));
    if (runs.n == 1) {
        add_trace(page, runs.at);
        add_components(page, runs.at);
    }
    return KERF_OK;
}

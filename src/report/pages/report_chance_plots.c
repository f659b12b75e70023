/* report_chance_plots.c -- plots about probabilities: how they are spread, how wide their intervals
 * are, how chains went, and how components were done. */
#include "report/pages/page.h"

#include <assert.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>

enum { MOST_PARTS = 10, EXACT_POWER = -10 };

/* ---- Bins ----------------------------------------------------------------------------------- */

typedef struct bins { /* of all runs together: those that have anything */
    size_t n;
    double values[KF_P_BINS];
    kf_str names[KF_P_BINS];
} bins;

static void add_bin(bins *b, uint64_t n, const char *name)
{
    if (n == 0) return;
    if (b->n > 0 && kf_str_eq(b->names[b->n - 1], kf_str_of(name))) {
        b->values[b->n - 1] += (double)n;
        return;
    }
    b->values[b->n] = (double)n;
    b->names[b->n++] = kf_str_of(name);
}

/* One alone is no plot. */
static kerf_status plot_bins(kf_page *page, const bins *b, const char *title, kf_str of,
                             const char *caption)
{
    if (b->n < 2) return KERF_OK;
    kf_plot p = { .title = title, .n = b->n, .names = b->names, .whole = true };
    return kf_page_series(page, kf_plot_rows, p, of, b->values, caption);
}

/* ---- Probabilities -------------------------------------------------------------------------- */

static kerf_status plot_spread(kf_page *page, kf_chance_runs runs)
{
    double values[KF_P_BINS] = { 0 };
    char texts[KF_P_BINS][32];
    kf_str names[KF_P_BINS];
    uint64_t n = 0;
    for (size_t i = 0; i < KF_P_BINS; i++) {
        for (size_t k = 0; k < runs.n; k++) values[i] += (double)runs.at[k].told.by_p[i];
        n += (uint64_t)values[i];
        snprintf(texts[i], sizeof texts[i], "0.%02zu", i * 100 / KF_P_BINS);
        names[i] = kf_str_of(texts[i]);
    }
    if (n < 2) return KERF_OK;
    kf_plot p = { .title = "Atoms by probability",
                  .x_name = "probability, from",
                  .n = KF_P_BINS,
                  .names = names,
                  .whole = true };
    return kf_page_series(
        page, kf_plot_bars, p, KF_STR("atoms"), values,
        "How many atoms are how probable. What stands in the middle is undecided, "
        "what stands at the ends is nearly certain.");
}

/* ---- Intervals ------------------------------------------------------------------------------ */

/* Bins of every run, which a function finds in what it tells, added up over the runs. */
typedef const uint64_t *bins_of(const kf_told_chances *);

static const uint64_t *by_width(const kf_told_chances *t)
{
    return t->by_width;
}

static const uint64_t *by_rhat(const kf_told_chances *t)
{
    return t->by_rhat;
}

static const uint64_t *by_ess(const kf_told_chances *t)
{
    return t->by_ess;
}

static bins sum_bins(kf_chance_runs runs, bins_of *of, const char *const *names, size_t n)
{
    bins b = { 0 };
    for (size_t i = 0; i < n; i++) {
        uint64_t sum = 0;
        for (size_t k = 0; k < runs.n; k++) sum += of(&runs.at[k].told)[i];
        add_bin(&b, sum, names[i]);
    }
    return b;
}

/* "up to 0.01"; what is below all that is sampled is rounding. */
static void name_width(char *to, size_t room, int power)
{
    if (power <= EXACT_POWER) snprintf(to, room, "exact");
    else if (power < -4) snprintf(to, room, "up to 1e%d", power);
    else snprintf(to, room, "up to %.*f", -power, pow(10, power));
}

/* Where some were sampled: widths of rounding say nothing. */
static kerf_status plot_widths(kf_page *page, kf_chance_runs runs)
{
    char texts[KF_WIDTH_BINS][32];
    const char *names[KF_WIDTH_BINS];
    uint64_t sampled = 0;
    for (size_t k = 0; k < runs.n; k++) sampled += runs.at[k].told.sampled;
    if (sampled == 0) return KERF_OK;
    for (size_t i = 0; i < KF_WIDTH_BINS; i++) {
        name_width(texts[i], sizeof texts[i], (int)i - (KF_WIDTH_BINS - 1));
        names[i] = texts[i];
    }
    bins b = sum_bins(runs, by_width, names, KF_WIDTH_BINS);
    return plot_bins(page, &b, "Half-widths of intervals", KF_STR("atoms"),
                     "How far a probability can be from what is told. Exact ones are within "
                     "rounding; sampled ones hold the truth with 95 %.");
}

static kerf_status plot_rhat(kf_page *page, kf_chance_runs runs)
{
    static const char *const names[KF_RHAT_BINS] = {
        "up to 1.001",    "1.001\u20131.005", "1.005\u20131.01",
        "1.01\u20131.05", "1.05\u20131.1",    "above 1.1",
    };
    bins b = sum_bins(runs, by_rhat, names, KF_RHAT_BINS);
    return plot_bins(page, &b, "Sampled atoms by R-hat", KF_STR("atoms"),
                     "Above 1.01 the chains disagree about an atom: they have not forgotten where "
                     "they began.");
}

static kerf_status plot_ess(kf_page *page, kf_chance_runs runs)
{
    static const char *const names[KF_ESS_BINS] = {
        "up to 100",      "100\u2013400",    "400\u20131000",
        "1000\u20134000", "4000\u201316000", "above 16000",
    };
    bins b = sum_bins(runs, by_ess, names, KF_ESS_BINS);
    return plot_bins(page, &b, "Sampled atoms by effective sample size", KF_STR("atoms"),
                     "How many independent samples would tell as much. 400 are the least that "
                     "count as converged.");
}

/* Of each level, how many of the intervals have the others' mean in them, beside how many should
 * have it. */
static kerf_status plot_calibration(kf_page *page, kf_chance_runs runs)
{
    enum { SHOWN = KF_MARGINAL_LEVELS - 1, FEWEST = 100 };
    double share[SHOWN], claimed[SHOWN], all = 0, sum = 0, counts[KF_MARGINAL_LEVELS] = { 0 };
    char texts[SHOWN][32];
    kf_str names[SHOWN];
    for (size_t i = 0; i < KF_MARGINAL_LEVELS; i++) {
        for (size_t k = 0; k < runs.n; k++) counts[i] += (double)runs.at[k].told.by_level[i];
        all += counts[i];
    }
    if (all < FEWEST) return KERF_OK;
    for (size_t i = 0; i < SHOWN; i++) {
        sum += counts[i];
        share[i] = sum / all;
        claimed[i] = (double)(i + 1) / KF_MARGINAL_LEVELS;
        snprintf(texts[i], sizeof texts[i], "%zu %%", (i + 1) * 100 / KF_MARGINAL_LEVELS);
        names[i] = kf_str_of(texts[i]);
    }
    const kf_series series[] = { { KF_STR("found"), share }, { KF_STR("claimed"), claimed } };
    kf_plot p = { .title = "Calibration of intervals",
                  .x_name = "level",
                  .n = SHOWN,
                  .names = names,
                  .n_series = KF_LENGTH(series),
                  .series = series,
                  .from_zero = true };
    return kf_page_figure(
        page, kf_plot_lines, &p,
        "Each chain alone has an interval for each atom. The share of them that "
        "have in them what the other chains say, by what they claim. Below the "
        "line of what is claimed, they claim too much: chains go different ways.");
}

/* ---- Chains --------------------------------------------------------------------------------- */

static kerf_status plot_trace(kf_page *page, const kf_told_trace *t)
{
    enum { MOST_CHAINS = KF_MOST_SERIES };
    kf_series series[MOST_CHAINS];
    char names[MOST_CHAINS][32], caption[160];
    size_t n = t->chains < MOST_CHAINS ? t->chains : MOST_CHAINS;
    for (size_t c = 0; c < n; c++) {
        snprintf(names[c], sizeof names[c], "chain %zu", c + 1);
        series[c] = (kf_series){ kf_str_of(names[c]), t->points + c * t->n_points };
    }
    snprintf(caption, sizeof caption,
             "Each point is the share of %llu samples of a chain in which it is true. Chains that "
             "agree are one band.",
             (unsigned long long)t->batch);
    kf_plot p = { .title = t->text,
                  .x_name = "batch",
                  .n = t->n_points,
                  .n_series = n,
                  .series = series,
                  .thin = true };
    return kf_page_figure(page, kf_plot_lines, &p, caption);
}

kerf_status kf_page_sureness(kf_page *page, kf_chance_runs runs)
{
    kf_text_add(page->to, KF_STR("<div class=\"plots\">\n"));
    KF_TRY(plot_spread(page, runs));
    KF_TRY(plot_widths(page, runs));
    KF_TRY(plot_calibration(page, runs));
    KF_TRY(plot_rhat(page, runs));
    KF_TRY(plot_ess(page, runs));
    kf_text_add(page->to, KF_STR("</div>\n"));
    if (runs.n > 1 || runs.at[0].told.n_traces == 0) return KERF_OK;
    kf_text_addf(page->to, "<h%d>How the chains went</h%d>\n", page->level + 1, page->level + 1);
    kf_text_add(page->to, KF_STR("<p>Of the atoms with the widest intervals.</p>\n"
                                 "<div class=\"plots\">\n"));
    for (uint32_t i = 0; i < runs.at[0].told.n_traces; i++)
        KF_TRY(plot_trace(page, &runs.at[0].told.traces[i]));
    kf_text_add(page->to, KF_STR("</div>\n"));
    return KERF_OK;
}

/* ---- Components ----------------------------------------------------------------------------- */

static kerf_status plot_methods(kf_page *page, kf_chance_runs runs)
{
    static const char *const words[KF_CHANCE_METHODS] = { "not done", "exact", "Gibbs", "MC-SAT" };
    bins b = { 0 };
    for (size_t i = 0; i < KF_CHANCE_METHODS; i++) {
        uint64_t n = 0;
        for (size_t k = 0; k < runs.n; k++) n += runs.at[k].by_method[i];
        add_bin(&b, n, words[i]);
    }
    return plot_bins(
        page, &b, "Components by method", KF_STR("components"), /* the verdict says one */
        "Parts of the problem that do not depend on each other. Narrow ones are summed "
        "exactly, the others sampled.");
}

static void add_part(kf_text *to, const kf_marginal_part *p)
{
    kf_text_add(to, KF_STR("<tr>"));
    kf_html_cell_count(to, p->atoms);
    kf_html_cell_count(to, p->constraints);
    kf_html_cell(to, kf_str_of(kf_chance_method_text(p->method)));
    kf_html_cell_count(to, p->width);
    kf_html_cell_number(to, p->entries);
    kf_html_cell_number(to, p->log_z);
    kf_text_add(to, KF_STR("</tr>\n"));
}

static void add_parts(kf_text *to, const kf_chance_run *r)
{
    static const kf_html_column columns[] = {
        { "atoms", true }, { "constraints", true },   { "method", false },
        { "width", true }, { "table entries", true }, { "log of its sum", true },
    };
    if (r->n_parts == 0) return;
    kf_text_add(to, KF_STR("<details><summary>The largest components</summary>\n"));
    kf_html_table(to, "The largest components, and how each was done", columns, KF_LENGTH(columns));
    for (size_t i = 0; i < r->n_parts && i < MOST_PARTS; i++) add_part(to, &r->parts[i]);
    kf_html_table_end(to);
    kf_text_add(to, KF_STR("</details>\n"));
}

kerf_status kf_page_computed(kf_page *page, kf_chance_runs runs)
{
    kf_times t = kf_times_of_chances(runs.at, runs.n);
    kf_text_add(page->to, KF_STR("<div class=\"plots\">\n"));
    KF_TRY(plot_methods(page, runs));
    KF_TRY(kf_page_times(page, &t,
                         "Grounding writes out what evidence leaves open; solving sums over its "
                         "worlds, or samples them."));
    kf_text_add(page->to, KF_STR("</div>\n"));
    if (runs.n == 1) add_parts(page->to, runs.at);
    return KERF_OK;
}

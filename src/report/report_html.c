/* report_html.c -- a record as one HTML page: all runs of inference, or how learning went.
 *
 * One world: its verdict, plots and formulas. Several: a table of them, the same plots and formulas
 * of all together, and the worst few one by one. */
#include "report/report.h"

#include "base/check.h"
#include "base/redact.h"
#include "report/page.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_WORLDS = 1000, MOST_IN_DETAIL = 3 };

/* ---- What was run --------------------------------------------------------------------------- */

static void add_files(kf_text *to, const kf_record *r)
{
    const char *data = r->learned ? "training data" : "evidence";
    const kf_sources *sources = r->model->program->sources;
    kf_text_add(to, KF_STR("<dt>model</dt><dd class=\"f\">"));
    for (uint32_t i = 0; i < kf_sources_count(sources); i++) {
        if (i > 0) kf_text_add(to, KF_STR(", "));
        kf_html_adds(to, kf_sources_name(sources, i));
    }
    kf_text_addf(to, "</dd>\n<dt>%s</dt><dd class=\"f\">", data);
    for (size_t i = 0; i < r->sources.n; i++) {
        const kf_named_source *source = &r->sources.at[i];
        if (i > 0) kf_text_add(to, KF_STR(", "));
        kf_html_adds(to, source->name);
        if (source->predicate) kf_text_add(to, KF_STR(" for "));
        if (source->predicate) kf_html_adds(to, source->predicate);
    }
    if (r->sources.n == 0) kf_text_add(to, KF_STR("none"));
    kf_text_add(to, KF_STR("</dd>\n"));
}

static void add_value(kf_text *to, const char *value)
{
    kf_text copy;
    kf_text_init(&copy, to->mem);
    kf_text_add(&copy, kf_str_of(value));
    if (copy.at) kf_redact(copy.at);
    if (copy.at) kf_html_adds(to, copy.at);
    to->failed = to->failed || copy.failed;
    kf_text_free(&copy);
}

static void add_options(kf_text *to, const kf_record *r)
{
    kf_text_add(to, KF_STR("<dt>options</dt><dd class=\"f\">"));
    for (size_t i = 0; i < r->settings.n; i++) {
        if (i > 0) kf_text_addc(to, ' ');
        kf_text_addf(to, "--%s=", r->settings.at[i].name);
        add_value(to, r->settings.at[i].value);
    }
    if (r->settings.n == 0) kf_text_add(to, KF_STR("all at their defaults"));
    kf_text_add(to, KF_STR("</dd>\n"));
}

static void add_setup(kf_text *to, const kf_record *r)
{
    kf_text_add(to, KF_STR("<h2>What was run</h2>\n<dl class=\"setup\">\n"));
    add_files(to, r);
    add_options(to, r);
    if (r->mapped.runs.n > 0) {
        const kf_map_run *s = &r->mapped.runs.at[0];
        kf_text_addf(to, "<dt>solver</dt><dd>%s, %u thread%s</dd>\n", s->solver, s->threads,
                     s->threads == 1 ? "" : "s");
    }
    kf_text_addf(to, "<dt>version</dt><dd>kerf %s</dd>\n</dl>\n", kerf_version());
}

static void add_messages(kf_text *to, const kf_diags *messages)
{
    static const char *const words[] = { "error", "warning", "note" };
    size_t n = kf_diags_count(messages);
    if (n == 0) return;
    kf_text_add(to, KF_STR("<h2>Messages</h2>\n<ul>\n"));
    for (size_t i = 0; i < n; i++) {
        const kerf_message *m = kf_diags_get(messages, i);
        kf_text_add(to, KF_STR("<li>"));
        if (m->file) {
            kf_text_add(to, KF_STR("<span class=\"f\">"));
            kf_html_adds(to, m->file);
            if (m->line > 0) kf_text_addf(to, ":%u", m->line);
            kf_text_add(to, KF_STR("</span>: "));
        }
        assert((size_t)m->severity < KF_LENGTH(words));
        kf_text_addf(to, "%s: ", words[m->severity]);
        kf_html_adds(to, m->text);
        kf_text_add(to, KF_STR("</li>\n"));
    }
    kf_text_add(to, KF_STR("</ul>\n"));
}

/* ---- Worlds --------------------------------------------------------------------------------- */

/* The least that is proven first, then the widest gap, then the greatest cost. */
static int by_badness(const void *a, const void *b)
{
    const kf_map_run *x = *(const kf_map_run *const *)a, *y = *(const kf_map_run *const *)b;
    const kerf_result *r = &x->result, *s = &y->result;
    if (r->outcome != s->outcome) return r->outcome > s->outcome ? -1 : 1;
    if (r->gap > s->gap || r->gap < s->gap) return r->gap > s->gap ? -1 : 1;
    if (r->cost > s->cost || r->cost < s->cost) return r->cost > s->cost ? -1 : 1;
    return x < y ? -1 : 1; /* as they came */
}

static void add_world_name(kf_text *to, const kf_mapped *x, const kf_map_run *s)
{
    assert(s >= x->runs.at && s < x->runs.at + x->runs.n);
    if (s->world[0]) kf_html_adds(to, s->world);
    else kf_text_addf(to, "%zu", (size_t)(s - x->runs.at) + 1);
}

static void add_world(kf_text *to, const kf_mapped *x, const kf_map_run *s)
{
    const kerf_result *r = &s->result;
    kf_text_add(to, KF_STR("<tr>"));
    kf_html_cell_count(to, (uint64_t)(s - x->runs.at) + 1);
    kf_text_add(to, KF_STR("<td>"));
    add_world_name(to, x, s);
    kf_text_add(to, KF_STR("</td>"));
    kf_html_cell(to, kf_str_of(kerf_outcome_text(r->outcome)));
    kf_html_cell_number(to, r->score);
    kf_html_cell_number(to, r->bound);
    kf_html_cell_number(to, r->gap);
    kf_html_cell_number(to, r->cost);
    kf_html_cell_count(to, r->hard_violations);
    kf_html_cell_count(to, r->iterations);
    kf_html_cell_count(to, r->groundings);
    kf_html_cell_seconds(to, r->seconds);
    kf_text_add(to, KF_STR("</tr>\n"));
}

static void add_worlds(kf_text *to, const kf_mapped *x, const kf_map_run **worst)
{
    static const kf_html_column columns[] = {
        { "#", true },          { "world", false },     { "status", false }, { "score", true },
        { "bound", true },      { "gap", true },        { "cost", true },    { "violations", true },
        { "iterations", true }, { "groundings", true }, { "time", true },
    };
    size_t n = x->runs.n;
    bool all = n <= MOST_WORLDS;
    kf_text_add(to, KF_STR("<h2>Worlds</h2>\n"));
    kf_html_table(to, all ? "All worlds" : "The worlds of which least is proven", columns,
                  KF_LENGTH(columns));
    for (size_t i = 0; i < n && i < MOST_WORLDS; i++)
        add_world(to, x, all ? &x->runs.at[i] : worst[i]);
    kf_html_table_end(to);
    if (all) return;
    kf_text_add(to, KF_STR("<p class=\"soft\">and "));
    kf_html_count(to, n - MOST_WORLDS);
    kf_text_add(to, KF_STR(" more</p>\n"));
}

static kerf_status add_one(kf_page *page, const kf_map_run *s)
{
    kf_runs one = { s, 1 };
    kf_page_verdict(page, s);
    kf_page_facts(page, one);
    KF_TRY(kf_page_plots(page, one));
    kf_text_addf(page->to, "<h%d>What is not satisfied</h%d>\n", page->level, page->level);
    return kf_page_formulas(page, one);
}

static kerf_status add_several(kf_page *page, const kf_mapped *x)
{
    kf_runs all = { x->runs.at, x->runs.n };
    const kf_map_run **worst = kf_arena_alloc(&page->scratch, all.n, sizeof *worst);
    if (!worst) return KERF_NO_MEMORY;
    for (size_t i = 0; i < all.n; i++) worst[i] = &all.at[i];
    qsort((void *)worst, all.n, sizeof *worst, by_badness);
    kf_page_verdicts(page, all);
    kf_page_facts(page, all);
    KF_TRY(kf_page_plots(page, all));
    add_worlds(page->to, x, worst);
    kf_text_add(page->to, KF_STR("<h2>What is not satisfied, in all worlds</h2>\n"));
    KF_TRY(kf_page_formulas(page, all));
    page->level = 3;
    for (size_t i = 0; i < all.n && i < MOST_IN_DETAIL; i++) {
        kf_text_add(page->to, KF_STR("<h2>World "));
        add_world_name(page->to, x, worst[i]);
        kf_text_add(page->to, KF_STR("</h2>\n"));
        KF_TRY(add_one(page, worst[i]));
    }
    return KERF_OK;
}

/* ---- All of it ------------------------------------------------------------------------------ */

static kerf_status add_page(kf_page *page, const kf_record *r)
{
    char title[256];
    const char *model = kf_sources_name(r->model->program->sources, 0);
    const char *slash = strrchr(model, '/');
    snprintf(title, sizeof title, "kerf %s: %s", r->learned ? "learn" : "map",
             slash ? slash + 1 : model);
    kf_html_begin(page->to, kf_str_of(title));
    if (r->learned) KF_TRY(kf_page_learned(page, r->learned));
    else if (r->mapped.runs.n == 1) KF_TRY(add_one(page, r->mapped.runs.at));
    else KF_TRY(add_several(page, &r->mapped));
    kf_page_explained(page, r->explained);
    add_messages(page->to, r->messages);
    add_setup(page->to, r);
    kf_html_end(page->to);
    return KERF_OK;
}

kerf_status kf_report_html(kf_text *to, const kf_record *r)
{
    assert(r->model && (r->mapped.runs.n > 0 || r->learned));
    KF_CHECK(kf_record_check(r));
    kf_page page = { .to = to, .m = r->model, .level = 2 };
    kf_arena_init(&page.scratch, to->mem);
    kf_text_init(&page.cell, to->mem);
    kerf_status status = add_page(&page, r);
    kf_text_free(&page.cell);
    kf_arena_free(&page.scratch);
    return status;
}

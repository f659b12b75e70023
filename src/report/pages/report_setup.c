/* report_setup.c -- what was asked, at the head of a page; what was said and what was run, at its
 * end. */
#include "report/pages/page.h"

#include "base/redact.h"

#include <assert.h>

/* ---- What was asked ------------------------------------------------------------------------- */

static kerf_status add_hidden(kf_page *page)
{
    const kf_model *m = page->m;
    size_t n = 0;
    uint32_t *hidden = kf_arena_alloc(&page->scratch, m->predicates.n + 1, sizeof *hidden);
    if (!hidden) return KERF_NO_MEMORY;
    for (size_t i = 0; i < m->predicates.n; i++)
        if (m->predicates.at[i].hidden) hidden[n++] = (uint32_t)i;
    kf_page_names(page, hidden, n);
    return KERF_OK;
}

/* "Asked: which atoms of A and B are true, given 12 rows of evidence and 3 formulas, 1 of them
 * hard." */
kerf_status kf_page_asked(kf_page *page, const kf_record *r, const char *question)
{
    kf_text *to = page->to;
    size_t hard = 0;
    for (size_t i = 0; i < page->m->rules.n; i++) hard += page->m->rules.at[i].cost == KF_COST_HARD;
    kf_text_addf(to, "<p>Asked: %s ", question);
    KF_TRY(add_hidden(page));
    kf_text_add(to, KF_STR(", given "));
    if (r->worlds.rows == 0) kf_text_add(to, KF_STR("no evidence"));
    else kf_html_plural(to, r->worlds.rows, "row");
    if (r->worlds.rows > 0) kf_text_add(to, KF_STR(" of evidence"));
    if (r->worlds.n > 1) kf_text_add(to, KF_STR(" in "));
    if (r->worlds.n > 1) kf_html_plural(to, r->worlds.n, "world");
    kf_text_add(to, KF_STR(" and "));
    kf_html_plural(to, page->m->rules.n, "formula");
    if (hard > 0) kf_text_addf(to, ", %zu of them hard", hard);
    kf_text_add(to, KF_STR(".</p>\n"));
    return KERF_OK;
}

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

static void add_method(kf_text *to, const char *name, const char *what, uint32_t threads)
{
    kf_text_addf(to, "<dt>%s</dt><dd>%s, %u thread%s</dd>\n", name, what, threads,
                 threads == 1 ? "" : "s");
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
            kf_html_place(to, m->file, m->line);
            kf_text_add(to, KF_STR("</span>: "));
        }
        assert((size_t)m->severity < KF_LENGTH(words));
        kf_text_addf(to, "%s: ", words[m->severity]);
        kf_html_adds(to, m->text);
        kf_text_add(to, KF_STR("</li>\n"));
    }
    kf_text_add(to, KF_STR("</ul>\n"));
}

void kf_page_setup(kf_page *page, const kf_record *r)
{
    kf_text *to = page->to;
    add_messages(to, r->messages);
    kf_text_add(to, KF_STR("<h2>What was run</h2>\n<dl class=\"setup\">\n"));
    add_files(to, r);
    add_options(to, r);
    if (r->chanced && r->chanced->runs.n > 0)
        add_method(to, "method", r->chanced->runs.at[0].method, r->chanced->runs.at[0].threads);
    else if (r->mapped.runs.n > 0)
        add_method(to, "solver", r->mapped.runs.at[0].solver, r->mapped.runs.at[0].threads);
    kf_text_addf(to, "<dt>version</dt><dd>kerf %s</dd>\n</dl>\n", kerf_version());
}

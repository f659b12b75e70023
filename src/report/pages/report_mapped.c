/* report_mapped.c -- the page about inference.
 *
 * One world: what was asked, its verdict, the answer, what it pays for, why, how it was found.
 * Several: a table of them, their answers, the same plots and formulas of all together, and the
 * worst few one by one. */
#include "report/pages/page.h"

#include <assert.h>
#include <stdlib.h>

enum { MOST_WORLDS = 1000, MOST_IN_DETAIL = 3, MOST_ANSWERS = 100 };

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
    kf_text_add(to, KF_STR("<tr class=\"i\">"));
    kf_html_cell_count(to, (uint64_t)(s - x->runs.at) + 1);
    kf_text_add(to, KF_STR("<td>"));
    add_world_name(to, x, s);
    kf_text_add(to, KF_STR("</td>"));
    kf_html_cell(to, kf_str_of(kerf_outcome_text(r->outcome)));
    kf_html_cell_number(to, kf_score_shown(r->score, r->cost));
    kf_html_cell_number(to, kf_score_shown(r->bound, r->cost));
    kf_html_cell_number(to, kf_score_shown(r->gap, r->cost));
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
    kf_text_add(to, KF_STR("<h2>Worlds</h2>\n<div data-find=\"Find a world\">\n"));
    kf_html_table(to, all ? "All worlds" : "The worlds of which least is proven", columns,
                  KF_LENGTH(columns));
    for (size_t i = 0; i < n && i < MOST_WORLDS; i++)
        add_world(to, x, all ? &x->runs.at[i] : worst[i]);
    kf_html_table_end(to);
    kf_text_add(to, KF_STR("</div>\n"));
    if (all) return;
    kf_text_add(to, KF_STR("<p class=\"soft\">and "));
    kf_html_count(to, n - MOST_WORLDS);
    kf_text_add(to, KF_STR(" more</p>\n"));
}

/* As far as there is room; those in detail below have theirs there. */
static kerf_status add_answers(kf_page *page, const kf_mapped *x)
{
    kf_text *to = page->to;
    size_t shown = 0;
    kf_text_add(to, KF_STR("<h2>The answers</h2>\n"));
    for (size_t i = 0; i < x->runs.n && shown < MOST_ANSWERS; i++) {
        const kf_map_run *s = &x->runs.at[i];
        if (!s->told.there || !kf_told_has_room(&s->told)) continue;
        shown++;
        kf_text_add(to, KF_STR("<details><summary>"));
        add_world_name(to, x, s);
        kf_text_add(to, KF_STR(": "));
        kf_html_plural(to, s->result.true_atoms, "true atom");
        kf_text_add(to, KF_STR("</summary>\n"));
        KF_TRY(kf_page_answer(page, s));
        kf_text_add(to, KF_STR("</details>\n"));
    }
    if (shown == x->runs.n) return KERF_OK;
    kf_text_add(to, KF_STR("<p class=\"soft\">The answers of "));
    kf_html_count(to, shown);
    kf_text_add(to, KF_STR(" of "));
    kf_html_plural(to, x->runs.n, "world");
    kf_text_add(to, KF_STR(" are on this page, so that it stays small. What kerf wrote has all of "
                           "them.</p>\n"));
    return KERF_OK;
}

/* ---- One world ------------------------------------------------------------------------------ */

static kerf_status add_search(kf_page *page, kf_runs runs, const char *of)
{
    kf_text_addf(page->to, "<h%d>How it was found%s</h%d>\n", page->level, of, page->level);
    kf_page_search_facts(page, runs);
    return kf_page_plots(page, runs);
}

static kerf_status add_paid(kf_page *page, kf_runs runs, const char *of)
{
    kf_text_addf(page->to, "<h%d>What it pays for%s</h%d>\n", page->level, of, page->level);
    return kf_page_formulas(page, runs);
}

/* why: explanations of atoms of this answer; NULL: none. */
static kerf_status add_one(kf_page *page, const kf_map_run *s, bool answer, const kf_explained *why)
{
    kf_runs one = { s, 1 };
    kf_page_verdict(page, s);
    kf_page_facts(page, one);
    KF_TRY(kf_page_conflict(page, s));
    if (s->told.there && answer) {
        kf_page_heading(page, "The answer");
        KF_TRY(kf_page_answer(page, s));
    }
    if (s->result.outcome != KERF_CONTRADICTION) KF_TRY(add_paid(page, one, ""));
    kf_page_explained(page, why);
    return add_search(page, one, "");
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
    add_worlds(page->to, x, worst);
    KF_TRY(add_answers(page, x));
    KF_TRY(add_paid(page, all, ", in all worlds"));
    KF_TRY(add_search(page, all, ", in all worlds"));
    page->level = 3;
    for (size_t i = 0; i < all.n && i < MOST_IN_DETAIL; i++) {
        kf_text_add(page->to, KF_STR("<h2>World "));
        add_world_name(page->to, x, worst[i]);
        kf_text_add(page->to, KF_STR("</h2>\n"));
        KF_TRY(add_one(page, worst[i], false, NULL));
    }
    return KERF_OK;
}

kerf_status kf_page_mapped(kf_page *page, const kf_record *r)
{
    KF_TRY(kf_page_asked(page, r, "which atoms are true of"));
    if (r->mapped.runs.n == 1) return add_one(page, r->mapped.runs.at, true, r->explained);
    KF_TRY(add_several(page, &r->mapped));
    page->level = 2;
    kf_page_explained(page, r->explained);
    return KERF_OK;
}

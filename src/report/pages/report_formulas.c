/* report_formulas.c -- which formulas the answer does not satisfy, and some groundings of them. */
#include "report/pages/page.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

enum { MOST_FORMULAS = 200, MOST_WITH_EXAMPLES = 12 };

typedef struct formula { /* over all runs */
    const kf_rule *r;
    uint64_t groundings, unsatisfied;
    double cost;
    const kf_formula_count *only; /* of the only run; NULL: there are several */
} formula;

static bool is_hard(const formula *f)
{
    return f->r->cost == KF_COST_HARD;
}

/* Violated hard formulas first, then by what they cost. */
static int by_cost(const void *a, const void *b)
{
    const formula *x = a, *y = b;
    bool broken_x = is_hard(x) && x->unsatisfied > 0, broken_y = is_hard(y) && y->unsatisfied > 0;
    if (broken_x != broken_y) return broken_x ? -1 : 1;
    if (x->cost > y->cost || x->cost < y->cost) return x->cost > y->cost ? -1 : 1;
    if (x->unsatisfied != y->unsatisfied) return x->unsatisfied > y->unsatisfied ? -1 : 1;
    return x->r < y->r ? -1 : 1; /* as in the model */
}

static kerf_status collect(kf_page *page, kf_runs runs, formula **out, size_t *n, bool *counted)
{
    formula *all = kf_arena_alloc(&page->scratch, page->m->rules.n + 1, sizeof *all);
    if (!all) return KERF_NO_MEMORY;
    *n = 0;
    *counted = true;
    for (size_t r = 0; r < page->m->rules.n; r++) {
        formula f = { .r = &page->m->rules.at[r] };
        bool there = false;
        for (size_t i = 0; i < runs.n; i++) {
            const kf_map_run *s = &runs.at[i];
            *counted = *counted && s->counted;
            if (!s->formulas || !s->formulas[r].there) continue;
            there = true;
            f.groundings += s->formulas[r].groundings;
            f.unsatisfied += s->formulas[r].unsatisfied;
            f.cost += s->formulas[r].cost;
            f.only = runs.n == 1 ? &s->formulas[r] : NULL;
        }
        if (there) all[(*n)++] = f;
    }
    qsort(all, *n, sizeof *all, by_cost);
    *out = all;
    return KERF_OK;
}

/* ---- The table ------------------------------------------------------------------------------ */

static void add_weight(kf_text *to, const kf_rule *r)
{
    switch ((kf_cost_kind)r->cost) {
    case KF_COST_HARD: kf_text_add(to, KF_STR("<td class=\"n\" data-v=\"1e308\">hard</td>")); break;
    case KF_COST_VARIABLE: kf_text_add(to, KF_STR("<td class=\"n\">from data</td>")); break;
    case KF_COST_TABLE: kf_text_add(to, KF_STR("<td class=\"n\">table</td>")); break;
    default: kf_html_cell_number(to, r->weight);
    }
}

/* Of what the answer pays in all, with a bar. */
static void add_share(kf_text *to, const formula *f, double all)
{
    double share = all > 0 && !is_hard(f) ? f->cost / all : 0;
    kf_text_add(to, KF_STR("<td class=\"n\" data-v=\""));
    kf_text_add_number(to, share);
    kf_text_add(to, KF_STR("\">"));
    if (share > 0) {
        kf_html_bar(to, fmin(share, 1));
        kf_html_rounded(to, share * 100, 2);
        kf_text_add(to, KF_STR(" %"));
    }
    kf_text_add(to, KF_STR("</td>"));
}

/* Its label, its text as it was written, and where. */
static void add_text(kf_page *page, const kf_rule *r)
{
    kf_text *to = page->to;
    kf_place place = kf_sources_place(page->m->program->sources, r->pos);
    kf_text_add(to, KF_STR("<strong>"));
    kf_html_add(to, r->label);
    kf_text_add(to, KF_STR("</strong> "));
    kf_page_content(page, r);
    if (!place.file || place.line == 0) return;
    kf_text_add(to, KF_STR(" <span class=\"soft\">"));
    kf_html_place(to, place.file, place.line);
    kf_text_add(to, KF_STR("</span>"));
}

static void add_formula(kf_page *page, const formula *f, double all)
{
    kf_text *to = page->to;
    kf_text_add(to, KF_STR("<tr class=\"i\"><td class=\"f\">"));
    add_text(page, f->r);
    kf_text_add(to, KF_STR("</td>"));
    add_weight(to, f->r);
    kf_html_cell_count(to, f->unsatisfied);
    kf_html_cell_count(to, f->groundings);
    if (is_hard(f)) kf_text_add(to, KF_STR("<td class=\"n\"></td>"));
    else kf_html_cell_number(to, f->cost);
    add_share(to, f, all);
    kf_text_add(to, KF_STR("</tr>\n"));
}

static void add_table(kf_page *page, const char *caption, const formula *all, size_t n)
{
    static const kf_html_column columns[] = {
        { "formula", false },   { "weight", true }, { "that pay", true },
        { "groundings", true }, { "cost", true },   { "share", true },
    };
    double cost = 0;
    if (n == 0) return;
    for (size_t i = 0; i < n; i++) cost += is_hard(&all[i]) ? 0 : all[i].cost;
    kf_text_add(page->to, KF_STR("<div class=\"pays\" data-find=\"Find a formula\">\n"));
    kf_html_table(page->to, caption, columns, KF_LENGTH(columns));
    for (size_t i = 0; i < n && i < MOST_FORMULAS; i++) add_formula(page, &all[i], cost);
    kf_html_table_end(page->to);
    kf_text_add(page->to, KF_STR("</div>\n"));
    if (n <= MOST_FORMULAS) return;
    kf_text_add(page->to, KF_STR("<p class=\"soft\">and "));
    kf_html_count(page->to, n - MOST_FORMULAS);
    kf_text_add(page->to, KF_STR(" more</p>\n"));
}

static void add_others(kf_page *page, const formula *all, size_t n)
{
    if (n == 0) return;
    kf_text_add(page->to, KF_STR("<details><summary>"));
    kf_html_plural(page->to, n, "formula");
    kf_text_add(page->to, n == 1 ? KF_STR(" that costs") : KF_STR(" that cost"));
    kf_text_add(page->to, KF_STR(" nothing</summary>\n"));
    add_table(page, "In the order of the model", all, n);
    kf_text_add(page->to, KF_STR("</details>\n"));
}

/* ---- Examples ------------------------------------------------------------------------------- */

static void add_atom(kf_text *to, const kf_shown_atom *a)
{
    kf_text_add(to, KF_STR("<li><span class=\"f\">"));
    kf_html_adds(to, a->text);
    kf_text_addf(to, "</span> is <span class=\"%s\">%s</span>%s</li>\n", a->value ? "yes" : "no",
                 a->value ? "true" : "false", a->open ? "" : ", by the evidence");
}

static void add_example(kf_text *to, const kf_rule *r, const kf_shown_example *e)
{
    kf_text_add(to, KF_STR("<li class=\"e\"><span class=\"f\">"));
    kf_html_adds(to, e->text);
    kf_text_add(to, KF_STR("</span>"));
    if (isfinite(e->weight) && (r->cost == KF_COST_TABLE || r->cost == KF_COST_VARIABLE)) {
        kf_text_add(to, KF_STR(" <span class=\"soft\">(weight "));
        kf_html_number(to, e->weight);
        kf_text_add(to, KF_STR(")</span>"));
    }
    if (e->n_atoms > 0) {
        kf_text_add(to, KF_STR("\n<ul class=\"atoms\">\n"));
        for (uint32_t i = 0; i < e->n_atoms; i++) add_atom(to, &e->atoms[i]);
        if (e->more) kf_text_add(to, KF_STR("<li class=\"soft\">and others</li>\n"));
        kf_text_add(to, KF_STR("</ul>\n"));
    }
    kf_text_add(to, KF_STR("</li>\n"));
}

/* The heading says which formula, how often, and at what cost. */
static void add_examples(kf_page *page, const formula *f, bool open)
{
    kf_text *to = page->to;
    assert(f->only && f->unsatisfied > 0);
    kf_text_addf(to, "<details%s><summary><span class=\"f\">", open ? " open=\"open\"" : "");
    add_text(page, f->r);
    kf_text_add(to, KF_STR("</span>: "));
    kf_html_count(to, f->unsatisfied);
    kf_text_add(to, KF_STR(" of "));
    kf_html_count(to, f->groundings);
    kf_text_add(to, is_hard(f) ? KF_STR(" violated") : KF_STR(" not satisfied, cost "));
    if (!is_hard(f)) kf_html_brief(to, f->cost);
    kf_text_add(to, KF_STR("</summary>\n"));
    if (f->only->n_examples == 0) kf_text_add(to, KF_STR("<p class=\"soft\">No examples.</p>\n"));
    else kf_text_add(to, KF_STR("<ul class=\"examples\">\n"));
    for (uint32_t i = 0; i < f->only->n_examples; i++) add_example(to, f->r, &f->only->examples[i]);
    if (f->only->n_examples > 0) kf_text_add(to, KF_STR("</ul>\n"));
    kf_text_add(to, KF_STR("</details>\n"));
}

static void add_all_examples(kf_page *page, const formula *all, size_t n, double cost)
{
    if (n == 0) {
        kf_text_add(page->to, cost > 0
                                  ? KF_STR("<p>No formula costs anything. What the answer costs is "
                                           "soft evidence that it goes against.</p>\n")
                                  : KF_STR("<p>Nothing: every formula is satisfied.</p>\n"));
        return;
    }
    kf_text_add(page->to, KF_STR("<p>A positive weight is paid for groundings that are false, a "
                                 "negative one for those that are true. Some of them:</p>\n"));
    for (size_t i = 0; i < n && i < MOST_WITH_EXAMPLES; i++) add_examples(page, &all[i], i == 0);
}

kerf_status kf_page_formulas(kf_page *page, kf_runs runs)
{
    formula *all;
    size_t n, paying = 0;
    bool counted;
    assert(runs.n > 0 && page->level >= 2 && page->level <= 3);
    KF_TRY(collect(page, runs, &all, &n, &counted));
    if (!counted) {
        kf_text_add(page->to,
                    KF_STR("<p class=\"soft\">What is not satisfied was not counted: there "
                           "was no answer, no time for it, or nobody asked.</p>\n"));
        return KERF_OK;
    }
    while (paying < n && all[paying].unsatisfied > 0) paying++;
    add_table(page, "Formulas, those that cost most first", all, paying);
    if (runs.n == 1) add_all_examples(page, all, paying, runs.at[0].result.cost);
    add_others(page, all + paying, n - paying);
    return KERF_OK;
}

/* page_explain.c -- a section of the HTML page: why the atoms that a user names are as they are. */
#include "report/pages/page.h"

enum { MOST_ROWS = 100 }; /* groundings of one explanation */

static const char *word(int value)
{
    return value ? "true" : "false";
}

static void add_sentence(kf_text *to, const kerf_explanation *is)
{
    switch (is->kind) {
    case KERF_EXPLAINED_COST:
        kf_text_addf(to, "<p>Being %s would cost ", word(!is->value));
        kf_html_brief(to, is->difference);
        kf_text_add(to, is->outcome == KERF_OPTIMAL ? KF_STR(" more.</p>\n")
                                                    : KF_STR(" more at most; at least "));
        if (is->outcome == KERF_OPTIMAL) return;
        kf_html_brief(to, is->least_difference);
        kf_text_add(to, KF_STR(" is proven.</p>\n"));
        return;
    case KERF_EXPLAINED_FORBIDDEN:
        kf_text_addf(to, "<p>No world that keeps the hard formulas has it %s.</p>\n",
                     word(!is->value));
        return;
    case KERF_EXPLAINED_EVIDENCE: kf_text_add(to, KF_STR("<p>Evidence decides it.</p>\n")); return;
    case KERF_EXPLAINED_FREE:
        kf_text_add(to, KF_STR("<p>Nothing decides it: no formula pays for either value.</p>\n"));
        return;
    default: kf_text_add(to, KF_STR("<p>No world with the other value was found.</p>\n"));
    }
}

static void add_flips(kf_text *to, const kf_explanation *e)
{
    if (e->is.flips == 0) return;
    kf_text_add(to, KF_STR("<p>Flips along: <span class=\"f\">"));
    for (size_t i = 0; i < e->is.flips; i++) {
        if (i > 0) kf_text_add(to, KF_STR(", "));
        if (!e->flips[i].other_value) kf_text_addc(to, '!');
        kf_html_adds(to, e->flips[i].text);
    }
    kf_text_add(to, KF_STR("</span></p>\n"));
}

static void add_conflict(kf_text *to, const kf_explanation *e)
{
    if (e->is.conflict == 0) return;
    kf_text_add(to, KF_STR("<ul>\n"));
    for (size_t i = 0; i < e->is.conflict; i++) {
        kf_text_add(to, KF_STR("<li>"));
        kf_html_adds(to, e->conflict[i].text);
        kf_text_add(to, KF_STR("</li>\n"));
    }
    kf_text_add(to, KF_STR("</ul>\n"));
}

static void add_grounding(kf_page *page, const kf_explanation *e, int which,
                          const kf_explained_grounding *g)
{
    kf_text *to = page->to;
    kf_text_add(to, KF_STR("<tr>"));
    kf_html_cell(to, kf_str_of(word(e->is.value != (which == 1))));
    kf_html_cell_number(to, g->weight);
    kf_html_cell(to, g->rule == KF_NONE ? KF_STR("evidence") : page->m->rules.at[g->rule].label);
    kf_text_add(to, KF_STR("<td class=\"f\">"));
    kf_html_adds(to, g->text);
    kf_text_add(to, KF_STR("</td><td class=\"f\">"));
    bool any = false;
    for (uint32_t i = 0; i < g->n_atoms; i++) {
        if (g->atoms[i].open) continue;
        if (any) kf_text_add(to, KF_STR(", "));
        if (!g->atoms[i].value) kf_text_addc(to, '!');
        kf_html_adds(to, g->atoms[i].text);
        any = true;
    }
    kf_text_add(to, KF_STR("</td></tr>\n"));
}

static void add_table(kf_page *page, const kf_explanation *e)
{
    static const kf_html_column columns[] = { { "paid if it is", false },
                                              { "weight", true },
                                              { "formula", false },
                                              { "grounding", false },
                                              { "evidence in it", false } };
    size_t n[2] = { e->is.answer_pays, e->is.other_pays }, left = 0;
    if (n[0] + n[1] == 0) return;
    kf_html_table(page->to, "Groundings that only one of the two worlds pays for", columns,
                  KF_LENGTH(columns));
    for (int which = 1; which >= 0; which--) {
        for (size_t i = 0; i < n[which] && i < MOST_ROWS; i++)
            add_grounding(page, e, which, &e->paid[which][i]);
        left += n[which] > MOST_ROWS ? n[which] - MOST_ROWS : 0;
    }
    kf_html_table_end(page->to);
    if (left == 0) return;
    kf_text_add(page->to, KF_STR("<p class=\"soft\">and "));
    kf_html_count(page->to, left);
    kf_text_add(page->to, KF_STR(" more</p>\n"));
}

static void add_truth(kf_text *to, kerf_truth truth, double p)
{
    if (truth == KERF_PROBABLE) kf_html_number(to, p);
    else
        kf_text_addf(to, "%s",
                     truth == KERF_TRUE    ? "true"
                     : truth == KERF_FALSE ? "false"
                                           : "unknown");
}

static void add_change(kf_text *to, const kf_explanation *e)
{
    static const char *const heads[] = {
        [KERF_CHANGE_LEAST] = "The least change of evidence that flips it",
        [KERF_CHANGE_SOME] = "A change of evidence that flips it, perhaps not the least",
        [KERF_CHANGE_NONE] = "No change of evidence flips it",
        [KERF_CHANGE_NOT_FOUND] = "No change of evidence was found that flips it",
        [KERF_CHANGE_UNPROVED] = "No change of evidence was looked for: the answer is not proven"
    };
    const kerf_explanation *is = &e->is;
    if (is->change == KERF_CHANGE_NOT_SOUGHT) return;
    kf_text_addf(to, "<p>%s (changes tried: ", heads[is->change]);
    kf_html_count(to, is->change_tried);
    kf_text_add(to, KF_STR(", of facts: "));
    kf_html_count(to, is->change_facts);
    kf_text_add(to, is->changes > 0 ? KF_STR("):</p>\n<ul>\n") : KF_STR(").</p>\n"));
    for (size_t i = 0; i < is->changes; i++) {
        const kerf_changed_fact *f = &e->changes[i];
        kf_text_add(to, KF_STR("<li><span class=\"f\">"));
        kf_html_adds(to, f->text);
        kf_text_add(to, KF_STR("</span>, "));
        add_truth(to, f->truth, f->probability);
        kf_text_add(to, KF_STR(", becomes "));
        add_truth(to, f->other_truth, f->other_probability);
        kf_text_add(to, KF_STR("</li>\n"));
    }
    if (is->changes > 0) kf_text_add(to, KF_STR("</ul>\n"));
}

void kf_page_explained(kf_page *page, const kf_explained *x)
{
    if (!x || x->list.n == 0) return;
    kf_text_add(page->to, KF_STR("<h2>Why</h2>\n"));
    for (size_t i = 0; i < x->list.n; i++) {
        const kf_explanation *e = &x->list.at[i];
        kf_text_add(page->to, KF_STR("<h3>"));
        kf_html_adds(page->to, e->is.atom);
        kf_text_addf(page->to, " is %s</h3>\n", word(e->is.value));
        add_sentence(page->to, &e->is);
        add_conflict(page->to, e);
        add_flips(page->to, e);
        add_table(page, e);
        add_change(page->to, e);
    }
}

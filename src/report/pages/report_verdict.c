/* report_verdict.c -- the outcome of a run in words, and its figures. */
#include "report/pages/page.h"

#include <assert.h>
#include <math.h>

static void begin_verdict(kf_text *to, kerf_outcome outcome, const char *head)
{
    kf_text_addf(to, "<div class=\"verdict %s\">\n<p><strong>", kerf_outcome_text(outcome));
    kf_html_adds(to, head);
    kf_text_add(to, KF_STR("</strong></p>\n<p>"));
}

static const char *stopped_by(kerf_ending ending)
{
    switch (ending) {
    case KERF_GAP_REACHED: return " The search stopped at the gap that it was given.";
    case KERF_MOST_ITERATIONS: return " The search stopped after the most iterations allowed.";
    case KERF_OUT_OF_TIME: return " The search ran out of the time it was given.";
    case KERF_STOPPED: return " The search was interrupted.";
    default: return "";
    }
}

static const char *uniqueness(int unique)
{
    if (unique < 0) return " Whether another world is as good is not known.";
    return unique > 0 ? " It is the only one: every other world scores less."
                      : " It is not the only one: another world scores the same.";
}

/* Four digits, with all of them on hover; more where a small gap would be lost in them. */
static void add_number(kf_text *to, const char *before, const kerf_result *r, double number)
{
    double shown = kf_score_shown(number, r->cost);
    kf_html_adds(to, before);
    kf_text_add(to, KF_STR("<strong>"));
    if (r->gap > 0 && r->gap < 0.01 * fabs(r->score)) kf_html_number(to, shown);
    else kf_html_brief(to, shown);
    kf_text_add(to, KF_STR("</strong>"));
}

static bool has_hard(const kf_model *m)
{
    for (size_t i = 0; i < m->rules.n; i++) {
        if (m->rules.at[i].cost == KF_COST_HARD) return true;
    }
    return false;
}

static void say_optimal(kf_text *to, const kerf_result *r, bool hard)
{
    assert(r->score <= r->bound);
    begin_verdict(to, r->outcome,
                  r->trusted ? "Optimal, by the word of a library" : "Optimal, with proof");
    add_number(to, "The answer scores ", r, r->score);
    add_number(to,
               hard ? ", keeps every hard formula, and no world that keeps them scores more than "
                    : ", and no world scores more than ",
               r, r->bound);
    kf_text_addc(to, '.');
    if (r->trusted) {
        kf_text_add(to, KF_STR(" The last of it was shown by "));
        kf_html_adds(to, r->trusted);
        kf_text_add(to, KF_STR(", whose arithmetic is not checked."));
    }
    kf_html_adds(to, uniqueness(r->unique));
}

static void say_bounded(kf_text *to, const kerf_result *r, bool hard)
{
    assert(r->hard_violations == 0 && r->gap >= 0);
    begin_verdict(to, r->outcome, "Bounded: good to within a proven gap");
    add_number(to, "The answer scores ", r, r->score);
    if (hard) kf_text_add(to, KF_STR(" and keeps every hard formula"));
    add_number(to, ". It is proven that no world scores more than ", r, r->bound);
    add_number(to, ", so the answer is at most ", r, r->gap);
    kf_text_add(to, KF_STR(" below the best one"));
    if (r->cost > 0 && isfinite(r->gap / r->cost)) {
        kf_text_add(to, KF_STR(", which is "));
        kf_html_rounded(to, 100 * r->gap / r->cost, 3);
        kf_text_add(to, KF_STR(" % of its cost"));
    }
    kf_text_add(to, KF_STR(". It may well be the best: that is not proven."));
    kf_html_adds(to, stopped_by(r->ending));
}

static void say_unproved(kf_text *to, const kerf_result *r)
{
    begin_verdict(to, r->outcome, "Not an answer that keeps the hard formulas");
    if (isfinite(r->score)) {
        add_number(to, "The world that was found scores ", r, r->score);
        kf_text_add(to, KF_STR(", but violates "));
        kf_html_count(to, r->hard_violations);
        kf_text_add(to, r->hard_violations == 1 ? KF_STR(" grounding") : KF_STR(" groundings"));
        kf_text_add(to, KF_STR(" of hard formulas, so its score compares with nothing."));
    } else {
        kf_text_add(to, KF_STR("No world was found that keeps the hard formulas; there may be "
                               "one."));
    }
    kf_html_adds(to, stopped_by(r->ending));
}

void kf_page_verdict(kf_page *page, const kf_map_run *s)
{
    kf_text *to = page->to;
    assert(s->result.outcome <= KERF_RELAXED);
    switch (s->result.outcome) {
    case KERF_OPTIMAL: say_optimal(to, &s->result, has_hard(page->m)); break;
    case KERF_BOUNDED: say_bounded(to, &s->result, has_hard(page->m)); break;
    case KERF_UNPROVED: say_unproved(to, &s->result); break;
    case KERF_CONTRADICTION:
        begin_verdict(to, s->result.outcome, "Infeasible, with proof");
        kf_text_add(to,
                    KF_STR("No world keeps the hard formulas: they contradict each other or the "
                           "evidence. Here is a smallest set of groundings that does."));
        break;
    case KERF_RELAXED:
        begin_verdict(to, s->result.outcome, "The least violation, with proof");
        kf_text_add(to,
                    KF_STR("No world keeps the hard formulas. None violates fewer of their "
                           "groundings than this one, and none that violates as few scores more."));
        break;
    }
    kf_text_add(to, KF_STR("</p>\n</div>\n"));
}

void kf_page_verdicts(kf_page *page, kf_runs runs)
{
    size_t counts[KERF_RELAXED + 1] = { 0 };
    kerf_outcome worst = KERF_OPTIMAL;
    bool trusted = false;
    bool first = true;
    for (size_t i = 0; i < runs.n; i++) {
        kerf_outcome outcome = runs.at[i].result.outcome;
        assert((size_t)outcome < KF_LENGTH(counts));
        counts[outcome]++;
        trusted |= runs.at[i].result.trusted != NULL;
        if (outcome > worst) worst = outcome;
    }
    begin_verdict(page->to, worst,
                  worst == KERF_OPTIMAL && trusted
                      ? "Every world has an optimal answer, some by the word of a library"
                  : worst == KERF_OPTIMAL ? "Every world has an optimal answer, with proof"
                                          : "Not every world has an answer that is proven optimal");
    for (int i = 0; i <= KERF_RELAXED; i++) {
        if (counts[i] == 0) continue;
        if (!first) kf_text_add(page->to, KF_STR(", "));
        first = false;
        kf_html_count(page->to, counts[i]);
        kf_text_addf(page->to, " %s", kerf_outcome_text((kerf_outcome)i));
    }
    kf_text_add(page->to,
                KF_STR(". Worlds are solved one by one; plots and sums are of all of them "
                       "together.</p>\n</div>\n"));
}

/* ---- Figures -------------------------------------------------------------------------------- */

static kerf_result sum_of(kf_runs runs)
{
    kerf_result sum = { 0 };
    for (size_t i = 0; i < runs.n; i++) {
        const kerf_result *r = &runs.at[i].result;
        sum.score += r->score;
        sum.bound += r->bound;
        sum.gap += r->gap;
        sum.cost += r->cost;
        sum.hard_violations += r->hard_violations;
        sum.iterations += r->iterations;
        sum.atoms += r->atoms;
        sum.groundings += r->groundings;
        sum.components += r->components;
        sum.true_atoms += r->true_atoms;
        sum.seconds += r->seconds;
    }
    return sum;
}

void kf_page_facts(kf_page *page, kf_runs runs)
{
    kf_text *to = page->to;
    kerf_result sum = sum_of(runs);
    if (runs.n == 1 && runs.at[0].result.outcome == KERF_CONTRADICTION) return;
    kf_text_add(to, KF_STR("<dl class=\"facts\">\n"));
    if (runs.n > 1) kf_html_fact_count(to, "worlds", runs.n);
    kf_html_fact_count(to, "true atoms", sum.true_atoms);
    kf_html_fact_number(to, "score", kf_score_shown(sum.score, sum.cost));
    if (sum.gap > 0) kf_html_fact_number(to, "bound", kf_score_shown(sum.bound, sum.cost));
    if (sum.gap > 0) kf_html_fact_number(to, "gap", kf_score_shown(sum.gap, sum.cost));
    kf_html_fact_number(to, "cost", sum.cost);
    if (sum.hard_violations > 0) kf_html_fact_count(to, "hard violations", sum.hard_violations);
    kf_html_fact_seconds(to, "time to solve", sum.seconds);
    kf_text_add(to, KF_STR("</dl>\n"));
}

void kf_page_search_facts(kf_page *page, kf_runs runs)
{
    kf_text *to = page->to;
    kerf_result sum = sum_of(runs);
    kf_text_add(to, KF_STR("<dl class=\"facts\">\n"));
    kf_html_fact_count(to, "iterations", sum.iterations);
    kf_html_fact_count(to, "atoms in the problem", sum.atoms);
    kf_html_fact_count(to, "groundings in it", sum.groundings);
    if (sum.components > 0) kf_html_fact_count(to, "components", sum.components);
    kf_text_add(to, KF_STR("</dl>\n"));
}

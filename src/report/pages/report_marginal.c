/* report_marginal.c -- the page about probabilities: what is known in words, the atoms, how sure
 * that is, how it was computed. */
#include "report/pages/page.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

enum { MOST_WORLDS = 1000, MOST_IN_DETAIL = 3, MOST_OPEN = 20 };

/* ---- In words ------------------------------------------------------------------------------- */

static const char *head_of(const kf_chance_run *s)
{
    const kerf_marginal_result *r = &s->result;
    if (s->infeasible) return "The hard formulas contradict each other";
    switch (r->certainty) {
    case KERF_EXACT: return "Exact: every interval contains the truth";
    case KERF_MIXED: return "Exact in part, sampled in part, to the precision asked for";
    case KERF_SAMPLED: return "Sampled, to the precision asked for";
    case KERF_UNCONVERGED: break;
    }
    if (s->told.unknown > 0) return "Not all of it is known";
    return r->ending == KERF_CONVERGED ? "Not converged" : "Stopped before it was done";
}

static const char *class_of(kerf_certainty c)
{
    return c == KERF_UNCONVERGED ? "unproved" : c == KERF_EXACT ? "optimal" : "bounded";
}

static void say_exact(kf_text *to, const kf_chance_run *s)
{
    const kerf_marginal_result *r = &s->result;
    kf_text_add(to, KF_STR("log Z is <strong>"));
    kf_html_brief(to, r->log_z);
    kf_text_add(to, KF_STR("</strong>, by rounding at most "));
    kf_html_rounded(to, fmax(r->log_z_hi - r->log_z, r->log_z - r->log_z_lo), 2);
    kf_text_add(to, KF_STR(" from the truth; no probability is further than "));
    kf_html_rounded(to, s->told.widest, 2);
    kf_text_add(to, KF_STR(" from it."));
}

static void say_sampled(kf_text *to, const kf_chance_run *s)
{
    const kerf_marginal_result *r = &s->result;
    if (r->exact_components > 0) {
        kf_html_count(to, r->exact_components);
        kf_text_add(to, KF_STR(" of "));
        kf_html_plural(to, r->components, "component");
        kf_text_add(to, r->exact_components == 1 ? KF_STR(" is") : KF_STR(" are"));
        kf_text_add(to, KF_STR(" exact. "));
    }
    if (r->samples > 0) {
        kf_html_plural(to, r->sampled_components, "component");
        kf_text_add(to, r->sampled_components == 1 ? KF_STR(" was") : KF_STR(" were"));
        kf_text_add(to, KF_STR(" sampled, "));
        kf_html_count(to, r->samples);
        kf_text_addf(to, " times in %u chains. The largest R-hat is ", r->chains);
        kf_html_rounded(to, r->max_rhat, 4);
        kf_text_addf(to, ", the least effective sample size %.0f. ", r->min_ess);
    }
    if (r->samples == 0) return;
    kf_text_add(to, KF_STR("A sampled interval holds the truth with 95 %; the widest goes "));
    kf_html_rounded(to, s->told.widest, 2);
    kf_text_add(to, KF_STR(" up and down from what is told, where "));
    kf_html_rounded(to, s->told.precision, 2);
    kf_text_add(to, KF_STR(" was asked for."));
}

/* Which groundings they are is told by inference. */
static void add_contradiction(kf_page *page, const kf_chance_run *s)
{
    kf_text_addf(page->to, "<div class=\"verdict infeasible\">\n<p><strong>%s</strong></p>\n<p>",
                 head_of(s));
    kf_text_add(page->to, KF_STR("No world keeps all of them, so none has a probability. The "
                                 "messages below say what is known; the report of kerf map shows "
                                 "the groundings and the evidence behind them.</p>\n</div>\n"));
}

static void add_verdict(kf_page *page, const kf_chance_run *s)
{
    kf_text *to = page->to;
    const kerf_marginal_result *r = &s->result;
    kf_text_addf(to, "<div class=\"verdict %s\">\n<p><strong>%s</strong></p>\n<p>",
                 class_of(r->certainty), head_of(s));
    if (r->certainty == KERF_EXACT) say_exact(to, s);
    else say_sampled(to, s);
    if (s->told.unknown > 0) {
        kf_text_addc(to, ' ');
        kf_html_plural(to, s->told.unknown, "atom");
        kf_text_add(to, KF_STR(" had no turn: nothing is known of them."));
    }
    kf_text_add(to, KF_STR("</p>\n</div>\n"));
}

static void add_facts(kf_text *to, const kf_chance_run *s)
{
    const kerf_marginal_result *r = &s->result;
    kf_text_add(to, KF_STR("<dl class=\"facts\">\n"));
    kf_html_fact_count(to, "open atoms", r->atoms);
    if (r->free_atoms > 0) kf_html_fact_count(to, "that no formula names", r->free_atoms);
    if (isfinite(r->log_z)) kf_html_fact_number(to, "log Z", r->log_z);
    kf_html_fact_count(to, "components", r->components);
    if (r->width > 0) kf_html_fact_count(to, "width", r->width);
    if (r->samples > 0) {
        kf_html_fact_count(to, "samples", r->samples);
        kf_html_fact_number(to, "largest R-hat", r->max_rhat);
        kf_html_fact_number(to, "least ESS", r->min_ess);
    }
    kf_html_fact_seconds(to, "time to solve", r->seconds);
    kf_text_add(to, KF_STR("</dl>\n"));
}

/* ---- Atoms ---------------------------------------------------------------------------------- */

/* Four digits after the point, so that they stand below each other; all of them on hover. */
static void add_digits(kf_text *to, double p)
{
    unsigned digits = (unsigned)round(p * 10000);
    kf_text_add(to, KF_STR("<span class=\"h\" title=\""));
    kf_text_add_number(to, p);
    kf_text_add(to, KF_STR("\">"));
    if (p >= 0.00005 && p < 0.99995) kf_text_addf(to, "0.%04u", digits);
    else kf_html_rounded(to, p, p < 0.5 ? 2 : 10);
    kf_text_add(to, KF_STR("</span>"));
}

/* How far a probability can be from the truth, of which the order of magnitude says enough; of one
 * that was summed, only what rounding may have done. */
static void add_half_width(kf_text *to, const kf_chance *c)
{
    double x = (c->hi - c->lo) / 2;
    kf_text_add(to, KF_STR("<td class=\"n\" data-v=\""));
    kf_text_add_number(to, x);
    kf_text_add(to, KF_STR("\"><span class=\"h\" title=\""));
    kf_text_add_number(to, x);
    kf_text_add(to, KF_STR("\">"));
    if (c->method == KF_BY_ELIMINATION && x < 1e-6) kf_text_add(to, KF_STR("exact"));
    else kf_html_rounded(to, x, x < 1e-6 ? 1 : 2);
    kf_text_add(to, KF_STR("</span></td>"));
}

static void add_chance(kf_text *to, const kf_chance_row *row, bool sampled)
{
    const kf_chance *c = &row->chance;
    kf_text_add(to, KF_STR("<tr class=\"i\"><td class=\"f\">"));
    kf_html_adds(to, row->text);
    kf_text_add(to, KF_STR("</td><td class=\"n\" data-v=\""));
    kf_text_add_number(to, c->p);
    kf_text_add(to, KF_STR("\">"));
    kf_html_bar(to, c->p);
    add_digits(to, c->p);
    kf_text_add(to, KF_STR("</td>"));
    add_half_width(to, c);
    if (sampled) {
        kf_html_cell(to, kf_str_of(kf_chance_method_text(c->method)));
        kf_html_cell_number(to, c->rhat);
        kf_html_cell_number(to, c->ess);
    }
    kf_text_add(to, KF_STR("</tr>\n"));
}

/* How they were sampled only where some were. */
static void add_table(kf_text *to, const char *caption, const kf_chance_row *rows, uint32_t n,
                      bool sampled)
{
    static const kf_html_column columns[] = {
        { "atom", false }, { "probability", true }, { "\u00b1", true },
        { "how", false },  { "R-hat", true },       { "ESS", true },
    };
    kf_html_table(to, caption, columns, sampled ? KF_LENGTH(columns) : 3);
    for (uint32_t i = 0; i < n; i++) add_chance(to, &rows[i], sampled);
    kf_html_table_end(to);
}

static void add_all(kf_text *to, const kf_told_chances *t)
{
    uint32_t open = t->n_rows < MOST_OPEN ? t->n_rows : MOST_OPEN;
    if (open == 0) return;
    kf_text_add(to, KF_STR("<div data-find=\"Find an atom\">\n"));
    add_table(to, "The most probable first", t->rows, open, t->sampled > 0);
    if (t->n_rows > open) {
        kf_text_add(to, KF_STR("<details><summary>"));
        kf_html_plural(to, t->n_rows - open, "atom");
        kf_text_add(to, KF_STR(" more</summary>\n"));
        add_table(to, "Less probable ones", t->rows + open, t->n_rows - open, t->sampled > 0);
        kf_text_add(to, KF_STR("</details>\n"));
    }
    kf_text_add(to, KF_STR("</div>\n"));
    if (t->n_rows == t->n) return;
    kf_text_add(to, KF_STR("<p class=\"soft\">"));
    kf_html_count(to, t->n_rows);
    kf_text_add(to, KF_STR(" of "));
    kf_html_plural(to, t->n, "atom");
    kf_text_add(to, KF_STR(" are on this page, so that it stays small. What kerf wrote has all of "
                           "them.</p>\n"));
}

static void add_free(kf_page *page, const kf_told_chances *t)
{
    for (size_t i = 0; i < t->n_free; i++) {
        kf_text_add(page->to, KF_STR("<p class=\"soft\">"));
        kf_html_plural(page->to, t->free[i].n, "atom");
        kf_text_add(page->to, KF_STR(" of "));
        kf_page_names(page, &t->free[i].predicate, 1);
        kf_text_add(page->to, KF_STR(" that no formula names: 0.5 each.</p>\n"));
    }
}

/* Are the least certain atoms all among the first ones of the table above? */
static bool repeats(const kf_told_chances *t)
{
    uint32_t open = t->n_rows < MOST_OPEN ? t->n_rows : MOST_OPEN, found = 0;
    for (uint32_t i = 0; i < t->n_least; i++) {
        uint32_t k = 0;
        while (k < open && strcmp(t->rows[k].text, t->least[i].text) != 0) k++;
        found += k < open;
    }
    return found == t->n_least;
}

static void add_answer(kf_page *page, const kf_chance_run *s)
{
    const kf_told_chances *t = &s->told;
    kf_page_heading(page, "The probabilities");
    if (t->n == 0) kf_text_add(page->to, KF_STR("<p>No atom has one to tell.</p>\n"));
    add_all(page->to, t);
    add_free(page, t);
    if (t->n <= KF_TOLD_LEAST || repeats(t)) return;
    kf_page_heading(page, "The least certain atoms");
    add_table(page->to, "Nearest to one half first", t->least, t->n_least, t->sampled > 0);
}

static kerf_status add_one(kf_page *page, const kf_chance_run *s)
{
    kf_chance_runs one = { s, 1 };
    if (s->infeasible) {
        add_contradiction(page, s);
        return KERF_OK;
    }
    add_verdict(page, s);
    add_facts(page->to, s);
    if (s->told.there) add_answer(page, s);
    if (s->told.there && s->told.n > 0) {
        kf_page_heading(page, "How sure that is");
        KF_TRY(kf_page_sureness(page, one));
    }
    kf_page_heading(page, "How it was computed");
    return kf_page_computed(page, one);
}

/* ---- Worlds --------------------------------------------------------------------------------- */

/* The least certain first. */
static int by_badness(const void *a, const void *b)
{
    const kf_chance_run *x = *(const kf_chance_run *const *)a;
    const kf_chance_run *y = *(const kf_chance_run *const *)b;
    if (x->result.certainty != y->result.certainty)
        return x->result.certainty > y->result.certainty ? -1 : 1;
    if (x->told.widest > y->told.widest || x->told.widest < y->told.widest)
        return x->told.widest > y->told.widest ? -1 : 1;
    return x < y ? -1 : 1; /* as they came */
}

static void add_name(kf_text *to, const kf_chanced *x, const kf_chance_run *s)
{
    if (s->world[0]) kf_html_adds(to, s->world);
    else kf_text_addf(to, "%zu", (size_t)(s - x->runs.at) + 1);
}

static void add_world(kf_text *to, const kf_chanced *x, const kf_chance_run *s)
{
    const kerf_marginal_result *r = &s->result;
    kf_text_add(to, KF_STR("<tr class=\"i\">"));
    kf_html_cell_count(to, (uint64_t)(s - x->runs.at) + 1);
    kf_text_add(to, KF_STR("<td>"));
    add_name(to, x, s);
    kf_text_add(to, KF_STR("</td>"));
    kf_html_cell(to, kf_str_of(kf_chance_run_status(s)));
    kf_html_cell_number(to, r->log_z);
    kf_html_cell_count(to, r->atoms);
    kf_html_cell_count(to, r->components);
    kf_html_cell_number(to, s->told.widest);
    kf_html_cell_number(to, r->max_rhat);
    kf_html_cell_seconds(to, r->seconds);
    kf_text_add(to, KF_STR("</tr>\n"));
}

static void add_worlds(kf_text *to, const kf_chanced *x, const kf_chance_run **worst)
{
    static const kf_html_column columns[] = {
        { "#", true },          { "world", false },        { "status", false },
        { "log Z", true },      { "open atoms", true },    { "components", true },
        { "half-width", true }, { "largest R-hat", true }, { "time", true },
    };
    bool all = x->runs.n <= MOST_WORLDS;
    kf_text_add(to, KF_STR("<h2>Worlds</h2>\n<div data-find=\"Find a world\">\n"));
    kf_html_table(to, all ? "All worlds" : "The least certain worlds", columns, KF_LENGTH(columns));
    for (size_t i = 0; i < x->runs.n && i < MOST_WORLDS; i++)
        add_world(to, x, all ? &x->runs.at[i] : worst[i]);
    kf_html_table_end(to);
    kf_text_add(to, KF_STR("</div>\n"));
    if (all) return;
    kf_text_add(to, KF_STR("<p class=\"soft\">and "));
    kf_html_count(to, x->runs.n - MOST_WORLDS);
    kf_text_add(to, KF_STR(" more</p>\n"));
}

static void add_verdicts(kf_text *to, const kf_chanced *x)
{
    size_t counts[KERF_UNCONVERGED + 1] = { 0 }, none = 0;
    kerf_certainty worst = KERF_EXACT;
    bool first = true;
    for (size_t i = 0; i < x->runs.n; i++) {
        kerf_certainty c = x->runs.at[i].result.certainty;
        none += x->runs.at[i].infeasible;
        counts[c] += !x->runs.at[i].infeasible;
        if (c > worst) worst = c;
    }
    kf_text_addf(to, "<div class=\"verdict %s\">\n<p><strong>%s</strong></p>\n<p>", class_of(worst),
                 none > 0              ? "In some world the hard formulas contradict each other"
                 : worst == KERF_EXACT ? "Exact in every world"
                 : worst == KERF_UNCONVERGED ? "Not converged in every world"
                                             : "To the precision asked for in every world");
    for (int i = 0; i <= KERF_UNCONVERGED; i++) {
        if (counts[i] == 0) continue;
        if (!first) kf_text_add(to, KF_STR(", "));
        first = false;
        kf_html_count(to, counts[i]);
        kf_text_addf(to, " %s",
                     i == KERF_MIXED ? "exact in part, sampled in part"
                                     : kerf_certainty_text((kerf_certainty)i));
    }
    kf_text_add(to, KF_STR(". Worlds are computed one by one; plots are of all of them "
                           "together.</p>\n</div>\n"));
}

static kerf_status add_several(kf_page *page, const kf_chanced *x)
{
    kf_chance_runs all = { x->runs.at, x->runs.n };
    const kf_chance_run **worst = kf_arena_alloc(&page->scratch, all.n, sizeof *worst);
    if (!worst) return KERF_NO_MEMORY;
    for (size_t i = 0; i < all.n; i++) worst[i] = &all.at[i];
    qsort((void *)worst, all.n, sizeof *worst, by_badness);
    add_verdicts(page->to, x);
    add_worlds(page->to, x, worst);
    kf_text_add(page->to, KF_STR("<h2>How sure that is, in all worlds</h2>\n"));
    KF_TRY(kf_page_sureness(page, all));
    kf_text_add(page->to, KF_STR("<h2>How it was computed, in all worlds</h2>\n"));
    KF_TRY(kf_page_computed(page, all));
    page->level = 3;
    for (size_t i = 0; i < all.n && i < MOST_IN_DETAIL; i++) {
        kf_text_add(page->to, KF_STR("<h2>World "));
        add_name(page->to, x, worst[i]);
        kf_text_add(page->to, KF_STR("</h2>\n"));
        KF_TRY(add_one(page, worst[i]));
    }
    return KERF_OK;
}

kerf_status kf_page_chanced(kf_page *page, const kf_record *r)
{
    const kf_chanced *x = r->chanced;
    assert(x && x->runs.n > 0);
    KF_TRY(kf_page_asked(page, r, "how probable each atom is that evidence leaves open, of"));
    return x->runs.n == 1 ? add_one(page, x->runs.at) : add_several(page, x);
}

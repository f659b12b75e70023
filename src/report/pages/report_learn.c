/* report_learn.c -- the page about learning: its result in words, then loss, updates and F1 by
 * epoch. */
#include "report/pages/page.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>

/* ---- In words ------------------------------------------------------------------------------- */

static const char *step_name(const kf_learn_record *l)
{
    return l->pll ? "step" : "epoch";
}

/* Which weights these are. */
static void add_choice(kf_text *to, const kf_learn_record *l)
{
    const kerf_learned *r = &l->result;
    if (l->pll) {
        kf_text_add(to, KF_STR("They make what is true most likely, each atom given all others "
                               "(pseudo-likelihood)."));
    } else if (r->best_epoch > 0) {
        kf_text_addf(to,
                     "They are those after epoch %u, which predicted the development data best.",
                     r->best_epoch);
    } else {
        kf_html_adds(to, l->averaged ? "They are the average of the weights after every world."
                                     : "They are those after the last world.");
    }
}

static void add_summary(kf_text *to, const kf_learn_record *l)
{
    const kerf_learned *r = &l->result;
    kf_text_addf(to, "<div class=\"verdict %s\">\n<p><strong>", r->stopped ? "bounded" : "optimal");
    kf_html_plural(to, r->parameters, "weight");
    kf_text_add(to, KF_STR(" from "));
    kf_html_plural(to, r->worlds, "world");
    kf_text_add(to, KF_STR(", "));
    kf_html_plural(to, r->epochs, step_name(l));
    kf_text_add(to, KF_STR("</strong></p>\n<p>"));
    add_choice(to, l);
    if (r->stopped) kf_text_add(to, KF_STR(" Learning was interrupted before its end."));
    if (r->left_out > 0) {
        kf_text_addc(to, ' ');
        kf_html_plural(to, r->left_out, "hard formula");
        kf_text_add(to, r->left_out == 1 ? KF_STR(" has") : KF_STR(" have"));
        kf_text_add(to, KF_STR(" no part in it."));
    }
    kf_text_add(to, KF_STR("</p>\n</div>\n"));
}

static void add_facts(kf_text *to, const kf_learn_record *l)
{
    const kerf_learned *r = &l->result;
    const kerf_learn_progress *last = l->epochs.n > 0 ? &l->epochs.at[l->epochs.n - 1] : NULL;
    kf_text_add(to, KF_STR("<dl class=\"facts\">\n"));
    kf_html_fact_count(to, "weights", r->parameters);
    kf_html_fact_count(to, "training worlds", r->worlds);
    if (r->dev_worlds > 0) kf_html_fact_count(to, "development worlds", r->dev_worlds);
    if (l->pll) {
        kf_html_fact_number(to, "log pseudo-likelihood", r->likelihood);
        kf_html_fact_number(to, "with the prior", r->objective);
        kf_html_fact_number(to, "hidden atoms", r->atoms);
    } else if (last) {
        kf_html_fact_number(to, "loss of the last epoch", last->loss);
        kf_html_fact_count(to, "updates in it", last->updates);
    }
    if (isfinite(r->dev_f1)) kf_html_fact_number(to, "development F1 at last", r->dev_f1);
    kf_html_fact_seconds(to, "time to learn", r->seconds);
    kf_text_add(to, KF_STR("</dl>\n"));
}

/* ---- By epoch ------------------------------------------------------------------------------- */

typedef struct lines { /* by epoch */
    size_t n;
    kf_str *names;
    double *loss, *missing, *updates, *f1, *dev, *objective;
} lines;

/* A run that went on from a checkpoint does not begin at the first epoch: names say which. */
static kerf_status make_lines(kf_page *page, const kf_learn_record *l, lines *to)
{
    size_t n = l->epochs.n;
    assert(n > 0);
    double *all = kf_arena_alloc(&page->scratch, 6 * n, sizeof *all);
    kf_str *names = kf_arena_alloc(&page->scratch, n, sizeof *names);
    if (!all || !names) return KERF_NO_MEMORY;
    *to = (lines){ n, names, all, all + n, all + 2 * n, all + 3 * n, all + 4 * n, all + 5 * n };
    for (size_t i = 0; i < n; i++) {
        const kerf_learn_progress *p = &l->epochs.at[i];
        assert(p->epoch_ended);
        char text[16];
        snprintf(text, sizeof text, "%u", p->epoch);
        const char *name = kf_arena_string(&page->scratch, kf_str_of(text));
        if (!name) return KERF_NO_MEMORY;
        names[i] = kf_str_of(name);
        to->loss[i] = p->loss;
        to->missing[i] = p->violated;
        to->updates[i] = (double)p->updates;
        to->f1[i] = p->f1;
        to->dev[i] = p->dev_f1;
        to->objective[i] = p->objective;
    }
    return KERF_OK;
}

/* Lines over epochs or steps; one point alone is no plot. */
static kerf_status plot_by(kf_page *page, const lines *x, kf_plot p, const char *caption)
{
    bool drawn = false;
    for (size_t s = 0; s < p.n_series; s++)
        drawn = drawn || kf_plot_points(p.series[s].values, x->n) > 1;
    if (!drawn) return KERF_OK;
    p.n = x->n;
    p.names = x->names;
    return kf_page_figure(page, kf_plot_lines, &p, caption);
}

static kerf_status plot_loss(kf_page *page, const lines *x)
{
    kf_series series[] = { { KF_STR("loss"), x->loss }, { KF_STR("margin missing"), x->missing } };
    kf_plot p = { .title = "Loss by epoch",
                  .x_name = "epoch",
                  .n_series = KF_LENGTH(series),
                  .series = series,
                  .from_zero = true };
    return plot_by(
        page, x, p,
        "Atoms that were not as in the truth, at their cost, and by how much the truth fell short "
        "of scoring more than the answer by its loss; summed over the worlds.");
}

static kerf_status plot_updates(kf_page *page, const lines *x)
{
    kf_series series = { KF_STR("updates"), x->updates };
    kf_plot p = { .title = "Updates by epoch",
                  .x_name = "epoch",
                  .n_series = 1,
                  .series = &series,
                  .from_zero = true,
                  .whole = true };
    return plot_by(page, x, p,
                   "Worlds that moved weights. Where there are none left, more epochs change "
                   "nothing.");
}

static kerf_status plot_f1(kf_page *page, const lines *x)
{
    kf_series series[] = { { KF_STR("while learning"), x->f1 }, { KF_STR("development"), x->dev } };
    bool dev = kf_plot_points(x->dev, x->n) > 0;
    kf_plot p = {
        .title = "F1 by epoch", .x_name = "epoch", .n_series = dev ? 2 : 1, .series = series
    };
    return plot_by(
        page, x, p,
        dev ? "Of the answers while learning, with the weights of the moment, and of the "
              "development data after each epoch. Where the second falls and the first does not, "
              "it learns by heart."
            : "Of the answers while learning, with the weights of the moment. Only development "
              "data (--dev) tell what other worlds can expect.");
}

static kerf_status plot_objective(kf_page *page, const lines *x)
{
    kf_series series = { KF_STR("objective"), x->objective };
    kf_plot p = { .title = "Log pseudo-likelihood with prior, by step",
                  .x_name = "step",
                  .n_series = 1,
                  .series = &series };
    return plot_by(page, x, p,
                   "It rises with every step of L-BFGS; where it is flat, the maximum is near. A "
                   "weight that its sign (@>=0) holds at 0 makes it begin anew, lower.");
}

static kerf_status plot_times(kf_page *page, const kf_learn_record *l)
{
    kf_times t = { .steps = { { NULL, "read model", l->parse, true },
                              { NULL, "read worlds", l->read, false },
                              { NULL, "learn", l->train, false },
                              { NULL, "predict development data", l->predict, false } },
                   .n = l->result.dev_worlds > 0 ? 4 : 3,
                   .total = l->result.seconds };
    return kf_page_times(page, &t,
                         "Other: finding out which weights there are to learn; with "
                         "pseudo-likelihood also predicting development data.");
}

static void add_epochs(kf_text *to, const kf_learn_record *l)
{
    static const kf_html_column columns[] = {
        { "epoch", true },   { "loss", true },  { "margin missing", true },
        { "updates", true }, { "right", true }, { "wrong", true },
        { "missed", true },  { "F1", true },    { "development F1", true },
        { "proven", true },  { "time", true },
    };
    kf_html_table(to, "Epochs", columns, KF_LENGTH(columns));
    for (size_t i = 0; i < l->epochs.n; i++) {
        const kerf_learn_progress *p = &l->epochs.at[i];
        kf_text_add(to, KF_STR("<tr>"));
        kf_html_cell_count(to, p->epoch);
        kf_html_cell_number(to, p->loss);
        kf_html_cell_number(to, p->violated);
        kf_html_cell_count(to, p->updates);
        kf_html_cell_count(to, p->right);
        kf_html_cell_count(to, p->wrong);
        kf_html_cell_count(to, p->missed);
        kf_html_cell_number(to, p->f1);
        kf_html_cell_number(to, p->dev_f1);
        kf_html_cell_count(to, p->proven);
        kf_html_cell_seconds(to, p->seconds);
        kf_text_add(to, KF_STR("</tr>\n"));
    }
    kf_html_table_end(to);
}

static void add_steps(kf_text *to, const kf_learn_record *l)
{
    static const kf_html_column columns[] = { { "step", true },
                                              { "log pseudo-likelihood with prior", true },
                                              { "time", true } };
    kf_html_table(to, "Steps", columns, KF_LENGTH(columns));
    for (size_t i = 0; i < l->epochs.n; i++) {
        const kerf_learn_progress *p = &l->epochs.at[i];
        kf_text_add(to, KF_STR("<tr>"));
        kf_html_cell_count(to, p->epoch);
        kf_html_cell_number(to, p->objective);
        kf_html_cell_seconds(to, p->seconds);
        kf_text_add(to, KF_STR("</tr>\n"));
    }
    kf_html_table_end(to);
}

static void add_numbers(kf_text *to, const kf_learn_record *l)
{
    if (l->epochs.n == 0) return;
    kf_text_add(to, KF_STR("<details><summary>In numbers</summary>\n"));
    if (l->pll) add_steps(to, l);
    else add_epochs(to, l);
    kf_text_add(to, KF_STR("</details>\n"));
}

static kerf_status plot_epochs(kf_page *page, const kf_learn_record *l)
{
    lines x;
    if (l->epochs.n == 0) return KERF_OK;
    KF_TRY(make_lines(page, l, &x));
    if (l->pll) return plot_objective(page, &x);
    KF_TRY(plot_loss(page, &x));
    KF_TRY(plot_updates(page, &x));
    return plot_f1(page, &x);
}

kerf_status kf_page_learned(kf_page *page, const kf_learn_record *l)
{
    assert(!l->failed && l->result.best_epoch <= l->result.epochs);
    add_summary(page->to, l);
    add_facts(page->to, l);
    KF_TRY(kf_page_weights(page, l));
    kf_text_add(page->to, KF_STR("<h2>How it was learned</h2>\n<div class=\"plots\">\n"));
    KF_TRY(plot_epochs(page, l));
    KF_TRY(plot_times(page, l));
    kf_text_add(page->to, KF_STR("</div>\n"));
    add_numbers(page->to, l);
    return KERF_OK;
}

/* report_forecast.c -- what `kerf check --forecast` prints: how many groundings each formula has,
 * and how probabilities would be computed. */
#include "report/report.h"

#include "report/print/columns.h"

#include <assert.h>
#include <math.h>

enum { COLUMNS = 6, RIGHT = 62 }; /* all but the first to the right */

static void amount_cell(kf_text_columns *c, const kf_forecast *f, const kf_amount *a)
{
    if (!f->counted) kf_text_addc(&c->cells, '-');
    else if (!a->exact && a->groundings > 0) kf_text_addc(&c->cells, '~');
    if (f->counted) kf_add_large(&c->cells, a->groundings);
    kf_cell_end(c);
}

static void bytes_cell(kf_text_columns *c, const kf_forecast *f, double bytes)
{
    if (!f->counted) kf_text_addc(&c->cells, '-');
    else kf_add_bytes(&c->cells, bytes);
    kf_cell_end(c);
}

static void add_row(kf_text_columns *c, const kf_forecast_row *row)
{
    const kf_forecast *f = &row->forecast;
    assert(row->rule);
    kf_cell(c, row->rule->label);
    amount_cell(c, f, &f->all);
    amount_cell(c, f, &f->open);
    amount_cell(c, f, &f->violated);
    bytes_cell(c, f, f->violated_bytes);
    bytes_cell(c, f, f->open_bytes);
}

void kf_report_forecast(kf_text *to, const kf_record *r)
{
    static const char *const heads[COLUMNS] = { "formula",  "groundings", "open",
                                                "violated", "memory",     "in full" };
    kf_text_columns c;
    kf_columns_open(&c, to->mem, COLUMNS, RIGHT);
    for (int i = 0; i < COLUMNS; i++) kf_cell(&c, kf_str_of(heads[i]));
    for (size_t i = 0; i < r->forecast.n; i++) add_row(&c, &r->forecast.at[i]);
    kf_text_addf(to, "forecast%s\n", r->worlds.n > 1 ? " (of the last world)" : "");
    kf_columns_close(&c, to);
    kf_text_add(to, KF_STR("\n  open: not decided by the evidence; violated: when all that is open "
                           "is false;\n  memory: to ground what is violated; in full: to ground "
                           "all that is open; ~ is estimated\n"));
}

/* ---- Probabilities ---- */

enum { KIND_COLUMNS = 6 };

static void kind_row(kf_text_columns *c, const kf_marginal_kind *k)
{
    kf_cell(c, kf_str_of(k->route));
    kf_add_count(&c->cells, k->components);
    kf_cell_end(c);
    kf_add_count(&c->cells, k->atoms);
    kf_cell_end(c);
    if (k->exact) kf_add_count(&c->cells, k->width);
    else kf_text_addc(&c->cells, '-');
    kf_cell_end(c);
    if (isfinite(k->entries)) kf_add_large(&c->cells, k->entries);
    else kf_text_addc(&c->cells, '-');
    kf_cell_end(c);
    if (isfinite(k->bytes)) kf_add_bytes(&c->cells, k->bytes);
    else kf_text_addc(&c->cells, '-');
    kf_cell_end(c);
}

/* All is ground only by those who ask for probabilities. */
static void tell_not_ground(kf_text *to, const kf_marginals *m)
{
    if (m->waiting > 0) {
        kf_text_add(to, KF_STR("  more is open than memory holds: "));
        kf_add_count(to, m->waiting);
        kf_text_addf(to, " formula%s, and what %s about is sampled\n",
                     m->waiting == 1 ? " waits" : "s wait", m->waiting == 1 ? "it is" : "they are");
        return;
    }
    kf_text_add(to, KF_STR("  too much is open to look at components and widths: kerf marginal "
                           "grounds "));
    kf_add_large(to, m->open);
    kf_text_add(to, KF_STR(" groundings\n"));
}

void kf_report_no_chances(kf_text *to, kerf_status status)
{
    if (status == KERF_INFEASIBLE)
        kf_text_add(to, KF_STR("\nprobabilities\n  the hard formulas contradict each other\n"));
    if (status == KERF_LIMIT)
        kf_text_add(to, KF_STR("\nprobabilities\n  too much is open: kerf marginal refuses it\n"));
}

void kf_report_chance_forecast(kf_text *to, const kf_marginals *m)
{
    static const char *const heads[KIND_COLUMNS] = { "kerf marginal", "components", "atoms",
                                                     "width",         "entries",    "memory" };
    kf_text_columns c;
    bool sampled = false;
    if (m->n_kinds == 0 && !m->not_ground) return;
    kf_text_add(to, KF_STR("\nprobabilities\n"));
    if (m->not_ground) {
        tell_not_ground(to, m);
        return;
    }
    kf_columns_open(&c, to->mem, KIND_COLUMNS, RIGHT);
    for (int i = 0; i < KIND_COLUMNS; i++) kf_cell(&c, kf_str_of(heads[i]));
    for (uint32_t i = 0; i < m->n_kinds; i++) kind_row(&c, &m->kinds[i]);
    for (uint32_t i = 0; i < m->n_kinds; i++) sampled |= !m->kinds[i].exact;
    kf_columns_close(&c, to);
    kf_text_add(to, KF_STR("\n  width, entries of all tables and memory: of the component with the "
                           "most\n"));
    if (sampled)
        kf_text_add(to,
                    KF_STR("  gibbs, mcsat: no order of elimination fits; sampled unless a search "
                           "is short\n"));
}

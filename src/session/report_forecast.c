/* report_forecast.c -- what `kerf check --forecast` prints: a table of how much there is of each
 * formula, and warnings where grounding in full is out of reach. */
#include "session/grounded.h"

#include "ground/forecast.h"
#include "ground/ground_rule.h"
#include "report/columns.h"

#include <math.h>

enum { COLUMNS = 6, RIGHT = 62 }; /* all but the first to the right */

static void amount_cell(kf_columns *c, const kf_forecast *f, const kf_amount *a)
{
    if (!f->counted) kf_text_addc(&c->cells, '-');
    else if (!a->exact && a->groundings > 0) kf_text_addc(&c->cells, '~');
    if (f->counted) kf_add_large(&c->cells, a->groundings);
    kf_cell_end(c);
}

static void bytes_cell(kf_columns *c, const kf_forecast *f, double bytes)
{
    if (!f->counted) kf_text_addc(&c->cells, '-');
    else kf_add_bytes(&c->cells, bytes);
    kf_cell_end(c);
}

/* Beyond a billion groundings or the limit, grounding in full is not for this machine. */
static void warn(kf_grounder *g, const kf_rule *r, const kf_forecast *f, size_t limit)
{
    bool many = f->open.groundings > 1e9, large = limit > 0 && f->open_bytes > (double)limit;
    if (!many && !large) return;
    kf_place place = kf_sources_place(kf_grounder_model(g)->program->sources, r->pos);
    kf_text n, bytes;
    kf_text_init(&n, kf_grounder_mem(g));
    kf_text_init(&bytes, kf_grounder_mem(g));
    kf_add_large(&n, f->open.groundings);
    kf_add_bytes(&bytes, f->open_bytes);
    if (!n.failed && !bytes.failed) {
        kf_diag_add(kf_grounder_diags(g), KERF_WARNING, &place,
                    "'kerf ground' would need them all; fewer variables or smaller types help",
                    "%.*s has %s groundings that the evidence leaves open: about %s",
                    (int)r->label.n, r->label.at, n.at, bytes.at);
    }
    kf_text_free(&n);
    kf_text_free(&bytes);
}

static kerf_status rule_row(kf_columns *c, kf_grounder *g, kf_ground_rule *gr, size_t limit)
{
    const kf_rule *r = &kf_grounder_model(g)->rules.at[kf_ground_rule_id(gr)];
    kf_forecast f;
    KF_TRY(kf_forecast_rule(g, gr, &f));
    kf_cell(c, r->label);
    amount_cell(c, &f, &f.all);
    amount_cell(c, &f, &f.open);
    amount_cell(c, &f, &f.violated);
    bytes_cell(c, &f, f.violated_bytes);
    bytes_cell(c, &f, f.open_bytes);
    warn(g, r, &f, limit);
    return KERF_OK;
}

kerf_status kf_report_forecast(kf_text *to, kf_grounder *g, size_t limit, bool several)
{
    static const char *const heads[COLUMNS] = { "formula",  "groundings", "open",
                                                "violated", "memory",     "in full" };
    kf_columns c;
    kerf_status st = KERF_OK;
    kf_columns_open(&c, to->mem, COLUMNS, RIGHT);
    for (int i = 0; i < COLUMNS; i++) kf_cell(&c, kf_str_of(heads[i]));
    for (size_t i = 0; st == KERF_OK && i < kf_grounder_n_rules(g); i++) {
        st = rule_row(&c, g, kf_grounder_rule(g, i), limit);
    }
    kf_text_addf(to, "forecast%s\n", several ? " (of the last world)" : "");
    kf_columns_close(&c, to);
    kf_text_add(to, KF_STR("\n  open: not decided by the evidence; violated: when all that is open "
                           "is false;\n  memory: to ground what is violated; in full: to ground "
                           "all that is open; ~ is estimated\n"));
    return st;
}

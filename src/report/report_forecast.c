/* report_forecast.c -- what `kerf check --forecast` prints: how many groundings each formula has. */
#include "report/report.h"

#include "report/columns.h"

#include <assert.h>

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

/* write_lp.c -- the problem in CPLEX LP format. Atoms are x1, x2, ..., other columns z1, z2, ... */
#include "problem/writing.h"

enum { TERMS_A_LINE = 8 }; /* old readers take lines of 255 characters */

typedef struct writer {
    kf_sink s;
    uint32_t atoms;
    uint64_t rows;
    uint32_t on_line;
    bool binary; /* columns: list the binary ones, or the others */
} writer;

static void column_name(writer *w, uint32_t column)
{
    bool atom = column < w->atoms;
    kf_text_addf(&w->s.text, "%c%u", atom ? 'x' : 'z', (atom ? column : column - w->atoms) + 1);
}

static void term(writer *w, uint32_t column, double value)
{
    kf_text *to = &w->s.text;
    if (w->on_line++ == TERMS_A_LINE) {
        kf_sink_line(&w->s);
        w->on_line = 1;
    }
    kf_text_addf(to, " %c ", value < 0 ? '-' : '+');
    if (value < 0) value = -value;
    if (value != 1) {
        kf_add_cost(to, value);
        kf_text_addc(to, ' ');
    }
    column_name(w, column);
}

static bool extra_cost(void *context, uint32_t index, double cost, bool binary)
{
    writer *w = context;
    (void)binary;
    if (cost != 0) term(w, index, cost);
    return w->s.status == KERF_OK;
}

/* Every atom is there, if only with 0, so that readers know it. */
static kerf_status objective(writer *w)
{
    const kf_rows_visitor v = { .column = extra_cost, .context = w };
    kf_text_add(&w->s.text, KF_STR("Minimize\n obj:"));
    for (uint32_t i = 0; i < w->atoms; i++) term(w, i, kf_export_cost(w->s.e->p, i));
    if (w->atoms == 0) kf_text_add(&w->s.text, KF_STR(" 0 x0"));
    kerf_status st = kf_rows_visit(w->s.e->p, &v);
    kf_sink_line(&w->s);
    return st;
}

static bool row(void *context, const kf_written_row *r)
{
    writer *w = context;
    w->on_line = 0;
    kf_text_addf(&w->s.text, " c%llu:", (unsigned long long)++w->rows);
    for (uint32_t i = 0; i < r->n; i++) term(w, r->terms[i].column, r->terms[i].value);
    kf_text_addf(&w->s.text, " %s ", r->sense == '<' ? "<=" : r->sense == '>' ? ">=" : "=");
    kf_text_add_number(&w->s.text, r->right);
    kf_sink_line(&w->s);
    return w->s.status == KERF_OK;
}

static kerf_status rows(writer *w)
{
    const kf_rows_visitor v = { .row = row, .context = w };
    kf_text_add(&w->s.text, KF_STR("Subject To\n"));
    KF_TRY(kf_rows_visit(w->s.e->p, &v));
    if (w->rows == 0) { /* readers want one */
        kf_text_addf(&w->s.text, " c1: x%d >= 0", w->atoms > 0);
        kf_sink_line(&w->s);
    }
    return KERF_OK;
}

static bool list_column(void *context, uint32_t index, double cost, bool binary)
{
    writer *w = context;
    (void)cost;
    if (binary != w->binary) return true;
    kf_text_addc(&w->s.text, ' ');
    column_name(w, index);
    if (!binary) kf_text_add(&w->s.text, KF_STR(" <= 1"));
    kf_sink_line(&w->s);
    return w->s.status == KERF_OK;
}

static kerf_status bounds(writer *w)
{
    const kf_rows_visitor v = { .column = list_column, .context = w };
    kf_text_add(&w->s.text, KF_STR("Bounds\n"));
    if (w->atoms == 0) kf_text_add(&w->s.text, KF_STR(" x0 <= 1\n"));
    KF_TRY(kf_rows_visit(w->s.e->p, &v));
    if (w->atoms == 0) return KERF_OK;
    w->binary = true;
    kf_text_add(&w->s.text, KF_STR("Binary\n"));
    for (uint32_t i = 0; i < w->atoms; i++) list_column(w, i, 0, true);
    return kf_rows_visit(w->s.e->p, &v);
}

kerf_status kf_write_lp(const kf_export *e)
{
    writer w = { .atoms = (uint32_t)e->p->parent.n };
    kf_sink_open(&w.s, e);
    kf_sink_comments(&w.s, "\\", e->best - kf_export_base(e->p, true), 1, 0);
    kerf_status st = objective(&w);
    if (st == KERF_OK) st = rows(&w);
    if (st == KERF_OK) st = bounds(&w);
    kf_text_add(&w.s.text, KF_STR("End\n"));
    kerf_status out = kf_sink_close(&w.s);
    return out != KERF_OK ? out : st;
}

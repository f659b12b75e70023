/* write_mps.c -- the problem in free MPS format. Atoms are x1, x2, ..., other columns z1, z2, ...
 *
 * MPS goes column by column, so the rows are turned round in memory first: counted, then placed. */
#include "problem/writing.h"

#include <string.h>

typedef struct entry {
    uint64_t row;
    double value;
} entry;

typedef struct column {
    size_t end; /* of its entries; while they are counted, how many there are */
    double cost;
    bool binary;
} column;

typedef struct writer {
    kf_sink s;
    kf_mem *mem;
    uint32_t atoms;
    KF_VEC(column) columns;
    entry *entries;
    size_t n_entries;
    uint64_t rows, at;
    bool failed;
} writer;

static void column_name(writer *w, uint32_t index)
{
    bool atom = index < w->atoms;
    kf_text_addf(&w->s.text, "%c%u", atom ? 'x' : 'z', (atom ? index : index - w->atoms) + 1);
}

/* ---- Rows, and what they hold ---- */

static bool add_column(void *context, uint32_t index, double cost, bool binary)
{
    writer *w = context;
    (void)index; /* they come in order */
    if (kf_vec_push(w->mem, &w->columns, (column){ 0, cost, binary })) return true;
    w->failed = true;
    return false;
}

static bool count_row(void *context, const kf_written_row *r)
{
    writer *w = context;
    char sense = r->sense == '<' ? 'L' : r->sense == '>' ? 'G' : 'E';
    kf_text_addf(&w->s.text, " %c c%llu", sense, (unsigned long long)++w->rows);
    kf_sink_line(&w->s);
    w->n_entries += r->n;
    for (uint32_t i = 0; i < r->n; i++) w->columns.at[r->terms[i].column].end++;
    return w->s.status == KERF_OK;
}

static kerf_status row_section(writer *w)
{
    const kf_rows_visitor v = { add_column, count_row, w };
    for (uint32_t i = 0; i < w->atoms; i++) {
        if (!add_column(w, i, kf_export_cost(w->s.e->p, i), true)) return KERF_NO_MEMORY;
    }
    kf_text_add(&w->s.text, KF_STR("ROWS\n N obj\n"));
    kerf_status st = kf_rows_visit(w->s.e->p, &v);
    return w->failed ? KERF_NO_MEMORY : st;
}

/* ---- Columns ---- */

static bool place_row(void *context, const kf_written_row *r)
{
    writer *w = context;
    w->at++;
    for (uint32_t i = 0; i < r->n; i++) {
        w->entries[w->columns.at[r->terms[i].column].end++] = (entry){ w->at, r->terms[i].value };
    }
    return true;
}

/* Ends become starts; placing moves each to its end, where the next one starts. */
static kerf_status turn_round(writer *w)
{
    const kf_rows_visitor v = { .row = place_row, .context = w };
    size_t start = 0;
    w->entries = kf_mem_alloc(w->mem, w->n_entries, sizeof *w->entries);
    if (!w->entries) return KERF_NO_MEMORY;
    for (size_t i = 0; i < w->columns.n; i++) {
        size_t n = w->columns.at[i].end;
        w->columns.at[i].end = start;
        start += n;
    }
    return kf_rows_visit(w->s.e->p, &v);
}

static void column_section(writer *w)
{
    kf_text *to = &w->s.text;
    kf_text_add(to, KF_STR("COLUMNS\n"));
    size_t at = 0;
    for (uint32_t i = 0; i < w->columns.n && w->s.status == KERF_OK; i++) {
        kf_text_addc(to, ' '); /* the objective, if only with 0, so that readers know the column */
        column_name(w, i);
        kf_text_add(to, KF_STR(" obj "));
        kf_add_cost(to, w->columns.at[i].cost);
        kf_sink_line(&w->s);
        for (; at < w->columns.at[i].end; at++) {
            kf_text_addc(to, ' ');
            column_name(w, i);
            kf_text_addf(to, " c%llu ", (unsigned long long)w->entries[at].row);
            kf_text_add_number(to, w->entries[at].value);
            kf_sink_line(&w->s);
        }
    }
    if (w->columns.n == 0) kf_text_add(to, KF_STR(" x0 obj 0\n")); /* readers want one */
}

/* ---- Right-hand sides and bounds ---- */

static bool right_side(void *context, const kf_written_row *r)
{
    writer *w = context;
    w->at++;
    if (r->right == 0) return true;
    kf_text_addf(&w->s.text, " rhs c%llu ", (unsigned long long)w->at);
    kf_text_add_number(&w->s.text, r->right);
    kf_sink_line(&w->s);
    return w->s.status == KERF_OK;
}

static kerf_status right_section(writer *w)
{
    const kf_rows_visitor v = { .row = right_side, .context = w };
    kf_text_add(&w->s.text, KF_STR("RHS\n"));
    w->at = 0;
    return kf_rows_visit(w->s.e->p, &v);
}

static void bound_section(writer *w)
{
    kf_text_add(&w->s.text, KF_STR("BOUNDS\n"));
    for (uint32_t i = 0; i < w->columns.n && w->s.status == KERF_OK; i++) {
        bool binary = w->columns.at[i].binary;
        kf_text_addf(&w->s.text, " %s bnd ", binary ? "BV" : "UP");
        column_name(w, i);
        kf_text_add(&w->s.text, KF_STR(" 1")); /* of a binary some readers want it, too */
        kf_sink_line(&w->s);
    }
    if (w->columns.n == 0) kf_text_add(&w->s.text, KF_STR(" UP bnd x0 1\n"));
}

static kerf_status write_all(writer *w)
{
    kf_text_add(&w->s.text, KF_STR("NAME kerf FREE\n"));
    KF_TRY(row_section(w));
    KF_TRY(turn_round(w));
    column_section(w);
    KF_TRY(right_section(w));
    bound_section(w);
    kf_text_add(&w->s.text, KF_STR("ENDATA\n"));
    return KERF_OK;
}

kerf_status kf_write_mps(const kf_export *e)
{
    writer w = { .mem = e->p->mem, .atoms = (uint32_t)e->p->parent.n };
    kf_sink_open(&w.s, e);
    kf_sink_comments(&w.s, "*", e->best - kf_export_base(e->p, true), 1, 0);
    kerf_status st = write_all(&w);
    kf_vec_free(w.mem, &w.columns);
    kf_mem_free(w.mem, w.entries, w.n_entries, sizeof *w.entries);
    kerf_status out = kf_sink_close(&w.s);
    return out != KERF_OK ? out : st;
}

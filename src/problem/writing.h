/* writing.h -- private to problem/: text on its way out, rows. */
#ifndef KF_WRITING_H
#define KF_WRITING_H

#include "problem/export.h"

typedef struct kf_sink { /* text on its way out */
    kf_text text;
    const kf_export *e;
    kerf_status status;
} kf_sink;

void kf_sink_open(kf_sink *, const kf_export *);
void kf_sink_line(kf_sink *); /* ends the line; hands over what has gathered now and then */
kerf_status kf_sink_close(kf_sink *);

/* The lines that open every file: what it is, how to read the objective, what the variables are.
 * `mark` begins a comment. scale: objective units per unit of score; error: at most so far off. */
void kf_sink_comments(kf_sink *, const char *mark, double offset, double scale, double error);

/* The cost of atoms that the objective leaves out: when it is linear, what they pay when false;
 * when it has no negative terms, the less of what they pay when true and when false. */
double kf_export_base(const kf_problem *, bool linear);
/* What an atom adds to the objective when true; negative: when false. */
static inline double kf_export_cost(const kf_problem *p, size_t atom)
{
    return p->cost_true.at[atom] - p->cost_false.at[atom];
}

/* ---- Rows of an integer program (export_rows.c) ----
 *
 * Column i < atoms is atom i, a binary. More follow: one z in [0, 1] for each soft clause, and
 * binaries for soft cardinalities. */

typedef struct kf_written_entry {
    uint32_t column;
    double value;
} kf_written_entry;

typedef struct kf_written_row {
    char sense; /* '<' (or equal), '>', '=' */
    double right;
    uint32_t n;
    const kf_written_entry *terms; /* each column once */
} kf_written_row;

typedef struct kf_rows_visitor {
    /* Returns false to stop. Either may be NULL. Columns come before the rows that use them. */
    bool (*column)(void *context, uint32_t index, double cost, bool binary);
    bool (*row)(void *context, const kf_written_row *);
    void *context;
} kf_rows_visitor;

/* All columns beyond the atoms, and all rows; the same ones each time. */
kerf_status kf_rows_visit(const kf_problem *, const kf_rows_visitor *);

#endif

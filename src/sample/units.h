/* units.h -- private to sample/: bounds propagation over rows that must hold.
 *
 * A row that must hold and whose sum can only lie in a part of what it allows fixes the literals
 * that would leave it. What is fixed holds in every assignment that keeps the rows, so that it
 * takes nothing from a distribution over these. */
#ifndef KF_UNITS_H
#define KF_UNITS_H

#include "sample/sample_rows.h"

typedef struct kf_units {
    const kf_sample_rows *rows;
    int8_t *value;       /* by atom: 0, 1, or -1: open */
    int64_t *low, *high; /* by row: least and greatest sum */
    bool *on;            /* by row: it must hold */
    uint32_t *trail;     /* atoms that were fixed, in order */
    uint32_t n_trail;
    uint32_t *queue; /* rows to be looked at */
    uint32_t n_queue;
    bool *queued;
    bool conflict;
} kf_units;

/* Nothing is fixed and no row is on but what `rows` says is fixed. */
kerf_status kf_units_open(kf_units *, const kf_sample_rows *, kf_arena *);
/* The row must hold from now on; look at it. */
void kf_units_add(kf_units *, uint32_t row);
void kf_units_fix(kf_units *, uint32_t atom, bool value);
void kf_units_run(kf_units *);
/* What was fixed since the trail had this length is open again. Rows that were added stay on. */
void kf_units_undo(kf_units *, uint32_t mark);

#endif

/* kept.h -- private to ground/: what is the same in every world of a model.
 *
 * A world of a few hundred atoms takes less time than planning its queries. What rules ask of
 * evidence alone, whatever the world, is assembled and planned once. It belongs to a caller that
 * grounds world after world, or else to the grounder. */
#ifndef KF_KEPT_H
#define KF_KEPT_H

#include "ground/ask/ask.h"

typedef enum kf_kept_use { KF_KEPT_LIST, KF_KEPT_SCORE, KF_KEPT_USES } kf_kept_use;

typedef struct kf_kept_ask { /* of one rule, for one use */
    const kf_compiled *c;    /* NULL: not assembled yet */
    uint32_t n;
    kf_literal *literals;
    bool *needed, *scope;
    kf_kept_plan plan;
} kf_kept_ask;

struct kf_kept {
    kf_mem *mem;
    kf_arena arena;
    size_t n;                        /* rules of a grounder */
    kf_kept_ask *asks[KF_KEPT_USES]; /* by rule of the grounder */
    struct kf_local_shape *shapes;   /* by rule of the grounder, see local_rows.c */
    size_t n_items;                  /* that the last world's lists had, likewise */
    struct kf_score_shape *scores;   /* by rule of the grounder, see row_score.c */
};

/* The grounder's, or the one that it borrows. */
kerf_status kf_kept_get(kf_grounder *, kf_kept **);

/* Assembles what a rule asks of evidence; no literal of it is hidden. */
typedef kerf_status kf_assemble_fn(kf_ask *, kf_grounder *, kf_ground_rule *);
/* The ask of a rule, as it was assembled in the first world. Its binding is the grounder's. */
kerf_status kf_kept_begin(kf_ask *, kf_grounder *, kf_ground_rule *, kf_kept_use, kf_assemble_fn *);

#endif

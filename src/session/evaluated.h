/* evaluated.h -- what kerf_evaluate() found, as the session keeps it. */
#ifndef KF_EVALUATED_H
#define KF_EVALUATED_H

#include "model/model.h"

typedef struct kf_scored { /* one predicate, by its name */
    uint64_t right, wrong, missed;
    bool wanted, symmetric;
    bool known;    /* it occurs in the truth */
    bool answered; /* it occurs in the answer */
} kf_scored;

typedef struct kf_evaluated {
    kf_symbols *names;
    KF_VEC(kf_scored) predicates; /* by name */
    KF_VEC(uint32_t) shown;       /* those that count, sorted by name */
    uint64_t worlds;
    kf_arena strings; /* names that were lent */
} kf_evaluated;

void kf_evaluated_free(kf_evaluated *, kf_mem *); /* NULL is legal */
/* Of one predicate; KF_NONE: of all that count together. */
kerf_evaluation kf_evaluated_get(const kf_evaluated *, uint32_t predicate);

/* report_eval.c */
void kf_report_evaluation(kf_text *, const kf_evaluated *);
void kf_report_evaluation_json(kf_text *, const kf_evaluated *);

#endif

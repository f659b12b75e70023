/* explaining.h -- private to explain.c and explain_cycle.c: a contradiction that is being
 * explained. */
#ifndef KF_EXPLAINING_H
#define KF_EXPLAINING_H

#include "ground/why/origin.h"
#include "report/conflict/explain.h"

typedef struct kf_blamed_rule { /* that takes part in a contradiction */
    const kf_rule *rule;
    uint32_t units;   /* its groundings in it */
    uint32_t example; /* the first of them, by place in the conflict */
} kf_blamed_rule;

typedef struct kf_conflict_note {
    kf_place place;
    const char *text;
} kf_conflict_note;

typedef struct kf_explaining {
    kf_grounder *g;
    const kf_model *m;
    kf_arena arena;
    kf_reasons reasons;
    KF_VEC(kf_conflict_note) notes;  /* said after the error, which depends on them */
    uint32_t left_out;               /* notes beyond MOST_LINES */
    uint32_t *named_by;              /* by atom of the problem: see kf_blame.units */
    uint32_t most_reasons;           /* that are shown of a grounding */
    kf_conflict *keep;               /* the same for a page; NULL: nobody asks */
    KF_VEC(kf_blamed_rule) formulas; /* in order of their first groundings */
    /* What was shown: groundings, of which rules. */
    uint32_t units;
    const kf_rule *first;
    bool acyclic;
} kf_explaining;

/* "F says: ", and where F stands; returns what of it a page leaves out. */
size_t kf_explain_begin(kf_text *, const kf_explaining *, const kf_rule *, kf_place *);
/* The note about a grounding, after which those about its evidence come. */
kerf_status kf_explain_grounding(kf_explaining *, const kf_rule *, uint32_t unit, const kf_place *,
                                 const kf_text *, size_t skip);
/* Those from `first` on: what was said before is not said again. */
kerf_status kf_explain_reasons(kf_explaining *, uint32_t first);
/* A cycle of a formula that allows none (explain_cycle.c). The clause names the edges that evidence
 * leaves open; KF_NONE: there are none. */
kerf_status kf_explain_cycle(kf_explaining *, const kf_rule *, uint32_t clause);
/* Nodes that it orders, in what takes part in the contradiction. */
kerf_status kf_explain_order(kf_explaining *, const kf_rule *, const kf_cpi_result *);

#endif

/* reason.h -- the evidence behind a hard grounding that is part of a contradiction.
 *
 * A grounding is a formula in negation normal form that must hold, so only evidence that makes
 * parts of it false narrows it: what makes a part true is no reason. Of a conjunction that is
 * false, one part is enough, of a FORALL one instance. Hence, whatever the evidence that is not
 * listed were to say instead, the groundings of a contradiction would still contradict each
 * other. */
#ifndef KF_REASON_H
#define KF_REASON_H

#include "ground/grounder.h"
#include "ground/tuple_map.h"

typedef enum kf_reason_kind {
    KF_REASON_TRUE,   /* evidence says that the atom is true */
    KF_REASON_FALSE,  /* that it is false */
    KF_REASON_MAPPED, /* what a function is for these arguments */
    KF_REASON_ABSENT, /* no atom like this is given but those that are, so the others are false */
    KF_REASON_EMPTY   /* a type has no constants */
} kf_reason_kind;

typedef struct kf_reason {
    kf_reason_kind kind;
    uint32_t id;  /* predicate, function or type */
    uint32_t row; /* of the relation of evidence; ABSENT: where its pattern begins */
} kf_reason;

/* Each reason once, in the order found. */
typedef struct kf_reasons {
    kf_tuple_map all;          /* the fields of a kf_reason each */
    uint64_t met;              /* how often one was found, new or not */
    KF_VEC(uint32_t) patterns; /* constants by argument, KF_NONE: any; an atom's number is any */
    bool cut_off;              /* there was too much to look through */
    /* Of the last cardinality: what evidence alone makes it count, what it may count at most, and
     * the bounds that are needed. */
    uint64_t is, can_be;
    uint8_t bounds;
} kf_reasons;

enum { KF_BOUND_LEAST = 1, KF_BOUND_MOST = 2 };

/* What a grounding is blamed for. */
typedef struct kf_blame {
    /* By atom of the problem: 0 if no grounding of the contradiction names it, the number of the
     * only one that does, KF_NONE if several do. NULL: evidence alone breaks it. */
    const uint32_t *named_by;
    uint32_t number; /* its own, from 1 */
    uint8_t bounds;  /* of a cardinality: those that are needed; 0: to be found out */
} kf_blame;

/* Adds the reasons of a grounding; `b` has values for the free variables (kf_ground_instance()),
 * the others are changed. */
kerf_status kf_reasons_find(kf_reasons *, kf_grounder *, const kf_rule *, const kf_blame *,
                            kf_binding *b);

/* ---- The list (reason_list.c) ---- */

void kf_reasons_init(kf_reasons *);
void kf_reasons_free(kf_reasons *, kf_mem *);
uint32_t kf_reasons_count(const kf_reasons *);
kf_reason kf_reasons_get(const kf_reasons *, uint32_t);
kerf_status kf_reasons_add(kf_reasons *, kf_mem *, kf_reason_kind, uint32_t id, uint32_t row);
/* What evidence says of an atom, if it is given. */
kerf_status kf_reasons_given(kf_reasons *, const kf_grounder *, uint32_t predicate,
                             const uint32_t *row, double number, bool *given);

#endif

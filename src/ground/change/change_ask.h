/* change_ask.h -- private to ground/: what changed facts and constants ask of one rule, kept
 * prepared; and what is done with the answers. */
#ifndef KF_CHANGE_ASK_H
#define KF_CHANGE_ASK_H

#include "ground/ask/ask.h"

typedef struct kf_change_ask { /* begins from one place in the rule */
    kf_ask a;
    kf_query *query; /* NULL: not needed yet */
} kf_change_ask;

typedef struct kf_change_asks {
    kf_change_ask *facts;     /* by observed literal */
    kf_change_ask *constants; /* by free variable */
} kf_change_asks;

/* Atoms and comparisons only, one weight for all, nothing that is counted: it can follow. */
bool kf_rule_can_change(const kf_grounder *, const kf_ground_rule *);
/* Must the observed literal hold for the grounding to be open? Else its opposite must. */
static inline bool kf_is_asked_true(const kf_literal *l)
{
    return l->negated;
}
/* Does some atom of evidence have to hold that names the variable? */
bool kf_is_guarded(const kf_compiled *, uint32_t variable);
/* Do queries for a constant ask for violated groundings only? Where no literal is observed. */
bool kf_asks_violated(const kf_ground_rule *);

/* From a fact in the place of an observed literal, from a constant in that of a variable; borrowed,
 * and good until the grounder is freed. */
kerf_status kf_change_ask_fact(kf_grounder *, kf_ground_rule *, uint32_t literal, kf_change_ask **);
kerf_status kf_change_ask_constant(kf_grounder *, kf_ground_rule *, uint32_t variable,
                                   kf_change_ask **);
void kf_change_asks_free(kf_ground_rule *);

/* ---- Effects (change_effect.c) ---- */

typedef struct kf_effect {
    kf_grounder *g;
    kf_ground_rule *gr;
    bool gained; /* the groundings are new; else they are no more */
    const kf_change_ask *x;
    uint32_t start;      /* literal or variable */
    const uint32_t *row; /* the fact; NULL: the constant */
    uint32_t constant;
    uint64_t open; /* how many */
    bool anew;     /* it cannot be done */
    kerf_status status;
} kf_effect;

/* A kf_emit_fn; the context is a kf_effect. */
bool kf_effect_emit(void *effect, const kf_binding *, uint64_t times);
/* After the last of them: new tuples go into the problem. */
kerf_status kf_effect_end(kf_effect *);
/* A tuple of a side is no more, or has so many groundings fewer or more. */
kerf_status kf_change_tuple(kf_effect *, int side, uint32_t entry, uint64_t times);

#endif

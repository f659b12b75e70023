/* open_walk.h -- private to verify/: the walk over the groundings of one rule for a certificate. */
#ifndef KF_OPEN_WALK_H
#define KF_OPEN_WALK_H

#include "verify/bound.h"

typedef struct kf_guard_rows { /* sorted; each a width, its columns, and the atom that it names */
    uint32_t n;
    uint32_t *at;
} kf_guard_rows;

/* The rows of an atom that are true by evidence or, of a hidden predicate, named by the
 * certificate, their columns in an order: those first that are known when its turn comes. */
typedef struct kf_guard {
    const kf_logic *atom;
    uint32_t size; /* words in a row */
    kf_guard_rows said, named;
    uint32_t *columns; /* by place in the row: the argument; known ones first */
    uint32_t n_known;
} kf_guard;

typedef struct kf_open_step {
    kf_guard *guard; /* NULL: all constants of the type of the variable */
    bool rows;       /* or, of all parameters, what the weight table has rows for */
    uint32_t variable;
    uint32_t first_part, end_part; /* in part_order: parts that are known from this step on */
    uint32_t open;                 /* the named atom at which the guard stands, or KF_NONE */
} kf_open_step;

typedef struct kf_open_walk_state {
    kf_bound *b;
    kf_grounding g;
    kf_arena arena;
    kf_logic *const *parts; /* of the disjunction or conjunction that the rule is */
    uint32_t n_parts;
    kf_verdict decisive; /* of one part: then evidence decides the whole */
    bool several;        /* a grounding with an atom that is not named is of no use */
    kf_open_step *steps;
    uint32_t n_steps;
    uint32_t *part_order;
    uint64_t done;
    kf_residue residue; /* of the grounding, or of a counted tuple */
    KF_VEC(kf_bound_term) terms;
    kf_reach sums; /* what a cardinality counts */
    bool useless;  /* and no constraint can be it */
} kf_open_walk_state;

/* ---- guards.c ------------------------------------------------------------------------------- */

kerf_status kf_open_plan(kf_open_walk_state *);
/* Gives the guard's variables every value that agrees with what is known, and goes on from
 * there. */
typedef kerf_status kf_open_visit(kf_open_walk_state *, uint32_t step);
kerf_status kf_guard_loop(kf_open_walk_state *, uint32_t step, kf_open_visit *);
/* Does the certificate name the atom, as the variables are? */
bool kf_open_is_listed(kf_open_walk_state *, const kf_logic *atom);

/* ---- ordering.c ----------------------------------------------------------------------------- */

/* Does the clause hold wherever a predicate that has to be acyclic is? */
kerf_status kf_open_holds_in_order(const kf_bound *, const kf_bound_constraint *, bool *);

/* ---- neighbours.c --------------------------------------------------------------------------- */

/* The named atoms that share a named clause. KERF_OK without any: there would be too many. */
kerf_status kf_neighbours_find(kf_bound *);

#endif

/* components.h -- the components of the ground problem and their best assignments so far.
 *
 * Only components that changed since the last time are solved again. Each is presolved into
 * residual components; one that looks exactly as one that was solved before keeps that answer
 * (solve_cache.h). Residual components are independent, so threads take them in turn; the answer
 * does not depend on how many there are. */
#ifndef KF_COMPONENTS_H
#define KF_COMPONENTS_H

#include "infer/cpi.h"

typedef struct kf_components kf_components;

/* What is known of the whole problem after solving. */
typedef struct kf_standing {
    double cost;     /* of the assignment, inside the problem */
    double bound;    /* no assignment costs less there; INFINITY: none keeps what is hard */
    double gap;      /* cost - bound, without cancellation */
    uint64_t broken; /* hard constraints that the assignment breaks */
    int unique;
    uint64_t components, largest;                /* residual components, in atoms */
    uint64_t unique_components, tied_components; /* of these */
    bool complete;                               /* nothing was cut short */
    const char *trusted; /* the MIP solver on whose word the bound rests; NULL: none */
    uint64_t left;       /* components that were not solved */
    double left_gap;     /* theirs, of the gap */
} kf_standing;

kerf_status kf_components_new(kf_components **, kf_mem *, kf_problem *, const kf_cpi_options *);
/* Over a copy of the problem, to be gone on with. */
kerf_status kf_components_copy(kf_components **, const kf_components *from, kf_mem *, kf_problem *);
void kf_components_free(kf_components *);
/* For another run over the same problem, from which clauses and atoms have gone since: components
 * fall apart where these held them together. What else is known of each stays. */
kerf_status kf_components_go_on(kf_components *, const kf_cpi_options *);
/* Then, before the first solve: gives what is new its best values with all other atoms as they
 * are. That proves nothing. What flips is listed, as by kf_components_solve(). */
kerf_status kf_components_place_new(kf_components *, const kf_limits *);
/* Before the first solve: takes this assignment of the whole problem as the best of each component,
 * so that only what is touched from now on is solved. */
kerf_status kf_components_seed(kf_components *, const bool *assignment);

/* By atom of the problem, which gets no more of them: components without a wanted one are left as
 * they are if they keep what is hard. Borrowed. Before anything is solved. */
void kf_components_want(kf_components *, const bool *wanted);

/* Solves what was touched and, without slack, what slack has left unproven. Afterwards the
 * assignment is kf_components_assignment(), and the atoms that differ from the last time are
 * listed, ascending. Being stopped is no failure. */
kerf_status kf_components_solve(kf_components *, const kf_limits *, kf_standing *);
bool *kf_components_assignment(kf_components *); /* by atom of the problem; may be changed */
const uint32_t *kf_components_flipped(const kf_components *, size_t *n);
/* Of what was just solved, where the relaxation was fractional: atoms whose value there is not that
 * of the assignment. */
typedef struct kf_leaning {
    uint32_t atom;
    double x;
} kf_leaning;
const kf_leaning *kf_components_leaning(const kf_components *, size_t *n);
/* Atoms of a component without an assignment, for KERF_CONTRADICTION; KF_NONE if there is none. */
uint32_t kf_components_contradiction(const kf_components *);
/* How residual components were solved, all solves together. */
void kf_components_methods(const kf_components *, kf_cpi_result *);
/* The largest components, the largest first. */
kerf_status kf_components_list(kf_components *, kf_cpi_result *);
/* As kf_cpi_result.sizes. */
void kf_components_sizes(const kf_components *, uint64_t *sizes);
/* Asserts the invariant after a solve: a record per component that has constraints, flips
 * ascending, and an assignment that costs no more in the problem than the standing says. */
void kf_components_check(const kf_components *, const kf_standing *);

#endif

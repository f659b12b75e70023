/* print_ground.h -- atoms, queries and the ground problem as text. */
#ifndef KF_PRINT_GROUND_H
#define KF_PRINT_GROUND_H

#include "ground/grounder.h"

/* An atom of the problem, "Smokes(Anna)"; false: it is auxiliary. */
bool kf_print_ground_atom(kf_text *, const kf_grounder *, kf_atom);
/* One of an order of nodes, as the edge from the one that is before; false: it is not. */
bool kf_print_order_atom(kf_text *, const kf_grounder *, kf_atom);
/* Every query of every rule as a plan with estimated rows; those that begin a separation are run,
 * and their actual rows shown (print_queries.c). */
kerf_status kf_print_queries(kf_text *, kf_grounder *);
/* The problem as it is now (print_problem.c). */
void kf_print_problem(kf_text *, const kf_grounder *);

#endif

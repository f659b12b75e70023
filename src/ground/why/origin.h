/* origin.h -- where hard constraints of the problem come from; asked to explain a contradiction. */
#ifndef KF_ORIGIN_H
#define KF_ORIGIN_H

#include "ground/ground_rule.h"

typedef struct kf_origin {
    uint32_t rule;  /* of the grounder; KF_NONE: not known */
    uint32_t entry; /* of its tuples where the clause is false; an acyclicity has none: KF_NONE for
                     * a cycle, 0 for all that orders its nodes */
} kf_origin;

/* By constraint: clauses by index, cardinalities from the number of clauses on. */
kerf_status kf_ground_origins(kf_grounder *, const uint32_t *constraints, size_t n, kf_origin *);
/* The first tuple of a hard rule that evidence alone breaks; KF_NONE: there is none. */
kerf_status kf_ground_broken(kf_grounder *, uint32_t rule, uint32_t *entry);
/* Values of all free variables of the rule that give the tuple: of several, the first. `out` has
 * room for all variables of the compiled rule. *found false: there are none. */
kerf_status kf_ground_instance(kf_grounder *, kf_origin, kf_binding *out, bool *found);

#endif

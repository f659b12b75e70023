/* auxiliary.h -- auxiliary atoms of the problem: each stands for the AND or the OR of some
 * literals.
 *
 * A part is recorded after the parts of the auxiliary atoms among its literals, so one pass in
 * order evaluates them all. */
#ifndef KF_AUXILIARY_H
#define KF_AUXILIARY_H

#include "ground/grounder.h"

typedef struct kf_auxiliary {
    uint32_t atom;
    uint32_t n; /* literals, in the pool after those of the part before */
    bool all;   /* AND, else OR */
} kf_auxiliary;

/* Also: is it an atom of the problem that the grounder does not know of? */
bool kf_grounder_is_auxiliary(const kf_grounder *, uint32_t atom);
/* All of them, in order, borrowed; and the pool of their literals. */
const kf_auxiliary *kf_grounder_auxiliaries(const kf_grounder *, size_t *n);
const kf_lit *kf_grounder_auxiliary_literals(const kf_grounder *, size_t *n);
/* Sets every auxiliary atom of an assignment of the problem to the value of its part. Then the
 * problem costs the assignment what its tuples cost. */
void kf_grounder_complete(const kf_grounder *, bool *assignment);

#endif

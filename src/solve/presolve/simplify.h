/* simplify.h -- presolve: a component made smaller without losing its optimum, and cut into
 * residual components that do not depend on each other.
 *
 *   units        a hard clause with one literal decides it; a soft one is a cost of its atom
 *   dual fixing  an atom that no hard constraint wants true, and that would not pay even if every
 *                soft constraint that wants it true got its way, is false; and the mirror image
 *   dominance    of two literals that are not both true, one that can take the place of the other
 *                in any assignment makes the other false
 *   equal atoms  literals that hard two-literal clauses tie together become one
 *   duplicates   are merged, and what a hard two-literal clause always satisfies goes
 *
 * Every step keeps at least one optimum; `tied` tells where it may have lost another. */
#ifndef KF_SIMPLIFY_H
#define KF_SIMPLIFY_H

#include "base/stop.h"
#include "problem/component.h"

typedef struct kf_residual {
    kf_component component;
    uint32_t *atoms; /* by atom of the residual component: that of the whole */
} kf_residual;

typedef struct kf_simplified {
    kf_arena arena; /* holds everything below */
    bool infeasible;
    bool tied;   /* somewhere two values were equally good, and one was taken */
    double paid; /* by every assignment that is left, beside the costs of the residual components */
    uint32_t n_atoms;
    const uint64_t *names; /* of the component; may be NULL */
    const kf_ends *ends;   /* likewise */
    kf_lit *stands;        /* by atom: the literal that it equals; its own unless it was replaced */
    int8_t *value;         /* by atom: 0, 1, or -1: open */
    uint32_t n_residuals;
    kf_residual *residuals;
} kf_simplified;

/* simplify = false: the component as it is, as the only residual component. It must outlive the
 * result. The same comes out if patience ends on the way; NULL: nobody is asked. */
kerf_status kf_simplify(const kf_component *, kf_mem *, bool simplify, kf_patience *,
                        kf_simplified *);
void kf_simplified_free(kf_simplified *);
/* Asserts: residual components are components, no atom is in two of them, and those in one are
 * neither decided nor replaced. */
void kf_simplified_check(const kf_simplified *);
/* The assignment of the whole, where those of the residual components are already in it. */
void kf_simplified_expand(const kf_simplified *, bool *assignment);

#endif

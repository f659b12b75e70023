/* components_mend.h -- private to infer/: a large component after a change, solved near what has
 * changed.
 *
 * Whatever assignment a component has: to flip any of its atoms costs at least the sum of their
 * reduced costs (reduced_costs.h). Let a part have all atoms whose reduced cost is negative and all
 * those of hard constraints that are broken. Then no assignment of the component costs less than
 * the best of the part says: the atoms outside gain nothing by flipping. If the constraints around
 * the part pay for no more than the part was charged, its best assignment, with all else as it is,
 * costs just that in the component, and nothing costs less. Else the atoms of those that do come
 * in.
 *
 * After a change few atoms owe, so the part is small, and nothing is copied or presolved but
 * this. */
#ifndef KF_COMPONENTS_MEND_H
#define KF_COMPONENTS_MEND_H

#include "infer/pinned/solve_part.h"

typedef struct kf_mend {
    kf_reduced reduced;
    kf_part part;
    KF_VEC(bool) answer; /* by atom: the assignment that reduced costs are of */
    KF_VEC(uint32_t) flips;
    KF_VEC(uint32_t) last; /* atoms of the last part that had to grow: most will be needed again */
    bool allowed, open;
    uint32_t n_mended, n_failed, n_steps;
    size_t work; /* atoms of all parts since the last change */
} kf_mend;

struct kf_components;

void kf_mend_free(kf_mend *, kf_mem *);
/* Is it worth trying? Not any more if it was too often in vain: then it takes more than it
 * saves. */
static inline bool kf_mend_promising(const kf_mend *m)
{
    enum { SOME = 2, SHARE = 8 };
    return m->n_failed <= SOME + m->n_mended / SHARE;
}
/* Before a solve, while what was touched is known: brings reduced costs up to date, if there is a
 * large component to be solved. */
kerf_status kf_components_follow(struct kf_components *);
/* Reduced costs of the assignment as it is now; NULL: they are not kept. Borrowed until the next
 * solve. */
kerf_status kf_components_reduced(struct kf_components *, kf_reduced **);
/* Solves a component that was touched. *mended: it is proven, and its record and assignment are
 * there. Else nothing has changed. */
kerf_status kf_components_mend(struct kf_components *, uint32_t root, const kf_limits *,
                               bool *mended);

#endif

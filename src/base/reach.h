/* reach.h -- which sums a count can reach. The grounder, the verifier and the checker of
 * certificates all ask here, so that a count which no value of the open atoms changes is the same
 * to all of them.
 *
 * A term counts `times` where all of its literals hold. The sums are exact: terms that share atoms
 * are tried out, the others are independent, and their subset sums go into a bit set. There are
 * limits to both. Beyond the first (KF_MOST_TRIED atoms that hang together) terms count as
 * independent; beyond the second (MOST_WORK) every multiple of the greatest common divisor counts
 * as reached. So where a limit is met the answer is "it can be", to everybody who asks. Whatever
 * the order or the numbers of the atoms, the same terms give the same answer. */
#ifndef KF_REACH_H
#define KF_REACH_H

#include "base/mem.h"

/* Atoms of which all values are tried, here and where a formula may be constant. */
enum { KF_MOST_TRIED = 12 };

typedef struct kf_reach_term {
    uint32_t start, n; /* its literals: 2 * atom + negated, ascending, each atom once */
    uint64_t times;
} kf_reach_term;

typedef struct kf_reach { /* zeroed but for mem: nothing is counted yet */
    kf_mem *mem;
    uint64_t base; /* counted whatever the atoms are */
    KF_VEC(kf_reach_term) terms;
    KF_VEC(uint32_t) literals;
} kf_reach;

void kf_reach_clear(kf_reach *);
void kf_reach_free(kf_reach *);

/* Literals in any order, repeats allowed; none: it always counts. One that contradicts itself
 * never does. KERF_LIMIT: the sum may be beyond 2^64. */
kerf_status kf_reach_add(kf_reach *, const uint32_t *literals, uint32_t n, uint64_t times);

/* Can least <= sum <= most hold, and can it fail? Equal terms become one, and what a literal and
 * its opposite always count goes to the base. */
kerf_status kf_reach_decide(kf_reach *, uint64_t least, uint64_t most, bool *can_hold,
                            bool *can_fail);

/* Asserts: literals of a term ascend, each atom once, and it counts something. */
void kf_reach_check(const kf_reach *);

#endif

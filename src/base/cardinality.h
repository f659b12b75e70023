/* cardinality.h -- what a weighted count asks for. Grounding, presolve, search, the linear program,
 * certificates and the verifier all read this one table.
 *
 * A count is a sum of coefficients over the literals that are true; it holds when
 * least <= sum <= most. Its weight says when it pays |weight|, or is violated if that is infinite:
 *
 *     weight > 0   pays where it does not hold
 *     weight < 0   pays where it holds
 *
 * Against the sums that can be reached, low to high, every count is one of six kinds:
 *
 *     weight   low < least   high > most   kind                  pays where
 *     > 0      no            no            KF_COUNT_NEVER        nowhere
 *     > 0      yes           no            KF_COUNT_AT_LEAST     sum < least
 *     > 0      no            yes           KF_COUNT_AT_MOST      sum > most
 *     > 0      yes           yes           KF_COUNT_WITHIN       sum < least or sum > most
 *     < 0      no            no            KF_COUNT_ALWAYS       everywhere
 *     < 0      yes           no            KF_COUNT_AT_MOST      sum > least - 1
 *     < 0      no            yes           KF_COUNT_AT_LEAST     sum < most + 1
 *     < 0      yes           yes           KF_COUNT_OUTSIDE      least <= sum <= most
 *
 * and where no sum from low to high holds (high < least, low > most or least > most), a weight > 0
 * pays everywhere and a weight < 0 nowhere. A negative weight with one open side is a positive one
 * on the other side: only KF_COUNT_OUTSIDE has to choose between two sides. */
#ifndef KF_CARDINALITY_H
#define KF_CARDINALITY_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

typedef enum kf_count_kind {
    KF_COUNT_NEVER,    /* pays nowhere */
    KF_COUNT_ALWAYS,   /* pays everywhere */
    KF_COUNT_AT_LEAST, /* pays where sum < least */
    KF_COUNT_AT_MOST,  /* pays where sum > most */
    KF_COUNT_WITHIN,   /* pays where sum < least or sum > most */
    KF_COUNT_OUTSIDE   /* pays where least <= sum <= most */
} kf_count_kind;

typedef struct kf_count_meaning {
    kf_count_kind kind;
    uint64_t least, most; /* those that the kind names */
    double price;         /* |weight|; INFINITY: hard */
} kf_count_meaning;

static inline bool kf_count_holds(uint64_t least, uint64_t most, uint64_t sum)
{
    return sum >= least && sum <= most;
}

static inline bool kf_count_pays(double weight, uint64_t least, uint64_t most, uint64_t sum)
{
    return weight != 0 && (weight > 0) != kf_count_holds(least, most, sum);
}

/* low, high: the least and the greatest sum that can be reached. */
static inline kf_count_meaning kf_count_mean(double weight, uint64_t least, uint64_t most,
                                             uint64_t low, uint64_t high)
{
    kf_count_meaning m = { KF_COUNT_NEVER, least, most, fabs(weight) };
    bool none = least > most || high < least || low > most; /* no sum holds */
    bool below = low < least;
    bool above = high > most;
    if (weight == 0) return m;
    if (none || (!below && !above)) {
        m.kind = (weight > 0) == none ? KF_COUNT_ALWAYS : KF_COUNT_NEVER;
    } else if (below && above) {
        m.kind = weight > 0 ? KF_COUNT_WITHIN : KF_COUNT_OUTSIDE;
    } else if (weight > 0) {
        m.kind = below ? KF_COUNT_AT_LEAST : KF_COUNT_AT_MOST;
    } else {
        m.kind = below ? KF_COUNT_AT_MOST : KF_COUNT_AT_LEAST;
        m.least = most + 1; /* used if above, where most is less than high */
        m.most = least - 1; /* used if below, where least is more than low */
    }
    return m;
}

/* What a constraint of this weight pays: hard ones are counted as broken. */
static inline void kf_pay(double weight, bool holds, double *cost, uint64_t *broken)
{
    if (weight > 0 ? holds : !holds) return;
    if (isinf(weight)) ++*broken;
    else *cost += fabs(weight);
}

#endif

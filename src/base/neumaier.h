/* neumaier.h -- sums of doubles that lose next to nothing: what an addition rounds off is kept
 * beside the sum (Neumaier 1974). */
#ifndef KF_NEUMAIER_H
#define KF_NEUMAIER_H

#include <math.h>

typedef struct kf_neumaier {
    double sum, rest;
} kf_neumaier;

static inline void kf_neumaier_add(kf_neumaier *n, double x)
{
    double sum = n->sum + x;
    if (fabs(n->sum) >= fabs(x)) n->rest += (n->sum - sum) + x;
    else n->rest += (x - sum) + n->sum;
    n->sum = sum;
}

static inline double kf_neumaier_get(const kf_neumaier *n)
{
    return isfinite(n->sum) ? n->sum + n->rest : n->sum;
}

/* The same of a sum and a rest that are kept apart from each other. */
static inline void kf_add_exactly(double *to, double *rest, double x)
{
    double sum = *to + x;
    if (isfinite(sum)) *rest += fabs(*to) >= fabs(x) ? (*to - sum) + x : (x - sum) + *to;
    *to = sum;
}

#endif

/* relaxed.h -- private to solve/: what the linear relaxation of a component says. */
#ifndef KF_RELAXED_H
#define KF_RELAXED_H

#include <stdbool.h>

typedef struct kf_relaxed { /* arrays by atom, the caller's */
    bool known;
    bool stalled;  /* not known, because the linear program took too long */
    double bound;  /* dual bound of the component */
    double *x;     /* the point */
    double *price; /* reduced cost. > 0: assignments with the atom true cost at least so much
                    * more than the bound; < 0: those with it false */
} kf_relaxed;

#endif

/* beliefs.h -- sums over all assignments of a component, by elimination: how probable each atom is.
 *
 * The weight of an assignment is exp(-cost), 0 where it breaks something hard. The sum of all
 * weights is Z, and the probability of an assignment its weight over Z. */
#ifndef KF_BELIEFS_H
#define KF_BELIEFS_H

#include "problem/component.h"
#include "solve/limits.h"

/* Entries of all tables that are worth a try: about ten nanoseconds each. */
#define KF_BELIEF_ENTRIES 0x1p31
/* Bytes of messages where there is no memory limit; of a limit, a half. */
#define KF_BELIEF_BYTES 0x1.cp31
/* Entries that a search is worth: about a tenth of a microsecond each. */
#define KF_BELIEF_SEARCH 0x1p26

typedef struct kf_belief_options {
    double entries, bytes; /* an order that takes more is none */
    double slack;       /* units in the last place by which a weight may be wrong, see buckets.h */
    uint32_t skip;      /* orders that are not tried: for a second opinion */
    bool only_sum;      /* Z alone: messages need not be kept */
    bool only_forecast; /* nothing but what it would take */
    const kf_limits *limits;
    double orders; /* share of the time that the search for an order may take; 0: all of it */
    double search; /* entries that a search may look at where no order fits (count_search.h); 0: no
                    * search. It tells nothing of constraints that pay */
    bool plain;    /* nothing is reduced first where no order fits (reduced.h) */
} kf_belief_options;

typedef struct kf_beliefs {
    bool done; /* else there was no order that fits, or it was stopped: nothing but the forecast */
    bool stopped;
    double entries, bytes; /* forecast; INFINITY: no order was found */
    double tables;         /* likewise: bytes of those that there are before anything goes, of their
                            * copies, and of what was kept to find them */
    uint32_t width;        /* variables of the largest table */
    const char *route;     /* which way it was done, or would be: one word */
    double log_z, error;   /* natural logarithm, and how far it may be from the truth; -INFINITY:
                            * nothing is feasible, and nothing else here is set */
    double log_z_rest;     /* what rounding took from log_z */
    double *p, *p_error;   /* by atom: that it is true; room for both, or NULL */
    double *pays, *pays_error; /* by constraint, clauses first: that it pays; room, or NULL */
} kf_beliefs;

/* KERF_NO_MEMORY: nothing is set. */
kerf_status kf_believe(const kf_component *, const kf_belief_options *, kf_mem *, kf_beliefs *);

#endif

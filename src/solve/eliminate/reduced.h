/* reduced.h -- private to solve/eliminate/ and tests/: a network with fewer and smaller tables,
 * from which sums over all assignments and probabilities of all variables can still be had.
 *
 * What is done, all of which keeps Z:
 *   - values that no entry of some table allows go;
 *   - a variable whose value follows from that of one other, by a hard table, becomes that one;
 *   - a variable in one table alone is summed out where what is left no longer depends on some of
 *     the others: that of an unobserved effect (a barren node) is 1 whatever its causes are.
 * What goes has a table that says how probable its values are, given variables that were there
 * when it went. All of them times what is left is the network that was given. */
#ifndef KF_REDUCED_H
#define KF_REDUCED_H

#include "solve/eliminate/beliefs.h"
#include "solve/network/network.h"

typedef struct kf_reduced_table {
    uint32_t n;
    const uint32_t *scope; /* ascending */
    double *cost;          /* by values, those of the last variable next to each other */
    double *rest;          /* likewise: what rounding took from it */
    uint64_t n_entries;
    double units; /* by which an entry may be wrong, in units of the last place of 1 */
    bool gone;
} kf_reduced_table;

typedef struct kf_gone { /* in the order of going */
    uint32_t variable;
    kf_reduced_table given; /* -log of its probability, given the other variables of the scope */
} kf_gone;

typedef struct kf_shrunk {
    const kf_network *net;
    kf_mem *mem;
    kf_arena arena;
    kf_stop stop;
    kf_patience patience;
    double slack;
    KF_VEC(kf_reduced_table) tables;
    double **unary;      /* by variable and value; INFINITY: the value has gone */
    double **unary_rest; /* likewise, of those that have not */
    double *units;       /* by variable: of these, as of tables */
    uint32_t *uses;      /* by variable: tables that are left, */
    uint64_t *only;      /* and the sum of their numbers */
    uint32_t *gone_at;   /* by variable: place in the list; UINT32_MAX: it is still there */
    KF_VEC(kf_gone) gone;
    double constant, constant_rest;
    double off;      /* what tables that were taken for independent differ in sum */
    uint64_t values; /* that have gone */
    bool infeasible;
} kf_shrunk; /* patience.over: it was stopped, and can only be closed */

/* shrink.c; what is opened is closed, whatever came out. The network is without rows. */
kerf_status kf_shrink(kf_shrunk *, const kf_network *, double slack, const kf_limits *, kf_mem *);
void kf_shrunk_close(kf_shrunk *);

/* reduced.c: as kf_believe(), but for atoms and constraints: `belief` has the probabilities of the
 * values of each variable, wrong by so many `units` relative to them. Not done: it does not fit
 * either, or nothing could be reduced. */
kerf_status kf_believe_reduced(const kf_component *, const kf_network *, const kf_belief_options *,
                               kf_mem *, kf_beliefs *, double **belief, double *units);

#endif

/* sampler.h -- private to sample/: all chains of a component, and what they have said so far. */
#ifndef KF_SAMPLER_H
#define KF_SAMPLER_H

#include "base/pool.h"
#include "sample/diagnose.h"
#include "sample/history.h"
#include "sample/sample.h"
#include "sample/slice.h"

typedef struct kf_sampler {
    const kf_component *component;
    const kf_sample_options *options;
    kf_mem *mem;
    kf_sample_rows rows;
    kf_arena arena;
    kf_stop stop;
    kf_sample_method method;
    uint32_t threads;
    uint32_t chains;
    kf_chain *chain; /* by chain, as what follows */
    kf_cover *cover;
    kf_slice *slice;
    uint32_t **list;  /* all variables */
    uint64_t *sweeps; /* so far */
    kf_history *history;
    bool *begun;         /* a feasible assignment was found for it */
    bool *mode;          /* by atom: where the first begins; NULL: nothing feasible is known */
    int8_t *proven;      /* by atom: its one value, found out by search; -1: none */
    bool *spare;         /* room for an assignment */
    double *free;        /* by atom: a price of 0 */
    double *room;        /* for the series of an atom */
    uint64_t round;      /* sweeps that each chain does now */
    atomic_bool stopped; /* by the limits */
} kf_sampler;

/* sample_starts.c: a feasible assignment for each chain. */
kerf_status kf_sampler_begin(kf_sampler *, bool *found);

/* stuck.c: atoms that no draw could change. Called after a few sweeps. It proves that they have one
 * value, or finds that several draws together change them, or lets a chain begin at an assignment
 * where they have the other one. *moved: it did. */
kerf_status kf_sampler_unstick(kf_sampler *, bool *moved);
/* Is it where it began in every chain, though that is not proven to be all there is? Then chains
 * tell of others what they are beside this value alone. */
bool kf_sampler_is_stuck(const kf_sampler *, uint32_t atom);

/* estimate.c: what the samples say of every atom and row. */
void kf_sampler_estimate(kf_sampler *, kf_sampled *);
kerf_status kf_sampler_trace(kf_sampler *, kf_sampled *);

/* calibrate.c: of an atom, adds to each level how many of the chains have the mean of the others in
 * an interval of that level, and in none of a lower one. */
void kf_calibrate(const kf_chain_series *, uint64_t levels[KF_SAMPLE_LEVELS]);

/* gibbs.c */
/* Does nothing hard or nearly hard tie variables together? */
bool kf_gibbs_suits(const kf_sample_rows *);
void kf_gibbs_sweep(kf_cover *, uint32_t *variables, uint64_t sweep);

#endif

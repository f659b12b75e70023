/* diagnose.h -- private to sample/: what several chains of an indicator tell of its mean.
 *
 * Rank-normalised split R-hat and the bulk effective sample size of Vehtari, Gelman, Simpson,
 * Carpenter and Buerkner (2021). An indicator has two values, and so has what becomes of it by
 * ranks: an affine function of it, which changes neither. So they are computed from the indicator
 * itself. Chains are split in two, so that a drift shows as well.
 *
 * Samples are given as means of batches, in order. The variance of single samples is known from
 * their mean. That of the mean comes from the autocovariances of the batches by Geyer's initial
 * monotone sequence, so that batches of any size give the same, but for noise. */
#ifndef KF_DIAGNOSE_H
#define KF_DIAGNOSE_H

#include <stdbool.h>
#include <stdint.h>

typedef struct kf_chain_series {
    const double *at; /* of chain c, batch i: at[c * stride + i] */
    uint32_t chains, n, stride;
    uint64_t batch; /* samples of a batch */
} kf_chain_series;

typedef struct kf_diagnosis {
    double mean;
    double rhat;   /* INFINITY: constant in each half of a chain, but not the same */
    double ess;    /* 0: too few batches to tell, or constant */
    bool constant; /* all samples are equal; rhat is 1 */
} kf_diagnosis;

enum { KF_FEWEST_BATCHES = 8 }; /* that tell anything but a mean */

/* Fewer than two batches: a mean of 1/2. */
kf_diagnosis kf_diagnose(const kf_chain_series *);

/* Wilson's interval for so many independent samples, with 95 %. */
void kf_proportion_interval(double p, double samples, double *lo, double *hi);

#endif

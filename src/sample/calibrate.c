/* calibrate.c -- tests the intervals: each chain has one for every atom, and the mean of the other
 * chains is independent of it.
 *
 * An interval of level q should contain the difference for a share q of the atoms. The
 * autocorrelation time is that of the one chain alone, so that chains which do not mix, and
 * disagree, fail the test. */
#include "sample/sampler.h"

#include "base/check.h"

#include <math.h>

enum { FEWEST = 10 }; /* effective samples of either value: below, shares are not nearly normal */

typedef struct share {
    double mean, ess;
} share;

static share share_of(const kf_chain_series *s, uint32_t chain)
{
    kf_chain_series one = *s;
    one.at += (size_t)chain * s->stride;
    one.chains = 1;
    kf_diagnosis d = kf_diagnose(&one);
    return (share){ d.mean, d.constant ? 0 : d.ess };
}

static bool has_both(double mean, double ess)
{
    return ess * mean >= FEWEST && ess * (1 - mean) >= FEWEST;
}

/* The level of the least interval that has the others' mean in it. */
static void add_level(share one, share others, uint64_t levels[KF_SAMPLE_LEVELS])
{
    double all = one.ess + others.ess, mean = (one.mean * one.ess + others.mean * others.ess) / all;
    double error = sqrt(mean * (1 - mean) * (1 / one.ess + 1 / others.ess));
    double level = erf(fabs(one.mean - others.mean) / error * M_SQRT1_2);
    size_t bin = (size_t)(level * KF_SAMPLE_LEVELS);
    assert(level >= 0 && level <= 1);
    levels[bin < KF_SAMPLE_LEVELS ? bin : KF_SAMPLE_LEVELS - 1]++;
}

void kf_calibrate(const kf_chain_series *s, uint64_t levels[KF_SAMPLE_LEVELS])
{
    share all = { 0 };
    for (uint32_t c = 0; c < s->chains; c++) {
        share x = share_of(s, c);
        all.mean += x.mean * x.ess;
        all.ess += x.ess;
    }
    for (uint32_t c = 0; c < s->chains; c++) {
        share one = share_of(s, c), others = { .ess = all.ess - one.ess };
        if (!(others.ess > FEWEST)) continue;
        others.mean = (all.mean - one.mean * one.ess) / others.ess;
        if (has_both(one.mean, one.ess) && has_both(others.mean, others.ess))
            add_level(one, others, levels);
    }
}

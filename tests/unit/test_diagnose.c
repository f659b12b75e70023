/* test_diagnose.c -- R-hat, effective sample size and intervals against plain reference code. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/random.h"
#include "sample/sampler.h"

#include <math.h>
#include <string.h>

enum { CHAINS = 4, DRAWS = 400, HALVES = 2 * CHAINS, HALF = DRAWS / 2 };

static double draws[CHAINS][DRAWS];

/* ---- Reference: Vehtari et al. (2021), step by step ---- */

static double half(uint32_t h, uint32_t i)
{
    return draws[h / 2][h % 2 * HALF + i];
}

/* The inverse of the normal distribution function, by bisection. */
static double normal_quantile(double p)
{
    double lo = -40, hi = 40;
    for (int i = 0; i < 200; i++) {
        double x = (lo + hi) / 2;
        if (erfc(-x / sqrt(2)) / 2 < p) lo = x;
        else hi = x;
    }
    return (lo + hi) / 2;
}

/* Ranks, ties by their average, to normal scores. */
static void rank_normalise(double out[HALVES][HALF])
{
    double zeros = 0, n = HALVES * HALF;
    for (uint32_t h = 0; h < HALVES; h++)
        for (uint32_t i = 0; i < HALF; i++) zeros += half(h, i) == 0;
    double low = (zeros + 1) / 2, high = zeros + (n - zeros + 1) / 2;
    double z[2] = { normal_quantile((low - 0.375) / (n + 0.25)),
                    normal_quantile((high - 0.375) / (n + 0.25)) };
    for (uint32_t h = 0; h < HALVES; h++)
        for (uint32_t i = 0; i < HALF; i++) out[h][i] = z[half(h, i) != 0];
}

typedef struct reference {
    double rhat, ess;
} reference;

static double covariance(double x[HALVES][HALF], const double *mean, uint32_t lag)
{
    double all = 0;
    for (uint32_t h = 0; h < HALVES; h++)
        for (uint32_t i = 0; i + lag < HALF; i++)
            all += (x[h][i] - mean[h]) * (x[h][i + lag] - mean[h]) / HALF / HALVES;
    return all;
}

static reference refer(void)
{
    static double x[HALVES][HALF];
    double mean[HALVES] = { 0 }, grand = 0, between = 0, sum = 0, last = INFINITY;
    rank_normalise(x);
    for (uint32_t h = 0; h < HALVES; h++) {
        for (uint32_t i = 0; i < HALF; i++) mean[h] += x[h][i] / HALF;
        grand += mean[h] / HALVES;
    }
    for (uint32_t h = 0; h < HALVES; h++)
        between += (mean[h] - grand) * (mean[h] - grand) / (HALVES - 1);
    double within = covariance(x, mean, 0) * HALF / (HALF - 1);
    double total = within * (HALF - 1) / HALF + between;
    for (uint32_t lag = 0; lag + 1 < HALF; lag += 2) {
        double pair = (lag == 0 ? 1 : 1 - (within - covariance(x, mean, lag)) / total) + 1
                      - (within - covariance(x, mean, lag + 1)) / total;
        if (pair <= 0) break;
        if (pair < last) last = pair;
        sum += last;
    }
    return (reference){ sqrt(total / within), HALVES * HALF / (2 * sum - 1) };
}

/* ---- Tests ---- */

/* Chains that stay with a given probability, and each with a mean of its own. */
static void make_draws(uint64_t seed, double stay, double spread)
{
    kf_random r = { seed };
    for (uint32_t c = 0; c < CHAINS; c++) {
        double p = 0.3 + spread * c, x = 0;
        for (uint32_t i = 0; i < DRAWS; i++) {
            if (kf_random_unit(&r) >= stay) x = kf_random_unit(&r) < p;
            draws[c][i] = x;
        }
    }
}

static kf_diagnosis diagnose(void)
{
    kf_chain_series s = { draws[0], CHAINS, DRAWS, DRAWS, 1 };
    return kf_diagnose(&s);
}

static void agrees_with_the_reference(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 60; seed++) {
        make_draws(seed, (double)(seed % 4) * 0.3, (double)(seed % 3) * 0.1);
        kf_diagnosis d = diagnose();
        reference r = refer();
        assert_true(fabs(d.rhat - r.rhat) < 1e-9);
        assert_true(fabs(d.ess - r.ess) < 1e-6 * r.ess);
    }
}

/* Four chains of eight: halves have means 1/2, but for 1/4 and 3/4 in the last. So W = (6 * 1/4 + 2
 * * 3/16) / 8 * 4/3 = 5/16, B/n = 2 * (1/4)^2 / 7 = 1/56, and R-hat^2 = 3/4 + 16 / (5 * 56). */
static void a_case_by_hand(void **state)
{
    (void)state;
    double x[4][8] = { { 0, 1, 0, 1, 0, 1, 0, 1 },
                       { 1, 0, 0, 1, 0, 1, 1, 0 },
                       { 0, 0, 1, 1, 1, 1, 0, 0 },
                       { 0, 0, 0, 1, 1, 1, 1, 0 } };
    kf_chain_series s = { x[0], 4, 8, 8, 1 };
    kf_diagnosis d = kf_diagnose(&s);
    assert_true(d.mean == 0.5 && !d.constant);
    assert_true(fabs(d.rhat * d.rhat - (0.75 + 16 / 280.0)) < 1e-12);
}

static void batches_tell_the_same(void **state)
{
    (void)state;
    double ratio = 0;
    for (uint64_t seed = 1; seed <= 40; seed++) {
        static double means[CHAINS][DRAWS / 4];
        make_draws(seed, 0.6, 0);
        for (uint32_t c = 0; c < CHAINS; c++)
            for (uint32_t i = 0; i < DRAWS; i++) {
                if (i % 4 == 0) means[c][i / 4] = 0;
                means[c][i / 4] += draws[c][i] / 4;
            }
        kf_chain_series s = { means[0], CHAINS, DRAWS / 4, DRAWS / 4, 4 };
        kf_diagnosis one = diagnose(), four = kf_diagnose(&s);
        assert_true(fabs(one.rhat - four.rhat) < 1e-9);
        ratio += four.ess / one.ess / 40;
    }
    assert_true(ratio > 0.85 && ratio < 1.15);
}

static void constant_chains(void **state)
{
    (void)state;
    memset(draws, 0, sizeof draws);
    kf_diagnosis d = diagnose();
    assert_true(d.constant && d.mean == 0 && d.rhat == 1 && d.ess == 0);
    for (uint32_t i = 0; i < DRAWS; i++) draws[1][i] = 1;
    d = diagnose(); /* each is, but they disagree */
    assert_true(!d.constant && isinf(d.rhat) && d.mean == 0.25 && d.ess == 0);
    kf_chain_series few = { draws[0], CHAINS, 4, DRAWS, 1 },
                    none = { draws[0], CHAINS, 0, DRAWS, 1 };
    assert_true(kf_diagnose(&few).ess == 0 && isinf(kf_diagnose(&few).rhat));
    assert_true(kf_diagnose(&none).mean == 0.5 && isinf(kf_diagnose(&none).rhat));
}

static void intervals(void **state)
{
    (void)state;
    double lo, hi;
    kf_proportion_interval(0.5, 100, &lo, &hi);
    assert_true(fabs(lo - 0.403832) < 1e-6 && fabs(hi - 0.596168) < 1e-6);
    kf_proportion_interval(0, 100, &lo, &hi);
    assert_true(lo == 0 && fabs(hi - 0.036994) < 1e-6);
    kf_proportion_interval(1, 100, &lo, &hi);
    assert_true(fabs(lo - 0.963006) < 1e-6 && hi == 1);
    kf_proportion_interval(0.5, 0, &lo, &hi);
    assert_true(lo < 0.01 && hi > 0.99);
}

/* Independent chains of one probability need each level as often as any other; of chains that are
 * apart most need the highest. */
static void levels_are_what_they_say(void **state)
{
    kf_random r = { 5 };
    kf_chain_series s = { draws[0], CHAINS, DRAWS, DRAWS, 1 };
    uint64_t levels[KF_SAMPLE_LEVELS] = { 0 }, all = 0, half_of_all = 0;
    enum { ATOMS = 600, APART = 50 };
    (void)state;
    for (uint32_t a = 0; a < ATOMS + APART; a++) {
        double p = 0.2 + 0.6 * kf_random_unit(&r);
        for (uint32_t c = 0; c < CHAINS; c++)
            for (uint32_t i = 0; i < DRAWS; i++)
                draws[c][i] = kf_random_unit(&r) < (a < ATOMS ? p : 0.1 + 0.2 * c);
        if (a == ATOMS) {
            for (uint32_t i = 0; i < KF_SAMPLE_LEVELS; i++) all += levels[i];
            for (uint32_t i = 0; i < KF_SAMPLE_LEVELS / 2; i++) half_of_all += levels[i];
            assert_int_equal(all, ATOMS * CHAINS);
            assert_in_range(100 * half_of_all / all, 45, 55);
            assert_true(10 * levels[KF_SAMPLE_LEVELS - 1] < all);
            memset(levels, 0, sizeof levels);
        }
        kf_calibrate(&s, levels);
    }
    assert_true((double)levels[KF_SAMPLE_LEVELS - 1] > 0.7 * APART * CHAINS);
    memset(draws, 0, sizeof draws);
    memset(levels, 0, sizeof levels);
    kf_calibrate(&s, levels);
    for (uint32_t i = 0; i < KF_SAMPLE_LEVELS; i++) assert_int_equal(levels[i], 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agrees_with_the_reference),
        cmocka_unit_test(a_case_by_hand),
        cmocka_unit_test(batches_tell_the_same),
        cmocka_unit_test(constant_chains),
        cmocka_unit_test(intervals),
        cmocka_unit_test(levels_are_what_they_say),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

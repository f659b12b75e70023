/* test_sample_hard.c -- chains among hard constraints: no bias, and what is stuck is told. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "dice.h"
#include "parts.h"

#include "sample/sample.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static made_component made;
static kf_mem mem;

static kf_sampled run(kf_sample_options o)
{
    kf_sampled out;
    kf_mem_init(&mem, 0);
    o.limits.deadline = INFINITY;
    assert_int_equal(kf_sample(&made.component, &o, &mem, &out), KERF_OK);
    return out;
}

static void done(kf_sampled *out)
{
    kf_sampled_free(out);
    assert_int_equal(mem.used, 0);
}

/* ---- The mean of many runs ---- */

enum { MOST = 10, SEEDS = 12 };

/* Probabilities by enumeration; false: nothing is feasible. */
static bool enumerate(double *p)
{
    uint32_t n = made.component.n_atoms;
    double all = 0;
    memset(p, 0, MOST * sizeof *p);
    for (uint32_t w = 0; w < UINT32_C(1) << n; w++) {
        bool world[MOST], feasible;
        for (uint32_t a = 0; a < n; a++) world[a] = w >> a & 1;
        double weight = exp(-part_cost(&made.component, world, &feasible));
        if (!feasible) continue;
        all += weight;
        for (uint32_t a = 0; a < n; a++) p[a] += world[a] * weight;
    }
    for (uint32_t a = 0; a < n; a++) p[a] /= all;
    return all > 0;
}

static void add_clause(kf_random *r, uint32_t n, double weight)
{
    uint32_t length = 2 + kf_random_below(r, 2), codes[3];
    uint32_t first = kf_random_below(r, n), step = 1 + kf_random_below(r, (n - 1) / 2);
    for (uint32_t k = 0; k < length; k++)
        codes[k] = 2 * ((first + k * step) % n) + kf_random_below(r, 2);
    part_clause(&made, codes, length, weight);
}

/* Most of it is hard; atoms have prices. */
static void make_hard(kf_random *r)
{
    uint32_t n = 6 + kf_random_below(r, MOST - 5);
    part_begin(&made, n);
    for (uint32_t a = 0; a < n; a++) made.cost_true[a] = kf_random_unit(r);
    for (uint32_t i = 0; i < n; i++) add_clause(r, n, INFINITY);
    for (uint32_t i = 0; i < n / 2; i++) add_clause(r, n, 3 * kf_random_unit(r));
}

typedef struct deviation {
    double error, variance;
} deviation;

/* What one run adds to the sum over all: its error, and the variance that its ESS stands for. */
static void add_run(uint64_t seed, const double *p, deviation *d)
{
    kf_sampled out = run((kf_sample_options){
        .seed = seed, .samples = 1600, .burn_in = 64, .method = (kf_sample_method)(seed % 3) });
    for (uint32_t a = 0; a < made.component.n_atoms; a++) {
        const kf_sampled_atom *x = &out.atoms[a];
        if (x->forced) assert_true(fabs(x->p - p[a]) < 1e-12);
        if (x->forced || x->constant) continue;
        assert_true(x->ess > 0);
        d[a].error += x->p - p[a];
        d[a].variance += p[a] * (1 - p[a]) / x->ess;
    }
    done(&out);
}

static void no_bias(void **state)
{
    (void)state;
    kf_random r = { 7 };
    double squares = 0, worst = 0;
    uint32_t n = 0;
    for (uint32_t t = 0; t < trials_of(20); t++) {
        double p[MOST];
        deviation d[MOST] = { { 0, 0 } };
        make_hard(&r);
        if (!enumerate(p)) continue;
        for (uint64_t seed = 1; seed <= SEEDS; seed++) add_run(seed, p, d);
        for (uint32_t a = 0; a < made.component.n_atoms; a++) {
            if (p[a] < .02 || p[a] > .98) continue; /* too few samples to be normal */
            double z = d[a].error / sqrt(d[a].variance);
            squares += z * z;
            worst = fmax(worst, fabs(z));
            n++;
        }
    }
    printf("%u atoms: mean square of z %.2f, worst %.1f\n", n, squares / n, worst);
    assert_true(n > met_of(100) && worst < 5);
    if (n > 100) assert_true(squares / n < 1.4); /* of fewer it says little */
}

/* ---- Stuck ---- */

static void equal(uint32_t a, uint32_t b)
{
    part_clause(&made, (uint32_t[]){ 2 * a, 2 * b + 1 }, 2, INFINITY);
    part_clause(&made, (uint32_t[]){ 2 * a + 1, 2 * b }, 2, INFINITY);
}

/* (a or b) and (a or not b): propagation does not see that a is true, search does. */
static void forced_by_two_clauses(void **state)
{
    (void)state;
    part_begin(&made, 3);
    part_clause(&made, (uint32_t[]){ 0, 2 }, 2, INFINITY);
    part_clause(&made, (uint32_t[]){ 0, 3 }, 2, INFINITY);
    part_clause(&made, (uint32_t[]){ 2, 4 }, 2, 1);
    kf_sampled out = run((kf_sample_options){ .seed = 1, .precision = .02, .burn_in = 64 });
    assert_true(out.atoms[0].forced && out.atoms[0].p == 1);
    assert_false(out.atoms[1].forced || out.atoms[2].forced);
    assert_int_equal(out.status, KF_SAMPLE_CONVERGED);
    done(&out);
}

/* Two atoms are equal, and hardly ever true: neither can change by itself, but a block may change
 * both. So others count for what they are sampled. */
static void improbable_pair(void **state)
{
    (void)state;
    part_begin(&made, 3);
    made.cost_true[0] = made.cost_true[1] = 30;
    equal(0, 1);
    part_clause(&made, (uint32_t[]){ 0, 4 }, 2, 1);
    kf_sampled out = run((kf_sample_options){ .seed = 1, .precision = .02, .burn_in = 64 });
    assert_true(out.atoms[0].constant && out.atoms[0].p == 0 && !out.atoms[0].forced);
    assert_true(out.atoms[2].ess >= KF_SAMPLE_ESS);
    assert_int_equal(out.status, KF_SAMPLE_CONVERGED);
    done(&out);
}

/* A hundred atoms that are all equal, each to each, are more than a block. They decide what the
 * last atom is like. Whatever chains do, the truth is in the intervals, or they disagree. */
static void more_than_a_block(void **state)
{
    (void)state;
    enum { N = 30 };
    part_begin(&made, 3 * N + 1);
    for (uint32_t a = 0; a + 1 < 3 * N; a++) equal(a, a + 1);
    for (uint32_t a = 0; a + N < 3 * N; a++) equal(a, a + N);
    made.cost_true[0] = .5;
    part_clause(&made, (uint32_t[]){ 0, 6 * N }, 2, 2);
    double odds = exp(-.5) * 2 / (1 + exp(-2)); /* of true, to false */
    for (uint64_t seed = 1; seed <= trials_of(4); seed++) {
        kf_sampled out = run((kf_sample_options){ .seed = seed, .samples = 2000, .burn_in = 64 });
        const kf_sampled_atom *x = &out.atoms[0];
        bool inside = x->lo <= odds / (1 + odds) && odds / (1 + odds) <= x->hi;
        assert_true(inside || out.status == KF_SAMPLE_UNCONVERGED);
        assert_true(inside || x->rhat > 1.05 || x->ess <= 4);
        assert_true(inside || out.atoms[3 * N].ess <= 4);
        done(&out);
    }
}

/* ---- A test that refuses ---- */

static bool at[3];

static kerf_status enter(void *context, const bool *assignment)
{
    (void)context;
    memcpy(at, assignment, sizeof at);
    return KERF_OK;
}

static kerf_status breaks(void *context, bool *broken)
{
    (void)context;
    *broken = at[0] != at[1];
    return KERF_OK;
}

/* The first two are equal: no draw of one alone passes. */
static kerf_status refuse(void *context, const uint32_t *atoms, uint32_t n, uint64_t key,
                          bool slice, bool *refused)
{
    (void)context, (void)key, (void)slice;
    for (uint32_t i = 0; i < n; i++) at[atoms[i]] = !at[atoms[i]];
    *refused = at[0] != at[1];
    for (uint32_t i = 0; i < n && *refused; i++) at[atoms[i]] = !at[atoms[i]];
    return KERF_OK;
}

/* All chains keep what they began with, and what they tell of the third atom is conditional on it:
 * nothing may count as sampled more often than there are chains. */
static void held_by_a_test(void **state)
{
    (void)state;
    const kf_sample_test test = { NULL, enter, breaks, refuse };
    part_begin(&made, 3);
    made.cost_true[0] = made.cost_true[1] = .1;
    part_clause(&made, (uint32_t[]){ 0, 4 }, 2, 2);
    for (uint64_t seed = 1; seed <= 5; seed++) {
        kf_sampled out =
            run((kf_sample_options){ .seed = seed, .samples = 2000, .burn_in = 64, .test = &test });
        assert_int_equal(out.status, KF_SAMPLE_UNCONVERGED);
        for (uint32_t a = 0; a < 3; a++) assert_true(out.atoms[a].ess <= 4);
        done(&out);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_bias),         cmocka_unit_test(forced_by_two_clauses),
        cmocka_unit_test(improbable_pair), cmocka_unit_test(more_than_a_block),
        cmocka_unit_test(held_by_a_test),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* test_sample.c -- sampled probabilities against enumeration, diagnostics, stops, failing memory. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "parts.h"

#include "sample/sample.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static made_component made;
static kf_mem mem;

/* ---- The truth ---- */

typedef struct truth {
    double p[24], clauses[PART_CLAUSES], counts[PART_COUNTS];
    bool feasible;
} truth;

static void enumerate(const kf_component *p, truth *t)
{
    double all = 0, least = INFINITY;
    memset(t, 0, sizeof *t);
    for (int pass = 0; pass < 2; pass++)
        for (uint32_t w = 0; w < UINT32_C(1) << p->n_atoms; w++) {
            bool x[24], feasible;
            for (uint32_t a = 0; a < p->n_atoms; a++) x[a] = w >> a & 1;
            double cost = part_cost(p, x, &feasible);
            if (!feasible) continue;
            t->feasible = true;
            if (pass == 0) {
                least = fmin(least, cost);
                continue;
            }
            double weight = exp(least - cost);
            all += weight;
            for (uint32_t a = 0; a < p->n_atoms; a++) t->p[a] += x[a] * weight;
        }
    for (uint32_t a = 0; a < p->n_atoms; a++) t->p[a] /= all;
}

static kf_sampled run(const kf_component *p, kf_sample_options o)
{
    kf_sampled out;
    kf_mem_init(&mem, 0);
    o.limits.deadline = INFINITY;
    assert_int_equal(kf_sample(p, &o, &mem, &out), KERF_OK);
    return out;
}

static void two_atoms_and_a_hard_clause(void **state)
{
    (void)state;
    part_begin(&made, 2);
    part_clause(&made, (uint32_t[]){ 0, 2 }, 2, INFINITY);
    kf_sampled out = run(&made.component, (kf_sample_options){ .precision = .01, .seed = 1 });
    assert_int_equal(out.status, KF_SAMPLE_CONVERGED);
    for (int a = 0; a < 2; a++) {
        assert_true(fabs(out.atoms[a].p - 2 / 3.0) < .02);
        assert_true(out.atoms[a].lo < 2 / 3.0 && out.atoms[a].hi > 2 / 3.0);
    }
    kf_sampled_free(&out);
}

static void random_components(void **state)
{
    (void)state;
    uint32_t tested = 0, outside = 0, converged = 0, none = 0;
    for (uint64_t seed = 1; seed <= 300; seed++) {
        kf_random r = { seed };
        truth t;
        part_random(&made, &r, 10);
        enumerate(&made.component, &t);
        kf_sampled out = run(
            &made.component,
            (kf_sample_options){ .method = (kf_sample_method)(seed % 3), .seed = seed, .samples = 8000, .burn_in = KF_SAMPLE_AUTO_BURN });
        if (!t.feasible) assert_true(out.status >= KF_SAMPLE_NO_START);
        none += out.status == KF_SAMPLE_NO_START;
        converged += out.status == KF_SAMPLE_CONVERGED;
        if (out.status == KF_SAMPLE_CONVERGED)
            for (uint32_t a = 0; a < made.component.n_atoms; a++) {
                tested++;
                outside += t.p[a] < out.atoms[a].lo - 1e-12 || t.p[a] > out.atoms[a].hi + 1e-12;
            }
        kf_sampled_free(&out);
    }
    printf("%u converged, %u no start, %u atoms, %u outside\n", converged, none, tested, outside);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_atoms_and_a_hard_clause),
        cmocka_unit_test(random_components),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* test_cardinality.c -- the table of what counts mean, and steps of costs, against enumeration. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/cardinality.h"
#include "parts.h"
#include "solve/presolve/step.h"

enum { MOST_SUM = 6, ATOMS = 10, PARTS = 3000 };

static bool pays(const kf_count_meaning *m, uint64_t sum)
{
    switch (m->kind) {
    case KF_COUNT_NEVER: return false;
    case KF_COUNT_ALWAYS: return true;
    case KF_COUNT_AT_LEAST: return sum < m->least;
    case KF_COUNT_AT_MOST: return sum > m->most;
    case KF_COUNT_WITHIN: return sum < m->least || sum > m->most;
    case KF_COUNT_OUTSIDE: return sum >= m->least && sum <= m->most;
    }
    return false;
}

/* The kind pays just where the count does, and is no more than it need be. */
static void check(double weight, uint64_t least, uint64_t most, uint64_t low, uint64_t high)
{
    kf_count_meaning m = kf_count_mean(weight, least, most, low, high);
    uint64_t paid = 0;
    for (uint64_t sum = low; sum <= high; sum++) {
        bool holds = sum >= least && sum <= most;
        bool expected = weight > 0 ? !holds : weight < 0 ? holds : false;
        assert_int_equal(kf_count_pays(weight, least, most, sum), expected);
        assert_int_equal(pays(&m, sum), expected);
        paid += expected;
    }
    assert_int_equal(m.kind == KF_COUNT_NEVER, paid == 0);
    assert_int_equal(m.kind == KF_COUNT_ALWAYS, paid == high - low + 1);
    if (m.kind == KF_COUNT_AT_LEAST) assert_true(low < m.least && m.least <= high);
    if (m.kind == KF_COUNT_AT_MOST) assert_true(low <= m.most && m.most < high);
    if (m.kind == KF_COUNT_OUTSIDE) assert_true(low < m.least && m.most < high);
    assert_true(m.price == fabs(weight));
}

static void test_table(void **state)
{
    static const double weights[] = { 2, -2, 0, INFINITY, -INFINITY };
    (void)state;
    for (size_t w = 0; w < sizeof weights / sizeof *weights; w++)
        for (uint64_t low = 0; low <= MOST_SUM; low++)
            for (uint64_t high = low; high <= MOST_SUM; high++)
                for (uint64_t least = 0; least <= MOST_SUM + 1; least++) {
                    for (uint64_t most = 0; most <= MOST_SUM + 1; most++)
                        check(weights[w], least, most, low, high);
                    check(weights[w], least, UINT64_MAX, low, high);
                }
}

/* ---- Steps ---- */

static void quantise(made_component *p, double step, kf_random *r)
{
    for (uint32_t i = 0; i < p->component.n_atoms; i++) {
        double cost = step * (1 + kf_random_below(r, 9));
        bool if_true = kf_random_below(r, 2);
        p->cost_true[i] = if_true ? cost : 0;
        p->cost_false[i] = if_true ? 0 : cost;
    }
    for (uint32_t i = 0; i < p->component.n_clauses; i++)
        if (!isinf(p->weight[i]))
            p->weight[i] = copysign(step * (1 + kf_random_below(r, 9)), p->weight[i]);
    for (uint32_t i = 0; i < p->component.n_counts; i++)
        if (!isinf(p->counts[i].weight))
            p->counts[i].weight = copysign(step * (1 + kf_random_below(r, 9)), p->counts[i].weight);
}

/* What every world costs is what a bound just below it proves. */
static void test_steps(void **state)
{
    static const double steps[] = { 1, 2, 0.5, 0.1, 0.001, 1e9, 1.0 / 3 };
    kf_random r = { 7 };
    static made_component p;
    (void)state;
    for (uint32_t i = 0; i < PARTS; i++) {
        part_random(&p, &r, ATOMS);
        double size = steps[i % (sizeof steps / sizeof *steps)];
        quantise(&p, size, &r);
        kf_cost_step step = kf_component_step(&p.component);
        if (p.component.n_atoms == 0) continue;     /* it costs nothing */
        assert_true(step.size > size * (1 - 1e-9)); /* that one, or a multiple */
        for (uint32_t bits = 0; bits < UINT32_C(1) << p.component.n_atoms; bits += 7) {
            bool world[ATOMS], feasible;
            for (uint32_t a = 0; a < p.component.n_atoms; a++) world[a] = bits >> a & 1;
            double cost = part_cost(&p.component, world, &feasible);
            double below = cost - size * (0.001 + 0.99 * kf_random_unit(&r));
            double raised = kf_step_raise(&step, fmax(below, 0));
            assert_true(raised <= cost + 1e-9 * fmax(size, cost));
            assert_true(raised >= fmax(below, 0));
            if (below > 0) assert_true(raised >= cost - 1e-9 * fmax(size, cost));
        }
    }
}

/* Small weights beside a large one are not taken for errors of rounding. */
static void test_small_beside_large(void **state)
{
    static made_component p;
    uint32_t codes[] = { 0, 2 };
    (void)state;
    part_begin(&p, 2);
    p.cost_true[0] = 8.09e-05;
    p.cost_true[1] = 2.788e-06;
    part_clause(&p, codes, 2, 232.4);
    kf_cost_step step = kf_component_step(&p.component);
    assert_true(step.size == 0);
}

/* What rounding adds to a bound begins no further step. */
static void test_noise(void **state)
{
    static made_component p;
    (void)state;
    part_begin(&p, 2);
    p.cost_true[0] = 3;
    p.cost_true[1] = 1;
    kf_cost_step step = kf_component_step(&p.component);
    assert_true(step.size == 1);
    assert_true(kf_step_raise(&step, 2 + 1e-9) < 2.5);
    assert_true(kf_step_raise(&step, 2 + 1e-3) > 2.5);
}

/* Weights with nothing in common have no step, and what is no step raises nothing. */
static void test_no_step(void **state)
{
    static made_component p;
    uint32_t codes[] = { 0, 2 };
    (void)state;
    part_begin(&p, 2);
    p.cost_true[0] = 1;
    p.cost_true[1] = 1.4142135623730951;
    part_clause(&p, codes, 2, 3.1415926535897931);
    kf_cost_step step = kf_component_step(&p.component);
    assert_true(step.size == 0);
    assert_true(kf_step_raise(&step, 2.5) == 2.5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_table),
        cmocka_unit_test(test_steps),
        cmocka_unit_test(test_small_beside_large),
        cmocka_unit_test(test_noise),
        cmocka_unit_test(test_no_step),
    };
    return cmocka_run_group_tests_name("cardinality", tests, NULL, NULL);
}

/* test_count_search.c -- sums by search with a cache of components against elimination; budgets,
 * stops, memory. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "dice.h"
#include "parts.h"
#include "solve/eliminate/beliefs.h"
#include "solve/eliminate/count_search.h"
#include "tasks.h"

#include <math.h>
#include <stdio.h>

enum { PARTS = 150 };
static const kf_limits FOREVER = { .deadline = INFINITY };
static made_component made;
static double p[2][PART_ATOMS], error[2][PART_ATOMS];

/* No order fits but for the search: entries 0. */
static kerf_status believe(bool search, const kf_limits *limits, double work, kf_mem *mem,
                           kf_beliefs *out)
{
    kf_belief_options options = {
        .entries = search ? 0 : 0x1p40, .bytes = 0x1p40, .limits = limits, .search = work
    };
    *out = (kf_beliefs){ .p = p[search], .p_error = error[search] };
    return kf_believe(&made.component, &options, mem, out);
}

static void make_part(uint64_t seed)
{
    kf_random r = { seed };
    part_random(&made, &r, 6 + kf_random_below(&r, 30));
    if (seed % 3) part_long(&made, &r);
    uint32_t n = made.component.n_atoms; /* much is hard */
    for (uint32_t i = 0; n >= 3 && i < n; i++) {
        uint32_t a = kf_random_below(&r, n), b = kf_random_below(&r, n), c = kf_random_below(&r, n);
        if (a == b || b == c || a == c) continue;
        uint32_t codes[3] = { 2 * a + kf_random_below(&r, 2), 2 * b + kf_random_below(&r, 2),
                              2 * c + kf_random_below(&r, 2) };
        part_clause(&made, codes, 3, INFINITY);
    }
    if (seed % 5 == 0)
        for (uint32_t a = 0; a < n; a++) made.cost_true[a] *= 300, made.cost_false[a] *= 300;
}

static void agrees_with_elimination(void **state)
{
    uint32_t searched = 0, feasible = 0, parts = trials_of(PARTS);
    (void)state;
    for (uint64_t seed = 1; seed <= parts; seed++) {
        kf_beliefs plain, got;
        kf_mem mem;
        kf_mem_init(&mem, 0);
        make_part(seed);
        assert_int_equal(believe(false, &FOREVER, 0, &mem, &plain), KERF_OK);
        assert_int_equal(believe(true, &FOREVER, 0x1p40, &mem, &got), KERF_OK);
        assert_int_equal(mem.used, 0);
        assert_true(plain.done);
        if (!got.done) continue;
        searched++;
        if (isinf(plain.log_z)) {
            assert_true(isinf(got.log_z));
            continue;
        }
        feasible++;
        if (fabs(plain.log_z - got.log_z) > plain.error + got.error
            || got.error > 2 * plain.error + 1e-9)
            fail_msg("part %llu: log Z %.17g within %g, by elimination %.17g within %g",
                     (unsigned long long)seed, got.log_z, got.error, plain.log_z, plain.error);
        for (uint32_t a = 0; a < made.component.n_atoms; a++)
            if (fabs(p[0][a] - p[1][a]) > error[0][a] + error[1][a]
                || error[1][a] > 4 * error[0][a] + 1e-9)
                fail_msg("part %llu, atom %u: %.17g within %g, by elimination %.17g within %g",
                         (unsigned long long)seed, a, p[1][a], error[1][a], p[0][a], error[0][a]);
    }
    if (searched < parts / 4 || feasible < parts / 8)
        fail_msg("%u searched, %u feasible", searched, feasible);
}

/* Too much for its budget, stopped at any time, without memory: nothing is told, nothing is
 * left. */
static void budgets_stops_and_failures(void **state)
{
    kf_beliefs got;
    kf_mem mem;
    kerf_status st = KERF_NO_MEMORY;
    (void)state;
    make_part(4);
    for (int64_t n = 0; st == KERF_NO_MEMORY; n += 1 + n / 16) {
        kf_mem_init(&mem, 0);
        mem.fail_after = n;
        st = believe(true, &FOREVER, 0x1p40, &mem, &got);
        assert_int_equal(mem.used, 0);
    }
    assert_int_equal(st, KERF_OK);
    kf_random r = { 11 };
    part_begin(&made, 120);
    for (uint32_t i = 0; i < 260; i++) {
        uint32_t codes[3];
        for (uint32_t k = 0; k < 3; k++)
            codes[k] = 2 * (40 * k + kf_random_below(&r, 40)) + kf_random_below(&r, 2);
        part_clause(&made, codes, 3, INFINITY);
    }
    kf_mem_init(&mem, 0);
    assert_int_equal(believe(true, &FOREVER, 1e6, &mem, &got), KERF_OK);
    assert_true(!got.done && !got.stopped);
    kf_stop stop = stop_after(3);
    kf_limits limits = { .deadline = INFINITY, .stop = &stop };
    assert_int_equal(believe(true, &limits, 0x1p40, &mem, &got), KERF_OK);
    assert_true(!got.done && got.stopped);
    assert_int_equal(mem.used, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agrees_with_elimination),
        cmocka_unit_test(budgets_stops_and_failures),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* test_dyadic.c -- exact sums: what doubles would lose, order, rounding in the safe direction. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/grain.h"
#include "verify/dyadic.h"

#include <float.h>
#include <math.h>

static kf_dyadic of(double x)
{
    kf_dyadic d = { 0 };
    kf_dyadic_add(&d, x, 1);
    return d;
}

static uint64_t next(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return *state >> 11;
}

static double random_double(uint64_t *state)
{
    double x = ldexp((double)next(state), (int)(next(state) % 2000) - 1080);
    return next(state) % 2 ? x : -x;
}

static void single_numbers(void **state)
{
    (void)state;
    static const double all[] = { 0,       1,        -1,      0.1,      -0.3,        1e300,
                                  DBL_MAX, -DBL_MAX, DBL_MIN, -DBL_MIN, 0x1p-1074,   -0x1p-1074,
                                  1e-310,  123456.5, 0x1p63,  0x1p-60,  0x1.8p-1070, 2.5 };
    for (size_t i = 0; i < KF_LENGTH(all); i++) {
        kf_dyadic d = of(all[i]);
        assert_true(kf_dyadic_floor(&d) == all[i] && kf_dyadic_ceil(&d) == all[i]);
        assert_int_equal(kf_dyadic_sign(&d), (all[i] > 0) - (all[i] < 0));
        kf_dyadic_negate(&d);
        assert_true(kf_dyadic_floor(&d) == -all[i]);
    }
}

static void rounding(void **state)
{
    (void)state;
    kf_dyadic d = of(1);
    kf_dyadic_add(&d, 0x1p-200, 1);
    assert_true(kf_dyadic_floor(&d) == 1 && kf_dyadic_ceil(&d) == nextafter(1, 2));
    kf_dyadic_negate(&d);
    assert_true(kf_dyadic_floor(&d) == nextafter(-1, -2) && kf_dyadic_ceil(&d) == -1);
    d = of(DBL_MAX);
    kf_dyadic_add(&d, DBL_MAX, 1);
    assert_true(kf_dyadic_floor(&d) == DBL_MAX && isinf(kf_dyadic_ceil(&d)));
    d = of(nextafter(2, 0)); /* 2 - 2^-52, and 3 * 2^-54: between two doubles */
    kf_dyadic_add(&d, 0x1p-54, 3);
    assert_true(kf_dyadic_floor(&d) == nextafter(2, 0) && kf_dyadic_ceil(&d) == 2);
}

static void products(void **state)
{
    (void)state;
    kf_dyadic d = { 0 };
    kf_dyadic_add(&d, 0.1, UINT64_MAX);
    kf_dyadic_subtract(&d, 0.1, UINT64_C(1) << 63);
    kf_dyadic_subtract(&d, 0.1, (UINT64_C(1) << 63) - 1);
    assert_int_equal(kf_dyadic_sign(&d), 0);
    kf_dyadic_add(&d, DBL_MAX, UINT64_MAX);
    kf_dyadic_add(&d, 0x1p-1074, 1);
    kf_dyadic_subtract(&d, DBL_MAX, UINT64_MAX);
    assert_true(kf_dyadic_floor(&d) == 0x1p-1074);
}

/* Any numbers in, and out again in another order, some as multiples. */
static void in_any_order(void **unused)
{
    (void)unused;
    double x[200];
    uint64_t times[200], seed = 7;
    for (int round = 0; round < 50; round++) {
        kf_dyadic d = { 0 }, e = { 0 };
        for (size_t i = 0; i < 200; i++) {
            x[i] = random_double(&seed);
            times[i] = next(&seed) % 3 ? 1 : next(&seed);
            kf_dyadic_add(&d, x[i], times[i]);
        }
        for (size_t i = 200; i-- > 0;) kf_dyadic_add(&e, x[i], times[i]);
        assert_int_equal(kf_dyadic_compare(&d, &e), 0);
        double low = kf_dyadic_floor(&d), high = kf_dyadic_ceil(&d);
        assert_true(low == high || nextafter(low, INFINITY) == high);
        for (size_t i = 0; i < 200; i += 2) kf_dyadic_subtract(&d, x[i], times[i]);
        for (size_t i = 1; i < 200; i += 2) kf_dyadic_subtract(&d, x[i], times[i]);
        assert_int_equal(kf_dyadic_sign(&d), 0);
    }
}

/* Never above the exact sum, and near to it. */
static void from_below(void **unused)
{
    (void)unused;
    uint64_t seed = 3;
    for (int round = 0; round < 200; round++) {
        kf_low low = { 0, 0 };
        kf_dyadic exact = { 0 };
        for (int i = 0; i < 100; i++) {
            double x = ldexp((double)next(&seed), (int)(next(&seed) % 120) - 100);
            kf_low_add(&low, x);
            kf_dyadic_add(&exact, x, 1);
        }
        kf_dyadic is = of(low.high);
        kf_dyadic_add(&is, low.low, 1);
        assert_true(kf_dyadic_compare(&is, &exact) <= 0);
        assert_true(low.high + low.low >= kf_dyadic_floor(&exact) * (1 - 1e-15));
    }
}

/* Against whole numbers: a bound in quarters, up to multiples of odd / 8. */
static void up_to_multiples(void **unused)
{
    (void)unused;
    for (uint64_t odd = 1; odd < 40; odd += 2)
        for (uint64_t quarters = 0; quarters < 200; quarters++) {
            kf_dyadic d = { 0 }, wanted = { 0 };
            uint64_t steps = (2 * quarters + odd - 1) / odd;
            kf_dyadic_add(&d, 0.25, quarters);
            kf_dyadic_add(&wanted, 0.125, steps * odd);
            kf_dyadic_round_up(&d, odd, -3);
            assert_int_equal(kf_dyadic_compare(&d, &wanted), 0);
        }
}

/* Numbers far apart: the least double decides. */
static void up_from_a_little_more(void **unused)
{
    kf_dyadic d = { 0 }, wanted = { 0 };
    (void)unused;
    kf_dyadic_add(&d, 3e200, 7);
    kf_dyadic_round_up(&d, 1, -1074);
    kf_dyadic_add(&wanted, 3e200, 7);
    assert_int_equal(kf_dyadic_compare(&d, &wanted), 0);
    d = wanted = (kf_dyadic){ 0 };
    kf_dyadic_add(&d, 12, 1);
    kf_dyadic_add(&d, 0x1p-1074, 1);
    kf_dyadic_round_up(&d, 3, 1);
    kf_dyadic_add(&wanted, 18, 1);
    assert_int_equal(kf_dyadic_compare(&d, &wanted), 0);
    kf_dyadic_round_up(&d, (UINT64_C(1) << 53) - 1, 900);
    wanted = (kf_dyadic){ 0 };
    kf_dyadic_add(&wanted, ldexp((double)((UINT64_C(1) << 53) - 1), 900), 1);
    assert_int_equal(kf_dyadic_compare(&d, &wanted), 0);
}

static void common_divisors(void **unused)
{
    static const double sets[][3] = {
        { 1.5, -2.25, 0 }, { 6, 10, 15 }, { 0.1, 0.2, 0.4 }, { 0x1p-1074, 1, 1e300 }, { 12, 18, 30 }
    };
    static const double wanted[] = { 0.75, 1, 0.1, 0x1p-1074, 6 };
    (void)unused;
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
        kf_grain g = { 0 };
        for (int k = 0; k < 3; k++) kf_grain_add(&g, sets[i][k]);
        assert_true(kf_grain_value(&g) == wanted[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(up_to_multiples), cmocka_unit_test(up_from_a_little_more),
        cmocka_unit_test(common_divisors), cmocka_unit_test(single_numbers),
        cmocka_unit_test(rounding),        cmocka_unit_test(products),
        cmocka_unit_test(in_any_order),    cmocka_unit_test(from_below),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

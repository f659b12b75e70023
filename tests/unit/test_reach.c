/* test_reach.c -- which sums a count can reach, against plain enumeration. */
#include "base/reach.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "dice.h"

enum { MOST_TERMS = 8, MOST_ATOMS = 7 };

typedef struct sample {
    uint32_t n, n_atoms;
    uint32_t literals[MOST_TERMS][3], length[MOST_TERMS];
    uint64_t times[MOST_TERMS];
} sample;

static sample draw(uint64_t *state, bool large)
{
    static const uint64_t few[] = { 1, 2, 2, 3, 5 }, many[] = { 6, 10, 15, 21, 1000000007 };
    sample s = { .n = 1 + below(state, MOST_TERMS), .n_atoms = 1 + below(state, MOST_ATOMS) };
    for (uint32_t i = 0; i < s.n; i++) {
        s.length[i] = below(state, 3) ? 1 : below(state, 4);
        for (uint32_t k = 0; k < s.length[i]; k++) s.literals[i][k] = below(state, 2 * s.n_atoms);
        s.times[i] = large ? many[below(state, 5)] : few[below(state, 5)];
    }
    return s;
}

static uint64_t sum_of(const sample *s, uint32_t bits)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < s->n; i++) {
        bool holds = true;
        for (uint32_t k = 0; k < s->length[i]; k++)
            holds &= (bits >> (s->literals[i][k] / 2) & 1) != (s->literals[i][k] & 1);
        if (holds) sum += s->times[i];
    }
    return sum;
}

static void fill(kf_reach *r, const sample *s, bool backwards)
{
    kf_reach_clear(r);
    for (uint32_t i = 0; i < s->n; i++) {
        uint32_t k = backwards ? s->n - 1 - i : i;
        assert_int_equal(kf_reach_add(r, s->literals[k], s->length[k], s->times[k]), KERF_OK);
    }
}

static void check_limits(kf_reach *r, const sample *s, uint64_t least, uint64_t most)
{
    bool hold = false, fail = false, can_hold, can_fail;
    for (uint32_t bits = 0; bits < 1u << s->n_atoms; bits++) {
        uint64_t sum = sum_of(s, bits);
        if (sum >= least && sum <= most) hold = true;
        else fail = true;
    }
    for (int backwards = 0; backwards < 2; backwards++) {
        fill(r, s, backwards);
        assert_int_equal(kf_reach_decide(r, least, most, &can_hold, &can_fail), KERF_OK);
        assert_int_equal(can_hold, hold);
        assert_int_equal(can_fail, fail);
    }
}

static void small_counts_are_exact(void **unused)
{
    kf_mem mem;
    uint64_t state = 7;
    (void)unused;
    kf_mem_init(&mem, 0);
    kf_reach r = { .mem = &mem };
    for (int i = 0; i < 20000; i++) {
        sample s = draw(&state, false);
        uint64_t least = below(&state, 14);
        check_limits(&r, &s, least, least + below(&state, 3));
        check_limits(&r, &s, least, UINT64_MAX);
        check_limits(&r, &s, 0, least);
    }
    kf_reach_free(&r);
    assert_int_equal(mem.used, 0);
}

/* Sums beyond the bit set. */
static void large_counts_of_few_atoms_are_exact(void **unused)
{
    kf_mem mem;
    uint64_t state = 11;
    (void)unused;
    kf_mem_init(&mem, 0);
    kf_reach r = { .mem = &mem };
    for (int i = 0; i < 5000; i++) {
        sample s = draw(&state, true);
        uint64_t sum = sum_of(&s, below(&state, 1u << s.n_atoms));
        check_limits(&r, &s, sum, sum);
        check_limits(&r, &s, sum + 1, sum + 2);
        check_limits(&r, &s, sum / 2, sum / 2 + 1);
    }
    kf_reach_free(&r);
}

static void decide_alike(kf_reach *r, uint32_t n, uint64_t times, uint64_t wanted, bool *can_hold)
{
    bool can_fail;
    kf_reach_clear(r);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t literal = 2 * i;
        assert_int_equal(kf_reach_add(r, &literal, 1, times), KERF_OK);
    }
    assert_int_equal(kf_reach_decide(r, wanted, wanted, can_hold, &can_fail), KERF_OK);
    assert_true(can_fail);
}

static void many_atoms_are_exact(void **unused)
{
    kf_mem mem;
    bool can_hold, can_fail;
    (void)unused;
    kf_mem_init(&mem, 0);
    kf_reach r = { .mem = &mem };
    decide_alike(&r, 1000, 2, 999, &can_hold);
    assert_false(can_hold);
    decide_alike(&r, 1000, 2, 998, &can_hold);
    assert_true(can_hold);
    decide_alike(&r, 1000, 3000000000, 3000000001, &can_hold);
    assert_false(can_hold);
    kf_reach_clear(&r); /* thirty 4s and a 7: 9 is not there, 11 is */
    for (uint32_t i = 0; i < 31; i++) {
        uint32_t literal = 2 * i + 1;
        assert_int_equal(kf_reach_add(&r, &literal, 1, i ? 4 : 7), KERF_OK);
    }
    assert_int_equal(kf_reach_decide(&r, 9, 10, &can_hold, &can_fail), KERF_OK);
    assert_false(can_hold);
    assert_int_equal(kf_reach_decide(&r, 9, 11, &can_hold, &can_fail), KERF_OK);
    assert_true(can_hold);
    kf_reach_free(&r);
    assert_int_equal(mem.used, 0);
}

static void overflow_is_a_limit(void **unused)
{
    kf_mem mem;
    bool can_hold, can_fail;
    uint32_t literal = 0;
    (void)unused;
    kf_mem_init(&mem, 0);
    kf_reach r = { .mem = &mem };
    assert_int_equal(kf_reach_add(&r, &literal, 1, UINT64_MAX), KERF_OK);
    assert_int_equal(kf_reach_add(&r, NULL, 0, 1), KERF_OK);
    assert_int_equal(kf_reach_decide(&r, 1, 2, &can_hold, &can_fail), KERF_LIMIT);
    kf_reach_free(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(small_counts_are_exact),
        cmocka_unit_test(large_counts_of_few_atoms_are_exact),
        cmocka_unit_test(many_atoms_are_exact),
        cmocka_unit_test(overflow_is_a_limit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

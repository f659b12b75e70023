/* test_hash.c -- hash functions: values that files depend on, and that bits are mixed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/hash.h"

#include <stdlib.h>

/* Seeds, samples and fingerprints are made of these: they may never change. */
static void values_stay(void **state)
{
    (void)state;
    assert_int_equal(kf_hash_add(KF_HASH_SEED, 7), UINT64_C(0xc84f2f95caea27c3));
    assert_int_equal(kf_hash_mix(1), UINT64_C(0x5692161d100b05e5));
    kf_hash_pair p = { 3, 4 };
    kf_hash_pair_add(&p, 5);
    assert_int_equal(p.a, UINT64_C(0xfbea1f0f6beb53c1));
    assert_int_equal(p.b, UINT64_C(0xeb4489e9b491019c));
    assert_int_equal(kf_hash_bytes("", 0), UINT64_C(0x487375ba5ffcd1ae));
    assert_int_equal(kf_hash_bytes("abc", 3), UINT64_C(0xa8dcc1c102011810));
    assert_int_equal(kf_hash_bytes("abcdef", 6), UINT64_C(0xb997c60c3ad38b9b));
    assert_int_equal(kf_hash_bytes("Markov logic networks", 21), UINT64_C(0xf58b7dff10b257cd));
}

/* Each bit of the argument flips about half of the bits of the result. */
static void assert_mixed(uint64_t (*f)(uint64_t), int least, int most)
{
    for (int bit = 0; bit < 64; bit++) {
        int sum = 0;
        for (uint64_t x = 1; x <= 64; x++)
            sum += __builtin_popcountll(f(x * 77777) ^ f(x * 77777 ^ UINT64_C(1) << bit));
        assert_in_range(sum / 64, least, most);
    }
}

static uint64_t mixed_a(uint64_t x)
{
    return kf_hash_pair_mixed((kf_hash_pair){ 1, 2 }, x).a;
}

static uint64_t mixed_b(uint64_t x)
{
    return kf_hash_pair_mixed((kf_hash_pair){ 1, 2 }, x).b;
}

static void every_bit_reaches_every_bit(void **state)
{
    (void)state;
    assert_mixed(kf_hash_mix, 29, 35);
    assert_mixed(mixed_a, 25, 39);
    assert_mixed(mixed_b, 25, 39);
}

static int by_value(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* Small ids, as tables have them, hardly share the low bits by which slots are found. */
static void pairs_spread(void **state)
{
    (void)state;
    enum { SIDE = 128, SLOTS = SIDE * SIDE };
    uint8_t *used = calloc(SLOTS, 1);
    assert_non_null(used);
    uint32_t low = 0;
    for (uint32_t i = 0; i < SLOTS; i++) {
        uint64_t hash = kf_hash_add(kf_hash_add(KF_HASH_SEED, i / SIDE), i % SIDE);
        low += used[hash % SLOTS] == 0;
        used[hash % SLOTS] = 1;
    }
    free(used);
    assert_true(low > SLOTS / 2); /* of random ones 63 % would be used */
}

static void neighbours_share_a_line(void **state)
{
    (void)state;
    for (uint32_t last = 0; last < 1024; last += 16) {
        uint64_t line = kf_hash_near(5, last, 4) >> 4;
        uint32_t places = 0;
        for (uint32_t i = 0; i < 16; i++) {
            uint64_t place = kf_hash_near(5, last + i, 4);
            assert_int_equal(place >> 4, line);
            places |= 1u << (place & 15);
        }
        assert_int_equal(places, 0xffff);
    }
}

/* Sums of mixed values tell sets of two apart, whatever their order. */
static void sums_tell_sets_apart(void **state)
{
    (void)state;
    enum { N = 200 };
    size_t n = 0;
    uint64_t *sums = malloc(sizeof *sums * N * N / 2);
    assert_non_null(sums);
    for (uint64_t i = 1; i < N; i++)
        for (uint64_t j = 0; j < i; j++) sums[n++] = kf_hash_mix(i + 1) + kf_hash_mix(j + 1);
    qsort(sums, n, sizeof *sums, by_value);
    for (size_t i = 1; i < n; i++) assert_true(sums[i] != sums[i - 1]);
    free(sums);
}

static void numbers_by_their_bits(void **state)
{
    (void)state;
    assert_int_equal(kf_hash_bits(1.0), UINT64_C(0x3ff0000000000000));
    assert_true(kf_hash_bits(0.0) != kf_hash_bits(-0.0));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_stay),          cmocka_unit_test(every_bit_reaches_every_bit),
        cmocka_unit_test(pairs_spread),         cmocka_unit_test(neighbours_share_a_line),
        cmocka_unit_test(sums_tell_sets_apart), cmocka_unit_test(numbers_by_their_bits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

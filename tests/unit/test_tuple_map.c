/* test_tuple_map.c -- sets of tuples with counts: adding, completing, sorting, out of memory. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "dice.h"
#include "ground/tuple_map.h"

#include <stdbool.h>
#include <string.h>

/* What a later run finds again of a complete entry is ignored; within one run it adds up. */
static void runs(void **unused)
{
    (void)unused;
    kf_mem mem;
    kf_tuple_map u;
    kf_mem_init(&mem, 0);
    kf_tuple_map_init(&u, 2);
    static const uint32_t a[] = { 1, 2 }, b[] = { 2, 1 };
    assert_int_equal(kf_tuple_map_find(&u, a), UINT32_MAX);
    assert_int_equal(kf_tuple_map_add(&u, &mem, a, 0, 2, 1.5), KERF_OK);
    assert_int_equal(kf_tuple_map_add(&u, &mem, a, 0, 3, 0.5), KERF_OK);
    assert_int_equal(kf_tuple_map_count(&u), 1);
    assert_int_equal(u.times.at[0], 5);
    assert_true(u.weights.at[0] == 2);
    assert_int_equal(kf_tuple_map_add(&u, &mem, a, 1, 7, 7), KERF_OK);
    assert_int_equal(kf_tuple_map_add(&u, &mem, b, 1, 7, 7), KERF_OK);
    assert_int_equal(u.times.at[0], 5);
    assert_int_equal(kf_tuple_map_find(&u, b), 1);
    assert_int_equal(kf_tuple_map_add(&u, &mem, b, 1, UINT64_MAX, 1), KERF_LIMIT);
    kf_tuple_map_clear(&u);
    assert_int_equal(kf_tuple_map_count(&u), 0);
    assert_int_equal(kf_tuple_map_find(&u, a), UINT32_MAX);
    kf_tuple_map_free(&u, &mem);
    assert_int_equal(mem.used, 0);
}

/* What was cut off is forgotten and can come again, as new. */
static void cuts(void **unused)
{
    (void)unused;
    kf_mem mem;
    kf_tuple_map u;
    kf_mem_init(&mem, 0);
    kf_tuple_map_init(&u, 1);
    for (uint32_t i = 0; i < 100; i++)
        assert_int_equal(kf_tuple_map_add(&u, &mem, &i, 0, 1 + i, i), KERF_OK);
    assert_int_equal(kf_tuple_map_cut(&u, &mem, 200), KERF_OK);
    assert_int_equal(kf_tuple_map_count(&u), 100);
    assert_int_equal(kf_tuple_map_cut(&u, &mem, 40), KERF_OK);
    assert_int_equal(kf_tuple_map_count(&u), 40);
    for (uint32_t i = 0; i < 100; i++)
        assert_int_equal(kf_tuple_map_find(&u, &i), i < 40 ? i : UINT32_MAX);
    for (uint32_t i = 30; i < 60; i++)
        assert_int_equal(kf_tuple_map_add(&u, &mem, &i, 40, 7, 7), KERF_OK);
    assert_int_equal(kf_tuple_map_count(&u), 60);
    assert_int_equal(u.times.at[39], 40);
    assert_int_equal(u.times.at[40], 7);
    kf_tuple_map_free(&u, &mem);
    assert_int_equal(mem.used, 0);
}

/* One entry at most where nothing tells tuples apart. */
static void no_width(void **unused)
{
    (void)unused;
    kf_mem mem;
    kf_tuple_map u;
    uint32_t none[1] = { 0 };
    kf_mem_init(&mem, 0);
    kf_tuple_map_init(&u, 0);
    assert_int_equal(kf_tuple_map_find(&u, none), UINT32_MAX);
    assert_int_equal(kf_tuple_map_add(&u, &mem, none, 0, 1, 1), KERF_OK);
    assert_int_equal(kf_tuple_map_add(&u, &mem, none, 0, 1, 1), KERF_OK);
    assert_int_equal(kf_tuple_map_sort(&u, &mem, 0), KERF_OK);
    assert_int_equal(kf_tuple_map_count(&u), 1);
    assert_int_equal(kf_tuple_map_find(&u, none), 0);
    assert_int_equal(u.times.at[0], 2);
    kf_tuple_map_free(&u, &mem);
    assert_int_equal(mem.used, 0);
}

static int compare(const uint32_t *a, const uint32_t *b, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        if (a[i] != b[i]) return a[i] < b[i] ? -1 : 1;
    return 0;
}

/* Rounds of tuples in any order, each round sorted behind the ones before, which stay. */
static void sorting_width(uint32_t width, uint32_t most, uint32_t rounds)
{
    enum { EACH = 500 };
    kf_mem mem;
    kf_tuple_map u;
    uint64_t state = width + most;
    kf_mem_init(&mem, 0);
    kf_tuple_map_init(&u, width);
    for (uint32_t round = 0; round < rounds; round++) {
        uint32_t old = kf_tuple_map_count(&u), first[4] = { 0 };
        if (old) memcpy(first, kf_tuple_map_tuple(&u, 0), width * sizeof *first);
        for (uint32_t i = 0; i < EACH; i++) {
            uint32_t tuple[4];
            for (uint32_t c = 0; c < width; c++) tuple[c] = below(&state, most);
            assert_int_equal(kf_tuple_map_add(&u, &mem, tuple, old, 1, tuple[0]), KERF_OK);
        }
        assert_int_equal(kf_tuple_map_sort(&u, &mem, old), KERF_OK);
        if (old) assert_int_equal(compare(first, kf_tuple_map_tuple(&u, 0), width), 0);
        for (uint32_t i = 0; i < kf_tuple_map_count(&u); i++) {
            const uint32_t *tuple = kf_tuple_map_tuple(&u, i);
            assert_int_equal(kf_tuple_map_find(&u, tuple), i);
            assert_true(u.weights.at[i] == (double)tuple[0] * (double)u.times.at[i]);
            if (i > old) assert_true(compare(kf_tuple_map_tuple(&u, i - 1), tuple, width) < 0);
        }
    }
    kf_tuple_map_free(&u, &mem);
    assert_int_equal(mem.used, 0);
}

static void sorting(void **unused)
{
    (void)unused;
    for (uint32_t width = 1; width <= 4; width++) {
        sorting_width(width, 7, 3);
        sorting_width(width, 5000, 4);
        sorting_width(width, UINT32_C(1) << 31, 2);
    }
}

/* Tuples that are known to be new are found once the next call has placed them. */
static void appending(void **unused)
{
    (void)unused;
    kf_mem mem;
    kf_tuple_map u;
    kf_mem_init(&mem, 0);
    kf_tuple_map_init(&u, 1);
    for (uint32_t i = 0; i < 100; i++) {
        uint32_t tuple = 99 - i;
        assert_int_equal(kf_tuple_map_append(&u, &mem, &tuple, i + 1, 1), KERF_OK);
    }
    assert_int_equal(kf_tuple_map_sort(&u, &mem, 0), KERF_OK);
    for (uint32_t i = 0; i < 100; i++) {
        assert_int_equal(kf_tuple_map_find(&u, &i), i);
        assert_int_equal(u.times.at[i], 100 - i);
    }
    uint32_t again = 50;
    assert_int_equal(kf_tuple_map_add(&u, &mem, &again, 0, 1, 1), KERF_OK);
    assert_int_equal(kf_tuple_map_count(&u), 100);
    assert_int_equal(u.times.at[50], 51);
    kf_tuple_map_free(&u, &mem);
    assert_int_equal(mem.used, 0);
}

/* What is expected needs no more memory when it comes. */
static void expecting(void **unused)
{
    (void)unused;
    kf_mem mem;
    kf_tuple_map u;
    kf_mem_init(&mem, 0);
    kf_tuple_map_init(&u, 2);
    for (uint32_t round = 1; round <= 2; round++) { /* of none, and of some */
        assert_int_equal(kf_tuple_map_expect(&u, &mem, 500), KERF_OK);
        mem.fail_after = 0;
        for (uint32_t i = 0; i < 500; i++) {
            uint32_t tuple[2] = { i / 7, 1000 * round + i };
            assert_int_equal(kf_tuple_map_add(&u, &mem, tuple, 0, i, 1), KERF_OK);
        }
        mem.fail_after = -1;
        assert_int_equal(kf_tuple_map_count(&u), 500 * round);
        for (uint32_t i = 0; i < 500; i++) {
            uint32_t tuple[2] = { i / 7, 1000 * round + i };
            assert_int_equal(kf_tuple_map_find(&u, tuple), 500 * (round - 1) + i);
        }
    }
    kf_tuple_map_free(&u, &mem);
    assert_int_equal(mem.used, 0);
}

static void no_memory(void **unused)
{
    (void)unused;
    bool done = false;
    for (int64_t after = 0; !done; after++) {
        kf_mem mem;
        kf_tuple_map u;
        uint64_t state = 3;
        kf_mem_init(&mem, 0);
        mem.fail_after = after;
        kf_tuple_map_init(&u, 2);
        kerf_status st = kf_tuple_map_expect(&u, &mem, 20);
        for (uint32_t i = 0; i < 200 && st == KERF_OK; i++) {
            uint32_t tuple[2] = { below(&state, 20), below(&state, 20) };
            st = kf_tuple_map_add(&u, &mem, tuple, 0, 1, 1);
        }
        if (st == KERF_OK) st = kf_tuple_map_sort(&u, &mem, 0);
        assert_true(st == KERF_OK || st == KERF_NO_MEMORY);
        done = st == KERF_OK;
        kf_tuple_map_free(&u, &mem);
        assert_int_equal(mem.used, 0);
    }
}

static int always(void *asked)
{
    ++*(int *)asked;
    return 1;
}

/* Placing many tuples anew asks whether to go on; those that are left wait, and nothing is lost. */
static void stops(void **unused)
{
    (void)unused;
    enum { MANY = 200000 };
    int asked = 0;
    kf_mem mem;
    kf_tuple_map u;
    kf_stop stop = { .ask = always, .context = &asked, .thread = pthread_self() };
    kf_mem_init(&mem, 0);
    kf_tuple_map_init(&u, 1);
    for (uint32_t i = 0; i < MANY; i++)
        assert_int_equal(kf_tuple_map_append(&u, &mem, &i, 1, 1), KERF_OK);
    u.stop = &stop;
    const uint32_t next = MANY;
    assert_int_equal(kf_tuple_map_add(&u, &mem, &next, 0, 1, 1), KERF_INTERRUPTED);
    assert_int_equal(asked, 1);
    assert_int_equal(kf_tuple_map_count(&u), MANY);
    u.stop = NULL;
    assert_int_equal(kf_tuple_map_add(&u, &mem, &next, 0, 1, 1), KERF_OK);
    for (uint32_t i = 0; i <= MANY; i++) assert_int_equal(kf_tuple_map_find(&u, &i), i);
    kf_tuple_map_free(&u, &mem);
    assert_int_equal(mem.used, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(runs),    cmocka_unit_test(cuts),      cmocka_unit_test(no_width),
        cmocka_unit_test(sorting), cmocka_unit_test(appending), cmocka_unit_test(no_memory),
        cmocka_unit_test(stops),   cmocka_unit_test(expecting),
    };
    return cmocka_run_group_tests_name("tuple_map", tests, NULL, NULL);
}

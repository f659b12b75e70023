/* test_base.c -- slices, the counted allocator, vectors, arenas, sorting. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/mem.h"
#include "base/sort.h"

#include <errno.h>
#include <stdalign.h>
#include <stdlib.h>
#include <string.h>

typedef KF_VEC(int) int_vec;

static kf_str str(const char *text)
{
    return kf_str_of(text);
}

/* In this order, each before all that follow. */
static void order_of_texts(void **state)
{
    static const char *const texts[] = { "",     "0",      "00",      "007",   "5",     "12",
                                         "A.05", "A.12",   "A.5",     "P0",    "P01",   "P1",
                                         "P1,",  "P1a",    "P2",      "P2(1)", "P2(3)", "P2(21)",
                                         "P10",  "P10, 9", "P10, 10", "P10x2", "P10x11" };
    (void)state;
    size_t n = sizeof texts / sizeof *texts;
    for (size_t i = 0; i < n; i++) {
        for (size_t k = 0; k < n; k++) {
            int wanted = i == k ? 0 : i < k ? -1 : 1;
            int order = kf_str_order(kf_str_of(texts[i]), kf_str_of(texts[k]));
            assert_int_equal(order, wanted);
        }
    }
    assert_int_equal(kf_str_order(kf_str_of("P01"), kf_str_of("P011")), -1); /* begin with 0 */
    assert_int_equal(kf_str_order(kf_str_of("P011"), kf_str_of("P1")), -1);
}

static void slices_compare(void **state)
{
    (void)state;
    assert_int_equal(kf_str_of(NULL).n, 0);
    assert_true(kf_str_eq(KF_STR("abc"), str("abc")));
    assert_true(kf_str_eq((kf_str){ NULL, 0 }, KF_STR("")));
    assert_false(kf_str_eq(KF_STR("abc"), KF_STR("abd")));
    assert_true(kf_str_eq_nocase(KF_STR("Friends"), KF_STR("fRIENDS")));
    assert_false(kf_str_eq_nocase(KF_STR("a["), KF_STR("a{")));
    assert_int_equal(kf_str_cmp(KF_STR("ab"), KF_STR("abc")), -1);
    assert_int_equal(kf_str_cmp(KF_STR("b"), KF_STR("abc")), 1);
    assert_int_equal(kf_str_cmp(KF_STR("\xff"), KF_STR("a")), 1);
    assert_int_equal(kf_str_cmp(KF_STR("a\0b"), KF_STR("a\0c")), -1);
    assert_int_equal(kf_str_cmp((kf_str){ NULL, 0 }, KF_STR("")), 0);
}

/* The whole table, straight from the recurrence. */
static unsigned naive_distance(kf_str a, kf_str b)
{
    unsigned cost[20][20];
    for (size_t i = 0; i <= a.n; i++) {
        for (size_t j = 0; j <= b.n; j++) {
            unsigned best = (unsigned)(i == 0 ? j : i);
            if (i > 0 && j > 0) {
                best = cost[i - 1][j - 1] + (a.at[i - 1] != b.at[j - 1]);
                if (cost[i - 1][j] + 1 < best) best = cost[i - 1][j] + 1;
                if (cost[i][j - 1] + 1 < best) best = cost[i][j - 1] + 1;
            }
            if (i > 1 && j > 1 && a.at[i - 1] == b.at[j - 2] && a.at[i - 2] == b.at[j - 1]
                && cost[i - 2][j - 2] + 1 < best) {
                best = cost[i - 2][j - 2] + 1;
            }
            cost[i][j] = best;
        }
    }
    return cost[a.n][b.n];
}

static void distance_is_right(void **state)
{
    (void)state;
    assert_int_equal(kf_str_distance(KF_STR("Friends"), KF_STR("freinds"), 3), 1);
    assert_int_equal(kf_str_distance(KF_STR("kitten"), KF_STR("sitting"), 5), 3);
    assert_int_equal(kf_str_distance(KF_STR("kitten"), KF_STR("sitting"), 2), 3);
    assert_int_equal(kf_str_distance(KF_STR(""), KF_STR("ab"), 5), 2);
    char text[65];
    memset(text, 'a', sizeof text);
    assert_int_equal(kf_str_distance((kf_str){ text, 64 }, (kf_str){ text, 63 }, 3), 1);
    assert_int_equal(kf_str_distance((kf_str){ text, 65 }, (kf_str){ text, 65 }, 3), 4);

    uint32_t seed = 1;
    for (int i = 0; i < 20000; i++) {
        char a[10], b[10];
        size_t an = (seed >> 8) % 10, bn = (seed >> 16) % 10;
        for (int j = 0; j < 10; j++) {
            seed = seed * 1664525 + 1013904223;
            a[j] = (char)('a' + (seed >> 20) % 3);
            b[j] = (char)('a' + (seed >> 24) % 3);
        }
        for (unsigned max = 0; max < 8; max++) {
            unsigned wanted = naive_distance((kf_str){ a, an }, (kf_str){ b, bn });
            unsigned got = kf_str_distance((kf_str){ a, an }, (kf_str){ b, bn }, max);
            assert_int_equal(got, wanted <= max ? wanted : max + 1);
        }
    }
}

static const char *nearest(const char *wanted, const char *const *candidates)
{
    kf_nearest best = { str(wanted), { 0 }, 0 };
    for (; *candidates; candidates++) kf_nearest_try(&best, str(*candidates));
    return best.best.n ? best.best.at : NULL;
}

static void nearest_is_sensible(void **state)
{
    (void)state;
    const char *const names[] = { "Smokes", "Friends", "Cancer", "x", "Friend", "", NULL };
    assert_string_equal(nearest("Smoke", names), "Smokes");
    assert_string_equal(nearest("frends", names), "Friends"); /* the first of two at distance 1 */
    assert_string_equal(nearest("cancer", names), "Cancer");
    assert_string_equal(nearest("X", names), "x");
    assert_null(nearest("y", names));
    assert_null(nearest("Smokes", (const char *const[]){ "Smokes", NULL }));
    assert_null(nearest("Knows", names));
    assert_null(nearest("", names));
}

static void errors_have_words(void **state)
{
    (void)state;
    assert_string_equal(kf_system_error(ENOENT), "no such file or directory");
    assert_non_null(kf_system_error(EXDEV));
}

static void memory_is_counted(void **state)
{
    (void)state;
    kf_mem mem;
    kf_mem_init(&mem, 0);
    char *a = kf_mem_alloc(&mem, 10, 10);
    char *b = kf_mem_calloc(&mem, 5, 1);
    assert_int_equal(mem.used, 105);
    assert_memory_equal(b, "\0\0\0\0\0", 5);
    memset(a, 7, 100);
    a = kf_mem_resize(&mem, a, 10, 20, 10);
    assert_int_equal(mem.used, 205);
    assert_int_equal(a[99], 7);
    a = kf_mem_resize(&mem, a, 20, 1, 10);
    assert_int_equal(mem.used, 15);
    assert_int_equal(mem.peak, 205);
    void *none = kf_mem_alloc(&mem, 0, 8);
    assert_non_null(none);
    none = kf_mem_resize(&mem, none, 0, 0, 8);
    assert_non_null(none);
    kf_mem_free(&mem, none, 0, 8);
    kf_mem_free(&mem, a, 1, 10);
    kf_mem_free(&mem, b, 5, 1);
    kf_mem_free(&mem, NULL, 3, 3);
    assert_int_equal(mem.used, 0);
}

static void memory_is_refused(void **state)
{
    (void)state;
    kf_mem mem;
    kf_mem_init(&mem, 100);
    assert_null(kf_mem_alloc(&mem, SIZE_MAX / 2, 3));
    assert_null(kf_mem_calloc(&mem, SIZE_MAX, SIZE_MAX));
    assert_null(kf_mem_alloc(&mem, 101, 1));
    char *a = kf_mem_alloc(&mem, 60, 1);
    assert_non_null(a);
    assert_null(kf_mem_alloc(&mem, 41, 1));
    assert_null(kf_mem_resize(&mem, a, 60, 101, 1));
    assert_null(kf_mem_resize(&mem, a, 30, SIZE_MAX, 2));
    assert_int_equal(mem.used, 60);
    a = kf_mem_resize(&mem, a, 60, 100, 1);
    assert_non_null(a);
    mem.fail_after = 1;
    a = kf_mem_resize(&mem, a, 100, 50, 1);
    assert_non_null(a);
    assert_null(kf_mem_alloc(&mem, 1, 1));
    assert_null(kf_mem_resize(&mem, a, 50, 20, 1));
    assert_null(kf_mem_calloc(&mem, 0, 1));
    kf_mem_free(&mem, a, 50, 1);
    assert_int_equal(mem.used, 0);
}

static void vectors_grow(void **state)
{
    (void)state;
    kf_mem mem;
    kf_mem_init(&mem, 0);
    int_vec vec = { 0 };
    for (int i = 0; i < 1000; i++) assert_true(kf_vec_push(&mem, &vec, i));
    assert_int_equal(vec.n, 1000);
    assert_in_range(vec.cap, 1000, 1500);
    for (int i = 0; i < 1000; i++) assert_int_equal(vec.at[i], i);
    assert_false(kf_vec_reserve(&mem, &vec, SIZE_MAX));
    assert_false(kf_vec_reserve(&mem, &vec, SIZE_MAX / 4));
    mem.fail_after = 0;
    size_t cap = vec.cap;
    assert_false(kf_vec_reserve(&mem, &vec, 1000));
    mem.fail_after = -1;
    assert_int_equal(vec.cap, cap);
    assert_int_equal(mem.used, cap * sizeof(int));
    assert_int_equal(vec.at[999], 999);
    kf_vec_free(&mem, &vec);
    assert_int_equal(mem.used, 0);
}

static void arenas_hold(void **state)
{
    (void)state;
    kf_mem mem;
    kf_mem_init(&mem, 0);
    kf_arena arena;
    kf_arena_init(&arena, &mem);
    kf_arena_free(&arena);
    char *blocks[500];
    for (size_t i = 0; i < 500; i++) {
        size_t n = i % 50 == 49 ? 100 * i : i % 37;
        blocks[i] = kf_arena_alloc(&arena, n, 1);
        assert_non_null(blocks[i]);
        assert_int_equal((uintptr_t)blocks[i] % alignof(max_align_t), 0);
        for (size_t j = 0; j < n; j++) assert_int_equal(blocks[i][j], 0);
        memset(blocks[i], (int)(i % 251), n);
        assert_string_equal(kf_arena_string(&arena, KF_STR("between")), "between");
    }
    for (size_t i = 0; i < 500; i++) {
        size_t n = i % 50 == 49 ? 100 * i : i % 37;
        for (size_t j = 0; j < n; j++) assert_int_equal((unsigned char)blocks[i][j], i % 251);
    }
    const int numbers[] = { 1, 2, 3 };
    const int *copy = kf_arena_copy(&arena, numbers, 3, sizeof *numbers);
    assert_memory_equal(copy, numbers, sizeof numbers);
    assert_string_equal(kf_arena_string(&arena, (kf_str){ NULL, 0 }), "");
    assert_null(kf_arena_alloc(&arena, SIZE_MAX, 2));
    assert_null(kf_arena_alloc(&arena, SIZE_MAX - 3, 1));
    mem.fail_after = 0;
    assert_null(kf_arena_alloc(&arena, 1 << 20, 1));
    kf_arena_free(&arena);
    assert_int_equal(mem.used, 0);
}

/* What is taken after a mark or after clearing is zero again, and nothing before a mark moves. */
static void arenas_rewind(void **state)
{
    (void)state;
    kf_mem mem;
    kf_arena arena;
    kf_mem_init(&mem, 0);
    kf_arena_init(&arena, &mem);
    for (size_t round = 0; round < 40; round++) {
        kf_arena_mark outer = kf_arena_get_mark(&arena);
        unsigned char *kept = kf_arena_alloc(&arena, 100 + round, 1);
        for (size_t j = 0; j < 100 + round; j++) assert_int_equal(kept[j], 0);
        memset(kept, 7, 100 + round);
        for (size_t k = 0; k < 3; k++) {
            kf_arena_mark inner = kf_arena_get_mark(&arena);
            for (size_t i = 0; i < round; i++) {
                size_t n = i % 5 == 4 ? 900 * k + 200 : 30;
                unsigned char *more = kf_arena_alloc(&arena, n, 1);
                for (size_t j = 0; j < n; j++) assert_int_equal(more[j], 0);
                memset(more, 9, n);
            }
            kf_arena_rewind(&arena, inner);
        }
        for (size_t j = 0; j < 100 + round; j++) assert_int_equal(kept[j], 7);
        if (round % 3 == 0) kf_arena_rewind(&arena, outer);
        if (round % 10 == 9) kf_arena_clear(&arena);
    }
    size_t used = mem.used;
    kf_arena_clear(&arena);
    assert_true(mem.used > 0 && mem.used <= used);
    kf_arena_free(&arena);
    assert_int_equal(mem.used, 0);
}

/* Ascending, and as many of each as before: their sums with and without a mixing. */
static void numbers_are_sorted(void **state)
{
    enum { MOST = 300 };
    static const uint32_t ranges[] = { 1, 2, 40, 70000, UINT32_MAX };
    uint32_t x = 1, at[MOST];
    (void)state;
    for (size_t n = 0; n <= MOST; n++) {
        for (size_t r = 0; r < sizeof ranges / sizeof *ranges; r++) {
            uint64_t sum = 0, mixed = 0;
            for (size_t i = 0; i < n; i++) {
                x = x * 1664525 + 1013904223;
                at[i] = (uint32_t)((uint64_t)x * ranges[r] >> 32) + (r == 2 ? UINT32_MAX - 40 : 0);
                sum += at[i];
                mixed += ((uint64_t)at[i] + 1) * ((uint64_t)at[i] + 3);
            }
            kf_numbers_sort(at, n);
            for (size_t i = 0; i < n; i++) {
                assert_true(i == 0 || at[i - 1] <= at[i]);
                sum -= at[i];
                mixed -= ((uint64_t)at[i] + 1) * ((uint64_t)at[i] + 3);
            }
            assert_true(sum == 0 && mixed == 0);
        }
    }
}

typedef struct numbered {
    uint32_t key, number;
} numbered;

static int by_key(const void *a, const void *b)
{
    uint32_t x = ((const numbered *)a)->key, y = ((const numbered *)b)->key;
    return x < y ? -1 : x > y;
}

/* Each record is there once, and its key with it: sorted, unless the sort was stopped. */
static void check_records(const numbered *at, size_t n, bool *seen, bool sorted)
{
    memset(seen, 0, n * sizeof *seen);
    for (size_t i = 0; i < n; i++) {
        assert_true(at[i].number < n && !seen[at[i].number]);
        assert_int_equal(at[i].key, at[i].number * 2654435761U >> 12);
        seen[at[i].number] = true;
        assert_true(!sorted || i == 0 || at[i - 1].key <= at[i].key);
    }
}

/* One that is stopped at each of its questions keeps every record. */
static void records_are_sorted(void **state)
{
    static const size_t sizes[] = { 0, 1, 2, 1023, 1024, 1025, 2049, 5000, 40000 };
    (void)state;
    kf_mem mem;
    kf_mem_init(&mem, 0);
    numbered *at = calloc(40000, sizeof *at);
    bool *seen = calloc(40000, sizeof *seen);
    assert_true(at && seen);
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        kerf_status st = KERF_INTERRUPTED;
        for (uint32_t most = 1; st == KERF_INTERRUPTED; most++) {
            kf_stop stop = { .most = most };
            kf_patience patience = kf_patience_of(&stop);
            for (uint32_t i = 0; i < sizes[s]; i++) at[i] = (numbered){ i * 2654435761U >> 12, i };
            st = kf_records_sort(&mem, at, sizes[s], sizeof *at, by_key, &patience);
            check_records(at, sizes[s], seen, st == KERF_OK);
            assert_true(st == KERF_OK || st == KERF_INTERRUPTED);
        }
    }
    free(at);
    free(seen);
    assert_int_equal(mem.used, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(slices_compare),     cmocka_unit_test(order_of_texts),
        cmocka_unit_test(distance_is_right),  cmocka_unit_test(nearest_is_sensible),
        cmocka_unit_test(errors_have_words),  cmocka_unit_test(memory_is_counted),
        cmocka_unit_test(memory_is_refused),  cmocka_unit_test(vectors_grow),
        cmocka_unit_test(arenas_hold),        cmocka_unit_test(arenas_rewind),
        cmocka_unit_test(numbers_are_sorted), cmocka_unit_test(records_are_sorted),
    };
    return cmocka_run_group_tests_name("test_base", tests, NULL, NULL);
}

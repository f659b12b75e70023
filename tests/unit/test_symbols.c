/* test_symbols.c -- the symbol table against a naive oracle, under faults, and its hash. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/hash.h"
#include "base/symbols.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t seed;

static uint64_t random_bits(void)
{
    uint64_t z = seed += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

static void basics(void **state)
{
    (void)state;
    kf_mem mem;
    kf_mem_init(&mem, 0);
    kf_symbols *symbols = kf_symbols_new(&mem);
    assert_int_equal(kf_symbols_count(symbols), 0);
    assert_int_equal(kf_symbols_find(symbols, KF_STR("Anna")), KF_NO_SYMBOL);
    assert_int_equal(kf_symbols_add(symbols, KF_STR("Anna")), 0);
    assert_int_equal(kf_symbols_add(symbols, KF_STR("Bob")), 1);
    assert_int_equal(kf_symbols_add(symbols, KF_STR("Anna")), 0);
    assert_int_equal(kf_symbols_add(symbols, (kf_str){ NULL, 0 }), 2);
    assert_int_equal(kf_symbols_add(symbols, KF_STR("a\0b")), 3);
    assert_int_equal(kf_symbols_add(symbols, KF_STR("a\0c")), 4);
    assert_int_equal(kf_symbols_find(symbols, KF_STR("")), 2);
    assert_int_equal(kf_symbols_find(symbols, KF_STR("a\0b")), 3);
    assert_int_equal(kf_symbols_text(symbols, 3).n, 3);
    assert_true(kf_str_eq(kf_symbols_text(symbols, 0), KF_STR("Anna")));
    kf_symbols_truncate(symbols, 9);
    assert_int_equal(kf_symbols_count(symbols), 5);
    kf_symbols_truncate(symbols, 1);
    assert_int_equal(kf_symbols_find(symbols, KF_STR("Bob")), KF_NO_SYMBOL);
    assert_int_equal(kf_symbols_add(symbols, KF_STR("Carl")), 1);
    kf_symbols_truncate(symbols, 0);
    assert_int_equal(kf_symbols_find(symbols, KF_STR("Anna")), KF_NO_SYMBOL);
    kf_symbols_free(symbols);
    kf_symbols_free(NULL);
    assert_int_equal(mem.used, 0);
}

/* Lengths around every border of the length code, the hash and the pages. */
static void all_lengths(void **state)
{
    (void)state;
    static const size_t lengths[] = { 0,    1,     2,     3,       4,       7,      8,    9,
                                      15,   16,    17,    127,     128,     129,    1000, 1023,
                                      1024, 16383, 16384, 1048574, 1048576, 3000000 };
    static char text[3000000];
    kf_mem mem;
    kf_mem_init(&mem, 0);
    kf_symbols *symbols = kf_symbols_new(&mem);
    for (size_t i = 0; i < sizeof text; i++) text[i] = (char)(i * 31 + i / 251);
    for (uint32_t round = 0; round < 2; round++) {
        for (uint32_t i = 0; i < KF_LENGTH(lengths); i++) {
            assert_int_equal(kf_symbols_add(symbols, (kf_str){ text, lengths[i] }), i);
        }
    }
    for (uint32_t i = 0; i < KF_LENGTH(lengths); i++) {
        assert_true(kf_str_eq(kf_symbols_text(symbols, i), (kf_str){ text, lengths[i] }));
    }
    for (uint32_t i = KF_LENGTH(lengths); i-- > 0;) {
        kf_symbols_truncate(symbols, i);
        assert_int_equal(kf_symbols_find(symbols, (kf_str){ text, lengths[i] }), KF_NO_SYMBOL);
        assert_int_equal(kf_symbols_add(symbols, (kf_str){ text, lengths[i] }), i);
        kf_symbols_truncate(symbols, i);
    }
    kf_symbols_free(symbols);
    assert_int_equal(mem.used, 0);
}

/* The oracle: a list, and a search from its start. */
enum { ORACLE_MOST = 1500, WORD_MOST = 24 };
typedef struct oracle {
    char at[ORACLE_MOST][WORD_MOST];
    size_t n[ORACLE_MOST];
    uint32_t count;
} oracle;

static uint32_t oracle_find(const oracle *list, kf_str word)
{
    for (uint32_t i = 0; i < list->count; i++) {
        if (list->n[i] == word.n && memcmp(list->at[i], word.at, word.n) == 0) return i;
    }
    return KF_NO_SYMBOL;
}

static uint32_t oracle_add(oracle *list, kf_str word)
{
    uint32_t id = oracle_find(list, word);
    if (id != KF_NO_SYMBOL) return id;
    memcpy(list->at[list->count], word.at, word.n);
    list->n[list->count] = word.n;
    return list->count++;
}

static kf_str random_word(char room[WORD_MOST])
{
    size_t n = random_bits() % 4 ? random_bits() % 4 : random_bits() % WORD_MOST;
    unsigned letters = n < 4 ? 11 : 2;
    for (size_t i = 0; i < n; i++) room[i] = (char)(random_bits() % letters);
    return (kf_str){ room, n };
}

static void agree(const kf_symbols *symbols, const oracle *list)
{
    assert_int_equal(kf_symbols_count(symbols), list->count);
    for (uint32_t i = 0; i < list->count; i++) {
        kf_str word = { list->at[i], list->n[i] };
        assert_true(kf_str_eq(kf_symbols_text(symbols, i), word));
        assert_int_equal(kf_symbols_find(symbols, word), i);
    }
}

static void random_operations(void **state)
{
    (void)state;
    static oracle list;
    static char rooms[64][WORD_MOST];
    kf_mem mem;
    for (seed = 1; seed < 1000000; seed += 100003) {
        kf_mem_init(&mem, 0);
        kf_symbols *symbols = kf_symbols_new(&mem);
        list.count = 0;
        for (int step = 0; step < 3000; step++) {
            uint64_t kind = random_bits() % 100;
            if (list.count + 64 > ORACLE_MOST || kind == 0) {
                uint32_t keep = (uint32_t)(random_bits() % (list.count + 1));
                kf_symbols_truncate(symbols, keep);
                list.count = keep;
                agree(symbols, &list);
            } else if (kind < 5) {
                kf_str words[64];
                uint32_t ids[64];
                size_t n = random_bits() % 65;
                for (size_t i = 0; i < n; i++) words[i] = random_word(rooms[i]);
                assert_int_equal(kf_symbols_add_many(symbols, words, ids, n), n);
                for (size_t i = 0; i < n; i++) {
                    assert_int_equal(ids[i], oracle_add(&list, words[i]));
                }
            } else if (kind < 60) {
                kf_str word = random_word(rooms[0]);
                assert_int_equal(kf_symbols_add(symbols, word), oracle_add(&list, word));
            } else {
                kf_str word = random_word(rooms[0]);
                assert_int_equal(kf_symbols_find(symbols, word), oracle_find(&list, word));
            }
        }
        agree(symbols, &list);
        kf_symbols_free(symbols);
        assert_int_equal(mem.used, 0);
    }
}

/* Large enough for many pages and chunks, and for the batches of add_many. */
static void many_symbols(void **state)
{
    (void)state;
    enum { N = 300000 };
    kf_mem mem;
    kf_mem_init(&mem, 0);
    kf_symbols *symbols = kf_symbols_new(&mem);
    char *room = malloc((size_t)N * 16);
    kf_str *words = malloc(N * sizeof *words);
    uint32_t *ids = malloc(N * sizeof *ids);
    assert_true(room && words && ids);
    size_t length = 0;
    for (size_t i = 0; i < N; i++) {
        int n = snprintf(room + 16 * i, 16, "Person%zu", i);
        words[i] = (kf_str){ room + 16 * i, (size_t)n };
        length += (size_t)n;
    }
    assert_int_equal(kf_symbols_add_many(symbols, words, ids, N), N);
    const char *first = kf_symbols_text(symbols, 0).at;
    for (uint32_t i = 0; i < N; i++) assert_int_equal(ids[i], i);
    assert_true(mem.used < length + (size_t)30 * N);
    for (uint32_t keep = N; keep > 0; keep -= keep / 3 + 1) {
        kf_symbols_truncate(symbols, keep);
        for (uint32_t i = 0; i < keep; i += 7) {
            assert_int_equal(kf_symbols_find(symbols, words[i]), i);
        }
        for (uint32_t i = keep; i < N; i += 11) {
            assert_int_equal(kf_symbols_find(symbols, words[i]), KF_NO_SYMBOL);
        }
    }
    assert_ptr_equal(kf_symbols_text(symbols, 0).at, first);
    kf_symbols_truncate(symbols, 1000);
    assert_int_equal(kf_symbols_add_many(symbols, words, ids, N), N);
    assert_int_equal(ids[N - 1], N - 1);
    kf_symbols_free(symbols);
    assert_int_equal(mem.used, 0);
    free(room);
    free(words);
    free(ids);
}

/* Every allocation fails once; what was added before the failure stays right. */
static void faults(void **state)
{
    (void)state;
    enum { N = 6000 };
    static char rooms[N][8];
    static kf_str words[N];
    static uint32_t ids[N];
    for (size_t i = 0; i < N; i++) {
        words[i] = (kf_str){ rooms[i], (size_t)snprintf(rooms[i], sizeof rooms[i], "%zu", i) };
    }
    for (int64_t fail = 0;; fail++) {
        kf_mem mem;
        kf_mem_init(&mem, 0);
        mem.fail_after = fail;
        kf_symbols *symbols = kf_symbols_new(&mem);
        size_t done = 0;
        if (symbols) {
            done = kf_symbols_add_many(symbols, words, ids, N);
            assert_int_equal(kf_symbols_count(symbols), done);
            if (done < N) {
                assert_int_equal(kf_symbols_add(symbols, words[done]), KF_NO_SYMBOL);
            }
            for (uint32_t i = 0; i < N; i++) {
                uint32_t wanted = i < done ? i : KF_NO_SYMBOL;
                assert_int_equal(kf_symbols_find(symbols, words[i]), wanted);
            }
            mem.fail_after = -1; /* and it recovers */
            assert_int_equal(kf_symbols_add_many(symbols, words, ids, N), N);
            kf_symbols_truncate(symbols, (uint32_t)done / 2);
            assert_int_equal(kf_symbols_add(symbols, words[N - 1]), done / 2);
        }
        kf_symbols_free(symbols);
        assert_int_equal(mem.used, 0);
        if (done == N) break;
    }
}

/* Room for many beforehand changes no id, and is refused without harm. */
static void reserving(void **state)
{
    (void)state;
    static const uint32_t numbers[] = { 0, 1, 11, 12, 13, 100, 1000, 70000 };
    for (size_t r = 0; r < KF_LENGTH(numbers); r++) {
        kf_mem mem;
        kf_mem_init(&mem, 0);
        kf_symbols *symbols = kf_symbols_new(&mem);
        char room[32];
        assert_int_equal(kf_symbols_add(symbols, KF_STR("first")), 0);
        mem.fail_after = 0;
        if (!kf_symbols_reserve(symbols, numbers[r])) {
            mem.fail_after = -1;
            assert_true(kf_symbols_reserve(symbols, numbers[r]));
        }
        size_t used = mem.used;
        mem.fail_after = -1;
        assert_false(kf_symbols_reserve(symbols, KF_NO_SYMBOL - 1));
        assert_int_equal(mem.used, used);
        for (uint32_t i = 0; i < numbers[r]; i++) {
            int n = snprintf(room, sizeof room, "%s%u", i % 2 ? "a longer name " : "n", i);
            assert_int_equal(kf_symbols_add(symbols, (kf_str){ room, (size_t)n }), i + 1);
        }
        kf_symbols_check(symbols);
        assert_int_equal(kf_symbols_find(symbols, KF_STR("first")), 0);
        kf_symbols_truncate(symbols, 0);
        kf_symbols_check(symbols);
        kf_symbols_free(symbols);
        assert_int_equal(mem.used, 0);
    }
}

static void hash_is_fixed_and_spread(void **state)
{
    (void)state;
    /* The same on every machine: computed from the definition by other code. */
    assert_true(kf_hash_bytes("", 0) == UINT64_C(0x487375ba5ffcd1ae));
    assert_true(kf_hash_bytes("abc", 3) == UINT64_C(0xa8dcc1c102011810));
    assert_true(kf_hash_bytes("Person12345", 11) == UINT64_C(0x0c638714335882c4));
    enum { N = 1 << 20, BINS = 1 << 16 };
    static unsigned bins[BINS];
    for (int i = 0; i < N; i++) {
        char text[16];
        int n = snprintf(text, sizeof text, "C%d", i);
        bins[kf_hash_bytes(text, (size_t)n) >> 48]++;
    }
    double chi = 0;
    for (int i = 0; i < BINS; i++) {
        double off = (double)bins[i] - (double)N / BINS;
        chi += off * off / ((double)N / BINS);
    }
    assert_true(chi > BINS * 0.9 && chi < BINS * 1.1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(basics),
        cmocka_unit_test(all_lengths),
        cmocka_unit_test(random_operations),
        cmocka_unit_test(many_symbols),
        cmocka_unit_test(faults),
        cmocka_unit_test(reserving),
        cmocka_unit_test(hash_is_fixed_and_spread),
    };
    return cmocka_run_group_tests_name("test_symbols", tests, NULL, NULL);
}

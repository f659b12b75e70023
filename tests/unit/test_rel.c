/* test_rel.c -- relations and their indexes against a plain list of rows, under random changes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "dice.h"
#include "query/relation.h"
#include "evidence/facts.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_WIDTH = 4, MOST_ROWS = 4096 };

typedef struct list { /* what the relation should hold */
    uint32_t width, n;
    uint32_t rows[MOST_ROWS][MOST_WIDTH];
} list;

static uint32_t find(const list *l, const uint32_t *row)
{
    uint32_t i = 0;
    while (i < l->n && memcmp(l->rows[i], row, l->width * sizeof *row) != 0) i++;
    return i;
}

static bool agrees(const uint32_t *a, const uint32_t *b, uint32_t width, uint32_t mask)
{
    for (uint32_t c = 0; c < width; c++)
        if (mask >> c & 1 && a[c] != b[c]) return false;
    return true;
}

/* The rows of a key, by the index and by looking at all of them. */
static void same_rows(kf_relation *r, const list *l, uint32_t mask, const uint32_t *row)
{
    kf_index *index;
    uint32_t count, expected = 0;
    assert_int_equal(kf_relation_index(r, mask, &index), KERF_OK);
    const uint32_t *rows = kf_index_rows(r, index, row, &count);
    for (uint32_t i = 0; i < l->n; i++) expected += agrees(l->rows[i], row, l->width, mask);
    assert_int_equal(count, expected);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t found[MOST_WIDTH];
        for (uint32_t c = 0; c < l->width; c++) found[c] = r->columns[c][rows[i]];
        assert_true(agrees(found, row, l->width, mask));
        assert_int_not_equal(find(l, found), l->n);
        for (uint32_t k = 0; k < i; k++) assert_int_not_equal(rows[i], rows[k]);
    }
}

static void random_row(uint64_t *state, uint32_t width, const uint32_t *constants, uint32_t *row)
{
    for (uint32_t c = 0; c < width; c++) row[c] = below(state, constants[c]);
}

static void change(kf_relation *r, list *l, const uint32_t *row, bool insert)
{
    uint32_t at = find(l, row);
    bool there = at < l->n, added = false;
    assert_int_equal(kf_relation_has(r, row), there);
    if (insert) {
        uint32_t place;
        if (!there && l->n % 2) { /* known to be new */
            assert_int_equal(kf_relation_add(r, row, &place), KERF_OK);
            assert_int_equal(place, kf_relation_find(r, row));
        } else {
            assert_int_equal(kf_relation_insert(r, row, &added), KERF_OK);
            assert_int_equal(added, !there);
        }
        if (!there) memcpy(l->rows[l->n++], row, l->width * sizeof *row);
    } else {
        assert_int_equal(kf_relation_remove(r, row), there);
        if (there) memmove(l->rows[at], l->rows[--l->n], sizeof l->rows[at]);
    }
    assert_int_equal(r->alive, l->n);
    assert_int_equal(kf_relation_find(r, row) != KF_NO_ROW, insert);
}

static void one_sequence(uint32_t width, const uint32_t *constants, uint32_t steps, uint64_t seed)
{
    kf_mem mem;
    kf_relation *r;
    uint64_t state = seed;
    list *l = calloc(1, sizeof *l);
    assert_non_null(l);
    l->width = width;
    kf_mem_init(&mem, 0);
    assert_int_equal(kf_relation_new(&r, &mem, width, constants, NULL), KERF_OK);
    uint32_t full = (1u << width) - 1;
    for (uint32_t i = 0; i < steps && l->n < MOST_ROWS - 1; i++) {
        uint32_t row[MOST_WIDTH] = { 0 };
        random_row(&state, width, constants, row);
        /* Waves: mostly filling, then mostly emptying, so that keys die and come back. */
        change(r, l, row, below(&state, 10) < (i / 200 % 2 ? 3u : 7u));
        random_row(&state, width, constants, row);
        if (width > 1) same_rows(r, l, 1 + below(&state, full - 1), row);
    }
    kf_relation_free(r);
    free(l);
    assert_int_equal(mem.used, 0);
}

static void changes(void **unused)
{
    (void)unused;
    static const uint32_t few[] = { 3, 4, 3, 2 }, many[] = { 900, 700, 5, 300 };
    for (uint32_t width = 1; width <= MOST_WIDTH; width++) {
        one_sequence(width, few, 3000, width);
        one_sequence(width, many, 3000, 17 * width);
    }
}

/* A relation without columns holds one row or none. */
static void no_columns(void **unused)
{
    (void)unused;
    kf_mem mem;
    kf_relation *r;
    bool added;
    uint32_t row[1] = { 0 };
    kf_mem_init(&mem, 0);
    assert_int_equal(kf_relation_new(&r, &mem, 0, NULL, NULL), KERF_OK);
    assert_false(kf_relation_has(r, row));
    assert_false(kf_relation_remove(r, row));
    for (int i = 0; i < 3; i++) {
        assert_int_equal(kf_relation_insert(r, row, &added), KERF_OK);
        assert_true(added);
        assert_int_equal(kf_relation_insert(r, row, &added), KERF_OK);
        assert_false(added);
        assert_true(kf_relation_has(r, row));
        assert_int_equal(r->alive, 1);
        assert_true(kf_relation_remove(r, row));
        assert_int_equal(r->alive, 0);
    }
    kf_relation_free(r);
    assert_int_equal(mem.used, 0);
}

/* Evidence with numbers: several rows may share their constants. */
static void numbers(void **unused)
{
    (void)unused;
    kf_mem mem;
    kf_facts evidence;
    kf_relation *r;
    static const uint32_t constants[] = { 3, 2 };
    static const uint32_t rows[][2] = { { 0, 1 }, { 0, 1 }, { 2, 0 }, { 0, 0 } };
    static const double values[] = { 1.5, -2, 0.5, 1.5 };
    kf_mem_init(&mem, 0);
    kf_facts_init(&evidence, 2, 2, true, false);
    for (uint32_t i = 0; i < 4; i++)
        assert_int_equal(
            kf_facts_push(&evidence, &mem,
                          &(kf_fact){ .ids = rows[i], .number = values[i], .line = i }),
            KERF_OK);
    assert_int_equal(kf_facts_close(&evidence, &mem, NULL, NULL, NULL), KERF_OK);
    assert_int_equal(kf_relation_new(&r, &mem, 2, constants, &evidence), KERF_OK);
    for (uint32_t i = 0; i < 4; i++) {
        assert_true(kf_relation_has(r, rows[i]));
        assert_true(kf_relation_has_number(r, rows[i], values[i]));
        assert_false(kf_relation_has_number(r, rows[i], 7));
    }
    assert_false(kf_relation_has_number(r, rows[2], 1.5));
    kf_index *index;
    uint32_t count, key[2] = { 0, 0 };
    assert_int_equal(kf_relation_index(r, 1, &index), KERF_OK);
    kf_index_rows(r, index, key, &count);
    assert_int_equal(count, 3);
    key[0] = 1;
    kf_index_rows(r, index, key, &count);
    assert_int_equal(count, 0);
    kf_relation_free(r);
    kf_facts_free(&evidence, &mem);
    assert_int_equal(mem.used, 0);
}

/* Whatever allocation fails, the relation is as it was or the change is there in full. */
/* Worlds one after another: rows go, and what little room they had stays. */
static void cleared(void **state)
{
    enum { WORLDS = 4, ROWS = 20 };
    (void)state;
    kf_mem mem;
    kf_facts facts;
    size_t used = 0;
    kf_mem_init(&mem, 0);
    kf_facts_init(&facts, 1, 1, false, false);
    for (uint32_t world = 0; world < WORLDS; world++) {
        kf_facts_clear(&facts, &mem);
        assert_int_equal(facts.n, 0);
        for (uint32_t i = 0; i < 2 * ROWS; i++) { /* each twice */
            uint32_t id = i / 2 + world;
            assert_int_equal(kf_facts_push(&facts, &mem, &(kf_fact){ .ids = &id, .file = world }),
                             KERF_OK);
        }
        assert_int_equal(kf_facts_close(&facts, &mem, NULL, NULL, NULL), KERF_OK);
        assert_int_equal(facts.n, ROWS);
        assert_int_equal(kf_facts_file(&facts, 0), world);
        for (uint32_t id = 0; id < ROWS + WORLDS; id++)
            assert_int_equal(kf_facts_find(&facts, &id, 0, NULL), id >= world && id < world + ROWS);
        if (world > 0) assert_int_equal(mem.used, used);
        used = mem.used;
    }
    kf_facts_free(&facts, &mem);
    assert_int_equal(mem.used, 0);
}

static void no_memory(void **unused)
{
    (void)unused;
    static const uint32_t constants[] = { 50, 40, 30 };
    bool done = false;
    for (int64_t after = 0; !done; after++) {
        kf_mem mem;
        kf_relation *r = NULL;
        kf_index *index;
        uint64_t state = 5;
        uint32_t held = 0;
        kf_mem_init(&mem, 0);
        mem.fail_after = after;
        kerf_status st = kf_relation_new(&r, &mem, 3, constants, NULL);
        done = st == KERF_OK;
        for (uint32_t i = 0; i < 60 && st == KERF_OK; i++) {
            uint32_t row[3];
            bool added = false;
            random_row(&state, 3, constants, row);
            st = i == 20   ? kf_relation_index(r, 1, &index)
                 : i == 30 ? kf_relation_index(r, 5, &index)
                           : kf_relation_insert(r, row, &added);
            held += added;
            assert_int_equal(r->alive, held);
            if (added) assert_true(kf_relation_has(r, row));
            done = done && st == KERF_OK;
            if (st != KERF_OK) assert_int_equal(st, KERF_NO_MEMORY);
        }
        kf_relation_free(r);
        assert_int_equal(mem.used, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(changes), cmocka_unit_test(no_columns), cmocka_unit_test(numbers),
        cmocka_unit_test(cleared), cmocka_unit_test(no_memory),
    };
    return cmocka_run_group_tests_name("rel", tests, NULL, NULL);
}

/* test_pentagon.c -- inequalities of five nodes: all that are found hold, and what they buy. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "dice.h"
#include "parts.h"
#include "tasks.h"
#include "solve/cuts/pentagon.h"

#include <string.h>

enum { MOST_NODES = 7, WORLDS = 200 };

typedef struct graph {
    made_component made;
    kf_ends ends[PART_ATOMS];
    uint32_t nodes, atom[MOST_NODES][MOST_NODES]; /* UINT32_MAX: the pair is missing */
} graph;

/* Pairs of different nodes, either way; some are missing, in percent. */
static void make_pairs(graph *g, kf_random *r, uint32_t nodes, uint32_t missing, bool symmetric)
{
    uint32_t n = 0;
    g->nodes = nodes;
    for (uint32_t i = 0; i < nodes; i++)
        for (uint32_t j = 0; j < nodes; j++) {
            bool here = i != j && kf_random_below(r, 100) >= missing && !(symmetric && j < i);
            g->atom[i][j] = here ? n : UINT32_MAX;
            if (here) g->ends[n++] = (kf_ends){ 7, 10 * i, 10 * j, symmetric };
        }
    part_begin(&g->made, n);
    g->made.component.ends = g->ends;
}

/* A random transitive relation; a symmetric one, if so asked. */
static void make_relation(bool related[MOST_NODES][MOST_NODES], kf_random *r, bool symmetric)
{
    uint32_t share = kf_random_below(r, 60);
    for (uint32_t i = 0; i < MOST_NODES; i++)
        for (uint32_t j = 0; j < MOST_NODES; j++) {
            related[i][j] = kf_random_below(r, 100) < share;
            if (symmetric && j < i) related[i][j] = related[j][i];
        }
    for (uint32_t k = 0; k < MOST_NODES; k++)
        for (uint32_t i = 0; i < MOST_NODES; i++)
            for (uint32_t j = 0; j < MOST_NODES; j++)
                related[i][j] |= related[i][k] && related[k][j];
}

static void check_one(const graph *g, const kf_pentagon *p, const double *x, kf_random *r)
{
    double sum = 0;
    for (uint32_t k = 0; k < 5; k++) sum += x[p->pairs[k]] - x[p->chords[k]];
    assert_true(sum > 2.01 && fabs(sum - 2 - p->violation) < 1e-9);
    for (int w = 0; w < WORLDS; w++) {
        bool related[MOST_NODES][MOST_NODES];
        int n = 0;
        make_relation(related, r, g->ends[0].symmetric);
        for (uint32_t k = 0; k < 5; k++) {
            const kf_ends *a = &g->ends[p->pairs[k]], *b = &g->ends[p->chords[k]];
            n += related[a->from / 10][a->to / 10];
            n -= related[b->from / 10][b->to / 10];
        }
        assert_true(n <= 2);
    }
}

static void every_relation_keeps_them(void **state)
{
    static graph g;
    kf_mem mem;
    size_t all = 0;
    (void)state;
    kf_mem_init(&mem, 0);
    for (uint64_t seed = 1; seed <= trials_of(200); seed++) {
        kf_random r = { seed };
        kf_pentagons *cuts;
        uint64_t steps = 0;
        make_pairs(&g, &r, 4 + kf_random_below(&r, MOST_NODES - 3), 10 * kf_random_below(&r, 3),
                   seed % 3 == 0);
        assert_int_equal(kf_pentagons_new(&g.made.component, &mem, &cuts), KERF_OK);
        for (int round = 0; cuts && round < 4; round++) {
            double x[PART_ATOMS];
            const kf_pentagon *found;
            size_t n;
            for (uint32_t i = 0; i < g.made.component.n_atoms; i++)
                x[i] = kf_random_below(&r, 3) ? kf_random_below(&r, 3) / 2.0 : kf_random_unit(&r);
            assert_int_equal(kf_pentagons_find(cuts, x, 20, &steps, &found, &n), KERF_OK);
            assert_true(n <= 20);
            for (size_t i = 0; i < n; i++) check_one(&g, &found[i], x, &r);
            all += n;
        }
        kf_pentagons_free(cuts);
    }
    assert_true(all > met_of(200));
    assert_int_equal(mem.used, 0);
}

/* The same point again: what was found is not found again. */
static void none_comes_twice(void **state)
{
    static graph g;
    kf_mem mem;
    kf_random r = { 1 };
    kf_pentagons *cuts;
    double x[PART_ATOMS] = { 0 };
    uint64_t steps = 0, found_before = 0;
    const kf_pentagon *found;
    size_t n = 1;
    (void)state;
    kf_mem_init(&mem, 0);
    make_pairs(&g, &r, 5, 0, false);
    for (uint32_t i = 0; i < 5; i++) x[g.atom[i][(i + 1) % 5]] = x[g.atom[(i + 1) % 5][i]] = 0.5;
    assert_int_equal(kf_pentagons_new(&g.made.component, &mem, &cuts), KERF_OK);
    for (int round = 0; round < 10 && n > 0; round++) {
        assert_int_equal(kf_pentagons_find(cuts, x, 1, &steps, &found, &n), KERF_OK);
        found_before += n;
    }
    assert_int_equal(found_before, 2); /* either way round */
    kf_pentagons_free(cuts);
    assert_int_equal(mem.used, 0);
}

/* All triangles of some nodes, with scores that leave the relaxation a gap. */
static void make_noise(graph *g, kf_random *r, uint32_t nodes)
{
    make_pairs(g, r, nodes, 0, false);
    for (uint32_t i = 0; i < nodes; i++)
        for (uint32_t j = 0; j < i; j++) {
            bool next = i - j == 1 || i - j == nodes - 1;
            double score = next ? 1 + kf_random_unit(r) : -1 - kf_random_unit(r);
            uint32_t a[2] = { g->atom[i][j], g->atom[j][i] };
            for (int k = 0; k < 2; k++)
                *(score > 0 ? &g->made.cost_false[a[k]] : &g->made.cost_true[a[k]]) = fabs(score);
        }
    for (uint32_t i = 0; i < nodes; i++)
        for (uint32_t j = 0; j < nodes; j++)
            for (uint32_t k = 0; k < nodes; k++) {
                if (i == j || j == k || i == k) continue;
                uint32_t codes[3] = { 2 * g->atom[i][j] + 1, 2 * g->atom[j][k] + 1,
                                      2 * g->atom[i][k] };
                part_clause(&g->made, codes, 3, INFINITY);
            }
}

static double bound(const graph *g, uint32_t off, kf_mem *mem)
{
    bool world[PART_ATOMS] = { false };
    double x[PART_ATOMS], price[PART_ATOMS];
    kf_settings settings = { .seed = 1, .off = off };
    kf_task how = { .settings = &settings, .limits.deadline = INFINITY };
    kf_relaxed relaxed = { .x = x, .price = price };
    kf_solved solved;
    assert_int_equal(ascend_by(&g->made.component, &how, mem, &relaxed, world, &solved), KERF_OK);
    return relaxed.bound;
}

static void bounds_are_better(void **state)
{
    static graph g;
    kf_mem mem;
    uint32_t better = 0;
    (void)state;
    kf_mem_init(&mem, 0);
    for (uint64_t seed = 1; seed <= 20; seed++) {
        kf_random r = { seed };
        kf_settings settings = { .seed = 1 };
        kf_task how = { .settings = &settings, .limits.deadline = INFINITY };
        bool world[PART_ATOMS] = { false };
        kf_solved least;
        make_noise(&g, &r, 5);
        assert_int_equal(solve_by("exact", &g.made.component, &how, &mem, world, &least), KERF_OK);
        double with = bound(&g, 0, &mem), without = bound(&g, KF_BEYOND, &mem);
        assert_true(with <= least.cost + 1e-9 && without <= least.cost + 1e-9);
        better += with > without + 0.1;
    }
    assert_true(better > 15);
    assert_int_equal(mem.used, 0);
}

static void memory_may_be_refused(void **state)
{
    static graph g;
    kf_mem mem;
    kf_random r = { 2 };
    kerf_status st = KERF_NO_MEMORY;
    (void)state;
    make_noise(&g, &r, 6);
    for (int64_t n = 0; st != KERF_OK; n++) {
        bool world[PART_ATOMS] = { false };
        double x[PART_ATOMS], price[PART_ATOMS];
        kf_settings settings = { .seed = 1 };
        kf_task how = { .settings = &settings, .limits.deadline = INFINITY };
        kf_relaxed relaxed = { .x = x, .price = price };
        kf_solved solved;
        kf_mem_init(&mem, 0);
        mem.fail_after = n;
        st = ascend_by(&g.made.component, &how, &mem, &relaxed, world, &solved);
        assert_true(st == KERF_OK || st == KERF_NO_MEMORY);
        assert_int_equal(mem.used, 0);
        assert_true(n < 2000);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_relation_keeps_them),
        cmocka_unit_test(none_comes_twice),
        cmocka_unit_test(bounds_are_better),
        cmocka_unit_test(memory_may_be_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

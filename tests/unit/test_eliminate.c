/* test_eliminate.c -- elimination: orders, the least cost and the sum over all assignments, stops,
 * memory. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "dice.h"
#include "parts.h"
#include "solve/eliminate/elimination.h"
#include "solve/eliminate/narrow.h"
#include "tasks.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { ATOMS = 11, PARTS = 4000, SIDE = 17 };

static const kf_elimination_limits NO_LIMITS = { 0x1p40, 0x1p40, 8,     UINT64_MAX, 6,    200,
                                                 1,      NULL,   false, 0,          false };
static const kf_limits FOREVER = { .deadline = INFINITY };

static void make_part(made_component *m, kf_random *r)
{
    part_random(m, r, ATOMS);
    part_long(m, r);
}

typedef struct truth {
    double least, log_sum;
} truth;

static truth enumerate(const kf_component *p)
{
    truth t = { INFINITY, -INFINITY };
    double sum = 0;
    for (int pass = 0; pass < 2; pass++)
        for (uint32_t bits = 0; bits < UINT32_C(1) << p->n_atoms; bits++) {
            bool world[ATOMS], feasible;
            for (uint32_t a = 0; a < p->n_atoms; a++) world[a] = bits >> a & 1;
            double cost = part_cost(p, world, &feasible);
            if (!feasible) continue;
            if (pass == 0) t.least = fmin(t.least, cost);
            else sum += exp(t.least - cost);
        }
    if (isfinite(t.least)) t.log_sum = log(sum) - t.least;
    return t;
}

static bool near(double a, double b)
{
    return a == b || fabs(a - b) <= 1e-9 * fmax(1, fabs(a));
}

static void both_semirings_agree_with_enumeration(void **state)
{
    static made_component made;
    uint32_t chained = 0, infeasible = 0, parts = trials_of(PARTS);
    (void)state;
    for (uint64_t seed = 1; seed <= parts; seed++) {
        kf_random r = { seed };
        kf_elimination e;
        kf_collected least, sum;
        kf_mem mem;
        kf_mem_init(&mem, 0);
        make_part(&made, &r);
        truth t = enumerate(&made.component);
        kf_elimination_limits limits = NO_LIMITS;
        limits.variables = 2 + kf_random_below(&r, 4);
        assert_int_equal(kf_elimination_open(&e, &made.component, limits, &mem), KERF_OK);
        assert_true(e.fits);
        if (e.net.infeasible) assert_true(isinf(t.least));
        else {
            assert_int_equal(kf_collect(&e, KF_MIN_SUM, &FOREVER, 0, &least), KERF_OK);
            assert_int_equal(kf_collect(&e, KF_WIDE_SUM, &FOREVER, 0, &sum), KERF_OK);
            if (!near(t.least, least.total) || !near(t.log_sum, -sum.total))
                fail_msg("part %llu: least %.17g, logarithm %.17g; here %.17g, %.17g",
                         (unsigned long long)seed, t.least, t.log_sum, least.total, -sum.total);
            assert_true((double)least.work <= 4 * e.entries + 64.0 * e.graph.n + 4096);
            kf_collected_free(&e, &least);
            kf_collected_free(&e, &sum);
        }
        chained += e.net.size.n > e.net.n_given;
        infeasible += t.least == INFINITY;
        kf_elimination_close(&e);
        assert_int_equal(mem.used, 0);
    }
    assert_true(chained > parts / 8 && infeasible > parts / 20 && infeasible < parts / 2);
}

/* ---- Orders ---- */

/* A grid of atoms with random costs on its edges. */
static void make_grid(made_component *m, kf_random *r, uint32_t side)
{
    part_begin(m, side * side);
    for (uint32_t a = 0; a < side * side; a++) m->cost_true[a] = kf_random_unit(r);
    for (uint32_t a = 0; a < side * side; a++)
        for (uint32_t down = 0; down < 2; down++) {
            uint32_t b = down ? a + side : a + 1;
            if (down ? b >= side * side : b % side == 0) continue;
            uint32_t codes[2] = { 2 * a + kf_random_below(r, 2), 2 * b + kf_random_below(r, 2) };
            part_clause(m, codes, 2, 0.1 + kf_random_unit(r));
            codes[0] ^= 1;
            codes[1] ^= 1;
            part_clause(m, codes, 2, 0.1 + kf_random_unit(r));
        }
}

static void check_permutation(const uint32_t *sequence, uint32_t n)
{
    bool seen[PART_ATOMS] = { 0 };
    for (uint32_t i = 0; i < n; i++) {
        assert_true(sequence[i] < n && !seen[sequence[i]]);
        seen[sequence[i]] = true;
    }
}

static void grids_are_as_wide_as_their_side(void **state)
{
    static made_component made;
    kf_random r = { 1 };
    kf_elimination e;
    kf_mem mem;
    double entries = 0;
    (void)state;
    kf_mem_init(&mem, 0);
    make_grid(&made, &r, SIDE);
    for (int again = 0; again < 2; again++) {
        assert_int_equal(kf_elimination_open(&e, &made.component, NO_LIMITS, &mem), KERF_OK);
        check_permutation(e.order.sequence, e.graph.n);
        for (uint32_t i = 0; i < e.tree.n; i++)
            assert_true(e.tree.first[i + 1] - e.tree.first[i] <= SIDE);
        assert_true(again == 0 || e.entries == entries);
        entries = e.entries;
        kf_elimination_close(&e);
    }
    assert_int_equal(mem.used, 0);
}

static void every_heuristic_makes_an_order(void **state)
{
    static made_component made;
    (void)state;
    for (uint64_t seed = 1; seed <= 60; seed++) {
        kf_random r = { seed };
        kf_elimination e;
        kf_mem mem;
        uint32_t sequence[PART_ATOMS];
        kf_mem_init(&mem, 0);
        part_sparse(&made, &r, 4 + kf_random_below(&r, 60), kf_random_below(&r, 80));
        assert_int_equal(kf_elimination_open(&e, &made.component, NO_LIMITS, &mem), KERF_OK);
        for (uint32_t by = 0; by <= KF_FILL_TABLE; by++) {
            kf_fill_options options = { .by = (kf_fill)by,
                                        .noise = seed % 2 ? 0.3 : 0,
                                        .limit = INFINITY,
                                        .work = UINT64_MAX };
            uint64_t work = 0;
            assert_int_equal(kf_order_fill(&e.graph, options, &r, &mem, sequence, &work), KERF_OK);
            check_permutation(sequence, e.graph.n);
            work = 0;
            options.limit = 1;
            assert_int_equal(kf_order_fill(&e.graph, options, &r, &mem, sequence, &work),
                             KERF_LIMIT);
        }
        uint64_t work = 0;
        uint32_t from = kf_random_below(&r, e.graph.n);
        assert_int_equal(kf_order_frontier(&e.graph, from, INFINITY, &mem, sequence, &work),
                         KERF_OK);
        check_permutation(sequence, e.graph.n);
        kf_elimination_close(&e);
        assert_int_equal(mem.used, 0);
    }
}

/* An order that takes long is given up on the way where time is up. */
static void an_order_ends_with_the_time(void **state)
{
    static made_component made;
    kf_random r = { 7 };
    kf_elimination e;
    kf_mem mem;
    uint32_t sequence[PART_ATOMS];
    uint64_t work = 0, all = 0;
    kf_stop stop = { 0 };
    kf_fill_options options = { .by = KF_FILL_EDGES, .limit = INFINITY, .work = UINT64_MAX };
    (void)state;
    kf_mem_init(&mem, 0);
    part_sparse(&made, &r, PART_ATOMS, 2 * PART_ATOMS);
    kf_elimination_limits none = NO_LIMITS;
    none.few = 0;
    assert_int_equal(kf_elimination_open(&e, &made.component, none, &mem), KERF_OK);
    assert_int_equal(kf_order_fill(&e.graph, options, NULL, &mem, sequence, &all), KERF_LIMIT);
    options.stop = &stop;
    assert_int_equal(kf_order_fill(&e.graph, options, NULL, &mem, sequence, &work), KERF_LIMIT);
    assert_int_equal(work, all);
    kf_stop_set(&stop);
    work = 0;
    assert_int_equal(kf_order_fill(&e.graph, options, NULL, &mem, sequence, &work), KERF_LIMIT);
    assert_true(work < all / 2);
    kf_elimination_close(&e);
    assert_int_equal(mem.used, 0);
}

/* ---- Answers ---- */

static kf_solved solve_grid(made_component *made, kf_mem *mem, const kf_limits *limits, bool *world)
{
    kf_settings settings = { .seed = 1 };
    kf_task how = { .settings = &settings, .limits = *limits };
    kf_solved got;
    assert_int_equal(solve_by("eliminate", &made->component, &how, mem, world, &got), KERF_OK);
    assert_int_equal(mem->used, 0);
    return got;
}

/* Whenever it is stopped, the hint is there and the bound is below the optimum. */
static void stops_leave_hint_and_bound(void **state)
{
    static made_component made;
    kf_random r = { 7 };
    kf_mem mem;
    bool world[PART_ATOMS] = { 0 };
    double last = 0;
    uint32_t stopped = 0;
    (void)state;
    kf_mem_init(&mem, 0);
    make_grid(&made, &r, 17);
    kf_solved all = solve_grid(&made, &mem, &FOREVER, world);
    assert_true(all.found && all.bound == all.cost && all.unique == 1);
    for (uint32_t n = 0; n < 1000; n++) {
        bool hint[PART_ATOMS] = { 0 }, feasible;
        kf_stop stop = stop_after(n);
        kf_limits limits = { .deadline = INFINITY, .stop = &stop };
        kf_solved got = solve_grid(&made, &mem, &limits, hint);
        double cost = part_cost(&made.component, hint, &feasible);
        assert_true(got.found && near(got.cost, cost) && got.bound <= all.cost);
        assert_true(got.bound >= last - 1e-9);
        last = got.bound;
        if (got.bound == got.cost) break;
        assert_int_equal(got.unique, -1);
        stopped++;
    }
    assert_true(last == all.cost && stopped > 1);
}

/* Exactly one of three: two that cost the same are told from one that is alone. */
static void ties_of_groups_are_known(void **state)
{
    static made_component made;
    static const uint32_t codes[] = { 0, 2, 4 }, ones[] = { 1, 1, 1 };
    (void)state;
    for (int tie = 0; tie < 2; tie++) {
        bool world[3] = { 0 };
        kf_mem mem;
        kf_mem_init(&mem, 0);
        part_begin(&made, 3);
        part_count(&made, codes, ones, 3, 1, 1, INFINITY);
        for (int i = 0; i < 3; i++) made.cost_true[i] = i < 2 ? 1 : tie ? 1.5 : 0.5;
        kf_solved got = solve_grid(&made, &mem, &FOREVER, world);
        assert_true(got.bound == got.cost && got.unique == !tie);
    }
}

/* Twos never add up to three: the chain has no state, and no order is needed to see it. */
static void contradictions_are_narrow(void **state)
{
    static made_component made;
    uint32_t codes[20], twos[20];
    kf_settings settings = { .seed = 1 };
    kf_task how = { .settings = &settings, .limits.deadline = INFINITY };
    bool world[20] = { 0 }, done;
    kf_mem mem;
    (void)state;
    kf_mem_init(&mem, 0);
    part_begin(&made, 20);
    for (uint32_t i = 0; i < 20; i++) codes[i] = 2 * i, twos[i] = 2;
    part_count(&made, codes, twos, 20, 3, 3, INFINITY);
    kf_task task = task_for(&made.component, &how, &mem, world);
    assert_int_equal(kf_eliminate_narrow(&task, KF_NARROW_EASY, &done), KERF_OK);
    assert_true(done && isinf(task.solved.bound) && !task.solved.found);
    assert_int_equal(mem.used, 0);
}

static void memory_limits_are_kept(void **state)
{
    static made_component made;
    kf_random r = { 7 };
    kf_settings settings = { .seed = 1 };
    kf_task how = { .settings = &settings, .limits.deadline = INFINITY };
    bool world[PART_ATOMS] = { 0 }, done;
    kf_solved got;
    kf_mem mem;
    (void)state;
    make_grid(&made, &r, 16);
    kf_mem_init(&mem, 1 << 19);
    assert_int_equal(solve_by("eliminate", &made.component, &how, &mem, world, &got), KERF_LIMIT);
    assert_int_equal(mem.used, 0);
    kf_task task = task_for(&made.component, &how, &mem, world);
    assert_int_equal(kf_eliminate_narrow(&task, KF_NARROW_MOST, &done), KERF_OK);
    assert_false(done);
    kf_mem_init(&mem, 1 << 24);
    assert_int_equal(solve_by("eliminate", &made.component, &how, &mem, world, &got), KERF_OK);
    assert_true(got.bound == got.cost && mem.used == 0 && mem.peak <= mem.limit);
}

/* Whatever allocation fails: a status, and nothing is left behind. */
static void memory_may_fail(void **state)
{
    static made_component made;
    (void)state;
    for (uint64_t seed = 1; seed <= 25; seed++) {
        kerf_status st = KERF_NO_MEMORY;
        for (int64_t n = 0; st == KERF_NO_MEMORY; n++) {
            kf_random r = { seed };
            kf_settings settings = { .seed = 1 };
            kf_task how = { .settings = &settings, .limits.deadline = INFINITY };
            bool world[PART_ATOMS] = { 0 };
            kf_solved got;
            kf_mem mem;
            kf_mem_init(&mem, 0);
            make_part(&made, &r);
            mem.fail_after = n;
            st = solve_by("eliminate", &made.component, &how, &mem, world, &got);
            assert_int_equal(mem.used, 0);
        }
        assert_int_equal(st, KERF_OK);
    }
}

/* Long chains with groups and one sum over everything: narrow, however long. */
static void long_chains_are_narrow(void **state)
{
    static made_component made;
    enum { LINKS = 60, VALUES = 4 };
    (void)state;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        kf_random r = { seed };
        kf_settings settings = { .seed = 1, .nodes = 200000 };
        kf_task how = { .settings = &settings, .limits.deadline = INFINITY };
        uint32_t all[LINKS], ones[LINKS];
        bool world[PART_ATOMS] = { 0 };
        kf_solved got, want;
        kf_mem mem;
        kf_mem_init(&mem, 0);
        part_begin(&made, LINKS * VALUES);
        for (uint32_t i = 0; i < LINKS; i++) {
            uint32_t group[VALUES];
            for (uint32_t k = 0; k < VALUES; k++) {
                group[k] = 2 * (VALUES * i + k);
                made.cost_true[VALUES * i + k] = kf_random_unit(&r);
                uint32_t pair[2] = { group[k] + 1,
                                     2 * (VALUES * (i + 1) + kf_random_below(&r, VALUES)) };
                if (i + 1 < LINKS) part_clause(&made, pair, 2, kf_random_unit(&r) + 0.1);
                ones[k] = 1;
            }
            part_count(&made, group, ones, VALUES, 1, 1, INFINITY);
            all[i] = group[0];
        }
        for (uint32_t i = 0; i < LINKS; i++) ones[i] = 1;
        part_count(&made, all, ones, LINKS, 7, 7, seed % 2 ? INFINITY : 3);
        assert_int_equal(solve_by("eliminate", &made.component, &how, &mem, world, &got), KERF_OK);
        assert_true(got.found && got.bound == got.cost && got.work < 2000000);
        assert_int_equal(mem.used, 0);
        kerf_status st = solve_by("ilp", &made.component, &how, &mem, world, &want);
        if (st == KERF_OK && want.bound == want.cost) assert_true(near(want.cost, got.cost));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(both_semirings_agree_with_enumeration),
        cmocka_unit_test(grids_are_as_wide_as_their_side),
        cmocka_unit_test(every_heuristic_makes_an_order),
        cmocka_unit_test(an_order_ends_with_the_time),
        cmocka_unit_test(stops_leave_hint_and_bound),
        cmocka_unit_test(ties_of_groups_are_known),
        cmocka_unit_test(contradictions_are_narrow),
        cmocka_unit_test(memory_limits_are_kept),
        cmocka_unit_test(memory_may_fail),
        cmocka_unit_test(long_chains_are_narrow),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

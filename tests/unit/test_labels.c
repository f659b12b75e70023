/* test_labels.c -- networks of labels, every two variables in a table: how long tables are searched
 * before a linear program has its turn. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "dice.h"
#include "parts.h"
#include "solve/tables/tables.h"
#include "tasks.h"

#include <math.h>

enum { NODES = 6, LABELS = 9, ATOMS = NODES * LABELS, TRIALS = 5, LITTLE = 20000 };

static const kf_tables_limits brief = { LITTLE, LITTLE, INFINITY, false, false };
static const kf_tables_limits longer = { LITTLE, LITTLE, INFINITY, false, true };

static made_component made; /* large */

static uint32_t code_of(uint32_t node, uint32_t label, bool holds)
{
    return kf_lit_of((kf_atom){ node * LABELS + label }, !holds).code;
}

/* One label each, and a score for every two labels of every two nodes. */
static void make_labels(kf_random *r)
{
    static const uint32_t once[LABELS] = { 1, 1, 1, 1, 1, 1, 1, 1, 1 };
    part_begin(&made, ATOMS);
    for (uint32_t a = 0; a < NODES; a++) {
        uint32_t codes[LABELS];
        for (uint32_t x = 0; x < LABELS; x++) codes[x] = code_of(a, x, true);
        part_count(&made, codes, once, LABELS, 1, 1, INFINITY);
        for (uint32_t b = 0; b < a; b++)
            for (uint32_t x = 0; x < LABELS * LABELS; x++) {
                uint32_t pair[] = { code_of(a, x / LABELS, false), code_of(b, x % LABELS, false) };
                part_clause(&made, pair, 2, 1 + kf_random_below(r, 1000));
            }
    }
}

/* More than two nodes with the first label cost something: a sum of all nodes. */
static void add_sum(void)
{
    static const uint32_t once[NODES] = { 1, 1, 1, 1, 1, 1 };
    uint32_t codes[NODES];
    for (uint32_t a = 0; a < NODES; a++) codes[a] = code_of(a, 0, true);
    part_count(&made, codes, once, NODES, 0, 2, 300);
}

static kf_solved search(kf_tables_limits limits, bool *open)
{
    bool world[ATOMS] = { 0 }, feasible;
    kf_settings settings = { .seed = 1 };
    kf_task how = { .settings = &settings, .limits.deadline = INFINITY };
    kf_mem mem;
    kf_mem_init(&mem, 0);
    for (uint32_t a = 0; a < NODES; a++) world[a * LABELS + a] = true;
    kf_task task = task_for(&made.component, &how, &mem, world);
    assert_int_equal(kf_search_tables(&task, limits, open), KERF_OK);
    assert_int_equal(mem.used, 0);
    assert_true(task.solved.found && task.solved.bound <= task.solved.cost);
    assert_float_equal(part_cost(&made.component, world, &feasible), task.solved.cost, 1e-6);
    assert_true(feasible);
    return task.solved;
}

static double least_cost(void)
{
    bool world[ATOMS] = { 0 };
    kf_settings settings = { .seed = 1 };
    kf_task how = { .settings = &settings, .limits.deadline = INFINITY };
    kf_solved out = { .unique = -1 };
    kf_mem mem;
    kf_mem_init(&mem, 0);
    assert_int_equal(solve_by("eliminate", &made.component, &how, &mem, world, &out), KERF_OK);
    assert_true(out.found && out.bound == out.cost);
    return out.cost;
}

static void labels_may_take_longer(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= trials_of(TRIALS); seed++) {
        kf_random r = { seed };
        bool open;
        make_labels(&r);
        double least = least_cost();
        kf_solved some = search(brief, &open);
        assert_true(open && some.bound <= least && some.cost >= least);
        kf_solved all = search(longer, &open);
        assert_false(open);
        assert_float_equal(all.cost, least, 1e-6);
        assert_true(all.bound == all.cost);
    }
}

/* A linear program says much of counts. */
static void sums_may_not(void **state)
{
    (void)state;
    kf_random r = { 1 };
    bool open;
    make_labels(&r);
    add_sum();
    double least = least_cost();
    kf_solved some = search(longer, &open);
    assert_true(open && some.bound <= least && some.cost >= least);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(labels_may_take_longer),
        cmocka_unit_test(sums_may_not),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

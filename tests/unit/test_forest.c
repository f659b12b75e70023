/* test_forest.c -- local search by forests: moves against enumeration, positions kept up to date,
 * answers of `walk` against enumeration and elimination, limits. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "dice.h"
#include "parts.h"
#include "solve/walk/forest_move.h"
#include "solve/walk/forest_search.h"
#include "solve/walk/search_best.h"
#include "tasks.h"

#include <string.h>

enum { SMALL = 10, SIDE = 8, GRID = SIDE * SIDE };

static const kf_limits no_limits = { .deadline = INFINITY };
static const kf_network_limits network_limits = { .entries = 16, .values = 8 };

static made_component made; /* large */

static bool near(double a, double b)
{
    return fabs(a - b) <= 1e-6 * (1 + fabs(a));
}

/* The cheapest assignment; INFINITY: there is none. */
static double cheapest(const kf_component *p, bool *best)
{
    double least = INFINITY;
    for (uint32_t code = 0; code < 1u << p->n_atoms; code++) {
        bool assignment[SMALL], feasible;
        for (uint32_t a = 0; a < p->n_atoms; a++) assignment[a] = code >> a & 1;
        double cost = part_cost(p, assignment, &feasible);
        if (!feasible || cost >= least) continue;
        least = cost;
        memcpy(best, assignment, p->n_atoms);
    }
    return least;
}

/* A random one that breaks nothing hard; false: none was met. */
static bool some_feasible(const kf_component *p, kf_random *r, bool *assignment)
{
    for (int i = 0; i < 200; i++) {
        bool feasible;
        for (uint32_t a = 0; a < p->n_atoms; a++) assignment[a] = kf_random_below(r, 2);
        part_cost(p, assignment, &feasible);
        if (feasible) return true;
    }
    return false;
}

/* ---- Moves ---- */

/* The least cost over all values of the forest's variables. */
static double least_of(const kf_forest *f, uint32_t i, uint32_t *values)
{
    const kf_network *net = f->state.net;
    if (i == f->n) return kf_network_cost(net, values);
    double least = INFINITY;
    for (uint32_t x = 0; x < net->size.at[f->order[i]]; x++) {
        values[f->order[i]] = x;
        least = fmin(least, least_of(f, i + 1, values));
    }
    return least;
}

/* Of two in a factor one is the parent of the other, and no factor has three. */
static void check_shape(const kf_forest *f)
{
    for (uint32_t i = 0; i < f->state.n_factors; i++) {
        const kf_forest_factor *x = &f->state.factors[i];
        uint32_t in[2], n = 0;
        for (uint32_t k = 0; k < x->n; k++)
            for (uint32_t j = 0; j < f->n; j++)
                if (f->order[j] == x->scope[k]) {
                    assert_true(n < 2);
                    in[n++] = x->scope[k];
                }
        if (n == 2) assert_true(f->parent[in[0]] == in[1] || f->parent[in[1]] == in[0]);
    }
}

static void move_around(kf_forest *f, kf_random *r)
{
    uint32_t values[SMALL], n = (uint32_t)f->state.net->size.n;
    double cost = kf_network_cost(f->state.net, f->state.values);
    for (int i = 0; i < 20; i++) {
        kf_forest_grow(f, kf_random_below(r, n), 1 + kf_random_below(r, 6));
        check_shape(f);
        memcpy(values, f->state.values, n * sizeof *values);
        double least = least_of(f, 0, values);
        cost += kf_forest_choose(f);
        assert_true(near(cost, least));
        assert_true(near(cost, kf_network_cost(f->state.net, f->state.values)));
        f->n_log = 0;
        f->logging = true;
        memcpy(values, f->state.values, n * sizeof *values);
        kf_forest_draw(f, 1);
        assert_true(isfinite(kf_network_cost(f->state.net, f->state.values)));
        if (i % 2) kf_forest_undo(f);
        if (i % 2) assert_memory_equal(values, f->state.values, n * sizeof *values);
        f->logging = false;
        cost = kf_network_cost(f->state.net, f->state.values);
    }
}

/* Every kind of constraint and every sign, in tables and in rows. */
static void test_moves(void **state)
{
    (void)state;
    static kf_forest f;
    kf_random r = { 3 };
    uint32_t moved = 0;
    for (int i = 0; i < (int)trials_of(3000); i++) {
        bool assignment[SMALL];
        kf_network net;
        kf_mem mem;
        kf_arena arena;
        kf_mem_init(&mem, 0);
        kf_arena_init(&arena, &mem);
        part_random(&made, &r, SMALL);
        assert_int_equal(kf_network_open(&net, &made.component, network_limits, &mem), KERF_OK);
        bool some =
            !net.infeasible && net.size.n > 0 && some_feasible(&made.component, &r, assignment);
        if (some) {
            assert_int_equal(kf_forest_open(&f, &net, 6, &arena), KERF_OK);
            assert_true(kf_network_values(&net, assignment, f.state.values));
            kf_forest_state_place(&f.state);
            f.random = (kf_random){ (uint64_t)i };
            move_around(&f, &r);
            moved++;
        }
        kf_arena_free(&arena);
        kf_network_close(&net);
        assert_int_equal(mem.used, 0);
    }
    assert_true(moved > met_of(500));
}

/* ---- Searches ---- */

/* It breaks nothing, costs what it says, and is never better than the best nor worse than the
 * start. */
static void test_small(void **state)
{
    (void)state;
    kf_random r = { 4 };
    uint32_t found_best = 0, n = 0;
    for (int i = 0; i < 400; i++) {
        bool assignment[SMALL], best[SMALL], feasible;
        kf_searched found;
        kf_mem mem;
        kf_mem_init(&mem, 0);
        part_random(&made, &r, SMALL);
        const kf_component *p = &made.component;
        if (!some_feasible(p, &r, assignment)) continue;
        double least = cheapest(p, best), start = part_cost(p, assignment, &feasible);
        kf_search_effort effort = { .seed = (uint64_t)i, .improve = 20000 };
        assert_int_equal(kf_search_forests(p, &no_limits, &mem, effort, assignment, &found),
                         KERF_OK);
        double cost = part_cost(p, assignment, &feasible);
        assert_true(feasible && found.broken == 0 && near(cost, found.cost));
        assert_true(cost >= least - 1e-9 && cost <= start + 1e-9);
        found_best += near(cost, least);
        n++;
        assert_int_equal(mem.used, 0);
    }
    assert_true(n > 100 && found_best > n * 8 / 10);
}

/* An assignment that breaks something stays as it is. */
static void test_broken_start(void **state)
{
    (void)state;
    bool assignment[2] = { false, false };
    kf_searched found;
    kf_mem mem;
    kf_mem_init(&mem, 0);
    part_begin(&made, 2);
    part_clause(&made, (uint32_t[]){ 0, 2 }, 2, INFINITY);
    kf_search_effort effort = { .seed = 1, .improve = 1000 };
    assert_int_equal(
        kf_search_forests(&made.component, &no_limits, &mem, effort, assignment, &found), KERF_OK);
    assert_int_equal(found.broken, 1);
    assert_true(isinf(found.cost) && !assignment[0] && !assignment[1]);
}

/* ---- Grids ---- */

static void couple(made_component *m, kf_random *r, uint32_t a, uint32_t b)
{
    uint32_t alike = kf_random_below(r, 2);
    double weight = kf_random_unit(r) * 5;
    part_clause(m, (uint32_t[]){ 2 * a, 2 * b + !alike }, 2, weight);
    part_clause(m, (uint32_t[]){ 2 * a + 1, 2 * b + alike }, 2, weight);
}

static void draw_grid(made_component *m, kf_random *r)
{
    part_begin(m, GRID);
    for (uint32_t a = 0; a < GRID; a++) {
        m->cost_true[a] = kf_random_unit(r);
        if (a % SIDE + 1 < SIDE) couple(m, r, a, a + 1);
        if (a + SIDE < GRID) couple(m, r, a, a + SIDE);
    }
}

static double solve_grid(const char *solver, uint64_t seed)
{
    bool assignment[GRID] = { false };
    kf_solved out;
    kf_mem mem;
    kf_settings settings = { .seed = seed, .flips = 20000, .tries = 1 };
    kf_task how = { .settings = &settings, .limits = no_limits };
    kf_mem_init(&mem, 0);
    assert_int_equal(solve_by(solver, &made.component, &how, &mem, assignment, &out), KERF_OK);
    assert_string_equal(out.method, solver);
    assert_true(out.found);
    assert_int_equal(mem.used, 0);
    return out.cost;
}

/* The optimum of a spin glass, which elimination knows; and nothing is said to be proven. */
static void test_grids(void **state)
{
    (void)state;
    kf_random r = { 5 };
    for (uint64_t i = 1; i <= 4; i++) {
        draw_grid(&made, &r);
        double optimum = solve_grid("eliminate", i), cost = solve_grid("walk", i);
        assert_true(cost >= optimum - 1e-9);
        assert_true(near(cost, optimum));
        assert_true(solve_grid("walk", i) == cost);
    }
}

/* ---- The solver ---- */

static void test_walk(void **state)
{
    (void)state;
    kf_random r = { 6 };
    for (int i = 0; i < (int)trials_of(300); i++) {
        bool assignment[SMALL] = { false }, best[SMALL], feasible;
        kf_solved out;
        kf_mem mem;
        kf_settings settings = { .seed = (uint64_t)i, .flips = 1000, .tries = 1 };
        kf_task how = { .settings = &settings, .limits = no_limits };
        kf_mem_init(&mem, 0);
        part_random(&made, &r, SMALL);
        const kf_component *p = &made.component;
        double least = cheapest(p, best);
        assert_int_equal(solve_by("walk", p, &how, &mem, assignment, &out), KERF_OK);
        double cost = part_cost(p, assignment, &feasible);
        assert_int_equal(out.found, feasible);
        assert_int_equal(out.found, isfinite(least));
        assert_true(out.bound <= least);
        if (out.found) assert_true(near(cost, out.cost) && cost >= least - 1e-9);
        assert_int_equal(mem.used, 0);
    }
}

typedef struct patience {
    int asked, most;
} patience;

static int is_over(void *context)
{
    patience *p = context;
    return ++p->asked > p->most;
}

/* Stopped at any question it leaves an assignment that breaks nothing. */
static void test_stops(void **state)
{
    (void)state;
    kf_random r = { 7 };
    draw_grid(&made, &r);
    for (int most = 0; most < 12; most++) {
        bool assignment[GRID] = { false };
        patience p = { 0, most };
        kf_stop stop = kf_stop_when(is_over, &p);
        kf_limits limits = { .deadline = INFINITY, .stop = &stop };
        kf_search_effort effort = { .seed = 1, .improve = 2000000 };
        uint64_t broken;
        kf_searched found;
        kf_mem mem;
        kf_mem_init(&mem, 0);
        double start = kf_component_cost(&made.component, assignment, &broken);
        assert_int_equal(kf_search_best(&made.component, &limits, &mem, effort, assignment, &found),
                         KERF_OK);
        assert_true(found.broken == 0 && found.cost <= start);
        assert_true(near(found.cost, kf_component_cost(&made.component, assignment, &broken)));
        assert_int_equal(mem.used, 0);
    }
}

/* It ends soon after the work that it is given: a few forests later. */
static void test_work(void **state)
{
    (void)state;
    kf_random r = { 9 };
    draw_grid(&made, &r);
    for (uint64_t improve = 1000; improve <= 4000000; improve *= 4) {
        bool assignment[GRID] = { false };
        kf_search_effort effort = { .seed = 1, .improve = improve };
        kf_searched found;
        kf_mem mem;
        kf_mem_init(&mem, 0);
        assert_int_equal(
            kf_search_forests(&made.component, &no_limits, &mem, effort, assignment, &found),
            KERF_OK);
        assert_true(found.work >= improve && found.work < improve + 100000);
    }
}

/* Every allocation fails in turn. */
static void test_memory(void **state)
{
    (void)state;
    kf_random r = { 8 };
    kerf_status st = KERF_NO_MEMORY;
    draw_grid(&made, &r);
    for (int64_t n = 0; st == KERF_NO_MEMORY; n++) {
        bool assignment[GRID] = { false };
        kf_searched found;
        kf_mem mem;
        kf_mem_init(&mem, 0);
        mem.fail_after = n;
        kf_search_effort effort = { .seed = 1, .improve = 1000 };
        st = kf_search_best(&made.component, &no_limits, &mem, effort, assignment, &found);
        assert_true(st == KERF_OK || st == KERF_NO_MEMORY);
        assert_int_equal(mem.used, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_moves),        cmocka_unit_test(test_small),
        cmocka_unit_test(test_broken_start), cmocka_unit_test(test_grids),
        cmocka_unit_test(test_walk),         cmocka_unit_test(test_stops),
        cmocka_unit_test(test_work),         cmocka_unit_test(test_memory),
    };
    return cmocka_run_group_tests_name("forest", tests, NULL, NULL);
}

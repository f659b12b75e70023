/* test_interchange.c -- values that nothing tells apart: a cheapest assignment is left. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "dice.h"
#include "parts.h"
#include "solve/tables/interchange.h"

#include <math.h>

enum { GRAPHS = 2000, MOST_NODES = 5, MOST_VALUES = 4 };

typedef struct graph {
    made_component made;
    uint32_t nodes, values;
    kf_mem mem;
    kf_network net;
} graph;

static uint32_t code_of(const graph *g, uint32_t node, uint32_t value)
{
    return 2 * (node * g->values + value);
}

/* Edges that pay where both ends have the same value, or, if `unlike`, where they have not. */
static void add_edge(graph *g, kf_random *r, uint32_t a, uint32_t b, bool unlike)
{
    double weight = 1 + kf_random_below(r, 5);
    for (uint32_t x = 0; x < g->values; x++)
        for (uint32_t y = 0; y < g->values; y++) {
            uint32_t codes[] = { code_of(g, a, x) + 1, code_of(g, b, y) + 1 };
            if ((x == y) != unlike) part_clause(&g->made, codes, 2, weight);
        }
}

/* A graph with exactly one value for each node, of which nothing tells any two apart. */
static void make_graph(graph *g, kf_random *r)
{
    g->nodes = 2 + kf_random_below(r, MOST_NODES - 1);
    g->values = 2 + kf_random_below(r, MOST_VALUES - 1);
    part_begin(&g->made, g->nodes * g->values);
    for (uint32_t v = 0; v < g->nodes; v++) {
        uint32_t codes[MOST_VALUES], ones[MOST_VALUES];
        for (uint32_t x = 0; x < g->values; x++) codes[x] = code_of(g, v, x), ones[x] = 1;
        part_count(&g->made, codes, ones, g->values, 1, 1, INFINITY);
        for (uint32_t w = 0; w < v; w++)
            if (kf_random_below(r, 3)) add_edge(g, r, w, v, kf_random_below(r, 3) == 0);
    }
}

static void open_graph(graph *g)
{
    kf_network_limits limits = { .entries = 1024, .values = 64 };
    kf_mem_init(&g->mem, 0);
    assert_int_equal(kf_network_open(&g->net, &g->made.component, limits, &g->mem), KERF_OK);
    assert_false(g->net.infeasible);
    assert_int_equal(g->net.size.n, g->nodes);
}

static void close_graph(graph *g)
{
    kf_network_close(&g->net);
    assert_int_equal(g->mem.used, 0);
}

/* The least cost of all, and how many assignments there are of any cost. */
static double least_cost(const kf_network *net, uint32_t *n)
{
    uint32_t values[MOST_NODES] = { 0 };
    double least = INFINITY;
    *n = 0;
    for (;;) {
        double cost = kf_network_cost(net, values);
        uint32_t v = 0;
        least = fmin(least, cost);
        if (isfinite(cost)) ++*n;
        while (v < net->size.n && ++values[v] == net->size.at[v]) values[v++] = 0;
        if (v == net->size.n) return least;
    }
}

static void the_best_is_left(void **state)
{
    static graph g;
    (void)state;
    for (uint64_t seed = 1; seed <= trials_of(GRAPHS); seed++) {
        kf_random r = { seed };
        uint32_t before, after, alike;
        make_graph(&g, &r);
        open_graph(&g);
        double least = least_cost(&g.net, &before);
        assert_int_equal(kf_order_values(&g.net, &alike), KERF_OK);
        assert_int_equal(alike, g.values);
        assert_true(least_cost(&g.net, &after) == least);
        assert_true(after * alike <= before);
        close_graph(&g);
    }
}

/* A value that one node prefers is none of them, and of two values there is none like it. */
static void a_preference_tells_apart(void **state)
{
    static graph g;
    (void)state;
    for (uint64_t seed = 1; seed <= trials_of(GRAPHS); seed++) {
        kf_random r = { seed };
        uint32_t before, after, alike;
        make_graph(&g, &r);
        uint32_t code = code_of(&g, kf_random_below(&r, g.nodes), kf_random_below(&r, g.values));
        part_clause(&g.made, &code, 1, 0.5);
        open_graph(&g);
        double least = least_cost(&g.net, &before);
        assert_int_equal(kf_order_values(&g.net, &alike), KERF_OK);
        assert_int_equal(alike, g.values - 1);
        assert_true(least_cost(&g.net, &after) == least);
        assert_true(alike == 1 ? after == before : after < before);
        close_graph(&g);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_best_is_left),
        cmocka_unit_test(a_preference_tells_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

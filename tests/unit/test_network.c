/* test_network.c -- components as variables and tables: every assignment costs what it did. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "dice.h"
#include "parts.h"
#include "solve/network/network.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { ATOMS = 10, PARTS = 3000, VARIABLES = 2000 };

static kf_network_limits some_limits(kf_random *r)
{
    static const uint64_t entries[] = { 4, 8, 64, 4096 };
    static const uint32_t values[] = { 2, 4, 1024 };
    return (kf_network_limits){ entries[kf_random_below(r, 4)],
                                values[kf_random_below(r, 3)],
                                kf_random_below(r, 4),
                                NULL,
                                false,
                                false };
}

/* Of the variables of chains: each has just one value that its tables allow, as long as nothing is
 * broken. Later ones follow from earlier ones. False: there is none. */
static bool complete(const kf_network *net, uint32_t *values)
{
    for (uint32_t v = net->n_given; v < net->size.n; v++) values[v] = KF_NO_VALUE;
    for (uint32_t v = net->n_given; v < net->size.n; v++) {
        uint32_t allowed = 0, which = 0;
        for (uint32_t z = 0; z < net->size.at[v]; z++) {
            bool ok = true;
            for (size_t i = 0; i < net->tables.n; i++) {
                const kf_cost_table *t = &net->tables.at[i];
                uint64_t index = 0;
                if (t->scope[t->n - 1] != v) continue;
                for (uint32_t k = 0; k + 1 < t->n; k++)
                    index = index * net->size.at[t->scope[k]] + values[t->scope[k]];
                ok &= isfinite(t->cost[index * net->size.at[v] + z]);
            }
            allowed += ok;
            if (ok) which = z;
        }
        assert_true(allowed <= 1);
        if (allowed == 0) return false;
        values[v] = which;
    }
    return true;
}

static void check_assignment(const kf_network *net, const kf_component *p, const bool *world,
                             uint64_t seed)
{
    static uint32_t values[VARIABLES];
    bool feasible, back[ATOMS];
    double truly = part_cost(p, world, &feasible), cost = INFINITY;
    if (!net->infeasible && kf_network_values(net, world, values)) {
        kf_network_assign(net, values, back);
        assert_memory_equal(back, world, p->n_atoms * sizeof(bool));
        if (complete(net, values)) cost = kf_network_cost(net, values);
    }
    if (feasible ? !(fabs(cost - truly) <= 1e-9 * fmax(1, truly)) : !isinf(cost))
        fail_msg("part %llu: feasible %d cost %.17g, here %.17g", (unsigned long long)seed,
                 feasible, truly, cost);
}

static void check_all(const kf_network *net, const kf_component *p, uint64_t seed)
{
    for (uint32_t bits = 0; bits < UINT32_C(1) << p->n_atoms; bits++) {
        bool world[ATOMS];
        for (uint32_t a = 0; a < p->n_atoms; a++) world[a] = bits >> a & 1;
        check_assignment(net, p, world, seed);
    }
}

/* Groups of which one at most, or just one, is true, of either sign; they may overlap. */
static void add_groups(made_component *m, kf_random *r)
{
    uint32_t n = m->component.n_atoms;
    for (uint32_t i = kf_random_below(r, 3); n >= 3 && i > 0; i--) {
        uint32_t codes[ATOMS], ones[ATOMS], k = 0, from = kf_random_below(r, n - 1);
        bool negated = kf_random_below(r, 3) == 0;
        while (from < n && k < 5) codes[k] = 2 * from++ + negated, ones[k++] = 1;
        uint64_t least = kf_random_below(r, 2);
        part_count(m, codes, ones, k, least, 1, INFINITY);
    }
}

static void every_assignment_costs_the_same(void **state)
{
    static made_component made;
    uint32_t chained = 0, groups = 0, removed = 0, parts = trials_of(PARTS);
    (void)state;
    for (uint64_t seed = 1; seed <= parts; seed++) {
        kf_random r = { seed };
        kf_network net;
        kf_mem mem;
        uint32_t position[VARIABLES];
        kf_mem_init(&mem, 0);
        part_random(&made, &r, ATOMS);
        add_groups(&made, &r);
        assert_int_equal(kf_network_open(&net, &made.component, some_limits(&r), &mem), KERF_OK);
        check_all(&net, &made.component, seed);
        for (uint32_t v = 0; v < net.n_given; v++) {
            position[v] = kf_random_below(&r, 100);
            groups += net.size.at[v] > 2;
            removed += net.size.at[v] == 1;
        }
        chained += net.rows.n > 0;
        assert_int_equal(kf_network_chain(&net, position, NULL), KERF_OK);
        assert_true(net.size.n < VARIABLES);
        check_all(&net, &made.component, seed);
        kf_network_close(&net);
        assert_int_equal(mem.used, 0);
    }
    assert_true(chained > parts / 10 && groups > parts / 10 && removed > parts / 10);
}

static void cliques_are_sums(void **state)
{
    made_component made;
    const kf_lit literals[] = { { 0 }, { 3 }, { 4 }, { 6 } };
    const uint32_t ones[] = { 1, 1, 2, 1 };
    kf_clique cliques[] = { { 4, literals, ones, 5, 0.5, KF_NO_CLAUSE } };
    (void)state;
    for (int hard = 0; hard < 2; hard++) {
        part_begin(&made, 5);
        made.component.cliques = cliques;
        made.component.n_cliques = 1;
        made.component.constant = -0.25;
        cliques[0].weight = hard ? INFINITY : 0.5;
        for (uint32_t entries = 4; entries <= 64; entries *= 4) {
            kf_network net;
            kf_mem mem;
            uint32_t position[5] = { 4, 2, 3, 1, 0 };
            kf_mem_init(&mem, 0);
            kf_network_limits limits = {
                entries, hard && entries > 4 ? 8 : 2, 0, NULL, false, false
            };
            assert_int_equal(kf_network_open(&net, &made.component, limits, &mem), KERF_OK);
            assert_int_equal(kf_network_chain(&net, position, NULL), KERF_OK);
            for (uint32_t bits = 0; bits < 32; bits++) {
                bool world[5];
                uint32_t values[20];
                uint64_t broken;
                for (uint32_t a = 0; a < 5; a++) world[a] = bits >> a & 1;
                double truly = kf_component_cost(&made.component, world, &broken), cost = INFINITY;
                if (kf_network_values(&net, world, values) && complete(&net, values))
                    cost = kf_network_cost(&net, values);
                assert_true(broken ? isinf(cost) : fabs(cost - truly) < 1e-12);
            }
            kf_network_close(&net);
        }
    }
}

/* A sum of many coefficients that all differ has too many states: it says so. */
static void states_have_a_limit(void **state)
{
    static made_component made;
    uint32_t codes[40], by[40], position[40];
    kf_random r = { 1 };
    kf_network net;
    kf_mem mem;
    (void)state;
    kf_mem_init(&mem, 0);
    part_begin(&made, 40);
    for (uint32_t i = 0; i < 40; i++) {
        codes[i] = 2 * i;
        by[i] = 1 + kf_random_below(&r, 1000000);
        position[i] = i;
    }
    part_count(&made, codes, by, 40, 5000000, 5000000, 1);
    assert_int_equal(kf_network_open(&net, &made.component,
                                     (kf_network_limits){ 256, 64, 0, NULL, false, false }, &mem),
                     KERF_OK);
    assert_int_equal(net.rows.n, 1);
    assert_int_equal(kf_network_chain(&net, position, NULL), KERF_LIMIT);
    kf_network_close(&net);
    assert_int_equal(mem.used, 0);
}

/* Where time is up, no row is chained any more. */
static void time_may_be_up(void **state)
{
    static made_component made;
    uint32_t codes[6] = { 0, 2, 4, 6, 8, 10 }, by[6] = { 1, 1, 1, 1, 1, 1 };
    const uint32_t position[6] = { 0, 1, 2, 3, 4, 5 };
    const kf_limits over = { .deadline = 0 };
    kf_network net;
    kf_mem mem;
    (void)state;
    kf_mem_init(&mem, 0);
    part_begin(&made, 6);
    part_count(&made, codes, by, 6, 2, 2, 1);
    assert_int_equal(kf_network_open(&net, &made.component,
                                     (kf_network_limits){ 4, 2, 0, NULL, false, false }, &mem),
                     KERF_OK);
    assert_int_equal(net.rows.n, 1);
    assert_int_equal(kf_network_chain(&net, position, &over), KERF_LIMIT);
    kf_network_close(&net);
    assert_int_equal(mem.used, 0);
}

static void memory_may_fail(void **state)
{
    static made_component made;
    (void)state;
    for (uint64_t seed = 1; seed <= 40; seed++) {
        for (int64_t fail = 0;; fail++) {
            kf_random r = { seed };
            kf_network net;
            kf_mem mem;
            uint32_t position[ATOMS] = { 0 };
            kf_mem_init(&mem, 0);
            part_random(&made, &r, ATOMS);
            add_groups(&made, &r);
            mem.fail_after = fail;
            kerf_status st = kf_network_open(
                &net, &made.component, (kf_network_limits){ 8, 64, 0, NULL, false, false }, &mem);
            if (st == KERF_OK) {
                st = kf_network_chain(&net, position, NULL);
                kf_network_close(&net);
            }
            assert_int_equal(mem.used, 0);
            if (st == KERF_OK) break;
            assert_int_equal(st, KERF_NO_MEMORY);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_assignment_costs_the_same),
        cmocka_unit_test(cliques_are_sums),
        cmocka_unit_test(states_have_a_limit),
        cmocka_unit_test(time_may_be_up),
        cmocka_unit_test(memory_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

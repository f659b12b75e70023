/* test_problem.c -- the ground problem: costs of worlds against what was put in, merging,
 * components. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "dice.h"
#include "problem/problem.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { ATOMS = 8, MOST = 64, LITERALS = 5 };

typedef struct given { /* a constraint as it was put in */
    bool cardinality;
    uint32_t n;
    kf_lit lits[LITERALS];
    uint32_t coefficients[LITERALS];
    uint64_t least, most;
    double weight;
} given;

static void pay(double weight, bool holds, double *cost, uint64_t *broken)
{
    if (weight > 0 ? holds : !holds) return;
    if (isinf(weight)) ++*broken;
    else *cost += fabs(weight);
}

static void plain_cost(const given *list, uint32_t n, const bool *world, double *cost,
                       uint64_t *broken)
{
    for (uint32_t i = 0; i < n; i++) {
        const given *g = &list[i];
        uint64_t sum = 0;
        for (uint32_t k = 0; k < g->n; k++)
            if (kf_lit_true(g->lits[k], world)) sum += g->cardinality ? g->coefficients[k] : 1;
        pay(g->weight, g->cardinality ? sum >= g->least && sum <= g->most : sum > 0, cost, broken);
    }
}

static given random_constraint(uint64_t *state)
{
    static const double weights[] = { 1, 0.5, -0.25, -2, 3 };
    given g = { .cardinality = below(state, 4) == 0, .n = below(state, LITERALS + 1) };
    g.weight = below(state, 6) == 0 ? INFINITY : weights[below(state, KF_LENGTH(weights))];
    for (uint32_t i = 0; i < g.n; i++) {
        kf_atom atom = { below(state, ATOMS) };
        g.lits[i] = kf_lit_of(atom, below(state, 2));
        g.coefficients[i] = 1 + below(state, 3);
    }
    g.least = below(state, 3);
    g.most = below(state, 2) ? UINT64_MAX : g.least + below(state, 4);
    return g;
}

/* Every world pays in the problem what it pays constraint by constraint; a hard clause that is
 * there several times is broken once. */
static void costs(void **unused)
{
    (void)unused;
    for (uint64_t seed = 1; seed <= 200; seed++) {
        uint64_t state = seed;
        kf_mem mem;
        given list[MOST];
        uint32_t n = 1 + below(&state, MOST);
        double constant = 0;
        kf_mem_init(&mem, 0);
        kf_problem *p = kf_problem_new(&mem);
        assert_non_null(p);
        for (uint32_t i = 0; i < ATOMS; i++) {
            kf_atom atom;
            assert_int_equal(kf_problem_add_atom(p, &atom), KERF_OK);
            assert_int_equal(atom.id, i);
        }
        for (uint32_t i = 0; i < n; i++) {
            given *g = &list[i];
            *g = random_constraint(&state);
            kerf_status st = g->cardinality
                                 ? kf_problem_add_cardinality(p, g->lits, g->coefficients, g->n,
                                                              g->least, g->most, g->weight)
                                 : kf_problem_add_clause(p, g->lits, g->n, g->weight, &constant);
            assert_int_equal(st, KERF_OK);
        }
        for (uint32_t bits = 0; bits < 1u << ATOMS; bits++) {
            bool world[ATOMS];
            uint64_t broken = 0, found;
            double cost = 0;
            for (uint32_t i = 0; i < ATOMS; i++) world[i] = bits >> i & 1;
            plain_cost(list, n, world, &cost, &broken);
            double whole = kf_problem_cost(p, world, &found);
            if (isinf(constant)) assert_true(broken > 0);
            else assert_true(fabs(whole + constant - cost) < 1e-9 && (found > 0) == (broken > 0));
        }
        kf_problem_free(p);
        assert_int_equal(mem.used, 0);
    }
}

static kf_problem *with_atoms(kf_mem *mem, uint32_t n)
{
    kf_mem_init(mem, 0);
    kf_problem *p = kf_problem_new(mem);
    assert_non_null(p);
    for (uint32_t i = 0; i < n; i++) {
        kf_atom atom;
        assert_int_equal(kf_problem_add_atom(p, &atom), KERF_OK);
    }
    return p;
}

/* The same literals in any order are one clause; weights of one sign add up, signs do not mix. */
static void merging(void **unused)
{
    (void)unused;
    kf_mem mem;
    kf_problem *p = with_atoms(&mem, 3);
    double constant = 0;
    const kf_lit a = { 0 }, not_b = { 3 }, c = { 4 }, not_c = { 5 };
    const kf_lit one[] = { a, not_b, c, a }, two[] = { c, a, not_b }, taut[] = { c, a, not_c };
    assert_int_equal(kf_problem_add_clause(p, one, 4, 1.5, &constant), KERF_OK);
    assert_int_equal(kf_problem_add_clause(p, two, 3, 2, &constant), KERF_OK);
    assert_int_equal(p->clauses.n, 1);
    assert_true(p->clauses.at[0].weight == 3.5);
    assert_int_equal(kf_problem_add_clause(p, two, 3, -2, &constant), KERF_OK);
    assert_int_equal(kf_problem_add_clause(p, two, 3, INFINITY, &constant), KERF_OK);
    assert_int_equal(kf_problem_add_clause(p, one, 4, INFINITY, &constant), KERF_OK);
    assert_int_equal(p->clauses.n, 3);
    assert_int_equal(kf_problem_add_clause(p, taut, 3, 7, &constant), KERF_OK);
    assert_true(constant == 0);
    assert_int_equal(kf_problem_add_clause(p, taut, 3, -7, &constant), KERF_OK);
    assert_true(constant == 7);
    assert_int_equal(kf_problem_add_clause(p, one, 0, 2, &constant), KERF_OK);
    assert_true(constant == 9);
    assert_int_equal(kf_problem_add_clause(p, &a, 1, 2, &constant), KERF_OK); /* a cost */
    assert_int_equal(kf_problem_add_clause(p, &not_b, 1, -1, &constant), KERF_OK);
    assert_int_equal(p->clauses.n, 3);
    assert_true(p->cost_false.at[0] == 2 && p->cost_true.at[0] == 0);
    assert_true(p->cost_false.at[1] == 1 && p->cost_true.at[1] == 0);
    assert_int_equal(kf_problem_add_clause(p, one, 0, INFINITY, &constant), KERF_OK);
    assert_true(isinf(constant));
    kf_problem_free(p);
    assert_int_equal(mem.used, 0);
}

/* Components against labels that spread until nothing changes; the smallest atom stands for all. */
static void components(void **unused)
{
    (void)unused;
    enum { MANY = 40 };
    for (uint64_t seed = 1; seed <= 50; seed++) {
        uint64_t state = seed;
        kf_mem mem;
        kf_problem *p = with_atoms(&mem, MANY);
        uint32_t label[MANY];
        double constant = 0;
        for (uint32_t i = 0; i < MANY; i++) label[i] = i;
        for (uint32_t i = 0; i < 25; i++) {
            kf_lit lits[3];
            uint32_t n = 2 + below(&state, 2), coefficients[3] = { 1, 1, 1 }, least = MANY;
            uint32_t first = below(&state, MANY);
            for (uint32_t k = 0; k < n; k++) {
                lits[k] = kf_lit_of((kf_atom){ (first + k * 7) % MANY }, below(&state, 2));
                if (label[kf_lit_atom(lits[k]).id] < least) least = label[kf_lit_atom(lits[k]).id];
            }
            for (uint32_t k = 0; k < n; k++) {
                uint32_t old = label[kf_lit_atom(lits[k]).id];
                for (uint32_t a = 0; a < MANY; a++)
                    if (label[a] == old) label[a] = least;
            }
            kerf_status st = i % 3 ? kf_problem_add_clause(p, lits, n, 1, &constant)
                                   : kf_problem_add_cardinality(p, lits, coefficients, n, 0, 1, 1);
            assert_int_equal(st, KERF_OK);
            for (uint32_t a = 0; a < MANY; a++)
                assert_int_equal(kf_problem_component(p, (kf_atom){ a }), label[a]);
        }
        kf_problem_free(p);
        assert_int_equal(mem.used, 0);
    }
}

static void no_memory(void **unused)
{
    (void)unused;
    bool done = false;
    for (int64_t after = 0; !done; after++) {
        kf_mem mem;
        uint64_t state = 9;
        double constant = 0;
        kf_mem_init(&mem, 0);
        mem.fail_after = after;
        kf_problem *p = kf_problem_new(&mem);
        kerf_status st = p ? KERF_OK : KERF_NO_MEMORY;
        for (uint32_t i = 0; i < ATOMS && st == KERF_OK; i++) {
            kf_atom atom;
            st = kf_problem_add_atom(p, &atom);
        }
        for (uint32_t i = 0; i < 120 && st == KERF_OK; i++) {
            given g = random_constraint(&state);
            st = g.cardinality ? kf_problem_add_cardinality(p, g.lits, g.coefficients, g.n, g.least,
                                                            g.most, g.weight)
                               : kf_problem_add_clause(p, g.lits, g.n, g.weight, &constant);
        }
        assert_true(st == KERF_OK || st == KERF_NO_MEMORY);
        done = st == KERF_OK;
        kf_problem_free(p);
        assert_int_equal(mem.used, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(costs),
        cmocka_unit_test(merging),
        cmocka_unit_test(components),
        cmocka_unit_test(no_memory),
    };
    return cmocka_run_group_tests_name("problem", tests, NULL, NULL);
}

/* test_product.c -- clauses whose hidden literals share no variables: exact costs from counts, and
 * no enumeration where that would be too much. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "ground_model.h"

#include <stdio.h>
#include <stdlib.h>

enum { N = 10000 };

/* Constants X0 ... and Y0 ..., some atoms of which are fixed. */
static char *evidence(const char *more)
{
    size_t room = 40 * (size_t)N + strlen(more) + 1, n = 0;
    char *text = malloc(room);
    assert_non_null(text);
    for (int i = 0; i < N; i++) n += (size_t)snprintf(text + n, room - n, "A(X%d)\nB(Y%d)\n", i, i);
    snprintf(text + n, room - n, "%s", more);
    return text;
}

static void open_large(ground_model *f, const char *formula, const char *more)
{
    char model[256], *text = evidence(more);
    snprintf(model, sizeof model, "A(s)\nB(t)\np(s)\nq(t)\n%s\n", formula);
    ground_open(f, model, text, "p,q");
    assert_int_equal(kf_ground_local(f->g), KERF_OK);
    free(text);
}

/* The first `k` atoms of p and `m` of q true, the others false (but for what evidence fixes). */
static void set_world(ground_model *f, uint32_t k, uint32_t m)
{
    for (int side = 0; side < 2; side++) {
        uint32_t predicate = ground_predicate(f, side ? "q" : "p");
        for (uint32_t id = 0; id < N; id++) {
            if (kf_database_fixed(f->d, predicate, &id) != KF_UNKNOWN) continue;
            assert_int_equal(kf_grounder_set(f->g, predicate, &id, id < (side ? m : k)), KERF_OK);
        }
    }
}

static const uint32_t worlds[][2] = { { 0, 0 }, { 1, 0 },      { 3, 5 },
                                      { N, 1 }, { 1234, 777 }, { N, N } };

/* A report says what separation says, from counts alone. */
static void expect_report(ground_model *f, uint64_t groundings, double cost)
{
    uint64_t n, hard;
    double c;
    assert_int_equal(kf_grounder_unsatisfied(f->g, &f->g->rules.at[0], true, &n, &c, &hard),
                     KERF_OK);
    assert_int_equal(n, groundings);
    assert_int_equal(hard, 0);
    assert_near(c, cost, 1e-6);
}

static void expect(ground_model *f, double cost, double score)
{
    kf_separated out;
    assert_int_equal(kf_separate(f->g, false, &out), KERF_OK);
    assert_near(out.cost, cost, 0);
    assert_near(out.product_cost, cost, 0);
    assert_int_equal(out.groundings, (uint64_t)cost);
    assert_int_equal(out.tuples, 0);
    assert_near(f->g->best - out.cost, score, 0);
    expect_report(f, out.groundings, out.cost);
}

static void conjunction(void **state)
{
    (void)state;
    ground_model f;
    open_large(&f, "1.0 p(x) ^ q(y)", "");
    size_t before = f.mem.used;
    f.mem.peak = before;
    for (size_t i = 0; i < KF_LENGTH(worlds); i++) {
        double both = (double)worlds[i][0] * worlds[i][1];
        set_world(&f, worlds[i][0], worlds[i][1]);
        expect(&f, 1e8 - both, both);
    }
    assert_true(f.g->rules.at[0].product->active);
    assert_true(f.mem.peak - before < 10000000); /* 10^8 units would be gigabytes */
    ground_close(&f);
}

/* Pays when false, and an observed literal and fixed atoms take part. */
static void disjunction(void **state)
{
    (void)state;
    ground_model f;
    open_large(&f, "1.0 A(x) => p(x) v q(y)", "p(X9999)\n!p(X9998)\n!q(Y9999)\n!q(Y9998)\n");
    for (size_t i = 0; i < KF_LENGTH(worlds); i++) {
        uint32_t k = worlds[i][0] < N - 2 ? worlds[i][0] : N - 2;
        uint32_t m = worlds[i][1] < N - 2 ? worlds[i][1] : N - 2;
        double no_p = N - 1 - k, no_q = N - m, decided = 1.0 * 2.0;
        set_world(&f, k, m);
        kf_separated out;
        assert_int_equal(kf_separate(f.g, false, &out), KERF_OK);
        assert_near(out.cost, no_p * no_q - decided, 0);
        assert_near(f.g->best - out.cost, 1e8 - no_p * no_q, 0);
        expect_report(&f, out.groundings, out.cost);
    }
    ground_close(&f);
}

/* Where few groundings are violated, they are units as always. */
static void few_are_enumerated(void **state)
{
    (void)state;
    ground_model f;
    kf_separated out;
    open_large(&f, "1.0 !p(x) v !q(y)", "");
    set_world(&f, 3, 5);
    assert_int_equal(kf_separate(f.g, true, &out), KERF_OK);
    assert_non_null(f.g->rules.at[0].product);
    assert_false(f.g->rules.at[0].product->active);
    assert_int_equal(out.tuples, 15);
    assert_int_equal(f.p->clauses.n, 15);
    assert_near(out.cost, 15, 0);
    assert_near(out.product_cost, 0, 0);
    ground_close(&f);
}

/* Shared variables, opposite signs of one predicate, and hard formulas are not products. */
static void not_products(void **state)
{
    (void)state;
    static const char *const formulas[] = { "1.0 p(x) ^ r(x)", "1.0 p(x) v !p(z)", "p(x) v q(y).",
                                            "1.0 p(x)", "1.0 p(x) ^ R(x,y) ^ q(y)" };
    for (size_t i = 0; i < KF_LENGTH(formulas); i++) {
        ground_model f;
        char model[256];
        snprintf(model, sizeof model, "p(s)\nr(s)\nq(t)\nR(s,t)\n%s\n", formulas[i]);
        ground_open(&f, model, "R(X,Y)\n", "p,q,r");
        for (size_t k = 0; k < f.g->rules.n; k++) assert_null(f.g->rules.at[k].product);
        ground_close(&f);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(conjunction),
        cmocka_unit_test(disjunction),
        cmocka_unit_test(few_are_enumerated),
        cmocka_unit_test(not_products),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

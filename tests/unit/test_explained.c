/* test_explained.c -- the record of explanations: what is proven of an atom is found again. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "report/records/explained.h"

#include <stdio.h>
#include <string.h>

static void add(kf_explained *x, const char *atom, kerf_outcome outcome, double cost)
{
    kf_explanation e = { .is = { .size = sizeof e.is, .outcome = outcome, .cost = cost } };
    e.is.atom = kf_arena_copy(&x->arena, atom, strlen(atom) + 1, 1);
    assert_non_null(e.is.atom);
    assert_int_equal(kf_explained_add(x, &e), KERF_OK);
    kf_explained_check(x);
}

static void expect(const kf_explained *x, const char *atom, double cost)
{
    const kf_explanation *e = kf_explained_find(x, atom);
    assert_non_null(e);
    assert_string_equal(e->is.atom, atom);
    assert_true(e->is.cost == cost);
}

static void what_is_proven_is_found(void **state)
{
    enum { MANY = 3000 };
    kf_mem mem;
    char text[32];
    (void)state;
    kf_mem_init(&mem, 0);
    kf_explained *x = kf_explained_new(&mem);
    assert_non_null(x);
    add(x, "P(A)", KERF_BOUNDED, 1);
    assert_null(kf_explained_find(x, "P(A)"));
    add(x, "P(A)", KERF_OPTIMAL, 2);
    add(x, "P(A)", KERF_BOUNDED, 3);
    expect(x, "P(A)", 2);
    for (int i = 0; i < MANY; i++) {
        snprintf(text, sizeof text, "Q(C%d)", i % (MANY / 2));
        add(x, text, KERF_CONTRADICTION, i);
    }
    expect(x, "P(A)", 2);
    expect(x, "Q(C0)", 0);
    expect(x, "Q(C1499)", MANY / 2 - 1);
    assert_null(kf_explained_find(x, "Q(C1500)"));
    kf_explained_free(x);
    assert_int_equal(mem.used, 0);
}

/* A least change that cannot be found takes its explanation along. */
static void what_is_dropped_is_not_found(void **state)
{
    kf_mem mem;
    (void)state;
    kf_mem_init(&mem, 0);
    kf_explained *x = kf_explained_new(&mem);
    assert_non_null(x);
    add(x, "P(A)", KERF_OPTIMAL, 1);
    add(x, "P(B)", KERF_OPTIMAL, 2);
    x->list.n--;
    assert_null(kf_explained_find(x, "P(B)"));
    add(x, "P(C)", KERF_OPTIMAL, 3);
    assert_null(kf_explained_find(x, "P(B)"));
    add(x, "P(B)", KERF_OPTIMAL, 4);
    expect(x, "P(A)", 1);
    expect(x, "P(B)", 4);
    expect(x, "P(C)", 3);
    kf_explained_free(x);
    assert_int_equal(mem.used, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_proven_is_found),
        cmocka_unit_test(what_is_dropped_is_not_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

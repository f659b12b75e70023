/* What facts that come and go take out again: tuples of a map, clauses of a problem, rows of a
 * relation that evidence lent. */
#include "ground/tuple_map.h"
#include "problem/problem.h"
#include "query/relation.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void tuples_go(void **state)
{
    enum { N = 3000 };
    kf_mem mem;
    kf_tuple_map u;
    (void)state;
    kf_mem_init(&mem, 0);
    kf_tuple_map_init(&u, 2);
    for (uint32_t i = 0; i < N; i++) {
        uint32_t tuple[2] = { i % 7, i };
        assert_int_equal(kf_tuple_map_add(&u, &mem, tuple, 0, 1, i), KERF_OK);
    }
    for (uint32_t i = 0; i < N; i += 3) {
        uint32_t tuple[2] = { i % 7, i };
        kf_tuple_map_remove(&u, kf_tuple_map_find(&u, tuple));
    }
    kf_tuple_map_check(&u);
    assert_int_equal(kf_tuple_map_count(&u), N - N / 3);
    for (uint32_t i = 0; i < N; i++) {
        uint32_t tuple[2] = { i % 7, i }, entry = kf_tuple_map_find(&u, tuple);
        assert_int_equal(entry == UINT32_MAX, i % 3 == 0);
        if (i % 3) assert_true(u.weights.at[entry] == i);
    }
    kf_tuple_map_free(&u, &mem);
    assert_int_equal(mem.used, 0);
}

static void add(kf_problem *p, uint32_t a, uint32_t b, double weight)
{
    kf_lit lits[2] = { { 2 * a }, { 2 * b + 1 } };
    double constant = 0;
    assert_int_equal(kf_problem_add_clause(p, lits, 2, weight, &constant), KERF_OK);
}

static void drop(kf_problem *p, uint32_t a, uint32_t b, double weight)
{
    kf_lit lits[2] = { { 2 * b + 1 }, { 2 * a } };
    assert_int_equal(kf_problem_drop_clause(p, lits, 2, weight), KERF_OK);
}

/* A clause goes with the last who said it, not before; then it may come again. */
static void clauses_go(void **state)
{
    kf_mem mem;
    uint64_t broken;
    const bool assignment[3] = { false, true, true };
    (void)state;
    kf_mem_init(&mem, 0);
    kf_problem *p = kf_problem_new(&mem);
    assert_non_null(p);
    for (int i = 0; i < 3; i++) {
        kf_atom atom;
        assert_int_equal(kf_problem_add_atom(p, &atom), KERF_OK);
    }
    add(p, 0, 1, 2);
    add(p, 0, 1, 3);
    add(p, 0, 2, INFINITY);
    add(p, 0, 2, INFINITY);
    assert_true(kf_problem_cost(p, assignment, &broken) == 5);
    assert_int_equal(broken, 1);
    drop(p, 0, 1, 2);
    drop(p, 0, 2, INFINITY);
    assert_true(kf_problem_cost(p, assignment, &broken) == 3);
    assert_int_equal(broken, 1);
    assert_int_equal(p->n_dropped, 0);
    drop(p, 0, 1, 3);
    drop(p, 0, 2, INFINITY);
    assert_true(kf_problem_cost(p, assignment, &broken) == 0);
    assert_int_equal(broken, 0);
    assert_int_equal(p->n_dropped, 2);
    assert_int_equal(p->parted.n, 4);
    assert_int_equal(kf_problem_part(p, 0), KERF_OK);
    assert_int_equal(kf_problem_component(p, (kf_atom){ 2 }), 2);
    for (uint32_t i = 0; i < 200; i++) {
        add(p, 1, 2, 1.5);
        drop(p, 1, 2, 1.5);
    }
    add(p, 0, 1, 4);
    assert_true(kf_problem_cost(p, assignment, &broken) == 4);
    assert_true(p->soft == 4);
    kf_problem_free(p);
    assert_int_equal(mem.used, 0);
}

/* Rows of evidence become the relation's own, and constants come beyond those that it knew. */
static void rows_go(void **state)
{
    enum { N = 40 };
    uint32_t first[N], second[N], *columns[2] = { first, second }, sizes[2] = { N, N }, count;
    kf_facts facts = { .width = 2, .n = N, .columns = columns };
    kf_relation *r;
    kf_index *ix;
    kf_mem mem;
    bool added;
    (void)state;
    kf_mem_init(&mem, 0);
    for (uint32_t i = 0; i < N; i++) {
        first[i] = i / 4;
        second[i] = i;
    }
    assert_int_equal(kf_relation_new(&r, &mem, 2, sizes, &facts), KERF_OK);
    assert_int_equal(kf_relation_index(r, 1, &ix), KERF_OK);
    assert_int_equal(kf_relation_own(r), KERF_OK);
    first[0] = 9; /* the evidence goes its own way */
    uint32_t gone[2] = { 0, 0 }, new_row[2] = { 0, N + 100 }, key[2] = { 0, 0 };
    assert_true(kf_relation_remove(r, gone));
    assert_false(kf_relation_remove(r, gone));
    assert_int_equal(kf_relation_widen(r, 1, N + 101), KERF_OK);
    assert_int_equal(kf_relation_insert(r, new_row, &added), KERF_OK);
    assert_true(added && kf_relation_has(r, new_row) && !kf_relation_has(r, gone));
    kf_index_rows(r, ix, key, &count);
    assert_int_equal(count, 4);
    kf_relation_free(r);
    assert_int_equal(mem.used, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tuples_go),
        cmocka_unit_test(clauses_go),
        cmocka_unit_test(rows_go),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

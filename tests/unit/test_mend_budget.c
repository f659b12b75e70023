/* test_mend_budget.c -- how much work mending may take: the size from which it is tried, what the
 * parts of one change may have together, and how often it may be in vain. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "infer/components/components_state.h"

#include <math.h>
#include <string.h>

/* Parts have at most 32 atoms more than the component together (components_mend.c), and three
 * changes may be in vain before one was mended (components_mend.h). */
enum { ATOMS = 200, CHANGES = 8, MOST = 32 + ATOMS, MOST_VAIN = 3 };

typedef struct chain { /* neighbours want to be alike */
    kf_mem mem;
    kf_problem *p;
    kf_components *c;
    kf_cpi_options o;
    kf_standing standing;
} chain;

typedef struct spent { /* after a change */
    uint32_t mended, failed, steps;
    size_t atoms; /* of the last part */
    size_t work;  /* of all parts */
    double cost;
} spent;

static void solve(chain *x)
{
    static const kf_limits limits = { .deadline = INFINITY, .effort = KF_EFFORT_FULL };
    assert_int_equal(kf_components_solve(x->c, &limits, &x->standing), KERF_OK);
    assert_true(x->standing.cost == x->standing.bound);
}

static void add_link(chain *x, uint32_t from, uint32_t to, double weight)
{
    const kf_lit lits[] = { kf_lit_of((kf_atom){ from }, true), kf_lit_of((kf_atom){ to }, false) };
    double constant = 0;
    assert_int_equal(kf_problem_add_clause(x->p, lits, 2, weight, &constant), KERF_OK);
}

/* own: what each atom costs if it is true. */
static void open(chain *x, uint32_t mend, uint32_t threads, double own, double link)
{
    memset(x, 0, sizeof *x);
    kf_mem_init(&x->mem, 0);
    x->o = (kf_cpi_options){ .solver = kf_solver_find("auto"),
                             .threads = threads,
                             .simplify = true,
                             .effort = KF_EFFORT_FULL,
                             .max_iterations = 1000,
                             .deadline = INFINITY,
                             .mend = mend };
    x->p = kf_problem_new(&x->mem);
    assert_non_null(x->p);
    assert_int_equal(kf_components_new(&x->c, &x->mem, x->p, &x->o), KERF_OK);
    for (uint32_t i = 0; i < ATOMS; i++) {
        kf_atom atom;
        assert_int_equal(kf_problem_add_atom(x->p, &atom), KERF_OK);
        kf_problem_add_cost(x->p, atom, own, 0);
        assert_int_equal(kf_problem_touch(x->p, atom), KERF_OK);
    }
    for (uint32_t i = 0; i + 1 < ATOMS; i++) {
        add_link(x, i, i + 1, link);
        add_link(x, i + 1, i, link);
    }
    solve(x);
}

static void close(chain *x)
{
    kf_components_free(x->c);
    kf_problem_free(x->p);
    assert_int_equal(x->mem.used, 0);
}

static void add_either(chain *x, uint32_t one, uint32_t other, double weight)
{
    const kf_lit lits[] = { kf_lit_of((kf_atom){ one }, false),
                            kf_lit_of((kf_atom){ other }, false) };
    double constant = 0;
    assert_int_equal(kf_problem_add_clause(x->p, lits, 2, weight, &constant), KERF_OK);
}

static spent ask(chain *x)
{
    assert_int_equal(kf_components_go_on(x->c, &x->o), KERF_OK);
    solve(x);
    const kf_mend *m = &x->c->mend;
    return (
        spent){ m->n_mended, m->n_failed, m->n_steps, m->part.atoms.n, m->work, x->standing.cost };
}

static spent change(chain *x, uint32_t atom, double cost_true, double cost_false)
{
    kf_problem_add_cost(x->p, (kf_atom){ atom }, cost_true, cost_false);
    assert_int_equal(kf_problem_touch(x->p, (kf_atom){ atom }), KERF_OK);
    return ask(x);
}

/* Every change of the first atom flips all of them: no part is small enough. */
static void run_far(uint32_t mend, uint32_t threads, spent *out)
{
    chain x;
    open(&x, mend, threads, 0, 5);
    for (uint32_t i = 0; i < CHANGES; i++) {
        bool up = i % 2 == 0;
        double turn = i == 0 ? 3 : 6; /* it lacks 3 to what it wants */
        out[i] = change(&x, 0, up ? 0 : turn, up ? turn : 0);
        for (uint32_t k = 0; k < ATOMS; k++) assert_int_equal(x.c->assignment.at[k], up);
    }
    close(&x);
}

/* A change flips one atom: the others cost more than the links to it. */
static void run_near(uint32_t mend, spent *out)
{
    chain x;
    open(&x, mend, 1, 1, 0.125);
    for (uint32_t i = 0; i < CHANGES; i++) {
        out[i] = change(&x, 20 * i + 5, 0, 4);
        for (uint32_t k = 0; k < ATOMS; k++)
            assert_int_equal(x.c->assignment.at[k], k % 20 == 5 && k <= 20 * i + 5);
    }
    close(&x);
}

static void parts_are_bounded(void **state)
{
    spent s[CHANGES];
    (void)state;
    run_far(64, 1, s);
    for (uint32_t i = 0; i < CHANGES; i++) {
        assert_true(s[i].failed <= MOST_VAIN + s[i].mended / 8);
        assert_true(s[i].atoms <= MOST && s[i].steps <= MOST && s[i].work <= MOST);
    }
    assert_true(s[CHANGES - 1].failed > 0);
}

static void near_changes_are_mended(void **state)
{
    spent s[CHANGES], whole[CHANGES];
    (void)state;
    run_near(64, s);
    run_near(ATOMS + 1, whole);
    for (uint32_t i = 0; i < CHANGES; i++) {
        assert_int_equal(s[i].mended, i + 1);
        assert_int_equal(s[i].failed, 0);
        assert_true(s[i].atoms <= 8 && s[i].steps <= 4);
        assert_true(s[i].cost == whole[i].cost);
    }
}

static void smaller_ones_are_solved_whole(void **state)
{
    static const uint32_t sizes[] = { 0, ATOMS + 1 };
    (void)state;
    for (size_t k = 0; k < KF_LENGTH(sizes); k++) {
        spent s[CHANGES];
        run_near(sizes[k], s);
        for (uint32_t i = 0; i < CHANGES; i++) assert_int_equal(s[i].mended + s[i].failed, 0);
    }
}

/* A hard clause that is broken belongs to every part, until it is not any more. */
static void what_is_mended_is_forgotten(void **state)
{
    chain x;
    (void)state;
    open(&x, 64, 1, 1, 0.125);
    add_either(&x, 20, 25, INFINITY);
    spent first = ask(&x);
    assert_int_equal(first.mended, 1);
    assert_true(x.c->assignment.at[20] != x.c->assignment.at[25]);
    spent next = change(&x, 105, 0, 4);
    assert_int_equal(next.mended, 2);
    assert_int_equal(x.c->mend.reduced.broken.n, 0);
    close(&x);
}

/* The relaxation of a part says .5 of all atoms: a search proves it. */
static void parts_are_searched(void **state)
{
    enum { NODES = 61 };
    chain x;
    (void)state;
    open(&x, 64, 1, 1, 0.125);
    for (uint32_t i = 0; i < NODES; i++) {
        add_either(&x, i, (i + 1) % NODES, 3);
        add_either(&x, i, (i + 2) % NODES, 3);
        add_either(&x, i, (i + 7) % NODES, 3);
    }
    spent s = ask(&x);
    assert_int_equal(s.mended, 1);
    assert_int_equal(s.failed, 0);
    close(&x);
}

/* What later iterations of an answer add to the problem is mended within the same budget. */
static void work_is_of_the_whole_answer(void **state)
{
    chain x;
    (void)state;
    open(&x, 64, 1, 1, 0.125);
    spent s = change(&x, 0, 0, 4);
    for (uint32_t i = 1; i < 4 * ATOMS; i++) {
        uint32_t failed = s.failed;
        size_t work = s.work;
        bool up = i / ATOMS % 2 == 0;
        kf_atom atom = { i % ATOMS };
        kf_problem_add_cost(x.p, atom, up ? 0 : 8, up ? 8 : 0);
        assert_int_equal(kf_problem_touch(x.p, atom), KERF_OK);
        solve(&x); /* not after a change */
        s.mended = x.c->mend.n_mended;
        s.failed = x.c->mend.n_failed;
        s.work = x.c->mend.work;
        assert_true(s.work >= work && s.work <= MOST);
        if (s.failed > failed) break;
    }
    assert_true(s.failed > 0 && s.mended > 1);
    close(&x);
}

/* The same changes take the same steps, whatever the number of threads. */
static void work_is_the_same_again(void **state)
{
    spent first[CHANGES], again[CHANGES];
    (void)state;
    run_far(64, 1, first);
    run_far(64, 2, again);
    for (uint32_t i = 0; i < CHANGES; i++) {
        assert_int_equal(first[i].mended, again[i].mended);
        assert_int_equal(first[i].failed, again[i].failed);
        assert_int_equal(first[i].steps, again[i].steps);
        assert_int_equal(first[i].atoms, again[i].atoms);
        assert_true(first[i].cost == again[i].cost);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parts_are_bounded),
        cmocka_unit_test(near_changes_are_mended),
        cmocka_unit_test(smaller_ones_are_solved_whole),
        cmocka_unit_test(what_is_mended_is_forgotten),
        cmocka_unit_test(parts_are_searched),
        cmocka_unit_test(work_is_of_the_whole_answer),
        cmocka_unit_test(work_is_the_same_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

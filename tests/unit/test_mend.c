/* test_mend.c -- components that are solved near what has changed, against all assignments: costs
 * and clauses, hard ones among them, come and go, and atoms come. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "dice.h"
#include "infer/components/components_state.h"

#include <math.h>
#include <string.h>

enum { ATOMS = 9, MORE = 3, CLAUSES = 60, WIDTH = 3, PROGRAMS = 150, CHANGES = 12 };

typedef struct said {
    kf_lit lits[WIDTH];
    double weight;
} said;

typedef struct world {
    kf_mem mem;
    kf_problem *p;
    kf_components *c;
    kf_cpi_options o;
    said clauses[CLAUSES];
    uint32_t n;
    uint64_t dice;
} world;

static void add_atom(world *w)
{
    kf_atom atom;
    assert_int_equal(kf_problem_add_atom(w->p, &atom), KERF_OK);
    kf_problem_add_cost(w->p, atom, below(&w->dice, 5), below(&w->dice, 5));
    assert_int_equal(kf_problem_touch(w->p, atom), KERF_OK);
}

static void add_clause(world *w)
{
    static const double weights[] = { 1, 2, 3.5, -1, -2.5, INFINITY };
    if (w->n == CLAUSES) return;
    said *s = &w->clauses[w->n++];
    double constant = 0;
    uint32_t first = below(&w->dice, (uint32_t)w->p->parent.n);
    s->weight = weights[below(&w->dice, 6)];
    for (uint32_t i = 0; i < WIDTH;
         i++) { /* of neighbours, so that parts are less than the whole */
        kf_atom atom = { (first + i) % (uint32_t)w->p->parent.n };
        s->lits[i] = kf_lit_of(atom, below(&w->dice, 2));
    }
    assert_int_equal(kf_problem_add_clause(w->p, s->lits, WIDTH, s->weight, &constant), KERF_OK);
}

static void drop_clause(world *w)
{
    if (w->n == 0) return;
    uint32_t at = below(&w->dice, w->n);
    said s = w->clauses[at];
    w->clauses[at] = w->clauses[--w->n];
    assert_int_equal(kf_problem_drop_clause(w->p, s.lits, WIDTH, s.weight), KERF_OK);
}

static void change(world *w)
{
    kf_atom atom = { below(&w->dice, (uint32_t)w->p->parent.n) };
    uint32_t what = below(&w->dice, 8);
    if (what < 3) {
        add_clause(w);
    } else if (what < 5) {
        drop_clause(w);
    } else if (what == 5 && w->p->parent.n < ATOMS + MORE) {
        add_atom(w);
    } else {
        kf_problem_add_cost(w->p, atom, below(&w->dice, 3), below(&w->dice, 3));
        assert_int_equal(kf_problem_touch(w->p, atom), KERF_OK);
    }
}

/* The least cost of all assignments that break nothing hard; how many have it. */
static double try_all(const world *w, uint32_t *ties)
{
    bool values[ATOMS + MORE];
    double best = INFINITY;
    *ties = 0;
    for (uint32_t k = 0; k < 1u << w->p->parent.n; k++) {
        uint64_t broken;
        for (uint32_t i = 0; i < w->p->parent.n; i++) values[i] = k >> i & 1;
        double cost = kf_problem_cost(w->p, values, &broken);
        if (broken > 0 || cost > best) continue;
        if (cost < best) *ties = 0;
        best = cost;
        ++*ties;
    }
    return best;
}

/* Whole numbers and halves: sums are exact. */
static void compare(const world *w, const kf_standing *s)
{
    uint64_t broken;
    uint32_t ties;
    double best = try_all(w, &ties);
    if (isinf(best)) {
        assert_true(isinf(s->bound));
        return;
    }
    assert_true(fabs(s->bound - best) < 1e-9 && fabs(s->cost - best) < 1e-9);
    double cost = kf_problem_cost(w->p, w->c->assignment.at, &broken);
    assert_true(broken == 0 && fabs(cost - best) < 1e-9);
    if (s->unique == 1) assert_int_equal(ties, 1);
    if (s->unique == 0) assert_true(ties > 1);
}

static bool solve(world *w)
{
    static const kf_limits limits = { .deadline = INFINITY, .effort = KF_EFFORT_FULL };
    kf_standing s;
    assert_int_equal(kf_components_solve(w->c, &limits, &s), KERF_OK);
    compare(w, &s);
    return !isinf(s.bound);
}

/* Returns how many components were mended. */
static uint32_t run(uint64_t seed)
{
    world w = { .dice = seed };
    kf_mem_init(&w.mem, 0);
    w.o = (kf_cpi_options){ .solver = kf_solver_find("auto"),
                            .threads = 1,
                            .simplify = true,
                            .effort = KF_EFFORT_FULL,
                            .max_iterations = 1000,
                            .deadline = INFINITY,
                            .mend = 2 };
    w.p = kf_problem_new(&w.mem);
    assert_non_null(w.p);
    assert_int_equal(kf_components_new(&w.c, &w.mem, w.p, &w.o), KERF_OK);
    for (uint32_t i = 0; i < ATOMS; i++) add_atom(&w);
    for (uint32_t i = 0; i < 2 * ATOMS; i++) add_clause(&w);
    bool good = solve(&w);
    for (uint32_t i = 0; i < CHANGES && good;
         i++) { /* a contradiction ends a session's components */
        for (uint32_t n = 1 + below(&w.dice, 3); n > 0; n--) change(&w);
        assert_int_equal(kf_components_go_on(w.c, &w.o), KERF_OK);
        good = solve(&w);
    }
    uint32_t n = w.c->mend.n_mended;
    if (w.c->mend.open && good) kf_reduced_check(&w.c->mend.reduced);
    kf_components_free(w.c);
    kf_problem_free(w.p);
    assert_int_equal(w.mem.used, 0);
    return n;
}

static void changes_are_mended(void **state)
{
    uint32_t n = 0, programs = trials_of(PROGRAMS);
    (void)state;
    for (uint32_t i = 0; i < programs; i++) n += run(i);
    assert_true(n > 4 * programs);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(changes_are_mended) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

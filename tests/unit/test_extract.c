/* test_extract.c -- a component without what is decided at first sight, against the whole of it:
 * every optimum of 2^n worlds has what was decided, and what is left costs the same. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/random.h"
#include "infer/components/extract.h"

#include <math.h>

enum { ATOMS = 9, CLAUSES = 14, LITERALS = 3, TRIALS = 800 };

/* Half of the weights are small beside costs, so that many atoms are clear. */
static double weight_of(kf_random *r)
{
    double w = 0.25 * (1 + kf_random_below(r, 12));
    if (kf_random_below(r, 8) == 0) return INFINITY;
    if (kf_random_below(r, 40) == 0) return -INFINITY;
    return kf_random_below(r, 4) == 0 ? -w : w;
}

static void add_clause(kf_problem *p, kf_random *r, uint32_t first)
{
    kf_lit l[LITERALS];
    double constant = 0;
    uint32_t n = 1 + kf_random_below(r, LITERALS);
    l[0] = kf_lit_of((kf_atom){ first }, kf_random_below(r, 2));
    for (uint32_t i = 1; i < n; i++)
        l[i] = kf_lit_of((kf_atom){ kf_random_below(r, ATOMS) }, kf_random_below(r, 2));
    assert_int_equal(kf_problem_add_clause(p, l, n, weight_of(r), &constant), KERF_OK);
}

static void add_count(kf_problem *p, kf_random *r)
{
    uint32_t ones[LITERALS] = { 1, 1, 1 }, from = kf_random_below(r, ATOMS - LITERALS);
    kf_lit l[LITERALS];
    for (uint32_t i = 0; i < LITERALS; i++)
        l[i] = kf_lit_of((kf_atom){ from + i }, kf_random_below(r, 2));
    double weight = kf_random_below(r, 2) ? INFINITY : 1.5;
    assert_int_equal(kf_problem_add_cardinality(p, l, ones, LITERALS, 0, 1, weight), KERF_OK);
}

static kf_problem *make(kf_mem *mem, kf_random *r)
{
    kf_problem *p = kf_problem_new(mem);
    kf_atom atom;
    assert_non_null(p);
    for (uint32_t i = 0; i < ATOMS; i++) {
        assert_int_equal(kf_problem_add_atom(p, &atom), KERF_OK);
        double cost = 0.25 * kf_random_below(r, 40);
        bool on_true = kf_random_below(r, 3) > 0;
        kf_problem_add_cost(p, atom, on_true ? cost : 0.5, on_true ? 0.5 : cost);
    }
    for (uint32_t i = 0; i < CLAUSES; i++) add_clause(p, r, i % ATOMS);
    if (kf_random_below(r, 3) == 0) add_count(p, r);
    return p;
}

static double cost_in(const kf_extracted *k, uint32_t world, uint64_t *broken)
{
    bool values[ATOMS];
    for (uint32_t i = 0; i < k->component.n_atoms; i++) values[i] = world >> k->atoms[i] & 1;
    return k->base + kf_component_cost(&k->component, values, broken);
}

static bool agrees(const kf_extracted *k, uint32_t world)
{
    for (uint32_t i = 0; i < k->n_decided; i++)
        if ((world >> kf_lit_atom(k->decided[i]).id & 1) == kf_lit_negated(k->decided[i]))
            return false;
    return true;
}

/* Worlds that agree with what was decided cost what they did; all others are worse than one that
 * does. */
static void compare(const kf_extracted *whole, const kf_extracted *open)
{
    double best = INFINITY, best_other = INFINITY;
    assert_int_equal(open->n_atoms, whole->component.n_atoms);
    assert_int_equal(open->component.n_atoms + open->n_decided, open->n_atoms);
    assert_int_equal(open->n_constraints, whole->component.n_clauses + whole->component.n_counts);
    for (uint32_t i = 0; i < open->component.n_atoms; i++)
        assert_true(fmin(open->component.cost_true[i], open->component.cost_false[i]) == 0);
    for (uint32_t world = 0; world < 1u << ATOMS; world++) {
        uint64_t broken, broken_open;
        double cost = cost_in(whole, world, &broken);
        if (agrees(open, world)) {
            double left = cost_in(open, world, &broken_open);
            assert_int_equal(broken_open, broken);
            assert_true(fabs(left - cost) < 1e-9);
            if (broken == 0) best = fmin(best, cost);
        } else if (broken == 0) {
            best_other = fmin(best_other, cost);
        }
    }
    assert_true(isinf(best_other) || best < best_other);
}

static void open_ones(void **state)
{
    (void)state;
    kf_random r = { 7 };
    uint32_t decided = 0, left = 0, alike = 0;
    for (int trial = 0; trial < TRIALS; trial++) {
        kf_mem mem;
        kf_mem_init(&mem, 0);
        kf_problem *p = make(&mem, &r);
        kf_hooks hooks = { 0 };
        assert_int_equal(kf_hooks_extend(&hooks, p), KERF_OK);
        for (uint32_t i = 0; i < ATOMS; i++) {
            kf_extracted whole, open;
            if (p->parent.at[i] != i) continue;
            assert_int_equal(kf_extract_component(&whole, &mem, p, &hooks, i), KERF_OK);
            assert_int_equal(whole.n_decided, 0);
            assert_int_equal(kf_extract_open(&open, &mem, p, &hooks, i), KERF_OK);
            compare(&whole, &open);
            decided += open.n_decided;
            left += open.component.n_atoms;
            alike += open.component.alike[0] != 0;
            kf_extracted_free(&whole);
            kf_extracted_free(&open);
        }
        kf_hooks_free(&hooks, &mem);
        kf_problem_free(p);
        assert_int_equal(mem.used, 0);
    }
    assert_true(decided > TRIALS && left > TRIALS && alike > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(open_ones) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

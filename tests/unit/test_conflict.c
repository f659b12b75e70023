/* test_conflict.c -- sets of hard constraints that contradict each other, among random ones: none
 * of 2^n worlds keeps them, and one does if any one of them is left out, or a bound of one that it
 * is said to need. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "dice.h"
#include "ground/why/reason.h"
#include "infer/conflict.h"

#include <math.h>

enum { ATOMS = 8, LITERALS = 3, TRIALS = 3000 };

/* ---- All worlds ---- */

/* bounds: of a cardinality, those that count. */
static bool holds(const kf_problem *p, uint32_t constraint, uint8_t bounds, uint32_t world)
{
    uint32_t clauses = (uint32_t)p->clauses.n;
    bool clause = constraint < clauses;
    const kf_cardinality *c = clause ? NULL : &p->cardinalities.at[constraint - clauses];
    uint32_t start = clause ? p->clauses.at[constraint].start : c->start;
    uint32_t n = clause ? p->clauses.at[constraint].n : c->n;
    double weight = clause ? p->clauses.at[constraint].weight : c->weight;
    uint64_t sum = 0;
    for (uint32_t i = 0; i < n; i++) {
        kf_lit l = p->literals.at[start + i];
        bool is = (world >> kf_lit_atom(l).id & 1) != kf_lit_negated(l);
        if (is) sum += clause ? 1 : p->coefficients.at[start + i];
    }
    bool within = clause ? sum > 0
                         : (!(bounds & KF_BOUND_LEAST) || sum >= c->least)
                               && (!(bounds & KF_BOUND_MOST) || sum <= c->most);
    return within == (weight > 0);
}

/* Does some world keep all of them but one? bounds: by constraint, or NULL for all. */
static bool satisfiable(const kf_problem *p, const uint32_t *set, const uint8_t *bounds, size_t n,
                        size_t but)
{
    const uint8_t both = KF_BOUND_LEAST | KF_BOUND_MOST;
    for (uint32_t world = 0; world < 1u << ATOMS; world++) {
        size_t i = 0;
        while (i < n && (i == but || holds(p, set[i], bounds ? bounds[i] : both, world))) i++;
        if (i == n) return true;
    }
    return false;
}

/* Without either of the bounds that it is said to need, is there no contradiction? One that must
 * not hold has both in any case. */
static bool needs_its_bounds(const kf_problem *p, kf_cpi_result *r, size_t i)
{
    const uint8_t each[] = { KF_BOUND_LEAST, KF_BOUND_MOST };
    uint8_t needed = r->conflict_bounds.at[i];
    bool good = true;
    if (r->conflict.at[i] < p->clauses.n) return needed == 0;
    if (p->cardinalities.at[r->conflict.at[i] - p->clauses.n].weight < 0) return needed == 3;
    for (size_t k = 0; k < 2; k++) {
        if (!(needed & each[k])) continue;
        r->conflict_bounds.at[i] = needed & (uint8_t)~each[k];
        good =
            good
            && satisfiable(p, r->conflict.at, r->conflict_bounds.at, r->conflict.n, r->conflict.n);
    }
    r->conflict_bounds.at[i] = needed;
    return good;
}

/* ---- Random problems ---- */

static void add_constraint(kf_problem *p, uint64_t *seed)
{
    kf_lit lits[LITERALS];
    uint32_t coefficients[LITERALS], n = 1 + below(seed, LITERALS), first = below(seed, ATOMS);
    double constant = 0, weight = below(seed, 8) ? INFINITY : -INFINITY;
    for (uint32_t i = 0; i < n; i++) {
        kf_atom atom = { (first + i * (1 + below(seed, 2))) % ATOMS };
        lits[i] = kf_lit_of(atom, below(seed, 2));
        coefficients[i] = 1 + below(seed, 2);
    }
    if (below(seed, 4)) {
        assert_int_equal(kf_problem_add_clause(p, lits, n, weight, &constant), KERF_OK);
        return;
    }
    for (uint32_t i = 0; i < n; i++) lits[i] = kf_lit_of((kf_atom){ (first + i) % ATOMS }, false);
    uint64_t least = below(seed, 3), most = least + below(seed, 2);
    assert_int_equal(kf_problem_add_cardinality(p, lits, coefficients, n, least, most, weight),
                     KERF_OK);
}

static kf_problem *random_problem(kf_mem *mem, uint64_t *seed)
{
    kf_problem *p = kf_problem_new(mem);
    kf_atom atom;
    uint32_t n = 6 + below(seed, 20);
    assert_non_null(p);
    for (uint32_t i = 0; i < ATOMS; i++) assert_int_equal(kf_problem_add_atom(p, &atom), KERF_OK);
    for (uint32_t i = 0; i < n; i++) add_constraint(p, seed);
    return p;
}

/* The hard constraints of the component of an atom. */
static size_t component(const kf_problem *p, uint32_t atom, uint32_t *set)
{
    uint32_t root = kf_problem_component(p, (kf_atom){ atom });
    size_t n = 0;
    for (uint32_t i = 0; i < p->clauses.n + p->cardinalities.n; i++) {
        bool clause = i < p->clauses.n;
        uint32_t start =
            clause ? p->clauses.at[i].start : p->cardinalities.at[i - p->clauses.n].start;
        uint32_t size = clause ? p->clauses.at[i].n : p->cardinalities.at[i - p->clauses.n].n;
        if (size > 0 && kf_problem_component(p, kf_lit_atom(p->literals.at[start])) == root)
            set[n++] = i;
    }
    return n;
}

static void conflicts_are_smallest(void **state)
{
    (void)state;
    uint64_t seed = 1;
    uint32_t found = 0, set[64];
    const kf_settings settings = { .seed = 1, .flips = 1000, .tries = 1, .noise = 0.5 };
    const kf_limits limits = { .deadline = INFINITY };
    for (uint32_t trial = 0; trial < TRIALS; trial++) {
        kf_mem mem;
        kf_mem_init(&mem, 0);
        kf_problem *p = random_problem(&mem, &seed);
        for (uint32_t atom = 0; atom < ATOMS; atom++) {
            kf_cpi_result r = { 0 };
            if (kf_problem_component(p, (kf_atom){ atom }) != atom) continue;
            size_t n = component(p, atom, set);
            if (satisfiable(p, set, NULL, n, n)) continue;
            found++;
            assert_int_equal(kf_conflict_find(p, atom, &settings, &limits, &mem, &r), KERF_OK);
            n = r.conflict.n;
            assert_true(n > 0 && r.conflict_bounds.n == n);
            assert_false(satisfiable(p, r.conflict.at, r.conflict_bounds.at, n, n));
            for (size_t i = 0; i < n; i++) {
                assert_true(satisfiable(p, r.conflict.at, r.conflict_bounds.at, n, i));
                assert_true(needs_its_bounds(p, &r, i));
                assert_true(i == 0 || r.conflict.at[i - 1] < r.conflict.at[i]);
            }
            kf_cpi_result_free(&r, &mem);
        }
        kf_problem_free(p);
        assert_int_equal(mem.used, 0);
    }
    assert_true(found > TRIALS / 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(conflicts_are_smallest) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

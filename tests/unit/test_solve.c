/* test_solve.c -- base solvers against all worlds, and under how and failing memory. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "dice.h"
#include "parts.h"
#include "tasks.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { PARTS = 4000, ATOMS = 12 };

static const char *const solvers[] = {
    "brute", "exact", "ilp", "eliminate", "tables", "auto", "mws"
};

typedef struct truth { /* of a component, by enumeration */
    bool feasible;
    double cost;
    bool unique, sure; /* not sure: another is nearly as good */
} truth;

static truth enumerate(const kf_component *p)
{
    double best = INFINITY, second = INFINITY;
    for (uint32_t bits = 0; bits < UINT32_C(1) << p->n_atoms; bits++) {
        bool world[ATOMS], feasible;
        for (uint32_t a = 0; a < p->n_atoms; a++) world[a] = bits >> a & 1;
        double cost = part_cost(p, world, &feasible);
        if (!feasible) continue;
        if (cost < best) second = best, best = cost;
        else if (cost < second) second = cost;
    }
    double apart = second - best;
    bool sure = !(apart > 1e-13 * best && apart < 1e-11 * best);
    return (truth){ !isinf(best), best, apart > 1e-12 * best, sure };
}

/* The same random component for every solver: enumerated once. */
static const truth *truth_of(uint32_t kind, uint64_t seed, const kf_component *p)
{
    static struct {
        bool there;
        truth t;
    } all[2][PARTS + 1];
    assert_true(kind < KF_LENGTH(all) && seed <= PARTS);
    if (!all[kind][seed].there) all[kind][seed].t = enumerate(p);
    all[kind][seed].there = true;
    return &all[kind][seed].t;
}

static bool near(double a, double b)
{
    return a == b || fabs(a - b) <= 1e-9 * fmax(fabs(a), fabs(b));
}

static kf_settings defaults(void)
{
    return (kf_settings){ .seed = 1, .flips = 2000, .tries = 2, .noise = 0.2, .tabu = 2 };
}

static kerf_status solve(const kf_solver *solver, const kf_component *p, const kf_task *l,
                         kf_mem *mem, bool *world, kf_solved *out)
{
    assert_non_null(solver);
    *out = (kf_solved){ .cost = INFINITY, .unique = -1 };
    return solve_by(solver->name, p, l, mem, world, out);
}

/* The claims hold together, whatever the solver was asked for. */
static void check_claims(const char *name, uint64_t seed, const kf_component *p, const truth *t,
                         const bool *world, const kf_solved *got)
{
    bool feasible;
    double cost = part_cost(p, world, &feasible);
    bool ok = got->found ? t->feasible && feasible && near(cost, got->cost) : isinf(got->cost);
    ok &= got->bound <= t->cost || near(got->bound, t->cost);
    ok &= !got->found || got->cost >= t->cost || near(got->cost, t->cost);
    ok &= got->unique == -1 || !t->sure || got->unique == t->unique;
    if (!ok)
        fail_msg("%s, part %llu: found %d cost %.17g (world: %.17g) bound %.17g unique %d; "
                 "truly %d %.17g unique %d",
                 name, (unsigned long long)seed, got->found, got->cost, cost, got->bound,
                 got->unique, t->feasible, t->cost, t->unique);
}

static void check_proof(const char *name, uint64_t seed, const truth *t, const kf_solved *got)
{
    bool ok = got->found == t->feasible && near(got->bound, t->cost);
    if (!ok || (got->found && !near(got->cost, t->cost)))
        fail_msg("%s, part %llu: cost %.17g bound %.17g, truly %.17g", name,
                 (unsigned long long)seed, got->cost, got->bound, t->cost);
}

static void random_hint(kf_random *r, bool *world, uint32_t n)
{
    for (uint32_t a = 0; a < n; a++) world[a] = kf_random_below(r, 2);
}

static void differential(void **state)
{
    static made_component made;
    const char *name = *state;
    const kf_solver *solver = kf_solver_find(name);
    uint32_t known = 0, feasible = 0;
    for (uint64_t seed = 1; seed <= trials_of(PARTS); seed++) {
        kf_random r = { seed };
        kf_settings settings = defaults();
        kf_task how = { .settings = &settings, .limits.deadline = INFINITY };
        kf_mem mem;
        kf_solved got;
        bool world[ATOMS];
        kf_mem_init(&mem, 0);
        part_random(&made, &r, ATOMS);
        const truth *t = truth_of(0, seed, &made.component);
        random_hint(&r, world, made.component.n_atoms);
        kerf_status st = solve(solver, &made.component, &how, &mem, world, &got);
        assert_true((st == KERF_UNSUPPORTED) == (solver->lacks != NULL));
        if (st == KERF_UNSUPPORTED) skip();
        assert_int_equal(st, KERF_OK);
        assert_int_equal(mem.used, 0);
        check_claims(name, seed, &made.component, t, world, &got);
        if (solver->proves) check_proof(name, seed, t, &got);
        known += got.found && got.unique != -1;
        feasible += got.found;
    }
    print_message("%s: %u feasible, uniqueness known of %u\n", name, feasible, known);
}

/* Few nodes, an early stop, a gap: what is claimed is still true. */
static void limited(void **state)
{
    static made_component made;
    const char *name = *state;
    const kf_solver *solver = kf_solver_find(name);
    for (uint64_t seed = 1; seed <= trials_of(PARTS / 2); seed++) {
        kf_random r = { seed + 1000000 };
        kf_settings settings = defaults();
        kf_stop stop = stop_after(kf_random_below(&r, 3));
        kf_task how = { .settings = &settings, .limits.deadline = INFINITY };
        kf_mem mem;
        kf_solved got;
        bool world[ATOMS];
        kf_mem_init(&mem, 0);
        part_random(&made, &r, ATOMS);
        const truth *t = truth_of(1, seed, &made.component);
        random_hint(&r, world, made.component.n_atoms);
        if (seed % 3 == 0) settings.nodes = 1 + kf_random_below(&r, 3);
        if (seed % 3 == 1) how.limits.stop = &stop;
        if (seed % 3 == 2) how.limits.gap = kf_random_unit(&r) * (seed % 2 ? 1 : 100);
        kerf_status st = solve(solver, &made.component, &how, &mem, world, &got);
        if (st == KERF_UNSUPPORTED) skip();
        assert_true(st == KERF_OK || (st == KERF_LIMIT && settings.nodes > 0));
        check_claims(name, seed, &made.component, t, world, &got);
        if (solver->proves && how.limits.gap > 0 && t->feasible)
            assert_true(got.found && got.cost - got.bound <= how.limits.gap + 1e-9 * got.cost);
    }
}

/* A larger part, stopped or not: the same answer from any hint, and bounds below it. */
static void larger(void **state)
{
    static made_component made;
    const char *name = *state;
    const kf_solver *solver = kf_solver_find(name), *exact = kf_solver_find("exact");
    if (strcmp(name, "brute") == 0) skip();
    for (uint64_t seed = 1; seed <= 60; seed++) {
        kf_random r = { seed };
        kf_settings settings = defaults();
        kf_task how = { .settings = &settings, .limits.deadline = INFINITY };
        kf_mem mem;
        kf_solved got, want;
        bool world[PART_ATOMS] = { 0 }, feasible;
        kf_stop stop = stop_after(kf_random_below(&r, 3));
        kf_mem_init(&mem, 0);
        if (seed % 2) part_sparse(&made, &r, 24, 50);
        else part_frame(&made, &r, 8, 6, seed % 4 == 0);
        assert_int_equal(solve(exact, &made.component, &how, &mem, world, &want), KERF_OK);
        assert_true(want.bound == want.cost);
        random_hint(&r, world, made.component.n_atoms);
        if (seed % 3 == 0) how.limits.stop = &stop;
        if (seed % 3 == 1) settings.nodes = 1 + kf_random_below(&r, 20);
        kerf_status st = solve(solver, &made.component, &how, &mem, world, &got);
        if (st == KERF_UNSUPPORTED) skip();
        assert_true(got.bound <= want.cost || near(got.bound, want.cost));
        assert_true(!got.found || near(part_cost(&made.component, world, &feasible), got.cost));
        assert_true(!got.found || feasible);
        if (solver->proves && seed % 3 == 2) assert_true(near(got.cost, want.cost));
    }
}

/* A weight does not vanish. */
static void scale_weight(double *weight, double factor)
{
    double least = copysign(0x1p-1074, *weight);
    *weight *= factor;
    if (*weight == 0) *weight = least;
}

enum { MOST_FACTORS = 5 };

/* Weights from one end of the doubles to the other. */
static void make_far(made_component *made, kf_random *r, const double factors[MOST_FACTORS])
{
    uint32_t near = kf_random_below(r, MOST_FACTORS), other = kf_random_below(r, MOST_FACTORS);
    part_random(made, r, ATOMS - 2);
    for (uint32_t a = 0; a < made->component.n_atoms; a++) {
        double factor = factors[kf_random_below(r, 2) ? near : other];
        made->cost_true[a] *= factor;
        made->cost_false[a] *= factor;
    }
    for (uint32_t i = 0; i < made->component.n_clauses; i++)
        scale_weight(&made->weight[i], factors[kf_random_below(r, 2) ? near : other]);
    for (uint32_t i = 0; i < made->component.n_counts; i++)
        scale_weight(&made->counts[i].weight, factors[kf_random_below(r, 2) ? near : other]);
}

/* A solver of the name proves a component whose weights lie far apart. */
static void solve_far(const char *name, uint64_t seed, const double *factors)
{
    static made_component made;
    kf_random r = { seed };
    kf_settings settings = defaults();
    kf_task how = { .settings = &settings, .limits.deadline = INFINITY };
    bool world[ATOMS];
    kf_mem mem;
    kf_solved got;
    kf_mem_init(&mem, 0);
    make_far(&made, &r, factors);
    truth t = enumerate(&made.component);
    t.sure = false; /* what is nothing beside the rest may tell two apart, or not */
    random_hint(&r, world, made.component.n_atoms);
    assert_int_equal(solve_by(name, &made.component, &how, &mem, world, &got), KERF_OK);
    check_claims(name, seed, &made.component, &t, world, &got);
    if (t.feasible) assert_true(near(got.bound, t.cost));
}

static void far_weights(void **unused)
{
    (void)unused;
    static const char *const all[] = { "exact", "eliminate", "tables", "auto" };
    static const double factors[] = { 1e300, 1e-300, 5e-320, 0x1p980, 0x1p-1000 };
    for (uint64_t seed = 1; seed <= trials_of(600); seed++)
        solve_far(all[seed % KF_LENGTH(all)], seed, factors);
}

/* Beside the greatest weights the others are nothing to a linear program: it has to look again. */
static void apart_weights(void **unused)
{
    (void)unused;
    static const double factors[] = { 1e15, 1e5, 1, 1e300, 1e290 };
    if (kf_solver_find("ilp")->lacks) return;
    for (uint64_t seed = 1; seed <= trials_of(600); seed++) solve_far("ilp", seed, factors);
}

/* Once there is a root, refused memory ends the search over tables, not its answer. */
static void tables_outlive_memory(void **unused)
{
    (void)unused;
    static made_component made;
    kf_random r = { 3 };
    kf_settings settings = { .seed = 1 };
    kf_task how = { .settings = &settings, .limits.deadline = INFINITY };
    kf_solved got = { 0 }, want;
    bool world[PART_ATOMS] = { 0 }, feasible;
    uint32_t kept = 0;
    kf_mem mem;
    kf_mem_init(&mem, 0);
    part_sparse(&made, &r, 60, 130);
    assert_int_equal(solve_by("tables", &made.component, &how, &mem, world, &want), KERF_OK);
    for (int64_t n = 0; n < 10000 && got.bound != want.cost; n++) {
        memset(world, 0, sizeof world);
        mem.fail_after = n;
        kerf_status st = solve_by("tables", &made.component, &how, &mem, world, &got);
        assert_int_equal(mem.used, 0);
        assert_true(st == KERF_OK || st == KERF_NO_MEMORY);
        if (st != KERF_OK) continue;
        assert_true(got.bound <= want.cost || near(got.bound, want.cost));
        assert_true(!got.found || near(part_cost(&made.component, world, &feasible), got.cost));
        kept += got.bound > 0 && got.bound < want.cost;
    }
    assert_true(kept > 0 && got.cost == want.cost);
}

/* Who is stopped later knows no less: what one stage has proven the next ones keep. */
static void later_stops_know_more(void **unused)
{
    (void)unused;
    static made_component made;
    kf_random r = { 3 };
    double last = 0;
    uint32_t stopped = 0;
    part_sparse(&made, &r, 150, 330);
    for (uint32_t n = 0; n < 1000; n += 1 + n / 8) {
        kf_settings settings = { .seed = 1, .off = KF_ELIMINATE };
        kf_stop stop = stop_after(n);
        kf_task how = { .settings = &settings, .limits = { .deadline = INFINITY, .stop = &stop } };
        bool world[PART_ATOMS] = { 0 };
        kf_mem mem;
        kf_solved got;
        kf_mem_init(&mem, 0);
        assert_int_equal(solve_by("auto", &made.component, &how, &mem, world, &got), KERF_OK);
        assert_true(got.bound >= last - 1e-9);
        last = got.bound;
        if (got.bound == got.cost) break;
        stopped++;
    }
    assert_true(stopped > 15);
}

static void memory(void **state)
{
    static made_component made;
    const kf_solver *solver = kf_solver_find(*state);
    for (uint64_t seed = 1; seed <= 30; seed++) {
        kf_settings settings = defaults();
        kf_task how = { .settings = &settings, .limits.deadline = INFINITY };
        kerf_status st = KERF_NO_MEMORY;
        kf_random r = { seed };
        if (seed % 5 == 0) part_frame(&made, &r, 8, 6, false);
        else part_random(&made, &r, ATOMS);
        if (strcmp(*state, "brute") == 0 && made.component.n_atoms > ATOMS) continue;
        for (int64_t n = 0; st == KERF_NO_MEMORY; n++) {
            bool world[PART_ATOMS] = { 0 };
            kf_solved got;
            kf_mem mem;
            kf_mem_init(&mem, 0);
            mem.fail_after = n;
            st = solve(solver, &made.component, &how, &mem, world, &got);
            assert_int_equal(mem.used, 0);
            if (st == KERF_UNSUPPORTED) skip();
            assert_true(st == KERF_OK || st == KERF_NO_MEMORY);
        }
    }
}

/* Of worlds as good, brute keeps the first in binary order; 25 atoms are too many for it. */
static void brute_order(void **unused)
{
    (void)unused;
    static made_component made;
    kf_settings settings = defaults();
    kf_task how = { .settings = &settings, .limits.deadline = INFINITY };
    bool world[25] = { 1, 1, 1 };
    uint32_t either[] = { 0, 2, 4 };
    kf_solved got;
    kf_mem mem;
    kf_mem_init(&mem, 0);
    part_begin(&made, 3);
    part_clause(&made, either, 3, 1.0);
    assert_int_equal(solve_by("brute", &made.component, &how, &mem, world, &got), KERF_OK);
    assert_true(world[0] && !world[1] && !world[2] && got.unique == 0 && got.cost == 0);
    made.component.n_atoms = 25;
    assert_int_equal(solve_by("brute", &made.component, &how, &mem, world, &got), KERF_LIMIT);
}

int main(void)
{
    struct CMUnitTest tests[4 * KF_LENGTH(solvers) + 5];
    char names[4 * KF_LENGTH(solvers)][32];
    static const struct {
        const char *name;
        CMUnitTestFunction test;
    } kinds[] = { { "differential", differential },
                  { "limited", limited },
                  { "larger", larger },
                  { "memory", memory } };
    size_t n = 0;
    for (size_t i = 0; i < KF_LENGTH(solvers); i++)
        for (size_t k = 0; k < KF_LENGTH(kinds); k++, n++) {
            snprintf(names[n], sizeof(names[n]), "%s %s", kinds[k].name, solvers[i]);
            union {
                const char *constant;
                void *state;
            } name = { solvers[i] };
            tests[n] = (struct CMUnitTest){ names[n], kinds[k].test, NULL, NULL, name.state };
        }
    tests[n++] = (struct CMUnitTest)cmocka_unit_test(brute_order);
    tests[n++] = (struct CMUnitTest)cmocka_unit_test(later_stops_know_more);
    tests[n++] = (struct CMUnitTest)cmocka_unit_test(tables_outlive_memory);
    tests[n++] = (struct CMUnitTest)cmocka_unit_test(far_weights);
    tests[n] = (struct CMUnitTest)cmocka_unit_test(apart_weights);
    return cmocka_run_group_tests_name("solve", tests, NULL, NULL);
}

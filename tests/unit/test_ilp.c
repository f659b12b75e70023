/* test_ilp.c -- integer programming against plain enumeration, with all its ways forced. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "dice.h"
#include "tasks.h"

#include "base/clock.h"
#include "solve/cuts/rowpool.h"
#include "solve/mip/mip.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ATOMS = 10, CLAUSES = 40, COUNTS = 6, LITERALS = 6 };

/* ---- Random parts ---- */

typedef struct made {
    kf_component component;
    double cost_true[ATOMS], cost_false[ATOMS], weight[CLAUSES];
    uint32_t start[CLAUSES + 1];
    kf_lit literals[CLAUSES * LITERALS], count_literals[COUNTS][LITERALS];
    uint32_t coefficients[COUNTS][LITERALS];
    kf_count counts[COUNTS];
} made;

static uint32_t choose_literals(kf_random *r, uint32_t atoms, kf_lit *to)
{
    uint32_t n = 0, wanted = 1 + kf_random_below(r, LITERALS);
    for (uint32_t a = 0; a < atoms && n < LITERALS; a++)
        if (kf_random_below(r, atoms) < wanted)
            to[n++] = kf_lit_of((kf_atom){ a }, kf_random_below(r, 2));
    if (n == 0) to[n++] = kf_lit_of((kf_atom){ kf_random_below(r, atoms) }, false);
    return n;
}

static double choose_weight(kf_random *r, bool wide)
{
    if (wide) return pow(10, -6 + 12 * kf_random_unit(r));
    return 0.25 * (1 + kf_random_below(r, 12));
}

static void make_count(made *m, kf_random *r, uint32_t i, bool wide)
{
    kf_count *c = &m->counts[i];
    uint32_t total = 0;
    c->n = choose_literals(r, m->component.n_atoms, m->count_literals[i]);
    for (uint32_t k = 0; k < c->n; k++) {
        m->coefficients[i][k] = 1 + kf_random_below(r, 3) * kf_random_below(r, 2);
        total += m->coefficients[i][k];
    }
    c->literals = m->count_literals[i];
    c->coefficients = m->coefficients[i];
    c->least = kf_random_below(r, total + 2);
    c->most = kf_random_below(r, 3) == 0 ? UINT64_MAX : c->least + kf_random_below(r, total + 1);
    if (kf_random_below(r, 3) == 0) c->least = 0;
    c->weight = kf_random_below(r, 4) == 0 ? INFINITY : choose_weight(r, wide);
    if (kf_random_below(r, 2)) c->weight = -c->weight;
}

static void make(made *m, uint64_t seed, bool wide)
{
    kf_random r = { seed };
    *m = (made){ 0 };
    kf_component *p = &m->component;
    p->n_atoms = 1 + kf_random_below(&r, ATOMS);
    p->n_clauses = kf_random_below(&r, CLAUSES + 1);
    p->n_counts = kf_random_below(&r, 2) ? kf_random_below(&r, COUNTS + 1) : 0;
    for (uint32_t a = 0; a < p->n_atoms; a++) {
        double cost = kf_random_below(&r, 3) ? choose_weight(&r, wide) : 0;
        (kf_random_below(&r, 2) ? m->cost_true : m->cost_false)[a] = cost;
    }
    for (uint32_t i = 0; i < p->n_clauses; i++) {
        uint32_t kind = kf_random_below(&r, 5);
        m->start[i + 1] = m->start[i] + choose_literals(&r, p->n_atoms, m->literals + m->start[i]);
        m->weight[i] = kind == 0 ? INFINITY : choose_weight(&r, wide);
        if (kind == 1) m->weight[i] = -m->weight[i];
    }
    for (uint32_t i = 0; i < p->n_counts; i++) make_count(m, &r, i, wide);
    p->cost_true = m->cost_true;
    p->cost_false = m->cost_false;
    p->weight = m->weight;
    p->start = m->start;
    p->literals = m->literals;
    p->counts = m->counts;
}

static double enumerate(const kf_component *p, uint32_t *ways)
{
    double best = INFINITY;
    bool assignment[ATOMS];
    *ways = 0;
    for (uint32_t bits = 0; bits < UINT32_C(1) << p->n_atoms; bits++) {
        uint64_t broken;
        for (uint32_t a = 0; a < p->n_atoms; a++) assignment[a] = bits >> a & 1;
        double cost = kf_component_cost(p, assignment, &broken);
        if (broken || cost > best * (1 + 1e-12)) continue;
        *ways = cost < best * (1 - 1e-12) ? 1 : *ways + 1;
        if (cost < best) best = cost;
    }
    return best;
}

/* ---- Checking an answer ---- */

static double tolerance(double cost)
{
    return 1e-9 * fmax(1, cost);
}

static const kf_settings settings = { .seed = 1, .flips = 1000, .tries = 1 };
static const kf_task no_limits = { .settings = &settings, .limits.deadline = INFINITY };

static void check_optimum(const kf_component *p, const kf_solved *s, const bool *assignment,
                          uint64_t seed)
{
    uint32_t ways;
    uint64_t broken;
    double best = enumerate(p, &ways), cost = kf_component_cost(p, assignment, &broken);
    bool good = isinf(best) ? !s->found && isinf(s->bound) && isinf(s->cost)
                            : s->found && broken == 0 && fabs(cost - best) <= tolerance(best)
                                  && s->cost == cost && s->bound == s->cost;
    if (good && s->unique >= 0 && ways > 0) good = s->unique == (ways == 1);
    if (!good)
        fail_msg("seed %llu: best %.17g (%u), found %d cost %.17g (%.17g) bound %.17g by %s",
                 (unsigned long long)seed, best, ways, s->found, s->cost, cost, s->bound,
                 s->method);
}

static void solve_and_check(const kf_component *p, uint64_t seed, const kf_tree_options *options,
                            kf_solved *s)
{
    kf_mem mem;
    bool assignment[ATOMS];
    kf_random r = { seed };
    for (uint32_t a = 0; a < p->n_atoms; a++) assignment[a] = kf_random_below(&r, 2);
    kf_mem_init(&mem, 0);
    assert_int_equal(solve_tree(p, &no_limits, &mem, assignment, s, options), KERF_OK);
    assert_int_equal(mem.used, 0);
    check_optimum(p, s, assignment, seed);
}

static void random_parts(void **state)
{
    (void)state;
    uint32_t by_lp = 0, infeasible = 0, unique = 0, parts = trials_of(3000);
    const kf_tree_options narrow = { .pivots = UINT64_MAX,
                                     .rows.per_round = 1,
                                     .rows.per_atom = 1 };
    const kf_tree_options full = { .pivots = UINT64_MAX, .rows.all = true };
    for (uint64_t seed = 0; seed < parts; seed++) {
        made m;
        kf_solved s;
        make(&m, seed, seed % 3 == 0);
        solve_and_check(&m.component, seed, &kf_tree_defaults, &s);
        by_lp += strcmp(s.method, "lp") == 0;
        infeasible += !s.found;
        unique += s.unique == 1;
        if (seed % 4 == 0) solve_and_check(&m.component, seed, &narrow, &s);
        if (seed % 4 == 1) solve_and_check(&m.component, seed, &full, &s);
    }
    assert_true(by_lp > parts / 6 && by_lp < parts);
    assert_true(infeasible > parts / 60 && unique > parts / 100);
}

static void no_atoms(void **state)
{
    (void)state;
    kf_component p = { 0 };
    kf_count never = { .least = 1, .most = 2, .weight = 3 };
    kf_solved s;
    solve_and_check(&p, 0, &kf_tree_defaults, &s);
    assert_true(s.cost == 0 && s.unique == 1);
    p.n_counts = 1;
    p.counts = &never;
    solve_and_check(&p, 0, &kf_tree_defaults, &s);
    assert_true(s.cost == 3);
    never.weight = INFINITY;
    solve_and_check(&p, 0, &kf_tree_defaults, &s);
    assert_false(s.found);
}

/* ---- Problems whose linear program is fractional ---- */

/* Neighbours on a cycle exclude each other, and each atom is worth something: all are 1/2. */

static void make_cycle(made *m, uint32_t n, bool soft)
{
    *m = (made){ 0 };
    m->component = (kf_component){ .n_atoms = n,
                                   .cost_true = m->cost_true,
                                   .cost_false = m->cost_false,
                                   .n_clauses = n,
                                   .start = m->start,
                                   .literals = m->literals,
                                   .weight = m->weight };
    for (uint32_t i = 0; i < n; i++) {
        uint32_t a = i, b = (i + 1) % n;
        m->cost_false[i] = 1 + 0.01 * i;
        m->literals[2 * i] = kf_lit_of((kf_atom){ a < b ? a : b }, true);
        m->literals[2 * i + 1] = kf_lit_of((kf_atom){ a < b ? b : a }, true);
        m->start[i + 1] = 2 * i + 2;
        m->weight[i] = soft ? 5 : INFINITY;
    }
}

static void odd_cycles(void **state)
{
    (void)state;
    for (uint32_t n = 3; n <= 9; n += 2) {
        made m;
        kf_solved s;
        make_cycle(&m, n, n % 4 == 1);
        solve_and_check(&m.component, n, &kf_tree_defaults, &s);
        assert_string_equal(s.method, "branch");
    }
}

static void library_for_integers(void **state)
{
    (void)state;
    if (!kf_mip_name()) {
        print_message("NOT TESTED: built without HiGHS and CBC\n");
        skip();
    }
    const kf_tree_options at_once = { .pivots = 0 };
    kf_solved s;
    made m;
    uint32_t used = 0;
    for (uint32_t n = 3; n <= 9; n += 2) {
        make_cycle(&m, n, n % 4 == 1);
        solve_and_check(&m.component, n, &at_once, &s);
        used += strcmp(s.method, kf_mip_name()) == 0;
    }
    for (uint64_t seed = 0; seed < 300; seed++) {
        make(&m, seed, false);
        solve_and_check(&m.component, seed, &at_once, &s);
        used += strcmp(s.method, kf_mip_name()) == 0;
    }
    assert_true(used >= 10);
}

/* ---- Rows ---- */

static size_t count_all_rows(const kf_component *p, kf_mem *mem)
{
    const kf_pool_options all = { .all = true };
    kf_lp lp;
    kf_pool pool;
    kf_lp_init(&lp, mem);
    assert_int_equal(kf_pool_open(&pool, p, &lp, &all), KERF_OK);
    size_t n = kf_lp_rows(&lp);
    kf_pool_free(&pool);
    kf_lp_free(&lp);
    return n;
}

/* What a MIP solver is given: rows that some assignment violates, then all others, each once. */
static void rest_of_the_rows(void **state)
{
    (void)state;
    size_t before = 0, after = 0;
    for (uint64_t seed = 0; seed < 200; seed++) {
        const kf_pool_options lazily = { .per_atom = 1 };
        bool assignment[ATOMS];
        kf_random r = { seed };
        size_t added;
        kf_mem mem;
        kf_lp lp;
        kf_pool pool;
        made m;
        make(&m, seed, false);
        kf_mem_init(&mem, 0);
        kf_lp_init(&lp, &mem);
        assert_int_equal(kf_pool_open(&pool, &m.component, &lp, &lazily), KERF_OK);
        for (uint32_t a = 0; a < ATOMS; a++) assignment[a] = kf_random_below(&r, 2);
        assert_int_equal(kf_pool_separate(&pool, NULL, assignment, &added), KERF_OK);
        before += kf_lp_rows(&lp);
        assert_int_equal(kf_pool_add_all(&pool), KERF_OK);
        assert_int_equal(kf_lp_rows(&lp), count_all_rows(&m.component, &mem));
        after += kf_lp_rows(&lp);
        for (uint32_t a = 0; a < ATOMS; a++) assignment[a] = !assignment[a];
        assert_int_equal(kf_pool_separate(&pool, NULL, assignment, &added), KERF_OK);
        assert_int_equal(added, 0);
        kf_pool_free(&pool);
        kf_lp_free(&lp);
        assert_int_equal(mem.used, 0);
    }
    assert_true(before > 0 && after > 2 * before);
}

/* ---- Limits ---- */

static void stopped(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < trials_of(400); seed++) {
        made m;
        uint32_t ways;
        make(&m, seed, false);
        double best = enumerate(&m.component, &ways);
        for (uint32_t polls = 0; polls < 6; polls++) {
            kf_mem mem;
            kf_solved s;
            bool assignment[ATOMS] = { false };
            kf_stop stop = stop_after(polls);
            kf_task l = { .settings = &settings,
                          .limits.deadline = INFINITY,
                          .limits.stop = &stop };
            kf_mem_init(&mem, 0);
            assert_int_equal(solve_by("ilp", &m.component, &l, &mem, assignment, &s), KERF_OK);
            uint64_t broken;
            double cost = kf_component_cost(&m.component, assignment, &broken);
            assert_true(s.bound <= best + tolerance(best));
            assert_true(s.found == (broken == 0));
            assert_true(s.found ? s.cost == cost && cost >= best - tolerance(best) : isinf(s.cost));
        }
    }
}

static void good_enough(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < trials_of(400); seed++) {
        made m;
        uint32_t ways;
        kf_mem mem;
        kf_solved s;
        bool assignment[ATOMS] = { false };
        kf_task l = { .settings = &settings, .limits.deadline = INFINITY, .limits.gap = 1 };
        make(&m, seed, false);
        double best = enumerate(&m.component, &ways);
        kf_mem_init(&mem, 0);
        assert_int_equal(solve_by("ilp", &m.component, &l, &mem, assignment, &s), KERF_OK);
        assert_true(s.found == isfinite(best) && s.bound <= best + tolerance(best));
        if (s.found) assert_true(s.cost - s.bound <= 1 + 1e-9);
    }
}

static void deadline(void **state)
{
    (void)state;
    made m;
    kf_mem mem;
    kf_solved s;
    bool assignment[ATOMS] = { false };
    make_cycle(&m, 9, false);
    kf_task l = { .settings = &settings, .limits.deadline = kf_now() - 1 };
    kf_mem_init(&mem, 0);
    assert_int_equal(solve_by("ilp", &m.component, &l, &mem, assignment, &s), KERF_OK);
    assert_true(s.found && s.bound >= 0 && s.bound < s.cost);
}

/* ---- Memory ---- */

static void refused_memory(void **state)
{
    (void)state;
    const kf_tree_options options[] = { kf_tree_defaults, { .pivots = 0 } };
    for (uint64_t seed = 0; seed < 12; seed++) {
        made m;
        if (seed < 2) make_cycle(&m, 9, seed % 2);
        else make(&m, seed, false);
        for (int64_t after = 0;; after++) {
            kf_mem mem;
            kf_solved s;
            bool assignment[ATOMS] = { false };
            kf_mem_init(&mem, 0);
            mem.fail_after = after;
            kerf_status status =
                solve_tree(&m.component, &no_limits, &mem, assignment, &s, &options[seed == 0]);
            assert_int_equal(mem.used, 0);
            if (status == KERF_OK) break;
            assert_int_equal(status, KERF_NO_MEMORY);
            assert_true(after < 1000);
        }
    }
}

static void too_large_numbers(void **state)
{
    (void)state;
    kf_lit literals[] = { kf_lit_of((kf_atom){ 0 }, false) };
    enum { N = 1 << 22 };
    uint32_t *coefficients = malloc(N * sizeof *coefficients);
    kf_lit *many = malloc(N * sizeof *many);
    assert_non_null(coefficients);
    assert_non_null(many);
    for (uint32_t i = 0; i < N; i++) {
        coefficients[i] = UINT32_MAX;
        many[i] = literals[0];
    }
    double zero[1] = { 0 };
    kf_count c = { N, many, coefficients, 1, UINT64_MAX, 1 };
    kf_component p = {
        .n_atoms = 1, .cost_true = zero, .cost_false = zero, .n_counts = 1, .counts = &c
    };
    bool assignment[1] = { false };
    kf_mem mem;
    kf_solved s;
    kf_mem_init(&mem, 0);
    assert_int_equal(solve_by("ilp", &p, &no_limits, &mem, assignment, &s), KERF_LIMIT);
    assert_int_equal(mem.used, 0);
    free(coefficients);
    free(many);
}

static void not_built_in(void **state)
{
    (void)state;
    print_message("NOT TESTED: built without Clp\n");
    assert_null(kf_mip_name());
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_parts),     cmocka_unit_test(no_atoms),
        cmocka_unit_test(odd_cycles),       cmocka_unit_test(library_for_integers),
        cmocka_unit_test(rest_of_the_rows), cmocka_unit_test(stopped),
        cmocka_unit_test(good_enough),      cmocka_unit_test(deadline),
        cmocka_unit_test(refused_memory),   cmocka_unit_test(too_large_numbers),
    };
    const struct CMUnitTest none[] = { cmocka_unit_test(not_built_in) };
    kf_component nothing = { 0 };
    kf_mem mem;
    kf_solved s;
    bool assignment[1];
    kf_mem_init(&mem, 0);
    if (solve_by("ilp", &nothing, &no_limits, &mem, assignment, &s) == KERF_UNSUPPORTED)
        return cmocka_run_group_tests_name("test_ilp", none, NULL, NULL);
    return cmocka_run_group_tests_name("test_ilp", tests, NULL, NULL);
}

/* test_ascent.c -- bounds, prices and assignments of dual ascent, on random parts. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "parts.h"
#include "tasks.h"

#include <math.h>
#include <string.h>

enum { PARTS = 400, ATOMS = 10 };

static const kf_settings settings = { .seed = 1 };
static const kf_task how = { .settings = &settings, .limits.deadline = INFINITY };

typedef struct found {
    double x[PART_ATOMS], price[PART_ATOMS];
    bool assignment[PART_ATOMS];
    kf_relaxed r;
    kf_solved solved;
} found;

static kerf_status ascend(const kf_component *p, kf_mem *mem, found *f)
{
    memset(f, 0, sizeof *f);
    f->r = (kf_relaxed){ .x = f->x, .price = f->price };
    return ascend_by(p, &how, mem, &f->r, f->assignment, &f->solved);
}

/* Every assignment that breaks nothing costs what the bound says or more, and what the prices of
 * the atoms say that it has against them. */
static double check_assignments(const kf_component *p, const found *f)
{
    double least = INFINITY;
    for (uint32_t bits = 0; bits < UINT32_C(1) << p->n_atoms; bits++) {
        bool assignment[ATOMS], feasible;
        for (uint32_t i = 0; i < p->n_atoms; i++) assignment[i] = bits >> i & 1;
        double cost = part_cost(p, assignment, &feasible), far = 0;
        if (!feasible) continue;
        least = fmin(least, cost);
        for (uint32_t i = 0; i < p->n_atoms; i++)
            if (f->price[i] != 0 && assignment[i] == (f->price[i] > 0)) far += fabs(f->price[i]);
        assert_true(f->r.bound + far <= cost + 1e-9 * fmax(1, cost));
    }
    return least;
}

static void bounds_hold(void **state)
{
    (void)state;
    static made_component m;
    static found f;
    kf_random random = { 4 };
    uint32_t close = 0, proven = 0;
    for (int i = 0; i < PARTS; i++) {
        kf_mem mem;
        kf_mem_init(&mem, 0);
        part_random(&m, &random, ATOMS);
        assert_int_equal(ascend(&m.component, &mem, &f), KERF_OK);
        assert_int_equal(mem.used, 0);
        double least = check_assignments(&m.component, &f);
        assert_true(f.solved.bound <= least + 1e-9 * fmax(1, least));
        bool feasible;
        double cost = part_cost(&m.component, f.assignment, &feasible);
        assert_true(f.solved.found == feasible);
        if (feasible) assert_true(fabs(cost - f.solved.cost) <= 1e-9 * fmax(1, cost));
        for (uint32_t a = 0; a < m.component.n_atoms; a++) assert_true(f.x[a] >= 0 && f.x[a] <= 1);
        close += feasible && f.r.bound >= 0.9 * least;
        proven += feasible && f.solved.bound >= f.solved.cost;
    }
    assert_true(close > PARTS / 2);
    assert_true(proven > PARTS / 4);
}

/* Where the relaxation has no gap, a chain of clauses, the ascent comes near the optimum. */
static void chain_is_closed(void **state)
{
    (void)state;
    static made_component m;
    static found f;
    kf_mem mem;
    kf_mem_init(&mem, 0);
    part_begin(&m, 8);
    m.cost_true[0] = 0;
    m.cost_false[0] = 7;
    m.cost_true[7] = 5;
    for (uint32_t i = 0; i + 1 < 8; i++)
        part_clause(&m, (uint32_t[]){ 2 * i + 1, 2 * i + 2 }, 2, INFINITY);
    assert_int_equal(ascend(&m.component, &mem, &f), KERF_OK);
    assert_true(f.solved.found);
    assert_true(fabs(f.solved.cost - 5) < 1e-12);
    assert_true(f.r.bound > 4.5 && f.r.bound <= 5);
    assert_int_equal(mem.used, 0);
}

static void memory_fails(void **state)
{
    (void)state;
    static made_component m;
    static found f;
    kf_random random = { 9 };
    part_random(&m, &random, ATOMS);
    kerf_status st = KERF_NO_MEMORY;
    for (int64_t n = 0; st == KERF_NO_MEMORY; n++) {
        kf_mem mem;
        kf_mem_init(&mem, 0);
        mem.fail_after = n;
        st = ascend(&m.component, &mem, &f);
        assert_int_equal(mem.used, 0);
        assert_true(n < 1000);
    }
    assert_int_equal(st, KERF_OK);
}

/* The linear program gives way at once: the same optimum. */
static void stall_is_exact(void **state)
{
    (void)state;
    static made_component m;
    kf_random random = { 5 };
    kf_settings stalling = { .seed = 1, .lp_work = 1 };
    uint32_t ascended = 0;
    for (int i = 0; i < PARTS; i++) {
        kf_mem mem;
        bool assignment[PART_ATOMS] = { false }, other[PART_ATOMS] = { false };
        kf_solved solved, expected;
        kf_task stall = { .settings = &stalling, .limits.deadline = INFINITY };
        kf_mem_init(&mem, 0);
        part_sparse(&m, &random, 30, 60);
        kerf_status st = solve_by("ilp", &m.component, &stall, &mem, assignment, &solved);
        if (st == KERF_UNSUPPORTED) return; /* without Clp */
        assert_int_equal(st, KERF_OK);
        assert_int_equal(solve_by("exact", &m.component, &how, &mem, other, &expected), KERF_OK);
        assert_true(solved.found == expected.found);
        if (solved.found) {
            assert_true(fabs(solved.cost - expected.cost) <= 1e-9 * fmax(1, expected.cost));
            assert_true(solved.bound >= solved.cost);
        }
        ascended += strcmp(solved.method, "ascent") == 0 || strcmp(solved.method, "reduced") == 0;
        assert_int_equal(mem.used, 0);
    }
    assert_true(ascended > PARTS / 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bounds_hold),
        cmocka_unit_test(chain_is_closed),
        cmocka_unit_test(memory_fails),
        cmocka_unit_test(stall_is_exact),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

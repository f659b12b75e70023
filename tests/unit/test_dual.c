/* test_dual.c -- prices of rows, and the bounds they prove, at random nodes of random parts. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "dice.h"
#include "parts.h"
#include "tasks.h"
#include "solve/exact/dual.h"

#include <math.h>
#include <string.h>

enum { PARTS = 1500, ATOMS = 9, NODES = 30, PASSES = 4 };

typedef struct node { /* some atoms decided */
    kf_linear *rows;
    signed char value[2 * ATOMS];
    int64_t need[PART_CLAUSES], slack[PART_CLAUSES];
    double paid, cheapest; /* cheapest: of the open atoms, each on its own */
} node;

static void count_rows(node *x)
{
    const kf_linear *r = x->rows;
    for (uint32_t c = 0; c < r->n_rows; c++) {
        const kf_linear_row *row = &r->rows[c];
        x->need[c] = row->goal;
        x->slack[c] = row->total - row->goal;
        for (uint32_t i = row->start; i < row->start + row->n; i++) {
            signed char v = x->value[r->literals[i].code / 2];
            if (v < 0) continue;
            if (v == !(r->literals[i].code & 1)) x->need[c] -= r->coefficients[i];
            else x->slack[c] -= r->coefficients[i];
        }
    }
}

/* False: a hard row is broken already. */
static bool pay(node *x)
{
    const kf_linear *r = x->rows;
    bool ok = true;
    x->paid = r->constant;
    x->cheapest = 0;
    for (uint32_t a = 0; a < r->n_atoms; a++) {
        double t = r->cost_true[a], f = r->cost_false[a];
        if (x->value[a] < 0) x->cheapest += fmin(t, f);
        else x->paid += x->value[a] ? t : f;
    }
    for (uint32_t c = 0; c < r->n_rows; c++) {
        if (x->need[c] <= 0 || x->slack[c] >= 0) continue;
        if (isinf(r->rows[c].weight)) ok = false;
        else x->paid += r->rows[c].weight;
    }
    return ok;
}

/* The least that any way to decide the open atoms pays. */
static double least(const node *at)
{
    node x = *at;
    uint32_t open[2 * ATOMS], n = 0;
    double best = INFINITY;
    for (uint32_t a = 0; a < x.rows->n_atoms; a++)
        if (x.value[a] < 0) open[n++] = a;
    for (uint32_t bits = 0; bits < UINT32_C(1) << n; bits++) {
        for (uint32_t i = 0; i < n; i++) x.value[open[i]] = bits >> i & 1;
        count_rows(&x);
        if (pay(&x)) best = fmin(best, x.paid);
    }
    return best;
}

static void check_prices(const kf_linear *r)
{
    for (uint32_t c = 0; c < r->n_rows; c++) {
        double price = r->rows[c].price;
        assert_true(price >= 0 && price <= 2 * r->most);
    }
}

/* Prices are left from one node to the next, as in a search that jumps about, and nodes of which no
 * world is left drive them up. Whatever they are: the bound holds, it is not worse than that of no
 * prices at all, and more passes do not make it worse. */
static void random_nodes(void **state)
{
    (void)state;
    static made_component made;
    static node x;
    uint32_t looked_at = 0, hopeless = 0;
    for (uint64_t seed = 1; seed <= trials_of(PARTS); seed++) {
        kf_random r = { seed };
        kf_mem mem;
        kf_arena arena;
        kf_linear rows;
        kf_dual d = { 0 };
        kf_mem_init(&mem, 0);
        kf_arena_init(&arena, &mem);
        part_random(&made, &r, ATOMS);
        assert_int_equal(kf_linear_build(&rows, &made.component, &arena), KERF_OK);
        assert_int_equal(kf_dual_init(&d, &rows, &arena), KERF_OK);
        x.rows = &rows;
        d.value = x.value;
        d.need = x.need;
        d.slack = x.slack;
        for (uint32_t i = 0; i < NODES; i++) {
            uint32_t decided = kf_random_below(&r, 4);
            memset(x.value, -1, sizeof x.value);
            for (uint32_t a = 0; a < rows.n_atoms; a++)
                if (kf_random_below(&r, 4) < decided) x.value[a] = kf_random_below(&r, 2) == 1;
            count_rows(&x);
            if (!pay(&x)) continue;
            double best = least(&x), last = -INFINITY;
            looked_at++;
            hopeless += isinf(best) != 0;
            for (int k = 0; k < PASSES; k++) {
                double bound = kf_dual_bound(&d, x.paid, INFINITY, 1 + k % 2);
                double rounding = 1e-9 * (1 + rows.most);
                assert_true(bound <= best);
                assert_true(bound >= x.paid + x.cheapest - rounding);
                if (!rows.soft_counts) assert_true(bound >= last - rounding);
                check_prices(&rows);
                last = bound;
            }
        }
        kf_arena_free(&arena);
        assert_int_equal(mem.used, 0);
    }
    assert_true(looked_at > met_of(10000) && hopeless > met_of(500));
}

/* Definitions that contradict each other at most nodes, as clauses of nested formulas do: with
 * prices without end the tree is that of all worlds. */
static void tight_definitions(void **state)
{
    (void)state;
    static made_component made;
    static bool world[PART_ATOMS];
    enum { FREE = 14, DEFINED = 240 };
    for (uint64_t seed = 1; seed <= 20; seed++) {
        kf_random r = { seed };
        kf_settings settings = { .seed = 1, .nodes = 20000 };
        kf_task how = { .settings = &settings, .limits.deadline = INFINITY };
        kf_mem mem;
        kf_solved got;
        kf_mem_init(&mem, 0);
        memset(world, 0, sizeof world);
        part_begin(&made, FREE + DEFINED);
        for (uint32_t a = 0; a < FREE; a++) made.cost_true[a] = 0.25 * kf_random_below(&r, 4);
        for (uint32_t a = FREE; a < FREE + DEFINED; a++) { /* a <=> (one v another) */
            uint32_t one = kf_random_below(&r, 2 * a), other = kf_random_below(&r, 2 * a);
            if (one / 2 == other / 2) other = (other + 2) % (2 * a);
            uint32_t any[3] = { 2 * a + 1, one, other }, first[2] = { 2 * a, one ^ 1 };
            uint32_t second[2] = { 2 * a, other ^ 1 };
            part_clause(&made, any, 3, INFINITY);
            part_clause(&made, first, 2, INFINITY);
            part_clause(&made, second, 2, INFINITY);
            if (a % 4 == 0) (kf_random_below(&r, 2) ? made.cost_true : made.cost_false)[a] = 1.5;
        }
        assert_int_equal(solve_by("exact", &made.component, &how, &mem, world, &got), KERF_OK);
        assert_true(got.found && got.bound == got.cost);
        assert_int_equal(mem.used, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_nodes),
        cmocka_unit_test(tight_definitions),
    };
    return cmocka_run_group_tests_name("dual", tests, NULL, NULL);
}

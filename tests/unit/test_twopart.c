/* test_twopart.c -- two-partition inequalities: all that are found hold, and what they buy. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "dice.h"
#include "parts.h"
#include "tasks.h"
#include "solve/presolve/simplify.h"

#include <string.h>

enum { MOST_NODES = 7, MOST_PAIRS = MOST_NODES * MOST_NODES };

typedef struct graph {
    made_component made;
    kf_ends ends[PART_ATOMS];
    uint32_t nodes, n; /* n: pairs that are atoms, the first ones of the component */
} graph;

/* Pairs of some nodes, each in one direction or in both, itself included; some are missing. */
static void make_pairs(graph *g, kf_random *r, uint32_t nodes, uint32_t missing)
{
    g->n = 0;
    g->nodes = nodes;
    for (uint32_t i = 0; i < nodes; i++)
        for (uint32_t j = 0; j < nodes; j++)
            if (kf_random_below(r, 100) >= missing)
                g->ends[g->n++] = (kf_ends){ 7, 10 * i, 10 * j, true };
    part_begin(&g->made, g->n);
    g->made.component.ends = g->ends;
}

static bool is_true(const graph *g, const uint32_t *class, uint32_t atom)
{
    return class[g->ends[atom].from / 10] == class[g->ends[atom].to / 10];
}

/* Every row, in every equivalence: classes are numbered in the order of their first nodes. */
static void check_all(const graph *g, const kf_lp *lp, uint32_t *class, uint32_t node)
{
    uint32_t used = 0;
    for (uint32_t i = 0; i < node; i++) used = class[i] + 1 > used ? class[i] + 1 : used;
    if (node < g->nodes) {
        for (class[node] = 0; class[node] <= used; class[node]++) check_all(g, lp, class, node + 1);
        return;
    }
    for (size_t row = 0; row < kf_lp_rows(lp); row++) {
        double sum = 0;
        for (int k = lp->start.at[row]; k < lp->start.at[row + 1]; k++)
            sum += lp->value.at[k] * is_true(g, class, (uint32_t)lp->index.at[k]);
        assert_true(sum <= lp->most.at[row] && sum >= lp->least.at[row]);
    }
}

/* Each row that is new is violated by the point, and no column is in it twice. */
static void check_rows(const kf_lp *lp, size_t added)
{
    for (size_t row = kf_lp_rows(lp) - added; row < kf_lp_rows(lp); row++) {
        double sum = 0;
        for (int k = lp->start.at[row]; k < lp->start.at[row + 1]; k++) {
            sum += lp->value.at[k] * lp->x.at[lp->index.at[k]];
            for (int l = lp->start.at[row]; l < k; l++)
                assert_int_not_equal(lp->index.at[l], lp->index.at[k]);
        }
        assert_true(sum > lp->most.at[row] + 1e-3);
    }
}

static void columns(const graph *g, kf_lp *lp, kf_random *r)
{
    for (uint32_t i = 0; i < g->n; i++) {
        int column;
        if (kf_lp_columns(lp) < g->n) assert_true(kf_lp_column(lp, 0, true, &column));
        uint32_t quarter = kf_random_below(r, 6);
        lp->x.at[i] = quarter > 4 ? kf_random_unit(r) : quarter / 4.0;
    }
}

static void every_equivalence_keeps_them(void **state)
{
    static graph g;
    kf_mem mem;
    size_t all = 0;
    (void)state;
    kf_mem_init(&mem, 0);
    for (uint64_t seed = 1; seed <= trials_of(300); seed++) {
        kf_random r = { seed };
        kf_lp lp;
        kf_twopart *cuts;
        uint32_t class[MOST_NODES];
        make_pairs(&g, &r, 3 + kf_random_below(&r, MOST_NODES - 2), 20 * kf_random_below(&r, 3));
        kf_lp_init(&lp, &mem);
        assert_int_equal(kf_twopart_new(&g.made.component, &mem, &cuts), KERF_OK);
        for (int round = 0; cuts && round < 8; round++) { /* rows come and go */
            size_t added;
            columns(&g, &lp, &r);
            assert_int_equal(kf_twopart_separate(cuts, &lp, &added), KERF_OK);
            check_rows(&lp, added);
            check_all(&g, &lp, class, 0);
            all += added;
        }
        kf_twopart_free(cuts);
        kf_lp_free(&lp);
    }
    assert_true(all > met_of(1000));
    assert_int_equal(mem.used, 0);
}

/* A relation that is transitive only is left alone, and so are pairs that are no such atoms. */
static void others_have_none(void **state)
{
    static graph g;
    kf_mem mem;
    kf_random r = { 1 };
    kf_twopart *cuts;
    (void)state;
    kf_mem_init(&mem, 0);
    make_pairs(&g, &r, 5, 0);
    for (uint32_t i = 0; i < g.n; i++) g.ends[i].symmetric = false;
    assert_int_equal(kf_twopart_new(&g.made.component, &mem, &cuts), KERF_OK);
    assert_null(cuts);
    g.made.component.ends = NULL;
    assert_int_equal(kf_twopart_new(&g.made.component, &mem, &cuts), KERF_OK);
    assert_null(cuts);
    assert_int_equal(mem.used, 0);
}

/* ---- Whole programs ---- */

static uint32_t pair(uint32_t i, uint32_t j) /* i < j */
{
    return j * (j - 1) / 2 + i;
}

/* Every pair once; a share of the triangles, in percent. */
static void make_clustering(graph *g, kf_random *r, uint32_t nodes, uint32_t triangles)
{
    part_begin(&g->made, nodes * (nodes - 1) / 2);
    for (uint32_t j = 0; j < nodes; j++)
        for (uint32_t i = 0; i < j; i++) {
            double score = 2 * kf_random_unit(r) - (i == 0 ? 0.2 : 1.6);
            uint32_t a = pair(i, j);
            *(score > 0 ? &g->made.cost_false[a] : &g->made.cost_true[a]) = fabs(score);
            g->ends[a] = (kf_ends){ 0, i, j, true };
        }
    for (uint32_t k = 0; k < nodes; k++)
        for (uint32_t j = 0; j < k; j++)
            for (uint32_t i = 0; i < j; i++) {
                uint32_t at[3] = { pair(i, j), pair(j, k), pair(i, k) };
                for (uint32_t c = 0; c < 3; c++) {
                    uint32_t codes[3] = { 2 * at[c], 2 * at[(c + 1) % 3] + 1,
                                          2 * at[(c + 2) % 3] + 1 };
                    if (kf_random_below(r, 100) < triangles)
                        part_clause(&g->made, codes, 3, INFINITY);
                }
            }
    g->nodes = nodes;
    g->n = g->made.component.n_atoms;
    g->made.component.ends = g->ends;
}

static kerf_status solve(const graph *g, uint32_t off, kf_mem *mem, kf_solved *out)
{
    bool assignment[PART_ATOMS] = { false };
    kf_settings settings = { .seed = 1, .off = off };
    kf_task how = { .settings = &settings, .limits.deadline = INFINITY };
    return solve_by("ilp", &g->made.component, &how, mem, assignment, out);
}

/* The least that an equivalence costs. */
static double least_cost(const graph *g, uint32_t *class, uint32_t node)
{
    uint32_t used = 0;
    double least = INFINITY;
    if (node == g->nodes) {
        double cost = 0;
        for (uint32_t a = 0; a < g->n; a++) {
            bool together = class[g->ends[a].from] == class[g->ends[a].to];
            cost += together ? g->made.cost_true[a] : g->made.cost_false[a];
        }
        return cost;
    }
    for (uint32_t i = 0; i < node; i++) used = class[i] + 1 > used ? class[i] + 1 : used;
    for (class[node] = 0; class[node] <= used; class[node]++)
        least = fmin(least, least_cost(g, class, node + 1));
    return least;
}

/* The bound of the relaxation alone. */
static double relaxed_bound(const graph *g, uint32_t off, kf_mem *mem)
{
    bool assignment[PART_ATOMS] = { false };
    double x[PART_ATOMS], price[PART_ATOMS];
    kf_settings settings = { .seed = 1, .off = off };
    kf_task how = { .settings = &settings, .limits.deadline = INFINITY };
    kf_relaxed relaxed = { .x = x, .price = price };
    kf_tree_options options = kf_tree_defaults;
    kf_solved solved;
    options.relaxed = &relaxed;
    assert_int_equal(solve_tree(&g->made.component, &how, mem, assignment, &solved, &options),
                     KERF_OK);
    return relaxed.bound;
}

/* With all triangles the same optimum, from a better relaxation; with some, a bound that no
 * equivalence is below and that no assignment found is below either. */
static void optima_are_right(void **state)
{
    static graph g;
    kf_mem mem;
    uint32_t sharper = 0, better = 0, closed = 0;
    (void)state;
    kf_mem_init(&mem, 0);
    for (uint64_t seed = 1; seed <= 60; seed++) {
        kf_random r = { seed };
        kf_solved with, without;
        uint32_t class[8];
        bool all = seed % 2;
        make_clustering(&g, &r, 8, all ? 100 : 60);
        kerf_status st = solve(&g, 0, &mem, &with);
        if (st == KERF_UNSUPPORTED) skip();
        assert_int_equal(st, KERF_OK);
        assert_int_equal(solve(&g, KF_BEYOND, &mem, &without), KERF_OK);
        double least = least_cost(&g, class, 0);
        assert_true(with.found && with.bound >= with.cost && with.bound <= least + 1e-9);
        assert_true(without.bound <= least + 1e-9);
        if (all) assert_true(fabs(with.cost - least) < 1e-9 && fabs(without.cost - least) < 1e-9);
        sharper += with.bound > without.bound + 1e-6;
        if (!all) continue;
        double cut = relaxed_bound(&g, 0, &mem), plain = relaxed_bound(&g, KF_BEYOND, &mem);
        assert_true(cut <= least + 1e-9 && cut >= plain - 1e-9);
        better += plain < least - 1e-6;
        closed += plain < least - 1e-6 && cut > least - 1e-6;
    }
    assert_true(sharper > 0); /* beyond what is there */
    print_message("of %u gaps %u are closed\n", better, closed);
    assert_true(better > 5 && 2 * closed > better);
    assert_int_equal(mem.used, 0);
}

/* The model has no assignment, the component at hand has one: it is found. */
static void what_is_beyond_makes_nothing_infeasible(void **state)
{
    static graph g;
    kf_mem mem;
    kf_random r = { 1 };
    kf_solved solved;
    (void)state;
    kf_mem_init(&mem, 0);
    make_clustering(&g, &r, 4, 0);
    for (uint32_t j = 1; j < 4; j++) {
        uint32_t left[2] = { 2 * pair(0, j), 2 * pair(0, j % 3 + 1) };
        part_clause(&g.made, left, 2, INFINITY); /* two of three with the first node, */
        for (uint32_t i = 1; i < j; i++) {
            uint32_t none = 2 * pair(i, j) + 1;
            part_clause(&g.made, &none, 1, INFINITY); /* which are not related */
        }
    }
    kerf_status st = solve(&g, 0, &mem, &solved);
    if (st == KERF_UNSUPPORTED) skip();
    assert_int_equal(st, KERF_OK);
    assert_true(solved.found && solved.bound <= solved.cost);
    assert_int_equal(mem.used, 0);
}

static void memory_may_be_refused(void **state)
{
    static graph g;
    kf_mem mem;
    kf_random r = { 3 };
    kerf_status st = KERF_NO_MEMORY;
    (void)state;
    kf_mem_init(&mem, 0);
    make_clustering(&g, &r, 6, 100);
    for (int64_t n = 0; st != KERF_OK; n++) {
        kf_solved solved;
        mem.fail_after = n;
        st = solve(&g, 0, &mem, &solved);
        mem.fail_after = -1;
        if (st == KERF_UNSUPPORTED) skip();
        assert_true(st == KERF_OK || st == KERF_NO_MEMORY);
        assert_int_equal(mem.used, 0);
        assert_true(n < 5000);
    }
}

/* ---- With simplification ---- */

static void exclude(made_component *m, uint32_t a, uint32_t b)
{
    part_clause(m, (uint32_t[]){ 2 * a + 1, 2 * b + 1 }, 2, INFINITY);
}

static void triangle(made_component *m, uint32_t a, uint32_t b, uint32_t c)
{
    part_clause(m, (uint32_t[]){ 2 * a + 1, 2 * b + 1, 2 * c }, 3, INFINITY);
    part_clause(m, (uint32_t[]){ 2 * a + 1, 2 * c + 1, 2 * b }, 3, INFINITY);
    part_clause(m, (uint32_t[]){ 2 * b + 1, 2 * c + 1, 2 * a }, 3, INFINITY);
}

/* Three pairs of node 0, each in a ring of five that exclude their neighbours, so that the
 * relaxation is fractional; an atom, 5, that the first of them could take the place of; and the
 * pairs among the other ends. The triangles of the first pair come last: a component may be without
 * them. */
enum { RIVAL = 5, RINGED = 16, FIRST_INNER = 16, ALL = 19, TRIANGLES_BEYOND = 6 };

static void make_rivals(graph *g, kf_random *r)
{
    static const uint32_t rings[3] = { 0, 6, 11 };
    made_component *m = &g->made;
    part_begin(m, ALL);
    for (uint32_t i = 0; i < ALL; i++) g->ends[i] = (kf_ends){ .relation = KF_NO_RELATION };
    for (uint32_t i = 0; i < RINGED; i++) m->cost_false[i] = 1 + 0.3 * kf_random_unit(r);
    for (uint32_t i = 0; i < 3; i++) {
        g->ends[rings[i]] = (kf_ends){ 0, 0, i + 1, true };
        m->cost_false[rings[i]] += 0.5;
        m->cost_true[FIRST_INNER + i] = 10;
        for (uint32_t k = 0; k < 5; k++) exclude(m, rings[i] + k, rings[i] + (k + 1) % 5);
    }
    m->cost_false[RIVAL] = m->cost_false[0] - 0.1 * kf_random_unit(r);
    g->ends[FIRST_INNER] = (kf_ends){ 0, 1, 2, true };
    g->ends[FIRST_INNER + 1] = (kf_ends){ 0, 1, 3, true };
    g->ends[FIRST_INNER + 2] = (kf_ends){ 0, 2, 3, true };
    exclude(m, 0, RIVAL);
    exclude(m, 1, RIVAL);
    exclude(m, 4, RIVAL);
    triangle(m, 6, 11, FIRST_INNER + 2);
    triangle(m, FIRST_INNER, FIRST_INNER + 1, FIRST_INNER + 2);
    part_clause(m, (uint32_t[]){ 2 * 2, 2 * 8 }, 2, 0.05);
    part_clause(m, (uint32_t[]){ 2 * 3, 2 * 13 }, 2, 0.05);
    triangle(m, 0, 6, FIRST_INNER);
    triangle(m, 0, 11, FIRST_INNER + 1);
    m->component.ends = g->ends;
}

static double least_of_all(const kf_component *p)
{
    double least = INFINITY;
    bool assignment[ALL], feasible;
    for (uint32_t bits = 0; bits < UINT32_C(1) << ALL; bits++) {
        for (uint32_t i = 0; i < ALL; i++) assignment[i] = bits >> i & 1;
        double cost = part_cost(p, assignment, &feasible);
        if (feasible && cost < least) least = cost;
    }
    return least;
}

static double bound_by_pieces(const kf_component *p)
{
    kf_mem mem;
    kf_mem_init(&mem, 0);
    kf_settings settings = { .seed = 1 };
    kf_task how = { .settings = &settings, .limits.deadline = INFINITY };
    kf_simplified s;
    assert_int_equal(kf_simplify(p, &mem, true, NULL, &s), KERF_OK);
    double bound = s.paid;
    for (uint32_t i = 0; i < s.n_residuals; i++) {
        bool assignment[ALL] = { false };
        kf_solved solved;
        assert_int_equal(
            solve_by("ilp", &s.residuals[i].component, &how, &mem, assignment, &solved), KERF_OK);
        bound += solved.bound;
    }
    kf_simplified_free(&s);
    return bound;
}

/* Simplification knows what is in the component, cuts know more: together they must not leave out a
 * assignment that is best of those that keep all triangles. */
static void bounds_hold_for_the_model(void **state)
{
    (void)state;
    static graph g;
    kf_random r = { 3 };
    for (int round = 0; round < 12; round++) {
        make_rivals(&g, &r);
        double least = least_of_all(&g.made.component);
        g.made.component.n_clauses -= TRIANGLES_BEYOND;
        assert_true(bound_by_pieces(&g.made.component) <= least + 1e-6);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_equivalence_keeps_them),
        cmocka_unit_test(others_have_none),
        cmocka_unit_test(optima_are_right),
        cmocka_unit_test(what_is_beyond_makes_nothing_infeasible),
        cmocka_unit_test(bounds_hold_for_the_model),
        cmocka_unit_test(memory_may_be_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* test_local_search.c -- local search: scores kept up to date, assignments that keep what is hard
 * where some are known to exist, costs against enumeration, limits. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "dice.h"
#include "parts.h"
#include "solve/presolve/gather.h"
#include "solve/walk/local_search.h"
#include "solve/primal/near.h"
#include "solve/walk/search_rows.h"

#include <stdlib.h>
#include <string.h>

static const kf_limits no_limits = { .deadline = INFINITY };

static made_component made; /* large */

/* ---- Scores ---- */

static void random_assignment(kf_random *r, bool *assignment, uint32_t n)
{
    for (uint32_t a = 0; a < n; a++) assignment[a] = kf_random_below(r, 2);
}

/* The sum of all amounts, as they are weighed. */
static kf_search_score pay(const kf_search_rows *s)
{
    kf_search_score sum = { 0, 0 };
    for (uint32_t i = 0; i < s->n_rows; i++) {
        const kf_search_row *r = &s->rows[i];
        *(r->hard ? &sum.hard : &sum.soft) += r->unit * kf_row_amount(r, r->sum);
    }
    for (uint32_t a = 0; a < s->component->n_atoms; a++)
        sum.soft += s->assignment[a] ? s->component->cost_true[a] : s->component->cost_false[a];
    return sum;
}

static bool near(double a, double b)
{
    return fabs(a - b) <= 1e-9 * (1 + fabs(a) + fabs(b)) * 1e6;
}

static void check_flip(kf_search_rows *s, uint32_t atom)
{
    kf_search_score before = pay(s), by = s->score[atom];
    kf_search_rows_flip(s, atom);
    kf_search_score after = pay(s);
    assert_true(near(after.hard - before.hard, by.hard));
    assert_true(near(after.soft - before.soft, by.soft));
}

static void check_both(kf_search_rows *s, kf_search_rows_mark_set *m, uint32_t a, uint32_t b)
{
    if (a == b) return;
    kf_search_score before = pay(s);
    kf_search_rows_mark(s, m, a);
    kf_search_score by = kf_search_rows_both(s, m, a, b);
    kf_search_rows_flip(s, a);
    kf_search_rows_flip(s, b);
    kf_search_score after = pay(s);
    assert_true(near(after.hard - before.hard, by.hard));
    assert_true(near(after.soft - before.soft, by.soft));
}

/* What is listed is what is violated, and the cost is that of the component. */
static void check_lists(const kf_search_rows *s)
{
    uint32_t hard = 0, soft = 0;
    uint64_t broken;
    for (uint32_t i = 0; i < s->n_rows; i++) {
        bool violated = kf_row_amount(&s->rows[i], s->rows[i].sum) > 0;
        assert_int_equal(violated, s->rows[i].place != KF_NO_ROW_HERE);
        *(s->rows[i].hard ? &hard : &soft) += violated;
    }
    for (uint32_t a = 0; a < s->component->n_atoms; a++) soft += s->paid[a] != KF_NO_ROW_HERE;
    assert_int_equal(hard, s->hard.n);
    assert_int_equal(soft, s->soft.n);
    double cost = kf_component_cost(s->component, s->assignment, &broken);
    assert_int_equal(broken == 0, hard == 0);
    assert_true(near(cost, s->cost));
}

/* Every score is what the rows say. */
static void check_scores(const kf_search_rows *s)
{
    for (uint32_t a = 0; a < s->component->n_atoms; a++) {
        kf_search_score sum = { 0, s->assignment[a] ? -s->price[a] : s->price[a] };
        for (size_t k = s->first[a]; k < s->first[a + 1]; k++) {
            const kf_search_row *r = &s->rows[s->uses[k].row];
            int64_t then = r->sum + kf_use_step(s, a, &s->uses[k]);
            *(r->hard ? &sum.hard : &sum.soft) +=
                r->unit * (kf_row_amount(r, then) - kf_row_amount(r, r->sum));
        }
        assert_true(near(sum.hard, s->score[a].hard));
        assert_true(near(sum.soft, s->score[a].soft));
    }
}

static void follow(const kf_component *p, kf_mem *mem, kf_random *r)
{
    kf_search_rows s;
    kf_search_rows_mark_set m;
    kf_patience patience = kf_patience_of(NULL);
    assert_int_equal(kf_search_rows_open(&s, p, &patience, mem), KERF_OK);
    assert_int_equal(kf_search_rows_mark_open(&m, &s), KERF_OK);
    random_assignment(r, s.assignment, p->n_atoms);
    kf_search_rows_derive(&s);
    check_lists(&s);
    check_scores(&s);
    for (int i = 0; i < 40 && p->n_atoms > 0; i++) {
        check_flip(&s, kf_random_below(r, p->n_atoms));
        check_both(&s, &m, kf_random_below(r, p->n_atoms), kf_random_below(r, p->n_atoms));
        if (s.hard.n > 0) kf_search_rows_raise(&s, s.hard.at[kf_random_below(r, s.hard.n)], 1);
        check_lists(&s);
        check_scores(&s);
    }
    kf_search_rows_close(&s);
}

/* Every kind of row and every sign, with cliques in place of pairs and without. */
static void test_scores(void **state)
{
    (void)state;
    kf_random r = { 5 };
    for (int i = 0; i < (int)trials_of(2000); i++) {
        kf_mem mem;
        kf_arena arena;
        kf_component gathered;
        kf_mem_init(&mem, 0);
        kf_arena_init(&arena, &mem);
        part_random(&made, &r, 30);
        follow(&made.component, &mem, &r);
        assert_int_equal(kf_gather(&made.component, &arena, NULL, &gathered), KERF_OK);
        follow(&gathered, &mem, &r);
        kf_arena_free(&arena);
        assert_int_equal(mem.used, 0);
    }
}

/* ---- Assignments that are known to exist ---- */

enum { GUESTS = 24, TABLES = 8, PLACES = 3 }; /* every place is taken */

static uint32_t sits(uint32_t guest, uint32_t table)
{
    return 2 * (guest * TABLES + table);
}

/* Everybody at one table, PLACES at each; as counts, or as clauses of two. */
static void seat(made_component *m, bool as_counts)
{
    uint32_t codes[GUESTS], ones[GUESTS];
    for (uint32_t i = 0; i < GUESTS; i++) ones[i] = 1;
    for (uint32_t g = 0; g < GUESTS; g++) {
        for (uint32_t t = 0; t < TABLES; t++) codes[t] = sits(g, t);
        if (as_counts) {
            part_count(m, codes, ones, TABLES, 1, 1, INFINITY);
            continue;
        }
        part_clause(m, codes, TABLES, INFINITY);
        for (uint32_t t = 0; t < TABLES; t++)
            for (uint32_t u = 0; u < t; u++)
                part_clause(m, (uint32_t[]){ sits(g, t) + 1, sits(g, u) + 1 }, 2, INFINITY);
    }
    for (uint32_t t = 0; t < TABLES; t++) {
        for (uint32_t g = 0; g < GUESTS; g++) codes[g] = sits(g, t);
        part_count(m, codes, ones, GUESTS, PLACES, PLACES, INFINITY);
    }
}

/* A hidden plan, enemies that it keeps apart, couples that it puts together. */
static void plant(made_component *m, kf_random *r, bool as_counts)
{
    uint32_t plan[GUESTS];
    for (uint32_t i = 0; i < GUESTS; i++) plan[i] = i / PLACES;
    for (uint32_t i = GUESTS - 1; i > 0; i--) {
        uint32_t k = kf_random_below(r, i + 1), swap = plan[i];
        plan[i] = plan[k];
        plan[k] = swap;
    }
    part_begin(m, GUESTS * TABLES);
    seat(m, as_counts);
    for (uint32_t i = 0, wanted = 40; i < wanted; i++) {
        uint32_t a = kf_random_below(r, GUESTS), b = kf_random_below(r, GUESTS);
        bool couple = plan[a] == plan[b];
        if (a == b || (couple && i % 4 > 0)) continue;
        for (uint32_t t = 0; t < TABLES; t++)
            part_clause(m, (uint32_t[]){ sits(a, t) + 1, sits(b, t) + !couple }, 2, INFINITY);
    }
    for (uint32_t a = 0; a < m->component.n_atoms; a++)
        if (kf_random_below(r, 3) == 0) m->cost_true[a] = kf_random_unit(r);
}

static void test_planted(void **state)
{
    (void)state;
    kf_random r = { 11 };
    for (int i = 0; i < (int)trials_of(40); i++) {
        bool assignment[GUESTS * TABLES] = { false }, feasible;
        kf_searched found;
        kf_mem mem;
        kf_mem_init(&mem, 0);
        plant(&made, &r, i % 2 == 0);
        kf_search_effort effort = { .seed = 1, .find = 40000000, .improve = 100000 };
        assert_int_equal(
            kf_search_locally(&made.component, &no_limits, &mem, effort, assignment, &found),
            KERF_OK);
        assert_int_equal(found.broken, 0);
        double cost = part_cost(&made.component, assignment, &feasible);
        assert_true(feasible && near(cost, found.cost));
        assert_int_equal(mem.used, 0);
    }
}

/* More time, no worse an assignment; and it is never worse than where it began. */
static void test_improves(void **state)
{
    (void)state;
    kf_random r = { 12 };
    double sums[2] = { 0, 0 };
    for (int i = 0; i < 10; i++) {
        bool assignment[GUESTS * TABLES] = { false };
        kf_searched found, more;
        kf_mem mem;
        kf_mem_init(&mem, 0);
        plant(&made, &r, true);
        kf_search_effort effort = { .seed = 1, .find = 40000000 };
        assert_int_equal(
            kf_search_locally(&made.component, &no_limits, &mem, effort, assignment, &found),
            KERF_OK);
        effort.improve = 4000000;
        assert_int_equal(
            kf_search_locally(&made.component, &no_limits, &mem, effort, assignment, &more),
            KERF_OK);
        assert_true(more.cost <= found.cost);
        sums[0] += found.cost;
        sums[1] += more.cost;
    }
    assert_true(sums[1] < 0.9 * sums[0]);
}

/* ---- Against enumeration ---- */

static double least_cost(const kf_component *p)
{
    double least = INFINITY;
    for (uint32_t code = 0; code < 1u << p->n_atoms; code++) {
        bool assignment[16], feasible;
        for (uint32_t a = 0; a < p->n_atoms; a++) assignment[a] = code >> a & 1;
        double cost = part_cost(p, assignment, &feasible);
        if (feasible && cost < least) least = cost;
    }
    return least;
}

/* Where an assignment exists, it is found; where none does, the assignment says what it breaks. */
static void test_small(void **state)
{
    (void)state;
    kf_random r = { 13 };
    for (int i = 0; i < (int)trials_of(400); i++) {
        bool assignment[16], feasible;
        kf_searched found;
        kf_mem mem;
        kf_mem_init(&mem, 0);
        part_random(&made, &r, 10);
        double least = least_cost(&made.component);
        random_assignment(&r, assignment, made.component.n_atoms);
        kf_search_effort effort = { .seed = (uint64_t)i, .find = 1000000, .improve = 200000 };
        assert_int_equal(
            kf_search_locally(&made.component, &no_limits, &mem, effort, assignment, &found),
            KERF_OK);
        double cost = part_cost(&made.component, assignment, &feasible);
        assert_int_equal(feasible, found.broken == 0);
        assert_int_equal(feasible, isfinite(least));
        if (feasible) assert_true(near(cost, found.cost) && cost >= least - 1e-9);
        assert_int_equal(mem.used, 0);
    }
}

/* ---- Classes ---- */

enum { NODES = 40, PAIRS = NODES * (NODES - 1) };

typedef struct graph {
    kf_component component;
    double if_true[PAIRS], if_false[PAIRS];
    kf_ends ends[PAIRS];
} graph;

/* Pairs of one class want to be true, others false, and one in ten the other way round. */
static void draw_graph(graph *g, kf_random *r, bool *planted)
{
    uint32_t n = 0;
    *g = (graph){ .component = { .n_atoms = PAIRS } };
    for (uint32_t a = 0; a < NODES; a++) {
        for (uint32_t b = 0; b < NODES; b++) {
            if (a == b) continue;
            planted[n] = a % 6 == b % 6;
            bool wanted = planted[n] != (kf_random_below(r, 10) == 0);
            (wanted ? g->if_false : g->if_true)[n] = 1;
            g->ends[n++] = (kf_ends){ 0, a, b, true };
        }
    }
    g->component.cost_true = g->if_true;
    g->component.cost_false = g->if_false;
    g->component.ends = g->ends;
}

static bool related(const bool *assignment, uint32_t a, uint32_t b)
{
    return a == b || assignment[a * (NODES - 1) + b - (b > a)];
}

/* They are an equivalence, at least as good as the one that was planted; more work is no worse. */
static void test_classes(void **state)
{
    (void)state;
    static graph g;
    static bool planted[PAIRS], assignment[PAIRS];
    kf_random r = { 21 };
    for (int i = 0; i < 10; i++) {
        uint64_t broken;
        bool some;
        kf_mem mem;
        kf_mem_init(&mem, 0);
        draw_graph(&g, &r, planted);
        memset(assignment, 0, sizeof assignment);
        double last = INFINITY, best = kf_component_cost(&g.component, planted, &broken);
        for (uint64_t work = 0; work <= 4000000; work += 2000000) {
            assert_int_equal(
                kf_find_classes(&g.component, &no_limits, &mem, 1 + work, work, assignment, &some),
                KERF_OK);
            assert_true(some);
            double cost = kf_component_cost(&g.component, assignment, &broken);
            assert_true(cost <= last);
            last = cost;
        }
        assert_true(last <= best);
        for (uint32_t a = 0; a < NODES; a++)
            for (uint32_t b = 0; b < NODES; b++)
                for (uint32_t c = 0; related(assignment, a, b) && c < NODES; c++)
                    assert_true(related(assignment, b, a)
                                && (!related(assignment, b, c) || related(assignment, a, c)));
        assert_int_equal(mem.used, 0);
    }
}

/* ---- Limits ---- */

static int at_once(void *context)
{
    ++*(int *)context;
    return true;
}

/* Stopped at once it leaves what it began with, or better; the same work gives the same
 * assignment. */
static void test_limits(void **state)
{
    (void)state;
    kf_random r = { 14 };
    int asked = 0;
    bool first[GUESTS * TABLES] = { false }, second[GUESTS * TABLES] = { false };
    kf_stop stop = kf_stop_when(at_once, &asked);
    kf_limits limits = { .deadline = INFINITY, .stop = &stop };
    kf_search_effort effort = { .seed = 3, .find = 300000, .improve = 300000 };
    kf_searched found;
    kf_mem mem;
    kf_mem_init(&mem, 0);
    plant(&made, &r, true);
    for (uint32_t a = 0; a < made.component.n_atoms; a++)
        made.cost_true[a] = 1; /* never at its best */
    assert_int_equal(kf_search_locally(&made.component, &no_limits, &mem, effort, first, &found),
                     KERF_OK);
    assert_int_equal(kf_search_locally(&made.component, &no_limits, &mem, effort, second, &found),
                     KERF_OK);
    assert_memory_equal(first, second, sizeof first);
    effort.find = effort.improve = UINT64_MAX / 4;
    assert_int_equal(kf_search_locally(&made.component, &limits, &mem, effort, first, &found),
                     KERF_OK);
    assert_true(asked > 0);
}

/* Every allocation fails in turn: nothing is lost, and the assignment is as it was. */
static void test_memory(void **state)
{
    (void)state;
    kf_random r = { 15 };
    kerf_status st = KERF_NO_MEMORY;
    plant(&made, &r, false);
    for (int64_t n = 0; st == KERF_NO_MEMORY; n++) {
        bool assignment[GUESTS * TABLES] = { false };
        kf_searched found;
        kf_mem mem;
        kf_mem_init(&mem, 0);
        mem.fail_after = n;
        kf_search_effort effort = { .seed = 1, .find = 1000 };
        st = kf_search_locally(&made.component, &no_limits, &mem, effort, assignment, &found);
        assert_true(st == KERF_OK || st == KERF_NO_MEMORY);
        assert_int_equal(mem.used, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_scores),   cmocka_unit_test(test_planted),
        cmocka_unit_test(test_improves), cmocka_unit_test(test_small),
        cmocka_unit_test(test_classes),  cmocka_unit_test(test_limits),
        cmocka_unit_test(test_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

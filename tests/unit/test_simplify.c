/* test_simplify.c -- what simplifying leaves of random parts, against all their assignments. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "dice.h"
#include "parts.h"
#include "tasks.h"
#include "solve/presolve/reduce.h"
#include "solve/presolve/simplify.h"

#include <math.h>
#include <string.h>

enum { PARTS = 6000, ATOMS = 11 };

typedef struct truth { /* of a component, by enumeration */
    double best, second;
} truth;

static truth enumerate(const kf_component *p)
{
    truth t = { INFINITY, INFINITY };
    for (uint32_t bits = 0; bits < UINT32_C(1) << p->n_atoms; bits++) {
        bool assignment[ATOMS], feasible;
        for (uint32_t a = 0; a < p->n_atoms; a++) assignment[a] = bits >> a & 1;
        double cost = part_cost(p, assignment, &feasible);
        if (!feasible) continue;
        if (cost < t.best) t.second = t.best, t.best = cost;
        else if (cost < t.second) t.second = cost;
    }
    return t;
}

static bool near(double a, double b)
{
    return a == b || fabs(a - b) <= 1e-9 * fmax(1, fmax(fabs(a), fabs(b)));
}

/* Two halves that only a hard unit connects, with so many clauses that neither goes away. */
static void make_halves(made_component *m, kf_random *r)
{
    enum { HALF = ATOMS / 2 };
    part_begin(m, 2 * HALF + 1);
    for (uint32_t a = 0; a < 2 * HALF; a++)
        (kf_random_below(r, 2) ? m->cost_true : m->cost_false)[a] = 0.5 * kf_random_below(r, 3);
    for (uint32_t i = 0; i < 12 * HALF; i++) {
        uint32_t half = i % 2 * HALF, a = kf_random_below(r, HALF);
        uint32_t b = (a + 1 + kf_random_below(r, HALF - 1)) % HALF;
        uint32_t codes[3] = { 2 * (half + a) + kf_random_below(r, 2),
                              2 * (half + b) + kf_random_below(r, 2), 4 * HALF };
        double w = 1 + kf_random_unit(r);
        part_clause(m, codes, 2 + kf_random_below(r, 2), kf_random_below(r, 9) ? w : -w);
    }
    part_clause(m, (uint32_t[]){ 4 * HALF + 1 }, 1, INFINITY);
}

/* Turns atoms round: what was true is false. */
static void negate_some(made_component *m, kf_random *r)
{
    const kf_component *p = &m->component;
    for (uint32_t a = 0; a < p->n_atoms; a++) {
        if (kf_random_below(r, 2)) continue;
        double cost = m->cost_true[a];
        m->cost_true[a] = m->cost_false[a];
        m->cost_false[a] = cost;
        for (uint32_t i = 0; i < m->start[p->n_clauses]; i++)
            m->literals[i].code ^= m->literals[i].code / 2 == a;
        for (uint32_t i = 0; i < m->n_count_literals; i++)
            m->count_literals[i].code ^= m->count_literals[i].code / 2 == a;
    }
}

/* Three candidates, three labels; often equal scores, labels that need others, soft clauses, counts
 * of labels, and atoms of either sign. */
static void make_labels(made_component *m, kf_random *r)
{
    enum { N = 3 };
    bool ties = kf_random_below(r, 2);
    part_frame(m, r, N, N, kf_random_below(r, 3) > 0);
    for (uint32_t a = 0; ties && a < N * N; a++) {
        m->cost_true[a] = ceil(m->cost_true[a]);
        m->cost_false[a] = ceil(m->cost_false[a]);
    }
    for (uint32_t c = 0, needs = kf_random_below(r, 2); needs && c < N; c++)
        part_clause(m, (uint32_t[]){ 2 * (c * N + 2) + 1, 0, 2 * N, 4 * N }, 4, INFINITY);
    for (uint32_t i = kf_random_below(r, 4); i > 0; i--) {
        uint32_t a = kf_random_below(r, N * N),
                 b = (a + 1 + kf_random_below(r, N * N - 1)) % (N * N);
        uint32_t codes[2] = { 2 * a + kf_random_below(r, 2), 2 * b + kf_random_below(r, 2) };
        double w = kf_random_below(r, 2) ? 1 : 0.3;
        part_clause(m, codes, 2, kf_random_below(r, 3) ? w : -w);
    }
    for (uint32_t i = kf_random_below(r, 3); i > 0; i--) {
        uint32_t c = kf_random_below(r, N), by[N] = { 1 + kf_random_below(r, 2), 1, 1 };
        uint32_t other = (c + kf_random_below(r, N)) % N;
        uint32_t codes[N] = { 2 * c * N + 2, 2 * c * N + 4, 2 * other * N };
        bool least = kf_random_below(r, 2);
        part_count(m, codes, by, N, least, 2 - least, kf_random_below(r, 2) ? INFINITY : 0.7);
    }
    negate_some(m, r);
}

/* Pairs of five nodes: most of the triangles, soft clauses that have a few of them, sometimes
 * something hard that wants one, and an atom more. ends: of the component. */
static void make_pairs(made_component *m, kf_random *r, kf_ends ends[ATOMS])
{
    enum { NODES = 5, PAIRS = 10 };
    uint32_t pair[NODES][NODES], n = 0;
    uint32_t far =
        kf_random_below(r, 2) ? 1 : 1000000; /* numbers of nodes, close together or not */
    bool ties = kf_random_below(r, 2);
    part_begin(m, PAIRS + 1);
    ends[PAIRS].relation = KF_NO_RELATION;
    for (uint32_t i = 0; i < NODES; i++) {
        for (uint32_t j = i + 1; j < NODES; j++, n++) {
            double good = kf_random_below(r, 3) == 0 ? 1 : -1, by = 1 + kf_random_below(r, 4);
            pair[i][j] = pair[j][i] = n;
            ends[n] = (kf_ends){ .relation = 7, .from = far * i, .to = far * j, .symmetric = true };
            m->cost_true[n] = good < 0 ? ties ? by : by + 0.01 * n : 0;
            m->cost_false[n] = good > 0 ? by : 0;
        }
    }
    for (uint32_t i = 0; i < NODES; i++)
        for (uint32_t j = i + 1; j < NODES; j++)
            for (uint32_t k = 0; k < NODES; k++)
                if (k != i && k != j && kf_random_below(r, 8))
                    part_clause(
                        m, (uint32_t[]){ 2 * pair[i][k] + 1, 2 * pair[k][j] + 1, 2 * pair[i][j] },
                        3, INFINITY);
    for (uint32_t i = kf_random_below(r, 4); i > 0; i--) {
        uint32_t a = kf_random_below(r, PAIRS),
                 b = (a + 1 + kf_random_below(r, PAIRS)) % m->component.n_atoms;
        uint32_t codes[2] = { 2 * a, 2 * b + kf_random_below(r, 2) };
        part_clause(m, codes, 2, kf_random_below(r, 4) ? 1.0 + kf_random_below(r, 2) : INFINITY);
    }
    m->component.ends = ends;
}

/* A random part; every third has literals tied together, every fourth clauses twice. */
static void make(made_component *m, uint64_t seed)
{
    static kf_ends ends[ATOMS];
    kf_random r = { seed };
    if (seed % 5 == 0) make_halves(m, &r);
    else if (seed % 5 == 1) make_labels(m, &r);
    else if (seed % 5 == 2) make_pairs(m, &r, ends);
    else part_random(m, &r, ATOMS);
    uint32_t n = m->component.n_atoms, clauses = m->component.n_clauses;
    for (uint32_t i = 0; seed % 3 == 0 && n > 1 && i < 1 + n / 3; i++) {
        uint32_t a = kf_random_below(&r, 2 * n), b = kf_random_below(&r, 2 * n);
        if (a / 2 == b / 2) continue;
        part_clause(m, (uint32_t[]){ a, b }, 2, INFINITY);
        part_clause(m, (uint32_t[]){ a ^ 1, b ^ 1 }, 2, INFINITY);
    }
    for (uint32_t i = 0; seed % 4 == 0 && i < clauses; i += 3) {
        uint32_t codes[8], length = m->start[i + 1] - m->start[i];
        for (uint32_t k = 0; k < length; k++) codes[k] = m->literals[m->start[i] + k].code;
        part_clause(m, codes, length, m->weight[i]);
    }
}

/* A residual component keeps what solver.h promises of a component. */
static void check_form(const kf_residual *residual, uint32_t n_atoms)
{
    const kf_component *p = &residual->component;
    assert_true(p->n_atoms > 0);
    for (uint32_t a = 0; a < p->n_atoms; a++) {
        assert_true(p->cost_true[a] >= 0 && p->cost_false[a] >= 0);
        assert_true(p->cost_true[a] == 0 || p->cost_false[a] == 0);
        assert_true(residual->atoms[a] < n_atoms
                    && (a == 0 || residual->atoms[a - 1] < residual->atoms[a]));
    }
    for (uint32_t i = 0; i < p->n_clauses; i++) {
        assert_true(p->start[i] < p->start[i + 1]);
        assert_true(p->weight[i] != 0 && p->weight[i] > -INFINITY);
        for (uint32_t k = p->start[i]; k < p->start[i + 1]; k++) {
            assert_true(p->literals[k].code / 2 < p->n_atoms);
            if (k > p->start[i]) assert_true(p->literals[k - 1].code / 2 < p->literals[k].code / 2);
        }
    }
    for (uint32_t i = 0; i < p->n_counts; i++) {
        const kf_count *c = &p->counts[i];
        uint32_t seen = 0;
        for (uint32_t k = 0; k < c->n; k++) {
            assert_true(c->literals[k].code / 2 < p->n_atoms);
            assert_false(seen >> c->literals[k].code / 2 & 1);
            seen |= UINT32_C(1) << c->literals[k].code / 2;
        }
    }
}

typedef struct whole { /* what the residual components come to */
    bool feasible, unique;
    double cost;
    bool assignment[ATOMS];
} whole;

static void solve_residuals(const kf_simplified *s, whole *w)
{
    static const kf_settings settings = { .seed = 1 };
    static const kf_task how = { .settings = &settings, .limits.deadline = INFINITY };
    kf_mem mem;
    kf_mem_init(&mem, 0);
    *w = (whole){ .feasible = !s->infeasible, .unique = !s->tied, .cost = s->paid };
    for (uint32_t i = 0; w->feasible && i < s->n_residuals; i++) {
        const kf_residual *residual = &s->residuals[i];
        kf_solved solved;
        bool local[ATOMS] = { 0 };
        check_form(residual, s->n_atoms);
        assert_int_equal(solve_by("brute", &residual->component, &how, &mem, local, &solved),
                         KERF_OK);
        w->feasible = solved.found;
        w->cost += solved.cost;
        w->unique &= solved.unique == 1;
        for (uint32_t a = 0; a < residual->component.n_atoms; a++)
            w->assignment[residual->atoms[a]] = local[a];
    }
    if (w->feasible) kf_simplified_expand(s, w->assignment);
}

/* The optimum is what was paid and the optima of the residual components; their assignments reach
 * it; and where nothing was tied, the only best assignments of all residual components are the only
 * best assignment of the whole. */
static void random_parts(void **state)
{
    (void)state;
    static made_component made;
    uint32_t infeasible = 0, unique = 0, cut = 0, gone = 0;
    for (uint64_t seed = 1; seed <= trials_of(PARTS); seed++) {
        kf_mem mem;
        kf_simplified s;
        whole w;
        bool feasible;
        kf_mem_init(&mem, 0);
        make(&made, seed);
        truth t = enumerate(&made.component);
        assert_int_equal(kf_simplify(&made.component, &mem, true, NULL, &s), KERF_OK);
        solve_residuals(&s, &w);
        double cost = part_cost(&made.component, w.assignment, &feasible);
        bool good =
            w.feasible ? feasible && near(w.cost, t.best) && near(cost, t.best) : isinf(t.best);
        if (w.feasible && w.unique) good &= t.second > t.best;
        if (!good)
            fail_msg("part %llu: best %.17g, then %.17g; pieces %d %.17g unique %d, world %d %.17g",
                     (unsigned long long)seed, t.best, t.second, w.feasible, w.cost, w.unique,
                     feasible, cost);
        infeasible += !w.feasible;
        unique += w.feasible && w.unique;
        cut += s.n_residuals > 1;
        gone += w.feasible && s.n_residuals == 0;
        kf_simplified_free(&s);
        assert_int_equal(mem.used, 0);
    }
    print_message("%u infeasible, %u unique, %u cut, %u solved\n", infeasible, unique, cut, gone);
    uint32_t some = met_of(100);
    assert_true(infeasible > some && unique > some && cut > some && gone > some);
}

static void not_simplified(void **state)
{
    (void)state;
    static made_component made;
    for (uint64_t seed = 1; seed <= 100; seed++) {
        kf_mem mem;
        kf_simplified s;
        kf_mem_init(&mem, 0);
        make(&made, seed);
        assert_int_equal(kf_simplify(&made.component, &mem, false, NULL, &s), KERF_OK);
        assert_true(s.n_residuals == 1 && s.paid == 0 && !s.tied && !s.infeasible);
        assert_memory_equal(&s.residuals[0].component, &made.component, sizeof made.component);
        for (uint32_t a = 0; a < made.component.n_atoms; a++)
            assert_int_equal(s.residuals[0].atoms[a], a);
        kf_simplified_free(&s);
        assert_int_equal(mem.used, 0);
    }
}

/* Stopped after so many steps: the component as it is; nothing else was decided. */
static void stopped_on_the_way(void **state)
{
    (void)state;
    static made_component made;
    uint32_t done = 0, cut_short = 0, parts = trials_of(300);
    for (uint64_t seed = 1; seed <= parts; seed++) {
        bool stopped = true;
        make(&made, seed);
        for (int64_t steps = 0; stopped; steps++) {
            kf_mem mem;
            kf_simplified s;
            kf_stop stop = { .above = NULL };
            kf_patience patience = { &stop, steps, false };
            kf_mem_init(&mem, 0);
            kf_stop_set(&stop);
            assert_int_equal(kf_simplify(&made.component, &mem, true, &patience, &s), KERF_OK);
            stopped = patience.over;
            if (stopped) {
                assert_true(s.n_residuals == 1 && s.paid == 0 && !s.tied && !s.infeasible);
                assert_memory_equal(&s.residuals[0].component, &made.component,
                                    sizeof made.component);
                for (uint32_t a = 0; a < made.component.n_atoms; a++)
                    assert_true(s.value[a] < 0 && s.stands[a].code == 2 * a);
            }
            *(stopped ? &cut_short : &done) += 1;
            kf_simplified_free(&s);
            assert_int_equal(mem.used, 0);
        }
    }
    print_message("%u stopped, %u not\n", cut_short, done);
    assert_true(done == parts && cut_short > 30 * done);
}

static void refused_memory(void **state)
{
    (void)state;
    static made_component made;
    for (uint64_t seed = 1; seed <= trials_of(150); seed++) {
        kerf_status st = KERF_NO_MEMORY;
        make(&made, seed);
        for (int64_t n = 0; st == KERF_NO_MEMORY; n++) {
            kf_mem mem;
            kf_simplified s;
            kf_mem_init(&mem, 0);
            mem.fail_after = n;
            st = kf_simplify(&made.component, &mem, seed % 10 > 0, NULL, &s);
            assert_true(st == KERF_OK || st == KERF_NO_MEMORY);
            if (st == KERF_OK) kf_simplified_free(&s);
            assert_int_equal(mem.used, 0);
        }
    }
}

/* A chain of implications that closes makes one atom of many; closed with a twist, none. */
static void chains(void **state)
{
    (void)state;
    static made_component made;
    enum { LENGTH = 200 };
    for (uint32_t twist = 0; twist < 2; twist++) {
        kf_mem mem;
        kf_simplified s;
        bool assignment[LENGTH] = { 0 };
        kf_mem_init(&mem, 0);
        part_begin(&made, LENGTH);
        for (uint32_t a = 0; a + 1 < LENGTH; a++)
            part_clause(&made, (uint32_t[]){ 2 * a + 1, 2 * a + 2 }, 2, INFINITY);
        part_clause(&made, (uint32_t[]){ 2 * (LENGTH - 1) + 1, twist }, 2, INFINITY);
        if (twist) part_clause(&made, (uint32_t[]){ 0, 2 * LENGTH - 2 }, 2, INFINITY);
        made.cost_false[7] = 3;
        made.cost_true[LENGTH - 1] = 1;
        assert_int_equal(kf_simplify(&made.component, &mem, true, NULL, &s), KERF_OK);
        if (!twist) {
            assert_true(!s.infeasible && s.n_residuals == 0 && s.paid == 1 && !s.tied);
            kf_simplified_expand(&s, assignment);
            for (uint32_t a = 0; a < LENGTH; a++) assert_true(assignment[a]);
        }
        kf_simplified_free(&s);
        assert_int_equal(mem.used, 0);
    }
}

/* Candidates that may have one label each, the second two of them only one together. All but the
 * best label of each go, and then the worse of the two: nothing is left to search. */
static void labels(void **state)
{
    (void)state;
    static made_component made;
    enum { LABELS = 20, N = 3 * LABELS };
    for (uint32_t ties = 0; ties < 2; ties++) {
        kf_mem mem;
        kf_simplified s;
        bool assignment[N] = { 0 };
        kf_mem_init(&mem, 0);
        part_begin(&made, N);
        for (uint32_t c = 0; c < 3; c++) {
            uint32_t codes[LABELS], ones[LABELS];
            for (uint32_t k = 0; k < LABELS; k++) {
                codes[k] = 2 * (c * LABELS + k);
                ones[k] = 1;
                made.cost_false[c * LABELS + k] = ties ? 1 : k + (c == 1 ? 1.5 : 1);
            }
            part_count(&made, codes, ones, LABELS, 0, 1, INFINITY);
        }
        for (uint32_t k = 0; k < LABELS; k++)
            for (uint32_t j = 0; j < LABELS; j++)
                part_clause(&made, (uint32_t[]){ 2 * (LABELS + k) + 1, 2 * (2 * LABELS + j) + 1 },
                            2, INFINITY);
        assert_int_equal(kf_simplify(&made.component, &mem, true, NULL, &s), KERF_OK);
        assert_true(!s.infeasible && s.n_residuals == 0 && s.tied == ties);
        assert_true(s.paid == (ties ? N - 2 : 599.5));
        kf_simplified_expand(&s, assignment);
        uint32_t n_true = 0;
        for (uint32_t a = 0; a < N; a++) n_true += assignment[a];
        assert_int_equal(n_true, 2);
        kf_simplified_free(&s);
        assert_int_equal(mem.used, 0);
    }
}

/* A ring of five atoms that should all differ from the next, and four that cost much. The residual
 * is stopped: what the relaxation has proven holds all the same. */
static void reduction_keeps_bound(void **state)
{
    (void)state;
    enum { RING = 5, DEAR = 4, N = RING + DEAR };
    static made_component made;
    double x[N] = { 0 }, price[N] = { 0 };
    bool world[N] = { true, false, true };
    kf_relaxed relaxed = { .known = true, .bound = 0.5, .x = x, .price = price };
    kf_task how = { .limits = { .deadline = INFINITY } };
    kf_reduction reduction;
    kf_mem mem;
    kf_mem_init(&mem, 0);
    part_begin(&made, N);
    for (uint32_t a = 0; a < RING; a++) {
        uint32_t b = (a + 1) % RING;
        part_clause(&made, (uint32_t[]){ 2 * a, 2 * b }, 2, 1);
        part_clause(&made, (uint32_t[]){ 2 * a + 1, 2 * b + 1 }, 2, 1);
    }
    for (uint32_t a = RING; a < N; a++) price[a] = made.cost_true[a] = 10;
    kf_task task = task_for(&made.component, &how, &mem, world);
    assert_int_equal(kf_reduce_open(&reduction, &task, &relaxed, 1), KERF_OK);
    assert_true(reduction.worth);
    assert_int_equal(kf_reduce_residuals(&reduction), 1);
    kf_task residual;
    assert_int_equal(kf_reduce_task(&reduction, 0, &residual), KERF_OK);
    residual.solved = (kf_solved){ .found = true, .cost = 1, .unique = -1 };
    kf_reduce_take(&reduction, 0, &residual);
    kf_reduce_conclude(&reduction);
    assert_true(task.solved.cost == 1 && task.solved.bound == 0.5);
    kf_reduce_close(&reduction);
    assert_int_equal(mem.used, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_parts),
        cmocka_unit_test(not_simplified),
        cmocka_unit_test(stopped_on_the_way),
        cmocka_unit_test(refused_memory),
        cmocka_unit_test(chains),
        cmocka_unit_test(labels),
        cmocka_unit_test(reduction_keeps_bound),
    };
    return cmocka_run_group_tests_name("simplify", tests, NULL, NULL);
}

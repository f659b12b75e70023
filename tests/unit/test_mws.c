/* test_mws.c -- MaxWalkSAT: costs of flips kept up to date, answers against enumeration, limits. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "parts.h"
#include "tasks.h"

#include "solve/walk/walk_state.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

/* ---- Random parts with everything in them ---- */

enum { MOST_ATOMS = 40, MOST_CLAUSES = 120, MOST_COUNTS = 12, MOST_LENGTH = 6 };

typedef struct made {
    double cost_true[MOST_ATOMS], cost_false[MOST_ATOMS], weight[MOST_CLAUSES];
    uint32_t start[MOST_CLAUSES + 1];
    kf_lit literals[MOST_CLAUSES * MOST_LENGTH];
    kf_count counts[MOST_COUNTS];
    kf_lit count_literals[MOST_COUNTS][MOST_ATOMS];
    uint32_t coefficients[MOST_COUNTS][MOST_ATOMS];
    kf_component component;
} made;

/* Up to `most` literals, ascending, of random sign; at least one. */
static uint32_t choose_literals(kf_random *r, uint32_t n_atoms, uint32_t most, kf_lit *out)
{
    uint32_t wanted = 1 + kf_random_below(r, most < n_atoms ? most : n_atoms), n = 0;
    for (uint32_t a = 0; a < n_atoms && n < wanted; a++) {
        if (kf_random_below(r, n_atoms - a) >= wanted - n) continue;
        out[n++] = kf_lit_of((kf_atom){ a }, kf_random_below(r, 2));
    }
    return n;
}

static double some_weight(kf_random *r)
{
    double w = kf_random_below(r, 2) ? 1 + kf_random_below(r, 4) : 0.1 + 3 * kf_random_unit(r);
    return kf_random_below(r, 3) ? w : -w;
}

static void add_clause(made *m, const kf_lit *l, uint32_t n, double weight)
{
    kf_component *p = &m->component;
    memcpy(&m->literals[m->start[p->n_clauses]], l, n * sizeof *l);
    m->weight[p->n_clauses] = weight;
    m->start[p->n_clauses + 1] = m->start[p->n_clauses] + n;
    p->n_clauses++;
}

static void add_count(made *m, kf_random *r)
{
    uint32_t i = m->component.n_counts++;
    uint64_t total = 0;
    kf_count *c = &m->counts[i];
    c->n = choose_literals(r, m->component.n_atoms, MOST_ATOMS, m->count_literals[i]);
    for (uint32_t k = 0; k < c->n; k++)
        total += m->coefficients[i][k] = kf_random_below(r, 3) ? 1 : kf_random_below(r, 5);
    c->literals = m->count_literals[i];
    c->coefficients = m->coefficients[i];
    c->least = kf_random_below(r, (uint32_t)total + 2);
    c->most = kf_random_below(r, 3) ? c->least + kf_random_below(r, 4) : UINT64_MAX;
    c->weight = some_weight(r);
    if (kf_random_below(r, 4) == 0) c->weight = c->weight > 0 ? INFINITY : -INFINITY;
}

static void empty(made *m, uint32_t n_atoms)
{
    memset(m, 0, sizeof *m);
    m->component = (kf_component){ .n_atoms = n_atoms,
                                   .cost_true = m->cost_true,
                                   .cost_false = m->cost_false,
                                   .start = m->start,
                                   .literals = m->literals,
                                   .weight = m->weight,
                                   .counts = m->counts };
}

static void make(made *m, kf_random *r, uint32_t n_atoms, uint32_t n_clauses, uint32_t n_counts)
{
    empty(m, n_atoms);
    for (uint32_t a = 0; a < n_atoms; a++) {
        double *side = kf_random_below(r, 2) ? m->cost_true : m->cost_false;
        side[a] = kf_random_below(r, 3) ? fabs(some_weight(r)) : 0;
    }
    for (uint32_t i = 0; i < n_clauses; i++) {
        kf_lit l[MOST_LENGTH];
        uint32_t n = choose_literals(r, n_atoms, MOST_LENGTH, l);
        add_clause(m, l, n, kf_random_below(r, 4) ? some_weight(r) : INFINITY);
    }
    for (uint32_t i = 0; i < n_counts; i++) add_count(m, r);
}

/* ---- Solving ---- */

static const kf_settings usual = { .seed = 1, .flips = 2000, .tries = 3, .noise = 0.2 };

static kf_solved solve(const kf_component *p, kf_settings settings, bool *assignment)
{
    kf_mem mem;
    kf_solved out;
    kf_task how = { .settings = &settings, .limits.deadline = INFINITY };
    kf_mem_init(&mem, 0);
    assert_int_equal(solve_by("mws", p, &how, &mem, assignment, &out), KERF_OK);
    assert_int_equal(mem.used, 0);
    uint64_t broken;
    double cost = kf_component_cost(p, assignment, &broken);
    assert_int_equal(out.found, broken == 0);
    assert_true(broken ? isinf(out.cost) : out.cost == cost);
    assert_true(out.bound == 0);
    assert_int_equal(out.unique, -1);
    assert_string_equal(out.method, "mws");
    assert_true(out.work <= settings.flips * settings.tries);
    return out;
}

typedef struct optimum {
    uint64_t broken;
    double cost;
} optimum;

static optimum enumerate(const kf_component *p)
{
    optimum best = { UINT64_MAX, INFINITY };
    for (uint32_t bits = 0; bits >> p->n_atoms == 0; bits++) {
        bool assignment[MOST_ATOMS];
        uint64_t broken;
        for (uint32_t a = 0; a < p->n_atoms; a++) assignment[a] = bits >> a & 1;
        double cost = kf_component_cost(p, assignment, &broken);
        if (broken < best.broken || (broken == best.broken && cost < best.cost))
            best = (optimum){ broken, cost };
    }
    return best;
}

/* ---- Tests ---- */

static bool is_listed(const kf_walk_list *list, uint32_t id, uint32_t place)
{
    return place < list->n && list->at[place] == id;
}

/* Every delta against the cost of the assignment with that atom flipped; every list entry by its
 * place. */
static void check_walk(const kf_walk *w)
{
    const kf_component *p = w->component;
    uint64_t broken, then;
    double cost = kf_component_cost(p, w->assignment, &broken);
    bool other[MOST_ATOMS];
    memcpy(other, w->assignment, p->n_atoms);
    assert_int_equal(w->hard.n, broken);
    assert_true(fabs(w->cost - cost) < 1e-9);
    for (uint32_t a = 0; a < p->n_atoms; a++) {
        other[a] = !other[a];
        double change = kf_component_cost(p, other, &then) - cost;
        other[a] = !other[a];
        assert_int_equal(w->atoms[a].hard, (int64_t)then - (int64_t)broken);
        assert_true(fabs(w->atoms[a].soft - change) < 1e-9);
    }
    double paid = 0;
    for (uint32_t i = 0; i < w->soft.n; i++) {
        uint32_t id = w->soft.at[i];
        if (id < w->pool_n) {
            assert_true(is_listed(&w->soft, id, kf_walk_clause_at(w, id)->place));
            paid += fabs(kf_walk_clause_at(w, id)->soft);
        } else if (id - w->pool_n < p->n_counts) {
            assert_true(is_listed(&w->soft, id, w->counts[id - w->pool_n].place));
            paid += fabs(p->counts[id - w->pool_n].weight);
        } else {
            uint32_t a = id - w->pool_n - p->n_counts;
            assert_true(is_listed(&w->soft, id, w->atoms[a].place));
            paid += w->assignment[a] ? p->cost_true[a] : p->cost_false[a];
        }
    }
    assert_true(fabs(paid - cost) < 1e-9);
}

static void deltas(void **unused)
{
    (void)unused;
    kf_random r = { 7 };
    for (int trial = 0; trial < 60; trial++) {
        made m;
        kf_mem mem;
        kf_walk w;
        uint32_t n = 1 + kf_random_below(&r, MOST_ATOMS);
        make(&m, &r, n, kf_random_below(&r, MOST_CLAUSES), kf_random_below(&r, MOST_COUNTS));
        kf_mem_init(&mem, 0);
        assert_int_equal(kf_walk_open(&w, &m.component, &mem), KERF_OK);
        for (uint32_t a = 0; a < n; a++) w.assignment[a] = kf_random_below(&r, 2);
        kf_walk_derive(&w);
        check_walk(&w);
        for (int i = 0; i < 100; i++) {
            kf_walk_flip(&w, kf_random_below(&r, n));
            check_walk(&w);
        }
        kf_walk_derive(&w);
        check_walk(&w);
        kf_walk_close(&w);
        assert_int_equal(mem.used, 0);
    }
}

/* Every literal of a way out can help, and one that is not there cannot. */
static void repairs(void **unused)
{
    (void)unused;
    made m;
    kf_mem mem;
    kf_walk w;
    kf_lit unit, l[] = { { 0 }, { 3 }, { 4 } };
    uint32_t ones[] = { 1, 1, 1 };
    empty(&m, 3);
    add_clause(&m, l, 3, 1);
    m.component.n_counts = 1;
    m.counts[0] = (kf_count){ 3, l, ones, 0, 1, -2 };
    m.cost_false[2] = 5;
    kf_mem_init(&mem, 0);
    assert_int_equal(kf_walk_open(&w, &m.component, &mem), KERF_OK);
    kf_walk_derive(&w); /* all atoms false: one literal true, which the count forbids */
    assert_int_equal(w.soft.n, 2);
    kf_walk_way way = kf_walk_repair(&w, w.pool_n, &unit);
    assert_true(way.up && !way.down); /* a sum below 0 there is not */
    way = kf_walk_repair(&w, w.pool_n + 1 + 2, &unit);
    assert_int_equal(way.n, 1);
    assert_int_equal(kf_lit_atom(way.literals[0]).id, 2);
    kf_walk_flip(&w, 1);
    kf_walk_flip(&w, 2);
    kf_walk_flip(&w, 2);
    way = kf_walk_repair(&w, 0, &unit); /* no literal is true any more */
    assert_true(way.up && !way.down && way.n == 3);
    assert_true(is_listed(&w.soft, 0, kf_walk_clause_at(&w, 0)->place));
    kf_walk_close(&w);
}

/* Never better than the best there is; on parts this small nearly always as good. */
static void against_enumeration(void **unused)
{
    (void)unused;
    enum { TRIALS = 300 };
    kf_random r = { 11 };
    int optimal = 0, feasible = 0;
    for (int trial = 0; trial < TRIALS; trial++) {
        made m;
        bool assignment[MOST_ATOMS] = { false };
        uint32_t n = 1 + kf_random_below(&r, 9);
        make(&m, &r, n, kf_random_below(&r, 4 * n), kf_random_below(&r, 3));
        optimum best = enumerate(&m.component);
        kf_settings settings = usual;
        settings.tabu = trial % 3 == 0 ? 2 : 0;
        settings.random_start = trial % 2;
        kf_solved out = solve(&m.component, settings, assignment);
        uint64_t broken;
        double cost = kf_component_cost(&m.component, assignment, &broken);
        assert_true(broken >= best.broken);
        if (broken == best.broken) assert_true(cost >= best.cost - 1e-9);
        if (best.broken) assert_false(out.found);
        feasible += best.broken == 0;
        optimal += best.broken == 0 && broken == 0 && cost <= best.cost + 1e-9;
    }
    assert_true(feasible > TRIALS / 3);
    assert_true(optimal >= feasible * 95 / 100);
}

/* However much is at stake, a hard clause comes first. */
static void hard_dominates(void **unused)
{
    (void)unused;
    made m;
    bool assignment[2] = { true, true };
    kf_lit both[] = { { 1 }, { 3 } }, first[] = { { 0 } }, second[] = { { 2 } };
    empty(&m, 2);
    add_clause(&m, both, 2, INFINITY);
    add_clause(&m, first, 1, 1e9);
    add_clause(&m, second, 1, 2e9);
    kf_solved out = solve(&m.component, usual, assignment);
    assert_true(out.found && out.cost == 1e9);
    assert_true(!assignment[0] && assignment[1]);
    m.counts[0] = (kf_count){ 2, both, (uint32_t[]){ 1, 1 }, 0, 1, -INFINITY };
    m.component.n_counts = 1; /* both false, or it breaks */
    out = solve(&m.component, usual, assignment);
    assert_true(out.found && out.cost == 3e9);
}

static void nothing_satisfies(void **unused)
{
    (void)unused;
    made m;
    bool assignment[2] = { false, false };
    empty(&m, 2);
    add_clause(&m, &(kf_lit){ 0 }, 1, INFINITY);
    add_clause(&m, &(kf_lit){ 1 }, 1, INFINITY);
    add_clause(&m, &(kf_lit){ 2 }, 1, INFINITY);
    kf_solved out = solve(&m.component, usual, assignment);
    assert_false(out.found);
    assert_true(assignment[1]); /* the one that can be mended is */
}

static void seeds_reproduce(void **unused)
{
    (void)unused;
    kf_random r = { 5 };
    bool differs = false;
    for (int trial = 0; trial < 20; trial++) {
        made m;
        bool one[MOST_ATOMS] = { false }, two[MOST_ATOMS] = { false },
             other[MOST_ATOMS] = { false };
        make(&m, &r, MOST_ATOMS, MOST_CLAUSES, 3);
        kf_settings settings = usual;
        settings.seed = (uint64_t)trial;
        settings.flips = 50;
        settings.random_start = true;
        kf_solved a = solve(&m.component, settings, one), b = solve(&m.component, settings, two);
        assert_memory_equal(one, two, sizeof one);
        assert_true(a.work == b.work);
        settings.seed += 1000;
        solve(&m.component, settings, other);
        differs |= memcmp(one, other, sizeof one) != 0;
    }
    assert_true(differs);
}

/* The first try begins at the hint, and what it finds is never lost. */
static void hint_is_kept(void **unused)
{
    (void)unused;
    kf_random r = { 13 };
    for (int trial = 0; trial < 50; trial++) {
        made m;
        bool assignment[MOST_ATOMS], hint[MOST_ATOMS];
        uint64_t before, after;
        make(&m, &r, MOST_ATOMS, MOST_CLAUSES, 2);
        for (uint32_t a = 0; a < MOST_ATOMS; a++) hint[a] = assignment[a] = kf_random_below(&r, 2);
        kf_settings settings = usual;
        settings.flips = 0;
        settings.tries = 1;
        solve(&m.component, settings, assignment);
        assert_memory_equal(assignment, hint, sizeof hint);
        double old = kf_component_cost(&m.component, hint, &before);
        settings.flips = 5000; /* more than the log of flips holds */
        settings.tries = 4;
        settings.noise = 0.9;
        solve(&m.component, settings, assignment);
        double found = kf_component_cost(&m.component, assignment, &after);
        assert_true(after < before || (after == before && found <= old + 1e-9));
    }
}

/* A transitive relation of which one pair is wanted. Its start breaks more triangles than four
 * flips can repair; what the costs alone want breaks none, and there the walk begins. */
static void start_elsewhere(uint32_t nodes, bool partial)
{
    enum { NODES = 12, PAIRS = NODES * NODES };
    static made_component m;
    bool assignment[PAIRS];
    kf_settings settings = usual;
    part_begin(&m, nodes * nodes);
    for (uint32_t i = 0; i < nodes; i++)
        for (uint32_t j = 0; j < nodes; j++)
            for (uint32_t k = 0; k < nodes; k++) {
                uint32_t codes[] = { 2 * (i * nodes + j) + 1, 2 * (j * nodes + k) + 1,
                                     2 * (i * nodes + k) };
                if (i != j && j != k && i != k) part_clause(&m, codes, 3, INFINITY);
            }
    for (uint32_t a = 0; a < nodes * nodes; a++) {
        assignment[a] = (a + a / nodes) % 3 > 0;
        m.cost_true[a] = 1;
    }
    m.cost_true[1] = 0;
    m.cost_false[1] = 1;
    settings.flips = 4;
    settings.tries = 1;
    kf_task how = { .settings = &settings, .limits = { .deadline = INFINITY, .partial = partial } };
    kf_solved out;
    kf_mem mem;
    kf_mem_init(&mem, 0);
    assert_int_equal(solve_by("mws", &m.component, &how, &mem, assignment, &out), KERF_OK);
    assert_true(out.found && out.cost == 0);
    assert_int_equal(mem.used, 0);
}

static void hopeless_start(void **unused)
{
    (void)unused;
    start_elsewhere(12, false);
    start_elsewhere(6, true);
}

/* With one atom, tabu for longer than the try lasts, only one flip can be made. */
static void tabu(void **unused)
{
    (void)unused;
    made m;
    bool assignment[2] = { false, false };
    empty(&m, 1);
    m.cost_false[0] = 1;
    add_clause(&m, &(kf_lit){ 1 }, 1, 3);
    kf_settings settings = usual;
    settings.tries = 2;
    settings.flips = 100;
    assert_int_equal(solve(&m.component, settings, assignment).work, 200);
    settings.tabu = 100;
    assert_int_equal(solve(&m.component, settings, assignment).work, 2);
    settings.tabu = 9; /* it flips, stays put for nine, flips again */
    assert_int_equal(solve(&m.component, settings, assignment).work, 20);
    assert_false(assignment[0]);
}

static int stop_third(void *context)
{
    int *asked = context;
    return ++*asked >= 3;
}

static void stops(void **unused)
{
    (void)unused;
    made m;
    kf_mem mem;
    kf_solved out;
    int asked = 0;
    kf_stop stop = kf_stop_when(stop_third, &asked);
    bool assignment[1] = { false };
    kf_settings settings = { .flips = UINT64_MAX, .tries = 5 };
    kf_task how = { .settings = &settings, .limits.deadline = INFINITY, .limits.stop = &stop };
    empty(&m, 1);
    m.cost_false[0] = 1;
    add_clause(&m, &(kf_lit){ 1 }, 1, 3);
    kf_mem_init(&mem, 0);
    assert_int_equal(solve_by("mws", &m.component, &how, &mem, assignment, &out), KERF_OK);
    assert_int_equal(asked, 3);
    assert_true(out.work > 0 && out.work < 100000);
    assert_true(out.found && out.cost == 1 && !assignment[0]);
    how = (kf_task){ .settings = &settings, .limits.deadline = 0 }; /* long past */
    assert_int_equal(solve_by("mws", &m.component, &how, &mem, assignment, &out), KERF_OK);
    assert_int_equal(out.work, 0);
}

/* Nothing violated: done, whatever flips are left. */
static void stops_at_nothing(void **unused)
{
    (void)unused;
    made m;
    bool assignment[MOST_ATOMS] = { false };
    kf_settings settings = { .flips = UINT64_MAX, .tries = UINT32_MAX };
    empty(&m, 0);
    kf_solved out = solve(&m.component, settings, assignment);
    assert_true(out.found && out.cost == 0 && out.work == 0);
    empty(&m, MOST_ATOMS);
    for (uint32_t a = 0; a < MOST_ATOMS; a++) (a % 2 ? m.cost_true : m.cost_false)[a] = 0.1 * a;
    out = solve(&m.component, settings, assignment);
    assert_true(out.found && out.cost == 0 && out.work == MOST_ATOMS / 2 - 1);
    m.component.n_counts = 1; /* no literals: a sum of 0 that should not be */
    m.counts[0] = (kf_count){ 0, NULL, NULL, 0, 1, -2 };
    out = solve(&m.component, usual, assignment);
    assert_true(out.found && out.cost == 2);
}

static void no_memory(void **unused)
{
    (void)unused;
    kf_random r = { 3 };
    made m;
    make(&m, &r, MOST_ATOMS, MOST_CLAUSES, 4);
    bool done = false;
    int64_t after = 0;
    for (; !done; after++) {
        kf_mem mem;
        kf_solved out;
        kf_settings settings = usual;
        kf_task how = { .settings = &settings, .limits.deadline = INFINITY };
        bool assignment[MOST_ATOMS] = { false };
        settings.tabu = 1;
        kf_mem_init(&mem, 0);
        mem.fail_after = after;
        kerf_status st = solve_by("mws", &m.component, &how, &mem, assignment, &out);
        assert_true(st == KERF_OK || st == KERF_NO_MEMORY);
        done = st == KERF_OK;
        assert_int_equal(mem.used, 0);
    }
    assert_true(after > 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(deltas),
        cmocka_unit_test(repairs),
        cmocka_unit_test(against_enumeration),
        cmocka_unit_test(hard_dominates),
        cmocka_unit_test(nothing_satisfies),
        cmocka_unit_test(seeds_reproduce),
        cmocka_unit_test(hint_is_kept),
        cmocka_unit_test(hopeless_start),
        cmocka_unit_test(tabu),
        cmocka_unit_test(stops),
        cmocka_unit_test(stops_at_nothing),
        cmocka_unit_test(no_memory),
    };
    return cmocka_run_group_tests_name("mws", tests, NULL, NULL);
}

/* test_stop_soon.c -- what is set up for a large component asks whether to stop, again and again,
 * and a stop leaves an answer. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/random.h"
#include "one_world.h"
#include "solve/network/network.h"
#include "solve/presolve/gather.h"
#include "solve/presolve/simplify.h"
#include "solve/tables/factor_messages.h"
#include "solve/tables/tables.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE = 150, ATOMS = SIDE * SIDE, EDGES = 2 * SIDE * (SIDE - 1) };

/* Neighbours in a grid would like to be different, or alike. */
static struct {
    kf_component component;
    double if_true[ATOMS], if_false[ATOMS], weight[2 * EDGES];
    uint32_t start[2 * EDGES + 1];
    kf_lit literals[4 * EDGES];
} grid;

static void add_pair(uint32_t a, uint32_t b, bool negated, double weight)
{
    kf_component *p = &grid.component;
    kf_lit *l = grid.literals + 2 * (size_t)p->n_clauses;
    l[0] = kf_lit_of((kf_atom){ a }, negated);
    l[1] = kf_lit_of((kf_atom){ b }, negated);
    grid.weight[p->n_clauses++] = weight;
    grid.start[p->n_clauses] = 2 * p->n_clauses;
}

/* hard: of each edge both must not be true. */
static const kf_component *make_grid(bool hard)
{
    kf_random r = { 7 };
    kf_component *p = &grid.component;
    *p = (kf_component){ .n_atoms = ATOMS,
                         .cost_true = grid.if_true,
                         .cost_false = grid.if_false,
                         .start = grid.start,
                         .literals = grid.literals,
                         .weight = grid.weight };
    for (uint32_t i = 0; i < ATOMS; i++) {
        grid.if_true[i] = kf_random_below(&r, 2) ? 1 + kf_random_below(&r, 9) : 0;
        grid.if_false[i] = grid.if_true[i] > 0 ? 0 : 1 + kf_random_below(&r, 9);
    }
    for (uint32_t i = 0; i < ATOMS; i++) {
        for (uint32_t k = 0; k < 2; k++) {
            uint32_t to = k ? i + SIDE : i + 1;
            if (k ? to >= ATOMS : to % SIDE == 0) continue;
            add_pair(i, to, false, 1 + kf_random_below(&r, 9));
            add_pair(i, to, true, hard ? HUGE_VAL : 1.0 + kf_random_below(&r, 9));
        }
    }
    assert_int_equal(p->n_clauses, 2 * EDGES);
    return p;
}

typedef struct watch {
    int left; /* questions until the stop */
    int asked;
} watch;

static int ask(void *context)
{
    watch *w = context;
    w->asked++;
    return w->left-- <= 0;
}

typedef kerf_status work(kf_stop *, kf_mem *);

/* At each of its questions it ends at once, with nothing left; there are as many as so many steps
 * make. */
static void stop_everywhere(work *run, uint64_t steps)
{
    kf_mem mem;
    watch w = { .left = INT32_MAX };
    kf_stop stop = kf_stop_when(ask, &w);
    kf_mem_init(&mem, 0);
    assert_int_equal(run(&stop, &mem), KERF_OK);
    assert_int_equal(mem.used, 0);
    int all = w.asked;
    assert_true((uint64_t)all + 1 >= steps / KF_STEPS_PER_QUESTION);
    for (int i = 0; i < all; i++) {
        w = (watch){ .left = i };
        stop = kf_stop_when(ask, &w);
        assert_int_equal(run(&stop, &mem), KERF_INTERRUPTED);
        assert_int_equal(mem.used, 0);
        assert_int_equal(w.asked, i + 1);
    }
}

static kerf_status open_network(kf_stop *stop, kf_mem *mem)
{
    kf_network net;
    KF_TRY(kf_network_open(&net, &grid.component,
                           (kf_network_limits){ 64, 8, 0, stop, false, false }, mem));
    kf_network_close(&net);
    return KERF_OK;
}

static void networks(void **state)
{
    (void)state;
    make_grid(false);
    stop_everywhere(open_network, 16 * (uint64_t)EDGES);
    make_grid(true);
    stop_everywhere(open_network, 16 * (uint64_t)EDGES);
}

static kerf_status gather(kf_stop *stop, kf_mem *mem)
{
    kf_arena arena;
    kf_component out;
    kf_patience patience = kf_patience_of(stop);
    kf_arena_init(&arena, mem);
    kerf_status st = kf_gather(&grid.component, &arena, &patience, &out);
    kf_arena_free(&arena);
    return st;
}

static void cliques(void **state)
{
    (void)state;
    make_grid(true);
    stop_everywhere(gather, 4 * (uint64_t)EDGES);
}

static kerf_status add_factors(kf_factors *t)
{
    static const double cells[] = { 3, 0, 0, 2 };
    for (uint32_t i = 0; i < ATOMS; i++) {
        uint32_t right[] = { i, i + 1 }, down[] = { i, i + SIDE };
        if ((i + 1) % SIDE) KF_TRY(kf_factors_add(t, 2, right, cells));
        if (i + SIDE < ATOMS) KF_TRY(kf_factors_add(t, 2, down, cells));
    }
    return kf_factors_shrink(t);
}

static kerf_status open_factors(kf_stop *stop, kf_mem *mem)
{
    static uint32_t sizes[ATOMS];
    kf_factors t;
    kf_messages m = { 0 };
    for (uint32_t i = 0; i < ATOMS; i++) sizes[i] = 2;
    kerf_status st = kf_factors_open(&t, ATOMS, sizes, mem);
    t.patience = kf_patience_of(stop);
    if (st == KERF_OK) st = add_factors(&t);
    if (st == KERF_OK) {
        st = kf_messages_open(&m, &t, mem);
        kf_messages_close(&m);
    }
    kf_factors_close(&t);
    return st;
}

static void factors(void **state)
{
    (void)state;
    stop_everywhere(open_factors, 8 * (uint64_t)EDGES + 8 * (uint64_t)ATOMS);
}

/* A sweep ends early, and what is left in factors and variables is as it must be. */
static void sweeps(void **state)
{
    static uint32_t sizes[ATOMS];
    (void)state;
    for (uint32_t i = 0; i < ATOMS; i++) sizes[i] = 2;
    for (int i = 0; i < 12; i++) {
        kf_mem mem;
        kf_factors t;
        kf_messages m;
        watch w = { .left = i };
        kf_mem_init(&mem, 0);
        assert_int_equal(kf_factors_open(&t, ATOMS, sizes, &mem), KERF_OK);
        assert_int_equal(add_factors(&t), KERF_OK);
        assert_int_equal(kf_messages_open(&m, &t, &mem), KERF_OK);
        kf_stop stop = kf_stop_when(ask, &w);
        m.patience = kf_patience_of(&stop);
        kf_messages_wake_all(&m);
        assert_true(kf_messages_sweep(&m, true));
        assert_true(m.patience.over == (w.asked == i + 1));
        double bound = m.bound;
        m.patience = kf_patience_of(NULL);
        assert_true(kf_messages_sweep(&m, false) && m.bound >= bound);
        kf_messages_close(&m);
        kf_factors_close(&t);
        assert_int_equal(mem.used, 0);
    }
}

/* Presolve gives the component back as it is. */
static void presolve(void **state)
{
    const kf_component *p = make_grid(true);
    kf_mem mem;
    watch w = { .left = INT32_MAX };
    (void)state;
    kf_mem_init(&mem, 0);
    for (int i = -1, all = 1; i < all; i += 1 + all / 40) {
        kf_simplified s;
        if (i >= 0) w = (watch){ .left = i };
        kf_stop stop = kf_stop_when(ask, &w);
        kf_patience patience = kf_patience_of(&stop);
        assert_int_equal(kf_simplify(p, &mem, true, &patience, &s), KERF_OK);
        if (i < 0) all = w.asked;
        if (i >= 0) assert_int_equal(s.residuals[0].component.n_atoms, ATOMS);
        kf_simplified_free(&s);
        assert_int_equal(mem.used, 0);
        if (i < 0) assert_true((uint64_t)all >= 16 * (uint64_t)EDGES / KF_STEPS_PER_QUESTION);
    }
}

/* ---- A whole run ---- */

static char *grid_text(unsigned side)
{
    char *text = malloc((size_t)side * side * 64), *at = text;
    kf_random r = { 3 };
    assert_non_null(text);
    for (unsigned i = 0; i < side * side; i++) {
        at += sprintf(at, "Bias(N%u, %s)\n", i, kf_random_below(&r, 2) ? "A" : "B");
        if ((i + 1) % side)
            at += sprintf(at, "%s(N%u, N%u)\n", kf_random_below(&r, 2) ? "Pos" : "Neg", i, i + 1);
        if (i + side < side * side)
            at +=
                sprintf(at, "%s(N%u, N%u)\n", kf_random_below(&r, 2) ? "Pos" : "Neg", i, i + side);
    }
    return text;
}

static const char signs[] = "*Pos(n, n)\n*Neg(n, n)\n*Bias(n, b)\nUp(n)\n"
                            "1 Pos(x, y) => (Up(x) <=> Up(y))\n"
                            "1.1 Neg(x, y) => !(Up(x) <=> Up(y))\n"
                            ".6 Bias(x, A) => Up(x)\n.7 Bias(x, B) => !Up(x)\n";

/* One component, which is solved for as long as somebody waits. From some question on there always
 * is an answer, and none is better than the bound of another. */
static void one_large_component(void **state)
{
    enum { TIMES = 40, MOST = 600, BEGINNING = 60 };
    (void)state;
    char *text = grid_text(80);
    kerf *k = with(signs, text);
    double score = -INFINITY, bound = INFINITY;
    bool answered = false;
    for (int i = 0; i < MOST; i += 1 + MOST / TIMES) {
        watch w = { .left = i };
        kerf_result r = { .size = sizeof r };
        kerf_map_options options = { .size = sizeof options, .stop = ask, .context = &w };
        kerf_status status = kerf_map(k, &options, &r);
        assert_true(status == KERF_OK || (status == KERF_INTERRUPTED && !answered));
        answered |= status == KERF_OK;
        if (i >= BEGINNING) assert_true(answered);
        if (status != KERF_OK) continue;
        assert_int_equal(r.hard_violations, 0);
        if (r.score > score) score = r.score;
        if (r.bound < bound) bound = r.bound;
        assert_true(score <= bound);
    }
    assert_true(answered);
    kerf_free(k);
    free(text);
}

/* ---- Tables after the linear program ---- */

/* A map of so many nodes in three colours: who has the same as a neighbour pays. */
static char *map_text(unsigned n)
{
    char *text = malloc((size_t)n * n * 64), *at = text;
    kf_random r = { 5 };
    assert_non_null(text);
    at += sprintf(at, "Is(n, c!)\nc = {R, G, B}\n");
    for (unsigned i = 0; i < n; i++)
        for (unsigned j = 0; j < i; j++)
            if (kf_random_below(&r, n) < 8)
                at += sprintf(at, "1.%02u Is(N%u, x) => !Is(N%u, x)\n", kf_random_below(&r, 100), i,
                              j);
    return text;
}

/* What it has shown when somebody waits for so many questions. */
static double bound_after(kerf *k, int questions)
{
    watch w = { .left = questions };
    kerf_result r = { .size = sizeof r };
    kerf_map_options options = { .size = sizeof options, .stop = ask, .context = &w };
    assert_int_equal(kerf_map(k, &options, &r), KERF_OK);
    assert_int_equal(r.ending, KERF_STOPPED);
    return r.cost_bound;
}

/* The linear program has shown what it can after the first of these. A stop in the search after it
 * tells what that has shown, although the tree would go on from the linear program. */
static void tables_left_open(void **state)
{
    (void)state;
    if (has_feature("no Clp")) return;
    char *text = map_text(44);
    kerf *k = with(text, "");
    double linear = bound_after(k, 1500);
    assert_true(linear > 0 && bound_after(k, 6000) > 1.2 * linear);
    kerf_free(k);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(networks),         cmocka_unit_test(cliques),
        cmocka_unit_test(factors),          cmocka_unit_test(sweeps),
        cmocka_unit_test(presolve),         cmocka_unit_test(one_large_component),
        cmocka_unit_test(tables_left_open),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

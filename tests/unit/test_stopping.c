/* test_stopping.c -- a stop at any question, in kerf_map() and in other calls. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "dice.h"
#include "one_world.h"

#include "sample/sample.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Something of every kind, large enough that grounding asks whether to go on. */
static const char varied[] = "*R(t, t)\nH(t)\nP(t, t)\n"
                             "1 R(x,y) ^ R(y,z) ^ R(z,x) => H(x) v H(y) v H(z)\n"
                             "-0.25 R(x,y) ^ R(y,z) ^ R(z,x) => H(x) v H(z)\n"
                             "-1000 H(x)\n"
                             "0.5 R(x,y) => P(x,y)\n"
                             "0.5 H(x) v EXIST y,z,u (R(x,y) ^ R(y,z) ^ R(z,u) ^ P(u,x))\n"
                             "1 |y| P(x,y) <= 2\n";

static char *some_pairs(unsigned n)
{
    char *text = malloc(n * n * 16), *at = text;
    assert_non_null(text);
    for (unsigned x = 0; x < n; x++)
        for (unsigned y = 0; y < n; y++)
            if ((x * 7 + y * 3) % 5 < 2) at += sprintf(at, "R(C%u,C%u)\n", x, y);
    return text;
}

static int stop_at(void *context)
{
    int *left = context;
    return (*left)-- <= 0;
}

static int count_only(void *context)
{
    ++*(int *)context;
    return 0;
}

static void stop_anywhere(const char *store, unsigned n)
{
    char *evidence = some_pairs(n);
    kerf *k = with_store(store, varied, evidence);
    kerf_result best = { .size = sizeof best }, r = { .size = sizeof r };
    int questions = 0, answered = 0;
    kerf_map_options options = {
        .size = sizeof options, .stop = count_only, .context = &questions, .statistics = 1
    };
    assert_int_equal(kerf_set(k, "max-iterations", "2"), KERF_OK);
    assert_int_equal(kerf_map(k, &options, &best), KERF_OK);
    assert_true(questions > 10);
    options.stop = stop_at;
    int step = 1 + questions / (3 + (int)trials_of(getenv("KERF_LONG") ? 37 : 12));
    for (int i = (questions - 1) % step; i < questions; i += step) {
        int left = i;
        options.context = &left;
        kerf_status status = kerf_map(k, &options, &r);
        assert_true(status == KERF_OK || status == KERF_INTERRUPTED);
        if (status == KERF_INTERRUPTED) assert_int_equal(r.ending, KERF_STOPPED);
        answered += status == KERF_OK;
        if (status != KERF_OK) continue;
        assert_true(r.bound >= best.score && r.score <= best.bound && r.score <= r.bound);
    }
    assert_true(answered > 0); /* the last question comes after the last world */
    assert_int_equal(kerf_map(k, NULL, &r), KERF_OK);
    assert_true(r.score == best.score && r.bound == best.bound && r.atoms == best.atoms);
    kerf_free(k);
    free(evidence);
}

static void stopping_anywhere(void **state)
{
    (void)state;
    stop_anywhere("memory", 60);
    if (!has_feature("no SQLite")) stop_anywhere("sqlite::memory:", 30);
}

/* A stop while everything is ground at once, before anything is solved, leaves an answer as
 * well. */
static void stopping_full_grounding(void **state)
{
    (void)state;
    kerf *k = with("t = {1, ..., 40}\nS(t, t)\nS(x,y) ^ S(y,z) => S(x,z).\n-1 S(x,y)\n", "");
    kerf_result r = { .size = sizeof r };
    int questions = 0, early = 0;
    kerf_map_options options = { .size = sizeof options,
                                 .stop = count_only,
                                 .context = &questions };
    assert_int_equal(kerf_set(k, "ground", "full"), KERF_OK);
    assert_int_equal(kerf_map(k, &options, &r), KERF_OK);
    options.stop = stop_at;
    for (int i = 0; i < questions; i++) {
        int left = i;
        options.context = &left;
        kerf_status status = kerf_map(k, &options, &r);
        assert_true(status == KERF_OK || (status == KERF_INTERRUPTED && early == 0));
        early += status == KERF_OK && r.iterations == 0;
        assert_true(status != KERF_OK || r.score == 0);
    }
    assert_true(early > 0);
    kerf_free(k);
}

/* A stop while a formula of thousands of parts is ground: some of its auxiliary atoms are there,
 * and each of them is defined, as builds with assertions check. */
static void stopping_inside_a_formula(void **state)
{
    (void)state;
    kerf *k =
        with("t = {1, ..., 160}\nG(t)\nH(t)\n1 EXIST x,y (G(x) ^ H(y)) v H(1) <=> G(1)\n", "");
    kerf_result r = { .size = sizeof r };
    kerf_map_options options = { .size = sizeof options, .stop = stop_at };
    assert_int_equal(kerf_set(k, "ground", "full"), KERF_OK);
    for (int i = 0; i < 12; i++) {
        int left = i;
        options.context = &left;
        kerf_status status = kerf_map(k, &options, &r);
        assert_true(status == KERF_OK || status == KERF_INTERRUPTED);
        assert_int_equal(r.ending, KERF_STOPPED);
    }
    kerf_free(k);
}

static char *disjoint_pairs(unsigned n)
{
    char *text = malloc(n * 24), *at = text;
    assert_non_null(text);
    for (unsigned x = 0; x < n; x++) at += sprintf(at, "R(A%u,B%u)\n", x, x);
    return text;
}

/* Between two of many components: what was solved before is told, and the next run is as if nothing
 * had been. */
static void stopping_between_components(void **state)
{
    enum { N = 1200, TIMES = 12 };
    (void)state;
    char *evidence = disjoint_pairs(N);
    kerf *k = with("*R(t, t)\nP(t)\n1 R(x,y) => P(x) v P(y)\n-.75 P(x)\n"
                   "R(x,y) => !P(x) v !P(y).\n.5 R(x,y) ^ P(y)\n",
                   evidence);
    kerf_result best = { .size = sizeof best }, r = { .size = sizeof r };
    int questions = 0, answered = 0;
    kerf_map_options options = { .size = sizeof options,
                                 .stop = count_only,
                                 .context = &questions };
    assert_int_equal(kerf_map(k, &options, &best), KERF_OK);
    assert_int_equal(best.outcome, KERF_OPTIMAL);
    assert_true(best.components == N && questions > 3);
    options.stop = stop_at;
    int step = 1 + questions / TIMES;
    for (int i = (questions - 1) % step; i < questions; i += step) {
        int left = i;
        options.context = &left;
        kerf_status status = kerf_map(k, &options, &r);
        assert_true(status == KERF_OK || status == KERF_INTERRUPTED);
        answered += status == KERF_OK;
        if (status != KERF_OK) continue;
        assert_true(r.bound >= best.score && r.score <= best.score && r.hard_violations == 0);
    }
    assert_true(answered > 0);
    assert_int_equal(kerf_map(k, NULL, &r), KERF_OK);
    assert_true(r.score == best.score && r.outcome == KERF_OPTIMAL);
    kerf_free(k);
    free(evidence);
}

static int count_questions(const char *model, const char *evidence)
{
    int questions = 0;
    kerf *k = with(model, evidence);
    kerf_map_options options = { .size = sizeof options,
                                 .stop = count_only,
                                 .context = &questions };
    kerf_result r = { .size = sizeof r };
    assert_int_equal(kerf_map(k, &options, &r), KERF_OK);
    kerf_free(k);
    return questions;
}

/* Atoms that their own costs make true are set one after the other: that asks, too. */
static void stopping_while_atoms_are_set(void **state)
{
    enum { N = 20000 };
    (void)state;
    char *evidence = disjoint_pairs(N);
    kerf *k = with("*R(t, t)\nP(t, t)\n1 R(x,y) => P(x,y)\n", evidence);
    kerf_result best = { .size = sizeof best }, r = { .size = sizeof r };
    int questions = 0, answered = 0;
    kerf_map_options options = { .size = sizeof options,
                                 .stop = count_only,
                                 .context = &questions };
    assert_int_equal(kerf_map(k, &options, &best), KERF_OK);
    assert_true(best.true_atoms == N);
    int others = count_questions("*R(t, t)\nP(t, t)\n-1 R(x,y) => P(x,y)\n", evidence);
    assert_true(questions > others + 2); /* where all are false and none is set */
    options.stop = stop_at;
    for (int i = 0; i < questions; i++) {
        int left = i;
        options.context = &left;
        kerf_status status = kerf_map(k, &options, &r);
        assert_true(status == KERF_OK || status == KERF_INTERRUPTED);
        answered += status == KERF_OK;
        assert_true(status != KERF_OK || (r.score <= best.score && r.bound >= best.score));
    }
    assert_true(answered > 0);
    assert_int_equal(kerf_map(k, NULL, &r), KERF_OK);
    assert_true(r.score == best.score && r.true_atoms == N);
    kerf_free(k);
    free(evidence);
}

/* The text of an answer is made by who looks first. Stopped, he gets none, and the next one all. */
static void looking_stops(void **state)
{
    (void)state;
    int left = 1000000, more;
    char *evidence = disjoint_pairs(3000), last[64] = "";
    static const char model[] = "*R(t, t)\nP(t, t)\n1 R(x,y) => P(y,x)\n";
    kerf_config config = { .size = sizeof config, .stop = stop_at, .stop_context = &left };
    kerf *k = kerf_new(&config);
    kerf_result r = { .size = sizeof r };
    kerf_marginal_result m = { .size = sizeof m };
    kerf_atom a = { .size = sizeof a };
    kerf_probability p = { .size = sizeof p };
    assert_int_equal(kerf_read_model_memory(k, "m.mln", model, strlen(model)), KERF_OK);
    assert_int_equal(kerf_add_evidence_memory(k, "e.db", evidence, strlen(evidence)), KERF_OK);
    assert_int_equal(kerf_next_world(k, &more), KERF_OK);
    assert_int_equal(kerf_map(k, NULL, &r), KERF_OK);
    for (int i = 0; i < 2; i++) {
        left = i; /* while text is added, then while it is sorted */
        assert_int_equal(kerf_answer_get(k, 0, &a), KERF_INTERRUPTED);
    }
    left = 1000000;
    assert_int_equal(kerf_answer_count(k), 3000);
    for (size_t i = 0; i < 3000; i++) {
        assert_int_equal(kerf_answer_get(k, i, &a), KERF_OK);
        assert_true(strcmp(last, a.text) < 0);
        snprintf(last, sizeof last, "%s", a.text);
    }
    assert_int_equal(kerf_marginal(k, NULL, &m), KERF_OK);
    left = 0;
    assert_int_equal(kerf_probability_get(k, 0, &p), KERF_INTERRUPTED);
    left = 1000000;
    assert_int_equal(kerf_probability_get(k, 0, &p), KERF_OK);
    assert_string_equal(p.text, "P(B0, A0)");
    kerf_free(k);
    free(evidence);
}

static void other_calls_stop(void **state)
{
    (void)state;
    int left = 0, more;
    char *evidence = some_pairs(100);
    static buffer b;
    kerf_config config = { .size = sizeof config, .stop = stop_at, .stop_context = &left };
    kerf *k = kerf_new(&config);
    static const char model[] =
        "*R(t, t)\nH(t)\n1 R(x,y) ^ R(y,z) ^ R(z,x) => H(x) v H(y) v H(z)\n";
    assert_int_equal(kerf_read_model_memory(k, "m.mln", model, strlen(model)), KERF_OK);
    assert_int_equal(kerf_add_evidence_memory(k, "e.db", evidence, strlen(evidence)), KERF_OK);
    assert_int_equal(kerf_next_world(k, &more), KERF_OK);
    assert_int_equal(kerf_write_problem(k, KERF_PROBLEM_LP, collect, &b), KERF_INTERRUPTED);
    assert_int_equal(kerf_write_stage(k, KERF_STAGE_PROBLEM, collect, &b), KERF_INTERRUPTED);
    assert_int_equal(b.n, 0);
    kerf_free(k);
    free(evidence);
}

/* A chain of atoms that is long enough for questions while rows and chains are made. */
static void sampling_stops_before_the_first_chain(void **state)
{
    (void)state;
    enum { ATOMS = 1 << 17, CLAUSES = ATOMS - 1 };
    double *cost = calloc(ATOMS, sizeof *cost), *weight = calloc(CLAUSES, sizeof *weight);
    uint32_t *start = calloc(ATOMS, sizeof *start), early = 0;
    kf_lit *literals = calloc(2 * CLAUSES, sizeof *literals);
    for (uint32_t i = 0; i < CLAUSES; i++) {
        weight[i] = 1;
        start[i + 1] = 2 * (i + 1);
        for (uint32_t k = 0; k < 2; k++) literals[2 * i + k] = (kf_lit){ 2 * (i + k) };
    }
    const kf_component p = { .n_atoms = ATOMS,
                             .cost_true = cost,
                             .cost_false = cost,
                             .n_clauses = CLAUSES,
                             .start = start,
                             .literals = literals,
                             .weight = weight };
    kf_mem mem;
    for (uint32_t polls = 1; polls < 24; polls++) {
        kf_stop stop = { .most = polls };
        kf_sample_options o = { .limits = { .deadline = INFINITY, .stop = &stop } };
        kf_sampled out;
        kf_mem_init(&mem, 0);
        kerf_status st = kf_sample(&p, &o, &mem, &out);
        assert_true(st == KERF_OK || st == KERF_INTERRUPTED);
        early += st == KERF_INTERRUPTED;
        kf_sampled_free(&out);
        assert_int_equal(mem.used, 0);
    }
    assert_true(early >= 20);
    free(cost), free(weight), free(start), free(literals);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stopping_anywhere),
        cmocka_unit_test(stopping_full_grounding),
        cmocka_unit_test(stopping_inside_a_formula),
        cmocka_unit_test(stopping_between_components),
        cmocka_unit_test(stopping_while_atoms_are_set),
        cmocka_unit_test(looking_stops),
        cmocka_unit_test(other_calls_stop),
        cmocka_unit_test(sampling_stops_before_the_first_chain),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

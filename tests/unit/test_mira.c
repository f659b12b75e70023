/* test_mira.c -- what MIRA is made of: its step against the conditions of the best one, differences
 * worked out by hand, the best answers in their order, and answers with less effort. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "dice.h"
#include "ground_model.h"
#include "learn/answers.h"
#include "learn/mira.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- MIRA's step ---------------------------------------------------------------------------- */

enum { WIDTH = 6, MOST_ANSWERS = 5 };

static void random_answer(kf_mem *mem, uint64_t *state, kf_difference *d)
{
    *d = (kf_difference){ .loss = below(state, 5), .score = (double)below(state, 7) - 3 };
    for (uint32_t id = WIDTH; id-- > 0;) {
        double value = (double)below(state, 5) - 2;
        if (value != 0) assert_true(kf_vec_push(mem, &d->features, (kf_entry){ id, value }));
    }
}

static double moved(const kf_difference *d, const double *step)
{
    double sum = 0;
    for (size_t i = 0; i < d->features.n; i++)
        sum += d->features.at[i].value * step[d->features.at[i].id];
    return sum;
}

/* The program is convex, so a step is the smallest exactly if these hold (Karush, Kuhn, Tucker):
 * what has no share is satisfied, what has some but not all of C is tight, what has all of it may
 * lack. */
static void check_best(const kf_difference *answers, uint32_t n, double clip, const double *shares)
{
    double step[WIDTH] = { 0 };
    for (uint32_t j = 0; j < n; j++) {
        assert_true(shares[j] >= 0 && shares[j] <= clip);
        for (size_t i = 0; i < answers[j].features.n; i++)
            step[answers[j].features.at[i].id] += shares[j] * answers[j].features.at[i].value;
    }
    for (uint32_t j = 0; j < n; j++) {
        double lacks = kf_mira_missing(&answers[j]) - moved(&answers[j], step);
        if (answers[j].features.n == 0) continue; /* nothing can be done */
        if (shares[j] < clip) assert_true(lacks < 1e-6);
        if (shares[j] > 0) assert_true(lacks > -1e-6);
    }
}

static void step_is_smallest(void **test)
{
    (void)test;
    kf_mem mem;
    uint64_t state = 1;
    kf_mem_init(&mem, 0);
    for (int round = 0; round < (int)trials_of(2000); round++) {
        kf_difference answers[MOST_ANSWERS];
        double shares[MOST_ANSWERS], clip = round % 3 == 0 ? 1e9 : 0.05 + 0.1 * (round % 7);
        uint32_t n = clip > 1 ? 1 : 1 + below(&state, MOST_ANSWERS); /* several may contradict */
        for (uint32_t j = 0; j < n; j++) random_answer(&mem, &state, &answers[j]);
        assert_int_equal(kf_mira_steps(&mem, answers, n, clip, shares), KERF_OK);
        check_best(answers, n, clip, shares);
        for (uint32_t j = 0; j < n; j++) kf_vec_free(&mem, &answers[j].features);
    }
}

/* ---- Differences, by hand ------------------------------------------------------------------- */

typedef struct learnable {
    ground_model f;
    kf_examples *examples;
    kf_learn_options o;
    kf_learning learning;
    kf_locals *locals;
    kf_differ *differ;
    kf_example x;
} learnable;

static void open_learnable(learnable *l, const char *model, const char *world, const char *hidden)
{
    *l = (learnable){ .learning = { .mem = &l->f.mem, .o = &l->o } };
    ground_open(&l->f, model, world, hidden);
    kf_grounder_free(l->f.g);
    kf_problem_free(l->f.p);
    kf_database_free(l->f.d);
    l->f.g = NULL;
    l->f.p = NULL;
    l->f.d = NULL;
    assert_int_equal(kf_examples_new(&l->examples, &l->f.mem, l->f.m.model, l->f.world, l->f.diags),
                     KERF_OK);
    assert_int_equal(kf_examples_add(l->examples, "w"), KERF_OK);
    l->learning.m = l->f.m.model;
    l->learning.diags = l->f.diags;
    l->learning.train = l->examples;
    assert_int_equal(kf_parameters_new(&l->learning.p, &l->f.mem, l->f.m.model), KERF_OK);
    assert_int_equal(kf_locals_new(&l->locals, &l->learning), KERF_OK);
    assert_int_equal(kf_differ_new(&l->differ, &l->learning, l->locals), KERF_OK);
}

/* When the parameters are there. */
static void open_lesson(learnable *l)
{
    assert_int_equal(kf_locals_open(l->locals, l->examples, 0, &l->x), KERF_OK);
}

static void close_learnable(learnable *l)
{
    kf_example_close(&l->x);
    kf_differ_free(l->differ);
    kf_locals_free(l->locals);
    kf_parameters_free(l->learning.p);
    kf_examples_free(l->examples);
    ground_close(&l->f);
}

static uint32_t constant(const learnable *l, const char *type, const char *text)
{
    const kf_model *m = l->f.m.model;
    uint32_t t = kf_model_find_type(m, kf_str_of(type));
    uint32_t id = kf_symbols_find(m->types.at[t].constants, kf_str_of(text));
    assert_true(id != KF_NO_SYMBOL);
    return id;
}

static double feature(const kf_difference *d, uint32_t id)
{
    for (size_t i = 0; i < d->features.n; i++)
        if (d->features.at[i].id == id) return d->features.at[i].value;
    return 0;
}

/* Truth: A is L1, B is L2. Answer: A is L1, B is L1, C is L2. */
static void differences(void **test)
{
    (void)test;
    static const char model[] = "*Word(thing, word)\n"
                                "Is(thing, label)\n"
                                "w: Word(t,+w) ^ Is(t,+l)\n"       /* a row for each pair */
                                "@2 Is(t,l) => Word(t,W1)\n"       /* fixed */
                                "0.5 Is(t,l) ^ Is(u,l) ^ t != u\n" /* pairs of the same label */
                                "0.25 |t : Is(t,l)| <= 1\n"; /* labels that are not used twice */
    static const char world[] = "Word(A,W1)\nWord(B,W1)\nWord(B,W2)\nWord(C,W2)\n"
                                "Is(A,L1)\nIs(B,L2)\n";
    learnable l;
    kf_difference d = { 0 };
    double costs[] = { 1, 3 };
    open_learnable(&l, model, world, "Is");
    uint32_t is = ground_predicate(&l.f, "Is"), b = constant(&l, "thing", "B"), ids[4][2];
    uint32_t label[] = { constant(&l, "label", "L1"), constant(&l, "label", "L2") };
    for (int w = 0; w < 2; w++) {
        for (int k = 0; k < 2; k++) {
            uint32_t key[] = { constant(&l, "word", w ? "W2" : "W1"), label[k] };
            assert_int_equal(kf_parameters_add(l.learning.p, 0, key, &ids[w][k]), KERF_OK);
            kf_parameters_set(l.learning.p, ids[w][k], 10 * w + k);
        }
    }
    open_lesson(&l);
    assert_true(l.x.g->rules.at[0].kept && !l.x.g->rules.at[1].kept);
    uint32_t rows[][2] = { { constant(&l, "thing", "A"), label[0] },
                           { b, label[0] },
                           { constant(&l, "thing", "C"), label[1] } };
    for (size_t i = 0; i < KF_LENGTH(rows); i++)
        assert_int_equal(kf_grounder_set(l.x.g, is, rows[i], true), KERF_OK);
    assert_int_equal(kf_differ_run(l.differ, &l.x, costs, &d), KERF_OK);
    assert_int_equal(d.right, 1);
    assert_int_equal(d.wrong, 2);
    assert_int_equal(d.missed, 1);
    assert_near(d.loss, 9, 0);
    assert_near(feature(&d, ids[0][0]), -1, 0); /* W1 L1: A in both, B in the answer only */
    assert_near(feature(&d, ids[0][1]), 1, 0);  /* W1 L2: B in the truth */
    assert_near(feature(&d, ids[1][0]), -1, 0); /* W2 L1: B in the answer */
    assert_near(feature(&d, ids[1][1]), 0, 0);  /* W2 L2: B in the truth, C in the answer */
    uint32_t pairs = kf_parameters_find(l.learning.p, 2, NULL);
    uint32_t once = kf_parameters_find(l.learning.p, 3, NULL);
    assert_int_equal(kf_parameters_find(l.learning.p, 1, NULL), KF_NONE);
    assert_near(feature(&d, pairs), -2, 0); /* A and B, both ways */
    assert_near(feature(&d, once), 1, 0);   /* the answer has L1 twice */
    /* Fixed: Is(C,L2) without W1 is false in the answer; 2 * 1. */
    assert_near(d.score, -1 * 0 + 1 * 1 - 1 * 10 + 2 - 2 * 0.5 + 0.25, 1e-12);
    assert_true(kf_database_holds(l.x.d, is, rows[2])); /* the answer stays */
    kf_vec_free(&l.f.mem, &d.features);
    close_learnable(&l);
}

/* ---- The best answers ------------------------------------------------------------------------ */

enum { THINGS = 4, ANSWERS = 20 };

static const double thing_scores[THINGS] = { 1.5, 1.23, -0.4, 0.1 };

/* Of a world as bits; the first two exclude each other. */
static double score_of(uint32_t world)
{
    double score = 0;
    if ((world & 3) == 3) return -INFINITY;
    for (uint32_t i = 0; i < THINGS; i++) {
        if (!(world >> i & 1)) continue;
        score += thing_scores[i];
        for (uint32_t j = 0; j < THINGS; j++) score -= j != i && (world >> j & 1) ? 0.3 : 0;
    }
    return score;
}

static uint32_t world_of(const learnable *l, uint32_t is)
{
    static const char *const names[] = { "A", "B", "C", "D" };
    uint32_t world = 0;
    for (uint32_t i = 0; i < THINGS; i++) {
        uint32_t row[] = { constant(l, "thing", names[i]) };
        world |= (uint32_t)kf_database_holds(l->x.d, is, row) << i;
    }
    return world;
}

/* How many worlds are better. */
static uint32_t rank_of(uint32_t world)
{
    uint32_t n = 0;
    for (uint32_t other = 0; other < 1u << THINGS; other++)
        n += score_of(other) > score_of(world) + 1e-12;
    return n;
}

static kf_cpi_options exact_inference(void)
{
    return (kf_cpi_options){ .solver = kf_solver_find("auto"),
                             .settings = { .seed = 1 },
                             .simplify = true,
                             .threads = 1,
                             .max_iterations = 1000,
                             .deadline = INFINITY,
                             .any_best = true };
}

/* All of them, the best first; then there are no more. */
static void best_answers(void **test)
{
    (void)test;
    static const char model[] = "*Score(thing, double)\nIs(thing)\n"
                                "w: Score(t, w) ^ Is(t)\n"
                                "-0.3 Is(t) ^ Is(u) ^ t != u\n"
                                "!Is(A) v !Is(B).\n";
    learnable l;
    kf_answers *a;
    kf_cpi_result r;
    open_learnable(&l, model, "Score(A,1.5)\nScore(B,1.23)\nScore(C,-0.4)\nScore(D,0.1)\n", "Is");
    uint32_t is = ground_predicate(&l.f, "Is");
    l.o = (kf_learn_options){ .k = ANSWERS, .cpi = exact_inference() };
    open_lesson(&l);
    assert_int_equal(kf_answers_new(&a, &l.learning, l.locals), KERF_OK);
    kf_answer_ask ask = { .effort = KF_ANSWER_PROVEN, .k = ANSWERS };
    assert_int_equal(kf_answers_find(a, &l.x, &ask, &r), KERF_OK);
    kf_cpi_result_free(&r, &l.f.mem);
    assert_true(kf_answers_are_proven(a));
    assert_int_equal(rank_of(world_of(&l, is)), 0);
    assert_int_equal(kf_answers_count(a), 11); /* of sixteen four break the hard formula */
    for (uint32_t i = 0; i < kf_answers_count(a); i++) {
        assert_int_equal(kf_answers_show(a, &l.x, i), KERF_OK);
        assert_int_equal(rank_of(world_of(&l, is)), i + 1);
    }
    kf_answers_free(a);
    close_learnable(&l);
}

/* ---- Effort --------------------------------------------------------------------------------- */

enum { NODES = 13 };

/* Who belongs together? Scores contradict each other, so that the relaxation is fractional. */
static void write_scores(char *to, size_t n, uint64_t seed)
{
    size_t used = 0;
    for (uint32_t i = 0; i < NODES; i++)
        for (uint32_t k = i + 1; k < NODES; k++)
            used += (size_t)snprintf(to + used, n - used, "Score(N%u,N%u,%.2f)\n", i, k,
                                     0.01 * ((double)below(&seed, 201) - 100));
    assert_true(used < n);
}

/* The answer of a fresh example. */
static kf_cpi_result answer(learnable *l, kf_answers *a, kf_answer_effort effort, bool augmented)
{
    kf_cpi_result r;
    kf_answer_ask ask = { .effort = effort, .augmented = augmented, .k = 1 };
    kf_example_close(&l->x);
    open_lesson(l);
    assert_int_equal(kf_answers_find(a, &l->x, &ask, &r), KERF_OK);
    assert_int_equal(r.hard_violations, 0);
    assert_int_equal(kf_answers_are_proven(a), r.outcome == KERF_OPTIMAL);
    kf_cpi_result_free(&r, &l->f.mem);
    return r;
}

static void check_near(const kf_cpi_result *r, double least)
{
    assert_true(r->cost > least - 1e-6 && r->cost_bound < least + 1e-6);
    if (r->outcome == KERF_OPTIMAL) assert_near(r->cost, least, 1e-6);
}

/* Whatever goes into an answer: it is feasible, its bound holds, and two are equal. */
static void effort_of_answers(void **test)
{
    (void)test;
    static const char model[] = "*Score(node, node, double)\nSame(node, node)\n"
                                "w: Score(x, y, w) ^ Same(x, y)\n"
                                "Same(x, y) ^ Same(y, z) => Same(x, z).\n"
                                "Same(x, y) => Same(y, x).\n";
    static char world[8192];
    const double one[] = { 1, 1 };
    uint32_t open = 0;
    for (uint64_t seed = 1; seed <= 4; seed++) {
        learnable l;
        kf_answers *a;
        write_scores(world, sizeof world, seed);
        open_learnable(&l, model, world, "Same");
        l.o = (kf_learn_options){ .k = 1, .costs = one, .cpi = exact_inference() };
        open_lesson(&l);
        assert_int_equal(kf_answers_new(&a, &l.learning, l.locals), KERF_OK);
        for (int augmented = 0; augmented < 2; augmented++) {
            l.o.cpi.settings.questions = 0;
            kf_cpi_result best = answer(&l, a, KF_ANSWER_PROVEN, augmented);
            kf_cpi_result same = answer(&l, a, KF_ANSWER_BEST, augmented);
            kf_cpi_result near = answer(&l, a, KF_ANSWER_NEAR, augmented);
            kf_cpi_result again = answer(&l, a, KF_ANSWER_NEAR, augmented);
            assert_int_equal(best.outcome, KERF_OPTIMAL);
            assert_true(same.cost == best.cost && same.outcome == KERF_OPTIMAL);
            check_near(&near, best.cost);
            assert_true(again.cost == near.cost && again.cost_bound == near.cost_bound);
            for (uint32_t most = 1; most < 400; most = 2 * most + 1) {
                l.o.cpi.settings.questions = most;
                kf_cpi_result r = answer(&l, a, KF_ANSWER_PROVEN, augmented);
                check_near(&r, best.cost);
                open += r.outcome != KERF_OPTIMAL;
            }
        }
        kf_answers_free(a);
        close_learnable(&l);
    }
    assert_true(open > 0); /* else nothing was cut short */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(step_is_smallest),
        cmocka_unit_test(differences),
        cmocka_unit_test(best_answers),
        cmocka_unit_test(effort_of_answers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

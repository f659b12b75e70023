/* test_learn.c -- learning: MIRA's step against the conditions of the best one, differences worked
 * out by hand, separable data, signs, the same bytes for any thread count and after an
 * interruption, order of calls, memory that runs out. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "kerf.h"

#include "ground_model.h"
#include "learn/answers.h"
#include "learn/mira.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- MIRA's step ---------------------------------------------------------------------------- */

enum { WIDTH = 6, MOST_ANSWERS = 5 };

static uint32_t below(uint64_t *state, uint32_t n)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((*state >> 33) % n);
}

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
    for (int round = 0; round < 2000; round++) {
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

/* ---- Through the public interface ----------------------------------------------------------- */

static const char chain[] = "*Word(place, word)\n"
                            "*Next(place, place)\n"
                            "Tag(place, tag!)\n"
                            "w: Word(p,+w) ^ Tag(p,+t)\n"
                            "n: Next(p,q) ^ Tag(p,+s) ^ Tag(q,+t)\n"
                            "@>=0 Next(p,q) ^ Tag(p,t) => Tag(q,t)\n";

/* Words that mostly say what they are, in sentences of five. */
static void write_sentences(char *to, size_t n, uint32_t worlds, bool noise)
{
    static const char *const words[] = { "the", "a", "dog", "cat", "sees", "runs" };
    static const char *const tags[] = { "D", "D", "N", "N", "V", "V" };
    uint64_t state = 5;
    size_t used = 0;
    for (uint32_t w = 0; w < worlds; w++) {
        used += (size_t)snprintf(to + used, n - used, ">> s%u\n", w);
        for (uint32_t i = 0; i < 5; i++) {
            uint32_t word = below(&state, 6), tag = noise && below(&state, 9) == 0 ? 0 : word;
            used += (size_t)snprintf(to + used, n - used, "Word(P%u,%s) Tag(P%u,%s)\n", i,
                                     words[word], i, tags[tag]);
            if (i > 0) used += (size_t)snprintf(to + used, n - used, "Next(P%u,P%u)\n", i - 1, i);
        }
    }
    assert_true(used < n);
}

typedef struct text {
    char at[65536];
    size_t n;
} text;

static int collect(void *context, const char *from, size_t n)
{
    text *t = context;
    assert_true(t->n + n < sizeof t->at);
    memcpy(t->at + t->n, from, n);
    t->at[t->n += n] = '\0';
    return 0;
}

typedef struct watch {
    uint32_t stop_after; /* worlds; 0: never */
    uint32_t stop_at;    /* question; 0: never */
    uint32_t worlds, questions;
    double last_loss;
} watch;

static int stop(void *context)
{
    watch *w = context;
    w->questions++;
    return (w->stop_after > 0 && w->worlds >= w->stop_after)
           || (w->stop_at > 0 && w->questions >= w->stop_at);
}

static void progress(void *context, const kerf_learn_progress *p)
{
    watch *w = context;
    if (!p->epoch_ended) w->worlds++;
    if (p->epoch_ended) w->last_loss = p->loss;
}

/* Settings: "name=value name=value". The model that is learned, as text. */
static kerf_learned run(const char *settings, bool noise, watch *w, text *out)
{
    static char train[32768];
    char copy[512], *rest = copy;
    kerf *k = kerf_new(NULL);
    kerf_learned result = { .size = sizeof result };
    write_sentences(train, sizeof train, 40, noise);
    snprintf(copy, sizeof copy, "%s", settings);
    for (char *one; (one = strtok_r(rest, " ", &rest)) != NULL;) {
        char *equals = strchr(one, '=');
        *equals = '\0';
        assert_int_equal(kerf_set(k, one, equals + 1), KERF_OK);
    }
    assert_int_equal(kerf_set(k, "query", "Tag"), KERF_OK);
    assert_int_equal(kerf_read_model_memory(k, "m.mln", chain, strlen(chain)), KERF_OK);
    assert_int_equal(kerf_add_evidence_memory(k, "t.db", train, strlen(train)), KERF_OK);
    kerf_learn_options options = {
        .size = sizeof options, .stop = stop, .progress = progress, .context = w
    };
    kerf_status status = kerf_learn(k, &options, &result);
    if (status != KERF_OK) print_message("%s\n", kerf_error(k));
    assert_int_equal(status, KERF_OK);
    out->n = 0;
    assert_int_equal(kerf_write_model(k, "kerf", 0, collect, out), KERF_OK);
    kerf_free(k);
    return result;
}

/* A deadline that is over when learning begins: the weights are as they were. */
static void time_limit(void **test)
{
    (void)test;
    static text out;
    watch w = { 0 };
    kerf_learned r = run("time-limit=1e-9", false, &w, &out);
    assert_int_equal(r.stopped, 2);
    assert_int_equal(r.epochs, 0);
    assert_int_equal(w.worlds, 0);
    w = (watch){ .stop_after = 1 };
    r = run("time-limit=1e6", false, &w, &out);
    assert_int_equal(r.stopped, 1);
    assert_int_equal(r.epochs, 0);
}

static void separable(void **test)
{
    (void)test;
    static text out;
    static const char *const settings[] = { "method=perceptron", "method=mira", "method=mira k=4",
                                            "method=mira loss-augmented=yes C=0.5" };
    for (size_t i = 0; i < KF_LENGTH(settings); i++) {
        watch w = { 0 };
        kerf_learned r = run(settings[i], false, &w, &out);
        assert_in_range(r.epochs, 2, 10); /* it ends once nothing is learned */
        assert_int_equal(r.worlds, 40);
        if (!strstr(settings[i], "loss")) assert_near(w.last_loss, 0, 0);
        else assert_near(r.f1, 1, 0.2);
    }
}

static void same_bytes(void **test)
{
    (void)test;
    static text first, second;
    watch w = { 0 };
    run("threads=1 epochs=4", true, &w, &first);
    run("threads=4 epochs=4", true, &w, &second);
    assert_string_equal(first.at, second.at);
    run("threads=1 epochs=4 seed=2", true, &w, &second);
    assert_string_not_equal(first.at, second.at);
    run("threads=1 epochs=4 average=no", true, &w, &second);
    assert_string_not_equal(first.at, second.at);
    static const char *const efforts[] = { "effort=exact epochs=4", "effort=near epochs=4" };
    for (size_t i = 0; i < KF_LENGTH(efforts); i++) { /* all of these worlds are easy */
        run(efforts[i], true, &w, &second);
        assert_string_equal(first.at, second.at);
    }
}

/* Stopped in the middle of an epoch, and then again, it comes to the same end. */
static void goes_on(void **test)
{
    (void)test;
    static text whole, pieces;
    char path[] = "/tmp/kerf-learn-XXXXXX", settings[200];
    int file = mkstemp(path);
    assert_true(file >= 0);
    close(file);
    unlink(path);
    snprintf(settings, sizeof settings, "epochs=5 k=2 checkpoint=%s", path);
    watch never = { 0 };
    run("epochs=5 k=2", true, &never, &whole);
    uint32_t stops[] = { 17, 40, 63, 0 };
    for (size_t i = 0; i < KF_LENGTH(stops); i++) {
        watch w = { .stop_after = stops[i] };
        kerf_learned r = run(settings, true, &w, &pieces);
        assert_int_equal(r.stopped, stops[i] > 0);
    }
    assert_string_equal(whole.at, pieces.at);
    unlink(path);
}

/* The same where it is stopped while it looks for the second best answer, or the third. */
static void goes_on_from_any_question(void **test)
{
    (void)test;
    enum { TIMES = 12 };
    static text whole, pieces;
    char path[] = "/tmp/kerf-learn-XXXXXX", settings[200];
    int file = mkstemp(path);
    assert_true(file >= 0);
    close(file);
    snprintf(settings, sizeof settings, "epochs=1 k=3 checkpoint=%s", path);
    watch never = { 0 };
    run("epochs=1 k=3", true, &never, &whole);
    uint32_t first = never.questions / 4; /* before, examples are collected */
    assert_true(never.questions > 2 * TIMES);
    for (uint32_t i = 0; i < TIMES; i++) {
        watch w = { .stop_at = first + i * (never.questions - first) / TIMES }, rest = { 0 };
        unlink(path);
        assert_true(run(settings, true, &w, &pieces).stopped);
        run(settings, true, &rest, &pieces);
        assert_string_equal(whole.at, pieces.at);
    }
    unlink(path);
}

/* Repeating a tag is never worth anything here: the weight would like to be negative. */
static void keeps_signs(void **test)
{
    (void)test;
    static text out;
    watch w = { 0 };
    run("epochs=3 average=no", true, &w, &out);
    assert_non_null(strstr(out.at, "@>=0 "));
    assert_null(strstr(out.at, "@>=0 -"));
}

static void order_of_calls(void **test)
{
    (void)test;
    kerf *k = kerf_new(NULL);
    kerf_learned r = { .size = sizeof r };
    int more;
    assert_int_equal(kerf_learn(NULL, NULL, &r), KERF_MISUSE);
    assert_int_equal(kerf_learn(k, NULL, &r), KERF_MISUSE);
    assert_int_equal(kerf_read_model_memory(k, "m.mln", chain, strlen(chain)), KERF_OK);
    assert_int_equal(kerf_learn(k, NULL, &r), KERF_MISUSE); /* no worlds */
    assert_int_equal(kerf_add_evidence_memory(k, "e.db", "Tag(A,B)", 8), KERF_OK);
    assert_int_equal(kerf_learn(k, NULL, NULL), KERF_MISUSE);
    assert_int_equal(kerf_next_world(k, &more), KERF_OK);
    assert_int_equal(kerf_learn(k, NULL, &r), KERF_MISUSE); /* one is gone */
    kerf_free(k);
}

static int count_bytes(void *to, const char *bytes, size_t n)
{
    (void)bytes;
    *(size_t *)to += n;
    return 0;
}

/* And the report about it. */
static kerf_status whole_way(kerf *k, const char *train)
{
    size_t written = 0;
    kerf_learned r = { .size = sizeof r };
    kerf_status status = kerf_set(k, "query", "Tag");
    if (status == KERF_OK) status = kerf_set(k, "epochs", "2");
    if (status == KERF_OK) status = kerf_set(k, "k", "2");
    if (status == KERF_OK) status = kerf_read_model_memory(k, "m.mln", chain, strlen(chain));
    if (status == KERF_OK) status = kerf_add_evidence_memory(k, "t.db", train, strlen(train));
    if (status == KERF_OK) status = kerf_learn(k, NULL, &r);
    if (status == KERF_OK) status = kerf_write_report(k, count_bytes, &written);
    assert_true(status != KERF_OK || written > 0);
    return status;
}

typedef struct page {
    char at[1 << 16];
    size_t n;
} page;

static int add_to_page(void *to, const char *bytes, size_t n)
{
    page *p = to;
    if (n >= sizeof p->at - p->n) return 1;
    memcpy(p->at + p->n, bytes, n);
    p->n += n;
    p->at[p->n] = '\0';
    return 0;
}

static int stop_later(void *context)
{
    int *left = context;
    return (*left)-- <= 0;
}

/* Whatever was learned until then is reported, and that it is not all. */
static void reports_an_interrupt(void **test)
{
    (void)test;
    static char train[4096];
    static page p;
    int left = 40;
    kerf_learn_options options = { .size = sizeof options, .stop = stop_later, .context = &left };
    kerf_learned r = { .size = sizeof r };
    kerf *k = kerf_new(NULL);
    write_sentences(train, sizeof train, 2, true);
    assert_int_equal(kerf_set(k, "query", "Tag"), KERF_OK);
    assert_int_equal(kerf_set(k, "epochs", "1000"), KERF_OK);
    assert_int_equal(kerf_read_model_memory(k, "m.mln", chain, strlen(chain)), KERF_OK);
    assert_int_equal(kerf_write_report(k, add_to_page, &p), KERF_MISUSE);
    assert_int_equal(kerf_add_evidence_memory(k, "t.db", train, strlen(train)), KERF_OK);
    assert_int_equal(kerf_learn(k, &options, &r), KERF_OK);
    assert_true(r.stopped && r.epochs > 0);
    assert_int_equal(kerf_write_report(k, add_to_page, &p), KERF_OK);
    assert_non_null(strstr(p.at, "Learning was interrupted before its end."));
    assert_non_null(strstr(p.at, "Loss by epoch"));
    kerf_free(k);
}

/* ---- Little memory ---- */

static const char pairs[] = "*Has(thing, feature)\n"
                            "Kind(thing, kind)\n"
                            "kind = {A, B, C}\n"
                            "Has(x, +f) ^ Has(x, +g) ^ Kind(x, +k)\n"
                            "Kind(x, +k)\n"
                            "Kind(x, k) ^ Kind(x, l) => k = l.\n";

/* Many groundings of few rows: nearly all memory is for what is kept of them. */
static void write_things(char *to, size_t size)
{
    uint64_t state = 7;
    size_t n = 0;
    for (int world = 0; world < 400; world++) {
        n += (size_t)snprintf(to + n, size - n, ">> %d\n", world);
        for (int thing = 0; thing < 8; thing++) {
            uint32_t sum = 0;
            for (int i = 0; i < 10; i++) {
                uint32_t feature = below(&state, 16);
                sum += feature;
                n += (size_t)snprintf(to + n, size - n, "Has(%d, F%u) ", thing, feature);
            }
            n += (size_t)snprintf(to + n, size - n, "Kind(%d, %c)\n", thing, 'A' + (int)(sum % 3));
            assert_true(n < size);
        }
    }
}

/* limit 0: none. The weights, and the most memory that it took. */
static kerf_status learn_things(const char *train, size_t limit, text *out, size_t *peak)
{
    kerf_config config = { .size = sizeof config, .memory_limit = limit };
    kerf *k = kerf_new(&config);
    kerf_learned r = { .size = sizeof r };
    kerf_status status = kerf_set(k, "epochs", "2");
    if (status == KERF_OK) status = kerf_read_model_memory(k, "m.mln", pairs, strlen(pairs));
    if (status == KERF_OK) status = kerf_add_evidence_memory(k, "t.db", train, strlen(train));
    if (status == KERF_OK) status = kerf_learn(k, NULL, &r);
    *peak = kerf_memory_peak(k);
    out->n = 0;
    if (status == KERF_OK) {
        assert_int_equal(kerf_message_total(k, KERF_ERROR), 0);
        assert_int_equal(kerf_write_model(k, "kerf", 0, collect, out), KERF_OK);
    }
    kerf_free(k);
    return status;
}

/* With less of it less is kept, and the weights are the same. */
static void little_memory(void **test)
{
    (void)test;
    static char train[1 << 19];
    static text all, out;
    size_t peak, other, least = 0;
    write_things(train, sizeof train);
    assert_int_equal(learn_things(train, 0, &all, &peak), KERF_OK);
    for (size_t share = 95; share > 0; share -= 5) {
        kerf_status status = learn_things(train, peak / 100 * share, &out, &other);
        assert_true(status == KERF_OK || status == KERF_NO_MEMORY);
        if (status != KERF_OK) break;
        assert_string_equal(out.at, all.at);
        least = share;
    }
    assert_in_range(least, 5, 60);
}

static void every_allocation_may_fail(void **test)
{
    (void)test;
    static char train[4096];
    kerf_status status = KERF_NO_MEMORY;
    write_sentences(train, sizeof train, 2, true);
    for (int64_t n = 0; status == KERF_NO_MEMORY; n += 1 + n / 200) {
        kerf_config config = { .size = sizeof config, .test_faults = 1, .fail_after = n };
        kerf *k = kerf_new(&config);
        if (!k) continue;
        status = whole_way(k, train);
        if (status != KERF_OK && status != KERF_NO_MEMORY)
            fail_msg("allocation %lld: %s", (long long)n, kerf_error(k));
        kerf_free(k);
        assert_true(n < 1000000);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(step_is_smallest),
        cmocka_unit_test(differences),
        cmocka_unit_test(best_answers),
        cmocka_unit_test(effort_of_answers),
        cmocka_unit_test(time_limit),
        cmocka_unit_test(separable),
        cmocka_unit_test(same_bytes),
        cmocka_unit_test(goes_on),
        cmocka_unit_test(goes_on_from_any_question),
        cmocka_unit_test(keeps_signs),
        cmocka_unit_test(order_of_calls),
        cmocka_unit_test(reports_an_interrupt),
        cmocka_unit_test(every_allocation_may_fail),
        cmocka_unit_test(little_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* test_map.c -- kerf_map() from C: results, answers one by one, callbacks, the order of calls,
 * memory that runs out; and kerf_evaluate(). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "one_world.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char smokers[] = "*Friends(person, person)\n"
                              "Smokes(person)\n"
                              "Rain\n"
                              "1.5 Friends(x,y) ^ Smokes(x) => Smokes(y)\n"
                              "-0.5 Smokes(x)\n"
                              "1 Rain\n"
                              "!Smokes(Carl) v !Smokes(Dora).\n";
static const char worlds[] = ">> one\nFriends(Anna, \"van Berg\")\nSmokes(Anna)\n"
                             ">> two\nFriends(Bob, Carl)\n";

/* ---- Helpers ------------------------------------------------------------------------------ */

static kerf_result mapped(kerf *k)
{
    kerf_result r = { .size = sizeof r };
    kerf_status status = kerf_map(k, NULL, &r);
    if (status != KERF_OK) print_message("%s\n", kerf_error(k));
    assert_int_equal(status, KERF_OK);
    return r;
}

static int refuse(void *context, const char *text, size_t n)
{
    (void)context, (void)text, (void)n;
    return 1;
}

static int swallow(void *context, const char *text, size_t n)
{
    (void)context, (void)text, (void)n;
    return 0;
}

/* ---- Answers ------------------------------------------------------------------------------ */

static void an_answer_is_atoms(void **state)
{
    (void)state;
    kerf *k = with(smokers, worlds);
    kerf_atom a = { .size = sizeof a }, b = { .size = sizeof b };
    int more;
    assert_int_equal(kerf_answer_count(k), 0);
    kerf_result r = mapped(k);
    assert_int_equal(r.outcome, KERF_OPTIMAL);
    assert_int_equal(r.ending, KERF_CONVERGED);
    assert_true(r.score == r.bound && r.gap == 0 && r.hard_violations == 0);
    assert_true(r.seconds >= 0 && r.iterations >= 1);
    assert_int_equal(r.true_atoms, 3);
    assert_int_equal(kerf_answer_count(k), 3);
    assert_int_equal(kerf_answer_get(k, 0, &a), KERF_OK);
    assert_string_equal(a.text, "Rain");
    assert_string_equal(a.predicate, "Rain");
    assert_int_equal(a.arity, 0);
    assert_int_equal(kerf_answer_get(k, 1, &a), KERF_OK);
    assert_int_equal(kerf_answer_get(k, 2, &b), KERF_OK);
    assert_string_equal(a.text, "Smokes(\"van Berg\")");
    assert_int_equal(a.arity, 1);
    assert_string_equal(a.arguments[0], "van Berg");
    assert_string_equal(b.text, "Smokes(Anna)");
    assert_int_equal(kerf_answer_get(k, 1, &b), KERF_OK);
    assert_ptr_equal(a.arguments, b.arguments);
    assert_int_equal(kerf_answer_get(k, 3, &a), KERF_MISUSE);
    assert_int_equal(kerf_answer_get(k, 0, NULL), KERF_MISUSE);
    /* The next world forgets it. */
    assert_int_equal(kerf_next_world(k, &more), KERF_OK);
    assert_int_equal(kerf_answer_count(k), 0);
    r = mapped(k);
    assert_int_equal(r.true_atoms, 1);
    kerf_free(k);
}

/* Nothing of a run stays in the next: the same again, with other options between. */
static void runs_are_alike(void **state)
{
    (void)state;
    static const char *const solvers[] = { "auto",   "exact", "ilp",  "eliminate",
                                           "tables", "mws",   "brute" };
    kerf *k = with(smokers, worlds);
    kerf_result first = mapped(k);
    buffer plan = { .n = 0 }, again = { .n = 0 };
    for (size_t i = 0; i < sizeof solvers / sizeof *solvers; i++) {
        if (strcmp(solvers[i], "ilp") == 0 && has_feature("no Clp")) continue;
        assert_int_equal(kerf_set(k, "solver", solvers[i]), KERF_OK);
        for (int full = 0; full < 2; full++) {
            assert_int_equal(kerf_set(k, "ground", full ? "full" : "cuts"), KERF_OK);
            kerf_result r = mapped(k);
            assert_true(fabs(r.score - first.score) < 1e-9);
            assert_int_equal(r.true_atoms, first.true_atoms);
        }
    }
    /* A stage sees the world as evidence left it, and leaves the answer alone. */
    kerf *fresh = with(smokers, worlds);
    assert_int_equal(kerf_write_stage(k, KERF_STAGE_PROBLEM, collect, &plan), KERF_OK);
    assert_int_equal(kerf_write_stage(fresh, KERF_STAGE_PROBLEM, collect, &again), KERF_OK);
    assert_string_equal(plan.text, again.text);
    assert_int_equal(kerf_answer_count(k), 3);
    kerf_free(fresh);
    kerf_free(k);
}

/* Groups of people that like and dislike each other in odd rings, so that every group is a piece
 * with something to solve, and all of them together are work enough for several threads. */
static char *many_groups(void)
{
    enum { GROUPS = 90, EACH = 15, ROOM = 1 << 20 };
    char *text = malloc(ROOM);
    size_t n = 0;
    assert_non_null(text);
    for (unsigned g = 0; g < GROUPS; g++)
        for (unsigned i = 0; i < EACH; i++) {
            unsigned near = g * EACH + (i + 1) % EACH, far = g * EACH + (i + 4 + g % 5) % EACH;
            n += (size_t)snprintf(text + n, ROOM - n, "Foe(P%u, P%u)\nFriend(P%u, P%u)\n",
                                  g * EACH + i, near, g * EACH + i, far);
            if ((g + i * i) % 7 == 0)
                n += (size_t)snprintf(text + n, ROOM - n, "Fan(P%u)\n", g * EACH + i);
        }
    return text;
}

typedef struct outcome {
    kerf_result r;
    char *atoms;
} outcome;

static outcome with_threads(const char *evidence, const char *solver, const char *threads)
{
    static const char model[] = "*Foe(p, p)\n*Friend(p, p)\n*Fan(p)\nIn(p)\n"
                                "1.5 Foe(x,y) => !In(x) v !In(y)\n"
                                "1.25 Foe(x,y) => In(x) v In(y)\n"
                                "0.75 Friend(x,y) ^ In(x) => In(y)\n"
                                "0.5 Fan(x) => In(x)\n";
    enum { ROOM = 1 << 16 };
    kerf *k = with(model, evidence);
    size_t n = 0;
    assert_int_equal(kerf_set(k, "solver", solver), KERF_OK);
    assert_int_equal(kerf_set(k, "threads", threads), KERF_OK);
    outcome o = { mapped(k), calloc(ROOM, 1) };
    assert_non_null(o.atoms);
    for (size_t i = 0; i < kerf_answer_count(k); i++) {
        kerf_atom a = { .size = sizeof a };
        assert_int_equal(kerf_answer_get(k, i, &a), KERF_OK);
        n += (size_t)snprintf(o.atoms + n, ROOM - n, "%s\n", a.text);
        assert_true(n < ROOM);
    }
    kerf_free(k);
    return o;
}

/* Whatever the number of threads, bit by bit. */
static void threads_change_nothing(void **state)
{
    (void)state;
    static const char *const solvers[] = { "auto", "exact", "mws", "ilp" };
    char *evidence = many_groups();
    for (size_t s = 0; s < sizeof solvers / sizeof *solvers; s++) {
        if (strcmp(solvers[s], "ilp") == 0 && has_feature("no Clp")) continue;
        outcome one = with_threads(evidence, solvers[s], "1");
        assert_true(one.r.components >= 50 && one.r.cost > 0);
        for (int i = 0; i < 2; i++) {
            outcome more = with_threads(evidence, solvers[s], i ? "4" : "2");
            assert_string_equal(more.atoms, one.atoms);
            assert_true(more.r.score == one.r.score && more.r.cost == one.r.cost);
            assert_true(more.r.bound == one.r.bound && more.r.outcome == one.r.outcome);
            assert_true(more.r.unique == one.r.unique && more.r.iterations == one.r.iterations);
            assert_true(more.r.groundings == one.r.groundings);
            free(more.atoms);
        }
        free(one.atoms);
    }
    free(evidence);
}

static void answers_are_written(void **state)
{
    (void)state;
    kerf *k = with(smokers, worlds);
    buffer b = { .n = 0 };
    assert_int_equal(kerf_write_answer(k, KERF_ANSWER_DB, collect, &b), KERF_MISUSE);
    assert_string_equal(kerf_error(k), "there is no answer: kerf_map() gives one");
    assert_int_equal(kerf_write_statistics(k, collect, &b), KERF_MISUSE);
    assert_string_equal(kerf_error(k), "there are no statistics: kerf_map() makes them");
    assert_int_equal(kerf_write_certificate(k, collect, &b), KERF_MISUSE);
    assert_string_equal(kerf_error(k),
                        "there is no certificate: kerf_map() makes one if it is asked");
    mapped(k);
    assert_int_equal(kerf_write_answer(k, KERF_ANSWER_DB, collect, &b), KERF_OK);
    assert_string_equal(b.text, ">> one\nRain\nSmokes(\"van Berg\")\nSmokes(Anna)\n");
    assert_int_equal(kerf_write_answer(k, KERF_ANSWER_DB, refuse, NULL), KERF_IO);
    assert_int_equal(kerf_write_answer(k, KERF_ANSWER_DB, NULL, NULL), KERF_MISUSE);
    assert_int_equal(kerf_write_answer(k, (kerf_answer_format)7, collect, &b), KERF_MISUSE);
    assert_string_equal(kerf_error(k), "there is no format 7");
    assert_int_equal(kerf_check_clusters(k, NULL), KERF_MISUSE);
    assert_string_equal(kerf_error(k), "clusters need the name of a predicate");
    assert_int_equal(kerf_write_clusters(k, "Smokes", NULL, NULL), KERF_MISUSE);
    assert_int_equal(kerf_write_clusters(k, "Smokes", collect, &b), KERF_INVALID);
    b.n = 0;
    assert_int_equal(kerf_write_statistics(k, collect, &b), KERF_OK);
    assert_non_null(strstr(b.text, "\"status\":\"optimal\""));
    assert_non_null(strstr(b.text, "\"unsatisfied\":null")); /* it was not asked for */
    kerf_map_options options = { .size = sizeof options, .statistics = 1, .certificate = 1 };
    kerf_result r = { .size = sizeof r };
    assert_int_equal(kerf_map(k, &options, &r), KERF_OK);
    b.n = 0;
    assert_int_equal(kerf_write_statistics(k, collect, &b), KERF_OK);
    assert_non_null(strstr(b.text, "\"unsatisfied\":1"));
    assert_non_null(strstr(b.text, "\"worlds\":[{"));
    assert_int_equal(kerf_write_statistics(k, NULL, NULL), KERF_MISUSE);
    b.n = 0;
    assert_int_equal(kerf_write_certificate(k, collect, &b), KERF_OK);
    assert_non_null(strstr(b.text, "kerf certificate 1\nworld\n"));
    assert_int_equal(kerf_write_certificate(k, NULL, NULL), KERF_MISUSE);
    kerf_free(k);
}

/* What was not asked for is left out; what was is there. */
static void reports_are_written(void **state)
{
    (void)state;
    kerf *k = with(smokers, worlds);
    buffer *b = calloc(1, sizeof *b);
    assert_non_null(b);
    assert_int_equal(kerf_write_report(k, collect, b), KERF_MISUSE);
    assert_string_equal(kerf_error(k), "there is nothing to report: kerf_map(), kerf_marginal() or "
                                       "kerf_learn() makes it");
    mapped(k);
    assert_int_equal(kerf_write_report(k, NULL, NULL), KERF_MISUSE);
    assert_int_equal(kerf_write_report(k, refuse, NULL), KERF_IO);
    assert_int_equal(kerf_write_report(k, collect, b), KERF_OK);
    assert_non_null(strstr(b->text, "Score and bound by iteration"));
    assert_non_null(strstr(b->text, "or nobody asked."));
    assert_null(strstr(b->text, "New groundings by iteration"));
    kerf_map_options options = { .size = sizeof options, .report = 1 };
    kerf_result r = { .size = sizeof r };
    assert_int_equal(kerf_map(k, &options, &r), KERF_OK);
    b->n = 0;
    assert_int_equal(kerf_write_report(k, collect, b), KERF_OK);
    assert_non_null(strstr(b->text, "<h2>Worlds</h2>"));
    assert_non_null(strstr(b->text, "New groundings by iteration"));
    free(b);
    kerf_free(k);
}

/* ---- Callbacks ------------------------------------------------------------------------------ */

typedef struct watch {
    uint32_t seen;
    int stop;
    double bound;
} watch;

static void watch_it(void *context, const kerf_iteration *i)
{
    watch *w = context;
    assert_int_equal(i->iteration, ++w->seen);
    assert_true(i->bound <= w->bound); /* it only comes down */
    assert_true(i->best_score <= i->bound + 1e-9);
    w->bound = i->bound;
}

static int stop_it(void *context)
{
    return ((const watch *)context)->stop;
}

/* A dense graph to be edited into clusters: most of its atoms are true, and the cost of each is
 * asked for by itself. */
static char *dense_graph(uint32_t n)
{
    const size_t line = 16;
    char *text = malloc((size_t)n * n * line), *end = text;
    uint32_t noise = 1;
    assert_non_null(text);
    for (uint32_t a = 1; a <= n; a++) {
        for (uint32_t b = a + 1; b <= n; b++) {
            noise = noise * 1664525 + 1013904223;
            bool edge = (a % 2 == b % 2) != (noise >> 24 < 80);
            if (edge) end += sprintf(end, "E(%u,%u)\n", a, b);
        }
    }
    return text;
}

static int stop_later(void *context)
{
    watch *w = context;
    return ++w->seen > 400;
}

/* Stopped while it is improved, a clustering is an answer. */
static void stopped_clustering(void **state)
{
    (void)state;
    char *text = dense_graph(220);
    kerf *k = with("node = {1, ..., 220}\n*E(node, node)\nSame(node, node)\nSame(x, x).\n"
                   "Same(x, y) ^ Same(y, z) => Same(x, z).\nSame(x, y) => Same(y, x).\n"
                   "1 E(x, y) => Same(x, y)\n1 x < y ^ !E(x, y) => !Same(x, y)\n",
                   text);
    watch w = { .stop = 1 };
    kerf_map_options options = { .size = sizeof options, .stop = stop_later, .context = &w };
    kerf_result r = { .size = sizeof r };
    assert_int_equal(kerf_map(k, &options, &r), KERF_OK);
    assert_int_equal(r.ending, KERF_STOPPED);
    assert_true(kerf_answer_count(k) > 0 && r.gap > 0 && r.hard_violations == 0);
    kerf_free(k);
    free(text);
}

static void progress_and_stop(void **state)
{
    (void)state;
    kerf *k = with(smokers, worlds);
    watch w = { .bound = INFINITY };
    kerf_map_options options = {
        .size = sizeof options, .progress = watch_it, .stop = stop_it, .context = &w
    };
    kerf_result r = { .size = sizeof r };
    assert_int_equal(kerf_map(k, &options, &r), KERF_OK);
    assert_int_equal(w.seen, r.iterations);
    w = (watch){ .bound = INFINITY, .stop = 1 };
    assert_int_equal(kerf_map(k, &options, &r), KERF_OK);
    assert_int_equal(r.ending, KERF_STOPPED);
    assert_int_equal(w.seen, 1);
    assert_true(kerf_answer_count(k) > 0);
    kerf_free(k);
    /* Stopped before there is an answer. */
    k = with("bird = {A, B, C}\nhole = {One, Two}\n*Nest(hole)\nIn(bird, hole)\n"
             "EXIST h In(b, h).\nb != c => !In(b, h) v !In(c, h).\n-1 In(b, h)\n",
             "Nest(One)\n");
    w = (watch){ .bound = INFINITY, .stop = 1 };
    assert_int_equal(kerf_map(k, &options, &r), KERF_INTERRUPTED);
    assert_ptr_equal(strstr(kerf_error(k), "interrupted before a world was found that keeps the "
                                           "hard formulas: of "),
                     kerf_error(k));
    assert_null(strchr(kerf_error(k), '\n'));
    assert_true(r.hard_violations > 0);
    assert_int_equal(kerf_answer_count(k), 0);
    kerf_free(k);
}

/* ---- No answer ------------------------------------------------------------------------------ */

static void contradictions_are_explained(void **state)
{
    (void)state;
    kerf *k = with("*F(t,t)\nS(t)\nF(x,y) => S(x).\n!S(A).\n", "F(A,B)\n");
    kerf_result r = { .size = sizeof r };
    assert_int_equal(kerf_map(k, NULL, &r), KERF_INFEASIBLE);
    assert_int_equal(r.outcome, KERF_CONTRADICTION);
    assert_string_equal(kerf_outcome_text(r.outcome), "infeasible");
    assert_string_equal(kerf_error(k), "the hard formulas contradict each other");
    assert_true(kerf_message_total(k, KERF_NOTE) >= 3);
    assert_int_equal(kerf_answer_count(k), 0);
    buffer b = { .n = 0 };
    assert_int_equal(kerf_write_answer(k, KERF_ANSWER_DB, collect, &b), KERF_MISUSE);
    assert_int_equal(kerf_write_statistics(k, collect, &b), KERF_OK);
    assert_non_null(strstr(b.text, "\"score\":null"));
    kerf_free(k);
}

static void wrong_calls(void **state)
{
    (void)state;
    kerf_result r = { .size = sizeof r };
    kerf *k = kerf_new(NULL);
    assert_int_equal(kerf_map(NULL, NULL, &r), KERF_MISUSE);
    assert_int_equal(kerf_map(k, NULL, &r), KERF_MISUSE);
    assert_int_equal(kerf_read_model_memory(k, "m", "P(t)\nP(A)\n", 10), KERF_OK);
    assert_int_equal(kerf_map(k, NULL, &r), KERF_MISUSE);
    int more;
    assert_int_equal(kerf_next_world(k, &more), KERF_OK);
    assert_int_equal(kerf_map(k, NULL, NULL), KERF_MISUSE);
    assert_int_equal(kerf_map(k, NULL, &r), KERF_INVALID); /* no weight */
    assert_int_equal(kerf_set(k, "order", "F2"), KERF_OK);
    assert_int_equal(kerf_answer_count(NULL), 0);
    assert_string_equal(kerf_outcome_text((kerf_outcome)9), "unknown");
    kerf_free(k);
}

/* ---- Memory that runs out ---- */

static kerf_status whole_way(kerf *k, const char *model, const char *evidence, buffer *b)
{
    kerf_map_options options = {
        .size = sizeof options, .statistics = 1, .certificate = 1, .report = 1
    };
    kerf_result r = { .size = sizeof r };
    kerf_atom a = { .size = sizeof a };
    int more = 0;
    b->n = 0;
    kerf_status s = kerf_set(k, "threads", "1");
    if (s == KERF_OK) s = kerf_read_model_memory(k, "m.mln", model, strlen(model));
    if (s == KERF_OK) s = kerf_add_evidence_memory(k, "e.db", evidence, strlen(evidence));
    if (s == KERF_OK) s = kerf_next_world(k, &more);
    if (s == KERF_OK) s = kerf_map(k, &options, &r);
    for (size_t i = 0; s == KERF_OK && i < kerf_answer_count(k); i++) s = kerf_answer_get(k, i, &a);
    if (s == KERF_OK) s = kerf_write_answer(k, KERF_ANSWER_JSON, collect, b);
    if (s == KERF_OK) s = kerf_write_statistics(k, collect, b);
    if (s == KERF_OK) s = kerf_write_certificate(k, collect, b);
    if (s == KERF_OK) s = kerf_write_report(k, swallow, NULL);
    return s;
}

static void starve(const char *model, const char *evidence, kerf_status wanted)
{
    kerf_status status = KERF_NO_MEMORY;
    int64_t n = 0;
    buffer *b = calloc(1, sizeof *b);
    assert_non_null(b);
    for (; status == KERF_NO_MEMORY; n++) {
        kerf_config config = { .size = sizeof config, .test_faults = 1, .fail_after = n };
        kerf *k = kerf_new(&config);
        if (!k) continue;
        status = whole_way(k, model, evidence, b);
        if (status == KERF_NO_MEMORY) assert_string_equal(kerf_error(k), "out of memory");
        kerf_free(k); /* asserts that nothing leaks */
        assert_true(n < 100000);
    }
    free(b);
    assert_int_equal(status, wanted);
    assert_true(n > 100);
}

static void every_allocation_may_fail(void **state)
{
    (void)state;
    starve(smokers, worlds, KERF_OK);
    starve("*F(t,t)\nS(t)\nL(t,t)\n|y: L(x,y)| <= 1.\nF(x,y) => L(x,y) ^ S(x).\n",
           "F(A,B)\nF(A,C)\n", KERF_INFEASIBLE);
    starve("*F(t,t)\nE(t,t)\nt f(t)\nacyclic E.\nE(A,f(A)).\nE(x,y) => EXIST z F(y,z).\n",
           "E(B,A)\nB = f(A)\n0.5 E(C,A)\n", KERF_INFEASIBLE);
    starve("*F(t,t)\nE(t,t)\nE(A,A).\nE(x,y) => EXIST z F(y,z).\n", "!E(B,A)\nF(B,B)\n",
           KERF_INFEASIBLE);
}

/* ---- Evaluating ---- */

static void write_file(const char *name, const char *text)
{
    FILE *f = fopen(name, "w");
    assert_non_null(f);
    fputs(text, f);
    fclose(f);
}

static kerf_status evaluate(kerf *k, const char *directory, kerf_evaluation *v)
{
    char truth[128], answer[128];
    kerf_evaluate_options options = { .size = sizeof options,
                                      .predicates = "S,Same",
                                      .symmetric = "Same" };
    snprintf(truth, sizeof truth, "%s/truth.db", directory);
    snprintf(answer, sizeof answer, "%s/answer.db", directory);
    write_file(truth, ">> w\nS(A)\nS(B)\nSame(A,B)\n");
    write_file(answer, ">> w\nS(A)\nS(C)\nSame(B,A)\n");
    kerf_status status = kerf_evaluate(k, truth, answer, &options, v);
    buffer b = { .n = 0 };
    for (size_t i = 0; status == KERF_OK && i < kerf_evaluated_count(k); i++)
        status = kerf_evaluated_get(k, i, v);
    if (status == KERF_OK) status = kerf_write_evaluation(k, KERF_REPORT_TEXT, collect, &b);
    if (status == KERF_OK) status = kerf_write_evaluation(k, KERF_REPORT_JSON, collect, &b);
    unlink(truth);
    unlink(answer);
    return status;
}

static void answers_are_evaluated(void **state)
{
    (void)state;
    char directory[] = "/tmp/kerf-test-XXXXXX";
    assert_non_null(mkdtemp(directory));
    kerf_evaluation v = { .size = sizeof v };
    kerf_status status = KERF_NO_MEMORY;
    for (int64_t n = 0; status == KERF_NO_MEMORY && n < 10000; n++) {
        kerf_config config = { .size = sizeof config, .test_faults = 1, .fail_after = n };
        kerf *k = kerf_new(&config);
        if (!k) continue;
        status = evaluate(k, directory, &v);
        kerf_free(k);
    }
    assert_int_equal(status, KERF_OK);
    kerf *k = kerf_new(NULL);
    assert_int_equal(kerf_evaluated_count(k), 0);
    assert_int_equal(kerf_write_evaluation(k, KERF_REPORT_TEXT, collect, NULL), KERF_MISUSE);
    assert_string_equal(kerf_error(k), "nothing has been evaluated");
    assert_int_equal(kerf_evaluate(k, NULL, "x", NULL, &v), KERF_MISUSE);
    assert_string_equal(kerf_error(k), "evaluating needs the names of two files");
    assert_int_equal(kerf_evaluate(k, "x", "y", NULL, NULL), KERF_MISUSE);
    assert_int_equal(evaluate(k, directory, &v), KERF_OK);
    assert_int_equal(kerf_evaluated_count(k), 2);
    assert_int_equal(kerf_evaluated_get(k, 0, &v), KERF_OK);
    assert_string_equal(v.predicate, "S");
    assert_true(v.precision == 0.5 && v.recall == 0.5 && v.f1 == 0.5);
    assert_int_equal(kerf_evaluated_get(k, 1, &v), KERF_OK);
    assert_true(v.symmetric && v.true_positives == 1 && v.f1 == 1);
    assert_int_equal(kerf_evaluated_get(k, 2, &v), KERF_MISUSE);
    assert_int_equal(kerf_write_evaluation(k, (kerf_report_format)5, collect, NULL), KERF_MISUSE);
    kerf_free(k);
    rmdir(directory);
}

/* ---- Certificates ------------------------------------------------------------------------- */

/* A branch is needed, rows of every kind, a cycle, and an atom that pays in any case. */
static const char proved[] = "*F(t,t)\nS(t)\nL(t,t)\nE(t,t)\nacyclic E.\n"
                             "2 F(x,y) => E(x,y)\n"
                             "1 F(x,y) ^ S(x) => !S(y)\n"
                             "1.5 F(x,y) ^ !S(x) => S(y)\n"
                             "-0.5 F(x,y) => S(x) v L(x,y)\n"
                             "|y: L(x,y)| <= 1.\n"
                             "3 F(x,y) => L(x,y)\n"
                             "0.5 |x: S(x)| >= 3\n"
                             "-0.25 |x: S(x)| <= 2\n";
static const char proved_evidence[] = "F(A,B)\nF(B,C)\nF(C,A)\nF(A,C)\n0.3 S(B)\n";

static void prove(buffer *answer, buffer *proof)
{
    kerf_map_options options = { .size = sizeof options, .certificate = 1 };
    kerf *k = kerf_new(NULL);
    kerf_result r = { .size = sizeof r };
    int more;
    assert_int_equal(kerf_read_model_memory(k, "m.mln", proved, strlen(proved)), KERF_OK);
    assert_int_equal(kerf_add_evidence_memory(k, "e.db", proved_evidence, strlen(proved_evidence)),
                     KERF_OK);
    assert_int_equal(kerf_next_world(k, &more), KERF_OK);
    assert_int_equal(kerf_map(k, &options, &r), KERF_OK);
    assert_int_equal(kerf_write_answer(k, KERF_ANSWER_DB, collect, answer), KERF_OK);
    assert_int_equal(kerf_write_certificate(k, collect, proof), KERF_OK);
    assert_int_equal(r.outcome, KERF_OPTIMAL);
    kerf_free(k);
}

static kerf_status check_proof(kerf *k, const char *answer, const char *file, kerf_verification *v)
{
    kerf_verify_options options = { .size = sizeof options, .certificate = file };
    kerf_status s = kerf_set(k, "query", "S,L,E");
    if (s == KERF_OK) s = kerf_read_model_memory(k, "m.mln", proved, strlen(proved));
    if (s == KERF_OK)
        s = kerf_add_evidence_memory(k, "e.db", proved_evidence, strlen(proved_evidence));
    if (s == KERF_OK) s = kerf_verify_memory(k, "a.db", answer, strlen(answer), &options, v);
    return s;
}

static void certificates_are_checked(void **state)
{
    (void)state;
    char directory[] = "/tmp/kerf-test-XXXXXX", file[64];
    buffer answer = { .n = 0 }, proof = { .n = 0 };
    kerf_verification v = { .size = sizeof v };
    kerf_status status = KERF_NO_MEMORY;
    assert_non_null(mkdtemp(directory));
    snprintf(file, sizeof file, "%s/proof.txt", directory);
    prove(&answer, &proof);
    write_file(file, proof.text);
    for (int64_t n = 0; status == KERF_NO_MEMORY && n < 10000; n++) {
        kerf_config config = { .size = sizeof config, .test_faults = 1, .fail_after = n };
        kerf *k = kerf_new(&config);
        if (!k) continue;
        status = check_proof(k, answer.text, file, &v);
        kerf_free(k);
    }
    unlink(file);
    rmdir(directory);
    assert_int_equal(status, KERF_OK);
    assert_true(v.certified && v.proven_optimal && v.proven_gap >= 0 && v.proven_gap < 1e-9);
    assert_true(v.proven_bound > 1 && v.proven_bound <= v.cost);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_answer_is_atoms),
        cmocka_unit_test(runs_are_alike),
        cmocka_unit_test(answers_are_written),
        cmocka_unit_test(reports_are_written),
        cmocka_unit_test(progress_and_stop),
        cmocka_unit_test(stopped_clustering),
        cmocka_unit_test(contradictions_are_explained),
        cmocka_unit_test(wrong_calls),
        cmocka_unit_test(every_allocation_may_fail),
        cmocka_unit_test(certificates_are_checked),
        cmocka_unit_test(answers_are_evaluated),
        cmocka_unit_test(threads_change_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

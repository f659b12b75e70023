/* test_changes.c -- sessions that are changed and asked again, over kerf.h alone; random scripts
 * are in tests/differential. */
#include <kerf.h>

#include <math.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static const char model[] = "*Friends(person, person)\n"
                            "Smokes(person)\n"
                            "1.1 Friends(x, y) => (Smokes(x) <=> Smokes(y))\n"
                            "-0.8 Smokes(x)\n"
                            "hard: !Friends(x, x).\n";
static const char evidence[] = "Friends(Anna, Bob)\nSmokes(Anna)\n";

static kerf *open_model(void)
{
    kerf *k = kerf_new(NULL);
    assert_non_null(k);
    assert_int_equal(kerf_read_model_memory(k, "m.mln", model, strlen(model)), KERF_OK);
    return k;
}

static kerf *open_world(void)
{
    int more;
    kerf *k = open_model();
    assert_int_equal(kerf_add_evidence_memory(k, "e.db", evidence, strlen(evidence)), KERF_OK);
    assert_int_equal(kerf_next_world(k, &more), KERF_OK);
    return k;
}

static double cost(kerf *k)
{
    kerf_result r = { .size = sizeof r };
    assert_int_equal(kerf_map(k, NULL, &r), KERF_OK);
    assert_int_equal(r.outcome, KERF_OPTIMAL);
    assert_true(fabs(r.cost - r.cost_bound) < 1e-9);
    return r.cost;
}

static kerf_status friends(kerf *k, const char *a, const char *b, bool yes)
{
    const char *arguments[] = { a, b };
    if (!yes) return kerf_retract_atom(k, "Friends", arguments, 2);
    return kerf_assert_atom(k, "Friends", arguments, 2, KERF_TRUE, 0);
}

static kerf_status smokes(kerf *k, const char *a, kerf_truth truth, double p)
{
    return kerf_assert_atom(k, "Smokes", &a, 1, truth, p);
}

static uint32_t people(kerf *k)
{
    kerf_type_info t = { .size = sizeof t };
    assert_int_equal(kerf_type_get(k, 0, &t), KERF_OK);
    return t.constants;
}

static void test_ask_again(void **state)
{
    (void)state;
    kerf *k = open_world();
    assert_true(fabs(cost(k) - 0.8) < 1e-9); /* Bob does, too */
    assert_int_equal(friends(k, "Anna", "Carl", true), KERF_OK);
    assert_int_equal(kerf_answer_count(k), 0); /* forgotten */
    assert_int_equal(people(k), 3);
    assert_true(fabs(cost(k) - 1.6) < 1e-9);
    assert_int_equal(friends(k, "Anna", "Carl", false), KERF_OK);
    assert_int_equal(people(k), 2);
    assert_true(fabs(cost(k) - 0.8) < 1e-9);
    assert_int_equal(smokes(k, "Anna", KERF_PROBABLE, 0.9), KERF_OK);
    assert_int_equal(smokes(k, "Anna", KERF_PROBABLE, 0.5), KERF_OK); /* replaced */
    assert_true(fabs(cost(k)) < 1e-9);
    assert_int_equal(kerf_set_weight(k, 1, 0.8), KERF_OK);
    assert_true(fabs(cost(k)) < 1e-9);
    assert_int_equal(kerf_answer_count(k), 2);
    kerf_free(k);
}

/* What explanations have ground besides does not get into the next answer. */
static void test_explained_between(void **state)
{
    (void)state;
    kerf *k = open_world(), *fresh = open_world();
    kerf_explanation e = { .size = sizeof e };
    static const char *const names[] = { "P1", "P2", "P3", "P4" };
    for (int i = 0; i < 4; i++) {
        assert_true(cost(k) > 0);
        assert_int_equal(kerf_explain(k, "Smokes(Bob)", NULL, &e), KERF_OK);
        assert_int_equal(friends(k, "Bob", names[i], true), KERF_OK);
        assert_int_equal(friends(fresh, "Bob", names[i], true), KERF_OK);
    }
    assert_true(fabs(cost(k) - cost(fresh)) < 1e-9);
    kerf_free(fresh);
    kerf_free(k);
}

static void test_marginal_again(void **state)
{
    (void)state;
    kerf *k = open_world();
    kerf_marginal_result r = { .size = sizeof r };
    kerf_probability p = { .size = sizeof p };
    assert_int_equal(kerf_marginal(k, NULL, &r), KERF_OK);
    assert_int_equal(kerf_probability_get(k, 0, &p), KERF_OK);
    double before = p.p;
    assert_int_equal(smokes(k, "Anna", KERF_FALSE, 0), KERF_OK);
    assert_int_equal(kerf_probability_count(k), 0);
    assert_int_equal(kerf_marginal(k, NULL, &r), KERF_OK);
    assert_int_equal(kerf_probability_get(k, 0, &p), KERF_OK);
    assert_true(p.p < before);
    assert_true(cost(k) < 1e-9);
    kerf_free(k);
}

/* Facts that are there before the world is given settle what is observed, too. */
static void test_assert_first(void **state)
{
    (void)state;
    int more;
    kerf *k = open_model();
    assert_int_equal(friends(k, "Anna", "Bob", true), KERF_OK);
    assert_int_equal(smokes(k, "Anna", KERF_TRUE, 0), KERF_OK);
    assert_int_equal(kerf_add_evidence_memory(k, "e.db", "", 0), KERF_MISUSE);
    assert_int_equal(kerf_next_world(k, &more), KERF_OK);
    assert_int_equal(more, 1);
    assert_true(fabs(cost(k) - 0.8) < 1e-9);
    assert_int_equal(kerf_next_world(k, &more), KERF_OK);
    assert_int_equal(more, 0);
    kerf_free(k);
}

static void test_refused(void **state)
{
    (void)state;
    const char *two[] = { "Anna", "Bob" }, *hole[] = { "Anna", NULL }, *bad[] = { "Anna", "\xff" };
    kerf *k = open_world();
    double before = cost(k);
    assert_int_equal(kerf_assert_atom(k, "Frends", two, 2, KERF_TRUE, 0), KERF_INVALID);
    assert_string_equal(kerf_error(k), "predicate Frends is not declared");
    assert_int_equal(kerf_assert_atom(k, "Friends", two, 1, KERF_TRUE, 0), KERF_INVALID);
    assert_int_equal(kerf_assert_atom(k, "Friends", two, 2, KERF_PROBABLE, 0.5), KERF_INVALID);
    assert_int_equal(kerf_assert_atom(k, "Friends", hole, 2, KERF_TRUE, 0), KERF_MISUSE);
    assert_int_equal(kerf_assert_atom(k, "Friends", bad, 2, KERF_TRUE, 0), KERF_MISUSE);
    assert_int_equal(kerf_assert_atom(k, "Friends", NULL, 2, KERF_TRUE, 0), KERF_MISUSE);
    assert_int_equal(kerf_assert_atom(k, NULL, two, 2, KERF_TRUE, 0), KERF_MISUSE);
    assert_int_equal(smokes(k, "Anna", KERF_PROBABLE, 1.5), KERF_MISUSE);
    assert_int_equal(smokes(k, "Anna", (kerf_truth)9, 0), KERF_MISUSE);
    assert_int_equal(kerf_set_weight(k, 2, 1), KERF_MISUSE);
    assert_int_equal(kerf_set_weight(k, 99, 1), KERF_MISUSE);
    assert_int_equal(kerf_set_weight(k, 0, INFINITY), KERF_MISUSE);
    assert_int_equal(kerf_next_changes(k, NULL), KERF_MISUSE);
    assert_true(fabs(cost(k) - before) < 1e-12);
    for (int i = 0; i < 50; i++) assert_int_equal(friends(k, "Anna", "Bob", true), KERF_OK);
    for (int i = 0; i < 50; i++)
        assert_int_equal(kerf_assert_atom(k, "Friends", two, 1, KERF_TRUE, 0), KERF_INVALID);
    kerf_free(k);
    k = kerf_new(NULL);
    assert_int_equal(friends(k, "Anna", "Bob", true), KERF_MISUSE);
    assert_null(kerf_new_over(k, NULL));
    assert_null(kerf_clone(k, NULL));
    kerf_free(k);
}

static void refused(kerf *k, kerf_status status, const char *why)
{
    assert_int_equal(status, KERF_MISUSE);
    assert_string_equal(kerf_error(k), why);
}

/* Every misuse says what is wrong. */
static void test_words(void **state)
{
    (void)state;
    static const char table[] = "Runs(person)\n@1 Runs(+x)\n*W(double)\nw: W(w) ^ Runs(y)\n";
    const char *two[] = { "Anna", "Bob" }, *hole[] = { "Anna", NULL }, *bad[] = { "\xff" };
    int more;
    kerf *k = open_model(), *other = kerf_new_over(k, NULL);
    refused(k, kerf_read_weights_memory(k, "w", "", 0),
            "reading weights would change a model that other sessions share");
    kerf_free(other);
    assert_int_equal(smokes(k, "Anna", KERF_TRUE, 0), KERF_OK);
    refused(k, kerf_add_evidence_memory(k, "e.db", "", 0),
            "facts were asserted: evidence is added before that");
    refused(k, kerf_assert_atom(k, NULL, two, 2, KERF_TRUE, 0), "an atom needs a predicate");
    refused(k, kerf_assert_atom(k, "Friends", NULL, 2, KERF_TRUE, 0),
            "an atom has its arguments, 33 at most");
    refused(k, kerf_assert_atom(k, "Friends", hole, 2, KERF_TRUE, 0), "argument 2 is missing");
    refused(k, kerf_assert_atom(k, "Smokes", bad, 1, KERF_TRUE, 0), "argument 1 is not UTF-8");
    refused(k, smokes(k, "Anna", (kerf_truth)9, 0), "there is no truth 9");
    refused(k, smokes(k, "Anna", KERF_PROBABLE, 2), "a probability is between 0 and 1");
    refused(k, kerf_set_weight(k, 0, INFINITY), "a weight is a finite number");
    refused(k, kerf_set_weight(k, 2, 1), "hard is hard and has no weight");
    refused(k, kerf_open_changes(k, NULL), "changes need a file name");
    refused(k, kerf_next_changes(k, NULL), "kerf_next_changes needs a place for its answer");
    refused(k, kerf_next_changes(k, &more), "no changes are open: kerf_open_changes() opens some");
    kerf_free(k);
    k = kerf_new(NULL);
    assert_int_equal(kerf_read_model_memory(k, "t.mln", table, strlen(table)), KERF_OK);
    refused(k, kerf_set_weight(k, 1, 1), "F2 gets its weights from a table or from the data");
    kerf_free(k);
}

/* A contradiction, and then none. */
static void test_mended(void **state)
{
    (void)state;
    kerf_result r = { .size = sizeof r };
    kerf *k = open_world();
    for (int i = 0; i < 30; i++) {
        assert_int_equal(friends(k, "Bob", "Bob", true), KERF_OK);
        assert_int_equal(kerf_map(k, NULL, &r), KERF_INFEASIBLE);
        assert_int_equal(friends(k, "Bob", "Bob", false), KERF_OK);
        assert_true(fabs(cost(k) - 0.8) < 1e-9);
    }
    kerf_free(k);
}

/* Thousands of edits, many with constants that are never seen again. */
static void test_memory_stays(void **state)
{
    (void)state;
    kerf *k = open_world();
    size_t used = 0;
    for (int i = 0; i < 20000; i++) {
        char name[20];
        snprintf(name, sizeof name, "P%d", i);
        assert_int_equal(friends(k, "Anna", name, true), KERF_OK);
        if (i % 1000 == 0) cost(k);
        assert_int_equal(friends(k, "Anna", name, false), KERF_OK);
        if (i % 1000 != 999) continue;
        cost(k);
        size_t now = kerf_memory_used(k);
        if (i < 4000) used = now > used ? now : used; /* some constants may wait to be forgotten */
        else assert_true(now <= used);
    }
    assert_int_equal(people(k), 2);
    kerf_free(k);
}

/* The most that is in use in the first third of the edits is the most ever: facts come and go, the
 * same ones and others, hidden ones too, and answers and explanations are asked for in between. */
static void test_memory_after_edits(void **state)
{
    (void)state;
    enum { EDITS = 6000, PEOPLE = 12 };
    kerf *k = open_world();
    size_t most[3] = { 0 };
    uint64_t dice = 1;
    for (int i = 0; i < EDITS; i++) {
        char names[3][20];
        const char *a = names[0], *b = names[1], *new = names[2];
        kerf_explanation e = { .size = sizeof e };
        dice = dice * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        snprintf(names[0], sizeof names[0], "P%d", (int)(dice >> 33 & 0xffff) % PEOPLE);
        snprintf(names[1], sizeof names[1], "Q%d", (int)(dice >> 48) % PEOPLE);
        snprintf(names[2], sizeof names[2], "New%d", i);
        assert_int_equal(friends(k, a, b, dice >> 40 & 1), KERF_OK);
        assert_int_equal(friends(k, a, new, true), KERF_OK);
        if (i % 9 == 0) cost(k);
        assert_int_equal(friends(k, a, new, false), KERF_OK);
        if (i % 7 == 0) assert_int_equal(smokes(k, a, KERF_PROBABLE, 0.7), KERF_OK);
        if (i % 7 == 3) assert_int_equal(kerf_retract_atom(k, "Smokes", &a, 1), KERF_OK);
        if (i % 5 == 0) cost(k);
        if (i % 60 == 0) assert_int_equal(kerf_explain(k, "Smokes(Anna)", NULL, &e), KERF_OK);
        kerf_message_clear(k);
        size_t now = kerf_memory_used(k), *third = &most[3 * i / EDITS];
        if (now > *third) *third = now;
    }
    assert_true(most[1] <= most[0] + most[0] / 10);
    assert_true(most[2] <= most[0] + most[0] / 10);
    kerf_free(k);
}

/* ---- A component that is large beside what changes ---- */

enum { CROWD = 90 };

typedef struct crowd { /* who knows whom */
    bool knows[CROWD][CROWD];
    uint64_t dice;
} crowd;

static uint32_t roll(crowd *c, uint32_t n)
{
    c->dice = c->dice * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(c->dice >> 33) % n;
}

static kerf_status know(kerf *k, uint32_t a, uint32_t b, bool yes)
{
    char names[2][20];
    snprintf(names[0], sizeof names[0], "P%u", (unsigned)a);
    snprintf(names[1], sizeof names[1], "P%u", (unsigned)b);
    return friends(k, names[0], names[1], yes);
}

static kerf *open_crowd(const crowd *c)
{
    static const char plain[] = "*Friends(person, person)\nSmokes(person)\n"
                                "1.3 Friends(x, y) ^ Smokes(x) => Smokes(y)\n"
                                "0.7 Friends(x, y) ^ Smokes(y) => Smokes(x)\n";
    kerf *k = kerf_new(NULL);
    int more;
    assert_non_null(k);
    assert_int_equal(kerf_read_model_memory(k, "m.mln", plain, strlen(plain)), KERF_OK);
    for (uint32_t i = 0; i < CROWD; i++) {
        char name[20];
        snprintf(name, sizeof name, "P%u", (unsigned)i);
        double p = 0.05 + 0.9 * (double)(i * 37 % 101) / 101;
        if (i % 5) assert_int_equal(smokes(k, name, KERF_PROBABLE, p), KERF_OK);
        for (uint32_t j = 0; j < CROWD; j++)
            if (c->knows[i][j]) assert_int_equal(know(k, i, j, true), KERF_OK);
    }
    assert_int_equal(kerf_next_world(k, &more), KERF_OK);
    return k;
}

static void compare_crowd(kerf *k, const crowd *c)
{
    kerf_result r = { .size = sizeof r }, is = { .size = sizeof is };
    kerf *fresh = open_crowd(c);
    assert_int_equal(kerf_map(k, NULL, &r), KERF_OK);
    assert_int_equal(kerf_map(fresh, NULL, &is), KERF_OK);
    assert_int_equal(r.outcome, is.outcome);
    if (r.unique >= 0 && is.unique >= 0) assert_int_equal(r.unique, is.unique);
    assert_true(fabs(r.cost - is.cost) < 1e-9 * (1 + is.cost));
    assert_true(fabs(r.cost_bound - is.cost_bound) < 1e-9 * (1 + is.cost));
    kerf_free(fresh);
}

/* A ring of people falls apart link by link, and is closed again elsewhere. */
static void test_crowd(void **state)
{
    enum { ROUNDS = 120 };
    crowd c = { .dice = 7 };
    (void)state;
    for (uint32_t i = 0; i < CROWD; i++) c.knows[i][(i + 1) % CROWD] = i % 30 != 29;
    kerf *k = open_crowd(&c);
    compare_crowd(k, &c);
    for (uint32_t round = 0; round < ROUNDS; round++) {
        for (uint32_t n = 1 + roll(&c, 3); n > 0; n--) {
            uint32_t a = roll(&c, CROWD), b = roll(&c, 4) ? (a + 1) % CROWD : roll(&c, CROWD);
            if (a == b) continue;
            c.knows[a][b] = !c.knows[a][b];
            assert_int_equal(know(k, a, b, c.knows[a][b]), KERF_OK);
        }
        compare_crowd(k, &c);
    }
    kerf_free(k);
}

static void test_clone(void **state)
{
    (void)state;
    kerf *k = open_world();
    double before = cost(k);
    kerf *copy = kerf_clone(k, NULL);
    assert_non_null(copy);
    assert_true(fabs(cost(copy) - before) < 1e-12);
    assert_int_equal(smokes(copy, "Anna", KERF_FALSE, 0), KERF_OK);
    assert_int_equal(kerf_set_weight(copy, 1, 2), KERF_OK);
    assert_int_equal(friends(copy, "Bob", "Carl", true), KERF_OK);
    assert_int_equal(people(k), 2);
    assert_true(cost(copy) > before);
    assert_true(fabs(cost(k) - before) < 1e-12);
    kerf *again = kerf_clone(copy, NULL);
    kerf_free(k); /* the model stays for the others */
    assert_true(fabs(cost(again) - cost(copy)) < 1e-12);
    kerf_free(copy);
    assert_int_equal(people(again), 3);
    assert_true(cost(again) > before);
    kerf_free(again);
}

/* A constant that came after the first answer goes into the clone, although the database, which
 * stays where no formula is about the fact, is from before. */
static void test_clone_newcomer(void **state)
{
    (void)state;
    static const char text[] = "*Lives(person, place)\nSmokes(person)\n-0.5 Smokes(x)\n"
                               "0.7 Smokes(x) v Smokes(y)\n";
    static const char *const oslo[] = { "Anna", "Oslo" }, *const rome[] = { "Anna", "Rome" };
    static const char lives[] = "Lives(Anna, Bonn)\nSmokes(Bob)\n";
    kerf_type_info place = { .size = sizeof place };
    int more;
    kerf *k = kerf_new(NULL);
    assert_int_equal(kerf_read_model_memory(k, "p.mln", text, strlen(text)), KERF_OK);
    assert_int_equal(kerf_add_evidence_memory(k, "e.db", lives, strlen(lives)), KERF_OK);
    assert_int_equal(kerf_next_world(k, &more), KERF_OK);
    double before = cost(k);
    assert_int_equal(kerf_assert_atom(k, "Lives", oslo, 2, KERF_TRUE, 0), KERF_OK);
    assert_true(fabs(cost(k) - before) < 1e-12); /* goes on from what was ground */
    kerf *copy = kerf_clone(k, NULL);
    assert_non_null(copy);
    assert_int_equal(kerf_assert_atom(copy, "Lives", rome, 2, KERF_TRUE, 0), KERF_OK);
    assert_int_equal(kerf_type_get(copy, 1, &place), KERF_OK);
    assert_int_equal(place.constants, 3);
    assert_true(fabs(cost(copy) - before) < 1e-12);
    kerf_free(copy);
    kerf_free(k);
}

/* A function without values has constants of its own in the database; they are none of the
 * world. */
static void test_function(void **state)
{
    (void)state;
    static const char text[] = "*Friends(person, person)\nSmokes(person)\nperson mother(person)\n"
                               "1.5 Smokes(x) => Smokes(mother(x))\n-0.5 Smokes(x)\n";
    int more;
    kerf *k = kerf_new(NULL);
    assert_int_equal(kerf_read_model_memory(k, "f.mln", text, strlen(text)), KERF_OK);
    assert_int_equal(kerf_add_evidence_memory(k, "e.db", evidence, strlen(evidence)), KERF_OK);
    assert_int_equal(kerf_next_world(k, &more), KERF_OK);
    double before = cost(k);
    assert_int_equal(friends(k, "Anna", "Bob", false), KERF_OK); /* the first change */
    assert_int_equal(people(k), 1);
    cost(k);
    assert_int_equal(friends(k, "Anna", "Bob", true), KERF_OK);
    assert_int_equal(people(k), 2);
    assert_true(fabs(cost(k) - before) < 1e-9);
    assert_int_equal(friends(k, "Anna", "mother(Anna)", true),
                     KERF_OK); /* now it is evidence, too */
    cost(k);
    assert_int_equal(friends(k, "Anna", "mother(Anna)", false), KERF_OK);
    assert_int_equal(people(k), 2);
    assert_true(fabs(cost(k) - before) < 1e-9);
    kerf_free(k);
}

/* ---- Threads ---- */

typedef struct worker {
    const kerf *from;
    double weight, cost;
} worker;

static void *work(void *context)
{
    worker *w = context;
    int more;
    kerf *k = kerf_new_over(w->from, NULL);
    if (!k || kerf_set_weight(k, 1, w->weight) != KERF_OK
        || kerf_add_evidence_memory(k, "e.db", evidence, strlen(evidence)) != KERF_OK
        || kerf_next_world(k, &more) != KERF_OK)
        return NULL;
    for (int i = 0; i < 20; i++) {
        char name[20];
        kerf_result r = { .size = sizeof r };
        snprintf(name, sizeof name, "P%d", i);
        if (friends(k, "Anna", name, true) != KERF_OK || kerf_map(k, NULL, &r) != KERF_OK)
            return NULL;
        w->cost = r.cost;
    }
    kerf_free(k);
    return w;
}

static void test_threads(void **state)
{
    (void)state;
    enum { THREADS = 4 };
    pthread_t threads[THREADS];
    worker workers[THREADS];
    kerf *k = open_model();
    for (int i = 0; i < THREADS; i++) {
        workers[i] = (worker){ k, -0.1 * (i + 1), 0 };
        assert_int_equal(pthread_create(&threads[i], NULL, work, &workers[i]), 0);
    }
    for (int i = 0; i < THREADS; i++) {
        void *done = NULL;
        assert_int_equal(pthread_join(threads[i], &done), 0);
        assert_ptr_equal(done, &workers[i]);
        /* All 21 friends of Anna smoke, each at the price of the weight, and so does she. */
        assert_true(fabs(workers[i].cost - 0.1 * (i + 1) * 21) < 1e-9);
    }
    kerf_free(k);
}

/* While others share its model, a session can neither learn nor read weights. */
static void test_shared(void **state)
{
    (void)state;
    kerf_learned learned = { .size = sizeof learned };
    kerf *k = open_model(), *other = kerf_new_over(k, NULL);
    assert_non_null(other);
    assert_int_equal(kerf_read_weights_memory(k, "w", "", 0), KERF_MISUSE);
    assert_int_equal(kerf_read_weights_memory(other, "w", "", 0), KERF_MISUSE);
    assert_int_equal(kerf_add_evidence_memory(other, "e.db", evidence, strlen(evidence)), KERF_OK);
    assert_int_equal(kerf_learn(other, NULL, &learned), KERF_MISUSE);
    kerf_free(other);
    assert_int_equal(kerf_read_weights_memory(k, "w", "", 0), KERF_OK);
    kerf_free(k);
}

/* ---- Learning, then asking ---- */

static void test_learn_then_ask(void **state)
{
    (void)state;
    static const char learnable[] = "*Friends(person, person)\n*Runs(person)\nSmokes(person)\n"
                                    "Friends(x, y) => (Smokes(x) <=> Smokes(y))\nSmokes(x)\n"
                                    "Runs(+x) ^ Smokes(x)\n";
    static const char world[] =
        "Friends(Anna, Bob)\nSmokes(Anna)\nSmokes(Bob)\nFriends(Carl, Dan)\n"
        "Runs(Carl)\nSmokes(Carl)\nSmokes(Dan)\n";
    int more;
    kerf_learned learned = { .size = sizeof learned };
    kerf_result r = { .size = sizeof r };
    kerf *k = kerf_new(NULL);
    assert_int_equal(kerf_read_model_memory(k, "l.mln", learnable, strlen(learnable)), KERF_OK);
    assert_int_equal(kerf_add_evidence_memory(k, "t.db", world, strlen(world)), KERF_OK);
    assert_int_equal(kerf_learn(k, NULL, &learned), KERF_OK);
    assert_int_equal(kerf_map(k, NULL, &r), KERF_MISUSE); /* there is no world */
    assert_int_equal(kerf_add_evidence_memory(k, "e.db", evidence, strlen(evidence)), KERF_OK);
    assert_int_equal(kerf_next_world(k, &more), KERF_OK);
    assert_int_equal(more, 1);
    assert_int_equal(kerf_map(k, NULL, &r), KERF_OK);
    kerf_formula_info learnt = { .size = sizeof learnt };
    assert_int_equal(kerf_formula_get(k, 0, &learnt), KERF_OK);
    double first = learnt.weight;
    assert_int_equal(kerf_formula_get(k, 1, &learnt), KERF_OK);
    assert_true(first != 0 || learnt.weight != 0);
    const char *carl[] = { "Carl" };
    assert_int_equal(kerf_assert_atom(k, "Runs", carl, 1, KERF_TRUE, 0), KERF_OK);
    assert_int_equal(people(k), 3);
    assert_int_equal(kerf_map(k, NULL, &r), KERF_OK);
    assert_int_equal(kerf_retract_atom(k, "Runs", carl, 1), KERF_OK);
    assert_int_equal(people(k), 2);
    kerf_free(k);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ask_again),
        cmocka_unit_test(test_marginal_again),
        cmocka_unit_test(test_explained_between),
        cmocka_unit_test(test_assert_first),
        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_mended),
        cmocka_unit_test(test_memory_stays),
        cmocka_unit_test(test_memory_after_edits),
        cmocka_unit_test(test_crowd),
        cmocka_unit_test(test_clone),
        cmocka_unit_test(test_clone_newcomer),
        cmocka_unit_test(test_threads),
        cmocka_unit_test(test_shared),
        cmocka_unit_test(test_function),
        cmocka_unit_test(test_words),
        cmocka_unit_test(test_learn_then_ask),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

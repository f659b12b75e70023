/* test_map_worlds.c -- kerf_map_worlds(): the same for any number of threads, in order, and as it
 * would be one world after the other when something goes wrong. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "kerf.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORLDS = 40, ROOM = 1 << 17 };

static const char smokers[] = "*Friends(person, person)\n"
                              "Smokes(person)\n"
                              "Tall(person)\n"
                              "1.5 Friends(x,y) ^ Smokes(x) => Smokes(y)\n"
                              "-0.5 Smokes(x)\n"
                              "0.25 Smokes(Anna)\n"
                              "Friends(x,x) => Smokes(x).\n";

typedef struct text {
    char at[ROOM];
    size_t n;
} text;

static int collect(void *context, const char *from, size_t n)
{
    text *t = context;
    assert_true(t->n + n < sizeof t->at);
    memcpy(t->at + t->n, from, n);
    t->n += n;
    t->at[t->n] = '\0';
    return 0;
}

static void add(text *to, const char *from)
{
    collect(to, from, strlen(from));
}

/* World i has i + 1 people, so that some are done long before others. Anna is one that the model
 * names, the others have other ids in every world. */
static void write_worlds(text *to, int n)
{
    char line[64];
    to->n = 0;
    for (int i = 0; i < n; i++) {
        int people = 1 + i * 7 % n;
        collect(to, line, (size_t)snprintf(line, sizeof line, ">> world %d\n", i));
        for (int p = 0; p < people; p++)
            collect(to, line,
                    (size_t)snprintf(line, sizeof line, "Friends(%s, P%d)\n", p % 3 ? "P1" : "Anna",
                                     (p * p + i) % people));
        if (i % 5 == 2) add(to, "Smokes(P0)\n");
    }
}

static kerf *with(const char *evidence, const char *threads, const kerf_config *config)
{
    kerf *k = kerf_new(config);
    if (!k) return NULL;
    kerf_status st = kerf_set(k, "threads", threads);
    if (st == KERF_OK) st = kerf_set(k, "query", "Smokes,Tall");
    if (st == KERF_OK) st = kerf_read_model_memory(k, "m.mln", smokers, strlen(smokers));
    if (st == KERF_OK) st = kerf_add_evidence_memory(k, "e.db", evidence, strlen(evidence));
    if (st == KERF_OK) return k;
    assert_int_equal(st, KERF_NO_MEMORY);
    kerf_free(k);
    return NULL;
}

typedef struct taken {
    text *answers;
    int n;
    int most; /* so many are wanted */
    kerf_result last;
} taken;

static kerf_status take(kerf *k, const kerf_result *r, void *context)
{
    taken *t = context;
    kerf_atom a = { .size = sizeof a };
    t->n++;
    t->last = *r;
    for (size_t i = 0; i < kerf_answer_count(k); i++) {
        kerf_status st = kerf_answer_get(k, i, &a);
        if (st != KERF_OK) return st;
    }
    kerf_status st = kerf_write_answer(k, KERF_ANSWER_JSON, collect, t->answers);
    return st == KERF_OK && t->n == t->most ? KERF_UNSUPPORTED : st;
}

static void add_messages(const kerf *k, text *to)
{
    for (size_t i = 0; i < kerf_message_count(k); i++) {
        const kerf_message *m = kerf_message_get(k, i);
        char line[512];
        int n = snprintf(line, sizeof line, "%d %s %u %u %s %s %s\n", (int)m->severity,
                         m->file ? m->file : "", m->line, m->column, m->text,
                         m->hint ? m->hint : "", m->source ? m->source : "");
        collect(to, line, (size_t)n);
    }
}

/* All there is to see of a run. */
static kerf_status see(const char *evidence, const char *threads, int most, text *to, int *n)
{
    to->n = 0;
    taken t = { .answers = to, .most = most };
    kerf *k = with(evidence, threads, NULL);
    assert_non_null(k);
    kerf_status st = kerf_map_worlds(k, NULL, take, &t);
    add_messages(k, to);
    add(to, kerf_error(k));
    kerf_free(k);
    *n = t.n;
    return st;
}

static void compare(const char *evidence, int most, kerf_status wanted, int worlds)
{
    static const char *const threads[] = { "1", "2", "3", "8", "64" };
    static text first, other;
    int n;
    assert_int_equal(see(evidence, threads[0], most, &first, &n), wanted);
    assert_int_equal(n, worlds);
    for (size_t i = 1; i < sizeof threads / sizeof *threads; i++) {
        assert_int_equal(see(evidence, threads[i], most, &other, &n), wanted);
        assert_int_equal(n, worlds);
        assert_string_equal(other.at, first.at);
    }
}

static void threads_change_nothing(void **state)
{
    (void)state;
    static text evidence;
    write_worlds(&evidence, WORLDS);
    compare(evidence.at, 0, KERF_OK, WORLDS);
    write_worlds(&evidence, 1);
    compare(evidence.at, 0, KERF_OK, 1);
    compare("", 0, KERF_OK, 1);
    compare("---\n>> a\n>> b\n---\n---\nFriends(A, B)\n", 0, KERF_OK, 4);
}

/* What was read ahead is neither written nor complained of. */
static void a_failure_ends_it(void **state)
{
    (void)state;
    static text evidence;
    write_worlds(&evidence, 9);
    size_t before = evidence.n;
    add(&evidence, ">> contradiction\nFriends(Bob, Bob)\n!Smokes(Bob)\n");
    add(&evidence, ">> next\nFriends(Bob)\n");
    compare(evidence.at, 0, KERF_INFEASIBLE, 9);
    evidence.n = before;
    add(&evidence, ">> wrong\nFriends(Bob)\nFoes(A, B)\n>> next\n");
    compare(evidence.at, 0, KERF_INVALID, 9);
    write_worlds(&evidence, WORLDS);
    compare(evidence.at, 7, KERF_UNSUPPORTED, 7);
    compare(evidence.at, 1, KERF_UNSUPPORTED, 1);
}

static void what_comes_after(void **state)
{
    (void)state;
    static text evidence, answers;
    int more;
    taken t = { .answers = &answers };
    write_worlds(&evidence, 9);
    kerf *k = with(evidence.at, "4", NULL);
    assert_int_equal(kerf_map_worlds(k, NULL, NULL, NULL), KERF_MISUSE);
    assert_string_equal(kerf_error(k), "kerf_map_worlds needs a function that takes answers");
    assert_int_equal(kerf_next_world(k, &more), KERF_OK); /* is passed over */
    assert_int_equal(kerf_map_worlds(k, NULL, take, &t), KERF_OK);
    assert_int_equal(t.n, 8);
    assert_int_equal(kerf_next_world(k, &more), KERF_OK);
    assert_int_equal(more, 0);
    assert_int_equal(kerf_map_worlds(k, NULL, take, &t), KERF_OK);
    assert_int_equal(t.n, 8);
    kerf_free(k);
    add(&evidence, ">> wrong\nFriends(Bob)\n");
    k = with(evidence.at, "4", NULL);
    assert_int_equal(kerf_map_worlds(k, NULL, take, &t), KERF_INVALID);
    assert_int_equal(kerf_map_worlds(k, NULL, take, &t), KERF_MISUSE);
    kerf_free(k);
    assert_int_equal(kerf_map_worlds(NULL, NULL, take, &t), KERF_MISUSE);
}

/* ---- Stopping and progress ------------------------------------------------------------------ */

typedef struct watch {
    int questions, most;
    uint32_t iterations;
} watch;

static int stop_at(void *context)
{
    watch *w = context;
    return ++w->questions > w->most;
}

static void count_iterations(void *context, const kerf_iteration *i)
{
    watch *w = context;
    assert_true(i->iteration == 1 || i->iteration == w->iterations + 1);
    w->iterations = i->iteration;
}

static void it_can_be_stopped(void **state)
{
    (void)state;
    static text evidence, answers;
    int ends = 0;
    write_worlds(&evidence, WORLDS);
    for (int most = 0; most < 60; most++) {
        watch w = { .most = most };
        taken t = { .answers = &answers };
        kerf_map_options o = {
            .size = sizeof o, .stop = stop_at, .progress = count_iterations, .context = &w
        };
        answers.n = 0;
        kerf *k = with(evidence.at, "3", NULL);
        kerf_status st = kerf_map_worlds(k, &o, take, &t);
        assert_true(st == KERF_OK || st == KERF_INTERRUPTED);
        assert_true(t.n < WORLDS);
        if (st == KERF_OK) assert_int_equal(t.last.ending, KERF_STOPPED);
        ends += t.n > 0;
        kerf_free(k);
    }
    assert_true(ends > 0);
}

/* ---- Memory --------------------------------------------------------------------------------- */

static void starve(const char *threads, const char *evidence)
{
    static text answers;
    kerf_status st = KERF_NO_MEMORY;
    for (int64_t n = 0; st == KERF_NO_MEMORY; n++) {
        kerf_config config = { .size = sizeof config, .test_faults = 1, .fail_after = n };
        taken t = { .answers = &answers };
        answers.n = 0;
        kerf *k = with(evidence, threads, &config);
        if (!k) continue;
        st = kerf_map_worlds(k, NULL, take, &t);
        if (st == KERF_NO_MEMORY) assert_string_equal(kerf_error(k), "out of memory");
        kerf_free(k); /* asserts that nothing leaks */
        assert_true(n < 100000);
    }
    assert_int_equal(st, KERF_OK);
}

static void every_allocation_may_fail(void **state)
{
    (void)state;
    static text evidence;
    write_worlds(&evidence, 6);
    starve("1", evidence.at);
    starve("3", evidence.at);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(threads_change_nothing),    cmocka_unit_test(a_failure_ends_it),
        cmocka_unit_test(what_comes_after),          cmocka_unit_test(it_can_be_stopped),
        cmocka_unit_test(every_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

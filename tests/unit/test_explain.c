/* test_explain.c -- explanations through the public interface: structures, misuse, stops, and
 * memory that runs out at every allocation. */
#include "kerf.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static const char model[] = "*Friends(person, person)\n"
                            "Smokes(person)\n"
                            "Cancer(person)\n"
                            "1.5 Smokes(x) => Cancer(x)\n"
                            "1.1 Friends(x, y) ^ Smokes(x) => Smokes(y)\n"
                            "-0.8 Smokes(x)\n"
                            "-1 Cancer(x)\n"
                            "!Cancer(Dora).\n"
                            "few: 0.7 |x : Smokes(x)| <= 1\n";
static const char evidence[] = "Friends(Anna, Bob)\nFriends(Bob, Carl)\nSmokes(Anna)\n"
                               "Smokes(Carl) 0.3\nFriends(Carl, Dora)\n";

static kerf_status open_world(kerf *k)
{
    int more;
    kerf_status st = kerf_read_model_memory(k, "m.mln", model, sizeof model - 1);
    if (st == KERF_OK) st = kerf_add_evidence_memory(k, "m.db", evidence, sizeof evidence - 1);
    return st == KERF_OK ? kerf_next_world(k, &more) : st;
}

static kerf_status map(kerf *k)
{
    kerf_result r = { .size = sizeof r };
    return kerf_map(k, NULL, &r);
}

static void parts_are_structs(void **state)
{
    (void)state;
    kerf *k = kerf_new(NULL);
    kerf_explanation e = { .size = sizeof e };
    kerf_explained_grounding g = { .size = sizeof g };
    kerf_explained_atom a = { .size = sizeof a };
    double sum = 0;
    assert_int_equal(open_world(k), KERF_OK);
    assert_int_equal(kerf_explain(k, "Smokes(Bob)", NULL, &e), KERF_MISUSE); /* no answer yet */
    assert_int_equal(map(k), KERF_OK);
    assert_int_equal(kerf_explain(k, "Smokes(Bob)", NULL, &e), KERF_OK);
    assert_int_equal(e.kind, KERF_EXPLAINED_COST);
    assert_int_equal(e.outcome, KERF_OPTIMAL);
    for (int other = 0; other < 2; other++) {
        size_t n = other ? e.other_pays : e.answer_pays;
        for (size_t i = 0; i < n; i++) {
            assert_int_equal(kerf_explained_paid(k, 0, other, i, &g), KERF_OK);
            sum += other ? fabs(g.weight) : -fabs(g.weight);
            for (size_t j = 0; j < g.atoms; j++)
                assert_int_equal(kerf_explained_paid_atom(k, 0, other, i, j, &a), KERF_OK);
            assert_int_equal(kerf_explained_paid_atom(k, 0, other, i, g.atoms, &a), KERF_MISUSE);
        }
        assert_int_equal(kerf_explained_paid(k, 0, other, n, &g), KERF_MISUSE);
    }
    assert_true(fabs(sum - e.difference) < 1e-9);
    assert_int_equal(e.flips, 1);
    assert_int_equal(kerf_explained_flip(k, 0, 0, &a), KERF_OK);
    assert_string_equal(a.text, "Cancer(Bob)");
    assert_int_equal(kerf_explain(k, "Cancer(Dora)", NULL, &e), KERF_OK);
    assert_int_equal(e.kind, KERF_EXPLAINED_FORBIDDEN);
    assert_true(e.conflict > 0 && isinf(e.difference));
    assert_int_equal(kerf_explain(k, "Smokes(Anna)", NULL, &e), KERF_OK);
    assert_int_equal(e.kind, KERF_EXPLAINED_EVIDENCE);
    assert_int_equal(e.line, 3);
    assert_int_equal(kerf_explanation_count(k), 3);
    assert_int_equal(map(k), KERF_OK); /* the next answer has none */
    assert_int_equal(kerf_explanation_count(k), 0);
    kerf_free(k);
}

static int nowhere(void *context, const char *text, size_t n)
{
    (void)context;
    (void)text;
    (void)n;
    return 0;
}

static void misuse(void **state)
{
    (void)state;
    static const char numbers[] = "*D(thing, double)\nP(thing)\nw: D(x, w) ^ P(x)\n";
    kerf_explanation e = { .size = sizeof e };
    int more;
    kerf *k = kerf_new(NULL);
    assert_int_equal(kerf_read_model_memory(k, "m.mln", numbers, sizeof numbers - 1), KERF_OK);
    assert_int_equal(kerf_add_evidence_memory(k, "m.db", "D(A, 1)\n", 8), KERF_OK);
    assert_int_equal(kerf_next_world(k, &more), KERF_OK);
    assert_int_equal(kerf_explain(k, "P(A)", NULL, &e), KERF_MISUSE);
    assert_string_equal(kerf_error(k), "there is no answer to explain: kerf_map() gives one");
    assert_int_equal(kerf_write_explanations(k, KERF_REPORT_TEXT, nowhere, NULL), KERF_MISUSE);
    assert_string_equal(kerf_error(k), "nothing is explained: kerf_explain() does that");
    assert_int_equal(map(k), KERF_OK);
    assert_int_equal(kerf_explain(k, NULL, NULL, &e), KERF_MISUSE);
    assert_string_equal(kerf_error(k), "kerf_explain needs an atom");
    assert_int_equal(kerf_explain(k, "D(A, one)", NULL, &e), KERF_INVALID);
    assert_non_null(strstr(kerf_error(k), "the last argument is a number"));
    assert_int_equal(kerf_write_forecast(k, nowhere, NULL), KERF_OK);
    assert_int_equal(kerf_explain(k, "P(A)", NULL, &e), KERF_MISUSE);
    assert_string_equal(kerf_error(k), "what kerf_map() has ground is gone: call it again");
    kerf_free(k);
}

static int at_once(void *context)
{
    int *left = context;
    return --*left < 0;
}

/* However early it is stopped, what is said holds, and the answer can still be explained. */
static void stops_leave_bounds(void **state)
{
    (void)state;
    for (int after = 0; after < 12; after++) {
        kerf *k = kerf_new(NULL);
        int left = after;
        kerf_explain_options o = { .size = sizeof o, .stop = at_once, .context = &left };
        kerf_explanation e = { .size = sizeof e }, whole = { .size = sizeof whole };
        assert_int_equal(open_world(k), KERF_OK);
        assert_int_equal(map(k), KERF_OK);
        assert_int_equal(kerf_explain(k, "Smokes(Bob)", &o, &e), KERF_OK);
        assert_int_equal(kerf_explain(k, "Smokes(Bob)", NULL, &whole), KERF_OK);
        assert_int_equal(whole.outcome, KERF_OPTIMAL);
        assert_true(e.least_difference <= whole.difference + 1e-9);
        assert_true(e.difference >= whole.difference - 1e-9);
        kerf_free(k);
    }
}

/* What was proven of an atom is told again without a search, until the answer goes; what was not is
 * looked for again. */
static void asked_again(void **state)
{
    (void)state;
    int never = 0, always = 1000000;
    kerf_explain_options first = { .size = sizeof first, .stop = at_once, .context = &always };
    kerf_explain_options again = { .size = sizeof again, .stop = at_once, .context = &never };
    kerf_explanation e = { .size = sizeof e }, same = { .size = sizeof same };
    const char *const bob[] = { "Anna", "Bob" };
    kerf *k = kerf_new(NULL);
    assert_int_equal(open_world(k), KERF_OK);
    assert_int_equal(map(k), KERF_OK);
    assert_int_equal(kerf_explain(k, "Smokes(Bob)", &first, &e), KERF_OK);
    assert_int_equal(e.outcome, KERF_OPTIMAL);
    assert_int_equal(kerf_explain(k, "Smokes(Bob)", &again, &same), KERF_OK);
    assert_int_equal(same.kind, e.kind);
    assert_int_equal(same.outcome, KERF_OPTIMAL);
    assert_true(same.difference == e.difference && same.least_difference == e.least_difference);
    assert_int_equal(same.other_pays, e.other_pays);
    assert_int_equal(kerf_explanation_count(k), 2);
    assert_int_equal(kerf_retract_atom(k, "Friends", bob, 2), KERF_OK);
    assert_int_equal(map(k), KERF_OK);
    assert_int_equal(kerf_explain(k, "Smokes(Bob)", NULL, &same), KERF_OK);
    assert_true(fabs(same.difference - e.difference) > 1e-3);
    kerf_free(k);
}

/* Only what is asked for was solved: the answer is not proven as a whole, and every atom of it is
 * explained. */
static void only_asked(void **state)
{
    (void)state;
    static const char *const atoms[] = { "Smokes(Bob)", "Cancer(Carl)" };
    kerf *k = kerf_new(NULL);
    assert_int_equal(kerf_set(k, "ask", "Smokes(Bob)"), KERF_OK);
    assert_int_equal(kerf_set(k, "only-asked", "yes"), KERF_OK);
    assert_int_equal(open_world(k), KERF_OK);
    assert_int_equal(map(k), KERF_OK);
    for (size_t i = 0; i < sizeof atoms / sizeof *atoms; i++) {
        kerf_explanation e = { .size = sizeof e };
        assert_int_equal(kerf_explain(k, atoms[i], NULL, &e), KERF_OK);
        assert_int_equal(e.kind, KERF_EXPLAINED_COST);
    }
    kerf_free(k);
}

/* ---- Least changes ---- */

static kerf_explanation explain_change(kerf *k, const char *atom, const char *names, uint32_t tries)
{
    kerf_explanation e = { .size = sizeof e };
    kerf_explain_options o = { .size = sizeof o, .least_change = names, .change_tries = tries };
    assert_int_equal(kerf_explain(k, atom, &o, &e), KERF_OK);
    return e;
}

static void least_changes(void **state)
{
    (void)state;
    kerf *k = kerf_new(NULL);
    kerf_changed_fact f = { .size = sizeof f };
    assert_int_equal(open_world(k), KERF_OK);
    assert_int_equal(map(k), KERF_OK);
    kerf_explanation e = explain_change(k, "Cancer(Anna)", "Smokes", 0);
    assert_int_equal(e.change, KERF_CHANGE_LEAST);
    assert_int_equal(e.changes, 1);
    assert_int_equal(e.change_facts, 2);
    assert_true(e.change_difference > 0);
    assert_int_equal(kerf_explained_change(k, 0, 0, &f), KERF_OK);
    assert_string_equal(f.text, "Smokes(Anna)");
    assert_string_equal(f.predicate, "Smokes");
    assert_int_equal(f.arity, 1);
    assert_string_equal(f.arguments[0], "Anna");
    assert_int_equal(f.truth, KERF_TRUE);
    assert_int_equal(f.other_truth, KERF_UNKNOWN);
    assert_true(isnan(f.probability) && isnan(f.other_probability));
    assert_string_equal(f.file, "m.db");
    assert_int_equal(f.line, 3);
    assert_int_equal(kerf_explained_change(k, 0, 1, &f), KERF_MISUSE);
    e = explain_change(k, "Cancer(Anna)", "Friends", 0);
    assert_int_equal(e.change, KERF_CHANGE_NONE);
    assert_int_equal(e.change_complete, 3);
    assert_int_equal(e.change_tried, 7);
    e = explain_change(k, "Cancer(Anna)", "Friends", 5);
    assert_int_equal(e.change, KERF_CHANGE_NOT_FOUND);
    assert_true(e.change_tried <= 5 && e.change_complete < 3);
    e = explain_change(k, "Cancer(Anna)", "Cancer", 0); /* evidence says nothing of it */
    assert_int_equal(e.change, KERF_CHANGE_NONE);
    assert_int_equal(e.change_facts, 0);
    e = explain_change(k, "Smokes(Anna)", "Smokes", 0);
    assert_int_equal(e.change, KERF_CHANGE_NOT_SOUGHT);
    assert_string_equal(kerf_change_text(e.change), "not sought");
    kerf_explain_options o = { .size = sizeof o, .least_change = "Smoke" };
    size_t before = kerf_explanation_count(k);
    assert_int_equal(kerf_explain(k, "Cancer(Anna)", &o, &e), KERF_MISUSE);
    assert_non_null(strstr(kerf_error(k), "did you mean Smokes?"));
    assert_int_equal(kerf_explanation_count(k), before);
    kerf_free(k);
}

/* The change, made, flips the atom; and what a program says has no file. */
static void change_is_made(void **state)
{
    (void)state;
    const char *anna[] = { "Anna" };
    kerf *k = kerf_new(NULL);
    kerf_changed_fact f = { .size = sizeof f };
    assert_int_equal(open_world(k), KERF_OK);
    assert_int_equal(kerf_retract_atom(k, "Smokes", anna, 1), KERF_OK);
    assert_int_equal(kerf_assert_atom(k, "Smokes", anna, 1, KERF_TRUE, 0), KERF_OK);
    assert_int_equal(map(k), KERF_OK);
    kerf_explanation e = explain_change(k, "Cancer(Anna)", "Smokes", 0);
    assert_int_equal(e.changes, 1);
    assert_int_equal(kerf_explained_change(k, 0, 0, &f), KERF_OK);
    assert_string_equal(f.file, "");
    assert_int_equal(kerf_explain(k, "Smokes(Anna)", NULL, &e), KERF_OK);
    assert_string_equal(e.file, "");
    assert_int_equal(kerf_assert_atom(k, f.predicate, anna, 1, f.other_truth, 0), KERF_OK);
    assert_int_equal(map(k), KERF_OK);
    assert_int_equal(kerf_explain(k, "Cancer(Anna)", NULL, &e), KERF_OK);
    assert_int_equal(e.value, 0);
    kerf_free(k);
}

/* However early it is stopped, a change that is told flips the atom, and least is least. */
static void stopped_changes(void **state)
{
    (void)state;
    for (int after = 0; after < 200; after += 1 + after / 4) {
        kerf *k = kerf_new(NULL);
        int left = after;
        kerf_explain_options o = {
            .size = sizeof o, .stop = at_once, .context = &left, .least_change = "Friends,Smokes"
        };
        kerf_explanation e = { .size = sizeof e };
        assert_int_equal(open_world(k), KERF_OK);
        assert_int_equal(map(k), KERF_OK);
        assert_int_equal(kerf_explain(k, "Cancer(Anna)", &o, &e), KERF_OK);
        assert_true(e.change == KERF_CHANGE_NOT_FOUND || e.change == KERF_CHANGE_LEAST
                    || e.change == KERF_CHANGE_SOME);
        assert_true(e.change == KERF_CHANGE_NOT_FOUND ? e.changes == 0 : e.changes >= 1);
        assert_int_equal(kerf_explain(k, "Cancer(Anna)", NULL, &e), KERF_OK);
        kerf_free(k);
    }
}

/* Every allocation fails in turn: a clean status, and nothing is left behind (kerf_free()
 * looks). */
static void memory_runs_out(void **state)
{
    (void)state;
    const kerf_explain_options o = { .size = sizeof o, .least_change = "Smokes,Friends" };
    kerf_status st = KERF_NO_MEMORY;
    int64_t n = 0;
    for (; st != KERF_OK; n++) {
        kerf_config config = { .size = sizeof config, .fail_after = n, .test_faults = 1 };
        kerf *k = kerf_new(&config);
        if (!k) continue;
        st = open_world(k);
        if (st == KERF_OK) st = map(k);
        if (st == KERF_OK) st = kerf_explain(k, "Smokes(Bob)", NULL, NULL);
        if (st == KERF_OK) st = kerf_explain(k, "Cancer(Dora)", NULL, NULL);
        if (st == KERF_OK) st = kerf_explain_departures(k, NULL);
        if (st == KERF_OK) st = kerf_explain(k, "Cancer(Anna)", &o, NULL);
        assert_true(st == KERF_OK || st == KERF_NO_MEMORY);
        kerf_free(k);
    }
    assert_true(n > 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parts_are_structs),  cmocka_unit_test(misuse),
        cmocka_unit_test(stops_leave_bounds), cmocka_unit_test(least_changes),
        cmocka_unit_test(change_is_made),     cmocka_unit_test(stopped_changes),
        cmocka_unit_test(memory_runs_out),    cmocka_unit_test(only_asked),
        cmocka_unit_test(asked_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* test_verify.c -- the verifier: numbers worked out by hand, score + cost the same for every
 * answer, order of calls, interruption, memory that runs out. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "kerf.h"
#include "verify/verify.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* ---- Helpers ------------------------------------------------------------------------------ */

static kerf *with(const char *query, const char *model, const char *evidence)
{
    kerf *k = kerf_new(NULL);
    assert_non_null(k);
    if (query) assert_int_equal(kerf_set(k, "query", query), KERF_OK);
    assert_int_equal(kerf_read_model_memory(k, "m.mln", model, strlen(model)), KERF_OK);
    if (evidence)
        assert_int_equal(kerf_add_evidence_memory(k, "e.db", evidence, strlen(evidence)), KERF_OK);
    return k;
}

static kerf_verification verified(kerf *k, const char *answer)
{
    kerf_verification v = { .size = sizeof v };
    kerf_status status = kerf_verify_memory(k, "a.db", answer, strlen(answer), NULL, &v);
    if (status != KERF_OK) print_message("%s\n", kerf_error(k));
    assert_int_equal(status, KERF_OK);
    return v;
}

static kerf_verified_info info(kerf *k, size_t index)
{
    kerf_verified_info i = { .size = sizeof i };
    assert_int_equal(kerf_verified_get(k, index, &i), KERF_OK);
    return i;
}

static void near(double a, double b)
{
    if (fabs(a - b) > 1e-12 * (1 + fabs(b))) fail_msg("%.17g is not %.17g", a, b);
}

typedef struct buffer {
    char text[65536];
    size_t n;
} buffer;

static int collect(void *context, const char *text, size_t n)
{
    buffer *b = context;
    assert_true(b->n + n < sizeof b->text);
    memcpy(b->text + b->n, text, n);
    b->n += n;
    b->text[b->n] = '\0';
    return 0;
}

static int refuse(void *context, const char *text, size_t n)
{
    (void)context, (void)text, (void)n;
    return 1;
}

/* ---- By hand ------------------------------------------------------------------------------ */

/* 9 groundings of the first, false for (Bob,Carl); Smokes is true of Anna and Bob: -0.5 each; soft
 * evidence on Carl: ln(0.75 / 0.25) = ln 3, not heeded. */
static void sums(void **state)
{
    (void)state;
    kerf *k = with("Smokes",
                   "Friends(person, person)\nSmokes(person)\n"
                   "1.5 Friends(x,y) ^ Smokes(x) => Smokes(y)\n-0.5 Smokes(x)\n"
                   "rule: !Friends(x,x) v Smokes(x).\n",
                   "Friends(Anna,Bob) Friends(Bob,Carl) Friends(Carl,Carl)\n0.75 Smokes(Carl)\n");
    kerf_verification v = verified(k, "Smokes(Anna)\nSmokes(Bob) 1\nSmokes(Carl) 0\n");
    near(v.score, 8 * 1.5 - 1);
    near(v.cost, 1.5 + 1 + log(3));
    assert_int_equal(v.hard_violations, 1);
    assert_int_equal(v.worlds, 1);
    assert_int_equal(v.contradictions, 0);
    assert_int_equal(kerf_verified_count(k), 4);
    kerf_verified_info first = info(k, 0), rule = info(k, 2), soft = info(k, 3);
    assert_string_equal(first.label, "F1");
    assert_int_equal(first.line, 3);
    assert_int_equal(first.groundings, 9);
    assert_int_equal(first.satisfied, 8);
    assert_int_equal(first.unsatisfied, 1);
    near(first.score, 12);
    near(first.cost, 1.5);
    assert_int_equal(first.examples, 1);
    assert_string_equal(rule.label, "rule");
    assert_true(rule.hard);
    assert_true(isinf(rule.weight));
    assert_int_equal(rule.violations, 1);
    assert_string_equal(soft.label, "evidence");
    assert_int_equal(soft.line, 0);
    assert_int_equal(soft.groundings, 1);
    near(soft.cost, log(3));
    const char *world = NULL, *text = NULL;
    assert_int_equal(kerf_verified_example(k, 0, 0, &world, &text), KERF_OK);
    assert_string_equal(text, "Friends(Bob, Carl) ^ Smokes(Bob) => Smokes(Carl)");
    assert_string_equal(world, "1");
    assert_int_equal(kerf_verified_example(k, 2, 0, NULL, &text), KERF_OK);
    assert_string_equal(text, "!Friends(Carl, Carl) v Smokes(Carl)");
    kerf_free(k);
}

/* A sum of 1e16, 1 and -1e16 in any order is 1. */
static void compensated(void **state)
{
    (void)state;
    static const double orders[3][3] = { { 1e16, 1, -1e16 },
                                         { 1, 1e16, -1e16 },
                                         { 1e16, -1e16, 1 } };
    for (int i = 0; i < 3; i++) {
        kf_sum s = { 0 }, all = { 0 };
        for (int j = 0; j < 3; j++) kf_sum_add(&s, orders[i][j]);
        assert_true(kf_sum_get(&s) == 1.0);
        kf_sum_join(&all, &s);
        assert_true(kf_sum_get(&all) == 1.0);
    }
}

/* Constants made by functions are gone afterwards, and the next world starts anew: F1 has 2 + 2
 * groundings (A, f(A)) in the first world and 3 + 3 in the second. */
static void applications_are_taken_back(void **state)
{
    (void)state;
    kerf *k = with("P", "thing f(thing)\nT(thing)\nP(thing)\n1 P(x)\n",
                   ">> one\nT(A)\n>> two\nT(A) T(B) T(C)\n");
    kerf_verification v = verified(k, ">> one\nP(\"f(A)\")\n>> two\nP(\"f(C)\") P(A)\n");
    kerf_type_info type = { .size = sizeof type };
    assert_int_equal(v.worlds, 2);
    near(v.score, 3);
    near(v.cost, 5);
    assert_int_equal(info(k, 0).groundings, 8);
    assert_int_equal(kerf_type_get(k, 0, &type), KERF_OK);
    assert_int_equal(type.constants, 3);
    kerf_free(k);
}

/* ---- Score + cost is what could be had at most -------------------------------------------- */

static const char every_kind[] = "thing f(thing)\n"
                                 "n = {1, 2, 3}\n"
                                 "E(thing, thing)\n"
                                 "W(thing, double)\n"
                                 "P(thing)\n"
                                 "Q(n)\n"
                                 "1.25 E(x,y) ^ P(x) => P(y)\n"
                                 "-0.75 P(x) v !P(y) v E(x,y)\n"
                                 "w: W(x,w) ^ !P(x) => P(f(x))\n"
                                 "2 Q(t) <=> Q(t + 1)\n"
                                 "0.5 EXIST x (E(x,y) ^ P(x)) ^ FORALL t (Q(t) v t > 1)\n"
                                 "-1.5 |t : Q(t) ^ t < 3| >= 1\n"
                                 "3 |x,y : P(x) ^ P(y) ^ x != y| = 2\n"
                                 "0.25 P(x) <=> P(y)\n"
                                 "P(A) v Q(1) v Q(3).\n"
                                 "|t : Q(t)| <= 2.\n";
static const char every_evidence[] = "E(A,B) E(B,B)\nA = f(B)\nW(A,0.5) W(B,-2) W(B,1)\n"
                                     "0.3 P(A)\n!Q(2)\n";

static void same_sum_for_every_answer(void **state)
{
    (void)state;
    static const char *const atoms[] = { "P(A)", "P(B)", "Q(1)", "Q(3)" };
    double most = NAN;
    for (unsigned bits = 0; bits < 16; bits++) {
        char answer[256] = "";
        size_t n = 0;
        for (int i = 0; i < 4; i++)
            if (bits >> i & 1)
                n += (size_t)snprintf(answer + n, sizeof answer - n, "%s\n", atoms[i]);
        kerf *k = with("P,Q", every_kind, every_evidence);
        kerf_verification v = verified(k, answer);
        if (bits == 0) most = v.score + v.cost;
        near(v.score + v.cost, most);
        assert_true(v.cost >= 0);
        bool either = (bits & 1) || (bits & 12);
        assert_int_equal(v.hard_violations, !either);
        kerf_free(k);
    }
}

/* ---- Calls -------------------------------------------------------------------------------- */

static void order_of_calls(void **state)
{
    (void)state;
    kerf_verification v = { .size = sizeof v };
    kerf_verified_info i = { .size = sizeof i };
    const char *text;
    buffer b = { .n = 0 };
    int more;
    assert_int_equal(kerf_verify(NULL, "a.db", NULL, &v), KERF_MISUSE);
    kerf *k = kerf_new(NULL);
    assert_int_equal(kerf_verify(k, "a.db", NULL, &v), KERF_MISUSE);
    assert_string_equal(kerf_error(k), "an answer is verified after the model is read");
    kerf_free(k);

    k = with("P", "P(thing)\n1 P(x)\n", "P(A)\n");
    assert_int_equal(kerf_verify(k, NULL, NULL, &v), KERF_MISUSE);
    assert_string_equal(kerf_error(k), "an answer needs a file name or a name for messages");
    assert_int_equal(kerf_verify(k, "a.db", NULL, NULL), KERF_MISUSE);
    assert_string_equal(kerf_error(k), "there is no place for the answer");
    assert_int_equal(kerf_verify_memory(k, "a.db", NULL, 3, NULL, &v), KERF_MISUSE);
    assert_string_equal(kerf_error(k), "an answer in memory needs its text");
    assert_int_equal(kerf_write_verification(k, KERF_REPORT_TEXT, collect, &b), KERF_MISUSE);
    assert_string_equal(kerf_error(k), "nothing has been verified");
    assert_int_equal(kerf_verified_count(k), 0);
    assert_int_equal(kerf_verified_get(k, 0, &i), KERF_MISUSE);
    assert_int_equal(kerf_verify_memory(k, "a.db", NULL, 0, NULL, &v), KERF_OK);
    near(v.score, 1); /* by evidence */
    assert_int_equal(kerf_verified_get(k, 1, &i), KERF_MISUSE);
    assert_int_equal(kerf_verified_get(k, 0, NULL), KERF_MISUSE);
    assert_int_equal(kerf_verified_example(k, 0, 0, NULL, &text), KERF_MISUSE);
    assert_int_equal(kerf_write_verification(k, (kerf_report_format)7, collect, &b), KERF_MISUSE);
    assert_string_equal(kerf_error(k), "there is no format 7");
    assert_int_equal(kerf_write_verification(k, KERF_REPORT_JSON, NULL, &b), KERF_MISUSE);
    assert_int_equal(kerf_write_verification(k, KERF_REPORT_JSON, refuse, &b), KERF_IO);
    assert_int_equal(kerf_write_verification(k, KERF_REPORT_JSON, collect, &b), KERF_OK);
    assert_non_null(strstr(b.text, "{\"score\":1,\"cost\":0,\"hard_violations\":0,\"worlds\":1,"));
    assert_int_equal(kerf_verify(k, "a.db", NULL, &v), KERF_MISUSE);
    assert_string_equal(kerf_error(k),
                        "kerf_verify() reads the worlds itself, from the first one on");
    kerf_free(k);

    k = with("P", "P(thing)\n1 P(x)\n", "P(A)\n");
    assert_int_equal(kerf_next_world(k, &more), KERF_OK);
    assert_int_equal(kerf_verify(k, "a.db", NULL, &v), KERF_MISUSE);
    kerf_free(k);

    k = with("P", "P(thing)\n1 P(x)\n", "P(A)\n");
    assert_int_equal(kerf_verify(k, "/no/such/file", NULL, &v), KERF_IO);
    assert_int_equal(kerf_verify(k, "a.db", NULL, &v), KERF_MISUSE);
    assert_string_equal(kerf_error(k), "reading failed before: start a new session");
    kerf_free(k);
}

static int stop(void *context)
{
    ++*(int *)context;
    return 1;
}

static void interrupted(void **state)
{
    (void)state;
    int asked = 0;
    kerf_verification v = { .size = sizeof v };
    kerf_verify_options options = { .size = sizeof options, .stop = stop, .context = &asked };
    kerf *k = with("P", "n = {1, ..., 100}\nP(n)\n1 P(x) ^ P(y) ^ P(z)\n", NULL);
    assert_int_equal(kerf_verify_memory(k, "a.db", "", 0, &options, &v), KERF_INTERRUPTED);
    assert_int_equal(asked, 1);
    kerf_free(k);
}

static void note_progress(void *context, int level, const char *text)
{
    (void)text;
    *(int *)context += level == KERF_LOG_PROGRESS;
}

/* Contradictions are errors, but the rest is verified. */
static void contradictions(void **state)
{
    (void)state;
    kerf *k = with("P", "T(thing)\nP(thing)\n1 P(x)\n", "T(B)\n!P(A)\n");
    kerf_verification v = verified(k, "P(A)\nP(B)\nT(A)\n");
    assert_int_equal(v.contradictions, 2);
    assert_int_equal(kerf_message_total(k, KERF_ERROR), 2);
    near(v.score, 1);
    near(v.cost, 0);
    kerf_free(k);
}

/* ---- Memory ------------------------------------------------------------------------------- */

static kerf_status whole_way(kerf *k, const char *answer)
{
    kerf_verification v = { .size = sizeof v };
    kerf_verified_info i = { .size = sizeof i };
    buffer b = { .n = 0 };
    static const char extra[] = "R(n, n)\nacyclic R.\nw: W(x,w) => P(x)\n1 P(concat(x, x))\n"
                                "|w : W(x,w) ^ P(x)| <= 0.\n1 substr(x, y) ^ P(x) ^ P(y)\n";
    char model[2048];
    snprintf(model, sizeof model, "%s%s", every_kind, extra);
    kerf_status s = kerf_set(k, "query", "P,Q,R");
    if (s == KERF_OK) s = kerf_read_model_memory(k, "m.mln", model, strlen(model));
    if (s == KERF_OK)
        s = kerf_add_evidence_memory(k, "e.db", every_evidence, sizeof every_evidence - 1);
    if (s == KERF_OK) s = kerf_verify_memory(k, "a.db", answer, strlen(answer), NULL, &v);
    for (size_t n = 0; s == KERF_OK && n < kerf_verified_count(k); n++)
        s = kerf_verified_get(k, n, &i);
    if (s == KERF_OK) s = kerf_write_verification(k, KERF_REPORT_TEXT, collect, &b);
    if (s == KERF_OK) s = kerf_write_verification(k, KERF_REPORT_JSON, collect, &b);
    return s;
}

static void every_allocation_may_fail(void **state)
{
    (void)state;
    static const char good[] = "P(B) Q(1) Q(3)\nR(1,2) R(2,1) R(3,3)\nQ(2)\n";
    static const char bad[] = "P(C)\nPP(A)\nP(A) P(A) 0\nQ(2)\n";
    for (int wrong = 0; wrong < 2; wrong++) {
        kerf_status wanted = wrong ? KERF_INVALID : KERF_OK, status = KERF_NO_MEMORY;
        int64_t n = 0;
        for (; status != wanted || n < 300; n++) {
            int said = 0;
            kerf_config config = { .size = sizeof config,
                                   .test_faults = 1,
                                   .fail_after = n,
                                   .log = note_progress,
                                   .log_context = &said };
            kerf *k = kerf_new(&config);
            if (!k) continue;
            status = whole_way(k, wrong ? bad : good);
            if (status != wanted && status != KERF_NO_MEMORY)
                fail_msg("allocation %lld: %s", (long long)n, kerf_error(k));
            if (status != KERF_OK) assert_true(*kerf_error(k) != '\0');
            kerf_free(k);
            assert_true(n < 100000);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sums),
        cmocka_unit_test(compensated),
        cmocka_unit_test(applications_are_taken_back),
        cmocka_unit_test(same_sum_for_every_answer),
        cmocka_unit_test(order_of_calls),
        cmocka_unit_test(interrupted),
        cmocka_unit_test(contradictions),
        cmocka_unit_test(every_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* test_marginal.c -- kerf_marginal() and its readers through the public interface: two thirds,
 * conditioning, interchangeable atoms, expectations, stops, misuse. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <kerf.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static kerf *open_model(const char *model, const char *evidence, const char *query)
{
    kerf *k = kerf_new(NULL);
    int more = 0;
    assert_non_null(k);
    assert_int_equal(kerf_read_model_memory(k, "m.mln", model, strlen(model)), KERF_OK);
    assert_int_equal(kerf_set(k, "query", query), KERF_OK);
    assert_int_equal(kerf_add_evidence_memory(k, "e.db", evidence, strlen(evidence)), KERF_OK);
    assert_int_equal(kerf_next_world(k, &more), KERF_OK);
    assert_true(more);
    return k;
}

static double probability(kerf *k, const char *atom)
{
    kerf_probability a = { .size = sizeof a };
    for (size_t i = 0; i < kerf_probability_count(k); i++) {
        assert_int_equal(kerf_probability_get(k, i, &a), KERF_OK);
        if (strcmp(a.text, atom) == 0) return a.p;
    }
    fail_msg("%s has no probability", atom);
    return NAN;
}

static kerf_marginal_result solve(kerf *k)
{
    kerf_marginal_options options = { .size = sizeof options, .expectations = 1 };
    kerf_marginal_result r = { .size = sizeof r };
    assert_int_equal(kerf_marginal(k, &options, &r), KERF_OK);
    assert_int_equal(r.certainty, KERF_EXACT);
    assert_true(r.log_z_lo <= r.log_z && r.log_z <= r.log_z_hi);
    return r;
}

static const char MODEL[] = "t = {X, Y, Z}\nA(t)\nB(t)\n1.3 A(x) => B(x)\n0.4 A(x) ^ A(y)\n"
                            "-0.7 B(x)\n";

/* P(a) from Z with a and Z without. */
static void conditioning_agrees(void **state)
{
    (void)state;
    kerf *k = open_model(MODEL, "", "A,B");
    kerf *with = open_model(MODEL, "A(X)", "A,B"), *without = open_model(MODEL, "!A(X)", "A,B");
    double all = solve(k).log_z, some = solve(with).log_z, others = solve(without).log_z;
    assert_true(fabs(probability(k, "A(X)") - exp(some - all)) < 1e-13);
    assert_true(fabs(exp(some - all) + exp(others - all) - 1) < 1e-13);
    double p = probability(k, "A(X)"), b = probability(with, "B(Y)"),
           c = probability(without, "B(Y)");
    assert_true(fabs(p * b + (1 - p) * c - probability(k, "B(Y)")) < 1e-13);
    assert_true(fabs(probability(k, "A(X)") - probability(k, "A(Z)")) < 1e-14);
    kerf_free(k);
    kerf_free(with);
    kerf_free(without);
}

/* The derivative of log Z by a weight is how many groundings are true. */
static void expectations_are_derivatives(void **state)
{
    static const char more[] = "t = {X, Y, Z}\nA(t)\nB(t)\n1.3001 A(x) => B(x)\n0.4 A(x) ^ A(y)\n"
                               "-0.7 B(x)\n";
    static const char less[] = "t = {X, Y, Z}\nA(t)\nB(t)\n1.2999 A(x) => B(x)\n0.4 A(x) ^ A(y)\n"
                               "-0.7 B(x)\n";
    kerf_expectation e = { .size = sizeof e };
    (void)state;
    kerf *k = open_model(MODEL, "", "A,B"), *up = open_model(more, "", "A,B");
    kerf *down = open_model(less, "", "A,B");
    solve(k);
    assert_int_equal(kerf_expectation_get(k, 0, &e), KERF_OK);
    assert_true(fabs((solve(up).log_z - solve(down).log_z) / 2e-4 - e.satisfied) < 1e-7);
    assert_int_equal(e.groundings, 3);
    assert_int_equal(kerf_expectation_get(k, 3, &e), KERF_MISUSE);
    kerf_free(k);
    kerf_free(up);
    kerf_free(down);
}

/* The same where atoms are counted, and of a pair of them that no formula scores. */
static void see_counted(const char *also, uint32_t formula)
{
    static const double by[] = { 0, 1e-5, -1e-5 };
    double log_z[3];
    kerf_expectation e = { .size = sizeof e };
    for (int i = 2; i >= 0; i--) {
        char model[2048] = "t = {X0";
        size_t n = strlen(model);
        for (int x = 1; x < 60; x++) n += (size_t)sprintf(model + n, ", X%d", x);
        sprintf(model + n,
                "}\nF(t, t)\nS(t)\nC(t)\n%.5f S(x) => C(x)\n%.5f F(x, y) ^ S(x) => S(y)\n"
                "-0.5 S(x)\n%.5f %s\n",
                1.5, 0.1 + (formula == 1 ? by[i] : 0), 0.6 + (formula == 3 ? by[i] : 0), also);
        kerf *k = open_model(model, "S(X1)\n!S(X2)\nF(X1, X3)", "F,S,C");
        log_z[i] = solve(k).log_z;
        assert_int_equal(kerf_expectation_get(k, formula, &e), KERF_OK);
        kerf_free(k);
    }
    assert_int_equal(e.groundings, 3600);
    assert_true(fabs((log_z[1] - log_z[2]) / 2e-5 - e.satisfied) < 1e-5);
}

static void counted_expectations_are_derivatives(void **state)
{
    (void)state;
    see_counted("C(X1)", 1);
    see_counted("F(x, y) => F(y, x)", 1);
    see_counted("F(x, y) => F(y, x)", 3);
}

static void rows_have_expectations(void **state)
{
    static const char model[] = "*Looks(w, f)\nTag(w)\nfeature: Looks(x, +f) ^ Tag(x)\n"
                                "0.4 Tag(x) ^ Tag(y)\n";
    static const char evidence[] = "Looks(A, Cap)\nLooks(A, Ing)\nLooks(B, Ing)\n";
    static const char weights[] = "feature\tCap\t1.5\nfeature\tIng\t-0.5\n";
    kerf *k = kerf_new(NULL);
    int more = 0;
    kerf_expectation e = { .size = sizeof e };
    kerf_expectation_row r = { .size = sizeof r };
    (void)state;
    assert_int_equal(kerf_read_model_memory(k, "m.mln", model, strlen(model)), KERF_OK);
    assert_int_equal(kerf_read_weights_memory(k, "w", weights, strlen(weights)), KERF_OK);
    assert_int_equal(kerf_add_evidence_memory(k, "e.db", evidence, strlen(evidence)), KERF_OK);
    assert_int_equal(kerf_next_world(k, &more), KERF_OK);
    solve(k);
    assert_int_equal(kerf_expectation_get(k, 0, &e), KERF_OK);
    assert_int_equal(e.rows, 2);
    assert_int_equal(kerf_expectation_row_get(k, 0, 0, &r), KERF_OK);
    assert_int_equal(r.n_constants, 1);
    assert_string_equal(r.constants[0], "Cap");
    assert_true(r.weight == 1.5 && r.groundings == 1);
    assert_true(fabs(r.satisfied - probability(k, "Tag(A)")) < 1e-14);
    assert_int_equal(kerf_expectation_row_get(k, 0, 1, &r), KERF_OK);
    assert_string_equal(r.constants[0], "Ing");
    assert_true(r.groundings == 2);
    assert_true(fabs(r.satisfied - probability(k, "Tag(A)") - probability(k, "Tag(B)")) < 1e-14);
    assert_true(fabs(1.5 * probability(k, "Tag(A)") + r.score - e.score) < 1e-14);
    assert_int_equal(kerf_expectation_row_get(k, 0, 2, &r), KERF_MISUSE);
    assert_string_equal(kerf_error(k), "index 2 is past the end, 2");
    assert_int_equal(kerf_expectation_row_get(k, 1, 0, &r), KERF_MISUSE);
    kerf_free(k);
}

static int now(void *context)
{
    (void)context;
    return 1;
}

static void misuse_and_stops(void **state)
{
    kerf_marginal_options options = { .size = sizeof options, .method = 17 };
    kerf_marginal_result r = { .size = sizeof r };
    kerf_expectation e = { .size = sizeof e };
    kerf_probability a = { .size = sizeof a };
    kerf_probability_check c = { .size = sizeof c };
    (void)state;
    kerf *k = open_model(MODEL, "", "A,B");
    assert_int_equal(kerf_marginal(k, &options, &r), KERF_MISUSE);
    assert_string_equal(kerf_error(k), "there is no method 17");
    assert_int_equal(kerf_expectation_get(k, 0, &e), KERF_MISUSE);
    assert_string_equal(kerf_error(k),
                        "there are no expectations: kerf_marginal() finds them if asked");
    assert_int_equal(kerf_write_probabilities(k, KERF_ANSWER_DB, NULL, NULL), KERF_MISUSE);
    assert_string_equal(kerf_error(k), "there are no probabilities: kerf_marginal() finds them");
    assert_int_equal(kerf_verify_probabilities(k, NULL, &c), KERF_MISUSE);
    assert_string_equal(kerf_error(k), "probabilities need a file name");
    assert_int_equal(kerf_probability_get(k, 0, &a), KERF_MISUSE);
    options.method = KERF_MARGINAL_AUTO;
    options.stop = now;
    assert_int_equal(kerf_marginal(k, &options, &r), KERF_INTERRUPTED);
    assert_int_equal(r.ending, KERF_STOPPED);
    kerf_free(k);
}

/* With more and more memory: too little for anything, for the chains of the part that is too wide,
 * for nothing. */
static void little_memory_leaves_what_is_exact(void **state)
{
    static const char model[] = "t = {1, ..., 12}\nu = {X}\nA(t, t)\nB(u)\nC(u)\nB(x) v C(x).\n"
                                "0.2 A(x, y) ^ A(y, z) => A(x, z)\n";
    size_t nothing = 0, left = 0, all = 0;
    (void)state;
    for (size_t kib = 64; all == 0; kib += kib / 2) {
        kerf_marginal_options options = { .size = sizeof options };
        kerf_marginal_result r = { .size = sizeof r };
        kerf_probability a = { .size = sizeof a };
        kerf *k = open_model(model, "", "A,B,C");
        char limit[32];
        snprintf(limit, sizeof limit, "%zuk", kib);
        assert_int_equal(kerf_set(k, "samples", "400"), KERF_OK);
        assert_int_equal(kerf_set(k, "memory-limit", limit), KERF_OK);
        kerf_status st = kerf_marginal(k, &options, &r);
        assert_true(st == KERF_NO_MEMORY || st == KERF_LIMIT || st == KERF_OK);
        nothing += st == KERF_NO_MEMORY;
        left += st == KERF_LIMIT;
        all += st == KERF_OK;
        if (st == KERF_LIMIT) {
            assert_int_equal(r.certainty, KERF_UNCONVERGED);
            assert_int_equal(r.exact_components, 1);
            assert_int_equal(r.sampled_components, 0);
            assert_true(isnan(r.log_z));
            assert_non_null(strstr(kerf_error(k), "memory was too little"));
            assert_int_equal(kerf_probability_get(k, 0, &a), KERF_OK);
            assert_true(a.p == 0.5 && a.lo == 0 && a.hi == 1 && strcmp(a.method, "none") == 0);
        }
        if (st != KERF_NO_MEMORY) assert_true(fabs(probability(k, "B(X)") - 2.0 / 3) < 1e-14);
        kerf_free(k);
    }
    assert_true(nothing > 0 && left > 0);
}

typedef struct told {
    uint32_t before, rounds;
    kerf_marginal_progress last;
} told;

static void see_progress(void *context, const kerf_marginal_progress *p)
{
    told *t = context;
    assert_int_equal(p->components, 2);
    assert_int_equal(p->done, 1);
    assert_int_equal(p->atoms, 144);
    assert_true(p->seconds >= t->last.seconds);
    if (p->samples == 0) {
        assert_true(t->rounds == 0 && isnan(p->max_rhat) && p->converged == 0);
        t->before++;
    } else {
        assert_string_equal(p->method, "sampling");
        assert_true(p->samples > t->last.samples);
        assert_true(p->max_rhat >= 1 && p->converged <= p->atoms);
        t->rounds++;
    }
    t->last = *p;
}

/* Of a component that is sampled, a word before and one after each round; the last says what the
 * result does. */
static void sampling_tells_how_far_it_is(void **state)
{
    static const char model[] = "t = {1, ..., 12}\nu = {X}\nA(t, t)\nB(u)\nC(u)\nB(x) v C(x).\n"
                                "0.2 A(x, y) ^ A(y, z) => A(x, z)\n";
    (void)state;
    for (int precise = 0; precise < 2; precise++) {
        told t = { 0 };
        kerf_marginal_options options = { .size = sizeof options,
                                          .progress = see_progress,
                                          .context = &t };
        kerf_marginal_result r = { .size = sizeof r };
        kerf *k = open_model(model, "", "A,B,C");
        assert_int_equal(kerf_set(k, "burn-in", "64"), KERF_OK);
        assert_int_equal(kerf_set(k, "precision", precise ? "0.05" : "0.0001"), KERF_OK);
        assert_int_equal(kerf_set(k, "samples", precise ? "20000" : "1000"), KERF_OK);
        assert_int_equal(kerf_marginal(k, &options, &r), KERF_OK);
        assert_int_equal(r.certainty, precise ? KERF_MIXED : KERF_UNCONVERGED);
        assert_true(t.before > 0 && t.rounds > 2);
        assert_int_equal(t.last.samples, r.samples);
        assert_true(t.last.max_rhat == r.max_rhat);
        assert_int_equal(t.last.converged == t.last.atoms, precise);
        kerf_free(k);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(conditioning_agrees),
        cmocka_unit_test(expectations_are_derivatives),
        cmocka_unit_test(counted_expectations_are_derivatives),
        cmocka_unit_test(rows_have_expectations),
        cmocka_unit_test(misuse_and_stops),
        cmocka_unit_test(little_memory_leaves_what_is_exact),
        cmocka_unit_test(sampling_tells_how_far_it_is),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* test_marginal_ways.c -- features of the language by ways to probabilities: the table in
 * doc/marginal.md, cell by cell.
 *
 * What elimination says of a model is written out and checked by kerf_verify_probabilities(), which
 * scores every possible world where there are few atoms. Each other way must say the same: exactly,
 * or within six standard errors; and it must be the way that is meant, or none where there is
 * none. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "dice.h"
#include "ground/atoms.h"
#include "marginal/marginal.h"
#include "one_world.h"
#include "session/session.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_ATOMS = 2000, MOST_TEXT = 64 };

typedef struct feature {
    const char *name, *model, *evidence, *weights, *query;
    const char *exact;  /* route of the component with the most atoms; NULL: any */
    const char *narrow; /* where tables may have next to no entries; "": no way is left */
    const char *chains; /* where Gibbs sampling is asked for */
    uint64_t waiting;   /* formulas that may wait */
    bool far;           /* too many atoms for all worlds to be scored */
} feature;

typedef struct truth {
    size_t n;
    char text[MOST_ATOMS][MOST_TEXT];
    double p[MOST_ATOMS];
} truth;

static truth known;

/* ---- What is true ---- */

static kerf *open_feature(const feature *f, const char *store)
{
    int more = 0;
    kerf *k = kerf_new(NULL);
    assert_non_null(k);
    assert_int_equal(kerf_set(k, "store", store), KERF_OK);
    assert_int_equal(kerf_read_model_memory(k, "m.mln", f->model, strlen(f->model)), KERF_OK);
    if (f->weights)
        assert_int_equal(kerf_read_weights_memory(k, "w", f->weights, strlen(f->weights)), KERF_OK);
    assert_int_equal(kerf_set(k, "query", f->query), KERF_OK);
    assert_int_equal(kerf_add_evidence_memory(k, "e.db", f->evidence, strlen(f->evidence)),
                     KERF_OK);
    if (kerf_next_world(k, &more) != KERF_OK) fail_msg("%s: %s", f->name, kerf_error(k));
    assert_true(more);
    return k;
}

static int write_to(void *context, const char *text, size_t n)
{
    return fwrite(text, 1, n, context) != n;
}

/* Writes them all to a new file. */
static void write_probabilities(const feature *f, char *path)
{
    kerf *k = open_feature(f, "memory");
    kerf_marginal_options options = { .size = sizeof options,
                                      .method = KERF_MARGINAL_EXACT,
                                      .all = 1 };
    kerf_marginal_result r = { .size = sizeof r };
    FILE *to = fdopen(mkstemp(path), "w");
    assert_non_null(to);
    if (kerf_marginal(k, &options, &r) != KERF_OK) fail_msg("%s: %s", f->name, kerf_error(k));
    assert_int_equal(r.certainty, KERF_EXACT);
    assert_int_equal(kerf_write_probabilities(k, KERF_ANSWER_TSV, write_to, to), KERF_OK);
    fclose(to);
    known.n = kerf_probability_count(k);
    assert_true(known.n <= MOST_ATOMS);
    for (size_t i = 0; i < known.n; i++) {
        kerf_probability a = { .size = sizeof a };
        assert_int_equal(kerf_probability_get(k, i, &a), KERF_OK);
        assert_true(strlen(a.text) < MOST_TEXT);
        strcpy(known.text[i], a.text);
        known.p[i] = a.p;
        assert_true(a.lo <= a.p && a.p <= a.hi && a.hi - a.lo < 1e-11);
    }
    kerf_free(k);
}

/* By all worlds, or by another way. */
static void find_truth(const feature *f)
{
    char path[] = "/tmp/kerf-ways-XXXXXX";
    kerf_probability_check c = { .size = sizeof c };
    write_probabilities(f, path);
    kerf *k = kerf_new(NULL);
    assert_int_equal(kerf_read_model_memory(k, "m.mln", f->model, strlen(f->model)), KERF_OK);
    if (f->weights)
        assert_int_equal(kerf_read_weights_memory(k, "w", f->weights, strlen(f->weights)), KERF_OK);
    assert_int_equal(kerf_set(k, "query", f->query), KERF_OK);
    assert_int_equal(kerf_add_evidence_memory(k, "e.db", f->evidence, strlen(f->evidence)),
                     KERF_OK);
    if (kerf_verify_probabilities(k, path, &c) != KERF_OK)
        fail_msg("%s: %s", f->name, kerf_error(k));
    unlink(path);
    assert_int_equal(c.atoms, known.n);
    assert_int_equal(c.missing, 0);
    assert_int_equal(c.enumerated, f->far ? 0 : 1);
    if (c.largest > 1e-12)
        fail_msg("%s: %s is %.17g, not %.17g", f->name, c.atom, c.given, c.recomputed);
    kerf_free(k);
}

/* ---- What a way says ---- */

static double known_of(const feature *f, const kf_model *m, uint32_t predicate, const uint32_t *row)
{
    kf_mem mem;
    kf_text text;
    kf_mem_init(&mem, 0);
    kf_text_init(&text, &mem);
    kf_print_fact(&text, m, predicate, row);
    kf_str s = kf_text_get(&text);
    size_t i = 0;
    while (i < known.n && (strlen(known.text[i]) != s.n || memcmp(known.text[i], s.at, s.n) != 0))
        i++;
    if (i == known.n) fail_msg("%s: %.*s is not known", f->name, (int)s.n, s.at);
    kf_text_free(&text);
    return known.p[i];
}

static void compare(const feature *f, const char *way, double p, const kf_chance *c)
{
    double off = fabs(c->p - p);
    if (c->method == KF_BY_ELIMINATION) {
        if (off > 1e-12 || c->lo > p + 1e-15 || c->hi < p - 1e-15)
            fail_msg("%s, %s: %.17g [%.17g, %.17g], not %.17g", f->name, way, c->p, c->lo, c->hi,
                     p);
        return;
    }
    assert_true(c->method == KF_BY_GIBBS || c->method == KF_BY_MCSAT);
    if (samples_of(4) == 4)
        assert_true(c->rhat < 1.1 && c->ess > 50); /* of fewer they say little */
    if (off > 6 * sqrt(fmax(p * (1 - p), 1 / c->ess) / c->ess))
        fail_msg("%s, %s: %.17g of %g samples, not %.17g", f->name, way, c->p, c->ess, p);
}

/* The way of the component with the most atoms is this one; "": none; NULL: any. */
static void see_way(const feature *f, const char *way, const kf_marginal_options *o,
                    const char *route, uint64_t waiting, const char *store)
{
    kerf *k = open_feature(f, store);
    kf_grounded x;
    kf_marginals m;
    uint32_t row[KF_MOST_ARITY];
    bool left = route && *route == '\0';
    assert_int_equal(kf_session_ground(k, &x), KERF_OK);
    assert_int_equal(kf_marginal_run(x.g, o, &m), KERF_OK);
    const char *went = m.parts.n ? m.parts.at[0].route : "alone";
    if (left ? !m.stopped : route && strcmp(went, route) != 0)
        fail_msg("%s, %s: it went by %s, not by %s", f->name, way, went, route);
    assert_int_equal(m.waiting, waiting);
    for (uint32_t a = 0; a < kf_grounder_named(x.g); a++) {
        uint32_t predicate = kf_grounder_atom_row(x.g, a, row);
        if (predicate == KF_NONE || m.chances.at[a].method == KF_BY_NOTHING) continue;
        compare(f, way, known_of(f, kf_grounder_model(x.g), predicate, row), &m.chances.at[a]);
    }
    kf_marginals_free(&m);
    kf_session_unground(&x);
    kerf_free(k);
}

static kf_marginal_options options_of(kerf_marginal_method how)
{
    return (kf_marginal_options){ .how = how,
                                  .wait = KF_WAIT_NONE,
                                  .threads = 1,
                                  .samples = samples_of(2000),
                                  .burn_in = 100,
                                  .seed = 1,
                                  .limits = { .deadline = INFINITY } };
}

static void see_feature(const feature *f)
{
    kf_marginal_options exact = options_of(KERF_MARGINAL_EXACT), narrow = exact;
    kf_marginal_options gibbs = options_of(KERF_MARGINAL_GIBBS),
                        mcsat = options_of(KERF_MARGINAL_MCSAT);
    kf_marginal_options waits = options_of(KERF_MARGINAL_MCSAT), expects = exact;
    narrow.entries = 4;
    waits.wait = KF_WAIT_ALL;
    waits.samples = samples_of(800); /* it takes longer */
    expects.expectations = true;
    find_truth(f);
    see_way(f, "exact", &exact, f->exact, 0, "memory");
    see_way(f, "narrow", &narrow, f->narrow, 0, "memory");
    see_way(f, "expectations", &expects, f->exact, 0, "memory");
    see_way(f, "gibbs", &gibbs, f->chains, 0, "memory");
    see_way(f, "mcsat", &mcsat, "mcsat", 0, "memory");
    if (f->waiting > 0) see_way(f, "waiting", &waits, "mcsat", f->waiting, "memory");
    else if (!f->far) see_way(f, "waiting", &waits, "mcsat", 0, "memory");
    if (has_feature("no SQLite")) return;
    see_way(f, "exact, SQLite", &exact, f->exact, 0, "sqlite::memory:");
    see_way(f, "mcsat, SQLite", &waits, "mcsat", f->waiting, "sqlite::memory:");
}

/* ---- Features ---- */

static const feature FEATURES[] = {
    { .name = "clauses of three",
      .model = "t = {X, Y, Z}\nA(t)\nB(t)\n0.9 A(x) ^ A(y) => B(x)\nA(x) v B(x).\n-0.3 B(x)\n",
      .evidence = "",
      .query = "A,B",
      .exact = "elimination",
      .narrow = "search",
      .chains = "mcsat",
      .waiting = 2 },
    { .name = "longer clauses",
      .model = "t = {X, Y, Z}\nA(t)\nB(t)\n0.9 A(x) ^ A(y) ^ !B(y) => B(x)\n"
               "A(x) v B(x) v A(y) v B(y).\n0.4 A(x)\n",
      .evidence = "",
      .query = "A,B",
      .exact = "elimination",
      .narrow = "search",
      .chains = "mcsat",
      .waiting = 2 },
    { .name = "quantifiers",
      .model = "t = {X, Y, Z}\nA(t)\nB(t, t)\n1.2 A(x) => EXIST y B(x, y)\n"
               "0.8 FORALL x A(x)\nEXIST y B(x, y) ^ A(y).\n",
      .evidence = "",
      .query = "A,B",
      .exact = "elimination",
      .narrow = "search",
      .chains = "mcsat" },
    { .name = "no clause",
      .model = "t = {X, Y, Z}\nA(t)\nB(t)\n1.1 (A(x) ^ B(y)) v (A(y) <=> B(x))\n"
               "-0.7 A(x) ^ B(x)\n(A(x) ^ A(y)) v B(y) v B(x).\n",
      .evidence = "",
      .query = "A,B",
      .exact = "elimination",
      .narrow = "search",
      .chains = "mcsat",
      .waiting = 1 }, /* the second: it pays where a clause is false */
    { .name = "exactly one",
      .model = "t = {X, Y, Z}\nv = {U, V, W}\nA(t, v!)\n0.7 A(x, u) ^ A(y, u)\n1 A(X, U)\n"
               "!A(X, U) v !A(Y, V).\n!A(Z, V) v !A(Y, V).\n",
      .evidence = "",
      .query = "A",
      .exact = "elimination",
      .narrow = "search",
      .chains = "mcsat" },
    { .name = "at most one",
      .model = "t = {X, Y, Z}\nv = {U, V, W}\nA(t, v)\n|u : A(x, u)| <= 1.\n"
               "0.7 A(x, u) => A(y, u)\n1 A(X, U)\n",
      .evidence = "",
      .query = "A",
      .exact = "elimination",
      .narrow = "", /* what is hard is one variable */
      .chains = "gibbs",
      .waiting = 1 },
    { .name = "acyclicity",
      .model = "t = {X, Y, Z, U}\nE(t, t)\n0.6 E(x, y)\n0.4 E(x, y) ^ E(y, z) => E(x, z)\n"
               "acyclic E.\n",
      .evidence = "!E(X, U)\n",
      .query = "E",
      .exact = "elimination",
      .narrow = "search",
      .chains = "mcsat",
      .waiting = 1 },
    { .name = "transitivity",
      .model = "t = {X, Y, Z, U}\nR(t, t)\nR(x, y) ^ R(y, z) => R(x, z).\n-0.4 R(x, y)\n",
      .evidence = "R(X, Y)\n",
      .query = "R",
      .exact = "elimination",
      .narrow = "search",
      .chains = "mcsat",
      .waiting = 1 },
    { .name = "transitivity and symmetry",
      .model = "t = {X, Y, Z, U, V}\n*S(t, t, double)\nR(t, t)\nR(x, x).\n"
               "R(x, y) => R(y, x).\nR(x, y) ^ R(y, z) => R(x, z).\nw: S(x, y, w) ^ R(x, y)\n",
      .evidence = "S(X, Y, 0.7)\nS(Y, Z, -1.1)\nS(U, V, 0.4)\nS(X, V, 0.3)\n",
      .query = "R",
      .exact = "partitions",
      .narrow = "",
      .chains = "mcsat",
      .waiting = 2,
      .far = true },
    { .name = "nothing hard",
      .model = "t = {X, Y, Z, U}\nA(t)\nB(t)\n0.9 A(x) ^ B(y) => A(y)\n-0.4 B(x) v A(x)\n",
      .evidence = "",
      .query = "A,B",
      .exact = "elimination",
      .narrow = "",
      .chains = "gibbs",
      .waiting = 1 },
    { .name = "functions",
      .model = "fluent meeting(person, person)\nHoldsAt(fluent, time)\n"
               "1 HoldsAt(meeting(p, q), t) => HoldsAt(meeting(p, q), t++)\n"
               "HoldsAt(meeting(p, q), t) v HoldsAt(meeting(q, p), t).\n-0.3 HoldsAt(f, t)\n",
      .evidence = "M1 = meeting(Anna, Bob)\nM2 = meeting(Bob, Anna)\nM3 = meeting(Anna, Anna)\n"
                  "M4 = meeting(Bob, Bob)\nHoldsAt(M1, 3)\ntime = {1,...,4}\n",
      .query = "HoldsAt",
      .exact = "elimination",
      .narrow = "search",
      .chains = "mcsat",
      .waiting = 2 },
    { .name = "soft evidence",
      .model = "*F(t, t)\nA(t)\n1.1 F(x, y) => (A(x) <=> A(y))\nF(x, y) => A(x) v A(y).\n",
      .evidence = "F(X, Y)\nF(Y, Z)\nF(Z, X)\nF(Z, U)\nA(X) 0.3\nA(U) 0.9\n",
      .query = "A",
      .exact = "elimination",
      .narrow = "search",
      .chains = "mcsat",
      .waiting = 1 },
    { .name = "weights from data",
      .model = "*F(t, t, double)\nA(t)\nw: F(x, y, w) ^ (A(x) v A(y))\n"
               "F(x, y, w) => A(x) v A(y).\n",
      .evidence = "F(X, Y, 0.5)\nF(Y, Z, -1.5)\nF(Z, X, 1)\nF(Z, U, 0.25)\n",
      .query = "A",
      .exact = "elimination",
      .narrow = "search",
      .chains = "mcsat",
      .waiting = 1 },
    { .name = "weight tables",
      .model = "*F(t, l)\nA(t)\ntable: @>=0 F(x, +l) ^ A(x) => A(y)\n"
               "F(x, l) ^ F(y, l) ^ x != y => A(x) v A(y).\n",
      .evidence = "F(X, L1)\nF(Y, L2)\nF(Z, L2)\nF(U, L3)\n",
      .weights = "table\tL1\t0.6\ntable\tL2\t0.2\ntable\tL3\t1.1\n",
      .query = "A",
      .exact = "elimination",
      .narrow = "search",
      .chains = "mcsat",
      .waiting = 2 },
    { .name = "interchangeable",
      .model = "t = {P1, P2, P3, P4, P5, P6, P7}\nF(t, t)\nS(t)\nC(t)\n1.5 S(x) => C(x)\n"
               "0.4 F(x, y) ^ S(x) => S(y)\n-0.5 S(x)\n",
      .evidence = "",
      .query = "F,S,C",
      .exact = "counting",
      .narrow = "",
      .chains = "gibbs",
      .waiting = 2,
      .far = true },
    { .name = "interchangeable but for evidence, data and a table",
      .model = "t = {P1, P2, P3, P4, P5, P6, P7, P8}\n*Job(t, j)\n*Likes(t, double)\nF(t, t)\n"
               "S(t)\ntable: Job(x, +j) ^ S(x)\nw: Likes(x, w) ^ S(x)\n"
               "0.4 F(x, y) ^ S(x) => S(y)\n",
      .evidence = "Job(P1, J1)\nJob(P2, J1)\nJob(P3, J2)\nJob(P4, J2)\nLikes(P5, 0.7)\n"
                  "Likes(P6, 0.7)\nS(P7) 0.8\nS(P8)\n",
      .weights = "table\tJ1\t-0.6\ntable\tJ2\t0.9\n",
      .query = "F,S",
      .exact = "counting",
      .narrow = "",
      .chains = "gibbs",
      .waiting = 1,
      .far = true },
    { .name = "interchangeable, and each has some friends",
      .model = "t = {P1, P2, P3, P4, P5, P6, P7}\nF(t, t)\nS(t)\n0.4 F(x, y) ^ S(x) => S(y)\n"
               "-0.5 S(x)\n0.2 F(x, y)\n0.7 |y : F(x, y)| >= 3\n|y : F(x, y)| <= 5.\n",
      .evidence = "S(P1)\n!S(P2)\nF(P3, P4)\n!F(P5, P6)\n",
      .query = "F,S",
      .exact = "counting",
      .narrow = "",
      .chains = "mcsat",
      .waiting = 1,
      .far = true },
    { .name = "interchangeable, and each has a friend",
      .model = "t = {P1, P2, P3, P4, P5, P6, P7}\nF(t, t)\nS(t)\n0.4 F(x, y) ^ S(x) => S(y)\n"
               "-0.5 S(x)\n-0.9 F(x, y)\nEXIST y F(x, y).\n",
      .evidence = "S(P1)\nS(P2) 0.6\n",
      .query = "F,S",
      .exact = "counting",
      .narrow = "",
      .chains = "mcsat",
      .waiting = 1,
      .far = true },
    { .name = "interchangeable and mutual",
      .model = "t = {P1, P2, P3, P4, P5, P6}\nF(t, t)\nS(t)\n0.4 F(x, y) ^ S(x) => S(y)\n"
               "0.9 F(x, y) => F(y, x)\n-0.5 S(x)\n0.2 F(x, y)\n",
      .evidence = "S(P1)\n!S(P2)\nF(P3, P4)\n!F(P4, P3)\n!F(P4, P5)\n",
      .query = "F,S",
      .exact = "counting",
      .narrow = "",
      .chains = "gibbs",
      .waiting = 2,
      .far = true },
    { .name = "interchangeable and mutual, hard",
      .model = "t = {P1, P2, P3, P4, P5, P6}\nF(t, t)\nS(t)\n0.4 F(x, y) ^ S(x) => S(y)\n"
               "F(x, y) => F(y, x).\n-0.5 S(x)\n-0.1 F(x, y)\n",
      .evidence = "S(P1)\n!S(P2)\n!F(P4, P5)\n",
      .query = "F,S",
      .exact = "counting",
      .narrow = "",
      .chains = "mcsat",
      .waiting = 2,
      .far = true },
    { .name = "interchangeable, but clauses are longer",
      .model = "t = {P1, P2, P3, P4, P5, P6, P7}\nF(t, t)\nS(t)\nC(t)\n"
               "0.4 F(x, y) ^ S(x) ^ C(y) => S(y)\n-0.5 S(x)\n",
      .evidence = "",
      .query = "F,S,C",
      .exact = "elimination",
      .narrow = "",
      .chains = "gibbs",
      .waiting = 1,
      .far = true },
};

static void every_feature_by_every_way(void **state)
{
    (void)state;
    for (size_t i = 0; i < KF_LENGTH(FEATURES); i++) see_feature(&FEATURES[i]);
}

/* Each comparison, hard and soft of either sign, over atoms alone, beside what is observed, and
 * under a condition that is hidden. */
static void see_cardinality(uint32_t compare, uint32_t weight)
{
    static const char *const compares[] = { "<= 1", ">= 2", "= 2", "< 3", "> 1" };
    static const char *const weights[] = { "", "0.8 ", "-0.6 " };
    static const char *const counted[] = { "|x : A(x)|", "|x : A(x) ^ O(x)|",
                                           "B(y) => |x : A(x)|" };
    char model[400];
    snprintf(model, sizeof model,
             "t = {X, Y, Z, U}\n*O(t)\nA(t)\nB(t)\n%s%s %s%s\n0.9 A(x) ^ B(y)\n"
             "-0.2 B(x)\n0.3 A(x)\n",
             weights[weight], counted[(compare + weight) % 3], compares[compare],
             weight == 0 ? "." : "");
    const feature f = { .name = model,
                        .model = model,
                        .evidence = "O(X)\nO(Y)\nO(Z)\n",
                        .query = "A,B",
                        .exact = "elimination" };
    see_feature(&f);
}

static void every_cardinality_by_every_way(void **state)
{
    (void)state;
    for (uint32_t compare = 0; compare < 5; compare++)
        for (uint32_t weight = 0; weight < 3; weight++) see_cardinality(compare, weight);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_feature_by_every_way),
        cmocka_unit_test(every_cardinality_by_every_way),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

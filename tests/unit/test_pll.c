/* test_pll.c -- pseudo-likelihood: weights that worlds were drawn with are found again, signs, data
 * that formulas tell apart, sampling, interruption, the same bytes for any thread count. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "kerf.h"

#include "ground_model.h"
#include "learn/counts.h"
#include "learn/learn.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- A model whose worlds can all be listed -------------------------------------------------- */

enum { PEOPLE = 3, ATOMS = 2 * PEOPLE, WORLDS = 1 << ATOMS, WEIGHTS = 4, MOST_DRAWN = 10000 };

/* A ring of three; bit i: A(i), bit 3 + i: B(i). */
static const char model[] = "person = {P0, P1, P2}\n"
                            "*Near(person, person)\n"
                            "A(person)\n"
                            "B(person)\n"
                            "a: A(x)\n"
                            "b: B(x)\n"
                            "c: A(x) => B(x)\n"
                            "d: Near(x,y) ^ A(x) => A(y)\n";

static const double real[WEIGHTS] = { -0.4, 0.3, 1.1, 0.8 };

static bool bit(unsigned world, unsigned i)
{
    return world >> i & 1;
}

static double score(unsigned world)
{
    double n[WEIGHTS] = { 0 };
    for (unsigned i = 0; i < PEOPLE; i++) {
        bool a = bit(world, i), b = bit(world, PEOPLE + i), next = bit(world, (i + 1) % PEOPLE);
        n[0] += a;
        n[1] += b;
        n[2] += !a || b;
        n[3] += !a || next;
    }
    return real[0] * n[0] + real[1] * n[1] + real[2] * n[2] + real[3] * n[3];
}

static double uniform(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (double)(*state >> 11) * 0x1p-53;
}

/* A world by its probability. */
static unsigned draw(uint64_t *state)
{
    double sum = 0, left;
    for (unsigned w = 0; w < WORLDS; w++) sum += exp(score(w));
    left = uniform(state) * sum;
    for (unsigned w = 0; w + 1 < WORLDS; w++)
        if ((left -= exp(score(w))) < 0) return w;
    return WORLDS - 1;
}

static void add_world(char **at, unsigned world, unsigned index)
{
    *at += sprintf(*at, ">> w%u\nNear(P0,P1) Near(P1,P2) Near(P2,P0)\n", index);
    for (unsigned i = 0; i < ATOMS; i++)
        if (bit(world, i)) *at += sprintf(*at, "%s(P%u)\n", i < PEOPLE ? "A" : "B", i % PEOPLE);
}

static char *draw_worlds(unsigned n, uint64_t seed)
{
    char *text = malloc((size_t)n * 120 + 1), *at = text;
    uint64_t state = seed;
    assert_non_null(text);
    *at = '\0';
    for (unsigned i = 0; i < n; i++) add_world(&at, draw(&state), i);
    return text;
}

/* ---- Learning from texts --------------------------------------------------------------------- */

typedef struct learner {
    kerf *k;
    kerf_learned found;
    kerf_status status;
    unsigned steps, most; /* stop after so many; 0: never */
} learner;

static void open_learner(learner *l, const char *text, const char *worlds, const char *hidden)
{
    *l = (learner){ .k = kerf_new(NULL) };
    assert_non_null(l->k);
    assert_int_equal(kerf_set(l->k, "method", "pll"), KERF_OK);
    if (hidden) assert_int_equal(kerf_set(l->k, "query", hidden), KERF_OK);
    assert_int_equal(kerf_read_model_memory(l->k, "m.mln", text, strlen(text)), KERF_OK);
    assert_int_equal(kerf_add_evidence_memory(l->k, "w.db", worlds, strlen(worlds)), KERF_OK);
}

static int stop(void *context)
{
    const learner *l = context;
    return l->most > 0 && l->steps >= l->most;
}

static void progress(void *context, const kerf_learn_progress *p)
{
    learner *l = context;
    if (p->epoch > 0) l->steps++;
}

static void learn(learner *l)
{
    kerf_learn_options o = { .stop = stop, .progress = progress, .context = l };
    l->status = kerf_learn(l->k, &o, &l->found);
}

static double weight(const learner *l, size_t formula)
{
    kerf_formula_info f;
    assert_int_equal(kerf_formula_get(l->k, formula, &f), KERF_OK);
    return f.weight;
}

static kerf_learned learn_model(const char *text, const char *worlds, const char *sigma,
                                double *weights, size_t n)
{
    learner l;
    open_learner(&l, text, worlds, NULL);
    assert_int_equal(kerf_set(l.k, "sigma", sigma), KERF_OK);
    learn(&l);
    if (l.status != KERF_OK) print_message("%s\n", kerf_error(l.k));
    assert_int_equal(l.status, KERF_OK);
    for (size_t i = 0; i < n; i++) weights[i] = weight(&l, i);
    kerf_free(l.k);
    return l.found;
}

/* ---- Weights that worlds were drawn with ----------------------------------------------------- */

static double error_with(unsigned n, uint64_t seed)
{
    char *worlds = draw_worlds(n, seed);
    double found[WEIGHTS], most = 0;
    kerf_learned r = learn_model(model, worlds, "0", found, WEIGHTS);
    assert_int_equal(r.worlds, n);
    assert_true(r.atoms == (double)n * ATOMS);
    assert_true(r.groups <= 40); /* kinds of atoms are few, however many there are */
    for (int i = 0; i < WEIGHTS; i++) most = fmax(most, fabs(found[i] - real[i]));
    free(worlds);
    return most;
}

/* The error falls about with the root of the number of worlds. */
static void finds_weights_again(void **test)
{
    (void)test;
    double few = 0, many = 0;
    for (uint64_t seed = 1; seed <= 3; seed++) {
        few += error_with(100, seed) / 3;
        many += error_with(MOST_DRAWN, seed) / 3;
    }
    print_message("error with 100 worlds %.3f, with %d worlds %.3f\n", few, MOST_DRAWN, many);
    assert_true(many < 0.08);
    assert_true(many < few / 3);
}

/* ---- Signs ----------------------------------------------------------------------------------- */

static const char *const formulas[WEIGHTS] = { "A(x)", "B(x)", "A(x) => B(x)",
                                               "Near(x,y) ^ A(x) => A(y)" };

/* Each formula with a sign, or fixed at 0. */
static void write_model(char *to, size_t n, unsigned fixed, const int *signs)
{
    size_t used = (size_t)snprintf(to, n,
                                   "person = {P0, P1, P2}\n*Near(person, person)\n"
                                   "A(person)\nB(person)\n");
    for (unsigned i = 0; i < WEIGHTS; i++) {
        const char *mark = fixed >> i & 1 ? "@0 "
                           : signs[i] > 0 ? "@>=0 "
                           : signs[i] < 0 ? "@<=0 "
                                          : "";
        used += (size_t)snprintf(to + used, n - used, "%s%s\n", mark, formulas[i]);
    }
}

/* The best of all ways to hold some weights at 0 and leave the others free, of those that keep to
 * the signs. */
static void signs_are_best(void **test)
{
    (void)test;
    char *worlds = draw_worlds(60, 7), text[1000];
    double free_best[1 << WEIGHTS], found[1 << WEIGHTS][WEIGHTS];
    static const int none[WEIGHTS] = { 0 };
    for (unsigned fixed = 0; fixed + 1 < 1 << WEIGHTS; fixed++) {
        write_model(text, sizeof text, fixed, none);
        free_best[fixed] = learn_model(text, worlds, "1", found[fixed], WEIGHTS).objective;
    }
    for (unsigned combination = 0; combination < 1 << WEIGHTS; combination++) {
        int signs[WEIGHTS];
        double best = -INFINITY, with[WEIGHTS];
        for (unsigned i = 0; i < WEIGHTS; i++) signs[i] = combination >> i & 1 ? 1 : -1;
        for (unsigned fixed = 0; fixed + 1 < 1 << WEIGHTS; fixed++) {
            bool allowed = true;
            for (unsigned i = 0; i < WEIGHTS; i++) allowed &= signs[i] * found[fixed][i] >= 0;
            if (allowed) best = fmax(best, free_best[fixed]);
        }
        write_model(text, sizeof text, 0, signs);
        double objective = learn_model(text, worlds, "1", with, WEIGHTS).objective;
        for (unsigned i = 0; i < WEIGHTS; i++) assert_true(signs[i] * with[i] >= 0);
        if (isfinite(best)) assert_true(fabs(objective - best) < 1e-6 * fabs(best));
    }
    free(worlds);
}

/* ---- Data that formulas tell apart ----------------------------------------------------------- */

static void separable(void **test)
{
    (void)test;
    static const char text[] = "*Q(t)\nP(t)\nQ(x) => P(x)\n!Q(x) => !P(x)\n";
    static const char worlds[] = "Q(A) P(A) Q(B) P(B)\n---\nQ(C) P(C)\n";
    double w[2];
    learner l;
    open_learner(&l, text, worlds, NULL);
    assert_int_equal(kerf_set(l.k, "sigma", "0"), KERF_OK);
    learn(&l);
    assert_int_equal(l.status, KERF_INVALID);
    assert_non_null(strstr(kerf_error(l.k), "grow without end"));
    kerf_free(l.k);
    learn_model(text, worlds, "2", w, 2);
    assert_true(w[0] > 1 && w[0] < 10);
}

/* ---- Sampling -------------------------------------------------------------------------------- */

typedef struct sampled {
    ground_model f;
    kf_examples *examples;
    kf_parameters *p;
    kf_example x;
} sampled;

static double estimate(sampled *s, double share, uint64_t seed, const double *w, double *variance)
{
    kf_groups groups;
    kf_groups_init(&groups, &s->f.mem, s->p, share, seed);
    assert_int_equal(kf_groups_add_example(&groups, &s->x), KERF_OK);
    double value = kf_groups_value(&groups, w, NULL, kf_parameters_count(s->p));
    *variance = kf_groups_variance(&groups, w);
    kf_groups_free(&groups);
    return value;
}

/* The mean of many estimates is the value, and they vary as much as they say. */
static void sampling(void **test)
{
    (void)test;
    enum { DRAWS = 400 };
    static const char text[] =
        "*Score(t, k)\nP(t, t)\nScore(x,k) ^ Score(y,k) => P(x,y)\n!P(x,y)\n";
    static char world[4000];
    sampled s;
    size_t used = 0;
    for (unsigned i = 0; i < 30; i++) {
        used += (size_t)snprintf(world + used, sizeof world - used, "Score(T%u,K%u)\n", i, i % 4);
        if (i % 3 == 0)
            used += (size_t)snprintf(world + used, sizeof world - used, "P(T%u,T%u)\n", i, i / 3);
    }
    ground_open(&s.f, text, world, "P");
    kf_grounder_free(s.f.g);
    kf_problem_free(s.f.p);
    kf_database_free(s.f.d);
    s.f.g = NULL;
    s.f.p = NULL;
    s.f.d = NULL;
    assert_int_equal(kf_examples_new(&s.examples, &s.f.mem, s.f.m.model, s.f.world, s.f.diags),
                     KERF_OK);
    assert_int_equal(kf_examples_add(s.examples, "w"), KERF_OK);
    assert_int_equal(kf_examples_true(s.examples, ground_predicate(&s.f, "P")), 10);
    assert_int_equal(kf_parameters_new(&s.p, &s.f.mem, s.f.m.model), KERF_OK);
    assert_int_equal(kf_example_open(s.examples, 0, NULL, &s.x), KERF_OK);
    assert_int_equal(kf_example_set_truth(&s.x, true), KERF_OK);
    const double w[] = { 0.7, 1.5 };
    double said = 0, sum = 0, squares = 0, variance, exact = estimate(&s, 1, 1, w, &variance);
    assert_true(variance == 0);
    for (uint64_t seed = 1; seed <= DRAWS; seed++) {
        double gap = estimate(&s, 0.3, seed, w, &variance) - exact;
        sum += gap / DRAWS;
        squares += gap * gap / DRAWS;
        said += variance / DRAWS;
    }
    print_message("exact %.3f, mean error %.3f, variance %.3f, said %.3f\n", exact, sum, squares,
                  said);
    assert_true(said > 0);
    assert_true(fabs(sum) < 4 * sqrt(squares / DRAWS));
    assert_true(fabs(said / squares - 1) < 0.3);
    kf_example_close(&s.x);
    kf_parameters_free(s.p);
    kf_examples_free(s.examples);
    ground_close(&s.f);
}

/* ---- Stopping, threads ----------------------------------------------------------------------- */

static void stops(void **test)
{
    (void)test;
    char *worlds = draw_worlds(50, 3);
    learner l, whole;
    open_learner(&whole, model, worlds, NULL);
    learn(&whole);
    open_learner(&l, model, worlds, NULL);
    l.most = 2;
    learn(&l);
    assert_int_equal(l.status, KERF_OK);
    assert_true(l.found.stopped);
    assert_int_equal(l.found.epochs, 2);
    assert_true(weight(&l, 2) != 0); /* what there was by then */
    assert_true(l.found.objective < whole.found.objective);
    kerf_free(l.k);
    kerf_free(whole.k);
    free(worlds);
}

static void same_for_threads(void **test)
{
    (void)test;
    char *worlds = draw_worlds(50, 4);
    double first[WEIGHTS];
    for (int threads = 1; threads <= 4; threads += 3) {
        learner l;
        char text[16];
        snprintf(text, sizeof text, "%d", threads);
        open_learner(&l, model, worlds, NULL);
        assert_int_equal(kerf_set(l.k, "threads", text), KERF_OK);
        learn(&l);
        assert_int_equal(l.status, KERF_OK);
        for (size_t i = 0; i < WEIGHTS; i++) {
            if (threads == 1) first[i] = weight(&l, i);
            else assert_true(weight(&l, i) == first[i]);
        }
        kerf_free(l.k);
    }
    free(worlds);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_weights_again),
        cmocka_unit_test(signs_are_best),
        cmocka_unit_test(separable),
        cmocka_unit_test(sampling),
        cmocka_unit_test(stops),
        cmocka_unit_test(same_for_threads),
    };
    if (!kf_learn_has_pll()) return 0; /* kerf was built without the library */
    return cmocka_run_group_tests_name("pll", tests, NULL, NULL);
}

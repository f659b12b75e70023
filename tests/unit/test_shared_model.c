/* test_shared_model.c -- sessions in several threads over one model: each makes, fills, asks,
 * changes, clones and frees its own, with threads inside the sessions, too. What each finds is what
 * it finds alone. `make check-threads` runs it under ThreadSanitizer. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <kerf.h>

#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

enum { THREADS = 4, PEOPLE = 30, CHANGES = 3 };

static const char model[] =
    "*Friends(person, person)\n"
    "*Likes(person, colour)\n"
    "Smokes(person)\n"
    "1.1 Friends(x, y) ^ Smokes(x) => Smokes(y)\n"
    "0.7 Likes(x, Red) => Smokes(x)\n"
    "Likes(x, Green) ^ Likes(y, Green) ^ Friends(x, y) => !Smokes(x) v !Smokes(y).\n"
    "-0.3 Smokes(x)\n";

typedef struct finding { /* what one thread has found */
    const kerf *from;
    uint32_t seed;
    double costs[CHANGES + 1], cloned, p, difference;
    size_t true_atoms;
} finding;

static uint32_t draw(uint32_t *state, uint32_t n)
{
    *state = *state * 1664525 + 1013904223;
    return (uint32_t)(((uint64_t)(*state >> 8) * n) >> 24);
}

static kerf_status add_columns(kerf *k, uint32_t *seed)
{
    static const char *const colours[] = { "Red", "Green", "Blue" };
    int64_t a[3 * PEOPLE], b[3 * PEOPLE], who[PEOPLE];
    int32_t what[PEOPLE];
    kerf_column friends[] = {
        { .size = sizeof(kerf_column), .kind = KERF_COLUMN_INTEGERS, .integers = a },
        { .size = sizeof(kerf_column), .kind = KERF_COLUMN_INTEGERS, .integers = b },
    };
    kerf_column likes[] = {
        { .size = sizeof(kerf_column), .kind = KERF_COLUMN_INTEGERS, .integers = who },
        { .size = sizeof(kerf_column), .kind = KERF_COLUMN_CODES, .codes = what },
    };
    likes[1].strings = colours;
    likes[1].n_entries = 3;
    for (int i = 0; i < 3 * PEOPLE; i++) {
        a[i] = draw(seed, PEOPLE);
        b[i] = draw(seed, PEOPLE);
    }
    for (int i = 0; i < PEOPLE; i++) {
        who[i] = i;
        what[i] = (int32_t)draw(seed, 3);
    }
    kerf_status status = kerf_add_columns(k, "Friends", friends, 2, (size_t)3 * PEOPLE, NULL);
    return status == KERF_OK ? kerf_add_columns(k, "Likes", likes, 2, PEOPLE, NULL) : status;
}

static int ask(kerf *k, double *cost)
{
    kerf_result r = { .size = sizeof r };
    if (kerf_map(k, NULL, &r) != KERF_OK || r.outcome != KERF_OPTIMAL) return 0;
    *cost = r.cost;
    return 1;
}

static int change(kerf *k, uint32_t *seed)
{
    char texts[2][12];
    const char *arguments[] = { texts[0], texts[1] };
    for (int i = 0; i < 2; i++) snprintf(texts[i], sizeof texts[i], "%u", draw(seed, PEOPLE));
    return kerf_assert_atom(k, "Friends", arguments, 2, KERF_TRUE, 0) == KERF_OK
           && kerf_retract_atom(k, "Likes", (const char *[]){ texts[0], "Red" }, 2) == KERF_OK
           && kerf_set_weight(k, 0, 0.9 + 0.1 * (double)draw(seed, 5)) == KERF_OK;
}

/* In a copy whose formulas weigh more. */
static int ask_clone(const kerf *k, double *cost)
{
    kerf *copy = kerf_clone(k, NULL);
    int done = copy && kerf_set_weight(copy, 1, 2.5) == KERF_OK && ask(copy, cost);
    kerf_free(copy);
    return done;
}

static int explain(kerf *k, finding *f)
{
    kerf_explanation e = { .size = sizeof e };
    kerf_atom a = { .size = sizeof a };
    f->true_atoms = kerf_answer_count(k);
    if (f->true_atoms == 0) return 1;
    if (kerf_answer_get(k, 0, &a) != KERF_OK) return 0;
    char text[80];
    snprintf(text, sizeof text, "%s", a.text);
    if (kerf_explain(k, text, NULL, &e) != KERF_OK) return 0;
    f->difference = isfinite(e.difference) ? e.difference : -1;
    return 1;
}

static int chances(kerf *k, double *sum)
{
    kerf_marginal_options options = { .size = sizeof options, .method = KERF_MARGINAL_GIBBS };
    kerf_marginal_result r = { .size = sizeof r };
    kerf_probability p = { .size = sizeof p };
    if (kerf_set(k, "samples", "200") != KERF_OK) return 0;
    if (kerf_marginal(k, &options, &r) != KERF_OK) return 0;
    *sum = 0;
    for (size_t i = 0; i < kerf_probability_count(k); i++) {
        if (kerf_probability_get(k, i, &p) != KERF_OK) return 0;
        *sum += p.p;
    }
    return 1;
}

static int find(kerf *k, finding *f)
{
    uint32_t seed = f->seed;
    int more;
    if (!k || kerf_set(k, "threads", "2") != KERF_OK || add_columns(k, &seed) != KERF_OK) return 0;
    if (kerf_next_world(k, &more) != KERF_OK || !ask(k, &f->costs[0])) return 0;
    for (int i = 1; i <= CHANGES; i++)
        if (!change(k, &seed) || !ask(k, &f->costs[i])) return 0;
    return explain(k, f) && ask_clone(k, &f->cloned) && chances(k, &f->p);
}

static void *work(void *context)
{
    finding *f = context;
    kerf *k = kerf_new_over(f->from, NULL);
    int done = find(k, f);
    if (!done) print_error("%s\n", k ? kerf_error(k) : "no memory");
    kerf_free(k);
    return done ? f : NULL;
}

static void threads_share_a_model(void **state)
{
    (void)state;
    pthread_t threads[THREADS];
    finding together[THREADS], alone;
    kerf *k = kerf_new(NULL);
    assert_non_null(k);
    assert_int_equal(kerf_read_model_memory(k, "m.mln", model, strlen(model)), KERF_OK);
    for (uint32_t i = 0; i < THREADS; i++) {
        together[i] = (finding){ .from = k, .seed = i };
        assert_int_equal(pthread_create(&threads[i], NULL, work, &together[i]), 0);
    }
    for (int i = 0; i < THREADS; i++) {
        void *done = NULL;
        assert_int_equal(pthread_join(threads[i], &done), 0);
        assert_ptr_equal(done, &together[i]);
    }
    for (uint32_t i = 0; i < THREADS; i++) {
        alone = (finding){ .from = k, .seed = i };
        assert_ptr_equal(work(&alone), &alone);
        assert_memory_equal(alone.costs, together[i].costs, sizeof alone.costs);
        assert_true(alone.cloned == together[i].cloned && alone.p == together[i].p);
        assert_true(alone.difference == together[i].difference);
        assert_int_equal(alone.true_atoms, together[i].true_atoms);
    }
    kerf_free(k);
}

/* Whoever is last frees the model. */
static void the_first_may_go(void **state)
{
    (void)state;
    pthread_t threads[THREADS];
    finding found[THREADS];
    kerf *sessions[THREADS], *k = kerf_new(NULL);
    assert_non_null(k);
    assert_int_equal(kerf_read_model_memory(k, "m.mln", model, strlen(model)), KERF_OK);
    for (uint32_t i = 0; i < THREADS; i++) {
        sessions[i] = kerf_new_over(k, NULL);
        assert_non_null(sessions[i]);
        found[i] = (finding){ .from = sessions[i], .seed = i };
    }
    kerf_free(k);
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, work, &found[i]), 0);
    for (int i = 0; i < THREADS; i++) {
        void *done = NULL;
        assert_int_equal(pthread_join(threads[i], &done), 0);
        assert_non_null(done);
        kerf_free(sessions[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(threads_share_a_model),
        cmocka_unit_test(the_first_may_go),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

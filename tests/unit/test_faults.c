/* test_faults.c -- memory that runs out, at every allocation in turn, anywhere between the first
 * option and the last report: a clean status, a message, nothing leaked. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "kerf.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char model[] = "Friends(person, person)\n"
                            "Smokes(person)\n"
                            "Near(person, place)\n"
                            "Good(place)\n"
                            "1.5 Friends(x,y) ^ Smokes(x) => Smokes(y)\n"
                            "!Friends(x,x).\n"
                            "habit: Near(x,+p) => Smokes(x)\n"
                            "Smokes(x) v Good(Home)\n"
                            "|y : Friends(x,y)| <= 5.\n"
                            "2 EXIST y Friends(x,y) ^ (Smokes(y) <=> Smokes(x))\n"
                            "Fine(person, place)\n"
                            "$w = log(2)\n"
                            "$w*2 Fine(x, Home) :- Near(x,p) ^ Good(p)\n"
                            "Fine(y, Bar) :- Smokes(y) ^ Friends(x,y).\n"
                            "Fine(a, b) := Near(a, b)\n"
                            "#unique{+p, +q}\n"
                            "0.5 Near(x,+p) ^ Near(y,+q)\n";
static const char weights[] = "habit\tBar\t0.5\nhabit\tHome\t-0.25\n";
static const char evidence[] = ">> one\nplace = {Bar, \"The \\\"Inn\\\"\"}\n"
                               "Friends(Anna, Bob)\nSmokes(Anna) !Smokes(Carl)\n"
                               ">> two\nFriends(Bob, Dan) Friends(Dan, Bob)\nNear(Dan, Bar)\n"
                               "0.7 Smokes(Bob)\n";

static int count_bytes(void *context, const char *text, size_t n)
{
    (void)text;
    *(size_t *)context += n;
    return 0;
}

/* The whole way, as far as it goes. kerf_free() asserts that nothing leaks. */
static kerf_status whole_way(kerf *k, size_t *n)
{
    kerf_predicate_info p = { .size = sizeof p };
    kerf_formula_info f = { .size = sizeof f };
    int more = 1;
    kerf_status s = kerf_set(k, "query", "Smokes,Good");
    if (s == KERF_OK) s = kerf_read_model_memory(k, "m.mln", model, sizeof model - 1);
    if (s == KERF_OK) s = kerf_read_weights_memory(k, "w", weights, sizeof weights - 1);
    if (s == KERF_OK) s = kerf_add_evidence_memory(k, "e", evidence, sizeof evidence - 1);
    while (s == KERF_OK && more) s = kerf_next_world(k, &more);
    for (size_t i = 0; s == KERF_OK && i < kerf_predicate_count(k); i++)
        s = kerf_predicate_get(k, i, &p);
    for (size_t i = 0; s == KERF_OK && i < kerf_formula_count(k); i++)
        s = kerf_formula_get(k, i, &f);
    if (s == KERF_OK) s = kerf_write_summary(k, count_bytes, n);
    if (s == KERF_OK) s = kerf_write_stage(k, KERF_STAGE_TREE, count_bytes, n);
    if (s == KERF_OK) s = kerf_write_stage(k, KERF_STAGE_MODEL, count_bytes, n);
    if (s == KERF_OK) s = kerf_write_model(k, "alchemy", 1, count_bytes, n);
    return s;
}

static void every_allocation_may_fail(void **state)
{
    (void)state;
    kerf_status status = KERF_NO_MEMORY;
    size_t written = 0;
    int64_t n = 0;
    for (; status != KERF_OK; n++) {
        kerf_config config = { .size = sizeof config, .test_faults = 1, .fail_after = n };
        kerf *k = kerf_new(&config);
        if (!k) continue;
        status = whole_way(k, &written);
        if (status != KERF_OK && status != KERF_NO_MEMORY)
            fail_msg("allocation %lld: %s", (long long)n, kerf_error(k));
        if (status == KERF_NO_MEMORY) assert_string_equal(kerf_error(k), "out of memory");
        kerf_free(k);
        assert_true(n < 100000);
    }
    assert_true(n > 20);
}

/* Bad input, too: an error that cannot be recorded is still an error. */
static void every_allocation_may_fail_on_errors(void **state)
{
    (void)state;
    static const char bad[] = "P(t)\n1 Q(x)\n1 P(x,y)\n2 P(x\nP(t\n";
    kerf_status status = KERF_NO_MEMORY;
    for (int64_t n = 0; status != KERF_INVALID || n < 300; n++) {
        kerf_config config = { .size = sizeof config, .test_faults = 1, .fail_after = n };
        kerf *k = kerf_new(&config);
        if (!k) continue;
        status = kerf_read_model_memory(k, "m.mln", bad, sizeof bad - 1);
        assert_true(status == KERF_NO_MEMORY || status == KERF_INVALID);
        assert_true(*kerf_error(k) != '\0');
        kerf_free(k);
        assert_true(n < 100000);
    }
}

/* Constants that formulas make, of two worlds, with a second pass; then what makes none. */
static kerf_status made_way(kerf *k, const char *made)
{
    static const char facts[] = "val(1) val(2) near(1, 2)\n---\nval(4)\n";
    int more = 1;
    kerf_status s = kerf_read_model_memory(k, "m.mln", made, strlen(made));
    if (s == KERF_OK) s = kerf_add_evidence_memory(k, "e", facts, sizeof facts - 1);
    while (s == KERF_OK && more) s = kerf_next_world(k, &more);
    return s;
}

static void every_allocation_may_fail_while_constants_are_made(void **state)
{
    (void)state;
    static const char *const models[] = {
        "*val(t)\n*near(t, t)\nsum(t)\n1 !val(x) v sum([x + 1])\n"
        "1 !near(x, y) v x = y v sum(x + 1) v sum([x * y + 10])\n",
        "*val(t)\n*near(t, t)\nsum(t)\n1 !val(x) v sum(y) v sum([x + y])\n"
    };
    for (int bad = 0; bad < 2; bad++) {
        kerf_status status = KERF_NO_MEMORY, wanted = bad ? KERF_INVALID : KERF_OK;
        for (int64_t n = 0; status != wanted; n++) {
            kerf_config config = { .size = sizeof config, .test_faults = 1, .fail_after = n };
            kerf *k = kerf_new(&config);
            if (!k) continue;
            status = made_way(k, models[bad]);
            if (status != wanted && status != KERF_NO_MEMORY)
                fail_msg("allocation %lld: %s", (long long)n, kerf_error(k));
            if (status == KERF_NO_MEMORY) assert_string_equal(kerf_error(k), "out of memory");
            kerf_free(k);
            assert_true(n < 100000);
        }
    }
}

#ifdef HAVE_SQLITE

static const char stored_model[] = "*Friends(person, person)\n"
                                   "*Age(person, float)\n"
                                   "person boss(person)\n"
                                   "Smokes(person)\n"
                                   "1.5 Friends(x,y) ^ Smokes(x) => Smokes(y)\n"
                                   "1 Smokes(x) => Smokes(boss(x))\n"
                                   "2 EXIST y (Friends(x,y) ^ (Smokes(y) <=> Smokes(x)))\n"
                                   "1 EXIST a (Age(x,a) ^ a > 2) => Smokes(x)\n";
static const char stored_evidence[] = "Friends(Anna, Bob) Friends(Bob, Carl) Friends(Anna, Bob)\n"
                                      "!Friends(Carl, Carl)\nAge(Anna, 2.5) Age(Bob, 1)\n"
                                      "Bob = boss(Anna)\nBob = boss(Bob)\n"
                                      "Smokes(Anna) !Smokes(Carl)\n0.7 Smokes(Bob)\n";

/* With evidence or as it was left in the store; mapped, and written. */
static kerf_status stored_way(kerf *k, const char *store, int again, size_t *n)
{
    kerf_map_options options = { .size = sizeof options };
    kerf_result result = { .size = sizeof result };
    int more;
    kerf_status s = kerf_set(k, "store", store);
    if (s == KERF_OK) s = kerf_read_model_memory(k, "m.mln", stored_model, sizeof stored_model - 1);
    if (s == KERF_OK && !again)
        s = kerf_add_evidence_memory(k, "e", stored_evidence, sizeof stored_evidence - 1);
    if (s == KERF_OK) s = kerf_next_world(k, &more);
    if (s == KERF_OK) s = kerf_map(k, &options, &result);
    if (s == KERF_OK) s = kerf_write_answer(k, KERF_ANSWER_DB, count_bytes, n);
    if (s == KERF_OK) s = kerf_write_summary(k, count_bytes, n);
    return s;
}

static void fail_while_stored(const char *store, int again)
{
    kerf_status status = KERF_NO_MEMORY;
    for (int64_t n = 0; status != KERF_OK; n += 1 + n / 500) {
        size_t written = 0;
        kerf_config config = { .size = sizeof config, .test_faults = 1, .fail_after = n };
        kerf *k = kerf_new(&config);
        if (!k) continue;
        status = stored_way(k, store, again, &written);
        if (status != KERF_OK && status != KERF_NO_MEMORY)
            fail_msg("allocation %lld: %s", (long long)n, kerf_error(k));
        assert_true(status != KERF_OK || written > 0);
        kerf_free(k);
        assert_true(n < 100000);
    }
}

static void every_allocation_may_fail_with_a_store(void **state)
{
    (void)state;
    char name[] = "/tmp/kerf-faults-XXXXXX", store[64];
    int file = mkstemp(name);
    assert_true(file >= 0);
    close(file);
    snprintf(store, sizeof store, "sqlite:%s", name);
    fail_while_stored("sqlite::memory:", 0);
    fail_while_stored(store, 0);
    fail_while_stored(store, 1);
    unlink(name);
}

/* What needs all of it says so. */
static void some_need_memory(void **state)
{
    (void)state;
    kerf_verification v = { .size = sizeof v };
    kerf_learned learned = { .size = sizeof learned };
    kerf *k = kerf_new(NULL);
    assert_int_equal(kerf_set(k, "store", "sqlite::memory:"), KERF_OK);
    assert_int_equal(kerf_read_model_memory(k, "m", stored_model, sizeof stored_model - 1),
                     KERF_OK);
    assert_int_equal(kerf_add_evidence_memory(k, "e", stored_evidence, sizeof stored_evidence - 1),
                     KERF_OK);
    assert_int_equal(kerf_verify_memory(k, "a", "", 0, NULL, &v), KERF_MISUSE);
    assert_string_equal(kerf_error(k),
                        "verifying needs evidence in memory: leave out the option store");
    assert_int_equal(kerf_learn(k, NULL, &learned), KERF_MISUSE);
    assert_string_equal(kerf_error(k),
                        "learning needs evidence in memory: leave out the option store");
    kerf_free(k);
}

#endif

static void the_limit_is_kept(void **state)
{
    (void)state;
    kerf_config config = { .size = sizeof config, .memory_limit = 20000 };
    kerf *k = kerf_new(&config);
    assert_non_null(k);
    kerf_status status = kerf_read_model_memory(k, "m", model, sizeof model - 1);
    assert_int_equal(status, KERF_NO_MEMORY);
    assert_string_equal(kerf_error(k), "out of memory: the limit is 20000 bytes");
    assert_true(kerf_memory_peak(k) <= 20000);
    assert_true(kerf_memory_used(k) <= kerf_memory_peak(k));
    kerf_free(k);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_allocation_may_fail),
        cmocka_unit_test(every_allocation_may_fail_on_errors),
        cmocka_unit_test(every_allocation_may_fail_while_constants_are_made),
#ifdef HAVE_SQLITE
        cmocka_unit_test(every_allocation_may_fail_with_a_store),
        cmocka_unit_test(some_need_memory),
#endif
        cmocka_unit_test(the_limit_is_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

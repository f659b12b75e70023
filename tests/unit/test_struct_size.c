/* test_struct_size.c -- structs of kerf.h may grow: callers compiled earlier or later are
 * served. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "kerf.h"

#include <stdbool.h>
#include <string.h>

static const char model[] = "Friends(person, person)\n"
                            "Smokes(person)\n"
                            "1.5 Friends(x,y) ^ Smokes(x) => Smokes(y)\n"
                            "!Friends(x,x).\n";

static kerf *with_model(const char *text)
{
    kerf *k = kerf_new(NULL);
    assert_non_null(k);
    assert_int_equal(kerf_read_model_memory(k, "m.mln", text, strlen(text)), KERF_OK);
    return k;
}

static bool all_are(const void *from, size_t n, unsigned char byte)
{
    const unsigned char *at = from;
    for (size_t i = 0; i < n; i++)
        if (at[i] != byte) return false;
    return true;
}

/* A caller that was compiled when the struct was shorter: what it does not have is not written. */
static void an_older_caller_gets_what_it_knows(void **state)
{
    (void)state;
    kerf *k = with_model(model);
    kerf_formula_info f;
    size_t old = offsetof(kerf_formula_info, hard);
    memset(&f, 0x5a, sizeof f);
    f.size = old;
    assert_int_equal(kerf_formula_get(k, 0, &f), KERF_OK);
    assert_int_equal(f.size, old);
    assert_string_equal(f.file, "m.mln");
    assert_true(all_are((const char *)&f + old, sizeof f - old, 0x5a));
    kerf_free(k);
}

/* One that was compiled later: what the library does not know stays as it is, or is ignored. */
static void a_newer_caller_gets_what_there_is(void **state)
{
    (void)state;
    struct {
        kerf_formula_info now;
        char later[24];
    } f;
    struct {
        kerf_config now;
        char later[24];
    } config = { .now = { .size = sizeof config, .memory_limit = 1 << 20 }, .later = "more" };
    memset(&f, 0x5a, sizeof f);
    f.now.size = sizeof f;
    kerf *k = kerf_new(&config.now);
    assert_string_equal(kerf_get(k, "memory-limit"), "1048576");
    assert_int_equal(kerf_read_model_memory(k, "m.mln", model, sizeof model - 1), KERF_OK);
    assert_int_equal(kerf_formula_get(k, 1, &f.now), KERF_OK);
    assert_int_equal(f.now.size, sizeof f);
    assert_true(f.now.hard);
    assert_true(all_are(f.later, sizeof f.later, 0x5a));
    kerf_free(k);
}

static void a_struct_without_its_size_is_misuse(void **state)
{
    (void)state;
    kerf *k = with_model(model);
    kerf_config config = { 0 };
    kerf_predicate_info p = { 0 };
    kerf_result r = { .size = sizeof r };
    kerf_map_options options = { .report = 1 };
    assert_null(kerf_new(&config));
    assert_int_equal(kerf_predicate_get(k, 0, &p), KERF_MISUSE);
    assert_string_equal(kerf_error(k),
                        "the size of a struct is not set: { .size = sizeof x } does it");
    p.size = SIZE_MAX / 2; /* not initialised at all */
    assert_int_equal(kerf_predicate_get(k, 0, &p), KERF_MISUSE);
    assert_int_equal(kerf_map(k, &options, &r), KERF_MISUSE);
    assert_int_equal(kerf_map(k, NULL, &(kerf_result){ 0 }), KERF_MISUSE);
    kerf_free(k);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_older_caller_gets_what_it_knows),
        cmocka_unit_test(a_newer_caller_gets_what_there_is),
        cmocka_unit_test(a_struct_without_its_size_is_misuse),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

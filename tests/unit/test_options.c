/* test_options.c -- the option table: order, parsing, setting, getting, and when it is too late. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "learn/learn.h"
#include "session/session.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static bool parses(kerf_option_type type, const char *choices, double least, double most,
                   const char *text, kf_value *value)
{
    kerf_option o = { .name = "x", .type = type, .choices = choices, .least = least, .most = most };
    char why[128];
    return kf_option_parse(&o, text, value, why, sizeof why);
}

static void table_is_sorted_and_complete(void **state)
{
    (void)state;
    assert_true(kerf_option_count() > 0);
    for (size_t i = 0; i < kerf_option_count(); i++) {
        const kerf_option *o = kerf_option_get(i);
        assert_non_null(o->name);
        assert_non_null(o->help);
        assert_true((o->type == KERF_OPTION_FLAG) == (o->argument == NULL));
        assert_true((o->type == KERF_OPTION_CHOICE) == (o->choices != NULL));
        assert_ptr_equal(kerf_option_find(o->name), o);
        if (i > 0) assert_true(strcmp(kerf_option_get(i - 1)->name, o->name) < 0);
    }
    assert_null(kerf_option_get(kerf_option_count()));
    assert_null(kerf_option_find("nothing"));
    assert_null(kerf_option_find(NULL));
}

static void flags_are_words(void **state)
{
    (void)state;
    static const char *const on[] = { "1", "yes", "true", "on" };
    static const char *const off[] = { "0", "no", "false", "off" };
    static const char *const bad[] = { "", "2", "Yes", "y", "true ", "-1" };
    kf_value v;
    for (size_t i = 0; i < KF_LENGTH(on); i++)
        assert_true(parses(KERF_OPTION_FLAG, NULL, 0, 0, on[i], &v) && v.flag);
    for (size_t i = 0; i < KF_LENGTH(off); i++)
        assert_true(parses(KERF_OPTION_FLAG, NULL, 0, 0, off[i], &v) && !v.flag);
    for (size_t i = 0; i < KF_LENGTH(bad); i++)
        assert_false(parses(KERF_OPTION_FLAG, NULL, 0, 0, bad[i], &v));
}

static void numbers_have_ranges(void **state)
{
    (void)state;
    kf_value v;
    assert_true(parses(KERF_OPTION_INT, NULL, 1, 10, "10", &v));
    assert_int_equal(v.integer, 10);
    assert_false(parses(KERF_OPTION_INT, NULL, 1, 10, "11", &v));
    assert_false(parses(KERF_OPTION_INT, NULL, 1, 10, "0", &v));
    assert_false(parses(KERF_OPTION_INT, NULL, 1, 10, "2.5", &v));
    assert_false(parses(KERF_OPTION_INT, NULL, 1, 10, "", &v));
    assert_true(parses(KERF_OPTION_REAL, NULL, 0, 1, "0.25", &v));
    assert_true(v.real > 0.2 && v.real < 0.3);
    assert_false(parses(KERF_OPTION_REAL, NULL, 0, 1, "1.01", &v));
    assert_false(parses(KERF_OPTION_REAL, NULL, 0, 1, "nan", &v));
    assert_false(parses(KERF_OPTION_REAL, NULL, 0, 1, "0.5x", &v));
}

static void sizes_have_units(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        size_t bytes;
    } good[] = { { "0", 0 },
                 { "1000", 1000 },
                 { "64K", 65536 },
                 { "64k", 65536 },
                 { "500M", (size_t)500 << 20 },
                 { "8G", (size_t)8 << 30 },
                 { "1.5G", (size_t)3 << 29 } };
    static const char *const bad[] = { "",    "K",    "-1",        "12X",  "1 G",
                                       "1GB", "1e30", "99999999T", "0x10", "1\xff" };
    kf_value v;
    for (size_t i = 0; i < KF_LENGTH(good); i++) {
        assert_true(parses(KERF_OPTION_SIZE, NULL, 0, 0, good[i].text, &v));
        assert_int_equal(v.size, good[i].bytes);
    }
    for (size_t i = 0; i < KF_LENGTH(bad); i++)
        assert_false(parses(KERF_OPTION_SIZE, NULL, 0, 0, bad[i], &v));
}

static void lists_and_choices(void **state)
{
    (void)state;
    kf_value v;
    assert_true(parses(KERF_OPTION_LIST, NULL, 0, 0, "A", &v));
    assert_true(parses(KERF_OPTION_LIST, NULL, 0, 0, "A, B,C", &v));
    assert_false(parses(KERF_OPTION_LIST, NULL, 0, 0, "", &v));
    assert_false(parses(KERF_OPTION_LIST, NULL, 0, 0, "A,", &v));
    assert_false(parses(KERF_OPTION_LIST, NULL, 0, 0, "A, ,B", &v));
    assert_false(parses(KERF_OPTION_FILE, NULL, 0, 0, "", &v));
    assert_true(parses(KERF_OPTION_TEXT, NULL, 0, 0, "", &v));
    assert_true(parses(KERF_OPTION_CHOICE, "ab|cd|e", 0, 0, "cd", &v));
    assert_int_equal(v.choice, 1);
    assert_false(parses(KERF_OPTION_CHOICE, "ab|cd|e", 0, 0, "", &v));
    assert_false(parses(KERF_OPTION_CHOICE, "ab|cd|e", 0, 0, "ab|cd", &v));
    assert_false(parses(KERF_OPTION_CHOICE, "ab|cd|e", 0, 0, "AB", &v));
}

static void set_and_get(void **state)
{
    (void)state;
    kerf *k = kerf_new(NULL);
    assert_non_null(k);
    assert_string_equal(kerf_get(k, "dialect"), "auto");
    assert_null(kerf_get(k, "query"));
    assert_null(kerf_get(k, "nothing"));
    assert_int_equal(kerf_set(k, "dialect", "tuffy"), KERF_OK);
    assert_string_equal(kerf_get(k, "dialect"), "tuffy");
    assert_int_equal(kerf_set(k, "query", "A,B"), KERF_OK);
    assert_int_equal(kerf_set(k, "query", "C"), KERF_OK);
    assert_string_equal(kerf_get(k, "query"), "C");
    assert_string_equal(k->options.query, "C");
    assert_int_equal(kerf_set(k, "query", NULL), KERF_OK);
    assert_null(kerf_get(k, "query"));
    assert_null(k->options.query);
    assert_int_equal(kerf_set(k, "split-cnf", "yes"), KERF_OK);
    assert_true(k->options.split_cnf);
    assert_int_equal(kerf_set(k, "split-cnf", NULL), KERF_OK);
    assert_false(k->options.split_cnf);
    kerf_free(k);
}

static void mistakes_are_explained(void **state)
{
    (void)state;
    kerf *k = kerf_new(NULL);
    assert_int_equal(kerf_set(k, "qurey", "A"), KERF_MISUSE);
    assert_non_null(strstr(kerf_error(k), "did you mean 'query'?"));
    assert_int_equal(kerf_set(k, "zzzzzzzz", "A"), KERF_MISUSE);
    assert_string_equal(kerf_error(k), "unknown option 'zzzzzzzz'");
    assert_int_equal(kerf_set(k, "dialect", "alchmy"), KERF_MISUSE);
    assert_non_null(strstr(kerf_error(k), "did you mean 'alchemy'?"));
    assert_int_equal(kerf_set(k, "dialect", "cobol"), KERF_MISUSE);
    assert_non_null(strstr(kerf_error(k), "expected one of auto|"));
    assert_string_equal(kerf_get(k, "dialect"), "auto");
    assert_int_equal(kerf_set(k, NULL, "A"), KERF_MISUSE);
    assert_int_equal(kerf_set(NULL, "query", "A"), KERF_MISUSE);
    assert_null(kerf_get(NULL, "query"));
    assert_int_equal(kerf_message_count(k), 0);
    assert_int_equal(kerf_set(k, "query", "A"), KERF_OK);
    assert_string_equal(kerf_error(k), "");
    kerf_free(k);
}

static void memory_limit_is_an_option(void **state)
{
    (void)state;
    kerf_config config = { .size = sizeof config, .memory_limit = 1 << 20 };
    kerf *k = kerf_new(&config);
    assert_non_null(k);
    assert_string_equal(kerf_get(k, "memory-limit"), "1048576");
    assert_int_equal(k->mem.limit, 1 << 20);
    assert_int_equal(kerf_set(k, "memory-limit", "2M"), KERF_OK);
    assert_int_equal(k->mem.limit, 2 << 20);
    assert_int_equal(kerf_set(k, "memory-limit", NULL), KERF_OK);
    assert_int_equal(k->mem.limit, 0);
    kerf_free(k);
}

static void some_options_come_too_late(void **state)
{
    (void)state;
    kerf *k = kerf_new(NULL);
    int more;
    assert_int_equal(kerf_read_model_memory(k, "m.mln", "P(t)\n", 5), KERF_OK);
    assert_int_equal(kerf_set(k, "dialect", "tuffy"), KERF_MISUSE);
    assert_string_equal(kerf_error(k), "option dialect must be set before the model is read");
    assert_int_equal(kerf_set(k, "query", "P"), KERF_OK);
    assert_int_equal(kerf_next_world(k, &more), KERF_OK);
    assert_int_equal(kerf_set(k, "query", "P"), KERF_MISUSE);
    assert_string_equal(kerf_error(k), "option query must be set before evidence is added");
    assert_int_equal(kerf_set(k, "memory-limit", "1G"), KERF_OK);
    kerf_free(k);
}

/* Evidence goes into a store while it is read: afterwards there is no way there. */
static void a_store_comes_too_late(void **state)
{
    static const char *const values[][2] = { { "store", "sqlite:never.store" },
                                             { "store", NULL },
                                             { "schema", "s" },
                                             { "distribute", "yes" } };
    char text[100];
    int more;
    kerf_result r = { .size = sizeof r };
    (void)state;
    kerf *k = kerf_new(NULL);
    assert_int_equal(kerf_read_model_memory(k, "m.mln", "P(t)\n1 P(x)\n", 12), KERF_OK);
    assert_int_equal(kerf_add_evidence_memory(k, "e.db", "P(A)\n", 5), KERF_OK);
    assert_int_equal(kerf_set(k, "store", "sqlite:never.store"), KERF_OK);
    assert_int_equal(kerf_set(k, "store", "memory"), KERF_OK);
    assert_int_equal(kerf_next_world(k, &more), KERF_OK);
    for (size_t i = 0; i < KF_LENGTH(values); i++) {
        assert_int_equal(kerf_set(k, values[i][0], values[i][1]), KERF_MISUSE);
        snprintf(text, sizeof text, "option %s must be set before the first world is read",
                 values[i][0]);
        assert_string_equal(kerf_error(k), text);
    }
    assert_string_equal(kerf_get(k, "store"), "memory");
    assert_int_equal(kerf_map(k, NULL, &r), KERF_OK);
    assert_int_not_equal(access("never.store", F_OK), 0);
    kerf_free(k);
}

/* The code goes by the place of a choice among its option's. */
static void choices_stand_in_the_order_of_their_enums(void **state)
{
    static const struct {
        const char *option, *choice;
        int value;
    } all[] = {
        { "ground", "auto", KF_GROUND_AUTO },
        { "ground", "cuts", KF_GROUND_CUTS },
        { "ground", "full", KF_GROUND_FULL },
        { "start", "current", KF_START_CURRENT },
        { "start", "random", KF_START_RANDOM },
        { "method", "mira", KF_METHOD_MIRA },
        { "method", "perceptron", KF_METHOD_PERCEPTRON },
        { "method", "pll", KF_METHOD_PLL },
    };
    (void)state;
    for (size_t i = 0; i < KF_LENGTH(all); i++) {
        kf_value v;
        char why[128];
        assert_true(
            kf_option_parse(kerf_option_find(all[i].option), all[i].choice, &v, why, sizeof why));
        assert_int_equal(v.choice, all[i].value);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(table_is_sorted_and_complete),
        cmocka_unit_test(flags_are_words),
        cmocka_unit_test(numbers_have_ranges),
        cmocka_unit_test(sizes_have_units),
        cmocka_unit_test(lists_and_choices),
        cmocka_unit_test(choices_stand_in_the_order_of_their_enums),
        cmocka_unit_test(set_and_get),
        cmocka_unit_test(mistakes_are_explained),
        cmocka_unit_test(memory_limit_is_an_option),
        cmocka_unit_test(some_options_come_too_late),
        cmocka_unit_test(a_store_comes_too_late),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

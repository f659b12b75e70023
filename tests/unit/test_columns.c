/* test_columns.c -- facts as columns: every kind, truths, probabilities, nulls, every way to be
 * wrong, stores. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "facts.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void every_kind_of_column(void **state)
{
    (void)state;
    const int32_t a[] = { 0, 1, 0, 1 }, b[] = { 1, 2, 3, 2 };
    const char *const who[] = { "Anna", "Bob" }, *const what[] = { "Red", "Green" };
    const uint64_t offsets[] = { 0, 4, 4 + 3 };
    const double ages[] = { 30, 12.5 };
    const int64_t whole[] = { 17, -3 };
    kerf_column friends[] = { codes(a), codes(b) };
    kerf_column likes[] = { strings(who), strings(what) };
    kerf_column age[] = { { .size = sizeof(kerf_column),
                            .kind = KERF_COLUMN_TEXT,
                            .text = "AnnaBob",
                            .offsets = offsets },
                          numbers(ages) };
    kerf_column smokes = { .size = sizeof smokes, .kind = KERF_COLUMN_INTEGERS, .integers = whole };
    kerf_fact_options is_false = { .size = sizeof is_false, .truth = KERF_FALSE };
    kerf *k = start();
    assert_int_equal(kerf_add_columns(k, "Friends", friends, 2, 4, NULL), KERF_OK);
    assert_int_equal(kerf_add_columns(k, "Likes", likes, 2, 2, NULL), KERF_OK);
    assert_int_equal(kerf_add_columns(k, "Age", age, 2, 2, NULL), KERF_OK);
    assert_int_equal(kerf_add_columns(k, "Rain", NULL, 0, 1, NULL), KERF_OK);
    assert_int_equal(kerf_add_columns(k, "Smokes", &smokes, 1, 2, &is_false), KERF_OK);
    same_as_text(k, "Friends(Anna, Bob) Friends(Bob, Carl) Friends(Anna, Dan) Friends(Bob, Carl)\n"
                    "Likes(Anna, Red) Likes(Bob, Green)\nAge(Anna, 30) Age(Bob, 12.5)\nRain\n"
                    "!Smokes(17) !Smokes(\"-3\")\n");
}

/* Random pairs of columns of one type, over more rows than a batch has: memos that are shared, or
 * not. */

enum { MOST_PAIRS = 1300, NAMES = 40 };

typedef struct pair_table {
    uint32_t n;
    int32_t codes[2][MOST_PAIRS];
    int64_t integers[2][MOST_PAIRS];
    const char *texts[2][MOST_PAIRS];
    char names[NAMES][8];
    const char *dictionaries[2][NAMES]; /* the second is the first from behind */
    char text[MOST_PAIRS * 40];
} pair_table;

static uint32_t draw(uint32_t *state, uint32_t n)
{
    *state = *state * 1664525 + 1013904223;
    return (uint32_t)(((uint64_t)(*state >> 8) * n) >> 24);
}

/* Column c of a kind, and for each row its constant; NULL: it is null. */
static kerf_column draw_column(pair_table *t, int c, uint32_t kind, uint32_t *state,
                               const char *said[MOST_PAIRS])
{
    kerf_column column = { .size = sizeof column, .codes = t->codes[c] };
    static char numbers[2][MOST_PAIRS][24];
    uint32_t wide = draw(state, 3); /* integers: 0 small, 1 far, 2 of both signs */
    for (uint32_t i = 0; i < t->n; i++) {
        uint32_t at = draw(state, NAMES);
        bool null = draw(state, 50) == 0;
        const char *const *dictionary = t->dictionaries[kind == 1];
        t->codes[c][i] = null ? -1 : (int32_t)at;
        t->integers[c][i] = wide == 1 ? (int64_t)at << 40 : (int64_t)at - (wide == 2 ? 20 : 0);
        t->texts[c][i] = null ? NULL : t->names[at];
        snprintf(numbers[c][i], sizeof *numbers[c], "%lld", (long long)t->integers[c][i]);
        said[i] = kind == 2   ? numbers[c][i]
                  : null      ? NULL
                  : kind == 3 ? t->names[at]
                              : dictionary[at];
    }
    column.kind = kind < 2    ? KERF_COLUMN_CODES
                  : kind == 2 ? KERF_COLUMN_INTEGERS
                              : KERF_COLUMN_STRINGS;
    column.strings = kind < 2 ? t->dictionaries[kind] : t->texts[c];
    column.n_entries = NAMES;
    column.integers = t->integers[c];
    return column;
}

static void draw_pairs(pair_table *t, uint32_t *state)
{
    static const char *said[2][MOST_PAIRS];
    kerf_fact_options skip = { .size = sizeof skip, .skip_nulls = 1 };
    kerf_column columns[2];
    size_t at = 0;
    t->n = 1 + draw(state, MOST_PAIRS);
    for (int c = 0; c < 2; c++) columns[c] = draw_column(t, c, draw(state, 4), state, said[c]);
    t->text[0] = '\0';
    for (uint32_t i = 0; i < t->n; i++)
        if (said[0][i] && said[1][i])
            at += (size_t)snprintf(t->text + at, sizeof t->text - at, "Friends(\"%s\", \"%s\")\n",
                                   said[0][i], said[1][i]);
    kerf *k = start();
    assert_int_equal(kerf_add_columns(k, "Friends", columns, 2, t->n, &skip), KERF_OK);
    same_as_text(k, t->text);
}

static void columns_that_share_constants(void **state)
{
    (void)state;
    static pair_table t;
    uint32_t random = 1;
    for (int i = 0; i < NAMES; i++) {
        snprintf(t.names[i], sizeof t.names[i], i % 3 == 0 ? "%d" : "N%d", i);
        t.dictionaries[0][i] = t.dictionaries[1][NAMES - 1 - i] = t.names[i];
    }
    for (int trial = 0; trial < 60; trial++) draw_pairs(&t, &random);
}

static void probabilities_and_truths(void **state)
{
    (void)state;
    const int32_t a[] = { 0, 1, 2, 3 };
    const double p[] = { 0.9, 0, 1, 0.25 };
    kerf_column who = codes(a);
    kerf_fact_options soft = { .size = sizeof soft, .probabilities = p };
    kerf_fact_options not = { .size = sizeof not, .probabilities = p, .truth = KERF_FALSE };
    kerf_fact_options unknown = { .size = sizeof unknown, .truth = KERF_UNKNOWN };
    kerf *k = start();
    assert_int_equal(kerf_add_columns(k, "Smokes", &who, 1, 4, &soft), KERF_OK);
    same_as_text(k, "Smokes(Anna) 0.9\n!Smokes(Bob)\nSmokes(Carl)\nSmokes(Dan) 0.25\n");
    k = start();
    assert_int_equal(kerf_add_columns(k, "Smokes", &who, 1, 4, &not ), KERF_OK);
    same_as_text(k, "!Smokes(Anna) 0.9\nSmokes(Bob)\n!Smokes(Carl)\n!Smokes(Dan) 0.25\n");
    k = start();
    assert_int_equal(kerf_add_columns(k, "Smokes", &who, 1, 3, &unknown), KERF_OK);
    same_as_text(k, "?Smokes(Anna) ?Smokes(Bob) ?Smokes(Carl)\n");
}

static void nulls_skip_rows_or_are_wrong(void **state)
{
    (void)state;
    const int32_t a[] = { 0, -1, 1, 2, 3 };
    const char *const b[] = { "Bob", "Bob", NULL, "Anna", "Anna" };
    const uint8_t valid[] = { 0x17 }; /* all but the fourth */
    const double p[] = { 0.5, NAN };
    kerf_column friends[] = { codes(a), strings(b) }, one = codes(a);
    kerf_fact_options skip = { .size = sizeof skip, .skip_nulls = 1 };
    kerf_fact_options soft = { .size = sizeof soft, .name = "facts", .probabilities = p };
    friends[0].valid = valid;
    friends[1].name = "friend";
    kerf *k = start();
    assert_int_equal(kerf_add_columns(k, "Friends", friends, 2, 5, &skip), KERF_OK);
    same_as_text(k, "Friends(Anna, Bob) Friends(Dan, Anna)\n");
    k = start();
    assert_error(k, kerf_add_columns(k, "Friends", friends, 2, 5, NULL), KERF_INVALID,
                 "Friends:2:1: row 2, column 1: it is null");
    assert_string_equal(kerf_message_get(k, 3)->text, "row 3, column 2 (friend): it is null");
    assert_int_equal(kerf_message_total(k, KERF_ERROR), 3);
    one.codes = a + 2;
    assert_error(k, kerf_add_columns(k, "Smokes", &one, 1, 2, &soft), KERF_INVALID,
                 "facts:2:2: row 2, column 2 (probability): it is null");
    same_as_text(k, ""); /* nothing was queued */
}

/* Blank text is a constant like any other, or null, in every kind of column that has text. */
static void blanks_may_be_null(void **state)
{
    (void)state;
    const char *const texts[] = { "Anna", " \t", "" };
    const int32_t a[] = { 2, 0, 1, 0 };
    const uint64_t offsets[] = { 0, 2, 6, 6 };
    kerf_column columns[] = { strings(texts), codes(a), { .size = sizeof(kerf_column) } };
    kerf_fact_options skip = { .size = sizeof skip, .skip_nulls = 1, .blanks_are_null = 1 };
    kerf_fact_options wrong = { .size = sizeof wrong, .blanks_are_null = 1 };
    columns[1].strings = texts;
    columns[1].n_entries = 3;
    columns[2].kind = KERF_COLUMN_TEXT;
    columns[2].text = "\t Anna";
    columns[2].offsets = offsets;
    for (int i = 0; i < 3; i++) {
        kerf *k = start();
        assert_int_equal(kerf_add_columns(k, "Smokes", &columns[i], 1, 3, &skip), KERF_OK);
        same_as_text(k, "Smokes(Anna)\n");
    }
    kerf *k = start();
    assert_error(k, kerf_add_columns(k, "Smokes", &columns[2], 1, 3, &wrong), KERF_INVALID,
                 "Smokes:1:1: row 1, column 1: it is null");
    assert_int_equal(kerf_message_total(k, KERF_ERROR), 2);
    assert_int_equal(kerf_add_columns(k, "Smokes", columns, 1, 3, NULL), KERF_OK);
    same_as_text(k, "Smokes(Anna)\nSmokes(\" \\t\")\nSmokes(\"\")\n");
}

static void columns_without_rows(void **state)
{
    (void)state;
    kerf_column columns[] = {
        { .kind = KERF_COLUMN_CODES },   { .kind = KERF_COLUMN_TEXT },
        { .kind = KERF_COLUMN_STRINGS }, { .kind = KERF_COLUMN_INTEGERS },
        { .kind = KERF_COLUMN_NUMBERS },
    };
    kerf *k = start();
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++) columns[i].size = sizeof *columns;
    for (size_t i = 0; i < 4; i++)
        assert_int_equal(kerf_add_columns(k, "Smokes", &columns[i], 1, 0, NULL), KERF_OK);
    assert_int_equal(kerf_add_columns(k, "Age", columns + 3, 2, 0, NULL), KERF_OK);
    same_as_text(k, "");
}

/* ---- What is wrong with columns ---- */

static void wrong_calls(void **state)
{
    (void)state;
    const int32_t a[] = { 0 };
    kerf_column c = codes(a), no_size = { .kind = KERF_COLUMN_CODES };
    kerf_fact_options odd = { .size = sizeof odd, .truth = (kerf_truth)7 };
    kerf *k = kerf_new(NULL);
    assert_int_equal(kerf_add_columns(NULL, "Smokes", &c, 1, 1, NULL), KERF_MISUSE);
    assert_error(k, kerf_add_columns(k, "Smokes", &c, 1, 1, NULL), KERF_MISUSE,
                 "evidence comes after the model: read one first");
    kerf_free(k);
    k = start();
    assert_error(k, kerf_add_columns(k, NULL, &c, 1, 1, NULL), KERF_MISUSE,
                 "facts need the name of their predicate");
    assert_error(k, kerf_add_columns(k, "Smokes", NULL, 1, 1, NULL), KERF_MISUSE,
                 "facts need their columns");
    assert_error(k, kerf_add_columns(k, "Smokes", &no_size, 1, 1, NULL), KERF_MISUSE,
                 "the size of a struct is not set: { .size = sizeof x } does it");
    assert_error(k, kerf_add_columns(k, "Smokes", &c, 99, 1, NULL), KERF_MISUSE,
                 "no predicate has 99 arguments");
    assert_error(k, kerf_add_columns(k, "Smokes", &c, 1, 1, &odd), KERF_MISUSE,
                 "there is no truth 7");
    c.codes = NULL;
    assert_error(k, kerf_add_columns(k, "Smokes", &c, 1, 1, NULL), KERF_MISUSE,
                 "column 1 has no values");
    c.kind = (kerf_column_kind)9;
    assert_error(k, kerf_add_columns(k, "Smokes", &c, 1, 1, NULL), KERF_MISUSE,
                 "there is no kind of column 9");
    c.kind = KERF_COLUMN_STRINGS;
    c.strings = NULL;
    assert_error(k, kerf_add_columns(k, "Smokes", &c, 1, 1, NULL), KERF_MISUSE,
                 "column 1 has no values");
    assert_int_equal(kerf_add_columns(k, "Smokes", &c, 1, 0, NULL), KERF_OK);
    kerf_free(k);
}

static void wrong_shapes(void **state)
{
    (void)state;
    const int32_t a[] = { 0 };
    const double x[] = { 1 };
    kerf_column c = codes(a), pair[] = { codes(a), numbers(x) };
    kerf_fact_options soft = { .size = sizeof soft, .probabilities = x };
    kerf_fact_options unknown = { .size = sizeof unknown, .truth = KERF_UNKNOWN };
    unknown.probabilities = x;
    kerf *k = start();
    assert_error(k, kerf_add_columns(k, "Smoks", &c, 1, 1, NULL), KERF_INVALID,
                 "Smoks: predicate Smoks is not declared");
    assert_error(k, kerf_add_columns(k, "Friends", &c, 1, 1, NULL), KERF_INVALID,
                 "Friends: Friends takes 2 arguments, here is 1 column");
    assert_error(k, kerf_add_columns(k, "Smokes", pair, 2, 1, NULL), KERF_INVALID,
                 "Smokes: Smokes takes 1 argument, here are 2 columns");
    assert_error(k, kerf_add_columns(k, "Friends", pair, 2, 1, NULL), KERF_INVALID,
                 "Friends: column 2 holds numbers: only an argument that is a number, or a "
                 "probability, can be that");
    const kerf_message *said = kerf_message_get(k, kerf_message_count(k) - 1);
    assert_string_equal(said->hint, "constants are texts and whole numbers");
    assert_error(k, kerf_add_columns(k, "Age", pair, 2, 1, &soft), KERF_INVALID,
                 "Age: Age has a number argument and cannot have a probability, too");
    assert_error(k, kerf_add_columns(k, "Smokes", &c, 1, 1, &unknown), KERF_INVALID,
                 "Smokes: what is said to be unknown cannot have a probability, too");
    kerf_free(k);
    k = kerf_new(NULL);
    assert_int_equal(kerf_set(k, "skip-unknown", "1"), KERF_OK);
    assert_int_equal(kerf_read_model_memory(k, "m", facts_model, strlen(facts_model)), KERF_OK);
    assert_int_equal(kerf_add_columns(k, "Smoks", &c, 1, 1, NULL), KERF_OK);
    assert_int_equal(kerf_message_total(k, KERF_WARNING), 1);
    kerf_free(k);
}

static void wrong_values(void **state)
{
    (void)state;
    const int32_t a[] = { 0, 7 };
    const double x[] = { 1, INFINITY }, p[] = { 0.5, 1.5 };
    const char *const odd[] = { "Anna", "\xff" }, *const text[] = { "1", "one" };
    const uint64_t back[] = { 0, 4, 2 }, nul[] = { 0, 3 };
    kerf_column pair[] = { codes(a), numbers(x) }, c = codes(a);
    kerf_fact_options soft = { .size = sizeof soft, .probabilities = p };
    kerf *k = start();
    pair[0].codes = (const int32_t[]){ 0, 1 };
    assert_error(k, kerf_add_columns(k, "Smokes", &c, 1, 2, NULL), KERF_INVALID,
                 "Smokes:2:1: row 2, column 1: 7 is not an entry of its dictionary, which has 4");
    assert_error(k, kerf_add_columns(k, "Age", pair, 2, 2, NULL), KERF_INVALID,
                 "Age:2:2: row 2, column 2: this number is out of range");
    pair[1] = strings(text);
    assert_error(k, kerf_add_columns(k, "Age", pair, 2, 2, NULL), KERF_INVALID,
                 "Age:2:2: row 2, column 2: it is not a number");
    assert_error(k, kerf_add_columns(k, "Smokes", pair, 1, 2, &soft), KERF_INVALID,
                 "Smokes:2:2: row 2, column 2 (probability): the probability 1.5 is not between 0 "
                 "and 1");
    c = strings(odd);
    assert_error(k, kerf_add_columns(k, "Smokes", &c, 1, 2, NULL), KERF_INVALID,
                 "Smokes:2:1: row 2, column 1: its text is not valid UTF-8");
    c = (kerf_column){ .size = sizeof c, .kind = KERF_COLUMN_TEXT, .text = "AnnaBob" };
    c.offsets = back;
    assert_error(k, kerf_add_columns(k, "Smokes", &c, 1, 2, NULL), KERF_INVALID,
                 "Smokes:2:1: row 2, column 1: the offsets of its text do not ascend");
    c.text = "A\0B";
    c.offsets = nul;
    assert_error(k, kerf_add_columns(k, "Smokes", &c, 1, 1, NULL), KERF_INVALID,
                 "Smokes:1:1: row 1, column 1: there is a NUL byte in its text");
    c = codes(a);
    c.strings = odd;
    c.n_entries = 2;
    assert_error(k, kerf_add_columns(k, "Smokes", &c, 1, 1, NULL), KERF_INVALID,
                 "Smokes:1:1: row 1, column 1: entry 1 of its dictionary: its text is not valid "
                 "UTF-8");
    kerf_free(k);
}

/* A character that is cut in two by the end of a cell. */
static void text_is_checked_at_its_seams(void **state)
{
    (void)state;
    const uint64_t offsets[] = { 0, 1, 2 };
    kerf_column c = { .size = sizeof c, .kind = KERF_COLUMN_TEXT, .text = "\xc3\xa4" };
    char *long_text = malloc((1 << 20) + 2);
    const uint64_t long_offsets[] = { 0, (1 << 20) + 1 };
    kerf *k = start();
    c.offsets = offsets;
    assert_error(k, kerf_add_columns(k, "Smokes", &c, 1, 2, NULL), KERF_INVALID,
                 "Smokes:1:1: row 1, column 1: its text is not valid UTF-8");
    assert_non_null(long_text);
    memset(long_text, 'x', (1 << 20) + 2);
    c.text = long_text;
    c.offsets = long_offsets;
    assert_error(k, kerf_add_columns(k, "Smokes", &c, 1, 1, NULL), KERF_INVALID,
                 "Smokes:1:1: row 1, column 1: its text is longer than 1 MiB");
    free(long_text);
    kerf_free(k);
}

/* Contradictions and unknown constants have the row, too. */
static void later_errors_name_the_row(void **state)
{
    (void)state;
    const int32_t a[] = { 0, 1, 2 };
    const char *const who[] = { "Anna", "Bob" }, *const what[] = { "Red", "Blue" };
    kerf_column c = codes(a), likes[] = { strings(who), strings(what) };
    kerf_fact_options not = { .size = sizeof not, .name = "liars", .truth = KERF_FALSE };
    int more;
    kerf *k = start();
    assert_int_equal(kerf_add_columns(k, "Smokes", &c, 1, 2, NULL), KERF_OK);
    c.codes = a + 1;
    assert_int_equal(kerf_add_columns(k, "Smokes", &c, 1, 2, &not ), KERF_OK);
    assert_error(k, kerf_next_world(k, &more), KERF_INVALID,
                 "liars:1:1: Smokes(Bob) is false here but true at Smokes:2");
    kerf_free(k);
    k = kerf_new(NULL);
    assert_int_equal(kerf_set(k, "strict-types", "1"), KERF_OK);
    assert_int_equal(kerf_read_model_memory(k, "m", facts_model, strlen(facts_model)), KERF_OK);
    assert_int_equal(kerf_add_columns(k, "Likes", likes, 2, 2, NULL), KERF_OK);
    assert_error(k, kerf_next_world(k, &more), KERF_INVALID,
                 "Likes:2:2: unknown constant Blue in type colour");
    kerf_free(k);
}

/* ---- Stores ---- */

static void stores_take_values(void **state)
{
    (void)state;
    const int32_t a[] = { 0, 1, 0 }, b[] = { 1, 2, 3 };
    const double p[] = { 0.9, 0.25, 1 };
    kerf_column friends[] = { codes(a), codes(b) }, who = codes(b);
    kerf_fact_options soft = { .size = sizeof soft, .probabilities = p };
    static const char *const stores[] = { "memory", "sqlite::memory:", "sqlite:values.store" };
    buffer first = { .n = 0 }, w;
    remove("values.store");
    for (int round = 0; round < 4; round++) { /* the last one finds it in the store */
        kerf *k = start();
        assert_int_equal(kerf_set(k, "store", stores[round < 3 ? round : 2]), KERF_OK);
        assert_int_equal(kerf_add_columns(k, "Friends", friends, 2, 3, NULL), KERF_OK);
        assert_int_equal(kerf_add_columns(k, "Smokes", &who, 1, 3, &soft), KERF_OK);
        finish(k, round == 0 ? &first : &w);
        if (round > 0) assert_string_equal(w.text, first.text);
        kerf_free(k);
    }
    remove("values.store");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_kind_of_column),
        cmocka_unit_test(columns_that_share_constants),
        cmocka_unit_test(probabilities_and_truths),
        cmocka_unit_test(nulls_skip_rows_or_are_wrong),
        cmocka_unit_test(blanks_may_be_null),
        cmocka_unit_test(columns_without_rows),
        cmocka_unit_test(wrong_calls),
        cmocka_unit_test(wrong_shapes),
        cmocka_unit_test(wrong_values),
        cmocka_unit_test(text_is_checked_at_its_seams),
        cmocka_unit_test(later_errors_name_the_row),
        cmocka_unit_test(stores_take_values),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

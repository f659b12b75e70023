/* test_values.c -- facts as values: columns and Arrow tables into a session, answers out of it.
 *
 * Arrow arrays are made by hand: every type, offsets, nulls, and every way to be wrong. Releases are
 * counted: each struct is released exactly once, whatever the call returns. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "kerf.h"
#include "kerf_arrow.h"

#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char model[] = "*Friends(person, person)\n"
                            "*Age(person, float_)\n"
                            "*Rain\n"
                            "colour = {Red, Green}\n"
                            "*Likes(person who, colour what)\n"
                            "Smokes(person)\n"
                            "1.1 Friends(x, y) ^ Smokes(x) => Smokes(y)\n"
                            "0.5 Age(x, n) ^ n > 20 => Smokes(x)\n"
                            "0.2 Likes(x, Red) ^ Rain => Smokes(x)\n"
                            "-0.3 Smokes(x)\n";

/* ---- Sessions and what they hold ---- */

static kerf *start_with(const kerf_config *config)
{
    kerf *k = kerf_new(config);
    if (k && kerf_read_model_memory(k, "m.mln", model, sizeof model - 1) == KERF_OK) return k;
    kerf_free(k);
    return NULL;
}

static kerf *start(void)
{
    kerf *k = start_with(NULL);
    assert_non_null(k);
    return k;
}

typedef struct writing {
    char at[20000];
    size_t n;
} writing;

static int put(void *context, const char *text, size_t n)
{
    writing *w = context;
    if (w->n + n >= sizeof w->at) return 1;
    memcpy(w->at + w->n, text, n);
    w->n += n;
    w->at[w->n] = '\0';
    return 0;
}

/* What a world comes to: counts of evidence, the score and the answer. */
static void finish(kerf *k, writing *w)
{
    int more = 0;
    kerf_result r = { .size = sizeof r };
    kerf_predicate_info p = { .size = sizeof p };
    w->n = 0;
    assert_int_equal(kerf_next_world(k, &more), KERF_OK);
    for (size_t i = 0; i < kerf_predicate_count(k); i++) {
        char line[100];
        assert_int_equal(kerf_predicate_get(k, i, &p), KERF_OK);
        int n = snprintf(line, sizeof line, "%s %zu %zu %zu %zu\n", p.name, p.true_atoms,
                         p.false_atoms, p.unknown_atoms, p.soft_atoms);
        put(w, line, (size_t)n);
    }
    assert_int_equal(kerf_map(k, NULL, &r), KERF_OK);
    assert_int_equal(r.outcome, KERF_OPTIMAL);
    assert_int_equal(kerf_write_answer(k, KERF_ANSWER_JSON, put, w), KERF_OK);
}

static void same_as_text(kerf *k, const char *text)
{
    writing a = { .n = 0 }, b = { .n = 0 };
    kerf *other = start();
    assert_int_equal(kerf_add_evidence_memory(other, "e", text, strlen(text)), KERF_OK);
    finish(k, &a);
    finish(other, &b);
    assert_string_equal(a.at, b.at);
    kerf_free(k);
    kerf_free(other);
}

static void assert_error(kerf *k, kerf_status got, kerf_status expected, const char *text)
{
    if (got != expected || strcmp(kerf_error(k), text) != 0)
        print_error("%d: %s\n", (int)got, kerf_error(k));
    assert_int_equal(got, expected);
    assert_string_equal(kerf_error(k), text);
}

/* ---- Columns ---- */

static const char *const people[] = { "Anna", "Bob", "Carl", "Dan" };

static kerf_column codes(const int32_t *at)
{
    return (kerf_column){ .size = sizeof(kerf_column),
                          .kind = KERF_COLUMN_CODES,
                          .strings = people,
                          .n_entries = 4,
                          .codes = at };
}

static kerf_column strings(const char *const *at)
{
    return (kerf_column){ .size = sizeof(kerf_column), .kind = KERF_COLUMN_STRINGS, .strings = at };
}

static kerf_column numbers(const double *at)
{
    return (kerf_column){ .size = sizeof(kerf_column), .kind = KERF_COLUMN_NUMBERS, .numbers = at };
}

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
    assert_error(k, kerf_add_columns(k, "Age", pair, 2, 1, &soft), KERF_INVALID,
                 "Age: Age has a number argument and cannot have a probability, too");
    assert_error(k, kerf_add_columns(k, "Smokes", &c, 1, 1, &unknown), KERF_INVALID,
                 "Smokes: what is said to be unknown cannot have a probability, too");
    kerf_free(k);
    k = kerf_new(NULL);
    assert_int_equal(kerf_set(k, "skip-unknown", "1"), KERF_OK);
    assert_int_equal(kerf_read_model_memory(k, "m", model, sizeof model - 1), KERF_OK);
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
    assert_int_equal(kerf_read_model_memory(k, "m", model, sizeof model - 1), KERF_OK);
    assert_int_equal(kerf_add_columns(k, "Likes", likes, 2, 2, NULL), KERF_OK);
    assert_error(k, kerf_next_world(k, &more), KERF_INVALID,
                 "Likes:2:2: unknown constant Blue in type colour");
    kerf_free(k);
}

/* ---- Arrow ---- */

static int schemas, arrays, streams; /* that were released */

static void release_schema(struct ArrowSchema *s)
{
    schemas++;
    for (int64_t i = 0; i < s->n_children; i++)
        if (s->children[i]->release) s->children[i]->release(s->children[i]);
    if (s->dictionary && s->dictionary->release) s->dictionary->release(s->dictionary);
    s->release = NULL;
}

static void release_array(struct ArrowArray *a)
{
    arrays++;
    for (int64_t i = 0; i < a->n_children; i++)
        if (a->children[i]->release) a->children[i]->release(a->children[i]);
    if (a->dictionary && a->dictionary->release) a->dictionary->release(a->dictionary);
    a->release = NULL;
}

static struct ArrowSchema schema(const char *format, const char *name)
{
    return (struct ArrowSchema){ .format = format, .name = name, .release = release_schema };
}

static struct ArrowArray array(int64_t length, int64_t n_buffers, const void **buffers)
{
    return (struct ArrowArray){ .length = length,
                                .null_count = -1,
                                .n_buffers = n_buffers,
                                .buffers = buffers,
                                .release = release_array };
}

/* One column by itself, `who` of Smokes, must mean the text. */
static void column_means(const char *format, struct ArrowArray a, const char *text)
{
    struct ArrowSchema s = schema(format, "who");
    kerf_fact_options skip = { .size = sizeof skip, .skip_nulls = 1 };
    kerf *k = start();
    schemas = arrays = 0;
    kerf_status status = kerf_add_arrow(k, "Smokes", &s, &a, &skip);
    if (status != KERF_OK) print_error("%s: %s\n", format, kerf_error(k));
    assert_int_equal(status, KERF_OK);
    assert_int_equal(schemas, 1);
    assert_int_equal(arrays, 0);
    assert_null(a.release); /* it was moved */
    same_as_text(k, text);
    assert_int_equal(arrays, 1);
}

#define INTEGERS(type, format)                                                                     \
    do {                                                                                           \
        static const type values[] = { 99, 3, 4, 100 };                                            \
        const void *buffers[] = { NULL, values };                                                  \
        struct ArrowArray a = array(2, 2, buffers);                                                \
        a.offset = 1;                                                                              \
        column_means(format, a, "Smokes(3)\nSmokes(4)\n");                                         \
    } while (0)

static void every_type_of_integer(void **state)
{
    (void)state;
    const uint64_t large[] = { UINT64_MAX };
    const int64_t small[] = { INT64_MIN };
    const void *of_large[] = { NULL, large }, *of_small[] = { NULL, small };
    INTEGERS(int8_t, "c");
    INTEGERS(uint8_t, "C");
    INTEGERS(int16_t, "s");
    INTEGERS(uint16_t, "S");
    INTEGERS(int32_t, "i");
    INTEGERS(uint32_t, "I");
    INTEGERS(int64_t, "l");
    INTEGERS(uint64_t, "L");
    column_means("L", array(1, 2, of_large), "Smokes(18446744073709551615)\n");
    column_means("l", array(1, 2, of_small), "Smokes(\"-9223372036854775808\")\n");
}

static void every_type_of_text(void **state)
{
    (void)state;
    const int32_t small[] = { 0, 1, 5, 5, 8 };
    const int64_t large[] = { 0, 1, 5, 5, 8 };
    const uint8_t valid[] = { 0x0b }; /* the third is null */
    const void *utf8[] = { valid, small, "xAnnaBob" }, *large_utf8[] = { valid, large, "xAnnaBob" };
    const uint8_t bits[] = { 0x02 };
    const void *bools[] = { NULL, bits };
    struct ArrowArray a = array(3, 3, utf8), b = array(3, 3, large_utf8);
    a.offset = b.offset = 1;
    column_means("u", a, "Smokes(Anna)\nSmokes(Bob)\n");
    column_means("U", b, "Smokes(Anna)\nSmokes(Bob)\n");
    column_means("b", array(2, 2, bools), "Smokes(false)\nSmokes(true)\n");
    column_means("n", array(2, 0, NULL), "");
    column_means("u", array(0, 3, (const void *[]){ NULL, NULL, NULL }), "");
    struct {
        int32_t n;
        char inlined[12];
    } views[2] = { { 4, "Anna" }, { 15, "Maxi" } };
    const int32_t page = 0, at = 1;
    memcpy(views[1].inlined + 4, &page, 4);
    memcpy(views[1].inlined + 8, &at, 4);
    const int64_t sizes[] = { 16 };
    const void *seen[] = { NULL, views, "xMaximilian Anna", sizes };
    column_means("vu", array(2, 4, seen), "Smokes(Anna)\nSmokes(\"Maximilian Anna\")\n");
}

static void dictionaries(void **state)
{
    (void)state;
    const int8_t codes8[] = { 2, 0, 1, 5 };
    const uint8_t valid[] = { 0x07 }, entries_valid[] = { 0x06 };
    const int32_t offsets[] = { 0, 4, 7, 11 };
    const void *buffers[] = { valid, codes8 }, *entries[] = { NULL, offsets, "AnnaBobCarl" };
    const void *some[] = { entries_valid, offsets, "AnnaBobCarl" };
    for (int with_null = 0; with_null < 2; with_null++) {
        struct ArrowSchema s = schema("c", "who"), d = schema("u", "");
        struct ArrowArray a = array(4, 2, buffers), e = array(3, 3, with_null ? some : entries);
        kerf_fact_options skip = { .size = sizeof skip, .skip_nulls = 1 };
        kerf *k = start();
        s.dictionary = &d;
        a.dictionary = &e;
        arrays = schemas = 0;
        assert_int_equal(kerf_add_arrow(k, "Smokes", &s, &a, &skip), KERF_OK);
        same_as_text(k, with_null ? "Smokes(Carl)\nSmokes(Bob)\n"
                                  : "Smokes(Carl)\nSmokes(Anna)\nSmokes(Bob)\n");
        assert_int_equal(schemas, 2);
        assert_int_equal(arrays, 2);
    }
}

/* ---- Tables ---- */

typedef struct table { /* who, p, n: of 3 rows from the second on */
    struct ArrowSchema schemas[3], *inside[3], schema;
    struct ArrowArray arrays[3], *children[3], array;
    const void *buffers[3][3], *own[1];
    int32_t offsets[5];
    double p[4];
    float n[4];
    uint8_t valid[1];
} table;

static void make_table(table *t)
{
    static const char *const names[] = { "who", "p", "n" }, *const formats[] = { "u", "g", "f" };
    *t = (table){ .offsets = { 0, 1, 5, 8, 12 },
                  .p = { 9, 0.25, 0.75, 0.5 },
                  .n = { 9, 10, 20, 30 },
                  .valid = { 0x0f } };
    t->buffers[0][1] = t->offsets;
    t->buffers[0][2] = "xAnnaBobCarl";
    t->buffers[1][1] = t->p;
    t->buffers[2][1] = t->n;
    for (int i = 0; i < 3; i++) {
        t->schemas[i] = schema(formats[i], names[i]);
        t->inside[i] = &t->schemas[i];
        t->arrays[i] = array(4, i == 0 ? 3 : 2, t->buffers[i]);
        t->children[i] = &t->arrays[i];
    }
    t->own[0] = t->valid;
    t->schema = schema("+s", "");
    t->schema.n_children = 3;
    t->schema.children = t->inside;
    t->array = array(3, 1, t->own);
    t->array.offset = 1;
    t->array.n_children = 3;
    t->array.children = t->children;
}

static void tables_choose_their_columns(void **state)
{
    (void)state;
    table t, u;
    const char *const who[] = { "who", NULL }, *const both[] = { "who", "n", NULL };
    kerf_fact_options soft = { .size = sizeof soft, .probability = "p", .arguments = who };
    kerf_fact_options age = { .size = sizeof age, .arguments = both };
    make_table(&t);
    kerf *k = start();
    schemas = arrays = 0;
    assert_int_equal(kerf_add_arrow(k, "Smokes", &t.schema, &t.array, &soft), KERF_OK);
    make_table(&u);
    assert_int_equal(kerf_add_arrow(k, "Age", &u.schema, &u.array, &age), KERF_OK);
    same_as_text(k, "Smokes(Anna) 0.25\nSmokes(Bob) 0.75\nSmokes(Carl) 0.5\n"
                    "Age(Anna, 10) Age(Bob, 20) Age(Carl, 30)\n");
    assert_int_equal(schemas, 8);
    assert_int_equal(arrays, 8);
}

static void refused(table *t, const kerf_fact_options *options, const char *predicate,
                    kerf_status status, const char *text)
{
    kerf *k = start();
    schemas = arrays = 0;
    assert_error(k, kerf_add_arrow(k, predicate, &t->schema, &t->array, options), status, text);
    assert_int_equal(schemas, 4);
    assert_int_equal(arrays, 4);
    same_as_text(k, "");
}

static void wrong_tables(void **state)
{
    (void)state;
    table t;
    const char *const who[] = { "who", NULL }, *const wo[] = { "wo", NULL };
    kerf_fact_options one = { .size = sizeof one, .name = "t", .arguments = who };
    make_table(&t);
    refused(&t, NULL, "Smokes", KERF_INVALID,
            "Smokes: Smokes takes 1 argument, here are 3 columns");
    make_table(&t);
    one.arguments = wo;
    refused(&t, &one, "Smokes", KERF_INVALID, "t: there is no column wo: did you mean who?");
    make_table(&t);
    one.arguments = who;
    one.probability = "chance";
    refused(&t, &one, "Smokes", KERF_INVALID, "t: there is no column chance");
    one.probability = NULL;
    static const char *const formats[] = { "+l", "z", "d:10,2", "tdD", "e", "?", "+r", "vz" };
    static const char *const held[] = {
        "nested values",          "bytes",
        "decimal numbers",        "times",
        "numbers of 16 bits",     "values of a type that is not known",
        "run-end encoded values", "bytes"
    };
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        char text[200];
        snprintf(
            text, sizeof text,
            "t: column 1 (who) holds %s (Arrow format '%s'): facts are text, integers, numbers "
            "and booleans",
            held[i], formats[i]);
        make_table(&t);
        t.schemas[0].format = formats[i];
        refused(&t, &one, "Smokes", KERF_UNSUPPORTED, text);
    }
    make_table(&t);
    t.schema.children = NULL;
    t.schema.n_children = -1;
    kerf *k = start();
    arrays = 0;
    assert_error(k, kerf_add_arrow(k, "Smokes", &t.schema, &t.array, &one), KERF_INVALID,
                 "t: the Arrow schema has no columns that can be read");
    assert_int_equal(arrays, 4);
    kerf_free(k);
    make_table(&t);
    t.arrays[0].length = 3; /* of 1 + 3 */
    refused(&t, &one, "Smokes", KERF_INVALID, "t: an Arrow array does not fit its schema");
    make_table(&t);
    t.arrays[0].n_buffers = 2;
    refused(&t, &one, "Smokes", KERF_INVALID, "t: an Arrow array does not fit its schema");
    make_table(&t);
    t.valid[0] = 0x0b; /* the struct of the second row is null */
    refused(&t, &one, "Smokes", KERF_INVALID, "t:2:1: row 2 is null");
    make_table(&t);
    t.schemas[0].format = "vu";
    t.arrays[0].n_buffers = 3;
    t.buffers[0][1] = (const int32_t[16]){ [4] = 99, [6] = 5 };
    refused(&t, &one, "Smokes", KERF_INVALID,
            "t:1:1: row 1, column 1 (who): its text is not where its view says");
    k = start();
    struct ArrowSchema gone = { 0 };
    make_table(&t);
    arrays = 0;
    assert_error(k, kerf_add_arrow(k, "Smokes", &gone, &t.array, NULL), KERF_MISUSE,
                 "an Arrow table needs a schema and an array that are not released");
    assert_int_equal(arrays, 4);
    make_table(&t);
    schemas = arrays = 0;
    assert_int_equal(kerf_add_arrow(NULL, "Smokes", &t.schema, &t.array, NULL), KERF_MISUSE);
    assert_int_equal(schemas, 4);
    assert_int_equal(arrays, 4);
    kerf_free(k);
}

/* ---- Streams ---- */

typedef struct feed {
    table t[3];
    int n, at;
    int fail_at; /* get_next() fails there; -1: get_schema() does */
} feed;

static int get_schema(struct ArrowArrayStream *s, struct ArrowSchema *out)
{
    feed *f = s->private_data;
    if (f->fail_at < 0) return EIO;
    *out = f->t[0].schema;
    return 0;
}

static int get_next(struct ArrowArrayStream *s, struct ArrowArray *out)
{
    feed *f = s->private_data;
    if (f->at == f->fail_at) return EIO;
    if (f->at == f->n) out->release = NULL;
    else *out = f->t[f->at++].array;
    return 0;
}

static const char *get_last_error(struct ArrowArrayStream *s)
{
    (void)s;
    return "the cable is cut";
}

static void release_stream(struct ArrowArrayStream *s)
{
    streams++;
    s->release = NULL;
}

static struct ArrowArrayStream make_stream(feed *f, int n, int fail_at)
{
    *f = (feed){ .n = n, .fail_at = fail_at };
    for (int i = 0; i < 3; i++) make_table(&f->t[i]);
    schemas = arrays = streams = 0;
    return (struct ArrowArrayStream){ .get_schema = get_schema,
                                      .get_next = get_next,
                                      .get_last_error = get_last_error,
                                      .release = release_stream,
                                      .private_data = f };
}

static const char *const just_who[] = { "who", NULL };

static void streams_are_read_to_their_end(void **state)
{
    (void)state;
    feed f;
    kerf_fact_options one = { .size = sizeof one, .name = "t", .arguments = just_who };
    struct ArrowArrayStream s = make_stream(&f, 3, 99);
    f.t[1].buffers[0][2] = "xDoraEveFred";
    f.t[2].array.length = 0;
    kerf *k = start();
    assert_int_equal(kerf_add_arrow_stream(k, "Smokes", &s, &one), KERF_OK);
    assert_null(s.release);
    assert_int_equal(schemas, 4);
    same_as_text(k, "Smokes(Anna)\nSmokes(Bob)\nSmokes(Carl)\nSmokes(Dora)\nSmokes(Eve)\n"
                    "Smokes(Fred)\n");
    assert_int_equal(arrays, 12);
    assert_int_equal(streams, 1);
}

static void wrong_streams(void **state)
{
    (void)state;
    feed f;
    int more;
    kerf_fact_options one = { .size = sizeof one, .name = "t", .arguments = just_who };
    struct ArrowArrayStream s = make_stream(&f, 2, -1);
    kerf *k = start();
    assert_error(k, kerf_add_arrow_stream(k, "Smokes", &s, &one), KERF_IO,
                 "t: the Arrow stream failed: the cable is cut");
    assert_int_equal(streams, 1);
    assert_error(k, kerf_add_arrow_stream(k, "Smokes", &s, &one), KERF_MISUSE,
                 "an Arrow stream must not be released");
    s = make_stream(&f, 2, 1);
    assert_int_equal(kerf_add_arrow_stream(k, "Smokes", &s, &one), KERF_OK);
    assert_error(k, kerf_next_world(k, &more), KERF_IO,
                 "t: the Arrow stream failed: the cable is cut");
    kerf_free(k);
    assert_int_equal(arrays, 4);
    assert_int_equal(streams, 1);
    s = make_stream(&f, 2, 99);
    f.t[1].buffers[0][2] = "xAn\xff"
                           "aBobCarl";
    k = start();
    assert_int_equal(kerf_add_arrow_stream(k, "Smokes", &s, &one), KERF_OK);
    assert_error(k, kerf_next_world(k, &more), KERF_INVALID,
                 "t:4:1: row 4, column 1 (who): its text is not valid UTF-8");
    kerf_free(k);
    assert_int_equal(arrays, 8);
    assert_int_equal(streams, 1);
    s = make_stream(&f, 2, 99); /* never read */
    k = start();
    assert_int_equal(kerf_add_arrow_stream(k, "Smokes", &s, &one), KERF_OK);
    kerf_free(k);
    assert_int_equal(arrays, 0);
    assert_int_equal(streams, 1);
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
    writing first = { .n = 0 }, w;
    remove("values.store");
    for (int round = 0; round < 4; round++) { /* the last one finds it in the store */
        kerf *k = start();
        assert_int_equal(kerf_set(k, "store", stores[round < 3 ? round : 2]), KERF_OK);
        assert_int_equal(kerf_add_columns(k, "Friends", friends, 2, 3, NULL), KERF_OK);
        assert_int_equal(kerf_add_columns(k, "Smokes", &who, 1, 3, &soft), KERF_OK);
        finish(k, round == 0 ? &first : &w);
        if (round > 0) assert_string_equal(w.at, first.at);
        kerf_free(k);
    }
    remove("values.store");
}

/* ---- Out ---- */

static void add_cell(writing *w, const struct ArrowSchema *s, const struct ArrowArray *a, int64_t i)
{
    char text[64];
    if (s->dictionary) {
        add_cell(w, s->dictionary, a->dictionary, ((const int32_t *)a->buffers[1])[i]);
        return;
    }
    if (strcmp(s->format, "u") == 0) {
        const int32_t *offsets = a->buffers[1];
        put(w, (const char *)a->buffers[2] + offsets[i], (size_t)(offsets[i + 1] - offsets[i]));
    } else {
        const uint8_t *valid = a->buffers[0];
        bool null = valid && !(valid[i / 8] >> (i % 8) & 1);
        int n = snprintf(text, sizeof text, "%.3g", ((const double *)a->buffers[1])[i]);
        put(w, null ? "null" : text, null ? 4 : (size_t)n);
    }
    put(w, " ", 1);
}

static void add_stream(writing *w, struct ArrowArrayStream *stream)
{
    struct ArrowSchema s;
    struct ArrowArray a;
    assert_int_equal(stream->get_schema(stream, &s), 0);
    assert_string_equal(s.format, "+s");
    for (int64_t c = 0; c < s.n_children; c++) {
        put(w, s.children[c]->name, strlen(s.children[c]->name));
        put(w, " ", 1);
    }
    assert_int_equal(stream->get_next(stream, &a), 0);
    for (int64_t i = 0; i < a.length; i++) {
        put(w, "/ ", 2);
        for (int64_t c = 0; c < a.n_children; c++) add_cell(w, s.children[c], a.children[c], i);
    }
    a.release(&a);
    assert_int_equal(stream->get_next(stream, &a), 0);
    assert_null(a.release);
    s.release(&s);
    stream->release(stream);
    assert_null(stream->release);
}

static const char pairs_model[] = "*E(node from, node to)\nSame(node, node)\nGood(node)\n"
                                  "2 E(x, y) => Same(x, y)\n-1 Same(x, y)\n1 Good(N1)\n";
static const char pairs[] = "E(N1, N2) E(N2, \"N 3\") E(N1, \"N 3\")\n";

static kerf *mapped(const kerf_config *config, kerf_status *status)
{
    kerf *k = kerf_new(config);
    kerf_result r = { .size = sizeof r };
    int more;
    *status = KERF_NO_MEMORY;
    if (!k) return NULL;
    *status = kerf_read_model_memory(k, "m", pairs_model, sizeof pairs_model - 1);
    if (*status == KERF_OK) *status = kerf_add_evidence_memory(k, "e", pairs, sizeof pairs - 1);
    if (*status == KERF_OK) *status = kerf_next_world(k, &more);
    if (*status == KERF_OK) *status = kerf_map(k, NULL, &r);
    return k;
}

static void answers_as_arrow(void **state)
{
    (void)state;
    writing w = { .n = 0 };
    struct ArrowArrayStream s, good;
    kerf_status status;
    kerf *k = mapped(NULL, &status);
    assert_int_equal(status, KERF_OK);
    for (int plain = 0; plain < 2; plain++) {
        w.n = 0;
        assert_int_equal(kerf_answer_arrow(k, "Same", plain, &s), KERF_OK);
        add_stream(&w, &s);
        assert_string_equal(w.at, "node_1 node_2 / N1 N 3 / N1 N2 / N2 N 3 ");
    }
    assert_int_equal(kerf_answer_arrow(k, "Good", 0, &good), KERF_OK);
    assert_error(k, kerf_answer_arrow(k, "E", 0, &s), KERF_MISUSE,
                 "E is observed: answers are about hidden predicates");
    assert_error(k, kerf_answer_arrow(k, "Bad", 0, &s), KERF_MISUSE,
                 "predicate Bad is not declared");
    assert_error(k, kerf_answer_arrow(k, NULL, 0, &s), KERF_MISUSE,
                 "an Arrow table needs the name of its predicate");
    assert_error(k, kerf_answer_arrow(k, "Same", 0, NULL), KERF_MISUSE,
                 "an Arrow stream needs a place");
    kerf_free(k); /* what came out stays */
    w.n = 0;
    add_stream(&w, &good);
    assert_string_equal(w.at, "node / N1 ");
}

static void parts_may_be_moved_out(void **state)
{
    (void)state;
    struct ArrowArrayStream s;
    struct ArrowArray a, child;
    kerf_status status;
    writing w = { .n = 0 };
    kerf *k = mapped(NULL, &status);
    assert_int_equal(kerf_answer_arrow(k, "Same", 1, &s), KERF_OK);
    kerf_free(k);
    assert_int_equal(s.get_next(&s, &a), 0);
    child = *a.children[1];
    a.children[1]->release = NULL;
    s.release(&s);
    a.release(&a);
    struct ArrowSchema text = { .format = "u" };
    add_cell(&w, &text, &child, 1);
    assert_string_equal(w.at, "N2 ");
    child.release(&child);
    k = mapped(NULL, &status); /* a stream that nobody reads */
    assert_int_equal(kerf_answer_arrow(k, "Same", 1, &s), KERF_OK);
    s.release(&s);
    kerf_free(k);
}

static void probabilities_as_arrow(void **state)
{
    (void)state;
    struct ArrowArrayStream s;
    kerf_marginal_result r = { .size = sizeof r };
    kerf_status status;
    writing w = { .n = 0 };
    kerf *k = mapped(NULL, &status);
    assert_error(k, kerf_probabilities_arrow(k, "Good", 0, &s), KERF_MISUSE,
                 "there are no probabilities: kerf_marginal() finds them");
    assert_int_equal(kerf_marginal(k, NULL, &r), KERF_OK);
    assert_int_equal(kerf_probabilities_arrow(k, "Good", 0, &s), KERF_OK);
    kerf_free(k);
    add_stream(&w, &s);
    assert_string_equal(w.at,
                        "node p lo hi method ess rhat / N1 0.731 0.731 0.731 exact null null ");
}

/* ---- Memory ---- */

/* The whole way in and out, as far as it goes. */
static kerf_status whole_way(kerf *k)
{
    const int32_t a[] = { 0, -1, 0 }, b[] = { 1, 2, 3 };
    const double p[] = { 0.9, 0.25, 1 };
    const char *const others[] = { "Uma", "Vera", "Will" };
    kerf_column friends[] = { codes(a), codes(b) }, who = strings(others);
    kerf_fact_options skip = { .size = sizeof skip, .skip_nulls = 1, .probabilities = NULL };
    kerf_fact_options soft = { .size = sizeof soft, .probabilities = p };
    kerf_fact_options one = { .size = sizeof one, .name = "t", .arguments = just_who };
    kerf_result r = { .size = sizeof r };
    static feed f; /* they are released with the session */
    static table t;
    int more;
    struct ArrowArrayStream s = make_stream(&f, 2, 99);
    make_table(&t);
    kerf_status status = kerf_add_columns(k, "Friends", friends, 2, 3, &skip);
    if (status == KERF_OK) status = kerf_add_columns(k, "Smokes", &who, 1, 3, &soft);
    kerf_status added = kerf_add_arrow(k, "Smokes", &t.schema, &t.array, &one);
    kerf_status streamed = kerf_add_arrow_stream(k, "Smokes", &s, &one);
    if (status == KERF_OK) status = added;
    if (status == KERF_OK) status = streamed;
    if (status == KERF_OK) status = kerf_next_world(k, &more);
    return status == KERF_OK ? kerf_map(k, NULL, &r) : status;
}

static void every_allocation_may_fail(void **state)
{
    (void)state;
    kerf_status status = KERF_NO_MEMORY;
    int64_t n = 0;
    for (; status != KERF_OK; n++) {
        kerf_config config = { .size = sizeof config, .test_faults = 1, .fail_after = n };
        kerf *k = start_with(&config);
        if (!k) continue;
        status = whole_way(k);
        assert_true(status == KERF_OK || status == KERF_NO_MEMORY);
        kerf_free(k);
        assert_int_equal(streams, 1);
        assert_int_equal(arrays % 4, 0);
    }
    assert_true(n > 50);
}

static void every_allocation_of_an_answer_may_fail(void **state)
{
    (void)state;
    kerf_status status = KERF_NO_MEMORY;
    for (int64_t n = 0; status != KERF_OK; n++) {
        kerf_config config = { .size = sizeof config, .test_faults = 1, .fail_after = n };
        struct ArrowArrayStream s;
        kerf *k = mapped(&config, &status);
        if (status == KERF_OK) {
            status = kerf_answer_arrow(k, "Same", 0, &s);
            if (status == KERF_OK) s.release(&s);
            else assert_int_equal(status, KERF_NO_MEMORY);
        }
        kerf_free(k);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_kind_of_column),
        cmocka_unit_test(probabilities_and_truths),
        cmocka_unit_test(nulls_skip_rows_or_are_wrong),
        cmocka_unit_test(wrong_calls),
        cmocka_unit_test(wrong_shapes),
        cmocka_unit_test(wrong_values),
        cmocka_unit_test(text_is_checked_at_its_seams),
        cmocka_unit_test(later_errors_name_the_row),
        cmocka_unit_test(every_type_of_integer),
        cmocka_unit_test(every_type_of_text),
        cmocka_unit_test(dictionaries),
        cmocka_unit_test(tables_choose_their_columns),
        cmocka_unit_test(wrong_tables),
        cmocka_unit_test(streams_are_read_to_their_end),
        cmocka_unit_test(wrong_streams),
        cmocka_unit_test(stores_take_values),
        cmocka_unit_test(answers_as_arrow),
        cmocka_unit_test(parts_may_be_moved_out),
        cmocka_unit_test(probabilities_as_arrow),
        cmocka_unit_test(every_allocation_may_fail),
        cmocka_unit_test(every_allocation_of_an_answer_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

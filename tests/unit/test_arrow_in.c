/* test_arrow_in.c -- facts as Arrow arrays, tables and streams: every type, offsets, nulls, every
 * way to be wrong, memory that runs out. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "arrow_made.h"
#include "facts.h"

#include <stdio.h>
#include <string.h>

/* One column by itself, `who` of Smokes, must mean the text. */
static void column_means(const char *format, struct ArrowArray a, const char *text)
{
    struct ArrowSchema s = schema(format, "who");
    kerf_fact_options skip = { .size = sizeof skip, .skip_nulls = 1 };
    kerf *k = start();
    released.schemas = released.arrays = 0;
    kerf_status status = kerf_add_arrow(k, "Smokes", &s, &a, &skip);
    if (status != KERF_OK) print_error("%s: %s\n", format, kerf_error(k));
    assert_int_equal(status, KERF_OK);
    assert_int_equal(released.schemas, 1);
    assert_int_equal(released.arrays, 0);
    assert_null(a.release); /* it was moved */
    same_as_text(k, text);
    assert_int_equal(released.arrays, 1);
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
        released.arrays = released.schemas = 0;
        assert_int_equal(kerf_add_arrow(k, "Smokes", &s, &a, &skip), KERF_OK);
        same_as_text(k, with_null ? "Smokes(Carl)\nSmokes(Bob)\n"
                                  : "Smokes(Carl)\nSmokes(Anna)\nSmokes(Bob)\n");
        assert_int_equal(released.schemas, 2);
        assert_int_equal(released.arrays, 2);
    }
}

/* As in columns of the caller's: constants, or null. */
static void blanks_may_be_null(void **state)
{
    (void)state;
    const int32_t offsets[] = { 0, 1, 5, 5 };
    const int8_t some[] = { 0, 1, 2, 1 };
    const void *texts[] = { NULL, offsets, "\tAnna" }, *coded[] = { NULL, some };
    struct {
        int32_t n;
        char inlined[12];
    } views[] = { { 2, "  " }, { 4, "Anna" }, { 0, "" } };
    const void *seen[] = { NULL, views, NULL };
    kerf_fact_options skip = { .size = sizeof skip, .skip_nulls = 1, .blanks_are_null = 1 };
    for (int i = 0; i < 3; i++) {
        struct ArrowSchema s = schema(i == 0   ? "u"
                                      : i == 1 ? "vu"
                                               : "c",
                                      "who"),
                           d = schema("u", "");
        struct ArrowArray a = i == 0   ? array(3, 3, texts)
                              : i == 1 ? array(3, 3, seen)
                                       : array(4, 2, coded);
        struct ArrowArray e = array(3, 3, texts);
        s.dictionary = i == 2 ? &d : NULL;
        a.dictionary = i == 2 ? &e : NULL;
        kerf *k = start();
        assert_int_equal(kerf_add_arrow(k, "Smokes", &s, &a, &skip), KERF_OK);
        same_as_text(k, "Smokes(Anna)\n");
    }
    column_means("u", array(3, 3, texts), "Smokes(\"\\t\")\nSmokes(Anna)\nSmokes(\"\")\n");
}

/* Rows without columns are facts of a predicate without arguments. */
static void tables_without_columns(void **state)
{
    (void)state;
    struct ArrowSchema s = schema("+s", "");
    struct ArrowArray a = array(2, 0, NULL);
    kerf *k = start();
    a.null_count = -1;
    assert_int_equal(kerf_add_arrow(k, "Rain", &s, &a, NULL), KERF_OK);
    same_as_text(k, "Rain\n");
}

/* ---- Tables ---- */

static void tables_choose_their_columns(void **state)
{
    (void)state;
    table t, u;
    const char *const who[] = { "who", NULL }, *const both[] = { "who", "n", NULL };
    kerf_fact_options soft = { .size = sizeof soft, .probability = "p", .arguments = who };
    kerf_fact_options age = { .size = sizeof age, .arguments = both };
    make_table(&t);
    kerf *k = start();
    released.schemas = released.arrays = 0;
    assert_int_equal(kerf_add_arrow(k, "Smokes", &t.schema, &t.array, &soft), KERF_OK);
    make_table(&u);
    assert_int_equal(kerf_add_arrow(k, "Age", &u.schema, &u.array, &age), KERF_OK);
    same_as_text(k, "Smokes(Anna) 0.25\nSmokes(Bob) 0.75\nSmokes(Carl) 0.5\n"
                    "Age(Anna, 10) Age(Bob, 20) Age(Carl, 30)\n");
    assert_int_equal(released.schemas, 8);
    assert_int_equal(released.arrays, 8);
}

static void refused(table *t, const kerf_fact_options *options, const char *predicate,
                    kerf_status status, const char *text)
{
    kerf *k = start();
    released.schemas = released.arrays = 0;
    assert_error(k, kerf_add_arrow(k, predicate, &t->schema, &t->array, options), status, text);
    assert_int_equal(released.schemas, 4);
    assert_int_equal(released.arrays, 4);
    same_as_text(k, "");
}

static void drop_schema(struct ArrowSchema *s)
{
    s->release = NULL;
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
    released.arrays = 0;
    assert_error(k, kerf_add_arrow(k, "Smokes", &t.schema, &t.array, &one), KERF_INVALID,
                 "t: the Arrow schema has no columns that can be read");
    assert_int_equal(released.arrays, 4);
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
    static const int64_t page_sizes[] = { 103 };
    make_table(&t);
    t.schemas[0].format = "vu";
    t.arrays[0].n_buffers = 4;
    t.arrays[0].buffers = (const void *[]){ NULL, (const int32_t[16]){ [4] = 99, [7] = 5 },
                                            (const char[103]){ 0 }, page_sizes };
    refused(&t, &one, "Smokes", KERF_INVALID,
            "t:1:1: row 1, column 1 (who): its text is not where its view says");
    struct ArrowSchema *none[] = { NULL };
    struct ArrowSchema empty = schema("+s", "");
    make_table(&t);
    empty.n_children = 1;
    empty.children = none;
    k = start();
    empty.release = drop_schema;
    assert_error(k, kerf_add_arrow(k, "Smokes", &empty, &t.array, &one), KERF_INVALID,
                 "t: the Arrow schema has no columns that can be read");
    kerf_free(k);
    k = start();
    struct ArrowSchema gone = { 0 };
    make_table(&t);
    released.arrays = 0;
    assert_error(k, kerf_add_arrow(k, "Smokes", &gone, &t.array, NULL), KERF_MISUSE,
                 "an Arrow table needs a schema and an array that are not released");
    assert_int_equal(released.arrays, 4);
    make_table(&t);
    released.schemas = released.arrays = 0;
    assert_int_equal(kerf_add_arrow(NULL, "Smokes", &t.schema, &t.array, NULL), KERF_MISUSE);
    assert_int_equal(released.schemas, 4);
    assert_int_equal(released.arrays, 4);
    kerf_free(k);
}

/* ---- Streams ---- */

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
    assert_int_equal(released.schemas, 4);
    same_as_text(k, "Smokes(Anna)\nSmokes(Bob)\nSmokes(Carl)\nSmokes(Dora)\nSmokes(Eve)\n"
                    "Smokes(Fred)\n");
    assert_int_equal(released.arrays, 12);
    assert_int_equal(released.streams, 1);
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
    assert_int_equal(released.streams, 1);
    assert_error(k, kerf_add_arrow_stream(k, "Smokes", &s, &one), KERF_MISUSE,
                 "an Arrow stream must not be released");
    s = make_stream(&f, 2, 1);
    assert_int_equal(kerf_add_arrow_stream(k, "Smokes", &s, &one), KERF_OK);
    assert_error(k, kerf_next_world(k, &more), KERF_IO,
                 "t: the Arrow stream failed: the cable is cut");
    kerf_free(k);
    assert_int_equal(released.arrays, 4);
    assert_int_equal(released.streams, 1);
    s = make_stream(&f, 2, 99);
    f.t[1].buffers[0][2] = "xAn\xff"
                           "aBobCarl";
    k = start();
    assert_int_equal(kerf_add_arrow_stream(k, "Smokes", &s, &one), KERF_OK);
    assert_error(k, kerf_next_world(k, &more), KERF_INVALID,
                 "t:4:1: row 4, column 1 (who): its text is not valid UTF-8");
    kerf_free(k);
    assert_int_equal(released.arrays, 8);
    assert_int_equal(released.streams, 1);
    s = make_stream(&f, 2, 99); /* never read */
    k = start();
    assert_int_equal(kerf_add_arrow_stream(k, "Smokes", &s, &one), KERF_OK);
    kerf_free(k);
    assert_int_equal(released.arrays, 0);
    assert_int_equal(released.streams, 1);
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
        assert_int_equal(released.streams, 1);
        assert_int_equal(released.arrays % 4, 0);
    }
    assert_true(n > 50);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_type_of_integer), cmocka_unit_test(every_type_of_text),
        cmocka_unit_test(dictionaries),          cmocka_unit_test(tables_choose_their_columns),
        cmocka_unit_test(blanks_may_be_null),    cmocka_unit_test(tables_without_columns),
        cmocka_unit_test(wrong_tables),          cmocka_unit_test(streams_are_read_to_their_end),
        cmocka_unit_test(wrong_streams),         cmocka_unit_test(every_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

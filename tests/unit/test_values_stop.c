/* test_values_stop.c -- whoever started it can end the adding of many rows, a clone, and an answer
 * on its way out, wherever they are. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "kerf.h"
#include "kerf_arrow.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { ROWS = 200000, NAMES = 70000, STEPS = 1 << 15 };

static const char model[] = "Same(id, id)\n-0.1 Same(a, b)\n";

static char texts[NAMES][8];
static const char *strings[ROWS], *names[NAMES];
static int32_t codes[ROWS];
static int64_t integers[ROWS];
static uint64_t offsets[ROWS + 1];
static char text[ROWS * 8];
static double chances[ROWS];
static uint8_t valid[ROWS / 8 + 1];

static void fill(void)
{
    for (uint32_t i = 0; i < NAMES; i++) {
        snprintf(texts[i], sizeof texts[i], "c%u", i);
        names[i] = texts[i];
    }
    memset(valid, 0xff, sizeof valid);
    for (uint32_t i = 0; i < ROWS; i++) {
        codes[i] = (int32_t)(i % NAMES);
        strings[i] = names[i % NAMES];
        integers[i] = i % NAMES;
        chances[i] = 0.7;
        memcpy(text + offsets[i], strings[i], strlen(strings[i]));
        offsets[i + 1] = offsets[i] + strlen(strings[i]);
    }
}

static kerf_column column_of(int kind)
{
    kerf_column c = { .size = sizeof c, .kind = KERF_COLUMN_STRINGS, .strings = strings };
    if (kind == 1)
        c = (kerf_column){ .size = sizeof c,
                           .kind = KERF_COLUMN_CODES,
                           .codes = codes,
                           .strings = names,
                           .n_entries = NAMES };
    if (kind == 2)
        c = (kerf_column){
            .size = sizeof c, .kind = KERF_COLUMN_INTEGERS, .integers = integers, .valid = valid
        };
    if (kind == 3)
        c = (kerf_column){
            .size = sizeof c, .kind = KERF_COLUMN_TEXT, .text = text, .offsets = offsets
        };
    return c;
}

/* Says stop at a question; 0: never. */
typedef struct asked {
    uint32_t n, at;
} asked;

static int ask(void *context)
{
    asked *a = context;
    return ++a->n == a->at || (a->at > 0 && a->n > a->at);
}

static kerf *start(asked *a)
{
    kerf_config config = { .size = sizeof config, .stop = ask, .stop_context = a };
    kerf *k = kerf_new(&config);
    assert_non_null(k);
    assert_int_equal(kerf_set(k, "query", "Same"), KERF_OK);
    assert_int_equal(kerf_read_model_memory(k, "m.mln", model, strlen(model)), KERF_OK);
    return k;
}

static kerf_status add(kerf *k, int kind)
{
    kerf_column columns[] = { column_of(kind), column_of(kind) };
    kerf_fact_options soft = { .size = sizeof soft, .probabilities = chances };
    return kerf_add_columns(k, "Same", columns, 2, ROWS, &soft);
}

static void columns_can_be_ended(void **state)
{
    (void)state;
    for (int kind = 0; kind < 4; kind++) {
        asked a = { 0, 0 };
        kerf *k = start(&a);
        a.n = 0;
        assert_int_equal(add(k, kind), KERF_OK);
        uint32_t most = a.n;
        assert_true(most >= 4 * (ROWS / STEPS)); /* every column is looked at more than once */
        kerf_free(k);
        for (uint32_t at = 1; at <= most; at += 1 + most / 12) {
            a = (asked){ 0, 0 };
            k = start(&a);
            a = (asked){ 0, at };
            assert_int_equal(add(k, kind), KERF_INTERRUPTED);
            assert_int_equal(a.n, at);
            a.at = 0;
            assert_int_equal(add(k, kind), KERF_OK); /* and again */
            kerf_free(k);
        }
    }
}

static kerf *load(asked *a)
{
    kerf *k = start(a);
    int more = 0;
    assert_int_equal(add(k, 1), KERF_OK);
    assert_int_equal(kerf_next_world(k, &more), KERF_OK);
    return k;
}

static void clones_can_be_ended(void **state)
{
    (void)state;
    asked a = { 0, 0 }, b = { 0, 0 };
    kerf_config config = { .size = sizeof config, .stop = ask, .stop_context = &b };
    kerf *k = load(&a), *copy = kerf_clone(k, &config);
    assert_non_null(copy);
    kerf_free(copy);
    uint32_t most = b.n;
    assert_true(most >= NAMES / STEPS);
    for (uint32_t at = 1; at <= most; at++) {
        b = (asked){ 0, at };
        assert_null(kerf_clone(k, &config));
    }
    kerf_free(k);
}

static void answers_can_be_ended(void **state)
{
    (void)state;
    asked a = { 0, 0 };
    kerf *k = load(&a);
    kerf_result result = { .size = sizeof result };
    struct ArrowArrayStream stream;
    assert_int_equal(kerf_map(k, NULL, &result), KERF_OK);
    /* The first look puts the answer in order; the questions of later ones are all alike. */
    assert_int_equal(kerf_answer_arrow(k, "Same", 0, &stream), KERF_OK);
    stream.release(&stream);
    for (int plain = 0; plain < 2; plain++) {
        a = (asked){ 0, 0 };
        assert_int_equal(kerf_answer_arrow(k, "Same", plain, &stream), KERF_OK);
        stream.release(&stream);
        uint32_t most = a.n;
        assert_true(most >= NAMES / STEPS);
        for (uint32_t at = 1; at <= most; at++) {
            a = (asked){ 0, at };
            assert_int_equal(kerf_answer_arrow(k, "Same", plain, &stream), KERF_INTERRUPTED);
        }
    }
    kerf_free(k);
}

int main(void)
{
    fill();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(columns_can_be_ended),
        cmocka_unit_test(clones_can_be_ended),
        cmocka_unit_test(answers_can_be_ended),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

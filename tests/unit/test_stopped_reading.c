/* Reading asks often whether it should stop, and stops: models, evidence as text and as columns. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "kerf.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FORMULAS = 3000, FACTS = 100000 };

static const char model[] = "*Link(page, page)\nGood(page)\n1 Link(x, y) ^ Good(x) => Good(y)\n";

typedef struct asked {
    uint32_t n, stop_at; /* 0: never */
} asked;

static int ask(void *context)
{
    asked *a = context;
    return ++a->n == a->stop_at;
}

static kerf *start(asked *a)
{
    kerf_config config = { .size = sizeof config, .stop = ask, .stop_context = a };
    kerf *k = kerf_new(&config);
    assert_non_null(k);
    return k;
}

/* ---- Calls; each returns how often it asked ---- */

static char *text; /* of what is read */
static size_t n_text;

static uint32_t read_formulas(uint32_t stop_at, kerf_status wanted)
{
    asked a = { .stop_at = stop_at };
    kerf *k = start(&a);
    assert_int_equal(kerf_read_model_memory(k, "model", text, n_text), wanted);
    if (wanted != KERF_OK) assert_int_equal(kerf_add_evidence(k, "no.db"), KERF_MISUSE);
    kerf_free(k);
    return a.n;
}

static uint32_t next_world(kerf *k, asked *a, uint32_t stop_at, kerf_status wanted)
{
    int more = 0;
    kerf_result r = { .size = sizeof r };
    *a = (asked){ .stop_at = stop_at };
    assert_int_equal(kerf_next_world(k, &more), wanted);
    uint32_t n = a->n;
    a->stop_at = 0;
    if (wanted != KERF_OK) assert_int_equal(kerf_map(k, NULL, &r), KERF_MISUSE);
    kerf_free(k);
    return n;
}

static uint32_t read_facts(uint32_t stop_at, kerf_status wanted)
{
    asked a = { 0 };
    kerf *k = start(&a);
    assert_int_equal(kerf_read_model_memory(k, "model", model, sizeof model - 1), KERF_OK);
    assert_int_equal(kerf_add_evidence_memory(k, "facts", text, n_text), KERF_OK);
    return next_world(k, &a, stop_at, wanted);
}

static uint32_t read_columns(uint32_t stop_at, kerf_status wanted)
{
    asked a = { 0 };
    kerf *k = start(&a);
    int64_t *ids = calloc(2 * FACTS, sizeof *ids);
    assert_non_null(ids);
    for (size_t i = 0; i < FACTS; i++) ids[i] = (int64_t)(i % 1000), ids[FACTS + i] = (int64_t)i;
    kerf_column columns[2];
    for (int c = 0; c < 2; c++)
        columns[c] = (kerf_column){ .size = sizeof(kerf_column),
                                    .kind = KERF_COLUMN_INTEGERS,
                                    .integers = ids + (size_t)c * FACTS };
    assert_int_equal(kerf_read_model_memory(k, "model", model, sizeof model - 1), KERF_OK);
    a = (asked){ .stop_at = 1 };
    assert_int_equal(kerf_add_columns(k, "Link", columns, 2, FACTS, NULL), KERF_INTERRUPTED);
    assert_int_equal(kerf_add_columns(k, "Link", columns, 2, FACTS, NULL), KERF_OK);
    free(ids);
    return next_world(k, &a, stop_at, wanted);
}

/* Stopped by every question of it, or by many of them. */
static void stop_everywhere(uint32_t (*call)(uint32_t stop_at, kerf_status wanted), uint32_t least)
{
    uint32_t n = call(0, KERF_OK);
    assert_true(n >= least);
    assert_int_equal(call(0, KERF_OK), n);
    for (uint32_t at = 1; at <= n; at += 1 + n / 16)
        assert_int_equal(call(at, KERF_INTERRUPTED), at);
    assert_int_equal(call(n, KERF_INTERRUPTED), n);
}

/* ---- Tests ---- */

static void test_models(void **state)
{
    (void)state;
    n_text = 0;
    text = malloc(FORMULAS * 60 + 100);
    assert_non_null(text);
    n_text += (size_t)sprintf(text, "*Link(page, page)\nGood(page)\n");
    for (int i = 0; i < FORMULAS; i++)
        n_text += (size_t)sprintf(text + n_text, "1.5 Link(C%d, x) => Good(x)\n", i);
    stop_everywhere(read_formulas, 20);
    free(text);
}

static void test_facts(void **state)
{
    (void)state;
    n_text = 0;
    text = malloc(FACTS * 40);
    assert_non_null(text);
    for (int i = 0; i < FACTS; i++)
        n_text += (size_t)sprintf(text + n_text, "Link(%d, %d)\n", i % 1000, i);
    stop_everywhere(read_facts, 14); /* reading 12, closing 3 */
    free(text);
}

static void test_columns(void **state)
{
    (void)state;
    stop_everywhere(read_columns, 6);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_models),
        cmocka_unit_test(test_facts),
        cmocka_unit_test(test_columns),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

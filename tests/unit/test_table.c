/* test_table.c -- weight tables: against a naive list, and reading .weights files. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "dice.h"
#include "evidence/load/weights.h"
#include "model/weight_table.h"
#include "model_text.h"

#include <math.h>
#include <stdlib.h>

static uint64_t seed = 1;

static uint32_t random_below(uint32_t n)
{
    return below(&seed, n);
}

static void against_a_list(void **state)
{
    (void)state;
    enum { MOST = 3000, WIDTH = 4 };
    static uint32_t keys[MOST][WIDTH];
    static double weights[MOST];
    for (uint32_t width = 0; width <= WIDTH; width++) {
        kf_mem mem;
        kf_mem_init(&mem, 0);
        kf_weight_table *table = kf_weight_table_new(&mem, width);
        uint32_t n = 0;
        for (int step = 0; step < MOST; step++) {
            uint32_t key[WIDTH] = { 0 }, row = 0;
            for (uint32_t i = 0; i < width; i++) key[i] = random_below(width < 2 ? 500 : 12);
            while (row < n && memcmp(keys[row], key, sizeof key) != 0) row++;
            double weight = random_below(100), old, got;
            assert_int_equal(kf_weight_table_find(table, key), row < n ? row : KF_NONE);
            assert_int_equal(kf_weight_table_get(table, key, &got), row < n);
            assert_int_equal(kf_weight_table_set(table, key, weight, &old), KERF_OK);
            if (row == n) {
                assert_true(isnan(old));
                memcpy(keys[n++], key, sizeof key);
            } else {
                assert_true(old == weights[row] && got == old);
            }
            weights[row] = weight;
        }
        assert_int_equal(kf_weight_table_count(table), n);
        assert_int_equal(kf_weight_table_width(table), width);
        for (uint32_t row = 0; row < n; row++) {
            assert_memory_equal(kf_weight_table_key(table, row), keys[row],
                                width * sizeof(uint32_t));
            assert_true(kf_weight_table_weight(table, row) == weights[row]);
        }
        kf_weight_table_free(table);
        assert_int_equal(mem.used, 0);
    }
}

/* Rows of the list that agree with a key but for its last constant. */
static uint32_t count_group(uint32_t (*keys)[4], uint32_t n, const uint32_t *key, uint32_t width)
{
    uint32_t found = 0;
    for (uint32_t row = 0; row < n; row++)
        found += width < 2 || memcmp(keys[row], key, (width - 1) * sizeof *key) == 0;
    return found;
}

static void compare_group(const kf_weight_table *t, uint32_t (*keys)[4], uint32_t n,
                          const uint32_t *key)
{
    uint32_t width = kf_weight_table_width(t), last = 0;
    kf_weight_view v = kf_weight_table_view(t);
    kf_weight_group group = kf_weight_table_get_group(t, key), same, alone;
    uint32_t row_of_key = kf_weight_table_find(t, key);
    const uint32_t columns[] = { 3, 2, 1, 0 };
    uint32_t tuple[4];
    for (uint32_t i = 0; i < width; i++) tuple[columns[i]] = key[i];
    const kf_weight_keys column_keys = { tuple, 4, columns };
    kf_weight_table_find_all(t, &column_keys, 1, true, &same);
    kf_weight_table_find_all(t, &column_keys, 1, false, &alone);
    assert_true(same.n == group.n && (same.n == 0 || same.first == group.first));
    assert_int_equal(alone.n, row_of_key != KF_NONE);
    if (alone.n) assert_int_equal(alone.first, row_of_key);
    assert_int_equal(group.n, count_group(keys, n, key, width));
    for (uint32_t i = 0; i < group.n; i++) {
        uint32_t row = v.order ? v.order[group.first + i] : group.first + i;
        const uint32_t *found = v.keys + (size_t)row * width;
        assert_memory_equal(found, key, (width - 1) * sizeof *key);
        assert_true(i == 0 || found[width - 1] > last);
        assert_true(v.weights[row] == kf_weight_table_weight(t, row));
        last = found[width - 1];
    }
}

/* In the order of a file that kerf writes, and in any. */
static void groups(void **state)
{
    (void)state;
    enum { MOST = 2000, WIDTH = 4 };
    static uint32_t keys[MOST][WIDTH];
    for (uint32_t trial = 0; trial < 24; trial++) {
        kf_mem mem;
        kf_mem_init(&mem, 0);
        uint32_t width = 1 + trial % WIDTH, most = trial < 8 ? trial : MOST;
        kf_weight_table *table = kf_weight_table_new(&mem, width);
        for (uint32_t step = 0; step < most; step++) {
            uint32_t key[WIDTH] = { 0 }, rest = step;
            for (uint32_t i = width; i-- > 0; rest /= 7) key[i] = i ? rest % 7 : rest;
            for (uint32_t i = 0; trial % 2 && i < width; i++) key[i] = random_below(9);
            assert_int_equal(kf_weight_table_set(table, key, step, NULL), KERF_OK);
            if (step % 500 == 7) assert_int_equal(kf_weight_table_group(table), KERF_OK);
        }
        uint32_t n = kf_weight_table_count(table);
        for (uint32_t row = 0; row < n; row++)
            memcpy(keys[row], kf_weight_table_key(table, row), width * sizeof(uint32_t));
        assert_int_equal(kf_weight_table_group(table), KERF_OK);
        assert_true(n < 100 || (trial % 2 == 0) == !kf_weight_table_view(table).order);
        kf_weight_table_check(table);
        for (uint32_t row = 0; row < n; row += 1 + row / 50)
            compare_group(table, keys, n, keys[row]);
        uint32_t other[WIDTH] = { 77777, 3, 3, 3 };
        compare_group(table, keys, n, other);
        kf_weight_table_free(table);
        assert_int_equal(mem.used, 0);
    }
}

/* Against one weight after the other; once a weight changes there are no sums. */
static void sums(void **state)
{
    (void)state;
    enum { VALUES = 300, LABELS = 20 };
    kf_mem mem;
    kf_mem_init(&mem, 0);
    for (int mixed = 0; mixed < 2; mixed++) { /* in the order of groups, or in any */
        kf_weight_table *table = kf_weight_table_new(&mem, 2);
        for (uint32_t i = 0; i < VALUES * LABELS / 2; i++) {
            uint32_t value = mixed ? random_below(VALUES) : 2 * i / LABELS;
            uint32_t key[] = { value, mixed ? random_below(LABELS) : i % (LABELS / 2) };
            double weight = (double)random_below(64) / 8 - 4;
            assert_int_equal(kf_weight_table_set(table, key, weight, NULL), KERF_OK);
        }
        assert_int_equal(kf_weight_table_group(table), KERF_OK);
        const kf_weight_sum *known = kf_weight_table_sums(table);
        kf_weight_view v = kf_weight_table_view(table);
        assert_non_null(known);
        for (uint32_t value = 0; value < VALUES; value++) {
            uint32_t key[] = { value, 0 };
            kf_weight_group group = kf_weight_table_get_group(table, key);
            kf_weight_sum sum = { 0 };
            if (group.n < KF_LONG_GROUP) continue;
            for (uint32_t i = group.first; i < group.first + group.n; i++) {
                double w = v.weights[v.order ? v.order[i] : i];
                *(w > 0 ? &sum.positive : &sum.negative) += fabs(w); /* eighths: exact */
                sum.n_positive += w > 0;
                sum.n_negative += w < 0;
            }
            const kf_weight_sum *there = &known[group.first / KF_LONG_GROUP];
            assert_true(there->positive == sum.positive && there->negative == sum.negative);
            assert_int_equal(there->n_positive, sum.n_positive);
            assert_int_equal(there->n_negative, sum.n_negative);
        }
        if (mixed) kf_weight_table_put(table, 0, 1);
        else kf_weight_table_set(table, kf_weight_table_key(table, 0), 1, NULL);
        assert_null(kf_weight_table_sums(table));
        assert_int_equal(kf_weight_table_group(table), KERF_OK);
        assert_null(kf_weight_table_sums(table));
        kf_weight_table_free(table);
        assert_int_equal(mem.used, 0);
    }
}

static void table_faults(void **state)
{
    (void)state;
    for (int64_t n = 0;; n++) {
        kf_mem mem;
        kf_mem_init(&mem, 0);
        mem.fail_after = n;
        kf_weight_table *table = kf_weight_table_new(&mem, 2);
        kerf_status status = table ? KERF_OK : KERF_NO_MEMORY;
        for (uint32_t i = 0; status == KERF_OK && i < 200; i++) {
            status = kf_weight_table_set(table, (uint32_t[]){ i, i * i }, i, NULL);
            assert_int_equal(kf_weight_table_count(table), status == KERF_OK ? i + 1 : i);
        }
        for (uint32_t i = 0; status == KERF_OK && i < 2; i++) { /* in order, and not */
            status = kf_weight_table_group(table);
            if (status == KERF_OK)
                status = kf_weight_table_set(table, (uint32_t[]){ 5, 3 }, 1, NULL);
        }
        kf_weight_table_free(table);
        assert_int_equal(mem.used, 0);
        if (status == KERF_OK) break;
        assert_int_equal(status, KERF_NO_MEMORY);
    }
}

/* ---- files ---------------------------------------------------------------------------------- */

static const char model_text[] = "HasWord(paper, word)\nTopic(paper, topic)\nLong(paper)\n"
                                 "topic = {AI, DB}\n"
                                 "words: HasWord(p, +w) => Topic(p, +t)\n"
                                 "short: !Long(p)\n"
                                 "given: 2.5 Long(p)\n"
                                 "sure: Topic(p, t) => Long(p).\n";

typedef struct feed {
    const char *at;
    size_t n, most;
} feed;

static ptrdiff_t read_feed(void *context, void *to, size_t n)
{
    feed *f = context;
    if (n > f->most) n = f->most;
    if (n > f->n) n = f->n;
    memcpy(to, f->at, n);
    f->at += n;
    f->n -= n;
    return (ptrdiff_t)n;
}

static kerf_status read_weights(kf_mem *mem, kf_model *model, const char *text, size_t n,
                                size_t step, kf_diags *diags)
{
    feed source = { text, n, step };
    kf_input *input;
    KF_TRY(kf_input_open_stream(&input, mem, read_feed, &source));
    kerf_status status = kf_weights_read(model, input, "m.weights", false, diags);
    kf_input_close(input);
    return status;
}

/* What the model has after reading, and the messages. */
static void describe(kf_text *to, const kf_model *model, const kf_diags *diags)
{
    for (size_t i = 0; i < model->rules.n; i++) {
        const kf_rule *rule = &model->rules.at[i];
        if (rule->cost == KF_COST_NUMBER) {
            kf_text_addf(to, "%.*s ", (int)rule->label.n, rule->label.at);
            kf_text_add_number(to, rule->weight);
            kf_text_addc(to, '\n');
        }
        for (uint32_t row = 0;
             rule->cost == KF_COST_TABLE && row < kf_weight_table_count(rule->table); row++) {
            kf_text_add(to, rule->label);
            for (uint32_t c = 0; c < rule->n_parameters; c++) {
                kf_str text = kf_constant_text(model, rule->variables[rule->parameters[c]].type,
                                               kf_weight_table_key(rule->table, row)[c]);
                kf_text_addf(to, " [%.*s]", (int)text.n, text.at);
            }
            kf_text_addc(to, ' ');
            kf_text_add_number(to, kf_weight_table_weight(rule->table, row));
            kf_text_addc(to, '\n');
        }
    }
    for (size_t i = 0; i < kf_diags_count(diags); i++) {
        const kerf_message *m = kf_diags_get(diags, i);
        kf_text_addf(to, "%s:%u:%u: %s", m->file, m->line, m->column, m->text);
        kf_text_addf(to, m->hint ? " (%s)\n" : "\n", m->hint);
    }
}

static void expect_bytes(const char *text, size_t n, const char *expected)
{
    static const size_t steps[] = { SIZE_MAX, 1, 3 };
    for (size_t i = 0; i < KF_LENGTH(steps); i++) {
        kf_mem mem;
        test_model m;
        kf_text got;
        kf_mem_init(&mem, 0);
        kf_text_init(&got, &mem);
        kf_diags *diags = kf_diags_new(&mem);
        assert_int_equal(test_model_open(&m, &mem, model_text, diags), KERF_OK);
        kf_diags_clear(diags);
        kerf_status status = read_weights(&mem, m.model, text, n, steps[i], diags);
        assert_int_equal(status, kf_diags_errors(diags) > 0 ? KERF_INVALID : KERF_OK);
        describe(&got, m.model, diags);
        assert_string_equal(got.at, expected);
        kf_text_free(&got);
        test_model_close(&m);
        kf_diags_free(diags);
        assert_int_equal(mem.used, 0);
    }
}

static void expect(const char *text, const char *expected)
{
    expect_bytes(text, strlen(text), expected);
}

static void weights(void **state)
{
    (void)state;
    expect("", "given 2.5\n");
    expect("\xef\xbb\xbf// c\n# d\n\n \t "
           "\r\nwords\tlazy\tAI\t1.5\r\nwords\texact\tDB\t-2e-3\rshort\t 7 \n"
           "given\t-0",
           "words [lazy] [AI] 1.5\nwords [exact] [DB] -0.002\nshort 7\ngiven 0\n");
    expect("words\ta b\\t\\n\\\\\tAI\t1\nwords\t\tAI\t2\n",
           "words [a b\t\n\\] [AI] 1\nwords [] [AI] 2\ngiven 2.5\n");
    expect("words\ta\tAI\t1\nwords\ta\tAI\t1.0\ngiven\t3\ngiven\t3\n",
           "words [a] [AI] 1\ngiven 3\n");
}

static void weight_errors(void **state)
{
    (void)state;
    expect("word\ta\tAI\t1\n",
           "given 2.5\nm.weights:1:1: no formula is called word (did you mean words?)\n");
    expect("words\ta\tAI\t1\nwords\ta\tAI\t2\nshort\t1\nshort\t2\n",
           "words [a] [AI] 2\nshort 1\ngiven 2.5\n"
           "m.weights:2:12: the same weight was 1 at m.weights:1\n"
           "m.weights:4:7: the same weight was 1 at m.weights:3\n");
    expect(
        "words\ta\t1\nshort\tx\t1\nshort\n",
        "given 2.5\n"
        "m.weights:1:1: words has 2 parameters, so 4 fields are expected, not 3 (a line is label, "
        "constants and weight, separated by tabs)\n"
        "m.weights:2:1: short has 0 parameters, so 2 fields are expected, not 3 (a line is label, "
        "constants and weight, separated by tabs)\n"
        "m.weights:3:1: short has 0 parameters, so 2 fields are expected, not 1 (a line is label, "
        "constants and weight, separated by tabs)\n");
    expect("short\tx\nshort\t1e999\nshort\t\nsure\t1\nwords\t\\x\tAI\t1\nshort\tnan\n",
           "given 2.5\n"
           "m.weights:1:7: a weight is expected, not \"x\"\n"
           "m.weights:2:7: this weight is out of range\n"
           "m.weights:3:7: a weight is expected, not \"\"\n"
           "m.weights:4:1: sure is hard and has no weight\n"
           "m.weights:5:7: there is no such escape; known are \\t \\n \\r \\\\ (write \\\\ for a "
           "backslash)\n"
           "m.weights:6:7: a weight is expected, not \"nan\"\n");
    static const char bytes[] = "short\t1\n# \0\nshort\t\xff\ngiven\t4\n";
    expect_bytes(bytes, sizeof bytes - 1,
                 "short 1\ngiven 4\n"
                 "m.weights:2:3: there is a NUL byte here (files must be text in UTF-8)\n"
                 "m.weights:3:7: byte 0xff is not valid UTF-8 (files must be text in UTF-8: "
                 "iconv -f latin1 -t utf8 converts)\n");
}

static void many_weight_errors(void **state)
{
    (void)state;
    kf_mem mem;
    test_model m;
    kf_text text;
    kf_mem_init(&mem, 0);
    kf_diags *diags = kf_diags_new(&mem);
    assert_int_equal(test_model_open(&m, &mem, model_text, diags), KERF_OK);
    kf_text_init(&text, &mem);
    for (int i = 0; i < 5000; i++) kf_text_addf(&text, "nobody\t%d\n", i);
    assert_int_equal(read_weights(&mem, m.model, text.at, text.n, SIZE_MAX, diags), KERF_INVALID);
    assert_int_equal(kf_diags_errors(diags), KF_MOST_ERRORS);
    kf_text_clear(&text);
    for (int i = 0; i < 3000000; i++) kf_text_addc(&text, 'x');
    kf_text_addf(&text, "\nshort\t5\n");
    kf_diags_clear(diags);
    assert_int_equal(read_weights(&mem, m.model, text.at, text.n, SIZE_MAX, diags), KERF_INVALID);
    assert_string_equal(kf_diags_get(diags, 0)->text, "this line is longer than 1 MiB");
    assert_int_equal(kf_diags_errors(diags), 1);
    assert_true(m.model->rules.at[kf_model_find_rule(m.model, KF_STR("short"))].weight == 5.0);
    kf_text_free(&text);
    test_model_close(&m);
    kf_diags_free(diags);
    assert_int_equal(mem.used, 0);
}

static void weight_faults(void **state)
{
    (void)state;
    static const char text[] =
        "words\ta\tAI\t1\nwords\t\\\\\tDB\t2\nshort\t3\nwords\ta\tAI\t4\nhuh\t5\n";
    kf_mem quiet;
    kf_mem_init(&quiet, 0);
    for (int64_t n = 0;; n++) {
        kf_mem mem;
        test_model m;
        kf_mem_init(&mem, 0);
        kf_diags *diags = kf_diags_new(&quiet);
        assert_int_equal(test_model_open(&m, &mem, model_text, diags), KERF_OK);
        mem.fail_after = n;
        kerf_status status = read_weights(&mem, m.model, text, sizeof text - 1, SIZE_MAX, diags);
        bool done = mem.fail_after > 0;
        test_model_close(&m);
        kf_diags_free(diags);
        assert_int_equal(mem.used, 0);
        assert_true(status == KERF_INVALID || status == KERF_NO_MEMORY);
        if (done) break;
    }
    assert_int_equal(quiet.used, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(against_a_list),
        cmocka_unit_test(groups),
        cmocka_unit_test(sums),
        cmocka_unit_test(table_faults),
        cmocka_unit_test(weights),
        cmocka_unit_test(weight_errors),
        cmocka_unit_test(many_weight_errors),
        cmocka_unit_test(weight_faults),
    };
    return cmocka_run_group_tests_name("test_table", tests, NULL, NULL);
}

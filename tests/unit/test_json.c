/* test_json.c -- commas, brackets and values of the JSON writer. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/json.h"

#include <math.h>

static void values(kf_json *j)
{
    kf_json_array(j, "values");
    kf_json_string(j, NULL, KF_STR("a\"b\\\n"));
    kf_json_text(j, NULL, "plain");
    kf_json_text(j, NULL, NULL);
    kf_json_count(j, NULL, UINT64_MAX);
    kf_json_number(j, NULL, 0.1);
    kf_json_number(j, NULL, -INFINITY);
    kf_json_number(j, NULL, NAN);
    kf_json_seconds(j, NULL, 1.23456789);
    kf_json_bool(j, NULL, true);
    kf_json_bool(j, NULL, false);
    kf_json_null(j, NULL);
    kf_json_close(j);
}

static void everything(kf_text *to)
{
    kf_json j = kf_json_to(to);
    kf_json_object(&j, NULL);
    kf_json_object(&j, "empty");
    kf_json_close(&j);
    kf_json_array(&j, "none");
    kf_json_close(&j);
    values(&j);
    kf_json_array(&j, "rows");
    for (uint64_t i = 0; i < 3; i++) {
        kf_json_object(&j, NULL);
        kf_json_count(&j, "i", i);
        kf_json_array(&j, "squares");
        for (uint64_t k = 0; k < i; k++) kf_json_count(&j, NULL, k * k);
        kf_json_close(&j);
        kf_json_close(&j);
    }
    kf_json_close(&j);
    kf_json_string(&j, "an \"odd\" name", KF_STR(""));
    kf_json_close(&j);
    assert_int_equal(j.depth, 0);
}

static void bytes_are_these(void **state)
{
    (void)state;
    kf_mem mem;
    kf_text text;
    kf_mem_init(&mem, 0);
    kf_text_init(&text, &mem);
    everything(&text);
    assert_string_equal(
        text.at,
        "{\"empty\":{},\"none\":[],\"values\":[\"a\\\"b\\\\\\n\",\"plain\",null,"
        "18446744073709551615,"
        "0.1,null,null,1.234568,true,false,null],\"rows\":[{\"i\":0,\"squares\":[]},{\"i\":1,"
        "\"squares\":[0]},{\"i\":2,\"squares\":[0,1]}],\"an \\\"odd\\\" name\":\"\"}");
    kf_text_free(&text);
    assert_int_equal(mem.used, 0);
}

/* Objects and arrays as deep as it goes, in turn. */
static void deep(void **state)
{
    (void)state;
    kf_mem mem;
    kf_text text;
    kf_mem_init(&mem, 0);
    kf_text_init(&text, &mem);
    kf_json j = kf_json_to(&text);
    for (int i = 0; i < KF_JSON_DEPTH; i++) {
        if (i % 2) kf_json_object(&j, NULL);
        else kf_json_array(&j, i > 0 ? "x" : NULL);
    }
    kf_json_null(&j, "x");
    for (int i = 0; i < KF_JSON_DEPTH; i++) kf_json_close(&j);
    size_t half = KF_JSON_DEPTH / 2;
    assert_int_equal(text.n, 4 * half + (half - 1) * 4 + 8);
    assert_memory_equal(text.at, "[{\"x\":[{\"x\":", 12);
    assert_int_equal(text.at[text.n - 1], ']');
    kf_text_free(&text);
}

static void memory_runs_out(void **state)
{
    (void)state;
    kf_mem mem;
    bool failed = true;
    for (int64_t n = 0; failed; n++) {
        kf_text text;
        kf_mem_init(&mem, 0);
        mem.fail_after = n;
        kf_text_init(&text, &mem);
        everything(&text);
        failed = text.failed;
        kf_text_free(&text);
        assert_int_equal(mem.used, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bytes_are_these),
        cmocka_unit_test(deep),
        cmocka_unit_test(memory_runs_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

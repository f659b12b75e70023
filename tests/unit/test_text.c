/* test_text.c -- growing text, numbers both ways, UTF-8. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/text.h"

#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t seed = 1;

static uint64_t random_bits(void)
{
    uint64_t z = seed += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

static bool same_double(double a, double b)
{
    return memcmp(&a, &b, sizeof a) == 0;
}

/* Text of a little of everything. */
static void compose(kf_text *text)
{
    kf_text_add(text, KF_STR("begin "));
    for (int i = 0; i < 50; i++) kf_text_addf(text, "%d:%s,", i, "item");
    kf_text_add_number(text, 0.1);
    kf_text_addc(text, ' ');
    kf_text_add_quoted(text, KF_STR("a\"b"));
    kf_text_addf(text, "%600d", 7);
}

static void text_grows(void **state)
{
    (void)state;
    kf_mem mem;
    kf_mem_init(&mem, 0);
    kf_text text;
    kf_text_init(&text, &mem);
    assert_int_equal(kf_text_get(&text).n, 0);
    assert_non_null(kf_text_get(&text).at);
    kf_text_add(&text, (kf_str){ NULL, 0 });
    assert_string_equal(text.at, "");
    kf_text_add(&text, KF_STR("ab"));
    kf_text_addc(&text, 'c');
    kf_text_addf(&text, "-%d-%s", 42, "x");
    assert_string_equal(text.at, "abc-42-x");
    kf_text_clear(&text);
    assert_string_equal(text.at, "");
    kf_text_addf(&text, "%s", "");
    compose(&text);
    assert_int_equal(text.n, strlen(text.at));
    assert_memory_equal(text.at, "begin 0:item,1:item,", 20);
    kf_text_free(&text);
    assert_int_equal(mem.used, 0);
}

static void text_survives_faults(void **state)
{
    (void)state;
    for (int64_t fail = 0;; fail++) {
        kf_mem mem;
        kf_mem_init(&mem, 0);
        mem.fail_after = fail;
        kf_text text;
        kf_text_init(&text, &mem);
        compose(&text);
        bool failed = text.failed;
        if (text.at) assert_int_equal(text.n, strlen(text.at));
        kf_text_clear(&text);
        assert_int_equal(text.failed, failed);
        kf_text_free(&text);
        assert_false(text.failed);
        assert_int_equal(mem.used, 0);
        if (!failed) break;
    }
}

static void quoting(void **state)
{
    (void)state;
    kf_mem mem;
    kf_mem_init(&mem, 0);
    kf_text text;
    kf_text_init(&text, &mem);
    kf_text_add_quoted(&text, KF_STR("say \"hi\" \\ \n\t\r\x01\0\x1f\x7f \xc3\xa9"));
    assert_string_equal(text.at,
                        "\"say \\\"hi\\\" \\\\ \\n\\t\\r\\u0001\\u0000\\u001f\\u007f \xc3\xa9\"");
    kf_text_clear(&text);
    kf_text_add_quoted(&text, (kf_str){ NULL, 0 });
    assert_string_equal(text.at, "\"\"");
    kf_text_free(&text);
}

static void prints(double value, const char *wanted)
{
    kf_mem mem;
    kf_mem_init(&mem, 0);
    kf_text text;
    kf_text_init(&text, &mem);
    kf_text_add_number(&text, value);
    assert_string_equal(text.at, wanted);
    kf_text_free(&text);
}

static void number_forms(void **state)
{
    (void)state;
    prints(5, "5");
    prints(0, "0");
    prints(-0.0, "-0");
    prints(1.5, "1.5");
    prints(-0.001, "-0.001");
    prints(0.1, "0.1");
    prints(0.1 + 0.2, "0.30000000000000004");
    prints(1.0 / 3, "0.3333333333333333");
    prints(100000, "100000");
    prints(1e15, "1e15");
    prints(123456789012345678.0, "1.2345678901234568e17");
    prints(12345678901234568.0, "12345678901234568");
    prints(1234567890123460.0, "1234567890123460");
    prints(-1e16, "-1e16");
    prints(9007199254740993.0, "9007199254740992");
    prints(1e-5, "1e-5");
    prints(1e-30, "1e-30");
    prints(1e100, "1e100");
    prints(1.7976931348623157e308, "1.7976931348623157e308");
    prints(5e-324, "5e-324");
    prints(2.2250738585072014e-308, "2.2250738585072014e-308");
    prints(HUGE_VAL, "inf");
    prints(-HUGE_VAL, "-inf");
    prints((double)NAN, "nan");
}

static void scans(const char *text, size_t used, double wanted)
{
    double value = 77;
    assert_int_equal(kf_number_scan(kf_str_of(text), &value), used);
    assert_true(same_double(value, used ? wanted : 77));
}

static void number_grammar(void **state)
{
    (void)state;
    scans("0", 1, 0);
    scans("-0", 2, -0.0);
    scans("12", 2, 12);
    scans("+1.5x", 4, 1.5);
    scans(".5", 2, 0.5);
    scans("5.", 2, 5);
    scans("-.25e1)", 6, -2.5);
    scans("1e5", 3, 1e5);
    scans("1E+5", 4, 1e5);
    scans("1e-5", 4, 1e-5);
    scans("1e", 1, 1);
    scans("1e+", 1, 1);
    scans("1.e2", 4, 100);
    scans("1..2", 2, 1);
    scans("1.2.3", 3, 1.2);
    scans("0x10", 1, 0);
    scans("1,5", 1, 1);
    scans("", 0, 0);
    scans(".", 0, 0);
    scans("-", 0, 0);
    scans("+.e5", 0, 0);
    scans("e5", 0, 0);
    scans(" 1", 0, 0);
    scans("inf", 0, 0);
    scans("nan", 0, 0);
    scans("--1", 0, 0);
    scans("1e400", 5, HUGE_VAL);
    scans("-1e400", 6, -HUGE_VAL);
    scans("1e-400", 6, 0);
    scans("-1e-400", 7, -0.0);
    scans("1e99999999999999999999999", 25, HUGE_VAL);
    scans("1e-99999999999999999999999", 26, 0);
    scans("0e99999999999999999999999", 25, 0);
    scans("9007199254740993", 16, 9007199254740992.0);
    scans("9007199254740993.00000000000000000000000000001", 46, 9007199254740994.0);
    scans("2.2250738585072011e-308", 23, 2.2250738585072011e-308);
    scans("4.9406564584124654e-324", 23, 5e-324);
    scans("2.4703282292062327e-324", 23, 0);
    scans("2.4703282292062328e-324", 23, 5e-324);

    double value = 77;
    assert_false(kf_number_read(KF_STR("1x"), &value));
    assert_false(kf_number_read(KF_STR("1\0"), &value));
    assert_false(kf_number_read((kf_str){ NULL, 0 }, &value));
    assert_true(value == 77);
    assert_true(kf_number_read(KF_STR("1.25"), &value));
    assert_true(value == 1.25);
    assert_int_equal(kf_number_scan((kf_str){ "123", 2 }, &value), 2); /* the slice ends it */
    assert_true(value == 12);
}

static void number_is_strtod(void **state)
{
    (void)state;
    for (int i = 0; i < 100000; i++) {
        char text[1200];
        size_t n = 0;
        unsigned most = i % 100 == 0 ? 900 : i % 3 == 0 ? 40 : 19;
        unsigned whole = (unsigned)(random_bits() % (most + 1));
        unsigned fraction = (unsigned)(random_bits() % (most + 1 - whole));
        if (random_bits() % 2) text[n++] = '-';
        if (random_bits() % 3 == 0) text[n++] = '0';
        for (unsigned j = 0; j < whole; j++) text[n++] = (char)('0' + random_bits() % 10);
        text[n++] = '.';
        unsigned zeros = random_bits() % 4 ? 0 : (unsigned)(random_bits() % 30);
        for (unsigned j = 0; j < zeros; j++) text[n++] = '0';
        for (unsigned j = 0; j < fraction; j++) text[n++] = (char)('0' + random_bits() % 10);
        if (whole + fraction + zeros == 0) text[n++] = '7';
        if (random_bits() % 2) {
            unsigned range = random_bits() % 2 ? 30 : 700;
            int exponent = (int)(random_bits() % range) - (int)(range / 2);
            n += (size_t)snprintf(text + n, 10, "e%d", exponent);
        }
        text[n] = '\0';
        double value = 0;
        assert_int_equal(kf_number_scan((kf_str){ text, n }, &value), n);
        assert_true(same_double(value, strtod(text, NULL)));
    }
}

/* Just below, at and just above the middle between two doubles, with all the digits there are. */
static void number_halves(void **state)
{
    (void)state;
    for (int i = 0; i < 300; i++) {
        char text[2000];
        uint64_t bits = random_bits() >> 1;
        if (i % 3 == 0) bits &= UINT64_C(0x001fffffffffffff); /* subnormal or nearly so */
        double low, high;
        memcpy(&low, &bits, sizeof low);
        if (!isfinite(low)) continue;
        bits++; /* the next double up */
        memcpy(&high, &bits, sizeof high);
        if (!isfinite(high)) continue;
        long double half = (long double)low + ((long double)high - (long double)low) / 2;
        int n = snprintf(text, sizeof text - 2, "%.1100Le", half);
        assert_in_range(n, 1, sizeof text - 3);
        double value = 0;
        assert_true(kf_number_read((kf_str){ text, (size_t)n }, &value));
        assert_true(same_double(value, strtod(text, NULL)));
        char *last = strchr(text, 'e') - 1; /* digit 1101, a zero: one more is just above */
        *last = '1';
        assert_true(kf_number_read((kf_str){ text, (size_t)n }, &value));
        assert_true(same_double(value, strtod(text, NULL)));
        assert_true(same_double(value, high));
    }
}

/* The middle between two doubles in 19 digits or fewer, and one more or less in the last of
 * them. */
static void number_short_halves(void **state)
{
    (void)state;
    for (int i = 0; i < 4000; i++) {
        char text[40];
        unsigned places = (unsigned)i % 4; /* behind the point: a half, a quarter, an eighth */
        uint64_t odd = (UINT64_C(1) << 53) + (random_bits() >> 12 | 1), rest = odd;
        uint64_t below = (rest & ((1u << places) - 1)) * (places == 3 ? 125 : places == 2 ? 25 : 5);
        int n = places == 0 ? snprintf(text, sizeof text, "%llu.0", (unsigned long long)odd)
                            : snprintf(text, sizeof text, "%llu.%0*llu",
                                       (unsigned long long)(odd >> places), (int)places,
                                       (unsigned long long)below);
        for (int change = -1; change < 2; change++) {
            char changed = (char)(text[n - 1] + change);
            if (changed < '0' || changed > '9') continue;
            char other[40];
            double value = 0;
            memcpy(other, text, sizeof other);
            other[n - 1] = changed;
            assert_true(kf_number_read((kf_str){ other, (size_t)n }, &value));
            assert_true(same_double(value, strtod(other, NULL)));
        }
    }
}

static void number_of_a_megabyte(void **state)
{
    (void)state;
    enum { N = 1000000 };
    char *text = malloc(N + 20);
    assert_non_null(text);
    memset(text, '0', N + 20);
    memcpy(text, "0.", 2); /* 0.000...0001 with an exponent that undoes it */
    text[N] = '5';
    memcpy(text + N + 1, "e999999", 7);
    double value = 0;
    assert_true(kf_number_read((kf_str){ text, N + 8 }, &value));
    assert_true(value == 5);
    memset(text, '0', N + 20);
    text[0] = '7';
    memcpy(text + N, "e-999999", 8);
    assert_true(kf_number_read((kf_str){ text, N + 8 }, &value));
    assert_true(value == 7);
    assert_true(kf_number_read((kf_str){ text, N }, &value));
    assert_true(value == HUGE_VAL);
    memset(text, '0', N);
    memcpy(text, "9007199254740993.", 17); /* half way, but for the very last digit */
    assert_true(kf_number_read((kf_str){ text, N }, &value));
    assert_true(value == 9007199254740992.0);
    text[N - 1] = '1';
    assert_true(kf_number_read((kf_str){ text, N }, &value));
    assert_true(value == 9007199254740994.0);
    free(text);
}

static void round_trip(double value)
{
    char room[64];
    kf_mem mem;
    kf_mem_init(&mem, 0);
    kf_text text;
    kf_text_init(&text, &mem);
    kf_text_add_number(&text, value);
    double again = 0;
    assert_true(kf_number_read(kf_text_get(&text), &again));
    assert_true(same_double(value, again));
    snprintf(room, sizeof room, "%.17g", value);
    assert_true(text.n <= strlen(room));
    kf_text_free(&text);
}

static void numbers_round_trip(void **state)
{
    (void)state;
    for (int i = 0; i < 200000; i++) {
        uint64_t bits = random_bits();
        if (i % 5 == 0) bits &= UINT64_C(0x800fffffffffffff);
        double value;
        memcpy(&value, &bits, sizeof value);
        if (i % 5 == 1) value = (double)(int64_t)random_bits() / 1e6;
        if (i % 5 == 2) value = (double)(random_bits() % 100000) / 1000;
        if (isfinite(value)) round_trip(value);
    }
}

/* Only where such a locale is installed; the other tests cover the rest. */
static void numbers_ignore_the_locale(void **state)
{
    static const char *const names[] = { "de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8",
                                         "ps_AF.UTF-8" };
    (void)state;
    bool found = false;
    for (size_t i = 0; i < KF_LENGTH(names); i++) {
        if (!setlocale(LC_NUMERIC, names[i])) continue;
        found = true;
        prints(1.5, "1.5");
        prints(-1.25e-30, "-1.25e-30");
        scans("1.5", 3, 1.5);
        scans("0.1234567890123456789012345", 27, 0x1.f9add3746f65fp-4);
        scans("1,5", 1, 1);
    }
    setlocale(LC_NUMERIC, "C");
    if (!found) skip();
}

static void integers(void **state)
{
    (void)state;
    int64_t value = 0;
    assert_true(kf_integer_read(KF_STR("0"), &value) && value == 0);
    assert_true(kf_integer_read(KF_STR("-0"), &value) && value == 0);
    assert_true(kf_integer_read(KF_STR("+0012"), &value) && value == 12);
    assert_true(kf_integer_read(KF_STR("9223372036854775807"), &value) && value == INT64_MAX);
    assert_true(kf_integer_read(KF_STR("-9223372036854775808"), &value) && value == INT64_MIN);
    assert_false(kf_integer_read(KF_STR("9223372036854775808"), &value));
    assert_false(kf_integer_read(KF_STR("-9223372036854775809"), &value));
    assert_false(kf_integer_read(KF_STR("99999999999999999999999999"), &value));
    assert_false(kf_integer_read(KF_STR(""), &value));
    assert_false(kf_integer_read(KF_STR("-"), &value));
    assert_false(kf_integer_read(KF_STR("1.0"), &value));
    assert_false(kf_integer_read(KF_STR(" 1"), &value));
    assert_false(kf_integer_read((kf_str){ NULL, 0 }, &value));
}

static void utf8_round_trips(void **state)
{
    (void)state;
    for (uint32_t code = 0; code < 0x110010; code++) {
        char at[4];
        uint32_t again = 0;
        size_t n = kf_utf8_encode(code, at);
        bool valid = code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
        size_t wanted = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
        assert_int_equal(n, valid ? wanted : 0);
        if (n == 0) continue;
        assert_int_equal(kf_utf8_decode((kf_str){ at, n }, &again), n);
        assert_int_equal(again, code);
        assert_int_equal(kf_utf8_check(at, n), n);
        if (n > 1) assert_int_equal(kf_utf8_decode((kf_str){ at, n - 1 }, &again), 0);
    }
    assert_int_equal(kf_utf8_encode(UINT32_MAX, (char[4]){ 0 }), 0);
}

static void utf8_is_strict(void **state)
{
    (void)state;
    static const char *const wrong[] = {
        "\x80",
        "\xbf",
        "\xc0\x80",
        "\xc1\xbf",
        "\xe0\x80\x80",
        "\xe0\x9f\xbf",
        "\xed\xa0\x80",
        "\xed\xbf\xbf",
        "\xf0\x80\x80\x80",
        "\xf0\x8f\xbf\xbf",
        "\xf4\x90\x80\x80",
        "\xf5\x80\x80\x80",
        "\xff",
        "\xc3",
        "\xc3(",
        "\xe2\x82",
        "\xf0\x9f\x98",
    };
    uint32_t code;
    for (size_t i = 0; i < KF_LENGTH(wrong); i++) {
        assert_int_equal(kf_utf8_decode(kf_str_of(wrong[i]), &code), 0);
        for (size_t before = 0; before < 20; before++) {
            char text[40];
            memset(text, 'a', sizeof text);
            memcpy(text + before, wrong[i], strlen(wrong[i]));
            assert_int_equal(kf_utf8_check(text, sizeof text), before);
            assert_int_equal(kf_utf8_check(text, before), before);
        }
    }
    assert_int_equal(kf_utf8_decode((kf_str){ NULL, 0 }, &code), 0);
    assert_int_equal(kf_utf8_check(NULL, 0), 0);
}

static void numbers_shown(void **state)
{
    (void)state;
    assert_true(kf_number_shown(14.200000000000001) == 14.2);
    assert_true(kf_number_shown(-1.0 / 3) == -0.3333333333);
    assert_true(kf_number_shown(123456789012.347) == 123456789012.35);
    assert_true(kf_number_shown(1e-20) == 1e-20);
    assert_true(kf_number_shown(2e15 + 1) == 2e15 + 1);
    assert_true(isinf(kf_number_shown(INFINITY)) && isnan(kf_number_shown(NAN)));
    assert_true(kf_sum_shown(0.1 + 0.2 - 0.3, 0) == 0);
    assert_true(kf_sum_shown(1e-12, 1000) == 0 && kf_sum_shown(1e-12, 10) == 1e-12);
    assert_true(kf_score_shown(1e-10, 1000) == 0 && kf_score_shown(1e-8, 1000) == 1e-8);
    assert_true(kf_score_shown(1e-10, INFINITY) == 1e-10 && isinf(kf_score_shown(INFINITY, 1)));
    assert_true(kf_number_rounded(1234.5, 2) == 1200);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_grows),
        cmocka_unit_test(text_survives_faults),
        cmocka_unit_test(quoting),
        cmocka_unit_test(number_forms),
        cmocka_unit_test(number_grammar),
        cmocka_unit_test(number_is_strtod),
        cmocka_unit_test(number_halves),
        cmocka_unit_test(number_short_halves),
        cmocka_unit_test(number_of_a_megabyte),
        cmocka_unit_test(numbers_round_trip),
        cmocka_unit_test(numbers_ignore_the_locale),
        cmocka_unit_test(integers),
        cmocka_unit_test(utf8_round_trips),
        cmocka_unit_test(utf8_is_strict),
        cmocka_unit_test(numbers_shown),
    };
    return cmocka_run_group_tests_name("test_text", tests, NULL, NULL);
}

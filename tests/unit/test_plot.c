/* test_plot.c -- pages and plots: what is escaped, how numbers read, where ticks and marks
 * stand. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "report/html/html.h"
#include "report/html/plot.h"

#include <math.h>
#include <string.h>

static kf_mem mem;
static kf_text text;

static int begin(void **state)
{
    (void)state;
    kf_mem_init(&mem, 0);
    kf_text_init(&text, &mem);
    return 0;
}

static int end(void **state)
{
    (void)state;
    kf_text_free(&text);
    assert_int_equal(mem.used, 0);
    return 0;
}

/* ---- Pages ---------------------------------------------------------------------------------- */

static void escaped(const char *given, const char *wanted)
{
    kf_text_clear(&text);
    kf_html_adds(&text, given);
    kf_text_addc(&text, '.'); /* so that there is a text */
    text.at[text.n - 1] = '\0';
    assert_string_equal(text.at, wanted);
}

static void text_is_escaped(void **state)
{
    (void)state;
    escaped("", "");
    escaped("Anna v !Bob", "Anna v !Bob");
    escaped("<script>'\"&", "&lt;script&gt;&#39;&quot;&amp;");
    escaped("M\u00fcller \U0001F600", "M\u00fcller \U0001F600");
    escaped("a\x01\x1b\x7f", "a\u2401\u241b\u2421");
    escaped("a\tb\nc", "a\tb\nc");
    escaped("\xc2\x85\xef\xbf\xbe", "\ufffd\ufffd"); /* a control and no character at all */
    escaped("x\xff\xc3", "x\ufffd\ufffd");           /* not UTF-8 */
}

static void reads(double number, const char *wanted)
{
    kf_text_clear(&text);
    kf_html_number(&text, number);
    assert_string_equal(text.at, wanted);
}

static void shortens(double number, const char *wanted)
{
    kf_text_clear(&text);
    kf_html_brief(&text, number);
    assert_string_equal(text.at, wanted);
}

static void lasts(double seconds, const char *wanted)
{
    kf_text_clear(&text);
    kf_html_seconds(&text, seconds);
    assert_string_equal(text.at, wanted);
}

static void numbers_read_well(void **state)
{
    (void)state;
    reads(0, "0");
    reads(-0.0, "0");
    reads(0.1 + 0.2, "0.3");
    reads(-1234.5, "-1234.5");
    reads(12345.678901234, "12\u202f345.6789");
    reads(-9626127166.25, "-9\u202f626\u202f127\u202f166.25");
    reads(2841501192345.0, "2\u202f841\u202f501\u202f192\u202f345");
    reads(1e300, "1e300");
    reads(INFINITY, "\u2013");
    reads(NAN, "\u2013");
    shortens(0, "0");
    shortens(0.5, "0.5");
    shortens(-1234, "-1234");
    shortens(1234.5, "<span class=\"h\" title=\"1234.5\">1235</span>");
    shortens(54321, "54\u202f321");
    shortens(0.000123456, "<span class=\"h\" title=\"0.000123456\">0.0001235</span>");
    shortens(999999.4, "<span class=\"h\" title=\"999\u202f999.4\">999\u202f999</span>");
    shortens(168436343.85,
             "<span class=\"h\" title=\"168\u202f436\u202f343.85\">168.4\u202fM</span>");
    shortens(-2.5e9,
             "<span class=\"h\" title=\"-2\u202f500\u202f000\u202f000\">-2.5\u202fG</span>");
    shortens(999.99e9,
             "<span class=\"h\" title=\"999\u202f990\u202f000\u202f000\">1\u202fT</span>");
    shortens(1e300, "<span class=\"h\" title=\"1e300\">1e300</span>");
    shortens(NAN, "\u2013");
    lasts(0, "0 \u00b5s");
    lasts(-1, "0 \u00b5s");
    lasts(41.4e-6, "41 \u00b5s");
    lasts(0.0123456, "12.3 ms");
    lasts(75.26, "75.3 s");
    kf_text_clear(&text);
    kf_html_count(&text, 999);
    kf_html_count(&text, UINT64_MAX);
    assert_string_equal(text.at, "99918\u202f446\u202f744\u202f073\u202f709\u202f551\u202f615");
}

/* ---- Axes ----------------------------------------------------------------------------------- */

/* All labels, separated by blanks. */
static void labelled(kf_axis a, const char *wanted)
{
    kf_text_clear(&text);
    for (uint32_t i = 0; i < kf_axis_ticks(&a); i++) {
        if (i > 0) kf_text_addc(&text, ' ');
        kf_axis_label(&text, &a, i);
    }
    assert_string_equal(text.at, wanted);
}

static void ticks_are_nice(void **state)
{
    (void)state;
    labelled(kf_axis_for(9.2, 13.6, false, false), "9 10 11 12 13 14");
    labelled(kf_axis_for(0, 1, true, false), "0 0.2 0.4 0.6 0.8 1");
    labelled(kf_axis_for(0, 2, true, true), "0 1 2");
    labelled(kf_axis_for(0, 0, true, true), "0 1");
    labelled(kf_axis_for(3, 3, true, true), "0 1 2 3");
    labelled(kf_axis_for(-0.3, 0.7, false, false), "-0.4 -0.2 0 0.2 0.4 0.6 0.8");
    labelled(kf_axis_for(100, 100, false, false), "94 96 98 100 102 104 106");
    labelled(kf_axis_for(0, 430000, true, true), "0 100k 200k 300k 400k 500k");
    labelled(kf_axis_for(0, 2.3e9, true, true), "0 500M 1000M 1500M 2000M 2500M");
    labelled(kf_axis_for(1000000, 1000001, false, false),
             "1000000 1000000.2 1000000.4 1000000.6 1000000.8 1000001");
    labelled(kf_axis_for(0, 3e-5, true, false), "0 1e-5 2e-5 3e-5");
    labelled(kf_axis_log(0.5, 300, false), "0.1 1 10 100 1000");
    labelled(kf_axis_log(0.5, 300, true), "0 0.1 1 10 100 1000");
    labelled(kf_axis_log(1, 1, false), "1 10");
    kf_axis axis = kf_axis_log(1e-6, 1e6, true);
    assert_true(kf_axis_ticks(&axis) <= 7);
    assert_int_equal(kf_axis_width(&axis, &mem), 6);
}

/* Whatever the range, ticks are few and values are between the ends. */
static void axes_hold_their_values(void **state)
{
    (void)state;
    const double some[] = { 0, 1, -1, 1e-300, 1e300, -1e300, 5e-324, 0.1, 1e15, 1e15 + 1, -7.25 };
    for (size_t i = 0; i < sizeof some / sizeof *some; i++) {
        for (size_t k = 0; k < sizeof some / sizeof *some; k++) {
            double least = fmin(some[i], some[k]), most = fmax(some[i], some[k]);
            kf_axis a = kf_axis_for(least, most, false, false);
            uint32_t ticks = kf_axis_ticks(&a);
            assert_true(ticks >= 2 && ticks <= 12);
            double low = kf_axis_place(&a, least), high = kf_axis_place(&a, most);
            assert_true(low >= 0 && low <= high && high <= 1);
        }
    }
}

/* ---- Plots ---------------------------------------------------------------------------------- */

static size_t count(const char *what)
{
    size_t n = 0;
    for (const char *at = text.at; (at = strstr(at, what)); at++) n++;
    return n;
}

static void plots_have_their_marks(void **state)
{
    (void)state;
    const double up[] = { 1, NAN, 3, 4 }, down[] = { 9, -INFINITY, 0, 5 },
                 none[] = { NAN, 0, 0, 0 };
    kf_series series[] = { { KF_STR("<up>"), up }, { KF_STR("down"), down } };
    kf_plot p = {
        .id = "p", .title = "t", .x_name = "step", .n = 4, .n_series = 2, .series = series
    };
    kf_plot_lines(&text, &p);
    assert_int_equal(count("mark"), 6);
    assert_int_equal(count("M"), 4); /* a line ends where there is no value */
    assert_non_null(strstr(text.at, "<title>step 3, &lt;up&gt;: 3</title>"));
    assert_non_null(strstr(text.at, "&lt;up&gt;: 1 at step 1, 4 at step 4. "));
    kf_text_clear(&text);
    kf_plot_strips(&text, &p);
    assert_int_equal(count("mark"), 5); /* none for 0 */
    p.n_series = 1;
    kf_text_clear(&text);
    kf_plot_bars(&text, &p);
    assert_int_equal(count("mark"), 3);
    kf_str names[] = { KF_STR("a"), KF_STR("b"), KF_STR("c"), KF_STR("d") };
    series[0].values = none;
    p.n_series = 1;
    p.names = names;
    kf_text_clear(&text);
    kf_plot_rows(&text, &p);
    assert_int_equal(count("mark"), 4);
    kf_text_clear(&text);
    kf_plot_lines(&text, &p);
    assert_int_equal(count("mark"), 3);
    assert_false(text.failed);
}

static void many_points_and_long_names(void **state)
{
    (void)state;
    static double values[1000];
    for (size_t i = 0; i < 1000; i++) values[i] = pow(10, -(double)i / 100);
    values[999] = 0;
    kf_series series[KF_MOST_SERIES];
    for (size_t s = 0; s < KF_MOST_SERIES; s++)
        series[s] = (kf_series){ KF_STR("a name that is far too long for a legend"), values };
    kf_plot p = { .id = "p", .title = "t", .x_name = "i", .n = 1000, .log = true };
    p.n_series = KF_MOST_SERIES;
    p.series = series;
    kf_plot_lines(&text, &p);
    assert_int_equal(count("mark"), KF_MOST_SERIES);                  /* the last of each */
    assert_int_equal(count("a name that is \u2026"), KF_MOST_SERIES); /* at the end of each */
    assert_true(count("class=\"t\">") < 30); /* not a name below each point */
}

static void memory_runs_out(void **state)
{
    (void)state;
    const double up[] = { 1, 2 };
    kf_series series = { KF_STR("up"), up };
    kf_plot p = {
        .id = "p", .title = "t", .x_name = "i", .n = 2, .n_series = 1, .series = &series
    };
    mem.fail_after = 0;
    kf_plot_lines(&text, &p);
    kf_html_number(&text, 1);
    assert_true(text.failed);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(text_is_escaped, begin, end),
        cmocka_unit_test_setup_teardown(numbers_read_well, begin, end),
        cmocka_unit_test_setup_teardown(ticks_are_nice, begin, end),
        cmocka_unit_test_setup_teardown(axes_hold_their_values, begin, end),
        cmocka_unit_test_setup_teardown(plots_have_their_marks, begin, end),
        cmocka_unit_test_setup_teardown(many_points_and_long_names, begin, end),
        cmocka_unit_test_setup_teardown(memory_runs_out, begin, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* test_diag.c -- the list of diagnostics: order, limits, clean text, faults. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/diag.h"

#include <string.h>

static void keeps_everything(void **state)
{
    (void)state;
    kf_mem mem;
    kf_mem_init(&mem, 0);
    kf_diags *diags = kf_diags_new(&mem);
    char file[] = "a.mln", source[] = "Smoke(x)", hint[] = "did you mean Smokes?";
    kf_place place = { file, 3, 1, 5, { source, 8 }, 2, false };
    kf_diag_add(diags, KERF_ERROR, &place, hint, "no predicate %s", "Smoke");
    memset(file, 'x', 5); /* it has its own copies */
    memset(source, 'x', 8);
    memset(hint, 'x', 8);
    kf_diag_add(diags, KERF_WARNING, NULL, NULL, "odd");
    kf_diag_add(diags, KERF_NOTE, &(kf_place){ .file = "b", .source = { "", 0 } }, NULL, "see");
    assert_int_equal(kf_diags_count(diags), 3);
    assert_int_equal(kf_diags_errors(diags), 1);
    assert_int_equal(kf_diags_warnings(diags), 1);
    const kerf_message *first = kf_diags_get(diags, 0);
    assert_int_equal(first->severity, KERF_ERROR);
    assert_string_equal(first->file, "a.mln");
    assert_int_equal(first->line, 3);
    assert_int_equal(first->column, 1);
    assert_int_equal(first->length, 5);
    assert_int_equal(first->skipped, 2);
    assert_string_equal(first->text, "no predicate Smoke");
    assert_string_equal(first->source, "Smoke(x)");
    assert_string_equal(first->hint, "did you mean Smokes?");
    const kerf_message *second = kf_diags_get(diags, 1);
    assert_null(second->file);
    assert_null(second->source);
    assert_null(second->hint);
    assert_int_equal(second->length, 1);
    assert_int_equal(kf_diags_get(diags, 2)->severity, KERF_NOTE);
    assert_string_equal(kf_diags_get(diags, 2)->source, "");
    assert_null(kf_diags_get(diags, 3));
    kf_diags_clear(diags);
    assert_int_equal(kf_diags_count(diags) + kf_diags_errors(diags) + kf_diags_warnings(diags), 0);
    kf_diag_add(diags, KERF_ERROR, NULL, NULL, "again");
    assert_string_equal(kf_diags_get(diags, 0)->text, "again");
    kf_diags_free(diags);
    kf_diags_free(NULL);
    assert_int_equal(mem.used, 0);
}

static void has_limits(void **state)
{
    (void)state;
    kf_mem mem;
    kf_mem_init(&mem, 0);
    kf_diags *diags = kf_diags_new(&mem);
    kf_diag_add(diags, KERF_NOTE, NULL, NULL, "a note on its own");
    for (int i = 0; i < 100; i++) {
        assert_int_equal(kf_diags_full(diags), i >= KF_MOST_ERRORS);
        kf_diag_add(diags, KERF_WARNING, NULL, NULL, "warning %d", i);
        kf_diag_add(diags, KERF_ERROR, NULL, NULL, "error %d", i);
        kf_diag_add(diags, KERF_NOTE, NULL, NULL, "note to error %d", i);
    }
    assert_int_equal(kf_diags_errors(diags), 100);
    assert_int_equal(kf_diags_warnings(diags), 100);
    assert_int_equal(kf_diags_count(diags), 1 + 2 * KF_MOST_ERRORS + KF_MOST_WARNINGS);
    assert_string_equal(kf_diags_get(diags, 1)->text, "warning 0");
    assert_string_equal(kf_diags_get(diags, 2)->text, "error 0");
    assert_string_equal(kf_diags_get(diags, 3)->text, "note to error 0");
    kf_diags_clear(diags);
    for (int i = 0; i < 1000; i++) kf_diag_add(diags, KERF_NOTE, NULL, NULL, "%d", i);
    assert_int_equal(kf_diags_count(diags), KF_MOST_NOTES);
    kf_diags_free(diags);
    assert_int_equal(mem.used, 0);
}

static void say_much(kf_diags *diags)
{
    char text[300];
    memset(text, 'x', sizeof text - 1);
    text[sizeof text - 1] = 0;
    for (int i = 0; i < 100; i++)
        kf_diag_add(diags, KERF_WARNING, &(kf_place){ .file = "w.db", .line = 7 }, text, "%s",
                    text);
}

/* What is moved away takes no room where it was, however often. */
static void moves(void **state)
{
    (void)state;
    kf_mem mem;
    kf_mem_init(&mem, 0);
    kf_diags *from = kf_diags_new(&mem), *to = kf_diags_new(&mem);
    kf_diag_add(from, KERF_ERROR, NULL, NULL, "stays");
    size_t used = 0;
    for (int i = 0; i < 50; i++) {
        kf_diags_mark mark = kf_diags_get_mark(from);
        say_much(from);
        kf_diags_move(from, mark, to);
        if (i == 0) used = mem.used;
        assert_int_equal(mem.used, used);
        assert_int_equal(kf_diags_count(from), 1);
        assert_string_equal(kf_diags_get(from, 0)->text, "stays");
        assert_int_equal(kf_diags_warnings(from), 0);
        assert_int_equal(kf_diags_warnings(to), 100 * (i + 1));
    }
    assert_int_equal(kf_diags_count(to), KF_MOST_WARNINGS);
    const kerf_message *last = kf_diags_get(to, KF_MOST_WARNINGS - 1);
    assert_int_equal(strlen(last->text), 299);
    assert_int_equal(strlen(last->hint), 299);
    assert_string_equal(last->file, "w.db");
    assert_int_equal(last->line, 7);
    kf_diags_free(from);
    kf_diags_free(to);
    assert_int_equal(mem.used, 0);
}

static void is_clean(void **state)
{
    (void)state;
    kf_mem mem;
    kf_mem_init(&mem, 0);
    kf_diags *diags = kf_diags_new(&mem);
    kf_place place = { .source = KF_STR("a\tb\0c\x1b[31m\xff\xc3\xa9\xc2\x9b\xe2\x80\xaez\x7f") };
    kf_diag_add(diags, KERF_ERROR, &place, "h\nint\xe2\x82", "t\t%c\x1b%s", '\0', "\xed\xa0\x80ok");
    const kerf_message *message = kf_diags_get(diags, 0);
    assert_string_equal(message->source, "a b?c?[31m?\xc3\xa9?????z?");
    assert_int_equal(strlen(message->source), place.source.n);
    assert_string_equal(message->hint, "h?int??");
    assert_string_equal(message->text, "t?\?????ok");
    kf_diags_free(diags);
    assert_int_equal(mem.used, 0);
}

/* Counting goes on without memory; what is kept is whole. */
static void survives_faults(void **state)
{
    (void)state;
    char large[3000];
    memset(large, 'x', sizeof large);
    for (int64_t fail = 0;; fail++) {
        kf_mem mem;
        kf_mem_init(&mem, 0);
        mem.fail_after = fail;
        size_t kept = 0;
        kf_diags *diags = kf_diags_new(&mem);
        if (diags) {
            kf_place place = { "file", 1, 1, 1, { large, sizeof large }, 0, false };
            for (int i = 0; i < 12; i++) {
                kf_diag_add(diags, KERF_ERROR, &place, "a hint", "%d %.*s", i, 900, large);
            }
            kept = kf_diags_count(diags);
            assert_int_equal(kf_diags_errors(diags), 12);
            for (size_t i = 0; i < kept; i++) {
                assert_int_equal(strlen(kf_diags_get(diags, i)->source), sizeof large);
                assert_string_equal(kf_diags_get(diags, i)->hint, "a hint");
            }
        }
        kf_diags_free(diags);
        assert_int_equal(mem.used, 0);
        if (kept == 12) break;
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keeps_everything),
        cmocka_unit_test(has_limits),
        cmocka_unit_test(moves),
        cmocka_unit_test(is_clean),
        cmocka_unit_test(survives_faults),
    };
    return cmocka_run_group_tests_name("test_diag", tests, NULL, NULL);
}

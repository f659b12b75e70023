/* test_redact.c -- passwords in addresses are masked, whatever they hold; the rest stays. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/base.h"
#include "base/redact.h"

#include <stdio.h>
#include <string.h>

static void masks(void **state)
{
    static const char *const texts[][2] = {
        { "", "" },
        { "no address: a@b", "no address: a@b" },
        { "postgres://u:secret@h/d", "postgres://u:***@h/d" },
        { "postgres://u:x@h/d", "postgres://u:*@h/d" },
        { "postgres://u:@h/d", "postgres://u:@h/d" },
        { "postgres://u@h:5432/d", "postgres://u@h:5432/d" },
        { "postgres://h1:1,h2:2/d", "postgres://h1:***" },
        { "postgres://[::1]:5432/d", "postgres://[::1]:5432/d" },
        { "postgres://u:secret@[::1]:5432/d", "postgres://u:***@[::1]:5432/d" },
        { "postgres://u:a/secret@h", "postgres://u:***@h" },
        { "postgres://u:a?secret@h", "postgres://u:***@h" },
        { "postgres://u:a secret'@h", "postgres://u:***@h" },
        { "postgres://u:a@secret@h", "postgres://u:***@h" },
        { "postgres://u:1/secret@h", "postgres://u:***@h" },
        { "postgres://u:secret", "postgres://u:***" },
        { "postgres://u:sec/ret", "postgres://u:***" },
        { "postgres://h/d?password=secret", "postgres://h/d?password=***" },
        { "postgres://h/d?user=u&password=secret&port=1",
          "postgres://h/d?user=u&password=***&port=1" },
        { "postgres://h/d?%70assword=secret", "postgres://h/d?%70assword=***" },
        { "postgres://h/d?sslpassword=secret&x", "postgres://h/d?sslpassword=***&x" },
        { "postgres://h/d?password=", "postgres://h/d?password=" },
        { "cannot read p://u:secret@h/d: no such file", "cannot read p://u:***@h/d: no such file" },
        { "'p://h/d' and 'p://u:secret@h'", "'p://h/d' and 'p:***@h'" },
        { "://", "://" },
        { "://:", "://:" },
        { "://:@", "://:@" },
        { "a://b?", "a://b?" },
    };
    char text[200];
    (void)state;
    for (size_t i = 0; i < KF_LENGTH(texts); i++) {
        snprintf(text, sizeof text, "%s", texts[i][0]);
        kf_redact(text);
        assert_string_equal(text, texts[i][1]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(masks) };
    return cmocka_run_group_tests_name("test_redact", tests, NULL, NULL);
}

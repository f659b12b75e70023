/* test_catch.c -- what a C++ library throws is caught, and the caller goes on. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/catch.h"

#include <pthread.h>
#include <stdlib.h>

static int calls;

static void return_at_once(void *context)
{
    (void)context;
    calls++;
}

static void test_nothing(void **state)
{
    (void)state;
    calls = 0;
    assert_int_equal(kf_catch(return_at_once, NULL), KF_CAUGHT_NOTHING);
    assert_int_equal(calls, 1);
}

#ifdef HAVE_CLP

/* std::__throw_bad_alloc(), std::__throw_length_error(const char *) */
_Noreturn void _ZSt17__throw_bad_allocv(void);
_Noreturn void _ZSt20__throw_length_errorPKc(const char *);

static void run_out(void *context)
{
    (void)context;
    calls++;
    _ZSt17__throw_bad_allocv();
}

static void throw_other(void *context)
{
    calls++;
    _ZSt20__throw_length_errorPKc(context);
}

static int compare(const void *a, const void *b)
{
    (void)a, (void)b;
    _ZSt17__throw_bad_allocv();
}

/* With the frames of another C function in between. */
static void run_out_sorting(void *context)
{
    int numbers[] = { 3, 1, 2 };
    (void)context;
    qsort(numbers, 3, sizeof *numbers, compare);
}

static void catch_within(void *context)
{
    kf_caught *seen = context;
    *seen = kf_catch(throw_other, "x");
    _ZSt17__throw_bad_allocv();
}

static void test_thrown(void **state)
{
    (void)state;
    calls = 0;
    assert_int_equal(kf_catch(run_out, NULL), KF_CAUGHT_MEMORY);
    assert_int_equal(kf_catch(throw_other, "too long"), KF_CAUGHT_OTHER);
    assert_int_equal(kf_catch(return_at_once, NULL), KF_CAUGHT_NOTHING);
    assert_int_equal(calls, 3);
    assert_int_equal(kf_catch(run_out_sorting, NULL), KF_CAUGHT_MEMORY);
}

static void test_nested(void **state)
{
    (void)state;
    kf_caught inner = KF_CAUGHT_NOTHING;
    assert_int_equal(kf_catch(catch_within, &inner), KF_CAUGHT_MEMORY);
    assert_int_equal(inner, KF_CAUGHT_OTHER);
}

static void *throw_often(void *context)
{
    size_t *caught = context;
    for (int i = 0; i < 2000; i++) *caught += kf_catch(run_out_sorting, NULL) == KF_CAUGHT_MEMORY;
    return NULL;
}

static void test_threads(void **state)
{
    (void)state;
    pthread_t threads[4];
    size_t caught[4] = { 0 };
    for (int i = 0; i < 4; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, throw_often, &caught[i]), 0);
    for (int i = 0; i < 4; i++) assert_int_equal(pthread_join(threads[i], NULL), 0);
    for (int i = 0; i < 4; i++) assert_int_equal(caught[i], 2000);
}

#endif

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_nothing),
#ifdef HAVE_CLP
        cmocka_unit_test(test_thrown),
        cmocka_unit_test(test_nested),
        cmocka_unit_test(test_threads),
#endif
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* test_stop.c -- who ends work, and that other threads hear of it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/clock.h"
#include "base/stop.h"

#include <math.h>

typedef struct starter {
    int asked, says;
} starter;

static int answer(void *context)
{
    starter *s = context;
    s->asked++;
    return s->says;
}

static void nobody_stops(void **state)
{
    (void)state;
    kf_stop none = { 0 }, mute = kf_stop_when(NULL, NULL), later = kf_stop_at(&mute, INFINITY);
    assert_false(kf_stop_ask(NULL));
    assert_false(kf_stop_ask(&none));
    assert_false(kf_stop_ask(&later));
}

static void starter_is_asked_until_he_stops(void **state)
{
    (void)state;
    starter s = { 0, 0 };
    kf_stop root = kf_stop_when(answer, &s), below = kf_stop_at(&root, 0);
    assert_false(kf_stop_ask(&below));
    assert_int_equal(s.asked, 1);
    s.says = 1;
    assert_true(kf_stop_ask(&below));
    s.says = 0;
    assert_true(kf_stop_ask(&below));
    assert_true(kf_stop_ask(&root));
    assert_int_equal(s.asked, 2);
}

static void deadlines_pass(void **state)
{
    (void)state;
    double now = kf_now();
    kf_stop late = kf_stop_at(NULL, now), soon = kf_stop_at(NULL, now + 3600);
    kf_stop below = kf_stop_at(&late, now + 3600);
    assert_true(kf_stop_ask(&late));
    assert_false(kf_stop_ask(&soon));
    assert_true(kf_stop_ask(&below));
    late.deadline = now + 3600; /* it may be moved */
    assert_false(kf_stop_ask(&below));
}

static void questions_are_counted(void **state)
{
    (void)state;
    starter s = { 0, 0 };
    kf_stop root = kf_stop_when(answer, &s), few = { .above = &root, .most = 3 };
    for (int i = 0; i < 3; i++) assert_false(kf_stop_ask(&few));
    assert_true(kf_stop_ask(&few));
    assert_int_equal(s.asked, 3);
    assert_false(kf_stop_ask(&root));
}

static void *ask_beside(void *stop)
{
    return kf_stop_ask(stop) ? stop : NULL;
}

static bool asked_beside(kf_stop *stop)
{
    pthread_t thread;
    void *result;
    assert_int_equal(pthread_create(&thread, NULL, ask_beside, stop), 0);
    assert_int_equal(pthread_join(thread, &result), 0);
    return result != NULL;
}

static void others_only_hear_of_it(void **state)
{
    (void)state;
    starter s = { 0, 1 };
    kf_stop root = kf_stop_when(answer, &s), below = kf_stop_at(&root, INFINITY);
    assert_false(asked_beside(&below));
    assert_int_equal(s.asked, 0);
    assert_true(kf_stop_ask(&root));
    assert_true(asked_beside(&below));
    assert_int_equal(s.asked, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nobody_stops),           cmocka_unit_test(starter_is_asked_until_he_stops),
        cmocka_unit_test(deadlines_pass),         cmocka_unit_test(questions_are_counted),
        cmocka_unit_test(others_only_hear_of_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

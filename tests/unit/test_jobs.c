/* test_jobs.c -- residual components in several threads: who asks whether to stop. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "infer/extract.h"
#include "parts.h"

#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

enum { MANY = 20, MOST_WAITS = 3000 }; /* questions; milliseconds */

typedef struct questions {
    pthread_t caller;
    atomic_int of_caller, of_others;
} questions;

static void wait_for(const atomic_int *count, int n)
{
    const struct timespec millisecond = { .tv_nsec = 1000000 };
    for (int i = 0; i < MOST_WAITS && atomic_load(count) < n; i++) nanosleep(&millisecond, NULL);
}

/* The caller begins once another thread has a job, and that one goes on for as long as the caller
 * has put few questions. */
static bool ask(void *context)
{
    questions *q = context;
    bool own = pthread_equal(pthread_self(), q->caller);
    atomic_fetch_add(own ? &q->of_caller : &q->of_others, 1);
    if (own) wait_for(&q->of_others, 1);
    else wait_for(&q->of_caller, MANY);
    return false;
}

/* A user's stop() is called by the thread that called kerf. While that waits for another thread's
 * component, it still has to ask. */
static void the_caller_asks_while_it_waits(void **state)
{
    enum { JOBS = 2, ATOMS = 300, CLAUSES = 1200 };
    (void)state;
    static made_component made[JOBS];
    static bool assignments[JOBS][ATOMS];
    kf_residual residuals[JOBS];
    kf_job jobs[JOBS];
    kf_random random = { 1 };
    kf_mem mem;
    kf_mem_init(&mem, 0);
    questions q = { .caller = pthread_self() };
    kf_settings settings = { .seed = 1, .flips = 1, .tries = 1, .noise = 0.2 };
    kf_task how = { .settings = &settings, .mem = &mem };
    how.limits = (kf_limits){ .deadline = INFINITY, .stop = ask, .context = &q };
    for (uint32_t i = 0; i < JOBS; i++) {
        part_sparse(&made[i], &random, ATOMS, CLAUSES);
        residuals[i] = (kf_residual){ .component = made[i].component };
        jobs[i] = (kf_job){ .residual = &residuals[i], .assignment = assignments[i] };
    }
    assert_int_equal(kf_jobs_run(jobs, JOBS, kf_solver_find("mws"), &how, 2), KERF_OK);
    assert_true(atomic_load(&q.of_others) > 0);
    assert_true(atomic_load(&q.of_caller) >= MANY);
    for (uint32_t i = 0; i < JOBS; i++) kf_vec_free(&mem, &jobs[i].notes);
    assert_int_equal(mem.used, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(the_caller_asks_while_it_waits) };
    return cmocka_run_group_tests_name("jobs", tests, NULL, NULL);
}

/* test_jobs.c -- residual components in several threads: who asks whether to stop. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "infer/components/extract.h"
#include "parts.h"

#include <math.h>
#include <time.h>

enum { MANY = 20, CLAUSES = 3000, ATOMS = 300 };
static const uint64_t NO_END = 200000000; /* flips: half a minute */

/* The first question comes out of the caller's own job: another thread has time to take the other
 * one. */
static int ask(void *context)
{
    const struct timespec while_it_starts = { .tv_nsec = 200000000 };
    int *asked = context;
    if (++*asked == 1) nanosleep(&while_it_starts, NULL);
    return *asked >= MANY;
}

/* One atom that many clauses want: one flip is the end of it. */
static kf_component short_one(void)
{
    static const double none[1];
    static uint32_t start[CLAUSES + 1];
    static kf_lit literals[CLAUSES];
    static double weight[CLAUSES];
    for (uint32_t i = 0; i < CLAUSES; i++) {
        start[i + 1] = i + 1;
        literals[i] = kf_lit_of((kf_atom){ 0 }, false);
        weight[i] = 1;
    }
    return (kf_component){ .n_atoms = 1,
                           .cost_true = none,
                           .cost_false = none,
                           .n_clauses = CLAUSES,
                           .start = start,
                           .literals = literals,
                           .weight = weight };
}

/* A user's stop() is called by the thread that called kerf. While that waits for another thread's
 * component, it still has to ask. */
static void the_caller_asks_while_it_waits(void **state)
{
    enum { JOBS = 2 };
    (void)state;
    static made_component made;
    static bool assignments[JOBS][ATOMS];
    kf_residual residuals[JOBS];
    kf_job jobs[JOBS];
    kf_random random = { 1 };
    kf_mem mem;
    int asked = 0;
    kf_mem_init(&mem, 0);
    kf_stop stop = kf_stop_when(ask, &asked);
    kf_settings settings = { .seed = 1, .flips = NO_END, .tries = 1, .noise = 0.2 };
    kf_task how = { .settings = &settings, .mem = &mem };
    how.limits = (kf_limits){ .deadline = INFINITY, .stop = &stop };
    part_sparse(&made, &random, ATOMS, 2 * ATOMS);
    residuals[0] = (kf_residual){ .component = short_one() };
    residuals[1] = (kf_residual){ .component = made.component };
    for (uint32_t i = 0; i < JOBS; i++)
        jobs[i] = (kf_job){ .residual = &residuals[i], .assignment = assignments[i] };
    assert_int_equal(kf_jobs_run(jobs, JOBS, kf_solver_find("mws"), &how, 2), KERF_OK);
    assert_int_equal(asked, MANY);
    assert_true(assignments[0][0]);
    for (uint32_t i = 0; i < JOBS; i++) kf_vec_free(&mem, &jobs[i].notes);
    assert_int_equal(mem.used, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(the_caller_asks_while_it_waits) };
    return cmocka_run_group_tests_name("jobs", tests, NULL, NULL);
}

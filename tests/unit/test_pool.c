/* test_pool.c -- crews: every job once, the same status for any number of threads, one memory. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/pool.h"

#include <sched.h>
#include <time.h>

enum { JOBS = 500 };

typedef struct task {
    uint32_t threads;
    int times[JOBS];
    size_t fails_from, fails_again; /* these two fail; beyond JOBS: none */
    void *block[JOBS];
    bool allocate;
    kf_stop *stop; /* a job that waits for it */
} task;

static kerf_status count(void *context, size_t job, uint32_t worker, kf_mem *mem)
{
    task *t = context;
    assert_true(job < JOBS && worker < t->threads);
    t->times[job]++;
    if (t->allocate && !(t->block[job] = kf_mem_alloc(mem, 10, 1))) return KERF_NO_MEMORY;
    if (job % 7 == 0) sched_yield();
    if (job == t->fails_from) return KERF_SOLVER;
    return job == t->fails_again ? KERF_LIMIT : KERF_OK;
}

static void all_jobs_once(void **state)
{
    (void)state;
    for (uint32_t threads = 1; threads < 9; threads++) {
        for (size_t n = 0; n <= JOBS; n = 3 * n + 1) {
            kf_mem mem;
            kf_mem_init(&mem, 0);
            task t = { .threads = threads, .fails_from = JOBS, .fails_again = JOBS };
            assert_int_equal(kf_crew_run(threads, n, count, &t, &mem, NULL), KERF_OK);
            for (size_t i = 0; i < JOBS; i++) assert_int_equal(t.times[i], i < n);
            assert_int_equal(mem.used, 0);
        }
    }
}

static void first_failure_decides(void **state)
{
    (void)state;
    for (uint32_t threads = 1; threads < 9; threads++) {
        for (size_t at = 0; at < JOBS; at += 61) {
            kf_mem mem;
            kf_mem_init(&mem, 0);
            task t = { .threads = threads, .fails_from = at, .fails_again = at + 1 };
            assert_int_equal(kf_crew_run(threads, JOBS, count, &t, &mem, NULL), KERF_SOLVER);
            for (size_t i = 0; i <= at; i++) assert_int_equal(t.times[i], 1);
            assert_int_equal(mem.used, 0);
        }
    }
}

static void memory_is_put_together(void **state)
{
    (void)state;
    for (uint32_t threads = 1; threads < 9; threads++) {
        kf_mem mem;
        kf_mem_init(&mem, 0);
        task t = { .threads = threads, .allocate = true, .fails_from = JOBS, .fails_again = JOBS };
        assert_int_equal(kf_crew_run(threads, JOBS, count, &t, &mem, NULL), KERF_OK);
        assert_int_equal(mem.used, JOBS * 10);
        assert_true(mem.peak >= JOBS * 10);
        for (size_t i = 0; i < JOBS; i++) kf_mem_free(&mem, t.block[i], 10, 1);
        assert_int_equal(mem.used, 0);
    }
}

static void memory_is_limited(void **state)
{
    (void)state;
    for (uint32_t threads = 1; threads < 5; threads++) {
        kf_mem mem;
        kf_mem_init(&mem, 3000);
        task t = { .threads = threads, .allocate = true, .fails_from = JOBS, .fails_again = JOBS };
        assert_int_equal(kf_crew_run(threads, JOBS, count, &t, &mem, NULL), KERF_NO_MEMORY);
        for (size_t i = 0; i < JOBS; i++) kf_mem_free(&mem, t.block[i], 10, 1);
        assert_int_equal(mem.used, 0);
        kf_mem_init(&mem, 0);
        mem.fail_after = threads % 2;
        if (threads > 1)
            assert_int_equal(kf_crew_run(threads, JOBS, count, &t, &mem, NULL), KERF_NO_MEMORY);
        assert_int_equal(mem.used, 0);
    }
}

static int third_question(void *context)
{
    return ++*(int *)context >= 3;
}

/* Job 0 of another thread ends when the calling thread, which waits, has asked often enough. */
static kerf_status wait_for_stop(void *context, size_t job, uint32_t worker, kf_mem *mem)
{
    task *t = context;
    const struct timespec pause = { .tv_nsec = 1000000 };
    (void)mem;
    t->times[job]++;
    while (worker > 0 && !kf_stop_ask(t->stop)) nanosleep(&pause, NULL);
    return KERF_OK;
}

static void waiting_thread_asks(void **state)
{
    (void)state;
    int asked = 0;
    kf_mem mem;
    kf_mem_init(&mem, 0);
    kf_stop stop = kf_stop_when(third_question, &asked);
    task t = { .threads = 2, .stop = &stop };
    assert_int_equal(kf_crew_run(2, JOBS, wait_for_stop, &t, &mem, &stop), KERF_OK);
    for (size_t i = 0; i < JOBS; i++) assert_int_equal(t.times[i], 1);
}

/* Jobs are posted while others are done, and retired in order. */
static void jobs_on_the_way(void **state)
{
    (void)state;
    for (uint32_t threads = 1; threads < 6; threads++) {
        kf_mem mem;
        kf_crew *c;
        kf_mem_init(&mem, 0);
        task t = { .threads = threads, .fails_from = JOBS, .fails_again = JOBS };
        assert_int_equal(kf_crew_open(&c, threads, 2 * threads, count, &t, &mem), KERF_OK);
        size_t posted = 0, retired = 0;
        while (retired < JOBS) {
            if (kf_crew_is_done(c)) {
                assert_int_equal(t.times[retired++], 1);
                kf_crew_retire(c);
            } else if (posted < JOBS && !kf_crew_is_full(c)) {
                posted++;
                kf_crew_post(c);
            } else {
                kf_crew_help(c);
            }
        }
        assert_true(kf_crew_is_empty(c));
        assert_int_equal(kf_crew_close(c), KERF_OK);
        assert_int_equal(mem.used, 0);
    }
}

/* What nobody has begun is not done when it closes. */
static void closed_early(void **state)
{
    (void)state;
    kf_mem mem;
    kf_crew *c;
    kf_mem_init(&mem, 0);
    task t = { .threads = 1, .fails_from = JOBS, .fails_again = JOBS };
    assert_int_equal(kf_crew_open(&c, 1, 10, count, &t, &mem), KERF_OK);
    for (int i = 0; i < 10; i++) kf_crew_post(c);
    assert_true(kf_crew_is_full(c) && !kf_crew_is_done(c));
    assert_true(kf_crew_help(c));
    assert_true(kf_crew_is_done(c));
    assert_int_equal(kf_crew_status(c), KERF_OK);
    assert_int_equal(kf_crew_close(c), KERF_OK);
    assert_int_equal(t.times[0], 1);
    assert_int_equal(t.times[1], 0);
    assert_int_equal(kf_crew_close(NULL), KERF_OK);
    assert_int_equal(mem.used, 0);
}

static void sizes(void **state)
{
    (void)state;
    assert_int_equal(kf_crew_size(1, 100), 1);
    assert_int_equal(kf_crew_size(8, 3), 3);
    assert_int_equal(kf_crew_size(8, 0), 1);
    assert_int_equal(kf_crew_size(1000, 1000), KF_MOST_THREADS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_jobs_once),          cmocka_unit_test(first_failure_decides),
        cmocka_unit_test(memory_is_put_together), cmocka_unit_test(memory_is_limited),
        cmocka_unit_test(waiting_thread_asks),    cmocka_unit_test(jobs_on_the_way),
        cmocka_unit_test(closed_early),           cmocka_unit_test(sizes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

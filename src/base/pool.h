/* pool.h -- a crew of threads that take numbered jobs in turn.
 *
 * kf_crew_run() does n jobs and waits for all of them. A caller that makes jobs while others are
 * done opens the crew itself: it posts them one by one and takes them back in order. The calling
 * thread is worker 0 and does jobs like the others; with one thread there is no other, and jobs are
 * done in order. Where a thread does not start, the rest do its work.
 *
 * Jobs are begun in the order of their numbers. Each writes to a place of its own, so that the
 * result does not depend on who did it. The first job that fails, by its number, decides the
 * status, whatever the number of threads: jobs before it were begun before it, and none is begun
 * once one has failed. */
#ifndef KF_POOL_H
#define KF_POOL_H

#include "base/mem.h"
#include "base/stop.h"

enum { KF_MOST_THREADS = 64 };

typedef struct kf_crew kf_crew;

/* Does one job. `worker` is below the number of threads, one job at a time; `mem` is its own. */
typedef kerf_status kf_crew_job(void *context, size_t job, uint32_t worker, kf_mem *mem);

/* All jobs from 0 to n - 1 with so many threads at most (kf_crew_size()). While the calling thread
 * waits for the others it asks `stop`, on their behalf: its answer reaches jobs that ask the same
 * kf_stop. What workers have allocated is counted by `mem` in the end, which with one thread they
 * use itself. */
kerf_status kf_crew_run(uint32_t threads, size_t n, kf_crew_job *, void *context, kf_mem *mem,
                        kf_stop *);

/* How many workers n jobs get. */
uint32_t kf_crew_size(uint32_t threads, size_t n);

/* ---- Jobs that are made while others are done ---- */

/* At most `window` jobs are posted and not yet retired. */
kerf_status kf_crew_open(kf_crew **, uint32_t threads, size_t window, kf_crew_job *, void *context,
                         kf_mem *mem);
bool kf_crew_is_full(const kf_crew *);  /* as many as the window allows */
bool kf_crew_is_empty(const kf_crew *); /* none is posted that is not retired */
void kf_crew_post(kf_crew *);           /* the next job; the crew is not full */
bool kf_crew_is_done(kf_crew *);        /* the first job that is not retired */
void kf_crew_retire(kf_crew *);         /* that one, which is done */
/* Does a job that nobody has begun (true), or waits for the first one, a few milliseconds. */
bool kf_crew_help(kf_crew *);
kerf_status kf_crew_status(kf_crew *); /* of the first that failed so far */
/* Jobs that are begun are finished, others are not done. The status of all; NULL is legal. */
kerf_status kf_crew_close(kf_crew *);

#endif

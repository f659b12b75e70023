/* solve_part.h -- private to infer/: the best assignment of a part (pinned_part.h). */
#ifndef KF_SOLVE_PART_H
#define KF_SOLVE_PART_H

#include "infer/pinned/pinned_part.h"

typedef struct kf_part_task {
    kf_mem *mem;
    const kf_cpi_options *options;
    const kf_limits *limits;
    kf_recall *recall;     /* read, and added to */
    kf_solve_cache *cache; /* of residual components that were solved before, or NULL */
    bool (*hint)(const void *context, uint32_t atom); /* a good value for an atom of the problem */
    const void *context;
    bool pointing;      /* fractional points are wanted: kf_job.point */
    uint32_t questions; /* as kf_settings.questions, of each residual component; 0: no limit */
} kf_part_task;

typedef struct kf_solved_part {
    kf_extracted k;
    KF_VEC(kf_job) jobs;
    bool *values; /* by atom of the part: its assignment */
    bool proven;  /* that nothing costs less */
    bool feasible;
    bool unique;       /* no other assignment of the part is as good */
    double difference; /* to the answer; where that breaks nothing hard */
} kf_solved_part;

/* pin: the part's hard unit clause, or NULL. */
kerf_status kf_part_solve(kf_solved_part *, const kf_reduced *, kf_part *, const kf_pin *,
                          const kf_part_task *);
void kf_solved_part_free(kf_solved_part *, kf_mem *);

#endif

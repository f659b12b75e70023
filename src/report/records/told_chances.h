/* told_chances.h -- what a report tells of probabilities: how they, their intervals and diagnostics
 * are spread, the least certain atoms, and traces of chains.
 *
 * It is taken when a run ends. However many atoms there are, all runs together keep
 * KF_TOLD_CHANCES texts; the counts are of everything. */
#ifndef KF_TOLD_CHANCES_H
#define KF_TOLD_CHANCES_H

#include "marginal/marginal.h"

enum {
    KF_TOLD_CHANCES = 1000, /* rows, of all runs together */
    KF_TOLD_LEAST = 15,     /* least certain atoms of a run */
    KF_TOLD_TRACES = 3,     /* of a run; more are asked for, since some have no name */
    KF_ASKED_TRACES = 8,
    KF_P_BINS = 20,     /* of width 0.05 */
    KF_WIDTH_BINS = 17, /* powers of ten: up to 1e-16, ..., up to 1 */
    KF_RHAT_BINS = 6,
    KF_ESS_BINS = 6
};
extern const double kf_rhat_bins[KF_RHAT_BINS - 1]; /* where each but the last ends */
extern const double kf_ess_bins[KF_ESS_BINS - 1];

typedef struct kf_chance_row {
    const char *text;
    kf_chance chance;
} kf_chance_row;

typedef struct kf_told_trace {
    const char *text; /* of its atom */
    uint32_t chains, n_points;
    uint64_t batch; /* samples of a chain that a point is the mean of */
    const double *points;
} kf_told_trace;

typedef struct kf_free_atoms { /* that no formula names: as probable as not */
    uint32_t predicate;
    uint64_t n;
} kf_free_atoms;

typedef struct kf_told_chances {
    bool there;
    uint64_t n, unknown, sampled; /* atoms that are known, that are not; sampled ones */
    uint64_t by_p[KF_P_BINS];
    uint64_t by_width[KF_WIDTH_BINS]; /* half of an interval */
    uint64_t by_rhat[KF_RHAT_BINS], by_ess[KF_ESS_BINS];
    uint64_t by_level[KF_MARGINAL_LEVELS]; /* see kf_marginals.levels */
    double widest;                         /* half of an interval, of all */
    double precision;                      /* that was asked for */
    const kf_chance_row *rows;             /* the most probable first */
    uint32_t n_rows;
    const kf_chance_row *least; /* nearest to 1/2 first */
    uint32_t n_least;
    const kf_told_trace *traces; /* the widest interval first */
    uint32_t n_traces;
    const kf_free_atoms *free; /* by predicate */
    size_t n_free;
} kf_told_chances;

struct kf_chanced;
/* Of the atoms that `chanced` has; room: rows that may still be told. */
kerf_status kf_told_chances_make(kf_told_chances *, kf_arena *, const kf_grounder *,
                                 const kf_marginals *, const struct kf_chanced *, double precision,
                                 uint32_t *room);
void kf_told_chances_check(const kf_told_chances *); /* asserts: bins hold every atom */

#endif

/* kernel.h -- private to solve/eliminate/: joins tables and eliminates one variable.
 *
 * A factor is a dense table whose variables are sorted by when they are eliminated, the first one
 * innermost. So the variable that is eliminated is next to itself in all of them.
 *
 * One code serves every semiring. Min-sum: costs are added, and of a run of values the least is
 * left. Sum-product: weights, exp(-cost), are multiplied, and a run is added up. Wide sum-product:
 * each weight has a power of two of its own, for weights too small for a double; such factors take
 * twice the room, see kernel_wide.h. */
#ifndef KF_KERNEL_H
#define KF_KERNEL_H

#include "base/mem.h"
#include "solve/limits.h"

typedef enum kf_semiring { KF_MIN_SUM, KF_SUM_PRODUCT, KF_WIDE_SUM } kf_semiring;

typedef struct kf_factor {
    uint32_t n;
    const uint32_t *scope; /* outermost first */
    double *at;            /* n_entries; as many more of a wide one */
    uint64_t n_entries;
    uint32_t rank; /* of inputs as large as each other, which comes first */
    double error;  /* of sums: see buckets.h */
} kf_factor;

/* Which value was the least, by values of the others, and whether another was as good. Two values
 * take a bit, more take 8 or 16. */
typedef struct kf_choices {
    uint32_t values;
    uint64_t n_entries;
    unsigned char *which; /* NULL: there is but one value */
    unsigned char *tied;  /* bits */
} kf_choices;

enum { KF_MOST_VALUES = 1 << 16 };

double kf_choices_bytes(uint32_t values, double entries);
kerf_status kf_choices_open(kf_choices *, uint32_t values, uint64_t entries, kf_mem *);
void kf_choices_close(kf_choices *, kf_mem *);
uint32_t kf_choices_get(const kf_choices *, uint64_t entry);
bool kf_choices_tied(const kf_choices *, uint64_t entry);

typedef struct kf_pass {
    kf_semiring semiring;
    const uint32_t *size; /* by variable */
    const kf_factor *inputs;
    uint32_t n_inputs;   /* one or more */
    uint32_t values;     /* of the variable that goes, innermost in all inputs; 1: none goes */
    kf_factor out;       /* scope and room */
    kf_choices *choices; /* min-sum: NULL if nobody asks */
    double tie;          /* costs that differ by no more are as good */
    const kf_limits *limits;
    uint64_t *work; /* entries so far; grows */
    kf_mem *mem;
} kf_pass;

/* *stopped: the limits were reached, out is not complete. */
kerf_status kf_kernel_run(const kf_pass *, bool *stopped);

/* The way back. `out` is given here: a factor over the variables that stay. The inputs and it make
 * a table of probabilities, which is added to each of the targets, entry by entry. A target is a
 * factor of probabilities, not of costs, that has the variable that goes innermost; it begins at 0.
 * The table itself is never there. */
kerf_status kf_kernel_spread(const kf_pass *, const kf_factor *targets, uint32_t n, bool *stopped);

#endif

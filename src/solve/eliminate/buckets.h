/* buckets.h -- private to solve/eliminate/: the bucket of a variable, and the message that its
 * elimination leaves.
 *
 * The bucket of a variable has every table and message in which it is the first to be eliminated.
 *
 * Sums of weights (sum-product) carry a bound on their rounding error. Factors hold numbers that
 * are not negative, so the relative error of a product or a sum is at most the sum of the errors of
 * its operands and one more unit. A unit is 2^-53. */
#ifndef KF_BUCKETS_H
#define KF_BUCKETS_H

#include "base/neumaier.h"
#include "solve/eliminate/elimination.h"

typedef struct kf_buckets {
    const kf_elimination *e;
    kf_semiring semiring;
    const kf_limits *limits;
    double tie;
    bool keep;    /* messages stay for the way back */
    double slack; /* units by which a cost may be wrong, relative to it */
    kf_collected *out;
    kf_arena arena, scratch;
    uint32_t *bucket, *next_table; /* tables by position of the first variable to go */
    uint32_t *child, *next_child;  /* positions whose messages have come */
    kf_factor *messages;           /* by position; at NULL: not made, or used */
    int *exponent;                 /* by position: the message is to be multiplied by 2^exponent */
    bool *done;                    /* by position */
    kf_neumaier shift;             /* costs that weights are relative to */
    KF_VEC(kf_factor) inputs;
} kf_buckets;

kerf_status kf_buckets_open(kf_buckets *);
void kf_buckets_close(kf_buckets *);

/* The inputs of a position: unary costs, tables, messages. The scratch arena is for them. */
kerf_status kf_bucket_fill(kf_buckets *, uint32_t position);
/* Small ones of them are added to each other. entries: of the bucket. */
kerf_status kf_bucket_merge(kf_buckets *, double entries);
/* Doubles of a factor with so many entries. */
static inline uint64_t kf_bucket_doubles(const kf_buckets *c, uint64_t entries)
{
    return c->semiring == KF_WIDE_SUM ? 2 * entries : entries;
}
/* A table of the network as a factor with the costs given, or none. */
kerf_status kf_bucket_factor(kf_buckets *, const uint32_t *scope, uint32_t n, const double *cost,
                             kf_factor *out);
/* A pass over all inputs. */
kf_pass kf_bucket_pass(kf_buckets *, uint32_t values);
/* All inputs' errors in sum, and what joining them adds. */
double kf_bucket_error(const kf_buckets *);

uint64_t kf_bucket_entries(const kf_buckets *, const uint32_t *scope, uint32_t n);
void kf_message_free(kf_buckets *, uint32_t position);
double kf_least_of(const double *, uint64_t n);

/* upward.c: eliminates everything. */
kerf_status kf_collect_all(kf_buckets *);

#endif

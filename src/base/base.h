/* base.h -- what every folder shares: status forwarding, slices, source positions.
 *
 * base knows nothing of Markov logic. Everything here is plain C11 and thread-free. */
#ifndef KF_BASE_H
#define KF_BASE_H

#include "kerf.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Forward an error; the caller has nothing of its own to release. */
#define KF_TRY(call)                                                                               \
    do {                                                                                           \
        kerf_status st_ = (call);                                                                  \
        if (st_ != KERF_OK) return st_;                                                            \
    } while (0)

#define KF_LENGTH(array) (sizeof(array) / sizeof((array)[0]))

/* A borrowed run of bytes; not terminated. */
typedef struct kf_str {
    const char *at;
    size_t n;
} kf_str;

#define KF_STR(literal) ((kf_str){ (literal), sizeof(literal) - 1 })

kf_str kf_str_of(const char *text); /* of a terminated string; NULL gives the empty slice */
bool kf_str_eq(kf_str a, kf_str b);
bool kf_str_eq_nocase(kf_str a, kf_str b); /* ASCII only */
int kf_str_cmp(kf_str a, kf_str b);        /* by bytes, shorter first on a tie: a total order */
/* As people sort, for pages: P2 before P10. A total order; 0 for the same bytes only. */
int kf_str_order(kf_str a, kf_str b);

/* The next item of "A, B": without commas and blanks around it; an empty slice at the end. */
kf_str kf_str_next_item(const char **list);

/* Edit distance (insert, delete, replace, swap neighbours; ASCII case is free), or max + 1 when
 * it is larger than max. Used for "did you mean"; slices longer than 64 bytes give max + 1. */
unsigned kf_str_distance(kf_str a, kf_str b, unsigned max);

/* The best of a stream of candidates for "did you mean". Start from {wanted, {0}, 0}. */
typedef struct kf_nearest {
    kf_str wanted;
    kf_str best; /* empty: nothing is near enough */
    unsigned distance;
} kf_nearest;
void kf_nearest_try(kf_nearest *, kf_str candidate);

/* An errno in words, in lower case: "no such file or directory". Static, or from strerror. */
const char *kf_system_error(int error);

#endif

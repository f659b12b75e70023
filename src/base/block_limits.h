/* block_limits.h -- what a block of a certificate may take (doc/certificate.md): who writes one
 * keeps to it, and who checks one refuses what takes more. */
#ifndef KF_BLOCK_LIMITS_H
#define KF_BLOCK_LIMITS_H

#include <stdint.h>

#define KF_BLOCK_WORK (UINT64_C(1) << 33)  /* cells of tables that are looked at */
#define KF_BLOCK_CELLS (UINT64_C(1) << 27) /* held at once */
enum {
    KF_BLOCK_VALUES = 4096,   /* of a variable */
    KF_BLOCK_TRIES = 1 << 22, /* to list them */
    KF_BLOCK_STATES = 4096,   /* of a sum */
    KF_BLOCK_BITS = 51        /* all costs in sum are 2^51 units at most */
};

#endif

/* rowkeys.h -- private to solve/: what rows and columns of a component are remembered by
 * (recall.h). */
#ifndef KF_ROWKEYS_H
#define KF_ROWKEYS_H

#include "problem/component.h"

uint64_t kf_literal_key(const uint64_t *names, kf_lit);
/* Of a clause's row, of that of its k-th literal where the weight is negative, and of the column
 * that pays. */
uint64_t kf_clause_key(const kf_component *, const uint64_t *names, uint32_t clause);
uint64_t kf_unwanted_key(const kf_component *, const uint64_t *names, uint64_t clause_key,
                         uint32_t k);
uint64_t kf_z_key(uint64_t clause_key);

#endif

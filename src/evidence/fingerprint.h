/* fingerprint.h -- 128 bits that tell evidence and models apart. */
#ifndef KF_FINGERPRINT_H
#define KF_FINGERPRINT_H

#include "model/model.h"

typedef struct kf_fingerprint {
    uint64_t a, b;
} kf_fingerprint;

enum { KF_FINGERPRINT_TEXT = 40 };

void kf_fingerprint_begin(kf_fingerprint *);
void kf_fingerprint_add(kf_fingerprint *, uint64_t word);
void kf_fingerprint_add_text(kf_fingerprint *, kf_str);
/* All that gives the numbers in tables their meaning: types with their constants, predicates,
 * functions; not what formulas say. */
void kf_fingerprint_add_model(kf_fingerprint *, const kf_model *);
void kf_fingerprint_write(const kf_fingerprint *, char to[KF_FINGERPRINT_TEXT]);

#endif

/* verified.h -- what kerf_verify() found, as the session keeps it. */
#ifndef KF_VERIFIED_H
#define KF_VERIFIED_H

#include "verify/verify.h"

typedef struct kf_verified {
    kf_verifier *verifier;
    kerf_verification total;
    kf_dyadic bound; /* what a certificate proves */
    size_t *shown;   /* checks that are reported: rules that say something, then soft evidence */
    size_t n_shown;
    size_t n_rules; /* of the model; shown[i] == n_rules is soft evidence */
} kf_verified;

void kf_verified_free(kf_verified *, kf_mem *); /* NULL is legal */

/* report_verify.c */
void kf_report_verification(kf_text *, const kf_model *, const kf_verified *);
void kf_report_verification_json(kf_text *, const kf_model *, const kf_verified *);

#endif

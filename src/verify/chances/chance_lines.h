/* chance_lines.h -- private to verify/chances/: what files say of atoms that kerf marginal wrote as
 * tsv or json. */
#ifndef KF_CHANCE_LINES_H
#define KF_CHANCE_LINES_H

#include "base/text.h"

typedef enum kf_claim_method { /* KF_CLAIM_NONE: the file does not say, as db */
                               KF_CLAIM_NONE,
                               KF_CLAIM_EXACT,
                               KF_CLAIM_SAMPLED
} kf_claim_method;

typedef struct kf_claim { /* what a file says of an atom; NAN: nothing */
    double p, lo, hi, ess, rhat;
    kf_claim_method method;
} kf_claim;

/* Is a line one of a tsv file, with a name and tabs? */
bool kf_is_chance_row(kf_str line);
/* The atom of such a line as db files have it is added to the text. False: it is no such line. */
bool kf_chance_line_row(kf_str line, kf_text *atom, kf_claim *);

/* Does it tell of a predicate's atoms that no formula names? */
bool kf_chance_line_free(kf_str line, kf_text *predicate, double *atoms);

/* An object of JSON, which is a world: what it says of log Z, then its atoms, one after the other,
 * then how many atoms of a predicate no formula names. */
typedef struct kf_chance_object {
    const char *at, *end; /* what is left */
    bool begun, wrong;    /* wrong: this is no object that kerf writes */
    bool exact, known; /* what it says of its status: is everything exact, or all sampled enough? */
    double log_z, log_z_lo, log_z_hi; /* NAN: null; from the first atom on */
} kf_chance_object;
/* False: there is none left, or it is wrong. */
bool kf_chance_next(kf_chance_object *, kf_text *atom, kf_claim *);
/* The same behind the last atom: a predicate and its number of free atoms. */
bool kf_chance_next_free(kf_chance_object *, kf_text *predicate, double *atoms);

#endif

/* chances.h -- private to session/verify/: a file of probabilities beside the same, computed
 * anew. */
#ifndef KF_CHANCES_H
#define KF_CHANCES_H

#include "session/session.h"
#include "session/verify/chance_lines.h"

#include <string.h>

typedef struct kf_known_chance { /* an open atom, computed anew */
    const char *text;
    uint32_t predicate;
    uint32_t row[KF_MOST_ARITY];
    double p, lo, hi; /* lo and hi contain the truth */
    bool unknown;     /* it could not be computed */
    bool free;        /* no formula names it */
    bool met;         /* in the file */
} kf_known_chance;

static inline int kf_known_by_text(const void *a, const void *b)
{
    return strcmp(((const kf_known_chance *)a)->text, ((const kf_known_chance *)b)->text);
}

typedef struct kf_said_chance { /* a line of the file */
    const char *text;
    uint32_t line;
    kf_claim claim;
} kf_said_chance;

typedef struct kf_said_free { /* atoms of a predicate that no formula names */
    const char *predicate;
    double atoms;
} kf_said_free;

typedef struct kf_chance_world { /* of the file, and computed anew */
    kf_arena arena;
    KF_VEC(kf_known_chance) known; /* sorted by text */
    KF_VEC(kf_said_chance) said;   /* sorted by text, then by line */
    KF_VEC(kf_said_free) said_free;
    uint32_t line;                    /* of the file, where it begins */
    bool json;                        /* the object has all that follows: */
    kf_chance_object object;          /* status and log Z */
    double log_z, log_z_lo, log_z_hi; /* computed anew; NAN: not known */
    uint64_t *free;                   /* by predicate: atoms that no formula names */
} kf_chance_world;

/* Does the file name atoms that are not known? Sorts what it says. */
bool kf_chances_unknown(kf_chance_world *);

/* Holds all that the file says against what is known. What cannot be so is an error with its line,
 * and counted as refused. KERF_INVALID: it names an atom that is not open. */
kerf_status kf_judge_chances(kerf *, const char *path, kf_chance_world *, kerf_probability_check *);

#endif

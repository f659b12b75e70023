/* chances.h -- private to verify/chances/, report/fill/ and session/: a file of probabilities
 * beside the same, computed anew. Whoever uses it computes them (elimination), fills in `known`,
 * and asks for the rest. */
#ifndef KF_CHANCES_H
#define KF_CHANCES_H

#include "evidence/evidence.h"
#include "verify/chances/chance_lines.h"

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

typedef struct kf_chance_file { /* and what it says, world by world */
    kf_mem *mem;
    kf_model *model;
    kf_diags *diags;
    const char *path, *at, *end; /* of the text that is left */
    uint32_t line;
    kf_chance_world w; /* the current one */
} kf_chance_file;

/* The text is borrowed. */
void kf_chance_file_open(kf_chance_file *, kf_mem *, kf_model *, kf_diags *, const char *path,
                         kf_str text);
void kf_chance_file_close(kf_chance_file *);
/* What it says of the next world. KERF_INVALID: that is no line of such a file. */
kerf_status kf_chance_file_next(kf_chance_file *);
/* KERF_INVALID: it says something of a world that there is not. */
kerf_status kf_chance_file_end(kf_chance_file *);

/* An open atom of the world; its text is made here. When all are there they are sorted. */
kerf_status kf_chances_add_known(kf_chance_file *, const kf_known_chance *);
void kf_chances_sort_known(kf_chance_world *);

/* Does the file name atoms that are not known? Sorts what it says. */
bool kf_chances_unknown(kf_chance_world *);

/* The known ones again, by scoring every world with the verifier, if they are few: *done. */
kerf_status kf_chances_enumerate(kf_chance_file *, const kf_evidence *, const char *world,
                                 double groundings, bool *done);

/* Holds all that the file says against what is known. What cannot be so is an error with its line,
 * and counted as refused. KERF_INVALID: it names an atom that is not open. */
kerf_status kf_judge_chances(kf_chance_file *, kf_arena *strings, kerf_probability_check *);
/* Warnings of what was not compared in any world. */
void kf_chances_tell_gaps(const kf_chance_file *, const kerf_probability_check *);

#endif

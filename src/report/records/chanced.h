/* chanced.h -- the record of probabilities: what kerf_marginal() found, for its readers and for
 * reports. */
#ifndef KF_CHANCED_H
#define KF_CHANCED_H

#include "base/text.h"
#include "marginal/marginal.h"
#include "model/model.h"
#include "report/records/told_chances.h"

typedef struct kf_answer_atom { /* of kf_mapped or kf_chanced */
    const char *text;           /* in its `text` */
    uint32_t predicate;
    size_t ids;                   /* its constants, from here on in its `ids` */
    const char *const *arguments; /* terminated, made when first asked for */
} kf_answer_atom;

typedef struct kf_told_chance {
    kf_answer_atom atom;
    kf_chance chance;
} kf_told_chance;

typedef struct kf_chance_run { /* statistics of one kerf_marginal() */
    const char *world;         /* its name, "" if it has none; in kf_chanced.strings */
    kerf_marginal_result result;
    bool infeasible;    /* no world keeps the hard formulas: there is nothing else */
    const char *method; /* that was asked for, static text */
    uint32_t threads;
    uint64_t seed;
    double parse, load, compile, ground, solve; /* seconds */
    uint64_t peak_rss;
    uint64_t by_method[KF_CHANCE_METHODS];
    double entries;
    uint64_t waiting; /* formulas that are not all ground */
    const kf_marginal_part *parts;
    size_t n_parts;
    const kf_expected *expected; /* by rule of the model; NULL: not asked for */
    size_t n_expected;
    const kf_expected_row *expected_rows; /* of all rules */
    kf_told_chances told;                 /* for reports */
} kf_chance_run;

typedef struct kf_chanced {
    kf_mem *mem;
    bool told; /* the last run has probabilities: */
    KF_VEC(uint32_t) ids;
    KF_VEC(kf_told_chance) atoms;
    bool ordered; /* the atoms are sorted by their text */
    bool worded;  /* and have it */
    kf_text text;
    KF_VEC(kf_free_atoms) free; /* in the order of their names */
    kf_arena lent;              /* arguments */
    KF_VEC(kf_chance_run) runs;
    kf_arena strings; /* of runs */
    uint32_t untold;  /* rows that reports have room for */
} kf_chanced;

kf_chanced *kf_chanced_new(kf_mem *); /* NULL: no memory */
void kf_chanced_forget(kf_chanced *); /* the probabilities, not the statistics */
void kf_chanced_free(kf_chanced *);   /* NULL is legal */
/* Asserts: atoms that have text are sorted by it, each of them once; probabilities are in their
 * intervals. */
void kf_chanced_check(const kf_chanced *);

/* "exact", ..., "infeasible" */
const char *kf_chance_run_status(const kf_chance_run *);

/* The probabilities as text. Atoms below `least` are left out. */
void kf_report_chances(kf_text *, const kf_chanced *, const kf_model *, kerf_answer_format,
                       const char *world, double least);

#endif

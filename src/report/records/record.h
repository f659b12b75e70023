/* record.h -- the record of a run: what checking, inference, learning, verification and evaluation
 * found.
 *
 * The session fills one record; the other files of report/ render it as text, JSON and HTML. Names
 * and texts come from the model, which the record borrows. Everything else it owns. */
#ifndef KF_RECORD_H
#define KF_RECORD_H

#include "base/diag.h"
#include "base/symbols.h"
#include "base/text.h"
#include "evidence/evidence.h"
#include "ground/forecast.h"
#include "ground/grounder.h"
#include "infer/cpi.h"
#include "model/model.h"
#include "report/records/chanced.h"
#include "report/records/conflict_record.h"
#include "report/records/explained.h"
#include "report/records/told.h"

/* ---- kerf check ---- */

typedef struct kf_worlds { /* the worlds that were read so far */
    uint32_t n;
    size_t rows;
    uint32_t *least, *most; /* sizes by type; NULL: no world was read */
} kf_worlds;

typedef struct kf_forecast_row {
    const kf_rule *rule;
    kf_forecast forecast;
} kf_forecast_row;

/* ---- kerf map: the answer ---- */

/* ---- kerf map: one run of inference ---- */

typedef kerf_violated_atom kf_shown_atom; /* of an example; texts are in kf_mapped.strings */

typedef struct kf_shown_example { /* a grounding that the answer does not satisfy */
    const char *text;             /* with what a cardinality counts */
    double weight;                /* INFINITY: hard */
    const kf_shown_atom *atoms;
    uint32_t n_atoms;
    bool more; /* atoms than these */
} kf_shown_example;

typedef struct kf_formula_count { /* one rule of the model in one run */
    bool there; /* false: it follows from the declaration of an observed predicate */
    uint64_t groundings, unsatisfied;
    double cost;
    uint32_t n_examples; /* 0 also where nobody asked for them */
    const kf_shown_example *examples;
} kf_formula_count;

typedef struct kf_map_run { /* statistics of one kerf_map() */
    const char *world;      /* its name, "" if it has none; in kf_mapped.strings */
    kerf_result result;
    const char *solver; /* static text */
    uint32_t threads;
    uint64_t seed;
    const char *ground; /* option --ground, static text */
    kf_chosen chosen;
    double parse, load, compile, separate, solve; /* seconds */
    uint64_t peak_rss;                            /* bytes; 0: not known */
    bool counted;                                 /* formulas[].unsatisfied is known */
    kf_formula_count *formulas; /* by rule of the model; NULL: it did not come so far */
    kerf_iteration *trace;
    size_t n_trace;
    bool detailed;           /* the following two were asked for */
    const uint64_t *by_rule; /* as in kf_cpi_result, but by rule of the model */
    uint64_t sizes[KF_SIZE_CLASSES];
    kf_component_info *listed;
    size_t n_listed;
    uint64_t unlisted;
    uint32_t n_methods;
    kf_method_count methods[KF_MOST_METHODS];
    kf_told_answer told;         /* for reports */
    const kf_conflict *conflict; /* likewise, where no world keeps the hard formulas; or NULL */
} kf_map_run;

typedef struct kf_runs { /* one, or several together */
    const kf_map_run *at;
    size_t n;
} kf_runs;

typedef struct kf_mapped {
    const kf_conflict *conflict; /* why there is no answer; NULL: there is one, or nobody asked */
    kf_mem *mem;
    bool answered; /* the last run has an answer: */
    KF_VEC(uint32_t) ids;
    KF_VEC(kf_answer_atom) atoms;
    bool ordered;  /* the atoms are sorted by their text */
    bool worded;   /* and have it */
    kf_text text;  /* all atoms, each terminated */
    kf_arena lent; /* arguments */
    KF_VEC(kf_map_run) runs;
    kf_arena strings;    /* of runs */
    kf_text certificate; /* of all runs that were asked for one */
    double parse, load;  /* seconds that reading the model and the current world took */
    uint32_t untold;     /* texts of atoms that reports have room for */
} kf_mapped;

/* ---- kerf learn ---- */

typedef struct kf_learn_record {
    kf_mem *mem;
    bool pll;
    bool averaged;                      /* the result is the average over all steps */
    KF_VEC(kerf_learn_progress) epochs; /* as they ended, in this run; with pll: steps */
    bool failed;                        /* one of them could not be kept */
    kerf_learned result;
    bool *rules; /* by rule of the model: is it learned? */
    size_t n_rules;
    /* Seconds. */
    double parse, read; /* the model; all worlds */
    double train;       /* from the first world to the last; with pll: counting and steps */
    double predict;     /* development data */
    double latest;      /* of `train` and `predict`, up to the last that was told */
} kf_learn_record;

/* ---- kerf verify ---- */

typedef struct kf_violation { /* a violated grounding; texts are in kf_verified.strings */
    const char *world;        /* its name, or "2" for the second world */
    const char *text;
} kf_violation;

typedef struct kf_verified_formula { /* one rule, or soft evidence, over all worlds */
    const kf_rule *rule;             /* NULL: soft evidence */
    uint64_t groundings, satisfied;
    uint64_t unsatisfied; /* soft, counted in cost */
    uint64_t violations;  /* hard */
    double score, cost;
    const kf_violation *examples;
    size_t n_examples;
} kf_verified_formula;

typedef struct kf_verified {
    kf_mem *mem;
    kerf_verification total;
    KF_VEC(kf_verified_formula) formulas; /* rules that say something, then soft evidence */
    kf_arena strings;
} kf_verified;

/* ---- kerf eval ---- */

typedef struct kf_scored { /* one predicate, by its name */
    uint64_t right, wrong, missed;
    bool wanted, symmetric;
    bool known;    /* it occurs in the truth */
    bool answered; /* it occurs in the answer */
} kf_scored;

typedef struct kf_evaluated {
    kf_mem *mem;
    kf_symbols *names;
    KF_VEC(kf_scored) predicates; /* by name */
    KF_VEC(uint32_t) shown;       /* those that count, sorted by name */
    uint64_t worlds;
    kf_arena strings; /* names that were lent */
} kf_evaluated;

/* ---- What was run ---- */

typedef struct kf_named_source { /* of evidence; both texts are borrowed */
    const char *name;
    const char *predicate; /* that a table is for; NULL: no table */
} kf_named_source;

typedef struct kf_setting { /* an option that is not at its default; both texts are borrowed */
    const char *name, *value;
} kf_setting;

/* ---- All of it ---- */

typedef struct kf_record {
    kf_mem *mem;
    const kf_model *model;       /* NULL: none was read */
    const kf_evidence *evidence; /* of the current world; NULL: none was read */
    const kf_diags *messages;
    kf_worlds worlds;
    KF_VEC(kf_forecast_row) forecast;
    kf_mapped mapped;
    kf_chanced *chanced;      /* NULL: no probabilities were asked for */
    kf_explained *explained;  /* of the last answer; NULL: nothing was */
    kf_learn_record *learned; /* NULL: nothing was */
    kf_verified *verified;    /* NULL: nothing was */
    kf_evaluated *evaluated;  /* NULL: nothing was */
    KF_VEC(kf_named_source) sources;
    KF_VEC(kf_setting) settings;
} kf_record;

/* The record is all zero before; the messages are borrowed. */
void kf_record_init(kf_record *, kf_mem *, const kf_diags *messages);
void kf_record_free(kf_record *); /* while the model is still there */
/* Asserts: runs, answer and formulas fit the model; what is below holds of its parts. */
void kf_record_check(const kf_record *);

void kf_mapped_forget(kf_mapped *); /* the answer, not the statistics */

/* NULL: no memory. */
kf_learn_record *kf_learn_record_new(kf_mem *, size_t n_rules);
void kf_learn_record_free(kf_learn_record *); /* NULL is legal */
/* After every world and at the end of every epoch, as the learner tells it. */
void kf_learn_record_note(kf_learn_record *, const kerf_learn_progress *);
/* Asserts: epochs follow each other, and no time is negative. */
void kf_learn_record_check(const kf_learn_record *);

kf_verified *kf_verified_new(kf_mem *); /* NULL: no memory */
void kf_verified_free(kf_verified *);   /* NULL is legal */
/* Asserts: counts fit each other and their total; soft evidence is the last. */
void kf_verified_check(const kf_verified *);

kf_evaluated *kf_evaluated_new(kf_mem *); /* NULL: no memory */
void kf_evaluated_free(kf_evaluated *);   /* NULL is legal */
/* Of one predicate; KF_NONE: of all that count together. */
kerf_evaluation kf_evaluated_get(const kf_evaluated *, uint32_t predicate);
/* Asserts: what is shown counts, sorted by name; only what a file names has atoms of it. */
void kf_evaluated_check(const kf_evaluated *);

#endif

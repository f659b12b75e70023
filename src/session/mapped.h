/* mapped.h -- what kerf_map() leaves on the session: the last answer, and statistics of every run. */
#ifndef KF_MAPPED_H
#define KF_MAPPED_H

#include "ground/why/reason.h"
#include "infer/cpi.h"

typedef struct kf_answer_atom {
    const char *text; /* in kf_mapped.text */
    uint32_t predicate;
    size_t ids;                   /* its constants, from here on in kf_mapped.ids */
    const char *const *arguments; /* terminated, made when first asked for */
} kf_answer_atom;

typedef struct kf_shown_atom { /* of an example; texts are in kf_mapped.strings */
    const char *text;
    bool value, open; /* open: evidence does not say */
} kf_shown_atom;

typedef struct kf_shown_example { /* a grounding that the answer does not satisfy */
    const char *text;             /* with what a cardinality counts */
    double weight;                /* INFINITY: hard */
    const kf_shown_atom *atoms;
    uint32_t n_atoms;
    bool more; /* atoms than these */
} kf_shown_example;

enum { KF_MOST_EXAMPLES = 3 };
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
} kf_map_run;

typedef struct kf_mapped {
    kf_mem *mem;
    bool answered;
    kf_text text; /* all atoms, each terminated */
    KF_VEC(uint32_t) ids;
    KF_VEC(kf_answer_atom) atoms; /* sorted by text */
    kf_arena lent;                /* arguments */
    KF_VEC(kf_map_run) runs;
    kf_arena strings;    /* of runs */
    kf_text certificate; /* of all runs that were asked for one */
    double parse, load;  /* seconds that reading the model and the current world took */
    uint32_t cores;      /* of the machine; 0: not asked yet */
} kf_mapped;

void kf_mapped_init(kf_mapped *, kf_mem *);
void kf_mapped_free(kf_mapped *);

/* ---- The answer (report_answer.c) ---- */

void kf_mapped_forget(kf_mapped *); /* the answer, not the statistics */
/* The true atoms of the hidden predicates, those that evidence makes true included. */
kerf_status kf_mapped_collect(kf_mapped *, const kf_database *);
/* Is what was collected the assignment in the database, no atom more and none less? */
bool kf_mapped_is_assignment(const kf_mapped *, const kf_database *);
void kf_report_answer(kf_text *, const kf_mapped *, const kf_model *, kerf_answer_format,
                      const char *world);

/* ---- Statistics (report_stats.c) ---- */

void kf_report_statistics(kf_text *, const kf_mapped *, const kf_model *);

/* ---- Reports (report_examples.c, report_html.c) ---- */

/* Of each formula that the world in the database leaves unsatisfied, a few groundings. */
kerf_status kf_keep_examples(kf_arena *, kf_grounder *, kf_formula_count *by_rule);

/* ---- No answer (no_answer.c) ---- */

/* An error: the search ended early, and why there is nothing to show. KERF_LIMIT, KERF_INTERRUPTED. */
kerf_status kf_say_no_answer(kf_diags *, const kf_model *, const kf_cpi_result *);

/* ---- Contradictions (explain.c) ---- */

/* An error, unless that was said, and notes: which hard formulas contradict each other, and the
 * evidence behind them. */
kerf_status kf_explain_conflict(kf_grounder *, const kf_cpi_result *, bool said);

/* What evidence says, or does not say, in words (explain_reason.c); without a place if it is not
 * said anywhere. */
kerf_status kf_explain_reason(kf_text *, kf_place *, const kf_grounder *, const kf_reasons *,
                              kf_reason);
/* P(A, B), with the number if the predicate has one; KF_NONE and NAN: any, written _. */
void kf_explain_atom(kf_text *, const kf_model *, uint32_t predicate, const uint32_t *row,
                     double number);

#endif

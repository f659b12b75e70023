/* trial.h -- one program, the plain oracle on one side and the engine on the other. */
#ifndef KF_TEST_TRIAL_H
#define KF_TEST_TRIAL_H

#include "oracle.h"

#include "ground/full.h"
#include "ground/grounding.h"
#include "ground/local/local.h"

enum { MOST_WORDS = 24, MOST_WORLDS = 300 };

typedef enum outcome { HOLDS, FAILS, SKIPPED } outcome;

typedef struct visited { /* a world, and what it costs */
    bool *values;
    verdicts verdicts;
    double cost;     /* as a fresh separation says */
    uint64_t broken; /* hard groundings that are false though they could be true, and cycles */
    bool unsure;     /* cycles that evidence closes are not in the problem, others are */
} visited;

typedef struct trial {
    const program *program;
    loaded plain, engine; /* two readings: both sides add constants of their own */
    oracle *o;
    const ground_atom *atoms;
    uint32_t n_atoms;
    const plain *all;
    uint32_t n_all;
    uint32_t *tuples; /* by grounding: MOST_WORDS each */
    uint32_t *widths; /* by grounding; 0 for those of rules that separation leaves out */
    kf_database *d;
    kf_problem *p; /* of the grounder that follows the flips */
    kf_grounder *g;
    bool *values; /* of the atoms, now */
    visited worlds[MOST_WORLDS];
    uint32_t n_worlds;
    bool loose; /* verify guesses what evidence decides: costs may differ, scores may not */
    bool has_best;
    double best;
    uint64_t state; /* of random numbers */
    uint64_t n_certificates;
    char why[2000]; /* the first thing that was wrong */
} trial;

typedef struct forgeries { /* certificates that were said to prove what is false */
    uint64_t tried;        /* all of them were refused, or the trial fails */
    uint64_t unreadable;   /* of these: whatever they say */
    uint64_t as_good; /* of these: without the false bound, they prove what is true and no less */
    uint64_t single;  /* of one grounding each, and accepted as such */
} forgeries;
extern forgeries *trial_forgeries; /* to be set before the first trial */

/* Everything there is to check of a program, but for memory that runs out. On FAILS and SKIPPED,
 * `why` says it. */
outcome trial_run(const program *, uint64_t seed, char *why, size_t n);
outcome trial_run_stores(const program *, uint64_t seed, char *why, size_t n);   /* only these */
outcome trial_run_marginal(const program *, uint64_t seed, char *why, size_t n); /* chances */
outcome trial_run_explain(const program *, uint64_t seed, char *why, size_t n);  /* explanations */
typedef struct edited { /* of sessions that are changed and asked again */
    uint64_t edits;
    uint64_t answers;       /* each of them that of a fresh session, or the trial fails */
    uint64_t probabilities; /* likewise, of atoms between them */
} edited;
extern edited *trial_edited; /* to be set before the first trial */
/* check_edits.c: a session that is changed and asked again, against fresh ones. */
outcome trial_run_edits(const program *, uint64_t seed, char *why, size_t n);
/* check_least_change.c: least changes of evidence, against all of them. */
outcome trial_run_least_change(const program *, uint64_t seed, char *why, size_t n);
/* Lets allocation after allocation of the engine fail, each or every few. */
outcome trial_faults(const program *, uint64_t seed, uint32_t stride, char *why, size_t n);
outcome trial_faults_on_server(const program *, uint32_t stride, char *why, size_t n); /* if any */

/* Parts of it. False: t->why is set. */
__attribute__((format(printf, 2, 3))) bool trial_wrong(trial *, const char *format, ...);
bool trial_near(double, double);
bool trial_units(trial *, const kf_grounder *fresh, const kf_separated *); /* check_units.c */
bool trial_unsatisfied(trial *, kf_grounder *);
bool trial_delta(trial *, const kf_grounder *fresh, uint32_t (*before)[2]);
bool trial_problem(trial *, const kf_grounder *, const visited *); /* check_problem.c */
bool trial_slices(trial *);                                        /* check_slices.c */
bool trial_threads(trial *);
/* Everything that a separation leaves behind, as one number. */
uint64_t trial_digest(const kf_grounder *, const kf_separated *);
/* check_map.c; when nothing of the engine is open but what was loaded. */
bool trial_map(trial *, uint64_t seed);
/* check_certificate.c; the database holds the answer of that result. */
struct kf_cpi_result;
bool trial_certificate(trial *, kf_grounder *, const struct kf_cpi_result *, double least_cost,
                       uint64_t *state);
bool trial_explain(trial *, uint64_t seed); /* check_explain.c; likewise */
/* check_marginal.c; likewise. */
bool trial_marginal(trial *, uint64_t seed);
typedef struct summed { /* programs that are small enough for it */
    uint64_t programs;  /* with open atoms and a world */
    uint64_t without;   /* no world keeps the hard formulas, or nothing is open */
    uint64_t chances;   /* probabilities that were compared, each of several runs */
    uint64_t off;       /* of these, off by more than 1e-12 */
    uint64_t outside;   /* of these, not in their interval: scores of a sum are rounded, too */
    double most;        /* the largest difference */
} summed;
extern summed *trial_summed;                                 /* to be set before the first trial */
bool trial_same(trial *, const program *, uint64_t seed);    /* check_same.c */
bool trial_reasons(trial *, const program *, uint64_t seed); /* check_reasons.c */
bool trial_stores(trial *, uint64_t seed);                   /* check_stores.c; as trial_map() */

bool trial_influence(trial *, uint64_t seed); /* check_influence.c */
bool trial_pll(trial *, uint64_t seed);       /* check_pll.c */

/* check_learn.c; last of all, since it changes weights. */
bool trial_learn(trial *, uint64_t seed);
/* The world packed, unpacked and learned from. KERF_SOLVER: a weight is not what it may be. */
typedef struct learnt { /* is it as it should be? */
    bool unpacked, kept, effort;
} learnt;
kerf_status learn_some(loaded *, learnt *same);

#endif

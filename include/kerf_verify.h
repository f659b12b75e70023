/* kerf_verify.h -- a chapter of kerf.h, which includes it: answers verified, and compared with the
 * truth. */
#ifndef KERF_VERIFY_H
#define KERF_VERIFY_H

#include "kerf.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Verifying an answer ------------------------------------------------------------------- */

/* What an answer is worth, recomputed from nothing: every grounding of every formula is walked in
 * nested loops and looked up, so this takes long where groundings are many. The world is closed:
 * atoms of hidden predicates are true if the answer or the evidence says so.
 *
 * score: the sum of w over the groundings of soft formulas that are true.
 * cost: the sum of |w| over those that are false with w > 0 or true with w < 0, where some value of
 *   the atoms that evidence leaves open would do better. Up to twelve such atoms in a grounding
 *   every value is tried; beyond that what evidence does not decide counts as open.
 * Hard formulas count their false groundings, whatever makes them so; acyclicity counts the
 * strongly connected components that hold a cycle. A probability p in the evidence is a formula
 * of its own on its atom, of weight ln(p / (1 - p)), reported under the label "evidence". */

typedef struct kerf_verify_options {
    size_t size;
    uint32_t examples; /* violated groundings to keep of each formula */
    /* Asked every so often; non-zero: stop, with KERF_INTERRUPTED. May be NULL. */
    int (*stop)(void *context);
    void *context;
    const char *certificate; /* a file of kerf_write_certificate() to check; NULL: none */
    int only_bound;          /* non-zero: check nothing but that; score and cost are then NAN */
} kerf_verify_options;

typedef struct kerf_verification { /* over all worlds */
    size_t size;
    double score, cost;
    uint64_t hard_violations;
    uint64_t worlds;
    uint64_t contradictions; /* atoms that the evidence says otherwise; each is an error message
                              * (up to ten), and the evidence counts */
    int certified;           /* a certificate was checked: */
    double proven_bound;     /* no world costs less, in exact arithmetic; rounded down */
    double proven_gap;       /* of the answer's exact cost to the exact bound; rounded up */
    int proven_optimal;      /* the gap is at most 1e-9 of the cost, and nothing hard is violated */
} kerf_verification;

/* After the model is read and evidence is queued, in the place of kerf_next_world(): reads all
 * worlds of evidence and, beside them, those of the answer. An answer is written like evidence:
 * `Atom`, `Atom 1`, `Atom 0` or `!Atom`, with the world lines of the evidence. Options NULL: five
 * examples. KERF_INVALID: the answer cannot be read, names an unknown constant, has other worlds
 * than the evidence, a formula has no weight, or the certificate is none of this model and
 * evidence; KERF_LIMIT: a formula has 2^63 groundings or
 * more. After a failure start a new session. */
KERF_API kerf_status kerf_verify(kerf *, const char *path, const kerf_verify_options *,
                                 kerf_verification *);
KERF_API kerf_status kerf_verify_memory(kerf *, const char *name, const void *, size_t,
                                        const kerf_verify_options *, kerf_verification *);

typedef struct kerf_verified_info { /* one formula, over all worlds */
    size_t size;
    const char *label;
    uint32_t line; /* 0: not a formula of the model but soft evidence */
    int hard;
    double weight; /* as in kerf_formula_info */
    uint64_t groundings, satisfied;
    uint64_t unsatisfied; /* soft, counted in cost */
    uint64_t violations;  /* hard */
    double score, cost;
    size_t examples; /* violated groundings that were kept */
} kerf_verified_info;

/* What the last kerf_verify() found, by index from 0; without those formulas that follow from the
 * declaration of an observed predicate. */
KERF_API size_t kerf_verified_count(const kerf *);
KERF_API kerf_status kerf_verified_get(kerf *, size_t index, kerf_verified_info *);
/* A violated grounding as text, and the name of its world (or "2" for the second); both borrowed
 * until the session ends. `world` may be NULL. */
KERF_API kerf_status kerf_verified_example(kerf *, size_t index, size_t example, const char **world,
                                           const char **text);

/* What `kerf verify` prints. A writer that stops is KERF_IO. */
KERF_API kerf_status kerf_write_verification(kerf *, kerf_report_format, kerf_write_fn *,
                                             void *context);

typedef struct kerf_probability_check {
    size_t size;
    uint64_t worlds, atoms; /* atoms that the file names */
    uint64_t missing;       /* open atoms that the file should have and has not */
    uint64_t enumerated; /* worlds of evidence whose possible worlds were all scored, one by one */
    double largest;      /* difference of all atoms */
    const char *atom;    /* that has it; borrowed until the session ends; "" if there is none */
    double given, recomputed; /* its probability in the file, and by another way */
    double largest_exact;     /* difference of atoms that the file does not say were sampled */
    double log_z_off;         /* largest difference of log Z; -1: the file (JSON) has none */
    uint64_t sampled, inside; /* atoms that were sampled, and those whose interval has the truth */
    uint64_t unchecked; /* atoms of the file in components too wide to be computed anew exactly */
    uint64_t refused;   /* things that the file says and that cannot be so: each is a message */
} kerf_probability_check;

/* Reads worlds as kerf_verify() does, and a file of probabilities as kerf_write_probabilities()
 * writes it, in any format. Computes all of them anew: where few atoms are open, by scoring every
 * possible world with the code that verifies answers; else by elimination in another order.
 * Refused are: an interval, of a probability or of log Z, that does not contain its own value or
 * the exact one, that has no width where nothing is certain, or that is narrower than the number of
 * samples allows; a sampled probability further from the exact one than six standard errors; an
 * atom named twice; a status or method that what is beside it contradicts; more atoms that no
 * formula names than there are. KERF_INVALID: the file names an atom that is not open, or is no
 * such file. */
KERF_API kerf_status kerf_verify_probabilities(kerf *, const char *path, kerf_probability_check *);

/* ---- Comparing an answer with the truth ----------------------------------------------------- */

/* Both files hold atoms, written like evidence: `Atom`, `Atom 1`, `Atom 0` or `!Atom`, with world
 * lines. No model is needed: atoms are compared as text. Worlds are matched in order; where both
 * have names, these must agree. */

typedef struct kerf_evaluate_options {
    size_t size;
    /* "A,B": the predicates to evaluate. NULL: those that occur in both files and, where the
     * session has a model that is settled, its hidden ones. Notes name those left out. */
    const char *predicates;
    /* "A,B": P(a,b) and P(b,a) are one pair, which is there if either is; P(a,a) is left out. NULL:
     * none. */
    const char *symmetric;
} kerf_evaluate_options;

typedef struct kerf_evaluation { /* of one predicate, or of all atoms together */
    size_t size;
    const char *predicate; /* NULL: of all */
    int symmetric;
    uint64_t true_positives, false_positives, false_negatives; /* over all worlds */
    double precision;                                          /* NAN: nothing was answered */
    double recall;                                             /* NAN: nothing is true */
    double f1;                                                 /* NAN: both */
    uint64_t worlds;
} kerf_evaluation;

/* Options NULL: none. KERF_INVALID: a file cannot be read, says something else than true or false,
 * or the worlds do not match. At any time, with or without a model. */
KERF_API kerf_status kerf_evaluate(kerf *, const char *truth, const char *answer,
                                   const kerf_evaluate_options *, kerf_evaluation *);
/* What the last kerf_evaluate() found, by index from 0, sorted by name. */
KERF_API size_t kerf_evaluated_count(const kerf *);
KERF_API kerf_status kerf_evaluated_get(kerf *, size_t index, kerf_evaluation *);
/* What `kerf eval` prints. */
KERF_API kerf_status kerf_write_evaluation(kerf *, kerf_report_format, kerf_write_fn *,
                                           void *context);

#ifdef __cplusplus
}
#endif
#endif

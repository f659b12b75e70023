/* oracle.h -- the truth about a program, by the plain code of src/verify alone.
 *
 * Every grounding of every rule is listed once, with what evidence leaves open of it; for a world,
 * each is evaluated on its own. Nothing of compiling, planning or separating takes part, but for
 * the names of the variables that tell a compiled rule's units apart. */
#ifndef KF_TEST_ORACLE_H
#define KF_TEST_ORACLE_H

#include "program.h"

#include "model/query.h"
#include "verify/dyadic.h"

enum { MOST_ROW = 4, MOST_GROUNDINGS = 6000 };

typedef struct ground_atom { /* of a hidden predicate */
    uint32_t predicate;
    uint32_t row[MOST_ROW];
    bool open; /* evidence says nothing of it, or only something soft */
    bool fixed_true;
} ground_atom;

typedef struct plain { /* one grounding of a rule that is not acyclicity */
    uint32_t rule;
    uint32_t first; /* of its values in the pools */
    double weight;  /* INFINITY: hard */
    bool can_be[2]; /* false, true: in some world that evidence allows */
    bool guessed;   /* that: it has more open atoms than verify tries out */
    bool truth;     /* in the world last seen */
} plain;

typedef struct oracle oracle;

/* Takes the loaded program for itself: constants of functions are added to it until it is closed.
 * KERF_LIMIT: it has more groundings than these tests care for. */
kerf_status oracle_open(oracle **, loaded *);
void oracle_close(oracle *);

const ground_atom *oracle_atoms(const oracle *, uint32_t *n);
const plain *oracle_groundings(const oracle *, uint32_t *n);
uint32_t oracle_size(const oracle *, uint32_t type); /* constants */

/* What separation must find of a grounding in the world last seen: it is false (true) although its
 * weight is positive (negative) or it is hard. */
bool oracle_is_bad(const plain *);

/* Look at a world: values of all atoms, as oracle_atoms() lists them. */
kerf_status oracle_see(oracle *, const bool *values);
/* The same without evaluating each grounding: enough for oracle_verify(). */
kerf_status oracle_set(oracle *, const bool *values);

typedef struct verdicts { /* of kf_verifier_run() on the world last seen */
    double score, cost;
    long double exactly; /* the score, hardly rounded */
    uint64_t hard;       /* violations but for acyclicity */
    uint64_t cycles;     /* violations of acyclicity */
} verdicts;
kerf_status oracle_verify(oracle *, verdicts *);
/* Of these, one rule's: soft ones that cost, their cost, and hard ones that are violated. */
void oracle_rule(const oracle *, uint32_t rule, uint64_t *unsatisfied, double *cost,
                 uint64_t *violations);
double oracle_score(const oracle *, uint32_t rule);   /* what it scores there */
uint64_t oracle_count(const oracle *, uint32_t rule); /* its groundings, as verify counts them */

/* What a certificate (verify/bound.h) proves; oracle_error(): why it is refused. */
kerf_status oracle_bound(oracle *, kf_str certificate, kf_dyadic *bound);
const char *oracle_error(const oracle *);

/* Is a bound taken beside the world that oracle_verify() saw last? */
bool oracle_accepts(oracle *, double bound);

/* A certificate of one soft grounding alone (forge_ground.c). Way 0: what it pays for every value
 * of its atoms, whether it has to be paid or not; up to ORACLE_WAYS: by one row alone, whether
 * that holds or not. False: there is none, or it has too many atoms. */
enum { ORACLE_WAYS = 6 };
bool oracle_forge(oracle *, uint32_t grounding, uint32_t way, const kf_model *, uint64_t *state,
                  kf_text *to);

/* The tuple that tells the grounding's unit apart, as the compiled rule has it. False: one of the
 * rule's computed terms has no value. */
bool oracle_tuple(oracle *, uint32_t grounding, const kf_compiled *, uint32_t *tuple);
/* The constant of a free variable in a grounding. */
uint32_t oracle_constant(const oracle *, uint32_t grounding, uint32_t variable);
void oracle_print(oracle *, uint32_t grounding, kf_text *); /* x = A1, y = A2 */

#endif

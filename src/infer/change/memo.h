/* memo.h -- components that an earlier run has solved.
 *
 * A session that is asked again after a change finds most components of its problem as they were:
 * the same atoms, costs and constraints. Each keeps what was found of it, and is neither presolved
 * nor solved again. A component is known by a hash of its content, in any order, in which atoms go
 * by predicate and constants; two different ones have the same with probability 2^-128. What is
 * taken from here is an assignment, whose cost is computed anew, and a bound.
 *
 * It holds what the last run used or found, and what the run before did until the next one begins:
 * memory does not grow with the number of runs. */
#ifndef KF_MEMO_H
#define KF_MEMO_H

#include "base/hash.h"
#include "ground/grounder.h"
#include "solve/solver.h"

typedef struct kf_memo kf_memo;

/* What is known of a component that has constraints. */
typedef struct kf_component_record {
    uint32_t root;      /* the atom that stood for the component when it was solved */
    double cost, bound; /* equal: proven */
    uint64_t broken;
    uint32_t atoms, constraints;
    uint32_t residuals, largest;
    const char *method; /* of the largest residual component */
    uint32_t unique_residuals, tied_residuals;
    int unique;
    bool complete;
    const char *trusted; /* the MIP solver on whose word the bound rests */
    bool left;           /* not solved: its atoms were not asked for */
} kf_component_record;

/* What answers depend on, beside the component. */
kf_hash_pair kf_settings_hash(const kf_solver *, const kf_settings *, bool simplify);

kf_memo *kf_memo_new(kf_mem *); /* NULL: no memory */
void kf_memo_free(kf_memo *);   /* NULL is legal */
void kf_memo_clear(kf_memo *);  /* constants have other ids, or solvers other settings */
/* A run begins; what the last but one left is forgotten. */
void kf_memo_begin(kf_memo *, const kf_grounder *, const kf_solver *, const kf_settings *,
                   bool simplify);

struct kf_extracted;
typedef struct kf_memo_key {
    kf_hash_pair content;
    uint64_t *names; /* by atom of the component; NULL: it cannot be known again */
} kf_memo_key;

/* The key of a component; names are in its arena. */
kf_memo_key kf_memo_key_of(kf_memo *, struct kf_extracted *);
/* Is it known as well as this effort would have it? Then its record and its assignment. */
bool kf_memo_find(kf_memo *, const struct kf_extracted *, const kf_memo_key *, kf_effort,
                  kf_component_record *, bool *assignment);
/* Without memory for it, it is not kept. */
void kf_memo_add(kf_memo *, const kf_memo_key *, kf_effort, const kf_component_record *,
                 const bool *assignment);

#endif

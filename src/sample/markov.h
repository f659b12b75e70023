/* markov.h -- private to sample/: the state of one Markov chain, and its moves.
 *
 * Invariant between moves: the assignment breaks no hard row, `sum` has the sum of each row that is
 * not idle, and `value` the value of each variable. All memory is taken when the chain is opened,
 * so that any thread may run it. */
#ifndef KF_MARKOV_H
#define KF_MARKOV_H

#include "base/random.h"
#include "base/stop.h"
#include "sample/sample.h"
#include "sample/sample_rows.h"

typedef struct kf_chain {
    const kf_sample_rows *rows;
    kf_random random;
    kf_patience patience;
    const double *price; /* by atom: of being true rather than false */
    bool *assignment;
    int64_t *sum;        /* by row */
    uint32_t *value;     /* by variable */
    uint64_t *paid;      /* by row: samples in which it paid */
    bool *loose;         /* by atom: it changed, or could have by itself; see sampler.h */
    uint32_t *refused;   /* by atom: changes that the test undid */
    double *cost;        /* room by value: of a variable that is drawn */
    int32_t *broken;     /* likewise: hard rows */
    const bool *on;      /* by row: in a slice these must hold and the others do not count; NULL:
                          * there is no slice, and rows have their prices */
    const int8_t *known; /* by atom: what the slice fixes, -1: nothing; NULL: no slice */
    const kf_sample_test *test;   /* NULL: rows are all there is */
    uint32_t *flipped, n_flipped; /* atoms that were, since the last test */
    uint64_t key, tests;
    kerf_status failed; /* of a test; then nothing more is drawn */
} kf_chain;

/* Does the row count, in the slice if there is one? */
static inline bool kf_is_row_used(const kf_chain *c, uint32_t row)
{
    return !c->rows->rows[row].absorbed && (!c->on || c->on[row]);
}

kerf_status kf_chain_open(kf_chain *, const kf_sample_rows *, uint64_t seed, kf_arena *);
/* Begins at a feasible assignment. */
void kf_chain_begin(kf_chain *, const bool *assignment);
void kf_chain_check(const kf_chain *); /* asserts the above */

void kf_chain_flip(kf_chain *, uint32_t atom);
/* Flips the atoms by which a variable gets this value. */
void kf_chain_give(kf_chain *, uint32_t variable, uint32_t value);
/* What was flipped since the last call is tested, if there is a test, and undone if it is refused.
 * A draw from what rows say, given all others, is reversible, and so is one that is refused with
 * the probabilities of kf_sample_test: by what constraints pay more (Metropolis 1953), or, in a
 * slice, for each of them by itself (Michel, Kapfer and Krauth 2014). So the distribution stays as
 * it is with these constraints, too. */
void kf_chain_settle(kf_chain *);
/* Draws a variable, given all others. */
void kf_chain_draw(kf_chain *, uint32_t variable);
/* A number below n, with a probability proportional to exp(-cost) of each; one is finite. */
uint32_t kf_draw_among(kf_random *, const double *cost, uint32_t n);
/* Counts the rows that pay. */
void kf_chain_count(kf_chain *);

#endif

/* searching.h -- private to solve/walk/: the state that the phases of local search share. */
#ifndef KF_SEARCHING_H
#define KF_SEARCHING_H

#include "solve/walk/local_search.h"
#include "solve/walk/search_rows.h"

typedef struct kf_move { /* one flip, or two at once */
    uint32_t n, atoms[2];
    kf_search_score score;
} kf_move;

typedef struct kf_searching {
    kf_search_rows rows;
    kf_search_rows_mark_set mark;
    const kf_limits *limits;
    kf_random random;
    uint64_t polled, until; /* work: when the limits were asked last, when the phase ends */
    bool stopped;           /* by the limits */
    uint64_t now;           /* flips so far */
    uint64_t *moved;        /* by atom: when it was flipped last */

    bool *best; /* the best assignment, but for what is logged */
    uint64_t best_broken;
    double best_cost;
    uint32_t *log; /* atoms flipped since then */
    size_t log_n, log_cap;
    bool stale; /* the log was too short: the best assignment is copied as a whole */
} kf_searching;

/* Flips atoms, logs them, and keeps the best assignment. */
void kf_search_flip(kf_searching *, uint32_t atom);
void kf_search_move(kf_searching *, const kf_move *);
void kf_search_keep_best(kf_searching *);
/* The assignment becomes the best one again. */
void kf_search_return(kf_searching *);
/* Is it time to end this phase? */
bool kf_search_over(kf_searching *);

/* search_moves.c: moves that repair a violated row, or flip an atom that pays. */
typedef struct kf_move_choices {
    kf_move best;
    bool some;
    uint32_t left; /* how many more are looked at */
} kf_move_choices;
/* The best move that lowers the amount of the row; atoms flipped after `before` are tabu. */
bool kf_search_choose(kf_searching *, uint32_t row, uint64_t before, kf_move *);
/* A random move that lowers the amount of this row, or flips this atom. */
void kf_search_propose(kf_searching *, uint32_t id, kf_move *);

/* search_cool.c: cheaper assignments, from a feasible one. */
void kf_search_improve(kf_searching *);

#endif

/* certify_tree.h -- private to prove/: the state of a branch and bound tree of a certificate, for
 * certify_rows.c and certify_tree.c. */
#ifndef KF_CERTIFY_TREE_H
#define KF_CERTIFY_TREE_H

#include "prove/certify.h"
#include "solve/lp/lp.h"

enum { KF_COUNT_ROWS = 6 }; /* kinds of rows that a count has */

typedef struct kf_proof_line { /* a row of the program */
    uint32_t constraint, part; /* as in the certificate */
    uint32_t depth;            /* it holds below the branchings so far only; 0: everywhere */
    double lift; /* of a count: coefficient of its payer; in the program, of the row before */
} kf_proof_line;

typedef struct kf_proof {
    const kf_to_cite *what;
    const kf_component *p;
    const bool *use, *assignment, *tied;
    const kf_limits *limits;
    kf_mem *mem;
    kf_citation *out;
    kf_lp lp;
    KF_VEC(kf_proof_line) lines;
    KF_VEC(kf_proof_line) found; /* rows that the point violates */
    bool *trial;                 /* by atom: room for an assignment */
    bool *taken;                 /* by atom: a hard row of this round has it */
    bool *busy;                  /* by atom: a constraint that is used has it */
    int *fixed;                  /* by atom: by branching, -1: not */
    bool *held;    /* by atom: fixed to its value in the answer, until its reduced cost frees it */
    int *payer;    /* by constraint, twice: the columns of its cost; -1: none */
    bool *present; /* by literal of a clause (the first: its row when wanted) */
    double *lift;  /* by count and part: of the last row in the program; INFINITY: none */
    size_t n_literals;
    double goal, cutoff;
    uint32_t depth;
    uint64_t used;       /* lines of the certificate */
    kf_citation root;    /* what the program proves before any branching */
    bool stopped, plain; /* plain: without Clp */
    bool abandoned;      /* the tree has too many lines, or took too long */
} kf_proof;

static inline double kf_proof_value(const kf_proof *t, kf_lit l)
{
    double x = t->lp.x.at[kf_lit_atom(l).id];
    return kf_lit_negated(l) ? 1 - x : x;
}

static inline int kf_proof_fixed(const kf_proof *t, kf_lit l)
{
    int value = t->fixed[kf_lit_atom(l).id];
    return value < 0 ? -1 : value != (int)kf_lit_negated(l);
}

static inline double kf_proof_payer(const kf_proof *t, uint32_t constraint, double weight)
{
    int z = t->payer[2 * (size_t)constraint + (weight < 0)];
    return z < 0 ? 0 : t->lp.x.at[z];
}

/* Adds rows that the point violates; *added: how many. */
kerf_status kf_proof_separate(kf_proof *, size_t *added);
/* The rows that a count has, given the atoms that are fixed: a mask of bits 1 to 6. */
uint32_t kf_proof_parts(const kf_proof *, const kf_count *);
/* Removes the rows of deeper nodes. */
kerf_status kf_proof_drop(kf_proof *);
/* Asserts: lines name the rows of the linear program, payers are columns at the price of their
 * constraint, as many atoms are fixed as the node is deep. */
void kf_proof_check(const kf_proof *);

#endif

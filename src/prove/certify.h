/* certify.h -- certificates: proofs of the dual bound that anybody can check (doc/certificate.md).
 *
 * A certificate is made after the search, for each component of the final problem, without
 * presolve. Symmetric components are folded as in the search. The proof of a component is a linear
 * program with row generation, and branch and bound where that is not enough; the cost of the
 * answer is the cutoff of its nodes. The certificate holds the dual multipliers of the leaves. Any
 * multipliers give a valid bound, so nothing here is trusted: `kerf verify --bound` computes what
 * they prove. */
#ifndef KF_CERTIFY_H
#define KF_CERTIFY_H

#include "ground/grounder.h"
#include "infer/cpi.h"
#include "infer/extract.h"

typedef struct kf_certified {
    double bound;  /* dual bound that it proves, up to rounding */
    bool complete; /* it was not cut short */
    bool partial;  /* some constraints could not be used */
} kf_certified;

/* The evidence holds the answer. Adds the proof for one world to the text. how: settings and
 * limits. */
kerf_status kf_certify(kf_grounder *, const kf_task *how, kf_text *, kf_certified *);

/* ---- A component in the terms of a certificate (certify_component.c) ------------------------ */

typedef struct kf_definitions { /* of auxiliary atoms, in the grounder */
    uint32_t *of;               /* by atom: its conjunction; UINT32_MAX: it is a ground atom */
    size_t *start;              /* by auxiliary: its literals */
    size_t n_atoms, n_auxiliaries;
} kf_definitions;
kerf_status kf_definitions_find(kf_definitions *, const kf_grounder *);
void kf_definitions_free(kf_definitions *, kf_mem *); /* always */

typedef struct kf_cited_definition { /* an atom that is true where all of these are */
    uint32_t n;                      /* 0: a ground atom, or one that is not used */
    const uint32_t *literals;        /* codes of kf_lit, ascending */
} kf_cited_definition;

typedef struct kf_citable {
    kf_component component;           /* atoms are those of the component */
    kf_cited_definition *definitions; /* by atom */
    bool *assignment;                 /* by atom: given, and changed with the atoms */
    double base;                      /* constant cost beside the base of the component */
    bool partial;                     /* some constraints cannot be stated */
} kf_citable;
/* Only `assignment` of `out` is given. Good until the arena or the component goes. */
kerf_status kf_citable_make(const kf_grounder *, const kf_extracted *, const kf_definitions *,
                            const kf_hooks *, kf_arena *, kf_citable *out);
/* Asserts: definitions have two literals or more, in order, and the assignment obeys them. */
void kf_citable_check(const kf_citable *);

/* ---- One component (certify_tree.c) --------------------------------------------------------- */

/* A row that a leaf cites, in the order of first use; literals are those of the component. */
typedef struct kf_cited_row {
    uint32_t constraint; /* a clause, or a count when that is not less than the number of clauses */
    uint32_t part;       /* of it, as in the certificate */
    double multiplier;
} kf_cited_row;

typedef enum kf_cited_kind { KF_CITED_BRANCH, KF_CITED_LEAF, KF_CITED_REFUTE } kf_cited_kind;

typedef struct kf_cited_node { /* in prefix order: a branch, its true side, its false side */
    kf_cited_kind kind;
    uint32_t atom;
    size_t first_row, end;
} kf_cited_node;

typedef struct kf_citation {
    KF_VEC(kf_cited_node) nodes;
    KF_VEC(kf_cited_row) rows;
    double bound; /* dual bound of the component, above its base */
    bool complete;
    bool stuck; /* only tied atoms were left to branch on: nothing is cited */
} kf_citation;

typedef struct kf_to_cite {
    const kf_component *component;
    const bool *use;        /* by constraint: may it be cited? */
    const bool *assignment; /* the incumbent, of the cost `goal` */
    double goal;
    const bool *tied; /* by atom: no branching on it; NULL: on any */
    bool *fractional; /* by atom: where the tree got stuck, is it between 0 and 1? NULL with tied */
    double step;      /* every cost is a whole multiple of it; 0: not known */
    uint64_t most_lines;   /* of the tree */
    const uint32_t *lines; /* by constraint: lines that a row of it takes; NULL: one */
} kf_to_cite;

/* The cost of an assignment, of constraints that may be cited. */
double kf_cited_cost(const kf_component *, const bool *use, const bool *assignment);
kerf_status kf_certify_component(const kf_to_cite *, const kf_limits *, kf_mem *, kf_citation *);
void kf_citation_free(kf_citation *, kf_mem *);
/* Asserts: nodes are a binary tree in prefix order, rows lie in their leaves, cited constraints and
 * their rows exist and may be cited, multipliers are positive. A tree that is stuck is not looked
 * at. */
void kf_citation_check(const kf_citation *, const kf_component *, const bool *use);

/* ---- One folded component (certify_fold.c) -------------------------------------------------- */

/* Symmetric atoms are one column of the linear program, as in the search (solve/symmetry/lift.h).
 * The multiplier of a class of constraints is divided evenly among its members. The partition is
 * equitable: every atom of a class receives the same, so the bound is the same. */
kerf_status kf_certify_folded(const kf_component *, const bool *use, const bool *assignment,
                              double step, const kf_task *how, kf_mem *, kf_citation *);

/* ---- The step of costs (certify_price.c) ----------------------------------------------------- */

/* A number that every weight, and so every cost, is a whole multiple of: a bound may be rounded up
 * to a multiple of it, as the checker does. 0: none is known. */
double kf_weights_step(const kf_grounder *);
/* The same step, if it divides every cost that may be cited and sums of it are exact; else 0. */
double kf_certify_step(const kf_component *, const bool *use, double step);

#endif

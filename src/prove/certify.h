/* certify.h -- certificates: proofs of the dual bound that anybody can check (doc/certificate.md).
 *
 * A certificate is made after the search, for each component of the final problem, without
 * presolve. Symmetric components are folded as in the search. Each is proven by a linear program
 * with row generation, and by branch and bound where that is not enough; nodes are cut off at the
 * cost of the answer. The certificate holds the dual multipliers of the leaves. Any multipliers
 * give a valid bound, so nothing here is trusted: `kerf verify --bound` computes what they
 * prove. */
#ifndef KF_CERTIFY_H
#define KF_CERTIFY_H

#include "ground/grounder.h"
#include "infer/cpi.h"
#include "infer/extract.h"

typedef struct kf_certified {
    double bound;  /* what it should prove, but for rounding */
    bool complete; /* it was not cut short */
    bool partial;  /* some constraints could not be used */
} kf_certified;

/* The evidence holds the answer. Adds the proof for one world to the text. how: settings and
 * limits. */
kerf_status kf_certify(kf_grounder *, const kf_task *how, kf_text *, kf_certified *);

/* ---- What is proven of one component (certify_component.c) ---- */

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
    double base;                      /* what its atoms pay beside the base of the component */
    bool partial;                     /* something could not be said */
} kf_citable;
/* Only `assignment` of `out` is given. Good until the arena or the component goes. */
kerf_status kf_citable_make(const kf_grounder *, const kf_extracted *, const kf_definitions *,
                            const kf_hooks *, kf_arena *, kf_citable *out);
/* Asserts: definitions have two literals or more, in order, and the assignment obeys them. */
void kf_citable_check(const kf_citable *);

/* ---- One component (certify_tree.c) --------------------------------------------------------- */

/* What is used, in the order in which it is first met; literals are of the component. */
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
    double bound; /* of the component, above what its atoms pay anyway */
    bool complete;
    bool stuck; /* it would have had to branch on a tied atom: nothing is cited */
} kf_citation;

typedef struct kf_to_cite {
    const kf_component *component;
    const bool *use;        /* by constraint: may it be cited? */
    const bool *assignment; /* a good one, of the cost `goal` */
    double goal;
    const bool *tied; /* by atom: it is not to be branched on; NULL: none is */
    bool *fractional; /* by atom: where the tree got stuck, is it between 0 and 1? NULL with tied */
    double step;      /* all prices are whole multiples of it; 0: not known */
    uint64_t most_lines;   /* of the tree */
    const uint32_t *lines; /* by constraint: what a row of it comes to; NULL: one line */
} kf_to_cite;

/* What an assignment pays for what may be cited. */
double kf_cited_cost(const kf_component *, const bool *use, const bool *assignment);
kerf_status kf_certify_component(const kf_to_cite *, const kf_limits *, kf_mem *, kf_citation *);
void kf_citation_free(kf_citation *, kf_mem *);
/* Asserts: nodes are a binary tree in prefix order, rows lie in their leaves, cited constraints and
 * their rows exist and may be cited, multipliers are positive. A tree that is stuck is not looked
 * at. */
void kf_citation_check(const kf_citation *, const kf_component *, const bool *use);

/* ---- The same by way of the folded component (certify_fold.c) ---- */

/* Atoms that look alike are one in the program, as in the search (solve/symmetry/lift.h). The
 * multiplier of a class of constraints is then shared out among them: as classes explain
 * themselves, every atom of a class gets as much as any other, so that the bound is the same. */
kerf_status kf_certify_folded(const kf_component *, const bool *use, const bool *assignment,
                              double step, const kf_task *how, kf_mem *, kf_citation *);

/* ---- Prices (certify_price.c) ---------------------------------------------------------------- */

/* What divides every weight, and so whatever any assignment pays: a bound may be rounded up to a
 * multiple of it, as the checker does. 0: there is nothing of use. */
double kf_weights_step(const kf_grounder *);
/* That, if it holds of what may be cited and sums of it are exact; else 0. */
double kf_certify_step(const kf_component *, const bool *use, double step);

#endif

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
#include "infer/components/extract.h"
#include "prove/citation.h"

typedef struct kf_certified {
    double bound;  /* dual bound that it proves, up to rounding */
    bool complete; /* it was not cut short */
    bool partial;  /* some constraints could not be used */
} kf_certified;

/* The evidence holds the answer. Adds the proof for one world to the text. how: settings and
 * limits. */
kerf_status kf_certify(kf_grounder *, const kf_task *how, kf_text *, kf_certified *);

/* A warning where it proves less than was found. */
void kf_certify_warn(const kf_grounder *, const kf_cpi_result *, const kf_certified *);

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

/* citation.h -- private to prove/: what a certificate says of one component, before it is text. */
#ifndef KF_CITATION_H
#define KF_CITATION_H

#include "problem/component.h"
#include "solve/task.h"

/* ---- One component (certify_tree.c) --------------------------------------------------------- */

/* A row that a leaf cites, in the order of first use; literals are those of the component. */
typedef struct kf_cited_row {
    uint32_t constraint; /* a clause, or a count when that is not less than the number of clauses */
    uint32_t part;       /* of it, as in the certificate */
    double multiplier;
} kf_cited_row;

/* Constraints that are taken together, by eliminating their variables in this order. */
typedef struct kf_cited_member {
    uint32_t constraint;
    bool sum; /* partial sums are carried along, instead of its atoms */
} kf_cited_member;

typedef struct kf_cited_variable { /* atoms that go at once, in `atoms` */
    size_t first, end;
} kf_cited_variable;

typedef struct kf_cited_block {
    size_t first_member, end_member, first_variable, end_variable;
} kf_cited_block;

typedef enum kf_cited_kind { KF_CITED_BRANCH, KF_CITED_LEAF, KF_CITED_REFUTE } kf_cited_kind;

typedef struct kf_cited_node { /* in prefix order: a branch, its true side, its false side */
    kf_cited_kind kind;
    uint32_t atom;
    size_t first_row, end;
} kf_cited_node;

typedef struct kf_citation {
    KF_VEC(kf_cited_node) nodes;
    KF_VEC(kf_cited_row) rows;
    KF_VEC(kf_cited_block) blocks;
    KF_VEC(kf_cited_member) members;
    KF_VEC(kf_cited_variable) variables;
    KF_VEC(uint32_t) atoms;
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
    /* Asked once the tree is too long, before one for less is tried. *done: nothing else is
     * wanted. */
    kerf_status (*instead)(void *context, bool *done);
    void *context;
} kf_to_cite;

/* The cost of an assignment, of constraints that may be cited. */
double kf_cited_cost(const kf_component *, const bool *use, const bool *assignment);
kerf_status kf_certify_component(const kf_to_cite *, const kf_limits *, kf_mem *, kf_citation *);
void kf_citation_free(kf_citation *, kf_mem *);
/* Asserts: nodes are a binary tree in prefix order, rows lie in their leaves, cited constraints and
 * their rows exist and may be cited, multipliers are positive. A tree that is stuck is not looked
 * at. */
void kf_citation_check(const kf_citation *, const kf_component *, const bool *use);

/* ---- By elimination (certify_block.c) ------------------------------------------------------- */

/* One block of all constraints. Nothing is cited where the checker would refuse it: then bound is
 * 0. origin: by constraint of the component, that of the citation. */
kerf_status kf_certify_eliminated(const kf_component *, const uint32_t *origin,
                                  const bool *assignment, const kf_task *how, kf_mem *,
                                  kf_citation *);

#endif

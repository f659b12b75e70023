/* bound.h -- private to verify/: a certificate, the proof of a dual bound.
 *
 *   proof_read.c   text --> atoms, constraints, trees of branchings with multipliers
 *   open_walk.c    their costs, from every grounding of the model that bears on a named atom
 *   ordering.c     clauses that hold since a predicate has no cycle
 *   neighbours.c   the named atoms that share a clause, so that few groundings are tried
 *   bound.c        finds atoms and constraints by their content
 *   proof_check.c  the dual bound that the multipliers give, in exact arithmetic
 *   proof_block.c  of constraints that are taken together: what they cost at least, by eliminating
 *                  their atoms
 *   check_bound.c  asserts that what was read is well formed
 *
 * The text is not trusted: costs come from the model, grounding by grounding, and any nonnegative
 * multipliers give a valid bound (weak duality), good or bad. A grounding that is not used, or that
 * no clause or count can express, counts as costing nothing. See doc/certificate.md. */
#ifndef KF_BOUND_H
#define KF_BOUND_H

#include "verify/verifier.h"

#define KF_NO_LIMIT UINT64_MAX

/* Of an atom: one constant is before another in an order of an acyclic predicate (ordering.c). */
#define KF_BOUND_ORDER (KF_NONE - 1)

typedef struct kf_bound_atom {
    uint32_t predicate;       /* KF_NONE: the certificate defines it; KF_BOUND_ORDER */
    size_t row;               /* its constants, from here on in `rows`; or its definition. Of an
                               * order: the predicate, then two constants */
    kf_low if_true, if_false; /* what it pays, at least */
} kf_bound_atom;

typedef struct kf_bound_term {
    uint32_t literal;     /* 2 * atom + negated */
    uint32_t coefficient; /* 1 in clauses */
} kf_bound_term;

/* An auxiliary atom: the conjunction of literals. It is not of the model, but constraints may use
 * it. */
typedef struct kf_bound_definition {
    uint32_t atom;
    size_t start; /* terms, as of a constraint; atoms before this one */
    uint32_t n;   /* two or more */
} kf_bound_definition;

/* A clause, or least <= sum of the coefficients of true literals <= most. */
typedef struct kf_bound_constraint {
    bool count;
    size_t start; /* its terms, ascending by literal, each atom once */
    uint32_t n;
    uint64_t least, most;         /* counts; most: KF_NO_LIMIT */
    uint32_t line;                /* where the certificate names it */
    bool hard;                    /* it must hold */
    kf_low when_false, when_true; /* its costs in the model, at least */
} kf_bound_constraint;

typedef struct kf_bound_slot {
    uint32_t index; /* KF_NONE: none */
    uint32_t tag;   /* of the hash */
} kf_bound_slot;

typedef struct kf_bound_map { /* hash to index; the caller compares */
    kf_bound_slot *slots;
    uint64_t n_slots, n;
} kf_bound_map;

typedef struct kf_proof_row {
    uint32_t constraint;
    uint32_t part; /* as written behind the dot; 0: nothing was */
    double multiplier;
} kf_proof_row;

/* Constraints that are taken together: every choice of values of their atoms is looked at. */
typedef struct kf_proof_member {
    uint32_t constraint;
    bool sum; /* partial sums of it are carried along, instead of its atoms */
} kf_proof_member;

typedef struct kf_proof_variable { /* atoms that are eliminated at once, in `block_atoms` */
    size_t first, end;
} kf_proof_variable;

typedef struct kf_proof_block {
    size_t first_member, end_member;
    size_t first_variable, end_variable; /* in the order of elimination */
    size_t first_atom, end_atom;         /* of all of these, in `block_atoms` */
    uint32_t line;
} kf_proof_block;

typedef struct kf_proof_price { /* of an atom in a block, from this node on */
    size_t place;               /* in `block_atoms` */
    double value;               /* what the block pays if it is true; others pay that less */
} kf_proof_price;

typedef enum kf_proof_kind { KF_PROOF_BRANCH, KF_PROOF_LEAF, KF_PROOF_REFUTE } kf_proof_kind;

/* Trees stand in prefix order: a branch, what follows if the atom is true, then if it is false. */
typedef struct kf_proof_node {
    kf_proof_kind kind;
    uint32_t atom;         /* BRANCH */
    size_t first_row, end; /* the others */
    size_t first_price, end_price;
    uint32_t line;
} kf_proof_node;

typedef struct kf_proof_component {
    uint32_t first_atom, end_atom; /* its atoms and constraints have ids in a row */
    uint32_t first_constraint, end_constraint;
    uint32_t first_block, end_block;
    size_t first_node, end_node;
} kf_proof_component;

struct kf_bound {
    kf_verifier *v;
    kf_mem *mem;
    const char *file;
    kf_str text;
    size_t at;
    uint32_t line; /* of the next line to read, from 1 */
    KF_VEC(kf_bound_atom) atoms;
    uint32_t n_listed; /* the first ones, which the certificate names */
    KF_VEC(uint32_t) rows;
    uint32_t n_orders; /* atoms of this sort */
    kf_bound_map atom_map;
    KF_VEC(kf_bound_definition) definitions;
    kf_bound_map definition_map;
    KF_VEC(kf_bound_constraint) constraints;
    KF_VEC(kf_bound_term) terms;
    kf_bound_map constraint_map;
    uint32_t *near_start, *near; /* by named atom: itself and those that share a clause with it,
                                  * ascending; NULL: not known */
    size_t n_near;
    KF_VEC(kf_proof_component) components;
    KF_VEC(kf_proof_block) blocks;
    KF_VEC(kf_proof_member) members;
    KF_VEC(kf_proof_variable) variables;
    KF_VEC(uint32_t) block_atoms;
    KF_VEC(kf_proof_price) prices;
    KF_VEC(kf_proof_node) nodes;
    KF_VEC(kf_proof_row) proof_rows;
    double claim; /* of this world; less than 0: none */
    uint32_t claim_line;
};

/* ---- bound.c -------------------------------------------------------------------------------- */

/* The id of an atom, which is added if it is not there. */
kerf_status kf_bound_add_atom(kf_bound *, uint32_t predicate, const uint32_t *row, uint32_t *id);
uint32_t kf_bound_find_atom(const kf_bound *, uint32_t predicate, const uint32_t *row);
/* A new atom: of an order of the predicate, pair[0] is before pair[1]. */
kerf_status kf_bound_add_order(kf_bound *, uint32_t predicate, const uint32_t pair[2],
                               uint32_t *id);
/* The constraint with the same content, or KF_NONE. Terms as in one. */
uint32_t kf_bound_find(const kf_bound *, const kf_bound_constraint *, const kf_bound_term *);
/* The terms are copied. It must not be there. */
kerf_status kf_bound_add(kf_bound *, kf_bound_constraint, const kf_bound_term *);
/* The atom that stands for the conjunction of literals (ascending), or KF_NONE. */
uint32_t kf_bound_find_definition(const kf_bound *, const uint32_t *literals, uint32_t n);
/* Likewise for terms. It must not be there. */
kerf_status kf_bound_define(kf_bound *, const kf_bound_term *, uint32_t n, uint32_t *id);
/* Does the clause follow from the definition of one of its atoms? */
bool kf_bound_follows(const kf_bound *, const kf_bound_constraint *);
/* Sorts; repeated literals become one, their coefficients added. False: an atom is there with both
 * signs, or a sum is too large. */
bool kf_bound_normalise(kf_bound_term *, uint32_t *n);
/* "line 3: ..."; returns KERF_INVALID. */
kerf_status kf_bound_blame(kf_bound *, uint32_t line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Has the model an acyclicity of the predicate? (ordering.c) */
bool kf_bound_has_order(const kf_bound *, uint32_t predicate);

/* ---- proof_read.c, open_walk.c, proof_check.c, proof_block.c ---- */

/* The next world of the certificate, up to the line that begins another. */
kerf_status kf_proof_read(kf_bound *);
/* The costs of atoms and constraints, from the model. */
kerf_status kf_open_walk(kf_bound *);
/* The dual bound that the multipliers give with these costs. */
kerf_status kf_proof_bound(kf_bound *, kf_dyadic *);

/* What the constraints of a block and the prices of its atoms cost at least, added to *least.
 * fixed: by atom of the component, -1: not. price: by atom of the block. costs: by member, do its
 * costs count? *none: nothing that is left keeps its hard constraints. local: room by atom of the
 * component, KF_NONE before and after. */
typedef struct kf_block_task {
    kf_bound *b;
    const kf_proof_component *component;
    const kf_proof_block *block;
    const int *fixed;
    const double *price;
    const bool *costs;
    uint32_t *local;
} kf_block_task;
kerf_status kf_block_least(const kf_block_task *, kf_dyadic *least, bool *none);

/* Asserts: ids in range, terms sorted, components in a row, trees complete, multipliers not
 * negative. */
void kf_bound_check(const kf_bound *);

#endif

/* clause.h -- private to clause.c, convert*.c and converter.h: formulas as clauses.
 *
 * For dialects that know only clauses. Everything lives in the caller's arena; literals are
 * borrowed from the formula where possible. */
#ifndef KF_CLAUSE_H
#define KF_CLAUSE_H

#include "model/model.h"

typedef struct kf_formula_clause { /* EXIST exists (literals[0] v literals[1] v ...) */
    uint32_t n, n_exists;
    const kf_logic **literals; /* ATOM, COMPARE, CONTAINS */
    uint32_t *exists;          /* variables */
} kf_formula_clause;

typedef struct kf_clauses {
    uint32_t n;
    kf_formula_clause *clauses; /* none is a tautology; an empty one is false */
    bool forall;                /* a FORALL was opened: its variable is free in the clauses */
} kf_clauses;

enum { KF_MOST_WRITTEN = 1000 }; /* a formula that needs more is not written as clauses */

/* The negation, in negation normal form. NULL: no memory. */
kf_logic *kf_clause_negate(kf_arena *, const kf_logic *);
/* A copy with variables renamed: map[v] for each. NULL: no memory. */
kf_logic *kf_clause_rename(kf_arena *, const kf_logic *, const uint32_t *map);
kf_logic *kf_clause_join(kf_arena *, kf_logic_kind, kf_logic *const *kids, uint32_t n);
kf_logic *kf_clause_quantify(kf_arena *, kf_logic_kind, uint32_t variable, kf_logic *);
kf_logic *kf_clause_compare(kf_arena *, kf_op, uint32_t a, uint32_t b, uint32_t type);

/* A disjunction of literals and of existential clauses: one clause, whatever the reader does. */
bool kf_clause_is_one(const kf_logic *);

/* Does every variable that is compared in the n formulas also stand in one of their atoms? Only
 * then can a reader tell its type. */
bool kf_clause_is_typed(const kf_logic *const *, uint32_t n);

/* Conjunctive normal form. KERF_UNSUPPORTED: *why says what stands in the way. */
kerf_status kf_clauses_make(kf_arena *, const kf_logic *, kf_clauses *, const char **why);

#endif

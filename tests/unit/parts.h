/* parts.h -- random parts of a problem with every feature in them, and a plain evaluator. */
#ifndef PARTS_H
#define PARTS_H

#include "base/random.h"
#include "problem/component.h"

enum {
    PART_ATOMS = 320,
    PART_CLAUSES = 1400,
    PART_LITERALS = 6000,
    PART_COUNTS = 64,
    PART_COUNT_LITERALS = 2000
};

typedef struct made_component {
    kf_component component; /* points into what follows */
    double cost_true[PART_ATOMS], cost_false[PART_ATOMS];
    uint32_t start[PART_CLAUSES + 1];
    kf_lit literals[PART_LITERALS];
    double weight[PART_CLAUSES];
    kf_count counts[PART_COUNTS];
    kf_lit count_literals[PART_COUNT_LITERALS];
    uint32_t coefficients[PART_COUNT_LITERALS];
    uint32_t n_count_literals;
} made_component;

void part_begin(made_component *, uint32_t n_atoms);
/* Literals as codes, in any order, no atom twice. */
void part_clause(made_component *, const uint32_t *codes, uint32_t n, double weight);
void part_count(made_component *, const uint32_t *codes, const uint32_t *coefficients, uint32_t n,
                uint64_t least, uint64_t most, double weight);

void part_random(made_component *, kf_random *, uint32_t most_atoms);
/* Adds rows of atoms next to each other: groups, clauses, counts of every kind, some longer than
 * any table of a network. */
void part_long(made_component *, kf_random *);
/* Sparse: as many costs as atoms, `clauses` soft clauses of two or three literals, a few hard. */
void part_sparse(made_component *, kf_random *, uint32_t atoms, uint32_t clauses);
/* Candidates with at most one label each, some that overlap, labels given at most once in places;
 * cliques as pairs of clauses or as counts. */
void part_frame(made_component *, kf_random *, uint32_t candidates, uint32_t labels,
                bool as_counts);

/* Independent of kf_component_cost. */
double part_cost(const kf_component *, const bool *world, bool *feasible);
/* Does a constraint pay, clauses first? */
bool part_pays(const kf_component *, uint32_t constraint, const bool *world);

#endif

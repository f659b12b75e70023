/* network.h -- a component as variables with values and tables of costs: what elimination and
 * search over tables work on.
 *
 * Variables. Literals of which hard constraints let one be true at the most (a count, or clauses of
 * two literals) are one variable: its value says which. Every other atom is a variable with the
 * values 0, false, and 1, true. Values that break something hard by themselves are removed. A
 * variable may be left with one value; then it is in no scope.
 *
 * Costs. Constraints over one scope are added up in one dense table, those over one variable in its
 * unary costs. A constraint whose table would have too many entries stays a row: a sum over its
 * variables, and what that sum costs. kf_network_chain() turns rows into small tables over
 * variables of its own, one for each partial sum.
 *
 * INFINITY stands for what is hard; every other cost is finite and not negative. The cost of an
 * assignment is constant + unary costs + tables + rows, as kf_component_cost() has it but for the
 * order in which doubles are added.
 *
 * Why exact: each assignment that breaks nothing hard is one choice of values, and the other way
 * round; a variable of a chain has one value for each choice of the others. So least costs are the
 * same, and so are sums over all assignments. */
#ifndef KF_NETWORK_H
#define KF_NETWORK_H

#include "problem/component.h"
#include "solve/limits.h"

/* An atom is true where its variable has this value; if `negated`, where it has another. */
typedef struct kf_atom_value {
    uint32_t variable;
    uint32_t value; /* KF_NO_VALUE: it has been removed */
    bool negated;
} kf_atom_value;
#define KF_NO_VALUE UINT32_MAX

typedef struct kf_cost_table {
    uint32_t n;            /* variables, two or more */
    const uint32_t *scope; /* ascending */
    uint64_t n_entries;    /* the product of their sizes */
    double *cost;          /* by values, those of the last variable next to each other */
    double *rest;   /* likewise: what rounding took from it; NULL: the network is not exact */
    uint32_t parts; /* constraints that were added up */
} kf_cost_table;

/* What variables contribute to a sum, and what the sum costs: kf_row_cost(). */
typedef struct kf_row {
    uint32_t n;
    const uint32_t *scope;  /* ascending; each contributes differently by its value */
    const uint64_t **share; /* share[i][value]: what variable scope[i] contributes */
    uint64_t base;          /* contributed in every assignment */
    uint64_t least, most;   /* as of a kf_count; a clause is one with least 1 */
    double weight;          /* of either sign; +-INFINITY: hard */
    double rest;            /* |weight| is so much more */
    bool pairs;             /* a kf_clique: pays `weight` for each two that are counted */
    uint32_t constraint;    /* of the component: clauses, counts, cliques */
} kf_row;

/* A row that became a chain: its last table says whether it pays. */
typedef struct kf_chained {
    uint32_t constraint, table;
    const bool *pays; /* by entry */
} kf_chained;

double kf_row_cost(const kf_row *, uint64_t sum); /* base included in the sum; without the rest */

typedef struct kf_network {
    kf_mem *mem;
    kf_arena arena;
    uint32_t n_atoms;
    kf_atom_value *place; /* by atom */
    bool *none; /* by given variable: value 0 is left, with which none of its literals is true */
    uint32_t n_given;      /* variables that stand for atoms; those of chains follow */
    KF_VEC(uint32_t) size; /* by variable: its values, 1 or more */
    KF_VEC(double *)
    unary; /* by variable and value; finite but for what a chain of one variable
                             * or a pass too many would have removed */
    KF_VEC(double *)
    unary_rest;             /* likewise: what rounding took from them; none: it is not exact */
    KF_VEC(uint32_t) parts; /* by variable: costs that were added up in its unary ones */
    KF_VEC(kf_cost_table) tables; /* no two with the same scope */
    KF_VEC(kf_row) rows;
    KF_VEC(kf_chained) chained; /* rows that were, ascending */
    double constant, constant_rest;
    bool exact;      /* costs have what adding them up rounds off beside them */
    bool infeasible; /* a hard constraint cannot hold: nothing else here counts */
    uint32_t *slots; /* tables by hash of their scope */
    uint32_t n_slots;
    kf_patience patience; /* while it is built */
} kf_network;

/* A table over more than KF_FEW_VARIABLES is mostly that of one constraint, and a chain takes less.
 * Over few variables with many values there are many constraints, one for each entry. */
enum { KF_FEW_VARIABLES = 4, KF_FEW_ENTRIES = 1 << 16 };
typedef struct kf_network_limits {
    uint64_t entries;   /* a table of more stays a row; of few variables: of KF_FEW_ENTRIES */
    uint32_t values;    /* literals that make a variable: more of them stay atoms */
    uint32_t variables; /* a table over more stays a row; 0: over any number */
    kf_stop *stop;      /* ends the building; NULL: nothing does */
    bool equal;         /* with two values: atoms that hard constraints tie two by two are one
                         * variable; kf_network_values() is not for such networks */
    bool exact;         /* see kf_network */
} kf_network_limits;

/* Everything is the network's own. KERF_NO_MEMORY, KERF_INTERRUPTED: nothing is left of it. */
kerf_status kf_network_open(kf_network *, const kf_component *, kf_network_limits, kf_mem *);
void kf_network_close(kf_network *);

/* network_chain.c: tables in place of rows. `position`, by variable: along which order the sums
 * run. A chain along neighbours keeps the width small; any order is right. KERF_LIMIT: a sum has
 * more than KF_CHAIN_STATES values that differ, a table is too large for a chain, or
 * the limits, if there are any, are reached. On failure the network can only be closed. */
enum { KF_CHAIN_STATES = 4096 };
kerf_status kf_network_chain(kf_network *, const uint32_t *position, const kf_limits *);

/* Which table has a scope, which ascends; UINT32_MAX: none. */
uint32_t kf_network_find_table(const kf_network *, const uint32_t *scope, uint32_t n);

/* Values to an assignment of the atoms. */
void kf_network_assign(const kf_network *, const uint32_t *values, bool *assignment);
/* And back: of the first n_given variables. False: a value is removed, or a group has two. */
bool kf_network_values(const kf_network *, const bool *assignment, uint32_t *values);
/* A variable pays so much more with a value; rest: likewise. */
void kf_network_add_unary(kf_network *, uint32_t variable, uint32_t value, double cost,
                          double rest);
/* What values cost; INFINITY: they break something hard. All variables need one. */
double kf_network_cost(const kf_network *, const uint32_t *values);
/* Costs that it holds: of variables and in tables. */
double kf_network_entries(const kf_network *);

/* Asserts: scopes ascend and are in range, tables have their entries, costs are not negative, the
 * places of atoms are values of variables. */
void kf_network_check(const kf_network *);

#endif

/* cell_counting.h -- private to solve/eliminate/ and tests/: components of interchangeable people
 * with several properties each, by how many of them are in which state.
 *
 * In "friends of smokers smoke, friends of drinkers drink" each two people share a table of four
 * atoms. All that matters is how many of them smoke, drink, do both or neither.
 *
 * Core and leaves. Atoms in many tables, or in a long sum, are the core. The others fall into
 * bundles that share tables with each other: a friendship, or two that are mutual. A table of
 * core atoms alone is a bundle without leaves.
 *
 * Fans. A long sum may also be over leaves: how many friends a person has. If all of its bundles
 * touch one cell, their owner, and one more at the most, these are its fan. Given the states of all
 * cells fans are independent of each other, and a fan sums to a polynomial: a product of one short
 * factor for each bundle, its exponent the sum. All bundles alike have the same factor, so that
 * this, too, is a function of how many cells are in which state. An owner of whom everything is
 * known is a cell with one state.
 *
 * Cells. Core atoms that belong together are a cell: one variable with a state for each choice of
 * their values. They do if most bundles about one are about the other (friendships of a person), or
 * if each is the only one of its kind that a table ties to the other. A bundle that is summed out
 * leaves a table over two cells at the most, or else this is no such component.
 *
 * Classes. Cells are alike if their costs are, what they add to long sums, and their tables with
 * every other class: colour refinement finds candidates, and then it is tested: between any two
 * members of two classes there is the same table, or none between any. So costs depend on the
 * members of a class by how many of them are in which state alone, and a class of n cells with q
 * states becomes one variable whose values are the ways to write n as a sum of q counts, each with
 * its multinomial coefficient. A long sum is a function of the counts, too.
 *
 * Elimination of that network. On the way back a cell of a class of n is in state s with E[n_s] /
 * n, two are in states s and t with E[n_s n_t] / (n m), or within a class with E[n_s (n_t - [s =
 * t])] / (n (n - 1)). Given the cells, bundles are independent of each other, so leaves follow. A
 * short constraint is over one bundle and its cells: so does how often it pays. A long sum pays as
 * often as counts with which it does.
 *
 * Why exact: how cells and classes were found does not matter, since every table is tested: a sum
 * over assignments is a sum over counts, each with its number of ways. Numbers that differ by
 * rounding count as the same; by how much is added to the error. */
#ifndef KF_CELL_COUNTING_H
#define KF_CELL_COUNTING_H

#include "base/stop.h"
#include "solve/eliminate/believing.h"

enum {
    KF_CELL_ATOMS = 3,
    KF_CELL_STATES = 1 << KF_CELL_ATOMS,
    KF_BUNDLE_LEAVES = 4,
    KF_BUNDLE_CORE = 2 * KF_CELL_ATOMS,
    KF_CELL_CLASSES = 16,
    KF_CELL_CLAUSE = 5, /* atoms of a table; clauses of more are long sums */
    KF_CELL_ROWS = 8,   /* long sums over cells */
    KF_LEAF_TABLES = 8, /* a leaf is in so many at the most */
    KF_FAN_ROWS = 2,    /* long sums over the same leaves */
    KF_FAN_KINDS = 6,   /* of bundles of a fan that touch no other cell, in a class */
    KF_FAN_TYPES = 32   /* of factors of a fan */
};
#define KF_NO_FAN UINT32_MAX

typedef struct kf_bundle {
    uint32_t n_leaves, leaf[KF_BUNDLE_LEAVES];
    uint32_t n_core, core[KF_BUNDLE_CORE];
    uint32_t first, n_tables; /* in the list of tables by bundle */
    uint32_t n_cells, cell[2];
    uint32_t fan;  /* KF_NO_FAN: its leaves are in no long sum */
    uint32_t mark; /* the leaf that the sum is over */
    bool counted;  /* its value that adds 1 to the sum */
    uint32_t kind; /* of those that touch no other cell than the owner */
} kf_bundle;

typedef struct kf_fan {
    uint32_t n_rows, row[KF_FAN_ROWS]; /* over the same leaves */
    uint32_t owner;                    /* cell; one with one state if all of it is known */
    uint32_t n;                        /* bundles */
    uint32_t alone[KF_FAN_KINDS];      /* those that touch no other cell, by kind */
} kf_fan;

/* What the bundles of a fan cost, by the value of the mark: counted or not; by states of the owner
 * and of the other cell, KF_CELL_STATES apart. */
typedef struct kf_spoke {
    double cost[2][KF_CELL_STATES * KF_CELL_STATES];
} kf_spoke;

typedef struct kf_cell {
    uint32_t n, variable[KF_CELL_ATOMS];
    double cost[KF_CELL_STATES]; /* by state: bit i is the value of variable i */
    uint32_t in_class, fan;
} kf_cell;

typedef struct kf_cell_pair { /* a table over two cells */
    uint32_t a, b;            /* a < b */
    double
        cost[KF_CELL_STATES * KF_CELL_STATES]; /* by state of a, then of b, KF_CELL_STATES apart */
} kf_cell_pair;

typedef struct kf_cell_class {
    uint32_t size, first; /* members, one of them */
    uint32_t n_states;
    uint64_t n_counts; /* ways to write the size as a sum of counts of states */
    uint32_t *counts;  /* these: n_states numbers each */
} kf_cell_class;

typedef struct kf_cell_counting {
    const kf_component *component;
    const kf_belief_options *options;
    kf_mem *mem;
    size_t used; /* of it, by others */
    uint32_t leaf_tables;
    kf_stop stop;
    kf_patience patience; /* over: it was stopped, and nothing else here counts */
    bool with_fans;       /* else long sums are over cells */
    kf_arena arena;
    kf_network net;
    bool *is_core;       /* by variable */
    uint32_t *bundle_of; /* by variable that is a leaf */
    uint32_t *place;     /* by variable: of a leaf in its bundle, of a core atom in its cell */
    uint32_t *cell_of;   /* by variable of the core */
    uint64_t *colour;    /* by variable of the core */
    uint32_t *tables;    /* by bundle */
    KF_VEC(kf_bundle) bundles;
    KF_VEC(kf_cell) cells;
    KF_VEC(kf_cell_pair) pairs;
    kf_cell_class classes[KF_CELL_CLASSES];
    uint32_t n_classes;
    kf_cell_pair between[KF_CELL_CLASSES][KF_CELL_CLASSES];
    uint64_t n_between[KF_CELL_CLASSES][KF_CELL_CLASSES];
    uint32_t long_row[KF_CELL_ROWS], n_long; /* of the component's network: those over cells */
    uint64_t *row_share;              /* by long row, cell and state: what it adds to the sum */
    uint32_t row_table[KF_CELL_ROWS]; /* of the network of counts; of rows over several classes */
    KF_VEC(kf_fan) fans;
    uint32_t *fan_of;                                 /* by variable */
    kf_spoke spoke[KF_CELL_CLASSES][KF_CELL_CLASSES]; /* by class of the owner, and of the other */
    uint64_t n_spokes[KF_CELL_CLASSES][KF_CELL_CLASSES];
    kf_spoke alone[KF_CELL_CLASSES][KF_FAN_KINDS]; /* by class of the owner, and kind */
    uint32_t n_kinds[KF_CELL_CLASSES];
    struct kf_fan_sums *sums[KF_CELL_CLASSES]; /* of owners; NULL: they have no fan */
    double constant;                           /* of bundles that touch no cell */
    double off;                                /* by which the logarithm of a weight may be wrong */
} kf_cell_counting;

static inline uint64_t kf_cell_share(const kf_cell_counting *c, size_t row, uint32_t cell,
                                     uint32_t state)
{
    return c->row_share[(row * c->cells.n + cell) * KF_CELL_STATES + state];
}

/* Asserts, once there are classes: leaves and core atoms are where bundles and cells have them,
 * bundles touch cells that are there, every cell is in a class, and the sizes of classes add up. */
void kf_cells_check(const kf_cell_counting *);

static inline const kf_row *kf_cell_row(const kf_cell_counting *c, size_t row)
{
    return &c->net.rows.at[c->long_row[row]];
}

/* As kf_believe(). leaf_tables: KF_LEAF_TABLES, but for tests. *fits: the component is such a one;
 * else nothing is set. */
kerf_status kf_believe_cells(const kf_component *, const kf_belief_options *, uint32_t leaf_tables,
                             kf_mem *, kf_beliefs *, bool *fits);

/* cell_find.c: bundles and cells. */
kerf_status kf_cells_find(kf_cell_counting *, bool *fits);
/* Which cells its core is of; false: it touches a third one. */
bool kf_bundle_find_cells(const kf_cell_counting *, kf_bundle *);
/* What the tables of a bundle cost where its cells are in these states and its leaves have these
 * values. */
double kf_bundle_cost(const kf_cell_counting *, const kf_bundle *, const uint32_t state[2],
                      uint32_t leaves);

/* cell_classes.c: tables over cells, and classes. */
/* Are costs the same but for rounding? What they differ by is added up. */
bool kf_cells_same(kf_cell_counting *, double a, double b);
kerf_status kf_cells_classify(kf_cell_counting *, bool *fits);

/* cell_counts.c: the network of counts; *fits: it is small enough. */
kerf_status kf_cells_count(kf_cell_counting *, kf_network *, bool *fits);
/* How probable it is that a long row pays, that it does not, and how many units these are wrong
 * by. */
typedef struct kf_row_shares {
    double pays, others, units;
} kf_row_shares;
kf_row_shares kf_cells_row_shares(const kf_cell_counting *, const kf_class_beliefs *, size_t row);

/* cell_fans.c: which leaves make fans, and whether those of a class are alike. */
/* Before bundles are known: the rows. */
kerf_status kf_fans_find(kf_cell_counting *, bool *fits);
/* Their bundles; once there are cells, their owners. */
bool kf_fans_mark(kf_cell_counting *);
kerf_status kf_fans_own(kf_cell_counting *, bool *fits);
/* Costs more than that which all sums have, where so many of a fan are counted. */
double kf_fan_cost(const kf_cell_counting *, const kf_fan *, uint64_t counted);
/* Adds what cells see of fans to numbers by cell. */
void kf_fans_mix(kf_cell_counting *, const uint64_t *colour, uint64_t *mixed);
/* The other cell of a bundle of a fan, KF_NO_CELL if there is none. *turned: its state is the first
 * of those of the bundle. */
#define KF_NO_CELL UINT32_MAX
uint32_t kf_fan_other(const kf_cell_counting *, const kf_bundle *, bool *turned);
kerf_status kf_fans_test(kf_cell_counting *, bool *fits);

/* cell_fan_sums.c: what fans sum up to, by counts. */
kerf_status kf_fans_open(kf_cell_counting *, bool *fits);
double kf_fans_entries(const kf_cell_counting *);
/* Adds it to the network of counts. *fits: no number became too small. */
kerf_status kf_fans_add(kf_cell_counting *, kf_network *, bool *fits);
/* From counts back to what bundles and rows of fans are given them. */
kerf_status kf_fans_tell(kf_cell_counting *, const kf_class_beliefs *);
/* How probable it is that the cells of a bundle are in these states, and its leaves have values
 * that cost so much and with which the mark is counted, or not. */
double kf_fan_share(const kf_cell_counting *, const kf_bundle *, const uint32_t state[2],
                    bool counted, double cost);
double kf_fan_units(const kf_cell_counting *, const kf_bundle *);
kf_row_shares kf_fan_row_shares(const kf_cell_counting *, uint32_t fan, uint32_t row);

/* cell_back.c: probabilities of atoms, and of constraints. */
kerf_status kf_cells_tell(kf_cell_counting *, const kf_class_beliefs *, kf_beliefs *);

#endif

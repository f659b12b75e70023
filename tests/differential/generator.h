/* generator.h -- what generate.c (declarations, evidence), formula.c and statement.c share. */
#ifndef KF_TEST_GENERATOR_H
#define KF_TEST_GENERATOR_H

#include "generate.h"

typedef struct symbol {
    const char *name, *types; /* of a function: the result first */
    bool hidden, number;
} symbol;

enum { N_PREDICATES = 15, N_FUNCTIONS = 3, MOST_BOUND = 6 };

/* The fixed vocabulary. */
extern const symbol predicates[N_PREDICATES], functions[N_FUNCTIONS];
extern const char types[]; /* one letter each */
/* The predicate that weights are taken from, and the one that gives labels. */
enum { THE_WEIGHTS = 3, THE_LABELS = 11 };

typedef enum mapping { NO_FUNCTION, UNMAPPED, PART_MAPPED, MAPPED } mapping;

typedef struct name {
    char text[6];
    char type;
} name;

typedef struct generator {
    uint64_t state;
    program *p;
    bool has[N_FEATURES];
    bool declared[N_PREDICATES];
    mapping functions[N_FUNCTIONS];
    uint32_t size[4];      /* constants by type */
    const uint32_t *sizes; /* what the caller wants of the first three; NULL: anything */
    uint32_t n_labels;
    bool wide; /* weights of all magnitudes */
    /* The statement at hand. */
    line *line;
    size_t n;
    name bound[MOST_BOUND];
    uint32_t n_bound, n_named; /* named: so far in this statement */
    uint32_t used;             /* free variables in atoms: bit 3 * type + which */
    uint32_t n_hidden, seen;   /* hidden atoms; hidden predicates by bit */
    bool may_plus, may_number, weight_number, used_number;
    uint32_t depth; /* of quantifiers */
    name parameters[2];
    uint32_t n_parameters;
} generator;

/* Dice. `want` asks with the feature's probability, and counts it if so. */
uint32_t below(generator *, uint32_t n);
bool percent(generator *, uint32_t chance);
void note(generator *, feature);
bool want(generator *, feature);
bool tempted(generator *, feature); /* the same, not counted yet */

/* Writing: a line, then its text piece by piece. */
void begin(generator *, section);
__attribute__((format(printf, 2, 3))) void put(generator *, const char *format, ...);
uint32_t type_index(char type);
void put_constant(generator *, char type, uint32_t i);

/* ---- formula.c ---- */

typedef enum kind { ANY, OBSERVED, HIDDEN } kind;

/* A declared predicate, with a place of that type if one is asked for; N_PREDICATES: none. */
uint32_t pick(generator *, kind, char type);
/* An atom; `given`, if any, stands at the first place of its type. */
void put_atom(generator *, uint32_t which, const name *given);
void atom(generator *, kind);
void literal(generator *, kind);
void tree(generator *, uint32_t depth);
void body(generator *); /* a formula without its weight */
/* Names for one or two bound variables of types that some predicate has: how many. */
uint32_t bind_names(generator *, bool two);
void put_names(generator *, uint32_t n);                           /* q1, q2 */
void atoms_of_names(generator *, uint32_t n, const char *between); /* then one for each */

/* ---- statement.c ---- */

/* A formula, a cardinality or acyclicity, with the rows of its weight table. */
void statement(generator *);

#endif

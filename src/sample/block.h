/* block.h -- private to sample/: several variables drawn at once, given all others.
 *
 * The rows that touch a block become tables over its variables, and the variables are eliminated
 * one after the other, summing over their values; then they are drawn in the reverse order, each
 * from its exact distribution given those drawn before. So a block is drawn from exactly what the
 * distribution says, whatever holds its variables together. What that takes depends on the width of
 * the block: where it is beyond the room nothing is drawn. That depends on variables outside of the
 * block alone, never on their values inside, so that the caller may try another block. */
#ifndef KF_BLOCK_H
#define KF_BLOCK_H

#include "sample/markov.h"

enum {
    KF_BLOCK_VARIABLES = 64,    /* bits of a set */
    KF_BLOCK_ENTRIES = 1 << 13, /* of all tables and messages */
    KF_BLOCK_VALUES = 1 << 12,  /* of all variables together */
    KF_BLOCK_PAIRS = 1 << 12,   /* of a row and a variable of it */
    KF_BLOCK_STEPS = 1 << 14,   /* of all values of all pairs */
    KF_BLOCK_STRIDES = 1 << 14
};

typedef struct kf_block_pair { /* of a row and a variable */
    uint32_t variable, next;   /* the next of the same row; KF_NO_PAIR: none */
    uint32_t steps;            /* place: by value, what the sum gains */
} kf_block_pair;
#define KF_NO_PAIR UINT32_MAX

typedef struct kf_block_row {
    uint32_t row, pairs; /* the last pair of it */
    int64_t base;        /* sum without the block */
} kf_block_row;

typedef struct kf_block_table {
    uint64_t scope; /* positions in the order; the lowest goes first and is innermost */
    uint32_t at;    /* its entries */
    uint32_t now;   /* those that are looked at */
    uint32_t next;  /* of the same innermost variable; KF_NO_TABLE: none */
} kf_block_table;
#define KF_NO_TABLE UINT32_MAX

typedef struct kf_block {
    kf_chain *chain;
    uint32_t n; /* variables */
    uint32_t variable[KF_BLOCK_VARIABLES];
    uint32_t *place; /* by variable of all: where in the block; KF_NO_VARIABLE: nowhere */
    uint32_t first[KF_BLOCK_VARIABLES + 1]; /* of the values of a variable that are allowed */
    uint32_t *values;                       /* they */
    double *cost;                           /* of each, from prices and rows of one variable */
    uint32_t n_rows;
    kf_block_row *rows;
    uint32_t *row_place; /* by row of all: where in `rows` */
    uint32_t n_pairs, n_steps;
    kf_block_pair *pairs;
    int64_t *steps;
    uint32_t order[KF_BLOCK_VARIABLES];    /* by position: the variable's place in the block */
    uint32_t position[KF_BLOCK_VARIABLES]; /* its inverse */
    uint64_t behind[KF_BLOCK_VARIABLES];   /* by position: those that its message is about */
    uint64_t *scopes;                      /* of rows, by place */
    uint32_t head[KF_BLOCK_VARIABLES];     /* by position: its tables */
    uint32_t *strides;
    double *room; /* by value */
    uint32_t n_tables;
    kf_block_table *tables;
    uint32_t n_entries;
    double *entries;
    uint32_t drawn[KF_BLOCK_VARIABLES]; /* by position: number of the value */
} kf_block;

kerf_status kf_block_open(kf_block *, kf_chain *, kf_arena *);
/* Empties it. */
void kf_block_clear(kf_block *);
void kf_block_add(kf_block *, uint32_t variable); /* not in it; there is room */
/* The first so many stay. */
void kf_block_cut(kf_block *, uint32_t n);
/* false: too wide, nothing was drawn. */
bool kf_block_draw(kf_block *);

/* block_tables.c: rows to tables. false: they do not fit. */
bool kf_block_make_tables(kf_block *);
/* block_order.c: positions of variables, given the scopes by places. false: messages do not fit. */
bool kf_block_order(kf_block *, const uint64_t *scopes, uint32_t n);

static inline uint32_t kf_block_size(const kf_block *b, uint32_t place)
{
    return b->first[place + 1] - b->first[place];
}

#endif

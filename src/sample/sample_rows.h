/* sample_rows.h -- private to sample/: the constraints of a component as rows, and its variables.
 *
 * A row pays its price where the sum of the coefficients of its true literals is outside of least
 * to most, or, if it says so, inside. A soft clique of f false literals pays for f (f - 1) / 2
 * pairs: that is a row for each t from 2 on that pays t - 1 prices where f >= t. Rows are clauses,
 * then counts, then those of cliques. base/cardinality.h says what a count means.
 *
 * Hard rows are propagated once: what they fix is fixed for good, and rows that nothing can change
 * any more are idle. A variable is an atom, or the atoms of a hard count of which exactly one or at
 * most one is true: then its value is the place of that one. */
#ifndef KF_SAMPLE_ROWS_H
#define KF_SAMPLE_ROWS_H

#include "base/stop.h"
#include "problem/component.h"

typedef struct kf_sample_row {
    double price; /* > 0; INFINITY: hard */
    int64_t least, most;
    int64_t largest; /* coefficient */
    size_t start;    /* of its literals */
    uint32_t n;
    bool outside;  /* pays from least to most, rather than elsewhere */
    bool idle;     /* always or never pays: no use of an atom leads here */
    bool always;   /* idle: it pays */
    bool absorbed; /* hard, and variables are such that it holds */
} kf_sample_row;

typedef struct kf_sample_use { /* of an atom in a row */
    int64_t step;              /* what the sum gains when the atom becomes true */
    uint32_t row;
} kf_sample_use;

typedef struct kf_sample_variable {
    uint32_t start, n; /* members: literals */
    uint32_t values;   /* an atom: 2, 1 is true. A group: value i is that member i alone is true; n
                        * (at most one): that none is */
    bool group;
} kf_sample_variable;

typedef struct kf_sample_rows {
    const kf_component *component;
    kf_arena arena;
    uint32_t n_rows;
    kf_sample_row *rows;
    uint32_t *clique_first; /* by clique, one more at the end: its rows */
    kf_lit *literals;
    uint32_t *coefficients;
    size_t *first; /* by atom, one more at the end: its uses */
    kf_sample_use *uses;
    double *price;       /* by atom: of being true rather than false */
    int8_t *fixed;       /* by atom: 0, 1, or -1: open */
    int64_t *low, *high; /* by row: sums that what is fixed leaves */
    bool infeasible;
    uint32_t n_variables; /* of open atoms */
    kf_sample_variable *variables;
    kf_lit *members;
    uint32_t *variable_of; /* by atom; KF_NO_VARIABLE: it is fixed */
    uint32_t most_values;
} kf_sample_rows;

#define KF_NO_VARIABLE UINT32_MAX

/* KERF_LIMIT: sums may be beyond 62 bits, or there are too many rows. KERF_INTERRUPTED: it was to
 * stop. Close it whatever happens. */
kerf_status kf_sample_rows_open(kf_sample_rows *, const kf_component *, kf_patience *, kf_mem *);
void kf_sample_rows_close(kf_sample_rows *);
/* sample_variables.c: the last step of opening. */
kerf_status kf_sample_variables_make(kf_sample_rows *);
/* Asserts: each open atom is a member of its variable and of no other; members of groups
 * are open. */
void kf_sample_rows_check(const kf_sample_rows *);

static inline bool kf_row_pays(const kf_sample_row *r, int64_t sum)
{
    return (sum >= r->least && sum <= r->most) == r->outside;
}
static inline double kf_row_cost(const kf_sample_row *r, int64_t sum)
{
    return kf_row_pays(r, sum) ? r->price : 0;
}

/* The value under which a literal of a variable's members is true. */
static inline kf_lit kf_member(const kf_sample_rows *s, const kf_sample_variable *v, uint32_t i)
{
    return s->members[v->start + i];
}

#endif

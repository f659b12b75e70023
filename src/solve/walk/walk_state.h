/* walk_state.h -- the state of a random walk: an assignment of a component, changed one flip at a
 * time.
 *
 * Invariant between calls: atoms[a] has what flipping a would change, and `hard` and `soft` list
 * exactly the violated constraints, in no particular order. A flip touches only the constraints of
 * its atom, and in these only the atoms whose delta changes: in a clause, all of them where the
 * number of true literals becomes or stops being 0, and the only true literal where it becomes or
 * stops being 1. That literal needs no search: the clause keeps the exclusive or of the atoms of
 * its true literals. Sums of soft costs drift by rounding; kf_walk_derive() renews them.
 *
 * Both signs of a weight are one case. A clause costs a constant minus weight * [it holds]; only
 * the test for a violation looks at the sign. Hard constraints have a counter of their own. */
#ifndef KF_WALK_STATE_H
#define KF_WALK_STATE_H

#include "base/random.h"
#include "problem/component.h"

typedef struct kf_walk_atom {
    double soft;      /* delta: what flipping changes */
    int32_t hard;     /* likewise */
    uint32_t place;   /* of its own cost in `soft`, while it is paid */
    double price;     /* of being true rather than false */
    uint32_t uses[2]; /* in_clauses: its literal from the first up to the second, from there its
                       * negation up to the next atom */
} kf_walk_atom;

/* The weight of a constraint: one of the two is 0. Negative: it should not hold. */
typedef struct kf_walk_stake {
    double soft;
    int32_t hard;
} kf_walk_stake;

/* Clauses lie in one pool, each followed by its literals: one cache miss instead of two. */
typedef struct kf_walk_clause {
    double soft;         /* its stake */
    uint32_t n_true;     /* literals */
    uint32_t true_atoms; /* their atoms, exclusive or */
    uint32_t place;      /* in `hard` or `soft`, while it is violated */
    uint32_t n : 31, hard : 1;
    kf_lit literals[];
} kf_walk_clause;

typedef struct kf_walk_count {
    kf_walk_stake stake;
    uint64_t sum, total; /* of true literals, of all */
    uint32_t largest;    /* coefficient */
    uint32_t place;
} kf_walk_count;

typedef struct kf_walk_member { /* a literal's place in a count */
    uint32_t count, coefficient;
} kf_walk_member;

typedef struct kf_walk_list {
    uint32_t *at; /* ids: clauses by their place in the pool, then counts, then atoms, for which it
                   * is their own cost */
    uint32_t n;
} kf_walk_list;

typedef struct kf_walk {
    const kf_component *component;
    kf_arena arena;
    bool *assignment;
    kf_walk_atom *atoms; /* one more at the end */
    double *pool;        /* of clauses; in units of its type */
    uint32_t pool_n;
    uint32_t *in_clauses; /* clauses by literal */
    kf_walk_count *counts;
    uint32_t *count_start; /* by code of a literal, one more at the end */
    kf_walk_member *in_counts;
    kf_walk_list hard, soft; /* violated */
    double cost;             /* soft */
} kf_walk;

static inline kf_walk_clause *kf_walk_clause_at(const kf_walk *w, uint32_t id)
{
    return (kf_walk_clause *)&w->pool[id];
}

/* Memory for a walk through p, which is borrowed; the assignment is all false and nothing is
 * derived. Close it whatever happens. KERF_NO_MEMORY; KERF_LIMIT: ids do not fit 32 bits. */
kerf_status kf_walk_open(kf_walk *, const kf_component *p, kf_mem *);
void kf_walk_close(kf_walk *);
void kf_walk_derive(kf_walk *); /* everything, from the assignment alone */
void kf_walk_flip(kf_walk *, uint32_t atom);
/* Asserts: what is counted of clauses and counts is what the assignment makes true, and what is in
 * the lists is in its place there. */
void kf_walk_check(const kf_walk *);

/* The literals whose flips may repair a violated constraint: true ones if `down`, false ones if
 * `up`. */
typedef struct kf_walk_way {
    const kf_lit *literals;
    const uint32_t *coefficients; /* NULL: none is 0 */
    uint32_t n;
    bool up, down;
} kf_walk_way;
/* `unit` is room for one literal, which the answer may borrow. */
kf_walk_way kf_walk_repair(const kf_walk *, uint32_t id, kf_lit *unit);

#endif

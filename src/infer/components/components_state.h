/* components_state.h -- private to components*.c: what is known of components. */
#ifndef KF_COMPONENTS_STATE_H
#define KF_COMPONENTS_STATE_H

#include "infer/components/components.h"
#include "infer/components/extract.h"
#include "infer/change/memo.h"
#include "infer/change/components_mend.h"

/* What the components add up to whose root is in a block of atoms. */
typedef struct kf_block_sum {
    bool known;
    kf_standing s;
} kf_block_sum;

struct kf_components {
    kf_mem *mem;
    kf_problem *p;
    const kf_cpi_options *o;
    const bool *wanted; /* by atom; NULL: all are */
    kf_hooks hooks;
    kf_solve_cache cache;
    kf_recall recall;
    KF_VEC(bool) assignment;
    KF_VEC(uint32_t) record_of; /* by root; KF_NONE: a lone atom */
    KF_VEC(kf_component_record)
    records;                   /* of those that have constraints: costs say all of lone atoms */
    KF_VEC(kf_block_sum) sums; /* by block of atoms */
    KF_VEC(uint32_t) flipped, dirty;
    KF_VEC(kf_extracted) open; /* while solving */
    KF_VEC(kf_job) jobs;
    bool pointing; /* fractional points are of use */
    KF_VEC(kf_leaning) leaning;
    kf_effort effort;              /* of the last solve */
    uint32_t round;                /* the same: of kf_limits */
    size_t new_atoms, new_clauses; /* of another run: the first that are new in the problem, */
    KF_VEC(uint32_t) changed;      /* and the atoms that were touched by what has changed */
    kf_mend mend;
    uint32_t contradiction;
    uint32_t n_methods;
    kf_method_count methods[KF_MOST_METHODS];
};

/* What an atom's costs alone choose. */
static inline bool kf_components_prefers_true(const kf_problem *p, uint32_t atom)
{
    return p->cost_true.at[atom] < p->cost_false.at[atom];
}

/* Takes up atoms that are new in the problem: each has the value that its costs alone choose. */
kerf_status kf_components_extend(kf_components *);
/* The record of a component. */
kerf_status kf_components_put(kf_components *, uint32_t root, const kf_component_record *);
/* Is there still a component that the record is of? */
static inline bool kf_components_has(const kf_components *c, size_t record)
{
    uint32_t root = c->records.at[record].root;
    return c->p->parent.at[root] == root && c->record_of.at[root] == record;
}
/* Something is known of the atom that was not when sums were made. */
static inline void kf_components_sum_anew(kf_components *c, uint32_t atom)
{
    if (atom / KF_ATOM_BLOCK < c->sums.n) c->sums.at[atom / KF_ATOM_BLOCK].known = false;
}
/* What is known of the whole. */
kerf_status kf_components_sum_up(kf_components *, kf_standing *);
/* Sets an atom, and notes it if that flips it. */
kerf_status kf_components_set(kf_components *, uint32_t atom, bool value);

#endif

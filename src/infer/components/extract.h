/* extract.h -- private to infer/, prove/ and marginal/: one component of the problem copied for
 * solvers, and its residual components. */
#ifndef KF_EXTRACT_H
#define KF_EXTRACT_H

#include "infer/change/memo.h"
#include "infer/components/solve_cache.h"
#include "solve/solver.h"

/* Where the constraints of an atom are found: each hangs on one of its atoms. */
typedef struct kf_hooks {
    KF_VEC(uint32_t) clause_of, count_of; /* by atom: its first constraint */
    KF_VEC(uint32_t) next_clause, next_count;
    KF_VEC(uint32_t) local; /* by atom: scratch for numbering */
    kf_stop *stop;          /* asked while a component is copied; or NULL */
} kf_hooks;

/* Hang on what is new in the problem. */
kerf_status kf_hooks_extend(kf_hooks *, const kf_problem *);
bool kf_hooks_copy(kf_hooks *, kf_mem *, const kf_hooks *from); /* false: no memory */
void kf_hooks_free(kf_hooks *, kf_mem *);

typedef struct kf_extracted {
    uint32_t root;
    kf_arena arena;  /* of the component */
    uint32_t *atoms; /* by atom of the component: that of the problem, ascending */
    kf_component component;
    double base;      /* what its atoms pay whatever their values, and what is paid for good */
    double base_rest; /* what rounding took from that, where the problem keeps rests */
    double cancelled; /* costs of both values, in sum, of atoms that keep the difference alone */
    uint32_t n_atoms, n_constraints; /* with those that are decided */
    uint32_t n_decided;
    kf_lit *decided; /* atoms of the problem that are none of the component, as true literals */
    kf_simplified s;
    size_t first_job; /* of its residual components */
    kf_memo_key key;  /* where components are remembered: */
    bool known;       /* it was; these are of then: */
    kf_component_record record;
    bool *assignment; /* by atom of the component */
} kf_extracted;

/* The component around an atom, copied from the problem, not simplified yet. KERF_INTERRUPTED, as
 * with the other: the hooks' stop said so. Free it whatever happens. */
kerf_status kf_extract_component(kf_extracted *, kf_mem *, const kf_problem *, kf_hooks *,
                                 uint32_t root);
/* What is left of it without atoms that are decided at first sight: an atom that no hard constraint
 * wants otherwise, and that would not pay even if every soft one that does were its alone. That is
 * dual fixing (solve/presolve/fix.c), for those of which their own sums tell it beyond rounding,
 * and of which no other choice is as good. */
kerf_status kf_extract_open(kf_extracted *, kf_mem *, const kf_problem *, kf_hooks *,
                            uint32_t root);
void kf_extracted_free(kf_extracted *); /* with its residual components */

/* One residual component to be solved. */
typedef struct kf_job {
    const kf_residual *residual;
    kf_solve_key key;
    kf_solved solved;
    bool *assignment; /* by atom of the residual component: hint, then answer */
    bool done, cut_short;
    kf_notes notes;    /* for later solves */
    kf_fraction point; /* x: room for it, or NULL */
} kf_job;

/* Solves all that are not done, largest first, with so many threads, as the task says: its
 * settings, limits and memory, and what it recalls. Flips are shared out by size. */
kerf_status kf_jobs_run(kf_job *, size_t n, const kf_solver *, const kf_task *, uint32_t threads);

#endif

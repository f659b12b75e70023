/* marginal_parts.h -- private to marginal/: the steps from a ground problem to probabilities. */
#ifndef KF_MARGINAL_PARTS_H
#define KF_MARGINAL_PARTS_H

#include "infer/components/extract.h"
#include "marginal/marginal.h"

/* definitions.c: every auxiliary atom of the problem is what it stands for, and nothing else. */
kerf_status kf_define_auxiliaries(kf_grounder *);

/* cycle_clauses.c: no world that is left has a directed cycle where the model forbids it.
 * KERF_INFEASIBLE, said in diags: evidence alone has one. KERF_LIMIT, said in diags: too many nodes
 * that cycles go through. */
kerf_status kf_forbid_cycles(kf_grounder *);

/* How often clauses of a component paid, and atoms were true, that inlining took away: a sum over
 * clauses that are there of how often these pay, times a share. The extracted component holds
 * it. */
typedef struct kf_inlined_term {
    uint32_t clause;
    double share;
} kf_inlined_term;
typedef struct kf_inlined_from { /* terms */
    uint32_t of;                 /* an atom: its number in the problem */
    uint32_t first, n;
} kf_inlined_from;
typedef struct kf_inlined {
    uint32_t n_clauses;       /* of the component before */
    uint32_t *all, n_all;     /* its atoms, by their numbers in the problem */
    kf_inlined_from *clauses; /* by such a clause; NULL: nothing was inlined */
    kf_inlined_from *atoms;   /* that went */
    uint32_t n_atoms;
    kf_inlined_term *terms;
} kf_inlined;

/* inlining.c: auxiliary atoms of a component go, by atom, where few clauses over the others say the
 * same. *slack: units by which weights may be wrong, before and after. Without the last nobody asks
 * how often anything pays. */
kerf_status kf_inline_auxiliaries(kf_extracted *, const bool *auxiliary, kf_mem *, double *slack,
                                  kf_inlined *);
/* By how often clauses that are there pay. */
double kf_inlined_sum(const kf_inlined *, const kf_inlined_from *, const double *pays);

/* lazily.c: formulas with too many groundings wait, and chains are tested against them. */
/* Which do, and how many. Before anything is ground. Of a forecast, is that to be ground? */
kerf_status kf_lazily_choose(kf_grounder *, const kf_marginal_options *, kf_marginals *);
/* Behind kf_ground_all(): their atoms are one component. */
kerf_status kf_lazily_open(kf_grounder *);
bool kf_lazily_concerns(const kf_grounder *, const kf_extracted *); /* is this that one? */

struct kf_sampled;
struct kf_sample_options;
typedef struct kf_lazily {
    kf_grounder *g;
    kf_extracted *x;
    kerf_status (*renew)(void *context); /* makes x anew: the problem has more */
    void *context;
    bool learn;     /* what refuses something goes into the problem */
    bool unlearned; /* never */
} kf_lazily;
/* As kf_sample(). */
kerf_status kf_lazily_sample(kf_lazily *, struct kf_sample_options *, struct kf_sampled *);

/* How probable it is that constraints of the problem pay; NAN: not known. */
typedef struct kf_paying {
    double *clauses, *clause_errors; /* NULL: nobody asks */
    double *counts, *count_errors;
    size_t n_clauses, n_counts;
} kf_paying;

/* by_component.c: the probabilities of all atoms of the problem, and of constraints that pay.
 * `slack` as in beliefs.h. */
kerf_status kf_marginal_components(kf_grounder *, const kf_marginal_options *, double slack,
                                   kf_paying *, kf_marginals *);

/* traces.c: those of a component whose atoms these are; of all, the widest `most` stay. */
kerf_status kf_keep_traces(kf_marginals *, const kf_grounder *, const struct kf_sampled *,
                           const uint32_t *atoms, uint32_t most);
void kf_free_traces(kf_marginals *);

/* expectations.c: what rules score on average, from what pays. */
kerf_status kf_paying_open(kf_paying *, const kf_problem *, kf_mem *);
void kf_paying_close(kf_paying *, kf_mem *);
kerf_status kf_expect_rules(const kf_grounder *, const kf_paying *, kf_marginals *);

#endif

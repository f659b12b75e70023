/* lift.h -- a component with its symmetries folded up.
 *
 * Atoms that look alike (same costs, in alike constraints together with alike atoms) are put into
 * classes by colour refinement, until the classes explain themselves: every atom of a class is in
 * equally many constraints of each class, and every constraint of a class has equally many literals
 * in each. Then the linear relaxation of the component has an optimum at which the atoms of a class
 * are all equal: average any optimum over the classes. So a program with one column per class and
 * one row per class of constraints has the same optimum (Grohe, Kersting, Mladenov and Selman
 * 2014), and an integral one is an optimal assignment of the component. Where it is fractional, the
 * atoms concerned become classes of their own, and a tree branches on these: fixing an atom that is
 * alone in its class leaves the classes as good as they were.
 *
 * Costs of a class that differ in their last bits, by the order in which they were added up, are
 * taken for equal: the folded component has their mean. An assignment, fractional or not, costs as
 * much less than that by what each differs from the mean at most, all in all: so much is taken off
 * the dual bound. Where that is more than rounding explains, only equal ones are taken for
 * equal. */
#ifndef KF_LIFT_H
#define KF_LIFT_H

#include "base/hash.h"
#include "base/mem.h"
#include "solve/lp/relaxed.h"
#include "solve/task.h"

typedef kf_hash_pair kf_colour;

typedef struct kf_classes {
    uint32_t n;        /* classes of atoms, numbered by their first atom */
    uint32_t *of;      /* by atom: its class */
    kf_colour *clause; /* by clause: alike ones have the same */
    kf_colour *count;  /* by count */
    kf_colour *clique; /* by clique */
    uint32_t *became;  /* NULL, or room: by clause, then by count, what kf_fold makes of it,
                        * numbered likewise */
} kf_classes;

/* Colours are hashes of 128 bits; arrays are the arena's. alone: by atom, whether it is a class of
 * its own whatever it looks like; may be NULL. */
kerf_status kf_refine(const kf_component *, const bool *alone, kf_stop *, kf_arena *,
                      kf_classes *);
/* The same, but costs and weights that differ in their last bits only, as sums do that were added
 * up in different orders, are taken for equal. */
kerf_status kf_refine_nearly(const kf_component *, const bool *alone, kf_stop *, kf_arena *,
                             kf_classes *);

/* Asserts: classes are numbered by their first atom. */
void kf_classes_check(const kf_component *, const kf_classes *);

/* The relaxation of the component as that of a smaller one, whose atoms are the classes. A clause
 * in which a class stands more than once becomes a count, for its row then has coefficients.
 * KERF_UNSUPPORTED: a clause of negative weight has a class with both signs. */
kerf_status kf_fold(const kf_component *, const kf_classes *, kf_arena *, kf_component *);

/* Is a component large enough that folding may pay? */
bool kf_lift_pays(const kf_task *);
/* Solves the component folded up, if that makes it much smaller. *done: the assignment and `solved`
 * of the task are the answer; else *relaxed, with nothing known before, is what is known of each
 * atom, if anything is. */
kerf_status kf_solve_lifted(kf_task *, kf_relaxed *relaxed, bool *done);

#endif

/* grounder.h -- the grounder's life and options: from a database and compiled rules to a ground
 * problem.
 *
 * One header per subject, all over the same opaque struct:
 *   grounder.h                    life, options, what it works on
 *   ground_rule.h                 its rules, one by one
 *   atoms.h, auxiliary.h          atoms of the problem, their costs, the assignment in the database
 *   local/local.h                 G0: rules with one hidden atom per grounding become atom costs
 *   separate/separate.h           groundings that the current assignment violates and that are new
 *   full.h, forecast.h            everything that evidence does not decide; how much that would be
 *   score/totals.h, instances.h   what the current assignment violates, counted and listed
 *   count/product.h               clauses that are counted instead of ground
 *   influence/influence.h         what learning asks
 *   why/                          where hard constraints come from
 *   print/print_ground.h          atoms, queries and the problem as text
 * Inside: ask/ has the queries over one rule, count/ cardinalities, graph/ cycles and transitivity.
 *
 * Costs are sums of |w| over groundings that are not satisfied maximally; score = best - cost,
 * where `best` is the score of an assignment that satisfies every grounding at its best. */
#ifndef KF_GROUNDER_H
#define KF_GROUNDER_H

#include "problem/problem.h"
#include "query/backend.h"

typedef struct kf_grounder kf_grounder;
/* What is the same in every world of a model: queries, once they are planned (ask/kept.h). */
typedef struct kf_kept kf_kept;

/* ---- Life ---- */

/* Compiles every rule (once per model) and counts its groundings. */
kerf_status kf_grounder_new(kf_grounder **, kf_mem *, kf_database *, kf_problem *, kf_diags *);
/* The same in two steps. Before it has counted, `best` is not known: enough for plans and
 * forecasts. */
kerf_status kf_grounder_open(kf_grounder **, kf_mem *, kf_database *, kf_problem *, kf_diags *);
kerf_status kf_grounder_count(kf_grounder *);
/* What another grounder of the same rules has counted and found decided is what this one has. Costs
 * are known, though nothing is in the problem. */
void kf_grounder_take_totals(kf_grounder *, const kf_grounder *from);
void kf_grounder_drop_totals(kf_grounder *); /* as before it has counted */
void kf_grounder_free(kf_grounder *);
/* Asks this backend, over the same database, instead of the one in memory; it is the grounder's
 * from now on. Call it before anything is asked that is kept: at the latest before
 * kf_ground_local(). */
void kf_grounder_take_backend(kf_grounder *, kf_backend *);
/* For the worlds of one model, one after the other: the next grounder takes up what the last one
 * has prepared. To be freed after them. */
kf_kept *kf_kept_new(kf_mem *); /* NULL: no memory */
void kf_kept_free(kf_kept *);
void kf_grounder_borrow_kept(kf_grounder *, kf_kept *); /* once it is open */
/* Asserts its invariant: one entry per atom of the problem in the maps between atoms and rows,
 * every tuple of a rule that is in the problem was found, auxiliary atoms are defined after their
 * parts. */
void kf_grounder_check(const kf_grounder *);

/* ---- What it works on, borrowed ---- */

kf_mem *kf_grounder_mem(const kf_grounder *);
kf_database *kf_grounder_database(const kf_grounder *);
const kf_model *kf_grounder_model(const kf_grounder *);
kf_problem *kf_grounder_problem(const kf_grounder *);
kf_diags *kf_grounder_diags(const kf_grounder *);
/* Scratch for the variables of any one rule; the next call of the grounder overwrites it. */
kf_binding *kf_grounder_binding(const kf_grounder *);
/* Does its backend take long to answer, so that questions are better asked together? */
bool kf_grounder_is_far(const kf_grounder *);

/* ---- Options ---- */

void kf_grounder_set_threads(kf_grounder *, uint32_t); /* of a full separation; 0 counts as 1 */
/* Ground all pairs of a group once one is violated, so that solvers see cliques (groups.c). */
void kf_grounder_set_complete_groups(kf_grounder *, bool);
/* Weight tables will get rows: groundings without a row matter, too. */
void kf_grounder_set_every_row(kf_grounder *, bool);
/* A local formula with more tuples than this is asked atom by atom, if they are many beside its
 * evidence (penalty.c); 0: in any case. */
void kf_grounder_set_penalties_from(kf_grounder *, double);
/* The problem tells which rule has added what, for kf_ground_all(), and of a weight table which
 * row: no rule is local then, tuples have the constants that rows go by, and a weight of 0 is this
 * one, which changes no sum of others but says where the rule is. Before anything is ground. */
#define KF_TRACED_NOTHING 1e-200
kerf_status kf_grounder_trace(kf_grounder *);
/* Use threads also where there is too little to do for them: for tests. */
void kf_grounder_set_always_threads(kf_grounder *, bool);

/* ---- Stopping ---- */

/* From now on this is asked every so often, from any thread, while something takes long: yes ends
 * it with KERF_INTERRUPTED. Then tuples may be found and not be in the problem, or some of them,
 * and nothing may be separated before kf_grounder_recover(); the assignment can still be changed,
 * and counted. NULL: nothing stops it. */
void kf_grounder_on_stop(kf_grounder *, kf_stop *);
/* Forgets what an interrupted separation found and did not put into the problem: the next
 * separation is full. */
kerf_status kf_grounder_recover(kf_grounder *);
/* The rule of the model whose groundings were looked for at the last stop, or KF_NONE. */
uint32_t kf_grounder_stopped_in(const kf_grounder *);

#endif

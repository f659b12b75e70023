/* solver.h -- base solvers: each minimises the cost of one component.
 *
 * A base solver is a choice among the stages of the driver (driver.c); adding one is adding a
 * stage, or a row in the table of solver.c. Solvers keep nothing between calls and may run side by
 * side in several threads, each with memory of its own. The same task gives the same answer, unless
 * the deadline or stop() cuts it short. No solver is trusted: the caller recomputes what its
 * assignment costs. */
#ifndef KF_SOLVER_H
#define KF_SOLVER_H

#include "solve/task.h"

typedef enum kf_solver_kind { /* bits, so that a stage can be for several */
                              KF_SOLVER_AUTO = 1,
                              KF_SOLVER_EXACT = 2,
                              KF_SOLVER_ILP = 4,
                              KF_SOLVER_MWS = 8,
                              KF_SOLVER_BRUTE = 16,
                              KF_SOLVER_ELIMINATE = 32,
                              KF_SOLVER_TABLES = 64,
                              KF_SOLVER_WALK = 128,
} kf_solver_kind;

typedef struct kf_solver {
    const char *name;
    kf_solver_kind kind;
    bool proves;        /* it can prove optimality; a walk cannot */
    bool bare;          /* MaxWalkSAT: shows what it finds. The problem has no presolve unless told
                        * otherwise, and no other heuristic helps */
    const char *lacks;  /* NULL, or the library that it needs and that is not built in */
    const char *beyond; /* NULL, or what KERF_LIMIT of it means, behind its name */
} kf_solver;

const kf_solver *kf_solver_find(const char *name); /* NULL: there is none */

/* Solves a task: its assignment and `solved`. Where costs are multiples of a step, a bound within a
 * step is raised to the cost, and a search may stop there (step.h); the task's gap is not asked
 * for. Being stopped is no failure. KERF_NO_MEMORY; KERF_SOLVER: a library failed;
 * KERF_UNSUPPORTED: the solver needs a library that is not there; KERF_LIMIT: the component is
 * beyond the solver (brute: more than KF_BRUTE_ATOMS; exact: too many nodes); KERF_INTERNAL: the
 * assignment is not what the solver says, or costs less than its bound. */
enum { KF_BRUTE_ATOMS = 24 };
kerf_status kf_solver_run(const kf_solver *, kf_task *);

#endif

/* export.h -- the ground problem as kerf writes it for other solvers. */
#ifndef KF_TEST_EXPORT_H
#define KF_TEST_EXPORT_H

#include "route.h"

typedef struct exported {
    char *text;
    double offset, scale, error; /* score = offset - objective / scale, at most `error` off */
    double top;                  /* of a clause that must hold */
} exported;

/* KERF_OK; KERF_UNSUPPORTED, KERF_LIMIT: it cannot be written; KERF_INFEASIBLE; or t->why is
 * set. */
kerf_status export_problem(trial *, kerf_problem_format, exported *);
/* An optimum of its objective, or INFINITY for none, is what the routes say. */
bool check_objective(trial *, const char *who, const exported *, double objective);

#endif

/* export.h -- the problem as a file for other solvers: WCNF, LP, MPS.
 *
 * The objective of every file is a cost to be minimised, and its comments say how it relates to the
 * score: score = OFFSET - objective. They also name the atoms: variable x12 is such an atom; what
 * the table does not list is auxiliary. Writers know the problem and a function that names atoms,
 * nothing of where it came from. Text is handed over piece by piece: no file is held in memory. */
#ifndef KF_EXPORT_H
#define KF_EXPORT_H

#include "base/text.h"
#include "problem/problem.h"

typedef struct kf_export {
    const kf_problem *p;
    double best; /* score = best - cost */
    /* Adds an atom's name; false: it is auxiliary and has none. */
    bool (*name)(void *context, kf_atom, kf_text *);
    void *names;
    kerf_write_fn *put;
    void *to;
} kf_export;

/* KERF_IO: put() stopped it. KERF_NO_MEMORY. KERF_UNSUPPORTED (WCNF only): a cardinality is too
 * large, *why says so (static text); nothing was written. */
kerf_status kf_write_wcnf(const kf_export *, const char **why);
kerf_status kf_write_lp(const kf_export *);
kerf_status kf_write_mps(const kf_export *);

/* A sum of weights: 15 digits where the shortest exact text has 16 or more, which are noise. */
void kf_add_cost(kf_text *, double);

#endif

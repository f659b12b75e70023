/* triangle.h -- private to solve/: inequalities of three nodes, for transitive relations.
 *
 * For nodes a, b, c: ab + bc - ac <= 1, also where a is c. Those that the component has as clauses
 * are left out. They hold in every assignment of the model, as pentagons do (pentagon.h), and all
 * three pairs are atoms of the component. */
#ifndef KF_TRIANGLE_H
#define KF_TRIANGLE_H

#include "problem/component.h"

typedef struct kf_triangle {
    double violation;
    uint32_t pairs[2]; /* atoms: where both are true, */
    uint32_t chord;    /* so is this one */
} kf_triangle;

typedef struct kf_triangles kf_triangles;

/* *out: NULL if there are too few nodes with pairs, or too many. */
kerf_status kf_triangles_new(const kf_component *, kf_mem *, kf_triangles **out);
void kf_triangles_free(kf_triangles *); /* NULL is legal */
/* Up to `most` that a point violates and that were not found before, of each chord the one that is
 * violated most. They stay until the next call. *steps: what it took is added. */
kerf_status kf_triangles_find(kf_triangles *, const double *x, size_t most, uint64_t *steps,
                              const kf_triangle **found, size_t *n);
/* Does an assignment violate one, be it a clause or not? */
bool kf_triangles_violated(kf_triangles *, const bool *assignment);

#endif

/* pentagon.h -- inequalities of five nodes, for relations that are transitive.
 *
 * For nodes a, b, c, d, e: of the pairs ab, bc, cd, de, ea, less the pairs ac, bd, ce, da, eb,
 * there are at most two. Add up the five triangles ab + bc - ac <= 1 and so on, and - ac <= 0 and
 * so on: twice the left side is at most 5, and it is a whole number. (The odd cycles with 2-chords
 * of Groetschel and Wakabayashi 1990, which need no symmetry if they are taken one way round.)
 * Where triangles leave every pair of some nodes at one half or 0, which is their way out of noise,
 * this cuts it off.
 *
 * They hold in every assignment of the model, as two-partition inequalities do (twopart.h), and
 * what is said there of bounds goes for these: all ten pairs are atoms of the component. */
#ifndef KF_PENTAGON_H
#define KF_PENTAGON_H

#include "problem/component.h"

typedef struct kf_pentagon {
    double violation;
    uint32_t pairs[5];  /* atoms: of these at most two, */
    uint32_t chords[5]; /* and one more for each of these */
} kf_pentagon;

typedef struct kf_pentagons kf_pentagons;

/* *out: NULL if there are too few nodes with pairs, or too many. */
kerf_status kf_pentagons_new(const kf_component *, kf_mem *, kf_pentagons **out);
void kf_pentagons_free(kf_pentagons *); /* NULL is legal */
/* Up to `most` that a point violates and that were not found before, by greedy choice. They stay
 * until the next call. *steps: what it took is added. */
kerf_status kf_pentagons_find(kf_pentagons *, const double *x, size_t most, uint64_t *steps,
                              const kf_pentagon **found, size_t *n);

#endif

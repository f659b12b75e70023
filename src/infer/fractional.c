/* fractional.c -- separation at the fractional point of the relaxation.
 *
 * Where the relaxation of a component is fractional, its point often violates groundings that the
 * component's assignment satisfies. Two separations look for them: assignments rounded from the
 * point are separated as any assignment is, since the point mostly violates what they violate; and
 * triangles of transitive relations are separated by the point itself. What is found tightens the
 * next dual bound. */
#include "base/check.h"
#include "base/clock.h"
#include "ground/atoms.h"
#include "ground/ground_rule.h"
#include "ground/separate/separate.h"
#include "infer/cpi_state.h"

#include <math.h>

/* Rounding: an atom is true above the threshold. */
static const double THRESHOLDS[] = { 0.4, 0.6 };
static const double LEAN = 0.3; /* nearer to its value in the assignment an atom stays with it */

/* Puts a rounded point into the database; with threshold 1, the components' assignment comes
 * back. */
static kerf_status lean(kf_cpi *c, double threshold)
{
    size_t n;
    const bool *assignment = kf_components_assignment(c->components);
    const kf_leaning *l = kf_components_leaning(c->components, &n);
    for (size_t i = 0; i < n; i++) {
        assert(l[i].atom < c->now.atoms);
        if (fabs(l[i].x - assignment[l[i].atom]) < LEAN) continue;
        bool value = threshold < 1 ? l[i].x > threshold : assignment[l[i].atom];
        KF_TRY(kf_grounder_set_atom(c->g, l[i].atom, value));
    }
    return KERF_OK;
}

static void count_found(kf_cpi *c, const kf_separated *found)
{
    c->r->groundings += found->tuples + found->beside;
    c->r->groundings_with_multiplicity += found->groundings + found->beside_groundings;
}

/* Triangles of transitive relations, by the point itself. */
static kerf_status separate_triangles(kf_cpi *c, size_t *added)
{
    size_t n, n_atoms = c->p->parent.n;
    kf_separated found;
    const bool *assignment = kf_components_assignment(c->components);
    const kf_leaning *l = kf_components_leaning(c->components, &n);
    if (!kf_settings_use(&c->o->settings, KF_TRANSITIVE)) return KERF_OK;
    double *x = kf_mem_calloc(c->mem, n_atoms, sizeof *x);
    if (!x) return KERF_NO_MEMORY;
    assert(c->now.atoms <= n_atoms);
    for (size_t i = 0; i < c->now.atoms; i++) x[i] = assignment[i];
    for (size_t i = 0; i < n; i++) x[l[i].atom] = l[i].x;
    kerf_status st = kf_separate_triangles(c->g, x, &found);
    kf_mem_free(c->mem, x, n_atoms, sizeof *x);
    KF_TRY(st);
    count_found(c, &found);
    *added = found.tuples;
    return KERF_OK;
}

kerf_status kf_cpi_separate_point(kf_cpi *c)
{
    size_t n, added = 0;
    double began = kf_now();
    kf_components_leaning(c->components, &n);
    if (n == 0 || c->whole || kf_grounder_has_stages(c->g)) return KERF_OK;
    for (size_t i = 0; i < KF_LENGTH(THRESHOLDS); i++) {
        kf_separated found;
        KF_TRY(lean(c, THRESHOLDS[i]));
        KF_TRY(kf_separate(c->g, false, &found));
        count_found(c, &found);
    }
    KF_TRY(lean(c, 1));
    KF_TRY(separate_triangles(c, &added));
    if (added > 0 && c->limits.effort == KF_EFFORT_FULL) c->limits.effort = KF_EFFORT_BRIEF;
    c->r->seconds_separate += kf_now() - began;
    return KERF_OK;
}

/* known_chances.c -- probabilities computed anew, for a file that is checked; see known_chances.h.
 */
#include "report/fill/known_chances.h"

#include "ground/atoms.h"
#include "ground/ground_rule.h"

#include <assert.h>

/* Atoms without a chance are free: no ground formula names them. */
static kf_known_chance known_of(const kf_marginals *m, uint32_t atom)
{
    kf_known_chance x = { .p = 0.5, .lo = 0.5, .hi = 0.5, .free = atom >= m->chances.n };
    if (x.free) return x;
    const kf_chance *from = &m->chances.at[atom];
    x.p = from->p;
    x.lo = from->lo;
    x.hi = from->hi;
    x.free = from->free;
    x.unknown = from->method == KF_BY_NOTHING;
    return x;
}

static kerf_status collect_atoms(kf_chance_file *f, const kf_grounder *g, const kf_marginals *m)
{
    f->w.known.n = 0;
    for (uint32_t a = 0; a < kf_grounder_named(g); a++) {
        kf_known_chance x = known_of(m, a);
        x.predicate = kf_grounder_atom_row(g, a, x.row);
        if (x.predicate != KF_NONE) KF_TRY(kf_chances_add_known(f, &x));
    }
    kf_chances_sort_known(&f->w);
    return KERF_OK;
}

static kerf_status collect_sums(kf_chance_world *w, const kf_marginals *m)
{
    w->log_z = m->log_z;
    w->log_z_lo = m->log_z_lo;
    w->log_z_hi = m->log_z_hi;
    w->free = kf_arena_copy(&w->arena, m->free, m->n_predicates, sizeof *w->free);
    return w->free ? KERF_OK : KERF_NO_MEMORY;
}

/* Atoms that no formula names are made where the file names some. */
static kerf_status collect_free(kf_chance_file *f, kf_grounder *g, const kf_marginals *m)
{
    const kf_model *model = f->model;
    if (!kf_chances_unknown(&f->w)) return KERF_OK;
    for (uint32_t i = 0; i < model->predicates.n; i++)
        if (model->predicates.at[i].hidden && m->free[i] > 0) KF_TRY(kf_grounder_name_all(g, i));
    return collect_atoms(f, g, m);
}

kerf_status kf_known_collect(kf_chance_file *f, kf_grounder *g, const kf_marginals *m)
{
    assert(m->n_predicates == f->model->predicates.n);
    KF_TRY(collect_sums(&f->w, m));
    KF_TRY(collect_atoms(f, g, m));
    return collect_free(f, g, m);
}

double kf_known_groundings(const kf_grounder *g)
{
    double n = 1;
    for (size_t i = 0; i < kf_grounder_n_rules(g); i++)
        n += (double)kf_ground_rule_groundings(kf_grounder_rule(g, i));
    return n;
}

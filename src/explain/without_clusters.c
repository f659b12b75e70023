/* without_clusters.c -- inference once more, for an answer that was found as a clustering.
 *
 * A predicate that was solved so has no atoms in the problem, and nothing there can be explained.
 * The answer stays the same: it is put back over what the second run finds. */
#include "explain/explainer.h"

#include "base/check.h"
#include "ground/atoms.h"
#include "query/relation.h"

/* The whole answer: what is told may be only what was asked for. */
kerf_status kf_answer_rows_take(kf_answer_rows *to, kf_mem *mem, const kf_database *d)
{
    for (uint32_t p = 0; p < d->n_predicates; p++) {
        const kf_relation *atoms = d->atoms[p];
        if (!d->m->predicates.at[p].hidden) continue;
        for (uint32_t i = 0; i < kf_relation_places(atoms); i++) {
            if (kf_relation_is_dead(atoms, i)) continue;
            if (!kf_vec_reserve(mem, to, atoms->width + (size_t)1)) return KERF_NO_MEMORY;
            to->at[to->n++] = p;
            kf_relation_read(atoms, i, to->at + to->n);
            to->n += atoms->width;
        }
    }
    return KERF_OK;
}

/* The answer into a database in which everything open is as another run has left it. */
static kerf_status put_back(kf_grounder *g, const kf_answer_rows *answer)
{
    const kf_model *m = kf_grounder_model(g);
    for (uint32_t i = 0; i < kf_grounder_named(g); i++) KF_TRY(kf_grounder_set_atom(g, i, false));
    for (size_t i = 0; i < answer->n;) {
        uint32_t predicate = answer->at[i++];
        const uint32_t *row = answer->at + i;
        kf_atom atom;
        i += m->predicates.at[predicate].arity;
        if (kf_database_fixed(kf_grounder_database(g), predicate, row) != KF_UNKNOWN) continue;
        KF_TRY(kf_grounder_atom(g, predicate, row, &atom));
        KF_TRY(kf_grounder_set_atom(g, atom.id, true));
    }
    return KERF_OK;
}

kerf_status kf_explainer_leave_clusters(kf_explainer *e, kf_grounder *g,
                                        const kf_answer_rows *answer)
{
    kf_cpi_options o = e->options;
    kf_cpi_result found;
    o.settings.off |= KF_CLUSTERING;
    KF_TRY(kf_cpi_run(g, &o, &found));
    bool same = found.outcome == KERF_OPTIMAL && e->proven;
    kf_explainer next = kf_explainer_of(g, &o, &found);
    kf_cpi_result_free(&found, kf_grounder_mem(g));
    next.cost = e->cost;
    next.proven = same;
    KF_TRY(put_back(g, answer));
    *e = next;
    return KERF_OK;
}

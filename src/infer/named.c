/* named.c -- see named.h. */
#include "infer/named.h"

kerf_status kf_cpi_set_atom(kf_grounder *g, uint32_t atom, bool value)
{
    uint32_t predicate = g->predicate_of.at[atom], row[KF_MOST_ARITY];
    if (predicate == KF_NONE) return KERF_OK;
    const kf_relation *rel = g->atoms[predicate];
    for (uint32_t i = 0; i < rel->width; i++) row[i] = rel->columns[i][g->row_of.at[atom]];
    return kf_grounder_set(g, predicate, row, value);
}

double kf_cpi_unnamed_cost(const kf_grounder *g)
{
    double cost = g->constant;
    for (uint32_t i = 0; i < g->d->n_predicates; i++) {
        if (!g->d->m->predicates.at[i].hidden || g->default_false[i] == 0) continue;
        uint64_t open = kf_grounder_open_atoms(g, i), named = g->atom_of[i].n;
        if (open > named) cost += (double)(open - named) * g->default_false[i];
    }
    return cost;
}

/* Could an atom that nobody has named as well be true? */
bool kf_cpi_unnamed_ties(const kf_grounder *g)
{
    for (uint32_t i = 0; i < g->d->n_predicates; i++) {
        if (!g->d->m->predicates.at[i].hidden || g->default_true[i] > g->default_false[i]) continue;
        if (kf_grounder_open_atoms(g, i) > g->atom_of[i].n) return true;
    }
    return false;
}

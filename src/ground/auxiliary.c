/* auxiliary.c -- auxiliary atoms: what each stands for, and its value in an assignment. Those of an
 * order (graph/node_order.h) stand for no part; others may be made of them.
 *
 * An auxiliary atom stands for the AND or OR of some literals; clauses bind it in the directions
 * that are needed (instantiate.c, count.c). The value of its part satisfies them in both, so with
 * every auxiliary atom at that value the problem costs an assignment what its tuples cost.
 * Invariant: a part is recorded after the parts of the auxiliary atoms among its literals, so one
 * pass in order evaluates them all. */
#include "ground/auxiliary.h"

#include "ground/graph/node_order.h"
#include "ground/grounding.h"

kerf_status kf_grounder_define(kf_grounder *g, bool all, const kf_lit *lits, uint32_t n,
                               kf_atom *atom)
{
    if (!kf_vec_reserve(g->mem, &g->predicate_of, 1) || !kf_vec_reserve(g->mem, &g->row_of, 1)
        || !kf_vec_reserve(g->mem, &g->auxiliaries, 1)
        || !kf_vec_reserve(g->mem, &g->auxiliary_literals, n)) {
        return KERF_NO_MEMORY;
    }
    KF_TRY(kf_problem_add_atom(g->p, atom));
    g->predicate_of.at[g->predicate_of.n++] = KF_NONE;
    g->row_of.at[g->row_of.n++] = 0;
    g->auxiliaries.at[g->auxiliaries.n++] = (kf_auxiliary){ atom->id, n, all };
    for (uint32_t i = 0; i < n; i++) assert(kf_lit_atom(lits[i]).id < atom->id);
    for (uint32_t i = 0; i < n; i++) g->auxiliary_literals.at[g->auxiliary_literals.n++] = lits[i];
    return KERF_OK;
}

void kf_grounder_complete(const kf_grounder *g, bool *assignment)
{
    for (size_t i = 0; i < g->rules.n; i++)
        if (g->rules.at[i].order) kf_order_complete(g->rules.at[i].order, assignment);
    const kf_lit *l = g->auxiliary_literals.at;
    for (size_t i = 0; i < g->auxiliaries.n; i++) {
        const kf_auxiliary *p = &g->auxiliaries.at[i];
        uint32_t k = 0;
        while (k < p->n && kf_lit_true(l[k], assignment) == p->all) k++;
        assignment[p->atom] = (k == p->n) == p->all;
        l += p->n;
    }
}

bool kf_grounder_is_auxiliary(const kf_grounder *g, uint32_t atom)
{
    assert(atom < g->p->parent.n);
    return atom >= g->predicate_of.n || g->predicate_of.at[atom] == KF_NONE;
}

const kf_auxiliary *kf_grounder_auxiliaries(const kf_grounder *g, size_t *n)
{
    *n = g->auxiliaries.n;
    return g->auxiliaries.at;
}

const kf_lit *kf_grounder_auxiliary_literals(const kf_grounder *g, size_t *n)
{
    *n = g->auxiliary_literals.n;
    return g->auxiliary_literals.at;
}

/* definitions.c -- auxiliary atoms get both directions of their definition.
 *
 * Grounding binds an auxiliary atom in the one direction that a cheapest assignment needs. Then an
 * assignment of the other atoms may leave it two values, and would be counted twice. With both
 * directions there is one value: that of the part it stands for. It costs what its part costs, so
 * the sum over all assignments is that over the assignments of the other atoms. */
#include "marginal/marginal_parts.h"

#include "base/check.h"
#include "ground/auxiliary.h"

/* AND: z => each, all => z. OR: each => z, z => some. */
static kerf_status define(kf_problem *p, const kf_auxiliary *x, const kf_lit *parts, kf_lit *clause)
{
    kf_lit z = kf_lit_of((kf_atom){ x->atom }, false);
    double constant = 0;
    for (uint32_t i = 0; i < x->n; i++) {
        kf_lit pair[2] = { x->all ? kf_lit_not(z) : z, x->all ? parts[i] : kf_lit_not(parts[i]) };
        KF_TRY(kf_problem_add_clause(p, pair, 2, INFINITY, &constant));
        clause[i] = x->all ? kf_lit_not(parts[i]) : parts[i];
    }
    clause[x->n] = x->all ? z : kf_lit_not(z);
    KF_TRY(kf_problem_add_clause(p, clause, x->n + 1, INFINITY, &constant));
    assert(constant == 0); /* z is in none of its parts */
    return KERF_OK;
}

kerf_status kf_define_auxiliaries(kf_grounder *g)
{
    size_t n, n_literals, most = 0;
    const kf_auxiliary *all = kf_grounder_auxiliaries(g, &n);
    const kf_lit *parts = kf_grounder_auxiliary_literals(g, &n_literals), *end = parts + n_literals;
    for (size_t i = 0; i < n; i++)
        if (all[i].n > most) most = all[i].n;
    kf_lit *clause = kf_mem_alloc(kf_grounder_mem(g), most + 1, sizeof *clause);
    kerf_status st = clause ? KERF_OK : KERF_NO_MEMORY;
    for (size_t i = 0; st == KERF_OK && i < n; parts += all[i++].n)
        st = define(kf_grounder_problem(g), &all[i], parts, clause);
    assert(st != KERF_OK || parts == end); /* every literal is of one of them */
    (void)end;
    kf_mem_free(kf_grounder_mem(g), clause, most + 1, sizeof *clause);
    return st;
}

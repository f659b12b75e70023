/* problem_copy.c -- a problem with the same atoms, clauses and cardinalities; see problem.h. */
#include "problem/problem.h"

#include "base/check.h"

static bool copy_atoms(kf_problem *p, const kf_problem *from)
{
    return kf_vec_copy(p->mem, &p->cost_true, &from->cost_true)
           && kf_vec_copy(p->mem, &p->cost_false, &from->cost_false)
           && kf_vec_copy(p->mem, &p->parent, &from->parent)
           && kf_vec_copy(p->mem, &p->next, &from->next)
           && kf_vec_copy(p->mem, &p->ends, &from->ends)
           && kf_vec_copy(p->mem, &p->parted, &from->parted)
           && kf_vec_copy(p->mem, &p->touched, &from->touched)
           && kf_vec_copy(p->mem, &p->regrouped, &from->regrouped);
}

static bool copy_constraints(kf_problem *p, const kf_problem *from)
{
    return kf_vec_copy(p->mem, &p->literals, &from->literals)
           && kf_vec_copy(p->mem, &p->coefficients, &from->coefficients)
           && kf_vec_copy(p->mem, &p->clauses, &from->clauses)
           && kf_vec_copy(p->mem, &p->uses, &from->uses)
           && kf_vec_copy(p->mem, &p->cardinalities, &from->cardinalities)
           && kf_vec_copy(p->mem, &p->traced, &from->traced);
}

static bool copy_slots(kf_problem *p, const kf_problem *from)
{
    if (from->n_slots == 0) return true;
    p->slots = kf_mem_alloc(p->mem, from->n_slots, sizeof *p->slots);
    if (!p->slots) return false;
    p->n_slots = from->n_slots;
    kf_mem_copy(p->slots, from->slots, from->n_slots * sizeof *p->slots);
    return true;
}

kf_problem *kf_problem_copy(const kf_problem *from, kf_mem *mem)
{
    kf_problem *p = kf_problem_new(mem);
    if (!p) return NULL;
    p->n_dropped = from->n_dropped;
    p->n_buried = from->n_buried;
    p->soft = from->soft;
    p->tracing = from->tracing;
    p->tracer = from->tracer;
    p->watched = from->watched;
    if (!copy_atoms(p, from) || !copy_constraints(p, from) || !copy_slots(p, from)) {
        kf_problem_free(p);
        return NULL;
    }
    KF_CHECK(kf_problem_check(p));
    return p;
}

/* planning.h -- private to plan.c and plan_choice.c: a plan that is being made, and which step is
 * the best next one. */
#ifndef KF_PLANNING_H
#define KF_PLANNING_H

#include "base/check.h"
#include "model/weight_table.h"
#include "query/plan.h"

typedef struct kf_planner {
    kf_arena *arena;
    kf_database *d;
    const kf_request *q;
    bool *bound, *wanted;  /* by variable; wanted: must be bound before the steps at hand end */
    bool *used;            /* by literal */
    bool *helps, *touched; /* by literal, by variable: scratch of reach() */
    kf_step *steps;
    uint32_t n_steps, cap_steps;
    double rows;
    bool *sized;   /* by variable: it has its step KF_STEP_SIZE; NULL: none needs one */
    bool indexes;  /* that steps need are built */
    kf_stop *stop; /* of that */
    kerf_status status;
} kf_planner;

static inline kf_relation *relation_of(const kf_database *d, const kf_literal *l)
{
    assert(l->kind == KF_LITERAL_FUNCTION || l->kind == KF_LITERAL_ATOM);
    return l->kind == KF_LITERAL_FUNCTION ? d->functions[l->id] : d->atoms[l->id];
}

static inline kf_relation *rel_of(const kf_planner *p, const kf_literal *l)
{
    return relation_of(p->d, l);
}

static inline bool is_relation(const kf_literal *l)
{
    return l->kind == KF_LITERAL_ATOM || l->kind == KF_LITERAL_FUNCTION
           || l->kind == KF_LITERAL_TABLE;
}

static inline double rows_of(const kf_planner *p, const kf_literal *l)
{
    if (l->kind != KF_LITERAL_TABLE) return rel_of(p, l)->alive;
    return kf_weight_table_count(p->d->m->rules.at[l->id].table);
}

static inline double constants_of(const kf_planner *p, const kf_literal *l, uint32_t column)
{
    if (l->kind != KF_LITERAL_TABLE) return rel_of(p, l)->constants[column];
    return p->d->domains[p->q->c->types[l->args[column].variable]].n;
}

static inline bool is_bound(const kf_planner *p, kf_arg a)
{
    return a.variable == KF_NONE || p->bound[a.variable];
}

static inline uint32_t bound_mask(const kf_planner *p, const kf_literal *l)
{
    uint32_t mask = 0;
    for (uint32_t i = 0; i < l->n; i++) {
        if (is_bound(p, l->args[i])) mask |= 1u << i;
    }
    return mask;
}

/* ---- plan_choice.c ---- */

/* Average rows per key of the bound columns. */
double kf_planner_estimate(const kf_planner *, const kf_literal *, uint32_t mask);
/* The best literal to take rows from, or KF_NONE. */
uint32_t kf_planner_relation(const kf_planner *, const bool *allowed);
/* An unbound variable of the wanted ones that no relation will bind: the smallest type first. */
uint32_t kf_planner_variable(const kf_planner *);
/* Which literals help to bind a wanted variable, into `helps`? Everything reachable through shared
 * variables does; what is not is left for the parts. */
void kf_planner_reach(const kf_planner *, const bool *allowed);

#endif

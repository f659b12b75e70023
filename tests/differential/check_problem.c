/* check_problem.c -- the cost of a world inside the ground problem, auxiliary atoms at their best,
 * which is also the value of what they stand for.
 *
 * A partial problem holds every unit that the worlds separated so far do not satisfy, so each of
 * these worlds costs in it what it costs at all. Auxiliary atoms hang together in small groups once
 * the others have values; each group is tried in full, and no choice is better than that value. */
#include "trial.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_TRIED = 10 };

typedef struct view {
    const kf_grounder *g;
    const kf_problem *p;
    bool *world;      /* by atom of the problem */
    uint32_t *group;  /* by atom: towards a representative auxiliary atom; KF_NONE: not one */
    uint32_t *first;  /* by representative: its constraints, clauses and then cardinalities */
    uint32_t *next;   /* by constraint */
    uint32_t outside; /* the first constraint without auxiliary atoms */
} view;

static bool is_auxiliary(const view *v, uint32_t atom)
{
    return v->g->predicate_of.at[atom] == KF_NONE;
}

static uint32_t root(const view *v, uint32_t atom)
{
    while (v->group[atom] != atom) atom = v->group[atom] = v->group[v->group[atom]];
    return atom;
}

/* The group of a constraint's auxiliary atoms, joined; KF_NONE: it has none. */
static uint32_t join(view *v, const kf_lit *l, uint32_t n)
{
    uint32_t all = KF_NONE;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t atom = kf_lit_atom(l[i]).id;
        if (!is_auxiliary(v, atom)) continue;
        if (all != KF_NONE) v->group[root(v, atom)] = all;
        all = root(v, atom);
    }
    return all;
}

static const kf_lit *literals_of(const view *v, uint32_t constraint, uint32_t *n)
{
    uint32_t clauses = (uint32_t)v->p->clauses.n, start;
    if (constraint < clauses) {
        start = v->p->clauses.at[constraint].start;
        *n = v->p->clauses.at[constraint].n;
    } else {
        start = v->p->cardinalities.at[constraint - clauses].start;
        *n = v->p->cardinalities.at[constraint - clauses].n;
    }
    return v->p->literals.at + start;
}

static uint32_t n_constraints(const view *v)
{
    return (uint32_t)(v->p->clauses.n + v->p->cardinalities.n);
}

/* Groups, and the constraints of each. */
static void group_all(view *v)
{
    uint32_t n;
    for (uint32_t i = 0; i < v->p->parent.n; i++) {
        v->group[i] = is_auxiliary(v, i) ? i : KF_NONE;
        v->first[i] = KF_NONE;
    }
    for (uint32_t i = 0; i < n_constraints(v); i++) {
        const kf_lit *l = literals_of(v, i, &n);
        join(v, l, n);
    }
    v->outside = KF_NONE;
    for (uint32_t i = 0; i < n_constraints(v); i++) {
        const kf_lit *l = literals_of(v, i, &n);
        uint32_t group = join(v, l, n), *to = group == KF_NONE ? &v->outside : &v->first[group];
        v->next[i] = *to;
        *to = i;
    }
}

static void pay(double weight, bool holds, double *cost, uint64_t *broken)
{
    if (weight == 0 || (weight > 0 ? holds : !holds)) return;
    if (isinf(weight)) ++*broken;
    else *cost += fabs(weight);
}

/* What the constraints of one list make the world pay. */
static void list_cost(const view *v, uint32_t first, double *cost, uint64_t *broken)
{
    const kf_problem *p = v->p;
    for (uint32_t i = first; i != KF_NONE; i = v->next[i]) {
        uint32_t n;
        const kf_lit *l = literals_of(v, i, &n);
        uint64_t sum = 0;
        if (i < p->clauses.n) {
            for (uint32_t k = 0; k < n; k++) sum += kf_lit_true(l[k], v->world);
            pay(p->clauses.at[i].weight, sum > 0, cost, broken);
            continue;
        }
        const kf_cardinality *c = &p->cardinalities.at[i - p->clauses.n];
        for (uint32_t k = 0; k < n; k++)
            if (kf_lit_true(l[k], v->world)) sum += p->coefficients.at[c->start + k];
        pay(c->weight, sum >= c->least && sum <= c->most, cost, broken);
    }
}

/* The best that the group's atoms can do; false: they are too many to try. */
static bool try_group(view *v, uint32_t group, double *cost, uint64_t *broken)
{
    uint32_t atoms[MOST_TRIED], n = 0;
    double best = INFINITY;
    uint64_t least = UINT64_MAX;
    for (uint32_t i = 0; i < v->p->parent.n; i++) {
        if (!is_auxiliary(v, i) || root(v, i) != group) continue;
        if (n == MOST_TRIED) return false;
        atoms[n++] = i;
    }
    for (uint32_t bits = 0; bits < 1u << n; bits++) {
        double c = 0;
        uint64_t b = 0;
        for (uint32_t i = 0; i < n; i++) {
            bool value = bits >> i & 1;
            v->world[atoms[i]] = value;
            c += value ? v->p->cost_true.at[atoms[i]] : v->p->cost_false.at[atoms[i]];
        }
        list_cost(v, v->first[group], &c, &b);
        if (b > least || (b == least && c >= best)) continue;
        least = b;
        best = c;
    }
    *cost += best;
    *broken += least;
    return true;
}

/* ---- The world ------------------------------------------------------------------------------ */

static double atom_costs(const trial *t, view *v, const bool *values)
{
    double cost = 0;
    for (uint32_t i = 0; i < t->n_atoms; i++) {
        const ground_atom *a = &t->atoms[i];
        if (!a->open) continue;
        uint32_t at = kf_relation_find(v->g->atoms[a->predicate], a->row);
        if (at == KF_NO_ROW) { /* nothing has named it */
            cost +=
                values[i] ? v->g->default_true[a->predicate] : v->g->default_false[a->predicate];
            continue;
        }
        uint32_t atom = v->g->atom_of[a->predicate].at[at];
        v->world[atom] = values[i];
        cost += values[i] ? v->p->cost_true.at[atom] : v->p->cost_false.at[atom];
    }
    return cost;
}

static bool right_cost(trial *t, const visited *w, double cost, uint64_t broken)
{
    if (!w->unsure && (broken > 0) != (w->broken > 0))
        return trial_wrong(t,
                           "the problem breaks %llu hard constraints in a world with %llu "
                           "violations that could be mended",
                           (unsigned long long)broken, (unsigned long long)w->broken);
    if (!trial_near(cost, w->cost))
        return trial_wrong(t, "a world costs %.12g in the problem, %.12g by separation", cost,
                           w->cost);
    return true;
}

/* Every auxiliary atom as its part is. */
static bool completed(trial *t, view *v, const visited *w, double cost)
{
    uint64_t broken = 0;
    kf_grounder_complete(v->g, v->world);
    for (uint32_t i = 0; i < v->p->parent.n; i++) {
        if (!is_auxiliary(v, i)) continue;
        cost += v->world[i] ? v->p->cost_true.at[i] : v->p->cost_false.at[i];
        if (root(v, i) == i) list_cost(v, v->first[i], &cost, &broken);
    }
    list_cost(v, v->outside, &cost, &broken);
    return right_cost(t, w, cost, broken);
}

static bool look(trial *t, view *v, const visited *w)
{
    uint64_t broken = 0;
    double cost = atom_costs(t, v, w->values);
    group_all(v);
    if (!completed(t, v, w, cost)) return false;
    list_cost(v, v->outside, &cost, &broken);
    for (uint32_t i = 0; i < v->p->parent.n; i++)
        if (is_auxiliary(v, i) && root(v, i) == i && !try_group(v, i, &cost, &broken)) return true;
    return broken > 0 || right_cost(t, w, cost, broken);
}

/* Without auxiliary atoms, kf_problem_cost() must say the same. */
static bool plain_cost(trial *t, const view *v)
{
    uint64_t broken, again = 0;
    double cost = 0, whole = kf_problem_cost(v->p, v->world, &broken);
    for (uint32_t i = 0; i < v->p->parent.n; i++) {
        if (is_auxiliary(v, i)) return true;
        cost += v->world[i] ? v->p->cost_true.at[i] : v->p->cost_false.at[i];
    }
    list_cost(v, v->outside, &cost, &again);
    if (broken == again && trial_near(cost, whole)) return true;
    return trial_wrong(t, "kf_problem_cost says %g and %llu, not %g and %llu", whole,
                       (unsigned long long)broken, cost, (unsigned long long)again);
}

bool trial_problem(trial *t, const kf_grounder *g, const visited *w)
{
    view v = { .g = g, .p = g->p };
    v.world = calloc(g->p->parent.n + 1, sizeof(bool));
    v.group = calloc(g->p->parent.n + 1, sizeof(uint32_t));
    v.first = calloc(g->p->parent.n + 1, sizeof(uint32_t));
    v.next = calloc((size_t)n_constraints(&v) + 1, sizeof(uint32_t));
    bool good = v.world && v.group && v.first && v.next && look(t, &v, w) && plain_cost(t, &v);
    free(v.world);
    free(v.group);
    free(v.first);
    free(v.next);
    return good;
}

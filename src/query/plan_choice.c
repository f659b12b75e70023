/* plan_choice.c -- which step of a plan is the best next one: estimates from the sizes of relations
 * and domains. */
#include "query/planning.h"

#include <math.h>
#include <string.h>

double kf_planner_estimate(const kf_planner *p, const kf_literal *l, uint32_t mask)
{
    double rows = rows_of(p, l), keys = 1;
    for (uint32_t i = 0; i < l->n; i++) {
        if (mask >> i & 1) keys *= fmax(constants_of(p, l, i), 1);
    }
    return keys > rows ? (rows > 0 ? 0.5 : 0) : rows / keys;
}

/* An index of a weight table takes as long as going over it. Without one, constants are tried and
 * tested, which is better where few remain to be tried. A query that starts from seeds is run
 * again. */
static bool is_worth_index(const kf_planner *p, const kf_literal *l, uint32_t mask)
{
    enum { RUNS = 64 };
    if (l->kind != KF_LITERAL_TABLE || mask == 0) return true;
    double tries = p->q->seed ? RUNS * fmax(p->rows, 1) : p->rows;
    for (uint32_t i = 0; i < l->n; i++) {
        if (!(mask >> i & 1)) tries *= constants_of(p, l, i);
    }
    return tries >= rows_of(p, l);
}

uint32_t kf_planner_relation(const kf_planner *p, const bool *allowed)
{
    uint32_t best = KF_NONE;
    double best_rows = 0;
    bool best_joined = false;
    for (uint32_t i = 0; i < p->q->n; i++) {
        const kf_literal *l = &p->q->literals[i];
        if (p->used[i] || (allowed && !allowed[i]) || !is_relation(l) || l->negated) continue;
        uint32_t mask = bound_mask(p, l);
        if (!is_worth_index(p, l, mask)) continue;
        double rows = kf_planner_estimate(p, l, mask);
        bool joined = mask != 0;
        if (best == KF_NONE || (joined && !best_joined && rows <= best_rows * 4)
            || (joined == best_joined && rows < best_rows)
            || (!joined && best_joined && rows * 4 < best_rows)) {
            best = i;
            best_rows = rows;
            best_joined = joined;
        }
    }
    return best;
}

uint32_t kf_planner_variable(const kf_planner *p)
{
    uint32_t best = KF_NONE;
    for (uint32_t v = 0; v < p->q->c->n_variables; v++) {
        if (!p->wanted[v] || p->bound[v] || p->q->c->types[v] == KF_TYPE_NUMBER) continue;
        if (best == KF_NONE
            || p->d->domains[p->q->c->types[v]].n < p->d->domains[p->q->c->types[best]].n) {
            best = v;
        }
    }
    return best;
}

void kf_planner_reach(const kf_planner *p, const bool *allowed)
{
    bool *variables = p->touched, *literals = p->helps;
    memset(literals, 0, p->q->n * sizeof(bool));
    for (uint32_t v = 0; v < p->q->c->n_variables; v++) variables[v] = p->wanted[v] && !p->bound[v];
    bool again = true;
    while (again) {
        again = false;
        for (uint32_t i = 0; i < p->q->n; i++) {
            const kf_literal *l = &p->q->literals[i];
            if (p->used[i] || literals[i]) continue;
            bool touches = false;
            for (uint32_t u = 0; u < l->n_uses; u++) touches |= variables[l->uses[u]];
            if (!touches) continue;
            literals[i] = again = true;
            for (uint32_t u = 0; u < l->n_uses; u++) {
                if (!p->bound[l->uses[u]]) variables[l->uses[u]] = true;
            }
        }
    }
    for (uint32_t i = 0; allowed && i < p->q->n; i++) literals[i] = literals[i] && allowed[i];
}

/* brute.c -- all assignments, one after the other: the oracle of the tests; see solver.h.
 *
 * Assignments are visited in binary order, atom 0 the lowest bit, all false first, and each is
 * evaluated from scratch. Of assignments that cost the same the first is kept. */
#include "solve/exact/exact.h"
#include "base/check.h"
#include "solve/solver.h"

#include <math.h>
#include <string.h>

enum { POLL = 4096 };

typedef struct visit {
    const kf_component *component;
    bool *best;
    uint64_t least_broken;
    double cost, second; /* the two best assignments that break nothing */
    bool found;
} visit;

static void judge(visit *v, const bool *assignment)
{
    uint64_t broken;
    double cost = kf_component_cost(v->component, assignment, &broken);
    if (broken > 0) {
        if (broken < v->least_broken) {
            v->least_broken = broken;
            memcpy(v->best, assignment, v->component->n_atoms * sizeof(bool));
        }
        return;
    }
    v->least_broken = 0;
    if (v->found && cost >= v->cost) {
        v->second = fmin(v->second, cost);
        return;
    }
    v->second = v->cost;
    v->cost = cost;
    v->found = true;
    memcpy(v->best, assignment, v->component->n_atoms * sizeof(bool));
}

kerf_status kf_enumerate(kf_task *task)
{
    const kf_component *p = task->component;
    if (p->n_atoms > KF_BRUTE_ATOMS) return KERF_LIMIT;
    bool now[KF_BRUTE_ATOMS] = { 0 }, best[KF_BRUTE_ATOMS] = { 0 };
    visit v = { p, best, UINT64_MAX, INFINITY, INFINITY, false };
    uint64_t i = 0, n = UINT64_C(1) << p->n_atoms;
    for (; i < n; i++) {
        if (i % POLL == 0 && kf_limits_reached(&task->limits)) break;
        for (uint32_t a = 0; a < p->n_atoms; a++) now[a] = i >> a & 1;
        judge(&v, now);
    }
    bool stopped = i < n;
    assert(stopped || !v.found || v.least_broken == 0);
    assert(v.second >= v.cost);
    if (i > 0) memcpy(task->assignment, best, p->n_atoms * sizeof(bool));
    task->solved = (kf_solved){ v.found, v.cost, stopped ? 0 : v.cost, -1, i, "brute", NULL };
    if (v.found && !stopped && v.second > v.cost + KF_TIE * v.cost) task->solved.unique = 1;
    if (v.found && !stopped && v.second <= v.cost + KF_SAME * v.cost) task->solved.unique = 0;
    return KERF_OK;
}

/* plan_estimate.c -- what can be said of a plan before it runs: answers, work, whether a binding
 * comes twice; see plan.h. */
#include "query/plan.h"

#include <math.h>

double kf_plan_answers(const kf_plan *plan)
{
    return plan->n_steps > 0 ? plan->steps[plan->n_steps - 1].estimate : 1;
}

static double work(const kf_step *steps, uint32_t n)
{
    double sum = 0, before = 1;
    for (uint32_t i = 0; i < n; i++) {
        sum += fmax(before, steps[i].estimate);
        if (steps[i].kind == KF_STEP_PARTS) sum += before * work(steps[i].steps, steps[i].n_steps);
        before = steps[i].estimate;
    }
    return sum;
}

double kf_plan_work(const kf_plan *plan)
{
    return work(plan->steps, plan->n_steps);
}

/* How many keys a step's rows have; without an index, as many as there can be. */
static double keys_of(const kf_step *s)
{
    if (s->index) return fmax(1, (double)s->index->used);
    const kf_column *columns = s->kind == KF_STEP_KEYS ? s->set : s->key;
    uint32_t n = s->kind == KF_STEP_KEYS ? s->n_set : s->n_key;
    double keys = 1;
    for (uint32_t i = 0; i < n; i++) keys *= fmax(1, s->rel->constants[columns[i].column]);
    return fmax(1, fmin(keys, s->rel->alive));
}

/* How often, on average, a step's row stands for several. */
static double times(const kf_step *steps, uint32_t n, const kf_plan *plan, const kf_database *d)
{
    double product = 1;
    for (uint32_t i = 0; i < n; i++) {
        const kf_step *s = &steps[i];
        switch (s->kind) {
        case KF_STEP_TIMES:
            product *= (double)kf_domain_size(&d->domains[plan->c->types[s->variable]]);
            break;
        case KF_STEP_KEYS:
        case KF_STEP_COUNT: product *= s->rel->alive / keys_of(s); break;
        case KF_STEP_PARTS:
            product *= (s->n_steps > 0 ? s->steps[s->n_steps - 1].estimate : 1)
                       * times(s->steps, s->n_steps, plan, d);
            break;
        default: break;
        }
    }
    return product;
}

double kf_plan_total(const kf_plan *plan, const kf_database *d)
{
    return kf_plan_answers(plan) * times(plan->steps, plan->n_steps, plan, d);
}

static bool all_needed(const kf_step *s, const bool *needed)
{
    for (uint32_t i = 0; i < s->n_set; i++) {
        if (!needed[s->set[i].arg.variable]) return false;
    }
    if (!s->rel || !s->rel->numbers) return true;
    return s->binds_number
           && needed[s->literal->right->id]; /* else rows may differ by number only */
}

bool kf_plan_distinct(const kf_plan *p, const bool *needed)
{
    for (uint32_t i = 0; i < p->n_steps; i++) {
        const kf_step *s = &p->steps[i];
        switch (s->kind) {
        case KF_STEP_SCAN:
        case KF_STEP_PROBE:
        case KF_STEP_KEYS:
            if (!all_needed(s, needed)) return false;
            break;
        case KF_STEP_DOMAIN:
            if (!needed[s->variable]) return false;
            break;
        case KF_STEP_SEED: return false; /* two seeds may lead to one binding */
        default: break;
        }
    }
    return true;
}

/* change_trial.c -- see change_trial.h. */
#include "explain/change_trial.h"

#include "base/check.h"

#include <math.h>

void kf_change_trial_free(kf_change_trial *t)
{
    kf_vec_free(t->mem, &t->facts);
}

static double probability_of(const kf_change_trial *t, const kf_change_fact *f)
{
    return f->said == KF_SAID_SOFT ? kf_evidence_probability(t->evidence, f->predicate, f->at)
                                   : NAN;
}

static uint32_t ways_of(const kf_change_trial *t, const kf_change_fact *f)
{
    assert(f->said != KF_SAID_UNKNOWN && f->said != KF_SAID_VALUE);
    if (!t->model->predicates.at[f->predicate].hidden) return 1;
    return f->said == KF_SAID_SOFT && probability_of(t, f) == 0.5 ? 1 : KF_MOST_WAYS;
}

/* Of hidden atoms what is said is taken back first, which is less than to say the contrary. */
kf_change_says kf_change_trial_says(const kf_change_trial *t, const kf_change_fact *f, uint32_t way)
{
    double p = probability_of(t, f);
    assert(way <= f->n_ways);
    if (way == 0) return (kf_change_says){ f->said, p };
    if (way == 1 && t->model->predicates.at[f->predicate].hidden)
        return (kf_change_says){ KF_SAID_UNKNOWN, NAN };
    if (f->said == KF_SAID_SOFT) return (kf_change_says){ KF_SAID_SOFT, 1 - p };
    return (kf_change_says){ f->said == KF_SAID_TRUE ? KF_SAID_FALSE : KF_SAID_TRUE, NAN };
}

kerf_status kf_change_trial_fact(kf_change_trial *t, uint32_t predicate, kf_said said, uint32_t at,
                                 uint32_t *index)
{
    kf_change_fact x = { .predicate = predicate, .said = said, .at = at };
    for (size_t i = 0; i < t->facts.n; i++) {
        const kf_change_fact *f = &t->facts.at[i];
        *index = (uint32_t)i;
        if (f->at == at && f->predicate == predicate && f->said == said) return KERF_OK;
    }
    x.n_ways = ways_of(t, &x);
    *index = (uint32_t)t->facts.n;
    return kf_vec_push(t->mem, &t->facts, x) ? KERF_OK : KERF_NO_MEMORY;
}

kerf_status kf_change_trial_ask(kf_change_trial *t, const kf_change *set, size_t n, kf_flips *flips)
{
    *flips = KF_FLIPS_UNKNOWN;
    t->over |= t->tried >= t->most || kf_stop_ask(t->stop);
    if (t->over) return KERF_OK;
    t->tried++;
    return t->ask(t, set, n, flips);
}

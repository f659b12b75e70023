/* methods.c -- learns by the method asked for: validate, collect parameters, learn; see learn.h. */
#include "learn/learn.h"

#include <math.h>

/* It has no epochs to choose from: development data tell how good the result is. */
static kerf_status learn_pll(kf_learning *l, kerf_learned *out)
{
    KF_TRY(kf_learn_pll(l, out));
    if (!l->dev || out->stopped) return KERF_OK;
    double f1 = NAN;
    kerf_status st = kf_learn_predict(l, &f1);
    if (out->epochs > 0) out->dev_f1 = f1;
    if (st == KERF_INTERRUPTED) out->stopped = true;
    else KF_TRY(st);
    return KERF_OK;
}

static bool are_zeros(const kf_parameters *p)
{
    for (uint32_t i = 0; i < kf_parameters_count(p); i++)
        if (kf_parameters_get(p, i) != 0) return false;
    return kf_parameters_count(p) > 0;
}

/* Where F1 is 0, that has been said. */
static void warn_of_zeros(const kf_learning *l, const kerf_learned *out)
{
    if (out->stopped || l->o->epochs == 0 || out->f1 == 0 || !are_zeros(l->p)) return;
    kf_diag_add(l->diags, KERF_WARNING, &(kf_place){ 0 },
                out->f1 == 1
                    ? "all answers are right without them: fixed and hard formulas decide"
                    : "these formulas hold as often in the worlds as by chance: join hidden "
                      "atoms to what is observed",
                "every weight that was learned is 0");
}

kerf_status kf_learn(kf_learning *l, kerf_learned *out)
{
    *out = (kerf_learned){
        .f1 = NAN, .dev_f1 = NAN, .objective = NAN, .likelihood = NAN, .likelihood_error = NAN
    };
    KF_TRY(kf_learn_validate(l));
    KF_TRY(kf_learn_collect(l));
    if (l->o->method != KF_METHOD_PLL) KF_TRY(kf_learn_validate_truth(l));
    if (l->o->deadline > 0 && isfinite(l->o->deadline)) l->o->stop->deadline = l->o->deadline;
    KF_TRY(l->o->method == KF_METHOD_PLL ? learn_pll(l, out) : kf_learn_online(l, out));
    warn_of_zeros(l, out);
    return KERF_OK;
}

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

kerf_status kf_learn(kf_learning *l, kerf_learned *out)
{
    *out = (kerf_learned){
        .f1 = NAN, .dev_f1 = NAN, .objective = NAN, .likelihood = NAN, .likelihood_error = NAN
    };
    KF_TRY(kf_learn_validate(l));
    KF_TRY(kf_learn_collect(l));
    if (l->o->method != KF_METHOD_PLL) KF_TRY(kf_learn_validate_truth(l));
    if (l->o->deadline > 0 && isfinite(l->o->deadline)) l->o->stop->deadline = l->o->deadline;
    if (l->o->method == KF_METHOD_PLL) return learn_pll(l, out);
    return kf_learn_online(l, out);
}

/* methods.c -- learns by the method asked for: validate, collect parameters, learn; see learn.h. */
#include "learn/learn.h"

/* It has no epochs to choose from: development data tell how good the result is. */
static kerf_status learn_pll(kf_learning *l, kf_learned *out)
{
    KF_TRY(kf_learn_pll(l, out));
    if (!l->dev || out->stopped) return KERF_OK;
    kerf_status st = kf_learn_predict(l, &out->last.dev_f1);
    if (st == KERF_INTERRUPTED) out->stopped = true;
    else KF_TRY(st);
    return KERF_OK;
}

kerf_status kf_learn(kf_learning *l, kf_learned *out)
{
    *out = (kf_learned){ 0 };
    KF_TRY(kf_learn_validate(l));
    KF_TRY(kf_learn_collect(l));
    if (l->o->method == KF_METHOD_PLL) return learn_pll(l, out);
    KF_TRY(kf_learn_validate_truth(l));
    return kf_learn_online(l, out);
}

/* methods.c -- the way of every method: check, collect parameters, learn; see learn.h. */
#include "learn/learn.h"

kerf_status kf_learn(kf_learning *l, kf_learned *out)
{
    *out = (kf_learned){ 0 };
    KF_TRY(kf_learn_check(l));
    KF_TRY(kf_learn_collect(l));
    return l->o->method == KF_METHOD_PLL ? kf_learn_pll(l, out) : kf_learn_online(l, out);
}

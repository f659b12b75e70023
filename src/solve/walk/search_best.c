/* search_best.c -- see search_best.h.
 *
 * Flips suit what is dense and what counts hold together, forests what is sparse. An eighth of the
 * work for each shows which is better here; the better one has the rest. */
#include "solve/walk/search_best.h"

#include "base/check.h"
#include "solve/walk/forest_search.h"

#include <math.h>

enum { TRIAL = 8 };
static const double EQUAL = 1e-9;

static bool is_enough(const kf_searched *s, const kf_limits *limits)
{
    return s->broken > 0 || s->cost <= 0 || kf_limits_reached(limits);
}

/* With the assignment that flips have found: does a forest find a better one? */
static kerf_status try_forests(const kf_component *p, const kf_limits *limits, kf_mem *mem,
                               kf_search_effort effort, bool *assignment, kf_searched *out,
                               bool *better)
{
    kf_searched found;
    *better = false;
    if (!kf_suits_forests(p)) return KERF_OK;
    KF_TRY(kf_search_forests(p, limits, mem, effort, assignment, &found));
    *better = found.cost < out->cost - EQUAL * fmax(1, out->cost);
    *out = (kf_searched){ found.cost, found.broken, out->work + found.work };
    return KERF_OK;
}

kerf_status kf_search_best(const kf_component *p, const kf_limits *limits, kf_mem *mem,
                           kf_search_effort effort, bool *assignment, kf_searched *out)
{
    kf_searched rest;
    kf_search_effort some = effort;
    bool better;
    some.improve = effort.improve / TRIAL;
    KF_TRY(kf_search_locally(p, limits, mem, some, assignment, out));
    if (some.improve == 0 || is_enough(out, limits)) return KERF_OK;
    KF_TRY(try_forests(p, limits, mem, some, assignment, out, &better));
    if (is_enough(out, limits)) return KERF_OK;
    some.improve = effort.improve - 2 * some.improve;
    some.seed++;
    KF_TRY(
        (better ? kf_search_forests : kf_search_locally)(p, limits, mem, some, assignment, &rest));
    assert(rest.broken == 0 && rest.cost <= out->cost + 1e-6 * fmax(1, out->cost));
    *out = (kf_searched){ rest.cost, rest.broken, out->work + rest.work };
    return KERF_OK;
}

/* mira.c -- solves MIRA's quadratic program; see mira.h. */
#include "learn/mira.h"

#include "base/check.h"

#include <math.h>
#include <stdlib.h>

enum { MOST_ROUNDS = 10000 };
static const double STILL = 1e-12; /* a step that moves less, relative to the largest, stands */

static double norm(const kf_difference *d)
{
    double sum = 0;
    for (size_t i = 0; i < d->features.n; i++)
        sum += d->features.at[i].value * d->features.at[i].value;
    return sum;
}

static double clipped(double step, double clip)
{
    return step < 0 ? 0 : step > clip ? clip : step;
}

static int by_id(const void *a, const void *b)
{
    const kf_entry *x = a, *y = b;
    return x->id < y->id ? -1 : x->id > y->id;
}

#ifndef NDEBUG
static void check_sorted(const kf_difference *d)
{
    for (size_t i = 1; i < d->features.n; i++)
        assert(d->features.at[i - 1].id < d->features.at[i].id);
}

/* Feasible for the dual program. */
static void check_steps(const double *steps, uint32_t n, double clip)
{
    for (uint32_t j = 0; j < n; j++) assert(steps[j] >= 0 && steps[j] <= clip);
}
#endif

/* Of sorted features. */
static double product(const kf_difference *a, const kf_difference *b)
{
    double sum = 0;
    for (size_t i = 0, k = 0; i < a->features.n && k < b->features.n;) {
        const kf_entry *x = &a->features.at[i], *y = &b->features.at[k];
        if (x->id == y->id) sum += x->value * y->value;
        i += x->id <= y->id;
        k += y->id <= x->id;
    }
    return sum;
}

/* One round over all answers. Returns how much the step that moved most did. */
static double round_of(const kf_difference *answers, const double *gram, uint32_t n, double clip,
                       double *steps)
{
    double most = 0;
    for (uint32_t j = 0; j < n; j++) {
        double missing = kf_mira_missing(&answers[j]), own = gram[(size_t)j * n + j];
        if (!(own > 0)) continue; /* nothing learnable tells it from the truth */
        for (uint32_t i = 0; i < n; i++) missing -= gram[(size_t)j * n + i] * steps[i];
        double step = clipped(steps[j] + missing / own, clip);
        most = fmax(most, fabs(step - steps[j]));
        steps[j] = step;
    }
    return most;
}

kerf_status kf_mira_steps(kf_mem *mem, kf_difference *answers, uint32_t n, double clip,
                          double *steps)
{
    assert(n > 0 && clip > 0);
    if (n == 1) {
        double own = norm(&answers[0]);
        steps[0] = own > 0 ? clipped(kf_mira_missing(&answers[0]) / own, clip) : 0;
        KF_CHECK(check_steps(steps, n, clip));
        return KERF_OK;
    }
    double *gram = kf_mem_alloc(mem, (size_t)n * n, sizeof *gram);
    if (!gram) return KERF_NO_MEMORY;
    for (uint32_t j = 0; j < n; j++) {
        steps[j] = 0;
        if (answers[j].features.n > 1)
            qsort(answers[j].features.at, answers[j].features.n, sizeof(kf_entry), by_id);
        KF_CHECK(check_sorted(&answers[j]));
        for (uint32_t i = 0; i <= j; i++)
            gram[(size_t)i * n + j] = gram[(size_t)j * n + i] = product(&answers[i], &answers[j]);
    }
    for (uint32_t round = 0; round < MOST_ROUNDS; round++) {
        double largest = 0, moved = round_of(answers, gram, n, clip, steps);
        for (uint32_t j = 0; j < n; j++) largest = fmax(largest, steps[j]);
        if (!(moved > STILL * largest)) break;
    }
    KF_CHECK(check_steps(steps, n, clip));
    kf_mem_free(mem, gram, (size_t)n * n, sizeof *gram);
    return KERF_OK;
}

/* counts_value.c -- log pseudo-likelihood of groups of atoms, its gradient, its variance; see
 * counts.h. */
#include "learn/counts.h"

#include "base/check.h"

#include <math.h>

double kf_group_margin(const kf_groups *to, const kf_group *g, const double *weights)
{
    const kf_entry *entries = to->entries.at + g->start;
    double sum = g->offset;
    for (uint32_t i = 0; i < g->n; i++) sum += weights[entries[i].id] * entries[i].value;
    return g->truth ? sum : -sum;
}

/* log(1 / (1 + exp(-x))), whatever x is. */
static double log_share(double x)
{
    return x < 0 ? x - log1p(exp(x)) : -log1p(exp(-x));
}

static double number(const kf_groups *to, const kf_group *g)
{
    return g->times + (double)g->sampled / to->share;
}

double kf_groups_value(const kf_groups *to, const double *weights, double *gradient, uint32_t n)
{
    double value = 0;
    assert(n == kf_parameters_count(to->p));
    for (uint32_t i = 0; gradient && i < n; i++) gradient[i] = 0;
    for (size_t i = 0; i < to->all.n; i++) {
        const kf_group *g = &to->all.at[i];
        const kf_entry *entries = to->entries.at + g->start;
        double margin = kf_group_margin(to, g, weights), times = number(to, g);
        value += times * log_share(margin);
        if (!gradient) continue;
        double step = times * exp(log_share(-margin)) * (g->truth ? 1 : -1);
        for (uint32_t k = 0; k < g->n; k++) gradient[entries[k].id] += step * entries[k].value;
    }
    assert(!(value > 0)); /* the logarithm of a probability */
    return value;
}

void kf_groups_curvature(const kf_groups *to, const double *weights, double *curvature, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) curvature[i] = 0;
    for (size_t i = 0; i < to->all.n; i++) {
        const kf_group *g = &to->all.at[i];
        const kf_entry *entries = to->entries.at + g->start;
        double margin = kf_group_margin(to, g, weights);
        double bend = number(to, g) * exp(log_share(margin) + log_share(-margin));
        for (uint32_t k = 0; k < g->n; k++)
            curvature[entries[k].id] += bend * entries[k].value * entries[k].value;
    }
}

/* Each sampled atom was taken with probability `share`, by itself (Horvitz and Thompson 1952). */
double kf_groups_variance(const kf_groups *to, const double *weights)
{
    double sum = 0;
    for (size_t i = 0; i < to->all.n; i++) {
        const kf_group *g = &to->all.at[i];
        double x = log_share(kf_group_margin(to, g, weights)) / to->share;
        sum += (double)g->sampled * (1 - to->share) * x * x;
    }
    assert(!(sum < 0));
    return sum;
}

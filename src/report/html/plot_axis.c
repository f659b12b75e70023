/* plot_axis.c -- the axis of a plot: its range, and ticks at round numbers. */
#include "report/html/plot.h"

#include "base/check.h"

#include <math.h>

enum { TICKS = 5, MOST_TICKS = 16 }; /* about so many, never more */
static const double TINY = 1e-290;   /* below that steps would be 0 */

/* 1, 2 or 5 times a power of ten, not below. */
static double nice_step(double least)
{
    double power = pow(10, floor(log10(least)));
    double times = least / power;
    return power * (times <= 1 ? 1 : times <= 2 ? 2 : times <= 5 ? 5 : 10);
}

#ifndef NDEBUG
void kf_axis_check(const kf_axis *a)
{
    assert(isfinite(a->least) && isfinite(a->most) && a->least < a->most);
    assert(a->step > 0 && (a->most - a->least) / a->step < MOST_TICKS);
    assert(a->log || !a->zero);
}
#endif

kf_axis kf_axis_for(double least, double most, bool from_zero, bool whole)
{
    assert(isfinite(least) && isfinite(most) && least <= most);
    if (from_zero) least = fmin(least, 0);
    if (most - least < TINY) { /* one value: in the middle, or at the head */
        double room = from_zero || fabs(least) < TINY ? 1 : fabs(least) * 0.05;
        if (!from_zero) least -= room;
        most += room;
    }
    double step = nice_step(fmax((most - least) / TICKS, fmax(fabs(least), fabs(most)) * 1e-12));
    if (whole && step < 1) step = 1;
    kf_axis a = { .least = floor(least / step + 1e-9) * step,
                  .most = ceil(most / step - 1e-9) * step,
                  .step = step };
    KF_CHECK(kf_axis_check(&a));
    return a;
}

kf_axis kf_axis_log(double least, double most, bool zero)
{
    assert(least > 0 && least <= most && isfinite(most));
    double low = floor(log10(least) + 1e-9) - (zero ? 1 : 0), high = ceil(log10(most) - 1e-9);
    if (high <= low) high = low + 1;
    kf_axis a = {
        .least = low, .most = high, .step = ceil((high - low) / TICKS), .log = true, .zero = zero
    };
    KF_CHECK(kf_axis_check(&a));
    return a;
}

double kf_axis_place(const kf_axis *a, double value)
{
    if (a->log) value = value > 0 ? log10(value) : a->least;
    double place = (value - a->least) / (a->most - a->least);
    return place < 0 ? 0 : place > 1 ? 1 : place;
}

uint32_t kf_axis_ticks(const kf_axis *a)
{
    return (uint32_t)floor((a->most - a->least) / a->step + 1e-6) + 1;
}

double kf_axis_tick(const kf_axis *a, uint32_t tick)
{
    assert(tick < kf_axis_ticks(a));
    double at = a->least + a->step * tick;
    if (a->log) return a->zero && tick == 0 ? 0 : pow(10, at);
    return fabs(at) < a->step * 1e-6 ? 0 : at;
}

/* As many digits as tell ticks apart; large ones in thousands, millions and so on. */
void kf_axis_label(kf_text *to, const kf_axis *a, uint32_t tick)
{
    static const char units[] = " kMGT";
    double value = kf_axis_tick(a, tick), size = a->log ? value : a->step;
    double most = a->log ? value : fmax(fabs(a->least), fabs(a->most));
    int unit = 0;
    while (unit < 4 && most >= 1e4 && size >= 10) {
        value /= 1000;
        most /= 1000;
        size /= 1000;
        unit++;
    }
    double digits = size > 0 ? pow(10, fmax(0, ceil(-log10(size) - 1e-9))) : 1;
    value = isfinite(digits) && digits < 1e15 ? round(value * digits) / digits : value;
    kf_text_add_number(to, value + 0.0);
    if (unit > 0 && value != 0) kf_text_addc(to, units[unit]);
}

uint32_t kf_axis_width(const kf_axis *a, kf_mem *mem)
{
    size_t widest = 0;
    kf_text label;
    kf_text_init(&label, mem);
    for (uint32_t i = 0; i < kf_axis_ticks(a); i++) {
        kf_text_clear(&label);
        kf_axis_label(&label, a, i);
        if (label.n > widest) widest = label.n;
    }
    kf_text_free(&label);
    return (uint32_t)widest;
}

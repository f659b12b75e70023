/* dyadic.c -- exact sums in fixed point; see dyadic.h. */
#include "verify/dyadic.h"

#include "base/check.h"

#include <math.h>

enum { LEAST_EXPONENT = -1074, MANTISSA = 53, LIMB = 64 };

/* ---- Adding --------------------------------------------------------------------------------- */

/* The top limb holds the sign and nothing else. */
void kf_dyadic_check(const kf_dyadic *d)
{
    (void)d;
#ifndef NDEBUG
    uint64_t top = d->limb[KF_DYADIC_LIMBS - 1];
    assert(top == 0 || top == UINT64_MAX);
#endif
}

static void carry_up(kf_dyadic *d, size_t at, bool carry)
{
    for (; carry && at < KF_DYADIC_LIMBS; at++) carry = ++d->limb[at] == 0;
}

static void borrow_up(kf_dyadic *d, size_t at, bool borrow)
{
    for (; borrow && at < KF_DYADIC_LIMBS; at++) borrow = d->limb[at]-- == 0;
}

static bool add_limb(uint64_t *to, uint64_t x, bool carry)
{
    uint64_t sum = *to + x, with = sum + carry;
    bool out = sum < x || with < sum;
    *to = with;
    return out;
}

static bool subtract_limb(uint64_t *from, uint64_t x, bool borrow)
{
    uint64_t rest = *from - x, with = rest - borrow;
    bool out = *from < x || rest < (uint64_t)borrow;
    *from = with;
    return out;
}

/* mantissa * times as three limbs, shifted to where the exponent says. */
static size_t place(double value, uint64_t times, uint64_t limbs[3])
{
    int exponent;
    uint64_t mantissa = (uint64_t)ldexp(frexp(value, &exponent), MANTISSA);
    exponent -= MANTISSA;
    if (exponent < LEAST_EXPONENT) { /* a subnormal number: its last bits are zero */
        mantissa >>= LEAST_EXPONENT - exponent;
        exponent = LEAST_EXPONENT;
    }
    unsigned shift = (unsigned)(exponent - LEAST_EXPONENT), bits = shift % LIMB;
    uint64_t low = (uint32_t)mantissa, high = mantissa >> 32; /* 64 x 53 bits by halves */
    uint64_t a = low * (uint32_t)times, b = low * (times >> 32);
    uint64_t c = high * (uint32_t)times, d = high * (times >> 32);
    uint64_t middle = (a >> 32) + (uint32_t)b + (uint32_t)c;
    uint64_t first = middle << 32 | (uint32_t)a,
             second = d + (b >> 32) + (c >> 32) + (middle >> 32);
    limbs[0] = first << bits;
    limbs[1] = bits ? second << bits | first >> (LIMB - bits) : second;
    limbs[2] = bits ? second >> (LIMB - bits) : 0;
    return shift / LIMB;
}

static void add(kf_dyadic *d, double value, uint64_t times, bool minus)
{
    uint64_t limbs[3];
    assert(isfinite(value));
    if (value == 0 || times == 0) return;
    size_t at = place(fabs(value), times, limbs);
    bool over = false;
    if ((value < 0) != minus) {
        for (size_t i = 0; i < 3; i++) over = subtract_limb(&d->limb[at + i], limbs[i], over);
        borrow_up(d, at + 3, over);
    } else {
        for (size_t i = 0; i < 3; i++) over = add_limb(&d->limb[at + i], limbs[i], over);
        carry_up(d, at + 3, over);
    }
    KF_CHECK(kf_dyadic_check(d));
}

void kf_dyadic_add(kf_dyadic *d, double value, uint64_t times)
{
    add(d, value, times, false);
}

void kf_dyadic_subtract(kf_dyadic *d, double value, uint64_t times)
{
    add(d, value, times, true);
}

void kf_dyadic_join(kf_dyadic *d, const kf_dyadic *other)
{
    bool carry = false;
    for (size_t i = 0; i < KF_DYADIC_LIMBS; i++)
        carry = add_limb(&d->limb[i], other->limb[i], carry);
    KF_CHECK(kf_dyadic_check(d));
}

void kf_dyadic_negate(kf_dyadic *d)
{
    for (size_t i = 0; i < KF_DYADIC_LIMBS; i++) d->limb[i] = ~d->limb[i];
    carry_up(d, 0, true);
}

/* ---- Reading -------------------------------------------------------------------------------- */

int kf_dyadic_sign(const kf_dyadic *d)
{
    if (d->limb[KF_DYADIC_LIMBS - 1] >> (LIMB - 1)) return -1;
    for (size_t i = 0; i < KF_DYADIC_LIMBS; i++)
        if (d->limb[i]) return 1;
    return 0;
}

int kf_dyadic_compare(const kf_dyadic *a, const kf_dyadic *b)
{
    kf_dyadic difference = *b;
    kf_dyadic_negate(&difference);
    kf_dyadic_join(&difference, a);
    return kf_dyadic_sign(&difference);
}

/* Of a positive number: up to MANTISSA bits from the highest one on; *more: there are others. */
static double leading_bits(const kf_dyadic *d, bool *more)
{
    size_t top = KF_DYADIC_LIMBS - 1;
    assert(kf_dyadic_sign(d) > 0);
    while (d->limb[top] == 0) top--;
    int bits = 0; /* of the top limb */
    while (bits < LIMB && d->limb[top] >> bits) bits++;
    int first = (int)top * LIMB + bits - MANTISSA; /* the lowest bit that fits */
    if (first < 0) first = 0;
    size_t limb = (size_t)first / LIMB;
    unsigned shift = (unsigned)first % LIMB;
    uint64_t mantissa = d->limb[limb] >> shift;
    if (shift && limb < top) mantissa |= d->limb[limb + 1] << (LIMB - shift);
    mantissa &= (UINT64_C(1) << MANTISSA) - 1;
    *more = shift && d->limb[limb] << (LIMB - shift);
    for (size_t i = 0; i < limb; i++) *more |= d->limb[i] != 0;
    return ldexp((double)mantissa, first + LEAST_EXPONENT);
}

double kf_dyadic_floor(const kf_dyadic *d)
{
    int sign = kf_dyadic_sign(d);
    bool more = false;
    if (sign == 0) return 0;
    if (sign > 0) {
        double value = leading_bits(d, &more);
        return isinf(value) ? nextafter(INFINITY, 0) : value;
    }
    kf_dyadic positive = *d;
    kf_dyadic_negate(&positive);
    double value = -leading_bits(&positive, &more);
    return more ? nextafter(value, -INFINITY) : value;
}

double kf_dyadic_ceil(const kf_dyadic *d)
{
    kf_dyadic negative = *d;
    kf_dyadic_negate(&negative);
    return 0.0 - kf_dyadic_floor(&negative);
}

/* ---- Rounding to multiples ------------------------------------------------------------------ */

/* Whole multiples of 2^bits units; *rest: that is not all of it. */
static void shift_down(kf_dyadic *d, unsigned bits, bool *rest)
{
    size_t limbs = bits / LIMB;
    unsigned part = bits % LIMB;
    *rest = false;
    for (size_t i = 0; i < limbs; i++) *rest |= d->limb[i] != 0;
    *rest |= part > 0 && (d->limb[limbs] << (LIMB - part)) != 0;
    for (size_t i = 0; i < KF_DYADIC_LIMBS; i++) {
        uint64_t low = i + limbs < KF_DYADIC_LIMBS ? d->limb[i + limbs] : 0;
        uint64_t high = i + limbs + 1 < KF_DYADIC_LIMBS ? d->limb[i + limbs + 1] : 0;
        d->limb[i] = part ? low >> part | high << (LIMB - part) : low;
    }
}

static void shift_up(kf_dyadic *d, unsigned bits)
{
    size_t limbs = bits / LIMB;
    unsigned part = bits % LIMB;
    for (size_t i = KF_DYADIC_LIMBS; i-- > 0;) {
        uint64_t high = i >= limbs ? d->limb[i - limbs] : 0;
        uint64_t low = i > limbs ? d->limb[i - limbs - 1] : 0;
        d->limb[i] = part ? high << part | low >> (LIMB - part) : high;
    }
}

/* What is left of it, as a whole number, by a divisor below 2^53: byte by byte, nothing
 * overflows. */
static uint64_t modulo(const kf_dyadic *d, uint64_t divisor)
{
    uint64_t rest = 0;
    for (size_t i = KF_DYADIC_LIMBS; i-- > 0;)
        for (int byte = LIMB / 8; byte-- > 0;)
            rest = (rest << 8 | (d->limb[i] >> (8 * byte) & 0xff)) % divisor;
    return rest;
}

static void add_whole(kf_dyadic *d, uint64_t x)
{
    carry_up(d, 1, add_limb(&d->limb[0], x, false));
}

void kf_dyadic_round_up(kf_dyadic *d, uint64_t odd, int exponent)
{
    unsigned bits = (unsigned)(exponent - LEAST_EXPONENT);
    bool rest;
    assert(kf_dyadic_sign(d) >= 0 && exponent >= LEAST_EXPONENT);
    assert(odd > 0 && odd < UINT64_C(1) << MANTISSA);
    shift_down(d, bits, &rest);
    add_whole(d, rest);
    uint64_t left = modulo(d, odd);
    if (left > 0) add_whole(d, odd - left);
    assert(modulo(d, odd) == 0);
    shift_up(d, bits);
}

/* ---- Sums from below ------------------------------------------------------------------------ */

/* What a + b loses in `sum` (Knuth, TAOCP 2, 4.2.2): exact. */
static double lost(double a, double b, double sum)
{
    double part = sum - a;
    return (a - (sum - part)) + (b - part);
}

void kf_low_add(kf_low *s, double term)
{
    assert(term >= 0 && isfinite(term));
    double high = s->high + term, rest = lost(s->high, term, high);
    double low = s->low + rest;
    if (!isfinite(high)) return;
    if (lost(s->low, rest, low) < 0) low = nextafter(low, -INFINITY);
    s->high = high;
    s->low = low;
}

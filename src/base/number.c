/* number.c -- decimal numbers from and to text, independent of the locale.
 *
 * Reading: a mantissa below 2^53 and a power of ten up to 22 are both exact doubles, so one
 * multiplication or division rounds correctly (Clinger 1990). What has up to 19 digits, some of
 * them behind the point, as the 17 of a weight are, is a quotient of integers, rounded by its
 * remainder. Everything else is handed to strtod as an integer with an exponent: without a decimal
 * point the locale has no say. 768 digits decide any rounding to double; what follows them only
 * matters as zero or not zero.
 *
 * Writing: 15 digits are enough for most numbers, 17 for all. */
#include "base/text.h"

#include "base/check.h"

#include <errno.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_DIGITS = 780, /* significant digits that are looked at */
    EXACT_POWER = 22,  /* 10^22 is the largest power of ten that is a double */
    MOST_DIVISOR = 27, /* 5^27 is the largest power of five below 2^64 */
    NUMBER_SIZE = 40   /* room for a printed double */
};

static const double powers[EXACT_POWER + 1] = { 1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                                1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                                1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22 };

/* The parts of a number's text. Its value is the digits of both runs, read as one integer, times
 * ten to the power of `exponent`. */
typedef struct parts {
    bool negative;
    kf_str whole, fraction;
    int64_t exponent;
} parts;

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static kf_str digit_run(kf_str text, size_t from)
{
    size_t end = from;
    while (end < text.n && is_digit(text.at[end])) end++;
    return (kf_str){ text.at + from, end - from };
}

/* The exponent after the mantissa, if there is one; returns the bytes used. It is held far from
 * overflow, and far beyond what any number of digits could make up for. */
static size_t split_exponent(kf_str text, size_t from, int64_t *exponent)
{
    const int64_t huge = INT64_C(1000000000000000000);
    size_t at = from;
    if (at == text.n || (text.at[at] != 'e' && text.at[at] != 'E')) return 0;
    at++;
    bool negative = at < text.n && text.at[at] == '-';
    if (at < text.n && (text.at[at] == '-' || text.at[at] == '+')) at++;
    kf_str digits = digit_run(text, at);
    if (digits.n == 0) return 0;
    int64_t value = 0;
    for (size_t i = 0; i < digits.n; i++) {
        if (value < huge / 10) value = 10 * value + (digits.at[i] - '0');
        else value = huge;
    }
    *exponent = negative ? -value : value;
    return at + digits.n - from;
}

/* Returns the bytes used, 0 if there is no number. */
static size_t split(kf_str text, parts *out)
{
    size_t at = 0;
    *out = (parts){ 0 };
    if (text.n == 0) return 0;
    if (text.at[0] == '-' || text.at[0] == '+') {
        out->negative = text.at[0] == '-';
        at = 1;
    }
    out->whole = digit_run(text, at);
    at += out->whole.n;
    if (at < text.n && text.at[at] == '.') {
        out->fraction = digit_run(text, at + 1);
        if (out->whole.n + out->fraction.n > 0) at += 1 + out->fraction.n;
    }
    if (out->whole.n + out->fraction.n == 0) return 0;
    at += split_exponent(text, at, &out->exponent);
    out->exponent -= (int64_t)out->fraction.n;
    return at;
}

/* Significant digits, and what becomes of the power of ten when some are left out. */
typedef struct digits {
    char at[MOST_DIGITS + 32]; /* ... and room for a sticky digit and an exponent */
    size_t n;
    size_t dropped; /* digits after the last one kept */
    bool sticky;    /* one of those was not 0 */
} digits;

static void collect(digits *out, kf_str run)
{
    size_t i = 0;
    if (out->n == 0) {
        while (i < run.n && run.at[i] == '0') i++;
    }
    size_t kept = run.n - i < MOST_DIGITS - out->n ? run.n - i : MOST_DIGITS - out->n;
    if (kept > 0) memcpy(out->at + out->n, run.at + i, kept);
    out->n += kept;
    out->dropped += run.n - i - kept;
    for (i += kept; i < run.n && !out->sticky; i++) out->sticky = run.at[i] != '0';
}

static double read_slowly(const parts *from)
{
    digits kept = { .n = 0 };
    collect(&kept, from->whole);
    collect(&kept, from->fraction);
    if (kept.n == 0) return 0.0;
    int64_t exponent = from->exponent + (int64_t)kept.dropped;
    if (kept.sticky) {
        kept.at[kept.n++] = '1';
        exponent--;
    }
    int64_t magnitude = exponent + (int64_t)kept.n; /* value is in [10^(m-1), 10^m) */
    if (magnitude > 310) return HUGE_VAL;
    if (magnitude < -330) return 0.0;
    (void)snprintf(kept.at + kept.n, sizeof kept.at - kept.n, "e%d", (int)exponent);
    int saved = errno;
    double value = strtod(kept.at, NULL);
    errno = saved;
    return value;
}

/* The digits as one integer; false: there are more than surely fit. */
static bool read_mantissa(const parts *from, uint64_t *mantissa)
{
    enum { SURELY = 19 };
    size_t zeros = 0;
    if (from->whole.n > SURELY || from->fraction.n > 2 * SURELY) return false;
    *mantissa = 0;
    for (size_t i = 0; i < from->whole.n; i++)
        *mantissa = 10 * *mantissa + (uint64_t)(from->whole.at[i] - '0');
    while (*mantissa == 0 && zeros < from->fraction.n && from->fraction.at[zeros] == '0') zeros++;
    if ((*mantissa ? from->whole.n : 0) + from->fraction.n - zeros > SURELY) return false;
    for (size_t i = zeros; i < from->fraction.n; i++)
        *mantissa = 10 * *mantissa + (uint64_t)(from->fraction.at[i] - '0');
    return true;
}

#ifdef __SIZEOF_INT128__
__extension__ typedef unsigned __int128 wide;

/* mantissa / 10^n, 0 < n <= MOST_DIVISOR, correctly rounded: the quotient of mantissa * 2^shift and
 * 5^n has 64 bits or more, and its remainder tells what lies beyond them. No such number is
 * subnormal or overflows. */
static double divide(uint64_t mantissa, int n)
{
    uint64_t divisor = 1;
    for (int i = 0; i < n; i++) divisor *= 5;
    assert(mantissa > 0 && n > 0 && n <= MOST_DIVISOR);
    int shift = 64 + __builtin_clzll(mantissa);
    wide whole = (wide)mantissa << shift, quotient = whole / divisor;
    bool beyond = quotient * divisor != whole;
    int bits = 128 - __builtin_clzll((uint64_t)(quotient >> 64));
    assert(quotient >> 64 != 0 && bits > DBL_MANT_DIG);
    int dropped = bits - DBL_MANT_DIG;
    uint64_t kept = (uint64_t)(quotient >> dropped);
    wide rest = quotient & (((wide)1 << dropped) - 1), half = (wide)1 << (dropped - 1);
    if (rest > half || (rest == half && (beyond || (kept & 1)))) kept++;
    return ldexp((double)kept, dropped - shift - n);
}
#endif

/* False when none of the quick ways is surely right. */
static bool read_quickly(const parts *from, double *value)
{
    uint64_t mantissa;
    if (from->exponent < -MOST_DIVISOR || from->exponent > EXACT_POWER) return false;
    if (!read_mantissa(from, &mantissa)) return false;
#if FLT_EVAL_METHOD == 0
    if (mantissa <= UINT64_C(1) << 53 && from->exponent >= -EXACT_POWER) {
        *value = from->exponent < 0 ? (double)mantissa / powers[-from->exponent]
                                    : (double)mantissa * powers[from->exponent];
        return true;
    }
#else
    (void)powers;
#endif
#ifdef __SIZEOF_INT128__
    if (mantissa > 0 && from->exponent < 0) {
        *value = divide(mantissa, -(int)from->exponent);
        return true;
    }
#endif
    return false;
}

size_t kf_number_scan(kf_str text, double *value)
{
    parts found;
    double result;
    size_t used = split(text, &found);
    if (used == 0) return 0;
    if (!read_quickly(&found, &result)) result = read_slowly(&found);
    *value = found.negative ? -result : result;
    return used;
}

bool kf_number_is_pointed(kf_str text, double value)
{
    return value == floor(value) && memchr(text.at, '.', text.n);
}

bool kf_number_read(kf_str text, double *value)
{
    double result;
    if (text.n == 0 || kf_number_scan(text, &result) != text.n) return false;
    *value = result;
    return true;
}

bool kf_integer_read(kf_str text, int64_t *value)
{
    bool negative = text.n > 0 && text.at[0] == '-';
    size_t at = text.n > 0 && (text.at[0] == '-' || text.at[0] == '+');
    uint64_t most = (uint64_t)INT64_MAX + negative;
    uint64_t magnitude = 0;
    if (at == text.n) return false;
    for (; at < text.n; at++) {
        if (!is_digit(text.at[at])) return false;
        uint64_t digit = (uint64_t)(text.at[at] - '0');
        if (magnitude > (most - digit) / 10) return false;
        magnitude = 10 * magnitude + digit;
    }
    *value = !negative ? (int64_t)magnitude : magnitude == 0 ? 0 : -(int64_t)(magnitude - 1) - 1;
    return true;
}

/* Printed by "%g" in some locale, in place: its decimal point becomes ".", and the exponent
 * loses its plus sign and leading zeros. */
static size_t tidy(char *at)
{
    char *to = at, *from = at;
    while (*from && *from != 'e') {
        if (is_digit(*from) || *from == '-') {
            *to++ = *from++;
        } else {
            *to++ = '.';
            while (*from && *from != 'e' && !is_digit(*from)) from++;
        }
    }
    if (*from == 'e') {
        *to++ = *from++;
        if (*from == '-') *to++ = '-';
        while (*from == '-' || *from == '+' || *from == '0') from++;
        while (*from) *to++ = *from++;
    }
    *to = '\0';
    return (size_t)(to - at);
}

/* The fewest digits that read back as the same value; returns the length. */
static size_t shortest(char at[NUMBER_SIZE], double value)
{
    /* Below the normal range fewer than 15 digits may be enough. */
    int precision = value != 0 && fabs(value) < DBL_MIN ? 1 : 15;
    for (;; precision++) {
        double again = 0;
        (void)snprintf(at, NUMBER_SIZE, "%.*g", precision, value);
        size_t n = tidy(at);
        if (precision == 17 || (kf_number_read((kf_str){ at, n }, &again) && again == value)) {
            return n;
        }
    }
}

#ifndef NDEBUG
static void check_reads_back(kf_str text, double value)
{
    double again = 0;
    assert(kf_number_read(text, &again) && again == value);
}
#endif

void kf_text_add_number(kf_text *text, double value)
{
    char at[NUMBER_SIZE];
    if (isnan(value)) {
        kf_text_add(text, KF_STR("nan"));
        return;
    }
    if (isinf(value)) {
        kf_text_add(text, value > 0 ? KF_STR("inf") : KF_STR("-inf"));
        return;
    }
    size_t n = shortest(at, value);
    if (fabs(value) >= 1e15 && fabs(value) < 1e17 && (double)(int64_t)value == value) {
        /* A whole number of 16 or 17 digits: all of them can be shorter than an exponent. */
        char whole[NUMBER_SIZE];
        size_t whole_n = (size_t)snprintf(whole, sizeof whole, "%.0f", value);
        if (whole_n < n) memcpy(at, whole, n = whole_n);
    }
    KF_CHECK(check_reads_back((kf_str){ at, n }, value));
    kf_text_add(text, (kf_str){ at, n });
}

double kf_number_rounded(double number, int most)
{
    char text[NUMBER_SIZE];
    assert(most >= 1 && most <= 17);
    if (number == 0 || !isfinite(number) || fabs(number) >= 1e15) return number;
    int power = most - 1 - (int)floor(log10(fabs(number)));
    double whole = number * pow(10, power), rounded = number;
    if (!isfinite(whole) || fabs(whole) > 1e17) return number;
    int n = snprintf(text, sizeof text, "%llde%d", (long long)round(whole), -power);
    return kf_number_read((kf_str){ text, (size_t)n }, &rounded) ? rounded : number;
}

double kf_number_shown(double number)
{
    double size = fabs(number);
    return kf_number_rounded(number, size < 1e8 ? 10 : size < 1e12 ? (int)log10(size) + 3 : 15);
}

double kf_score_shown(double score, double cost)
{
    return kf_sum_shown(score, isfinite(cost) ? 100 * fabs(cost) : 0);
}

double kf_sum_shown(double sum, double scale)
{
    assert(scale >= 0);
    return fabs(sum) < 1e-14 * fmax(scale, 0.1) ? 0 : kf_number_shown(sum);
}

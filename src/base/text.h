/* text.h -- growing text, numbers to text and back, UTF-8. Independent of the locale. */
#ifndef KF_TEXT_H
#define KF_TEXT_H

#include "base/mem.h"

#include <stdarg.h>

/* Text under construction. A refused allocation is remembered in `failed` and later calls do
 * nothing, so one test at the end is enough. `at` is always terminated once anything is added. */
typedef struct kf_text {
    kf_mem *mem;
    char *at;
    size_t n, cap;
    bool failed;
} kf_text;

void kf_text_init(kf_text *, kf_mem *);
void kf_text_free(kf_text *);        /* empty and usable again, `failed` forgotten */
void kf_text_clear(kf_text *);       /* empty; the room is kept, `failed` is remembered */
void kf_text_add(kf_text *, kf_str); /* not of this very text */
void kf_text_addc(kf_text *, char);
/* Not for floating point, which printf writes as the locale wants it: kf_text_add_number. */
void kf_text_addf(kf_text *, const char *format, ...) __attribute__((format(printf, 2, 3)));
void kf_text_addv(kf_text *, const char *format, va_list);
/* The shortest decimal that reads back as the same double: 1.5, -0.001, 1e-30, inf, -inf, nan. */
void kf_text_add_number(kf_text *, double);
/* For people to read: the double nearest to so many digits; to 10, but large numbers to the
 * hundredth; a sum, which is 0 where only rounding is left of amounts as large as `scale`. */
double kf_number_rounded(double, int digits);
double kf_number_shown(double);
double kf_sum_shown(double sum, double scale);
/* The same of a score: what is gained, less the cost; both are sums of perhaps millions. */
double kf_score_shown(double score, double cost);
/* In double quotes with \" \\ \n \t \r \uXXXX (for other bytes below 0x20 and 0x7f). */
void kf_text_add_quoted(kf_text *, kf_str);
kf_str kf_text_get(const kf_text *); /* borrowed */
void kf_text_check(const kf_text *); /* asserts: it is terminated within its room */

/* Reads a decimal number ([+-] digits [. digits] [e [+-] digits], also ".5" and "5.") at the
 * start of the slice. Returns the bytes used, 0 if there is no number. Correctly rounded.
 * Out of range gives +-HUGE_VAL (and tiny ones 0): the caller decides whether that is an error. */
size_t kf_number_scan(kf_str, double *value);
/* The whole slice is one number / one integer that fits. */
bool kf_number_read(kf_str, double *value);
/* Is this whole number written with a point, as 3.0? */
bool kf_number_is_pointed(kf_str, double value);
bool kf_integer_read(kf_str, int64_t *value);

/* Decodes one code point; returns its length 1..4, or 0 if the bytes are not valid UTF-8. */
size_t kf_utf8_decode(kf_str, uint32_t *code);
size_t kf_utf8_encode(uint32_t code, char out[4]); /* length; 0 for surrogates and > 10FFFF */
/* Where the first invalid byte is, or n. Fast on ASCII. */
size_t kf_utf8_check(const char *at, size_t n);

#endif

/* columns.c -- aligned columns, and numbers as people read them; see columns.h. */
#include "report/print/columns.h"

#include <assert.h>
#include <math.h>

void kf_columns_open(kf_text_columns *c, kf_mem *mem, size_t n, unsigned right)
{
    assert(n > 0 && n <= KF_MOST_COLUMNS && right >> n == 0);
    *c = (kf_text_columns){ .n = n, .right = right };
    kf_text_init(&c->cells, mem);
}

void kf_cell_end(kf_text_columns *c)
{
    assert(c->cells.failed || c->ends.n == 0 || c->ends.at[c->ends.n - 1] <= c->cells.n);
    if (!kf_vec_push(c->cells.mem, &c->ends, c->cells.n)) c->cells.failed = true;
}

void kf_cell(kf_text_columns *c, kf_str text)
{
    kf_text_add(&c->cells, text);
    kf_cell_end(c);
}

static size_t characters(kf_str s) /* of UTF-8 */
{
    size_t n = 0;
    for (size_t i = 0; i < s.n; i++) n += ((unsigned char)s.at[i] & 0xc0) != 0x80;
    return n;
}

static kf_str cell_text(const kf_text_columns *c, size_t i)
{
    size_t from = i > 0 ? c->ends.at[i - 1] : 0;
    return (kf_str){ c->cells.at + from, c->ends.at[i] - from };
}

/* The last column is not padded unless it stands to the right; empty ones take no room. */
void kf_cell_count(kf_text_columns *c, uint64_t n)
{
    kf_text_addf(&c->cells, "%llu", (unsigned long long)n);
    kf_cell_end(c);
}

void kf_columns_close(kf_text_columns *c, kf_text *to)
{
    size_t width[KF_MOST_COLUMNS] = { 0 };
    assert(c->cells.failed || c->ends.n % c->n == 0); /* whole rows */
    if (c->cells.failed) to->failed = true;
    for (size_t i = 0; i < c->ends.n && !to->failed; i++) {
        size_t n = characters(cell_text(c, i));
        if (n > width[i % c->n]) width[i % c->n] = n;
    }
    size_t gap = 0; /* blanks owed before the next cell that is not empty */
    for (size_t i = 0; i < c->ends.n && !to->failed; i++) {
        kf_str s = cell_text(c, i);
        size_t column = i % c->n, rest = width[column] - characters(s);
        bool right = c->right >> column & 1;
        if (column == 0) gap = 2;
        if (right) gap += rest;
        if (s.n > 0) {
            for (; gap > 0; gap--) kf_text_addc(to, ' ');
        }
        kf_text_add(to, s);
        if (width[column] > 0) gap += (right ? 0 : rest) + 2;
        if (column + 1 == c->n) kf_text_addc(to, '\n');
    }
    kf_vec_free(c->cells.mem, &c->ends);
    kf_text_free(&c->cells);
}

/* ---- Numbers ------------------------------------------------------------------------------ */

void kf_add_count(kf_text *to, uint64_t n)
{
    char digits[32];
    int length = 0;
    do digits[length++] = (char)('0' + n % 10);
    while ((n /= 10) > 0);
    while (length-- > 0) {
        kf_text_addc(to, digits[length]);
        if (length > 0 && length % 3 == 0) kf_text_addc(to, ',');
    }
}

/* Two digits and a power of ten. */
static void add_power(kf_text *to, double x)
{
    int exponent = (int)floor(log10(x));
    double tenths = nearbyint(x / pow(10, exponent - 1));
    if (tenths >= 100) {
        tenths /= 10;
        exponent++;
    }
    kf_text_add_number(to, tenths / 10);
    kf_text_addf(to, "e%d", exponent);
}

void kf_add_large(kf_text *to, double x)
{
    assert(x >= 0);
    if (x < 9.2e18) kf_add_count(to, (uint64_t)nearbyint(x));
    else if (isinf(x)) kf_text_add(to, KF_STR("more than 1e308"));
    else add_power(to, x);
}

void kf_add_bytes(kf_text *to, double x)
{
    static const char *const units[] = { "B", "KB", "MB", "GB", "TB", "PB" };
    size_t unit = 0;
    double n = x;
    assert(x >= 0);
    while (n >= 999.5 && unit + 1 < KF_LENGTH(units)) {
        n /= 1024;
        unit++;
    }
    if (n >= 999.5) {
        kf_add_large(to, x);
        unit = 0;
    } else {
        kf_text_add_number(to, n < 10 ? nearbyint(n * 10) / 10 : nearbyint(n));
    }
    kf_text_addf(to, " %s", units[unit]);
}

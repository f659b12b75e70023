/* str.c -- slices: equality, order, edit distance for "did you mean", and errno in words. */
#include "base/base.h"

#include <errno.h>
#include <string.h>

enum { LONGEST_COMPARED = 64, MOST_EDITS = 3 };

static unsigned char lower(char c)
{
    return (unsigned char)(c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c);
}

kf_str kf_str_of(const char *text)
{
    return text ? (kf_str){ text, strlen(text) } : (kf_str){ "", 0 };
}

bool kf_str_eq(kf_str a, kf_str b)
{
    return a.n == b.n && (a.n == 0 || memcmp(a.at, b.at, a.n) == 0);
}

bool kf_str_eq_nocase(kf_str a, kf_str b)
{
    if (a.n != b.n) return false;
    for (size_t i = 0; i < a.n; i++) {
        if (lower(a.at[i]) != lower(b.at[i])) return false;
    }
    return true;
}

int kf_str_cmp(kf_str a, kf_str b)
{
    size_t n = a.n < b.n ? a.n : b.n;
    int order = n == 0 ? 0 : memcmp(a.at, b.at, n);
    if (order != 0) return order < 0 ? -1 : 1;
    return (a.n > b.n) - (a.n < b.n);
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static char byte_at(kf_str s, size_t i)
{
    return i < s.n ? s.at[i] : '\0';
}

static size_t end_of_digits(kf_str s, size_t i)
{
    while (is_digit(byte_at(s, i))) i++;
    return i;
}

/* The order of two texts whose bytes are the same up to i. Digits are a number unless they begin
 * with 0 or stand behind a point; both have the same ones before i. */
static int order_at(kf_str a, kf_str b, size_t i)
{
    size_t start = i;
    while (start > 0 && is_digit(a.at[start - 1])) start--;
    char first = byte_at(a, start), second = byte_at(b, start);
    bool numbers = is_digit(first) && is_digit(second) && first != '0' && second != '0'
                   && (start == 0 || a.at[start - 1] != '.');
    size_t m = numbers ? end_of_digits(a, i) : 0, n = numbers ? end_of_digits(b, i) : 0;
    if (m != n) return m < n ? -1 : 1;
    return (unsigned char)byte_at(a, i) < (unsigned char)byte_at(b, i) ? -1 : 1;
}

int kf_str_order(kf_str a, kf_str b)
{
    size_t i = 0;
    while (i < a.n && i < b.n && a.at[i] == b.at[i]) i++;
    return i == a.n && i == b.n ? 0 : order_at(a, b, i);
}

static unsigned least(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

/* Optimal string alignment: no part of the text is edited twice. Three rows of the table are
 * alive at any time, because a swap looks two rows back. */
unsigned kf_str_distance(kf_str a, kf_str b, unsigned max)
{
    unsigned rows[3][LONGEST_COMPARED + 1];
    unsigned *before = rows[0], *above = rows[1], *row = rows[2];
    if (a.n > LONGEST_COMPARED || b.n > LONGEST_COMPARED) return max + 1;
    if ((a.n > b.n ? a.n - b.n : b.n - a.n) > max) return max + 1;
    for (unsigned j = 0; j <= b.n; j++) before[j] = above[j] = j;
    for (unsigned i = 1; i <= a.n; i++) {
        unsigned char x = lower(a.at[i - 1]);
        unsigned row_least = row[0] = i;
        for (unsigned j = 1; j <= b.n; j++) {
            unsigned char y = lower(b.at[j - 1]);
            unsigned cost = above[j - 1] + (x != y);
            cost = least(cost, least(above[j], row[j - 1]) + 1);
            if (i > 1 && j > 1 && x == lower(b.at[j - 2]) && lower(a.at[i - 2]) == y) {
                cost = least(cost, before[j - 2] + 1);
            }
            row[j] = cost;
            row_least = least(row_least, cost);
        }
        /* A swap may still start from the row above, hence both rows. */
        if (row_least > max) {
            unsigned above_least = above[0];
            for (unsigned j = 1; j <= b.n; j++) above_least = least(above_least, above[j]);
            if (above_least >= max) return max + 1;
        }
        unsigned *oldest = before;
        before = above;
        above = row;
        row = oldest;
    }
    return above[b.n] <= max ? above[b.n] : max + 1;
}

/* A third of the wanted text may differ, and never all of the shorter one: "x" is not like "y". */
/* 14 is no misspelt 10. */
static bool is_number(kf_str s)
{
    return end_of_digits(s, 0) == s.n;
}

void kf_nearest_try(kf_nearest *nearest, kf_str candidate)
{
    kf_str wanted = nearest->wanted;
    if (wanted.n == 0 || candidate.n == 0 || kf_str_eq(wanted, candidate)) return;
    if (is_number(wanted) && is_number(candidate)) return;
    size_t shorter = wanted.n < candidate.n ? wanted.n : candidate.n;
    unsigned max = wanted.n < 6 ? 1 : wanted.n < 9 ? 2 : MOST_EDITS;
    if (max >= shorter) max = (unsigned)shorter - 1;
    if (nearest->best.n > 0) {
        if (nearest->distance == 0) return;
        max = least(max, nearest->distance - 1); /* the first of equals stays */
    }
    unsigned distance = kf_str_distance(wanted, candidate, max);
    if (distance > max) return;
    nearest->best = candidate;
    nearest->distance = distance;
}

kf_str kf_str_next_item(const char **list)
{
    *list += strspn(*list, ", \t");
    kf_str item = { *list, strcspn(*list, ",") };
    *list += item.n;
    while (item.n > 0 && (item.at[item.n - 1] == ' ' || item.at[item.n - 1] == '\t')) item.n--;
    return item;
}

const char *kf_system_error(int error)
{
    switch (error) {
    case ENOENT: return "no such file or directory";
    case EACCES: return "permission denied";
    case EPERM: return "operation not permitted";
    case EISDIR: return "is a directory";
    case ENOTDIR: return "a part of the path is not a directory";
    case ENAMETOOLONG: return "the name is too long";
    case ELOOP: return "too many levels of symbolic links";
    case EROFS: return "the file system is read-only";
    case ENOSPC: return "no space left on the device";
    case EDQUOT: return "the disk quota is used up";
    case EFBIG: return "the file is too large";
    case EMFILE:
    case ENFILE: return "too many open files";
    case EPIPE: return "broken pipe";
    case EBADF: return "it is closed";
    case EIO: return "input/output error";
    case ENOMEM: return "out of memory";
    default: return strerror(error);
    }
}

/* suggest.c -- "did you mean": the nearest of some candidates by edit distance. */
#include "cli.h"

#include <string.h>

enum { LONGEST = 40 };

static unsigned least(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

/* Insertions, deletions and replacements; two rows of the usual table. */
static unsigned distance(const char *a, size_t n, const char *b, size_t m)
{
    unsigned rows[2][LONGEST + 1];
    if (n > LONGEST || m > LONGEST) return LONGEST;
    for (unsigned j = 0; j <= m; j++) rows[0][j] = j;
    for (size_t i = 1; i <= n; i++) {
        unsigned *above = rows[(i - 1) % 2], *row = rows[i % 2];
        row[0] = (unsigned)i;
        for (size_t j = 1; j <= m; j++) {
            unsigned change = above[j - 1] + (a[i - 1] != b[j - 1]);
            row[j] = least(change, least(above[j], row[j - 1]) + 1);
        }
    }
    return rows[n % 2][m];
}

void suggest_try(suggestion *s, const char *candidate, size_t n)
{
    size_t wanted = strlen(s->wanted);
    unsigned d = distance(s->wanted, wanted, candidate, n);
    /* An unfinished word is as near as one slip. */
    if (wanted >= 2 && wanted < n && memcmp(s->wanted, candidate, wanted) == 0) d = 1;
    unsigned most = wanted <= 3 ? 1 : wanted <= 5 ? 2 : 3;
    if (d > most || (s->best && d >= s->distance)) return;
    s->best = candidate;
    s->n = n;
    s->distance = d;
}

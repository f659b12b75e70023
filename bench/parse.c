/* parse.c -- reading models of 1, 10 and 100 MB: is it linear?
 *
 * The generated model has the shapes that real ones have: implications, disjunctions, quantifiers,
 * comparisons, constants. Only kerf.h is used. */
#include "kerf.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static const char head[] = "*Author(bib, author)\n*Title(bib, title)\n*Near(title, title)\n"
                           "SameBib(bib, bib)\nSameTitle(title, title)\n";

static const char *const shapes[] = {
    "%d.5 Title(b1, t1) ^ Title(b2, t2) ^ SameTitle(t1, t2) => SameBib(b1, b2)\n",
    "-0.%d SameBib(x, y) v !SameBib(y, x) v Author(x, A%d)\n",
    "SameBib(x, y) ^ SameBib(y, z) ^ Author(x, A%d) => SameBib(x, z).\n",
    "%d Author(x, A%d) => EXIST y (SameBib(x, y) ^ x != y)\n",
    "1.%d Near(a, b) <=> SameTitle(a, b)\n",
};

/* About this many bytes of model text; the caller frees it. */
static char *generate(size_t bytes, size_t *n)
{
    char *text = malloc(bytes + 512);
    if (!text) return NULL;
    size_t at = strlen(head);
    memcpy(text, head, at);
    for (unsigned i = 1; at < bytes; i++) {
        const char *shape = shapes[i % (sizeof shapes / sizeof *shapes)];
        at += (size_t)snprintf(text + at, 256, shape, (int)(i % 9 + 1), (int)(i % 1000));
    }
    *n = at;
    return text;
}

int main(void)
{
    printf("%8s %10s %10s %10s %14s %16s\n", "size", "formulas", "seconds", "MB/s", "ns per byte",
           "bytes per byte");
    for (size_t mb = 1; mb <= 100; mb *= 10) {
        size_t n = 0;
        char *text = generate(mb * 1000000, &n);
        kerf *k = kerf_new(NULL);
        if (!text || !k) {
            fprintf(stderr, "no memory\n");
            free(text);
            kerf_free(k);
            return 1;
        }
        double start = now();
        if (kerf_read_model_memory(k, "generated.mln", text, n) != KERF_OK) {
            fprintf(stderr, "%s\n", kerf_error(k));
            kerf_free(k);
            free(text);
            return 1;
        }
        double seconds = now() - start;
        printf("%5zu MB %10zu %10.3f %10.1f %14.1f %16.1f\n", mb, kerf_formula_count(k), seconds,
               (double)n / seconds / 1e6, seconds * 1e9 / (double)n,
               (double)kerf_memory_peak(k) / (double)n);
        kerf_free(k);
        free(text);
    }
    return 0;
}

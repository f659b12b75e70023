/* asking.h -- what benchmarks that ask kerf.h share: CPU time, texts of files. Whatever goes wrong
 * ends the program. */
#ifndef BENCH_ASKING_H
#define BENCH_ASKING_H

#include <kerf.h>

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double cpu(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void check(kerf *k, kerf_status status)
{
    if (status == KERF_OK) return;
    fprintf(stderr, "%s\n", kerf_error(k));
    exit(1);
}

static char *read_all(const char *path)
{
    FILE *file = fopen(path, "rb");
    size_t n = 0, room = 1 << 20;
    char *text = malloc(room);
    if (!file || !text) exit(1);
    for (size_t got; (got = fread(text + n, 1, room - n - 1, file)) > 0;) {
        n += got;
        if (n + 1 == room) text = realloc(text, room *= 2);
        if (!text) exit(1);
    }
    fclose(file);
    text[n] = '\0';
    return text;
}

#endif

/* learn.c -- `kerf learn` on generated labelling worlds: seconds an epoch, and memory.
 *
 *     learn [WORLDS [METHOD [EPOCHS]]]      10000 mira 2
 *
 * A world has 30 candidates with 15 features each, 5 of which tell something of the label and 10
 * are words of a large vocabulary; 20 labels; a candidate has at most one label, one that overlaps
 * another that is labelled has none, and no label comes twice. About every third candidate has a
 * label. Each feature has a weight with each label that it is seen with: about a million in 10,000
 * worlds.
 *
 * Worlds are written to a file in the current folder, which is removed. CPU time of the process. */
#include "kerf.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

enum { CANDIDATES = 30, LABELS = 20, HINTS = 5, WORDS = 10, VOCABULARY = 120000, CLUES = 400 };

static const char model[] =
    "label = {L0,L1,L2,L3,L4,L5,L6,L7,L8,L9,L10,L11,L12,L13,L14,L15,L16,L17,L18,"
    "L19}\n"
    "*Feature(candidate, feature)\n"
    "*Overlap(candidate, candidate)\n"
    "Label(candidate, label)\n"
    "Feature(c,+f) ^ Label(c,+l)\n"
    "Label(c,+l)\n"
    "|l : Label(c,l)| <= 1.\n"
    "|c : Label(c,l)| <= 1.\n"
    "Overlap(c,d) ^ Label(c,l) => !Label(d,k).\n";

static uint64_t state = 1;

static uint32_t below(uint32_t n)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((state >> 33) % n);
}

static void write_world(FILE *to, int world)
{
    bool used[LABELS] = { false };
    int labels[CANDIDATES];
    fprintf(to, ">> w%d\n", world);
    for (int c = 0; c < CANDIDATES; c++) {
        int label = (int)below(LABELS);
        bool overlaps = c > 0 && below(4) == 0;
        if (overlaps) fprintf(to, "Overlap(C%d,C%d)\n", c - 1, c);
        labels[c] = -1;
        if (below(3) == 0 && !used[label] && !(overlaps && labels[c - 1] >= 0)) labels[c] = label;
        if (labels[c] >= 0) used[label] = true;
        if (labels[c] >= 0) fprintf(to, "Label(C%d,L%d)\n", c, label);
        for (int f = 0; f < HINTS; f++) { /* half of them go with the label, or with none */
            uint32_t kind = below(2) ? (uint32_t)(labels[c] + 1) : below(LABELS + 1);
            fprintf(to, "Feature(C%d,H%d_%u)\n", c, f, kind + (LABELS + 1) * below(CLUES / LABELS));
        }
        for (int f = 0; f < WORDS; f++) fprintf(to, "Feature(C%d,W%u)\n", c, below(VOCABULARY));
    }
}

static void write_worlds(const char *path, int n)
{
    FILE *to = fopen(path, "w");
    for (int i = 0; to && i < n; i++) write_world(to, i);
    if (to && fclose(to) == 0) return;
    perror(path);
    exit(1);
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void progress(void *context, const kerf_learn_progress *p)
{
    double *last = context;
    if (p->epoch == 1 && p->world == 1 && !p->epoch_ended) {
        printf("%-28s %8.2f s\n", "reading, collecting weights", now() - *last);
        *last = now();
    }
    if (!p->epoch_ended) return;
    printf("epoch %-22u %8.2f s   loss %8.0f, %6llu updates, F1 %.4f, %llu weights\n", p->epoch,
           now() - *last, p->loss, (unsigned long long)p->updates, p->f1,
           (unsigned long long)p->parameters);
    fflush(stdout);
    *last = now();
}

static void check(kerf *k, kerf_status status)
{
    if (status == KERF_OK) return;
    fprintf(stderr, "learn: %s\n", kerf_error(k));
    exit(1);
}

int main(int argc, char **argv)
{
    static const char path[] = "learn-bench.db";
    int worlds = argc > 1 ? (int)strtol(argv[1], NULL, 10) : 10000;
    kerf *k = kerf_new(NULL);
    double last;
    if (!k) return 1;
    write_worlds(path, worlds);
    printf("%d worlds of %d candidates, %d labels, %d features each\n", worlds, CANDIDATES, LABELS,
           HINTS + WORDS);
    check(k, kerf_set(k, "method", argc > 2 ? argv[2] : "mira"));
    check(k, kerf_set(k, "epochs", argc > 3 ? argv[3] : "2"));
    check(k, kerf_set(k, "threads", "1"));
    last = now();
    check(k, kerf_read_model_memory(k, "bench.mln", model, strlen(model)));
    check(k, kerf_add_world(k, path));
    kerf_learn_options options = { .progress = progress, .context = &last };
    kerf_learned result;
    check(k, kerf_learn(k, &options, &result));
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    printf("%-28s %8.0f MB at most, %.0f MB counted\n", "memory", (double)usage.ru_maxrss / 1024,
           (double)kerf_memory_peak(k) / (1 << 20));
    kerf_free(k);
    remove(path);
    return 0;
}

/* load.c -- how fast evidence and weight tables load, through the public interface.
 *
 * Usage: load                     the standard measurement: 1, 10, 100 and 200 MB, 1 M weights
 *        load MB                  one size
 *        load --generate MB FILE  only write the evidence
 * Files are made in the current folder and removed. Every load runs in a process of its own, so
 * that its memory is its own, and md5sum reads the same cached file just before. There are three
 * rounds; the best time of each counts, the worst load is shown beside it. */
#include "kerf.h"

#include "evidence.h"

#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { WEIGHT_ROWS = 1000000, ROUNDS = 3 };

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void fail(const char *what)
{
    fprintf(stderr, "load: %s\n", what);
    exit(1);
}

static uint64_t generate(const char *path, uint64_t megabytes)
{
    FILE *file = fopen(path, "w");
    if (!file) fail("cannot write the evidence");
    uint64_t bytes = evidence_write(file, 1, megabytes * 1000000);
    if (fclose(file) != 0) fail("cannot write the evidence");
    return bytes;
}

static double time_md5(const char *path)
{
    char command[256];
    snprintf(command, sizeof command, "md5sum %s >/dev/null", path);
    double start = now();
    if (system(command) != 0) fail("md5sum failed");
    return now() - start;
}

static kerf *new_session(const char *model)
{
    kerf *k = kerf_new(NULL);
    if (!k || kerf_read_model_memory(k, "model.mln", model, strlen(model)) != KERF_OK)
        fail(k ? kerf_error(k) : "no memory");
    return k;
}

static double resident_megabytes(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return (double)usage.ru_maxrss / 1000.0;
}

typedef struct result {
    double seconds, resident;
    size_t held, peak, atoms, constants;
} result;

static result load(const char *path)
{
    double before = resident_megabytes(), start = now();
    kerf *k = new_session(evidence_model);
    int more = 0;
    if (kerf_add_evidence(k, path) != KERF_OK || kerf_next_world(k, &more) != KERF_OK)
        fail(kerf_error(k));
    result r = { .seconds = now() - start };
    for (size_t i = 0; i < kerf_predicate_count(k); i++) {
        kerf_predicate_info info = { .size = sizeof info };
        if (kerf_predicate_get(k, i, &info) == KERF_OK) r.atoms += info.true_atoms;
    }
    for (size_t i = 0; i < kerf_type_count(k); i++) {
        kerf_type_info info = { .size = sizeof info };
        if (kerf_type_get(k, i, &info) == KERF_OK) r.constants += info.constants;
    }
    r.held = kerf_memory_used(k);
    r.peak = kerf_memory_peak(k);
    r.resident = resident_megabytes() - before;
    kerf_free(k);
    return r;
}

/* In a child process: memory counts from zero. */
static result load_apart(const char *path)
{
    int ends[2], status = 0;
    result r = { 0 };
    fflush(NULL);
    if (pipe(ends) != 0) fail("cannot make a pipe");
    pid_t child = fork();
    if (child < 0) fail("cannot fork");
    if (child == 0) {
        r = load(path);
        _exit(write(ends[1], &r, sizeof r) == (ssize_t)sizeof r ? 0 : 1);
    }
    close(ends[1]);
    ssize_t got = read(ends[0], &r, sizeof r);
    close(ends[0]);
    if (waitpid(child, &status, 0) < 0 || status != 0 || got != (ssize_t)sizeof r)
        fail("a load failed");
    return r;
}

static void load_weights(const char *path)
{
    FILE *file = fopen(path, "w");
    if (!file) fail("cannot write the weights");
    for (int i = 0; i < WEIGHT_ROWS; i++)
        fprintf(file, "words\tw%d\tC%d\t%.6f\n", i % 250000, i / 250000, (double)i / 7.0 - 5000.0);
    if (fclose(file) != 0) fail("cannot write the weights");
    kerf *k = new_session("HasWord(paper, word)\nTopic(paper, topic)\n"
                          "words: HasWord(p, +w) => Topic(p, +t)\n");
    double start = now();
    if (kerf_read_weights(k, path) != KERF_OK) fail(kerf_error(k));
    double seconds = now() - start;
    printf("%d weights: %.3f s, %.1f MB held\n", WEIGHT_ROWS, seconds,
           (double)kerf_memory_used(k) / 1e6);
    kerf_free(k);
}

static void measure(uint64_t megabytes)
{
    char path[64];
    snprintf(path, sizeof path, "load-%llu.db", (unsigned long long)megabytes);
    double size = (double)generate(path, megabytes), md5 = time_md5(path), worst = 0.0;
    result best = { 0 };
    for (int i = 0; i < ROUNDS; i++) {
        double seconds = time_md5(path);
        if (seconds < md5) md5 = seconds;
        result r = load_apart(path);
        if (i == 0 || r.seconds < best.seconds) best = r;
        if (r.seconds > worst) worst = r.seconds;
    }
    remove(path);
    printf("%5.0f MB: %.3f s (worst %.3f), %.0f MB/s, %.2f ns/byte; md5sum %.3f s, ratio %.2f; "
           "memory per byte: held %.2f, peak %.2f, resident %.2f; %zu atoms, %zu constants\n",
           size / 1e6, best.seconds, worst, size / 1e6 / best.seconds, best.seconds * 1e9 / size,
           md5, best.seconds / md5, (double)best.held / size, (double)best.peak / size,
           best.resident * 1e6 / size, best.atoms, best.constants);
}

int main(int argc, char **argv)
{
    if (argc == 4 && strcmp(argv[1], "--generate") == 0) {
        generate(argv[3], strtoull(argv[2], NULL, 10));
    } else if (argc == 2) {
        measure(strtoull(argv[1], NULL, 10));
    } else {
        static const uint64_t sizes[] = { 1, 10, 100, 200 };
        for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) measure(sizes[i]);
        load_weights("load.weights");
        remove("load.weights");
    }
    return 0;
}

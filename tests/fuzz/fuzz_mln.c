/* fuzz_mln.c -- any bytes as a model: read, print every stage, convert, read the conversion again.
 *
 * Beyond not crashing: what kerf prints as kerf must read again, to the same model; what it prints
 * for another system must read again as that system's dialect. */
#include "kerf.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

typedef struct text {
    char *at;
    size_t n;
} text;

static int keep(void *to, const char *more, size_t n)
{
    text *t = to;
    char *grown = realloc(t->at, t->n + n + 1);
    if (!grown) abort();
    memcpy(grown + t->n, more, n);
    t->at = grown;
    t->n += n;
    grown[t->n] = '\0';
    return 0;
}

static kerf *session(const char *dialect)
{
    kerf_config config = { .size = sizeof config, .memory_limit = (size_t)16 << 20 };
    kerf *k = kerf_new(&config);
    if (!k || kerf_set(k, "dialect", dialect) != KERF_OK) abort();
    return k;
}

/* The model, printed as kerf, must be the same model. */
static void round_trip(kerf *k)
{
    text model = { 0 }, again = { 0 }, dump = { 0 };
    if (kerf_write_model(k, "kerf", 0, keep, &model) == KERF_OK
        && kerf_write_stage(k, KERF_STAGE_MODEL, keep, &dump) == KERF_OK) {
        kerf *second = session("kerf");
        kerf_status st =
            kerf_read_model_memory(second, "again.mln", model.at ? model.at : "", model.n);
        if (st != KERF_OK && st != KERF_NO_MEMORY) {
            fprintf(stderr, "not read again: %s\n%s\n", kerf_error(second), model.at);
            abort();
        }
        if (st == KERF_OK && kerf_write_stage(second, KERF_STAGE_MODEL, keep, &again) == KERF_OK
            && (again.n != dump.n || (dump.n && memcmp(again.at, dump.at, dump.n) != 0))) {
            fprintf(stderr, "another model:\n%s\n----\n%s\n----\n%s\n", model.at, dump.at,
                    again.at);
            abort();
        }
        kerf_free(second);
    }
    free(model.at);
    free(again.at);
    free(dump.at);
}

/* What is written for another system must be read as its dialect. */
static void reads_again(kerf *k, const char *dialect)
{
    text model = { 0 };
    if (kerf_write_model(k, dialect, 0, keep, &model) == KERF_OK) {
        kerf *second = session(dialect);
        kerf_status st =
            kerf_read_model_memory(second, "again.mln", model.at ? model.at : "", model.n);
        if (st != KERF_OK && st != KERF_NO_MEMORY) {
            fprintf(stderr, "%s not read again: %s\n%s\n", dialect, kerf_error(second), model.at);
            abort();
        }
        kerf_free(second);
    }
    free(model.at);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const dialects[] = { "auto",   "kerf",  "alchemy", "tuffy",
                                            "rockit", "lomrf", "pracmln" };
    static const char *const targets[] = { "alchemy", "tuffy", "rockit" };
    const char *dialect = dialects[size ? data[0] % 7 : 0];
    kerf *k = session(dialect);
    if (kerf_read_model_memory(k, "fuzz.mln", data, size) == KERF_OK) {
        text tree = { 0 };
        kerf_write_stage(k, KERF_STAGE_TREE, keep, &tree);
        kerf_write_summary(k, keep, &tree);
        for (size_t i = 0; i < sizeof targets / sizeof *targets; i++) {
            kerf_write_model(k, targets[i], 1, keep, &tree);
        }
        free(tree.at);
        round_trip(k);
        for (size_t i = 0; i < sizeof targets / sizeof *targets; i++) reads_again(k, targets[i]);
    } else if (kerf_error(k)[0] == '\0') {
        abort(); /* a failure without a word */
    }
    kerf_free(k);
    return 0;
}

/* fuzz_table.c -- any bytes as a table of atoms, comma- or tab-separated, for a predicate with or
 * without a number, of all columns or some; the length decides. The same bytes through a reader
 * that gives a few at a time must say the same. */
#include "kerf.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char model[] = "person = {Anna, Bob}\nFriends(person name, thing)\n"
                            "Conf(person, thing, double)\nSmokes(person)\n"
                            "1 Friends(x, y) => Smokes(x)\n";

typedef struct drip {
    const uint8_t *at;
    size_t n, each;
} drip;

static ptrdiff_t read_drip(void *context, void *to, size_t n)
{
    drip *d = context;
    if (n > d->each) n = d->each;
    if (n > d->n) n = d->n;
    if (n) memcpy(to, d->at, n);
    d->at += n;
    d->n -= n;
    return (ptrdiff_t)n;
}

/* A number that depends on everything that loading said and found. */
static uint64_t load(const uint8_t *data, size_t size, const char *predicate, const char *name,
                     size_t each)
{
    kerf_config config = { .size = sizeof config, .memory_limit = (size_t)16 << 20 };
    kerf *k = kerf_new(&config);
    if (!k || kerf_read_model_memory(k, "m.mln", model, sizeof model - 1) != KERF_OK) abort();
    drip d = { data, size, each };
    kerf_status st = each ? kerf_add_table_stream(k, predicate, name, read_drip, &d)
                          : kerf_add_table_memory(k, predicate, name, data, size);
    uint64_t sum = 0;
    int more = 1;
    if (st == KERF_OK) st = kerf_next_world(k, &more);
    for (size_t i = 0; st == KERF_OK && i < kerf_predicate_count(k); i++) {
        kerf_predicate_info info = { .size = sizeof info };
        if (kerf_predicate_get(k, i, &info) != KERF_OK) abort();
        if (info.false_atoms || info.soft_atoms || info.unknown_atoms) abort();
        sum = sum * 31 + info.true_atoms;
    }
    if (st != KERF_OK && kerf_error(k)[0] == '\0') abort();
    for (size_t i = 0; i < kerf_message_count(k); i++) {
        const kerf_message *m = kerf_message_get(k, i);
        sum = sum * 31 + m->line * 1009 + m->column + strlen(m->text);
    }
    kerf_free(k);
    return sum * 31 + (uint64_t)st;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *predicate = size & 1 ? "Conf" : "Friends";
    const char *name = size & 2 ? "fuzz.tsv" : "fuzz.csv";
    if (size & 4) name = size & 1 ? "fuzz.csv(3, 1, 2)" : "fuzz.csv(2, name)";
    uint64_t whole = load(data, size, predicate, name, 0);
    if (load(data, size, predicate, name, 1) != whole) abort();
    if (load(data, size, predicate, name, 7) != whole) abort();
    return 0;
}

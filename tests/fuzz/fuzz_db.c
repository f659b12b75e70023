/* fuzz_db.c -- any bytes as evidence for a model that has every kind of predicate. The same bytes
 * through a reader that gives a few at a time must say the same. */
#include "kerf.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char model[] = "person = {Anna, Bob}\n"
                            "Friends(person, person)\nSmokes(person)\nRain()\n"
                            "Conf(person, person, double)\nColor(person, color!)\n"
                            "fluent meet(person, person)\nHolds(fluent, time)\n"
                            "1 Friends(x, y) => Friends(y, x)\n";

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
static uint64_t load(const uint8_t *data, size_t size, size_t each)
{
    kerf_config config = { .size = sizeof config, .memory_limit = (size_t)16 << 20 };
    kerf *k = kerf_new(&config);
    if (!k || kerf_read_model_memory(k, "m.mln", model, sizeof model - 1) != KERF_OK) abort();
    drip d = { data, size, each };
    kerf_status st = each ? kerf_add_evidence_stream(k, "fuzz.db", read_drip, &d)
                          : kerf_add_evidence_memory(k, "fuzz.db", data, size);
    uint64_t sum = 0;
    int more = 1;
    for (int worlds = 0; st == KERF_OK && more && worlds < 1000; worlds++) {
        st = kerf_next_world(k, &more);
        for (size_t i = 0; st == KERF_OK && i < kerf_predicate_count(k); i++) {
            kerf_predicate_info info = { .size = sizeof info };
            if (kerf_predicate_get(k, i, &info) != KERF_OK) abort();
            sum = sum * 31 + info.true_atoms * 7 + info.false_atoms * 5 + info.soft_atoms * 3
                  + info.unknown_atoms;
        }
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
    uint64_t whole = load(data, size, 0);
    if (load(data, size, 1) != whole || load(data, size, 7) != whole) abort();
    return 0;
}

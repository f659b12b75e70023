/* script.h -- a program of these tests as text: lines of a model, of its weights and of evidence,
 * one statement each, so that a failing one can be made smaller line by line. */
#ifndef KF_TEST_SCRIPT_H
#define KF_TEST_SCRIPT_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

typedef enum part { MODEL, WEIGHTS, EVIDENCE, N_PARTS } part;

typedef struct statement {
    part part;
    char *text;
} statement;

typedef struct script {
    statement *at;
    uint32_t n, room;
} script;

void script_free(script *);
__attribute__((format(printf, 3, 4))) void script_add(script *, part, const char *format, ...);
/* Writes the whole: the model, "== weights", its lines, "== evidence", its lines; reads it
 * again. */
void script_print(const script *, FILE *);
bool script_read(script *, const char *path);
/* All lines of a part, to be freed. With `share` < 100 about so many percent of them, by seed. */
char *script_text(const script *, part, uint32_t share, uint64_t seed);

/* Makes it smaller as long as `fails` says so: fewer lines, then fewer constants. */
void script_shrink(script *, bool (*fails)(void *context, const script *), void *context);

/* Memory that must be there: ends the process where it is not. */
void *need(void *);

/* Random numbers, the same everywhere (splitmix64). */
static inline uint64_t random_bits(uint64_t *state)
{
    uint64_t z = (*state += UINT64_C(0x9e3779b97f4a7c15));
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

#endif

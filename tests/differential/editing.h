/* editing.h -- the evidence of a program as a list of facts, of which something else can be said;
 * and sessions that are told, or read it all anew. */
#ifndef KF_TEST_EDITING_H
#define KF_TEST_EDITING_H

#include "trial.h"

#include <kerf.h>

enum { MOST_FACTS = 96, MOST_ARGUMENTS = 8, MOST_NAME = 24 };

typedef enum said { SAID_NOTHING, SAID_TRUE, SAID_FALSE, SAID_UNKNOWN, SAID_SOFT } said;

typedef struct fact {
    char predicate[MOST_NAME], arguments[MOST_ARGUMENTS][MOST_NAME];
    size_t n;
    bool hidden;
    said said;
    double p;
} fact;

typedef struct editing {
    const program *program;
    uint64_t state;
    char text[PARTS][MOST_LINES * 64]; /* of evidence: the lines that are no atoms */
    fact facts[MOST_FACTS];
    uint32_t n;
    double weights[MOST_LINES]; /* by formula; NAN: as in the model */
    kerf *k;
    char *why;
    size_t n_why;
} editing;

typedef struct asked {
    kerf_status status;
    kerf_result r;
} asked;

/* Facts of the program, and some like them of which nothing is said. NULL: no memory. */
editing *editing_new(const program *, uint64_t seed, char *why, size_t n);
__attribute__((format(printf, 2, 3))) bool editing_wrong(editing *, const char *format, ...);
kerf_status editing_open(editing *, const kerf_config *, kerf **); /* the model is read */
kerf_status editing_tell(kerf *, const fact *);             /* what is said of the fact now */
void editing_write(const editing *, char *to, size_t room); /* the world of now, as text */
/* A session that reads the world of now, with `more` lines of evidence. */
kerf_status editing_load(editing *, const char *more, char *world, size_t room, kerf **);
asked editing_ask(kerf *, int (*stop)(void *), void *context);
asked editing_ask_fresh(editing *, char *world, size_t room);
/* P(A, B) and a new line, with what is said of it before. */
void editing_write_fact(char *to, size_t room, const fact *);

#endif

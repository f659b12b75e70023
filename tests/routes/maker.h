/* maker.h -- random programs of 30 to 400 ground atoms: too many to enumerate, so that routes are
 * compared with each other. The same seed gives the same program.
 *
 * Families: `mixed` has every feature of the language in every sign (mixed.c), `general` are the
 * programs of the differential tests with more constants, the others are problems that people have
 * (families.c, hardness.c). */
#ifndef KF_TEST_MAKER_H
#define KF_TEST_MAKER_H

#include "script.h"

typedef struct maker {
    uint64_t state;
    script *s;
    uint32_t style;    /* of weights */
    uint32_t negative; /* percent of weights */
    uint32_t hard;     /* percent of formulas that may be either */
    uint32_t n_labels; /* of weight tables */
} maker;

typedef struct family {
    const char *name;
    uint32_t share; /* of the programs, relative to the others */
    void (*make)(maker *);
} family;

extern const family families[];
extern const uint32_t n_families;

/* Returns the family's index. */
uint32_t make_script(script *, uint64_t seed);

/* ---- For families ---- */

uint32_t roll(maker *, uint32_t n); /* below n */
uint32_t between(maker *, uint32_t least, uint32_t most);
bool chance(maker *, uint32_t percent);
/* A number as text, of the program's style; borrowed for the next few calls. */
const char *any_weight(maker *);
const char *positive_weight(maker *);
__attribute__((format(printf, 2, 3))) void say(maker *, const char *format, ...);  /* model */
__attribute__((format(printf, 2, 3))) void fact(maker *, const char *format, ...); /* evidence */
/* type = {N0, N1, ...} */
void list_constants(maker *, const char *type, char letter, uint32_t n);
/* A formula with a weight, or hard. */
void formula(maker *, const char *text);
void soft(maker *, const char *text);
/* <= 2 and the like, up to `most`. */
const char *some_limit(maker *, uint32_t most);
/* Rows of an observed predicate over pairs of constants N0... in a shape drawn at random. */
void draw_graph(maker *, const char *predicate, uint32_t n);
/* Evidence on some atoms of a hidden predicate: true, false, unknown, a probability. */
void some_evidence(maker *, const char *atom);

void make_mixed(maker *);
void make_general(maker *);
void make_grid(maker *);
void make_diagnosis(maker *);
void make_clusters(maker *);
void make_linkage(maker *);
void make_seating(maker *);
void make_chain(maker *);
void make_clauses(maker *);
void make_pigeons(maker *);
void make_order(maker *);
void make_covering(maker *);
void make_links(maker *);
void make_copies(maker *);

#endif

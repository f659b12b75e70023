/* explain.c -- explanations of an answer: CPU of kerf_explain() for an atom.
 *
 * Usage: explain [MODEL EVIDENCE [ATOMS]]
 *        default: 400 generated citations; 120 atoms
 *
 * Atoms of the four hidden predicates in turn: one that is true in the answer, a pair of similar
 * strings or of citations that have them, and a pair of any two. What the first explanation makes
 * for all of them is told by itself. The difference of two runs under callgrind, with ATOMS and
 * with 0, is what so many explanations take in instructions. */
#include "asking.h"
#include "citations.h"
#include "resolution.h"

#include <kerf.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_TEXT = 400, CITATIONS = 400, ATOMS = 120, SIMILAR = 40, PREDICATES = FIELDS + 1 };

typedef struct pair {
    char name[32], first[MOST_TEXT], second[MOST_TEXT];
} pair;

typedef struct pairs {
    pair *at;
    size_t n, room;
} pairs;

typedef struct bench {
    const char *model, *world; /* texts */
    pairs has[FIELDS];         /* citation, string */
    pairs similar[FIELDS];     /* strings */
    pairs same[PREDICATES];    /* true in the answer; citations are the last */
    uint64_t random;
} bench;

static const char *const kinds[] = { "true", "similar", "any" };

/* ---- The world ---- */

static void add(pairs *to, const pair *p)
{
    if (to->n == to->room) to->at = realloc(to->at, (to->room = 2 * to->room + 64) * sizeof *p);
    if (!to->at) exit(1);
    to->at[to->n++] = *p;
}

/* Name(first,second) */
static bool read_pair(const char *line, pair *p)
{
    size_t n = strcspn(line, "(\n"), first = strcspn(line + n, ",\n");
    if (line[n] != '(' || line[n + first] != ',') return false;
    size_t last = strcspn(line + n + first + 1, ")\n");
    snprintf(p->name, sizeof p->name, "%.*s", (int)n, line);
    snprintf(p->first, MOST_TEXT, "%.*s", (int)first - 1, line + n + 1);
    snprintf(p->second, MOST_TEXT, "%.*s", (int)last, line + n + first + 1);
    return true;
}

static void keep_fact(bench *b, const pair *p)
{
    for (int f = 0; f < FIELDS; f++) {
        size_t n = strlen(field_names[f]);
        if (strncmp(p->name, field_names[f], n) != 0) continue;
        if (p->name[n] == '\0') add(&b->has[f], p);
        if (strncmp(p->name + n, "Score", 5) != 0 || strcmp(p->first, p->second) == 0) continue;
        if (strtol(p->name + n + 5, NULL, 10) >= SIMILAR) add(&b->similar[f], p);
    }
}

static void read_world(bench *b)
{
    for (const char *line = b->world; *line; line += strcspn(line, "\n"), line += *line == '\n') {
        pair p;
        if (read_pair(line, &p)) keep_fact(b, &p);
    }
}

static void read_answer(bench *b, kerf *k)
{
    for (size_t i = 0; i < kerf_answer_count(k); i++) {
        kerf_atom a = { .size = sizeof a };
        pair p;
        check(k, kerf_answer_get(k, i, &a));
        if (a.arity != 2 || strcmp(a.arguments[0], a.arguments[1]) == 0) continue;
        snprintf(p.name, sizeof p.name, "%s", a.predicate);
        snprintf(p.first, MOST_TEXT, "%s", a.arguments[0]);
        snprintf(p.second, MOST_TEXT, "%s", a.arguments[1]);
        for (int f = 0; f < PREDICATES; f++)
            if (strcmp(p.name + 4, f < FIELDS ? field_names[f] : "Bib") == 0) add(&b->same[f], &p);
    }
}

/* ---- Atoms ---- */

static const pair *choose(bench *b, const pairs *from)
{
    if (from->n == 0) exit(1);
    b->random = b->random * 6364136223846793005u + 1442695040888963407u;
    return &from->at[(b->random >> 33) % from->n];
}

/* The first citation with this string. */
static const char *citation_of(const bench *b, int field, const char *text)
{
    for (size_t i = 0; i < b->has[field].n; i++)
        if (strcmp(b->has[field].at[i].second, text) == 0) return b->has[field].at[i].first;
    exit(1);
}

/* Of a field, or of citations. */
static void choose_atom(bench *b, int predicate, int kind, char *to, size_t room)
{
    bool bib = predicate == FIELDS;
    int f = bib ? 1 : predicate;
    const char *x, *y;
    if (kind == 0) {
        const pair *p = choose(b, &b->same[predicate]);
        x = p->first;
        y = p->second;
    } else if (kind == 1) {
        const pair *p = choose(b, &b->similar[f]);
        x = bib ? citation_of(b, f, p->first) : p->first;
        y = bib ? citation_of(b, f, p->second) : p->second;
    } else {
        const pair *p = choose(b, &b->has[f]), *q = choose(b, &b->has[f]);
        x = bib ? p->first : p->second;
        y = bib ? q->first : q->second;
    }
    const char *name = bib ? "Bib" : field_names[f];
    snprintf(to, room, "Same%s(%s,%s)", name, x, y);
}

/* ---- Measuring ---- */

static kerf *open_session(const bench *b)
{
    kerf *k = kerf_new(NULL);
    int more;
    if (!k) exit(1);
    check(k, kerf_set(k, "threads", "1"));
    check(k, kerf_set(k, "query", resolution_hidden));
    check(k, kerf_read_model_memory(k, "model", b->model, strlen(b->model)));
    check(k, kerf_add_evidence_memory(k, "world", b->world, strlen(b->world)));
    check(k, kerf_next_world(k, &more));
    kerf_result r = { .size = sizeof r };
    check(k, kerf_map(k, NULL, &r));
    return k;
}

typedef struct measured {
    double seconds;
    uint32_t iterations;
    size_t flips;
    char atom[2 * MOST_TEXT + 16];
} measured;

static int by_seconds(const void *a, const void *b)
{
    double x = ((const measured *)a)->seconds, y = ((const measured *)b)->seconds;
    return x < y ? -1 : x > y;
}

static measured measure(kerf *k, bench *b, int predicate, int kind)
{
    measured m = { 0 };
    kerf_explanation e = { .size = sizeof e };
    choose_atom(b, predicate, kind, m.atom, sizeof m.atom);
    double began = cpu();
    check(k, kerf_explain(k, m.atom, NULL, &e));
    m.seconds = cpu() - began;
    m.iterations = e.iterations;
    m.flips = e.flips;
    return m;
}

static void print(const char *name, measured *list, size_t n)
{
    double sum = 0;
    if (n == 0) return;
    qsort(list, n, sizeof *list, by_seconds);
    for (size_t i = 0; i < n; i++) sum += list[i].seconds;
    printf("  %-8s %6zu %9.2f %9.2f %9.2f %9.2f\n", name, n, 1e3 * sum / (double)n,
           1e3 * list[n / 2].seconds, 1e3 * list[n * 9 / 10].seconds, 1e3 * list[n - 1].seconds);
}

static void measure_all(bench *b, size_t n)
{
    double began = cpu();
    kerf *k = open_session(b);
    double whole = cpu() - began;
    read_answer(b, k);
    measured *list = calloc(n + 1, sizeof *list), *some = calloc(n + 1, sizeof *some);
    if (!list || !some) exit(1);
    if (n > 0) began = measure(k, b, 0, 0).seconds;
    for (size_t i = 0; i < n; i++) list[i] = measure(k, b, (int)(i % PREDICATES), (int)(i % 3));
    printf("a session, from text to answer: %.1f ms of CPU; the first explanation: %.1f\n\n",
           1e3 * whole, n > 0 ? 1e3 * began : 0);
    printf("  %-8s %6s %9s %9s %9s %9s\n", "atoms", "", "mean, ms", "median", "9 of 10", "worst");
    for (size_t kind = 0; kind < KF_LENGTH(kinds); kind++) {
        size_t found = 0;
        for (size_t i = kind; i < n; i += KF_LENGTH(kinds)) some[found++] = list[i];
        print(kinds[kind], some, found);
    }
    print("all", list, n);
    if (n > 0)
        printf("\n  worst: %s, %u iterations, %zu flips\n", list[n - 1].atom,
               list[n - 1].iterations, list[n - 1].flips);
    free(some);
    free(list);
    kerf_free(k);
}

static void release(bench *b)
{
    for (int f = 0; f < FIELDS; f++) free(b->has[f].at);
    for (int f = 0; f < FIELDS; f++) free(b->similar[f].at);
    for (int f = 0; f < PREDICATES; f++) free(b->same[f].at);
}

int main(int argc, char **argv)
{
    bench b = { .random = 1 };
    kf_mem mem;
    kf_text model, world;
    kf_mem_init(&mem, 0);
    kf_text_init(&model, &mem);
    kf_text_init(&world, &mem);
    if (argc == 2 || argc > 4) {
        fprintf(stderr, "usage: explain [MODEL EVIDENCE [ATOMS]]\n");
        return 2;
    }
    if (argc == 1) {
        resolution_model(&model, &plain_weights, false);
        citations_write(&world, CITATIONS, 1);
    }
    b.model = argc > 1 ? read_all(argv[1]) : model.at;
    b.world = argc > 1 ? read_all(argv[2]) : world.at;
    read_world(&b);
    measure_all(&b, argc == 4 ? strtoul(argv[3], NULL, 10) : ATOMS);
    if (argc > 1) free((char *)b.model);
    if (argc > 1) free((char *)b.world);
    release(&b);
    kf_text_free(&model);
    kf_text_free(&world);
    return 0;
}

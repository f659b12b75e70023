/* edits.c -- change a few facts, ask again: CPU of the next answer beside that of a fresh run.
 *
 * Usage: edits [MODEL EVIDENCE [FACTS ROUNDS [clones]]]
 *        default: 400 generated citations; 1 citation, then 1, 10 and 100 facts, five rounds each
 *
 * Then what a clone of the session takes beside reading the same text again, and what its first
 * answer takes where one fact less is said.
 *
 * A citation is what is said of it: its author, title and venue; with it goes its constant. Each
 * round takes facts away and asks, then says them again and asks. Every answer is compared with
 * that of a fresh session. With FACTS (0: a citation) and ROUNDS only these are done and nothing is
 * compared: the difference of two runs under callgrind, with ROUNDS and with 0, is what the answers
 * take in instructions, beside the whole of the second. "clones": each round is one of a clone of
 * the session, which stays as it is. */
#include "asking.h"
#include "citations.h"
#include "resolution.h"

#include <kerf.h>

#include <malloc.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_FACTS = 100, MOST_TEXT = 400, CITATIONS = 400, ROUNDS = 5 };

typedef struct fact {
    char predicate[32], arguments[2][MOST_TEXT];
} fact;

typedef struct bench {
    const char *model, *world; /* texts */
    fact *facts;               /* author, title and venue of citations, in the order of the world */
    size_t n;
} bench;

/* ---- The world ---- */

/* Field(citation,text) */
static bool read_fact(const char *line, fact *f)
{
    size_t n = strcspn(line, "("), first = strcspn(line + n, ","), last;
    bool field = false;
    for (int i = 0; i < FIELDS; i++)
        field |= strlen(field_names[i]) == n && memcmp(line, field_names[i], n) == 0;
    if (!field || line[n] != '(' || line[n + first] != ',') return false;
    last = strcspn(line + n + first + 1, ")");
    snprintf(f->predicate, sizeof f->predicate, "%.*s", (int)n, line);
    snprintf(f->arguments[0], MOST_TEXT, "%.*s", (int)first - 1, line + n + 1);
    snprintf(f->arguments[1], MOST_TEXT, "%.*s", (int)last, line + n + first + 1);
    return true;
}

static void find_facts(bench *b)
{
    size_t room = 0;
    for (const char *line = b->world; *line; line += strcspn(line, "\n"), line += *line == '\n') {
        fact f;
        if (!read_fact(line, &f)) continue;
        if (b->n == room) b->facts = realloc(b->facts, (room = 2 * room + 64) * sizeof f);
        if (!b->facts) exit(1);
        b->facts[b->n++] = f;
    }
}

/* Every so many: n facts, or those of one citation (n = 0). */
static size_t choose(const bench *b, size_t n, uint32_t round, const fact **to)
{
    size_t found = 0, from = (size_t)(round + 1) * 97 % b->n;
    for (size_t i = 0; n > 0 && i < n && i < b->n; i++)
        to[found++] = &b->facts[(from + i * (b->n / n)) % b->n];
    for (size_t i = 0; n == 0 && i < b->n && found < MOST_FACTS; i++)
        if (strcmp(b->facts[i].arguments[0], b->facts[from].arguments[0]) == 0)
            to[found++] = &b->facts[i];
    return found;
}

/* ---- Sessions ---- */

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
    return k;
}

static kerf_result ask(kerf *k)
{
    kerf_result r = { .size = sizeof r };
    check(k, kerf_map(k, NULL, &r));
    return r;
}

static void tell(kerf *k, const fact *const *facts, size_t n, bool said)
{
    for (size_t i = 0; i < n; i++) {
        const char *arguments[2] = { facts[i]->arguments[0], facts[i]->arguments[1] };
        check(k, said ? kerf_assert_atom(k, facts[i]->predicate, arguments, 2, KERF_TRUE, 0)
                      : kerf_retract_atom(k, facts[i]->predicate, arguments, 2));
    }
}

/* ---- Measuring ---- */

static kerf_result ask_fresh(const bench *b, const fact *const *facts, size_t n, double *seconds)
{
    kerf *k = open_session(b);
    tell(k, facts, n, false);
    double began = cpu();
    kerf_result r = ask(k);
    *seconds += cpu() - began;
    kerf_free(k);
    return r;
}

static void compare(const kerf_result *a, const kerf_result *b)
{
    double near = 1e-9 * (1 + fabs(a->cost));
    if (a->outcome == b->outcome && fabs(a->cost - b->cost) <= near
        && fabs(a->cost_bound - b->cost_bound) <= near)
        return;
    fprintf(stderr, "edits: cost %.12g, of a fresh session %.12g\n", a->cost, b->cost);
    exit(1);
}

static void measure(const bench *b, kerf *k, size_t n_facts, double whole)
{
    const fact *facts[MOST_FACTS];
    double gone = 0, back = 0, fresh = 0;
    for (uint32_t round = 0; round < ROUNDS; round++) {
        size_t n = choose(b, n_facts, round, facts);
        double began = cpu();
        tell(k, facts, n, false);
        kerf_result r = ask(k);
        gone += cpu() - began;
        kerf_result is = ask_fresh(b, facts, n, &fresh);
        compare(&r, &is);
        began = cpu();
        tell(k, facts, n, true);
        ask(k);
        back += cpu() - began;
    }
    char what[32] = "1 citation";
    if (n_facts > 0) snprintf(what, sizeof what, "%zu fact%s", n_facts, n_facts == 1 ? "" : "s");
    printf("  %-12s %10.1f %10.1f %14.1f %9.2f %%\n", what, 1e3 * gone / ROUNDS,
           1e3 * back / ROUNDS, 1e3 * fresh / ROUNDS, 100 * (gone + back) / 2 / ROUNDS / whole);
}

static double used(void)
{
    struct mallinfo2 m = mallinfo2();
    return (double)(m.uordblks + m.hblkhd) / (1 << 20);
}

/* A copy of the session, to ask what would be if: what it takes beside reading the world again. */
static void measure_clone(const bench *b, kerf *k)
{
    double before = used(), began = cpu();
    kerf *copy = kerf_clone(k, NULL);
    double cloned = cpu() - began, more = used() - before, fresh = 0;
    if (!copy) exit(1);
    const fact *one[] = { &b->facts[0] };
    began = cpu();
    tell(copy, one, 1, false);
    kerf_result r = ask(copy);
    double asked = cpu() - began;
    kerf_free(copy);
    kerf_result is = ask_fresh(b, one, 1, &fresh);
    compare(&r, &is);
    before = used();
    began = cpu();
    kerf *again = open_session(b);
    double read = cpu() - began;
    printf("a clone: %.1f ms and %.1f MiB; a session that reads the same: %.1f ms and %.1f MiB\n",
           1e3 * cloned, more, 1e3 * read, used() - before);
    printf("its answer without one fact: %.1f ms; kerf_map() of a fresh session: %.1f ms\n\n",
           1e3 * asked, 1e3 * fresh);
    kerf_free(again);
}

static void measure_all(const bench *b)
{
    double began = cpu();
    kerf *k = open_session(b);
    ask(k);
    double whole = cpu() - began;
    printf("a fresh session, from text to answer: %.1f ms of CPU\n", 1e3 * whole);
    measure_clone(b, k);
    printf("  %-12s %10s %10s %14s %11s\n", "changed", "taken, ms", "said, ms", "kerf_map(), ms",
           "of fresh");
    const size_t sizes[] = { 0, 1, 10, 100 };
    for (size_t i = 0; i < KF_LENGTH(sizes); i++) measure(b, k, sizes[i], whole);
    kerf_free(k);
}

static bool is_power_of_ten(uint32_t n)
{
    while (n > 1 && n % 10 == 0) n /= 10;
    return n == 1;
}

static void ask_clone(const kerf *k, const fact *const *facts, size_t n)
{
    kerf *copy = kerf_clone(k, NULL);
    if (!copy) exit(1);
    tell(copy, facts, n, false);
    ask(copy);
    kerf_free(copy);
}

static void run_rounds(const bench *b, size_t n_facts, uint32_t rounds, bool clones)
{
    const fact *facts[MOST_FACTS];
    kerf *k = open_session(b);
    ask(k);
    for (uint32_t round = 0; round < rounds; round++) {
        size_t n = choose(b, n_facts, round / 2, facts);
        if (clones) {
            ask_clone(k, facts, n);
        } else {
            tell(k, facts, n, round % 2 == 1);
            ask(k);
        }
        if (is_power_of_ten(round + 1))
            printf("after %u rounds: %.2f MiB, %.2f in the process\n", round + 1,
                   (double)kerf_memory_used(k) / (1 << 20), used());
    }
    kerf_free(k);
}

int main(int argc, char **argv)
{
    bench b = { 0 };
    kf_mem mem;
    kf_text model, world;
    kf_mem_init(&mem, 0);
    kf_text_init(&model, &mem);
    kf_text_init(&world, &mem);
    bool clones = argc == 6 && strcmp(argv[5], "clones") == 0;
    if (argc != 1 && argc != 3 && argc != 5 && !clones) {
        fprintf(stderr, "usage: edits [MODEL EVIDENCE [FACTS ROUNDS [clones]]]\n");
        return 2;
    }
    if (argc == 1) {
        resolution_model(&model, &plain_weights, false);
        citations_write(&world, CITATIONS, 1);
    }
    b.model = argc > 1 ? read_all(argv[1]) : model.at;
    b.world = argc > 1 ? read_all(argv[2]) : world.at;
    find_facts(&b);
    if (b.n == 0) return 1;
    size_t facts = argc >= 5 ? strtoul(argv[3], NULL, 10) : 0;
    if (facts > MOST_FACTS) return 2;
    if (argc >= 5) run_rounds(&b, facts, (uint32_t)strtoul(argv[4], NULL, 10), clones);
    else measure_all(&b);
    if (argc > 1) free((char *)b.model);
    if (argc > 1) free((char *)b.world);
    free(b.facts);
    kf_text_free(&model);
    kf_text_free(&world);
    return 0;
}

/* hardness.c -- programs that are hard to solve or have no answer: clauses near the threshold,
 * pigeons, covers and knapsacks, and many copies of one small problem. Also the programs of the
 * differential tests with more constants. */
#include "generate.h"
#include "maker.h"

#include <stdlib.h>

/* ---- Clauses of three literals -------------------------------------------------------------- */

/* A predicate for each choice of signs; `C5(a, b, c)` is the clause with signs 101. */
static void clause_rules(maker *m, bool hard)
{
    for (uint32_t signs = 0; signs < 8; signs++) {
        char text[80];
        snprintf(text, sizeof text, "!C%u(x,y,z) v %sP(x) v %sP(y) v %sP(z)", signs,
                 signs & 1 ? "!" : "", signs & 2 ? "!" : "", signs & 4 ? "!" : "");
        say(m, "*C%u(n, n, n)", signs);
        if (hard) say(m, "%s.", text);
        else soft(m, text);
    }
}

void make_clauses(maker *m)
{
    bool hard = chance(m, 60);
    uint32_t n = between(m, 30, hard ? 60 : 40);
    uint32_t ratio =
        hard ? between(m, 30, 50) : between(m, 20, 45); /* tenths; 4.26 is the threshold */
    list_constants(m, "n", 'N', n);
    say(m, "P(n)");
    clause_rules(m, hard);
    if (chance(m, 70)) soft(m, "P(x)");
    if (chance(m, 20)) say(m, "%s |x : P(x)| %s", any_weight(m), some_limit(m, n));
    for (uint32_t i = 0; i < n * ratio / 10; i++)
        fact(m, "C%u(N%u, N%u, N%u)", roll(m, 8), roll(m, n), roll(m, n), roll(m, n));
    if (!hard) return;
    say(m, "*D(n, double)");
    say(m, "w: D(x,w) ^ P(x)");
    for (uint32_t i = 0; i < n; i++) fact(m, "D(N%u, %s)", i, any_weight(m));
}

/* ---- Pigeons: often one too many ------------------------------------------------------------ */

void make_pigeons(maker *m)
{
    uint32_t holes = between(m, 3, chance(m, 80) ? 5 : 7), pigeons = holes + roll(m, 2);
    list_constants(m, "n", 'N', pigeons);
    list_constants(m, "c", 'K', holes);
    say(m, "In(n, c)");
    say(m, "*Easy(n)");
    if (chance(m, 50)) say(m, "EXIST h In(p,h).");
    else say(m, "|h : In(p,h)| >= 1.");
    if (chance(m, 50)) say(m, "!In(p,h) v !In(q,h) v p = q.");
    else say(m, "|p : In(p,h)| <= 1.");
    if (chance(m, 50)) soft(m, "In(p,h)");
    if (chance(m, 30)) say(m, "%s |p : In(p,K0)| %s", any_weight(m), some_limit(m, 2));
    if (chance(m, 50)) say(m, "*V(n, c, double)");
    else return;
    say(m, "w: V(p,h,w) ^ In(p,h)");
    for (uint32_t i = 0; i < pigeons; i++)
        for (uint32_t k = 0; k < holes; k++) fact(m, "V(N%u, K%u, %s)", i, k, any_weight(m));
}

/* ---- Covers, packings, knapsacks ------------------------------------------------------------ */

static void capacities(maker *m, uint32_t n)
{
    uint32_t sets = between(m, 1, 5);
    list_constants(m, "c", 'K', sets);
    say(m, "u = {1, ..., 5}");
    say(m, "*Size(n, c, u)");
    if (chance(m, 50)) say(m, "|x,i : Size(x,s,i) ^ P(x)| %s.", some_limit(m, 2 * n));
    else say(m, "%s |x,i : Size(x,s,i) ^ P(x)| %s", any_weight(m), some_limit(m, 2 * n));
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < sets; k++)
            for (uint32_t u = roll(m, 4); u > 0; u--) fact(m, "Size(N%u, K%u, %u)", i, k, u);
}

void make_covering(maker *m)
{
    static const char *const rules[] = {
        "E(x,y) => P(x) v P(y)",       "!E(x,y) v !P(x) v !P(y)",
        "|y : E(x,y) ^ P(y)| >= 1",    "|y : E(x,y) ^ P(y)| <= 2",
        "|y : E(x,y) ^ P(y)| = 1",     "P(x) v EXIST y (E(x,y) ^ P(y))",
        "|x,y : E(x,y) ^ P(x)| <= 30", "|x,y : E(x,y) ^ !P(x)| >= 12",
    };
    uint32_t n = between(m, 30, chance(m, 70) ? 60 : 120);
    list_constants(m, "n", 'N', n);
    say(m, "*E(n, n)");
    say(m, "*D(n, double)");
    say(m, "P(n)");
    say(m, "w: D(x,w) ^ P(x)");
    for (uint32_t i = between(m, 1, 3); i > 0; i--) {
        const char *rule = rules[roll(m, 8)];
        if (chance(m, 60)) say(m, "%s.", rule);
        else soft(m, rule);
    }
    draw_graph(m, "E", n);
    for (uint32_t i = 0; i < n; i++) fact(m, "D(N%u, %s)", i, any_weight(m));
    if (chance(m, 30)) capacities(m, n);
}

/* ---- Many alike ----------------------------------------------------------------------------- */

/* Every node has the same small problem; what they share makes one of all. */
void make_copies(maker *m)
{
    uint32_t n = between(m, 8, chance(m, 70) ? 16 : 40), labels = between(m, 2, 5);
    list_constants(m, "n", 'N', n);
    list_constants(m, "c", 'K', labels);
    say(m, chance(m, 50) ? "T(n, c)" : "T(n, c?)");
    say(m, "L(c)");
    say(m, "P(n)");
    say(m, "*S(n)");
    soft(m, "T(x,c)");
    soft(m, "T(x,c) => L(c)");
    soft(m, "P(x) ^ T(x,c)");
    formula(m, "T(x,c) ^ T(x,d) => c = d");
    formula(m, "P(x) => EXIST c T(x,c)");
    if (chance(m, 50)) soft(m, "S(x) ^ P(x) => T(x,K0)");
    if (chance(m, 50)) say(m, "%s |c : T(x,c)| %s", any_weight(m), some_limit(m, 3));
    if (chance(m, 40)) say(m, "%s |x : T(x,c)| %s", any_weight(m), some_limit(m, n));
    if (chance(m, 30)) say(m, "|x : P(x)| %s.", some_limit(m, n));
    for (uint32_t i = 0; i < n; i++)
        if (chance(m, 30)) fact(m, "S(N%u)", i);
}

/* ---- The differential tests' own ------------------------------------------------------------ */

void make_general(maker *m)
{
    static const part parts[] = {
        [IN_MODEL] = MODEL, [IN_WEIGHTS] = WEIGHTS, [IN_EVIDENCE] = EVIDENCE
    };
    uint32_t counts[N_FEATURES] = { 0 };
    uint32_t sizes[4] = { between(m, 4, 7), between(m, 3, 5), between(m, 4, 7), 0 };
    program *p = need(malloc(sizeof *p));
    generate_sized(p, random_bits(&m->state), sizes, counts);
    for (uint32_t i = 0; i < p->n; i++) script_add(m->s, parts[p->at[i].part], "%s", p->at[i].text);
    free(p);
}

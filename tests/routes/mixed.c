/* mixed.c -- programs with a few formulas out of many, over one vocabulary: every connective,
 * quantifier, count, mark and table, in every sign. */
#include "maker.h"

#include <stdlib.h>
#include <string.h>

/* Hidden are P, Q (nodes), T (nodes, labels), L (labels), K (labels, labels), R (nodes, nodes), G
 * (times) and Z. In a template ~ stands for a small limit of a count, # for a large one. A template
 * that begins with "w:" takes its weight from data, one with "+" in it a table. */
static const char *const templates[] = {
    "P(x)",
    "!P(x)",
    "A(x) => P(x)",
    "P(x) ^ Q(x)",
    "P(x) => Q(x)",
    "P(x) <=> Q(x)",
    "P(x) v Q(x)",
    "!(P(x) ^ !Q(x)) v A(x)",
    "*P(x) v *Q(x)",
    "*P(x) ^ Q(x)",
    "E(x,y) => (P(x) <=> P(y))",
    "E(x,y) => !(P(x) <=> P(y))",
    "E(x,y) ^ P(x) => P(y)",
    "E(x,y) ^ P(x) ^ P(y)",
    "E(x,y) => P(x) v P(y)",
    "E(x,y) => P(x) v !P(y) v Q(x)",
    "E(x,y) ^ E(y,z) ^ x != z => (P(x) ^ !P(y) => Q(z))",
    "E(x,y) ^ E(y,z) => !P(x) v !P(y) v !P(z)",
    "E(x,y) ^ ((P(x) ^ Q(y)) v (!P(x) ^ !Q(y)))",
    "E(x,y) => ((P(x) ^ P(y)) <=> (Q(x) v Q(y)))",
    "P(x) ^ P(y) ^ x < y",
    "w: D(x,w) ^ P(x)",
    "w: D(x,w) => P(x)",
    "w: D(x,w) ^ w > 0 => Q(x)",
    "w: D(x,w) ^ E(x,y) ^ P(x) => P(y)",
    "EXIST x P(x)",
    "FORALL x P(x)",
    "EXIST y (E(x,y) ^ P(y))",
    "FORALL y (E(x,y) => P(y))",
    "P(x) => EXIST y (E(x,y) ^ Q(y))",
    "P(x) <=> EXIST y (E(x,y) ^ P(y))",
    "P(x) <=> FORALL y (E(x,y) => !Q(y))",
    "EXIST x (P(x) ^ FORALL y (E(x,y) => Q(y)))",
    "FORALL x (P(x) => EXIST y (E(x,y) ^ Q(y)))",
    "EXIST x, y (E(x,y) ^ P(x) ^ !P(y))",
    "FORALL x (A(x) => (P(x) <=> Q(x)))",
    "Z => P(x)",
    "Z <=> EXIST x (P(x) ^ Q(x))",
    "Z ^ P(x)",
    "Z v FORALL x (P(x) v Q(x))",
    "P(f(x)) v P(x)",
    "P(f(x)) <=> Q(x)",
    "f(x) = y ^ P(x) => Q(y)",
    "|x : P(x)| #",
    "|x : !P(x)| #",
    "|x : A(x) ^ P(x)| #",
    "|x : P(x) ^ Q(x)| #",
    "|x : P(x) ^ !Q(x)| #",
    "|y : E(x,y) ^ P(y)| ~",
    "|y : E(x,y) ^ !P(y)| ~",
    "|y : E(x,y) ^ P(y) ^ Q(y)| ~",
    "|y : E(x,y) ^ P(y) ^ Q(x)| ~",
    "|x,y : E(x,y) ^ P(x)| #",
    "|x,y : E(x,y) ^ !P(x)| #",
    "|x,y : E(x,y) ^ P(x) ^ P(y)| #",
    "|x,y : E(x,y) ^ !P(x) ^ Q(y)| #",
    "|x,d : D(x,d) ^ d > 0 ^ P(x)| #",
    "A(x) => |y : E(x,y) ^ P(y)| ~",
    "P(x) => |y : E(x,y) ^ Q(y)| ~",
    "A(x) ^ !Q(x) => |y : E(x,y) ^ P(y)| ~",
    "P(x) ^ Q(x) => |y : E(x,y) ^ P(y)| ~",
    "Z ^ P(x) => |y : E(x,y) ^ !Q(y)| ~",
    "Z => |x : P(x) ^ !Q(x)| #",
    "T(x,c)",
    "T(x,K0)",
    "M(x,c) => T(x,c)",
    "M(x,c) ^ T(x,c)",
    "T(x,+c)",
    "A(x) ^ T(x,+c)",
    "E(x,y) ^ T(x,+c) => T(y,+d)",
    "E(x,y) ^ T(x,+c) ^ T(y,c)",
    "P(+x)",
    "w: V(x,c,w) ^ T(x,c)",
    "w: V(x,c,w) => T(x,c)",
    "w: V(x,c,w) ^ E(x,y) => (T(x,c) <=> T(y,c))",
    "w: V(x,c,w) ^ T(x,c) => L(c)",
    "E(x,y) ^ T(x,c) ^ T(y,c)",
    "E(x,y) ^ T(x,c) => T(y,c)",
    "E(x,y) ^ T(x,c) ^ T(y,d) ^ c != d",
    "E(x,y) ^ T(x,c) ^ T(y,d) => B(c,d)",
    "E(x,y) ^ T(x,c) ^ T(y,d) => K(c,d)",
    "T(x,c) => L(c)",
    "L(c)",
    "K(c,d)",
    "K(c,d) => K(d,c)",
    "L(c) => EXIST x T(x,c)",
    "L(c) <=> EXIST x T(x,c)",
    "EXIST c T(x,c)",
    "FORALL c T(x,c)",
    "P(x) <=> EXIST c T(x,c)",
    "P(x) ^ T(x,c) => L(c)",
    "EXIST c (T(x,c) ^ K(c,c))",
    "FORALL c (T(x,c) <=> K(c,c))",
    "EXIST x FORALL c (T(x,c) => K(c,c))",
    "T(x,c) ^ T(x,d) => K(c,d)",
    "!T(x,c) v !T(x,d) v c = d",
    "|c : T(x,c)| ~",
    "|c : !T(x,c)| ~",
    "|x : T(x,c)| #",
    "|x,c : T(x,c)| #",
    "|c : T(x,c) ^ L(c)| ~",
    "|x : T(x,c) ^ P(x)| ~",
    "|x : A(x) ^ T(x,c)| ~",
    "|x : A(x) ^ !T(x,c)| #",
    "|c : M(x,c) ^ T(x,c)| ~",
    "|x,y : E(x,y) ^ T(x,c)| #",
    "|y : E(x,y) ^ T(y,c)| ~",
    "|x : T(x,+c)| ~",
    "|y : E(+x,y) ^ P(y)| ~",
    "R(x,y)",
    "E(x,y) => R(x,y)",
    "R(x,y) => R(y,x)",
    "w: W(x,y,w) ^ R(x,y)",
    "w: W(x,y,w) => R(x,y)",
    "R(x,y) ^ R(y,z) => R(x,z)",
    "E(x,y) ^ R(x,y) ^ R(y,z) => R(x,z)",
    "!R(x,y) v !R(x,z) v y = z",
    "!R(x,z) v !R(y,z) v x = y",
    "R(x,y) => P(x) v P(y)",
    "R(x,y) ^ P(x) => P(y)",
    "R(x,y) ^ x < y",
    "EXIST y R(x,y)",
    "FORALL y (E(x,y) => R(x,y))",
    "!R(x,x)",
    "|y : R(x,y)| ~",
    "|x : R(x,y)| ~",
    "|x,y : R(x,y)| #",
    "|y : E(x,y) ^ R(x,y) ^ P(y)| ~",
    "|y : R(x,y) ^ !R(y,x)| ~",
    "G(s) ^ G(s + 1)",
    "G(s) => G(s++)",
    "G(s) ^ !G(s + 2)",
    "w: O(s,w) ^ G(s)",
    "G(s) ^ s > 3 => Z",
    "|s : G(s) ^ s < 9| #",
    "EXIST s (G(s) ^ !G(s + 1))",
};
enum { N_TEMPLATES = sizeof templates / sizeof *templates, MOST_CHOSEN = 9 };

typedef struct mix {
    maker *m;
    const char *chosen[MOST_CHOSEN];
    uint32_t n, nodes, labels, times;
} mix;

static bool uses(const mix *x, const char *name)
{
    for (uint32_t i = 0; i < x->n; i++)
        if (strstr(x->chosen[i], name)) return true;
    return false;
}

/* ---- Choice and size ------------------------------------------------------------------------ */

/* A template with a limit in it. */
static const char *some_count(maker *m)
{
    uint32_t at = roll(m, N_TEMPLATES);
    while (!strpbrk(templates[at], "~#")) at = (at + 1) % N_TEMPLATES;
    return templates[at];
}

static void choose(mix *x)
{
    x->n = between(x->m, 2, MOST_CHOSEN);
    uint32_t focus = roll(x->m, N_TEMPLATES);
    bool counts = chance(x->m, 30);
    for (uint32_t i = 0; i < x->n; i++) {
        uint32_t near = (focus + roll(x->m, 30)) % N_TEMPLATES;
        x->chosen[i] = templates[chance(x->m, 60) ? near : roll(x->m, N_TEMPLATES)];
        if (counts && chance(x->m, 60)) x->chosen[i] = some_count(x->m);
    }
    if (!uses(x, "P(") && !uses(x, "T(") && !uses(x, "R(") && !uses(x, "G(")) x->chosen[0] = "P(x)";
}

static uint32_t hidden_atoms(const mix *x)
{
    uint32_t n = x->nodes, c = x->labels;
    return n * ((uint32_t)uses(x, "P(") + (uint32_t)uses(x, "Q(")) + n * c * uses(x, "T(")
           + c * uses(x, "L(") + c * c * uses(x, "K(") + n * n * uses(x, "R(")
           + x->times * uses(x, "G(") + uses(x, "Z");
}

static void choose_size(mix *x)
{
    maker *m = x->m;
    uint32_t most = chance(m, 60) ? between(m, 30, 70) : chance(m, 60) ? between(m, 70, 160) : 400;
    x->labels = between(m, 2, 5);
    x->times = between(m, 8, 40);
    x->nodes = between(m, 20, 120);
    while (x->nodes > 3 && hidden_atoms(x) > most) x->nodes--;
}

/* ---- Declarations --------------------------------------------------------------------------- */

static const char *mark(maker *m)
{
    uint32_t dice = roll(m, 10);
    return dice < 2 ? "!" : dice < 4 ? "?" : "";
}

static void declare(mix *x)
{
    maker *m = x->m;
    list_constants(m, "n", 'N', x->nodes);
    list_constants(m, "c", 'K', x->labels);
    say(m, "t = {1, ..., %u}", x->times);
    say(m, "*E(n, n)");
    if (uses(x, "A(")) say(m, "*A(n)");
    if (uses(x, "D(")) say(m, "*D(n, double)");
    if (uses(x, "M(")) say(m, "*M(n, c)");
    if (uses(x, "V(")) say(m, "*V(n, c, double)");
    if (uses(x, "B(")) say(m, "*B(c, c)");
    if (uses(x, "W(")) say(m, "*W(n, n, double)");
    if (uses(x, "O(")) say(m, "*O(t, double)");
    if (uses(x, "f(")) say(m, "n f(n)");
    if (uses(x, "P(")) say(m, "P(n)");
    if (uses(x, "Q(")) say(m, "Q(n)");
    if (uses(x, "T(")) say(m, "T(n, c%s)", mark(m));
    if (uses(x, "L(")) say(m, "L(c)");
    if (uses(x, "K(")) say(m, "K(c, c)");
    if (uses(x, "R(")) say(m, "R(n, n%s)", chance(m, 80) ? "" : mark(m));
    if (uses(x, "G(")) say(m, "G(t)");
    if (uses(x, "Z")) say(m, "Z");
}

/* ---- Formulas ------------------------------------------------------------------------------- */

/* The template with its limit in place. */
static const char *fill_in(mix *x, const char *template)
{
    static char text[400];
    size_t n = strcspn(template, "~#");
    uint32_t most = template[n] == '~' ? 4 : chance(x->m, 50) ? 6 : x->nodes + 3;
    snprintf(text, sizeof text, "%.*s%s", (int)n, template,
             template[n] ? some_limit(x->m, most) : "");
    return text;
}

/* Rows of the weight table, for some of the constants. */
static void add_rows(mix *x, const char *text, uint32_t label)
{
    const char *first = strchr(text, '+');
    bool two = strchr(first + 1, '+') != NULL, nodes = first[1] == 'x';
    uint32_t n = nodes ? x->nodes : x->labels;
    for (uint32_t i = 0; i < n; i++) {
        for (uint32_t k = 0; k < (two ? x->labels : 1); k++) {
            if (i + k > 0 && chance(x->m, 40)) continue;
            if (two)
                script_add(x->m->s, WEIGHTS, "Tab%u\tK%u\tK%u\t%s", label, i, k, any_weight(x->m));
            else
                script_add(x->m->s, WEIGHTS, "Tab%u\t%c%u\t%s", label, nodes ? 'N' : 'K', i,
                           any_weight(x->m));
        }
    }
}

static bool has_table(const char *text)
{
    const char *plus = strchr(text, '+');
    return plus && plus[1] >= 'a' && plus[1] <= 'z';
}

static void add_formula(mix *x, const char *template)
{
    maker *m = x->m;
    const char *text = fill_in(x, template);
    if (strncmp(text, "w: ", 3) == 0) {
        say(m, "%s", text);
    } else if (has_table(text)) {
        uint32_t label = ++m->n_labels;
        if (chance(m, 50)) say(m, "Tab%u: %s", label, text);
        else say(m, "Tab%u: %s %s", label, any_weight(m), text);
        add_rows(x, text, label);
    } else if (text[0] == '*') {
        soft(m, text);
    } else {
        formula(m, text);
    }
}

/* ---- Evidence ------------------------------------------------------------------------------- */

static void numbers(mix *x)
{
    maker *m = x->m;
    for (uint32_t i = 0; i < x->nodes; i++) {
        if (uses(x, "A(") && chance(m, 50)) fact(m, "A(N%u)", i);
        if (uses(x, "D(") && chance(m, 70)) fact(m, "D(N%u, %s)", i, any_weight(m));
        if (uses(x, "f(")) fact(m, "f(N%u) = N%u", i, roll(m, x->nodes));
        for (uint32_t k = 0; k < x->labels; k++) {
            if (uses(x, "M(") && chance(m, 40)) fact(m, "M(N%u, K%u)", i, k);
            if (uses(x, "V(") && chance(m, 60)) fact(m, "V(N%u, K%u, %s)", i, k, any_weight(m));
        }
        for (uint32_t k = 0; k < x->nodes && uses(x, "W("); k++)
            if (chance(m, 40)) fact(m, "W(N%u, N%u, %s)", i, k, any_weight(m));
    }
    for (uint32_t i = 0; i < x->times && uses(x, "O("); i++)
        fact(m, "O(%u, %s)", i + 1, any_weight(m));
    for (uint32_t i = 0; i < x->labels * x->labels && uses(x, "B("); i++)
        if (chance(m, 50)) fact(m, "B(K%u, K%u)", i / x->labels, i % x->labels);
}

static void hidden_evidence(mix *x)
{
    maker *m = x->m;
    uint32_t percent = chance(m, 50) ? 0 : between(m, 1, 20);
    for (uint32_t i = 0; i < x->nodes; i++) {
        char atom[40];
        snprintf(atom, sizeof atom, "P(N%u)", i);
        if (uses(x, "P(") && chance(m, percent)) some_evidence(m, atom);
        snprintf(atom, sizeof atom, "T(N%u, K%u)", i, roll(m, x->labels));
        if (uses(x, "T(") && chance(m, percent)) some_evidence(m, atom);
        snprintf(atom, sizeof atom, "R(N%u, N%u)", i, roll(m, x->nodes));
        if (uses(x, "R(") && chance(m, percent)) some_evidence(m, atom);
    }
}

void make_mixed(maker *m)
{
    mix x = { .m = m };
    choose(&x);
    choose_size(&x);
    declare(&x);
    for (uint32_t i = 0; i < x.n; i++) add_formula(&x, x.chosen[i]);
    if (uses(&x, "R(") && chance(m, 15)) say(m, "acyclic R.");
    draw_graph(m, "E", x.nodes);
    numbers(&x);
    hidden_evidence(&x);
}

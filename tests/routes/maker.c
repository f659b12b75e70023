/* maker.c -- which family a seed gives, and what families share; see maker.h. */
#include "maker.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

const family families[] = {
    { "mixed", 34, make_mixed },      { "general", 14, make_general },
    { "grid", 6, make_grid },         { "diagnosis", 5, make_diagnosis },
    { "clusters", 7, make_clusters }, { "linkage", 7, make_linkage },
    { "seating", 6, make_seating },   { "chain", 4, make_chain },
    { "clauses", 6, make_clauses },   { "pigeons", 3, make_pigeons },
    { "order", 4, make_order },       { "covering", 6, make_covering },
    { "links", 5, make_links },       { "copies", 4, make_copies },
};
const uint32_t n_families = sizeof families / sizeof *families;

/* ---- Dice ----------------------------------------------------------------------------------- */

uint32_t roll(maker *m, uint32_t n)
{
    return (uint32_t)(random_bits(&m->state) % n);
}

uint32_t between(maker *m, uint32_t least, uint32_t most)
{
    return most > least ? least + roll(m, most - least + 1) : least;
}

bool chance(maker *m, uint32_t percent)
{
    return roll(m, 100) < percent;
}

/* ---- Weights -------------------------------------------------------------------------------- */

enum { STYLE_ONE, STYLE_WHOLE, STYLE_QUARTERS, STYLE_REAL, STYLE_WIDE, STYLE_TINY, STYLE_LARGE };
enum { STYLES = STYLE_LARGE + 1 };

static double magnitude(maker *m)
{
    static const double powers[] = { 1e-6, 1e-4, 1e-2, 1, 1, 1e2, 1e4, 1e6 };
    double real = (double)(1 + roll(m, 3000)) / 1000;
    switch (m->style) {
    case STYLE_ONE: return 1;
    case STYLE_WHOLE: return 1 + roll(m, 5);
    case STYLE_QUARTERS: return 0.25 * (1 + roll(m, 12));
    case STYLE_WIDE: return real * powers[roll(m, 8)];
    case STYLE_TINY: return real * 1e-5;
    case STYLE_LARGE: return real * 1e7;
    default: return real + (double)roll(m, 1000000) * 1e-12;
    }
}

static const char *number(maker *m, bool minus)
{
    static char texts[8][40];
    static uint32_t next;
    char *text = texts[next++ % 8];
    if (chance(m, 2)) snprintf(text, sizeof texts[0], "0");
    else snprintf(text, sizeof texts[0], "%s%.15g", minus ? "-" : "", magnitude(m));
    return text;
}

const char *any_weight(maker *m)
{
    return number(m, chance(m, m->negative));
}

const char *positive_weight(maker *m)
{
    return number(m, false);
}

/* ---- Lines ---------------------------------------------------------------------------------- */

static void add_line(maker *m, part p, const char *format, va_list arguments)
{
    char text[4000];
    vsnprintf(text, sizeof text, format, arguments);
    script_add(m->s, p, "%s", text);
}

void say(maker *m, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    add_line(m, MODEL, format, arguments);
    va_end(arguments);
}

void fact(maker *m, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    add_line(m, EVIDENCE, format, arguments);
    va_end(arguments);
}

void list_constants(maker *m, const char *type, char letter, uint32_t n)
{
    char text[3000];
    size_t at = (size_t)snprintf(text, sizeof text, "%s = {", type);
    for (uint32_t i = 0; i < n && at < sizeof text - 20; i++)
        at += (size_t)snprintf(text + at, sizeof text - at, "%s%c%u", i ? ", " : "", letter, i);
    say(m, "%s}", text);
}

void soft(maker *m, const char *text)
{
    say(m, "%s %s", any_weight(m), text);
}

void formula(maker *m, const char *text)
{
    if (chance(m, m->hard)) say(m, text[0] == '|' ? "%s." : "(%s).", text);
    else soft(m, text);
}

const char *some_limit(maker *m, uint32_t most)
{
    static const char *const ops[] = { "<=", ">=", "=" };
    static char texts[4][24];
    static uint32_t next;
    char *text = texts[next++ % 4];
    snprintf(text, sizeof texts[0], "%s %u", ops[roll(m, 3)], roll(m, most + 1));
    return text;
}

/* ---- Graphs --------------------------------------------------------------------------------- */

static void edge(maker *m, const char *predicate, uint32_t a, uint32_t b)
{
    if (chance(m, 50)) fact(m, "%s(N%u, N%u)", predicate, a, b);
    else fact(m, "%s(N%u, N%u)", predicate, b, a);
}

static void draw_random(maker *m, const char *predicate, uint32_t n)
{
    uint32_t edges = n * between(m, 1, 5) / 2;
    for (uint32_t i = 0; i < edges; i++) edge(m, predicate, roll(m, n), roll(m, n));
}

static void draw_grid(maker *m, const char *predicate, uint32_t n)
{
    uint32_t width = 2;
    while (width * width < n) width++;
    for (uint32_t i = 0; i < n; i++) {
        if (i % width + 1 < width && i + 1 < n) edge(m, predicate, i, i + 1);
        if (i + width < n) edge(m, predicate, i, i + width);
    }
}

/* Groups that have nothing to do with each other, each complete. */
static void draw_groups(maker *m, const char *predicate, uint32_t n)
{
    uint32_t size = between(m, 2, 6);
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = i + 1; k < n && k / size == i / size; k++) edge(m, predicate, i, k);
}

void draw_graph(maker *m, const char *predicate, uint32_t n)
{
    uint32_t shape = roll(m, 8);
    if (shape == 0) draw_grid(m, predicate, n);
    else if (shape == 1) draw_groups(m, predicate, n);
    else if (shape > 4) draw_random(m, predicate, n);
    for (uint32_t i = 1; i < n && shape >= 2 && shape <= 4; i++)
        edge(m, predicate, shape == 2 ? i - 1 : shape == 3 ? roll(m, i) : 0, i);
}

void some_evidence(maker *m, const char *atom)
{
    uint32_t dice = roll(m, 10);
    if (dice < 3) fact(m, "%s", atom);
    else if (dice < 6) fact(m, "!%s", atom);
    else if (dice < 7) fact(m, "?%s", atom);
    else fact(m, "0.%u %s", 1 + roll(m, 9), atom);
}

/* ---- One program ---------------------------------------------------------------------------- */

static bool is_soft(const char *text)
{
    return (text[0] == '-' || (text[0] >= '0' && text[0] <= '9')) && strchr(text, ' ');
}

/* A formula comes a second time, with another weight. */
static void repeat_formula(maker *m)
{
    uint32_t n = m->s->n, at = roll(m, n);
    for (uint32_t i = 0; i < n; i++, at = (at + 1) % n) {
        const char *text = m->s->at[at].text;
        if (m->s->at[at].part != MODEL || !is_soft(text)) continue;
        say(m, "%s%s", any_weight(m), strchr(text, ' '));
        return;
    }
}

uint32_t make_script(script *s, uint64_t seed)
{
    static const uint32_t negatives[] = { 0, 20, 50, 50, 80, 100 }, hards[] = { 0, 0, 5, 10, 30 };
    maker m = { .state = seed * UINT64_C(0x2545f4914f6cdd1d), .s = s };
    uint32_t all = 0, which = 0;
    for (uint32_t i = 0; i < n_families; i++) all += families[i].share;
    uint32_t dice = roll(&m, all);
    while (dice >= families[which].share) dice -= families[which++].share;
    m.style = chance(&m, 30) ? STYLE_REAL : roll(&m, STYLES);
    m.negative = negatives[roll(&m, 6)];
    m.hard = hards[roll(&m, 5)];
    families[which].make(&m);
    if (s->n > 0 && chance(&m, 20)) repeat_formula(&m);
    return which;
}

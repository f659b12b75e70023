/* generate.c -- random programs: declarations and evidence; see generate.h.
 *
 * A fixed vocabulary, of which each program declares a part: types a, b (texts), t (numbers) and e
 * (no constants), observed and hidden predicates over them, three functions. */
#include "generator.h"

#include <stdarg.h>
#include <string.h>

const symbol predicates[N_PREDICATES] = {
    { "O1", "a", false, false }, { "O2", "ab", false, false }, { "N", "tt", false, false },
    { "C", "ab", false, true },  { "Z", "", false, false },    { "E2", "ae", false, false },
    { "H1", "a", true, false },  { "H2", "aa", true, false },  { "H3", "b", true, false },
    { "R", "", true, false },    { "T", "t", true, false },    { "G", "at", true, false },
    { "E1", "e", true, false },  { "D", "a", false, true },    { "W", "", false, true },
};
const symbol functions[N_FUNCTIONS] = { { "f", "aa", false, false },
                                        { "g", "ab", false, false },
                                        { "h", "bab", false, false } };
const char types[] = "abte";

const char *const feature_text[N_FEATURES] = {
#define TEXT(name, percent, text) [USE_##name] = (text),
    FEATURES(TEXT)
#undef TEXT
};
static const uint8_t percents[N_FEATURES] = {
#define PERCENT(name, percent, text) [USE_##name] = (percent),
    FEATURES(PERCENT)
#undef PERCENT
};

uint32_t below(generator *g, uint32_t n)
{
    return random_below(&g->state, n);
}

bool percent(generator *g, uint32_t chance)
{
    return below(g, 100) < chance;
}

void note(generator *g, feature f)
{
    g->has[f] = true;
}

bool want(generator *g, feature f)
{
    bool yes = percent(g, percents[f]);
    if (yes) note(g, f);
    return yes;
}

bool tempted(generator *g, feature f)
{
    return percent(g, percents[f]);
}

void begin(generator *g, section part)
{
    if (g->p->n == MOST_LINES) g->p->n--; /* the last one is lost */
    g->line = &g->p->at[g->p->n++];
    g->line->part = part;
    g->line->text[0] = '\0';
    g->n = 0;
}

__attribute__((format(printf, 2, 3))) void put(generator *g, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int n = vsnprintf(g->line->text + g->n, MOST_LINE - g->n, format, arguments);
    va_end(arguments);
    g->n += (size_t)n;
    if (g->n >= MOST_LINE) g->n = MOST_LINE - 1;
}

uint32_t type_index(char type)
{
    return (uint32_t)(strchr(types, type) - types);
}

void put_constant(generator *g, char type, uint32_t i)
{
    if (type == 't') put(g, "%u", i + 1);
    else put(g, "%c%u", type - 'a' + 'A', i + 1);
}

/* ---- Declarations --------------------------------------------------------------------------- */

static void declare_types(generator *g)
{
    g->size[0] = 1 + below(g, 3);
    g->size[1] = 1 + below(g, 2);
    g->size[2] = 2 + below(g, 2);
    g->size[3] = 0;
    for (uint32_t t = 0; g->sizes && t < 3; t++) g->size[t] = g->sizes[t];
    for (uint32_t t = 0; t < 3; t++) {
        if (want(g, USE_UNLISTED)) continue;
        begin(g, IN_MODEL);
        put(g, "%c = {", types[t]);
        for (uint32_t i = 0; i < g->size[t]; i++) {
            if (i > 0) put(g, ", ");
            put_constant(g, types[t], i);
        }
        put(g, "}");
    }
}

static void declare_predicate(generator *g, uint32_t which)
{
    const symbol *s = &predicates[which];
    g->declared[which] = true;
    begin(g, IN_MODEL);
    put(g, "%s%s%s", s->hidden ? "" : "*", s->name, s->types[0] || s->number ? "(" : "");
    for (uint32_t i = 0; s->types[i]; i++) {
        put(g, "%s%c", i > 0 ? ", " : "", s->types[i]);
        if (s->number) continue;
        if (want(g, USE_EXACTLY_ONE)) put(g, "!");
        else if (want(g, USE_AT_MOST_ONE)) put(g, "?");
    }
    if (s->number) put(g, s->types[0] ? ", double" : "double");
    if (s->types[0] || s->number) put(g, ")");
}

static void declare_predicates(generator *g)
{
    bool empty = want(g, USE_EMPTY);
    for (uint32_t i = 0; i < N_PREDICATES; i++) {
        bool always = i == 0 || i == 6; /* something observed, something hidden */
        if (strchr(predicates[i].types, 'e') ? empty : always || percent(g, 60))
            declare_predicate(g, i);
    }
}

static void declare_functions(generator *g)
{
    if (percent(g, 60)) return;
    for (uint32_t i = 0; i < N_FUNCTIONS; i++) {
        const symbol *f = &functions[i];
        if (!percent(g, 50)) continue;
        g->functions[i] = (mapping)(1 + below(g, 3));
        if (g->functions[i] == UNMAPPED && g->size[0] > 2) g->functions[i] = MAPPED;
        note(g, g->functions[i] == UNMAPPED      ? USE_UNMAPPED
                : g->functions[i] == PART_MAPPED ? USE_PART_MAPPED
                                                 : USE_MAPPED);
        begin(g, IN_MODEL);
        put(g, "%c %s(", f->types[0], f->name);
        for (uint32_t k = 1; f->types[k]; k++) put(g, "%s%c", k > 1 ? ", " : "", f->types[k]);
        put(g, ")");
    }
}

/* ---- Evidence ------------------------------------------------------------------------------- */

/* Calls `each` with every tuple of constants of these types. */
static void every_row(generator *g, const char *row_types, uint32_t which,
                      void (*each)(generator *, uint32_t which, const uint32_t *row))
{
    uint32_t n = (uint32_t)strlen(row_types), row[4] = { 0 };
    for (uint32_t i = 0; i < n; i++)
        if (g->size[type_index(row_types[i])] == 0) return;
    for (;;) {
        each(g, which, row);
        uint32_t i = n;
        while (i > 0 && ++row[i - 1] == g->size[type_index(row_types[i - 1])]) row[--i] = 0;
        if (i == 0) return;
    }
}

static void put_row(generator *g, const symbol *s, const uint32_t *row, const char *last)
{
    put(g, "%s%s", s->name, s->types[0] || last[0] ? "(" : "");
    for (uint32_t i = 0; s->types[i]; i++) {
        put(g, "%s", i > 0 ? ", " : "");
        put_constant(g, s->types[i], row[i]);
    }
    put(g, "%s%s", s->types[0] && last[0] ? ", " : "", last);
    if (s->types[0] || last[0]) put(g, ")");
}

static void observed_row(generator *g, uint32_t which, const uint32_t *row)
{
    const symbol *s = &predicates[which];
    if (!percent(g, 45)) return;
    uint32_t n = s->number && want(g, USE_TWO_NUMBERS) ? 2 : 1;
    for (uint32_t i = 0; i < n; i++) {
        char number[16] = "";
        if (s->number)
            snprintf(number, sizeof number, "%s%u.5", percent(g, 40) ? "-" : "",
                     i + 2 * below(g, 2));
        begin(g, IN_EVIDENCE);
        if (!s->number && percent(g, 10)) put(g, "!");
        put_row(g, s, row, number);
    }
}

static void hidden_row(generator *g, uint32_t which, const uint32_t *row)
{
    char before[8] = "";
    if (want(g, USE_HIDDEN_TRUE)) snprintf(before, sizeof before, "%s", "");
    else if (want(g, USE_HIDDEN_FALSE)) snprintf(before, sizeof before, "%s", "!");
    else if (want(g, USE_HIDDEN_UNKNOWN)) snprintf(before, sizeof before, "%s", "?");
    else if (want(g, USE_SOFT)) snprintf(before, sizeof before, "0.%u ", 1 + below(g, 9));
    else return;
    begin(g, IN_EVIDENCE);
    put(g, "%s", before);
    put_row(g, &predicates[which], row, "");
}

static void mapped_row(generator *g, uint32_t which, const uint32_t *row)
{
    const symbol *f = &functions[which];
    if (g->functions[which] == PART_MAPPED && percent(g, 50)) return;
    begin(g, IN_EVIDENCE);
    put_constant(g, f->types[0], below(g, g->size[type_index(f->types[0])]));
    put(g, " = ");
    put_row(g, &(symbol){ f->name, f->types + 1, false, false }, row, "");
}

static void evidence(generator *g)
{
    for (uint32_t i = 0; i < N_PREDICATES; i++)
        if (g->declared[i])
            every_row(g, predicates[i].types, i, predicates[i].hidden ? hidden_row : observed_row);
    for (uint32_t i = 0; i < N_FUNCTIONS; i++)
        if (g->functions[i] >= PART_MAPPED) every_row(g, functions[i].types + 1, i, mapped_row);
}

/* ---- Relations ------------------------------------------------------------------------------- */

/* The linear relaxation of a star is fractional: all pairs of its middle are one half. */
static void star(generator *g)
{
    uint32_t n = 4 + below(g, 2);
    begin(g, IN_MODEL);
    put(g, "-0.%u H2(x, y)", 75 + below(g, 25));
    for (uint32_t i = 1; i < n; i++) {
        begin(g, IN_MODEL);
        put(g, "%u.%u H2(A1, A%u)", 2 + below(g, 2), below(g, 100), i + 1);
    }
}

/* Hard formulas that solvers know, in one of the ways to write them. */
static void relations(generator *g)
{
    bool pairs = false;
    for (uint32_t i = 0; i < N_PREDICATES; i++)
        pairs |= g->declared[i] && strcmp(predicates[i].name, "H2") == 0;
    if (!pairs || !want(g, USE_TRANSITIVE)) return;
    begin(g, IN_MODEL);
    put(g,
        percent(g, 50) ? "H2(x, y) ^ H2(y, z) => H2(x, z)." : "H2(x, y) v !H2(z, y) v !H2(x, z).");
    if (!want(g, USE_SYMMETRIC)) return;
    begin(g, IN_MODEL);
    put(g, "H2(x, y) => H2(y, x).");
    if (want(g, USE_STAR)) star(g);
}

/* ---- Labels ---------------------------------------------------------------------------------- */

static void put_formula(generator *g, const char *text)
{
    begin(g, IN_MODEL);
    put(g, "%s", text);
}

/* G labels a with t: at most one each, hard formulas about two of them, and a score for each label,
 * often the same one: then some labels do nothing that others do not. */
static void labels(generator *g)
{
    if (!g->declared[THE_LABELS] || !want(g, USE_LABELS)) return;
    bool equal = percent(g, 50);
    uint32_t score = 1 + below(g, 9);
    put_formula(g, "|l : G(x, l)| <= 1.");
    for (uint32_t i = 0; i < g->size[2]; i++) {
        begin(g, IN_MODEL);
        put(g, "0.%u G(x, ", equal ? score : 1 + below(g, 9));
        put_constant(g, 't', i);
        put(g, ")");
    }
    if (want(g, USE_LABELS_APART)) put_formula(g, "O1(x) ^ G(x, l) ^ G(y, m) => x = y.");
    if (want(g, USE_LABELS_ONCE)) put_formula(g, "G(x, 1) ^ G(y, 1) => x = y.");
    if (want(g, USE_LABELS_NEED)) put_formula(g, "G(x, 2) => EXIST y G(y, 1).");
}

/* ---- Formulas alike ---- */

/* A shape: % stands for a constant of type a, or for +p and +q. */
static void put_shape(generator *g, const char *shape, bool plus)
{
    uint32_t n = 0;
    for (const char *at = shape; *at; at++) {
        if (*at != '%') put(g, "%c", *at);
        else if (plus) put(g, "+%c", 'p' + (char)n++);
        else put_constant(g, 'a', below(g, g->size[0]));
    }
}

/* Enough to be folded into a weight table. There are few constants, so that many come again, with
 * this sign or the other. */
static void alike(generator *g)
{
    static const char *const shapes[] = { "H1(%)",
                                          "H1(%) v !H1(%)",
                                          "O1(%) ^ H1(x)",
                                          "O1(x) ^ x != % => H1(x)",
                                          "(H1(%) <=> H1(%)) v O1(x)",
                                          "H2(%, %)",
                                          "H2(%, x) ^ H1(%)",
                                          "H2(x, %) => EXIST y (H2(%, y) ^ O1(y))" };
    enum { OF_ONE = 5 }; /* the first ones do without H2 */
    if (!want(g, USE_ALIKE)) return;
    const char *shape =
        shapes[below(g, g->declared[7] ? (uint32_t)(sizeof shapes / sizeof *shapes) : OF_ONE)];
    uint32_t n = 8 + below(g, 12);
    if (!strstr(shape, "!=") && want(g, USE_ALIKE_PLUS)) {
        begin(g, IN_MODEL);
        put_shape(g, shape, true);
    }
    for (uint32_t i = 0; i < n; i++) {
        begin(g, IN_MODEL);
        put(g, "%s%u.%s ", percent(g, 50) ? "-" : "", below(g, 3), percent(g, 50) ? "25" : "5");
        put_shape(g, shape, false);
    }
}

/* ---- The whole ------------------------------------------------------------------------------ */

void generate_sized(program *p, uint64_t seed, const uint32_t *sizes, uint32_t counts[N_FEATURES])
{
    generator g = { .state = seed * UINT64_C(0x2545f4914f6cdd1d), .p = p, .sizes = sizes };
    p->n = 0;
    declare_types(&g);
    declare_predicates(&g);
    declare_functions(&g);
    /* Every fourth program has more statements, every eighth weights of all magnitudes. */
    uint32_t n = 1 + below(&g, seed % 4 == 3 ? 12 : 5);
    g.wide = seed % 8 == 5 || seed % 8 == 7;
    for (uint32_t i = 0; i < n; i++) statement(&g);
    relations(&g);
    evidence(&g);
    labels(&g);
    alike(&g);
    for (uint32_t i = 0; i < N_FEATURES; i++) counts[i] += g.has[i];
}

void generate(program *p, uint64_t seed, uint32_t counts[N_FEATURES])
{
    generate_sized(p, seed, NULL, counts);
}

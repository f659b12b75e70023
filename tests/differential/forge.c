/* forge.c -- certificates changed the way a forger would change them; see forge.h. */
#include "forge.h"

#include "generate.h"

#include <math.h>
#include <string.h>

enum { MOST_STATEMENTS = 4000 };

typedef struct forger {
    kf_text *to;
    kf_str whole, lines[MOST_STATEMENTS];
    uint32_t n;
    const kf_str *atoms;
    uint32_t n_atoms;
    uint64_t *state;
} forger;

/* ---- Lines ---------------------------------------------------------------------------------- */

static void split(forger *f, kf_str text)
{
    size_t from = 0;
    for (size_t i = 0; i < text.n && f->n < MOST_STATEMENTS; i++) {
        if (text.at[i] != '\n') continue;
        f->lines[f->n++] = (kf_str){ text.at + from, i - from };
        from = i + 1;
    }
}

static bool is(const forger *f, uint32_t i, const char *word)
{
    size_t n = strlen(word);
    return i < f->n && f->lines[i].n >= n && memcmp(f->lines[i].at, word, n) == 0;
}

static bool is_constraint(const forger *f, uint32_t i)
{
    return is(f, i, "clause") || is(f, i, "count");
}

static void put(forger *f, kf_str text)
{
    kf_text_add(f->to, text);
    kf_text_addc(f->to, '\n');
}

static void put_lines(forger *f, uint32_t from, uint32_t to)
{
    for (; from < to; from++) put(f, f->lines[from]);
}

static uint32_t below(forger *f, uint32_t n)
{
    return random_below(f->state, n);
}

/* A line that begins so; f->n: there is none. */
static uint32_t pick(forger *f, const char *word)
{
    uint32_t n = 0, which;
    for (uint32_t i = 0; i < f->n; i++) n += is(f, i, word);
    if (n == 0) return f->n;
    which = below(f, n);
    for (uint32_t i = 0;; i++)
        if (is(f, i, word) && which-- == 0) return i;
}

/* Where the component of a line begins, and where it ends: behind its last line. */
static uint32_t component_start(const forger *f, uint32_t i)
{
    while (i > 0 && !is(f, i, "component")) i--;
    return i;
}

static uint32_t component_end(const forger *f, uint32_t i)
{
    while (i < f->n && !is(f, i, "end")) i++;
    return i < f->n ? i + 1 : f->n;
}

static uint32_t count_lines(const forger *f, uint32_t from, uint32_t to, bool constraints)
{
    uint32_t n = 0;
    for (; from < to; from++)
        n += constraints ? is_constraint(f, from) : is(f, from, "atom") || is(f, from, "define");
    return n;
}

/* Behind the tree that begins here. */
static uint32_t tree_end(const forger *f, uint32_t i)
{
    uint32_t missing = 1;
    while (i < f->n && missing > 0) {
        if (is(f, i, "branch")) missing++;
        else missing--;
        i++;
        while (is(f, i, "row") || is(f, i, "price")) i++;
    }
    return i;
}

/* ---- Words ---------------------------------------------------------------------------------- */

static uint32_t count_words(kf_str s)
{
    uint32_t n = 0;
    for (size_t i = 0; i < s.n; i++) n += s.at[i] != ' ' && (i == 0 || s.at[i - 1] == ' ');
    return n;
}

static kf_str word_at(kf_str s, uint32_t which)
{
    size_t i = 0, from;
    for (;;) {
        while (i < s.n && s.at[i] == ' ') i++;
        from = i;
        while (i < s.n && s.at[i] != ' ') i++;
        if (which-- == 0) return (kf_str){ s.at + from, i - from };
    }
}

/* The line up to the word, and what comes behind it, with something else in between. */
static void begin_word(forger *f, kf_str text, kf_str word)
{
    kf_text_add(f->to, (kf_str){ text.at, (size_t)(word.at - text.at) });
}

static void end_word(forger *f, kf_str text, kf_str word)
{
    put(f, (kf_str){ word.at + word.n, (size_t)(text.at + text.n - (word.at + word.n)) });
}

/* ---- Changes -------------------------------------------------------------------------------- */

/* Multipliers: much or hardly larger, smaller, the other sign. */
static double bumped(forger *f, double y)
{
    switch (below(f, 9)) {
    case 0: return y * 2;
    case 1: return y * 1.25;
    case 2: return y * (1 + 1e-6);
    case 3: return nextafter(y, INFINITY);
    case 4: return y / 2;
    case 5: return -y;
    case 6: return y + 1;
    case 7: return y * 1e6;
    default: return y * 0x1p60;
    }
}

static void bump(forger *f)
{
    uint32_t at = pick(f, "row");
    double y;
    put_lines(f, 0, at);
    if (at < f->n) {
        kf_str text = f->lines[at], word = word_at(text, 2);
        begin_word(f, text, word);
        if (kf_number_read(word, &y)) kf_text_add_number(f->to, bumped(f, y));
        end_word(f, text, word);
    }
    put_lines(f, at + 1, f->n);
}

/* All multipliers of a leaf. */
static void bump_leaf(forger *f)
{
    static const double by[] = { 2, 1.25, 1 + 1e-6, 0.5, 1e6, -1 };
    uint32_t at = pick(f, below(f, 4) ? "leaf" : "refute");
    double factor = by[below(f, KF_LENGTH(by))], y;
    uint32_t i = at < f->n ? at + 1 : at;
    put_lines(f, 0, i);
    for (; is(f, i, "row"); i++) {
        kf_str text = f->lines[i], word = word_at(text, 2);
        begin_word(f, text, word);
        if (kf_number_read(word, &y)) kf_text_add_number(f->to, y * factor);
        end_word(f, text, word);
    }
    put_lines(f, i, f->n);
}

static void drop_or_repeat(forger *f)
{
    static const char *const words[] = { "row",       "row",   "clause", "count", "atom",
                                         "define",    "world", "leaf",   "end",   "block",
                                         "eliminate", "price", "" };
    uint32_t at = pick(f, words[below(f, KF_LENGTH(words))]);
    put_lines(f, 0, at);
    if (at < f->n && below(f, 2)) {
        put(f, f->lines[at]);
        put(f, f->lines[at]);
    }
    put_lines(f, at + 1, f->n);
}

/* Two atoms, two constraints or two rows change places; so what the numbers say. */
static void swap(forger *f)
{
    static const char *const words[] = { "atom", "define", "clause", "count",
                                         "row",  "block",  "price",  "" };
    const char *word = words[below(f, KF_LENGTH(words))];
    uint32_t a = pick(f, word), b = pick(f, word);
    for (uint32_t i = 0; i < f->n; i++) put(f, f->lines[i == a ? b : i == b ? a : i]);
}

/* A number of a constraint, of a branch or of a row: its opposite, one more or less, another. */
static void renumber(forger *f)
{
    static const char *const words[] = { "clause", "count", "count", "branch",   "row",
                                         "define", "block", "price", "eliminate" };
    uint32_t at = pick(f, words[below(f, KF_LENGTH(words))]);
    put_lines(f, 0, at);
    if (at < f->n) {
        kf_str text = f->lines[at];
        bool limits = is(f, at, "count") && below(f, 2); /* not the terms */
        uint32_t n = is(f, at, "row") ? 2 : limits ? 3 : count_words(text);
        kf_str word = word_at(text, n > 1 ? 1 + below(f, n - 1) : 0);
        double value;
        begin_word(f, text, word);
        if (!kf_number_read(word, &value)) kf_text_add(f->to, KF_STR("1"));
        else {
            static const double others[] = { 0, 1, 2, 3, 7 };
            switch (below(f, 4)) {
            case 0: value = -value; break;
            case 1: value = floor(value) + 1; break;
            case 2: value = ceil(value) - 1; break;
            default: value = others[below(f, KF_LENGTH(others))]; break;
            }
            kf_text_add_number(f->to, value);
        }
        end_word(f, text, word);
    }
    put_lines(f, at + 1, f->n);
}

/* Another part of the constraint's rows. */
static void change_component(forger *f)
{
    uint32_t at = pick(f, "row");
    put_lines(f, 0, at);
    if (at < f->n) {
        kf_str text = f->lines[at], word = word_at(text, 1);
        size_t dot = 0;
        while (dot < word.n && word.at[dot] != '.') dot++;
        begin_word(f, text, word);
        kf_text_add(f->to, (kf_str){ word.at, dot });
        if (below(f, 5)) kf_text_addf(f->to, ".%u", 1 + below(f, 6));
        end_word(f, text, word);
    }
    put_lines(f, at + 1, f->n);
}

/* A component twice, or in the place of another; a new one for what two share. */
static void repeat_component(forger *f)
{
    uint32_t at = pick(f, "component"), from = component_start(f, at), to = component_end(f, at);
    put_lines(f, 0, to);
    put_lines(f, from, to);
    put_lines(f, to, f->n);
}

/* The rows of a leaf, with those of the new constraint beside those of the old. */
static void put_doubled(forger *f, uint32_t i, uint32_t old, uint32_t new)
{
    kf_str text = f->lines[i], word = word_at(text, 1);
    size_t dot = 0;
    double number;
    put(f, text);
    while (dot < word.n && word.at[dot] != '.') dot++;
    if (!kf_number_read((kf_str){ word.at, dot }, &number) || number != old) return;
    kf_text_addf(f->to, "row %u", new);
    put(f, (kf_str){ word.at + dot, (size_t)(text.at + text.n - (word.at + dot)) });
}

/* A constraint twice, and its rows likewise: what it pays would count twice. */
static void double_constraint(forger *f)
{
    uint32_t at = pick(f, below(f, 3) ? "clause" : "count");
    if (at == f->n) {
        repeat_component(f);
        return;
    }
    uint32_t start = component_start(f, at), end = component_end(f, at);
    uint32_t old = count_lines(f, start, at + 1, true), n = count_lines(f, start, end, true);
    uint32_t tree = start;
    while (tree < end && !is(f, tree, "branch") && !is(f, tree, "leaf") && !is(f, tree, "refute"))
        tree++;
    put_lines(f, 0, tree);
    put(f, f->lines[at]);
    for (uint32_t i = tree; i < end; i++) {
        if (is(f, i, "row")) put_doubled(f, i, old, n + 1);
        else put(f, f->lines[i]);
    }
    put_lines(f, end, f->n);
}

/* A constraint that may not be there, with a row for it in every leaf. */
static void add_constraint(forger *f)
{
    uint32_t at = pick(f, "component");
    if (at == f->n) return;
    uint32_t end = component_end(f, at), atoms = count_lines(f, at, end, false), tree = at;
    uint32_t n = count_lines(f, at, end, true);
    while (tree < end && !is(f, tree, "branch") && !is(f, tree, "leaf") && !is(f, tree, "refute"))
        tree++;
    put_lines(f, 0, tree);
    if (below(f, 4)) kf_text_add(f->to, KF_STR("clause"));
    else kf_text_addf(f->to, "count %u %s", below(f, 3), below(f, 2) ? "1" : "-");
    bool count = f->to->at[f->to->n - 1] != 'e';
    uint32_t length = below(f, 4) ? 2 : 1 + 2 * below(f, 2), atom = below(f, atoms ? atoms : 1);
    for (uint32_t i = 0; i < length && atoms > 0; i++) {
        if (count) kf_text_add(f->to, KF_STR(" 1"));
        kf_text_addf(f->to, " %s%u", below(f, 2) ? "-" : "", atom + 1);
        if (atoms > 1) atom = (atom + 1 + below(f, atoms - 1)) % atoms;
    }
    kf_text_addc(f->to, '\n');
    static const double ys[] = { 1, 100, -1, -0.25 };
    double y = ys[below(f, KF_LENGTH(ys))];
    for (uint32_t i = tree; i < end; i++) {
        put(f, f->lines[i]);
        if (!is(f, i, "leaf") && !is(f, i, "refute")) continue;
        kf_text_addf(f->to, count ? "row %u.%u " : "row %u ", n + 1, 1 + below(f, 6));
        kf_text_add_number(f->to, y);
        kf_text_addc(f->to, '\n');
    }
    put_lines(f, end, f->n);
}

/* Two components change places; so what they say should not change. */
static void swap_components(forger *f)
{
    uint32_t a = pick(f, "component"), b = pick(f, "component");
    if (b < a) {
        uint32_t c = a;
        a = b;
        b = c;
    }
    uint32_t a_end = component_end(f, a), b_end = component_end(f, b);
    put_lines(f, 0, a);
    if (a < b) {
        put_lines(f, b, b_end);
        put_lines(f, a_end, b);
    }
    put_lines(f, a, a_end);
    put_lines(f, a < b ? b_end : a_end, f->n);
}

/* Clauses that follow from the definition of an atom, and some that do not; how many. */
static uint32_t put_consequences(forger *f, uint32_t z, uint32_t a, const char *not_a, uint32_t b,
                                 const char *not_b)
{
    const char *a_false = *not_a ? "" : "-", *b_false = *not_b ? "" : "-";
    switch (below(f, 7)) {
    case 0: kf_text_addf(f->to, "clause -%u %s%u\n", z, not_a, a); return 1;
    case 1: kf_text_addf(f->to, "clause %u %s%u %s%u\n", z, a_false, a, b_false, b); return 1;
    case 2: kf_text_addf(f->to, "clause %u %s%u\n", z, not_a, a); return 1;
    case 3: kf_text_addf(f->to, "count 1 - 1 %u 1 %s%u\n", z, not_a, a); return 1;
    case 4: /* it is true, and what it is made of, too */
        kf_text_addf(f->to, "clause %u\nclause -%u %s%u\n", z, z, not_b, b);
        return 2;
    case 5: /* one of its literals is enough */
        kf_text_addf(f->to, "clause %u %s%u\nclause -%u %s%u\n", z, a_false, a, z, not_b, b);
        return 2;
    default: /* it is false, so one of them is */
        kf_text_addf(f->to, "clause -%u\nclause %u %s%u %s%u\n", z, z, a_false, a, b_false, b);
        return 2;
    }
}

/* An atom that stands for two others, a clause that may follow from that or not, and a row for it
 * in every leaf. */
static void add_definition(forger *f)
{
    uint32_t at = pick(f, "component"), end = component_end(f, at), last = at + 1, tree;
    uint32_t atoms = count_lines(f, at, end, false), n = count_lines(f, at, end, true);
    if (at == f->n || atoms < 2) {
        put_lines(f, 0, f->n);
        return;
    }
    while (is(f, last, "atom") || is(f, last, "define")) last++;
    for (tree = last; is_constraint(f, tree);) tree++;
    uint32_t a = 1 + below(f, atoms), b = 1 + (a - 1 + 1 + below(f, atoms - 1)) % atoms;
    const char *not_a = below(f, 2) ? "-" : "", *not_b = below(f, 2) ? "-" : "";
    put_lines(f, 0, last);
    kf_text_addf(f->to, "define %s%u %s%u\n", not_a, a, not_b, b);
    put_lines(f, last, tree);
    uint32_t more = put_consequences(f, atoms + 1, a, not_a, b, not_b);
    static const double ys[] = { 0.25, 0.5, 1, 2, 3 };
    double y = ys[below(f, KF_LENGTH(ys))];
    for (uint32_t i = tree; i < end; i++) {
        put(f, f->lines[i]);
        for (uint32_t k = 1; k <= more && (is(f, i, "leaf") || is(f, i, "refute")); k++)
            kf_text_addf(f->to, "row %u%s %g\n", n + k, below(f, 8) ? "" : ".1", y);
    }
    put_lines(f, end, f->n);
}

/* A leaf that is said to hold no world, or the other way round; perhaps without its rows. */
static void change_leaf(forger *f)
{
    uint32_t at = pick(f, below(f, 4) ? "leaf" : "refute");
    put_lines(f, 0, at);
    if (at < f->n) {
        put(f, is(f, at, "leaf") ? KF_STR("refute") : KF_STR("leaf"));
        at++;
        while (below(f, 2) && is(f, at, "row")) at++;
    }
    put_lines(f, at, f->n);
}

/* One side of a branch in the place of both, or of the other; or the other with no world in it. */
static void change_branch(forger *f)
{
    uint32_t at = pick(f, "branch");
    put_lines(f, 0, at);
    if (at < f->n) {
        uint32_t middle = tree_end(f, at + 1), end = tree_end(f, middle);
        uint32_t from = at + 1, to = middle;
        if (below(f, 2)) from = middle, to = end;
        switch (below(f, 5)) {
        case 0: put_lines(f, from, to); break;
        case 1: /* the other is not there at all */
            put(f, f->lines[at]);
            put_lines(f, from, to);
            break;
        case 2:
            put(f, f->lines[at]);
            put_lines(f, from, to);
            put_lines(f, from, to);
            break;
        case 3: /* they change places */
            put(f, f->lines[at]);
            put_lines(f, middle, end);
            put_lines(f, at + 1, middle);
            break;
        default:
            put(f, f->lines[at]);
            if (from == middle) put(f, KF_STR("refute"));
            put_lines(f, from, to);
            if (from != middle) put(f, KF_STR("refute"));
            break;
        }
        at = end;
    }
    put_lines(f, at, f->n);
}

/* A leaf becomes several, of which each may be changed. */
static void add_branches(forger *f)
{
    uint32_t at = pick(f, "leaf"), end = at < f->n ? tree_end(f, at) : at;
    put_lines(f, 0, at);
    if (at < f->n) {
        uint32_t start = component_start(f, at), deep = below(f, 3);
        uint32_t atoms = count_lines(f, start, component_end(f, at), false);
        uint32_t first = below(f, atoms ? atoms : 1), second = atoms > 1 ? below(f, atoms - 1) : 0;
        second += second >= first; /* another one */
        kf_text_addf(f->to, "branch %u\n", first + 1);
        for (uint32_t side = 0; side < 2; side++) {
            if (deep == side + 1) {
                kf_text_addf(f->to, "branch %u\n", second + 1);
                put_lines(f, at, end);
            }
            put_lines(f, at, end);
        }
    }
    put_lines(f, end, f->n);
}

/* An atom that is another one: of another component, of none, or decided by evidence. */
static void rename_atom(forger *f)
{
    uint32_t at = pick(f, "atom");
    put_lines(f, 0, at);
    if (at < f->n && f->n_atoms > 0) {
        kf_text_add(f->to, KF_STR("atom "));
        put(f, f->atoms[below(f, f->n_atoms)]);
    }
    put_lines(f, at + 1, f->n);
}

/* An atom more. */
static void add_atom(forger *f)
{
    uint32_t at = pick(f, "component");
    if (at < f->n) at++;
    while (is(f, at, "atom")) at++;
    put_lines(f, 0, at);
    if (at < f->n && f->n_atoms > 0) {
        kf_text_add(f->to, KF_STR("atom "));
        put(f, f->atoms[below(f, f->n_atoms)]);
    }
    put_lines(f, at, f->n);
}

static void add_block(forger *f)
{
    forge_block(f->to, f->whole, f->state);
}

/* Any word is any other, or the text ends early: what damage does. */
static void damage(forger *f)
{
    static const char *const words[] = { "0",
                                         "1",
                                         "2",
                                         "-1",
                                         "1e9",
                                         "1e300",
                                         "nan",
                                         "-3",
                                         "7",
                                         "inf",
                                         "-inf",
                                         "branch",
                                         "leaf",
                                         "refute",
                                         "0.5",
                                         "-0",
                                         "1e308",
                                         "1e999",
                                         "0x9",
                                         "define",
                                         "4e-324",
                                         "4294967296",
                                         "18446744073709551615",
                                         "-",
                                         "world",
                                         "end",
                                         "row",
                                         "clause",
                                         "count",
                                         "component",
                                         "block",
                                         "eliminate",
                                         "price",
                                         "+1",
                                         "2147483648",
                                         "." };
    uint32_t at = below(f, f->n);
    put_lines(f, 0, at);
    if (below(f, 8) == 0) return;
    kf_str text = f->lines[at];
    uint32_t n = count_words(text);
    kf_str word = word_at(text, below(f, n ? n : 1));
    begin_word(f, text, word);
    kf_text_add(f->to, kf_str_of(words[below(f, KF_LENGTH(words))]));
    end_word(f, text, word);
    put_lines(f, at + 1, f->n);
}

void forge(kf_text *to, kf_str certificate, const kf_str *atoms, uint32_t n_atoms, uint64_t *state)
{
    static void (*const ways[])(forger *) = {
        bump,
        bump,
        bump,
        bump_leaf,
        bump_leaf,
        swap,
        renumber,
        renumber,
        change_component,
        change_component,
        change_leaf,
        change_branch,
        add_branches,
        add_branches,
        rename_atom,
        add_constraint,
        add_constraint,
        add_constraint,
        double_constraint,
        repeat_component,
        add_atom,
        drop_or_repeat,
        damage,
        damage,
        add_definition,
        add_definition,
        swap_components,
        add_block,
        add_block,
        add_block,
        add_block,
    };
    static forger f; /* large */
    f.to = to;
    f.n = 0;
    f.atoms = atoms;
    f.n_atoms = n_atoms;
    f.state = state;
    f.whole = certificate;
    split(&f, certificate);
    if (f.n > 0) ways[below(&f, KF_LENGTH(ways))](&f);
}

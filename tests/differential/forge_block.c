/* forge_block.c -- blocks added to certificates, and prices changed; see forge.h.
 *
 * Whatever constraints a block takes together, in whatever order its atoms go and at whatever
 * prices: what it proves is true. Rows of the same constraints may stay, so that what they pay
 * would count twice. */
#include "forge.h"

#include "generate.h"

#include <string.h>

enum { MOST_STATEMENTS = 4000, MOST_ATOMS = 14 }; /* a bad order of many takes the checker long */

typedef struct blocker {
    kf_text *to;
    kf_str lines[MOST_STATEMENTS];
    uint32_t n;
    uint32_t first, tree, end; /* of a component: its lines, and where its tree begins */
    uint32_t atoms, constraints, blocks;
    uint64_t *state;
} blocker;

static bool is(const blocker *b, uint32_t i, const char *word)
{
    size_t n = strlen(word);
    return i < b->n && b->lines[i].n >= n && memcmp(b->lines[i].at, word, n) == 0;
}

static bool is_node(const blocker *b, uint32_t i)
{
    return is(b, i, "branch") || is(b, i, "leaf") || is(b, i, "refute");
}

static uint32_t below(blocker *b, uint32_t n)
{
    return random_below(b->state, n);
}

static void put(blocker *b, uint32_t i)
{
    kf_text_add(b->to, b->lines[i]);
    kf_text_addc(b->to, '\n');
}

static void split(blocker *b, kf_str text)
{
    size_t from = 0;
    b->n = 0;
    for (size_t i = 0; i < text.n && b->n < MOST_STATEMENTS; i++) {
        if (text.at[i] != '\n') continue;
        b->lines[b->n++] = (kf_str){ text.at + from, i - from };
        from = i + 1;
    }
}

/* One of the components, with its figures; false: there is none. */
static bool find_component(blocker *b)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < b->n; i++) n += is(b, i, "component");
    if (n == 0) return false;
    n = below(b, n);
    for (b->first = 0; !is(b, b->first, "component") || n-- > 0;) b->first++;
    b->atoms = b->constraints = b->blocks = 0;
    for (b->tree = b->first; b->tree < b->n && !is_node(b, b->tree); b->tree++) {
        b->atoms += is(b, b->tree, "atom") || is(b, b->tree, "define");
        b->constraints += is(b, b->tree, "clause") || is(b, b->tree, "count");
        b->blocks += is(b, b->tree, "block");
    }
    for (b->end = b->tree; b->end < b->n && !is(b, b->end, "end");) b->end++;
    return b->tree < b->n && b->atoms > 0 && b->atoms <= MOST_ATOMS && b->constraints > 0;
}

static void add_members(blocker *b)
{
    uint32_t sure = below(b, b->constraints);
    bool all = below(b, 2), sums = below(b, 2);
    kf_text_add(b->to, KF_STR("block"));
    for (uint32_t i = 0; i < b->constraints; i++)
        if (all || i == sure || below(b, 3))
            kf_text_addf(b->to, sums && below(b, 2) ? " +%u" : " %u", i + 1);
    kf_text_addc(b->to, '\n');
}

/* In any order, some of them together. */
static void add_variables(blocker *b)
{
    uint32_t order[MOST_ATOMS] = { 0 }, together = below(b, 3);
    for (uint32_t i = 0; i < b->atoms; i++) {
        uint32_t k = below(b, i + 1);
        order[i] = order[k];
        order[k] = i + 1;
    }
    for (uint32_t i = 0; i < b->atoms; i++) {
        bool joined = i > 0 && below(b, 4) < together;
        if (i > 0 && !joined) kf_text_addc(b->to, '\n');
        kf_text_addf(b->to, joined ? " %u" : "eliminate %u", order[i]);
    }
    kf_text_addc(b->to, '\n');
}

static void add_price(blocker *b, uint32_t blocks)
{
    static const double values[] = { 0.25, -0.25, 1, -1, 2.5, -3, 1e-7, 1e6 };
    double value = values[below(b, KF_LENGTH(values))];
    kf_text_addf(b->to, "price %u %u %g\n", 1 + below(b, blocks), 1 + below(b, b->atoms), value);
}

void forge_block(kf_text *to, kf_str certificate, uint64_t *state)
{
    static blocker b; /* large */
    b.to = to;
    b.state = state;
    split(&b, certificate);
    if (!find_component(&b)) {
        kf_text_add(to, certificate);
        return;
    }
    bool another = b.blocks == 0 || below(&b, 2), rows = below(&b, 2);
    uint32_t blocks = b.blocks + another;
    for (uint32_t i = 0; i < b.tree; i++) put(&b, i);
    if (another) {
        add_members(&b);
        add_variables(&b);
    }
    for (uint32_t i = b.tree; i < b.n; i++) {
        if (rows || i >= b.end || !is(&b, i, "row")) put(&b, i);
        if (i < b.end && is_node(&b, i))
            for (uint32_t k = blocks > 1 ? below(&b, 3) : 0; k > 0; k--) add_price(&b, blocks);
    }
}

/* cover.c -- see cover.h. */
#include "sample/cover.h"

#include "base/check.h"

enum { SPREAD = 2 }; /* bits of sizes that are drawn from, once that has settled */

kerf_status kf_cover_open(kf_cover *c, kf_chain *chain, kf_arena *arena)
{
    *c = (kf_cover){ .least = 1, .most = KF_COVER_BITS };
    c->done = kf_arena_alloc(arena, chain->rows->n_variables, sizeof *c->done);
    if (!c->done) return KERF_NO_MEMORY;
    return kf_block_open(&c->block, chain, arena);
}

static bool is_full(const kf_cover *c, uint32_t size)
{
    return c->block.n == size;
}

static bool may_join(const kf_cover *c, uint32_t atom)
{
    const kf_chain *chain = c->block.chain;
    uint32_t v = chain->rows->variable_of[atom];
    if (v == KF_NO_VARIABLE || c->done[v] || c->block.place[v] != KF_NO_VARIABLE) return false;
    return !chain->known || chain->known[atom] < 0;
}

/* Takes up what a row ties together, from a random literal on. */
static void join_row(kf_cover *c, uint32_t row, uint32_t size)
{
    const kf_sample_rows *s = c->block.chain->rows;
    const kf_sample_row *r = &s->rows[row];
    uint32_t k = kf_random_below(&c->block.chain->random, r->n);
    for (uint32_t i = 0; i < r->n && !is_full(c, size); i++, k = k + 1 < r->n ? k + 1 : 0) {
        uint32_t atom = kf_lit_atom(s->literals[r->start + k]).id;
        if (may_join(c, atom)) kf_block_add(&c->block, s->variable_of[atom]);
    }
}

static void join_neighbours(kf_cover *c, uint32_t variable, uint32_t size)
{
    const kf_chain *chain = c->block.chain;
    const kf_sample_rows *s = chain->rows;
    const kf_sample_variable *v = &s->variables[variable];
    for (uint32_t m = 0; m < v->n; m++) {
        uint32_t atom = kf_lit_atom(kf_member(s, v, m)).id;
        for (size_t i = s->first[atom]; i < s->first[atom + 1] && !is_full(c, size); i++)
            if (kf_is_row_used(chain, s->uses[i].row)) join_row(c, s->uses[i].row, size);
    }
}

/* Takes up a variable that a random row ties to a random one of the block, so that any set that
 * rows tie together may become a block. */
static void join_random(kf_cover *c)
{
    kf_random *r = &c->block.chain->random;
    const kf_sample_rows *s = c->block.chain->rows;
    uint32_t i = kf_random_below(r, c->block.n);
    const kf_sample_variable *v = &s->variables[c->block.variable[i]];
    uint32_t atom = kf_lit_atom(kf_member(s, v, kf_random_below(r, v->n))).id;
    uint32_t uses = (uint32_t)(s->first[atom + 1] - s->first[atom]);
    if (uses == 0) return;
    uint32_t row = s->uses[s->first[atom] + kf_random_below(r, uses)].row;
    if (kf_is_row_used(c->block.chain, row)) join_row(c, row, c->block.n + 1);
}

static void grow(kf_cover *c, uint32_t size)
{
    enum { AT_RANDOM = 4, TRIES = 2 }; /* one block of so many; for each variable of it */
    kf_block *b = &c->block;
    if (kf_random_below(&b->chain->random, AT_RANDOM) > 0) {
        for (uint32_t i = 0; i < b->n && !is_full(c, size); i++)
            join_neighbours(c, b->variable[i], size);
        return;
    }
    for (uint32_t i = 0; i < TRIES * size && !is_full(c, size); i++) join_random(c);
}

/* Halves the block until it is narrow enough. Was it at once? */
static bool draw_or_cut(kf_block *b)
{
    bool at_once = true;
    for (; b->n > 1 && !kf_block_draw(b); at_once = false) kf_block_cut(b, b->n / 2);
    return at_once;
}

static void draw_from(kf_cover *c, uint32_t variable, uint32_t bits)
{
    kf_block *b = &c->block;
    uint32_t size = UINT32_C(1) << bits;
    kf_block_clear(b);
    kf_block_add(b, variable);
    grow(c, size);
    bool full = is_full(c, size);
    c->tried[bits] += full;
    c->failed[bits] += !draw_or_cut(b) && full;
    if (b->n == 1) kf_chain_draw(b->chain, variable);
    for (uint32_t i = 0; i < b->n; i++) c->done[b->variable[i]] = true;
}

static void shuffle(kf_random *r, uint32_t *at, uint32_t n)
{
    for (uint32_t i = n; i > 1; i--) {
        uint32_t k = kf_random_below(r, i), kept = at[i - 1];
        at[i - 1] = at[k];
        at[k] = kept;
    }
}

/* Is there time for the next draw? */
static bool goes_on(const kf_cover *c)
{
    enum { STEPS = 16 };
    return kf_patience_spend(&c->block.chain->patience, STEPS);
}

void kf_cover_draw(kf_cover *c, uint32_t *variables, uint32_t n)
{
    kf_random *r = &c->block.chain->random;
    assert(c->least >= 1 && c->least <= c->most);
    uint32_t bits = c->least + kf_random_below(r, c->most - c->least + 1);
    shuffle(r, variables, n);
    for (uint32_t i = 0; i < n && goes_on(c); i++)
        if (!c->done[variables[i]]) draw_from(c, variables[i], bits);
    kf_block_clear(&c->block);
    for (uint32_t i = 0; i < n; i++) c->done[variables[i]] = false;
}

void kf_cover_settle(kf_cover *c)
{
    while (c->most > 1 && 2 * c->failed[c->most] > c->tried[c->most]) c->most--;
    c->least = c->most > 1 + SPREAD ? c->most - SPREAD : 1;
}

void kf_cover_singly(kf_cover *c, const uint32_t *variables, uint32_t n)
{
    for (uint32_t i = 0; i < n && goes_on(c); i++) kf_chain_draw(c->block.chain, variables[i]);
}

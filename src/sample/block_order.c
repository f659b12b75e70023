/* block_order.c -- in which order the variables of a block are eliminated: the one whose table is
 * the smallest goes first. */
#include "sample/block.h"

#include "base/check.h"

/* Entries of a table over these variables, or more than there is room for. */
static uint32_t entries_of(const kf_block *b, uint64_t scope)
{
    uint64_t n = 1;
    for (; scope && n <= KF_BLOCK_ENTRIES; scope &= scope - 1)
        n *= kf_block_size(b, (uint32_t)__builtin_ctzll(scope));
    return n <= KF_BLOCK_ENTRIES ? (uint32_t)n : KF_BLOCK_ENTRIES + 1;
}

typedef struct ordering {
    uint64_t near[KF_BLOCK_VARIABLES]; /* neighbours that are left */
    uint32_t entries[KF_BLOCK_VARIABLES];
} ordering;

static uint32_t choose(const ordering *o, uint64_t left)
{
    uint32_t best = KF_BLOCK_VARIABLES;
    for (; left; left &= left - 1) {
        uint32_t i = (uint32_t)__builtin_ctzll(left);
        if (best == KF_BLOCK_VARIABLES || o->entries[i] < o->entries[best]) best = i;
    }
    return best;
}

/* Its neighbours become neighbours of each other. */
static void eliminate(const kf_block *b, ordering *o, uint32_t place)
{
    for (uint64_t m = o->near[place]; m; m &= m - 1) {
        uint32_t i = (uint32_t)__builtin_ctzll(m);
        o->near[i] |= o->near[place];
        o->near[i] &= ~(UINT64_C(1) << i | UINT64_C(1) << place);
        o->entries[i] = entries_of(b, o->near[i] | UINT64_C(1) << i);
    }
}

static uint64_t positions_of(const kf_block *b, uint64_t places)
{
    uint64_t out = 0;
    for (; places; places &= places - 1) out |= UINT64_C(1) << b->position[__builtin_ctzll(places)];
    return out;
}

bool kf_block_order(kf_block *b, const uint64_t *scopes, uint32_t n)
{
    ordering o;
    uint64_t left = b->n == 64 ? UINT64_MAX : (UINT64_C(1) << b->n) - 1, all = b->n_entries;
    for (uint32_t i = 0; i < b->n; i++) o.near[i] = 0;
    for (uint32_t k = 0; k < n; k++)
        for (uint64_t m = scopes[k]; m; m &= m - 1)
            o.near[__builtin_ctzll(m)] |= scopes[k] & ~(m & -m);
    for (uint32_t i = 0; i < b->n; i++) o.entries[i] = entries_of(b, o.near[i] | UINT64_C(1) << i);
    for (uint32_t k = 0; k < b->n; k++) {
        uint32_t i = choose(&o, left);
        assert(i < b->n);
        all += o.entries[i];
        if (all > KF_BLOCK_ENTRIES) return false;
        b->order[k] = i;
        b->position[i] = k;
        b->behind[k] = o.near[i];
        left &= ~(UINT64_C(1) << i);
        eliminate(b, &o, i);
    }
    for (uint32_t k = 0; k < b->n; k++) b->behind[k] = positions_of(b, b->behind[k]);
    return true;
}

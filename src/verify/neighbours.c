/* neighbours.c -- the named atoms that share a named clause; see open_walk.h. */
#include "verify/open_walk.h"

#include "base/check.h"

#include <stdlib.h>

/* All pairs within clauses: so many for each literal, on average, and then some. */
enum { MOST_PER_LITERAL = 16, FEW = 1 << 20 };

static uint64_t count_pairs(const kf_bound *b)
{
    uint64_t pairs = b->n_listed, literals = 0;
    for (size_t i = 0; i < b->constraints.n; i++) {
        const kf_bound_constraint *c = &b->constraints.at[i];
        if (c->count) continue;
        pairs += (uint64_t)c->n * (c->n - 1);
        literals += c->n;
    }
    return pairs <= FEW + MOST_PER_LITERAL * literals && pairs < UINT32_MAX ? pairs : 0;
}

static int by_number(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

/* Where the lists begin, shifted by one place: filling them moves each to where it belongs. */
static void measure(kf_bound *b)
{
    uint32_t *start = b->near_start, sum = 0;
    for (uint32_t i = 0; i < b->n_listed; i++) start[i + 1] = 1;
    for (size_t i = 0; i < b->constraints.n; i++) {
        const kf_bound_constraint *c = &b->constraints.at[i];
        for (uint32_t k = 0; !c->count && k < c->n; k++)
            start[b->terms.at[c->start + k].literal / 2 + 1] += c->n - 1;
    }
    for (uint32_t i = 0; i < b->n_listed; i++) {
        uint32_t n = start[i + 1];
        start[i + 1] = sum;
        sum += n;
    }
    assert(sum == b->n_near);
}

static void fill(kf_bound *b)
{
    uint32_t *next = b->near_start + 1;
    for (uint32_t i = 0; i < b->n_listed; i++) b->near[next[i]++] = i;
    for (size_t i = 0; i < b->constraints.n; i++) {
        const kf_bound_constraint *c = &b->constraints.at[i];
        const kf_bound_term *t = b->terms.at + c->start;
        for (uint32_t k = 0; !c->count && k < c->n; k++)
            for (uint32_t j = 0; j < c->n; j++)
                if (j != k) b->near[next[t[k].literal / 2]++] = t[j].literal / 2;
    }
}

/* Each neighbour once: a grounding that was met twice would pay twice. */
static void make_unique(kf_bound *b)
{
    uint32_t kept = 0, from = 0;
    for (uint32_t i = 0; i < b->n_listed; i++) {
        uint32_t end = b->near_start[i + 1], first = kept;
        if (from < end) qsort(b->near + from, end - from, sizeof *b->near, by_number);
        for (; from < end; from++)
            if (kept == first || b->near[kept - 1] != b->near[from])
                b->near[kept++] = b->near[from];
        b->near_start[i] = first;
    }
    b->near_start[b->n_listed] = kept;
}

kerf_status kf_neighbours_find(kf_bound *b)
{
    assert(!b->near && !b->near_start);
    uint64_t pairs = count_pairs(b);
    if (pairs == 0) return KERF_OK;
    b->near_start = kf_mem_calloc(b->mem, (size_t)b->n_listed + 1, sizeof *b->near_start);
    b->near = kf_mem_alloc(b->mem, pairs, sizeof *b->near);
    b->n_near = pairs;
    if (!b->near_start || !b->near) return KERF_NO_MEMORY;
    measure(b);
    fill(b);
    make_unique(b);
    return KERF_OK;
}

/* citations.h -- made-up citations with blocked similarity evidence; the same for the same seed.
 *
 * Five citations on average stand for one paper. A paper's title is written in up to three ways;
 * eight papers in a row share an author and six a venue, each written in up to four ways. Only
 * strings of one block (the ways of writing one thing, and its neighbour's) are compared, as a
 * blocking step would do it, so that evidence grows with n and not with its square. One pair in
 * twenty is scored as if it were something else. */
#ifndef BENCH_CITATIONS_H
#define BENCH_CITATIONS_H

#include "resolution.h"

enum { PER_PAPER = 5 };

static uint64_t citations_random(uint64_t *seed)
{
    uint64_t z = *seed += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

/* Similarity of two ways of writing things of one block: 0 (the best bucket) to 5. */
static int citations_bucket(uint64_t *seed, bool same_thing, bool same_way)
{
    if (citations_random(seed) % 20 == 0) same_thing = !same_thing;
    if (same_thing) return same_way ? 0 : 1 + (int)(citations_random(seed) % 2);
    return 3 + (int)(citations_random(seed) % 2);
}

static void citations_scores(kf_text *to, uint64_t *seed, int field, uint32_t things, uint32_t ways)
{
    for (uint32_t t = 0; t < things; t++) {
        for (uint32_t u = t; u < t + 2 && u < things; u++) {
            for (uint32_t i = 0; i < ways; i++) {
                for (uint32_t j = t == u ? i : 0; j < ways; j++) {
                    int k = t == u && i == j ? 0 : citations_bucket(seed, t == u, i == j);
                    const char *n = field_names[field];
                    kf_text_addf(to, "%sScore%d(S%u_%u,S%u_%u)\n", n, bucket_names[k], t, i, u, j);
                    if (t != u || i != j) {
                        kf_text_addf(to, "%sScore%d(S%u_%u,S%u_%u)\n", n, bucket_names[k], u, j, t,
                                     i);
                    }
                }
            }
        }
    }
}

/* Evidence for n citations. */
static void citations_write(kf_text *to, uint32_t n, uint64_t seed)
{
    static const uint32_t papers_per[FIELDS] = { 8, 1, 6 }, ways[FIELDS] = { 4, 3, 4 };
    uint32_t papers = n / PER_PAPER + 1;
    for (uint32_t b = 0; b < n; b++) {
        uint32_t paper = (uint32_t)(citations_random(&seed) % papers);
        for (int f = 0; f < FIELDS; f++) {
            kf_text_addf(to, "%s(B%u,S%u_%u)\n", field_names[f], b, paper / papers_per[f],
                         (uint32_t)(citations_random(&seed) % ways[f]));
        }
    }
    for (int f = 0; f < FIELDS; f++) {
        citations_scores(to, &seed, f, papers / papers_per[f] + 1, ways[f]);
    }
}

#endif

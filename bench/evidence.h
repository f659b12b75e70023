/* evidence.h -- made-up evidence of any size for the benchmarks; the same for the same seed.
 *
 * A bibliography and a social network: papers with quoted titles, authors, words of uneven
 * frequency and venues; people with friends. One new paper or person every 150 bytes or so, so
 * 200 MB have more than a million constants. */
#ifndef BENCH_EVIDENCE_H
#define BENCH_EVIDENCE_H

#include <stdint.h>
#include <stdio.h>

static const char evidence_model[] =
    "Title(paper, title)\nAuthor(paper, author)\nHasWord(paper, word)\nVenue(paper, venue)\n"
    "Smokes(person)\nFriends(person, person)\nInteresting(paper)\n"
    "1.5 HasWord(p, w) => Interesting(p)\n";

static uint64_t evidence_random(uint64_t *seed)
{
    uint64_t z = *seed += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

/* Small numbers are far more frequent than large ones. */
static uint64_t evidence_uneven(uint64_t *seed, uint64_t most)
{
    uint64_t bits = evidence_random(seed) % 64;
    return evidence_random(seed) % ((most >> bits % 12) + 1);
}

static uint64_t evidence_paper(FILE *to, uint64_t *seed, uint64_t paper)
{
    static const char *const words[] = { "Markov", "logic",      "inference", "sampling", "cutting",
                                         "planes", "relational", "learning",  "exact",    "lazy" };
    const unsigned n_words = sizeof words / sizeof words[0];
    uint64_t bytes = (uint64_t)fprintf(to, "Title(Paper_%llu,\"", (unsigned long long)paper);
    for (uint64_t i = 3 + evidence_random(seed) % 5; i-- > 0;)
        bytes += (uint64_t)fprintf(to, "%s ", words[evidence_random(seed) % n_words]);
    bytes += (uint64_t)fprintf(to, "%llu\")\n", (unsigned long long)(paper / 3));
    for (uint64_t i = 1 + evidence_random(seed) % 4; i-- > 0;) {
        bytes +=
            (uint64_t)fprintf(to, "Author(Paper_%llu,Author_%llu)\n", (unsigned long long)paper,
                              (unsigned long long)evidence_uneven(seed, 1000 + paper));
    }
    for (uint64_t i = 4 + evidence_random(seed) % 12; i-- > 0;) {
        bytes += (uint64_t)fprintf(to, "HasWord(Paper_%llu,w%llu)\n", (unsigned long long)paper,
                                   (unsigned long long)evidence_uneven(seed, 60000));
    }
    return bytes
           + (uint64_t)fprintf(to, "Venue(Paper_%llu,V%llu)\n", (unsigned long long)paper,
                               (unsigned long long)(evidence_random(seed) % 2000));
}

static uint64_t evidence_person(FILE *to, uint64_t *seed, uint64_t person)
{
    uint64_t bytes = 0;
    if (evidence_random(seed) % 3 == 0)
        bytes += (uint64_t)fprintf(to, "Smokes(Person%llu)\n", (unsigned long long)person);
    for (uint64_t i = 1 + evidence_random(seed) % 8; i-- > 0;) {
        bytes +=
            (uint64_t)fprintf(to, "Friends(Person%llu,Person%llu)\n", (unsigned long long)person,
                              (unsigned long long)(evidence_random(seed) % (person + 100)));
    }
    return bytes;
}

/* About `size` bytes of evidence; returns how many. */
static uint64_t evidence_write(FILE *to, uint64_t seed, uint64_t size)
{
    uint64_t bytes = 0, paper = 0, person = 0;
    while (bytes < size) {
        if (evidence_random(&seed) % 3 == 0) bytes += evidence_paper(to, &seed, ++paper);
        else bytes += evidence_person(to, &seed, ++person);
    }
    return bytes;
}

#endif

/* hash.h -- the hash functions of all tables, and the mixer of the random numbers.
 *
 * kf_hash_add() is one multiplication per value and serves hash tables: both halves of the result
 * are fit for use. kf_hash_mix() is the finalizer of splitmix64; every bit of its argument reaches
 * every bit of the result, so that sums of such results tell sets apart, in any order. kf_hash_pair
 * is for keys that are compared instead of what they stand for: two different things share one with
 * probability 2^-128.
 *
 * Nothing printed depends on these functions, with three exceptions: the seeds of solvers
 * (infer/components/solve_cache.c), the samples of learn/counts.c, and kf_hash_bytes(), which is
 * part of the fingerprint of a store. For their sake no constant below may change. */
#ifndef KF_HASH_H
#define KF_HASH_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define KF_HASH_SEED UINT64_C(0x9e3779b97f4a7c15)

/* One to one in `value` for a fixed hash; the fold brings the well mixed half down again. */
static inline uint64_t kf_hash_fold(uint64_t hash, uint64_t value, uint64_t odd)
{
    hash = (hash ^ value) * odd;
    return hash ^ hash >> 32;
}

/* A sequence of values: begin with KF_HASH_SEED and add one after the other. */
static inline uint64_t kf_hash_add(uint64_t hash, uint64_t value)
{
    return kf_hash_fold(hash, value, UINT64_C(0xd6e8feb86659fd93));
}

static inline uint64_t kf_hash_bits(double number)
{
    uint64_t bits;
    memcpy(&bits, &number, sizeof bits);
    return bits;
}

/* One to one, and 0 to 0. */
static inline uint64_t kf_hash_mix(uint64_t x)
{
    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return x ^ x >> 31;
}

/* A tuple of ids; those that differ in the lowest `near` bits of the last id only are neighbours,
 * for they tend to be looked up one after another and then share a cache line. They begin anywhere
 * among their places, lest the first ones fill up. `others` is the hash of all ids but the last. */
static inline uint64_t kf_hash_near(uint64_t others, uint32_t last, unsigned near)
{
    uint64_t hash = kf_hash_add(others, last >> near);
    return hash << near | ((last + (hash >> (64 - near))) & ((UINT64_C(1) << near) - 1));
}

/* ---- 128 bits ---- */

typedef struct kf_hash_pair {
    uint64_t a, b;
} kf_hash_pair;

static inline void kf_hash_pair_add(kf_hash_pair *h, uint64_t value)
{
    h->a = kf_hash_fold(h->a, value, UINT64_C(0xff51afd7ed558ccd));
    h->b = (h->b + value) * UINT64_C(0xc4ceb9fe1a85ec53);
    h->b ^= h->b >> 29;
}

/* Both halves of a long product: every bit of x reaches every bit of it, for one multiplication. */
static inline uint64_t kf_hash_stir(uint64_t x, uint64_t odd)
{
    __extension__ typedef unsigned __int128 wide;
    wide product = (wide)x * odd;
    return (uint64_t)product ^ (uint64_t)(product >> 64);
}

/* As adding, but so well mixed that the results can be added up, in any order. */
static inline kf_hash_pair kf_hash_pair_mixed(kf_hash_pair h, uint64_t value)
{
    return (kf_hash_pair){ kf_hash_stir(h.a ^ value ^ KF_HASH_SEED, UINT64_C(0xff51afd7ed558ccd)),
                           kf_hash_stir(h.b + value + UINT64_C(0xbf58476d1ce4e5b9),
                                        UINT64_C(0xc4ceb9fe1a85ec53)) };
}

/* ---- Bytes ---- */

/* Little-endian, wherever it runs. */
static inline uint64_t kf_load64(const void *at)
{
    uint64_t word;
    memcpy(&word, at, sizeof word);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    word = __builtin_bswap64(word);
#endif
    return word;
}

static inline uint64_t kf_load32(const void *at)
{
    uint32_t word;
    memcpy(&word, at, sizeof word);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    word = __builtin_bswap32(word);
#endif
    return word;
}

/* The same on every machine and run. The last word overlaps the one before; the length in the seed
 * tells such strings apart. */
static inline uint64_t kf_hash_bytes(const void *bytes, size_t n)
{
    const uint64_t odd = UINT64_C(0x9fb21c651e98df25);
    const unsigned char *at = bytes;
    uint64_t hash = UINT64_C(0x2545f4914f6cdd1d) ^ (uint64_t)n * UINT64_C(0xa24baed4963ee407);
    uint64_t last = 0;
    if (n >= 8) {
        const unsigned char *tail = at + n - 8;
        for (; at < tail; at += 8) hash = kf_hash_fold(hash, kf_load64(at), odd);
        last = kf_load64(tail);
    } else if (n >= 4) {
        last = kf_load32(at) | kf_load32(at + n - 4) << 32;
    } else if (n > 0) {
        last = (uint64_t)at[0] | (uint64_t)at[n >> 1] << 8 | (uint64_t)at[n - 1] << 16;
    }
    return kf_hash_add(kf_hash_fold(hash, last, odd), 0);
}

#endif

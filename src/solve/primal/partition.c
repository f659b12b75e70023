/* partition.c -- see partition.h. */
#include "solve/primal/partition.h"

#include "base/check.h"

#include <math.h>
#include <string.h>

enum { ROUNDS = 10, SWEEPS = 20 };
static const double LEAST = 1e-9; /* what a change must gain, so that none is made twice */

bool kf_partition_open(kf_partition *p, kf_mem *mem, uint32_t n)
{
    size_t pairs = (size_t)n * n;
    *p = (kf_partition){ .n = n };
    p->score = kf_mem_calloc(mem, pairs, sizeof(double));
    p->joint = kf_mem_alloc(mem, pairs, sizeof(double));
    p->label = kf_mem_alloc(mem, n, sizeof(uint32_t));
    p->gain = kf_mem_alloc(mem, n, sizeof(double));
    p->partner = kf_mem_alloc(mem, n, sizeof(uint32_t));
    p->used = kf_mem_alloc(mem, n, sizeof(bool));
    if (!p->score || !p->joint || !p->label || !p->gain || !p->partner || !p->used) return false;
    for (uint32_t i = 0; i < n; i++) p->label[i] = i;
    return true;
}

void kf_partition_free(kf_partition *p, kf_mem *mem)
{
    size_t pairs = (size_t)p->n * p->n;
    kf_mem_free(mem, p->score, pairs, sizeof(double));
    kf_mem_free(mem, p->joint, pairs, sizeof(double));
    kf_mem_free(mem, p->label, p->n, sizeof(uint32_t));
    kf_mem_free(mem, p->gain, p->n, sizeof(double));
    kf_mem_free(mem, p->partner, p->n, sizeof(uint32_t));
    kf_mem_free(mem, p->used, p->n, sizeof(bool));
}

/* ---- Joining classes (greedy additive edge contraction, Keuper et al. 2015) ---- */

static double *joint(const kf_partition *p, uint32_t a)
{
    return p->joint + (size_t)a * p->n;
}

static void sum_joints(kf_partition *p)
{
    memset(p->joint, 0, (size_t)p->n * p->n * sizeof(double));
    for (uint32_t i = 0; i < p->n; i++) p->used[i] = false;
    for (uint32_t i = 0; i < p->n; i++) {
        double *row = joint(p, p->label[i]);
        const double *score = p->score + (size_t)i * p->n;
        p->used[p->label[i]] = true;
        for (uint32_t j = 0; j < p->n; j++) row[p->label[j]] += score[j];
    }
}

static void find_partner(kf_partition *p, uint32_t a)
{
    const double *row = joint(p, a);
    p->partner[a] = a;
    for (uint32_t b = 0; b < p->n; b++) {
        if (b == a || !p->used[b]) continue;
        if (p->partner[a] == a || row[b] > row[p->partner[a]]) p->partner[a] = b;
    }
}

/* Class b becomes part of class a. */
static void join(kf_partition *p, uint32_t a, uint32_t b)
{
    double *to = joint(p, a), *from = joint(p, b);
    assert(a != b && p->used[a] && p->used[b]);
    p->used[b] = false;
    for (uint32_t k = 0; k < p->n; k++) {
        to[k] += from[k];
        joint(p, k)[a] = to[k];
    }
    for (uint32_t i = 0; i < p->n; i++)
        if (p->label[i] == b) p->label[i] = a;
    find_partner(p, a);
    for (uint32_t k = 0; k < p->n; k++) {
        if (!p->used[k] || k == a) continue;
        if (p->partner[k] == a || p->partner[k] == b) find_partner(p, k);
        else if (joint(p, k)[a] > joint(p, k)[p->partner[k]]) p->partner[k] = a;
    }
}

static bool join_classes(kf_partition *p)
{
    bool joined = false;
    sum_joints(p);
    for (uint32_t a = 0; a < p->n; a++)
        if (p->used[a]) find_partner(p, a);
    for (;;) {
        uint32_t best = UINT32_MAX;
        double most = LEAST;
        for (uint32_t a = 0; a < p->n; a++) {
            if (!p->used[a] || joint(p, a)[p->partner[a]] <= most || p->partner[a] == a) continue;
            best = a;
            most = joint(p, a)[p->partner[a]];
        }
        if (best == UINT32_MAX) return joined;
        join(p, best, p->partner[best]);
        joined = true;
    }
}

/* ---- Moving nodes ---- */

/* A class without nodes, for one that is better off alone; there is always one. */
static uint32_t empty_class(const kf_partition *p)
{
    uint32_t c = 0;
    while (c < p->n && p->used[c]) c++;
    return c;
}

static bool move_node(kf_partition *p, uint32_t node)
{
    const double *score = p->score + (size_t)node * p->n;
    uint32_t now = p->label[node], best = now;
    for (uint32_t c = 0; c < p->n; c++) p->gain[c] = 0;
    for (uint32_t c = 0; c < p->n; c++) p->used[c] = false;
    for (uint32_t i = 0; i < p->n; i++) {
        p->used[p->label[i]] = true;
        if (i != node) p->gain[p->label[i]] += score[i];
    }
    for (uint32_t c = 0; c < p->n; c++)
        if (p->used[c] && p->gain[c] > p->gain[best] + LEAST) best = c;
    if (p->gain[best] < -LEAST) best = empty_class(p);
    if (best == now || best == p->n) return false;
    p->label[node] = best;
    return true;
}

static bool move_nodes(kf_partition *p)
{
    bool some = false, moved = true;
    for (int sweep = 0; sweep < SWEEPS && moved; sweep++) {
        moved = false;
        for (uint32_t i = 0; i < p->n; i++) moved |= move_node(p, i);
        some |= moved;
    }
    return some;
}

void kf_partition_improve(kf_partition *p)
{
    KF_CHECK(kf_partition_check(p));
    for (int round = 0; round < ROUNDS; round++) {
        bool joined = join_classes(p);
        bool moved = move_nodes(p);
        if (!joined && !moved) return;
    }
}

#ifndef NDEBUG
void kf_partition_check(const kf_partition *p)
{
    for (uint32_t i = 0; i < p->n; i++) {
        const double *score = p->score + (size_t)i * p->n;
        assert(p->label[i] < p->n);
        for (uint32_t k = 0; k < p->n; k++)
            assert(isfinite(score[k]) && score[k] == p->score[(size_t)k * p->n + i]);
    }
}
#endif

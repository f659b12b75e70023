/* preorder.c -- see preorder.h. */
#include "solve/primal/preorder.h"

#include "base/check.h"
#include "base/random.h"

#include <string.h>

enum { SWEEPS = 30, KICKS = 400, MOVED = 3 };
static const uint64_t STEPS = 2000000; /* of one call */
static const double LEAST = 1e-9;      /* what a change must gain, so that none is made twice */

bool kf_preorder_open(kf_preorder *p, kf_mem *mem, uint32_t n)
{
    size_t pairs = (size_t)n * n;
    *p = (kf_preorder){ .n = n };
    p->score = kf_mem_calloc(mem, pairs, sizeof(double));
    p->joint = kf_mem_alloc(mem, pairs, sizeof(double));
    p->label = kf_mem_alloc(mem, n, sizeof(uint32_t));
    p->best_label = kf_mem_alloc(mem, n, sizeof(uint32_t));
    p->above = kf_mem_calloc(mem, n, sizeof(bool));
    p->best_above = kf_mem_alloc(mem, n, sizeof(bool));
    p->size = kf_mem_alloc(mem, n, sizeof(uint32_t));
    p->used = kf_mem_alloc(mem, n, sizeof(uint32_t));
    p->out = kf_mem_alloc(mem, n, sizeof(double));
    p->in = kf_mem_alloc(mem, n, sizeof(double));
    if (!p->score || !p->joint || !p->label || !p->best_label || !p->above || !p->best_above
        || !p->size || !p->used || !p->out || !p->in)
        return false;
    for (uint32_t i = 0; i < n; i++) p->label[i] = i;
    return true;
}

void kf_preorder_free(kf_preorder *p, kf_mem *mem)
{
    size_t pairs = (size_t)p->n * p->n;
    kf_mem_free(mem, p->score, pairs, sizeof(double));
    kf_mem_free(mem, p->joint, pairs, sizeof(double));
    kf_mem_free(mem, p->label, p->n, sizeof(uint32_t));
    kf_mem_free(mem, p->best_label, p->n, sizeof(uint32_t));
    kf_mem_free(mem, p->above, p->n, sizeof(bool));
    kf_mem_free(mem, p->best_above, p->n, sizeof(bool));
    kf_mem_free(mem, p->size, p->n, sizeof(uint32_t));
    kf_mem_free(mem, p->used, p->n, sizeof(uint32_t));
    kf_mem_free(mem, p->out, p->n, sizeof(double));
    kf_mem_free(mem, p->in, p->n, sizeof(double));
}

/* ---- Sums ---- */

static double *joint(const kf_preorder *p, uint32_t a, uint32_t b)
{
    return &p->joint[(size_t)a * p->n + b];
}

static double positive(double x)
{
    return x > 0 ? x : 0;
}

/* What a class gains by another on the other side. */
static double across(const kf_preorder *p, uint32_t a, uint32_t b, bool above)
{
    return above ? *joint(p, a, b) : *joint(p, b, a);
}

static void list_used(kf_preorder *p)
{
    p->n_used = 0;
    for (uint32_t c = 0; c < p->n; c++)
        if (p->size[c] > 0) p->used[p->n_used++] = c;
}

static void sum_up(kf_preorder *p)
{
    memset(p->joint, 0, (size_t)p->n * p->n * sizeof(double));
    memset(p->size, 0, p->n * sizeof(uint32_t));
    for (uint32_t i = 0; i < p->n; i++) {
        const double *score = p->score + (size_t)i * p->n;
        double *row = joint(p, p->label[i], 0);
        p->size[p->label[i]]++;
        for (uint32_t j = 0; j < p->n; j++) row[p->label[j]] += score[j];
    }
    list_used(p);
}

static double value(const kf_preorder *p)
{
    double sum = 0;
    for (uint32_t k = 0; k < p->n_used; k++) {
        uint32_t a = p->used[k];
        sum += *joint(p, a, a);
        for (uint32_t l = 0; p->above[a] && l < p->n_used; l++) {
            uint32_t b = p->used[l];
            if (!p->above[b]) sum += positive(*joint(p, a, b));
        }
    }
    return sum;
}

/* ---- Moving nodes ---- */

static void look_around(kf_preorder *p, uint32_t node)
{
    const double *to = p->score + (size_t)node * p->n;
    for (uint32_t c = 0; c < p->n; c++) p->out[c] = p->in[c] = 0;
    for (uint32_t i = 0; i < p->n; i++) {
        if (i == node) continue;
        p->out[p->label[i]] += to[i];
        p->in[p->label[i]] += p->score[(size_t)i * p->n + node];
    }
    p->steps += 2 * p->n;
}

/* The node leaves its class (-1) or joins one (1). */
static void change_class(kf_preorder *p, uint32_t node, uint32_t class, int sign)
{
    assert(class < p->n && (sign > 0 || p->size[class] > 0));
    for (uint32_t c = 0; c < p->n; c++) {
        *joint(p, class, c) += sign * p->out[c];
        *joint(p, c, class) += sign * p->in[c];
    }
    p->size[class] += (uint32_t)sign;
    if (sign > 0) p->label[node] = class;
}

/* What the node at hand, which is in no class now, gains in this one; `empty`: in one of its
 * own. */
static double gain_in(kf_preorder *p, uint32_t class, bool empty, bool above)
{
    double gain = empty ? 0 : p->out[class] + p->in[class];
    for (uint32_t k = 0; k < p->n_used; k++) {
        uint32_t x = p->used[k];
        if (p->above[x] == above || p->size[x] == 0 || x == class) continue;
        double mine = above ? p->out[x] : p->in[x];
        if (mine == 0) continue;
        double now = empty ? 0 : across(p, class, x, above);
        gain += positive(now + mine) - positive(now);
    }
    p->steps += p->n_used;
    return gain;
}

static uint32_t empty_class(const kf_preorder *p)
{
    uint32_t c = 0;
    while (c < p->n && p->size[c] > 0) c++;
    return c;
}

static bool move_node(kf_preorder *p, uint32_t node)
{
    uint32_t from = p->label[node];
    look_around(p, node);
    change_class(p, node, from, -1);
    bool alone = p->size[from] == 0, best_above = p->above[from];
    uint32_t best = from;
    double now = gain_in(p, from, alone, p->above[from]), most = now;
    for (uint32_t k = 0; k < p->n_used; k++) {
        uint32_t c = p->used[k];
        if (c == from || p->size[c] == 0) continue;
        double gain = gain_in(p, c, false, p->above[c]);
        if (gain <= most + LEAST) continue;
        most = gain;
        best = c;
        best_above = p->above[c];
    }
    uint32_t empty = empty_class(p);
    assert(empty < p->n); /* the node is in none */
    for (int above = 0; above < 2; above++) {
        double gain = gain_in(p, empty, true, above);
        if (gain <= most + LEAST) continue;
        most = gain;
        best = empty;
        best_above = above;
    }
    p->above[best] = best_above;
    change_class(p, node, best, 1);
    if (best != from) list_used(p);
    p->value += most - now;
    return most > now;
}

/* ---- Whole classes ---- */

static double gain_across(kf_preorder *p, uint32_t class, bool above)
{
    double gain = 0;
    for (uint32_t k = 0; k < p->n_used; k++) {
        uint32_t x = p->used[k];
        if (x != class && p->above[x] != above) gain += positive(across(p, class, x, above));
    }
    p->steps += p->n_used;
    return gain;
}

static bool change_sides(kf_preorder *p)
{
    bool some = false;
    for (uint32_t k = 0; k < p->n_used; k++) {
        uint32_t c = p->used[k];
        double gain = gain_across(p, c, !p->above[c]) - gain_across(p, c, p->above[c]);
        if (gain <= LEAST) continue;
        p->above[c] = !p->above[c];
        p->value += gain;
        some = true;
    }
    return some;
}

/* What class b would gain as part of class a. */
static double gain_joined(kf_preorder *p, uint32_t a, uint32_t b)
{
    bool above = p->above[a];
    double gain = *joint(p, a, b) + *joint(p, b, a);
    for (uint32_t k = 0; k < p->n_used; k++) {
        uint32_t x = p->used[k];
        if (x == a || x == b) continue;
        if (p->above[x] != above) {
            double now = across(p, a, x, above);
            gain += positive(now + across(p, b, x, above)) - positive(now);
        }
        if (p->above[x] != p->above[b]) gain -= positive(across(p, b, x, p->above[b]));
    }
    if (p->above[a] != p->above[b]) gain -= positive(across(p, a, b, above));
    p->steps += p->n_used;
    return gain;
}

static void join(kf_preorder *p, uint32_t a, uint32_t b)
{
    for (uint32_t i = 0; i < p->n; i++) {
        if (p->label[i] != b) continue;
        look_around(p, i);
        change_class(p, i, b, -1);
        change_class(p, i, a, 1);
    }
    list_used(p);
}

static bool join_classes(kf_preorder *p)
{
    for (uint32_t k = 0; k < p->n_used; k++) {
        for (uint32_t l = 0; l < p->n_used; l++) {
            uint32_t a = p->used[k], b = p->used[l];
            if (a == b || *joint(p, a, b) + *joint(p, b, a) <= 0) continue;
            double gain = gain_joined(p, a, b);
            if (gain <= LEAST) continue;
            join(p, a, b);
            p->value += gain;
            return true;
        }
    }
    return false;
}

/* ---- The whole ---- */

static void climb(kf_preorder *p)
{
    bool moved = true;
    for (int sweep = 0; sweep < SWEEPS && moved; sweep++) {
        moved = false;
        for (uint32_t i = 0; i < p->n; i++) moved |= move_node(p, i);
        moved |= change_sides(p);
        moved |= join_classes(p);
    }
    KF_CHECK(kf_preorder_check(p));
}

static void keep(kf_preorder *p)
{
    memcpy(p->best_label, p->label, p->n * sizeof *p->label);
    memcpy(p->best_above, p->above, p->n * sizeof *p->above);
}

static void put_back(kf_preorder *p)
{
    memcpy(p->label, p->best_label, p->n * sizeof *p->label);
    memcpy(p->above, p->best_above, p->n * sizeof *p->above);
    sum_up(p);
}

/* Some node leaves its class, and the nodes that are nearest to it as well. */
static void kick(kf_preorder *p, kf_random *random)
{
    for (int k = 0; k < MOVED; k++) {
        uint32_t node = kf_random_below(random, p->n);
        uint32_t class =
            kf_random_below(random, 3) ? p->label[kf_random_below(random, p->n)] : empty_class(p);
        if (class == p->n || class == p->label[node]) continue;
        if (p->size[class] == 0) p->above[class] = kf_random_below(random, 2);
        look_around(p, node);
        change_class(p, node, p->label[node], -1);
        change_class(p, node, class, 1);
        list_used(p);
    }
    p->value = value(p);
}

void kf_preorder_improve(kf_preorder *p)
{
    kf_random random = { p->n };
    p->steps = 0;
    sum_up(p);
    p->value = value(p);
    climb(p);
    double best = value(p);
    keep(p);
    for (int k = 0; k < KICKS && p->steps < STEPS; k++) {
        kick(p, &random);
        climb(p);
        double now = value(p);
        if (now > best + LEAST) {
            best = now;
            keep(p);
        } else put_back(p);
    }
    put_back(p);
    KF_CHECK(kf_preorder_check(p));
    p->value = best;
}

bool kf_preorder_holds(const kf_preorder *p, uint32_t from, uint32_t to)
{
    assert(from < p->n && to < p->n);
    uint32_t a = p->label[from], b = p->label[to];
    return a == b || (p->above[a] && !p->above[b] && *joint(p, a, b) > 0);
}

#ifndef NDEBUG
void kf_preorder_check(const kf_preorder *p)
{
    uint32_t nodes = 0, used = 0;
    for (uint32_t i = 0; i < p->n; i++) assert(p->label[i] < p->n && p->size[p->label[i]] > 0);
    for (uint32_t c = 0; c < p->n; c++) {
        nodes += p->size[c];
        if (p->size[c] == 0) continue;
        assert(used < p->n_used && p->used[used] == c);
        used++;
    }
    assert(nodes == p->n && used == p->n_used);
}
#endif

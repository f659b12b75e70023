/* partition_cool.c -- correlation clustering by simulated annealing, from any clustering; see
 * partition.h.
 *
 * A move takes a node to the class of another node, or to a class of its own. The gain of a move
 * comes from sums of scores between nodes and classes; only an accepted move updates them. */
#include "solve/primal/partition.h"

#include "base/check.h"

#include <math.h>
#include <string.h>

enum { STEPS = 30, POLL = 1 << 14 };
static const double ALONE = 0.05;         /* share of moves out of all classes */
static const double WARM = 4, COLD = 0.2; /* temperatures, in mean scores */

typedef struct cooling {
    kf_partition *p;
    const kf_limits *limits;
    kf_random *random;
    uint32_t *size, *empty; /* by class; classes without nodes */
    uint32_t n_empty;
    uint32_t *best;
    double gain, best_gain; /* beside the beginning */
    double temperature;
    uint64_t work, polled;
    bool stopped;
} cooling;

static double *sums(const cooling *c, uint32_t label)
{
    return c->p->joint + (size_t)label * c->p->n;
}

static void begin(cooling *c)
{
    kf_partition *p = c->p;
    memset(p->joint, 0, (size_t)p->n * p->n * sizeof(double));
    for (uint32_t i = 0; i < p->n; i++) {
        double *to = sums(c, p->label[i]);
        const double *score = p->score + (size_t)i * p->n;
        c->size[p->label[i]]++;
        for (uint32_t k = 0; k < p->n; k++) to[k] += score[k];
    }
    for (uint32_t i = p->n; i-- > 0;)
        if (c->size[i] == 0) c->empty[c->n_empty++] = i;
    memcpy(c->best, p->label, p->n * sizeof *c->best);
}

static void move(cooling *c, uint32_t node, uint32_t to)
{
    kf_partition *p = c->p;
    uint32_t from = p->label[node];
    double *less = sums(c, from), *more = sums(c, to);
    const double *score = p->score + (size_t)node * p->n;
    assert(from != to && c->size[from] > 0);
    assert(c->size[to] > 0 || c->empty[c->n_empty - 1] == to);
    for (uint32_t k = 0; k < p->n; k++) {
        less[k] -= score[k];
        more[k] += score[k];
    }
    if (c->size[to]++ == 0) c->n_empty--; /* only the last of these is ever taken */
    if (--c->size[from] == 0) c->empty[c->n_empty++] = from;
    p->label[node] = to;
    c->work += 2 * (uint64_t)p->n;
}

static void step(cooling *c)
{
    kf_partition *p = c->p;
    uint32_t node = kf_random_below(c->random, p->n), from = p->label[node];
    uint32_t to = p->label[kf_random_below(c->random, p->n)];
    c->work += 8;
    if (c->n_empty > 0 && kf_random_unit(c->random) < ALONE) to = c->empty[c->n_empty - 1];
    if (to == from) return;
    double gain = sums(c, to)[node] - (sums(c, from)[node] - p->score[(size_t)node * p->n + node]);
    if (gain < 0 && kf_random_unit(c->random) >= exp(gain / c->temperature)) return;
    move(c, node, to);
    c->gain += gain;
}

static void keep_best(cooling *c)
{
    if (c->gain <= c->best_gain + 1e-9) return;
    c->best_gain = c->gain;
    memcpy(c->best, c->p->label, c->p->n * sizeof *c->best);
}

static void sweep(cooling *c)
{
    for (uint32_t i = 0; i < c->p->n; i++) step(c);
    keep_best(c);
    if (c->work - c->polled < POLL) return;
    c->polled = c->work;
    c->stopped = kf_limits_reached(c->limits);
}

static double mean_score(const kf_partition *p)
{
    double sum = 0, n = 0;
    for (size_t i = 0; i < (size_t)p->n * p->n; i++) {
        if (p->score[i] == 0) continue;
        sum += fabs(p->score[i]);
        n++;
    }
    return n > 0 ? sum / n : 1;
}

kerf_status kf_partition_cool(kf_partition *p, const kf_limits *limits, kf_mem *mem,
                              kf_random *random, uint64_t work)
{
    cooling c = { .p = p, .limits = limits, .random = random };
    assert(p->n > 0);
    KF_CHECK(kf_partition_check(p));
    kf_arena arena;
    kf_arena_init(&arena, mem);
    c.size = kf_arena_alloc(&arena, p->n, sizeof *c.size);
    c.empty = kf_arena_alloc(&arena, p->n, sizeof *c.empty);
    c.best = kf_arena_alloc(&arena, p->n, sizeof *c.best);
    bool room = c.size && c.empty && c.best;
    if (room) begin(&c);
    double mean = room ? mean_score(p) : 0, factor = pow(COLD / WARM, 1.0 / (STEPS - 1));
    c.temperature = WARM * mean;
    for (int i = 0; room && i < STEPS && !c.stopped; i++) {
        uint64_t end = c.work + work / STEPS;
        while (c.work < end && !c.stopped) sweep(&c);
        c.temperature *= factor;
    }
    if (room) memcpy(p->label, c.best, p->n * sizeof *c.best);
    kf_arena_free(&arena);
    return room ? KERF_OK : KERF_NO_MEMORY;
}

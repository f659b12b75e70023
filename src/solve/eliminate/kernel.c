/* kernel.c -- tables are added up and a variable goes; see kernel.h.
 *
 * The result is made in blocks, over its innermost variables. Where an input has the entries of a
 * block is the same in every block but for where it begins: so there is one list of offsets for
 * each input. A block is added up in a small buffer, then each run of values becomes one entry. */
#include "solve/eliminate/kernel.h"

#include "base/check.h"
#include "solve/eliminate/kernel_wide.h"

#include <math.h>
#include <string.h>

enum { BUFFER = 4096, POLL = 1 << 22 }; /* entries */
enum { FEW = 64 };                      /* values of a variable that a block adds up by itself */

typedef kf_lane lane;

typedef struct running {
    const kf_pass *pass;
    kf_arena arena;
    lane *lanes;
    uint32_t n_outer; /* variables of the result that no block has inside */
    uint32_t block;   /* entries of one */
    uint32_t *digit;  /* by outer variable */
    double *buffer;   /* of values x block; as many more of wide numbers */
    lane summed;      /* the buffer */
    lane nothing;     /* of no cost, or of weight 1 */
    uint16_t *which;  /* by entry of a block */
    unsigned char *tied;
    lane *targets; /* of the way back; at is written to */
    uint32_t n_targets;
} running;

/* ---- One block ---- */

/* With `values` known to the compiler, a run of two is two loads. */
static inline void load_runs(double *to, const double *at, const uint32_t *off, uint32_t block,
                             uint32_t values)
{
    for (uint32_t j = 0; j < block; j++)
        for (uint32_t x = 0; x < values; x++) to[j * values + x] = at[off[j] + x];
}

static inline void add_runs(double *to, const double *at, const uint32_t *off, uint32_t block,
                            uint32_t values)
{
    for (uint32_t j = 0; j < block; j++)
        for (uint32_t x = 0; x < values; x++) to[j * values + x] += at[off[j] + x];
}

static inline void multiply_runs(double *to, const double *at, const uint32_t *off, uint32_t block,
                                 uint32_t values)
{
    for (uint32_t j = 0; j < block; j++)
        for (uint32_t x = 0; x < values; x++) to[j * values + x] *= at[off[j] + x];
}

static inline void load(double *to, const lane *l, uint32_t block, uint32_t values)
{
    if (values == 1) load_runs(to, l->at, l->off, block, 1);
    else if (values == 2) load_runs(to, l->at, l->off, block, 2);
    else load_runs(to, l->at, l->off, block, values);
}

static inline void add(double *to, const lane *l, uint32_t block, uint32_t values)
{
    if (values == 1) add_runs(to, l->at, l->off, block, 1);
    else if (values == 2) add_runs(to, l->at, l->off, block, 2);
    else add_runs(to, l->at, l->off, block, values);
}

static inline void multiply(double *to, const lane *l, uint32_t block, uint32_t values)
{
    if (values == 1) multiply_runs(to, l->at, l->off, block, 1);
    else if (values == 2) multiply_runs(to, l->at, l->off, block, 2);
    else multiply_runs(to, l->at, l->off, block, values);
}

/* The least of each run of two lanes added up. Without jumps: which value is the least is anyone's
 * guess. */
static inline void least_runs(running *r, const lane *a, const lane *b, double *out,
                              uint32_t values)
{
    double tie = r->pass->tie;
    for (uint32_t j = 0; j < r->block; j++) {
        const double *p = a->at + a->off[j], *q = b->at + b->off[j];
        double best = p[0] + q[0], second = INFINITY;
        unsigned which = 0;
        for (uint32_t x = 1; x < values; x++) {
            double cost = p[x] + q[x];
            bool less = cost < best;
            double other = less ? best : cost;
            second = other < second ? other : second;
            best = less ? cost : best;
            which = less ? x : which;
        }
        out[j] = best;
        r->which[j] = (uint16_t)which;
        r->tied[j] = second - best <= tie; /* not if both are infinite */
    }
}

static void least(running *r, const lane *a, const lane *b, double *out)
{
    switch (r->pass->values) {
    case 2: least_runs(r, a, b, out, 2); break;
    case 3: least_runs(r, a, b, out, 3); break;
    case 4: least_runs(r, a, b, out, 4); break;
    default: least_runs(r, a, b, out, r->pass->values); break;
    }
}

/* The sum of each run of two lanes multiplied. */
static inline void sum_runs(const running *r, const lane *a, const lane *b, double *out,
                            uint32_t values)
{
    for (uint32_t j = 0; j < r->block; j++) {
        const double *p = a->at + a->off[j], *q = b->at + b->off[j];
        double sum = p[0] * q[0];
        for (uint32_t x = 1; x < values; x++) sum += p[x] * q[x];
        out[j] = sum;
    }
}

static void sum(const running *r, const lane *a, const lane *b, double *out)
{
    switch (r->pass->values) {
    case 2: sum_runs(r, a, b, out, 2); break;
    case 3: sum_runs(r, a, b, out, 3); break;
    case 4: sum_runs(r, a, b, out, 4); break;
    default: sum_runs(r, a, b, out, r->pass->values); break;
    }
}

/* ---- Choices ---- */

static void put_bits(unsigned char *to, uint64_t first, uint32_t n, const uint16_t *bit)
{
    uint32_t j = 0;
    for (; j < n && (first + j) % 8; j++)
        to[(first + j) / 8] |= (unsigned char)(bit[j] << (first + j) % 8);
    for (; j + 8 <= n; j += 8) {
        unsigned byte = 0;
        for (uint32_t k = 0; k < 8; k++) byte |= (unsigned)bit[j + k] << k;
        to[(first + j) / 8] = (unsigned char)byte;
    }
    for (; j < n; j++) to[(first + j) / 8] |= (unsigned char)(bit[j] << (first + j) % 8);
}

static void put_tied(unsigned char *to, uint64_t first, uint32_t n, const unsigned char *tied)
{
    for (uint32_t j = 0; j < n; j++)
        if (tied[j]) to[(first + j) / 8] |= (unsigned char)(1u << (first + j) % 8);
}

static void put_choices(const running *r, uint64_t first)
{
    const kf_choices *c = r->pass->choices;
    if (c->values == 2) put_bits(c->which, first, r->block, r->which);
    else if (c->values <= 256)
        for (uint32_t j = 0; j < r->block; j++) c->which[first + j] = (unsigned char)r->which[j];
    else memcpy(c->which + 2 * first, r->which, 2 * (size_t)r->block);
    put_tied(c->tied, first, r->block, r->tied);
}

static double bytes_of(uint32_t values, double entries)
{
    return values == 1     ? 0
           : values == 2   ? ceil(entries / 8)
           : values <= 256 ? entries
                           : 2 * entries;
}

double kf_choices_bytes(uint32_t values, double entries)
{
    return values == 1 ? 0 : bytes_of(values, entries) + ceil(entries / 8);
}

kerf_status kf_choices_open(kf_choices *c, uint32_t values, uint64_t entries, kf_mem *mem)
{
    assert(values <= KF_MOST_VALUES);
    *c = (kf_choices){ .values = values, .n_entries = entries };
    if (values == 1) return KERF_OK;
    c->which = kf_mem_calloc(mem, (size_t)bytes_of(values, (double)entries), 1);
    c->tied = kf_mem_calloc(mem, (entries + 7) / 8, 1);
    if (c->which && c->tied) return KERF_OK;
    kf_choices_close(c, mem);
    return KERF_NO_MEMORY;
}

void kf_choices_close(kf_choices *c, kf_mem *mem)
{
    kf_mem_free(mem, c->which, (size_t)bytes_of(c->values, (double)c->n_entries), 1);
    kf_mem_free(mem, c->tied, (c->n_entries + 7) / 8, 1);
    c->which = c->tied = NULL;
}

uint32_t kf_choices_get(const kf_choices *c, uint64_t entry)
{
    uint16_t wide;
    assert(entry < c->n_entries);
    if (c->values == 1) return 0;
    if (c->values == 2) return c->which[entry / 8] >> entry % 8 & 1;
    if (c->values <= 256) return c->which[entry];
    memcpy(&wide, c->which + 2 * entry, sizeof wide);
    return wide;
}

bool kf_choices_tied(const kf_choices *c, uint64_t entry)
{
    return c->values > 1 && c->tied[entry / 8] >> entry % 8 & 1;
}

/* ---- All blocks ---- */

static void join_lanes(const running *r, double *to, uint32_t n)
{
    bool weights = r->pass->semiring == KF_SUM_PRODUCT;
    load(to, &r->lanes[0], r->block, r->pass->values);
    for (uint32_t i = 1; i < n; i++)
        if (weights) multiply(to, &r->lanes[i], r->block, r->pass->values);
        else add(to, &r->lanes[i], r->block, r->pass->values);
}

/* Of many lanes all but the last are added up in the buffer, which is a lane, too. */
static void make_least(running *r, double *out)
{
    uint32_t n = r->pass->n_inputs;
    if (n > 2) join_lanes(r, r->buffer, n - 1);
    least(r, n > 2 ? &r->summed : &r->lanes[0], n > 1 ? &r->lanes[n - 1] : &r->nothing, out);
}

static void make_sum(running *r, double *out)
{
    uint32_t n = r->pass->n_inputs;
    if (n > 2) join_lanes(r, r->buffer, n - 1);
    sum(r, n > 2 ? &r->summed : &r->lanes[0], n > 1 ? &r->lanes[n - 1] : &r->nothing, out);
}

static kf_wide_room wide_buffer(const running *r)
{
    return (kf_wide_room){ r->buffer, r->buffer + (size_t)r->block * r->pass->values };
}

static void make_wide(const running *r, double *out)
{
    const kf_pass *p = r->pass;
    kf_wide_room to = { out, out + p->out.n_entries };
    if (p->values == 1) {
        kf_wide_join(to, r->lanes, p->n_inputs, r->block, 1);
        return;
    }
    kf_wide_join(wide_buffer(r), r->lanes, p->n_inputs, r->block, p->values);
    kf_wide_sum(wide_buffer(r), to, r->block, p->values);
}

static void make_block(running *r, uint64_t first)
{
    const kf_pass *p = r->pass;
    double *out = p->out.at + first;
    if (p->semiring == KF_WIDE_SUM) {
        make_wide(r, out);
    } else if (p->values == 1) {
        join_lanes(r, out, p->n_inputs);
    } else if (p->semiring == KF_SUM_PRODUCT) {
        make_sum(r, out);
    } else {
        make_least(r, out);
        if (p->choices) put_choices(r, first);
    }
}

static void step(lane *lanes, uint32_t n, uint32_t v)
{
    for (uint32_t i = 0; i < n; i++) lanes[i].at += lanes[i].stride[v];
}

static void step_back(lane *lanes, uint32_t n, uint32_t v, uint32_t steps)
{
    for (uint32_t i = 0; i < n; i++) lanes[i].at -= lanes[i].stride[v] * steps;
}

/* To the next block: as an odometer does. */
static void advance(running *r)
{
    const kf_pass *p = r->pass;
    for (uint32_t v = r->n_outer; v-- > 0;) {
        uint32_t size = p->size[p->out.scope[v]];
        if (++r->digit[v] < size) {
            step(r->lanes, p->n_inputs, v);
            step(r->targets, r->n_targets, v);
            return;
        }
        r->digit[v] = 0;
        step_back(r->lanes, p->n_inputs, v, size - 1);
        step_back(r->targets, r->n_targets, v, size - 1);
    }
}

static bool must_stop(const kf_pass *p, uint64_t entries)
{
    uint64_t before = *p->work;
    *p->work += entries;
    return before / POLL != *p->work / POLL && kf_limits_reached(p->limits);
}

static bool make_blocks(running *r)
{
    const kf_pass *p = r->pass;
    for (uint64_t first = 0; first < p->out.n_entries; first += r->block) {
        if (must_stop(p, (uint64_t)r->block * p->values)) return false;
        make_block(r, first);
        advance(r);
    }
    return true;
}

/* ---- Strides ---- */

/* Of a variable in a factor; 0: it is not in it. */
static uint64_t stride_of(const kf_factor *f, const uint32_t *size, uint32_t variable)
{
    uint64_t stride = 1;
    for (uint32_t i = f->n; i-- > 0;) {
        if (f->scope[i] == variable) return stride;
        stride *= size[f->scope[i]];
    }
    return 0;
}

static void fill_offsets(const running *r, const kf_factor *f, uint32_t *off)
{
    const kf_pass *p = r->pass;
    uint32_t n = 1;
    off[0] = 0;
    for (uint32_t i = p->out.n; i-- > r->n_outer;) { /* from the inside out */
        uint32_t v = p->out.scope[i];
        uint64_t stride = stride_of(f, p->size, v);
        for (uint32_t x = 1; x < p->size[v]; x++)
            for (uint32_t j = 0; j < n; j++) off[x * n + j] = off[j] + (uint32_t)(x * stride);
        n *= p->size[v];
    }
    assert(n == r->block);
}

static kerf_status open_lane(running *r, const kf_factor *f, lane *to)
{
    const kf_pass *p = r->pass;
    uint32_t *off = kf_arena_room(&r->arena, r->block, sizeof *off);
    uint64_t *stride = kf_arena_room(&r->arena, r->n_outer + 1, sizeof *stride);
    if (!off || !stride) return KERF_NO_MEMORY;
    fill_offsets(r, f, off);
    for (uint32_t k = 0; k < r->n_outer; k++) stride[k] = stride_of(f, p->size, p->out.scope[k]);
    *to = (lane){ f->at, off, stride, f->n_entries };
    return KERF_OK;
}

static void choose_block(running *r)
{
    const kf_pass *p = r->pass;
    uint64_t block = 1;
    r->n_outer = p->out.n;
    while (r->n_outer > 0 && block * p->size[p->out.scope[r->n_outer - 1]] * p->values <= BUFFER)
        block *= p->size[p->out.scope[--r->n_outer]];
    r->block = (uint32_t)block;
}

/* The lanes that are no input. */
static kerf_status open_own_lanes(running *r)
{
    uint32_t values = r->pass->values, wide = r->pass->semiring == KF_WIDE_SUM;
    double *none = kf_arena_alloc(&r->arena, values, sizeof *none);
    uint32_t *still = kf_arena_alloc(&r->arena, r->block, sizeof *still);
    uint32_t *along = kf_arena_room(&r->arena, r->block, sizeof *along);
    r->buffer = kf_arena_room(&r->arena, ((size_t)r->block * values) << wide, sizeof *r->buffer);
    if (!none || !still || !along || !r->buffer) return KERF_NO_MEMORY;
    for (uint32_t x = 0; x < values && r->pass->semiring == KF_SUM_PRODUCT; x++) none[x] = 1;
    for (uint32_t j = 0; j < r->block; j++) along[j] = j * values;
    r->summed = (lane){ r->buffer, along, NULL, 0 };
    r->nothing = (lane){ none, still, NULL, 0 };
    return KERF_OK;
}

static kerf_status open_running(running *r)
{
    const kf_pass *p = r->pass;
    choose_block(r);
    r->lanes = kf_arena_alloc(&r->arena, p->n_inputs, sizeof *r->lanes);
    r->digit = kf_arena_alloc(&r->arena, r->n_outer + 1, sizeof *r->digit);
    r->which = kf_arena_room(&r->arena, r->block, sizeof *r->which);
    r->tied = kf_arena_room(&r->arena, r->block, sizeof *r->tied);
    if (!r->lanes || !r->digit || !r->which || !r->tied) return KERF_NO_MEMORY;
    KF_TRY(open_own_lanes(r));
    for (uint32_t i = 0; i < p->n_inputs; i++) KF_TRY(open_lane(r, &p->inputs[i], &r->lanes[i]));
    return KERF_OK;
}

kerf_status kf_kernel_run(const kf_pass *p, bool *stopped)
{
    running r = { .pass = p };
    assert(p->n_inputs > 0 && p->values > 0 && p->out.n_entries > 0);
    kf_arena_init(&r.arena, p->mem);
    kerf_status st = open_running(&r);
    *stopped = st == KERF_OK && !make_blocks(&r);
    kf_arena_free(&r.arena);
    return st;
}

/* ---- The way back ---- */

/* The block as probabilities, in the buffer. */
static void fill_block(const running *r, uint64_t first)
{
    const kf_pass *p = r->pass;
    const double *given = p->out.at + first;
    double *to = r->buffer;
    if (p->semiring == KF_WIDE_SUM) {
        kf_wide_join(wide_buffer(r), r->lanes, p->n_inputs, r->block, p->values);
        kf_wide_scale(wide_buffer(r), given, given + p->out.n_entries, r->block, p->values);
        return;
    }
    join_lanes(r, to, p->n_inputs);
    for (uint32_t j = 0; j < r->block; j++, to += p->values)
        for (uint32_t x = 0; x < p->values; x++) to[x] *= given[j];
}

static inline void scatter_runs(const running *r, const lane *to, uint32_t values)
{
    double *at = (double *)to->at;
    const double *from = r->buffer;
    for (uint32_t j = 0; j < r->block; j++, from += values)
        for (uint32_t x = 0; x < values; x++) at[to->off[j] + x] += from[x];
}

static void scatter(const running *r, const lane *to)
{
    if (r->pass->values == 2) scatter_runs(r, to, 2);
    else scatter_runs(r, to, r->pass->values);
}

/* Of a block alone, then to the rest: so that a sum of many is one of few sums. */
static void scatter_few(const running *r, const lane *to)
{
    double few[FEW] = { 0 }, *at = (double *)to->at;
    lane here = { few, to->off, NULL, 0 };
    scatter(r, &here);
    for (uint32_t x = 0; x < r->pass->values; x++) at[x] += few[x];
}

static bool spread_blocks(running *r, const kf_factor *targets)
{
    const kf_pass *p = r->pass;
    for (uint64_t first = 0; first < p->out.n_entries; first += r->block) {
        if (must_stop(p, (uint64_t)r->block * p->values)) return false;
        fill_block(r, first);
        for (uint32_t i = 0; i < r->n_targets; i++)
            if (targets[i].n == 1 && p->values <= FEW) scatter_few(r, &r->targets[i]);
            else scatter(r, &r->targets[i]);
        advance(r);
    }
    return true;
}

static kerf_status open_targets(running *r, const kf_factor *targets, uint32_t n)
{
    r->targets = kf_arena_alloc(&r->arena, n, sizeof *r->targets);
    if (!r->targets) return KERF_NO_MEMORY;
    r->n_targets = n;
    for (uint32_t i = 0; i < n; i++) KF_TRY(open_lane(r, &targets[i], &r->targets[i]));
    return KERF_OK;
}

kerf_status kf_kernel_spread(const kf_pass *p, const kf_factor *targets, uint32_t n, bool *stopped)
{
    running r = { .pass = p };
    assert(p->n_inputs > 0 && p->semiring != KF_MIN_SUM && p->out.at);
    kf_arena_init(&r.arena, p->mem);
    kerf_status st = open_running(&r);
    if (st == KERF_OK) st = open_targets(&r, targets, n);
    *stopped = st == KERF_OK && !spread_blocks(&r, targets);
    kf_arena_free(&r.arena);
    return st;
}

/* factor_messages.c -- dual ascent by messages; see factor_messages.h.
 *
 * An update of a variable takes all that its factors can give it: of a factor, by value, the least
 * of what is left in it. The least of the variable's unary costs moves to the bound. Values that
 * the top cannot afford are removed. The rest goes back to the factors in shares. In a sweep up the
 * order those with a variable further up get a whole share, the others BACK of one, and the other
 * way round in a sweep down. Without BACK this is sequential reweighted message passing
 * (Kolmogorov 2015), which stops far from the best messages where factors have several variables:
 * with it, every factor keeps a part of what it could give, and the bound goes on to rise.
 *
 * Only variables around which something has changed are updated. Costs are whole numbers, shares
 * are rounded down, and what is undone is copied back, so a bound never drifts. Factors whose
 * messages are so large that sums would not be exact take no part. */
#include "solve/tables/factor_messages.h"

#include "base/check.h"

#include <string.h>

static const double BACK = 0.25; /* of a share */
static const double FAR = 4 * KF_COST_LIMIT;
enum { STEPS_PER_UPDATE = 8 }; /* beside its cells: a variable and its factors are apart */
enum { FEW = 2 }; /* cells that are left: one of so many at most */

/* ---- The least that is left in a factor, by the values of a variable ---- */

static inline double least_of(double a, double b)
{
    return a < b ? a : b;
}

/* The first variable of in, of which there are `inner` cells for each value, out. In place. */
static void reduce_first(const double *in, double *out, uint32_t inner, uint32_t d, const double *m)
{
    for (uint32_t k = 0; k < inner; k++) out[k] = least_of(in[k] - m[0], in[inner + k] - m[1]);
    for (uint32_t a = 2; a < d; a++)
        for (uint32_t k = 0; k < inner; k++) out[k] = least_of(out[k], in[a * inner + k] - m[a]);
}

/* The last variable out. */
static void reduce_last(const double *in, double *out, uint32_t outer, uint32_t d, const double *m)
{
    for (uint32_t k = 0; k < outer; k++, in += d) {
        double least = least_of(in[0] - m[0], in[1] - m[1]);
        for (uint32_t a = 2; a < d; a++) least = least_of(least, in[a] - m[a]);
        out[k] = least;
    }
}

/* The same for variables with two values each. */
static void find_least_of_two(const kf_sender *f, uint32_t position, double *room, double *out)
{
    const double *in = f->cells, *m;
    uint32_t half = f->size / 2;
    for (uint32_t j = 0; j < position; j++, in = room, half /= 2) {
        m = f->message[j];
        for (uint32_t k = 0; k < half; k++) room[k] = least_of(in[k] - m[0], in[half + k] - m[1]);
    }
    for (uint32_t j = f->n - 1; j > position; j--, in = room, half /= 2) {
        m = f->message[j];
        for (uint32_t k = 0; k < half; k++)
            room[k] = least_of(in[2 * k] - m[0], in[2 * k + 1] - m[1]);
    }
    m = f->message[position];
    out[0] = in[0] - m[0];
    out[1] = in[1] - m[1];
}

static void find_least(const kf_sender *f, uint32_t position, double *room, double *out)
{
    if (f->two) {
        find_least_of_two(f, position, room, out);
        return;
    }
    const double *in = f->cells, *m = f->message[position];
    uint32_t size = f->size;
    for (uint32_t j = 0; j < position; j++, in = room) {
        size /= f->sizes[j];
        reduce_first(in, room, size, f->sizes[j], f->message[j]);
    }
    for (uint32_t j = f->n - 1; j > position; j--, in = room) {
        size /= f->sizes[j];
        reduce_last(in, room, size, f->sizes[j], f->message[j]);
    }
    for (uint32_t a = 0; a < size; a++) out[a] = in[a] - m[a];
}

static uint32_t list_left(const double *message, uint32_t n, uint32_t *left)
{
    uint32_t found = 0;
    for (uint32_t a = 0; a < n; a++)
        if (!isinf(message[a])) left[found++] = a;
    return found;
}

/* The same for two variables of whose values most have been removed: only cells of those that are
 * left. Others cost INFINITY. */
static void find_least_left(const kf_sender *f, uint32_t position, uint32_t *left, double *out)
{
    uint32_t values = f->sizes[position], *others = left + values;
    uint32_t step = position ? 1 : f->sizes[1], other_step = position ? f->sizes[1] : 1;
    const double *m = f->message[position], *other = f->message[!position];
    uint32_t n = list_left(m, values, left);
    uint32_t n_others = list_left(other, f->sizes[!position], others);
    assert(f->n == 2);
    for (uint32_t a = 0; a < values; a++) out[a] = INFINITY;
    for (uint32_t i = 0; i < n; i++) {
        const double *cells = f->cells + (size_t)left[i] * step;
        double least = INFINITY;
        for (uint32_t k = 0; k < n_others; k++)
            least = least_of(least, cells[others[k] * other_step] - other[others[k]]);
        out[left[i]] = least - m[left[i]];
    }
}

/* Returns how many cells were looked at. */
static uint32_t find_what_is_left(const kf_messages *s, const kf_sender *f, uint32_t position,
                                  double *out)
{
    if (f->n == 2 && !f->two) {
        uint32_t a = s->receivers[f->scope[0]].n_left, b = s->receivers[f->scope[1]].n_left;
        if (FEW * a * b <= f->size) {
            find_least_left(f, position, s->left, out);
            return a * b;
        }
    }
    find_least(f, position, s->room, out);
    return f->size;
}

/* ---- The trail ---- */

static void save(kf_messages *s, kf_saved block)
{
    if (!kf_vec_reserve(s->mem, &s->saved, 1) || !kf_vec_reserve(s->mem, &s->kept, block.n)) {
        s->failed = true;
        return;
    }
    block.first = s->kept.n;
    block.old_stamp = *block.stamp;
    *block.stamp = s->level;
    s->saved.at[s->saved.n++] = block;
    memcpy(s->kept.at + s->kept.n, block.block, block.n * sizeof(double));
    s->kept.n += block.n;
}

static void save_sender(kf_messages *s, kf_sender *f)
{
    if (f->stamp == s->level) return;
    save(s, (kf_saved){
                .block = f->block, .n = f->n_block, .receiver = UINT32_MAX, .stamp = &f->stamp });
}

static void save_receiver(kf_messages *s, uint32_t i)
{
    kf_receiver *v = &s->receivers[i];
    if (v->stamp == s->level) return;
    save(s, (kf_saved){ .block = v->unary,
                        .n = 2 * v->n_values,
                        .receiver = i,
                        .n_left = v->n_left,
                        .stamp = &v->stamp });
}

kf_messages_mark kf_messages_get_mark(kf_messages *s)
{
    s->level = ++s->last_level;
    return (kf_messages_mark){ s->saved.n, s->kept.n, s->bound };
}

void kf_messages_undo(kf_messages *s, kf_messages_mark mark)
{
    assert(mark.saved <= s->saved.n && mark.kept <= s->kept.n);
    while (s->saved.n > mark.saved) {
        const kf_saved *x = &s->saved.at[--s->saved.n];
        memcpy(x->block, s->kept.at + x->first, x->n * sizeof(double));
        if (x->receiver != UINT32_MAX) s->receivers[x->receiver].n_left = x->n_left;
        *x->stamp = x->old_stamp;
    }
    s->kept.n = mark.kept;
    s->bound = mark.bound;
    s->level = ++s->last_level;
}

size_t kf_messages_trail(const kf_messages *s)
{
    return s->saved.n * sizeof *s->saved.at + s->kept.n * sizeof(double);
}

/* ---- Who is awake ---- */

static void wake(kf_messages *s, uint32_t i)
{
    s->awake[i / 64] |= UINT64_C(1) << i % 64 & s->mask[i / 64];
}

void kf_messages_wake_all(kf_messages *s)
{
    for (uint32_t i = 0; i < s->n_receivers; i++) wake(s, i);
}

void kf_messages_rest(kf_messages *s)
{
    memset(s->awake, 0, (s->n_receivers / 64 + 1) * sizeof *s->awake);
}

static void wake_others(kf_messages *s, const kf_sender *f, uint32_t i)
{
    for (uint32_t j = 0; j < f->n; j++)
        if (f->scope[j] != i) wake(s, f->scope[j]);
}

/* ---- An update ---- */

void kf_messages_remove(kf_messages *s, uint32_t i, uint32_t a)
{
    kf_receiver *v = &s->receivers[i];
    assert(kf_messages_has(s, i, a));
    save_receiver(s, i);
    v->unary[a] = v->reduced[a] = INFINITY;
    v->n_left--;
    for (uint32_t k = 0; k < v->n_uses; k++) {
        kf_sender *f = &s->senders[v->uses[k].factor];
        save_sender(s, f);
        v->uses[k].message[a] = -INFINITY;
        wake_others(s, f, i);
    }
    wake(s, i);
}

/* What its factors can give; the least of what it would have then. */
static double pull(kf_messages *s, const kf_receiver *v)
{
    double *pulled = s->pulled, least = INFINITY;
    memcpy(s->sum, v->unary, v->n_values * sizeof *s->sum);
    for (uint32_t k = 0; k < v->n_uses; k++, pulled += v->n_values) {
        const kf_sender *f = &s->senders[v->uses[k].factor];
        s->steps += find_what_is_left(s, f, v->uses[k].position, pulled);
        if (f->far) memset(pulled, 0, v->n_values * sizeof *pulled);
        for (uint32_t a = 0; a < v->n_values; a++) s->sum[a] += pulled[a];
    }
    for (uint32_t a = 0; a < v->n_values; a++) least = least_of(least, s->sum[a]);
    return least;
}

/* The least goes to the bound; values that cost too much then go. */
static void raise(kf_messages *s, uint32_t i, double least)
{
    kf_receiver *v = &s->receivers[i];
    assert(least >= 0);
    save_receiver(s, i);
    s->bound += least;
    for (uint32_t a = 0; a < v->n_values; a++) {
        s->sum[a] -= least;
        if (s->bound + s->sum[a] >= s->top) {
            if (kf_messages_has(s, i, a)) kf_messages_remove(s, i, a);
            s->sum[a] = INFINITY;
        }
        v->unary[a] = v->reduced[a] = s->sum[a];
    }
}

/* Its unary costs go to the factors in shares. */
static void give(kf_messages *s, uint32_t i, bool forward)
{
    kf_receiver *v = &s->receivers[i];
    double *pulled = s->pulled, whole = forward ? v->ahead : v->behind;
    for (uint32_t k = 0; k < v->n_uses; k++, pulled += v->n_values) {
        kf_use *use = &v->uses[k];
        kf_sender *f = &s->senders[use->factor];
        bool last = use->position == (forward ? f->n - 1 : 0), changed = false;
        double part = f->far ? 0 : last ? BACK * whole : whole;
        for (uint32_t a = 0; a < v->n_values; a++) {
            if (isinf(s->sum[a])) continue;
            double share = (double)(int64_t)(part * s->sum[a]);
            changed |= pulled[a] != share;
            v->unary[a] -= share;
            pulled[a] -= share;
        }
        if (!changed) continue;
        save_sender(s, f);
        for (uint32_t a = 0; a < v->n_values; a++) {
            if (isinf(s->sum[a])) continue;
            use->message[a] += pulled[a];
            f->far |= fabs(use->message[a]) > FAR;
        }
        wake_others(s, f, i);
    }
}

static bool update(kf_messages *s, uint32_t i, bool forward)
{
    kf_receiver *v = &s->receivers[i];
    double least = pull(s, v);
    if (s->bound + least >= s->top) {
        for (uint32_t k = 0; k < v->n_uses; k++) s->senders[v->uses[k].factor].conflicts++;
        return false;
    }
    raise(s, i, least);
    give(s, i, forward);
    return true;
}

/* The next that is awake from `i` on, in either direction; n_receivers: none. */
static uint32_t next_awake(const kf_messages *s, uint32_t i, bool forward)
{
    uint32_t n = s->n_receivers, w = i / 64;
    if (i >= n) return n;
    uint64_t all = ~UINT64_C(0), bits = s->awake[w];
    bits &= forward ? all << i % 64 : all >> (63 - i % 64);
    while (bits == 0) {
        if (forward ? w == (n - 1) / 64 : w == 0) return n;
        bits = s->awake[forward ? ++w : --w];
    }
    return 64 * w + (uint32_t)(forward ? __builtin_ctzll(bits) : 63 - __builtin_clzll(bits));
}

bool kf_messages_sweep(kf_messages *s, bool forward)
{
    uint32_t n = s->n_receivers, i = forward ? 0 : n - 1;
    while ((i = next_awake(s, i, forward)) < n) {
        uint64_t before = s->steps;
        s->awake[i / 64] &= ~(UINT64_C(1) << i % 64);
        if (!update(s, i, forward) || s->failed) return false;
        if (!kf_patience_spend(&s->patience, STEPS_PER_UPDATE + s->steps - before)) return true;
        i = forward ? i + 1 : i - 1;
    }
    return true;
}

/* ---- Opening ---- */

/* From the cells of a factor over its scope to those over variables in the order of sweeps. */
static void turn_cells(const kf_whole_factor *from, const uint32_t *rank, const uint32_t *sizes,
                       kf_sender *f, double *cells)
{
    uint32_t step[KF_FACTOR_VARIABLES], digit[KF_FACTOR_VARIABLES] = { 0 }, at = 0;
    for (uint32_t j = 0; j < f->n; j++) {
        step[j] = 1;
        for (uint32_t i = f->n; i-- > 0 && rank[from->scope[i]] != f->scope[j];)
            step[j] *= sizes[from->scope[i]];
    }
    for (uint32_t c = 0; c < f->size; c++) {
        cells[c] = from->cells[at];
        for (uint32_t j = f->n; j-- > 0;) {
            at += step[j];
            if (++digit[j] < f->sizes[j]) break;
            at -= step[j] * digit[j];
            digit[j] = 0;
        }
    }
}

static kerf_status add_sender(kf_messages *s, const kf_factors *t, const kf_whole_factor *from,
                              const uint32_t *rank)
{
    kf_sender *f = &s->senders[s->n_senders];
    kf_arena *arena = &s->arena;
    *f = (kf_sender){ .n = from->n, .size = from->size, .conflicts = 1 };
    f->scope = kf_arena_alloc(arena, f->n, sizeof *f->scope);
    f->sizes = kf_arena_alloc(arena, f->n, sizeof *f->sizes);
    f->message = kf_arena_alloc(arena, f->n, sizeof *f->message);
    double *cells = kf_arena_alloc(arena, f->size, sizeof *cells);
    if (!f->scope || !f->sizes || !f->message || !cells) return KERF_NO_MEMORY;
    for (uint32_t j = 0; j < f->n; j++) {
        uint32_t k = j, x = rank[from->scope[j]];
        for (; k > 0 && f->scope[k - 1] > x; k--) f->scope[k] = f->scope[k - 1];
        f->scope[k] = x;
    }
    f->two = true;
    for (uint32_t j = 0; j < f->n; j++) {
        f->sizes[j] = s->receivers[f->scope[j]].n_values;
        f->n_block += f->sizes[j];
        f->two &= f->sizes[j] == 2;
    }
    turn_cells(from, rank, t->sizes, f, cells);
    f->cells = cells;
    f->block = kf_arena_alloc(arena, f->n_block, sizeof *f->block);
    if (!f->block) return KERF_NO_MEMORY;
    double *message = f->block;
    for (uint32_t j = 0; j < f->n; message += f->sizes[j++]) {
        kf_receiver *v = &s->receivers[f->scope[j]];
        f->message[j] = message;
        v->uses[v->n_uses++] = (kf_use){ s->n_senders, j, message };
        v->ahead += j + 1 < f->n ? 1 : BACK;
        v->behind += j > 0 ? 1 : BACK;
    }
    s->n_senders++;
    return KERF_OK;
}

static kerf_status add_receivers(kf_messages *s, const kf_factors *t, uint32_t *rank)
{
    for (uint32_t i = 0; i < t->n_variables; i++) {
        if (t->out[i]) continue;
        if (!kf_patience_spend(&s->patience, STEPS_PER_UPDATE)) return KERF_INTERRUPTED;
        kf_receiver *v = &s->receivers[s->n_receivers];
        size_t n = t->sizes[i];
        rank[i] = s->n_receivers++;
        *v = (kf_receiver){ .variable = i, .n_values = (uint32_t)n, .n_left = (uint32_t)n };
        v->unary = kf_arena_alloc(&s->arena, 2 * n, sizeof *v->unary);
        v->uses = kf_arena_alloc(&s->arena, t->uses[i].n, sizeof *v->uses);
        if (!v->unary || !v->uses) return KERF_NO_MEMORY;
        v->reduced = v->unary + n;
    }
    return KERF_OK;
}

static kerf_status add_senders(kf_messages *s, const kf_factors *t, const uint32_t *rank)
{
    for (size_t k = 0; k < t->at.n; k++) {
        const kf_whole_factor *f = t->at.at[k];
        if (f->gone) continue;
        if (!kf_patience_spend(&s->patience, STEPS_PER_UPDATE)) return KERF_INTERRUPTED;
        if (f->n > 1) KF_TRY(add_sender(s, t, f, rank));
        else memcpy(s->receivers[rank[f->scope[0]]].unary, f->cells, f->size * sizeof *f->cells);
    }
    return KERF_OK;
}

/* Room for updates; values that are not allowed are removed. */
static kerf_status finish(kf_messages *s)
{
    size_t cells = 1, pulled = 1, values = 1;
    for (uint32_t k = 0; k < s->n_senders; k++)
        if (s->senders[k].size > cells) cells = s->senders[k].size;
    for (uint32_t i = 0; i < s->n_receivers; i++) {
        kf_receiver *v = &s->receivers[i];
        v->ahead = v->ahead > 0 ? 1 / v->ahead : 0;
        v->behind = v->behind > 0 ? 1 / v->behind : 0;
        if (v->n_values > values) values = v->n_values;
        if ((size_t)v->n_uses * v->n_values > pulled) pulled = (size_t)v->n_uses * v->n_values;
    }
    s->room = kf_arena_alloc(&s->arena, cells, sizeof(double));
    s->left = kf_arena_alloc(&s->arena, 2 * values, sizeof *s->left);
    s->pulled = kf_arena_alloc(&s->arena, pulled, sizeof(double));
    s->sum = kf_arena_alloc(&s->arena, values, sizeof(double));
    s->awake = kf_arena_alloc(&s->arena, s->n_receivers / 64 + 1, sizeof *s->awake);
    s->mask = kf_arena_alloc(&s->arena, s->n_receivers / 64 + 1, sizeof *s->mask);
    if (!s->room || !s->left || !s->pulled || !s->sum || !s->awake || !s->mask)
        return KERF_NO_MEMORY;
    memset(s->mask, 0xff, (s->n_receivers / 64 + 1) * sizeof *s->mask);
    for (uint32_t i = 0; i < s->n_receivers; i++)
        for (uint32_t a = 0; a < s->receivers[i].n_values; a++) {
            kf_receiver *v = &s->receivers[i];
            if (!isinf(v->unary[a])) continue;
            v->unary[a] = 0;
            kf_messages_remove(s, i, a);
        }
    return s->failed ? KERF_NO_MEMORY : KERF_OK;
}

kerf_status kf_messages_open(kf_messages *s, const kf_factors *t, kf_mem *mem)
{
    uint32_t n = t->n_variables;
    memset(s, 0, sizeof *s);
    s->mem = mem;
    s->bound = t->constant;
    s->top = KF_COST_LIMIT;
    s->level = s->last_level = 1;
    s->patience = kf_patience_of(t->patience.stop);
    kf_arena_init(&s->arena, mem);
    uint32_t *rank = kf_arena_alloc(&s->arena, n, sizeof *rank);
    s->receivers = kf_arena_alloc(&s->arena, n, sizeof *s->receivers);
    s->senders = kf_arena_alloc(&s->arena, t->at.n, sizeof *s->senders);
    if (!rank || !s->receivers || !s->senders) return KERF_NO_MEMORY;
    KF_TRY(add_receivers(s, t, rank));
    KF_TRY(add_senders(s, t, rank));
    KF_TRY(finish(s));
    KF_CHECK(kf_messages_check(s));
    return KERF_OK;
}

/* ---- From other messages ---- */

static void copy_messages(kf_messages *s, const kf_messages *from, double scale)
{
    for (uint32_t i = 0; i < s->n_receivers; i++)
        for (uint32_t a = 0; a < s->receivers[i].n_values; a++)
            if (!kf_messages_has(from, i, a) && kf_messages_has(s, i, a))
                kf_messages_remove(s, i, a);
    for (uint32_t k = 0; k < s->n_senders; k++) {
        kf_sender *f = &s->senders[k];
        double most = 0;
        for (uint32_t a = 0; a < f->n_block; a++)
            if (!isinf(f->block[a])) most = fmax(most, scale * fabs(from->senders[k].block[a]));
        for (uint32_t a = 0; a < f->n_block; a++)
            if (!isinf(f->block[a]) && most < FAR) f->block[a] = scale * from->senders[k].block[a];
    }
}

/* Nothing negative is left in a factor, and somewhere nothing at all. */
static void level_sender(kf_messages *s, kf_sender *f)
{
    double least = INFINITY;
    find_least(f, 0, s->room, s->sum);
    for (uint32_t a = 0; a < f->sizes[0]; a++) least = least_of(least, s->sum[a]);
    if (isinf(least)) least = 0; /* no assignment: an update will tell */
    for (uint32_t a = 0; a < f->sizes[0]; a++) f->message[0][a] += least;
}

static void level_receiver(kf_messages *s, kf_receiver *v)
{
    double least = INFINITY;
    for (uint32_t a = 0; a < v->n_values; a++) {
        if (isinf(v->unary[a])) continue;
        for (uint32_t k = 0; k < v->n_uses; k++) v->unary[a] += v->uses[k].message[a];
        least = least_of(least, v->unary[a]);
    }
    if (isinf(least)) return;
    for (uint32_t a = 0; a < v->n_values; a++) v->unary[a] -= least;
    s->bound += least;
}

void kf_messages_adopt(kf_messages *s, const kf_messages *from, double scale)
{
    assert(s->n_receivers == from->n_receivers && s->n_senders == from->n_senders);
    copy_messages(s, from, scale);
    for (uint32_t k = 0; k < s->n_senders; k++) level_sender(s, &s->senders[k]);
    for (uint32_t i = 0; i < s->n_receivers; i++) level_receiver(s, &s->receivers[i]);
    KF_CHECK(kf_messages_check(s));
}

void kf_messages_close(kf_messages *s)
{
    kf_vec_free(s->mem, &s->saved);
    kf_vec_free(s->mem, &s->kept);
    kf_arena_free(&s->arena);
}

#ifndef NDEBUG
void kf_messages_check(const kf_messages *s)
{
    for (uint32_t k = 0; k < s->n_senders; k++) {
        const kf_sender *f = &s->senders[k];
        double left[2 * KF_FACTOR_VARIABLES] = { 0 };
        if (f->sizes[0] > KF_LENGTH(left)) continue;
        find_least(f, 0, s->room, left);
        for (uint32_t a = 0; a < f->sizes[0]; a++) assert(left[a] >= 0);
    }
    for (uint32_t i = 0; i < s->n_receivers; i++) {
        const kf_receiver *v = &s->receivers[i];
        uint32_t left = 0;
        for (uint32_t a = 0; a < v->n_values; a++) {
            assert(v->unary[a] >= 0);
            left += kf_messages_has(s, i, a);
            for (uint32_t u = 0; u < v->n_uses; u++)
                assert((v->uses[u].message[a] > -INFINITY) == kf_messages_has(s, i, a));
        }
        assert(left == v->n_left);
    }
}
#endif

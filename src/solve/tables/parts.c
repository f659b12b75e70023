/* parts.c -- parts of a node that share no factor; see parts.h.
 *
 * What is left of the cost at a node is the bound, what fixed variables and factors pay, and a sum
 * over parts, each of which depends on its own variables alone. So each is minimised on its own,
 * and each may cost what is left below the top when the others are paid. While a part is searched,
 * only its own variables send messages: what the others have is as it was when the node was met, so
 * that nothing counts twice. */
#include "solve/tables/parts.h"

#include "base/check.h"
#include "base/sort.h"
#include "solve/tables/hybrid.h"

#include <stdlib.h>
#include <string.h>

enum { LEAST_OPEN = 6, MOST_DEPTH = 4000 };
enum { FEW_STEPS = 1000000, SHARE = 4 }; /* that a node may take, beside those so far */
static const double LARGE = 0.8; /* of the open variables: a part that is nearly all of them */
#define END UINT32_MAX

static kerf_status find_least(kf_hybrid *h, size_t first, size_t last, double *extra);

/* ---- What falls apart ---- */

static bool is_open(const kf_hybrid *h, uint32_t i)
{
    return h->messages.receivers[i].n_left > 1;
}

static uint32_t only_value(const kf_messages *m, uint32_t i)
{
    uint32_t a = 0;
    assert(m->receivers[i].n_left == 1);
    while (!kf_messages_has(m, i, a)) a++;
    return a;
}

/* All that factors tie to an open variable, at the end of the pool, ascending. */
static kerf_status gather(kf_hybrid *h, uint32_t i)
{
    kf_parts *s = &h->parts;
    kf_messages *m = &h->messages;
    size_t begin = s->pool.n;
    s->stamp[i] = s->now;
    if (!kf_vec_push(m->mem, &s->pool, i)) return KERF_NO_MEMORY;
    for (size_t at = begin; at < s->pool.n; at++) {
        const kf_receiver *v = &m->receivers[s->pool.at[at]];
        for (uint32_t k = 0; k < v->n_uses; k++) {
            const kf_sender *f = &m->senders[v->uses[k].factor];
            for (uint32_t j = 0; j < f->n; j++) {
                uint32_t u = f->scope[j];
                if (!is_open(h, u) || s->stamp[u] == s->now) continue;
                s->stamp[u] = s->now;
                if (!kf_vec_push(m->mem, &s->pool, u)) return KERF_NO_MEMORY;
            }
        }
        m->steps += v->n_uses;
        s->over |= !kf_patience_spend(&m->patience, 8 * (1 + (uint64_t)v->n_uses));
        if (s->over) return KERF_OK;
    }
    assert(s->pool.n - begin <= m->n_receivers);
    kf_numbers_sort(s->pool.at + begin, s->pool.n - begin);
    return KERF_OK;
}

/* The parts of open variables of a list, each with END behind it; some of them if it is over. */
static kerf_status split(kf_hybrid *h, size_t first, size_t last)
{
    kf_parts *s = &h->parts;
    s->now++;
    for (size_t at = first; at < last; at++) {
        uint32_t i = s->pool.at[at];
        if (!is_open(h, i) || s->stamp[i] == s->now) continue;
        KF_TRY(gather(h, i));
        if (s->over) return KERF_OK;
        if (!kf_vec_push(h->messages.mem, &s->pool, END)) return KERF_NO_MEMORY;
    }
    return KERF_OK;
}

static size_t end_of(const kf_parts *s, size_t first)
{
    assert(first < s->pool.n && s->pool.at[s->pool.n - 1] == END);
    while (s->pool.at[first] != END) first++;
    return first;
}

/* ---- Costs ---- */

/* What is left in a factor beside its messages, with these values. */
static double rest_of(const kf_hybrid *h, const kf_sender *f)
{
    uint32_t at = 0;
    double given = 0;
    for (uint32_t j = 0; j < f->n; j++) {
        uint32_t a = h->parts.value[f->scope[j]];
        at = at * f->sizes[j] + a;
        given += f->message[j][a];
    }
    return f->cells[at] - given;
}

/* What fixed variables of a list pay, and the factors whose last variable is among them. Others
 * have their values already. */
static double pay_fixed(kf_hybrid *h, size_t first, size_t last)
{
    kf_parts *s = &h->parts;
    kf_messages *m = &h->messages;
    double sum = 0;
    s->sender_now++;
    for (size_t at = first; at < last; at++) {
        uint32_t i = s->pool.at[at];
        if (is_open(h, i)) continue;
        s->value[i] = only_value(m, i);
        sum += m->receivers[i].unary[s->value[i]];
    }
    for (size_t at = first; at < last; at++) {
        const kf_receiver *v = &m->receivers[s->pool.at[at]];
        for (uint32_t k = 0; v->n_left == 1 && k < v->n_uses; k++) {
            const kf_sender *f = &m->senders[v->uses[k].factor];
            bool open = s->sender_stamp[v->uses[k].factor] == s->sender_now;
            s->sender_stamp[v->uses[k].factor] = s->sender_now;
            for (uint32_t j = 0; !open && j < f->n; j++) open = is_open(h, f->scope[j]);
            if (!open) sum += rest_of(h, f);
        }
    }
    return sum;
}

/* ---- The search of a part ---- */

/* Only variables of the list send messages. */
static void confine(kf_hybrid *h, size_t first, size_t last)
{
    kf_messages *m = &h->messages;
    memset(m->mask, 0, (m->n_receivers / 64 + 1) * sizeof *m->mask);
    for (size_t at = first; at < last; at++) {
        uint32_t i = h->parts.pool.at[at];
        m->mask[i / 64] |= UINT64_C(1) << i % 64;
    }
}

static uint32_t choose(kf_hybrid *h, size_t first, size_t last)
{
    const kf_parts *s = &h->parts;
    uint32_t best = s->pool.at[first];
    double most = -1;
    for (size_t at = first; at < last; at++) {
        uint32_t i = s->pool.at[at];
        if (kf_hybrid_precedes(h, best, i)) continue;
        double score = i == h->last ? INFINITY : kf_hybrid_score(h, i);
        if (score > most || kf_hybrid_precedes(h, i, best)) most = score, best = i;
    }
    return best;
}

/* One side of a decision. *least and the kept values become better, if there is something. */
static kerf_status try_side(kf_hybrid *h, size_t first, size_t last, size_t kept, uint32_t i,
                            uint32_t value, bool removed, double *least)
{
    kf_parts *s = &h->parts;
    kf_messages *m = &h->messages;
    kf_messages_mark mark = kf_messages_get_mark(m);
    double extra = INFINITY, before = mark.bound;
    kf_hybrid_decide(h, i, value, removed);
    kerf_status st = KERF_OK;
    if (kf_hybrid_bound(h) && !m->failed) st = find_least(h, first, last, &extra);
    if (m->failed) st = KERF_NO_MEMORY;
    if (st == KERF_OK && !s->over && m->bound - before + extra < *least) {
        *least = m->bound - before + extra;
        for (size_t at = first; at < last; at++)
            s->kept.at[kept + at - first] = s->value[s->pool.at[at]];
    }
    kf_messages_undo(m, mark);
    if (!isinf(*least)) m->top = fmin(m->top, before + *least);
    return st;
}

/* The least that a part adds to the bound, and its values; INFINITY: it reaches the top. */
static kerf_status search_part(kf_hybrid *h, size_t first, size_t last, double *extra)
{
    kf_parts *s = &h->parts;
    kf_messages *m = &h->messages;
    double top = m->top, least = INFINITY;
    *extra = INFINITY;
    size_t kept = s->kept.n;
    if (!kf_vec_reserve(m->mem, &s->kept, last - first)) return KERF_NO_MEMORY;
    s->kept.n += last - first;
    uint32_t i = choose(h, first, last), value = kf_hybrid_cheapest(&m->receivers[i]);
    KF_TRY(try_side(h, first, last, kept, i, value, false, &least));
    if (!s->over) {
        h->last = i;
        h->backtracks++;
        KF_TRY(try_side(h, first, last, kept, i, value, true, &least));
    }
    m->top = top;
    for (size_t at = first; !isinf(least) && at < last; at++)
        s->value[s->pool.at[at]] = s->kept.at[kept + at - first];
    s->kept.n = kept;
    *extra = s->over ? INFINITY : least;
    return KERF_OK;
}

/* The same of a list of variables, some of which are fixed by now. */
static kerf_status find_least(kf_hybrid *h, size_t first, size_t last, double *extra)
{
    kf_parts *s = &h->parts;
    kf_messages *m = &h->messages;
    double top = m->top, sum = pay_fixed(h, first, last);
    size_t begin = s->pool.n;
    kerf_status st = KERF_OK;
    s->over |= ++s->depth > MOST_DEPTH || m->steps > s->until || kf_hybrid_must_stop(h);
    if (!s->over && m->bound + sum < top) st = split(h, first, last);
    size_t end = s->pool.n;
    for (size_t at = begin; st == KERF_OK && !s->over && at < end && m->bound + sum < top;) {
        size_t stop = end_of(s, at);
        double part;
        m->top = top - sum;
        confine(h, at, stop);
        st = search_part(h, at, stop, &part);
        sum += part;
        at = stop + 1;
    }
    assert(s->depth > 0 && s->pool.n >= begin);
    s->depth--;
    s->pool.n = begin;
    m->top = top;
    confine(h, first, last);
    *extra = st == KERF_OK && !s->over && m->bound + sum < top ? sum : INFINITY;
    return st;
}

/* ---- A node ---- */

/* Are there several, none of which is nearly all of it? */
static bool is_worth(const kf_parts *s, size_t begin)
{
    size_t largest = 0, all = 0;
    for (size_t at = begin; at < s->pool.n;) {
        size_t stop = end_of(s, at), n = stop - at;
        if (n > largest) largest = n;
        all += n;
        at = stop + 1;
    }
    return all >= LEAST_OPEN && (double)largest <= LARGE * (double)all;
}

kerf_status kf_parts_search(kf_hybrid *h, double *cost, bool *done)
{
    kf_parts *s = &h->parts;
    kf_messages *m = &h->messages;
    double extra = INFINITY, top = m->top;
    *done = false;
    s->pool.n = s->kept.n = s->depth = 0;
    s->over = false;
    for (uint32_t i = 0; i < m->n_receivers; i++)
        if (!kf_vec_push(m->mem, &s->pool, i)) return KERF_NO_MEMORY;
    KF_TRY(split(h, 0, m->n_receivers));
    if (s->over || !is_worth(s, m->n_receivers)) return KERF_OK;
    s->pool.n = m->n_receivers;
    s->splits++;
    s->until = m->steps + FEW_STEPS + m->steps / SHARE;
    kf_messages_mark mark = kf_messages_get_mark(m);
    kerf_status st = find_least(h, 0, m->n_receivers, &extra);
    if (st == KERF_OK && !s->over) {
        *done = true;
        *cost = m->bound + extra;
        for (uint32_t i = 0; !isinf(extra) && i < m->n_receivers; i++)
            h->values[m->receivers[i].variable] = s->value[i];
        assert(isinf(extra) || *cost == kf_factors_cost(h->factors, h->values));
    }
    kf_messages_undo(m, mark);
    m->top = top; /* also after a failure */
    memset(m->mask, 0xff, (m->n_receivers / 64 + 1) * sizeof *m->mask);
    kf_messages_rest(m);
    return st;
}

kerf_status kf_parts_open(kf_hybrid *h)
{
    kf_parts *s = &h->parts;
    kf_arena *arena = &h->messages.arena;
    uint32_t n = h->messages.n_receivers;
    s->stamp = kf_arena_alloc(arena, n, sizeof *s->stamp);
    s->sender_stamp = kf_arena_alloc(arena, h->messages.n_senders, sizeof *s->sender_stamp);
    s->value = kf_arena_alloc(arena, n, sizeof *s->value);
    return s->stamp && s->sender_stamp && s->value ? KERF_OK : KERF_NO_MEMORY;
}

void kf_parts_close(kf_hybrid *h)
{
    kf_parts *s = &h->parts;
    kf_mem *mem = h->messages.mem;
    kf_vec_free(mem, &s->pool);
    kf_vec_free(mem, &s->kept);
}

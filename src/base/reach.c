/* reach.c -- which sums a count can reach; see reach.h. */
#include "base/reach.h"

#include "base/check.h"
#include "base/sort.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_WORK = 1 << 22, MOST_WORDS = 1 << 16 }; /* of the bit set: touched, and there */

typedef struct item { /* counts 0 or `times`, whatever the others do; so many alike */
    uint64_t times, n;
} item;

typedef struct knot { /* terms that share atoms: a list of sums, from here to there */
    size_t first, end;
} knot;

typedef struct decider {
    kf_reach *r;
    kf_mem *mem;
    KF_VEC(item) items;
    KF_VEC(knot) knots;
    KF_VEC(uint64_t) sums;
    KF_VEC(uint32_t) atoms; /* ascending, each once */
    uint32_t *parent;       /* by place in `atoms`: union-find */
    uint32_t *order;        /* terms, by what they hang together with */
    uint64_t low, high;     /* the least and the greatest sum */
    uint64_t divisor;       /* of all differences between sums */
} decider;

void kf_reach_clear(kf_reach *r)
{
    r->base = 0;
    r->terms.n = r->literals.n = 0;
}

void kf_reach_free(kf_reach *r)
{
    kf_vec_free(r->mem, &r->terms);
    kf_vec_free(r->mem, &r->literals);
}

void kf_reach_check(const kf_reach *r)
{
    (void)r;
#ifndef NDEBUG
    for (size_t i = 0; i < r->terms.n; i++) {
        const kf_reach_term *t = &r->terms.at[i];
        assert(t->times > 0 && t->n > 0 && t->start + (uint64_t)t->n <= r->literals.n);
        for (uint32_t k = t->start + 1; k < t->start + t->n; k++)
            assert(r->literals.at[k - 1] / 2 < r->literals.at[k] / 2);
    }
#endif
}

/* ---- Terms ---- */

/* Sorted, each once; false: an atom has both signs. */
static bool normalise(uint32_t *at, uint32_t *n)
{
    uint32_t kept = 0;
    if (*n > 1) kf_numbers_sort(at, *n);
    for (uint32_t i = 0; i < *n; i++) {
        if (kept > 0 && at[kept - 1] == at[i]) continue;
        if (kept > 0 && at[kept - 1] == (at[i] ^ 1)) return false;
        at[kept++] = at[i];
    }
    *n = kept;
    return true;
}

kerf_status kf_reach_add(kf_reach *r, const uint32_t *literals, uint32_t n, uint64_t times)
{
    uint32_t start = (uint32_t)r->literals.n;
    if (r->literals.n + n > UINT32_MAX - 1) return KERF_LIMIT;
    if (n == 0) return __builtin_add_overflow(r->base, times, &r->base) ? KERF_LIMIT : KERF_OK;
    if (!kf_vec_reserve(r->mem, &r->literals, n)) return KERF_NO_MEMORY;
    memcpy(r->literals.at + start, literals, n * sizeof *literals);
    if (times == 0 || !normalise(r->literals.at + start, &n)) return KERF_OK;
    r->literals.n += n;
    kf_reach_term term = { start, n, times };
    return kf_vec_push(r->mem, &r->terms, term) ? KERF_OK : KERF_NO_MEMORY;
}

static int compare_terms(const kf_reach *r, uint32_t a, uint32_t b)
{
    const kf_reach_term *x = &r->terms.at[a], *y = &r->terms.at[b];
    if (x->n != y->n) return x->n < y->n ? -1 : 1;
    for (uint32_t i = 0; i < x->n; i++) {
        uint32_t p = r->literals.at[x->start + i], q = r->literals.at[y->start + i];
        if (p != q) return p < q ? -1 : 1;
    }
    return 0;
}

/* A merge sort: what to compare is in the struct, and qsort() takes no context. */
static void sort_terms(const kf_reach *r, uint32_t *at, uint32_t *room, size_t n)
{
    size_t half = n / 2, i = 0, k = half, to = 0;
    if (n < 2) return;
    sort_terms(r, at, room, half);
    sort_terms(r, at + half, room, n - half);
    memcpy(room, at, half * sizeof *at);
    while (i < half && k < n) {
        bool left = compare_terms(r, room[i], at[k]) <= 0;
        at[to++] = left ? room[i++] : at[k++];
    }
    while (i < half) at[to++] = room[i++];
}

/* Equal terms are one; a literal and its opposite count the lesser of theirs in any case. */
static kerf_status merge_sorted(kf_reach *r, const uint32_t *order, kf_reach_term *kept)
{
    size_t n = 0;
    for (size_t i = 0; i < r->terms.n; i++) {
        kf_reach_term t = r->terms.at[order[i]], *last = n > 0 ? &kept[n - 1] : NULL;
        if (last && compare_terms(r, order[i - 1], order[i]) == 0) {
            if (__builtin_add_overflow(last->times, t.times, &last->times)) return KERF_LIMIT;
        } else {
            kept[n++] = t;
        }
    }
    memcpy(r->terms.at, kept, n * sizeof *kept);
    r->terms.n = n;
    return KERF_OK;
}

static kerf_status cancel_opposites(kf_reach *r)
{
    size_t n = 0;
    kf_reach_term *at = r->terms.at;
    if (!at) return KERF_OK;
    for (size_t i = 0; i < r->terms.n; i++) {
        kf_reach_term *t = &at[i], *last = n > 0 ? &at[n - 1] : NULL;
        bool opposite = last && last->n == 1 && t->n == 1
                        && r->literals.at[last->start] == (r->literals.at[t->start] ^ 1);
        if (!opposite) {
            at[n++] = *t;
            continue;
        }
        uint64_t both = last->times < t->times ? last->times : t->times;
        if (__builtin_add_overflow(r->base, both, &r->base)) return KERF_LIMIT;
        if (last->times < t->times) *last = *t;
        last->times -= both;
        if (last->times == 0) n--;
    }
    r->terms.n = n;
    return KERF_OK;
}

static kerf_status merge_terms(kf_reach *r)
{
    size_t n = r->terms.n;
    uint32_t *order = kf_mem_alloc(r->mem, 2 * n, sizeof *order);
    kf_reach_term *kept = kf_mem_alloc(r->mem, n, sizeof *kept);
    kerf_status status = order && kept ? KERF_OK : KERF_NO_MEMORY;
    if (status == KERF_OK && n > 0) {
        for (size_t i = 0; i < n; i++) order[i] = (uint32_t)i;
        sort_terms(r, order, order + n, n);
        status = merge_sorted(r, order, kept);
    }
    kf_mem_free(r->mem, order, 2 * n, sizeof *order);
    kf_mem_free(r->mem, kept, n, sizeof *kept);
    return status == KERF_OK ? cancel_opposites(r) : status;
}

/* ---- What hangs together ---- */

static uint32_t place_of(const decider *d, uint32_t literal)
{
    size_t from = 0, to = d->atoms.n;
    while (from + 1 < to) {
        size_t middle = from + (to - from) / 2;
        if (d->atoms.at[middle] <= literal / 2) from = middle;
        else to = middle;
    }
    assert(d->atoms.at[from] == literal / 2);
    return (uint32_t)from;
}

static uint32_t root_of(const decider *d, uint32_t place)
{
    while (d->parent[place] != place) place = d->parent[place] = d->parent[d->parent[place]];
    return place;
}

static uint32_t root_of_term(const decider *d, uint32_t term)
{
    return root_of(d, place_of(d, d->r->literals.at[d->r->terms.at[term].start]));
}

static kerf_status list_atoms(decider *d)
{
    const kf_reach *r = d->r;
    for (size_t i = 0; i < r->terms.n; i++)
        for (uint32_t k = 0; k < r->terms.at[i].n; k++) {
            uint32_t atom = r->literals.at[r->terms.at[i].start + k] / 2;
            if (!kf_vec_push(d->mem, &d->atoms, atom)) return KERF_NO_MEMORY;
        }
    return kf_numbers_sort_unique(d->mem, d->atoms.at, &d->atoms.n);
}

static void unite(decider *d)
{
    const kf_reach *r = d->r;
    for (size_t i = 0; i < d->atoms.n; i++) d->parent[i] = (uint32_t)i;
    for (size_t i = 0; i < r->terms.n; i++) {
        const kf_reach_term *t = &r->terms.at[i];
        uint32_t root = root_of_term(d, (uint32_t)i);
        for (uint32_t k = 1; k < t->n; k++)
            d->parent[root_of(d, place_of(d, r->literals.at[t->start + k]))] = root;
    }
}

/* Terms in the order of their roots, by counting. */
static kerf_status order_terms(decider *d)
{
    size_t n = d->r->terms.n, places = d->atoms.n + 1;
    uint32_t *start = kf_mem_calloc(d->mem, places, sizeof *start);
    if (!start) return KERF_NO_MEMORY;
    for (uint32_t i = 0; i < n; i++) start[root_of_term(d, i) + 1]++;
    for (size_t i = 1; i < places; i++) start[i] += start[i - 1];
    for (uint32_t i = 0; i < n; i++) d->order[start[root_of_term(d, i)]++] = i;
    kf_mem_free(d->mem, start, places, sizeof *start);
    return KERF_OK;
}

/* ---- Sums ---- */

static void divide(decider *d, uint64_t a)
{
    uint64_t b = d->divisor;
    while (a > 0) {
        uint64_t rest = b % a;
        b = a;
        a = rest;
    }
    d->divisor = b;
}

static kerf_status add_item(decider *d, uint64_t times)
{
    item *last = d->items.n > 0 ? &d->items.at[d->items.n - 1] : NULL;
    d->high += times;
    divide(d, times);
    if (last && last->times == times) {
        last->n++;
        return KERF_OK;
    }
    return kf_vec_push(d->mem, &d->items, (item){ times, 1 }) ? KERF_OK : KERF_NO_MEMORY;
}

static uint64_t sum_if(const decider *d, size_t first, size_t end, const uint32_t *atoms,
                       uint32_t n, uint32_t bits)
{
    const kf_reach *r = d->r;
    uint64_t sum = 0;
    for (; first < end; first++) {
        const kf_reach_term *t = &r->terms.at[d->order[first]];
        bool holds = true;
        for (uint32_t k = 0; holds && k < t->n; k++) {
            uint32_t literal = r->literals.at[t->start + k], at = 0;
            while (at < n && atoms[at] != literal / 2) at++;
            holds = (bits >> at & 1) != (literal & 1);
        }
        if (holds) sum += t->times; /* at most the sum of all, which fits */
    }
    return sum;
}

static int by_size(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* The atoms of the terms; more than KF_MOST_TRIED: that many and one. */
static uint32_t atoms_of(const decider *d, size_t first, size_t end, uint32_t *atoms)
{
    uint32_t n = 0;
    for (; first < end; first++) {
        const kf_reach_term *t = &d->r->terms.at[d->order[first]];
        for (uint32_t k = 0; k < t->n; k++) {
            uint32_t atom = d->r->literals.at[t->start + k] / 2, at = 0;
            while (at < n && atoms[at] != atom) at++;
            if (at < n) continue;
            if (n == KF_MOST_TRIED) return KF_MOST_TRIED + 1;
            atoms[n++] = atom;
        }
    }
    return n;
}

/* All sums of terms that share atoms, the least of them apart. */
static kerf_status add_knot(decider *d, size_t first, size_t end, const uint32_t *atoms, uint32_t n)
{
    knot k = { d->sums.n, d->sums.n };
    assert(first < end && n <= KF_MOST_TRIED);
    for (uint32_t bits = 0; bits < 1u << n; bits++)
        if (!kf_vec_push(d->mem, &d->sums, sum_if(d, first, end, atoms, n, bits)))
            return KERF_NO_MEMORY;
    uint64_t *at = d->sums.at + k.first;
    size_t kept = 0, all = d->sums.n - k.first;
    qsort(at, all, sizeof *at, by_size);
    uint64_t least = at[0];
    for (size_t i = 0; i < all; i++)
        if (i == 0 || at[i] - least != at[kept - 1]) at[kept++] = at[i] - least;
    for (size_t i = 0; i < kept; i++) divide(d, at[i]);
    d->sums.n = k.end = k.first + kept;
    d->low += least;
    d->high += least + at[kept - 1];
    return kf_vec_push(d->mem, &d->knots, k) ? KERF_OK : KERF_NO_MEMORY;
}

/* Terms from first on that hang together. */
static kerf_status take_together(decider *d, size_t first, size_t end)
{
    uint32_t atoms[KF_MOST_TRIED + 1], n = 0;
    if (end - first > 1) n = atoms_of(d, first, end, atoms);
    if (n > 0 && n <= KF_MOST_TRIED) return add_knot(d, first, end, atoms, n);
    for (; first < end; first++) KF_TRY(add_item(d, d->r->terms.at[d->order[first]].times));
    return KERF_OK;
}

static kerf_status list_sums(decider *d)
{
    size_t n = d->r->terms.n;
    d->low = d->high = d->r->base;
    for (size_t first = 0, end; first < n; first = end) {
        uint32_t root = root_of_term(d, d->order[first]);
        for (end = first + 1; end < n && root_of_term(d, d->order[end]) == root;) end++;
        KF_TRY(take_together(d, first, end));
    }
    return KERF_OK;
}

/* ---- The bit set ---- */

/* to |= from << by; one and the same: from the top down, so that no bit moves twice. */
static void shift_in(uint64_t *to, const uint64_t *from, size_t words, uint64_t by)
{
    uint64_t whole = by / 64, part = by % 64;
    for (size_t i = words; i-- > whole;) {
        uint64_t x = from[i - whole] << part;
        if (part > 0 && i > whole) x |= from[i - whole - 1] >> (64 - part);
        to[i] |= x;
    }
}

static void add_items(uint64_t *bits, size_t words, const item *i)
{
    uint64_t left = i->n;
    for (uint64_t some = 1; left > 0; some *= 2) {
        uint64_t now = some < left ? some : left, by;
        left -= now;
        if (__builtin_mul_overflow(i->times, now, &by) || by >= words * 64) return;
        shift_in(bits, bits, words, by);
    }
}

static void add_sums(uint64_t *bits, uint64_t *room, size_t words, const uint64_t *sums, size_t n)
{
    memcpy(room, bits, words * sizeof *bits);
    for (size_t i = 0; i < n; i++)
        if (sums[i] > 0 && sums[i] < words * 64) shift_in(bits, room, words, sums[i]);
}

/* How many shifts it takes, at most. */
static uint64_t count_shifts(const decider *d)
{
    uint64_t n = d->sums.n + d->knots.n;
    for (size_t i = 0; i < d->items.n; i++)
        for (uint64_t left = d->items.at[i].n; left > 0; left /= 2) n++;
    return n;
}

/* Is a sum from `from` to `to` among those above the least one? */
static kerf_status search(const decider *d, uint64_t from, uint64_t to, bool *found)
{
    size_t words = to / 64 + 1;
    assert(from <= to && to / 64 < MOST_WORDS);
    uint64_t *bits = kf_mem_calloc(d->mem, 2 * words, sizeof *bits);
    if (!bits) return KERF_NO_MEMORY;
    bits[0] = 1;
    for (size_t i = 0; i < d->items.n; i++) add_items(bits, words, &d->items.at[i]);
    for (size_t i = 0; i < d->knots.n; i++) {
        knot k = d->knots.at[i];
        add_sums(bits, bits + words, words, d->sums.at + k.first, k.end - k.first);
    }
    *found = false;
    for (uint64_t i = from; i <= to && !*found; i++) *found = bits[i / 64] >> (i % 64) & 1;
    kf_mem_free(d->mem, bits, 2 * words, sizeof *bits);
    return KERF_OK;
}

/* The same by trying: of few atoms, whatever they count. */
static void try_all(const decider *d, uint64_t least, uint64_t most, bool *found)
{
    uint32_t n = (uint32_t)d->atoms.n;
    *found = false;
    for (uint32_t bits = 0; bits < 1u << n && !*found; bits++) {
        uint64_t sum = d->r->base + sum_if(d, 0, d->r->terms.n, d->atoms.at, n, bits);
        *found = sum >= least && sum <= most;
    }
}

/* ---- All of it ---- */

static int by_times(const void *a, const void *b)
{
    uint64_t x = ((const item *)a)->times, y = ((const item *)b)->times;
    return (x > y) - (x < y);
}

/* Items alike as one, so that the work does not depend on their order. */
static void merge_items(decider *d)
{
    size_t n = 0;
    if (d->items.n > 1) qsort(d->items.at, d->items.n, sizeof *d->items.at, by_times);
    for (size_t i = 0; i < d->items.n; i++) {
        item *last = n > 0 ? &d->items.at[n - 1] : NULL;
        if (last && last->times == d->items.at[i].times) last->n += d->items.at[i].n;
        else d->items.at[n++] = d->items.at[i];
    }
    d->items.n = n;
}

/* The greatest and the least sum are reached; which lie in between? */
static kerf_status look_between(decider *d, uint64_t least, uint64_t most, bool *can_hold)
{
    uint64_t from = least > d->low ? least - d->low : 0, to = most - d->low;
    uint64_t words = to / 64 + 1;
    merge_items(d);
    bool exact = d->knots.n == 0 && d->items.n == 1;            /* all multiples are reached */
    *can_hold = d->divisor > 0 && to - to % d->divisor >= from; /* one is there */
    if (!*can_hold || exact) return KERF_OK;
    if (d->atoms.n <= KF_MOST_TRIED) {
        try_all(d, least, most, can_hold);
        return KERF_OK;
    }
    if (words > MOST_WORDS || words > MOST_WORK / (count_shifts(d) + 1)) return KERF_OK;
    return search(d, from, to, can_hold);
}

static kerf_status decide(decider *d, uint64_t least, uint64_t most, bool *can_hold, bool *can_fail)
{
    KF_TRY(list_atoms(d));
    d->parent = kf_mem_alloc(d->mem, d->atoms.n, sizeof *d->parent);
    d->order = kf_mem_alloc(d->mem, d->r->terms.n, sizeof *d->order);
    if (!d->parent || !d->order) return KERF_NO_MEMORY;
    unite(d);
    KF_TRY(order_terms(d));
    KF_TRY(list_sums(d));
    assert(d->r->base <= d->low && d->low <= d->high);
    *can_fail = least > most || d->low < least || d->high > most;
    *can_hold = least <= most && d->low <= most && d->high >= least;
    if (!*can_hold || d->low >= least || d->high <= most) return KERF_OK;
    return look_between(d, least, most, can_hold);
}

/* The sum lies between nothing and everything: often that is enough. */
static kerf_status decide_by_total(const kf_reach *r, uint64_t least, uint64_t most, bool *can_hold,
                                   bool *can_fail)
{
    uint64_t total = r->base;
    for (size_t i = 0; i < r->terms.n; i++)
        if (__builtin_add_overflow(total, r->terms.at[i].times, &total)) return KERF_LIMIT;
    *can_hold = least <= most && total >= least && r->base <= most;
    *can_fail = least > most || r->base < least || total > most;
    return KERF_OK;
}

kerf_status kf_reach_decide(kf_reach *r, uint64_t least, uint64_t most, bool *can_hold,
                            bool *can_fail)
{
    decider d = { .r = r, .mem = r->mem };
    KF_CHECK(kf_reach_check(r));
    KF_TRY(decide_by_total(r, least, most, can_hold, can_fail));
    if (!*can_hold || !*can_fail) return KERF_OK;
    KF_TRY(merge_terms(r));
    KF_CHECK(kf_reach_check(r));
    size_t n = r->terms.n;
    kerf_status status = decide(&d, least, most, can_hold, can_fail);
    kf_mem_free(d.mem, d.parent, d.atoms.n, sizeof *d.parent);
    kf_mem_free(d.mem, d.order, n, sizeof *d.order);
    kf_vec_free(d.mem, &d.items);
    kf_vec_free(d.mem, &d.knots);
    kf_vec_free(d.mem, &d.sums);
    kf_vec_free(d.mem, &d.atoms);
    return status;
}

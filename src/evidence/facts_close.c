/* facts_close.c -- rows become a set, once they are complete.
 *
 * Rows are only appended while evidence is read. Closing hashes them once, in order: a row whose
 * key is new moves down to the end of the set, one that is not goes. So the first occurrence
 * stays, the order stays, and what is left is dense. Rows between two that go move down together.
 *
 * Slots of a batch of rows are prefetched together; the table is far larger than the cache. */
#include "evidence/facts_rows.h"

#include <string.h>

enum { BATCH = 16 };

static bool agree(const kf_facts *r, uint32_t a, uint32_t b)
{
    for (uint32_t c = r->key; c < r->width; c++) {
        if (r->columns[c][a] != r->columns[c][b]) return false;
    }
    return !r->soft || r->probabilities[a] == r->probabilities[b];
}

typedef struct closing {
    uint32_t at;    /* the next row */
    uint32_t kept;  /* rows of the set so far */
    uint32_t moved; /* so many of them are in their place, the others `at - kept` behind it */
    kf_clash_fn *clash;
    void *context;
    kf_merge merge;   /* of probabilities; KF_MERGE_ERROR: only the first counts */
    uint32_t *counts; /* mean: by row of the set, how many it is the sum of */
    kf_patience patience;
} closing;

static void merge_row(kf_facts *r, const closing *c, uint32_t first, uint32_t row)
{
    double *p = &r->probabilities[first], q = r->probabilities[row];
    if (c->merge == KF_MERGE_LAST) *p = q;
    else if (c->merge == KF_MERGE_NOISY_OR) *p = 1.0 - (1.0 - *p) * (1.0 - q);
    else *p += q;
    if (c->counts) c->counts[first]++;
}

/* Where a row of the set is at present. */
static inline uint32_t place_of(const closing *c, uint32_t row)
{
    return row < c->moved ? row : row + (c->at - c->kept);
}

/* All rows of the set into their places. */
static void bring_down(kf_facts *r, closing *c)
{
    enum { FEW = 8 };
    uint32_t n = c->kept - c->moved, to = c->moved, from = place_of(c, to);
    c->moved = c->kept;
    if (from == to) return;
    for (uint32_t i = 0; n < FEW && i < n; i++) move_row(r, to + i, from + i);
    for (uint32_t i = 0; n >= FEW && i < array_count(r); i++) {
        size_t each = array_each(r, i);
        char *array = array_get(r, i);
        memmove(array + to * each, array + from * each, n * each);
    }
}

/* As find_slot(), of the row that is next. */
static inline uint32_t find_next(const kf_facts *r, const closing *c, uint64_t hash)
{
    uint32_t tag = slot_tag(r, hash), others = ~r->row_mask;
    for (uint32_t at = slot_home(r, hash);; at = slot_after(r, at)) {
        uint32_t slot = r->slots[at];
        if (slot == 0) return at;
        if ((slot & others) != tag) continue;
        if (same_key(r, place_of(c, (slot & r->row_mask) - 1), c->at)) return at;
    }
}

static void drop_row(kf_facts *r, closing *c, uint32_t first, uint32_t file)
{
    bring_down(r, c);
    if (c->merge != KF_MERGE_ERROR) {
        merge_row(r, c, first, c->at);
    } else if (c->clash && (r->key < r->width || r->soft)) {
        if (!agree(r, first, c->at) && !c->clash(c->context, r, first, c->at, file))
            c->clash = NULL;
    }
}

static inline void settle_row(kf_facts *r, closing *c, uint64_t hash, uint32_t file)
{
    uint32_t at = find_next(r, c, hash);
    assert(c->moved <= c->kept && c->kept <= c->at);
    if (r->slots[at] != 0) {
        drop_row(r, c, (r->slots[at] & r->row_mask) - 1, file);
    } else {
        if (c->counts) c->counts[c->kept] = 1;
        r->slots[at] = slot_tag(r, hash) | ++c->kept;
    }
    c->at++;
}

/* Hashes the next rows and asks for their slots. Returns how many. */
static uint32_t look_ahead(const kf_facts *r, uint32_t from, uint32_t to, uint64_t *hash)
{
    uint32_t n = to - from < BATCH ? to - from : BATCH;
    hash_rows(r, from, n, hash);
    for (uint32_t i = 0; i < n; i++) __builtin_prefetch(&r->slots[slot_home(r, hash[i])], 1);
    return n;
}

/* One batch is settled while the slots of the next are on their way. Rows only move down, so
 * those ahead are still in place. */
static void settle_rows(kf_facts *r, closing *c, uint32_t to, uint32_t file)
{
    uint64_t hash[2][BATCH];
    uint32_t n = look_ahead(r, c->at, to, hash[0]);
    for (uint32_t turn = 0; n > 0 && kf_patience_spend(&c->patience, n); turn ^= 1) {
        uint32_t next = look_ahead(r, c->at + n, to, hash[turn ^ 1]);
        for (uint32_t i = 0; i < n; i++) settle_row(r, c, hash[turn][i], file);
        n = next;
    }
}

/* Rounding must not make certain what is not. */
static void finish_merged(kf_facts *r, const closing *c)
{
    for (uint32_t i = 0; i < c->kept; i++) {
        if (c->counts) r->probabilities[i] /= c->counts[i];
        if (r->probabilities[i] >= 1.0) r->probabilities[i] = 1.0 - 0x1p-53;
    }
}

static kerf_status close_rows(kf_facts *r, kf_mem *mem, closing c)
{
    assert(r->n_slots == 0);
    if (r->n == 0) return KERF_OK;
    if (r->cap > KF_FACTS_LITTLE) KF_TRY(kf_facts_set_capacity(r, mem, r->n));
    KF_TRY(kf_facts_make_slots(r, mem, r->n));
    for (uint32_t s = 0; s < r->files.n; s++) {
        uint32_t to = s + 1 < r->files.n ? r->files.at[s + 1].first : r->n;
        r->files.at[s].first = c.kept;
        settle_rows(r, &c, to, r->files.at[s].file);
    }
    bring_down(r, &c);
    if (c.merge != KF_MERGE_ERROR) finish_merged(r, &c);
    bool smaller = c.kept < r->n;
    r->n = c.kept;
    if (c.patience.over) return KERF_INTERRUPTED;
    if (smaller && r->cap > KF_FACTS_LITTLE) KF_TRY(kf_facts_set_capacity(r, mem, r->n));
    KF_CHECK(kf_facts_check(r));
    return KERF_OK;
}

kerf_status kf_facts_close(kf_facts *r, kf_mem *mem, kf_clash_fn *clash, void *context,
                           kf_stop *stop)
{
    return close_rows(
        r, mem, (closing){ .clash = clash, .context = context, .patience = kf_patience_of(stop) });
}

kerf_status kf_facts_close_merged(kf_facts *r, kf_mem *mem, kf_merge merge, kf_stop *stop)
{
    closing c = { .merge = merge, .patience = kf_patience_of(stop) };
    uint32_t n = r->n;
    assert(r->soft && merge != KF_MERGE_ERROR);
    if (merge == KF_MERGE_MEAN) {
        c.counts = kf_mem_calloc(mem, n + 1, sizeof *c.counts);
        if (!c.counts) return KERF_NO_MEMORY;
    }
    kerf_status st = close_rows(r, mem, c);
    kf_mem_free(mem, c.counts, n + 1, sizeof *c.counts);
    return st;
}

/* relation.c -- relations with indexes that follow every change; see relation.h. */
#include "query/relation.h"

#include "base/check.h"

#include <string.h>

enum { LEAST_SLOTS = 32, LEAST_ROOM = 2, POOL_SLACK = 4096, SPARSE = 8, FEW_ROWS = 64 };

static bool is_row(uint32_t head)
{
    return head < KF_DEAD_KEY;
}

static uint32_t last_column(const kf_index *ix)
{
    return 31 - (uint32_t)__builtin_clz(ix->mask);
}

static uint64_t place_of(const kf_index *ix, const uint32_t *row)
{
    uint32_t last = last_column(ix);
    uint64_t h = 0;
    uint32_t others = ix->columns == 1 ? ix->mask : ix->mask & ~(1u << last); /* kf_pair_slot() */
    for (uint32_t m = others; m; m &= m - 1) h = kf_hash_add(h, row[__builtin_ctz(m)]);
    return kf_key_place(h, row[last]);
}

static bool same_key(const kf_relation *r, const kf_index *ix, uint32_t at, const uint32_t *row)
{
    for (uint32_t m = ix->mask; m; m &= m - 1) {
        uint32_t c = (uint32_t)__builtin_ctz(m);
        if (r->columns[c][at] != row[c]) return false;
    }
    return true;
}

uint32_t kf_relation_scan(const kf_relation *r, const uint32_t *row)
{
    assert(r->borrowed && !r->provider && r->width > 0);
    for (uint32_t at = 0; at < r->n; at++) {
        uint32_t c = 0;
        while (c < r->width && r->columns[c][at] == row[c]) c++;
        if (c == r->width) return at;
    }
    return KF_NO_ROW;
}

uint64_t kf_index_slot_hashed(const kf_relation *r, const kf_index *ix, const uint32_t *row)
{
    if (r->provider) return kf_provider_has(r->provider, r->table, row); /* see new_remote_set() */
    uint64_t mask = ix->size - 1, at = place_of(ix, row) & mask;
    while (ix->heads[at] != KF_NO_ROW
           && (ix->heads[at] == KF_DEAD_KEY || !same_key(r, ix, ix->heads[at], row))) {
        at = (at + KF_KEY_STRIDE) & mask;
    }
    return at;
}

/* Where a key stands or is now placed: the first dead slot on the way is used again. */
static uint64_t make_slot(const kf_relation *r, kf_index *ix, const uint32_t *row)
{
    uint32_t first = (uint32_t)__builtin_ctz(ix->mask), last = last_column(ix);
    if (ix->direct) return row[first] * ix->stride + row[last];
    uint64_t mask = ix->size - 1, at = place_of(ix, row) & mask, dead = UINT64_MAX;
    uint64_t key = (uint64_t)row[first] << 32 | row[last];
    for (;; at = (at + KF_KEY_STRIDE) & mask) {
        uint32_t head;
        if (ix->keys) {
            head = ix->keys[at] == KF_NO_KEY       ? KF_NO_ROW
                   : ix->keys[at] == KF_NO_KEY - 1 ? KF_DEAD_KEY
                                                   : 0;
        } else {
            head = ix->heads[at];
        }
        if (head == KF_NO_ROW) break;
        if (head == KF_DEAD_KEY) {
            if (dead == UINT64_MAX) dead = at;
        } else if (ix->keys ? ix->keys[at] == key : same_key(r, ix, head, row)) {
            return at;
        }
    }
    if (dead != UINT64_MAX) at = dead;
    else ix->used++;
    if (ix->keys) ix->keys[at] = key;
    return at;
}

static void read_row(const kf_relation *r, uint32_t at, uint32_t *row)
{
    for (uint32_t c = 0; c < r->width; c++) row[c] = r->columns[c][at];
}

/* Put a row at the end of its key's run; there is room in the pool for the run to move. */
static void link_row(const kf_relation *r, kf_index *ix, uint32_t at, const uint32_t *row)
{
    uint64_t slot = make_slot(r, ix, row);
    if (!is_row(ix->heads[slot])) ix->heads[slot] = at;
    if (!ix->lists) return;
    uint32_t n = ix->counts[slot];
    if (n == ix->rooms[slot]) {
        uint32_t room = n ? 2 * n : LEAST_ROOM, start = (uint32_t)ix->pool.n;
        if (n) memcpy(ix->pool.at + start, ix->pool.at + ix->starts[slot], n * sizeof(uint32_t));
        ix->starts[slot] = start;
        ix->rooms[slot] = room;
        ix->pool.n += room;
    }
    ix->pool.at[ix->starts[slot] + n] = at;
    ix->where[at] = n;
    ix->counts[slot] = n + 1;
}

static void unlink_row(const kf_relation *r, kf_index *ix, uint32_t at, const uint32_t *row)
{
    uint64_t slot = kf_index_slot(r, ix, row);
    uint32_t left = ix->lists ? --ix->counts[slot] : 0;
    if (left) { /* the last of the run takes its place */
        uint32_t *run = ix->pool.at + ix->starts[slot], last = run[left];
        run[ix->where[at]] = last;
        ix->where[last] = ix->where[at];
        ix->heads[slot] = run[0];
        return;
    }
    ix->heads[slot] = ix->direct ? KF_NO_ROW : KF_DEAD_KEY;
    if (ix->keys) ix->keys[slot] = KF_NO_KEY - 1;
}

static void free_heads(kf_relation *r, kf_index *ix)
{
    void *block = ix->keys ? (void *)ix->keys : ix->heads;
    kf_mem_free(r->mem, block, block ? kf_index_words(ix->size, ix->keys, ix->counts) : 0,
                sizeof(uint32_t));
    kf_mem_free(r->mem, ix->rooms, ix->rooms ? ix->size : 0, sizeof(uint32_t));
}

static void free_index(kf_relation *r, kf_index *ix)
{
    if (!ix) return;
    free_heads(r, ix);
    kf_vec_free(r->mem, &ix->pool);
    kf_mem_free(r->mem, ix->where, ix->where_cap, sizeof(uint32_t));
    kf_mem_free(r->mem, ix, 1, sizeof *ix);
}

/* The runs of all keys, side by side, of which only the sizes are known. */
static void pack_runs(kf_index *ix)
{
    uint32_t next = 0;
    for (uint64_t slot = 0; slot < ix->size; slot++) {
        ix->starts[slot] = next;
        if (ix->rooms) ix->rooms[slot] = ix->counts[slot];
        next += ix->counts[slot];
    }
    ix->pool.n = next;
}

/* Rows have moved the starts of their runs to their ends. */
static void end_runs(kf_index *ix)
{
    for (uint64_t slot = 0; slot < ix->size; slot++) {
        uint32_t n = ix->counts[slot], *run = ix->pool.at + (ix->starts[slot] -= n);
        if (n > 0) ix->heads[slot] = run[0];
        for (uint32_t i = 0; ix->where && i < n; i++) ix->where[run[i]] = i;
    }
}

/* Without a search: keys are places. */
static bool fill_direct(const kf_relation *r, kf_index *ix, kf_patience *patience)
{
    enum { BLOCK = 1024 };
    const uint32_t *a = r->columns[__builtin_ctz(ix->mask)], *b = r->columns[last_column(ix)];
    const bool *dead = r->dead;
    uint64_t stride = ix->stride;
    for (int pass = 0; pass < (ix->lists ? 2 : 1); pass++) {
        for (uint32_t from = 0, to; from < r->n; from = to) {
            to = r->n - from < BLOCK ? r->n : from + BLOCK;
            if (!kf_patience_spend(patience, to - from)) return false;
            for (uint32_t at = from; at < to; at++) {
                uint64_t slot = a[at] * stride + b[at];
                if (dead && dead[at]) continue;
                if (pass == 1) ix->pool.at[ix->starts[slot]++] = at;
                else if (ix->lists) ix->counts[slot]++;
                else if (ix->heads[slot] == KF_NO_ROW) ix->heads[slot] = at;
            }
        }
        if (pass == 0 && ix->lists) pack_runs(ix);
    }
    return true;
}

static bool fill_hashed(const kf_relation *r, kf_index *ix, kf_patience *patience)
{
    uint32_t row[KF_MOST_ARITY];
    for (uint32_t at = 0; at < r->n; at++) {
        if (r->dead && r->dead[at]) continue;
        if (!kf_patience_spend(patience, 1)) return false;
        read_row(r, at, row);
        uint64_t slot = make_slot(r, ix, row);
        if (!is_row(ix->heads[slot])) ix->heads[slot] = at;
        if (ix->lists) ix->counts[slot]++;
    }
    if (!ix->lists) return true;
    pack_runs(ix);
    for (uint32_t at = 0; at < r->n; at++) {
        if (r->dead && r->dead[at]) continue;
        if (!kf_patience_spend(patience, 1)) return false;
        read_row(r, at, row);
        ix->pool.at[ix->starts[kf_index_slot(r, ix, row)]++] = at;
    }
    return true;
}

/* Place every row anew: the runs are packed, each in ascending order of rows. The pool has room
 * for all. False: `stop` ended it, and the index is of no use. */
static bool fill_index(const kf_relation *r, kf_index *ix, kf_stop *stop)
{
    kf_patience patience = kf_patience_of(stop);
    memset(ix->heads, 0xff, ix->size * sizeof(uint32_t));
    if (ix->keys) memset(ix->keys, 0xff, ix->size * sizeof(uint64_t));
    if (ix->lists) memset(ix->counts, 0, ix->size * sizeof(uint32_t));
    ix->used = 0;
    if (!(ix->direct ? fill_direct : fill_hashed)(r, ix, &patience)) return false;
    if (ix->lists) end_runs(ix);
    return true;
}

/* Fresh heads for so many keys. Pairs are looked up directly where that takes no more memory: a
 * hashed slot has room for the key, which is twice what a head takes. Single constants are, unless
 * few of their type are there: then clearing the heads would be most of the work. */
static kerf_status size_heads(kf_relation *r, kf_index *ix, uint64_t keys)
{
    uint64_t size = LEAST_SLOTS, first = r->constants[__builtin_ctz(ix->mask)];
    uint64_t last = r->constants[last_column(ix)];
    while (size < keys * 2) size *= 2;
    bool direct =
        ix->columns == 1 ? first <= SPARSE * size : ix->columns == 2 && first * last <= 3 * size;
    if (direct) size = ix->columns == 1 ? first : first * last;
    bool pair = !direct && ix->columns <= 2, rooms = ix->lists && !r->borrowed;
    uint32_t *block =
        kf_mem_alloc(r->mem, kf_index_words(size, pair, ix->lists), sizeof(uint32_t)); /* aligned */
    uint32_t *room = rooms && block ? kf_mem_alloc(r->mem, size, sizeof(uint32_t)) : NULL;
    if (!block || (rooms && !room)) {
        kf_mem_free(r->mem, block, block ? kf_index_words(size, pair, ix->lists) : 0,
                    sizeof(uint32_t));
        return KERF_NO_MEMORY;
    }
    free_heads(r, ix);
    ix->direct = direct;
    ix->stride = direct && ix->columns == 2 ? last : 0;
    ix->keys = pair ? (uint64_t *)(void *)block : NULL;
    ix->heads = block + (pair ? 2 * size : 0);
    ix->counts = ix->lists ? ix->heads + size : NULL;
    ix->starts = ix->lists ? ix->counts + size : NULL;
    ix->rooms = room;
    ix->size = size;
    return KERF_OK;
}

static kerf_status new_index(kf_relation *r, uint32_t mask, bool lists, kf_stop *stop,
                             kf_index **out)
{
    kf_index *ix = kf_mem_calloc(r->mem, 1, sizeof *ix);
    if (!ix) return KERF_NO_MEMORY;
    ix->mask = mask;
    ix->columns = (uint32_t)__builtin_popcount(mask);
    ix->lists = lists;
    bool room = !lists || kf_vec_reserve(r->mem, &ix->pool, r->alive);
    if (room && lists && !r->borrowed) {
        room = kf_vec_room(r->mem, &ix->where, 0, &ix->where_cap, r->n, sizeof(uint32_t));
    }
    if (!room || size_heads(r, ix, r->alive) != KERF_OK) {
        free_index(r, ix);
        return KERF_NO_MEMORY;
    }
    if (!fill_index(r, ix, stop)) {
        free_index(r, ix);
        return KERF_INTERRUPTED;
    }
    *out = ix;
    return KERF_OK;
}

/* ---- Life ---- */

static uint32_t full_mask(uint32_t width)
{
    return width == 32 ? UINT32_MAX : (1u << width) - 1;
}

/* A relation with what it has for each column. */
static size_t relation_size(uint32_t width)
{
    return sizeof(kf_relation) + width * (sizeof(uint32_t *) + sizeof(size_t) + sizeof(uint32_t));
}

static kerf_status new_rel(kf_relation **out, kf_mem *mem, uint32_t width,
                           const uint32_t *constants)
{
    kf_relation *r = kf_mem_calloc(mem, 1, relation_size(width));
    if (!r) return KERF_NO_MEMORY;
    r->mem = mem;
    r->width = width;
    r->free_row = KF_NO_ROW;
    r->columns = (uint32_t **)(void *)(r + 1);
    r->column_caps = (size_t *)(void *)(r->columns + width);
    r->constants = (uint32_t *)(void *)(r->column_caps + width);
    if (width) memcpy(r->constants, constants, width * sizeof(uint32_t));
    *out = r;
    return KERF_OK;
}

/* Two slots, one for rows that are not there and one for those that are. */
static kerf_status new_remote_set(kf_relation *r)
{
    kf_index *ix = kf_mem_calloc(r->mem, 1, sizeof *ix);
    if (!ix) return KERF_NO_MEMORY;
    r->set = ix;
    ix->mask = full_mask(r->width);
    ix->columns = r->width;
    ix->heads = kf_mem_alloc(r->mem, 2, sizeof *ix->heads);
    if (!ix->heads) return KERF_NO_MEMORY;
    ix->size = 2;
    ix->heads[0] = KF_NO_ROW;
    ix->heads[1] = 0;
    return KERF_OK;
}

kerf_status kf_relation_new_remote(kf_relation **out, kf_mem *mem, uint32_t width,
                                   const uint32_t *constants, kf_provider *provider, kf_table table)
{
    kf_relation *r;
    assert(!kf_provider_is_here(provider, table));
    KF_TRY(new_rel(&r, mem, width, constants));
    r->borrowed = true;
    r->provider = provider;
    r->table = table;
    r->alive = kf_provider_count(provider, table);
    if (width && new_remote_set(r) != KERF_OK) {
        kf_relation_free(r);
        return KERF_NO_MEMORY;
    }
    *out = r;
    return KERF_OK;
}

kerf_status kf_relation_new(kf_relation **out, kf_mem *mem, uint32_t width,
                            const uint32_t *constants, const kf_facts *evidence)
{
    kf_relation *r;
    assert(!evidence || evidence->width == width);
    KF_TRY(new_rel(&r, mem, width, constants));
    if (evidence) {
        r->borrowed = true;
        r->n = r->alive = evidence->n;
        r->numbers = evidence->numbers;
        for (uint32_t c = 0; c < width && evidence->n; c++) r->columns[c] = evidence->columns[c];
    }
    /* With a number column several rows may share their constants: the set needs lists. */
    bool waits = evidence && !r->numbers && r->n <= FEW_ROWS;
    if (width && !waits
        && new_index(r, full_mask(width), r->numbers != NULL, NULL, &r->set) != KERF_OK) {
        kf_relation_free(r);
        return KERF_NO_MEMORY;
    }
    *out = r;
    return KERF_OK;
}

void kf_relation_free(kf_relation *r)
{
    if (!r) return;
    free_index(r, r->set);
    for (uint32_t i = 0; i < r->n_indexes; i++) free_index(r, r->indexes[i]);
    kf_mem_free(r->mem, r->indexes, r->n_indexes, sizeof *r->indexes);
    if (!r->borrowed) {
        for (uint32_t c = 0; c < r->width; c++) {
            kf_mem_free(r->mem, r->columns[c], r->column_caps[c], sizeof(uint32_t));
        }
        kf_mem_free(r->mem, r->dead, r->dead_cap, sizeof(bool));
    }
    kf_mem_free(r->mem, r, 1, relation_size(r->width));
}

/* The set, if it is not there yet. */
static kerf_status need_set(kf_relation *r)
{
    if (r->set || r->width == 0) return KERF_OK;
    return new_index(r, full_mask(r->width), false, NULL, &r->set);
}

/* ---- From evidence to rows that change ---- */

static uint32_t *copy_words(kf_mem *mem, const uint32_t *from, uint64_t n)
{
    uint32_t *to = kf_mem_alloc(mem, n, sizeof *to);
    if (to && n) memcpy(to, from, n * sizeof *to);
    return to;
}

/* Room in every run, and the place of every row in its own. */
static bool own_index(const kf_relation *r, kf_index *ix)
{
    if (!ix || !ix->lists) return true;
    if (!ix->rooms) ix->rooms = copy_words(r->mem, ix->counts, ix->size);
    if (!ix->rooms || !kf_vec_room(r->mem, &ix->where, 0, &ix->where_cap, r->n, sizeof *ix->where))
        return false;
    for (uint64_t slot = 0; slot < ix->size; slot++)
        for (uint32_t i = 0; is_row(ix->heads[slot]) && i < ix->counts[slot]; i++)
            ix->where[ix->pool.at[ix->starts[slot] + i]] = i;
    return true;
}

kerf_status kf_relation_own(kf_relation *r)
{
    uint32_t *columns[KF_MOST_ARITY + 1], done = 0;
    assert(!r->numbers && !r->provider);
    if (!r->borrowed) return KERF_OK;
    KF_TRY(need_set(r));
    bool *dead = kf_mem_calloc(r->mem, r->n, sizeof *dead);
    for (; dead && done < r->width; done++) {
        columns[done] = copy_words(r->mem, r->columns[done], r->n);
        if (!columns[done]) break;
    }
    bool good = dead && done == r->width && own_index(r, r->set);
    for (uint32_t i = 0; good && i < r->n_indexes; i++) good = own_index(r, r->indexes[i]);
    if (!good) {
        while (done-- > 0) kf_mem_free(r->mem, columns[done], r->n, sizeof(uint32_t));
        kf_mem_free(r->mem, dead, r->n, sizeof *dead);
        return KERF_NO_MEMORY;
    }
    for (uint32_t c = 0; c < r->width; c++) {
        r->columns[c] = columns[c];
        r->column_caps[c] = r->n;
    }
    r->dead = dead;
    r->dead_cap = r->n;
    r->borrowed = false;
    KF_CHECK(kf_relation_check(r));
    return KERF_OK;
}

kerf_status kf_relation_widen(kf_relation *r, uint32_t column, uint32_t constants)
{
    assert(column < r->width && !r->provider);
    if (constants <= r->constants[column]) return KERF_OK;
    r->constants[column] = constants;
    for (uint32_t i = 0; i <= r->n_indexes; i++) {
        kf_index *ix = i == 0 ? r->set : r->indexes[i - 1];
        if (!ix || !ix->direct || !(ix->mask >> column & 1)) continue;
        KF_TRY(size_heads(r, ix, r->alive)); /* on failure it is of no use */
        (void)fill_index(r, ix, NULL);
    }
    KF_CHECK(kf_relation_check(r));
    return KERF_OK;
}

/* ---- Indexes ---- */

kerf_status kf_relation_index(kf_relation *r, uint32_t mask, kf_index **out)
{
    return kf_relation_index_until(r, mask, NULL, out);
}

kerf_status kf_relation_index_until(kf_relation *r, uint32_t mask, kf_stop *stop, kf_index **out)
{
    assert(mask);
    assert((mask & ~full_mask(r->width)) == 0);
    if (mask == full_mask(r->width)) {
        KF_TRY(need_set(r));
        *out = r->set;
        return KERF_OK;
    }
    *out = NULL;
    if (r->provider) return kf_provider_index(r->provider, r->table, mask);
    for (uint32_t i = 0; i < r->n_indexes; i++) {
        if (r->indexes[i]->mask == mask) {
            *out = r->indexes[i];
            return KERF_OK;
        }
    }
    kf_index *ix;
    KF_TRY(new_index(r, mask, true, stop, &ix));
    kf_index **list =
        kf_mem_resize(r->mem, r->indexes, r->n_indexes, r->n_indexes + 1, sizeof *list);
    if (!list) {
        free_index(r, ix);
        return KERF_NO_MEMORY;
    }
    r->indexes = list;
    r->indexes[r->n_indexes++] = ix;
    KF_CHECK(kf_relation_check(r));
    *out = ix;
    return KERF_OK;
}

bool kf_relation_has_number(const kf_relation *r, const uint32_t *row, double number)
{
    assert(r->numbers || r->provider || r->alive == 0);
    uint32_t n = r->n; /* without constants every row is a candidate */
    if (r->provider) return kf_provider_has_number(r->provider, r->table, row, number);
    if (r->alive == 0) return false; /* there may be no set */
    const uint32_t *rows = r->width ? kf_index_rows(r, r->set, row, &n) : NULL;
    for (uint32_t i = 0; i < n; i++) {
        if (r->numbers[rows ? rows[i] : i] == number) return true;
    }
    return false;
}

/* ---- Checking ---- */

#ifndef NDEBUG
/* After every change of a small relation, and now and then of a large one. */
static void check_some(const kf_relation *r)
{
    enum { SMALL = 32, SOMETIMES = 1 << 10 };
    if (r->n < SMALL || r->alive % SOMETIMES == 0) kf_relation_check(r);
}
#endif

/* ---- Changing ---- */

/* Room for one more row in every array; each knows its own capacity, so a refusal halfway does no
 * harm. */
static kerf_status grow(kf_relation *r)
{
    if (r->n >= KF_DEAD_KEY - 1) return KERF_LIMIT;
    bool good = kf_vec_room(r->mem, &r->dead, r->n, &r->dead_cap, 1, sizeof(bool));
    for (uint32_t c = 0; good && c < r->width; c++) {
        good = kf_vec_room(r->mem, &r->columns[c], r->n, &r->column_caps[c], 1, sizeof(uint32_t));
    }
    for (uint32_t i = 0; good && i < r->n_indexes; i++) {
        kf_index *ix = r->indexes[i];
        good = kf_vec_room(r->mem, &ix->where, r->n, &ix->where_cap, 1, sizeof(uint32_t));
    }
    return good ? KERF_OK : KERF_NO_MEMORY;
}

/* Room for one more row of any key. Where most of the pool is room that runs have left behind, all
 * are packed anew. */
static kerf_status room_for_row(kf_relation *r, kf_index *ix, const uint32_t *row)
{
    if (!ix->direct && (ix->used + 1) * 3 > ix->size * 2) {
        KF_TRY(size_heads(r, ix, (uint64_t)r->alive + 1));
        (void)fill_index(r, ix, NULL);
    }
    if (!ix->lists) return KERF_OK;
    if (ix->pool.n > 8 * (size_t)r->alive + POOL_SLACK) (void)fill_index(r, ix, NULL);
    uint64_t slot = kf_index_slot(r, ix, row);
    size_t most = is_row(ix->heads[slot]) ? 2 * (size_t)ix->counts[slot] : LEAST_ROOM;
    if (ix->pool.n + most > UINT32_MAX) return KERF_LIMIT;
    return kf_vec_reserve(r->mem, &ix->pool, most) ? KERF_OK : KERF_NO_MEMORY;
}

/* Where the next row goes: a place that another has left, or the end. */
static kerf_status take_place(kf_relation *r, uint32_t *at)
{
    *at = r->free_row;
    if (*at != KF_NO_ROW) {
        r->free_row = r->columns[0][*at];
        return KERF_OK;
    }
    KF_TRY(grow(r));
    *at = r->n++;
    return KERF_OK;
}

kerf_status kf_relation_add(kf_relation *r, const uint32_t *row, uint32_t *place)
{
    uint32_t at = *place = 0;
    assert(!r->borrowed && kf_relation_find(r, row) == KF_NO_ROW);
    for (uint32_t c = 0; c < r->width; c++) assert(row[c] < r->constants[c]);
    if (r->width == 0) {
        r->alive = 1;
        return KERF_OK;
    }
    if (kf_relation_add_pair(r, row, place)) {
        KF_CHECK(check_some(r));
        return KERF_OK;
    }
    KF_TRY(room_for_row(r, r->set, row));
    for (uint32_t i = 0; i < r->n_indexes; i++) KF_TRY(room_for_row(r, r->indexes[i], row));
    KF_TRY(take_place(r, &at));
    r->dead[at] = false;
    for (uint32_t c = 0; c < r->width; c++) r->columns[c][at] = row[c];
    r->alive++;
    link_row(r, r->set, at, row);
    for (uint32_t i = 0; i < r->n_indexes; i++) link_row(r, r->indexes[i], at, row);
    KF_CHECK(check_some(r));
    *place = at;
    return KERF_OK;
}

kerf_status kf_relation_expect(kf_relation *r, uint32_t rows)
{
    kf_index *ix = r->set;
    assert(!r->borrowed);
    if (r->width == 0 || ix->direct || (ix->used + rows) * 3 <= ix->size * 2) return KERF_OK;
    KF_TRY(size_heads(r, ix, (uint64_t)r->alive + rows));
    (void)fill_index(r, ix, NULL);
    return KERF_OK;
}

kerf_status kf_relation_insert(kf_relation *r, const uint32_t *row, bool *added)
{
    uint32_t at;
    *added = kf_relation_find(r, row) == KF_NO_ROW;
    if (!*added) return KERF_OK;
    kerf_status st = kf_relation_add(r, row, &at);
    *added = st == KERF_OK;
    return st;
}

bool kf_relation_remove(kf_relation *r, const uint32_t *row)
{
    assert(!r->borrowed);
    uint32_t at = kf_relation_find(r, row);
    if (at == KF_NO_ROW) return false;
    r->alive--;
    if (r->width == 0) return true;
    unlink_row(r, r->set, at, row);
    for (uint32_t i = 0; i < r->n_indexes; i++) unlink_row(r, r->indexes[i], at, row);
    r->dead[at] = true;
    r->columns[0][at] = r->free_row;
    r->free_row = at;
    KF_CHECK(check_some(r));
    return true;
}

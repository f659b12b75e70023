/* relation.h -- a relation as queries see it: columns, membership, and indexes by bound columns.
 *
 * One structure serves evidence (columns borrowed, never changed) and the hidden predicates' true
 * atoms (rows come and go with every flip). An index keeps the rows of each key side by side in
 * one pool, so that going through them reads memory in order; a key of one column is looked up
 * directly by constant, one of two where a table of all pairs is no larger than a hash table,
 * others by hash. Where a type has far more constants than the relation has rows, one column is
 * hashed, too: many small worlds share their types. Indexes are built when a plan first asks for
 * them and kept up to date from then on: a key's run that is full moves to the end of the pool with
 * twice the room. */
#ifndef KF_RELATION_H
#define KF_RELATION_H

#include "base/hash.h"
#include "evidence/evidence.h"

#define KF_NO_ROW UINT32_MAX
#define KF_DEAD_KEY (KF_NO_ROW - 1)

typedef struct kf_index {
    uint32_t mask;    /* columns of the key: bit i is column i */
    uint32_t columns; /* how many these are */
    bool direct;      /* heads[key], see `stride`; else heads[slot], open addressing */
    uint64_t stride; /* direct: a key is its first column times this plus its last; 0: one column */
    bool lists;      /* the set of a relation without numbers has one row per key */
    uint64_t size;   /* of heads and what goes with it; a power of two unless direct */
    uint64_t used;   /* keys ever placed since the last rehash, dead ones included */
    uint32_t *heads; /* one row of a key, or KF_NO_ROW; hashed: KF_DEAD_KEY marks a dead key */
    uint64_t
        *keys; /* hashed with one column, as first and last, or two: the key, or one of these */
    uint32_t *counts, *starts, *rooms; /* lists: a key's run in the pool; rooms: rows change */
    KF_VEC(uint32_t) pool;
    uint32_t *where; /* by row: its place in its run; only where rows change */
    size_t where_cap;
} kf_index;

typedef struct kf_relation {
    kf_mem *mem;
    uint32_t width;
    uint32_t n;     /* rows, dead ones included */
    uint32_t alive; /* true atoms */
    uint32_t **columns;
    size_t *column_caps, dead_cap;
    const double *numbers; /* evidence with a number column, else NULL */
    bool *dead;            /* NULL: none is */
    uint32_t free_row;     /* dead rows, linked through column 0 (or 0 columns: none) */
    bool borrowed;         /* columns belong to the evidence */
    uint32_t *constants;   /* how many each column's type has */
    kf_index **indexes;
    uint32_t n_indexes;
    kf_index *set; /* membership: the index over all columns. NULL: evidence of few rows, of which
                    * no query has asked for it yet (kf_relation_index() makes it) */
    /* Evidence whose rows are in a SQL store: there are none here, though some are alive. A backend
     * joins these rows in SQL, but SQL cannot say every formula: quantifiers, function terms and
     * the gate are evaluated here, one ground atom at a time (eval.c, quantifier.c), and they ask
     * relations. So a relation must know who has its rows. Membership goes by kf_relation_has(),
     * kf_relation_has_number() and kf_relation_find() != KF_NO_ROW; the provider is asked for all
     * else. */
    kf_provider *provider; /* NULL: rows are here */
    kf_table table;
} kf_relation;

/* Over evidence (borrowed, closed), or empty and changing. constants: per column. */
kerf_status kf_relation_new(kf_relation **, kf_mem *, uint32_t width, const uint32_t *constants,
                            const kf_facts *evidence);
/* Over evidence whose rows are not in memory. */
kerf_status kf_relation_new_remote(kf_relation **, kf_mem *, uint32_t width,
                                   const uint32_t *constants, kf_provider *, kf_table);
void kf_relation_free(kf_relation *);
/* The same rows at the same places, which are its own, and may change. indexes: with all of them,
 * not only membership. The rows are not borrowed, nor in a store. */
kerf_status kf_relation_copy(kf_relation **, kf_mem *, const kf_relation *, bool indexes);
/* Of one whose rows are borrowed: with all indexes, over a copy of its evidence. */
kerf_status kf_relation_copy_over(kf_relation **, kf_mem *, const kf_relation *, const kf_facts *);
/* Have both relations, with rows of their own, the same at these places? Dead ones included. */
bool kf_relation_same_places(const kf_relation *, const kf_relation *, uint32_t from, uint32_t end);
/* Rows over evidence become its own, so that they can change. On failure it is as it was. */
kerf_status kf_relation_own(kf_relation *);
/* A column's type has so many constants now. */
kerf_status kf_relation_widen(kf_relation *, uint32_t column, uint32_t constants);

kerf_status kf_relation_insert(kf_relation *, const uint32_t *row, bool *added);
/* A row that is not there; *at: where it is now, as kf_relation_find() says. */
kerf_status kf_relation_add(kf_relation *, const uint32_t *row, uint32_t *at);
/* So many are about to be added: room for them is made at once. */
kerf_status kf_relation_expect(kf_relation *, uint32_t rows);
bool kf_relation_remove(kf_relation *, const uint32_t *row); /* false: it was not there */
static inline uint32_t kf_relation_find(const kf_relation *,
                                        const uint32_t *row); /* or KF_NO_ROW */
static inline bool kf_relation_has(const kf_relation *, const uint32_t *row);
/* Evidence with a number column: is there such a row with this number? */
bool kf_relation_has_number(const kf_relation *, const uint32_t *row, double number);

/* Rows by place, dead ones among them. A relation without columns has its row as often as it is
 * alive. */
static inline bool kf_relation_is_dead(const kf_relation *r, uint32_t at)
{
    return r->dead && r->dead[at];
}
static inline uint32_t kf_relation_places(const kf_relation *r)
{
    return r->width > 0 ? r->n : r->alive;
}
static inline void kf_relation_read(const kf_relation *r, uint32_t at, uint32_t *row)
{
    for (uint32_t i = 0; i < r->width; i++) row[i] = r->columns[i][at];
}

/* The index over these columns (neither none nor all of them), built now if need be. Where rows are
 * not in memory it is built where they are, and *index is NULL. */
kerf_status kf_relation_index(kf_relation *, uint32_t mask, kf_index **);
/* The same, but KERF_INTERRUPTED if the kf_stop says so while it is built in memory. */
kerf_status kf_relation_index_until(kf_relation *, uint32_t mask, kf_stop *, kf_index **);
/* The rows with this key, side by side, and how many there are (none: NULL, 0). `row` is full
 * width, only the key's columns are looked at. */
static inline const uint32_t *kf_index_rows(const kf_relation *, const kf_index *,
                                            const uint32_t *row, uint32_t *count);

/* Words that keys, heads, counts and starts of an index take together: they are one block, in this
 * order. */
static inline uint64_t kf_index_words(uint64_t size, bool keys, bool lists)
{
    return size * (1u + (keys ? 2u : 0u) + (lists ? 2u : 0u));
}

/* Asserts: every row that is not dead is found under its key in the set and in each index, and
 * nothing else is there; the others are linked for use again. Takes as long as there are rows. */
void kf_relation_check(const kf_relation *);

/* ---- Looking, where queries spend their time ---- */

#define KF_NO_KEY UINT64_MAX /* in kf_index.keys */

/* Where to look first. Keys that differ only in the low bits of their last column are neighbours:
 * what a join asks next is often near what it asked before, and then it is in the cache. */
enum { KF_KEY_NEAR = 8, KF_KEY_STRIDE = (1 << KF_KEY_NEAR) + 1 };

static inline uint64_t kf_key_place(uint64_t others, uint32_t last)
{
    return kf_hash_near(others, last, KF_KEY_NEAR);
}
/* The next slot is KF_KEY_STRIDE further: odd, so that every slot is met, and beyond the
 * neighbours, so that these move on together. */

static inline uint64_t kf_pair_slot(const kf_index *ix, uint32_t a, uint32_t b)
{
    uint64_t mask = ix->size - 1, key = (uint64_t)a << 32 | b;
    uint64_t at = kf_key_place(kf_hash_add(0, a), b) & mask;
    while (ix->keys[at] != key && ix->keys[at] != KF_NO_KEY) at = (at + KF_KEY_STRIDE) & mask;
    return at;
}

/* Without a set: one row after the other. */
uint32_t kf_relation_scan(const kf_relation *, const uint32_t *row);

/* The slot of a key or, if it is not there, some slot whose head is KF_NO_ROW. */
uint64_t kf_index_slot_hashed(const kf_relation *, const kf_index *, const uint32_t *row);

static inline uint64_t kf_index_slot(const kf_relation *r, const kf_index *ix, const uint32_t *row)
{
    uint32_t first = row[__builtin_ctz(ix->mask)], last = row[31 - __builtin_clz(ix->mask)];
    if (ix->direct) return first * ix->stride + last;
    return ix->keys ? kf_pair_slot(ix, first, last) : kf_index_slot_hashed(r, ix, row);
}

static inline const uint32_t *kf_index_rows(const kf_relation *r, const kf_index *ix,
                                            const uint32_t *row, uint32_t *count)
{
    uint64_t slot = kf_index_slot(r, ix, row);
    if (ix->heads[slot] >= KF_DEAD_KEY) {
        *count = 0;
        return NULL;
    }
    *count = ix->lists ? ix->counts[slot] : 1;
    return ix->lists ? ix->pool.at + ix->starts[slot] : &ix->heads[slot];
}

static inline uint32_t kf_relation_find(const kf_relation *r, const uint32_t *row)
{
    if (r->alive == 0) return KF_NO_ROW;
    if (r->width == 0) return 0;
    if (!r->set) return kf_relation_scan(r, row);
    uint32_t head = r->set->heads[kf_index_slot(r, r->set, row)];
    return head < KF_DEAD_KEY ? head : KF_NO_ROW;
}

/* The same as finding it; pairs need not look at heads. */
static inline bool kf_relation_has(const kf_relation *r, const uint32_t *row)
{
    if (r->alive == 0 || r->width == 0 || !r->set || !r->set->keys)
        return kf_relation_find(r, row) != KF_NO_ROW;
    return r->set->keys[kf_index_slot(r, r->set, row)] != KF_NO_KEY;
}

/* Have what finding it will read come into the cache meanwhile. */
static inline void kf_relation_prefetch(const kf_relation *r, const uint32_t *row)
{
    const kf_index *ix = r->set;
    if (!ix || !(ix->direct || ix->keys) || ix->size == 0) return;
    uint32_t first = row[__builtin_ctz(ix->mask)], last = row[31 - __builtin_clz(ix->mask)];
    uint64_t at = ix->direct ? first * ix->stride + last
                             : kf_key_place(kf_hash_add(0, first), last) & (ix->size - 1);
    __builtin_prefetch(&ix->heads[at]);
    if (ix->keys) __builtin_prefetch(&ix->keys[at]);
}

/* Pairs that are looked up directly, without lists, are added in a few steps where there is
 * room. */
static inline bool kf_relation_add_pair(kf_relation *r, const uint32_t *row, uint32_t *place)
{
    kf_index *set = r->set;
    uint32_t at = r->n;
    if (set->stride == 0 || set->lists || r->n_indexes > 0) return false;
    if (r->free_row != KF_NO_ROW) return false;
    if (at >= r->dead_cap || at >= r->column_caps[0] || at >= r->column_caps[1]) return false;
    r->dead[at] = false;
    r->columns[0][at] = row[0];
    r->columns[1][at] = row[1];
    set->heads[row[0] * set->stride + row[1]] = at;
    r->n++;
    r->alive++;
    *place = at;
    return true;
}

#endif

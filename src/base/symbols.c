/* symbols.c -- the symbol table: the innermost loop of reading evidence.
 *
 * Slots: open addressing with linear probing. A slot is the id plus one (0: empty) and the upper
 * half of the hash, its tag, so that a probe reads a string only when it is almost surely the
 * right one. The home of a tag is tag * capacity / 2^32: homes grow with tags, whatever the
 * capacity is, so the table may grow by half, and a walk over the old slots writes the new ones
 * nearly in order, without a look at any string.
 *
 * Strings: every id has a record of 16 bytes. One of up to 15 bytes is in its record, the rest of
 * which is zero but for the last byte, its length: such strings are equal if and only if their
 * records are, two words each. The record of a longer one says where it is: in a page, behind its
 * length (7 bits per byte, lowest first). Records and pages never move. So growth copies no text,
 * and text stays valid until it is truncated. A lookup touches a slot and a record, no more.
 *
 * Invariant (age): on the way from a symbol's home to its slot there are only smaller ids. An
 * insertion keeps it, as it takes the first free slot and has the largest id. Growth keeps it
 * by letting the smaller id have a contested slot, which gives the very table that inserting in
 * order of ids would give (Amble and Knuth 1974, "Ordered hash tables"). Hence nobody's way
 * leads over the slot of the largest id, and truncation, last id first, may simply empty slots:
 * no tombstones, no shifting, O(removed). */
#include "base/symbols.h"

#include "base/check.h"
#include "base/hash.h"

#include <string.h>

enum {
    FIRST_SLOTS = 16,           /* a multiple of 8, see home() */
    FIRST_LOG = 4,              /* chunk 0 has 2^4 records; each of the next twice as many ... */
    LARGEST_LOG = 16,           /* ... up to 2^16 */
    LONG = 0xff,                /* in place of a length: the string is in a page */
    FIRST_PAGE = 1024,          /* bytes; each page doubles ... */
    LARGEST_PAGE = 1024 * 1024, /* ... up to this; longer strings have a page of their own */
    LONGEST_LENGTH = 10,        /* bytes of an encoded length */
    BATCH = 64,                 /* strings looked up together by add_many */
    SMALL_TABLE = 16 * 1024     /* slots: up to here the cache holds them and batches do not pay */
};

typedef struct slot {
    uint32_t tag;
    uint32_t entry; /* id + 1; 0: empty */
} slot;

typedef struct record {
    union {
        unsigned char bytes[16]; /* the last one: the length, or LONG */
        const unsigned char *place;
    } is;
} record;

typedef struct page {
    unsigned char *at;
    size_t used, cap;
} page;

struct kf_symbols {
    kf_mem *mem;
    slot *slots;
    size_t slot_count;
    uint32_t count;
    size_t most;             /* symbols that the slots may hold: three quarters of slot_count */
    KF_VEC(record *) chunks; /* of records by id, see chunk_of() */
    KF_VEC(page) pages;      /* none of them empty; strings in order of ids */
};

/* ---- keys -------------------------------------------------------------------------------- */

/* What a text is looked for by. */
typedef struct key {
    uint64_t words[2]; /* its record, if it is short */
    uint32_t tag;
    bool is_long;
} key;

/* Up to 7 bytes as a word, and zeros. */
static inline uint64_t load_few(const unsigned char *at, size_t n)
{
    if (n >= 4) return kf_load32(at) | kf_load32(at + n - 4) << 8 * (n - 4);
    if (n == 0) return 0;
    return (uint64_t)at[0] | (uint64_t)at[n / 2] << 8 * (n / 2)
           | (uint64_t)at[n - 1] << 8 * (n - 1);
}

static inline uint32_t tag_of(const uint64_t words[2])
{
    const uint64_t odd = UINT64_C(0x9fb21c651e98df25);
    uint64_t hash = kf_hash_fold(KF_HASH_SEED, words[0], odd);
    return (uint32_t)(kf_hash_add(hash, words[1]) >> 32);
}

static uint32_t long_tag(kf_str text)
{
    return (uint32_t)(kf_hash_bytes(text.at, text.n) >> 32);
}

/* Member by member: a copy of what was just written would wait for it. */
static inline void set_key(key *k, kf_str text)
{
    const unsigned char *at = (const unsigned char *)text.at;
    size_t n = text.n;
    k->is_long = n > 15;
    if (n > 15) {
        k->tag = long_tag(text);
        return;
    }
    k->words[0] = n < 8 ? load_few(at, n) : kf_load64(at);
    k->words[1] = (n <= 8 ? 0 : kf_load64(at + n - 8) >> 8 * (16 - n)) | (uint64_t)n << 56;
    k->tag = tag_of(k->words);
}

static uint32_t tag_of_text(kf_str text)
{
    key k;
    set_key(&k, text);
    return k.tag;
}

/* ---- strings ---------------------------------------------------------------------------- */

/* Which chunk has the record of an id; *at: where in it. */
static inline size_t chunk_of(uint32_t id, size_t *at)
{
    size_t place = (size_t)id + (1 << FIRST_LOG);
    if (place >> LARGEST_LOG > 0) {
        *at = place & ((1 << LARGEST_LOG) - 1);
        return LARGEST_LOG - FIRST_LOG - 1 + (place >> LARGEST_LOG);
    }
    unsigned log = 31 - (unsigned)__builtin_clz((unsigned)place);
    *at = place - ((size_t)1 << log);
    return log - FIRST_LOG;
}

static size_t chunk_size(size_t chunk)
{
    size_t log = chunk + FIRST_LOG;
    return (size_t)1 << (log < LARGEST_LOG ? log : LARGEST_LOG);
}

static inline record *record_of(const kf_symbols *symbols, uint32_t id)
{
    size_t at, chunk = chunk_of(id, &at);
    return &symbols->chunks.at[chunk][at];
}

static inline bool is_long(const record *r)
{
    return r->is.bytes[15] == LONG;
}

/* The length at `at`; *text is where the bytes start. */
static inline size_t read_length(const unsigned char *at, const unsigned char **text)
{
    size_t n = *at & 0x7f;
    for (unsigned shift = 7; *at++ & 0x80; shift += 7) n |= (size_t)(*at & 0x7f) << shift;
    *text = at;
    return n;
}

static size_t write_length(unsigned char *to, size_t n)
{
    size_t used = 0;
    for (; n >= 0x80; n >>= 7) to[used++] = (unsigned char)(n | 0x80);
    to[used++] = (unsigned char)n;
    return used;
}

static kf_str text_of(const record *r)
{
    const unsigned char *at = r->is.bytes;
    size_t n = at[15];
    if (is_long(r)) n = read_length(r->is.place, &at);
    return (kf_str){ (const char *)at, n };
}

static inline bool has_text(const record *r, kf_str text, const key *k)
{
    if (k->is_long) return is_long(r) && kf_str_eq(text_of(r), text);
    return ((kf_load64(r->is.bytes) ^ k->words[0]) | (kf_load64(r->is.bytes + 8) ^ k->words[1]))
           == 0;
}

static bool add_page(kf_symbols *symbols, size_t size)
{
    if (!kf_vec_reserve(symbols->mem, &symbols->pages, 1)) return false;
    assert(symbols->pages.at);
    size_t cap = symbols->pages.n ? 2 * symbols->pages.at[symbols->pages.n - 1].cap : FIRST_PAGE;
    if (cap > LARGEST_PAGE) cap = LARGEST_PAGE;
    if (cap < size) cap = size;
    page new_page = { kf_mem_alloc(symbols->mem, cap, 1), 0, cap };
    if (!new_page.at) return false;
    symbols->pages.at[symbols->pages.n++] = new_page;
    return true;
}

/* A copy of the text behind its length, or NULL. */
static const unsigned char *keep_text(kf_symbols *symbols, kf_str text)
{
    unsigned char length[LONGEST_LENGTH];
    size_t head = write_length(length, text.n);
    if (text.n > SIZE_MAX - head) return NULL;
    size_t size = head + text.n;
    page *last = symbols->pages.n ? &symbols->pages.at[symbols->pages.n - 1] : NULL;
    if (!last || size > last->cap - last->used) {
        if (!add_page(symbols, size)) return NULL;
        last = &symbols->pages.at[symbols->pages.n - 1];
    }
    unsigned char *at = last->at + last->used;
    memcpy(at, length, head);
    memcpy(at + head, text.at, text.n);
    last->used += size;
    return at;
}

/* The string of the last id goes. */
static void drop_text(kf_symbols *symbols, const record *r)
{
    if (!is_long(r)) return;
    assert(symbols->pages.n > 0);
    page *last = &symbols->pages.at[symbols->pages.n - 1];
    assert(r->is.place >= last->at && r->is.place < last->at + last->used);
    last->used = (size_t)(r->is.place - last->at);
    if (last->used > 0) return;
    kf_mem_free(symbols->mem, last->at, last->cap, 1);
    symbols->pages.n--;
}

/* Makes sure that the next id has a record. */
static bool reserve_record(kf_symbols *symbols)
{
    size_t at, chunk = chunk_of(symbols->count, &at);
    if (chunk < symbols->chunks.n) return true;
    assert(chunk == symbols->chunks.n);
    if (!kf_vec_reserve(symbols->mem, &symbols->chunks, 1)) return false;
    record *records = kf_mem_alloc(symbols->mem, chunk_size(chunk), sizeof *records);
    if (!records) return false;
    symbols->chunks.at[symbols->chunks.n++] = records;
    return true;
}

static void drop_chunks(kf_symbols *symbols, size_t keep)
{
    while (symbols->chunks.n > keep) {
        record *records = symbols->chunks.at[--symbols->chunks.n];
        kf_mem_free(symbols->mem, records, chunk_size(symbols->chunks.n), sizeof *records);
    }
}

/* The record of a new symbol. */
static bool keep_string(kf_symbols *symbols, uint32_t id, kf_str text)
{
    record *r = record_of(symbols, id), new_one = { .is.bytes = { 0 } };
    if (text.n > 15) {
        new_one.is.place = keep_text(symbols, text);
        if (!new_one.is.place) return false;
    } else if (text.n > 0) {
        memcpy(new_one.is.bytes, text.at, text.n);
    }
    new_one.is.bytes[15] = text.n > 15 ? LONG : (unsigned char)text.n;
    *r = new_one;
    return true;
}

/* ---- slots ------------------------------------------------------------------------------ */

/* tag * slot_count / 2^32; an eighth of the slot count fits 30 bits, so nothing overflows. */
static inline size_t home(size_t slot_count, uint32_t tag)
{
    return (size_t)((uint64_t)tag * (slot_count / 8) >> 29);
}

static inline size_t after(size_t slot_count, size_t at)
{
    return ++at == slot_count ? 0 : at;
}

/* Where the text is (entry != 0) or would go (entry == 0): at `at` or behind it. */
static inline size_t probe_from(const kf_symbols *symbols, size_t at, kf_str text, const key *k)
{
    for (;; at = after(symbols->slot_count, at)) {
        const slot *here = &symbols->slots[at];
        if (here->entry == 0) return at;
        if (here->tag == k->tag && has_text(record_of(symbols, here->entry - 1), text, k))
            return at;
    }
}

static inline size_t probe(const kf_symbols *symbols, kf_str text, const key *k)
{
    return probe_from(symbols, home(symbols->slot_count, k->tag), text, k);
}

static void place_by_age(slot *slots, size_t slot_count, slot moving)
{
    size_t at = home(slot_count, moving.tag);
    while (slots[at].entry != 0) {
        if (slots[at].entry > moving.entry) {
            slot younger = slots[at];
            slots[at] = moving;
            moving = younger;
        }
        at = after(slot_count, at);
    }
    slots[at] = moving;
}

#ifndef NDEBUG
/* The invariant of age, of the slot at `at`. */
static void check_slot(const kf_symbols *symbols, size_t at)
{
    slot here = symbols->slots[at];
    assert(here.entry <= symbols->count);
    assert(here.tag == tag_of_text(kf_symbols_text(symbols, here.entry - 1)));
    size_t way = home(symbols->slot_count, here.tag);
    for (; way != at; way = after(symbols->slot_count, way))
        assert(symbols->slots[way].entry != 0 && symbols->slots[way].entry < here.entry);
}

static void check_pages(const kf_symbols *symbols)
{
    for (size_t i = 0; i < symbols->pages.n; i++) {
        const page *p = &symbols->pages.at[i];
        assert(p->used > 0 && p->used <= p->cap);
    }
}
#endif

void kf_symbols_check(const kf_symbols *symbols)
{
    (void)symbols;
#ifndef NDEBUG
    size_t used = 0;
    assert(symbols->slot_count % 8 == 0 && symbols->count <= symbols->most);
    assert(symbols->most < symbols->slot_count); /* so that probes end */
    for (size_t i = 0; i < symbols->slot_count; i++) {
        if (symbols->slots[i].entry == 0) continue;
        check_slot(symbols, i);
        used++;
    }
    assert(used == symbols->count);
    check_pages(symbols);
#endif
}

static bool set_slots(kf_symbols *symbols, size_t slot_count)
{
    size_t old_count = symbols->slot_count;
    assert(slot_count % 8 == 0 && slot_count / 4 * 3 >= symbols->count);
    slot *slots = kf_mem_calloc(symbols->mem, slot_count, sizeof *slots);
    if (!slots) return false;
    for (size_t i = 0; i < old_count; i++) {
        if (symbols->slots[i].entry != 0) place_by_age(slots, slot_count, symbols->slots[i]);
    }
    kf_mem_free(symbols->mem, symbols->slots, old_count, sizeof *slots);
    symbols->slots = slots;
    symbols->slot_count = slot_count;
    symbols->most = slot_count / 4 * 3;
    KF_CHECK(kf_symbols_check(symbols));
    return true;
}

static bool grow_slots(kf_symbols *symbols)
{
    size_t old_count = symbols->slot_count;
    if (old_count > SIZE_MAX / sizeof(slot) / 2) return false;
    return set_slots(symbols, (old_count + old_count / 2 + 7) / 8 * 8);
}

bool kf_symbols_reserve(kf_symbols *symbols, uint32_t more)
{
    uint64_t wanted = (uint64_t)symbols->count + more;
    uint64_t slots = (wanted / 3 + 1) * 4 / 8 * 8 + 8;
    if (wanted <= symbols->most) return true;
    if (wanted >= KF_NO_SYMBOL || slots > SIZE_MAX / sizeof(slot)) return false;
    return set_slots(symbols, (size_t)slots);
}

static void clear_slot(kf_symbols *symbols, uint32_t id)
{
    size_t at = home(symbols->slot_count, tag_of_text(kf_symbols_text(symbols, id)));
    while (symbols->slots[at].entry != id + 1) {
        assert(symbols->slots[at].entry != 0 && symbols->slots[at].entry <= id);
        at = after(symbols->slot_count, at);
    }
    symbols->slots[at] = (slot){ 0, 0 };
}

/* ---- the table -------------------------------------------------------------------------- */

kf_symbols *kf_symbols_new(kf_mem *mem)
{
    kf_symbols *symbols = kf_mem_calloc(mem, 1, sizeof *symbols);
    if (!symbols) return NULL;
    symbols->mem = mem;
    symbols->slots = kf_mem_calloc(mem, FIRST_SLOTS, sizeof *symbols->slots);
    if (!symbols->slots) {
        kf_mem_free(mem, symbols, 1, sizeof *symbols);
        return NULL;
    }
    symbols->slot_count = FIRST_SLOTS;
    symbols->most = FIRST_SLOTS / 4 * 3;
    return symbols;
}

void kf_symbols_free(kf_symbols *symbols)
{
    if (!symbols) return;
    kf_mem *mem = symbols->mem;
    for (size_t i = 0; i < symbols->pages.n; i++) {
        kf_mem_free(mem, symbols->pages.at[i].at, symbols->pages.at[i].cap, 1);
    }
    kf_vec_free(mem, &symbols->pages);
    drop_chunks(symbols, 0);
    kf_vec_free(mem, &symbols->chunks);
    kf_mem_free(mem, symbols->slots, symbols->slot_count, sizeof *symbols->slots);
    kf_mem_free(mem, symbols, 1, sizeof *symbols);
}

static uint32_t append(kf_symbols *symbols, size_t at, kf_str text, const key *k)
{
    uint32_t id = symbols->count;
    if (id >= KF_NO_SYMBOL - 1) return KF_NO_SYMBOL;
    if (id >= symbols->most) {
        if (!grow_slots(symbols)) return KF_NO_SYMBOL;
        at = probe(symbols, text, k);
    }
    assert(symbols->slots[at].entry == 0);
    if (!reserve_record(symbols) || !keep_string(symbols, id, text)) return KF_NO_SYMBOL;
    symbols->slots[at] = (slot){ k->tag, id + 1 };
    symbols->count++;
    return id;
}

/* The text is at `at` or behind it, or nowhere. */
static inline uint32_t add_from(kf_symbols *symbols, size_t at, kf_str text, const key *k)
{
    at = probe_from(symbols, at, text, k);
    uint32_t entry = symbols->slots[at].entry;
    return entry != 0 ? entry - 1 : append(symbols, at, text, k);
}

uint32_t kf_symbols_add(kf_symbols *symbols, kf_str text)
{
    key k;
    set_key(&k, text);
    return add_from(symbols, home(symbols->slot_count, k.tag), text, &k);
}

/* Asks for the memory that the next probes will touch: first all slots, then, where a tag
 * matches, the record. A wrong guess costs time only. at[i] is where probe i need not look before:
 * that slot has its tag, or was free. */
static void warm(const kf_symbols *symbols, const kf_str *text, key *keys, size_t *at, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        set_key(&keys[i], text[i]);
        at[i] = home(symbols->slot_count, keys[i].tag);
        __builtin_prefetch(&symbols->slots[at[i]]);
    }
    for (size_t i = 0; i < n; i++) {
        const slot *here = &symbols->slots[at[i]];
        while (here->entry != 0 && here->tag != keys[i].tag)
            here = &symbols->slots[at[i] = after(symbols->slot_count, at[i])];
        if (here->entry != 0) __builtin_prefetch(record_of(symbols, here->entry - 1));
    }
}

/* The same where the cache holds all of it. */
static void find_homes(const kf_symbols *symbols, const kf_str *text, key *keys, size_t *at,
                       size_t n)
{
    for (size_t i = 0; i < n; i++) {
        set_key(&keys[i], text[i]);
        at[i] = home(symbols->slot_count, keys[i].tag);
    }
}

size_t kf_symbols_add_many(kf_symbols *symbols, const kf_str *text, uint32_t *ids, size_t n)
{
    size_t done = 0;
    while (done < n) {
        key keys[BATCH];
        size_t at[BATCH], slot_count = symbols->slot_count;
        size_t batch = n - done < BATCH ? n - done : BATCH;
        if (slot_count > SMALL_TABLE) warm(symbols, text + done, keys, at, batch);
        else find_homes(symbols, text + done, keys, at, batch);
        for (size_t i = 0; i < batch; i++, done++) {
            bool grown = symbols->slot_count != slot_count; /* then every slot has moved */
            size_t from = grown ? home(symbols->slot_count, keys[i].tag) : at[i];
            uint32_t id = add_from(symbols, from, text[done], &keys[i]);
            if (id == KF_NO_SYMBOL) return done;
            ids[done] = id;
        }
    }
    return done;
}

uint32_t kf_symbols_find(const kf_symbols *symbols, kf_str text)
{
    key k;
    set_key(&k, text);
    uint32_t entry = symbols->slots[probe(symbols, text, &k)].entry;
    return entry - 1; /* 0 - 1 is KF_NO_SYMBOL */
}

kf_str kf_symbols_text(const kf_symbols *symbols, uint32_t id)
{
    assert(id < symbols->count);
    return text_of(record_of(symbols, id));
}

uint32_t kf_symbols_count(const kf_symbols *symbols)
{
    return symbols->count;
}

void kf_symbols_truncate(kf_symbols *symbols, uint32_t count)
{
    size_t at;
    if (count >= symbols->count) return;
    for (uint32_t id = symbols->count; id-- > count;) {
        clear_slot(symbols, id);
        drop_text(symbols, record_of(symbols, id));
    }
    symbols->count = count;
    drop_chunks(symbols, chunk_of(count, &at) + 1);
    KF_CHECK(kf_symbols_check(symbols));
}

/* symbols.c -- the symbol table: the innermost loop of reading evidence.
 *
 * Slots: open addressing with linear probing. A slot is the id plus one (0: empty) and the upper
 * half of the hash, its tag, so that a probe reads a string only when it is almost surely the
 * right one. The home of a tag is tag * capacity / 2^32: homes grow with tags, whatever the
 * capacity is, so the table may grow by half, and a walk over the old slots writes the new ones
 * nearly in order, without a look at any string.
 *
 * Strings: each is a length (7 bits per byte, lowest first) and its bytes, in pages that never
 * move. So growth copies no text, and text stays valid until it is truncated.
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
    CHUNK = 4096,               /* places per chunk of the id -> string table */
    FIRST_PLACES = 16,          /* chunk 0 starts small and doubles */
    FIRST_PAGE = 1024,          /* bytes; each page doubles ... */
    LARGEST_PAGE = 1024 * 1024, /* ... up to this; longer strings have a page of their own */
    LONGEST_LENGTH = 10,        /* bytes of an encoded length */
    BATCH = 32,                 /* strings looked up together by add_many */
    SMALL_TABLE = 16 * 1024     /* slots: up to here the cache holds them and batches do not pay */
};

typedef struct slot {
    uint32_t tag;
    uint32_t entry; /* id + 1; 0: empty */
} slot;

typedef struct page {
    unsigned char *at;
    size_t used, cap;
    uint32_t first; /* the id of its first string */
} page;

struct kf_symbols {
    kf_mem *mem;
    slot *slots;
    size_t slot_count;
    uint32_t count;
    size_t most; /* symbols that the slots may hold: three quarters of slot_count */
    KF_VEC(const unsigned char **) chunks; /* where each id's string starts, CHUNK ids each */
    size_t first_places;                   /* room in chunk 0 */
    KF_VEC(page) pages;
};

/* ---- hashes ------------------------------------------------------------------------------ */

static inline uint32_t tag_of(kf_str text)
{
    return (uint32_t)(kf_hash_bytes(text.at, text.n) >> 32);
}

/* ---- strings ---------------------------------------------------------------------------- */

/* As memcmp() == 0, but without a call for the short strings that nearly all symbols are. */
static inline bool same_bytes(const unsigned char *a, const unsigned char *b, size_t n)
{
    if (n > 16) return memcmp(a, b, n) == 0;
    if (n >= 8) {
        return ((kf_load64(a) ^ kf_load64(b)) | (kf_load64(a + n - 8) ^ kf_load64(b + n - 8))) == 0;
    }
    if (n >= 4) {
        return ((kf_load32(a) ^ kf_load32(b)) | (kf_load32(a + n - 4) ^ kf_load32(b + n - 4))) == 0;
    }
    for (size_t i = 0; i < n; i++) {
        if (a[i] != b[i]) return false;
    }
    return true;
}

static inline const unsigned char *place_of(const kf_symbols *symbols, uint32_t id)
{
    return symbols->chunks.at[id / CHUNK][id % CHUNK];
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

static inline bool has_text(const kf_symbols *symbols, uint32_t id, kf_str text)
{
    const unsigned char *at;
    size_t n = read_length(place_of(symbols, id), &at);
    return n == text.n && same_bytes(at, (const unsigned char *)text.at, n);
}

static bool add_page(kf_symbols *symbols, size_t size)
{
    if (!kf_vec_reserve(symbols->mem, &symbols->pages, 1)) return false;
    assert(symbols->pages.at);
    size_t cap = symbols->pages.n ? 2 * symbols->pages.at[symbols->pages.n - 1].cap : FIRST_PAGE;
    if (cap > LARGEST_PAGE) cap = LARGEST_PAGE;
    if (cap < size) cap = size;
    page new_page = { kf_mem_alloc(symbols->mem, cap, 1), 0, cap, symbols->count };
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
    if (text.n != 0) memcpy(at + head, text.at, text.n);
    last->used += size;
    return at;
}

/* Makes sure that the next id has a place to write its string's address to. */
static bool reserve_place(kf_symbols *symbols)
{
    uint32_t id = symbols->count;
    if (id / CHUNK < symbols->chunks.n) {
        if (id >= CHUNK || id < symbols->first_places) return true;
        size_t more = 2 * symbols->first_places;
        void *moved = kf_mem_resize(symbols->mem, symbols->chunks.at[0], symbols->first_places,
                                    more, sizeof(unsigned char *));
        if (!moved) return false;
        symbols->chunks.at[0] = moved;
        symbols->first_places = more;
        return true;
    }
    if (!kf_vec_reserve(symbols->mem, &symbols->chunks, 1)) return false;
    size_t places = symbols->chunks.n ? CHUNK : FIRST_PLACES;
    const unsigned char **chunk = kf_mem_alloc(symbols->mem, places, sizeof *chunk);
    if (!chunk) return false;
    if (symbols->chunks.n == 0) symbols->first_places = places;
    symbols->chunks.at[symbols->chunks.n++] = chunk;
    return true;
}

static void drop_chunks(kf_symbols *symbols, size_t keep)
{
    while (symbols->chunks.n > keep) {
        const unsigned char **chunk = symbols->chunks.at[--symbols->chunks.n];
        size_t places = symbols->chunks.n ? CHUNK : symbols->first_places;
        kf_mem_free(symbols->mem, (void *)chunk, places, sizeof *chunk);
    }
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
static inline size_t probe_from(const kf_symbols *symbols, size_t at, kf_str text, uint32_t tag)
{
    for (;; at = after(symbols->slot_count, at)) {
        const slot *here = &symbols->slots[at];
        if (here->entry == 0) return at;
        if (here->tag == tag && has_text(symbols, here->entry - 1, text)) return at;
    }
}

static inline size_t probe(const kf_symbols *symbols, kf_str text, uint32_t tag)
{
    return probe_from(symbols, home(symbols->slot_count, tag), text, tag);
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
    assert(here.tag == tag_of(kf_symbols_text(symbols, here.entry - 1)));
    size_t way = home(symbols->slot_count, here.tag);
    for (; way != at; way = after(symbols->slot_count, way))
        assert(symbols->slots[way].entry != 0 && symbols->slots[way].entry < here.entry);
}

static void check_pages(const kf_symbols *symbols)
{
    for (size_t i = 0; i < symbols->pages.n; i++) {
        const page *p = &symbols->pages.at[i];
        assert(p->used <= p->cap && p->first <= symbols->count);
        assert(i == 0 || p[-1].first <= p->first);
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

static bool grow_slots(kf_symbols *symbols)
{
    size_t old_count = symbols->slot_count;
    if (old_count > SIZE_MAX / sizeof(slot) / 2) return false;
    size_t slot_count = (old_count + old_count / 2 + 7) / 8 * 8;
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

static void clear_slot(kf_symbols *symbols, uint32_t id)
{
    size_t at = home(symbols->slot_count, tag_of(kf_symbols_text(symbols, id)));
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

static uint32_t append(kf_symbols *symbols, size_t at, kf_str text, uint32_t tag)
{
    uint32_t id = symbols->count;
    if (id >= KF_NO_SYMBOL - 1) return KF_NO_SYMBOL;
    if (id >= symbols->most) {
        if (!grow_slots(symbols)) return KF_NO_SYMBOL;
        at = probe(symbols, text, tag);
    }
    assert(symbols->slots[at].entry == 0);
    if (!reserve_place(symbols)) return KF_NO_SYMBOL;
    const unsigned char *kept = keep_text(symbols, text);
    if (!kept) return KF_NO_SYMBOL;
    symbols->chunks.at[id / CHUNK][id % CHUNK] = kept;
    symbols->slots[at] = (slot){ tag, id + 1 };
    symbols->count++;
    return id;
}

/* The text is at `at` or behind it, or nowhere. */
static inline uint32_t add_from(kf_symbols *symbols, size_t at, kf_str text, uint32_t tag)
{
    at = probe_from(symbols, at, text, tag);
    uint32_t entry = symbols->slots[at].entry;
    return entry != 0 ? entry - 1 : append(symbols, at, text, tag);
}

uint32_t kf_symbols_add(kf_symbols *symbols, kf_str text)
{
    uint32_t tag = tag_of(text);
    return add_from(symbols, home(symbols->slot_count, tag), text, tag);
}

/* Asks for the memory that the next probes will touch: first all slots, then, where a tag
 * matches, the place of the string, then the string. A wrong guess costs time only. at[i] is where
 * probe i need not look before: that slot has its tag, or was free. */
static void warm(const kf_symbols *symbols, const kf_str *text, uint32_t *tags, size_t *at,
                 size_t n)
{
    for (size_t i = 0; i < n; i++) {
        tags[i] = tag_of(text[i]);
        at[i] = home(symbols->slot_count, tags[i]);
        __builtin_prefetch(&symbols->slots[at[i]]);
    }
    for (size_t i = 0; i < n; i++) {
        while (symbols->slots[at[i]].entry != 0 && symbols->slots[at[i]].tag != tags[i])
            at[i] = after(symbols->slot_count, at[i]);
        if (symbols->slots[at[i]].entry == 0) continue;
        uint32_t id = symbols->slots[at[i]].entry - 1;
        __builtin_prefetch(&symbols->chunks.at[id / CHUNK][id % CHUNK]);
    }
    for (size_t i = 0; i < n; i++) {
        uint32_t entry = symbols->slots[at[i]].entry;
        if (entry != 0) __builtin_prefetch(place_of(symbols, entry - 1));
    }
}

/* The same where the cache holds all of it. */
static void find_homes(const kf_symbols *symbols, const kf_str *text, uint32_t *tags, size_t *at,
                       size_t n)
{
    for (size_t i = 0; i < n; i++) {
        tags[i] = tag_of(text[i]);
        at[i] = home(symbols->slot_count, tags[i]);
    }
}

size_t kf_symbols_add_many(kf_symbols *symbols, const kf_str *text, uint32_t *ids, size_t n)
{
    size_t done = 0;
    while (done < n) {
        uint32_t tags[BATCH];
        size_t at[BATCH], slot_count = symbols->slot_count;
        size_t batch = n - done < BATCH ? n - done : BATCH;
        if (slot_count > SMALL_TABLE) warm(symbols, text + done, tags, at, batch);
        else find_homes(symbols, text + done, tags, at, batch);
        for (size_t i = 0; i < batch; i++, done++) {
            bool grown = symbols->slot_count != slot_count; /* then every slot has moved */
            size_t from = grown ? home(symbols->slot_count, tags[i]) : at[i];
            uint32_t id = add_from(symbols, from, text[done], tags[i]);
            if (id == KF_NO_SYMBOL) return done;
            ids[done] = id;
        }
    }
    return done;
}

uint32_t kf_symbols_find(const kf_symbols *symbols, kf_str text)
{
    uint32_t entry = symbols->slots[probe(symbols, text, tag_of(text))].entry;
    return entry - 1; /* 0 - 1 is KF_NO_SYMBOL */
}

kf_str kf_symbols_text(const kf_symbols *symbols, uint32_t id)
{
    assert(id < symbols->count);
    const unsigned char *at;
    size_t n = read_length(place_of(symbols, id), &at);
    return (kf_str){ (const char *)at, n };
}

uint32_t kf_symbols_count(const kf_symbols *symbols)
{
    return symbols->count;
}

void kf_symbols_truncate(kf_symbols *symbols, uint32_t count)
{
    uint32_t end = symbols->count; /* ids up to here are in the pages that are left */
    if (count >= end) return;
    for (uint32_t id = end; id-- > count;) clear_slot(symbols, id);
    const unsigned char *cut = place_of(symbols, count);
    while (symbols->pages.n > 0 && symbols->pages.at[symbols->pages.n - 1].first >= count) {
        page *last = &symbols->pages.at[--symbols->pages.n];
        kf_mem_free(symbols->mem, last->at, last->cap, 1);
        end = last->first;
    }
    if (count < end && symbols->pages.n > 0) {
        page *last = &symbols->pages.at[symbols->pages.n - 1];
        last->used = (size_t)(cut - last->at);
    }
    symbols->count = count;
    drop_chunks(symbols, count / CHUNK + 1);
    KF_CHECK(kf_symbols_check(symbols));
}

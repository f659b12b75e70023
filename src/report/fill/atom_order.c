/* atom_order.c -- see atom_order.h. */
#include "report/fill/atom_order.h"

#include "base/check.h"
#include "base/sort.h"
#include "base/text.h"

#include <string.h>

typedef struct spelled { /* a constant or a predicate */
    uint64_t key;        /* its bytes behind those that all have in common, the first the highest */
    const char *text;
    uint32_t id;
} spelled;

typedef struct ranked { /* an atom, and what it is sorted by next */
    uint32_t rank, atom;
} ranked;

enum { A_FEW = 32, PREDICATE = INT32_MAX, DIGIT_BITS = 9, DIGITS = 1 << DIGIT_BITS };

typedef struct ordering {
    const kf_model *m;
    const uint32_t *ids;
    kf_atom_records r;
    kf_patience *patience;
    kf_arena arena;  /* for the time of it */
    uint32_t **rank; /* by type: of its constants, from 1; those of no atom have 0 */
    uint32_t *predicate_rank;
    ranked *order, *next;
    uint32_t *listed; /* by atom: its rank */
} ordering;

/* ---- Ranks ---- */

static int by_spelling(const void *a, const void *b)
{
    const spelled *x = a, *y = b;
    if (x->key != y->key) return x->key < y->key ? -1 : 1;
    return strcmp(x->text, y->text);
}

/* Bytes that all of them begin with. */
static size_t common(const spelled *s, uint32_t n)
{
    size_t same = strlen(s[0].text);
    for (uint32_t i = 1; i < n; i++) {
        size_t at = 0;
        while (at < same && s[i].text[at] == s[0].text[at]) at++;
        same = at;
    }
    return same;
}

static uint64_t key_of(const char *text)
{
    uint64_t key = 0;
    for (int i = 0; i < 8; i++) {
        key = key << 8 | (unsigned char)*text;
        text += *text != '\0';
    }
    return key;
}

/* texts: one after the other, each terminated, in the order of s. */
static kerf_status rank_spelled(ordering *x, spelled *s, uint32_t n, const char *texts,
                                uint32_t *rank)
{
    for (uint32_t i = 0; i < n; i++, texts += strlen(texts) + 1) s[i].text = texts;
    size_t same = n > 0 ? common(s, n) : 0;
    for (uint32_t i = 0; i < n; i++) s[i].key = key_of(s[i].text + same);
    KF_TRY(kf_records_sort(x->arena.mem, s, n, sizeof *s, by_spelling, x->patience));
    for (uint32_t i = 0; i < n; i++) rank[s[i].id] = i + 1;
    return KERF_OK;
}

typedef void print_fn(kf_text *, const kf_model *, uint32_t type, uint32_t id);

static void print_constant(kf_text *to, const kf_model *m, uint32_t type, uint32_t id)
{
    kf_print_fact_constant(to, kf_constant_text(m, type, id));
}

/* An atom without arguments ends there. */
static void print_predicate(kf_text *to, const kf_model *m, uint32_t type, uint32_t id)
{
    (void)type;
    kf_text_add(to, kf_predicate_name(m, id));
    if (m->predicates.at[id].arity > 0) kf_text_addc(to, '(');
}

/* Of n things those that are there, which have rank 1 so far. */
static kerf_status rank_there(ordering *x, print_fn *print, uint32_t type, uint32_t n,
                              uint32_t *rank)
{
    enum { STEPS_PER_TEXT = 16 };
    uint32_t there = 0, at = 0;
    kf_arena_mark mark = kf_arena_get_mark(&x->arena);
    kf_text texts;
    if (!kf_patience_spend(x->patience, n)) return KERF_INTERRUPTED;
    for (uint32_t i = 0; i < n; i++) there += rank[i];
    if (there < 2) return KERF_OK;
    spelled *s = kf_arena_room(&x->arena, there, sizeof *s);
    if (!s) return KERF_NO_MEMORY;
    kf_text_init(&texts, x->arena.mem);
    for (uint32_t i = 0; at < there; i++) {
        if (rank[i] == 0) continue;
        if (!kf_patience_spend(x->patience, STEPS_PER_TEXT)) break;
        s[at++].id = i;
        print(&texts, x->m, type, i);
        kf_text_addc(&texts, '\0');
    }
    kerf_status st = texts.failed ? KERF_NO_MEMORY : x->patience->over ? KERF_INTERRUPTED : KERF_OK;
    if (st == KERF_OK) st = rank_spelled(x, s, there, texts.at, rank);
    kf_text_free(&texts);
    kf_arena_rewind(&x->arena, mark);
    return st;
}

static kerf_status mark_there(ordering *x)
{
    for (size_t i = 0; i < x->r.n; i++) {
        const kf_answer_atom *a = kf_atom_record(x->r, i);
        const kf_predicate *p = &x->m->predicates.at[a->predicate];
        if (!kf_patience_spend(x->patience, 1)) return KERF_INTERRUPTED;
        x->predicate_rank[a->predicate] = 1;
        for (uint32_t c = 0; c < p->arity; c++) x->rank[p->slots[c].type][x->ids[a->ids + c]] = 1;
    }
    return KERF_OK;
}

static uint32_t n_constants(const ordering *x, uint32_t type)
{
    const kf_symbols *constants = x->m->types.at[type].constants;
    return constants ? kf_symbols_count(constants) : 0; /* numbers have none */
}

static kerf_status rank_all(ordering *x)
{
    uint32_t types = (uint32_t)x->m->types.n, predicates = (uint32_t)x->m->predicates.n;
    x->rank = kf_arena_alloc(&x->arena, types, sizeof *x->rank);
    x->predicate_rank = kf_arena_alloc(&x->arena, predicates, sizeof *x->predicate_rank);
    if (!x->rank || !x->predicate_rank) return KERF_NO_MEMORY;
    for (uint32_t t = 0; t < types; t++) {
        x->rank[t] = kf_arena_alloc(&x->arena, n_constants(x, t), sizeof **x->rank);
        if (!x->rank[t]) return KERF_NO_MEMORY;
    }
    KF_TRY(mark_there(x));
    for (uint32_t t = 0; t < types; t++)
        KF_TRY(rank_there(x, print_constant, t, n_constants(x, t), x->rank[t]));
    return rank_there(x, print_predicate, 0, predicates, x->predicate_rank);
}

/* ---- Sorting by ranks ---- */

/* By the predicate, or by an argument; 0: it has none. */
static uint32_t rank_of(const ordering *x, uint32_t atom, uint32_t by)
{
    const kf_answer_atom *a = kf_atom_record(x->r, atom);
    if (by == PREDICATE) return x->predicate_rank[a->predicate];
    const kf_predicate *p = &x->m->predicates.at[a->predicate];
    return by < p->arity ? x->rank[p->slots[by].type][x->ids[a->ids + by]] : 0;
}

/* By some bits of their ranks; those of which these are the same stay as they are. */
static void sort_by_digit(ordering *x, unsigned shift)
{
    uint32_t start[DIGITS] = { 0 }, sum = 0, n = (uint32_t)x->r.n;
    for (uint32_t i = 0; i < n; i++) start[x->order[i].rank >> shift & (DIGITS - 1)]++;
    for (uint32_t k = 0; k < DIGITS; k++) {
        uint32_t here = start[k];
        start[k] = sum;
        sum += here;
    }
    for (uint32_t i = 0; i < n; i++)
        x->next[start[x->order[i].rank >> shift & (DIGITS - 1)]++] = x->order[i];
    ranked *swap = x->order;
    x->order = x->next;
    x->next = swap;
}

/* Those of one rank stay in the order that they have. Ranks are listed first: atoms, their ids and
 * ranks are far from each other. */
static kerf_status sort_by(ordering *x, uint32_t by)
{
    uint32_t most = 0;
    for (uint32_t i = 0; i < x->r.n; i++) {
        x->listed[i] = rank_of(x, i, by);
        if (!kf_patience_spend(x->patience, 4)) return KERF_INTERRUPTED;
        if (x->listed[i] > most) most = x->listed[i];
    }
    for (size_t i = 0; i < x->r.n; i++) x->order[i].rank = x->listed[x->order[i].atom];
    for (unsigned shift = 0; shift < 32 && most >> shift > 0; shift += DIGIT_BITS)
        sort_by_digit(x, shift);
    return KERF_OK;
}

static kerf_status find_order(ordering *x)
{
    uint32_t n = (uint32_t)x->r.n, arity = 0, first = kf_atom_record(x->r, 0)->predicate;
    bool several = false;
    x->order = kf_arena_room(&x->arena, n, sizeof *x->order);
    x->next = kf_arena_room(&x->arena, n, sizeof *x->next);
    x->listed = kf_arena_room(&x->arena, n, sizeof *x->listed);
    if (!x->order || !x->next || !x->listed) return KERF_NO_MEMORY;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t predicate = kf_atom_record(x->r, i)->predicate;
        uint32_t has = x->m->predicates.at[predicate].arity;
        x->order[i].atom = i;
        several |= predicate != first;
        if (has > arity) arity = has;
    }
    while (arity-- > 0) KF_TRY(sort_by(x, arity));
    return several ? sort_by(x, PREDICATE) : KERF_OK;
}

static kerf_status put_in_order(ordering *x)
{
    enum { AHEAD = 16 }; /* each is far from the last one */
    kf_atom_records r = x->r;
    kf_mem *mem = x->arena.mem;
    char *room = kf_mem_alloc(mem, r.n, r.size);
    if (!room) return KERF_NO_MEMORY;
    for (size_t i = 0; i < r.n; i++) {
        if (i + AHEAD < r.n) __builtin_prefetch(kf_atom_record(r, x->order[i + AHEAD].atom));
        const kf_answer_atom *from = kf_atom_record(r, x->order[i].atom);
        if (r.size == sizeof *from) *(kf_answer_atom *)(room + i * r.size) = *from; /* no call */
        else memcpy(room + i * r.size, from, r.size);
    }
    memcpy(r.at, room, r.n * r.size);
    kf_mem_free(mem, room, r.n, r.size);
    return KERF_OK;
}

/* ---- A few, by their texts ---- */

/* Each finds its place among those before it. at: by record, its text. */
static void insert_each(kf_atom_records r, const char **at, void *room)
{
    for (size_t i = 1; i < r.n; i++) {
        const char *text = at[i];
        size_t to = i;
        while (to > 0 && strcmp(at[to - 1], text) > 0) to--;
        if (to == i) continue;
        memmove(at + to + 1, at + to, (i - to) * sizeof *at);
        at[to] = text;
        memcpy(room, kf_atom_record(r, i), r.size);
        memmove(kf_atom_record(r, to + 1), kf_atom_record(r, to), (i - to) * r.size);
        memcpy(kf_atom_record(r, to), room, r.size);
    }
}

static kerf_status sort_few(kf_mem *mem, const kf_model *m, const uint32_t *ids, kf_atom_records r)
{
    const char *at[A_FEW], *text;
    kf_text texts;
    kf_text_init(&texts, mem);
    for (size_t i = 0; i < r.n; i++) {
        const kf_answer_atom *a = kf_atom_record(r, i);
        kf_print_fact(&texts, m, a->predicate, ids + a->ids);
        kf_text_addc(&texts, '\0');
    }
    void *room = texts.failed ? NULL : kf_mem_alloc(mem, 1, r.size);
    text = texts.at;
    for (size_t i = 0; room && i < r.n; i++, text += strlen(text) + 1) at[i] = text;
    if (room) insert_each(r, at, room);
    kf_mem_free(mem, room, 1, r.size);
    kf_text_free(&texts);
    return room ? KERF_OK : KERF_NO_MEMORY;
}

kerf_status kf_atoms_sort(kf_mem *mem, const kf_model *m, const uint32_t *ids, kf_atom_records r,
                          kf_patience *patience)
{
    ordering x = { .m = m, .ids = ids, .r = r, .patience = patience };
    assert(r.size >= sizeof(kf_answer_atom));
    if (r.n < 2) return KERF_OK;
    if (r.n <= A_FEW) return sort_few(mem, m, ids, r);
    if (r.n >= UINT32_MAX) return KERF_LIMIT;
    kf_arena_init(&x.arena, mem);
    kerf_status st = rank_all(&x);
    if (st == KERF_OK) st = find_order(&x);
    if (st == KERF_OK) st = put_in_order(&x);
    kf_arena_free(&x.arena);
    return st;
}

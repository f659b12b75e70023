/* examples.c -- packed training examples; see examples.h.
 *
 * A packed example is a run of bytes. First, for each type whose constants are packed, their texts,
 * and for each of the others the ids of those that are there though no row need name them. Then,
 * for each relation that has rows, their number and, column by column, the difference of each id to
 * the one before in a variable number of bytes. Numbers and probabilities are copied as they are.
 */
#include "learn/examples.h"

#include "base/check.h"
#include "base/hash.h"
#include "ground/atoms.h"
#include "learn/leaks.h"

#include <string.h>

enum { PARTS = 4 };

typedef struct packed {
    size_t start, end; /* in `bytes` */
    uint64_t truths;
    const char *name;
} packed;

struct kf_examples {
    kf_mem *mem;
    kf_model *m;
    kf_evidence *w;
    kf_diags *diags;
    uint32_t *leaks;  /* by type: examples whose truth alone names some of its constants */
    uint64_t *truths; /* by predicate: true atoms over all examples */
    bool *kept;       /* by type: its constants stay with the model */
    KF_VEC(uint8_t) bytes;
    KF_VEC(packed) list;
    kf_arena names;
    bool has_parts;
};

/* ---- Life ---- */

/* Types of +variables: weights are found by their constants, so these must not come and go. */
static void find_kept(kf_examples *e)
{
    for (size_t i = 0; i < e->m->rules.n; i++) {
        const kf_rule *r = &e->m->rules.at[i];
        for (uint32_t k = 0; k < r->n_parameters; k++)
            e->kept[r->variables[r->parameters[k]].type] = true;
    }
}

kerf_status kf_examples_new(kf_examples **out, kf_mem *mem, kf_model *m, kf_evidence *w,
                            kf_diags *diags)
{
    kf_examples *e = kf_mem_calloc(mem, 1, sizeof *e);
    if (!e) return KERF_NO_MEMORY;
    *e = (kf_examples){ .mem = mem, .m = m, .w = w, .diags = diags };
    kf_arena_init(&e->names, mem);
    e->kept = kf_mem_calloc(mem, m->types.n, sizeof *e->kept);
    e->truths = kf_mem_calloc(mem, m->predicates.n, sizeof *e->truths);
    e->leaks = kf_mem_calloc(mem, m->types.n, sizeof *e->leaks);
    if (!e->kept || !e->truths || !e->leaks) {
        kf_examples_free(e);
        return KERF_NO_MEMORY;
    }
    find_kept(e);
    *out = e;
    return KERF_OK;
}

void kf_examples_free(kf_examples *e)
{
    if (!e) return;
    kf_mem_free(e->mem, e->kept, e->m->types.n, sizeof *e->kept);
    kf_mem_free(e->mem, e->leaks, e->m->types.n, sizeof *e->leaks);
    kf_mem_free(e->mem, e->truths, e->m->predicates.n, sizeof *e->truths);
    kf_vec_free(e->mem, &e->bytes);
    kf_vec_free(e->mem, &e->list);
    kf_arena_free(&e->names);
    kf_mem_free(e->mem, e, 1, sizeof *e);
}

uint32_t kf_examples_count(const kf_examples *e)
{
    return (uint32_t)e->list.n;
}

bool kf_examples_has_parts(const kf_examples *e)
{
    return e->has_parts;
}

uint64_t kf_examples_fingerprint(const kf_examples *e)
{
    return e ? kf_hash_bytes((const char *)e->bytes.at, e->bytes.n) : 0;
}

const char *kf_examples_name(const kf_examples *e, uint32_t index)
{
    assert(index < e->list.n);
    return e->list.at[index].name;
}

uint64_t kf_examples_truths(const kf_examples *e, uint32_t index)
{
    assert(index < e->list.n);
    return e->list.at[index].truths;
}

uint64_t kf_examples_true(const kf_examples *e, uint32_t predicate)
{
    assert(predicate < e->m->predicates.n);
    return e->truths[predicate];
}

uint32_t kf_examples_leaks(const kf_examples *e, uint32_t type)
{
    assert(type < e->m->types.n && e->leaks[type] <= e->list.n);
    return e->leaks[type];
}

bool kf_examples_keeps(const kf_examples *e, uint32_t type)
{
    assert(type < e->m->types.n);
    return e->kept[type];
}

void kf_examples_check(const kf_examples *e)
{
    (void)e;
#ifndef NDEBUG
    uint64_t by_example = 0, by_predicate = 0;
    size_t at = 0;
    for (size_t i = 0; i < e->list.n; i++) {
        const packed *p = &e->list.at[i];
        assert(p->start == at && p->end > at && e->bytes.at[p->end - 1] == 0);
        by_example += p->truths;
        at = p->end;
    }
    assert(at == e->bytes.n);
    for (size_t i = 0; i < e->m->predicates.n; i++)
        if (e->m->predicates.at[i].hidden) by_predicate += e->truths[i];
    assert(by_example == by_predicate);
    for (size_t i = 1; i < e->m->types.n; i++) assert(e->leaks[i] <= e->list.n);
#endif
}

/* ---- Packing ---- */

enum { MOST_BYTES = 10 }; /* of a number */

static kerf_status put_number(kf_examples *e, uint64_t n)
{
    if (!kf_vec_reserve(e->mem, &e->bytes, MOST_BYTES)) return KERF_NO_MEMORY;
    for (; n >= 0x80; n >>= 7) e->bytes.at[e->bytes.n++] = (uint8_t)(n | 0x80);
    e->bytes.at[e->bytes.n++] = (uint8_t)n;
    return KERF_OK;
}

static kerf_status put_bytes(kf_examples *e, const void *from, size_t n)
{
    if (!kf_vec_reserve(e->mem, &e->bytes, n)) return KERF_NO_MEMORY;
    if (n > 0) memcpy(e->bytes.at + e->bytes.n, from, n);
    e->bytes.n += n;
    return KERF_OK;
}

/* The difference to the number before: small ones of either sign are small numbers. */
static uint64_t to_difference(uint32_t now, uint32_t before)
{
    int64_t d = (int64_t)now - before;
    return (uint64_t)d << 1 ^ (uint64_t)(d >> 63);
}

static uint32_t from_difference(uint64_t d, uint32_t before)
{
    return before + (uint32_t)((d >> 1) ^ -(d & 1));
}

static uint32_t next_there(const kf_examples *e, uint32_t type, uint32_t id, bool all)
{
    uint32_t n = kf_symbols_count(e->m->types.at[type].constants);
    if (!all) return kf_evidence_next_listed(e->w, type, id);
    while (id < n && !kf_evidence_has(e->w, type, id)) id++;
    return id < n ? id : KF_NONE;
}

/* Of a type whose constants stay with the model: all of the world, or those that it lists. */
static kerf_status put_there(kf_examples *e, uint32_t type, bool all)
{
    uint32_t n = 0, before = 0, id = next_there(e, type, 0, all);
    for (uint32_t i = id; i != KF_NONE; i = next_there(e, type, i + 1, all)) n++;
    KF_TRY(put_number(e, n));
    for (; id != KF_NONE; id = next_there(e, type, id + 1, all)) {
        KF_TRY(put_number(e, to_difference(id, before)));
        before = id;
    }
    return KERF_OK;
}

static kerf_status put_texts(kf_examples *e)
{
    for (uint32_t t = 1; t < e->m->types.n; t++) {
        kf_type *type = &e->m->types.at[t];
        uint32_t all = kf_symbols_count(type->constants);
        if (e->kept[t]) {
            KF_TRY(put_there(e, t, false));
            type->n_fixed = all;
            continue;
        }
        KF_TRY(put_number(e, all - type->n_fixed));
        for (uint32_t id = type->n_fixed; id < all; id++) {
            kf_str text = kf_symbols_text(type->constants, id);
            KF_TRY(put_number(e, text.n));
            KF_TRY(put_bytes(e, text.at, text.n));
        }
    }
    return KERF_OK;
}

static kerf_status put_relation(kf_examples *e, const kf_facts *r, size_t tag)
{
    if (r->n == 0) return KERF_OK;
    KF_TRY(put_number(e, tag + 1));
    KF_TRY(put_number(e, r->n));
    for (uint32_t c = 0; c < r->width; c++) {
        uint32_t before = 0;
        for (uint32_t i = 0; i < r->n; before = r->columns[c][i++])
            KF_TRY(put_number(e, to_difference(r->columns[c][i], before)));
    }
    if (r->number) KF_TRY(put_bytes(e, r->numbers, r->n * sizeof *r->numbers));
    return r->soft ? put_bytes(e, r->probabilities, r->n * sizeof *r->probabilities) : KERF_OK;
}

/* ---- A part of a world ---- */

typedef struct part {
    const kf_split *split;
    uint32_t which;
    uint32_t **local; /* by type and constant: its id in the part; n_fixed and below: itself */
    uint32_t *n;      /* by type: constants of the part that are packed */
    uint32_t **list;  /* by type: these */
} part;

static void take_constant(kf_examples *e, part *p, uint32_t type, uint32_t id)
{
    uint32_t fixed = e->m->types.at[type].n_fixed;
    if (e->kept[type] || id < fixed || p->local[type][id] != KF_NONE) return;
    p->local[type][id] = fixed + p->n[type];
    p->list[type][p->n[type]++] = id;
}

static void take_shared(kf_examples *e, part *p)
{
    for (uint32_t t = 1; t < e->m->types.n; t++) {
        uint32_t n = kf_symbols_count(e->m->types.at[t].constants);
        for (uint32_t id = 0; kf_split_shares(p->split, t) && id < n; id++)
            if (kf_evidence_has(e->w, t, id)) take_constant(e, p, t, id);
    }
}

/* Its own, those of all parts, and all that its rows name. */
static void take_constants(kf_examples *e, part *p)
{
    uint32_t types[KF_MOST_ARITY + 1], all = kf_split_parts(p->split);
    kf_split_rows own = kf_split_members(p->split, p->which);
    take_shared(e, p);
    for (uint32_t i = 0; i < own.n; i++) {
        uint32_t type, id = kf_split_constant(p->split, own.at[i], &type);
        take_constant(e, p, type, id);
    }
    for (uint32_t i = 0; i < kf_split_relations(p->split); i++) {
        const kf_facts *r = kf_split_relation(p->split, i, types);
        for (int common = 0; common < 2; common++) {
            kf_split_rows rows = kf_split_rows_of(p->split, i, common ? all : p->which);
            for (uint32_t k = 0; k < rows.n; k++)
                for (uint32_t c = 0; c < r->width; c++)
                    take_constant(e, p, types[c], r->columns[c][rows.at[k]]);
        }
    }
}

static kerf_status put_part_texts(kf_examples *e, const part *p)
{
    for (uint32_t t = 1; t < e->m->types.n; t++) {
        if (e->kept[t]) KF_TRY(put_there(e, t, kf_split_shares(p->split, t)));
        if (e->kept[t]) continue;
        KF_TRY(put_number(e, p->n[t]));
        for (uint32_t i = 0; i < p->n[t]; i++) {
            kf_str text = kf_symbols_text(e->m->types.at[t].constants, p->list[t][i]);
            KF_TRY(put_number(e, text.n));
            KF_TRY(put_bytes(e, text.at, text.n));
        }
    }
    return KERF_OK;
}

static uint32_t local_id(const kf_examples *e, const part *p, uint32_t type, uint32_t id)
{
    bool same = e->kept[type] || id < e->m->types.at[type].n_fixed;
    assert(same || p->local[type][id] != KF_NONE);
    return same ? id : p->local[type][id];
}

/* Row k of those of the part and, behind them, those of all parts. */
static uint32_t row_at(const kf_split_rows rows[2], uint32_t k)
{
    return k < rows[0].n ? rows[0].at[k] : rows[1].at[k - rows[0].n];
}

static kerf_status put_part_relation(kf_examples *e, const part *p, uint32_t relation)
{
    uint32_t types[KF_MOST_ARITY + 1];
    const kf_facts *r = kf_split_relation(p->split, relation, types);
    kf_split_rows rows[2] = { kf_split_rows_of(p->split, relation, p->which),
                              kf_split_rows_of(p->split, relation, kf_split_parts(p->split)) };
    uint32_t n = rows[0].n + rows[1].n;
    if (n == 0) return KERF_OK;
    KF_TRY(put_number(e, relation + (uint64_t)1));
    KF_TRY(put_number(e, n));
    for (uint32_t c = 0; c < r->width; c++) {
        uint32_t before = 0;
        for (uint32_t k = 0; k < n; k++) {
            uint32_t id = local_id(e, p, types[c], r->columns[c][row_at(rows, k)]);
            KF_TRY(put_number(e, to_difference(id, before)));
            before = id;
        }
    }
    for (uint32_t k = 0; r->number && k < n; k++)
        KF_TRY(put_bytes(e, &r->numbers[row_at(rows, k)], sizeof *r->numbers));
    for (uint32_t k = 0; r->soft && k < n; k++)
        KF_TRY(put_bytes(e, &r->probabilities[row_at(rows, k)], sizeof *r->probabilities));
    return KERF_OK;
}

static kerf_status put_part(kf_examples *e, part *p)
{
    take_constants(e, p);
    KF_TRY(put_part_texts(e, p));
    for (uint32_t i = 0; i < kf_split_relations(p->split); i++) KF_TRY(put_part_relation(e, p, i));
    return put_number(e, 0);
}

/* ---- A whole world ---- */

static kerf_status put_example(kf_examples *e)
{
    size_t n = e->m->predicates.n;
    KF_TRY(put_texts(e));
    for (size_t i = 0; i < n * PARTS; i++)
        KF_TRY(put_relation(e, kf_evidence_facts(e->w, (uint32_t)(i / PARTS), i % PARTS), i));
    for (size_t f = 0; f < e->m->functions.n; f++)
        KF_TRY(put_relation(e, kf_evidence_function(e->w, (uint32_t)f), n * PARTS + f));
    return put_number(e, 0);
}

kerf_status kf_examples_add(kf_examples *e, const char *name)
{
    assert(e->m->settled); /* so that the truth is told from evidence */
    packed p = { .start = e->bytes.n, .name = kf_arena_string(&e->names, kf_str_of(name)) };
    if (!p.name) return KERF_NO_MEMORY;
    KF_TRY(kf_find_leaks(e->mem, e->m, e->w, e->leaks));
    for (uint32_t i = 0; i < e->m->predicates.n; i++) {
        uint32_t n = kf_evidence_facts(e->w, i, KF_SAID_TRUE)->n;
        if (e->m->predicates.at[i].hidden) p.truths += n;
        e->truths[i] += n;
    }
    kerf_status st = put_example(e);
    p.end = e->bytes.n;
    if (st == KERF_OK && !kf_vec_push(e->mem, &e->list, p)) st = KERF_NO_MEMORY;
    if (st != KERF_OK) e->bytes.n = p.start;
    else KF_CHECK(kf_examples_check(e));
    return st;
}

static void forget(kf_examples *e, part *p)
{
    for (size_t t = 1; t < e->m->types.n; t++) {
        for (uint32_t i = 0; i < p->n[t]; i++) p->local[t][p->list[t][i]] = KF_NONE;
        p->n[t] = 0;
    }
}

static kerf_status add_part(kf_examples *e, part *p, const char *name)
{
    packed x = { .start = e->bytes.n, .name = name };
    for (uint32_t i = 0; i < e->m->predicates.n; i++) {
        if (!e->m->predicates.at[i].hidden) continue;
        x.truths += kf_split_rows_of(p->split, i * PARTS + KF_SAID_TRUE, p->which).n;
    }
    kerf_status st = put_part(e, p);
    x.end = e->bytes.n;
    if (st == KERF_OK && !kf_vec_push(e->mem, &e->list, x)) st = KERF_NO_MEMORY;
    if (st != KERF_OK) e->bytes.n = x.start;
    forget(e, p);
    return st;
}

static kerf_status open_part(kf_examples *e, part *p)
{
    size_t n = e->m->types.n;
    p->local = kf_mem_calloc(e->mem, n, sizeof *p->local);
    p->list = kf_mem_calloc(e->mem, n, sizeof *p->list);
    p->n = kf_mem_calloc(e->mem, n, sizeof *p->n);
    if (!p->local || !p->list || !p->n) return KERF_NO_MEMORY;
    for (size_t t = 1; t < n; t++) {
        uint32_t all = kf_symbols_count(e->m->types.at[t].constants);
        p->local[t] = kf_mem_alloc(e->mem, all, sizeof(uint32_t));
        p->list[t] = kf_mem_alloc(e->mem, all, sizeof(uint32_t));
        if (!p->local[t] || !p->list[t]) return KERF_NO_MEMORY;
        memset(p->local[t], 0xff, all * sizeof(uint32_t)); /* KF_NONE */
    }
    return KERF_OK;
}

static void close_part(kf_examples *e, part *p)
{
    size_t n = e->m->types.n;
    for (size_t t = 1; t < n && p->local && p->list; t++) {
        uint32_t all = kf_symbols_count(e->m->types.at[t].constants);
        kf_mem_free(e->mem, p->local[t], all, sizeof(uint32_t));
        kf_mem_free(e->mem, p->list[t], all, sizeof(uint32_t));
    }
    kf_mem_free(e->mem, p->local, n, sizeof *p->local);
    kf_mem_free(e->mem, p->list, n, sizeof *p->list);
    kf_mem_free(e->mem, p->n, n, sizeof *p->n);
}

kerf_status kf_examples_add_parts(kf_examples *e, const char *name, const kf_split *split)
{
    part p = { .split = split };
    assert(e->m->settled && kf_split_parts(split) > 1);
    name = kf_arena_string(&e->names, kf_str_of(name));
    if (!name) return KERF_NO_MEMORY;
    KF_TRY(kf_find_leaks(e->mem, e->m, e->w, e->leaks));
    kerf_status st = open_part(e, &p);
    for (; st == KERF_OK && p.which < kf_split_parts(split); p.which++) st = add_part(e, &p, name);
    close_part(e, &p);
    if (st != KERF_OK) return st;
    for (size_t t = 1; t < e->m->types.n; t++)
        if (e->kept[t]) e->m->types.at[t].n_fixed = kf_symbols_count(e->m->types.at[t].constants);
    e->has_parts = true;
    for (uint32_t i = 0; i < e->m->predicates.n; i++)
        e->truths[i] += kf_evidence_facts(e->w, i, KF_SAID_TRUE)->n;
    KF_CHECK(kf_examples_check(e));
    return KERF_OK;
}

/* ---- Unpacking ---- */

typedef struct unpacking {
    kf_examples *e;
    const uint8_t *at;
    const bool *unused; /* by predicate: is passed over; or NULL */
    uint32_t file;
} unpacking;

static uint64_t get_number(unpacking *u)
{
    uint64_t n = 0;
    uint32_t shift = 0;
    for (; *u->at & 0x80; shift += 7) n |= (uint64_t)(*u->at++ & 0x7f) << shift;
    return n | (uint64_t)*u->at++ << shift;
}

static kerf_status get_there(unpacking *u, uint32_t type)
{
    uint32_t id = 0;
    for (uint64_t left = get_number(u); left > 0; left--) {
        id = from_difference(get_number(u), id);
        KF_TRY(kf_evidence_constant(u->e->w, type, id));
    }
    return KERF_OK;
}

static kerf_status get_texts(unpacking *u)
{
    for (uint32_t t = 1; t < u->e->m->types.n; t++) {
        if (u->e->kept[t]) KF_TRY(get_there(u, t));
        if (u->e->kept[t]) continue;
        for (uint64_t left = get_number(u); left > 0; left--) {
            size_t n = get_number(u);
            kf_str text = { (const char *)u->at, n };
            u->at += n;
            assert(u->at <= u->e->bytes.at + u->e->bytes.n);
            if (kf_symbols_add(u->e->m->types.at[t].constants, text) == KF_NO_SYMBOL)
                return KERF_NO_MEMORY;
        }
    }
    return KERF_OK;
}

/* One row of a predicate's part, or of a function. */
static kerf_status add_row(unpacking *u, size_t tag, const uint32_t *row, double number,
                           double probability)
{
    size_t parts = u->e->m->predicates.n * PARTS;
    if (tag >= parts) {
        uint32_t f = (uint32_t)(tag - parts), arity = u->e->m->functions.at[f].arity;
        return kf_evidence_map(u->e->w, f, row, row[arity], u->file, 0);
    }
    return kf_evidence_add(u->e->w, (uint32_t)(tag / PARTS), tag % PARTS, row, number, probability,
                           u->file, 0);
}

static kerf_status get_relation(unpacking *u, size_t tag)
{
    size_t parts = u->e->m->predicates.n * PARTS;
    assert(tag < parts + u->e->m->functions.n);
    bool function = tag >= parts;
    const kf_predicate *p = function ? NULL : &u->e->m->predicates.at[tag / PARTS];
    uint32_t width = function ? u->e->m->functions.at[tag - parts].arity + 1 : p->arity;
    uint32_t n = (uint32_t)get_number(u);
    uint32_t row[KF_MOST_ARITY + 1] = { 0 };
    unpacking columns[KF_MOST_ARITY + 1]; /* each reads on by itself */
    for (uint32_t c = 0; c < width; c++) {
        columns[c] = *u;
        for (uint32_t i = 0; i < n; u->at++) i += !(*u->at & 0x80);
    }
    const uint8_t *numbers = u->at;
    if (p && p->number) u->at += n * sizeof(double);
    const uint8_t *probabilities = u->at;
    bool soft = p && tag % PARTS == KF_SAID_SOFT;
    if (soft) u->at += n * sizeof(double);
    if (p && u->unused && u->unused[tag / PARTS]) return KERF_OK;
    for (uint32_t i = 0; i < n; i++) {
        double number = 0, probability = 0;
        for (uint32_t c = 0; c < width; c++)
            row[c] = from_difference(get_number(&columns[c]), row[c]);
        if (p && p->number) memcpy(&number, numbers + i * sizeof number, sizeof number);
        if (soft) memcpy(&probability, probabilities + i * sizeof(double), sizeof(double));
        KF_TRY(add_row(u, tag, row, number, probability));
    }
    return KERF_OK;
}

static kerf_status unpack(kf_examples *e, uint32_t index, const bool *unused)
{
    assert(index < e->list.n);
    const packed *p = &e->list.at[index];
    unpacking u = { .e = e, .at = e->bytes.at + p->start, .unused = unused };
    kf_evidence_clear(e->w);
    KF_TRY(kf_evidence_file(e->w, p->name, &u.file));
    KF_TRY(get_texts(&u));
    for (uint64_t tag; (tag = get_number(&u)) != 0;) KF_TRY(get_relation(&u, (size_t)tag - 1));
    assert(u.at == e->bytes.at + p->end);
    return kf_evidence_close(e->w, e->diags);
}

/* ---- One example at a time ---- */

kerf_status kf_example_open(kf_examples *e, uint32_t index, const bool *unused, kf_example *x)
{
    *x = (kf_example){ .in = e, .index = index };
    KF_TRY(unpack(e, index, unused));
    x->p = kf_problem_new(e->mem);
    kerf_status st = x->p ? kf_database_new_open(&x->d, e->mem, e->m, e->w) : KERF_NO_MEMORY;
    if (st == KERF_OK) st = kf_grounder_open(&x->g, e->mem, x->d, x->p, e->diags);
    if (st == KERF_OK) kf_grounder_set_every_row(x->g, true);
    if (st != KERF_OK) kf_example_close(x);
    return st;
}

void kf_example_close(kf_example *x)
{
    kf_grounder_free(x->g);
    kf_database_free(x->d);
    kf_problem_free(x->p);
    *x = (kf_example){ 0 };
}

kerf_status kf_example_set_truth(kf_example *x, bool value)
{
    const kf_model *m = x->d->m;
    uint32_t row[KF_MOST_ARITY];
    assert(kf_grounder_database(x->g) == x->d && kf_grounder_problem(x->g) == x->p);
    for (uint32_t i = 0; i < m->predicates.n; i++) {
        if (!m->predicates.at[i].hidden) continue;
        const kf_facts *truth = kf_evidence_facts(x->d->w, i, KF_SAID_TRUE);
        for (uint32_t k = 0; k < truth->n; k++) {
            for (uint32_t c = 0; c < truth->width; c++) row[c] = truth->columns[c][k];
            KF_TRY(kf_grounder_set(x->g, i, row, value));
        }
    }
    return KERF_OK;
}

/* bound.c -- atoms and constraints of a certificate, found by their content; see bound.h. */
#include "verify/open_walk.h"

#include "base/check.h"
#include "base/hash.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

kerf_status kf_bound_blame(kf_bound *b, uint32_t line, const char *format, ...)
{
    kf_place place = { .file = b->file, .line = line };
    va_list arguments;
    va_start(arguments, format);
    kf_diag_addv(b->v->diags, KERF_ERROR, &place, NULL, format, arguments);
    va_end(arguments);
    return KERF_INVALID;
}

/* ---- Hashing -------------------------------------------------------------------------------- */

static kerf_status make_room(kf_bound_map *m, kf_mem *mem)
{
    if (m->n * 2 < m->n_slots) return KERF_OK;
    uint64_t size = m->n_slots ? m->n_slots * 2 : 64;
    kf_bound_slot *slots = kf_mem_alloc(mem, size, sizeof *slots);
    if (!slots) return KERF_NO_MEMORY;
    memset(slots, 0xff, size * sizeof *slots);
    for (uint64_t i = 0; i < m->n_slots; i++) {
        if (m->slots[i].index == KF_NONE) continue;
        uint64_t at = m->slots[i].tag & (size - 1);
        while (slots[at].index != KF_NONE) at = (at + 1) & (size - 1);
        slots[at] = m->slots[i];
    }
    kf_mem_free(mem, m->slots, m->n_slots, sizeof *slots);
    m->slots = slots;
    m->n_slots = size;
    return KERF_OK;
}

static void put(kf_bound_map *m, uint32_t tag, uint32_t index)
{
    assert(m->n < m->n_slots); /* there is room */
    uint64_t at = tag & (m->n_slots - 1);
    while (m->slots[at].index != KF_NONE) at = (at + 1) & (m->n_slots - 1);
    m->slots[at] = (kf_bound_slot){ index, tag };
    m->n++;
}

/* The next index with that tag, from *at on; KF_NONE: there is no other. */
static uint32_t next_match(const kf_bound_map *m, uint32_t tag, uint64_t *at)
{
    for (; m->n_slots > 0; ++*at) {
        const kf_bound_slot *s = &m->slots[*at & (m->n_slots - 1)];
        if (s->index == KF_NONE) break;
        if (s->tag != tag) continue;
        ++*at;
        return s->index;
    }
    return KF_NONE;
}

/* ---- Atoms ---------------------------------------------------------------------------------- */

static uint32_t atom_tag(const kf_bound *b, uint32_t predicate, const uint32_t *row)
{
    uint64_t hash = kf_hash_add(KF_HASH_SEED, predicate);
    for (uint32_t i = 0; i < b->v->model->predicates.at[predicate].arity; i++)
        hash = kf_hash_add(hash, row[i]);
    return (uint32_t)hash;
}

static uint32_t find_atom(const kf_bound *b, uint32_t predicate, const uint32_t *row, uint32_t tag)
{
    size_t size = b->v->model->predicates.at[predicate].arity * sizeof *row;
    uint64_t at = tag;
    for (uint32_t i; (i = next_match(&b->atom_map, tag, &at)) != KF_NONE;) {
        const kf_bound_atom *a = &b->atoms.at[i];
        if (a->predicate == predicate && (size == 0 || memcmp(b->rows.at + a->row, row, size) == 0))
            return i;
    }
    return KF_NONE;
}

uint32_t kf_bound_find_atom(const kf_bound *b, uint32_t predicate, const uint32_t *row)
{
    return find_atom(b, predicate, row, atom_tag(b, predicate, row));
}

kerf_status kf_bound_add_atom(kf_bound *b, uint32_t predicate, const uint32_t *row, uint32_t *id)
{
    assert(predicate < b->v->model->predicates.n && b->v->model->predicates.at[predicate].hidden);
    uint32_t arity = b->v->model->predicates.at[predicate].arity;
    uint32_t tag = atom_tag(b, predicate, row);
    *id = find_atom(b, predicate, row, tag);
    if (*id != KF_NONE) return KERF_OK;
    if (b->atoms.n >= INT32_MAX) return KERF_LIMIT;
    KF_TRY(make_room(&b->atom_map, b->mem));
    kf_bound_atom atom = { .predicate = predicate, .row = b->rows.n };
    if (!kf_vec_reserve(b->mem, &b->rows, arity) || !kf_vec_push(b->mem, &b->atoms, atom))
        return KERF_NO_MEMORY;
    for (uint32_t i = 0; i < arity; i++) b->rows.at[b->rows.n++] = row[i];
    *id = (uint32_t)b->atoms.n - 1;
    put(&b->atom_map, tag, *id);
    return KERF_OK;
}

kerf_status kf_bound_add_order(kf_bound *b, uint32_t predicate, const uint32_t pair[2],
                               uint32_t *id)
{
    kf_bound_atom atom = { .predicate = KF_BOUND_ORDER, .row = b->rows.n };
    if (b->atoms.n >= INT32_MAX) return KERF_LIMIT;
    if (!kf_vec_reserve(b->mem, &b->rows, 3) || !kf_vec_push(b->mem, &b->atoms, atom))
        return KERF_NO_MEMORY;
    b->rows.at[b->rows.n++] = predicate;
    b->rows.at[b->rows.n++] = pair[0];
    b->rows.at[b->rows.n++] = pair[1];
    *id = (uint32_t)b->atoms.n - 1;
    b->n_orders++;
    return KERF_OK;
}

/* ---- Constraints ---------------------------------------------------------------------------- */

static int by_literal(const void *a, const void *b)
{
    uint32_t x = ((const kf_bound_term *)a)->literal, y = ((const kf_bound_term *)b)->literal;
    return (x > y) - (x < y);
}

bool kf_bound_normalise(kf_bound_term *t, uint32_t *n)
{
    uint32_t kept = 0;
    if (*n > 1) qsort(t, *n, sizeof *t, by_literal);
    for (uint32_t i = 0; i < *n; i++) {
        kf_bound_term *last = kept > 0 ? &t[kept - 1] : NULL;
        if (last && last->literal == (t[i].literal ^ 1)) return false;
        if (last && last->literal == t[i].literal) {
            if (last->coefficient > UINT32_MAX - t[i].coefficient) return false;
            last->coefficient += t[i].coefficient;
        } else {
            t[kept++] = t[i];
        }
    }
    *n = kept;
    return true;
}

static uint32_t constraint_tag(const kf_bound_constraint *c, const kf_bound_term *t)
{
    uint64_t hash = kf_hash_add(KF_HASH_SEED, c->count);
    hash = kf_hash_add(kf_hash_add(hash, (uint32_t)c->least), (uint32_t)c->most);
    for (uint32_t i = 0; i < c->n; i++)
        hash = kf_hash_add(kf_hash_add(hash, t[i].literal), t[i].coefficient);
    return (uint32_t)hash;
}

static bool is_same(const kf_bound *b, const kf_bound_constraint *x, const kf_bound_constraint *c,
                    const kf_bound_term *t)
{
    return x->count == c->count && x->n == c->n && x->least == c->least && x->most == c->most
           && memcmp(b->terms.at + x->start, t, c->n * sizeof *t) == 0;
}

uint32_t kf_bound_find(const kf_bound *b, const kf_bound_constraint *c, const kf_bound_term *t)
{
    uint32_t tag = constraint_tag(c, t), i;
    uint64_t at = tag;
    do i = next_match(&b->constraint_map, tag, &at);
    while (i != KF_NONE && !is_same(b, &b->constraints.at[i], c, t));
    return i;
}

kerf_status kf_bound_add(kf_bound *b, kf_bound_constraint c, const kf_bound_term *t)
{
    assert(c.n > 0 && kf_bound_find(b, &c, t) == KF_NONE);
    if (b->constraints.n >= INT32_MAX) return KERF_LIMIT;
    KF_TRY(make_room(&b->constraint_map, b->mem));
    if (!kf_vec_reserve(b->mem, &b->terms, c.n) || !kf_vec_reserve(b->mem, &b->constraints, 1))
        return KERF_NO_MEMORY;
    c.start = b->terms.n;
    for (uint32_t i = 0; i < c.n; i++) b->terms.at[b->terms.n++] = t[i];
    put(&b->constraint_map, constraint_tag(&c, t), (uint32_t)b->constraints.n);
    b->constraints.at[b->constraints.n++] = c;
    return KERF_OK;
}

/* ---- Definitions ---------------------------------------------------------------------------- */

static uint32_t definition_tag(const uint32_t *literals, uint32_t n)
{
    uint64_t hash = KF_HASH_SEED;
    for (uint32_t i = 0; i < n; i++) hash = kf_hash_add(hash, literals[i]);
    return (uint32_t)hash;
}

uint32_t kf_bound_find_definition(const kf_bound *b, const uint32_t *literals, uint32_t n)
{
    uint32_t tag = definition_tag(literals, n);
    uint64_t at = tag;
    for (uint32_t i; (i = next_match(&b->definition_map, tag, &at)) != KF_NONE;) {
        const kf_bound_definition *d = &b->definitions.at[i];
        const kf_bound_term *t = b->terms.at + d->start;
        uint32_t k = 0;
        while (k < n && d->n == n && t[k].literal == literals[k]) k++;
        if (k == n) return d->atom;
    }
    return KF_NONE;
}

kerf_status kf_bound_define(kf_bound *b, const kf_bound_term *t, uint32_t n, uint32_t *id)
{
    kf_bound_atom atom = { .predicate = KF_NONE, .row = b->definitions.n };
    kf_bound_definition d = { (uint32_t)b->atoms.n, b->terms.n, n };
    uint64_t hash = KF_HASH_SEED;
    assert(n >= 2);
    if (b->atoms.n >= INT32_MAX) return KERF_LIMIT;
    KF_TRY(make_room(&b->definition_map, b->mem));
    if (!kf_vec_reserve(b->mem, &b->terms, n) || !kf_vec_reserve(b->mem, &b->definitions, 1)
        || !kf_vec_push(b->mem, &b->atoms, atom))
        return KERF_NO_MEMORY;
    for (uint32_t i = 0; i < n; i++) {
        b->terms.at[b->terms.n++] = t[i];
        hash = kf_hash_add(hash, t[i].literal);
    }
    put(&b->definition_map, (uint32_t)hash, (uint32_t)b->definitions.n);
    b->definitions.at[b->definitions.n++] = d;
    *id = d.atom;
    return KERF_OK;
}

static bool has_literal(const kf_bound_term *t, uint32_t n, uint32_t literal)
{
    for (uint32_t i = 0; i < n; i++)
        if (t[i].literal == literal) return true;
    return false;
}

/* Not the atom, or one of its literals; or the atom, or not all of them. */
static bool follows_from(const kf_bound *b, const kf_bound_constraint *c, uint32_t literal)
{
    const kf_bound_atom *a = &b->atoms.at[literal / 2];
    if (a->predicate != KF_NONE) return false;
    const kf_bound_definition *d = &b->definitions.at[a->row];
    const kf_bound_term *t = b->terms.at + c->start, *of = b->terms.at + d->start;
    if (literal & 1) {
        uint32_t other = t[0].literal == literal ? 1 : 0;
        return c->n == 2 && has_literal(of, d->n, t[other].literal);
    }
    if (c->n != d->n + 1) return false;
    for (uint32_t i = 0; i < d->n; i++)
        if (!has_literal(t, c->n, of[i].literal ^ 1)) return false;
    return true;
}

bool kf_bound_follows(const kf_bound *b, const kf_bound_constraint *c)
{
    for (uint32_t i = 0; !c->count && i < c->n; i++)
        if (follows_from(b, c, b->terms.at[c->start + i].literal)) return true;
    return false;
}

/* ---- Life ----------------------------------------------------------------------------------- */

kerf_status kf_bound_new(kf_bound **out, kf_verifier *v, const char *file, kf_str text)
{
    kf_bound *b = kf_mem_calloc(v->mem, 1, sizeof *b);
    if (!b) return KERF_NO_MEMORY;
    b->v = v;
    b->mem = v->mem;
    b->file = file;
    b->text = text;
    b->line = 1;
    *out = b;
    return KERF_OK;
}

static void forget_world(kf_bound *b)
{
    kf_mem_free(b->mem, b->atom_map.slots, b->atom_map.n_slots, sizeof *b->atom_map.slots);
    kf_mem_free(b->mem, b->constraint_map.slots, b->constraint_map.n_slots,
                sizeof *b->constraint_map.slots);
    kf_mem_free(b->mem, b->definition_map.slots, b->definition_map.n_slots,
                sizeof *b->definition_map.slots);
    b->atom_map = b->constraint_map = b->definition_map = (kf_bound_map){ 0 };
    kf_mem_free(b->mem, b->near_start, (size_t)b->n_listed + 1, sizeof *b->near_start);
    kf_mem_free(b->mem, b->near, b->n_near, sizeof *b->near);
    b->near_start = b->near = NULL;
    b->n_orders = 0;
    kf_vec_free(b->mem, &b->atoms);
    kf_vec_free(b->mem, &b->rows);
    kf_vec_free(b->mem, &b->definitions);
    kf_vec_free(b->mem, &b->constraints);
    kf_vec_free(b->mem, &b->terms);
    kf_vec_free(b->mem, &b->components);
    kf_vec_free(b->mem, &b->blocks);
    kf_vec_free(b->mem, &b->members);
    kf_vec_free(b->mem, &b->variables);
    kf_vec_free(b->mem, &b->block_atoms);
    kf_vec_free(b->mem, &b->prices);
    kf_vec_free(b->mem, &b->nodes);
    kf_vec_free(b->mem, &b->proof_rows);
}

void kf_bound_free(kf_bound *b)
{
    if (!b) return;
    forget_world(b);
    kf_mem_free(b->mem, b, 1, sizeof *b);
}

/* The certificate may say what it proves, so that one that was damaged is told from a weak one. */
static kerf_status check_claim(kf_bound *b, const kf_dyadic *proven)
{
    kf_dyadic claim = { 0 };
    if (b->claim < 0) return KERF_OK;
    kf_dyadic_add(&claim, b->claim, 1);
    if (kf_dyadic_compare(proven, &claim) >= 0) return KERF_OK;
    kf_text number;
    kf_text_init(&number, b->mem);
    kf_text_add_number(&number, kf_dyadic_floor(proven));
    kerf_status status =
        kf_bound_blame(b, b->claim_line, "the certificate proves less than it says: %s",
                       number.at ? number.at : "?");
    kf_text_free(&number);
    return status;
}

kerf_status kf_bound_world(kf_bound *b, kf_dyadic *bound)
{
    kf_dyadic proven = { 0 };
    assert(b->v->evidence);
    forget_world(b);
    KF_TRY(kf_proof_read(b));
    KF_CHECK(kf_bound_check(b));
    KF_TRY(kf_neighbours_find(b));
    KF_TRY(kf_open_walk(b));
    KF_CHECK(kf_bound_check(b));
    KF_TRY(kf_proof_bound(b, &proven));
    KF_TRY(check_claim(b, &proven));
    assert(kf_dyadic_sign(&proven) >= 0);
    kf_dyadic_join(bound, &proven);
    return KERF_OK;
}

kerf_status kf_bound_accept(kf_bound *b, const kf_dyadic *proven)
{
    const kf_verifier *v = b->v;
    assert(v->evidence && v->answer);
    kf_dyadic cost = v->cost_before;
    kf_dyadic_negate(&cost);
    kf_dyadic_join(&cost, &v->cost);
    if (kf_verifier_violations(v) > v->violations_before || kf_dyadic_compare(proven, &cost) <= 0)
        return KERF_OK;
    kf_text bound, paid;
    kf_text_init(&bound, b->mem);
    kf_text_init(&paid, b->mem);
    kf_text_add_number(&bound, kf_dyadic_floor(proven));
    kf_text_add_number(&paid, kf_dyadic_ceil(&cost));
    kerf_status status = kf_bound_blame(
        b, 0,
        "the certificate is refused: it proves that no world costs less than %s, but the answer "
        "costs %s and violates nothing hard",
        bound.at ? bound.at : "?", paid.at ? paid.at : "?");
    kf_text_free(&bound);
    kf_text_free(&paid);
    return status;
}

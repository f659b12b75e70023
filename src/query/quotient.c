/* quotient.c -- one constant for a class of interchangeable ones; see quotient.h. */
#include "query/quotient.h"

#include "base/check.h"

#include <string.h>

/* ---- Classes ---- */

static uint32_t *widened(kf_mem *mem, const uint32_t *from, uint32_t old, uint32_t n, uint32_t rest)
{
    uint32_t *to = kf_mem_alloc(mem, n, sizeof *to);
    for (uint32_t i = 0; to && i < n; i++) to[i] = i < old ? from[i] : rest;
    return to;
}

kerf_status kf_twin_classes_widen(kf_twin_classes *c, kf_mem *mem, uint32_t n)
{
    uint32_t old = c->n_constants;
    if (n <= old) return KERF_OK;
    kf_twin_classes now = { .type = c->type, .n_constants = n };
    now.first = widened(mem, c->first, old, n, KF_NONE);
    now.next = widened(mem, c->next, old, n, KF_NONE);
    now.sizes = widened(mem, c->sizes, old, n, 0);
    bool room = now.first && now.next && now.sizes;
    kf_twin_classes_free(room ? c : &now, mem);
    if (room) *c = now;
    return room ? KERF_OK : KERF_NO_MEMORY;
}

void kf_twin_classes_free(kf_twin_classes *c, kf_mem *mem)
{
    kf_mem_free(mem, c->first, c->first ? c->n_constants : 0, sizeof *c->first);
    kf_mem_free(mem, c->next, c->next ? c->n_constants : 0, sizeof *c->next);
    kf_mem_free(mem, c->sizes, c->sizes ? c->n_constants : 0, sizeof *c->sizes);
    *c = (kf_twin_classes){ 0 };
}

/* ---- Domains ---- */

static kerf_status copy_domain(kf_database *d, const kf_domain *from, kf_domain *to)
{
    *to = *from;
    to->room = from->n;
    to->ids = kf_mem_alloc(d->mem, from->n, sizeof *to->ids);
    if (!to->ids) return KERF_NO_MEMORY;
    if (from->n) memcpy(to->ids, from->ids, from->n * sizeof *to->ids);
    return KERF_OK;
}

/* Those that stand for their class. */
static void narrow_domain(kf_domain *d, const kf_twin_classes *c)
{
    uint32_t kept = 0;
    d->all = d->n;
    d->sizes = c->sizes;
    for (uint32_t i = 0; i < d->n; i++)
        if (c->sizes[d->ids[i]] > 0) d->ids[kept++] = d->ids[i];
    d->n = kept;
}

static kerf_status make_domains(kf_database *d, const kf_twin_classes *c)
{
    for (uint32_t i = 1; i < d->n_types; i++)
        KF_TRY(copy_domain(d, &d->whole->domains[i], &d->domains[i]));
    narrow_domain(&d->domains[c->type], c);
    return KERF_OK;
}

/* ---- Relations ---- */

static bool has_slot(const kf_predicate *p, uint32_t type)
{
    for (uint32_t i = 0; i < p->arity; i++)
        if (p->slots[i].type == type) return true;
    return false;
}

static bool is_left(const kf_predicate *p, const kf_twin_classes *c, const uint32_t *row)
{
    for (uint32_t i = 0; i < p->arity; i++)
        if (p->slots[i].type == c->type && c->sizes[row[i]] == 0) return false;
    return true;
}

static kerf_status copy_rows(kf_database *d, uint32_t predicate, const kf_twin_classes *c,
                             const kf_relation *from)
{
    const kf_predicate *p = &d->m->predicates.at[predicate];
    uint32_t row[KF_MOST_ARITY];
    KF_TRY(kf_relation_new(&d->atoms[predicate], d->mem, p->arity, from->constants, NULL));
    for (uint32_t i = 0; i < kf_relation_places(from); i++) {
        bool added;
        if (kf_relation_is_dead(from, i)) continue;
        kf_relation_read(from, i, row);
        if (is_left(p, c, row)) KF_TRY(kf_relation_insert(d->atoms[predicate], row, &added));
    }
    return KERF_OK;
}

static kerf_status make_relation(kf_database *d, uint32_t i, const kf_twin_classes *c)
{
    const kf_predicate *p = &d->m->predicates.at[i];
    assert(!d->whole->atoms[i]->provider);
    d->fixed_true[i] = d->whole->fixed_true[i];
    d->fixed_false[i] = d->whole->fixed_false[i];
    if (p->hidden) return copy_rows(d, i, c, d->fixed_true[i]);
    if (has_slot(p, c->type)) return copy_rows(d, i, c, d->whole->atoms[i]);
    d->atoms[i] = d->whole->atoms[i];
    return KERF_OK;
}

static kerf_status fill(kf_database *d, const kf_twin_classes *c)
{
    KF_TRY(kf_database_make_lists(d));
    KF_TRY(make_domains(d, c));
    for (uint32_t i = 0; i < d->n_predicates; i++) KF_TRY(make_relation(d, i, c));
    return KERF_OK;
}

kerf_status kf_database_quotient(kf_database **out, kf_database *whole, const kf_twin_classes *c)
{
    assert(!whole->whole && whole->n_functions == 0 && c->type < whole->n_types);
    kf_database *d = kf_mem_calloc(whole->mem, 1, sizeof *d);
    if (!d) return KERF_NO_MEMORY;
    *d = (kf_database){ .mem = whole->mem,
                        .m = whole->m,
                        .w = whole->w,
                        .whole = whole,
                        .open = whole->open,
                        .n_predicates = whole->n_predicates,
                        .n_types = whole->n_types,
                        .n_rules = whole->n_rules,
                        .text_room = whole->text_room };
    kerf_status st = fill(d, c);
    if (st != KERF_OK) {
        kf_database_free(d);
        return st;
    }
    *out = d;
    return KERF_OK;
}

/* ---- Back ---- */

/* Every row that this one stands for, from the column on. */
static kerf_status expand_row(kf_database *whole, uint32_t predicate, const kf_twin_classes *c,
                              uint32_t *row, uint32_t column)
{
    const kf_predicate *p = &whole->m->predicates.at[predicate];
    bool added;
    while (column < p->arity && p->slots[column].type != c->type) column++;
    if (column == p->arity) return kf_relation_insert(whole->atoms[predicate], row, &added);
    uint32_t first = row[column];
    kerf_status st = KERF_OK;
    for (uint32_t id = first; st == KERF_OK && id != KF_NONE; id = c->next[id]) {
        row[column] = id;
        st = expand_row(whole, predicate, c, row, column + 1);
    }
    row[column] = first;
    return st;
}

/* Does the quotient have the atom of the predicate that stands for this one? */
static bool stands(const kf_relation *quotient, const kf_predicate *p, const kf_twin_classes *c,
                   const uint32_t *row)
{
    uint32_t is[KF_MOST_ARITY];
    for (uint32_t i = 0; i < p->arity; i++) {
        is[i] = p->slots[i].type == c->type ? c->first[row[i]] : row[i];
        if (is[i] == KF_NONE) return false;
    }
    return kf_relation_has(quotient, is);
}

/* What the whole database had before, and the quotient has not. */
static void clear_rows(kf_database *whole, const kf_relation *quotient, uint32_t predicate,
                       const kf_twin_classes *c)
{
    const kf_predicate *p = &whole->m->predicates.at[predicate];
    kf_relation *rel = whole->atoms[predicate];
    uint32_t row[KF_MOST_ARITY];
    assert(rel->width == p->arity);
    for (uint32_t i = 0, n = kf_relation_places(rel); i < n; i++) {
        if (kf_relation_is_dead(rel, i)) continue;
        kf_relation_read(rel, i, row);
        if (!stands(quotient, p, c, row)) kf_relation_remove(rel, row);
    }
}

kerf_status kf_database_expand(kf_database *whole, const kf_database *quotient,
                               const kf_twin_classes *c)
{
    uint32_t row[KF_MOST_ARITY];
    assert(quotient->whole == whole);
    for (uint32_t p = 0; p < whole->n_predicates; p++) {
        const kf_relation *rel = quotient->atoms[p];
        if (!whole->m->predicates.at[p].hidden) continue;
        assert(rel->width == whole->m->predicates.at[p].arity);
        clear_rows(whole, rel, p, c);
        for (uint32_t i = 0; i < kf_relation_places(rel); i++) {
            if (kf_relation_is_dead(rel, i)) continue;
            kf_relation_read(rel, i, row);
            KF_TRY(expand_row(whole, p, c, row, 0));
        }
    }
    return KERF_OK;
}

/* database_change.c -- facts and constants that come and go between two questions; see database.h.
 *
 * Relations over evidence borrow its rows. Those of a predicate that changes become the database's
 * own, with indexes that follow every change. */
#include "query/database.h"

#include "base/check.h"

#include <string.h>

kerf_status kf_database_own(kf_database *d, uint32_t predicate)
{
    assert(predicate < d->n_predicates && d->n_functions == 0);
    assert(!d->m->predicates.at[predicate].hidden && !d->m->predicates.at[predicate].number);
    return kf_relation_own(d->atoms[predicate]);
}

kerf_status kf_database_change(kf_database *d, uint32_t predicate, const uint32_t *row, bool value)
{
    kf_relation *rel = d->atoms[predicate];
    bool changed;
    assert(!rel->borrowed && kf_relation_has(rel, row) != value);
    if (value) return kf_relation_insert(rel, row, &changed);
    kf_relation_remove(rel, row);
    return KERF_OK;
}

/* ---- Constants ---- */

/* The place of a constant among those of its type, or where it would be. */
static uint32_t place_of(const kf_domain *dom, uint32_t id)
{
    uint32_t from = 0, to = dom->n;
    while (from < to) {
        uint32_t middle = from + (to - from) / 2;
        if (dom->ids[middle] < id) from = middle + 1;
        else to = middle;
    }
    return from;
}

bool kf_database_has_constant(const kf_database *d, uint32_t type, uint32_t id)
{
    const kf_domain *dom = &d->domains[type];
    uint32_t at = place_of(dom, id);
    return at < dom->n && dom->ids[at] == id;
}

uint32_t kf_database_room(const kf_database *d, uint32_t type)
{
    enum { PART = 8, LEAST = 16 };
    uint32_t n = kf_symbols_count(d->m->types.at[type].constants);
    return n + n / PART + LEAST;
}

static kerf_status widen(kf_database *d, kf_relation *rel, uint32_t predicate, uint32_t type,
                         uint32_t id)
{
    const kf_predicate *p = &d->m->predicates.at[predicate];
    for (uint32_t c = 0; rel && c < p->arity; c++) {
        if (p->slots[c].type != type || id < rel->constants[c]) continue;
        KF_TRY(kf_relation_widen(rel, c, kf_database_room(d, type)));
    }
    return KERF_OK;
}

kerf_status kf_database_add_constant(kf_database *d, uint32_t type, uint32_t id)
{
    kf_domain *dom = &d->domains[type];
    uint32_t at = place_of(dom, id);
    assert(d->n_functions == 0 && (at == dom->n || dom->ids[at] != id));
    KF_TRY(kf_type_values(&d->m->types.at[type], d->m->mem));
    dom->values = d->m->types.at[type].values.at;
    for (uint32_t i = 0; i < d->n_predicates; i++) {
        KF_TRY(widen(d, d->atoms[i], i, type, id));
        KF_TRY(widen(d, d->fixed_true[i], i, type, id));
        KF_TRY(widen(d, d->fixed_false[i], i, type, id));
    }
    if (dom->n == dom->room) {
        uint32_t room = kf_database_room(d, type);
        uint32_t *ids = kf_mem_resize(d->mem, dom->ids, dom->room, room, sizeof *ids);
        if (!ids) return KERF_NO_MEMORY;
        dom->ids = ids;
        dom->room = room;
    }
    memmove(dom->ids + at + 1, dom->ids + at, (dom->n - at) * sizeof *dom->ids);
    dom->ids[at] = id;
    dom->n++;
    if (dom->sizes) dom->all += dom->sizes[id];
    return KERF_OK;
}

void kf_database_remove_constant(kf_database *d, uint32_t type, uint32_t id)
{
    kf_domain *dom = &d->domains[type];
    uint32_t at = place_of(dom, id);
    assert(at < dom->n && dom->ids[at] == id);
    memmove(dom->ids + at, dom->ids + at + 1, (dom->n - at - 1) * sizeof *dom->ids);
    dom->n--;
    if (dom->sizes) dom->all -= dom->sizes[id];
}

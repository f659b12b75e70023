/* database_copy.c -- a database with the same rows and indexes, for a session of its own; see
 * database.h and quotient.h.
 *
 * Constants have the same numbers in both sessions, and facts are in the same order. */
#include "query/quotient.h"

#include "base/check.h"

/* ---- Parts ---- */

static kerf_status copy_relation(kf_database *d, kf_relation **to, const kf_relation *from,
                                 const kf_facts *evidence)
{
    if (!from) return KERF_OK;
    if (from->borrowed) return kf_relation_copy_over(to, d->mem, from, evidence);
    return kf_relation_copy(to, d->mem, from, true);
}

static kerf_status copy_tables(kf_database *d, const kf_database *from)
{
    for (uint32_t i = 0; i < d->n_rules; i++)
        KF_TRY(copy_relation(d, &d->tables[i], from->tables[i], NULL));
    return KERF_OK;
}

static kerf_status copy_domains(kf_database *d, const kf_database *from)
{
    for (uint32_t i = 1; i < d->n_types; i++) {
        const kf_domain *is = &from->domains[i];
        kf_domain *to = &d->domains[i];
        KF_TRY(kf_type_values(&d->m->types.at[i], d->m->mem));
        *to = (kf_domain){ .n = is->n, .room = is->n, .all = is->all };
        to->values = d->m->types.at[i].values.at;
        to->ids = kf_mem_alloc(d->mem, is->n, sizeof *to->ids);
        if (!to->ids) return KERF_NO_MEMORY;
        kf_mem_copy(to->ids, is->ids, is->n * sizeof *to->ids);
    }
    return KERF_OK;
}

static kerf_status make_lists(kf_database *d, const kf_database *from)
{
    KF_TRY(kf_database_make_lists(d));
    kf_mem_copy(d->n_before, from->n_before, d->n_types * sizeof *d->n_before);
    return KERF_OK;
}

static kf_database *blank(kf_mem *mem, const kf_database *from, kf_model *m, kf_evidence *w)
{
    kf_database *d = kf_mem_calloc(mem, 1, sizeof *d);
    assert(from->n_functions == 0 && !from->open);
    assert(m->predicates.n == from->n_predicates && m->types.n == from->n_types);
    if (!d) return NULL;
    *d = (kf_database){ .mem = mem,
                        .m = m,
                        .w = w,
                        .n_predicates = from->n_predicates,
                        .n_types = from->n_types,
                        .n_rules = from->n_rules,
                        .text_room = from->text_room };
    return d;
}

/* ---- All of it ---- */

static kerf_status copy_predicate(kf_database *d, const kf_database *from, uint32_t i)
{
    const kf_facts *yes = kf_evidence_facts(d->w, i, KF_SAID_TRUE);
    const kf_facts *no = kf_evidence_facts(d->w, i, KF_SAID_FALSE);
    KF_TRY(copy_relation(d, &d->atoms[i], from->atoms[i], yes));
    KF_TRY(copy_relation(d, &d->fixed_true[i], from->fixed_true[i], yes));
    return copy_relation(d, &d->fixed_false[i], from->fixed_false[i], no);
}

static kerf_status copy_all(kf_database *d, const kf_database *from)
{
    KF_TRY(make_lists(d, from));
    KF_TRY(copy_domains(d, from));
    for (uint32_t i = 0; i < d->n_predicates; i++) KF_TRY(copy_predicate(d, from, i));
    return copy_tables(d, from);
}

kerf_status kf_database_copy(kf_database **out, kf_mem *mem, const kf_database *from, kf_model *m,
                             kf_evidence *w)
{
    kf_database *d = blank(mem, from, m, w);
    assert(!from->whole);
    if (!d) return KERF_NO_MEMORY;
    kerf_status st = copy_all(d, from);
    if (st != KERF_OK) {
        kf_database_free(d);
        return st;
    }
    *out = d;
    return KERF_OK;
}

/* ---- A quotient ---- */

/* What was lent by the whole database is lent by its copy. */
static kerf_status copy_quotient(kf_database *d, const kf_database *from, const kf_twin_classes *c)
{
    KF_TRY(make_lists(d, from));
    KF_TRY(copy_domains(d, from));
    d->domains[c->type].sizes = c->sizes;
    for (uint32_t i = 0; i < d->n_predicates; i++) {
        d->fixed_true[i] = d->whole->fixed_true[i];
        d->fixed_false[i] = d->whole->fixed_false[i];
        if (from->atoms[i] == from->whole->atoms[i]) d->atoms[i] = d->whole->atoms[i];
        else KF_TRY(copy_relation(d, &d->atoms[i], from->atoms[i], NULL));
    }
    return copy_tables(d, from);
}

kerf_status kf_database_copy_quotient(kf_database **out, const kf_database *from,
                                      kf_database *whole, const kf_twin_classes *c)
{
    kf_database *d = blank(whole->mem, from, whole->m, whole->w);
    assert(from->whole && !whole->whole);
    if (!d) return KERF_NO_MEMORY;
    d->whole = whole;
    kerf_status st = copy_quotient(d, from, c);
    if (st != KERF_OK) {
        kf_database_free(d);
        return st;
    }
    *out = d;
    return KERF_OK;
}

static bool copy_ids(kf_mem *mem, uint32_t **to, const uint32_t *from, uint32_t n)
{
    *to = kf_mem_alloc(mem, n, sizeof **to);
    if (*to) kf_mem_copy(*to, from, n * sizeof **to);
    return *to != NULL;
}

bool kf_twin_classes_copy(kf_twin_classes *to, kf_mem *mem, const kf_twin_classes *from)
{
    uint32_t n = from->n_constants;
    *to = (kf_twin_classes){ .type = from->type, .n_constants = n };
    if (copy_ids(mem, &to->first, from->first, n) && copy_ids(mem, &to->next, from->next, n)
        && copy_ids(mem, &to->sizes, from->sizes, n))
        return true;
    kf_twin_classes_free(to, mem);
    return false;
}

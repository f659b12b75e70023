/* answer_atoms.c -- the atoms of an answer: copied out of the database, sorted, worded, narrowed.
 *
 * Of an answer with many atoms text and order take longer than the copy. Somebody who stops a run
 * gets the best answer at once, and may never look at it: so both are made by the first call that
 * hands it out, and that call can be stopped as well.
 *
 * Invariant: atoms that have text are sorted by it, each of them once; kf_record_check() asserts
 * it. */
#include "report/fill/answer_atoms.h"

#include "query/relation.h"
#include "report/fill/atom_order.h"

#include <assert.h>
#include <string.h>

/* ---- Collecting ----------------------------------------------------------------------------- */

static bool add_atom(kf_mapped *x, const kf_model *m, uint32_t predicate, const uint32_t *row)
{
    kf_answer_atom a = { .predicate = predicate, .ids = x->ids.n };
    uint32_t arity = m->predicates.at[predicate].arity;
    if (!kf_vec_reserve(x->mem, &x->ids, arity)) return false;
    if (arity > 0) memcpy(x->ids.at + x->ids.n, row, arity * sizeof *row);
    x->ids.n += arity;
    return kf_vec_push(x->mem, &x->atoms, a);
}

static bool add_predicate(kf_mapped *x, const kf_database *d, uint32_t predicate)
{
    const kf_relation *atoms = d->atoms[predicate];
    assert(atoms->width == d->m->predicates.at[predicate].arity && !atoms->borrowed);
    uint32_t row[KF_MOST_ARITY] = { 0 }, n = atoms->width > 0 ? atoms->n : atoms->alive;
    if (!kf_vec_reserve(x->mem, &x->atoms, atoms->alive)
        || !kf_vec_reserve(x->mem, &x->ids, (size_t)atoms->alive * atoms->width))
        return false;
    for (uint32_t i = 0; i < n; i++) {
        if (atoms->dead && atoms->dead[i]) continue;
        for (uint32_t c = 0; c < atoms->width; c++) row[c] = atoms->columns[c][i];
        if (!add_atom(x, d->m, predicate, row)) return false;
    }
    return true;
}

kerf_status kf_mapped_collect(kf_mapped *x, const kf_database *d)
{
    assert(!x->answered && x->atoms.n == 0 && x->ids.n == 0 && x->text.n == 0);
    for (uint32_t p = 0; p < d->n_predicates; p++)
        if (d->m->predicates.at[p].hidden && !add_predicate(x, d, p)) return KERF_NO_MEMORY;
    return KERF_OK;
}

bool kf_mapped_is_assignment(const kf_mapped *x, const kf_database *d)
{
    uint64_t alive = 0;
    for (uint32_t p = 0; p < d->n_predicates; p++)
        if (d->m->predicates.at[p].hidden) alive += d->atoms[p]->alive;
    for (size_t i = 0; i < x->atoms.n; i++) {
        const kf_answer_atom *a = &x->atoms.at[i];
        if (!kf_relation_has(d->atoms[a->predicate], x->ids.at + a->ids)) return false;
    }
    return alive == x->atoms.n;
}

/* ---- Text and order -------------------------------------------------------------------------- */

enum { STEPS_PER_TEXT = 16 };

/* Gives atoms their text, which is kept in a text. */
static kerf_status word_atoms(const kf_model *m, const uint32_t *ids, kf_text *text,
                              kf_atom_records r, kf_stop *stop)
{
    kf_patience patience = kf_patience_of(stop);
    kf_text_clear(text);
    for (size_t i = 0; i < r.n; i++) {
        const kf_answer_atom *a = kf_atom_record(r, i);
        if (!kf_patience_spend(&patience, STEPS_PER_TEXT)) return KERF_INTERRUPTED;
        kf_print_fact(text, m, a->predicate, ids + a->ids);
        kf_text_addc(text, '\0');
    }
    if (text->failed) return KERF_NO_MEMORY;
    const char *at = text->at; /* it stays there from now on */
    for (size_t i = 0; i < r.n; i++, at += strlen(at) + 1) kf_atom_record(r, i)->text = at;
    assert(r.n == 0 || at == text->at + text->n); /* one text per atom */
    return KERF_OK;
}

static kf_atom_records records_of(const kf_mapped *x)
{
    return (kf_atom_records){ x->atoms.at, x->atoms.n, sizeof *x->atoms.at };
}

static kf_atom_records chances_of(const kf_chanced *x)
{
    return (kf_atom_records){ x->atoms.at, x->atoms.n, sizeof *x->atoms.at };
}

kerf_status kf_mapped_order(kf_mapped *x, const kf_model *m, kf_stop *stop)
{
    kf_patience patience = kf_patience_of(stop);
    if (x->ordered) return KERF_OK;
    KF_TRY(kf_atoms_sort(x->mem, m, x->ids.at, records_of(x), &patience));
    x->ordered = true;
    return KERF_OK;
}

kerf_status kf_mapped_word(kf_mapped *x, const kf_model *m, kf_stop *stop)
{
    if (x->worded) return KERF_OK;
    KF_TRY(kf_mapped_order(x, m, stop));
    KF_TRY(word_atoms(m, x->ids.at, &x->text, records_of(x), stop));
    x->worded = true;
    return KERF_OK;
}

kerf_status kf_chanced_order(kf_chanced *x, const kf_model *m, kf_stop *stop)
{
    kf_patience patience = kf_patience_of(stop);
    if (x->ordered) return KERF_OK;
    KF_TRY(kf_atoms_sort(x->mem, m, x->ids.at, chances_of(x), &patience));
    x->ordered = true;
    return KERF_OK;
}

kerf_status kf_chanced_word(kf_chanced *x, const kf_model *m, kf_stop *stop)
{
    if (x->worded) return KERF_OK;
    KF_TRY(kf_chanced_order(x, m, stop));
    KF_TRY(word_atoms(m, x->ids.at, &x->text, chances_of(x), stop));
    x->worded = true;
    return KERF_OK;
}

/* ---- What was asked for --------------------------------------------------------------------- */

void kf_mapped_narrow(kf_mapped *x, const kf_asked *asked)
{
    size_t n = 0;
    for (size_t i = 0; i < x->atoms.n; i++) {
        kf_answer_atom a = x->atoms.at[i];
        if (kf_asked_has(asked, a.predicate, x->ids.at + a.ids)) x->atoms.at[n++] = a;
    }
    x->atoms.n = n;
}

/* Atoms that no formula names are counted by predicate, where these are asked for as a whole; of
 * others those that are asked for have a name. */
void kf_chanced_narrow(kf_chanced *x, const kf_asked *asked)
{
    size_t n = 0, n_free = 0;
    for (size_t i = 0; i < x->atoms.n; i++) {
        kf_told_chance a = x->atoms.at[i];
        if (kf_asked_has(asked, a.atom.predicate, x->ids.at + a.atom.ids)) x->atoms.at[n++] = a;
    }
    for (size_t i = 0; i < x->free.n; i++)
        if (kf_asked_has_all(asked, x->free.at[i].predicate)) x->free.at[n_free++] = x->free.at[i];
    x->atoms.n = n;
    x->free.n = n_free;
}

/* ---- Arguments ------------------------------------------------------------------------------ */

kerf_status kf_answer_atom_lend(kf_answer_atom *a, const kf_model *m, const uint32_t *ids,
                                kf_arena *arena)
{
    const kf_predicate *p = &m->predicates.at[a->predicate];
    if (a->arguments) return KERF_OK;
    const char **list = kf_arena_alloc(arena, p->arity + 1, sizeof *list);
    if (!list) return KERF_NO_MEMORY;
    for (uint32_t i = 0; i < p->arity; i++) {
        kf_str text = kf_constant_text(m, p->slots[i].type, ids[a->ids + i]);
        list[i] = kf_arena_string(arena, text);
        if (!list[i]) return KERF_NO_MEMORY;
    }
    a->arguments = list;
    return KERF_OK;
}

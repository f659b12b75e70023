/* change_quotient.c -- a quotient by twins after facts have changed; see change.h.
 *
 * Constants that changed facts name leave their classes. The classes that lose a member leave the
 * quotient, and come back with one constant fewer, as do those that get one: a class of another
 * size is another constant. Meanwhile everything else changes, and twins are looked for among the
 * facts as they are now. A changed constant joins a class of the quotient that it is a twin of, and
 * where there is none it is a class by itself.
 *
 * Queries over the quotient count rows of the whole database (query/plan.c). So the facts of
 * classes that are not in the quotient are not in the whole database either, but for the time in
 * which twins are looked for.
 *
 * Exact, since every class is then within one of twins that are better together, and such a part of
 * a class may be merged like all of it (twins.h). Where that does not hold, the quotient is of no
 * more use. */
#include "ground/change/change.h"

#include "base/check.h"
#include "base/sort.h"
#include "ground/grounding.h"
#include "ground/score/recount.h"
#include "ground/twins/twins.h"

typedef KF_VEC(kf_changed_atom) facts;

typedef struct changing {
    kf_grounder *g, *whole;
    kf_twin_classes *c;
    kf_mem *mem;
    const kf_changed_atom *atoms;
    size_t n;
    KF_VEC(uint32_t) named; /* constants of the type in these atoms */
    KF_VEC(uint32_t) out;   /* those that stand for a class which is not in the quotient now */
    facts gone;             /* of these classes, as they were; by what stood for them */
    facts coming;           /* of those that come, likewise */
    bool anew;
} changing;

/* ---- Constants that changed facts name ---- */

static kerf_status list_named(changing *x)
{
    for (size_t i = 0; i < x->n; i++) {
        const kf_predicate *p = &x->g->d->m->predicates.at[x->atoms[i].predicate];
        for (uint32_t k = 0; k < p->arity; k++)
            if (p->slots[k].type == x->c->type
                && !kf_vec_push(x->mem, &x->named, x->atoms[i].row[k]))
                return KERF_NO_MEMORY;
    }
    return kf_numbers_sort_unique(x->mem, x->named.at, &x->named.n);
}

static bool is_named(const changing *x, uint32_t id)
{
    for (size_t i = 0; i < x->named.n; i++)
        if (x->named.at[i] == id) return true;
    return false;
}

static bool has(uint32_t *const *columns, uint32_t n_rows, uint32_t width, uint32_t id)
{
    for (uint32_t c = 0; c < width; c++)
        for (uint32_t i = 0; i < n_rows; i++)
            if (columns[c][i] == id) return true;
    return false;
}

/* Does evidence say something of hidden atoms with the constant? Then it stays where it is. */
static bool is_fixed(const changing *x, uint32_t id)
{
    const kf_database *d = x->g->d;
    for (uint32_t p = 0; p < d->n_predicates; p++) {
        const kf_predicate *is = &d->m->predicates.at[p];
        if (!is->hidden || is->arity != 2 || is->slots[0].type != x->c->type) continue;
        const kf_relation *yes = d->fixed_true[p], *no = d->fixed_false[p];
        const kf_facts *soft = kf_evidence_facts(d->w, p, KF_SAID_SOFT);
        if (has(yes->columns, yes->n, 2, id) || has(no->columns, no->n, 2, id)
            || has(soft->columns, soft->n, 2, id))
            return true;
    }
    return false;
}

/* ---- Facts about constants of the type ---- */

/* The place of the constant in facts of this predicate; KF_NONE: it has none, or several, and then
 * formulas do not name the predicate (twins.c). */
static uint32_t column_of(const kf_model *m, uint32_t predicate, uint32_t type)
{
    const kf_predicate *p = &m->predicates.at[predicate];
    uint32_t column = KF_NONE, n = 0;
    for (uint32_t i = 0; i < p->arity; i++) {
        if (p->slots[i].type != type) continue;
        column = i;
        n++;
    }
    return p->hidden || p->number || n != 1 ? KF_NONE : column;
}

kerf_status kf_class_say(kf_database *d, const kf_twin_classes *c, uint32_t predicate,
                         const uint32_t *row, bool value)
{
    uint32_t column = column_of(d->m, predicate, c->type), member[KF_MOST_ARITY];
    assert(column != KF_NONE);
    for (uint32_t i = 0; i < d->m->predicates.at[predicate].arity; i++) member[i] = row[i];
    for (uint32_t id = row[column]; id != KF_NONE; id = c->next[id]) {
        member[column] = id;
        KF_TRY(kf_database_change(d, predicate, member, value));
    }
    return KERF_OK;
}

static kerf_status list_rows(const changing *x, const kf_relation *rel, uint32_t predicate,
                             uint32_t column, uint32_t id, facts *to)
{
    for (uint32_t i = 0; i < rel->n; i++) {
        kf_changed_atom a = { .predicate = predicate };
        if (rel->columns[column][i] != id || (rel->dead && rel->dead[i])) continue;
        for (uint32_t k = 0; k < rel->width; k++) a.row[k] = rel->columns[k][i];
        if (!kf_vec_push(x->mem, to, a)) return KERF_NO_MEMORY;
    }
    return KERF_OK;
}

static kerf_status list_facts(const changing *x, const kf_database *d, uint32_t id, facts *to)
{
    for (uint32_t p = 0; p < d->n_predicates; p++) {
        uint32_t column = column_of(d->m, p, x->c->type);
        if (column != KF_NONE && kf_twins_look_at(x->g, p))
            KF_TRY(list_rows(x, d->atoms[p], p, column, id, to));
    }
    return KERF_OK;
}

/* Facts of classes leave the whole database for a while, whatever changes: its relations must not
 * be the evidence itself. */
static kerf_status own_facts(changing *x)
{
    kf_database *d = x->whole->d;
    for (uint32_t p = 0; p < d->n_predicates; p++)
        if (column_of(d->m, p, x->c->type) != KF_NONE) KF_TRY(kf_database_own(d, p));
    return KERF_OK;
}

/* Of these facts, listed constant by constant, those about this one. */
static kf_changed_atom *facts_of(const changing *x, const facts *list, uint32_t id, size_t *n)
{
    size_t from = 0;
    *n = 0;
    for (size_t i = 0; i < list->n; i++) {
        uint32_t column = column_of(x->g->d->m, list->at[i].predicate, x->c->type);
        if (list->at[i].row[column] == id && ++*n == 1) from = i;
    }
    return list->at + from;
}

/* In the whole database all members of the classes have these facts, or not. */
static kerf_status say_all(changing *x, const facts *list, bool value)
{
    for (size_t i = 0; i < list->n; i++)
        KF_TRY(kf_class_say(x->whole->d, x->c, list->at[i].predicate, list->at[i].row, value));
    return KERF_OK;
}

/* ---- Classes leave and come ---- */

static bool is_out(const changing *x, uint32_t id)
{
    for (size_t i = 0; i < x->out.n; i++)
        if (x->out.at[i] == id) return true;
    return false;
}

/* What stands for a class leaves, once; the class stays as it is. */
static kerf_status take_out(changing *x, uint32_t first, facts *list)
{
    size_t from = list->n;
    if (is_out(x, first)) return KERF_OK;
    if (!kf_vec_push(x->mem, &x->out, first)) return KERF_NO_MEMORY;
    KF_TRY(list_facts(x, x->g->d, first, list));
    return kf_grounder_move_class(x->g, x->whole->d, x->c, first, false, list->at + from,
                                  list->n - from, &x->anew);
}

/* The class has lost or got members: it is listed anew from this one on. */
static void name_class(kf_twin_classes *c, uint32_t first)
{
    uint32_t n = 0;
    for (uint32_t id = first; id != KF_NONE; id = c->next[id], n++) {
        c->first[id] = first;
        c->sizes[id] = 0;
    }
    if (first != KF_NONE) c->sizes[first] = n;
}

/* A class that is not in the quotient loses its named members; *first: what stands for the rest. */
static void thin_class(changing *x, uint32_t *first)
{
    kf_twin_classes *c = x->c;
    uint32_t *link = first;
    while (*link != KF_NONE) {
        uint32_t id = *link;
        if (is_named(x, id)) {
            *link = c->next[id];
            c->first[id] = c->next[id] = KF_NONE;
            c->sizes[id] = 0;
        } else {
            link = &c->next[id];
        }
    }
    name_class(c, *first);
}

static kerf_status take_named_out(changing *x)
{
    for (size_t i = 0; i < x->named.n && !x->anew; i++) {
        uint32_t id = x->named.at[i];
        uint32_t first = id < x->c->n_constants ? x->c->first[id] : KF_NONE;
        x->anew = is_fixed(x, id);
        if (!x->anew && first != KF_NONE) KF_TRY(take_out(x, first, &x->gone));
    }
    return KERF_OK;
}

static void thin_classes(changing *x)
{
    size_t n = 0;
    for (size_t i = 0; i < x->out.n; i++) {
        thin_class(x, &x->out.at[i]);
        if (x->out.at[i] != KF_NONE) x->out.at[n++] = x->out.at[i];
    }
    x->out.n = n;
}

/* The facts of classes that are to come leave the whole database until they do. */
static kerf_status hide_facts(changing *x)
{
    kf_database *d = x->whole->d;
    for (size_t i = 0; i < x->out.n; i++) KF_TRY(list_facts(x, d, x->out.at[i], &x->coming));
    for (size_t i = 0; i < x->named.n; i++)
        if (kf_database_has_constant(d, x->c->type, x->named.at[i]))
            KF_TRY(list_facts(x, d, x->named.at[i], &x->coming));
    return say_all(x, &x->coming, false);
}

static kerf_status bring_all_in(changing *x)
{
    for (size_t i = 0; i < x->out.n && !x->anew; i++) {
        size_t n;
        const kf_changed_atom *list = facts_of(x, &x->coming, x->out.at[i], &n);
        KF_TRY(
            kf_grounder_move_class(x->g, x->whole->d, x->c, x->out.at[i], true, list, n, &x->anew));
    }
    return KERF_OK;
}

/* ---- Where constants belong now ---- */

/* Is every class within one of these? */
static bool are_twins(const changing *x, const kf_twin_classes *now)
{
    const kf_twin_classes *c = x->c;
    for (uint32_t id = 0; id < c->n_constants; id++) {
        uint32_t first = c->first[id];
        if (first != KF_NONE && first != id && now->first[first] != now->first[id]) return false;
    }
    return true;
}

/* The class that a constant joins: one with a twin of it. KF_NONE: there is none. */
static uint32_t twin_class(const changing *x, const kf_twin_classes *now, uint32_t id)
{
    uint32_t at = now->first[id];
    while (at != KF_NONE && x->c->first[at] == KF_NONE) at = now->next[at];
    return at == KF_NONE ? KF_NONE : x->c->first[at];
}

static kerf_status place(changing *x, const kf_twin_classes *now, uint32_t id)
{
    kf_twin_classes *c = x->c;
    uint32_t first = twin_class(x, now, id);
    assert(c->first[id] == KF_NONE);
    if (first != KF_NONE) {
        KF_TRY(take_out(x, first, &x->coming));
        c->next[id] = c->next[first];
        c->next[first] = id;
        name_class(c, first);
        return KERF_OK;
    }
    name_class(c, id);
    return kf_vec_push(x->mem, &x->out, id) ? KERF_OK : KERF_NO_MEMORY;
}

static kerf_status place_all(changing *x, const kf_twin_classes *now)
{
    kf_database *d = x->g->d;
    x->anew = !are_twins(x, now);
    if (x->anew) return KERF_OK;
    KF_TRY(kf_twin_classes_widen(x->c, x->mem, now->n_constants));
    d->domains[x->c->type].sizes = x->c->sizes;
    KF_TRY(hide_facts(x));
    for (size_t i = 0; i < x->named.n && !x->anew; i++)
        if (kf_database_has_constant(x->whole->d, x->c->type, x->named.at[i]))
            KF_TRY(place(x, now, x->named.at[i]));
    return KERF_OK;
}

/* ---- All of it ---- */

static kerf_status find_places(changing *x)
{
    kf_twin_classes now;
    bool found;
    kf_grounder_drop_totals(x->whole);
    KF_TRY(kf_twins_find_again(x->whole, x->c->type, &now, &found));
    x->anew = !found;
    if (!found) return KERF_OK;
    assert(now.type == x->c->type && now.n_constants >= x->c->n_constants);
    kerf_status st = place_all(x, &now);
    kf_twin_classes_free(&now, x->mem);
    return st;
}

/* The whole database as evidence has it now; so far it lacks classes that are not in the
 * quotient. */
static kerf_status catch_up(changing *x)
{
    KF_TRY(say_all(x, &x->gone, true));
    thin_classes(x);
    return kf_grounder_catch_up(x->whole, x->atoms, x->n);
}

static kerf_status change(changing *x)
{
    uint32_t type = x->c->type;
    KF_TRY(own_facts(x));
    KF_TRY(kf_recount_begin(x->whole));
    KF_TRY(kf_grounder_change_others(x->g, x->whole, type, x->atoms, x->n, &x->anew));
    if (!x->anew) KF_TRY(list_named(x));
    if (!x->anew) KF_TRY(take_named_out(x));
    if (!x->anew) KF_TRY(catch_up(x));
    if (!x->anew) KF_TRY(find_places(x));
    if (!x->anew) KF_TRY(bring_all_in(x));
    return x->anew ? KERF_OK : kf_grounder_drop_others(x->g, type, x->atoms, x->n, &x->anew);
}

kerf_status kf_quotient_change(kf_grounder *g, kf_grounder *whole, kf_twin_classes *c,
                               const kf_changed_atom *atoms, size_t n, bool *anew)
{
    changing x = { .g = g, .whole = whole, .c = c, .mem = g->mem, .atoms = atoms, .n = n };
    assert(g->d->whole == whole->d && !whole->separated);
    assert(g->d->domains[c->type].sizes == c->sizes);
    kerf_status st = change(&x);
    kf_vec_free(x.mem, &x.named);
    kf_vec_free(x.mem, &x.out);
    kf_vec_free(x.mem, &x.gone);
    kf_vec_free(x.mem, &x.coming);
    *anew = x.anew;
    return st;
}

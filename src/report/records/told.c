/* told.c -- what a report tells of an answer; see told.h. */
#include "report/records/told.h"

#include "base/check.h"
#include "query/database.h"
#include "report/conflict/explain.h"
#include "report/records/record.h"
#include "report/records/told_clusters.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct telling {
    kf_told_answer *out;
    kf_arena *to;
    const kf_grounder *g;
    const kf_database *d;
    const kf_model *m;
    const kf_mapped *from;
    uint32_t *place; /* by predicate: in `out`; KF_NONE: observed */
    uint32_t *room;
} telling;

#ifndef NDEBUG
void kf_told_check(const kf_told_answer *a)
{
    for (uint32_t i = 0; i < a->n_predicates; i++) {
        const kf_told_predicate *p = &a->predicates[i];
        assert(p->n_given <= p->n_true && p->n_atoms <= p->n_true - p->n_given);
        assert(p->n_gifts <= p->n_given);
        assert(!p->is_clustering || p->n_atoms + p->n_gifts == 0);
        assert(p->n_clusters <= p->all_clusters && p->n_clusters <= KF_TOLD_CLUSTERS);
    }
    assert(a->n_changes <= a->all_changes && a->all_changes <= a->soft);
}
#endif

bool kf_told_has_room(const kf_told_answer *a)
{
    uint64_t open = 0;
    for (uint32_t i = 0; i < a->n_predicates; i++) {
        const kf_told_predicate *p = &a->predicates[i];
        if (p->n_atoms > 0 || p->n_clusters > 0) return true;
        open += p->n_true - p->n_given;
    }
    return open == 0;
}

/* At the beginning of a letter. */
const char *kf_told_text(kf_arena *to, kf_str text)
{
    size_t n = text.n;
    if (n <= KF_TOLD_LETTERS) return kf_arena_string(to, text);
    for (n = KF_TOLD_LETTERS; n > 0 && ((unsigned char)text.at[n] & 0xc0) == 0x80;) n--;
    char *copy = kf_arena_alloc(to, n + sizeof "\u2026", 1);
    if (!copy) return NULL;
    memcpy(copy, text.at, n);
    memcpy(copy + n, "\u2026", sizeof "\u2026");
    return copy;
}

/* ---- Predicates ----------------------------------------------------------------------------- */

static kerf_status open_predicates(telling *t)
{
    size_t n = t->m->predicates.n;
    t->place = kf_arena_alloc(t->to, n + 1, sizeof *t->place);
    t->out->predicates = kf_arena_alloc(t->to, n + 1, sizeof *t->out->predicates);
    if (!t->place || !t->out->predicates) return KERF_NO_MEMORY;
    for (size_t i = 0; i < n; i++) {
        t->place[i] = KF_NONE;
        if (!t->m->predicates.at[i].hidden) continue;
        t->place[i] = t->out->n_predicates++;
        t->out->predicates[t->place[i]].predicate = (uint32_t)i;
    }
    return KERF_OK;
}

static bool is_given(const telling *t, const kf_answer_atom *a)
{
    return kf_database_fixed(t->d, a->predicate, t->from->ids.at + a->ids) == KF_TRUE;
}

static void count_atoms(const telling *t)
{
    for (size_t i = 0; i < t->from->atoms.n; i++) {
        const kf_answer_atom *a = &t->from->atoms.at[i];
        kf_told_predicate *p = &t->out->predicates[t->place[a->predicate]];
        p->n_true++;
        p->n_given += is_given(t, a);
    }
}

/* room: texts that there may be, then those that there will be. */
static kerf_status open_lists(kf_told_predicate *p, kf_arena *to, uint32_t *room)
{
    uint64_t open = p->n_true - p->n_given;
    p->n_atoms = open < *room ? (uint32_t)open : *room;
    uint32_t left = *room - p->n_atoms, most = left < KF_TOLD_GIVEN ? left : KF_TOLD_GIVEN;
    p->n_gifts = p->n_given < most ? (uint32_t)p->n_given : most;
    *room = p->n_atoms + p->n_gifts;
    p->atoms = kf_arena_alloc(to, (size_t)p->n_atoms + 1, sizeof *p->atoms);
    p->given = kf_arena_alloc(to, (size_t)p->n_gifts + 1, sizeof *p->given);
    return p->atoms && p->given ? KERF_OK : KERF_NO_MEMORY;
}

/* Each predicate gets its share of the room; what one does not need is the next one's. */
static kerf_status share_room(const telling *t)
{
    kf_told_answer *out = t->out;
    for (uint32_t i = 0; i < out->n_predicates; i++) {
        kf_told_predicate *p = &out->predicates[i];
        uint32_t share = *t->room / (out->n_predicates - i);
        KF_TRY(kf_told_clusters(p, t->to, t->g, t->from, &share));
        if (!p->is_clustering) KF_TRY(open_lists(p, t->to, &share));
        assert(share <= *t->room);
        *t->room -= share;
    }
    return KERF_OK;
}

typedef struct told {
    uint32_t atoms, given;
} told;

static int as_people_sort(const void *a, const void *b)
{
    return kf_str_order(kf_str_of(*(const char *const *)a), kf_str_of(*(const char *const *)b));
}

/* P2 before P10: an answer is sorted by text, for programs. */
static void sort_lists(const telling *t)
{
    for (uint32_t i = 0; i < t->out->n_predicates; i++) {
        const kf_told_predicate *p = &t->out->predicates[i];
        if (p->n_atoms > 1) qsort((void *)p->atoms, p->n_atoms, sizeof *p->atoms, as_people_sort);
        if (p->n_gifts > 1) qsort((void *)p->given, p->n_gifts, sizeof *p->given, as_people_sort);
    }
}

static kerf_status tell_atoms(const telling *t)
{
    told *n = kf_arena_alloc(t->to, (size_t)t->out->n_predicates + 1, sizeof *n);
    if (!n) return KERF_NO_MEMORY;
    for (size_t i = 0; i < t->from->atoms.n; i++) {
        const kf_answer_atom *a = &t->from->atoms.at[i];
        told *x = &n[t->place[a->predicate]];
        kf_told_predicate *p = &t->out->predicates[t->place[a->predicate]];
        bool given = is_given(t, a);
        if (given ? x->given == p->n_gifts : x->atoms == p->n_atoms) continue;
        const char *text = kf_told_text(t->to, kf_str_of(a->text));
        if (!text) return KERF_NO_MEMORY;
        if (given) ((const char **)p->given)[x->given++] = text;
        else ((const char **)p->atoms)[x->atoms++] = text;
    }
    sort_lists(t);
    return KERF_OK;
}

/* ---- Soft evidence -------------------------------------------------------------------------- */

typedef struct change {
    uint32_t predicate, row;
    double p;
} change;

static bool is_stronger(const change *a, const change *b)
{
    double x = fabs(a->p - 0.5), y = fabs(b->p - 0.5);
    return x > y; /* of equals the first */
}

static void keep_change(change *list, uint32_t *n, change c)
{
    uint32_t at = *n;
    while (at > 0 && is_stronger(&c, &list[at - 1])) at--;
    if (at == KF_TOLD_CHANGES) return;
    if (*n < KF_TOLD_CHANGES) ++*n;
    for (uint32_t i = *n - 1; i > at; i--) list[i] = list[i - 1];
    list[at] = c;
}

static void read_row(const kf_facts *rows, uint32_t at, uint32_t *row)
{
    for (uint32_t i = 0; i < rows->width; i++) row[i] = rows->columns[i][at];
}

static void find_changes(const telling *t, uint32_t predicate, change *list, uint32_t *n)
{
    const kf_facts *rows = kf_evidence_facts(t->d->w, predicate, KF_SAID_SOFT);
    uint32_t row[KF_MOST_ARITY + 1] = { 0 };
    t->out->soft += rows->n;
    for (uint32_t i = 0; i < rows->n; i++) {
        change c = { predicate, i, kf_evidence_probability(t->d->w, predicate, i) };
        read_row(rows, i, row);
        bool value = kf_database_holds(t->d, predicate, row);
        if (value ? c.p >= 0.5 : c.p <= 0.5) continue;
        t->out->all_changes++;
        keep_change(list, n, c);
    }
}

static kerf_status tell_changes(const telling *t)
{
    kf_told_answer *out = t->out;
    change list[KF_TOLD_CHANGES];
    uint32_t n = 0, row[KF_MOST_ARITY + 1] = { 0 };
    for (uint32_t i = 0; i < out->n_predicates; i++)
        find_changes(t, out->predicates[i].predicate, list, &n);
    kf_told_change *changes = kf_arena_alloc(t->to, (size_t)n + 1, sizeof *changes);
    if (!changes) return KERF_NO_MEMORY;
    kf_text text;
    kf_text_init(&text, kf_grounder_mem(t->g));
    bool failed = false;
    for (uint32_t i = 0; i < n; i++) {
        read_row(kf_evidence_facts(t->d->w, list[i].predicate, KF_SAID_SOFT), list[i].row, row);
        kf_text_clear(&text);
        kf_explain_atom(&text, t->m, list[i].predicate, row, 0);
        changes[i] = (kf_told_change){ .text = kf_told_text(t->to, kf_text_get(&text)),
                                       .p = list[i].p,
                                       .value = list[i].p < 0.5 };
        failed = failed || text.failed || !changes[i].text;
    }
    kf_text_free(&text);
    out->changes = changes;
    out->n_changes = n;
    return failed ? KERF_NO_MEMORY : KERF_OK;
}

kerf_status kf_told_make(kf_told_answer *out, kf_arena *to, const kf_grounder *g,
                         const kf_mapped *from, uint32_t *room)
{
    telling t = { .out = out,
                  .to = to,
                  .g = g,
                  .d = kf_grounder_database(g),
                  .m = kf_grounder_model(g),
                  .from = from,
                  .room = room };
    *out = (kf_told_answer){ .there = true };
    KF_TRY(open_predicates(&t));
    count_atoms(&t);
    KF_TRY(share_room(&t));
    KF_TRY(tell_atoms(&t));
    KF_TRY(tell_changes(&t));
    KF_CHECK(kf_told_check(out));
    return KERF_OK;
}

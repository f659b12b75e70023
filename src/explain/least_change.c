/* least_change.c -- a least change of evidence that flips an atom of the answer.
 *
 * First some change is looked for where the explanation points: facts in the groundings that stand
 * against the other value are changed all at once. If that is not enough, the changed world is
 * explained in turn, and so on; then facts that are not needed go, one by one. It says how large a
 * least change can be. Then all smaller ones are tried, the smallest first, as long as tries are
 * left: only so is it proven to be a least one. Where they are too many, those of facts that
 * explanations have named are tried. Whatever is said was found by solving the changed world
 * (change_trial.h). */
#include "explain/change_trial.h"

#include "base/check.h"
#include "report/conflict/explain.h"

#include <math.h>
#include <string.h>

enum { MOST_NEAR = 256, MOST_ROUNDS = 32 };

typedef struct search {
    kf_change_trial *t;
    const bool *allowed;    /* by predicate */
    size_t n_near;          /* facts that explanations have named: the first ones of the trial */
    KF_VEC(kf_change) set;  /* that is tried */
    KF_VEC(kf_change) best; /* that flips the atom; empty: none is known */
    double difference;      /* after it */
    size_t n_facts;
    size_t complete; /* all changes of so many facts or fewer were tried */
} search;

/* ---- Facts ---------------------------------------------------------------------------------- */

static const kf_said parts[] = { KF_SAID_TRUE, KF_SAID_FALSE, KF_SAID_SOFT };

typedef kerf_status fact_fn(search *, uint32_t predicate, kf_said, uint32_t at, void *context);

static kerf_status each_fact(search *s, fact_fn *f, void *context)
{
    for (uint32_t p = 0; p < s->t->model->predicates.n; p++) {
        for (size_t i = 0; s->allowed[p] && i < KF_LENGTH(parts); i++) {
            uint32_t n = kf_evidence_facts(s->t->evidence, p, parts[i])->n;
            for (uint32_t at = 0; at < n; at++) KF_TRY(f(s, p, parts[i], at, context));
        }
    }
    return KERF_OK;
}

static kerf_status count_fact(search *s, uint32_t p, kf_said said, uint32_t at, void *context)
{
    (void)p;
    (void)said;
    (void)at;
    (void)context;
    s->n_facts++;
    return KERF_OK;
}

static kerf_status add_fact(search *s, uint32_t p, kf_said said, uint32_t at, void *context)
{
    uint32_t index;
    (void)context;
    return kf_change_trial_fact(s->t, p, said, at, &index);
}

/* An explanation has named it, and `change`: it speaks against the other value. */
static kerf_status note_fact(search *s, uint32_t p, kf_said said, uint32_t at, bool change)
{
    uint32_t index;
    if (s->t->facts.n >= MOST_NEAR) return KERF_OK;
    KF_TRY(kf_change_trial_fact(s->t, p, said, at, &index));
    s->n_near = s->t->facts.n;
    for (size_t i = 0; i < s->set.n; i++)
        if (s->set.at[i].fact == index) return KERF_OK;
    kf_change x = { index, s->t->facts.at[index].n_ways };
    return !change || kf_vec_push(s->t->mem, &s->set, x) ? KERF_OK : KERF_NO_MEMORY;
}

static kerf_status note_atom(search *s, const kerf_explained_atom *a, bool change)
{
    const kf_model *m = s->t->model;
    uint32_t predicate = kf_model_find_predicate(m, kf_str_of(a->predicate)), at;
    uint32_t row[KF_MOST_ARITY];
    double number = 0;
    if (predicate == KF_NONE || !s->allowed[predicate]) return KERF_OK;
    const kf_predicate *p = &m->predicates.at[predicate];
    for (uint32_t i = 0; i < p->arity; i++) {
        row[i] =
            kf_symbols_find(m->types.at[p->slots[i].type].constants, kf_str_of(a->arguments[i]));
        if (row[i] == KF_NO_SYMBOL) return KERF_OK;
    }
    if (p->number) kf_number_read(kf_str_of(a->arguments[p->arity]), &number);
    for (size_t i = 0; i < KF_LENGTH(parts); i++) {
        const kf_facts *rows = kf_evidence_facts(s->t->evidence, predicate, parts[i]);
        if (kf_facts_find(rows, row, number, &at))
            return note_fact(s, predicate, parts[i], at, change);
    }
    return KERF_OK;
}

static kerf_status note_paid(search *s, const kf_explanation *e, int which, bool change)
{
    size_t n = which ? e->is.other_pays : e->is.answer_pays;
    for (size_t i = 0; i < n; i++) {
        const kf_explained_grounding *g = &e->paid[which][i];
        for (uint32_t j = 0; j < g->n_atoms; j++) KF_TRY(note_atom(s, &g->atoms[j], change));
    }
    return KERF_OK;
}

/* Evidence behind hard formulas is known by its file and line. */
static kerf_status note_cited(search *s, uint32_t p, kf_said said, uint32_t at, void *context)
{
    const kf_explanation *e = context;
    const kf_facts *rows = kf_evidence_facts(s->t->evidence, p, said);
    for (size_t i = 0; i < e->is.conflict; i++) {
        const kerf_explained_note *n = &e->conflict[i];
        if (!n->file || n->line != rows->lines[at]) continue;
        const char *file = kf_evidence_file_name(s->t->evidence, kf_facts_file(rows, at));
        if (strcmp(n->file, file) == 0) return note_fact(s, p, said, at, true);
    }
    return KERF_OK;
}

/* side: of the world in which the atom has flipped. */
static kerf_status note_explanation(search *s, const kf_explanation *e, int side)
{
    KF_TRY(note_paid(s, e, side, true));
    KF_TRY(note_paid(s, e, !side, false));
    return e->is.conflict > 0 ? each_fact(s, note_cited, (void *)e) : KERF_OK;
}

/* ---- Some change ---------------------------------------------------------------------------- */

static kerf_status keep_best(search *s, const kf_change *set, size_t n)
{
    assert(s->best.n == 0 || n <= s->best.n); /* changes are tried that are no larger */
    s->best.n = 0;
    if (!kf_vec_reserve(s->t->mem, &s->best, n)) return KERF_NO_MEMORY;
    memcpy(s->best.at, set, n * sizeof *set);
    s->best.n = n;
    s->difference = s->t->difference;
    return KERF_OK;
}

/* Does it flip the atom? Then it is the best so far. */
static kerf_status try(search *s, const kf_change *set, size_t n, kf_flips *flips)
{
    KF_TRY(kf_change_trial_ask(s->t, set, n, flips));
    return *flips == KF_FLIPS ? keep_best(s, set, n) : KERF_OK;
}

/* All of the facts in the set in the same manner: the contrary is said, or nothing. */
static kerf_status try_alike(search *s, bool contrary, kf_flips *flips)
{
    bool differs = false;
    for (size_t i = 0; i < s->set.n; i++) {
        uint32_t n = s->t->facts.at[s->set.at[i].fact].n_ways;
        differs |= n > 1;
        s->set.at[i].way = contrary ? n : 1;
    }
    if (!contrary && !differs) return KERF_OK;
    return try(s, s->set.at, s->set.n, flips);
}

static kerf_status find_some(search *s, const kf_explanation *e)
{
    int side = 1;
    for (int round = 0; round < MOST_ROUNDS && e; round++) {
        size_t before = s->set.n;
        kf_flips flips = KF_FLIPS_NOT;
        KF_TRY(note_explanation(s, e, side));
        if (s->set.n == before) return KERF_OK;
        KF_TRY(try_alike(s, false, &flips));
        if (flips != KF_FLIPS) KF_TRY(try_alike(s, true, &flips));
        if (flips == KF_FLIPS || s->t->over) return KERF_OK;
        KF_TRY(s->t->contrast(s->t, &e, &side));
    }
    return KERF_OK;
}

/* What is not needed goes, from the end: what weighs most is at the beginning. */
static kerf_status thin_out(search *s)
{
    s->set.n = 0;
    if (!kf_vec_reserve(s->t->mem, &s->set, s->best.n + 1)) return KERF_NO_MEMORY;
    for (size_t i = s->best.n; i-- > 0 && s->best.n > 1;) {
        kf_flips flips;
        s->set.n = 0;
        for (size_t j = 0; j < s->best.n; j++)
            if (j != i) s->set.at[s->set.n++] = s->best.at[j];
        KF_TRY(try(s, s->set.at, s->set.n, &flips));
    }
    for (size_t i = 0; i < s->best.n; i++) {
        kf_flips flips;
        if (s->best.at[i].way == 1) continue;
        memcpy(s->set.at, s->best.at, s->best.n * sizeof *s->set.at);
        s->set.at[i].way = 1;
        KF_TRY(try(s, s->set.at, s->best.n, &flips));
    }
    return KERF_OK;
}

/* ---- All smaller ones ----------------------------------------------------------------------- */

/* Changes of so many of the first n facts. */
static kerf_status count_changes(search *s, size_t size, size_t n, double *out)
{
    double *by_size = kf_mem_calloc(s->t->mem, size + 1, sizeof *by_size);
    if (!by_size) return KERF_NO_MEMORY;
    by_size[0] = 1;
    for (size_t i = 0; i < n; i++)
        for (size_t j = size; j > 0; j--) by_size[j] += by_size[j - 1] * s->t->facts.at[i].n_ways;
    *out = by_size[size];
    kf_mem_free(s->t->mem, by_size, size + 1, sizeof *by_size);
    return KERF_OK;
}

/* The next one of so many of the first n facts. False: that was the last. */
static bool next_change(const search *s, kf_change *set, size_t size, size_t n)
{
    assert(size <= n && set[size - 1].fact < n);
    for (size_t i = size; i-- > 0;) {
        if (set[i].way < s->t->facts.at[set[i].fact].n_ways) {
            set[i].way++;
            return true;
        }
        set[i].way = 1;
    }
    for (size_t i = size; i-- > 0;) {
        if (set[i].fact >= n - size + i) continue;
        set[i].fact++;
        for (size_t j = i + 1; j < size; j++) set[j].fact = set[j - 1].fact + 1;
        return true;
    }
    return false;
}

/* *decided: each of them was tried, or one flips the atom. */
static kerf_status try_changes(search *s, size_t size, size_t n, bool *decided)
{
    kf_flips flips = KF_FLIPS_NOT;
    *decided = true;
    s->set.n = 0;
    if (!kf_vec_reserve(s->t->mem, &s->set, size)) return KERF_NO_MEMORY;
    for (size_t i = 0; i < size; i++) s->set.at[i] = (kf_change){ (uint32_t)i, 1 };
    do {
        KF_TRY(try(s, s->set.at, size, &flips));
        *decided &= flips != KF_FLIPS_UNKNOWN;
    } while (flips != KF_FLIPS && !s->t->over && next_change(s, s->set.at, size, n));
    return KERF_OK;
}

/* All changes that are smaller than the best so far, as long as tries are left. */
static kerf_status try_smaller(search *s)
{
    bool whole = s->n_facts <= s->t->most; /* is every change tried? */
    if (whole) KF_TRY(each_fact(s, add_fact, NULL));
    size_t n = whole ? s->t->facts.n : s->n_near;
    assert(!whole || n == s->n_facts);
    for (size_t size = 1; size <= n && !s->t->over; size++) {
        double count;
        bool decided;
        if (s->best.n > 0 && size >= s->best.n) return KERF_OK;
        KF_TRY(count_changes(s, size, n, &count));
        if (count > s->t->most - s->t->tried) {
            whole = false;
            n = s->n_near;
            if (size > n) return KERF_OK;
            KF_TRY(count_changes(s, size, n, &count));
            if (count > s->t->most - s->t->tried) return KERF_OK;
        }
        size_t best = s->best.n;
        KF_TRY(try_changes(s, size, n, &decided));
        if (s->best.n != best) return KERF_OK; /* smaller ones were tried before */
        whole &= decided;
        if (whole) s->complete = size;
    }
    return KERF_OK;
}

/* ---- What was found ------------------------------------------------------------------------- */

static kerf_truth truth_of(kf_said said)
{
    return said == KF_SAID_TRUE      ? KERF_TRUE
           : said == KF_SAID_FALSE   ? KERF_FALSE
           : said == KF_SAID_UNKNOWN ? KERF_UNKNOWN
                                     : KERF_PROBABLE;
}

static kerf_status tell_arguments(const kf_model *m, uint32_t predicate, const kf_fact *is,
                                  kf_arena *to, kerf_changed_fact *out)
{
    const kf_predicate *p = &m->predicates.at[predicate];
    const char **list = kf_arena_alloc(to, p->arity + (size_t)2, sizeof *list);
    if (!list) return KERF_NO_MEMORY;
    for (uint32_t i = 0; i < p->arity; i++) {
        list[i] = kf_arena_string(to, kf_constant_text(m, p->slots[i].type, is->ids[i]));
        if (!list[i]) return KERF_NO_MEMORY;
    }
    kf_text text;
    kf_text_init(&text, to->mem);
    if (p->number) {
        kf_text_add_number(&text, is->number);
        list[p->arity] = text.failed ? NULL : kf_arena_string(to, kf_text_get(&text));
        kf_text_clear(&text);
    }
    kf_explain_atom(&text, m, predicate, is->ids, is->number);
    out->arity = p->arity + p->number;
    out->arguments = list;
    out->predicate = kf_arena_string(to, kf_predicate_name(m, predicate));
    out->text = text.failed ? NULL : kf_arena_string(to, kf_text_get(&text));
    kf_text_free(&text);
    bool good = out->predicate && out->text && (!p->number || list[p->arity]);
    return good ? KERF_OK : KERF_NO_MEMORY;
}

static kerf_status tell_fact(const search *s, const kf_change *x, kf_arena *to,
                             kerf_changed_fact *out)
{
    const kf_change_fact *f = &s->t->facts.at[x->fact];
    const kf_facts *rows = kf_evidence_facts(s->t->evidence, f->predicate, f->said);
    kf_change_says now = kf_change_trial_says(s->t, f, 0);
    kf_change_says then = kf_change_trial_says(s->t, f, x->way);
    uint32_t ids[KF_MOST_ARITY];
    kf_fact is = kf_facts_get(rows, f->at, ids);
    *out = (kerf_changed_fact){ .size = sizeof *out,
                                .truth = truth_of(now.said),
                                .other_truth = truth_of(then.said),
                                .probability = now.probability,
                                .other_probability = then.probability,
                                .line = is.line };
    out->file = kf_arena_string(to, kf_str_of(kf_evidence_file_name(s->t->evidence, is.file)));
    if (!out->file) return KERF_NO_MEMORY;
    return tell_arguments(s->t->model, f->predicate, &is, to, out);
}

static kerf_change_kind kind_of(const search *s)
{
    assert(s->best.n == 0 || s->complete < s->best.n);
    if (s->best.n > 0) return s->complete + 1 == s->best.n ? KERF_CHANGE_LEAST : KERF_CHANGE_SOME;
    return s->complete == s->n_facts ? KERF_CHANGE_NONE : KERF_CHANGE_NOT_FOUND;
}

static kerf_status tell(const search *s, kf_arena *to, kf_explanation *e)
{
    kerf_changed_fact *list = NULL;
    if (s->best.n > 0) list = kf_arena_alloc(to, s->best.n, sizeof *list);
    if (s->best.n > 0 && !list) return KERF_NO_MEMORY;
    for (size_t i = 0; i < s->best.n; i++) KF_TRY(tell_fact(s, &s->best.at[i], to, &list[i]));
    e->changes = list;
    e->is.change = kind_of(s);
    e->is.changes = s->best.n;
    e->is.change_facts = s->n_facts;
    e->is.change_complete = s->complete;
    e->is.change_tried = s->t->tried;
    e->is.change_difference = s->best.n > 0 ? s->difference : NAN;
    return KERF_OK;
}

/* ---- The search ----------------------------------------------------------------------------- */

static kerf_status run(search *s, const kf_explanation *e)
{
    if (s->n_facts == 0) return KERF_OK;
    KF_TRY(find_some(s, e));
    if (s->best.n > 0) KF_TRY(thin_out(s));
    return try_smaller(s);
}

kerf_status kf_least_change(kf_change_trial *t, const bool *allowed, kf_arena *to,
                            kf_explanation *e)
{
    search s = { .t = t, .allowed = allowed };
    assert(t->facts.n == 0 && t->tried == 0 && e->is.kind != KERF_EXPLAINED_EVIDENCE);
    kerf_status st = each_fact(&s, count_fact, NULL);
    if (st == KERF_OK) st = run(&s, e);
    if (st == KERF_OK) st = tell(&s, to, e);
    kf_vec_free(t->mem, &s.set);
    kf_vec_free(t->mem, &s.best);
    return st;
}

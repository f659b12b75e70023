/* clone.c -- sessions that share a model: kerf_new_over(), kerf_clone(), and the clone in which
 * evidence is changed to see whether an atom flips.
 *
 * What a model is after it was read is shared: syntax, names, bodies of formulas, weight tables.
 * A session over it has its own types with their constants, its own predicates and rules (what
 * settling and weights change), and its own memory. The session that read the model stays until the
 * last of them is freed; `users` counts, and is all that threads share and change. */
#include "session/session.h"

#include "base/check.h"
#include "explain/change_trial.h"
#include "query/database.h"

#include <math.h>
#include <string.h>

kerf_status kf_session_owns_model(kerf *k, const char *what)
{
    if (!k->over && atomic_load(&k->users) == 1) return KERF_OK;
    return kf_session_misuse(k, "%s would change a model that other sessions share", what);
}

/* ---- Making --------------------------------------------------------------------------------- */

static kerf_status copy_options(kerf *k, const kerf *from)
{
    for (size_t i = 0; i < kerf_option_count(); i++) {
        const char *name = kerf_option_get(i)->name;
        if (!from->options.texts[i]) continue;
        if (strcmp(name, "memory-limit") == 0 && k->config.memory_limit > 0) continue;
        KF_TRY(kerf_set(k, name, from->options.texts[i]));
    }
    return KERF_OK;
}

static kerf_status share_model(kerf *k, const kerf *from)
{
    kerf *owner = from->over ? from->over : (kerf *)from;
    KF_TRY(copy_options(k, from));
    k->model = kf_model_share(from->model, owner->model, &k->mem);
    if (!k->model) return KERF_NO_MEMORY;
    k->program = owner->program;
    k->over = owner;
    atomic_fetch_add(&owner->users, 1);
    k->record.model = k->model;
    k->phase = KF_PHASE_MODEL;
    return KERF_OK;
}

static bool has_model(const kerf *from)
{
    return from && from->model && from->phase != KF_PHASE_BROKEN;
}

kerf *kerf_new_over(const kerf *from, const kerf_config *config)
{
    kerf *k = has_model(from) ? kerf_new(config) : NULL;
    if (k && share_model(k, from) == KERF_OK) return k;
    kerf_free(k);
    return NULL;
}

/* ---- The world, too ------------------------------------------------------------------------- */

static kerf_status copy_name(kerf *k, const kerf *from)
{
    const char *name = kerf_world_name(from);
    k->name = kf_arena_string(&k->strings, kf_str_of(name));
    return k->name ? KERF_OK : KERF_NO_MEMORY;
}

static kerf_status copy_statistics(kerf *k, const kerf *from)
{
    kf_worlds *w = &k->record.worlds;
    size_t types = k->model->types.n, predicates = k->model->predicates.n;
    w->least = kf_mem_calloc(&k->mem, types, sizeof *w->least);
    w->most = kf_mem_calloc(&k->mem, types, sizeof *w->most);
    k->warned = kf_mem_calloc(&k->mem, predicates, sizeof *k->warned);
    if (!w->least || !w->most || !k->warned) return KERF_NO_MEMORY;
    memcpy(k->warned, from->warned, predicates * sizeof *k->warned);
    kf_session_count_world(k, k->evidence);
    return KERF_OK;
}

/* What was ground for the last answer, so that the next one goes on from there. Not where memory is
 * short, nor where something was explained since, which grounds more. */
static kerf_status copy_answer(kerf *k, const kerf *from)
{
    kf_aside last = kf_session_last_answer(from);
    if (!last.database || k->mem.limit > 0 || k->model->makes) return KERF_OK;
    KF_TRY(kf_aside_copy(&k->aside, &last, &k->mem, k->model, k->evidence, k->diags));
    return k->aside.database ? kf_session_remember(k) : KERF_OK;
}

/* Functions without values have given constants to the database of the other: they are not the
 * world's. Without functions, a change may have named constants since the database was made. */
static kerf_status copy_world(kerf *k, const kerf *from)
{
    kf_stop stop = kf_stop_when(k->config.stop, k->config.stop_context);
    const kf_database *d = from->database;
    const uint32_t *counts = d && d->n_functions > 0 ? d->n_before : NULL;
    KF_TRY(kf_model_copy_constants(k->model, from->model, counts, &stop));
    k->evidence = kf_evidence_new(&k->mem, k->model);
    if (!k->evidence) return KERF_NO_MEMORY;
    KF_TRY(kf_evidence_clone(k->evidence, from->evidence, &stop));
    k->unmade = from->unmade;
    KF_TRY(copy_statistics(k, from));
    KF_TRY(copy_name(k, from));
    KF_TRY(copy_answer(k, from));
    k->begun = true;
    k->phase = KF_PHASE_END;
    KF_CHECK(kf_session_check(k));
    return KERF_OK;
}

kerf *kerf_clone(const kerf *from, const kerf_config *config)
{
    bool there =
        has_model(from) && from->record.worlds.n > 0 && kf_evidence_is_in_memory(from->evidence);
    kerf *k = there ? kerf_new_over(from, config) : NULL;
    if (k && copy_world(k, from) == KERF_OK) return k;
    kerf_free(k);
    return NULL;
}

/* ---- A least change of evidence -------------------------------------------------------------
 *
 * The changed world is solved in a clone; the session itself stays as it is. From one change to the
 * next only what differs is said anew. Which changes are tried is the search's
 * (explain/least_change.c).
 *
 * The atom flips if every best world has it the other way, so two questions are asked: the answer
 * of the changed evidence, and if the atom has the other value in it, what the old value would cost
 * there. A tie is no flip. Answers that are not proven decide nothing. */

enum { STANDARD_TRIES = 1000 };

typedef struct copied { /* a session with other evidence */
    kerf *k, *copy;     /* NULL: not made yet */
    kf_change_trial *t;
    KF_VEC(uint32_t) changed; /* facts of the trial, in the copy */
} copied;

static int ask_stop(void *context)
{
    const copied *c = context;
    return kf_stop_ask(c->t->stop);
}

/* The limits are those of the whole search, and an answer is needed whole and proven. */
static kerf_status set_options(kerf *copy)
{
    static const char *const names[] = { "ask", "gap", "only-asked", "relax", "time-limit" };
    for (size_t i = 0; i < KF_LENGTH(names); i++) KF_TRY(kerf_set(copy, names[i], NULL));
    return KERF_OK;
}

static kerf_status open_copy(copied *c)
{
    kerf_config config = c->k->config;
    config.size = sizeof config;
    config.log = NULL;
    c->copy = kerf_clone(c->k, &config);
    return c->copy ? set_options(c->copy) : KERF_NO_MEMORY;
}

/* What failed in the copy is told by the session; memory may have run out on the way there. */
static kerf_status forward(const copied *c, kerf_status status)
{
    const char *text = kerf_error(c->copy);
    if (status != KERF_OK && *text) kf_session_say(c->k, text);
    return status;
}

/* ---- Saying something else ------------------------------------------------------------------ */

static kerf_status say(copied *c, kf_change_fact *f, uint32_t way)
{
    const kf_model *m = c->k->model;
    const kf_predicate *p = &m->predicates.at[f->predicate];
    const kf_said_atom from = { .file = KF_NONE };
    kf_change_says to = kf_change_trial_says(c->t, f, way);
    kf_str arguments[KF_MOST_ARITY + 1];
    uint32_t ids[KF_MOST_ARITY], n = p->arity;
    kf_text number;
    if (f->now == way) return KERF_OK;
    kf_fact is = kf_facts_get(kf_evidence_facts(c->k->evidence, f->predicate, f->said), f->at, ids);
    for (uint32_t i = 0; i < n; i++) arguments[i] = kf_constant_text(m, p->slots[i].type, ids[i]);
    kf_text_init(&number, &c->k->mem);
    if (p->number) {
        kf_text_add_number(&number, is.number);
        arguments[n++] = kf_text_get(&number);
    }
    kerf_status st = number.failed ? KERF_NO_MEMORY : kf_session_begin(c->copy);
    if (st == KERF_OK) {
        st = kf_session_say_atom(c->copy, kf_predicate_name(m, f->predicate), arguments, n, to.said,
                                 to.probability, &from);
        st = kf_session_end(c->copy, st);
    }
    kf_text_free(&number);
    if (st == KERF_OK) f->now = way;
    return st;
}

static const kf_change *find_change(const kf_change *set, size_t n, uint32_t fact)
{
    for (size_t i = 0; i < n; i++)
        if (set[i].fact == fact) return &set[i];
    return NULL;
}

/* The copy has these changes, and no other. */
static kerf_status make(copied *c, const kf_change *set, size_t n)
{
    size_t kept = 0;
    for (size_t i = 0; i < c->changed.n; i++) {
        uint32_t fact = c->changed.at[i];
        if (find_change(set, n, fact)) c->changed.at[kept++] = fact;
        else KF_TRY(say(c, &c->t->facts.at[fact], 0));
    }
    c->changed.n = kept;
    for (size_t i = 0; i < n; i++) {
        kf_change_fact *f = &c->t->facts.at[set[i].fact];
        assert(set[i].way > 0 && set[i].way <= f->n_ways);
        if (f->now == 0 && !kf_vec_push(&c->k->mem, &c->changed, set[i].fact))
            return KERF_NO_MEMORY;
        KF_TRY(say(c, f, set[i].way));
    }
    return KERF_OK;
}

/* ---- Asking --------------------------------------------------------------------------------- */

/* Constants may have other ids in the copy. */
static bool holds(const copied *c)
{
    const kf_model *m = c->k->model;
    const kf_predicate *p = &m->predicates.at[c->t->atom->predicate];
    uint32_t row[KF_MOST_ARITY];
    for (uint32_t i = 0; i < p->arity; i++) {
        uint32_t type = p->slots[i].type;
        row[i] = kf_symbols_find(c->copy->model->types.at[type].constants,
                                 kf_constant_text(m, type, c->t->atom->row[i]));
        assert(row[i] != KF_NO_SYMBOL);
    }
    return kf_database_holds(c->copy->database, c->t->atom->predicate, row);
}

static kerf_status explain(copied *c, kerf_explanation *e)
{
    kerf_explain_options o = { .size = sizeof o, .stop = ask_stop, .context = c };
    return forward(c, kerf_explain(c->copy, c->t->text, &o, e));
}

/* The atom has the other value in the answer: is the old one as good? */
static kerf_status compare(copied *c, kf_flips *flips)
{
    kerf_explanation e = { .size = sizeof e };
    KF_TRY(explain(c, &e));
    double rounding = 1e-9 * (1 + fabs(e.cost));
    assert(e.kind != KERF_EXPLAINED_EVIDENCE);
    *flips = e.least_difference > rounding ? KF_FLIPS
             : e.difference > rounding     ? KF_FLIPS_UNKNOWN
                                           : KF_FLIPS_NOT;
    if (*flips == KF_FLIPS) c->t->difference = e.least_difference;
    return KERF_OK;
}

static kerf_status ask(kf_change_trial *t, const kf_change *set, size_t n, kf_flips *flips)
{
    copied *c = t->context;
    const kerf_map_options o = { .size = sizeof o, .stop = ask_stop, .context = c };
    kerf_result r = { .size = sizeof r };
    if (!c->copy) KF_TRY(open_copy(c));
    KF_TRY(forward(c, make(c, set, n)));
    kerf_message_clear(c->copy);
    kerf_status status = kerf_map(c->copy, &o, &r);
    if (status == KERF_INFEASIBLE) *flips = KF_FLIPS_NOT;
    if (status == KERF_INFEASIBLE || status == KERF_LIMIT || status == KERF_INTERRUPTED)
        return KERF_OK;
    KF_TRY(forward(c, status));
    if (r.outcome != KERF_OPTIMAL) return KERF_OK;
    if (holds(c) != t->value) return compare(c, flips);
    *flips = KF_FLIPS_NOT;
    return KERF_OK;
}

static kerf_status contrast(kf_change_trial *t, const kf_explanation **e, int *side)
{
    copied *c = t->context;
    kerf_explanation is = { .size = sizeof is };
    *e = NULL;
    *side = 1;
    if (!c->copy || !c->copy->record.mapped.answered || kf_stop_ask(t->stop)) return KERF_OK;
    if (kerf_explanation_count(c->copy) == 0) KF_TRY(explain(c, &is));
    const kf_explained *x = c->copy->record.explained;
    *e = &x->list.at[x->list.n - 1];
    if ((*e)->is.value != t->value) *side = 0;
    return KERF_OK;
}

/* ---- Predicates ----------------------------------------------------------------------------- */

static kerf_status unknown_predicate(kerf *k, kf_str name)
{
    kf_nearest near = { .wanted = name };
    int n = name.n > 100 ? 100 : (int)name.n;
    for (uint32_t i = 0; i < k->model->predicates.n; i++)
        kf_nearest_try(&near, kf_predicate_name(k->model, i));
    if (near.best.n == 0)
        return kf_session_misuse(k, "least change: predicate %.*s is not declared", n, name.at);
    return kf_session_misuse(k, "least change: predicate %.*s is not declared; did you mean %.*s?",
                             n, name.at, (int)near.best.n, near.best.at);
}

static kerf_status allow(kerf *k, const char *names, bool *allowed)
{
    for (kf_str name; (name = kf_str_next_item(&names)).n > 0;) {
        uint32_t predicate = kf_model_find_predicate(k->model, name);
        if (predicate == KF_NONE) return unknown_predicate(k, name);
        allowed[predicate] = true;
    }
    return KERF_OK;
}

/* ---- The search ----------------------------------------------------------------------------- */

static kerf_status search(kerf *k, kf_change_trial *t, const bool *allowed, kf_explanation *e)
{
    copied c = { .k = k, .t = t };
    t->ask = ask;
    t->contrast = contrast;
    t->context = &c;
    kerf_status st = kf_least_change(t, allowed, &k->record.explained->arena, e);
    kf_vec_free(&k->mem, &c.changed);
    kerf_free(c.copy);
    return st;
}

kerf_status kf_session_least_change(kerf *k, const kerf_explain_options *o, kf_stop *stop,
                                    const kf_asked_atom *atom, bool proven, kf_explanation *e)
{
    size_t n = k->model->predicates.n;
    kf_change_trial t = { .mem = &k->mem,
                          .model = k->model,
                          .evidence = k->evidence,
                          .atom = atom,
                          .text = e->is.atom,
                          .value = e->is.value,
                          .stop = stop,
                          .most = o->change_tries > 0 ? o->change_tries : STANDARD_TRIES };
    bool *allowed = kf_mem_calloc(&k->mem, n + 1, sizeof *allowed);
    if (!allowed) return KERF_NO_MEMORY;
    kerf_status st = allow(k, o->least_change, allowed);
    if (st == KERF_OK && e->is.kind != KERF_EXPLAINED_EVIDENCE) {
        if (proven) st = search(k, &t, allowed, e);
        else e->is.change = KERF_CHANGE_UNPROVED;
    }
    kf_change_trial_free(&t);
    kf_mem_free(&k->mem, allowed, n + 1, sizeof *allowed);
    return st;
}

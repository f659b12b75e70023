/* change_trial.c -- evidence changed in a copy of the session, and what becomes of an atom there;
 * see change_trial.h.
 *
 * The atom flips if every best world has it the other way, so two questions are asked: the answer
 * of the changed evidence, and if the atom has the other value in it, what the old value would cost
 * there. A tie is no flip. Answers that are not proven decide nothing. */
#include "session/answer/change_trial.h"

#include "base/check.h"
#include "query/database.h"
#include "report/records/explained.h"

#include <math.h>

/* ---- The copy ------------------------------------------------------------------------------- */

static int ask_stop(void *context)
{
    kf_change_trial *t = context;
    return kf_stop_ask(t->stop);
}

/* The limits are those of the whole search, and an answer is needed whole and proven. */
static kerf_status set_options(kerf *copy)
{
    static const char *const names[] = { "ask", "gap", "only-asked", "relax", "time-limit" };
    for (size_t i = 0; i < KF_LENGTH(names); i++) KF_TRY(kerf_set(copy, names[i], NULL));
    return KERF_OK;
}

kerf_status kf_change_trial_open(kf_change_trial *t)
{
    kerf_config config = t->k->config;
    config.size = sizeof config;
    config.log = NULL;
    t->copy = kerf_clone(t->k, &config);
    return t->copy ? set_options(t->copy) : KERF_NO_MEMORY;
}

void kf_change_trial_close(kf_change_trial *t)
{
    kf_vec_free(&t->k->mem, &t->facts);
    kf_vec_free(&t->k->mem, &t->changed);
    kerf_free(t->copy);
    t->copy = NULL;
}

/* What failed in the copy is told by the session; memory may have run out on the way there. */
static kerf_status forward(const kf_change_trial *t, kerf_status status)
{
    const char *text = kerf_error(t->copy);
    if (status != KERF_OK && *text) kf_session_say(t->k, text);
    return status;
}

/* ---- Facts ---------------------------------------------------------------------------------- */

static double probability_of(const kf_change_trial *t, const kf_change_fact *f)
{
    return f->said == KF_SAID_SOFT ? kf_evidence_probability(t->k->evidence, f->predicate, f->at)
                                   : NAN;
}

static uint32_t ways_of(const kf_change_trial *t, const kf_change_fact *f)
{
    assert(f->said != KF_SAID_UNKNOWN && f->said != KF_SAID_VALUE);
    if (!t->k->model->predicates.at[f->predicate].hidden) return 1;
    return f->said == KF_SAID_SOFT && probability_of(t, f) == 0.5 ? 1 : KF_MOST_WAYS;
}

/* Of hidden atoms what is said is taken back first, which is less than to say the contrary. */
kf_change_says kf_change_trial_says(const kf_change_trial *t, const kf_change_fact *f, uint32_t way)
{
    double p = probability_of(t, f);
    assert(way <= f->n_ways);
    if (way == 0) return (kf_change_says){ f->said, p };
    if (way == 1 && t->k->model->predicates.at[f->predicate].hidden)
        return (kf_change_says){ KF_SAID_UNKNOWN, NAN };
    if (f->said == KF_SAID_SOFT) return (kf_change_says){ KF_SAID_SOFT, 1 - p };
    return (kf_change_says){ f->said == KF_SAID_TRUE ? KF_SAID_FALSE : KF_SAID_TRUE, NAN };
}

kerf_status kf_change_trial_fact(kf_change_trial *t, uint32_t predicate, kf_said said, uint32_t at,
                                 uint32_t *index)
{
    kf_change_fact x = { .predicate = predicate, .said = said, .at = at };
    for (size_t i = 0; i < t->facts.n; i++) {
        const kf_change_fact *f = &t->facts.at[i];
        *index = (uint32_t)i;
        if (f->at == at && f->predicate == predicate && f->said == said) return KERF_OK;
    }
    x.n_ways = ways_of(t, &x);
    *index = (uint32_t)t->facts.n;
    return kf_vec_push(&t->k->mem, &t->facts, x) ? KERF_OK : KERF_NO_MEMORY;
}

/* ---- Saying something else ------------------------------------------------------------------ */

static kerf_status say(kf_change_trial *t, kf_change_fact *f, uint32_t way)
{
    const kf_model *m = t->k->model;
    const kf_predicate *p = &m->predicates.at[f->predicate];
    const kf_said_atom from = { .file = KF_NONE };
    kf_change_says to = kf_change_trial_says(t, f, way);
    kf_str arguments[KF_MOST_ARITY + 1];
    uint32_t ids[KF_MOST_ARITY], n = p->arity;
    kf_text number;
    if (f->now == way) return KERF_OK;
    kf_fact is = kf_facts_get(kf_evidence_facts(t->k->evidence, f->predicate, f->said), f->at, ids);
    for (uint32_t i = 0; i < n; i++) arguments[i] = kf_constant_text(m, p->slots[i].type, ids[i]);
    kf_text_init(&number, &t->k->mem);
    if (p->number) {
        kf_text_add_number(&number, is.number);
        arguments[n++] = kf_text_get(&number);
    }
    kerf_status st = number.failed ? KERF_NO_MEMORY : kf_session_begin(t->copy);
    if (st == KERF_OK) {
        st = kf_session_say_atom(t->copy, kf_predicate_name(m, f->predicate), arguments, n, to.said,
                                 to.probability, &from);
        st = kf_session_end(t->copy, st);
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
static kerf_status make(kf_change_trial *t, const kf_change *set, size_t n)
{
    size_t kept = 0;
    for (size_t i = 0; i < t->changed.n; i++) {
        uint32_t fact = t->changed.at[i];
        if (find_change(set, n, fact)) t->changed.at[kept++] = fact;
        else KF_TRY(say(t, &t->facts.at[fact], 0));
    }
    t->changed.n = kept;
    for (size_t i = 0; i < n; i++) {
        kf_change_fact *f = &t->facts.at[set[i].fact];
        assert(set[i].way > 0 && set[i].way <= f->n_ways);
        if (f->now == 0 && !kf_vec_push(&t->k->mem, &t->changed, set[i].fact))
            return KERF_NO_MEMORY;
        KF_TRY(say(t, f, set[i].way));
    }
    return KERF_OK;
}

/* ---- Asking --------------------------------------------------------------------------------- */

/* Constants may have other ids in the copy. */
static bool holds(const kf_change_trial *t)
{
    const kf_model *m = t->k->model;
    const kf_predicate *p = &m->predicates.at[t->atom->predicate];
    uint32_t row[KF_MOST_ARITY];
    for (uint32_t i = 0; i < p->arity; i++) {
        uint32_t type = p->slots[i].type;
        row[i] = kf_symbols_find(t->copy->model->types.at[type].constants,
                                 kf_constant_text(m, type, t->atom->row[i]));
        assert(row[i] != KF_NO_SYMBOL);
    }
    return kf_database_holds(t->copy->database, t->atom->predicate, row);
}

static kerf_status explain(kf_change_trial *t, kerf_explanation *e)
{
    kerf_explain_options o = { .size = sizeof o, .stop = ask_stop, .context = t };
    return forward(t, kerf_explain(t->copy, t->text, &o, e));
}

/* The atom has the other value in the answer: is the old one as good? */
static kerf_status compare(kf_change_trial *t, kf_flips *flips)
{
    kerf_explanation e = { .size = sizeof e };
    KF_TRY(explain(t, &e));
    double rounding = 1e-9 * (1 + fabs(e.cost));
    assert(e.kind != KERF_EXPLAINED_EVIDENCE);
    *flips = e.least_difference > rounding ? KF_FLIPS
             : e.difference > rounding     ? KF_FLIPS_UNKNOWN
                                           : KF_FLIPS_NOT;
    if (*flips == KF_FLIPS) t->difference = e.least_difference;
    return KERF_OK;
}

kerf_status kf_change_trial_ask(kf_change_trial *t, const kf_change *set, size_t n, kf_flips *flips)
{
    const kerf_map_options o = { .size = sizeof o, .stop = ask_stop, .context = t };
    kerf_result r = { .size = sizeof r };
    *flips = KF_FLIPS_UNKNOWN;
    t->over |= t->tried >= t->most || kf_stop_ask(t->stop);
    if (t->over) return KERF_OK;
    t->tried++;
    KF_TRY(forward(t, make(t, set, n)));
    kerf_message_clear(t->copy);
    kerf_status status = kerf_map(t->copy, &o, &r);
    if (status == KERF_INFEASIBLE) *flips = KF_FLIPS_NOT;
    if (status == KERF_INFEASIBLE || status == KERF_LIMIT || status == KERF_INTERRUPTED)
        return KERF_OK;
    KF_TRY(forward(t, status));
    if (r.outcome != KERF_OPTIMAL) return KERF_OK;
    if (holds(t) != t->value) return compare(t, flips);
    *flips = KF_FLIPS_NOT;
    return KERF_OK;
}

kerf_status kf_change_trial_contrast(kf_change_trial *t, const kf_explanation **e, int *side)
{
    kerf_explanation is = { .size = sizeof is };
    *e = NULL;
    *side = 1;
    if (!t->copy->record.mapped.answered || kf_stop_ask(t->stop)) return KERF_OK;
    if (kerf_explanation_count(t->copy) == 0) KF_TRY(explain(t, &is));
    const kf_explained *x = t->copy->record.explained;
    *e = &x->list.at[x->list.n - 1];
    if ((*e)->is.value != t->value) *side = 0;
    return KERF_OK;
}

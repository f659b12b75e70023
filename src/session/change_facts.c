/* change_facts.c -- facts of the current world that come and go, and weights that change.
 *
 * A change goes into the evidence at once (evidence/change.c). What was found before is forgotten
 * with it: answers, probabilities, statistics. What was ground is put aside, and brought up to the
 * facts by the next kerf_map() (infer/change/aside.h); for anything else it is made anew. So
 * whatever is asked next is answered as by a session that never knew anything else. */
#include "session/session.h"

#include "base/check.h"
#include "evidence/saying.h"
#include "infer/change/memo.h"

#include <math.h>
#include <string.h>

/* ---- Before and after ----------------------------------------------------------------------- */

kerf_status kf_session_begin_change(kerf *k)
{
    KF_TRY(kf_session_may_read(k));
    KF_TRY(kf_session_needs_memory(k, "changing facts"));
    for (size_t i = 0; i < k->model->predicates.n; i++) {
        if (k->model->predicates.at[i].weighted) /* a new constant may have weights */
            return kf_session_misuse(k, "a model with undefined(...) does not take changes");
    }
    if (k->model->sized) /* a new constant would change them */
        return kf_session_misuse(k, "a model with weights by domSize(...) does not take changes");
    if (k->record.worlds.n > 0 || k->loaded) return KERF_OK;
    bool more = false;
    kerf_status status = kf_session_load_world(k, &more);
    if (status != KERF_OK) k->phase = KF_PHASE_BROKEN;
    k->loaded = status == KERF_OK;
    assert(status != KERF_OK || more); /* the first one is there, empty if need be */
    return status;
}

void kf_session_end_change(kerf *k)
{
    kf_mapped *m = &k->record.mapped;
    kf_chanced *c = k->record.chanced;
    kf_session_forget_explained(k);
    kf_mapped_forget(m);
    assert(!m->answered);
    m->runs.n = 0;
    kf_arena_clear(&m->strings);
    kf_text_free(&m->certificate);
    if (c) {
        kf_chanced_forget(c);
        c->runs.n = 0;
        kf_arena_clear(&c->strings);
    }
}

/* From now on components are remembered from answer to answer; not where memory is short. */
kerf_status kf_session_remember(kerf *k)
{
    if (k->memo || k->mem.limit > 0) return KERF_OK;
    k->memo = kf_memo_new(&k->mem);
    return k->memo ? KERF_OK : KERF_NO_MEMORY;
}

/* A few that are gone do no harm, unless a function would take one for a constant of its own. */
bool kf_session_must_compact(const kerf *k)
{
    enum { FEW = 1024 };
    uint32_t gone = kf_evidence_gone(k->evidence);
    return gone >= FEW || (gone > 0 && k->model->functions.n > 0);
}

kerf_status kf_session_compact(kerf *k)
{
    assert(!k->database && !k->aside.database);
    if (!kf_session_must_compact(k)) return KERF_OK;
    if (k->memo) kf_memo_clear(k->memo); /* it knows atoms by their ids */
    return kf_evidence_compact(k->evidence);
}

/* ---- What was ground ------------------------------------------------------------------------ */

void kf_session_drop_aside(kerf *k)
{
    kf_aside_free(&k->aside, &k->mem);
}

/* Explanations ground more than the components know of: after one, nothing can be gone on from. */
kf_aside kf_session_last_answer(const kerf *k)
{
    if (k->aside.database) return k->aside;
    if (!k->database || !(k->last.components || k->last.lifted) || k->last.explainer.opened)
        return (kf_aside){ 0 };
    assert(kf_grounder_database(k->last.ground.g) == k->database);
    assert(!k->last.explainer.near);
    return (kf_aside){ .database = k->database,
                       .problem = k->last.ground.p,
                       .grounder = k->last.ground.g,
                       .components = k->last.components,
                       .lifted = k->last.lifted,
                       .options = k->last.explainer.options };
}

static void put_aside(kerf *k)
{
    if (k->aside.database) return;
    k->aside = kf_session_last_answer(k);
    if (!k->aside.database) return;
    k->last = (kf_last_ground){ 0 };
    k->database = NULL;
    k->changed = false;
}

/* Before something else is said of atoms of this predicate: what was ground for the last answer is
 * put aside, if it can follow; else all of that is forgotten. */
static void prepare(kerf *k, uint32_t predicate)
{
    put_aside(k);
    if (!kf_aside_follow(&k->aside, predicate)) kf_session_forget_database(k);
}

kerf_status kf_session_take_up(kerf *k, const kf_cpi_options *o, kf_grounded *x, kf_taken_up *out)
{
    kf_aside *a = &k->aside;
    kf_diags_mark mark = kf_diags_get_mark(k->diags);
    bool anew = false;
    *x = (kf_grounded){ .stopped_in = KF_NONE };
    *out = (kf_taken_up){ 0 };
    if (!a->database) return KERF_OK;
    assert(!k->database);
    bool serves = kf_aside_serves(a, o) && !k->options.order && !kf_session_must_compact(k);
    kerf_status st = serves ? kf_aside_change(a, k->stop, &anew) : KERF_LIMIT;
    if (st != KERF_OK || anew) { /* whatever it is, grounding anew says it */
        kf_session_drop_aside(k);
        kf_diags_rewind(k->diags, mark);
        return st == KERF_NO_MEMORY ? st : KERF_OK;
    }
    kf_vec_free(&k->mem, &a->atoms);
    *x = (kf_grounded){ .p = a->problem, .g = a->grounder, .stopped_in = KF_NONE };
    *out = (kf_taken_up){ a->components, a->lifted };
    k->database = a->database;
    *a = (kf_aside){ 0 };
    return KERF_OK;
}

/* ---- One atom ------------------------------------------------------------------------------- */

static kerf_status say(kerf *k, const kf_saying *s, uint32_t predicate, const kf_fact *fact)
{
    uint32_t row[KF_MOST_ARITY];
    kf_fact said = *fact;
    bool changed = false;
    said.ids = row;
    if (k->model->makes) kf_session_forget_database(k); /* others may be made now */
    KF_TRY(kf_session_unmake_constants(k));
    prepare(k, predicate); /* functions have constants in the place of new ones */
    if (s->part == KF_SAID_VALUE) {
        if (!kf_saying_find(s, predicate, row)) return KERF_OK;
        KF_TRY(kf_evidence_unsay(k->evidence, predicate, row, fact->number, &changed));
    } else {
        KF_TRY(kf_saying_name(s, predicate, row));
        KF_TRY(kf_evidence_say(k->evidence, predicate, s->part, &said, &changed));
    }
    if (changed) kf_aside_note(&k->aside, &k->mem, k->evidence, predicate, row);
    if (changed) kf_session_end_change(k);
    return changed ? kf_session_remember(k) : KERF_OK;
}

kerf_status kf_session_say_atom(kerf *k, kf_str name, const kf_str *arguments, uint32_t n,
                                kf_said part, double probability, const kf_said_atom *from)
{
    const kf_saying s = { .model = k->model,
                          .evidence = k->evidence,
                          .diags = k->diags,
                          .strict_types = k->options.strict_types,
                          .predicate = name,
                          .arguments = arguments,
                          .n = n,
                          .part = part,
                          .place = from->place,
                          .error = k->error,
                          .most_error = sizeof k->error };
    kf_fact fact = { .probability = probability, .file = from->file, .line = from->line };
    uint32_t predicate;
    KF_TRY(kf_saying_check(&s, &predicate, &fact.number));
    return say(k, &s, predicate, &fact);
}

/* ---- The interface -------------------------------------------------------------------------- */

static kerf_status take_arguments(kerf *k, const char *predicate, const char *const *arguments,
                                  size_t n, kf_str *out)
{
    if (!predicate) return kf_session_misuse(k, "an atom needs a predicate");
    if (n > KF_MOST_ARITY + 1 || (n > 0 && !arguments))
        return kf_session_misuse(k, "an atom has its arguments, %d at most", KF_MOST_ARITY + 1);
    for (size_t i = 0; i < n; i++) {
        if (!arguments[i]) return kf_session_misuse(k, "argument %zu is missing", i + 1);
        out[i] = kf_str_of(arguments[i]);
        if (kf_utf8_check(out[i].at, out[i].n) < out[i].n)
            return kf_session_misuse(k, "argument %zu is not UTF-8", i + 1);
    }
    return KERF_OK;
}

static kerf_status change(kerf *k, const char *predicate, const char *const *arguments, size_t n,
                          kf_said part, double p)
{
    kf_str texts[KF_MOST_ARITY + 1] = { 0 };
    const kf_said_atom from = { .place = NULL, .file = KF_NONE, .line = 0 };
    KF_TRY(take_arguments(k, predicate, arguments, n, texts));
    KF_TRY(kf_session_begin_change(k));
    return kf_session_say_atom(k, kf_str_of(predicate), texts, (uint32_t)n, part, p, &from);
}

static kerf_status part_of(kerf *k, kerf_truth truth, double p, kf_said *part)
{
    switch (truth) {
    case KERF_FALSE: *part = KF_SAID_FALSE; return KERF_OK;
    case KERF_TRUE: *part = KF_SAID_TRUE; return KERF_OK;
    case KERF_UNKNOWN: *part = KF_SAID_UNKNOWN; return KERF_OK;
    case KERF_PROBABLE: break;
    default: return kf_session_misuse(k, "there is no truth %d", (int)truth);
    }
    if (!(p >= 0 && p <= 1)) return kf_session_misuse(k, "a probability is between 0 and 1");
    *part = p == 0 ? KF_SAID_FALSE : p == 1 ? KF_SAID_TRUE : KF_SAID_SOFT;
    return KERF_OK;
}

kerf_status kerf_assert_atom(kerf *k, const char *predicate, const char *const *arguments, size_t n,
                             kerf_truth truth, double p)
{
    kf_said part = KF_SAID_TRUE;
    KF_TRY(kf_session_begin(k));
    KF_TRY(part_of(k, truth, p, &part));
    return kf_session_end(k, change(k, predicate, arguments, n, part, p));
}

kerf_status kerf_retract_atom(kerf *k, const char *predicate, const char *const *arguments,
                              size_t n)
{
    KF_TRY(kf_session_begin(k));
    return kf_session_end(k, change(k, predicate, arguments, n, KF_SAID_VALUE, 0));
}

/* ---- Weights -------------------------------------------------------------------------------- */

static kerf_status set_weight(kerf *k, size_t formula, double weight)
{
    KF_TRY(kf_session_check_index(k, formula, k->model->rules.n));
    kf_rule *r = &k->model->rules.at[formula];
    int n = r->label.n > 100 ? 100 : (int)r->label.n;
    if (!isfinite(weight)) return kf_session_misuse(k, "a weight is a finite number");
    if (r->cost == KF_COST_HARD)
        return kf_session_misuse(k, "%.*s is hard and has no weight", n, r->label.at);
    if (r->cost != KF_COST_NUMBER && r->cost != KF_COST_LEARN)
        return kf_session_misuse(k, "%.*s gets its weights from a table or from the data", n,
                                 r->label.at);
    bool same = r->cost == KF_COST_NUMBER && r->weight == weight;
    r->cost = KF_COST_NUMBER;
    r->weight = weight + 0.0; /* -0 is 0 */
    if (same) return KERF_OK;
    kf_session_end_change(k);
    kf_session_forget_database(k);
    return KERF_OK;
}

kerf_status kerf_set_weight(kerf *k, size_t formula, double weight)
{
    KF_TRY(kf_session_begin(k));
    KF_TRY(kf_session_may_read(k));
    return kf_session_end(k, set_weight(k, formula, weight));
}

/* ---- A file of changes ---------------------------------------------------------------------- */

void kf_session_close_changes(kerf *k)
{
    kf_changes *c = k->changes;
    if (!c) return;
    kf_change_file_close(c->from);
    kf_text_free(&c->world);
    kf_mem_free(&k->mem, c, 1, sizeof *c);
    k->changes = NULL;
}

static kerf_status open_changes(kerf *k, const char *path)
{
    const char *name = strcmp(path, "-") == 0 ? "standard input" : path;
    kf_input *input;
    kf_session_close_changes(k);
    KF_TRY(kf_session_claim(k, path));
    kf_changes *c = kf_mem_calloc(&k->mem, 1, sizeof *c);
    if (!c) return KERF_NO_MEMORY;
    k->changes = c;
    c->file = KF_NONE;
    kf_text_init(&c->world, &k->mem);
    kerf_status status = kf_session_open(k, &input, path);
    if (status == KERF_OK) status = kf_change_file_open(&c->from, &k->mem, input, name, k->diags);
    if (status == KERF_OK) status = kf_session_remember(k);
    if (status != KERF_OK) kf_session_close_changes(k);
    return status;
}

kerf_status kerf_open_changes(kerf *k, const char *path)
{
    KF_TRY(kf_session_begin(k));
    KF_TRY(kf_session_may_read(k));
    if (!path) return kf_session_misuse(k, "changes need a file name");
    return kf_session_end(k, open_changes(k, path));
}

static kerf_status make_changes(kerf *k, kf_changes *c, const char *name)
{
    kf_change_line x;
    for (;;) {
        KF_TRY(kf_change_file_next(c->from, &x));
        if (!x.there) return KERF_OK;
        if (c->file == KF_NONE) KF_TRY(kf_evidence_file(k->evidence, name, &c->file));
        kf_said_atom from = { .place = &x.place, .file = c->file, .line = x.line };
        KF_TRY(kf_session_say_atom(k, x.predicate, x.arguments, x.n, x.part, x.probability, &from));
    }
}

/* Answers are told apart by the number of the batch. */
static kerf_status name_world(kerf *k, kf_changes *c)
{
    const char *name = k->loader ? kf_loader_world_name(k->loader) : k->name ? k->name : "";
    kf_text_clear(&c->world);
    kf_text_addf(&c->world, "%s%s%u", name, *name ? " " : "", ++c->given);
    return c->world.failed ? KERF_NO_MEMORY : KERF_OK;
}

static kerf_status read_changes(kerf *k, kf_changes *c, bool *there)
{
    const char *why = NULL, *name = kf_change_file_name(c->from);
    KF_TRY(kf_session_begin_change(k));
    kerf_status status = kf_change_file_read(c->from, there, &why);
    if (status == KERF_IO) return kf_session_io(k, "read", name, why);
    return status == KERF_OK ? make_changes(k, c, name) : status;
}

static kerf_status next_changes(kerf *k, bool *more)
{
    bool there = false;
    kf_changes *c = k->changes;
    kerf_status status = read_changes(k, c, &there);
    *more = there || c->given == 0;
    if (status == KERF_OK && *more) status = name_world(k, c);
    if (status != KERF_OK) kf_session_close_changes(k);
    return status;
}

kerf_status kerf_next_changes(kerf *k, int *more)
{
    bool got = false;
    KF_TRY(kf_session_begin(k));
    KF_TRY(kf_session_may_read(k));
    if (!more) return kf_session_misuse(k, "kerf_next_changes needs a place for its answer");
    if (!k->changes)
        return kf_session_misuse(k, "no changes are open: kerf_open_changes() opens some");
    kerf_status status = next_changes(k, &got);
    if (status == KERF_OK) *more = got;
    return kf_session_end(k, status);
}

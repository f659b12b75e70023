/* answer_arrow.c -- answers and probabilities of one predicate as Arrow streams:
 * kerf_answer_arrow(), kerf_probabilities_arrow(). */
#include "session/session.h"

#include "base/check.h"
#include "report/print/arrow_table.h"
#include "report/records/answer_atoms.h"

#include <stdio.h>
#include <string.h>

typedef struct making { /* a table of some atoms of a predicate */
    kerf *k;
    const kf_predicate *predicate;
    uint64_t n;
    const uint32_t *const *rows; /* by atom: its constants */
    bool plain;
    kf_arena *arena; /* for the time of making */
    kf_patience patience;
    kf_arrow_table *table;
} making;

/* ---- Names ---- */

static kf_str name_of(const making *m, uint32_t argument)
{
    const kf_slot *slot = &m->predicate->slots[argument];
    kf_str name = kf_model_name(m->k->model, slot->name);
    return name.n > 0 ? name : kf_type_name(m->k->model, slot->type);
}

/* With a number where another argument has the same name. */
static const char *column_name(const making *m, uint32_t argument)
{
    kf_str name = name_of(m, argument);
    uint32_t before = 0, all = 0;
    for (uint32_t i = 0; i < m->predicate->arity; i++) {
        bool same = kf_str_eq(name_of(m, i), name);
        all += same;
        before += same && i < argument;
    }
    if (all == 1) return kf_arena_string(m->arena, name);
    char *to = kf_arena_alloc(m->arena, name.n + 12, 1);
    if (to) snprintf(to, name.n + 12, "%.*s_%u", (int)name.n, name.at, before + 1);
    return to;
}

/* ---- Columns ---- */

static kerf_status failed(const making *m)
{
    return m->patience.over ? KERF_INTERRUPTED : KERF_NO_MEMORY;
}

/* The constants of an argument, in order of first sight, and their numbers by row. */
static kerf_status add_argument(making *m, uint32_t argument)
{
    uint32_t type = m->predicate->slots[argument].type;
    size_t n_constants = kf_symbols_count(m->k->model->types.at[type].constants);
    kf_arena_mark mark = kf_arena_get_mark(m->arena);
    const char *name = column_name(m, argument);
    uint32_t *entry = kf_arena_alloc(m->arena, n_constants, sizeof *entry); /* from 1; 0: none */
    uint32_t *codes = kf_arena_room(m->arena, m->n, sizeof *codes);
    size_t most = n_constants < m->n ? n_constants : (size_t)m->n;
    kf_str *texts = kf_arena_room(m->arena, most, sizeof *texts);
    uint32_t n = 0;
    if (!name || !entry || !codes || !texts) return KERF_NO_MEMORY;
    for (uint64_t i = 0; i < m->n; i++) {
        if (!kf_patience_spend(&m->patience, 1)) return KERF_INTERRUPTED;
        uint32_t id = m->rows[i][argument];
        assert(id < n_constants);
        if (entry[id] == 0) {
            texts[n++] = kf_constant_text(m->k->model, type, id);
            entry[id] = n;
        }
        codes[i] = entry[id] - 1;
    }
    bool added = kf_arrow_table_add_texts(m->table, name, texts, n, codes, m->plain);
    kf_arena_rewind(m->arena, mark);
    return added ? KERF_OK : failed(m);
}

static kerf_status add_numbers(making *m, const kf_told_chance *const *atoms)
{
    static const char *const names[] = { "p", "lo", "hi", NULL, "ess", "rhat" };
    double *numbers = kf_arena_room(m->arena, m->n, sizeof *numbers);
    uint32_t *codes = kf_arena_room(m->arena, m->n, sizeof *codes);
    kf_str texts[KF_CHANCE_METHODS];
    if (!numbers || !codes) return KERF_NO_MEMORY;
    for (uint32_t i = 0; i < KF_CHANCE_METHODS; i++)
        texts[i] = kf_str_of(kf_chance_method_text((uint8_t)i));
    for (uint32_t what = 0; what < KF_LENGTH(names); what++) {
        for (uint64_t i = 0; i < m->n; i++) {
            if (!kf_patience_spend(&m->patience, 1)) return KERF_INTERRUPTED;
            const kf_chance *c = &atoms[i]->chance;
            assert((uint32_t)c->method < KF_CHANCE_METHODS && c->lo <= c->hi);
            const double values[] = { c->p, c->lo, c->hi, 0, c->ess, c->rhat };
            numbers[i] = values[what];
            codes[i] = (uint32_t)c->method;
        }
        bool added = names[what] ? kf_arrow_table_add_numbers(m->table, names[what], numbers)
                                 : kf_arrow_table_add_texts(m->table, "method", texts,
                                                            KF_CHANCE_METHODS, codes, m->plain);
        if (!added) return failed(m);
    }
    return KERF_OK;
}

/* ---- Calls ---- */

static kerf_status find_predicate(kerf *k, const char *name, uint32_t *predicate)
{
    if (!name) return kf_session_misuse(k, "an Arrow table needs the name of its predicate");
    *predicate = kf_model_find_predicate(k->model, kf_str_of(name));
    if (*predicate == KF_NONE)
        return kf_session_misuse(k, "predicate %.100s is not declared", name);
    if (!k->model->predicates.at[*predicate].hidden)
        return kf_session_misuse(k, "%.100s is observed: answers are about hidden predicates",
                                 name);
    return KERF_OK;
}

/* Fills m->table; atoms: where there are probabilities. */
static kerf_status fill(making *m, const kf_told_chance *const *atoms)
{
    for (uint32_t i = 0; i < m->predicate->arity; i++) KF_TRY(add_argument(m, i));
    return atoms ? add_numbers(m, atoms) : KERF_OK;
}

static kerf_status give(making *m, const kf_told_chance *const *atoms, struct ArrowArrayStream *out)
{
    enum { NUMBERS = 6 };
    m->table = kf_arrow_table_new(&m->k->mem, m->n, m->predicate->arity + NUMBERS, &m->patience);
    if (!m->table) return KERF_NO_MEMORY;
    kerf_status status = fill(m, atoms);
    if (status == KERF_OK) return kf_arrow_table_give(m->table, out) ? KERF_OK : KERF_NO_MEMORY;
    kf_arrow_table_free(m->table);
    return status;
}

static kerf_status give_answer(making *m, uint32_t predicate, struct ArrowArrayStream *out)
{
    const kf_mapped *x = &m->k->record.mapped;
    const uint32_t **rows = kf_arena_room(m->arena, x->atoms.n, sizeof *rows);
    if (!rows) return KERF_NO_MEMORY;
    KF_TRY(kf_mapped_word(&m->k->record.mapped, m->k->model, m->patience.stop));
    for (size_t i = 0; i < x->atoms.n; i++) {
        if (!kf_patience_spend(&m->patience, 1)) return KERF_INTERRUPTED;
        if (x->atoms.at[i].predicate == predicate) rows[m->n++] = x->ids.at + x->atoms.at[i].ids;
    }
    m->rows = rows;
    return give(m, NULL, out);
}

static kerf_status give_chances(making *m, uint32_t predicate, struct ArrowArrayStream *out)
{
    const kf_chanced *x = m->k->record.chanced;
    const uint32_t **rows = kf_arena_room(m->arena, x->atoms.n, sizeof *rows);
    const kf_told_chance **atoms = kf_arena_room(m->arena, x->atoms.n, sizeof *atoms);
    if (!rows || !atoms) return KERF_NO_MEMORY;
    KF_TRY(kf_chanced_word(m->k->record.chanced, m->k->model, m->patience.stop));
    for (size_t i = 0; i < x->atoms.n; i++) {
        if (!kf_patience_spend(&m->patience, 1)) return KERF_INTERRUPTED;
        if (x->atoms.at[i].atom.predicate != predicate) continue;
        atoms[m->n] = &x->atoms.at[i];
        rows[m->n++] = x->ids.at + x->atoms.at[i].atom.ids;
    }
    m->rows = rows;
    return give(m, atoms, out);
}

typedef kerf_status giving(making *, uint32_t predicate, struct ArrowArrayStream *);

static kerf_status run(kerf *k, const char *name, int plain, giving *how,
                       struct ArrowArrayStream *out)
{
    uint32_t predicate = KF_NONE;
    kf_arena arena;
    if (!out) return kf_session_misuse(k, "an Arrow stream needs a place");
    KF_TRY(find_predicate(k, name, &predicate));
    kf_arena_init(&arena, &k->mem);
    kf_stop stop = kf_stop_when(k->config.stop, k->config.stop_context);
    making m = { .k = k, .plain = plain != 0, .arena = &arena, .patience = kf_patience_of(&stop) };
    m.predicate = &k->model->predicates.at[predicate];
    kerf_status status = how(&m, predicate, out);
    kf_arena_free(&arena);
    return kf_session_end(k, status);
}

kerf_status kerf_answer_arrow(kerf *k, const char *predicate, int plain,
                              struct ArrowArrayStream *out)
{
    KF_TRY(kf_session_begin(k));
    if (!k->record.mapped.answered)
        return kf_session_misuse(k, "there is no answer: kerf_map() gives one");
    return run(k, predicate, plain, give_answer, out);
}

kerf_status kerf_probabilities_arrow(kerf *k, const char *predicate, int plain,
                                     struct ArrowArrayStream *out)
{
    KF_TRY(kf_session_begin(k));
    if (!k->record.chanced || !k->record.chanced->told)
        return kf_session_misuse(k, "there are no probabilities: kerf_marginal() finds them");
    return run(k, predicate, plain, give_chances, out);
}

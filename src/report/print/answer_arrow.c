/* answer_arrow.c -- see answer_arrow.h. */
#include "report/print/answer_arrow.h"

#include "base/check.h"
#include "report/fill/answer_atoms.h"
#include "report/print/arrow_table.h"

#include <stdio.h>
#include <string.h>

typedef struct making { /* a table of some atoms of a predicate */
    const kf_arrow_order *order;
    const kf_model *model;
    const kf_predicate *predicate;
    uint64_t n;
    const uint32_t *const *rows; /* by atom: its constants */
    kf_arena *arena;             /* for the time of making */
    kf_patience patience;
    kf_arrow_table *table;
} making;

/* ---- Names ---- */

static kf_str name_of(const making *m, uint32_t argument)
{
    const kf_slot *slot = &m->predicate->slots[argument];
    kf_str name = kf_model_name(m->model, slot->name);
    return name.n > 0 ? name : kf_type_name(m->model, slot->type);
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
    enum { AHEAD = 16 }; /* rows stand in another order */
    uint32_t type = m->predicate->slots[argument].type;
    size_t n_constants = kf_symbols_count(m->model->types.at[type].constants);
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
        if (i + AHEAD < m->n) __builtin_prefetch(m->rows[i + AHEAD] + argument);
        uint32_t id = m->rows[i][argument];
        assert(id < n_constants);
        if (entry[id] == 0) {
            texts[n++] = kf_constant_text(m->model, type, id);
            entry[id] = n;
        }
        codes[i] = entry[id] - 1;
    }
    bool added = kf_arrow_table_add_texts(m->table, name, texts, n, codes, m->order->plain);
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
        bool added = names[what]
                         ? kf_arrow_table_add_numbers(m->table, names[what], numbers)
                         : kf_arrow_table_add_texts(m->table, "method", texts, KF_CHANCE_METHODS,
                                                    codes, m->order->plain);
        if (!added) return failed(m);
    }
    return KERF_OK;
}

/* ---- Tables ---- */

/* Fills m->table; atoms: where there are probabilities. */
static kerf_status fill(making *m, const kf_told_chance *const *atoms)
{
    for (uint32_t i = 0; i < m->predicate->arity; i++) KF_TRY(add_argument(m, i));
    return atoms ? add_numbers(m, atoms) : KERF_OK;
}

static kerf_status give(making *m, const kf_told_chance *const *atoms, struct ArrowArrayStream *out)
{
    enum { NUMBERS = 6 };
    m->table = kf_arrow_table_new(m->order->mem, m->n, m->predicate->arity + NUMBERS, &m->patience);
    if (!m->table) return KERF_NO_MEMORY;
    kerf_status status = fill(m, atoms);
    if (status == KERF_OK) return kf_arrow_table_give(m->table, out) ? KERF_OK : KERF_NO_MEMORY;
    kf_arrow_table_free(m->table);
    return status;
}

static kerf_status give_answer(making *m, kf_mapped *x, struct ArrowArrayStream *out)
{
    const uint32_t **rows = kf_arena_room(m->arena, x->atoms.n, sizeof *rows);
    if (!rows) return KERF_NO_MEMORY;
    KF_TRY(kf_mapped_order(x, m->model, m->patience.stop));
    for (size_t i = 0; i < x->atoms.n; i++) {
        if (!kf_patience_spend(&m->patience, 1)) return KERF_INTERRUPTED;
        if (x->atoms.at[i].predicate == m->order->predicate)
            rows[m->n++] = x->ids.at + x->atoms.at[i].ids;
    }
    m->rows = rows;
    return give(m, NULL, out);
}

static kerf_status give_chances(making *m, kf_chanced *x, struct ArrowArrayStream *out)
{
    const uint32_t **rows = kf_arena_room(m->arena, x->atoms.n, sizeof *rows);
    const kf_told_chance **atoms = kf_arena_room(m->arena, x->atoms.n, sizeof *atoms);
    if (!rows || !atoms) return KERF_NO_MEMORY;
    KF_TRY(kf_chanced_order(x, m->model, m->patience.stop));
    for (size_t i = 0; i < x->atoms.n; i++) {
        if (!kf_patience_spend(&m->patience, 1)) return KERF_INTERRUPTED;
        if (x->atoms.at[i].atom.predicate != m->order->predicate) continue;
        atoms[m->n] = &x->atoms.at[i];
        rows[m->n++] = x->ids.at + x->atoms.at[i].atom.ids;
    }
    m->rows = rows;
    return give(m, atoms, out);
}

static making begin(const kf_arrow_order *order, kf_arena *arena)
{
    assert(order->model->predicates.at[order->predicate].hidden);
    kf_arena_init(arena, order->mem);
    return (making){ .order = order,
                     .model = order->model,
                     .predicate = &order->model->predicates.at[order->predicate],
                     .arena = arena,
                     .patience = kf_patience_of(order->stop) };
}

kerf_status kf_mapped_arrow(kf_mapped *x, const kf_arrow_order *order, struct ArrowArrayStream *out)
{
    kf_arena arena;
    making m = begin(order, &arena);
    kerf_status status = give_answer(&m, x, out);
    kf_arena_free(&arena);
    return status;
}

kerf_status kf_chanced_arrow(kf_chanced *x, const kf_arrow_order *order,
                             struct ArrowArrayStream *out)
{
    kf_arena arena;
    making m = begin(order, &arena);
    kerf_status status = give_chances(&m, x, out);
    kf_arena_free(&arena);
    return status;
}

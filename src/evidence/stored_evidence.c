/* stored_evidence.c -- a world whose evidence is in a vault: how it gets there, what comes back.
 *
 * While evidence is read, a relation holds some thousand rows at most: then they go to the vault.
 * What is said with a probability or as unknown stays here as well, since only hidden atoms can have
 * it. On closing, the vault makes sets; rows that contradict each other come back, and evidence.c
 * judges them as it does in memory. */
#include "evidence/evidence_state.h"

#include <assert.h>
#include <string.h>

void kf_evidence_take_vault(kf_evidence *w, kf_vault *v)
{
    assert(!w->vault);
    w->vault = v;
}

kf_vault *kf_evidence_vault(const kf_evidence *w)
{
    return w->vault;
}

static kf_facts *relation_of(kf_evidence *w, kf_held h)
{
    if (h.part == KF_HELD_FUNCTION) return &w->functions[h.id];
    return &w->relations[(size_t)h.id * PARTS + h.part];
}

/* ---- Out ---- */

/* What a later run needs to know of a relation: how large it is, and which rows came from which
 * file. */
static kerf_status note_relation(kf_evidence *w, kf_held h)
{
    const kf_facts *r = relation_of(w, h);
    kf_noted rows = { .a = h.part, .b = h.id, .c = kf_facts_rows(r) };
    if (rows.c > 0) KF_TRY(kf_vault_note(w->vault, KF_NOTED_ROWS, &rows, 1));
    for (uint32_t i = 0; rows.c > 0 && i < r->n_segments; i++) {
        uint32_t file = r->segments[i].file;
        kf_noted from = { .a = h.part, .b = h.id, .c = r->segments[i].first };
        from.d = w->on_disk.at[file];
        from.text = kf_str_of(w->files.at[file]);
        KF_TRY(kf_vault_note(w->vault, KF_NOTED_FILES, &from, 1));
    }
    return KERF_OK;
}

kerf_status kf_evidence_spill(kf_evidence *w, kf_held h)
{
    kf_facts *r = relation_of(w, h);
    KF_TRY(kf_vault_add(w->vault, h, r, r->spilled));
    r->spilled += r->n;
    r->n = 0;
    return KERF_OK;
}

/* A table for every relation that queries may name. */
static kerf_status seal(kf_evidence *w, kf_held h)
{
    kf_facts *r = relation_of(w, h);
    if (r->n > 0) KF_TRY(kf_evidence_spill(w, h));
    kf_facts_drop_rows(r, w->mem);
    r->far = true;
    if (r->spilled == 0 && h.part == KF_HELD_FALSE) return KERF_OK;
    KF_TRY(kf_vault_seal(w->vault, h, &r->stored));
    return note_relation(w, h);
}

/* ---- Back ---- */

typedef struct bringing {
    kf_evidence *w;
    kf_facts *to;
    const kf_facts *from; /* knows which rows came from which file */
    kerf_status status;
} bringing;

static bool take_row(void *context, const kf_held_row *row)
{
    bringing *x = context;
    x->status = kf_facts_push(x->to, x->w->mem, row->ids, row->number, row->probability,
                              kf_facts_file(x->from, row->at), row->line);
    return x->status == KERF_OK;
}

/* The rows of a relation into an empty one of its kind. */
static kerf_status bring(kf_evidence *w, kf_held h, bool clashing, const kf_facts *from,
                         kf_facts *to)
{
    bringing x = { .w = w, .to = to, .from = from };
    kf_facts_init(to, from->width, from->key, from->number, from->soft);
    kerf_status st = kf_vault_rows(w->vault, h, clashing, take_row, &x);
    return x.status != KERF_OK ? x.status : st;
}

/* All rows, for good; still to be closed. */
static kerf_status bring_back(kf_evidence *w, kf_held h)
{
    kf_facts *r = relation_of(w, h), all;
    if (!r->far) return KERF_OK;
    kf_facts_drop_rows(r, w->mem);
    kf_facts_init(&all, r->width, r->key, r->number, r->soft);
    kerf_status st = r->stored > 0 ? bring(w, h, false, r, &all) : KERF_OK;
    if (st != KERF_OK) {
        kf_facts_free(&all, w->mem);
        return st;
    }
    kf_facts_free(r, w->mem);
    *r = all;
    return KERF_OK;
}

/* ---- Contradictions ---- */

/* Those rows alone take the relations' places while they are judged. */
static kerf_status judge(kf_evidence *w, const kf_held *held, uint32_t n)
{
    kf_facts few[2] = { { 0 }, { 0 } }, all[2];
    kerf_status st = KERF_OK;
    for (uint32_t i = 0; i < n && st == KERF_OK; i++)
        st = bring(w, held[i], true, relation_of(w, held[i]), &few[i]);
    for (uint32_t i = 0; i < n; i++) {
        all[i] = *relation_of(w, held[i]);
        few[i].stored = all[i].stored;
        *relation_of(w, held[i]) = few[i];
    }
    if (st == KERF_OK) {
        st = held[0].part == KF_HELD_FUNCTION ? kf_evidence_close_function(w, held[0].id)
                                              : kf_evidence_close_predicate(w, held[0].id);
    }
    for (uint32_t i = 0; i < n; i++) {
        kf_facts_free(relation_of(w, held[i]), w->mem);
        *relation_of(w, held[i]) = all[i];
    }
    return st;
}

static kerf_status close_predicate(kf_evidence *w, uint32_t p)
{
    const kf_held held[2] = { { KF_HELD_TRUE, p }, { KF_HELD_FALSE, p } };
    const kf_held soft[2] = { { KF_HELD_UNKNOWN, p }, { KF_HELD_SOFT, p } };
    for (uint32_t i = 0; i < 2; i++) KF_TRY(seal(w, held[i]));
    if (relation_of(w, soft[0])->n == 0 && relation_of(w, soft[1])->n == 0)
        return relation_of(w, held[1])->stored > 0 ? judge(w, held, 2) : KERF_OK;
    for (uint32_t i = 0; i < 2; i++) KF_TRY(bring_back(w, held[i]));
    KF_TRY(kf_evidence_close_predicate(w, p));
    for (uint32_t i = 0; i < 2; i++) {
        const kf_facts *r = relation_of(w, soft[i]);
        if (r->n == 0) continue;
        KF_TRY(kf_vault_put(w->vault, soft[i], r));
        KF_TRY(note_relation(w, soft[i]));
    }
    return KERF_OK;
}

static kerf_status close_function(kf_evidence *w, uint32_t f)
{
    kf_held h = { KF_HELD_FUNCTION, f };
    if (w->functions[f].n + w->functions[f].spilled == 0)
        return KERF_OK; /* made later, if at all */
    KF_TRY(seal(w, h));
    return judge(w, &h, 1);
}

kerf_status kf_evidence_close_far(kf_evidence *w)
{
    for (uint32_t p = 0; p < w->n_predicates; p++) KF_TRY(close_predicate(w, p));
    for (uint32_t f = 0; f < w->n_functions; f++) KF_TRY(close_function(w, f));
    return KERF_OK;
}

kerf_status kf_evidence_bring_hidden(kf_evidence *w)
{
    if (!w->vault) return KERF_OK;
    for (uint32_t p = 0; p < w->n_predicates; p++) {
        bool far = relation_of(w, (kf_held){ KF_HELD_TRUE, p })->far;
        if (!w->model->predicates.at[p].hidden || !far) continue;
        KF_TRY(bring_back(w, (kf_held){ KF_HELD_TRUE, p }));
        KF_TRY(bring_back(w, (kf_held){ KF_HELD_FALSE, p }));
        KF_TRY(kf_evidence_close_predicate(w, p));
    }
    return KERF_OK;
}

/* ---- Single rows ---- */

static bool is_row(const kf_facts *r, uint32_t at, const uint32_t *row, double number)
{
    for (uint32_t c = 0; c < r->key; c++) {
        if (r->columns[c][at] != row[c]) return false;
    }
    return !r->number || r->numbers[at] == number;
}

/* Rows that were asked for are kept, so that each has a number that stays: see kf_facts_found(). */
static kerf_status keep(kf_evidence *w, kf_facts *r, const uint32_t *row, double number,
                        uint32_t file, uint32_t line, uint32_t *at)
{
    if (!r->asked) {
        r->asked = kf_mem_calloc(w->mem, 1, sizeof *r->asked);
        if (!r->asked) return KERF_NO_MEMORY;
        kf_facts_init(r->asked, r->width, r->key, r->number, r->soft);
    }
    for (*at = 0; *at < r->asked->n; ++*at) {
        if (is_row(r->asked, *at, row, number)) return KERF_OK;
    }
    return kf_facts_push(r->asked, w->mem, row, number, 0, file, line);
}

static kerf_status find(kf_evidence *w, kf_held h, uint32_t *row, double number, bool *found,
                        uint32_t *at)
{
    kf_facts *r = relation_of(w, h);
    uint32_t place, line;
    if (!r->far) {
        *found = r->n > 0 && kf_facts_find(r, row, number, at);
        return KERF_OK;
    }
    *found = r->stored > 0 && kf_vault_find(w->vault, h, row, number, &place, &line);
    KF_TRY(kf_vault_status(w->vault));
    if (*found && h.part == KF_HELD_FUNCTION)
        *found = kf_vault_call(w->vault, h.id, row, &row[r->key]);
    return *found ? keep(w, r, row, number, kf_facts_file(r, place), line, at) : KERF_OK;
}

kerf_status kf_evidence_find(kf_evidence *w, uint32_t predicate, kf_said part, const uint32_t *row,
                             double number, bool *found, uint32_t *at)
{
    uint32_t copy[KF_MOST_ARITY + 1];
    memcpy(copy, row, w->model->predicates.at[predicate].arity * sizeof *row);
    return find(w, (kf_held){ (kf_held_part)part, predicate }, copy, number, found, at);
}

kerf_status kf_evidence_find_mapping(kf_evidence *w, uint32_t function, const uint32_t *args,
                                     bool *found, uint32_t *at)
{
    uint32_t copy[KF_MOST_ARITY + 1];
    memcpy(copy, args, w->model->functions.at[function].arity * sizeof *args);
    return find(w, (kf_held){ KF_HELD_FUNCTION, function }, copy, 0, found, at);
}

kerf_status kf_evidence_rows_of(kf_evidence *w, uint32_t predicate, kf_held_fn *each, void *context)
{
    kf_held h = { KF_HELD_TRUE, predicate };
    const kf_facts *r = relation_of(w, h);
    uint32_t row[KF_MOST_ARITY];
    if (r->far) return kf_vault_rows(w->vault, h, false, each, context);
    for (uint32_t i = 0; i < r->n; i++) {
        for (uint32_t c = 0; c < r->width; c++) row[c] = r->columns[c][i];
        kf_held_row is = { .ids = row, .number = r->number ? r->numbers[i] : 0, .at = i };
        if (!each(context, &is)) break;
    }
    return KERF_OK;
}

/* ---- For later runs ---- */

kerf_status kf_evidence_note(kf_evidence *w, const char *name, const uint32_t *n_before)
{
    kf_noted world = { .text = kf_str_of(name) };
    KF_TRY(kf_vault_note(w->vault, KF_NOTED_NAME, &world, 1));
    for (uint32_t t = 1; t < w->n_types; t++) {
        kf_noted type = { .a = t, .b = n_before[t] };
        KF_TRY(kf_vault_note(w->vault, KF_NOTED_TYPES, &type, 1));
    }
    return KERF_OK;
}

typedef struct restoring {
    kf_evidence *w;
    kf_text *name;
    uint32_t *sizes; /* by type */
    uint32_t type;
    kerf_status status;
} restoring;

static bool is_held(const kf_evidence *w, const kf_noted *note)
{
    return note->a <= KF_HELD_FUNCTION
           && note->b < (note->a == KF_HELD_FUNCTION ? w->n_functions : w->n_predicates);
}

static bool take_name(void *context, const kf_noted *note)
{
    restoring *x = context;
    kf_text_add(x->name, note->text);
    return true;
}

static bool take_rows(void *context, const kf_noted *note)
{
    restoring *x = context;
    if (is_held(x->w, note)) {
        kf_facts *r = relation_of(x->w, (kf_held){ (kf_held_part)note->a, note->b });
        r->far = true;
        r->stored = r->spilled = note->c;
    }
    return true;
}

static kerf_status find_file(kf_evidence *w, const char *name, bool on_disk, uint32_t *file)
{
    for (*file = 0; *file < w->files.n; ++*file) {
        if (strcmp(w->files.at[*file], name) == 0) return KERF_OK;
    }
    KF_TRY(kf_evidence_file(w, name, file));
    w->on_disk.at[*file] = on_disk;
    return KERF_OK;
}

static bool take_file(void *context, const kf_noted *note)
{
    restoring *x = context;
    kf_evidence *w = x->w;
    uint32_t file;
    if (!is_held(w, note)) return true;
    kf_text_clear(x->name);
    kf_text_add(x->name, note->text);
    x->status = x->name->failed ? KERF_NO_MEMORY : find_file(w, x->name->at, note->d, &file);
    if (x->status != KERF_OK) return false;
    kf_facts *r = relation_of(w, (kf_held){ (kf_held_part)note->a, note->b });
    x->status = kf_facts_note_file(r, w->mem, note->c, file);
    return x->status == KERF_OK;
}

static bool take_type(void *context, const kf_noted *note)
{
    restoring *x = context;
    if (note->a < x->w->n_types) x->sizes[note->a] = note->b;
    return true;
}

static bool take_constant(void *context, const kf_noted *note)
{
    restoring *x = context;
    kf_evidence *w = x->w;
    const kf_type *t = &w->model->types.at[x->type];
    uint32_t id = kf_symbols_add(t->constants, note->text);
    if (id == KF_NO_SYMBOL) x->status = KERF_NO_MEMORY;
    else if (id == note->a) x->status = kf_evidence_constant(w, x->type, id);
    else x->status = KERF_STORE;
    return x->status == KERF_OK;
}

static kerf_status restore_constants(restoring *x)
{
    kf_evidence *w = x->w;
    KF_TRY(kf_vault_recall(w->vault, KF_NOTED_TYPES, take_type, x));
    for (x->type = 1; x->type < w->n_types; x->type++) {
        KF_TRY(kf_vault_constants(w->vault, x->type, x->sizes[x->type], take_constant, x));
        KF_TRY(x->status);
    }
    return KERF_OK;
}

static kerf_status restore_relations(restoring *x)
{
    kf_evidence *w = x->w;
    for (uint32_t p = 0; p < w->n_predicates; p++) {
        relation_of(w, (kf_held){ KF_HELD_TRUE, p })->far = true;
        relation_of(w, (kf_held){ KF_HELD_FALSE, p })->far = true;
    }
    KF_TRY(kf_vault_recall(w->vault, KF_NOTED_ROWS, take_rows, x));
    KF_TRY(kf_vault_recall(w->vault, KF_NOTED_FILES, take_file, x));
    KF_TRY(x->status);
    for (uint32_t p = 0; p < w->n_predicates; p++) {
        bool soft = false;
        for (uint32_t part = KF_HELD_UNKNOWN; part <= KF_HELD_SOFT; part++) {
            kf_held h = { (kf_held_part)part, p };
            soft |= relation_of(w, h)->stored > 0;
            KF_TRY(bring_back(w, h));
        }
        if (!soft) continue;
        KF_TRY(bring_back(w, (kf_held){ KF_HELD_TRUE, p }));
        KF_TRY(bring_back(w, (kf_held){ KF_HELD_FALSE, p }));
        KF_TRY(kf_evidence_close_predicate(w, p));
    }
    return KERF_OK;
}

kerf_status kf_evidence_restore(kf_evidence *w, kf_text *name, kf_diags *diags)
{
    kf_text file;
    restoring x = { .w = w, .name = name };
    kf_text_init(&file, w->mem);
    w->diags = diags;
    x.sizes = kf_mem_calloc(w->mem, w->n_types, sizeof *x.sizes);
    kerf_status st = x.sizes ? restore_constants(&x) : KERF_NO_MEMORY;
    if (x.status == KERF_STORE)
        kf_diag_add(diags, KERF_ERROR, NULL, "remove it, and load the evidence again",
                    "constants in the store are not those that were stored");
    if (st == KERF_OK) st = kf_vault_recall(w->vault, KF_NOTED_NAME, take_name, &x);
    x.name = &file;
    if (st == KERF_OK) st = restore_relations(&x);
    kf_mem_free(w->mem, x.sizes, w->n_types, sizeof *x.sizes);
    kf_text_free(&file);
    return name->failed ? KERF_NO_MEMORY : st;
}

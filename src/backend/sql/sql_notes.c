/* sql_notes.c -- notes about stored evidence, and restoring it from them; see sql_provider.h.
 *
 * The table kerf_notes has the model's signature, the world's name, the number of rows and the
 * files of each table, and the number of constants of each type. */
#include "backend/sql/sql_provider.h"

#include "evidence/contradiction.h"

#include <string.h>

typedef struct note { /* what the numbers mean depends on the kind */
    uint32_t a, b, c, d;
    kf_str text;
} note;

typedef enum note_kind {
    NOTE_MODEL, /* its signature */
    NOTE_NAME,  /* the world's */
    NOTE_ROWS,  /* part, predicate or function, rows */
    NOTE_FILES, /* the same, first row, whether it is on disk, name */
    NOTE_TYPES  /* type, constants but for those that functions make */
} note_kind;

typedef bool note_fn(void *context, const note *); /* false: no further */

/* ---- Writing ---- */

static kerf_status create_notes(kf_sql_provider *v)
{
    kf_text text;
    kf_text_init(&text, v->base.mem);
    kf_text_addf(&text,
                 "%s kerf_notes (k INTEGER NOT NULL, i INTEGER NOT NULL, a INTEGER NOT NULL, "
                 "b INTEGER NOT NULL, c INTEGER NOT NULL, d INTEGER NOT NULL, t TEXT NOT NULL)",
                 v->driver->ops->dialect->table);
    kerf_status st = text.failed ? KERF_NO_MEMORY : v->driver->ops->execute(v->driver, text.at);
    kf_text_free(&text);
    return st;
}

static kerf_status write_note(kf_sql_provider *v, note_kind kind, note x)
{
    assert(!v->committed);
    const uint32_t numbers[] = { kind, v->notes, x.a, x.b, x.c, x.d };
    const kf_str text = x.text.at ? x.text : KF_STR("");
    kf_sql_column columns[KF_LENGTH(numbers) + 1];
    for (size_t i = 0; i < KF_LENGTH(numbers); i++) columns[i] = kf_sql_constant(numbers[i]);
    columns[KF_LENGTH(numbers)] = kf_sql_texts_column(&text);
    const kf_sql_block block = { .n = 1, .n_columns = KF_LENGTH(columns), .columns = columns };
    v->notes++;
    return v->driver->ops->insert(v->driver, "kerf_notes", &block);
}

kerf_status kf_sql_begin_notes(kf_sql_provider *v)
{
    assert(v->notes == 0);
    KF_TRY(create_notes(v));
    return write_note(v, NOTE_MODEL, (note){ .text = kf_str_of(v->signature) });
}

/* How large a table is, and which rows came from which file. */
kerf_status kf_sql_note_table(kf_sql_provider *v, const kf_evidence *w, kf_table t)
{
    const kf_sql_table *table = kf_sql_table_of(v, t);
    const kf_facts *here = kf_provider_facts(&v->base, t);
    const kf_segments *files = table->here ? &here->files : &table->files;
    uint32_t rows = table->here ? here->n : table->count;
    if (rows == 0) return KERF_OK;
    KF_TRY(write_note(v, NOTE_ROWS, (note){ .a = t.part, .b = t.id, .c = rows }));
    for (uint32_t i = 0; i < files->n; i++) {
        uint32_t file = files->at[i].file;
        note from = { .a = t.part, .b = t.id, .c = files->at[i].first };
        from.d = kf_evidence_is_on_disk(w, file);
        from.text = kf_str_of(kf_evidence_file_name(w, file));
        KF_TRY(write_note(v, NOTE_FILES, from));
    }
    return KERF_OK;
}

kerf_status kf_sql_note_world(kf_sql_provider *v, const char *name, const uint32_t *n_before)
{
    KF_TRY(write_note(v, NOTE_NAME, (note){ .text = kf_str_of(name) }));
    for (uint32_t t = 1; t < v->base.m->types.n; t++)
        KF_TRY(write_note(v, NOTE_TYPES, (note){ .a = t, .b = n_before[t] }));
    return KERF_OK;
}

/* ---- Reading ---- */

typedef struct recalling {
    note_fn *each;
    void *context;
    uint32_t n_numbers;
} recalling;

static bool take_note(void *context, const kf_sql_cell *cells)
{
    const recalling *x = context;
    uint32_t of[4] = { 0 };
    for (uint32_t i = 0; i < x->n_numbers; i++) of[i] = (uint32_t)cells[i].integer;
    const note is = { of[0], of[1], of[2], of[3], cells[x->n_numbers].text };
    return x->each(x->context, &is);
}

static kerf_status recall(kf_sql_provider *v, note_kind kind, note_fn *each, void *context)
{
    assert(v->committed);
    recalling x = { each, context, 4 };
    kf_text text;
    kf_text_init(&text, v->base.mem);
    kf_text_addf(&text, "SELECT a, b, c, d, t, 1 FROM kerf_notes WHERE k = %d ORDER BY i", kind);
    kf_sql shape = { .n_outputs = 5, .n_texts = 1 };
    kerf_status st = kf_sql_select(v, &text, &shape, take_note, &x);
    kf_text_free(&text);
    return st;
}

static kerf_status recall_constants(kf_sql_provider *v, uint32_t type, uint32_t n, note_fn *each,
                                    void *context)
{
    recalling x = { each, context, 1 };
    kf_text text;
    kf_text_init(&text, v->base.mem);
    kf_text_add(&text, KF_STR("SELECT id, name, 1 FROM "));
    kf_sql_type_name(&text, v->base.m, type);
    kf_text_addf(&text, " WHERE id < %u ORDER BY id", n);
    kf_sql shape = { .n_outputs = 2, .n_texts = 1 };
    kerf_status st = kf_sql_select(v, &text, &shape, take_note, &x);
    kf_text_free(&text);
    return st;
}

/* ---- Whose evidence it is ---- */

typedef struct comparing {
    const char *signature;
    bool same;
} comparing;

static bool compare_signature(void *context, const note *is)
{
    comparing *x = context;
    x->same = kf_str_eq(is->text, kf_str_of(x->signature));
    return true;
}

kerf_status kf_sql_check_model(kf_sql_provider *v)
{
    assert(v->committed);
    comparing x = { v->signature, false };
    KF_TRY(recall(v, NOTE_MODEL, compare_signature, &x));
    if (x.same) return KERF_OK;
    kf_diag_add(v->driver->diags, KERF_ERROR, NULL,
                "name the evidence, too: it is then stored anew",
                "the store was filled for another model: predicates, types or constants differ");
    return KERF_INVALID;
}

/* ---- Restoring ---- */

typedef struct restoring {
    kf_sql_provider *v;
    kf_evidence *w;
    kf_text *name;
    uint32_t *sizes; /* by type */
    uint32_t type;
    kerf_status status;
} restoring;

/* The table that a note is about; false: there is none. */
static bool find_table(const restoring *x, const note *is, kf_table *t)
{
    const kf_model *m = x->v->base.m;
    *t = (kf_table){ (kf_said)is->a, is->b };
    return is->a <= KF_SAID_VALUE
           && is->b < (is->a == KF_SAID_VALUE ? m->functions.n : m->predicates.n);
}

static bool take_name(void *context, const note *is)
{
    restoring *x = context;
    kf_text_add(x->name, is->text);
    return true;
}

static bool take_rows(void *context, const note *is)
{
    restoring *x = context;
    kf_table t;
    if (!find_table(x, is, &t)) return true;
    kf_sql_table *table = kf_sql_table_of(x->v, t);
    table->here = false;
    table->count = table->added = is->c;
    return true;
}

static kerf_status find_file(kf_evidence *w, const char *name, bool on_disk, uint32_t *file)
{
    for (*file = 0; kf_evidence_file_name(w, *file)[0]; ++*file) {
        if (strcmp(kf_evidence_file_name(w, *file), name) == 0) return KERF_OK;
    }
    KF_TRY(kf_evidence_file(w, name, file));
    if (on_disk) kf_evidence_on_disk(w, *file);
    return KERF_OK;
}

static bool take_file(void *context, const note *is)
{
    restoring *x = context;
    kf_table t;
    uint32_t file;
    if (!find_table(x, is, &t)) return true;
    kf_segments *files = &kf_sql_table_of(x->v, t)->files;
    kf_text_clear(x->name);
    kf_text_add(x->name, is->text);
    x->status = x->name->failed ? KERF_NO_MEMORY : find_file(x->w, x->name->at, is->d, &file);
    if (x->status != KERF_OK) return false;
    uint32_t first = files->n > 0 ? is->c : 0; /* whatever the database says */
    if (files->n > 0 && first < files->at[files->n - 1].first)
        first = files->at[files->n - 1].first;
    x->status = kf_segments_note(files, x->v->base.mem, first, file);
    return x->status == KERF_OK;
}

static bool take_type(void *context, const note *is)
{
    restoring *x = context;
    if (is->a < x->v->base.m->types.n) x->sizes[is->a] = is->b;
    return true;
}

static bool take_constant(void *context, const note *is)
{
    restoring *x = context;
    uint32_t id = kf_symbols_add(x->v->base.m->types.at[x->type].constants, is->text);
    if (id == KF_NO_SYMBOL) x->status = KERF_NO_MEMORY;
    else if (id == is->a) x->status = kf_evidence_constant(x->w, x->type, id);
    else x->status = KERF_STORE;
    return x->status == KERF_OK;
}

static kerf_status restore_constants(restoring *x)
{
    KF_TRY(recall(x->v, NOTE_TYPES, take_type, x));
    for (x->type = 1; x->type < x->v->base.m->types.n; x->type++) {
        KF_TRY(recall_constants(x->v, x->type, x->sizes[x->type], take_constant, x));
        KF_TRY(x->status);
    }
    return KERF_OK;
}

/* What is unknown or has a probability is here, and then all that is said of the predicate. */
static kerf_status restore_soft(const restoring *x, uint32_t p, kf_diags *diags)
{
    bool soft = false;
    for (uint32_t part = KF_SAID_UNKNOWN; part <= KF_SAID_SOFT; part++) {
        kf_table t = { (kf_said)part, p };
        soft |= kf_sql_table_of(x->v, t)->count > 0;
        KF_TRY(kf_sql_bring_back(x->v, t));
    }
    if (!soft) return KERF_OK;
    const kf_table yes = { KF_SAID_TRUE, p }, no = { KF_SAID_FALSE, p };
    KF_TRY(kf_sql_bring_back(x->v, yes));
    KF_TRY(kf_sql_bring_back(x->v, no));
    return kf_close_predicate(x->w, p, kf_provider_facts(&x->v->base, yes), NULL, diags);
}

static kerf_status restore_tables(restoring *x, kf_diags *diags)
{
    KF_TRY(recall(x->v, NOTE_ROWS, take_rows, x));
    KF_TRY(recall(x->v, NOTE_FILES, take_file, x));
    KF_TRY(x->status);
    for (size_t i = 0; i < kf_table_count(x->v->base.m); i++) { /* rows come from some file */
        const kf_sql_table *table = &x->v->tables[i];
        if (table->count > 0 && table->files.n == 0) return kf_sql_refuse_row(x->v->driver);
    }
    for (uint32_t p = 0; p < x->v->base.m->predicates.n; p++) KF_TRY(restore_soft(x, p, diags));
    return KERF_OK;
}

kerf_status kf_sql_restore(kf_provider *p, kf_evidence *w, kf_text *name, kf_diags *diags)
{
    kf_text file;
    restoring x = { .v = kf_sql_own(p), .w = w, .name = name };
    assert(x.v->committed);
    kf_text_init(&file, p->mem);
    x.sizes = kf_mem_calloc(p->mem, p->m->types.n, sizeof *x.sizes);
    kerf_status st = x.sizes ? restore_constants(&x) : KERF_NO_MEMORY;
    if (x.status == KERF_STORE)
        kf_diag_add(diags, KERF_ERROR, NULL, "remove it, and load the evidence again",
                    "constants in the store are not those that were stored");
    if (st == KERF_OK) st = recall(x.v, NOTE_NAME, take_name, &x);
    x.name = &file;
    if (st == KERF_OK) st = restore_tables(&x, diags);
    kf_mem_free(p->mem, x.sizes, p->m->types.n, sizeof *x.sizes);
    kf_text_free(&file);
    return name->failed ? KERF_NO_MEMORY : st;
}

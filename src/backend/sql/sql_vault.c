/* sql_vault.c -- evidence into tables while it is read, and out again; see sql_vault.h. */
#include "backend/sql/sql_vault.h"

#include "evidence/fingerprint.h"
#include "evidence/facts.h"

#include <assert.h>
#include <string.h>

enum { MOST_OUTPUTS = KF_MOST_ARITY + 5 };

kf_shape kf_shape_of(const kf_model *m, kf_held h)
{
    if (h.part == KF_HELD_FUNCTION) {
        uint32_t arity = m->functions.at[h.id].arity;
        return (kf_shape){ .columns = arity + 1, .width = arity + 1, .key = arity };
    }
    const kf_predicate *p = &m->predicates.at[h.id];
    return (kf_shape){ .columns = p->arity ? p->arity : 1,
                       .width = p->arity,
                       .key = p->arity,
                       .number = p->number,
                       .soft = h.part == KF_HELD_SOFT };
}

static size_t table_count(const kf_model *m)
{
    return m->predicates.n * KF_HELD_FUNCTION + m->functions.n;
}

static size_t table_index(const kf_model *m, kf_held h)
{
    if (h.part == KF_HELD_FUNCTION) return m->predicates.n * KF_HELD_FUNCTION + h.id;
    return (size_t)h.id * KF_HELD_FUNCTION + h.part;
}

/* ---- Statements ---- */

static kerf_status execute(const kf_vault *v, kf_text *text)
{
    kerf_status st = text->failed ? KERF_NO_MEMORY : v->driver->ops->execute(v->driver, text->at);
    kf_text_free(text);
    return st;
}

static void add_name(const kf_vault *v, kf_text *to, kf_held h, bool stage)
{
    if (stage) kf_text_add(to, KF_STR("t_"));
    kf_sql_held_name(to, v->m, h);
}

static void add_columns(kf_text *to, const kf_shape *shape)
{
    for (uint32_t i = 0; i < shape->columns; i++) kf_text_addf(to, "a%u, ", i);
    kf_text_addf(to, "%s%ss, l", shape->number ? "n, " : "", shape->soft ? "q, " : "");
}

/* The columns that tell rows apart. */
static void add_key(kf_text *to, const kf_shape *shape)
{
    for (uint32_t i = 0; i < shape->columns; i++) kf_text_addf(to, "%sa%u", i ? ", " : "", i);
    if (shape->number) kf_text_add(to, KF_STR(", n"));
}

static bool has_key(const kf_vault *v, const kf_shape *shape)
{
    return shape->columns + shape->number <= v->driver->ops->dialect->most_key;
}

static kerf_status create_table(kf_vault *v, kf_held h, bool stage)
{
    const kf_sql_dialect *dialect = v->driver->ops->dialect;
    kf_shape shape = kf_shape_of(v->m, h);
    bool key = !stage && has_key(v, &shape);
    kf_text text;
    kf_text_init(&text, v->mem);
    kf_text_addf(&text, "%s ", stage ? "CREATE TEMPORARY TABLE" : dialect->table);
    add_name(v, &text, h, stage);
    kf_text_add(&text, KF_STR(" ("));
    for (uint32_t i = 0; i < shape.columns; i++) kf_text_addf(&text, "a%u INTEGER NOT NULL, ", i);
    if (shape.number) kf_text_add(&text, KF_STR("n DOUBLE PRECISION NOT NULL, "));
    if (shape.soft) kf_text_add(&text, KF_STR("q DOUBLE PRECISION NOT NULL, "));
    kf_text_add(&text, KF_STR("s INTEGER NOT NULL, l INTEGER NOT NULL"));
    if (key) {
        kf_text_addf(&text, "%s", dialect->key[0]);
        add_key(&text, &shape);
        kf_text_addf(&text, "%s", dialect->key[1]);
    }
    kf_text_addf(&text, ")%s", key ? dialect->end : "");
    return execute(v, &text);
}

/* ---- Rows in ---- */

typedef struct source {
    const kf_facts *rel;
    kf_shape shape;
    uint32_t first, at;
} source;

static bool next_row(void *context, kf_sql_cell *cells)
{
    source *x = context;
    const kf_facts *rel = x->rel;
    if (x->at == rel->n) return false;
    cells[0].integer = 0;
    for (uint32_t i = 0; i < rel->width; i++) cells[i].integer = kf_sql_id(rel->columns[i][x->at]);
    kf_sql_cell *to = cells + x->shape.columns;
    if (x->shape.number) (to++)->number = rel->numbers[x->at];
    if (x->shape.soft) (to++)->number = rel->probabilities[x->at];
    to[0].integer = x->first + x->at;
    to[1].integer = kf_sql_id(rel->lines[x->at]);
    x->at++;
    return true;
}

static kerf_status fill(kf_vault *v, kf_held h, bool stage, const kf_facts *rel, uint32_t first)
{
    source from = { .rel = rel, .shape = kf_shape_of(v->m, h), .first = first };
    kf_sql_kind kinds[MOST_OUTPUTS] = { KF_SQL_INTEGER };
    uint32_t n = from.shape.columns;
    if (from.shape.number) kinds[n++] = KF_SQL_DOUBLE;
    if (from.shape.soft) kinds[n++] = KF_SQL_DOUBLE;
    kf_sql_rows rows = { n + 2, kinds, next_row, &from };
    kf_text name;
    kf_text_init(&name, v->mem);
    add_name(v, &name, h, stage);
    kerf_status st = name.failed ? KERF_NO_MEMORY : v->driver->ops->fill(v->driver, name.at, &rows);
    kf_text_free(&name);
    return st;
}

kerf_status kf_vault_add(kf_vault *v, kf_held h, const kf_facts *rel, uint32_t first)
{
    bool *staged = &v->staged[table_index(v->m, h)];
    if (kf_stop_ask(v->asker.stop)) return KERF_INTERRUPTED;
    if (first > KF_MOST_STORED_ROWS - rel->n) return KERF_LIMIT;
    if (!*staged) KF_TRY(create_table(v, h, true));
    *staged = true;
    return fill(v, h, true, rel, first);
}

kerf_status kf_vault_stage(kf_vault *v, kf_held h, kf_text *name)
{
    bool *staged = &v->staged[table_index(v->m, h)];
    if (!*staged) KF_TRY(create_table(v, h, true));
    *staged = true;
    add_name(v, name, h, true);
    return name->failed ? KERF_NO_MEMORY : KERF_OK;
}

kerf_status kf_vault_import(kf_vault *v, kf_import *imports, uint32_t n, const kf_importer *to)
{
    const kf_sql_ops *ops = v->driver->ops;
    return ops->import ? ops->import(v->driver, imports, n, to) : KERF_UNSUPPORTED;
}

kerf_status kf_vault_put(kf_vault *v, kf_held h, const kf_facts *rel)
{
    KF_TRY(create_table(v, h, false));
    return fill(v, h, false, rel, 0);
}

/* Of the rows that are the same the first, by way of the key. */
static void add_set(kf_vault *v, kf_text *to, kf_held h, const kf_shape *shape)
{
    kf_text_add(to, KF_STR(" FROM "));
    add_name(v, to, h, true);
    kf_text_add(to, KF_STR(" WHERE 1 = 1 ORDER BY "));
    add_key(to, shape);
    kf_text_add(to, KF_STR(", s ON CONFLICT DO NOTHING"));
}

/* The same where there are too many columns for a key. */
static void add_set_without_key(kf_vault *v, kf_text *to, kf_held h, const kf_shape *shape)
{
    kf_text_add(to, KF_STR(" FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY "));
    add_key(to, shape);
    kf_text_add(to, KF_STR(" ORDER BY s) AS k FROM "));
    add_name(v, to, h, true);
    kf_text_add(to, KF_STR(") AS x WHERE k = 1"));
}

static kerf_status move_set(kf_vault *v, kf_held h)
{
    kf_shape shape = kf_shape_of(v->m, h);
    kf_text text;
    kf_text_init(&text, v->mem);
    kf_text_add(&text, KF_STR("INSERT INTO "));
    add_name(v, &text, h, false);
    kf_text_add(&text, KF_STR(" SELECT "));
    add_columns(&text, &shape);
    if (has_key(v, &shape)) add_set(v, &text, h, &shape);
    else add_set_without_key(v, &text, h, &shape);
    KF_TRY(execute(v, &text));
    kf_text_add(&text, KF_STR("DROP TABLE "));
    add_name(v, &text, h, true);
    return execute(v, &text);
}

static bool take_count(void *context, const kf_sql_cell *cells)
{
    *(uint32_t *)context = (uint32_t)cells[0].integer;
    return true;
}

static kerf_status count_rows(kf_vault *v, kf_held h, uint32_t *rows)
{
    kf_text text;
    kf_text_init(&text, v->mem);
    kf_text_add(&text, KF_STR("SELECT COUNT(*), 1 FROM "));
    add_name(v, &text, h, false);
    kerf_status st = kf_vault_ask(v, &text, &(kf_sql){ .n_outputs = 1 }, take_count, rows);
    kf_text_free(&text);
    return st;
}

static kerf_status analyze(kf_vault *v, kf_held h)
{
    const char *word = v->driver->ops->dialect->analyze;
    kf_text text;
    if (!word) return KERF_OK;
    kf_text_init(&text, v->mem);
    kf_text_addf(&text, "%s ", word);
    add_name(v, &text, h, false);
    return execute(v, &text);
}

kerf_status kf_vault_seal(kf_vault *v, kf_held h, uint32_t *rows)
{
    bool *staged = &v->staged[table_index(v->m, h)];
    if (v->sorting && *staged) v->sorting(v->context, table_index(v->m, h), table_count(v->m));
    *rows = 0;
    KF_TRY(create_table(v, h, false));
    if (!*staged) return KERF_OK;
    KF_TRY(move_set(v, h));
    *staged = false;
    KF_TRY(analyze(v, h));
    return count_rows(v, h, rows);
}

/* ---- Rows out ---- */

kerf_status kf_vault_ask(kf_vault *v, const kf_text *text, const kf_sql *shape, kf_sql_row_fn *take,
                         void *context)
{
    bool none[MOST_OUTPUTS] = { false };
    kf_sql sql = *shape;
    void *statement = NULL;
    const kf_sql_ops *ops = v->driver->ops;
    if (text->failed) return KERF_NO_MEMORY;
    sql.text = text->at;
    if (!sql.is_number) sql.is_number = none;
    KF_TRY(ops->prepare(v->driver, &sql, &statement));
    kerf_status st = ops->select(v->driver, &sql, statement, NULL, take, context);
    ops->finish(v->driver, statement);
    return st;
}

typedef struct reading {
    kf_shape shape;
    kf_held_fn *each;
    void *context;
} reading;

static bool take_row(void *context, const kf_sql_cell *cells)
{
    const reading *x = context;
    uint32_t ids[KF_MOST_ARITY + 1];
    kf_held_row row = { .ids = ids };
    for (uint32_t i = 0; i < x->shape.width; i++) ids[i] = (uint32_t)cells[i].integer;
    const kf_sql_cell *at = cells + x->shape.columns;
    if (x->shape.number) row.number = (at++)->number;
    if (x->shape.soft) row.probability = (at++)->number;
    row.at = (uint32_t)at[0].integer;
    row.line = (uint32_t)at[1].integer;
    return x->each(x->context, &row);
}

/* x has another part, or another result. */
static void add_clash(const kf_vault *v, kf_text *to, kf_held h, const kf_shape *shape)
{
    bool function = h.part == KF_HELD_FUNCTION;
    kf_held other = h;
    if (!function) other.part = h.part == KF_HELD_TRUE ? KF_HELD_FALSE : KF_HELD_TRUE;
    kf_text_add(to, KF_STR(" WHERE EXISTS (SELECT 1 FROM "));
    add_name(v, to, other, false);
    kf_text_add(to, KF_STR(" AS y WHERE "));
    uint32_t same = function ? shape->key : shape->columns;
    for (uint32_t i = 0; i < same; i++) kf_text_addf(to, "y.a%u = x.a%u AND ", i, i);
    if (function) kf_text_addf(to, "y.a%u <> x.a%u)", shape->key, shape->key);
    else kf_text_addf(to, "%s)", shape->number ? "y.n = x.n" : "1 = 1");
}

kerf_status kf_vault_rows(kf_vault *v, kf_held h, bool clashing, kf_held_fn *each, void *context)
{
    reading x = { kf_shape_of(v->m, h), each, context };
    bool is_number[MOST_OUTPUTS] = { false };
    uint32_t n = x.shape.columns;
    kf_text text;
    if (x.shape.number) is_number[n++] = true;
    if (x.shape.soft) is_number[n++] = true;
    kf_text_init(&text, v->mem);
    kf_text_add(&text, KF_STR("SELECT "));
    add_columns(&text, &x.shape);
    kf_text_add(&text, KF_STR(", 1 FROM "));
    add_name(v, &text, h, false);
    kf_text_add(&text, KF_STR(" AS x"));
    if (clashing) add_clash(v, &text, h, &x.shape);
    kf_text_add(&text, KF_STR(" ORDER BY s"));
    kf_sql shape = { .n_outputs = n + 2, .is_number = is_number };
    kerf_status st = kf_vault_ask(v, &text, &shape, take_row, &x);
    kf_text_free(&text);
    return st;
}

/* ---- Life ---- */

kerf_status kf_vault_open(kf_vault **out, kf_mem *mem, const kf_model *m,
                          const kf_backend_site *site)
{
    kf_vault *v = kf_mem_calloc(mem, 1, sizeof *v);
    kf_fingerprint print;
    if (!v) return KERF_NO_MEMORY;
    v->mem = mem;
    v->m = m;
    v->sorting = site->sorting;
    v->context = site->progress_context;
    v->asker = (kf_backend){ .stop = site->stop };
    kf_arena_init(&v->arena, mem);
    kf_fingerprint_begin(&print);
    kf_fingerprint_add_model(&print, m);
    kf_fingerprint_write(&print, v->signature);
    v->staged = kf_mem_calloc(mem, table_count(m), sizeof *v->staged);
    kerf_status st = v->staged ? kf_sql_open(&v->driver, mem, site) : KERF_NO_MEMORY;
    if (st != KERF_OK) {
        kf_vault_free(v);
        return st;
    }
    v->driver->store = &v->asker;
    *out = v;
    return KERF_OK;
}

void kf_vault_free(kf_vault *v)
{
    if (!v) return;
    kf_vault_forget_looks(v);
    if (v->beside && v->beside != v->driver) v->beside->ops->close(v->beside);
    if (v->driver) v->driver->ops->close(v->driver);
    kf_mem_free(v->mem, v->staged, table_count(v->m), sizeof *v->staged);
    kf_arena_free(&v->arena);
    kf_mem_free(v->mem, v, 1, sizeof *v);
}

kf_sql_driver *kf_vault_driver(kf_vault *v)
{
    return v->driver;
}

void kf_vault_take_back(kf_vault *v)
{
    v->driver->store = &v->asker;
}

bool kf_vault_is_committed(const kf_vault *v)
{
    return v->committed;
}

kerf_status kf_vault_status(const kf_vault *v)
{
    return v->status;
}

/* ---- Notes ---- */

static kerf_status create_notes(kf_vault *v)
{
    kf_text text;
    kf_text_init(&text, v->mem);
    kf_text_addf(&text,
                 "%s kerf_notes (k INTEGER NOT NULL, i INTEGER NOT NULL, a INTEGER NOT NULL, "
                 "b INTEGER NOT NULL, c INTEGER NOT NULL, d INTEGER NOT NULL, t TEXT NOT NULL)",
                 v->driver->ops->dialect->table);
    return execute(v, &text);
}

typedef struct note_source {
    kf_noted_kind kind;
    const kf_noted *notes;
    uint32_t n, first, at;
} note_source;

static bool next_note(void *context, kf_sql_cell *cells)
{
    note_source *x = context;
    if (x->at == x->n) return false;
    const kf_noted *note = &x->notes[x->at];
    cells[0].integer = x->kind;
    cells[1].integer = kf_sql_id(x->first + x->at);
    cells[2].integer = kf_sql_id(note->a);
    cells[3].integer = kf_sql_id(note->b);
    cells[4].integer = kf_sql_id(note->c);
    cells[5].integer = kf_sql_id(note->d);
    cells[6].text = note->text.at ? note->text : KF_STR("");
    x->at++;
    return true;
}

kerf_status kf_vault_note(kf_vault *v, kf_noted_kind kind, const kf_noted *notes, uint32_t n)
{
    static const kf_sql_kind kinds[7] = { [6] = KF_SQL_TEXT };
    note_source from = { .kind = kind, .notes = notes, .n = n, .first = v->notes };
    kf_sql_rows rows = { 7, kinds, next_note, &from };
    v->notes += n;
    return v->driver->ops->fill(v->driver, "kerf_notes", &rows);
}

typedef struct recalling {
    kf_noted_fn *each;
    void *context;
    uint32_t n_numbers;
} recalling;

static bool take_note(void *context, const kf_sql_cell *cells)
{
    const recalling *x = context;
    uint32_t of[4] = { 0 };
    for (uint32_t i = 0; i < x->n_numbers; i++) of[i] = (uint32_t)cells[i].integer;
    kf_noted note = { of[0], of[1], of[2], of[3], cells[x->n_numbers].text };
    return x->each(x->context, &note);
}

kerf_status kf_vault_recall(kf_vault *v, kf_noted_kind kind, kf_noted_fn *each, void *context)
{
    recalling x = { each, context, 4 };
    kf_text text;
    kf_text_init(&text, v->mem);
    kf_text_addf(&text, "SELECT a, b, c, d, t, 1 FROM kerf_notes WHERE k = %d ORDER BY i", kind);
    kf_sql shape = { .n_outputs = 5, .n_texts = 1 };
    kerf_status st = kf_vault_ask(v, &text, &shape, take_note, &x);
    kf_text_free(&text);
    return st;
}

kerf_status kf_vault_constants(kf_vault *v, uint32_t type, uint32_t n, kf_noted_fn *each,
                               void *context)
{
    recalling x = { each, context, 1 };
    kf_text text;
    kf_text_init(&text, v->mem);
    kf_text_add(&text, KF_STR("SELECT id, name, 1 FROM "));
    kf_sql_type_name(&text, v->m, type);
    kf_text_addf(&text, " WHERE id < %u ORDER BY id", n);
    kf_sql shape = { .n_outputs = 2, .n_texts = 1 };
    kerf_status st = kf_vault_ask(v, &text, &shape, take_note, &x);
    kf_text_free(&text);
    return st;
}

/* ---- Whose evidence it is ---- */

typedef struct comparing {
    const char *signature;
    bool same;
} comparing;

static bool compare_signature(void *context, const kf_noted *note)
{
    comparing *x = context;
    x->same = kf_str_eq(note->text, kf_str_of(x->signature));
    return true;
}

static kerf_status check_model(kf_vault *v)
{
    comparing x = { v->signature, false };
    KF_TRY(kf_vault_recall(v, KF_NOTED_WORLD, compare_signature, &x));
    if (x.same) return KERF_OK;
    kf_diag_add(v->driver->diags, KERF_ERROR, NULL,
                "name the evidence, too: it is then stored anew",
                "the store was filled for another model: predicates, types or constants differ");
    return KERF_INVALID;
}

kerf_status kf_vault_begin(kf_vault *v, const char *fingerprint, bool *there)
{
    KF_TRY(v->driver->ops->begin(v->driver, fingerprint, there));
    v->committed = *there;
    if (*there) return fingerprint ? KERF_OK : check_model(v);
    if (!fingerprint) return KERF_OK;
    KF_TRY(create_notes(v));
    return kf_vault_note(v, KF_NOTED_WORLD, &(kf_noted){ .text = kf_str_of(v->signature) }, 1);
}

kerf_status kf_vault_commit(kf_vault *v, const char *fingerprint)
{
    KF_TRY(v->driver->ops->commit(v->driver, fingerprint));
    v->committed = true;
    return KERF_OK;
}

kerf_status kf_vault_settle(kf_vault *v)
{
    return v->beside ? KERF_OK : v->driver->ops->beside(v->driver, &v->beside);
}

/* sql_import.c -- evidence from tables that the provider's server has; see import.h.
 *
 * The server numbers constants and copies rows (kf_sql_ops.import). Here constants become the
 * evidence's, and tables know how many rows they have and where these were said. */
#include "backend/sql/sql_provider.h"

typedef struct importing {
    kf_sql_provider *v;
    kf_evidence *w;
    const kf_import *imports;
    kf_diags *diags;
    bool strict;
    uint32_t warned; /* the type that a warning was about, + 1 */
    kerf_status status;
} importing;

/* A type that lists its constants has got one more. */
static void check_listed(importing *x, uint32_t type, uint32_t id, kf_str name)
{
    const kf_type *t = &x->v->base.m->types.at[type];
    kf_str type_name = kf_type_name(x->v->base.m, type);
    const kf_place place = { .file = x->imports[0].file };
    if (!t->listed || id < (x->strict ? t->n_declared : t->n_model)) return;
    if (!x->strict && x->warned == type + 1) return;
    x->warned = type + 1;
    kf_diag_add(x->diags, x->strict ? KERF_ERROR : KERF_WARNING, &place, NULL,
                "the tables name %.*s, which is not among the constants listed for type %.*s",
                name.n > 60 ? 60 : (int)name.n, name.at, type_name.n > 60 ? 60 : (int)type_name.n,
                type_name.at);
}

static kerf_status add_constant(importing *x, uint32_t type, uint32_t id, kf_str name)
{
    uint32_t is = kf_symbols_add(x->v->base.m->types.at[type].constants, name);
    if (is == KF_NO_SYMBOL) return KERF_NO_MEMORY;
    if (is != id) return KERF_LIMIT; /* numbers beyond 2^31 */
    check_listed(x, type, id, name);
    if (kf_diags_full(x->diags)) return KERF_INVALID;
    return kf_evidence_constant(x->w, type, id);
}

static bool take_constant(void *context, uint32_t type, uint32_t id, kf_str name)
{
    assert(type > 0 && type < ((const importing *)context)->v->base.m->types.n);
    importing *x = context;
    x->status = add_constant(x, type, id, name);
    return x->status == KERF_OK;
}

/* The temporary table that takes the rows. Rows that were read before come first. */
static kerf_status aim(kf_sql_provider *v, kf_import *one, kf_arena *names)
{
    assert(!one->table);
    kf_text name;
    if (kf_provider_facts(&v->base, one->what)->n > 0) KF_TRY(kf_sql_flush(v, one->what));
    one->first = kf_sql_table_of(v, one->what)->added;
    kf_text_init(&name, v->base.mem);
    kerf_status st = kf_sql_stage_name(v, one->what, &name);
    if (st == KERF_OK) one->table = kf_arena_string(names, kf_text_get(&name));
    kf_text_free(&name);
    return st == KERF_OK && !one->table ? KERF_NO_MEMORY : st;
}

static kerf_status note_rows(const importing *x, const kf_import *one)
{
    kf_sql_table *table = kf_sql_table_of(x->v, one->what);
    uint32_t file;
    assert(one->rows <= KF_MOST_STORED_ROWS - table->added);
    KF_TRY(kf_evidence_file(x->w, one->file, &file));
    KF_TRY(kf_segments_note(&table->files, x->v->base.mem, table->added, file));
    table->added += (uint32_t)one->rows;
    return KERF_OK;
}

static kerf_status import(importing *x, kf_import *imports, uint32_t n, kf_text *statements,
                          kf_arena *names)
{
    kf_sql_driver *driver = x->v->driver;
    const kf_sql_import todo = { imports, n, x->v->base.m, statements, take_constant, x };
    for (uint32_t i = 0; i < n; i++) KF_TRY(aim(x->v, &imports[i], names));
    kerf_status st = driver->ops->import(driver, &todo);
    KF_TRY(x->status);
    KF_TRY(st);
    for (uint32_t i = 0; i < n; i++) KF_TRY(note_rows(x, &imports[i]));
    return KERF_OK;
}

kerf_status kf_sql_import_tables(kf_provider *p, kf_evidence *w, kf_import *imports, uint32_t n,
                                 bool strict, kf_diags *diags, kf_text *statements)
{
    assert(n > 0 && !kf_sql_see(p)->committed);
    importing x = {
        .v = kf_sql_own(p), .w = w, .imports = imports, .diags = diags, .strict = strict
    };
    kf_arena names;
    if (!x.v->driver->ops->import) return KERF_UNSUPPORTED;
    kf_arena_init(&names, p->mem);
    kerf_status st = import(&x, imports, n, statements, &names);
    for (uint32_t i = 0; i < n; i++) imports[i].table = NULL;
    kf_arena_free(&names);
    return st;
}

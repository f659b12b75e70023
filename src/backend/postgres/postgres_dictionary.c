/* postgres_dictionary.c -- numbers for the constants in tables on the server; see postgres_import.h.
 *
 * The server gives them, in the order of the names' bytes, to those that have none yet; kerf is told
 * the names, each once. A dictionary m_t has the constants that are known of type t before, and those
 * of the tables; u_t has the latter alone. */
#include "backend/sql/sql.h"

#ifdef HAVE_POSTGRES

#include "backend/postgres/postgres_import.h"

typedef struct symbol_source {
    const kf_type *type;
    uint32_t at, n;
} symbol_source;

static bool next_symbol(void *context, kf_sql_cell *cells)
{
    symbol_source *s = context;
    if (s->at == s->n) return false;
    cells[0].integer = kf_sql_id(s->at);
    cells[1].text = kf_symbols_text(s->type->constants, s->at);
    s->at++;
    return true;
}

/* Constants that are known already, with their numbers. */
static kerf_status send_known(const postgres_import *i, uint32_t type, uint32_t known)
{
    static const kf_sql_kind kinds[] = { KF_SQL_INTEGER, KF_SQL_TEXT };
    symbol_source from = { .type = &i->to->m->types.at[type], .n = known };
    kf_sql_rows rows = { 2, kinds, next_symbol, &from };
    kf_text text = kf_postgres_begin_text(i), name = kf_postgres_begin_text(i);
    kf_text_addf(&text,
                 "CREATE TEMP TABLE m_%u (id INTEGER NOT NULL, name TEXT COLLATE \"C\" NOT NULL)",
                 type);
    KF_TRY(kf_postgres_tell(i, NULL, &text, NULL));
    kf_text_addf(&name, "pg_temp.m_%u", type);
    kerf_status st =
        name.failed ? KERF_NO_MEMORY : kf_postgres_fill(i->x, i->x->connection, name.at, &rows);
    kf_text_free(&name);
    return st;
}

/* The columns of the type, in all tables together: SELECT c0 FROM i_0 UNION SELECT ... */
static uint32_t add_columns(const postgres_import *i, uint32_t type, kf_text *to)
{
    uint32_t n = 0;
    for (uint32_t k = 0; k < i->n; k++) {
        for (uint32_t c = 0; c < kf_postgres_constants(i, &i->all[k]); c++) {
            if (kf_postgres_type(i, &i->all[k], c) != type) continue;
            kf_text_addf(to, "%sSELECT c%u FROM pg_temp.i_%u", n++ ? " UNION " : "", c, k);
        }
    }
    return n;
}

static bool is_used(const postgres_import *i, uint32_t type)
{
    kf_text ignored = kf_postgres_begin_text(i);
    uint32_t n = add_columns(i, type, &ignored);
    kf_text_free(&ignored);
    return n > 0;
}

/* The names in every column of the type, each once. */
static kerf_status gather_names(const postgres_import *i, uint32_t type)
{
    kf_text text = kf_postgres_begin_text(i);
    kf_text_addf(&text, "CREATE TEMP TABLE u_%u (name) AS ", type);
    if (add_columns(i, type, &text) == 1) kf_text_add(&text, KF_STR(" GROUP BY 1"));
    KF_TRY(kf_postgres_tell(i, NULL, &text, NULL));
    text = kf_postgres_begin_text(i);
    kf_text_addf(&text, "ANALYZE pg_temp.u_%u", type);
    return kf_postgres_tell(i, NULL, &text, NULL);
}

static kerf_status number_names(const postgres_import *i, uint32_t type, uint32_t known)
{
    kf_text text = kf_postgres_begin_text(i);
    kf_text_addf(&text,
                 "INSERT INTO pg_temp.m_%u SELECT %u + ROW_NUMBER() OVER (ORDER BY name) - 1, name "
                 "FROM (SELECT name FROM pg_temp.u_%u EXCEPT SELECT name FROM pg_temp.m_%u) AS x",
                 type, known, type, type);
    KF_TRY(kf_postgres_tell(i, NULL, &text, NULL));
    text = kf_postgres_begin_text(i);
    kf_text_addf(&text, "ANALYZE pg_temp.m_%u", type);
    return kf_postgres_tell(i, NULL, &text, NULL);
}

typedef struct name_taker {
    const postgres_import *i;
    uint32_t type;
    kerf_status status;
} name_taker;

static bool take_name(void *context, const kf_sql_cell *cells)
{
    name_taker *t = context;
    const kf_importer *to = t->i->to;
    t->status = to->constant(to->context, t->type, (uint32_t)cells[0].integer, cells[1].text);
    return t->status == KERF_OK;
}

/* Names that formulas do not have, row by row: there may be millions. */
static kerf_status fetch_names(const postgres_import *i, uint32_t type)
{
    static bool none[2];
    name_taker t = { .i = i, .type = type };
    kf_sql_driver *driver = &i->x->base;
    kf_sql sql = { .n_outputs = 2, .is_number = none, .n_texts = 1 };
    void *statement;
    kf_text text = kf_postgres_begin_text(i);
    kf_text_addf(&text,
                 "SELECT m.id, m.name, 1 FROM pg_temp.m_%u AS m WHERE m.id >= %u AND EXISTS "
                 "(SELECT 1 FROM pg_temp.u_%u AS u WHERE u.name = m.name) ORDER BY m.id",
                 type, i->to->m->types.at[type].n_model, type);
    sql.text = text.at;
    kerf_status st = text.failed ? KERF_NO_MEMORY : kf_postgres_prepare(driver, &sql, &statement);
    if (st == KERF_OK) {
        st = kf_postgres_select(driver, &sql, statement, NULL, take_name, &t);
        kf_postgres_finish(driver, statement);
    }
    kf_text_free(&text);
    return t.status != KERF_OK ? t.status : st;
}

kerf_status kf_postgres_number_names(const postgres_import *i)
{
    for (uint32_t t = 1; t < i->to->m->types.n; t++) {
        uint32_t known = kf_symbols_count(i->to->m->types.at[t].constants);
        if (!is_used(i, t)) continue;
        KF_TRY(send_known(i, t, known));
        KF_TRY(gather_names(i, t));
        KF_TRY(number_names(i, t, known));
        KF_TRY(fetch_names(i, t));
    }
    return KERF_OK;
}

kerf_status kf_postgres_drop_names(const postgres_import *i)
{
    for (uint32_t t = 1; t < i->to->m->types.n; t++) {
        if (!is_used(i, t)) continue;
        kf_text text = kf_postgres_begin_text(i);
        kf_text_addf(&text, "DROP TABLE pg_temp.m_%u, pg_temp.u_%u", t, t);
        KF_TRY(kf_postgres_tell(i, NULL, &text, NULL));
    }
    return KERF_OK;
}

#endif

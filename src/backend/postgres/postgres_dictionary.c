/* postgres_dictionary.c -- numbers the constants in tables on the server; see postgres_import.h.
 *
 * The server numbers the constants that have no number yet, in the order of the bytes of their
 * names. kerf reads each name once. The dictionary m_t has the constants of type t, those known
 * before and those of the tables; u_t has only those of the tables. */
#include "backend/sql/sql.h"

#ifdef HAVE_POSTGRES

#include "backend/postgres/postgres_import.h"

#include <stdio.h>

enum { NAMES_AT_ONCE = 1 << 12 };

/* Constants that are known, with their numbers. */
static kerf_status insert_known(const postgres_import *i, const char *table, const kf_type *type,
                                uint32_t known, kf_str *texts)
{
    uint32_t n;
    for (uint32_t at = 0; at < known; at += n) {
        n = known - at < NAMES_AT_ONCE ? known - at : NAMES_AT_ONCE;
        for (uint32_t k = 0; k < n; k++) texts[k] = kf_symbols_text(type->constants, at + k);
        const kf_sql_column columns[] = { kf_sql_counter(at), kf_sql_texts_column(texts) };
        const kf_sql_block block = { .n = n, .n_columns = 2, .columns = columns };
        KF_TRY(kf_postgres_insert(i->x, i->x->connection, table, &block));
    }
    return KERF_OK;
}

static kerf_status send_known(const postgres_import *i, uint32_t type, uint32_t known)
{
    char name[40];
    kf_mem *mem = i->x->base.mem;
    kf_text text = kf_postgres_begin_text(i);
    kf_text_addf(&text,
                 "CREATE TEMP TABLE m_%u (id INTEGER NOT NULL, name TEXT COLLATE \"C\" NOT NULL)",
                 type);
    KF_TRY(kf_postgres_tell(i, NULL, &text, NULL));
    snprintf(name, sizeof name, "pg_temp.m_%u", type);
    kf_str *texts = kf_mem_alloc(mem, NAMES_AT_ONCE, sizeof *texts);
    if (!texts) return KERF_NO_MEMORY;
    kerf_status st = insert_known(i, name, &i->to->m->types.at[type], known, texts);
    kf_mem_free(mem, texts, NAMES_AT_ONCE, sizeof *texts);
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
} name_taker;

static bool take_name(void *context, const kf_sql_cell *cells)
{
    const name_taker *t = context;
    const kf_sql_import *to = t->i->to;
    return to->name(to->context, t->type, (uint32_t)cells[0].integer, cells[1].text);
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
    return st;
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

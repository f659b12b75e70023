/* postgres_import.c -- tables that are on the server already, as evidence; see import.h.
 *
 * Every statement is one, whatever the text of a mapping says: it stands in parentheses, on lines of
 * its own, and goes by a protocol that takes a single statement. Names are found as the user's own
 * session would find them; what is kerf's is named with its schema. Constants are texts as the server
 * writes them, compared byte by byte. */
#include "store/sql.h"

#ifdef HAVE_POSTGRES

#include "store/postgres.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_COLUMNS = KF_MOST_ARITY + 1, MOST_ROWS = INT32_MAX - 1 };

typedef struct import {
    postgres_driver *x;
    const kf_importer *to;
    kf_import *all;
    uint32_t n;
} import;

/* ---- What went wrong ---- */

static const kf_predicate *predicate_of(const import *i, const kf_import *one)
{
    return &i->to->m->predicates.at[one->predicate];
}

__attribute__((format(printf, 4, 5))) static kerf_status
blame(const import *i, const kf_import *one, const char *hint, const char *format, ...)
{
    kf_text text;
    va_list arguments;
    kf_str name = kf_predicate_name(i->to->m, one->predicate);
    kf_place place = { .file = one->file, .line = one->line };
    kf_text_init(&text, i->x->base.mem);
    va_start(arguments, format);
    kf_text_addv(&text, format, arguments);
    va_end(arguments);
    kf_diag_add(i->x->base.diags, KERF_ERROR, &place, hint, "the table of %.*s: %s",
                name.n > 60 ? 60 : (int)name.n, name.at, text.failed ? "" : text.at);
    kf_text_free(&text);
    return KERF_INVALID;
}

static const char *hint_of(const char *state)
{
    static const struct {
        const char *state, *hint;
    } hints[] = {
        { "42P01", "name it with its schema: schema.table; it must be in the store's database" },
        { "3F000", "it must be in the store's database" },
        { "42703", "look at the columns: \\d table in psql" },
        { "42501", "GRANT SELECT on it to the user that kerf connects as" },
        { "0A000", "a mapping is one query that changes nothing" },
        { "42601", "a mapping is one query: Predicate = SELECT column, ... FROM table" },
        { "22003", "a number is beyond what a double holds: leave such rows out by WHERE" },
        { "22021", "a text is not valid in the database's encoding: leave it out by WHERE" },
    };
    for (size_t k = 0; state && k < KF_LENGTH(hints); k++)
        if (strcmp(state, hints[k].state) == 0) return hints[k].hint;
    return NULL;
}

/* Of a statement that the mapping is part of. Locks (class 55), what the server runs out of (53) and
 * lost connections (08, 57) are as elsewhere. */
static kerf_status fail(const import *i, const kf_import *one, const PGresult *r)
{
    const char *state = kf_pq.PQresultErrorField(r, PG_DIAG_SQLSTATE);
    const char *text = kf_pq.PQresultErrorField(r, PG_DIAG_MESSAGE_PRIMARY);
    if (!text || !state || state[0] == '5' || strncmp(state, "08", 2) == 0)
        return kf_postgres_fail(i->x, r);
    return blame(i, one, hint_of(state), "%.300s", text);
}

/* ---- Statements ---- */

/* Frees both. rows: the caller's then. */
static kerf_status execute(const import *i, const kf_import *one, kf_text *text, PGresult **rows)
{
    if (text->failed) {
        kf_text_free(text);
        return KERF_NO_MEMORY;
    }
    PGconn *connection = i->x->connection;
    kf_text_add(i->to->statements, kf_text_get(text));
    kf_text_add(i->to->statements, KF_STR(";\n"));
    PGresult *r = kf_postgres_wait(
        i->x, connection,
        kf_pq.PQsendQueryParams(connection, text->at, 0, NULL, NULL, NULL, NULL, 0));
    ExecStatusType is = kf_pq.PQresultStatus(r);
    bool good = is == PGRES_COMMAND_OK || is == PGRES_TUPLES_OK;
    kerf_status st = good ? KERF_OK : one ? fail(i, one, r) : kf_postgres_fail(i->x, r);
    kf_text_free(text);
    if (good && rows) *rows = r;
    else kf_pq.PQclear(r);
    return st;
}

static kf_text begin(const import *i)
{
    kf_text text;
    kf_text_init(&text, i->x->base.mem);
    return text;
}

/* FROM (the query) AS q(c0, c1, ...); the line ends keep a comment in it from going on. */
static void add_query(kf_text *to, const kf_import *one)
{
    kf_text_addf(to, " FROM (\n%s\n) AS q(", one->query);
    for (uint32_t c = 0; c < one->columns; c++) kf_text_addf(to, "%sc%u", c ? ", " : "", c);
    kf_text_addc(to, ')');
}

#define AS_NAME "CAST(q.c%u AS TEXT) COLLATE \"C\""
#define AS_NUMBER "CAST(q.c%u AS DOUBLE PRECISION)"

/* ---- What the query gives ---- */

/* One argument and its column: is it of a type that can be its? */
static kerf_status check_type(const import *i, const kf_import *one, uint32_t column, Oid type,
                              const char *title)
{
    const kf_predicate *p = predicate_of(i, one);
    PGresult *r = NULL;
    kf_text text = begin(i);
    kf_text_addf(&text,
                 "SELECT typcategory, format_type(oid, NULL), typname FROM pg_type WHERE oid = %u",
                 (unsigned)type);
    KF_TRY(execute(i, NULL, &text, &r));
    char category = kf_pq.PQntuples(r) ? kf_pq.PQgetvalue(r, 0, 0)[0] : 'U';
    const char *name = kf_pq.PQntuples(r) ? kf_pq.PQgetvalue(r, 0, 1) : "unknown";
    bool uuid = kf_pq.PQntuples(r) && strcmp(kf_pq.PQgetvalue(r, 0, 2), "uuid") == 0;
    kerf_status st = KERF_OK;
    if (column == p->arity && category != 'N') {
        st = blame(i, one, "convert it in the mapping: CAST(column AS double precision)",
                   "the last argument is a number, but column %u (%.60s) is of type %.60s",
                   column + 1, title, name);
    } else if (column < p->arity && !uuid && !strchr("SNBDTEIX", category)) {
        st = blame(
            i, one, "give it as text in the mapping: encode(column, 'hex'), column->>'key', ...",
            "column %u (%.60s) is of type %.60s, which is no constant", column + 1, title, name);
    }
    kf_pq.PQclear(r);
    return st;
}

static kerf_status check_columns(const import *i, kf_import *one, const PGresult *r)
{
    const kf_predicate *p = predicate_of(i, one);
    uint32_t takes = p->arity + p->number, has = (uint32_t)kf_pq.PQnfields(r);
    if (takes == 0) return blame(i, one, "give it as evidence in a file", "it has no arguments");
    if (has != takes)
        return blame(i, one, "give a column for each argument, in order",
                     "it takes %u argument%s, the query gives %u column%s", takes,
                     takes == 1 ? "" : "s", has, has == 1 ? "" : "s");
    one->columns = has;
    for (uint32_t c = 0; c < has; c++)
        KF_TRY(check_type(i, one, c, kf_pq.PQftype(r, (int)c), kf_pq.PQfname(r, (int)c)));
    return KERF_OK;
}

static kerf_status describe(const import *i, kf_import *one)
{
    PGconn *connection = i->x->connection;
    kf_text text = begin(i);
    kf_text_addf(&text, "SELECT * FROM (\n%s\n) AS q", one->query);
    bool room = !text.failed;
    int sent = room && kf_pq.PQsendPrepare(connection, "", text.at, 0, NULL);
    PGresult *r = kf_postgres_wait(i->x, connection, sent);
    kf_text_free(&text);
    if (!room) return KERF_NO_MEMORY;
    if (kf_pq.PQresultStatus(r) != PGRES_COMMAND_OK) {
        kerf_status st = fail(i, one, r);
        kf_pq.PQclear(r);
        return st;
    }
    kf_pq.PQclear(r);
    r = kf_postgres_wait(i->x, connection, kf_pq.PQsendDescribePrepared(connection, ""));
    kerf_status st = kf_pq.PQresultStatus(r) == PGRES_COMMAND_OK ? check_columns(i, one, r)
                                                                 : kf_postgres_fail(i->x, r);
    kf_pq.PQclear(r);
    return st;
}

/* ---- What the rows hold ---- */

static kerf_status blame_size(const import *i, const kf_import *one)
{
    return blame(i, one, "leave out what the model does not need by WHERE",
                 "it has %llu rows, more than %d", (unsigned long long)one->rows, MOST_ROWS);
}

static kerf_status judge_rows(const import *i, kf_import *one, const PGresult *r)
{
    const kf_predicate *p = predicate_of(i, one);
    one->rows = strtoull(kf_pq.PQgetvalue(r, 0, 0), NULL, 10);
    for (uint32_t c = 0; c < one->columns; c++) {
        unsigned long long nulls = strtoull(kf_pq.PQgetvalue(r, 0, (int)c + 1), NULL, 10);
        if (nulls > 0)
            return blame(i, one, "leave these rows out: WHERE column IS NOT NULL",
                         "column %u is NULL in %llu of %llu rows", c + 1, nulls,
                         (unsigned long long)one->rows);
    }
    if (p->number && strcmp(kf_pq.PQgetvalue(r, 0, (int)one->columns + 1), "0") != 0)
        return blame(i, one, "leave these rows out by WHERE",
                     "column %u has numbers that are not finite", one->columns);
    if (one->rows > MOST_ROWS) return blame_size(i, one);
    return KERF_OK;
}

static kerf_status look_at(const import *i, kf_import *one)
{
    PGresult *r = NULL;
    kf_text text = begin(i);
    kf_text_add(&text, KF_STR("SELECT COUNT(*)"));
    for (uint32_t c = 0; c < one->columns; c++)
        kf_text_addf(&text, ", COUNT(*) FILTER (WHERE q.c%u IS NULL)", c);
    if (predicate_of(i, one)->number)
        kf_text_addf(&text,
                     ", COUNT(*) FILTER (WHERE " AS_NUMBER " IN ('NaN', 'Infinity', "
                     "'-Infinity'))",
                     one->columns - 1);
    add_query(&text, one);
    KF_TRY(execute(i, one, &text, &r));
    kerf_status st = judge_rows(i, one, r);
    kf_pq.PQclear(r);
    return st;
}

/* ---- Dictionaries ---- */

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
static kerf_status send_known(const import *i, uint32_t type, uint32_t known)
{
    static const kf_sql_kind kinds[] = { KF_SQL_INTEGER, KF_SQL_TEXT };
    symbol_source from = { .type = &i->to->m->types.at[type], .n = known };
    kf_sql_rows rows = { 2, kinds, next_symbol, &from };
    kf_text text = begin(i), name = begin(i);
    kf_text_addf(&text,
                 "CREATE TEMP TABLE m_%u (id INTEGER NOT NULL, name TEXT COLLATE \"C\" NOT NULL)",
                 type);
    KF_TRY(execute(i, NULL, &text, NULL));
    kf_text_addf(&name, "pg_temp.m_%u", type);
    kerf_status st =
        name.failed ? KERF_NO_MEMORY : kf_postgres_fill(i->x, i->x->connection, name.at, &rows);
    kf_text_free(&name);
    return st;
}

/* Does any mapping have a column of the type? */
static bool is_used(const import *i, uint32_t type)
{
    for (uint32_t k = 0; k < i->n; k++) {
        const kf_predicate *p = predicate_of(i, &i->all[k]);
        for (uint32_t c = 0; c < p->arity; c++)
            if (p->slots[c].type == type) return true;
    }
    return false;
}

/* The names in every column of the type, each once: one table, whose rows come query by query so
 * that a failure can be said of one. */
static kerf_status gather_names(const import *i, uint32_t type)
{
    kf_text text = begin(i);
    kf_text_addf(&text, "CREATE TEMP TABLE u_%u (name TEXT COLLATE \"C\" NOT NULL)", type);
    KF_TRY(execute(i, NULL, &text, NULL));
    for (uint32_t k = 0; k < i->n; k++) {
        const kf_import *one = &i->all[k];
        const kf_predicate *p = predicate_of(i, one);
        for (uint32_t c = 0; c < p->arity; c++) {
            if (p->slots[c].type != type) continue;
            text = begin(i);
            kf_text_addf(&text, "INSERT INTO pg_temp.u_%u SELECT DISTINCT " AS_NAME, type, c);
            add_query(&text, one);
            KF_TRY(execute(i, one, &text, NULL));
        }
    }
    return KERF_OK;
}

static kerf_status number_names(const import *i, uint32_t type, uint32_t known)
{
    kf_text text = begin(i);
    kf_text_addf(
        &text,
        "INSERT INTO pg_temp.m_%u SELECT %u + ROW_NUMBER() OVER (ORDER BY name) - 1, name "
        "FROM (SELECT DISTINCT name FROM pg_temp.u_%u EXCEPT SELECT name FROM pg_temp.m_%u) "
        "AS x",
        type, known, type, type);
    KF_TRY(execute(i, NULL, &text, NULL));
    text = begin(i);
    kf_text_addf(&text, "ANALYZE pg_temp.m_%u", type);
    return execute(i, NULL, &text, NULL);
}

typedef struct name_taker {
    const import *i;
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
static kerf_status fetch_names(const import *i, uint32_t type)
{
    static bool none[2];
    name_taker t = { .i = i, .type = type };
    kf_sql_driver *driver = &i->x->base;
    kf_sql sql = { .n_outputs = 2, .is_number = none, .n_texts = 1 };
    void *statement;
    kf_text text = begin(i);
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

static kerf_status number_type(const import *i, uint32_t type)
{
    uint32_t known = kf_symbols_count(i->to->m->types.at[type].constants);
    KF_TRY(send_known(i, type, known));
    KF_TRY(gather_names(i, type));
    KF_TRY(number_names(i, type, known));
    return fetch_names(i, type);
}

/* ---- Rows ---- */

/* Numbers instead of texts; rows are numbered, too, in an order that is always the same. */
static void add_copy(const import *i, const kf_import *one, kf_text *to, uint32_t first)
{
    const kf_predicate *p = predicate_of(i, one);
    kf_text_add(to, KF_STR(" SELECT "));
    for (uint32_t c = 0; c < p->arity; c++) kf_text_addf(to, "d%u.id, ", c);
    if (p->number) kf_text_addf(to, AS_NUMBER " + 0.0, ", p->arity); /* -0 is 0 */
    kf_text_addf(to, "%u + ROW_NUMBER() OVER (ORDER BY ", first);
    for (uint32_t c = 0; c < p->arity; c++) kf_text_addf(to, "%sd%u.id", c ? ", " : "", c);
    if (p->number) kf_text_addf(to, "%s" AS_NUMBER, p->arity ? ", " : "", p->arity);
    kf_text_addf(to, ") - 1, %u", one->line);
    add_query(to, one);
    for (uint32_t c = 0; c < p->arity; c++)
        kf_text_addf(to, " JOIN pg_temp.m_%u AS d%u ON d%u.name = " AS_NAME, p->slots[c].type, c, c,
                     c);
}

static kerf_status copy_rows(const import *i, const kf_import *one)
{
    kf_text text = begin(i), table = begin(i);
    uint32_t first = 0;
    PGresult *r = NULL;
    kerf_status st = i->to->target(i->to->context, one, &table, &first);
    if (st == KERF_OK && one->rows > MOST_ROWS - first) st = blame_size(i, one);
    kf_text_add(&text, KF_STR("INSERT INTO pg_temp."));
    kf_text_add(&text, kf_text_get(&table));
    kf_text_free(&table);
    add_copy(i, one, &text, first);
    if (st != KERF_OK) {
        kf_text_free(&text);
        return st;
    }
    KF_TRY(execute(i, one, &text, &r));
    unsigned long long rows = strtoull(kf_pq.PQcmdTuples(r), NULL, 10);
    kf_pq.PQclear(r);
    if (rows != one->rows)
        return blame(i, one, "a mapping must give the same rows whenever it is asked: no random()",
                     "the query gave %llu rows, then %llu", (unsigned long long)one->rows, rows);
    return i->to->added(i->to->context, one, (uint32_t)rows);
}

/* ---- All of it ---- */

/* Names are found as in a session of the user's own; kerf's temporary tables come last. What was set
 * before goes into `before`. */
static kerf_status find_as_user(postgres_driver *x, kf_text *before)
{
    static const char set[] =
        "SELECT set_config('search_path', COALESCE(NULLIF(current_setting('search_path'), '') || "
        "', ', '') || $1, false)";
    kf_text ignored;
    bool found;
    KF_TRY(kf_postgres_look_up(x, "SELECT current_setting($1)", "search_path", before, &found));
    KF_TRY(kf_postgres_execute(x, "RESET search_path"));
    kf_text_init(&ignored, x->base.mem);
    kerf_status st = kf_postgres_look_up(x, set, "pg_temp", &ignored, &found);
    kf_text_free(&ignored);
    return st;
}

static kerf_status check_encoding(const import *i)
{
    const char *encoding = kf_pq.PQparameterStatus(i->x->connection, "server_encoding");
    if (!encoding || strcmp(encoding, "SQL_ASCII") != 0) return KERF_OK;
    return blame(i, &i->all[0], "make a database with ENCODING 'UTF8'",
                 "texts in a database of encoding SQL_ASCII may mean anything");
}

static kerf_status drop_dictionaries(const import *i)
{
    for (uint32_t t = 1; t < i->to->m->types.n; t++) {
        if (!is_used(i, t)) continue;
        kf_text text = begin(i);
        kf_text_addf(&text, "DROP TABLE pg_temp.m_%u, pg_temp.u_%u", t, t);
        KF_TRY(execute(i, NULL, &text, NULL));
    }
    return KERF_OK;
}

static kerf_status import_all(const import *i)
{
    KF_TRY(check_encoding(i));
    for (uint32_t k = 0; k < i->n; k++) KF_TRY(describe(i, &i->all[k]));
    for (uint32_t k = 0; k < i->n; k++) KF_TRY(look_at(i, &i->all[k]));
    for (uint32_t t = 1; t < i->to->m->types.n; t++)
        if (is_used(i, t)) KF_TRY(number_type(i, t));
    for (uint32_t k = 0; k < i->n; k++) KF_TRY(copy_rows(i, &i->all[k]));
    return drop_dictionaries(i);
}

kerf_status kf_postgres_import(kf_sql_driver *driver, kf_import *imports, uint32_t n,
                               const kf_importer *to)
{
import i = { (postgres_driver *) driver, to, imports, n };
    kf_text before, ignored;
    bool found;
    kf_text_init(&before, driver->mem);
    kf_text_init(&ignored, driver->mem);
    kerf_status st = find_as_user(i.x, &before);
    if (st == KERF_OK) st = import_all(&i);
    if (st == KERF_OK) {
        st = kf_postgres_look_up(i.x, "SELECT set_config('search_path', $1, false)", before.at,
                                 &ignored, &found);
    }
    kf_text_free(&before);
    kf_text_free(&ignored);
    return st;
}

#endif

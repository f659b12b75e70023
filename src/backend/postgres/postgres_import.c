/* postgres_import.c -- tables that the server has already, as evidence; see import.h.
 *
 * The rows of each query of a mapping go into a temporary table first. The query runs once;
 * everything else reads that table. The text of a mapping cannot smuggle in a second statement: it
 * stands in parentheses, on lines of its own, and is sent by a protocol that takes one statement.
 * The user's names resolve as in the user's own session; kerf's names carry their schema. Constants
 * are texts as the server writes them, compared byte by byte. */
#include "backend/sql/sql.h"

#ifdef HAVE_POSTGRES

#include "backend/postgres/postgres_import.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_ROWS = INT32_MAX - 1 };

typedef postgres_import import;

/* ---- What went wrong ---- */

static bool is_function(const kf_import *one)
{
    return one->what.part == KF_SAID_VALUE;
}

static kf_str name_of(const import *i, const kf_import *one)
{
    const kf_model *m = i->to->m;
    if (!is_function(one)) return kf_predicate_name(m, one->what.id);
    return kf_model_name(m, m->functions.at[one->what.id].name);
}

__attribute__((format(printf, 4, 5))) static kerf_status
blame(const import *i, const kf_import *one, const char *hint, const char *format, ...)
{
    kf_text text;
    va_list arguments;
    kf_str name = name_of(i, one);
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
        { "08P01", "a mapping has no parameters: write their values" },
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

/* Of a statement that the mapping is part of. Locks (class 55), what the server runs out of (53)
 * and lost connections (08, 57) are as elsewhere. */
static kerf_status fail(const import *i, const kf_import *one, const PGresult *r)
{
    const char *state = kf_pq.PQresultErrorField(r, PG_DIAG_SQLSTATE);
    const char *text = kf_pq.PQresultErrorField(r, PG_DIAG_MESSAGE_PRIMARY);
    bool lost = state && strncmp(state, "08", 2) == 0 && strcmp(state, "08P01") != 0;
    if (!text || !state || state[0] == '5' || lost) return kf_postgres_fail(i->x, r);
    const char *hint = hint_of(state);
    if (!hint) hint = kf_pq.PQresultErrorField(r, PG_DIAG_MESSAGE_HINT);
    return blame(i, one, hint, "%.300s", text);
}

/* ---- Statements ---- */

kerf_status kf_postgres_tell(const import *i, const kf_import *one, kf_text *text, PGresult **rows)
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

/* ---- What the query gives ---- */

/* After the constants. */
static bool has_number(const import *i, const kf_import *one)
{
    return !is_function(one) && i->to->m->predicates.at[one->what.id].number;
}

static uint32_t columns_of(const import *i, const kf_import *one)
{
    return kf_postgres_constants(i, one) + has_number(i, one);
}

/* One argument and its column: is it of a type that can be its? */
static kerf_status check_type(const import *i, const kf_import *one, uint32_t column, Oid type,
                              const char *title)
{
    bool number = column == kf_postgres_constants(i, one);
    PGresult *r = NULL;
    kf_text text = kf_postgres_begin_text(i);
    kf_text_addf(&text,
                 "SELECT typcategory, format_type(oid, NULL), typname FROM pg_type WHERE oid = %u",
                 (unsigned)type);
    KF_TRY(kf_postgres_tell(i, NULL, &text, &r));
    char category = kf_pq.PQntuples(r) ? kf_pq.PQgetvalue(r, 0, 0)[0] : 'U';
    const char *name = kf_pq.PQntuples(r) ? kf_pq.PQgetvalue(r, 0, 1) : "unknown";
    bool uuid = kf_pq.PQntuples(r) && strcmp(kf_pq.PQgetvalue(r, 0, 2), "uuid") == 0;
    kerf_status st = KERF_OK;
    if (number && category != 'N') {
        st = blame(i, one, "convert it in the mapping: CAST(column AS double precision)",
                   "the last argument is a number, but column %u (%.60s) is of type %.60s",
                   column + 1, title, name);
    } else if (!number && !uuid && !strchr("SNBDTEIX", category)) {
        st = blame(
            i, one, "give it as text in the mapping: encode(column, 'hex'), column->>'key', ...",
            "column %u (%.60s) is of type %.60s, which is no constant", column + 1, title, name);
    }
    kf_pq.PQclear(r);
    return st;
}

static kerf_status blame_columns(const import *i, const kf_import *one, uint32_t has)
{
    uint32_t takes = columns_of(i, one) - is_function(one);
    const char *hint = is_function(one)
                           ? "give a column for each argument, in order, then the value"
                           : "give a column for each argument, in order";
    return blame(i, one, hint, "it takes %u argument%s%s, the query gives %u column%s", takes,
                 takes == 1 ? "" : "s", is_function(one) ? " and has a value" : "", has,
                 has == 1 ? "" : "s");
}

/* Without arguments nothing but rows is asked for. */
static kerf_status check_columns(const import *i, const kf_import *one, const PGresult *r)
{
    uint32_t takes = columns_of(i, one), has = (uint32_t)kf_pq.PQnfields(r);
    if (takes > 0 && has != takes) return blame_columns(i, one, has);
    for (uint32_t c = 0; c < takes; c++)
        KF_TRY(check_type(i, one, c, kf_pq.PQftype(r, (int)c), kf_pq.PQfname(r, (int)c)));
    return KERF_OK;
}

static kerf_status describe(const import *i, const kf_import *one)
{
    PGconn *connection = i->x->connection;
    kf_text text = kf_postgres_begin_text(i);
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

/* ---- Its rows ---- */

static uint32_t number_of(const import *i, const kf_import *one)
{
    return (uint32_t)(one - i->all);
}

/* CREATE TABLE ... AS SELECT ... FROM (the query) AS q(c0, c1, ...); the line ends keep a comment
 * in it from going on. */
static void add_taking(const import *i, const kf_import *one, kf_text *to)
{
    uint32_t constants = kf_postgres_constants(i, one), n = columns_of(i, one);
    kf_text_addf(to, "CREATE TEMP TABLE i_%u AS SELECT ", number_of(i, one));
    for (uint32_t c = 0; c < constants; c++)
        kf_text_addf(to, "%sCAST(q.c%u AS TEXT) COLLATE \"C\" AS c%u", c ? ", " : "", c, c);
    if (n > constants) /* -0 is 0 */
        kf_text_addf(to, "%sCAST(q.c%u AS DOUBLE PRECISION) + 0.0 AS c%u", constants ? ", " : "",
                     constants, constants);
    kf_text_addf(to, " FROM (\n%s\n) AS q", one->query);
    for (uint32_t c = 0; c < n; c++) kf_text_addf(to, "%sc%u", c ? ", " : "(", c);
    kf_text_add(to, n ? KF_STR(")") : KF_STR(" LIMIT 1"));
}

static kerf_status blame_size(const import *i, const kf_import *one)
{
    return blame(i, one, "leave out what the model does not need by WHERE",
                 "it has %llu rows, more than %d", (unsigned long long)one->rows, MOST_ROWS);
}

static kerf_status take_rows(const import *i, kf_import *one)
{
    PGresult *r = NULL;
    kf_text text = kf_postgres_begin_text(i);
    add_taking(i, one, &text);
    KF_TRY(kf_postgres_tell(i, one, &text, &r));
    one->rows = strtoull(kf_pq.PQcmdTuples(r), NULL, 10);
    kf_pq.PQclear(r);
    return one->rows > MOST_ROWS ? blame_size(i, one) : KERF_OK;
}

static kerf_status judge_rows(const import *i, const kf_import *one, const PGresult *r)
{
    uint32_t n = columns_of(i, one);
    for (uint32_t c = 0; c < n; c++) {
        unsigned long long nulls = strtoull(kf_pq.PQgetvalue(r, 0, (int)c), NULL, 10);
        if (nulls > 0)
            return blame(i, one, "leave these rows out: WHERE column IS NOT NULL",
                         "column %u is NULL in %llu of %llu rows", c + 1, nulls,
                         (unsigned long long)one->rows);
    }
    if (has_number(i, one) && strcmp(kf_pq.PQgetvalue(r, 0, (int)n), "0") != 0)
        return blame(i, one, "leave these rows out by WHERE",
                     "column %u has numbers that are not finite", n);
    return KERF_OK;
}

static kerf_status look_at(const import *i, const kf_import *one)
{
    uint32_t n = columns_of(i, one);
    PGresult *r = NULL;
    kf_text text = kf_postgres_begin_text(i);
    if (n == 0) return KERF_OK;
    for (uint32_t c = 0; c < n; c++)
        kf_text_addf(&text, "%s COUNT(*) FILTER (WHERE c%u IS NULL)", c ? "," : "SELECT", c);
    if (has_number(i, one))
        kf_text_addf(&text, ", COUNT(*) FILTER (WHERE c%u IN ('NaN', 'Infinity', '-Infinity'))",
                     n - 1);
    kf_text_addf(&text, " FROM pg_temp.i_%u", number_of(i, one));
    KF_TRY(kf_postgres_tell(i, one, &text, &r));
    kerf_status st = judge_rows(i, one, r);
    kf_pq.PQclear(r);
    return st;
}

/* ---- The copy ---- */

/* Numbers instead of texts; rows are numbered, too, in an order that is always the same. A relation
 * without constants has a column all the same. */
static void add_copy(const import *i, const kf_import *one, kf_text *to, uint32_t first)
{
    uint32_t constants = kf_postgres_constants(i, one), n = columns_of(i, one);
    kf_text_add(to, constants ? KF_STR(" SELECT ") : KF_STR(" SELECT 0, "));
    for (uint32_t c = 0; c < constants; c++) kf_text_addf(to, "d%u.id, ", c);
    if (n > constants) kf_text_addf(to, "q.c%u, ", constants);
    kf_text_addf(to, "%u + ROW_NUMBER() OVER (", first);
    for (uint32_t c = 0; c < constants; c++)
        kf_text_addf(to, "%sd%u.id", c ? ", " : "ORDER BY ", c);
    if (n > constants) kf_text_addf(to, "%sq.c%u", constants ? ", " : "ORDER BY ", constants);
    kf_text_addf(to, ") - 1, %u FROM pg_temp.i_%u AS q", one->line, number_of(i, one));
    for (uint32_t c = 0; c < constants; c++)
        kf_text_addf(to, " JOIN pg_temp.m_%u AS d%u ON d%u.name = q.c%u",
                     kf_postgres_type(i, one, c), c, c, c);
}

/* In the table that takes them: those that were there, and those of earlier queries. */
static uint64_t rows_before(const import *i, const kf_import *one)
{
    uint64_t rows = one->first;
    for (const kf_import *k = i->all; k < one; k++)
        if (k->what.part == one->what.part && k->what.id == one->what.id) rows += k->rows;
    return rows;
}

static kerf_status copy_rows(const import *i, const kf_import *one)
{
    uint64_t first = rows_before(i, one);
    if (first + one->rows > MOST_ROWS) return blame_size(i, one);
    kf_text text = kf_postgres_begin_text(i);
    kf_text_addf(&text, "INSERT INTO pg_temp.%s", one->table);
    add_copy(i, one, &text, (uint32_t)first);
    KF_TRY(kf_postgres_tell(i, NULL, &text, NULL));
    text = kf_postgres_begin_text(i);
    kf_text_addf(&text, "DROP TABLE pg_temp.i_%u", number_of(i, one));
    return kf_postgres_tell(i, NULL, &text, NULL);
}

/* ---- All of it ---- */

/* Names are found as in a session of the user's own; kerf's temporary tables come last. What was
 * set before goes into `before`. */
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

static kerf_status import_all(const import *i)
{
    KF_TRY(check_encoding(i));
    for (uint32_t k = 0; k < i->n; k++) KF_TRY(describe(i, &i->all[k]));
    for (uint32_t k = 0; k < i->n; k++) KF_TRY(take_rows(i, &i->all[k]));
    for (uint32_t k = 0; k < i->n; k++) KF_TRY(look_at(i, &i->all[k]));
    KF_TRY(kf_postgres_number_names(i));
    for (uint32_t k = 0; k < i->n; k++) KF_TRY(copy_rows(i, &i->all[k]));
    return kf_postgres_drop_names(i);
}

kerf_status kf_postgres_import(kf_sql_driver *driver, const kf_sql_import *todo)
{
    const import i = { .x = (postgres_driver *)driver, .to = todo, .all = todo->at, .n = todo->n };
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

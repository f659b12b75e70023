/* postgres_backend.c -- the driver of a PostgreSQL server: statements, and rows written.
 *
 * Evidence and flipped atoms are written by COPY in its binary format; postgres_select.c reads
 * rows. The server needs nothing but a database in which the user may create schemas. */
#include "backend/sql/sql.h"

#ifdef HAVE_POSTGRES

#include "backend/postgres/postgres.h"

#include <endian.h>
#include <stdio.h>
#include <string.h>

enum { COPY_BLOCK = 1 << 16, MANY_FLIPS = 1000, MOST_WIDTH = KF_MOST_ARITY };

static postgres_driver *own(kf_sql_driver *driver)
{
    return (postgres_driver *)driver;
}

/* ---- Statements ---- */

/* Frees the result. */
static kerf_status judge(postgres_driver *x, PGconn *connection, PGresult *r)
{
    ExecStatusType is = kf_pq.PQresultStatus(r);
    bool good = is == PGRES_COMMAND_OK || is == PGRES_TUPLES_OK || is == PGRES_COPY_IN;
    kerf_status st = good ? KERF_OK : kf_postgres_fail_on(x, connection, r);
    kf_pq.PQclear(r);
    return st;
}

kerf_status kf_postgres_execute_on(postgres_driver *x, PGconn *connection, const char *text)
{
    assert(connection && text);
    return judge(x, connection,
                 kf_postgres_wait(x, connection, kf_pq.PQsendQuery(connection, text)));
}

kerf_status kf_postgres_execute(postgres_driver *x, const char *text)
{
    return kf_postgres_execute_on(x, x->connection, text);
}

static kerf_status execute(kf_sql_driver *driver, const char *text)
{
    return kf_postgres_execute(own(driver), text);
}

/* Of several runs that build the same index at once, one does. IF NOT EXISTS does not keep the
 * others from failing when that one is done; then it is there, and they are told so. On somebody
 * else's tables only their owner can build one: it may be there, and nothing but time depends on
 * it. */
static kerf_status create_index(kf_sql_driver *driver, const char *text, bool changes)
{
    postgres_driver *x = own(driver);
    if (changes) return execute(driver, text);
    PGresult *r = kf_postgres_wait(x, x->connection, kf_pq.PQsendQuery(x->connection, text));
    const char *state = kf_pq.PQresultErrorField(r, PG_DIAG_SQLSTATE);
    bool again = state && strcmp(state, "23505") == 0;
    bool not_ours = state && strcmp(state, "42501") == 0;
    if (!again && !not_ours) return judge(x, x->connection, r);
    kf_pq.PQclear(r);
    return again ? execute(driver, text) : KERF_OK;
}

kerf_status kf_postgres_look_up(postgres_driver *x, const char *text, const char *parameter,
                                kf_text *to, bool *found)
{
    assert(parameter);
    PGconn *connection = x->connection;
    int sent = kf_pq.PQsendQueryParams(connection, text, 1, NULL, &parameter, NULL, NULL, 0);
    PGresult *r = kf_postgres_wait(x, connection, sent);
    *found = kf_pq.PQresultStatus(r) == PGRES_TUPLES_OK && kf_pq.PQntuples(r) > 0
             && !kf_pq.PQgetisnull(r, 0, 0);
    kf_text_clear(to);
    if (*found) kf_text_addf(to, "%s", kf_pq.PQgetvalue(r, 0, 0));
    KF_TRY(judge(x, connection, r));
    return to->failed ? KERF_NO_MEMORY : KERF_OK;
}

/* ---- Rows in ---- */

static void add_bytes(kf_text *to, const void *at, size_t n)
{
    kf_text_add(to, (kf_str){ at, n });
}

static void add_16(kf_text *to, uint16_t value)
{
    value = htobe16(value);
    add_bytes(to, &value, sizeof value);
}

static void add_32(kf_text *to, uint32_t value)
{
    value = htobe32(value);
    add_bytes(to, &value, sizeof value);
}

static void add_cell(kf_text *to, kf_sql_kind kind, const kf_sql_cell *cell)
{
    uint64_t bits;
    if (cell->null) {
        add_32(to, UINT32_MAX);
        return;
    }
    switch (kind) {
    case KF_SQL_INTEGER:
        add_32(to, sizeof(uint32_t));
        add_32(to, (uint32_t)cell->integer);
        break;
    case KF_SQL_DOUBLE:
        memcpy(&bits, &cell->number, sizeof bits);
        bits = htobe64(bits);
        add_32(to, sizeof bits);
        add_bytes(to, &bits, sizeof bits);
        break;
    default: add_32(to, (uint32_t)cell->text.n); kf_text_add(to, cell->text);
    }
}

static kerf_status send_block(postgres_driver *x, PGconn *connection, kf_text *block)
{
    if (block->failed) return KERF_NO_MEMORY;
    int sent = kf_pq.PQputCopyData(connection, block->at, (int)block->n);
    kf_text_clear(block);
    return sent == 1 ? KERF_OK : kf_postgres_fail_on(x, connection, NULL);
}

static kerf_status send_rows(postgres_driver *x, PGconn *connection, const kf_sql_block *rows,
                             kf_text *block)
{
    static const char head[] =
        "PGCOPY\n\377\r\n\0\0\0\0\0\0\0\0"; /* and the terminator: 19 bytes */
    add_bytes(block, head, sizeof head);
    for (uint32_t k = 0; k < rows->n; k++) {
        if (kf_sql_block_skips(rows, k)) continue;
        add_16(block, (uint16_t)rows->n_columns);
        for (uint32_t i = 0; i < rows->n_columns; i++) {
            kf_sql_cell cell = kf_sql_block_cell(rows, k, i);
            add_cell(block, rows->columns[i].kind, &cell);
        }
        if (block->n >= COPY_BLOCK) KF_TRY(send_block(x, connection, block));
    }
    add_16(block, UINT16_MAX);
    return send_block(x, connection, block);
}

/* The end of a COPY, whether all of it was sent or not. */
static kerf_status end_copy(postgres_driver *x, PGconn *connection, kerf_status st)
{
    PGresult *r;
    if (kf_pq.PQputCopyEnd(connection, st == KERF_OK ? NULL : "given up") != 1)
        return st != KERF_OK ? st : kf_postgres_fail_on(x, connection, NULL);
    while ((r = kf_pq.PQgetResult(connection)) != NULL) {
        if (st == KERF_OK) st = judge(x, connection, r);
        else kf_pq.PQclear(r);
    }
    return st;
}

kerf_status kf_postgres_insert(postgres_driver *x, PGconn *connection, const char *table,
                               const kf_sql_block *rows)
{
    assert(rows->n_columns > 0 && rows->n_columns < UINT16_MAX);
    kf_text text;
    kf_text_init(&text, x->base.mem);
    kf_text_addf(&text, "COPY %s FROM STDIN (FORMAT binary)", table);
    kerf_status st = text.failed ? KERF_NO_MEMORY : kf_postgres_execute_on(x, connection, text.at);
    kf_text_clear(&text);
    if (st == KERF_OK) st = end_copy(x, connection, send_rows(x, connection, rows, &text));
    kf_text_free(&text);
    return st;
}

static kerf_status insert(kf_sql_driver *driver, const char *table, const kf_sql_block *rows)
{
    return kf_postgres_insert(own(driver), own(driver)->connection, table, rows);
}

/* ---- Flips ---- */

static kerf_status insert_flips(postgres_driver *x, const char *table, uint32_t width, uint32_t n,
                                const uint32_t *rows, const uint32_t *now)
{
    kf_sql_column columns[MOST_WIDTH + 2];
    uint32_t k = 0;
    if (width == 0) columns[k++] = kf_sql_constant(0);
    for (uint32_t i = 0; i < width; i++) columns[k++] = kf_sql_ids_column(rows + i, width);
    columns[k++] = kf_sql_ids_column(now, 1);
    const kf_sql_block block = { .n = n, .n_columns = k, .columns = columns };
    return insert(&x->base, table, &block);
}

/* An empty table for flips: the atom, then what it is now. */
static kerf_status clear_flips(postgres_driver *x, const char *table, uint32_t width)
{
    assert(width <= MOST_WIDTH);
    uint32_t columns = width ? width : 1;
    kf_text text;
    kf_text_init(&text, x->base.mem);
    if (x->flip_tables[width]) kf_text_addf(&text, "TRUNCATE %s", table);
    else kf_sql_create(&text, &kf_sql_postgres, table, columns + 1, false, false, true);
    kerf_status st = text.failed ? KERF_NO_MEMORY : kf_postgres_execute(x, text.at);
    if (st == KERF_OK) x->flip_tables[width] = true;
    kf_text_free(&text);
    return st;
}

static kerf_status send_flips(postgres_driver *x, uint32_t width, uint32_t n, const uint32_t *rows,
                              const bool *now)
{
    char table[32];
    snprintf(table, sizeof table, "flips_%u", width);
    uint32_t *values = kf_mem_alloc(x->base.mem, n, sizeof *values);
    if (!values) return KERF_NO_MEMORY;
    for (uint32_t i = 0; i < n; i++) values[i] = now[i];
    kerf_status st = clear_flips(x, table, width);
    if (st == KERF_OK) st = insert_flips(x, table, width, n, rows, values);
    kf_mem_free(x->base.mem, values, n, sizeof *values);
    return st;
}

static void add_columns(kf_text *to, uint32_t n, const char *format)
{
    for (uint32_t i = 0; i < n; i++) {
        if (i) kf_text_add(to, KF_STR(", "));
        kf_text_addf(to, format, i);
    }
}

static kerf_status flip(kf_sql_driver *driver, const char *table, uint32_t width, uint32_t n,
                        const uint32_t *rows, const bool *now)
{
    assert(n > 0);
    postgres_driver *x = own(driver);
    uint32_t columns = width ? width : 1;
    kf_postgres_give_up(driver, NULL); /* asked of another assignment */
    KF_TRY(send_flips(x, width, n, rows, now));
    kf_text text;
    kf_text_init(&text, driver->mem);
    kf_text_addf(&text, "DELETE FROM %s AS t USING flips_%u AS f WHERE f.a%u = 0", table, width,
                 columns);
    for (uint32_t i = 0; i < columns; i++) kf_text_addf(&text, " AND t.a%u = f.a%u", i, i);
    kf_text_addf(&text, "; INSERT INTO %s SELECT ", table);
    add_columns(&text, columns, "a%u");
    kf_text_addf(&text, " FROM flips_%u WHERE a%u = 1 ON CONFLICT DO NOTHING", width, columns);
    if (n >= MANY_FLIPS) kf_text_addf(&text, "; ANALYZE %s", table);
    kerf_status st = text.failed ? KERF_NO_MEMORY : kf_postgres_execute(x, text.at);
    kf_text_free(&text);
    return st;
}

/* ---- Life ---- */

static void close_driver(kf_sql_driver *driver)
{
    postgres_driver *x = own(driver);
    kf_postgres_close_links(x);
    kf_vec_free(driver->mem, &x->explained);
    if (x->connection) kf_postgres_drop(x);
    kf_pq.PQfinish(x->connection);
    kf_mem_free(driver->mem, x->flip_tables, MOST_WIDTH + 1, sizeof(bool));
    kf_mem_free(driver->mem, x, 1, sizeof *x);
}

static kerf_status beside(kf_sql_driver *, kf_sql_driver **);

static const kf_sql_ops postgres_ops = { .dialect = &kf_sql_postgres,
                                         .execute = execute,
                                         .create_index = create_index,
                                         .insert = insert,
                                         .flip = flip,
                                         .prepare = kf_postgres_prepare,
                                         .select = kf_postgres_select,
                                         .finish = kf_postgres_finish,
                                         .ahead = kf_postgres_ahead,
                                         .is_ahead = kf_postgres_is_ahead,
                                         .give_up = kf_postgres_give_up,
                                         .begin = kf_postgres_begin,
                                         .commit = kf_postgres_commit,
                                         .import = kf_postgres_import,
                                         .beside = beside,
                                         .close = close_driver };

static void hear_nothing(void *context, const char *text)
{
    (void)context, (void)text; /* notices of what is dropped */
}

/* Somebody else's lock on a table that is read is not waited for without end. The server notices
 * when nobody waits any more for what it works on, if it can (PostgreSQL 14). A run that solves
 * or reads files asks nothing for a while, and is not to be ended for that. Dates and numbers
 * that become constants are written in one way, whatever is usual for this user. */
static bool set_up(PGconn *connection)
{
    static const char text[] =
        "SET client_encoding TO UTF8; SET jit TO off; SET synchronous_commit TO off; "
        "SET datestyle TO ISO; SET intervalstyle TO postgres; SET extra_float_digits TO 3; "
        "SELECT set_config(name, value, false) FROM (VALUES "
        "('client_connection_check_interval', '1s'), ('idle_session_timeout', '0'), "
        "('idle_in_transaction_session_timeout', '0')) AS s (name, value) "
        "WHERE current_setting(name, true) IS NOT NULL; "
        "SELECT set_config('lock_timeout', '60s', false) "
        "WHERE current_setting('lock_timeout') = '0'";
    PGresult *r = kf_pq.PQexec(connection, text);
    bool good = kf_pq.PQresultStatus(r) == PGRES_TUPLES_OK;
    kf_pq.PQclear(r);
    return good;
}

kerf_status kf_postgres_connect(const postgres_driver *x, PGconn **out)
{
    static const char *const names[] = { "connect_timeout", "fallback_application_name", "dbname",
                                         NULL };
    const char *const values[] = { "10", "kerf", x->where, NULL };
    *out = kf_pq.PQconnectdbParams(names, values, 1);
    if (!*out) return KERF_NO_MEMORY;
    if (kf_pq.PQstatus(*out) != CONNECTION_OK) return KERF_STORE;
    kf_pq.PQsetNoticeProcessor(*out, hear_nothing, NULL);
    return set_up(*out) ? KERF_OK : KERF_STORE;
}

static kerf_status open_first(postgres_driver *x)
{
    KF_TRY(kf_postgres_check_address(x));
    kerf_status st = kf_postgres_connect(x, &x->connection);
    return st == KERF_STORE ? kf_postgres_unreachable(x) : st;
}

static kerf_status new_driver(postgres_driver **out, kf_mem *mem, kf_diags *diags,
                              const char *where)
{
    if (!kf_pq_load()) {
        kf_diag_add(diags, KERF_ERROR, NULL, "install libpq, the client of PostgreSQL",
                    "the store needs " LIBPQ ", which cannot be loaded");
        return KERF_UNSUPPORTED;
    }
    postgres_driver *x = kf_mem_calloc(mem, 1, sizeof *x);
    if (!x) return KERF_NO_MEMORY;
    x->base = (kf_sql_driver){ .ops = &postgres_ops, .mem = mem, .diags = diags };
    x->where = where;
    x->flip_tables = kf_mem_calloc(mem, MOST_WIDTH + 1, sizeof(bool));
    kerf_status st = x->flip_tables ? open_first(x) : KERF_NO_MEMORY;
    if (st != KERF_OK) {
        close_driver(&x->base);
        return st;
    }
    *out = x;
    return KERF_OK;
}

kerf_status kf_postgres_open(kf_sql_driver **out, kf_mem *mem, const kf_backend_site *site)
{
    postgres_driver *x;
    KF_TRY(new_driver(&x, mem, site->diags, site->where));
    x->schema = site->schema;
    x->most_links = site->connections > 1 ? site->connections - 1 : 0;
    if (x->most_links > KF_POSTGRES_MOST_LINKS) x->most_links = KF_POSTGRES_MOST_LINKS;
    x->explain = site->explain;
    x->explain_context = site->progress_context;
    *out = &x->base;
    return KERF_OK;
}

/* The same schemas, over a connection of its own. */
static kerf_status beside(kf_sql_driver *driver, kf_sql_driver **out)
{
    assert(own(driver)->run[0]);
    postgres_driver *x = own(driver), *y;
    KF_TRY(new_driver(&y, driver->mem, driver->diags, x->where));
    y->base.asker = driver->asker;
    if (!kf_postgres_copy_path(x, y->connection)) {
        kerf_status st = kf_postgres_fail(y, NULL);
        close_driver(&y->base);
        return st;
    }
    *out = &y->base;
    return KERF_OK;
}

#else

kerf_status kf_postgres_open(kf_sql_driver **out, kf_mem *mem, const kf_backend_site *site)
{
    (void)out, (void)mem;
    kf_diag_add(site->diags, KERF_ERROR, NULL, NULL, "this kerf was built without PostgreSQL");
    return KERF_UNSUPPORTED;
}

#endif

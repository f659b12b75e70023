/* store_postgres.c -- the SQL store on a PostgreSQL server: evidence and queries are there.
 *
 * Rows go in by COPY in its binary form, evidence and flips alike; rows come back one at a time as
 * the server finds them, while the caller is asked whether to go on. Nothing is needed there but a
 * database in which schemas may be made. */
#include "store/sql.h"

#ifdef HAVE_POSTGRES

#include "store/postgres.h"

#include <endian.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    COPY_BLOCK = 1 << 16,
    WAIT_MILLISECONDS = 50,
    MANY_FLIPS = 1000,
    MOST_WIDTH = KF_MOST_ARITY
};

static postgres_driver *own(kf_sql_driver *driver)
{
    return (postgres_driver *)driver;
}

/* ---- What went wrong ---- */

/* Of a message of several lines, the first, without what every one begins with. */
static kf_str first_line(const char *text)
{
    if (strncmp(text, "ERROR:  ", 8) == 0) text += 8;
    return (kf_str){ text, strcspn(text, "\n") };
}

kerf_status kf_postgres_fail(postgres_driver *x, const PGresult *r)
{
    const char *state = r ? PQresultErrorField(r, PG_DIAG_SQLSTATE) : NULL;
    if (state && strcmp(state, "22003") == 0) return KERF_LIMIT; /* out of range */
    if (state && strcmp(state, "57014") == 0) return KERF_INTERRUPTED;
    kf_str text = first_line(r ? PQresultErrorMessage(r) : PQerrorMessage(x->connection));
    bool lost = PQstatus(x->connection) != CONNECTION_OK;
    if (text.n == 0) text = KF_STR("the connection was lost");
    kf_diag_add(x->base.diags, KERF_ERROR, NULL,
                lost
                    ? "run it again when the server is there; what this run left behind is removed "
                      "then"
                    : NULL,
                "the store on PostgreSQL: %.*s", (int)text.n, text.at);
    return KERF_STORE;
}

/* Frees the result. */
static kerf_status judge(postgres_driver *x, PGresult *r)
{
    ExecStatusType is = PQresultStatus(r);
    bool good = is == PGRES_COMMAND_OK || is == PGRES_TUPLES_OK || is == PGRES_COPY_IN;
    kerf_status st = good ? KERF_OK : kf_postgres_fail(x, r);
    PQclear(r);
    return st;
}

kerf_status kf_postgres_execute(postgres_driver *x, const char *text)
{
    return judge(x, PQexec(x->connection, text));
}

static kerf_status execute(kf_sql_driver *driver, const char *text)
{
    return kf_postgres_execute(own(driver), text);
}

static kerf_status create_index(kf_sql_driver *driver, const char *text, bool world)
{
    (void)world;
    return execute(driver, text);
}

kerf_status kf_postgres_look_up(postgres_driver *x, const char *text, const char *parameter,
                                kf_text *to, bool *found)
{
    PGresult *r = PQexecParams(x->connection, text, 1, NULL, &parameter, NULL, NULL, 0);
    *found = PQresultStatus(r) == PGRES_TUPLES_OK && PQntuples(r) > 0 && !PQgetisnull(r, 0, 0);
    kf_text_clear(to);
    if (*found) kf_text_addf(to, "%s", PQgetvalue(r, 0, 0));
    KF_TRY(judge(x, r));
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

static kerf_status send_block(postgres_driver *x, kf_text *block)
{
    if (block->failed) return KERF_NO_MEMORY;
    int sent = PQputCopyData(x->connection, block->at, (int)block->n);
    kf_text_clear(block);
    return sent == 1 ? KERF_OK : kf_postgres_fail(x, NULL);
}

static kerf_status send_rows(postgres_driver *x, const kf_sql_rows *rows, kf_sql_cell *cells,
                             kf_text *block)
{
    static const char head[] =
        "PGCOPY\n\377\r\n\0\0\0\0\0\0\0\0"; /* and the terminator: 19 bytes */
    add_bytes(block, head, sizeof head);
    while (rows->next(rows->context, cells)) {
        add_16(block, (uint16_t)rows->n_columns);
        for (uint32_t i = 0; i < rows->n_columns; i++) add_cell(block, rows->kinds[i], &cells[i]);
        if (block->n >= COPY_BLOCK) KF_TRY(send_block(x, block));
    }
    add_16(block, UINT16_MAX);
    return send_block(x, block);
}

/* The end of a COPY, whether all of it was sent or not. */
static kerf_status end_copy(postgres_driver *x, kerf_status st)
{
    PGresult *r;
    if (PQputCopyEnd(x->connection, st == KERF_OK ? NULL : "given up") != 1)
        return st != KERF_OK ? st : kf_postgres_fail(x, NULL);
    while ((r = PQgetResult(x->connection)) != NULL) {
        if (st == KERF_OK) st = judge(x, r);
        else PQclear(r);
    }
    return st;
}

static kerf_status fill(kf_sql_driver *driver, const char *table, const kf_sql_rows *rows)
{
    postgres_driver *x = own(driver);
    kf_sql_cell *cells = kf_mem_calloc(driver->mem, rows->n_columns, sizeof *cells);
    kf_text text;
    kf_text_init(&text, driver->mem);
    kf_text_addf(&text, "COPY %s FROM STDIN (FORMAT binary)", table);
    kerf_status st = cells && !text.failed ? kf_postgres_execute(x, text.at) : KERF_NO_MEMORY;
    kf_text_clear(&text);
    if (st == KERF_OK) st = end_copy(x, send_rows(x, rows, cells, &text));
    kf_text_free(&text);
    kf_mem_free(driver->mem, cells, rows->n_columns, sizeof *cells);
    return st;
}

/* ---- Flips ---- */

typedef struct flip_source {
    uint32_t n, width, at;
    const uint32_t *rows;
    const bool *now;
} flip_source;

static bool next_flip(void *context, kf_sql_cell *cells)
{
    flip_source *f = context;
    uint32_t columns = f->width ? f->width : 1;
    if (f->at == f->n) return false;
    cells[0].integer = 0;
    for (uint32_t i = 0; i < f->width; i++)
        cells[i].integer = kf_sql_id(f->rows[(size_t)f->at * f->width + i]);
    cells[columns].integer = f->now[f->at++];
    return true;
}

/* Their table: the atom, then what it is now. */
static kerf_status send_flips(postgres_driver *x, uint32_t width, flip_source *f)
{
    uint32_t columns = width ? width : 1;
    kf_sql_kind kinds[MOST_WIDTH + 1] = { KF_SQL_INTEGER };
    kf_sql_rows rows = { columns + 1, kinds, next_flip, f };
    kf_text name, text;
    kf_text_init(&name, x->base.mem);
    kf_text_init(&text, x->base.mem);
    kf_text_addf(&name, "flips_%u", width);
    bool there = x->flip_tables[width];
    if (there) kf_text_addf(&text, "TRUNCATE flips_%u", width);
    else if (!name.failed)
        kf_sql_create(&text, &kf_sql_postgres, name.at, columns + 1, false, false, true);
    kerf_status st = name.failed || text.failed ? KERF_NO_MEMORY : kf_postgres_execute(x, text.at);
    if (st == KERF_OK) x->flip_tables[width] = true;
    if (st == KERF_OK) st = fill(&x->base, name.at, &rows);
    kf_text_free(&name);
    kf_text_free(&text);
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
    postgres_driver *x = own(driver);
    uint32_t columns = width ? width : 1;
    flip_source f = { .n = n, .width = width, .rows = rows, .now = now };
    KF_TRY(send_flips(x, width, &f));
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

/* ---- Rows out ---- */

typedef struct statement {
    char name[24];
} statement;

static kerf_status prepare(kf_sql_driver *driver, const kf_sql *sql, void **out)
{
    enum { INT4 = 23, FLOAT8 = 701 };
    postgres_driver *x = own(driver);
    uint32_t n = sql->n_seed + sql->n_numbers;
    statement *s = kf_mem_calloc(driver->mem, 1, sizeof *s);
    Oid *types = kf_mem_alloc(driver->mem, n, sizeof *types);
    kerf_status st = s && types ? KERF_OK : KERF_NO_MEMORY;
    for (uint32_t i = 0; st == KERF_OK && i < n; i++) types[i] = i < sql->n_seed ? INT4 : FLOAT8;
    if (st == KERF_OK) {
        snprintf(s->name, sizeof s->name, "q%u", x->statements++);
        st = judge(x, PQprepare(x->connection, s->name, sql->text, (int)n, types));
    }
    kf_mem_free(driver->mem, types, n, sizeof *types);
    if (st == KERF_OK) *out = s;
    else kf_mem_free(driver->mem, s, 1, sizeof *s);
    return st;
}

static void finish(kf_sql_driver *driver, void *out)
{
    postgres_driver *x = own(driver);
    statement *s = out;
    char text[64];
    snprintf(text, sizeof text, "DEALLOCATE %s", s->name);
    if (PQstatus(x->connection) == CONNECTION_OK) PQclear(PQexec(x->connection, text));
    kf_mem_free(driver->mem, s, 1, sizeof *s);
}

static void cancel(const postgres_driver *x)
{
    char why[256];
    PGcancel *c = PQgetCancel(x->connection);
    if (c) PQcancel(c, why, sizeof why);
    PQfreeCancel(c);
}

static bool is_stopped(const postgres_driver *x)
{
    const kf_store *store = x->base.store;
    return store && store->stop && store->stop(store->stop_context);
}

/* The next result once it is there; meanwhile the caller is asked whether to go on. */
static PGresult *next_result(postgres_driver *x, bool *stopped)
{
    while (PQisBusy(x->connection)) {
        struct pollfd wait = { .fd = PQsocket(x->connection), .events = POLLIN };
        int ready = poll(&wait, 1, WAIT_MILLISECONDS);
        if (ready > 0 && !PQconsumeInput(x->connection)) break;
        if (ready <= 0 && !*stopped && is_stopped(x)) {
            *stopped = true;
            cancel(x);
        }
    }
    return PQgetResult(x->connection);
}

static uint64_t read_integer(const char *at, int n)
{
    uint32_t small;
    uint64_t large;
    if (n == (int)sizeof small) {
        memcpy(&small, at, sizeof small);
        return (uint64_t)(int64_t)(int32_t)be32toh(small);
    }
    memcpy(&large, at, sizeof large);
    return be64toh(large);
}

static void read_row(const PGresult *r, const kf_sql *sql, kf_sql_cell *cells)
{
    for (uint32_t i = 0; i <= sql->n_outputs; i++) {
        int column = (int)i;
        cells[i].null = PQgetisnull(r, 0, column) != 0;
        if (cells[i].null) continue;
        if (i < sql->n_outputs && i + sql->n_texts >= sql->n_outputs) {
            cells[i].text = (kf_str){ PQgetvalue(r, 0, column), (size_t)PQgetlength(r, 0, column) };
            continue;
        }
        uint64_t bits = read_integer(PQgetvalue(r, 0, column), PQgetlength(r, 0, column));
        if (i < sql->n_outputs && sql->is_number[i]) memcpy(&cells[i].number, &bits, sizeof bits);
        else cells[i].integer = (int64_t)bits;
    }
}

static kerf_status read_rows(postgres_driver *x, const kf_sql *sql, kf_sql_cell *cells,
                             kf_sql_row_fn *take, void *context)
{
    kerf_status st = KERF_OK;
    bool stopped = false, more = true;
    PGresult *r;
    while ((r = next_result(x, &stopped)) != NULL) {
        ExecStatusType is = PQresultStatus(r);
        if (is == PGRES_SINGLE_TUPLE && more) {
            read_row(r, sql, cells);
            more = take(context, cells);
            if (!more) cancel(x);
        } else if (is != PGRES_SINGLE_TUPLE && is != PGRES_TUPLES_OK && more && st == KERF_OK) {
            st = kf_postgres_fail(x, r);
        }
        PQclear(r);
    }
    return st;
}

/* Parameters in binary form: constants of the seed, then numbers. */
static kerf_status send_query(postgres_driver *x, const kf_sql *sql, const statement *s,
                              const uint32_t *seed, uint64_t *values, const char **at, int *lengths)
{
    uint32_t n = sql->n_seed + sql->n_numbers;
    int *formats = lengths + n;
    for (uint32_t i = 0; i < n; i++) {
        if (i < sql->n_seed) {
            uint32_t small = htobe32((uint32_t)kf_sql_id(seed[i]));
            memcpy(&values[i], &small, sizeof small);
        } else {
            memcpy(&values[i], &sql->numbers[i - sql->n_seed], sizeof(double));
            values[i] = htobe64(values[i]);
        }
        at[i] = (const char *)&values[i];
        lengths[i] = i < sql->n_seed ? (int)sizeof(uint32_t) : (int)sizeof(double);
        formats[i] = 1;
    }
    if (!PQsendQueryPrepared(x->connection, s->name, (int)n, at, lengths, formats, 1)
        || !PQsetSingleRowMode(x->connection)) {
        return kf_postgres_fail(x, NULL);
    }
    return KERF_OK;
}

static kerf_status select_rows(kf_sql_driver *driver, const kf_sql *sql, void *out,
                               const uint32_t *seed, kf_sql_row_fn *take, void *context)
{
    uint32_t columns = sql->n_outputs + 1, n = sql->n_seed + sql->n_numbers;
    kf_arena arena;
    kf_arena_init(&arena, driver->mem);
    kf_sql_cell *cells = kf_arena_alloc(&arena, columns, sizeof *cells);
    uint64_t *values = kf_arena_alloc(&arena, n + 1, sizeof *values);
    const char **at = kf_arena_alloc(&arena, n + 1, sizeof *at);
    int *lengths = kf_arena_alloc(&arena, 2 * (size_t)n + 1, sizeof *lengths);
    kerf_status st = cells && values && at && lengths ? KERF_OK : KERF_NO_MEMORY;
    if (st == KERF_OK) st = send_query(own(driver), sql, out, seed, values, at, lengths);
    if (st == KERF_OK) st = read_rows(own(driver), sql, cells, take, context);
    kf_arena_free(&arena);
    return st;
}

/* ---- Life ---- */

static void close_driver(kf_sql_driver *driver)
{
    postgres_driver *x = own(driver);
    if (x->connection) kf_postgres_drop(x);
    PQfinish(x->connection);
    kf_mem_free(driver->mem, x->flip_tables, MOST_WIDTH + 1, sizeof(bool));
    kf_mem_free(driver->mem, x, 1, sizeof *x);
}

static kerf_status beside(kf_sql_driver *, kf_sql_driver **);

static const kf_sql_ops postgres_ops = { .dialect = &kf_sql_postgres,
                                         .execute = execute,
                                         .create_index = create_index,
                                         .fill = fill,
                                         .flip = flip,
                                         .prepare = prepare,
                                         .select = select_rows,
                                         .finish = finish,
                                         .begin = kf_postgres_begin,
                                         .commit = kf_postgres_commit,
                                         .beside = beside,
                                         .close = close_driver };

static void hear_nothing(void *context, const char *text)
{
    (void)context, (void)text; /* notices of what is dropped */
}

static kerf_status greet(postgres_driver *x)
{
    if (!x->connection) return KERF_NO_MEMORY;
    if (PQstatus(x->connection) != CONNECTION_OK) {
        kf_str text = first_line(PQerrorMessage(x->connection));
        kf_diag_add(x->base.diags, KERF_ERROR, NULL, NULL, "the store cannot be reached: %.*s",
                    (int)text.n, text.at);
        return KERF_STORE;
    }
    PQsetNoticeProcessor(x->connection, hear_nothing, NULL);
    return kf_postgres_execute(x, "SET client_encoding TO UTF8; SET jit TO off; "
                                  "SET synchronous_commit TO off");
}

static kerf_status open_connection(postgres_driver *x, const char *where)
{
    static const char *const names[] = { "connect_timeout", "fallback_application_name", "dbname",
                                         NULL };
    const char *const values[] = { "10", "kerf", where, NULL };
    x->connection = PQconnectdbParams(names, values, 1);
    return greet(x);
}

/* To where another connection leads. */
static kerf_status open_again(postgres_driver *y, const postgres_driver *x)
{
    enum { MOST = 100 };
    const char *names[MOST + 1] = { NULL }, *values[MOST + 1] = { NULL };
    PQconninfoOption *all = PQconninfo(x->connection);
    uint32_t n = 0;
    if (!all) return KERF_NO_MEMORY;
    for (const PQconninfoOption *o = all; o->keyword && n < MOST; o++) {
        if (!o->val) continue;
        names[n] = o->keyword;
        values[n++] = o->val;
    }
    y->connection = PQconnectdbParams(names, values, 0);
    PQconninfoFree(all);
    return greet(y);
}

static kerf_status new_driver(postgres_driver **out, kf_mem *mem, kf_diags *diags)
{
    postgres_driver *x = kf_mem_calloc(mem, 1, sizeof *x);
    if (!x) return KERF_NO_MEMORY;
    x->base = (kf_sql_driver){ .ops = &postgres_ops, .mem = mem, .diags = diags };
    x->flip_tables = kf_mem_calloc(mem, MOST_WIDTH + 1, sizeof(bool));
    if (!x->flip_tables) {
        close_driver(&x->base);
        return KERF_NO_MEMORY;
    }
    *out = x;
    return KERF_OK;
}

kerf_status kf_postgres_open(kf_sql_driver **out, kf_mem *mem, const kf_store_site *site)
{
    postgres_driver *x;
    KF_TRY(new_driver(&x, mem, site->diags));
    x->schema = site->schema;
    kerf_status st = open_connection(x, site->where);
    if (st != KERF_OK) {
        close_driver(&x->base);
        return st;
    }
    *out = &x->base;
    return KERF_OK;
}

/* The same schemas, over a connection of its own. */
static kerf_status look_where(postgres_driver *y, postgres_driver *x)
{
    kf_text path, ignored;
    bool found;
    kf_text_init(&path, x->base.mem);
    kf_text_init(&ignored, x->base.mem);
    kerf_status st = kf_postgres_look_up(x, "SELECT current_setting('search_path') WHERE $1 = ''",
                                         "", &path, &found);
    if (st == KERF_OK)
        st = kf_postgres_look_up(y, "SELECT set_config('search_path', $1, false)",
                                 found ? path.at : "", &ignored, &found);
    kf_text_free(&path);
    kf_text_free(&ignored);
    return st;
}

static kerf_status beside(kf_sql_driver *driver, kf_sql_driver **out)
{
    postgres_driver *y;
    KF_TRY(new_driver(&y, driver->mem, driver->diags));
    y->base.store = driver->store;
    kerf_status st = open_again(y, own(driver));
    if (st == KERF_OK) st = look_where(y, own(driver));
    if (st != KERF_OK) {
        close_driver(&y->base);
        return st;
    }
    *out = &y->base;
    return KERF_OK;
}

#else

kerf_status kf_postgres_open(kf_sql_driver **out, kf_mem *mem, const kf_store_site *site)
{
    (void)out, (void)mem;
    kf_diag_add(site->diags, KERF_ERROR, NULL, NULL, "this kerf was built without PostgreSQL");
    return KERF_UNSUPPORTED;
}

#endif

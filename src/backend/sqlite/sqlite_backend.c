/* sqlite_backend.c -- the driver of SQLite: evidence in a file that stays on disk.
 *
 * What a run changes is in temporary tables, so that runs over the same evidence can share a file,
 * also at the same time. Whose file it is and when it is complete: sqlite_contents.c. */
#include "backend/sql/sql.h"

#ifdef HAVE_SQLITE

#include "base/clock.h"
#include "backend/sqlite/sqlite_driver.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { STEPS_PER_QUESTION = 100000, ROWS_PER_QUESTION = 10000 };
enum { SECONDS_TO_WAIT = 60, SECONDS_IN_SILENCE = 1, STEP_MILLISECONDS = 20 };

kerf_status kf_sqlite_fail(const sqlite_driver *x, int code)
{
    const char *text = sqlite3_errmsg(x->db);
    if ((code & 0xff) == SQLITE_NOMEM) return KERF_NO_MEMORY;
    if ((code & 0xff) == SQLITE_INTERRUPT) return KERF_INTERRUPTED;
    if ((code & 0xff) == SQLITE_BUSY && x->stopped) return KERF_INTERRUPTED;
    if (strcmp(text, "integer overflow") == 0) return KERF_LIMIT;
    kf_diag_add(x->base.diags, KERF_ERROR, NULL, kf_sqlite_hint(code), "the store %s: %s", x->file,
                text);
    return KERF_STORE;
}

static bool is_stopped(const sqlite_driver *x)
{
    const kf_backend *asker = x->base.asker;
    return asker && kf_stop_ask(asker->stop);
}

/* Whoever writes row by row asks between rows. */
static bool is_stopped_at(const sqlite_driver *x, uint64_t row)
{
    return row % ROWS_PER_QUESTION == ROWS_PER_QUESTION - 1 && is_stopped(x);
}

kerf_status kf_sqlite_execute(kf_sql_driver *driver, const char *text)
{
    assert(kf_sqlite_own(driver)->db);
    const sqlite_driver *x = kf_sqlite_own(driver);
    int code = sqlite3_exec(x->db, text, NULL, NULL, NULL);
    return code == SQLITE_OK ? KERF_OK : kf_sqlite_fail(x, code);
}

kerf_status kf_sqlite_compile(const sqlite_driver *x, const char *text, sqlite3_stmt **out)
{
    int code = sqlite3_prepare_v2(x->db, text, -1, out, NULL);
    return code == SQLITE_OK ? KERF_OK : kf_sqlite_fail(x, code);
}

/* ---- Storing ---- */

static int bind(sqlite3_stmt *s, int at, kf_sql_kind kind, const kf_sql_cell *cell)
{
    if (cell->null) return sqlite3_bind_null(s, at);
    switch (kind) {
    case KF_SQL_INTEGER: return sqlite3_bind_int64(s, at, cell->integer);
    case KF_SQL_DOUBLE: return sqlite3_bind_double(s, at, cell->number);
    default:
        return sqlite3_bind_text64(s, at, cell->text.at, cell->text.n, SQLITE_STATIC, SQLITE_UTF8);
    }
}

static int insert_row(sqlite3_stmt *s, const kf_sql_block *rows, uint32_t row)
{
    for (uint32_t i = 0; i < rows->n_columns; i++) {
        kf_sql_cell cell = kf_sql_block_cell(rows, row, i);
        int code = bind(s, (int)i + 1, rows->columns[i].kind, &cell);
        if (code != SQLITE_OK) return code;
    }
    int code = sqlite3_step(s);
    sqlite3_reset(s);
    return code == SQLITE_DONE ? SQLITE_OK : code;
}

static kerf_status insert_rows(const sqlite_driver *x, sqlite3_stmt *s, const kf_sql_block *rows)
{
    int code = SQLITE_OK;
    bool stopped = false;
    for (uint32_t i = 0; code == SQLITE_OK && !stopped && i < rows->n; i++) {
        if (kf_sql_block_skips(rows, i)) continue;
        code = insert_row(s, rows, i);
        stopped = is_stopped_at(x, i);
    }
    if (code != SQLITE_OK) return kf_sqlite_fail(x, code);
    return stopped ? KERF_INTERRUPTED : KERF_OK;
}

static void add_places(kf_text *to, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) kf_text_addf(to, "%s?", i ? ", " : "");
}

static kerf_status compile_text(const sqlite_driver *x, kf_text *text, sqlite3_stmt **out)
{
    kerf_status st = text->failed ? KERF_NO_MEMORY : kf_sqlite_compile(x, text->at, out);
    kf_text_free(text);
    return st;
}

/* All or nothing, and with one look at the disk. */
static kerf_status within(kf_sql_driver *driver, kerf_status st)
{
    if (st == KERF_OK) return kf_sqlite_execute(driver, "RELEASE rows");
    sqlite3_exec(kf_sqlite_own(driver)->db, "ROLLBACK TO rows; RELEASE rows", NULL, NULL, NULL);
    return st;
}

static kerf_status insert(kf_sql_driver *driver, const char *table, const kf_sql_block *rows)
{
    assert(rows->n_columns > 0);
    const sqlite_driver *x = kf_sqlite_own(driver);
    sqlite3_stmt *s = NULL;
    kf_text text;
    kf_text_init(&text, driver->mem);
    kf_text_addf(&text, "INSERT INTO %s VALUES (", table);
    add_places(&text, rows->n_columns);
    kf_text_addc(&text, ')');
    KF_TRY(compile_text(x, &text, &s));
    kerf_status st = kf_sqlite_execute(driver, "SAVEPOINT rows");
    if (st == KERF_OK) st = within(driver, insert_rows(x, s, rows));
    sqlite3_finalize(s);
    return st;
}

/* ---- Flips ---- */

static kerf_status compile_flips(const sqlite_driver *x, const char *table, uint32_t width,
                                 sqlite3_stmt **insert, sqlite3_stmt **delete)
{
    kf_text text;
    uint32_t columns = width ? width : 1;
    kf_text_init(&text, x->base.mem);
    kf_text_addf(&text, "INSERT OR IGNORE INTO %s VALUES (", table);
    add_places(&text, columns);
    kf_text_addc(&text, ')');
    KF_TRY(compile_text(x, &text, insert));
    kf_text_addf(&text, "DELETE FROM %s WHERE ", table);
    for (uint32_t i = 0; i < columns; i++) kf_text_addf(&text, "%sa%u = ?", i ? " AND " : "", i);
    return compile_text(x, &text, delete);
}

static kerf_status send_flips(const sqlite_driver *x, sqlite3_stmt *const statements[2],
                              uint32_t width, uint32_t n, const uint32_t *rows, const bool *now)
{
    for (uint32_t i = 0; i < n; i++) {
        sqlite3_stmt *s = statements[now[i]];
        const uint32_t *row = rows + (size_t)i * width;
        int code = width ? SQLITE_OK : sqlite3_bind_int64(s, 1, 0);
        for (uint32_t c = 0; c < width && code == SQLITE_OK; c++)
            code = sqlite3_bind_int64(s, (int)c + 1, kf_sql_id(row[c]));
        if (code == SQLITE_OK) code = sqlite3_step(s);
        sqlite3_reset(s);
        if (code != SQLITE_DONE) return kf_sqlite_fail(x, code);
        if (is_stopped_at(x, i)) return KERF_INTERRUPTED;
    }
    return KERF_OK;
}

static kerf_status flip(kf_sql_driver *driver, const char *table, uint32_t width, uint32_t n,
                        const uint32_t *rows, const bool *now)
{
    assert(n > 0);
    const sqlite_driver *x = kf_sqlite_own(driver);
    sqlite3_stmt *statements[2] = { NULL, NULL };
    kerf_status st = compile_flips(x, table, width, &statements[1], &statements[0]);
    if (st == KERF_OK) st = kf_sqlite_execute(driver, "SAVEPOINT rows");
    if (st == KERF_OK) st = within(driver, send_flips(x, statements, width, n, rows, now));
    sqlite3_finalize(statements[0]);
    sqlite3_finalize(statements[1]);
    return st;
}

/* ---- Asking ---- */

static kerf_status prepare(kf_sql_driver *driver, const kf_sql *sql, void **statement)
{
    assert(sql->text);
    sqlite3_stmt *s = NULL;
    KF_TRY(kf_sqlite_compile(kf_sqlite_own(driver), sql->text, &s));
    for (uint32_t i = 0; i < sql->n_numbers; i++) {
        int code = sqlite3_bind_double(s, (int)(sql->n_seed + i) + 1, sql->numbers[i]);
        if (code == SQLITE_OK) continue;
        kerf_status st = kf_sqlite_fail(kf_sqlite_own(driver), code);
        sqlite3_finalize(s);
        return st;
    }
    *statement = s;
    return KERF_OK;
}

/* False: it is not of the kind that was stored. SQLite takes values of any type into any column. */
static bool read_cell(sqlite3_stmt *s, int column, kf_sql_kind kind, kf_sql_cell *cell)
{
    int type = sqlite3_column_type(s, column);
    switch (kind) {
    case KF_SQL_INTEGER:
        cell->integer = sqlite3_column_int64(s, column);
        return type == SQLITE_INTEGER && kf_sql_is_id(cell->integer);
    case KF_SQL_DOUBLE:
        cell->number = sqlite3_column_double(s, column);
        return type == SQLITE_FLOAT || type == SQLITE_INTEGER;
    default:
        cell->text.at = (const char *)sqlite3_column_text(s, column);
        cell->text.n = (size_t)sqlite3_column_bytes(s, column);
        return type == SQLITE_TEXT;
    }
}

/* KERF_LIMIT: a count that is no 64-bit number any more. */
static kerf_status read_row(const kf_sql_driver *driver, sqlite3_stmt *s, const kf_sql *sql,
                            kf_sql_cell *cells)
{
    for (uint32_t i = 0; i < sql->n_outputs; i++) {
        bool text = i + sql->n_texts >= sql->n_outputs;
        kf_sql_kind kind = text ? KF_SQL_TEXT : sql->is_number[i] ? KF_SQL_DOUBLE : KF_SQL_INTEGER;
        if (!read_cell(s, (int)i, kind, &cells[i])) return kf_sql_refuse_row(driver);
    }
    int last = (int)sql->n_outputs, type = sqlite3_column_type(s, last);
    cells[last].null = type == SQLITE_NULL;
    cells[last].integer = sqlite3_column_int64(s, last);
    return type == SQLITE_FLOAT ? KERF_LIMIT : KERF_OK;
}

static kerf_status select_rows(kf_sql_driver *driver, const kf_sql *sql, void *statement,
                               const uint32_t *seed, kf_sql_row_fn *take, void *context)
{
    assert(sql->n_seed == 0 || seed);
    sqlite3_stmt *s = statement;
    uint32_t columns = sql->n_outputs + 1;
    uint32_t named = (uint32_t)sqlite3_bind_parameter_count(s); /* not all need be */
    for (uint32_t i = 0; i < sql->n_seed && i < named; i++) {
        int bound = sqlite3_bind_int64(s, (int)i + 1, kf_sql_id(seed[i]));
        if (bound != SQLITE_OK) return kf_sqlite_fail(kf_sqlite_own(driver), bound);
    }
    kf_sql_cell *cells = kf_mem_calloc(driver->mem, columns, sizeof *cells);
    if (!cells) return KERF_NO_MEMORY;
    int code = SQLITE_ROW;
    bool more = true;
    kerf_status st = KERF_OK;
    kf_sqlite_own(driver)->selecting++;
    while (more && (code = sqlite3_step(s)) == SQLITE_ROW) {
        st = read_row(driver, s, sql, cells);
        more = st == KERF_OK && take(context, cells);
    }
    if (code != SQLITE_ROW && code != SQLITE_DONE) st = kf_sqlite_fail(kf_sqlite_own(driver), code);
    sqlite3_reset(s);
    kf_sqlite_own(driver)->selecting--;
    kf_mem_free(driver->mem, cells, columns, sizeof *cells);
    return st;
}

static void finish(kf_sql_driver *driver, void *statement)
{
    (void)driver;
    sqlite3_finalize(statement);
}

/* A statement that is stopped while it writes takes the whole transaction with it, and the tables
 * of the run that are in it: once there are any, only queries are stopped. */
static int ask_whether_to_stop(void *context)
{
    const sqlite_driver *x = context;
    return (!x->reading || x->selecting > 0) && is_stopped(x);
}

static void tell_of_waiting(sqlite_driver *x, double now)
{
    char why[300];
    if (!x->waiting || now - x->told < SECONDS_IN_SILENCE) return;
    x->told = now;
    snprintf(why, sizeof why, "another run writes to the store %.200s", x->file);
    x->waiting(x->waiting_context, why, now - x->waiting_since);
}

/* Somebody else writes: it is waited for, but not without end, nor longer than the caller wants. */
static int wait_for_lock(void *context, int times)
{
    static const struct timespec step = { .tv_nsec = STEP_MILLISECONDS * 1000000L };
    sqlite_driver *x = context;
    double now = kf_now();
    if (times == 0) x->waiting_since = x->told = now;
    x->stopped = is_stopped(x);
    if (x->stopped || now - x->waiting_since >= SECONDS_TO_WAIT) return 0;
    tell_of_waiting(x, now);
    nanosleep(&step, NULL);
    return 1;
}

/* ---- Life ---- */

/* Any number of statements can be under way. */
static kerf_status beside(kf_sql_driver *driver, kf_sql_driver **out)
{
    *out = driver;
    return KERF_OK;
}

static void close_driver(kf_sql_driver *driver)
{
    sqlite_driver *x = kf_sqlite_own(driver);
    assert(x->selecting == 0);
    sqlite3_close(x->db); /* what was begun and not committed is undone */
    kf_mem_free(driver->mem, (char *)x->file, x->room, 1);
    kf_mem_free(driver->mem, x, 1, sizeof *x);
}

static const kf_sql_ops sqlite_ops = { .dialect = &kf_sql_sqlite,
                                       .execute = kf_sqlite_execute,
                                       .create_index = kf_sqlite_create_index,
                                       .insert = insert,
                                       .flip = flip,
                                       .prepare = prepare,
                                       .select = select_rows,
                                       .finish = finish,
                                       .begin = kf_sqlite_begin,
                                       .commit = kf_sqlite_commit,
                                       .beside = beside,
                                       .close = close_driver };

static kerf_status open_file(sqlite_driver *x)
{
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
    int code = sqlite3_open_v2(x->file, &x->db, flags, NULL);
    if (code != SQLITE_OK) return x->db ? kf_sqlite_fail(x, code) : KERF_NO_MEMORY;
    sqlite3_busy_handler(x->db, wait_for_lock, x);
    sqlite3_progress_handler(x->db, STEPS_PER_QUESTION, ask_whether_to_stop, x);
    return kf_sqlite_execute(&x->base, "PRAGMA temp_store = FILE; PRAGMA temp.cache_size = -16384");
}

kerf_status kf_sqlite_open(kf_sql_driver **out, kf_mem *mem, const kf_backend_site *site,
                           const char *file)
{
    assert(file);
    const kf_backend asker = { .stop = site->stop };
    sqlite_driver *x = kf_mem_calloc(mem, 1, sizeof *x);
    if (!x) return KERF_NO_MEMORY;
    x->base =
        (kf_sql_driver){ .ops = &sqlite_ops, .mem = mem, .diags = site->diags, .asker = &asker };
    x->waiting = site->waiting;
    x->waiting_context = site->progress_context;
    const char *folder = kf_sqlite_folder(file);
    x->room = strlen(folder) + strlen(file) + 1;
    char *copy = kf_mem_alloc(mem, x->room, 1);
    x->file = copy;
    kerf_status st = KERF_NO_MEMORY;
    if (copy) {
        snprintf(copy, x->room, "%s%s", folder, file);
        st = open_file(x);
    }
    x->base.asker = NULL;
    if (st != KERF_OK) {
        close_driver(&x->base);
        return st;
    }
    *out = &x->base;
    return KERF_OK;
}

#else

kerf_status kf_sqlite_open(kf_sql_driver **out, kf_mem *mem, const kf_backend_site *site,
                           const char *file)
{
    (void)out, (void)mem, (void)file;
    kf_diag_add(site->diags, KERF_ERROR, NULL, NULL, "this kerf was built without SQLite");
    return KERF_UNSUPPORTED;
}

#endif

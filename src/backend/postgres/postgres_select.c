/* postgres_select.c -- prepared statements and their rows, over one connection or several.
 *
 * Rows come one at a time as the server finds them, and the kf_stop is asked in between. A
 * statement may be started ahead on a connection of its own: then the server runs several at once,
 * each on a core, until their rows are asked for. Rows are taken in the order of the questions, so
 * the number of connections does not change the answer. A statement that was started before an atom
 * flipped is cancelled. */
#include "backend/sql/sql.h"

#ifdef HAVE_POSTGRES

#include "backend/postgres/postgres.h"
#include "base/hash.h"

#include <endian.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>

enum { WAIT_MILLISECONDS = 50, MOST_SEED_TABLES = 64 };

typedef struct postgres_statement {
    char name[24];
    uint32_t on;         /* bit 0: prepared on the first connection, then on the others */
    postgres_link *link; /* where it was begun ahead; or NULL */
} statement;

static postgres_driver *own(kf_sql_driver *driver)
{
    return (postgres_driver *)driver;
}

/* ---- Statements ---- */

static kerf_status prepare_on(postgres_driver *x, PGconn *connection, uint32_t bit, statement *s,
                              const kf_sql *sql)
{
    assert(bit <= x->n_links);
    enum { INT4 = 23, FLOAT8 = 701 };
    uint32_t n = sql->n_seed + sql->n_numbers;
    if (s->on >> bit & 1) return KERF_OK;
    Oid *types = kf_mem_alloc(x->base.mem, n, sizeof *types);
    if (!types) return KERF_NO_MEMORY;
    for (uint32_t i = 0; i < n; i++) types[i] = i < sql->n_seed ? INT4 : FLOAT8;
    int sent = kf_pq.PQsendPrepare(connection, s->name, sql->text, (int)n, types);
    PGresult *r = kf_postgres_wait(x, connection, sent);
    kf_mem_free(x->base.mem, types, n, sizeof *types);
    kerf_status st = kf_pq.PQresultStatus(r) == PGRES_COMMAND_OK
                         ? KERF_OK
                         : kf_postgres_fail_on(x, connection, r);
    kf_pq.PQclear(r);
    if (st == KERF_OK) s->on |= 1u << bit;
    return st;
}

kerf_status kf_postgres_prepare(kf_sql_driver *driver, const kf_sql *sql, void **out)
{
    postgres_driver *x = own(driver);
    statement *s = kf_mem_calloc(driver->mem, 1, sizeof *s);
    if (!s) return KERF_NO_MEMORY;
    snprintf(s->name, sizeof s->name, "q%u", x->statements++);
    kerf_status st = prepare_on(x, x->connection, 0, s, sql);
    if (st == KERF_OK) *out = s;
    else kf_mem_free(driver->mem, s, 1, sizeof *s);
    return st;
}

void kf_postgres_finish(kf_sql_driver *driver, void *out)
{
    postgres_driver *x = own(driver);
    statement *s = out;
    char text[64];
    kf_postgres_give_up(driver, s);
    snprintf(text, sizeof text, "DEALLOCATE %s", s->name);
    for (uint32_t i = 0; i <= x->n_links; i++) {
        PGconn *connection = i ? x->links[i - 1].connection : x->connection;
        bool idle = i == 0 || !x->links[i - 1].busy; /* else it stays there until the end */
        if (s->on >> i & 1 && idle && kf_pq.PQstatus(connection) == CONNECTION_OK)
            kf_pq.PQclear(kf_pq.PQexec(connection, text));
    }
    kf_mem_free(driver->mem, s, 1, sizeof *s);
}

/* ---- Rows out ---- */

static void cancel(PGconn *connection)
{
    char why[256];
    PGcancel *c = kf_pq.PQgetCancel(connection);
    if (c) kf_pq.PQcancel(c, why, sizeof why);
    kf_pq.PQfreeCancel(c);
}

static bool is_stopped(const postgres_driver *x)
{
    const kf_backend *asker = x->base.asker;
    return asker && kf_stop_ask(asker->stop);
}

/* The next result once it is there; meanwhile the caller is asked whether to go on. */
static PGresult *next_result(postgres_driver *x, PGconn *connection)
{
    while (kf_pq.PQisBusy(connection)) {
        struct pollfd wait = { .fd = kf_pq.PQsocket(connection), .events = POLLIN };
        int ready = poll(&wait, 1, WAIT_MILLISECONDS);
        if (ready > 0 && !kf_pq.PQconsumeInput(connection)) break;
        if (ready <= 0 && !x->cancelled && is_stopped(x)) {
            x->cancelled = true;
            cancel(connection);
        }
    }
    return kf_pq.PQgetResult(connection);
}

PGresult *kf_postgres_wait(postgres_driver *x, PGconn *connection, int sent)
{
    PGresult *last = NULL, *r;
    x->cancelled = false;
    while (sent && (r = next_result(x, connection)) != NULL) {
        kf_pq.PQclear(last);
        last = r;
        if (kf_pq.PQresultStatus(r) == PGRES_COPY_IN) break;
    }
    return last;
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
        cells[i].null = kf_pq.PQgetisnull(r, 0, column) != 0;
        if (cells[i].null) continue;
        if (i < sql->n_outputs && i + sql->n_texts >= sql->n_outputs) {
            cells[i].text =
                (kf_str){ kf_pq.PQgetvalue(r, 0, column), (size_t)kf_pq.PQgetlength(r, 0, column) };
            continue;
        }
        uint64_t bits =
            read_integer(kf_pq.PQgetvalue(r, 0, column), kf_pq.PQgetlength(r, 0, column));
        if (i < sql->n_outputs && sql->is_number[i]) memcpy(&cells[i].number, &bits, sizeof bits);
        else cells[i].integer = (int64_t)bits;
    }
}

static kerf_status read_rows(postgres_driver *x, PGconn *connection, const kf_sql *sql,
                             kf_sql_cell *cells, kf_sql_row_fn *take, void *context)
{
    kerf_status st = KERF_OK;
    bool more = true;
    PGresult *r;
    x->cancelled = false;
    while ((r = next_result(x, connection)) != NULL) {
        ExecStatusType is = kf_pq.PQresultStatus(r);
        if (is == PGRES_SINGLE_TUPLE && more) {
            read_row(r, sql, cells);
            more = take(context, cells);
            if (!more) cancel(connection);
        } else if (is != PGRES_SINGLE_TUPLE && is != PGRES_TUPLES_OK && more && st == KERF_OK) {
            st = kf_postgres_fail_on(x, connection, r);
        }
        kf_pq.PQclear(r);
    }
    return st;
}

/* ---- Asking ---- */

/* Parameters in binary form: constants of the seed, then numbers. */
static kerf_status send(postgres_driver *x, PGconn *connection, const statement *s,
                        const kf_sql *sql, const uint32_t *seed, kf_arena *arena)
{
    assert(sql->n_seed == 0 || seed);
    uint32_t n = sql->n_seed + sql->n_numbers;
    uint64_t *values = kf_arena_alloc(arena, n + 1, sizeof *values);
    const char **at = kf_arena_alloc(arena, n + 1, sizeof *at);
    int *lengths = kf_arena_alloc(arena, 2 * (size_t)n + 1, sizeof *lengths);
    if (!values || !at || !lengths) return KERF_NO_MEMORY;
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
    bool sent = kf_pq.PQsendQueryPrepared(connection, s->name, (int)n, at, lengths, formats, 1)
                && kf_pq.PQsetSingleRowMode(connection);
    return sent ? KERF_OK : kf_postgres_fail_on(x, connection, NULL);
}

/* The same as text, for how the server goes about it and what each step takes. */
static void add_execute(kf_text *to, const statement *s, const kf_sql *sql, const uint32_t *seed)
{
    uint32_t n = sql->n_seed + sql->n_numbers;
    kf_text_addf(to, "EXPLAIN ANALYZE EXECUTE %s", s->name);
    for (uint32_t i = 0; i < n; i++) {
        kf_text_add(to, i ? KF_STR(", ") : KF_STR(" ("));
        if (i < sql->n_seed) kf_text_addf(to, "%d", kf_sql_id(seed[i]));
        else kf_text_add_number(to, sql->numbers[i - sql->n_seed]);
    }
    if (n) kf_text_addc(to, ')');
}

static bool was_explained(const postgres_driver *x, uint64_t hash)
{
    for (size_t i = 0; i < x->explained.n; i++)
        if (x->explained.at[i] == hash) return true;
    return false;
}

/* Puts it into `text`, which says what to ask. */
static kerf_status ask_how(postgres_driver *x, kf_text *text, const kf_sql *sql)
{
    if (text->failed) return KERF_NO_MEMORY;
    PGresult *r = kf_postgres_wait(x, x->connection, kf_pq.PQsendQuery(x->connection, text->at));
    kf_text_clear(text);
    kf_text_addf(text, "%s", sql->text);
    for (int i = 0; i < kf_pq.PQntuples(r); i++)
        kf_text_addf(text, "\n%s", kf_pq.PQgetvalue(r, i, 0));
    kerf_status st = kf_pq.PQresultStatus(r) == PGRES_TUPLES_OK ? KERF_OK : kf_postgres_fail(x, r);
    kf_pq.PQclear(r);
    return st == KERF_OK && text->failed ? KERF_NO_MEMORY : st;
}

static kerf_status explain(postgres_driver *x, const statement *s, const kf_sql *sql,
                           const uint32_t *seed)
{
    kf_text text;
    if (!x->explain) return KERF_OK;
    uint64_t hash = kf_hash_bytes(sql->text, strlen(sql->text));
    if (was_explained(x, hash)) return KERF_OK;
    if (!kf_vec_push(x->base.mem, &x->explained, hash)) return KERF_NO_MEMORY;
    kf_text_init(&text, x->base.mem);
    add_execute(&text, s, sql, seed);
    kerf_status st = ask_how(x, &text, sql);
    if (st == KERF_OK) x->explain(x->explain_context, text.at);
    kf_text_free(&text);
    return st;
}

kerf_status kf_postgres_select(kf_sql_driver *driver, const kf_sql *sql, void *out,
                               const uint32_t *seed, kf_sql_row_fn *take, void *context)
{
    postgres_driver *x = own(driver);
    statement *s = out;
    postgres_link *link = s->link;
    PGconn *connection = link ? link->connection : x->connection;
    assert(!link || link->busy == s);
    if (!link) KF_TRY(explain(x, s, sql, seed));
    kf_arena arena;
    kf_arena_init(&arena, driver->mem);
    kf_sql_cell *cells = kf_arena_alloc(&arena, sql->n_outputs + 1, sizeof *cells);
    kerf_status st = cells ? KERF_OK : KERF_NO_MEMORY;
    if (st == KERF_OK && !link) st = send(x, connection, s, sql, seed, &arena);
    if (st == KERF_OK) st = read_rows(x, connection, sql, cells, take, context);
    if (link && st != KERF_NO_MEMORY) {
        s->link = NULL;
        link->busy = NULL;
    }
    kf_arena_free(&arena);
    return st;
}

/* ---- Several connections ---- */

bool kf_postgres_copy_path(postgres_driver *x, PGconn *connection)
{
    const char *path;
    PGresult *r = kf_pq.PQexec(x->connection, "SHOW search_path"), *set = NULL;
    if (kf_pq.PQresultStatus(r) == PGRES_TUPLES_OK && kf_pq.PQntuples(r) == 1) {
        path = kf_pq.PQgetvalue(r, 0, 0);
        set = kf_pq.PQexecParams(connection, "SELECT set_config('search_path', $1, false)", 1, NULL,
                                 &path, NULL, NULL, 0);
    }
    bool good = set && kf_pq.PQresultStatus(set) == PGRES_TUPLES_OK;
    kf_pq.PQclear(set);
    kf_pq.PQclear(r);
    return good;
}

/* One that has nothing to do; a new one if there may be more. A server that gives no more of them
 * is no failure: there are fewer then. */
static postgres_link *idle_link(postgres_driver *x)
{
    assert(x->n_links <= x->most_links && x->most_links <= KF_POSTGRES_MOST_LINKS);
    for (uint32_t i = 0; i < x->n_links; i++) {
        bool good = kf_pq.PQstatus(x->links[i].connection) == CONNECTION_OK;
        if (!x->links[i].busy && good) return &x->links[i];
    }
    if (x->n_links == x->most_links) return NULL;
    postgres_link *link = &x->links[x->n_links];
    if (kf_postgres_connect(x, &link->connection) == KERF_OK
        && kf_postgres_copy_path(x, link->connection)) {
        x->n_links++;
        return link;
    }
    kf_pq.PQfinish(link->connection);
    link->connection = NULL;
    x->most_links = x->n_links;
    return NULL;
}

/* Seeds into a temporary table of that connection, which hides the one of the run. */
static kerf_status send_seeds(postgres_driver *x, postgres_link *link, uint32_t width,
                              const kf_sql_block *rows)
{
    assert(width < MOST_SEED_TABLES && !link->busy);
    kf_text name, text;
    kf_text_init(&name, x->base.mem);
    kf_text_init(&text, x->base.mem);
    kf_sql_seed_name(&name, width);
    bool there = link->seed_tables >> width & 1;
    if (there) kf_text_addf(&text, "TRUNCATE pg_temp.s%u", width);
    else {
        kf_sql_dialect temporary = kf_sql_postgres;
        temporary.changing_table = "CREATE TEMP TABLE";
        if (!name.failed) kf_sql_create(&text, &temporary, name.at, width, false, false, true);
    }
    bool room = !name.failed && !text.failed;
    kerf_status st = room ? kf_postgres_execute_on(x, link->connection, text.at) : KERF_NO_MEMORY;
    if (st == KERF_OK) link->seed_tables |= 1ull << width;
    if (st == KERF_OK) st = kf_postgres_insert(x, link->connection, name.at, rows);
    kf_text_clear(&text);
    kf_text_addf(&text, "ANALYZE pg_temp.s%u", width);
    if (st == KERF_OK && text.failed) st = KERF_NO_MEMORY;
    if (st == KERF_OK) st = kf_postgres_execute_on(x, link->connection, text.at);
    kf_text_free(&name);
    kf_text_free(&text);
    return st;
}

kerf_status kf_postgres_ahead(kf_sql_driver *driver, const kf_sql *sql, void *out,
                              const uint32_t *seed, uint32_t width, const kf_sql_block *seeds,
                              bool *begun)
{
    postgres_driver *x = own(driver);
    statement *s = out;
    *begun = false;
    if (s->link || x->explain || width >= MOST_SEED_TABLES) return KERF_OK;
    postgres_link *link = idle_link(x);
    if (!link) return KERF_OK;
    assert(!link->busy && link->connection);
    uint32_t bit = (uint32_t)(link - x->links) + 1;
    kf_arena arena;
    kf_arena_init(&arena, driver->mem);
    /* First: a statement goes by the tables that it finds when it is prepared. */
    kerf_status st = seeds ? send_seeds(x, link, width, seeds) : KERF_OK;
    if (st == KERF_OK) st = prepare_on(x, link->connection, bit, s, sql);
    if (st == KERF_OK) st = send(x, link->connection, s, sql, seed, &arena);
    kf_arena_free(&arena);
    if (st != KERF_OK) return st;
    *begun = true;
    s->link = link;
    link->busy = s;
    return KERF_OK;
}

bool kf_postgres_is_ahead(kf_sql_driver *driver, void *out)
{
    (void)driver;
    return ((const statement *)out)->link != NULL;
}

void kf_postgres_give_up(kf_sql_driver *driver, void *only)
{
    postgres_driver *x = own(driver);
    PGresult *r;
    for (uint32_t i = 0; i < x->n_links; i++) {
        postgres_link *link = &x->links[i];
        if (!link->busy || (only && link->busy != only)) continue;
        cancel(link->connection);
        while ((r = kf_pq.PQgetResult(link->connection)) != NULL) kf_pq.PQclear(r);
        link->busy->link = NULL;
        link->busy = NULL;
    }
}

void kf_postgres_close_links(postgres_driver *x)
{
    kf_postgres_give_up(&x->base, NULL);
    for (uint32_t i = 0; i < x->n_links; i++) kf_pq.PQfinish(x->links[i].connection);
    x->n_links = 0;
}

#endif

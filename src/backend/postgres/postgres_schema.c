/* postgres_schema.c -- kerf's own schemas on a PostgreSQL server, and locks on them.
 *
 * Every run has a schema of its own for what it changes. Evidence is there, too, unless the user
 * names a schema in which it stays for later runs. A run holds an advisory lock on the name of each
 * schema it uses, for as long as its connection lasts: shared where it only reads evidence,
 * exclusive otherwise. A run's schema that nobody locks was left behind; the next run drops it. A
 * comment on the schema says that kerf made it. kerf never touches a schema without one. */
#include "backend/postgres/postgres.h"

#ifdef HAVE_POSTGRES

#include <stdio.h>
#include <string.h>

enum { MOST_NAME = 63, MOST_TRIES = 10 };

#define MADE_BY_KERF "made by kerf"
#define RUN "kerf_run_" /* and a number */
/* Of everything that is read one state, however long it takes. */
#define BEGIN "BEGIN ISOLATION LEVEL REPEATABLE READ"
#define LOCK "(1801810534, hashtext($1))" /* "kerf" as a number, and the name's */

/* A statement with the name of a schema in it, once or twice. */
static kerf_status write_on(postgres_driver *x, const char *format, const char *schema, kf_text *to)
{
    char *name = kf_pq.PQescapeIdentifier(x->connection, schema, strlen(schema));
    if (!name) return kf_postgres_fail(x, NULL);
    for (const char *at = format; *at; at++) {
        if (*at == '@') kf_text_addf(to, "%s", name);
        else kf_text_addc(to, *at);
    }
    kf_pq.PQfreemem(name);
    return to->failed ? KERF_NO_MEMORY : KERF_OK;
}

static kerf_status execute_on(postgres_driver *x, const char *format, const char *schema)
{
    kf_text text;
    kf_text_init(&text, x->base.mem);
    kerf_status st = write_on(x, format, schema, &text);
    if (st == KERF_OK) st = kf_postgres_execute(x, text.at);
    kf_text_free(&text);
    return st;
}

/* ---- Locks ---- */

static kerf_status try_lock(postgres_driver *x, const char *schema, bool shared, bool *held)
{
    kf_text text;
    bool found;
    kf_text_init(&text, x->base.mem);
    kerf_status st = kf_postgres_look_up(
        x, shared ? "SELECT pg_try_advisory_lock_shared" LOCK : "SELECT pg_try_advisory_lock" LOCK,
        schema, &text, &found);
    *held = st == KERF_OK && found && text.at[0] == 't';
    kf_text_free(&text);
    return st;
}

/* A run that was killed holds its locks until the server notices: that is waited for. */
static kerf_status lock_soon(postgres_driver *x, const char *schema, bool shared, bool *held)
{
    KF_TRY(try_lock(x, schema, shared, held));
    for (int i = 0; i < MOST_TRIES && !*held; i++) {
        KF_TRY(kf_postgres_execute(x, "SELECT pg_sleep(0.2)"));
        KF_TRY(try_lock(x, schema, shared, held));
    }
    return KERF_OK;
}

static kerf_status unlock(postgres_driver *x, const char *schema)
{
    kf_text text;
    bool found;
    kf_text_init(&text, x->base.mem);
    kerf_status st =
        kf_postgres_look_up(x, "SELECT pg_advisory_unlock" LOCK, schema, &text, &found);
    kf_text_free(&text);
    return st;
}

/* ---- What was left behind ---- */

/* Who looks at it, with pg_dump for example, is not waited for. *too_many: locks for one
 * statement. */
static bool try_drop(postgres_driver *x, const char *text, bool *too_many)
{
    PGresult *r = kf_pq.PQexec(x->connection, text);
    bool good = kf_pq.PQresultStatus(r) == PGRES_COMMAND_OK;
    const char *state = kf_pq.PQresultErrorField(r, PG_DIAG_SQLSTATE);
    *too_many = state && strcmp(state, "53200") == 0;
    kf_pq.PQclear(r);
    return good;
}

/* All tables at once need more locks than the server has: some at a time. */
static void drop_tables(postgres_driver *x, const char *schema)
{
    static const char some[] =
        "SELECT 'SET LOCAL lock_timeout TO ''1s''; DROP TABLE ' "
        "|| string_agg(format('%I.%I', schemaname, tablename), ', ') || ' CASCADE' FROM "
        "(SELECT schemaname, tablename FROM pg_tables WHERE schemaname = $1 LIMIT 10) AS t";
    bool good = true, too_many;
    while (good) {
        PGresult *r = kf_pq.PQexecParams(x->connection, some, 1, NULL, &schema, NULL, NULL, 0);
        good = kf_pq.PQresultStatus(r) == PGRES_TUPLES_OK && !kf_pq.PQgetisnull(r, 0, 0)
               && try_drop(x, kf_pq.PQgetvalue(r, 0, 0), &too_many);
        kf_pq.PQclear(r);
    }
}

/* Nobody but kerf has any business there. What cannot be dropped now a later run drops: it must not
 * keep this one from its work. Nor is the caller asked, who may have stopped the run. */
static kerf_status drop_soon(postgres_driver *x, const char *schema)
{
    bool too_many;
    kf_text text;
    kf_text_init(&text, x->base.mem);
    kerf_status st = write_on(x, "SET LOCAL lock_timeout TO '1s'; DROP SCHEMA IF EXISTS @ CASCADE",
                              schema, &text);
    if (st == KERF_OK && !try_drop(x, text.at, &too_many) && too_many) {
        drop_tables(x, schema);
        (void)try_drop(x, text.at, &too_many);
    }
    kf_text_free(&text);
    if (st == KERF_OK && kf_pq.PQstatus(x->connection) != CONNECTION_OK)
        return kf_postgres_fail(x, NULL);
    return st;
}

static kerf_status drop_if_left(postgres_driver *x, const char *schema)
{
    bool held;
    KF_TRY(try_lock(x, schema, false, &held));
    if (!held) return KERF_OK;
    KF_TRY(drop_soon(x, schema));
    return unlock(x, schema);
}

/* Names are gone through in order: what cannot be dropped since it is in use is passed over. */
static kerf_status drop_leftovers(postgres_driver *x)
{
    static const char next[] =
        "SELECT nspname FROM pg_namespace WHERE left(nspname, 9) = '" RUN "' AND nspname > $1 "
        "AND pg_has_role(nspowner, 'USAGE') AND obj_description(oid, 'pg_namespace') = "
        "'" MADE_BY_KERF "' ORDER BY nspname LIMIT 1";
    char before[64] = "";
    kf_text text;
    bool found = true;
    kerf_status st = KERF_OK;
    kf_text_init(&text, x->base.mem);
    while (st == KERF_OK && found) {
        st = kf_postgres_look_up(x, next, before, &text, &found);
        if (st != KERF_OK || !found) break;
        snprintf(before, sizeof before, "%s", text.at);
        st = drop_if_left(x, before);
    }
    kf_text_free(&text);
    return st;
}

/* ---- The schema of the run ---- */

/* At once: one without the comment would stay for ever. */
static kerf_status create(postgres_driver *x, const char *schema)
{
    return execute_on(x, "CREATE SCHEMA @; COMMENT ON SCHEMA @ IS '" MADE_BY_KERF "'", schema);
}

/* The number is that of the server's process. One that another user's run left behind may have had
 * it, too: then there is a second number. */
static kerf_status name_run(postgres_driver *x, char *name, size_t room)
{
    int process = kf_pq.PQbackendPID(x->connection);
    bool taken = true;
    kf_text text;
    kerf_status st = KERF_OK;
    kf_text_init(&text, x->base.mem);
    snprintf(name, room, RUN "%d", process);
    for (int i = 1; st == KERF_OK && taken; i++) {
        st = kf_postgres_look_up(x, "SELECT 1 FROM pg_namespace WHERE nspname = $1", name, &text,
                                 &taken);
        if (taken) snprintf(name, room, RUN "%d_%d", process, i);
    }
    kf_text_free(&text);
    return st;
}

static kerf_status create_run(postgres_driver *x)
{
    char name[sizeof x->run];
    bool held;
    KF_TRY(name_run(x, name, sizeof name));
    KF_TRY(try_lock(x, name, false, &held));
    KF_TRY(create(x, name));
    memcpy(x->run, name, sizeof name);
    return execute_on(x, "SET search_path TO @", x->run);
}

void kf_postgres_drop(postgres_driver *x)
{
    if (x->run[0] == '\0' || kf_pq.PQstatus(x->connection) != CONNECTION_OK) return;
    if (kf_pq.PQtransactionStatus(x->connection) != PQTRANS_IDLE)
        kf_pq.PQclear(kf_pq.PQexec(x->connection, "ROLLBACK"));
    (void)drop_soon(x, x->run); /* what came of the run is known */
}

/* ---- A schema where evidence stays ---- */

static kerf_status refuse(postgres_driver *x, const char *why, const char *hint)
{
    kf_diag_add(x->base.diags, KERF_ERROR, NULL, hint, "the schema %.63s %s", x->schema, why);
    return KERF_STORE;
}

/* The server cuts longer names off: two of them would be one schema, but not one lock. */
static kerf_status check_name(postgres_driver *x)
{
    if (x->schema[0] == '\0' || strlen(x->schema) > MOST_NAME) {
        kf_diag_add(x->base.diags, KERF_ERROR, NULL, NULL,
                    "the name of a schema has 1 to %d bytes, not %zu", MOST_NAME,
                    strlen(x->schema));
        return KERF_STORE;
    }
    if (strncmp(x->schema, RUN, sizeof RUN - 1) != 0) return KERF_OK;
    return refuse(x, "would be taken for that of a single run, and dropped",
                  "give it a name that does not begin with " RUN);
}

/* Is it there, and kerf's? */
static kerf_status check_owner(postgres_driver *x, kf_text *text, bool *there)
{
    static const char query[] = "SELECT COALESCE(obj_description(oid, 'pg_namespace'), '') "
                                "FROM pg_namespace WHERE nspname = $1";
    KF_TRY(kf_postgres_look_up(x, query, x->schema, text, there));
    if (!*there || strcmp(text->at, MADE_BY_KERF) == 0) return KERF_OK;
    return refuse(x, "is not one of kerf's; it stays as it is", "name one that is not there yet");
}

static kerf_status has_evidence(postgres_driver *x, kf_text *text, const char *fingerprint,
                                bool *there)
{
    bool found = false;
    kf_text query;
    KF_TRY(check_owner(x, text, there));
    if (!*there) return KERF_OK;
    kf_text_init(&query, x->base.mem);
    kerf_status st =
        write_on(x, "SELECT fingerprint FROM @.kerf WHERE $1 <> ''", x->schema, &query);
    if (st == KERF_OK) st = kf_postgres_look_up(x, query.at, x->schema, text, &found);
    kf_text_free(&query);
    KF_TRY(st);
    *there = found && kf_sql_matches(fingerprint, text->at);
    if (*there) kf_sql_keep_fingerprint(&x->base, text->at);
    return KERF_OK;
}

static kerf_status read_schema(postgres_driver *x)
{
    kf_text text;
    kf_text_init(&text, x->base.mem);
    kf_text_addf(&text, "SET search_path TO %s, @", x->run);
    kerf_status st = text.failed ? KERF_NO_MEMORY : execute_on(x, text.at, x->schema);
    kf_text_free(&text);
    return st;
}

/* Shared if it is there: then nobody can fill it with something else. Else for one alone. */
static kerf_status begin_schema(postgres_driver *x, const char *fingerprint, kf_text *text,
                                bool *there)
{
    bool held;
    KF_TRY(check_name(x));
    KF_TRY(lock_soon(x, x->schema, true, &held));
    if (!held) return refuse(x, "is being filled by another run", "wait until that is done");
    KF_TRY(has_evidence(x, text, fingerprint, there));
    if (*there) return read_schema(x);
    if (!fingerprint) return KERF_OK;
    KF_TRY(lock_soon(x, x->schema, false, &held));
    if (!held) return refuse(x, "is in use by another run, with other evidence", NULL);
    KF_TRY(kf_postgres_execute(x, BEGIN));
    KF_TRY(execute_on(x, "DROP SCHEMA IF EXISTS @ CASCADE", x->schema));
    KF_TRY(create(x, x->schema));
    KF_TRY(execute_on(x, "SET search_path TO @", x->schema));
    /* Like all the rest: a server that crashed empties them, and this one must be among them. */
    return kf_postgres_execute(x, "CREATE UNLOGGED TABLE kerf (fingerprint TEXT NOT NULL)");
}

kerf_status kf_postgres_begin(kf_sql_driver *driver, const char *fingerprint, bool *there)
{
    postgres_driver *x = (postgres_driver *)driver;
    assert(!x->run[0]);
    *there = false;
    if (!fingerprint && !x->schema) return KERF_OK; /* nothing stays but in a schema with a name */
    KF_TRY(drop_leftovers(x));
    KF_TRY(create_run(x));
    if (!x->schema) return kf_postgres_execute(x, BEGIN);
    kf_text text;
    kf_text_init(&text, driver->mem);
    kerf_status st = begin_schema(x, fingerprint, &text, there);
    kf_text_free(&text);
    return st;
}

kerf_status kf_postgres_commit(kf_sql_driver *driver, const char *fingerprint)
{
    assert(((postgres_driver *)driver)->run[0]);
    postgres_driver *x = (postgres_driver *)driver;
    kf_text text;
    kf_sql_keep_fingerprint(driver, fingerprint);
    if (!x->schema) return kf_postgres_execute(x, "COMMIT");
    kf_text_init(&text, driver->mem);
    kf_text_addf(&text, "INSERT INTO kerf VALUES ('%s')", fingerprint);
    kerf_status st = text.failed ? KERF_NO_MEMORY : kf_postgres_execute(x, text.at);
    kf_text_free(&text);
    KF_TRY(st);
    KF_TRY(kf_postgres_execute(x, "COMMIT"));
    KF_TRY(unlock(x, x->schema)); /* others may read it now */
    return read_schema(x);
}

#endif

/* postgres_error.c -- failures of a PostgreSQL server as messages with hints.
 *
 * A message keeps the first line of the server's own. The hint depends on the SQLSTATE; where that
 * is not in the table, it is the server's hint. After a wait for a lock that failed, the message
 * names the session that holds it. */
#include "backend/postgres/postgres.h"

#ifdef HAVE_POSTGRES

#include <stdio.h>
#include <string.h>

/* Of a message of several lines, the first, without what every one begins with. */
static kf_str first_line(const char *text)
{
    if (strncmp(text, "ERROR:  ", 8) == 0) text += 8;
    return (kf_str){ text, strcspn(text, "\n") };
}

#define RUN_AGAIN "run it again when the server is there; what this run left behind is removed then"

#define TOO_MANY "kerf needs two connections at least: end some, or raise the limit"

static const struct advice {
    const char *state, *hint; /* a kind, or the two digits of its class */
} advices[] = {
    { "53100", "make room on the server's disk and run it again; nothing of this run is kept" },
    { "53400", "the server allows no larger temporary files: raise temp_file_limit for this user" },
    { "53200", "the server has too little memory for this: lower work_mem, or give it more; shared "
               "memory is for locks, raise max_locks_per_transaction" },
    { "42501", "GRANT it to the user that kerf connects as, or connect as another one" },
    { "42883",
      "the server is no Citus cluster: CREATE EXTENSION citus, or leave out --distribute" },
    { "57014", "somebody ended it, or it took longer than statement_timeout allows this user" },
    { "57P", RUN_AGAIN },
    { "25006", "kerf makes a schema for each run: name the primary server, not a standby, and set "
               "default_transaction_read_only to off for this user" },
    { "22P05", "make a database with ENCODING 'UTF8', and name that" },
};

static const char *hint_of(const char *state)
{
    for (size_t i = 0; state && i < sizeof advices / sizeof *advices; i++) {
        if (strncmp(state, advices[i].state, strlen(advices[i].state)) == 0) return advices[i].hint;
    }
    return NULL;
}

/* Others that keep everybody else from a table. A transaction that failed is over by then. */
static kerf_status blame_lock(postgres_driver *x, PGconn *connection, const PGresult *r)
{
    static const char query[] =
        "SELECT a.pid, l.relation::regclass, a.usename, "
        "COALESCE(NULLIF(a.application_name, ''), 'a program without name') "
        "FROM pg_locks AS l JOIN pg_stat_activity AS a USING (pid) "
        "WHERE l.granted AND l.mode = 'AccessExclusiveLock' AND l.locktype = 'relation' "
        "AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database()) "
        "AND l.pid <> pg_backend_pid() AND a.backend_type = 'client backend' "
        "ORDER BY a.xact_start, l.relation LIMIT 1";
    kf_str text = first_line(kf_pq.PQresultErrorMessage(r));
    if (kf_pq.PQtransactionStatus(connection) == PQTRANS_INERROR)
        kf_pq.PQclear(kf_pq.PQexec(connection, "ROLLBACK"));
    PGresult *who = kf_pq.PQexec(connection, query);
    char hint[300] = "somebody holds a lock: run it again when it is released";
    if (kf_pq.PQresultStatus(who) == PGRES_TUPLES_OK && kf_pq.PQntuples(who) == 1) {
        snprintf(hint, sizeof hint,
                 "%.60s (process %.12s, user %.60s) has locked %.60s: wait for it, or end it with "
                 "SELECT pg_terminate_backend(%.12s)",
                 kf_pq.PQgetvalue(who, 0, 3), kf_pq.PQgetvalue(who, 0, 0),
                 kf_pq.PQgetvalue(who, 0, 2), kf_pq.PQgetvalue(who, 0, 1),
                 kf_pq.PQgetvalue(who, 0, 0));
    }
    kf_pq.PQclear(who);
    kf_diag_add(x->base.diags, KERF_ERROR, NULL, hint, "the store on PostgreSQL: %.*s", (int)text.n,
                text.at);
    return KERF_STORE;
}

kerf_status kf_postgres_fail_on(postgres_driver *x, PGconn *connection, const PGresult *r)
{
    const char *state = r ? kf_pq.PQresultErrorField(r, PG_DIAG_SQLSTATE) : NULL;
    if (state && strcmp(state, "22003") == 0) return KERF_LIMIT; /* out of range */
    if (state && strcmp(state, "57014") == 0 && x->cancelled) return KERF_INTERRUPTED;
    if (state && strcmp(state, "55P03") == 0) return blame_lock(x, connection, r);
    kf_str text = first_line(r ? kf_pq.PQresultErrorMessage(r) : kf_pq.PQerrorMessage(connection));
    const char *hint = hint_of(state);
    if (!hint && r) hint = kf_pq.PQresultErrorField(r, PG_DIAG_MESSAGE_HINT);
    if (kf_pq.PQstatus(connection) != CONNECTION_OK) hint = RUN_AGAIN;
    if (text.n == 0) text = KF_STR("the connection was lost");
    kf_diag_add(x->base.diags, KERF_ERROR, NULL, hint, "the store on PostgreSQL: %.*s", (int)text.n,
                text.at);
    return KERF_STORE;
}

kerf_status kf_postgres_fail(postgres_driver *x, const PGresult *r)
{
    return kf_postgres_fail_on(x, x->connection, r);
}

/* A connection that was never made has no SQLSTATE: an English word of the message must do. */
static const char *hint_of_connecting(const char *text)
{
    static const struct {
        const char *word, *hint;
    } hints[] = {
        { "password", "check the user, and the password in ~/.pgpass or PGPASSWORD" },
        { "too many", TOO_MANY },
        { "slots are reserved", TOO_MANY },
        { "FATAL:  database", "create the database first: createdb NAME" },
    };
    for (size_t i = 0; i < sizeof hints / sizeof *hints; i++)
        if (strstr(text, hints[i].word)) return hints[i].hint;
    return NULL;
}

/* A password that is not encoded as it should be makes its parts a port, a database or a
 * parameter. */
static bool is_ambiguous(const char *where, const PQconninfoOption *options)
{
    const char *path = strstr(where, "://") + 3;
    path += strcspn(path, "/?");
    size_t n = strcspn(path, "?");
    if (memchr(path, '@', n)) return true;
    for (; options->keyword; options++) {
        if (strcmp(options->keyword, "port") != 0 || !options->val) continue;
        if (options->val[strspn(options->val, "0123456789,")]) return true;
    }
    return false;
}

/* What libpq says of an address that it does not understand quotes it, with the password. */
kerf_status kf_postgres_check_address(postgres_driver *x)
{
    char *why = NULL;
    PQconninfoOption *options = kf_pq.PQconninfoParse(x->where, &why);
    bool good = options && !is_ambiguous(x->where, options);
    kf_pq.PQconninfoFree(options);
    if (why) kf_pq.PQfreemem(why);
    if (good) return KERF_OK;
    kf_diag_add(
        x->base.diags, KERF_ERROR, NULL,
        "it is postgres://USER@HOST:PORT/DATABASE?NAME=VALUE; of other signs than letters and "
        "digits write %, and their code as two hexadecimal digits",
        "the address of the store cannot be understood");
    return KERF_STORE;
}

kerf_status kf_postgres_unreachable(postgres_driver *x)
{
    const char *message = kf_pq.PQerrorMessage(x->connection);
    kf_str text = first_line(message);
    kf_diag_add(x->base.diags, KERF_ERROR, NULL, hint_of_connecting(message),
                "the store cannot be reached: %.*s", (int)text.n, text.at);
    return KERF_STORE;
}

#endif

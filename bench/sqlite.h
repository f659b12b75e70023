/* sqlite.h -- SQLite doing the same joins, in memory, on tables that are indexed both ways and
 * analysed. Rows of ids are copied from kerf's own database, so that both see the same data. */
#ifndef BENCH_SQLITE_H
#define BENCH_SQLITE_H

#include "resolution.h"
#include "session.h"

#ifdef HAVE_SQLITE
#include <sqlite3.h>

typedef struct sql {
    sqlite3 *db;
} sql;

static void sql_run(const sql *q, const char *text)
{
    if (sqlite3_exec(q->db, text, NULL, NULL, NULL) != SQLITE_OK) fail(sqlite3_errmsg(q->db));
}

static void sql_open(sql *q)
{
    if (sqlite3_open(":memory:", &q->db) != SQLITE_OK) fail("SQLite does not open");
    sql_run(q, "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA temp_store = MEMORY;"
               "PRAGMA cache_size = -4000000");
}

static void sql_close(sql *q)
{
    sqlite3_close(q->db);
}

static sqlite3_stmt *sql_prepare(const sql *q, const char *text)
{
    sqlite3_stmt *st;
    if (sqlite3_prepare_v2(q->db, text, -1, &st, NULL) != SQLITE_OK) fail(sqlite3_errmsg(q->db));
    return st;
}

/* A table (a, b) with the rows of a predicate. */
static void sql_copy(const sql *q, const session *s, const char *name)
{
    const kf_relation *rel = s->d->atoms[predicate_of(s, name)];
    char text[512];
    snprintf(text, sizeof text, "CREATE TABLE %s (a INT, b INT, PRIMARY KEY (a, b)) WITHOUT ROWID",
             name);
    sql_run(q, text);
    snprintf(text, sizeof text, "INSERT INTO %s VALUES (?, ?)", name);
    sql_run(q, "BEGIN");
    sqlite3_stmt *st = sql_prepare(q, text);
    for (uint32_t i = 0; i < rel->n; i++) {
        if (rel->dead && rel->dead[i]) continue;
        sqlite3_bind_int64(st, 1, rel->columns[0][i]);
        sqlite3_bind_int64(st, 2, rel->columns[1][i]);
        if (sqlite3_step(st) != SQLITE_DONE) fail(sqlite3_errmsg(q->db));
        sqlite3_reset(st);
    }
    sqlite3_finalize(st);
    snprintf(text, sizeof text, "COMMIT; CREATE INDEX %s_back ON %s (b, a)", name, name);
    sql_run(q, text);
}

/* Seconds to step through the rows of a query that is prepared before; *rows: how many. */
static double sql_time(const sql *q, const char *text, uint64_t *rows)
{
    sqlite3_stmt *st = sql_prepare(q, text);
    double start = now();
    int got;
    *rows = 0;
    while ((got = sqlite3_step(st)) == SQLITE_ROW) ++*rows;
    if (got != SQLITE_DONE) fail(sqlite3_errmsg(q->db));
    double seconds = now() - start;
    sqlite3_finalize(st);
    return seconds;
}

static const char sql_transitivity[] =
    "SELECT s.a, s.b, t.b FROM SameBib s JOIN SameBib t ON t.a = s.b"
    " WHERE NOT EXISTS (SELECT 1 FROM SameBib u WHERE u.a = s.a AND u.b = t.b)";

static void sql_copy_all(const sql *q, const session *s, bool hidden)
{
    if (hidden) sql_copy(q, s, "SameBib");
    for (int f = 0; f < FIELDS; f++) {
        char name[64];
        snprintf(name, sizeof name, "%s%s", hidden ? "Same" : "", field_names[f]);
        sql_copy(q, s, name);
        for (int k = 0; !hidden && k < BUCKETS; k++) {
            snprintf(name, sizeof name, "%sScore%d", field_names[f], bucket_names[k]);
            sql_copy(q, s, name);
        }
    }
    sql_run(q, "ANALYZE");
}

/* Local scores of all hidden predicates, as tables; strings are counted before they are joined. */
static double sql_scores(const sql *q, const weights *w)
{
    char text[16384];
    size_t n;
    double start = now();
    n = (size_t)snprintf(text, sizeof text,
                         "CREATE TABLE score_bib AS SELECT x, y, sum(w) AS s FROM (");
    for (int f = 0; f < FIELDS; f++) {
        for (int k = 0; k < BUCKETS; k++) {
            const char *name = field_names[f];
            n += (size_t)snprintf(text + n, sizeof text - n,
                                  "%sSELECT p.a AS x, r.a AS y, %.17g AS w FROM %sScore%d s"
                                  " JOIN %s p ON p.b = s.a JOIN %s r ON r.b = s.b",
                                  f + k ? " UNION ALL " : "", w->bib[f][k], name, bucket_names[k],
                                  name, name);
        }
    }
    snprintf(text + n, sizeof text - n, ") GROUP BY x, y");
    sql_run(q, text);
    for (int f = 0; f < FIELDS; f++) {
        const char *name = field_names[f];
        n = (size_t)snprintf(
            text, sizeof text,
            "CREATE TABLE n_%s (x INTEGER PRIMARY KEY, n INT);"
            "INSERT INTO n_%s SELECT b, count(*) FROM %s GROUP BY b;"
            "CREATE TABLE score_%s AS SELECT x, y, sum(w) AS s FROM ("
            "SELECT p.x AS x, r.x AS y, %.17g * p.n * r.n AS w FROM n_%s p, n_%s r",
            name, name, name, name, -w->not_field[f], name, name);
        for (int k = 0; k < BUCKETS; k++) {
            n += (size_t)snprintf(text + n, sizeof text - n,
                                  " UNION ALL SELECT s.a, s.b, %.17g * p.n * r.n FROM %sScore%d s"
                                  " JOIN n_%s p ON p.x = s.a JOIN n_%s r ON r.x = s.b",
                                  w->field[f][k], name, bucket_names[k], name, name);
        }
        snprintf(text + n, sizeof text - n, ") GROUP BY x, y");
        sql_run(q, text);
    }
    return now() - start;
}

/* What the local solution violates, formula by formula; not stored, not merged. */
static double sql_separate(const sql *q, uint64_t *rows)
{
    double seconds = sql_time(q, sql_transitivity, rows);
    for (int f = 0; f < FIELDS; f++) {
        const char *name = field_names[f];
        char text[1024];
        uint64_t more;
        snprintf(
            text, sizeof text,
            "SELECT p.a, p.b, r.a, r.b FROM Same%s s JOIN %s p ON p.b = s.a JOIN %s r ON r.b = s.b"
            " WHERE NOT EXISTS (SELECT 1 FROM SameBib u WHERE u.a = p.a AND u.b = r.a)",
            name, name, name);
        seconds += sql_time(q, text, &more);
        *rows += more;
        snprintf(
            text, sizeof text,
            "SELECT p.a, p.b, r.a, r.b FROM SameBib s JOIN %s p ON p.a = s.a JOIN %s r ON r.a = s.b"
            " WHERE NOT EXISTS (SELECT 1 FROM Same%s u WHERE u.a = p.b AND u.b = r.b)",
            name, name, name);
        seconds += sql_time(q, text, &more);
        *rows += more;
    }
    return seconds;
}
#endif

#endif

/* sqlite_driver.h -- private to backend/sqlite/: the driver of a file of SQLite's. How rows go in
 * and come out is in sqlite_backend.c, whose file it is and what is in it in sqlite_contents.c. */
#ifndef KF_SQLITE_DRIVER_H
#define KF_SQLITE_DRIVER_H

#include "backend/sql/sql.h"
#include "backend/sqlite/sqlite_file.h"

typedef struct sqlite_driver {
    kf_sql_driver base;
    sqlite3 *db;
    const char *file;
    size_t room;
    double waiting_since; /* for a lock that another process holds, of kf_now() */
    double told;          /* that it waits, the last time */
    bool stopped;         /* while it waited */
    bool reading;         /* in the transaction of a run, with the tables of its own */
    uint32_t selecting;   /* queries under way */
    void (*waiting)(void *context, const char *why, double seconds);
    void *waiting_context;
} sqlite_driver;

static inline sqlite_driver *kf_sqlite_own(kf_sql_driver *driver)
{
    return (sqlite_driver *)driver;
}

/* What SQLite says, as a status. */
kerf_status kf_sqlite_fail(const sqlite_driver *, int code);
kerf_status kf_sqlite_execute(kf_sql_driver *, const char *text);
kerf_status kf_sqlite_compile(const sqlite_driver *, const char *text, sqlite3_stmt **);

/* See kf_sql_ops (sqlite_contents.c). */
kerf_status kf_sqlite_begin(kf_sql_driver *, const char *fingerprint, bool *there);
kerf_status kf_sqlite_commit(kf_sql_driver *, const char *fingerprint);
kerf_status kf_sqlite_create_index(kf_sql_driver *, const char *text, bool changes);

#endif

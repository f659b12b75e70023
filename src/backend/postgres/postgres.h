/* postgres.h -- private to backend/postgres/: what the files of the PostgreSQL driver share.
 *
 * postgres_backend.c runs statements and copies rows to the server. postgres_select.c runs prepared
 * statements and reads their rows, over one connection or several. postgres_schema.c makes, locks
 * and drops schemas. postgres_import.c and postgres_dictionary.c make evidence of tables that the
 * server has. postgres_error.c turns failures into messages. */
#ifndef KF_POSTGRES_H
#define KF_POSTGRES_H

#include "backend/sql/sql.h"

#ifdef HAVE_POSTGRES

#include "backend/postgres/libpq.h"

enum { KF_POSTGRES_MOST_LINKS = 15 };

/* One more connection, for a statement that is started ahead. Its seeds are in temporary tables of
 * its own. */
typedef struct postgres_link {
    PGconn *connection;
    struct postgres_statement *busy; /* its rows are on their way; or NULL */
    uint64_t seed_tables;            /* by width, a bit each: it is there */
} postgres_link;

typedef struct postgres_driver {
    kf_sql_driver base;
    PGconn *connection;
    const char *where;   /* borrowed while links are opened */
    char run[40];        /* schema of this run, dropped at its end; empty: not there yet */
    const char *schema;  /* where evidence stays, borrowed; NULL: in that of the run */
    uint32_t statements; /* prepared so far */
    bool *flip_tables;   /* by width: it is there */
    bool cancelled;      /* the statement that runs, by kerf itself */
    postgres_link links[KF_POSTGRES_MOST_LINKS];
    uint32_t n_links, most_links;                     /* open, and wanted */
    void (*explain)(void *context, const char *text); /* takes the server's plans; or NULL */
    void *explain_context;
    KF_VEC(uint64_t) explained; /* statements, by the hash of their text */
} postgres_driver;

/* ---- postgres_error.c ---- */

/* The failure of a result as a status with a message; NULL: the failure of the connection. */
kerf_status kf_postgres_fail(postgres_driver *, const PGresult *);
kerf_status kf_postgres_fail_on(postgres_driver *, PGconn *, const PGresult *);
/* Before there is a connection. */
kerf_status kf_postgres_check_address(postgres_driver *); /* is it an address? */
kerf_status kf_postgres_unreachable(postgres_driver *);

/* ---- postgres_backend.c ---- */

kerf_status kf_postgres_connect(const postgres_driver *, PGconn **);
kerf_status kf_postgres_execute(postgres_driver *, const char *text);
kerf_status kf_postgres_execute_on(postgres_driver *, PGconn *, const char *text);
/* The first column of the first row, as text into `to`; *found: there is one and it is not NULL. */
kerf_status kf_postgres_look_up(postgres_driver *, const char *text, const char *parameter,
                                kf_text *to, bool *found);
/* By COPY. */
kerf_status kf_postgres_insert(postgres_driver *, PGconn *, const char *table,
                               const kf_sql_block *);

/* ---- postgres_select.c ---- */

/* Waits for a statement that was sent, and asks the kf_stop meanwhile. The last of its results.
 * NULL: the connection's message says why. */
PGresult *kf_postgres_wait(postgres_driver *, PGconn *, int sent);
kerf_status kf_postgres_prepare(kf_sql_driver *, const kf_sql *, void **statement);
void kf_postgres_finish(kf_sql_driver *, void *statement);
kerf_status kf_postgres_select(kf_sql_driver *, const kf_sql *, void *statement,
                               const uint32_t *seed, kf_sql_row_fn *, void *context);
kerf_status kf_postgres_ahead(kf_sql_driver *, const kf_sql *, void *statement,
                              const uint32_t *seed, uint32_t width, const kf_sql_block *seeds,
                              bool *begun);
bool kf_postgres_is_ahead(kf_sql_driver *, void *statement);
void kf_postgres_give_up(kf_sql_driver *, void *statement); /* NULL: all that were begun */
void kf_postgres_close_links(postgres_driver *);
/* Gives another connection the search path of this one. False: that failed. */
bool kf_postgres_copy_path(postgres_driver *, PGconn *other);

/* ---- postgres_import.c ---- */

kerf_status kf_postgres_import(kf_sql_driver *, const kf_sql_import *);

/* ---- postgres_schema.c ---- */

kerf_status kf_postgres_begin(kf_sql_driver *, const char *fingerprint, bool *there);
kerf_status kf_postgres_commit(kf_sql_driver *, const char *fingerprint);
void kf_postgres_drop(postgres_driver *);

#endif
#endif

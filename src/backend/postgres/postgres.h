/* postgres.h -- private to backend/postgres/: what the files of the PostgreSQL driver share.
 *
 * postgres_backend.c has statements and rows in; postgres_select.c prepared statements and rows
 * out, over one connection or several; postgres_schema.c schemas of kerf's own, and who may use
 * them. postgres_import.c and postgres_dictionary.c take tables that are there as evidence.
 * postgres_error.c says what went wrong and what to do. */
#ifndef KF_POSTGRES_H
#define KF_POSTGRES_H

#include "backend/sql/sql.h"

#ifdef HAVE_POSTGRES

#include "backend/postgres/libpq.h"

enum { KF_POSTGRES_MOST_LINKS = 15 };

/* One more connection, for a statement that is begun before it is asked for. Seeds are in temporary
 * tables of its own. */
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
    void (*explain)(void *context, const char *text); /* how the server goes about it; or NULL */
    void *explain_context;
    KF_VEC(uint64_t) explained; /* statements, by the hash of their text */
} postgres_driver;

/* ---- postgres_error.c ---- */

/* What the server says of what went wrong, as a status with a message. NULL: the connection's. */
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

/* What comes of a statement that was sent, the last result of several, while the caller is asked
 * whether to go on. NULL: the connection's message says why. */
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
/* What is found there as here: the schemas of the run. */
bool kf_postgres_same_path(postgres_driver *, PGconn *other);

/* ---- postgres_import.c ---- */

kerf_status kf_postgres_import(kf_sql_driver *, const kf_sql_import *);

/* ---- postgres_schema.c ---- */

kerf_status kf_postgres_begin(kf_sql_driver *, const char *fingerprint, bool *there);
kerf_status kf_postgres_commit(kf_sql_driver *, const char *fingerprint);
void kf_postgres_drop(postgres_driver *);

#endif
#endif

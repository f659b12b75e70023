/* postgres.h -- private to store/: what the two files of the store on PostgreSQL share.
 *
 * store_postgres.c talks: statements, rows in and out. postgres_schema.c keeps house: schemas of
 * kerf's own, and who may use them. */
#ifndef KF_POSTGRES_H
#define KF_POSTGRES_H

#include "store/sql.h"

#ifdef HAVE_POSTGRES

#include <libpq-fe.h>

typedef struct postgres_driver {
    kf_sql_driver base;
    PGconn *connection;
    char run[40];        /* schema of this run, dropped at its end; empty: not there yet */
    const char *schema;  /* where evidence stays, borrowed; NULL: in that of the run */
    uint32_t statements; /* prepared so far */
    bool *flip_tables;   /* by width: it is there */
} postgres_driver;

/* What the server says of what went wrong, as a status with a message. NULL: the connection's. */
kerf_status kf_postgres_fail(postgres_driver *, const PGresult *);
kerf_status kf_postgres_execute(postgres_driver *, const char *text);
/* The first column of the first row, as text into `to`; *found: there is one and it is not NULL. */
kerf_status kf_postgres_look_up(postgres_driver *, const char *text, const char *parameter,
                                kf_text *to, bool *found);

kerf_status kf_postgres_begin(kf_sql_driver *, const char *fingerprint, bool *there);
kerf_status kf_postgres_commit(kf_sql_driver *, const char *fingerprint);
void kf_postgres_drop(postgres_driver *);

#endif
#endif

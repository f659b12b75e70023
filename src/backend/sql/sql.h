/* sql.h -- private to backend/: conjunctive queries as SQL, and what a database must do to be a store.
 *
 * sql.c turns a plan (plan.h) into one SELECT; sql_dialect.c has what databases write differently;
 * sql_backend.c is a store (backend.h) over any kf_sql_driver, filled by sql_fill.c. There is one driver
 * per database: sqlite_backend.c, postgres_backend.c.
 *
 * Tables, all of them of integers:
 *   p3_Author(a0, a1[, n])   atoms of a predicate that evidence makes true; without arguments a0 is 0
 *   w3_Author(a0, a1)        atoms of a hidden predicate that hold in the current world
 *   f0_next(a0, a1)          a function: arguments, then the result
 *   t4_F5(a0, a1)            constants that a formula's weight table has rows for
 *   d1_bib(id, name, value)  the constants of a type in this world; value: as a number, or NULL
 *   s2(a0, a1)               seeds of one run, by width
 * Evidence that was stored while it was read (vault.h) has two columns more, and tables of what else it
 * says of hidden predicates.
 * No text of a model or of evidence is ever part of a statement: names of constants are values, and
 * queries know constants by their numbers. */
#ifndef KF_SQL_H
#define KF_SQL_H

#include "base/diag.h"
#include "evidence/import.h"
#include "query/plan.h"

typedef enum kf_sql_kind { KF_SQL_INTEGER, KF_SQL_DOUBLE, KF_SQL_TEXT } kf_sql_kind;

typedef struct kf_sql_cell {
    bool null;
    int64_t integer; /* of ids the low 32 bits count */
    double number;
    kf_str text;
} kf_sql_cell;

/* Constants are stored as signed 32-bit numbers: half the room of what would hold all of them. */
static inline int32_t kf_sql_id(uint32_t id)
{
    return (int32_t)id;
}

/* ---- Dialects (sql_dialect.c) ---- */

typedef struct kf_sql_dialect {
    const char *name;
    const char *parameter;   /* format of the k-th, from 1 on: a number */
    const char *constant;    /* the same: a constant */
    const char *sum[2];      /* around what is added up, as a 64-bit number or beyond */
    const char *world_table; /* CREATE ... TABLE of what changes while a query is kept */
    const char *table;       /* the same for evidence */
    const char *key[2];      /* around the columns that tell rows apart */
    const char *end;         /* behind a table with a key */
    const char *world_index; /* before the name of an index of such a table */
    const char *clear;       /* a table, of all its rows */
    uint32_t most_key;       /* columns of a key or index */
    const char *analyze;     /* a table that was filled; or NULL: no need */
    bool joins;              /* rather than look into a table for each row of another */
} kf_sql_dialect;

extern const kf_sql_dialect kf_sql_sqlite, kf_sql_postgres;

/* A table of one relation (predicate, function, or the rows of a weight table), or of a type. */
void kf_sql_relation_name(kf_text *, const kf_model *, kf_literal_kind, uint32_t id);
void kf_sql_held_name(kf_text *, const kf_model *, kf_held);
void kf_sql_type_name(kf_text *, const kf_model *, uint32_t type);
void kf_sql_seed_name(kf_text *, uint32_t width);
/* CREATE TABLE of so many columns a0, a1, ...; key: no two rows are the same; world: it changes. */
void kf_sql_create(kf_text *, const kf_sql_dialect *, const char *name, uint32_t width, bool number,
                   bool key, bool world);
/* CREATE INDEX over the columns of the mask; false: the key of the table is one already. */
bool kf_sql_create_index(kf_text *, const kf_sql_dialect *, const char *table, uint32_t mask,
                         bool world);

/* ---- Statements (sql.c) ---- */

typedef struct kf_sql {
    const char *text;
    uint32_t n_outputs; /* columns; the number of ways follows them */
    uint32_t *outputs;  /* by column: a variable */
    bool *is_number;    /* by column */
    uint32_t n_texts;   /* the last so many of them are texts, lent for one row */
    uint32_t n_seed;    /* parameters: the constants of the one seed, given at run time, */
    uint32_t n_numbers; /* then numbers of the formula */
    double *numbers;
    uint32_t n_tests; /* what SQL does not say: tested row by row, in this order */
    const kf_step **tests;
    bool distinct; /* a binding of the needed variables comes once at most */
    bool filters;  /* only those outside the range of the request come, those with 0 ways, too */
} kf_sql;

/* One SELECT for a plan that was made without indexes, into an arena. Seeds are in a table, or there
 * is one of them, as parameters. */
kerf_status kf_sql_write(kf_sql *, kf_arena *, const kf_database *, const kf_request *,
                         const kf_plan *, const kf_sql_dialect *, bool one_seed);
/* Does a row pass the tests? *over: patience ended, and the answer means nothing. */
bool kf_sql_test(const kf_sql *, const kf_database *, const kf_rule *, kf_binding *, bool *over);

/* ---- Drivers ---- */

typedef struct kf_sql_rows { /* one after another */
    uint32_t n_columns;
    const kf_sql_kind *kinds;
    bool (*next)(void *context, kf_sql_cell *); /* false: that was all */
    void *context;
} kf_sql_rows;

/* Called per row of an answer: the outputs, then the number of ways; false: no further. */
typedef bool kf_sql_row_fn(void *context, const kf_sql_cell *);

typedef struct kf_sql_driver kf_sql_driver;

/* What goes wrong is said in the driver's diags, with KERF_STORE. */
typedef struct kf_sql_ops {
    const kf_sql_dialect *dialect;
    kerf_status (*execute)(kf_sql_driver *, const char *text);
    kerf_status (*create_index)(kf_sql_driver *, const char *text, bool world);
    kerf_status (*fill)(kf_sql_driver *, const char *table, const kf_sql_rows *);
    /* Atoms that may have changed, row after row, each with what it is now. */
    kerf_status (*flip)(kf_sql_driver *, const char *table, uint32_t width, uint32_t n,
                        const uint32_t *rows, const bool *now);
    kerf_status (*prepare)(kf_sql_driver *, const kf_sql *, void **statement);
    /* seed: if the statement has one. KERF_LIMIT: a count is beyond 2^63. KERF_INTERRUPTED: the
     * store's stop() said so. */
    kerf_status (*select)(kf_sql_driver *, const kf_sql *, void *statement, const uint32_t *seed,
                          kf_sql_row_fn *, void *context);
    void (*finish)(kf_sql_driver *, void *statement);
    /* Several at once: all three or NULL. Begin with a statement, if there is a connection to spare:
     * its select() then only takes the rows. seeds: for the seed table of that width; or NULL. */
    kerf_status (*ahead)(kf_sql_driver *, const kf_sql *, void *statement, const uint32_t *seed,
                         uint32_t width, const kf_sql_rows *seeds, bool *begun);
    bool (*is_ahead)(kf_sql_driver *, void *statement);
    void (*give_up)(kf_sql_driver *, void *statement); /* NULL: all that were begun */
    /* Before and after evidence is stored. *there: it is already, there is nothing to do. From then
     * on nobody can change what is stored but for indexes. Without a fingerprint, whatever is there
     * will do; if nothing is, nothing was begun. */
    kerf_status (*begin)(kf_sql_driver *, const char *fingerprint, bool *there);
    kerf_status (*commit)(kf_sql_driver *, const char *fingerprint);
    /* Between the two: tables that are there as evidence. NULL: there are none. */
    kerf_status (*import)(kf_sql_driver *, kf_import *, uint32_t n, const kf_importer *);
    /* Once evidence is stored: a driver that reads it while a query of this one is under way. It may
     * be this one; else it is the caller's to close, before this one. */
    kerf_status (*beside)(kf_sql_driver *, kf_sql_driver **);
    void (*close)(kf_sql_driver *); /* frees the driver */
} kf_sql_ops;

struct kf_sql_driver { /* first member of a driver's own */
    const kf_sql_ops *ops;
    kf_mem *mem;
    kf_diags *diags;
    const kf_backend *store; /* whom to ask whether to stop; NULL while it is opened */
};

/* A store over a driver, which is the store's from now on, whatever comes of it. Evidence is taken
 * from the database; or it is in the vault of its world already, whose driver this then is, and stays
 * that vault's. */
kerf_status kf_sql_store_new(kf_backend **, kf_mem *, kf_database *, kf_sql_driver *,
                             const kf_backend_site *);
/* Evidence, unless it is there, and the world as it is now (sql_fill.c). */
kerf_status kf_sql_fill(kf_sql_driver *, kf_database *, const kf_backend_site *);
/* Tell the database how many rows a table has that was filled, where it wants to know (likewise). */
kerf_status kf_sql_analyze(kf_sql_driver *, const char *table);

/* The drivers. */
kerf_status kf_sql_open(kf_sql_driver **, kf_mem *, const kf_backend_site *); /* backend.c */
kerf_status kf_sqlite_open(kf_sql_driver **, kf_mem *, const kf_backend_site *, const char *file);
kerf_status kf_postgres_open(kf_sql_driver **, kf_mem *, const kf_backend_site *);

#endif

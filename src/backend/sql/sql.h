/* sql.h -- private to backend/: conjunctive queries as SQL, and what a database must do to answer
 * them.
 *
 * sql.c turns a plan (plan.h) into one SELECT. sql_test.c tests rows where SQL cannot.
 * sql_dialect.c has what databases write differently. sql_backend.c is a backend (backend.h) over
 * any kf_sql_driver, sql_provider.c a provider (provider.h). There is one driver per database:
 * sqlite_backend.c, postgres_backend.c.
 *
 * Tables, all of them of integers:
 *   p3_Author(a0, a1[, n], s, l)  atoms that evidence makes true; without arguments a0 is 0
 *   n3_, u3_, q3_Author           those that are false, unknown, or have a probability
 *   f0_next(a0, a1, s, l)         a function: arguments, then the result
 *   w3_Author(a0, a1)             hidden atoms that are true in the current assignment
 *   t4_F5(a0, a1)                 constants that a formula's weight table has rows for
 *   d1_bib(id, name, value)       the constants of a type; value: as a number, or NULL
 *   s2(a0, a1)                    seeds of one run, by width
 * Those of evidence know which row was said first, and where: see sql_provider.h. No text of a
 * model or of evidence is ever part of a statement: names of constants are values, and queries
 * know constants by their numbers. */
#ifndef KF_SQL_H
#define KF_SQL_H

#include "base/diag.h"
#include "evidence/fingerprint.h"
#include "evidence/import.h"
#include "query/plan.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

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
    const char *parameter;      /* format of the k-th, from 1 on: a number */
    const char *constant;       /* the same: a constant */
    const char *sum[2];         /* around what is added up, as a 64-bit number or beyond */
    const char *changing_table; /* CREATE ... TABLE of what changes while a query is kept */
    const char *table;          /* the same for evidence */
    const char *key[2];         /* around the columns that tell rows apart */
    const char *end;            /* behind a table with a key */
    const char *changing_index; /* before the name of an index of such a table */
    const char *clear;          /* a table, of all its rows */
    uint32_t most_key;          /* columns of a key or index */
    const char *analyze;        /* a table that was filled; or NULL: no need */
    bool joins;                 /* rather than look into a table for each row of another */
} kf_sql_dialect;

extern const kf_sql_dialect kf_sql_sqlite, kf_sql_postgres;

/* A table of one relation (predicate, function, or the rows of a weight table), or of a type. */
void kf_sql_relation_name(kf_text *, const kf_model *, kf_literal_kind, uint32_t id);
void kf_sql_table_name(kf_text *, const kf_model *, kf_table);
void kf_sql_type_name(kf_text *, const kf_model *, uint32_t type);
void kf_sql_seed_name(kf_text *, uint32_t width);
/* CREATE TABLE of so many columns a0, a1, ...; key: no two rows are the same; changes: its rows
 * change while queries are kept. */
void kf_sql_create(kf_text *, const kf_sql_dialect *, const char *name, uint32_t width, bool number,
                   bool key, bool changes);
/* CREATE INDEX over the columns of the mask; false: the key of the table is one already. */
bool kf_sql_create_index(kf_text *, const kf_sql_dialect *, const char *table, uint32_t mask,
                         bool changes);

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

/* One SELECT for a plan that was made without indexes, into an arena. Seeds are in a table, or
 * there is one of them, as parameters. */
kerf_status kf_sql_write(kf_sql *, kf_arena *, const kf_database *, const kf_request *,
                         const kf_plan *, const kf_sql_dialect *, bool one_seed);
/* Does SQL express all of a step, or must rows be tested? (sql_test.c) */
bool kf_sql_says(const kf_step *);
bool kf_sql_says_number(const kf_expr *); /* the same of a term, as a number */
/* Does a row pass the tests? *over: patience ended, and the answer means nothing. */
bool kf_sql_test(const kf_sql *, const kf_database *, const kf_rule *, kf_binding *, bool *over);

/* ---- Drivers ---- */

typedef struct kf_sql_column { /* of a block of rows; one of the three arrays, by kind */
    kf_sql_kind kind;
    const uint32_t *ids;   /* NULL: `first`, and `step` more with every row */
    const double *numbers; /* NAN becomes NULL */
    const kf_str *texts;
    uint32_t first, step; /* step: from one row to the next in the array */
} kf_sql_column;

static inline kf_sql_column kf_sql_ids_column(const uint32_t *ids, uint32_t step)
{
    return (kf_sql_column){ .kind = KF_SQL_INTEGER, .ids = ids, .step = step };
}

static inline kf_sql_column kf_sql_numbers_column(const double *numbers)
{
    return (kf_sql_column){ .kind = KF_SQL_DOUBLE, .numbers = numbers, .step = 1 };
}

static inline kf_sql_column kf_sql_texts_column(const kf_str *texts)
{
    return (kf_sql_column){ .kind = KF_SQL_TEXT, .texts = texts, .step = 1 };
}

static inline kf_sql_column kf_sql_constant(uint32_t value)
{
    return (kf_sql_column){ .kind = KF_SQL_INTEGER, .first = value };
}

static inline kf_sql_column kf_sql_counter(uint32_t first)
{
    return (kf_sql_column){ .kind = KF_SQL_INTEGER, .first = first, .step = 1 };
}

typedef struct kf_sql_block { /* rows that go into a table */
    uint32_t n;
    uint32_t n_columns;
    const kf_sql_column *columns;
    const bool *skip; /* by row: it is left out; NULL: none is */
} kf_sql_block;

static inline kf_sql_cell kf_sql_block_cell(const kf_sql_block *b, uint32_t row, uint32_t column)
{
    assert(row < b->n && column < b->n_columns);
    const kf_sql_column *c = &b->columns[column];
    size_t at = (size_t)row * c->step;
    switch (c->kind) {
    case KF_SQL_DOUBLE:
        return (kf_sql_cell){ .null = isnan(c->numbers[at]), .number = c->numbers[at] };
    case KF_SQL_TEXT: return (kf_sql_cell){ .text = c->texts[at] };
    default: break;
    }
    return (kf_sql_cell){ .integer = kf_sql_id(c->ids ? c->ids[at] : c->first + (uint32_t)at) };
}

static inline bool kf_sql_block_skips(const kf_sql_block *b, uint32_t row)
{
    assert(row < b->n);
    return b->skip && b->skip[row];
}

/* Tables of the server as evidence (import.h). Names come back in ascending order of ids, those
 * that formulas do not have; false: no further. */
typedef struct kf_sql_import {
    kf_import *at;
    uint32_t n;
    const kf_model *m;
    kf_text *statements; /* that it took are added, one after another */
    bool (*name)(void *context, uint32_t type, uint32_t id, kf_str name);
    void *context;
} kf_sql_import;

/* Called per row of an answer: the outputs, then the number of ways; false: no further. */
typedef bool kf_sql_row_fn(void *context, const kf_sql_cell *);

typedef struct kf_sql_driver kf_sql_driver;

/* What goes wrong is said in the driver's diags, with KERF_STORE. */
typedef struct kf_sql_ops {
    const kf_sql_dialect *dialect;
    kerf_status (*execute)(kf_sql_driver *, const char *text);
    kerf_status (*create_index)(kf_sql_driver *, const char *text, bool changes);
    kerf_status (*insert)(kf_sql_driver *, const char *table, const kf_sql_block *);
    /* Atoms that may have changed, row after row, each with what it is now. */
    kerf_status (*flip)(kf_sql_driver *, const char *table, uint32_t width, uint32_t n,
                        const uint32_t *rows, const bool *now);
    kerf_status (*prepare)(kf_sql_driver *, const kf_sql *, void **statement);
    /* seed: if the statement has one. KERF_LIMIT: a count is beyond 2^63. KERF_INTERRUPTED: the
     * asker's stop() said so. */
    kerf_status (*select)(kf_sql_driver *, const kf_sql *, void *statement, const uint32_t *seed,
                          kf_sql_row_fn *, void *context);
    void (*finish)(kf_sql_driver *, void *statement);
    /* Several at once: all three or NULL. Begin a statement, if a connection is idle: its select()
     * then only takes the rows. seeds: for the seed table of that width; or NULL. */
    kerf_status (*ahead)(kf_sql_driver *, const kf_sql *, void *statement, const uint32_t *seed,
                         uint32_t width, const kf_sql_block *seeds, bool *begun);
    bool (*is_ahead)(kf_sql_driver *, void *statement);
    void (*give_up)(kf_sql_driver *, void *statement); /* NULL: all that were begun */
    /* Before and after evidence is stored. *there: evidence with this fingerprint is stored, and
     * driver->fingerprint has it; KF_ANY_FINGERPRINT matches any. From then on nobody can change
     * the tables but for indexes. Without a fingerprint any evidence will do, too, but if there is
     * none, nothing was begun. */
    kerf_status (*begin)(kf_sql_driver *, const char *fingerprint, bool *there);
    kerf_status (*commit)(kf_sql_driver *, const char *fingerprint);
    /* Between the two: tables that are there as evidence. NULL: there are none. */
    kerf_status (*import)(kf_sql_driver *, const kf_sql_import *);
    /* Once evidence is stored: a driver that reads it while a query of this one is under way. It
     * may be this one; else it is the caller's to close, before this one. */
    kerf_status (*beside)(kf_sql_driver *, kf_sql_driver **);
    void (*close)(kf_sql_driver *); /* frees the driver */
} kf_sql_ops;

struct kf_sql_driver { /* first member of a driver's own */
    const kf_sql_ops *ops;
    kf_mem *mem;
    kf_diags *diags;
    const kf_backend *asker; /* whom to ask whether to stop; NULL while it is opened */
    char fingerprint[KF_FINGERPRINT_TEXT]; /* of the stored evidence that it reads */
};

/* For drivers: is stored evidence with this fingerprint what begin() was asked for? */
static inline bool kf_sql_matches(const char *wanted, const char *stored)
{
    return !wanted || !*wanted || strcmp(wanted, stored) == 0;
}

static inline void kf_sql_keep_fingerprint(kf_sql_driver *driver, const char *fingerprint)
{
    snprintf(driver->fingerprint, sizeof driver->fingerprint, "%s", fingerprint);
}

struct kf_sql_provider;
/* A backend over the driver of a provider, which completes the evidence there first. */
kerf_status kf_sql_backend_new(kf_backend **, kf_mem *, kf_database *, struct kf_sql_provider *,
                               const kf_backend_site *);
/* Constants and what functions make of them, unless they are there; then the current assignment
 * (sql_fill.c). */
kerf_status kf_sql_fill(struct kf_sql_provider *, kf_database *, const kf_backend_site *);
/* Have the database count the rows of a table that was filled, where its planner needs it. */
kerf_status kf_sql_analyze(kf_sql_driver *, const char *table);

/* The drivers. */
kerf_status kf_sql_open(kf_sql_driver **, kf_mem *, const kf_backend_site *); /* backend.c */
kerf_status kf_sqlite_open(kf_sql_driver **, kf_mem *, const kf_backend_site *, const char *file);
kerf_status kf_postgres_open(kf_sql_driver **, kf_mem *, const kf_backend_site *);

#endif

/* sql_provider.h -- private to backend/: evidence in the tables of a database, as a provider
 * (provider.h).
 *
 * sql_provider.c takes rows and makes sets; sql_stage.c writes the statements for that;
 * sql_notes.c keeps what a later run must know, and restores it; sql_look.c asks for single rows;
 * sql_import.c takes tables of the server. sql_fill.c adds constants and completes the whole.
 *
 * Each table has, behind a0, a1, ... and perhaps n (a number) or q (a probability), the columns s
 * and l: the number of the row among all that were read, and its line. While evidence is read,
 * rows go to a temporary table without a key, in order; it becomes a set by one sorted pass, so
 * that disks are read and written from one end to the other. */
#ifndef KF_SQL_PROVIDER_H
#define KF_SQL_PROVIDER_H

#include "backend/sql/sql.h"
#include "evidence/evidence.h"

#define KF_MOST_STORED_ROWS (INT32_MAX - 1) /* of one table */

typedef struct kf_sql_shape {
    uint32_t columns; /* a0, a1, ...: one if there are no constants */
    uint32_t width, key;
    bool number, soft;
} kf_sql_shape;

typedef struct kf_sql_table {
    uint32_t added;    /* rows sent while evidence is read: the next one's number */
    uint32_t count;    /* rows of the set */
    bool staged;       /* the temporary table is there */
    bool here;         /* all its rows are in base.facts */
    kf_segments files; /* which rows came from which file, by number */
    kf_facts *cited;   /* rows that were asked for; NULL: none */
} kf_sql_table;

typedef struct kf_look { /* a statement for single rows, kept prepared */
    kf_table table;
    uint32_t mask, want; /* want: see sql_look.c */
    kf_sql *sql;
    void *statement;
} kf_look;

typedef struct kf_sql_provider {
    kf_provider base;
    kf_sql_driver *driver;
    kf_sql_driver *beside; /* asks while a query of the driver is under way; NULL: not open yet */
    kf_backend asker;      /* whom the driver asks whether to stop, while there is no backend */
    void (*sorting)(void *context, size_t table, size_t all); /* or NULL */
    void *context;
    char signature[40];   /* of the model */
    kf_sql_table *tables; /* by table */
    uint32_t notes;       /* so far */
    bool committed;
    kerf_status status; /* of what was asked row by row */
    kf_arena arena;     /* statements of looks */
    KF_VEC(kf_look) looks;
} kf_sql_provider;

bool kf_provider_is_sql(const kf_provider *); /* sql_provider.c */

static inline kf_sql_provider *kf_sql_own(kf_provider *p)
{
    assert(kf_provider_is_sql(p));
    return (kf_sql_provider *)p;
}

static inline const kf_sql_provider *kf_sql_see(const kf_provider *p)
{
    assert(kf_provider_is_sql(p));
    return (const kf_sql_provider *)p;
}

static inline kf_sql_table *kf_sql_table_of(const kf_sql_provider *v, kf_table t)
{
    return &v->tables[kf_table_index(v->base.m, t)];
}

/* ---- sql_provider.c ---- */

/* The driver is the provider's again; a backend that worked over it is gone. */
void kf_sql_provider_take_back(kf_sql_provider *);
/* Evidence is complete, and found by this fingerprint from now on. n_before: by type, constants
 * but for those that functions make. */
kerf_status kf_sql_provider_commit(kf_sql_provider *, const char *world, const char *fingerprint,
                                   const uint32_t *n_before);
/* From now on rows are asked for while queries are under way. */
kerf_status kf_sql_provider_open_beside(kf_sql_provider *);
/* Rows in base.facts go to the temporary table. */
kerf_status kf_sql_flush(kf_sql_provider *, kf_table);
/* Is it one? Whoever changes a store may leave rows of constants that there are not. */
bool kf_sql_is_constant(const kf_model *, uint32_t type, uint32_t id);
kerf_status kf_sql_refuse_row(const kf_sql_driver *); /* says so: KERF_STORE */
/* All rows of the table into base.facts, for good; still to be closed. */
kerf_status kf_sql_bring_back(kf_sql_provider *, kf_table);
/* Asserts: numbers of rows and segments agree, and rows are here only where all of them are. */
void kf_sql_provider_check(const kf_sql_provider *);

/* ---- sql_stage.c ---- */

kf_sql_shape kf_sql_shape_of(const kf_model *, kf_table);
/* Rows at the end of the temporary table; the first is row number `first` of all. */
kerf_status kf_sql_stage(kf_sql_provider *, kf_table, const kf_facts *, uint32_t first);
/* The temporary table, made if need be, by its name. */
kerf_status kf_sql_stage_name(kf_sql_provider *, kf_table, kf_text *name);
/* Make it a set: of equal rows the first stays. *rows: how many are left. */
kerf_status kf_sql_seal(kf_sql_provider *, kf_table, uint32_t *rows);
/* A table whose rows are a set already. */
kerf_status kf_sql_put(kf_sql_provider *, kf_table, const kf_facts *);
/* All rows in the order in which they were said; or those that contradict others: of the same atom
 * in the other part, or of a function with another result. */
kerf_status kf_sql_each(kf_sql_provider *, kf_table, bool clashing, kf_fact_fn *, void *context);
/* Run one statement. It gives n_outputs columns, the last n_texts of them texts, and a count. */
kerf_status kf_sql_select(kf_sql_provider *, const kf_text *, const kf_sql *shape, kf_sql_row_fn *,
                          void *context);

/* ---- sql_notes.c ---- */

kerf_status kf_sql_begin_notes(kf_sql_provider *); /* of evidence that is to come */
kerf_status kf_sql_check_model(kf_sql_provider *); /* KERF_INVALID: it was stored for another */
kerf_status kf_sql_note_table(kf_sql_provider *, const kf_evidence *, kf_table);
kerf_status kf_sql_note_world(kf_sql_provider *, const char *name, const uint32_t *n_before);
kerf_status kf_sql_restore(kf_provider *, kf_evidence *, kf_text *name, kf_diags *);

/* ---- sql_import.c ---- */

kerf_status kf_sql_import_tables(kf_provider *, kf_evidence *, kf_import *, uint32_t n, bool strict,
                                 kf_diags *, kf_text *statements);

/* ---- sql_look.c: see provider.h ---- */

bool kf_sql_has(kf_provider *, kf_table, const uint32_t *row);
bool kf_sql_has_number(kf_provider *, kf_table, const uint32_t *row, double number);
bool kf_sql_call(kf_provider *, kf_table, const uint32_t *args, uint32_t *result);
void kf_sql_ids(kf_provider *, kf_table, uint32_t mask, const uint32_t *row, uint32_t column,
                kf_ids *);
void kf_sql_numbers(kf_provider *, kf_table, uint32_t mask, const uint32_t *row, kf_number_list *);
kerf_status kf_sql_index(kf_provider *, kf_table, uint32_t mask);
/* Where a row was said: its number and line. */
bool kf_sql_find_place(kf_sql_provider *, kf_table, const uint32_t *row, double number,
                       uint32_t *at, uint32_t *line);
void kf_sql_forget_looks(kf_sql_provider *);

#endif

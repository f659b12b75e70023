/* vault.h -- evidence that is in a store instead of in memory.
 *
 * Rows go there in batches while evidence is read, each with its number and line, and become sets
 * there. Afterwards kerf has constants, numbers of rows and what evidence says of hidden atoms in
 * memory; the atoms of observed predicates and the values of functions are asked for, by queries
 * (backend.h) or one by one (here). A vault holds one world, for this run or also for later ones. It is
 * made by sql_vault.c, filled by stored_evidence.c and asked by sql_look.c. */
#ifndef KF_VAULT_H
#define KF_VAULT_H

#include "base/diag.h"
#include "model/model.h"

struct kf_facts;
struct kf_backend_site;
struct kf_sql_driver;
struct kf_import;
struct kf_importer;

#define KF_MOST_STORED_ROWS (INT32_MAX - 1) /* of one relation */

typedef enum kf_held_part { /* the first four as in kf_said */
                            KF_HELD_TRUE,
                            KF_HELD_FALSE,
                            KF_HELD_UNKNOWN,
                            KF_HELD_SOFT,
                            KF_HELD_FUNCTION
} kf_held_part;

typedef struct kf_held { /* what one table holds */
    kf_held_part part;
    uint32_t id; /* predicate or function */
} kf_held;

typedef struct kf_vault kf_vault;

kerf_status kf_vault_open(kf_vault **, kf_mem *, const kf_model *, const struct kf_backend_site *);
void kf_vault_free(kf_vault *); /* what was not committed is undone */
/* For a store over the same connection; and when it goes. */
struct kf_sql_driver *kf_vault_driver(kf_vault *);
void kf_vault_take_back(kf_vault *);

/* Before anything else. *there: it holds the evidence with this fingerprint or, without one, any of
 * this model: nothing is to be added. Else what it held makes room, if a fingerprint was given.
 * KERF_INVALID: it holds evidence for another model. */
kerf_status kf_vault_begin(kf_vault *, const char *fingerprint, bool *there);
/* Rows at the end of a table in the making; the first is row number `first` of all. */
kerf_status kf_vault_add(kf_vault *, kf_held, const struct kf_facts *, uint32_t first);
/* The table in the making, by its name; it is made if need be. */
kerf_status kf_vault_stage(kf_vault *, kf_held, kf_text *name);
/* Rows from tables that are there already. KERF_UNSUPPORTED: this store has none. */
kerf_status kf_vault_import(kf_vault *, struct kf_import *, uint32_t n, const struct kf_importer *);
/* Make it a set: of equal rows the first stays. *rows: how many are left. */
kerf_status kf_vault_seal(kf_vault *, kf_held, uint32_t *rows);
/* A table whose rows are a set already. */
kerf_status kf_vault_put(kf_vault *, kf_held, const struct kf_facts *);
/* Evidence is complete, and found by this fingerprint from now on. */
kerf_status kf_vault_commit(kf_vault *, const char *fingerprint);
bool kf_vault_is_committed(const kf_vault *);
/* From now on rows are asked for while queries are under way. */
kerf_status kf_vault_settle(kf_vault *);

/* ---- What a later run needs to know, beside the tables ---- */

typedef struct kf_noted { /* what is noted depends on the table */
    uint32_t a, b, c, d;
    kf_str text;
} kf_noted;

typedef enum kf_noted_kind {
    KF_NOTED_WORLD, /* the model's signature; noted by kf_vault_begin() */
    KF_NOTED_NAME,  /* the world's */
    KF_NOTED_ROWS,  /* part, predicate or function, rows */
    KF_NOTED_FILES, /* the same, first row, whether it is on disk, name */
    KF_NOTED_TYPES  /* type, constants but for those that functions make */
} kf_noted_kind;

typedef bool kf_noted_fn(void *context, const kf_noted *); /* false: no further */

kerf_status kf_vault_note(kf_vault *, kf_noted_kind, const kf_noted *, uint32_t n);
kerf_status kf_vault_recall(kf_vault *, kf_noted_kind, kf_noted_fn *, void *context);
/* The constants of a type, the first so many, as a = id and text. */
kerf_status kf_vault_constants(kf_vault *, uint32_t type, uint32_t n, kf_noted_fn *, void *context);

/* ---- Rows ---- */

typedef struct kf_held_row {
    const uint32_t *ids;
    double number, probability;
    uint32_t at, line; /* as it was added */
} kf_held_row;

typedef bool kf_held_fn(void *context, const kf_held_row *); /* false: no further */

/* All rows in the order in which they were said; or those that contradict others: of the same atom
 * in the other part, or of a function with another result. */
kerf_status kf_vault_rows(kf_vault *, kf_held, bool clashing, kf_held_fn *, void *context);

/* ---- One by one (sql_look.c) ----
 *
 * Nothing can be returned here that went wrong: it is kept, answers mean nothing from then on, and
 * kf_vault_status() tells. */

kerf_status kf_vault_status(const kf_vault *);
bool kf_vault_has(kf_vault *, kf_held, const uint32_t *row);
/* number: that of the row looked for, where rows have one. */
bool kf_vault_find(kf_vault *, kf_held, const uint32_t *row, double number, uint32_t *at,
                   uint32_t *line);
bool kf_vault_call(kf_vault *, uint32_t function, const uint32_t *args, uint32_t *result);

/* What a column holds, or numbers, in rows that have `row` in the columns of the mask; each constant
 * once, by the row that was said first. Lists are freed by those who asked. */
typedef struct kf_held_ids {
    uint32_t *at;
    size_t n, cap;
} kf_held_ids;
typedef struct kf_held_numbers {
    double *at;
    size_t n, cap;
} kf_held_numbers;
void kf_vault_ids(kf_vault *, kf_held, uint32_t mask, const uint32_t *row, uint32_t column,
                  kf_held_ids *);
void kf_vault_numbers(kf_vault *, kf_held, uint32_t mask, const uint32_t *row, kf_held_numbers *);
void kf_vault_free_ids(kf_vault *, kf_held_ids *);
void kf_vault_free_numbers(kf_vault *, kf_held_numbers *);
/* So that these are quick. */
kerf_status kf_vault_index(kf_vault *, kf_held, uint32_t mask);

#endif

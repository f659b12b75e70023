/* sql_vault.h -- private to backend/: a vault in the tables of a database, shared by sql_vault.c, which
 * fills and reads it, and sql_look.c, which asks for single rows.
 *
 * Each table has, behind a0, a1, ... and perhaps n (a number) or q (a probability), the columns s and
 * l: the number of the row among all that were read, and its line. A table in the making is temporary,
 * without a key and in order; it becomes a set by one sorted pass, so that disks are read and
 * written from one end to the other. */
#ifndef KF_SQL_VAULT_H
#define KF_SQL_VAULT_H

#include "backend/sql/sql.h"

typedef struct kf_shape {
    uint32_t columns; /* a0, a1, ...: one if there are no constants */
    uint32_t width, key;
    bool number, soft;
} kf_shape;

typedef struct kf_look { /* a statement that is kept */
    kf_held held;
    uint32_t mask, want; /* want: see sql_look.c */
    kf_sql *sql;
    void *statement;
} kf_look;

struct kf_vault {
    kf_mem *mem;
    const kf_model *m;
    kf_sql_driver *driver;
    kf_sql_driver *beside; /* NULL: not open yet; may be the driver */
    kf_backend asker;      /* whom the driver asks whether to stop */
    void (*sorting)(void *context, size_t table, size_t all); /* or NULL */
    void *context;
    char signature[40]; /* of the model */
    bool *staged;       /* by table: it is in the making */
    uint32_t notes;     /* so far */
    bool committed;
    kerf_status status; /* of what was asked row by row */
    kf_arena arena;     /* looks' statements */
    KF_VEC(kf_look) looks;
};

kf_shape kf_shape_of(const kf_model *, kf_held);
/* One-off: a statement that gives n_outputs columns, the last n_texts of them texts, and a count. */
kerf_status kf_vault_ask(kf_vault *, const kf_text *, const kf_sql *shape, kf_sql_row_fn *,
                         void *context);
void kf_vault_forget_looks(kf_vault *);

#endif

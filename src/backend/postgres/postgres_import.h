/* postgres_import.h -- private to backend/postgres/: what the two files of the import share.
 *
 * postgres_import.c runs the queries and copies their rows. postgres_dictionary.c numbers their
 * constants. In between, the rows of query k are in the temporary table i_k, with a column c0, c1,
 * ... for each constant and a last one for a number; m_t is the dictionary of type t. */
#ifndef KF_POSTGRES_IMPORT_H
#define KF_POSTGRES_IMPORT_H

#include "backend/postgres/postgres.h"

#ifdef HAVE_POSTGRES

typedef struct postgres_import {
    postgres_driver *x;
    const kf_sql_import *to;
    kf_import *all;
    uint32_t n;
} postgres_import;

/* A column for each constant, the value of a function included. */
static inline uint32_t kf_postgres_constants(const postgres_import *i, const kf_import *one)
{
    const kf_model *m = i->to->m;
    if (one->what.part == KF_SAID_VALUE) return m->functions.at[one->what.id].arity + 1;
    return m->predicates.at[one->what.id].arity;
}

static inline uint32_t kf_postgres_type(const postgres_import *i, const kf_import *one,
                                        uint32_t column)
{
    const kf_model *m = i->to->m;
    if (one->what.part != KF_SAID_VALUE) return m->predicates.at[one->what.id].slots[column].type;
    const kf_function *f = &m->functions.at[one->what.id];
    return column < f->arity ? f->slots[column].type : f->result;
}

/* An empty text for a statement. */
static inline kf_text kf_postgres_begin_text(const postgres_import *i)
{
    kf_text text;
    kf_text_init(&text, i->x->base.mem);
    return text;
}

/* A single statement, which is noted down; frees its text. `one`: what is to blame if it fails, or
 * NULL. rows: the caller's to clear, if all is well; or NULL. */
kerf_status kf_postgres_tell(const postgres_import *, const kf_import *one, kf_text *,
                             PGresult **rows);

/* ---- postgres_dictionary.c ---- */

/* Numbers for the constants of every type that the tables i_k have columns of; and when these
 * are not needed any more. */
kerf_status kf_postgres_number_names(const postgres_import *);
kerf_status kf_postgres_drop_names(const postgres_import *);

#endif
#endif

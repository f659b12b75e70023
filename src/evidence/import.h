/* import.h -- tables that are on the database server already, as evidence.
 *
 * A query names the rows of a predicate or a function. It is asked once; the server itself
 * numbers the constants of its rows and copies the rows, in one snapshot. Nothing of the tables
 * passes through kerf but the names of constants, each once, and later changes of the tables make
 * no difference. */
#ifndef KF_IMPORT_H
#define KF_IMPORT_H

#include "evidence/provider.h"

typedef struct kf_import {
    kf_table what;     /* KF_SAID_TRUE or KF_SAID_VALUE */
    const char *query; /* one SELECT, a column for each argument, then the value of a function. Of a
                        * predicate without arguments only whether it gives a row */
    const char *file;  /* where it was said, for messages */
    uint32_t line;     /* 0: not in a file */
    /* Filled in on the way: */
    const char *table; /* that takes the rows */
    uint32_t first;    /* rows that it has before these */
    uint64_t rows;     /* what the query gives */
} kf_import;

#endif

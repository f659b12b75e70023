/* import.h -- tables that somebody else keeps on the server, as evidence.
 *
 * A query names the rows of a predicate or a function. It is asked once; the server itself gives the
 * constants of its rows numbers, in dictionaries of kerf's own, and makes a copy of the rows in
 * these, all of it in one snapshot: nothing of the tables passes through kerf but the names of
 * constants, each once, and nothing that changes in the tables later makes a difference. */
#ifndef KF_IMPORT_H
#define KF_IMPORT_H

#include "evidence/vault.h"

typedef struct kf_import {
    kf_held what;      /* KF_HELD_TRUE or KF_HELD_FUNCTION */
    const char *query; /* one SELECT, a column for each argument, then the value of a function. Of a
                        * predicate without arguments only whether it gives a row */
    const char *file;  /* where it was said, for messages */
    uint32_t line;     /* 0: not in a file */
    uint64_t rows;     /* filled in by the driver: what the query gives */
} kf_import;

/* What the server's work needs of kerf's side. */
typedef struct kf_importer {
    void *context;
    const kf_model *m;
    /* A constant that the tables name and that formulas do not; in ascending order of ids. */
    kerf_status (*constant)(void *context, uint32_t type, uint32_t id, kf_str name);
    /* The table that takes the rows, and how many it has. */
    kerf_status (*target)(void *context, const kf_import *, kf_text *table, uint32_t *first);
    kerf_status (*added)(void *context, const kf_import *, uint32_t rows);
    kf_text *statements; /* that it took, added one after another */
} kf_importer;

#endif

/* import.h -- tables that somebody else keeps on the server, as evidence.
 *
 * A query names the rows of a predicate. The server itself gives their constants numbers, in
 * dictionaries of kerf's own, and makes a copy of the rows in these, all of it in one snapshot:
 * nothing of the tables passes through kerf but the names of constants, each once, and nothing that
 * changes in the tables later makes a difference. */
#ifndef KF_IMPORT_H
#define KF_IMPORT_H

#include "base/diag.h"
#include "model/model.h"

typedef struct kf_import {
    uint32_t predicate;
    const char *query; /* one SELECT, a column for each argument */
    const char *file;  /* where it was said, for messages */
    uint32_t line;     /* 0: not in a file */
    uint32_t columns;  /* filled in by the driver: what the query gives; */
    uint64_t rows;     /* how many */
} kf_import;

/* What the server's work needs of kerf's side. */
typedef struct kf_importer {
    void *context;
    const kf_model *m;
    /* A constant that the tables name and that formulas do not; in ascending order of ids. */
    kerf_status (*constant)(void *context, uint32_t type, uint32_t id, kf_str name);
    /* The table that takes rows of a predicate, and how many it has. */
    kerf_status (*target)(void *context, const kf_import *, kf_text *table, uint32_t *first);
    kerf_status (*added)(void *context, const kf_import *, uint32_t rows);
    kf_text *statements; /* that it took, added one after another */
} kf_importer;

#endif

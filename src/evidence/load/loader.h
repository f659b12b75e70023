/* loader.h -- evidence files, tables and mappings into evidence, one world at a time.
 *
 * A line of text becomes an item (lang/db.h, loader_table.c), an item a row (loader_batch.c:
 * predicates are looked up, arity and numbers checked, constants interned by type), and the row
 * goes to the provider of the evidence. Which provider that is, is decided before the first row
 * (loader_provider.c). */
#ifndef KF_LOADER_H
#define KF_LOADER_H

#include "evidence/evidence.h"
#include "evidence/fingerprint.h"
#include "evidence/import.h"
#include "evidence/load/table_header.h"
#include "evidence/values/cells.h"

typedef enum kf_blank_choice { /* as the option "blank" has them: a row with an empty cell is */
                               KF_BLANK_SKIP, /* left out and counted */
                               KF_BLANK_KEEP, /* an atom of the constant "" */
                               KF_BLANK_ERROR
} kf_blank_choice;

typedef struct kf_loader_options {
    bool skip_unknown; /* evidence of undeclared predicates is skipped with one warning each */
    bool strict_types; /* a constant that a listed type { ... } lacks is an error */
    kf_header_choice header; /* of tables */
    kf_blank_choice blank;   /* of tables */
    kf_merge merge;          /* of probabilities */
    kf_stop *stop; /* asked often: kf_loader_next() ends with KERF_INTERRUPTED; may be NULL */
    void (*progress)(void *context, uint64_t bytes); /* may be NULL */
    uint64_t step;                                   /* bytes between two reports; 0: 16 MB */
    void *context;
} kf_loader_options;

typedef struct kf_loader kf_loader;

kerf_status kf_loader_new(kf_loader **, kf_mem *, kf_model *, kf_evidence *,
                          const kf_loader_options *, kf_diags *);
void kf_loader_free(kf_loader *);

/* Queue sources; opened only when their turn comes. Names are copied, memory is borrowed. */
kerf_status kf_loader_add_file(kf_loader *, const char *path);
/* The same, and what it holds is a world of its own, or several. */
kerf_status kf_loader_add_world(kf_loader *, const char *path);
kerf_status kf_loader_add_memory(kf_loader *, const char *name, const void *, size_t);
kerf_status kf_loader_add_stream(kf_loader *, const char *name, kerf_read_fn *, void *context);
/* Behind the name of a table may stand which columns it means: f.csv(id, 3; p), see
 * table_columns.h. */
kerf_status kf_loader_add_table(kf_loader *, const char *predicate, const char *path);
kf_str kf_loader_table_file(const char *path); /* what stands before that */
kerf_status kf_loader_add_table_memory(kf_loader *, const char *predicate, const char *name,
                                       const void *, size_t);
kerf_status kf_loader_add_table_stream(kf_loader *, const char *predicate, const char *name,
                                       kerf_read_fn *, void *context);

/* The predicate of a table that is called `file` in messages. One that is not declared is an error;
 * or KF_NONE with a warning, if such are skipped. */
kerf_status kf_loader_find_predicate(kf_loader *, const char *file, const char *name,
                                     uint32_t *predicate);
/* Rows of a predicate from a feed, which is the loader's if this succeeds. They are checked here as
 * far as the feed is whole. KERF_INVALID: messages say what is wrong, and the loader goes on.
 * KERF_INTERRUPTED: the kf_stop, which may be NULL, said so meanwhile. */
kerf_status kf_loader_add_values(kf_loader *, kf_feed *, const kf_said_rows *, kf_stop *);

/* Tables of the site's server, which every world has; texts are copied. */
kerf_status kf_loader_add_import(kf_loader *, const kf_import *);

/* Where rows of the next worlds are kept; borrowed as long as they are read. NULL: in memory. */
void kf_loader_keep_in(kf_loader *, const kf_backend_site *);

/* Clear the evidence and fill it up to the next world marker or the end of all sources, then
 * close it. *more false: there was no further world (the first call always gives one, empty if
 * need be), and the one before is left as it is. If the site holds what the sources hold, by a
 * fingerprint of their bytes, the first world is restored from there, and is the only one;
 * without sources, whatever it holds will do. KERF_INVALID, KERF_IO and KERF_LIMIT: see diags;
 * after any failure the loader can only be freed. */
kerf_status kf_loader_next(kf_loader *, bool *more);
/* Of the world at hand, where it is not kept in memory: later runs find it by this. */
const char *kf_loader_fingerprint(const kf_loader *);
/* What the server was told to import its tables for the world at hand. */
kf_str kf_loader_statements(const kf_loader *);
/* From now on worlds are filled into this one, of another reader of the same model. */
void kf_loader_aim(kf_loader *, kf_model *, kf_evidence *);
/* Bytes of all sources together; 0: nobody knows, or they are compressed. */
uint64_t kf_loader_bytes(const kf_loader *);
const char *kf_loader_world_name(const kf_loader *);
size_t kf_loader_source_count(const kf_loader *);
/* Its name; *predicate: of a table, else NULL. */
const char *kf_loader_source(const kf_loader *, size_t index, const char **predicate);

#endif

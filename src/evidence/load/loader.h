/* loader.h -- evidence files, tables and mappings into a world, one world at a time.
 *
 * Joins lang/db (text to atoms) with store/world (atoms to rows): looks up predicates, checks
 * arity and numbers, interns constants by type. */
#ifndef KF_LOADER_H
#define KF_LOADER_H

#include "evidence/load/table_header.h"
#include "base/input.h"
#include "evidence/fingerprint.h"
#include "evidence/evidence.h"

typedef struct kf_loader_options {
    bool skip_unknown; /* evidence of undeclared predicates is skipped with one warning each */
    bool strict_types; /* a constant that a listed type { ... } lacks is an error */
    kf_header_choice header;                         /* of tables */
    void (*progress)(void *context, uint64_t bytes); /* may be NULL */
    uint64_t step;                                   /* bytes between two reports; 0: 16 MB */
    /* A world has been cleared for what comes; may be NULL. */
    kerf_status (*begin)(void *context);
    /* It has all that sources hold of it, but is not closed; may be NULL. */
    kerf_status (*end)(void *context);
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
kerf_status kf_loader_add_table(kf_loader *, const char *predicate, const char *path);
kerf_status kf_loader_add_table_memory(kf_loader *, const char *predicate, const char *name,
                                       const void *, size_t);
kerf_status kf_loader_add_table_stream(kf_loader *, const char *predicate, const char *name,
                                       kerf_read_fn *, void *context);

/* Clear the world and fill it up to the next world marker or the end of all sources, then close
 * it. *more false: there was no further world (the first call always gives one, empty if need
 * be), and the one before is left as it is. KERF_INVALID, KERF_IO and KERF_LIMIT: see diags; after any failure
 * the loader can only be freed. */
kerf_status kf_loader_next(kf_loader *, bool *more);
/* From now on worlds are filled into this one, of another reader of the same model. */
void kf_loader_aim(kf_loader *, kf_model *, kf_evidence *);
/* Bytes of all sources together; 0: nobody knows, or they are compressed. */
uint64_t kf_loader_bytes(const kf_loader *);
/* All that sources hold, read through once more, and what decides what is taken of it. *known false:
 * one of them can be read only once. KERF_IO: see diags. */
kerf_status kf_loader_fingerprint(kf_loader *, kf_fingerprint *, bool *known);
/* The first world is there already, and there is no other. */
kerf_status kf_loader_skip(kf_loader *, kf_str name);
/* Is the world at hand the first and, as far as one knows, the only one? */
bool kf_loader_is_only(const kf_loader *);
const char *kf_loader_world_name(const kf_loader *);
size_t kf_loader_source_count(const kf_loader *);
/* Its name; *predicate: of a table, else NULL. */
const char *kf_loader_source(const kf_loader *, size_t index, const char **predicate);

#endif

/* load.h -- what is read or checked with evidence beside its rows: query files, texts that name
 * tables of a server, and warnings about what a world shows. */
#ifndef KF_LOAD_H
#define KF_LOAD_H

#include "evidence/load/loader.h"

/* ---- import_text.c: tables of the server that the user names ---- */

/* postgres:TABLE(COLUMN, ...) instead of a file? */
bool kf_import_is_table(const char *path);
/* It becomes an import of the loader. KERF_MISUSE: it is not well formed. */
kerf_status kf_import_add_table(kf_loader *, const char *predicate, const char *path);
/* The text of a mapping file: each line `Predicate = SELECT ...` becomes one. */
kerf_status kf_import_add_mapping(kf_loader *, const char *file, kf_str text);

/* ---- query_file.c ---- */

/* The predicates of a Tuffy query file, comma-separated, each once. */
kerf_status kf_query_file_scan(kf_mem *, const char *file, kf_str text, kf_text *names, kf_diags *);

/* ---- name_traps.c ---- */

/* Warn of names in formulas where the first world shows that they may not mean what they say. */
void kf_warn_of_names(const kf_model *, const kf_evidence *, kf_diags *);

/* ---- weight_traps.c ---- */

/* Warn of weights from files that the first world has no use for: constants in another order than
 * that of the formula, or none that it has. */
void kf_warn_of_weights(const kf_model *, const kf_evidence *, kf_diags *);

/* ---- world_check.c ---- */

/* Check evidence against what is hidden and what observed. warned: by predicate, what was warned
 * of. */
kerf_status kf_check_world(const kf_model *, const kf_evidence *, bool *warned, kf_diags *);

#endif

/* evidence.h -- what is known of one world.
 *
 * Per predicate: the atoms known to be true, those known to be false, those said to be unknown,
 * and those with a probability; per function its values; per type the constants that are present.
 * Rows are added in any order and made sets by kf_evidence_close(), which also finds
 * contradictions. Where rows are is the provider's business (provider.h). Every row remembers its
 * line for messages. */
#ifndef KF_EVIDENCE_H
#define KF_EVIDENCE_H

#include "base/diag.h"
#include "base/text.h"
#include "evidence/facts.h"
#include "evidence/provider.h"
#include "model/model.h"

typedef struct kf_evidence kf_evidence;

/* In memory, and empty. The model's constants grow with the world's. */
kf_evidence *kf_evidence_new(kf_mem *, kf_model *);
void kf_evidence_free(kf_evidence *);
/* Ready for the next world: in memory, and empty; forgets its constants. */
void kf_evidence_clear(kf_evidence *);
/* Evidence that is empty: rows go to this provider from now on. It is the evidence's to free. */
void kf_evidence_take_provider(kf_evidence *, kf_provider *);
kf_provider *kf_evidence_provider(const kf_evidence *);
bool kf_evidence_is_in_memory(const kf_evidence *); /* all of it */

/* ---- Filling ---- */

/* The file that following rows come from; kept by id for messages. */
kerf_status kf_evidence_file(kf_evidence *, const char *name, uint32_t *file);
/* The name is a path that can be opened again: messages then show the source line. */
void kf_evidence_on_disk(kf_evidence *, uint32_t file);

/* Add one row. Soft rows carry the probability (0 < p < 1). KERF_LIMIT: the predicate has too
 * many rows. After KERF_NO_MEMORY evidence can only be cleared or freed. */
kerf_status kf_evidence_add(kf_evidence *, uint32_t predicate, kf_said, const uint32_t *row,
                            double number, double probability, uint32_t file, uint32_t line);
/* Many rows at once, none of them soft; and before that, that so many are to come. */
kerf_status kf_evidence_add_rows(kf_evidence *, uint32_t predicate, kf_said, const kf_fact_rows *);
kerf_status kf_evidence_reserve(kf_evidence *, uint32_t predicate, kf_said, uint64_t rows);
/* f(args) = result. A second, different result for the same arguments is an error on close. */
kerf_status kf_evidence_map(kf_evidence *, uint32_t function, const uint32_t *args, uint32_t result,
                            uint32_t file, uint32_t line);
/* Mark a constant as present in this world (adding a row does so by itself). Only those that
 * weight tables brought in need it: the model's are in every world, and what was interned after
 * them is this world's. */
kerf_status kf_evidence_constant(kf_evidence *, uint32_t type, uint32_t id);
/* Before it is closed: rows from tables that the provider's server has. strict: a constant that a
 * listed type lacks is an error. What the server is told is added to `statements`.
 * KERF_UNSUPPORTED: this provider has none. */
kerf_status kf_evidence_import(kf_evidence *, struct kf_import *, uint32_t n, bool strict,
                               kf_diags *, kf_text *statements);

/* What becomes of several probabilities of one atom when it is closed; at first, they clash. */
void kf_evidence_set_merge(kf_evidence *, kf_merge);
kf_merge kf_evidence_merge(const kf_evidence *);
/* Closing in memory asks it; or NULL, as at first. After KERF_INTERRUPTED evidence can be
 * cleared. */
void kf_evidence_on_stop(kf_evidence *, kf_stop *);
kf_stop *kf_evidence_stop(const kf_evidence *);
/* Make sets, find contradictions (true and false; two different probabilities; a mapping twice):
 * errors with both lines. */
kerf_status kf_evidence_close(kf_evidence *, kf_diags *);
/* Or copy evidence in memory of the same model, settled, and do both. */
kerf_status kf_evidence_copy(kf_evidence *, const kf_evidence *from, kf_diags *);
/* Or take what the provider holds of an earlier run; `name` gets the world's. */
kerf_status kf_evidence_restore(kf_evidence *, kf_text *name, kf_diags *);
/* Once the model is settled: what evidence says of hidden predicates is in memory. */
kerf_status kf_evidence_settle(kf_evidence *, kf_diags *);

/* ---- Changing, of closed evidence in memory (change.c) ----
 *
 * Afterwards evidence is as if it had been filled with what is said now: constants that nothing
 * names any more are not in the world. Each takes the time of one row, but for the first, which
 * counts what names each constant. KERF_NO_MEMORY: nothing has changed. */

/* The id of a constant, new to the world or not. */
kerf_status kf_evidence_name(kf_evidence *, uint32_t type, kf_str text, uint32_t *id);
/* Says this of an atom, whatever was said of it before. *changed: it was something else. */
kerf_status kf_evidence_say(kf_evidence *, uint32_t predicate, kf_said, const kf_fact *,
                            bool *changed);
/* Says nothing of it. *changed: something was said. */
kerf_status kf_evidence_unsay(kf_evidence *, uint32_t predicate, const uint32_t *row, double number,
                              bool *changed);
/* A list t = { ... } of evidence names this constant: it stays, whatever becomes of the rows. */
kerf_status kf_evidence_list_constant(kf_evidence *, uint32_t type, uint32_t id);
/* The first such constant from `id` on, or KF_NONE. */
uint32_t kf_evidence_next_listed(const kf_evidence *, uint32_t type, uint32_t id);
/* A constant that a formula makes (p([x + 1])), wherever evidence is. *made: it was none before. */
kerf_status kf_evidence_make(kf_evidence *, uint32_t type, kf_str text, bool *made);
/* Takes back all that were made. */
kerf_status kf_evidence_unmake(kf_evidence *);
/* Constants that have left the world and still take memory. */
uint32_t kf_evidence_gone(const kf_evidence *);
/* Forgets them: the constants of the world have other ids afterwards. */
kerf_status kf_evidence_compact(kf_evidence *);
/* A copy for another model that has the same constants (kf_model_copy_constants()), closed.
 * KERF_INTERRUPTED: the kf_stop, which may be NULL, says so. */
kerf_status kf_evidence_clone(kf_evidence *, const kf_evidence *from, kf_stop *);

/* ---- Reading ---- */

/* Rows that are in memory: all, but for observed predicates and functions of another provider. */
const kf_facts *kf_evidence_facts(const kf_evidence *, uint32_t predicate, kf_said);
/* Columns: args, then result; kf_facts_find() looks for the args. */
const kf_facts *kf_evidence_function(const kf_evidence *, uint32_t function);
/* How many there are, wherever they are. */
uint32_t kf_evidence_count(const kf_evidence *, uint32_t predicate, kf_said);
uint32_t kf_evidence_count_values(const kf_evidence *, uint32_t function);
size_t kf_evidence_rows(const kf_evidence *); /* all parts, all predicates */
double kf_evidence_probability(const kf_evidence *, uint32_t predicate,
                               uint32_t row); /* of a soft row */

/* One row, wherever it is. at: its number in kf_evidence_cited(). */
kerf_status kf_evidence_find(kf_evidence *, uint32_t predicate, kf_said, const uint32_t *row,
                             double number, bool *found, uint32_t *at);
kerf_status kf_evidence_find_mapping(kf_evidence *, uint32_t function, const uint32_t *args,
                                     bool *found, uint32_t *at);
/* Rows that were found, of a predicate and part or of a function (KF_SAID_VALUE). */
const kf_facts *kf_evidence_cited(const kf_evidence *, kf_said, uint32_t id);
/* Atoms that evidence makes true, one after another. */
kerf_status kf_evidence_rows_of(kf_evidence *, uint32_t predicate, kf_fact_fn *, void *context);

/* Where a row was first said: file and line. */
kf_place kf_evidence_place(const kf_evidence *, const kf_facts *, uint32_t row);
kf_place kf_evidence_file_place(const kf_evidence *, uint32_t file, uint32_t line, uint32_t column);
const char *kf_evidence_file_name(const kf_evidence *, uint32_t file);
bool kf_evidence_is_on_disk(const kf_evidence *, uint32_t file);

/* Constants of a type in this world: count, and whether one is present. */
uint32_t kf_evidence_type_size(const kf_evidence *, uint32_t type);
bool kf_evidence_has(const kf_evidence *, uint32_t type, uint32_t id);
/* All of them, ascending, into room for that many: this takes no longer for constants that other
 * worlds have. */
void kf_evidence_constants(const kf_evidence *, uint32_t type, uint32_t *ids);

void kf_evidence_seen(const kf_evidence *, kf_seen *seen); /* one entry per predicate */

/* Asserts: rows in memory are sets of constants that are present, and no more than there are. */
void kf_evidence_check(const kf_evidence *);

#endif

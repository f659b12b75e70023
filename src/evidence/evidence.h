/* evidence.h -- one world's evidence in memory: columns of constant ids with set semantics.
 *
 * Per predicate: the atoms known to be true, those known to be false, those said to be unknown,
 * and those with a probability. Rows are added in any order and made a set by kf_evidence_close(),
 * which also finds contradictions. Every row remembers its line for messages. */
#ifndef KF_EVIDENCE_H
#define KF_EVIDENCE_H

#include "base/diag.h"
#include "base/text.h"
#include "model/model.h"
#include "evidence/vault.h"

#define KF_MOST_ROWS (UINT32_MAX - 1) /* of one relation */

typedef struct kf_facts {
    uint32_t width; /* columns of constants */
    uint32_t key;   /* the first so many columns identify a row; all, but for a function's */
    bool number;    /* a number column follows; it is part of the row's identity */
    bool soft;      /* every row has a probability */
    uint32_t n;
    uint32_t **columns;
    double *numbers;
    double *probabilities;
    uint32_t *lines;        /* where each row was first said */
    bool far;               /* its rows are in the world's vault */
    uint32_t stored;        /* far: how many there are */
    uint32_t spilled;       /* rows that the vault was given while evidence was read */
    struct kf_facts *asked; /* far: rows that were asked for; or NULL */
    /* private: capacity, hash slots, file segments */
    uint32_t cap;
    uint32_t *slots;
    uint64_t n_slots;  /* up to 2^32; 0 before closing */
    uint32_t row_mask; /* the bits of a slot that are row + 1; the others are of the hash */
    struct kf_segment *segments;
    uint32_t n_segments, cap_segments;
} kf_facts;

typedef enum kf_said { KF_SAID_TRUE, KF_SAID_FALSE, KF_SAID_UNKNOWN, KF_SAID_SOFT } kf_said;

typedef struct kf_evidence kf_evidence;

kf_evidence *kf_evidence_new(kf_mem *,
                             kf_model *); /* the model's constants grow with the world's */
void kf_evidence_free(kf_evidence *);
void kf_evidence_clear(kf_evidence *); /* ready for the next world; forgets its constants */

/* The file that following rows come from; kept by id for messages. */
kerf_status kf_evidence_file(kf_evidence *, const char *name, uint32_t *file);
/* The name is a path that can be opened again: messages then show the source line. */
void kf_evidence_on_disk(kf_evidence *, uint32_t file);

/* Add one row. Soft rows carry the probability (0 < p < 1) in `number`'s place via `probability`.
 * KERF_LIMIT: the predicate has too many rows. After KERF_NO_MEMORY the world can only be cleared
 * or freed. */
kerf_status kf_evidence_add(kf_evidence *, uint32_t predicate, kf_said, const uint32_t *row,
                            double number, double probability, uint32_t file, uint32_t line);
/* f(args) = result. A second, different result for the same arguments is an error on close. */
kerf_status kf_evidence_map(kf_evidence *, uint32_t function, const uint32_t *args, uint32_t result,
                            uint32_t file, uint32_t line);
/* Mark a constant as present in this world (adding a row does so by itself). Only those that
 * weight tables brought in need it: the model's are in every world, and what was interned after
 * them is this world's. */
kerf_status kf_evidence_constant(kf_evidence *, uint32_t type, uint32_t id);

/* Make sets, find contradictions (true and false; two different probabilities; a mapping twice):
 * errors with both lines. */
kerf_status kf_evidence_close(kf_evidence *, kf_diags *);

static inline uint32_t kf_facts_rows(const kf_facts *r)
{
    return r->far ? r->stored : r->n;
}

/* ---- Evidence in a vault (stored_evidence.c) ---- */

/* Of a world that is empty: what is added goes there. It is the world's from now on. */
void kf_evidence_take_vault(kf_evidence *, kf_vault *);
kf_vault *kf_evidence_vault(const kf_evidence *); /* NULL: all of it is in memory */
/* What the vault holds of an earlier run, into a world that is empty but for it. */
kerf_status kf_evidence_restore(kf_evidence *, kf_text *name, kf_diags *);
/* Once it is settled what is hidden: what evidence says of that comes back into memory. */
kerf_status kf_evidence_bring_hidden(kf_evidence *);
/* What kf_evidence_restore() needs, once evidence is complete. n_before: by type, constants but for
 * those that functions make. */
kerf_status kf_evidence_note(kf_evidence *, const char *name, const uint32_t *n_before);
/* Before it is closed: rows from tables that the vault's server has already (imported.c). strict:
 * a constant that a listed type lacks is an error. What the server is told is added to `statements`. */
kerf_status kf_evidence_import(kf_evidence *, struct kf_import *, uint32_t n, bool strict,
                               kf_diags *, kf_text *statements);
/* A row of evidence, be it here or in the vault. at: its number in kf_facts_found(). */
kerf_status kf_evidence_find(kf_evidence *, uint32_t predicate, kf_said, const uint32_t *row,
                             double number, bool *found, uint32_t *at);
kerf_status kf_evidence_find_mapping(kf_evidence *, uint32_t function, const uint32_t *args,
                                     bool *found, uint32_t *at);

static inline const kf_facts *kf_facts_found(const kf_facts *r)
{
    return r->far ? r->asked : r;
}
/* Atoms that evidence makes true, one after another. */
kerf_status kf_evidence_rows_of(kf_evidence *, uint32_t predicate, kf_held_fn *, void *context);

const kf_facts *kf_evidence_facts(const kf_evidence *, uint32_t predicate, kf_said);
/* Columns: args, then result; kf_facts_find() looks for the args. */
const kf_facts *kf_evidence_function(const kf_evidence *, uint32_t function);
double kf_evidence_probability(const kf_evidence *, uint32_t predicate,
                               uint32_t row); /* of a soft row */
/* Only after closing. `at` may be NULL. */
bool kf_facts_find(const kf_facts *, const uint32_t *row, double number, uint32_t *at);
/* Where a row was first said: file and line. */
kf_place kf_evidence_place(const kf_evidence *, const kf_facts *, uint32_t row);
kf_place kf_evidence_file_place(const kf_evidence *, uint32_t file, uint32_t line, uint32_t column);

/* Constants of a type in this world: count, and whether one is present. */
uint32_t kf_evidence_type_size(const kf_evidence *, uint32_t type);
bool kf_evidence_has(const kf_evidence *, uint32_t type, uint32_t id);
/* All of them, ascending, into room for that many: this takes no longer for constants that other
 * worlds have. */
void kf_evidence_constants(const kf_evidence *, uint32_t type, uint32_t *ids);

void kf_evidence_seen(const kf_evidence *, kf_seen *seen); /* one entry per predicate */
size_t kf_evidence_rows(const kf_evidence *);              /* all parts, all predicates */

#endif

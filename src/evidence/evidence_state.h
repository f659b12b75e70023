/* evidence_state.h -- private to evidence/: the fields of kf_evidence, shared by evidence.c and
 * stored_evidence.c. */
#ifndef KF_EVIDENCE_STATE_H
#define KF_EVIDENCE_STATE_H

#include "evidence/facts.h"

enum { PARTS = 4, MOST_LINE = 160, SPILL_ROWS = 4096 };

typedef struct presence { /* of the constants n_model .. n_fixed - 1 of a type */
    uint64_t *bits;
    size_t words;
    uint32_t count;
} presence;

struct kf_evidence {
    kf_mem *mem;
    kf_model *model;
    size_t n_predicates, n_functions, n_types;
    kf_facts *relations; /* PARTS for each predicate */
    kf_facts *functions;
    presence *present; /* by type */
    KF_VEC(char *) files;
    KF_VEC(bool) on_disk; /* by file: it can be read again */
    char *line;           /* MOST_LINE bytes: a source line for a message */
    kf_diags *diags;      /* while closing */
    kf_vault *vault;      /* NULL: all of it is here */
};

/* Sets of what is here, and what contradicts what (evidence.c). */
kerf_status kf_evidence_close_predicate(kf_evidence *, uint32_t predicate);
kerf_status kf_evidence_close_function(kf_evidence *, uint32_t function);

/* What was gathered of a relation goes to the vault; at the end, all of it (stored_evidence.c). */
kerf_status kf_evidence_spill(kf_evidence *, kf_held);
kerf_status kf_evidence_close_far(kf_evidence *);

#endif

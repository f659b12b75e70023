/* world_state.h -- a world's own, shared by world.c and by world_far.c, which has what evidence that is
 * in a vault does differently; private to store/. */
#ifndef KF_WORLD_STATE_H
#define KF_WORLD_STATE_H

#include "store/relation.h"

enum { PARTS = 4, MOST_LINE = 160, SPILL_ROWS = 4096 };

typedef struct presence { /* of the constants n_model .. n_fixed - 1 of a type */
    uint64_t *bits;
    size_t words;
    uint32_t count;
} presence;

struct kf_world {
    kf_mem *mem;
    kf_model *model;
    size_t n_predicates, n_functions, n_types;
    kf_relation *relations; /* PARTS for each predicate */
    kf_relation *functions;
    presence *present; /* by type */
    KF_VEC(char *) files;
    KF_VEC(bool) on_disk; /* by file: it can be read again */
    char *line;           /* MOST_LINE bytes: a source line for a message */
    kf_diags *diags;      /* while closing */
    kf_vault *vault;      /* NULL: all of it is here */
};

/* Sets of what is here, and what contradicts what (world.c). */
kerf_status kf_world_close_predicate(kf_world *, uint32_t predicate);
kerf_status kf_world_close_function(kf_world *, uint32_t function);

/* What was gathered of a relation goes to the vault; at the end, all of it (world_far.c). */
kerf_status kf_world_spill(kf_world *, kf_held);
kerf_status kf_world_close_far(kf_world *);

#endif

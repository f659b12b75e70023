/* program.h -- a small program of the differential tests: lines of a model, of its weights and of
 * evidence, one statement each, so that a failing one can be made smaller line by line. */
#ifndef KF_TEST_PROGRAM_H
#define KF_TEST_PROGRAM_H

#include "evidence/load/loader.h"
#include "lang/parse.h"

#include <stdio.h>

typedef enum section { IN_MODEL, IN_WEIGHTS, IN_EVIDENCE, PARTS } section;

enum { MOST_LINES = 400, MOST_LINE = 1000 };

typedef struct line {
    section part;
    char text[MOST_LINE];
} line;

typedef struct program {
    uint32_t n;
    line at[MOST_LINES];
} program;

/* Both forms: the model, "== weights", its lines, "== evidence", its lines. */
void program_print(const program *, FILE *);
bool program_read(program *, const char *path);

/* Read and settled, with its one world closed. */
typedef struct loaded {
    kf_mem mem;
    kf_diags *diags;
    kf_program *syntax;
    kf_model *model;
    kf_evidence *world;
    kf_loader *loader;
    const struct kf_backend_site *site; /* where evidence goes; NULL: into memory */
    char text[PARTS][MOST_LINES * 64];
} loaded;

/* Close it in any case. What does not load says why in diags. */
kerf_status loaded_open(loaded *, const program *);
/* With evidence in a store; or, without reading it, as an earlier reading left it there. */
kerf_status loaded_open_in(loaded *, const program *, const struct kf_backend_site *, bool again);
void loaded_close(loaded *);
/* Asserts the invariants of what is loaded; after each step of a trial, through KF_CHECK(). */
void loaded_check(const loaded *);

#endif

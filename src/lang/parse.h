/* parse.h -- text to syntax tree. One tolerant recursive-descent parser for every dialect. */
#ifndef KF_PARSE_H
#define KF_PARSE_H

#include "base/input.h"
#include "base/stop.h"
#include "lang/ast.h"

typedef struct kf_parse_options {
    kf_dialect dialect;    /* AUTO: decided from the text, and said in a note */
    bool standard;         /* definite clauses are hard, whatever their weights (complete.c) */
    bool skip_unsupported; /* what is not supported is left out with a warning, else an error */
    kf_stop *stop;         /* it ends with KERF_INTERRUPTED; may be NULL */
} kf_parse_options;

kf_program *kf_program_new(kf_mem *);
void kf_program_free(kf_program *);

/* Reads a model and what it includes; `name` is used in messages and to find includes (relative
 * to its folder; "-" and names of memory blocks mean the current folder). The input is read to
 * its end but not closed. KERF_INVALID: errors are in diags. */
kerf_status kf_parse(kf_program *, kf_input *, const char *name, const kf_parse_options *,
                     kf_diags *);

const char *kf_dialect_name(kf_dialect);
bool kf_dialect_find(kf_str name, kf_dialect *);
const char *kf_op_text(kf_op); /* "=", "!=", ..., "+", "succ" */

#endif

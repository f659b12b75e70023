/* compiler.h -- private to compile*.c: the rule that is being compiled.
 *
 * A function returns false after a failure; why is in the compiler. */
#ifndef KF_COMPILER_H
#define KF_COMPILER_H

#include "model/query.h"

typedef struct kf_compiler {
    kf_arena *arena;
    const kf_model *m;
    const kf_rule *r;
    kf_compiled *c;
    uint32_t cap_variables, cap_conditions;
    bool no_memory, too_large;
    uint32_t unbound; /* a number variable without an atom, or KF_NONE */
} kf_compiler;

void *kf_compiler_new(kf_compiler *, size_t n, size_t each); /* zeroed, in the arena */

/* ---- compile_literal.c ---------------------------------------------------------------------- */

/* A literal of the body, negated if asked. Computed terms in it become variables with
 * conditions. */
bool kf_compiler_literal(kf_compiler *, const kf_logic *, bool negated, kf_literal *);
bool kf_compiler_atom(kf_compiler *, const kf_logic *, kf_literal *);
/* What a grounding needs to exist. A condition that is there already is not added again. */
bool kf_compiler_condition(kf_compiler *, kf_literal);
bool kf_compiler_hides(const kf_model *, const kf_logic *); /* does it name a hidden predicate? */

#endif

/* explained.h -- the record of explanations: why atoms of the answer are as they are.
 *
 * src/explain fills it, report_explain.c and page_explain.c render it. Texts and lists are in its
 * own memory, until the answer goes that they explain. */
#ifndef KF_EXPLAINED_H
#define KF_EXPLAINED_H

#include "base/mem.h"
#include "base/symbols.h"
#include "base/text.h"
#include "kerf.h"
#include "model/model.h"

typedef struct kf_explained_grounding { /* that one of the two worlds pays for */
    uint32_t rule;                      /* of the model; KF_NONE: soft evidence */
    double weight;
    const char *text;
    kerf_explained_atom *atoms;
    uint32_t n_atoms;
    bool more; /* atoms than these */
} kf_explained_grounding;

typedef struct kf_explanation {
    kerf_explanation is;
    uint32_t predicate;
    kf_explained_grounding *paid[2]; /* by the answer, by the other world; is.answer_pays, ... */
    kerf_explained_atom *flips;      /* without the atom itself */
    kerf_explained_note *conflict;
    kerf_changed_fact *changes; /* is.changes */
} kf_explanation;

typedef struct kf_explained {
    kf_mem *mem;
    kf_arena arena;
    KF_VEC(kf_explanation) list;
    kf_symbols *atoms;       /* of which something is proven, */
    KF_VEC(uint32_t) proven; /* and where in the list it is, if that is as long */
} kf_explained;

kf_explained *kf_explained_new(kf_mem *); /* NULL: no memory */
void kf_explained_free(kf_explained *);   /* NULL is legal */
/* At the end of the list. */
kerf_status kf_explained_add(kf_explained *, const kf_explanation *);
/* What is proven of an atom; NULL: nothing. Borrowed until the next one is added. */
const kf_explanation *kf_explained_find(const kf_explained *, const char *atom);
/* Asserts: what an explanation says of itself fits its lists. */
void kf_explained_check(const kf_explained *);

/* `kerf explain` (report_explain.c). */
void kf_report_explained(kf_text *, const kf_explained *, const kf_model *, kerf_report_format);

#endif

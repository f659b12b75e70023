/* explain.h -- messages for people where inference has no answer: which hard formulas contradict
 * each other, the evidence behind them, or what was tried before a limit ended the search. */
#ifndef KF_EXPLAIN_H
#define KF_EXPLAIN_H

#include "base/diag.h"
#include "base/text.h"
#include "ground/why/reason.h"
#include "infer/cpi.h"

typedef struct kf_conflict_line { /* a grounding, or evidence behind the one before it */
    const kf_rule *rule;          /* NULL: evidence */
    const char *file;             /* NULL: no line says it */
    uint32_t line;
    const char *text;
} kf_conflict_line;

typedef struct kf_conflict_lines {
    kf_arena *strings; /* that texts are kept in */
    KF_VEC(kf_conflict_line) lines;
} kf_conflict_lines;

/* An error, unless it was reported before, and notes: a minimal set of hard groundings that
 * contradict each other, and the evidence behind them (explain.c). All of it also as values, where
 * `lines` is not NULL, from the grounder's memory. */
kerf_status kf_explain_conflict(kf_grounder *, const kf_cpi_result *, bool reported,
                                kf_conflict_lines *lines);

/* One piece of evidence in words; without a place if no line says it (explain_reason.c). */
kerf_status kf_explain_reason(kf_text *, kf_place *, const kf_grounder *, const kf_reasons *,
                              kf_reason);
/* P(A, B), with the number if the predicate has one; KF_NONE and NAN: any, written _. */
void kf_explain_atom(kf_text *, const kf_model *, uint32_t predicate, const uint32_t *row,
                     double number);

/* An error: the search ended early without an answer, and why (no_answer.c). KERF_LIMIT,
 * KERF_INTERRUPTED. */
kerf_status kf_explain_no_answer(kf_diags *, const kf_model *, const kf_cpi_result *);

#endif

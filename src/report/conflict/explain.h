/* explain.h -- messages for people where inference has no answer: which hard formulas contradict
 * each other, the evidence behind them, or what was tried before a limit ended the search. */
#ifndef KF_EXPLAIN_H
#define KF_EXPLAIN_H

#include "base/diag.h"
#include "base/text.h"
#include "ground/why/reason.h"
#include "infer/cpi.h"
#include "report/records/conflict_record.h"

/* An error, unless it was reported before, and notes: a minimal set of hard groundings that
 * contradict each other, and the evidence behind them (explain.c). The same is kept for a page, if
 * that is not NULL. */
kerf_status kf_explain_conflict(kf_grounder *, const kf_cpi_result *, bool reported, kf_conflict *);

/* One piece of evidence in words; without a place if no line says it (explain_reason.c). */
kerf_status kf_explain_reason(kf_text *, kf_place *, const kf_grounder *, const kf_reasons *,
                              kf_reason);
/* P(A, B), with the number if the predicate has one; KF_NONE and NAN: any, written _. */
void kf_explain_atom(kf_text *, const kf_model *, uint32_t predicate, const uint32_t *row,
                     double number);

/* An error: the search ended early without an answer, and why (no_answer.c). KERF_LIMIT,
 * KERF_INTERRUPTED. */
kerf_status kf_explain_no_answer(kf_diags *, const kf_model *, const kf_cpi_result *);

/* All that is to be said of how a run has ended (outcome.c): KERF_INFEASIBLE, with the
 * contradiction; KERF_LIMIT, KERF_INTERRUPTED: there is no answer; KERF_OK, with warnings. */
kerf_status kf_explain_outcome(kf_grounder *, const kf_cpi_result *, bool reported, kf_arena *,
                               kf_conflict **);

/* ---- Of probabilities (no_chances.c) ---- */

struct kf_marginals;
/* What is missing, and why: KERF_LIMIT, KERF_INTERRUPTED; KERF_OK: nothing, but for a warning where
 * probabilities are not known to the precision that was asked for. */
kerf_status kf_explain_chances(kf_diags *, const struct kf_marginals *, double precision,
                               kerf_ending);
/* It ended while formulas were ground: no world is looked for there. */
kerf_status kf_explain_not_ground(kf_diags *, bool stopped);
/* KERF_INFEASIBLE, an error unless it was said before. */
kerf_status kf_explain_no_world(kf_diags *, bool said);

#endif

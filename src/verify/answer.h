/* answer.h -- reads an answer: the atoms that someone says are true, world by world.
 *
 * The same text as evidence, but types are closed: an unknown constant is an error. What
 * contradicts evidence is an error, too, but the answer can still be looked at without it. */
#ifndef KF_ANSWER_H
#define KF_ANSWER_H

#include "base/input.h"
#include "verify/verify.h"

typedef struct kf_answer kf_answer;

/* The input becomes the answer's own, also on failure; everything else is borrowed. */
kerf_status kf_answer_open(kf_answer **, kf_mem *, kf_model *, kf_input *, const char *file,
                           kf_diags *);
void kf_answer_close(kf_answer *);

/* The next world of the answer, for the world of evidence that the verifier has begun. The result
 * is the caller's and holds hidden predicates only, without what contradicts evidence. */
kerf_status kf_answer_next(kf_answer *, const kf_verifier *, const kf_evidence *evidence,
                           const char *name, kf_evidence **out);
/* There is no more evidence, so there must be no more answers. */
kerf_status kf_answer_finish(kf_answer *);
uint64_t kf_answer_contradictions(const kf_answer *); /* so far */

#endif

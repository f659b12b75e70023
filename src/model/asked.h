/* asked.h -- which atoms a user asks for: Friends(Bob, y), Smokes, Same(x, x).
 *
 * A pattern is a predicate with constants, variables and _ for its arguments; a variable that comes
 * twice stands for the same constant twice. A predicate without arguments asks for all its
 * atoms. */
#ifndef KF_ASKED_H
#define KF_ASKED_H

#include "model/model.h"

typedef struct kf_asked kf_asked;

/* Reads a list of patterns; option: where it was said, for messages. Needs a settled model. *out is
 * NULL where all atoms of all hidden predicates are asked for. KERF_INVALID: messages say why. */
kerf_status kf_asked_read(kf_asked **out, kf_mem *, const kf_model *, const char *list,
                          const char *option, kf_diags *);
void kf_asked_free(kf_asked *); /* NULL is legal */

/* Looks up the constants of the current world, and warns of what nothing can match. Before
 * kf_asked_has(), and again in every world. */
void kf_asked_resolve(kf_asked *, kf_diags *);
bool kf_asked_has(const kf_asked *, uint32_t predicate, const uint32_t *row);
/* Are all atoms of the predicate asked for? */
bool kf_asked_has_all(const kf_asked *, uint32_t predicate);

typedef struct kf_asked_part { /* some atoms of a predicate */
    uint32_t predicate;
    uint32_t constants[KF_MOST_ARITY]; /* by argument; KF_NONE: any */
    uint32_t first[KF_MOST_ARITY];     /* by argument: the first that has the same constant */
} kf_asked_part;
/* The patterns that ask for some atoms of predicates that are not asked for as a whole, one after
 * the other, from *at = 0 on. false: there is no more. */
bool kf_asked_next(const kf_asked *, size_t *at, kf_asked_part *);

/* How long the name of a predicate at the head of a list is: Friends or, as LoMRF has it,
 * Friends/2. *predicate: the one that it means, KF_NONE: none. */
size_t kf_asked_name(const kf_model *, const char *at, uint32_t *predicate);

/* The end of the arguments that begin at a '(': behind the ')' that is not inside quotes, or the
 * end of the text. */
const char *kf_asked_skip(const char *at);

#endif

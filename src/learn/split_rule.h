/* split_rule.h -- private to learn/: does a formula tie its constants together? */
#ifndef KF_SPLIT_RULE_H
#define KF_SPLIT_RULE_H

#include "model/model.h"

typedef enum kf_split_kind {                  /* of a type */
                             KF_SPLIT_COMMON, /* the model has all of its constants */
                             KF_SPLIT_ENTITY, /* a constant belongs to one part */
                             KF_SPLIT_WORD    /* parts may share it: only observed atoms have it */
} kf_split_kind;

/* *tied: groundings of the rule that open atoms can change have entities of one part only, and no
 * word that the part lacks. Else *word is a type of words that might tie it, or KF_NONE. */
kerf_status kf_split_ties(kf_mem *, const kf_model *, const kf_rule *, const uint8_t *kinds,
                          bool *tied, uint32_t *word);

#endif

/* split.h -- does a training world fall apart? Into parts that share no grounding.
 *
 * Constants that some row of the evidence or of the truth has together belong to one part. That is
 * a split if no formula has a grounding over constants of two parts that open atoms could change:
 * its variables must be tied together by observed atoms without which it is decided. Then
 * inference, loss and the counts of features are sums over the parts, and a method that learns
 * world by world may take each part for a world. */
#ifndef KF_SPLIT_H
#define KF_SPLIT_H

#include "evidence/evidence.h"

typedef struct kf_split kf_split;

/* Of closed evidence of a settled model. Nothing of these may change while it is in use. */
kerf_status kf_split_new(kf_split **, kf_mem *, const kf_model *, const kf_evidence *);
void kf_split_free(kf_split *);

uint32_t kf_split_parts(const kf_split *); /* 1: it is one */
/* Has every part all of this type's constants, which evidence names? */
bool kf_split_shares(const kf_split *, uint32_t type);
/* The first formula that ties everything together; NULL: none. */
const kf_rule *kf_split_obstacle(const kf_split *);
/* Says that it stays whole, and why. */
void kf_split_warn_whole(const kf_split *, const kf_model *, kf_diags *);

/* Rows of a relation that belong to a part; part == kf_split_parts(): to all of them. Relations are
 * numbered as kf_split_relation() says. */
typedef struct kf_split_rows {
    const uint32_t *at;
    uint32_t n;
} kf_split_rows;
uint32_t kf_split_relations(const kf_split *); /* four of each predicate, then one a function */
const kf_facts *kf_split_relation(const kf_split *, uint32_t relation, uint32_t *types);
kf_split_rows kf_split_rows_of(const kf_split *, uint32_t relation, uint32_t part);

/* The constants that are in no other part, also where no row names them, as numbers. */
kf_split_rows kf_split_members(const kf_split *, uint32_t part);
uint32_t kf_split_constant(const kf_split *, uint32_t number, uint32_t *type);

#endif

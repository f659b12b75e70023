/* pinned_part.h -- private to infer/: a part of the problem around an atom, within fixed atoms. */
#ifndef KF_PINNED_PART_H
#define KF_PINNED_PART_H

#include "infer/cpi.h"
#include "infer/extract.h"
#include "infer/fixings.h"

/* What finding parts needs from part to part. */
typedef struct kf_part_marks {
    KF_VEC(uint32_t) atom, clause, count; /* the part in which it was last met, by its number */
    KF_VEC(uint32_t) local;               /* by atom: its number in that part */
    uint32_t part;                        /* the number of the last one */
} kf_part_marks;
void kf_part_marks_free(kf_part_marks *, kf_mem *);

/* As a component; fixed atoms are as in the answer. The pin, whose atom is open, is a
 * hard unit clause of the part. */
kerf_status kf_part_extract(kf_extracted *, kf_mem *, const kf_fixings *, kf_part_marks *,
                            const kf_pin *);

#endif

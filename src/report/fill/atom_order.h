/* atom_order.h -- private to report/fill/: atoms in the order of their texts, without the texts.
 *
 * No text of a constant, with what follows it in an atom, begins another one. So atoms of a
 * predicate sort as the tuples of their constants, and the constants of a type as their texts: each
 * is worded once, however many atoms have it, and atoms are then sorted by numbers. */
#ifndef KF_ATOM_ORDER_H
#define KF_ATOM_ORDER_H

#include "model/model.h"
#include "report/records/record.h"

typedef struct kf_atom_records { /* of `size` bytes each, that begin with a kf_answer_atom */
    void *at;
    size_t n, size;
} kf_atom_records;

static inline kf_answer_atom *kf_atom_record(kf_atom_records r, size_t i)
{
    return (kf_answer_atom *)((char *)r.at + i * r.size);
}

/* Sorts as strcmp() would by kf_print_fact(). After a failure all are as they were. */
kerf_status kf_atoms_sort(kf_mem *, const kf_model *, const uint32_t *ids, kf_atom_records,
                          kf_patience *);

#endif

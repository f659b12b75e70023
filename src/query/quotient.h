/* quotient.h -- a database in which one constant stands for a class of interchangeable ones.
 *
 * Only the constants of one type are gathered into classes; of each class one is left, which stands
 * for all of them. Relations keep the rows whose constants are left. A query over the quotient
 * gives each binding as often as there are bindings over the whole database that it stands for: the
 * product of the sizes of the classes of its variables of that type. So whatever adds up groundings
 * adds up those of the whole database, in every assignment that gives the atoms of a class the same
 * value. Which constants are interchangeable is for the caller to know (ground/twins/twins.h). */
#ifndef KF_QUOTIENT_H
#define KF_QUOTIENT_H

#include "query/database.h"

typedef struct kf_twin_classes {
    uint32_t type;
    uint32_t n_constants; /* that ids of the type are below */
    uint32_t *first; /* by id: the one of its class that stands for all; KF_NONE: it has none */
    uint32_t *next;  /* by id: the next one of its class, or KF_NONE */
    uint32_t *sizes; /* by id: of those that are left, how many they stand for; else 0 */
} kf_twin_classes;

/* Room for ids below n: new ones are in no class. */
kerf_status kf_twin_classes_widen(kf_twin_classes *, kf_mem *, uint32_t n);
void kf_twin_classes_free(kf_twin_classes *, kf_mem *);

/* Over a database in memory of a model without functions, in which every open hidden atom is false.
 * Hidden relations and those of the type are its own, others are borrowed: the whole database
 * outlives it, and so do the classes. They change together (ground/change/change.h). */
kerf_status kf_database_quotient(kf_database **, kf_database *whole, const kf_twin_classes *);
/* The same over copies of the whole database and of the classes. */
kerf_status kf_database_copy_quotient(kf_database **, const kf_database *, kf_database *whole,
                                      const kf_twin_classes *);
bool kf_twin_classes_copy(kf_twin_classes *, kf_mem *, const kf_twin_classes *from);
/* The assignment of the quotient goes into the whole database, whatever was there: every atom of a
 * class has the value of the one that stands for it. */
kerf_status kf_database_expand(kf_database *whole, const kf_database *quotient,
                               const kf_twin_classes *);

#endif

/* finder.h -- private to ground/separate/: queries run for the tuples of one side of a rule. */
#ifndef KF_FINDER_H
#define KF_FINDER_H

#include "ground/ask/cases.h"

/* What a query is run for: the tuples of one side of a rule. */
typedef struct kf_finder {
    kf_grounder *g;
    kf_ground_rule *gr;
    int side;
    uint32_t old;  /* tuples below are complete */
    bool first;    /* there were no tuples before: the queries of a side are disjoint, so that one
                   * that meets a tuple once finds only new ones */
    bool append;   /* so does this one */
    uint32_t most; /* tuples that there may be, else KERF_LIMIT; 0: any number */
    kerf_status status;
} kf_finder;

/* The tuple that a binding is part of and the weight it adds; false: it pays not on this side. */
bool kf_finder_read(const kf_finder *, const kf_binding *, uint64_t times, uint32_t *tuple,
                    double *weight);
kerf_status kf_finder_add(const kf_finder *, const uint32_t *tuple, uint64_t times, double weight);
/* Run a query over the grounder's threads; tuples come as one run would bring them (parallel.c). */
kerf_status kf_find_parallel(const kf_finder *, kf_query *);
bool kf_worth_threads(const kf_grounder *, const kf_query *);
/* What a case finds with these atoms in the place of a start. */
kerf_status kf_find_from(kf_finder *, kf_case *, kf_start *, const kf_seeds *);

/* All tuples that pay now, or those that do since atoms flipped. */
kerf_status kf_find_side(kf_finder *, bool full);
/* One weight for all groundings: what a tuple weighs does not depend on how they were added up. */
void kf_weigh_tuples(const kf_grounder *, const kf_ground_rule *, kf_tuple_map *, uint32_t from);

/* New tuples' atoms become members of their groups, if the rule has such, and groups complete. */
kerf_status kf_complete_groups(kf_grounder *, kf_ground_rule *, kf_separated *);

#endif

/* named.h -- atoms that have a name in the ground problem, and those that have none. */
#ifndef KF_NAMED_H
#define KF_NAMED_H

#include "ground/grounder.h"

/* Into the database; an auxiliary atom is passed over. */
kerf_status kf_cpi_set_atom(kf_grounder *, uint32_t atom, bool value);
/* What atoms pay that nobody has named: they are false. */
double kf_cpi_unnamed_cost(const kf_grounder *);
/* Could one of them as well be true? */
bool kf_cpi_unnamed_ties(const kf_grounder *);

#endif

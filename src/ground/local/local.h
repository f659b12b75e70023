/* local.h -- G0: rules with one hidden atom per grounding, and soft evidence, become atom costs. */
#ifndef KF_LOCAL_H
#define KF_LOCAL_H

#include "ground/ground_rule.h"

kerf_status kf_ground_local(kf_grounder *);
/* After that, and after the caller has added costs: names the atoms that by default are
 * better off true. From then on assignments can be compared. */
kerf_status kf_ground_defaults(kf_grounder *);
/* Are the costs of atoms known, by that or by kf_ground_all()? */
bool kf_grounder_has_costs(const kf_grounder *);

/* ---- What local formulas ask of evidence: it is the same whatever weights are ---- */

/* Is the rule local, and does it depend on evidence or on a table what each atom pays? */
bool kf_ground_has_conditions(const kf_grounder *, const kf_ground_rule *);
/* Its groundings as far as evidence tells: the bindings of the variables that its atom and its
 * parameters have, in order, each with the number of its groundings, but for free ones (by
 * variable), which neither its observed literals name nor its conditions: these take any
 * constant. */
kerf_status kf_ground_conditions(kf_grounder *, kf_ground_rule *, const bool *free, kf_emit_fn *,
                                 void *context);

#endif

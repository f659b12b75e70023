/* waiting.h -- rules that wait: their groundings are not in the problem, but looked for when atoms
 * change their values.
 *
 * A chain of samples that changes a few atoms needs to know which groundings did not pay before and
 * pay now. Each has one of these atoms in it, so that it is found by the queries of separation, and
 * none that is satisfied before and after is ever met. Groundings of these rules may be in the
 * problem, too: then the problem prices them, and they are not looked for. */
#ifndef KF_WAITING_H
#define KF_WAITING_H

#include "ground/ground_rule.h"
#include "ground/separate/separate.h"

/* May it wait? Clauses of two or more hidden atoms may, if they pay only where they are false. */
bool kf_ground_rule_can_wait(const kf_grounder *, const kf_ground_rule *);
/* Before kf_ground_all(), which leaves it out from then on. */
void kf_ground_rule_wait(kf_ground_rule *);
bool kf_ground_rule_waits(const kf_ground_rule *);
/* Does it name the predicate of this atom of the problem, hidden? */
bool kf_waiting_names(const kf_grounder *, const kf_ground_rule *, uint32_t atom);
/* Names all open atoms of the rules that wait, and makes one component of them. */
kerf_status kf_waiting_name(kf_grounder *);

/* What the assignment violates of rules that wait goes into the problem. KERF_LIMIT: a rule has
 * more such tuples than `most`, and none of its own is added. KERF_INFEASIBLE, said in diags:
 * evidence alone breaks a hard one. */
kerf_status kf_waiting_ground(kf_grounder *, uint32_t most, kf_separated *);
/* Does the assignment violate a hard rule that waits? */
kerf_status kf_waiting_breaks(kf_grounder *, bool *broken);

/* Since atoms were set, tuples pay that did not, and that are not in the problem. Each has a coin,
 * a hash of the key, its rule and its constants. *refused: one of them keeps its grounding
 * satisfied, as it does with probability 1 - exp(-weight), and always where it is hard. learn:
 * those go into the problem by kf_waiting_learn(). What was set is forgotten. */
kerf_status kf_waiting_refuse(kf_grounder *, uint64_t key, bool learn, bool *refused);
/* The same tuples: what they weigh in sum; INFINITY: one is hard. */
kerf_status kf_waiting_weigh(kf_grounder *, bool learn, double *weight);
kerf_status kf_waiting_learn(kf_grounder *, kf_separated *);

#endif

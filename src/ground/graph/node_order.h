/* node_order.h -- an order of nodes beside an acyclicity: where cycles come one after the other, a
 * few clauses over the order forbid all of them.
 *
 * A relation has no cycle if its nodes can be ordered so that each edge goes forwards. For a group
 * of nodes the problem gets an atom for each pair, "A is before B", two clauses for each three
 * nodes, so that these atoms are an order, and one for each edge: the edge goes forwards. Every
 * assignment without cycles has such an order, and none with a cycle among these nodes does. */
#ifndef KF_NODE_ORDER_H
#define KF_NODE_ORDER_H

#include "ground/grounder.h"

typedef struct kf_node_order kf_node_order;
struct kf_ground_rule;

/* ---- Life ---- */

/* n: constants of the type. */
kerf_status kf_order_new(kf_node_order **, kf_mem *, uint32_t n);
void kf_order_free(kf_node_order *);

/* ---- Cycles as they are found ---- */

/* One more, over these nodes. */
void kf_order_met(kf_node_order *, const uint32_t *nodes, uint32_t n);
/* Are they all in one group that is ordered? */
bool kf_order_has(const kf_node_order *, const uint32_t *nodes, uint32_t n);
/* The edge goes forwards; its nodes are ordered. *new: the problem did not have that yet. */
kerf_status kf_order_link(kf_grounder *, kf_node_order *, uint32_t predicate, uint32_t from,
                          uint32_t to, bool *new);

/* ---- Groups ---- */

/* Orders the groups of nodes of which so many cycles were found that the clauses are worth it, each
 * cycle so many, as far as they are not too large. */
kerf_status kf_order_groups(kf_grounder *, uint32_t per_cycle);
/* Is anything ordered? */
bool kf_grounder_has_order(const kf_grounder *);
/* How many atoms of the problem say what is before what. */
size_t kf_order_atoms(const kf_node_order *);
/* Sets these of an assignment of the problem: to an order in which all edges go forwards, if there
 * is one. */
void kf_order_complete(const kf_node_order *, bool *assignment);
/* The predicate, if this atom says that one node is before another: pair; else KF_NONE. */
uint32_t kf_grounder_ordered_pair(const kf_grounder *, uint32_t atom, uint32_t pair[2]);
/* Is one of them about the order, of the pair or of an end? */
bool kf_grounder_orders(const kf_grounder *, const kf_lit *, uint32_t n);
bool kf_order_speaks(const kf_node_order *, uint32_t atom);
/* Has the assignment in the database a cycle that evidence does not have? */
kerf_status kf_grounder_finds_cycle(kf_grounder *, bool *cycle);
void kf_order_check(const kf_node_order *); /* asserts its invariants */

#endif

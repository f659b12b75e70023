/* interchange.h -- private to solve/tables/: values that nothing tells apart. */
#ifndef KF_INTERCHANGE_H
#define KF_INTERCHANGE_H

#include "solve/network/network.h"

/* Where some values may be exchanged for each other in all variables at once, as the colours of a
 * graph that nothing prefers, gives infinite costs to values of a few variables, so that of
 * assignments that differ in no more than that fewer are left, and among them a cheapest one.
 * *n: how many values there are of which any two may be exchanged; 1: none may. KERF_NO_MEMORY. */
kerf_status kf_order_values(kf_network *, uint32_t *n);

#endif

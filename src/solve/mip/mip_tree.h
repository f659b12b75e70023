/* mip_tree.h -- private to solve/: the MIP solver takes over from a tree. */
#ifndef KF_MIP_TREE_H
#define KF_MIP_TREE_H

#include "solve/lp/tree.h"

/* Asks the MIP solver for something cheaper than the incumbent, with the rows that are there by
 * now, and again while its points violate rows that are not. Where it ends, the tree is settled on
 * its word; where it fails, the tree stays open. */
kerf_status kf_tree_ask_mip(kf_tree *);

#endif

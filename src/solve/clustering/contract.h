/* contract.h -- private to solve/clustering/: rules that merge nodes, and greedy joins.
 *
 * Of scores it may be known only that they lie between two others: then the rules have a net with
 * the least scores and one with the greatest, which have the same nodes and edges, and merge both.
 * Where scores are known, both are one net. */
#ifndef KF_CONTRACT_H
#define KF_CONTRACT_H

#include "solve/clustering/net.h"
#include "solve/limits.h"

/* Merges pairs of which some best clustering has both in one cluster, until no pair is left that a
 * test of bounded work shows. What merging gains at least, less charges, is added to
 * *gained (pair_rule.c). */
kerf_status kf_merge_pairs(kf_net *low, kf_net *high, const kf_limits *, double *gained);
/* The same for whole clusters of three to KF_SUBSET_NODES nodes; label: by node, the clusters that
 * are tried (subset_rule.c). */
enum { KF_SUBSET_NODES = 8 };
kerf_status kf_merge_subsets(kf_net *low, kf_net *high, const uint32_t *label, const kf_limits *,
                             double *gained);
/* Joins clusters, the two first that gain most by it, until none gains (greedy_joins.c). */
kerf_status kf_join_greedily(const kf_net *, const kf_limits *, uint32_t *label);
/* The best clustering of a few nodes, all alive, by enumeration (subset_sums.c). */
enum { KF_FEW_NODES = 11 };
kerf_status kf_cluster_few(const kf_net *, uint32_t *label, double *value);

#endif

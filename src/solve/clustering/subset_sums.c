/* subset_sums.c -- the best clustering of a few nodes: the best for every set of them.
 *
 * best(S) is the most that a cluster with the first node of S, and best of the rest, gain: 3^n
 * steps for n nodes. */
#include "base/check.h"
#include "solve/clustering/contract.h"

enum { SETS = 1 << KF_FEW_NODES };

typedef struct few {
    double score[KF_FEW_NODES][KF_FEW_NODES];
    double cluster[SETS]; /* what a set gains as a cluster */
    double best[SETS];
    uint16_t first[SETS]; /* the cluster of its first node in the best clustering */
} few;

static void read_scores(const kf_net *g, few *f)
{
    for (uint32_t i = 0; i < g->n; i++) {
        const kf_edge *e = kf_net_edges(g, i);
        for (uint32_t k = 0; k < g->n; k++) f->score[i][k] = -g->unlisted * g->size[i] * g->size[k];
        for (uint32_t k = 0; k < g->degree[i]; k++) f->score[i][e[k].to] += e[k].excess;
    }
}

static void add_up(const kf_net *g, few *f)
{
    double charge[SETS];
    f->cluster[0] = charge[0] = 0;
    for (uint32_t set = 1; set < 1u << g->n; set++) {
        uint32_t low = (uint32_t)__builtin_ctz(set), rest = set & (set - 1);
        double sum = f->cluster[rest];
        for (uint32_t k = rest; k; k &= k - 1) sum += f->score[low][__builtin_ctz(k)];
        charge[set] = charge[rest] + g->charge[low];
        f->cluster[set] = sum;
    }
    for (uint32_t set = 1; set < 1u << g->n; set++)
        if (set & (set - 1)) f->cluster[set] -= charge[set];
}

static void find_best(uint32_t n, few *f)
{
    f->best[0] = 0;
    for (uint32_t set = 1; set < 1u << n; set++) {
        uint32_t low = set & -set, rest = set ^ low, part = 0;
        f->best[set] = f->best[rest]; /* alone */
        f->first[set] = (uint16_t)low;
        while ((part = (part - rest) & rest) != 0) {
            double gain = f->cluster[part | low] + f->best[rest ^ part];
            if (gain <= f->best[set]) continue;
            f->best[set] = gain;
            f->first[set] = (uint16_t)(part | low);
        }
    }
}

kerf_status kf_cluster_few(const kf_net *g, uint32_t *label, double *value)
{
    assert(g->n <= KF_FEW_NODES && g->alive == g->n);
    few *f = kf_mem_alloc(g->mem, 1, sizeof *f);
    if (!f) return KERF_NO_MEMORY;
    read_scores(g, f);
    add_up(g, f);
    find_best(g->n, f);
    uint32_t all = (1u << g->n) - 1;
    *value = f->best[all];
    for (uint32_t set = all; set; set ^= f->first[set])
        for (uint32_t k = f->first[set]; k; k &= k - 1)
            label[__builtin_ctz(k)] = (uint32_t)__builtin_ctz(set);
    kf_mem_free(g->mem, f, 1, sizeof *f);
    return KERF_OK;
}

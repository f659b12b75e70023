/* subset_rule.c -- merges a whole cluster where enumeration shows that a best clustering has it.
 *
 * Let U be a few nodes. In a best clustering they are in several parts, each with others from
 * outside. Take U out as a cluster of its own: it gains inside(U), and loses what is inside the
 * parts and what they gain from outside. A node x outside is with one part at most, so that it
 * gives max(0, its score with the best part) at most. If inside(U), less all charges, is at least
 * as much for every partition of U but the whole, less charges of nodes that are not alone in their
 * part, then some best clustering has U in one cluster.
 *
 * Where scores lie between two others, pairs within U count with the least, for those that are
 * apart become pairs of the cluster; what comes from outside counts with the greatest. */
#include "base/check.h"
#include "solve/clustering/contract.h"

#include <math.h>

enum { SUBSETS = 1 << KF_SUBSET_NODES, MOST_OUTSIDE = 256 };

typedef struct subset {
    kf_net *g, *high; /* least and greatest scores */
    uint32_t n, node[KF_SUBSET_NODES];
    uint32_t n_outside;
    double inside[SUBSETS];      /* of a part, less charges if it has two nodes */
    double (*outside)[SUBSETS];  /* by node outside with a positive score, and part */
    uint32_t *place;             /* by node of the net: of those outside, or KF_MERGED */
    uint32_t list[MOST_OUTSIDE]; /* nodes outside */
    double whole;
    uint32_t part[KF_SUBSET_NODES]; /* parts so far */
} subset;

static uint32_t place_in(const subset *s, uint32_t node)
{
    for (uint32_t i = 0; i < s->n; i++)
        if (s->node[i] == node) return i;
    return KF_MERGED;
}

/* Lists nodes outside that score with some node inside; false: too many. */
static bool list_outside(subset *s)
{
    for (uint32_t i = 0; i < s->n; i++) {
        const kf_edge *e = kf_net_edges(s->high, s->node[i]);
        for (uint32_t k = 0; k < s->high->degree[s->node[i]]; k++) {
            if (s->place[e[k].to] != KF_MERGED || place_in(s, e[k].to) != KF_MERGED) continue;
            if (!(kf_net_score(s->high, s->node[i], &e[k]) > 0)) continue;
            if (s->n_outside == MOST_OUTSIDE) return false;
            s->place[e[k].to] = s->n_outside;
            s->list[s->n_outside++] = e[k].to;
        }
    }
    return true;
}

/* Scores of single nodes, then of parts: a part is its first node and the rest. */
static void add_up(subset *s)
{
    const kf_net *g = s->g;
    double pair[KF_SUBSET_NODES][KF_SUBSET_NODES];
    for (uint32_t i = 0; i < s->n; i++) {
        double size = g->size[s->node[i]];
        for (uint32_t k = 0; k < s->n; k++) pair[i][k] = -g->unlisted * size * g->size[s->node[k]];
        for (uint32_t x = 0; x < s->n_outside; x++)
            s->outside[x][1u << i] = -s->high->unlisted * size * g->size[s->list[x]];
        const kf_edge *e = kf_net_edges(g, s->node[i]);
        const kf_edge *most = kf_net_edges(s->high, s->node[i]);
        for (uint32_t k = 0; k < g->degree[s->node[i]]; k++) {
            uint32_t in = place_in(s, e[k].to), out = s->place[e[k].to];
            if (in != KF_MERGED) pair[i][in] += e[k].excess;
            else if (out != KF_MERGED) s->outside[out][1u << i] += most[k].excess;
        }
    }
    s->inside[0] = 0;
    for (uint32_t set = 1; set < 1u << s->n; set++) {
        uint32_t low = (uint32_t)__builtin_ctz(set), rest = set & (set - 1);
        double sum = s->inside[rest];
        for (uint32_t k = low + 1; k < s->n; k++)
            if (set >> k & 1) sum += pair[low][k];
        s->inside[set] = sum;
        for (uint32_t x = 0; rest && x < s->n_outside; x++)
            s->outside[x][set] = s->outside[x][rest] + s->outside[x][set ^ rest];
    }
}

static void take_charges(subset *s)
{
    for (uint32_t set = 1; set < 1u << s->n; set++)
        for (uint32_t i = 0; i < s->n && (set & (set - 1)); i++)
            if (set >> i & 1) s->inside[set] -= s->g->charge[s->node[i]];
    s->whole = s->inside[(1u << s->n) - 1];
}

/* Does this partition gain no more than the whole? */
static bool is_less(const subset *s, uint32_t parts)
{
    double sum = 0;
    for (uint32_t p = 0; p < parts; p++) sum += s->inside[s->part[p]];
    if (sum > s->whole) return false;
    for (uint32_t x = 0; x < s->n_outside; x++) {
        double best = 0;
        for (uint32_t p = 0; p < parts; p++) best = fmax(best, s->outside[x][s->part[p]]);
        sum += best;
    }
    return sum <= s->whole;
}

/* The same for all partitions that begin with these parts: node by node to a part or a new one. */
static bool test_partitions(subset *s, uint32_t node, uint32_t parts)
{
    if (node == s->n) return parts == 1 || is_less(s, parts);
    for (uint32_t p = 0; p <= parts; p++) {
        uint32_t before = p < parts ? s->part[p] : 0;
        s->part[p] = before | 1u << node;
        bool less = test_partitions(s, node + 1, p < parts ? parts : parts + 1);
        s->part[p] = before;
        if (!less) return false;
    }
    return true;
}

static bool test_subset(subset *s)
{
    s->n_outside = 0;
    bool fine = list_outside(s);
    if (fine) {
        add_up(s);
        take_charges(s);
        fine = test_partitions(s, 0, 0);
    }
    for (uint32_t i = 0; i < s->n_outside; i++) s->place[s->list[i]] = KF_MERGED;
    return fine;
}

static kerf_status merge(subset *s, double *gained)
{
    uint32_t kept = s->node[0];
    *gained += s->whole;
    for (uint32_t i = 1; i < s->n; i++)
        KF_TRY(kf_nets_merge(s->g, s->high, kept, s->node[i], &kept));
    return KERF_OK;
}

/* first, next: nodes of each cluster. */
static kerf_status try_clusters(subset *s, const uint32_t *first, const uint32_t *next,
                                const kf_limits *limits, double *gained)
{
    for (uint32_t c = 0; c < s->g->n; c++) {
        s->n = 0;
        for (uint32_t i = first[c]; i != KF_MERGED && s->n <= KF_SUBSET_NODES; i = next[i]) {
            if (s->n < KF_SUBSET_NODES) s->node[s->n] = i;
            s->n++;
        }
        if (s->n < 2 || s->n > KF_SUBSET_NODES) continue;
        if ((c & 15) == 0 && kf_limits_reached(limits)) return KERF_OK;
        if (test_subset(s)) KF_TRY(merge(s, gained));
    }
    return KERF_OK;
}

kerf_status kf_merge_subsets(kf_net *g, kf_net *high, const uint32_t *label,
                             const kf_limits *limits, double *gained)
{
    uint32_t n = g->n, *first = kf_mem_alloc(g->mem, n, sizeof *first);
    uint32_t *next = kf_mem_alloc(g->mem, n, sizeof *next);
    uint32_t *place = kf_mem_alloc(g->mem, n, sizeof *place);
    subset *s = kf_mem_alloc(g->mem, 1, sizeof *s);
    double(*outside)[SUBSETS] = kf_mem_alloc(g->mem, MOST_OUTSIDE, sizeof *outside);
    bool made = first && next && place && s && outside;
    for (uint32_t i = 0; made && i < n; i++) first[i] = next[i] = place[i] = KF_MERGED;
    for (uint32_t i = n; made && i-- > 0;) {
        if (!kf_net_is_alive(g, i)) continue;
        next[i] = first[label[i]];
        first[label[i]] = i;
    }
    if (made) *s = (subset){ .g = g, .high = high, .outside = outside, .place = place };
    kerf_status st = made ? try_clusters(s, first, next, limits, gained) : KERF_NO_MEMORY;
    kf_mem_free(g->mem, first, n, sizeof *first);
    kf_mem_free(g->mem, next, n, sizeof *next);
    kf_mem_free(g->mem, place, n, sizeof *place);
    kf_mem_free(g->mem, s, 1, sizeof *s);
    kf_mem_free(g->mem, outside, MOST_OUTSIDE, sizeof *outside);
    KF_CHECK(kf_net_check(g));
    return st;
}

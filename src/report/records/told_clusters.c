/* told_clusters.c -- the true atoms of a predicate as clusters; see told_clusters.h.
 *
 * Constants that a chain of true atoms connects are one cluster. The relation is an equivalence if
 * every two of a cluster are related both ways: then a cluster of n has n (n - 1) pairs, and
 * counting them is enough. An atom of a constant with itself makes no difference. */
#include "report/records/told_clusters.h"

#include "ground/atoms.h"
#include "ground/pair_costs.h"
#include "report/records/record.h"

#include <stdlib.h>
#include <string.h>

typedef struct nodes { /* by constant of the type */
    uint32_t n;
    uint32_t *above; /* a root has itself */
    uint32_t *size;  /* of roots: members */
    uint64_t *pairs; /* of roots: true atoms of two different members */
} nodes;

static uint32_t root_of(const nodes *x, uint32_t node)
{
    while (x->above[node] != node) node = x->above[node] = x->above[x->above[node]];
    return node;
}

static void join(const nodes *x, uint32_t a, uint32_t b)
{
    a = root_of(x, a);
    b = root_of(x, b);
    if (a == b) return;
    uint32_t root = a < b ? a : b, other = a < b ? b : a;
    x->above[other] = root;
    x->size[root] += x->size[other];
}

static kerf_status open_nodes(nodes *x, kf_arena *scratch, uint32_t n)
{
    x->n = n;
    x->above = kf_arena_alloc(scratch, n, sizeof *x->above);
    x->size = kf_arena_alloc(scratch, n, sizeof *x->size);
    x->pairs = kf_arena_alloc(scratch, n, sizeof *x->pairs);
    if (n > 0 && (!x->above || !x->size || !x->pairs)) return KERF_NO_MEMORY;
    for (uint32_t i = 0; i < n; i++) {
        x->above[i] = i;
        x->size[i] = 1;
    }
    return KERF_OK;
}

static void connect(const nodes *x, const kf_mapped *from, uint32_t predicate)
{
    for (size_t i = 0; i < from->atoms.n; i++) {
        const uint32_t *row = from->ids.at + from->atoms.at[i].ids;
        if (from->atoms.at[i].predicate == predicate) join(x, row[0], row[1]);
    }
    for (size_t i = 0; i < from->atoms.n; i++) {
        const uint32_t *row = from->ids.at + from->atoms.at[i].ids;
        if (from->atoms.at[i].predicate == predicate && row[0] != row[1])
            x->pairs[root_of(x, row[0])]++;
    }
}

/* Counts clusters, and tells the size of the largest; 0: the relation is no equivalence. */
static uint32_t measure(const nodes *x, kf_told_predicate *p)
{
    uint32_t largest = 1;
    for (uint32_t i = 0; i < x->n; i++) {
        uint64_t size = x->size[i];
        if (x->above[i] != i || size == 1) continue;
        if (x->pairs[i] != size * (size - 1)) return 0;
        p->all_clusters++;
        p->all_members += size;
        if (size > largest) largest = (uint32_t)size;
    }
    return largest;
}

/* ---- Telling -------------------------------------------------------------------------------- */

typedef struct member {
    uint32_t size, root; /* of its cluster */
    kf_str text;
} member;

static int by_cluster(const void *a, const void *b)
{
    const member *x = a, *y = b;
    if (x->size != y->size) return x->size > y->size ? -1 : 1;
    if (x->root != y->root) return x->root < y->root ? -1 : 1;
    return kf_str_order(x->text, y->text);
}

static kerf_status sort_members(const nodes *x, const kf_model *m, uint32_t type, kf_arena *scratch,
                                uint64_t n, member **out)
{
    member *all = kf_arena_alloc(scratch, n + 1, sizeof *all);
    size_t k = 0;
    if (!all) return KERF_NO_MEMORY;
    for (uint32_t i = 0; i < x->n; i++) {
        uint32_t root = root_of(x, i);
        if (x->size[root] > 1)
            all[k++] = (member){ x->size[root], root, kf_constant_text(m, type, i) };
    }
    qsort(all, k, sizeof *all, by_cluster);
    *out = all;
    return KERF_OK;
}

static kerf_status tell_cluster(kf_told_cluster *c, kf_arena *to, const member *all, uint32_t room)
{
    uint32_t n = all->size < KF_TOLD_MEMBERS ? all->size : KF_TOLD_MEMBERS;
    if (n > room) n = room;
    const char **members = kf_arena_alloc(to, (size_t)n + 1, sizeof *members);
    if (!members) return KERF_NO_MEMORY;
    for (uint32_t i = 0; i < n; i++) {
        members[i] = kf_told_text(to, all[i].text);
        if (!members[i]) return KERF_NO_MEMORY;
    }
    *c = (kf_told_cluster){ .n = all->size, .members = members, .n_members = n };
    return KERF_OK;
}

static kerf_status tell(kf_told_predicate *p, kf_arena *to, const member *all, uint32_t *room)
{
    uint32_t left = *room;
    size_t most = p->all_clusters < KF_TOLD_CLUSTERS ? p->all_clusters : KF_TOLD_CLUSTERS;
    p->clusters = kf_arena_alloc(to, most + 1, sizeof *p->clusters);
    if (!p->clusters) return KERF_NO_MEMORY;
    p->is_clustering = true;
    while (p->n_clusters < most && left > 0) {
        kf_told_cluster *c = &p->clusters[p->n_clusters++];
        KF_TRY(tell_cluster(c, to, all, left));
        left -= c->n_members;
        all += c->n;
    }
    *room -= left;
    return KERF_OK;
}

static bool is_relation(const kf_model *m, uint32_t predicate)
{
    const kf_predicate *p = &m->predicates.at[predicate];
    return p->arity == 2 && !p->number && p->slots[0].type == p->slots[1].type;
}

static kerf_status find(kf_told_predicate *p, kf_arena *to, kf_arena *scratch, const kf_grounder *g,
                        const kf_mapped *from, uint32_t *room)
{
    const kf_model *m = kf_grounder_model(g);
    uint32_t type = m->predicates.at[p->predicate].slots[0].type;
    nodes x;
    member *all;
    KF_TRY(open_nodes(&x, scratch, (uint32_t)kf_symbols_count(m->types.at[type].constants)));
    connect(&x, from, p->predicate);
    uint32_t largest = measure(&x, p);
    bool said =
        kf_grounder_is_transitive(g, p->predicate) || kf_grounder_pair_costs(g, p->predicate);
    if (largest < (said ? 2 : 3)) {
        p->all_clusters = p->all_members = 0;
        return KERF_OK;
    }
    KF_TRY(sort_members(&x, m, type, scratch, p->all_members, &all));
    return tell(p, to, all, room);
}

kerf_status kf_told_clusters(kf_told_predicate *p, kf_arena *to, const kf_grounder *g,
                             const kf_mapped *from, uint32_t *room)
{
    kf_arena scratch;
    if (p->n_true < 2 || !is_relation(kf_grounder_model(g), p->predicate)) return KERF_OK;
    kf_arena_init(&scratch, kf_grounder_mem(g));
    kerf_status st = find(p, to, &scratch, g, from, room);
    kf_arena_free(&scratch);
    return st;
}

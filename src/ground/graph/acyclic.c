/* acyclic.c -- separates acyclicity: each directed cycle of true atoms is forbidden by a clause.
 *
 * A depth-first search finds cycles: every edge back to a node on the path closes one, and every
 * cycle among the nodes searched has such an edge. Invariant: after a separation, every cycle of
 * the assignment goes through one of the edges that closed a cycle in it. So a cycle of the next
 * assignment goes through one of these edges or through an atom that became true since, and the
 * search starts from where they lead. A cycle found before is not counted again. Cycles of evidence
 * alone are found once, as knots. Where nodes have come to be ordered (node_order.h), the edges of
 * a cycle are bound to the order instead. */
#include "ground/graph/graph.h"
#include "ground/graph/node_order.h"

#include "base/check.h"
#include "base/hash.h"

#include <math.h>
#include <string.h>

typedef struct edge {
    uint32_t row[2];
} edge;

struct kf_cycles {
    uint32_t n;            /* constants of the type */
    uint32_t *path, *next; /* nodes on the path, which edge each goes on with */
    uint32_t *place;       /* by node; all 0 between two searches */
    uint32_t *seen;        /* nodes whose place is not 0 */
    kf_lit *lits;
    kf_tuple_map known; /* cycles found so far, as 64 bits of hash each */
    KF_VEC(edge) closing;
};

typedef struct search {
    kf_grounder *g;
    kf_ground_rule *gr;
    struct kf_cycles *c;
    uint32_t predicate;
    const kf_relation *rel;
    const kf_index *out;
    uint32_t length, n_seen;
    kf_separated *found;
} search;

enum { NEW = 0 }; /* place: 0 not seen, n + 1 done, else position on the path + 1 */

/* ---- Life ---- */

void kf_cycles_free(struct kf_cycles *c, kf_mem *mem)
{
    if (!c) return;
    kf_mem_free(mem, c->path, c->n, sizeof *c->path);
    kf_mem_free(mem, c->next, c->n, sizeof *c->next);
    kf_mem_free(mem, c->place, c->n, sizeof *c->place);
    kf_mem_free(mem, c->seen, c->n, sizeof *c->seen);
    kf_mem_free(mem, c->lits, c->n, sizeof *c->lits);
    kf_tuple_map_free(&c->known, mem);
    kf_vec_free(mem, &c->closing);
}

static kerf_status open_cycles(kf_grounder *g, kf_ground_rule *gr, uint32_t n)
{
    struct kf_cycles *c = kf_arena_alloc(&g->arena, 1, sizeof *c);
    if (!c) return KERF_NO_MEMORY;
    gr->cycles = c;
    c->n = n;
    kf_tuple_map_init(&c->known, 2);
    c->path = kf_mem_alloc(g->mem, n, sizeof *c->path);
    c->next = kf_mem_alloc(g->mem, n, sizeof *c->next);
    c->place = kf_mem_calloc(g->mem, n, sizeof *c->place);
    c->seen = kf_mem_alloc(g->mem, n, sizeof *c->seen);
    c->lits = kf_mem_alloc(g->mem, n, sizeof *c->lits);
    return c->path && c->next && c->place && c->seen && c->lits ? KERF_OK : KERF_NO_MEMORY;
}

/* ---- Cycles ---- */

/* Where it begins makes no difference. */
static uint64_t hash(const kf_lit *lits, uint32_t n)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < n; i++) sum += kf_hash_mix((uint64_t)lits[i].code + 1);
    return sum;
}

static kerf_status is_new(search *s, uint32_t n, bool *new)
{
    uint64_t h = hash(s->c->lits, n);
    uint32_t words[2] = { (uint32_t)h, (uint32_t)(h >> 32) };
    uint32_t before = kf_tuple_map_count(&s->c->known);
    KF_TRY(kf_tuple_map_add(&s->c->known, s->g->mem, words, before, 1, 0));
    *new = kf_tuple_map_count(&s->c->known) > before;
    return KERF_OK;
}

static void count_found(search *s)
{
    s->found->hard++;
    s->found->tuples++;
    s->found->groundings++;
}

/* Its nodes are ordered: the edges go forwards, which they cannot all do. */
static kerf_status bind(search *s, const uint32_t *nodes, uint32_t n)
{
    bool any = false, new;
    for (uint32_t i = 0; i < n; i++) {
        KF_TRY(kf_order_link(s->g, s->gr->order, s->predicate, nodes[i],
                             nodes[i + 1 < n ? i + 1 : 0], &new));
        any |= new;
    }
    if (any) count_found(s);
    return KERF_OK;
}

/* The cycle from `from` (a position) to the end of the path, as a clause. */
static kerf_status forbid(search *s, uint32_t from)
{
    uint32_t n = 0;
    double constant = 0;
    bool new;
    assert(from < s->length);
    edge last = { { s->c->path[s->length - 1], s->c->path[from] } };
    if (!kf_vec_push(s->g->mem, &s->c->closing, last)) return KERF_NO_MEMORY;
    for (uint32_t i = from; i < s->length; i++) {
        uint32_t pair[2] = { s->c->path[i], s->c->path[i + 1 < s->length ? i + 1 : from] };
        if (kf_database_fixed(s->g->d, s->predicate, pair) == KF_TRUE) continue;
        kf_atom atom;
        KF_TRY(kf_grounder_atom(s->g, s->predicate, pair, &atom));
        s->c->lits[n++] = kf_lit_of(atom, true);
    }
    if (n == 0) return KERF_OK; /* one of evidence alone */
    const uint32_t *nodes = s->c->path + from;
    if (!s->gr->order) KF_TRY(kf_order_new(&s->gr->order, s->g->mem, s->c->n));
    if (kf_order_has(s->gr->order, nodes, s->length - from))
        return bind(s, nodes, s->length - from);
    KF_TRY(is_new(s, n, &new));
    if (!new) return KERF_OK;
    count_found(s);
    kf_order_met(s->gr->order, nodes, s->length - from);
    return kf_problem_add_clause(s->g->p, s->c->lits, n, INFINITY, &constant);
}

static const uint32_t *edges(const search *s, uint32_t node, uint32_t *count)
{
    uint32_t key[2] = { node, 0 };
    return kf_index_rows(s->rel, s->out, key, count);
}

static void enter(search *s, uint32_t node)
{
    assert(s->length < s->c->n && s->n_seen < s->c->n && node < s->c->n);
    s->c->path[s->length] = node;
    s->c->next[s->length] = 0;
    s->c->place[node] = ++s->length;
    s->c->seen[s->n_seen++] = node;
}

static kerf_status from_root(search *s, uint32_t root)
{
    struct kf_cycles *c = s->c;
    if (c->place[root] != NEW) return KERF_OK;
    enter(s, root);
    while (s->length) {
        uint32_t top = s->length - 1, count;
        const uint32_t *rows = edges(s, c->path[top], &count);
        if (c->next[top] == count) {
            c->place[c->path[top]] = c->n + 1;
            s->length--;
            continue;
        }
        KF_TRY(kf_grounder_spend(s->g, 1));
        uint32_t to = s->rel->columns[1][rows[c->next[top]++]];
        if (c->place[to] == NEW) enter(s, to);
        else if (c->place[to] <= s->length) KF_TRY(forbid(s, c->place[to] - 1));
    }
    return KERF_OK;
}

/* ---- Where to search ---- */

static kerf_status from_everywhere(search *s)
{
    kerf_status st = KERF_OK;
    s->c->closing.n = 0;
    for (uint32_t i = 0; st == KERF_OK && i < s->c->n; i++) {
        uint32_t count;
        edges(s, i, &count);
        if (count) st = from_root(s, i);
    }
    return st;
}

/* The edges that closed cycles stay in the list until the search is over: if memory runs out, the
 * invariant still holds. */
static kerf_status from_changes(search *s)
{
    const kf_flips *f = &s->g->flips[s->predicate];
    size_t old = s->c->closing.n;
    for (size_t i = 0; i < old; i++) {
        const uint32_t *row = s->c->closing.at[i].row;
        if (kf_relation_has(s->rel, row)) KF_TRY(from_root(s, row[1]));
    }
    for (size_t i = 0; i < f->up.n; i += 2) KF_TRY(from_root(s, f->up.at[i + 1]));
    edge *at = s->c->closing.at;
    size_t left = s->c->closing.n - old;
    if (old && left) memmove(at, at + old, left * sizeof *at);
    s->c->closing.n = left;
    return KERF_OK;
}

/* Every assignment breaks these. */
static kerf_status from_evidence(search *s)
{
    uint64_t knots;
    KF_TRY(kf_count_knots(s->g, s->g->d->fixed_true[s->predicate], &knots));
    s->gr->decided[0] += knots;
    s->found->hard += knots;
    kf_separated_decided(s->found, s->gr, knots);
    return KERF_OK;
}

#ifndef NDEBUG
static bool closes(const struct kf_cycles *c, uint32_t from, uint32_t to)
{
    size_t i = 0;
    while (i < c->closing.n && !(c->closing.at[i].row[0] == from && c->closing.at[i].row[1] == to))
        i++;
    return i < c->closing.n;
}

/* Without the edges that closed cycles the others leave an order of the nodes. `next` is how many
 * edges lead to a node, `path` the nodes that none leads to any more. */
static void check_order(const search *s)
{
    struct kf_cycles *c = s->c;
    uint32_t n_edges, n = 0;
    memset(c->next, 0, c->n * sizeof *c->next);
    for (uint32_t node = 0; node < c->n; node++) {
        const uint32_t *rows = edges(s, node, &n_edges);
        for (uint32_t i = 0; i < n_edges; i++) {
            uint32_t to = s->rel->columns[1][rows[i]];
            c->next[to] += !closes(c, node, to);
        }
    }
    for (uint32_t node = 0; node < c->n; node++)
        if (c->next[node] == 0) c->path[n++] = node;
    for (uint32_t k = 0; k < n; k++) {
        const uint32_t *rows = edges(s, c->path[k], &n_edges);
        for (uint32_t i = 0; i < n_edges; i++) {
            uint32_t to = s->rel->columns[1][rows[i]];
            if (!closes(c, c->path[k], to) && --c->next[to] == 0) c->path[n++] = to;
        }
    }
    assert(n == c->n);
}

/* Between two separations. */
static void check_cycles(const search *s)
{
    const struct kf_cycles *c = s->c;
    kf_tuple_map_check(&c->known);
    for (uint32_t i = 0; i < c->n; i++) assert(c->place[i] == NEW);
    for (size_t i = 0; i < c->closing.n; i++)
        assert(c->closing.at[i].row[0] < c->n && c->closing.at[i].row[1] < c->n);
    check_order(s);
}
#endif

kerf_status kf_separate_acyclic(kf_grounder *g, kf_ground_rule *gr, bool full, kf_separated *out)
{
    assert(g->d->m->rules.at[gr->rule].kind == KF_RULE_ACYCLIC);
    search s = {
        .g = g, .gr = gr, .predicate = g->d->m->rules.at[gr->rule].predicate, .found = out
    };
    kf_relation *rel = g->d->atoms[s.predicate];
    kf_index *index;
    bool first = !gr->cycles;
    KF_TRY(kf_relation_index(rel, 1, &index));
    if (first) KF_TRY(open_cycles(g, gr, rel->constants[0]));
    s.c = gr->cycles;
    assert(s.c->n == rel->constants[0]);
    s.rel = rel;
    s.out = index;
    if (first) KF_TRY(from_evidence(&s));
    kerf_status st = full || first ? from_everywhere(&s) : from_changes(&s);
    assert(st != KERF_OK || s.length == 0);
    for (uint32_t i = 0; i < s.n_seen; i++) s.c->place[s.c->seen[i]] = NEW;
    if (st == KERF_OK) KF_CHECK(check_cycles(&s));
    return st;
}

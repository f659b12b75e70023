/* node_order.c -- groups of nodes, the atoms of their order, and edges that go forwards; see
 * node_order.h.
 *
 * For each node of a group there are two more atoms, "it is the last" and "it is the first", parts
 * made of the order: some node is, and no edge leads from the last or to the first. That follows,
 * but only by trying all orders. Where nodes are to have edges, as in "everyone has a boss", it is
 * what a proof needs.
 *
 * Nodes of one cycle are in one group. Groups grow as cycles are found; what is ordered of a group
 * are its nodes when that was last done. Invariant: two ordered nodes of one `of` have an atom, and
 * three have their clauses; two of different groups have none. */
#include "ground/graph/node_order.h"

#include "ground/graph/graph.h"

#include <string.h>

enum { MOST_NODES = 64 }; /* of a group that is ordered */

#define ALWAYS UINT32_MAX /* an edge of evidence */

typedef struct link {
    uint32_t from, to, atom; /* or ALWAYS */
    uint32_t next;           /* of the same node, or KF_NONE */
} link;

struct kf_node_order {
    kf_mem *mem;
    uint32_t n;       /* nodes: constants of the type */
    bool grown;       /* a cycle was found since groups were last looked at */
    uint32_t *group;  /* by node: another one of its group, nearer to its first; union-find */
    uint32_t *cycles; /* by first node of a group: how many were found in it */
    uint32_t *size;   /* likewise: its nodes */
    uint32_t *of;     /* by node: the group in which it is ordered, from 1; 0: it is not */
    uint32_t *first;  /* by node: its first link, or KF_NONE */
    uint32_t *end[2]; /* by node: the atoms of "it is the first", "it is the last", or KF_NONE */
    uint32_t *into;   /* room: by node, links that lead to it and count */
    uint32_t *rank;   /* room: by node, its place in an order; KF_NONE: it has none yet */
    KF_VEC(uint32_t) nodes; /* ordered ones */
    KF_VEC(uint32_t) queue; /* room for these */
    KF_VEC(uint32_t) ends;  /* all atoms that were ever in end[], ascending */
    KF_VEC(kf_lit) lits;    /* room: one for each node of a group */
    kf_tuple_map pairs;     /* the lesser node first; by number: */
    KF_VEC(uint32_t) atoms; /* ascending; true: the lesser node is before the other */
    kf_tuple_map linked;    /* edges, by number: */
    KF_VEC(link) links;
};

/* ---- Life ---- */

static uint32_t *new_list(kf_mem *mem, uint32_t n, uint8_t fill)
{
    uint32_t *list = kf_mem_alloc(mem, n, sizeof *list);
    if (list) memset(list, fill, n * sizeof *list);
    return list;
}

void kf_order_free(kf_node_order *o)
{
    if (!o) return;
    uint32_t *lists[] = { o->group, o->cycles, o->size,   o->of,    o->first,
                          o->into,  o->rank,   o->end[0], o->end[1] };
    for (size_t i = 0; i < KF_LENGTH(lists); i++)
        kf_mem_free(o->mem, lists[i], o->n, sizeof(uint32_t));
    kf_vec_free(o->mem, &o->nodes);
    kf_vec_free(o->mem, &o->queue);
    kf_vec_free(o->mem, &o->ends);
    kf_vec_free(o->mem, &o->lits);
    kf_tuple_map_free(&o->pairs, o->mem);
    kf_vec_free(o->mem, &o->atoms);
    kf_tuple_map_free(&o->linked, o->mem);
    kf_vec_free(o->mem, &o->links);
    kf_mem_free(o->mem, o, 1, sizeof *o);
}

kerf_status kf_order_new(kf_node_order **out, kf_mem *mem, uint32_t n)
{
    kf_node_order *o = kf_mem_calloc(mem, 1, sizeof *o);
    if (!o) return KERF_NO_MEMORY;
    o->mem = mem;
    o->n = n;
    kf_tuple_map_init(&o->pairs, 2);
    kf_tuple_map_init(&o->linked, 2);
    o->group = new_list(mem, n, 0);
    o->cycles = new_list(mem, n, 0);
    o->size = new_list(mem, n, 0);
    o->of = new_list(mem, n, 0);
    o->first = new_list(mem, n, 0xff);
    o->into = new_list(mem, n, 0);
    o->rank = new_list(mem, n, 0xff);
    for (int side = 0; side < 2; side++) o->end[side] = new_list(mem, n, 0xff);
    *out = o;
    if (!o->group || !o->cycles || !o->size || !o->of || !o->first || !o->into || !o->rank
        || !o->end[0] || !o->end[1])
        return KERF_NO_MEMORY; /* who has asked frees it */
    for (uint32_t i = 0; i < n; i++) o->group[i] = i, o->size[i] = 1;
    return KERF_OK;
}

/* ---- Cycles as they are found ---- */

static uint32_t first_of(const kf_node_order *o, uint32_t node)
{
    while (o->group[node] != node) {
        assert(o->group[node] < node);
        node = o->group[node] = o->group[o->group[node]];
    }
    return node;
}

static void join(kf_node_order *o, uint32_t x, uint32_t y)
{
    x = first_of(o, x);
    y = first_of(o, y);
    if (x == y) return;
    uint32_t first = x < y ? x : y, other = x < y ? y : x;
    o->group[other] = first;
    o->cycles[first] += o->cycles[other];
    o->size[first] += o->size[other];
    o->cycles[other] = o->size[other] = 0;
}

void kf_order_met(kf_node_order *o, const uint32_t *nodes, uint32_t n)
{
    for (uint32_t i = 1; i < n; i++) join(o, nodes[0], nodes[i]);
    o->cycles[first_of(o, nodes[0])]++;
    o->grown = true;
}

bool kf_order_has(const kf_node_order *o, const uint32_t *nodes, uint32_t n)
{
    uint32_t i = 0;
    while (i < n && o->of[nodes[i]] == o->of[nodes[0]]) i++;
    return n > 1 && i == n && o->of[nodes[0]] != 0;
}

/* ---- Clauses ---- */

/* "x is before y": they are in one group. */
static kf_lit before(const kf_node_order *o, uint32_t x, uint32_t y)
{
    uint32_t pair[2] = { x < y ? x : y, x < y ? y : x };
    uint32_t at = kf_tuple_map_find(&o->pairs, pair);
    assert(x != y && at < o->atoms.n);
    return kf_lit_of((kf_atom){ o->atoms.at[at] }, x > y);
}

static kerf_status add_hard(kf_grounder *g, kf_lit *lits, uint32_t n)
{
    double constant = 0;
    kerf_status st = kf_problem_add_clause(g->p, lits, n, INFINITY, &constant);
    assert(st != KERF_OK || constant == 0);
    return st;
}

/* What leads from one node to another has no room behind the last or before the first. Of evidence
 * that follows at once. */
static kerf_status keep_from_ends(kf_grounder *g, const kf_node_order *o, const link *l)
{
    const uint32_t ends[2] = { o->end[0][l->to], o->end[1][l->from] };
    for (int side = 0; side < 2 && l->atom != ALWAYS; side++) {
        kf_lit lits[2] = { kf_lit_of((kf_atom){ l->atom }, true),
                           kf_lit_of((kf_atom){ ends[side] }, true) };
        if (ends[side] != KF_NONE) KF_TRY(add_hard(g, lits, 2));
    }
    return KERF_OK;
}

kerf_status kf_order_link(kf_grounder *g, kf_node_order *o, uint32_t predicate, uint32_t from,
                          uint32_t to, bool *new)
{
    uint32_t pair[2] = { from, to }, known = kf_tuple_map_count(&o->linked), n = 0;
    kf_lit lits[2];
    kf_atom atom = { ALWAYS };
    assert(from != to && o->of[from] != 0 && o->of[from] == o->of[to]);
    *new = kf_tuple_map_find(&o->linked, pair) == UINT32_MAX;
    if (!*new) return KERF_OK;
    if (!kf_vec_reserve(o->mem, &o->links, 1)) return KERF_NO_MEMORY;
    if (kf_database_fixed(g->d, predicate, pair) != KF_TRUE) {
        KF_TRY(kf_grounder_atom(g, predicate, pair, &atom));
        lits[n++] = kf_lit_of(atom, true);
    }
    lits[n++] = before(o, from, to);
    KF_TRY(add_hard(g, lits, n));
    KF_TRY(kf_tuple_map_add(&o->linked, o->mem, pair, known, 1, 0));
    o->links.at[known] = (link){ from, to, atom.id, o->first[from] };
    o->first[from] = known;
    o->links.n = known + (size_t)1;
    return keep_from_ends(g, o, &o->links.at[known]);
}

/* Not x before y before z before x, nor the other way round. */
static kerf_status order_three(kf_grounder *g, kf_node_order *o, uint32_t x, uint32_t y, uint32_t z)
{
    kf_lit one[3] = { before(o, x, y), before(o, y, z), before(o, z, x) }, other[3];
    for (int i = 0; i < 3; i++) other[i] = kf_lit_not(one[i]);
    KF_TRY(add_hard(g, one, 3));
    return add_hard(g, other, 3);
}

static kerf_status add_pair(kf_grounder *g, kf_node_order *o, uint32_t x, uint32_t y)
{
    uint32_t pair[2] = { x, y }, known = kf_tuple_map_count(&o->pairs);
    kf_atom atom;
    assert(x < y);
    if (kf_tuple_map_find(&o->pairs, pair) != UINT32_MAX) return KERF_OK;
    if (!kf_vec_reserve(g->mem, &g->predicate_of, 1) || !kf_vec_reserve(g->mem, &g->row_of, 1)
        || !kf_vec_reserve(o->mem, &o->atoms, 1))
        return KERF_NO_MEMORY;
    KF_TRY(kf_tuple_map_add(&o->pairs, o->mem, pair, known, 1, 0));
    kerf_status st = kf_problem_add_atom(g->p, &atom);
    if (st != KERF_OK) return st;
    g->predicate_of.at[g->predicate_of.n++] = KF_NONE;
    g->row_of.at[g->row_of.n++] = 0;
    o->atoms.at[o->atoms.n++] = atom.id;
    return KERF_OK;
}

/* ---- One group ---- */

/* Of one node: a part, and what it means. */
static kerf_status define_end(kf_grounder *g, kf_node_order *o, const uint32_t *nodes, uint32_t n,
                              uint32_t i, int side)
{
    kf_atom atom;
    o->lits.n = 0;
    if (!kf_vec_reserve(o->mem, &o->lits, n) || !kf_vec_reserve(o->mem, &o->ends, 1))
        return KERF_NO_MEMORY;
    for (uint32_t k = 0; k < n; k++) {
        uint32_t x = side ? nodes[k] : nodes[i], y = side ? nodes[i] : nodes[k];
        if (k != i) o->lits.at[o->lits.n++] = before(o, x, y);
    }
    KF_TRY(kf_grounder_define(g, true, o->lits.at, n - 1, &atom));
    o->ends.at[o->ends.n++] = o->end[side][nodes[i]] = atom.id;
    for (uint32_t k = 0; k + 1 < n; k++) {
        kf_lit lits[2] = { kf_lit_of(atom, true), o->lits.at[k] };
        KF_TRY(add_hard(g, lits, 2));
    }
    return KERF_OK;
}

/* Someone is the first, and someone the last. */
static kerf_status find_ends(kf_grounder *g, kf_node_order *o, const uint32_t *nodes, uint32_t n)
{
    for (int side = 0; n > 2 && side < 2; side++) {
        for (uint32_t i = 0; i < n; i++) KF_TRY(define_end(g, o, nodes, n, i, side));
        o->lits.n = 0;
        for (uint32_t i = 0; i < n; i++)
            o->lits.at[o->lits.n++] = kf_lit_of((kf_atom){ o->end[side][nodes[i]] }, false);
        KF_TRY(add_hard(g, o->lits.at, n));
    }
    return KERF_OK;
}

/* A cycle of one node, which no order speaks of. It may have been found as one, too: the clause
 * stays one. */
static kerf_status forbid_loop(kf_grounder *g, uint32_t predicate, uint32_t node)
{
    uint32_t pair[2] = { node, node };
    kf_atom atom;
    KF_TRY(kf_grounder_atom(g, predicate, pair, &atom));
    kf_lit not_it = kf_lit_of(atom, true);
    return add_hard(g, &not_it, 1);
}

/* Edges that have a name, and those of evidence; others are linked when they close a cycle. */
static kerf_status link_edges(kf_grounder *g, kf_node_order *o, uint32_t predicate, uint32_t of)
{
    const kf_relation *all[] = { g->atoms[predicate], g->d->fixed_true[predicate] };
    for (size_t k = 0; k < KF_LENGTH(all); k++)
        for (uint32_t i = 0; i < all[k]->n; i++) {
            const kf_relation *rel = all[k];
            bool new;
            if (rel->provider || (rel->dead && rel->dead[i])) continue;
            uint32_t from = rel->columns[0][i], to = rel->columns[1][i];
            if (o->of[from] != of || o->of[to] != of) continue;
            if (from != to) KF_TRY(kf_order_link(g, o, predicate, from, to, &new));
            else if (rel == g->atoms[predicate]) KF_TRY(forbid_loop(g, predicate, from));
        }
    return KERF_OK;
}

/* Some of them may be ordered already, in one group or in several. */
static kerf_status order_nodes(kf_grounder *g, kf_node_order *o, const uint32_t *nodes, uint32_t n)
{
    for (uint32_t y = 0; y < n; y++)
        for (uint32_t x = 0; x < y; x++) KF_TRY(add_pair(g, o, nodes[x], nodes[y]));
    for (uint32_t z = 0; z < n; z++)
        for (uint32_t y = 0; y < z; y++)
            for (uint32_t x = 0; x < y; x++)
                if (!kf_order_has(o, (uint32_t[]){ nodes[x], nodes[y], nodes[z] }, 3))
                    KF_TRY(order_three(g, o, nodes[x], nodes[y], nodes[z]));
    return KERF_OK;
}

/* `queue` has the nodes, ascending. */
static kerf_status order_group(kf_grounder *g, kf_node_order *o, uint32_t predicate)
{
    uint32_t n = (uint32_t)o->queue.n, of = o->queue.at[0] + 1;
    if (!kf_vec_reserve(o->mem, &o->nodes, n)) return KERF_NO_MEMORY;
    KF_TRY(order_nodes(g, o, o->queue.at, n));
    KF_TRY(find_ends(g, o, o->queue.at, n));
    for (uint32_t i = 0; i < n; i++) {
        uint32_t node = o->queue.at[i];
        if (o->of[node] == 0) o->nodes.at[o->nodes.n++] = node;
        o->of[node] = of;
    }
    for (size_t i = 0; i < o->links.n; i++)
        if (o->of[o->links.at[i].from] == of) KF_TRY(keep_from_ends(g, o, &o->links.at[i]));
    return link_edges(g, o, predicate, of);
}

static bool is_worth_it(const kf_node_order *o, uint32_t first, uint32_t per_cycle)
{
    uint64_t n = o->size[first], clauses = n * (n - 1) * (n - 2) / 3;
    return n > 1 && n <= MOST_NODES && clauses <= (uint64_t)per_cycle * o->cycles[first];
}

static kerf_status order_rule(kf_grounder *g, kf_node_order *o, uint32_t predicate,
                              uint32_t per_cycle)
{
    if (!o->grown) return KERF_OK;
    o->grown = false;
    if (!kf_vec_reserve(o->mem, &o->queue, o->n)) return KERF_NO_MEMORY;
    for (uint32_t first = 0; first < o->n; first++) {
        if (o->cycles[first] == 0 || !is_worth_it(o, first, per_cycle)) continue;
        o->queue.n = 0;
        for (uint32_t i = first; i < o->n; i++)
            if (first_of(o, i) == first) o->queue.at[o->queue.n++] = i;
        bool ordered = kf_order_has(o, o->queue.at, (uint32_t)o->queue.n);
        if (!ordered) KF_TRY(order_group(g, o, predicate));
    }
    return KERF_OK;
}

kerf_status kf_order_groups(kf_grounder *g, uint32_t per_cycle)
{
    for (size_t i = 0; i < g->rules.n; i++) {
        const kf_ground_rule *gr = &g->rules.at[i];
        if (!gr->order) continue;
        KF_TRY(order_rule(g, gr->order, g->d->m->rules.at[gr->rule].predicate, per_cycle));
        KF_CHECK(kf_order_check(gr->order));
    }
    return KERF_OK;
}

bool kf_grounder_has_order(const kf_grounder *g)
{
    for (size_t i = 0; i < g->rules.n; i++)
        if (g->rules.at[i].order && g->rules.at[i].order->atoms.n > 0) return true;
    return false;
}

size_t kf_order_atoms(const kf_node_order *o)
{
    return o->atoms.n;
}

/* ---- An order of an assignment ---- */

static bool counts(const link *l, const bool *assignment)
{
    return l->atom == ALWAYS || assignment[l->atom];
}

/* The node without a place that the fewest links lead to: where there is a cycle, each has some. */
static uint32_t choose(const kf_node_order *o)
{
    uint32_t best = KF_NONE;
    for (size_t i = 0; i < o->nodes.n; i++) {
        uint32_t node = o->nodes.at[i];
        if (o->rank[node] != KF_NONE) continue;
        if (best == KF_NONE || o->into[node] < o->into[best]) best = node;
    }
    return best;
}

static void begin_ranks(const kf_node_order *o, const bool *assignment)
{
    for (size_t i = 0; i < o->nodes.n; i++) {
        o->rank[o->nodes.at[i]] = KF_NONE;
        o->into[o->nodes.at[i]] = 0;
    }
    for (size_t i = 0; i < o->links.n; i++)
        o->into[o->links.at[i].to] += counts(&o->links.at[i], assignment);
}

/* Nodes that no link leads to any more come first. Those of all groups at once: there are no links
 * between them. */
static void rank_nodes(const kf_node_order *o, const bool *assignment)
{
    uint32_t *queue = o->queue.at, end = 0;
    begin_ranks(o, assignment);
    for (size_t i = 0; i < o->nodes.n; i++)
        if (o->into[o->nodes.at[i]] == 0) queue[end++] = o->nodes.at[i];
    for (uint32_t placed = 0; placed < o->nodes.n; placed++) {
        if (placed == end) queue[end++] = choose(o);
        uint32_t node = queue[placed];
        o->rank[node] = placed;
        for (uint32_t l = o->first[node]; l != KF_NONE; l = o->links.at[l].next) {
            const link *x = &o->links.at[l];
            if (!counts(x, assignment) || --o->into[x->to] > 0) continue;
            if (o->rank[x->to] == KF_NONE) queue[end++] = x->to;
        }
    }
}

void kf_order_complete(const kf_node_order *o, bool *assignment)
{
    if (o->atoms.n == 0) return;
    rank_nodes(o, assignment);
    for (uint32_t i = 0; i < o->atoms.n; i++) {
        const uint32_t *pair = kf_tuple_map_tuple(&o->pairs, i);
        assignment[o->atoms.at[i]] = o->rank[pair[0]] < o->rank[pair[1]];
    }
}

/* ---- What its atoms say ---- */

static uint32_t find(const uint32_t *atoms, size_t n, uint32_t atom)
{
    size_t low = 0, high = n;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (atoms[middle] < atom) low = middle + 1;
        else high = middle;
    }
    return low < n && atoms[low] == atom ? (uint32_t)low : KF_NONE;
}

bool kf_order_speaks(const kf_node_order *o, uint32_t atom)
{
    return find(o->atoms.at, o->atoms.n, atom) != KF_NONE
           || find(o->ends.at, o->ends.n, atom) != KF_NONE;
}

bool kf_grounder_orders(const kf_grounder *g, const kf_lit *lits, uint32_t n)
{
    for (size_t i = 0; i < g->rules.n; i++)
        for (uint32_t k = 0; g->rules.at[i].order && k < n; k++)
            if (kf_order_speaks(g->rules.at[i].order, kf_lit_atom(lits[k]).id)) return true;
    return false;
}

uint32_t kf_grounder_ordered_pair(const kf_grounder *g, uint32_t atom, uint32_t pair[2])
{
    if (atom >= g->predicate_of.n || g->predicate_of.at[atom] != KF_NONE) return KF_NONE;
    for (size_t i = 0; i < g->rules.n; i++) {
        const kf_node_order *o = g->rules.at[i].order;
        uint32_t at = o ? find(o->atoms.at, o->atoms.n, atom) : KF_NONE;
        if (at == KF_NONE) continue;
        memcpy(pair, kf_tuple_map_tuple(&o->pairs, at), 2 * sizeof *pair);
        return g->d->m->rules.at[g->rules.at[i].rule].predicate;
    }
    return KF_NONE;
}

kerf_status kf_grounder_finds_cycle(kf_grounder *g, bool *cycle)
{
    *cycle = false;
    for (size_t i = 0; i < g->rules.n && !*cycle; i++) {
        const kf_ground_rule *gr = &g->rules.at[i];
        uint64_t knots;
        if (!gr->order) continue;
        uint32_t predicate = g->d->m->rules.at[gr->rule].predicate;
        KF_TRY(kf_count_knots(g, g->d->atoms[predicate], &knots));
        *cycle = knots > gr->decided[0];
    }
    return KERF_OK;
}

void kf_order_check(const kf_node_order *o)
{
#ifndef NDEBUG
    kf_tuple_map_check(&o->pairs);
    kf_tuple_map_check(&o->linked);
    assert(o->atoms.n == kf_tuple_map_count(&o->pairs));
    assert(o->links.n == kf_tuple_map_count(&o->linked));
    for (size_t i = 1; i < o->atoms.n; i++) assert(o->atoms.at[i - 1] < o->atoms.at[i]);
    for (size_t i = 0; i < o->nodes.n; i++) assert(o->of[o->nodes.at[i]] != 0);
    for (size_t i = 0; i < o->links.n; i++) {
        const link *l = &o->links.at[i];
        assert(l->from < o->n && l->to < o->n && o->of[l->from] == o->of[l->to]);
        before(o, l->from, l->to);
    }
#else
    (void)o;
#endif
}

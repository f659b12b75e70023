/* explain_cycle.c -- a cycle among atoms of which acyclicity allows none, or nodes that it orders,
 * as a note; see explain.c. */
#include "report/conflict/explaining.h"

#include "base/check.h"
#include "ground/atoms.h"
#include "ground/graph/node_order.h"
#include "ground/why/ring.h"

#include <string.h>

enum { MOST_EDGES = 8, MOST_NODES = 8 }; /* in the text */

/* ---- A cycle ---- */

static void print_edges(kf_text *to, const kf_explaining *x, uint32_t predicate,
                        const kf_ring *ring, bool open_only)
{
    uint32_t n = 0;
    for (size_t i = 0; i < ring->nodes.n; i++) {
        uint32_t pair[2] = { ring->nodes.at[i], ring->nodes.at[(i + 1) % ring->nodes.n] };
        bool open = kf_database_fixed(kf_grounder_database(x->g), predicate, pair) != KF_TRUE;
        if ((open_only && !open) || n++ >= MOST_EDGES) continue;
        if (n > 1) kf_text_add(to, KF_STR(", "));
        kf_explain_atom(to, x->m, predicate, pair, 0);
    }
    if (n > MOST_EDGES) kf_text_addf(to, " and %u more", n - MOST_EDGES);
}

/* Evidence of the edges, and how many it leaves open. */
static kerf_status read_edges(kf_explaining *x, uint32_t predicate, const kf_ring *ring,
                              size_t *open)
{
    *open = 0;
    for (size_t i = 0; i < ring->nodes.n; i++) {
        uint32_t pair[2] = { ring->nodes.at[i], ring->nodes.at[(i + 1) % ring->nodes.n] };
        bool given;
        KF_TRY(kf_reasons_given(&x->reasons, x->g, predicate, pair, 0, &given));
        *open += !given;
    }
    return KERF_OK;
}

static kerf_status show_ring(kf_explaining *x, const kf_rule *r, const kf_ring *ring)
{
    uint32_t first = kf_reasons_count(&x->reasons);
    size_t open;
    kf_place place;
    kf_text text;
    KF_TRY(read_edges(x, r->predicate, ring, &open));
    kf_text_init(&text, kf_grounder_mem(x->g));
    size_t skip = kf_explain_begin(&text, x, r, &place);
    kf_text_add(&text, ring->nodes.n > 1 ? KF_STR("not all of ") : KF_STR("not "));
    print_edges(&text, x, r->predicate, ring, false);
    kf_text_add(&text, KF_STR(", a cycle"));
    if (open > 0 && open < ring->nodes.n) {
        kf_text_add(&text, KF_STR(" in which evidence leaves open "));
        print_edges(&text, x, r->predicate, ring, true);
    }
    kerf_status st = kf_explain_grounding(x, r, 0, &place, &text, skip);
    if (st == KERF_OK) st = kf_explain_reasons(x, first);
    kf_text_free(&text);
    return st;
}

kerf_status kf_explain_cycle(kf_explaining *x, const kf_rule *r, uint32_t clause)
{
    kf_grounder *g = x->g;
    const kf_problem *p = kf_grounder_problem(g);
    uint32_t start = 0, n = 0;
    assert(r->kind == KF_RULE_ACYCLIC && (clause == KF_NONE || clause < p->clauses.n));
    if (clause != KF_NONE) {
        start = p->clauses.at[clause].start;
        n = p->clauses.at[clause].n;
    }
    uint32_t *pairs = kf_arena_alloc(&x->arena, (size_t)2 * n + 1, sizeof *pairs);
    if (!pairs) return KERF_NO_MEMORY;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t row[KF_MOST_ARITY];
        kf_grounder_atom_row(g, kf_lit_atom(p->literals.at[start + i]).id, row);
        memcpy(pairs + (size_t)2 * i, row, 2 * sizeof *pairs);
    }
    kf_ring ring = { 0 };
    kerf_status st = kf_ground_ring(g, r->predicate, pairs, n, &ring);
    if (st == KERF_OK) st = show_ring(x, r, &ring);
    kf_vec_free(kf_grounder_mem(g), &ring.nodes);
    return st;
}

/* ---- An order ---- */

/* The nodes that a clause speaks of; one about a single pair says that evidence has its edge. */
static kerf_status read_order(kf_explaining *x, uint32_t predicate, const kf_clause *c, bool *nodes)
{
    const kf_lit *lits = kf_grounder_problem(x->g)->literals.at + c->start;
    if (!kf_grounder_orders(x->g, lits, c->n)) return KERF_OK;
    for (uint32_t i = 0; i < c->n; i++) {
        uint32_t pair[KF_MOST_ARITY], atom = kf_lit_atom(lits[i]).id;
        bool given, edge_of = kf_grounder_atom_row(x->g, atom, pair) == predicate;
        if (!edge_of && kf_grounder_ordered_pair(x->g, atom, pair) != predicate) continue;
        nodes[pair[0]] = nodes[pair[1]] = true;
        if (c->n > 1) continue;
        uint32_t edge[2] = { pair[kf_lit_negated(lits[i])], pair[!kf_lit_negated(lits[i])] };
        KF_TRY(kf_reasons_given(&x->reasons, x->g, predicate, edge, 0, &given));
    }
    return KERF_OK;
}

static void print_nodes(kf_text *to, const kf_symbols *constants, const bool *nodes, uint32_t n)
{
    uint32_t some = 0;
    for (uint32_t i = 0; i < n; i++) {
        if (!nodes[i] || some++ >= MOST_NODES) continue;
        if (some > 1) kf_text_add(to, KF_STR(", "));
        kf_print_fact_constant(to, kf_symbols_text(constants, i));
    }
    if (some > MOST_NODES) kf_text_addf(to, " and %u more", some - MOST_NODES);
}

kerf_status kf_explain_order(kf_explaining *x, const kf_rule *r, const kf_cpi_result *found)
{
    const kf_problem *p = kf_grounder_problem(x->g);
    const kf_predicate *is = &x->m->predicates.at[r->predicate];
    const kf_symbols *constants = x->m->types.at[is->slots[0].type].constants;
    uint32_t first = kf_reasons_count(&x->reasons), n = kf_symbols_count(constants);
    kf_place place;
    kf_text text;
    bool *nodes = kf_arena_alloc(&x->arena, n, sizeof *nodes);
    if (!nodes) return KERF_NO_MEMORY;
    memset(nodes, 0, n * sizeof *nodes);
    for (size_t i = 0; i < found->conflict.n; i++)
        if (found->conflict.at[i] < p->clauses.n)
            KF_TRY(read_order(x, r->predicate, &p->clauses.at[found->conflict.at[i]], nodes));
    kf_text_init(&text, kf_grounder_mem(x->g));
    size_t skip = kf_explain_begin(&text, x, r, &place);
    kf_text_addf(&text, "%.*s has no cycle among ", (int)kf_model_name(x->m, is->name).n,
                 kf_model_name(x->m, is->name).at);
    print_nodes(&text, constants, nodes, n);
    kerf_status st = kf_explain_grounding(x, r, 0, &place, &text, skip);
    if (st == KERF_OK) st = kf_explain_reasons(x, first);
    kf_text_free(&text);
    return st;
}

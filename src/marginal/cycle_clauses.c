/* cycle_clauses.c -- acyclicity in full, so that exactly the worlds without a cycle are left.
 *
 * For the most probable world cycles are found one by one. Here all must be forbidden beforehand.
 * Only edges within a strongly connected component of the edges that may be there can be on a
 * cycle. Where the simple cycles are few, each is a clause. Else atoms R(x, y), "y is reached from
 * x", are added:
 *     R(x, y) <=> E(x, y) v some z: E(x, z) ^ R(z, y)        E(x, y) => !R(y, x)
 * In a graph without cycles R has one value for each pair, by induction from the nodes that no edge
 * leaves. In one with a cycle x0 x1 ... x0 every R has R(x1, x0), and then E(x0, x1) is forbidden.
 * So each assignment without cycles is left once, and no other. */
#include "marginal/marginal_parts.h"

#include "base/check.h"
#include "ground/atoms.h"
#include "ground/ground_rule.h"
#include "model/model.h"
#include "query/database.h"

#include <math.h>

enum { MOST_CYCLES = 20000, MOST_STEPS = 4000000, MOST_NODES = 64 };
#define NO_EDGE UINT32_MAX /* else the atom */
#define FIXED (UINT32_MAX - 1)

typedef struct graph {
    kf_grounder *g;
    kf_problem *p;
    const kf_rule *rule;
    uint32_t predicate, n;
    const uint32_t *nodes; /* constants */
    uint32_t *edge;        /* by pair of nodes */
    uint32_t *part;        /* by node: its strongly connected component, from 1 */
    uint32_t *path;
    kf_lit *lits;
    bool *on_path;
    uint64_t cycles, steps;
    kf_arena arena;
} graph;

static uint32_t edge(const graph *g, uint32_t x, uint32_t y)
{
    assert(x < g->n && y < g->n);
    return g->edge[(size_t)x * g->n + y];
}

static bool is_inside(const graph *g, uint32_t x, uint32_t y)
{
    return edge(g, x, y) != NO_EDGE && g->part[x] == g->part[y];
}

/* ---- Edges ---- */

static kerf_status find_edges(graph *g)
{
    kf_database *d = kf_grounder_database(g->g);
    for (uint32_t x = 0; x < g->n; x++)
        for (uint32_t y = 0; y < g->n; y++) {
            uint32_t row[2] = { g->nodes[x], g->nodes[y] }, *to = &g->edge[(size_t)x * g->n + y];
            kf_truth fixed = kf_database_fixed(d, g->predicate, row);
            kf_atom atom;
            *to = fixed == KF_TRUE ? FIXED : NO_EDGE;
            if (fixed != KF_UNKNOWN) continue;
            KF_TRY(kf_grounder_atom(g->g, g->predicate, row, &atom));
            *to = atom.id;
        }
    return KERF_OK;
}

/* ---- Strongly connected components: what is reached both ways ---- */

static void reach(const graph *g, uint32_t from, bool back, bool *met, uint32_t *stack)
{
    uint32_t n = 0;
    for (uint32_t x = 0; x < g->n; x++) met[x] = false;
    stack[n++] = from;
    met[from] = true;
    while (n > 0) {
        uint32_t x = stack[--n];
        for (uint32_t y = 0; y < g->n; y++) {
            bool there = (back ? edge(g, y, x) : edge(g, x, y)) != NO_EDGE;
            if (there && !met[y]) met[y] = true, stack[n++] = y;
        }
    }
}

static kerf_status find_parts(graph *g)
{
    bool *ahead = kf_arena_alloc(&g->arena, g->n, sizeof *ahead);
    bool *back = kf_arena_alloc(&g->arena, g->n, sizeof *back);
    uint32_t *stack = kf_arena_alloc(&g->arena, g->n, sizeof *stack);
    if (!ahead || !back || !stack) return KERF_NO_MEMORY;
    for (uint32_t x = 0; x < g->n; x++) {
        if (g->part[x]) continue;
        reach(g, x, false, ahead, stack);
        reach(g, x, true, back, stack);
        for (uint32_t y = 0; y < g->n; y++)
            if (ahead[y] && back[y]) g->part[y] = x + 1;
    }
    return KERF_OK;
}

/* ---- Cycle by cycle ---- */

static kerf_status say_broken(const graph *g)
{
    const kf_model *m = kf_grounder_model(g->g);
    kf_place place = kf_sources_place(m->program->sources, g->rule->pos);
    kf_diag_add(kf_grounder_diags(g->g), KERF_ERROR, &place, "correct the evidence",
                "this acyclicity cannot be kept: the evidence alone has a cycle");
    return KERF_INFEASIBLE;
}

static kerf_status forbid(graph *g, uint32_t length)
{
    uint32_t n = 0;
    double constant = 0;
    assert(length > 0 && length <= g->n);
    for (uint32_t i = 0; i < length; i++) {
        uint32_t e = edge(g, g->path[i], g->path[i + 1 < length ? i + 1 : 0]);
        if (e != FIXED) g->lits[n++] = kf_lit_of((kf_atom){ e }, true);
    }
    g->cycles++;
    if (n == 0) return say_broken(g);
    return kf_problem_add_clause(g->p, g->lits, n, INFINITY, &constant);
}

/* All simple cycles through the first node of the path and no earlier one. KERF_LIMIT: too many. */
static kerf_status walk(graph *g, uint32_t length)
{
    uint32_t first = g->path[0], last = g->path[length - 1];
    if (++g->steps > MOST_STEPS || g->cycles > MOST_CYCLES) return KERF_LIMIT;
    if (is_inside(g, last, first)) KF_TRY(forbid(g, length));
    for (uint32_t y = first + 1; y < g->n; y++) {
        if (g->on_path[y] || !is_inside(g, last, y)) continue;
        g->on_path[y] = true;
        g->path[length] = y;
        kerf_status st = walk(g, length + 1);
        g->on_path[y] = false;
        KF_TRY(st);
    }
    return KERF_OK;
}

/* ---- By what is reached ---- */

typedef struct reached {
    graph *g;
    uint32_t *atom; /* by pair of nodes: R */
} reached;

static kerf_status add_hard(graph *g, const kf_lit *lits, uint32_t n)
{
    double constant = 0;
    KF_TRY(kf_problem_add_clause(g->p, lits, n, INFINITY, &constant));
    return isinf(constant) ? say_broken(g) : KERF_OK;
}

/* c <=> E(x, z) ^ R(z, y). */
static kerf_status define_step(graph *g, kf_lit e, kf_lit r, kf_lit *out)
{
    kf_atom atom;
    KF_TRY(kf_problem_add_atom(g->p, &atom));
    kf_lit c = *out = kf_lit_of(atom, false);
    kf_lit first[2] = { kf_lit_not(c), e }, second[2] = { kf_lit_not(c), r };
    kf_lit both[3] = { c, kf_lit_not(e), kf_lit_not(r) };
    KF_TRY(add_hard(g, first, 2));
    KF_TRY(add_hard(g, second, 2));
    return add_hard(g, both, 3);
}

/* The ways from x to y: their number, UINT32_MAX: one is always there. */
static kerf_status find_ways(const reached *r, uint32_t x, uint32_t y, kf_lit *ways, uint32_t *n)
{
    graph *g = r->g;
    assert(x != y && g->part[x] == g->part[y]);
    *n = 0;
    for (uint32_t z = 0; z < g->n; z++) {
        if (z == x || !is_inside(g, x, z)) continue;
        uint32_t e = edge(g, x, z);
        kf_lit there = kf_lit_of((kf_atom){ e }, false), on;
        if (z == y && e == FIXED) {
            *n = UINT32_MAX;
            return KERF_OK;
        }
        if (z == y) {
            ways[(*n)++] = there;
            continue;
        }
        on = kf_lit_of((kf_atom){ r->atom[(size_t)z * g->n + y] }, false);
        if (e == FIXED) ways[(*n)++] = on;
        else KF_TRY(define_step(g, there, on, &ways[(*n)++]));
    }
    return KERF_OK;
}

/* R(x, y) is one of the ways, and where it is, E(y, x) is not. */
static kerf_status define_reach(const reached *r, uint32_t x, uint32_t y, kf_lit *ways)
{
    graph *g = r->g;
    kf_lit self = kf_lit_of((kf_atom){ r->atom[(size_t)x * g->n + y] }, false);
    uint32_t n, back = edge(g, y, x);
    KF_TRY(find_ways(r, x, y, ways, &n));
    if (n == UINT32_MAX) KF_TRY(add_hard(g, &self, 1));
    for (uint32_t i = 0; i < n && n != UINT32_MAX; i++) {
        kf_lit pair[2] = { self, kf_lit_not(ways[i]) };
        KF_TRY(add_hard(g, pair, 2));
    }
    if (n != UINT32_MAX) {
        ways[n] = kf_lit_not(self);
        KF_TRY(add_hard(g, ways, n + 1));
    }
    if (back == NO_EDGE) return KERF_OK;
    kf_lit not_both[2] = { kf_lit_not(self), kf_lit_of((kf_atom){ back }, true) };
    return add_hard(g, not_both, back == FIXED ? 1 : 2);
}

static kerf_status forbid_loops(graph *g)
{
    for (uint32_t x = 0; x < g->n; x++) {
        uint32_t e = edge(g, x, x);
        kf_lit none = kf_lit_of((kf_atom){ e }, true);
        if (e == FIXED) return say_broken(g);
        if (e != NO_EDGE) KF_TRY(add_hard(g, &none, 1));
    }
    return KERF_OK;
}

static kerf_status say_large(const graph *g, uint32_t nodes)
{
    const kf_model *m = kf_grounder_model(g->g);
    kf_place place = kf_sources_place(m->program->sources, g->rule->pos);
    kf_diag_add(kf_grounder_diags(g->g), KERF_ERROR, &place,
                "evidence that some of its atoms are false leaves fewer cycles",
                "cycles of this predicate go through %u nodes; probabilities take %d at most",
                nodes, MOST_NODES);
    return KERF_LIMIT;
}

static kerf_status forbid_reached(graph *g)
{
    reached r = { .g = g };
    uint32_t nodes = 0;
    size_t pairs = (size_t)g->n * g->n;
    for (uint32_t x = 0; x < g->n; x++)
        for (uint32_t y = 0, some = 0; y < g->n && !some; y++)
            if (x != y && is_inside(g, x, y)) nodes++, some = 1;
    if (nodes > MOST_NODES) return say_large(g, nodes);
    r.atom = kf_arena_alloc(&g->arena, pairs, sizeof *r.atom);
    kf_lit *ways = kf_arena_alloc(&g->arena, g->n + (size_t)1, sizeof *ways);
    if (!r.atom || !ways) return KERF_NO_MEMORY;
    for (uint32_t x = 0; x < g->n; x++)
        for (uint32_t y = 0; y < g->n; y++) {
            kf_atom atom = { 0 };
            if (x == y || g->part[x] != g->part[y]) continue;
            KF_TRY(kf_problem_add_atom(g->p, &atom));
            r.atom[(size_t)x * g->n + y] = atom.id;
        }
    KF_TRY(forbid_loops(g));
    for (uint32_t x = 0; x < g->n; x++)
        for (uint32_t y = 0; y < g->n; y++)
            if (x != y && g->part[x] == g->part[y]) KF_TRY(define_reach(&r, x, y, ways));
    return KERF_OK;
}

/* ---- One rule ---- */

static kerf_status forbid_all(graph *g)
{
    kerf_status st = KERF_OK;
    for (uint32_t x = 0; st == KERF_OK && x < g->n; x++) {
        g->path[0] = x;
        st = walk(g, 1);
    }
    return st == KERF_LIMIT ? forbid_reached(g) : st; /* the clauses so far do no harm */
}

static kerf_status open_graph(graph *g)
{
    size_t n = g->n;
    g->edge = kf_arena_alloc(&g->arena, n * n, sizeof *g->edge);
    g->part = kf_arena_alloc(&g->arena, n, sizeof *g->part);
    g->path = kf_arena_alloc(&g->arena, n + 1, sizeof *g->path);
    g->lits = kf_arena_alloc(&g->arena, n + 1, sizeof *g->lits);
    g->on_path = kf_arena_alloc(&g->arena, n, sizeof *g->on_path);
    if (!g->edge || !g->part || !g->path || !g->lits || !g->on_path) return KERF_NO_MEMORY;
    return KERF_OK;
}

static kerf_status forbid_rule(kf_grounder *grounder, const kf_rule *rule)
{
    const kf_database *d = kf_grounder_database(grounder);
    const kf_predicate *p = &d->m->predicates.at[rule->predicate];
    const kf_domain *domain = &d->domains[p->slots[0].type];
    assert(p->arity == 2 && p->slots[0].type == p->slots[1].type);
    graph g = { .g = grounder,
                .p = kf_grounder_problem(grounder),
                .rule = rule,
                .predicate = rule->predicate,
                .n = domain->n,
                .nodes = domain->ids };
    kf_arena_init(&g.arena, kf_grounder_mem(grounder));
    kerf_status st = open_graph(&g);
    if (st == KERF_OK) st = find_edges(&g);
    if (st == KERF_OK) st = find_parts(&g);
    if (st == KERF_OK) st = forbid_all(&g);
    kf_arena_free(&g.arena);
    return st;
}

/* Atoms are named before there are any that the grounder does not know of. */
kerf_status kf_forbid_cycles(kf_grounder *g)
{
    const kf_model *m = kf_grounder_model(g);
    for (int pass = 0; pass < 2; pass++)
        for (size_t i = 0; i < kf_grounder_n_rules(g); i++) {
            const kf_rule *r = &m->rules.at[kf_ground_rule_id(kf_grounder_rule(g, i))];
            if (r->kind != KF_RULE_ACYCLIC || !m->predicates.at[r->predicate].hidden) continue;
            KF_TRY(pass == 0 ? kf_grounder_name_all(g, r->predicate) : forbid_rule(g, r));
        }
    return KERF_OK;
}

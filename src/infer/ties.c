/* ties.c -- assignments that differ from the best in one atom; see ties.h.
 *
 * One pass over the problem sums up what each atom's flip changes there. Where that is nothing, the
 * atom is flipped in the database and separated: if nothing new is violated, the other assignment
 * costs the same in the whole model. Otherwise separation has added groundings, and the sums are
 * computed anew. An order of nodes (node_order.h) may be another one after a flip: whether there is
 * one is asked of the database. After a change reduced costs are known: an atom whose own is
 * positive is no tie, and only the others are summed up, each from its own constraints. */
#include "infer/ties.h"

#include "base/cardinality.h"
#include "base/check.h"
#include "ground/atoms.h"
#include "ground/auxiliary.h"
#include "ground/graph/node_order.h"
#include "ground/separate/separate.h"

#include <math.h>
#include <string.h>

enum { MOST_TRIES = 32, NAMED = 8 };
static const double ROUNDING = 1e-14;

typedef struct ties {
    kf_grounder *g;
    kf_mem *mem; /* the grounder's, as is the problem */
    const kf_problem *p;
    size_t n;         /* atoms of the problem */
    bool *assignment; /* the best */
    bool *stays;    /* by atom: its flip breaks what is hard, or what its parts stand for changes */
    double *change; /* by atom: what its flip adds to the cost */
    double *size;   /* by atom: the sum of what that is made of */
    kf_reduced *near; /* of this assignment; NULL: sums are of all atoms */
} ties;

/* ---- Inside the problem ---- */

static double price(double weight, bool holds)
{
    return (weight > 0) == holds ? 0 : fabs(weight);
}

static void add_change(ties *t, uint32_t atom, double before, double after)
{
    /* Before: only what an atom breaks that was named after the best assignment was found. */
    if (isinf(after) || isinf(before)) {
        t->stays[atom] = true;
        return;
    }
    t->change[atom] += after - before;
    t->size[atom] += after + before;
}

/* With one true literal, that one decides; with none, each does. */
static void add_clause(ties *t, const kf_clause *c)
{
    const kf_lit *lits = t->p->literals.at + c->start;
    uint32_t n_true = 0, which = 0;
    for (uint32_t i = 0; i < c->n && n_true < 2; i++) {
        if (!kf_lit_true(lits[i], t->assignment)) continue;
        n_true++;
        which = i;
    }
    double yes = price(c->weight, true), no = price(c->weight, false);
    if (c->weight == 0 || n_true > 1) return;
    if (n_true == 1) add_change(t, kf_lit_atom(lits[which]).id, yes, no);
    for (uint32_t i = 0; i < c->n && n_true == 0; i++)
        add_change(t, kf_lit_atom(lits[i]).id, no, yes);
}

static void add_count(ties *t, const kf_cardinality *c)
{
    const kf_lit *lits = t->p->literals.at + c->start;
    const uint32_t *coefficients = t->p->coefficients.at + c->start;
    uint64_t sum = 0;
    for (uint32_t i = 0; i < c->n; i++)
        if (kf_lit_true(lits[i], t->assignment)) sum += coefficients[i];
    double before = price(c->weight, kf_count_holds(c->least, c->most, sum));
    for (uint32_t i = 0; i < c->n; i++) {
        bool now = kf_lit_true(lits[i], t->assignment);
        uint64_t other = now ? sum - coefficients[i] : sum + coefficients[i];
        double after = price(c->weight, kf_count_holds(c->least, c->most, other));
        add_change(t, kf_lit_atom(lits[i]).id, before, after);
    }
}

static void weigh_own(ties *t, uint32_t i)
{
    const kf_problem *p = t->p;
    double now = t->assignment[i] ? p->cost_true.at[i] : p->cost_false.at[i];
    double other = t->assignment[i] ? p->cost_false.at[i] : p->cost_true.at[i];
    t->stays[i] = kf_grounder_is_auxiliary(t->g, i);
    t->change[i] = t->size[i] = 0;
    add_change(t, i, now, other);
}

/* Is it about the order of nodes? Another order may keep it. */
static bool is_ordering(const ties *t, const kf_clause *c)
{
    return isinf(c->weight) && kf_grounder_orders(t->g, t->p->literals.at + c->start, c->n);
}

static void weigh(ties *t)
{
    const kf_grounder *g = t->g;
    const kf_problem *p = t->p;
    bool ordered = kf_grounder_has_order(g);
    size_t n_parts;
    for (uint32_t i = 0; i < t->n; i++) weigh_own(t, i);
    const kf_lit *parts = kf_grounder_auxiliary_literals(g, &n_parts);
    for (size_t i = 0; i < n_parts; i++) t->stays[kf_lit_atom(parts[i]).id] = true;
    for (size_t i = 0; i < p->clauses.n; i++)
        if (!ordered || !is_ordering(t, &p->clauses.at[i])) add_clause(t, &p->clauses.at[i]);
    for (size_t i = 0; i < p->cardinalities.n; i++) add_count(t, &p->cardinalities.at[i]);
}

/* From its own constraints. What these add to other atoms is of no use: the sums of each begin anew
 * when it is looked at. */
static void weigh_one(ties *t, uint32_t atom)
{
    const kf_reduced *x = t->near;
    weigh_own(t, atom);
    for (uint32_t at = x->first.at[atom]; at != UINT32_MAX; at = x->next.at[at]) {
        uint32_t id = x->owner.at[at] & ~KF_OWNER_COUNT;
        bool count = x->owner.at[at] & KF_OWNER_COUNT;
        if (count) add_count(t, &t->p->cardinalities.at[id]);
        else if (x->holder.at[id] == atom || x->holder.at[id] == UINT32_MAX)
            add_clause(t, &t->p->clauses.at[id]);
    }
}

static const double LITTLE = 1e-6;

/* May its flip cost nothing? It costs at least its reduced cost; and what clauses move to others,
 * or have left to be moved to it, it pays as well. */
static bool may_be_free(const kf_reduced *x, uint32_t atom)
{
    double left = LITTLE - x->cost.at[atom];
    for (uint32_t at = x->first.at[atom]; at != UINT32_MAX && left >= 0; at = x->next.at[at]) {
        uint32_t id = x->owner.at[at];
        if (id & KF_OWNER_COUNT || x->holder.at[id] == UINT32_MAX) continue;
        left -= x->holder.at[id] == atom ? x->weights.at[id] - x->moved.at[id] : x->moved.at[id];
    }
    return left >= 0;
}

/* The last atom before this one whose flip may cost nothing, or the first of all. */
static uint32_t last_before(const kf_reduced *x, uint32_t atom)
{
    const bool *priced = x->priced.at;
    const double *cost = x->cost.at;
    while (--atom > 0 && (priced[atom] || cost[atom] > LITTLE)) continue;
    return atom;
}

/* Would flipping it change nothing in the problem? With reduced costs: an atom that is no tie is
 * priced, and not looked at again. */
static bool weigh_flip(ties *t, uint32_t atom)
{
    if (t->near && (t->near->priced.at[atom] || t->near->cost.at[atom] > LITTLE)) return false;
    if (t->near && !may_be_free(t->near, atom)) {
        t->near->priced.at[atom] = true;
        return false;
    }
    if (t->near) weigh_one(t, atom);
    bool free = !t->stays[atom] && fabs(t->change[atom]) <= ROUNDING * t->size[atom];
    if (t->near) t->near->priced.at[atom] = !free;
    return free;
}

/* ---- The whole ---- */

static kerf_status try_flip(ties *t, uint32_t atom, bool *tie, bool *grown)
{
    kf_separated found = { 0 };
    bool cycle = false;
    KF_TRY(kf_grounder_set_atom(t->g, atom, !t->assignment[atom]));
    kerf_status st = kf_separate(t->g, false, &found);
    if (st == KERF_OK) st = kf_grounder_finds_cycle(t->g, &cycle);
    KF_TRY(kf_grounder_set_atom(t->g, atom, t->assignment[atom]));
    *grown = found.tuples > 0;
    *tie = st == KERF_OK && found.complete && found.tuples == 0 && found.hard == 0
           && found.cost == 0 && !cycle;
    return st;
}

static void close_ties(ties *t)
{
    kf_mem *mem = t->mem;
    kf_mem_free(mem, t->assignment, t->n, sizeof *t->assignment);
    kf_mem_free(mem, t->stays, t->n, sizeof *t->stays);
    kf_mem_free(mem, t->change, t->n, sizeof *t->change);
    kf_mem_free(mem, t->size, t->n, sizeof *t->size);
}

/* Are reduced costs of this assignment, and of the problem as it is? What parts stand for, and that
 * orders may change, they do not know. */
static bool covers(const ties *t, const kf_reduced *near)
{
    size_t n_parts;
    kf_grounder_auxiliary_literals(t->g, &n_parts);
    return near && n_parts == 0 && !kf_grounder_has_order(t->g) && near->first.n == t->n
           && near->weights.n == t->p->clauses.n && near->pays.n == t->p->cardinalities.n
           && memcmp(near->answer, t->assignment, t->n * sizeof(bool)) == 0;
}

/* What atoms there are now, all that are new being false. */
static kerf_status open_ties(ties *t, kf_grounder *g, const bool *assignment, size_t n,
                             kf_reduced *near)
{
    *t = (ties){ .g = g, .mem = kf_grounder_mem(g), .p = kf_grounder_problem(g) };
    t->n = t->p->parent.n;
    t->assignment = kf_mem_calloc(t->mem, t->n, sizeof *t->assignment);
    t->stays = kf_mem_calloc(t->mem, t->n, sizeof *t->stays);
    t->change = kf_mem_calloc(t->mem, t->n, sizeof *t->change);
    t->size = kf_mem_calloc(t->mem, t->n, sizeof *t->size);
    if (!t->assignment || !t->stays || !t->change || !t->size) return KERF_NO_MEMORY;
    assert(n <= t->n);
    memcpy(t->assignment, assignment, n * sizeof *assignment);
    kf_grounder_complete(g, t->assignment);
    if (covers(t, near)) t->near = near;
    else weigh(t);
    return KERF_OK;
}

static bool prefers_false(const kf_grounder *g, uint32_t predicate)
{
    return kf_grounder_default_cost(g, predicate, true)
           > kf_grounder_default_cost(g, predicate, false);
}

/* Unnamed atoms that could as well be true: a few of them stand for all. */
static kerf_status name_some(kf_grounder *g)
{
    for (uint32_t i = 0; i < kf_grounder_database(g)->n_predicates; i++) {
        if (!kf_grounder_model(g)->predicates.at[i].hidden || prefers_false(g, i)) continue;
        KF_TRY(kf_grounder_name_some(g, i, NAMED));
    }
    return KERF_OK;
}

/* From the last on: those just named come first. */
kerf_status kf_ties_find(kf_grounder *g, const bool *assignment, size_t n, kf_reduced *near,
                         bool *tie)
{
    assert(n <= kf_grounder_problem(g)->parent.n);
    *tie = false;
    KF_TRY(name_some(g));
    uint32_t next = (uint32_t)kf_grounder_problem(g)->parent.n, tries = 0;
    while (!*tie && next > 0 && tries < MOST_TRIES) {
        ties t;
        bool grown = false;
        kerf_status st = open_ties(&t, g, assignment, n, near);
        while (st == KERF_OK && !*tie && !grown && next > 0 && tries < MOST_TRIES) {
            next = t.near ? last_before(t.near, next) : next - 1;
            if (!weigh_flip(&t, next)) continue;
            tries++;
            st = try_flip(&t, next, tie, &grown);
        }
        close_ties(&t);
        KF_TRY(st);
    }
    return KERF_OK;
}

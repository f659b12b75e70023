/* products.c -- primal heuristic for products, which are counted instead of ground; see products.h.
 *
 * A product (ground/count/product.c) is not in the problem, so the solver does not see it: in
 * `1.0 p(x) ^ q(y)` no single atom gains anything. While the other groups stay as they are, a
 * product is linear in one group: a tuple of it costs weight x the number of tuples of the
 * others that it pays with, which is a cost of its atom. So the problem is solved with these
 * costs beside its own: one group at a time, then for all groups at once, as if the others were
 * at their best, and one at a time again. Each assignment is separated, which gives its cost in
 * the whole model, and the best is kept. Only groups of one hidden literal take part. The dual
 * bound is not touched; the search stops where no group improves any more. */
#include "infer/primal/products.h"

#include "base/check.h"
#include "ground/atoms.h"
#include "ground/auxiliary.h"
#include "ground/count/product.h"
#include "ground/ground_rule.h"
#include "ground/separate/separate.h"
#include "infer/components/components.h"
#include "infer/cpi_state.h"

#include <math.h>
#include <string.h>

enum { MOST_ROUNDS = 8, MOST_SOLVES = 10 };

typedef struct term { /* a cost beside those of the problem */
    kf_atom atom;
    double if_true, if_false;
} term;

typedef struct improver {
    kf_grounder *g;
    kf_mem *mem; /* the grounder's, as is the problem */
    kf_problem *p;
    const kf_cpi_options *o;
    const kf_limits *limits;
    kf_cpi_result *r;
    KF_VEC(term) terms;
    KF_VEC(bool) best, now; /* assignments, by atom of the problem; the database has `now` */
    double cost, now_cost;  /* INFINITY: it breaks hard formulas */
} improver;

bool kf_products_pay(const kf_grounder *g)
{
    for (size_t i = 0; i < kf_grounder_n_rules(g); i++) {
        const kf_ground_rule *gr = kf_grounder_rule(g, i);
        if (kf_product_is_active(gr) && kf_product_violated(gr) > 0) return true;
    }
    return false;
}

/* ---- Costs beside those of the problem ---- */

typedef struct adder {
    improver *x;
    bool when_true; /* it pays where its clause is true */
    double each;    /* per tuple */
} adder;

static kerf_status add_term(void *context, kf_atom atom, bool negated, uint64_t times)
{
    adder *a = context;
    double cost = a->each * (double)times;
    /* A group's tuple counts where its literal is false; side 1 pays where one is true. */
    bool pays_if_true = a->when_true != negated;
    term t = { atom, pays_if_true ? cost : 0, pays_if_true ? 0 : cost };
    return kf_vec_push(a->x->mem, &a->x->terms, t) ? KERF_OK : KERF_NO_MEMORY;
}

/* hopeful: as if the others were where they pay most for. */
static kerf_status add_group(improver *x, kf_ground_rule *gr, uint32_t group, bool hopeful)
{
    adder a = { x, kf_product_pays_when_true(gr), kf_product_price(gr, group, hopeful) };
    return a.each == 0 ? KERF_OK : kf_product_atoms(x->g, gr, group, add_term, &a);
}

/* ---- Assignments ---- */

static kerf_status keep(improver *x, const bool *assignment, uint32_t n)
{
    x->now.n = 0;
    if (!kf_vec_reserve(x->mem, &x->now, n + 1)) return KERF_NO_MEMORY;
    if (n > 0) memcpy(x->now.at, assignment, n * sizeof *assignment);
    x->now.n = n;
    return KERF_OK;
}

/* Separation tells what the assignment costs in truth, and counts its groups. */
static kerf_status look_at(improver *x, uint64_t *tuples)
{
    kf_separated found;
    uint64_t broken;
    bool *assignment = x->now.at;
    assert(x->now.n == x->p->parent.n);
    kf_grounder_complete(x->g, assignment);
    double cost = kf_grounder_unnamed_cost(x->g) + kf_problem_cost(x->p, assignment, &broken);
    for (uint32_t i = 0; i < x->now.n; i++) KF_TRY(kf_grounder_set_atom(x->g, i, assignment[i]));
    KF_TRY(kf_separate(x->g, false, &found));
    if (!found.complete) KF_TRY(kf_separate_rest(x->g, &found));
    x->r->groundings += found.tuples;
    x->r->groundings_with_multiplicity += found.groundings;
    x->now_cost = broken + found.hard > 0 ? INFINITY : cost + found.cost;
    *tuples = found.tuples;
    return KERF_OK;
}

/* The terms are in the problem only while it is solved: what they add is taken away exactly. */
static kerf_status solve(improver *x)
{
    kf_problem *p = x->p;
    uint32_t n = (uint32_t)p->parent.n;
    kf_components *components;
    kf_standing standing;
    double *saved = kf_mem_alloc(x->mem, 2 * (size_t)n, sizeof *saved);
    if (!saved) return KERF_NO_MEMORY;
    memcpy(saved, p->cost_true.at, n * sizeof *saved);
    memcpy(saved + n, p->cost_false.at, n * sizeof *saved);
    for (size_t i = 0; i < x->terms.n; i++)
        kf_problem_add_cost(p, x->terms.at[i].atom, x->terms.at[i].if_true,
                            x->terms.at[i].if_false);
    kerf_status st = kf_components_new(&components, x->mem, p, x->o);
    if (st == KERF_OK) {
        st = kf_components_solve(components, x->limits, &standing);
        if (st == KERF_OK) st = keep(x, kf_components_assignment(components), n);
        kf_components_free(components);
    }
    memcpy(p->cost_true.at, saved, n * sizeof *saved);
    memcpy(p->cost_false.at, saved + n, n * sizeof *saved);
    kf_mem_free(x->mem, saved, 2 * (size_t)n, sizeof *saved);
    return st;
}

/* Every atom that is named by now, as `best` has it; those that came later are false. */
static kerf_status restore(improver *x)
{
    uint64_t tuples;
    uint32_t n = (uint32_t)x->p->parent.n;
    size_t known = x->best.n < n ? x->best.n : n;
    KF_TRY(keep(x, x->best.at, (uint32_t)known));
    if (!kf_vec_reserve(x->mem, &x->now, n + 1 - known)) return KERF_NO_MEMORY;
    while (x->now.n < n) x->now.at[x->now.n++] = false;
    return look_at(x, &tuples);
}

/* What the terms make of it: if it is better, it is the best; else the best is there again. */
static kerf_status try_terms(improver *x, bool *improved)
{
    uint64_t tuples = 1;
    bool better = false;
    for (int i = 0; x->terms.n > 0 && tuples > 0 && i < MOST_SOLVES; i++) {
        if (kf_limits_reached(x->limits)) break;
        KF_TRY(solve(x));
        KF_TRY(look_at(x, &tuples));
        if (x->now_cost >= x->cost - kf_cpi_within(x->g, x->cost, 1e-9)) continue;
        assert(isfinite(x->now_cost) && x->now_cost < x->cost);
        x->cost = x->now_cost;
        x->best.n = 0;
        if (!kf_vec_reserve(x->mem, &x->best, x->now.n + 1)) return KERF_NO_MEMORY;
        memcpy(x->best.at, x->now.at, x->now.n * sizeof(bool));
        x->best.n = x->now.n;
        better = *improved = true;
    }
    x->terms.n = 0;
    return better && x->now_cost == x->cost ? KERF_OK : restore(x);
}

/* ---- All of them ---- */

static kerf_status all_at_once(improver *x, bool *improved)
{
    for (size_t i = 0; i < kf_grounder_n_rules(x->g); i++) {
        kf_ground_rule *gr = kf_grounder_rule(x->g, i);
        if (!kf_product_is_active(gr)) continue;
        for (uint32_t k = 0; k < kf_product_n_groups(gr); k++) KF_TRY(add_group(x, gr, k, true));
    }
    return try_terms(x, improved);
}

static kerf_status one_by_one(improver *x, bool *improved)
{
    for (size_t i = 0; i < kf_grounder_n_rules(x->g); i++) {
        kf_ground_rule *gr = kf_grounder_rule(x->g, i);
        uint32_t n = kf_product_is_active(gr) ? kf_product_n_groups(gr) : 0;
        for (uint32_t k = 0; k < n && !kf_limits_reached(x->limits); k++) {
            if (kf_product_violated(gr) == 0) break;
            KF_TRY(add_group(x, gr, k, false));
            KF_TRY(try_terms(x, improved));
        }
    }
    return KERF_OK;
}

/* One group after the other, until none improves. */
static kerf_status rounds(improver *x)
{
    bool improved = true;
    for (int i = 0; improved && i < MOST_ROUNDS && kf_products_pay(x->g); i++) {
        improved = false;
        KF_TRY(one_by_one(x, &improved));
    }
    return KERF_OK;
}

/* The assignment that the database has now. */
static kerf_status begin(improver *x)
{
    uint32_t n = (uint32_t)x->p->parent.n;
    if (!kf_vec_reserve(x->mem, &x->best, n + 1) || !x->best.at) return KERF_NO_MEMORY;
    for (uint32_t i = 0; i < n; i++) x->best.at[x->best.n++] = kf_grounder_holds(x->g, i);
    return KERF_OK;
}

kerf_status kf_products_improve(kf_grounder *g, const kf_cpi_options *o, const kf_limits *limits,
                                kf_cpi_result *r, double *cost)
{
    assert(kf_products_pay(g));
    improver x = { .g = g, .o = o, .limits = limits, .r = r, .cost = *cost };
    x.mem = kf_grounder_mem(g);
    x.p = kf_grounder_problem(g);
    bool improved;
    kerf_status st = begin(&x);
    if (st == KERF_OK) st = rounds(&x);
    if (st == KERF_OK) st = all_at_once(&x, &improved);
    if (st == KERF_OK) st = rounds(&x);
    if (st == KERF_OK) *cost = x.cost;
    kf_vec_free(x.mem, &x.terms);
    kf_vec_free(x.mem, &x.best);
    kf_vec_free(x.mem, &x.now);
    return st;
}

/* count_constraint.c -- one group of a cardinality as a constraint of the problem.
 *
 * What evidence makes the group count is taken from its bounds. A counted body of one open literal
 * is a term of the constraint; one of several gets an auxiliary atom for their conjunction. */
#include "ground/count/count.h"

#include "base/reach.h"

#include <math.h>

enum { MOST_LITERALS = 64 }; /* of a counted body: compile.c */

static kerf_status too_often(kf_grounder *g, const kf_rule *r, uint64_t times)
{
    kf_place place = kf_sources_place(g->d->m->program->sources, r->pos);
    kf_diag_add(g->diags, KERF_ERROR, &place, "count only variables of hidden atoms",
                "%.*s counts one hidden atom %llu times; 2^32 is the most", (int)r->label.n,
                r->label.at, (unsigned long long)times);
    return KERF_LIMIT;
}

kerf_status kf_count_too_large(kf_grounder *g, const kf_rule *r)
{
    kf_place place = kf_sources_place(g->d->m->program->sources, r->pos);
    kf_diag_add(g->diags, KERF_ERROR, &place, "count only variables of hidden atoms",
                "%.*s counts up to more than 2^64", (int)r->label.n, r->label.at);
    return KERF_LIMIT;
}

typedef struct terms {
    kf_grounder *g;
    kf_ground_rule *gr;
    kf_reach sums;              /* what can be counted */
    uint64_t most;              /* if everything holds */
    const kf_literal *literals; /* hidden, of what is being looked at */
    uint32_t n;
    uint64_t scale; /* what an answer counts */
    kerf_status status;
} terms;

/* The hidden literals that evidence leaves open. False: the term never holds, or see status. */
static bool term_literals(terms *x, const kf_binding *b, uint32_t *literals, uint32_t *n)
{
    *n = 0;
    for (uint32_t i = 0; i < x->n; i++) {
        const kf_literal *l = &x->literals[i];
        uint32_t row[KF_MOST_ARITY];
        kf_literal_row(l, b, row);
        kf_truth fixed = kf_database_fixed(x->g->d, l->id, row);
        if (fixed != KF_UNKNOWN) {
            if ((fixed == KF_TRUE) == l->negated) return false;
            continue;
        }
        kf_atom atom;
        x->status = kf_grounder_atom(x->g, l->id, row, &atom);
        if (x->status != KERF_OK) return false;
        uint32_t code = kf_lit_of(atom, l->negated).code;
        for (uint32_t k = 0; k < *n; k++)
            if (literals[k] == (code ^ 1)) return false;
        assert(*n < MOST_LITERALS);
        literals[(*n)++] = code;
    }
    return true;
}

static bool add_term(void *context, const kf_binding *b, uint64_t times)
{
    terms *x = context;
    uint32_t literals[MOST_LITERALS], n;
    if (!term_literals(x, b, literals, &n)) return x->status == KERF_OK;
    const kf_rule *r = &x->g->d->m->rules.at[x->gr->rule];
    times *= x->scale; /* it is 1 where the other is not */
    if (__builtin_add_overflow(x->most, times, &x->most)) x->status = kf_count_too_large(x->g, r);
    else x->status = kf_reach_add(&x->sums, literals, n, times);
    return x->status == KERF_OK;
}

/* z <=> all of them: a cardinality asks for both directions. */
static kerf_status together(kf_grounder *g, const kf_lit *lits, uint32_t n, kf_lit *out)
{
    kf_atom z;
    double constant = 0;
    kf_lit clause[MOST_LITERALS + 1];
    KF_TRY(kf_grounder_define(g, true, lits, n, &z));
    *out = kf_lit_of(z, false);
    clause[n] = *out;
    for (uint32_t i = 0; i < n; i++) {
        kf_lit pair[2] = { kf_lit_not(*out), lits[i] };
        KF_TRY(kf_problem_add_clause(g->p, pair, 2, INFINITY, &constant));
        clause[i] = kf_lit_not(lits[i]);
    }
    return kf_problem_add_clause(g->p, clause, n + 1, INFINITY, &constant);
}

/* The literal that a term counts: its own, or an auxiliary atom for several. */
static kerf_status term_literal(terms *x, const kf_reach_term *t, kf_lit *out)
{
    kf_lit lits[MOST_LITERALS];
    assert(t->n >= 1 && t->n <= MOST_LITERALS);
    for (uint32_t i = 0; i < t->n; i++) lits[i].code = x->sums.literals.at[t->start + i];
    *out = lits[0];
    return t->n > 1 ? together(x->g, lits, t->n, out) : KERF_OK;
}

/* The terms are those that kf_reach_decide() has left: no two alike, no literal with its
 * opposite. */
static kerf_status constrain(terms *x, uint64_t least, uint64_t most, double weight)
{
    kf_mem *mem = x->g->mem;
    uint64_t base = x->sums.base;
    uint32_t n = (uint32_t)x->sums.terms.n;
    assert(base <= most); /* else it could not hold */
    kf_lit *lits = kf_mem_alloc(mem, n, sizeof *lits);
    uint32_t *coefficients = kf_mem_alloc(mem, n, sizeof *coefficients);
    kerf_status st = lits && coefficients ? KERF_OK : KERF_NO_MEMORY;
    for (uint32_t i = 0; st == KERF_OK && i < n; i++) {
        const kf_reach_term *t = &x->sums.terms.at[i];
        coefficients[i] = (uint32_t)t->times;
        if (t->times > UINT32_MAX)
            st = too_often(x->g, &x->g->d->m->rules.at[x->gr->rule], t->times);
        else st = term_literal(x, t, &lits[i]);
    }
    if (st == KERF_OK) {
        st = kf_problem_add_cardinality(x->g->p, lits, coefficients, n,
                                        least > base ? least - base : 0,
                                        most == UINT64_MAX ? most : most - base, weight);
    }
    kf_mem_free(mem, lits, n, sizeof *lits);
    kf_mem_free(mem, coefficients, n, sizeof *coefficients);
    return st;
}

/* An ask that was begun: its answers for a group, as terms of these hidden literals. */
static kerf_status add_terms(terms *x, kf_ask *a, const uint32_t *tuple)
{
    kf_literal group;
    for (uint32_t i = 0; i < x->n; i++)
        for (uint32_t u = 0; u < x->literals[i].n_uses; u++)
            a->needed[x->literals[i].uses[u]] = true;
    kerf_status st = kf_count_group_literal(a, &group);
    kf_seeds seeds = { 1, tuple };
    if (st == KERF_OK)
        st = kf_ask_run_ordered(a, group.n ? &group : NULL, KF_NONE, &seeds, add_term, x);
    kf_ask_end(a);
    if (st == KERF_LIMIT) return kf_count_too_large(x->g, &x->g->d->m->rules.at[x->gr->rule]);
    return x->status != KERF_OK ? x->status : st;
}

/* What can be counted in a group: the observed part holds, the hidden part may. */
static kerf_status collect_terms(terms *x, const uint32_t *tuple)
{
    const kf_compiled *c = &x->gr->c;
    kf_ask a;
    KF_TRY(kf_ask_begin(&a, x->g, x->gr, c->n_observed));
    for (uint32_t i = 0; i < c->n_observed; i++) kf_ask_add(&a, &c->literals[i], false);
    kf_ask_need_tuple(&a);
    x->literals = c->literals + c->n_observed;
    x->n = c->n_literals - c->n_observed;
    x->scale = 1;
    KF_TRY(add_terms(x, &a, tuple));
    x->scale = (uint64_t)x->g->d->m->rules.at[x->gr->rule].bound;
    for (uint32_t i = 0; i < c->n_unless; i++) {
        KF_TRY(kf_count_within_begin(&a, x->g, x->gr, 0));
        x->literals = c->unless[i].at + c->n_within;
        x->n = c->unless[i].n - c->n_within;
        KF_TRY(add_terms(x, &a, tuple));
    }
    return KERF_OK;
}

/* Is it within its condition? */
static kerf_status look_within(kf_grounder *g, kf_ground_rule *gr, const uint32_t *tuple,
                               bool *within)
{
    kf_ask a; /* for its binding */
    *within = true;
    if (g->d->m->rules.at[gr->rule].n_condition == 0) return KERF_OK;
    KF_TRY(kf_ask_begin(&a, g, gr, 0));
    for (uint32_t i = 0; i < gr->c.n_tuple; i++) a.binding.ids[gr->c.tuple[i]] = tuple[i];
    *within = kf_count_is_within(g, gr, &a.binding);
    kf_ask_end(&a);
    return KERF_OK;
}

kerf_status kf_ground_group(kf_grounder *g, kf_ground_rule *gr, int side, uint32_t entry,
                            bool *decided)
{
    assert(entry < kf_tuple_map_count(&gr->tuples[side]));
    const kf_rule *r = &g->d->m->rules.at[gr->rule];
    assert(r->kind == KF_RULE_COUNT);
    terms x = { .g = g, .gr = gr, .sums = { .mem = g->mem }, .status = KERF_OK };
    uint64_t least, most;
    const uint32_t *tuple = kf_tuple_map_tuple(&gr->tuples[side], entry);
    bool can_hold = true, can_fail = false, within;
    kf_count_bounds(r, &least, &most);
    KF_TRY(look_within(g, gr, tuple, &within));
    kerf_status st = within ? collect_terms(&x, tuple) : KERF_OK;
    if (st == KERF_OK && within) st = kf_reach_decide(&x.sums, least, most, &can_hold, &can_fail);
    if (st == KERF_OK) {
        *decided = side == 0 ? !can_hold : !can_fail;
        double w = gr->tuples[side].weights.at[entry];
        if (can_hold && can_fail) st = constrain(&x, least, most, side == 0 ? w : -w);
    }
    kf_reach_free(&x.sums);
    return st;
}

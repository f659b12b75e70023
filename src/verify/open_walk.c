/* open_walk.c -- what the model makes the atoms and constraints of a certificate pay.
 *
 * Every rule is walked in nested loops, as in walk.c, but for groundings that cannot matter: where
 * evidence satisfies a part, or where a rule of several hidden atoms meets one that the certificate
 * does not name. To pass over one is always safe, since it only takes something away from what
 * worlds pay. The same goes for what a clause or a count cannot express. So that all pairs of
 * evidence need not be gone through, a variable may take its values from the rows of an atom that
 * has to be true, or open, for a grounding to matter: a guard. So is a weight table, whose rows are all
 * that weighs anything. */
#include "verify/open_walk.h"

#include "model/table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { TICK = 1 << 14 }; /* groundings between two looks at the clock */

/* ---- What a grounding says ------------------------------------------------------------------ */

static kerf_status number_of(void *context, uint32_t predicate, const uint32_t *row, uint32_t *atom)
{
    return kf_bound_add_atom(context, predicate, row, atom);
}

static kerf_status add_term(kf_open_walk_state *w, uint32_t literal)
{
    kf_bound_term term = { literal, 1 };
    return kf_vec_push(w->b->mem, &w->terms, term) ? KERF_OK : KERF_NO_MEMORY;
}

static void pay_atom(kf_bound *b, uint32_t literal, double if_false, double if_true)
{
    kf_bound_atom *a = &b->atoms.at[literal / 2];
    bool negated = literal & 1;
    kf_low_add(negated ? &a->if_true : &a->if_false, if_false);
    kf_low_add(negated ? &a->if_false : &a->if_true, if_true);
}

/* The clause in w->terms pays so much when it is false, and when it is true. */
static void pay_clause(kf_open_walk_state *w, double if_false, double if_true)
{
    kf_bound *b = w->b;
    kf_bound_constraint look = { .n = (uint32_t)w->terms.n };
    if (look.n == 1 && isfinite(if_false)) {
        pay_atom(b, w->terms.at[0].literal, if_false, if_true);
        return;
    }
    uint32_t i = kf_bound_find(b, &look, w->terms.at);
    if (i == KF_NONE) return;
    kf_bound_constraint *c = &b->constraints.at[i];
    if (isinf(if_false)) c->hard = true;
    else kf_low_add(&c->when_false, if_false);
    kf_low_add(&c->when_true, if_true);
}

/* Is the part a clause or a conjunction, and not decided? */
static kerf_status read_part(kf_open_walk_state *w, const kf_logic *f, bool *is)
{
    const kf_residue *r = &w->residue;
    KF_TRY(kf_truth_residue(&w->g, f, &w->residue));
    *is = r->verdict == KF_IS_OPEN && !r->other && r->literals.n < UINT32_MAX;
    w->terms.n = 0;
    return KERF_OK;
}

/* A part of a hard formula that has to hold. */
static kerf_status demand(void *context, const kf_logic *f)
{
    kf_open_walk_state *w = context;
    const kf_residue *r = &w->residue;
    bool is;
    KF_TRY(read_part(w, f, &is));
    for (size_t i = 0; is && i < r->literals.n; i++) {
        KF_TRY(add_term(w, r->literals.at[i]));
        if (r->any && i + 1 < r->literals.n) continue;
        pay_clause(w, INFINITY, 0);
        w->terms.n = 0;
    }
    return KERF_OK;
}

static kerf_status weigh(kf_open_walk_state *w, const kf_logic *f)
{
    double weight = kf_grounding_weight(&w->g);
    const kf_residue *r = &w->residue;
    bool is;
    if (weight == 0 || kf_truth_open(&w->g, f) != KF_IS_OPEN) return KERF_OK;
    KF_TRY(read_part(w, f, &is));
    if (!is) return KERF_OK;
    /* A conjunction is true where the clause of the opposites is false. */
    for (size_t i = 0; i < r->literals.n; i++) KF_TRY(add_term(w, r->literals.at[i] ^ !r->any));
    double if_false = weight > 0 ? weight : 0, if_true = weight < 0 ? -weight : 0;
    if (r->any) pay_clause(w, if_false, if_true);
    else pay_clause(w, if_true, if_false);
    return KERF_OK;
}

/* ---- Cardinalities -------------------------------------------------------------------------- */

static kerf_status take_counted(void *context, const kf_logic *f)
{
    kf_open_walk_state *w = context;
    kf_verdict v = kf_truth_open(&w->g, f);
    if (w->mixed) return KERF_OK;
    w->surely += v == KF_IS_TRUE;
    if (v != KF_IS_OPEN) return KERF_OK;
    const kf_residue *r = &w->residue;
    KF_TRY(kf_truth_residue(&w->g, f, &w->residue));
    if (r->verdict != KF_IS_OPEN) {
        w->surely += r->verdict == KF_IS_TRUE;
        return KERF_OK;
    }
    w->mixed = r->other || r->literals.n != 1;
    if (!w->mixed) KF_TRY(add_term(w, r->literals.at[0]));
    return KERF_OK;
}

/* least and most as they are for the open ones alone; false: evidence decides, or nearly. */
static bool limits_of(const kf_open_walk_state *w, kf_bound_constraint *c)
{
    const kf_rule *r = w->g.rule;
    uint64_t total = 0;
    int64_t rest = r->bound - w->surely;
    for (uint32_t i = 0; i < c->n; i++) total += w->terms.at[i].coefficient;
    c->least = r->op != KF_OP_LE && rest > 0 ? (uint64_t)rest : 0;
    c->most = KF_NO_LIMIT;
    if (r->op != KF_OP_GE) {
        if (rest < 0) return false;
        if ((uint64_t)rest < total) c->most = (uint64_t)rest;
    }
    return c->least <= total && (c->least > 0 || c->most < total);
}

static kerf_status weigh_count(kf_open_walk_state *w)
{
    kf_bound *b = w->b;
    w->terms.n = 0;
    w->surely = 0;
    w->mixed = false;
    KF_TRY(kf_truth_counted(&w->g, 0, take_counted, w));
    if (w->mixed || w->terms.n == 0 || w->terms.n > INT32_MAX) return KERF_OK;
    kf_bound_constraint look = { .count = true, .n = (uint32_t)w->terms.n };
    if (!kf_bound_normalise(w->terms.at, &look.n) || !limits_of(w, &look)) return KERF_OK;
    uint32_t i = kf_bound_find(b, &look, w->terms.at);
    if (i == KF_NONE) return KERF_OK;
    kf_bound_constraint *c = &b->constraints.at[i];
    double weight = w->g.rule->cost == KF_COST_HARD ? 0 : kf_grounding_weight(&w->g);
    if (w->g.rule->cost == KF_COST_HARD) c->hard = true;
    if (weight > 0) kf_low_add(&c->when_false, weight);
    if (weight < 0) kf_low_add(&c->when_true, -weight);
    return KERF_OK;
}

/* ---- All groundings ------------------------------------------------------------------------- */

static kerf_status ground(kf_open_walk_state *w)
{
    const kf_rule *r = w->g.rule;
    if (r->kind == KF_RULE_COUNT) return weigh_count(w);
    if (r->cost == KF_COST_HARD) return kf_truth_conjuncts(&w->g, r->body, demand, w);
    return weigh(w, r->body);
}

static kerf_status loop_numbers(kf_open_walk_state *w, uint32_t variable)
{
    const kf_rule *r = w->g.rule;
    while (variable < r->n_free && r->variables[variable].type != KF_TYPE_NUMBER) variable++;
    if (variable == r->n_free) return ground(w);
    const kf_binder *b = &w->g.binders[variable];
    uint32_t at, to;
    for (kf_binder_range(&w->g, variable, &at, &to); at < to; at = kf_binder_next(b, at, to)) {
        w->g.numbers[variable] = b->rows->numbers[b->order[at]];
        KF_TRY(loop_numbers(w, variable + 1));
    }
    return KERF_OK;
}

/* Can a grounding still matter, given the parts that this step has made known? */
static bool may_matter(kf_open_walk_state *w, const kf_open_step *s)
{
    for (uint32_t i = s->first_part; i < s->end_part; i++) {
        const kf_logic *f = w->parts[w->part_order[i]];
        kf_verdict v = kf_truth_open(&w->g, f);
        if (v == KF_IS_UNDEFINED || v == w->decisive) return false;
        if (v == KF_IS_OPEN && w->several && f->kind == KF_LOGIC_ATOM && !kf_open_is_listed(w, f))
            return false;
    }
    return true;
}

static kerf_status loop(kf_open_walk_state *w, uint32_t at);

/* The variables of a step have values. */
static kerf_status visit(kf_open_walk_state *w, uint32_t at)
{
    const kf_verify_options *options = &w->b->v->options;
    if (w->done++ % TICK == TICK - 1 && options->tick)
        KF_TRY(options->tick(options->context, w->g.rule, w->done, w->done));
    return may_matter(w, &w->steps[at]) ? loop(w, at + 1) : KERF_OK;
}

static kerf_status loop_rows(kf_open_walk_state *w, uint32_t at)
{
    const kf_rule *r = w->g.rule;
    for (uint32_t i = 0; i < kf_table_count(r->table); i++) {
        const uint32_t *key = kf_table_key(r->table, i);
        bool here = true;
        for (uint32_t k = 0; here && k < r->n_parameters; k++) {
            uint32_t v = r->parameters[k];
            here = kf_domain_position(w->g.domains, r->variables[v].type, key[k]) != KF_NONE;
            w->g.constants[v] = key[k];
        }
        if (here) KF_TRY(visit(w, at));
    }
    return KERF_OK;
}

static kerf_status loop(kf_open_walk_state *w, uint32_t at)
{
    if (at == w->n_steps) return loop_numbers(w, 0);
    const kf_open_step *s = &w->steps[at];
    if (s->rows) return loop_rows(w, at);
    if (s->guard) return kf_guard_loop(w, at, visit);
    const kf_domain *d = &w->g.domains->types[w->g.rule->variables[s->variable].type];
    for (size_t i = 0; i < d->ids.n; i++) {
        w->g.constants[s->variable] = d->ids.at[i];
        KF_TRY(visit(w, at));
    }
    return KERF_OK;
}

static kerf_status walk_rule(kf_bound *b, const kf_rule *r)
{
    const kf_verifier *v = b->v;
    kf_open_walk_state w = { .b = b,
                             .g = { .mem = b->mem,
                                    .model = v->model,
                                    .evidence = v->evidence,
                                    .answer = v->answer,
                                    .domains = &v->domains,
                                    .rule = r } };
    w.residue = (kf_residue){ .number_of = number_of, .context = b };
    kf_arena_init(&w.arena, b->mem);
    kerf_status status = kf_grounding_open(&w.g);
    if (status == KERF_OK) status = kf_open_plan(&w);
    if (status == KERF_OK) status = loop(&w, 0);
    kf_vec_free(b->mem, &w.residue.literals);
    kf_vec_free(b->mem, &w.terms);
    kf_arena_free(&w.arena);
    kf_grounding_close(&w.g);
    return status;
}

/* ---- Soft evidence -------------------------------------------------------------------------- */

static kerf_status weigh_evidence(kf_bound *b)
{
    const kf_model *m = b->v->model;
    for (uint32_t p = 0; p < m->predicates.n; p++) {
        const kf_relation *rows = kf_world_relation(b->v->evidence, p, KF_SAID_SOFT);
        for (uint32_t i = 0; i < rows->n; i++) {
            uint32_t row[KF_MOST_ARITY], atom;
            for (uint32_t c = 0; c < m->predicates.at[p].arity; c++) row[c] = rows->columns[c][i];
            double chance = kf_world_probability(b->v->evidence, p, i);
            double weight = log(chance / (1 - chance));
            KF_TRY(kf_bound_add_atom(b, p, row, &atom));
            pay_atom(b, 2 * atom, weight > 0 ? weight : 0, weight < 0 ? -weight : 0);
        }
    }
    return KERF_OK;
}

/* ---- The whole ------------------------------------------------------------------------------ */

kerf_status kf_open_walk(kf_bound *b)
{
    const kf_model *m = b->v->model;
    for (size_t i = 0; i < m->rules.n; i++) {
        const kf_rule *r = &m->rules.at[i];
        if (r->kind == KF_RULE_ACYCLIC || kf_rule_is_silent(m, r)) continue;
        KF_TRY(walk_rule(b, r));
    }
    KF_TRY(weigh_evidence(b));
    for (size_t i = 0; i < b->constraints.n; i++) {
        const kf_bound_constraint *c = &b->constraints.at[i];
        if (c->hard || c->when_false.high > 0 || c->when_true.high > 0) continue;
        bool cycle = false;
        KF_TRY(kf_open_is_cycle(b, c, &cycle));
        if (!cycle)
            return kf_bound_blame(b, c->line, "the model has no such constraint in this world");
        b->constraints.at[i].hard = true;
    }
    return KERF_OK;
}

/* open_walk.c -- the costs of the atoms and constraints of a certificate, from the model.
 *
 * Every rule is walked in nested loops, as in walk.c, but for groundings that cannot matter: where
 * evidence decides the formula, or where a rule of several hidden atoms meets one that the
 * certificate does not name. Skipping a grounding is always safe: it only lowers costs, and so the
 * bound. The same goes for what a clause or a count cannot express. A guard saves loops over all
 * pairs of constants: an atom that must be true or open for a grounding to matter gives its
 * variables the values of its rows. A weight table is a guard as well: other rows weigh nothing. */
#include "verify/open_walk.h"

#include "base/check.h"
#include "base/sort.h"
#include "model/weight_table.h"

#include <math.h>

enum { TICK = 1 << 14 }; /* groundings between two looks at the clock */

/* ---- What a grounding says ------------------------------------------------------------------ */

static kerf_status number_of(void *context, uint32_t predicate, const uint32_t *row, uint32_t *atom)
{
    return kf_bound_add_atom(context, predicate, row, atom);
}

static void pay_atom(kf_bound *b, uint32_t literal, double if_false, double if_true)
{
    assert(literal / 2 < b->atoms.n);
    kf_bound_atom *a = &b->atoms.at[literal / 2];
    bool negated = literal & 1;
    kf_low_add(negated ? &a->if_true : &a->if_false, if_false);
    kf_low_add(negated ? &a->if_false : &a->if_true, if_true);
}

/* Adds the costs of the clause in w->terms when it is false, and when it is true. */
static void pay_clause(kf_open_walk_state *w, double if_false, double if_true)
{
    kf_bound *b = w->b;
    kf_bound_constraint look = { .n = (uint32_t)w->terms.n };
    assert(look.n > 0 && isfinite(if_true));
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

/* ---- Formulas as clauses -------------------------------------------------------------------- */

/* The literal that stands for a part: its own, or one of an atom that the certificate defines. A
 * disjunction is what the conjunction of the opposites is not. KF_NONE: there is none. */
static kerf_status literal_of(kf_open_walk_state *w, const kf_rest *t, uint32_t *literal)
{
    uint32_t opposite = t->kind == KF_REST_ANY, n = 0, kept = 0;
    uint32_t *at = kf_arena_room(&w->residue.arena, t->n_literals + (size_t)t->n_kids, sizeof *at);
    if (!at) return KERF_NO_MEMORY;
    *literal = KF_NONE;
    for (uint32_t i = 0; i < t->n_literals; i++) at[n++] = t->literals[i] ^ opposite;
    for (uint32_t i = 0; i < t->n_kids; i++) {
        uint32_t kid;
        KF_TRY(literal_of(w, t->kids[i], &kid));
        if (kid == KF_NONE) return KERF_OK;
        at[n++] = kid ^ opposite;
    }
    assert(n > 0);
    kf_numbers_sort(at, n);
    for (uint32_t i = 0; i < n; i++)
        if (i == 0 || at[i] != at[kept - 1]) at[kept++] = at[i];
    uint32_t atom = kept > 1 ? kf_bound_find_definition(w->b, at, kept) : at[0] / 2;
    if (atom != KF_NONE) *literal = (kept > 1 ? 2 * atom : at[0]) ^ opposite;
    return KERF_OK;
}

/* A disjunction, or the opposite of a conjunction, into w->terms; none: it cannot be said. */
static kerf_status read_clause(kf_open_walk_state *w, const kf_rest *t)
{
    uint32_t opposite = t->kind == KF_REST_ALL, n = t->n_literals + t->n_kids;
    w->terms.n = 0;
    if (!kf_vec_reserve(w->b->mem, &w->terms, n)) return KERF_NO_MEMORY;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t literal = KF_NONE;
        if (i < t->n_literals) literal = t->literals[i];
        else KF_TRY(literal_of(w, t->kids[i - t->n_literals], &literal));
        if (literal == KF_NONE) {
            w->terms.n = 0;
            return KERF_OK;
        }
        w->terms.at[w->terms.n++] = (kf_bound_term){ literal ^ opposite, 1 };
    }
    if (!kf_bound_normalise(w->terms.at, &n)) n = 0;
    for (uint32_t i = 0; i < n; i++) w->terms.at[i].coefficient = 1;
    w->terms.n = n;
    return KERF_OK;
}

/* A disjunction, or a literal, that has to hold. */
static kerf_status demand_clause(kf_open_walk_state *w, const kf_rest *t)
{
    KF_TRY(read_clause(w, t));
    if (w->terms.n > 0) pay_clause(w, INFINITY, 0);
    return KERF_OK;
}

/* A hard formula: of a conjunction, each part has to hold. */
static kerf_status demand(kf_open_walk_state *w, const kf_logic *f)
{
    kf_rest *t;
    if (kf_truth_open(&w->g, f) != KF_IS_OPEN) return KERF_OK;
    KF_TRY(kf_residue_of(&w->residue, &w->g, f, &t));
    if (t->kind <= KF_REST_TRUE) return KERF_OK;
    if (t->kind != KF_REST_ALL) return demand_clause(w, t);
    for (uint32_t i = 0; i < t->n_literals; i++) {
        kf_rest one = { .kind = KF_REST_LITERAL, .n_literals = 1, .literals = &t->literals[i] };
        KF_TRY(demand_clause(w, &one));
    }
    for (uint32_t i = 0; i < t->n_kids; i++) KF_TRY(demand_clause(w, t->kids[i]));
    return KERF_OK;
}

/* A soft formula pays nothing where no value of its atoms changes it. */
static kerf_status weigh(kf_open_walk_state *w, const kf_logic *f)
{
    double weight = kf_grounding_weight(&w->g);
    bool guessed;
    kf_rest *t;
    if (weight == 0 || kf_truth_open(&w->g, f) != KF_IS_OPEN) return KERF_OK;
    KF_TRY(kf_residue_of(&w->residue, &w->g, f, &t));
    if (kf_rest_decide(t, &guessed) != KF_IS_OPEN) return KERF_OK;
    KF_TRY(read_clause(w, t));
    if (w->terms.n == 0) return KERF_OK;
    double if_false = weight > 0 ? weight : 0, if_true = weight < 0 ? -weight : 0;
    /* A conjunction is true where the clause of the opposites is false. */
    if (t->kind == KF_REST_ALL) pay_clause(w, if_true, if_false);
    else pay_clause(w, if_false, if_true);
    return KERF_OK;
}

/* ---- Cardinalities -------------------------------------------------------------------------- */

static kerf_status take_counted(void *context, const kf_logic *f, uint64_t times)
{
    kf_open_walk_state *w = context;
    kf_rest *t;
    if (!f) return kf_reach_add(&w->sums, NULL, 0, times);
    kf_verdict v = kf_truth_open(&w->g, f);
    if (w->useless || v == KF_IS_FALSE || v == KF_IS_UNDEFINED) return KERF_OK;
    KF_TRY(kf_residue_of(&w->residue, &w->g, f, &t));
    if (t->kind == KF_REST_FALSE) return KERF_OK;
    w->useless = t->kind == KF_REST_ANY || t->n_kids > 0;
    for (uint32_t i = 0; i < t->n_literals; i++)
        w->useless |= t->literals[i] / 2 >= w->b->n_listed; /* nobody can have named it */
    return kf_reach_add(&w->sums, t->literals, t->n_literals, times);
}

/* What is counted, as terms; none: it cannot be said. */
static kerf_status read_terms(kf_open_walk_state *w, uint64_t *total)
{
    *total = 0;
    w->terms.n = 0;
    for (size_t i = 0; i < w->sums.terms.n; i++) {
        const kf_reach_term *t = &w->sums.terms.at[i];
        uint32_t *literals = w->sums.literals.at + t->start, literal = literals[0];
        if (t->n > 1) {
            uint32_t atom = kf_bound_find_definition(w->b, literals, t->n);
            literal = atom == KF_NONE ? KF_NONE : 2 * atom;
        }
        if (literal == KF_NONE || t->times > UINT32_MAX) {
            w->terms.n = 0;
            return KERF_OK;
        }
        kf_bound_term term = { literal, (uint32_t)t->times };
        if (!kf_vec_push(w->b->mem, &w->terms, term)) return KERF_NO_MEMORY;
        *total += t->times;
    }
    return KERF_OK;
}

static kerf_status pay_count(kf_open_walk_state *w, uint64_t least, uint64_t most)
{
    kf_bound *b = w->b;
    uint64_t total, base = w->sums.base;
    assert(most >= base); /* else it could not hold */
    KF_TRY(read_terms(w, &total));
    kf_bound_constraint look = { .count = true, .n = (uint32_t)w->terms.n, .most = KF_NO_LIMIT };
    look.least = least > base ? least - base : 0;
    if (most != UINT64_MAX && most - base < total) look.most = most - base;
    if (look.n == 0 || !kf_bound_normalise(w->terms.at, &look.n)) return KERF_OK;
    uint32_t i = kf_bound_find(b, &look, w->terms.at);
    if (i == KF_NONE) return KERF_OK;
    kf_bound_constraint *c = &b->constraints.at[i];
    double weight = w->g.rule->cost == KF_COST_HARD ? 0 : kf_grounding_weight(&w->g);
    if (w->g.rule->cost == KF_COST_HARD) c->hard = true;
    if (weight > 0) kf_low_add(&c->when_false, weight);
    if (weight < 0) kf_low_add(&c->when_true, -weight);
    return KERF_OK;
}

/* A count that no value of its atoms changes says nothing, as in the search: base/reach.h. */
static kerf_status weigh_count(kf_open_walk_state *w)
{
    uint64_t least, most;
    bool can_hold, can_fail;
    kf_reach_clear(&w->sums);
    w->useless = false;
    KF_TRY(kf_truth_counted(&w->g, take_counted, w));
    if (w->useless || w->sums.terms.n == 0 || w->sums.terms.n > INT32_MAX) return KERF_OK;
    kf_truth_limits(w->g.rule, &least, &most);
    KF_TRY(kf_reach_decide(&w->sums, least, most, &can_hold, &can_fail));
    return can_hold && can_fail ? pay_count(w, least, most) : KERF_OK;
}

/* ---- All groundings ------------------------------------------------------------------------- */

static kerf_status ground(kf_open_walk_state *w)
{
    const kf_rule *r = w->g.rule;
    if (r->kind == KF_RULE_COUNT) return weigh_count(w);
    return r->cost == KF_COST_HARD ? demand(w, r->body) : weigh(w, r->body);
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
    assert(at < w->n_steps);
    if (w->done++ % TICK == TICK - 1 && options->tick)
        KF_TRY(options->tick(options->context, w->g.rule, w->done, w->done));
    return may_matter(w, &w->steps[at]) ? loop(w, at + 1) : KERF_OK;
}

static kerf_status loop_rows(kf_open_walk_state *w, uint32_t at)
{
    const kf_rule *r = w->g.rule;
    assert(r->table && kf_weight_table_width(r->table) == r->n_parameters);
    for (uint32_t i = 0; i < kf_weight_table_count(r->table); i++) {
        const uint32_t *key = kf_weight_table_key(r->table, i);
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
    const kf_world_domain *d = &w->g.domains->types[w->g.rule->variables[s->variable].type];
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
    kf_residue_init(&w.residue, b->mem);
    w.residue.number_of = number_of;
    w.residue.context = b;
    w.sums.mem = b->mem;
    kf_arena_init(&w.arena, b->mem);
    kerf_status status = kf_grounding_open(&w.g);
    if (status == KERF_OK) status = kf_open_plan(&w);
    if (status == KERF_OK) status = loop(&w, 0);
    kf_residue_free(&w.residue);
    kf_reach_free(&w.sums);
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
        const kf_facts *rows = kf_evidence_facts(b->v->evidence, p, KF_SAID_SOFT);
        for (uint32_t i = 0; i < rows->n; i++) {
            uint32_t row[KF_MOST_ARITY], atom;
            for (uint32_t c = 0; c < m->predicates.at[p].arity; c++) row[c] = rows->columns[c][i];
            double chance = kf_evidence_probability(b->v->evidence, p, i);
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
        kf_bound_constraint *c = &b->constraints.at[i];
        c->hard |= kf_bound_follows(b, c);
        if (c->hard) continue;
        KF_TRY(kf_open_holds_in_order(b, c, &c->hard)); /* whatever weighted formulas say of it */
        if (!c->hard && c->when_false.high <= 0 && c->when_true.high <= 0)
            return kf_bound_blame(b, c->line, "the model has no such constraint in this world");
    }
    return KERF_OK;
}

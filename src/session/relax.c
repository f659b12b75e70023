/* relax.c -- the least violation where no world keeps the hard formulas (option "relax").
 *
 * Wanted is the world that violates the fewest groundings of hard formulas and, of these worlds,
 * one of least cost. Hard formulas become soft twice:
 *
 *   First, soft formulas weigh nothing and a hard grounding more than all soft evidence together.
 *   The least cost then has the fewest violations; so many, V, are proven to be necessary. What
 *   this world costs by the formulas as they are, c, is counted.
 *   Then, soft formulas have their weights and a hard grounding weighs W > c. A world with a
 *   violation more costs W (V + 1) at least, since costs are never negative, which is more than
 *   W V + c of the first. So the best world violates V, and of these it is the cheapest.
 *
 * W is only as large as c makes it, so that sums keep the digits of soft weights. Violations, cost
 * and score of an answer are counted with the model as it was written; what the weights above have
 * made of them is never told. Acyclicity stays hard. */
#include "session/session.h"

#include "base/clock.h"
#include "ground/atoms.h"
#include "ground/ground_rule.h"
#include "ground/local/local.h"
#include "ground/score/totals.h"
#include "ground/separate/separate.h"
#include "query/database.h"
#include "report/fill/answer_atoms.h"
#include "report/fill/map_record.h"

#include <assert.h>
#include <math.h>
#include <string.h>

typedef struct written { /* a rule as it was written */
    uint8_t cost;
    bool closed;
    double weight;
    uint32_t n_parameters, weight_variable;
    kf_weight_table *table;
} written;

typedef struct worth { /* of a world, by the model as it was written */
    uint64_t violations;
    double cost, score;
} worth;

typedef struct stash { /* an answer */
    KF_VEC(uint32_t) predicates;
    KF_VEC(uint32_t) ids;
} stash;

typedef struct relaxing {
    kerf *k;
    kerf_map_options options;
    written *rules;
    size_t n_rules;
    bool wants_proof;
    uint32_t untold;       /* texts of atoms that reports had room for */
    kf_text by_formula;    /* violations of the answer: "2 of F1, 1 of cap" */
    kf_gate_count *counts; /* by rule, of the world that was counted last */
} relaxing;

/* ---- The model ------------------------------------------------------------------------------ */

static kerf_status remember(relaxing *x)
{
    const kf_model *m = x->k->model;
    x->n_rules = m->rules.n;
    x->rules = kf_mem_calloc(&x->k->mem, x->n_rules + 1, sizeof *x->rules);
    x->counts = kf_mem_calloc(&x->k->mem, x->n_rules + 1, sizeof *x->counts);
    if (!x->rules || !x->counts) return KERF_NO_MEMORY;
    for (size_t i = 0; i < x->n_rules; i++) {
        const kf_rule *r = &m->rules.at[i];
        x->rules[i] = (written){ .cost = r->cost,
                                 .closed = r->closed,
                                 .weight = r->weight,
                                 .n_parameters = r->n_parameters,
                                 .weight_variable = r->weight_variable,
                                 .table = r->table };
    }
    return KERF_OK;
}

/* Compiled rules know what is hard, and so do the queries that are kept. */
static void forget_compiled(kerf *k)
{
    if (k->model->compiled)
        memset(k->model->compiled, 0, k->model->rules.n * sizeof *k->model->compiled);
    kf_kept_free(k->kept);
    k->kept = NULL;
}

static void restore(relaxing *x)
{
    assert(x->n_rules == x->k->model->rules.n);
    for (size_t i = 0; i < x->n_rules; i++) {
        const written *w = &x->rules[i];
        kf_rule *r = &x->k->model->rules.at[i];
        r->cost = w->cost;
        r->closed = w->closed;
        r->weight = w->weight;
        r->n_parameters = w->n_parameters;
        r->weight_variable = w->weight_variable;
        r->table = w->table;
    }
    forget_compiled(x->k);
}

/* A violated hard grounding costs `weight`; silent: no other formula counts. */
static void soften(relaxing *x, double weight, bool silent)
{
    restore(x);
    for (size_t i = 0; i < x->n_rules; i++) {
        kf_rule *r = &x->k->model->rules.at[i];
        bool hard = r->cost == KF_COST_HARD;
        if (r->kind == KF_RULE_ACYCLIC || (!hard && !silent)) continue;
        r->cost = KF_COST_NUMBER;
        r->weight = hard ? weight : 0;
        r->n_parameters = 0;
        r->weight_variable = KF_NONE;
        r->table = NULL;
        r->closed = false;
    }
}

/* A power of 2 above it: sums with it round as little as can be. */
static double power_above(double x)
{
    int exponent;
    frexp(x, &exponent);
    assert(ldexp(1, exponent + 1) > x);
    return ldexp(1, exponent + 1);
}

static double evidence_weight(const kerf *k)
{
    double sum = 0;
    for (uint32_t p = 0; p < k->model->predicates.n; p++) {
        uint32_t n = kf_evidence_count(k->evidence, p, KF_SAID_SOFT);
        for (uint32_t i = 0; i < n; i++) {
            double q = kf_evidence_probability(k->evidence, p, i);
            sum += fabs(log(q / (1 - q)));
        }
    }
    return sum;
}

/* ---- What a world is worth ------------------------------------------------------------------ */

static kerf_status set_world(kerf *k, kf_grounder *g, const stash *s)
{
    const uint32_t *row = s->ids.at;
    k->changed = true;
    for (size_t i = 0; i < s->predicates.n; i++) {
        uint32_t p = s->predicates.at[i];
        if (kf_database_fixed(k->database, p, row) == KF_UNKNOWN)
            KF_TRY(kf_grounder_set(g, p, row, true));
        row += k->model->predicates.at[p].arity;
    }
    assert(row == s->ids.at + s->ids.n);
    return KERF_OK;
}

static kerf_status take_stash(kerf *k, stash *s)
{
    const kf_mapped *m = &k->record.mapped;
    s->predicates.n = s->ids.n = 0;
    for (size_t i = 0; i < m->atoms.n; i++) {
        const kf_answer_atom *a = &m->atoms.at[i];
        uint32_t arity = k->model->predicates.at[a->predicate].arity;
        if (!kf_vec_push(&k->mem, &s->predicates, a->predicate)
            || !kf_vec_reserve(&k->mem, &s->ids, arity + 1))
            return KERF_NO_MEMORY;
        if (arity > 0) memcpy(s->ids.at + s->ids.n, m->ids.at + a->ids, arity * sizeof *s->ids.at);
        s->ids.n += arity;
    }
    return KERF_OK;
}

static void free_stash(kerf *k, stash *s)
{
    kf_vec_free(&k->mem, &s->predicates);
    kf_vec_free(&k->mem, &s->ids);
}

static void add_violations(kf_text *to, const kf_rule *r, uint64_t hard)
{
    if (hard == 0) return;
    kf_text_addf(to, "%s%llu of %.*s", to->n > 0 ? ", " : "", (unsigned long long)hard,
                 r->label.n > 100 ? 100 : (int)r->label.n, r->label.at);
}

static kerf_status count_rules(relaxing *x, kf_grounder *g, worth *w)
{
    kf_text_clear(&x->by_formula);
    *w = (worth){ .cost = kf_grounder_evidence_cost(g) };
    for (size_t i = 0; i < kf_grounder_n_rules(g); i++) {
        kf_ground_rule *gr = kf_grounder_rule(g, i);
        const kf_rule *r = &x->k->model->rules.at[kf_ground_rule_id(gr)];
        uint64_t groundings, hard;
        double cost;
        KF_TRY(kf_grounder_unsatisfied(g, gr, true, &groundings, &cost, &hard));
        assert(r->cost == KF_COST_HARD || hard == 0);
        if (r->cost == KF_COST_HARD) cost = 0;
        x->counts[kf_ground_rule_id(gr)] = (kf_gate_count){ groundings, cost };
        w->cost += cost;
        w->violations += hard;
        add_violations(&x->by_formula, r, hard);
    }
    w->score = kf_grounder_best(g) - w->cost;
    return x->by_formula.failed ? KERF_NO_MEMORY : KERF_OK;
}

/* Separation finds what evidence decides. */
static kerf_status count_ground(relaxing *x, kf_grounder *g, const stash *s, worth *w)
{
    kf_separated found;
    kf_grounder_on_stop(g, NULL);
    KF_TRY(kf_ground_local(g));
    KF_TRY(kf_separate(g, true, &found));
    KF_TRY(set_world(x->k, g, s)); /* all open atoms were false */
    return count_rules(x, g, w);
}

/* By the model as it was written. */
static kerf_status count_world(relaxing *x, const stash *s, worth *w)
{
    kerf *k = x->k;
    kf_grounded at;
    restore(x);
    KF_TRY(kf_session_ground(k, &at));
    kerf_status st = count_ground(x, at.g, s, w);
    kf_session_unground(&at);
    return st;
}

/* ---- Both steps ----------------------------------------------------------------------------- */

/* Of these statistics only the last run's are kept. */
static kerf_status run(relaxing *x, double weight, bool silent, kerf_result *r)
{
    kf_mapped *m = &x->k->record.mapped;
    size_t runs = m->runs.n;
    kf_mapped_forget(m);
    soften(x, weight, silent);
    kerf_status st = kf_session_map_once(x->k, &x->options, true, r);
    if (m->runs.n > runs && runs > 0) {
        m->runs.at[runs - 1] = m->runs.at[runs];
        m->runs.n = runs;
    }
    return st;
}

static bool is_better(const worth *a, const worth *b)
{
    return a->violations != b->violations ? a->violations < b->violations : a->cost < b->cost;
}

/* The cheaper one of as few violations; *gap: of its cost to the least. The answer is left as it is
 * where nothing is gained. */
static kerf_status improve(relaxing *x, worth *best, stash *atoms, kerf_result *r, double *gap)
{
    stash other = { 0 };
    worth now;
    kerf_result found = { .size = sizeof found };
    kerf_status st = run(x, power_above(best->cost), false, &found);
    bool answered = st == KERF_OK;
    if (answered) {
        st = take_stash(x->k, &other);
        if (st == KERF_OK) st = count_world(x, &other, &now);
    } else if (st == KERF_LIMIT) {
        st = KERF_OK; /* the first one is an answer */
    }
    if (st == KERF_OK && answered) {
        bool same = now.violations == best->violations;
        bool none = found.gap <= 1e-9 * fmax(1, now.cost); /* of the soft part alone */
        *gap = !same ? INFINITY : none ? 0 : found.gap;
        *r = found;
        if (!is_better(best, &now)) {
            *best = now;
            stash swap = *atoms;
            *atoms = other;
            other = swap;
        } else {
            *gap = INFINITY;
        }
    }
    free_stash(x->k, &other);
    return st;
}

static void finish(relaxing *x, const worth *w, bool proven, double gap, kerf_result *r)
{
    kf_mapped *m = &x->k->record.mapped;
    assert(m->runs.n > 0 && gap >= 0 && w->violations > 0);
    kf_map_run *s = &m->runs.at[m->runs.n - 1];
    double shift = w->score - r->score;
    r->outcome = proven && gap == 0 ? KERF_RELAXED : KERF_UNPROVED;
    r->score = w->score;
    r->cost = w->cost;
    r->gap = proven ? gap : INFINITY;
    r->bound = r->score + r->gap;
    r->cost_bound = fmax(0, r->cost - r->gap);
    r->hard_violations = w->violations;
    r->unique = -1;
    r->true_atoms = m->atoms.n;
    for (size_t i = 0; i < s->n_trace; i++) {
        s->trace[i].score += shift;
        s->trace[i].best_score += shift;
        s->trace[i].bound += shift;
    }
    s->result = *r;
}

static void say(relaxing *x, const kerf_result *r)
{
    const char *text = x->by_formula.at ? x->by_formula.at : "";
    kf_diag_add(x->k->diags, KERF_WARNING, &(kf_place){ 0 },
                "without --relax the contradiction is explained",
                r->outcome == KERF_RELAXED
                    ? "no world keeps the hard formulas: this one violates as few groundings as "
                      "possible, %s"
                    : "no world keeps the hard formulas: this one violates %s, and others may do "
                      "better",
                text);
    if (x->wants_proof)
        kf_diag_add(x->k->diags, KERF_WARNING, &(kf_place){ 0 }, NULL,
                    "there is no certificate of an answer that violates hard formulas");
}

/* What is asked for is all that is told; both steps needed the rest. */
static kerf_status narrow(kerf *k)
{
    kf_asked *asked = NULL;
    KF_TRY(kf_session_asked(k, &asked));
    if (asked) kf_mapped_narrow(&k->record.mapped, asked);
    kf_asked_free(asked);
    return KERF_OK;
}

/* What each formula leaves unsatisfied, as it was written: the run had it soft, where groundings
 * that evidence decides count nothing. */
static kerf_status record_formulas(relaxing *x, kf_grounder *g)
{
    enum { MOST_QUESTIONS = 64, FEW = 3 };
    kf_stop few = { .most = MOST_QUESTIONS };
    kf_mapped *m = &x->k->record.mapped;
    kf_map_run *s = &m->runs.at[m->runs.n - 1];
    uint32_t most = x->options.violations;
    if (!s->formulas || !s->counted) return KERF_OK;
    for (size_t i = 0; i < x->n_rules; i++) {
        s->formulas[i].unsatisfied = x->counts[i].unsatisfied;
        s->formulas[i].cost = x->counts[i].cost;
        s->formulas[i].n_examples = 0;
    }
    if (!x->options.report && most == 0) return KERF_OK;
    if (most == 0) kf_grounder_on_stop(g, &few);
    kerf_status st = kf_run_record_examples(s, &m->strings, g, most > 0 ? most : FEW);
    kf_grounder_on_stop(g, NULL);
    return st;
}

/* The answer is what the stash says. It is counted once more where it is taken from: what is told
 * is what is written. */
static kerf_status take_from(relaxing *x, kf_grounder *g, const stash *s, const worth *said)
{
    kerf *k = x->k;
    kf_mapped *m = &k->record.mapped;
    worth now;
    KF_TRY(count_ground(x, g, s, &now));
    KF_TRY(kf_mapped_collect(m, k->database));
    if (now.violations != said->violations || now.cost != said->cost
        || !kf_mapped_is_assignment(m, k->database)) {
        kf_session_say(k, "internal check failed: the answer is not the world that was found; "
                          "none is given");
        return KERF_INTERNAL;
    }
    KF_TRY(record_formulas(x, g));
    KF_TRY(narrow(k));
    if (!x->options.report) return KERF_OK;
    m->untold = x->untold;
    KF_TRY(kf_mapped_word(m, k->model, NULL));
    return kf_told_make(&m->runs.at[m->runs.n - 1].told, &m->strings, g, m, &m->untold);
}

static kerf_status take_answer(relaxing *x, const stash *s, const worth *said)
{
    kerf *k = x->k;
    kf_grounded at;
    kf_mapped_forget(&k->record.mapped);
    restore(x);
    KF_TRY(kf_session_ground(k, &at));
    kerf_status st = take_from(x, at.g, s, said);
    kf_session_unground(&at);
    if (st == KERF_OK) k->record.mapped.answered = true;
    return st;
}

static kerf_status relax(relaxing *x, kerf_result *out)
{
    kerf *k = x->k;
    stash atoms = { 0 };
    worth best;
    kerf_result r = { .size = sizeof r };
    double gap = 0;
    kerf_status st = run(x, power_above(2 * (evidence_weight(k) + 1)), true, &r);
    bool proven = st == KERF_OK && r.outcome == KERF_OPTIMAL;
    if (st == KERF_OK) st = take_stash(k, &atoms);
    if (st == KERF_OK) st = count_world(x, &atoms, &best);
    if (st == KERF_OK && best.cost > 0) {
        gap = INFINITY;
        st = improve(x, &best, &atoms, &r, &gap);
    }
    if (st == KERF_OK) st = take_answer(x, &atoms, &best);
    if (st == KERF_OK) {
        finish(x, &best, proven, gap, &r);
        say(x, &r);
        *out = r;
    }
    free_stash(k, &atoms);
    return st;
}

/* ---- All of it ------------------------------------------------------------------------------ */

static kerf_status relax_model(kerf *k, const kerf_map_options *options, kerf_result *out)
{
    relaxing x = { .k = k, .options = *options };
    kf_text_init(&x.by_formula, &k->mem);
    x.wants_proof = options->certificate != 0;
    x.options.certificate = 0;
    x.untold = k->record.mapped.untold;
    kerf_status st = remember(&x);
    if (st == KERF_OK) {
        st = relax(&x, out);
        restore(&x);
    }
    kf_mem_free(&k->mem, x.rules, x.n_rules + 1, sizeof *x.rules);
    kf_mem_free(&k->mem, x.counts, x.n_rules + 1, sizeof *x.counts);
    kf_text_free(&x.by_formula);
    return st;
}

kerf_status kf_session_map_relaxed(kerf *k, const kerf_map_options *options, kerf_result *out)
{
    kf_diags *said = kf_diags_new(&k->mem); /* of the contradiction, for the case that it stays */
    if (!said) return KERF_NO_MEMORY;
    kf_diags_mark mark = kf_diags_get_mark(k->diags);
    double begun = kf_now(), limit = k->options.time_limit;
    kerf_status st = kf_session_map_once(k, options, false, out);
    if (st == KERF_INFEASIBLE) {
        kerf_result first = *out;
        kf_diags_mark none = kf_diags_get_mark(said);
        kf_diags_move(k->diags, mark, said);
        if (limit > 0) k->options.time_limit = fmax(limit - (kf_now() - begun), 1e-3);
        st = relax_model(k, options, out);
        k->options.time_limit = limit;
        if (st == KERF_INFEASIBLE) {
            kf_diags_rewind(k->diags, mark);
            kf_diags_move(said, none, k->diags);
            *out = first;
        } else if (st == KERF_OK) {
            out->seconds = kf_now() - begun;
        }
    }
    kf_diags_free(said);
    return st;
}

/* check_learn.c -- what learning counts, against plain enumeration.
 *
 * Between random pairs of worlds: the true groundings of each rule and each row of its weights, as
 * learning counts them from the atoms that differ, and by going through all of them. Then the world
 * is packed and unpacked, and must be the same. What is kept of local formulas must give every atom
 * the cost that grounding gives it, and every answer the same features. And a few epochs of
 * learning must go through, whatever the formulas are, and leave weights that their signs allow. */
#include "trial.h"

#include "base/check.h"
#include "base/hash.h"
#include "generate.h"
#include "ground/influence/influence.h"
#include "learn/answers.h"
#include "learn/difference.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PAIRS = 4, MOST_WEIGHED = 1000, MOST_PREDICATES = 64 };

/* ---- Two worlds ----------------------------------------------------------------------------- */

typedef struct pair {
    trial *t;
    kf_grounder *g;
    bool *worlds[2]; /* values of the trial's atoms */
    bool *truths[2]; /* of the oracle's groundings */
} pair;

static bool see(pair *x, int which)
{
    trial *t = x->t;
    if (oracle_see(t->o, x->worlds[which]) != KERF_OK) return trial_wrong(t, "the oracle failed");
    for (uint32_t i = 0; i < t->n_all; i++) x->truths[which][i] = t->all[i].truth;
    return true;
}

/* Into the database; what flips on the way is then what differs. */
static bool go_to(pair *x, int which)
{
    trial *t = x->t;
    kf_grounder_forget_flips(x->g);
    for (uint32_t i = 0; i < t->n_atoms; i++) {
        const ground_atom *a = &t->atoms[i];
        if (!a->open) continue;
        if (kf_grounder_set(x->g, a->predicate, a->row, x->worlds[which][i]) != KERF_OK)
            return trial_wrong(t, "a flip failed");
    }
    return true;
}

/* By key: what the second world has more of, by the oracle. */
static bool expect(pair *x, const kf_ground_rule *gr, kf_tuple_map *out, double *score)
{
    trial *t = x->t;
    const kf_rule *r = &t->engine.model->rules.at[gr->rule];
    for (uint32_t i = 0; i < t->n_all; i++) {
        uint32_t key[KF_MOST_ARITY];
        if (t->all[i].rule != gr->rule) continue;
        double more = x->truths[1][i] - (double)x->truths[0][i];
        for (uint32_t k = 0; k < r->n_parameters; k++)
            key[k] = oracle_constant(t->o, i, r->parameters[k]);
        *score += more * t->all[i].weight;
        if (kf_tuple_map_add(out, &t->engine.mem, key, 0, 0, more) != KERF_OK) return false;
    }
    return true;
}

static bool count(pair *x, kf_ground_rule *gr, double sign, kf_tuple_map *out, double *score)
{
    kf_tuple_map u;
    bool holds;
    kf_tuple_map_init(&u, kf_touched_width(x->g, gr));
    kerf_status st = kf_ground_touched(x->g, gr, &u, &holds);
    if (!holds) sign = -sign;
    for (uint32_t i = 0; st == KERF_OK && i < kf_tuple_map_count(&u); i++) {
        *score += sign * u.weights.at[i];
        st = kf_tuple_map_add(out, &x->t->engine.mem, kf_touched_key(gr, &u, i), 0, 0,
                              sign * (double)u.times.at[i]);
    }
    kf_tuple_map_free(&u, &x->t->engine.mem);
    return st == KERF_OK || trial_wrong(x->t, "counting what differs: status %d", st);
}

static bool has_all(const kf_tuple_map *a, const kf_tuple_map *b)
{
    for (uint32_t i = 0; i < kf_tuple_map_count(a); i++) {
        uint32_t at = kf_tuple_map_find(b, kf_tuple_map_tuple(a, i));
        if (a->weights.at[i] != (at == UINT32_MAX ? 0 : b->weights.at[at])) return false;
    }
    return true;
}

static bool right_rule(pair *x, kf_ground_rule *gr)
{
    trial *t = x->t;
    const kf_rule *r = &t->engine.model->rules.at[gr->rule];
    kf_tuple_map expected, found;
    double by_oracle = 0, by_engine = 0;
    if (r->cost == KF_COST_HARD || r->kind == KF_RULE_ACYCLIC) return true;
    if (r->cost == KF_COST_NUMBER && r->n_parameters > 0) return true; /* learning makes a table */
    kf_tuple_map_init(&expected, r->n_parameters);
    kf_tuple_map_init(&found, r->n_parameters);
    bool good = expect(x, gr, &expected, &by_oracle);
    good = good && go_to(x, 0) && go_to(x, 1) && count(x, gr, 1, &found, &by_engine);
    good = good && go_to(x, 0) && count(x, gr, -1, &found, &by_engine);
    if (good && (!has_all(&expected, &found) || !has_all(&found, &expected)))
        good = trial_wrong(t, "learning counts other groundings of %.*s than there are",
                           (int)r->label.n, r->label.at);
    if (good && !trial_near(by_oracle, by_engine))
        good = trial_wrong(t, "%.*s: the score changes by %.12g, learning says %.12g",
                           (int)r->label.n, r->label.at, by_oracle, by_engine);
    kf_tuple_map_free(&expected, &t->engine.mem);
    kf_tuple_map_free(&found, &t->engine.mem);
    return good;
}

static bool random_pair(pair *x, uint64_t *state, uint32_t chance)
{
    trial *t = x->t;
    for (uint32_t i = 0; i < t->n_atoms; i++) {
        bool value = t->atoms[i].open ? random_below(state, 2) : t->atoms[i].fixed_true;
        bool other = t->atoms[i].open && random_below(state, 100) < chance;
        x->worlds[0][i] = value;
        x->worlds[1][i] = other ? !value : value;
    }
    return see(x, 0) && see(x, 1);
}

static bool compare_pairs(pair *x, uint64_t seed)
{
    uint64_t state = seed;
    for (uint32_t k = 0; k < PAIRS; k++) {
        if (!random_pair(x, &state, k % 2 ? 60 : 15)) return false;
        for (size_t i = 0; i < x->g->rules.n; i++)
            if (!right_rule(x, &x->g->rules.at[i])) return false;
    }
    return true;
}

static bool right_counts(trial *t, uint64_t seed)
{
    kf_mem *mem = &t->engine.mem;
    kf_database *d = NULL;
    kf_problem *p = kf_problem_new(mem);
    pair x = { .t = t };
    for (int i = 0; i < 2; i++) {
        x.worlds[i] = calloc(t->n_atoms + 1, sizeof(bool));
        x.truths[i] = calloc(t->n_all + 1, sizeof(bool));
    }
    kerf_status st = kf_database_new(&d, mem, t->engine.model, t->engine.world);
    if (st == KERF_OK) st = kf_grounder_open(&x.g, mem, d, p, t->engine.diags);
    if (st == KERF_OK) kf_grounder_set_every_row(x.g, true);
    bool good = st == KERF_OK ? compare_pairs(&x, seed) : trial_wrong(t, "grounder: status %d", st);
    kf_grounder_free(x.g);
    kf_problem_free(p);
    kf_database_free(d);
    for (int i = 0; i < 2; i++) {
        free(x.worlds[i]);
        free(x.truths[i]);
    }
    return good;
}

/* ---- Packing -------------------------------------------------------------------------------- */

static uint64_t hash_rows(const kf_model *m, const kf_facts *r, const kf_slot *slots,
                          uint32_t result)
{
    uint64_t sum = r->n;
    for (uint32_t i = 0; i < r->n; i++) {
        uint64_t h = 1;
        for (uint32_t c = 0; c < r->width; c++) {
            uint32_t type = c < r->key ? slots[c].type : result;
            kf_str text = kf_constant_text(m, type, r->columns[c][i]);
            h = h * 31 + kf_hash_bytes(text.at, text.n);
        }
        if (r->number) h = h * 31 + kf_hash_bytes(&r->numbers[i], sizeof(double));
        if (r->soft) h = h * 31 + kf_hash_bytes(&r->probabilities[i], sizeof(double));
        sum += h * h;
    }
    return sum;
}

/* Of all that a world says, by text, and the sizes of its types. */
static uint64_t hash_world(const loaded *l)
{
    const kf_model *m = l->model;
    uint64_t h = 7;
    for (uint32_t i = 0; i < m->predicates.n; i++)
        for (int part = 0; part < 4; part++)
            h = h * 1000003
                + hash_rows(m, kf_evidence_facts(l->world, i, (kf_said)part),
                            m->predicates.at[i].slots, KF_NONE);
    for (uint32_t i = 0; i < m->functions.n; i++)
        h = h * 1000003
            + hash_rows(m, kf_evidence_function(l->world, i), m->functions.at[i].slots,
                        m->functions.at[i].result);
    for (uint32_t i = 1; i < m->types.n; i++) h = h * 1000003 + kf_evidence_type_size(l->world, i);
    return h;
}

/* ---- What is kept --------------------------------------------------------------------------- */

typedef struct seen {                     /* of a world, with some answer */
    kf_tuple_map scores[MOST_PREDICATES]; /* by predicate: atoms, with what each scores when true */
    kf_difference d;
} seen;

static kerf_status open_and_weigh(kf_learning *l, kf_locals *locals, kf_example *x)
{
    KF_TRY(locals ? kf_locals_open(locals, l->train, 0, x) : kf_example_open(l->train, 0, NULL, x));
    KF_TRY(kf_ground_local(x->g));
    if (locals) KF_TRY(kf_locals_add_costs(locals, x));
    for (uint32_t p = 0; p < l->m->predicates.n; p++)
        if (l->m->predicates.at[p].hidden && kf_grounder_open_atoms(x->g, p) <= MOST_WEIGHED)
            KF_TRY(kf_grounder_name_all(x->g, p));
    return KERF_OK;
}

/* Scores, and an answer that depends on the atoms and the salt only. */
static kerf_status see_atoms(kf_example *x, uint64_t salt, seen *to)
{
    for (uint32_t i = 0; i < x->p->parent.n; i++) {
        uint32_t p = x->g->predicate_of.at[i], row[KF_MOST_ARITY + 1] = { 0 };
        const kf_relation *rel = x->g->atoms[p];
        if (kf_grounder_open_atoms(x->g, p) > MOST_WEIGHED) continue;
        for (uint32_t c = 0; c < rel->width; c++) row[c] = rel->columns[c][x->g->row_of.at[i]];
        double score = x->p->cost_false.at[i] - x->p->cost_true.at[i];
        KF_TRY(kf_tuple_map_add(&to->scores[p], x->d->mem, row, 0, 1, score));
        row[rel->width] = p;
        uint64_t state = salt + kf_hash_bytes(row, (rel->width + 1) * sizeof *row);
        KF_TRY(kf_grounder_set(x->g, p, row, random_below(&state, 2)));
    }
    return KERF_OK;
}

static kerf_status look(kf_learning *l, kf_locals *locals, kf_differ *differ, uint64_t salt,
                        seen *to)
{
    kf_example x = { 0 };
    for (uint32_t p = 0; p < l->m->predicates.n; p++)
        kf_tuple_map_init(&to->scores[p], l->m->predicates.at[p].arity);
    kerf_status st = open_and_weigh(l, locals, &x);
    if (st == KERF_OK) st = see_atoms(&x, salt, to);
    if (st == KERF_OK) st = kf_differ_run(differ, &x, l->o->costs, &to->d);
    kf_example_close(&x);
    return st;
}

static bool same_scores(const kf_tuple_map *a, const kf_tuple_map *b)
{
    for (uint32_t i = 0; i < kf_tuple_map_count(a); i++) {
        uint32_t at = kf_tuple_map_find(b, kf_tuple_map_tuple(a, i));
        if (at == UINT32_MAX || !trial_near(a->weights.at[i], b->weights.at[at])) return false;
    }
    return kf_tuple_map_count(a) == kf_tuple_map_count(b);
}

static bool same_features(const kf_difference *a, const kf_difference *b)
{
    for (size_t i = 0; i < a->features.n; i++) {
        double other = 0;
        for (size_t k = 0; k < b->features.n; k++)
            if (b->features.at[k].id == a->features.at[i].id) other = b->features.at[k].value;
        if (a->features.at[i].value != other) return false;
    }
    return a->features.n == b->features.n && trial_near(a->score, b->score);
}

static kerf_status compare_kept(kf_learning *l, kf_locals *locals, kf_differ *differ, uint64_t salt,
                                bool *same)
{
    static seen worlds[2];
    memset(worlds, 0, sizeof worlds);
    kerf_status st = look(l, NULL, differ, salt, &worlds[0]);
    if (st == KERF_OK) st = look(l, locals, differ, salt, &worlds[1]);
    if (st == KERF_OK) *same = same_features(&worlds[0].d, &worlds[1].d);
    for (uint32_t p = 0; st == KERF_OK && p < l->m->predicates.n; p++)
        *same = *same && same_scores(&worlds[0].scores[p], &worlds[1].scores[p]);
    for (int i = 0; i < 2; i++) {
        kf_vec_free(l->mem, &worlds[i].d.features);
        for (uint32_t p = 0; p < l->m->predicates.n; p++)
            kf_tuple_map_free(&worlds[i].scores[p], l->mem);
    }
    return st;
}

/* With random weights; from the second time on the world is unpacked in part. */
static kerf_status right_kept(kf_learning *l, bool *same)
{
    uint64_t state = kf_parameters_count(l->p) + 1;
    kf_locals *locals = NULL;
    kf_differ *differ = NULL;
    for (uint32_t i = 0; i < kf_parameters_count(l->p); i++) {
        double w = 0.25 * ((double)random_below(&state, 17) - 8);
        kf_parameters_set(l->p, i, kf_parameters_allowed(l->p, i, w));
    }
    kerf_status st = kf_locals_new(&locals, l);
    if (st == KERF_OK) st = kf_differ_new(&differ, l, locals);
    for (uint64_t i = 0; st == KERF_OK && *same && i < 3; i++)
        st = compare_kept(l, locals, differ, i, same);
    kf_differ_free(differ);
    kf_locals_free(locals);
    return st;
}

/* ---- Effort --------------------------------------------------------------------------------- */

static kerf_status answer(const kf_learning *l, kf_locals *locals, kf_answers *a,
                          kf_answer_effort effort, kf_cpi_result *r)
{
    kf_example x;
    kf_answer_ask ask = { .effort = effort, .augmented = true, .k = 1 };
    KF_TRY(kf_locals_open(locals, l->train, 0, &x));
    kerf_status st = kf_answers_find(a, &x, &ask, r);
    if (st == KERF_OK) kf_cpi_result_free(r, l->mem);
    kf_example_close(&x);
    return st;
}

/* The highest effort is exact inference; less costs no less, and what it calls proven is. */
static bool agrees(const kf_cpi_result *best, const kf_cpi_result *r, bool all)
{
    bool feasible = r->outcome == KERF_OPTIMAL || r->outcome == KERF_BOUNDED;
    if (best->outcome != KERF_OPTIMAL) return best->outcome == r->outcome || !feasible;
    if (r->outcome == KERF_CONTRADICTION || (all && r->outcome != KERF_OPTIMAL)) return false;
    if (r->outcome == KERF_OPTIMAL) return trial_near(r->cost, best->cost);
    double slack = 1e-6 * fmax(1, best->cost);
    return r->cost_bound <= best->cost + slack && (!feasible || r->cost >= best->cost - slack);
}

/* With the weights as they are. */
static kerf_status right_efforts(const kf_learning *from, bool *same)
{
    kf_learn_options o = *from->o;
    kf_learning l = *from;
    kf_locals *locals = NULL;
    kf_answers *a = NULL;
    kf_cpi_result best, high, near;
    o.cpi.solver = kf_solver_find("auto");
    o.cpi.simplify = true;
    o.cpi.max_iterations = 1000;
    l.o = &o;
    kerf_status st = kf_locals_new(&locals, &l);
    if (st == KERF_OK) st = kf_answers_new(&a, &l, locals);
    if (st == KERF_OK) st = answer(&l, locals, a, KF_ANSWER_PROVEN, &best);
    if (st == KERF_OK) st = answer(&l, locals, a, KF_ANSWER_BEST, &high);
    if (st == KERF_OK) st = answer(&l, locals, a, KF_ANSWER_NEAR, &near);
    if (st == KERF_OK) *same = agrees(&best, &high, true) && agrees(&best, &near, false);
    kf_answers_free(a);
    kf_locals_free(locals);
    return st;
}

/* ---- Learning ------------------------------------------------------------------------------- */

static bool are_allowed(const kf_parameters *p)
{
    for (uint32_t i = 0; i < kf_parameters_count(p); i++) {
        double w = kf_parameters_get(p, i);
        if (!isfinite(w) || w * kf_parameters_sign(p, i) < 0) return false;
    }
    return true;
}

/* Online, then by pseudo-likelihood, once with a share of the false atoms. */
static kerf_status learn_by_all(kf_learning *x, kf_learn_options *o, learnt *same)
{
    kerf_learned found;
    KF_TRY(kf_learn_collect(x)); /* also from a truth of nothing, which kf_learn() would refuse */
    KF_TRY(right_kept(x, &same->kept));
    KF_TRY(right_efforts(x, &same->effort));
    KF_TRY(kf_learn_online(x, &found));
    KF_CHECK(kf_parameters_check(x->p));
    if (!are_allowed(x->p)) return KERF_SOLVER;
    o->method = KF_METHOD_PLL;
    for (int i = 0; kf_learn_has_pll() && i < 2; i++) {
        o->negatives = i ? 0.5 : 1;
        KF_TRY(kf_learn_pll(x, &found));
        KF_CHECK(kf_parameters_check(x->p));
        if (!are_allowed(x->p)) return KERF_SOLVER;
    }
    return KERF_OK;
}

kerf_status learn_some(loaded *l, learnt *same)
{
    double costs[MOST_PREDICATES];
    for (size_t i = 0; i < KF_LENGTH(costs); i++) costs[i] = 1;
    kf_learn_options o = {
        .method = KF_METHOD_MIRA,
        .epochs = 2,
        .clip = 1,
        .k = 3,
        .average = true,
        .shuffle = true,
        .seed = 1,
        .sigma = 2,
        .iterations = 50,
        .costs = costs,
        .min_count = 1,
        .cpi = { .solver = kf_solver_find("mws"),
                 .settings = { .seed = 1, .flips = 500, .tries = 1, .noise = 0.1 },
                 .threads = 1,
                 .max_iterations = 20,
                 .deadline = INFINITY },
    };
    kf_learning x = { .mem = &l->mem, .m = l->model, .diags = l->diags, .o = &o };
    uint64_t before = hash_world(l);
    kf_example example;
    if (l->model->predicates.n > KF_LENGTH(costs)) return KERF_LIMIT;
    kerf_status st = kf_examples_new(&x.train, &l->mem, l->model, l->world, l->diags);
    if (st == KERF_OK) st = kf_examples_add(x.train, "");
    if (st == KERF_OK) st = kf_parameters_new(&x.p, &l->mem, l->model);
    if (st == KERF_OK) st = kf_example_open(x.train, 0, NULL, &example);
    if (st == KERF_OK) {
        kf_example_close(&example);
        KF_CHECK(kf_examples_check(x.train));
        same->unpacked = hash_world(l) == before;
        st = learn_by_all(&x, &o, same);
    }
    kf_parameters_free(x.p);
    kf_examples_free(x.train);
    return st;
}

bool trial_learn(trial *t, uint64_t seed)
{
    learnt same = { true, true, true };
    if (!right_counts(t, seed)) return false;
    kerf_status st = learn_some(&t->engine, &same);
    if (!same.effort)
        return trial_wrong(t, "an answer with less effort is better than the best, or claims more");
    if (!same.kept)
        return trial_wrong(t, "what is kept of local formulas is not what grounding finds");
    if (!same.unpacked)
        return trial_wrong(t, "a world is not the same after packing and unpacking");
    return st == KERF_OK || st == KERF_INVALID || st == KERF_INFEASIBLE || st == KERF_LIMIT
           || trial_wrong(t, "learning: status %d", st);
}

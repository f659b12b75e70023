/* check_influence.c -- what each atom changes, as pseudo-likelihood counts it, against plain
 * enumeration.
 *
 * In random worlds: every open atom is turned, every grounding is looked at with it and without it;
 * the difference by rule and by row of its weights must be what the engine says. */
#include "trial.h"

#include "ground/influence/influence.h"
#include "generate.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { WORLDS = 2, MOST_TURNED = 60, WIDEST = 1 + KF_MOST_ARITY };

typedef struct turning {
    trial *t;
    kf_grounder *g;
    kf_ground_rule *gr;
    bool *values, *truths;  /* of atoms; of groundings */
    kf_tuple_map *expected; /* by rule: atom and key; changes are in weights */
    double *scores; /* by atom: what it changes in the score, by the oracle less the engine */
    double *sizes;  /* by atom: of the numbers that went into that */
    kf_tuple_map found;
    uint32_t step, first; /* which atoms are turned */
} turning;

static bool is_turned(const turning *x, uint32_t atom)
{
    return x->t->atoms[atom].open && (atom + x->first) % x->step == 0;
}

/* ---- The oracle ----------------------------------------------------------------------------- */

static bool expect_grounding(turning *x, uint32_t atom, uint32_t grounding)
{
    trial *t = x->t;
    const plain *p = &t->all[grounding];
    const kf_rule *r = &t->engine.model->rules.at[p->rule];
    uint32_t unit[WIDEST] = { atom };
    double change = p->truth - (double)x->truths[grounding];
    if (change == 0) return true;
    if (x->values[atom]) change = -change; /* the atom was turned to false */
    for (uint32_t k = 0; k < r->n_parameters; k++)
        unit[1 + k] = oracle_constant(t->o, grounding, r->parameters[k]);
    if (r->cost != KF_COST_HARD) {
        x->scores[atom] += change * p->weight;
        x->sizes[atom] += fabs(p->weight);
    }
    return kf_tuple_map_add(&x->expected[p->rule], &t->engine.mem, unit, 0, 0, change) == KERF_OK;
}

static bool turn_atom(turning *x, uint32_t atom)
{
    trial *t = x->t;
    x->values[atom] = !x->values[atom];
    bool good = oracle_see(t->o, x->values) == KERF_OK;
    x->values[atom] = !x->values[atom];
    for (uint32_t i = 0; good && i < t->n_all; i++) good = expect_grounding(x, atom, i);
    return good || trial_wrong(t, "the oracle failed");
}

static bool expect_all(turning *x)
{
    trial *t = x->t;
    if (oracle_see(t->o, x->values) != KERF_OK) return trial_wrong(t, "the oracle failed");
    for (uint32_t i = 0; i < t->n_all; i++) x->truths[i] = t->all[i].truth;
    for (uint32_t i = 0; i < t->n_atoms; i++)
        if (is_turned(x, i) && !turn_atom(x, i)) return false;
    return true;
}

/* ---- The engine ----------------------------------------------------------------------------- */

static bool is_row(const turning *x, uint32_t atom, uint32_t predicate, const uint32_t *row)
{
    const ground_atom *a = &x->t->atoms[atom];
    uint32_t arity = x->t->engine.model->predicates.at[predicate].arity;
    return a->predicate == predicate
           && (!row || arity == 0 || memcmp(a->row, row, arity * sizeof *row) == 0);
}

static kerf_status note(void *context, uint32_t predicate, const uint32_t *row, const kf_binding *b,
                        double change)
{
    turning *x = context;
    const kf_rule *r = &x->t->engine.model->rules.at[x->gr->rule];
    uint32_t unit[WIDEST];
    double w = r->cost == KF_COST_HARD ? 0 : kf_grounder_weight(x->g, x->gr, b);
    for (uint32_t k = 0; k < r->n_parameters; k++) unit[1 + k] = b->ids[r->parameters[k]];
    for (uint32_t i = 0; i < x->t->n_atoms; i++) {
        if (!is_turned(x, i) || !is_row(x, i, predicate, row)) continue;
        unit[0] = i;
        x->scores[i] -= w * change;
        KF_TRY(kf_tuple_map_add(&x->found, &x->t->engine.mem, unit, 0, 0, change));
    }
    return KERF_OK;
}

static bool has_all(const kf_tuple_map *a, const kf_tuple_map *b)
{
    for (uint32_t i = 0; i < kf_tuple_map_count(a); i++) {
        uint32_t at = kf_tuple_map_find(b, kf_tuple_map_tuple(a, i));
        if (a->weights.at[i] != (at == UINT32_MAX ? 0 : b->weights.at[at])) return false;
    }
    return true;
}

static bool right_rule(turning *x, kf_ground_rule *gr)
{
    trial *t = x->t;
    const kf_rule *r = &t->engine.model->rules.at[gr->rule];
    if (r->kind == KF_RULE_ACYCLIC) return true;
    x->gr = gr;
    kf_tuple_map_init(&x->found, 1 + r->n_parameters);
    kerf_status st = kf_ground_influence(x->g, gr, note, x);
    bool good =
        st == KERF_OK
        || trial_wrong(t, "what atoms change in %.*s: status %d", (int)r->label.n, r->label.at, st);
    if (good
        && (!has_all(&x->expected[gr->rule], &x->found)
            || !has_all(&x->found, &x->expected[gr->rule])))
        good = trial_wrong(t, "atoms change other groundings of %.*s than there are",
                           (int)r->label.n, r->label.at);
    kf_tuple_map_free(&x->found, &t->engine.mem);
    return good;
}

static bool right_world(turning *x)
{
    trial *t = x->t;
    size_t n = t->engine.model->rules.n;
    bool good = true;
    x->expected = calloc(n + 1, sizeof *x->expected);
    memset(x->scores, 0, t->n_atoms * sizeof *x->scores);
    memset(x->sizes, 0, t->n_atoms * sizeof *x->sizes);
    for (size_t i = 0; i < n; i++)
        kf_tuple_map_init(&x->expected[i], 1 + t->engine.model->rules.at[i].n_parameters);
    good = expect_all(x);
    for (size_t i = 0; good && i < x->g->rules.n; i++) good = right_rule(x, &x->g->rules.at[i]);
    for (uint32_t i = 0; good && i < t->n_atoms; i++)
        if (fabs(x->scores[i]) > 1e-9 * (1 + x->sizes[i]))
            good = trial_wrong(t, "an atom scores otherwise");
    for (size_t i = 0; i < n; i++) kf_tuple_map_free(&x->expected[i], &t->engine.mem);
    free(x->expected);
    return good;
}

/* ---- Worlds --------------------------------------------------------------------------------- */

static bool random_worlds(turning *x, uint64_t seed)
{
    trial *t = x->t;
    uint64_t state = seed;
    for (uint32_t k = 0; k < WORLDS; k++) {
        uint32_t chance = k % 2 ? 20 : 60;
        x->first = (uint32_t)random_below(&state, x->step);
        for (uint32_t i = 0; i < t->n_atoms; i++) {
            const ground_atom *a = &t->atoms[i];
            x->values[i] = a->open ? random_below(&state, 100) < chance : a->fixed_true;
            if (a->open && kf_grounder_set(x->g, a->predicate, a->row, x->values[i]) != KERF_OK)
                return trial_wrong(t, "a flip failed");
        }
        if (!right_world(x)) return false;
    }
    return true;
}

bool trial_influence(trial *t, uint64_t seed)
{
    kf_mem *mem = &t->engine.mem;
    kf_database *d = NULL;
    kf_problem *p = kf_problem_new(mem);
    turning x = { .t = t, .step = 1 + t->n_atoms / MOST_TURNED };
    x.values = calloc(t->n_atoms + 1, sizeof(bool));
    x.scores = calloc(t->n_atoms + 1, sizeof(double));
    x.sizes = calloc(t->n_atoms + 1, sizeof(double));
    x.truths = calloc(t->n_all + 1, sizeof(bool));
    kerf_status st = kf_database_new(&d, mem, t->engine.model, t->engine.world);
    if (st == KERF_OK) st = kf_grounder_open(&x.g, mem, d, p, t->engine.diags);
    bool good = st == KERF_OK ? random_worlds(&x, seed) : trial_wrong(t, "grounder: status %d", st);
    kf_grounder_free(x.g);
    kf_problem_free(p);
    kf_database_free(d);
    free(x.values);
    free(x.scores);
    free(x.sizes);
    free(x.truths);
    return good;
}

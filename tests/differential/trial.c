/* trial.c -- worlds of one program, engine against oracle; see trial.h.
 *
 * One grounder follows a sequence of flips and separates by what changed; for every world a fresh
 * one separates in full. Both, and the problem that the first has built up, must agree with what
 * plain enumeration says of the world. */
#include "trial.h"

#include "base/check.h"

#include "generate.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { FEW_WORLDS = 9, MOST_OPEN = 6 }; /* so many open atoms: every world is looked at */

bool trial_wrong(trial *t, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    if (!t->why[0]) vsnprintf(t->why, sizeof t->why, format, arguments);
    va_end(arguments);
    return false;
}

bool trial_near(double a, double b)
{
    return a == b || fabs(a - b) <= 1e-9 * (1 + fabs(a) + fabs(b));
}

/* ---- Both sides ----------------------------------------------------------------------------- */

static bool same_domains(trial *t)
{
    for (uint32_t type = 1; type < t->d->n_types; type++) {
        const kf_domain *dom = &t->d->domains[type];
        kf_str name = kf_type_name(t->engine.model, type);
        if (dom->n != oracle_size(t->o, type))
            return trial_wrong(t, "type %.*s has %u constants, not %u", (int)name.n, name.at,
                               dom->n, oracle_size(t->o, type));
        for (uint32_t i = 0; i < dom->n; i++)
            if (!kf_str_eq(kf_constant_text(t->engine.model, type, dom->ids[i]),
                           kf_constant_text(t->plain.model, type, dom->ids[i])))
                return trial_wrong(t, "type %.*s: constant %u differs", (int)name.n, name.at,
                                   dom->ids[i]);
    }
    return true;
}

static bool list_tuples(trial *t)
{
    t->tuples = calloc((size_t)t->n_all * MOST_WORDS + 1, sizeof *t->tuples);
    t->widths = calloc((size_t)t->n_all + 1, sizeof *t->widths);
    if (!t->tuples || !t->widths) return trial_wrong(t, "no memory");
    for (size_t k = 0; k < t->g->rules.n; k++) {
        const kf_ground_rule *gr = &t->g->rules.at[k];
        if (gr->local) continue;
        for (uint32_t i = 0; i < t->n_all; i++) {
            if (t->all[i].rule != gr->rule) continue;
            t->widths[i] = gr->tuples[0].width;
            if (t->widths[i] > MOST_WORDS) return trial_wrong(t, "more words than expected");
            if (!oracle_tuple(t->o, i, &gr->c, t->tuples + (size_t)i * MOST_WORDS))
                return trial_wrong(t, "rule %u: a grounding exists by verify, not when compiled",
                                   gr->rule);
        }
    }
    return true;
}

static outcome skip(trial *t, const loaded *l, const char *what, kerf_status st)
{
    for (size_t i = 0; i < kf_diags_count(l->diags); i++) {
        const kerf_message *m = kf_diags_get(l->diags, i);
        if (m->severity != KERF_ERROR) continue;
        trial_wrong(t, "%s: %s:%u: %s", what, m->file ? m->file : "", m->line, m->text);
        return SKIPPED;
    }
    trial_wrong(t, "%s: status %d", what, st);
    return st == KERF_LIMIT ? SKIPPED : FAILS;
}

static outcome open_both(trial *t, const program *p)
{
    t->program = p;
    kerf_status st = loaded_open(&t->plain, p);
    if (st != KERF_OK) return skip(t, &t->plain, "reading", st);
    st = loaded_open(&t->engine, p);
    if (st != KERF_OK) return skip(t, &t->engine, "reading", st);
    st = oracle_open(&t->o, &t->plain);
    if (st != KERF_OK) return skip(t, &t->plain, "oracle", st);
    t->atoms = oracle_atoms(t->o, &t->n_atoms);
    t->all = oracle_groundings(t->o, &t->n_all);
    for (uint32_t i = 0; i < t->n_all; i++) t->loose |= t->all[i].guessed;
    t->values = calloc(t->n_atoms + 1, sizeof(bool));
    for (uint32_t i = 0; i < t->n_atoms; i++) t->values[i] = t->atoms[i].fixed_true;
    st = kf_database_new(&t->d, &t->engine.mem, t->engine.model, t->engine.world);
    if (st != KERF_OK) return skip(t, &t->engine, "database", st);
    t->p = kf_problem_new(&t->engine.mem);
    if (!t->p) return skip(t, &t->engine, "problem", KERF_NO_MEMORY);
    st = kf_grounder_new(&t->g, &t->engine.mem, t->d, t->p, t->engine.diags);
    if (st == KERF_OK) st = kf_ground_local(t->g);
    if (st != KERF_OK) return skip(t, &t->engine, "grounder", st);
    KF_CHECK(loaded_check(&t->engine)); /* with the compiled queries */
    return same_domains(t) && list_tuples(t) ? HOLDS : FAILS;
}

static void close_grounder(trial *t)
{
    kf_grounder_free(t->g);
    kf_problem_free(t->p);
    kf_database_free(t->d);
    t->g = NULL;
    t->p = NULL;
    t->d = NULL;
}

static void close_both(trial *t)
{
    close_grounder(t);
    oracle_close(t->o);
    loaded_close(&t->plain);
    loaded_close(&t->engine);
    for (uint32_t i = 0; i < t->n_worlds; i++) free(t->worlds[i].values);
    free(t->tuples);
    free(t->widths);
    free(t->values);
}

/* ---- One world ------------------------------------------------------------------------------ */

/* What the atoms cost before anything is separated, named or not. */
static double local_cost(const trial *t, const kf_grounder *g)
{
    double cost = 0;
    for (uint32_t i = 0; i < t->n_atoms; i++) {
        const ground_atom *a = &t->atoms[i];
        if (!a->open) continue;
        uint32_t at = kf_relation_find(g->atoms[a->predicate], a->row);
        if (at == KF_NO_ROW) {
            cost += t->values[i] ? g->default_true[a->predicate] : g->default_false[a->predicate];
        } else {
            uint32_t atom = g->atom_of[a->predicate].at[at];
            cost += t->values[i] ? g->p->cost_true.at[atom] : g->p->cost_false.at[atom];
        }
    }
    return cost;
}

static bool right_sums(trial *t, const kf_grounder *g, double cost, uint64_t hard)
{
    const verdicts *v = &t->worlds[t->n_worlds - 1].verdicts;
    t->worlds[t->n_worlds - 1].cost = cost;
    if (!t->loose && !trial_near(cost, v->cost))
        return trial_wrong(t, "cost %.12g, by verify %.12g", cost, v->cost);
    if (!trial_near(g->best - cost, v->score))
        return trial_wrong(t, "score %.12g, by verify %.12g", g->best - cost, v->score);
    if (v->cycles == 0 ? hard != v->hard : hard < v->hard + v->cycles)
        return trial_wrong(t, "%llu hard violations, by verify %llu and %llu of cycles",
                           (unsigned long long)hard, (unsigned long long)v->hard,
                           (unsigned long long)v->cycles);
    if (t->has_best && !trial_near(g->best, t->best))
        return trial_wrong(t, "the best is %.12g in one world, %.12g in another", t->best, g->best);
    t->best = g->best;
    t->has_best = true;
    return true;
}

/* Hard groundings that evidence alone breaks, and knots of cycles: the first world is all
 * evidence. */
static bool right_decided(trial *t, const kf_separated *out)
{
    uint64_t n = t->worlds[0].verdicts.cycles;
    for (uint32_t i = 0; i < t->n_all; i++) n += isinf(t->all[i].weight) && !t->all[i].can_be[1];
    if ((out->decided_rule == KF_NONE) != (out->decided_hard == 0))
        return trial_wrong(t, "hard groundings are decided, but no rule is named");
    return t->loose || out->decided_hard == n
           || trial_wrong(t, "evidence breaks %llu hard groundings, not %llu",
                          (unsigned long long)n, (unsigned long long)out->decided_hard);
}

static bool name_atoms(trial *t, kf_grounder *g)
{
    for (uint32_t p = 0; p < g->d->n_predicates; p++) {
        uint32_t open = 0;
        if (!g->d->m->predicates.at[p].hidden) continue;
        for (uint32_t i = 0; i < t->n_atoms; i++)
            open += t->atoms[i].predicate == p && t->atoms[i].open;
        if (kf_grounder_open_atoms(g, p) != open)
            return trial_wrong(t, "predicate %u has %u open atoms, not %llu", p, open,
                               (unsigned long long)kf_grounder_open_atoms(g, p));
        kerf_status st = kf_grounder_name_all(g, p);
        if (st != KERF_OK) return trial_wrong(t, "naming all atoms: status %d", st);
        if (g->atom_of[p].n != open) return trial_wrong(t, "not every atom is named");
    }
    return true;
}

/* A grounder that knows nothing yet; with every atom named beforehand, if asked. */
static bool separate_fresh(trial *t, kf_grounder *g, bool name_all, kf_separated *out)
{
    kerf_status st = kf_ground_local(g);
    double before = local_cost(t, g);
    if (st == KERF_OK && name_all && !name_atoms(t, g)) return false;
    double cost = local_cost(t, g);
    if (st == KERF_OK) st = kf_separate(g, true, out);
    if (st != KERF_OK) return trial_wrong(t, "separation: status %d", st);
    if (!trial_near(before, cost))
        return trial_wrong(t, "atoms cost %g before they are named, %g after", before, cost);
    return trial_units(t, g, out) && right_decided(t, out)
           && right_sums(t, g, cost + out->cost, out->hard);
}

static bool with_fresh(trial *t, bool name_all, uint32_t (*before)[2])
{
    kf_problem *p = kf_problem_new(&t->engine.mem);
    kf_grounder *g = NULL;
    kf_separated out;
    kerf_status st =
        p ? kf_grounder_new(&g, &t->engine.mem, t->d, p, t->engine.diags) : KERF_NO_MEMORY;
    bool good = st == KERF_OK || trial_wrong(t, "a second grounder: status %d", st);
    good = good && separate_fresh(t, g, name_all, &out);
    good = good && trial_problem(t, g, &t->worlds[t->n_worlds - 1]);
    good = good && trial_unsatisfied(t, g) && trial_delta(t, g, before);
    kf_grounder_free(g);
    kf_problem_free(p);
    return good;
}

static bool remember(trial *t)
{
    visited *w = &t->worlds[t->n_worlds++];
    w->values = malloc(t->n_atoms + 1);
    if (!w->values || oracle_see(t->o, t->values) != KERF_OK
        || oracle_verify(t->o, &w->verdicts) != KERF_OK)
        return trial_wrong(t, "the oracle failed");
    memcpy(w->values, t->values, t->n_atoms * sizeof(bool));
    w->broken = w->verdicts.cycles;
    w->unsure = t->loose || t->worlds[0].verdicts.cycles > 0; /* the first world is all evidence */
    for (uint32_t i = 0; i < t->n_all; i++) {
        const plain *p = &t->all[i];
        w->broken += isinf(p->weight) && !p->truth && p->can_be[1];
    }
    return true;
}

/* The world at hand, as flips have left it. */
static bool look_at(trial *t, bool name_all)
{
    uint32_t before[64][2];
    if (t->g->rules.n > KF_LENGTH(before)) return trial_wrong(t, "more rules than expected");
    for (size_t i = 0; i < t->g->rules.n; i++)
        for (int side = 0; side < 2; side++)
            before[i][side] = kf_tuple_map_count(&t->g->rules.at[i].tuples[side]);
    kf_separated out;
    kerf_status st = kf_separate(t->g, false, &out);
    if (st != KERF_OK) return trial_wrong(t, "delta separation: status %d", st);
    return remember(t) && with_fresh(t, name_all, before) && trial_unsatisfied(t, t->g)
           && trial_problem(t, t->g, &t->worlds[t->n_worlds - 1]);
}

static bool flip(trial *t, uint32_t atom, bool value)
{
    const ground_atom *a = &t->atoms[atom];
    if (!a->open || t->values[atom] == value) return true;
    t->values[atom] = value;
    kerf_status st = kf_grounder_set(t->g, a->predicate, a->row, value);
    return st == KERF_OK || trial_wrong(t, "flip: status %d", st);
}

/* ---- Several worlds ------------------------------------------------------------------------- */

/* Now a few atoms, now most of them; some flip to and fro between two separations. */
static bool next_world(trial *t, uint32_t i)
{
    bool good = true;
    uint32_t chance = i % 3 == 0 ? 50 : i % 3 == 1 ? 15 : 80;
    for (uint32_t k = 0; good && k < t->n_atoms; k++) {
        if (random_below(&t->state, 100) < 5)
            good = flip(t, k, !t->values[k]) && flip(t, k, !t->values[k]);
        if (good && random_below(&t->state, 100) < chance) good = flip(t, k, !t->values[k]);
    }
    return good;
}

static bool some_worlds(trial *t)
{
    bool good = look_at(t, false);
    for (uint32_t i = 0; good && i < FEW_WORLDS; i++) good = next_world(t, i) && look_at(t, i == 1);
    return good;
}

/* Every world, one flip at a time (Gray's order). */
static bool every_world(trial *t, const uint32_t *open, uint32_t n)
{
    bool good = true;
    for (uint32_t i = 0; good && i < n; i++) good = flip(t, open[i], false);
    for (uint32_t k = 0; good && k < 1u << n; k++) {
        if (k > 0) {
            uint32_t which = open[__builtin_ctz(k)];
            good = flip(t, which, !t->values[which]);
        }
        good = good && look_at(t, false);
    }
    return good;
}

static bool all_worlds(trial *t)
{
    uint32_t open[MOST_OPEN], n = 0;
    for (uint32_t i = 0; i < t->n_atoms; i++) {
        if (!t->atoms[i].open) continue;
        if (n == MOST_OPEN) return true;
        open[n++] = i;
    }
    return every_world(t, open, n);
}

/* Cycles are cut where they are met; nothing else is left to be found. */
static bool cut_cycles(trial *t, kf_grounder *g, const visited *w)
{
    kf_separated out = { 0 };
    kerf_status st = KERF_OK;
    for (uint32_t i = 0; st == KERF_OK && i < t->n_atoms; i++) {
        const ground_atom *a = &t->atoms[i];
        if (a->open) st = kf_grounder_set(g, a->predicate, a->row, w->values[i]);
    }
    if (st == KERF_OK) st = kf_separate(g, false, &out);
    if (st != KERF_OK) return trial_wrong(t, "cutting cycles: status %d", st);
    if (out.cost > 0 || (out.tuples > 0 && w->verdicts.cycles == 0))
        return trial_wrong(t, "with everything ground, more than cycles is found");
    return true;
}

/* Everything ground at once: every world costs in it what it should. */
static bool all_ground(trial *t, kf_grounder *g)
{
    bool broken = false;
    for (uint32_t i = 0; i < t->n_all; i++)
        broken |= isinf(t->all[i].weight) && !t->all[i].can_be[1];
    kerf_status st = kf_ground_all(g);
    if (t->loose && st == KERF_INFEASIBLE) return true;
    if (st != (broken ? KERF_INFEASIBLE : KERF_OK))
        return trial_wrong(t, "grounding everything: status %d", st);
    if (broken) return true;
    if (!trial_near(g->best, t->best))
        return trial_wrong(t, "the best is %.12g, with everything ground %.12g", t->best, g->best);
    for (uint32_t i = 0; i < t->n_worlds; i++)
        if (!cut_cycles(t, g, &t->worlds[i]) || !trial_problem(t, g, &t->worlds[i])) return false;
    return true;
}

static bool ground_all(trial *t)
{
    kf_problem *p = kf_problem_new(&t->engine.mem);
    kf_grounder *g = NULL;
    bool good = p && kf_grounder_new(&g, &t->engine.mem, t->d, p, t->engine.diags) == KERF_OK;
    good = good ? all_ground(t, g) : trial_wrong(t, "a last grounder failed");
    kf_grounder_free(g);
    kf_problem_free(p);
    return good;
}

/* Worlds seen before cost in the problem of now what they cost then; nothing is left to find. */
static bool at_the_end(trial *t)
{
    kf_separated out;
    for (uint32_t i = 0; i < t->n_worlds; i++)
        if (!trial_problem(t, t->g, &t->worlds[i])) return false;
    kerf_status st = kf_separate(t->g, true, &out);
    if (st != KERF_OK) return trial_wrong(t, "full separation: status %d", st);
    bool acyclic = false; /* which cycles are found depends on where the search begins */
    for (size_t i = 0; i < t->g->rules.n; i++) acyclic |= t->g->rules.at[i].cycles != NULL;
    if (out.tuples > 0 && !acyclic)
        return trial_wrong(t, "a full separation finds what delta did not");
    return trial_near(t->g->best, t->best) || trial_wrong(t, "the best has moved");
}

outcome trial_run_stores(const program *p, uint64_t seed, char *why, size_t n)
{
    trial *t = calloc(1, sizeof *t);
    if (!t) return FAILS;
    outcome result = open_both(t, p);
    close_grounder(t);
    if (result == HOLDS && !trial_stores(t, seed)) result = FAILS;
    close_both(t);
    snprintf(why, n, "%s", t->why);
    free(t);
    return result;
}

outcome trial_run_explain(const program *p, uint64_t seed, char *why, size_t n)
{
    trial *t = calloc(1, sizeof *t);
    if (!t) return FAILS;
    outcome result = open_both(t, p);
    close_grounder(t);
    if (result == HOLDS && !trial_explain(t, seed)) result = FAILS;
    close_both(t);
    snprintf(why, n, "%s", t->why);
    free(t);
    return result;
}

outcome trial_run_marginal(const program *p, uint64_t seed, char *why, size_t n)
{
    trial *t = calloc(1, sizeof *t);
    if (!t) return FAILS;
    outcome result = open_both(t, p);
    close_grounder(t);
    if (result == HOLDS && !trial_marginal(t, seed)) result = FAILS;
    close_both(t);
    snprintf(why, n, "%s", t->why);
    free(t);
    return result;
}

outcome trial_run(const program *p, uint64_t seed, char *why, size_t n)
{
    trial *t = calloc(1, sizeof *t);
    if (!t) return FAILS;
    t->state = seed;
    outcome result = open_both(t, p);
    if (result == HOLDS) {
        bool good = some_worlds(t) && all_worlds(t) && trial_slices(t) && trial_threads(t)
                    && at_the_end(t) && ground_all(t);
        close_grounder(t);
        good = good && trial_map(t, seed) && trial_explain(t, seed) && trial_marginal(t, seed)
               && (seed % 5 > 1 || trial_stores(t, seed)) && trial_same(t, p, seed)
               && trial_reasons(t, p, seed) && trial_influence(t, seed) && trial_pll(t, seed)
               && trial_learn(t, seed);
        result = good ? HOLDS : FAILS;
    }
    close_both(t);
    if (result != FAILS && (t->plain.mem.used > 0 || t->engine.mem.used > 0)) {
        trial_wrong(t, "%zu bytes are left, %zu by the oracle", t->engine.mem.used,
                    t->plain.mem.used);
        result = FAILS;
    }
    snprintf(why, n, "%s", t->why);
    free(t);
    return result;
}

/* check_marginal.c -- probabilities against all worlds.
 *
 * Where evidence leaves few atoms open, verify scores every world. The sum of exp(score) over those
 * that break nothing hard is Z, and the share of those in which an atom is true its probability.
 * Both must be within the intervals that the engine gives, and near; by another order of
 * elimination, too; and to the last bit for any number of threads. check_chains.c is about those
 * that are sampled. */
#include "chances.h"

#include "ground/atoms.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_WORK = 40000 };

summed *trial_summed;

static bool see_world(trial *t, all_worlds *w, uint32_t k)
{
    verdicts v = { 0 };
    for (uint32_t i = 0; i < w->n; i++) t->values[w->open[i]] = k >> i & 1;
    if (oracle_set(t->o, t->values) != KERF_OK || oracle_verify(t->o, &v) != KERF_OK)
        return trial_wrong(t, "the oracle failed");
    bool broken = v.hard + v.cycles > 0;
    for (uint32_t r = 0; r < w->n_rules; r++) w->scores[k * w->n_rules + r] = oracle_score(t->o, r);
    w->weight[k] = broken ? -INFINITY : v.exactly;
    if (!broken && w->weight[k] > w->most) w->most = w->weight[k];
    if (!broken) w->size = fmax(w->size, fabs(v.score) + v.cost);
    return true;
}

static bool see_worlds(trial *t, all_worlds *w)
{
    w->most = -INFINITY;
    for (uint32_t k = 0; k < 1u << w->n; k++)
        if (!see_world(t, w, k)) return false;
    for (uint32_t k = 0; k < 1u << w->n; k++) {
        w->weight[k] = isinf(w->weight[k]) ? 0 : expl(w->weight[k] - w->most);
        w->sum += w->weight[k];
    }
    return true;
}

long double share_of(const all_worlds *w, uint32_t i)
{
    long double some = 0;
    for (uint32_t k = 0; k < 1u << w->n; k++)
        if (k >> i & 1) some += w->weight[k];
    return some / w->sum;
}

static kerf_status open_grounder(loaded *l, const char *store, answer *a)
{
    const kf_backend_site site = { .where = store, .diags = l->diags, .connections = 2 };
    kf_backend *backend;
    if (!store) return kf_grounder_new(&a->g, &l->mem, a->d, a->p, l->diags);
    KF_TRY(kf_grounder_open(&a->g, &l->mem, a->d, a->p, l->diags));
    KF_TRY(kf_backend_open(&backend, &l->mem, a->d, &site));
    kf_grounder_take_backend(a->g, backend);
    return kf_grounder_count(a->g);
}

void open_answer(loaded *l, const char *store, answer *a, const kf_marginal_options *options)
{
    *a = (answer){ .p = kf_problem_new(&l->mem), .status = KERF_NO_MEMORY };
    if (!a->p) return;
    a->status = kf_database_new(&a->d, &l->mem, l->model, l->world);
    if (a->status == KERF_OK) a->status = open_grounder(l, store, a);
    if (a->status == KERF_OK) a->status = kf_marginal_run(a->g, options, &a->m);
}

void close_answer(answer *a)
{
    kf_marginals_free(&a->m);
    kf_grounder_free(a->g);
    kf_problem_free(a->p);
    kf_database_free(a->d);
}

kf_chance chance_of(const answer *a, const ground_atom *atom)
{
    uint32_t row[KF_MOST_ARITY];
    uint32_t arity = kf_grounder_model(a->g)->predicates.at[atom->predicate].arity;
    for (uint32_t i = 0; i < kf_grounder_named(a->g); i++)
        if (kf_grounder_atom_row(a->g, i, row) == atom->predicate
            && memcmp(row, atom->row, arity * sizeof *row) == 0)
            return a->m.chances.at[i];
    return (kf_chance){ 0.5, 0.5, 0.5, NAN, NAN, KF_BY_ELIMINATION, true };
}

/* off: of p, which is of sums. */
static void note_chance(const kf_chance *c, long double p, long double off)
{
    summed *s = trial_summed;
    s->chances++;
    s->off += fabsl(c->p - p) > 1e-12;
    s->outside += p + off < c->lo || p - off > c->hi;
    s->most = fmax(s->most, (double)fabsl(c->p - p));
}

bool right_chance(trial *t, const all_worlds *w, const answer *a, uint32_t i)
{
    /* Weights that nearly cancel leave what their sum was rounded by: the interval has to know. */
    long double off = 1e-16L + 1e-18L * w->size, near = 1e-12L;
    kf_chance c = chance_of(a, &t->atoms[w->open[i]]);
    long double p = share_of(w, i);
    if (c.method != KF_BY_ELIMINATION) return trial_wrong(t, "marginal: an atom is not known");
    note_chance(&c, p, off);
    if (!(c.lo <= p + off && p - off <= c.hi) || fabsl(c.p - p) > near)
        return trial_wrong(t, "marginal: atom %u has %.17g [%.17g, %.17g], by all worlds %.17Lg", i,
                           c.p, c.lo, c.hi, p);
    return true;
}

static bool right_expectation(trial *t, const all_worlds *w, const answer *a, uint32_t rule)
{
    const kf_expected *e = &a->m.expected[rule];
    long double score = 0;
    /* Weights of worlds are off by as many units as their scores are large, and so are the shares
     * of scores as large as that. */
    double off = 1e-13 * (1 + w->size) + 1e-15 * w->size * w->size;
    if (!e->there || kf_grounder_model(a->g)->rules.at[rule].cost == KF_COST_HARD) return true;
    for (uint32_t k = 0; k < 1u << w->n; k++)
        if (w->weight[k] > 0) score += w->weight[k] * w->scores[k * w->n_rules + rule];
    score /= w->sum;
    if (fabsl(e->score - score) <= e->error + off && e->error <= fmax(1e-9, 1e6 * off)) return true;
    return trial_wrong(t, "marginal: rule %u scores %.17g within %g, by all worlds %.17Lg", rule,
                       e->score, e->error, score);
}

static bool right_answer(trial *t, const all_worlds *w, const answer *a)
{
    long double log_z = logl(w->sum) + w->most, off = 1e-16L + 1e-18L * w->size;
    long double near = 1e-12L + 0x1p-53L * fabsl(log_z); /* and half of its last place */
    if (w->sum == 0)
        return a->status == KERF_INFEASIBLE
               || trial_wrong(t, "marginal: status %d where no world is", (int)a->status);
    if (a->status != KERF_OK) return trial_wrong(t, "marginal: status %d", (int)a->status);
    if (a->m.certainty != KERF_EXACT)
        return trial_wrong(t, "marginal: %s, not exact", kerf_certainty_text(a->m.certainty));
    if (!(a->m.log_z_lo <= log_z + off && log_z - off <= a->m.log_z_hi)
        || fabsl(a->m.log_z - log_z) > near + off)
        return trial_wrong(t, "marginal: log Z %.17g [%.17g, %.17g], by all worlds %.20Lg",
                           a->m.log_z, a->m.log_z_lo, a->m.log_z_hi, log_z);
    if (a->m.atoms != w->n)
        return trial_wrong(t, "marginal: %llu atoms are open, by the oracle %u",
                           (unsigned long long)a->m.atoms, w->n);
    for (uint32_t i = 0; i < w->n; i++)
        if (!right_chance(t, w, a, i)) return false;
    for (uint32_t r = 0; a->m.expected && r < w->n_rules; r++)
        if (!right_expectation(t, w, a, r)) return false;
    return true;
}

/* Bit by bit, but for padding. */
static bool are_same(const kf_marginals *a, const kf_marginals *b)
{
    if (a->chances.n != b->chances.n || a->log_z != b->log_z) return false;
    for (size_t i = 0; i < a->chances.n; i++)
        if (a->chances.at[i].p != b->chances.at[i].p || a->chances.at[i].lo != b->chances.at[i].lo)
            return false;
    return true;
}

/* With hardly any tables: by reduction and search, or not at all. */
static bool right_narrowly(trial *t, const all_worlds *w, const answer *a)
{
    if (a->status != KERF_OK || !a->m.stopped) return right_answer(t, w, a);
    for (uint32_t i = 0; i < w->n && w->sum > 0; i++)
        if (chance_of(a, &t->atoms[w->open[i]]).method != KF_BY_NOTHING
            && !right_chance(t, w, a, i))
            return false;
    return true;
}

static bool run(trial *t, const all_worlds *w, uint64_t seed)
{
    answer one, other;
    kf_marginals kept;
    kf_marginal_options o = { .how = KERF_MARGINAL_EXACT,
                              .threads = 1,
                              .limits = { .deadline = INFINITY } };
    open_answer(&t->engine, NULL, &one, &o);
    bool good = right_answer(t, w, &one), same = one.status == KERF_OK;
    kept = one.m;
    one.m = (kf_marginals){ 0 };
    close_answer(&one);
    o.skip = 4, o.expectations = true;
    open_answer(&t->engine, NULL, &other, &o);
    good = good && right_answer(t, w, &other);
    close_answer(&other);
    o.skip = 0, o.expectations = false, o.threads = 3;
    open_answer(&t->engine, NULL, &other, &o);
    if (good && same && !are_same(&kept, &other.m))
        good = trial_wrong(t, "marginal: not the same for three threads");
    close_answer(&other);
    o.threads = 1, o.entries = seed % 4 == 3 ? 32 : 4;
    open_answer(&t->engine, NULL, &other, &o);
    good = good && right_narrowly(t, w, &other);
    close_answer(&other);
    kf_marginals_free(&kept);
    return good && trial_chains(t, w, seed);
}

bool trial_marginal(trial *t, uint64_t seed)
{
    all_worlds w = { 0 };
    for (uint32_t i = 0; i < t->n_atoms; i++) {
        if (!t->atoms[i].open) continue;
        if (w.n == MOST_TRIED) return true;
        w.open[w.n++] = i;
    }
    if ((uint64_t)(t->n_all + 10) << w.n > MOST_WORK) return true;
    w.n_rules = t->engine.model->rules.n;
    w.weight = calloc((size_t)1 << w.n, sizeof *w.weight);
    w.scores = calloc((w.n_rules + 1) << w.n, sizeof *w.scores);
    bool room = w.weight && w.scores;
    bool good = room ? see_worlds(t, &w) && run(t, &w, seed) : trial_wrong(t, "no memory");
    free(w.weight);
    free(w.scores);
    *(w.n > 0 && w.sum > 0 ? &trial_summed->programs : &trial_summed->without) += good;
    return good;
}

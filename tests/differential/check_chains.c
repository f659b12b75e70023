/* check_chains.c -- sampled probabilities against all worlds.
 *
 * Chains run over everything ground, or over a part, with what else there is looked up when atoms
 * change; by MC-SAT or by Gibbs. What they find must be near the truth, what they call certain must
 * be it. The bytes are the same for any number of threads, and for evidence in a store. */
#include "chances.h"

#include "ground/atoms.h"

#include <math.h>
#include <stdlib.h>

typedef struct way {
    kerf_marginal_method how;
    kf_marginal_wait wait;
    bool unlearned; /* of formulas that wait nothing is ground but what the start violates */
} way;

static const way WAYS[] = {
    { KERF_MARGINAL_AUTO, KF_WAIT_ALL, true },    { KERF_MARGINAL_AUTO, KF_WAIT_ALL, false },
    { KERF_MARGINAL_GIBBS, KF_WAIT_ALL, true },   { KERF_MARGINAL_MCSAT, KF_WAIT_ALL, false },
    { KERF_MARGINAL_MCSAT, KF_WAIT_NONE, false }, { KERF_MARGINAL_GIBBS, KF_WAIT_NONE, false },
};

static kf_marginal_options options_of(const way *x, uint32_t threads)
{
    return (kf_marginal_options){ .how = x->how,
                                  .wait = x->wait,
                                  .unlearned = x->unlearned,
                                  .threads = threads,
                                  .samples = 3000,
                                  .burn_in = 100,
                                  .seed = 1,
                                  .limits = { .deadline = INFINITY } };
}

/* Six standard errors, where the chains agree: their number is estimated, too. */
static bool near_chance(trial *t, const all_worlds *w, const answer *a, uint32_t i)
{
    kf_chance c = chance_of(a, &t->atoms[w->open[i]]);
    double p = (double)share_of(w, i), ess = c.ess;
    if (c.method == KF_BY_ELIMINATION) return right_chance(t, w, a, i);
    if (c.method == KF_BY_NOTHING)
        return trial_wrong(t, "marginal: nothing is known of atom %u", i);
    if (c.rhat > 1.05 || ess < 100) return true;
    if (fabs(c.p - p) <= 6 * sqrt(fmax(p * (1 - p), 1 / ess) / ess)) return true;
    return trial_wrong(t, "marginal: sampled atom %u has %.6g of %.6g samples, by all worlds %.17g",
                       i, c.p, ess, p);
}

static bool near_answer(trial *t, const all_worlds *w, const answer *a)
{
    bool none = w->sum == 0, stopped = a->status == KERF_OK && a->m.stopped;
    if (none)
        return a->status == KERF_INFEASIBLE || stopped
               || trial_wrong(t, "marginal: chains have status %d where no world is",
                              (int)a->status);
    if (a->status != KERF_OK) return trial_wrong(t, "marginal: chains: status %d", (int)a->status);
    if (a->m.atoms != w->n) return trial_wrong(t, "marginal: chains: not as many atoms");
    for (uint32_t i = 0; i < w->n; i++)
        if (!near_chance(t, w, a, i)) return false;
    return true;
}

static bool same_chances(const trial *t, const all_worlds *w, const kf_chance *kept,
                         const answer *a)
{
    for (uint32_t i = 0; i < w->n; i++) {
        kf_chance c = chance_of(a, &t->atoms[w->open[i]]);
        if (c.p != kept[i].p || c.lo != kept[i].lo || c.hi != kept[i].hi) return false;
    }
    return true;
}

typedef struct first_run {
    kerf_status status;
    kerf_certainty certainty;
    bool stopped;
    kf_chance chances[MOST_TRIED];
} first_run;

static bool run_again(trial *t, const all_worlds *w, loaded *l, const char *store,
                      const kf_marginal_options *o, const first_run *first)
{
    answer a;
    open_answer(l, store, &a, o);
    bool good = a.status == first->status;
    good = good
           && (a.status != KERF_OK
               || (a.m.certainty == first->certainty && a.m.stopped == first->stopped
                   && same_chances(t, w, first->chances, &a)));
    close_answer(&a);
    return good
           || trial_wrong(t, "marginal: chains: not the same for %u threads in %s", o->threads,
                          store ? store : "memory");
}

#ifdef HAVE_SQLITE
static bool run_stored(trial *t, const all_worlds *w, const kf_marginal_options *o,
                       const first_run *first)
{
    static const char store[] = "sqlite::memory:";
    const kf_backend_site site = { .where = store, .connections = 2 };
    loaded *l = calloc(1, sizeof *l);
    if (!l) return trial_wrong(t, "no memory");
    bool good = loaded_open_in(l, t->program, &site, false) == KERF_OK
                || trial_wrong(t, "marginal: evidence cannot be stored");
    good = good && run_again(t, w, l, store, o, first);
    loaded_close(l);
    free(l);
    return good;
}
#endif

static bool run_way(trial *t, const all_worlds *w, const way *x, uint32_t threads, bool stored)
{
    kf_marginal_options o = options_of(x, 1);
    answer a;
    open_answer(&t->engine, NULL, &a, &o);
    bool good = near_answer(t, w, &a);
    first_run first = { .status = a.status, .certainty = a.m.certainty, .stopped = a.m.stopped };
    for (uint32_t i = 0; good && a.status == KERF_OK && i < w->n; i++)
        first.chances[i] = chance_of(&a, &t->atoms[w->open[i]]);
    close_answer(&a);
    o.threads = threads;
    good = good && run_again(t, w, &t->engine, NULL, &o, &first);
#ifdef HAVE_SQLITE
    if (good && stored) good = run_stored(t, w, &o, &first);
#endif
    (void)stored;
    return good;
}

/* Half of the ways; one of four programs goes one of them with its evidence in a store, too. */
bool trial_chains(trial *t, const all_worlds *w, uint64_t seed)
{
    uint64_t stored = seed % 4 == 0 ? seed / 4 % KF_LENGTH(WAYS) : KF_LENGTH(WAYS);
    for (size_t i = 0; i < KF_LENGTH(WAYS); i++)
        if ((i + seed) % 2 == 0 || i == stored)
            if (!run_way(t, w, &WAYS[i], seed % 3 ? 2 : 4, i == stored)) return false;
    return true;
}

/* lazily.c -- MC-SAT where formulas have too many groundings to be written out.
 *
 * Such a formula waits: its satisfied groundings are not in the problem. Chains are drawn from what
 * is there; whatever a draw changes is looked up, and what comes to pay of formulas that wait has a
 * coin, by a hash of the draw, the formula and its constants, that says whether the slice keeps it
 * satisfied (ground/separate/waiting.h). A slice is so ground as far as chains run into it, and no
 * further.
 *
 * What chains run into often is better in the problem, where it shapes what is drawn. So a few
 * short rounds come first, of which nothing is kept but the groundings that refused something. Then
 * the problem stays as it is, and every step leaves the distribution as it is. */
#include "marginal/marginal_parts.h"

#include "base/check.h"
#include "base/hash.h"
#include "ground/atoms.h"
#include "ground/forecast.h"
#include "ground/influence/influence.h"
#include "ground/separate/waiting.h"
#include "sample/sample.h"
#include "solve/walk/local_search.h"

#include <math.h>

/* ---- Which formulas wait ---- */

static const double BYTES = 300;     /* of a grounding, with what sampling takes for it */
static const double MEMORY = 0x1p34; /* where no limit is set */
static const double FORECAST = 1e7;  /* groundings that are worth a forecast: seconds */
enum { MOST_VIOLATED = 1 << 20 };    /* of a formula that go into the problem at one time */

static kerf_status wait_for_largest(kf_grounder *g, double room, uint64_t *waiting)
{
    size_t n = kf_grounder_n_rules(g);
    double *bytes = kf_mem_calloc(kf_grounder_mem(g), n, sizeof *bytes), sum = 0;
    kerf_status st = bytes ? KERF_OK : KERF_NO_MEMORY;
    for (size_t i = 0; st == KERF_OK && i < n; i++) {
        kf_forecast f;
        st = kf_forecast_rule(g, kf_grounder_rule(g, i), &f);
        if (st == KERF_OK) sum += bytes[i] = f.open.tuples * BYTES;
    }
    while (st == KERF_OK && sum > room) {
        size_t largest = n;
        for (size_t i = 0; i < n; i++) {
            const kf_ground_rule *gr = kf_grounder_rule(g, i);
            if (kf_ground_rule_waits(gr) || !kf_ground_rule_can_wait(g, gr)) continue;
            if (largest == n || bytes[i] > bytes[largest]) largest = i;
        }
        if (largest == n) break;
        kf_ground_rule_wait(kf_grounder_rule(g, largest));
        ++*waiting;
        sum -= bytes[largest];
    }
    if (bytes) kf_mem_free(kf_grounder_mem(g), bytes, n, sizeof *bytes);
    return st;
}

static void wait_for_all(kf_grounder *g, uint64_t *waiting)
{
    for (size_t i = 0; i < kf_grounder_n_rules(g); i++) {
        kf_ground_rule *gr = kf_grounder_rule(g, i);
        if (!kf_ground_rule_can_wait(g, gr)) continue;
        kf_ground_rule_wait(gr);
        ++*waiting;
    }
}

kerf_status kf_lazily_choose(kf_grounder *g, const kf_marginal_options *o, kf_marginals *out)
{
    const kf_mem *mem = kf_grounder_mem(g);
    double room = mem->limit ? (double)(mem->limit - mem->used) : MEMORY;
    assert(out->waiting == 0);
    if (o->expectations || o->how == KERF_MARGINAL_EXACT) return KERF_OK;
    if (o->wait == KF_WAIT_ALL) wait_for_all(g, &out->waiting);
    if (o->wait != KF_WAIT_AUTO) return KERF_OK;
    KF_TRY(kf_forecast_open(g, &out->open));
    if (out->open * BYTES > room) KF_TRY(wait_for_largest(g, room, &out->waiting));
    out->not_ground = o->forecast && out->open > fmin(FORECAST, room / BYTES);
    assert(out->not_ground || !o->forecast || out->waiting == 0);
    return KERF_OK;
}

kerf_status kf_lazily_open(kf_grounder *g)
{
    kf_separated found;
    KF_TRY(kf_waiting_name(g));
    kerf_status st = kf_waiting_ground(g, MOST_VIOLATED, &found);
    return st == KERF_LIMIT ? KERF_OK : st;
}

bool kf_lazily_concerns(const kf_grounder *g, const kf_extracted *x)
{
    for (size_t i = 0; i < kf_grounder_n_rules(g); i++) {
        const kf_ground_rule *gr = kf_grounder_rule(g, i);
        for (uint32_t a = 0; a < x->component.n_atoms && kf_ground_rule_waits(gr); a++)
            if (kf_waiting_names(g, gr, x->atoms[a])) return true;
    }
    return false;
}

/* ---- What chains ask ---- */

static kerf_status set(const kf_lazily *l, const uint32_t *atoms, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        assert(atoms[i] < l->x->component.n_atoms);
        uint32_t atom = l->x->atoms[atoms[i]];
        KF_TRY(kf_grounder_set_atom(l->g, atom, !kf_grounder_holds(l->g, atom)));
    }
    return KERF_OK;
}

static kerf_status enter(void *context, const bool *assignment)
{
    const kf_lazily *l = context;
    for (uint32_t i = 0; i < l->x->component.n_atoms; i++)
        KF_TRY(kf_grounder_set_atom(l->g, l->x->atoms[i], assignment[i]));
    kf_grounder_forget_flips(l->g);
    return KERF_OK;
}

static kerf_status breaks(void *context, bool *broken)
{
    const kf_lazily *l = context;
    return kf_waiting_breaks(l->g, broken);
}

/* Outside of a slice: by what is paid more. What is paid no more is what would come to be paid on
 * the way back. */
static kerf_status weigh(const kf_lazily *l, const uint32_t *atoms, uint32_t n, uint64_t key,
                         bool *refused)
{
    double more, less;
    KF_TRY(kf_waiting_weigh(l->g, l->learn, &more));
    assert(more >= 0);
    *refused = isinf(more);
    if (more == 0 || *refused) return KERF_OK;
    KF_TRY(set(l, atoms, n));
    KF_TRY(kf_waiting_weigh(l->g, false, &less));
    *refused = ldexp((double)(kf_hash_mix(key) >> 11), -53) >= exp(less - more);
    return set(l, atoms, n);
}

static kerf_status refuse(void *context, const uint32_t *atoms, uint32_t n, uint64_t key,
                          bool slice, bool *refused)
{
    const kf_lazily *l = context;
    KF_TRY(set(l, atoms, n));
    KF_TRY(slice ? kf_waiting_refuse(l->g, key, l->learn, refused)
                 : weigh(l, atoms, n, key, refused));
    if (*refused) KF_TRY(set(l, atoms, n));
    kf_grounder_forget_flips(l->g);
    return KERF_OK;
}

/* ---- Before the samples that count ---- */

/* The component with what was ground since. */
static kerf_status renew(kf_lazily *l, const kf_separated *found)
{
    return found->tuples == 0 ? KERF_OK : l->renew(l->context);
}

/* Local search over what is ground, and what it breaks is ground, until it breaks nothing hard. */
static kerf_status find_start(kf_lazily *l, const kf_limits *limits, bool *x, bool *good)
{
    enum { TRIES = 100, FIND = 200, FIND_LEAST = 1 << 20, IMPROVE = 20 };
    *good = false;
    for (uint32_t i = 0; i < TRIES && !*good && !kf_limits_reached(limits); i++) {
        uint64_t size = kf_component_size(&l->x->component);
        kf_search_effort effort = { i + 1, FIND_LEAST + FIND * size, IMPROVE * size };
        kf_searched searched;
        kf_separated found = { 0 };
        KF_TRY(kf_search_locally(&l->x->component, limits, kf_grounder_mem(l->g), effort, x,
                                 &searched));
        KF_TRY(enter(l, x));
        kerf_status st = kf_waiting_ground(l->g, MOST_VIOLATED, &found);
        if (st == KERF_LIMIT) break;
        KF_TRY(st);
        *good = searched.broken == 0 && found.hard == 0;
        KF_TRY(renew(l, &found));
        if (searched.broken > 0 && found.tuples == 0) break;
    }
    return KERF_OK;
}

/* Rounds from which nothing is kept but what refused something. Hard groundings that are not in the
 * problem may keep chains in a part of what is feasible, since blocks do not follow them: rounds go
 * on while there are such. */
static kerf_status learn(kf_lazily *l, const kf_sample_options *options)
{
    enum { ROUNDS = 8, HARD_ROUNDS = 64, SWEEPS = 16, FEW = 50 };
    kf_sample_options o = *options;
    o.burn_in = 0;
    o.samples = SWEEPS * (uint64_t)(o.chains ? o.chains : 4);
    o.precision = 0;
    o.traces = 0;
    o.progress = NULL;
    l->learn = true;
    kf_separated found = { 0 };
    for (uint32_t i = 0; i < (found.hard ? HARD_ROUNDS : ROUNDS); i++, o.seed++) {
        kf_sampled none;
        if (kf_limits_reached(&o.limits)) break;
        KF_TRY(kf_sample(&l->x->component, &o, kf_grounder_mem(l->g), &none));
        kf_sampled_free(&none);
        KF_TRY(kf_waiting_learn(l->g, &found));
        KF_TRY(renew(l, &found));
        if (!found.hard && found.tuples * FEW <= l->x->component.n_clauses) break;
    }
    l->learn = false;
    return KERF_OK;
}

kerf_status kf_lazily_sample(kf_lazily *l, kf_sample_options *o, kf_sampled *out)
{
    kf_mem *mem = kf_grounder_mem(l->g);
    uint32_t n = l->x->component.n_atoms;
    const kf_sample_test test = { l, enter, breaks, refuse };
    bool good, *start = kf_mem_calloc(mem, n, sizeof *start);
    *out = (kf_sampled){ .status = KF_SAMPLE_NO_START };
    if (!start) return KERF_NO_MEMORY;
    o->test = &test;
    kerf_status st = find_start(l, &o->limits, start, &good);
    if (good) o->start = start;
    if (st == KERF_OK && good && !l->unlearned) st = learn(l, o);
    if (st == KERF_OK)
        st = kf_sample(&l->x->component, o, mem, out);     /* it may prove that none is */
    assert(st != KERF_OK || l->x->component.n_atoms == n); /* what is learned names no new atom */
    o->start = NULL;
    o->test = NULL;
    kf_mem_free(mem, start, n, sizeof *start);
    if (st != KERF_INTERRUPTED) return st;
    *out = (kf_sampled){ .status = KF_SAMPLE_NO_START };
    return KERF_OK;
}

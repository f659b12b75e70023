/* sample_starts.c -- where the chains begin: far from each other, so that they disagree until they
 * have forgotten it.
 *
 * The first begins at the most probable assignment that is known: the given one, or the best that
 * local search finds. The second begins at what local search makes of its opposite, the others at
 * what it makes of coin flips, without a look at soft costs; where constraints are not in the
 * component, all others at what it makes of values drawn by their prices. Where it finds none, a
 * chain begins where the first does, and goes as far as the hard rows alone let it go. */
#include "sample/sampler.h"

#include "base/check.h"

#include "solve/walk/local_search.h"

#include <math.h>
#include <string.h>

enum {
    FIND = 200, /* literals that local search may look at, for each of the component */
    FIND_LEAST = 1 << 20,
    IMPROVE = 20, /* likewise for a lower cost */
    HARD_SWEEPS = 64
};

static const double MODE = 0.1; /* share of the time where it ends, to find the mode */

/* Any value of each variable. */
static void flip_coins(const kf_sampler *s, kf_random *r, bool *x)
{
    for (uint32_t a = 0; a < s->component->n_atoms; a++)
        x[a] = s->rows.fixed[a] < 0 ? kf_random_below(r, 2) : s->rows.fixed[a] == 1;
    for (uint32_t i = 0; i < s->rows.n_variables; i++) {
        const kf_sample_variable *v = &s->rows.variables[i];
        uint32_t value = kf_random_below(r, v->values);
        for (uint32_t k = 0; k < v->n && v->group; k++) {
            kf_lit l = kf_member(&s->rows, v, k);
            x[kf_lit_atom(l).id] = (k == value) != kf_lit_negated(l);
        }
    }
}

/* Atoms have the opposite value, groups any. */
static void oppose(const kf_sampler *s, kf_random *r, bool *x)
{
    flip_coins(s, r, x);
    for (uint32_t i = 0; i < s->rows.n_variables; i++) {
        const kf_sample_variable *v = &s->rows.variables[i];
        uint32_t atom = kf_lit_atom(kf_member(&s->rows, v, 0)).id;
        if (!v->group) x[atom] = !s->mode[atom];
    }
}

/* By prices alone; opposed: what these hardly decide is not as in the mode. Where constraints are
 * not in the component, most of them would pay in an assignment of coins, and no chain would find
 * its way back. */
static void draw_by_price(const kf_sampler *s, kf_random *r, bool opposed, bool *x)
{
    static const double DECIDES = 1;
    flip_coins(s, r, x);
    for (uint32_t i = 0; i < s->rows.n_variables; i++) {
        const kf_sample_variable *v = &s->rows.variables[i];
        uint32_t atom = kf_lit_atom(kf_member(&s->rows, v, 0)).id;
        double price = s->rows.price[atom];
        if (!v->group) x[atom] = kf_random_unit(r) * (1 + exp(price)) < 1;
        if (!v->group && opposed && fabs(price) < DECIDES) x[atom] = !s->mode[atom];
    }
}

static bool is_feasible(const kf_sampler *s, const bool *x)
{
    uint64_t broken;
    kf_component_cost(s->component, x, &broken);
    return broken == 0;
}

/* The same with what is not in the component. */
static kerf_status judge_start(const kf_sampler *s, const bool *x, bool *good)
{
    const kf_sample_test *t = s->options->test;
    bool broken = false;
    *good = is_feasible(s, x);
    if (!*good || !t) return KERF_OK;
    KF_TRY(t->enter(t->context, x));
    KF_TRY(t->breaks(t->context, &broken));
    *good = !broken;
    return KERF_OK;
}

static kerf_status search(const kf_sampler *s, kf_random *r, uint64_t improve, kf_mem *mem, bool *x)
{
    kf_limits limits = improve ? kf_limits_share(&s->options->limits, MODE) : s->options->limits;
    uint64_t size = kf_component_size(s->component);
    kf_search_effort effort = { .seed = kf_random_next(r),
                                .find = FIND_LEAST + FIND * size,
                                .improve = improve * size };
    kf_searched found;
    return kf_search_locally(s->component, &limits, mem, effort, x, &found);
}

/* The given one if it is feasible, else what local search finds. */
static kerf_status find_mode(kf_sampler *s)
{
    uint32_t n = s->component->n_atoms;
    kf_random r = { kf_hash_mix(s->options->seed + 1) };
    bool *x = kf_arena_room(&s->arena, n, sizeof *x);
    if (!x) return KERF_NO_MEMORY;
    bool given = s->options->start && is_feasible(s, s->options->start);
    if (given && n > 0) memcpy(x, s->options->start, n * sizeof *x);
    if (!given) {
        flip_coins(s, &r, x);
        KF_TRY(search(s, &r, IMPROVE, s->mem, x));
    }
    bool good;
    KF_TRY(judge_start(s, x, &good));
    if (good) s->mode = x;
    return KERF_OK;
}

static kerf_status find_start(void *context, size_t job, uint32_t worker, kf_mem *mem)
{
    kf_sampler *s = context;
    kf_random *r = &s->chain[job].random;
    bool *x = s->chain[job].assignment;
    (void)worker;
    assert(job < s->chains && !s->begun[job]);
    if (job == 0 && s->mode) {
        memcpy(x, s->mode, s->component->n_atoms * sizeof *x);
        s->begun[job] = true;
        return KERF_OK;
    }
    if (s->options->test) draw_by_price(s, r, job == 1 && s->mode, x);
    else if (job == 1 && s->mode) oppose(s, r, x);
    else flip_coins(s, r, x);
    if (!is_feasible(s, x)) KF_TRY(search(s, r, 0, mem, x));
    return judge_start(s, x, &s->begun[job]);
}

/* From where another chain begins. */
static kerf_status wander(kf_sampler *s, uint32_t chain, uint32_t from)
{
    kf_chain *c = &s->chain[chain];
    assert(chain != from && s->begun[from]);
    kf_chain_begin(c, s->chain[from].assignment);
    if (c->test) KF_TRY(c->test->enter(c->test->context, c->assignment));
    if (!c->test) c->price = s->free;
    for (int i = 0; i < HARD_SWEEPS && kf_patience_spend(&c->patience, s->rows.n_rows); i++)
        kf_slice_sweep_hard(&s->slice[chain]);
    c->price = s->rows.price;
    return KERF_OK;
}

kerf_status kf_sampler_begin(kf_sampler *s, bool *found)
{
    uint32_t from = 0;
    KF_TRY(find_mode(s));
    KF_TRY(kf_crew_run(s->threads, s->chains, find_start, s, s->mem, &s->stop));
    while (from < s->chains && !s->begun[from]) from++;
    *found = from < s->chains;
    if (!*found) return KERF_OK;
    for (uint32_t c = 0; c < s->chains; c++)
        if (s->begun[c]) kf_chain_begin(&s->chain[c], s->chain[c].assignment);
    for (uint32_t c = 0; c < s->chains; c++)
        if (!s->begun[c]) KF_TRY(wander(s, c, from));
    return KERF_OK;
}

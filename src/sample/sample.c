/* sample.c -- runs the chains in rounds, until they tell enough; see sample.h.
 *
 * A round is half as long as all before it together. After each the diagnostics are computed anew.
 * Nothing that a round does depends on time but whether it is cut short. */
#include "sample/sampler.h"

#include "base/check.h"
#include "base/clock.h"

#include <math.h>

enum {
    FIRST_ROUND = 64, /* sweeps */
    MOST_BATCHES = 512,
    LEAST_BATCHES = 32,
    HISTORY_BYTES = 1 << 28
};

static const double BURNT_RHAT = 1.05; /* below it, what the chains began at is forgotten */

/* ---- Rounds ---- */

/* Many weak rows may tie atoms together as well as a strong one: what they tie changes at one time
 * in a slice only. So Gibbs sampling has some, too. */
static bool has_slice(const kf_sampler *s, uint64_t sweep)
{
    enum { SLICE_EVERY = 4 };
    return s->method == KF_SAMPLE_MCSAT || sweep % SLICE_EVERY == 2;
}

/* Where patience ends on the way it is not a whole one, and does not count. */
static void sweep(kf_sampler *s, uint32_t chain)
{
    if (has_slice(s, s->sweeps[chain])) kf_slice_sweep(&s->slice[chain]);
    kf_gibbs_sweep(&s->cover[chain], s->list[chain], s->sweeps[chain]++);
}

static kerf_status run_chain(void *context, size_t job, uint32_t worker, kf_mem *mem)
{
    kf_sampler *s = context;
    kf_chain *c = &s->chain[job];
    uint64_t size = kf_component_size(s->component);
    (void)worker, (void)mem;
    if (c->test) KF_TRY(c->test->enter(c->test->context, c->assignment));
    for (uint64_t i = 0; i < s->round; i++) {
        if (kf_patience_spend(&c->patience, size)) sweep(s, (uint32_t)job);
        KF_CHECK(kf_chain_check(c));
        if (c->patience.over || c->failed == KERF_INTERRUPTED) {
            atomic_store(&s->stopped, true);
            return KERF_OK;
        }
        KF_TRY(c->failed);
        kf_chain_count(c);
        kf_history_add(&s->history[job], c->assignment);
    }
    return KERF_OK;
}

/* Sweeps that all chains do before the next does more: where the limits end it, each has said about
 * as much as the others. Chains are the same for any such number. */
static uint64_t sweeps_at_once(const kf_sampler *s)
{
    static const uint64_t LITERALS = 1 << 18;
    uint64_t sweeps = LITERALS / (kf_component_size(s->component) + 1);
    return sweeps > 0 ? sweeps : 1;
}

static kerf_status run_round(kf_sampler *s, uint64_t sweeps)
{
    uint64_t most = sweeps_at_once(s);
    while (sweeps > 0 && !atomic_load(&s->stopped)) {
        s->round = sweeps < most ? sweeps : most;
        sweeps -= s->round;
        KF_TRY(kf_crew_run(s->threads, s->chains, run_chain, s, s->mem, &s->stop));
    }
    return KERF_OK;
}

/* Room for a round of about so many sweeps, `most` at most but for the first two: their number is a
 * multiple of the size of a batch, and of batches there is an even number. */
static uint64_t make_room(kf_sampler *s, uint64_t sweeps, uint64_t most)
{
    kf_history *h = s->history;
    while (h->n + (sweeps + h->size - 1) / h->size > h->most && h->size < KF_HISTORY_SIZE)
        for (uint32_t c = 0; c < s->chains; c++) kf_history_halve(&s->history[c]);
    uint64_t batches = (sweeps + h->size - 1) / h->size, left = h->most - h->n;
    batches += (h->n + batches) & 1;
    most /= h->size;
    if (batches > most) batches = most > 0 ? most - ((h->n + most) & 1) : 0;
    if (h->n == 0 && batches < 2) batches = 2; /* fewer say nothing */
    return (batches < left ? batches : left) * h->size;
}

static void forget(kf_sampler *s)
{
    for (uint32_t c = 0; c < s->chains; c++) {
        kf_history_clear(&s->history[c]);
        for (uint32_t i = 0; i < s->rows.n_rows; i++) s->chain[c].paid[i] = 0;
    }
}

/* Would twice as many samples as since then end it? Then those that there are stay. */
static bool is_late(const kf_sampler *s, double since)
{
    double now = kf_now();
    if (s->options->burn_in != KF_SAMPLE_AUTO_BURN) return false;
    return now + 2 * (now - since) >= s->options->limits.deadline;
}

/* What it says is forgotten, unless the limits end it or will: then it is all there is. */
static kerf_status sweep_and_forget(kf_sampler *s, uint64_t sweeps, kf_sampled *out)
{
    double since = kf_now();
    for (uint64_t left = sweeps; left > 0;) {
        uint64_t now = s->history[0].most < left ? s->history[0].most : left;
        KF_TRY(run_round(s, now));
        if (atomic_load(&s->stopped) || is_late(s, since)) return KERF_OK;
        forget(s);
        left -= now;
        out->burn_in += now;
    }
    return KERF_OK;
}

/* Once again where chains have begun elsewhere. */
static kerf_status burn_in(kf_sampler *s, uint64_t sweeps, kf_sampled *out)
{
    bool moved = false;
    KF_TRY(sweep_and_forget(s, sweeps, out));
    if (sweeps > 0 && !atomic_load(&s->stopped)) KF_TRY(kf_sampler_unstick(s, &moved));
    return moved ? sweep_and_forget(s, sweeps, out) : KERF_OK;
}

/* ---- When to end ---- */

static bool is_precise(const kf_sampler *s, const kf_sampled *out)
{
    assert(out->converged <= s->component->n_atoms);
    return out->converged == s->component->n_atoms;
}

/* Sampling proper: `most` samples of each chain. */
static kerf_status draw_samples(kf_sampler *s, uint64_t most, kf_sampled *out)
{
    bool burning = s->options->burn_in == KF_SAMPLE_AUTO_BURN;
    uint64_t next = FIRST_ROUND;
    double since = kf_now();
    for (;;) {
        uint64_t drawn = kf_history_samples(s->history), left = most > drawn ? most - drawn : 0;
        uint64_t sweeps = make_room(s, next, left);
        if (sweeps == 0) return KERF_OK;
        KF_TRY(run_round(s, sweeps));
        kf_sampler_estimate(s, out);
        if (atomic_load(&s->stopped)) return KERF_OK;
        if (s->options->progress) s->options->progress(s->options->context, out);
        drawn += sweeps;
        if (s->options->precision > 0 && is_precise(s, out)) return KERF_OK;
        next = drawn / 2 > FIRST_ROUND ? drawn / 2 : FIRST_ROUND;
        if (!burning) continue;
        burning = out->max_rhat > BURNT_RHAT && out->burn_in + 3 * drawn < most / 4;
        if (!burning || is_late(s, since)) continue;
        out->burn_in += drawn;
        forget(s);
        since = kf_now();
        next = 2 * drawn;
    }
}

static void conclude(kf_sampler *s, kf_sampled *out)
{
    bool stopped = atomic_load(&s->stopped);
    if (is_precise(s, out)) out->status = KF_SAMPLE_CONVERGED;
    else out->status = stopped ? KF_SAMPLE_STOPPED : KF_SAMPLE_UNCONVERGED;
}

/* No chain could begin: nothing is known of any atom that is not forced. */
static kerf_status leave(kf_sampler *s, kf_sampled *out)
{
    kf_sampler_estimate(s, out);
    out->status = kf_stop_ask(&s->stop) ? KF_SAMPLE_STOPPED : KF_SAMPLE_NO_START;
    return KERF_OK;
}

static kerf_status run_all(kf_sampler *s, kf_sampled *out)
{
    uint64_t samples = s->options->samples ? s->options->samples : KF_SAMPLE_MOST;
    uint64_t burn = s->options->burn_in;
    bool found;
    KF_TRY(kf_sampler_begin(s, &found));
    if (!found) return leave(s, out);
    if (burn == KF_SAMPLE_AUTO_BURN) burn = FIRST_ROUND;
    KF_TRY(burn_in(s, burn, out));
    if (atomic_load(&s->stopped)) kf_sampler_estimate(s, out);
    else KF_TRY(draw_samples(s, samples / s->chains, out));
    conclude(s, out);
    return kf_sampler_trace(s, out);
}

/* ---- Memory ---- */

static kerf_status open_out(const kf_component *p, kf_sampled *out)
{
    out->atoms = kf_arena_alloc(&out->arena, p->n_atoms, sizeof *out->atoms);
    out->clauses = kf_arena_alloc(&out->arena, p->n_clauses, sizeof *out->clauses);
    out->counts = kf_arena_alloc(&out->arena, p->n_counts, sizeof *out->counts);
    out->cliques = kf_arena_alloc(&out->arena, p->n_cliques, sizeof *out->cliques);
    return out->atoms && out->clauses && out->counts && out->cliques ? KERF_OK : KERF_NO_MEMORY;
}

/* A power of two, and the less the more atoms there are. */
static uint32_t history_batches(const kf_sampler *s)
{
    uint32_t n = MOST_BATCHES;
    double each = 2.0 * s->component->n_atoms * s->chains;
    double most = s->mem->limit ? (double)(s->mem->limit - s->mem->used) / 4 : HISTORY_BYTES;
    if (most > HISTORY_BYTES) most = HISTORY_BYTES;
    while (n > LEAST_BATCHES && n * each > most) n /= 2;
    return n;
}

static kerf_status open_list(kf_sampler *s, uint32_t chain)
{
    s->list[chain] = kf_arena_room(&s->arena, s->rows.n_variables, sizeof(uint32_t));
    if (!s->list[chain]) return KERF_NO_MEMORY;
    for (uint32_t i = 0; i < s->rows.n_variables; i++) s->list[chain][i] = i;
    return KERF_OK;
}

/* Is there time for one more thing of the size of the rows? */
static bool goes_on(const kf_sampler *s, kf_patience *patience)
{
    return kf_patience_spend(patience, (uint64_t)s->rows.n_rows + s->component->n_atoms);
}

static kerf_status open_chain(kf_sampler *s, uint32_t chain, uint32_t batches,
                              kf_patience *patience)
{
    kf_chain *c = &s->chain[chain];
    uint64_t key = kf_hash_mix(kf_hash_add(kf_hash_add(KF_HASH_SEED, s->options->seed), chain));
    KF_TRY(kf_chain_open(c, &s->rows, key, &s->arena));
    c->patience = kf_patience_of(&s->stop);
    c->test = s->options->test;
    KF_TRY(kf_history_open(&s->history[chain], s->component->n_atoms, batches, &s->arena));
    if (!goes_on(s, patience)) return KERF_INTERRUPTED;
    KF_TRY(kf_cover_open(&s->cover[chain], c, &s->arena));
    KF_TRY(open_list(s, chain));
    if (!goes_on(s, patience)) return KERF_INTERRUPTED;
    return kf_slice_open(&s->slice[chain], &s->cover[chain], kf_hash_mix(key), &s->arena);
}

static kerf_status open_chains(kf_sampler *s, kf_patience *patience)
{
    uint32_t batches = history_batches(s);
    kf_arena *a = &s->arena;
    s->chain = kf_arena_alloc(a, s->chains, sizeof *s->chain);
    s->cover = kf_arena_alloc(a, s->chains, sizeof *s->cover);
    s->slice = kf_arena_alloc(a, s->chains, sizeof *s->slice);
    s->list = kf_arena_alloc(a, s->chains, sizeof *s->list);
    s->sweeps = kf_arena_alloc(a, s->chains, sizeof *s->sweeps);
    s->history = kf_arena_alloc(a, s->chains, sizeof *s->history);
    s->begun = kf_arena_alloc(a, s->chains, sizeof *s->begun);
    s->room = kf_arena_room(a, (size_t)s->chains * batches, sizeof *s->room);
    bool all = s->chain && s->cover && s->slice && s->list && s->history && s->begun;
    s->free = kf_arena_alloc(a, s->component->n_atoms, sizeof *s->free);
    s->proven = kf_arena_copy(a, s->rows.fixed, s->component->n_atoms, sizeof *s->proven);
    all = all && s->room && s->sweeps && s->free && s->proven;
    for (uint32_t c = 0; c < s->chains && all; c++) KF_TRY(open_chain(s, c, batches, patience));
    return all ? KERF_OK : KERF_NO_MEMORY;
}

static kf_sample_method choose(const kf_sample_rows *rows, kf_sample_method wanted, bool tested)
{
    if (wanted == KF_SAMPLE_MCSAT || (wanted == KF_SAMPLE_AUTO && tested)) return KF_SAMPLE_MCSAT;
    return kf_gibbs_suits(rows) ? KF_SAMPLE_GIBBS : KF_SAMPLE_MCSAT;
}

static kerf_status sample(kf_sampler *s, kf_sampled *out)
{
    kf_patience patience = kf_patience_of(&s->stop);
    KF_TRY(kf_sample_rows_open(&s->rows, s->component, &patience, s->mem));
    if (s->rows.infeasible) {
        out->status = KF_SAMPLE_INFEASIBLE;
        return KERF_OK;
    }
    KF_TRY(open_out(s->component, out));
    s->method = out->method = choose(&s->rows, s->options->method, s->options->test);
    KF_TRY(open_chains(s, &patience));
    out->chains = s->chains;
    return run_all(s, out);
}

kerf_status kf_sample(const kf_component *p, const kf_sample_options *options, kf_mem *mem,
                      kf_sampled *out)
{
    kf_sampler s = { .component = p, .options = options, .mem = mem };
    s.chains = options->chains ? options->chains : 4;
    s.threads = options->threads && !options->test ? options->threads : 1;
    s.stop = kf_limits_stop(&options->limits);
    kf_arena_init(&s.arena, mem);
    *out = (kf_sampled){ .status = KF_SAMPLE_STOPPED };
    kf_arena_init(&out->arena, mem);
    kerf_status st = sample(&s, out);
    kf_sample_rows_close(&s.rows);
    kf_arena_free(&s.arena);
    if (st != KERF_OK) kf_sampled_free(out);
    return st;
}

void kf_sampled_free(kf_sampled *out)
{
    kf_arena_free(&out->arena);
    *out = (kf_sampled){ .status = KF_SAMPLE_STOPPED };
}

kerf_status kf_sample_forecast(const kf_component *p, kf_mem *mem, kf_sample_method *out)
{
    kf_sample_rows rows;
    kf_patience patience = kf_patience_of(NULL);
    kerf_status st = kf_sample_rows_open(&rows, p, &patience, mem);
    if (st == KERF_OK) *out = choose(&rows, KF_SAMPLE_AUTO, false);
    kf_sample_rows_close(&rows);
    return st;
}

/* forest_search.c -- local search with exact moves on random induced forests; see forest_search.h.
 *
 * A round has two halves of equal work. First a forest after the other gets the best values by
 * costs with noise, which grows less (simulated annealing, Kirkpatrick et al. 1983). Then from
 * where that ends kicks: a tree of a few variables gets nearly random values, the forests around it
 * their best ones, and if that costs more in the end it is undone (iterated local search). Every
 * round starts warm, so that it is a restart, and is longer than the one before. */
#include "solve/walk/forest_search.h"

#include "base/check.h"
#include "solve/walk/forest_move.h"

#include <math.h>
#include <string.h>

/* A forest has MOST variables at most. A kick has KICK, and RELAX forests of AROUND variables
 * around it. */
enum {
    POLL = 1 << 16,
    MOST = 2048,
    SAMPLES = 200,
    KICK = 150,
    RELAX = 5,
    AROUND = 500,
    SETTLE = 20,
    NEAR = 50
};
static const kf_network_limits LIMITS = { .entries = 256, .values = 64 };
static const uint64_t LARGE = 4000000; /* atoms and literals: no network is made of more */
/* Temperatures, as shares of what values of a variable differ by: annealing from warm to cold, and
 * of kicks. Work of the first half round, for each use of a variable, and how it grows. */
static const double WARM = 0.15, COLD = 0.01, HOT = 10, FIRST = 4000, GROWTH = 1.5;
static const double EQUAL = 1e-9;

typedef struct search {
    kf_network net;
    kf_arena arena;
    kf_forest forest;
    const kf_limits *limits;
    uint64_t polled, until, end; /* work: when the limits were asked, when a phase ends, and all */
    bool stopped;
    double scale; /* of what values of a variable differ by */
    double cost, best_cost;
    uint32_t *best; /* values */
} search;

/* ---- Beginning and end of phases ---- */

static bool is_over(search *s)
{
    if (s->forest.work >= s->until) return true;
    if (s->forest.work - s->polled < POLL) return s->stopped;
    s->polled = s->forest.work;
    return s->stopped = kf_limits_reached(s->limits);
}

static void begin_phase(search *s, double work)
{
    uint64_t now = s->forest.work, left = s->end > now ? s->end - now : 0;
    s->until = work < (double)left ? now + (uint64_t)work : s->end;
}

static void keep_best(search *s)
{
    if (s->cost >= s->best_cost - EQUAL * fmax(1, fabs(s->best_cost))) return;
    s->best_cost = s->cost;
    memcpy(s->best, s->forest.state.values, s->net.size.n * sizeof *s->best);
}

/* ---- Moves ---- */

static uint32_t any_variable(search *s)
{
    return kf_random_below(&s->forest.random, (uint32_t)s->net.size.n);
}

static void improve(search *s, uint32_t from, uint32_t most)
{
    kf_forest_grow(&s->forest, from, most);
    s->cost += kf_forest_choose(&s->forest);
}

/* By how much the values of a variable differ from its best one, on average. */
static double measure_scale(search *s)
{
    double sum = 0;
    uint32_t n = 0;
    for (int i = 0; i < SAMPLES; i++) {
        kf_forest_grow(&s->forest, any_variable(s), 1);
        sum += kf_forest_spread(&s->forest, &n);
    }
    return n > 0 && sum > 0 ? sum / n : 1;
}

/* ---- Annealing ---- */

static void anneal(search *s, double work)
{
    kf_forest *f = &s->forest;
    double began = (double)f->work;
    begin_phase(s, work);
    while (!is_over(s)) {
        double part = fmin(1, ((double)f->work - began) / work);
        kf_forest_grow(f, any_variable(s), MOST);
        kf_forest_draw(f, s->scale * WARM * pow(COLD / WARM, part));
    }
    s->cost = kf_network_cost(&s->net, f->state.values); /* no drift from here on, either */
    for (int i = 0; i < SETTLE && !s->stopped; i++) improve(s, any_variable(s), MOST);
    keep_best(s);
}

/* ---- Kicks ---- */

/* One of those that joined the last forest first. */
static uint32_t near_first(search *s)
{
    const kf_forest *f = &s->forest;
    return f->order[kf_random_below(&s->forest.random, f->n < NEAR ? f->n : NEAR)];
}

static void kick_once(search *s)
{
    kf_forest *f = &s->forest;
    double before = s->cost;
    f->n_log = 0;
    kf_forest_grow(f, any_variable(s), 1 + kf_random_below(&f->random, KICK));
    s->cost -= kf_forest_present(f);
    kf_forest_draw(f, HOT * s->scale);
    s->cost += kf_forest_present(f);
    for (int i = 0; i < RELAX && s->cost >= before - EQUAL; i++) improve(s, near_first(s), AROUND);
    if (s->cost <= before) {
        keep_best(s);
        return;
    }
    kf_forest_undo(f);
    s->cost = before;
}

static void kick(search *s, double work)
{
    begin_phase(s, work);
    s->forest.logging = true;
    while (!is_over(s)) kick_once(s);
    s->forest.logging = false;
}

static void run(search *s)
{
    s->scale = measure_scale(s);
    double work = FIRST * (double)s->forest.state.first[s->net.size.n];
    while (s->forest.work < s->end && !s->stopped && s->best_cost > 0) {
        anneal(s, work);
        kick(s, work);
        work *= GROWTH;
    }
}

/* ---- The whole ---- */

static kerf_status open_search(search *s, const bool *assignment, bool *fits)
{
    size_t n = s->net.size.n;
    KF_TRY(kf_forest_open(&s->forest, &s->net, MOST, &s->arena));
    s->best = kf_arena_room(&s->arena, n, sizeof *s->best);
    if (!s->best) return KERF_NO_MEMORY;
    *fits = n > 0 && kf_network_values(&s->net, assignment, s->forest.state.values);
    if (!*fits) return KERF_OK;
    kf_forest_state_place(&s->forest.state);
    s->cost = kf_network_cost(&s->net, s->forest.state.values);
    s->best_cost = INFINITY;
    *fits = isfinite(s->cost);
    return KERF_OK;
}

bool kf_suits_forests(const kf_component *p)
{
    return kf_component_size(p) <= LARGE;
}

kerf_status kf_search_forests(const kf_component *p, const kf_limits *limits, kf_mem *mem,
                              kf_search_effort effort, bool *assignment, kf_searched *out)
{
    search s = { .limits = limits, .end = effort.improve };
    bool fits = false;
    double cost = kf_component_cost(p, assignment, &out->broken);
    *out = (kf_searched){ out->broken ? INFINITY : cost, out->broken, 0 };
    if (out->broken) return KERF_OK;
    kf_stop stop = kf_limits_stop(limits);
    kf_network_limits small = LIMITS;
    small.stop = &stop;
    kerf_status st = kf_network_open(&s.net, p, small, mem);
    if (st != KERF_OK) return st == KERF_INTERRUPTED ? KERF_OK : st;
    kf_arena_init(&s.arena, mem);
    st = s.net.infeasible ? KERF_OK : open_search(&s, assignment, &fits);
    if (st == KERF_OK && fits) {
        keep_best(&s);
        s.forest.random = (kf_random){ effort.seed };
        run(&s);
        KF_CHECK(kf_forest_state_check(&s.forest.state));
        kf_network_assign(&s.net, s.best, assignment);
        out->cost = kf_component_cost(p, assignment, &out->broken);
        assert(out->broken == 0 && out->cost <= cost + 1e-6 * fmax(1, cost));
        out->work = s.forest.work;
    }
    kf_arena_free(&s.arena);
    kf_network_close(&s.net);
    return st == KERF_LIMIT ? KERF_OK : st;
}

/* test_sample.c -- sampled probabilities against exact ones, stops, threads, failing memory. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/clock.h"
#include "dice.h"
#include "parts.h"

#include "sample/sample.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static made_component made;
static kf_mem mem;

/* ---- The truth, by enumeration ---- */

enum { MOST = 16 };

typedef struct truth {
    double p[MOST], clauses[PART_CLAUSES], counts[PART_COUNTS], cliques[4];
    bool feasible;
} truth;

static bool is_true(uint32_t code, uint32_t world)
{
    return (world >> code / 2 & 1) != (code & 1);
}

static bool clause_pays(const kf_component *p, uint32_t i, uint32_t world)
{
    bool any = false;
    for (uint32_t k = p->start[i]; k < p->start[i + 1]; k++)
        any |= is_true(p->literals[k].code, world);
    return any == (p->weight[i] < 0);
}

static bool count_pays(const kf_count *c, uint32_t world)
{
    uint64_t sum = 0;
    for (uint32_t k = 0; k < c->n; k++)
        sum += is_true(c->literals[k].code, world) * (uint64_t)c->coefficients[k];
    return (sum >= c->least && sum <= c->most) == (c->weight < 0);
}

static double clique_pairs(const kf_clique *c, uint32_t world)
{
    double n = (double)c->most;
    for (uint32_t k = 0; k < c->n; k++)
        n -= is_true(c->literals[k].code, world) * (double)c->coefficients[k];
    return n > 1 ? n * (n - 1) / 2 : 0;
}

static double world_cost(const kf_component *p, uint32_t world)
{
    double cost = 0;
    for (uint32_t a = 0; a < p->n_atoms; a++)
        cost += world >> a & 1 ? p->cost_true[a] : p->cost_false[a];
    for (uint32_t i = 0; i < p->n_clauses; i++)
        if (clause_pays(p, i, world)) cost += fabs(p->weight[i]);
    for (uint32_t i = 0; i < p->n_counts; i++)
        if (count_pays(&p->counts[i], world)) cost += fabs(p->counts[i].weight);
    for (uint32_t i = 0; i < p->n_cliques; i++) {
        double pairs = clique_pairs(&p->cliques[i], world);
        if (pairs > 0) cost += pairs * p->cliques[i].weight;
    }
    return cost;
}

static void add_world(const kf_component *p, uint32_t world, double weight, truth *t)
{
    for (uint32_t a = 0; a < p->n_atoms; a++) t->p[a] += (world >> a & 1) * weight;
    for (uint32_t i = 0; i < p->n_clauses; i++) t->clauses[i] += clause_pays(p, i, world) * weight;
    for (uint32_t i = 0; i < p->n_counts; i++)
        t->counts[i] += count_pays(&p->counts[i], world) * weight;
    for (uint32_t i = 0; i < p->n_cliques; i++)
        t->cliques[i] += clique_pairs(&p->cliques[i], world) * weight;
}

static void enumerate(const kf_component *p, truth *t)
{
    double all = 0, least = INFINITY;
    memset(t, 0, sizeof *t);
    for (uint32_t w = 0; w < UINT32_C(1) << p->n_atoms; w++) least = fmin(least, world_cost(p, w));
    t->feasible = least < INFINITY;
    for (uint32_t w = 0; w < UINT32_C(1) << p->n_atoms && t->feasible; w++)
        all += exp(least - world_cost(p, w));
    for (uint32_t w = 0; w < UINT32_C(1) << p->n_atoms && t->feasible; w++)
        add_world(p, w, exp(least - world_cost(p, w)) / all, t);
}

/* ---- Running ---- */

static kf_sampled run(const kf_component *p, kf_sample_options o)
{
    kf_sampled out;
    kf_mem_init(&mem, 0);
    o.limits.deadline = INFINITY;
    assert_int_equal(kf_sample(p, &o, &mem, &out), KERF_OK);
    return out;
}

static void done(kf_sampled *out)
{
    kf_sampled_free(out);
    assert_int_equal(mem.used, 0);
}

typedef struct tally {
    uint32_t runs, converged, atoms, outside, far;
} tally;

/* How often the truth is outside of an interval, and further than four standard errors. */
static void judge(const kf_sampled *out, const double *p, uint32_t n, tally *t)
{
    t->runs++;
    if (out->status != KF_SAMPLE_CONVERGED) return;
    t->converged++;
    for (uint32_t a = 0; a < n; a++) {
        const kf_sampled_atom *x = &out->atoms[a];
        if (x->forced) {
            assert_true(fabs(p[a] - x->p) < 1e-9 && x->lo == x->p && x->hi == x->p);
            continue;
        }
        t->atoms++;
        assert_true(x->lo <= x->p && x->p <= x->hi && x->ess > 0 && x->rhat <= KF_SAMPLE_RHAT);
        t->outside += p[a] < x->lo || p[a] > x->hi;
        t->far += fabs(p[a] - x->p) > 4 * (x->hi - x->lo) / 2 / 1.96;
    }
}

static void report(const char *what, const tally *t)
{
    printf("%s: %u of %u converged; of %u atoms %u (%.1f %%) outside their intervals, %u far off\n",
           what, t->converged, t->runs, t->atoms, t->outside, 100.0 * t->outside / t->atoms,
           t->far);
    /* 5 % are to be expected; of few atoms chance puts more outside, three deviations at most. */
    double most = fmax(0.08 * t->atoms, 0.05 * t->atoms + 3 * sqrt(0.05 * 0.95 * t->atoms));
    assert_true(t->outside < most && t->far <= 0.01 * t->atoms);
}

/* ---- Small ones of every kind ---- */

static void two_atoms_and_a_hard_clause(void **state)
{
    (void)state;
    for (uint32_t m = 0; m < 3; m++) {
        part_begin(&made, 2);
        part_clause(&made, (uint32_t[]){ 0, 2 }, 2, INFINITY);
        kf_sampled out =
            run(&made.component,
                (kf_sample_options){ .method = (kf_sample_method)m, .precision = .01, .seed = 1 });
        assert_int_equal(out.status, KF_SAMPLE_CONVERGED);
        assert_int_equal(out.method, KF_SAMPLE_MCSAT);
        for (int a = 0; a < 2; a++) {
            double half = (out.atoms[a].hi - out.atoms[a].lo) / 2;
            assert_true(half <= .01 && !out.atoms[a].forced);
            assert_true(fabs(out.atoms[a].p - 2 / 3.0) < 2 * half);
        }
        done(&out);
    }
}

static void check_rows(const kf_component *p, const kf_sampled *out, const truth *t)
{
    if (out->status != KF_SAMPLE_CONVERGED) return;
    for (uint32_t i = 0; i < p->n_clauses; i++) {
        assert_true(fabs(out->clauses[i] - t->clauses[i]) < .12);
        if (isinf(p->weight[i])) assert_true(out->clauses[i] == 0);
    }
    for (uint32_t i = 0; i < p->n_counts; i++) {
        assert_true(fabs(out->counts[i] - t->counts[i]) < .12);
        if (isinf(p->counts[i].weight)) assert_true(out->counts[i] == 0);
    }
    for (uint32_t i = 0; i < p->n_cliques; i++)
        assert_true(fabs(out->cliques[i] - t->cliques[i])
                    <= .12 * p->cliques[i].n * p->cliques[i].n);
}

static void add_cliques(kf_random *r, kf_clique *cliques, kf_lit *literals, uint32_t *coefficients)
{
    kf_component *p = &made.component;
    for (uint32_t i = 0; i < 2; i++) {
        kf_clique *c = &cliques[i];
        *c = (kf_clique){ 0, literals + i * MOST, coefficients + i * MOST, 0, .3, KF_NO_CLAUSE };
        for (uint32_t a = i; a < p->n_atoms; a += 1 + kf_random_below(r, 3)) {
            literals[i * MOST + c->n].code = 2 * a + kf_random_below(r, 2);
            coefficients[i * MOST + c->n] = 1 + kf_random_below(r, 2);
            c->most += coefficients[i * MOST + c->n++];
        }
        if (i == 1 && kf_random_below(r, 2)) c->weight = INFINITY;
        else c->most += kf_random_below(r, 2);
    }
    p->cliques = cliques;
    p->n_cliques = 2;
}

/* So many trials in a short run, and all of them with KERF_LONG; fewer under sanitizers. */
static uint32_t trials(uint32_t few, uint32_t all)
{
    return trials_of(getenv("KERF_LONG") ? all : few);
}

static void random_components(void **state)
{
    (void)state;
    static truth t;
    tally all = { 0 };
    uint32_t n = getenv("KERF_LONG") ? 300 : 100; /* of fewer, chance decides what is outside */
    for (uint64_t seed = 1; seed <= n; seed++) {
        kf_random r = { seed };
        kf_clique cliques[2];
        kf_lit literals[2 * MOST];
        uint32_t coefficients[2 * MOST];
        part_random(&made, &r, 10);
        if (seed % 5 == 0) add_cliques(&r, cliques, literals, coefficients);
        enumerate(&made.component, &t);
        kf_sampled out =
            run(&made.component, (kf_sample_options){ .method = (kf_sample_method)(seed % 3),
                                                      .seed = seed,
                                                      .samples = samples_of(6000),
                                                      .burn_in = KF_SAMPLE_AUTO_BURN });
        if (!t.feasible) assert_true(out.status >= KF_SAMPLE_NO_START);
        else assert_true(out.status < KF_SAMPLE_NO_START);
        judge(&out, t.p, made.component.n_atoms, &all);
        check_rows(&made.component, &out, &t);
        done(&out);
    }
    assert_true(all.converged > n / 2);
    report("random components", &all);
}

/* What is always so in the samples is said to be so, and not for sure. */
static void forced_and_constant(void **state)
{
    (void)state;
    part_begin(&made, 5);
    part_clause(&made, (uint32_t[]){ 0 }, 1, INFINITY);
    part_clause(&made, (uint32_t[]){ 1, 3 }, 2, INFINITY); /* so the second is false */
    part_clause(&made, (uint32_t[]){ 4, 6 }, 2, 1);
    part_clause(&made, (uint32_t[]){ 6, 8 }, 2, 1);
    made.cost_true[4] = 60;
    kf_sampled out = run(&made.component, (kf_sample_options){ .precision = .02, .seed = 3 });
    assert_int_equal(out.status, KF_SAMPLE_CONVERGED);
    assert_true(out.atoms[0].forced && out.atoms[0].lo == 1 && out.atoms[1].forced);
    assert_true(out.atoms[1].hi == 0 && isinf(out.atoms[1].ess));
    assert_true(out.atoms[4].constant && !out.atoms[4].forced && out.atoms[4].p == 0);
    assert_true(out.atoms[4].lo == 0 && out.atoms[4].hi > 0 && out.atoms[4].ess == out.min_ess);
    assert_true(!out.atoms[2].constant);
    done(&out);
    part_clause(&made, (uint32_t[]){ 2 }, 1, INFINITY);
    out = run(&made.component, (kf_sample_options){ .precision = .02 });
    assert_int_equal(out.status, KF_SAMPLE_INFEASIBLE);
    done(&out);
    part_begin(&made, 1); /* all are constant: hardly anything is known */
    made.cost_true[0] = 60;
    out = run(&made.component, (kf_sample_options){ .precision = .02, .samples = 4000 });
    assert_int_equal(out.status, KF_SAMPLE_UNCONVERGED);
    assert_true(out.atoms[0].hi > .4);
    done(&out);
    part_begin(&made, 0);
    out = run(&made.component, (kf_sample_options){ .precision = .02 });
    assert_int_equal(out.status, KF_SAMPLE_CONVERGED);
    done(&out);
}

/* ---- Larger ones whose truth is known ---- */

enum { WIDTH = 3, LENGTH = 12, COLUMN = 1 << WIDTH };

static double pair_cost(const kf_component *p, uint32_t i, uint32_t a, bool x, uint32_t b, bool y)
{
    bool holds = false;
    for (uint32_t k = p->start[i]; k < p->start[i + 1]; k++) {
        uint32_t code = p->literals[k].code;
        holds |= (code / 2 == a ? x : y) != (code & 1);
    }
    (void)b;
    return holds == (p->weight[i] > 0) ? 0 : fabs(p->weight[i]);
}

/* A strip of columns; soft clauses between neighbours, some of them hard. */
static void make_strip(kf_random *r, double most)
{
    part_begin(&made, WIDTH * LENGTH);
    for (uint32_t a = 0; a < WIDTH * LENGTH; a++)
        (kf_random_below(r, 2) ? made.cost_true : made.cost_false)[a] = kf_random_unit(r);
    for (uint32_t a = 0; a < WIDTH * LENGTH; a++)
        for (uint32_t way = 0; way < 2; way++) {
            uint32_t b = way ? a + 1 : a + WIDTH;
            if (way ? b % WIDTH == 0 : b >= WIDTH * LENGTH) continue;
            double w = most * kf_random_unit(r) + .01;
            if (kf_random_below(r, 12) == 0) w = INFINITY;
            else if (kf_random_below(r, 2)) w = -w;
            uint32_t codes[2] = { 2 * a + kf_random_below(r, 2), 2 * b + kf_random_below(r, 2) };
            part_clause(&made, codes, 2, w);
        }
}

/* exp(-cost) of a column after another; of the first, `before` is of no meaning. */
static double column_weight(uint32_t column, uint32_t before, uint32_t now)
{
    const kf_component *p = &made.component;
    double cost = 0;
    for (uint32_t i = 0; i < WIDTH; i++) {
        uint32_t a = column * WIDTH + i;
        cost += now >> i & 1 ? p->cost_true[a] : p->cost_false[a];
    }
    for (uint32_t i = 0; i < p->n_clauses; i++) {
        uint32_t a = p->literals[p->start[i]].code / 2, b = p->literals[p->start[i] + 1].code / 2;
        if (b / WIDTH != column) continue;
        bool x = (a / WIDTH == column ? now : before) >> a % WIDTH & 1;
        cost += pair_cost(p, i, a, x, b, now >> b % WIDTH & 1);
    }
    return exp(-cost);
}

/* Forwards and backwards over the columns. */
static void solve_strip(double *p)
{
    static double step[LENGTH][COLUMN][COLUMN], ahead[LENGTH][COLUMN], back[LENGTH][COLUMN];
    memset(ahead, 0, sizeof ahead);
    memset(back, 0, sizeof back);
    for (uint32_t c = 0; c < LENGTH; c++)
        for (uint32_t y = 0; y < COLUMN; y++)
            for (uint32_t x = 0; x < (c ? COLUMN : 1); x++) {
                step[c][x][y] = column_weight(c, x, y);
                ahead[c][y] += (c ? ahead[c - 1][x] : 1) * step[c][x][y];
            }
    for (uint32_t c = LENGTH; c-- > 0;)
        for (uint32_t x = 0; x < COLUMN; x++) {
            if (c + 1 == LENGTH) back[c][x] = 1;
            for (uint32_t y = 0; y < COLUMN && c + 1 < LENGTH; y++)
                back[c][x] += step[c + 1][x][y] * back[c + 1][y];
        }
    for (uint32_t a = 0; a < WIDTH * LENGTH; a++) {
        double all = 0;
        p[a] = 0;
        for (uint32_t x = 0; x < COLUMN; x++) {
            double w = ahead[a / WIDTH][x] * back[a / WIDTH][x];
            all += w;
            p[a] += (x >> a % WIDTH & 1) * w;
        }
        p[a] /= all;
    }
}

static void coverage_of_strips(void **state)
{
    (void)state;
    double p[WIDTH * LENGTH];
    tally all = { 0 };
    uint32_t n = trials(60, 200);
    for (uint64_t seed = 1; seed <= n; seed++) {
        kf_random r = { seed };
        make_strip(&r, seed % 2 ? 1 : 3);
        solve_strip(p);
        if (isnan(p[0])) continue;
        kf_sampled out = run(
            &made.component,
            (kf_sample_options){
                .seed = seed, .precision = .06, .samples = 20000, .burn_in = KF_SAMPLE_AUTO_BURN });
        judge(&out, p, WIDTH * LENGTH, &all);
        done(&out);
    }
    assert_true(all.converged > 3 * n / 4);
    report("strips", &all);
}

/* n things to n places: rows are groups, columns tie them together; every atom has 1 / n. */
static void assignments(void **state)
{
    (void)state;
    enum { N = 6 };
    part_begin(&made, N * N);
    for (uint32_t i = 0; i < N; i++)
        for (int way = 0; way < 2; way++) {
            uint32_t codes[N], ones[N];
            for (uint32_t k = 0; k < N; k++) {
                codes[k] = 2 * (way ? k * N + i : i * N + k);
                ones[k] = 1;
            }
            part_count(&made, codes, ones, N, 1, 1, INFINITY);
        }
    double p[N * N];
    tally all = { 0 };
    for (uint32_t a = 0; a < N * N; a++) p[a] = 1.0 / N;
    kf_sampled out = run(&made.component, (kf_sample_options){ .precision = .02, .seed = 5 });
    judge(&out, p, N * N, &all);
    assert_int_equal(all.converged, 1);
    assert_true(all.outside <= 6 && all.far == 0);
    done(&out);
}

/* ---- Two modes ---- */

/* Every two of n atoms want to be equal, each wants to be true a little: the number of true ones
 * says all. The share of the mode of false ones is e^-(n price). */
static double make_modes(uint32_t n, double tie, double price)
{
    double all = 0, mean = 0;
    part_begin(&made, n);
    for (uint32_t a = 0; a < n; a++) {
        made.cost_false[a] = price;
        for (uint32_t b = a + 1; b < n; b++) {
            part_clause(&made, (uint32_t[]){ 2 * a, 2 * b + 1 }, 2, tie);
            part_clause(&made, (uint32_t[]){ 2 * a + 1, 2 * b }, 2, tie);
        }
    }
    for (uint32_t k = 0; k <= n; k++) {
        double w = exp(lgamma(n + 1.0) - lgamma(k + 1.0) - lgamma(n - k + 1.0) - tie * k * (n - k)
                       - price * (n - k));
        all += w;
        mean += w * k / n;
    }
    return mean / all;
}

enum { MODES = 18 };

static void two_modes(void **state)
{
    (void)state;
    uint32_t right = 0, n = trials(5, 12);
    for (uint64_t seed = 1; seed <= n; seed++) {
        double tie = .05 + .06 * (double)(seed % 8), price = seed % 3 ? 0 : .05;
        double p = make_modes(MODES, tie, price);
        bool start[MODES];
        memset(start, 1, sizeof start);
        kf_sampled out =
            run(&made.component, (kf_sample_options){ .seed = seed,
                                                      .start = start,
                                                      .precision = .05,
                                                      .samples = 6000,
                                                      .method = (kf_sample_method)(seed % 3),
                                                      .burn_in = KF_SAMPLE_AUTO_BURN });
        right += out.status == KF_SAMPLE_CONVERGED;
        for (uint32_t a = 0; a < MODES && out.status == KF_SAMPLE_CONVERGED; a++)
            assert_true(fabs(out.atoms[a].p - p) < .1);
        done(&out);
    }
    printf("two modes: %u of %u converged, and are right\n", right, n);
}

/* ---- Ends ---- */

static void same_for_any_threads(void **state)
{
    (void)state;
    kf_random r = { 77 };
    make_strip(&r, 2);
    kf_sample_options o = { .seed = 9, .samples = 2000, .traces = 3, .chains = 5 };
    kf_sampled one = run(&made.component, o);
    kf_sampled_atom atoms[WIDTH * LENGTH];
    double clauses[PART_CLAUSES];
    memcpy(atoms, one.atoms, sizeof atoms);
    memcpy(clauses, one.clauses, made.component.n_clauses * sizeof *clauses);
    assert_int_equal(one.n_traces, 3);
    assert_true(one.n_points > 0 && one.traces[0].points[0] >= 0);
    done(&one);
    o.threads = 3;
    kf_sampled three = run(&made.component, o);
    for (uint32_t a = 0; a < WIDTH * LENGTH; a++) {
        assert_true(atoms[a].p == three.atoms[a].p && atoms[a].lo == three.atoms[a].lo);
        assert_true(atoms[a].ess == three.atoms[a].ess && atoms[a].rhat == three.atoms[a].rhat);
    }
    assert_memory_equal(clauses, three.clauses, made.component.n_clauses * sizeof *clauses);
    done(&three);
}

/* As many as there may be, but for two of each chain: fewer say nothing. */
static void draws_no_more_than_it_may(void **state)
{
    (void)state;
    kf_random r = { 81 };
    make_strip(&r, 2);
    for (uint64_t most = 1; most < 3000; most += 1 + most / 3) {
        kf_sampled out = run(&made.component, (kf_sample_options){ .seed = 2, .samples = most });
        uint64_t least = 2 * (uint64_t)out.chains;
        assert_true(out.samples >= least);
        assert_true(out.samples <= (most > least ? most : least));
        assert_true(out.samples + 2 * least > most * 9 / 10);
        done(&out);
    }
}

static void stops_anywhere(void **state)
{
    (void)state;
    kf_random r = { 78 };
    make_strip(&r, 2);
    for (uint32_t polls = 1; polls < 60; polls += 1 + polls / trials_of(8)) {
        kf_stop stop = { .most = polls };
        kf_sampled out;
        kf_sample_options o = { .seed = 1,
                                .precision = 1e-4,
                                .limits = { .deadline = INFINITY, .stop = &stop } };
        kf_mem_init(&mem, 0);
        assert_int_equal(kf_sample(&made.component, &o, &mem, &out), KERF_OK);
        assert_int_equal(out.status, KF_SAMPLE_STOPPED);
        for (uint32_t a = 0; a < made.component.n_atoms; a++) {
            const kf_sampled_atom *x = &out.atoms[a];
            assert_true(0 <= x->lo && x->lo <= x->p && x->p <= x->hi && x->hi <= 1);
        }
        done(&out);
    }
}

/* Chains that disagree are burnt in ever longer. Where time ends, what they said last is not thrown
 * away for what there is no time to draw. */
static void time_ends_no_burn_in(void **state)
{
    (void)state;
    make_modes(18, 3, 0.05);
    for (double seconds = 0.05; seconds < 0.3; seconds *= 1.5) {
        kf_sampled out;
        kf_sample_options o = { .seed = 1,
                                .burn_in = KF_SAMPLE_AUTO_BURN,
                                .samples = UINT64_C(1) << 40,
                                .precision = 1e-6,
                                .limits.deadline = kf_now() + seconds };
        kf_mem_init(&mem, 0);
        assert_int_equal(kf_sample(&made.component, &o, &mem, &out), KERF_OK);
        assert_int_equal(out.status, KF_SAMPLE_STOPPED);
        assert_true(4 * out.samples / out.chains >= out.burn_in);
        done(&out);
    }
}

static void every_allocation_fails(void **state)
{
    (void)state;
    kf_random r = { 79 };
    bool finished = false;
    part_random(&made, &r, 12);
    while (made.component.n_atoms < 6 || made.component.n_counts == 0) part_random(&made, &r, 12);
    for (int64_t n = 0; !finished; n++) {
        kf_sampled out;
        kf_sample_options o = { .samples = 200, .traces = 2, .limits.deadline = INFINITY };
        kf_mem_init(&mem, 0);
        mem.fail_after = n;
        kerf_status st = kf_sample(&made.component, &o, &mem, &out);
        assert_true(st == KERF_OK || st == KERF_NO_MEMORY);
        finished = st == KERF_OK;
        done(&out);
    }
}

static void forecasts(void **state)
{
    (void)state;
    kf_sample_method m;
    kf_mem_init(&mem, 0);
    make_modes(5, 1, 0);
    assert_int_equal(kf_sample_forecast(&made.component, &mem, &m), KERF_OK);
    assert_int_equal(m, KF_SAMPLE_GIBBS);
    make_modes(5, 9, 0);
    assert_int_equal(kf_sample_forecast(&made.component, &mem, &m), KERF_OK);
    assert_int_equal(m, KF_SAMPLE_MCSAT);
    assert_int_equal(mem.used, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_atoms_and_a_hard_clause),
        cmocka_unit_test(random_components),
        cmocka_unit_test(forced_and_constant),
        cmocka_unit_test(coverage_of_strips),
        cmocka_unit_test(assignments),
        cmocka_unit_test(two_modes),
        cmocka_unit_test(same_for_any_threads),
        cmocka_unit_test(draws_no_more_than_it_may),
        cmocka_unit_test(stops_anywhere),
        cmocka_unit_test(time_ends_no_burn_in),
        cmocka_unit_test(every_allocation_fails),
        cmocka_unit_test(forecasts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

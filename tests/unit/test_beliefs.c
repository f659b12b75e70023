/* test_beliefs.c -- probabilities by elimination against plain enumeration: of atoms, of
 * constraints that pay, and Z; weights of every size; other orders; stops; memory. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "dice.h"
#include "parts.h"
#include "solve/eliminate/beliefs.h"
#include "solve/eliminate/counted.h"

#include <math.h>
#include <string.h>

enum { ATOMS = 11, PARTS = 1500, CONSTRAINTS = PART_CLAUSES + PART_COUNTS };

static const kf_limits FOREVER = { .deadline = INFINITY };

/* Costs so far apart that weights are too small for doubles beside each other. */
static void make_heavy(made_component *m, double by)
{
    kf_component *p = &m->component;
    for (uint32_t a = 0; a < p->n_atoms; a++) m->cost_true[a] *= by, m->cost_false[a] *= by;
    for (uint32_t i = 0; i < p->n_clauses; i++) m->weight[i] *= by;
    for (uint32_t i = 0; i < p->n_counts; i++) m->counts[i].weight *= by;
}

typedef struct truth {
    long double off; /* by which the truth itself may be off, by rounding */
    long double least, sum, p[ATOMS], pays[CONSTRAINTS];
} truth;

static bool clause_pays(const kf_component *p, uint32_t i, const bool *world)
{
    bool some = false;
    for (uint32_t k = p->start[i]; k < p->start[i + 1]; k++)
        some |= kf_lit_true(p->literals[k], world);
    return p->weight[i] > 0 ? !some : some;
}

static bool count_pays(const kf_count *c, const bool *world)
{
    uint64_t sum = 0;
    for (uint32_t k = 0; k < c->n; k++)
        if (kf_lit_true(c->literals[k], world)) sum += c->coefficients[k];
    bool holds = sum >= c->least && sum <= c->most;
    return c->weight > 0 ? !holds : holds;
}

/* In extended precision: the atoms' costs and the weights are summed as they are. */
static long double cost_of(const kf_component *p, const bool *world)
{
    long double cost = 0;
    for (uint32_t a = 0; a < p->n_atoms; a++) cost += world[a] ? p->cost_true[a] : p->cost_false[a];
    for (uint32_t i = 0; i < p->n_clauses; i++)
        if (clause_pays(p, i, world)) cost += fabs(p->weight[i]);
    for (uint32_t i = 0; i < p->n_counts; i++)
        if (count_pays(&p->counts[i], world)) cost += fabs(p->counts[i].weight);
    return cost;
}

static void enumerate(const kf_component *p, truth *t)
{
    *t = (truth){ .least = INFINITY };
    for (int pass = 0; pass < 2; pass++)
        for (uint32_t bits = 0; bits < UINT32_C(1) << p->n_atoms; bits++) {
            bool world[ATOMS];
            for (uint32_t a = 0; a < p->n_atoms; a++) world[a] = bits >> a & 1;
            long double cost = cost_of(p, world);
            if (pass == 0) t->least = fminl(t->least, cost);
            if (pass == 0 || isinf(cost)) continue;
            t->off = fmaxl(t->off, 1e-18L * (1 + cost));
            long double weight = expl(t->least - cost);
            t->sum += weight;
            for (uint32_t a = 0; a < p->n_atoms; a++) t->p[a] += world[a] ? weight : 0;
            for (uint32_t i = 0; i < p->n_clauses; i++)
                t->pays[i] += clause_pays(p, i, world) ? weight : 0;
            for (uint32_t i = 0; i < p->n_counts; i++)
                t->pays[p->n_clauses + i] += count_pays(&p->counts[i], world) ? weight : 0;
        }
}

/* The truth is within the error, and much nearer than that where weights are not heavy. */
static bool is_near(const truth *t, long double got, double error, long double want)
{
    long double off = fabsl(got - want);
    return off <= error + t->off && (t->off > 1e-16L || off <= 1e-12L);
}

static void check_near(uint64_t seed, const truth *t, const char *what, uint32_t i, double got,
                       double error, long double want)
{
    if (!is_near(t, got, error, want))
        fail_msg("part %llu, %s %u: %.17g within %g; it is %.17Lg", (unsigned long long)seed, what,
                 i, got, error, want);
}

typedef struct room {
    double p[ATOMS], p_error[ATOMS], pays[CONSTRAINTS], pays_error[CONSTRAINTS];
} room;

static void check_part(uint64_t seed, const kf_component *p, const truth *t, uint32_t skip)
{
    static room x;
    kf_mem mem;
    kf_belief_options options = {
        .entries = 0x1p40, .bytes = 0x1p40, .skip = skip, .limits = &FOREVER
    };
    kf_beliefs got = { .p = x.p, .p_error = x.p_error, .pays = x.pays, .pays_error = x.pays_error };
    kf_mem_init(&mem, 0);
    assert_int_equal(kf_believe(p, &options, &mem, &got), KERF_OK);
    assert_int_equal(mem.used, 0);
    assert_true(got.done);
    if (isinf(t->least)) {
        assert_true(isinf(got.log_z));
        return;
    }
    long double log_z = logl(t->sum) - t->least;
    if (!is_near(t, (long double)got.log_z + got.log_z_rest, got.error, log_z))
        fail_msg("part %llu: log Z %.17g within %g; it is %.17Lg", (unsigned long long)seed,
                 got.log_z, got.error, log_z);
    for (uint32_t a = 0; a < p->n_atoms; a++)
        check_near(seed, t, "atom", a, x.p[a], x.p_error[a], t->p[a] / t->sum);
    for (uint32_t i = 0; i < p->n_clauses + p->n_counts; i++)
        check_near(seed, t, "constraint", i, x.pays[i], x.pays_error[i], t->pays[i] / t->sum);
}

static void agrees_with_enumeration(void **state)
{
    static made_component made;
    static truth t;
    (void)state;
    for (uint64_t seed = 1; seed <= trials_of(PARTS); seed++) {
        kf_random r = { seed };
        part_random(&made, &r, ATOMS);
        part_long(&made, &r);
        if (seed % 4 == 0) make_heavy(&made, seed % 8 ? 60 : 400);
        enumerate(&made.component, &t);
        check_part(seed, &made.component, &t, seed % 3 ? 0 : 4);
    }
}

/* a v b, hard: three worlds, each atom true in two. */
static void two_atoms_and_one_clause(void **state)
{
    static made_component made;
    static truth t;
    static const uint32_t codes[] = { 0, 2 };
    (void)state;
    part_begin(&made, 2);
    part_clause(&made, codes, 2, INFINITY);
    enumerate(&made.component, &t);
    assert_true(fabsl(t.p[0] / t.sum - 2.0L / 3) < 1e-18L);
    check_part(0, &made.component, &t, 0);
}

typedef struct patience {
    uint32_t left;
} patience;

static int out_of_patience(void *context)
{
    patience *p = context;
    return p->left == 0 || p->left-- == 0;
}

static void make_grid(made_component *m, kf_random *r, uint32_t side)
{
    part_begin(m, side * side);
    for (uint32_t a = 0; a < side * side; a++)
        for (uint32_t down = 0; down < 2; down++) {
            uint32_t b = down ? a + side : a + 1;
            if (down ? b >= side * side : b % side == 0) continue;
            uint32_t codes[2] = { 2 * a, 2 * b + 1 };
            part_clause(m, codes, 2, 0.1 + kf_random_unit(r));
        }
}

/* Stopped at any moment: nothing is said; and whatever allocation fails, nothing is left. */
static void stops_and_failures(void **state)
{
    static made_component made;
    static double p[PART_ATOMS], error[PART_ATOMS];
    kf_random r = { 7 };
    bool done = false;
    (void)state;
    make_grid(&made, &r, 17);
    for (uint32_t n = 0; !done; n += 1) {
        patience left = { n };
        kf_stop stop = kf_stop_when(out_of_patience, &left);
        kf_limits limits = { .deadline = INFINITY, .stop = &stop };
        kf_belief_options options = { .entries = 0x1p40, .bytes = 0x1p40, .limits = &limits };
        kf_beliefs got = { .p = p, .p_error = error };
        kf_mem mem;
        kf_mem_init(&mem, 0);
        assert_int_equal(kf_believe(&made.component, &options, &mem, &got), KERF_OK);
        assert_int_equal(mem.used, 0);
        assert_true(got.done != got.stopped);
        done = got.done;
    }
    make_grid(&made, &r, 3);
    kerf_status st = KERF_NO_MEMORY;
    for (int64_t n = 0; st == KERF_NO_MEMORY; n++) {
        kf_belief_options options = { .entries = 0x1p40, .bytes = 0x1p40, .limits = &FOREVER };
        kf_beliefs got = { .p = p, .p_error = error };
        kf_mem mem;
        kf_mem_init(&mem, 0);
        mem.fail_after = n;
        st = kf_believe(&made.component, &options, &mem, &got);
        assert_int_equal(mem.used, 0);
    }
    assert_int_equal(st, KERF_OK);
}

/* People who smoke or not, and are friends or not: S(x) ^ F(x, y) => S(y), F(x, y) => F(y, x) left
 * out, and a disease for each. The first `others` of them have a cost of their own; between the
 * first two `known` decides: they are friends for certain. */
static void make_people(made_component *m, kf_random *r, uint32_t n, uint32_t others, bool known)
{
    double w = 0.2 + kf_random_unit(r), ill = kf_random_unit(r), own = kf_random_unit(r);
    uint32_t friend = 2 * n;
    part_begin(m, 2 * n + n * (n - 1) - (known ? 1 : 0));
    for (uint32_t x = 0; x < n; x++) {
        uint32_t codes[2] = { 2 * x + 1, 2 * (n + x) };
        m->cost_true[x] = x < others ? own : 0.4;
        part_clause(m, codes, 2, ill);
        for (uint32_t y = 0; y < n; y++) {
            if (x == y) continue;
            bool certain = known && x == 0 && y == 1;
            uint32_t clause[3] = { 2 * x + 1, 2 * y, 2 * friend + 1 };
            part_clause(m, clause, certain ? 2 : 3, w);
            friend += certain ? 0 : 1;
        }
    }
}

/* Counting and plain elimination say the same. */
static void counts_agree_with_elimination(void **state)
{
    static made_component made;
    static double p[2][PART_ATOMS], error[2][PART_ATOMS];
    uint32_t several = 0;
    (void)state;
    for (uint64_t seed = 1; seed <= 60; seed++) {
        kf_random r = { seed };
        uint32_t n = 2 + kf_random_below(&r, 5), others = kf_random_below(&r, n + 1);
        kf_belief_options options = { .entries = 0x1p40, .bytes = 0x1p40, .limits = &FOREVER };
        kf_beliefs plain = { .p = p[0], .p_error = error[0] };
        kf_beliefs counts = { .p = p[1], .p_error = error[1] };
        bool counted;
        kf_mem mem;
        kf_mem_init(&mem, 0);
        make_people(&made, &r, n, others, kf_random_below(&r, 2));
        assert_int_equal(kf_believe_counted(&made.component, &options, &mem, &counts, &counted),
                         KERF_OK);
        assert_true(counted && counts.done);
        assert_int_equal(kf_believe(&made.component, &options, &mem, &plain), KERF_OK);
        assert_true(plain.done && fabs(plain.log_z - counts.log_z) <= plain.error + counts.error);
        assert_true(fabs(plain.log_z - counts.log_z) < 1e-10);
        for (uint32_t a = 0; a < made.component.n_atoms; a++) {
            double off = fabs(p[0][a] - p[1][a]);
            if (off > error[0][a] + error[1][a] || off > 1e-10)
                fail_msg("people %llu, atom %u: %.17g and %.17g", (unsigned long long)seed, a,
                         p[0][a], p[1][a]);
        }
        several += others > 0 && others < n;
        assert_int_equal(mem.used, 0);
    }
    assert_true(several > 10);
}

/* Whatever allocation fails, nothing is left behind. */
static void counting_may_fail(void **state)
{
    static made_component made;
    static double p[PART_ATOMS], error[PART_ATOMS];
    kerf_status st = KERF_NO_MEMORY;
    (void)state;
    for (int64_t n = 0; st == KERF_NO_MEMORY; n++) {
        kf_random r = { 3 };
        kf_belief_options options = { .entries = 0x1p40, .bytes = 0x1p40, .limits = &FOREVER };
        kf_beliefs got = { .p = p, .p_error = error };
        bool counted;
        kf_mem mem;
        kf_mem_init(&mem, 0);
        mem.fail_after = n;
        make_people(&made, &r, 4, 2, true);
        st = kf_believe_counted(&made.component, &options, &mem, &got, &counted);
        assert_int_equal(mem.used, 0);
    }
    assert_int_equal(st, KERF_OK);
}

/* What is not so is left alone: nothing is said. */
static void others_are_not_counted(void **state)
{
    static made_component made;
    static double p[PART_ATOMS], error[PART_ATOMS];
    static truth t;
    (void)state;
    for (uint64_t seed = 1; seed <= trials_of(2000); seed++) {
        kf_random r = { seed };
        kf_belief_options options = { .entries = 0x1p40, .bytes = 0x1p40, .limits = &FOREVER };
        kf_beliefs got = { .p = p, .p_error = error };
        bool counted;
        kf_mem mem;
        kf_mem_init(&mem, 0);
        part_random(&made, &r, ATOMS);
        assert_int_equal(kf_believe_counted(&made.component, &options, &mem, &got, &counted),
                         KERF_OK);
        assert_int_equal(mem.used, 0);
        if (!counted) continue;
        enumerate(&made.component, &t);
        assert_true(
            is_near(&t, (long double)got.log_z + got.log_z_rest, got.error, logl(t.sum) - t.least));
        for (uint32_t a = 0; a < made.component.n_atoms; a++)
            check_near(seed, &t, "counted atom", a, p[a], error[a], t.p[a] / t.sum);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agrees_with_enumeration), cmocka_unit_test(two_atoms_and_one_clause),
        cmocka_unit_test(stops_and_failures),      cmocka_unit_test(counts_agree_with_elimination),
        cmocka_unit_test(counting_may_fail),       cmocka_unit_test(others_are_not_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

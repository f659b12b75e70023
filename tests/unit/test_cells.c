/* test_cells.c -- interchangeable people with several properties, counted by state: against plain
 * enumeration, against elimination, and where memory fails. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "dice.h"
#include "parts.h"
#include "solve/eliminate/cell_counting.h"

#include <math.h>
#include <string.h>

enum {
    SMALL = 15,
    MOST_PEOPLE = 10,
    MOST_PROPERTIES = 3,
    CONSTRAINTS = PART_CLAUSES + PART_COUNTS
};

static const kf_limits FOREVER = { .deadline = INFINITY };

/* ---- People ---- */

typedef struct people {
    uint32_t n, properties;
    bool friends;    /* there are atoms of friendship */
    uint32_t others; /* of whom more is known than of the rest */
    bool twins;      /* an atom each that is what the first property is, or is not */
} people;

/* Literals as codes: 2 * atom, and 1 more for its negation. */
static uint32_t property(const people *x, uint32_t who, uint32_t which)
{
    return 2 * (who * x->properties + which);
}

static uint32_t friendship(const people *x, uint32_t who, uint32_t whom)
{
    uint32_t place = who * (x->n - 1) + whom - (whom > who);
    return 2 * (x->n * x->properties + place);
}

static uint32_t atoms_of(const people *x)
{
    return x->n * (x->properties + x->twins) + (x->friends ? x->n * (x->n - 1) : 0);
}

static uint32_t twin(const people *x, uint32_t who)
{
    return 2 * (atoms_of(x) - x->n + who);
}

static double random_weight(kf_random *r)
{
    double w = 3 * kf_random_unit(r) - 1;
    return fabs(w) < 0.01 ? 0.5 : w;
}

/* A clause about one person: of two properties, or a cost. */
static void add_single(made_component *m, kf_random *r, const people *x)
{
    uint32_t i = kf_random_below(r, x->properties), j = kf_random_below(r, x->properties);
    uint32_t signs = kf_random_below(r, 4);
    double w = random_weight(r), cost = kf_random_unit(r);
    for (uint32_t who = 0; who < x->n; who++) {
        uint32_t codes[2] = { property(x, who, i) ^ (signs & 1),
                              property(x, who, j) ^ (signs >> 1) };
        if (i < j) part_clause(m, codes, 2, w);
        if (i == j && m->cost_false[codes[0] / 2] == 0) m->cost_true[codes[0] / 2] += cost;
    }
}

/* A clause about every two of them, with their friendship if there is one. */
static void add_spread(made_component *m, kf_random *r, const people *x)
{
    uint32_t i = kf_random_below(r, x->properties), j = kf_random_below(r, x->properties);
    uint32_t signs = kf_random_below(r, 8), more = kf_random_below(r, 3);
    double w = kf_random_below(r, 12) ? random_weight(r) : INFINITY;
    for (uint32_t who = 0; who < x->n; who++)
        for (uint32_t whom = 0; whom < x->n; whom++) {
            uint32_t codes[4], n = 0;
            if (who == whom) continue;
            codes[n++] = property(x, who, i) ^ (signs & 1);
            codes[n++] = property(x, whom, j) ^ (signs >> 1 & 1);
            if (more == 0 && i + 1 < x->properties) codes[n++] = property(x, who, i + 1) ^ 1;
            if (x->friends) codes[n++] = friendship(x, who, whom) ^ (signs >> 2);
            for (uint32_t a = 1; a < n; a++)
                for (uint32_t b = a; b > 0 && codes[b - 1] > codes[b]; b--) {
                    uint32_t swap = codes[b];
                    codes[b] = codes[b - 1];
                    codes[b - 1] = swap;
                }
            part_clause(m, codes, n, w);
        }
}

static void add_mutual(made_component *m, kf_random *r, const people *x)
{
    double w = kf_random_below(r, 2) ? INFINITY : random_weight(r);
    for (uint32_t who = 0; who < x->n; who++)
        for (uint32_t whom = 0; whom < x->n; whom++) {
            if (who == whom) continue;
            uint32_t a = friendship(x, who, whom) ^ 1, b = friendship(x, whom, who);
            uint32_t codes[2] = { a < b ? a : b, a < b ? b : a };
            part_clause(m, codes, 2, w);
        }
}

static void add_count(made_component *m, kf_random *r, const people *x)
{
    uint32_t i = kf_random_below(r, x->properties), codes[MOST_PEOPLE], ones[MOST_PEOPLE];
    uint32_t negated = kf_random_below(r, 2), least = kf_random_below(r, x->n);
    uint32_t most = least + kf_random_below(r, x->n);
    for (uint32_t who = 0; who < x->n; who++) {
        codes[who] = property(x, who, i) ^ negated;
        ones[who] = 1 + (who < x->others ? 1 : 0);
    }
    part_count(m, codes, ones, x->n, least, most,
               kf_random_below(r, 3) ? random_weight(r) : INFINITY);
}

/* How many friends each has; the first ones have one more that is known. */
static void add_friend_counts(made_component *m, kf_random *r, const people *x)
{
    uint32_t least = kf_random_below(r, x->n - 1), most = least + kf_random_below(r, x->n);
    uint32_t negated = kf_random_below(r, 4) == 0, known = kf_random_below(r, 2);
    double w = kf_random_below(r, 3) ? random_weight(r) : INFINITY;
    for (uint32_t who = 0; who < x->n; who++) {
        uint32_t codes[MOST_PEOPLE], ones[MOST_PEOPLE], n = 0, more = known && who < x->others;
        for (uint32_t whom = 0; whom < x->n; whom++) {
            if (who == whom) continue;
            ones[n] = 1;
            codes[n++] = friendship(x, who, whom) ^ negated;
        }
        part_count(m, codes, ones, n, least + more, most + more, w);
    }
}

/* The twin of each, and a clause about every two that names one. */
static void add_twins(made_component *m, kf_random *r, const people *x)
{
    static const uint32_t ones[2] = { 1, 1 };
    uint32_t how = kf_random_below(r, 3); /* equal, opposite, or a count */
    double w = random_weight(r);
    for (uint32_t who = 0; who < x->n; who++) {
        uint32_t one = property(x, who, 0), other = twin(x, who);
        const uint32_t codes[2][2] = { { one ^ (how == 0), other },
                                       { one ^ (how > 0), other ^ 1 } };
        if (how == 2) part_count(m, codes[0], ones, 2, 1, 1, INFINITY);
        for (uint32_t k = 0; how < 2 && k < 2; k++) part_clause(m, codes[k], 2, INFINITY);
        for (uint32_t whom = 0; whom < x->n; whom++) {
            const uint32_t both[2] = { property(x, whom, x->properties - 1), other };
            if (who != whom) part_clause(m, both, 2, w);
        }
    }
}

static void make_people(made_component *m, kf_random *r, const people *x)
{
    part_begin(m, atoms_of(x));
    for (uint32_t k = 1 + kf_random_below(r, 3); k-- > 0;) add_single(m, r, x);
    for (uint32_t k = 1 + kf_random_below(r, 3); k-- > 0;) add_spread(m, r, x);
    if (x->friends && kf_random_below(r, 3) == 0) add_mutual(m, r, x);
    for (uint32_t k = kf_random_below(r, 3); k-- > 0;) add_count(m, r, x);
    if (x->twins) add_twins(m, r, x);
    for (uint32_t who = 0; who < x->others; who++) m->cost_true[property(x, who, 0) / 2] += 0.25;
    for (uint32_t a = 0; a < m->component.n_atoms; a++)
        if (m->cost_true[a] > 0) m->cost_false[a] = 0;
}

/* ---- Against enumeration ---- */

typedef struct truth {
    long double least, sum, p[SMALL], pays[CONSTRAINTS];
} truth;

static uint32_t constraints_of(const kf_component *p)
{
    return p->n_clauses + p->n_counts;
}

static void enumerate(const kf_component *p, truth *t)
{
    *t = (truth){ .least = INFINITY };
    for (int pass = 0; pass < 2; pass++)
        for (uint32_t bits = 0; bits < UINT32_C(1) << p->n_atoms; bits++) {
            bool world[SMALL], feasible;
            for (uint32_t a = 0; a < p->n_atoms; a++) world[a] = bits >> a & 1;
            long double cost = part_cost(p, world, &feasible);
            if (!feasible) continue;
            if (pass == 0) t->least = fminl(t->least, cost);
            if (pass == 0) continue;
            long double weight = expl(t->least - cost);
            t->sum += weight;
            for (uint32_t a = 0; a < p->n_atoms; a++) t->p[a] += world[a] ? weight : 0;
            for (uint32_t i = 0; i < constraints_of(p); i++)
                t->pays[i] += part_pays(p, i, world) ? weight : 0;
        }
}

static void check_near(uint64_t seed, const char *what, uint32_t i, double got, double error,
                       long double want, long double rounding)
{
    long double off = fabsl(got - want);
    if (off > error + rounding || off > 1e-12L + rounding)
        fail_msg("people %llu, %s %u: %.17g within %g; it is %.17Lg", (unsigned long long)seed,
                 what, i, got, error, want);
}

static void check_truth(uint64_t seed, const kf_component *p, const kf_beliefs *got)
{
    static truth t;
    enumerate(p, &t);
    if (isinf(t.least)) {
        assert_true(isinf(got->log_z));
        return;
    }
    long double off = fabsl(got->log_z - (logl(t.sum) - t.least));
    long double rounding = 1e-15L * (1 + t.least); /* of the truth itself */
    if (off > got->error + rounding || off > 1e-12L + rounding)
        fail_msg("people %llu: log Z %.17g", (unsigned long long)seed, got->log_z);
    for (uint32_t a = 0; a < p->n_atoms; a++)
        check_near(seed, "atom", a, got->p[a], got->p_error[a], t.p[a] / t.sum, rounding);
    for (uint32_t i = 0; i < constraints_of(p); i++)
        check_near(seed, "constraint", i, got->pays[i], got->pays_error[i], t.pays[i] / t.sum,
                   rounding);
}

static people few(kf_random *r, bool twins)
{
    people x = { .n = 2 + kf_random_below(r, 2),
                 .properties = 1 + kf_random_below(r, MOST_PROPERTIES),
                 .twins = twins };
    x.friends = kf_random_below(r, 3) > 0;
    if (!x.friends) x.n = 3 + kf_random_below(r, 3);
    while (atoms_of(&x) > SMALL) x.n--;
    x.others = kf_random_below(r, 3) ? 0 : 1 + kf_random_below(r, x.n);
    return x;
}

/* Are they counted? Then it is right. */
static bool is_counted(uint64_t seed, bool twins, people *x)
{
    static made_component made;
    static double p[SMALL], error[SMALL], pays[CONSTRAINTS], pays_error[CONSTRAINTS];
    kf_random r = { seed };
    kf_belief_options options = { .entries = 0x1p40, .bytes = 0x1p40, .limits = &FOREVER };
    kf_beliefs got = { .p = p, .p_error = error, .pays = pays, .pays_error = pays_error };
    kf_mem mem;
    bool fits;
    *x = few(&r, twins);
    kf_mem_init(&mem, 0);
    make_people(&made, &r, x);
    assert_int_equal(kf_believe_cells(&made.component, &options, 1 + seed % 4, &mem, &got, &fits),
                     KERF_OK);
    assert_int_equal(mem.used, 0);
    if (!fits) return false;
    assert_true(got.done);
    check_truth(seed, &made.component, &got);
    return true;
}

static void agrees_with_enumeration(void **state)
{
    uint32_t counted = 0, several = 0;
    people x;
    (void)state;
    for (uint64_t seed = 1; seed <= trials_of(3000); seed++) {
        if (!is_counted(seed, false, &x)) continue;
        counted++;
        several += x.n > 2 && x.properties > 1;
    }
    assert_true(6 * counted > trials_of(3000));
    assert_true(24 * several > trials_of(3000));
}

/* With a twin people of three properties have four atoms, which are one too many for a cell. */
static void twins_are_one(void **state)
{
    uint32_t large = 0;
    people x;
    (void)state;
    for (uint64_t seed = 1; seed <= trials_of(1000); seed++)
        large += is_counted(seed, true, &x) && x.n > 2 && x.properties == MOST_PROPERTIES;
    assert_true(100 * large > trials_of(1000));
}

/* Components of any kind: nothing is said, or the truth. */
static void others_are_left_alone(void **state)
{
    static made_component made;
    static double p[SMALL], error[SMALL], pays[CONSTRAINTS], pays_error[CONSTRAINTS];
    (void)state;
    for (uint64_t seed = 1; seed <= trials_of(2000); seed++) {
        kf_random r = { seed };
        kf_belief_options options = { .entries = 0x1p40, .bytes = 0x1p40, .limits = &FOREVER };
        kf_beliefs got = { .p = p, .p_error = error, .pays = pays, .pays_error = pays_error };
        kf_mem mem;
        bool fits;
        kf_mem_init(&mem, 0);
        part_random(&made, &r, 11);
        assert_int_equal(
            kf_believe_cells(&made.component, &options, 1 + seed % 4, &mem, &got, &fits), KERF_OK);
        assert_int_equal(mem.used, 0);
        if (fits && got.done) check_truth(seed, &made.component, &got);
    }
}

/* ---- Against elimination ---- */

static void agrees_with_elimination(void **state)
{
    static made_component made;
    static double p[2][PART_ATOMS], error[2][PART_ATOMS];
    static double pays[2][CONSTRAINTS], pays_error[2][CONSTRAINTS];
    uint32_t counted = 0;
    (void)state;
    for (uint64_t seed = 1; seed <= trials_of(120); seed++) {
        kf_random r = { seed };
        kf_belief_options options = {
            .entries = 0x1p26, .bytes = 0x1p30, .skip = 4, .limits = &FOREVER
        };
        kf_beliefs counts = {
            .p = p[0], .p_error = error[0], .pays = pays[0], .pays_error = pays_error[0]
        };
        kf_beliefs plain = {
            .p = p[1], .p_error = error[1], .pays = pays[1], .pays_error = pays_error[1]
        };
        people x = { .n = 6 + kf_random_below(&r, MOST_PEOPLE - 5),
                     .properties = 1 + kf_random_below(&r, 2),
                     .friends = true };
        x.others = kf_random_below(&r, 3) ? 0 : 1 + kf_random_below(&r, x.n);
        kf_mem mem;
        bool fits;
        kf_mem_init(&mem, 0);
        make_people(&made, &r, &x);
        assert_int_equal(
            kf_believe_cells(&made.component, &options, KF_LEAF_TABLES, &mem, &counts, &fits),
            KERF_OK);
        if (!fits) continue;
        assert_int_equal(kf_believe(&made.component, &options, &mem, &plain), KERF_OK);
        assert_int_equal(mem.used, 0);
        if (!plain.done || isinf(plain.log_z)) continue;
        counted++;
        assert_true(fabs(plain.log_z - counts.log_z) <= plain.error + counts.error);
        for (uint32_t a = 0; a < made.component.n_atoms; a++)
            if (fabs(p[0][a] - p[1][a]) > error[0][a] + error[1][a])
                fail_msg("people %llu, atom %u: %.17g and %.17g", (unsigned long long)seed, a,
                         p[0][a], p[1][a]);
        for (uint32_t i = 0; i < constraints_of(&made.component); i++)
            if (fabs(pays[0][i] - pays[1][i]) > pays_error[0][i] + pays_error[1][i])
                fail_msg("people %llu, constraint %u: %.17g and %.17g", (unsigned long long)seed, i,
                         pays[0][i], pays[1][i]);
    }
    assert_true(3 * counted > trials_of(120));
}

typedef struct answers {
    double p[PART_ATOMS], error[PART_ATOMS], pays[CONSTRAINTS], pays_error[CONSTRAINTS];
    kf_beliefs beliefs;
} answers;

static void open_answers(answers *t, bool constraints)
{
    t->beliefs = (kf_beliefs){ .p = t->p, .p_error = t->error };
    if (!constraints) return;
    t->beliefs.pays = t->pays;
    t->beliefs.pays_error = t->pays_error;
}

static void check_same(uint64_t seed, const kf_component *c, const answers *a, const answers *b)
{
    double off = fabs(a->beliefs.log_z - b->beliefs.log_z);
    if (off > a->beliefs.error + b->beliefs.error || a->beliefs.error > 1e-9)
        fail_msg("people %llu: log Z %.17g and %.17g within %g", (unsigned long long)seed,
                 a->beliefs.log_z, b->beliefs.log_z, a->beliefs.error);
    for (uint32_t i = 0; i < c->n_atoms; i++)
        if (fabs(a->p[i] - b->p[i]) > fmin(a->error[i] + b->error[i], 1e-12))
            fail_msg("people %llu, atom %u: %.17g and %.17g", (unsigned long long)seed, i, a->p[i],
                     b->p[i]);
    for (uint32_t i = 0; a->beliefs.pays && i < constraints_of(c); i++)
        if (fabs(a->pays[i] - b->pays[i]) > fmin(a->pays_error[i] + b->pays_error[i], 1e-12))
            fail_msg("people %llu, constraint %u: %.17g and %.17g", (unsigned long long)seed, i,
                     a->pays[i], b->pays[i]);
}

/* Counts of each person's friends. Of some people everything is known. */
static void make_fans(made_component *m, kf_random *r, people *x)
{
    *x = (people){ .n = 7, .properties = 1 + kf_random_below(r, 2), .friends = true };
    x->others = kf_random_below(r, 4);
    part_begin(m, atoms_of(x));
    add_single(m, r, x);
    for (uint32_t k = 1 + kf_random_below(r, 2); k-- > 0;) add_spread(m, r, x);
    if (kf_random_below(r, 6) == 0) add_mutual(m, r, x);
    if (kf_random_below(r, 3) == 0) add_count(m, r, x);
    for (uint32_t k = kf_random_below(r, 3) == 0 ? 2 : 1; k-- > 0;) add_friend_counts(m, r, x);
    bool known = x->others > 0 && kf_random_below(r, 2);
    for (uint32_t who = 0; who < x->others; who++)
        for (uint32_t k = 0; k < x->properties; k++) {
            uint32_t code = property(x, who, k) ^ (known && k == 0);
            if (known) part_clause(m, &code, 1, INFINITY);
            else if (k == 0 && m->cost_false[code / 2] == 0) m->cost_true[code / 2] += 0.25;
        }
    if (kf_random_below(r, 2))
        for (uint32_t who = 0; who < x->n; who++)
            for (uint32_t whom = 0; whom < x->n; whom++)
                if (who != whom) m->cost_true[friendship(x, who, whom) / 2] = 0.7;
}

static void fans_agree_with_elimination(void **state)
{
    static made_component made;
    static answers counts, plain;
    uint32_t counted = 0, others = 0;
    (void)state;
    for (uint64_t seed = 1; seed <= trials_of(200); seed++) {
        kf_random r = { seed };
        kf_belief_options options = {
            .entries = 0x1p22, .bytes = 0x1p30, .skip = 4, .limits = &FOREVER
        };
        people x;
        kf_mem mem;
        bool fits;
        kf_mem_init(&mem, 0);
        make_fans(&made, &r, &x);
        open_answers(&counts, seed % 2);
        open_answers(&plain, seed % 2);
        assert_int_equal(kf_believe_cells(&made.component, &options, KF_LEAF_TABLES, &mem,
                                          &counts.beliefs, &fits),
                         KERF_OK);
        assert_int_equal(mem.used, 0);
        if (!fits) continue;
        assert_int_equal(kf_believe(&made.component, &options, &mem, &plain.beliefs), KERF_OK);
        if (!plain.beliefs.done || strcmp(plain.beliefs.route, "elimination") != 0) continue;
        assert_int_equal(isinf(plain.beliefs.log_z), isinf(counts.beliefs.log_z));
        if (isinf(plain.beliefs.log_z)) continue;
        counted++;
        others += x.others > 0;
        check_same(seed, &made.component, &counts, &plain);
    }
    assert_true(3 * counted > trials_of(200));
    assert_true(8 * others > trials_of(200));
}

/* ---- Memory ---- */

/* Two classes of people: what is forecast is what is taken, tables and all of their copies. */
static void memory_is_forecast(void **state)
{
    static made_component made;
    static double p[2][PART_ATOMS];
    const people x = { .n = 20, .properties = 2, .others = 10 };
    uint32_t large = 0;
    (void)state;
    for (uint64_t seed = 1; seed <= 40; seed++) {
        kf_random r = { seed };
        kf_belief_options options = { .entries = 0x1p30, .bytes = 0x1p30, .limits = &FOREVER };
        kf_beliefs got = { .p = p[0], .p_error = p[1] }, told = { 0 };
        kf_mem mem;
        bool fits;
        part_begin(&made, atoms_of(&x));
        for (uint32_t k = 0; k < 2; k++) add_spread(&made, &r, &x);
        for (uint32_t who = 0; who < x.n; who++) {
            const uint32_t both[2] = { property(&x, who, 0), property(&x, who, 1) ^ 1 };
            part_clause(&made, both, 2, 0.7);
            if (who < x.others) made.cost_true[both[0] / 2] = 1;
        }
        options.only_forecast = true;
        kf_mem_init(&mem, 0);
        assert_int_equal(kf_believe(&made.component, &options, &mem, &told), KERF_OK);
        if (strcmp(told.route, "counting") != 0 || told.entries < 50000) continue;
        options.only_forecast = false;
        kf_mem_init(&mem, 0);
        assert_int_equal(
            kf_believe_cells(&made.component, &options, KF_LEAF_TABLES, &mem, &got, &fits),
            KERF_OK);
        if (!fits || !got.done || isinf(got.log_z)) continue;
        large++;
        if (fabs((double)mem.peak / (told.bytes + told.tables) - 1) > 0.2)
            fail_msg("people %llu: %zu bytes, and %.0f were forecast", (unsigned long long)seed,
                     mem.peak, told.bytes + told.tables);
    }
    assert_true(large > 2);
}

/* Whatever allocation fails, nothing is left behind. */
static void fail_memory(bool with_fans)
{
    static made_component made;
    static double p[PART_ATOMS], error[PART_ATOMS], pays[CONSTRAINTS], pays_error[CONSTRAINTS];
    kerf_status st = KERF_NO_MEMORY;
    for (int64_t n = 0; st == KERF_NO_MEMORY; n++) {
        kf_random r = { with_fans ? 3 : 5 };
        kf_belief_options options = { .entries = 0x1p40, .bytes = 0x1p40, .limits = &FOREVER };
        kf_beliefs got = { .p = p, .p_error = error, .pays = pays, .pays_error = pays_error };
        bool fits;
        kf_mem mem;
        kf_mem_init(&mem, 0);
        mem.fail_after = n;
        people x = { 6, 2, true, 2, false };
        if (with_fans) make_fans(&made, &r, &x);
        else make_people(&made, &r, &x);
        st = kf_believe_cells(&made.component, &options, 4, &mem, &got, &fits);
        assert_int_equal(mem.used, 0);
        assert_true(st != KERF_OK || fits);
    }
    assert_int_equal(st, KERF_OK);
}

static void memory_may_fail(void **state)
{
    (void)state;
    fail_memory(false);
    fail_memory(true);
}

static int out_of_patience(void *context)
{
    uint32_t *left = context;
    return *left == 0 || (*left)-- == 0;
}

/* Stopped at any moment: nothing is said. */
static void stop_often(bool with_fans)
{
    static made_component made;
    static double p[PART_ATOMS], error[PART_ATOMS], pays[CONSTRAINTS], pays_error[CONSTRAINTS];
    uint32_t stops = 0;
    for (bool done = false; !done; stops++) {
        people x = { MOST_PEOPLE, 2, true, MOST_PEOPLE / 2, false };
        kf_random r = { with_fans ? 3 : 5 };
        uint32_t left = stops;
        kf_stop stop = kf_stop_when(out_of_patience, &left);
        kf_limits limits = { .deadline = INFINITY, .stop = &stop };
        kf_belief_options options = { .entries = 0x1p40, .bytes = 0x1p40, .limits = &limits };
        kf_beliefs got = { .p = p, .p_error = error, .pays = pays, .pays_error = pays_error };
        bool fits;
        kf_mem mem;
        kf_mem_init(&mem, 0);
        if (with_fans) make_fans(&made, &r, &x);
        else make_people(&made, &r, &x);
        assert_int_equal(
            kf_believe_cells(&made.component, &options, KF_LEAF_TABLES, &mem, &got, &fits),
            KERF_OK);
        assert_int_equal(mem.used, 0);
        assert_true(fits && got.done != got.stopped);
        done = got.done;
    }
    assert_true(stops > 3);
}

static void may_be_stopped(void **state)
{
    (void)state;
    stop_often(false);
    stop_often(true);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agrees_with_enumeration),
        cmocka_unit_test(twins_are_one),
        cmocka_unit_test(others_are_left_alone),
        cmocka_unit_test(agrees_with_elimination),
        cmocka_unit_test(fans_agree_with_elimination),
        cmocka_unit_test(memory_may_fail),
        cmocka_unit_test(may_be_stopped),
        cmocka_unit_test(memory_is_forecast),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

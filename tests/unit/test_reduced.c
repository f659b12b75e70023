/* test_reduced.c -- networks that are reduced before elimination against plain elimination: values,
 * equal variables, effects that nobody looked at; passes that do not fit; stops, memory. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "dice.h"
#include "parts.h"
#include "solve/eliminate/reduced.h"
#include "tasks.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { PARTS = 300 };
static const kf_limits FOREVER = { .deadline = INFINITY };
static made_component made;
static double p[PART_ATOMS], error[PART_ATOMS];
static double room[PART_ATOMS * 8], units[PART_ATOMS], *belief[PART_ATOMS];

/* One entry of a table over atoms: values as bits, the first atom first. */
static void add_entry(const uint32_t *atoms, uint32_t n, uint32_t values, double cost)
{
    uint32_t codes[8];
    for (uint32_t i = 0; i < n; i++) codes[i] = 2 * atoms[i] + (values >> (n - 1 - i) & 1);
    if (cost > 0) part_clause(&made, codes, n, cost);
}

/* The last atom is an effect of the others, some of it certain. */
static void add_effect(kf_random *r, const uint32_t *atoms, uint32_t n)
{
    for (uint32_t causes = 0; causes < 1u << (n - 1); causes++) {
        double q = kf_random_below(r, 6) ? 0.02 + 0.96 * kf_random_unit(r) : 0;
        add_entry(atoms, n, 2 * causes, -log(q));
        add_entry(atoms, n, 2 * causes + 1, -log1p(-q));
    }
}

static void make_effects(kf_random *r, uint32_t n)
{
    part_begin(&made, n);
    for (uint32_t a = 0; a < n; a++) made.cost_true[a] = a < 3 ? kf_random_unit(r) : 0;
    for (uint32_t a = 3; a < n; a++) {
        uint32_t i = kf_random_below(r, a), k = kf_random_below(r, a);
        uint32_t atoms[3] = { i < k ? i : k, i < k ? k : i, a };
        if (i == k) add_effect(r, atoms + 1, 2);
        else add_effect(r, atoms, 3);
    }
    for (uint32_t i = 0; i < n / 4; i++) { /* somebody looked, or two are equal */
        uint32_t a = kf_random_below(r, n), b = kf_random_below(r, n), flip = kf_random_below(r, 2);
        uint32_t one[2] = { 2 * a, 2 * b + 1 - flip }, other[2] = { 2 * a + 1, 2 * b + flip };
        made.cost_true[a] += 2 * kf_random_unit(r);
        if (a == b || kf_random_below(r, 3)) continue;
        part_clause(&made, one, 2, INFINITY);
        part_clause(&made, other, 2, INFINITY);
    }
}

static void make_part(uint64_t seed)
{
    kf_random r = { seed };
    if (seed % 3) {
        make_effects(&r, 4 + kf_random_below(&r, 24));
        return;
    }
    part_random(&made, &r, 6 + kf_random_below(&r, 20));
    for (uint32_t i = 0; i < 6 && made.component.n_atoms > 2; i++) {
        uint32_t a = kf_random_below(&r, made.component.n_atoms),
                 b = kf_random_below(&r, made.component.n_atoms);
        uint32_t one[2] = { 2 * a, 2 * b + 1 }, other[2] = { 2 * a + 1, 2 * b };
        if (a == b) continue;
        part_clause(&made, one, 2, INFINITY);
        part_clause(&made, other, 2, INFINITY);
    }
}

static kerf_status reduce(double entries, const kf_limits *limits, kf_mem *mem, kf_network *net,
                          kf_beliefs *out)
{
    kf_belief_options options = { .entries = entries, .bytes = 0x1p40, .limits = limits };
    size_t at = 0;
    for (uint32_t v = 0; v < net->size.n; at += net->size.at[v++]) belief[v] = room + at;
    assert_true(at <= PART_ATOMS * 8);
    return kf_believe_reduced(&made.component, net, &options, mem, out, belief, units);
}

static void check_atom(uint64_t seed, const kf_network *net, uint32_t a)
{
    const kf_atom_value *at = &net->place[a];
    double some = 0, all = 0, off = 4 * units[at->variable] * 0x1p-53 + 1e-15;
    for (uint32_t x = 0; x < net->size.at[at->variable]; x++) {
        all += belief[at->variable][x];
        if ((x == at->value) != at->negated) some += belief[at->variable][x];
    }
    if (fabs(some / all - p[a]) > error[a] + off || off > (seed % 3 ? 1e-9 : 1e-5))
        fail_msg("part %llu, atom %u: %.17g within %g, by elimination %.17g within %g",
                 (unsigned long long)seed, a, some / all, off, p[a], error[a]);
}

static void compare(uint64_t seed, const kf_network *net, const kf_beliefs *got)
{
    kf_belief_options options = {
        .entries = 0x1p40, .bytes = 0x1p40, .limits = &FOREVER, .plain = true
    };
    kf_beliefs plain = { .p = p, .p_error = error };
    kf_mem mem;
    kf_mem_init(&mem, 0);
    assert_int_equal(kf_believe(&made.component, &options, &mem, &plain), KERF_OK);
    assert_true(plain.done);
    if (isinf(plain.log_z) || isinf(got->log_z)) {
        assert_true(isinf(plain.log_z) && isinf(got->log_z));
        return;
    }
    if (fabs(plain.log_z - got->log_z) > plain.error + got->error
        || got->error > (seed % 3 ? 1e-8 : 1e-5))
        fail_msg("part %llu: log Z %.17g within %g, by elimination %.17g within %g",
                 (unsigned long long)seed, got->log_z, got->error, plain.log_z, plain.error);
    for (uint32_t a = 0; a < made.component.n_atoms; a++) check_atom(seed, net, a);
}

static kf_network open_network(kf_mem *mem)
{
    const kf_network_limits limits = { 1 << 12, 8, 0, NULL, false, false };
    kf_network net;
    assert_int_equal(kf_network_open(&net, &made.component, limits, mem), KERF_OK);
    return net;
}

/* With room for all, and with so little that what has gone comes back in several passes. */
static void agrees_with_elimination(void **state)
{
    uint32_t done = 0, passes = 0, parts = trials_of(PARTS);
    (void)state;
    for (uint64_t seed = 1; seed <= parts; seed++) {
        kf_beliefs got = { 0 };
        kf_mem mem;
        kf_mem_init(&mem, 0);
        make_part(seed);
        kf_network net = open_network(&mem);
        bool usable = !net.infeasible && net.rows.n == 0;
        for (int few = 0; few < 2 && usable; few++) {
            double entries = few ? 6.0 * (double)net.size.n : 0x1p40;
            assert_int_equal(reduce(entries, &FOREVER, &mem, &net, &got), KERF_OK);
            if (got.done) compare(seed, &net, &got);
            done += got.done && !few;
            passes += got.done && few;
        }
        kf_network_close(&net);
        assert_int_equal(mem.used, 0);
    }
    if (done < parts / 2 || passes < parts / 10) fail_msg("%u done, %u in passes", done, passes);
}

/* A chain of effects that nobody looked at goes to the last; what each was is told all the same. */
static void nothing_is_left_of_effects(void **state)
{
    kf_random r = { 7 };
    kf_shrunk x;
    kf_mem mem;
    (void)state;
    kf_mem_init(&mem, 0);
    part_begin(&made, 30);
    made.cost_true[0] = made.cost_true[1] = 0.3;
    for (uint32_t a = 2; a < 30; a++) {
        uint32_t atoms[3] = { a - 2, a - 1, a };
        add_effect(&r, atoms, 3);
    }
    kf_network net = open_network(&mem);
    assert_int_equal(kf_shrink(&x, &net, 0, &FOREVER, &mem), KERF_OK);
    uint32_t left = 0;
    for (size_t i = 0; i < x.tables.n; i++) left += !x.tables.at[i].gone;
    assert_int_equal(left, 0);
    assert_true(x.gone.n >= 28);
    kf_shrunk_close(&x);
    kf_network_close(&net);
    assert_int_equal(mem.used, 0);
}

static void stops_and_failures(void **state)
{
    kerf_status st = KERF_NO_MEMORY;
    bool done = false;
    kf_mem own;
    (void)state;
    make_part(16);
    kf_mem_init(&own, 0);
    kf_network net = open_network(&own);
    for (int64_t n = 0; st == KERF_NO_MEMORY; n++) {
        kf_beliefs got = { 0 };
        kf_mem mem;
        kf_mem_init(&mem, 0);
        mem.fail_after = n;
        st = reduce(0x1p40, &FOREVER, &mem, &net, &got);
        assert_int_equal(mem.used, 0);
    }
    assert_int_equal(st, KERF_OK);
    for (uint32_t n = 0; !done; n++) {
        kf_stop stop = stop_after(n);
        kf_limits limits = { .deadline = INFINITY, .stop = &stop };
        kf_beliefs got = { 0 };
        kf_mem mem;
        kf_mem_init(&mem, 0);
        assert_int_equal(reduce(0x1p40, &limits, &mem, &net, &got), KERF_OK);
        assert_int_equal(mem.used, 0);
        assert_true(!got.done || !got.stopped);
        done = got.done;
        assert_true(n < 10000);
    }
    kf_network_close(&net);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agrees_with_elimination),
        cmocka_unit_test(nothing_is_left_of_effects),
        cmocka_unit_test(stops_and_failures),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

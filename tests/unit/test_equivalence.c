/* test_equivalence.c -- relations that are transitive and symmetric: sums over partitions against
 * plain elimination and against a walk over all partitions; what is none of these; stops,
 * memory. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "dice.h"
#include "parts.h"
#include "solve/eliminate/equivalence.h"
#include "tasks.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { NAMES = 10 };
static const kf_limits FOREVER = { .deadline = INFINITY };

typedef struct relation {
    made_component made;
    kf_ends ends[PART_ATOMS];
    uint32_t n;
    int atom[NAMES][NAMES]; /* -1: by evidence false, -2: true */
    bool contradicts;
} relation;
static relation rel;

/* A clause without what evidence decides. */
static void add_hard(relation *r, const int (*lits)[3], uint32_t n)
{
    uint32_t codes[3], kept = 0;
    for (uint32_t i = 0; i < n; i++) {
        int a = r->atom[lits[i][0]][lits[i][1]];
        bool negated = lits[i][2], repeated = false;
        if (a < 0 && (a == -2) != negated) return;
        if (a < 0) continue;
        uint32_t code = 2 * (uint32_t)a + negated;
        for (uint32_t k = 0; k < kept; k++) {
            if (codes[k] == (code ^ 1)) return;
            repeated |= codes[k] == code;
        }
        if (!repeated) codes[kept++] = code;
    }
    if (kept == 0) r->contradicts = true;
    else part_clause(&r->made, codes, kept, INFINITY);
}

static void add_formulas(relation *r)
{
    for (int x = 0; x < (int)r->n; x++)
        for (int y = 0; y < (int)r->n; y++) {
            const int pair[2][3] = { { x, y, 1 }, { y, x, 0 } };
            if (x != y) add_hard(r, pair, 2);
            for (int z = 0; z < (int)r->n; z++) {
                const int three[3][3] = { { x, y, 1 }, { y, z, 1 }, { x, z, 0 } };
                add_hard(r, three, 3);
            }
        }
}

/* Costs of atoms, and soft clauses of both directions of a pair. */
static void add_costs(relation *r, kf_random *random, double size)
{
    made_component *m = &r->made;
    for (uint32_t a = 0; a < m->component.n_atoms; a++) {
        uint32_t kind = kf_random_below(random, 3);
        if (kind == 0) m->cost_true[a] = size * kf_random_unit(random);
        if (kind == 1) m->cost_false[a] = size * kf_random_unit(random);
    }
    for (uint32_t i = 0; i < 4; i++) {
        uint32_t x = kf_random_below(random, r->n), y = kf_random_below(random, r->n);
        int a = r->atom[x][y], b = r->atom[y][x];
        if (a < 0 || b < 0 || a == b) continue;
        uint32_t codes[2] = { 2 * (uint32_t)a + kf_random_below(random, 2),
                              2 * (uint32_t)b + kf_random_below(random, 2) };
        part_clause(m, codes, 2, size * (kf_random_unit(random) - 0.5) + 1e-3);
    }
}

/* known: of a hundred pairs, so many are decided by evidence. */
static void make_relation(relation *r, kf_random *random, uint32_t n, uint32_t known, double size)
{
    uint32_t atoms = 0;
    bool reflexive = kf_random_below(random, 2);
    r->n = n;
    r->contradicts = false;
    for (uint32_t x = 0; x < n; x++)
        for (uint32_t y = 0; y < n; y++) {
            bool fixed = kf_random_below(random, 100) < known || (x == y && reflexive);
            bool apart = x != y && kf_random_below(random, 4) != 0;
            r->atom[x][y] = fixed ? apart ? -1 : -2 : (int)atoms;
            if (!fixed) r->ends[atoms++] = (kf_ends){ 3, 100 + x, 100 + y, true };
        }
    part_begin(&r->made, atoms ? atoms : 1);
    r->made.component.ends = r->ends;
    r->contradicts |= atoms == 0;
    add_formulas(r);
    add_costs(r, random, size);
}

typedef struct found {
    double p[PART_ATOMS], p_error[PART_ATOMS], pays[PART_CLAUSES], pays_error[PART_CLAUSES];
    kf_beliefs b;
    bool equivalence;
} found;
static found here, plain;

static kerf_status believe(const kf_component *p, uint32_t skip, found *f, kf_mem *mem)
{
    kf_belief_options options = {
        .entries = 0x1p40, .bytes = 0x1p40, .skip = skip, .limits = &FOREVER
    };
    f->b = (kf_beliefs){
        .p = f->p, .p_error = f->p_error, .pays = f->pays, .pays_error = f->pays_error
    };
    return kf_believe_equivalence(p, &options, mem, &f->b, &f->equivalence);
}

static void eliminate(const kf_component *from, found *f)
{
    kf_belief_options options = { .entries = 0x1p40, .bytes = 0x1p40, .limits = &FOREVER };
    kf_component p = *from;
    kf_mem mem;
    kf_mem_init(&mem, 0);
    p.ends = NULL;
    f->b = (kf_beliefs){
        .p = f->p, .p_error = f->p_error, .pays = f->pays, .pays_error = f->pays_error
    };
    assert_int_equal(kf_believe(&p, &options, &mem, &f->b), KERF_OK);
    assert_true(f->b.done);
}

static void check_near(uint64_t seed, const char *what, uint32_t i, double a, double a_error,
                       double b, double b_error)
{
    if (fabs(a - b) <= a_error + b_error + 1e-15 && a_error < 1e-9) return;
    fail_msg("relation %llu, %s %u: %.17g within %g, by elimination %.17g within %g",
             (unsigned long long)seed, what, i, a, a_error, b, b_error);
}

static void compare(uint64_t seed, const kf_component *p)
{
    eliminate(p, &plain);
    check_near(seed, "log Z", 0, here.b.log_z, here.b.error, plain.b.log_z, plain.b.error);
    for (uint32_t a = 0; a < p->n_atoms; a++)
        check_near(seed, "atom", a, here.p[a], here.p_error[a], plain.p[a], plain.p_error[a]);
    for (uint32_t i = 0; i < p->n_clauses; i++)
        check_near(seed, "clause", i, here.pays[i], here.pays_error[i], plain.pays[i],
                   plain.pays_error[i]);
}

/* Whole relations, and some with a clause too few or too many: what is taken for one is one. */
static void agrees_with_elimination(void **state)
{
    uint32_t taken = 0, refused = 0;
    (void)state;
    for (uint64_t seed = 1; seed <= trials_of(120); seed++) {
        kf_random r = { seed };
        uint32_t change = seed % 3 ? 0 : 1 + kf_random_below(&r, 2);
        kf_component *p = &rel.made.component;
        kf_mem mem;
        kf_mem_init(&mem, 0);
        make_relation(&rel, &r, seed % 16 ? 5 : 6, seed % 2 ? 0 : 6,
                      seed % 5   ? 3
                      : seed % 2 ? 60
                                 : 900);
        if (rel.contradicts) continue;
        if (change == 1) { /* the last, which may be soft, in place of another */
            uint32_t at = kf_random_below(&r, p->n_clauses);
            for (uint32_t k = p->start[at]; k < p->start[at + 1]; k++)
                rel.made.literals[k].code ^= 1;
        } else if (change == 2 && p->n_atoms > 1) {
            uint32_t a = kf_random_below(&r, p->n_atoms - 1);
            uint32_t codes[2] = { 2 * a + kf_random_below(&r, 2),
                                  2 * p->n_atoms - 1 - kf_random_below(&r, 2) };
            part_clause(&rel.made, codes, 2, INFINITY);
        }
        assert_int_equal(believe(p, seed % 4 == 0, &here, &mem), KERF_OK);
        assert_int_equal(mem.used, 0);
        if (!here.equivalence) {
            refused += change != 0;
            continue;
        }
        assert_true(here.b.done);
        taken++;
        compare(seed, p);
    }
    assert_true(taken > met_of(30) && refused > met_of(10));
}

/* ---- All partitions, one after the other ---- */

typedef struct walk {
    uint32_t block[NAMES];
    long double sum, p[PART_ATOMS], least;
    bool world[PART_ATOMS];
} walk;

static void see_partition(const relation *r, walk *w, bool add)
{
    bool feasible;
    for (uint32_t x = 0; x < r->n; x++)
        for (uint32_t y = 0; y < r->n; y++) {
            int a = r->atom[x][y];
            if (a >= 0) w->world[a] = w->block[x] == w->block[y];
            else if ((a == -2) != (w->block[x] == w->block[y])) return;
        }
    long double cost = part_cost(&r->made.component, w->world, &feasible);
    assert_true(feasible);
    if (!add && cost < w->least) w->least = cost;
    if (!add) return;
    long double weight = expl(w->least - cost);
    w->sum += weight;
    for (uint32_t a = 0; a < r->made.component.n_atoms; a++) w->p[a] += w->world[a] ? weight : 0;
}

static void walk_partitions(const relation *r, walk *w, uint32_t x, uint32_t blocks, bool add)
{
    if (x == r->n) {
        see_partition(r, w, add);
        return;
    }
    for (uint32_t b = 0; b <= blocks; b++) {
        w->block[x] = b;
        walk_partitions(r, w, x + 1, b == blocks ? blocks + 1 : blocks, add);
    }
}

static void agrees_with_all_partitions(void **state)
{
    static walk w;
    uint32_t taken = 0;
    (void)state;
    for (uint64_t seed = 1; seed <= trials_of(40); seed++) {
        kf_random r = { seed };
        kf_mem mem;
        kf_mem_init(&mem, 0);
        make_relation(&rel, &r, 7 + kf_random_below(&r, 3), seed % 2 ? 0 : 3, seed % 4 ? 2 : 400);
        bool free_loop = false;
        for (uint32_t x = 0; x < rel.n; x++) free_loop |= rel.atom[x][x] >= 0;
        if (rel.contradicts || free_loop) continue;
        assert_int_equal(believe(&rel.made.component, 0, &here, &mem), KERF_OK);
        if (!here.equivalence) continue;
        taken++;
        memset(&w, 0, sizeof w);
        w.least = INFINITY;
        walk_partitions(&rel, &w, 0, 0, false);
        walk_partitions(&rel, &w, 0, 0, true);
        double log_z = (double)(logl(w.sum) - w.least), size = 1e-15 * (double)w.least;
        check_near(seed, "log Z", 0, here.b.log_z, here.b.error, log_z, size);
        for (uint32_t a = 0; a < rel.made.component.n_atoms; a++)
            check_near(seed, "atom", a, here.p[a], here.p_error[a], (double)(w.p[a] / w.sum),
                       1e-15 + size);
    }
    assert_true(taken > met_of(8));
}

/* The number of partitions of n nodes, without costs. */
static void bell_numbers(void **state)
{
    static const double bell[] = { 52, 203, 877, 4140, 21147, 115975 };
    kf_mem mem;
    (void)state;
    kf_mem_init(&mem, 0);
    for (uint32_t n = 5; n <= NAMES; n++) {
        kf_random r = { 1 };
        make_relation(&rel, &r, n, 0, 0);
        for (uint32_t a = 0; a < rel.made.component.n_atoms; a++)
            rel.made.cost_true[a] = rel.made.cost_false[a] = 0;
        for (uint32_t x = 0; x < n; x++)
            if (rel.atom[x][x] >= 0) rel.made.cost_false[rel.atom[x][x]] = 1e6;
        assert_int_equal(believe(&rel.made.component, 0, &here, &mem), KERF_OK);
        assert_true(here.equivalence);
        if (fabs(here.b.log_z - log(bell[n - 5])) > 1e-2) fail_msg("%u nodes: %g", n, here.b.log_z);
    }
}

/* A stop at any time, and any allocation that fails. */
static void stops_and_failures(void **state)
{
    kf_random r = { 5 };
    kerf_status st = KERF_NO_MEMORY;
    bool done = false;
    (void)state;
    make_relation(&rel, &r, NAMES, 0, 1);
    for (int64_t n = 0; st == KERF_NO_MEMORY; n++) {
        kf_mem mem;
        kf_mem_init(&mem, 0);
        mem.fail_after = n;
        st = believe(&rel.made.component, 0, &here, &mem);
        assert_int_equal(mem.used, 0);
    }
    assert_int_equal(st, KERF_OK);
    for (uint32_t n = 0; !done; n++) {
        kf_stop stop = stop_after(n);
        kf_limits limits = { .deadline = INFINITY, .stop = &stop };
        kf_belief_options options = { .entries = 0x1p40, .bytes = 0x1p40, .limits = &limits };
        kf_mem mem;
        kf_mem_init(&mem, 0);
        here.b = (kf_beliefs){ .p = here.p, .p_error = here.p_error };
        assert_int_equal(
            kf_believe_equivalence(&rel.made.component, &options, &mem, &here.b, &here.equivalence),
            KERF_OK);
        assert_int_equal(mem.used, 0);
        assert_true(here.b.done != here.b.stopped);
        done = here.b.done;
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agrees_with_elimination),
        cmocka_unit_test(agrees_with_all_partitions),
        cmocka_unit_test(bell_numbers),
        cmocka_unit_test(stops_and_failures),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

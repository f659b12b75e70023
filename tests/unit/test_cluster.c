/* test_cluster.c -- transitive predicates: which are seen as such, and the worlds made of them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "ground_model.h"
#include "parts.h"
#include "tasks.h"

#include "solve/primal/cluster.h"
#include "solve/primal/partition.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- Recognition ---- */

enum { NO = 0, TRANSITIVE = 1, BOTH = 2 };

/* What the first atom of S is told to be; the formulas are about a hidden S over three
 * constants. */
static int seen_as(const char *formulas)
{
    char model[400];
    ground_model f;
    kf_atom atom;
    uint32_t row[2] = { 0, 1 };
    snprintf(model, sizeof model, "t = {A, B, C}\nS(t, t)\nO(t, t)\n%s\n", formulas);
    ground_open(&f, model, "O(A, B)\n", "S");
    assert_int_equal(kf_grounder_atom(f.g, ground_predicate(&f, "S"), row, &atom), KERF_OK);
    int is = NO;
    if (f.p->ends.n > atom.id && f.p->ends.at[atom.id].relation != KF_NO_RELATION) {
        assert_int_equal(f.p->ends.at[atom.id].from, row[0]);
        assert_int_equal(f.p->ends.at[atom.id].to, row[1]);
        is = f.p->ends.at[atom.id].symmetric ? BOTH : TRANSITIVE;
    }
    ground_close(&f);
    return is;
}

static void relations_are_recognised(void **state)
{
    (void)state;
    assert_int_equal(seen_as("S(x,y) ^ S(y,z) => S(x,z)."), TRANSITIVE);
    assert_int_equal(seen_as("!S(c,a) v S(b,a) v !S(b,c)."), TRANSITIVE);
    assert_int_equal(seen_as("S(x,y) ^ S(y,z) => S(x,z).\nS(x,y) => S(y,x)."), BOTH);
    assert_int_equal(seen_as("S(y,x) v !S(x,y).\n!(S(x,y) ^ S(y,z) ^ !S(x,z))."), BOTH);
}

static void others_are_not(void **state)
{
    (void)state;
    assert_int_equal(seen_as("3 S(x,y) ^ S(y,z) => S(x,z)"), NO);
    assert_int_equal(seen_as("S(x,y) => S(y,x)."), NO);
    assert_int_equal(seen_as("S(x,y) ^ S(y,z) => S(z,x)."), NO);
    assert_int_equal(seen_as("S(x,y) ^ S(x,z) => S(y,z)."), NO); /* Euclidean */
    assert_int_equal(seen_as("S(x,y) ^ S(y,x) => S(x,x)."), NO);
    assert_int_equal(seen_as("S(x,y) ^ S(y,z) ^ O(x,y) => S(x,z)."), NO);
    assert_int_equal(seen_as("S(x,y) ^ S(y,z) ^ x != y => S(x,z)."), NO);
    assert_int_equal(seen_as("S(A,y) ^ S(y,z) => S(A,z)."), NO);
    assert_int_equal(seen_as("S(x,y) ^ S(y,z) ^ S(x,z)."), NO);
}

/* ---- Partitions ---- */

static double value_of(const kf_partition *p)
{
    double sum = 0;
    for (uint32_t i = 0; i < p->n; i++)
        for (uint32_t j = 0; j < i; j++)
            if (p->label[i] == p->label[j]) sum += p->score[i * p->n + j];
    return sum;
}

static void score(kf_partition *p, uint32_t i, uint32_t j, double value)
{
    p->score[i * p->n + j] = p->score[j * p->n + i] = value;
}

/* No node can gain by moving, no two classes by joining, and nothing was lost on the way. */
static void check_settled(kf_partition *p)
{
    double value = value_of(p);
    assert_true(value >= -1e-9);
    for (uint32_t i = 0; i < p->n; i++) {
        uint32_t own = p->label[i];
        for (uint32_t c = 0; c < p->n; c++) {
            p->label[i] = c;
            assert_true(value_of(p) <= value + 1e-6);
        }
        p->label[i] = own;
    }
}

static void partitions_settle(void **state)
{
    kf_mem mem;
    (void)state;
    kf_mem_init(&mem, 0);
    for (uint64_t seed = 1; seed <= 100; seed++) {
        kf_random r = { seed };
        kf_partition p;
        assert_true(kf_partition_open(&p, &mem, 2 + kf_random_below(&r, 12)));
        for (uint32_t i = 0; i < p.n; i++)
            for (uint32_t j = 0; j < i; j++) score(&p, i, j, 2 * kf_random_unit(&r) - 1);
        kf_partition_improve(&p);
        check_settled(&p);
        kf_partition_free(&p, &mem);
    }
    assert_int_equal(mem.used, 0);
}

static void groups_are_found(void **state)
{
    kf_mem mem;
    kf_partition p;
    (void)state;
    kf_mem_init(&mem, 0);
    assert_true(kf_partition_open(&p, &mem, 9));
    for (uint32_t i = 0; i < 9; i++)
        for (uint32_t j = 0; j < i; j++) score(&p, i, j, i % 3 == j % 3 ? 2 : -1);
    kf_partition_improve(&p);
    for (uint32_t i = 0; i < 9; i++)
        for (uint32_t j = 0; j < i; j++) assert_int_equal(p.label[i] == p.label[j], i % 3 == j % 3);
    kf_partition_free(&p, &mem);
}

/* ---- Worlds ---- */

enum { NODES = 5, PAIRS = NODES * NODES };

typedef struct clustering {
    made_component made;
    kf_ends ends[PART_ATOMS];
} clustering;

static uint32_t pair(uint32_t i, uint32_t j)
{
    return i * NODES + j;
}

/* Pairs with scores, some triangles, and for some pairs an atom that follows from it or it from. */
static void make_clustering(clustering *c, kf_random *r, bool symmetric)
{
    part_begin(&c->made, 2 * PAIRS);
    for (uint32_t a = 0; a < 2 * PAIRS; a++) {
        double cost = 4 * kf_random_unit(r);
        if (kf_random_below(r, 2)) c->made.cost_true[a] = cost;
        else c->made.cost_false[a] = cost;
        c->ends[a] = (kf_ends){ a < PAIRS ? 0 : KF_NO_RELATION, a / NODES, a % NODES, symmetric };
    }
    for (uint32_t i = 0; i < PAIRS; i++) {
        uint32_t codes[2] = { 2 * i + kf_random_below(r, 2),
                              2 * (PAIRS + i) + kf_random_below(r, 2) };
        part_clause(&c->made, codes, 2,
                    (kf_random_below(r, 2) ? 2 : -2) * kf_random_unit(r) - 0.01);
    }
    for (uint32_t i = 0; i < NODES; i++)
        for (uint32_t j = 0; j < NODES; j++)
            for (uint32_t k = 0; k < NODES; k++) {
                uint32_t codes[3] = { 2 * pair(i, j) + 1, 2 * pair(j, k) + 1, 2 * pair(i, k) };
                bool distinct = i != j && j != k && i != k;
                if (distinct && kf_random_below(r, 3)) part_clause(&c->made, codes, 3, INFINITY);
            }
    c->made.component.ends = c->ends;
}

static bool is_transitive(const bool *world)
{
    for (uint32_t i = 0; i < NODES; i++)
        for (uint32_t j = 0; j < NODES; j++)
            for (uint32_t k = 0; k < NODES; k++)
                if (world[pair(i, j)] && world[pair(j, k)] && !world[pair(i, k)]) return false;
    return true;
}

static bool is_equivalence(const bool *world)
{
    for (uint32_t i = 0; i < NODES; i++)
        for (uint32_t j = 0; j < NODES; j++) {
            if (i != j && world[pair(i, j)] != world[pair(j, i)]) return false;
            if (i != j && world[pair(i, j)] && !world[pair(i, i)]) return false;
        }
    return is_transitive(world);
}

/* Also where nothing makes the relation symmetric. */
static void worlds_are_equivalences(void **state)
{
    static clustering c;
    kf_mem mem;
    (void)state;
    kf_mem_init(&mem, 0);
    for (uint64_t seed = 1; seed <= 100; seed++) {
        kf_random r = { seed };
        kf_rounder *rounder;
        bool world[2 * PAIRS], made, feasible;
        make_clustering(&c, &r, seed % 2);
        for (uint32_t i = 0; i < 2 * PAIRS; i++) world[i] = kf_random_below(&r, 2);
        assert_int_equal(kf_rounder_new(&c.made.component, &mem, &rounder), KERF_OK);
        assert_int_equal(kf_cluster(&c.made.component, &mem, rounder, world, &made), KERF_OK);
        assert_true(made && is_equivalence(world));
        (void)part_cost(&c.made.component, world, &feasible);
        assert_true(feasible);
        c.made.component.ends = NULL;
        assert_int_equal(kf_cluster(&c.made.component, &mem, rounder, world, &made), KERF_OK);
        assert_false(made);
        kf_rounder_free(rounder);
    }
    assert_int_equal(mem.used, 0);
}

/* What a pair gains where the atom that hangs on it has its better value either way. */
static double adapted_gain(const kf_component *p, bool *world, uint32_t i)
{
    double cost[2] = { INFINITY, INFINITY };
    bool pair_now = world[i], other_now = world[PAIRS + i];
    uint64_t broken;
    for (int k = 0; k < 4; k++) {
        world[i] = k & 1;
        world[PAIRS + i] = k & 2;
        cost[k & 1] = fmin(cost[k & 1], kf_component_cost(p, world, &broken));
    }
    world[i] = pair_now;
    world[PAIRS + i] = other_now;
    return cost[0] - cost[1];
}

static void gains_count_what_adapts(void **state)
{
    static clustering c;
    kf_mem mem;
    (void)state;
    kf_mem_init(&mem, 0);
    for (uint64_t seed = 1; seed <= 100; seed++) {
        kf_random r = { seed };
        kf_rounder *rounder;
        bool world[2 * PAIRS], held[2 * PAIRS];
        double gain[2 * PAIRS];
        make_clustering(&c, &r, false);
        for (uint32_t i = 0; i < 2 * PAIRS; i++) {
            world[i] = kf_random_below(&r, 2);
            held[i] = i < PAIRS;
        }
        assert_int_equal(kf_rounder_new(&c.made.component, &mem, &rounder), KERF_OK);
        kf_rounder_take(rounder, world);
        kf_rounder_gains(rounder, held, gain);
        for (uint32_t i = 0; i < 2 * PAIRS; i++) {
            double expected = held[i] ? adapted_gain(&c.made.component, world, i) : 0;
            assert_near(gain[i], expected, 1e-9);
        }
        kf_rounder_free(rounder);
    }
    assert_int_equal(mem.used, 0);
}

/* Two nodes want to be together, and pay for that as long as another atom is false. */
static void classes_join_where_others_adapt(void **state)
{
    static clustering c;
    kf_mem mem;
    kf_rounder *rounder;
    bool world[2 * PAIRS] = { false }, made;
    uint32_t codes[2] = { 2 * pair(0, 1) + 1, 2 * PAIRS };
    (void)state;
    kf_mem_init(&mem, 0);
    part_begin(&c.made, 2 * PAIRS);
    for (uint32_t a = 0; a < 2 * PAIRS; a++)
        c.ends[a] = (kf_ends){ a < PAIRS ? 0 : KF_NO_RELATION, a / NODES, a % NODES, false };
    c.made.cost_false[pair(0, 1)] = 3;
    c.made.cost_true[PAIRS] = 1;
    part_clause(&c.made, codes, 2, 5);
    c.made.component.ends = c.ends;
    assert_int_equal(kf_rounder_new(&c.made.component, &mem, &rounder), KERF_OK);
    assert_int_equal(kf_cluster(&c.made.component, &mem, rounder, world, &made), KERF_OK);
    assert_true(made && world[pair(0, 1)] && world[PAIRS]);
    kf_rounder_free(rounder);
}

/* The mechanism changes how an optimum is found, not what it costs. */
static void optimum_is_the_same(void **state)
{
    static clustering c;
    kf_mem mem;
    (void)state;
    kf_mem_init(&mem, 0);
    for (uint64_t seed = 1; seed <= 60; seed++) {
        kf_random r = { seed };
        kf_solved solved[2];
        make_clustering(&c, &r, false);
        for (int off = 0; off < 2; off++) {
            bool world[2 * PAIRS] = { false };
            kf_settings settings = { .seed = 1, .off = off ? KF_TRANSITIVE : 0 };
            kf_task how = { .settings = &settings, .limits.deadline = INFINITY };
            kerf_status st = solve_by("ilp", &c.made.component, &how, &mem, world, &solved[off]);
            if (st == KERF_UNSUPPORTED) skip();
            assert_int_equal(st, KERF_OK);
            assert_true(solved[off].bound >= solved[off].cost);
        }
        assert_near(solved[0].cost, solved[1].cost, 1e-6);
    }
    assert_int_equal(mem.used, 0);
}

static void memory_may_be_refused(void **state)
{
    static clustering c;
    kf_mem mem;
    kf_random r = { 1 };
    kf_rounder *rounder;
    kerf_status st = KERF_NO_MEMORY;
    (void)state;
    kf_mem_init(&mem, 0);
    make_clustering(&c, &r, false);
    assert_int_equal(kf_rounder_new(&c.made.component, &mem, &rounder), KERF_OK);
    uint64_t used = mem.used;
    for (int64_t n = 0; st != KERF_OK; n++) {
        bool world[2 * PAIRS] = { false }, made;
        mem.fail_after = n;
        st = kf_cluster(&c.made.component, &mem, rounder, world, &made);
        mem.fail_after = -1;
        assert_true(st == KERF_OK || st == KERF_NO_MEMORY);
        assert_int_equal(mem.used, used);
        assert_true(n < 100);
    }
    kf_rounder_free(rounder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(relations_are_recognised),
        cmocka_unit_test(others_are_not),
        cmocka_unit_test(partitions_settle),
        cmocka_unit_test(groups_are_found),
        cmocka_unit_test(worlds_are_equivalences),
        cmocka_unit_test(optimum_is_the_same),
        cmocka_unit_test(gains_count_what_adapts),
        cmocka_unit_test(classes_join_where_others_adapt),
        cmocka_unit_test(memory_may_be_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* mws.c -- how many flips a second MaxWalkSAT makes.
 *
 * Usage: mws [FLIPS]    so many per measurement; default 5,000,000
 * The problem is generated: records in groups of 20, an atom for each pair of a group, hard
 * transitivity over random triples of a group, soft clauses of two literals within and between
 * groups, costs for most atoms. CPU time, best of three rounds. */
#include "base/random.h"
#include "solve/driver.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { GROUP = 20, PAIRS = GROUP * (GROUP - 1) / 2, GROUPS = 526, ROUNDS = 3 };
enum { ATOMS = GROUPS * PAIRS, HARD = 2 * ATOMS, SOFT = ATOMS, CLAUSES = HARD + SOFT };

typedef struct generated {
    double cost_true[ATOMS], cost_false[ATOMS], weight[CLAUSES];
    uint32_t start[CLAUSES + 1];
    kf_lit literals[3 * HARD + 2 * SOFT];
    kf_component part;
} generated;

/* CPU seconds of this process. */
static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void add_literal(generated *g, uint32_t clause, uint32_t atom, bool negated)
{
    uint32_t at = g->start[clause + 1]++, first = g->start[clause];
    kf_lit l = kf_lit_of((kf_atom){ atom }, negated);
    while (at > first && g->literals[at - 1].code > l.code) {
        g->literals[at] = g->literals[at - 1];
        at--;
    }
    g->literals[at] = l;
}

static uint32_t pair_of(uint32_t group, uint32_t x, uint32_t y)
{
    uint32_t low = x < y ? x : y, high = x < y ? y : x;
    return group * PAIRS + high * (high - 1) / 2 + low;
}

/* same(x, y) ^ same(y, z) => same(x, z) */
static void add_transitivity(generated *g, uint32_t clause, kf_random *r)
{
    uint32_t group = kf_random_below(r, GROUPS), x = kf_random_below(r, GROUP);
    uint32_t y = (x + 1 + kf_random_below(r, GROUP - 1)) % GROUP, z;
    do z = kf_random_below(r, GROUP);
    while (z == x || z == y);
    g->weight[clause] = INFINITY;
    add_literal(g, clause, pair_of(group, x, y), true);
    add_literal(g, clause, pair_of(group, y, z), true);
    add_literal(g, clause, pair_of(group, x, z), false);
}

static void add_soft(generated *g, uint32_t clause, kf_random *r)
{
    uint32_t a = kf_random_below(r, ATOMS), b;
    do
        b = kf_random_below(r, 2) ? a / PAIRS * PAIRS + kf_random_below(r, PAIRS)
                                  : kf_random_below(r, ATOMS);
    while (b == a);
    double weight = 0.1 + 2 * kf_random_unit(r);
    g->weight[clause] = kf_random_below(r, 10) == 0 ? -weight : weight;
    add_literal(g, clause, a, kf_random_below(r, 2));
    add_literal(g, clause, b, kf_random_below(r, 2));
}

static void generate(generated *g)
{
    kf_random r = { 1 };
    for (uint32_t a = 0; a < ATOMS; a++) {
        double *side = kf_random_below(&r, 3) ? g->cost_true : g->cost_false;
        side[a] = kf_random_below(&r, 5) ? 0.1 + 2 * kf_random_unit(&r) : 0;
    }
    for (uint32_t i = 0; i < CLAUSES; i++) {
        g->start[i + 1] = g->start[i];
        if (i < HARD) add_transitivity(g, i, &r);
        else add_soft(g, i, &r);
    }
    g->part = (kf_component){ .n_atoms = ATOMS,
                              .cost_true = g->cost_true,
                              .cost_false = g->cost_false,
                              .n_clauses = CLAUSES,
                              .start = g->start,
                              .literals = g->literals,
                              .weight = g->weight };
}

/* What the costs alone would choose. */
static void hint(const generated *g, bool *world)
{
    for (uint32_t a = 0; a < ATOMS; a++) world[a] = g->cost_true[a] < g->cost_false[a];
}

static void solve(const generated *g, const kf_settings *settings, bool *world, kf_solved *solved)
{
    kf_mem mem;
    kf_task task = { .component = &g->part,
                     .settings = settings,
                     .limits.deadline = INFINITY,
                     .mem = &mem,
                     .assignment = world };
    kf_mem_init(&mem, 0);
    hint(g, world);
    kerf_status status = kf_drive(kf_solver_find("mws"), &task);
    *solved = task.solved;
    if (status == KERF_OK && mem.used == 0) return;
    fprintf(stderr, "mws: no answer\n");
    exit(1);
}

/* Getting ready is measured by a run without flips, and is no part of the rate. */
static void measure(const generated *g, const char *name, kf_settings settings, bool *world)
{
    double ready = INFINITY, whole = INFINITY;
    kf_solved solved;
    kf_settings none = settings;
    none.flips = 0;
    for (int i = 0; i < ROUNDS; i++) {
        double from = now();
        solve(g, &none, world, &solved);
        ready = fmin(ready, now() - from);
        from = now();
        solve(g, &settings, world, &solved);
        whole = fmin(whole, now() - from);
    }
    uint64_t broken;
    double cost = kf_component_cost(&g->part, world, &broken);
    printf("%-28s %8.3f %8.3f %10.2f %12.1f %7llu\n", name, ready, whole,
           1e-6 * (double)solved.work / (whole - ready), cost, (unsigned long long)broken);
}

int main(int argc, char **argv)
{
    uint64_t flips = argc > 1 ? strtoull(argv[1], NULL, 10) : 5000000;
    static generated made;
    static bool world[ATOMS];
    const generated *g = &made;
    generate(&made);
    uint64_t broken;
    hint(g, world);
    double cost = kf_component_cost(&g->part, world, &broken);
    printf("%d atoms, %d hard and %d soft clauses; the hint costs %.1f and breaks %llu\n\n", ATOMS,
           HARD, SOFT, cost, (unsigned long long)broken);
    printf("%-28s %8s %8s %10s %12s %7s\n", "", "ready s", "all s", "Mflips/s", "best cost",
           "broken");
    kf_settings s = { .seed = 1, .flips = flips, .tries = 1, .noise = 0.1 };
    measure(g, "noise 0.1", s, world);
    s.tabu = 10;
    measure(g, "noise 0.1, tabu 10", s, world);
    s.tabu = 0;
    s.random_start = true;
    measure(g, "noise 0.1, random start", s, world);
    s.noise = 0.5;
    measure(g, "noise 0.5, random start", s, world);
    return 0;
}

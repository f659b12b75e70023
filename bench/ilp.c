/* ilp.c -- how fast integer programming solves clusterings, in several ways.
 *
 * Usage: ilp                              the standard table
 *        ilp OBJECTS NOISE SEED [WAY...]  one problem; ways: lazy, all, branch, cbc
 *        ilp dump OBJECTS NOISE SEED      that problem in LP format, for other solvers
 *
 * An atom for each pair of objects says that they are the same; hard transitivity; the cost of a
 * pair says what it was planted as, by 1, plus Gaussian noise of the given deviation. Ways: rows
 * added lazily and our own tree, CBC if that grows (what users get); all rows from the start; our
 * own tree only; CBC as soon as the linear program is fractional. Wall clock, 60 s each at most. */
#include "base/random.h"
#include "base/clock.h"
#include "solve/driver.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SECONDS 60

typedef struct clustering {
    kf_component part;
    double *cost_true, *cost_false, *weight;
    uint32_t *start;
    kf_lit *literals;
} clustering;

static void *get(size_t n, size_t each)
{
    void *at = calloc(n + 1, each);
    if (!at) abort();
    return at;
}

static double gaussian(kf_random *r)
{
    double u = 1 - kf_random_unit(r), v = kf_random_unit(r);
    return sqrt(-2 * log(u)) * cos(6.283185307179586 * v);
}

static uint32_t pair(uint32_t i, uint32_t j) /* i < j */
{
    return j * (j - 1) / 2 + i;
}

static void transitivity(clustering *c, uint32_t *n, uint32_t a, uint32_t b, uint32_t head)
{
    kf_lit lits[3] = { { 2 * a + 1 }, { 2 * b + 1 }, { 2 * head } };
    for (int i = 0; i < 2; i++) /* ascending */
        for (int k = 0; k < 2; k++)
            if (lits[k].code > lits[k + 1].code) {
                kf_lit t = lits[k];
                lits[k] = lits[k + 1];
                lits[k + 1] = t;
            }
    memcpy(c->literals + 3 * (size_t)*n, lits, sizeof lits);
    c->weight[*n] = INFINITY;
    ++*n;
    c->start[*n] = 3 * *n;
}

static void make(clustering *c, uint32_t objects, double noise, uint64_t seed)
{
    kf_random r = { seed };
    uint32_t atoms = pair(0, objects), clauses = atoms * (objects - 2), n = 0;
    c->cost_true = get(atoms, sizeof(double));
    c->cost_false = get(atoms, sizeof(double));
    c->weight = get(clauses, sizeof(double));
    c->start = get(clauses + 1, sizeof(uint32_t));
    c->literals = get(3 * (size_t)clauses, sizeof(kf_lit));
    uint32_t *label = get(objects, sizeof *label);
    for (uint32_t i = 0; i < objects; i++) label[i] = kf_random_below(&r, objects / 5 + 1);
    for (uint32_t j = 1; j < objects; j++) {
        for (uint32_t i = 0; i < j; i++) {
            double score = (label[i] == label[j] ? 1 : -1) + noise * gaussian(&r);
            c->cost_true[pair(i, j)] = score < 0 ? -score : 0;
            c->cost_false[pair(i, j)] = score > 0 ? score : 0;
        }
    }
    for (uint32_t k = 2; k < objects; k++) {
        for (uint32_t j = 1; j < k; j++) {
            for (uint32_t i = 0; i < j; i++) {
                uint32_t ij = pair(i, j), ik = pair(i, k), jk = pair(j, k);
                transitivity(c, &n, ij, ik, jk);
                transitivity(c, &n, ij, jk, ik);
                transitivity(c, &n, ik, jk, ij);
            }
        }
    }
    c->part = (kf_component){ .n_atoms = atoms,
                              .cost_true = c->cost_true,
                              .cost_false = c->cost_false,
                              .n_clauses = clauses,
                              .start = c->start,
                              .literals = c->literals,
                              .weight = c->weight };
    free(label);
}

static void drop(clustering *c)
{
    free(c->cost_true);
    free(c->cost_false);
    free(c->weight);
    free(c->start);
    free(c->literals);
}

/* ---- Measuring ---- */

typedef struct way {
    const char *name;
    kf_tree_options options;
} way;

static void measure(const kf_component *p, const way *w)
{
    kf_mem mem;
    kf_mem_init(&mem, 0);
    bool *world = get(p->n_atoms, sizeof *world);
    for (uint32_t i = 0; i < p->n_atoms; i++) world[i] = p->cost_false[i] > 0;
    double begin = kf_now();
    const kf_settings settings = { .seed = 1 };
    kf_task task = { .component = p,
                     .settings = &settings,
                     .limits.deadline = begin + SECONDS,
                     .mem = &mem,
                     .assignment = world };
    kerf_status status = kf_drive_tree(&task, &w->options);
    kf_solved s = task.solved;
    double seconds = kf_now() - begin;
    if (status != KERF_OK) printf(" %-7s %s\n", w->name, kerf_status_text(status));
    else
        printf(" %-7s %8.3f s %9llu pivots  %-6s cost %.6f bound %.6f%s\n", w->name, seconds,
               (unsigned long long)s.work, s.method, s.cost, s.bound,
               s.bound < s.cost ? " OPEN" : "");
    fflush(stdout);
    free(world);
}

static void solve(uint32_t objects, double noise, uint64_t seed, char **names, int n)
{
    way ways[] = { { "lazy", kf_tree_defaults },
                   { "all", kf_tree_defaults },
                   { "branch", kf_tree_defaults },
                   { "cbc", kf_tree_defaults } };
    ways[1].options.rows.all = true;
    ways[2].options.pivots = UINT64_MAX;
    ways[3].options.pivots = 0;
    clustering c;
    make(&c, objects, noise, seed);
    printf("%u objects, noise %g, seed %llu: %u atoms, %u clauses\n", objects, noise,
           (unsigned long long)seed, c.part.n_atoms, c.part.n_clauses);
    for (size_t i = 0; i < KF_LENGTH(ways); i++) {
        bool wanted = n == 0;
        for (int k = 0; k < n; k++) wanted |= strcmp(names[k], ways[i].name) == 0;
        if (wanted) measure(&c.part, &ways[i]);
    }
    drop(&c);
}

static void dump(uint32_t objects, double noise, uint64_t seed)
{
    clustering c;
    make(&c, objects, noise, seed);
    const kf_component *p = &c.part;
    printf("Minimize\n obj:");
    for (uint32_t i = 0; i < p->n_atoms; i++)
        printf(" %+.17g x%u\n", p->cost_true[i] - p->cost_false[i], i);
    printf("Subject To\n");
    for (uint32_t i = 0; i < p->n_clauses; i++) {
        int right = 1;
        for (uint32_t k = p->start[i]; k < p->start[i + 1]; k++) {
            bool negated = kf_lit_negated(p->literals[k]);
            right -= negated;
            printf(" %c x%u", negated ? '-' : '+', kf_lit_atom(p->literals[k]).id);
        }
        printf(" >= %d\n", right);
    }
    printf("Binaries\n");
    for (uint32_t i = 0; i < p->n_atoms; i++) printf(" x%u\n", i);
    printf("End\n");
    drop(&c);
}

int main(int n, char **arguments)
{
    bool write = n > 1 && strcmp(arguments[1], "dump") == 0;
    if (n >= 4 + write) {
        uint32_t objects = (uint32_t)strtoul(arguments[1 + write], NULL, 10);
        double noise = strtod(arguments[2 + write], NULL);
        uint64_t seed = strtoull(arguments[3 + write], NULL, 10);
        if (write) dump(objects, noise, seed);
        else solve(objects, noise, seed, arguments + 4, n - 4);
        return 0;
    }
    static const double noises[] = { 1, 1.5, 2 };
    for (uint32_t objects = 30; objects <= 60; objects += 15)
        for (size_t i = 0; i < KF_LENGTH(noises); i++)
            solve(objects, noises[i], 1, (char *[]){ "lazy", "branch", "cbc" }, 3);
    return 0;
}

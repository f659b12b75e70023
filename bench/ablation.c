/* ablation.c -- kerf with one mechanism switched off that has no option of its own.
 *
 * $KERF_OFF names the mechanism. The linker puts these functions in the place of the real ones
 * (--wrap), so that the library knows nothing of it. Each is exact or a heuristic: without it the
 * optimum is the same. $KERF_REACHED: a file for the names of the mechanisms that were called.
 * $KERF_LP_WORK: the work after which the linear program counts as stalled, so that small problems
 * show what stalled ones gain; $KERF_PIVOTS: the same for branch and cut, and the stages after it.
 *
 * ablation.py reads the names of the mechanisms from this file. */
#include "ground/separate/separate.h"
#include "solve/tables/tables.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Which one is off, and which were called ---- */

enum { MOST_NAMES = 64 };
static const char *reached[MOST_NAMES];
static size_t n_reached;
static const char *off = "";
static uint64_t lp_work, most_pivots;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void write_reached(void)
{
    FILE *file = fopen(getenv("KERF_REACHED"), "w");
    if (!file) return;
    for (size_t i = 0; i < n_reached; i++) fprintf(file, "%s\n", reached[i]);
    fclose(file);
}

static void begin(void)
{
    const char *name = getenv("KERF_OFF"), *work = getenv("KERF_LP_WORK");
    const char *pivots = getenv("KERF_PIVOTS");
    if (name) off = name;
    if (work) lp_work = strtoull(work, NULL, 10);
    if (pivots) most_pivots = strtoull(pivots, NULL, 10);
    if (getenv("KERF_REACHED")) atexit(write_reached);
}

static bool is_off(const char *name)
{
    size_t i = 0;
    pthread_once(&once, begin);
    pthread_mutex_lock(&mutex);
    while (i < n_reached && reached[i] != name) i++;
    if (i == n_reached && n_reached < MOST_NAMES) reached[n_reached++] = name;
    pthread_mutex_unlock(&mutex);
    return strcmp(off, name) == 0;
}

/* ---- In the place of real functions ---- */

/* NOLINTBEGIN(clang-diagnostic-reserved-identifier,bugprone-macro-parentheses): the linker's
 * names. */

/* Returns `value` in the place of calling `function` if `name` is off. */
#define OFF(name, type, function, parameters, arguments, value)                                    \
    type __real_##function parameters;                                                             \
    type __wrap_##function parameters;                                                             \
    type __wrap_##function parameters                                                              \
    {                                                                                              \
        if (is_off(name)) return value;                                                            \
        return __real_##function arguments;                                                        \
    }
/* Does nothing in the place of a function that returns nothing. */
#define OFF_VOID(name, function, parameters, arguments)                                            \
    void __real_##function parameters;                                                             \
    void __wrap_##function parameters;                                                             \
    void __wrap_##function parameters                                                              \
    {                                                                                              \
        if (!is_off(name)) __real_##function arguments;                                            \
    }

/* Presolve. */
OFF("two-sides", kerf_status, kf_work_reach, (void *w), (w), KERF_OK)
OFF("equal", kerf_status, kf_work_equal, (void *w, void *mem, bool *changed), (w, mem, changed),
    KERF_OK)
OFF("dominate", kerf_status, kf_work_dominate, (void *w, void *mem, void *draw), (w, mem, draw),
    KERF_OK)
OFF("harden", kerf_status, kf_work_harden, (void *w), (w), KERF_OK)

/* Cutting planes. */
OFF("orders", kerf_status, kf_cpi_order_groups, (void *c), (c), KERF_OK)
OFF("triangles", kerf_status, kf_separate_triangles, (void *g, const double *x, kf_separated *out),
    (g, x, out), (*out = (kf_separated){ 0 }, KERF_OK))
OFF("price-triangles", kerf_status, kf_triangles_find,
    (void *t, const double *x, size_t most, uint64_t *steps, const void **found, size_t *n),
    (t, x, most, steps, found, n), (*n = 0, KERF_OK))
OFF("groups", kerf_status, kf_complete_groups, (void *g, void *rule, void *out), (g, rule, out),
    KERF_OK)

/* Primal heuristics. */
OFF("cluster", kerf_status, kf_cluster,
    (const void *p, void *mem, void *rounder, bool *a, bool *made), (p, mem, rounder, a, made),
    (*made = false, KERF_OK))
OFF("walk", kerf_status, kf_search_near, (const void *task, void *out), (task, out), KERF_OK)
OFF("walk", kerf_status, kf_search_cheaper, (const void *task, uint32_t round, bool *a),
    (task, round, a), KERF_OK)
OFF("improve", kerf_status, kf_run_improve, (void *run), (run), KERF_OK)
OFF("forests", bool, kf_suits_forests, (const void *p), (p), false)
OFF("pair-rule", kerf_status, kf_merge_pairs,
    (void *low, void *high, const void *limits, double *gained), (low, high, limits, gained),
    KERF_OK)
OFF("subset-rule", kerf_status, kf_merge_subsets,
    (void *low, void *high, const uint32_t *label, const void *limits, double *gained),
    (low, high, label, limits, gained), KERF_OK)
OFF("ranges", kerf_status, kf_ranges_contract,
    (const void *ranges, const void *limits, void *mem, uint32_t *cluster, uint32_t *merged),
    (ranges, limits, mem, cluster, merged), (*merged = 0, KERF_OK))
OFF("pair-pentagons", kerf_status, kf_pair_dual_pentagons, (void *dual, uint64_t *added),
    (dual, added), KERF_OK)
OFF("two-sets", kerf_status, kf_pair_dual_two_sets, (void *dual, uint64_t *added), (dual, added),
    KERF_OK)
OFF_VOID("leap", kf_pair_dual_leap, (void *dual, double *before), (dual, before))
OFF_VOID("climb", kf_climb, (const void *rows, int64_t *sum, bool *a), (rows, sum, a))
OFF("incumbents", kerf_status, kf_cpi_repair, (void *c, const void *l, bool again), (c, l, again),
    KERF_OK)
OFF("classes", kerf_status, kf_find_classes,
    (const void *p, const void *l, void *mem, uint64_t seed, uint64_t work, bool *a, bool *made),
    (p, l, mem, seed, work, a, made), (*made = false, KERF_OK))

/* Search. */
OFF("easy", kerf_status, kf_run_easy, (void *run), (run), KERF_OK)
OFF("alike", kerf_status, kf_order_values, (void *net, uint32_t *n), (net, n), (*n = 1, KERF_OK))
OFF("soon", kerf_status, kf_run_soon, (void *run), (run), KERF_OK)
OFF("tables-again", kerf_status, kf_run_late_tables, (void *run), (run), KERF_OK)
OFF("separators", kerf_status, kf_separators_find,
    (const void *messages, uint32_t *level, bool *some), (messages, level, some),
    (*some = false, KERF_OK))
OFF("price-tree", kerf_status, kf_price_tree, (void *ascent, double *bound), (ascent, bound),
    KERF_OK)
OFF("exact", kerf_status, kf_search_exactly, (kf_task * task), (task),
    (task->solved = ((kf_solved){ .cost = INFINITY, .unique = -1, .method = "exact" }), KERF_LIMIT))
OFF("mip", int, kf_mip_solve, (const void *mip, const void *l, double *x), (mip, l, x), 3)

/* ---- Those that count as called only where they have an effect ---- */

double __real_kf_step_gap(const void *, const void *);
double __wrap_kf_step_gap(const void *, const void *);
double __wrap_kf_step_gap(const void *step, const void *p)
{
    double gap = __real_kf_step_gap(step, p);
    return gap > 0 && is_off("step") ? 0 : gap;
}

double __real_kf_step_raise(const void *, double);
double __wrap_kf_step_raise(const void *, double);
double __wrap_kf_step_raise(const void *step, double bound)
{
    double raised = __real_kf_step_raise(step, bound);
    return raised > bound && is_off("step") ? bound : raised;
}

kerf_status __real_kf_moves_search(void *, const void *, void *, uint64_t);
kerf_status __wrap_kf_moves_search(void *, const void *, void *, uint64_t);
kerf_status __wrap_kf_moves_search(void *moves, const void *limits, void *random, uint64_t work)
{
    return __real_kf_moves_search(moves, limits, random, work > 0 && is_off("kicks") ? 0 : work);
}

typedef struct key {
    uint64_t a, b;
} key;
const void *__real_kf_solve_cache_find(const void *, key);
const void *__wrap_kf_solve_cache_find(const void *, key);
const void *__wrap_kf_solve_cache_find(const void *cache, key k)
{
    const void *found = __real_kf_solve_cache_find(cache, k);
    return found && is_off("cache") ? NULL : found;
}

/* Two-partition inequalities and pentagons: not separated where there is nothing to free. */
void kf_twopart_free(void *);
kerf_status __real_kf_twopart_new(const void *, void *, void **);
kerf_status __wrap_kf_twopart_new(const void *, void *, void **);
kerf_status __wrap_kf_twopart_new(const void *p, void *mem, void **out)
{
    KF_TRY(__real_kf_twopart_new(p, mem, out));
    if (!*out || !is_off("twopart")) return KERF_OK;
    kf_twopart_free(*out);
    *out = NULL;
    return KERF_OK;
}

void kf_pentagons_free(void *);
kerf_status __real_kf_pentagons_new(const void *, void *, void **);
kerf_status __wrap_kf_pentagons_new(const void *, void *, void **);
kerf_status __wrap_kf_pentagons_new(const void *p, void *mem, void **out)
{
    KF_TRY(__real_kf_pentagons_new(p, mem, out));
    if (!*out || !is_off("pentagons")) return KERF_OK;
    kf_pentagons_free(*out);
    *out = NULL;
    return KERF_OK;
}

/* ---- Those that need more than that ---- */

static _Thread_local bool in_exact;

kerf_status __real_kf_linear_build(void *, const void *, void *);
kerf_status __wrap_kf_linear_build(void *, const void *, void *);
kerf_status __wrap_kf_linear_build(void *rows, const void *p, void *arena)
{
    in_exact = true;
    kerf_status st = __real_kf_linear_build(rows, p, arena);
    in_exact = false;
    return st;
}

/* Cliques in exact search, and cliques of pairs with unequal weights (the last kind). */
kerf_status __real_kf_cliques_find(const void *, int, void *, double *, void *, void *);
kerf_status __wrap_kf_cliques_find(const void *, int, void *, double *, void *, void *);
kerf_status __wrap_kf_cliques_find(const void *p, int kind, void *arena, double *share, void *emit,
                                   void *context)
{
    if (in_exact && is_off("exact-cliques")) return KERF_OK;
    if (kind == 2 && is_off("unequal")) return KERF_OK;
    return __real_kf_cliques_find(p, kind, arena, share, emit, context);
}

/* The clause that pays as soon as one literal of a clique is false takes no part in the clique's
 * rows. */
kerf_status __real_kf_gather(const kf_component *, void *, kf_component *);
kerf_status __wrap_kf_gather(const kf_component *, void *, kf_component *);
kerf_status __wrap_kf_gather(const kf_component *p, void *arena, kf_component *out)
{
    KF_TRY(__real_kf_gather(p, arena, out));
    if (out->n_cliques == 0 || !is_off("perspective")) return KERF_OK;
    for (uint32_t i = 0; i < out->n_cliques; i++)
        ((kf_clique *)out->cliques)[i].paid = KF_NO_CLAUSE;
    return KERF_OK;
}

/* Fixing by reduced cost: without an incumbent there is nothing to fix. */
kerf_status __real_kf_reduce_open(void *, void *, const void *, double);
kerf_status __wrap_kf_reduce_open(void *, void *, const void *, double);
kerf_status __wrap_kf_reduce_open(void *reduction, void *task, const void *relaxed, double cost)
{
    return __real_kf_reduce_open(reduction, task, relaxed, is_off("reduce") ? INFINITY : cost);
}

/* Tables are searched for long although a linear program is to come and costs are linear. */
kerf_status __real_kf_search_tables(kf_task *, kf_tables_limits, bool *);
kerf_status __wrap_kf_search_tables(kf_task *, kf_tables_limits, bool *);
kerf_status __wrap_kf_search_tables(kf_task *task, kf_tables_limits limits, bool *open)
{
    bool few = limits.work == 1000000 && limits.near == limits.work && !limits.dense;
    if (few && is_off("linear-first"))
        limits =
            (kf_tables_limits){ 1000 * limits.work, 4000 * limits.work, INFINITY, false, true };
    return __real_kf_search_tables(task, limits, open);
}

/* Every partial problem is solved to the proof, though separation still finds groundings. */
kerf_status __real_kf_components_solve(void *, const kf_limits *, void *);
kerf_status __wrap_kf_components_solve(void *, const kf_limits *, void *);
kerf_status __wrap_kf_components_solve(void *components, const kf_limits *l, void *standing)
{
    kf_limits limits = *l;
    if (kf_limits_loose(l) && is_off("slack")) limits.effort = KF_EFFORT_FULL;
    return __real_kf_components_solve(components, &limits, standing);
}

/* $KERF_LP_WORK. */
kerf_status __real_kf_solver_run(const void *, kf_task *);
kerf_status __wrap_kf_solver_run(const void *, kf_task *);
kerf_status __wrap_kf_solver_run(const void *solver, kf_task *task)
{
    const kf_settings *given = task->settings;
    kf_settings settings = *given;
    pthread_once(&once, begin);
    if (lp_work > 0) settings.lp_work = lp_work;
    task->settings = &settings;
    kerf_status st = __real_kf_solver_run(solver, task);
    task->settings = given;
    return st;
}

/* $KERF_PIVOTS. */
kerf_status __real_kf_tree_run(void *, uint64_t);
kerf_status __wrap_kf_tree_run(void *, uint64_t);
kerf_status __wrap_kf_tree_run(void *tree, uint64_t pivots)
{
    bool fewer = most_pivots > 0 && pivots < UINT64_MAX && pivots > most_pivots;
    return __real_kf_tree_run(tree, fewer ? most_pivots : pivots);
}

/* NOLINTEND(clang-diagnostic-reserved-identifier,bugprone-macro-parentheses) */

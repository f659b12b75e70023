/* faults.c -- the engine when memory runs out: a clean status, and nothing left behind. */
#include "trial.h"

#include "infer/cpi.h"

#include <math.h>
#include <stdlib.h>

/* Separate, turn every third atom on, separate what changed. */
static kerf_status separate_twice(kf_grounder *g)
{
    kf_separated out;
    KF_TRY(kf_ground_local(g));
    KF_TRY(kf_separate(g, true, &out));
    for (uint32_t i = 0; i < g->d->n_predicates; i++) {
        const kf_predicate *p = &g->d->m->predicates.at[i];
        if (!p->hidden || p->arity > 2) continue;
        const kf_domain *first = p->arity > 0 ? &g->d->domains[p->slots[0].type] : NULL;
        const kf_domain *second = p->arity > 1 ? &g->d->domains[p->slots[1].type] : NULL;
        for (uint32_t x = 0; x < (first ? first->n : 1); x++) {
            for (uint32_t y = 0; y < (second ? second->n : 1); y++) {
                uint32_t row[2] = { first ? first->ids[x] : 0, second ? second->ids[y] : 0 };
                if ((x + y) % 3 == 0 && kf_database_fixed(g->d, i, row) == KF_UNKNOWN)
                    KF_TRY(kf_grounder_set(g, i, row, true));
            }
        }
    }
    return kf_separate(g, false, &out);
}

static kerf_status map(kf_grounder *g)
{
    const kf_cpi_options options = { .solver = kf_solver_find("auto"),
                                     .settings = { .seed = 1, .tries = 1 },
                                     .simplify = true,
                                     .threads = 1,
                                     .max_iterations = 1000,
                                     .deadline = INFINITY };
    kf_cpi_result r = { 0 };
    kerf_status st = kf_cpi_run(g, &options, &r);
    kf_cpi_result_free(&r, g->mem);
    return st;
}

/* The backend of where evidence is. */
static kerf_status use_sql(kf_grounder *g)
{
    const kf_backend_site site = { .diags = g->diags, .connections = 3 };
    kf_backend *store;
    KF_TRY(kf_backend_open(&store, g->mem, g->d, &site));
    kf_grounder_set_threads(g, site.connections);
    kf_grounder_set_always_threads(g, true);
    kf_grounder_take_backend(g, store);
    return KERF_OK;
}

static kerf_status run_engine(loaded *l, kerf_status (*work)(kf_grounder *))
{
    kf_database *d = NULL;
    kf_grounder *g = NULL;
    KF_TRY(kf_database_new(&d, &l->mem, l->model, l->world));
    kf_problem *p = kf_problem_new(&l->mem);
    kerf_status st = p ? kf_grounder_open(&g, &l->mem, d, p, l->diags) : KERF_NO_MEMORY;
    if (st == KERF_OK && l->site) st = use_sql(g);
    if (st == KERF_OK) st = kf_grounder_count(g);
    if (st == KERF_OK) st = work(g);
    kf_grounder_free(g);
    kf_problem_free(p);
    kf_database_free(d);
    return st;
}

/* Wider steps the later it is: a large program does the same over and over. */
static int64_t later(int64_t after, uint32_t stride)
{
    return after + stride + after / (stride == 1 ? 1000 : 64);
}

static kerf_status run_separate(loaded *l)
{
    return run_engine(l, separate_twice);
}

static kerf_status run_map(loaded *l)
{
    return run_engine(l, map);
}

static kerf_status run_learn(loaded *l)
{
    learnt same = { true, true, true };
    kerf_status st = learn_some(l, &same);
    return st == KERF_INFEASIBLE ? KERF_OK : st;
}

/* first: the first allocation that fails. where: evidence is kept; NULL: in memory. */
static outcome with_faults(const program *p, int64_t first, uint32_t stride, const char *where,
                           kerf_status (*work)(loaded *), char *why, size_t n)
{
    const kf_backend_site site = { .where = where, .connections = 3 };
    loaded *l = calloc(1, sizeof *l);
    kerf_status st = KERF_NO_MEMORY;
    outcome result = HOLDS;
    for (int64_t after = first; l && result == HOLDS && st == KERF_NO_MEMORY;
         after = later(after, stride)) {
        if (loaded_open_in(l, p, where ? &site : NULL, false) != KERF_OK) {
            result = SKIPPED;
        } else {
            l->mem.fail_after = after;
            st = work(l);
            l->mem.fail_after = -1;
            if (st != KERF_OK && st != KERF_NO_MEMORY && st != KERF_INVALID && st != KERF_LIMIT) {
                snprintf(why, n, "status %d after %lld allocations", st, (long long)after);
                result = FAILS;
            }
        }
        loaded_close(l);
        if (result == HOLDS && l->mem.used > 0) {
            snprintf(why, n, "%zu bytes are left after %lld allocations", l->mem.used,
                     (long long)after);
            result = FAILS;
        }
    }
    free(l);
    return result;
}

outcome trial_faults_on_server(const program *p, uint32_t stride, char *why, size_t n)
{
    const char *server = getenv("KERF_TEST_POSTGRES");
    return server ? with_faults(p, 0, stride, server, run_separate, why, n) : HOLDS;
}

outcome trial_faults(const program *p, uint64_t seed, uint32_t stride, char *why, size_t n)
{
    /* What SQL adds is the same for every query, what learning adds for every epoch: a part of it,
     * each time another. */
    uint32_t wider = 7 * stride;
    int64_t first = (int64_t)(seed % wider);
    outcome result = with_faults(p, 0, stride, NULL, run_separate, why, n);
    if (result == HOLDS) result = with_faults(p, 0, stride, NULL, run_map, why, n);
    if (result == HOLDS) result = with_faults(p, first, wider, NULL, run_learn, why, n);
#ifdef HAVE_SQLITE
    if (result == HOLDS)
        result = with_faults(p, first, wider, "sqlite::memory:", run_separate, why, n);
#endif
    return result;
}

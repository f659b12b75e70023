/* solve_part.c -- presolves a part, solves what is left of it, and puts the answers together. */
#include "infer/pinned/solve_part.h"

#include <math.h>
#include <string.h>

typedef struct solver {
    kf_solved_part *s;
    const kf_reduced *x;
    const kf_part_task *how;
} solver;

void kf_solved_part_free(kf_solved_part *s, kf_mem *mem)
{
    for (size_t i = 0; i < s->jobs.n; i++) kf_vec_free(mem, &s->jobs.at[i].notes);
    kf_vec_free(mem, &s->jobs);
    kf_extracted_free(&s->k);
}

/* ---- Residual components ---- */

/* Was it solved before? Else it begins with the hints. */
static void begin_job(const solver *v, kf_job *j)
{
    const kf_solve_cache *cache = v->how->cache;
    uint32_t n = j->residual->component.n_atoms;
    const kf_cached *known = cache ? kf_solve_cache_find(cache, j->key) : NULL;
    j->done = known && known->solved.bound >= known->solved.cost;
    if (j->done) {
        j->solved = known->solved;
        memcpy(j->assignment, cache->assignments.at + known->assignment, n * sizeof(bool));
        return;
    }
    for (uint32_t a = 0; a < n; a++)
        j->assignment[a] = v->how->hint(v->how->context, v->s->k.atoms[j->residual->atoms[a]]);
}

static kerf_status add_jobs(const solver *v)
{
    kf_solved_part *s = v->s;
    for (uint32_t i = 0; i < s->k.s.n_residuals; i++) {
        const kf_residual *r = &s->k.s.residuals[i];
        kf_job j = { .residual = r, .key = kf_solve_key_of(r, s->k.atoms) };
        j.assignment = kf_arena_alloc(&s->k.s.arena, r->component.n_atoms, sizeof(bool));
        if (!j.assignment) return KERF_NO_MEMORY;
        if (v->how->pointing) {
            j.point.x = kf_arena_alloc(&s->k.s.arena, r->component.n_atoms, sizeof(double));
            if (!j.point.x) return KERF_NO_MEMORY;
        }
        begin_job(v, &j);
        if (!kf_vec_push(v->how->mem, &s->jobs, j)) return KERF_NO_MEMORY;
    }
    return KERF_OK;
}

static kerf_status keep_job(const solver *v, const kf_job *j)
{
    KF_TRY(kf_recall_put(v->how->recall, v->how->mem, &j->notes));
    if (!v->how->cache || j->done || j->cut_short) return KERF_OK;
    return kf_solve_cache_add(v->how->cache, v->how->mem, j->key, &j->solved, j->assignment,
                              j->residual->component.n_atoms);
}

static kerf_status run_jobs(const solver *v)
{
    const kf_part_task *how = v->how;
    kf_solved_part *s = v->s;
    kf_settings settings = how->options->settings;
    kf_task task = { .settings = &settings, .limits = *how->limits, .mem = how->mem };
    if (how->questions > 0) settings.questions = how->questions;
    if (kf_settings_use(task.settings, KF_WARM)) task.recall = how->recall;
    KF_TRY(kf_jobs_run(s->jobs.at, s->jobs.n, how->options->solver, &task, how->options->threads));
    for (size_t i = 0; i < s->jobs.n; i++) KF_TRY(keep_job(v, &s->jobs.at[i]));
    return KERF_OK;
}

/* ---- The part ---- */

/* What it comes to beside the answer. */
static kerf_status compare(const solver *v, double claimed)
{
    kf_solved_part *s = v->s;
    const kf_component *c = &s->k.component;
    uint64_t broken, other;
    double cost = kf_component_cost(c, s->values, &broken), near = 1e-6 * fmax(1, cost);
    bool *answer = kf_arena_alloc(&s->k.arena, c->n_atoms, sizeof *answer);
    if (!answer) return KERF_NO_MEMORY;
    for (uint32_t i = 0; i < c->n_atoms; i++) answer[i] = v->x->answer[s->k.atoms[i]];
    if (broken > 0 || fabs(cost - claimed) > near) return KERF_INTERNAL;
    s->difference = cost - kf_component_cost(c, answer, &other);
    return KERF_OK;
}

/* A gap of this share of the cost is rounding: folded components leave one. */
static bool is_proven(const kf_solved *s)
{
    const double rounded = 1e-12;
    return s->found && s->cost - s->bound <= rounded * s->cost;
}

static kerf_status put_together(const solver *v)
{
    kf_solved_part *s = v->s;
    double claimed = s->k.s.paid;
    s->proven = s->feasible = !s->k.s.infeasible;
    s->unique = !s->k.s.tied;
    for (size_t i = 0; i < s->jobs.n; i++) {
        const kf_job *j = &s->jobs.at[i];
        const kf_residual *r = j->residual;
        claimed += j->solved.cost;
        s->proven &= is_proven(&j->solved);
        s->feasible &= j->solved.found;
        s->unique &= j->solved.unique == 1;
        for (uint32_t a = 0; a < r->component.n_atoms; a++)
            s->values[r->atoms[a]] = j->assignment[a];
    }
    if (!s->feasible) return KERF_OK;
    kf_simplified_expand(&s->k.s, s->values);
    return compare(v, claimed);
}

kerf_status kf_part_solve(kf_solved_part *s, const kf_reduced *x, kf_part *part, const kf_pin *pin,
                          const kf_part_task *how)
{
    solver v = { s, x, how };
    kf_stop stop = kf_limits_stop(how->limits);
    kf_patience patience = kf_patience_of(&stop);
    *s = (kf_solved_part){ .proven = false };
    KF_TRY(kf_part_extract(&s->k, how->mem, x, part, pin));
    if (!kf_settings_use(&how->options->settings, KF_TRANSITIVE)) s->k.component.ends = NULL;
    s->values = kf_arena_alloc(&s->k.arena, s->k.component.n_atoms, sizeof(bool));
    if (!s->values) return KERF_NO_MEMORY;
    KF_TRY(kf_simplify(&s->k.component, how->mem, true, &patience, &s->k.s));
    KF_TRY(add_jobs(&v));
    KF_TRY(run_jobs(&v));
    return put_together(&v);
}

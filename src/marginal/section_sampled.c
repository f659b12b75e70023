/* section_sampled.c -- the probabilities of a component by sampling, where it is too wide to be
 * exact or where that is asked for. */
#include "marginal/sections.h"

#include "base/check.h"
#include "sample/sample.h"
#include "solve/solver.h"

#include <math.h>

/* ---- Weights that are too large ---- */

/* A finite cost of which a double cannot tell the thousandth part of a unit. */
static bool is_coarse(const kf_component *p)
{
    static const double MOST = 0x1p40;
    for (uint32_t a = 0; a < p->n_atoms; a++)
        if (p->cost_true[a] > MOST || p->cost_false[a] > MOST) return true;
    for (uint32_t i = 0; i < p->n_clauses; i++)
        if (isfinite(p->weight[i]) && fabs(p->weight[i]) > MOST) return true;
    for (uint32_t i = 0; i < p->n_counts; i++)
        if (isfinite(p->counts[i].weight) && fabs(p->counts[i].weight) > MOST) return true;
    return false;
}

/* ---- Samples ---- */

static void take_samples(kf_sections *c, kf_section *x, const kf_sampled *s)
{
    kf_marginals *out = c->out;
    uint8_t method = s->method == KF_SAMPLE_GIBBS ? KF_BY_GIBBS : KF_BY_MCSAT;
    bool coarse = is_coarse(&x->x.component);
    assert(!x->known && s->chains > 0);
    for (uint32_t a = 0; a < x->x.component.n_atoms; a++) {
        const kf_sampled_atom *from = &s->atoms[a];
        uint8_t by = from->forced ? KF_BY_ELIMINATION : method;
        bool unsure = coarse && !from->forced;
        out->chances.at[x->x.atoms[a]] = (kf_chance){ from->p,
                                                      unsure ? 0 : from->lo,
                                                      unsure ? 1 : from->hi,
                                                      from->forced ? NAN : from->ess,
                                                      from->forced ? NAN : from->rhat,
                                                      by,
                                                      false };
    }
    x->told.method = method;
    x->told.route = kf_chance_method_text(method);
    x->known = true;
    out->samples += s->samples;
    out->chains = s->chains;
    out->max_rhat = isnan(out->max_rhat) ? s->max_rhat : fmax(out->max_rhat, s->max_rhat);
    out->min_ess = isnan(out->min_ess) ? s->min_ess : fmin(out->min_ess, s->min_ess);
    c->unconverged |= coarse || s->status != KF_SAMPLE_CONVERGED;
    c->coarse |= coarse;
    c->sampled = true;
}

static kerf_status take_paying(const kf_sections *c, const kf_section *x, const kf_sampled *s)
{
    const kf_component *p = &x->x.component;
    size_t n = (size_t)p->n_clauses + p->n_counts;
    assert(s->clauses || p->n_clauses == 0);
    assert(s->counts || p->n_counts == 0);
    double *pays = kf_mem_alloc(kf_grounder_mem(c->g), n, sizeof *pays);
    if (!pays) return KERF_NO_MEMORY;
    for (uint32_t i = 0; i < p->n_clauses; i++) pays[i] = s->clauses[i];
    for (uint32_t i = 0; i < p->n_counts; i++) pays[p->n_clauses + i] = s->counts[i];
    kf_section_set_paying(c, x, pays, NULL);
    kf_mem_free(kf_grounder_mem(c->g), pays, n, sizeof *pays);
    return KERF_OK;
}

/* Local search found no assignment that breaks nothing hard: a solver may. */
static kerf_status sample_from_solver(const kf_sections *c, const kf_section *x,
                                      kf_sample_options *options, kf_sampled *s)
{
    kf_mem *mem = kf_grounder_mem(c->g);
    uint32_t n = x->x.component.n_atoms;
    const kf_settings settings = {
        .off = KF_BEYOND, .seed = 1, .flips = 100000, .tries = 1, .noise = 0.02
    };
    bool *start = kf_mem_calloc(mem, n, sizeof *start);
    if (!start) return KERF_NO_MEMORY;
    kf_task task = { .component = &x->x.component,
                     .settings = &settings,
                     .limits = options->limits,
                     .mem = mem,
                     .assignment = start };
    task.limits.effort = KF_EFFORT_LOOSE;
    task.limits.slack = 0.1;
    kerf_status st = kf_solver_run(kf_solver_find("auto"), &task);
    options->start = start;
    if (st == KERF_OK && task.solved.found) st = kf_sample(&x->x.component, options, mem, s);
    else if (st == KERF_OK && isinf(task.solved.bound)) s->status = KF_SAMPLE_INFEASIBLE;
    options->start = NULL;
    kf_mem_free(mem, start, n, sizeof *start);
    return st;
}

static kerf_status extract_anew(void *context)
{
    kf_section *x = context;
    kf_extracted_free(&x->x);
    x->x = (kf_extracted){ 0 };
    KF_TRY(kf_hooks_extend(&x->all->hooks, x->all->p));
    return kf_section_extract(x->all, x);
}

static kerf_status sample_lazily(const kf_sections *c, kf_section *x, kf_sample_options *options,
                                 kf_sampled *s)
{
    kf_lazily lazily = { .g = c->g, .x = &x->x, .renew = extract_anew, .context = x };
    lazily.unlearned = c->options->unlearned;
    kerf_status st = kf_lazily_sample(&lazily, options, s);
    x->told.constraints = kf_constraints_of(&x->x.component); /* with what was learned */
    return st;
}

static void tell_samples(void *context, const kf_sampled *s)
{
    kf_section_progress(context, "sampling", s);
}

static kerf_status draw(kf_sections *c, kf_section *x)
{
    static const kf_sample_method methods[] = { [KERF_MARGINAL_AUTO] = KF_SAMPLE_AUTO,
                                                [KERF_MARGINAL_MCSAT] = KF_SAMPLE_MCSAT,
                                                [KERF_MARGINAL_GIBBS] = KF_SAMPLE_GIBBS };
    const kf_marginal_options *o = c->options;
    kf_sampled s = { 0 };
    kf_sample_options options = { .method = methods[o->how],
                                  .chains = o->chains,
                                  .samples = o->samples,
                                  .burn_in = o->burn_in,
                                  .seed = o->seed,
                                  .precision = o->precision,
                                  .threads = o->threads,
                                  .traces = o->traces,
                                  .limits = o->limits,
                                  .progress = tell_samples,
                                  .context = x };
    if (o->how == KERF_MARGINAL_EXACT || kf_limits_reached(&o->limits)) return KERF_OK;
    kerf_status st = KERF_OK;
    if (x->waits) st = sample_lazily(c, x, &options, &s);
    else st = kf_sample(&x->x.component, &options, kf_grounder_mem(c->g), &s);
    if (st != KERF_OK) return st == KERF_INTERRUPTED ? KERF_OK : st; /* it is left */
    if (s.status == KF_SAMPLE_NO_START && !x->waits) {
        kf_sampled_free(&s);
        s = (kf_sampled){ .status = KF_SAMPLE_NO_START };
        st = sample_from_solver(c, x, &options, &s);
        if (st != KERF_OK) return st == KERF_INTERRUPTED ? KERF_OK : st;
    }
    bool infeasible = s.status == KF_SAMPLE_INFEASIBLE;
    bool there = s.status != KF_SAMPLE_NO_START && !infeasible;
    x->no_start = s.status == KF_SAMPLE_NO_START;
    if (there) take_samples(c, x, &s);
    if (there) st = kf_keep_traces(c->out, c->g, &s, x->x.atoms, o->traces);
    if (there && st == KERF_OK && c->paying->clauses) st = take_paying(c, x, &s);
    kf_sampled_free(&s);
    return infeasible ? KERF_INFEASIBLE : st;
}

/* Where there is no memory for it, or it has too many rows, it is left, and what is known of others
 * stays. */
kerf_status kf_section_sample(kf_sections *c, kf_section *x)
{
    kerf_status st = draw(c, x);
    x->no_memory |= st == KERF_NO_MEMORY;
    x->too_large = st == KERF_LIMIT;
    return x->too_large || st == KERF_NO_MEMORY ? KERF_OK : st;
}

/* report_stats.c -- statistics of every kerf_map() as one JSON object; doc/inference.md lists the
 * fields. Numbers that are not finite are null. */
#include "report/report.h"

#include "base/check.h"
#include "base/json.h"
#include "report/print/runs_json.h"
#include "report/records/times.h"

#include <math.h>
#include <string.h>

static const char *ending_text(kerf_ending ending)
{
    switch (ending) {
    case KERF_CONVERGED: return "converged";
    case KERF_GAP_REACHED: return "gap";
    case KERF_MOST_ITERATIONS: return "max-iterations";
    case KERF_OUT_OF_TIME: return "time-limit";
    case KERF_STOPPED: return "interrupted";
    }
    return "unknown";
}

/* ---- One run -------------------------------------------------------------------------------- */

/* -1: not known. */
static void add_unique(kf_json *j, int unique)
{
    if (unique < 0) kf_json_null(j, "unique");
    else kf_json_bool(j, "unique", unique > 0);
}

static void add_result(kf_json *j, const kerf_result *r)
{
    kf_json_text(j, "status", kerf_outcome_text(r->outcome));
    kf_json_text(j, "stopped", ending_text(r->ending));
    kf_json_number(j, "score", r->score);
    kf_json_number(j, "cost", r->cost);
    kf_json_number(j, "cost_bound", r->cost_bound);
    kf_json_number(j, "bound", r->bound);
    kf_json_number(j, "gap", r->gap);
    kf_json_text(j, "trusted", r->trusted);
    kf_json_count(j, "hard_violations", r->hard_violations);
    add_unique(j, r->unique);
    kf_json_count(j, "iterations", r->iterations);
    kf_json_count(j, "atoms", r->atoms);
    kf_json_count(j, "groundings", r->groundings);
    kf_json_count(j, "groundings_with_multiplicity", r->groundings_with_multiplicity);
    kf_json_count(j, "components", r->components);
    kf_json_count(j, "largest_component", r->largest_component);
    kf_json_count(j, "unique_components", r->unique_components);
    kf_json_count(j, "tied_components", r->tied_components);
    kf_json_count(j, "true_atoms", r->true_atoms);
    kf_asked_json(j, r);
}

static void add_methods(kf_json *j, const kf_map_run *s)
{
    kf_json_array(j, "methods");
    for (uint32_t i = 0; i < s->n_methods; i++) {
        const kf_method_count *c = &s->methods[i];
        kf_json_object(j, NULL);
        kf_json_text(j, "method", c->method);
        kf_json_count(j, "components", c->components);
        kf_json_count(j, "largest", c->largest);
        kf_json_count(j, "work", c->work);
        kf_json_close(j);
    }
    kf_json_close(j);
}

static void add_components(kf_json *j, const kf_map_run *s)
{
    kf_json_array(j, "component_list");
    for (size_t i = 0; i < s->n_listed; i++) {
        const kf_component_info *c = &s->listed[i];
        kf_json_object(j, NULL);
        kf_json_count(j, "atoms", c->atoms);
        kf_json_count(j, "constraints", c->constraints);
        kf_json_count(j, "pieces", c->residuals);
        kf_json_count(j, "largest", c->largest);
        kf_json_text(j, "method", c->method);
        kf_json_number(j, "cost", c->cost);
        kf_json_number(j, "gap", c->bound < c->cost ? c->cost - c->bound : 0);
        add_unique(j, c->unique);
        kf_json_close(j);
    }
    kf_json_close(j);
    kf_json_count(j, "unlisted_components", s->unlisted);
}

static void add_formula(kf_json *j, const kf_model *m, const kf_rule *r, const kf_map_run *s)
{
    const kf_formula_count *f = &s->formulas[r - m->rules.at];
    assert(f->there);
    kf_json_object(j, NULL);
    kf_json_string(j, "label", r->label);
    kf_json_count(j, "line", kf_sources_line(m->program->sources, r->pos));
    kf_json_number(j, "weight", r->cost == KF_COST_NUMBER ? r->weight : INFINITY);
    kf_json_bool(j, "hard", r->cost == KF_COST_HARD);
    kf_json_count(j, "groundings", f->groundings);
    if (s->counted) kf_json_count(j, "unsatisfied", f->unsatisfied);
    else kf_json_null(j, "unsatisfied");
    kf_json_number(j, "cost", s->counted ? f->cost : NAN);
    kf_json_close(j);
}

static void add_formulas(kf_json *j, const kf_model *m, const kf_map_run *s)
{
    kf_json_array(j, "formulas");
    for (size_t i = 0; s->formulas && i < m->rules.n; i++) {
        if (!s->formulas[i].there) continue;
        add_formula(j, m, &m->rules.at[i], s);
    }
    kf_json_close(j);
}

static void add_trace(kf_json *j, const kf_map_run *s)
{
    kf_json_array(j, "trace");
    for (size_t i = 0; i < s->n_trace; i++) {
        const kerf_iteration *t = &s->trace[i];
        kf_json_object(j, NULL);
        kf_json_count(j, "iteration", t->iteration);
        kf_json_count(j, "atoms", t->atoms);
        kf_json_count(j, "groundings", t->groundings);
        kf_json_count(j, "new_groundings", t->new_groundings);
        kf_json_count(j, "flipped", t->flipped);
        kf_json_number(j, "score", t->score);
        kf_json_number(j, "best_score", t->best_score);
        kf_json_number(j, "bound", t->bound);
        kf_json_number(j, "gap", t->gap);
        kf_json_number(j, "theorem_bound", t->theorem_bound);
        kf_json_count(j, "hard_violations", t->hard_violations);
        kf_json_seconds(j, "seconds", t->seconds);
        kf_json_close(j);
    }
    kf_json_close(j);
}

/* What --ground was, what came of it, and why. */
static void add_grounding(kf_json *j, const kf_map_run *s)
{
    const kf_chosen *c = &s->chosen;
    bool full = c->why || strcmp(s->ground, "full") == 0;
    kf_json_object(j, "grounding");
    kf_json_text(j, "option", s->ground);
    kf_json_string(j, "did", full ? KF_STR("full") : KF_STR("cuts"));
    kf_json_count(j, "after_iteration", c->iteration);
    kf_json_number(j, "forecast", c->open);
    kf_json_string(j, "why", c->why ? kf_str_of(c->why) : KF_STR(""));
    kf_json_close(j);
}

static void add_times(kf_json *j, kf_runs runs)
{
    kf_times t = kf_times_of_runs(runs);
    kf_times_json(j, &t);
}

static void add_run(kf_json *j, const void *record, size_t run)
{
    const kf_record *r = record;
    const kf_map_run *s = &r->mapped.runs.at[run];
    kf_json_text(j, "world", s->world);
    add_result(j, &s->result);
    kf_json_text(j, "solver", s->solver);
    add_grounding(j, s);
    kf_json_count(j, "threads", s->threads);
    kf_json_count(j, "seed", s->seed);
    add_times(j, (kf_runs){ s, 1 });
    kf_json_count(j, "peak_rss_bytes", s->peak_rss);
    add_methods(j, s);
    add_components(j, s);
    add_formulas(j, r->model, s);
    add_trace(j, s);
}

/* ---- All runs ------------------------------------------------------------------------------- */

/* Sums; the outcome is the least that is proven of all, the ending the first that was not its
 * own. */
static kf_map_run total(const kf_mapped *x)
{
    kf_map_run t = { .result.unique = 1 };
    kerf_result *sum = &t.result;
    for (size_t i = 0; i < x->runs.n; i++) {
        const kf_map_run *s = &x->runs.at[i];
        const kerf_result *r = &s->result;
        if (r->outcome > sum->outcome) sum->outcome = r->outcome;
        if (sum->ending == KERF_CONVERGED) sum->ending = r->ending;
        sum->score += r->score;
        sum->cost += r->cost;
        sum->cost_bound += r->cost_bound;
        sum->bound += r->bound;
        sum->gap += r->gap;
        if (r->trusted) sum->trusted = r->trusted;
        sum->hard_violations += r->hard_violations;
        if (r->unique == 0 || sum->unique == 1) sum->unique = r->unique;
        sum->iterations += r->iterations;
        sum->atoms += r->atoms;
        sum->groundings += r->groundings;
        sum->groundings_with_multiplicity += r->groundings_with_multiplicity;
        sum->components += r->components;
        if (r->largest_component > sum->largest_component)
            sum->largest_component = r->largest_component;
        sum->unique_components += r->unique_components;
        sum->tied_components += r->tied_components;
        sum->true_atoms += r->true_atoms;
        sum->seconds += r->seconds;
        if (s->peak_rss > t.peak_rss) t.peak_rss = s->peak_rss;
    }
    return t;
}

static void add_totals(kf_json *j, const void *record)
{
    const kf_mapped *x = &((const kf_record *)record)->mapped;
    kf_map_run t = total(x);
    add_result(j, &t.result);
    add_times(j, (kf_runs){ x->runs.at, x->runs.n });
    kf_json_count(j, "peak_rss_bytes", t.peak_rss);
}

void kf_report_statistics(kf_text *to, const kf_record *record)
{
    kf_runs_json all = { record, record->mapped.runs.n, add_run, add_totals };
    KF_CHECK(kf_record_check(record));
    kf_runs_write(to, &all);
}

/* report_stats.c -- statistics of every kerf_map() as one JSON object; doc/inference.md lists the
 * fields. Numbers that are not finite are null. */
#include "report/report.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* ---- Fields --------------------------------------------------------------------------------- */

static void add_name(kf_text *to, const char *name)
{
    if (to->n > 0 && to->at[to->n - 1] != '{') kf_text_addc(to, ',');
    kf_text_addf(to, "\"%s\":", name);
}

static void add_number(kf_text *to, const char *name, double number)
{
    add_name(to, name);
    if (isfinite(number)) kf_text_add_number(to, number);
    else kf_text_add(to, KF_STR("null"));
}

static void add_count(kf_text *to, const char *name, uint64_t n)
{
    add_name(to, name);
    kf_text_addf(to, "%llu", (unsigned long long)n);
}

static void add_string(kf_text *to, const char *name, kf_str text)
{
    add_name(to, name);
    kf_text_add_quoted(to, text);
}

/* To the microsecond. */
static void add_seconds(kf_text *to, const char *name, double seconds)
{
    add_number(to, name, round(seconds * 1e6) / 1e6);
}

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

static void add_result(kf_text *to, const kerf_result *r)
{
    add_string(to, "status", kf_str_of(kerf_outcome_text(r->outcome)));
    add_string(to, "stopped", kf_str_of(ending_text(r->ending)));
    add_number(to, "score", r->score);
    add_number(to, "cost", r->cost);
    add_number(to, "cost_bound", r->cost_bound);
    add_number(to, "bound", r->bound);
    add_number(to, "gap", r->gap);
    add_name(to, "trusted");
    if (r->trusted) kf_text_add_quoted(to, kf_str_of(r->trusted));
    else kf_text_add(to, KF_STR("null"));
    add_count(to, "hard_violations", r->hard_violations);
    add_name(to, "unique");
    kf_text_add(to, kf_str_of(r->unique < 0 ? "null" : r->unique > 0 ? "true" : "false"));
    add_count(to, "iterations", r->iterations);
    add_count(to, "atoms", r->atoms);
    add_count(to, "groundings", r->groundings);
    add_count(to, "groundings_with_multiplicity", r->groundings_with_multiplicity);
    add_count(to, "components", r->components);
    add_count(to, "largest_component", r->largest_component);
    add_count(to, "unique_components", r->unique_components);
    add_count(to, "tied_components", r->tied_components);
    add_count(to, "true_atoms", r->true_atoms);
}

static void add_times(kf_text *to, const kf_map_run *s)
{
    add_name(to, "seconds");
    kf_text_addc(to, '{');
    add_seconds(to, "parse", s->parse);
    add_seconds(to, "load", s->load);
    add_seconds(to, "compile", s->compile);
    add_seconds(to, "separate", s->separate);
    add_seconds(to, "solve", s->solve);
    add_seconds(to, "total", s->result.seconds);
    kf_text_addc(to, '}');
}

static void add_methods(kf_text *to, const kf_map_run *s)
{
    add_name(to, "methods");
    kf_text_addc(to, '[');
    for (uint32_t i = 0; i < s->n_methods; i++) {
        const kf_method_count *c = &s->methods[i];
        kf_text_add(to, i > 0 ? KF_STR(",{") : KF_STR("{"));
        add_string(to, "method", kf_str_of(c->method));
        add_count(to, "components", c->components);
        add_count(to, "largest", c->largest);
        add_count(to, "work", c->work);
        kf_text_addc(to, '}');
    }
    kf_text_addc(to, ']');
}

static void add_components(kf_text *to, const kf_map_run *s)
{
    add_name(to, "component_list");
    kf_text_addc(to, '[');
    for (size_t i = 0; i < s->n_listed; i++) {
        const kf_component_info *c = &s->listed[i];
        kf_text_add(to, i > 0 ? KF_STR(",{") : KF_STR("{"));
        add_count(to, "atoms", c->atoms);
        add_count(to, "constraints", c->constraints);
        add_count(to, "pieces", c->residuals);
        add_count(to, "largest", c->largest);
        add_string(to, "method", kf_str_of(c->method));
        add_number(to, "cost", c->cost);
        add_number(to, "gap", c->bound < c->cost ? c->cost - c->bound : 0);
        add_name(to, "unique");
        kf_text_add(to, kf_str_of(c->unique < 0 ? "null" : c->unique > 0 ? "true" : "false"));
        kf_text_addc(to, '}');
    }
    kf_text_addc(to, ']');
    add_count(to, "unlisted_components", s->unlisted);
}

static void add_formula(kf_text *to, const kf_model *m, const kf_rule *r, const kf_map_run *s)
{
    const kf_formula_count *f = &s->formulas[r - m->rules.at];
    kf_text_addc(to, '{');
    add_string(to, "label", r->label);
    add_count(to, "line", kf_sources_line(m->program->sources, r->pos));
    add_number(to, "weight", r->cost == KF_COST_NUMBER ? r->weight : INFINITY);
    add_name(to, "hard");
    kf_text_add(to, r->cost == KF_COST_HARD ? KF_STR("true") : KF_STR("false"));
    add_count(to, "groundings", f->groundings);
    if (s->counted) add_count(to, "unsatisfied", f->unsatisfied);
    else add_number(to, "unsatisfied", NAN);
    add_number(to, "cost", s->counted ? f->cost : NAN);
    kf_text_addc(to, '}');
}

static void add_formulas(kf_text *to, const kf_model *m, const kf_map_run *s)
{
    bool first = true;
    add_name(to, "formulas");
    kf_text_addc(to, '[');
    for (size_t i = 0; s->formulas && i < m->rules.n; i++) {
        if (!s->formulas[i].there) continue;
        if (!first) kf_text_addc(to, ',');
        first = false;
        add_formula(to, m, &m->rules.at[i], s);
    }
    kf_text_addc(to, ']');
}

static void add_trace(kf_text *to, const kf_map_run *s)
{
    add_name(to, "trace");
    kf_text_addc(to, '[');
    for (size_t i = 0; i < s->n_trace; i++) {
        const kerf_iteration *t = &s->trace[i];
        kf_text_add(to, i > 0 ? KF_STR(",{") : KF_STR("{"));
        add_count(to, "iteration", t->iteration);
        add_count(to, "atoms", t->atoms);
        add_count(to, "groundings", t->groundings);
        add_count(to, "new_groundings", t->new_groundings);
        add_count(to, "flipped", t->flipped);
        add_number(to, "score", t->score);
        add_number(to, "best_score", t->best_score);
        add_number(to, "bound", t->bound);
        add_number(to, "gap", t->gap);
        add_number(to, "theorem_bound", t->theorem_bound);
        add_count(to, "hard_violations", t->hard_violations);
        add_seconds(to, "seconds", t->seconds);
        kf_text_addc(to, '}');
    }
    kf_text_addc(to, ']');
}

/* What --ground was, what came of it, and why. */
static void add_grounding(kf_text *to, const kf_map_run *s)
{
    const kf_chosen *c = &s->chosen;
    bool full = c->why || strcmp(s->ground, "full") == 0;
    add_name(to, "grounding");
    kf_text_addc(to, '{');
    add_string(to, "option", kf_str_of(s->ground));
    add_string(to, "did", full ? KF_STR("full") : KF_STR("cuts"));
    add_count(to, "after_iteration", c->iteration);
    add_number(to, "forecast", c->open);
    add_string(to, "why", c->why ? kf_str_of(c->why) : KF_STR(""));
    kf_text_addc(to, '}');
}

static void add_run(kf_text *to, const kf_model *m, const kf_map_run *s)
{
    kf_text_addc(to, '{');
    add_string(to, "world", kf_str_of(s->world));
    add_result(to, &s->result);
    add_string(to, "solver", kf_str_of(s->solver));
    add_grounding(to, s);
    add_count(to, "threads", s->threads);
    add_count(to, "seed", s->seed);
    add_times(to, s);
    add_count(to, "peak_rss_bytes", s->peak_rss);
    add_methods(to, s);
    add_components(to, s);
    add_formulas(to, m, s);
    add_trace(to, s);
    kf_text_addc(to, '}');
}

/* ---- All runs ------------------------------------------------------------------------------- */

/* Sums; the outcome is the least that is proven of all, the ending the first that was not its own. */
static kf_map_run total(const kf_mapped *x)
{
    kf_map_run t = { .parse = x->runs.at[0].parse, .result.unique = 1 };
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
        t.load += s->load;
        t.compile += s->compile;
        t.separate += s->separate;
        t.solve += s->solve;
        if (s->peak_rss > t.peak_rss) t.peak_rss = s->peak_rss;
    }
    return t;
}

void kf_report_statistics(kf_text *to, const kf_record *record)
{
    const kf_mapped *x = &record->mapped;
    const kf_model *m = record->model;
    assert(x->runs.n > 0);
    if (x->runs.n == 1) {
        add_run(to, m, &x->runs.at[0]);
        kf_text_addc(to, '\n');
        return;
    }
    kf_map_run t = total(x);
    kf_text_addc(to, '{');
    add_result(to, &t.result);
    add_times(to, &t);
    add_count(to, "peak_rss_bytes", t.peak_rss);
    add_name(to, "worlds");
    kf_text_addc(to, '[');
    for (size_t i = 0; i < x->runs.n && !to->failed; i++) {
        if (i > 0) kf_text_addc(to, ',');
        add_run(to, m, &x->runs.at[i]);
    }
    kf_text_add(to, KF_STR("]}\n"));
}

/* map_record.c -- the record of one run of inference, filled while its grounder is there.
 *
 * Statistics always; what each formula leaves unsatisfied, its share of every iteration and a few
 * examples only if the caller asked for them. */
#include "report/fill/map_record.h"

#include "ground/ground_rule.h"
#include "ground/score/instances.h"
#include "ground/score/totals.h"
#include "model/print/printer.h"
#include "report/conflict/explain.h"

#include <assert.h>
#include <math.h>
#include <string.h>
#include <sys/resource.h>

/* ---- Statistics ----------------------------------------------------------------------------- */

uint64_t kf_peak_rss(void)
{
    struct rusage usage;
    if (getrusage(RUSAGE_SELF, &usage) != 0) return 0;
    return (uint64_t)usage.ru_maxrss * 1024;
}

kerf_iteration kf_iteration_in_scores(const kf_grounder *g, const kf_iteration *i)
{
    double best = kf_grounder_best(g);
    assert(i->iteration >= 1 && !isnan(i->best_cost) && !isnan(i->cost_bound));
    return (kerf_iteration){
        .iteration = i->iteration,
        .atoms = i->atoms,
        .groundings = i->groundings,
        .new_groundings = i->new_groundings,
        .flipped = i->flipped,
        .score = best - i->cost,
        .best_score = best - i->best_cost,
        .bound = best - i->cost_bound,
        .gap = i->best_cost - i->cost_bound,
        .theorem_bound = i->theorem_bound,
        .hard_violations = i->hard_violations,
        .seconds = i->seconds,
    };
}

kerf_result kf_run_result(const kf_grounder *g, const kf_cpi_result *found)
{
    kerf_result result = {
        .size = sizeof result,
        .outcome = found->outcome,
        .ending = found->ending,
        .score = found->score,
        .cost = found->cost,
        .cost_bound = found->cost_bound,
        .bound = isfinite(found->score + found->gap) ? found->score + found->gap
                                                     : kf_grounder_best(g) - found->cost_bound,
        .gap = found->gap,
        .trusted = found->trusted,
        .hard_violations = found->hard_violations,
        .unique = found->unique,
        .iterations = found->iterations,
        .atoms = found->atoms,
        .groundings = found->groundings,
        .groundings_with_multiplicity = found->groundings_with_multiplicity,
        .components = found->components,
        .largest_component = found->largest_component,
        .unique_components = found->unique_components,
        .tied_components = found->tied_components,
        .left_components = found->left_components,
        .asked_optimal = found->asked_optimal,
    };
    if (found->outcome == KERF_CONTRADICTION) {
        result.score = result.bound = -INFINITY;
        result.cost = result.cost_bound = INFINITY;
        result.gap = NAN;
        result.hard_violations = 0; /* of some assignment on the way, which is no answer */
    }
    assert(isnan(result.gap) || result.gap >= 0);
    assert(result.hard_violations > 0 || !(result.bound < result.score));
    return result;
}

static kerf_status record_trace(kf_map_run *s, kf_arena *to, const kf_grounder *g,
                                const kf_cpi_result *found)
{
    s->trace = kf_arena_alloc(to, found->trace.n, sizeof *s->trace);
    if (!s->trace) return KERF_NO_MEMORY;
    for (size_t i = 0; i < found->trace.n; i++)
        s->trace[i] = kf_iteration_in_scores(g, &found->trace.at[i]);
    s->n_trace = found->trace.n;
    return KERF_OK;
}

/* For reports: by rule of the model, not of the grounder. */
static kerf_status record_detail(kf_map_run *s, kf_arena *to, const kf_grounder *g,
                                 const kf_cpi_result *found)
{
    size_t n = kf_grounder_model(g)->rules.n, rows = found->trace.n;
    assert(found->by_rule.n == rows * kf_grounder_n_rules(g));
    uint64_t *all = kf_arena_alloc(to, n * rows + 1, sizeof *all);
    if (!all) return KERF_NO_MEMORY;
    for (size_t i = 0; i < rows; i++)
        for (size_t k = 0; k < kf_grounder_n_rules(g); k++)
            all[i * n + kf_ground_rule_id(kf_grounder_rule(g, k))] =
                found->by_rule.at[i * kf_grounder_n_rules(g) + k];
    s->by_rule = all;
    memcpy(s->sizes, found->sizes, sizeof s->sizes);
    s->detailed = true;
    return KERF_OK;
}

static kerf_status record_formulas(kf_map_run *s, kf_arena *to, const kf_grounder *g,
                                   const kf_gate_count *counts)
{
    assert(counts || !s->counted);
    s->formulas = kf_arena_alloc(to, kf_grounder_model(g)->rules.n, sizeof *s->formulas);
    if (!s->formulas) return KERF_NO_MEMORY;
    for (size_t i = 0; i < kf_grounder_n_rules(g); i++) {
        const kf_ground_rule *gr = kf_grounder_rule(g, i);
        kf_formula_count *f = &s->formulas[kf_ground_rule_id(gr)];
        *f = (kf_formula_count){ .there = true, .groundings = kf_ground_rule_groundings(gr) };
        if (!s->counted) continue;
        f->unsatisfied = counts[i].unsatisfied;
        f->cost = counts[i].cost;
    }
    return KERF_OK;
}

kerf_status kf_run_record(kf_map_run *s, kf_arena *to, const kf_grounder *g,
                          const kf_cpi_result *found, kf_run_told told, const kf_gate_count *counts)
{
    assert(!s->formulas && !s->trace && !s->detailed); /* a run is recorded once */
    s->separate = found->seconds_separate;
    s->solve = found->seconds_solve;
    s->n_methods = found->n_methods;
    memcpy(s->methods, found->methods, sizeof s->methods);
    s->listed = kf_arena_copy(to, found->listed.at, found->listed.n, sizeof *s->listed);
    if (!s->listed) return KERF_NO_MEMORY;
    s->n_listed = found->listed.n;
    s->unlisted = found->unlisted;
    s->chosen = found->chosen;
    s->peak_rss = kf_peak_rss();
    s->counted = counts && (told.statistics || told.report);
    KF_TRY(record_trace(s, to, g, found));
    if (told.report) KF_TRY(record_detail(s, to, g, found));
    return record_formulas(s, to, g, counts);
}

/* Groundings that evidence decides count nothing there. */
void kf_run_recount(kf_map_run *s, size_t n_rules, const kf_gate_count *counts)
{
    if (!s->formulas || !s->counted) return;
    for (size_t i = 0; i < n_rules; i++) {
        s->formulas[i].unsatisfied = counts[i].unsatisfied;
        s->formulas[i].cost = counts[i].cost;
        s->formulas[i].n_examples = 0;
    }
}

void kf_run_violates(kf_map_run *s, const kf_least_violation *v, kerf_result *r)
{
    const kf_worth *w = &v->worth;
    double shift = w->score - r->score;
    assert(v->gap >= 0 && w->violations > 0);
    r->outcome = v->proven && v->gap == 0 ? KERF_RELAXED : KERF_UNPROVED;
    r->score = w->score;
    r->cost = w->cost;
    r->gap = v->proven ? v->gap : INFINITY;
    r->bound = r->score + r->gap;
    r->cost_bound = fmax(0, r->cost - r->gap);
    r->hard_violations = w->violations;
    r->unique = -1;
    for (size_t i = 0; i < s->n_trace; i++) {
        s->trace[i].score += shift;
        s->trace[i].best_score += shift;
        s->trace[i].bound += shift;
    }
    s->result = *r;
}

/* ---- Examples ------------------------------------------------------------------------------- */

typedef struct keeper {
    kf_arena *to;
    const kf_grounder *g;
    const kf_rule *r;
    kf_text text; /* for the moment */
    kf_shown_example *list;
    uint32_t n, most;
} keeper;

static kerf_status take_text(keeper *x, const char **out)
{
    if (x->text.failed) return KERF_NO_MEMORY;
    *out = kf_arena_string(x->to, kf_text_get(&x->text));
    kf_text_clear(&x->text);
    return *out ? KERF_OK : KERF_NO_MEMORY;
}

static kerf_status keep_atoms(keeper *x, const kf_instance *e, kf_shown_example *out)
{
    kf_shown_atom *atoms = kf_arena_alloc(x->to, e->n + 1, sizeof *atoms);
    if (!atoms) return KERF_NO_MEMORY;
    for (uint32_t i = 0; i < e->n; i++) {
        const kf_instance_atom *a = &e->atoms[i];
        kf_explain_atom(&x->text, kf_grounder_model(x->g), a->predicate, a->row, a->number);
        atoms[i] = (kf_shown_atom){ .value = a->value, .open = a->open };
        KF_TRY(take_text(x, &atoms[i].text));
    }
    out->atoms = atoms;
    out->n_atoms = e->n;
    out->more = e->more;
    return KERF_OK;
}

static kerf_status keep_example(void *context, const kf_instance *e)
{
    keeper *x = context;
    assert(x->n < x->most && x->text.n == 0);
    kf_shown_example *out = &x->list[x->n];
    kf_printer printer = { .to = &x->text,
                           .model = kf_grounder_model(x->g),
                           .rule = x->r,
                           .dialect = KF_DIALECT_KERF,
                           .bound = e->binding->ids,
                           .numbers = e->binding->numbers,
                           .no_plus = true };
    kf_printer_written(&printer);
    if (x->r->kind == KF_RULE_COUNT && (x->r->n_condition == 0 || e->weight > 0))
        kf_text_addf(&x->text, ", but it is %llu", (unsigned long long)e->count);
    *out = (kf_shown_example){ .weight = e->weight };
    KF_TRY(take_text(x, &out->text));
    KF_TRY(keep_atoms(x, e, out));
    x->n++;
    return KERF_OK;
}

static kerf_status keep_formula(keeper *x, kf_grounder *g, kf_ground_rule *gr, kf_formula_count *f)
{
    uint32_t most = f->unsatisfied < x->most ? (uint32_t)f->unsatisfied : x->most;
    if (most == 0) return KERF_OK;
    x->r = &kf_grounder_model(g)->rules.at[kf_ground_rule_id(gr)];
    x->n = 0;
    x->list = kf_arena_alloc(x->to, most, sizeof *x->list);
    if (!x->list) return KERF_NO_MEMORY;
    KF_TRY(kf_ground_examples(g, gr, most, keep_example, x));
    assert(x->n <= most);
    f->examples = x->list;
    f->n_examples = x->n;
    return KERF_OK;
}

kerf_status kf_run_record_examples(kf_map_run *s, kf_arena *to, kf_grounder *g, uint32_t most)
{
    keeper x = { .to = to, .g = g, .most = most };
    assert(s->formulas && s->counted);
    kerf_status st = KERF_OK;
    kf_text_init(&x.text, kf_grounder_mem(g));
    for (size_t i = 0; st == KERF_OK && i < kf_grounder_n_rules(g); i++)
        st = keep_formula(&x, g, kf_grounder_rule(g, i),
                          &s->formulas[kf_ground_rule_id(kf_grounder_rule(g, i))]);
    kf_text_free(&x.text);
    return st;
}

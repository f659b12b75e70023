/* report_chances.c -- probabilities as soft evidence, as a table, or as JSON; and their
 * statistics. */
#include "report/report.h"

#include "base/check.h"
#include "base/json.h"
#include "model/weight_table.h"
#include "report/print/runs_json.h"
#include "report/records/times.h"

#include <math.h>

static kf_str constant_of(const kf_chanced *x, const kf_model *m, const kf_told_chance *a,
                          uint32_t argument)
{
    assert(a->atom.ids + argument < x->ids.n);
    uint32_t type = m->predicates.at[a->atom.predicate].slots[argument].type;
    return kf_constant_text(m, type, x->ids.at[a->atom.ids + argument]);
}

/* As many digits as are worth something. 1 and 0 are said of what is certain alone, since they are
 * read as hard evidence. */
static void add_probability(kf_text *to, const kf_chance *c)
{
    bool exact = c->method == KF_BY_ELIMINATION, certain = c->lo == c->hi;
    double most = exact ? 0.9999999999 : 0.9999, least = exact ? 1e-300 : 0.0001;
    double p = certain ? c->p : fmin(fmax(c->p, least), most);
    double scale = p > 1e-290 ? pow(10, (exact ? 9 : 3) - floor(log10(p))) : INFINITY;
    double rounded = round(p * scale) / scale;
    kf_text_add_number(to, isfinite(rounded) ? rounded : p);
}

static bool is_left_out(const kf_told_chance *a, double least)
{
    return a->chance.method == KF_BY_NOTHING || a->chance.p < least;
}

/* ---- As soft evidence ---- */

static void add_blanks(kf_text *to, uint32_t arity)
{
    for (uint32_t i = 0; i < arity; i++) kf_text_addf(to, i ? ", _" : "(_");
    if (arity > 0) kf_text_addc(to, ')');
}

/* Comments: nothing is said by reading them. */
static void add_free(kf_text *to, const kf_chanced *x, const kf_model *m)
{
    for (size_t i = 0; i < x->free.n; i++) {
        kf_str name = kf_predicate_name(m, x->free.at[i].predicate);
        kf_text_addf(to, "// %.*s", (int)name.n, name.at);
        add_blanks(to, m->predicates.at[x->free.at[i].predicate].arity);
        kf_text_addf(to, " 0.5: %llu atom%s that no formula names\n",
                     (unsigned long long)x->free.at[i].n, x->free.at[i].n == 1 ? "" : "s");
    }
}

static void add_lines(kf_text *to, const kf_chanced *x, const kf_model *m, double least)
{
    for (size_t i = 0; i < x->atoms.n && !to->failed; i++) {
        if (is_left_out(&x->atoms.at[i], least)) continue;
        kf_text_addf(to, "%s ", x->atoms.at[i].atom.text);
        add_probability(to, &x->atoms.at[i].chance);
        kf_text_addc(to, '\n');
    }
    if (least <= 0.5) add_free(to, x, m);
}

/* ---- As a table: atom, probability, interval, method, size of the sample, R-hat ---- */

typedef struct table {
    kf_text *to;
    const kf_chanced *x;
    const kf_model *m;
    char between;
} table;

static void add_cell(const table *t, double x)
{
    kf_text_addc(t->to, t->between);
    if (isfinite(x)) kf_text_add_number(t->to, x);
}

static void add_row(const table *t, const kf_told_chance *a)
{
    kf_print_escaped(t->to, kf_predicate_name(t->m, a->atom.predicate));
    for (uint32_t i = 0; i < t->m->predicates.at[a->atom.predicate].arity; i++) {
        kf_text_addc(t->to, t->between);
        (t->between == ',' ? kf_print_csv : kf_print_escaped)(t->to, constant_of(t->x, t->m, a, i));
    }
    add_cell(t, a->chance.p);
    add_cell(t, a->chance.lo);
    add_cell(t, a->chance.hi);
    kf_text_addf(t->to, "%c%s", t->between, kf_chance_method_text(a->chance.method));
    add_cell(t, a->chance.ess);
    add_cell(t, a->chance.rhat);
    kf_text_addc(t->to, '\n');
}

/* Once for a predicate, with their number where others have a method. */
static void add_free_rows(const table *t)
{
    char c = t->between;
    for (size_t i = 0; i < t->x->free.n; i++) {
        const kf_free_atoms *f = &t->x->free.at[i];
        kf_print_escaped(t->to, kf_predicate_name(t->m, f->predicate));
        for (uint32_t k = 0; k < t->m->predicates.at[f->predicate].arity; k++)
            kf_text_addf(t->to, "%c_", c);
        kf_text_addf(t->to, "%c0.5%c0.5%c0.5%cfree:%llu%c%c\n", c, c, c, c,
                     (unsigned long long)f->n, c, c);
    }
}

static void add_table(const table *t, double least)
{
    for (size_t i = 0; i < t->x->atoms.n && !t->to->failed; i++)
        if (!is_left_out(&t->x->atoms.at[i], least)) add_row(t, &t->x->atoms.at[i]);
    if (least <= 0.5) add_free_rows(t);
}

/* ---- As JSON: one object on one line ---- */

static void add_json_atom(kf_json *j, const kf_chanced *x, const kf_model *m,
                          const kf_told_chance *a)
{
    kf_json_object(j, NULL);
    kf_json_string(j, "predicate", kf_predicate_name(m, a->atom.predicate));
    kf_json_array(j, "arguments");
    for (uint32_t i = 0; i < m->predicates.at[a->atom.predicate].arity; i++)
        kf_json_string(j, NULL, constant_of(x, m, a, i));
    kf_json_close(j);
    kf_json_number(j, "p", a->chance.p);
    kf_json_number(j, "lo", a->chance.lo);
    kf_json_number(j, "hi", a->chance.hi);
    kf_json_text(j, "method", kf_chance_method_text(a->chance.method));
    kf_json_number(j, "ess", a->chance.ess);
    kf_json_number(j, "rhat", a->chance.rhat);
    kf_json_close(j);
}

static void add_json_free(kf_json *j, const kf_chanced *x, const kf_model *m, double least)
{
    kf_json_array(j, "free");
    for (size_t i = 0; i < x->free.n && least <= 0.5; i++) {
        kf_json_object(j, NULL);
        kf_json_string(j, "predicate", kf_predicate_name(m, x->free.at[i].predicate));
        kf_json_count(j, "atoms", x->free.at[i].n);
        kf_json_number(j, "p", 0.5);
        kf_json_close(j);
    }
    kf_json_close(j);
}

static void add_head(kf_json *j, const char *status, const kerf_marginal_result *r)
{
    kf_json_text(j, "status", status);
    kf_json_number(j, "log_z", r->log_z);
    kf_json_number(j, "log_z_lo", r->log_z_lo);
    kf_json_number(j, "log_z_hi", r->log_z_hi);
}

static void add_json(kf_text *to, const kf_chanced *x, const kf_model *m, const char *world,
                     double least)
{
    kf_json j = kf_json_to(to);
    kf_json_object(&j, NULL);
    kf_json_text(&j, "world", world);
    const kf_chance_run *last = &x->runs.at[x->runs.n - 1];
    add_head(&j, kf_chance_run_status(last), &last->result);
    kf_json_array(&j, "atoms");
    for (size_t i = 0; i < x->atoms.n && !to->failed; i++)
        if (!is_left_out(&x->atoms.at[i], least)) add_json_atom(&j, x, m, &x->atoms.at[i]);
    kf_json_close(&j);
    add_json_free(&j, x, m, least);
    kf_json_close(&j);
    kf_text_addc(to, '\n');
}

void kf_report_chances(kf_text *to, const kf_chanced *x, const kf_model *m,
                       kerf_answer_format format, const char *world, double least)
{
    assert(x->told && x->runs.n > 0);
    if (format == KERF_ANSWER_JSON) {
        add_json(to, x, m, world, least);
        return;
    }
    if (*world) kf_text_addf(to, ">> %s\n", world);
    if (format == KERF_ANSWER_DB) {
        add_lines(to, x, m, least);
        return;
    }
    table t = { .to = to, .x = x, .m = m, .between = format == KERF_ANSWER_CSV ? ',' : '\t' };
    add_table(&t, least);
}

/* ---- Statistics ---- */

static void add_parts(kf_json *j, const kf_chance_run *r)
{
    kf_json_array(j, "component_list");
    for (size_t i = 0; i < r->n_parts; i++) {
        const kf_marginal_part *p = &r->parts[i];
        kf_json_object(j, NULL);
        kf_json_count(j, "atoms", p->atoms);
        kf_json_count(j, "constraints", p->constraints);
        kf_json_text(j, "method", kf_chance_method_text(p->method));
        kf_json_text(j, "route", p->route);
        kf_json_count(j, "width", p->width);
        kf_json_number(j, "entries", p->entries);
        kf_json_number(j, "log_z", p->log_z);
        kf_json_close(j);
    }
    kf_json_close(j);
}

static void add_methods(kf_json *j, const kf_chance_run *r)
{
    kf_json_object(j, "components_by_method");
    for (unsigned i = 0; i < KF_CHANCE_METHODS; i++)
        if (r->by_method[i] > 0)
            kf_json_count(j, kf_chance_method_text((uint8_t)i), r->by_method[i]);
    kf_json_close(j);
}

static void add_expected_rows(kf_json *j, const kf_expected_row *rows, size_t n, const kf_model *m,
                              const kf_rule *r)
{
    kf_json_array(j, "rows");
    for (size_t i = 0; i < n; i++) {
        const uint32_t *key = kf_weight_table_key(r->table, rows[i].row);
        kf_json_object(j, NULL);
        kf_json_array(j, "constants");
        for (uint32_t k = 0; k < r->n_parameters; k++) {
            uint32_t type = r->variables[r->parameters[k]].type;
            kf_json_string(j, NULL, kf_constant_text(m, type, key[k]));
        }
        kf_json_close(j);
        kf_json_number(j, "weight", rows[i].weight);
        kf_json_number(j, "open_groundings", rows[i].groundings);
        kf_json_number(j, "expected_satisfied", rows[i].satisfied);
        kf_json_number(j, "expected_score", rows[i].score);
        kf_json_close(j);
    }
    kf_json_close(j);
}

static void add_expectations(kf_json *j, const kf_chance_run *r, const kf_model *m)
{
    kf_json_array(j, "formulas");
    for (size_t i = 0; i < r->n_expected; i++) {
        const kf_expected *e = &r->expected[i];
        if (!e->there) continue;
        kf_json_object(j, NULL);
        kf_json_string(j, "label", m->rules.at[i].label);
        kf_json_count(j, "groundings", e->groundings);
        kf_json_number(j, "expected_satisfied", e->satisfied);
        kf_json_number(j, "expected_score", e->score);
        if (e->n_rows > 0)
            add_expected_rows(j, r->expected_rows + e->first_row, e->n_rows, m, &m->rules.at[i]);
        kf_json_close(j);
    }
    kf_json_close(j);
}

static void add_run(kf_json *j, const void *record, size_t run)
{
    const kf_record *all = record;
    const kf_chance_run *r = &all->chanced->runs.at[run];
    const kerf_marginal_result *s = &r->result;
    kf_times t = kf_times_of_chances(r, 1);
    kf_json_text(j, "world", r->world);
    add_head(j, kf_chance_run_status(r), s);
    kf_json_text(j, "method", r->method);
    kf_json_count(j, "atoms", s->atoms);
    kf_json_count(j, "free_atoms", s->free_atoms);
    kf_json_count(j, "components", s->components);
    add_methods(j, r);
    kf_json_count(j, "formulas_not_ground", r->waiting);
    kf_json_count(j, "width", s->width);
    kf_json_number(j, "entries", r->entries);
    kf_json_count(j, "samples", s->samples);
    kf_json_count(j, "chains", s->chains);
    kf_json_number(j, "max_rhat", s->max_rhat);
    kf_json_number(j, "min_ess", s->min_ess);
    kf_json_count(j, "threads", r->threads);
    kf_json_count(j, "seed", r->seed);
    kf_times_json(j, &t);
    kf_json_count(j, "peak_rss_bytes", r->peak_rss);
    add_parts(j, r);
    if (r->expected) add_expectations(j, r, all->model);
}

/* The least certain of all, and sums. */
static void add_totals(kf_json *j, const void *record)
{
    const kf_chanced *x = ((const kf_record *)record)->chanced;
    kf_chance_run worst = { .infeasible = false };
    kerf_marginal_result sum = { .log_z = 0 };
    for (size_t i = 0; i < x->runs.n; i++) {
        const kerf_marginal_result *r = &x->runs.at[i].result;
        worst.infeasible |= x->runs.at[i].infeasible;
        if (r->certainty > sum.certainty) sum.certainty = r->certainty;
        sum.log_z += r->log_z;
        sum.log_z_lo += r->log_z_lo;
        sum.log_z_hi += r->log_z_hi;
        sum.seconds += r->seconds;
    }
    worst.result = sum;
    add_head(j, kf_chance_run_status(&worst), &sum);
    kf_json_seconds(j, "seconds", sum.seconds);
}

void kf_report_chance_statistics(kf_text *to, const kf_record *record)
{
    kf_runs_json all = { record, record->chanced->runs.n, add_run, add_totals };
    kf_runs_write(to, &all);
}

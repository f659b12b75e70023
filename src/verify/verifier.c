/* verifier.c -- runs the verifier world by world and adds up its results. */
#include "verify/verifier.h"

#include "base/check.h"

#include <math.h>

/* ---- Sums ----------------------------------------------------------------------------------- */

void kf_sum_add(kf_sum *s, double term)
{
    double sum = s->sum + term;
    s->rest += fabs(s->sum) >= fabs(term) ? (s->sum - sum) + term : (term - sum) + s->sum;
    s->sum = sum;
}

void kf_sum_join(kf_sum *s, const kf_sum *other)
{
    kf_sum_add(s, other->sum);
    kf_sum_add(s, other->rest);
}

double kf_sum_get(const kf_sum *s)
{
    return s->sum + s->rest + 0.0;
}

/* ---- Life ----------------------------------------------------------------------------------- */

kerf_status kf_verifier_new(kf_verifier **out, kf_mem *mem, kf_model *model,
                            const kf_verify_options *options, kf_diags *diags)
{
    kf_verifier *v = kf_mem_calloc(mem, 1, sizeof *v);
    if (!v) return KERF_NO_MEMORY;
    v->mem = mem;
    v->model = model;
    v->diags = diags;
    if (options) v->options = *options;
    kf_arena_init(&v->strings, mem);
    v->n_tallies = model->rules.n + 1;
    v->tallies = kf_mem_calloc(mem, v->n_tallies, sizeof *v->tallies);
    if (!v->tallies) {
        kf_verifier_free(v);
        return KERF_NO_MEMORY;
    }
    *out = v;
    return KERF_OK;
}

void kf_verifier_free(kf_verifier *v)
{
    if (!v) return;
    kf_verifier_end(v);
    for (size_t i = 0; v->tallies && i < v->n_tallies; i++)
        kf_vec_free(v->mem, &v->tallies[i].examples);
    kf_mem_free(v->mem, v->tallies, v->n_tallies, sizeof *v->tallies);
    kf_arena_free(&v->strings);
    kf_mem_free(v->mem, v, 1, sizeof *v);
}

/* ---- Examples ------------------------------------------------------------------------------- */

bool kf_wants_example(const kf_verifier *v, const kf_tally *tally)
{
    return tally->examples.n < v->options.examples;
}

kerf_status kf_keep_example(kf_verifier *v, kf_tally *tally, kf_text *text)
{
    assert(kf_wants_example(v, tally));
    kf_violated example = { .world = v->world_name };
    if (!text->failed) example.text = kf_arena_string(&v->strings, kf_text_get(text));
    kf_text_free(text);
    if (!example.text || !kf_vec_push(v->mem, &tally->examples, example)) return KERF_NO_MEMORY;
    return KERF_OK;
}

void kf_print_row(kf_text *to, const kf_model *m, uint32_t predicate, const uint32_t *row)
{
    const kf_predicate *p = &m->predicates.at[predicate];
    kf_text_add(to, kf_predicate_name(m, predicate));
    for (uint32_t i = 0; i < p->arity; i++) {
        kf_text_add(to, i > 0 ? KF_STR(", ") : KF_STR("("));
        kf_print_fact_constant(to, kf_constant_text(m, p->slots[i].type, row[i]));
    }
    if (p->arity > 0) kf_text_addc(to, ')');
}

/* ---- Soft evidence -------------------------------------------------------------------------- */

/* A probability p is a formula of its own on its atom, of weight ln(p / (1 - p)). */
static kerf_status weigh_row(kf_verifier *v, uint32_t predicate, const kf_facts *rows, uint32_t at)
{
    kf_tally *tally = &v->tallies[v->n_tallies - 1];
    uint32_t row[KF_MOST_ARITY] = { 0 };
    for (uint32_t c = 0; c < v->model->predicates.at[predicate].arity; c++)
        row[c] = rows->columns[c][at];
    const kf_facts *said = kf_evidence_facts(v->answer, predicate, KF_SAID_TRUE);
    bool truth = said->n > 0 && kf_facts_find(said, row, 0.0, NULL);
    double p = kf_evidence_probability(v->evidence, predicate, at), weight = log(p / (1 - p));
    v->weights += fabs(weight);
    tally->groundings++;
    tally->satisfied += truth;
    if (truth) kf_sum_add(&tally->score, weight);
    if (truth ? weight >= 0 : weight <= 0) return KERF_OK;
    tally->unsatisfied++;
    kf_sum_add(&tally->cost, fabs(weight));
    kf_dyadic_add(&v->cost, fabs(weight), 1);
    if (!kf_wants_example(v, tally)) return KERF_OK;
    kf_text text;
    kf_text_init(&text, v->mem);
    kf_text_add_number(&text, p);
    kf_text_addc(&text, ' ');
    kf_print_row(&text, v->model, predicate, row);
    return kf_keep_example(v, tally, &text);
}

static kerf_status weigh_evidence(kf_verifier *v)
{
    for (uint32_t p = 0; p < v->model->predicates.n; p++) {
        const kf_facts *rows = kf_evidence_facts(v->evidence, p, KF_SAID_SOFT);
        for (uint32_t i = 0; i < rows->n; i++) KF_TRY(weigh_row(v, p, rows, i));
    }
    return KERF_OK;
}

/* ---- Worlds --------------------------------------------------------------------------------- */

bool kf_rule_is_silent(const kf_model *m, const kf_rule *r)
{
    return r->implied && !m->predicates.at[r->body->id].hidden;
}

static void check_rule(kf_verifier *v, const kf_rule *r)
{
    kf_place place = kf_sources_place(v->model->program->sources, r->pos);
    if (r->cost == KF_COST_LEARN)
        kf_diag_add(v->diags, KERF_ERROR, &place,
                    "give it a weight or a dot, learn it (kerf learn), or read it with --weights",
                    "%.*s has no weight", (int)r->label.n, r->label.at);
}

static kerf_status check_rules(kf_verifier *v)
{
    size_t errors = kf_diags_errors(v->diags);
    for (size_t i = 0; i < v->model->rules.n && !kf_diags_full(v->diags); i++)
        if (!kf_rule_is_silent(v->model, &v->model->rules.at[i]))
            check_rule(v, &v->model->rules.at[i]);
    return kf_diags_errors(v->diags) > errors ? KERF_INVALID : KERF_OK;
}

static const char *world_name(kf_verifier *v, const char *name)
{
    kf_text text;
    kf_text_init(&text, v->mem);
    if (name && *name) kf_text_add(&text, kf_str_of(name));
    else kf_text_addf(&text, "%llu", (unsigned long long)v->n_worlds);
    const char *copy = text.failed ? NULL : kf_arena_string(&v->strings, kf_text_get(&text));
    kf_text_free(&text);
    return copy;
}

#ifndef NDEBUG
static void check_tally(const kf_verifier *v, const kf_tally *t)
{
    assert(t->satisfied <= t->groundings && t->unsatisfied <= t->groundings);
    assert(t->examples.n <= v->options.examples);
    assert(kf_sum_get(&t->cost) >= 0);
}
#endif

void kf_verifier_check(const kf_verifier *v)
{
    (void)v;
#ifndef NDEBUG
    kf_sum cost = { 0 };
    for (size_t i = 0; i < v->n_tallies; i++) {
        check_tally(v, &v->tallies[i]);
        kf_sum_join(&cost, &v->tallies[i].cost);
    }
    double exact = kf_dyadic_floor(&v->cost);
    kf_dyadic_check(&v->cost);
    assert(fabs(kf_sum_get(&cost) - exact) <= 1e-9 * fmax(1, exact));
    assert(kf_dyadic_compare(&v->cost_before, &v->cost) <= 0);
    assert(v->weights >= 0 && v->heaviest >= 0);
    assert((v->evidence != NULL) == (v->domains.types != NULL));
    if (v->evidence) kf_domains_check(&v->domains);
#endif
}

kerf_status kf_verifier_begin(kf_verifier *v, const kf_evidence *evidence, const char *name)
{
    assert(evidence && v->model->settled);
    kf_verifier_end(v);
    if (v->n_worlds == 0) KF_TRY(check_rules(v));
    v->n_worlds++;
    v->world_name = world_name(v, name);
    if (!v->world_name) return KERF_NO_MEMORY;
    KF_TRY(kf_domains_open(&v->domains, v->mem, v->model, evidence, v->diags));
    v->evidence = evidence;
    v->cost_before = v->cost;
    v->violations_before = kf_verifier_violations(v);
    KF_CHECK(kf_verifier_check(v));
    return KERF_OK;
}

void kf_verifier_end(kf_verifier *v)
{
    kf_domains_close(&v->domains);
    v->evidence = v->answer = NULL;
}

uint32_t kf_verifier_size(const kf_verifier *v, uint32_t type)
{
    assert(v->evidence && type < v->domains.n_types);
    return (uint32_t)v->domains.types[type].ids.n;
}

uint32_t kf_verifier_constant(const kf_verifier *v, uint32_t type, uint32_t index)
{
    assert(v->evidence && index < v->domains.types[type].ids.n);
    return v->domains.types[type].ids.at[index];
}

bool kf_verifier_has(const kf_verifier *v, uint32_t type, uint32_t id)
{
    assert(v->evidence && type != KF_TYPE_NUMBER && type < v->domains.n_types);
    return kf_domain_position(&v->domains, type, id) != KF_NONE;
}

kerf_status kf_verifier_run(kf_verifier *v, const kf_evidence *answer)
{
    assert(v->evidence && answer);
    v->answer = answer;
    v->weights = 0;
    for (size_t i = 0; i < v->model->rules.n; i++) {
        const kf_rule *r = &v->model->rules.at[i];
        if (r->kind == KF_RULE_ACYCLIC) KF_TRY(kf_walk_cycles(v, r, &v->tallies[i]));
        else if (!kf_rule_is_silent(v->model, r)) KF_TRY(kf_walk_rule(v, r, &v->tallies[i]));
        if (!(v->weights <= KF_MOST_WEIGHT)) return kf_model_too_heavy(v->model, r, v->diags);
    }
    KF_TRY(weigh_evidence(v));
    v->heaviest = fmax(v->heaviest, v->weights);
    KF_CHECK(kf_verifier_check(v));
    return KERF_OK;
}

const kf_tally *kf_verifier_tally(const kf_verifier *v, size_t rule)
{
    if (rule < v->model->rules.n && kf_rule_is_silent(v->model, &v->model->rules.at[rule]))
        return NULL;
    return rule < v->n_tallies ? &v->tallies[rule] : NULL;
}

uint64_t kf_verifier_violations(const kf_verifier *v)
{
    uint64_t n = 0;
    for (size_t i = 0; i < v->n_tallies; i++) n += v->tallies[i].violations;
    return n;
}

double kf_verifier_unit(const kf_verifier *v)
{
    return fmin(1, v->heaviest);
}

const kf_dyadic *kf_verifier_cost(const kf_verifier *v)
{
    return &v->cost;
}

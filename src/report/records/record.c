/* record.c -- the life of a record and of its parts; see record.h. */
#include "report/records/record.h"

#include "base/check.h"
#include "base/pool.h"

#include <math.h>
#include <string.h>

/* ---- kerf map ------------------------------------------------------------------------------- */

static void init_mapped(kf_mapped *m, kf_mem *mem)
{
    m->mem = mem;
    m->untold = KF_TOLD_ATOMS;
    kf_text_init(&m->text, mem);
    kf_arena_init(&m->lent, mem);
    kf_arena_init(&m->strings, mem);
    kf_text_init(&m->certificate, mem);
}

void kf_mapped_forget(kf_mapped *m)
{
    m->answered = m->ordered = m->worded = false;
    kf_text_free(&m->text);
    kf_vec_free(m->mem, &m->ids);
    kf_vec_free(m->mem, &m->atoms);
    kf_arena_free(&m->lent);
}

static void free_mapped(kf_mapped *m)
{
    kf_mapped_forget(m);
    kf_vec_free(m->mem, &m->runs);
    kf_arena_free(&m->strings);
    kf_text_free(&m->certificate);
}

/* ---- kerf learn ----------------------------------------------------------------------------- */

kf_learn_record *kf_learn_record_new(kf_mem *mem, size_t n_rules)
{
    kf_learn_record *r = kf_mem_calloc(mem, 1, sizeof *r);
    if (!r) return NULL;
    r->mem = mem;
    r->n_rules = n_rules;
    r->rules = kf_mem_calloc(mem, n_rules, sizeof *r->rules);
    if (r->rules) return r;
    kf_learn_record_free(r);
    return NULL;
}

void kf_learn_record_free(kf_learn_record *r)
{
    if (!r) return;
    kf_vec_free(r->mem, &r->epochs);
    kf_mem_free(r->mem, r->rules, r->n_rules, sizeof *r->rules);
    kf_mem_free(r->mem, r, 1, sizeof *r);
}

/* Development data are predicted between the last world of an epoch and its end. */
void kf_learn_record_note(kf_learn_record *r, const kerf_learn_progress *p)
{
    double passed = p->seconds - r->latest;
    assert(p->world <= p->worlds && passed >= 0);
    assert(p->epoch >= 1 || !p->epoch_ended);
    r->latest = p->seconds;
    if (p->epoch_ended && !r->pll) r->predict += passed;
    else r->train += passed;
    if (p->epoch_ended && !kf_vec_push(r->mem, &r->epochs, *p)) r->failed = true;
    KF_CHECK(kf_learn_record_check(r));
}

#ifndef NDEBUG
void kf_learn_record_check(const kf_learn_record *r)
{
    assert(r->mem && r->rules);
    assert(r->parse >= 0 && r->read >= 0 && r->train >= 0 && r->predict >= 0);
    for (size_t i = 0; i < r->epochs.n; i++) {
        const kerf_learn_progress *p = &r->epochs.at[i];
        assert(p->epoch_ended && p->seconds <= r->latest);
        assert(i == 0 || r->failed || p->epoch == r->epochs.at[i - 1].epoch + 1);
    }
}
#endif

/* ---- kerf verify ---------------------------------------------------------------------------- */

kf_verified *kf_verified_new(kf_mem *mem)
{
    kf_verified *v = kf_mem_calloc(mem, 1, sizeof *v);
    if (!v) return NULL;
    v->mem = mem;
    kf_arena_init(&v->strings, mem);
    return v;
}

void kf_verified_free(kf_verified *v)
{
    if (!v) return;
    kf_vec_free(v->mem, &v->formulas);
    kf_arena_free(&v->strings);
    kf_mem_free(v->mem, v, 1, sizeof *v);
}

#ifndef NDEBUG
static void check_verified_formula(const kf_verified_formula *f)
{
    bool hard = f->rule && f->rule->cost == KF_COST_HARD;
    bool cycles = f->rule && f->rule->kind == KF_RULE_ACYCLIC; /* one grounding, of many parts */
    assert(f->satisfied <= f->groundings && f->unsatisfied <= f->groundings);
    assert(f->violations <= f->groundings || cycles);
    assert(hard ? f->unsatisfied == 0 : f->violations == 0);
    assert(f->n_examples <= f->unsatisfied + f->violations);
    assert(!hard || f->cost == 0);
}

void kf_verified_check(const kf_verified *v)
{
    const kerf_verification *t = &v->total;
    uint64_t violations = 0;
    for (size_t i = 0; i < v->formulas.n; i++) {
        check_verified_formula(&v->formulas.at[i]);
        violations += v->formulas.at[i].violations;
        assert(v->formulas.at[i].rule || i + 1 == v->formulas.n); /* soft evidence is the last */
    }
    assert(violations == t->hard_violations);
    assert(isnan(t->score) == isnan(t->cost)); /* the bound alone was checked */
    assert(!t->proven_optimal || (t->certified && t->hard_violations == 0));
}
#endif

/* ---- kerf eval ------------------------------------------------------------------------------ */

kf_evaluated *kf_evaluated_new(kf_mem *mem)
{
    kf_evaluated *e = kf_mem_calloc(mem, 1, sizeof *e);
    if (!e) return NULL;
    e->mem = mem;
    kf_arena_init(&e->strings, mem);
    e->names = kf_symbols_new(mem);
    if (e->names) return e;
    kf_evaluated_free(e);
    return NULL;
}

void kf_evaluated_free(kf_evaluated *e)
{
    if (!e) return;
    kf_symbols_free(e->names);
    kf_vec_free(e->mem, &e->predicates);
    kf_vec_free(e->mem, &e->shown);
    kf_arena_free(&e->strings);
    kf_mem_free(e->mem, e, 1, sizeof *e);
}

static double ratio(uint64_t part, uint64_t whole)
{
    return whole == 0 ? NAN : (double)part / (double)whole;
}

kerf_evaluation kf_evaluated_get(const kf_evaluated *e, uint32_t predicate)
{
    kerf_evaluation v = { .worlds = e->worlds };
    assert(predicate == KF_NONE || predicate < e->predicates.n);
    for (size_t i = 0; i < e->shown.n; i++) {
        const kf_scored *s = &e->predicates.at[e->shown.at[i]];
        if (predicate != KF_NONE && predicate != e->shown.at[i]) continue;
        v.true_positives += s->right;
        v.false_positives += s->wrong;
        v.false_negatives += s->missed;
        if (predicate != KF_NONE) v.symmetric = s->symmetric;
    }
    v.precision = ratio(v.true_positives, v.true_positives + v.false_positives);
    v.recall = ratio(v.true_positives, v.true_positives + v.false_negatives);
    v.f1 =
        ratio(2 * v.true_positives, 2 * v.true_positives + v.false_positives + v.false_negatives);
    return v;
}

#ifndef NDEBUG
void kf_evaluated_check(const kf_evaluated *e)
{
    assert(kf_symbols_count(e->names) == e->predicates.n);
    for (size_t i = 0; i < e->shown.n; i++) {
        uint32_t id = e->shown.at[i];
        assert(id < e->predicates.n);
        const kf_scored *s = &e->predicates.at[id];
        assert(s->wanted || (s->known && s->answered));
        if (i == 0) continue;
        kf_str before = kf_symbols_text(e->names, e->shown.at[i - 1]);
        assert(kf_str_cmp(before, kf_symbols_text(e->names, id)) < 0); /* sorted, each once */
    }
    for (size_t i = 0; i < e->predicates.n; i++) {
        const kf_scored *s = &e->predicates.at[i];
        assert(s->known || s->right + s->missed == 0);
        assert(s->answered || s->right + s->wrong == 0);
    }
}
#endif

/* ---- All of it ------------------------------------------------------------------------------ */

void kf_record_init(kf_record *r, kf_mem *mem, const kf_diags *messages)
{
    r->mem = mem;
    r->messages = messages;
    init_mapped(&r->mapped, mem);
}

void kf_record_free(kf_record *r)
{
    size_t types = r->model ? r->model->types.n : 0;
    kf_mem_free(r->mem, r->worlds.least, types, sizeof *r->worlds.least);
    kf_mem_free(r->mem, r->worlds.most, types, sizeof *r->worlds.most);
    kf_vec_free(r->mem, &r->forecast);
    free_mapped(&r->mapped);
    kf_chanced_free(r->chanced);
    kf_explained_free(r->explained);
    kf_learn_record_free(r->learned);
    kf_verified_free(r->verified);
    kf_evaluated_free(r->evaluated);
    kf_vec_free(r->mem, &r->sources);
    kf_vec_free(r->mem, &r->settings);
}

#ifndef NDEBUG
static void check_worlds(const kf_record *r)
{
    const kf_worlds *w = &r->worlds;
    for (size_t t = 0; w->least && w->most && t < r->model->types.n; t++)
        assert(w->least[t] <= w->most[t]);
}

static void check_forecast(const kf_record *r)
{
    for (size_t i = 0; i < r->forecast.n; i++) {
        const kf_forecast *f = &r->forecast.at[i].forecast;
        assert(r->forecast.at[i].rule >= r->model->rules.at);
        assert(r->forecast.at[i].rule < r->model->rules.at + r->model->rules.n);
        assert(f->all.groundings >= 0 && f->open.groundings >= 0 && f->violated.groundings >= 0);
        assert(f->counted || r->forecast.at[i].rule->kind == KF_RULE_ACYCLIC);
    }
}

static void check_answer(const kf_record *r)
{
    const kf_mapped *m = &r->mapped;
    assert(!m->answered || m->runs.n > 0);
    assert(!m->answered || m->runs.at[m->runs.n - 1].result.true_atoms == m->atoms.n);
    for (size_t i = 0; i < m->atoms.n; i++) {
        const kf_answer_atom *a = &m->atoms.at[i];
        assert(a->predicate < r->model->predicates.n);
        assert(r->model->predicates.at[a->predicate].hidden);
        assert(a->ids + r->model->predicates.at[a->predicate].arity <= m->ids.n);
        if (!m->worded) continue;
        assert(a->text >= m->text.at && a->text < m->text.at + m->text.n);
        assert(i == 0 || strcmp(m->atoms.at[i - 1].text, a->text) < 0); /* sorted, each once */
    }
}

static void check_result(const kerf_result *r)
{
    bool feasible = r->outcome == KERF_OPTIMAL || r->outcome == KERF_BOUNDED;
    assert(!feasible || (r->hard_violations == 0 && isfinite(r->score) && r->cost >= 0));
    assert(r->gap >= 0 || r->outcome == KERF_CONTRADICTION);
    assert(r->unique >= -1 && r->unique <= 1);
    assert(r->unique_components + r->tied_components <= r->components);
    assert(r->seconds >= 0);
}

/* From one iteration to the next nothing leaves the problem, and what is known stays known. */
static void check_trace(const kf_map_run *s)
{
    for (size_t i = 1; i < s->n_trace; i++) {
        const kerf_iteration *before = &s->trace[i - 1], *now = &s->trace[i];
        assert(now->iteration == before->iteration + 1 && now->seconds >= before->seconds);
        assert(now->atoms >= before->atoms && now->groundings >= before->groundings);
        assert(now->best_score >= before->best_score && now->bound <= before->bound);
    }
}

static void check_formulas(const kf_record *r, const kf_map_run *s)
{
    for (size_t i = 0; s->formulas && i < r->model->rules.n; i++) {
        const kf_formula_count *f = &s->formulas[i];
        assert(f->there || (f->groundings == 0 && f->n_examples == 0));
        assert(f->n_examples <= f->unsatisfied);
        assert(f->unsatisfied <= f->groundings || r->model->rules.at[i].kind == KF_RULE_ACYCLIC);
        assert(s->counted || f->unsatisfied == 0);
    }
}

static void check_run(const kf_record *r, const kf_map_run *s)
{
    assert(s->world && s->solver && s->ground && s->threads <= KF_MOST_THREADS);
    assert(s->n_methods <= KF_MOST_METHODS && s->n_listed <= KF_MOST_LISTED);
    assert(!s->counted || s->formulas);
    assert(!s->detailed || s->by_rule);
    assert(s->unlisted == 0 || s->n_listed == KF_MOST_LISTED);
    check_result(&s->result);
    check_trace(s);
    check_formulas(r, s);
    kf_told_check(&s->told);
}

void kf_record_check(const kf_record *r)
{
    bool some = r->mapped.runs.n > 0 || r->mapped.atoms.n > 0 || r->learned || r->verified;
    assert(!some || r->model);
    check_worlds(r);
    check_forecast(r);
    check_answer(r);
    for (size_t i = 0; i < r->mapped.runs.n; i++) check_run(r, &r->mapped.runs.at[i]);
    if (r->learned) assert(r->learned->n_rules == r->model->rules.n);
    if (r->chanced) kf_chanced_check(r->chanced);
    if (r->learned) kf_learn_record_check(r->learned);
    if (r->verified) kf_verified_check(r->verified);
    if (r->evaluated) kf_evaluated_check(r->evaluated);
}
#endif

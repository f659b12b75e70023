/* record.c -- the life of a record and of its parts; see record.h. */
#include "report/record.h"

#include "base/check.h"

#include <math.h>
#include <string.h>

/* ---- kerf map ------------------------------------------------------------------------------- */

static void init_mapped(kf_mapped *m, kf_mem *mem)
{
    m->mem = mem;
    kf_text_init(&m->text, mem);
    kf_arena_init(&m->lent, mem);
    kf_arena_init(&m->strings, mem);
    kf_text_init(&m->certificate, mem);
}

void kf_mapped_forget(kf_mapped *m)
{
    m->answered = false;
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
    assert(p->epoch_ended || p->world <= p->worlds);
    r->latest = p->seconds;
    if (p->epoch_ended && !r->pll) r->predict += passed;
    else r->train += passed;
    if (p->epoch_ended && !kf_vec_push(r->mem, &r->epochs, *p)) r->failed = true;
}

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
    kf_learn_record_free(r->learned);
    kf_verified_free(r->verified);
    kf_evaluated_free(r->evaluated);
    kf_vec_free(r->mem, &r->sources);
    kf_vec_free(r->mem, &r->settings);
}

#ifndef NDEBUG
static void check_answer(const kf_record *r)
{
    const kf_mapped *m = &r->mapped;
    for (size_t i = 0; i < m->atoms.n; i++) {
        const kf_answer_atom *a = &m->atoms.at[i];
        assert(a->predicate < r->model->predicates.n);
        assert(r->model->predicates.at[a->predicate].hidden);
        assert(a->ids + r->model->predicates.at[a->predicate].arity <= m->ids.n);
        assert(i == 0 || strcmp(m->atoms.at[i - 1].text, a->text) < 0); /* sorted, each once */
    }
}

static void check_run(const kf_record *r, const kf_map_run *s)
{
    assert(s->world && s->solver && s->ground);
    assert(s->n_methods <= KF_MOST_METHODS && s->n_listed <= KF_MOST_LISTED);
    for (size_t i = 1; i < s->n_trace; i++)
        assert(s->trace[i].iteration == s->trace[i - 1].iteration + 1);
    for (size_t i = 0; s->formulas && i < r->model->rules.n; i++)
        assert(s->formulas[i].there || s->formulas[i].n_examples == 0);
}

void kf_record_check(const kf_record *r)
{
    bool some = r->mapped.runs.n > 0 || r->mapped.atoms.n > 0 || r->learned || r->verified;
    assert(!some || r->model);
    assert(!r->mapped.answered || r->mapped.runs.n > 0);
    check_answer(r);
    for (size_t i = 0; i < r->mapped.runs.n; i++) check_run(r, &r->mapped.runs.at[i]);
    if (r->learned) assert(r->learned->n_rules == r->model->rules.n);
    for (size_t i = 0; r->verified && i + 1 < r->verified->formulas.n; i++)
        assert(r->verified->formulas.at[i].rule); /* soft evidence is the last */
}
#endif

/* learn_record.c -- keeps how learning went; see learn_record.h. */
#include "session/learn_record.h"

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
    r->latest = p->seconds;
    if (p->epoch_ended && !r->pll) r->predict += passed;
    else r->train += passed;
    if (p->epoch_ended && !kf_vec_push(r->mem, &r->epochs, *p)) r->failed = true;
}

/* chanced.c -- the record of probabilities; see chanced.h. */
#include "report/records/chanced.h"

#include "base/check.h"

#include <string.h>

kf_chanced *kf_chanced_new(kf_mem *mem)
{
    kf_chanced *x = kf_mem_calloc(mem, 1, sizeof *x);
    if (!x) return NULL;
    x->mem = mem;
    x->untold = KF_TOLD_CHANCES;
    kf_text_init(&x->text, mem);
    kf_arena_init(&x->lent, mem);
    kf_arena_init(&x->strings, mem);
    return x;
}

void kf_chanced_forget(kf_chanced *x)
{
    x->told = x->ordered = x->worded = false;
    kf_text_free(&x->text);
    kf_vec_free(x->mem, &x->ids);
    kf_vec_free(x->mem, &x->atoms);
    kf_vec_free(x->mem, &x->free);
    kf_arena_free(&x->lent);
}

void kf_chanced_free(kf_chanced *x)
{
    if (!x) return;
    kf_chanced_forget(x);
    kf_vec_free(x->mem, &x->runs);
    kf_arena_free(&x->strings);
    kf_mem_free(x->mem, x, 1, sizeof *x);
}

#ifndef NDEBUG
void kf_chanced_check(const kf_chanced *x)
{
    for (size_t i = 0; i < x->atoms.n; i++) {
        const kf_chance *c = &x->atoms.at[i].chance;
        assert(0 <= c->lo && c->lo <= c->p && c->p <= c->hi && c->hi <= 1);
        assert(i == 0 || !x->worded
               || strcmp(x->atoms.at[i - 1].atom.text, x->atoms.at[i].atom.text) < 0);
    }
    for (size_t i = 0; i < x->runs.n; i++) kf_told_chances_check(&x->runs.at[i].told);
}
#endif

const char *kf_chance_run_status(const kf_chance_run *s)
{
    return s->infeasible ? "infeasible" : kerf_certainty_text(s->result.certainty);
}

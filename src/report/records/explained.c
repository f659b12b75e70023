/* explained.c -- the record of explanations; see explained.h. */
#include "report/records/explained.h"

#include "base/check.h"

#include <math.h>

kf_explained *kf_explained_new(kf_mem *mem)
{
    kf_explained *x = kf_mem_calloc(mem, 1, sizeof *x);
    if (!x) return NULL;
    x->mem = mem;
    kf_arena_init(&x->arena, mem);
    return x;
}

void kf_explained_free(kf_explained *x)
{
    if (!x) return;
    kf_vec_free(x->mem, &x->list);
    kf_arena_free(&x->arena);
    kf_mem_free(x->mem, x, 1, sizeof *x);
}

void kf_explained_check(const kf_explained *x)
{
#ifndef NDEBUG
    for (size_t i = 0; i < x->list.n; i++) {
        const kf_explanation *e = &x->list.at[i];
        assert(e->is.atom && !isnan(e->is.cost) && !isnan(e->is.difference));
        assert(e->is.answer_pays == 0 || e->paid[0]);
        assert(e->is.other_pays == 0 || e->paid[1]);
        assert(e->is.kind == KERF_EXPLAINED_FORBIDDEN || e->is.conflict == 0);
        assert(e->is.least_difference <= e->is.difference);
        assert(e->is.kind != KERF_EXPLAINED_FREE || e->is.difference == 0);
        bool changes = e->is.change == KERF_CHANGE_LEAST || e->is.change == KERF_CHANGE_SOME;
        assert(changes == (e->is.changes > 0) && changes == (e->changes != NULL));
        assert(!changes || e->is.change_difference > 0);
        assert(e->is.change != KERF_CHANGE_LEAST || e->is.change_complete + 1 == e->is.changes);
    }
#else
    (void)x;
#endif
}

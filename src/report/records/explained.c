/* explained.c -- the record of explanations; see explained.h. */
#include "report/records/explained.h"

#include "base/check.h"

#include <math.h>
#include <string.h>

kf_explained *kf_explained_new(kf_mem *mem)
{
    kf_explained *x = kf_mem_calloc(mem, 1, sizeof *x);
    if (!x) return NULL;
    x->mem = mem;
    kf_arena_init(&x->arena, mem);
    x->atoms = kf_symbols_new(mem);
    if (x->atoms) return x;
    kf_explained_free(x);
    return NULL;
}

void kf_explained_free(kf_explained *x)
{
    if (!x) return;
    kf_symbols_free(x->atoms);
    kf_vec_free(x->mem, &x->proven);
    kf_vec_free(x->mem, &x->list);
    kf_arena_free(&x->arena);
    kf_mem_free(x->mem, x, 1, sizeof *x);
}

static bool is_proven(const kerf_explanation *is)
{
    return is->outcome == KERF_OPTIMAL || is->outcome == KERF_CONTRADICTION;
}

/* The last explanation may have been dropped, and another be in its place. */
const kf_explanation *kf_explained_find(const kf_explained *x, const char *atom)
{
    uint32_t id = kf_symbols_find(x->atoms, kf_str_of(atom));
    if (id == KF_NO_SYMBOL || x->proven.at[id] >= x->list.n) return NULL;
    const kf_explanation *e = &x->list.at[x->proven.at[id]];
    return is_proven(&e->is) && strcmp(e->is.atom, atom) == 0 ? e : NULL;
}

static kerf_status note_proven(kf_explained *x, const char *atom)
{
    if (!kf_vec_reserve(x->mem, &x->proven, 1)) return KERF_NO_MEMORY;
    uint32_t id = kf_symbols_add(x->atoms, kf_str_of(atom));
    if (id == KF_NO_SYMBOL) return KERF_NO_MEMORY;
    if (id == x->proven.n) x->proven.n++;
    x->proven.at[id] = (uint32_t)x->list.n;
    return KERF_OK;
}

kerf_status kf_explained_add(kf_explained *x, const kf_explanation *e)
{
    if (!kf_vec_reserve(x->mem, &x->list, 1)) return KERF_NO_MEMORY;
    if (is_proven(&e->is) && !kf_explained_find(x, e->is.atom)) KF_TRY(note_proven(x, e->is.atom));
    x->list.at[x->list.n++] = *e;
    return KERF_OK;
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
        assert(!is_proven(&e->is) || kf_explained_find(x, e->is.atom));
        assert(e->is.change != KERF_CHANGE_LEAST || e->is.change_complete + 1 == e->is.changes);
    }
#else
    (void)x;
#endif
}

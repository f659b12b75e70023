/* kept.c -- queries of rules that are kept from world to world; see kept.h.
 *
 * Exact: literals, needed variables and scope follow from the model alone, and the backend answers
 * a kept request as it would a new one. */
#include "ground/ask/kept.h"

kf_kept *kf_kept_new(kf_mem *mem)
{
    kf_kept *x = kf_mem_calloc(mem, 1, sizeof *x);
    if (!x) return NULL;
    x->mem = mem;
    kf_arena_init(&x->arena, mem);
    return x;
}

void kf_kept_free(kf_kept *x)
{
    if (!x) return;
    kf_arena_free(&x->arena);
    kf_mem_free(x->mem, x, 1, sizeof *x);
}

void kf_grounder_borrow_kept(kf_grounder *g, kf_kept *kept)
{
    assert(!g->kept && !g->own_kept);
    g->kept = kept;
}

static kerf_status make_room(kf_kept *x, size_t n)
{
    if (x->n > 0) return KERF_OK;
    for (int use = 0; use < KF_KEPT_USES; use++) {
        x->asks[use] = kf_arena_alloc(&x->arena, n, sizeof *x->asks[use]);
        if (!x->asks[use]) return KERF_NO_MEMORY;
    }
    x->n = n;
    return KERF_OK;
}

kerf_status kf_kept_get(kf_grounder *g, kf_kept **out)
{
    if (!g->kept) g->kept = g->own_kept = kf_kept_new(g->mem);
    if (!g->kept) return KERF_NO_MEMORY;
    KF_TRY(make_room(g->kept, g->rules.n));
    assert(g->kept->n == g->rules.n);
    *out = g->kept;
    return KERF_OK;
}

/* What was assembled, in memory that outlives the world. */
static kerf_status keep(kf_kept *x, kf_kept_ask *to, const kf_ask *a)
{
    const kf_compiled *c;
    uint32_t n_variables = a->gr->c.n_variables ? a->gr->c.n_variables : 1;
    KF_TRY(kf_model_compiled(a->g->d->m, a->gr->rule, a->g->diags, &c));
    for (uint32_t i = 0; i < a->n; i++) assert(!a->literals[i].hidden);
    to->n = a->n;
    to->literals = kf_arena_copy(&x->arena, a->literals, a->n, sizeof *a->literals);
    to->needed = kf_arena_copy(&x->arena, a->needed, n_variables, sizeof *a->needed);
    to->scope = kf_arena_copy(&x->arena, a->scope, n_variables, sizeof *a->scope);
    if (!to->literals || !to->needed || !to->scope) return KERF_NO_MEMORY;
    to->plan.arena = &x->arena;
    to->c = c;
    return KERF_OK;
}

kerf_status kf_kept_begin(kf_ask *a, kf_grounder *g, kf_ground_rule *gr, kf_kept_use use,
                          kf_assemble_fn *assemble)
{
    kf_kept *x;
    KF_TRY(kf_kept_get(g, &x));
    kf_kept_ask *known = &x->asks[use][gr - g->rules.at];
    if (!known->c) {
        KF_TRY(assemble(a, g, gr));
        kerf_status st = keep(x, known, a);
        kf_ask_end(a);
        KF_TRY(st);
    }
    *a = (kf_ask){ .g = g,
                   .gr = gr,
                   .literals = known->literals,
                   .n = known->n,
                   .most = known->n,
                   .needed = known->needed,
                   .scope = known->scope,
                   .binding = g->binding,
                   .kept = known };
    kf_arena_init(&a->scratch, g->mem);
    return KERF_OK;
}

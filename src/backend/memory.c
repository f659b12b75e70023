/* memory.c -- the backend in memory: queries are plans over the database's relations; see
 * backend.h.
 *
 * A plan is valid as long as the database: relations and indexes stay where they are, and follow
 * every flip. Its order of steps was the cheapest for the sizes of relations when it was made. A
 * query that is kept is planned anew when a relation has grown or shrunk by MOST_CHANGE. That
 * depends on the flips only, so every run of kerf plans the same.
 *
 * A request that comes in every world of a model has its plan kept. In the next world it gets that
 * world's relations and indexes. Which worlds came before may show in the order of its answers, not
 * in what they are. */
#include "base/check.h"
#include "query/plan.h"

enum { MOST_CHANGE = 4, SMALL = 64 }; /* times; rows that make no difference */
enum { MOST_MADE = 4 };               /* plans that are kept of one request, one after the other */

/* Queries and their plans stand in one arena, one upon the other: most are freed in the order in
 * which they came, or as the last one. One that is freed from below the last is taken off with
 * it. */
typedef struct memory_query {
    kf_query base;
    kf_request q;
    kf_plan *plan;
    uint32_t *sizes; /* by literal: rows of its relation when the plan was made */
    bool distinct;
    bool freed;
    kf_arena later; /* of a plan that was made anew */
    struct memory_query *below;
    kf_arena_mark start;
} memory_query;

typedef struct memory_backend {
    kf_backend base;
    kf_arena arena;
    memory_query *top;
} memory_backend;

static memory_query *own(kf_query *q)
{
    return (memory_query *)q;
}

static const memory_query *see(const kf_query *q)
{
    return (const memory_query *)q;
}

/* ---- Planning ---- */

static bool can_change(const kf_literal *l)
{
    return l->hidden && l->kind == KF_LITERAL_ATOM;
}

static bool has_changed(uint64_t then, uint64_t now)
{
    return now > MOST_CHANGE * then + SMALL || then > MOST_CHANGE * now + SMALL;
}

static kerf_status make_plan(memory_query *x, kf_arena *arena)
{
    const kf_request *q = &x->q;
    kf_database *d = x->base.backend->d;
    x->sizes = kf_arena_alloc(arena, q->n, sizeof *x->sizes);
    if (!x->sizes) return KERF_NO_MEMORY;
    for (uint32_t i = 0; i < q->n; i++) {
        if (can_change(&q->literals[i])) x->sizes[i] = d->atoms[q->literals[i].id]->alive;
    }
    KF_TRY(kf_plan_make(&x->plan, arena, d, q, true, x->base.backend->stop));
    x->distinct = kf_plan_distinct(x->plan, q->needed);
    return KERF_OK;
}

static kerf_status push(kf_backend *backend, const kf_request *q, memory_query **out)
{
    memory_backend *s = (memory_backend *)backend;
    kf_arena_mark start = kf_arena_get_mark(&s->arena);
    memory_query *x = kf_arena_alloc(&s->arena, 1, sizeof *x);
    if (!x) return KERF_NO_MEMORY;
    *x = (memory_query){ .base.backend = backend, .q = *q, .below = s->top, .start = start };
    kf_arena_init(&x->later, backend->mem);
    s->top = x;
    *out = x;
    return KERF_OK;
}

static void free_query(kf_query *q)
{
    memory_query *x = own(q);
    memory_backend *s = (memory_backend *)q->backend;
    assert(!x->freed);
    kf_arena_free(&x->later);
    x->freed = true;
    while (s->top && s->top->freed) {
        kf_arena_mark start = s->top->start;
        s->top = s->top->below;
        kf_arena_rewind(&s->arena, start);
    }
}

/* ---- Plans that are kept ---- */

static uint32_t rows_now(const kf_database *d, const kf_literal *l)
{
    return l->kind == KF_LITERAL_ATOM ? d->atoms[l->id]->alive : 0;
}

static bool fits(const kf_kept_plan *kept, const kf_request *q, const kf_database *d)
{
    for (uint32_t i = 0; i < q->n; i++)
        if (has_changed(kept->sizes[i], rows_now(d, &q->literals[i]))) return false;
    return true;
}

static kerf_status keep_plan(memory_query *x, kf_kept_plan *kept)
{
    kf_database *d = x->base.backend->d;
    uint32_t *sizes = kf_arena_alloc(kept->arena, x->q.n, sizeof *sizes);
    if (!sizes) return KERF_NO_MEMORY;
    for (uint32_t i = 0; i < x->q.n; i++) sizes[i] = rows_now(d, &x->q.literals[i]);
    KF_TRY(make_plan(x, kept->arena));
    kept->plan = x->plan;
    kept->sizes = sizes;
    kept->distinct = x->distinct;
    kept->made++;
    return KERF_OK;
}

/* One that no longer fits is replaced, but not for ever: the old ones stay in memory. */
static kerf_status find_plan(memory_query *x, memory_backend *s)
{
    kf_kept_plan *kept = x->q.kept;
    kf_database *d = s->base.d;
    if (!kept) return make_plan(x, &s->arena);
    if (!kept->plan || !fits(kept, &x->q, d))
        return kept->made < MOST_MADE ? keep_plan(x, kept) : make_plan(x, &s->arena);
    x->plan = kept->plan;
    x->distinct = kept->distinct;
    return kf_plan_rebind(x->plan, d, x->base.backend->stop);
}

static kerf_status prepare(kf_backend *backend, const kf_request *q, kf_query **out)
{
    memory_query *x;
    KF_TRY(push(backend, q, &x));
    kerf_status st = find_plan(x, (memory_backend *)backend);
    if (st != KERF_OK) {
        free_query(&x->base);
        return st;
    }
    *out = &x->base;
    return KERF_OK;
}

static bool is_stale(const memory_query *x)
{
    const kf_database *d = x->base.backend->d;
    for (uint32_t i = 0; i < x->q.n; i++) {
        if (!can_change(&x->q.literals[i])) continue;
        if (has_changed(x->sizes[i], d->atoms[x->q.literals[i].id]->alive)) return true;
    }
    return false;
}

static kerf_status refresh(kf_query *q)
{
    memory_query *x = own(q);
    assert(!x->freed);
    if (!is_stale(x)) return KERF_OK;
    memory_query fresh = *x;
    kf_arena_init(&fresh.later, q->backend->mem);
    kerf_status st = make_plan(&fresh, &fresh.later);
    if (st != KERF_OK) {
        kf_arena_free(&fresh.later);
        return st;
    }
    kf_arena_free(&x->later);
    *x = fresh;
    return KERF_OK;
}

/* ---- Running ---- */

static kerf_status run_slice(kf_query *q, const kf_seeds *seeds, kf_binding *b, uint32_t k,
                             uint32_t n, kf_emit_fn *emit, void *context)
{
    const kf_database *d = q->backend->d;
    memory_query *x = own(q);
    assert(k < n && !x->freed);
    assert(!x->q.seed || seeds);
    return kf_plan_run(x->plan, q->backend, &d->m->rules.at[x->q.c->rule], seeds, b, k, n, emit,
                       context);
}

static kerf_status run(kf_query *q, const kf_seeds *seeds, kf_binding *b, kf_emit_fn *emit,
                       void *context)
{
    return run_slice(q, seeds, b, 0, 1, emit, context);
}

/* A plan counts rows as it runs, so that every thread needs its own. */
static kerf_status fork_query(kf_query *q, kf_query **out)
{
    memory_query *x = own(q), *copy;
    KF_TRY(push(q->backend, &x->q, &copy));
    kerf_status st = kf_plan_copy(&copy->plan, &((memory_backend *)q->backend)->arena, x->plan);
    if (st != KERF_OK) {
        free_query(&copy->base);
        return st;
    }
    *out = &copy->base;
    return KERF_OK;
}

static void join_query(kf_query *q, kf_query *copy)
{
    assert(q != copy && q->backend == copy->backend);
    kf_plan_add_rows(own(q)->plan, own(copy)->plan);
    free_query(copy);
}

/* ---- Telling ---- */

static bool distinct(const kf_query *q)
{
    return see(q)->distinct;
}

static void estimate(const kf_query *q, kf_estimate *out)
{
    const kf_plan *p = see(q)->plan;
    *out = (kf_estimate){ kf_plan_answers(p), kf_plan_work(p), kf_plan_total(p, q->backend->d) };
}

static void describe(const kf_query *q, kf_text *to, bool ran, uint32_t indent)
{
    kf_plan_print(to, q->backend->d->m, see(q)->plan, ran, indent);
}

static double rows(const kf_backend *s, uint32_t predicate)
{
    assert(predicate < s->d->n_predicates);
    return s->d->atoms[predicate]->alive;
}

static void free_backend(kf_backend *backend)
{
    memory_backend *s = (memory_backend *)backend;
    assert(!s->top);
    kf_arena_free(&s->arena);
    kf_mem_free(backend->mem, s, 1, sizeof *s);
}

static const kf_backend_ops memory_ops = { .name = "memory",
                                           .prepare = prepare,
                                           .refresh = refresh,
                                           .run = run,
                                           .distinct = distinct,
                                           .estimate = estimate,
                                           .describe = describe,
                                           .free_query = free_query,
                                           .rows = rows,
                                           .run_slice = run_slice,
                                           .fork = fork_query,
                                           .join = join_query,
                                           .free = free_backend };

kerf_status kf_memory_backend_new(kf_backend **out, kf_mem *mem, kf_database *d)
{
    memory_backend *s = kf_mem_calloc(mem, 1, sizeof *s);
    if (!s) return KERF_NO_MEMORY;
    s->base = (kf_backend){ .ops = &memory_ops, .mem = mem, .d = d };
    kf_arena_init(&s->arena, mem);
    *out = &s->base;
    return KERF_OK;
}

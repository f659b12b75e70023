/* backend.h -- the interface of backends: they prepare and run conjunctive queries.
 *
 * A backend answers conjunctive queries over evidence and the current assignment of the hidden
 * atoms. The one in memory (memory.c) is kerf's own; others send the same queries elsewhere, as
 * SQL. Callers see a kf_backend and its kf_query objects, never a plan. The provider of evidence
 * decides which backend answers (provider.h).
 *
 * The dividing line. A backend must
 *   - answer requests: literals over observed and hidden predicates and functions, comparisons,
 *     computed terms, with the number of ways to choose the variables that are not needed;
 *   - begin from given atoms (seeds), as one would join with a small temporary table;
 *   - follow the flips of hidden atoms that set() reports, if it keeps a copy of these;
 *   - tell how much it expects a query to give.
 * It need not
 *   - know what evidence fixes of hidden atoms, domains, names or numbers of constants, or problem
 *     atoms: these are looked up one by one, on kerf's own side, in the kf_database it stands on,
 *     which also has the current assignment. Observed atoms are there, too, or with a provider
 *     whose connection the backend then uses;
 *   - evaluate quantified parts or terms: it may leave such literals out of what it sends, need
 *     their variables, and test each row that comes back with kf_eval_logic() and its kin before
 *     it emits it;
 *   - order its answers, split a query into slices, or describe it in more than one line. */
#ifndef KF_BACKEND_H
#define KF_BACKEND_H

#include "base/diag.h"
#include "query/database.h"

/* How a request is answered that comes in every world of a model. The backend fills it in, and
 * takes it up again over the database of another world; zeros before the first. What such a request
 * points to stays as it is as long as this. */
typedef struct kf_kept_plan {
    kf_arena *arena; /* for what is kept */
    struct kf_plan *plan;
    uint32_t *sizes; /* by literal: rows of its relation when the plan was made */
    bool distinct;   /* kf_query_distinct() */
    uint32_t made;   /* plans, one after the other */
} kf_kept_plan;

typedef struct kf_request {
    const kf_compiled *c;
    uint32_t n;
    const kf_literal *literals;
    const bool *needed;     /* by variable */
    const bool *scope;      /* by variable: ranges over its type even if no literal names it */
    const kf_literal *seed; /* atoms that match this are given at run time; NULL: none. An argument
                             * without variable whose constant is KF_NONE matches anything */
    uint32_t seed_at; /* the literal that the seed makes true, or KF_NONE: it is still tested */
    /* Wanted are only bindings of the needed variables with fewer or more ways than this, those
     * with none included: of the seeds, which then differ and bind all needed variables, or of all
     * constants. NULL, or kf_query_filters() says no: all bindings that have a way. */
    const struct kf_range *outside;
    kf_kept_plan *kept; /* or NULL: it is asked in this world only. No literal of it is hidden */
} kf_request;

typedef struct kf_range {
    uint64_t least, most;
} kf_range;

/* Called per binding of the needed variables, with the number of ways to choose the others; returns
 * false to stop. */
typedef bool kf_emit_fn(void *context, const kf_binding *, uint64_t times);

typedef struct kf_seeds { /* atoms of the seed's predicate, row after row */
    uint32_t n;
    const uint32_t *rows;
} kf_seeds;

typedef struct kf_estimate {
    double answers; /* bindings */
    double work;    /* rows looked at on the way */
    double total;   /* answers with their multiplicity */
} kf_estimate;

typedef struct kf_backend kf_backend;
typedef struct kf_query kf_query;

/* What a backend fills in. Those marked may be NULL. */
typedef struct kf_backend_ops {
    const char *name;
    bool far; /* a query takes long however little it finds: better one for many seeds than many */
    kerf_status (*prepare)(kf_backend *, const kf_request *, kf_query **);
    kerf_status (*refresh)(kf_query *); /* NULL: nothing ever to do */
    kerf_status (*run)(kf_query *, const kf_seeds *, kf_binding *, kf_emit_fn *, void *context);
    kerf_status (*ahead)(kf_query *, const kf_seeds *, bool *begun); /* NULL: one at a time */
    void (*give_up)(kf_backend *);                                   /* likewise */
    bool (*filters)(const kf_query *);                               /* NULL: it never does */
    bool (*distinct)(const kf_query *);
    void (*estimate)(const kf_query *, kf_estimate *);
    void (*describe)(const kf_query *, kf_text *, bool ran, uint32_t indent);
    void (*free_query)(kf_query *);
    double (*rows)(const kf_backend *, uint32_t predicate);
    kerf_status (*set)(kf_backend *, uint32_t predicate, const uint32_t *row, bool value); /* NULL:
                                        the backend reads the kf_database itself */
    /* Slices and copies for threads: all three or NULL. */
    kerf_status (*run_slice)(kf_query *, const kf_seeds *, kf_binding *, uint32_t k, uint32_t n,
                             kf_emit_fn *, void *context);
    kerf_status (*fork)(kf_query *, kf_query **);
    void (*join)(kf_query *, kf_query *copy);
    void (*free)(kf_backend *);
} kf_backend_ops;

struct kf_backend { /* first member of a backend's own */
    const kf_backend_ops *ops;
    kf_mem *mem;
    kf_database *d;
    /* Asked every some ten thousand rows of a run, from any thread; true: it ends there, with
     * KERF_INTERRUPTED. NULL: nobody is asked. */
    kf_stop *stop;
};

struct kf_query { /* first member of a backend's own */
    kf_backend *backend;
};

/* The backend in memory, over a database that outlives it (memory.c). */
kerf_status kf_memory_backend_new(kf_backend **, kf_mem *, kf_database *);

/* The backend of where the database's evidence is (backend.c). KERF_MISUSE: the site names
 * another place; KERF_STORE, KERF_UNSUPPORTED: diags say why. */
kerf_status kf_backend_open(kf_backend **, kf_mem *, kf_database *, const kf_backend_site *);
/* How tables are spread over a cluster, statement by statement: those of evidence, or those that
 * change with the assignment and the weights (distribute.c). */
typedef kerf_status kf_statement_fn(void *context, const char *statement);
kerf_status kf_distribute(const kf_database *, bool changes, kf_diags *, kf_statement_fn *,
                          void *context);
bool kf_backend_is_known(const char *where);
bool kf_backend_is_memory(const char *where);
const char *kf_backend_file(const char *where); /* NULL: it is in none */

static inline void kf_backend_free(kf_backend *s) /* its queries first */
{
    if (s) s->ops->free(s);
}

/* A query, good for any number of runs. What the request points to stays as it is until the query
 * is freed. */
static inline kerf_status kf_backend_prepare(kf_backend *s, const kf_request *q, kf_query **out)
{
    return s->ops->prepare(s, q, out);
}

static inline void kf_query_free(kf_query *q)
{
    if (q) q->backend->ops->free_query(q);
}

/* Before another run of a query that is kept: the backend may plan it anew for the current
 * assignment. On failure the old plan stays. */
static inline kerf_status kf_query_refresh(kf_query *q)
{
    return q->backend->ops->refresh ? q->backend->ops->refresh(q) : KERF_OK;
}

/* The binding has room for every variable of the request's formula. KERF_LIMIT: a count went beyond
 * 2^64. KERF_INTERRUPTED: emit stopped it, or the backend's stop() did. */
static inline kerf_status kf_query_run(kf_query *q, const kf_seeds *seeds, kf_binding *b,
                                       kf_emit_fn *emit, void *context)
{
    return q->backend->ops->run(q, seeds, b, emit, context);
}

/* It will be run soon, with these seeds, before any atom flips: a backend that can work on
 * several queries at once begins with it, unless it has enough to do. What is begun and not run
 * after all is given up. Makes no difference to any answer. */
static inline kerf_status kf_query_ahead(kf_query *q, const kf_seeds *seeds, bool *begun)
{
    *begun = false;
    return q->backend->ops->ahead ? q->backend->ops->ahead(q, seeds, begun) : KERF_OK;
}

static inline void kf_backend_give_up(kf_backend *s)
{
    if (s->ops->give_up) s->ops->give_up(s);
}

/* Does it leave out what is not outside the range? */
static inline bool kf_query_filters(const kf_query *q)
{
    return q->backend->ops->filters && q->backend->ops->filters(q);
}

/* Does every run meet a binding of the needed variables once at most? */
static inline bool kf_query_distinct(const kf_query *q)
{
    return q->backend->ops->distinct(q);
}

static inline kf_estimate kf_query_estimate(const kf_query *q)
{
    kf_estimate e;
    q->backend->ops->estimate(q, &e);
    return e;
}

/* How it is answered: a line per step, indented by so many blanks; ran: with rows met so far. */
static inline void kf_query_describe(const kf_query *q, kf_text *to, bool ran, uint32_t indent)
{
    q->backend->ops->describe(q, to, ran, indent);
}

/* True atoms of a predicate. */
static inline double kf_backend_rows(const kf_backend *s, uint32_t predicate)
{
    return s->ops->rows(s, predicate);
}

/* Make a hidden atom true or false, on kerf's own side and in the backend; *changed tells whether
 * it was not so before. */
static inline kerf_status kf_backend_set(kf_backend *s, uint32_t predicate, const uint32_t *row,
                                         bool value, bool *changed)
{
    KF_TRY(kf_database_set(s->d, predicate, row, value, changed));
    return *changed && s->ops->set ? s->ops->set(s, predicate, row, value) : KERF_OK;
}

/* ---- Slices ---- */

static inline bool kf_query_slices(const kf_query *q)
{
    return q->backend->ops->run_slice != NULL;
}

/* Part k of n: one after another they give what the whole gives, in the same order. */
static inline kerf_status kf_query_run_slice(kf_query *q, const kf_seeds *seeds, kf_binding *b,
                                             uint32_t k, uint32_t n, kf_emit_fn *emit,
                                             void *context)
{
    return q->backend->ops->run_slice(q, seeds, b, k, n, emit, context);
}

/* A copy that another thread may run beside this one, while nothing changes; then its count of rows
 * is added to the original's, and it is freed. */
static inline kerf_status kf_query_fork(kf_query *q, kf_query **copy)
{
    return q->backend->ops->fork(q, copy);
}

static inline void kf_query_join(kf_query *q, kf_query *copy)
{
    if (copy) q->backend->ops->join(q, copy);
}

#endif

/* sql_backend.c -- the backend that asks a database by SQL, over any driver; see sql.h and
 * backend.h.
 *
 * A table has the true atoms of each hidden predicate. Flips are gathered, and sent together
 * before the next query. Queries keep the plan of the backend in memory, for its join order and
 * its estimates: a choice that depends on estimates is the same with every backend. */
#include "backend/sql/sql_provider.h"

#include <string.h>

typedef KF_VEC(uint32_t) row_list;

typedef struct sql_backend {
    kf_backend base;
    kf_sql_driver *driver;
    kf_sql_provider *provider; /* whose driver this is */
    row_list *flips; /* by predicate: atoms that changed since the last query, some perhaps twice */
    uint32_t *n_flips;        /* by predicate */
    struct seed_table *seeds; /* by width */
} sql_backend;

typedef struct seed_table {
    bool there;
    row_list rows; /* what is in it, if that is known */
    uint32_t n;    /* 0: it is not */
} seed_table;

enum { MOST_SEED = KF_MOST_TUPLE, MOST_PARAMETERS = 64 };

typedef struct sql_query {
    kf_query base;
    kf_request q;
    kf_arena arena;
    kf_plan *plan;
    kf_sql sql, one;        /* one: begins from one seed; without text until it is asked for */
    void *statement, *once; /* of these; NULL: not prepared yet */
    kf_seeds begun;         /* if one of them was begun ahead: with these */
} sql_query;

static sql_backend *own(kf_backend *s)
{
    return (sql_backend *)s;
}

static kerf_status execute(sql_backend *s, const kf_text *text)
{
    return text->failed ? KERF_NO_MEMORY : s->driver->ops->execute(s->driver, text->at);
}

/* ---- Seeds ---- */

/* The atoms of the seed's predicate as columns. */
static kf_sql_block seed_block(const kf_seeds *seeds, uint32_t width, kf_sql_column *columns)
{
    assert(width <= MOST_SEED && (width == 0 || seeds->n == 0 || seeds->rows));
    columns[0] = kf_sql_constant(0);
    for (uint32_t i = 0; i < width; i++) columns[i] = kf_sql_ids_column(seeds->rows + i, width);
    return (kf_sql_block){ .n = seeds->n, .n_columns = width ? width : 1, .columns = columns };
}

/* ---- Flips ---- */

static kerf_status set(kf_backend *backend, uint32_t predicate, const uint32_t *row, bool value)
{
    assert(predicate < backend->d->n_predicates);
    assert(backend->d->m->predicates.at[predicate].hidden);
    sql_backend *s = own(backend);
    uint32_t width = backend->d->m->predicates.at[predicate].arity;
    row_list *f = &s->flips[predicate];
    (void)value; /* what it is when it is sent counts */
    if (!kf_vec_reserve(backend->mem, f, width)) return KERF_NO_MEMORY;
    for (uint32_t i = 0; i < width; i++) f->at[f->n++] = row[i];
    s->n_flips[predicate]++;
    return KERF_OK;
}

static kerf_status send_flips(sql_backend *s, uint32_t predicate)
{
    kf_mem *mem = s->base.mem;
    const kf_database *d = s->base.d;
    uint32_t n = s->n_flips[predicate], width = d->m->predicates.at[predicate].arity;
    row_list *f = &s->flips[predicate];
    assert(n > 0 && f->n == (size_t)n * width);
    bool *now = kf_mem_alloc(mem, n, sizeof *now);
    if (!now) return KERF_NO_MEMORY;
    for (uint32_t i = 0; i < n; i++)
        now[i] = kf_database_holds(d, predicate, f->at + (size_t)i * width);
    kf_text name;
    kf_text_init(&name, mem);
    kf_sql_relation_name(&name, d->m, KF_LITERAL_ATOM, predicate);
    kerf_status st = name.failed ? KERF_NO_MEMORY
                                 : s->driver->ops->flip(s->driver, name.at, width, n, f->at, now);
    kf_text_free(&name);
    kf_mem_free(mem, now, n, sizeof *now);
    if (st != KERF_OK) return st;
    f->n = 0;
    s->n_flips[predicate] = 0;
    return KERF_OK;
}

static kerf_status send_all_flips(sql_backend *s)
{
    for (uint32_t i = 0; i < s->base.d->n_predicates; i++) {
        if (s->n_flips[i]) KF_TRY(send_flips(s, i));
    }
    return KERF_OK;
}

/* ---- Preparing ---- */

static kerf_status create_index(sql_backend *s, const kf_literal *l, uint32_t mask)
{
    const kf_model *m = s->base.d->m;
    bool changes = l->kind == KF_LITERAL_TABLE
                   || (l->kind == KF_LITERAL_ATOM && m->predicates.at[l->id].hidden);
    kf_text name, text;
    kf_text_init(&name, s->base.mem);
    kf_text_init(&text, s->base.mem);
    kf_sql_relation_name(&name, m, (kf_literal_kind)l->kind, l->id);
    bool needed =
        !name.failed && kf_sql_create_index(&text, s->driver->ops->dialect, name.at, mask, changes);
    kerf_status st = name.failed || text.failed ? KERF_NO_MEMORY : KERF_OK;
    if (st == KERF_OK && needed) st = s->driver->ops->create_index(s->driver, text.at, changes);
    kf_text_free(&name);
    kf_text_free(&text);
    return st;
}

/* The indexes that the backend in memory would build for the plan. */
static kerf_status create_indexes(sql_backend *s, const kf_step *steps, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        const kf_step *x = &steps[i];
        bool keys = x->kind == KF_STEP_KEYS;
        uint32_t mask = 0, n_columns = keys ? x->n_set : x->n_key;
        const kf_column *columns = keys ? x->set : x->key;
        KF_TRY(create_indexes(s, x->steps, x->n_steps));
        if (!keys && x->kind != KF_STEP_PROBE && x->kind != KF_STEP_COUNT) continue;
        for (uint32_t k = 0; k < n_columns; k++) mask |= 1u << columns[k].column;
        KF_TRY(create_index(s, x->literal, mask));
    }
    return KERF_OK;
}

static kerf_status create_seeds(sql_backend *s, uint32_t width)
{
    assert(width <= MOST_SEED);
    if (s->seeds[width].there) return KERF_OK;
    kf_text name, text;
    kf_text_init(&name, s->base.mem);
    kf_text_init(&text, s->base.mem);
    kf_sql_seed_name(&name, width);
    if (!name.failed) {
        kf_text_addf(&text, "DROP TABLE IF EXISTS %s; ", name.at); /* of a backend before */
        kf_sql_create(&text, s->driver->ops->dialect, name.at, width, false, false, true);
    }
    kerf_status st = name.failed ? KERF_NO_MEMORY : execute(s, &text);
    if (st == KERF_OK) s->seeds[width].there = true;
    kf_text_free(&name);
    kf_text_free(&text);
    return st;
}

static void free_query(kf_query *q)
{
    sql_query *x = (sql_query *)q;
    sql_backend *s = own(q->backend);
    if (x->statement) s->driver->ops->finish(s->driver, x->statement);
    if (x->once) s->driver->ops->finish(s->driver, x->once);
    kf_arena_free(&x->arena);
    kf_mem_free(q->backend->mem, x, 1, sizeof *x);
}

static kerf_status prepare(kf_backend *backend, const kf_request *q, kf_query **out)
{
    sql_backend *s = own(backend);
    sql_query *x = kf_mem_calloc(backend->mem, 1, sizeof *x);
    if (!x) return KERF_NO_MEMORY;
    x->base.backend = backend;
    x->q = *q;
    kf_arena_init(&x->arena, backend->mem);
    kerf_status st = kf_plan_make(&x->plan, &x->arena, backend->d, &x->q, false, NULL);
    if (st == KERF_OK) {
        st = kf_sql_write(&x->sql, &x->arena, backend->d, &x->q, x->plan, s->driver->ops->dialect,
                          false);
    }
    if (st == KERF_OK) st = create_indexes(s, x->plan->steps, x->plan->n_steps);
    if (st != KERF_OK) {
        free_query(&x->base);
        return st;
    }
    *out = &x->base;
    return KERF_OK;
}

/* ---- Running ---- */

typedef struct running {
    const sql_query *x;
    const kf_sql *sql;
    const kf_rule *rule;
    kf_binding *b;
    kf_emit_fn *emit;
    void *context;
    kf_patience patience;
    bool stopped;
    bool bad; /* a row is not as it was stored */
} running;

/* A constant of an answer. */
static bool take_id(running *r, uint32_t variable, uint32_t id)
{
    const kf_query *q = &r->x->base;
    r->b->ids[variable] = id;
    return kf_sql_is_constant(q->backend->d->m, r->x->q.c->types[variable], id);
}

static bool take_row(void *context, const kf_sql_cell *cells)
{
    running *r = context;
    const kf_sql *sql = r->sql;
    assert(!r->stopped);
    bool over = !kf_patience_spend(&r->patience, 1);
    for (uint32_t i = 0; i < sql->n_outputs; i++) {
        if (sql->is_number[i]) r->b->numbers[sql->outputs[i]] = cells[i].number;
        else r->bad |= !take_id(r, sql->outputs[i], (uint32_t)cells[i].integer);
    }
    if (r->bad) return false;
    const kf_sql_cell *times = &cells[sql->n_outputs];
    bool none = times->null || times->integer == 0; /* a factor is 0 */
    if (!over && none && !sql->filters) return true;
    bool passed = !over && kf_sql_test(sql, r->x->base.backend->d, r->rule, r->b, &over);
    r->stopped = over || (passed && !r->emit(r->context, r->b, (uint64_t)times->integer));
    return !r->stopped;
}

/* Several queries begin from the same atoms, one after another. */
static bool has_seeds(const seed_table *t, const kf_literal *seed, const kf_seeds *seeds)
{
    size_t n = (size_t)seeds->n * seed->n;
    return t->n > 0 && t->n == seeds->n
           && (n == 0 || memcmp(t->rows.at, seeds->rows, n * sizeof *seeds->rows) == 0);
}

/* Without memory for it they are sent again; nothing else depends on it. A limit is for what must
 * be kept. */
static void remember_seeds(sql_backend *s, seed_table *t, const kf_literal *seed,
                           const kf_seeds *seeds)
{
    assert(t->n == 0 && t->there);
    enum { SHARE = 16 };
    size_t n = (size_t)seeds->n * seed->n, limit = s->base.mem->limit;
    t->rows.n = 0;
    if (limit && n * sizeof *seeds->rows > limit / SHARE) return;
    if (n > 0 && !kf_vec_reserve(s->base.mem, &t->rows, n)) return;
    if (n > 0) memcpy(t->rows.at, seeds->rows, n * sizeof *seeds->rows);
    t->rows.n = n;
    t->n = seeds->n;
}

static kerf_status fill_seeds(sql_backend *s, const char *table, const kf_literal *seed,
                              const kf_seeds *seeds)
{
    assert(s->seeds[seed->n].there);
    kf_sql_column columns[MOST_SEED + 1];
    const kf_sql_block rows = seed_block(seeds, seed->n, columns);
    kf_text text;
    kf_text_init(&text, s->base.mem);
    kf_text_addf(&text, "%s %s", s->driver->ops->dialect->clear, table);
    kerf_status st = execute(s, &text);
    if (st == KERF_OK) st = s->driver->ops->insert(s->driver, table, &rows);
    if (st == KERF_OK) st = kf_sql_analyze(s->driver, table); /* few are not to be taken for many */
    kf_text_free(&text);
    return st;
}

static kerf_status send_seeds(sql_backend *s, const kf_literal *seed, const kf_seeds *seeds)
{
    seed_table *t = &s->seeds[seed->n];
    if (has_seeds(t, seed, seeds)) return KERF_OK;
    t->n = 0;
    kf_text name;
    kf_text_init(&name, s->base.mem);
    kf_sql_seed_name(&name, seed->n);
    kerf_status st = name.failed ? KERF_NO_MEMORY : fill_seeds(s, name.at, seed, seeds);
    if (st == KERF_OK) remember_seeds(s, t, seed, seeds);
    kf_text_free(&name);
    return st;
}

/* The statement that reads seeds from their table, if there are any. */
static kerf_status prepare_many(sql_backend *s, sql_query *x)
{
    if (x->q.seed) KF_TRY(create_seeds(s, x->q.seed->n));
    return x->statement ? KERF_OK : s->driver->ops->prepare(s->driver, &x->sql, &x->statement);
}

static kerf_status prepare_one(sql_backend *s, sql_query *x)
{
    assert(x->q.seed && !x->sql.filters);
    const kf_sql_ops *ops = s->driver->ops;
    if (!x->one.text)
        KF_TRY(kf_sql_write(&x->one, &x->arena, s->base.d, &x->q, x->plan, ops->dialect, true));
    return x->once ? KERF_OK : ops->prepare(s->driver, &x->one, &x->once);
}

static bool begins_from_one(const sql_query *x, const kf_seeds *seeds)
{
    return x->q.seed && seeds->n == 1 && x->q.seed->n <= MOST_PARAMETERS && !x->sql.filters;
}

/* Is it under way already, from these seeds? What was begun from others is given up. */
static bool keep_begun(sql_backend *s, const sql_query *x, const kf_seeds *seeds, void *statement)
{
    const kf_sql_ops *ops = s->driver->ops;
    if (!ops->is_ahead || !ops->is_ahead(s->driver, statement)) return false;
    if (!x->q.seed || (x->begun.rows == seeds->rows && x->begun.n == seeds->n)) return true;
    ops->give_up(s->driver, statement);
    return false;
}

static kerf_status ahead(kf_query *q, const kf_seeds *seeds, bool *begun)
{
    sql_query *x = (sql_query *)q;
    sql_backend *s = own(q->backend);
    assert(!x->q.seed || seeds);
    const kf_sql_ops *ops = s->driver->ops;
    if (!ops->ahead) return KERF_OK;
    bool one = begins_from_one(x, seeds), table = x->q.seed && !one;
    KF_TRY(send_all_flips(s));
    KF_TRY(one ? prepare_one(s, x) : prepare_many(s, x));
    kf_sql_column columns[MOST_SEED + 1];
    kf_sql_block rows = { 0 };
    uint32_t width = table ? x->q.seed->n : 0;
    if (table) rows = seed_block(seeds, width, columns);
    KF_TRY(ops->ahead(s->driver, one ? &x->one : &x->sql, one ? x->once : x->statement,
                      one ? seeds->rows : NULL, width, table ? &rows : NULL, begun));
    if (*begun && seeds) x->begun = *seeds;
    return KERF_OK;
}

static void give_up(kf_backend *backend)
{
    const sql_backend *s = own(backend);
    if (s->driver->ops->give_up) s->driver->ops->give_up(s->driver, NULL);
}

static kerf_status run(kf_query *q, const kf_seeds *seeds, kf_binding *b, kf_emit_fn *emit,
                       void *context)
{
    sql_query *x = (sql_query *)q;
    sql_backend *s = own(q->backend);
    bool one = begins_from_one(x, seeds);
    assert(!x->q.seed || seeds);
    running r = { .x = x,
                  .sql = one ? &x->one : &x->sql,
                  .rule = &q->backend->d->m->rules.at[x->q.c->rule],
                  .b = b,
                  .emit = emit,
                  .context = context,
                  .patience = kf_patience_of(q->backend->stop) };
    KF_TRY(send_all_flips(s));
    KF_TRY(one ? prepare_one(s, x) : prepare_many(s, x));
    void *statement = one ? x->once : x->statement;
    if (!keep_begun(s, x, seeds, statement) && x->q.seed && !one)
        KF_TRY(send_seeds(s, x->q.seed, seeds));
    b->patience = &r.patience;
    kerf_status st =
        s->driver->ops->select(s->driver, r.sql, statement, one ? seeds->rows : NULL, take_row, &r);
    b->patience = NULL;
    KF_TRY(s->provider->status);
    if (r.bad) return kf_sql_refuse_row(s->driver);
    return st == KERF_OK && r.stopped ? KERF_INTERRUPTED : st;
}

/* ---- Telling ---- */

static bool filters(const kf_query *q)
{
    return ((const sql_query *)q)->sql.filters;
}

static bool distinct(const kf_query *q)
{
    return ((const sql_query *)q)->sql.distinct;
}

static void estimate(const kf_query *q, kf_estimate *out)
{
    const kf_plan *p = ((const sql_query *)q)->plan;
    *out = (kf_estimate){ kf_plan_answers(p), kf_plan_work(p), kf_plan_total(p, q->backend->d) };
}

static void describe(const kf_query *q, kf_text *to, bool ran, uint32_t indent)
{
    const sql_query *x = (const sql_query *)q;
    (void)ran;
    for (const char *at = x->sql.text; *at;) {
        size_t n = strcspn(at, "\n");
        kf_text_addf(to, "%*s%.*s\n", (int)indent, "", (int)n, at);
        at += n + (at[n] == '\n');
    }
    for (uint32_t i = 0; i < x->sql.n_numbers; i++) {
        kf_text_addf(to, "%*swith parameter %u: ", (int)indent, "", i + 1);
        kf_text_add_number(to, x->sql.numbers[i]);
        kf_text_addc(to, '\n');
    }
    for (uint32_t i = 0; i < x->sql.n_tests; i++) {
        kf_text_addf(to, "%*sthen, row by row: ", (int)indent, "");
        kf_print_literal(to, q->backend->d->m, x->q.c, x->sql.tests[i]->literal);
        kf_text_addc(to, '\n');
    }
}

static double rows(const kf_backend *s, uint32_t predicate)
{
    assert(predicate < s->d->n_predicates);
    return s->d->atoms[predicate]->alive;
}

/* ---- Life ---- */

static void free_backend(kf_backend *backend)
{
    sql_backend *s = own(backend);
    assert(s->provider);
    uint32_t n = backend->d->n_predicates;
    for (uint32_t i = 0; s->flips && i < n; i++) kf_vec_free(backend->mem, &s->flips[i]);
    kf_mem_free(backend->mem, s->flips, n, sizeof *s->flips);
    kf_mem_free(backend->mem, s->n_flips, n, sizeof *s->n_flips);
    for (uint32_t i = 0; s->seeds && i <= MOST_SEED; i++)
        kf_vec_free(backend->mem, &s->seeds[i].rows);
    kf_mem_free(backend->mem, s->seeds, MOST_SEED + 1, sizeof *s->seeds);
    kf_sql_provider_take_back(s->provider);
    kf_mem_free(backend->mem, s, 1, sizeof *s);
}

static const kf_backend_ops sql_ops = { .name = "sql",
                                        .far = true,
                                        .prepare = prepare,
                                        .run = run,
                                        .ahead = ahead,
                                        .give_up = give_up,
                                        .filters = filters,
                                        .distinct = distinct,
                                        .estimate = estimate,
                                        .describe = describe,
                                        .free_query = free_query,
                                        .rows = rows,
                                        .set = set,
                                        .free = free_backend };

kerf_status kf_sql_backend_new(kf_backend **out, kf_mem *mem, kf_database *d, kf_sql_provider *v,
                               const kf_backend_site *site)
{
    sql_backend *s = kf_mem_calloc(mem, 1, sizeof *s);
    assert(kf_evidence_provider(d->w) == &v->base);
    if (!s) return KERF_NO_MEMORY;
    s->base = (kf_backend){ .ops = &sql_ops, .mem = mem, .d = d };
    s->provider = v;
    s->driver = v->driver;
    s->flips = kf_mem_calloc(mem, d->n_predicates, sizeof *s->flips);
    s->n_flips = kf_mem_calloc(mem, d->n_predicates, sizeof *s->n_flips);
    s->seeds = kf_mem_calloc(mem, MOST_SEED + 1, sizeof *s->seeds);
    bool room = s->flips && s->n_flips && s->seeds;
    kerf_status st = room ? kf_sql_fill(v, d, site) : KERF_NO_MEMORY;
    if (st != KERF_OK) {
        free_backend(&s->base);
        return st;
    }
    s->driver->asker = &s->base;
    *out = &s->base;
    return KERF_OK;
}

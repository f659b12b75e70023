/* sql_backend.c -- a store that asks a database by SQL, whichever it is; see sql.h and backend.h.
 *
 * The current world of the hidden predicates is a table each, which follows the flips:
 * they are gathered, and sent together before the next query. Queries keep the plan of the store in
 * memory for its order of joins and for what it expects, so that every choice that depends on
 * estimates is the same whatever the store. */
#include "backend/sql/sql.h"

#include <assert.h>
#include <string.h>

typedef KF_VEC(uint32_t) row_list;

typedef struct sql_store {
    kf_backend base;
    kf_sql_driver *driver;
    kf_vault *vault; /* whose driver this is; NULL: it is the store's own */
    row_list *flips; /* by predicate: atoms that changed since the last query, some perhaps twice */
    uint32_t *n_flips;        /* by predicate */
    struct seed_table *seeds; /* by width */
} sql_store;

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

static sql_store *store_of(kf_backend *s)
{
    return (sql_store *)s;
}

static kerf_status execute(sql_store *s, const kf_text *text)
{
    return text->failed ? KERF_NO_MEMORY : s->driver->ops->execute(s->driver, text->at);
}

/* ---- Seeds ---- */

typedef struct seed_source {
    const uint32_t *rows;
    uint32_t n, width, at;
} seed_source;

static bool next_of_seeds(void *context, kf_sql_cell *cells)
{
    seed_source *x = context;
    if (x->at == x->n) return false;
    cells[0].integer = 0;
    for (uint32_t i = 0; i < x->width; i++)
        cells[i].integer = kf_sql_id(x->rows[(size_t)x->at * x->width + i]);
    x->at++;
    return true;
}

/* ---- Flips ---- */

static kerf_status set(kf_backend *store, uint32_t predicate, const uint32_t *row, bool value)
{
    sql_store *s = store_of(store);
    uint32_t width = store->d->m->predicates.at[predicate].arity;
    row_list *f = &s->flips[predicate];
    (void)value; /* what it is when it is sent counts */
    if (!kf_vec_reserve(store->mem, f, width)) return KERF_NO_MEMORY;
    for (uint32_t i = 0; i < width; i++) f->at[f->n++] = row[i];
    s->n_flips[predicate]++;
    return KERF_OK;
}

static kerf_status send_flips(sql_store *s, uint32_t predicate)
{
    kf_mem *mem = s->base.mem;
    const kf_database *d = s->base.d;
    uint32_t n = s->n_flips[predicate], width = d->m->predicates.at[predicate].arity;
    row_list *f = &s->flips[predicate];
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

static kerf_status send_all_flips(sql_store *s)
{
    for (uint32_t i = 0; i < s->base.d->n_predicates; i++) {
        if (s->n_flips[i]) KF_TRY(send_flips(s, i));
    }
    return KERF_OK;
}

/* ---- Preparing ---- */

static kerf_status create_index(sql_store *s, const kf_literal *l, uint32_t mask)
{
    const kf_model *m = s->base.d->m;
    bool world = l->kind == KF_LITERAL_TABLE
                 || (l->kind == KF_LITERAL_ATOM && m->predicates.at[l->id].hidden);
    kf_text name, text;
    kf_text_init(&name, s->base.mem);
    kf_text_init(&text, s->base.mem);
    kf_sql_relation_name(&name, m, (kf_literal_kind)l->kind, l->id);
    bool needed =
        !name.failed && kf_sql_create_index(&text, s->driver->ops->dialect, name.at, mask, world);
    kerf_status st = name.failed || text.failed ? KERF_NO_MEMORY : KERF_OK;
    if (st == KERF_OK && needed) st = s->driver->ops->create_index(s->driver, text.at, world);
    kf_text_free(&name);
    kf_text_free(&text);
    return st;
}

/* The indexes that the store in memory would build for the plan. */
static kerf_status create_indexes(sql_store *s, const kf_step *steps, uint32_t n)
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

static kerf_status create_seeds(sql_store *s, uint32_t width)
{
    assert(width <= MOST_SEED);
    if (s->seeds[width].there) return KERF_OK;
    kf_text name, text;
    kf_text_init(&name, s->base.mem);
    kf_text_init(&text, s->base.mem);
    kf_sql_seed_name(&name, width);
    if (!name.failed) {
        if (s->vault)
            kf_text_addf(&text, "DROP TABLE IF EXISTS %s; ", name.at); /* of a store before */
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
    sql_store *s = store_of(q->store);
    if (x->statement) s->driver->ops->finish(s->driver, x->statement);
    if (x->once) s->driver->ops->finish(s->driver, x->once);
    kf_arena_free(&x->arena);
    kf_mem_free(q->store->mem, x, 1, sizeof *x);
}

static kerf_status prepare(kf_backend *store, const kf_request *q, kf_query **out)
{
    sql_store *s = store_of(store);
    sql_query *x = kf_mem_calloc(store->mem, 1, sizeof *x);
    if (!x) return KERF_NO_MEMORY;
    x->base.store = store;
    x->q = *q;
    kf_arena_init(&x->arena, store->mem);
    kerf_status st = kf_plan_make(&x->plan, &x->arena, store->d, &x->q, false);
    if (st == KERF_OK) {
        st = kf_sql_write(&x->sql, &x->arena, store->d, &x->q, x->plan, s->driver->ops->dialect,
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
} running;

static bool take_row(void *context, const kf_sql_cell *cells)
{
    running *r = context;
    const kf_sql *sql = r->sql;
    bool over = !kf_patience_spend(&r->patience, 1);
    for (uint32_t i = 0; i < sql->n_outputs; i++) {
        if (sql->is_number[i]) r->b->numbers[sql->outputs[i]] = cells[i].number;
        else r->b->ids[sql->outputs[i]] = (uint32_t)cells[i].integer;
    }
    const kf_sql_cell *times = &cells[sql->n_outputs];
    bool none = times->null || times->integer == 0; /* a factor is 0 */
    if (!over && none && !sql->filters) return true;
    bool passed = !over && kf_sql_test(sql, r->x->base.store->d, r->rule, r->b, &over);
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

/* Without memory for it they are sent again; nothing else depends on it. A limit is for what must be
 * kept. */
static void remember_seeds(sql_store *s, seed_table *t, const kf_literal *seed,
                           const kf_seeds *seeds)
{
    enum { SHARE = 16 };
    size_t n = (size_t)seeds->n * seed->n, limit = s->base.mem->limit;
    t->rows.n = 0;
    if (limit && n * sizeof *seeds->rows > limit / SHARE) return;
    if (n > 0 && !kf_vec_reserve(s->base.mem, &t->rows, n)) return;
    if (n > 0) memcpy(t->rows.at, seeds->rows, n * sizeof *seeds->rows);
    t->rows.n = n;
    t->n = seeds->n;
}

static kerf_status fill_seeds(sql_store *s, const char *table, const kf_literal *seed,
                              const kf_seeds *seeds)
{
    kf_sql_kind kinds[MOST_SEED] = { KF_SQL_INTEGER };
    seed_source from = { .rows = seeds->rows, .n = seeds->n, .width = seed->n };
    kf_sql_rows rows = { seed->n ? seed->n : 1, kinds, next_of_seeds, &from };
    kf_text text;
    kf_text_init(&text, s->base.mem);
    kf_text_addf(&text, "%s %s", s->driver->ops->dialect->clear, table);
    kerf_status st = execute(s, &text);
    if (st == KERF_OK) st = s->driver->ops->fill(s->driver, table, &rows);
    if (st == KERF_OK) st = kf_sql_analyze(s->driver, table); /* few are not to be taken for many */
    kf_text_free(&text);
    return st;
}

static kerf_status send_seeds(sql_store *s, const kf_literal *seed, const kf_seeds *seeds)
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
static kerf_status prepare_many(sql_store *s, sql_query *x)
{
    if (x->q.seed) KF_TRY(create_seeds(s, x->q.seed->n));
    return x->statement ? KERF_OK : s->driver->ops->prepare(s->driver, &x->sql, &x->statement);
}

static kerf_status prepare_one(sql_store *s, sql_query *x)
{
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
static bool is_begun(sql_store *s, const sql_query *x, const kf_seeds *seeds, void *statement)
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
    sql_store *s = store_of(q->store);
    const kf_sql_ops *ops = s->driver->ops;
    if (!ops->ahead) return KERF_OK;
    bool one = begins_from_one(x, seeds), table = x->q.seed && !one;
    KF_TRY(send_all_flips(s));
    KF_TRY(one ? prepare_one(s, x) : prepare_many(s, x));
    kf_sql_kind kinds[MOST_SEED] = { KF_SQL_INTEGER };
    seed_source from = { 0 };
    kf_sql_rows rows = { 1, kinds, next_of_seeds, &from };
    uint32_t width = table ? x->q.seed->n : 0;
    if (table) from = (seed_source){ .rows = seeds->rows, .n = seeds->n, .width = width };
    if (width) rows.n_columns = width;
    KF_TRY(ops->ahead(s->driver, one ? &x->one : &x->sql, one ? x->once : x->statement,
                      one ? seeds->rows : NULL, width, table ? &rows : NULL, begun));
    if (*begun && seeds) x->begun = *seeds;
    return KERF_OK;
}

static void give_up(kf_backend *store)
{
    const sql_store *s = store_of(store);
    if (s->driver->ops->give_up) s->driver->ops->give_up(s->driver, NULL);
}

static kerf_status run(kf_query *q, const kf_seeds *seeds, kf_binding *b, kf_emit_fn *emit,
                       void *context)
{
    sql_query *x = (sql_query *)q;
    sql_store *s = store_of(q->store);
    bool one = begins_from_one(x, seeds);
    running r = { .x = x,
                  .sql = one ? &x->one : &x->sql,
                  .rule = &q->store->d->m->rules.at[x->q.c->rule],
                  .b = b,
                  .emit = emit,
                  .context = context,
                  .patience = kf_patience_of(q->store->stop) };
    KF_TRY(send_all_flips(s));
    KF_TRY(one ? prepare_one(s, x) : prepare_many(s, x));
    void *statement = one ? x->once : x->statement;
    if (!is_begun(s, x, seeds, statement) && x->q.seed && !one)
        KF_TRY(send_seeds(s, x->q.seed, seeds));
    b->patience = &r.patience;
    kerf_status st =
        s->driver->ops->select(s->driver, r.sql, statement, one ? seeds->rows : NULL, take_row, &r);
    b->patience = NULL;
    if (s->vault) KF_TRY(kf_vault_status(s->vault));
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
    *out = (kf_estimate){ kf_plan_answers(p), kf_plan_work(p), kf_plan_total(p, q->store->d) };
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
        kf_print_literal(to, q->store->d->m, x->q.c, x->sql.tests[i]->literal);
        kf_text_addc(to, '\n');
    }
}

static double rows(const kf_backend *s, uint32_t predicate)
{
    return s->d->atoms[predicate]->alive;
}

/* ---- Life ---- */

static void free_store(kf_backend *store)
{
    sql_store *s = store_of(store);
    uint32_t n = store->d->n_predicates;
    for (uint32_t i = 0; s->flips && i < n; i++) kf_vec_free(store->mem, &s->flips[i]);
    kf_mem_free(store->mem, s->flips, n, sizeof *s->flips);
    kf_mem_free(store->mem, s->n_flips, n, sizeof *s->n_flips);
    for (uint32_t i = 0; s->seeds && i <= MOST_SEED; i++)
        kf_vec_free(store->mem, &s->seeds[i].rows);
    kf_mem_free(store->mem, s->seeds, MOST_SEED + 1, sizeof *s->seeds);
    if (s->vault) kf_vault_take_back(s->vault);
    else s->driver->ops->close(s->driver);
    kf_mem_free(store->mem, s, 1, sizeof *s);
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
                                        .free = free_store };

kerf_status kf_sql_store_new(kf_backend **out, kf_mem *mem, kf_database *d, kf_sql_driver *driver,
                             const kf_backend_site *site)
{
    sql_store *s = kf_mem_calloc(mem, 1, sizeof *s);
    kf_vault *vault = kf_evidence_vault(d->w);
    if (!s) {
        if (!vault) driver->ops->close(driver);
        return KERF_NO_MEMORY;
    }
    s->vault = vault;
    s->base = (kf_backend){ .ops = &sql_ops, .mem = mem, .d = d };
    s->driver = driver;
    s->flips = kf_mem_calloc(mem, d->n_predicates, sizeof *s->flips);
    s->n_flips = kf_mem_calloc(mem, d->n_predicates, sizeof *s->n_flips);
    s->seeds = kf_mem_calloc(mem, MOST_SEED + 1, sizeof *s->seeds);
    bool room = s->flips && s->n_flips && s->seeds;
    kerf_status st = room ? kf_sql_fill(driver, d, site) : KERF_NO_MEMORY;
    if (st != KERF_OK) {
        free_store(&s->base);
        return st;
    }
    driver->store = &s->base;
    *out = &s->base;
    return KERF_OK;
}

/* sql_store.c -- a store that asks a database by SQL, whichever it is; see sql.h and store.h.
 *
 * Evidence is stored once, under a fingerprint of all that is stored, so that a later run can find
 * it there. The current world of the hidden predicates is a table each, which follows the flips:
 * they are gathered, and sent together before the next query. Queries keep the plan of the store in
 * memory for its order of joins and for what it expects, so that every choice that depends on
 * estimates is the same whatever the store. */
#include "store/sql.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

typedef KF_VEC(uint32_t) row_list;

typedef struct sql_store {
    kf_store base;
    kf_sql_driver *driver;
    row_list *flips; /* by predicate: atoms that changed since the last query, some perhaps twice */
    uint32_t *n_flips; /* by predicate */
    bool *seed_tables; /* by width: it is there */
} sql_store;

enum { MOST_SEED = KF_MOST_TUPLE };

typedef struct sql_query {
    kf_query base;
    kf_request q;
    kf_arena arena;
    kf_plan *plan;
    kf_sql sql;
    void *statement; /* NULL: not prepared yet */
} sql_query;

static sql_store *store_of(kf_store *s)
{
    return (sql_store *)s;
}

static kerf_status execute(sql_store *s, const kf_text *text)
{
    return text->failed ? KERF_NO_MEMORY : s->driver->ops->execute(s->driver, text->at);
}

/* ---- Rows to be stored ---- */

typedef struct source {
    const kf_rel *rel;
    const kf_domain *domain;
    const kf_model *m;
    uint32_t type;
    const uint32_t *rows; /* of seeds */
    uint32_t n, width, at;
} source;

static bool next_of_relation(void *context, kf_sql_cell *cells)
{
    source *x = context;
    const kf_rel *rel = x->rel;
    while (x->at < x->n && rel->dead && rel->dead[x->at]) x->at++;
    if (x->at == x->n) return false;
    cells[0].integer = 0;
    for (uint32_t i = 0; i < rel->width; i++) cells[i].integer = kf_sql_id(rel->columns[i][x->at]);
    if (rel->numbers) cells[rel->width ? rel->width : 1].number = rel->numbers[x->at];
    x->at++;
    return true;
}

static bool next_of_domain(void *context, kf_sql_cell *cells)
{
    source *x = context;
    if (x->at == x->domain->n) return false;
    uint32_t id = x->domain->ids[x->at++];
    double value = x->domain->values[id];
    cells[0].integer = kf_sql_id(id);
    cells[1].text = kf_constant_text(x->m, x->type, id);
    cells[2].null = isnan(value);
    cells[2].number = value;
    return true;
}

static bool next_of_seeds(void *context, kf_sql_cell *cells)
{
    source *x = context;
    if (x->at == x->n) return false;
    cells[0].integer = 0;
    for (uint32_t i = 0; i < x->width; i++)
        cells[i].integer = kf_sql_id(x->rows[(size_t)x->at * x->width + i]);
    x->at++;
    return true;
}

/* ---- Storing ---- */

static kerf_status store_relation(sql_store *s, kf_literal_kind kind, uint32_t id, bool number,
                                  bool world)
{
    const kf_database *d = s->base.d;
    const kf_rel *rel = kind == KF_LITERAL_FUNCTION ? d->functions[id] : d->atoms[id];
    kf_sql_kind kinds[KF_MOST_ARITY + 2] = { KF_SQL_INTEGER };
    uint32_t columns = rel->width ? rel->width : 1;
    bool single = rel->width == 0 && !rel->numbers;
    source from = { .rel = rel, .n = single ? rel->alive : rel->n };
    kf_sql_rows rows = { columns + number, kinds, next_of_relation, &from };
    kinds[columns] = KF_SQL_DOUBLE;
    kf_text name, text;
    kf_text_init(&name, s->base.mem);
    kf_text_init(&text, s->base.mem);
    kf_sql_relation_name(&name, d->m, kind, id);
    if (!name.failed) {
        kf_sql_create(&text, s->driver->ops->dialect, name.at, rel->width, number, true, world);
    }
    kerf_status st = name.failed ? KERF_NO_MEMORY : execute(s, &text);
    if (st == KERF_OK) st = s->driver->ops->fill(s->driver, name.at, &rows);
    kf_text_free(&name);
    kf_text_free(&text);
    return st;
}

static kerf_status store_type(sql_store *s, uint32_t type)
{
    static const kf_sql_kind kinds[] = { KF_SQL_INTEGER, KF_SQL_TEXT, KF_SQL_DOUBLE };
    const kf_database *d = s->base.d;
    source from = { .domain = &d->domains[type], .m = d->m, .type = type };
    kf_sql_rows rows = { 3, kinds, next_of_domain, &from };
    kf_text name, text;
    kf_text_init(&name, s->base.mem);
    kf_text_init(&text, s->base.mem);
    kf_sql_type_name(&name, d->m, type);
    kf_text_addf(&text,
                 "%s %s (id INTEGER PRIMARY KEY, name TEXT NOT NULL, value DOUBLE PRECISION)",
                 s->driver->ops->dialect->table, name.failed ? "" : name.at);
    kerf_status st = name.failed ? KERF_NO_MEMORY : execute(s, &text);
    if (st == KERF_OK) st = s->driver->ops->fill(s->driver, name.at, &rows);
    kf_text_free(&name);
    kf_text_free(&text);
    return st;
}

static kerf_status store_evidence(sql_store *s)
{
    const kf_database *d = s->base.d;
    for (uint32_t i = 1; i < d->n_types; i++) KF_TRY(store_type(s, i));
    for (uint32_t i = 0; i < d->n_functions; i++)
        KF_TRY(store_relation(s, KF_LITERAL_FUNCTION, i, false, false));
    for (uint32_t i = 0; i < d->n_predicates; i++) {
        const kf_predicate *p = &d->m->predicates.at[i];
        if (!p->hidden) KF_TRY(store_relation(s, KF_LITERAL_ATOM, i, p->number, false));
    }
    return KERF_OK;
}

static kerf_status store_world(sql_store *s)
{
    const kf_database *d = s->base.d;
    for (uint32_t i = 0; i < d->n_predicates; i++) {
        if (d->m->predicates.at[i].hidden)
            KF_TRY(store_relation(s, KF_LITERAL_ATOM, i, false, true));
    }
    return KERF_OK;
}

/* ---- The fingerprint of what is stored ---- */

typedef struct print {
    uint64_t a, b;
} print;

static void mix(print *p, uint64_t word)
{
    p->a = (p->a ^ word) * 0x9e3779b97f4a7c15u;
    p->a ^= p->a >> 29;
    p->b = (p->b + word) * 0xd6e8feb86659fd93u;
    p->b ^= p->b >> 32;
}

static void mix_text(print *p, kf_str text)
{
    mix(p, text.n);
    mix(p, kf_hash_bytes(text.at, text.n));
}

static void mix_relation(print *p, kf_str name, const kf_rel *rel)
{
    mix_text(p, name);
    mix(p, (uint64_t)rel->width << 32 | rel->alive);
    for (uint32_t i = 0; i < rel->width; i++) {
        for (uint32_t at = 0; at < rel->n; at++) mix(p, rel->columns[i][at]);
    }
    for (uint32_t at = 0; rel->numbers && at < rel->n; at++) {
        uint64_t bits;
        memcpy(&bits, &rel->numbers[at], sizeof bits);
        mix(p, bits);
    }
}

static void take_print(const kf_database *d, char to[40])
{
    enum { FORMAT = 1 }; /* of the tables: another one is another fingerprint */
    const kf_model *m = d->m;
    print p = { FORMAT, 0 };
    for (uint32_t t = 1; t < d->n_types; t++) {
        mix_text(&p, kf_type_name(m, t));
        for (uint32_t i = 0; i < d->domains[t].n; i++) {
            mix(&p, d->domains[t].ids[i]);
            mix_text(&p, kf_constant_text(m, t, d->domains[t].ids[i]));
        }
    }
    for (uint32_t i = 0; i < d->n_functions; i++)
        mix_relation(&p, kf_model_name(m, m->functions.at[i].name), d->functions[i]);
    for (uint32_t i = 0; i < d->n_predicates; i++) {
        kf_str name = kf_predicate_name(m, i);
        if (m->predicates.at[i].hidden) mix_text(&p, name);
        else mix_relation(&p, name, d->atoms[i]);
    }
    snprintf(to, 40, "%016llx%016llx", (unsigned long long)p.a, (unsigned long long)p.b);
}

static kerf_status fill_store(sql_store *s)
{
    const kf_sql_ops *ops = s->driver->ops;
    char fingerprint[40];
    bool there;
    take_print(s->base.d, fingerprint);
    KF_TRY(ops->begin(s->driver, fingerprint, &there));
    if (!there) {
        KF_TRY(store_evidence(s));
        KF_TRY(ops->commit(s->driver, fingerprint));
    }
    return store_world(s);
}

/* ---- Flips ---- */

static kerf_status set(kf_store *store, uint32_t predicate, const uint32_t *row, bool value)
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
    bool world = l->kind == KF_LITERAL_ATOM && m->predicates.at[l->id].hidden;
    kf_text name, text;
    kf_text_init(&name, s->base.mem);
    kf_text_init(&text, s->base.mem);
    kf_sql_relation_name(&name, m, (kf_literal_kind)l->kind, l->id);
    bool needed =
        !name.failed && kf_sql_create_index(&text, s->driver->ops->dialect, name.at, mask, world);
    kerf_status st = name.failed ? KERF_NO_MEMORY : needed ? execute(s, &text) : KERF_OK;
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
    if (s->seed_tables[width]) return KERF_OK;
    kf_text name, text;
    kf_text_init(&name, s->base.mem);
    kf_text_init(&text, s->base.mem);
    kf_sql_seed_name(&name, width);
    if (!name.failed)
        kf_sql_create(&text, s->driver->ops->dialect, name.at, width, false, false, true);
    kerf_status st = name.failed ? KERF_NO_MEMORY : execute(s, &text);
    if (st == KERF_OK) s->seed_tables[width] = true;
    kf_text_free(&name);
    kf_text_free(&text);
    return st;
}

static void free_query(kf_query *q)
{
    sql_query *x = (sql_query *)q;
    sql_store *s = store_of(q->store);
    if (x->statement) s->driver->ops->finish(s->driver, x->statement);
    kf_arena_free(&x->arena);
    kf_mem_free(q->store->mem, x, 1, sizeof *x);
}

static kerf_status prepare(kf_store *store, const kf_request *q, kf_query **out)
{
    sql_store *s = store_of(store);
    sql_query *x = kf_mem_calloc(store->mem, 1, sizeof *x);
    if (!x) return KERF_NO_MEMORY;
    x->base.store = store;
    x->q = *q;
    kf_arena_init(&x->arena, store->mem);
    kerf_status st = kf_plan_make(&x->plan, &x->arena, store->d, &x->q, false);
    if (st == KERF_OK) {
        st = kf_sql_write(&x->sql, &x->arena, store->d, &x->q, x->plan, s->driver->ops->dialect);
    }
    if (st == KERF_OK) st = create_indexes(s, x->plan->steps, x->plan->n_steps);
    if (st == KERF_OK && q->seed) st = create_seeds(s, q->seed->n);
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
    const kf_sql *sql = &r->x->sql;
    bool over = !kf_patience_spend(&r->patience, 1);
    for (uint32_t i = 0; i < sql->n_outputs; i++) {
        if (sql->is_number[i]) r->b->numbers[sql->outputs[i]] = cells[i].number;
        else r->b->ids[sql->outputs[i]] = (uint32_t)cells[i].integer;
    }
    const kf_sql_cell *times = &cells[sql->n_outputs];
    if (!over && (times->null || times->integer == 0)) return true; /* a factor is 0 */
    bool passed = !over && kf_sql_test(sql, r->x->base.store->d, r->rule, r->b, &over);
    r->stopped = over || (passed && !r->emit(r->context, r->b, (uint64_t)times->integer));
    return !r->stopped;
}

static kerf_status send_seeds(sql_store *s, const kf_literal *seed, const kf_seeds *seeds)
{
    kf_text name, text;
    kf_text_init(&name, s->base.mem);
    kf_text_init(&text, s->base.mem);
    kf_sql_seed_name(&name, seed->n);
    kf_text_add(&text, KF_STR("DELETE FROM "));
    kf_text_add(&text, kf_text_get(&name));
    kerf_status st = name.failed ? KERF_NO_MEMORY : execute(s, &text);
    uint32_t columns = seed->n ? seed->n : 1;
    kf_sql_kind kinds[MOST_SEED] = { KF_SQL_INTEGER };
    source from = { .rows = seeds->rows, .n = seeds->n, .width = seed->n };
    kf_sql_rows rows = { columns, kinds, next_of_seeds, &from };
    if (st == KERF_OK) st = s->driver->ops->fill(s->driver, name.at, &rows);
    kf_text_free(&name);
    kf_text_free(&text);
    return st;
}

static kerf_status run(kf_query *q, const kf_seeds *seeds, kf_binding *b, kf_emit_fn *emit,
                       void *context)
{
    sql_query *x = (sql_query *)q;
    sql_store *s = store_of(q->store);
    const kf_sql_ops *ops = s->driver->ops;
    running r = { .x = x,
                  .rule = &q->store->d->m->rules.at[x->q.c->rule],
                  .b = b,
                  .emit = emit,
                  .context = context,
                  .patience = kf_patience_of(q->store->stop, q->store->stop_context) };
    KF_TRY(send_all_flips(s));
    if (x->q.seed) KF_TRY(send_seeds(s, x->q.seed, seeds));
    if (!x->statement) KF_TRY(ops->prepare(s->driver, &x->sql, &x->statement));
    b->patience = &r.patience;
    kerf_status st = ops->select(s->driver, &x->sql, x->statement, take_row, &r);
    b->patience = NULL;
    return st == KERF_OK && r.stopped ? KERF_INTERRUPTED : st;
}

/* ---- Telling ---- */

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

static double rows(const kf_store *s, uint32_t predicate)
{
    return s->d->atoms[predicate]->alive;
}

/* ---- Life ---- */

static void free_store(kf_store *store)
{
    sql_store *s = store_of(store);
    uint32_t n = store->d->n_predicates;
    for (uint32_t i = 0; s->flips && i < n; i++) kf_vec_free(store->mem, &s->flips[i]);
    kf_mem_free(store->mem, s->flips, n, sizeof *s->flips);
    kf_mem_free(store->mem, s->n_flips, n, sizeof *s->n_flips);
    kf_mem_free(store->mem, s->seed_tables, MOST_SEED + 1, sizeof(bool));
    s->driver->ops->close(s->driver);
    kf_mem_free(store->mem, s, 1, sizeof *s);
}

static const kf_store_ops sql_ops = { .name = "sql",
                                      .prepare = prepare,
                                      .run = run,
                                      .distinct = distinct,
                                      .estimate = estimate,
                                      .describe = describe,
                                      .free_query = free_query,
                                      .rows = rows,
                                      .set = set,
                                      .free = free_store };

kerf_status kf_sql_store_new(kf_store **out, kf_mem *mem, kf_database *d, kf_sql_driver *driver)
{
    sql_store *s = kf_mem_calloc(mem, 1, sizeof *s);
    if (!s) {
        driver->ops->close(driver);
        return KERF_NO_MEMORY;
    }
    s->base = (kf_store){ .ops = &sql_ops, .mem = mem, .d = d };
    s->driver = driver;
    s->flips = kf_mem_calloc(mem, d->n_predicates, sizeof *s->flips);
    s->n_flips = kf_mem_calloc(mem, d->n_predicates, sizeof *s->n_flips);
    s->seed_tables = kf_mem_calloc(mem, MOST_SEED + 1, sizeof(bool));
    bool room = s->flips && s->n_flips && s->seed_tables;
    kerf_status st = room ? fill_store(s) : KERF_NO_MEMORY;
    if (st != KERF_OK) {
        free_store(&s->base);
        return st;
    }
    driver->store = &s->base;
    *out = &s->base;
    return KERF_OK;
}

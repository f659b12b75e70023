/* sql_provider.c -- evidence goes into tables while it is read; see sql_provider.h.
 *
 * At most BUFFERED_ROWS of a table wait in memory, then they go to the database. Atoms that are
 * unknown or have a probability stay in memory as well: only hidden atoms can be that. On closing,
 * the database makes sets. Rows that contradict each other come back, and contradiction.c reports
 * them as it does in memory. */
#include "backend/sql/sql_provider.h"

#include "evidence/contradiction.h"
#include "evidence/fingerprint.h"

#include <string.h>

enum { BUFFERED_ROWS = 4096 };

/* ---- Rows in ---- */

static bool is_soft(kf_table t)
{
    return t.part == KF_SAID_UNKNOWN || t.part == KF_SAID_SOFT;
}

/* The files that the buffered rows came from, as numbers of all rows. */
static kerf_status note_files(kf_sql_provider *v, kf_sql_table *table, const kf_facts *rows)
{
    for (uint32_t i = 0; i < rows->files.n; i++) {
        kf_segment from = rows->files.at[i];
        kf_segments *to = &table->files;
        if (to->n > 0 && to->at[to->n - 1].file == from.file) continue;
        KF_TRY(kf_segments_note(to, v->base.mem, table->added + from.first, from.file));
    }
    return KERF_OK;
}

kerf_status kf_sql_flush(kf_sql_provider *v, kf_table t)
{
    assert(!v->committed);
    kf_facts *rows = kf_provider_facts(&v->base, t);
    kf_sql_table *table = kf_sql_table_of(v, t);
    assert(rows->n > 0 && table->count == 0);
    if (kf_stop_ask(v->asker.stop)) return KERF_INTERRUPTED;
    if (table->added > KF_MOST_STORED_ROWS - rows->n) return KERF_LIMIT;
    KF_TRY(kf_sql_stage(v, t, rows, table->added));
    KF_TRY(note_files(v, table, rows));
    table->added += rows->n;
    kf_facts_drop_rows(rows);
    return KERF_OK;
}

static kerf_status add(kf_provider *p, kf_table t, const kf_fact *fact)
{
    kf_facts *rows = kf_provider_facts(p, t);
    assert(!kf_sql_see(p)->committed);
    KF_TRY(kf_facts_push(rows, p->mem, fact));
    if (rows->n < BUFFERED_ROWS || is_soft(t)) return KERF_OK;
    return kf_sql_flush(kf_sql_own(p), t);
}

/* ---- Rows back ---- */

bool kf_sql_is_constant(const kf_model *m, uint32_t type, uint32_t id)
{
    const kf_symbols *constants = m->types.at[type].constants;
    return constants && id < kf_symbols_count(constants);
}

kerf_status kf_sql_refuse_row(const kf_sql_driver *driver)
{
    kf_diag_add(driver->diags, KERF_ERROR, NULL, "remove it, and load the evidence again",
                "rows in the store are not those that were stored");
    return KERF_STORE;
}

typedef struct bringing {
    const kf_sql_provider *v;
    kf_table table;
    kf_facts *to;
    kerf_status status;
} bringing;

static bool has_constants(const kf_model *m, kf_table t, const uint32_t *ids)
{
    bool function = t.part == KF_SAID_VALUE, there = true;
    const kf_slot *slots = function ? m->functions.at[t.id].slots : m->predicates.at[t.id].slots;
    uint32_t arity = function ? m->functions.at[t.id].arity : m->predicates.at[t.id].arity;
    for (uint32_t i = 0; i < arity; i++) there &= kf_sql_is_constant(m, slots[i].type, ids[i]);
    return there && (!function || kf_sql_is_constant(m, m->functions.at[t.id].result, ids[arity]));
}

static bool take_fact(void *context, const kf_fact *fact)
{
    bringing *x = context;
    x->status = has_constants(x->v->base.m, x->table, fact->ids)
                    ? kf_facts_push(x->to, x->v->base.mem, fact)
                    : kf_sql_refuse_row(x->v->driver);
    return x->status == KERF_OK;
}

/* The rows of a table, or those that contradict others, into empty facts. */
static kerf_status bring(kf_sql_provider *v, kf_table t, bool clashing, kf_facts *to)
{
    kf_sql_shape shape = kf_sql_shape_of(v->base.m, t);
    bringing x = { .v = v, .table = t, .to = to };
    kf_facts_init(to, shape.width, shape.key, shape.number, shape.soft);
    kerf_status st = kf_sql_each(v, t, clashing, take_fact, &x);
    return x.status != KERF_OK ? x.status : st;
}

kerf_status kf_sql_bring_back(kf_sql_provider *v, kf_table t)
{
    kf_facts *rows = kf_provider_facts(&v->base, t);
    kf_sql_table *table = kf_sql_table_of(v, t);
    if (table->here) return KERF_OK;
    kf_facts_free(rows, v->base.mem);
    if (table->count > 0) KF_TRY(bring(v, t, false, rows));
    if (rows->n != table->count) return kf_sql_refuse_row(v->driver);
    table->here = true;
    return KERF_OK;
}

/* ---- Sets and contradictions ---- */

/* A table for everything that queries may name. */
static kerf_status seal(kf_sql_provider *v, const kf_evidence *w, kf_table t)
{
    kf_sql_table *table = kf_sql_table_of(v, t);
    kf_facts *rows = kf_provider_facts(&v->base, t);
    assert(!is_soft(t));
    if (rows->n > 0) KF_TRY(kf_sql_flush(v, t));
    kf_facts_free(rows, v->base.mem);
    table->here = false;
    if (table->added == 0 && t.part == KF_SAID_FALSE) return KERF_OK;
    KF_TRY(kf_sql_seal(v, t, &table->count));
    return kf_sql_note_table(v, w, t);
}

/* Rows that are both true and false, alone in memory. */
static kerf_status judge_predicate(kf_sql_provider *v, const kf_evidence *w, uint32_t p,
                                   kf_diags *diags)
{
    assert(p < v->base.m->predicates.n);
    kf_facts few[KF_PREDICATE_PARTS];
    uint32_t sizes[KF_PREDICATE_PARTS] = { 0 };
    kerf_status st = KERF_OK;
    for (uint32_t part = 0; part < KF_PREDICATE_PARTS; part++) {
        kf_table t = { (kf_said)part, p };
        kf_sql_shape shape = kf_sql_shape_of(v->base.m, t);
        kf_facts_init(&few[part], shape.width, shape.key, shape.number, shape.soft);
        sizes[part] = kf_sql_table_of(v, t)->count;
        if (st == KERF_OK && !is_soft(t)) st = bring(v, t, true, &few[part]);
    }
    if (st == KERF_OK) st = kf_close_predicate(w, p, few, sizes, diags);
    for (uint32_t part = 0; part < KF_PREDICATE_PARTS; part++)
        kf_facts_free(&few[part], v->base.mem);
    return st;
}

/* All that is said of a predicate, in memory. */
static kerf_status close_here(kf_sql_provider *v, const kf_evidence *w, uint32_t p, kf_diags *diags)
{
    const kf_table yes = { KF_SAID_TRUE, p }, no = { KF_SAID_FALSE, p };
    KF_TRY(kf_sql_bring_back(v, yes));
    KF_TRY(kf_sql_bring_back(v, no));
    return kf_close_predicate(w, p, kf_provider_facts(&v->base, yes), NULL, diags);
}

static kerf_status close_predicate(kf_sql_provider *v, const kf_evidence *w, uint32_t p,
                                   kf_diags *diags)
{
    const kf_table yes = { KF_SAID_TRUE, p }, no = { KF_SAID_FALSE, p };
    const kf_table soft[] = { { KF_SAID_UNKNOWN, p }, { KF_SAID_SOFT, p } };
    const kf_facts *rows[] = { kf_provider_facts(&v->base, soft[0]),
                               kf_provider_facts(&v->base, soft[1]) };
    KF_TRY(seal(v, w, yes));
    KF_TRY(seal(v, w, no));
    if (rows[0]->n == 0 && rows[1]->n == 0)
        return kf_sql_table_of(v, no)->count > 0 ? judge_predicate(v, w, p, diags) : KERF_OK;
    KF_TRY(close_here(v, w, p, diags));
    for (size_t i = 0; i < KF_LENGTH(soft); i++) {
        if (rows[i]->n == 0) continue;
        KF_TRY(kf_sql_put(v, soft[i], rows[i]));
        KF_TRY(kf_sql_note_table(v, w, soft[i]));
    }
    return KERF_OK;
}

static kerf_status close_function(kf_sql_provider *v, const kf_evidence *w, uint32_t f,
                                  kf_diags *diags)
{
    kf_table t = { KF_SAID_VALUE, f };
    kf_facts few = { 0 };
    if (kf_provider_facts(&v->base, t)->n + kf_sql_table_of(v, t)->added == 0)
        return KERF_OK; /* made later, if at all */
    KF_TRY(seal(v, w, t));
    kerf_status st = bring(v, t, true, &few);
    if (st == KERF_OK) st = kf_close_function(w, f, &few, diags);
    kf_facts_free(&few, v->base.mem);
    return st;
}

static kerf_status close_tables(kf_provider *p, kf_evidence *w, kf_diags *diags)
{
    kf_sql_provider *v = kf_sql_own(p);
    for (uint32_t i = 0; i < p->m->predicates.n; i++) KF_TRY(close_predicate(v, w, i, diags));
    for (uint32_t i = 0; i < p->m->functions.n; i++) KF_TRY(close_function(v, w, i, diags));
    KF_CHECK(kf_sql_provider_check(v));
    return KERF_OK;
}

static kerf_status settle(kf_provider *p, kf_evidence *w, kf_diags *diags)
{
    kf_sql_provider *v = kf_sql_own(p);
    for (uint32_t i = 0; i < p->m->predicates.n; i++) {
        if (!p->m->predicates.at[i].hidden) continue;
        if (kf_sql_table_of(v, (kf_table){ KF_SAID_TRUE, i })->here) continue;
        KF_TRY(close_here(v, w, i, diags));
    }
    KF_CHECK(kf_sql_provider_check(v));
    return KERF_OK;
}

/* ---- Rows one by one, for explanations ---- */

static bool is_row(const kf_facts *r, uint32_t at, const uint32_t *row, double number)
{
    for (uint32_t c = 0; c < r->key; c++) {
        if (r->columns[c][at] != row[c]) return false;
    }
    return !r->number || r->numbers[at] == number;
}

/* Rows that were asked for are kept, so that each has a number that stays. */
static kerf_status cite(kf_sql_provider *v, kf_table t, const kf_fact *fact, uint32_t *at)
{
    kf_sql_table *table = kf_sql_table_of(v, t);
    kf_sql_shape shape = kf_sql_shape_of(v->base.m, t);
    assert(!table->here && table->count > 0);
    if (!table->cited) {
        table->cited = kf_mem_calloc(v->base.mem, 1, sizeof *table->cited);
        if (!table->cited) return KERF_NO_MEMORY;
        kf_facts_init(table->cited, shape.width, shape.key, shape.number, shape.soft);
    }
    for (*at = 0; *at < table->cited->n; ++*at) {
        if (is_row(table->cited, *at, fact->ids, fact->number)) return KERF_OK;
    }
    return kf_facts_push(table->cited, v->base.mem, fact);
}

static kerf_status find(kf_provider *p, kf_table t, const uint32_t *row, double number, bool *found,
                        uint32_t *at)
{
    kf_sql_provider *v = kf_sql_own(p);
    kf_sql_table *table = kf_sql_table_of(v, t);
    uint32_t key = kf_sql_shape_of(p->m, t).key, ids[KF_MOST_ARITY + 1], place, line;
    assert(!table->here);
    memcpy(ids, row, key * sizeof *row);
    *found = table->count > 0 && kf_sql_find_place(v, t, row, number, &place, &line);
    KF_TRY(v->status);
    if (*found && t.part == KF_SAID_VALUE) *found = kf_sql_call(p, t, row, &ids[key]);
    KF_TRY(v->status);
    if (!*found) return KERF_OK;
    const kf_fact fact = {
        .ids = ids, .number = number, .file = kf_segments_file(&table->files, place), .line = line
    };
    return cite(v, t, &fact, at);
}

static const kf_facts *cited(const kf_provider *p, kf_table t)
{
    return kf_sql_table_of(kf_sql_see(p), t)->cited;
}

static kerf_status each(kf_provider *p, kf_table t, kf_fact_fn *take, void *context)
{
    return kf_sql_each(kf_sql_own(p), t, false, take, context);
}

/* ---- Telling ---- */

static uint32_t count(const kf_provider *p, kf_table t)
{
    const kf_sql_table *table = kf_sql_table_of(kf_sql_see(p), t);
    return table->here ? kf_provider_facts(p, t)->n : table->count;
}

static bool is_here(const kf_provider *p, kf_table t)
{
    return kf_sql_table_of(kf_sql_see(p), t)->here;
}

static kerf_status status(const kf_provider *p)
{
    return kf_sql_see(p)->status;
}

/* ---- Life ---- */

static void free_tables(kf_sql_provider *v)
{
    kf_mem *mem = v->base.mem;
    size_t n = kf_table_count(v->base.m);
    for (size_t i = 0; v->tables && i < n; i++) {
        kf_segments_free(&v->tables[i].files, mem);
        if (v->tables[i].cited) kf_facts_free(v->tables[i].cited, mem);
        kf_mem_free(mem, v->tables[i].cited, 1, sizeof *v->tables[i].cited);
    }
    kf_mem_free(mem, v->tables, n, sizeof *v->tables);
    kf_provider_free_facts(mem, v->base.m, v->base.facts);
}

/* What was not committed is undone. */
static void free_provider(kf_provider *p)
{
    kf_sql_provider *v = kf_sql_own(p);
    kf_sql_forget_looks(v);
    if (v->beside && v->beside != v->driver) v->beside->ops->close(v->beside);
    if (v->driver) v->driver->ops->close(v->driver);
    free_tables(v);
    kf_arena_free(&v->arena);
    kf_mem_free(p->mem, v, 1, sizeof *v);
}

static const kf_provider_ops sql_ops = { .most_rows = KF_MOST_STORED_ROWS,
                                         .free = free_provider,
                                         .add = add,
                                         .close = close_tables,
                                         .settle = settle,
                                         .count = count,
                                         .is_here = is_here,
                                         .find = find,
                                         .cited = cited,
                                         .each = each,
                                         .import = kf_sql_import_tables,
                                         .restore = kf_sql_restore,
                                         .status = status,
                                         .has = kf_sql_has,
                                         .has_number = kf_sql_has_number,
                                         .call = kf_sql_call,
                                         .ids = kf_sql_ids,
                                         .numbers = kf_sql_numbers,
                                         .index = kf_sql_index };

bool kf_provider_is_sql(const kf_provider *p)
{
    return p->ops == &sql_ops;
}

static kerf_status new_tables(kf_sql_provider *v)
{
    const kf_model *m = v->base.m;
    v->base.facts = kf_provider_new_facts(v->base.mem, m);
    v->tables = kf_mem_calloc(v->base.mem, kf_table_count(m), sizeof *v->tables);
    if (!v->base.facts || !v->tables) return KERF_NO_MEMORY;
    for (uint32_t p = 0; p < m->predicates.n; p++) {
        kf_sql_table_of(v, (kf_table){ KF_SAID_UNKNOWN, p })->here = true;
        kf_sql_table_of(v, (kf_table){ KF_SAID_SOFT, p })->here = true;
    }
    for (uint32_t f = 0; f < m->functions.n; f++) /* as long as it has no values */
        kf_sql_table_of(v, (kf_table){ KF_SAID_VALUE, f })->here = true;
    return KERF_OK;
}

static void sign(kf_sql_provider *v)
{
    kf_fingerprint print;
    kf_fingerprint_begin(&print);
    kf_fingerprint_add_model(&print, v->base.m);
    kf_fingerprint_write(&print, v->signature);
}

static kerf_status begin(kf_sql_provider *v, const char *fingerprint, bool *there)
{
    KF_TRY(v->driver->ops->begin(v->driver, fingerprint, there));
    v->committed = *there;
    if (*there) return fingerprint ? KERF_OK : kf_sql_check_model(v);
    return fingerprint ? kf_sql_begin_notes(v) : KERF_OK;
}

static kerf_status open_provider(kf_sql_provider *v, const kf_backend_site *site,
                                 const char *fingerprint, bool *there)
{
    KF_TRY(new_tables(v));
    KF_TRY(kf_sql_open(&v->driver, v->base.mem, site));
    v->driver->asker = &v->asker;
    return begin(v, fingerprint, there);
}

kerf_status kf_sql_provider_open(kf_provider **out, kf_mem *mem, const kf_model *m,
                                 const kf_backend_site *site, const char *fingerprint, bool *there)
{
    assert(!kf_backend_is_memory(site->where));
    kf_sql_provider *v = kf_mem_calloc(mem, 1, sizeof *v);
    if (!v) return KERF_NO_MEMORY;
    v->base = (kf_provider){ .ops = &sql_ops, .mem = mem, .m = m };
    v->sorting = site->sorting;
    v->context = site->progress_context;
    v->asker = (kf_backend){ .stop = site->stop };
    kf_arena_init(&v->arena, mem);
    sign(v);
    kerf_status st = open_provider(v, site, fingerprint, there);
    if (st != KERF_OK) {
        free_provider(&v->base);
        return st;
    }
    *out = &v->base;
    return KERF_OK;
}

const char *kf_sql_provider_fingerprint(const kf_provider *p)
{
    const kf_sql_provider *v = kf_sql_see(p);
    assert(v->committed);
    return v->driver->fingerprint;
}

void kf_sql_provider_take_back(kf_sql_provider *v)
{
    assert(v->driver);
    v->driver->asker = &v->asker;
}

kerf_status kf_sql_provider_commit(kf_sql_provider *v, const char *world, const char *fingerprint,
                                   const uint32_t *n_before)
{
    assert(!v->committed);
    KF_TRY(kf_sql_note_world(v, world, n_before));
    KF_TRY(v->driver->ops->commit(v->driver, fingerprint));
    v->committed = true;
    return KERF_OK;
}

kerf_status kf_sql_provider_open_beside(kf_sql_provider *v)
{
    assert(v->committed);
    return v->beside ? KERF_OK : v->driver->ops->beside(v->driver, &v->beside);
}

#ifndef NDEBUG
static void check_table(const kf_sql_provider *v, kf_table t)
{
    const kf_sql_table *table = kf_sql_table_of(v, t);
    uint32_t n = kf_provider_facts(&v->base, t)->n;
    assert(!table->staged);
    assert(table->count <= table->added);
    assert(table->here || n == 0);
    assert(!table->here || table->count == 0 || n == table->count);
    assert(table->added == 0 || table->files.n > 0);
    for (uint32_t i = 1; i < table->files.n; i++)
        assert(table->files.at[i - 1].first <= table->files.at[i].first);
}

void kf_sql_provider_check(const kf_sql_provider *v)
{
    const kf_model *m = v->base.m;
    for (uint32_t p = 0; p < m->predicates.n; p++) {
        for (uint32_t part = 0; part < KF_PREDICATE_PARTS; part++)
            check_table(v, (kf_table){ (kf_said)part, p });
    }
    for (uint32_t f = 0; f < m->functions.n; f++) check_table(v, (kf_table){ KF_SAID_VALUE, f });
}
#endif

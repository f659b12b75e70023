/* sql_fill.c -- fills the tables that reading evidence does not; see sql.h.
 *
 * Before evidence is committed: constants with their numbers, and functions without a mapping. In
 * every run: the current assignment and the rows of weight tables, in tables of the run. */
#include "backend/sql/sql_provider.h"

enum { ROWS_PER_REPORT = 1 << 16, ROWS_AT_ONCE = 1 << 12 };

typedef struct filler {
    kf_sql_provider *v;
    kf_sql_driver *driver;
    kf_database *d;
    const kf_backend_site *site;
    uint64_t rows, all; /* stored so far, and to be stored */
} filler;

/* ---- Rows ---- */

kerf_status kf_sql_analyze(kf_sql_driver *driver, const char *table)
{
    assert(table && *table);
    kf_text text;
    if (!driver->ops->dialect->analyze) return KERF_OK;
    kf_text_init(&text, driver->mem);
    kf_text_addf(&text, "%s %s", driver->ops->dialect->analyze, table);
    kerf_status st = text.failed ? KERF_NO_MEMORY : driver->ops->execute(driver, text.at);
    kf_text_free(&text);
    return st;
}

static kerf_status execute(const filler *f, const kf_text *text)
{
    return text->failed ? KERF_NO_MEMORY : f->driver->ops->execute(f->driver, text->at);
}

static uint32_t most_at_once(const filler *f, uint32_t left)
{
    uint32_t n = (uint32_t)(ROWS_PER_REPORT - f->rows % ROWS_PER_REPORT);
    if (n > ROWS_AT_ONCE) n = ROWS_AT_ONCE;
    return n < left ? n : left;
}

/* Some rows more. KERF_INTERRUPTED: whoever waits does not want to any longer. */
static kerf_status insert(filler *f, const char *table, const kf_sql_block *block)
{
    assert(block->n > 0);
    const kf_backend_site *site = f->site;
    KF_TRY(f->driver->ops->insert(f->driver, table, block));
    f->rows += block->n;
    if (f->rows % ROWS_PER_REPORT != 0) return KERF_OK;
    if (site->progress) site->progress(site->progress_context, f->rows, f->all);
    return kf_stop_ask(site->stop) ? KERF_INTERRUPTED : KERF_OK;
}

static kerf_status insert_relation(filler *f, const char *table, const kf_relation *rel)
{
    kf_sql_column columns[KF_MOST_ARITY + 2];
    bool single = rel->width == 0;
    uint32_t n_columns = single ? 1 : rel->width, all = single ? rel->alive : rel->n, n;
    assert(!rel->provider && !rel->numbers);
    for (uint32_t at = 0; at < all; at += n) {
        n = most_at_once(f, all - at);
        if (single) columns[0] = kf_sql_constant(0);
        for (uint32_t c = 0; c < rel->width; c++)
            columns[c] = kf_sql_ids_column(rel->columns[c] + at, 1);
        const kf_sql_block block = { .n = n,
                                     .n_columns = n_columns,
                                     .columns = columns,
                                     .skip = rel->dead && !single ? rel->dead + at : NULL };
        KF_TRY(insert(f, table, &block));
    }
    return KERF_OK;
}

static kerf_status insert_constants(filler *f, const char *table, uint32_t type, kf_str *texts,
                                    double *values)
{
    const kf_domain *dom = &f->d->domains[type];
    uint32_t n;
    for (uint32_t at = 0; at < dom->n; at += n) {
        n = most_at_once(f, dom->n - at);
        for (uint32_t i = 0; i < n; i++) {
            texts[i] = kf_constant_text(f->d->m, type, dom->ids[at + i]);
            values[i] = dom->values[dom->ids[at + i]];
        }
        const kf_sql_column columns[] = { kf_sql_ids_column(dom->ids + at, 1),
                                          kf_sql_texts_column(texts),
                                          kf_sql_numbers_column(values) };
        const kf_sql_block block = { .n = n, .n_columns = KF_LENGTH(columns), .columns = columns };
        KF_TRY(insert(f, table, &block));
    }
    return KERF_OK;
}

/* ---- Tables ---- */

/* One that a backend over the same connection may have left. */
static kerf_status drop(const filler *f, const char *table)
{
    kf_text text;
    kf_text_init(&text, f->driver->mem);
    kf_text_addf(&text, "DROP TABLE IF EXISTS %s", table);
    kerf_status st = execute(f, &text);
    kf_text_free(&text);
    return st;
}

/* changes: it is this run's own. */
static kerf_status store_relation(filler *f, kf_literal_kind kind, uint32_t id,
                                  const kf_relation *rel, bool changes)
{
    kf_text name, text;
    kf_text_init(&name, f->driver->mem);
    kf_text_init(&text, f->driver->mem);
    kf_sql_relation_name(&name, f->d->m, kind, id);
    if (!name.failed) {
        kf_sql_create(&text, f->driver->ops->dialect, name.at, rel->width, false, true, changes);
    }
    kerf_status st = name.failed ? KERF_NO_MEMORY : KERF_OK;
    if (st == KERF_OK && changes) st = drop(f, name.at);
    if (st == KERF_OK) st = execute(f, &text);
    if (st == KERF_OK) st = insert_relation(f, name.at, rel);
    if (st == KERF_OK && !changes) st = kf_sql_analyze(f->driver, name.at);
    kf_text_free(&name);
    kf_text_free(&text);
    return st;
}

static kerf_status store_constants(filler *f, const char *table, uint32_t type)
{
    kf_mem *mem = f->driver->mem;
    kf_str *texts = kf_mem_alloc(mem, ROWS_AT_ONCE, sizeof *texts);
    double *values = kf_mem_alloc(mem, ROWS_AT_ONCE, sizeof *values);
    kerf_status st =
        texts && values ? insert_constants(f, table, type, texts, values) : KERF_NO_MEMORY;
    kf_mem_free(mem, texts, ROWS_AT_ONCE, sizeof *texts);
    kf_mem_free(mem, values, ROWS_AT_ONCE, sizeof *values);
    return st == KERF_OK ? kf_sql_analyze(f->driver, table) : st;
}

static kerf_status store_type(filler *f, uint32_t type)
{
    assert(type > 0 && type < f->d->n_types);
    kf_text name, text;
    kf_text_init(&name, f->driver->mem);
    kf_text_init(&text, f->driver->mem);
    kf_sql_type_name(&name, f->d->m, type);
    kf_text_addf(&text,
                 "%s %s (id INTEGER PRIMARY KEY, name TEXT NOT NULL, value DOUBLE PRECISION)",
                 f->driver->ops->dialect->table, name.failed ? "" : name.at);
    kerf_status st = name.failed ? KERF_NO_MEMORY : execute(f, &text);
    if (st == KERF_OK) st = store_constants(f, name.at, type);
    kf_text_free(&name);
    kf_text_free(&text);
    return st;
}

static kerf_status execute_statement(void *context, const char *text)
{
    const filler *f = context;
    return f->driver->ops->execute(f->driver, text);
}

static kerf_status spread(filler *f, bool changes)
{
    if (!f->site->distribute) return KERF_OK;
    return kf_distribute(f->d, changes, f->driver->diags, execute_statement, f);
}

/* ---- All of it ---- */

static uint64_t count_rows(const kf_database *d)
{
    uint64_t n = 0;
    for (uint32_t i = 1; i < d->n_types; i++) n += d->domains[i].n;
    for (uint32_t i = 0; i < d->n_functions; i++)
        if (!d->functions[i]->provider) n += d->functions[i]->alive;
    return n;
}

/* Rows that were read are there already. */
static kerf_status complete(filler *f)
{
    const kf_database *d = f->d;
    const kf_backend_site *site = f->site;
    for (uint32_t i = 1; i < d->n_types; i++) KF_TRY(store_type(f, i));
    for (uint32_t i = 0; i < d->n_functions; i++) {
        if (!d->functions[i]->provider)
            KF_TRY(store_relation(f, KF_LITERAL_FUNCTION, i, d->functions[i], false));
    }
    KF_TRY(spread(f, false));
    return kf_sql_provider_commit(f->v, site->world ? site->world : "",
                                  site->fingerprint ? site->fingerprint : "?", d->n_before);
}

/* Weight tables are the model's, not evidence: another run may have others. */
static kerf_status store_tables(filler *f)
{
    for (uint32_t i = 0; i < f->d->n_rules; i++) {
        kf_relation *rel;
        if (!f->d->m->rules.at[i].closed) continue;
        KF_TRY(kf_database_table(f->d, i, &rel));
        KF_TRY(store_relation(f, KF_LITERAL_TABLE, i, rel, true));
    }
    return KERF_OK;
}

static kerf_status store_assignment(filler *f)
{
    const kf_database *d = f->d;
    for (uint32_t i = 0; i < d->n_predicates; i++) {
        if (d->m->predicates.at[i].hidden)
            KF_TRY(store_relation(f, KF_LITERAL_ATOM, i, d->atoms[i], true));
    }
    return KERF_OK;
}

kerf_status kf_sql_fill(kf_sql_provider *v, kf_database *d, const kf_backend_site *site)
{
    assert(v->base.m == d->m);
    assert(kf_evidence_provider(d->w) == &v->base);
    filler f = { .v = v, .driver = v->driver, .d = d, .site = site, .all = count_rows(d) };
    if (!v->committed) KF_TRY(complete(&f));
    KF_TRY(kf_sql_provider_open_beside(v));
    KF_TRY(store_tables(&f));
    KF_TRY(store_assignment(&f));
    return spread(&f, true);
}

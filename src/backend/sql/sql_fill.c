/* sql_fill.c -- evidence and the world as it is into the tables of a database; see sql.h.
 *
 * Evidence is stored under a fingerprint of all that is stored, so that a later run can find it
 * there: constants with their numbers, relations row by row. Which files it came from does not
 * count. */
#include "evidence/fingerprint.h"
#include "backend/sql/sql.h"

#include <math.h>
#include <string.h>

enum { ROWS_PER_REPORT = 1 << 16 };

typedef struct filler {
    kf_sql_driver *driver;
    kf_database *d;
    const kf_backend_site *site;
    uint64_t rows, all; /* stored so far, and to be stored */
    bool stopped;
} filler;

typedef struct source {
    filler *f;
    const kf_relation *rel;
    const kf_domain *domain;
    uint32_t type, n, at;
} source;

/* ---- Rows to be stored ---- */

/* One more row; false: it was one too many for whoever waits. */
static bool report(filler *f)
{
    const kf_backend_site *site = f->site;
    if (++f->rows % ROWS_PER_REPORT != 0) return true;
    if (site->progress) site->progress(site->progress_context, f->rows, f->all);
    f->stopped = kf_stop_ask(site->stop);
    return !f->stopped;
}

static bool next_of_relation(void *context, kf_sql_cell *cells)
{
    source *x = context;
    const kf_relation *rel = x->rel;
    while (x->at < x->n && rel->dead && rel->dead[x->at]) x->at++;
    if (x->at == x->n || !report(x->f)) return false;
    cells[0].integer = 0;
    for (uint32_t i = 0; i < rel->width; i++) cells[i].integer = kf_sql_id(rel->columns[i][x->at]);
    if (rel->numbers) cells[rel->width ? rel->width : 1].number = rel->numbers[x->at];
    x->at++;
    return true;
}

static bool next_of_domain(void *context, kf_sql_cell *cells)
{
    source *x = context;
    if (x->at == x->n || !report(x->f)) return false;
    uint32_t id = x->domain->ids[x->at++];
    double value = x->domain->values[id];
    cells[0].integer = kf_sql_id(id);
    cells[1].text = kf_constant_text(x->f->d->m, x->type, id);
    cells[2].null = isnan(value);
    cells[2].number = value;
    return true;
}

/* ---- Storing ---- */

static kerf_status execute(const filler *f, const kf_text *text)
{
    return text->failed ? KERF_NO_MEMORY : f->driver->ops->execute(f->driver, text->at);
}

kerf_status kf_sql_analyze(kf_sql_driver *driver, const char *table)
{
    kf_text text;
    if (!driver->ops->dialect->analyze) return KERF_OK;
    kf_text_init(&text, driver->mem);
    kf_text_addf(&text, "%s %s", driver->ops->dialect->analyze, table);
    kerf_status st = text.failed ? KERF_NO_MEMORY : driver->ops->execute(driver, text.at);
    kf_text_free(&text);
    return st;
}

static kerf_status fill(const filler *f, const char *table, const kf_sql_rows *rows, bool world)
{
    KF_TRY(f->driver->ops->fill(f->driver, table, rows));
    if (f->stopped) return KERF_INTERRUPTED;
    return world ? KERF_OK : kf_sql_analyze(f->driver, table);
}

/* One that a store over the same connection may have left. */
static kerf_status drop(const filler *f, const char *table)
{
    kf_text text;
    if (!kf_evidence_vault(f->d->w)) return KERF_OK;
    kf_text_init(&text, f->driver->mem);
    kf_text_addf(&text, "DROP TABLE IF EXISTS %s", table);
    kerf_status st = execute(f, &text);
    kf_text_free(&text);
    return st;
}

static kerf_status store_relation(filler *f, kf_literal_kind kind, uint32_t id, bool number,
                                  bool world)
{
    const kf_database *d = f->d;
    const kf_relation *rel = kind == KF_LITERAL_FUNCTION ? d->functions[id]
                             : kind == KF_LITERAL_TABLE  ? d->tables[id]
                                                         : d->atoms[id];
    kf_sql_kind kinds[KF_MOST_ARITY + 2] = { KF_SQL_INTEGER };
    uint32_t columns = rel->width ? rel->width : 1;
    bool single = rel->width == 0 && !rel->numbers;
    source from = { .f = f, .rel = rel, .n = single ? rel->alive : rel->n };
    kf_sql_rows rows = { columns + number, kinds, next_of_relation, &from };
    kinds[columns] = KF_SQL_DOUBLE;
    kf_text name, text;
    kf_text_init(&name, f->driver->mem);
    kf_text_init(&text, f->driver->mem);
    kf_sql_relation_name(&name, d->m, kind, id);
    if (!name.failed) {
        kf_sql_create(&text, f->driver->ops->dialect, name.at, rel->width, number, true, world);
    }
    kerf_status st = name.failed ? KERF_NO_MEMORY : KERF_OK;
    if (st == KERF_OK && world) st = drop(f, name.at);
    if (st == KERF_OK) st = execute(f, &text);
    if (st == KERF_OK) st = fill(f, name.at, &rows, world);
    kf_text_free(&name);
    kf_text_free(&text);
    return st;
}

static kerf_status store_type(filler *f, uint32_t type)
{
    static const kf_sql_kind kinds[] = { KF_SQL_INTEGER, KF_SQL_TEXT, KF_SQL_DOUBLE };
    const kf_database *d = f->d;
    source from = { .f = f, .domain = &d->domains[type], .type = type, .n = d->domains[type].n };
    kf_sql_rows rows = { 3, kinds, next_of_domain, &from };
    kf_text name, text;
    kf_text_init(&name, f->driver->mem);
    kf_text_init(&text, f->driver->mem);
    kf_sql_type_name(&name, d->m, type);
    kf_text_addf(&text,
                 "%s %s (id INTEGER PRIMARY KEY, name TEXT NOT NULL, value DOUBLE PRECISION)",
                 f->driver->ops->dialect->table, name.failed ? "" : name.at);
    kerf_status st = name.failed ? KERF_NO_MEMORY : execute(f, &text);
    if (st == KERF_OK) st = fill(f, name.at, &rows, false);
    kf_text_free(&name);
    kf_text_free(&text);
    return st;
}

static kerf_status execute_statement(void *context, const char *text)
{
    const filler *f = context;
    return f->driver->ops->execute(f->driver, text);
}

static kerf_status spread(filler *f, bool world)
{
    if (!f->site->distribute) return KERF_OK;
    return kf_distribute(f->d, world, f->driver->diags, execute_statement, f);
}

static kerf_status store_evidence(filler *f)
{
    const kf_database *d = f->d;
    for (uint32_t i = 1; i < d->n_types; i++) KF_TRY(store_type(f, i));
    for (uint32_t i = 0; i < d->n_functions; i++) {
        if (!d->functions[i]->vault)
            KF_TRY(store_relation(f, KF_LITERAL_FUNCTION, i, false, false));
    }
    for (uint32_t i = 0; i < d->n_predicates; i++) {
        const kf_predicate *p = &d->m->predicates.at[i];
        if (!p->hidden && !d->atoms[i]->vault)
            KF_TRY(store_relation(f, KF_LITERAL_ATOM, i, p->number, false));
    }
    return spread(f, false);
}

/* Weight tables are the model's, not evidence: another run may have others. */
static kerf_status store_tables(filler *f)
{
    for (uint32_t i = 0; i < f->d->n_rules; i++) {
        kf_relation *rel;
        if (!f->d->m->rules.at[i].closed) continue;
        KF_TRY(kf_database_table(f->d, i, &rel));
        KF_TRY(store_relation(f, KF_LITERAL_TABLE, i, false, true));
    }
    return KERF_OK;
}

static kerf_status store_world(filler *f)
{
    const kf_database *d = f->d;
    KF_TRY(store_tables(f));
    for (uint32_t i = 0; i < d->n_predicates; i++) {
        if (d->m->predicates.at[i].hidden)
            KF_TRY(store_relation(f, KF_LITERAL_ATOM, i, false, true));
    }
    return spread(f, true);
}

/* ---- The fingerprint of what is stored ---- */

static void add_relation(kf_fingerprint *p, const kf_relation *rel)
{
    kf_fingerprint_add(p, (uint64_t)rel->width << 32 | rel->alive);
    for (uint32_t i = 0; i < rel->width; i++) {
        for (uint32_t at = 0; at < rel->n; at++) kf_fingerprint_add(p, rel->columns[i][at]);
    }
    for (uint32_t at = 0; rel->numbers && at < rel->n; at++) {
        uint64_t bits;
        memcpy(&bits, &rel->numbers[at], sizeof bits);
        kf_fingerprint_add(p, bits);
    }
}

static void take_print(const kf_database *d, char to[KF_FINGERPRINT_TEXT])
{
    const kf_model *m = d->m;
    kf_fingerprint p;
    kf_fingerprint_begin(&p);
    kf_fingerprint_add_model(&p, m);
    for (uint32_t t = 1; t < d->n_types; t++) {
        for (uint32_t i = 0; i < d->domains[t].n; i++) {
            kf_fingerprint_add(&p, d->domains[t].ids[i]);
            kf_fingerprint_add_text(&p, kf_constant_text(m, t, d->domains[t].ids[i]));
        }
    }
    for (uint32_t i = 0; i < d->n_functions; i++) add_relation(&p, d->functions[i]);
    for (uint32_t i = 0; i < d->n_predicates; i++) {
        kf_fingerprint_add(&p, m->predicates.at[i].hidden);
        if (!m->predicates.at[i].hidden) add_relation(&p, d->atoms[i]);
    }
    kf_fingerprint_write(&p, to);
}

static uint32_t rows_here(const kf_relation *rel)
{
    return rel->vault ? 0 : rel->alive;
}

static uint64_t count_rows(const kf_database *d)
{
    uint64_t n = 0;
    for (uint32_t i = 1; i < d->n_types; i++) n += d->domains[i].n;
    for (uint32_t i = 0; i < d->n_functions; i++) n += rows_here(d->functions[i]);
    for (uint32_t i = 0; i < d->n_predicates; i++) {
        if (!d->m->predicates.at[i].hidden) n += rows_here(d->atoms[i]);
    }
    return n;
}

static kerf_status fill_anew(filler *f)
{
    char fingerprint[KF_FINGERPRINT_TEXT];
    bool there;
    take_print(f->d, fingerprint);
    KF_TRY(f->driver->ops->begin(f->driver, fingerprint, &there));
    if (there) return KERF_OK;
    KF_TRY(store_evidence(f));
    return f->driver->ops->commit(f->driver, fingerprint);
}

/* What was read is there already; constants and what functions make of them are still to come. */
static kerf_status complete(filler *f, kf_vault *vault)
{
    const kf_backend_site *site = f->site;
    if (!kf_vault_is_committed(vault)) {
        KF_TRY(store_evidence(f));
        KF_TRY(kf_evidence_note(f->d->w, site->world ? site->world : "", f->d->n_before));
        KF_TRY(kf_vault_commit(vault, site->fingerprint ? site->fingerprint : "?"));
    }
    return kf_vault_settle(vault);
}

kerf_status kf_sql_fill(kf_sql_driver *driver, kf_database *d, const kf_backend_site *site)
{
    filler f = { .driver = driver, .d = d, .site = site, .all = count_rows(d) };
    kf_vault *vault = kf_evidence_vault(d->w);
    KF_TRY(vault ? complete(&f, vault) : fill_anew(&f));
    return store_world(&f);
}

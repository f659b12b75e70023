/* distribute.c -- how tables are to be spread over a cluster that has Citus' functions.
 *
 * A large relation is cut by the hash of one column, the one that formulas join most often, so that
 * rows that meet are on the same machine as often as can be. Dictionaries, small relations and the
 * current assignment are on every machine: joins with them stay where the large ones are. */
#include "backend/sql/sql.h"

enum { SMALL = 10000 }; /* rows */

/* ---- The column to cut by ---- */

/* Joins of each column of the relation in one list of literals. */
static void count_joins(const kf_literal *list, uint32_t n, uint8_t kind, uint32_t id,
                        uint32_t *joins)
{
    for (uint32_t i = 0; i < n; i++) {
        if (list[i].kind != kind || list[i].id != id) continue;
        for (uint32_t a = 0; a < list[i].n; a++) {
            uint32_t v = list[i].args[a].variable;
            for (uint32_t k = 0; k < n && v != KF_NONE; k++)
                if (k != i && kf_literal_uses(&list[k], v)) joins[a]++;
        }
    }
}

static void count_conjunctions(const kf_conjunction *list, uint32_t n, uint8_t kind, uint32_t id,
                               uint32_t *joins)
{
    for (uint32_t i = 0; i < n; i++) count_joins(list[i].at, list[i].n, kind, id, joins);
}

static kerf_status best_column(const kf_database *d, kf_literal_kind kind, uint32_t id,
                               kf_diags *diags, uint32_t *column)
{
    uint32_t joins[KF_MOST_ARITY + 1] = { 0 };
    const kf_compiled *c;
    for (uint32_t r = 0; r < d->m->rules.n; r++) {
        if (d->m->rules.at[r].kind == KF_RULE_ACYCLIC) continue;
        KF_TRY(kf_model_compiled(d->m, r, diags, &c));
        count_joins(c->literals, c->n_literals, (uint8_t)kind, id, joins);
        count_conjunctions(c->when_false, c->n_false, (uint8_t)kind, id, joins);
        count_conjunctions(c->when_true, c->n_true, (uint8_t)kind, id, joins);
    }
    *column = 0;
    for (uint32_t i = 1; i <= KF_MOST_ARITY; i++)
        if (joins[i] > joins[*column]) *column = i;
    return KERF_OK;
}

/* ---- Statements ---- */

typedef struct spread {
    const kf_database *d;
    kf_diags *diags;
    kf_statement_fn *each;
    void *context;
} spread;

/* Gives the statement away; frees it. */
static kerf_status give(const spread *s, kf_text *text)
{
    kerf_status st = text->failed ? KERF_NO_MEMORY : s->each(s->context, text->at);
    kf_text_free(text);
    return st;
}

static kerf_status everywhere(const spread *s, const kf_text *table)
{
    kf_text text;
    kf_text_init(&text, s->d->mem);
    kf_text_addf(&text, "SELECT create_reference_table('%s')", table->failed ? "" : table->at);
    text.failed |= table->failed;
    return give(s, &text);
}

static kerf_status spread_relation(const spread *s, kf_literal_kind kind, uint32_t id)
{
    assert(id < (kind == KF_LITERAL_FUNCTION ? s->d->n_functions : s->d->n_predicates));
    const kf_database *d = s->d;
    const kf_relation *rel = kind == KF_LITERAL_FUNCTION ? d->functions[id] : d->atoms[id];
    bool changes = kind == KF_LITERAL_ATOM && d->m->predicates.at[id].hidden;
    uint32_t column;
    kf_text table, text;
    kf_text_init(&table, d->mem);
    kf_sql_relation_name(&table, d->m, kind, id);
    kerf_status st;
    if (changes || rel->width == 0 || rel->alive < SMALL) {
        st = everywhere(s, &table);
    } else {
        kf_text_init(&text, d->mem);
        st = best_column(d, kind, id, s->diags, &column);
        kf_text_addf(&text, "SELECT create_distributed_table('%s', 'a%u')",
                     table.failed ? "" : table.at, st == KERF_OK ? column : 0);
        text.failed |= table.failed;
        if (st == KERF_OK) st = give(s, &text);
        else kf_text_free(&text);
    }
    kf_text_free(&table);
    return st;
}

static kerf_status spread_tables(const spread *s)
{
    for (uint32_t i = 0; i < s->d->n_rules; i++) {
        kf_text table;
        if (!s->d->m->rules.at[i].closed) continue;
        kf_text_init(&table, s->d->mem);
        kf_sql_relation_name(&table, s->d->m, KF_LITERAL_TABLE, i);
        kerf_status st = everywhere(s, &table);
        kf_text_free(&table);
        KF_TRY(st);
    }
    return KERF_OK;
}

kerf_status kf_distribute(const kf_database *d, bool changes, kf_diags *diags,
                          kf_statement_fn *each, void *context)
{
    assert(each && d->m->settled);
    const spread s = { d, diags, each, context };
    for (uint32_t i = 1; !changes && i < d->n_types; i++) {
        kf_text table;
        kf_text_init(&table, d->mem);
        kf_sql_type_name(&table, d->m, i);
        kerf_status st = everywhere(&s, &table);
        kf_text_free(&table);
        KF_TRY(st);
    }
    if (changes) KF_TRY(spread_tables(&s));
    for (uint32_t i = 0; !changes && i < d->n_functions; i++)
        KF_TRY(spread_relation(&s, KF_LITERAL_FUNCTION, i));
    for (uint32_t i = 0; i < d->n_predicates; i++) {
        if (d->m->predicates.at[i].hidden == changes)
            KF_TRY(spread_relation(&s, KF_LITERAL_ATOM, i));
    }
    return KERF_OK;
}

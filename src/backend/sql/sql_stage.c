/* sql_stage.c -- tables of evidence: rows into a temporary table, sets out of it, rows back; see
 * sql_provider.h. */
#include "backend/sql/sql_provider.h"

enum { MOST_OUTPUTS = KF_MOST_ARITY + 5 };

kf_sql_shape kf_sql_shape_of(const kf_model *m, kf_table t)
{
    if (t.part == KF_SAID_VALUE) {
        uint32_t arity = m->functions.at[t.id].arity;
        return (kf_sql_shape){ .columns = arity + 1, .width = arity + 1, .key = arity };
    }
    const kf_predicate *p = &m->predicates.at[t.id];
    return (kf_sql_shape){ .columns = p->arity ? p->arity : 1,
                           .width = p->arity,
                           .key = p->arity,
                           .number = p->number,
                           .soft = t.part == KF_SAID_SOFT };
}

/* ---- Statements ---- */

static kerf_status execute(const kf_sql_provider *v, kf_text *text)
{
    kerf_status st = text->failed ? KERF_NO_MEMORY : v->driver->ops->execute(v->driver, text->at);
    kf_text_free(text);
    return st;
}

static void add_name(const kf_sql_provider *v, kf_text *to, kf_table t, bool stage)
{
    if (stage) kf_text_add(to, KF_STR("t_"));
    kf_sql_table_name(to, v->base.m, t);
}

static void add_columns(kf_text *to, const kf_sql_shape *shape)
{
    for (uint32_t i = 0; i < shape->columns; i++) kf_text_addf(to, "a%u, ", i);
    kf_text_addf(to, "%s%ss, l", shape->number ? "n, " : "", shape->soft ? "q, " : "");
}

/* The columns that tell rows apart. */
static void add_key(kf_text *to, const kf_sql_shape *shape)
{
    for (uint32_t i = 0; i < shape->columns; i++) kf_text_addf(to, "%sa%u", i ? ", " : "", i);
    if (shape->number) kf_text_add(to, KF_STR(", n"));
}

static bool has_key(const kf_sql_provider *v, const kf_sql_shape *shape)
{
    return shape->columns + shape->number <= v->driver->ops->dialect->most_key;
}

static kerf_status create_table(kf_sql_provider *v, kf_table t, bool stage)
{
    const kf_sql_dialect *dialect = v->driver->ops->dialect;
    kf_sql_shape shape = kf_sql_shape_of(v->base.m, t);
    bool key = !stage && has_key(v, &shape);
    kf_text text;
    kf_text_init(&text, v->base.mem);
    kf_text_addf(&text, "%s ", stage ? "CREATE TEMPORARY TABLE" : dialect->table);
    add_name(v, &text, t, stage);
    kf_text_add(&text, KF_STR(" ("));
    for (uint32_t i = 0; i < shape.columns; i++) kf_text_addf(&text, "a%u INTEGER NOT NULL, ", i);
    if (shape.number) kf_text_add(&text, KF_STR("n DOUBLE PRECISION NOT NULL, "));
    if (shape.soft) kf_text_add(&text, KF_STR("q DOUBLE PRECISION NOT NULL, "));
    kf_text_add(&text, KF_STR("s INTEGER NOT NULL, l INTEGER NOT NULL"));
    if (key) {
        kf_text_addf(&text, "%s", dialect->key[0]);
        add_key(&text, &shape);
        kf_text_addf(&text, "%s", dialect->key[1]);
    }
    kf_text_addf(&text, ")%s", key ? dialect->end : "");
    return execute(v, &text);
}

/* ---- Rows in ---- */

/* The rows of facts as columns of the table, the first with the number `first`. */
static kf_sql_block block_of(const kf_facts *rows, const kf_sql_shape *shape, uint32_t first,
                             kf_sql_column *columns)
{
    uint32_t n = 0;
    assert(rows->n == 0 || rows->soft == shape->soft);
    if (shape->width == 0) columns[n++] = kf_sql_constant(0);
    while (n < shape->width) {
        columns[n] = kf_sql_ids_column(rows->columns[n], 1);
        n++;
    }
    if (shape->number) columns[n++] = kf_sql_numbers_column(rows->numbers);
    if (shape->soft) columns[n++] = kf_sql_numbers_column(rows->probabilities);
    columns[n++] = kf_sql_counter(first);
    columns[n++] = kf_sql_ids_column(rows->lines, 1);
    return (kf_sql_block){ .n = rows->n, .n_columns = n, .columns = columns };
}

static kerf_status insert(kf_sql_provider *v, kf_table t, bool stage, const kf_facts *rows,
                          uint32_t first)
{
    kf_sql_shape shape = kf_sql_shape_of(v->base.m, t);
    kf_sql_column columns[MOST_OUTPUTS];
    kf_text name;
    assert(rows->n > 0 && rows->width == shape.width && rows->number == shape.number);
    kf_sql_block block = block_of(rows, &shape, first, columns);
    kf_text_init(&name, v->base.mem);
    add_name(v, &name, t, stage);
    kerf_status st =
        name.failed ? KERF_NO_MEMORY : v->driver->ops->insert(v->driver, name.at, &block);
    kf_text_free(&name);
    return st;
}

static kerf_status create_stage(kf_sql_provider *v, kf_table t)
{
    assert(!v->committed);
    kf_sql_table *table = kf_sql_table_of(v, t);
    if (!table->staged) KF_TRY(create_table(v, t, true));
    table->staged = true;
    return KERF_OK;
}

kerf_status kf_sql_stage(kf_sql_provider *v, kf_table t, const kf_facts *rows, uint32_t first)
{
    KF_TRY(create_stage(v, t));
    return insert(v, t, true, rows, first);
}

kerf_status kf_sql_stage_name(kf_sql_provider *v, kf_table t, kf_text *name)
{
    KF_TRY(create_stage(v, t));
    add_name(v, name, t, true);
    return name->failed ? KERF_NO_MEMORY : KERF_OK;
}

kerf_status kf_sql_put(kf_sql_provider *v, kf_table t, const kf_facts *rows)
{
    KF_TRY(create_table(v, t, false));
    return insert(v, t, false, rows, 0);
}

/* Of the rows that are the same the first, by way of the key. */
static void add_set(kf_sql_provider *v, kf_text *to, kf_table t, const kf_sql_shape *shape)
{
    kf_text_add(to, KF_STR(" FROM "));
    add_name(v, to, t, true);
    kf_text_add(to, KF_STR(" WHERE 1 = 1 ORDER BY "));
    add_key(to, shape);
    kf_text_add(to, KF_STR(", s ON CONFLICT DO NOTHING"));
}

/* The same where there are too many columns for a key. */
static void add_set_without_key(kf_sql_provider *v, kf_text *to, kf_table t,
                                const kf_sql_shape *shape)
{
    kf_text_add(to, KF_STR(" FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY "));
    add_key(to, shape);
    kf_text_add(to, KF_STR(" ORDER BY s) AS k FROM "));
    add_name(v, to, t, true);
    kf_text_add(to, KF_STR(") AS x WHERE k = 1"));
}

static kerf_status move_set(kf_sql_provider *v, kf_table t)
{
    assert(kf_sql_table_of(v, t)->staged);
    kf_sql_shape shape = kf_sql_shape_of(v->base.m, t);
    kf_text text;
    kf_text_init(&text, v->base.mem);
    kf_text_add(&text, KF_STR("INSERT INTO "));
    add_name(v, &text, t, false);
    kf_text_add(&text, KF_STR(" SELECT "));
    add_columns(&text, &shape);
    if (has_key(v, &shape)) add_set(v, &text, t, &shape);
    else add_set_without_key(v, &text, t, &shape);
    KF_TRY(execute(v, &text));
    kf_text_add(&text, KF_STR("DROP TABLE "));
    add_name(v, &text, t, true);
    return execute(v, &text);
}

static bool take_count(void *context, const kf_sql_cell *cells)
{
    *(uint32_t *)context = (uint32_t)cells[0].integer;
    return true;
}

static kerf_status count_rows(kf_sql_provider *v, kf_table t, uint32_t *rows)
{
    kf_text text;
    kf_text_init(&text, v->base.mem);
    kf_text_add(&text, KF_STR("SELECT COUNT(*), 1 FROM "));
    add_name(v, &text, t, false);
    kerf_status st = kf_sql_select(v, &text, &(kf_sql){ .n_outputs = 1 }, take_count, rows);
    kf_text_free(&text);
    return st;
}

static kerf_status analyze(kf_sql_provider *v, kf_table t)
{
    const char *word = v->driver->ops->dialect->analyze;
    kf_text text;
    if (!word) return KERF_OK;
    kf_text_init(&text, v->base.mem);
    kf_text_addf(&text, "%s ", word);
    add_name(v, &text, t, false);
    return execute(v, &text);
}

kerf_status kf_sql_seal(kf_sql_provider *v, kf_table t, uint32_t *rows)
{
    assert(t.part != KF_SAID_UNKNOWN && t.part != KF_SAID_SOFT);
    const kf_model *m = v->base.m;
    kf_sql_table *table = kf_sql_table_of(v, t);
    if (v->sorting && table->staged)
        v->sorting(v->context, kf_table_index(m, t), kf_table_count(m));
    *rows = 0;
    KF_TRY(create_table(v, t, false));
    if (!table->staged) return KERF_OK;
    KF_TRY(move_set(v, t));
    table->staged = false;
    KF_TRY(analyze(v, t));
    return count_rows(v, t, rows);
}

/* ---- Rows out ---- */

kerf_status kf_sql_select(kf_sql_provider *v, const kf_text *text, const kf_sql *shape,
                          kf_sql_row_fn *take, void *context)
{
    assert(shape->n_outputs <= MOST_OUTPUTS && shape->n_texts <= shape->n_outputs);
    assert(shape->n_seed == 0);
    bool none[MOST_OUTPUTS] = { false };
    kf_sql sql = *shape;
    void *statement = NULL;
    const kf_sql_ops *ops = v->driver->ops;
    if (text->failed) return KERF_NO_MEMORY;
    sql.text = text->at;
    if (!sql.is_number) sql.is_number = none;
    KF_TRY(ops->prepare(v->driver, &sql, &statement));
    kerf_status st = ops->select(v->driver, &sql, statement, NULL, take, context);
    ops->finish(v->driver, statement);
    return st;
}

typedef struct reading {
    kf_sql_shape shape;
    const kf_segments *files;
    kf_fact_fn *each;
    void *context;
} reading;

static bool take_row(void *context, const kf_sql_cell *cells)
{
    const reading *x = context;
    uint32_t ids[KF_MOST_ARITY + 1];
    kf_fact fact = { .ids = ids };
    for (uint32_t i = 0; i < x->shape.width; i++) ids[i] = (uint32_t)cells[i].integer;
    const kf_sql_cell *at = cells + x->shape.columns;
    if (x->shape.number) fact.number = (at++)->number;
    if (x->shape.soft) fact.probability = (at++)->number;
    fact.file = kf_segments_file(x->files, (uint32_t)at[0].integer);
    fact.line = (uint32_t)at[1].integer;
    return x->each(x->context, &fact);
}

/* x has another part, or another result. */
static void add_clash(const kf_sql_provider *v, kf_text *to, kf_table t, const kf_sql_shape *shape)
{
    assert(t.part == KF_SAID_VALUE || t.part == KF_SAID_TRUE || t.part == KF_SAID_FALSE);
    bool function = t.part == KF_SAID_VALUE;
    kf_table other = t;
    if (!function) other.part = t.part == KF_SAID_TRUE ? KF_SAID_FALSE : KF_SAID_TRUE;
    kf_text_add(to, KF_STR(" WHERE EXISTS (SELECT 1 FROM "));
    add_name(v, to, other, false);
    kf_text_add(to, KF_STR(" AS y WHERE "));
    uint32_t same = function ? shape->key : shape->columns;
    for (uint32_t i = 0; i < same; i++) kf_text_addf(to, "y.a%u = x.a%u AND ", i, i);
    if (function) kf_text_addf(to, "y.a%u <> x.a%u)", shape->key, shape->key);
    else kf_text_addf(to, "%s)", shape->number ? "y.n = x.n" : "1 = 1");
}

kerf_status kf_sql_each(kf_sql_provider *v, kf_table t, bool clashing, kf_fact_fn *each,
                        void *context)
{
    reading x = { kf_sql_shape_of(v->base.m, t), &kf_sql_table_of(v, t)->files, each, context };
    bool is_number[MOST_OUTPUTS] = { false };
    uint32_t n = x.shape.columns;
    kf_text text;
    if (x.shape.number) is_number[n++] = true;
    if (x.shape.soft) is_number[n++] = true;
    kf_text_init(&text, v->base.mem);
    kf_text_add(&text, KF_STR("SELECT "));
    add_columns(&text, &x.shape);
    kf_text_add(&text, KF_STR(", 1 FROM "));
    add_name(v, &text, t, false);
    kf_text_add(&text, KF_STR(" AS x"));
    if (clashing) add_clash(v, &text, t, &x.shape);
    kf_text_add(&text, KF_STR(" ORDER BY s"));
    kf_sql shape = { .n_outputs = n + 2, .is_number = is_number };
    kerf_status st = kf_sql_select(v, &text, &shape, take_row, &x);
    kf_text_free(&text);
    return st;
}

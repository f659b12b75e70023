/* sql_look.c -- single rows of evidence that is in a database; see provider.h.
 *
 * Statements are prepared once for each table, set of known columns and wish. Their answers are
 * read to the end before anything else is asked. */
#include "backend/sql/sql_provider.h"

#include <string.h>

/* What is wanted: a column by its number, or one of these. */
enum { WANT_PLACE = 1000, WANT_NUMBERS, WANT_ROW };

void kf_sql_forget_looks(kf_sql_provider *v)
{
    assert(v->looks.n == 0 || v->beside);
    for (size_t i = 0; i < v->looks.n; i++)
        v->beside->ops->finish(v->beside, v->looks.at[i].statement);
    kf_vec_free(v->base.mem, &v->looks);
}

/* ---- Statements ---- */

static void add_where(kf_text *to, const kf_sql_dialect *dialect, uint32_t mask)
{
    uint32_t n = 0;
    for (uint32_t m = mask; m; m &= m - 1) {
        kf_text_addf(to, "%sa%d = ", n ? " AND " : " WHERE ", __builtin_ctz(m));
        kf_text_addf(to, dialect->constant, ++n);
    }
}

static void write_look(kf_sql_provider *v, kf_text *to, const kf_look *x)
{
    const kf_sql_dialect *dialect = v->driver->ops->dialect;
    bool number = kf_sql_shape_of(v->base.m, x->table).number;
    switch (x->want) {
    case WANT_ROW: kf_text_add(to, KF_STR("SELECT 1")); break;
    case WANT_NUMBERS: kf_text_add(to, KF_STR("SELECT n, 1")); break;
    case WANT_PLACE:
        kf_text_add(to, KF_STR("SELECT "));
        if (number) kf_text_addc(to, 'n');
        else kf_text_add(to, KF_STR("CAST(0 AS DOUBLE PRECISION)"));
        kf_text_add(to, KF_STR(", s, l, 1"));
        break;
    default: kf_text_addf(to, "SELECT a%u, 1", x->want);
    }
    kf_text_add(to, KF_STR(" FROM "));
    kf_sql_table_name(to, v->base.m, x->table);
    add_where(to, dialect, x->mask);
    if (x->want == WANT_ROW) kf_text_add(to, KF_STR(" LIMIT 1"));
    else if (x->want == WANT_NUMBERS || x->want == WANT_PLACE)
        kf_text_add(to, KF_STR(" ORDER BY s"));
    else kf_text_addf(to, " GROUP BY a%u ORDER BY MIN(s)", x->want);
}

static uint32_t output_count(uint32_t want)
{
    return want == WANT_ROW ? 0 : want == WANT_PLACE ? 3 : 1;
}

static kerf_status prepare(kf_sql_provider *v, kf_look *x)
{
    kf_sql *sql = kf_arena_alloc(&v->arena, 1, sizeof *sql);
    bool *is_number = kf_arena_alloc(&v->arena, 3, sizeof *is_number);
    kf_text text;
    if (!sql || !is_number) return KERF_NO_MEMORY;
    KF_TRY(kf_sql_provider_open_beside(v));
    kf_text_init(&text, v->base.mem);
    write_look(v, &text, x);
    is_number[0] = x->want == WANT_NUMBERS || x->want == WANT_PLACE;
    *sql = (kf_sql){ .n_outputs = output_count(x->want),
                     .is_number = is_number,
                     .n_seed = (uint32_t)__builtin_popcount(x->mask) };
    sql->text = text.failed ? NULL : kf_arena_string(&v->arena, kf_text_get(&text));
    kf_text_free(&text);
    if (!sql->text || !kf_vec_reserve(v->base.mem, &v->looks, 1)) return KERF_NO_MEMORY;
    x->sql = sql;
    KF_TRY(v->beside->ops->prepare(v->beside, sql, &x->statement));
    v->looks.at[v->looks.n++] = *x;
    return KERF_OK;
}

static kerf_status find_look(kf_sql_provider *v, kf_table t, uint32_t mask, uint32_t want,
                             kf_look *out)
{
    for (size_t i = 0; i < v->looks.n; i++) {
        const kf_look *x = &v->looks.at[i];
        if (x->table.id != t.id || x->table.part != t.part || x->mask != mask || x->want != want)
            continue;
        *out = *x;
        return KERF_OK;
    }
    *out = (kf_look){ .table = t, .mask = mask, .want = want };
    return prepare(v, out);
}

/* ---- Asking ---- */

/* It does not take long, and whoever looks often asks by himself whether to stop. If it were
 * stopped over the connection of a run, nothing could be asked any more once that run has ended. */
static kerf_status select_rows(kf_sql_provider *v, const kf_look *x, const uint32_t *seed,
                               kf_sql_row_fn *take, void *context)
{
    kf_sql_driver *driver = v->beside;
    const kf_backend *asker = driver->asker;
    if (driver == v->driver) driver->asker = NULL;
    kerf_status st = driver->ops->select(driver, x->sql, x->statement, seed, take, context);
    driver->asker = asker;
    return st;
}

static void look(kf_sql_provider *v, kf_table t, uint32_t mask, uint32_t want, const uint32_t *row,
                 kf_sql_row_fn *take, void *context)
{
    assert(!kf_sql_table_of(v, t)->here);
    kf_look x;
    uint32_t seed[KF_MOST_ARITY + 1], n = 0;
    if (v->status != KERF_OK) return;
    for (uint32_t m = mask; m; m &= m - 1) seed[n++] = row[__builtin_ctz(m)];
    v->status = find_look(v, t, mask, want, &x);
    if (v->status != KERF_OK) return;
    v->status = select_rows(v, &x, seed, take, context);
}

static uint32_t all_columns(const kf_sql_provider *v, kf_table t)
{
    uint32_t key = kf_sql_shape_of(v->base.m, t).key;
    return key == 32 ? UINT32_MAX : (1u << key) - 1;
}

static bool take_row(void *context, const kf_sql_cell *cells)
{
    (void)cells;
    *(bool *)context = true;
    return true;
}

bool kf_sql_has(kf_provider *p, kf_table t, const uint32_t *row)
{
    kf_sql_provider *v = kf_sql_own(p);
    bool found = false;
    look(v, t, all_columns(v, t), WANT_ROW, row, take_row, &found);
    return found;
}

typedef struct finding {
    bool found, number;
    double wanted;
    uint32_t at, line;
} finding;

static bool take_place(void *context, const kf_sql_cell *cells)
{
    finding *x = context;
    if (x->found || (x->number && cells[0].number != x->wanted)) return true;
    *x = (finding){ .found = true,
                    .at = (uint32_t)cells[1].integer,
                    .line = (uint32_t)cells[2].integer };
    return true;
}

bool kf_sql_find_place(kf_sql_provider *v, kf_table t, const uint32_t *row, double number,
                       uint32_t *at, uint32_t *line)
{
    finding x = { .number = kf_sql_shape_of(v->base.m, t).number, .wanted = number };
    look(v, t, all_columns(v, t), WANT_PLACE, row, take_place, &x);
    if (x.found) *at = x.at;
    if (x.found) *line = x.line;
    return x.found;
}

bool kf_sql_has_number(kf_provider *p, kf_table t, const uint32_t *row, double number)
{
    uint32_t at, line;
    return kf_sql_find_place(kf_sql_own(p), t, row, number, &at, &line);
}

typedef struct listing {
    kf_sql_provider *v;
    kf_ids *ids;
    kf_number_list *numbers;
    bool failed;
} listing;

static bool take_id(void *context, const kf_sql_cell *cells)
{
    listing *x = context;
    x->failed = !kf_vec_push(x->v->base.mem, x->ids, (uint32_t)cells[0].integer);
    return !x->failed;
}

static bool take_number(void *context, const kf_sql_cell *cells)
{
    listing *x = context;
    x->failed = !kf_vec_push(x->v->base.mem, x->numbers, cells[0].number);
    return !x->failed;
}

void kf_sql_ids(kf_provider *p, kf_table t, uint32_t mask, const uint32_t *row, uint32_t column,
                kf_ids *ids)
{
    assert(!(mask >> column & 1));
    listing x = { .v = kf_sql_own(p), .ids = ids };
    look(x.v, t, mask, column, row, take_id, &x);
    if (x.failed) x.v->status = KERF_NO_MEMORY;
}

void kf_sql_numbers(kf_provider *p, kf_table t, uint32_t mask, const uint32_t *row,
                    kf_number_list *numbers)
{
    assert(kf_sql_shape_of(p->m, t).number);
    listing x = { .v = kf_sql_own(p), .numbers = numbers };
    look(x.v, t, mask, WANT_NUMBERS, row, take_number, &x);
    if (x.failed) x.v->status = KERF_NO_MEMORY;
}

bool kf_sql_call(kf_provider *p, kf_table t, const uint32_t *args, uint32_t *result)
{
    const kf_sql_provider *v = kf_sql_see(p);
    kf_ids ids = { 0 };
    assert(t.part == KF_SAID_VALUE);
    kf_sql_ids(p, t, all_columns(v, t), args, kf_sql_shape_of(p->m, t).key, &ids);
    bool found = ids.n > 0;
    if (found) *result = ids.at[0];
    kf_provider_free_ids(p, &ids);
    return found;
}

kerf_status kf_sql_index(kf_provider *p, kf_table t, uint32_t mask)
{
    const kf_sql_provider *v = kf_sql_see(p);
    kf_text name, text;
    kf_text_init(&name, v->base.mem);
    kf_text_init(&text, v->base.mem);
    kf_sql_table_name(&name, v->base.m, t);
    bool needed =
        !name.failed && kf_sql_create_index(&text, v->driver->ops->dialect, name.at, mask, false);
    kerf_status st = name.failed || text.failed ? KERF_NO_MEMORY : KERF_OK;
    const kf_sql_ops *ops = v->driver->ops;
    if (st == KERF_OK && needed)
        st = v->committed ? ops->create_index(v->driver, text.at, false)
                          : ops->execute(v->driver, text.at);
    kf_text_free(&name);
    kf_text_free(&text);
    return st;
}

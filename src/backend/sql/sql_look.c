/* sql_look.c -- single rows of evidence that is in a database; see vault.h.
 *
 * Statements are prepared once for each table, set of known columns and wish. Their answers are read
 * to the end before anything else is asked. */
#include "backend/sql/sql_vault.h"

#include <string.h>

/* What is wanted: a column by its number, or one of these. */
enum { WANT_PLACE = 1000, WANT_NUMBERS, WANT_ROW };

void kf_vault_forget_looks(kf_vault *v)
{
    for (size_t i = 0; i < v->looks.n; i++)
        v->beside->ops->finish(v->beside, v->looks.at[i].statement);
    kf_vec_free(v->mem, &v->looks);
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

static void write_look(kf_vault *v, kf_text *to, const kf_look *x)
{
    const kf_sql_dialect *dialect = v->driver->ops->dialect;
    bool number = kf_shape_of(v->m, x->held).number;
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
    kf_sql_held_name(to, v->m, x->held);
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

static kerf_status prepare(kf_vault *v, kf_look *x)
{
    kf_sql *sql = kf_arena_alloc(&v->arena, 1, sizeof *sql);
    bool *is_number = kf_arena_alloc(&v->arena, 3, sizeof *is_number);
    kf_text text;
    if (!sql || !is_number) return KERF_NO_MEMORY;
    KF_TRY(kf_vault_settle(v));
    kf_text_init(&text, v->mem);
    write_look(v, &text, x);
    is_number[0] = x->want == WANT_NUMBERS || x->want == WANT_PLACE;
    *sql = (kf_sql){ .n_outputs = output_count(x->want),
                     .is_number = is_number,
                     .n_seed = (uint32_t)__builtin_popcount(x->mask) };
    sql->text = text.failed ? NULL : kf_arena_string(&v->arena, kf_text_get(&text));
    kf_text_free(&text);
    if (!sql->text || !kf_vec_reserve(v->mem, &v->looks, 1)) return KERF_NO_MEMORY;
    x->sql = sql;
    KF_TRY(v->beside->ops->prepare(v->beside, sql, &x->statement));
    v->looks.at[v->looks.n++] = *x;
    return KERF_OK;
}

static kerf_status find_look(kf_vault *v, kf_held h, uint32_t mask, uint32_t want, kf_look *out)
{
    for (size_t i = 0; i < v->looks.n; i++) {
        const kf_look *x = &v->looks.at[i];
        if (x->held.id != h.id || x->held.part != h.part || x->mask != mask || x->want != want)
            continue;
        *out = *x;
        return KERF_OK;
    }
    *out = (kf_look){ .held = h, .mask = mask, .want = want };
    return prepare(v, out);
}

/* ---- Asking ---- */

/* It does not take long, and whoever looks often asks by himself whether to stop. If it were stopped
 * over the connection of a run, nothing could be asked any more once that run has ended. */
static kerf_status select_rows(kf_vault *v, const kf_look *x, const uint32_t *seed,
                               kf_sql_row_fn *take, void *context)
{
    kf_sql_driver *driver = v->beside;
    const kf_backend *asker = driver->store;
    if (driver == v->driver) driver->store = NULL;
    kerf_status st = driver->ops->select(driver, x->sql, x->statement, seed, take, context);
    driver->store = asker;
    return st;
}

static void look(kf_vault *v, kf_held h, uint32_t mask, uint32_t want, const uint32_t *row,
                 kf_sql_row_fn *take, void *context)
{
    kf_look x;
    uint32_t seed[KF_MOST_ARITY + 1], n = 0;
    if (v->status != KERF_OK) return;
    for (uint32_t m = mask; m; m &= m - 1) seed[n++] = row[__builtin_ctz(m)];
    v->status = find_look(v, h, mask, want, &x);
    if (v->status != KERF_OK) return;
    v->status = select_rows(v, &x, seed, take, context);
}

static uint32_t all_columns(const kf_vault *v, kf_held h)
{
    uint32_t key = kf_shape_of(v->m, h).key;
    return key == 32 ? UINT32_MAX : (1u << key) - 1;
}

static bool take_row(void *context, const kf_sql_cell *cells)
{
    (void)cells;
    *(bool *)context = true;
    return true;
}

bool kf_vault_has(kf_vault *v, kf_held h, const uint32_t *row)
{
    bool found = false;
    look(v, h, all_columns(v, h), WANT_ROW, row, take_row, &found);
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

bool kf_vault_find(kf_vault *v, kf_held h, const uint32_t *row, double number, uint32_t *at,
                   uint32_t *line)
{
    finding x = { .number = kf_shape_of(v->m, h).number, .wanted = number };
    look(v, h, all_columns(v, h), WANT_PLACE, row, take_place, &x);
    if (x.found) *at = x.at;
    if (x.found) *line = x.line;
    return x.found;
}

typedef struct listing {
    kf_vault *v;
    kf_held_ids *ids;
    kf_held_numbers *numbers;
    bool failed;
} listing;

static bool take_id(void *context, const kf_sql_cell *cells)
{
    listing *x = context;
    x->failed = !kf_vec_push(x->v->mem, x->ids, (uint32_t)cells[0].integer);
    return !x->failed;
}

static bool take_number(void *context, const kf_sql_cell *cells)
{
    listing *x = context;
    x->failed = !kf_vec_push(x->v->mem, x->numbers, cells[0].number);
    return !x->failed;
}

void kf_vault_ids(kf_vault *v, kf_held h, uint32_t mask, const uint32_t *row, uint32_t column,
                  kf_held_ids *ids)
{
    listing x = { .v = v, .ids = ids };
    look(v, h, mask, column, row, take_id, &x);
    if (x.failed) v->status = KERF_NO_MEMORY;
}

void kf_vault_numbers(kf_vault *v, kf_held h, uint32_t mask, const uint32_t *row,
                      kf_held_numbers *numbers)
{
    listing x = { .v = v, .numbers = numbers };
    look(v, h, mask, WANT_NUMBERS, row, take_number, &x);
    if (x.failed) v->status = KERF_NO_MEMORY;
}

void kf_vault_free_ids(kf_vault *v, kf_held_ids *ids)
{
    kf_vec_free(v->mem, ids);
}

void kf_vault_free_numbers(kf_vault *v, kf_held_numbers *numbers)
{
    kf_vec_free(v->mem, numbers);
}

bool kf_vault_call(kf_vault *v, uint32_t function, const uint32_t *args, uint32_t *result)
{
    kf_held h = { KF_HELD_FUNCTION, function };
    kf_held_ids ids = { 0 };
    kf_vault_ids(v, h, all_columns(v, h), args, kf_shape_of(v->m, h).key, &ids);
    bool found = ids.n > 0;
    if (found) *result = ids.at[0];
    kf_vault_free_ids(v, &ids);
    return found;
}

kerf_status kf_vault_index(kf_vault *v, kf_held h, uint32_t mask)
{
    kf_text name, text;
    kf_text_init(&name, v->mem);
    kf_text_init(&text, v->mem);
    kf_sql_held_name(&name, v->m, h);
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

/* table_header.c -- the first row of a table; see table_header.h. */
#include "evidence/load/table_header.h"

#include "base/check.h"

enum { MOST_COLUMNS = 64, FEW_ROWS = 2 };

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* ---- Names of columns ---------------------------------------------------------------------- */

static kf_str type_of(const kf_columns *c, uint32_t argument)
{
    return kf_type_name(c->model, c->predicate->slots[argument].type);
}

static kf_str name_of(const kf_columns *c, uint32_t argument)
{
    kf_name name = c->predicate->slots[argument].name;
    return name.id == KF_NO_SYMBOL ? (kf_str){ "", 0 } : kf_model_name(c->model, name);
}

/* Is a cell the name or the type of an argument? */
static bool names_argument(const kf_columns *c, kf_str cell, uint32_t argument)
{
    return kf_str_eq_nocase(cell, type_of(c, argument))
           || (cell.n > 0 && kf_str_eq_nocase(cell, name_of(c, argument)));
}

/* Letters, digits and _, as a column's title; not inf or nan, which are numbers gone wrong. */
static bool is_title(kf_str cell)
{
    for (size_t i = 0; i < cell.n; i++) {
        char c = cell.at[i];
        bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
        if (!letter && !(i > 0 && is_digit(c))) return false;
    }
    return cell.n > 0 && !kf_str_eq_nocase(cell, KF_STR("inf"))
           && !kf_str_eq_nocase(cell, KF_STR("nan"));
}

/* Two columns that are named as declared are no accident; of one alone it cannot be told. */
bool kf_header_is(const kf_columns *c, const kf_str *cells, uint32_t n)
{
    double number;
    uint32_t arity = c->predicate->arity, named = 0, titles = 0;
    if (n != c->n || n == 0) return false;
    if (c->predicate->number)
        return !kf_number_read(cells[arity], &number) && is_title(cells[arity]);
    for (uint32_t i = 0; i < arity; i++) {
        named += names_argument(c, cells[i], i);
        titles += is_title(cells[i]);
    }
    return named == arity || (named >= 2 && titles == arity);
}

bool kf_header_is_shuffled(const kf_columns *c, const kf_str *cells, uint32_t n)
{
    uint32_t arity = c->predicate->arity;
    if (n != c->n || arity < 2) return false;
    for (uint32_t i = 0; i < arity; i++) {
        bool named = false;
        for (uint32_t k = 0; k < arity; k++) named |= names_argument(c, cells[i], k);
        if (!named) return false;
    }
    return !kf_header_is(c, cells, n);
}

/* ---- What looks like one -------------------------------------------------------------------- */

/* person, person1, person_id, id2: the name of its column, or of any, with a tail. */
static bool resembles(const kf_columns *c, kf_str cell, uint32_t argument)
{
    while (cell.n > 0 && (is_digit(cell.at[cell.n - 1]) || cell.at[cell.n - 1] == '_')) cell.n--;
    if (kf_str_eq_nocase(cell, KF_STR("id")) || names_argument(c, cell, argument)) return true;
    if (cell.n < 3 || !kf_str_eq_nocase((kf_str){ cell.at + cell.n - 2, 2 }, KF_STR("id")))
        return false;
    cell.n -= cell.at[cell.n - 3] == '_' ? 3 : 2;
    return names_argument(c, cell, argument);
}

static bool any_resembles(const kf_columns *c, const kf_str *cells)
{
    for (uint32_t i = 0; i < c->predicate->arity; i++)
        if (resembles(c, cells[i], i)) return true;
    return false;
}

static bool is_small(kf_str cell)
{
    return cell.n > 0 && cell.at[0] >= 'a' && cell.at[0] <= 'z';
}

static bool any_small(const kf_columns *c, const kf_str *cells)
{
    for (uint32_t i = 0; i < c->n; i++)
        if (is_small(cells[i])) return true;
    return false;
}

static bool has_digit(kf_str cell)
{
    for (size_t i = 0; i < cell.n; i++)
        if (is_digit(cell.at[i])) return true;
    return false;
}

static bool is_listed(const kf_columns *c, uint32_t argument)
{
    return c->model->types.at[c->predicate->slots[argument].type].listed;
}

static bool lists(const kf_columns *c, uint32_t argument, kf_str cell)
{
    const kf_type *t = &c->model->types.at[c->predicate->slots[argument].type];
    return kf_symbols_find(t->constants, cell) < t->n_declared;
}

static void begin(kf_first_row *r, const kf_columns *c, const kf_str *cells, uint32_t line)
{
    *r = (kf_first_row){ .line = line, .rows = 1, .titles = c->n <= MOST_COLUMNS };
    for (uint32_t i = 0; r->titles && i < c->n; i++) {
        r->titles = is_title(cells[i]);
        if (!has_digit(cells[i])) r->words |= UINT64_C(1) << i;
    }
    r->small = r->titles;
    for (uint32_t i = 0; r->small && i < c->n; i++) r->small = is_small(cells[i]);
    r->numbers = r->digits = r->titles ? UINT64_MAX : 0;
    for (uint32_t i = 0; r->titles && i < c->predicate->arity; i++)
        if (is_listed(c, i) && !lists(c, i, cells[i])) r->strangers |= UINT64_C(1) << i;
    r->resembles = r->titles && any_resembles(c, cells);
}

void kf_first_row_compare(kf_first_row *r, const kf_columns *c, const kf_str *cells, uint32_t line)
{
    double number;
    if (r->rows == 0) {
        begin(r, c, cells, line);
        return;
    }
    if (r->rows <= FEW_ROWS) r->rows++;
    if (r->resembles) r->resembles = !any_resembles(c, cells);
    if (r->small) r->small = !any_small(c, cells);
    if (r->numbers == 0 && r->digits == 0 && r->strangers == 0) return; /* all is known */
    assert(c->n <= MOST_COLUMNS);
    for (uint32_t i = 0; i < c->n; i++) {
        uint64_t bit = UINT64_C(1) << i;
        if ((r->strangers & bit) && !lists(c, i, cells[i])) r->strangers &= ~bit;
        if ((r->numbers & bit) && !kf_number_read(cells[i], &number)) r->numbers &= ~bit;
        if ((r->digits & bit) && !has_digit(cells[i])) r->digits &= ~bit;
    }
    uint64_t all = c->n == MOST_COLUMNS ? UINT64_MAX : (UINT64_C(1) << c->n) - 1;
    r->numbers &= all;
    if ((r->digits & r->words & all) != all) r->digits = 0;
}

bool kf_first_row_is_suspect(const kf_first_row *r, const kf_columns *c)
{
    if (c->n == 0 || !r->titles || r->rows < 2) return false;
    return r->resembles || r->numbers != 0 || (r->rows > FEW_ROWS && (r->digits != 0 || r->small));
}

bool kf_first_row_is_stranger(const kf_first_row *r)
{
    return r->titles && r->rows > FEW_ROWS && r->strangers != 0;
}

/* ---- Titles above numbers -------------------------------------------------------------------- */

/* A word for what is not known, which a row of data may well have. */
static bool is_missing(kf_str cell)
{
    static const char *const words[] = {
        "na", "null", "none", "unknown", "missing", "true", "false"
    };
    for (size_t i = 0; i < KF_LENGTH(words); i++)
        if (kf_str_eq_nocase(cell, kf_str_of(words[i]))) return true;
    return false;
}

void kf_title_row_begin(kf_title_row *r, const kf_str *cells, uint32_t n)
{
    *r = (kf_title_row){ .n = n, .rows = 1 };
    if (n == 0 || n > MOST_COLUMNS) return;
    for (uint32_t i = 0; i < n; i++) {
        if (!is_title(cells[i]) || is_missing(cells[i])) return;
        for (uint32_t k = 0; k < i; k++)
            if (kf_str_eq(cells[i], cells[k])) return; /* titles differ */
    }
    r->numbers = n == MOST_COLUMNS ? UINT64_MAX : (UINT64_C(1) << n) - 1;
}

void kf_title_row_compare(kf_title_row *r, const kf_str *cells, uint32_t n)
{
    double number;
    assert(r->rows > 0); /* kf_title_row_begin() came first */
    r->rows++;
    if (n != r->n) r->numbers = 0;
    for (uint32_t i = 0; i < n && r->numbers != 0; i++)
        if (!kf_number_read(cells[i], &number)) r->numbers &= ~(UINT64_C(1) << i);
}

bool kf_title_row_is_header(const kf_title_row *r)
{
    return r->rows > FEW_ROWS && r->numbers != 0;
}

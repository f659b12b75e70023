/* sql_dialect.c -- tables, and all that databases write differently; see sql.h. */
#include "backend/sql/sql.h"

#include <ctype.h>

/* In SQLite the table is its own index, and what changes never touches the file, so that several
 * runs can share it. */
const kf_sql_dialect kf_sql_sqlite = { .name = "sqlite",
                                       .parameter = "?%u",
                                       .constant = "?%u",
                                       .sum = { "SUM(", ")" },
                                       .changing_table = "CREATE TEMP TABLE",
                                       .table = "CREATE TABLE",
                                       .key = { ", PRIMARY KEY (", ")" },
                                       .end = " WITHOUT ROWID",
                                       .changing_index = "temp.",
                                       .clear = "DELETE FROM",
                                       .most_key = 40 };

/* Here sums of 64-bit numbers are of a larger type. Nothing need survive the server. */
const kf_sql_dialect kf_sql_postgres = { .name = "postgres",
                                         .parameter = "CAST($%u AS DOUBLE PRECISION)",
                                         .constant = "CAST($%u AS INTEGER)",
                                         .sum = { "CAST(SUM(", ") AS BIGINT)" },
                                         .changing_table = "CREATE UNLOGGED TABLE",
                                         .table = "CREATE UNLOGGED TABLE",
                                         .key = { ", PRIMARY KEY (", ")" },
                                         .end = "",
                                         .changing_index = "",
                                         .clear = "TRUNCATE",
                                         .most_key = 32,
                                         .analyze = "ANALYZE",
                                         .joins = true };

/* ---- Names ---- */

/* A letter and a number tell tables apart; what can be kept of a name is for readers. */
static void add_name(kf_text *to, char kind, uint32_t id, kf_str name)
{
    enum { MOST = 24 };
    kf_text_addf(to, "%c%u_", kind, id);
    for (size_t i = 0; i < name.n && i < MOST; i++) {
        unsigned char c = (unsigned char)name.at[i];
        if (c < 0x80 && (isalnum(c) || c == '_')) kf_text_addc(to, (char)c);
    }
}

void kf_sql_relation_name(kf_text *to, const kf_model *m, kf_literal_kind kind, uint32_t id)
{
    if (kind == KF_LITERAL_TABLE) {
        assert(id < m->rules.n && m->rules.at[id].closed);
        add_name(to, 't', id, m->rules.at[id].label);
        return;
    }
    bool function = kind == KF_LITERAL_FUNCTION;
    assert(id < (function ? m->functions.n : m->predicates.n));
    char letter = function ? 'f' : m->predicates.at[id].hidden ? 'w' : 'p';
    kf_name name = function ? m->functions.at[id].name : m->predicates.at[id].name;
    add_name(to, letter, id, kf_model_name(m, name));
}

void kf_sql_table_name(kf_text *to, const kf_model *m, kf_table t)
{
    static const char letters[] = { [KF_SAID_TRUE] = 'p',
                                    [KF_SAID_FALSE] = 'n',
                                    [KF_SAID_UNKNOWN] = 'u',
                                    [KF_SAID_SOFT] = 'q',
                                    [KF_SAID_VALUE] = 'f' };
    bool function = t.part == KF_SAID_VALUE;
    assert(t.id < (function ? m->functions.n : m->predicates.n));
    kf_name name = function ? m->functions.at[t.id].name : m->predicates.at[t.id].name;
    add_name(to, letters[t.part], t.id, kf_model_name(m, name));
}

void kf_sql_type_name(kf_text *to, const kf_model *m, uint32_t type)
{
    assert(type > 0 && type < m->types.n);
    add_name(to, 'd', type, kf_type_name(m, type));
}

void kf_sql_seed_name(kf_text *to, uint32_t width)
{
    assert(width <= KF_MOST_TUPLE);
    kf_text_addf(to, "s%u", width);
}

/* ---- Tables ---- */

static void add_key(kf_text *to, const kf_sql_dialect *dialect, uint32_t columns, bool number)
{
    uint32_t n = columns < dialect->most_key ? columns : dialect->most_key;
    kf_text_addf(to, "%s", dialect->key[0]);
    for (uint32_t i = 0; i < n; i++) kf_text_addf(to, "%sa%u", i ? ", " : "", i);
    if (number) kf_text_add(to, KF_STR(", n"));
    kf_text_addf(to, "%s", dialect->key[1]);
}

void kf_sql_create(kf_text *to, const kf_sql_dialect *dialect, const char *name, uint32_t width,
                   bool number, bool key, bool changes)
{
    assert(width <= KF_MOST_TUPLE + 1);
    uint32_t columns = width ? width : 1;
    bool fits = columns + number <= dialect->most_key;
    kf_text_addf(to, "%s %s (", changes ? dialect->changing_table : dialect->table, name);
    for (uint32_t i = 0; i < columns; i++) {
        kf_text_addf(to, "%sa%u INTEGER NOT NULL", i ? ", " : "", i);
    }
    if (number) kf_text_add(to, KF_STR(", n DOUBLE PRECISION NOT NULL"));
    if (key && fits) add_key(to, dialect, columns, number);
    kf_text_addf(to, ")%s", key && fits ? dialect->end : "");
}

bool kf_sql_create_index(kf_text *to, const kf_sql_dialect *dialect, const char *table,
                         uint32_t mask, bool changes)
{
    bool prefix = (mask & (mask + 1)) == 0;
    uint32_t n = 0;
    if (prefix) return false;
    kf_text_addf(to, "CREATE INDEX IF NOT EXISTS %si_%s_%x ON %s (",
                 changes ? dialect->changing_index : "", table, mask, table);
    for (uint32_t m = mask; m && n < dialect->most_key; m &= m - 1, n++) {
        kf_text_addf(to, "%sa%d", n ? ", " : "", __builtin_ctz(m));
    }
    kf_text_addc(to, ')');
    return true;
}

/* sql.c -- a plan as one SELECT; see sql.h.
 *
 * Steps that range over something become tables joined in the plan's order, each condition stands
 * in WHERE, absence is NOT EXISTS. What is left when all needed variables are bound is counted by
 * subqueries, whose results are multiplied, as the plan has it; other variables that are not
 * needed are summed out by GROUP BY. Quantified parts, computed terms and comparisons other than
 * of constants for equality or of numbers are not said in SQL: their variables are fetched, and
 * each row is tested here. A part of the plan with such a test in it is joined instead of
 * counted; so is the only part, where a database would rather join than look for each row
 * (kf_sql_dialect.joins). */
#include "backend/sql/sql.h"

#include <assert.h>
#include <string.h>

/* Where a variable's value stands: r3.a1, r3.id or r3.n; or it is a parameter, of the one seed. */
enum { COLUMN_ID = KF_MOST_TUPLE, COLUMN_NUMBER };
#define THE_SEED (KF_NONE - 1)

typedef struct place {
    uint32_t table, column; /* table KF_NONE: nowhere yet; THE_SEED: a parameter */
} place;

typedef struct part { /* a SELECT in the making */
    kf_text from, where, times;
} part;

typedef struct writer {
    kf_mem *mem;
    kf_arena *arena;
    const kf_database *d;
    const kf_request *q;
    const kf_sql_dialect *dialect;
    kf_sql *out;
    place *at;     /* by variable */
    bool *fetched; /* by variable: an output */
    bool *ranged;  /* by variable: rows of the outermost SELECT may differ in it */
    bool many;     /* they may be the same even so */
    bool one_seed; /* there is one, as parameters */
    bool joins;    /* what is counted is joined and grouped, not asked for row by row */
    uint32_t n_tables;
    bool failed;
} writer;

static void part_init(part *p, kf_mem *mem)
{
    kf_text_init(&p->from, mem);
    kf_text_init(&p->where, mem);
    kf_text_init(&p->times, mem);
}

static void part_free(part *p)
{
    kf_text_free(&p->from);
    kf_text_free(&p->where);
    kf_text_free(&p->times);
}

static kf_text *condition(part *p)
{
    if (p->where.n) kf_text_add(&p->where, KF_STR(" AND "));
    return &p->where;
}

static kf_text *factor(part *p)
{
    if (p->times.n) kf_text_add(&p->times, KF_STR(" * "));
    return &p->times;
}

/* ---- Values ---- */

static void add_place(const writer *w, kf_text *to, place at)
{
    assert(at.table != KF_NONE);
    assert(at.table != KF_NONE);
    if (at.table == THE_SEED) {
        kf_text_addf(to, w->dialect->constant, at.column + 1);
        return;
    }
    kf_text_addf(to, "r%u.", at.table);
    if (at.column == COLUMN_ID) kf_text_add(to, KF_STR("id"));
    else if (at.column == COLUMN_NUMBER) kf_text_addc(to, 'n');
    else kf_text_addf(to, "a%u", at.column);
}

static void add_arg(const writer *w, kf_text *to, kf_arg a)
{
    if (a.variable == KF_NONE) kf_text_addf(to, "%d", kf_sql_id(a.constant));
    else add_place(w, to, w->at[a.variable]);
}

/* A number variable, or a number as a parameter. */
static void add_number(writer *w, kf_text *to, const kf_expr *e)
{
    if (e->kind == KF_EXPR_VARIABLE) {
        add_place(w, to, w->at[e->id]);
        return;
    }
    w->out->numbers[w->out->n_numbers++] = e->number;
    kf_text_addf(to, w->dialect->parameter, w->out->n_seed + w->out->n_numbers);
}

/* A step that SQL does not express: its variables are fetched, each row is tested (sql_test.c). */
static void add_test(writer *w, const kf_step *s)
{
    const kf_literal *l = s->literal;
    w->out->tests[w->out->n_tests++] = s;
    for (uint32_t i = 0; i < l->n_uses; i++) w->fetched[l->uses[i]] = true;
}

/* ---- Steps ---- */

static void add_relation(const writer *w, kf_text *to, const kf_literal *l)
{
    kf_sql_relation_name(to, w->d->m, (kf_literal_kind)l->kind, l->id);
}

/* One more table; returns its number. `begin` to be followed by its text and add_as(). */
static kf_text *begin_table(part *p)
{
    if (p->from.n) kf_text_add(&p->from, KF_STR(" CROSS JOIN "));
    return &p->from;
}

static uint32_t add_as(writer *w, part *p)
{
    kf_text_addf(&p->from, " AS r%u", w->n_tables);
    return w->n_tables++;
}

static void bind(writer *w, uint32_t variable, uint32_t table, uint32_t column, bool top)
{
    assert(variable < w->q->c->n_variables);
    w->at[variable] = (place){ table, column };
    if (top) w->ranged[variable] = true;
}

static void add_equal(const writer *w, part *p, uint32_t table, const kf_column *c)
{
    kf_text *to = condition(p);
    add_place(w, to, (place){ table, c->column });
    kf_text_add(to, KF_STR(" = "));
    add_arg(w, to, c->arg);
}

static void bind_columns(writer *w, part *p, const kf_step *s, uint32_t table, bool top)
{
    for (uint32_t i = 0; i < s->n_key; i++) {
        bool open = s->key[i].arg.variable == KF_NONE && s->key[i].arg.constant == KF_NONE;
        if (open) continue;
        add_equal(w, p, table, &s->key[i]);
    }
    for (uint32_t i = 0; i < s->n_set; i++) {
        bind(w, s->set[i].arg.variable, table, s->set[i].column, top);
    }
    for (uint32_t i = 0; i < s->n_same; i++) add_equal(w, p, table, &s->same[i]);
}

/* Of a relation with numbers whose number is tested later, every row once. */
static void add_distinct(const writer *w, kf_text *to, const kf_literal *l)
{
    kf_text_add(to, KF_STR("(SELECT DISTINCT "));
    for (uint32_t i = 0; i < l->n || i == 0; i++) kf_text_addf(to, "%sa%u", i ? ", " : "", i);
    kf_text_add(to, KF_STR(" FROM "));
    add_relation(w, to, l);
    kf_text_addc(to, ')');
}

static void add_rows(writer *w, part *p, const kf_step *s, bool top)
{
    const kf_literal *l = s->literal;
    bool said = kf_sql_says(s);
    kf_text *to = begin_table(p);
    if (said) add_relation(w, to, l);
    else add_distinct(w, to, l);
    uint32_t table = add_as(w, p);
    bind_columns(w, p, s, table, top);
    if (!said) {
        add_test(w, s);
    } else if (s->binds_number) {
        bind(w, l->right->id, table, COLUMN_NUMBER, top);
    } else if (l->right) {
        to = condition(p);
        kf_text_addf(to, "r%u.n = ", table);
        add_number(w, to, l->right);
    }
}

static void add_keys(writer *w, part *p, const kf_step *s, bool top)
{
    kf_text *to = begin_table(p);
    kf_text_add(to, KF_STR("(SELECT "));
    for (uint32_t i = 0; i < s->n_set; i++) kf_text_addf(to, "a%u, ", s->set[i].column);
    kf_text_add(to, KF_STR("COUNT(*) AS c FROM "));
    add_relation(w, to, s->literal);
    kf_text_add(to, KF_STR(" GROUP BY "));
    for (uint32_t i = 0; i < s->n_set; i++)
        kf_text_addf(to, "%sa%u", i ? ", " : "", s->set[i].column);
    kf_text_addc(to, ')');
    uint32_t table = add_as(w, p);
    for (uint32_t i = 0; i < s->n_set; i++)
        bind(w, s->set[i].arg.variable, table, s->set[i].column, top);
    kf_text_addf(factor(p), "r%u.c", table);
}

/* The rows that match, of which it is asked how many there are, or whether there are any. */
static void add_matching(writer *w, kf_text *to, const kf_step *s)
{
    const kf_literal *l = s->literal;
    uint32_t table = w->n_tables++;
    bool first = true;
    kf_text_add(to, KF_STR(" FROM "));
    add_relation(w, to, l);
    kf_text_addf(to, " AS r%u", table);
    for (uint32_t i = 0; i < s->n_key; i++, first = false) {
        kf_text_addf(to, "%sr%u.a%u = ", first ? " WHERE " : " AND ", table, s->key[i].column);
        add_arg(w, to, s->key[i].arg);
    }
    if (s->kind != KF_STEP_TEST || !l->right) return;
    kf_text_addf(to, "%sr%u.n = ", first ? " WHERE " : " AND ", table);
    add_number(w, to, l->right);
}

static void add_exists(writer *w, part *p, const kf_step *s)
{
    kf_text *to = condition(p);
    kf_text_addf(to, "%sEXISTS (SELECT 1", s->literal->negated ? "NOT " : "");
    add_matching(w, to, s);
    kf_text_addc(to, ')');
}

static void add_count(writer *w, part *p, const kf_step *s)
{
    kf_text *to = factor(p);
    kf_text_add(to, KF_STR("(SELECT COUNT(*)"));
    add_matching(w, to, s);
    kf_text_addc(to, ')');
}

static void add_operand(writer *w, kf_text *to, const kf_expr *e)
{
    if (kf_sql_says_number(e)) add_number(w, to, e);
    else if (e->kind == KF_EXPR_VARIABLE) add_place(w, to, w->at[e->id]);
    else kf_text_addf(to, "%d", kf_sql_id(e->id));
}

static void add_compare(writer *w, part *p, const kf_literal *l)
{
    static const char *const signs[] = { [KF_OP_EQ] = "=",  [KF_OP_NE] = "<>", [KF_OP_LT] = "<",
                                         [KF_OP_LE] = "<=", [KF_OP_GT] = ">",  [KF_OP_GE] = ">=" };
    kf_text *to = condition(p);
    add_operand(w, to, l->left);
    kf_text_addf(to, " %s ", signs[l->op]);
    add_operand(w, to, l->right);
}

static void add_domain(writer *w, part *p, uint32_t variable, bool top)
{
    kf_sql_type_name(begin_table(p), w->d->m, w->q->c->types[variable]);
    bind(w, variable, add_as(w, p), COLUMN_ID, top);
}

static void add_seeds(writer *w, part *p, const kf_step *s, bool top)
{
    if (w->one_seed) {
        w->out->n_seed = s->literal->n;
        bind_columns(w, p, s, THE_SEED, false);
        return;
    }
    kf_sql_seed_name(begin_table(p), s->literal->n);
    bind_columns(w, p, s, add_as(w, p), top);
    if (s->n_set < s->literal->n || s->literal->n == 0) w->many = true;
}

static void add_steps(writer *, part *, const kf_step *, uint32_t n, bool top);

static void add_part(writer *w, part *p, const kf_step *s, bool top)
{
    bool joined = top && w->joins;
    if (joined) w->many = true;
    if (joined || !kf_sql_says(s)) {
        add_steps(w, p, s->steps, s->n_steps, top);
        return;
    }
    part inner;
    part_init(&inner, w->mem);
    add_steps(w, &inner, s->steps, s->n_steps, false);
    kf_text *to = factor(p);
    kf_text_add(to, KF_STR("(SELECT "));
    if (inner.times.n) {
        kf_text_addf(to, "COALESCE(%s", w->dialect->sum[0]);
        kf_text_add(to, kf_text_get(&inner.times));
        kf_text_addf(to, "%s, 0)", w->dialect->sum[1]);
    } else {
        kf_text_add(to, KF_STR("COUNT(*)"));
    }
    if (inner.from.n) kf_text_add(to, KF_STR(" FROM "));
    kf_text_add(to, kf_text_get(&inner.from));
    if (inner.where.n) kf_text_add(to, KF_STR(" WHERE "));
    kf_text_add(to, kf_text_get(&inner.where));
    kf_text_addc(to, ')');
    w->failed |= inner.from.failed || inner.where.failed || inner.times.failed;
    part_free(&inner);
}

static void add_step(writer *w, part *p, const kf_step *s, bool top)
{
    switch (s->kind) {
    case KF_STEP_SCAN:
    case KF_STEP_PROBE: add_rows(w, p, s, top); break;
    case KF_STEP_KEYS: add_keys(w, p, s, top); break;
    case KF_STEP_COUNT: add_count(w, p, s); break;
    case KF_STEP_DOMAIN: add_domain(w, p, s->variable, top); break;
    case KF_STEP_SEED: add_seeds(w, p, s, top); break;
    case KF_STEP_TIMES:
        kf_text_addf(factor(p), "CAST(%u AS BIGINT)", w->d->domains[w->q->c->types[s->variable]].n);
        break;
    case KF_STEP_PARTS: add_part(w, p, s, top); break;
    case KF_STEP_COMPUTE: /* which constant it is, is tested */
        if (!s->check) add_domain(w, p, s->variable, top);
        add_test(w, s);
        break;
    default:
        if (!kf_sql_says(s)) add_test(w, s);
        else if (s->kind == KF_STEP_COMPARE) add_compare(w, p, s->literal);
        else add_exists(w, p, s);
    }
}

static void add_steps(writer *w, part *p, const kf_step *steps, uint32_t n, bool top)
{
    for (uint32_t i = 0; i < n; i++) add_step(w, p, &steps[i], top);
}

/* ---- The statement ---- */

/* A database that joins tables as a whole need not look into them for each row, as long as
 * nothing is to be multiplied. */
static bool can_join(const writer *w, const kf_plan *plan)
{
    uint32_t parts = 0;
    for (uint32_t i = 0; i < plan->n_steps; i++) parts += plan->steps[i].kind == KF_STEP_PARTS;
    return w->dialect->joins && parts == 1 && !w->one_seed;
}

static bool is_grouped(const writer *w)
{
    for (uint32_t v = 0; v < w->q->c->n_variables; v++) {
        if (w->ranged[v] && !w->fetched[v]) return true;
    }
    return w->many;
}

static void list_outputs(writer *w)
{
    assert(w->out->n_outputs == 0);
    kf_sql *out = w->out;
    for (uint32_t v = 0; v < w->q->c->n_variables; v++) {
        if (!w->fetched[v]) continue;
        out->outputs[out->n_outputs] = v;
        out->is_number[out->n_outputs++] = w->q->c->types[v] == KF_TYPE_NUMBER;
    }
}

static void add_outputs(const writer *w, kf_text *to, bool named)
{
    for (uint32_t i = 0; i < w->out->n_outputs; i++) {
        if (i) kf_text_add(to, KF_STR(", "));
        add_place(w, to, w->at[w->out->outputs[i]]);
        if (named) kf_text_addf(to, " AS v%u", i);
    }
}

static void add_ways(const writer *w, const part *p, bool grouped, kf_text *to)
{
    if (grouped && p->times.n) {
        kf_text_addf(to, "%s", w->dialect->sum[0]);
        kf_text_add(to, kf_text_get(&p->times));
        kf_text_addf(to, "%s", w->dialect->sum[1]);
    } else if (grouped) {
        kf_text_add(to, KF_STR("COUNT(*)"));
    } else if (p->times.n) {
        kf_text_add(to, kf_text_get(&p->times));
    } else {
        kf_text_addc(to, '1');
    }
}

/* Lines, as they are shown. */
static void put_together(const writer *w, const part *p, bool grouped, kf_text *to)
{
    const kf_range *outside = w->out->filters ? w->q->outside : NULL;
    bool too_many = outside && outside->least == 0, named = outside && !too_many;
    kf_text_add(to, KF_STR("SELECT "));
    add_outputs(w, to, named);
    if (w->out->n_outputs) kf_text_add(to, KF_STR(", "));
    add_ways(w, p, grouped, to);
    if (named) kf_text_add(to, KF_STR(" AS n"));
    if (p->from.n) kf_text_add(to, KF_STR("\nFROM "));
    kf_text_add(to, kf_text_get(&p->from));
    if (p->where.n) kf_text_add(to, KF_STR("\nWHERE "));
    kf_text_add(to, kf_text_get(&p->where));
    if (grouped && w->out->n_outputs) {
        kf_text_add(to, KF_STR("\nGROUP BY "));
        add_outputs(w, to, false);
    }
    if (!too_many) return;
    kf_text_addf(to, grouped ? "\nHAVING " : p->where.n ? " AND " : "\nWHERE ");
    add_ways(w, p, grouped, to);
    kf_text_addf(to, " > %llu", (unsigned long long)outside->most);
}

/* ---- Groups that have too few ---- */

/* Where the constants of a group stand that is looked at, whether it has any ways or not. */
static void add_group_column(const writer *w, kf_text *to, uint32_t output)
{
    const kf_literal *seed = w->q->seed;
    uint32_t column = 0;
    while (seed && seed->args[column].variable != w->out->outputs[output]) column++;
    if (seed) kf_text_addf(to, "g.a%u", column);
    else kf_text_addf(to, "g%u.id", output);
}

static void add_groups(const writer *w, kf_text *to)
{
    if (w->q->seed) {
        kf_sql_seed_name(to, w->q->seed->n);
        kf_text_add(to, KF_STR(" AS g"));
        return;
    }
    for (uint32_t i = 0; i < w->out->n_outputs; i++) {
        if (i) kf_text_add(to, KF_STR(" CROSS JOIN "));
        kf_sql_type_name(to, w->d->m, w->q->c->types[w->out->outputs[i]]);
        kf_text_addf(to, " AS g%u", i);
    }
}

/* Around what counts: all groups beside it, so that those with none are found. */
static void put_groups_beside(const writer *w, const kf_text *inner, kf_text *to)
{
    const kf_range *outside = w->q->outside;
    uint32_t n = w->out->n_outputs;
    assert(n > 0 && outside->least > 0);
    kf_text_add(to, KF_STR("SELECT "));
    for (uint32_t i = 0; i < n; i++) {
        add_group_column(w, to, i);
        kf_text_add(to, KF_STR(", "));
    }
    kf_text_add(to, KF_STR("COALESCE(c.n, 0)\nFROM "));
    add_groups(w, to);
    kf_text_add(to, KF_STR(" LEFT JOIN ("));
    kf_text_add(to, kf_text_get(inner));
    kf_text_add(to, KF_STR(") AS c ON "));
    for (uint32_t i = 0; i < n; i++) {
        kf_text_addf(to, "%sc.v%u = ", i ? " AND " : "", i);
        add_group_column(w, to, i);
    }
    kf_text_addf(to, "\nWHERE COALESCE(c.n, 0) < %llu", (unsigned long long)outside->least);
    if (outside->most < INT64_MAX)
        kf_text_addf(to, " OR c.n > %llu", (unsigned long long)outside->most);
}

/* SQL can leave out what is inside the range if it says all of the conditions, and a row is all
 * that there is of a group. */
static bool can_filter(const writer *w)
{
    const kf_request *q = w->q;
    if (!q->outside || w->out->n_tests > 0 || w->out->n_outputs == 0 || w->one_seed) return false;
    if (q->outside->least > INT64_MAX) return false;
    if (q->outside->least == 0 && q->outside->most > INT64_MAX) return false;
    for (uint32_t i = 0; i < w->out->n_outputs; i++) {
        if (w->out->is_number[i] || !q->needed[w->out->outputs[i]]) return false;
    }
    return true;
}

static void put_all(writer *w, const part *p, kf_text *to)
{
    bool grouped = is_grouped(w);
    w->out->filters = can_filter(w);
    if (!w->out->filters || w->q->outside->least == 0) {
        put_together(w, p, grouped, to);
        return;
    }
    /* Grouped in any case: SQLite 3.40 draws what is not into the outer join, and then takes counts
     * that are the same for all groups for NULL after the first group that has none. */
    kf_text inner;
    kf_text_init(&inner, w->mem);
    put_together(w, p, true, &inner);
    put_groups_beside(w, &inner, to);
    w->failed |= inner.failed;
    kf_text_free(&inner);
}

static uint32_t count_steps(const kf_step *steps, uint32_t n)
{
    uint32_t sum = n;
    for (uint32_t i = 0; i < n; i++) sum += count_steps(steps[i].steps, steps[i].n_steps);
    return sum;
}

static bool make_room(writer *w, const kf_plan *plan)
{
    uint32_t n = w->q->c->n_variables + 1, steps = count_steps(plan->steps, plan->n_steps) + 1;
    kf_sql *out = w->out;
    w->at = kf_arena_alloc(w->arena, n, sizeof *w->at);
    w->fetched = kf_arena_alloc(w->arena, n, sizeof(bool));
    w->ranged = kf_arena_alloc(w->arena, n, sizeof(bool));
    out->outputs = kf_arena_alloc(w->arena, n, sizeof *out->outputs);
    out->is_number = kf_arena_alloc(w->arena, n, sizeof(bool));
    out->numbers = kf_arena_alloc(w->arena, 2 * (size_t)steps, sizeof(double));
    out->tests = kf_arena_alloc(w->arena, steps, sizeof(kf_step *));
    if (!w->at || !w->fetched || !w->ranged || !out->outputs || !out->is_number || !out->numbers
        || !out->tests) {
        return false;
    }
    for (uint32_t v = 0; v < n; v++) w->at[v].table = KF_NONE;
    return true;
}

kerf_status kf_sql_write(kf_sql *out, kf_arena *arena, const kf_database *d, const kf_request *q,
                         const kf_plan *plan, const kf_sql_dialect *dialect, bool one_seed)
{
    assert(!one_seed || q->seed);
    assert(dialect && plan);
    writer w = { .mem = arena->mem,
                 .arena = arena,
                 .d = d,
                 .q = q,
                 .dialect = dialect,
                 .out = out,
                 .one_seed = one_seed };
    *out = (kf_sql){ 0 };
    if (!make_room(&w, plan)) return KERF_NO_MEMORY;
    memcpy(w.fetched, q->needed, q->c->n_variables * sizeof(bool));
    part p;
    kf_text text;
    part_init(&p, w.mem);
    kf_text_init(&text, w.mem);
    w.joins = can_join(&w, plan);
    add_steps(&w, &p, plan->steps, plan->n_steps, true);
    list_outputs(&w);
    out->distinct = !q->seed;
    for (uint32_t v = 0; v < q->c->n_variables; v++) {
        if (w.fetched[v] && !q->needed[v]) out->distinct = false;
    }
    put_all(&w, &p, &text);
    bool good = !w.failed && !text.failed && !p.from.failed && !p.where.failed && !p.times.failed;
    if (good) out->text = kf_arena_string(arena, kf_text_get(&text));
    part_free(&p);
    kf_text_free(&text);
    return out->text ? KERF_OK : KERF_NO_MEMORY;
}

/* block_tables.c -- the rows that touch a block, as tables over its variables.
 *
 * A row whose cost is the same whatever the block is has none, and one of a single variable goes to
 * the costs of its values. */
#include "sample/block.h"

#include "base/check.h"

#include <math.h>

/* What the sum of a row gains where this value of a variable is, rather than that no member's
 * literal is true. */
static int64_t step_of(const kf_sample_rows *s, const kf_sample_variable *v, uint32_t member,
                       const kf_sample_use *u)
{
    return kf_lit_negated(kf_member(s, v, member)) ? -u->step : u->step;
}

/* ---- Pairs of rows and variables ---- */

static kf_block_row *find_row(kf_block *b, uint32_t row)
{
    uint32_t i = b->row_place[row];
    if (i < b->n_rows && b->rows[i].row == row) return &b->rows[i];
    b->row_place[row] = b->n_rows;
    b->rows[b->n_rows] = (kf_block_row){ row, KF_NO_PAIR, b->chain->sum[row] };
    return &b->rows[b->n_rows++];
}

/* The steps by which values of this variable change the row; NULL: no room. */
static int64_t *find_steps(kf_block *b, kf_block_row *r, uint32_t place)
{
    uint32_t size = kf_block_size(b, place);
    if (r->pairs != KF_NO_PAIR && b->pairs[r->pairs].variable == place)
        return b->steps + b->pairs[r->pairs].steps;
    assert(size > 0);
    assert(r->pairs == KF_NO_PAIR || b->pairs[r->pairs].variable < place); /* they come in order */
    if (b->n_pairs == KF_BLOCK_PAIRS || b->n_steps + size > KF_BLOCK_STEPS) return NULL;
    b->pairs[b->n_pairs] = (kf_block_pair){ place, r->pairs, b->n_steps };
    r->pairs = b->n_pairs++;
    for (uint32_t i = 0; i < size; i++) b->steps[b->n_steps + i] = 0;
    b->n_steps += size;
    return b->steps + b->n_steps - size;
}

/* Value i of a group is that of its member i; of an atom, 1 is. */
static uint32_t value_of(const kf_sample_variable *v, uint32_t member)
{
    return v->group ? member : 1;
}

/* Where a value is among those that are allowed; they ascend. */
static uint32_t find_value(const kf_block *b, uint32_t place, uint32_t value)
{
    uint32_t from = b->first[place], to = b->first[place + 1];
    while (from < to) {
        uint32_t middle = from + (to - from) / 2;
        if (b->values[middle] < value) from = middle + 1;
        else to = middle;
    }
    return from;
}

static bool add_member(kf_block *b, uint32_t place, const kf_sample_variable *v, uint32_t member)
{
    const kf_sample_rows *s = b->chain->rows;
    uint32_t atom = kf_lit_atom(kf_member(s, v, member)).id, value = value_of(v, member);
    uint32_t at = find_value(b, place, value);
    bool allowed = at < b->first[place + 1] && b->values[at] == value;
    bool now = b->chain->value[b->variable[place]] == value;
    assert(allowed || !now);
    if (!allowed) return true;
    double price = b->chain->price[atom];
    b->cost[at] += kf_lit_negated(kf_member(s, v, member)) ? -price : price;
    for (size_t i = s->first[atom]; i < s->first[atom + 1]; i++) {
        const kf_sample_use *u = &s->uses[i];
        if (!kf_is_row_used(b->chain, u->row)) continue;
        kf_block_row *r = find_row(b, u->row);
        int64_t *steps = find_steps(b, r, place), step = step_of(s, v, member, u);
        if (!steps) return false;
        steps[at - b->first[place]] = step;
        if (now) r->base -= step;
    }
    return true;
}

static bool add_pairs(kf_block *b)
{
    b->n_rows = b->n_pairs = b->n_steps = 0;
    for (uint32_t i = 0; i < b->first[b->n]; i++) b->cost[i] = 0;
    for (uint32_t i = 0; i < b->n; i++) {
        const kf_sample_variable *v = &b->chain->rows->variables[b->variable[i]];
        for (uint32_t k = 0; k < v->n; k++)
            if (!add_member(b, i, v, k)) return false;
    }
    return true;
}

/* ---- Tables ---- */

static double row_cost(const kf_chain *c, uint32_t row, int64_t sum)
{
    const kf_sample_row *r = &c->rows->rows[row];
    if (!kf_row_pays(r, sum)) return 0;
    return c->on ? INFINITY : r->price;
}

/* Can the block change what the row pays? */
static bool is_touched(const kf_block *b, const kf_block_row *r)
{
    const kf_sample_row *row = &b->chain->rows->rows[r->row];
    int64_t low = r->base, high = r->base;
    for (uint32_t k = r->pairs; k != KF_NO_PAIR; k = b->pairs[k].next) {
        const int64_t *steps = b->steps + b->pairs[k].steps;
        int64_t least = steps[0], most = steps[0];
        for (uint32_t i = 1; i < kf_block_size(b, b->pairs[k].variable); i++) {
            if (steps[i] < least) least = steps[i];
            if (steps[i] > most) most = steps[i];
        }
        assert(least <= most);
        low += least;
        high += most;
    }
    bool inside = low >= row->least && high <= row->most;
    return !inside && high >= row->least && low <= row->most;
}

static uint64_t scope_of(const kf_block *b, const kf_block_row *r)
{
    uint64_t scope = 0;
    for (uint32_t k = r->pairs; k != KF_NO_PAIR; k = b->pairs[k].next)
        scope |= UINT64_C(1) << b->pairs[k].variable;
    return scope;
}

static void add_to_costs(kf_block *b, const kf_block_row *r)
{
    const kf_block_pair *p = &b->pairs[r->pairs];
    for (uint32_t i = 0; i < kf_block_size(b, p->variable); i++)
        b->cost[b->first[p->variable] + i] +=
            row_cost(b->chain, r->row, r->base + b->steps[p->steps + i]);
}

/* The pairs of a row by position, the innermost first. */
static uint32_t sort_pairs(const kf_block *b, const kf_block_row *r, const kf_block_pair **out)
{
    uint32_t n = 0;
    for (uint32_t k = r->pairs; k != KF_NO_PAIR; k = b->pairs[k].next) {
        uint32_t i = n++;
        for (; i > 0 && b->position[out[i - 1]->variable] > b->position[b->pairs[k].variable]; i--)
            out[i] = out[i - 1];
        out[i] = &b->pairs[k];
    }
    return n;
}

static void fill_table(kf_block *b, const kf_block_row *r, double *entries, uint32_t n_entries)
{
    const kf_block_pair *pairs[KF_BLOCK_VARIABLES];
    uint32_t digit[KF_BLOCK_VARIABLES] = { 0 }, n = sort_pairs(b, r, pairs);
    int64_t sum = r->base;
    assert(n >= 2 && n <= KF_BLOCK_VARIABLES); /* of one variable: add_to_costs() */
    for (uint32_t k = 0; k < n; k++) sum += b->steps[pairs[k]->steps];
    for (uint32_t e = 0; e < n_entries; e++) {
        entries[e] = row_cost(b->chain, r->row, sum);
        for (uint32_t k = 0; k < n; k++) { /* count on */
            const int64_t *steps = b->steps + pairs[k]->steps;
            uint32_t size = kf_block_size(b, pairs[k]->variable);
            sum -= steps[digit[k]];
            digit[k] = digit[k] + 1 < size ? digit[k] + 1 : 0;
            sum += steps[digit[k]];
            if (digit[k] != 0) break;
        }
    }
}

static uint32_t entries_of(const kf_block *b, const kf_block_row *r)
{
    uint64_t n = 1;
    for (uint32_t k = r->pairs; k != KF_NO_PAIR && n <= KF_BLOCK_ENTRIES; k = b->pairs[k].next)
        n *= kf_block_size(b, b->pairs[k].variable);
    return n <= KF_BLOCK_ENTRIES ? (uint32_t)n : KF_BLOCK_ENTRIES + 1;
}

static void fill_tables(kf_block *b)
{
    uint32_t at = 0;
    for (uint32_t i = 0; i < b->n_rows; i++) {
        const kf_block_row *r = &b->rows[i];
        uint32_t n = entries_of(b, r);
        uint64_t scope = 0;
        for (uint32_t k = r->pairs; k != KF_NO_PAIR; k = b->pairs[k].next)
            scope |= UINT64_C(1) << b->position[b->pairs[k].variable];
        b->tables[i] = (kf_block_table){ .scope = scope, .at = at };
        fill_table(b, r, b->entries + at, n);
        at += n;
    }
    assert(at == b->n_entries);
    b->n_tables = b->n_rows;
}

/* Rows that need a table; the others are gone. */
static bool keep_rows(kf_block *b)
{
    uint32_t kept = 0;
    uint64_t entries = 0;
    for (uint32_t i = 0; i < b->n_rows; i++) {
        kf_block_row r = b->rows[i];
        if (!is_touched(b, &r)) continue;
        if (b->pairs[r.pairs].next == KF_NO_PAIR) {
            add_to_costs(b, &r);
            continue;
        }
        entries += entries_of(b, &r);
        if (entries > KF_BLOCK_ENTRIES) return false;
        b->scopes[kept] = scope_of(b, &r);
        b->rows[kept++] = r;
    }
    b->n_rows = kept;
    b->n_entries = (uint32_t)entries;
    return true;
}

bool kf_block_make_tables(kf_block *b)
{
    if (!add_pairs(b) || !keep_rows(b)) return false;
    if (!kf_block_order(b, b->scopes, b->n_rows)) return false;
    fill_tables(b);
    return true;
}

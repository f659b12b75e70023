/* block.c -- see block.h. */
#include "sample/block.h"

#include <math.h>
#include <string.h>

kerf_status kf_block_open(kf_block *b, kf_chain *c, kf_arena *arena)
{
    const kf_sample_rows *s = c->rows;
    memset(b, 0, sizeof *b);
    b->chain = c;
    b->place = kf_arena_room(arena, s->n_variables, sizeof *b->place);
    b->values = kf_arena_room(arena, KF_BLOCK_VALUES, sizeof *b->values);
    b->cost = kf_arena_room(arena, KF_BLOCK_VALUES, sizeof *b->cost);
    b->rows = kf_arena_room(arena, KF_BLOCK_PAIRS + 1, sizeof *b->rows);
    b->scopes = kf_arena_room(arena, KF_BLOCK_PAIRS, sizeof *b->scopes);
    b->row_place = kf_arena_alloc(arena, s->n_rows, sizeof *b->row_place);
    b->pairs = kf_arena_room(arena, KF_BLOCK_PAIRS, sizeof *b->pairs);
    b->steps = kf_arena_room(arena, KF_BLOCK_STEPS, sizeof *b->steps);
    b->tables = kf_arena_room(arena, KF_BLOCK_PAIRS + KF_BLOCK_VARIABLES, sizeof *b->tables);
    b->entries = kf_arena_room(arena, KF_BLOCK_ENTRIES, sizeof *b->entries);
    b->strides = kf_arena_room(arena, KF_BLOCK_STRIDES, sizeof *b->strides);
    b->room = kf_arena_room(arena, KF_BLOCK_VALUES, sizeof *b->room);
    bool all = b->place && b->values && b->cost && b->rows && b->scopes && b->row_place && b->pairs;
    all = all && b->steps && b->tables && b->entries && b->strides && b->room;
    if (!all) return KERF_NO_MEMORY;
    memset(b->place, 0xff, s->n_variables * sizeof *b->place);
    return KERF_OK;
}

void kf_block_cut(kf_block *b, uint32_t n)
{
    assert(n <= b->n);
    while (b->n > n) b->place[b->variable[--b->n]] = KF_NO_VARIABLE;
}

void kf_block_clear(kf_block *b)
{
    kf_block_cut(b, 0);
}

void kf_block_add(kf_block *b, uint32_t variable)
{
    assert(b->n < KF_BLOCK_VARIABLES && b->place[variable] == KF_NO_VARIABLE);
    b->place[variable] = b->n;
    b->variable[b->n++] = variable;
}

/* ---- Values ---- */

/* Does the slice allow it? */
static bool is_allowed(const kf_chain *c, const kf_sample_variable *v, uint32_t value)
{
    if (!c->known) return true;
    if (!v->group) {
        int8_t known = c->known[kf_lit_atom(kf_member(c->rows, v, 0)).id];
        return known < 0 || (uint32_t)known == value;
    }
    for (uint32_t i = 0; i < v->n; i++) {
        kf_lit l = kf_member(c->rows, v, i);
        int8_t known = c->known[kf_lit_atom(l).id];
        if (known >= 0 && (known == !kf_lit_negated(l)) != (i == value)) return false;
    }
    return true;
}

static bool find_values(kf_block *b)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < b->n; i++) {
        const kf_sample_variable *v = &b->chain->rows->variables[b->variable[i]];
        b->first[i] = n;
        if (v->values > KF_BLOCK_VALUES - n) return false;
        for (uint32_t k = 0; k < v->values; k++)
            if (is_allowed(b->chain, v, k)) b->values[n++] = k;
        assert(n > b->first[i]);
    }
    b->first[b->n] = n;
    return true;
}

/* ---- Elimination ---- */

static double log_sum(const double *cost, uint32_t n)
{
    double least = cost[0], sum = 0;
    for (uint32_t i = 1; i < n; i++) least = cost[i] < least ? cost[i] : least;
    if (least == INFINITY) return INFINITY;
    for (uint32_t i = 0; i < n; i++) sum += cost[i] - least > 40 ? 0 : exp(least - cost[i]);
    return sum == 1 ? least : least - log(sum);
}

/* The lists of tables whose innermost variable is at a position. */
static void enlist(kf_block *b, uint32_t table)
{
    uint32_t position = (uint32_t)__builtin_ctzll(b->tables[table].scope);
    b->tables[table].next = b->head[position];
    b->head[position] = table;
}

/* By table of the position and variable of its message: how far apart entries are that differ in
 * one value of that. false: too many. */
static bool find_strides(kf_block *b, uint32_t position)
{
    uint32_t n = 0, digits = (uint32_t)__builtin_popcountll(b->behind[position]);
    for (uint32_t t = b->head[position]; t != KF_NO_TABLE; t = b->tables[t].next) {
        uint32_t stride = kf_block_size(b, b->order[position]);
        if (n + digits > KF_BLOCK_STRIDES) return false;
        for (uint64_t m = b->behind[position]; m; m &= m - 1) {
            bool in = b->tables[t].scope & m & -m;
            b->strides[n++] = in ? stride : 0;
            if (in) stride *= kf_block_size(b, b->order[__builtin_ctzll(m)]);
        }
        b->tables[t].now = b->tables[t].at;
    }
    return true;
}

/* What the present entries of all tables of a position and the costs of its values add up to. */
static void add_up(const kf_block *b, uint32_t position, double *cost)
{
    uint32_t i = b->order[position], size = kf_block_size(b, i);
    for (uint32_t k = 0; k < size; k++) cost[k] = b->cost[b->first[i] + k];
    for (uint32_t t = b->head[position]; t != KF_NO_TABLE; t = b->tables[t].next) {
        const double *at = b->entries + b->tables[t].now;
        for (uint32_t k = 0; k < size; k++) cost[k] += at[k];
    }
}

/* The next values of the variables of a message: the innermost counts first. */
static void count_on(kf_block *b, uint32_t position, uint32_t *digit)
{
    uint32_t d = 0, digits = (uint32_t)__builtin_popcountll(b->behind[position]);
    for (uint64_t m = b->behind[position]; m; m &= m - 1, d++) {
        uint32_t size = kf_block_size(b, b->order[__builtin_ctzll(m)]), at = d;
        bool over = digit[d] + 1 == size;
        for (uint32_t t = b->head[position]; t != KF_NO_TABLE; t = b->tables[t].next, at += digits)
            b->tables[t].now += over ? -b->strides[at] * (size - 1) : b->strides[at];
        digit[d] = over ? 0 : digit[d] + 1;
        if (!over) return;
    }
}

/* Sums over the variable at a position: a table over those behind it. */
static bool eliminate(kf_block *b, uint32_t position)
{
    uint32_t digit[KF_BLOCK_VARIABLES] = { 0 }, entries = 1;
    uint64_t scope = b->behind[position];
    if (scope == 0) return true;
    if (!find_strides(b, position)) return false;
    for (uint64_t m = scope; m; m &= m - 1)
        entries *= kf_block_size(b, b->order[__builtin_ctzll(m)]);
    assert(b->n_entries + entries <= KF_BLOCK_ENTRIES);
    for (uint32_t e = 0; e < entries; e++) {
        add_up(b, position, b->room);
        b->entries[b->n_entries + e] = log_sum(b->room, kf_block_size(b, b->order[position]));
        count_on(b, position, digit);
    }
    b->tables[b->n_tables] = (kf_block_table){ .scope = scope, .at = b->n_entries };
    b->n_entries += entries;
    enlist(b, b->n_tables++);
    return true;
}

/* Where the entries of a table are that have the values that are drawn. */
static uint32_t place_in(const kf_block *b, const kf_block_table *t)
{
    uint32_t at = t->at, stride = 1;
    for (uint64_t m = t->scope; m; m &= m - 1) {
        uint32_t k = (uint32_t)__builtin_ctzll(m);
        if (m != t->scope) at += stride * b->drawn[k];
        stride *= kf_block_size(b, b->order[k]);
    }
    return at;
}

static void draw_values(kf_block *b)
{
    for (uint32_t k = b->n; k-- > 0;) {
        for (uint32_t t = b->head[k]; t != KF_NO_TABLE; t = b->tables[t].next)
            b->tables[t].now = place_in(b, &b->tables[t]);
        add_up(b, k, b->room);
        b->drawn[k] = kf_draw_among(&b->chain->random, b->room, kf_block_size(b, b->order[k]));
    }
}

bool kf_block_draw(kf_block *b)
{
    if (!find_values(b) || !kf_block_make_tables(b)) return false;
    for (uint32_t k = 0; k < b->n; k++) b->head[k] = KF_NO_TABLE;
    for (uint32_t t = b->n_tables; t-- > 0;) enlist(b, t);
    for (uint32_t k = 0; k < b->n; k++)
        if (!eliminate(b, k)) return false;
    draw_values(b);
    for (uint32_t k = 0; k < b->n; k++) {
        uint32_t i = b->order[k];
        kf_chain_give(b->chain, b->variable[i], b->values[b->first[i] + b->drawn[k]]);
    }
    kf_chain_settle(b->chain);
    return true;
}

/* network_chain.c -- rows as chains of small tables; see network.h.
 *
 * The sum of a row runs over its variables in turn. A state stands for partial sums that no values
 * to come tell apart: sums are capped where more makes no difference, and neighbours are merged
 * that lead to the same states. A sum from which nothing feasible follows has no state. Each
 * variable but the last gets a variable of its own whose value is the state behind it, a table that
 * allows just the state that follows from the one before, and the last table has the cost.
 *
 *     x0 -> s0 -> s1 -> ... -> s(n-2) -> cost
 *           x1 ---^                x(n-1) -^
 *
 * Where the first variable has no more values than states it stands for s0 itself. */
#include "solve/network/networking.h"

#include "base/check.h"
#include "base/sort.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define DEAD UINT32_MAX        /* no state: nothing feasible follows */
enum { MOST_CELLS = 1 << 20 }; /* of a table */

typedef struct layer {
    uint32_t n, n_states;
    uint64_t *sums;  /* ascending: of the variables so far */
    uint32_t *state; /* by sum; DEAD: none */
    uint32_t *next;  /* by sum and value of the next variable: its state behind that */
} layer;

typedef struct chain {
    kf_network *net;
    const kf_row *row;
    kf_arena arena;
    uint32_t *order; /* places in the scope, as the sum runs */
    layer *layers;   /* before the first variable, and behind each */
    double *cost;    /* by state of the last layer */
    uint64_t cap;    /* greater sums count as this one */
} chain;

static uint32_t variable_at(const chain *c, uint32_t i)
{
    return c->row->scope[c->order[i]];
}

static uint32_t size_at(const chain *c, uint32_t i)
{
    return c->net->size.at[variable_at(c, i)];
}

static uint64_t sum_behind(const chain *c, uint32_t i, uint64_t sum, uint32_t value)
{
    sum += c->row->share[c->order[i]][value];
    return sum < c->cap ? sum : c->cap;
}

/* ---- Sums ---- */

/* A sum above this costs what this one does. */
static uint64_t find_cap(const kf_row *row)
{
    if (row->pairs) return isinf(row->weight) ? 2 : UINT64_MAX;
    return row->most < UINT64_MAX ? row->most + 1 : row->least;
}

static int by_sum(const void *a, const void *b)
{
    const uint64_t *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

static void sort_unique(layer *to)
{
    uint32_t n = 0;
    qsort(to->sums, to->n, sizeof *to->sums, by_sum);
    for (uint32_t i = 0; i < to->n; i++)
        if (n == 0 || to->sums[i] != to->sums[n - 1]) to->sums[n++] = to->sums[i];
    to->n = n;
}

static kerf_status make_sums(chain *c, uint32_t i)
{
    const layer *from = &c->layers[i];
    layer *to = &c->layers[i + 1];
    uint32_t size = size_at(c, i);
    to->sums = kf_arena_room(&c->arena, (size_t)from->n * size, sizeof *to->sums);
    if (!to->sums) return KERF_NO_MEMORY;
    for (uint32_t k = 0; k < from->n; k++)
        for (uint32_t x = 0; x < size; x++) to->sums[to->n++] = sum_behind(c, i, from->sums[k], x);
    sort_unique(to);
    return to->n <= KF_CHAIN_STATES ? KERF_OK : KERF_LIMIT;
}

static kerf_status make_all_sums(chain *c)
{
    layer *first = &c->layers[0];
    first->sums = kf_arena_room(&c->arena, 1, sizeof *first->sums);
    if (!first->sums) return KERF_NO_MEMORY;
    first->sums[0] = c->row->base < c->cap ? c->row->base : c->cap;
    first->n = 1;
    for (uint32_t i = 0; i < c->row->n; i++) KF_TRY(make_sums(c, i));
    return KERF_OK;
}

/* ---- States ---- */

static uint32_t find_sum(const layer *l, uint64_t sum)
{
    uint32_t low = 0, high = l->n - 1;
    while (low < high) {
        uint32_t mid = low + (high - low) / 2;
        if (l->sums[mid] < sum) low = mid + 1;
        else high = mid;
    }
    assert(l->sums[low] == sum);
    return low;
}

/* Sums next to each other that cost the same are one state. */
static kerf_status make_last_states(chain *c)
{
    layer *l = &c->layers[c->row->n];
    l->state = kf_arena_room(&c->arena, l->n, sizeof *l->state);
    c->cost = kf_arena_room(&c->arena, l->n, sizeof *c->cost);
    if (!l->state || !c->cost) return KERF_NO_MEMORY;
    for (uint32_t k = 0; k < l->n; k++) {
        double cost = kf_row_cost(c->row, l->sums[k]);
        l->state[k] = DEAD;
        if (isinf(cost)) continue;
        if (l->n_states == 0 || c->cost[l->n_states - 1] != cost) c->cost[l->n_states++] = cost;
        l->state[k] = l->n_states - 1;
    }
    return KERF_OK;
}

static bool is_dead(const uint32_t *next, uint32_t n)
{
    for (uint32_t x = 0; x < n; x++)
        if (next[x] != DEAD) return false;
    return true;
}

/* Sums that lead to the same states with every value are one state. */
static kerf_status make_states(chain *c, uint32_t i)
{
    layer *l = &c->layers[i];
    const layer *to = &c->layers[i + 1];
    uint32_t size = size_at(c, i), *last = NULL;
    l->state = kf_arena_room(&c->arena, l->n, sizeof *l->state);
    l->next = kf_arena_room(&c->arena, (size_t)l->n * size, sizeof *l->next);
    if (!l->state || !l->next) return KERF_NO_MEMORY;
    for (uint32_t k = 0; k < l->n; k++) {
        uint32_t *next = l->next + (size_t)k * size;
        for (uint32_t x = 0; x < size; x++)
            next[x] = to->state[find_sum(to, sum_behind(c, i, l->sums[k], x))];
        l->state[k] = DEAD;
        if (is_dead(next, size)) continue;
        if (!last || memcmp(last, next, size * sizeof *next) != 0) l->n_states++;
        last = next;
        l->state[k] = l->n_states - 1;
    }
    return KERF_OK;
}

static kerf_status make_all_states(chain *c)
{
    KF_TRY(make_last_states(c));
    for (uint32_t i = c->row->n; i-- > 0;) KF_TRY(make_states(c, i));
    c->net->infeasible |= c->layers[0].n_states == 0;
    return KERF_OK;
}

/* ---- Tables ---- */

typedef struct cells { /* the table over two or three variables, named in an order of our own */
    kf_cost_table *table;
    uint64_t stride[3];
} cells;

static kerf_status open_cells(kf_network *net, const uint32_t *variables, uint32_t n, cells *out)
{
    uint32_t scope[3];
    uint64_t stride = 1;
    memcpy(scope, variables, n * sizeof *scope);
    kf_numbers_sort(scope, n);
    out->table = kf_network_table(net, scope, n);
    if (!out->table) return KERF_NO_MEMORY;
    for (uint32_t i = n; i-- > 0;) {
        for (uint32_t k = 0; k < n; k++)
            if (variables[k] == scope[i]) out->stride[k] = stride;
        stride *= net->size.at[scope[i]];
    }
    return KERF_OK;
}

static double *cell(const cells *c, uint32_t x, uint32_t y, uint32_t z)
{
    return &c->table->cost[c->stride[0] * x + c->stride[1] * y + c->stride[2] * z];
}

/* Allows just the state z = next of (x, y). */
static void allow(const cells *c, uint32_t x, uint32_t y, uint32_t next, uint32_t n_states)
{
    for (uint32_t z = 0; z < n_states; z++)
        if (z != next) *cell(c, x, y, z) = INFINITY;
}

/* The first variable, and the state behind it. */
static kerf_status link_first(chain *c, uint32_t *state)
{
    const layer *l = &c->layers[0];
    uint32_t n_states = c->layers[1].n_states, variables[2] = { variable_at(c, 0) };
    cells to = { 0 };
    *state = variables[1] = (uint32_t)c->net->size.n;
    KF_TRY(kf_network_add_variable(c->net, n_states));
    KF_TRY(open_cells(c->net, variables, 2, &to));
    for (uint32_t x = 0; x < size_at(c, 0); x++)
        for (uint32_t z = 0; z < n_states; z++)
            if (z != l->next[x]) *cell(&to, x, z, 0) = INFINITY;
    return KERF_OK;
}

/* What stands for the sums of layer i: values of a variable, and the state that each means. */
typedef struct stand {
    uint32_t variable, n;
    uint32_t *state; /* by value; DEAD: none */
} stand;

static kerf_status begin(chain *c, stand *s)
{
    uint32_t size = size_at(c, 0), n_states = c->layers[1].n_states;
    bool itself = size <= n_states;
    *s = (stand){ variable_at(c, 0), size, c->layers[0].next };
    if (itself) return KERF_OK;
    KF_TRY(link_first(c, &s->variable));
    s->n = n_states;
    s->state = kf_arena_room(&c->arena, n_states, sizeof *s->state);
    if (!s->state) return KERF_NO_MEMORY;
    for (uint32_t z = 0; z < n_states; z++) s->state[z] = z;
    return KERF_OK;
}

/* A sum of layer i for each of its states. */
static kerf_status find_samples(chain *c, uint32_t i, uint32_t **out)
{
    const layer *l = &c->layers[i];
    uint32_t *sample = kf_arena_room(&c->arena, l->n_states, sizeof *sample);
    if (!sample) return KERF_NO_MEMORY;
    for (uint32_t k = 0; k < l->n; k++)
        if (l->state[k] != DEAD) sample[l->state[k]] = k;
    *out = sample;
    return KERF_OK;
}

/* From the states before variable i to those behind it. */
static kerf_status link_state(chain *c, uint32_t i, stand *s)
{
    const layer *l = &c->layers[i];
    uint32_t size = size_at(c, i), n_states = c->layers[i + 1].n_states, *sample;
    uint32_t variables[3] = { s->variable, variable_at(c, i), (uint32_t)c->net->size.n };
    cells to = { 0 };
    if ((uint64_t)s->n * size * n_states > MOST_CELLS) return KERF_LIMIT;
    KF_TRY(find_samples(c, i, &sample));
    KF_TRY(kf_network_add_variable(c->net, n_states));
    KF_TRY(open_cells(c->net, variables, 3, &to));
    for (uint32_t y = 0; y < s->n; y++)
        for (uint32_t x = 0; x < size; x++) {
            uint32_t from = s->state[y];
            allow(&to, y, x, from == DEAD ? DEAD : l->next[(size_t)sample[from] * size + x],
                  n_states);
        }
    s->state = kf_arena_room(&c->arena, n_states, sizeof *s->state);
    if (!s->state) return KERF_NO_MEMORY;
    for (uint32_t z = 0; z < n_states; z++) s->state[z] = z;
    s->variable = variables[2];
    s->n = n_states;
    return KERF_OK;
}

/* What is left of the row: where it pays. */
static kerf_status keep_chain(const chain *c, const cells *last, bool **pays)
{
    kf_network *net = c->net;
    *pays = kf_arena_alloc(&net->arena, last->table->n_entries, sizeof **pays);
    if (!*pays) return KERF_NO_MEMORY;
    kf_chained made = { c->row->constraint, (uint32_t)(last->table - net->tables.at), *pays };
    return kf_vec_push(net->mem, &net->chained, made) ? KERF_OK : KERF_NO_MEMORY;
}

static kerf_status link_last(chain *c, const stand *s)
{
    uint32_t last = c->row->n - 1, size = size_at(c, last), *sample;
    uint32_t variables[2] = { s->variable, variable_at(c, last) };
    cells to = { 0 };
    KF_TRY(find_samples(c, last, &sample));
    bool *pays;
    KF_TRY(open_cells(c->net, variables, 2, &to));
    KF_TRY(keep_chain(c, &to, &pays));
    to.table->parts++;
    for (uint32_t y = 0; y < s->n; y++)
        for (uint32_t x = 0; x < size; x++) {
            uint32_t next = DEAD;
            if (s->state[y] != DEAD)
                next = c->layers[last].next[(size_t)sample[s->state[y]] * size + x];
            bool some = next != DEAD && c->cost[next] > 0;
            uint64_t entry = (uint64_t)(cell(&to, y, x, 0) - to.table->cost);
            kf_table_add(to.table, entry, next == DEAD ? INFINITY : c->cost[next],
                         some ? c->row->rest : 0);
            pays[entry] = some;
        }
    return KERF_OK;
}

static kerf_status link_all(chain *c)
{
    stand s;
    KF_TRY(begin(c, &s));
    for (uint32_t i = 1; i + 1 < c->row->n; i++) KF_TRY(link_state(c, i, &s));
    return link_last(c, &s);
}

/* ---- Rows ---- */

typedef struct turn {
    uint32_t position, place;
} turn;

static int by_position(const void *a, const void *b)
{
    const turn *x = a, *y = b;
    if (x->position != y->position) return x->position < y->position ? -1 : 1;
    return (x->place > y->place) - (x->place < y->place);
}

static kerf_status set_order(chain *c, const uint32_t *position)
{
    uint32_t n = c->row->n;
    turn *turns = kf_arena_room(&c->arena, n, sizeof *turns);
    c->order = kf_arena_room(&c->arena, n, sizeof *c->order);
    c->layers = kf_arena_alloc(&c->arena, (size_t)n + 1, sizeof *c->layers);
    if (!turns || !c->order || !c->layers) return KERF_NO_MEMORY;
    for (uint32_t i = 0; i < n; i++) turns[i] = (turn){ position[c->row->scope[i]], i };
    qsort(turns, n, sizeof *turns, by_position);
    for (uint32_t i = 0; i < n; i++) c->order[i] = turns[i].place;
    return KERF_OK;
}

static kerf_status chain_row(kf_network *net, const kf_row *row, const uint32_t *position)
{
    chain c = { .net = net, .row = row, .cap = find_cap(row) };
    assert(row->n >= 2);
    kf_arena_init(&c.arena, net->mem);
    kerf_status st = set_order(&c, position);
    if (st == KERF_OK) st = make_all_sums(&c);
    if (st == KERF_OK) st = make_all_states(&c);
    if (st == KERF_OK && !net->infeasible) st = link_all(&c);
    kf_arena_free(&c.arena);
    return st;
}

kerf_status kf_network_chain(kf_network *net, const uint32_t *position, const kf_limits *limits)
{
    for (size_t i = 0; i < net->rows.n && !net->infeasible; i++) {
        if (limits && kf_limits_reached(limits)) return KERF_LIMIT;
        KF_TRY(chain_row(net, &net->rows.at[i], position));
    }
    net->rows.n = 0;
    KF_CHECK(kf_network_check(net));
    return KERF_OK;
}

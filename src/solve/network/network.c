/* network.c -- a component as variables and tables; see network.h.
 *
 * First the values that break something hard by themselves are removed, until there are none: each
 * pass adds up the unary costs anew. Then every constraint becomes part of a table, or a row. */
#include "solve/network/network.h"

#include "base/check.h"
#include "solve/network/networking.h"

#include <math.h>
#include <string.h>

enum { PASSES = 8 }; /* to remove values in */
enum { STEPS_PER_ROW = 8 };

/* ---- Values ---- */

static kerf_status clear_costs(kf_network *net, const kf_component *p)
{
    net->constant = p->constant;
    net->constant_rest = 0;
    for (uint32_t v = 0; v < net->size.n; v++)
        for (uint32_t x = 0; x < net->size.at[v]; x++) net->unary.at[v][x] = 0;
    for (uint32_t v = 0; v < net->unary_rest.n; v++)
        for (uint32_t x = 0; x < net->size.at[v]; x++) net->unary_rest.at[v][x] = 0;
    for (uint32_t v = 0; v < net->size.n; v++) net->parts.at[v] = 0;
    for (uint32_t a = 0; a < p->n_atoms; a++) {
        const kf_atom_value *at = &net->place[a];
        double rest = p->cost_rest ? p->cost_rest[a] : 0; /* of the cost that is not 0 */
        KF_TRY(kf_network_spend(net, 2));
        net->parts.at[at->variable]++;
        for (uint32_t x = 0; x < net->size.at[at->variable]; x++) {
            double cost = (x == at->value) != at->negated ? p->cost_true[a] : p->cost_false[a];
            kf_network_add_unary(net, at->variable, x, cost, cost > 0 ? rest : 0);
        }
    }
    return KERF_OK;
}

void kf_network_add_unary(kf_network *net, uint32_t v, uint32_t x, double cost, double rest)
{
    assert(v < net->size.n && x < net->size.at[v]);
    if (!net->exact) {
        net->unary.at[v][x] += cost;
        return;
    }
    kf_add_exactly(&net->unary.at[v][x], &net->unary_rest.at[v][x], cost);
    net->unary_rest.at[v][x] += rest;
}

static void add_unary(kf_network *net, const kf_row *row)
{
    if (row->n == 0) {
        double cost = kf_row_cost(row, row->base);
        kf_add_exactly(&net->constant, &net->constant_rest, cost);
        if (cost > 0) net->constant_rest += row->rest;
        return;
    }
    uint32_t v = row->scope[0];
    net->parts.at[v]++;
    for (uint32_t x = 0; x < net->size.at[v]; x++) {
        double cost = kf_row_cost(row, row->base + row->share[0][x]);
        kf_network_add_unary(net, v, x, cost, cost > 0 ? row->rest : 0);
    }
}

/* What a clause over several variables adds is no unary cost: no need to read it as a row. */
static bool is_wide(const kf_network *net, const kf_component *p, uint32_t constraint)
{
    kf_forbidden v;
    return constraint < p->n_clauses && kf_clause_violated(net, p, constraint, &v) && v.n > 1;
}

/* Costs of nothing, and of one variable. */
static kerf_status add_small(kf_network *net, const kf_component *p)
{
    kf_row_reader reader;
    kf_row row;
    bool more = true;
    KF_TRY(kf_row_reader_open(&reader, net, p));
    kerf_status st = KERF_OK;
    while (st == KERF_OK && more) {
        st = kf_network_spend(net, STEPS_PER_ROW);
        if (st != KERF_OK) break;
        if (is_wide(net, p, reader.next)) {
            reader.next++;
            continue;
        }
        st = kf_row_read(&reader, &row, &more);
        if (st == KERF_OK && more && row.n <= 1) add_unary(net, &row);
    }
    kf_row_reader_close(&reader);
    return st;
}

/* The values of a variable that are left, numbered anew: renamed[x], KF_NO_VALUE if it goes. */
static uint32_t rename_values(kf_network *net, uint32_t v, uint32_t *renamed)
{
    uint32_t n = 0;
    double *unary = net->unary.at[v], *rest = net->exact ? net->unary_rest.at[v] : NULL;
    for (uint32_t x = 0; x < net->size.at[v]; x++) {
        renamed[x] = isinf(unary[x]) ? KF_NO_VALUE : n;
        if (isinf(unary[x])) continue;
        if (rest) rest[n] = rest[x];
        unary[n++] = unary[x];
    }
    return n;
}

static bool has_hard_value(const kf_network *net, uint32_t v)
{
    for (uint32_t x = 0; x < net->size.at[v]; x++)
        if (isinf(net->unary.at[v][x])) return true;
    return false;
}

/* Of all variables; *some: there were such. */
static kerf_status remove_values(kf_network *net, bool *some)
{
    uint32_t values = 0, *first = kf_mem_calloc(net->mem, net->size.n + 1, sizeof *first);
    *some = false;
    if (!first) return KERF_NO_MEMORY;
    for (uint32_t v = 0; v < net->size.n; v++) first[v + 1] = values += net->size.at[v];
    uint32_t *renamed = kf_mem_alloc(net->mem, values, sizeof *renamed);
    for (uint32_t v = 0; renamed && v < net->size.n; v++) {
        *some |= has_hard_value(net, v);
        uint32_t n = rename_values(net, v, renamed + first[v]);
        net->none[v] &= renamed[first[v]] == 0;
        net->infeasible |= n == 0;
        net->size.at[v] = n ? n : 1;
    }
    for (uint32_t a = 0; renamed && a < net->n_atoms; a++) {
        kf_atom_value *at = &net->place[a];
        if (at->value != KF_NO_VALUE) at->value = renamed[first[at->variable] + at->value];
    }
    kf_mem_free(net->mem, first, net->size.n + 1, sizeof *first);
    kf_mem_free(net->mem, renamed, values, sizeof *renamed);
    return renamed ? KERF_OK : KERF_NO_MEMORY;
}

static kerf_status settle_values(kf_network *net, const kf_component *p)
{
    bool some = true;
    for (int i = 0; i < PASSES && some && !net->infeasible; i++) {
        KF_TRY(clear_costs(net, p));
        KF_TRY(add_small(net, p));
        net->infeasible |= isinf(net->constant);
        KF_TRY(remove_values(net, &some));
    }
    if (!some || net->infeasible) return KERF_OK;
    KF_TRY(clear_costs(net, p)); /* what is infinite now stays so */
    return add_small(net, p);
}

/* ---- Tables and rows ---- */

static bool fits(const kf_network *net, const uint32_t *scope, uint32_t n,
                 const kf_network_limits *l)
{
    uint64_t entries = 1, most = l->entries;
    if (l->variables && n > l->variables) return false;
    if (n <= KF_FEW_VARIABLES && most < KF_FEW_ENTRIES) most = KF_FEW_ENTRIES;
    for (uint32_t i = 0; i < n; i++) {
        entries *= net->size.at[scope[i]];
        if (entries > most) return false;
    }
    return true;
}

/* Is nothing paid from this sum on? Shares are not negative. */
static bool is_satisfied(const kf_row *row, uint64_t sum)
{
    return !row->pairs && row->weight > 0 && row->most == UINT64_MAX && sum >= row->least;
}

/* Entries from `index` on, of which the first `depth` values are chosen. A clause over choices pays
 * in few of them: those that satisfy it are passed over, a row of the table at a time. */
static void add_entries(const kf_network *net, const kf_row *row, kf_cost_table *t, uint32_t depth,
                        uint64_t index, uint64_t sum)
{
    if (is_satisfied(row, sum)) return;
    if (depth == row->n) {
        double cost = kf_row_cost(row, sum);
        kf_table_add(t, index, cost, cost > 0 ? row->rest : 0);
        return;
    }
    uint32_t size = net->size.at[row->scope[depth]];
    for (uint32_t x = 0; x < size; x++)
        add_entries(net, row, t, depth + 1, index * size + x, sum + row->share[depth][x]);
}

static kerf_status keep_row(kf_network *net, const kf_row *row)
{
    kf_row kept = *row;
    const uint64_t **share = kf_arena_alloc(&net->arena, row->n, sizeof *share);
    kept.scope = kf_arena_copy(&net->arena, row->scope, row->n, sizeof *row->scope);
    kept.share = share;
    if (!share || !kept.scope) return KERF_NO_MEMORY;
    for (uint32_t i = 0; i < row->n; i++) {
        share[i] =
            kf_arena_copy(&net->arena, row->share[i], net->size.at[row->scope[i]], sizeof **share);
        if (!share[i]) return KERF_NO_MEMORY;
    }
    return kf_vec_push(net->mem, &net->rows, kept) ? KERF_OK : KERF_NO_MEMORY;
}

static kerf_status add_row(kf_network *net, const kf_row *row, const kf_network_limits *l)
{
    if (row->n <= 1) return KERF_OK; /* it is in the unary costs */
    if (!fits(net, row->scope, row->n, l)) return keep_row(net, row);
    kf_cost_table *t = kf_network_table(net, row->scope, row->n);
    if (!t) return KERF_NO_MEMORY;
    t->parts++;
    add_entries(net, row, t, 0, 0, row->base);
    return KERF_OK;
}

/* A clause that one choice of values violates; *added: it is one. */
static kerf_status add_violated(kf_network *net, const kf_component *p, uint32_t clause,
                                const kf_network_limits *l, bool *added)
{
    kf_forbidden v;
    uint64_t index = 0;
    *added = clause < p->n_clauses && kf_clause_violated(net, p, clause, &v) && v.n > 1
             && fits(net, v.scope, v.n, l);
    if (!*added) return KERF_OK;
    kf_cost_table *t = kf_network_table(net, v.scope, v.n);
    if (!t) return KERF_NO_MEMORY;
    for (uint32_t i = 0; i < v.n; i++) index = index * net->size.at[v.scope[i]] + v.values[i];
    assert(index < t->n_entries);
    t->parts++;
    kf_table_add(t, index, p->weight[clause], p->weight_rest ? p->weight_rest[clause] : 0);
    return KERF_OK;
}

static kerf_status add_rows(kf_network *net, const kf_component *p, const kf_network_limits *l)
{
    kf_row_reader reader;
    kf_row row;
    bool more = true, added;
    KF_TRY(kf_row_reader_open(&reader, net, p));
    kerf_status st = KERF_OK;
    while (st == KERF_OK && more) {
        st = kf_network_spend(net, STEPS_PER_ROW);
        if (st == KERF_OK) st = add_violated(net, p, reader.next, l, &added);
        if (st != KERF_OK) break;
        if (added) {
            reader.next++;
            continue;
        }
        st = kf_row_read(&reader, &row, &more);
        if (st == KERF_OK && more) st = add_row(net, &row, l);
    }
    kf_row_reader_close(&reader);
    return st;
}

/* ---- Beginning and end ---- */

static kerf_status build(kf_network *net, const kf_component *p, kf_network_limits limits)
{
    KF_TRY(kf_network_group(net, p, &limits));
    net->n_given = (uint32_t)net->size.n;
    net->none = kf_arena_alloc(&net->arena, net->n_given, sizeof *net->none);
    if (!net->none) return KERF_NO_MEMORY;
    memset(net->none, true, net->n_given);
    KF_TRY(settle_values(net, p));
    if (net->infeasible) return KERF_OK;
    return add_rows(net, p, &limits);
}

kerf_status kf_network_open(kf_network *net, const kf_component *p, kf_network_limits limits,
                            kf_mem *mem)
{
    assert(limits.entries >= 4 && limits.values >= 2);
    KF_CHECK(kf_component_check(p));
    *net = (kf_network){ .mem = mem, .n_atoms = p->n_atoms, .exact = limits.exact };
    net->patience = kf_patience_of(limits.stop);
    kf_arena_init(&net->arena, mem);
    kerf_status st = build(net, p, limits);
    net->patience = kf_patience_of(NULL);
    if (st != KERF_OK) kf_network_close(net);
    else KF_CHECK(kf_network_check(net));
    return st;
}

void kf_network_close(kf_network *net)
{
    kf_vec_free(net->mem, &net->size);
    kf_vec_free(net->mem, &net->unary);
    kf_vec_free(net->mem, &net->unary_rest);
    kf_vec_free(net->mem, &net->parts);
    kf_vec_free(net->mem, &net->tables);
    kf_vec_free(net->mem, &net->rows);
    kf_vec_free(net->mem, &net->chained);
    kf_mem_free(net->mem, net->slots, net->n_slots, sizeof *net->slots);
    kf_arena_free(&net->arena);
    net->slots = NULL;
    net->n_slots = 0;
}

/* ---- Values and assignments ---- */

void kf_network_assign(const kf_network *net, const uint32_t *values, bool *assignment)
{
    for (uint32_t a = 0; a < net->n_atoms; a++) {
        const kf_atom_value *at = &net->place[a];
        assignment[a] = (values[at->variable] == at->value) != at->negated;
    }
}

bool kf_network_values(const kf_network *net, const bool *assignment, uint32_t *values)
{
    for (uint32_t v = 0; v < net->n_given; v++) values[v] = KF_NO_VALUE;
    for (uint32_t a = 0; a < net->n_atoms; a++) {
        const kf_atom_value *at = &net->place[a];
        if (assignment[a] == at->negated) continue;
        if (at->value == KF_NO_VALUE || values[at->variable] != KF_NO_VALUE) return false;
        values[at->variable] = at->value;
    }
    for (uint32_t v = 0; v < net->n_given; v++) {
        if (values[v] != KF_NO_VALUE) continue;
        if (!net->none[v]) return false;
        values[v] = 0;
    }
    return true;
}

static double table_cost(const kf_network *net, const kf_cost_table *t, const uint32_t *values)
{
    uint64_t index = 0;
    for (uint32_t i = 0; i < t->n; i++)
        index = index * net->size.at[t->scope[i]] + values[t->scope[i]];
    return t->cost[index];
}

double kf_network_cost(const kf_network *net, const uint32_t *values)
{
    if (net->infeasible) return INFINITY;
    double cost = net->constant;
    for (uint32_t v = 0; v < net->size.n; v++) cost += net->unary.at[v][values[v]];
    for (size_t i = 0; i < net->tables.n; i++) cost += table_cost(net, &net->tables.at[i], values);
    for (size_t i = 0; i < net->rows.n; i++) {
        const kf_row *row = &net->rows.at[i];
        uint64_t sum = row->base;
        for (uint32_t k = 0; k < row->n; k++) sum += row->share[k][values[row->scope[k]]];
        cost += kf_row_cost(row, sum);
    }
    return cost;
}

double kf_network_entries(const kf_network *net)
{
    double entries = 0;
    for (size_t t = 0; t < net->tables.n; t++) entries += (double)net->tables.at[t].n_entries;
    for (size_t v = 0; v < net->size.n; v++) entries += net->size.at[v];
    return entries;
}

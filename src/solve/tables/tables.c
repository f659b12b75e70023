/* tables.c -- a component as a network of factors, searched; see tables.h.
 *
 * Costs become whole numbers of a unit, a power of two: the greatest cost of interest, that of the
 * incumbent or else of all tables in sum, is between 2^44 and 2^45 units. Each table's greatest
 * rounding error counts, and what they come to in sum is taken off the bound. Where weights are
 * multiples of the unit there is none. Without an incumbent the unit may be too coarse for a proof:
 * then the search begins anew with its first one, from the messages that it has.
 *
 * Why exact: the network has the least cost of the component (network.h), elimination keeps it
 * (factors.h), and a node is given up only by a bound that holds in whole numbers
 * (factor_messages.h). */
#include "solve/tables/tables.h"

#include "base/check.h"
#include "solve/network/network.h"
#include "solve/tables/hybrid.h"
#include "solve/tables/interchange.h"

#include <float.h>
#include <math.h>
#include <string.h>

enum { POWER = 45, ROUNDS = 500, FAR = 32, FAR_WORK = 30000000 };
enum { DENSE = 4, MANY = 4, SMALL = 1 << 14, DENSE_WORK = 10000000 }; /* cells */
enum { EACH_CELL = 100000, ALIKE = 16 }; /* steps for it in a network of labels; times the work */
static const double PROVEN = 2e-10;      /* of the cost: a gap that is none */

typedef struct table_search {
    kf_task *task;
    kf_stop stop; /* its limits */
    kf_network net;
    uint32_t alike; /* so many values may be exchanged for each other; 1: none */
    uint32_t *rank; /* by variable of the network: that of the factors */
    kf_factors factors;
    uint32_t *values; /* by variable of the network */
    bool *trial;      /* an assignment */
    bool found;       /* the task's assignment is an incumbent, */
    double cost;      /* which costs this */
    double bound;
    double known; /* see kf_tables_limits */
    double most;  /* the greatest cost of interest, */
    int power;    /* by which 2^power units are 1 */
    double error; /* of rounding, in units */
    uint64_t nodes;
    bool stopped;
} table_search;

/* ---- The network ---- */

/* Variables of chains come behind those that they count: sweeps go along. */
static kerf_status rank_variables(table_search *s, kf_arena *arena)
{
    const kf_network *net = &s->net;
    uint32_t n = (uint32_t)net->size.n, given = net->n_given, next = 0;
    uint32_t *behind = kf_arena_alloc(arena, n, sizeof *behind);
    uint32_t *first = kf_arena_alloc(arena, (size_t)given + 1, sizeof *first);
    s->rank = kf_arena_alloc(arena, n, sizeof *s->rank);
    s->values = kf_arena_alloc(arena, n, sizeof *s->values);
    if (!behind || !first || !s->rank || !s->values) return KERF_NO_MEMORY;
    for (size_t k = 0; k < net->tables.n; k++) {
        const kf_cost_table *t = &net->tables.at[k];
        uint32_t last = 0; /* of those that stand for atoms */
        for (uint32_t i = 0; i < t->n && t->scope[i] < given; i++) last = t->scope[i];
        for (uint32_t i = 0; i < t->n; i++)
            if (t->scope[i] >= given && last > behind[t->scope[i]]) behind[t->scope[i]] = last;
    }
    for (uint32_t v = given; v < n; v++) first[behind[v]]++;
    for (uint32_t v = 0; v < given; v++) {
        uint32_t chained = first[v];
        s->rank[v] = next++;
        first[v] = next;
        next += chained;
    }
    for (uint32_t v = given; v < n; v++) s->rank[v] = first[behind[v]]++;
    assert(next == n); /* every variable has a rank */
    return KERF_OK;
}

static kerf_status open_network(table_search *s, kf_arena *arena)
{
    kf_network_limits limits = { .entries = 1024, .values = 256, .stop = &s->stop };
    KF_TRY(kf_network_open(&s->net, s->task->component, limits, s->task->mem));
    kf_network *net = &s->net;
    uint32_t n = (uint32_t)net->size.n;
    uint32_t *position = kf_arena_alloc(arena, n, sizeof *position);
    kerf_status st = position ? KERF_OK : KERF_NO_MEMORY;
    for (uint32_t v = 0; st == KERF_OK && v < n; v++) position[v] = v;
    if (st == KERF_OK && !net->infeasible) st = kf_network_chain(net, position, &s->task->limits);
    if (st == KERF_OK && !net->infeasible) st = kf_order_values(net, &s->alike);
    if (st == KERF_OK && !net->infeasible) st = rank_variables(s, arena);
    if (st != KERF_OK) kf_network_close(net);
    return st;
}

/* ---- Whole numbers ---- */

static double most_of(const double *costs, uint64_t n)
{
    double most = 0;
    for (uint64_t k = 0; k < n; k++)
        if (!isinf(costs[k])) most = fmax(most, costs[k]);
    return most;
}

/* No assignment that breaks nothing hard costs more. */
static double most_cost(const kf_network *net)
{
    double sum = net->constant;
    for (size_t v = 0; v < net->size.n; v++) sum += most_of(net->unary.at[v], net->size.at[v]);
    for (size_t k = 0; k < net->tables.n; k++)
        sum += most_of(net->tables.at[k].cost, net->tables.at[k].n_entries);
    return sum;
}

static void choose_unit(table_search *s)
{
    double most = most_cost(&s->net);
    if (s->found) most = fmin(most, s->cost);
    s->most = most;
    int exponent = 0;
    frexp(most, &exponent);
    s->power = POWER - (most > 0 ? exponent : 0);
    s->error = 0;
}

/* Costs in units; their greatest error is added up. */
static void round_costs(table_search *s, const double *costs, uint64_t n, double *out)
{
    double error = 0;
    for (uint64_t k = 0; k < n; k++) {
        double x = ldexp(costs[k], s->power);
        out[k] = x < KF_COST_LIMIT ? rint(x) : INFINITY;
        if (x < KF_COST_LIMIT) error = fmax(error, fabs(x - out[k]));
        if (x == 0 && costs[k] > 0) error = fmax(error, DBL_MIN); /* not none */
    }
    assert(error <= 0.5); /* of rounding to the nearest */
    s->error += error;
}

/* A table without the variables that have one value, in the order of ranks. */
static kerf_status add_table(table_search *s, const kf_cost_table *t, double *cells, double *turned)
{
    const uint32_t *sizes = s->factors.sizes;
    uint32_t scope[KF_FACTOR_VARIABLES], n = 0, size = 1;
    uint32_t step[KF_FACTOR_VARIABLES], digit[KF_FACTOR_VARIABLES] = { 0 }, at = 0;
    for (uint32_t i = t->n; i-- > 0; size *= s->net.size.at[t->scope[i]]) {
        uint32_t v = s->rank[t->scope[i]], j = n;
        if (sizes[v] < 2) continue;
        if (n == KF_FACTOR_VARIABLES) return KERF_LIMIT;
        for (; j > 0 && scope[j - 1] > v; j--) scope[j] = scope[j - 1], step[j] = step[j - 1];
        scope[j] = v;
        step[j] = size;
        n++;
    }
    round_costs(s, t->cost, t->n_entries, cells);
    for (uint64_t c = 0; c < t->n_entries; c++) {
        assert(at < t->n_entries);
        turned[c] = cells[at];
        for (uint32_t j = n; j-- > 0;) {
            at += step[j];
            if (++digit[j] < sizes[scope[j]]) break;
            at -= step[j] * digit[j];
            digit[j] = 0;
        }
    }
    return kf_factors_add(&s->factors, n, scope, turned);
}

static kerf_status add_tables(table_search *s, kf_arena *arena)
{
    const kf_network *net = &s->net;
    uint64_t most = 1;
    for (size_t k = 0; k < net->tables.n; k++)
        if (net->tables.at[k].n_entries > most) most = net->tables.at[k].n_entries;
    for (size_t v = 0; v < net->size.n; v++)
        if (net->size.at[v] > most) most = net->size.at[v];
    double *cells = kf_arena_alloc(arena, most, sizeof *cells);
    double *turned = kf_arena_alloc(arena, most, sizeof *turned);
    if (!cells || !turned) return KERF_NO_MEMORY;
    for (size_t k = 0; k < net->tables.n; k++)
        KF_TRY(add_table(s, &net->tables.at[k], cells, turned));
    for (size_t v = 0; v < net->size.n; v++) {
        round_costs(s, net->unary.at[v], net->size.at[v], cells);
        KF_TRY(kf_factors_add(&s->factors, net->size.at[v] > 1, &s->rank[v], cells));
    }
    round_costs(s, &net->constant, 1, cells);
    return kf_factors_add(&s->factors, 0, NULL, cells);
}

/* The factors in units that suit the incumbent. */
static kerf_status open_factors(table_search *s, kf_arena *arena)
{
    uint32_t n = (uint32_t)s->net.size.n;
    uint32_t *sizes = kf_arena_alloc(arena, n, sizeof *sizes);
    if (!sizes) return KERF_NO_MEMORY;
    for (uint32_t v = 0; v < n; v++) sizes[s->rank[v]] = s->net.size.at[v];
    choose_unit(s);
    kerf_status st = kf_factors_open(&s->factors, n, sizes, s->task->mem);
    s->factors.patience = kf_patience_of(&s->stop);
    if (st == KERF_OK) st = add_tables(s, arena);
    return st == KERF_OK ? kf_factors_shrink(&s->factors) : st;
}

/* ---- Searches ---- */

static void offer(table_search *s, const bool *assignment)
{
    uint64_t broken;
    const kf_task *task = s->task;
    double cost = kf_component_cost(task->component, assignment, &broken);
    if (broken > 0 || cost >= s->cost) return;
    s->found = true;
    s->cost = cost;
    if (assignment != task->assignment)
        memcpy(task->assignment, assignment, task->component->n_atoms * sizeof *assignment);
}

static void take_best(table_search *s, kf_hybrid *h)
{
    if (isinf(h->cost)) return;
    kf_factors_extend(&s->factors, h->best);
    for (size_t v = 0; v < s->net.size.n; v++) s->values[v] = h->best[s->rank[v]];
    kf_network_assign(&s->net, s->values, s->trial);
    offer(s, s->trial);
}

/* A bound of the component from one in units; INFINITY: nothing below the limit, which is
 * everything. */
static double to_cost(const table_search *s, double bound)
{
    if (bound >= KF_COST_LIMIT) return INFINITY;
    return fmax(0, ldexp(bound - s->error, -s->power));
}

static kerf_status search(table_search *s, kf_hybrid *h)
{
    const kf_limits *limits = &s->task->limits;
    double top = KF_COST_LIMIT;
    h->factors = &s->factors;
    h->limits = limits;
    h->rounds = ROUNDS;
    h->apart = kf_uses(s->task, KF_PARTS);
    h->far = h->work < UINT64_MAX ? h->work / FAR : UINT64_MAX;
    if (h->far < FAR_WORK) h->far = FAR_WORK;
    h->known = ceil(ldexp(s->known, s->power));
    h->gap = floor(ldexp(limits->gap, s->power));
    h->slack = kf_limits_loose(limits) ? limits->slack : 0;
    if (s->found) {
        top = ceil(ldexp(s->cost, s->power));
        top = fmax(0, top - fmax(h->gap, floor(h->slack * top)));
    }
    KF_TRY(kf_hybrid_run(h, top, s->task->mem));
    take_best(s, h);
    s->bound = fmax(s->bound, to_cost(s, h->bound));
    assert(!s->found || isfinite(s->cost));
    s->nodes += h->nodes;
    s->stopped = h->stopped;
    return KERF_OK;
}

/* Is the unit so coarse that its errors would count beside the cost, and can it be finer? */
static bool is_coarse(const table_search *s)
{
    return s->found && s->cost < s->most / 2 && ldexp(s->error, -s->power) > PROVEN * s->cost;
}

/* From the messages at the root of a search that has an incumbent, with the unit of that. */
static kerf_status search_finer(table_search *s, kf_arena *arena, kf_hybrid *coarse)
{
    int power = s->power;
    kf_messages_undo(&coarse->messages, coarse->root);
    kf_factors_close(&s->factors);
    KF_TRY(open_factors(s, arena));
    kf_hybrid h = { .work = coarse->work, .near = coarse->near, .many = coarse->many };
    h.scale = ldexp(1, s->power - power);
    if (coarse->first && !isinf(h.scale)) h.from = &coarse->messages;
    /* else values were removed by another top */
    kerf_status st = search(s, &h);
    kf_hybrid_close(&h);
    return st;
}

/* Do variables have many values? Messages see the tables of these, a linear program their entries
 * one by one: there is nothing better to come. */
static bool has_many_values(const kf_factors *f)
{
    uint64_t variables = 0, values = 0;
    for (uint32_t v = 0; v < f->n_variables; v++) {
        variables += !f->out[v];
        values += f->out[v] ? 0 : f->sizes[v];
    }
    return values >= MANY * variables;
}

static uint64_t count_cells(const kf_factors *f)
{
    uint64_t cells = 0;
    for (size_t k = 0; k < f->at.n; k++)
        if (!f->at.at[k]->gone) cells += f->at.at[k]->size;
    return cells;
}

/* A network of labels, none of which is a partial sum: where constraints are counts, a linear
 * program has much to say. */
static void allow_labels(const table_search *s, kf_tables_limits *limits)
{
    if (!limits->longer || s->net.size.n > s->net.n_given) return;
    uint64_t more = EACH_CELL * count_cells(&s->factors);
    if (limits->work < more) limits->work = more;
    if (limits->near < more) limits->near = more;
}

/* Where values may be exchanged, the point of a linear program is the mean of all assignments that
 * differ in no more than that, and its bound says little. */
static void allow_alike(table_search *s, kf_tables_limits *limits)
{
    s->known = -1;
    if (limits->longer) limits->work = limits->near = ALIKE * limits->work;
}

/* Has a variable many neighbours? Then messages say little. A small network is worth a try. No
 * work: it is not worth that. */
static void limit_dense(const table_search *s, kf_tables_limits *limits)
{
    uint64_t variables = 0, neighbours = 0;
    for (uint32_t v = 0; v < s->factors.n_variables; v++) variables += !s->factors.out[v];
    for (size_t k = 0; k < s->factors.at.n; k++) {
        const kf_whole_factor *f = s->factors.at.at[k];
        if (!f->gone) neighbours += f->n - 1;
    }
    if (neighbours <= DENSE * variables) return;
    uint64_t most = count_cells(&s->factors) <= SMALL ? DENSE_WORK : 0;
    if (limits->work > most) limits->work = limits->near = most;
}

/* Without an incumbent the unit is coarse: the first that is found gives a finer one. */
static kerf_status search_whole(table_search *s, kf_arena *arena, kf_tables_limits limits)
{
    KF_TRY(open_factors(s, arena));
    bool many = has_many_values(&s->factors);
    if (s->alike > 1) allow_alike(s, &limits);
    else if (!limits.dense && !many) limit_dense(s, &limits);
    if (many) allow_labels(s, &limits);
    if (limits.work == 0) return KERF_LIMIT;
    kf_hybrid h = { .work = limits.work, .near = limits.near, .many = many };
    h.first = !s->found && s->error > 0;
    kerf_status st = search(s, &h);
    bool open = h.first && s->found && h.bound < h.messages.top;
    while (st == KERF_OK && !s->stopped && (open || is_coarse(s))) {
        st = search_finer(s, arena, &h);
        open = h.first = false;
    }
    kf_hybrid_close(&h);
    return st;
}

/* ---- A task ---- */

static void conclude(table_search *s, bool *open)
{
    kf_task *task = s->task;
    kf_solved *out = &task->solved;
    *out = (kf_solved){ .found = s->found, .cost = s->cost, .bound = s->bound, .unique = -1 };
    out->work = s->nodes;
    out->method = "tables";
    if (s->found && s->cost - s->bound <= PROVEN * s->cost) out->bound = s->cost;
    *open = s->stopped && !kf_limits_reached(&task->limits);
}

kerf_status kf_search_tables(kf_task *task, kf_tables_limits limits, bool *open)
{
    table_search s = { .task = task, .cost = INFINITY, .known = limits.known };
    kf_arena arena;
    assert(task->component->n_cliques == 0);
    s.stop = kf_limits_stop(&task->limits);
    kf_arena_init(&arena, task->mem);
    s.trial = kf_arena_alloc(&arena, task->component->n_atoms, sizeof *s.trial);
    kerf_status st = s.trial ? open_network(&s, &arena) : KERF_NO_MEMORY;
    if (st == KERF_OK) {
        offer(&s, task->assignment);
        if (s.net.infeasible) s.bound = INFINITY;
        else st = search_whole(&s, &arena, limits);
        kf_factors_close(&s.factors);
        kf_network_close(&s.net);
    }
    kf_arena_free(&arena);
    if (st == KERF_OK) conclude(&s, open);
    return st;
}

/* beliefs.c -- how probable each atom is, by elimination and the way back; see beliefs.h.
 *
 * Eliminating all variables gives Z. On the way back, from the last variable to the first, a bucket
 * learns how probable the values of the variables are that stay when its own goes: d. Its inputs
 * times d / message are the probabilities of all values of the bucket. They are added up over all
 * but its own variable, which gives that variable's probabilities; over all but the variables of a
 * message that came to it, which is the d of the bucket that sent it; and over all but the
 * variables of a table (Shenoy and Shafer 1990; Jensen, Lauritzen and Olesen 1990).
 *
 * Error: buckets.h. Dividing by a message takes its error out again, since the bucket has it as a
 * factor. Numbers that get too small on the way back are probabilities below 1e-300. */
#include "solve/eliminate/beliefs.h"

#include "base/check.h"
#include "solve/eliminate/belief_state.h"
#include "solve/eliminate/believing.h"
#include "solve/eliminate/cell_counting.h"
#include "solve/eliminate/counted.h"
#include "solve/eliminate/equivalence.h"
#include "solve/network/networking.h"

#include <math.h>
#include <string.h>

static const double UNIT = 0x1p-53, TINY = 1e-290;
enum { VARIABLES = 10 };                   /* of a table */
enum { LEAST_WORK = 1 << 24, LOOK = 256 }; /* what the search for an order may look at */
enum { FEW = 12, MOST = 400 };             /* orders that are tried */

typedef kf_believing believing;

/* ---- Where probabilities go ---- */

static bool add_target(believing *b, kf_factor f)
{
    return kf_vec_push(b->e.mem, &b->targets, f);
}

/* Of the variable itself, then of the messages that came, then of the tables. */
static kerf_status open_targets(believing *b, uint32_t i)
{
    kf_buckets *c = &b->c;
    const uint32_t *v = &b->e.order.sequence[i];
    kf_factor own = { .n = 1, .scope = v, .n_entries = b->e.graph.size[*v] };
    own.at = b->belief[*v];
    b->targets.n = 0;
    if (!add_target(b, own)) return KERF_NO_MEMORY;
    for (uint32_t k = c->child[i]; k != UINT32_MAX; k = c->next_child[k]) {
        kf_factor back = c->messages[k];
        back.at = kf_mem_calloc(b->e.mem, back.n_entries, sizeof *back.at);
        if (!back.at) return KERF_NO_MEMORY;
        if (!add_target(b, back)) {
            kf_mem_free(b->e.mem, back.at, back.n_entries, sizeof *back.at);
            return KERF_NO_MEMORY;
        }
    }
    for (uint32_t t = c->bucket[i]; b->table && t != UINT32_MAX; t = c->next_table[t]) {
        const kf_cost_table *table = &b->e.net.tables.at[t];
        kf_factor f;
        KF_TRY(kf_bucket_factor(c, table->scope, table->n, NULL, &f));
        if (!add_target(b, f)) return KERF_NO_MEMORY;
    }
    return KERF_OK;
}

/* Those of messages are not the scratch arena's. */
static void close_targets(believing *b, uint32_t i)
{
    size_t at = 1;
    for (uint32_t k = b->c.child[i]; k != UINT32_MAX && at < b->targets.n; k = b->c.next_child[k]) {
        kf_factor *f = &b->targets.at[at++];
        kf_mem_free(b->e.mem, f->at, f->n_entries, sizeof *f->at);
    }
}

/* ---- From a bucket to those below ---- */

/* What a child is to multiply its inputs with. */
static void divide(const kf_buckets *c, uint32_t child, const double *back)
{
    const kf_factor *m = &c->messages[child];
    double by = ldexp(1, -c->exponent[child]), *power = m->at + m->n_entries;
    for (uint64_t k = 0; k < m->n_entries; k++) {
        if (c->semiring == KF_SUM_PRODUCT) {
            m->at[k] = m->at[k] > 0 ? back[k] / m->at[k] * by : 0;
            continue;
        }
        int e = 0; /* what is given may be small, too */
        m->at[k] = m->at[k] > 0 ? frexp(back[k], &e) / m->at[k] : 0;
        power[k] = m->at[k] > 0 ? e - power[k] : 0;
    }
}

/* Of a bucket without a parent: all it has is probable. */
static void divide_root(const kf_buckets *c, uint32_t i)
{
    static const double all = 1;
    divide(c, i, &all);
}

/* Entries of the bucket that come together in one of the target. Those of one variable are added up
 * in blocks first, which are large unless a variable has many values. */
static double additions(const believing *b, uint32_t i, double entries, const kf_factor *target)
{
    enum { BLOCK = 4096, LEAST_BLOCK = 128 };
    const kf_order_tree *t = &b->e.tree;
    if (target->n > 1) return entries / (double)target->n_entries;
    uint32_t most = b->e.graph.size[target->scope[0]];
    for (uint64_t k = t->first[i]; k < t->first[i + 1]; k++)
        if (b->e.graph.size[t->scope.at[k]] > most) most = b->e.graph.size[t->scope.at[k]];
    return most <= BLOCK / LEAST_BLOCK ? fmin(entries, BLOCK + entries / LEAST_BLOCK) : entries;
}

typedef struct copying { /* a target to the order of a table's entries */
    const believing *b;
    const kf_factor *from;
    double *to;
    uint64_t stride[32];
} copying;

static void copy_entries(const copying *y, uint32_t depth, uint64_t from, uint64_t to)
{
    if (depth == y->from->n) {
        y->to[to] = y->from->at[from];
        return;
    }
    uint32_t size = y->b->e.graph.size[y->from->scope[depth]];
    for (uint32_t x = 0; x < size; x++)
        copy_entries(y, depth + 1, from * size + x, to + x * y->stride[depth]);
}

static void keep_table(const believing *b, uint32_t t, const kf_factor *from)
{
    const kf_cost_table *table = &b->e.net.tables.at[t];
    copying y = { .b = b, .from = from, .to = b->table[t] };
    uint64_t stride = 1;
    assert(table->n <= KF_LENGTH(y.stride));
    for (uint32_t i = table->n; i-- > 0;) {
        for (uint32_t k = 0; k < from->n; k++)
            if (from->scope[k] == table->scope[i]) y.stride[k] = stride;
        stride *= b->e.graph.size[table->scope[i]];
    }
    copy_entries(&y, 0, 0, 0);
}

/* What each target was given, and how wrong it may be. */
static void take_targets(believing *b, uint32_t i, double inputs, double entries)
{
    kf_buckets *c = &b->c;
    double all = b->outside[i] + inputs + 2;
    size_t at = 1;
    b->error[b->e.order.sequence[i]] = all + additions(b, i, entries, &b->targets.at[0]);
    for (uint32_t k = c->child[i]; k != UINT32_MAX; k = c->next_child[k]) {
        kf_factor *back = &b->targets.at[at++];
        b->outside[k] = all - c->messages[k].error + 2 + additions(b, i, entries, back);
        divide(c, k, back->at);
    }
    for (uint32_t t = c->bucket[i]; b->table && t != UINT32_MAX; t = c->next_table[t]) {
        b->table_error[t] = all + additions(b, i, entries, &b->targets.at[at]);
        keep_table(b, t, &b->targets.at[at++]);
    }
    assert(at == b->targets.n); /* one for each child and each table */
}

static kerf_status spread(believing *b, uint32_t i)
{
    kf_buckets *c = &b->c;
    const kf_factor *m = &c->messages[i];
    uint32_t values = b->e.graph.size[b->e.order.sequence[i]];
    double entries = (double)m->n_entries * values;
    bool stopped;
    if (b->e.tree.parent[i] == UINT32_MAX) divide_root(c, i);
    KF_TRY(kf_bucket_merge(c, entries));
    double inputs = kf_bucket_error(c);
    kf_pass pass = kf_bucket_pass(c, values);
    pass.out = *m;
    KF_TRY(kf_kernel_spread(&pass, b->targets.at, (uint32_t)b->targets.n, &stopped));
    b->collected.stopped |= stopped;
    if (!stopped) take_targets(b, i, inputs, entries);
    return KERF_OK;
}

static kerf_status go_back(believing *b, uint32_t i)
{
    kf_arena_clear(&b->c.scratch);
    KF_TRY(kf_bucket_fill(&b->c, i));
    kerf_status st = open_targets(b, i);
    if (st == KERF_OK) st = spread(b, i);
    close_targets(b, i);
    kf_message_free(&b->c, i);
    return st;
}

kerf_status kf_believing_values(believing *b, uint32_t n)
{
    b->belief = kf_arena_alloc(&b->arena, n, sizeof *b->belief);
    b->error = kf_arena_alloc(&b->arena, n, sizeof *b->error);
    if (!b->belief || !b->error) return KERF_NO_MEMORY;
    for (uint32_t v = 0; v < n; v++) {
        b->belief[v] = kf_arena_alloc(&b->arena, b->e.graph.size[v], sizeof(double));
        if (!b->belief[v]) return KERF_NO_MEMORY;
    }
    return KERF_OK;
}

static kerf_status open_beliefs(believing *b, bool tables)
{
    const kf_network *net = &b->e.net;
    uint32_t n = b->e.tree.n;
    KF_TRY(kf_believing_values(b, n));
    b->outside = kf_arena_alloc(&b->arena, n, sizeof *b->outside);
    if (!b->outside) return KERF_NO_MEMORY;
    if (!tables) return KERF_OK;
    b->table = kf_arena_alloc(&b->arena, net->tables.n, sizeof *b->table);
    b->table_error = kf_arena_alloc(&b->arena, net->tables.n, sizeof *b->table_error);
    if (!b->table || !b->table_error) return KERF_NO_MEMORY;
    for (size_t t = 0; t < net->tables.n; t++) {
        b->table[t] = kf_arena_alloc(&b->arena, net->tables.at[t].n_entries, sizeof(double));
        if (!b->table[t]) return KERF_NO_MEMORY;
    }
    return KERF_OK;
}

/* ---- Atoms and constraints ---- */

/* How wrong a share of a distribution may be whose parts are wrong by so many units. */
static double share_error(double p, double units)
{
    double relative = 2.02 * units * UNIT;
    if (!(relative < 0.1)) return 1;
    return relative * p * (1 - p) * 1.2 + 4 * UNIT * p + TINY;
}

/* The share of some values, others being the rest. */
static void set_share(double some, double others, double units, double *p, double *error)
{
    *p = some + others > 0 ? some / (some + others) : 0;
    *error = some == 0 || others == 0 ? 0 : share_error(*p, units);
}

typedef struct paying {
    const believing *b;
    const kf_row *row;
    const double *belief; /* of its table */
    double some, others;  /* of values that pay, and of those that do not */
} paying;

static void add_paying(paying *y, uint32_t depth, uint64_t entry, uint64_t sum)
{
    const kf_row *row = y->row;
    if (depth == row->n) {
        if (kf_row_cost(row, sum) > 0) y->some += y->belief[entry];
        else y->others += y->belief[entry];
        return;
    }
    uint32_t size = y->b->e.graph.size[row->scope[depth]];
    for (uint32_t x = 0; x < size; x++)
        add_paying(y, depth + 1, entry * size + x, sum + row->share[depth][x]);
}

static void tell_atom(const believing *b, uint32_t a, kf_beliefs *out)
{
    const kf_atom_value *at = &b->e.net.place[a];
    double some = 0, others = 0;
    for (uint32_t x = 0; x < b->e.graph.size[at->variable]; x++)
        if ((x == at->value) != at->negated) some += b->belief[at->variable][x];
        else others += b->belief[at->variable][x];
    double units = b->error[at->variable] + b->e.graph.size[at->variable];
    set_share(some, others, units, &out->p[a], &out->p_error[a]);
    if (out->p_error[a] == 0 && !b->hard) out->p_error[a] = out->p[a] > 0 ? UNIT : TINY;
}

/* A row of one variable or none, or one whose table is there. */
static void tell_row(const believing *b, const kf_row *row, double *p, double *error)
{
    double some = 0, others = 0, units = 0;
    if (row->n == 0) {
        set_share(kf_row_cost(row, row->base) > 0, kf_row_cost(row, row->base) == 0, 0, p, error);
        return;
    }
    uint32_t v = row->scope[0], size = b->e.graph.size[v];
    if (row->n == 1) {
        for (uint32_t x = 0; x < size; x++)
            if (kf_row_cost(row, row->base + row->share[0][x]) > 0) some += b->belief[v][x];
            else others += b->belief[v][x];
        units = b->error[v] + size;
    } else {
        uint32_t t = kf_network_find_table(&b->e.net, row->scope, row->n);
        paying pay = { b, row, b->table[t], 0, 0 };
        add_paying(&pay, 0, 0, row->base);
        some = pay.some;
        others = pay.others;
        units = b->table_error[t] + (double)b->e.net.tables.at[t].n_entries;
    }
    set_share(some, others, units, p, error);
}

/* One that became a chain: the last link knows what the sum costs. */
static void tell_chain(const believing *b, const kf_chained *chained, double *p, double *error)
{
    const kf_cost_table *t = &b->e.net.tables.at[chained->table];
    double some = 0, others = 0;
    for (uint64_t k = 0; k < t->n_entries; k++)
        if (chained->pays[k]) some += b->table[chained->table][k];
        else others += b->table[chained->table][k];
    set_share(some, others, b->table_error[chained->table] + (double)t->n_entries, p, error);
}

/* Else no atom is certain, however small the numbers get. */
static bool has_hard(const kf_component *p)
{
    bool hard = false;
    for (uint32_t i = 0; i < p->n_clauses && !hard; i++) hard = isinf(p->weight[i]);
    for (uint32_t i = 0; i < p->n_counts && !hard; i++) hard = isinf(p->counts[i].weight);
    return hard;
}

static bool is_chained(const believing *b, size_t next, uint32_t constraint)
{
    return next < b->e.net.chained.n && b->e.net.chained.at[next].constraint == constraint;
}

static kerf_status tell_constraints(const believing *b, kf_beliefs *out)
{
    uint32_t n = b->component->n_clauses + b->component->n_counts;
    kf_row_reader reader;
    kf_row row;
    size_t next = 0;
    bool more;
    KF_TRY(kf_row_reader_open(&reader, &b->e.net, b->component));
    kerf_status st = KERF_OK;
    for (uint32_t i = 0; st == KERF_OK && i < n; i++) {
        st = kf_row_read(&reader, &row, &more);
        if (st != KERF_OK) break;
        if (is_chained(b, next, i))
            tell_chain(b, &b->e.net.chained.at[next++], &out->pays[i], &out->pays_error[i]);
        else tell_row(b, &row, &out->pays[i], &out->pays_error[i]);
    }
    kf_row_reader_close(&reader);
    return st;
}

/* ---- All of it ---- */

static kf_limits ordering_of(const kf_belief_options *o)
{
    return o->orders > 0 ? kf_limits_share(o->limits, o->orders) : *o->limits;
}

/* Are costs so large that what rounding takes from their sums would tell? */
static bool has_large_costs(const kf_component *p)
{
    const double large = 16;
    bool some = false;
    for (uint32_t a = 0; a < p->n_atoms && !some; a++)
        some = p->cost_true[a] > large || p->cost_false[a] > large;
    for (uint32_t i = 0; i < p->n_clauses && !some; i++)
        some = isfinite(p->weight[i]) && fabs(p->weight[i]) > large;
    for (uint32_t i = 0; i < p->n_counts && !some; i++)
        some = isfinite(p->counts[i].weight) && fabs(p->counts[i].weight) > large;
    return some;
}

static kf_elimination_limits limits_of(const believing *b)
{
    const kf_belief_options *o = b->options;
    return (kf_elimination_limits){ .entries = o->entries,
                                    .bytes = o->bytes,
                                    .variables = VARIABLES,
                                    .work = LEAST_WORK + LOOK * kf_component_size(b->component),
                                    .few = FEW,
                                    .most = MOST,
                                    .seed = 1,
                                    .limits = &b->ordering,
                                    .keep = !o->only_sum,
                                    .skip = o->skip,
                                    .exact = b->exact };
}

static kerf_status run(believing *b, kf_semiring semiring)
{
    kf_buckets *c = &b->c;
    *c = (kf_buckets){ .e = &b->e,
                       .semiring = semiring,
                       .limits = b->options->limits,
                       .keep = !b->options->only_sum,
                       .slack = b->options->slack,
                       .out = &b->collected };
    b->collected = (kf_collected){ 0 };
    kerf_status st = kf_buckets_open(c);
    if (st == KERF_OK) st = kf_collect_all(c);
    bool back = st == KERF_OK && !b->collected.stopped && !b->collected.small
                && isfinite(b->collected.total) && c->keep;
    if (back) st = open_beliefs(b, b->tables);
    for (uint32_t k = b->e.tree.n; back && st == KERF_OK && k-- > 0 && !b->collected.stopped;)
        st = go_back(b, b->e.turn[k]);
    kf_buckets_close(c);
    kf_vec_free(b->e.mem, &b->targets);
    kf_collected_free(&b->e, &b->collected);
    return st;
}

static uint32_t width_of(const kf_order_tree *t)
{
    uint64_t most = 0;
    for (uint32_t i = 0; i < t->n; i++)
        if (t->first[i + 1] - t->first[i] >= most) most = t->first[i + 1] - t->first[i] + 1;
    return (uint32_t)most;
}

static void tell_sum(const believing *b, kf_beliefs *out)
{
    out->stopped = b->collected.stopped;
    out->done = !out->stopped;
    out->log_z = -b->collected.total;
    out->log_z_rest = -b->collected.rest;
    out->error = b->collected.error;
}

static bool has_beliefs(const believing *b, const kf_beliefs *out)
{
    return out->done && isfinite(out->log_z) && !b->options->only_sum;
}

static kerf_status tell(believing *b, kf_beliefs *out)
{
    if (!has_beliefs(b, out)) return KERF_OK;
    b->hard = has_hard(b->component);
    for (uint32_t a = 0; out->p && a < b->component->n_atoms; a++) tell_atom(b, a, out);
    return out->pays ? tell_constraints(b, out) : KERF_OK;
}

/* Those of the network, copies for one bucket as its inputs, and what is believed of variables.
 * Where tables are believed in as well: that, copies for one bucket as targets, and for the caller
 * what is believed of everything, when the buckets are gone. */
static kerf_status tell_tables(believing *b, kf_beliefs *out)
{
    const kf_network *net = &b->e.net;
    const uint32_t *position = b->e.tree.position;
    double *inputs = kf_arena_alloc(&b->arena, b->e.tree.n, sizeof *inputs);
    double all = kf_network_entries(net), values = 0, most = 0;
    if (!inputs) return KERF_NO_MEMORY;
    for (uint32_t v = 0; v < b->e.tree.n; v++) {
        inputs[position[v]] += net->size.at[v];
        values += net->size.at[v];
    }
    for (size_t t = 0; t < net->tables.n; t++) {
        const kf_cost_table *table = &net->tables.at[t];
        uint32_t first = UINT32_MAX;
        for (uint32_t i = 0; i < table->n; i++)
            if (position[table->scope[i]] < first) first = position[table->scope[i]];
        inputs[first] += (double)table->n_entries;
    }
    for (uint32_t i = 0; i < b->e.tree.n; i++) most = fmax(most, inputs[i]);
    out->tables = (all + (b->tables ? all + fmax(2 * most, all) : values + most)) * sizeof(double);
    return KERF_OK;
}

static kerf_status believe(believing *b, kf_beliefs *out)
{
    if (b->e.net.infeasible) {
        out->done = true;
        out->log_z = -INFINITY;
        return KERF_OK;
    }
    out->width = width_of(&b->e.tree);
    KF_TRY(tell_tables(b, out));
    if (b->options->only_forecast) return KERF_OK;
    KF_TRY(run(b, KF_SUM_PRODUCT));
    bool small = b->collected.small && !b->collected.stopped;
    if (small && 2 * b->e.bytes > b->options->bytes) return kf_believe_otherwise(b, out);
    if (small) KF_TRY(run(b, KF_WIDE_SUM));
    tell_sum(b, out);
    return KERF_OK;
}

/* The order fits, or there is none. */
static kerf_status begin(believing *b, kf_beliefs *out)
{
    kf_arena_init(&b->arena, b->e.mem);
    out->done = out->stopped = false;
    out->route = "elimination";
    out->width = 0;
    out->entries = b->e.entries;
    out->bytes = b->e.bytes;
    if (b->e.fits) return believe(b, out);
    out->stopped = kf_limits_reached(b->options->limits);
    return out->stopped ? KERF_OK : kf_believe_otherwise(b, out);
}

static void end(believing *b)
{
    kf_arena_free(&b->arena);
    kf_elimination_close(&b->e);
}

/* Clauses of at most so many atoms, and many atoms. */
static bool has_short_clauses(const kf_component *p, uint32_t most)
{
    enum { LEAST = 16 };
    if (p->n_atoms < LEAST) return false;
    for (uint32_t i = 0; i < p->n_clauses; i++)
        if (p->start[i + 1] - p->start[i] > most) return false;
    return true;
}

/* Longer clauses than tables may have are sums: an atom is in two of them at the most. */
static bool may_have_fans(const kf_component *p)
{
    uint64_t literals = 0;
    for (uint32_t i = 0; i < p->n_clauses; i++) {
        uint32_t n = p->start[i + 1] - p->start[i];
        literals += n > KF_CELL_CLAUSE ? n : 0;
    }
    return has_short_clauses(p, UINT32_MAX) && literals <= KF_FAN_ROWS * (uint64_t)p->n_atoms;
}

/* What the component as a whole is like. */
static kerf_status believe_specially(const kf_component *p, const kf_belief_options *options,
                                     kf_mem *mem, kf_beliefs *out, bool *fits)
{
    KF_TRY(kf_believe_equivalence(p, options, mem, out, fits));
    if (!*fits && p->n_counts == 0 && has_short_clauses(p, 3))
        KF_TRY(kf_believe_counted(p, options, mem, out, fits));
    if (!*fits && may_have_fans(p))
        KF_TRY(kf_believe_cells(p, options, KF_LEAF_TABLES, mem, out, fits));
    return KERF_OK;
}

static kerf_status believe_by_order(const kf_component *p, const kf_belief_options *options,
                                    kf_mem *mem, kf_beliefs *out)
{
    believing b = { .component = p, .options = options, .tables = out->pays != NULL };
    b.exact = has_large_costs(p);
    b.ordering = ordering_of(options);
    KF_TRY(kf_elimination_open(&b.e, p, limits_of(&b), mem));
    kerf_status st = begin(&b, out);
    if (st == KERF_OK) st = tell(&b, out);
    end(&b);
    return st;
}

/* A second opinion begins with what the first has last. */
kerf_status kf_believe(const kf_component *p, const kf_belief_options *options, kf_mem *mem,
                       kf_beliefs *out)
{
    bool special = false, second = options->skip > 0;
    assert(p->n_cliques == 0 && options->limits);
    if (second) {
        KF_TRY(believe_by_order(p, options, mem, out));
        if (out->done || out->stopped) return KERF_OK;
    }
    KF_TRY(believe_specially(p, options, mem, out, &special));
    return special || second ? KERF_OK : believe_by_order(p, options, mem, out);
}

/* ---- Networks that are there ---- */

static double *copy_shares(kf_arena *arena, const double *from, uint64_t n)
{
    double sum = 0, *to = kf_arena_room(arena, n, sizeof *to);
    for (uint64_t i = 0; i < n; i++) sum += from[i];
    for (uint64_t i = 0; to && i < n; i++) to[i] = sum > 0 ? from[i] / sum : 0;
    return to;
}

static kerf_status open_joints(const believing *b, kf_class_beliefs *to)
{
    size_t n = b->e.tree.n, tables = b->e.net.tables.n;
    to->joint = kf_arena_alloc(&to->arena, n * n, sizeof *to->joint);
    to->joint_units = kf_arena_alloc(&to->arena, n * n, sizeof *to->joint_units);
    to->table = kf_arena_alloc(&to->arena, tables, sizeof *to->table);
    to->table_units = kf_arena_alloc(&to->arena, tables, sizeof *to->table_units);
    bool room = to->joint && to->joint_units && to->table && to->table_units;
    return room ? KERF_OK : KERF_NO_MEMORY;
}

static kerf_status copy_joints(const believing *b, uint32_t most, kf_class_beliefs *to)
{
    KF_TRY(open_joints(b, to));
    for (size_t t = 0; t < b->e.net.tables.n; t++) {
        const kf_cost_table *table = &b->e.net.tables.at[t];
        size_t at = (size_t)table->scope[0] * b->e.tree.n + table->scope[1];
        if (table->n > most) continue;
        to->table[t] = copy_shares(&to->arena, b->table[t], table->n_entries);
        to->table_units[t] = b->table_error[t] + (double)table->n_entries;
        if (!to->table[t]) return KERF_NO_MEMORY;
        if (table->n != 2) continue;
        to->joint[at] = to->table[t];
        to->joint_units[at] = to->table_units[t];
    }
    return KERF_OK;
}

static kerf_status copy_beliefs(const believing *b, uint32_t most, kf_class_beliefs *to)
{
    uint32_t n = b->e.tree.n;
    to->count = kf_arena_alloc(&to->arena, n, sizeof *to->count);
    to->units = kf_arena_alloc(&to->arena, n, sizeof *to->units);
    if (!to->count || !to->units) return KERF_NO_MEMORY;
    for (uint32_t v = 0; v < n; v++) {
        uint32_t size = b->e.graph.size[v];
        to->count[v] = copy_shares(&to->arena, b->belief[v], size);
        to->units[v] = b->error[v] + size;
        if (!to->count[v]) return KERF_NO_MEMORY;
    }
    return b->tables ? copy_joints(b, most, to) : KERF_OK;
}

kerf_status kf_believe_network(const kf_component *p, const kf_network *net,
                               const kf_belief_options *options, uint32_t joints, kf_mem *mem,
                               kf_beliefs *out, kf_class_beliefs *to)
{
    believing b = { .component = p, .options = options, .tables = joints > 0 };
    *to = (kf_class_beliefs){ 0 };
    kf_arena_init(&to->arena, mem);
    b.ordering = ordering_of(options);
    KF_TRY(kf_elimination_open_network(&b.e, p, net, limits_of(&b), mem));
    kerf_status st = begin(&b, out);
    if (st == KERF_OK && has_beliefs(&b, out)) st = copy_beliefs(&b, joints, to);
    end(&b);
    if (st != KERF_OK) kf_class_beliefs_close(to);
    return st;
}

void kf_class_beliefs_close(kf_class_beliefs *b)
{
    kf_arena_free(&b->arena);
}

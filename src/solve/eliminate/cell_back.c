/* cell_back.c -- from how many cells are in which state back to atoms; see cell_counting.h. */
#include "solve/eliminate/cell_counting.h"

#include "base/check.h"
#include "solve/network/networking.h"

#include <math.h>
#include <string.h>

static const double UNIT = 0x1p-53;

typedef struct
    states { /* of one cell or two: how probable, by state of the one, then of the other */
    bool known;
    double share[KF_CELL_STATES * KF_CELL_STATES];
    double units;
} states;

typedef struct telling {
    kf_cell_counting *c;
    const kf_class_beliefs *beliefs;
    states one[KF_CELL_CLASSES], two[KF_CELL_CLASSES][KF_CELL_CLASSES];
    double *some, *others, *units; /* by variable: of value 1 and of value 0 */
} telling;

/* ---- States of cells ---- */

static void tell_one(telling *y, uint32_t a)
{
    const kf_cell_class *k = &y->c->classes[a];
    states *to = &y->one[a];
    for (uint64_t i = 0; i < k->n_counts; i++)
        for (uint32_t s = 0; s < k->n_states; s++)
            to->share[s] += y->beliefs->count[a][i] * k->counts[i * k->n_states + s] / k->size;
    to->units = y->beliefs->units[a] + 2.0 * (double)k->n_counts;
}

/* Two members of a class. */
static void tell_within(telling *y, uint32_t a, states *to)
{
    const kf_cell_class *k = &y->c->classes[a];
    double pairs = (double)k->size * (k->size - 1.0);
    for (uint64_t i = 0; i < k->n_counts; i++) {
        const uint32_t *n = k->counts + i * k->n_states;
        double p = y->beliefs->count[a][i] / pairs;
        for (uint32_t s = 0; s < k->n_states; s++)
            for (uint32_t t = 0; t < k->n_states; t++)
                to->share[s * KF_CELL_STATES + t] += p * n[s] * (s == t ? n[t] - 1.0 : n[t]);
    }
    to->units = y->beliefs->units[a] + 4.0 * (double)k->n_counts;
}

/* Of two classes, a < b. */
static void tell_between(telling *y, uint32_t a, uint32_t b, states *to)
{
    const kf_cell_class *k = &y->c->classes[a], *l = &y->c->classes[b];
    const double *joint = y->beliefs->joint[a * y->c->n_classes + b];
    double pairs = (double)k->size * l->size;
    for (uint64_t i = 0; i < k->n_counts && kf_patience_spend(&y->c->patience, 64 * l->n_counts);
         i++)
        for (uint64_t j = 0; j < l->n_counts; j++) {
            const uint32_t *n = k->counts + i * k->n_states, *m = l->counts + j * l->n_states;
            double p = joint[i * l->n_counts + j] / pairs;
            for (uint32_t s = 0; p > 0 && s < k->n_states; s++)
                for (uint32_t t = 0; t < l->n_states; t++)
                    to->share[s * KF_CELL_STATES + t] += p * n[s] * m[t];
        }
    to->units = y->beliefs->joint_units[a * y->c->n_classes + b]
                + 4.0 * (double)k->n_counts * (double)l->n_counts;
}

/* Of the cells of a bundle; *turned: the first is of the later class. */
static const states *states_of(telling *y, const kf_bundle *b, bool *turned)
{
    uint32_t a = y->c->cells.at[b->cell[0]].in_class;
    *turned = false;
    if (b->n_cells == 1) return &y->one[a];
    uint32_t other = y->c->cells.at[b->cell[1]].in_class;
    *turned = a > other;
    states *to = *turned ? &y->two[other][a] : &y->two[a][other];
    if (!to->known && a == other) tell_within(y, a, to);
    else if (!to->known) tell_between(y, *turned ? other : a, *turned ? a : other, to);
    to->known = true;
    return to;
}

/* ---- Leaves ---- */

/* What is done with states of the cells of a bundle and values of its leaves, so probable. */
typedef void on_values(void *context, const uint32_t state[2], uint32_t leaves, double p);

/* Given the states of the cells, which are so probable. */
static void visit_leaves(const kf_cell_counting *c, const kf_bundle *b, const uint32_t state[2],
                         double p, on_values *visit, void *context)
{
    double cost[1 << KF_BUNDLE_LEAVES], least = INFINITY, sum = 0;
    uint32_t n = 1u << b->n_leaves;
    for (uint32_t l = 0; l < n; l++) {
        cost[l] = kf_bundle_cost(c, b, state, l);
        least = fmin(least, cost[l]);
    }
    if (isinf(least)) return; /* and so p is 0 */
    for (uint32_t l = 0; l < n; l++) sum += exp(least - cost[l]);
    for (uint32_t l = 0; l < n; l++) visit(context, state, l, p * exp(least - cost[l]) / sum);
}

static double visit_fan(const kf_cell_counting *c, const kf_bundle *b, on_values *visit,
                        void *context)
{
    uint32_t owner = c->fans.at[b->fan].owner;
    uint32_t n = 1u << c->cells.at[b->n_cells > 0 ? b->cell[0] : owner].n;
    uint32_t m = b->n_cells > 1 ? 1u << c->cells.at[b->cell[1]].n : 1;
    for (uint32_t s = 0; s < n; s++)
        for (uint32_t t = 0; t < m; t++)
            for (uint32_t l = 0; l < 1u << b->n_leaves; l++) {
                const uint32_t state[2] = { s, t };
                bool counted = (l >> b->mark & 1) == b->counted;
                double cost = kf_bundle_cost(c, b, state, l);
                visit(context, state, l, kf_fan_share(c, b, state, counted, cost));
            }
    return kf_fan_units(c, b) + 256;
}

/* Returns how many units the probabilities are wrong by. */
static double visit_bundle(telling *y, const kf_bundle *b, on_values *visit, void *context)
{
    const kf_cell_counting *c = y->c;
    bool turned = false;
    if (b->fan != KF_NO_FAN) return visit_fan(c, b, visit, context);
    const states *from = b->n_cells ? states_of(y, b, &turned) : NULL;
    uint32_t n = b->n_cells > 0 ? 1u << c->cells.at[b->cell[0]].n : 1;
    uint32_t m = b->n_cells > 1 ? 1u << c->cells.at[b->cell[1]].n : 1;
    for (uint32_t s = 0; s < n; s++)
        for (uint32_t t = 0; t < m; t++) {
            const uint32_t state[2] = { s, t };
            uint32_t at = b->n_cells < 2 ? s
                          : turned       ? t * KF_CELL_STATES + s
                                         : s * KF_CELL_STATES + t;
            visit_leaves(c, b, state, from ? from->share[at] : 1, visit, context);
        }
    return (from ? from->units : 0) + 256;
}

typedef struct told_bundle {
    telling *y;
    const kf_bundle *b;
} told_bundle;

static void add_leaves(void *context, const uint32_t state[2], uint32_t leaves, double p)
{
    const told_bundle *x = context;
    (void)state;
    for (uint32_t i = 0; i < x->b->n_leaves; i++)
        if (leaves >> i & 1) x->y->some[x->b->leaf[i]] += p;
        else x->y->others[x->b->leaf[i]] += p;
}

static void tell_bundle(telling *y, const kf_bundle *b)
{
    told_bundle x = { y, b };
    if (b->n_leaves == 0) return;
    double units = visit_bundle(y, b, add_leaves, &x);
    for (uint32_t i = 0; i < b->n_leaves; i++) y->units[b->leaf[i]] = units;
}

/* ---- Atoms ---- */

static void tell_core(telling *y, uint32_t v)
{
    const kf_cell_counting *c = y->c;
    const kf_cell *x = &c->cells.at[c->cell_of[v]];
    const states *from = &y->one[x->in_class];
    for (uint32_t s = 0; s < 1u << x->n; s++)
        if (s >> c->place[v] & 1) y->some[v] += from->share[s];
        else y->others[v] += from->share[s];
    y->units[v] = from->units + KF_CELL_STATES;
}

/* The share of some, others being the rest. */
static void set_share(const kf_cell_counting *c, double some, double others, double units,
                      double *p, double *error)
{
    double relative = 2.02 * units * UNIT + 2 * c->off;
    assert(some + others > 0 || c->patience.over);
    *p = some / (some + others);
    *error = relative < 0.1 ? 2.4 * relative * *p * (others / (some + others)) + 4 * UNIT : 1;
}

static void tell_atom(const telling *y, uint32_t atom, double *p, double *error)
{
    const kf_cell_counting *c = y->c;
    const kf_atom_value *at = &c->net.place[atom];
    uint32_t v = at->variable;
    if (c->net.size.at[v] == 1 || at->value > 1) {
        *p = ((c->net.size.at[v] == 1 && at->value == 0) != at->negated);
        *error = 0;
        return;
    }
    bool one = (at->value == 1) != at->negated;
    set_share(c, one ? y->some[v] : y->others[v], one ? y->others[v] : y->some[v], y->units[v], p,
              error);
}

static kerf_status tell_atoms(telling *y, kf_beliefs *out)
{
    const kf_cell_counting *c = y->c;
    for (uint32_t a = 0; a < c->n_classes; a++) tell_one(y, a);
    KF_TRY(kf_fans_tell(y->c, y->beliefs));
    for (size_t i = 0; i < c->bundles.n && kf_patience_spend(&y->c->patience, 256); i++)
        tell_bundle(y, &c->bundles.at[i]);
    for (uint32_t v = 0; v < c->net.size.n; v++)
        if (c->is_core[v]) tell_core(y, v);
    for (uint32_t a = 0; a < c->component->n_atoms; a++)
        tell_atom(y, a, &out->p[a], &out->p_error[a]);
    return KERF_OK;
}

/* ---- Constraints ---- */

/* The bundle and the cells that a short row is over. All it ties is in one table, so these are one
 * bundle and two cells at the most, and two cells have a table. */
static kf_bundle bundle_of_row(const kf_cell_counting *c, const kf_row *row)
{
    kf_bundle b = { .fan = KF_NO_FAN };
    for (uint32_t i = 0; i < row->n; i++)
        if (!c->is_core[row->scope[i]]) return c->bundles.at[c->bundle_of[row->scope[i]]];
    assert(row->n <= KF_BUNDLE_CORE);
    for (uint32_t i = 0; i < row->n; i++) b.core[b.n_core++] = row->scope[i];
    bool two = kf_bundle_find_cells(c, &b);
    assert(two);
    (void)two;
    return b;
}

typedef struct told_row {
    const kf_cell_counting *c;
    const kf_row *row;
    const kf_bundle *b;
    kf_row_shares shares;
} told_row;

static void add_row(void *context, const uint32_t state[2], uint32_t leaves, double p)
{
    told_row *x = context;
    const kf_cell_counting *c = x->c;
    uint64_t sum = x->row->base;
    for (uint32_t i = 0; i < x->row->n; i++) {
        uint32_t v = x->row->scope[i], values = leaves;
        if (c->is_core[v]) values = state[c->cell_of[v] != x->b->cell[0]];
        sum += x->row->share[i][values >> c->place[v] & 1];
    }
    if (kf_row_cost(x->row, sum) > 0) x->shares.pays += p;
    else x->shares.others += p;
}

static uint32_t long_row(const kf_cell_counting *c, uint32_t row)
{
    uint32_t i = 0;
    while (c->long_row[i] != row) i++;
    return i;
}

/* Of one that is in the network. */
static kf_row_shares share_of_long(const telling *y, uint32_t row)
{
    const kf_cell_counting *c = y->c;
    uint32_t first = c->net.rows.at[row].scope[0];
    if (c->fan_of[first] != KF_NO_FAN) return kf_fan_row_shares(c, c->fan_of[first], row);
    return kf_cells_row_shares(c, y->beliefs, long_row(c, row));
}

static kf_row_shares share_of_row(telling *y, const kf_row *row)
{
    kf_bundle b = bundle_of_row(y->c, row);
    told_row x = { y->c, row, &b, { 0, 0, 0 } };
    x.shares.units = visit_bundle(y, &b, add_row, &x);
    return x.shares;
}

static kerf_status tell_rows(telling *y, kf_row_reader *reader, kf_beliefs *out)
{
    const kf_cell_counting *c = y->c;
    uint32_t n = c->component->n_clauses + c->component->n_counts;
    size_t next = 0;
    for (uint32_t i = 0; i < n && kf_patience_spend(&y->c->patience, 256); i++) {
        kf_row row;
        bool more, is_long = next < c->net.rows.n && c->net.rows.at[next].constraint == i;
        KF_TRY(kf_row_read(reader, &row, &more));
        assert(more);
        kf_row_shares x = is_long ? share_of_long(y, (uint32_t)next) : share_of_row(y, &row);
        set_share(c, x.pays, x.others, x.units, &out->pays[i], &out->pays_error[i]);
        next += is_long;
    }
    assert(y->c->patience.over || next == c->net.rows.n);
    return KERF_OK;
}

static kerf_status tell_constraints(telling *y, kf_beliefs *out)
{
    kf_row_reader reader;
    KF_TRY(kf_row_reader_open(&reader, &y->c->net, y->c->component));
    kerf_status st = tell_rows(y, &reader, out);
    kf_row_reader_close(&reader);
    return st;
}

kerf_status kf_cells_tell(kf_cell_counting *c, const kf_class_beliefs *beliefs, kf_beliefs *out)
{
    kf_arena arena;
    size_t n = c->net.size.n;
    kf_arena_init(&arena, c->mem);
    telling *y = kf_arena_alloc(&arena, 1, sizeof *y);
    kerf_status st = KERF_NO_MEMORY;
    if (y) {
        *y = (telling){ .c = c, .beliefs = beliefs };
        y->some = kf_arena_alloc(&arena, n, sizeof *y->some);
        y->others = kf_arena_alloc(&arena, n, sizeof *y->others);
        y->units = kf_arena_alloc(&arena, n, sizeof *y->units);
        if (y->some && y->others && y->units) st = tell_atoms(y, out);
        if (st == KERF_OK && out->pays) st = tell_constraints(y, out);
    }
    kf_arena_free(&arena);
    return st;
}

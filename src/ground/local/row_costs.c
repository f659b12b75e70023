/* row_costs.c -- what local formulas with a weight table make atoms pay; see local_rows.h.
 *
 * Costs are added up cell by cell, a cell being one atom of an owner, and what all atoms of an
 * owner pay alike is added up once. Atoms get their names at the end, if they pay anything: owners
 * in the order in which evidence names them, and constants in theirs. So sums and names are the
 * same in every backend.
 *
 * Evidence may fix an atom. Then a rule pays or does not, and that is decided here. */
#include "ground/local/local_rows.h"

#include "base/check.h"
#include "ground/grounding.h"
#include "model/weight_table.h"

#include <string.h>

enum { AHEAD = 6 };

/* ---- Going through weights ---- */

typedef struct weights { /* of a rule's items */
    kf_weight_view view;
    const kf_weight_sum *sums; /* of long groups, or NULL */
    const kf_domain *domain;
    uint32_t dense; /* constants below this are cells of the same number */
    bool against;   /* a positive weight wants the atom false */
} weights;

static weights weights_of(const kf_grounder *g, const kf_ground_rule *gr)
{
    const kf_rule *r = &g->d->m->rules.at[gr->rule];
    const kf_domain *d = &g->d->domains[gr->c.types[gr->rows.free]];
    return (weights){ kf_weight_table_view(r->table), kf_weight_table_sums(r->table), d,
                      d->n > 0 && d->ids[d->n - 1] == d->n - 1 ? d->n : 0,
                      gr->c.flipped != gr->c.literals[gr->c.n_observed].negated };
}

/* Where a constant stands among those of its type; UINT32_MAX: it is not in this world. Those of
 * the model come first, and all are there. */
static inline uint32_t cell_of(const kf_domain *d, uint32_t id)
{
    if (id < d->n && d->ids[id] == id) return id;
    uint32_t from = 0, to = d->n;
    while (from < to) {
        uint32_t middle = from + (to - from) / 2;
        if (d->ids[middle] < id) from = middle + 1;
        else to = middle;
    }
    return from < d->n && d->ids[from] == id ? from : UINT32_MAX;
}

/* The i-th weight of an item, and the cell that it is for; UINT32_MAX: no atom of this world. */
static inline uint32_t nth_weight(const weights *x, const kf_local_item *item, uint32_t i,
                                  double *w)
{
    const kf_weight_view *v = &x->view;
    assert(v->keys && v->weights);
    uint32_t row = v->order ? v->order[item->first + i] : item->first + i;
    uint32_t constant = v->keys[(size_t)row * v->width + v->width - 1];
    *w = v->weights[row];
    return constant < x->dense ? constant : cell_of(x->domain, constant);
}

/* All weights of an item, one after another, where each is of an atom of this world; else NULL.
 * Last constants ascend in a group. */
static inline const double *plain_weights(const weights *x, const kf_local_item *item)
{
    const kf_weight_view *v = &x->view;
    size_t last = (size_t)item->first + item->n - 1;
    bool plain = !v->order && v->keys[last * v->width + v->width - 1] < x->dense;
    return plain ? v->weights + item->first : NULL;
}

/* They are needed soon. */
static inline void prefetch_weights(const weights *x, const kf_local_item *item)
{
    size_t row = x->view.order ? x->view.order[item->first] : item->first;
    __builtin_prefetch(x->view.weights + row);
    __builtin_prefetch(x->view.keys + row * x->view.width);
}

/* Of the costs if true and if false, which one a weight adds to. */
static inline bool pays_if_false(const weights *x, double w)
{
    return (w > 0) != x->against;
}

/* Signs of weights come as they like, and a branch for each would be guessed wrong half of the
 * time. So both sides are added to at once, 0 to one of them, which changes no sum. */
typedef double pair __attribute__((vector_size(2 * sizeof(double))));
typedef int64_t mask __attribute__((vector_size(2 * sizeof(double))));

/* Of w times each factor, what is positive. */
static inline pair positive_parts(double w, pair factors)
{
    pair both = (pair){ w, w } * factors;
    mask positive = both > (pair){ 0, 0 };
    return (pair)((mask)both & positive);
}

/* ---- Cells ---- */

/* The atom of a cell. */
static void row_of(const kf_grounder *g, size_t owner, uint32_t cell, uint32_t *row)
{
    const kf_local_owner *o = &g->lists.owners.at[owner];
    const uint32_t *given = kf_tuple_map_tuple(&g->lists.names, (uint32_t)owner) + 2;
    uint32_t n = g->d->m->predicates.at[o->predicate].arity;
    for (uint32_t i = 0; i < n; i++)
        row[i] = i == o->argument ? g->d->domains[o->type].ids[cell] : *given++;
}

/* Does evidence fix any atom that has an owner? */
static bool has_fixed(const kf_grounder *g)
{
    for (size_t i = 0; i < g->lists.owners.n; i++) {
        uint32_t predicate = g->lists.owners.at[i].predicate;
        if (g->d->fixed_true[predicate]->alive || g->d->fixed_false[predicate]->alive) return true;
    }
    return false;
}

static kerf_status find_fixed(kf_grounder *g)
{
    kf_local_lists *x = &g->lists;
    uint32_t row[KF_MOST_ARITY];
    if (!has_fixed(g)) return KERF_OK;
    x->truths = kf_mem_calloc(g->mem, x->n_cells, sizeof *x->truths);
    if (!x->truths) return KERF_NO_MEMORY;
    for (size_t owner = 0; owner < x->owners.n; owner++) {
        kf_local_owner *o = &x->owners.at[owner];
        for (uint32_t i = 0; i < o->n; i++) {
            row_of(g, owner, i, row);
            kf_truth fixed = kf_database_fixed(g->d, o->predicate, row);
            x->truths[o->start + i] = (uint8_t)fixed;
            o->fixed |= fixed != KF_UNKNOWN;
        }
        KF_TRY(kf_grounder_spend(g, o->n));
    }
    return KERF_OK;
}

kerf_status kf_row_costs_begin(kf_grounder *g)
{
    kf_local_lists *x = &g->lists;
    assert(!x->cells && !x->truths);
    if (x->n_cells == 0) return KERF_OK;
    x->cells = kf_mem_calloc(g->mem, x->n_cells, sizeof *x->cells);
    if (!x->cells) return KERF_NO_MEMORY;
    for (size_t i = 0; i < x->owners.n; i++) {
        kf_local_owner *o = &x->owners.at[i];
        o->cost[0] = o->cost[1] = 0;
        o->fixed = false;
    }
    return find_fixed(g);
}

void kf_row_costs_free(kf_grounder *g)
{
    kf_local_lists *x = &g->lists;
    kf_mem_free(g->mem, x->cells, x->n_cells, sizeof *x->cells);
    kf_mem_free(g->mem, x->truths, x->n_cells, sizeof *x->truths);
    x->cells = NULL;
    x->truths = NULL;
}

/* ---- Adding up ---- */

/* One atom pays for a weight; of one that evidence fixes that is decided. */
static void pay(kf_grounder *g, kf_ground_rule *gr, size_t cell, bool if_false, double cost,
                uint64_t times)
{
    kf_truth fixed = g->lists.truths ? (kf_truth)g->lists.truths[cell] : KF_UNKNOWN;
    assert(g->lists.cells); /* there is none only where a type is empty */
    if (fixed == KF_UNKNOWN) g->lists.cells[cell].cost[if_false] += cost;
    else kf_pay_decided(g, gr, fixed, if_false ? 0 : cost, if_false ? cost : 0, times);
}

/* One weight for all atoms of the owner. */
static void add_uniform(kf_grounder *g, kf_ground_rule *gr, const weights *x,
                        const kf_local_item *item)
{
    kf_local_owner *o = &g->lists.owners.at[item->owner];
    double w = x->view.weights[item->first] * (double)item->times;
    bool if_false = pays_if_false(x, w);
    if (!o->fixed) {
        o->cost[if_false] += fabs(w);
        return;
    }
    for (uint32_t i = 0; w != 0 && i < o->n; i++)
        pay(g, gr, o->start + i, if_false, fabs(w), item->times);
}

/* The same as pays_if_false(), all at once. */
static inline void add_plain(kf_local_cell *cells, const weights *x, const kf_local_item *item,
                             const double *plain)
{
    double times = x->against ? -(double)item->times : (double)item->times;
    pair factors = { -times, times }; /* if it is true, if it is false */
    uint32_t width = x->view.width;
    const uint32_t *constant = x->view.keys + (size_t)item->first * width + width - 1;
    assert(cells);
    for (uint32_t i = 0; i < item->n; i++, constant += width) {
        pair cost;
        memcpy(&cost, cells[*constant].cost, sizeof cost);
        cost += positive_parts(plain[i], factors);
        memcpy(cells[*constant].cost, &cost, sizeof cost);
    }
}

/* A weight for each atom that has one. */
static void add_vector(kf_grounder *g, kf_ground_rule *gr, const weights *x,
                       const kf_local_item *item)
{
    const kf_local_owner *o = &g->lists.owners.at[item->owner];
    const double *plain = o->fixed ? NULL : plain_weights(x, item);
    double times = item->times, w;
    if (plain) { /* nearly always */
        add_plain(g->lists.cells + o->start, x, item, plain);
        return;
    }
    for (uint32_t i = 0; i < item->n; i++) {
        uint32_t at = nth_weight(x, item, i, &w);
        if (at == UINT32_MAX || w == 0) continue;
        w *= times;
        pay(g, gr, o->start + at, pays_if_false(x, w), fabs(w), item->times);
    }
}

kerf_status kf_row_costs_add(kf_grounder *g, kf_ground_rule *gr)
{
    const kf_local_rows *rows = &gr->rows;
    weights x = weights_of(g, gr);
    assert(rows->state == KF_ROWS_LISTED);
    for (size_t i = 0; i < rows->n; i++) {
        const kf_local_item *item = &g->lists.items.at[rows->first + i];
        if (i + AHEAD < rows->n) prefetch_weights(&x, item + AHEAD);
        if (rows->uniform) add_uniform(g, gr, &x, item);
        else add_vector(g, gr, &x, item);
        KF_TRY(kf_grounder_spend(g, item->n));
    }
    return KERF_OK;
}

/* ---- Names ---- */

/* Does the i-th atom of an owner pay anything, and is it open? Then what it pays. */
static inline bool pays(const kf_local_lists *x, const kf_local_owner *o, uint32_t i, double *cost)
{
    const kf_local_cell *cell = &x->cells[o->start + i];
    cost[0] = cell->cost[0] + o->cost[0];
    cost[1] = cell->cost[1] + o->cost[1];
    return cost[0] + cost[1] != 0 && !(o->fixed && x->truths[o->start + i] != KF_UNKNOWN);
}

static kerf_status name_atoms(kf_grounder *g, size_t owner)
{
    const kf_local_lists *x = &g->lists;
    const kf_local_owner *o = &x->owners.at[owner];
    uint32_t row[KF_MOST_ARITY];
    row_of(g, owner, 0, row);
    for (uint32_t i = 0; i < o->n; i++) {
        double cost[2];
        kf_atom atom;
        if (!pays(x, o, i, cost)) continue;
        row[o->argument] = g->d->domains[o->type].ids[i];
        KF_TRY(kf_grounder_atom(g, o->predicate, row, &atom));
        kf_problem_add_cost(g->p, atom, cost[0], cost[1]);
    }
    return kf_grounder_spend(g, o->n);
}

/* Room for the names of a predicate's atoms. */
static kerf_status expect_names(kf_grounder *g, uint32_t predicate)
{
    const kf_local_lists *x = &g->lists;
    uint32_t n = 0;
    for (size_t i = 0; i < x->owners.n; i++) {
        const kf_local_owner *o = &x->owners.at[i];
        double cost[2];
        if (o->predicate != predicate) continue;
        for (uint32_t k = 0; k < o->n; k++) n += pays(x, o, k, cost);
    }
    return kf_grounder_expect(g, predicate, n);
}

static bool is_first_of_predicate(const kf_local_lists *x, size_t owner)
{
    for (size_t i = 0; i < owner; i++)
        if (x->owners.at[i].predicate == x->owners.at[owner].predicate) return false;
    return true;
}

kerf_status kf_row_costs_end(kf_grounder *g)
{
    const kf_local_lists *x = &g->lists;
    uint32_t last = KF_NONE;
    for (size_t i = 0; x->cells && i < x->owners.n; i++) {
        uint32_t predicate = x->owners.at[i].predicate;
        if (predicate != last && is_first_of_predicate(x, i)) KF_TRY(expect_names(g, predicate));
        last = predicate;
        KF_TRY(name_atoms(g, i));
    }
    return KERF_OK;
}

/* ---- Totals ---- */

/* Sums of |w| for w < 0, and of w > 0. */
static pair add_totals(const weights *x, const kf_local_rows *rows, const kf_local_item *item,
                       pair sums)
{
    double times = item->times, w;
    pair factors = { -times, times };
    if (rows->uniform) {
        double all = times * rows->n_constants;
        return sums + positive_parts(x->view.weights[item->first], (pair){ -all, all });
    }
    const double *plain = plain_weights(x, item);
    if (plain && item->n >= KF_LONG_GROUP && x->sums) {
        const kf_weight_sum *sum = &x->sums[item->first / KF_LONG_GROUP];
        return sums + (pair){ sum->negative * times, sum->positive * times };
    }
    for (uint32_t i = 0; plain && i < item->n; i++) sums += positive_parts(plain[i], factors);
    for (uint32_t i = 0; !plain && i < item->n; i++)
        if (nth_weight(x, item, i, &w) != UINT32_MAX) sums += positive_parts(w, factors);
    return sums;
}

kerf_status kf_row_costs_total(kf_grounder *g, kf_ground_rule *gr, double *positive,
                               double *negative)
{
    const kf_local_rows *rows = &gr->rows;
    weights x = weights_of(g, gr);
    assert(rows->state == KF_ROWS_LISTED);
    pair sums = { 0, 0 };
    for (size_t k = 0; k < rows->n; k++) {
        const kf_local_item *item = &g->lists.items.at[rows->first + k];
        if (k + AHEAD < rows->n) prefetch_weights(&x, item + AHEAD);
        sums = add_totals(&x, rows, item, sums);
        KF_TRY(kf_grounder_spend(g, item->n));
    }
    *negative = sums[0];
    *positive = sums[1];
    return KERF_OK;
}

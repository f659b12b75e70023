/* local_rows.c -- local formulas with a weight table, as vectors; see local_rows.h.
 *
 * Exact: an item stands for the groundings of one binding of all variables but the free one, and
 * these are all groundings, since nothing but the hidden atom names that variable. Items come in the
 * order of their constants, so sums are the same in every backend. */
#include "ground/local_rows.h"

#include "ground/ask.h"
#include "model/weight_table.h"

#include <math.h>

/* Beyond these, groundings are asked for one by one and not kept. */
enum { MOST_CONSTANTS = 4096, MANY_ROWS = 1 << 16, FEW = 4 };
static const size_t MOST_CELLS = (size_t)1 << 22, MOST_ITEMS = (size_t)1 << 22;

void kf_local_lists_free(kf_grounder *g)
{
    kf_vec_free(g->mem, &g->lists.items);
    kf_vec_free(g->mem, &g->lists.owners);
    kf_vec_free(g->mem, &g->lists.cells);
    if (g->lists.ready) kf_tuple_map_free(&g->lists.names, g->mem);
}

static const kf_rule *rule_of(const kf_grounder *g, const kf_ground_rule *gr)
{
    return &g->d->m->rules.at[gr->rule];
}

static const kf_literal *atom_of(const kf_ground_rule *gr)
{
    assert(gr->local);
    return &gr->c.literals[gr->c.n_observed];
}

static const kf_domain *free_domain(const kf_grounder *g, const kf_ground_rule *gr)
{
    return &g->d->domains[gr->c.types[gr->rows.free]];
}

/* ---- Which rules ---- */

static bool is_parameter(const kf_rule *r, uint32_t variable)
{
    for (uint32_t i = 0; i < r->n_parameters; i++)
        if (r->parameters[i] == variable) return true;
    return false;
}

static bool uses(const kf_literal *l, uint32_t variable)
{
    for (uint32_t i = 0; i < l->n_uses; i++)
        if (l->uses[i] == variable) return true;
    return false;
}

/* Do observed atoms that must be true give it its values? Then *named; else is it named at all? */
static bool is_bound(const kf_compiled *c, uint32_t variable, bool *named)
{
    bool bound = false;
    *named = false;
    for (uint32_t i = 0; i < c->n_conditions; i++) *named |= uses(&c->conditions[i], variable);
    for (uint32_t i = 0; i < c->n_observed; i++) {
        const kf_literal *l = &c->literals[i];
        if (!uses(l, variable)) continue;
        *named = true;
        for (uint32_t k = 0; k < l->n && l->kind == KF_LITERAL_ATOM && l->negated; k++)
            bound |= l->args[k].variable == variable;
    }
    return bound;
}

/* Only the hidden atom names the variable, in one argument: *argument. */
static bool is_free(const kf_compiled *c, const kf_literal *atom, uint32_t variable,
                    uint32_t *argument)
{
    uint32_t times = 0;
    bool named;
    is_bound(c, variable, &named);
    for (uint32_t i = 0; i < atom->n; i++) {
        if (atom->args[i].variable != variable) continue;
        *argument = i;
        times++;
    }
    return times == 1 && !named && variable < c->n_free && c->types[variable] != KF_TYPE_NUMBER;
}

/* The variable over which its weights are vectors: the last parameter, or one that is none. */
static bool find_free(const kf_rule *r, const kf_compiled *c, const kf_literal *atom,
                      kf_local_rows *to)
{
    to->free = r->n_parameters ? r->parameters[r->n_parameters - 1] : KF_NONE;
    if (to->free != KF_NONE && is_free(c, atom, to->free, &to->argument)) return true;
    to->uniform = true;
    for (uint32_t i = 0; i < atom->n; i++) {
        to->free = atom->args[i].variable;
        if (to->free != KF_NONE && !is_parameter(r, to->free)
            && is_free(c, atom, to->free, &to->argument))
            return true;
    }
    return false;
}

/* Does evidence give all other variables that matter? */
static bool is_given(const kf_rule *r, const kf_compiled *c, const kf_literal *atom, uint32_t free)
{
    bool named;
    for (uint32_t i = 0; i < atom->n; i++) {
        uint32_t v = atom->args[i].variable;
        if (v != KF_NONE && v != free && !is_bound(c, v, &named)) return false;
    }
    for (uint32_t i = 0; i < r->n_parameters; i++)
        if (r->parameters[i] != free && !is_bound(c, r->parameters[i], &named)) return false;
    return true;
}

static bool is_vector(const kf_grounder *g, const kf_ground_rule *gr, kf_local_rows *to)
{
    const kf_rule *r = rule_of(g, gr);
    const kf_compiled *c = &gr->c;
    if (!gr->local || r->kind != KF_RULE_LOGIC || r->cost != KF_COST_TABLE) return false;
    if (!r->table || r->closed || r->weight != 0 || g->every_row) return false;
    const kf_literal *atom = atom_of(gr);
    if (atom->kind != KF_LITERAL_ATOM || atom->right) return false;
    return find_free(r, c, atom, to) && is_given(r, c, atom, to->free);
}

/* Much evidence, and a table for a small part of it: a query that begins with the table is faster.
 * A type of many constants: vectors would be long. */
static bool is_too_large(const kf_grounder *g, const kf_ground_rule *gr)
{
    const kf_compiled *c = &gr->c;
    double most = 0, rows = kf_weight_table_count(rule_of(g, gr)->table);
    for (uint32_t i = 0; i < c->n_observed; i++) {
        const kf_literal *l = &c->literals[i];
        if (l->kind == KF_LITERAL_ATOM) most = fmax(most, kf_backend_rows(g->backend, l->id));
    }
    return free_domain(g, gr)->n > MOST_CONSTANTS || (most > MANY_ROWS && most > FEW * rows);
}

/* ---- Owners ---- */

static kerf_status begin_lists(kf_grounder *g)
{
    if (g->lists.ready) return KERF_OK;
    uint32_t most = 0;
    for (uint32_t i = 0; i < g->d->n_predicates; i++) {
        const kf_predicate *p = &g->d->m->predicates.at[i];
        if (p->hidden && p->arity > most) most = p->arity;
    }
    kf_tuple_map_init(&g->lists.names, most + 1);
    g->lists.ready = true;
    return KERF_OK;
}

static kerf_status add_owner(kf_grounder *g, uint32_t n)
{
    kf_local_lists *x = &g->lists;
    if (x->cells.n + n > MOST_CELLS) return KERF_LIMIT;
    if (!kf_vec_reserve(g->mem, &x->cells, n)
        || !kf_vec_push(g->mem, &x->owners, (kf_local_owner){ .start = x->cells.n }))
        return KERF_NO_MEMORY;
    for (uint32_t i = 0; i < n; i++)
        x->cells.at[x->cells.n++] = (kf_local_cell){ .atom = KF_CELL_NEW };
    return KERF_OK;
}

static kerf_status find_owner(kf_grounder *g, const kf_ground_rule *gr, const kf_binding *b,
                              uint32_t *owner)
{
    kf_tuple_map *names = &g->lists.names;
    const kf_literal *l = atom_of(gr);
    uint32_t tuple[KF_MOST_ARITY + 2] = { l->id, gr->rows.argument };
    for (uint32_t i = 0, n = 2; i < l->n; i++) {
        if (i == gr->rows.argument) continue;
        kf_arg a = l->args[i];
        tuple[n++] = a.variable == KF_NONE ? a.constant : b->ids[a.variable];
    }
    *owner = kf_tuple_map_find(names, tuple);
    if (*owner != UINT32_MAX) return KERF_OK;
    KF_TRY(add_owner(g, gr->rows.n_constants));
    *owner = kf_tuple_map_count(names);
    return kf_tuple_map_add(names, g->mem, tuple, UINT32_MAX, 1, 0);
}

/* The atom of a cell. */
static void row_of(const kf_grounder *g, const kf_ground_rule *gr, uint32_t owner, uint32_t cell,
                   uint32_t *row)
{
    const uint32_t *given = kf_tuple_map_tuple(&g->lists.names, owner) + 2;
    uint32_t n = atom_of(gr)->n;
    for (uint32_t i = 0; i < n; i++)
        row[i] = i == gr->rows.argument ? free_domain(g, gr)->ids[cell] : *given++;
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

/* ---- Items ---- */

static void read_key(const kf_rule *r, const kf_binding *b, uint32_t free, uint32_t *key)
{
    for (uint32_t i = 0; i < r->n_parameters; i++)
        key[i] = r->parameters[i] == free ? 0 : b->ids[r->parameters[i]];
}

typedef struct listing {
    kf_grounder *g;
    kf_ground_rule *gr;
    kerf_status status; /* KERF_LIMIT: there are too many */
} listing;

static bool ask_ahead(void *context, const kf_binding *b, uint64_t times)
{
    const listing *x = context;
    const kf_rule *r = rule_of(x->g, x->gr);
    uint32_t key[KF_MOST_ARITY];
    (void)times;
    read_key(r, b, x->gr->rows.free, key);
    kf_weight_table_prefetch(r->table, key);
    return true;
}

static bool add_item(void *context, const kf_binding *b, uint64_t times)
{
    listing *x = context;
    const kf_rule *r = rule_of(x->g, x->gr);
    kf_local_rows *rows = &x->gr->rows;
    kf_local_item item = { .n = 1, .times = (uint32_t)times };
    uint32_t key[KF_MOST_ARITY];
    read_key(r, b, rows->free, key);
    if (rows->uniform) {
        item.first = kf_weight_table_find(r->table, key);
        if (item.first == KF_NONE) return true;
    } else {
        kf_weight_group group = kf_weight_table_get_group(r->table, key);
        item.first = group.first;
        item.n = group.n;
        if (group.n == 0) return true;
    }
    bool many = times > UINT32_MAX || x->g->lists.items.n >= MOST_ITEMS;
    x->status = many ? KERF_LIMIT : find_owner(x->g, x->gr, b, &item.owner);
    if (x->status == KERF_OK && !kf_vec_push(x->g->mem, &x->g->lists.items, item))
        x->status = KERF_NO_MEMORY;
    return x->status == KERF_OK;
}

static kerf_status ask(listing *x)
{
    kf_ask a;
    kf_query *query;
    kf_tuple_map found;
    KF_TRY(kf_conditions_begin(&a, x->g, x->gr));
    a.needed[x->gr->rows.free] = a.scope[x->gr->rows.free] = false;
    kerf_status st = kf_ask_prepare(&a, NULL, KF_NONE, &query);
    if (st == KERF_OK) {
        st = kf_query_collect(&a, query, NULL, &found);
        if (st == KERF_OK && !x->gr->rows.uniform) st = kf_ask_emit(&a, &found, ask_ahead, x);
        if (st == KERF_OK) st = kf_ask_emit(&a, &found, add_item, x);
        kf_tuple_map_free(&found, x->g->mem);
        kf_query_free(query);
    }
    kf_ask_end(&a);
    return x->status != KERF_OK ? x->status : st;
}

static kerf_status list(kf_grounder *g, kf_ground_rule *gr)
{
    listing x = { .g = g, .gr = gr };
    kf_local_rows *rows = &gr->rows;
    rows->n_constants = free_domain(g, gr)->n;
    rows->first = g->lists.items.n;
    KF_TRY(begin_lists(g));
    kerf_status st = ask(&x);
    rows->n = g->lists.items.n - rows->first;
    rows->state = st == KERF_OK ? KF_ROWS_LISTED : KF_ROWS_NONE;
    if (st == KERF_OK) return KERF_OK;
    g->lists.items.n = rows->first;
    return st == KERF_LIMIT ? KERF_OK : st;
}

/* Groups are found in the first world, by one thread; others of the model find them there. */
kerf_status kf_local_list(kf_grounder *g, kf_ground_rule *gr, bool *listed)
{
    kf_local_rows *rows = &gr->rows;
    if (rows->state == KF_ROWS_UNASKED) {
        rows->state = KF_ROWS_NONE;
        if (is_vector(g, gr, rows)) {
            if (!rows->uniform) KF_TRY(kf_weight_table_group(rule_of(g, gr)->table));
            if (!is_too_large(g, gr)) KF_TRY(list(g, gr));
        }
    }
    *listed = rows->state == KF_ROWS_LISTED;
    return KERF_OK;
}

/* ---- Going through weights ---- */

typedef struct weights { /* of an item */
    const kf_weight_table *table;
    const kf_domain *domain;
    uint32_t last; /* its place in a key */
    bool uniform;
} weights;

static weights weights_of(const kf_grounder *g, const kf_ground_rule *gr)
{
    const kf_rule *r = rule_of(g, gr);
    return (weights){ r->table, free_domain(g, gr), r->n_parameters - 1, gr->rows.uniform };
}

/* How many cells an item's weights may be for, and the i-th of them with its weight; UINT32_MAX: no
 * atom of this world. */
static inline uint32_t count_weights(const weights *x, const kf_local_item *item)
{
    return x->uniform ? x->domain->n : item->n;
}

static inline uint32_t nth_weight(const weights *x, const kf_local_item *item, uint32_t i,
                                  double *w)
{
    uint32_t row = x->uniform ? item->first : kf_weight_table_place(x->table, item->first + i);
    *w = kf_weight_table_weight(x->table, row);
    return x->uniform ? i : cell_of(x->domain, kf_weight_table_key(x->table, row)[x->last]);
}

/* ---- Costs ---- */

/* The cell's atom is named. */
static kerf_status name_atom(kf_grounder *g, kf_ground_rule *gr, uint32_t owner, uint32_t at,
                             kf_local_cell *cell)
{
    uint32_t row[KF_MOST_ARITY], predicate = atom_of(gr)->id;
    kf_atom atom = { KF_CELL_TRUE };
    row_of(g, gr, owner, at, row);
    kf_truth fixed = kf_database_fixed(g->d, predicate, row);
    if (fixed == KF_FALSE) atom.id = KF_CELL_FALSE;
    if (fixed == KF_UNKNOWN) KF_TRY(kf_grounder_atom(g, predicate, row, &atom));
    cell->atom = atom.id;
    return KERF_OK;
}

static kerf_status add_item_costs(kf_grounder *g, kf_ground_rule *gr, const kf_local_item *item)
{
    weights x = weights_of(g, gr);
    kf_local_cell *cells = g->lists.cells.at + g->lists.owners.at[item->owner].start;
    bool negated = atom_of(gr)->negated, flipped = gr->c.flipped;
    uint32_t n = count_weights(&x, item);
    for (uint32_t i = 0; i < n; i++) {
        double w, if_true, if_false;
        uint32_t at = nth_weight(&x, item, i, &w);
        w *= (double)item->times;
        if (w == 0 || at == UINT32_MAX) continue;
        if (cells[at].atom == KF_CELL_NEW) KF_TRY(name_atom(g, gr, item->owner, at, &cells[at]));
        kf_split_cost(flipped ? -w : w, negated, &if_true, &if_false);
        if (cells[at].atom < KF_CELL_FALSE)
            kf_problem_add_cost(g->p, (kf_atom){ cells[at].atom }, if_true, if_false);
        else
            kf_pay_decided(g, gr, cells[at].atom == KF_CELL_TRUE ? KF_TRUE : KF_FALSE, if_true,
                           if_false, item->times);
    }
    return kf_grounder_spend(g, n);
}

kerf_status kf_local_list_costs(kf_grounder *g, kf_ground_rule *gr)
{
    const kf_local_rows *rows = &gr->rows;
    assert(rows->state == KF_ROWS_LISTED);
    for (size_t i = 0; i < rows->n; i++)
        KF_TRY(add_item_costs(g, gr, &g->lists.items.at[rows->first + i]));
    return KERF_OK;
}

/* ---- Totals ---- */

kerf_status kf_local_list_totals(kf_grounder *g, kf_ground_rule *gr, double *positive,
                                 double *negative)
{
    const kf_local_rows *rows = &gr->rows;
    weights x = weights_of(g, gr);
    assert(rows->state == KF_ROWS_LISTED);
    *positive = *negative = 0;
    for (size_t k = 0; k < rows->n; k++) {
        const kf_local_item *item = &g->lists.items.at[rows->first + k];
        double times = (double)item->times * (rows->uniform ? rows->n_constants : 1);
        for (uint32_t i = 0; i < item->n; i++) {
            double w;
            if (nth_weight(&x, item, i, &w) == UINT32_MAX) continue;
            if (w > 0) *positive += w * times;
            else *negative -= w * times;
        }
        KF_TRY(kf_grounder_spend(g, item->n));
    }
    return KERF_OK;
}

/* ---- The current assignment ---- */

static void look_up_values(kf_grounder *g, const kf_ground_rule *gr, uint32_t owner)
{
    kf_local_owner *o = &g->lists.owners.at[owner];
    kf_local_cell *cells = g->lists.cells.at + o->start;
    uint32_t row[KF_MOST_ARITY];
    if (o->counted == g->changes + 1) return;
    o->counted = g->changes + 1;
    o->n_true = 0;
    for (uint32_t i = 0; i < gr->rows.n_constants; i++) {
        row_of(g, gr, owner, i, row);
        cells[i].value = kf_database_holds(g->d, atom_of(gr)->id, row);
        o->n_true += cells[i].value;
    }
}

typedef struct paid {
    uint64_t groundings;
    double cost;
    bool overflow;
} paid;

static void add_paid(paid *to, double w, uint64_t times)
{
    to->overflow |= __builtin_add_overflow(to->groundings, times, &to->groundings);
    to->cost += fabs(w) * (double)times;
}

/* Does an atom of this value make a grounding of weight w pay? */
static bool pays(const kf_ground_rule *gr, double w, bool value)
{
    bool holds = value != atom_of(gr)->negated;
    return w != 0 && ((w < 0) == gr->c.flipped) != holds;
}

static void add_violated(const kf_grounder *g, const kf_ground_rule *gr, const weights *x,
                         const kf_local_item *item, paid *to)
{
    const kf_local_owner *o = &g->lists.owners.at[item->owner];
    const kf_local_cell *cells = g->lists.cells.at + o->start;
    double w;
    if (x->uniform) {
        w = kf_weight_table_weight(x->table, item->first);
        uint64_t n_true = o->n_true, n_false = gr->rows.n_constants - n_true;
        if (pays(gr, w, true)) add_paid(to, w, n_true * item->times);
        if (pays(gr, w, false)) add_paid(to, w, n_false * item->times);
        return;
    }
    for (uint32_t i = 0; i < item->n; i++) {
        uint32_t at = nth_weight(x, item, i, &w);
        if (at != UINT32_MAX && pays(gr, w, cells[at].value)) add_paid(to, w, item->times);
    }
}

kerf_status kf_local_list_violated(kf_grounder *g, kf_ground_rule *gr, uint64_t *groundings,
                                   double *cost)
{
    const kf_local_rows *rows = &gr->rows;
    weights x = weights_of(g, gr);
    paid found = { 0 };
    assert(rows->state == KF_ROWS_LISTED);
    for (size_t i = 0; i < rows->n; i++) {
        const kf_local_item *item = &g->lists.items.at[rows->first + i];
        look_up_values(g, gr, item->owner);
        add_violated(g, gr, &x, item, &found);
        KF_TRY(kf_grounder_spend(g, item->n));
    }
    *groundings = found.groundings;
    *cost = found.cost;
    return found.overflow ? KERF_LIMIT : KERF_OK;
}

/* local_rows.c -- local formulas with a weight table, as vectors; see local_rows.h.
 *
 * Exact: an item stands for the groundings of one binding of all variables but the free one, and
 * these are all groundings, since nothing but the hidden atom names that variable. Items come in the
 * order of their constants, so sums are the same in every backend. */
#include "ground/local/local_rows.h"

#include "ground/ask/ask.h"
#include "model/weight_table.h"

/* Beyond these, groundings are asked for one by one and not kept. */
enum { MOST_CONSTANTS = 4096, MANY_ROWS = 1 << 16, FEW = 4 };
static const size_t MOST_CELLS = (size_t)1 << 22, MOST_ITEMS = (size_t)1 << 22;

void kf_local_lists_free(kf_grounder *g)
{
    kf_vec_free(g->mem, &g->lists.items);
    kf_vec_free(g->mem, &g->lists.owners);
    kf_vec_free(g->mem, &g->lists.cells);
    kf_vec_free(g->mem, &g->lists.owner_of);
    kf_tuple_map_free(&g->lists.names, g->mem);
    kf_tuple_map_free(&g->lists.found, g->mem);
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
    uint32_t tuple[KF_MOST_ARITY + 2], n = 2;
    tuple[0] = l->id;
    tuple[1] = gr->rows.argument;
    for (uint32_t i = 0; i < l->n; i++) {
        if (i == gr->rows.argument) continue;
        kf_arg a = l->args[i];
        tuple[n++] = a.variable == KF_NONE ? a.constant : b->ids[a.variable];
    }
    while (n < names->width) tuple[n++] = 0;
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
    size_t at;          /* tuples that were looked at */
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
    uint32_t key[KF_MOST_ARITY], *known = &x->g->lists.owner_of.at[x->at++];
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
    x->status = many ? KERF_LIMIT : KERF_OK;
    if (x->status == KERF_OK && *known == KF_NONE) x->status = find_owner(x->g, x->gr, b, known);
    item.owner = *known;
    if (x->status == KERF_OK && !kf_vec_push(x->g->mem, &x->g->lists.items, item))
        x->status = KERF_NO_MEMORY;
    return x->status == KERF_OK;
}

/* The items of a rule, from what was found for it or for another one that asks the same. */
static kerf_status take_found(kf_ask *a, kf_grounder *g, kf_ground_rule *gr)
{
    listing x = { .g = g, .gr = gr };
    kf_local_rows *rows = &gr->rows;
    rows->n_constants = free_domain(g, gr)->n;
    rows->first = g->lists.items.n;
    kerf_status st = KERF_OK;
    if (!rows->uniform && kf_weight_table_count(rule_of(g, gr)->table) > MANY_ROWS)
        st = kf_ask_emit(a, &g->lists.found, ask_ahead, &x);
    if (st == KERF_OK) st = kf_ask_emit(a, &g->lists.found, add_item, &x);
    if (x.status != KERF_OK) st = x.status;
    rows->n = g->lists.items.n - rows->first;
    rows->state = st == KERF_OK ? KF_ROWS_LISTED : KF_ROWS_NONE;
    if (st == KERF_OK) return KERF_OK;
    g->lists.items.n = rows->first;
    return st == KERF_LIMIT ? KERF_OK : st;
}

/* ---- Rules that ask the same ---- */

static bool is_same_literal(const kf_literal *a, const kf_literal *b)
{
    if (a->kind != KF_LITERAL_ATOM || b->kind != KF_LITERAL_ATOM || a->right || b->right)
        return false;
    if (a->id != b->id || a->negated != b->negated) return false;
    for (uint32_t i = 0; i < a->n; i++) {
        if (a->args[i].variable != b->args[i].variable) return false;
        if (a->args[i].variable == KF_NONE && a->args[i].constant != b->args[i].constant)
            return false;
    }
    return true;
}

/* Has the rule the conditions of another one, with variables of the same numbers? */
static bool has_conditions_of(const kf_compiled *c, const kf_compiled *other)
{
    if (c->n_observed != other->n_observed || c->n_conditions + other->n_conditions > 0)
        return false;
    if (c->n_variables != other->n_variables || c->n_free != other->n_free) return false;
    for (uint32_t i = 0; i < c->n_observed; i++)
        if (!is_same_literal(&c->literals[i], &other->literals[i])) return false;
    return true;
}

/* Are its atoms the same, and vectors over the same argument? */
static bool has_owners_of(const kf_ground_rule *gr, const kf_ground_rule *other)
{
    const kf_literal *a = atom_of(gr), *b = atom_of(other);
    if (a->id != b->id || gr->rows.argument != other->rows.argument) return false;
    for (uint32_t i = 0; i < a->n; i++) {
        if (a->args[i].variable != b->args[i].variable) return false;
        if (a->args[i].variable == KF_NONE && a->args[i].constant != b->args[i].constant)
            return false;
    }
    return true;
}

static kerf_status forget_owners(kf_grounder *g)
{
    uint32_t n = kf_tuple_map_count(&g->lists.found);
    g->lists.owner_of.n = 0;
    if (!kf_vec_reserve(g->mem, &g->lists.owner_of, n)) return KERF_NO_MEMORY;
    for (uint32_t i = 0; i < n; i++) g->lists.owner_of.at[g->lists.owner_of.n++] = KF_NONE;
    return KERF_OK;
}

/* Does it need no variable but those that were asked for, and all of them? */
static bool needs_the_same(const kf_ask *a, const kf_grounder *g, const kf_ground_rule *gr)
{
    const kf_rule *r = rule_of(g, gr);
    for (uint32_t v = 0; v < gr->c.n_variables; v++) {
        bool needed = is_parameter(r, v);
        for (uint32_t i = 0; i < gr->c.n_tuple; i++) needed |= gr->c.tuple[i] == v;
        if (a->needed[v] != (needed && v != gr->rows.free)) return false;
    }
    return true;
}

static kerf_status begin(kf_grounder *g, kf_ground_rule *gr, bool *vector)
{
    kf_local_rows *rows = &gr->rows;
    *vector = is_vector(g, gr, rows);
    rows->state = KF_ROWS_NONE;
    if (!*vector) return KERF_OK;
    /* In the first world, by one thread; others of the model find the groups there. */
    if (!rows->uniform) KF_TRY(kf_weight_table_group(rule_of(g, gr)->table));
    *vector = !is_too_large(g, gr);
    return KERF_OK;
}

/* Rules that ask what this one has asked take what it has found. */
static kerf_status share_found(kf_ask *a, kf_grounder *g, const kf_ground_rule *gr)
{
    for (size_t i = (size_t)(gr - g->rules.at) + 1; i < g->rules.n; i++) {
        kf_ground_rule *other = &g->rules.at[i];
        bool vector;
        if (!other->local || other->kept || other->rows.state != KF_ROWS_UNASKED) continue;
        if (!has_conditions_of(&other->c, &gr->c)) continue;
        KF_TRY(begin(g, other, &vector));
        if (!vector) continue;
        if (needs_the_same(a, g, other) && has_owners_of(other, gr))
            KF_TRY(take_found(a, g, other));
        else other->rows = (kf_local_rows){ 0 };
    }
    return KERF_OK;
}

static kerf_status ask(kf_grounder *g, kf_ground_rule *gr)
{
    kf_ask a;
    kf_query *query;
    KF_TRY(begin_lists(g));
    KF_TRY(kf_conditions_begin(&a, g, gr));
    a.needed[gr->rows.free] = a.scope[gr->rows.free] = false;
    kerf_status st = kf_ask_prepare(&a, NULL, KF_NONE, &query);
    if (st == KERF_OK) {
        st = kf_query_collect(&a, query, NULL, &g->lists.found);
        kf_query_free(query);
        if (st == KERF_OK) st = forget_owners(g);
        if (st == KERF_OK) st = take_found(&a, g, gr);
        if (st == KERF_OK) st = share_found(&a, g, gr);
    }
    kf_ask_end(&a);
    return st;
}

kerf_status kf_local_list(kf_grounder *g, kf_ground_rule *gr, bool *listed)
{
    bool vector = false;
    if (gr->rows.state == KF_ROWS_UNASKED) KF_TRY(begin(g, gr, &vector));
    if (vector) KF_TRY(ask(g, gr));
    *listed = gr->rows.state == KF_ROWS_LISTED;
    return KERF_OK;
}

/* ---- Going through weights ---- */

typedef struct weights { /* of a rule's items */
    kf_weight_view view;
    const kf_domain *domain;
    bool against; /* a positive weight wants the atom false */
} weights;

static weights weights_of(const kf_grounder *g, const kf_ground_rule *gr)
{
    return (weights){ kf_weight_table_view(rule_of(g, gr)->table), free_domain(g, gr),
                      gr->c.flipped != atom_of(gr)->negated };
}

/* The i-th weight of an item, and the cell that it is for; UINT32_MAX: no atom of this world. */
static inline uint32_t nth_weight(const weights *x, const kf_local_item *item, uint32_t i,
                                  double *w)
{
    const kf_weight_view *v = &x->view;
    uint32_t row = v->order ? v->order[item->first + i] : item->first + i;
    *w = v->weights[row];
    return cell_of(x->domain, v->keys[(size_t)row * v->width + v->width - 1]);
}

/* ---- Costs ---- */

/* The cell's atom is named. */
static kerf_status name_atom(kf_grounder *g, kf_ground_rule *gr, uint32_t owner, uint32_t at)
{
    uint32_t row[KF_MOST_ARITY], predicate = atom_of(gr)->id;
    kf_local_cell *cell = &g->lists.cells.at[g->lists.owners.at[owner].start + at];
    kf_atom atom = { KF_CELL_TRUE };
    row_of(g, gr, owner, at, row);
    kf_truth fixed = kf_database_fixed(g->d, predicate, row);
    if (fixed == KF_FALSE) atom.id = KF_CELL_FALSE;
    if (fixed == KF_UNKNOWN) KF_TRY(kf_grounder_atom(g, predicate, row, &atom));
    cell->atom = atom.id;
    g->lists.owners.at[owner].n_open += fixed == KF_UNKNOWN;
    return KERF_OK;
}

/* What an atom pays for a grounding of this weight. */
typedef struct price {
    double if_true, if_false;
} price;

static inline price price_of(const weights *x, double w)
{
    if (x->against) w = -w;
    return w > 0 ? (price){ 0, w } : (price){ -w, 0 };
}

static inline void pay(kf_grounder *g, kf_ground_rule *gr, uint32_t atom, price p, uint32_t times)
{
    if (atom < KF_CELL_FALSE) kf_problem_add_cost(g->p, (kf_atom){ atom }, p.if_true, p.if_false);
    else
        kf_pay_decided(g, gr, atom == KF_CELL_TRUE ? KF_TRUE : KF_FALSE, p.if_true, p.if_false,
                       times);
}

/* One weight for all atoms of the owner. */
static kerf_status add_uniform_costs(kf_grounder *g, kf_ground_rule *gr, const weights *x,
                                     const kf_local_item *item)
{
    const kf_local_owner *o = &g->lists.owners.at[item->owner];
    const kf_local_cell *cells = g->lists.cells.at + o->start;
    uint32_t n = gr->rows.n_constants;
    price p = price_of(x, x->view.weights[item->first] * (double)item->times);
    if (p.if_true + p.if_false == 0) return KERF_OK;
    if (o->n_open == n) {
        double *costs = p.if_true != 0 ? g->p->cost_true.at : g->p->cost_false.at;
        double each = p.if_true + p.if_false;
        for (uint32_t i = 0; i < n; i++) costs[cells[i].atom] += each;
        g->p->soft += each * n;
        return KERF_OK;
    }
    for (uint32_t i = 0; i < n; i++) {
        if (cells[i].atom == KF_CELL_NEW) KF_TRY(name_atom(g, gr, item->owner, i));
        pay(g, gr, cells[i].atom, p, item->times);
    }
    return KERF_OK;
}

static kerf_status add_costs(kf_grounder *g, kf_ground_rule *gr, const weights *x,
                             const kf_local_item *item)
{
    const kf_local_cell *cells = g->lists.cells.at + g->lists.owners.at[item->owner].start;
    for (uint32_t i = 0; i < item->n; i++) {
        double w;
        uint32_t at = nth_weight(x, item, i, &w);
        if (w == 0 || at == UINT32_MAX) continue;
        if (cells[at].atom == KF_CELL_NEW) KF_TRY(name_atom(g, gr, item->owner, at));
        pay(g, gr, cells[at].atom, price_of(x, w * (double)item->times), item->times);
    }
    return KERF_OK;
}

kerf_status kf_local_list_costs(kf_grounder *g, kf_ground_rule *gr)
{
    const kf_local_rows *rows = &gr->rows;
    weights x = weights_of(g, gr);
    assert(rows->state == KF_ROWS_LISTED);
    for (size_t i = 0; i < rows->n; i++) {
        const kf_local_item *item = &g->lists.items.at[rows->first + i];
        if (rows->uniform) KF_TRY(add_uniform_costs(g, gr, &x, item));
        else KF_TRY(add_costs(g, gr, &x, item));
        KF_TRY(kf_grounder_spend(g, rows->uniform ? rows->n_constants : item->n));
    }
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
            double w = rows->uniform ? x.view.weights[item->first] : 0;
            if (!rows->uniform && nth_weight(&x, item, i, &w) == UINT32_MAX) continue;
            if (w > 0) *positive += w * times;
            else *negative -= w * times;
        }
        KF_TRY(kf_grounder_spend(g, item->n));
    }
    return KERF_OK;
}

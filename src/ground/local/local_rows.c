/* local_rows.c -- local formulas with a weight table, as vectors; see local_rows.h.
 *
 * Exact: an item stands for the groundings of one binding of all variables but the free one, and
 * these are all groundings, since nothing but the hidden atom names that variable. Items come in
 * the order of their constants, so sums are the same in every backend. */
#include "ground/local/local_rows.h"

#include "base/check.h"
#include "ground/ask/kept.h"
#include "model/weight_table.h"

/* Beyond these, groundings are asked for one by one and not kept. */
enum { MOST_CONSTANTS = 4096, MANY_ROWS = 1 << 16, FEW = 4 };
static const size_t MOST_CELLS = (size_t)1 << 22, MOST_ITEMS = (size_t)1 << 22;

void kf_local_lists_free(kf_grounder *g)
{
    kf_vec_free(g->mem, &g->lists.items);
    kf_vec_free(g->mem, &g->lists.owners);
    kf_row_costs_free(g);
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

/* Do observed atoms that must be true give it its values? Then *named; else is it named at all? */
static bool is_bound(const kf_compiled *c, uint32_t variable, bool *named)
{
    bool bound = false;
    *named = false;
    for (uint32_t i = 0; i < c->n_conditions; i++)
        *named |= kf_literal_uses(&c->conditions[i], variable);
    for (uint32_t i = 0; i < c->n_observed; i++) {
        const kf_literal *l = &c->literals[i];
        if (!kf_literal_uses(l, variable)) continue;
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
        if (to->free != KF_NONE && !kf_rule_has_parameter(r, to->free)
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

/* Its weights as vectors, in any world? */
static bool find_shape(const kf_grounder *g, const kf_ground_rule *gr, kf_local_rows *to)
{
    const kf_rule *r = rule_of(g, gr);
    const kf_compiled *c = &gr->c;
    if (!gr->local || r->kind != KF_RULE_LOGIC || r->cost != KF_COST_TABLE) return false;
    if (!r->table || r->closed || r->weight != 0) return false;
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
    for (uint32_t i = 0; !g->lists.small && i < c->n_observed; i++) {
        const kf_literal *l = &c->literals[i];
        if (l->kind == KF_LITERAL_ATOM) most = fmax(most, kf_backend_rows(g->backend, l->id));
    }
    return free_domain(g, gr)->n > MOST_CONSTANTS || (most > MANY_ROWS && most > FEW * rows);
}

/* ---- Owners ---- */

/* Has no predicate many rows? */
static bool is_small(const kf_grounder *g)
{
    for (uint32_t i = 0; i < g->d->n_predicates; i++)
        if (kf_backend_rows(g->backend, i) > MANY_ROWS) return false;
    return true;
}

static kerf_status begin_lists(kf_grounder *g, const kf_kept *kept)
{
    uint32_t most = 0;
    if (g->lists.ready) return KERF_OK;
    for (uint32_t i = 0; i < g->d->n_predicates; i++) {
        const kf_predicate *p = &g->d->m->predicates.at[i];
        if (p->hidden && p->arity > most) most = p->arity;
    }
    kf_tuple_map_init(&g->lists.names, most + 1);
    g->lists.ready = true;
    g->lists.small = is_small(g);
    return kf_vec_reserve(g->mem, &g->lists.items, kept->n_items) ? KERF_OK : KERF_NO_MEMORY;
}

static kerf_status add_owner(kf_grounder *g, const kf_ground_rule *gr)
{
    kf_local_lists *x = &g->lists;
    uint32_t n = gr->rows.n_constants;
    assert(n == free_domain(g, gr)->n && x->owners.n == kf_tuple_map_count(&x->names));
    if (x->n_cells + n > MOST_CELLS) return KERF_LIMIT;
    kf_local_owner owner = { .start = x->n_cells,
                             .n = n,
                             .predicate = atom_of(gr)->id,
                             .argument = gr->rows.argument,
                             .type = gr->c.types[gr->rows.free] };
    if (!kf_vec_push(g->mem, &x->owners, owner)) return KERF_NO_MEMORY;
    x->n_cells += n;
    return KERF_OK;
}

/* Is that the owner of a tuple? */
static bool is_owner(const kf_tuple_map *names, uint32_t owner, const uint32_t *tuple)
{
    if (owner >= kf_tuple_map_count(names)) return false;
    const uint32_t *name = kf_tuple_map_tuple(names, owner);
    for (uint32_t i = names->width; i-- > 0;)
        if (name[i] != tuple[i]) return false;
    return true;
}

/* The owner of a tuple; `at`: by argument of the atom, where the tuple has it. Queries find owners
 * in much the same order, so that it is often the one behind the last. */
static kerf_status find_owner(kf_grounder *g, const kf_ground_rule *gr, const uint32_t *at,
                              const uint32_t *found, uint32_t *owner)
{
    kf_tuple_map *names = &g->lists.names;
    const kf_literal *l = atom_of(gr);
    uint32_t tuple[KF_MOST_ARITY + 2], n = 2;
    tuple[0] = l->id;
    tuple[1] = gr->rows.argument;
    for (uint32_t i = 0; i < l->n; i++) {
        if (i == gr->rows.argument) continue;
        tuple[n++] = l->args[i].variable == KF_NONE ? l->args[i].constant : found[at[i]];
    }
    assert(n <= names->width);
    while (n < names->width) tuple[n++] = 0;
    *owner = g->lists.expected_owner; /* or one further, if a tuple between had no weights */
    if (!is_owner(names, *owner, tuple) && !is_owner(names, ++*owner, tuple))
        *owner = kf_tuple_map_find(names, tuple);
    g->lists.expected_owner = *owner + 1; /* of none: the first */
    if (*owner != UINT32_MAX) return KERF_OK;
    KF_TRY(add_owner(g, gr));
    *owner = kf_tuple_map_count(names);
    g->lists.expected_owner = 0;
    return kf_tuple_map_add(names, g->mem, tuple, UINT32_MAX, 1, 0);
}

/* ---- Items ---- */

typedef struct listing {
    kf_grounder *g;
    kf_ground_rule *gr;
    const kf_weight_table *table;
    bool uniform;
    uint32_t key_at[KF_MOST_ARITY]; /* by parameter, where tuples have it; of the free one: 0 */
    uint32_t argument_at[KF_MOST_ARITY]; /* by argument of the atom; KF_NONE: free, a constant */
} listing;

static listing begin_listing(const kf_ask *a, kf_grounder *g, kf_ground_rule *gr)
{
    const kf_rule *r = rule_of(g, gr);
    const kf_literal *l = atom_of(gr);
    listing x;
    x.g = g;
    x.gr = gr;
    x.table = r->table;
    x.uniform = gr->rows.uniform;
    for (uint32_t i = 0; i < r->n_parameters; i++) {
        uint32_t at = kf_ask_place(a, r->parameters[i]);
        x.key_at[i] = at == KF_NONE ? 0 : at; /* the last: a group has all its values */
    }
    for (uint32_t i = 0; i < l->n; i++) x.argument_at[i] = kf_ask_place(a, l->args[i].variable);
    return x;
}

/* There is room for it. KERF_LIMIT: it stands for too many groundings. */
static kerf_status add_item(const listing *x, uint32_t i, kf_weight_group group)
{
    kf_local_lists *lists = &x->g->lists;
    uint32_t *owner = &lists->owner_of.at[i];
    uint64_t times = lists->found.times.at[i];
    if (times > UINT32_MAX) return KERF_LIMIT;
    if (*owner == KF_NONE)
        KF_TRY(
            find_owner(x->g, x->gr, x->argument_at, kf_tuple_map_tuple(&lists->found, i), owner));
    assert(*owner < lists->owners.n); /* weights may name constants that this world has not */
    lists->items.at[lists->items.n++] =
        (kf_local_item){ *owner, group.first, group.n, (uint32_t)times };
    return KERF_OK;
}

static kerf_status add_items(const listing *x)
{
    enum { AT_ONCE = 32 };
    kf_local_lists *lists = &x->g->lists;
    const kf_tuple_map *found = &lists->found;
    uint32_t n = kf_tuple_map_count(found);
    kf_weight_group groups[AT_ONCE];
    if (lists->items.n + n > MOST_ITEMS) return KERF_LIMIT;
    if (!kf_vec_reserve(x->g->mem, &lists->items, n)) return KERF_NO_MEMORY;
    for (uint32_t at = 0; at < n; at += AT_ONCE) {
        uint32_t some = n - at < AT_ONCE ? n - at : AT_ONCE;
        kf_weight_keys keys = { kf_tuple_map_tuple(found, at), found->width, x->key_at };
        kf_weight_table_find_all(x->table, &keys, some, !x->uniform, groups);
        for (uint32_t i = 0; i < some; i++)
            if (groups[i].n > 0) KF_TRY(add_item(x, at + i, groups[i]));
    }
    return KERF_OK;
}

/* The items of a rule, from what was found for it or for another one that asks the same. */
static kerf_status take_found(const kf_ask *a, kf_grounder *g, kf_ground_rule *gr)
{
    kf_local_rows *rows = &gr->rows;
    listing x = begin_listing(a, g, gr);
    rows->n_constants = free_domain(g, gr)->n;
    rows->first = g->lists.items.n;
    kerf_status st = add_items(&x);
    assert(g->lists.owner_of.n == kf_tuple_map_count(&g->lists.found));
    rows->n = g->lists.items.n - rows->first;
    rows->state = st == KERF_OK ? KF_ROWS_LISTED : KF_ROWS_NONE;
    g->kept->n_items = g->lists.items.n;
    if (st == KERF_OK) return kf_grounder_spend(g, (uint32_t)rows->n);
    g->lists.items.n = rows->first;
    return st == KERF_LIMIT ? KERF_OK : st;
}

/* ---- Rules that ask the same ---- */

/* Has the rule the conditions of another one, with variables of the same numbers? */
static bool has_conditions_of(const kf_compiled *c, const kf_compiled *other)
{
    if (c->n_observed != other->n_observed || c->n_conditions + other->n_conditions > 0)
        return false;
    if (c->n_variables != other->n_variables || c->n_free != other->n_free) return false;
    for (uint32_t i = 0; i < c->n_observed; i++)
        if (!kf_literal_is_atom(&c->literals[i], &other->literals[i])) return false;
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

/* Do they need the same variables, but for the free ones? */
static bool needs_the_same(const kf_grounder *g, const kf_ground_rule *gr,
                           const kf_ground_rule *other)
{
    const kf_rule *r = rule_of(g, gr), *s = rule_of(g, other);
    for (uint32_t v = 0; v < gr->c.n_variables; v++) {
        bool here = kf_rule_has_parameter(r, v), there = kf_rule_has_parameter(s, v);
        for (uint32_t i = 0; i < gr->c.n_tuple; i++) here |= gr->c.tuple[i] == v;
        for (uint32_t i = 0; i < other->c.n_tuple; i++) there |= other->c.tuple[i] == v;
        if ((here && v != gr->rows.free) != (there && v != other->rows.free)) return false;
    }
    return true;
}

/* The next rule that can take what this one has found, or the number of rules. */
static size_t next_alike(const kf_grounder *g, const kf_local_shape *shapes, size_t i)
{
    const kf_ground_rule *gr = &g->rules.at[i];
    size_t k = i + 1;
    for (; k < g->rules.n; k++) {
        const kf_ground_rule *other = &g->rules.at[k];
        if (shapes[k].vector && has_conditions_of(&other->c, &gr->c) && has_owners_of(other, gr)
            && needs_the_same(g, other, gr))
            break;
    }
    return k;
}

/* In the first world: which rules are vectors, and which of them ask the same. */
static kerf_status find_shapes(kf_grounder *g, kf_kept *kept)
{
    if (kept->shapes) return KERF_OK;
    kf_local_shape *shapes = kf_arena_alloc(&kept->arena, g->rules.n, sizeof *shapes);
    if (!shapes) return KERF_NO_MEMORY;
    for (size_t i = 0; i < g->rules.n; i++) {
        kf_ground_rule *gr = &g->rules.at[i];
        kf_local_rows rows = { 0 };
        shapes[i].vector = find_shape(g, gr, &rows);
        shapes[i].rows = gr->rows = rows;
    }
    for (size_t i = 0; i < g->rules.n; i++)
        if (shapes[i].vector) shapes[i].next = next_alike(g, shapes, i);
    kept->shapes = shapes;
    return KERF_OK;
}

static kerf_status begin(kf_grounder *g, kf_ground_rule *gr, bool *vector)
{
    kf_kept *kept;
    KF_TRY(kf_kept_get(g, &kept));
    KF_TRY(begin_lists(g, kept));
    KF_TRY(find_shapes(g, kept));
    const kf_local_shape *shape = &kept->shapes[gr - g->rules.at];
    *vector = shape->vector && !g->every_row;
    gr->rows = shape->rows;
    gr->rows.state = KF_ROWS_NONE;
    if (!*vector) return KERF_OK;
    /* In the first world, by one thread; others of the model find the groups there. */
    kf_weight_table *table = rule_of(g, gr)->table;
    KF_TRY(gr->rows.uniform ? kf_weight_table_list(table) : kf_weight_table_group(table));
    *vector = !is_too_large(g, gr);
    return KERF_OK;
}

static kerf_status forget_owners(kf_grounder *g)
{
    uint32_t n = kf_tuple_map_count(&g->lists.found);
    g->lists.owner_of.n = 0;
    if (!kf_vec_reserve(g->mem, &g->lists.owner_of, n)) return KERF_NO_MEMORY;
    for (uint32_t i = 0; i < n; i++) g->lists.owner_of.at[g->lists.owner_of.n++] = KF_NONE;
    return KERF_OK;
}

/* Rules that ask what this one has asked take what it has found. */
static kerf_status share_found(kf_ask *a, kf_grounder *g, const kf_ground_rule *gr)
{
    const kf_local_shape *shapes = g->kept->shapes;
    size_t i = shapes[gr - g->rules.at].next;
    for (; i < g->rules.n; i = shapes[i].next) {
        kf_ground_rule *other = &g->rules.at[i];
        bool vector;
        assert(shapes[i].vector && shapes[i].next > i);
        if (other->kept || other->rows.state != KF_ROWS_UNASKED) continue;
        KF_TRY(begin(g, other, &vector));
        if (vector) KF_TRY(take_found(a, g, other));
    }
    return KERF_OK;
}

/* Everything but the free variable. */
static kerf_status assemble(kf_ask *a, kf_grounder *g, kf_ground_rule *gr)
{
    KF_TRY(kf_conditions_begin(a, g, gr));
    a->needed[gr->rows.free] = a->scope[gr->rows.free] = false;
    return KERF_OK;
}

static kerf_status ask(kf_grounder *g, kf_ground_rule *gr)
{
    kf_ask a;
    kf_query *query;
    KF_TRY(kf_kept_begin(&a, g, gr, KF_KEPT_LIST, assemble));
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
    if (gr->local && gr->rows.state == KF_ROWS_UNASKED) KF_TRY(begin(g, gr, &vector));
    if (vector) KF_TRY(ask(g, gr));
    *listed = gr->rows.state == KF_ROWS_LISTED;
    return KERF_OK;
}

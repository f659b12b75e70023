/* blocks.c -- groups the weights of local formulas by the parameters that evidence gives; see
 * blocks.h. */
#include "learn/blocks.h"

#include "base/check.h"
#include "ground/ground_rule.h"
#include "ground/local/local.h"
#include "ground/tuple_map.h"
#include "model/weight_table.h"

#include <string.h>

enum { MOST_LISTED = 4096 }; /* values of free variables that have no parameter */

typedef struct maker {
    kf_blocks *b;
    const kf_grounder *g;
    const kf_parameters *p;
    const kf_examples *in;
    const kf_model *m;
} maker;

void kf_blocks_free(kf_blocks *b)
{
    for (uint32_t i = 0; b->rules && i < b->n_rules; i++) {
        kf_mem_free(b->mem, b->rules[i].free, b->rules[i].n_variables, sizeof(bool));
        kf_tuple_map_free(&b->rules[i].blocks, b->mem);
    }
    for (size_t i = 0; i < b->shapes.n; i++) kf_tuple_map_free(&b->shapes.at[i].slots, b->mem);
    kf_mem_free(b->mem, b->rules, b->n_rules, sizeof *b->rules);
    kf_mem_free(b->mem, b->unused, b->n_predicates, sizeof(bool));
    kf_vec_free(b->mem, &b->shapes);
    kf_vec_free(b->mem, &b->starts);
    kf_vec_free(b->mem, &b->entries);
    *b = (kf_blocks){ 0 };
}

#ifndef NDEBUG
static void check_rule(const kf_blocks *b, const kf_local_rule *r)
{
    assert(r->literal->kind == KF_LITERAL_ATOM && r->literal->hidden);
    assert(r->shape < b->shapes.n && b->shapes.at[r->shape].predicate == r->literal->id);
    assert(r->first + kf_tuple_map_count(&r->blocks) < b->starts.n);
}
#endif

void kf_blocks_check(const kf_blocks *b, const kf_parameters *p)
{
    (void)b;
    (void)p;
#ifndef NDEBUG
    uint32_t n = kf_parameters_count(p);
    assert(b->starts.n > 0 && b->starts.at[0] == 0);
    for (size_t i = 1; i < b->starts.n; i++) assert(b->starts.at[i - 1] <= b->starts.at[i]);
    assert(b->starts.at[b->starts.n - 1] + 1 == b->entries.n); /* and the one behind the last */
    for (size_t i = 0; i + 1 < b->entries.n; i++) {
        const kf_block_entry *e = &b->entries.at[i];
        assert(e->id < n && (e->slot == KF_NONE || e->slot < b->most_slots));
    }
    for (uint32_t i = 0; i < b->n_rules; i++)
        if (b->rules[i].kept) check_rule(b, &b->rules[i]);
    for (size_t i = 0; i < b->shapes.n; i++) {
        const kf_shape *s = &b->shapes.at[i];
        assert(s->n_given <= b->most_given && kf_tuple_map_count(&s->slots) <= b->most_slots);
    }
#endif
}

/* ---- Free variables ---- */

/* Does every world have the same constants of the type? Functions without a mapping add to them. */
static bool is_same_everywhere(const maker *k, uint32_t type)
{
    const kf_type *t = &k->m->types.at[type];
    for (size_t i = 0; i < k->m->functions.n; i++)
        if (k->m->functions.at[i].result == type) return false;
    return kf_examples_keeps(k->in, type) && t->n_fixed == t->n_model;
}

static void not_free(const kf_literal *l, bool *free)
{
    for (uint32_t i = 0; i < l->n_uses; i++) free[l->uses[i]] = false;
}

/* Those that only the hidden atom names, if their values can be listed once and for all. */
static void find_free(const maker *k, const kf_ground_rule *gr, kf_local_rule *to)
{
    const kf_compiled *c = kf_ground_rule_compiled(gr);
    const kf_rule *r = &k->m->rules.at[kf_ground_rule_id(gr)];
    double listed = 1;
    for (uint32_t i = 0; i < to->literal->n_uses; i++) to->free[to->literal->uses[i]] = true;
    for (uint32_t i = 0; i < c->n_observed; i++) not_free(&c->literals[i], to->free);
    for (uint32_t i = 0; i < c->n_conditions; i++) not_free(&c->conditions[i], to->free);
    for (uint32_t v = 0; v < c->n_variables; v++) {
        if (!to->free[v] || kf_rule_has_parameter(r, v)) continue;
        listed *= k->m->types.at[c->types[v]].n_model;
        if (!is_same_everywhere(k, c->types[v]) || listed > MOST_LISTED) to->free[v] = false;
    }
}

/* Is the weight the same whatever free variables are, and each of them one argument? */
static bool is_uniform(const kf_rule *r, const kf_local_rule *of)
{
    uint32_t arguments = 0, variables = 0;
    for (uint32_t i = 0; i < of->literal->n; i++) {
        uint32_t v = of->literal->args[i].variable;
        arguments += v != KF_NONE && of->free[v];
    }
    for (uint32_t v = 0; v < of->n_variables; v++) {
        if (of->free[v] && kf_rule_has_parameter(r, v)) return false;
        variables += of->free[v];
    }
    return arguments > 0 && arguments == variables;
}

/* ---- Shapes ---- */

static bool is_given(const kf_local_rule *r, uint32_t argument)
{
    uint32_t variable = r->literal->args[argument].variable;
    return variable == KF_NONE || !r->free[variable];
}

static bool has_shape(const kf_local_rule *r, const kf_shape *s)
{
    if (s->predicate != r->literal->id) return false;
    for (uint32_t i = 0; i < r->literal->n; i++)
        if (s->given[i] != is_given(r, i)) return false;
    return true;
}

static kerf_status find_shape(kf_blocks *b, kf_local_rule *r)
{
    for (r->shape = 0; r->shape < b->shapes.n; r->shape++)
        if (has_shape(r, &b->shapes.at[r->shape])) return KERF_OK;
    kf_shape s = { .predicate = r->literal->id };
    for (uint32_t i = 0; i < r->literal->n; i++) s.n_given += s.given[i] = is_given(r, i);
    kf_tuple_map_init(&s.slots, r->literal->n - s.n_given);
    if (s.n_given > b->most_given) b->most_given = s.n_given;
    return kf_vec_push(b->mem, &b->shapes, s) ? KERF_OK : KERF_NO_MEMORY;
}

/* ---- Blocks ---- */

/* The parameters that are not free, of all of them or of a binding. */
static void read_key(const kf_rule *r, const kf_local_rule *from, const uint32_t *row,
                     const kf_binding *binding, uint32_t *key)
{
    for (uint32_t i = 0; i < r->n_parameters; i++) {
        uint32_t v = r->parameters[i];
        if (!from->free[v]) *key++ = row ? row[i] : binding->ids[v];
    }
}

uint32_t kf_blocks_find(const kf_blocks *b, const kf_model *m, uint32_t rule,
                        const kf_binding *binding)
{
    const kf_local_rule *r = &b->rules[rule];
    assert(rule < b->n_rules && r->kept);
    uint32_t key[KF_MOST_ARITY];
    read_key(&m->rules.at[rule], r, NULL, binding, key);
    uint32_t block = kf_tuple_map_find(&r->blocks, key);
    return block == UINT32_MAX ? KF_NONE : r->first + block;
}

static uint32_t count_rows(const kf_rule *r)
{
    return r->table ? kf_weight_table_count(r->table) : 1;
}

static const uint32_t *row_of(const kf_rule *r, uint32_t row)
{
    static const uint32_t none;
    return r->table ? kf_weight_table_key(r->table, row) : &none;
}

/* How many entries a row of the table has: one for each value of the free variables that have no
 * parameter. */
static uint32_t count_listed(const maker *k, const kf_rule *r, const kf_local_rule *from)
{
    uint32_t n = 1;
    for (uint32_t v = 0; v < from->n_variables && v < r->n_variables; v++)
        if (from->free[v] && !kf_rule_has_parameter(r, v))
            n *= k->m->types.at[r->variables[v].type].n_model;
    return n;
}

/* The index-th choice of these into `values`. */
static void list_free(const maker *k, const kf_rule *r, const kf_local_rule *from, uint32_t index,
                      uint32_t *values)
{
    for (uint32_t v = 0; v < from->n_variables && v < r->n_variables; v++) {
        if (!from->free[v] || kf_rule_has_parameter(r, v)) continue;
        uint32_t size = k->m->types.at[r->variables[v].type].n_model;
        values[v] = index % size;
        index /= size;
    }
}

static kerf_status slot_of(maker *k, const kf_local_rule *from, const uint32_t *values,
                           uint32_t *slot)
{
    kf_shape *s = &k->b->shapes.at[from->shape];
    uint32_t tuple[KF_MOST_ARITY], n = 0;
    for (uint32_t i = 0; i < from->literal->n; i++)
        if (!s->given[i]) tuple[n++] = values[from->literal->args[i].variable];
    KF_TRY(kf_tuple_map_add(&s->slots, k->b->mem, tuple, UINT32_MAX, 1, 0));
    *slot = kf_tuple_map_find(&s->slots, tuple);
    if (kf_tuple_map_count(&s->slots) > k->b->most_slots)
        k->b->most_slots = kf_tuple_map_count(&s->slots);
    return KERF_OK;
}

/* All slots that the shape can have. */
static kerf_status list_slots(maker *k, const kf_rule *r, const kf_local_rule *of)
{
    uint32_t *values = kf_grounder_binding(k->g)->ids, n = count_listed(k, r, of), slot;
    for (uint32_t i = 0; i < n; i++) {
        list_free(k, r, of, i, values);
        KF_TRY(slot_of(k, of, values, &slot));
    }
    return KERF_OK;
}

/* A block for each of the keys, with as many entries as its rows ask for. */
static kerf_status count_entries(maker *k, const kf_rule *r, kf_local_rule *to)
{
    kf_blocks *b = k->b;
    uint32_t key[KF_MOST_ARITY], listed = to->uniform ? 1 : count_listed(k, r, to);
    to->first = (uint32_t)b->starts.n - 1;
    for (uint32_t row = 0; row < count_rows(r); row++) {
        read_key(r, to, row_of(r, row), NULL, key);
        KF_TRY(kf_tuple_map_add(&to->blocks, b->mem, key, 0, listed, 0));
    }
    if (!kf_vec_reserve(b->mem, &b->starts, kf_tuple_map_count(&to->blocks))) return KERF_NO_MEMORY;
    for (uint32_t i = 0; i < kf_tuple_map_count(&to->blocks); i++, b->starts.n++)
        b->starts.at[b->starts.n] =
            b->starts.at[b->starts.n - 1] + (uint32_t)to->blocks.times.at[i];
    return KERF_OK;
}

static kerf_status fill_entries(maker *k, uint32_t rule, const kf_rule *r, kf_local_rule *to)
{
    kf_blocks *b = k->b;
    uint32_t *values = kf_grounder_binding(k->g)->ids, key[KF_MOST_ARITY];
    uint32_t listed = to->uniform ? 1 : count_listed(k, r, to);
    size_t n = b->starts.at[b->starts.n - 1] - b->entries.n;
    if (!kf_vec_reserve(b->mem, &b->entries, n)) return KERF_NO_MEMORY;
    for (uint32_t row = 0; row < count_rows(r); row++) {
        const uint32_t *constants = row_of(r, row);
        read_key(r, to, constants, NULL, key);
        uint32_t block = kf_tuple_map_find(&to->blocks, key);
        uint32_t id = kf_parameters_find(k->p, rule, constants);
        assert(block != UINT32_MAX && id != KF_NONE);
        for (uint32_t i = 0; i < r->n_parameters; i++) values[r->parameters[i]] = constants[i];
        for (uint32_t i = 0; i < listed; i++) {
            assert(to->blocks.times.at[block] > 0);
            uint32_t at =
                b->starts.at[to->first + block + 1] - (uint32_t)to->blocks.times.at[block]--;
            list_free(k, r, to, i, values);
            b->entries.at[at] = (kf_block_entry){ KF_NONE, id };
            if (!to->uniform) KF_TRY(slot_of(k, to, values, &b->entries.at[at].slot));
        }
    }
    b->entries.n += n;
    return KERF_OK;
}

/* ---- Rules ---- */

/* Learned, and nothing but the parameters that there are has a weight. */
static bool can_be_kept(const maker *k, const kf_ground_rule *gr)
{
    const kf_rule *r = &k->m->rules.at[kf_ground_rule_id(gr)];
    return kf_ground_has_conditions(k->g, gr) && kf_parameters_has(k->p, kf_ground_rule_id(gr))
           && (!r->table || r->weight == 0);
}

static kerf_status make_rule(maker *k, const kf_ground_rule *gr)
{
    const kf_rule *r = &k->m->rules.at[kf_ground_rule_id(gr)];
    const kf_compiled *c = kf_ground_rule_compiled(gr);
    kf_local_rule *to = &k->b->rules[kf_ground_rule_id(gr)];
    uint32_t given = 0;
    assert(c->n_literals == c->n_observed + 1); /* one hidden atom */
    to->literal = &c->literals[c->n_observed];
    to->against = c->flipped != to->literal->negated;
    to->n_variables = c->n_variables;
    to->free = kf_mem_calloc(k->b->mem, to->n_variables, sizeof(bool));
    if (!to->free) return KERF_NO_MEMORY;
    find_free(k, gr, to);
    to->uniform = is_uniform(r, to);
    for (uint32_t i = 0; i < r->n_parameters; i++) given += !to->free[r->parameters[i]];
    kf_tuple_map_init(&to->blocks, given);
    to->kept = true;
    KF_TRY(find_shape(k->b, to));
    if (to->uniform) KF_TRY(list_slots(k, r, to));
    KF_TRY(count_entries(k, r, to));
    return fill_entries(k, kf_ground_rule_id(gr), r, to);
}

/* ---- What the others read ---- */

static void mark_logic(const kf_logic *t, bool *read)
{
    if (t->kind == KF_LOGIC_ATOM) read[t->id] = true;
    if (kf_logic_has_terms(t)) return;
    for (uint32_t i = 0; i < t->n; i++) mark_logic(t->kids[i], read);
}

/* Types whose constants a rule that is not kept, a hidden predicate or a function can ask for. */
static void mark_types(const maker *k, bool *types)
{
    const kf_model *m = k->m;
    for (uint32_t i = 0; i < m->rules.n; i++) {
        const kf_rule *r = &m->rules.at[i];
        for (uint32_t v = 0; !k->b->rules[i].kept && v < r->n_variables; v++)
            types[r->variables[v].type] = true;
    }
    for (size_t i = 0; i < m->predicates.n; i++) {
        const kf_predicate *p = &m->predicates.at[i];
        for (uint32_t s = 0; p->hidden && s < p->arity; s++) types[p->slots[s].type] = true;
    }
    for (size_t i = 0; i < m->functions.n; i++) {
        const kf_function *f = &m->functions.at[i];
        for (uint32_t s = 0; s < f->arity; s++) types[f->slots[s].type] = true;
        types[f->result] = true;
    }
}

/* Evidence that nobody else reads, and that no constant owes its place in the world to: those of
 * types that are kept with the model are there because evidence names them. */
static void mark_unused(const maker *k, const bool *types)
{
    const kf_model *m = k->m;
    bool *unused = k->b->unused;
    for (uint32_t i = 0; i < m->rules.n; i++)
        if (!k->b->rules[i].kept && m->rules.at[i].body) mark_logic(m->rules.at[i].body, unused);
    for (size_t i = 0; i < m->predicates.n; i++) {
        const kf_predicate *p = &m->predicates.at[i];
        unused[i] = !unused[i] && !p->hidden;
        for (uint32_t s = 0; s < p->arity; s++) {
            uint32_t type = p->slots[s].type;
            if (types[type] && kf_examples_keeps(k->in, type)) unused[i] = false;
        }
    }
}

static kerf_status find_unused(const maker *k)
{
    size_t n = k->m->types.n;
    bool *types = kf_mem_calloc(k->b->mem, n, sizeof *types);
    if (!types) return KERF_NO_MEMORY;
    mark_types(k, types);
    mark_unused(k, types);
    kf_mem_free(k->b->mem, types, n, sizeof *types);
    return KERF_OK;
}

kerf_status kf_blocks_make(kf_blocks *b, kf_mem *mem, const kf_grounder *g, const kf_parameters *p,
                           const kf_examples *in)
{
    maker k = { b, g, p, in, kf_grounder_model(g) };
    *b = (kf_blocks){ .mem = mem,
                      .n_rules = (uint32_t)k.m->rules.n,
                      .n_predicates = (uint32_t)k.m->predicates.n };
    b->rules = kf_mem_calloc(mem, b->n_rules, sizeof *b->rules);
    b->unused = kf_mem_calloc(mem, b->n_predicates, sizeof(bool));
    if (!b->rules || !b->unused || !kf_vec_push(mem, &b->starts, 0)) return KERF_NO_MEMORY;
    for (size_t i = 0; i < kf_grounder_n_rules(g); i++)
        if (can_be_kept(&k, kf_grounder_rule(g, i))) KF_TRY(make_rule(&k, kf_grounder_rule(g, i)));
    /* The last block may have no entry, where a type is empty: one behind it can be looked at. */
    if (!kf_vec_push(mem, &b->entries, (kf_block_entry){ .slot = KF_NONE })) return KERF_NO_MEMORY;
    KF_TRY(find_unused(&k));
    KF_CHECK(kf_blocks_check(b, p));
    return KERF_OK;
}

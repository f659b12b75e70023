/* ask.c -- queries over one rule: assembles a query, prepares it, runs it. */
#include "ground/ask/ask.h"

#include "base/check.h"
#include "ground/ask/kept.h"
#include "model/weight_table.h"

#include <string.h>

kerf_status kf_ask_begin(kf_ask *a, kf_grounder *g, kf_ground_rule *gr, uint32_t most_literals)
{
    const kf_compiled *c = &gr->c;
    uint32_t n = c->n_variables ? c->n_variables : 1;
    assert(gr >= g->rules.at && gr < g->rules.at + g->rules.n);
    *a = (kf_ask){ .g = g, .gr = gr };
    a->scratch = g->spare;
    kf_arena_init(&g->spare, g->mem);
    a->most = most_literals + c->n_conditions + 2;
    a->literals = kf_arena_alloc(&a->scratch, a->most, sizeof *a->literals);
    a->needed = kf_arena_alloc(&a->scratch, n, sizeof(bool));
    a->scope = kf_arena_alloc(&a->scratch, n, sizeof(bool));
    kerf_status st = kf_binding_new(&a->binding, &a->scratch, g->d, n);
    if (!a->literals || !a->needed || !a->scope || st != KERF_OK) {
        kf_ask_end(a);
        return KERF_NO_MEMORY;
    }
    const kf_rule *r = &g->d->m->rules.at[gr->rule];
    for (uint32_t v = 0; v < c->n_free; v++) a->scope[v] = true;
    for (uint32_t i = 0; i < r->n_counted; i++) a->scope[r->counted[i]] = true;
    for (uint32_t i = 0; i < c->n_conditions; i++) a->literals[a->n++] = c->conditions[i];
    return KERF_OK;
}

void kf_ask_end(kf_ask *a)
{
    if (a->kept) return;
    if (a->g->spare.blocks) {
        kf_arena_free(&a->scratch);
        return;
    }
    kf_arena_clear(&a->scratch);
    a->g->spare = a->scratch;
    kf_arena_init(&a->scratch, a->g->mem);
}

void kf_ask_add(kf_ask *a, const kf_literal *l, bool negated)
{
    assert(a->n < a->most);
    kf_literal *to = &a->literals[a->n++];
    *to = *l;
    if (!negated) return;
    if (l->kind == KF_LITERAL_COMPARE) to->op = (uint8_t)kf_op_opposite((kf_op)l->op);
    else to->negated = !l->negated;
}

/* A table that has rows for few of its constants. What has none weighs nothing. */
bool kf_weights_are_few(const kf_grounder *g, const kf_ground_rule *gr)
{
    enum { FEW = 4 };
    const kf_rule *r = &g->d->m->rules.at[gr->rule];
    double all = 1;
    if (r->kind != KF_RULE_LOGIC || r->cost != KF_COST_TABLE || r->closed || r->weight != 0)
        return false;
    if (g->every_row || g->backend->ops->far) return false;
    for (uint32_t i = 0; i < r->n_parameters; i++)
        all *= g->d->domains[r->variables[r->parameters[i]].type].n;
    return FEW * (double)kf_weight_table_count(r->table) <= all;
}

/* Only groundings whose constants the table has a row for: closed ones have that as a condition. */
static void add_table(kf_ask *a)
{
    const kf_rule *r = &a->g->d->m->rules.at[a->gr->rule];
    kf_literal l = { .kind = KF_LITERAL_TABLE, .id = a->gr->rule, .n = r->n_parameters };
    if (!kf_weights_are_few(a->g, a->gr)) return;
    l.args = kf_arena_alloc(&a->scratch, l.n, sizeof *l.args);
    l.uses = r->parameters;
    l.n_uses = r->n_parameters;
    if (!l.args) return; /* slower, not wrong */
    for (uint32_t i = 0; i < l.n; i++) l.args[i] = (kf_arg){ r->parameters[i], 0 };
    assert(a->n < a->most);
    a->literals[a->n++] = l;
}

void kf_ask_need_key(kf_ask *a)
{
    const kf_rule *r = &a->g->d->m->rules.at[a->gr->rule];
    if (r->cost == KF_COST_VARIABLE) a->needed[r->weight_variable] = true;
    if (r->cost != KF_COST_TABLE) return;
    for (uint32_t i = 0; i < r->n_parameters; i++) a->needed[r->parameters[i]] = true;
}

void kf_ask_need_weight(kf_ask *a)
{
    kf_ask_need_key(a);
    add_table(a);
}

void kf_ask_need_tuple(kf_ask *a)
{
    for (uint32_t i = 0; i < a->gr->c.n_tuple; i++) a->needed[a->gr->c.tuple[i]] = true;
}

/* ---- Tuples: a number takes two places, so that every tuple is told apart by 32-bit words ---- */

uint32_t kf_tuple_width(const kf_compiled *c)
{
    uint32_t width = c->n_tuple;
    for (uint32_t i = 0; i < c->n_tuple; i++) width += c->types[c->tuple[i]] == KF_TYPE_NUMBER;
    return width;
}

void kf_tuple_read(const kf_compiled *c, const kf_binding *b, uint32_t *tuple)
{
    for (uint32_t i = 0; i < c->n_tuple; i++) {
        uint32_t v = c->tuple[i];
        if (c->types[v] == KF_TYPE_NUMBER) {
            memcpy(tuple, &b->numbers[v], sizeof(double));
            tuple += 2;
        } else {
            *tuple++ = b->ids[v];
        }
    }
}

void kf_tuple_bind(const kf_compiled *c, const uint32_t *tuple, kf_binding *b)
{
    for (uint32_t i = 0; i < c->n_tuple; i++) {
        uint32_t v = c->tuple[i];
        if (c->types[v] == KF_TYPE_NUMBER) {
            memcpy(&b->numbers[v], tuple, sizeof(double));
            tuple += 2;
        } else {
            b->ids[v] = *tuple++;
        }
    }
}

/* ---- Running ---- */

kerf_status kf_ask_prepare(kf_ask *a, const kf_literal *seed, uint32_t seed_at, kf_query **query)
{
    assert(seed_at == KF_NONE || (seed && seed_at < a->n));
    kf_request q = { .c = a->kept ? a->kept->c : &a->gr->c,
                     .n = a->n,
                     .literals = a->literals,
                     .needed = a->needed,
                     .scope = a->scope,
                     .seed = seed,
                     .seed_at = seed_at,
                     .outside = a->outside,
                     .kept = a->kept ? &a->kept->plan : NULL };
    return kf_backend_prepare(a->g->backend, &q, query);
}

kerf_status kf_ask_run(kf_ask *a, const kf_literal *seed, uint32_t seed_at, const kf_seeds *seeds,
                       kf_emit_fn *emit, void *context)
{
    kf_query *query;
    KF_TRY(kf_ask_prepare(a, seed, seed_at, &query));
    kerf_status st = kf_query_run(query, seeds, &a->binding, emit, context);
    kf_query_free(query);
    return st;
}

/* ---- In order, whatever the order of the answers ---- */

enum { FEW_VARIABLES = 16 };
typedef struct collector {
    const kf_ask *a;
    kf_tuple_map *found;
    bool few; /* all that are needed are these, and none is a number */
    uint32_t n, ids[FEW_VARIABLES];
    size_t most; /* with so many of them, equal tuples are merged */
    size_t room; /* for so many of them there is */
    kerf_status status;
} collector;

static uint32_t needed_width(const kf_ask *a)
{
    uint32_t width = 0;
    for (uint32_t v = 0; v < a->gr->c.n_variables; v++) {
        if (a->needed[v]) width += a->gr->c.types[v] == KF_TYPE_NUMBER ? 2 : 1;
    }
    return width;
}

uint32_t kf_ask_place(const kf_ask *a, uint32_t variable)
{
    uint32_t at = 0;
    assert(variable == KF_NONE || variable < a->gr->c.n_variables);
    if (variable == KF_NONE || !a->needed[variable]) return KF_NONE;
    for (uint32_t v = 0; v < variable; v++)
        if (a->needed[v]) at += a->gr->c.types[v] == KF_TYPE_NUMBER ? 2 : 1;
    return at;
}

/* Twice what is left when equal ones are merged, so that merging costs no more than finding
 * them. */
static size_t most_of(size_t merged)
{
    enum { LEAST = 1 << 16 };
    return merged < LEAST / 2 ? LEAST : 2 * merged;
}

static collector begin_collecting(const kf_ask *a, kf_tuple_map *found, bool distinct)
{
    const kf_compiled *c = &a->gr->c;
    collector x = { .a = a, .found = found, .most = distinct ? SIZE_MAX : most_of(0), .few = true };
    for (uint32_t v = 0; v < c->n_variables; v++) {
        if (!a->needed[v]) continue;
        x.few &= c->types[v] != KF_TYPE_NUMBER && x.n < FEW_VARIABLES;
        if (x.few) x.ids[x.n++] = v;
    }
    return x;
}

static void read_tuple(const kf_ask *a, const kf_binding *b, uint32_t *to)
{
    for (uint32_t v = 0; v < a->gr->c.n_variables; v++) {
        if (!a->needed[v]) continue;
        if (a->gr->c.types[v] == KF_TYPE_NUMBER) {
            memcpy(to, &b->numbers[v], sizeof(double));
            to += 2;
        } else {
            *to++ = b->ids[v];
        }
    }
}

/* Few variables, and each answer comes once: most queries are so. */
static bool collect_few(void *context, const kf_binding *b, uint64_t times)
{
    collector *x = context;
    kf_tuple_map *found = x->found;
    if (found->times.n == x->room) {
        x->status = kf_tuple_map_make_room(found, x->a->g->mem);
        if (x->status != KERF_OK) return false;
        x->room = found->weights.cap;
    }
    uint32_t *to = found->tuples.at + found->tuples.n;
    for (uint32_t i = 0; i < x->n; i++) to[i] = b->ids[x->ids[i]];
    kf_tuple_map_take(found, times, 0);
    return true;
}

static bool collect(void *context, const kf_binding *b, uint64_t times)
{
    collector *x = context;
    uint32_t *to = kf_tuple_map_room(x->found, x->a->g->mem);
    if (!to) {
        x->status = KERF_NO_MEMORY;
        return false;
    }
    if (!x->few) read_tuple(x->a, b, to);
    for (uint32_t i = 0; x->few && i < x->n; i++) to[i] = b->ids[x->ids[i]];
    kf_tuple_map_take(x->found, times, 0);
    if (x->found->times.n >= x->most) {
        x->status = kf_tuple_map_merge(x->found, x->a->g->mem);
        x->most = most_of(x->found->times.n);
    }
    return x->status == KERF_OK;
}

static void bind(kf_ask *a, const uint32_t *tuple)
{
    kf_binding *b = &a->binding;
    for (uint32_t v = 0; v < a->gr->c.n_variables; v++) {
        if (!a->needed[v]) continue;
        if (a->gr->c.types[v] == KF_TYPE_NUMBER) {
            memcpy(&b->numbers[v], tuple, sizeof(double));
            tuple += 2;
        } else {
            b->ids[v] = *tuple++;
        }
    }
}

kerf_status kf_query_collect(kf_ask *a, kf_query *query, const kf_seeds *seeds, kf_tuple_map *found)
{
    bool distinct = !seeds && kf_query_distinct(query);
    collector x = begin_collecting(a, found, distinct);
    kf_tuple_map_clear(found);
    found->width = needed_width(a);
    kf_emit_fn *emit = distinct && x.few ? collect_few : collect;
    kerf_status st = kf_query_run(query, seeds, &a->binding, emit, &x);
    if (x.status != KERF_OK) st = x.status;
    if (st == KERF_OK && found->times.n > KF_STEPS_PER_QUESTION && kf_stop_ask(a->g->backend->stop))
        st = KERF_INTERRUPTED;
    return st == KERF_OK ? kf_tuple_map_merge(found, a->g->mem) : st;
}

kerf_status kf_ask_emit(kf_ask *a, const kf_tuple_map *found, kf_emit_fn *emit, void *context)
{
    assert(found->width == needed_width(a));
    for (uint32_t i = 0; i < kf_tuple_map_count(found); i++) {
        bind(a, kf_tuple_map_tuple(found, i));
        if (!emit(context, &a->binding, found->times.at[i])) return KERF_INTERRUPTED;
    }
    return KERF_OK;
}

kerf_status kf_query_run_ordered(kf_ask *a, kf_query *query, const kf_seeds *seeds,
                                 kf_emit_fn *emit, void *context)
{
    kf_tuple_map found = { 0 };
    kerf_status st = kf_query_collect(a, query, seeds, &found);
    if (st == KERF_OK) st = kf_ask_emit(a, &found, emit, context);
    kf_tuple_map_free(&found, a->g->mem);
    return st;
}

kerf_status kf_ask_run_ordered(kf_ask *a, const kf_literal *seed, uint32_t seed_at,
                               const kf_seeds *seeds, kf_emit_fn *emit, void *context)
{
    kf_query *query;
    KF_TRY(kf_ask_prepare(a, seed, seed_at, &query));
    kerf_status st = kf_query_run_ordered(a, query, seeds, emit, context);
    kf_query_free(query);
    return st;
}

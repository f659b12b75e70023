/* product.c -- clauses whose hidden literals share no variables, counted instead of enumerated.
 *
 * The literals and conditions of such a clause fall into parts without common variables, and a
 * grounding is one choice from each. A clause is false where every part's literals are false, so
 * the number of false groundings is a product of one count per part: `1.0 p(x) ^ q(y)` over ten
 * thousand constants each needs two counts and not 10^8 groundings (Riedel 2008, section 6, names
 * it as the case that cutting planes cannot handle). Per group (a part with hidden literals)
 *   open     tuples that observed literals leave open
 *   unfixed  of these, where evidence makes no hidden literal true
 *   broken   of these, where evidence makes every hidden literal false
 *   now      of these, where every hidden literal is false in the current assignment
 * and with P() for the product over all groups, a clause that pays when false pays for P(now) -
 * P(broken) groundings, one that pays when true for P(unfixed) - P(now); what evidence decides is
 * the rest, and goes into the totals once. No predicate may stand with both signs: a grounding that
 * is always true could not be told from the counts. */
#include "ground/count/product.h"

#include "ground/ask/ask.h"

#include <math.h>
#include <string.h>

static const double MANY = 1e6, TIMES_PARTS = 8;

/* ---- Parts ---- */

/* Literals of the clause first, then conditions. */
static const kf_literal *literal_at(const kf_compiled *c, uint32_t i)
{
    return i < c->n_literals ? &c->literals[i] : &c->conditions[i - c->n_literals];
}

/* The variable that stands for all that hang together with v. */
static uint32_t root_of(uint32_t *joined, uint32_t v)
{
    for (; joined[v] != v; v = joined[v]) joined[v] = joined[joined[v]];
    return v;
}

/* part_of[i] for every literal, with room for every variable in joined and named; returns how many
 * parts there are. A literal without variables is a part of its own. */
static uint32_t find_parts(const kf_compiled *c, uint32_t *part_of, uint32_t *joined,
                           uint32_t *named)
{
    uint32_t n = c->n_literals + c->n_conditions, parts = 0;
    for (uint32_t v = 0; v < c->n_variables; v++) {
        joined[v] = v;
        named[v] = KF_NONE;
    }
    for (uint32_t i = 0; i < n; i++) {
        const kf_literal *l = literal_at(c, i);
        for (uint32_t u = 1; u < l->n_uses; u++)
            joined[root_of(joined, l->uses[u])] = root_of(joined, l->uses[0]);
    }
    for (uint32_t i = 0; i < n; i++) {
        const kf_literal *l = literal_at(c, i);
        uint32_t *part = l->n_uses ? &named[root_of(joined, l->uses[0])] : &part_of[i];
        if (!l->n_uses || *part == KF_NONE) *part = parts++;
        part_of[i] = *part;
    }
    return parts;
}

/* signs: a zero for every predicate. */
static bool signs_agree(const kf_compiled *c, uint8_t *signs)
{
    for (uint32_t i = c->n_observed; i < c->n_literals; i++) {
        const kf_literal *l = &c->literals[i];
        if (l->kind != KF_LITERAL_ATOM) return false;
        signs[l->id] |= (uint8_t)(l->negated ? 2 : 1);
        if (signs[l->id] == 3) return false;
    }
    return true;
}

/* Makes a product of the parts, where two of them have hidden literals. Every part is counted by a
 * pass over the whole clause, and so many that hold two tuples each are more groundings than can be
 * counted: a clause of more parts has mostly literals without variables, and is enumerated. */
static kerf_status make_product(kf_grounder *g, kf_ground_rule *gr, uint32_t *part_of,
                                uint32_t parts)
{
    enum { MOST_PARTS = 64 };
    const kf_compiled *c = &gr->c;
    double weight = g->d->m->rules.at[gr->rule].weight;
    uint32_t groups = 0;
    if (parts < 2 || parts > MOST_PARTS) return KERF_OK;
    kf_product *p = kf_arena_alloc(&g->arena, 1, sizeof *p);
    if (p) p->groups = kf_arena_alloc(&g->arena, parts, sizeof *p->groups);
    if (!p || !p->groups) return KERF_NO_MEMORY;
    for (uint32_t k = 0; k < parts; k++) p->groups[k].part = k;
    for (uint32_t i = 0; i < c->n_literals + c->n_conditions; i++)
        p->groups[part_of[i]].hidden += literal_at(c, i)->hidden;
    for (uint32_t k = 0; k < parts; k++) groups += p->groups[k].hidden > 0;
    if (groups < 2) return KERF_OK;
    p->part_of = part_of;
    p->n_groups = parts;
    p->side = gr->when_true;
    p->weight = weight < 0 ? -weight : weight;
    gr->product = p;
    return KERF_OK;
}

static kerf_status find_product(kf_grounder *g, kf_ground_rule *gr, kf_arena *scratch)
{
    const kf_compiled *c = &gr->c;
    size_t n = c->n_variables + 1;
    uint8_t *signs = kf_arena_alloc(scratch, g->d->n_predicates + 1, sizeof *signs);
    uint32_t *joined = kf_arena_alloc(scratch, n, sizeof *joined);
    uint32_t *named = kf_arena_alloc(scratch, n, sizeof *named);
    if (!signs || !joined || !named) return KERF_NO_MEMORY;
    if (!signs_agree(c, signs)) return KERF_OK;
    uint32_t *part_of = kf_arena_alloc(&g->arena, c->n_literals + c->n_conditions, sizeof *part_of);
    if (!part_of) return KERF_NO_MEMORY;
    return make_product(g, gr, part_of, find_parts(c, part_of, joined, named));
}

kerf_status kf_product_find(kf_grounder *g, kf_ground_rule *gr)
{
    assert(!gr->product);
    const kf_compiled *c = &gr->c;
    const kf_rule *r = &g->d->m->rules.at[gr->rule];
    if (r->kind != KF_RULE_LOGIC || c->form != KF_FORM_CLAUSE || c->n_literals < c->n_observed + 2
        || (r->cost != KF_COST_NUMBER && r->cost != KF_COST_LEARN) || r->weight == 0) {
        return KERF_OK;
    }
    kf_arena scratch;
    kf_arena_init(&scratch, g->mem);
    kerf_status st = find_product(g, gr, &scratch);
    kf_arena_free(&scratch);
    return st;
}

/* ---- Counts ---- */

typedef struct tuples {
    uint64_t n;
    bool overflow;
} tuples;

static bool add_times(void *context, const kf_binding *b, uint64_t times)
{
    tuples *x = context;
    (void)b;
    x->overflow = __builtin_add_overflow(x->n, times, &x->n);
    return !x->overflow;
}

/* Tuples of a part where its observed literals are false and, if asked, the hidden ones too. */
static kerf_status count_part(kf_grounder *g, kf_ground_rule *gr, uint32_t part, bool hidden,
                              uint64_t *n)
{
    const kf_compiled *c = &gr->c;
    const kf_product *p = gr->product;
    kf_ask a;
    KF_TRY(kf_ask_begin(&a, g, gr, c->n_literals));
    a.n = 0;
    memset(a.scope, 0, c->n_variables * sizeof(bool));
    for (uint32_t i = 0; i < c->n_literals + c->n_conditions; i++) {
        const kf_literal *l = literal_at(c, i);
        if (p->part_of[i] != part) continue;
        for (uint32_t u = 0; u < l->n_uses; u++) a.scope[l->uses[u]] = true;
        if (!l->hidden || hidden) kf_ask_add(&a, l, i < c->n_literals);
    }
    tuples x = { 0 };
    kerf_status st = kf_ask_run(&a, NULL, KF_NONE, NULL, add_times, &x);
    kf_ask_end(&a);
    *n = x.n;
    return x.overflow ? KERF_LIMIT : st;
}

/* Variables that no literal names are free to be anything: they belong to no part. */
static kerf_status count_free(const kf_grounder *g, const kf_ground_rule *gr, uint64_t *n)
{
    const kf_compiled *c = &gr->c;
    *n = 1;
    for (uint32_t v = 0; v < c->n_free; v++) {
        bool named = c->types[v] == KF_TYPE_NUMBER;
        for (uint32_t i = 0; i < c->n_literals + c->n_conditions && !named; i++) {
            const kf_literal *l = literal_at(c, i);
            for (uint32_t u = 0; u < l->n_uses; u++) named |= l->uses[u] == v;
        }
        if (!named && __builtin_mul_overflow(*n, (uint64_t)g->d->domains[c->types[v]].n, n))
            return KERF_LIMIT;
    }
    return KERF_OK;
}

typedef struct checked {
    kf_grounder *g;
    const kf_ground_rule *gr;
    kf_product_group *group;
} checked;

/* One tuple of a group that has atoms fixed by evidence: is a literal true for good, or are all
 * false for good? */
static bool look_at(void *context, const kf_binding *b, uint64_t times)
{
    checked *x = context;
    const kf_compiled *c = &x->gr->c;
    bool some_true = false, all_false = true;
    for (uint32_t i = c->n_observed; i < c->n_literals; i++) {
        const kf_literal *l = &c->literals[i];
        uint32_t row[KF_MOST_ARITY];
        if (x->gr->product->part_of[i] != x->group->part) continue;
        for (uint32_t k = 0; k < l->n; k++) {
            row[k] =
                l->args[k].variable == KF_NONE ? l->args[k].constant : b->ids[l->args[k].variable];
        }
        kf_truth fixed = kf_database_fixed(x->g->d, l->id, row);
        some_true |= fixed != KF_UNKNOWN && (fixed == KF_TRUE) != l->negated;
        all_false &= fixed != KF_UNKNOWN && (fixed == KF_TRUE) == l->negated;
    }
    if (!some_true) x->group->unfixed += times;
    if (all_false) x->group->broken += times;
    return true;
}

static bool has_fixed(const kf_grounder *g, const kf_compiled *c)
{
    for (uint32_t i = c->n_observed; i < c->n_literals; i++) {
        uint32_t id = c->literals[i].id;
        if (g->d->fixed_true[id]->alive || g->d->fixed_false[id]->alive) return true;
    }
    return false;
}

/* The tuples of a part that observed literals leave open, with what its hidden literals name. */
static void ask_part(kf_ask *a, uint32_t part)
{
    const kf_compiled *c = &a->gr->c;
    a->n = 0;
    memset(a->scope, 0, c->n_variables * sizeof(bool));
    for (uint32_t i = 0; i < c->n_literals + c->n_conditions; i++) {
        const kf_literal *l = literal_at(c, i);
        if (a->gr->product->part_of[i] != part) continue;
        for (uint32_t u = 0; u < l->n_uses; u++) {
            a->scope[l->uses[u]] = true;
            a->needed[l->uses[u]] |= l->hidden;
        }
        if (!l->hidden) kf_ask_add(a, l, i < c->n_literals);
    }
}

/* What does not change: each tuple is looked at, where evidence fixes any atom at all. */
static kerf_status count_fixed(kf_grounder *g, kf_ground_rule *gr, kf_product_group *group)
{
    const kf_compiled *c = &gr->c;
    KF_TRY(count_part(g, gr, group->part, false, &group->open));
    group->unfixed = group->open;
    group->broken = group->hidden ? 0 : group->open; /* nothing hidden can mend it */
    if (!group->hidden || !has_fixed(g, c)) return KERF_OK;
    checked x = { g, gr, group };
    group->unfixed = group->broken = 0;
    kf_ask a;
    KF_TRY(kf_ask_begin(&a, g, gr, c->n_literals));
    ask_part(&a, group->part);
    kerf_status st = kf_ask_run(&a, NULL, KF_NONE, NULL, look_at, &x);
    kf_ask_end(&a);
    return st;
}

static bool times_all(const kf_product *p, size_t offset, uint64_t *n)
{
    *n = p->free;
    for (uint32_t i = 0; i < p->n_groups; i++) {
        uint64_t count;
        memcpy(&count, (const char *)&p->groups[i] + offset, sizeof count);
        if (__builtin_mul_overflow(*n, count, n)) return false;
    }
    return true;
}

static bool flipped(const kf_grounder *g, const kf_ground_rule *gr, uint32_t part)
{
    for (uint32_t i = gr->c.n_observed; i < gr->c.n_literals; i++) {
        const kf_flips *f = &g->flips[gr->c.literals[i].id];
        if (gr->product->part_of[i] == part && (f->up.n || f->down.n)) return true;
    }
    return false;
}

/* Current counts and the groundings that pay now. */
static kerf_status recount(kf_grounder *g, kf_ground_rule *gr, bool full)
{
    kf_product *p = gr->product;
    bool first = !p->counted;
    if (first) KF_TRY(count_free(g, gr, &p->free));
    for (uint32_t i = 0; i < p->n_groups; i++) {
        kf_product_group *group = &p->groups[i];
        if (first) KF_TRY(count_fixed(g, gr, group));
        if (!first && !full && !flipped(g, gr, group->part)) continue;
        KF_TRY(count_part(g, gr, group->part, true, &group->now));
    }
    p->counted = true;
    uint64_t now, other;
    size_t reference =
        p->side ? offsetof(kf_product_group, unfixed) : offsetof(kf_product_group, broken);
    if (!times_all(p, offsetof(kf_product_group, now), &now) || !times_all(p, reference, &other)) {
        return KERF_LIMIT;
    }
    assert(p->side ? other >= now : now >= other);
    p->violated = p->side ? other - now : now - other;
    return KERF_OK;
}

/* What evidence decides never counts as cost: it is taken from the best score, once. */
static kerf_status settle(kf_grounder *g, kf_ground_rule *gr)
{
    const kf_product *p = gr->product;
    uint64_t open, unfixed, broken;
    if (!times_all(p, offsetof(kf_product_group, open), &open)
        || !times_all(p, offsetof(kf_product_group, unfixed), &unfixed)
        || !times_all(p, offsetof(kf_product_group, broken), &broken)) {
        return KERF_LIMIT;
    }
    assert(broken <= unfixed && unfixed <= open);
    uint64_t decided = p->side ? open - unfixed : broken;
    gr->decided[p->side] += decided;
    gr->paid[p->side] += p->weight * (double)decided;
    kf_best_add(g, -p->weight * (double)decided);
    g->best_taken -= fma(p->weight, (double)decided, -(p->weight * (double)decided));
    return KERF_OK;
}

kerf_status kf_separate_product(kf_grounder *g, kf_ground_rule *gr, bool full, kf_separated *out,
                                bool *done)
{
    assert(gr->product && !gr->local);
    kf_product *p = gr->product;
    *done = p->active;
    if (!p->active && kf_tuple_map_count(&gr->tuples[p->side])) return KERF_OK;
    KF_TRY(recount(g, gr, full));
    if (!p->active) {
        double size = 0;
        for (uint32_t i = 0; i < p->n_groups; i++) size += (double)p->groups[i].open;
        if ((double)p->violated <= MANY || (double)p->violated <= TIMES_PARTS * size)
            return KERF_OK;
        KF_TRY(settle(g, gr));
        p->active = *done = true;
    }
    double cost = p->weight * (double)p->violated;
    out->cost += cost;
    out->product_cost += cost;
    out->groundings += p->violated;
    return KERF_OK;
}

/* ---- What is known of it ---- */

bool kf_product_is_active(const kf_ground_rule *gr)
{
    return gr->product && gr->product->active;
}

uint64_t kf_product_violated(const kf_ground_rule *gr)
{
    assert(kf_product_is_active(gr));
    return gr->product->violated;
}

uint32_t kf_product_n_groups(const kf_ground_rule *gr)
{
    assert(kf_product_is_active(gr));
    return gr->product->n_groups;
}

bool kf_product_pays_when_true(const kf_ground_rule *gr)
{
    assert(kf_product_is_active(gr));
    return gr->product->side == 1;
}

double kf_product_price(const kf_ground_rule *gr, uint32_t group, bool hopeful)
{
    const kf_product *p = gr->product;
    assert(kf_product_is_active(gr) && group < p->n_groups);
    double each = p->weight * (double)p->free;
    for (uint32_t i = 0; i < p->n_groups; i++)
        if (i != group) each *= (double)(hopeful ? p->groups[i].unfixed : p->groups[i].now);
    return p->groups[group].hidden == 1 ? each : 0;
}

/* ---- Atoms ---- */

typedef struct lister {
    kf_grounder *g;
    const kf_literal *l;
    kf_product_fn *fn;
    void *context;
    kerf_status status;
} lister;

static bool list_atom(void *context, const kf_binding *b, uint64_t times)
{
    lister *x = context;
    const kf_literal *l = x->l;
    uint32_t row[KF_MOST_ARITY];
    for (uint32_t k = 0; k < l->n; k++) {
        row[k] = l->args[k].variable == KF_NONE ? l->args[k].constant : b->ids[l->args[k].variable];
    }
    if (kf_database_fixed(x->g->d, l->id, row) != KF_UNKNOWN) return true;
    kf_atom atom;
    x->status = kf_grounder_atom(x->g, l->id, row, &atom);
    if (x->status == KERF_OK) x->status = x->fn(x->context, atom, l->negated, times);
    return x->status == KERF_OK;
}

kerf_status kf_product_atoms(kf_grounder *g, kf_ground_rule *gr, uint32_t group, kf_product_fn *fn,
                             void *context)
{
    assert(kf_product_is_active(gr) && gr->product->groups[group].hidden == 1);
    const kf_compiled *c = &gr->c;
    lister x = { .g = g, .fn = fn, .context = context, .status = KERF_OK };
    kf_ask a;
    KF_TRY(kf_ask_begin(&a, g, gr, c->n_literals));
    ask_part(&a, gr->product->groups[group].part);
    for (uint32_t i = c->n_observed; i < c->n_literals; i++)
        if (gr->product->part_of[i] == gr->product->groups[group].part) x.l = &c->literals[i];
    kerf_status st = kf_ask_run_ordered(&a, NULL, KF_NONE, NULL, list_atom, &x);
    kf_ask_end(&a);
    return x.status != KERF_OK ? x.status : st;
}

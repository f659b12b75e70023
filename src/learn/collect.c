/* collect.c -- gives weight tables the rows that the training examples ask for.
 *
 * A row gets a weight if its groundings depend on true atoms: a grounding counts if it is true
 * under the truth and false where no hidden atom is true, or the other way round. Over all examples
 * there must be at least `min_count` of them. With `all`, every row that a grounding reaches
 * counts. */
#include "base/check.h"
#include "ground/ground_rule.h"
#include "ground/influence/influence.h"
#include "ground/tuple_map.h"
#include "learn/learn.h"

typedef struct counting {
    kf_learning *l;
    kf_tuple_map *seen; /* by rule: rows, with how often each was seen */
    uint32_t rule;
} counting;

static bool has_rows(const counting *c, uint32_t rule)
{
    const kf_rule *r = &c->l->m->rules.at[rule];
    return r->n_parameters > 0 && !r->closed && kf_parameters_has(c->l->p, rule);
}

static kerf_status count_key(void *context, const uint32_t *key, uint64_t times)
{
    counting *c = context;
    assert(has_rows(c, c->rule) && times > 0);
    return kf_tuple_map_add(&c->seen[c->rule], c->l->mem, key, 0, times, 0);
}

/* Counts the tuples that are in one map only. */
static kerf_status count_only(counting *c, const kf_ground_rule *gr, const kf_tuple_map *a,
                              const kf_tuple_map *b)
{
    for (uint32_t i = 0; i < kf_tuple_map_count(a); i++) {
        if (kf_tuple_map_find(b, kf_tuple_map_tuple(a, i)) != UINT32_MAX) continue;
        KF_TRY(count_key(c, kf_touched_key(gr, a, i), a->times.at[i]));
    }
    return KERF_OK;
}

static kerf_status touch_rules(counting *c, kf_example *x, kf_tuple_map *lists)
{
    for (size_t i = 0; i < kf_grounder_n_rules(x->g); i++) {
        kf_ground_rule *gr = kf_grounder_rule(x->g, i);
        bool holds;
        if (!has_rows(c, kf_ground_rule_id(gr))) continue;
        KF_TRY(kf_ground_touched(x->g, gr, &lists[i], &holds));
    }
    return KERF_OK;
}

static kerf_status compare(counting *c, kf_example *x, kf_tuple_map *truth, kf_tuple_map *nothing)
{
    KF_TRY(kf_example_set_truth(x, true));
    KF_TRY(touch_rules(c, x, truth));
    kf_grounder_forget_flips(x->g);
    KF_TRY(kf_example_set_truth(x, false));
    KF_TRY(touch_rules(c, x, nothing));
    for (size_t i = 0; i < kf_grounder_n_rules(x->g); i++) {
        kf_ground_rule *gr = kf_grounder_rule(x->g, i);
        c->rule = kf_ground_rule_id(gr);
        if (!has_rows(c, kf_ground_rule_id(gr))) continue;
        KF_TRY(count_only(c, gr, &truth[i], &nothing[i]));
        KF_TRY(count_only(c, gr, &nothing[i], &truth[i]));
    }
    return KERF_OK;
}

static kerf_status count_seen(counting *c, kf_example *x)
{
    size_t n = kf_grounder_n_rules(x->g);
    kf_mem *mem = c->l->mem;
    kf_tuple_map *lists = kf_mem_calloc(mem, 2 * n, sizeof *lists);
    if (!lists) return KERF_NO_MEMORY;
    for (size_t i = 0; i < 2 * n; i++)
        kf_tuple_map_init(&lists[i], kf_touched_width(x->g, kf_grounder_rule(x->g, i % n)));
    kerf_status st = compare(c, x, lists, lists + n);
    for (size_t i = 0; i < 2 * n; i++) kf_tuple_map_free(&lists[i], mem);
    kf_mem_free(mem, lists, 2 * n, sizeof *lists);
    return st;
}

static kerf_status count_reached(counting *c, kf_example *x)
{
    for (size_t i = 0; i < kf_grounder_n_rules(x->g); i++) {
        kf_ground_rule *gr = kf_grounder_rule(x->g, i);
        c->rule = kf_ground_rule_id(gr);
        if (has_rows(c, kf_ground_rule_id(gr))) KF_TRY(kf_ground_reached(x->g, gr, count_key, c));
    }
    return KERF_OK;
}

static kerf_status count_examples(counting *c)
{
    const kf_learn_options *o = c->l->o;
    for (uint32_t i = 0; i < kf_examples_count(c->l->train); i++) {
        kf_example x;
        if (kf_stop_ask(o->stop)) return KERF_INTERRUPTED;
        KF_TRY(kf_example_open(c->l->train, i, NULL, &x));
        kerf_status st = o->all ? count_reached(c, &x) : count_seen(c, &x);
        kf_example_close(&x);
        KF_TRY(st);
    }
    return KERF_OK;
}

/* Rows in order, so that weights which differ in their last constant only stand side by side. */
static kerf_status add_rows(const counting *c, uint32_t rule)
{
    kf_tuple_map *u = &c->seen[rule];
    KF_TRY(kf_tuple_map_sort(u, c->l->mem, 0));
    for (uint32_t i = 0; i < kf_tuple_map_count(u); i++) {
        uint32_t id;
        if (u->times.at[i] < c->l->o->min_count) continue;
        KF_TRY(kf_parameters_add(c->l->p, rule, kf_tuple_map_tuple(u, i), &id));
    }
    return KERF_OK;
}

kerf_status kf_learn_collect(kf_learning *l)
{
    counting c = { .l = l };
    uint32_t n = (uint32_t)l->m->rules.n;
    bool any = false;
    c.seen = kf_mem_calloc(l->mem, n, sizeof *c.seen);
    if (!c.seen) return KERF_NO_MEMORY;
    for (uint32_t i = 0; i < n; i++) {
        kf_tuple_map_init(&c.seen[i], l->m->rules.at[i].n_parameters);
        any = any || has_rows(&c, i);
    }
    kerf_status st = any ? count_examples(&c) : KERF_OK;
    for (uint32_t i = 0; i < n; i++) {
        if (st == KERF_OK) st = add_rows(&c, i);
        kf_tuple_map_free(&c.seen[i], l->mem);
    }
    kf_mem_free(l->mem, c.seen, n, sizeof *c.seen);
    if (st == KERF_OK) KF_CHECK(kf_parameters_check(l->p));
    return st;
}

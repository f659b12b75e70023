/* influence_count.c -- what each atom changes in a cardinality: does the group's count keep its
 * bounds with the atom, does it without?
 *
 * What an atom adds to each group is found place by place (influence.c); with what the groups count
 * now, that tells both counts. */
#include "ground/count/count.h"
#include "ground/influence/conjunct.h"

typedef struct counting {
    kf_grounder *g;
    kf_ground_rule *gr;
    uint32_t predicate;
    double scale;        /* what the conjunction at hand counts */
    kf_tuple_map counts; /* by group, now */
    kf_tuple_map parts;  /* by atom and group: what the atom adds, as weight */
    kerf_status status;
} counting;

static bool note_group(void *context, const kf_binding *b, uint64_t times)
{
    counting *c = context;
    uint32_t tuple[KF_MOST_TUPLE];
    kf_tuple_read(&c->gr->c, b, tuple);
    times *= (uint64_t)c->scale;
    c->status = kf_tuple_map_add(&c->counts, c->g->mem, tuple, 0, times, 0);
    return c->status == KERF_OK;
}

static kerf_status count_now(counting *c)
{
    const kf_compiled *k = &c->gr->c;
    kf_ask a;
    KF_TRY(kf_ask_begin(&a, c->g, c->gr, k->n_literals));
    for (uint32_t i = 0; i < k->n_literals; i++) kf_ask_add(&a, &k->literals[i], false);
    kf_ask_need_tuple(&a);
    c->scale = 1;
    kerf_status st = kf_ask_run(&a, NULL, KF_NONE, NULL, note_group, c);
    kf_ask_end(&a);
    c->scale = (double)c->g->d->m->rules.at[c->gr->rule].bound;
    for (uint32_t i = 0; st == KERF_OK && c->status == KERF_OK && i < k->n_unless; i++) {
        KF_TRY(kf_count_unless_begin(&a, c->g, c->gr, i));
        st = kf_ask_run(&a, NULL, KF_NONE, NULL, note_group, c);
        kf_ask_end(&a);
    }
    return c->status != KERF_OK ? c->status : st;
}

static kerf_status note_part(void *context, uint32_t predicate, const uint32_t *row,
                             const kf_binding *b, double change)
{
    counting *c = context;
    uint32_t part[KF_MOST_ARITY + KF_MOST_TUPLE], n = 0;
    if (predicate != c->predicate) return KERF_OK;
    for (; n < c->g->d->m->predicates.at[predicate].arity; n++) part[n] = row[n];
    kf_tuple_read(&c->gr->c, b, part + n);
    return kf_tuple_map_add(&c->parts, c->g->mem, part, 0, 0, change * c->scale);
}

static bool keeps_bounds(const kf_rule *r, double count)
{
    if (r->op != KF_OP_LE && count < (double)r->bound) return false;
    return r->op == KF_OP_GE || count <= (double)r->bound;
}

static kerf_status pass_part(counting *c, uint32_t entry, kf_influence_fn *found, void *context)
{
    const kf_rule *r = &c->g->d->m->rules.at[c->gr->rule];
    const uint32_t *row = kf_tuple_map_tuple(&c->parts, entry);
    const uint32_t *group = row + c->g->d->m->predicates.at[c->predicate].arity;
    uint32_t at = kf_tuple_map_find(&c->counts, group);
    double now = at == UINT32_MAX ? 0 : (double)c->counts.times.at[at];
    double adds = c->parts.weights.at[entry];
    double without = kf_database_holds(c->g->d, c->predicate, row) ? now - adds : now;
    double change = keeps_bounds(r, without + adds) - (double)keeps_bounds(r, without);
    if (change == 0) return KERF_OK;
    kf_tuple_bind(&c->gr->c, group, &c->g->binding);
    return found(context, c->predicate, row, &c->g->binding, change);
}

static kerf_status pass_predicate(counting *c, kf_influence_fn *found, void *context)
{
    kf_conjunct x = { .g = c->g,
                      .gr = c->gr,
                      .literals = c->gr->c.literals,
                      .n = c->gr->c.n_literals,
                      .tuple = true,
                      .found = note_part,
                      .context = c };
    c->scale = 1;
    KF_TRY(kf_conjunct_ask(&x));
    c->scale = (double)c->g->d->m->rules.at[c->gr->rule].bound;
    x.groups = true;
    for (uint32_t i = 0; i < c->gr->c.n_unless; i++) {
        x.literals = c->gr->c.unless[i].at;
        x.n = c->gr->c.unless[i].n;
        KF_TRY(kf_conjunct_ask(&x));
    }
    for (uint32_t i = 0; i < kf_tuple_map_count(&c->parts); i++)
        KF_TRY(pass_part(c, i, found, context));
    return KERF_OK;
}

/* The i-th hidden literal, of what is counted and then of the condition. */
static const kf_literal *hidden_literal(const kf_compiled *c, uint32_t i)
{
    uint32_t n = c->n_literals - c->n_observed;
    return i < n ? &c->literals[c->n_observed + i] : &c->unless[i - n].at[c->unless[i - n].n - 1];
}

/* Is this the first of its predicate? */
static bool is_first(const kf_compiled *c, uint32_t literal)
{
    for (uint32_t i = 0; i < literal; i++)
        if (hidden_literal(c, i)->id == hidden_literal(c, literal)->id) return false;
    return true;
}

kerf_status kf_influence_count(kf_grounder *g, kf_ground_rule *gr, kf_influence_fn *found,
                               void *context)
{
    assert(g->d->m->rules.at[gr->rule].kind == KF_RULE_COUNT);
    const kf_compiled *k = &gr->c;
    counting c = { .g = g, .gr = gr };
    kf_tuple_map_init(&c.counts, kf_tuple_width(k));
    kerf_status st = count_now(&c);
    uint32_t n = k->n_literals - k->n_observed + k->n_unless;
    for (uint32_t i = 0; st == KERF_OK && i < n; i++) {
        if (!is_first(k, i)) continue;
        c.predicate = hidden_literal(k, i)->id;
        kf_tuple_map_init(&c.parts, g->d->m->predicates.at[c.predicate].arity + kf_tuple_width(k));
        st = pass_predicate(&c, found, context);
        kf_tuple_map_free(&c.parts, g->mem);
    }
    kf_tuple_map_free(&c.counts, g->mem);
    return st;
}

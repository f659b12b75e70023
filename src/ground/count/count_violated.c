/* count_violated.c -- cardinalities where the backend sends only groups outside their bounds.
 *
 * A backend far away counts groups by itself and sends those with too few or too many; nothing is
 * kept here of the others. After the first separation only groups are asked for that flips may have
 * moved towards a bound: a group that is newly outside must be one of these. */
#include "ground/count/count.h"

#include <math.h>

typedef struct taker {
    kf_grounder *g;
    kf_ground_rule *gr;
    bool only_count;
    uint64_t groups;
    kerf_status status;
} taker;

static bool take(void *context, const kf_binding *b, uint64_t times)
{
    taker *x = context;
    const kf_compiled *c = &x->gr->c;
    kf_tuple_map *u = &x->gr->tuples[0];
    uint32_t tuple[KF_MOST_TUPLE];
    (void)times; /* it is too many or too few, that is enough */
    x->groups++;
    if (x->only_count) return true;
    for (uint32_t i = 0; i < c->n_tuple; i++) tuple[i] = b->ids[c->tuple[i]];
    double w = fabs(kf_grounder_weight(x->g, x->gr, b));
    x->status = kf_tuple_map_add(u, x->g->mem, tuple, kf_tuple_map_count(u), 1, w);
    return x->status == KERF_OK;
}

/* All groups, or those that are in `touched`. */
static kerf_status ask(taker *x, const kf_range *bounds, const kf_tuple_map *touched, bool *done)
{
    kf_ask a;
    kf_literal group;
    kf_query *query = NULL;
    assert(kf_tuple_width(&x->gr->c) == x->gr->c.n_tuple); /* no numbers */
    KF_TRY(kf_ask_begin(&a, x->g, x->gr, x->gr->c.n_literals));
    kf_count_ask(&a, bounds);
    kf_seeds seeds = { 0 };
    kerf_status st = kf_count_group_literal(&a, &group);
    if (touched) seeds = (kf_seeds){ kf_tuple_map_count(touched), touched->tuples.at };
    if (st == KERF_OK) st = kf_ask_prepare(&a, touched ? &group : NULL, KF_NONE, &query);
    *done = st == KERF_OK && kf_query_filters(query);
    if (*done) st = kf_query_run(query, touched ? &seeds : NULL, &a.binding, take, x);
    kf_query_free(query);
    kf_ask_end(&a);
    if (st == KERF_LIMIT) { /* counting them here says what is too large */
        *done = false;
        return KERF_OK;
    }
    return x->status != KERF_OK ? x->status : st;
}

static kerf_status ask_touched(taker *x, const kf_range *bounds, bool *done)
{
    enum { SHARE = 4 }; /* of all groups: beyond it, counting all is cheaper */
    kf_tuple_map touched;
    bool all = false;
    uint64_t most = x->gr->groundings / SHARE + 1;
    kf_tuple_map_init(&touched, x->gr->c.n_tuple);
    kerf_status st = kf_count_touched_groups(x->g, x->gr, bounds, most, &touched, &all);
    *done = true;
    if (st == KERF_OK && (all || kf_tuple_map_count(&touched) > 0))
        st = ask(x, bounds, all ? NULL : &touched, done);
    kf_tuple_map_free(&touched, x->g->mem);
    return st;
}

kerf_status kf_count_violated(kf_grounder *g, kf_ground_rule *gr, bool full, bool *done)
{
    assert(g->d->m->rules.at[gr->rule].kind == KF_RULE_COUNT);
    taker x = { .g = g, .gr = gr, .status = KERF_OK };
    kf_range bounds;
    *done = false;
    if (!g->backend->ops->far || !kf_count_is_plain(g, gr, &bounds)) return KERF_OK;
    if (gr->groundings > UINT32_MAX) return KERF_OK; /* of which something is said */
    return full ? ask(&x, &bounds, NULL, done) : ask_touched(&x, &bounds, done);
}

kerf_status kf_count_violated_only(kf_grounder *g, kf_ground_rule *gr, uint64_t *groups, bool *done)
{
    assert(g->d->m->rules.at[gr->rule].kind == KF_RULE_COUNT);
    taker x = { .g = g, .gr = gr, .only_count = true, .status = KERF_OK };
    kf_range bounds;
    *done = false;
    if (!g->backend->ops->far || !kf_count_is_plain(g, gr, &bounds)) return KERF_OK;
    KF_TRY(ask(&x, &bounds, NULL, done));
    *groups = x.groups;
    return KERF_OK;
}

/* touched.c -- groundings that contain a flipped atom; learning asks for them.
 *
 * Learning compares two assignments: only groundings with an atom that differs count differently.
 * They are found as separation finds what flips have violated (cases.c), with the record of flips
 * as the atoms, but by parameter and whatever the weights are. */
#include "ground/ask/cases.h"
#include "ground/count/count.h"
#include "ground/influence/influence.h"

#include <string.h>

enum { STEPS_PER_RUN = 64 };

typedef struct touch {
    kf_grounder *g;
    kf_ground_rule *gr;
    const kf_rule *r;
    kf_tuple_map *out;
    uint32_t old; /* tuples below are complete: another start has found them */
    kerf_status status;
} touch;

void kf_grounder_forget_flips(kf_grounder *g)
{
    for (uint32_t i = 0; i < g->d->n_predicates; i++) g->flips[i].up.n = g->flips[i].down.n = 0;
}

uint32_t kf_touched_width(const kf_grounder *g, const kf_ground_rule *gr)
{
    return kf_tuple_width(&gr->c) + g->d->m->rules.at[gr->rule].n_parameters;
}

const uint32_t *kf_touched_key(const kf_ground_rule *gr, const kf_tuple_map *u, uint32_t entry)
{
    assert(entry < kf_tuple_map_count(u));
    return kf_tuple_map_tuple(u, entry) + kf_tuple_width(&gr->c);
}

static bool note(void *context, const kf_binding *b, uint64_t times)
{
    touch *t = context;
    uint32_t tuple[2 * KF_MOST_TUPLE + KF_MOST_ARITY], *key = tuple + kf_tuple_width(&t->gr->c);
    kf_tuple_read(&t->gr->c, b, tuple);
    for (uint32_t i = 0; i < t->r->n_parameters; i++) key[i] = b->ids[t->r->parameters[i]];
    double w = kf_grounder_weight(t->g, t->gr, b) * (double)times;
    t->status = kf_tuple_map_add(t->out, t->g->mem, tuple, t->old, times, w);
    return t->status == KERF_OK;
}

static kerf_status run(touch *t, kf_case *x, kf_query *query, const kf_seeds *seeds)
{
    t->old = kf_tuple_map_count(t->out);
    kerf_status st = kf_query_run(query, seeds, &x->a.binding, note, t);
    return t->status != KERF_OK ? t->status : st;
}

static kerf_status follow_start(touch *t, kf_case *x, kf_start *s)
{
    const kf_flips *f = &t->g->flips[s->seed->id];
    uint32_t width = s->seed->n ? s->seed->n : 1;
    for (int up = 0; up < 2; up++) {
        uint32_t n = (uint32_t)((up ? f->up.n : f->down.n) / width);
        const uint32_t *rows = up ? f->up.at : f->down.at;
        kf_query *query;
        if (!(up ? s->up : s->down) || n == 0) continue;
        KF_TRY(kf_case_start(x, s, &query));
        if (!s->in_tree) {
            KF_TRY(run(t, x, query, &(kf_seeds){ n, rows }));
            continue;
        }
        for (uint32_t i = 0; i < n; i++) { /* several may lead to one tuple: run by run */
            KF_TRY(kf_grounder_spend(t->g, STEPS_PER_RUN));
            KF_TRY(run(t, x, query, &(kf_seeds){ 1, rows + (size_t)i * s->seed->n }));
        }
    }
    return KERF_OK;
}

kerf_status kf_ground_touched(kf_grounder *g, kf_ground_rule *gr, kf_tuple_map *out, bool *holds)
{
    assert(kf_tuple_map_count(out) == 0 && out->width == kf_touched_width(g, gr));
    touch t = { .g = g, .gr = gr, .r = &g->d->m->rules.at[gr->rule], .out = out };
    if (t.r->kind == KF_RULE_COUNT) return *holds = true, kf_count_touched(g, gr, out);
    *holds = gr->c.flipped;
    if (t.r->kind == KF_RULE_ACYCLIC) return KERF_OK;
    kf_cases *cases;
    KF_TRY(kf_cases_get(g, gr, 0, &cases));
    for (uint32_t i = 0; i < cases->n; i++) {
        kf_case *x = &cases->at[i];
        for (uint32_t k = 0; k < x->n_starts; k++) KF_TRY(follow_start(&t, x, &x->starts[k]));
    }
    return KERF_OK;
}

/* ---- Everything that there is ---- */

typedef struct reach {
    const kf_rule *r;
    kf_reached_fn *found;
    void *context;
    kerf_status status;
} reach;

static bool pass_key(void *context, const kf_binding *b, uint64_t times)
{
    reach *x = context;
    uint32_t key[KF_MOST_ARITY];
    for (uint32_t i = 0; i < x->r->n_parameters; i++) key[i] = b->ids[x->r->parameters[i]];
    x->status = x->found(x->context, key, times);
    return x->status == KERF_OK;
}

kerf_status kf_ground_reached(kf_grounder *g, kf_ground_rule *gr, kf_reached_fn *found,
                              void *context)
{
    const kf_compiled *c = &gr->c;
    reach x = { .r = &g->d->m->rules.at[gr->rule], .found = found, .context = context };
    bool count = x.r->kind == KF_RULE_COUNT, clause = !count && c->form == KF_FORM_CLAUSE;
    kf_ask a;
    KF_TRY(kf_ask_begin(&a, g, gr, clause ? c->n_observed : 0));
    for (uint32_t i = 0; clause && i < c->n_observed; i++) kf_ask_add(&a, &c->literals[i], true);
    if (count) a.n = 0; /* every group; conditions are about what is counted */
    for (uint32_t i = 0; count && i < x.r->n_counted; i++) a.scope[x.r->counted[i]] = false;
    kf_ask_need_key(&a);
    kerf_status st = kf_ask_run(&a, NULL, KF_NONE, NULL, pass_key, &x);
    kf_ask_end(&a);
    return x.status != KERF_OK ? x.status : st;
}

/* contrast.c -- which groundings two assignments pay for, where they differ; see contrast.h.
 *
 * A grounding that pays under one assignment and not under the other has an atom that differs. The
 * cases of separation find it from there, with all free variables as their answer, so that each
 * grounding comes by itself; from several of its atoms it may come several times, and is kept
 * once. What both assignments pay for is left out when it is listed. */
#include "ground/score/contrast.h"

#include "base/check.h"
#include "ground/ask/cases.h"
#include "ground/count/count.h"
#include "ground/graph/graph.h"

#include <math.h>
#include <string.h>

enum { STEPS_PER_RUN = 64 };

/* ---- Groundings as tuples ---- */

/* The variables that tell groundings of a rule apart: a cardinality's groups are its tuples. */
static uint32_t n_keys(const kf_grounder *g, const kf_ground_rule *gr)
{
    return g->d->m->rules.at[gr->rule].kind == KF_RULE_COUNT ? gr->c.n_tuple : gr->c.n_free;
}

static uint32_t key(const kf_grounder *g, const kf_ground_rule *gr, uint32_t i)
{
    return g->d->m->rules.at[gr->rule].kind == KF_RULE_COUNT ? gr->c.tuple[i] : i;
}

static uint32_t key_width(const kf_grounder *g, const kf_ground_rule *gr)
{
    uint32_t n = n_keys(g, gr), width = n;
    for (uint32_t i = 0; i < n; i++) width += gr->c.types[key(g, gr, i)] == KF_TYPE_NUMBER;
    return width;
}

static void read_key(const kf_grounder *g, const kf_ground_rule *gr, const kf_binding *b,
                     uint32_t *to)
{
    for (uint32_t i = 0; i < n_keys(g, gr); i++) {
        uint32_t v = key(g, gr, i);
        if (gr->c.types[v] == KF_TYPE_NUMBER) {
            memcpy(to, &b->numbers[v], sizeof(double));
            to += 2;
        } else {
            *to++ = b->ids[v];
        }
    }
}

static void bind_key(const kf_grounder *g, const kf_ground_rule *gr, const uint32_t *from,
                     kf_binding *b)
{
    for (uint32_t i = 0; i < n_keys(g, gr); i++) {
        uint32_t v = key(g, gr, i);
        if (gr->c.types[v] == KF_TYPE_NUMBER) {
            memcpy(&b->numbers[v], from, sizeof(double));
            from += 2;
        } else {
            b->ids[v] = *from++;
        }
    }
}

/* ---- Life ---- */

kerf_status kf_contrast_new(kf_contrast *x, kf_grounder *g)
{
    *x = (kf_contrast){ .g = g, .mem = g->mem, .n_rules = g->rules.n };
    for (int which = 0; which < 2; which++) {
        x->paid[which] = kf_mem_calloc(g->mem, x->n_rules + 1, sizeof *x->paid[which]);
        if (!x->paid[which]) {
            kf_contrast_free(x);
            return KERF_NO_MEMORY;
        }
        for (size_t i = 0; i < x->n_rules; i++)
            kf_tuple_map_init(&x->paid[which][i], key_width(g, &g->rules.at[i]));
    }
    return KERF_OK;
}

void kf_contrast_free(kf_contrast *x)
{
    for (int which = 0; which < 2; which++) {
        for (size_t i = 0; x->paid[which] && i < x->n_rules; i++)
            kf_tuple_map_free(&x->paid[which][i], x->mem);
        kf_mem_free(x->mem, x->paid[which], x->n_rules + 1, sizeof *x->paid[which]);
        x->paid[which] = NULL;
    }
}

/* ---- What one assignment pays ---- */

typedef struct taker {
    kf_grounder *g;
    kf_ground_rule *gr;
    kf_tuple_map *to;
    int side;
    kerf_status status;
} taker;

static bool take(void *context, const kf_binding *b, uint64_t count)
{
    taker *t = context;
    uint32_t tuple[2 * KF_MOST_TUPLE];
    assert(key_width(t->g, t->gr) == t->to->width && t->to->width <= KF_LENGTH(tuple));
    read_key(t->g, t->gr, b, tuple);
    t->status = kf_tuple_map_add(t->to, t->g->mem, tuple, kf_tuple_map_count(t->to), count, 0);
    return t->status == KERF_OK;
}

static bool take_paying(void *context, const kf_binding *b, uint64_t times)
{
    taker *t = context;
    double w = kf_grounder_weight(t->g, t->gr, b);
    assert(times == 1); /* every free variable is asked for */
    (void)times;
    if (t->gr->c.flipped) w = -w;
    return (t->side == 0 ? !(w > 0) : !(w < 0)) || take(context, b, 0);
}

static kerf_status run(taker *t, kf_case *x, kf_query *query, const kf_seeds *seeds)
{
    kerf_status st = kf_query_run(query, seeds, &x->a.binding, take_paying, t);
    return t->status != KERF_OK ? t->status : st;
}

static kerf_status follow_start(taker *t, kf_case *x, kf_start *s)
{
    for (int up = 0; up < 2; up++) {
        kf_seeds seeds = kf_seeds_of(t->g, s->seed->id, up);
        kf_query *query;
        if (!(up ? s->up : s->down) || seeds.n == 0) continue;
        KF_TRY(kf_grounder_spend(t->g, STEPS_PER_RUN));
        KF_TRY(kf_case_start(x, s, &query));
        KF_TRY(run(t, x, query, &seeds));
    }
    return KERF_OK;
}

static kerf_status take_logic(taker *t)
{
    bool one = kf_is_one_grounding(t->gr);
    if (t->gr->c.form == KF_FORM_CLAUSE && t->gr->c.n_literals == t->gr->c.n_observed)
        return KERF_OK; /* evidence decides it */
    for (t->side = 0; t->side < 2; t->side++) {
        kf_cases *cases;
        if (t->side ? !t->gr->when_true : !t->gr->when_false) continue;
        KF_TRY(kf_cases_get_each(t->g, t->gr, t->side, &cases));
        for (uint32_t i = 0; i < cases->n; i++) {
            kf_case *x = &cases->at[i];
            kf_query *query;
            if (one) KF_TRY(kf_case_whole(x, &query));
            if (one) KF_TRY(run(t, x, query, NULL));
            for (uint32_t k = 0; !one && k < x->n_starts; k++)
                KF_TRY(follow_start(t, x, &x->starts[k]));
        }
    }
    return KERF_OK;
}

static kerf_status take_knots(kf_contrast *x, const kf_rule *r, int which)
{
    const kf_flips *f = &x->g->flips[r->predicate];
    uint64_t knots;
    if (f->up.n == 0) return KERF_OK; /* no edge is new */
    KF_TRY(kf_count_knots(x->g, x->g->d->atoms[r->predicate], &knots));
    x->hard[which] += knots;
    return KERF_OK;
}

static bool has_flips(const kf_grounder *g)
{
    for (uint32_t i = 0; i < g->d->n_predicates; i++)
        if (g->flips[i].up.n || g->flips[i].down.n) return true;
    return false;
}

kerf_status kf_contrast_take(kf_contrast *x, int which)
{
    kf_grounder *g = x->g;
    assert(x->n_rules == g->rules.n);
    if (!has_flips(g)) return KERF_OK;
    for (size_t i = 0; i < x->n_rules; i++) {
        kf_ground_rule *gr = &g->rules.at[i];
        const kf_rule *r = &g->d->m->rules.at[gr->rule];
        taker t = { .g = g, .gr = gr, .to = &x->paid[which][i] };
        kerf_status st = KERF_OK;
        if (r->kind == KF_RULE_LOGIC) st = take_logic(&t);
        else if (r->kind == KF_RULE_COUNT) st = kf_count_list_touched(g, gr, take, &t);
        else st = take_knots(x, r, which);
        KF_TRY(t.status);
        KF_TRY(st);
        if (kf_is_hard(g, gr)) x->hard[which] += kf_tuple_map_count(t.to);
        KF_TRY(kf_tuple_map_sort(t.to, g->mem, 0));
    }
    return KERF_OK;
}

/* ---- What only one of them pays ---- */

static kerf_status list_rule(const kf_contrast *x, size_t rule, int which, kf_binding *b,
                             kf_contrast_fn *each, void *context)
{
    kf_ground_rule *gr = &x->g->rules.at[rule];
    const kf_tuple_map *own = &x->paid[which][rule], *other = &x->paid[1 - which][rule];
    assert(own->width == other->width);
    for (uint32_t i = 0; i < kf_tuple_map_count(own); i++) {
        const uint32_t *tuple = kf_tuple_map_tuple(own, i);
        if (kf_tuple_map_find(other, tuple) != UINT32_MAX) continue;
        bind_key(x->g, gr, tuple, b);
        KF_TRY(each(context, gr, b, kf_grounder_weight(x->g, gr, b), own->times.at[i]));
    }
    return KERF_OK;
}

kerf_status kf_contrast_list(const kf_contrast *x, int which, kf_contrast_fn *each, void *context)
{
    kf_arena scratch;
    uint32_t most = 1;
    kf_binding b;
    for (size_t i = 0; i < x->n_rules; i++) {
        uint32_t n = x->g->rules.at[i].c.n_variables;
        if (n > most) most = n;
    }
    kf_arena_init(&scratch, x->mem);
    kerf_status st = kf_binding_new(&b, &scratch, x->g->d, most);
    for (size_t i = 0; st == KERF_OK && i < x->n_rules; i++)
        st = list_rule(x, i, which, &b, each, context);
    kf_arena_free(&scratch);
    return st;
}

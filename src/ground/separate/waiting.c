/* waiting.c -- see waiting.h. */
#include "ground/separate/waiting.h"

#include "base/check.h"
#include "base/hash.h"
#include "ground/influence/influence.h"
#include "ground/separate/finder.h"

#include <math.h>

bool kf_ground_rule_can_wait(const kf_grounder *g, const kf_ground_rule *gr)
{
    const kf_compiled *c = &gr->c;
    bool logic = g->d->m->rules.at[gr->rule].kind == KF_RULE_LOGIC && c->form == KF_FORM_CLAUSE;
    if (!logic || gr->local || gr->settled || gr->when_true || kf_is_one_grounding(gr))
        return false;
    for (uint32_t i = c->n_observed; i < c->n_literals; i++)
        if (c->literals[i].kind != KF_LITERAL_ATOM) return false;
    return c->n_literals >= c->n_observed + 2;
}

void kf_ground_rule_wait(kf_ground_rule *gr)
{
    assert(!gr->local && !gr->settled && kf_tuple_map_count(&gr->tuples[0]) == 0);
    gr->waiting = true;
}

bool kf_ground_rule_waits(const kf_ground_rule *gr)
{
    return gr->waiting;
}

/* ---- Atoms ---- */

static kerf_status name_rule(kf_grounder *g, const kf_ground_rule *gr)
{
    for (uint32_t i = gr->c.n_observed; i < gr->c.n_literals; i++)
        KF_TRY(kf_grounder_name_all(g, gr->c.literals[i].id));
    return KERF_OK;
}

static bool is_named(const kf_ground_rule *gr, uint32_t predicate)
{
    for (uint32_t i = gr->c.n_observed; i < gr->c.n_literals; i++)
        if (gr->c.literals[i].id == predicate) return true;
    return false;
}

bool kf_waiting_names(const kf_grounder *g, const kf_ground_rule *gr, uint32_t atom)
{
    uint32_t predicate = g->predicate_of.at[atom];
    return predicate != KF_NONE && is_named(gr, predicate);
}

static void join_rule(kf_grounder *g, const kf_ground_rule *gr, uint32_t *first)
{
    for (uint32_t a = 0; a < g->predicate_of.n; a++) {
        if (!kf_waiting_names(g, gr, a)) continue;
        if (*first == KF_NONE) *first = a;
        const kf_lit both[2] = { kf_lit_of((kf_atom){ *first }, false),
                                 kf_lit_of((kf_atom){ a }, false) };
        kf_problem_join(g->p, both, 2);
    }
}

kerf_status kf_waiting_name(kf_grounder *g)
{
    uint32_t first = KF_NONE;
    for (size_t i = 0; i < g->rules.n; i++)
        if (g->rules.at[i].waiting) KF_TRY(name_rule(g, &g->rules.at[i]));
    for (size_t i = 0; i < g->rules.n; i++)
        if (g->rules.at[i].waiting) join_rule(g, &g->rules.at[i], &first);
    return KERF_OK;
}

/* ---- Into the problem ---- */

static kerf_status take(kf_grounder *g, kf_ground_rule *gr, kf_separated *out)
{
    uint64_t before = out->tuples;
    assert(gr->done[0] <= kf_tuple_map_count(&gr->tuples[0]));
    KF_TRY(kf_take_tuples(g, gr, 0, out));
    assert(gr->done[0] == kf_tuple_map_count(&gr->tuples[0])); /* all of them are ground */
    gr->added += out->tuples - before;
    return kf_ground_judge(g, gr);
}

kerf_status kf_waiting_ground(kf_grounder *g, uint32_t most, kf_separated *out)
{
    *out = (kf_separated){ .decided_rule = KF_NONE, .complete = true };
    for (size_t i = 0; i < g->rules.n; i++) {
        kf_ground_rule *gr = &g->rules.at[i];
        kf_finder f = { .g = g, .gr = gr, .most = gr->done[0] + most };
        if (!gr->waiting) continue;
        f.first = kf_tuple_map_count(&gr->tuples[0]) == 0;
        kerf_status st = kf_find_side(&f, true);
        if (st == KERF_OK) st = take(g, gr, out);
        else KF_TRY(kf_tuple_map_cut(&gr->tuples[0], g->mem, gr->done[0]));
        KF_TRY(st);
    }
    kf_grounder_forget_flips(g);
    return KERF_OK;
}

kerf_status kf_waiting_learn(kf_grounder *g, kf_separated *out)
{
    *out = (kf_separated){ .decided_rule = KF_NONE, .complete = true };
    for (size_t i = 0; i < g->rules.n; i++)
        if (g->rules.at[i].waiting) KF_TRY(take(g, &g->rules.at[i], out));
    return KERF_OK;
}

/* ---- A look ---- */

/* What a rule finds, in `newly`: its own tuples stay as they are. */
static kerf_status look(kf_grounder *g, kf_ground_rule *gr, bool full, uint32_t most)
{
    kf_tuple_map own = gr->tuples[0];
    kf_finder f = { .g = g, .gr = gr, .most = most };
    if (kf_tuple_map_count(&gr->newly)) kf_tuple_map_clear(&gr->newly);
    gr->tuples[0] = gr->newly;
    kerf_status st = kf_find_side(&f, full);
    gr->newly = gr->tuples[0];
    gr->tuples[0] = own;
    kf_weigh_tuples(g, gr, &gr->newly, 0);
    return st;
}

kerf_status kf_waiting_breaks(kf_grounder *g, bool *broken)
{
    *broken = false;
    for (size_t i = 0; i < g->rules.n && !*broken; i++) {
        kf_ground_rule *gr = &g->rules.at[i];
        if (!gr->waiting || !kf_is_hard(g, gr)) continue;
        kerf_status st = look(g, gr, true, 1);
        *broken = kf_tuple_map_count(&gr->newly) > 0;
        if (st != KERF_LIMIT) KF_TRY(st);
    }
    kf_grounder_forget_flips(g);
    return KERF_OK;
}

static bool is_kept(const kf_grounder *g, const kf_ground_rule *gr, uint32_t entry, uint64_t key)
{
    const uint32_t *tuple = kf_tuple_map_tuple(&gr->newly, entry);
    if (kf_is_hard(g, gr)) return true;
    uint64_t coin = kf_hash_add(key, gr->rule);
    for (uint32_t i = 0; i < gr->newly.width; i++) coin = kf_hash_add(coin, tuple[i]);
    return ldexp((double)(kf_hash_mix(coin) >> 11), -53) >= exp(-gr->newly.weights.at[entry]);
}

/* What is done with the tuples that are found: each is tossed for, or all are weighed. */
typedef struct looking {
    bool toss, learn;
    uint64_t key;
    bool refused;
    double weight;
} looking;

static kerf_status judge(kf_grounder *g, kf_ground_rule *gr, looking *l)
{
    kf_tuple_map *own = &gr->tuples[0], *found = &gr->newly;
    for (uint32_t i = 0; i < kf_tuple_map_count(found); i++) {
        const uint32_t *tuple = kf_tuple_map_tuple(found, i);
        uint32_t known = kf_tuple_map_find(own, tuple);
        if (known < gr->done[0] || (l->toss && !is_kept(g, gr, i, l->key))) continue;
        assert(!l->toss || kf_is_hard(g, gr) || found->weights.at[i] > 0);
        l->refused = true;
        l->weight += kf_is_hard(g, gr) ? INFINITY : found->weights.at[i];
        if (!l->learn || known != UINT32_MAX) continue;
        KF_TRY(kf_tuple_map_add(own, g->mem, tuple, kf_tuple_map_count(own), found->times.at[i],
                                found->weights.at[i]));
    }
    return KERF_OK;
}

static kerf_status look_at_all(kf_grounder *g, looking *l)
{
    for (size_t i = 0; i < g->rules.n; i++) {
        kf_ground_rule *gr = &g->rules.at[i];
        if (!gr->waiting) continue;
        KF_TRY(look(g, gr, false, 0));
        KF_TRY(judge(g, gr, l));
        if (l->toss && l->refused && !l->learn) break;
    }
    kf_grounder_forget_flips(g);
    return KERF_OK;
}

kerf_status kf_waiting_refuse(kf_grounder *g, uint64_t key, bool learn, bool *refused)
{
    looking l = { .toss = true, .learn = learn, .key = key };
    KF_TRY(look_at_all(g, &l));
    *refused = l.refused;
    return KERF_OK;
}

kerf_status kf_waiting_weigh(kf_grounder *g, bool learn, double *weight)
{
    looking l = { .learn = learn };
    KF_TRY(look_at_all(g, &l));
    *weight = l.weight;
    return KERF_OK;
}

/* separate.c -- finds groundings that the current world does not satisfy maximally.
 *
 * Invariant: a unit that is already in the problem is never returned again, so each iteration adds
 * at least one or stops. After the first time only flipped atoms are looked at: a newly violated
 * grounding must contain one, so every hidden literal has its own plan that starts from them.
 * (Riedel 2008, section 4.2) */
#include "ground/grounding.h"

#include <math.h>
#include <string.h>

bool kf_finder_read(const kf_finder *f, const kf_binding *b, uint64_t times, uint32_t *tuple,
                    double *weight)
{
    double w = kf_grounder_weight(f->g, f->gr, b);
    if (f->gr->c.flipped) w = -w;
    if (f->side == 0 ? !(w > 0) : !(w < 0)) return false;
    kf_tuple_read(&f->gr->c, b, tuple);
    *weight = fabs(w) * (double)times;
    return true;
}

kerf_status kf_finder_add(const kf_finder *f, const uint32_t *tuple, uint64_t times, double weight)
{
    kf_units *u = &f->gr->units[f->side];
    return f->append ? kf_units_append(u, f->g->mem, tuple, times, weight)
                     : kf_units_add(u, f->g->mem, tuple, f->old, times, weight);
}

static bool found(void *context, const kf_binding *b, uint64_t times)
{
    kf_finder *f = context;
    uint32_t tuple[2 * KF_MOST_TUPLE];
    double weight;
    if (!kf_finder_read(f, b, times, tuple, &weight)) return true;
    f->status = kf_finder_add(f, tuple, times, weight);
    return f->status == KERF_OK;
}

/* Is nothing needed but the tuple? Weights may need more, and then a tuple comes several times. */
static bool is_tuple(const kf_ask *a)
{
    const kf_compiled *c = &a->gr->c;
    uint32_t needed = 0;
    for (uint32_t v = 0; v < c->n_variables; v++) needed += a->needed[v];
    return needed == c->n_tuple;
}

/* One run: what it finds of a tuple is all there is, so it adds up. A second run that finds the
 * tuple again is ignored. */
static kerf_status run_plan(kf_ask *a, kf_finder *f, kf_plan *plan, const kf_seeds *seeds)
{
    f->old = kf_units_count(&f->gr->units[f->side]);
    f->status = KERF_OK;
    f->append = f->first && !seeds && is_tuple(a) && kf_plan_distinct(plan, a->needed);
    if (!seeds && kf_worth_threads(f->g, plan)) return kf_find_parallel(a, f, plan);
    kerf_status st = kf_ask_go(a, plan, seeds, found, f);
    return f->status != KERF_OK ? f->status : st;
}

static kerf_status run_query(kf_ask *a, kf_finder *f, const kf_literal *seed, uint32_t at,
                             const kf_seeds *seeds)
{
    kf_plan *plan;
    KF_TRY(kf_ask_plan(a, seed, at, &plan));
    return run_plan(a, f, plan, seeds);
}

/* ---- Seeds ---- */

static kf_seeds seeds_of(const kf_grounder *g, uint32_t predicate, bool up)
{
    uint32_t width = g->d->m->predicates.at[predicate].arity;
    const kf_flips *f = &g->flips[predicate];
    size_t n = up ? f->up.n : f->down.n;
    return (kf_seeds){ (uint32_t)(n / (width ? width : 1)), up ? f->up.at : f->down.at };
}

/* Flips of any atom inside a quantified part may change it, in either direction. */
static kerf_status seed_tree(void *context, kf_ask *a, const kf_literal *pattern)
{
    kf_finder *f = context;
    for (int up = 0; up < 2; up++) {
        kf_seeds seeds = seeds_of(a->g, pattern->id, up);
        kf_plan *plan = NULL;
        if (seeds.n) KF_TRY(kf_ask_plan(a, pattern, KF_NONE, &plan));
        for (uint32_t i = 0; i < seeds.n; i++) { /* several may lead to one tuple: run by run */
            kf_seeds one = { 1, seeds.rows + (size_t)i * pattern->n };
            KF_TRY(run_plan(a, f, plan, &one));
        }
    }
    return KERF_OK;
}

/* The query as it stands, or once per hidden literal from what flipped. */
static kerf_status ask(kf_ask *a, kf_finder *f, bool full)
{
    if (full) return run_query(a, f, NULL, KF_NONE, NULL);
    for (uint32_t i = 0; i < a->n; i++) {
        const kf_literal *l = &a->literals[i];
        if (!l->hidden) continue;
        if (l->kind == KF_LITERAL_TREE) {
            KF_TRY(kf_tree_atoms(a, l->tree, seed_tree, f));
            continue;
        }
        kf_seeds seeds = seeds_of(a->g, l->id, !l->negated);
        if (seeds.n) KF_TRY(run_query(a, f, l, i, &seeds));
    }
    return KERF_OK;
}

/* ---- One rule ---- */

/* Every literal false; or the observed ones and the first hidden ones false, the next true. */
static kerf_status clause_side(kf_finder *f, uint32_t n_false, bool next_true, bool full)
{
    const kf_compiled *c = &f->gr->c;
    kf_ask a;
    KF_TRY(kf_ask_begin(&a, f->g, f->gr, c->n_literals));
    for (uint32_t i = 0; i < n_false; i++) kf_ask_add(&a, &c->literals[i], true);
    if (next_true) kf_ask_add(&a, &c->literals[n_false], false);
    kf_ask_need_tuple(&a);
    kf_ask_need_weight(&a);
    kerf_status st = ask(&a, f, full);
    kf_ask_end(&a);
    return st;
}

static kerf_status separate_clause(kf_finder *f, bool full)
{
    const kf_compiled *c = &f->gr->c;
    if (f->side == 0) return clause_side(f, c->n_literals, false, full);
    for (uint32_t i = c->n_observed; i < c->n_literals; i++) {
        KF_TRY(clause_side(f, i, true, full));
    }
    return KERF_OK;
}

static kerf_status separate_other(kf_finder *f, bool full)
{
    const kf_compiled *c = &f->gr->c;
    const kf_conjunction *list = f->side ? c->when_true : c->when_false;
    uint32_t n = f->side ? c->n_true : c->n_false;
    bool hard = f->g->d->m->rules.at[f->gr->rule].cost == KF_COST_HARD;
    for (uint32_t i = 0; i < n; i++) {
        if (!list[i].hidden && !(hard && full)) continue; /* counted in the totals */
        kf_ask a;
        KF_TRY(kf_ask_begin(&a, f->g, f->gr, list[i].n));
        for (uint32_t k = 0; k < list[i].n; k++) kf_ask_add(&a, &list[i].at[k], false);
        kf_ask_need_tuple(&a);
        kf_ask_need_weight(&a);
        kerf_status st = ask(&a, f, full);
        kf_ask_end(&a);
        KF_TRY(st);
    }
    return KERF_OK;
}

enum { LOOK_AHEAD = 8 };

/* New units into the problem; those that evidence decides are only counted. */
kerf_status kf_take_units(kf_grounder *g, kf_ground_rule *gr, int side, kf_separated *out)
{
    kf_units *u = &gr->units[side];
    kf_ask a; /* for its binding */
    KF_TRY(kf_units_sort(u, g->mem, gr->done[side]));
    KF_TRY(kf_ask_begin(&a, g, gr, 0));
    kerf_status st = KERF_OK;
    bool hard = g->d->m->rules.at[gr->rule].cost == KF_COST_HARD;
    for (; st == KERF_OK && gr->done[side] < kf_units_count(u); gr->done[side]++) {
        uint32_t i = gr->done[side];
        bool decided;
        kf_ground_prefetch(g, gr, side, i + LOOK_AHEAD, &a.binding);
        st = kf_ground_unit(g, gr, side, i, &a.binding, &decided);
        if (st != KERF_OK) break;
        if (decided) {
            gr->decided[side] += u->times.at[i];
            gr->paid[side] += u->weights.at[i];
            if (!hard) g->best -= u->weights.at[i];
            else {
                out->hard += u->times.at[i];
                kf_separated_decided(out, gr, u->times.at[i]);
            }
            continue;
        }
        out->units++;
        out->groundings += u->times.at[i];
        if (hard) out->hard += u->times.at[i];
        else out->cost += u->weights.at[i];
    }
    kf_ask_end(&a);
    return st;
}

static kerf_status separate_rule(kf_grounder *g, kf_ground_rule *gr, bool full, kf_separated *out)
{
    if (gr->local) return KERF_OK;
    bool no_hidden = gr->c.form == KF_FORM_CLAUSE && gr->c.n_literals == gr->c.n_observed;
    bool hard = g->d->m->rules.at[gr->rule].cost == KF_COST_HARD;
    if (no_hidden && !(hard && full)) return KERF_OK; /* evidence decides it: in the totals */
    bool done = false;
    if (gr->product) KF_TRY(kf_separate_product(g, gr, full, out, &done));
    for (int side = 0; side < 2 && !done; side++) {
        if (side ? !gr->when_true : !gr->when_false) continue;
        kf_finder f = { .g = g, .gr = gr, .side = side };
        f.first = full && kf_units_count(&gr->units[side]) == 0;
        KF_TRY(gr->c.form == KF_FORM_CLAUSE ? separate_clause(&f, full) : separate_other(&f, full));
        KF_TRY(kf_take_units(g, gr, side, out));
    }
    return KERF_OK;
}

/* Atoms that went to and fro since the last time: each once if it is not as it was then, else not
 * at all. Those that went one way only are in their list once. */
static kerf_status net_flips(kf_grounder *g, uint32_t predicate)
{
    kf_flips *f = &g->flips[predicate];
    uint32_t width = g->d->m->predicates.at[predicate].arity, step = width ? width : 1;
    if (!f->up.n || !f->down.n) return KERF_OK;
    kf_units seen; /* times: how often up, weights: how often down */
    kf_units_init(&seen, width);
    kerf_status st = KERF_OK;
    for (size_t i = 0; st == KERF_OK && i < f->up.n; i += step) {
        st = kf_units_add(&seen, g->mem, f->up.at + i, 0, 1, 0);
    }
    for (size_t i = 0; st == KERF_OK && i < f->down.n; i += step) {
        st = kf_units_add(&seen, g->mem, f->down.at + i, 0, 0, 1);
    }
    if (st == KERF_OK) f->up.n = f->down.n = 0;
    for (uint32_t i = 0; st == KERF_OK && i < kf_units_count(&seen); i++) {
        double ups = (double)seen.times.at[i], downs = seen.weights.at[i];
        if (ups == downs) continue;
        uint32_t *to = ups > downs ? f->up.at + f->up.n : f->down.at + f->down.n;
        if (width) memcpy(to, kf_units_tuple(&seen, i), width * sizeof *to);
        else to[0] = 0;
        *(ups > downs ? &f->up.n : &f->down.n) += step;
    }
    kf_units_free(&seen, g->mem);
    return st;
}

kerf_status kf_separate(kf_grounder *g, bool full, kf_separated *out)
{
    *out = (kf_separated){ .decided_rule = KF_NONE };
    full = full || !g->separated;
    for (uint32_t i = 0; !full && i < g->d->n_predicates; i++) KF_TRY(net_flips(g, i));
    for (size_t i = 0; i < g->rules.n; i++) {
        kf_ground_rule *gr = &g->rules.at[i];
        switch (g->d->m->rules.at[gr->rule].kind) {
        case KF_RULE_LOGIC: KF_TRY(separate_rule(g, gr, full, out)); break;
        case KF_RULE_COUNT: KF_TRY(kf_separate_count(g, gr, full, out)); break;
        default: KF_TRY(kf_separate_acyclic(g, gr, full, out));
        }
    }
    for (uint32_t i = 0; i < g->d->n_predicates; i++) g->flips[i].up.n = g->flips[i].down.n = 0;
    g->separated = true;
    return KERF_OK;
}

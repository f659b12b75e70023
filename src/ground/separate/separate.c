/* separate.c -- finds groundings that the current assignment does not satisfy maximally.
 *
 * Invariant: a tuple that is already in the problem is never returned again, so each iteration adds
 * at least one or stops. After the first time only flipped atoms are looked at: a newly violated
 * grounding must contain one, so every hidden literal has its own query that starts from them
 * (cases.c). (Riedel 2008, section 4.2) A rule that was passed over, since those before it found
 * something, does not know what flipped meanwhile: it is asked in full the next time. */
#include "ground/separate/separate.h"

#include "ground/count/count.h"
#include "ground/graph/graph.h"
#include "ground/local/penalty.h"
#include "ground/separate/finder.h"

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
    kf_tuple_map *u = &f->gr->tuples[f->side];
    if (f->most > 0 && kf_tuple_map_count(u) >= f->most) return KERF_LIMIT;
    return f->append ? kf_tuple_map_append(u, f->g->mem, tuple, times, weight)
                     : kf_tuple_map_add(u, f->g->mem, tuple, f->old, times, weight);
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

/* One run: what it finds of a tuple is all there is, so it adds up. A second run that finds the
 * tuple again is ignored. */
static kerf_status run_query(kf_case *x, kf_finder *f, kf_query *query, const kf_seeds *seeds)
{
    f->old = kf_tuple_map_count(&f->gr->tuples[f->side]);
    f->status = KERF_OK;
    bool once = !seeds && x->tuple_only && kf_query_distinct(query);
    f->append = f->first && once;
    if (!once && kf_weights_are_data(f->g, f->gr)) {
        kerf_status st = kf_query_run_ordered(&x->a, query, seeds, found, f);
        return f->status != KERF_OK ? f->status : st;
    }
    if (!seeds && kf_worth_threads(f->g, query)) return kf_find_parallel(f, query);
    kerf_status st = kf_query_run(query, seeds, &x->a.binding, found, f);
    return f->status != KERF_OK ? f->status : st;
}

static kerf_status ask_whole(kf_case *x, kf_finder *f)
{
    kf_query *query;
    KF_TRY(kf_case_whole(x, &query));
    return run_query(x, f, query, NULL);
}

/* ---- Seeds ---- */

kf_seeds kf_seeds_of(const kf_grounder *g, uint32_t predicate, bool up)
{
    uint32_t width = g->d->m->predicates.at[predicate].arity;
    const kf_flips *f = &g->flips[predicate];
    size_t n = up ? f->up.n : f->down.n;
    return (kf_seeds){ (uint32_t)(n / (width ? width : 1)), up ? f->up.at : f->down.at };
}

kerf_status kf_find_from(kf_finder *f, kf_case *x, kf_start *s, const kf_seeds *seeds)
{
    kf_query *query;
    KF_TRY(kf_case_start(x, s, &query));
    return run_query(x, f, query, seeds);
}

enum { STEPS_PER_RUN = 64, STEPS_PER_TUPLE = 8, LOOK_AHEAD = 8 };

static kerf_status ask_start(kf_case *x, kf_finder *f, kf_start *s)
{
    for (int up = 0; up < 2; up++) {
        kf_seeds seeds = kf_seeds_of(f->g, s->seed->id, up);
        kf_query *query;
        if (!(up ? s->up : s->down) || seeds.n == 0) continue;
        KF_TRY(kf_case_start(x, s, &query));
        if (!s->in_tree) {
            KF_TRY(run_query(x, f, query, &seeds));
            continue;
        }
        for (uint32_t i = 0; i < seeds.n; i++) { /* several may lead to one tuple: run by run */
            kf_seeds one = { 1, seeds.rows + (size_t)i * s->seed->n };
            KF_TRY(kf_grounder_spend(f->g, STEPS_PER_RUN));
            KF_TRY(run_query(x, f, query, &one));
        }
    }
    return KERF_OK;
}

/* ---- One rule ---- */

/* Each case as it stands, or from what flipped. */
kerf_status kf_find_side(kf_finder *f, bool full)
{
    kf_cases *cases;
    bool one = kf_is_one_grounding(f->gr);
    if (one && kf_tuple_map_count(&f->gr->tuples[f->side])) return KERF_OK;
    if (f->side == 0 && kf_clause_holds(f->g, f->gr)) return KERF_OK;
    full |= one;
    bool hard = f->g->d->m->rules.at[f->gr->rule].cost == KF_COST_HARD;
    KF_TRY(kf_cases_get(f->g, f->gr, f->side, &cases));
    for (uint32_t i = 0; i < cases->n; i++) {
        kf_case *x = &cases->at[i];
        if (full && (hard || !x->decided)) KF_TRY(ask_whole(x, f)); /* else in the totals */
        for (uint32_t k = 0; !full && k < x->n_starts; k++) KF_TRY(ask_start(x, f, &x->starts[k]));
    }
    return KERF_OK;
}

void kf_weigh_tuples(const kf_grounder *g, const kf_ground_rule *gr, kf_tuple_map *u, uint32_t from)
{
    if (kf_weights_are_data(g, gr)) return;
    double each = fabs(kf_grounder_weight(g, gr, &g->binding));
    for (uint32_t i = from; i < kf_tuple_map_count(u); i++)
        u->weights.at[i] = each * (double)u->times.at[i];
}

typedef KF_VEC(uint32_t) row_list;

/* The atoms of a hidden literal in the new tuples that have no name yet. */
static kerf_status list_unnamed(kf_grounder *g, const kf_ground_rule *gr, int side,
                                const kf_literal *l, row_list *rows)
{
    const kf_tuple_map *u = &gr->tuples[side];
    for (uint32_t i = gr->done[side]; i < kf_tuple_map_count(u); i++) {
        if (!kf_vec_reserve(g->mem, rows, l->n)) return KERF_NO_MEMORY;
        uint32_t *row = rows->at + rows->n;
        kf_tuple_bind(&gr->c, kf_tuple_map_tuple(u, i), &g->binding);
        kf_literal_row(l, &g->binding, row);
        if (kf_relation_find(g->atoms[l->id], row) == KF_NO_ROW) rows->n += l->n;
    }
    return KERF_OK;
}

/* What naming the atoms of new tuples would ask one by one, where a backend takes long to
 * answer. */
static kerf_status ask_ahead(kf_grounder *g, const kf_ground_rule *gr, int side)
{
    const kf_compiled *c = &gr->c;
    if (!g->backend->ops->far || c->form != KF_FORM_CLAUSE) return KERF_OK;
    for (uint32_t p = 0; p < g->d->n_predicates; p++) {
        row_list rows = { 0 };
        kerf_status st = KERF_OK;
        if (!kf_has_penalties(g, p)) continue;
        for (uint32_t i = c->n_observed; st == KERF_OK && i < c->n_literals; i++) {
            const kf_literal *l = &c->literals[i];
            if (l->kind == KF_LITERAL_ATOM && l->id == p) st = list_unnamed(g, gr, side, l, &rows);
        }
        uint32_t width = g->d->m->predicates.at[p].arity;
        if (st == KERF_OK) st = kf_penalties_ask_ahead(g, p, rows.at, rows.n / width);
        kf_vec_free(g->mem, &rows);
        KF_TRY(st);
    }
    return KERF_OK;
}

static kerf_status take_tuples(kf_grounder *g, kf_ground_rule *gr, int side, kf_separated *out)
{
    assert(gr->done[side] <= kf_tuple_map_count(&gr->tuples[side]));
    kf_tuple_map *u = &gr->tuples[side];
    if (gr->done[side] == kf_tuple_map_count(u)) return KERF_OK;
    KF_TRY(kf_grounder_spend(g, kf_tuple_map_count(u) - gr->done[side]));
    KF_TRY(kf_tuple_map_sort(u, g->mem, gr->done[side]));
    KF_TRY(kf_grounder_spend(g, kf_tuple_map_count(u) - gr->done[side]));
    kf_weigh_tuples(g, gr, u, gr->done[side]);
    KF_TRY(ask_ahead(g, gr, side));
    bool hard = g->d->m->rules.at[gr->rule].cost == KF_COST_HARD;
    for (; gr->done[side] < kf_tuple_map_count(u); gr->done[side]++) {
        uint32_t i = gr->done[side];
        bool decided;
        KF_TRY(kf_grounder_spend(g, STEPS_PER_TUPLE));
        kf_ground_prefetch(g, gr, side, i + LOOK_AHEAD, &g->binding);
        KF_TRY(kf_ground_tuple(g, gr, side, i, &g->binding, &decided));
        if (decided) {
            gr->decided[side] += u->times.at[i];
            gr->paid[side] += u->weights.at[i];
            if (!hard) kf_best_add(g, -u->weights.at[i]);
            else {
                out->hard += u->times.at[i];
                kf_separated_decided(out, gr, u->times.at[i]);
            }
            continue;
        }
        out->tuples++;
        out->groundings += u->times.at[i];
        if (hard) out->hard += u->times.at[i];
        else out->cost += u->weights.at[i];
    }
    return kf_grounder_check_weights(g, gr);
}

/* New tuples into the problem; those that evidence decides are only counted. */
kerf_status kf_take_tuples(kf_grounder *g, kf_ground_rule *gr, int side, kf_separated *out)
{
    g->p->stop = g->patience.stop;
    kerf_status st = take_tuples(g, gr, side, out);
    g->p->stop = NULL;
    return st;
}

static kerf_status separate_rule(kf_grounder *g, kf_ground_rule *gr, bool full, kf_separated *out)
{
    if (gr->local || gr->settled) return KERF_OK;
    bool no_hidden = gr->c.form == KF_FORM_CLAUSE && gr->c.n_literals == gr->c.n_observed;
    bool hard = g->d->m->rules.at[gr->rule].cost == KF_COST_HARD;
    if (no_hidden && !(hard && full)) return KERF_OK; /* evidence decides it: in the totals */
    bool done = false;
    if (gr->product) KF_TRY(kf_separate_product(g, gr, full, out, &done));
    for (int side = 0; side < 2 && !done; side++) {
        if (side ? !gr->when_true : !gr->when_false) continue;
        kf_finder f = { .g = g, .gr = gr, .side = side };
        f.first = full && kf_tuple_map_count(&gr->tuples[side]) == 0;
        KF_TRY(kf_find_side(&f, full));
        KF_TRY(kf_take_tuples(g, gr, side, out));
    }
    return kf_complete_groups(g, gr, out);
}

/* Atoms that went to and fro since the last time: each once if it is not as it was then, else not
 * at all. Those that went one way only are in their list once. */
static kerf_status net_flips(kf_grounder *g, uint32_t predicate)
{
    kf_flips *f = &g->flips[predicate];
    uint32_t width = g->d->m->predicates.at[predicate].arity, step = width ? width : 1;
    if (!f->up.n || !f->down.n) return KERF_OK;
    kf_tuple_map seen; /* times: how often up, weights: how often down */
    kf_tuple_map_init(&seen, width);
    kerf_status st = KERF_OK;
    for (size_t i = 0; st == KERF_OK && i < f->up.n; i += step) {
        st = kf_tuple_map_add(&seen, g->mem, f->up.at + i, 0, 1, 0);
    }
    for (size_t i = 0; st == KERF_OK && i < f->down.n; i += step) {
        st = kf_tuple_map_add(&seen, g->mem, f->down.at + i, 0, 0, 1);
    }
    if (st == KERF_OK) f->up.n = f->down.n = 0;
    for (uint32_t i = 0; st == KERF_OK && i < kf_tuple_map_count(&seen); i++) {
        double ups = (double)seen.times.at[i], downs = seen.weights.at[i];
        if (ups == downs) continue;
        uint32_t *to = ups > downs ? f->up.at + f->up.n : f->down.at + f->down.n;
        if (width) memcpy(to, kf_tuple_map_tuple(&seen, i), width * sizeof *to);
        else to[0] = 0;
        *(ups > downs ? &f->up.n : &f->down.n) += step;
    }
    kf_tuple_map_free(&seen, g->mem);
    return st;
}

static kerf_status separate_any(kf_grounder *g, kf_ground_rule *gr, bool full, kf_separated *out)
{
    const kf_rule *r = &g->d->m->rules.at[gr->rule];
    size_t errors = kf_diags_errors(g->diags);
    uint64_t before = out->tuples + out->beside;
    if (g->all_ground && r->kind != KF_RULE_ACYCLIC) return KERF_OK;
    kerf_status st = r->kind == KF_RULE_LOGIC   ? separate_rule(g, gr, full, out)
                     : r->kind == KF_RULE_COUNT ? kf_separate_count(g, gr, full, out)
                                                : kf_separate_acyclic(g, gr, full, out);
    gr->added += out->tuples + out->beside - before;
    if (st == KERF_INTERRUPTED) g->stopped_in = gr->rule;
    if (st == KERF_LIMIT && kf_diags_errors(g->diags) == errors) {
        kf_place place = kf_sources_place(g->d->m->program->sources, r->pos);
        kf_diag_add(g->diags, KERF_ERROR, &place, "kerf check --forecast tells how many there are",
                    "%.*s has more than 2^32 violated groundings", (int)r->label.n, r->label.at);
    }
    if (st == KERF_NO_MEMORY) {
        kf_place place = kf_sources_place(g->d->m->program->sources, r->pos);
        kf_diag_add(g->diags, KERF_ERROR, &place,
                    "kerf check --forecast tells how many are violated",
                    "memory ended with the violated groundings of %.*s; it has %llu in all",
                    (int)r->label.n, r->label.at, (unsigned long long)gr->groundings);
    }
    return st;
}

/* ---- All of them, stage after stage ---- */

static uint32_t last_stage(const kf_grounder *g)
{
    uint32_t last = 0;
    for (size_t i = 0; i < g->rules.n; i++)
        if (g->rules.at[i].stage > last) last = g->rules.at[i].stage;
    return last;
}

static kerf_status separate_stage(kf_grounder *g, uint32_t stage, bool full, kf_separated *out)
{
    kf_ahead ahead;
    KF_TRY(kf_ahead_begin(&ahead, g, stage, full));
    kerf_status st = KERF_OK;
    for (size_t i = 0; st == KERF_OK && i < g->rules.n; i++) {
        kf_ground_rule *gr = &g->rules.at[i];
        if (gr->stage != stage) continue;
        if (gr->local) { /* its costs are those of its atoms */
            gr->known = true;
            gr->stale = false;
            continue;
        }
        st = kf_ahead_go_on(&ahead, gr);
        bool whole = full || gr->stale;
        if (st == KERF_OK) st = separate_any(g, gr, whole, out);
        if (st == KERF_OK) gr->known |= whole;
        if (st == KERF_OK) gr->stale = false;
    }
    kf_ahead_end(&ahead);
    return st;
}

static void pass_over(kf_grounder *g, uint32_t stage)
{
    for (size_t i = 0; i < g->rules.n; i++)
        if (g->rules.at[i].stage >= stage) g->rules.at[i].stale = true;
}

kerf_status kf_separate(kf_grounder *g, bool full, kf_separated *out)
{
    uint32_t last = last_stage(g), stage = 0;
    *out = (kf_separated){ .decided_rule = KF_NONE };
    full = full || !g->separated;
    for (uint32_t i = 0; !full && i < g->d->n_predicates; i++) KF_TRY(net_flips(g, i));
    do KF_TRY(separate_stage(g, stage++, full, out));
    while (stage <= last && out->tuples == 0);
    pass_over(g, stage);
    out->complete = stage > last;
    assert(out->decided_hard <= out->hard && out->product_cost <= out->cost);
    assert((out->decided_rule == KF_NONE) == (out->decided_hard == 0));
    for (uint32_t i = 0; i < g->d->n_predicates; i++) g->flips[i].up.n = g->flips[i].down.n = 0;
    g->separated = true;
    KF_CHECK(kf_grounder_check(g));
    return KERF_OK;
}

kerf_status kf_separate_rest(kf_grounder *g, kf_separated *out)
{
    assert(g->separated);
    for (size_t i = 0; i < g->rules.n; i++) {
        kf_ground_rule *gr = &g->rules.at[i];
        if (!gr->stale) continue;
        KF_TRY(separate_any(g, gr, true, out));
        gr->known = true;
        gr->stale = false;
    }
    out->complete = true;
    KF_CHECK(kf_grounder_check(g));
    return KERF_OK;
}

kerf_status kf_grounder_recover(kf_grounder *g)
{
    for (size_t i = 0; i < g->rules.n; i++) {
        kf_ground_rule *gr = &g->rules.at[i];
        for (int side = 0; side < 2; side++)
            KF_TRY(kf_tuple_map_cut(&gr->tuples[side], g->mem, gr->done[side]));
    }
    g->separated = false;
    KF_CHECK(kf_grounder_check(g));
    return KERF_OK;
}

bool kf_grounder_has_separated(const kf_grounder *g)
{
    return g->separated;
}

bool kf_grounder_knows_decided(const kf_grounder *g)
{
    for (size_t i = 0; i < g->rules.n; i++)
        if (!g->rules.at[i].known) return false;
    return g->separated;
}

void kf_separate_anew(kf_grounder *g)
{
    g->separated = false;
}

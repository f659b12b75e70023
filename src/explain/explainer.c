/* explainer.c -- the best world in which an atom has the other value; see explainer.h.
 *
 * The other value is a hard unit clause. What is ground holds for every assignment, so the search
 * begins with it. Where the answer is proven, it is looked for near the atom
 * (infer/pinned/pinned.h); what that does not prove, one run of the same loop does that found the
 * answer.
 *
 * The answer that comes back passes a gate of its own: the groundings that the two worlds pay for
 * are found by queries that share nothing with the search (ground/score/contrast.h), no hard one
 * may be among them, and what they weigh must be the difference of the two costs. */
#include "explain/explainer.h"

#include "base/check.h"
#include "base/clock.h"
#include "explain/contrasting.h"
#include "ground/atoms.h"
#include "ground/auxiliary.h"
#include "ground/pair_costs.h"
#include "ground/score/totals.h"
#include "ground/separate/separate.h"
#include "report/conflict/explain.h"

#include <math.h>

kf_explainer kf_explainer_of(kf_grounder *g, const kf_cpi_options *o, const kf_cpi_result *r)
{
    kf_explainer x = { .g = g,
                       .options = *o,
                       .cost = r->cost,
                       .proven = r->outcome == KERF_OPTIMAL,
                       .beside = r->beside,
                       .cut = r->cut,
                       .lifted = r->lifted };
    x.options.progress = NULL;
    x.options.prepare = NULL;
    x.options.wanted = NULL;
    x.options.detail = false;
    x.options.any_best = true;
    x.options.rest_at = 0;
    x.options.stages = NULL;
    x.options.stop = NULL;
    x.options.context = NULL;
    return x;
}

static void forget_near(kf_explainer *x)
{
    kf_pinned_free(x->near);
    x->near = NULL;
}

void kf_explainer_close(kf_explainer *x)
{
    forget_near(x);
}

bool kf_explainer_lacks(const kf_explainer *x, uint32_t predicate)
{
    return x->lifted || kf_grounder_pair_costs(x->g, predicate) != NULL;
}

/* ---- The answer, separated ---- */

static kerf_status separate(kf_explainer *x, bool full)
{
    kf_separated found;
    KF_TRY(kf_separate(x->g, full, &found));
    return found.complete ? KERF_OK : kf_separate_rest(x->g, &found);
}

/* What the answer violates is in the problem, and no flip is pending. */
static kerf_status open(kf_explainer *x)
{
    if (x->cut) KF_TRY(kf_grounder_recover(x->g));
    if (!x->opened || x->cut) KF_TRY(separate(x, !x->proven));
    x->cut = false;
    x->opened = true;
    return KERF_OK;
}

/* ---- One explanation ---- */

typedef struct run {
    kf_explainer *x;
    kf_explained *to;
    kf_explanation *e;
    kf_atom atom;
    bool value;             /* of the atom in the answer */
    KF_VEC(bool) answer;    /* by atom of the problem; where all of it is needed */
    KF_VEC(uint32_t) flips; /* atoms with other values in the two worlds */
    KF_VEC(bool) was;       /* of these: the value in the answer */
} run;

static kerf_status read_answer(run *r)
{
    kf_grounder *g = r->x->g;
    kf_mem *mem = kf_grounder_mem(g);
    uint32_t n = kf_grounder_named(g);
    if (!kf_vec_reserve(mem, &r->answer, n + (size_t)1)) return KERF_NO_MEMORY;
    for (uint32_t i = 0; i < n; i++) r->answer.at[i] = kf_grounder_holds(g, i);
    r->answer.n = n;
    kf_grounder_complete(g, r->answer.at);
    return KERF_OK;
}

static kerf_status add_flip(run *r, uint32_t atom, bool was)
{
    kf_mem *mem = kf_grounder_mem(r->x->g);
    assert(atom < kf_grounder_named(r->x->g));
    bool good = kf_vec_push(mem, &r->flips, atom) && kf_vec_push(mem, &r->was, was);
    return good ? KERF_OK : KERF_NO_MEMORY;
}

/* Atoms that are not as in the answer; those named meanwhile are false there. */
static kerf_status find_flips(run *r)
{
    kf_grounder *g = r->x->g;
    assert(r->flips.n == 0);
    for (uint32_t i = 0; i < kf_grounder_named(g); i++) {
        bool was = i < r->answer.n && r->answer.at[i];
        if (kf_grounder_is_auxiliary(g, i) || kf_grounder_holds(g, i) == was) continue;
        KF_TRY(add_flip(r, i, was));
    }
    return KERF_OK;
}

static kerf_status set_flips(run *r, bool other)
{
    assert(r->flips.n == r->was.n);
    for (size_t i = 0; i < r->flips.n; i++)
        KF_TRY(kf_grounder_set_atom(r->x->g, r->flips.at[i], r->was.at[i] != other));
    return KERF_OK;
}

/* Whatever the run has left, the answer comes back into the database. */
static kerf_status put_back(run *r)
{
    KF_TRY(find_flips(r));
    KF_TRY(set_flips(r, false));
    if (r->x->cut) KF_TRY(kf_grounder_recover(r->x->g));
    r->x->cut = false;
    return separate(r->x, false);
}

/* Both worlds in turn; the answer is the last. Flips are those between the two of them, since each
 * is separated before the other comes. */
static kerf_status contrast(run *r, kf_contrast *c)
{
    if (r->x->cut) KF_TRY(kf_grounder_recover(r->x->g));
    r->x->cut = false;
    KF_TRY(separate(r->x, false));
    KF_TRY(set_flips(r, false));
    KF_TRY(kf_contrast_take(c, 0));
    KF_TRY(separate(r->x, false));
    KF_TRY(set_flips(r, true));
    KF_TRY(kf_contrast_take(c, 1));
    KF_TRY(set_flips(r, false));
    return separate(r->x, false);
}

static kerf_status refuse(const kf_explainer *x, const char *what, double said, double counted)
{
    kf_diag_add(kf_grounder_diags(x->g), KERF_ERROR, NULL,
                "this is a fault of kerf: please report it with the model and the options",
                "internal check failed: %s is %.17g, and %.17g was about to be said; there is no "
                "explanation",
                what, counted, said);
    return KERF_INTERNAL;
}

/* The gate. Sums of weights in another order differ by rounding. */
static kerf_status pass(const run *r, const kf_cpi_result *found, const kf_contrast *c,
                        const kf_contrasted *sum)
{
    const kf_explainer *x = r->x;
    double said = found->cost - x->cost, counted = sum->paid[1] - sum->paid[0];
    double size = fmax(kf_grounder_cost_scale(x->g), fabs(found->cost) + fabs(x->cost));
    size += sum->paid[0] + sum->paid[1];
    if (c->hard[1] > 0)
        return refuse(x, "the number of violated hard groundings", 0, (double)c->hard[1]);
    if (!(fabs(said - counted) <= 1e-9 * size))
        return refuse(x, "the cost of the other value", said, counted);
    if (x->proven && counted < -1e-6 * (1 + size))
        return refuse(x, "the cost of the other value beside a best answer", said, counted);
    return KERF_OK;
}

static void tell_costs(kf_explanation *e, const kf_cpi_result *found, const kf_contrasted *sum)
{
    kerf_explanation *is = &e->is;
    is->difference = sum->paid[1] - sum->paid[0];
    is->other_cost = is->cost + is->difference;
    is->least_difference =
        found->outcome == KERF_OPTIMAL ? is->difference : is->difference - found->gap;
    is->other_bound = is->cost + is->least_difference;
    bool nothing = e->is.answer_pays + e->is.other_pays + e->is.flips == 0;
    is->kind = nothing ? KERF_EXPLAINED_FREE : KERF_EXPLAINED_COST;
}

static kerf_status tell_contrast(run *r, const kf_cpi_result *found)
{
    kf_contrast c;
    kf_contrasted sum = { 0 };
    assert(r->flips.n > 0); /* the atom that is asked about */
    KF_TRY(kf_contrast_new(&c, r->x->g));
    kerf_status st = contrast(r, &c);
    if (st == KERF_OK)
        st = kf_contrasting_tell(r->x->g, &c, r->flips.at, r->flips.n, r->atom.id, r->to, r->e,
                                 &sum);
    if (st == KERF_OK) st = pass(r, found, &c, &sum);
    if (st == KERF_OK) tell_costs(r->e, found, &sum);
    kf_contrast_free(&c);
    return st;
}

/* Why there is no such world: the notes on a contradiction, taken from the messages. */
static kerf_status tell_conflict(run *r, const kf_cpi_result *found)
{
    kf_diags *diags = kf_grounder_diags(r->x->g), *own = kf_diags_new(kf_grounder_mem(r->x->g));
    if (!own) return KERF_NO_MEMORY;
    kf_diags_mark mark = kf_diags_get_mark(diags);
    kerf_status st = kf_explain_conflict(r->x->g, found, true, NULL);
    kf_diags_move(diags, mark, own);
    size_t n = kf_diags_count(own);
    kerf_explained_note *list = kf_arena_alloc(&r->to->arena, n + 1, sizeof *list);
    if (st == KERF_OK && !list) st = KERF_NO_MEMORY;
    for (size_t i = 0; st == KERF_OK && i < n; i++) {
        const kerf_message *m = kf_diags_get(own, i);
        list[i] =
            (kerf_explained_note){ .size = sizeof *list, .line = m->line, .column = m->column };
        list[i].text = kf_arena_string(&r->to->arena, kf_str_of(m->text));
        if (m->file) list[i].file = kf_arena_string(&r->to->arena, kf_str_of(m->file));
        if (!list[i].text || (m->file && !list[i].file)) st = KERF_NO_MEMORY;
    }
    kf_diags_free(own);
    r->e->conflict = list;
    r->e->is.conflict = n;
    r->e->is.kind = KERF_EXPLAINED_FORBIDDEN;
    r->e->is.other_cost = r->e->is.other_bound = INFINITY;
    r->e->is.difference = r->e->is.least_difference = INFINITY;
    return st;
}

/* Nothing is known of the other value but its bound. */
static void tell_unknown(kf_explanation *e, const kf_cpi_result *found)
{
    e->is.kind = KERF_EXPLAINED_UNKNOWN;
    e->is.other_cost = e->is.difference = INFINITY;
    e->is.other_bound = found->cost_bound;
    e->is.least_difference = found->cost_bound - e->is.cost;
}

static kerf_status tell(run *r, const kf_cpi_result *found)
{
    kf_explanation *e = r->e;
    e->is.outcome = found->outcome;
    e->is.ending = found->ending;
    e->is.iterations = found->iterations;
    if (found->outcome == KERF_CONTRADICTION) {
        KF_TRY(tell_conflict(r, found));
        return put_back(r);
    }
    if (found->none || found->hard_violations > 0
        || kf_grounder_holds(r->x->g, r->atom.id) == r->value) {
        tell_unknown(e, found);
        return put_back(r);
    }
    KF_TRY(find_flips(r));
    return tell_contrast(r, found);
}

/* ---- The other world ---- */

/* Near the atom. *found: it is proven, and told. */
static kerf_status find_near(run *r, kf_pin pin, bool *found)
{
    kf_explainer *x = r->x;
    kf_pinned_found is;
    assert(x->proven && r->flips.n == 0);
    if (!x->near) {
        KF_TRY(read_answer(r));
        kerf_status st =
            kf_pinned_new(&x->near, x->g, &x->options, x->own, r->answer.at, r->answer.n);
        x->far = st == KERF_UNSUPPORTED;
        if (x->far) return KERF_OK;
        KF_TRY(st);
    }
    KF_TRY(kf_pinned_run(x->near, &x->options, pin, &is));
    *found = is.proven;
    if (!is.proven) {
        x->cut = is.cut;
        forget_near(x);
        return KERF_OK;
    }
    for (size_t i = 0; i < is.n_flips; i++)
        KF_TRY(add_flip(r, is.flips[i], !kf_grounder_holds(x->g, is.flips[i])));
    kf_cpi_result told = { .outcome = KERF_OPTIMAL, .ending = KERF_CONVERGED };
    told.cost = told.cost_bound = x->cost + is.difference;
    r->e->is.outcome = told.outcome;
    r->e->is.ending = told.ending;
    r->e->is.iterations = is.iterations;
    return tell_contrast(r, &told);
}

/* In every component that the atom touches. */
static kerf_status find_far(run *r, kf_pin pin)
{
    kf_explainer *x = r->x;
    kf_cpi_result found;
    if (x->cut) KF_TRY(open(x));
    assert(x->opened && !x->cut);
    if (r->answer.n < kf_grounder_named(x->g)) r->answer.n = 0; /* the near search named some */
    if (r->answer.n == 0) KF_TRY(read_answer(r));
    assert(r->answer.n == kf_grounder_named(x->g));
    KF_TRY(kf_cpi_run_pinned(x->g, &x->options, r->answer.at, x->proven, x->beside, pin, &found));
    x->cut = found.cut;
    kerf_status st = tell(r, &found);
    kf_cpi_result_free(&found, kf_grounder_mem(x->g));
    return st;
}

static kerf_status find_other(run *r, const kf_asked_atom *a)
{
    kf_explainer *x = r->x;
    bool found = false;
    KF_TRY(open(x));
    KF_TRY(kf_grounder_atom(x->g, a->predicate, a->row, &r->atom));
    r->value = kf_grounder_holds(x->g, r->atom.id);
    r->e->is.value = r->value;
    kf_pin pin = { r->atom.id, !r->value };
    if (!x->searched) x->own = kf_problem_extent(kf_grounder_problem(x->g));
    x->searched = true;
    if (x->proven && x->beside == 0 && !x->far) KF_TRY(find_near(r, pin, &found));
    return found ? KERF_OK : find_far(r, pin);
}

/* Evidence has the last word: where does it say so? */
static kerf_status tell_evidence(const kf_explainer *x, const kf_asked_atom *a, kf_explanation *e)
{
    kf_evidence *w = kf_grounder_database(x->g)->w;
    bool found = false;
    uint32_t at = 0;
    for (int value = 1; value >= 0 && !found; value--) {
        kf_said said = value ? KF_SAID_TRUE : KF_SAID_FALSE;
        KF_TRY(kf_evidence_find(w, a->predicate, said, a->row, a->number, &found, &at));
        if (!found) continue;
        const kf_facts *rows = kf_evidence_cited(w, said, a->predicate);
        e->is.value = value;
        e->is.file = kf_evidence_file_name(w, kf_facts_file(rows, at));
        e->is.line = rows->lines[at];
    }
    e->is.kind = KERF_EXPLAINED_EVIDENCE;
    e->is.outcome = KERF_CONTRADICTION;
    e->is.other_cost = e->is.other_bound = e->is.difference = e->is.least_difference = INFINITY;
    return KERF_OK;
}

static bool is_decided(const kf_explainer *x, const kf_asked_atom *a)
{
    const kf_database *d = kf_grounder_database(x->g);
    return !d->m->predicates.at[a->predicate].hidden
           || kf_database_fixed(d, a->predicate, a->row) != KF_UNKNOWN;
}

/* The same again, but for a change of evidence that was asked for then. */
static void tell_again(const kf_explanation *told, kf_explanation *e)
{
    *e = *told;
    e->changes = NULL;
    e->is.change = KERF_CHANGE_NOT_SOUGHT;
    e->is.changes = e->is.change_facts = e->is.change_complete = 0;
    e->is.change_tried = 0;
    e->is.change_difference = e->is.seconds = 0;
}

kerf_status kf_explainer_run(kf_explainer *x, const kf_asked_atom *a, kf_explained *to)
{
    kf_mem *mem = kf_grounder_mem(x->g);
    kf_explanation e = { .is = { .size = sizeof e.is, .cost = x->cost },
                         .predicate = a->predicate };
    run r = { .x = x, .to = to, .e = &e };
    bool decided = is_decided(x, a);
    assert(decided || !kf_explainer_lacks(x, a->predicate));
    e.is.atom = kf_contrasting_atom(kf_grounder_model(x->g), a, &to->arena);
    if (!e.is.atom) return KERF_NO_MEMORY;
    const kf_explanation *told = kf_explained_find(to, e.is.atom); /* it goes with the answer */
    if (told) tell_again(told, &e);
    kerf_status st = KERF_OK;
    if (!told) st = decided ? tell_evidence(x, a, &e) : find_other(&r, a);
    kf_vec_free(mem, &r.answer);
    kf_vec_free(mem, &r.flips);
    kf_vec_free(mem, &r.was);
    if (st == KERF_OK) st = kf_explained_add(to, &e);
    if (st == KERF_OK) KF_CHECK(kf_explained_check(to));
    return st;
}

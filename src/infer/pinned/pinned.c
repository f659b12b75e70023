/* pinned.c -- cutting plane inference around one pinned atom; see pinned.h.
 *
 * Why the rest need not be looked at: no set of its flips saves anything, as reduced costs say that
 * are not negative there. Atoms of which they are, and that may be tied to the pinned one, are in
 * the part from the beginning. Constraints that come later the answer does not pay for.
 *
 * What one run has ground the next ones pass over until their values violate it, and it moves
 * nothing between reduced costs, not even where these are made anew. It lies about the problem at
 * random, and would take away the symmetries by which parts are folded. */
#include "infer/pinned/pinned.h"

#include "base/check.h"
#include "base/sort.h"
#include "ground/atoms.h"
#include "ground/auxiliary.h"
#include "ground/count/product.h"
#include "ground/ground_rule.h"
#include "ground/separate/separate.h"
#include "infer/pinned/solve_part.h"

#include <math.h>
#include <string.h>

struct kf_pinned {
    kf_mem *mem;
    kf_grounder *g;
    kf_problem *p;
    KF_VEC(bool) answer; /* by atom of the problem */
    kf_reduced reduced;
    kf_part part;
    kf_extent own;          /* see kf_pinned_new() */
    KF_VEC(uint32_t) flips; /* of the assignment in the database, auxiliary atoms among them */
    KF_VEC(bool) is_flip;   /* by atom */
    kf_recall recall;       /* of this run */
    const kf_cpi_options *o;
    kf_limits limits;
    uint32_t unproven; /* full solves of this run that ended without a proof */
};

/* ---- Life ---- */

static bool has_products(const kf_grounder *g)
{
    for (size_t i = 0; i < kf_grounder_n_rules(g); i++)
        if (kf_product_is_active(kf_grounder_rule(g, i))) return true;
    return false;
}

/* Atoms that were named meanwhile are false in the answer. */
static kerf_status extend(kf_pinned *x)
{
    size_t n = x->p->parent.n, old = x->answer.n;
    if (n == old) return KERF_OK;
    if (!kf_vec_reserve(x->mem, &x->answer, n - old)
        || !kf_vec_reserve(x->mem, &x->is_flip, n - old)) {
        return KERF_NO_MEMORY;
    }
    memset(x->answer.at + old, 0, n - old);
    memset(x->is_flip.at + old, 0, n - old);
    x->answer.n = x->is_flip.n = n;
    kf_grounder_complete(x->g, x->answer.at);
    return KERF_OK;
}

static kerf_status open(kf_pinned *x, const bool *answer, size_t n)
{
    size_t all = x->p->parent.n;
    assert(n == all);
    if (!kf_vec_reserve(x->mem, &x->answer, all + 1)
        || !kf_vec_reserve(x->mem, &x->is_flip, all + 1))
        return KERF_NO_MEMORY;
    memset(x->is_flip.at, 0, all + 1);
    if (n > 0) memcpy(x->answer.at, answer, n);
    x->answer.n = x->is_flip.n = all;
    KF_TRY(kf_reduced_open(&x->reduced, x->mem, x->p, x->answer.at, x->own.clauses));
    x->p->watched = true;
    x->p->touched.n = 0;
    return KERF_OK;
}

kerf_status kf_pinned_new(kf_pinned **out, kf_grounder *g, const kf_cpi_options *o, kf_extent own,
                          const bool *answer, size_t n)
{
    if (!o->solver->proves || o->solver->bare || o->settings.questions > 0
        || o->effort != KF_EFFORT_FULL || !o->simplify || has_products(g))
        return KERF_UNSUPPORTED;
    kf_mem *mem = kf_grounder_mem(g);
    kf_pinned *x = kf_mem_calloc(mem, 1, sizeof *x);
    if (!x) return KERF_NO_MEMORY;
    x->mem = mem;
    x->g = g;
    x->p = kf_grounder_problem(g);
    x->own = own;
    x->reduced.mem = mem;
    kerf_status st = open(x, answer, n);
    if (st == KERF_OK) *out = x;
    else kf_pinned_free(x);
    return st == KERF_LIMIT ? KERF_UNSUPPORTED : st;
}

void kf_pinned_free(kf_pinned *x)
{
    if (!x) return;
    x->p->watched = false;
    kf_vec_free(x->mem, &x->p->touched);
    kf_vec_free(x->mem, &x->answer);
    kf_vec_free(x->mem, &x->flips);
    kf_vec_free(x->mem, &x->is_flip);
    kf_reduced_free(&x->reduced);
    kf_part_free(&x->part, x->mem);
    kf_recall_free(&x->recall, x->mem);
    kf_mem_free(x->mem, x, 1, sizeof *x);
}

/* ---- The assignment ---- */

static kerf_status flip(kf_pinned *x, uint32_t atom, bool flipped)
{
    if (x->is_flip.at[atom] == flipped) return KERF_OK;
    if (flipped && !kf_vec_push(x->mem, &x->flips, atom)) return KERF_NO_MEMORY;
    x->is_flip.at[atom] = flipped;
    return kf_grounder_set_atom(x->g, atom, x->answer.at[atom] != flipped);
}

/* Of the list, those that are flips now. */
static kerf_status tidy_flips(kf_pinned *x)
{
    size_t n = 0;
    KF_TRY(kf_numbers_sort_unique(x->mem, x->flips.at, &x->flips.n));
    for (size_t i = 0; i < x->flips.n; i++)
        if (x->is_flip.at[x->flips.at[i]]) x->flips.at[n++] = x->flips.at[i];
    x->flips.n = n;
    return KERF_OK;
}

#ifndef NDEBUG
/* Asserts: the list has every flip, each once. */
static void check_flips(const kf_pinned *x)
{
    size_t n = 0;
    assert(x->answer.n == x->is_flip.n && x->answer.n <= x->p->parent.n);
    for (size_t i = 0; i < x->is_flip.n; i++) n += x->is_flip.at[i];
    assert(n == x->flips.n);
    for (size_t i = 0; i < x->flips.n; i++) assert(x->is_flip.at[x->flips.at[i]]);
}
#endif

/* The part as it was solved, all else as in the answer. */
static kerf_status assign(kf_pinned *x, const kf_solved_part *s)
{
    for (size_t i = 0; i < x->flips.n; i++)
        if (!kf_part_has(&x->part, x->flips.at[i])) KF_TRY(flip(x, x->flips.at[i], false));
    for (uint32_t i = 0; i < s->k.component.n_atoms; i++)
        KF_TRY(flip(x, s->k.atoms[i], s->values[i] != x->answer.at[s->k.atoms[i]]));
    return tidy_flips(x);
}

static kerf_status put_back(kf_pinned *x)
{
    for (size_t i = 0; i < x->flips.n; i++) KF_TRY(flip(x, x->flips.at[i], false));
    x->flips.n = 0;
    return KERF_OK;
}

/* ---- Separation ---- */

static kerf_status take_new(kf_pinned *x)
{
    kf_problem *p = x->p;
    KF_TRY(extend(x));
    KF_TRY(kf_numbers_sort_unique(x->mem, p->touched.at, &p->touched.n));
    KF_TRY(kf_reduced_update(&x->reduced, x->answer.at, p->touched.at, p->touched.n, NULL, 0));
    p->touched.n = 0;
    return KERF_OK;
}

static kerf_status separate(kf_pinned *x, bool *any)
{
    KF_CHECK(check_flips(x));
    kf_separated found;
    KF_TRY(kf_separate(x->g, false, &found));
    if (!found.complete) KF_TRY(kf_separate_rest(x->g, &found));
    *any = found.tuples + found.beside > 0;
    return take_new(x);
}

/* ---- The fractional point ---- */

static bool uses_points(const kf_pinned *x)
{
    const kf_settings *s = &x->o->settings;
    return kf_settings_use(s, KF_FRACTIONAL) && kf_settings_use(s, KF_TRANSITIVE);
}

/* By atom of the problem: the assignment in the database, and the point where there is one. */
static void spread_point(const kf_pinned *x, const kf_solved_part *s, double *point, bool *any)
{
    *any = false;
    for (size_t i = 0; i < x->answer.n; i++) point[i] = x->answer.at[i] != x->is_flip.at[i];
    for (size_t i = 0; i < s->jobs.n; i++) {
        const kf_job *j = &s->jobs.at[i];
        uint32_t n = j->point.known ? j->residual->component.n_atoms : 0;
        *any |= n > 0;
        for (uint32_t a = 0; a < n; a++) point[s->k.atoms[j->residual->atoms[a]]] = j->point.x[a];
    }
}

/* The atoms of new clauses join the part where one of them is in it. */
static kerf_status join(kf_pinned *x, size_t first)
{
    const kf_problem *p = x->p;
    for (size_t i = first; i < p->clauses.n; i++) {
        const kf_lit *l = p->literals.at + p->clauses.at[i].start;
        uint32_t n = p->clauses.at[i].n, inside = 0;
        for (uint32_t k = 0; k < n; k++) inside += kf_part_has(&x->part, kf_lit_atom(l[k]).id);
        for (uint32_t k = 0; k < n && inside > 0; k++)
            KF_TRY(kf_part_add(&x->part, &x->reduced, kf_lit_atom(l[k]).id));
    }
    return KERF_OK;
}

/* Triangles of transitive relations that the point of the part violates: they tighten its next
 * bound, and are no news to the answer, which keeps what is hard. */
static kerf_status separate_point(kf_pinned *x, const kf_solved_part *s, bool *any)
{
    size_t n = x->p->parent.n, first = x->p->clauses.n;
    kf_separated found = { 0 };
    assert(n == x->answer.n);
    *any = false;
    if (s->proven || !uses_points(x)) return KERF_OK;
    double *point = kf_mem_alloc(x->mem, n, sizeof *point);
    if (!point) return KERF_NO_MEMORY;
    spread_point(x, s, point, any);
    kerf_status st = *any ? kf_separate_triangles(x->g, point, &found) : KERF_OK;
    if (st == KERF_OK && *any) st = kf_part_want_violated(&x->part, &x->reduced, point, any);
    kf_mem_free(x->mem, point, n, sizeof *point);
    KF_TRY(st);
    *any |= found.tuples > 0;
    if (found.tuples == 0) return KERF_OK;
    KF_TRY(take_new(x));
    return join(x, first);
}

/* ---- The loop ---- */

/* The values of the part into the database, and what they violate into the problem. *over: it
 * cannot be proven here. Full solves of one part after the other that end without a proof go on to
 * do so. */
static kerf_status try_part(kf_pinned *x, const kf_solved_part *s, kf_pinned_found *out, bool *over)
{
    enum { MOST_UNPROVEN = 4 };
    bool any, tighter, grown;
    out->iterations++;
    x->unproven += !s->proven && x->limits.effort == KF_EFFORT_FULL;
    *over = x->unproven == MOST_UNPROVEN;
    if (*over) return KERF_OK;
    KF_TRY(assign(x, s));
    KF_TRY(separate(x, &any));
    *over = has_products(x->g) || kf_grounder_broken_rule(x->g) != KF_NONE;
    if (*over) return KERF_OK;
    KF_TRY(separate_point(x, s, &tighter));
    KF_TRY(kf_part_grow(&x->part, &x->reduced, &s->k, s->values, true, &grown));
    if (any || grown || tighter) return KERF_OK;
    assert(s->feasible && !isnan(s->difference));
    out->proven = s->proven;
    out->difference = s->difference;
    *over = !s->proven && x->limits.effort == KF_EFFORT_FULL;
    x->limits.effort = KF_EFFORT_FULL;
    return KERF_OK;
}

/* Those of the component that owe are in the part: of all others no set of flips saves anything. */
static kerf_status add_debts(kf_pinned *x, const kf_pin *pin)
{
    const kf_reduced *r = &x->reduced;
    uint32_t component = kf_problem_component(x->p, (kf_atom){ pin->atom });
    for (size_t i = 0; i < r->debts.n; i++) {
        uint32_t atom = r->debts.at[i];
        if (kf_reduced_owes(r, atom) && kf_problem_component(x->p, (kf_atom){ atom }) == component)
            KF_TRY(kf_part_add(&x->part, r, atom));
    }
    return KERF_OK;
}

static bool hint(const void *context, uint32_t atom)
{
    const kf_pinned *x = context;
    return x->answer.at[atom] != x->is_flip.at[atom];
}

/* A part whose proof takes a long search may be harder than the whole, which is presolved in
 * another way: then it is left to kf_cpi_run_pinned(). */
static kerf_status solve_part(kf_pinned *x, const kf_pin *pin, kf_solved_part *s)
{
    enum { QUESTIONS = 100 };
    bool full = x->limits.effort == KF_EFFORT_FULL;
    kf_part_task how = { .mem = x->mem,
                         .options = x->o,
                         .limits = &x->limits,
                         .recall = &x->recall,
                         .hint = hint,
                         .context = x,
                         .pointing = uses_points(x),
                         .questions = full ? QUESTIONS : 0 };
    return kf_part_solve(s, &x->reduced, &x->part, pin, &how);
}

/* Solves the part. It is tried if constraints around it pay for no more than they are charged: then
 * the problem costs what the part does. */
static kerf_status step(kf_pinned *x, const kf_pin *pin, kf_pinned_found *out, bool *over)
{
    kf_solved_part s;
    bool grown = false;
    KF_TRY(add_debts(x, pin));
    kerf_status st = solve_part(x, pin, &s);
    *over = st == KERF_OK && !s.feasible;
    if (st == KERF_OK && !*over)
        st = kf_part_grow(&x->part, &x->reduced, &s.k, s.values, false, &grown);
    if (st == KERF_OK && !*over && !grown) st = try_part(x, &s, out, over);
    kf_solved_part_free(&s, x->mem);
    return st;
}

/* The atoms of a component that is small enough for the whole to be solved; SIZE_MAX: more. */
static size_t size_of_whole(const kf_pinned *x, const kf_pin *pin)
{
    enum { MOST_WHOLE = 25000 };
    uint32_t component = kf_problem_component(x->p, (kf_atom){ pin->atom });
    size_t n = 0;
    for (uint32_t i = 0; i < x->p->parent.n && n <= MOST_WHOLE; i++)
        n += kf_problem_component(x->p, (kf_atom){ i }) == component;
    return n <= MOST_WHOLE ? n : SIZE_MAX;
}

/* Is the part no smaller than what presolve may leave of the whole? That has the constraints of
 * earlier runs, and so is solved in fewer rounds. Of a large component the whole takes longer. */
static bool is_too_large(const kf_pinned *x, const kf_pin *pin)
{
    enum { LEAST_PART = 1000, WHOLE = 12 };
    if (x->part.atoms.n < LEAST_PART) return false;
    size_t whole = size_of_whole(x, pin);
    return x->part.atoms.n < whole && x->part.atoms.n > whole / WHOLE;
}

static kerf_status loop(kf_pinned *x, const kf_pin *pin, kf_pinned_found *out)
{
    bool over = false;
    KF_TRY(take_new(x));
    kf_part_begin(&x->part);
    x->part.from = x->own;
    x->part.to = kf_problem_extent(x->p);
    KF_TRY(kf_part_add(&x->part, &x->reduced, pin->atom));
    while (!out->proven && !over) {
        if (out->iterations >= x->o->max_iterations || kf_limits_reached(&x->limits)) break;
        KF_TRY(step(x, pin, out, &over));
        over |= is_too_large(x, pin);
    }
    return KERF_OK;
}

/* Those of auxiliary atoms are nobody's business. */
static void hand_out(kf_pinned *x, kf_pinned_found *out)
{
    size_t n = 0;
    for (size_t i = 0; i < x->flips.n; i++) {
        uint32_t atom = x->flips.at[i];
        x->is_flip.at[atom] = false; /* the next run begins with the answer */
        if (!kf_grounder_is_auxiliary(x->g, atom)) x->flips.at[n++] = atom;
    }
    out->flips = x->flips.at;
    out->n_flips = n;
    x->flips.n = 0;
}

kerf_status kf_pinned_run(kf_pinned *x, const kf_cpi_options *o, kf_pin pin, kf_pinned_found *out)
{
    const double slack = 1e-3; /* as in cpi.c, while separation finds something */
    kf_stop grounding = kf_stop_at(o->stop, o->deadline);
    *out = (kf_pinned_found){ 0 };
    x->o = o;
    x->limits = (kf_limits){
        .deadline = o->deadline, .stop = o->stop, .effort = KF_EFFORT_LOOSE, .slack = slack
    };
    x->unproven = 0;
    assert(x->flips.n == 0);
    kf_grounder_on_stop(x->g, &grounding);
    kerf_status st = loop(x, &pin, out);
    kf_grounder_on_stop(x->g, NULL);
    kf_recall_free(&x->recall, x->mem);
    x->recall = (kf_recall){ 0 };
    out->cut = st == KERF_INTERRUPTED;
    if (out->cut) out->proven = false;
    if (st != KERF_OK && !out->cut) return st;
    if (!out->proven) return put_back(x);
    hand_out(x, out);
    return KERF_OK;
}

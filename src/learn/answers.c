/* answers.c -- inference for learning; see answers.h.
 *
 * The next best assignment is the best one that differs from all before: a hard clause for each of
 * these asks that some atom differs. Atoms of predicates that have very many count only if formulas
 * name them: assignments that differ only in others count as one. */
#include "learn/answers.h"

#include "base/check.h"
#include "ground/atoms.h"
#include "ground/score/totals.h"

#include <math.h>

enum { MOST_NAMED = 100000 };
/* Of a component in one solve, to its stop (base/stop.h): some seconds of branch and bound. */
enum { NEAR_QUESTIONS = 1000, MOST_QUESTIONS = 10000 };

typedef struct found { /* an assignment: its true atoms in the pool, predicate, then row */
    size_t start, end;
} found;

struct kf_answers {
    const kf_learning *l;
    kf_locals *locals;
    kf_example *at; /* while inference runs */
    kf_answer_ask ask;
    bool proven; /* all that was found so far */
    KF_VEC(uint32_t) pool;
    KF_VEC(found) list; /* the best first */
};

kerf_status kf_answers_new(kf_answers **out, const kf_learning *l, kf_locals *locals)
{
    kf_answers *a = kf_mem_calloc(l->mem, 1, sizeof *a);
    if (!a) return KERF_NO_MEMORY;
    a->l = l;
    a->locals = locals;
    *out = a;
    return KERF_OK;
}

void kf_answers_free(kf_answers *a)
{
    if (!a) return;
    kf_vec_free(a->l->mem, &a->pool);
    kf_vec_free(a->l->mem, &a->list);
    kf_mem_free(a->l->mem, a, 1, sizeof *a);
}

/* ---- Assignments ---- */

/* Copies the assignment in the database into the pool. */
static kerf_status keep_answer(kf_answers *a, const kf_database *d)
{
    found w = { .start = a->pool.n };
    for (uint32_t p = 0; p < d->n_predicates; p++) {
        const kf_relation *now = d->atoms[p];
        uint32_t n = now->width > 0 ? now->n : now->alive;
        if (!d->m->predicates.at[p].hidden) continue;
        if (!kf_vec_reserve(a->l->mem, &a->pool, (size_t)n * (now->width + 1)))
            return KERF_NO_MEMORY;
        for (uint32_t i = 0; i < n; i++) {
            if (now->dead && now->dead[i]) continue;
            a->pool.at[a->pool.n++] = p;
            for (uint32_t c = 0; c < now->width; c++) a->pool.at[a->pool.n++] = now->columns[c][i];
        }
    }
    w.end = a->pool.n;
    return kf_vec_push(a->l->mem, &a->list, w) ? KERF_OK : KERF_NO_MEMORY;
}

uint32_t kf_answers_count(const kf_answers *a)
{
    return a->list.n > 0 ? (uint32_t)a->list.n - 1 : 0;
}

static kerf_status clear_atoms(kf_example *x)
{
    for (uint32_t p = 0; p < x->d->n_predicates; p++) {
        const kf_relation *now = x->d->atoms[p];
        uint32_t row[KF_MOST_ARITY], n = now->width > 0 ? now->n : now->alive;
        if (!x->d->m->predicates.at[p].hidden) continue;
        for (uint32_t i = 0; i < n; i++) {
            if (now->dead && now->dead[i]) continue;
            for (uint32_t c = 0; c < now->width; c++) row[c] = now->columns[c][i];
            KF_TRY(kf_grounder_set(x->g, p, row, false));
        }
    }
    return KERF_OK;
}

static kerf_status show(const kf_answers *a, kf_example *x, const found *w)
{
    KF_TRY(clear_atoms(x));
    for (size_t at = w->start; at < w->end;) {
        uint32_t p = a->pool.at[at];
        KF_TRY(kf_grounder_set(x->g, p, a->pool.at + at + 1, true));
        at += 1 + x->d->m->predicates.at[p].arity;
        assert(at <= w->end);
    }
    return KERF_OK;
}

kerf_status kf_answers_show(kf_answers *a, kf_example *x, uint32_t index)
{
    assert(index + 1 < a->list.n);
    return show(a, x, &a->list.at[index + 1]);
}

/* ---- Inference ---- */

/* Every atom that is not as in the truth scores its cost: false ones by default, true ones by
 * name. */
static kerf_status add_losses(kf_grounder *g, uint32_t predicate, double cost)
{
    const kf_facts *truth = kf_evidence_facts(kf_grounder_database(g)->w, predicate, KF_SAID_TRUE);
    uint32_t row[KF_MOST_ARITY];
    kf_grounder_add_default(g, predicate, cost);
    for (uint32_t i = 0; i < truth->n; i++) {
        kf_atom atom;
        for (uint32_t c = 0; c < truth->width; c++) row[c] = truth->columns[c][i];
        KF_TRY(kf_grounder_atom(g, predicate, row, &atom));
        kf_problem_add_cost(kf_grounder_problem(g), atom, 2 * cost, 0);
    }
    return KERF_OK;
}

static kerf_status augment(void *context, kf_grounder *g)
{
    kf_answers *a = context;
    for (uint32_t p = 0; p < kf_grounder_database(g)->n_predicates; p++) {
        double cost = a->l->o->costs[p];
        if (kf_grounder_model(g)->predicates.at[p].hidden && cost > 0)
            KF_TRY(add_losses(g, p, cost));
    }
    return KERF_OK;
}

/* ---- Excluding assignments ---- */

static kerf_status name_atoms(kf_grounder *g)
{
    for (uint32_t p = 0; p < kf_grounder_database(g)->n_predicates; p++) {
        if (!kf_grounder_model(g)->predicates.at[p].hidden) continue;
        if (kf_grounder_open_atoms(g, p) <= MOST_NAMED) KF_TRY(kf_grounder_name_all(g, p));
    }
    return KERF_OK;
}

/* Some atom differs from this assignment. */
static kerf_status exclude(const kf_answers *a, kf_grounder *g, const found *w)
{
    double constant = 0;
    kf_atom atom;
    for (size_t at = w->start; at < w->end;
         at += 1 + kf_grounder_model(g)->predicates.at[a->pool.at[at]].arity)
        KF_TRY(kf_grounder_atom(g, a->pool.at[at], a->pool.at + at + 1, &atom));
    /* Before separation no atom is auxiliary. */
    uint32_t n = (uint32_t)kf_grounder_problem(g)->parent.n;
    kf_lit *clause = kf_mem_alloc(kf_grounder_mem(g), n, sizeof *clause);
    if (!clause) return KERF_NO_MEMORY;
    for (uint32_t i = 0; i < n; i++) clause[i] = kf_lit_of((kf_atom){ i }, false);
    kerf_status st = KERF_OK;
    for (size_t at = w->start; st == KERF_OK && at < w->end;) {
        uint32_t p = a->pool.at[at];
        st = kf_grounder_atom(g, p, a->pool.at + at + 1, &atom);
        assert(st != KERF_OK || atom.id < n);
        if (st == KERF_OK) clause[atom.id] = kf_lit_of(atom, true);
        at += 1 + kf_grounder_model(g)->predicates.at[p].arity;
    }
    if (st == KERF_OK)
        st = kf_problem_add_clause(kf_grounder_problem(g), clause, n, INFINITY, &constant);
    kf_mem_free(kf_grounder_mem(g), clause, n, sizeof *clause);
    return st;
}

static kerf_status prepare(void *context, kf_grounder *g)
{
    const kf_answers *a = context;
    KF_TRY(kf_locals_add_costs(a->locals, a->at));
    if (a->ask.augmented) KF_TRY(augment(context, g));
    if (a->list.n > 0) KF_TRY(name_atoms(g));
    for (size_t i = 0; i < a->list.n; i++) KF_TRY(exclude(a, g, &a->list.at[i]));
    return kf_grounder_check_weights(g, NULL);
}

/* ---- All of it ---- */

static void set_effort(kf_answer_effort effort, kf_cpi_options *o)
{
    bool near = effort == KF_ANSWER_NEAR;
    o->effort = near ? KF_EFFORT_LOOSE : KF_EFFORT_FULL;
    if (effort != KF_ANSWER_PROVEN) o->settings.questions = near ? NEAR_QUESTIONS : MOST_QUESTIONS;
}

static kerf_status run_inference(kf_answers *a, kf_example *x, kf_cpi_result *result)
{
    kf_cpi_options o = a->l->o->cpi;
    o.context = a;
    o.stop = a->l->o->stop;
    o.prepare = prepare;
    set_effort(a->ask.effort, &o);
    a->at = x;
    KF_TRY(kf_cpi_run(x->g, &o, result));
    a->proven =
        a->proven && (result->outcome == KERF_OPTIMAL || result->outcome == KERF_CONTRADICTION);
    return KERF_OK;
}

/* Inference needs a fresh grounder. */
static kerf_status begin_anew(const kf_answers *a, kf_example *x)
{
    kf_examples *in = x->in;
    uint32_t index = x->index;
    kf_example_close(x);
    return kf_locals_open(a->locals, in, index, x);
}

/* *more: there was another assignment. A stop is told, not taken for an answer: with fewer of them
 * weights would move otherwise, and a run that goes on from its checkpoint would differ. */
static kerf_status find_next(kf_answers *a, kf_example *x, bool *more)
{
    kf_cpi_result r;
    KF_TRY(begin_anew(a, x));
    KF_TRY(run_inference(a, x, &r));
    bool stopped = r.ending == KERF_STOPPED;
    *more = r.outcome != KERF_CONTRADICTION && r.hard_violations == 0 && !r.none;
    kf_cpi_result_free(&r, a->l->mem);
    if (stopped) return KERF_INTERRUPTED;
    return *more ? keep_answer(a, x->d) : KERF_OK;
}

static kerf_status find_others(kf_answers *a, kf_example *x)
{
    bool more = true;
    KF_TRY(keep_answer(a, x->d));
    while (more && a->list.n < a->ask.k) KF_TRY(find_next(a, x, &more));
    KF_TRY(begin_anew(a, x));
    return show(a, x, &a->list.at[0]);
}

bool kf_answers_are_proven(const kf_answers *a)
{
    return a->proven;
}

kerf_status kf_answers_find(kf_answers *a, kf_example *x, const kf_answer_ask *ask,
                            kf_cpi_result *result)
{
    assert(ask->k > 0);
    a->ask = *ask;
    a->proven = true;
    a->list.n = a->pool.n = 0;
    KF_TRY(run_inference(a, x, result));
    if (ask->k == 1 || result->outcome == KERF_CONTRADICTION || result->ending == KERF_STOPPED)
        return KERF_OK;
    kerf_status st = find_others(a, x);
    if (st != KERF_OK) kf_cpi_result_free(result, a->l->mem);
    return st;
}

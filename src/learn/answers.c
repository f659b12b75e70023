/* answers.c -- inference as learning needs it; see answers.h.
 *
 * The worlds of the iterations of cutting plane inference are each the best of a partial problem, so
 * those that break nothing hard are good ones and cost nothing to find. */
#include "learn/answers.h"

#include "model/table.h"

#include <math.h>
#include <string.h>

typedef struct met {   /* a world on the way */
    size_t start, end; /* of its atoms in the pool: predicate, then row */
    uint64_t hash;     /* of its atoms, in any order */
    double cost;
} met;

struct kf_answers {
    const kf_learning *l;
    kf_lesson *x; /* while inference runs */
    KF_VEC(uint32_t) pool;
    KF_VEC(met) worlds;
    kerf_status status;
};

kerf_status kf_answers_new(kf_answers **out, const kf_learning *l)
{
    kf_answers *a = kf_mem_calloc(l->mem, 1, sizeof *a);
    if (!a) return KERF_NO_MEMORY;
    a->l = l;
    *out = a;
    return KERF_OK;
}

void kf_answers_free(kf_answers *a)
{
    if (!a) return;
    kf_vec_free(a->l->mem, &a->pool);
    kf_vec_free(a->l->mem, &a->worlds);
    kf_mem_free(a->l->mem, a, 1, sizeof *a);
}

/* ---- Worlds on the way ---- */

/* The world in the database, into the pool. */
static kerf_status keep_world(kf_answers *a, double cost)
{
    const kf_database *d = a->x->d;
    met w = { .start = a->pool.n, .cost = cost };
    for (uint32_t p = 0; p < d->n_predicates; p++) {
        const kf_rel *now = d->atoms[p];
        uint32_t n = now->width > 0 ? now->n : now->alive;
        if (!d->m->predicates.at[p].hidden) continue;
        if (!kf_vec_reserve(a->l->mem, &a->pool, (size_t)n * (now->width + 1)))
            return KERF_NO_MEMORY;
        for (uint32_t i = 0; i < n; i++) {
            if (now->dead && now->dead[i]) continue;
            uint64_t hash = kf_row_mix(KF_ROW_SEED, p);
            a->pool.at[a->pool.n++] = p;
            for (uint32_t c = 0; c < now->width; c++) {
                hash = kf_row_mix(hash, now->columns[c][i]);
                a->pool.at[a->pool.n++] = now->columns[c][i];
            }
            w.hash += hash;
        }
    }
    w.end = a->pool.n;
    return kf_vec_push(a->l->mem, &a->worlds, w) ? KERF_OK : KERF_NO_MEMORY;
}

static void after_iteration(void *context, const kf_iteration *i)
{
    kf_answers *a = context;
    if (a->status == KERF_OK && isfinite(i->cost)) a->status = keep_world(a, i->cost);
}

/* Distinct ones other than the world at hand, the cheapest first: the first k - 1 of these. */
static kerf_status choose(kf_answers *a)
{
    size_t n = 0, last = a->worlds.n;
    KF_TRY(keep_world(a, 0));
    uint64_t best = a->worlds.at[last].hash;
    for (size_t i = 0; i < last; i++) {
        met w = a->worlds.at[i];
        size_t at = 0;
        while (at < n && a->worlds.at[at].hash != w.hash) at++;
        if (w.hash == best || at < n) continue;
        for (at = n++; at > 0 && a->worlds.at[at - 1].cost > w.cost; at--)
            a->worlds.at[at] = a->worlds.at[at - 1];
        a->worlds.at[at] = w;
    }
    a->worlds.n = n < a->l->o->k ? n : a->l->o->k - 1;
    return KERF_OK;
}

uint32_t kf_answers_count(const kf_answers *a)
{
    return (uint32_t)a->worlds.n;
}

static kerf_status clear_world(kf_lesson *x)
{
    for (uint32_t p = 0; p < x->d->n_predicates; p++) {
        const kf_rel *now = x->d->atoms[p];
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

kerf_status kf_answers_show(kf_answers *a, kf_lesson *x, uint32_t index)
{
    const met *w = &a->worlds.at[index];
    KF_TRY(clear_world(x));
    for (size_t at = w->start; at < w->end;) {
        uint32_t p = a->pool.at[at];
        KF_TRY(kf_grounder_set(x->g, p, a->pool.at + at + 1, true));
        at += 1 + x->d->m->predicates.at[p].arity;
    }
    return KERF_OK;
}

/* ---- Inference ---- */

/* Every atom that is not as in the truth scores its cost: false ones by default, true ones by name. */
static kerf_status add_losses(kf_grounder *g, uint32_t predicate, double cost)
{
    const kf_relation *truth = kf_world_relation(g->d->w, predicate, KF_SAID_TRUE);
    uint32_t row[KF_MOST_ARITY];
    for (size_t i = 0; i < g->atom_of[predicate].n; i++)
        kf_problem_add_cost(g->p, (kf_atom){ g->atom_of[predicate].at[i] }, 0, cost);
    g->default_false[predicate] += cost;
    for (uint32_t i = 0; i < truth->n; i++) {
        kf_atom atom;
        for (uint32_t c = 0; c < truth->width; c++) row[c] = truth->columns[c][i];
        KF_TRY(kf_grounder_atom(g, predicate, row, &atom));
        kf_problem_add_cost(g->p, atom, 2 * cost, 0);
    }
    return KERF_OK;
}

static kerf_status augment(void *context, kf_grounder *g)
{
    kf_answers *a = context;
    for (uint32_t p = 0; p < g->d->n_predicates; p++) {
        double cost = a->l->o->costs[p];
        if (g->d->m->predicates.at[p].hidden && cost > 0) KF_TRY(add_losses(g, p, cost));
    }
    return KERF_OK;
}

static int ask_to_stop(void *context)
{
    const kf_answers *a = context;
    return a->l->o->stop(a->l->o->context);
}

kerf_status kf_answers_find(kf_answers *a, kf_lesson *x, bool augmented, kf_cpi_result *result)
{
    kf_cpi_options o = a->l->o->cpi;
    a->x = x;
    a->status = KERF_OK;
    a->worlds.n = a->pool.n = 0;
    o.context = a;
    o.stop = a->l->o->stop ? ask_to_stop : NULL;
    o.progress = a->l->o->k > 1 ? after_iteration : NULL;
    o.prepare = augmented ? augment : NULL;
    KF_TRY(kf_cpi_run(x->g, &o, result));
    kerf_status st = a->status;
    if (st == KERF_OK && a->l->o->k > 1) st = choose(a);
    if (st != KERF_OK) kf_cpi_result_free(result, a->l->mem);
    return st;
}

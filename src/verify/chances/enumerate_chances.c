/* enumerate_chances.c -- probabilities of few open atoms: every possible world is scored by the
 * verifier, which shares nothing with grounding or elimination. */
#include "verify/chances/chances.h"

#include "base/check.h"
#include "verify/verify.h"

#include <math.h>

enum { MOST_ATOMS = 24 };
static const double MOST_STEPS = 0x1p26; /* worlds times groundings */

typedef struct worlds {
    kf_chance_file *c;
    const kf_evidence *evidence;
    const char *world; /* its name */
    kf_verifier *v;
    uint32_t atom[MOST_ATOMS], n; /* by bit of a world: place among the known */
    double *score;
    double most, size; /* the best score, and the largest by size */
} worlds;

static kf_sum total_score(const worlds *w, uint64_t *violations)
{
    kf_sum sum = { 0 };
    *violations = 0;
    for (size_t i = 0; i <= w->c->model->rules.n; i++) {
        const kf_tally *t = kf_verifier_tally(w->v, i);
        if (!t) continue;
        kf_sum_join(&sum, &t->score);
        *violations += t->violations;
    }
    return sum;
}

static kerf_status fill_world(const worlds *w, uint32_t world, kf_evidence *answer)
{
    const kf_chance_file *c = w->c;
    uint32_t file;
    KF_TRY(kf_evidence_file(answer, c->path, &file));
    for (uint32_t i = 0; i < w->n; i++) {
        const kf_known_chance *x = &c->w.known.at[w->atom[i]];
        if (world >> i & 1)
            KF_TRY(kf_evidence_add(answer, x->predicate, KF_SAID_TRUE, x->row, 0, 0, file, 1));
    }
    return kf_evidence_close(answer, c->diags);
}

/* Tallies go on from world to world: a world's are what it adds. Of sums with compensation, lest
 * what all worlds scored hides it. */
static kerf_status score_world(worlds *w, uint32_t world)
{
    const kf_chance_file *c = w->c;
    uint64_t before, after;
    kf_evidence *answer = kf_evidence_new(c->mem, c->model);
    if (!answer) return KERF_NO_MEMORY;
    kf_sum old = total_score(w, &before);
    kerf_status st = fill_world(w, world, answer);
    if (st == KERF_OK) st = kf_verifier_run(w->v, answer);
    kf_evidence_free(answer);
    if (st != KERF_OK) return st;
    kf_sum score = total_score(w, &after);
    kf_sum_add(&score, -old.sum);
    kf_sum_add(&score, -old.rest);
    w->score[world] = after > before ? -INFINITY : kf_sum_get(&score);
    w->most = fmax(w->most, w->score[world]);
    if (after == before) w->size = fmax(w->size, fabs(w->score[world]));
    return KERF_OK;
}

/* Scores are wrong by a few units of their last place, and so are their differences; exp() makes
 * that a relative error. */
static void add_up(const worlds *w)
{
    kf_chance_world *to = &w->c->w;
    kf_sum all = { 0 };
    double error = 16 * 0x1p-53 * (w->size + 2), free = 0;
    assert(isfinite(w->most)); /* some world keeps what is hard */
    for (uint32_t i = 0; i < 1u << w->n; i++) kf_sum_add(&all, exp(w->score[i] - w->most));
    for (uint32_t a = 0; a < w->n; a++) {
        kf_known_chance *x = &to->known.at[w->atom[a]];
        kf_sum some = { 0 };
        for (uint32_t i = 0; i < 1u << w->n; i++)
            if (i >> a & 1) kf_sum_add(&some, exp(w->score[i] - w->most));
        x->p = kf_sum_get(&some) / kf_sum_get(&all);
        assert(x->p >= 0 && x->p <= 1 + 1e-12);
        x->lo = fmax(x->p * (1 - error), 0);
        x->hi = fmin(x->p * (1 + error) + 1e-300, 1);
        x->unknown = false;
    }
    for (size_t i = 0; i < w->c->model->predicates.n; i++) free += (double)to->free[i];
    to->log_z = w->most + log(kf_sum_get(&all)) + free * M_LN2;
    to->log_z_lo = to->log_z - error * (1 + free);
    to->log_z_hi = to->log_z + error * (1 + free);
}

static kerf_status score_worlds(worlds *w)
{
    kf_chance_file *c = w->c;
    const kf_verify_options none = { 0 };
    size_t n = (size_t)1 << w->n;
    KF_TRY(kf_verifier_new(&w->v, c->mem, c->model, &none, c->diags));
    kerf_status st = kf_verifier_begin(w->v, w->evidence, w->world);
    for (uint32_t i = 0; st == KERF_OK && i < n; i++) st = score_world(w, i);
    kf_verifier_end(w->v);
    kf_verifier_free(w->v);
    if (st == KERF_OK) add_up(w);
    return st;
}

/* The atoms that formulas name, if they are few. */
static bool choose_atoms(worlds *w)
{
    const kf_chance_world *from = &w->c->w;
    for (uint32_t i = 0; i < from->known.n; i++) {
        if (from->known.at[i].free) continue;
        if (w->n == MOST_ATOMS) return false;
        w->atom[w->n++] = i;
    }
    return true;
}

/* Constants of functions are made by both sides, each its own: such models are not enumerated. */
kerf_status kf_chances_enumerate(kf_chance_file *c, const kf_evidence *evidence, const char *world,
                                 double groundings, bool *done)
{
    worlds w = { .c = c, .evidence = evidence, .world = world, .most = -INFINITY };
    *done = false;
    if (!choose_atoms(&w) || c->model->functions.n > 0) return KERF_OK;
    size_t n = (size_t)1 << w.n;
    if ((double)n * groundings > MOST_STEPS) return KERF_OK;
    w.score = kf_mem_alloc(c->mem, n, sizeof *w.score);
    if (!w.score) return KERF_NO_MEMORY;
    kerf_status st = score_worlds(&w);
    kf_mem_free(c->mem, w.score, n, sizeof *w.score);
    *done = st == KERF_OK;
    return st;
}

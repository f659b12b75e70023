/* gate.c -- counts the cost of an answer again and compares it with what is said; see gate.h. */
#include "infer/gate.h"

#include "base/check.h"
#include "base/hash.h"
#include "ground/ground_rule.h"
#include "ground/local/local.h"
#include "ground/score/recount.h"
#include "ground/score/totals.h"
#include "query/database.h"
#include "query/relation.h"

#include <math.h>
#include <string.h>

/* Sums of weights in another order differ by rounding: this much of the cost, and that much of what
 * was added up on the way. */
static const double OF_COST = 1e-9, OF_SUMS = 1e-11;

typedef struct recount {
    kf_grounder *g;
    kf_gate_count *counts; /* by rule */
    double cost;
    double size; /* of what was added and subtracted to get there */
    uint64_t hard;
} recount;

static void add_rule(void *context, size_t rule, uint64_t groundings, double cost, uint64_t hard)
{
    recount *now = context;
    now->counts[rule] = (kf_gate_count){ groundings, cost };
    now->cost += cost;
    now->size += fabs(cost) + kf_ground_rule_paid(kf_grounder_rule(now->g, rule));
    now->hard += hard;
}

static kerf_status count_again(kf_grounder *g, bool ordered, kf_gate_count *counts, recount *now)
{
    *now = (recount){ .g = g, .counts = counts, .cost = kf_grounder_evidence_cost(g) };
    now->size = now->cost;
    return kf_recount_all(g, ordered, add_rule, now);
}

static bool differs(const kf_grounder *g, double said, double counted, double size)
{
    double scale = kf_grounder_cost_scale(g);
    return !(fabs(said - counted) <= OF_COST * fmax(scale, fabs(counted)) + OF_SUMS * size);
}

static kerf_status refuse(kf_grounder *g, const char *what, double said, double counted)
{
    kf_diag_add(
        kf_grounder_diags(g), KERF_ERROR, NULL,
        "this is a fault of kerf: please report it with the model and the options",
        "internal check failed: %s is %.17g, and %.17g was about to be said; no answer is given",
        what, counted, said);
    return KERF_INTERNAL;
}

kerf_status kf_gate_pass(kf_grounder *g, const kf_cpi_result *r, bool ordered, kf_stop *stop,
                         kf_gate_count *counts)
{
    recount now;
    if (r->outcome == KERF_CONTRADICTION || r->none) return KERF_OK;
    assert(kf_grounder_has_costs(g)); /* else there is no cost to be compared */
    kf_grounder_on_stop(g, stop);
    kerf_status st = count_again(g, ordered, counts, &now);
    kf_grounder_on_stop(g, NULL);
    KF_TRY(st);
    if ((r->hard_violations > 0) != (now.hard > 0))
        return refuse(g, "the number of violated hard groundings", (double)r->hard_violations,
                      (double)now.hard);
    if (differs(g, r->cost, now.cost, now.size))
        return refuse(g, "the cost of the answer", r->cost, now.cost);
    if (r->hard_violations == 0 && r->cost_bound > now.cost
        && differs(g, r->cost_bound, now.cost, now.size))
        return refuse(g, "the cost of the answer, which the bound must not exceed,", r->cost_bound,
                      now.cost);
    return KERF_OK;
}

/* ---- Seals ---- */

/* A set, in whatever order its rows are. */
static void add_atoms(kf_gate_seal *seal, uint32_t predicate, const kf_relation *rel)
{
    uint32_t row[KF_MOST_ARITY];
    for (uint32_t i = 0; i < kf_relation_places(rel); i++) {
        uint64_t hash = kf_hash_add(KF_HASH_SEED, predicate);
        if (kf_relation_is_dead(rel, i)) continue;
        kf_relation_read(rel, i, row);
        for (uint32_t c = 0; c < rel->width; c++) hash = kf_hash_add(hash, row[c]);
        seal->atoms++;
        seal->a += kf_hash_mix(hash);
        seal->b += kf_hash_mix(hash ^ KF_HASH_SEED);
    }
}

static void look(const kf_grounder *g, kf_gate_seal *seal)
{
    const kf_database *d = kf_grounder_database(g);
    for (uint32_t p = 0; p < d->n_predicates; p++)
        if (d->m->predicates.at[p].hidden) add_atoms(seal, p, d->atoms[p]);
}

kerf_status kf_gate_seal_now(kf_grounder *g, bool ordered, kf_gate_count *counts,
                             kf_gate_seal *seal)
{
    recount now;
    assert(kf_grounder_has_costs(g));
    KF_TRY(count_again(g, ordered, counts, &now));
    *seal = (kf_gate_seal){ .cost = now.cost, .size = now.size, .hard = now.hard };
    seal->best = kf_grounder_best(g);
    look(g, seal);
    return KERF_OK;
}

bool kf_gate_is_sealed(const kf_grounder *g, const kf_cpi_result *r)
{
    const kf_gate_seal *is = &r->secured.seal;
    kf_gate_seal now = { 0 };
    if (r->secured.assignment.n == 0 || r->outcome == KERF_CONTRADICTION || r->none || r->lifted
        || r->hard_violations > 0 || is->hard > 0 || is->best != kf_grounder_best(g)
        || differs(g, r->cost, is->cost, is->size) || r->cost_bound > is->cost)
        return false;
    look(g, &now);
    return now.atoms == is->atoms && now.a == is->a && now.b == is->b;
}

/* ---- The end of a run ---- */

/* Has it secured another assignment, which would be the answer? */
static bool may_fall_back(const kf_grounder *g, const kf_cpi_result *r)
{
    const kf_secured *secured = &r->secured;
    return r->ending == KERF_STOPPED && secured->assignment.n > 0 && !r->lifted
           && r->hard_violations == 0 && secured->seal.best == kf_grounder_best(g);
}

kerf_status kf_gate_pass_answer(kf_grounder *g, kf_cpi_result *r, bool ordered,
                                kf_gate_count *counts)
{
    enum { QUESTIONS = 16 };
    kf_stop few = { .most = QUESTIONS };
    bool known = r->ending == KERF_STOPPED && kf_gate_is_sealed(g, r);
    if (!known && may_fall_back(g, r)) {
        kerf_status st = kf_gate_pass(g, r, ordered, &few, counts);
        if (st != KERF_INTERRUPTED) return st;
        KF_TRY(kf_cpi_fall_back(g, r));
        known = kf_gate_is_sealed(g, r);
    }
    if (!known) return kf_gate_pass(g, r, ordered, NULL, counts);
    const kf_secured *secured = &r->secured;
    if (secured->counts.n > 0)
        memcpy(counts, secured->counts.at, secured->counts.n * sizeof *counts);
    return KERF_OK;
}

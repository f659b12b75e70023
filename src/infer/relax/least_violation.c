/* least_violation.c -- both steps to the least violation; see least_violation.h. */
#include "infer/relax/least_violation.h"

#include "base/check.h"

#include <math.h>

typedef struct relaxing {
    const kf_violation_caller *by;
    kf_softening rules;
    kf_least_violation *out;
} relaxing;

/* A power of 2 above it: sums with it round as little as can be. */
static double power_above(double x)
{
    int exponent;
    frexp(x, &exponent);
    assert(ldexp(1, exponent + 1) > x);
    return ldexp(1, exponent + 1);
}

static double evidence_weight(const kf_violation_caller *by)
{
    double sum = 0;
    for (uint32_t p = 0; p < by->model->predicates.n; p++) {
        uint32_t n = kf_evidence_count(by->evidence, p, KF_SAID_SOFT);
        for (uint32_t i = 0; i < n; i++) {
            double q = kf_evidence_probability(by->evidence, p, i);
            sum += fabs(log(q / (1 - q)));
        }
    }
    return sum;
}

static kerf_status solve(relaxing *x, double weight, bool silent, kf_true_atoms *atoms,
                         kerf_result *r)
{
    kf_soften(&x->rules, weight, silent);
    return x->by->solve(x->by->context, atoms, r);
}

/* By the model as it was written. */
static kerf_status count(relaxing *x, const kf_true_atoms *atoms, kf_worth *w)
{
    kf_grounder *g;
    kf_soften_undo(&x->rules);
    KF_TRY(x->by->ground(x->by->context, &g));
    kerf_status st = kf_worth_count(g, atoms, &x->out->detail, w);
    x->by->unground(x->by->context);
    return st;
}

static bool is_better(const kf_worth *a, const kf_worth *b)
{
    return a->violations != b->violations ? a->violations < b->violations : a->cost < b->cost;
}

/* The cheaper one of as few violations. */
static void take_better(relaxing *x, kf_true_atoms *other, const kf_worth *now, double gap)
{
    kf_least_violation *out = x->out;
    bool same = now->violations == out->worth.violations;
    out->gap = INFINITY;
    if (is_better(&out->worth, now)) return;
    bool none = gap <= 1e-9 * fmax(1, now->cost); /* of the soft part alone */
    if (same) out->gap = none ? 0 : gap;
    out->worth = *now;
    kf_true_atoms swap = out->atoms;
    out->atoms = *other;
    *other = swap;
}

/* The answer is left as it is where nothing is gained. */
static kerf_status improve(relaxing *x, kerf_result *r)
{
    kf_true_atoms other = { 0 };
    kf_worth now;
    kerf_result found = { .size = sizeof found };
    x->out->gap = INFINITY;
    kerf_status st = solve(x, power_above(x->out->worth.cost), false, &other, &found);
    if (st == KERF_LIMIT) return KERF_OK; /* the first one is an answer */
    if (st == KERF_OK) st = count(x, &other, &now);
    if (st == KERF_OK) {
        take_better(x, &other, &now, found.gap);
        *r = found;
    }
    kf_true_atoms_free(&other, x->by->mem);
    return st;
}

static kerf_status relax(relaxing *x, kerf_result *r)
{
    kf_least_violation *out = x->out;
    double weight = power_above(2 * (evidence_weight(x->by) + 1));
    KF_TRY(solve(x, weight, true, &out->atoms, r));
    out->proven = r->outcome == KERF_OPTIMAL;
    KF_TRY(count(x, &out->atoms, &out->worth));
    assert(out->gap == 0);
    return out->worth.cost > 0 ? improve(x, r) : KERF_OK;
}

kerf_status kf_find_least_violation(const kf_violation_caller *by, kf_least_violation *out,
                                    kerf_result *r)
{
    relaxing x = { .by = by, .out = out };
    size_t n = by->model->rules.n + 1;
    *out = (kf_least_violation){ 0 };
    kf_text_init(&out->detail.by_formula, by->mem);
    out->detail.counts = kf_mem_calloc(by->mem, n, sizeof *out->detail.counts);
    kerf_status st = out->detail.counts ? KERF_OK : KERF_NO_MEMORY;
    if (st == KERF_OK) st = kf_soften_begin(&x.rules, by->model, by->mem);
    if (st == KERF_OK) {
        st = relax(&x, r);
        kf_soften_undo(&x.rules);
    }
    kf_soften_end(&x.rules);
    return st;
}

void kf_least_violation_free(kf_least_violation *x, const kf_violation_caller *by)
{
    size_t n = by->model->rules.n + 1;
    if (x->detail.counts) kf_mem_free(by->mem, x->detail.counts, n, sizeof *x->detail.counts);
    kf_text_free(&x->detail.by_formula);
    kf_true_atoms_free(&x->atoms, by->mem);
}

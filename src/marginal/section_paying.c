/* section_paying.c -- how often constraints of a component pay, told to those of the problem. */
#include "marginal/sections.h"

#include "base/check.h"

#include <math.h>

static const double UNIT = 0x1p-53;

/* How often a clause of the component pays, by its number before inlining. */
static double clause_pays(const kf_section *x, uint32_t clause, const double *pays)
{
    if (!x->inlined.clauses) return pays[clause];
    return kf_inlined_sum(&x->inlined, &x->inlined.clauses[clause], pays);
}

/* What the sums above round off. */
static double clause_error(const kf_section *x, uint32_t clause, const double *errors)
{
    double rounding = x->inlined.clauses ? 64 * UNIT : 0;
    return errors ? clause_pays(x, clause, errors) + rounding : NAN;
}

/* Auxiliary atoms that went: rules may have left weights on them. */
static void set_inlined(const kf_sections *c, const kf_section *x, const double *pays,
                        const double *errors)
{
    for (uint32_t i = 0; i < x->inlined.n_atoms; i++) {
        const kf_inlined_from *from = &x->inlined.atoms[i];
        kf_chance *to = &c->out->chances.at[from->of];
        double p = fmin(kf_inlined_sum(&x->inlined, from, pays), 1);
        if (errors) kf_set_chance(to, p, kf_inlined_sum(&x->inlined, from, errors) + 64 * UNIT);
        else *to = (kf_chance){ p, 0, 1, NAN, NAN, x->told.method, false };
    }
}

/* From the constraints of a component to those of the problem: in the order in which
 * kf_extract_component() copies them. A hard clause may have become several. */
void kf_section_set_paying(const kf_sections *c, const kf_section *x, const double *pays,
                           const double *errors)
{
    uint32_t clause = 0, count = x->x.component.n_clauses;
    assert(c->paying->clauses && c->paying->counts);
    set_inlined(c, x, pays, errors);
    const uint32_t *atoms = x->inlined.clauses ? x->inlined.all : x->x.atoms;
    uint32_t n = x->inlined.clauses ? x->inlined.n_all : x->x.component.n_atoms;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t a = atoms[i], k;
        for (k = c->hooks.clause_of.at[a]; k != UINT32_MAX; k = c->hooks.next_clause.at[k]) {
            const kf_clause *from = &c->p->clauses.at[k];
            bool split = isinf(from->weight) && from->weight < 0;
            c->paying->clauses[k] = clause_pays(x, clause, pays);
            c->paying->clause_errors[k] = clause_error(x, clause, errors);
            clause += split ? from->n : 1;
        }
        for (k = c->hooks.count_of.at[a]; k != UINT32_MAX; k = c->hooks.next_count.at[k]) {
            c->paying->counts[k] = pays[count];
            c->paying->count_errors[k] = errors ? errors[count] : NAN;
            count++;
        }
    }
    assert(clause == (x->inlined.clauses ? x->inlined.n_clauses : x->x.component.n_clauses));
    assert(count == x->x.component.n_clauses + x->x.component.n_counts);
}

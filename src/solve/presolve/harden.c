/* harden.c -- soft clauses of two literals that no optimum breaks become hard; see simplify.h.
 *
 * If one of its literals may become true without breaking anything hard, and costs less than the
 * clause pays, an assignment that breaks the clause is not the cheapest. So the optima stay what
 * they are, one by one. Hard pairs make cliques, whose rows say more.
 *
 * Not where there are pairs of nodes of a transitive relation. They are not free to change: bounds
 * may use hard formulas that are not in the component (KF_BEYOND). And clusterings know more of
 * soft clauses than of hard ones. */
#include "solve/presolve/simplifying.h"

static const double MARGIN = 1e-6; /* sums of soft weights drift */

/* At most, with all that pays for it. */
static bool costs_less(const kf_work *w, kf_lit l, double weight)
{
    uint32_t atom = kf_lit_atom(l).id;
    bool value = !kf_lit_negated(l);
    kf_lit not_l = kf_lit_not(l);
    double cost = w->cost[value][atom] - w->cost[!value][atom] + w->soft[not_l.code];
    return w->hard[not_l.code] == 0 && cost < weight - MARGIN * (1 + weight);
}

static void make_hard(kf_work *w, uint32_t c)
{
    const kf_lit *l = w->literals + w->start[c];
    for (uint32_t i = 0; i < 2; i++) {
        w->hard[l[i].code]++;
        w->soft[l[i].code] -= w->weight[c];
    }
    w->weight[c] = INFINITY;
    w->shrunk[kf_work_sort(INFINITY)] |= kf_work_length_bit(2);
}

kerf_status kf_work_harden(kf_work *w)
{
    if (w->s->ends) return KERF_OK;
    KF_TRY(kf_work_spend(w, w->n_clauses));
    for (uint32_t c = 0; c < w->n_clauses; c++) {
        const kf_lit *l = w->literals + w->start[c];
        if (w->n[c] != 2 || !(w->weight[c] > 0) || w->weight[c] == INFINITY) continue;
        if (costs_less(w, l[0], w->weight[c]) || costs_less(w, l[1], w->weight[c])) make_hard(w, c);
    }
    return KERF_OK;
}

/* lies.c -- kerf with a part that lies, as $KERF_LIE says: the gate must not let its answers out.
 *
 * The linker puts these functions in the place of the real ones (--wrap), so that the library
 * itself knows nothing of it. */
#include "session/session.h"

#include "ground/atoms.h"
#include "ground/ground_rule.h"
#include "ground/grounding.h"
#include "ground/local/local_rows.h"
#include "infer/cpi.h"
#include "solve/clustering/clustering.h"

#include <stdlib.h>
#include <string.h>

/* NOLINTBEGIN(clang-diagnostic-reserved-identifier): the linker has these names. */

kerf_status __real_kf_drive(const kf_solver *, kf_task *);
kerf_status __wrap_kf_drive(const kf_solver *, kf_task *);
kerf_status __real_kf_cpi_run(kf_grounder *, const kf_cpi_options *, kf_cpi_result *);
kerf_status __wrap_kf_cpi_run(kf_grounder *, const kf_cpi_options *, kf_cpi_result *);
kerf_status __real_kf_mapped_collect(kf_mapped *, const kf_database *);
kerf_status __wrap_kf_mapped_collect(kf_mapped *, const kf_database *);

kerf_status __real_kf_clustering_solve(const kf_clustering *, const kf_limits *, kf_mem *, uint64_t,
                                       kf_clustered *);
kerf_status __wrap_kf_clustering_solve(const kf_clustering *, const kf_limits *, kf_mem *, uint64_t,
                                       kf_clustered *);

kerf_status __real_kf_row_costs_end(kf_grounder *);
kerf_status __wrap_kf_row_costs_end(kf_grounder *);

static bool lies(const char *how)
{
    const char *lie = getenv("KERF_LIE");
    return lie && strcmp(lie, how) == 0;
}

/* A solver whose world is another than it says, or none, or whose bound is too high. */
kerf_status __wrap_kf_drive(const kf_solver *solver, kf_task *task)
{
    kerf_status st = __real_kf_drive(solver, task);
    if (st != KERF_OK) return st;
    if (lies("world")) task->assignment[0] = !task->assignment[0];
    if (lies("empty")) memset(task->assignment, 0, task->component->n_atoms * sizeof(bool));
    if (lies("bound")) task->solved.bound = task->solved.cost + 1;
    return st;
}

/* A clustering that is another than it says, or none, or whose bound is below its value. */
kerf_status __wrap_kf_clustering_solve(const kf_clustering *c, const kf_limits *limits, kf_mem *mem,
                                       uint64_t seed, kf_clustered *out)
{
    kerf_status st = __real_kf_clustering_solve(c, limits, mem, seed, out);
    if (st != KERF_OK) return st;
    for (uint32_t i = 0; i < c->n; i++) {
        if (lies("together")) out->cluster[i] = 0;
        if (lies("alone")) out->cluster[i] = i;
        if (lies("tangled") && i > 0) out->cluster[i] = i - 1;
    }
    if (lies("beyond")) out->gap = -1;
    return st;
}

/* Inference that says one thing and leaves another in the database. */
static kerf_status flip_one(kf_grounder *g)
{
    const kf_problem *p = kf_grounder_problem(g);
    uint32_t row[KF_MOST_ARITY], first = KF_NONE, atom = KF_NONE;
    for (uint32_t i = 0; i < p->parent.n; i++) { /* one of the first predicate that has any */
        uint32_t predicate = kf_grounder_atom_row(g, i, row);
        if (predicate >= first) continue;
        first = predicate;
        atom = i;
    }
    return atom == KF_NONE ? KERF_OK : kf_grounder_set_atom(g, atom, !kf_grounder_holds(g, atom));
}

/* The last atom of the problem that differs from this one in its last argument only, or KF_NONE. */
static uint32_t find_sibling(const kf_grounder *g, uint32_t atom)
{
    uint32_t row[KF_MOST_ARITY], other[KF_MOST_ARITY], n = 0;
    uint32_t predicate = kf_grounder_atom_row(g, atom, row);
    if (predicate != KF_NONE) n = kf_grounder_model(g)->predicates.at[predicate].arity;
    for (uint32_t i = (uint32_t)kf_grounder_problem(g)->parent.n; n > 0 && i-- > 0;) {
        if (i == atom || kf_grounder_atom_row(g, i, other) != predicate) continue;
        if (memcmp(row, other, (n - 1) * sizeof *row) == 0) return i;
    }
    return KF_NONE;
}

/* Another label for the first thing that has one: nothing hard breaks, and the cost is said as it
 * was. */
static kerf_status move_label(kf_grounder *g)
{
    for (uint32_t i = 0; i < kf_grounder_problem(g)->parent.n; i++) {
        if (!kf_grounder_holds(g, i)) continue;
        uint32_t sibling = find_sibling(g, i);
        if (sibling == KF_NONE || kf_grounder_holds(g, sibling)) continue;
        kerf_status st = kf_grounder_set_atom(g, i, false);
        return st == KERF_OK ? kf_grounder_set_atom(g, sibling, true) : st;
    }
    return KERF_OK;
}

/* Costs of local formulas that are not those of the model: the best world of a wrong problem, with
 * the cost and the bound that it has there. */
kerf_status __wrap_kf_row_costs_end(kf_grounder *g)
{
    kerf_status st = __real_kf_row_costs_end(g);
    kf_problem *p = kf_grounder_problem(g);
    for (uint32_t i = 0; st == KERF_OK && lies("weights") && i < p->parent.n; i++) {
        double swap = p->cost_true.at[i];
        p->cost_true.at[i] = p->cost_false.at[i];
        p->cost_false.at[i] = swap;
    }
    return st;
}

/* Evidence decides one more grounding of the first formula: the gate takes that as it is. */
static void decide_one(kf_grounder *g, kf_cpi_result *r)
{
    kf_ground_rule *gr = &g->rules.at[0];
    double weight = kf_grounder_model(g)->rules.at[gr->rule].weight;
    gr->decided[0]++;
    gr->paid[0] += weight;
    r->cost -= weight;
    r->cost_bound -= weight;
}

kerf_status __wrap_kf_cpi_run(kf_grounder *g, const kf_cpi_options *o, kf_cpi_result *r)
{
    kerf_status st = __real_kf_cpi_run(g, o, r);
    if (st != KERF_OK) return st;
    if (lies("cost")) r->cost -= 0.25;
    if (lies("violations")) r->hard_violations = 2;
    if (lies("proof")) r->cost_bound = r->cost + 0.25;
    if (lies("decided")) decide_one(g, r);
    if (lies("label")) return move_label(g);
    return lies("stale") ? flip_one(g) : st;
}

/* An answer that misses an atom. */
kerf_status __wrap_kf_mapped_collect(kf_mapped *m, const kf_database *d)
{
    kerf_status st = __real_kf_mapped_collect(m, d);
    if (st == KERF_OK && lies("collect") && m->atoms.n > 0) m->atoms.n--;
    return st;
}

/* NOLINTEND(clang-diagnostic-reserved-identifier) */

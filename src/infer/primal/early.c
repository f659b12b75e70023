/* early.c -- primal heuristic: a feasible assignment before the first separation, where that would
 * find very many groundings.
 *
 * The first assignment gives every atom its cheaper value. In a dense graph with a transitive
 * relation it violates millions of groundings, and separation may take all the time there is. So a
 * feasible assignment is made first: classes of nodes by the costs of pairs alone, or everything
 * false, repaired. The plans' estimates decide whether to do so, never time: it is the same on
 * every machine. */
#include "base/check.h"
#include "ground/atoms.h"
#include "ground/separate/separate.h"
#include "infer/cpi_state.h"
#include "solve/primal/near.h"

#include <math.h>
#include <string.h>

static const double MUCH = 1e5;                  /* hard groundings */
static const double WORK = 200, MOST_WORK = 2e8; /* for classes: per hard grounding, and at most */
static const uint64_t MOST_PAIRS = UINT64_C(1) << 20; /* of a relation, that are named */

typedef struct pairs {
    kf_arena arena;
    kf_component component;
    uint32_t *atoms; /* by atom of the component */
} pairs;

/* Every pair of a transitive relation has a name, so that its cost is known. */
static kerf_status name_pairs(kf_grounder *g)
{
    for (uint32_t i = 0; i < kf_grounder_database(g)->n_predicates; i++) {
        if (!kf_grounder_model(g)->predicates.at[i].hidden || !kf_grounder_is_transitive(g, i))
            continue;
        if (kf_grounder_open_atoms(g, i) <= MOST_PAIRS) KF_TRY(kf_grounder_name_all(g, i));
    }
    return KERF_OK;
}

/* All pairs with their costs, as a component of their own. */
static kerf_status gather_pairs(const kf_problem *p, pairs *x)
{
    uint32_t n = 0;
    size_t most = p->ends.n;
    double *if_true = kf_arena_room(&x->arena, most, sizeof *if_true);
    double *if_false = kf_arena_room(&x->arena, most, sizeof *if_false);
    kf_ends *ends = kf_arena_room(&x->arena, most, sizeof *ends);
    x->atoms = kf_arena_room(&x->arena, most, sizeof *x->atoms);
    if (!if_true || !if_false || !ends || !x->atoms) return KERF_NO_MEMORY;
    for (uint32_t i = 0; i < most; i++) {
        if (p->ends.at[i].relation == KF_NO_RELATION) continue;
        double least = fmin(p->cost_true.at[i], p->cost_false.at[i]);
        if_true[n] = p->cost_true.at[i] - least;
        if_false[n] = p->cost_false.at[i] - least;
        ends[n] = p->ends.at[i];
        x->atoms[n++] = i;
    }
    x->component =
        (kf_component){ .n_atoms = n, .cost_true = if_true, .cost_false = if_false, .ends = ends };
    return KERF_OK;
}

/* Classes of the nodes, by the costs of pairs alone; the rest of the assignment stays. */
static kerf_status find_classes(kf_cpi *c, const kf_limits *limits, uint64_t seed, uint64_t work,
                                pairs *x, bool *assignment)
{
    bool made;
    KF_TRY(gather_pairs(c->p, x));
    bool *local = kf_arena_alloc(&x->arena, x->component.n_atoms, sizeof *local);
    if (!local) return KERF_NO_MEMORY;
    for (uint32_t i = 0; i < x->component.n_atoms; i++) local[i] = assignment[x->atoms[i]];
    KF_TRY(kf_find_classes(&x->component, limits, c->mem, seed, work, local, &made));
    for (uint32_t i = 0; made && i < x->component.n_atoms; i++) assignment[x->atoms[i]] = local[i];
    return KERF_OK;
}

static kerf_status ask_from(kf_cpi *c, const kf_limits *limits, const bool *assignment, size_t n,
                            bool again)
{
    kf_repair_ask ask = {
        .limits = limits,
        .settings = &c->o->settings,
        .assignment = assignment,
        .n = n,
        .moved = true,
        .again = again,
    };
    return kf_cpi_repair_from(c, &ask);
}

kerf_status kf_cpi_search_classes(kf_cpi *c, const kf_limits *limits, uint64_t seed, uint64_t work)
{
    pairs x = { 0 };
    size_t n = c->p->parent.n;
    bool first = !kf_cpi_has_incumbent(c, INFINITY);
    assert(c->incumbent.n <= n + 1);
    kf_arena_init(&x.arena, c->mem);
    bool *assignment = kf_arena_alloc(&x.arena, n, sizeof *assignment);
    for (size_t i = 0; assignment && !first && i < n; i++)
        assignment[i] = i + 1 < c->incumbent.n && c->incumbent.at[i];
    kerf_status st =
        assignment ? find_classes(c, limits, seed, work, &x, assignment) : KERF_NO_MEMORY;
    if (st == KERF_OK) st = ask_from(c, limits, assignment, n, first);
    kf_arena_free(&x.arena);
    return st;
}

/* The components' assignment comes back, and the next separation looks at all of it. */
static kerf_status put_back(kf_cpi *c)
{
    const bool *assignment = kf_components_assignment(c->components);
    assert(c->now.atoms <= c->p->parent.n);
    for (uint32_t i = 0; i < c->p->parent.n; i++)
        KF_TRY(kf_grounder_set_atom(c->g, i, i < c->now.atoms && assignment[i]));
    kf_separate_anew(c->g);
    return KERF_OK;
}

/* What clusterings propose, and the rest as the components have it. */
static void propose(const kf_cpi *c, bool *assignment)
{
    const kf_clusters *x = &c->clusters;
    const bool *now = kf_components_assignment(c->components);
    for (uint32_t i = 0; i < c->p->parent.n; i++) {
        uint32_t relation = i < c->p->ends.n ? c->p->ends.at[i].relation : KF_NO_RELATION;
        assignment[i] = i < c->now.atoms && now[i];
        for (size_t k = 0; k < x->proposed.n; k++) assignment[i] &= relation != x->proposed.at[k];
    }
    for (size_t i = 0; i < x->proposition.n; i++) assignment[x->proposition.at[i]] = true;
}

static kerf_status try_proposition(kf_cpi *c)
{
    size_t n = c->p->parent.n;
    if (c->clusters.proposed.n == 0) return KERF_OK;
    bool *assignment = kf_mem_alloc(c->mem, n, sizeof *assignment);
    if (!assignment) return KERF_NO_MEMORY;
    propose(c, assignment);
    kerf_status st = ask_from(c, &c->limits, assignment, n, true);
    kf_mem_free(c->mem, assignment, n, sizeof *assignment);
    return st == KERF_OK ? put_back(c) : st;
}

kerf_status kf_cpi_start_primal(kf_cpi *c)
{
    double expected;
    bool far = kf_grounder_is_far(c->g);
    if (c->now.iteration > 1 || c->pin || c->again) return KERF_OK;
    KF_TRY(try_proposition(c));
    bool solved = c->clusters.proposed.n > 0 && !kf_settings_use(&c->o->settings, KF_BEYOND);
    if (c->whole || far || c->o->solver->bare || solved) return KERF_OK;
    KF_TRY(kf_expect_hard(c->g, &expected));
    if (!(expected > MUCH)) return KERF_OK;
    if (kf_settings_use(&c->o->settings, KF_TRANSITIVE)) {
        KF_TRY(name_pairs(c->g));
        KF_TRY(kf_cpi_search_classes(c, &c->limits, 1, 0)); /* feasible first, then better */
        c->early = kf_cpi_has_incumbent(c, INFINITY);
        uint64_t work = (uint64_t)fmin(WORK * expected, MOST_WORK);
        if (c->early) KF_TRY(kf_cpi_search_classes(c, &c->limits, 1, work));
    }
    if (!kf_cpi_has_incumbent(c, INFINITY)) KF_TRY(ask_from(c, &c->limits, NULL, 0, true));
    return put_back(c);
}

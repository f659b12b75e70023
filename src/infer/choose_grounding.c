/* choose_grounding.c -- option --ground=auto: cutting planes, or full grounding?
 *
 * Cutting planes pay where they ground little of much. Where there is little, or where many
 * iterations add a little each, the rest is ground at once, and the loop ends after one more solve.
 * How much there is comes from the plans of the queries, which are not run. The choice depends on
 * numbers of groundings, atoms and iterations, never on time: it is the same on every machine.
 *
 * Before the first iteration it grounds everything if the groundings are few, and few for each
 * atom: the loop would meet most of them anyway. Likewise if they are not many more than the rows
 * of evidence, as where evidence lists the costs of choices together: grounding them takes no more
 * than reading did. Before a solve that looks for a proof it grounds the rest of a few: formulas
 * that the answers so far keep, as those that make a relation symmetric, make proofs short. After
 * iterations 4, 8, 16 and so on it grounds the rest if that is at most so many times what is
 * ground; the factor grows with the iterations.
 *
 * Cycles cannot be written out. From iteration 4 on, nodes whose cycles come one after the other
 * are ordered, whatever is chosen for the rest. */
#include "base/check.h"
#include "ground/atoms.h"
#include "ground/forecast.h"
#include "ground/full.h"
#include "ground/graph/node_order.h"
#include "ground/ground_rule.h"
#include "ground/separate/separate.h"
#include "infer/cpi_state.h"

#include <math.h>

enum { LEAST_ATOMS = 200, LEAST_ROWS = 200, FIRST_LOOK = 4, FIRST_ORDER = 4 };
enum {
    PER_CYCLE = 40
}; /* clauses of an order that a cycle is worth: about what it takes to find */
static const double FEW = 20000, PER_ATOM = 8;         /* groundings: before the first iteration */
static const double LISTED = 1.5, MOST_LISTED = 2e6;   /* likewise: for each row of evidence */
static const double REST = 3, MOST = 4e6, BYTES = 200; /* later; and what a grounding takes */

static double open_atoms(const kf_grounder *g)
{
    double n = 0;
    for (uint32_t i = 0; i < kf_grounder_database(g)->n_predicates; i++)
        if (kf_grounder_model(g)->predicates.at[i].hidden)
            n += (double)kf_grounder_open_atoms(g, i);
    return n;
}

/* Rows of evidence. */
static double count_rows(const kf_grounder *g)
{
    const kf_database *d = kf_grounder_database(g);
    double n = 0;
    for (uint32_t i = 0; i < d->n_predicates; i++)
        if (!kf_grounder_model(g)->predicates.at[i].hidden) n += d->atoms[i]->alive;
    return n;
}

static bool fits(const kf_grounder *g, double tuples)
{
    const kf_mem *mem = kf_grounder_mem(g);
    return tuples <= MOST
           && (!mem->limit || tuples * BYTES <= (double)(mem->limit - mem->used) / 2);
}

/* What the loop has taken and what it has not, as far as separation adds it. */
static double count_ground(const kf_grounder *g)
{
    double n = 0;
    for (size_t i = 0; i < kf_grounder_n_rules(g); i++)
        n += (double)kf_ground_rule_added(kf_grounder_rule(g, i));
    return n;
}

static bool is_few(const kf_cpi *c)
{
    return c->r->chosen.open <= FEW && c->r->chosen.open <= PER_ATOM * open_atoms(c->g);
}

static bool is_listed(const kf_cpi *c)
{
    double open = c->r->chosen.open;
    return open <= MOST_LISTED && open <= LISTED * count_rows(c->g);
}

static bool is_creeping(const kf_cpi *c)
{
    double there = count_ground(c->g), rest = fmax(0, c->r->chosen.open - there);
    assert(c->now.iteration >= FIRST_LOOK);
    return rest <= REST * c->now.iteration / FIRST_LOOK * there;
}

/* Iterations 4, 8, 16 and so on. */
static bool is_look(uint32_t iteration)
{
    return iteration >= FIRST_LOOK && (iteration & (iteration - 1)) == 0;
}

/* Separation has found nothing, and there is no proof: the next solve looks for one. */
static bool is_before_proof(const kf_cpi *c)
{
    return c->now.iteration > 0 && c->limits.effort != KF_EFFORT_LOOSE && !c->o->solver->bare;
}

/* Is it time to look? Atoms and rows are counted first: for a handful, plans take longer than the
 * loop. */
static bool is_due(const kf_cpi *c)
{
    uint32_t i = c->now.iteration;
    if (!c->o->choose || c->whole || kf_grounder_has_stages(c->g)) return false;
    if (i == 0) return open_atoms(c->g) >= LEAST_ATOMS || count_rows(c->g) >= LEAST_ROWS;
    return is_before_proof(c) || is_look(i);
}

static kerf_status ground_rest(kf_cpi *c, const char *why)
{
    assert(!c->whole);
    kf_separated found;
    c->r->chosen.why = why;
    c->r->chosen.iteration = c->now.iteration;
    KF_TRY(kf_ground_rest(c->g, &found));
    c->r->groundings += found.tuples;
    c->r->groundings_with_multiplicity += found.groundings;
    c->whole = true;
    c->limits.effort = c->o->effort; /* separation has nothing more to find */
    return KERF_OK;
}

kerf_status kf_cpi_grounds_all(kf_cpi *c, bool *all)
{
    kf_chosen *chosen = &c->r->chosen;
    *all = c->o->full;
    if (*all || !c->o->wanted || !c->o->choose || kf_grounder_has_stages(c->g)) return KERF_OK;
    KF_TRY(kf_forecast_open(c->g, &chosen->open));
    *all = fits(c->g, chosen->open);
    if (*all) chosen->why = "only some atoms are asked for";
    return KERF_OK;
}

kerf_status kf_cpi_choose_grounding(kf_cpi *c)
{
    kf_chosen *chosen = &c->r->chosen;
    if (c->o->rest_at > 0 && c->now.iteration + 1 == c->o->rest_at && !kf_grounder_has_stages(c->g))
        return ground_rest(c, "asked for");
    if (!is_due(c)) return KERF_OK;
    if (isnan(chosen->open)) KF_TRY(kf_forecast_open(c->g, &chosen->open));
    if (!fits(c->g, chosen->open)) return KERF_OK;
    if (c->now.iteration == 0 && is_few(c)) return ground_rest(c, "few groundings");
    if (c->now.iteration == 0)
        return is_listed(c) ? ground_rest(c, "evidence lists them") : KERF_OK;
    if (is_before_proof(c) && c->r->chosen.open <= FEW)
        return ground_rest(c, "few groundings, and no proof yet");
    if (!is_look(c->now.iteration) || !is_creeping(c)) return KERF_OK;
    return ground_rest(c, "iterations that add little");
}

/* Walks go on from an assignment, and a step in an order is none in the world. */
kerf_status kf_cpi_order_groups(kf_cpi *c)
{
    uint32_t from = c->o->order_from ? c->o->order_from : FIRST_ORDER;
    if (c->now.iteration < from || c->found.tuples == 0 || c->o->solver->bare
        || !kf_settings_use(&c->o->settings, KF_ORDER))
        return KERF_OK;
    return kf_order_groups(c->g, c->o->order_from ? UINT32_MAX : PER_CYCLE);
}

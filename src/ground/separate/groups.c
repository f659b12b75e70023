/* groups.c -- completes the pairs of a group, so that solvers see cliques.
 *
 * A clause such as !R(a, b) v !R(a, c) v b = c constrains every two atoms of a group, here those
 * with the same a. Solvers merge such pairs into one constraint where no pair is missing among
 * their atoms (solve/presolve/gather.h). So where separation finds violated groundings of such a
 * clause, their atoms become members of the group, and the pairs of a member with every atom whose
 * literal is false now are ground as well. The current assignment pays nothing for these.
 * Invariant: no pair of members is missing, for each was ground with all others when it became a
 * member. */
#include "ground/separate/finder.h"

/* Do both literals stand for atoms of one group: same in some arguments, different variables in the
 * others? */
static bool is_same_group(const kf_literal *a, const kf_literal *b)
{
    uint32_t shared = 0;
    if (a->kind != KF_LITERAL_ATOM || b->kind != KF_LITERAL_ATOM || a->id != b->id
        || a->negated != b->negated || a->n != b->n || a->right || b->right)
        return false;
    for (uint32_t i = 0; i < a->n; i++) {
        kf_arg x = a->args[i], y = b->args[i];
        if (x.variable == y.variable && (x.variable != KF_NONE || x.constant == y.constant))
            shared++;
        else if (x.variable == KF_NONE || y.variable == KF_NONE) return false;
    }
    return shared > 0 && shared < a->n;
}

static bool has_groups(const kf_grounder *g, const kf_ground_rule *gr)
{
    const kf_compiled *c = &gr->c;
    return g->complete_groups && c->form == KF_FORM_CLAUSE && c->n_literals == c->n_observed + 2
           && is_same_group(&c->literals[c->n_observed], &c->literals[c->n_observed + 1]);
}

static kerf_status add_members(kf_grounder *g, kf_ground_rule *gr)
{
    const kf_compiled *c = &gr->c;
    for (; gr->grouped < kf_tuple_map_count(&gr->tuples[0]); gr->grouped++) {
        kf_tuple_bind(c, kf_tuple_map_tuple(&gr->tuples[0], gr->grouped), &g->binding);
        for (uint32_t i = c->n_observed; i < c->n_literals; i++) {
            uint32_t row[KF_MOST_ARITY];
            kf_literal_row(&c->literals[i], &g->binding, row);
            if (kf_database_fixed(g->d, c->literals[i].id, row) != KF_UNKNOWN) continue;
            KF_TRY(kf_tuple_map_add(&gr->members, g->mem, row, UINT32_MAX, 1, 0));
        }
    }
    return KERF_OK;
}

/* The members that are not as in a violation: two that are so were found together. */
static kerf_status list_others(const kf_grounder *g, const kf_ground_rule *gr, kf_tuple_map *others)
{
    const kf_literal *l = &gr->c.literals[gr->c.n_observed];
    kf_tuple_map_init(others, l->n);
    for (uint32_t i = 0; i < kf_tuple_map_count(&gr->members); i++) {
        const uint32_t *row = kf_tuple_map_tuple(&gr->members, i);
        if (kf_database_holds(g->d, l->id, row) == l->negated) continue;
        KF_TRY(kf_tuple_map_append(others, g->mem, row, 1, 0));
    }
    return KERF_OK;
}

static kerf_status find_pairs(kf_grounder *g, kf_ground_rule *gr, const kf_tuple_map *members)
{
    kf_cases *cases;
    kf_finder f = { .g = g, .gr = gr };
    kf_seeds seeds = { kf_tuple_map_count(members), members->tuples.at };
    if (seeds.n == 0) return KERF_OK;
    KF_TRY(kf_cases_get(g, gr, 0, &cases));
    assert(cases->n == 1); /* every literal false */
    kf_case *x = &cases->at[0];
    for (uint32_t k = 0; k < x->n_starts; k++) KF_TRY(kf_find_from(&f, x, &x->starts[k], &seeds));
    return KERF_OK;
}

kerf_status kf_complete_groups(kf_grounder *g, kf_ground_rule *gr, kf_separated *out)
{
    kf_tuple_map others;
    kf_separated beside = { 0 };
    if (gr->grouped == kf_tuple_map_count(&gr->tuples[0]) || !has_groups(g, gr)) return KERF_OK;
    gr->members.width = gr->c.literals[gr->c.n_observed].n;
    KF_TRY(add_members(g, gr));
    kerf_status st = list_others(g, gr, &others);
    if (st == KERF_OK) st = find_pairs(g, gr, &others);
    kf_tuple_map_free(&others, g->mem);
    KF_TRY(st);
    KF_TRY(kf_take_tuples(g, gr, 0, &beside));
    KF_TRY(add_members(g, gr));
    assert(gr->grouped == gr->done[0]);
    out->beside += beside.tuples;
    out->beside_groundings += beside.groundings;
    return KERF_OK;
}

/* print_problem.c -- ground atoms and the ground problem as text. */
#include "ground/graph/node_order.h"
#include "ground/grounding.h"
#include "ground/print/print_ground.h"
#include "problem/export.h"

#include <math.h>

static void print_atom(kf_text *to, const kf_grounder *g, uint32_t predicate, const uint32_t *row)
{
    const kf_predicate *p = &g->d->m->predicates.at[predicate];
    kf_text_add(to, kf_predicate_name(g->d->m, predicate));
    for (uint32_t i = 0; i < p->arity; i++) {
        kf_text_add(to, i == 0 ? KF_STR("(") : KF_STR(", "));
        kf_print_constant(to, kf_constant_text(g->d->m, p->slots[i].type, row[i]));
    }
    if (p->arity > 0) kf_text_addc(to, ')');
}

bool kf_print_ground_atom(kf_text *to, const kf_grounder *g, kf_atom atom)
{
    uint32_t row[KF_MOST_ARITY], predicate = kf_grounder_atom_row(g, atom.id, row);
    if (predicate == KF_NONE) return false;
    print_atom(to, g, predicate, row);
    return true;
}

bool kf_print_order_atom(kf_text *to, const kf_grounder *g, kf_atom atom)
{
    uint32_t pair[2], predicate = kf_grounder_ordered_pair(g, atom.id, pair);
    if (predicate == KF_NONE) return false;
    print_atom(to, g, predicate, pair);
    return true;
}

static void print_lit(kf_text *to, const kf_grounder *g, kf_lit l)
{
    if (kf_lit_negated(l)) kf_text_addc(to, '!');
    if (!kf_print_ground_atom(to, g, kf_lit_atom(l))) {
        kf_text_addf(to, "x%u", kf_lit_atom(l).id + 1);
    }
}

static void print_weight(kf_text *to, double weight)
{
    kf_text_add(to, KF_STR("  "));
    if (isinf(weight)) kf_text_add(to, weight > 0 ? KF_STR("hard") : KF_STR("hard, not"));
    else kf_add_cost(to, weight);
    kf_text_add(to, KF_STR("  "));
}

/* ---- Components ---- */

typedef struct component {
    uint32_t atoms, clauses, cardinalities;
} component;

static void count_components(const kf_problem *p, component *by_atom)
{
    for (uint32_t i = 0; i < p->parent.n; i++) {
        by_atom[kf_problem_component(p, (kf_atom){ i })].atoms++;
    }
    for (size_t i = 0; i < p->clauses.n; i++) {
        kf_atom first = kf_lit_atom(p->literals.at[p->clauses.at[i].start]);
        by_atom[kf_problem_component(p, first)].clauses++;
    }
    for (size_t i = 0; i < p->cardinalities.n; i++) {
        if (p->cardinalities.at[i].n == 0) continue;
        kf_atom first = kf_lit_atom(p->literals.at[p->cardinalities.at[i].start]);
        by_atom[kf_problem_component(p, first)].cardinalities++;
    }
}

/* A component goes by its first atom. */
static void print_components(kf_text *to, const kf_grounder *g)
{
    const kf_problem *p = g->p;
    component *list = kf_mem_calloc(to->mem, p->parent.n, sizeof *list);
    if (!list) {
        to->failed = true;
        return;
    }
    count_components(p, list);
    kf_text_add(to, KF_STR("\ncomponents\n"));
    for (uint32_t i = 0; i < p->parent.n && !to->failed; i++) {
        const component *c = &list[i];
        if (c->atoms == 0) continue;
        kf_text_addf(to, "  x%u: %u atom%s", i + 1, c->atoms, c->atoms == 1 ? "" : "s");
        if (c->clauses > 0) {
            kf_text_addf(to, ", %u clause%s", c->clauses, c->clauses == 1 ? "" : "s");
        }
        if (c->cardinalities > 0) {
            kf_text_addf(to, ", %u cardinalit%s", c->cardinalities,
                         c->cardinalities == 1 ? "y" : "ies");
        }
        kf_text_addc(to, '\n');
    }
    kf_mem_free(to->mem, list, p->parent.n, sizeof *list);
}

/* ---- Constraints ---- */

static void print_atoms(kf_text *to, const kf_grounder *g)
{
    const kf_problem *p = g->p;
    kf_text_add(to, KF_STR("\natoms\n"));
    for (uint32_t i = 0; i < p->parent.n && !to->failed; i++) {
        kf_text_addf(to, "  x%u  ", i + 1);
        if (!kf_print_ground_atom(to, g, (kf_atom){ i })) kf_text_add(to, KF_STR("auxiliary"));
        if (p->cost_true.at[i] != 0) {
            kf_text_add(to, KF_STR(", true costs "));
            kf_add_cost(to, p->cost_true.at[i]);
        }
        if (p->cost_false.at[i] != 0) {
            kf_text_add(to, KF_STR(", false costs "));
            kf_add_cost(to, p->cost_false.at[i]);
        }
        kf_text_addc(to, '\n');
    }
}

static void print_clauses(kf_text *to, const kf_grounder *g)
{
    const kf_problem *p = g->p;
    if (p->clauses.n > 0) kf_text_add(to, KF_STR("\nclauses\n"));
    for (size_t i = 0; i < p->clauses.n && !to->failed; i++) {
        const kf_clause *c = &p->clauses.at[i];
        print_weight(to, c->weight);
        for (uint32_t k = 0; k < c->n; k++) {
            if (k > 0) kf_text_add(to, KF_STR(" v "));
            print_lit(to, g, p->literals.at[c->start + k]);
        }
        kf_text_addc(to, '\n');
    }
}

static void print_cardinality(kf_text *to, const kf_grounder *g, const kf_cardinality *c)
{
    const kf_problem *p = g->p;
    print_weight(to, c->weight);
    if (c->least == c->most) kf_text_addf(to, "exactly %llu", (unsigned long long)c->least);
    else if (c->most == UINT64_MAX) kf_text_addf(to, "at least %llu", (unsigned long long)c->least);
    else if (c->least == 0) kf_text_addf(to, "at most %llu", (unsigned long long)c->most);
    else {
        kf_text_addf(to, "%llu to %llu", (unsigned long long)c->least, (unsigned long long)c->most);
    }
    kf_text_add(to, KF_STR(" of"));
    for (uint32_t k = 0; k < c->n; k++) {
        uint32_t times = p->coefficients.at[c->start + k];
        kf_text_add(to, k == 0 ? KF_STR(" ") : KF_STR(", "));
        if (times != 1) kf_text_addf(to, "%u times ", times);
        print_lit(to, g, p->literals.at[c->start + k]);
    }
    kf_text_addc(to, '\n');
}

void kf_print_problem(kf_text *to, const kf_grounder *g)
{
    const kf_problem *p = g->p;
    kf_text_add(to, KF_STR("score = "));
    kf_add_cost(to, g->best);
    kf_text_add(to, KF_STR(" - cost\n"));
    for (uint32_t i = 0; i < g->d->n_predicates; i++) {
        if (g->default_true[i] == 0 && g->default_false[i] == 0) continue;
        kf_str name = kf_predicate_name(g->d->m, i);
        kf_text_addf(to, "every other open atom of %.*s: true costs ", (int)name.n, name.at);
        kf_add_cost(to, g->default_true[i]);
        kf_text_add(to, KF_STR(", false costs "));
        kf_add_cost(to, g->default_false[i]);
        kf_text_addc(to, '\n');
    }
    if (p->parent.n > 0) print_atoms(to, g);
    print_clauses(to, g);
    if (p->cardinalities.n > 0) kf_text_add(to, KF_STR("\ncardinalities\n"));
    for (size_t i = 0; i < p->cardinalities.n && !to->failed; i++) {
        print_cardinality(to, g, &p->cardinalities.at[i]);
    }
    if (p->parent.n > 0) print_components(to, g);
}

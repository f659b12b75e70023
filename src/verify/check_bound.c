/* check_bound.c -- asserts that what was read of a certificate is well formed, before it is
 * checked. */
#include "base/check.h"
#include "verify/bound.h"

#include <math.h>

#ifndef NDEBUG

/* n indices below `end`. */
static void check_map(const kf_bound_map *m, size_t n, size_t end)
{
    assert(m->n == n && (m->n_slots & (m->n_slots - 1)) == 0);
    assert(m->n <= m->n_slots);
    size_t used = 0;
    for (uint64_t i = 0; i < m->n_slots; i++) {
        if (m->slots[i].index == KF_NONE) continue;
        assert(m->slots[i].index < end);
        used++;
    }
    assert(used == n);
}

static void check_low(const kf_low *x)
{
    assert(x->high >= 0 && isfinite(x->high) && isfinite(x->low) && fabs(x->low) <= x->high);
}

static void check_atom(const kf_bound *b, uint32_t id)
{
    const kf_bound_atom *a = &b->atoms.at[id];
    const kf_model *m = b->v->model;
    check_low(&a->if_true);
    check_low(&a->if_false);
    if (a->predicate == KF_NONE) {
        assert(a->row < b->definitions.n && b->definitions.at[a->row].atom == id);
        assert(id < b->n_listed);
        return;
    }
    if (a->predicate == KF_BOUND_ORDER) {
        assert(a->row + 3 <= b->rows.n && b->rows.at[a->row] < m->predicates.n);
        assert(b->rows.at[a->row + 1] != b->rows.at[a->row + 2] && id < b->n_listed);
        return;
    }
    assert(a->predicate < m->predicates.n && m->predicates.at[a->predicate].hidden);
    assert(a->row + m->predicates.at[a->predicate].arity <= b->rows.n);
    assert(kf_bound_find_atom(b, a->predicate, b->rows.at + a->row) == id);
}

/* Ascending, each atom once, all of them below `end`. */
static void check_terms(const kf_bound *b, size_t start, uint32_t n, uint32_t end)
{
    assert(n > 0 && start + n <= b->terms.n);
    for (uint32_t i = 0; i < n; i++) {
        const kf_bound_term *t = &b->terms.at[start + i];
        assert(t->coefficient > 0 && t->literal / 2 < end);
        assert(i == 0 || t[-1].literal / 2 < t->literal / 2);
    }
}

static void check_constraint(const kf_bound *b, uint32_t id)
{
    const kf_bound_constraint *c = &b->constraints.at[id];
    check_terms(b, c->start, c->n, b->n_listed);
    for (uint32_t i = 0; !c->count && i < c->n; i++)
        assert(b->terms.at[c->start + i].coefficient == 1);
    assert(c->count || (c->least == 0 && c->most == 0));
    check_low(&c->when_false);
    check_low(&c->when_true);
    assert(kf_bound_find(b, c, b->terms.at + c->start) == id);
}

static void check_row(const kf_bound *b, const kf_proof_component *c, const kf_proof_row *r)
{
    (void)b;
    assert(r->constraint >= c->first_constraint && r->constraint < c->end_constraint);
    assert(r->multiplier >= 0 && isfinite(r->multiplier));
}

/* Atoms and constraints of blocks are of the component, and variables follow each other. */
static void check_blocks(const kf_bound *b, const kf_proof_component *c)
{
    assert(c->first_block <= c->end_block && c->end_block <= b->blocks.n);
    for (uint32_t i = c->first_block; i < c->end_block; i++) {
        const kf_proof_block *x = &b->blocks.at[i];
        size_t atom = x->first_atom;
        assert(x->first_member < x->end_member && x->end_member <= b->members.n);
        for (size_t m = x->first_member; m < x->end_member; m++)
            assert(b->members.at[m].constraint >= c->first_constraint
                   && b->members.at[m].constraint < c->end_constraint);
        assert(x->first_variable <= x->end_variable && x->end_variable <= b->variables.n);
        for (size_t v = x->first_variable; v < x->end_variable; v++) {
            assert(b->variables.at[v].first == atom && b->variables.at[v].end > atom);
            atom = b->variables.at[v].end;
        }
        assert(x->end_atom == atom && atom <= b->block_atoms.n);
        for (size_t k = x->first_atom; k < x->end_atom; k++)
            assert(b->block_atoms.at[k] >= c->first_atom && b->block_atoms.at[k] < c->end_atom);
    }
}

/* In prefix order a tree is complete at its last node, and not before. */
static void check_tree(const kf_bound *b, const kf_proof_component *c)
{
    uint64_t missing = 1;
    assert(c->first_node < c->end_node && c->end_node <= b->nodes.n);
    for (size_t i = c->first_node; i < c->end_node; i++) {
        const kf_proof_node *node = &b->nodes.at[i];
        assert(missing > 0);
        if (node->kind == KF_PROOF_BRANCH) {
            assert(node->atom >= c->first_atom && node->atom < c->end_atom);
            missing++;
        } else {
            assert(node->first_row <= node->end && node->end <= b->proof_rows.n);
            for (size_t k = node->first_row; k < node->end; k++)
                check_row(b, c, &b->proof_rows.at[k]);
            missing--;
        }
    }
    assert(missing == 0);
}

/* Components follow each other without a gap. */
static void check_components(const kf_bound *b)
{
    uint32_t atom = 0, constraint = 0;
    size_t node = 0;
    for (size_t i = 0; i < b->components.n; i++) {
        const kf_proof_component *c = &b->components.at[i];
        assert(c->first_atom == atom && c->end_atom >= atom);
        assert(c->first_constraint == constraint && c->end_constraint >= constraint);
        assert(c->first_node == node);
        for (uint32_t k = c->first_constraint; k < c->end_constraint; k++) {
            const kf_bound_constraint *x = &b->constraints.at[k];
            assert(b->terms.at[x->start].literal / 2 >= c->first_atom);
            assert(b->terms.at[x->start + x->n - 1].literal / 2 < c->end_atom);
        }
        check_blocks(b, c);
        check_tree(b, c);
        atom = c->end_atom;
        constraint = c->end_constraint;
        node = c->end_node;
    }
    assert(atom == b->n_listed && constraint == b->constraints.n && node == b->nodes.n);
}

static void check_neighbours(const kf_bound *b)
{
    for (uint32_t i = 0; b->near && i < b->n_listed; i++) {
        bool itself = false;
        assert(b->near_start[i] <= b->near_start[i + 1]);
        for (uint32_t k = b->near_start[i]; k < b->near_start[i + 1]; k++) {
            assert(b->near[k] < b->n_listed);
            assert(k == b->near_start[i] || b->near[k - 1] < b->near[k]);
            itself |= b->near[k] == i;
        }
        assert(itself);
    }
}

void kf_bound_check(const kf_bound *b)
{
    assert(b->at <= b->text.n && b->n_listed <= b->atoms.n);
    check_map(&b->atom_map, b->atoms.n - b->definitions.n - b->n_orders, b->atoms.n);
    check_map(&b->definition_map, b->definitions.n, b->definitions.n);
    check_map(&b->constraint_map, b->constraints.n, b->constraints.n);
    for (uint32_t i = 0; i < b->atoms.n; i++) check_atom(b, i);
    for (size_t i = 0; i < b->definitions.n; i++) {
        const kf_bound_definition *d = &b->definitions.at[i];
        assert(d->n >= 2 && d->atom < b->n_listed);
        check_terms(b, d->start, d->n, d->atom);
    }
    for (uint32_t i = 0; i < b->constraints.n; i++) check_constraint(b, i);
    check_components(b);
    check_neighbours(b);
}

#else

void kf_bound_check(const kf_bound *b)
{
    (void)b;
}

#endif

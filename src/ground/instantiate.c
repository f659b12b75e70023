/* instantiate.c -- one tuple's ground formula, simplified by evidence, as clauses of the problem.
 *
 * A clause of plain atoms is written straight down. Quantified parts and formulas that are not
 * clauses become a small tree of literals, AND and OR; evidence has already decided what it can.
 * An AND below an OR (or the reverse) gets an auxiliary atom with hard clauses in the one direction
 * that the sign of the weight needs. */
#include "base/reach.h"
#include "ground/grounding.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef enum node_kind { NODE_FALSE, NODE_TRUE, NODE_LIT, NODE_AND, NODE_OR } node_kind;

typedef struct node {
    uint8_t kind;
    kf_lit lit;
    uint32_t n;
    struct node **kids;
} node;

typedef struct builder {
    kf_grounder *g;
    const kf_rule *r;
    kf_binding *b;
    kf_arena scratch;
    KF_VEC(node *) stack;
    KF_VEC(kf_lit) lits;
    kerf_status status;
} builder;

static node *fail(builder *x, kerf_status status)
{
    if (x->status == KERF_OK) x->status = status;
    return NULL;
}

static node *new_node(builder *x, node_kind kind)
{
    node *n = kf_arena_alloc(&x->scratch, 1, sizeof *n);
    if (!n) return fail(x, KERF_NO_MEMORY);
    n->kind = (uint8_t)kind;
    return n;
}

static node *truth(builder *x, bool value)
{
    return new_node(x, value ? NODE_TRUE : NODE_FALSE);
}

static bool push(builder *x, node *n)
{
    if (!n) return false;
    if (kf_vec_push(x->g->mem, &x->stack, n)) return true;
    fail(x, KERF_NO_MEMORY);
    return false;
}

static bool add_lit(builder *x, kf_lit l)
{
    if (kf_vec_push(x->g->mem, &x->lits, l)) return true;
    fail(x, KERF_NO_MEMORY);
    return false;
}

/* A hidden atom: what evidence fixes is decided, the rest is a literal. */
static node *atom_node(builder *x, uint32_t predicate, const uint32_t *row, bool negated)
{
    kf_truth fixed = kf_database_fixed(x->g->d, predicate, row);
    if (fixed != KF_UNKNOWN) return truth(x, (fixed == KF_TRUE) != negated);
    node *n = new_node(x, NODE_LIT);
    kf_atom atom;
    if (!n) return NULL;
    kerf_status st = kf_grounder_atom(x->g, predicate, row, &atom);
    if (st != KERF_OK) return fail(x, st);
    n->lit = kf_lit_of(atom, negated);
    return n;
}

static int by_literal(const void *a, const void *b)
{
    uint32_t x = (*(node *const *)a)->lit.code, y = (*(node *const *)b)->lit.code;
    return (x > y) - (x < y);
}

/* Literals come first, the other kids as they are; how many literals there are. */
static uint32_t part_kids(const node *t, node **to)
{
    uint32_t n = 0, rest;
    for (uint32_t i = 0; i < t->n; i++)
        if (t->kids[i]->kind == NODE_LIT) to[n++] = t->kids[i];
    rest = n;
    for (uint32_t i = 0; i < t->n; i++)
        if (t->kids[i]->kind != NODE_LIT) to[rest++] = t->kids[i];
    return n;
}

/* Each literal once. An atom with both signs among the kids decides. */
static node *settle_kids(builder *x, node *t)
{
    node **kids = kf_arena_alloc(&x->scratch, t->n, sizeof *kids);
    uint32_t kept = 0;
    if (!kids) return fail(x, KERF_NO_MEMORY);
    uint32_t n = part_kids(t, kids);
    if (n > 1) qsort(kids, n, sizeof *kids, by_literal);
    for (uint32_t i = 0; i < t->n; i++) {
        uint32_t last = i < n && kept > 0 ? kids[kept - 1]->lit.code : UINT32_MAX;
        if (i < n && last == (kids[i]->lit.code ^ 1)) return truth(x, t->kind == NODE_OR);
        if (i >= n || last != kids[i]->lit.code) kids[kept++] = kids[i];
    }
    t->kids = kids;
    t->n = kept;
    return kept == 1 ? kids[0] : t;
}

/* Kids that stand on the stack from `from` on. */
static node *join(builder *x, node_kind kind, size_t from)
{
    node_kind neutral = kind == NODE_AND ? NODE_TRUE : NODE_FALSE;
    node_kind absorbing = kind == NODE_AND ? NODE_FALSE : NODE_TRUE;
    assert(from <= x->stack.n);
    size_t n = x->stack.n - from;
    node **kids = x->stack.at + from;
    size_t total = 0;
    x->stack.n = from;
    for (size_t i = 0; i < n; i++) {
        if (kids[i]->kind == absorbing) return kids[i];
        if (kids[i]->kind != neutral) total += kids[i]->kind == kind ? kids[i]->n : 1;
    }
    node *all = new_node(x, total ? kind : neutral);
    if (!all || !total) return all;
    all->kids = kf_arena_alloc(&x->scratch, total, sizeof(node *));
    if (!all->kids) return fail(x, KERF_NO_MEMORY);
    for (size_t i = 0; i < n; i++) {
        if (kids[i]->kind == neutral) continue;
        if (kids[i]->kind == kind) {
            memcpy(all->kids + all->n, kids[i]->kids, kids[i]->n * sizeof(node *));
            all->n += kids[i]->n;
        } else {
            all->kids[all->n++] = kids[i];
        }
    }
    return settle_kids(x, all);
}

static node *expand(builder *, const kf_logic *, bool negated, bool *defined);

static node *expand_atom(builder *x, const kf_logic *f, bool negated, bool *defined)
{
    const kf_predicate *p = &x->g->d->m->predicates.at[f->id];
    if (!p->hidden) {
        return truth(x, kf_eval_logic(x->g->d, x->r, f, x->b, defined) != negated);
    }
    uint32_t row[KF_MOST_ARITY];
    for (uint32_t i = 0; i < p->arity; i++) {
        if (!kf_eval_constant(x->g->d, f->args[i], x->b, &row[i])) {
            *defined = false;
            return truth(x, false);
        }
    }
    return atom_node(x, f->id, row, f->negated != negated);
}

/* One instance; false: it settles the quantifier (*settled), or see status. */
static bool expand_instance(builder *x, const kf_logic *f, bool negated, bool or, node **settled)
{
    bool defined = true;
    *settled = NULL;
    if (kf_grounder_spend(x->g, 1) != KERF_OK) return fail(x, KERF_INTERRUPTED) != NULL;
    node *kid = expand(x, f->kids[0], negated, &defined);
    if (!kid) return false;
    if (!defined) return true;
    if (kid->kind != (or ? NODE_TRUE : NODE_FALSE)) return push(x, kid);
    *settled = kid;
    return false;
}

static node *expand_quantifier(builder *x, const kf_logic *f, bool negated)
{
    bool or = (f->kind == KF_LOGIC_EXIST) != negated, more = true;
    size_t from = x->stack.n;
    node *settled = NULL;
    if (x->r->variables[f->id].type == KF_TYPE_NUMBER) {
        kf_numbers numbers;
        kf_numbers_begin(&numbers, x->g->d, f, x->b);
        while (more && kf_numbers_next(&numbers, &x->b->numbers[f->id])) {
            more = expand_instance(x, f, negated, or, &settled);
        }
        kf_numbers_end(&numbers);
    } else {
        kf_values values;
        kf_values_begin(&values, x->g->d, x->r, f, x->b, true);
        while (more && kf_values_next(&values, &x->b->ids[f->id])) {
            more = expand_instance(x, f, negated, or, &settled);
        }
        kf_values_end(&values);
    }
    if (more) return join(x, or ? NODE_OR : NODE_AND, from);
    x->stack.n = from;
    return settled;
}

/* Every kid is looked at, even when one has decided: another may be undefined. */
static node *expand(builder *x, const kf_logic *f, bool negated, bool *defined)
{
    node_kind kind = (f->kind == KF_LOGIC_AND) != negated ? NODE_AND : NODE_OR;
    size_t from = x->stack.n;
    switch (f->kind) {
    case KF_LOGIC_ATOM: return expand_atom(x, f, negated, defined);
    case KF_LOGIC_AND:
    case KF_LOGIC_OR:
        for (uint32_t i = 0; i < f->n; i++) {
            if (!push(x, expand(x, f->kids[i], negated, defined))) return NULL;
        }
        return join(x, kind, from);
    case KF_LOGIC_EXIST:
    case KF_LOGIC_FORALL: return expand_quantifier(x, f, negated);
    default: return truth(x, kf_eval_logic(x->g->d, x->r, f, x->b, defined) != negated);
    }
}

/* ---- Is it decided after all? ---- */

typedef struct letters {
    uint32_t atoms[KF_MOST_TRIED], n, uses;
    bool too_many;
} letters;

static void collect(const node *t, letters *l)
{
    if (t->kind == NODE_LIT) {
        uint32_t atom = kf_lit_atom(t->lit).id;
        l->uses++;
        for (uint32_t i = 0; i < l->n; i++) {
            if (l->atoms[i] == atom) return;
        }
        if (l->n == KF_MOST_TRIED) l->too_many = true;
        else l->atoms[l->n++] = atom;
    }
    for (uint32_t i = 0; i < t->n; i++) collect(t->kids[i], l);
}

static bool holds(const node *t, const letters *l, uint32_t assignment)
{
    bool and = t->kind == NODE_AND;
    switch (t->kind) {
    case NODE_TRUE: return true;
    case NODE_FALSE: return false;
    case NODE_LIT: {
        uint32_t i = 0;
        while (l->atoms[i] != kf_lit_atom(t->lit).id) i++;
        assert(i < l->n);
        return (assignment >> i & 1) != kf_lit_negated(t->lit);
    }
    default:
        for (uint32_t i = 0; i < t->n; i++) {
            if (holds(t->kids[i], l, assignment) != and) return !and;
        }
        return and;
    }
}

/* Where an atom stands more than once, a formula may be constant without looking so. */
static node *settle(builder *x, node *t)
{
    letters l = { 0 };
    if (!t || t->kind <= NODE_LIT) return t;
    collect(t, &l);
    if (l.too_many || l.uses == l.n) return t;
    bool first = holds(t, &l, 0);
    for (uint32_t assignment = 1; assignment < 1u << l.n; assignment++) {
        if (holds(t, &l, assignment) != first) return t;
    }
    return truth(x, first);
}

/* ---- Into the problem ---- */

static bool add_clause(builder *x, size_t from, double weight)
{
    double constant = 0;
    kerf_status st = kf_problem_add_clause(x->g->p, x->lits.at + from, (uint32_t)(x->lits.n - from),
                                           weight, &constant);
    x->lits.n = from;
    if (st == KERF_OK) return true;
    fail(x, st);
    return false;
}

static bool literal_for(builder *, const node *, bool implies_part, kf_lit *);

/* Literals for the kids, on top of those that are there. */
static bool kid_literals(builder *x, const node *t, bool implies_part)
{
    for (uint32_t i = 0; i < t->n; i++) {
        kf_lit kid;
        if (!literal_for(x, t->kids[i], implies_part, &kid) || !add_lit(x, kid)) return false;
    }
    return true;
}

/* z => each kid of an AND; or each kid of an OR => z. */
static bool bind_each(builder *x, kf_lit z, size_t kids, uint32_t n, bool implies_part)
{
    for (uint32_t i = 0; i < n; i++) {
        kf_lit kid = x->lits.at[kids + i];
        size_t from = x->lits.n;
        if (!add_lit(x, implies_part ? kf_lit_not(z) : z)
            || !add_lit(x, implies_part ? kid : kf_lit_not(kid))
            || !add_clause(x, from, INFINITY)) {
            return false;
        }
    }
    return true;
}

/* z => some kid of an OR; or all kids of an AND => z. */
static bool bind_together(builder *x, kf_lit z, size_t kids, uint32_t n, bool implies_part)
{
    size_t from = x->lits.n;
    if (!add_lit(x, implies_part ? kf_lit_not(z) : z)) return false;
    for (uint32_t i = 0; i < n; i++) {
        kf_lit kid = x->lits.at[kids + i];
        if (!add_lit(x, implies_part ? kid : kf_lit_not(kid))) return false;
    }
    return add_clause(x, from, INFINITY);
}

/* A literal for a part: itself, or an auxiliary z. implies_part: z => part is enough (the part is
 * wanted true), else part => z (it is wanted false). */
static bool literal_for(builder *x, const node *t, bool implies_part, kf_lit *out)
{
    if (t->kind == NODE_LIT) {
        *out = t->lit;
        return true;
    }
    assert(t->kind == NODE_AND || t->kind == NODE_OR); /* join() leaves no constant in a part */
    kf_atom atom;
    size_t from = x->lits.n;
    if (!kid_literals(x, t, implies_part)) return false;
    assert(x->lits.n == from + t->n);
    kerf_status st = kf_grounder_define(x->g, t->kind == NODE_AND, x->lits.at + from, t->n, &atom);
    if (st != KERF_OK) {
        fail(x, st);
        return false;
    }
    *out = kf_lit_of(atom, false);
    bool each = (t->kind == NODE_AND) == implies_part;
    bool bound = each ? bind_each(x, *out, from, t->n, implies_part)
                      : bind_together(x, *out, from, t->n, implies_part);
    x->lits.n = from;
    return bound;
}

/* One clause over the parts of an AND or OR, each as a literal, turned or not. */
static bool parts_clause(builder *x, const node *t, bool wanted, bool turned, double weight)
{
    size_t from = x->lits.n;
    for (uint32_t i = 0; i < t->n; i++) {
        kf_lit kid;
        if (!literal_for(x, t->kids[i], wanted, &kid)) return false;
        if (!add_lit(x, turned ? kf_lit_not(kid) : kid)) return false;
    }
    return add_clause(x, from, weight);
}

/* Pay `weight` where the formula is not as wanted. An OR wanted true, or an AND wanted false, is a
 * clause. The other two pay where some literal of a clause holds, which is a negative weight; hard,
 * each part goes on its own. */
static bool pay_unless(builder *x, const node *t, bool wanted, double weight)
{
    assert(t->kind >= NODE_LIT && weight >= 0);
    if (t->kind == NODE_LIT) {
        return add_lit(x, wanted ? t->lit : kf_lit_not(t->lit))
               && add_clause(x, x->lits.n - 1, weight);
    }
    if ((t->kind == NODE_OR) == wanted) return parts_clause(x, t, wanted, !wanted, weight);
    if (!isinf(weight)) return parts_clause(x, t, wanted, wanted, -weight);
    for (uint32_t i = 0; i < t->n; i++) {
        if (!pay_unless(x, t->kids[i], wanted, weight)) return false;
    }
    return true;
}

/* ---- Tuples ---- */

/* The hidden literals of a clause under the binding. */
static node *clause_tree(builder *x, const kf_compiled *c)
{
    size_t from = x->stack.n;
    for (uint32_t i = c->n_observed; i < c->n_literals; i++) {
        const kf_literal *l = &c->literals[i];
        bool defined = true;
        node *n;
        if (l->kind == KF_LITERAL_ATOM) {
            uint32_t row[KF_MOST_ARITY];
            for (uint32_t k = 0; k < l->n; k++) {
                row[k] = l->args[k].variable == KF_NONE ? l->args[k].constant
                                                        : x->b->ids[l->args[k].variable];
            }
            n = atom_node(x, l->id, row, l->negated);
        } else {
            n = expand(x, l->tree, l->negated, &defined);
        }
        if (!push(x, n)) return NULL;
    }
    return join(x, NODE_OR, from);
}

bool kf_is_plain(const kf_compiled *c)
{
    if (c->form != KF_FORM_CLAUSE || c->n_literals - c->n_observed > KF_MOST_PLAIN) return false;
    for (uint32_t i = c->n_observed; i < c->n_literals; i++) {
        if (c->literals[i].kind != KF_LITERAL_ATOM) return false;
    }
    return true;
}

void kf_ground_prefetch(const kf_grounder *g, const kf_ground_rule *gr, int side, uint32_t entry,
                        kf_binding *b)
{
    const kf_compiled *c = &gr->c;
    if (entry >= kf_tuple_map_count(&gr->tuples[side]) || !gr->plain) return;
    kf_tuple_bind(c, kf_tuple_map_tuple(&gr->tuples[side], entry), b);
    for (uint32_t i = c->n_observed; i < c->n_literals; i++) {
        uint32_t row[KF_MOST_ARITY];
        kf_literal_row(&c->literals[i], b, row);
        if (c->literals[i].n) kf_relation_prefetch(g->atoms[c->literals[i].id], row);
    }
}

kerf_status kf_plain_literals(kf_grounder *g, const kf_compiled *c, const kf_binding *b,
                              kf_lit *lits, uint32_t *n_lits, bool *is_true)
{
    uint32_t n = 0, row[KF_MOST_ARITY];
    bool always = false;
    for (uint32_t i = c->n_observed; i < c->n_literals; i++) {
        const kf_literal *l = &c->literals[i];
        kf_literal_row(l, b, row);
        kf_truth fixed = kf_database_fixed(g->d, l->id, row);
        if (fixed != KF_UNKNOWN) {
            always |= (fixed == KF_TRUE) != l->negated;
            continue;
        }
        kf_atom atom;
        KF_TRY(kf_grounder_atom(g, l->id, row, &atom));
        lits[n] = kf_lit_of(atom, l->negated);
        for (uint32_t k = 0; k < n; k++) always |= lits[k].code == (lits[n].code ^ 1);
        n++;
    }
    *n_lits = n;
    *is_true = always;
    return KERF_OK;
}

static kerf_status plain_tuple(kf_grounder *g, const kf_ground_rule *gr, int side, double weight,
                               const kf_binding *b, bool *decided)
{
    kf_lit lits[KF_MOST_PLAIN];
    uint32_t n;
    bool always;
    KF_TRY(kf_plain_literals(g, &gr->c, b, lits, &n, &always));
    *decided = always ? side == 1 : n == 0 && side == 0;
    if (always || n == 0) return KERF_OK;
    double constant = 0;
    return kf_problem_add_clause(g->p, lits, n, side == 0 ? weight : -weight, &constant);
}

/* What the sum of a tuple's weights was rounded by; not of weights that are data. */
static double rest_of(const kf_grounder *g, const kf_ground_rule *gr, int side, uint32_t entry,
                      const kf_binding *b)
{
    uint64_t times = gr->tuples[side].times.at[entry];
    double weight = gr->tuples[side].weights.at[entry];
    if (times < 2 || isinf(weight) || kf_weights_are_data(g, gr)) return 0;
    return fma(fabs(kf_grounder_weight(g, gr, b)), (double)times, -weight);
}

static kerf_status ground_tuple(kf_grounder *g, kf_ground_rule *gr, int side, uint32_t entry,
                                kf_binding *b, bool *decided)
{
    assert(entry < kf_tuple_map_count(&gr->tuples[side]));
    const kf_rule *r = &g->d->m->rules.at[gr->rule];
    const uint32_t *tuple = kf_tuple_map_tuple(&gr->tuples[side], entry);
    double weight = gr->tuples[side].weights.at[entry];
    assert(r->kind == KF_RULE_LOGIC && weight >= 0 && gr->plain == kf_is_plain(&gr->c));
    kf_tuple_bind(&gr->c, tuple, b);
    if (g->p->exact) g->p->more = rest_of(g, gr, side, entry, b);
    if (g->p->tracing) g->p->tracer = kf_ground_rule_tracer(g, gr, b);
    if (isinf(weight) && r->cost != KF_COST_HARD) /* a sum that went beyond all numbers */
        return kf_model_too_heavy(g->d->m, r, g->diags);
    if (gr->plain && !(side == 1 && isinf(weight)))
        return plain_tuple(g, gr, side, weight, b, decided);
    builder x = { .g = g, .r = r, .b = b, .status = KERF_OK };
    kf_arena_init(&x.scratch, g->mem);
    bool defined = true;
    node *t = gr->c.form == KF_FORM_CLAUSE ? clause_tree(&x, &gr->c)
                                           : expand(&x, r->body, false, &defined);
    t = settle(&x, t);
    *decided = false;
    if (t && t->kind <= NODE_TRUE) {
        *decided = (t->kind == NODE_TRUE) == (side == 1);
    } else if (t) {
        pay_unless(&x, t, side == 0, weight);
    }
    assert(x.status != KERF_OK || (x.stack.n == 0 && x.lits.n == 0));
    kf_vec_free(g->mem, &x.stack);
    kf_vec_free(g->mem, &x.lits);
    kf_arena_free(&x.scratch);
    return x.status;
}

kerf_status kf_ground_tuple(kf_grounder *g, kf_ground_rule *gr, int side, uint32_t entry,
                            kf_binding *b, bool *decided)
{
    kerf_status st = ground_tuple(g, gr, side, entry, b, decided);
    if (st == KERF_OK && *decided && g->p->more != 0) kf_best_add(g, -g->p->more);
    g->p->more = 0;
    return st;
}

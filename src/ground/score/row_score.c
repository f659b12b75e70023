/* row_score.c -- counts what local formulas with a weight table make the current assignment pay.
 *
 * In Path(n, +p) ^ Role(n, +r) evidence gives n and p, and r is open: nothing else names it. So
 * evidence is asked for n and p alone. The assignment says which r are true of n. Of the weights of
 * p, those that want a true atom false and those that want a false one true pay. Where r is no
 * parameter, all atoms of n have one weight, and true and false ones are counted.
 *
 * Exact: every grounding is one answer and one constant of the open variable's type. Groundings
 * without a row weigh nothing. Nothing is subtracted, so no digits are lost.
 *
 * This checks the costs that local_rows.c has given to atoms, so it has none of its lists and none
 * of its code: it goes by the model, the evidence and the assignment. */
#include "ground/score/row_score.h"

#include "ground/ask/kept.h"
#include "model/weight_table.h"

/* Answers that are not looked at yet: weights are found for many at once. */
enum { AT_ONCE = 32 };
typedef struct waiting {
    uint32_t n, keys[AT_ONCE * KF_MOST_ARITY], atoms[AT_ONCE * KF_MOST_ARITY];
    uint64_t times[AT_ONCE];
} waiting;

typedef struct scorer {
    kf_grounder *g;
    kf_ground_rule *gr;
    const kf_rule *r;
    const kf_literal *atom;
    uint32_t open, argument; /* the open variable, and where the atom has it */
    bool vector;             /* it is the last parameter */
    bool against;            /* a positive weight wants the atom false */
    kf_weight_view rows;
    const kf_domain *domain;   /* of the open variable */
    uint32_t n_model;          /* its first so many constants are in every world */
    const kf_relation *truths; /* true atoms */
    const kf_index *by_others; /* by all arguments but that; NULL: there are none */
    uint32_t *row;             /* the atom at hand */
    uint32_t n_true;           /* constants for the open argument that make it true */
    const uint32_t *true_rows; /* these in truths */
    waiting *waiting;
    uint64_t groundings;
    double cost;
    bool overflow;
} scorer;

/* ---- Which rules ---- */

static bool is_named(const kf_literal *literals, uint32_t n, uint32_t variable)
{
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < literals[i].n_uses; k++)
            if (literals[i].uses[k] == variable) return true;
    return false;
}

/* Does the formula's evidence name it? */
static bool is_observed(const kf_compiled *c, uint32_t variable)
{
    return is_named(c->literals, c->n_observed, variable)
           || is_named(c->conditions, c->n_conditions, variable);
}

/* Exactly one argument of the atom is a variable that evidence does not name. */
static bool find_open(scorer *x)
{
    const kf_compiled *c = &x->gr->c;
    uint32_t found = 0;
    for (uint32_t i = 0; i < x->atom->n; i++) {
        uint32_t v = x->atom->args[i].variable;
        if (v == KF_NONE || is_observed(c, v)) continue;
        x->open = v;
        x->argument = i;
        found++;
    }
    return found == 1 && x->open < c->n_free && c->types[x->open] != KF_TYPE_NUMBER;
}

/* Other parameters come from evidence; the open variable is the last, or none. */
static bool find_parameters(scorer *x)
{
    const kf_rule *r = x->r;
    for (uint32_t i = 0; i < r->n_parameters; i++) {
        uint32_t v = r->parameters[i];
        if (v == x->open && i + 1 < r->n_parameters) return false;
        if (v != x->open && !is_observed(&x->gr->c, v)) return false;
        x->vector |= v == x->open;
    }
    return true;
}

/* Much evidence, and few rows for it: better ask what has a row. */
static bool has_few_rows(const scorer *x)
{
    enum { MANY = 1 << 16, FEW = 4 };
    double rows = kf_weight_table_count(x->r->table);
    for (uint32_t i = 0; i < x->gr->c.n_observed; i++) {
        const kf_literal *l = &x->gr->c.literals[i];
        if (l->kind != KF_LITERAL_ATOM) continue;
        double there = kf_backend_rows(x->g->backend, l->id);
        if (there > MANY && there > FEW * rows) return true;
    }
    return false;
}

static bool is_scored(scorer *x)
{
    const kf_rule *r = x->r;
    if (!x->gr->local || r->kind != KF_RULE_LOGIC || r->cost != KF_COST_TABLE) return false;
    if (!r->table || r->closed || r->weight != 0 || x->g->every_row) return false;
    x->atom = &x->gr->c.literals[x->gr->c.n_observed];
    if (x->atom->kind != KF_LITERAL_ATOM || x->atom->right) return false;
    return find_open(x) && find_parameters(x);
}

/* ---- One answer ---- */

/* The true atoms that differ from the one at hand in the open argument only. */
static void find_true(scorer *x)
{
    if (!x->by_others) return;
    x->true_rows = kf_index_rows(x->truths, x->by_others, x->row, &x->n_true);
}

static bool is_true(scorer *x, uint32_t constant)
{
    enum { FEW = 4 };
    const uint32_t *column = x->truths->columns[x->argument];
    if (x->by_others && x->n_true <= FEW) {
        for (uint32_t i = 0; i < x->n_true; i++)
            if (column[x->true_rows[i]] == constant) return true;
        return false;
    }
    x->row[x->argument] = constant;
    return kf_relation_has(x->truths, x->row);
}

/* Is the constant in this world? Those of the model are in every world. */
static bool is_here(const scorer *x, uint32_t constant)
{
    const kf_domain *d = x->domain;
    uint32_t from = 0, to = d->n;
    if (constant < x->n_model) return true;
    while (from < to) {
        uint32_t middle = from + (to - from) / 2;
        if (d->ids[middle] < constant) from = middle + 1;
        else to = middle;
    }
    return from < d->n && d->ids[from] == constant;
}

static void add(scorer *x, double w, uint64_t times)
{
    x->overflow |= __builtin_add_overflow(x->groundings, times, &x->groundings);
    x->cost += fabs(w) * (double)times;
}

/* Atoms of this world, none of which is true. */
static void add_false(scorer *x, const double *weights, uint32_t n, uint64_t times)
{
    double sign = x->against ? -1 : 1, sum = 0;
    uint64_t paying = 0;
    for (uint32_t i = 0; i < n; i++) {
        double w = sign * weights[i];
        if (!(w > 0)) continue;
        sum += w;
        paying++;
    }
    x->overflow |= __builtin_mul_overflow(paying, times, &paying);
    x->overflow |= __builtin_add_overflow(x->groundings, paying, &x->groundings);
    x->cost += sum * (double)times;
}

static void add_vector(scorer *x, kf_weight_group group, uint64_t times)
{
    const kf_weight_view *v = &x->rows;
    const uint32_t *last = v->keys + v->width - 1;
    if (x->n_true == 0 && !v->order && group.n > 0
        && last[(size_t)(group.first + group.n - 1) * v->width] < x->n_model) {
        add_false(x, v->weights + group.first, group.n, times);
        return;
    }
    for (uint32_t i = group.first; i < group.first + group.n; i++) {
        uint32_t row = v->order ? v->order[i] : i, constant = last[(size_t)row * v->width];
        double w = v->weights[row];
        bool holds = x->n_true > 0 && is_true(x, constant);
        if (((w > 0) != x->against) == holds || w == 0) continue;
        if (is_here(x, constant)) add(x, w, times);
    }
}

static void add_uniform(scorer *x, double w, uint64_t times)
{
    if (w == 0) return;
    assert(x->n_true <= x->domain->n);
    uint64_t paying = (w > 0) != x->against ? x->domain->n - x->n_true : x->n_true;
    x->overflow |= __builtin_mul_overflow(paying, times, &paying);
    if (paying > 0) add(x, w, paying);
}

/* ---- Answers ---- */

static void add_waiting(scorer *x)
{
    waiting *w = x->waiting;
    kf_weight_group groups[AT_ONCE];
    kf_weight_table_find_all(x->r->table, w->keys, w->n, x->vector, groups);
    for (uint32_t i = 0; i < w->n; i++) {
        if (groups[i].n == 0) continue;
        x->row = w->atoms + (size_t)i * x->atom->n;
        find_true(x);
        if (x->vector) add_vector(x, groups[i], w->times[i]);
        else add_uniform(x, x->rows.weights[groups[i].first], w->times[i]);
    }
    w->n = 0;
}

static bool add_answer(void *context, const kf_binding *b, uint64_t times)
{
    scorer *x = context;
    waiting *w = x->waiting;
    uint32_t *key = w->keys + (size_t)w->n * x->r->n_parameters;
    for (uint32_t i = 0; i < x->r->n_parameters; i++) {
        uint32_t v = x->r->parameters[i];
        key[i] = v == x->open ? 0 : b->ids[v];
    }
    kf_literal_row(x->atom, b, w->atoms + (size_t)w->n * x->atom->n);
    w->times[w->n++] = times;
    if (w->n == AT_ONCE) add_waiting(x);
    return !x->overflow;
}

/* ---- All of them ---- */

/* What evidence names of the atom and of the parameters. */
static kerf_status assemble(kf_ask *a, kf_grounder *g, kf_ground_rule *gr)
{
    const kf_compiled *c = &gr->c;
    const kf_rule *r = &g->d->m->rules.at[gr->rule];
    const kf_literal *atom = &c->literals[c->n_observed];
    KF_TRY(kf_ask_begin(a, g, gr, c->n_observed));
    for (uint32_t i = 0; i < c->n_observed; i++) kf_ask_add(a, &c->literals[i], true);
    for (uint32_t i = 0; i < atom->n; i++)
        if (atom->args[i].variable != KF_NONE) a->needed[atom->args[i].variable] = true;
    for (uint32_t i = 0; i < r->n_parameters; i++) a->needed[r->parameters[i]] = true;
    for (uint32_t v = 0; v < c->n_variables; v++) {
        if (is_observed(c, v) || !a->needed[v]) continue;
        a->needed[v] = a->scope[v] = false;
    }
    return KERF_OK;
}

static kerf_status find_index(scorer *x)
{
    kf_relation *atoms = x->g->d->atoms[x->atom->id];
    uint32_t others = UINT32_MAX >> (32 - x->atom->n) & ~(1u << x->argument);
    kf_index *index;
    x->truths = atoms;
    x->n_true = atoms->alive;
    if (others == 0) return KERF_OK;
    KF_TRY(kf_relation_index(atoms, others, &index));
    x->by_others = index;
    return KERF_OK;
}

kerf_status kf_row_score(kf_grounder *g, kf_ground_rule *gr, bool *counted, uint64_t *groundings,
                         double *cost)
{
    waiting later;
    scorer x = { .g = g, .gr = gr, .r = &g->d->m->rules.at[gr->rule], .waiting = &later };
    kf_ask a;
    later.n = 0;
    *counted = false;
    if (!is_scored(&x)) return KERF_OK;
    /* In the first world, by one thread; others of the model find the groups there. */
    if (x.vector) KF_TRY(kf_weight_table_group(x.r->table));
    if (has_few_rows(&x)) return KERF_OK;
    *counted = true;
    uint32_t type = gr->c.types[x.open];
    x.domain = &g->d->domains[type];
    x.n_model = g->d->m->types.at[type].n_model;
    x.against = gr->c.flipped != x.atom->negated;
    x.rows = kf_weight_table_view(x.r->table);
    KF_TRY(find_index(&x));
    KF_TRY(kf_kept_begin(&a, g, gr, KF_KEPT_SCORE, assemble));
    kerf_status st = kf_ask_run(&a, NULL, KF_NONE, NULL, add_answer, &x);
    kf_ask_end(&a);
    if (st == KERF_OK) add_waiting(&x);
    *groundings = x.groundings;
    *cost = x.cost;
    return x.overflow ? KERF_LIMIT : st;
}

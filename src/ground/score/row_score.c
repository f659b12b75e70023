/* row_score.c -- counts what local formulas with a weight table make the current assignment pay.
 *
 * In Path(n, +p) ^ Role(n, +r) evidence gives n and p, and r is open: nothing else names it. So
 * evidence is asked for n and p alone. The assignment says which r are true of n. Of the weights of
 * p, those that want a true atom false and those that want a false one true pay. Where r is no
 * parameter, all atoms of n have one weight, and true and false ones are counted. Rules that ask
 * the same of evidence, as Path(n, +p) ^ Role(n, r) does, take the same answers.
 *
 * Exact: every grounding is one answer and one constant of the open variable's type. Groundings
 * without a row weigh nothing. Nothing is subtracted, so no digits are lost.
 *
 * This checks the costs that row_costs.c has given to atoms, so it has none of its lists and none
 * of its code: it goes by the model, the evidence and the assignment. */
#include "ground/score/row_score.h"

#include "ground/ask/kept.h"
#include "model/weight_table.h"

enum { AT_ONCE = 32, MOST_ALIKE = 8, MOST_VARIABLES = 2 * KF_MOST_ARITY };

/* Of one rule, in every world of its model. */
struct kf_score_shape {
    bool scored;       /* it is such a rule */
    bool vector;       /* the open variable is the last parameter */
    uint32_t open;     /* variable, */
    uint32_t argument; /* and where the atom has it */
    size_t next;       /* the next rule of the grounder that asks the same, or their number */
};

typedef struct scorer {
    kf_grounder *g;
    kf_ground_rule *gr;
    const kf_rule *r;
    const kf_literal *atom;
    struct kf_score_shape shape;
    bool against;  /* a positive weight wants the atom false */
    bool as_first; /* its atoms are those of the first rule that asks the same */
    kf_weight_view rows;
    const kf_weight_sum *sums;       /* of long groups, or NULL */
    const kf_domain *domain;         /* of the open variable */
    uint32_t n_model;                /* its first so many constants are in every world */
    const kf_relation *truths;       /* true atoms */
    const kf_index *by_others;       /* by all arguments but that; NULL: there are none */
    uint32_t key_at[KF_MOST_ARITY];  /* by parameter: where answers have it; of the open one: 0 */
    uint32_t atom_at[KF_MOST_ARITY]; /* by argument of the atom; KF_NONE: open, or a constant */
    uint64_t groundings;
    double cost;
    bool overflow;
} scorer;

/* The true atoms that differ from an answer's in the open argument only. */
typedef struct true_atoms {
    uint32_t n;
    const uint32_t *rows; /* in the relation; NULL: all of it */
} true_atoms;

typedef struct alike { /* rules that ask the same, and answers that are not looked at yet */
    scorer rules[MOST_ALIKE];
    uint32_t n_rules;
    uint32_t n_variables, variables[MOST_VARIABLES]; /* what an answer has */
    uint32_t n, ids[AT_ONCE * MOST_VARIABLES];
    uint64_t times[AT_ONCE];
    true_atoms truths[AT_ONCE]; /* of the rule at hand */
} alike;

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
static bool find_open(const kf_compiled *c, const kf_literal *atom, struct kf_score_shape *to)
{
    uint32_t found = 0;
    for (uint32_t i = 0; i < atom->n; i++) {
        uint32_t v = atom->args[i].variable;
        if (v == KF_NONE || is_observed(c, v)) continue;
        to->open = v;
        to->argument = i;
        found++;
    }
    return found == 1 && to->open < c->n_free && c->types[to->open] != KF_TYPE_NUMBER;
}

/* Other parameters come from evidence; the open variable is the last, or none. */
static bool find_parameters(const kf_rule *r, const kf_compiled *c, struct kf_score_shape *to)
{
    for (uint32_t i = 0; i < r->n_parameters; i++) {
        uint32_t v = r->parameters[i];
        if (v == to->open && i + 1 < r->n_parameters) return false;
        if (v != to->open && !is_observed(c, v)) return false;
        to->vector |= v == to->open;
    }
    return true;
}

static const kf_literal *atom_of(const kf_ground_rule *gr)
{
    return &gr->c.literals[gr->c.n_observed];
}

static bool find_shape(const kf_grounder *g, const kf_ground_rule *gr, struct kf_score_shape *to)
{
    const kf_rule *r = &g->d->m->rules.at[gr->rule];
    if (!gr->local || r->kind != KF_RULE_LOGIC || r->cost != KF_COST_TABLE) return false;
    if (!r->table || r->closed || r->weight != 0) return false;
    const kf_literal *atom = atom_of(gr);
    if (atom->kind != KF_LITERAL_ATOM || atom->right) return false;
    return find_open(&gr->c, atom, to) && find_parameters(r, &gr->c, to);
}

/* Much evidence, and few rows for it: better ask what has a row. */
static bool has_few_rows(const kf_grounder *g, const kf_ground_rule *gr)
{
    enum { MANY = 1 << 16, FEW = 4 };
    double rows = kf_weight_table_count(g->d->m->rules.at[gr->rule].table);
    for (uint32_t i = 0; i < gr->c.n_observed; i++) {
        const kf_literal *l = &gr->c.literals[i];
        if (l->kind != KF_LITERAL_ATOM) continue;
        double there = kf_backend_rows(g->backend, l->id);
        if (there > MANY && there > FEW * rows) return true;
    }
    return false;
}

/* ---- What they ask ---- */

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

/* Do two rules ask for the same variables of the same atoms of evidence? */
static bool asks_the_same(const kf_ask *a, const kf_ask *b)
{
    uint32_t n = a->gr->c.n_variables;
    if (a->n != b->n || n != b->gr->c.n_variables) return false;
    for (uint32_t v = 0; v < n; v++)
        if (a->needed[v] != b->needed[v] || a->scope[v] != b->scope[v]) return false;
    for (uint32_t i = 0; i < a->n; i++)
        if (!kf_literal_is_atom(&a->literals[i], &b->literals[i])) return false;
    return true;
}

static kerf_status find_next(kf_grounder *g, struct kf_score_shape *shapes, size_t i)
{
    kf_ask a, b;
    bool same = false;
    size_t k = i;
    KF_TRY(kf_kept_begin(&a, g, &g->rules.at[i], KF_KEPT_SCORE, assemble));
    while (++k < g->rules.n && !same) {
        if (!shapes[k].scored) continue;
        KF_TRY(kf_kept_begin(&b, g, &g->rules.at[k], KF_KEPT_SCORE, assemble));
        same = asks_the_same(&a, &b);
        if (same) break;
    }
    shapes[i].next = k;
    return KERF_OK;
}

/* In the first world: which rules these are, and which of them ask the same. */
static kerf_status find_shapes(kf_grounder *g, const struct kf_score_shape **out)
{
    kf_kept *kept;
    KF_TRY(kf_kept_get(g, &kept));
    *out = kept->scores;
    if (kept->scores) return KERF_OK;
    struct kf_score_shape *shapes = kf_arena_alloc(&kept->arena, g->rules.n, sizeof *shapes);
    if (!shapes) return KERF_NO_MEMORY;
    for (size_t i = 0; i < g->rules.n; i++) {
        struct kf_score_shape shape = { 0 };
        shape.scored = find_shape(g, &g->rules.at[i], &shape);
        shapes[i] = shape;
    }
    for (size_t i = 0; i < g->rules.n; i++)
        if (shapes[i].scored) KF_TRY(find_next(g, shapes, i));
    *out = kept->scores = shapes;
    return KERF_OK;
}

/* ---- One answer ---- */

/* The atom of an answer, but for its open argument. */
static void atom_row(const alike *x, const scorer *s, uint32_t answer, uint32_t *row)
{
    const uint32_t *ids = x->ids + (size_t)answer * x->n_variables;
    for (uint32_t i = 0; i < s->atom->n; i++)
        row[i] = s->atom_at[i] == KF_NONE ? s->atom->args[i].constant : ids[s->atom_at[i]];
}

static void find_true(alike *x, const scorer *s)
{
    uint32_t row[KF_MOST_ARITY] = { 0 }, given[KF_MOST_ARITY], n = 0;
    const uint32_t *ids = x->ids;
    if (!s->by_others || s->truths->alive == 0) {
        for (uint32_t i = 0; i < x->n; i++) x->truths[i] = (true_atoms){ s->truths->alive, NULL };
        return;
    }
    for (uint32_t i = 0; i < s->atom->n; i++) {
        row[i] = s->atom->args[i].constant;
        if (s->atom_at[i] != KF_NONE) given[n++] = i;
    }
    for (uint32_t i = 0; i < x->n; i++, ids += x->n_variables) {
        for (uint32_t k = 0; k < n; k++) row[given[k]] = ids[s->atom_at[given[k]]];
        x->truths[i].rows = kf_index_rows(s->truths, s->by_others, row, &x->truths[i].n);
    }
}

static bool is_true(const alike *x, const scorer *s, uint32_t answer, uint32_t constant)
{
    enum { FEW = 4 };
    const true_atoms *t = &x->truths[answer];
    const uint32_t *column = s->truths->columns[s->shape.argument];
    uint32_t row[KF_MOST_ARITY];
    if (t->rows && t->n <= FEW) {
        for (uint32_t i = 0; i < t->n; i++)
            if (column[t->rows[i]] == constant) return true;
        return false;
    }
    atom_row(x, s, answer, row);
    row[s->shape.argument] = constant;
    return kf_relation_has(s->truths, row);
}

/* Is the constant in this world? Those of the model are in every world. */
static bool is_here(const scorer *s, uint32_t constant)
{
    const kf_domain *d = s->domain;
    uint32_t from = 0, to = d->n;
    if (constant < s->n_model) return true;
    while (from < to) {
        uint32_t middle = from + (to - from) / 2;
        if (d->ids[middle] < constant) from = middle + 1;
        else to = middle;
    }
    return from < d->n && d->ids[from] == constant;
}

static void add(scorer *s, double w, uint64_t times)
{
    s->overflow |= __builtin_add_overflow(s->groundings, times, &s->groundings);
    s->cost += fabs(w) * (double)times;
}

/* Atoms of this world, none of which is true. */
static void add_false(scorer *s, kf_weight_group group, uint64_t times)
{
    const double *weights = s->rows.weights + group.first;
    double sign = s->against ? -1 : 1, sum = 0;
    uint64_t paying = 0;
    bool known = s->sums && group.n >= KF_LONG_GROUP;
    if (known) {
        const kf_weight_sum *all = &s->sums[group.first / KF_LONG_GROUP];
        sum = s->against ? all->negative : all->positive;
        paying = s->against ? all->n_negative : all->n_positive;
    }
    for (uint32_t i = 0; !known && i < group.n; i++) {
        double w = sign * weights[i];
        sum += w > 0 ? w : 0;
        paying += w > 0;
    }
    s->overflow |= __builtin_mul_overflow(paying, times, &paying);
    s->overflow |= __builtin_add_overflow(s->groundings, paying, &s->groundings);
    s->cost += sum * (double)times;
}

/* One atom is true, all are of this world. */
static void add_all_but(scorer *s, kf_weight_group group, uint32_t constant, uint64_t times)
{
    const kf_weight_view *v = &s->rows;
    const uint32_t *last = v->keys + (size_t)group.first * v->width + v->width - 1;
    for (uint32_t i = 0; i < group.n; i++, last += v->width) {
        double w = v->weights[group.first + i];
        bool wants_true = (w > 0) != s->against;
        if (wants_true != (*last == constant) && w != 0) add(s, w, times);
    }
}

static void add_vector(const alike *x, scorer *s, kf_weight_group group, uint32_t answer)
{
    const kf_weight_view *v = &s->rows;
    const uint32_t *last = v->keys + v->width - 1;
    uint64_t times = x->times[answer];
    const true_atoms *t = &x->truths[answer];
    bool any = t->n > 0;
    bool plain = !v->order && last[(size_t)(group.first + group.n - 1) * v->width] < s->n_model;
    if (plain && !any) {
        add_false(s, group, times);
        return;
    }
    if (plain && t->n == 1 && t->rows) {
        add_all_but(s, group, s->truths->columns[s->shape.argument][t->rows[0]], times);
        return;
    }
    for (uint32_t i = group.first; i < group.first + group.n; i++) {
        uint32_t row = v->order ? v->order[i] : i, constant = last[(size_t)row * v->width];
        double w = v->weights[row];
        bool holds = any && is_true(x, s, answer, constant);
        if (((w > 0) != s->against) == holds || w == 0) continue;
        if (is_here(s, constant)) add(s, w, times);
    }
}

static void add_uniform(const alike *x, scorer *s, double w, uint32_t answer)
{
    uint32_t n_true = x->truths[answer].n;
    if (w == 0) return;
    assert(n_true <= s->domain->n);
    uint64_t paying = (w > 0) != s->against ? s->domain->n - n_true : n_true;
    s->overflow |= __builtin_mul_overflow(paying, x->times[answer], &paying);
    if (paying > 0) add(s, w, paying);
}

/* ---- Answers ---- */

static void score_answers(alike *x, scorer *s)
{
    kf_weight_group groups[AT_ONCE];
    kf_weight_keys keys = { x->ids, x->n_variables, s->key_at };
    kf_weight_table_find_all(s->r->table, &keys, x->n, s->shape.vector, groups);
    for (uint32_t i = 0; i < x->n; i++) {
        if (groups[i].n == 0) continue;
        if (s->shape.vector) add_vector(x, s, groups[i], i);
        else add_uniform(x, s, s->rows.weights[groups[i].first], i);
    }
}

static bool score_all(alike *x)
{
    bool overflow = false;
    for (uint32_t i = 0; i < x->n_rules; i++) {
        scorer *s = &x->rules[i];
        if (i == 0 || !s->as_first) find_true(x, s);
        score_answers(x, s);
        overflow |= s->overflow;
        if (!s->as_first && i + 1 < x->n_rules) find_true(x, &x->rules[0]);
    }
    x->n = 0;
    return !overflow;
}

static bool add_answer(void *context, const kf_binding *b, uint64_t times)
{
    alike *x = context;
    uint32_t *to = x->ids + (size_t)x->n * x->n_variables;
    for (uint32_t i = 0; i < x->n_variables; i++) to[i] = b->ids[x->variables[i]];
    x->times[x->n++] = times;
    return x->n < AT_ONCE || score_all(x);
}

/* ---- All of them ---- */

static kerf_status find_index(scorer *s)
{
    kf_relation *atoms = s->g->d->atoms[s->atom->id];
    uint32_t others = (uint32_t)((UINT64_C(1) << s->atom->n) - 1) & ~(1u << s->shape.argument);
    kf_index *index;
    assert(s->atom->n > 0); /* one of its arguments is open */
    s->truths = atoms;
    if (others == 0) return KERF_OK;
    KF_TRY(kf_relation_index(atoms, others, &index));
    s->by_others = index;
    return KERF_OK;
}

/* Where answers have a variable; KF_NONE: they do not. */
static uint32_t place_of(alike *x, const kf_ask *a, uint32_t variable)
{
    uint32_t i = 0;
    if (variable == KF_NONE || !a->needed[variable]) return KF_NONE;
    while (i < x->n_variables && x->variables[i] != variable) i++;
    if (i == x->n_variables) x->variables[x->n_variables++] = variable;
    assert(x->n_variables <= MOST_VARIABLES);
    return i;
}

static kerf_status add_rule(alike *x, kf_grounder *g, kf_ground_rule *gr,
                            const struct kf_score_shape *shape, const kf_ask *a)
{
    scorer *s = &x->rules[x->n_rules];
    const kf_rule *r = &g->d->m->rules.at[gr->rule];
    uint32_t type = gr->c.types[shape->open];
    /* In the first world, by one thread; others of the model find the groups there. */
    KF_TRY(shape->vector ? kf_weight_table_group(r->table) : kf_weight_table_list(r->table));
    s->g = g;
    s->gr = gr;
    s->r = r;
    s->atom = atom_of(gr);
    s->shape = *shape;
    s->against = gr->c.flipped != s->atom->negated;
    s->as_first = kf_literal_is_atom(s->atom, x->rules[0].atom);
    s->rows = kf_weight_table_view(r->table);
    s->sums = kf_weight_table_sums(r->table);
    s->domain = &g->d->domains[type];
    s->n_model = g->d->m->types.at[type].n_model;
    s->by_others = NULL;
    s->groundings = 0;
    s->cost = 0;
    s->overflow = false;
    for (uint32_t i = 0; i < r->n_parameters; i++) {
        uint32_t at = place_of(x, a, r->parameters[i]);
        s->key_at[i] = at == KF_NONE ? 0 : at; /* the last: a group has all its values */
    }
    for (uint32_t i = 0; i < s->atom->n; i++)
        s->atom_at[i] = place_of(x, a, s->atom->args[i].variable);
    x->n_rules++;
    return find_index(s);
}

/* A rule that is scored, and those behind it that take its answers. */
static kerf_status score(kf_grounder *g, size_t first, bool others, kf_row_score *scores)
{
    const struct kf_score_shape *shapes = g->kept->scores;
    size_t rules[MOST_ALIKE] = { 0 };
    alike x;
    kf_ask a;
    x.n = x.n_rules = x.n_variables = 0;
    KF_TRY(kf_kept_begin(&a, g, &g->rules.at[first], KF_KEPT_SCORE, assemble));
    for (size_t i = first; i < g->rules.n && x.n_rules < MOST_ALIKE; i = shapes[i].next) {
        if (has_few_rows(g, &g->rules.at[i])) continue;
        rules[x.n_rules] = i;
        KF_TRY(add_rule(&x, g, &g->rules.at[i], &shapes[i], &a));
        if (!others) break;
    }
    if (x.n_rules == 0) return KERF_OK;
    kerf_status st = kf_ask_run(&a, NULL, KF_NONE, NULL, add_answer, &x);
    if (st == KERF_OK) score_all(&x);
    for (uint32_t i = 0; i < x.n_rules; i++) {
        const scorer *s = &x.rules[i];
        if (s->overflow) return KERF_LIMIT;
        scores[others ? rules[i] : 0] = (kf_row_score){ true, s->groundings, s->cost };
    }
    return st;
}

kerf_status kf_row_score_one(kf_grounder *g, kf_ground_rule *gr, kf_row_score *out)
{
    const struct kf_score_shape *shapes;
    *out = (kf_row_score){ 0 };
    if (!gr->local || g->every_row) return KERF_OK;
    KF_TRY(find_shapes(g, &shapes));
    size_t at = (size_t)(gr - g->rules.at);
    return shapes[at].scored ? score(g, at, false, out) : KERF_OK;
}

kerf_status kf_row_score_all(kf_grounder *g, kf_row_score *scores)
{
    const struct kf_score_shape *shapes;
    if (g->every_row) return KERF_OK;
    KF_TRY(find_shapes(g, &shapes));
    for (size_t i = 0; i < g->rules.n; i++)
        if (shapes[i].scored && !scores[i].counted) KF_TRY(score(g, i, true, scores));
    return KERF_OK;
}

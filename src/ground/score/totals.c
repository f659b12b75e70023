/* totals.c -- the best possible score, by counting.
 *
 * best = the sum of positive weights over all groundings, less |w| for every grounding that
 * evidence decides against. Observed literals decide most of these, and they are counted, not
 * enumerated. Those that fixed hidden atoms decide are found by the first separation: every
 * assignment violates them. */
#include "ground/score/totals.h"

#include "base/neumaier.h"
#include "ground/ask/ask.h"
#include "model/weight_table.h"

#include <math.h>
#include <string.h>

typedef struct totals {
    kf_grounder *g;
    kf_ground_rule *gr;
    uint64_t groundings;
    kf_neumaier positive, negative; /* sums of w > 0 and of |w| for w < 0 */
    bool overflow, none;            /* more than 2^64; a type without constants */
} totals;

/* A product, and what rounding took from it. */
static void add_product(kf_neumaier *to, double w, double times)
{
    double product = w * times;
    kf_neumaier_add(to, product);
    if (times > 1 && isfinite(product)) kf_neumaier_add(to, fma(w, times, -product));
}

/* To the best score: so much more, or less. Costs of answers are added up without rests. */
static void add_to_best(kf_grounder *g, const kf_neumaier *sum, double sign)
{
    kf_best_add(g, sign * sum->sum);
    if (isfinite(sum->sum)) g->best_taken += sign * sum->rest;
}

/* Groundings without a weight are told, and nothing depends on their number: UINT64_MAX are that
 * many or more. */
static bool add_times(totals *t, uint64_t times, double w)
{
    if (__builtin_add_overflow(t->groundings, times, &t->groundings)) {
        t->groundings = UINT64_MAX;
        t->overflow = w != 0 && !isinf(w);
        return !t->overflow;
    }
    if (isinf(w)) return true;
    if (w > 0) add_product(&t->positive, w, (double)times);
    else add_product(&t->negative, -w, (double)times);
    return true;
}

static bool add_groundings(void *context, const kf_binding *b, uint64_t times)
{
    (void)b;
    return add_times(context, times, 0);
}

static bool add_up(void *context, const kf_binding *b, uint64_t times)
{
    totals *t = context;
    return add_times(t, times, kf_grounder_weight(t->g, t->gr, b));
}

static kerf_status add_weights(kf_grounder *g, const kf_ground_rule *gr, const totals *t)
{
    const kf_rule *r = &g->d->m->rules.at[gr->rule];
    assert(t->positive.sum >= 0 && t->negative.sum >= 0);
    g->weights += t->positive.sum + t->negative.sum;
    if (g->weights <= KF_MOST_WEIGHT) return KERF_OK;
    return kf_model_too_heavy(g->d->m, r, g->diags);
}

double kf_grounder_total_weight(const kf_grounder *g)
{
    return fmax(g->weights, g->p->soft);
}

double kf_grounder_cost_scale(const kf_grounder *g)
{
    return fmin(1, fmax(g->weights, g->p->soft)); /* soft evidence is in the problem only */
}

kerf_status kf_grounder_check_weights(kf_grounder *g, const kf_ground_rule *gr)
{
    if (g->p->soft <= KF_MOST_WEIGHT) return KERF_OK;
    return kf_model_too_heavy(g->d->m, gr ? &g->d->m->rules.at[gr->rule] : NULL, g->diags);
}

static kerf_status too_many(kf_grounder *g, const kf_ground_rule *gr)
{
    const kf_rule *r = &g->d->m->rules.at[gr->rule];
    kf_place place = kf_sources_place(g->d->m->program->sources, r->pos);
    kf_text sizes;
    kf_text_init(&sizes, g->mem);
    for (uint32_t i = 0; i < r->n_free; i++) {
        if (r->variables[i].type == KF_TYPE_NUMBER) continue;
        kf_text_addf(&sizes, "%s%u", sizes.n ? " x " : "", g->d->domains[r->variables[i].type].n);
    }
    kf_diag_add(g->diags, KERF_ERROR, &place, "give it fewer variables, or smaller types",
                "this formula has more than 2^64 groundings (%s)", sizes.failed ? "" : sizes.at);
    kf_text_free(&sizes);
    return KERF_LIMIT;
}

/* Nothing is asked, and one weight is all: every choice of constants, without a query. */
static bool is_unconditional(const kf_grounder *g, const kf_ground_rule *gr)
{
    uint8_t cost = g->d->m->rules.at[gr->rule].cost;
    return gr->c.n_conditions == 0 && cost != KF_COST_VARIABLE && cost != KF_COST_TABLE;
}

/* That many times as many; no number is larger than UINT64_MAX. */
static void multiply(uint64_t *n, uint64_t size)
{
    if (__builtin_mul_overflow(*n, size, n)) *n = UINT64_MAX;
}

static void add_choices(totals *t, double weight)
{
    const kf_compiled *c = &t->gr->c;
    uint64_t n = 1;
    for (uint32_t v = 0; v < c->n_free; v++) {
        if (c->types[v] == KF_TYPE_NUMBER) continue;
        uint64_t size = kf_domain_size(&t->g->d->domains[c->types[v]]);
        multiply(&n, size);
        t->none |= size == 0;
    }
    if (t->none) return;
    if (n < UINT64_MAX) add_times(t, n, weight);
    else {
        t->groundings = n;
        t->overflow = weight != 0 && !isinf(weight);
    }
}

/* Only how many there are, where those that weigh nothing are left out otherwise. */
static kerf_status count_all(kf_grounder *g, kf_ground_rule *gr, uint64_t *groundings)
{
    totals t = { .g = g, .gr = gr };
    kf_ask a;
    kerf_status st = KERF_OK;
    if (gr->c.n_conditions == 0) {
        add_choices(&t, 0);
    } else {
        KF_TRY(kf_ask_begin(&a, g, gr, 0));
        st = kf_ask_run(&a, NULL, KF_NONE, NULL, add_groundings, &t);
        kf_ask_end(&a);
    }
    *groundings = t.groundings;
    return st == KERF_LIMIT ? too_many(g, gr) : st;
}

/* Totals over conditions and, if asked, literals that must be false or a conjunction that holds. */
static kerf_status total(kf_grounder *g, kf_ground_rule *gr, const kf_literal *literals, uint32_t n,
                         bool negated, totals *t)
{
    kf_ask a;
    *t = (totals){ .g = g, .gr = gr };
    if (n == 0 && is_unconditional(g, gr)) {
        add_choices(t, kf_grounder_weight(g, gr, &g->binding));
        return t->overflow ? too_many(g, gr) : KERF_OK;
    }
    KF_TRY(kf_ask_begin(&a, g, gr, n));
    for (uint32_t i = 0; i < n; i++) kf_ask_add(&a, &literals[i], negated);
    kf_ask_need_weight(&a);
    kerf_status st = kf_ask_run_ordered(&a, NULL, KF_NONE, NULL, add_up, t);
    kf_ask_end(&a);
    return st == KERF_LIMIT || t->overflow ? too_many(g, gr) : st;
}

/* The groups of a cardinality: every tuple of its free variables. */
static kerf_status groups(kf_grounder *g, kf_ground_rule *gr, totals *t)
{
    kf_ask a;
    const kf_rule *r = &g->d->m->rules.at[gr->rule];
    *t = (totals){ .g = g, .gr = gr };
    KF_TRY(kf_ask_begin(&a, g, gr, 0));
    a.n = 0; /* conditions are about what is counted */
    for (uint32_t i = 0; i < r->n_counted; i++) a.scope[r->counted[i]] = false;
    kf_ask_need_weight(&a);
    kerf_status st = kf_ask_run_ordered(&a, NULL, KF_NONE, NULL, add_up, t);
    kf_ask_end(&a);
    return st == KERF_LIMIT || t->overflow ? too_many(g, gr) : st;
}

static kerf_status clause_totals(kf_grounder *g, kf_ground_rule *gr, const totals *all)
{
    const kf_compiled *c = &gr->c;
    if (c->n_observed == 0 && c->n_literals > 0) return KERF_OK;
    bool hidden = c->n_literals > c->n_observed;
    if (hidden && !gr->when_true) return KERF_OK;
    totals open; /* no observed literal is true */
    KF_TRY(total(g, gr, c->literals, c->n_observed, true, &open));
    assert(open.groundings <= all->groundings);
    gr->open = open.groundings;
    gr->open_known = true;
    /* w < 0 as the clause sees it: it pays when true, and an observed literal makes it so. */
    add_to_best(g, c->flipped ? &open.positive : &open.negative, 1);
    add_to_best(g, c->flipped ? &all->positive : &all->negative, -1);
    if (!hidden) add_to_best(g, c->flipped ? &open.negative : &open.positive, -1); /* for good */
    return KERF_OK;
}

/* An observed atom that must be false leaves nearly everything: that is counted as what there is
 * without it, less what it is true in. */
static uint32_t find_absent(const kf_grounder *g, const kf_ground_rule *gr, const kf_conjunction *c)
{
    uint32_t i = 0;
    if (g->d->m->rules.at[gr->rule].cost != KF_COST_NUMBER) return c->n;
    while (i < c->n && !(c->at[i].kind == KF_LITERAL_ATOM && c->at[i].negated && !c->at[i].right))
        i++;
    return i;
}

/* Never below 0, by rounding. */
static void take_off(kf_neumaier *from, const kf_neumaier *part)
{
    kf_neumaier_add(from, -part->sum);
    kf_neumaier_add(from, -part->rest);
    if (kf_neumaier_get(from) <= 0) *from = (kf_neumaier){ 0, 0 };
}

/* Totals over conditions and a conjunction of observed literals. */
static kerf_status conjunction_total(kf_grounder *g, kf_ground_rule *gr, const kf_conjunction *c,
                                     totals *t)
{
    uint32_t absent = find_absent(g, gr, c), last = c->n - 1;
    if (absent == c->n) return total(g, gr, c->at, c->n, false, t);
    kf_literal *literals = kf_mem_alloc(g->mem, c->n, sizeof *literals);
    if (!literals) return KERF_NO_MEMORY;
    memcpy(literals, c->at, c->n * sizeof *literals);
    literals[absent] = c->at[last];
    literals[last] = c->at[absent];
    literals[last].negated = false;
    totals present;
    kerf_status st = total(g, gr, literals, last, false, t);
    if (st == KERF_OK) st = total(g, gr, literals, c->n, false, &present);
    kf_mem_free(g->mem, literals, c->n, sizeof *literals);
    if (st != KERF_OK) return st;
    assert(present.groundings <= t->groundings);
    t->groundings -= present.groundings;
    take_off(&t->positive, &present.positive);
    take_off(&t->negative, &present.negative);
    return KERF_OK;
}

static kerf_status other_totals(kf_grounder *g, kf_ground_rule *gr)
{
    for (int side = 0; side < 2; side++) {
        const kf_conjunction *list = side ? gr->c.when_true : gr->c.when_false;
        uint32_t n = side ? gr->c.n_true : gr->c.n_false;
        if (side ? !gr->when_true : !gr->when_false) continue;
        for (uint32_t i = 0; i < n; i++) {
            if (list[i].hidden) continue;
            totals t;
            KF_TRY(conjunction_total(g, gr, &list[i], &t));
            add_to_best(g, side ? &t.negative : &t.positive, -1);
        }
    }
    return KERF_OK;
}

/* A conjunction of which evidence makes a part false scores nothing: with a weight for each
 * grounding, only those need be looked at that evidence leaves open. The others are only
 * counted. */
static bool is_table_of_conjunction(const kf_grounder *g, const kf_ground_rule *gr)
{
    const kf_rule *r = &g->d->m->rules.at[gr->rule];
    const kf_compiled *c = &gr->c;
    return r->kind == KF_RULE_LOGIC && r->cost == KF_COST_TABLE && c->form == KF_FORM_CLAUSE
           && c->flipped && c->n_conditions == r->closed && c->n_observed > 0
           && c->n_literals > c->n_observed;
}

/* Of formulas that were folded: their number, times every choice of the other variables. */
static void add_row_choices(totals *t)
{
    const kf_compiled *c = &t->gr->c;
    const kf_rule *r = &t->g->d->m->rules.at[t->gr->rule];
    t->groundings = kf_weight_table_count(r->table);
    for (uint32_t v = 0; v < c->n_free; v++) {
        if (c->types[v] == KF_TYPE_NUMBER || kf_rule_has_parameter(r, v)) continue;
        uint64_t size = kf_domain_size(&t->g->d->domains[c->types[v]]);
        t->none |= size == 0;
        multiply(&t->groundings, size);
    }
    if (t->none) t->groundings = 0;
}

/* ---- Tables over what evidence does not name ----
 *
 * In Precedes(n, m) ^ Role(n, +r) ^ Role(m, +s) every row of the table goes with every pair of
 * evidence: pairs are counted and rows are added up, instead of one grounding after another. */

typedef struct crossing {
    totals *t;
    bool open[KF_MOST_ARITY]; /* by parameter: evidence does not name it */
} crossing;

static bool is_named(const kf_compiled *c, uint32_t variable)
{
    bool named = false;
    for (uint32_t i = 0; i < c->n_observed; i++)
        for (uint32_t k = 0; k < c->literals[i].n_uses; k++)
            named |= c->literals[i].uses[k] == variable;
    return named;
}

static bool find_crossed(const kf_grounder *g, const kf_ground_rule *gr, crossing *x)
{
    enum { MOST_ROWS = 1 << 14 };
    const kf_rule *r = &g->d->m->rules.at[gr->rule];
    bool any = false;
    if (r->closed || r->weight != 0 || g->every_row || gr->c.n_conditions > 0) return false;
    for (uint32_t i = 0; i < r->n_parameters; i++) {
        x->open[i] = !is_named(&gr->c, r->parameters[i]);
        any |= x->open[i];
    }
    return any && kf_weight_table_count(r->table) <= MOST_ROWS;
}

static bool is_here(const kf_grounder *g, uint32_t type, uint32_t id)
{
    const kf_domain *d = &g->d->domains[type];
    uint32_t from = 0, to = d->n;
    while (from < to) {
        uint32_t middle = from + (to - from) / 2;
        if (d->ids[middle] < id) from = middle + 1;
        else to = middle;
    }
    return from < d->n && d->ids[from] == id;
}

/* All rows that go with one answer of evidence. */
static bool add_rows(void *context, const kf_binding *b, uint64_t times)
{
    const crossing *x = context;
    const kf_grounder *g = x->t->g;
    const kf_rule *r = &g->d->m->rules.at[x->t->gr->rule];
    for (uint32_t row = 0; row < kf_weight_table_count(r->table); row++) {
        const uint32_t *key = kf_weight_table_key(r->table, row);
        double w = kf_weight_table_weight(r->table, row);
        bool fits = w != 0;
        for (uint32_t i = 0; fits && i < r->n_parameters; i++) {
            uint32_t v = r->parameters[i];
            fits = x->open[i] ? is_here(g, r->variables[v].type, key[i]) : key[i] == b->ids[v];
        }
        if (fits && !add_times(x->t, times, w)) return false;
    }
    return true;
}

static kerf_status crossed_totals(kf_grounder *g, kf_ground_rule *gr, crossing *x)
{
    const kf_rule *r = &g->d->m->rules.at[gr->rule];
    kf_ask a;
    KF_TRY(kf_ask_begin(&a, g, gr, gr->c.n_observed));
    for (uint32_t i = 0; i < gr->c.n_observed; i++) kf_ask_add(&a, &gr->c.literals[i], true);
    for (uint32_t i = 0; i < r->n_parameters; i++) {
        a.needed[r->parameters[i]] = !x->open[i];
        if (x->open[i]) a.scope[r->parameters[i]] = false;
    }
    kerf_status st = kf_ask_run_ordered(&a, NULL, KF_NONE, NULL, add_rows, x);
    kf_ask_end(&a);
    return st == KERF_LIMIT || x->t->overflow ? too_many(g, gr) : st;
}

static kerf_status conjunction_totals(kf_grounder *g, kf_ground_rule *gr)
{
    totals all = { .g = g, .gr = gr }, open = all;
    crossing x = { .t = &open };
    if (g->d->m->rules.at[gr->rule].closed) add_row_choices(&all);
    else add_choices(&all, 0);
    gr->groundings = all.groundings;
    bool listed;
    KF_TRY(kf_local_list(g, gr, &listed));
    if (listed) KF_TRY(kf_row_costs_total(g, gr, &open.positive.sum, &open.negative.sum));
    else if (find_crossed(g, gr, &x)) KF_TRY(crossed_totals(g, gr, &x));
    else KF_TRY(total(g, gr, gr->c.literals, gr->c.n_observed, true, &open));
    KF_TRY(add_weights(g, gr, &open));
    add_to_best(g, &open.positive, 1);
    return KERF_OK;
}

kerf_status kf_ground_totals(kf_grounder *g, kf_ground_rule *gr)
{
    const kf_rule *r = &g->d->m->rules.at[gr->rule];
    if (r->kind == KF_RULE_ACYCLIC) return KERF_OK;
    if (is_table_of_conjunction(g, gr)) return conjunction_totals(g, gr);
    totals all;
    KF_TRY(r->kind == KF_RULE_COUNT ? groups(g, gr, &all) : total(g, gr, NULL, 0, false, &all));
    gr->groundings = all.groundings;
    if (kf_weights_are_few(g, gr)) KF_TRY(count_all(g, gr, &gr->groundings));
    if (r->cost == KF_COST_HARD) return KERF_OK;
    KF_TRY(add_weights(g, gr, &all));
    add_to_best(g, &all.positive, 1);
    if (r->kind == KF_RULE_COUNT) return KERF_OK;
    return gr->c.form == KF_FORM_CLAUSE ? clause_totals(g, gr, &all) : other_totals(g, gr);
}

/* ---- Facts that come and go ---- */

/* What the rule adds to the best score, as kf_ground_totals() has it. */
static double best_of(const kf_ground_rule *gr, double weight, double all, double open)
{
    const kf_compiled *c = &gr->c;
    double more = fmax(weight, 0), less = fmax(-weight, 0), best = more * all;
    if (!gr->open_known) return best;
    best += (c->flipped ? more : less) * (open - all);
    if (c->n_literals == c->n_observed) best -= (c->flipped ? less : more) * open;
    return best;
}

kerf_status kf_ground_totals_change(kf_grounder *g, kf_ground_rule *gr, int64_t open)
{
    const kf_rule *r = &g->d->m->rules.at[gr->rule];
    totals all = { .g = g, .gr = gr };
    assert(is_unconditional(g, gr) && r->kind == KF_RULE_LOGIC);
    add_choices(&all, 0);
    if (all.overflow) return too_many(g, gr);
    uint64_t open_now = gr->open_known ? gr->open + (uint64_t)open : 0;
    if (r->cost != KF_COST_HARD) {
        double then = best_of(gr, r->weight, (double)gr->groundings, (double)gr->open);
        double now = best_of(gr, r->weight, (double)all.groundings, (double)open_now);
        kf_best_add(g, -then);
        kf_best_add(g, now);
        gr->best += now - then;
        g->weights += fabs(r->weight) * ((double)all.groundings - (double)gr->groundings);
        if (g->weights > KF_MOST_WEIGHT) return kf_model_too_heavy(g->d->m, r, g->diags);
        if (g->weights < 0) g->weights = 0; /* by rounding */
    }
    gr->groundings = all.groundings;
    gr->open = open_now;
    return KERF_OK;
}

double kf_grounder_best(const kf_grounder *g)
{
    return g->best;
}

double kf_grounder_best_rest(const kf_grounder *g)
{
    return isfinite(g->best) ? (g->best_sum - g->best) + g->best_rest + g->best_taken : 0;
}

double kf_grounder_constant(const kf_grounder *g)
{
    return g->constant;
}

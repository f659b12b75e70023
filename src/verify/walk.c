/* walk.c -- walks every grounding of one rule in nested loops over its free variables.
 *
 * Constants range over their types, then numbers over the rows that name them. The parameters of
 * formulas that were folded into a table take the constants of its rows first.
 *
 * Nothing is pruned but what plainly counts alike. A number variable has no value, and so there is
 * no grounding, where no row of the atom that names it has the constants. A hard clause holds where
 * evidence lacks the row of a negated atom of an observed predicate: these groundings are counted
 * all at once. So the variables of such an atom, the lead, take the constants of its rows first. */
#include "verify/binder.h"

#include "base/check.h"
#include "model/print/printer.h"
#include "model/weight_table.h"

#include <math.h>

enum { TICK = 1 << 14 }; /* groundings between two looks at the clock */

typedef struct walk {
    kf_verifier *v;
    kf_tally *tally;
    kf_grounding g;
    uint32_t *order;      /* free variables: those of a folded table's rows, constants, numbers */
    uint32_t n_rows;      /* how many of them the rows of a table or of the lead give values */
    const kf_logic *lead; /* NULL: none */
    bool holds;           /* the rule holds where the lead has no row */
    uint64_t done, total;
} walk;

/* ---- The lead ------------------------------------------------------------------------------- */

/* Does every row of the atom give its variables, one at least, values? */
static bool can_lead(const walk *w, const kf_logic *f)
{
    const kf_rule *r = w->g.rule;
    const kf_predicate *p = &w->g.model->predicates.at[f->id];
    bool some = false;
    if (f->kind != KF_LOGIC_ATOM || p->hidden) return false;
    for (uint32_t i = 0; i < p->arity; i++) {
        const kf_expr *e = f->args[i];
        bool variable = e->kind == KF_EXPR_VARIABLE && e->id < r->n_free;
        if (!(variable || e->kind == KF_EXPR_CONSTANT) || e->type != p->slots[i].type) return false;
        some |= variable;
    }
    return some;
}

static const kf_facts *lead_rows(const walk *w)
{
    return kf_evidence_facts(w->g.evidence, w->lead->id, KF_SAID_TRUE);
}

static const kf_binder *lead_binder(const walk *w)
{
    for (uint32_t i = 0; i < w->g.rule->n_free; i++)
        if (w->g.binders[i].atom == w->lead) return &w->g.binders[i];
    return NULL;
}

static void find_lead(walk *w)
{
    const kf_rule *r = w->g.rule;
    uint32_t least = UINT32_MAX;
    bool numbers = false;
    for (uint32_t i = 0; i < r->n_free && !w->lead; i++) {
        const kf_logic *atom = w->g.binders[i].atom;
        numbers |= atom != NULL;
        if (atom && can_lead(w, atom)) w->lead = atom;
    }
    bool clause = r->cost == KF_COST_HARD && r->kind != KF_RULE_COUNT && !w->g.partial
                  && r->body->kind == KF_LOGIC_OR;
    w->holds = !numbers && clause; /* what others have of numbers is not known beforehand */
    for (uint32_t i = 0; w->holds && i < r->body->n; i++) {
        const kf_logic *f = r->body->kids[i];
        if (f->kind != KF_LOGIC_ATOM || !f->negated || !can_lead(w, f)) continue;
        if (w->g.model->predicates.at[f->id].number) continue;
        uint32_t n = kf_evidence_facts(w->g.evidence, f->id, KF_SAID_TRUE)->n;
        if (n >= least) continue;
        least = n;
        w->lead = f;
    }
}

static bool is_led(const walk *w, uint32_t variable)
{
    uint32_t n = w->lead ? w->g.model->predicates.at[w->lead->id].arity : 0;
    for (uint32_t i = 0; i < n; i++) {
        const kf_expr *e = w->lead->args[i];
        if (e->kind == KF_EXPR_VARIABLE && e->id == variable) return true;
    }
    return false;
}

/* The constants of a row for its variables; false: it does not fit. */
static bool take_row(walk *w, const kf_facts *rows, uint32_t row)
{
    const kf_predicate *p = &w->g.model->predicates.at[w->lead->id];
    for (uint32_t i = 0; i < p->arity; i++) {
        const kf_expr *e = w->lead->args[i];
        if (e->kind == KF_EXPR_VARIABLE) w->g.constants[e->id] = rows->columns[i][row];
    }
    for (uint32_t i = 0; i < p->arity; i++) {
        const kf_expr *e = w->lead->args[i];
        uint32_t id = e->kind == KF_EXPR_VARIABLE ? w->g.constants[e->id] : e->id;
        if (id != rows->columns[i][row] || kf_domain_position(w->g.domains, e->type, id) == KF_NONE)
            return false;
    }
    return true;
}

static bool is_same_row(const walk *w, const kf_facts *rows, uint32_t a, uint32_t b)
{
    for (uint32_t i = 0; i < w->g.model->predicates.at[w->lead->id].arity; i++)
        if (rows->columns[i][a] != rows->columns[i][b]) return false;
    return true;
}

/* ---- How many ------------------------------------------------------------------------------- */

static uint64_t size_of(const walk *w, uint32_t variable)
{
    const kf_binder *b = &w->g.binders[variable];
    if (b->atom) return b->n;
    return w->g.domains->types[w->g.rule->variables[variable].type].ids.n;
}

/* Times the sizes of the variables; false beyond 2^63. */
static bool multiply(const walk *w, const uint32_t *variables, uint32_t n, uint64_t *product)
{
    bool fits = true;
    for (uint32_t i = 0; i < n; i++) {
        uint64_t size = size_of(w, variables[i]);
        if (size == 0) return *product = 0, true;
        if (*product > (uint64_t)INT64_MAX / size) fits = false;
        else *product *= size;
    }
    return fits;
}

static void add_sizes(kf_text *to, const walk *w, const uint32_t *variables, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        if (to->n > 0) kf_text_add(to, KF_STR(" x "));
        kf_text_addf(to, "%llu", (unsigned long long)size_of(w, variables[i]));
    }
}

static kerf_status refuse(const walk *w)
{
    const kf_rule *r = w->g.rule;
    kf_place place = kf_sources_place(w->v->model->program->sources, r->pos);
    kf_text sizes;
    kf_text_init(&sizes, w->v->mem);
    add_sizes(&sizes, w, w->order, r->n_free);
    add_sizes(&sizes, w, r->counted, r->n_counted);
    kf_diag_add(w->v->diags, KERF_ERROR, &place, NULL,
                "%.*s has %s groundings, more than can be walked", (int)r->label.n, r->label.at,
                sizes.at ? sizes.at : "");
    kf_text_free(&sizes);
    return KERF_LIMIT;
}

static kerf_status measure(walk *w)
{
    const kf_rule *r = w->g.rule;
    uint64_t tuples = 1;
    w->total = w->lead ? lead_rows(w)->n : w->n_rows ? kf_weight_table_count(r->table) : 1;
    if (!multiply(w, w->order + w->n_rows, r->n_free - w->n_rows, &w->total)) return refuse(w);
    tuples = w->total;
    return multiply(w, r->counted, r->n_counted, &tuples) ? KERF_OK : refuse(w);
}

/* ---- One grounding -------------------------------------------------------------------------- */

double kf_grounding_weight(const kf_grounding *g)
{
    const kf_rule *r = g->rule;
    double found = r->weight;
    if (r->cost == KF_COST_VARIABLE) return g->numbers[r->weight_variable];
    assert(r->cost != KF_COST_HARD && r->cost != KF_COST_LEARN);
    if (r->cost != KF_COST_TABLE) return r->weight;
    for (uint32_t i = 0; i < r->n_parameters; i++) g->key[i] = g->constants[r->parameters[i]];
    kf_weight_table_get(r->table, g->key, &found);
    return found;
}

static kerf_status show(walk *w, int64_t count)
{
    const kf_rule *r = w->g.rule;
    if (!kf_wants_example(w->v, w->tally)) return KERF_OK;
    kf_text text;
    kf_text_init(&text, w->v->mem);
    for (uint32_t i = r->n_free; i < r->n_variables; i++) w->g.constants[i] = KF_NONE;
    kf_printer printer = { .to = &text,
                           .model = w->v->model,
                           .rule = r,
                           .dialect = KF_DIALECT_KERF,
                           .bound = w->g.constants,
                           .numbers = w->g.numbers,
                           .no_plus = true };
    kf_printer_written(&printer);
    if (r->kind == KF_RULE_COUNT) kf_text_addf(&text, " (it is %lld)", (long long)count);
    return kf_keep_example(w->v, w->tally, &text);
}

static kerf_status judge_hard(walk *w, bool truth, int64_t count)
{
    if (truth) return KERF_OK;
    w->tally->violations++;
    return show(w, count);
}

static kerf_status judge_soft(walk *w, bool truth, int64_t count)
{
    double worth = kf_grounding_weight(&w->g);
    w->v->weights += fabs(worth);
    if (truth) kf_sum_add(&w->tally->score, worth);
    bool better = truth ? worth < 0 : worth > 0;
    if (better) KF_TRY(kf_truth_can_be(&w->g, !truth, &better));
    if (!better) return KERF_OK;
    w->tally->guessed |= w->g.too_many;
    w->tally->unsatisfied++;
    kf_sum_add(&w->tally->cost, fabs(worth));
    kf_dyadic_add(&w->v->cost, fabs(worth), 1);
    return show(w, count);
}

static kerf_status ground(walk *w)
{
    const kf_verify_options *options = &w->v->options;
    assert(w->done < w->total);
    if (w->done++ % TICK == TICK - 1 && options->tick)
        KF_TRY(options->tick(options->context, w->g.rule, w->done, w->total));
    kf_verdict truth = kf_grounding_truth(&w->g);
    if (truth == KF_IS_UNDEFINED) return KERF_OK;
    assert(truth == KF_IS_TRUE || truth == KF_IS_FALSE); /* the answer is complete */
    w->tally->groundings++;
    w->tally->satisfied += truth == KF_IS_TRUE;
    int64_t count = w->g.count;
    if (w->g.rule->cost == KF_COST_HARD) return judge_hard(w, truth == KF_IS_TRUE, count);
    return judge_soft(w, truth == KF_IS_TRUE, count);
}

/* ---- All groundings ------------------------------------------------------------------------- */

static kerf_status loop(walk *w, uint32_t from)
{
    if (from == w->g.rule->n_free) return ground(w);
    uint32_t variable = w->order[from];
    const kf_binder *b = &w->g.binders[variable];
    if (b->atom) {
        uint32_t at, to;
        for (kf_binder_range(&w->g, variable, &at, &to); at < to; at = kf_binder_next(b, at, to)) {
            w->g.numbers[variable] = b->rows->numbers[b->order[at]];
            KF_TRY(loop(w, from + 1));
        }
        return KERF_OK;
    }
    const kf_world_domain *d = &w->g.domains->types[w->g.rule->variables[variable].type];
    for (size_t i = 0; i < d->ids.n; i++) {
        w->g.constants[variable] = d->ids.at[i];
        KF_TRY(loop(w, from + 1));
    }
    return KERF_OK;
}

/* By the rows of the lead. Where rows have numbers, those with the same constants are neighbours in
 * the order of the binder, and one of them will do. */
static kerf_status loop_lead(walk *w)
{
    const kf_facts *rows = lead_rows(w);
    const kf_binder *b = w->holds ? NULL : lead_binder(w);
    for (uint32_t i = 0; i < rows->n; i++) {
        uint32_t row = b ? b->order[i] : i;
        if (b && i > 0 && is_same_row(w, rows, b->order[i - 1], row)) continue;
        if (take_row(w, rows, row)) KF_TRY(loop(w, w->n_rows));
    }
    return KERF_OK;
}

/* The groundings that the lead leaves out. UINT64_MAX: so many or more. */
static void count_others(walk *w)
{
    kf_tally *t = w->tally;
    uint64_t all = 1;
    if (!multiply(w, w->order, w->g.rule->n_free, &all)) {
        t->groundings = UINT64_MAX;
        t->satisfied = t->groundings - t->violations;
        return;
    }
    assert(all >= w->done && t->groundings >= w->done);
    t->groundings += all - w->done;
    t->satisfied += all - w->done;
}

static kerf_status loop_rows(walk *w)
{
    const kf_rule *r = w->g.rule;
    if (w->lead) {
        KF_TRY(loop_lead(w));
        if (w->holds) count_others(w);
        return KERF_OK;
    }
    for (uint32_t i = 0; w->n_rows && i < kf_weight_table_count(r->table); i++) {
        const uint32_t *key = kf_weight_table_key(r->table, i);
        for (uint32_t k = 0; k < w->n_rows; k++) w->g.constants[r->parameters[k]] = key[k];
        KF_TRY(loop(w, w->n_rows));
    }
    return w->n_rows ? KERF_OK : loop(w, 0);
}

static void order_variables(walk *w)
{
    const kf_rule *r = w->g.rule;
    uint32_t n = 0;
    if (r->cost == KF_COST_TABLE && r->closed) w->n_rows = r->n_parameters;
    else find_lead(w);
    for (uint32_t i = 0; i < w->n_rows; i++) w->order[n++] = r->parameters[i];
    for (uint32_t i = 0; w->lead && i < r->n_free; i++)
        if (is_led(w, i)) w->order[n++] = i;
    if (w->lead) w->n_rows = n;
    for (int numbers = 0; numbers < 2; numbers++)
        for (uint32_t i = 0; i < r->n_free; i++)
            if ((r->variables[i].type == KF_TYPE_NUMBER) == numbers
                && !(w->lead ? is_led(w, i) : w->n_rows && kf_rule_has_parameter(r, i)))
                w->order[n++] = i;
    assert(n == r->n_free);
}

kerf_status kf_grounding_open(kf_grounding *g)
{
    uint32_t n = g->rule->n_variables;
    assert(g->rule->body && g->domains->types);
    g->constants = kf_mem_calloc(g->mem, n, sizeof *g->constants);
    g->numbers = kf_mem_calloc(g->mem, n, sizeof *g->numbers);
    g->binders = kf_mem_calloc(g->mem, n, sizeof *g->binders);
    g->key = kf_mem_calloc(g->mem, g->rule->n_parameters, sizeof *g->key);
    size_t room = kf_term_room(g, g->rule->body, &g->partial);
    g->scratch = kf_mem_alloc(g->mem, room, 1);
    if (g->scratch) g->scratch_size = room;
    if (!g->constants || !g->numbers || !g->binders || !g->key || !g->scratch)
        return KERF_NO_MEMORY;
    return kf_binders_open(g);
}

void kf_grounding_close(kf_grounding *g)
{
    uint32_t n = g->rule->n_variables;
    kf_binders_close(g);
    kf_mem_free(g->mem, g->constants, n, sizeof *g->constants);
    kf_mem_free(g->mem, g->numbers, n, sizeof *g->numbers);
    kf_mem_free(g->mem, g->binders, n, sizeof *g->binders);
    kf_mem_free(g->mem, g->key, g->rule->n_parameters, sizeof *g->key);
    kf_mem_free(g->mem, g->scratch, g->scratch_size, 1);
}

static kerf_status prepare(walk *w)
{
    w->order = kf_mem_calloc(w->g.mem, w->g.rule->n_variables, sizeof *w->order);
    if (!w->order) return KERF_NO_MEMORY;
    order_variables(w);
    return KERF_OK;
}

kerf_status kf_walk_rule(kf_verifier *v, const kf_rule *r, kf_tally *tally)
{
    walk w = { .v = v,
               .tally = tally,
               .g = { .mem = v->mem,
                      .model = v->model,
                      .evidence = v->evidence,
                      .answer = v->answer,
                      .domains = &v->domains,
                      .rule = r } };
    kerf_status status = kf_grounding_open(&w.g);
    if (status == KERF_OK) status = prepare(&w);
    if (status == KERF_OK) status = measure(&w);
    if (status == KERF_OK) status = loop_rows(&w);
    kf_mem_free(v->mem, w.order, r->n_variables, sizeof *w.order);
    kf_grounding_close(&w.g);
    return status;
}

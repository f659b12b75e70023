/* oracle.c -- plain enumeration with the parts of src/verify; see oracle.h. */
#include "oracle_ground.h"

#include "base/check.h"
#include "model/weight_table.h"
#include "verify/binder.h"

#include <math.h>
#include <string.h>

struct oracle {
    loaded *l;
    kf_verifier *v;
    kf_evidence *answer;
    KF_VEC(ground_atom) atoms;
    KF_VEC(plain) all;
    KF_VEC(uint32_t) ids;   /* of free variables, grounding after grounding */
    KF_VEC(double) numbers; /* parallel */
};

static kf_mem *mem_of(const oracle *o)
{
    return &o->l->mem;
}

/* ---- One rule ------------------------------------------------------------------------------- */

enum { MOST_VARIABLES = KF_MOST_TUPLE };

static void close_rule(kf_grounding *g)
{
    kf_binders_close(g);
    kf_mem_free(g->mem, g->constants, MOST_VARIABLES, sizeof *g->constants);
    kf_mem_free(g->mem, g->numbers, MOST_VARIABLES, sizeof *g->numbers);
    kf_mem_free(g->mem, g->binders, g->rule->n_variables, sizeof *g->binders);
    kf_mem_free(g->mem, g->scratch, g->scratch_size, 1);
}

static kerf_status open_rule(const oracle *o, kf_grounding *g, uint32_t rule)
{
    *g = (kf_grounding){ .mem = mem_of(o),
                         .model = o->l->model,
                         .evidence = o->l->world,
                         .answer = o->answer,
                         .domains = &o->v->domains,
                         .rule = &o->l->model->rules.at[rule] };
    g->constants = kf_mem_calloc(g->mem, MOST_VARIABLES, sizeof *g->constants);
    g->numbers = kf_mem_calloc(g->mem, MOST_VARIABLES, sizeof *g->numbers);
    g->binders = kf_mem_calloc(g->mem, g->rule->n_variables, sizeof *g->binders);
    size_t room = kf_term_room(g, g->rule->body, &g->partial) + 4096;
    g->scratch = kf_mem_alloc(g->mem, room, 1);
    if (g->scratch) g->scratch_size = room;
    bool good = g->constants && g->numbers && g->binders && g->scratch;
    kerf_status st = good ? kf_binders_open(g) : KERF_NO_MEMORY;
    if (st != KERF_OK) close_rule(g);
    return st;
}

/* NAN: formulas were folded into a table, and none of them has these constants. */
static double weight_of(const kf_grounding *g)
{
    const kf_rule *r = g->rule;
    double weight = r->closed ? (double)NAN : r->weight;
    uint32_t key[KF_MOST_ARITY];
    if (r->cost == KF_COST_HARD) return INFINITY;
    if (r->cost == KF_COST_VARIABLE) return g->numbers[r->weight_variable];
    if (r->cost != KF_COST_TABLE || !r->table) return weight;
    for (uint32_t i = 0; i < r->n_parameters; i++) key[i] = g->constants[r->parameters[i]];
    kf_weight_table_get(r->table, key, &weight);
    return weight;
}

/* ---- The list of groundings ----------------------------------------------------------------- */

static kerf_status keep(oracle *o, kf_grounding *g, uint32_t rule)
{
    if (kf_grounding_truth(g) == KF_IS_UNDEFINED) return KERF_OK;
    plain p = { .rule = rule, .first = (uint32_t)o->ids.n, .weight = weight_of(g) };
    if (isnan(p.weight)) return KERF_OK;
    for (int value = 0; value < 2; value++) {
        g->too_many = false;
        KF_TRY(kf_truth_can_be(g, value, &p.can_be[value]));
        p.guessed |= g->too_many;
    }
    for (uint32_t i = 0; i < g->rule->n_free; i++)
        if (!kf_vec_push(mem_of(o), &o->ids, g->constants[i])
            || !kf_vec_push(mem_of(o), &o->numbers, g->numbers[i]))
            return KERF_NO_MEMORY;
    if (o->all.n >= MOST_GROUNDINGS) return KERF_LIMIT;
    return kf_vec_push(mem_of(o), &o->all, p) ? KERF_OK : KERF_NO_MEMORY;
}

/* Constants first, as verify does: a number may depend on them. */
static kerf_status enumerate(oracle *o, kf_grounding *g, uint32_t rule, uint32_t from)
{
    const kf_rule *r = g->rule;
    uint32_t constants = 0;
    for (uint32_t i = 0; i < r->n_free; i++) constants += r->variables[i].type != KF_TYPE_NUMBER;
    if (from == r->n_free) return keep(o, g, rule);
    bool number = from >= constants;
    uint32_t variable = 0;
    for (uint32_t left = number ? from - constants : from;; variable++) {
        if ((r->variables[variable].type == KF_TYPE_NUMBER) == number && left-- == 0) break;
    }
    if (number) {
        const kf_binder *b = &g->binders[variable];
        uint32_t at, to;
        for (kf_binder_range(g, variable, &at, &to); at < to; at = kf_binder_next(b, at, to)) {
            g->numbers[variable] = b->rows->numbers[b->order[at]];
            KF_TRY(enumerate(o, g, rule, from + 1));
        }
        return KERF_OK;
    }
    const kf_world_domain *d = &o->v->domains.types[r->variables[variable].type];
    for (size_t i = 0; i < d->ids.n; i++) {
        g->constants[variable] = d->ids.at[i];
        KF_TRY(enumerate(o, g, rule, from + 1));
    }
    return KERF_OK;
}

/* Groundings of a rule, and for cardinalities the tuples that are counted in all of them. */
static double size_of_rule(const oracle *o, const kf_rule *r)
{
    double size = 1;
    for (uint32_t i = 0; i < r->n_variables; i++) {
        uint32_t type = r->variables[i].type;
        if (type != KF_TYPE_NUMBER && (i < r->n_free || r->kind == KF_RULE_COUNT))
            size *= (double)o->v->domains.types[type].ids.n;
    }
    return size;
}

static kerf_status list_groundings(oracle *o)
{
    for (uint32_t i = 0; i < o->l->model->rules.n; i++) {
        const kf_rule *r = &o->l->model->rules.at[i];
        if (r->kind == KF_RULE_ACYCLIC || !kf_verifier_tally(o->v, i)) continue;
        if (size_of_rule(o, r) > MOST_GROUNDINGS) return KERF_LIMIT;
        kf_grounding g;
        KF_TRY(open_rule(o, &g, i));
        kerf_status st = enumerate(o, &g, i, 0);
        close_rule(&g);
        KF_TRY(st);
    }
    return KERF_OK;
}

/* ---- Atoms and worlds ----------------------------------------------------------------------- */

static kerf_status list_atoms(oracle *o, uint32_t predicate)
{
    const kf_predicate *p = &o->l->model->predicates.at[predicate];
    uint32_t at[MOST_ROW] = { 0 };
    if (p->arity > MOST_ROW) return KERF_LIMIT;
    for (uint32_t i = 0; i < p->arity; i++)
        if (kf_verifier_size(o->v, p->slots[i].type) == 0) return KERF_OK;
    for (;;) {
        ground_atom a = { .predicate = predicate };
        for (uint32_t i = 0; i < p->arity; i++)
            a.row[i] = kf_verifier_constant(o->v, p->slots[i].type, at[i]);
        const kf_facts *yes = kf_evidence_facts(o->l->world, predicate, KF_SAID_TRUE);
        const kf_facts *no = kf_evidence_facts(o->l->world, predicate, KF_SAID_FALSE);
        a.fixed_true = yes->n > 0 && kf_facts_find(yes, a.row, 0, NULL);
        a.open = !a.fixed_true && !(no->n > 0 && kf_facts_find(no, a.row, 0, NULL));
        if (!kf_vec_push(mem_of(o), &o->atoms, a)) return KERF_NO_MEMORY;
        uint32_t i = p->arity;
        while (i > 0 && ++at[i - 1] == kf_verifier_size(o->v, p->slots[i - 1].type)) at[--i] = 0;
        if (i == 0) return KERF_OK;
    }
}

kerf_status oracle_set(oracle *o, const bool *values)
{
    kf_evidence_free(o->answer);
    o->answer = kf_evidence_new(mem_of(o), o->l->model);
    if (!o->answer) return KERF_NO_MEMORY;
    uint32_t file;
    KF_TRY(kf_evidence_file(o->answer, "answer", &file));
    for (size_t i = 0; values && i < o->atoms.n; i++) {
        const ground_atom *a = &o->atoms.at[i];
        if (!values[i] || !a->open) continue;
        KF_TRY(kf_evidence_add(o->answer, a->predicate, KF_SAID_TRUE, a->row, 0, 0, file, 1));
    }
    return kf_evidence_close(o->answer, o->l->diags);
}

/* Groundings stand in order of their rules. */
kerf_status oracle_see(oracle *o, const bool *values)
{
    KF_TRY(oracle_set(o, values));
    for (size_t i = 0; i < o->all.n;) {
        kf_grounding g;
        uint32_t rule = o->all.at[i].rule;
        KF_TRY(open_rule(o, &g, rule));
        for (; i < o->all.n && o->all.at[i].rule == rule; i++) {
            uint32_t first = o->all.at[i].first;
            for (uint32_t k = 0; k < g.rule->n_free; k++) {
                g.constants[k] = o->ids.at[first + k];
                g.numbers[k] = o->numbers.at[first + k];
            }
            o->all.at[i].truth = kf_grounding_truth(&g) == KF_IS_TRUE;
        }
        close_rule(&g);
    }
    return KERF_OK;
}

bool oracle_is_bad(const plain *p)
{
    return p->weight > 0 ? !p->truth : p->weight < 0 && p->truth;
}

/* ---- Verify --------------------------------------------------------------------------------- */

kerf_status oracle_verify(oracle *o, verdicts *out)
{
    for (size_t i = 0; i < o->v->n_tallies; i++) o->v->tallies[i] = (kf_tally){ 0 };
    o->v->cost = (kf_dyadic){ 0 };
    KF_TRY(kf_verifier_run(o->v, o->answer));
    KF_CHECK(kf_verifier_check(o->v));
    *out = (verdicts){ 0 };
    kf_sum score = { 0 }, cost = { 0 };
    for (size_t i = 0; i < o->v->n_tallies; i++) {
        const kf_tally *check = kf_verifier_tally(o->v, i);
        if (!check) continue;
        kf_sum_join(&score, &check->score);
        kf_sum_join(&cost, &check->cost);
        bool cycles = i < o->l->model->rules.n && o->l->model->rules.at[i].kind == KF_RULE_ACYCLIC;
        *(cycles ? &out->cycles : &out->hard) += check->violations;
    }
    out->score = kf_sum_get(&score);
    out->exactly = (long double)score.sum + score.rest;
    out->cost = kf_sum_get(&cost);
    return KERF_OK;
}

void oracle_rule(const oracle *o, uint32_t rule, uint64_t *unsatisfied, double *cost,
                 uint64_t *violations)
{
    const kf_tally *check = kf_verifier_tally(o->v, rule);
    *unsatisfied = check->unsatisfied;
    *cost = kf_sum_get(&check->cost);
    *violations = check->violations;
}

double oracle_score(const oracle *o, uint32_t rule)
{
    const kf_tally *t = kf_verifier_tally(o->v, rule);
    return t ? kf_sum_get(&t->score) : 0;
}

uint64_t oracle_count(const oracle *o, uint32_t rule)
{
    const kf_tally *check = kf_verifier_tally(o->v, rule);
    return check ? check->groundings : 0;
}

/* ---- Tuples --------------------------------------------------------------------------------- */

/* The variables that conditions compute, one after the other. */
static bool compute(oracle *o, kf_grounding *g, const kf_compiled *c)
{
    for (uint32_t i = 0; i < c->n_conditions; i++) {
        const kf_literal *l = &c->conditions[i];
        if (l->kind == KF_LITERAL_COMPUTE) {
            uint32_t variable = l->args[0].variable;
            kf_term_begin(g);
            if (!kf_term_constant(g, l->left, c->types[variable], &g->constants[variable]))
                return false;
        } else if (l->kind == KF_LITERAL_FUNCTION) {
            const kf_function *f = &o->l->model->functions.at[l->id];
            kf_expr args[KF_MOST_ARITY], *list[KF_MOST_ARITY];
            for (uint32_t k = 0; k < f->arity; k++) {
                bool variable = l->args[k].variable != KF_NONE;
                args[k] = (kf_expr){ .kind = variable ? KF_EXPR_VARIABLE : KF_EXPR_CONSTANT,
                                     .type = f->slots[k].type,
                                     .id = variable ? l->args[k].variable : l->args[k].constant };
                list[k] = &args[k];
            }
            kf_expr call = {
                .kind = KF_EXPR_CALL, .type = f->result, .id = l->id, .n = f->arity, .args = list
            };
            kf_term_begin(g);
            uint32_t *to = &g->constants[l->args[f->arity].variable];
            if (!kf_term_constant(g, &call, f->result, to)) return false;
        }
    }
    return true;
}

kerf_status oracle_ground(oracle *o, uint32_t grounding, kf_grounding *g)
{
    const plain *p = &o->all.at[grounding];
    KF_TRY(open_rule(o, g, p->rule));
    g->key = kf_mem_calloc(g->mem, MOST_VARIABLES, sizeof *g->key);
    if (!g->key) {
        close_rule(g);
        return KERF_NO_MEMORY;
    }
    for (uint32_t k = 0; k < g->rule->n_free; k++) {
        g->constants[k] = o->ids.at[p->first + k];
        g->numbers[k] = o->numbers.at[p->first + k];
    }
    return KERF_OK;
}

void oracle_unground(kf_grounding *g)
{
    kf_mem_free(g->mem, g->key, MOST_VARIABLES, sizeof *g->key);
    close_rule(g);
}

bool oracle_tuple(oracle *o, uint32_t grounding, const kf_compiled *c, uint32_t *tuple)
{
    const plain *p = &o->all.at[grounding];
    kf_grounding g;
    if (open_rule(o, &g, p->rule) != KERF_OK) return false;
    for (uint32_t k = 0; k < g.rule->n_free; k++) {
        g.constants[k] = o->ids.at[p->first + k];
        g.numbers[k] = o->numbers.at[p->first + k];
    }
    /* A cardinality's groups exist whatever is counted in them. */
    bool good = g.rule->kind == KF_RULE_COUNT || compute(o, &g, c);
    for (uint32_t i = 0; i < c->n_tuple; i++) {
        uint32_t variable = c->tuple[i];
        if (c->types[variable] == KF_TYPE_NUMBER) {
            memcpy(tuple, &g.numbers[variable], sizeof(double));
            tuple += 2;
        } else {
            *tuple++ = g.constants[variable];
        }
    }
    close_rule(&g);
    return good;
}

uint32_t oracle_constant(const oracle *o, uint32_t grounding, uint32_t variable)
{
    return o->ids.at[o->all.at[grounding].first + variable];
}

void oracle_print(oracle *o, uint32_t grounding, kf_text *to)
{
    const plain *p = &o->all.at[grounding];
    const kf_rule *r = &o->l->model->rules.at[p->rule];
    for (uint32_t i = 0; i < r->n_free; i++) {
        uint32_t type = r->variables[i].type;
        if (i > 0) kf_text_add(to, KF_STR(", "));
        kf_text_add(to, kf_model_name(o->l->model, r->variables[i].name));
        kf_text_add(to, KF_STR(" = "));
        if (type == KF_TYPE_NUMBER) kf_text_add_number(to, o->numbers.at[p->first + i]);
        else kf_text_add(to, kf_constant_text(o->l->model, type, o->ids.at[p->first + i]));
    }
}

/* ---- Life ----------------------------------------------------------------------------------- */

static kerf_status fill(oracle *o)
{
    const kf_verify_options options = { 0 };
    KF_TRY(kf_verifier_new(&o->v, mem_of(o), o->l->model, &options, o->l->diags));
    KF_TRY(kf_verifier_begin(o->v, o->l->world, NULL));
    for (uint32_t i = 0; i < o->l->model->predicates.n; i++)
        if (o->l->model->predicates.at[i].hidden) KF_TRY(list_atoms(o, i));
    KF_TRY(oracle_set(o, NULL));
    return list_groundings(o);
}

kerf_status oracle_open(oracle **out, loaded *l)
{
    oracle *o = kf_mem_calloc(&l->mem, 1, sizeof *o);
    if (!o) return KERF_NO_MEMORY;
    o->l = l;
    kerf_status st = fill(o);
    if (st == KERF_OK) *out = o;
    else oracle_close(o);
    return st;
}

void oracle_close(oracle *o)
{
    if (!o) return;
    kf_mem *mem = mem_of(o);
    kf_evidence_free(o->answer);
    kf_verifier_free(o->v);
    kf_vec_free(mem, &o->atoms);
    kf_vec_free(mem, &o->all);
    kf_vec_free(mem, &o->ids);
    kf_vec_free(mem, &o->numbers);
    kf_mem_free(mem, o, 1, sizeof *o);
}

const ground_atom *oracle_atoms(const oracle *o, uint32_t *n)
{
    *n = (uint32_t)o->atoms.n;
    return o->atoms.at;
}

const plain *oracle_groundings(const oracle *o, uint32_t *n)
{
    *n = (uint32_t)o->all.n;
    return o->all.at;
}

uint32_t oracle_size(const oracle *o, uint32_t type)
{
    return kf_verifier_size(o->v, type);
}

kerf_status oracle_bound(oracle *o, kf_str certificate, kf_dyadic *bound)
{
    kf_bound *b;
    kf_diags_clear(o->l->diags);
    KF_TRY(kf_bound_new(&b, o->v, "certificate", certificate));
    kerf_status status = kf_bound_world(b, bound);
    if (status == KERF_OK) status = kf_bound_finish(b);
    kf_bound_free(b);
    return status;
}

bool oracle_accepts(oracle *o, double bound)
{
    kf_bound *b;
    kf_dyadic proven = { 0 };
    kf_diags_clear(o->l->diags);
    kf_dyadic_add(&proven, bound, 1);
    if (kf_bound_new(&b, o->v, "certificate", KF_STR("")) != KERF_OK) return false;
    bool accepted = kf_bound_accept(b, &proven) == KERF_OK;
    kf_bound_free(b);
    return accepted;
}

const char *oracle_error(const oracle *o)
{
    size_t n = kf_diags_count(o->l->diags);
    return n > 0 ? kf_diags_get(o->l->diags, n - 1)->text : "";
}

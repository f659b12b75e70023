/* eval_model.h -- a plain evaluator of models over a tiny universe, for tests.
 *
 * Shares no code with grounding or solving: it walks every grounding of every rule and looks at
 * every atom. A universe is made from one model; other models over the same predicates (matched
 * by name) can be scored in its worlds, whatever their types are called.
 *
 *     universe u; universe_open(&u, model, extra, n);   each type: its constants and the extra ones
 *     for each world of u.n_atoms bits: score(&u, model, bits, &violated)
 *
 * Numbers range over two values. Functions map arguments to some constant, the same one for the
 * same texts. Arithmetic that leaves the type makes its atom false. */
#ifndef KF_EVAL_MODEL_H
#define KF_EVAL_MODEL_H

#include "base/input.h"
#include "lang/parse.h"
#include "model/model.h"
#include "model/weight_table.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Reading ------------------------------------------------------------------------------ */

typedef struct parsed {
    kf_mem mem;
    kf_diags *diags;
    kf_program *program;
    kf_model *model;
    kerf_status status;
} parsed;

/* Text to model; status tells how far it came. `split`: Alchemy's reading of weights. */
static inline void parsed_open(parsed *p, const char *text, kf_dialect dialect, bool split)
{
    memset(p, 0, sizeof *p);
    kf_mem_init(&p->mem, 0);
    p->diags = kf_diags_new(&p->mem);
    p->program = kf_program_new(&p->mem);
    p->model = kf_model_new(&p->mem);
    kf_input *input = NULL;
    kf_parse_options parse = { .dialect = dialect };
    kf_build_options build = { .split_cnf = split };
    p->status = kf_input_open_memory(&input, &p->mem, text, strlen(text));
    if (p->status == KERF_OK) p->status = kf_parse(p->program, input, "test.mln", &parse, p->diags);
    if (p->status == KERF_OK) p->status = kf_model_build(p->model, p->program, &build, p->diags);
    kf_input_close(input);
}

static inline void parsed_close(parsed *p)
{
    kf_model_free(p->model);
    kf_program_free(p->program);
    kf_diags_free(p->diags);
}

static inline void parsed_say(const parsed *p) /* every message, to stderr */
{
    for (size_t i = 0; i < kf_diags_count(p->diags); i++) {
        const kerf_message *m = kf_diags_get(p->diags, i);
        fprintf(stderr, "%s:%u:%u: %s\n", m->file ? m->file : "", m->line, m->column, m->text);
    }
}

/* Settle by stars alone (no evidence), or with the named predicates hidden. */
static inline kerf_status parsed_settle(parsed *p, const char *query)
{
    kf_settle_options options = { .query = query };
    kf_seen *seen = calloc(p->model->predicates.n + 1, sizeof *seen);
    kerf_status st = kf_model_settle(p->model, &options, seen, p->diags);
    free(seen);
    return st;
}

/* ---- The universe ------------------------------------------------------------------------- */

enum { MOST_VALUES = 8, MOST_TYPES = 16, MOST_PREDICATES = 32, MOST_TEXT = 64 };

typedef struct value { /* a constant or a number */
    char text[MOST_TEXT];
    double number; /* NAN: not a number */
} value;

typedef struct domain {
    value at[MOST_VALUES];
    uint32_t n;
} domain;

typedef struct universe {
    uint32_t n_atoms;
    uint32_t n_predicates;
    struct {
        char name[MOST_TEXT];
        uint32_t first, width;
        uint32_t types[8]; /* indices into domains */
    } predicates[MOST_PREDICATES];
    domain domains[MOST_TYPES]; /* by the first model's type; 0: the numbers */
} universe;

static inline value value_of(kf_str s)
{
    value v = { .number = NAN };
    if (s.n >= MOST_TEXT) abort();
    memcpy(v.text, s.at, s.n);
    kf_number_read(s, &v.number);
    return v;
}

static inline value value_of_number(double number)
{
    value v = { .number = number };
    snprintf(v.text, sizeof v.text, "%.17g", number);
    return v;
}

static inline void domain_add(domain *d, value v)
{
    for (uint32_t i = 0; i < d->n; i++) {
        if (strcmp(d->at[i].text, v.text) == 0) return;
    }
    if (d->n == MOST_VALUES) abort();
    d->at[d->n++] = v;
}

static inline void universe_open(universe *u, const kf_model *m, const char *const *extra,
                                 uint32_t n)
{
    memset(u, 0, sizeof *u);
    if (m->types.n > MOST_TYPES || m->predicates.n > MOST_PREDICATES) abort();
    domain_add(&u->domains[0], value_of_number(0.5));
    domain_add(&u->domains[0], value_of_number(2));
    for (uint32_t t = 1; t < m->types.n; t++) {
        for (uint32_t i = 0; i < m->types.at[t].n_model; i++) {
            domain_add(&u->domains[t], value_of(kf_constant_text(m, t, i)));
        }
        for (uint32_t i = 0; i < n; i++) domain_add(&u->domains[t], value_of(kf_str_of(extra[i])));
    }
    u->n_predicates = (uint32_t)m->predicates.n;
    for (uint32_t i = 0; i < u->n_predicates; i++) {
        const kf_predicate *p = &m->predicates.at[i];
        kf_str name = kf_predicate_name(m, i);
        if (p->arity + p->number > 8 || name.n >= MOST_TEXT) abort();
        memcpy(u->predicates[i].name, name.at, name.n);
        u->predicates[i].first = u->n_atoms;
        u->predicates[i].width = p->arity + p->number;
        uint32_t size = 1;
        for (uint32_t k = 0; k < u->predicates[i].width; k++) {
            u->predicates[i].types[k] = p->slots[k].type;
            size *= u->domains[p->slots[k].type].n;
        }
        u->n_atoms += size;
    }
}

static inline uint32_t universe_predicate(const universe *u, kf_str name)
{
    for (uint32_t i = 0; i < u->n_predicates; i++) {
        if (kf_str_eq(kf_str_of(u->predicates[i].name), name)) return i;
    }
    return KF_NONE;
}

/* The domain of a type of another model: through a predicate that both have. */
static inline const domain *universe_domain(const universe *u, const kf_model *m, uint32_t type)
{
    if (type == KF_TYPE_NUMBER) return &u->domains[0];
    for (uint32_t i = 0; i < m->predicates.n; i++) {
        const kf_predicate *p = &m->predicates.at[i];
        uint32_t at = universe_predicate(u, kf_predicate_name(m, i));
        for (uint32_t k = 0; at != KF_NONE && k < p->arity; k++) {
            if (p->slots[k].type == type) return &u->domains[u->predicates[at].types[k]];
        }
    }
    for (uint32_t i = 0; i < m->types.n; i++) { /* no predicate has it: the same place */
        if (i == type) return &u->domains[i];
    }
    abort();
}

/* ---- Terms and formulas ------------------------------------------------------------------- */

typedef struct grounding {
    const universe *u;
    const kf_model *m;
    const kf_rule *r;
    const uint8_t *world; /* one byte an atom */
    value values[64];     /* by variable */
} grounding;

static inline value eval_expr(const grounding *g, const kf_expr *e)
{
    value a = { .number = NAN }, b = a;
    if (e->kind == KF_EXPR_VARIABLE) return g->values[e->id];
    if (e->kind == KF_EXPR_CONSTANT) return value_of(kf_constant_text(g->m, e->type, e->id));
    if (e->kind == KF_EXPR_NUMBER) return value_of_number(e->number);
    if (e->kind == KF_EXPR_CALL) {
        const kf_function *f = &g->m->functions.at[e->id];
        const domain *d = universe_domain(g->u, g->m, f->result);
        uint32_t hash = 17;
        for (uint32_t i = 0; i < e->n; i++) {
            a = eval_expr(g, e->args[i]);
            for (const char *c = a.text; *c; c++) hash = hash * 31 + (unsigned char)*c;
        }
        return d->at[hash % d->n];
    }
    if (e->n > 0) a = eval_expr(g, e->args[0]);
    if (e->n > 1) b = eval_expr(g, e->args[1]);
    switch ((kf_op)e->op) {
    case KF_OP_ADD: return value_of_number(a.number + b.number);
    case KF_OP_SUB: return value_of_number(a.number - b.number);
    case KF_OP_MUL: return value_of_number(a.number * b.number);
    case KF_OP_DIV: return value_of_number(trunc(a.number / b.number));
    case KF_OP_MOD: return value_of_number(fmod(a.number, b.number));
    case KF_OP_SUCC: return value_of_number(a.number + 1);
    case KF_OP_MIN: return value_of_number(a.number < b.number ? a.number : b.number);
    case KF_OP_MAX: return value_of_number(a.number > b.number ? a.number : b.number);
    case KF_OP_CONCAT:
        strncat(a.text, b.text, sizeof a.text - strlen(a.text) - 1);
        return value_of(kf_str_of(a.text));
    default: return a;
    }
}

static inline bool eval_compare(kf_op op, value a, value b)
{
    double d = a.number - b.number;
    int order = isnan(d) ? strcmp(a.text, b.text) : (d > 0) - (d < 0);
    switch (op) {
    case KF_OP_EQ: return order == 0;
    case KF_OP_NE: return order != 0;
    case KF_OP_LT: return order < 0;
    case KF_OP_LE: return order <= 0;
    case KF_OP_GT: return order > 0;
    default: return order >= 0;
    }
}

static inline bool eval_atom(const grounding *g, const kf_logic *f)
{
    uint32_t p = universe_predicate(g->u, kf_predicate_name(g->m, f->id));
    if (p == KF_NONE) abort();
    uint32_t at = 0;
    for (uint32_t i = 0; i < f->n; i++) {
        const domain *d = &g->u->domains[g->u->predicates[p].types[i]];
        value v = eval_expr(g, f->args[i]);
        uint32_t k = 0;
        while (k < d->n && !eval_compare(KF_OP_EQ, d->at[k], v)) k++;
        if (k == d->n) return false;
        at = at * d->n + k;
    }
    return g->world[g->u->predicates[p].first + at];
}

static inline bool eval_logic(grounding *g, const kf_logic *f)
{
    switch ((kf_logic_kind)f->kind) {
    case KF_LOGIC_TRUE: return true;
    case KF_LOGIC_FALSE: return false;
    case KF_LOGIC_ATOM: return eval_atom(g, f) != f->negated;
    case KF_LOGIC_COMPARE:
        return eval_compare((kf_op)f->op, eval_expr(g, f->args[0]), eval_expr(g, f->args[1]));
    case KF_LOGIC_CONTAINS: {
        value a = eval_expr(g, f->args[0]), b = eval_expr(g, f->args[1]);
        return (strstr(b.text, a.text) != NULL) != f->negated;
    }
    case KF_LOGIC_AND:
    case KF_LOGIC_OR:
        for (uint32_t i = 0; i < f->n; i++) {
            if (eval_logic(g, f->kids[i]) != (f->kind == KF_LOGIC_AND))
                return f->kind == KF_LOGIC_OR;
        }
        return f->kind == KF_LOGIC_AND;
    case KF_LOGIC_EXIST:
    case KF_LOGIC_FORALL: {
        const domain *d = universe_domain(g->u, g->m, g->r->variables[f->id].type);
        for (uint32_t i = 0; i < d->n; i++) {
            g->values[f->id] = d->at[i];
            if (eval_logic(g, f->kids[0]) == (f->kind == KF_LOGIC_EXIST)) {
                return f->kind == KF_LOGIC_EXIST;
            }
        }
        return f->kind == KF_LOGIC_FORALL;
    }
    }
    abort();
}

/* ---- Rules -------------------------------------------------------------------------------- */

/* How many values of counted[i...] make the body true. */
static inline int64_t eval_count(grounding *g, uint32_t i)
{
    if (i == g->r->n_counted) return eval_logic(g, g->r->body);
    uint32_t v = g->r->counted[i];
    const domain *d = universe_domain(g->u, g->m, g->r->variables[v].type);
    int64_t n = 0;
    for (uint32_t k = 0; k < d->n; k++) {
        g->values[v] = d->at[k];
        n += eval_count(g, i + 1);
    }
    return n;
}

static inline bool eval_acyclic(const universe *u, const kf_model *m, const kf_rule *r,
                                const uint8_t *world)
{
    uint32_t p = universe_predicate(u, kf_predicate_name(m, r->predicate));
    const domain *d = &u->domains[u->predicates[p].types[0]];
    bool reach[MOST_VALUES][MOST_VALUES];
    for (uint32_t i = 0; i < d->n; i++) {
        for (uint32_t j = 0; j < d->n; j++)
            reach[i][j] = world[u->predicates[p].first + i * d->n + j];
    }
    for (uint32_t k = 0; k < d->n; k++) {
        for (uint32_t i = 0; i < d->n; i++) {
            for (uint32_t j = 0; j < d->n; j++) {
                if (reach[i][k] && reach[k][j]) reach[i][j] = true;
            }
        }
    }
    for (uint32_t i = 0; i < d->n; i++) {
        if (reach[i][i]) return false;
    }
    return true;
}

static inline double eval_weight(const grounding *g)
{
    const kf_rule *r = g->r;
    if (r->cost == KF_COST_NUMBER) return r->weight;
    if (r->cost == KF_COST_VARIABLE) return g->values[r->weight_variable].number;
    if (r->cost != KF_COST_TABLE) return 0;
    uint32_t key[64];
    for (uint32_t i = 0; i < r->n_parameters; i++) {
        uint32_t type = r->variables[r->parameters[i]].type;
        key[i] = kf_symbols_find(g->m->types.at[type].constants,
                                 kf_str_of(g->values[r->parameters[i]].text));
        if (key[i] == KF_NO_SYMBOL) return 0;
    }
    double weight = 0;
    return kf_weight_table_get(r->table, key, &weight) ? weight : 0;
}

/* All groundings from free variable i on: adds to the score, counts violated hard ones. */
static inline void eval_groundings(grounding *g, uint32_t i, double *score, uint64_t *violated)
{
    const kf_rule *r = g->r;
    if (i < r->n_free) {
        const domain *d = universe_domain(g->u, g->m, r->variables[i].type);
        for (uint32_t k = 0; k < d->n; k++) {
            g->values[i] = d->at[k];
            eval_groundings(g, i + 1, score, violated);
        }
        return;
    }
    bool holds;
    if (r->kind == KF_RULE_COUNT) {
        int64_t n = eval_count(g, 0);
        holds = r->op == KF_OP_LE   ? n <= r->bound
                : r->op == KF_OP_GE ? n >= r->bound
                                    : n == r->bound;
    } else {
        holds = eval_logic(g, r->body);
    }
    if (r->cost == KF_COST_HARD) *violated += !holds;
    else if (holds) *score += eval_weight(g);
}

/* Σ weight × [true] over the soft groundings; *violated: hard groundings that are false. */
static inline double eval_model(const universe *u, const kf_model *m, const uint8_t *world,
                                uint64_t *violated)
{
    double score = 0;
    *violated = 0;
    for (size_t i = 0; i < m->rules.n; i++) {
        const kf_rule *r = &m->rules.at[i];
        grounding g = { .u = u, .m = m, .r = r, .world = world };
        if (r->n_variables > 64) abort();
        if (r->kind == KF_RULE_ACYCLIC) *violated += !eval_acyclic(u, m, r, world);
        else eval_groundings(&g, 0, &score, violated);
    }
    return score;
}

/* The next world to look at: all of them if they are few, else pseudo-random ones. */
static inline bool next_world(const universe *u, uint8_t *world, uint64_t i)
{
    enum { FEW = 14, MANY = 3000 };
    uint64_t n = u->n_atoms <= FEW ? (uint64_t)1 << u->n_atoms : MANY;
    uint64_t bits = i * 0x9e3779b97f4a7c15u;
    for (uint32_t a = 0; a < u->n_atoms; a++) {
        if (u->n_atoms <= FEW) {
            world[a] = i >> a & 1;
        } else {
            bits ^= bits << 13;
            bits ^= bits >> 7;
            bits ^= bits << 17;
            /* sparse, middling and dense worlds in turn: hard formulas hold in few others */
            bool on = i % 3 == 0 ? (bits & 7) == 7 : i % 3 == 1 ? (bits & 1) == 1 : (bits & 7) != 7;
            world[a] = i > 0 && on;
        }
    }
    return i < n;
}

/* The same worlds are allowed, and scores differ by one constant. */
static inline bool same_meaning(const universe *u, const kf_model *a, const kf_model *b)
{
    uint8_t *world = calloc(u->n_atoms + 1, 1);
    double shift = NAN;
    bool same = true;
    for (uint64_t i = 0; same && next_world(u, world, i); i++) {
        uint64_t va, vb;
        double sa = eval_model(u, a, world, &va), sb = eval_model(u, b, world, &vb);
        if (isnan(shift)) shift = sa - sb;
        if ((va == 0) != (vb == 0) || fabs(sa - sb - shift) > 1e-9) {
            same = false;
        }
    }
    free(world);
    return same;
}

#endif

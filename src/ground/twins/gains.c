/* gains.c -- bounds of what atoms gain by being true, formula by formula; see gains.h.
 *
 * A clause of weight w changes the score by w when its only true literal becomes so, and by nothing
 * where another literal is true. So each clause gives a range for what an atom gains, and their sum
 * is one, too. An atom whose range does not go below 0 is true in some best world, whatever the
 * other atoms are; and so are all such atoms at once, for they can be made true one after the
 * other. Likewise those whose range does not go above 0, and are not among these, are false. With
 * these values the clauses that hold the atoms in question are bounded once more. */
#include "ground/twins/gains.h"

#include "ground/ask/ask.h"
#include "ground/ground_rule.h"

#include <math.h>

/* Sums are trusted up to this share of what was added up. */
static const double ROUNDING = 1e-9;

typedef struct range {
    double low, high;
    double low_size, high_size; /* of what was added up to these */
} range;

typedef struct atom_set { /* of one predicate */
    kf_tuple_map rows;
    range *ranges; /* by row; NULL: nothing is known of them */
} atom_set;

typedef struct gains {
    kf_grounder *g;
    uint32_t predicate;
    kf_tuple_map pairs; /* the atoms that are asked for */
    range *ranges;      /* of these */
    atom_set *others;   /* by predicate: hidden atoms in their clauses */
} gains;

/* ---- Clauses ---- */

static bool is_of(const kf_literal *l, uint32_t predicate)
{
    return l->kind == KF_LITERAL_ATOM && l->id == predicate && l->hidden;
}

/* Has the rule an atom of the predicate anywhere? */
static bool concerns(const kf_grounder *g, const kf_ground_rule *gr, uint32_t predicate)
{
    const kf_rule *r = &g->d->m->rules.at[gr->rule];
    if (r->kind == KF_RULE_ACYCLIC) return r->predicate == predicate;
    for (uint32_t i = 0; i < gr->c.n_within; i++)
        if (is_of(&gr->c.within[i], predicate)) return true;
    return kf_logic_names(r->body, predicate);
}

/* A clause whose hidden literals are plain atoms. */
static bool is_clause(const kf_grounder *g, const kf_ground_rule *gr)
{
    const kf_compiled *c = &gr->c;
    if (g->d->m->rules.at[gr->rule].kind != KF_RULE_LOGIC || c->form != KF_FORM_CLAUSE)
        return false;
    for (uint32_t i = c->n_observed; i < c->n_literals; i++)
        if (c->literals[i].kind != KF_LITERAL_ATOM || c->literals[i].right) return false;
    return true;
}

/* What a literal's atom gains by being true where all other literals are false. */
static double gain_of(kf_grounder *g, kf_ground_rule *gr, const kf_literal *l, const kf_binding *b,
                      uint64_t times)
{
    double w = kf_is_hard(g, gr) ? INFINITY : kf_grounder_weight(g, gr, b) * (double)times;
    if (gr->c.flipped) w = -w;
    return l->negated ? -w : w;
}

/* sure: all other literals are false. Infinite gains only ever widen a range. */
static void widen(range *r, double gain, bool sure)
{
    sure = sure && isfinite(gain);
    if (gain < 0 || sure) {
        r->low += gain;
        r->low_size += isfinite(gain) ? fabs(gain) : 0;
    }
    if (gain > 0 || sure) {
        r->high += gain;
        r->high_size += isfinite(gain) ? fabs(gain) : 0;
    }
}

/* ---- Asking ---- */

typedef struct question {
    gains *x;
    kf_ground_rule *gr;
    const kf_literal *l; /* whose atoms are asked for */
    kf_tuple_map *rows;  /* these atoms */
    range *ranges;
    kerf_status status;
} question;

/* Every grounding of the rule in which the literal is one of the atoms, and which evidence leaves
 * open. all: bindings differ in all hidden atoms, else in this one. */
static kerf_status ask(question *q, bool all, kf_emit_fn *emit)
{
    const kf_compiled *c = &q->gr->c;
    const kf_seeds seeds = { kf_tuple_map_count(q->rows), q->rows->tuples.at };
    kf_ask a;
    KF_TRY(kf_ask_begin(&a, q->x->g, q->gr, c->n_observed));
    for (uint32_t i = 0; i < c->n_observed; i++) kf_ask_add(&a, &c->literals[i], true);
    for (uint32_t i = 0; i < q->l->n_uses; i++) a.needed[q->l->uses[i]] = true;
    if (all) kf_ask_need_tuple(&a);
    kf_ask_need_key(&a);
    kerf_status st = kf_ask_run_ordered(&a, q->l, KF_NONE, &seeds, emit, q);
    kf_ask_end(&a);
    return q->status != KERF_OK ? q->status : st;
}

static range *range_of(const question *q, const kf_binding *b)
{
    uint32_t row[KF_MOST_ARITY];
    kf_literal_row(q->l, b, row);
    uint32_t entry = kf_tuple_map_find(q->rows, row);
    assert(entry != UINT32_MAX);
    return &q->ranges[entry];
}

/* ---- Other atoms ---- */

static bool list_others(void *context, const kf_binding *b, uint64_t times)
{
    question *q = context;
    const kf_compiled *c = &q->gr->c;
    (void)times;
    for (uint32_t i = c->n_observed; i < c->n_literals && q->status == KERF_OK; i++) {
        const kf_literal *l = &c->literals[i];
        uint32_t row[KF_MOST_ARITY];
        if (l == q->l) continue;
        kf_literal_row(l, b, row);
        q->x->others[l->id].rows.width = l->n;
        q->status = kf_tuple_map_add(&q->x->others[l->id].rows, q->x->g->mem, row, 0, 1, 0);
    }
    return q->status == KERF_OK;
}

static bool widen_other(void *context, const kf_binding *b, uint64_t times)
{
    question *q = context;
    bool alone = q->gr->c.n_literals == q->gr->c.n_observed + 1;
    widen(range_of(q, b), gain_of(q->x->g, q->gr, q->l, b, times), alone);
    return true;
}

static kerf_status ask_rule(gains *x, kf_ground_rule *gr, uint32_t predicate)
{
    const kf_compiled *c = &gr->c;
    atom_set *s = &x->others[predicate];
    for (uint32_t i = c->n_observed; i < c->n_literals; i++) {
        question q = {
            .x = x, .gr = gr, .l = &c->literals[i], .rows = &s->rows, .ranges = s->ranges
        };
        if (is_of(q.l, predicate)) KF_TRY(ask(&q, false, widen_other));
    }
    return KERF_OK;
}

/* Nothing is known where a rule is no clause, or where evidence is soft. */
static bool is_known(const kf_grounder *g, uint32_t predicate)
{
    if (kf_evidence_facts(g->d->w, predicate, KF_SAID_SOFT)->n > 0) return false;
    for (size_t i = 0; i < g->rules.n; i++) {
        const kf_ground_rule *gr = &g->rules.at[i];
        if (concerns(g, gr, predicate) && !is_clause(g, gr)) return false;
    }
    return true;
}

static kerf_status find_ranges(gains *x, uint32_t predicate)
{
    kf_grounder *g = x->g;
    atom_set *s = &x->others[predicate];
    uint32_t n = kf_tuple_map_count(&s->rows);
    if (n == 0 || !is_known(g, predicate)) return KERF_OK;
    s->ranges = kf_mem_calloc(g->mem, n, sizeof *s->ranges);
    if (!s->ranges) return KERF_NO_MEMORY;
    for (size_t i = 0; i < g->rules.n; i++) {
        kf_ground_rule *gr = &g->rules.at[i];
        if (concerns(g, gr, predicate)) KF_TRY(ask_rule(x, gr, predicate));
    }
    return KERF_OK;
}

/* ---- The atoms in question ---- */

/* The value of an atom in some best world: the same one for all atoms. */
static kf_truth value_of(const gains *x, const kf_literal *l, const kf_binding *b)
{
    uint32_t row[KF_MOST_ARITY];
    kf_literal_row(l, b, row);
    kf_truth fixed = kf_database_fixed(x->g->d, l->id, row);
    const atom_set *s = &x->others[l->id];
    if (fixed != KF_UNKNOWN || !s->ranges) return fixed;
    const range *r = &s->ranges[kf_tuple_map_find(&s->rows, row)];
    if (r->low >= ROUNDING * r->low_size) return KF_TRUE;
    return r->high <= -ROUNDING * r->high_size ? KF_FALSE : KF_UNKNOWN;
}

static bool widen_pair(void *context, const kf_binding *b, uint64_t times)
{
    question *q = context;
    const kf_compiled *c = &q->gr->c;
    bool sure = true;
    for (uint32_t i = c->n_observed; i < c->n_literals; i++) {
        const kf_literal *l = &c->literals[i];
        if (l == q->l) continue;
        kf_truth is = value_of(q->x, l, b);
        if (is == (l->negated ? KF_FALSE : KF_TRUE)) return true; /* it holds anyway */
        sure = sure && is != KF_UNKNOWN;
    }
    widen(range_of(q, b), gain_of(q->x->g, q->gr, q->l, b, times), sure);
    return true;
}

static const kf_literal *only_literal(const gains *x, const kf_ground_rule *gr)
{
    const kf_literal *only = NULL;
    uint32_t n = 0;
    for (uint32_t i = gr->c.n_observed; i < gr->c.n_literals; i++) {
        if (!is_of(&gr->c.literals[i], x->predicate)) continue;
        only = &gr->c.literals[i];
        n++;
    }
    return n == 1 ? only : NULL; /* more: the rule is what makes the predicate transitive */
}

static kerf_status ask_all(gains *x, kf_emit_fn *emit)
{
    for (size_t i = 0; i < x->g->rules.n; i++) {
        kf_ground_rule *gr = &x->g->rules.at[i];
        question q = { .x = x, .gr = gr, .rows = &x->pairs, .ranges = x->ranges };
        if (!concerns(x->g, gr, x->predicate)) continue;
        q.l = only_literal(x, gr);
        if (q.l) KF_TRY(ask(&q, true, emit));
    }
    return KERF_OK;
}

static kerf_status run(gains *x, const uint32_t *ids, uint32_t n)
{
    kf_tuple_map_init(&x->pairs, 2);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t row[2] = { ids[i], ids[i] };
        KF_TRY(kf_tuple_map_add(&x->pairs, x->g->mem, row, 0, 1, 0));
    }
    KF_TRY(ask_all(x, list_others));
    for (uint32_t i = 0; i < x->g->d->n_predicates; i++) KF_TRY(find_ranges(x, i));
    return ask_all(x, widen_pair);
}

kerf_status kf_gains_are_positive(kf_grounder *g, uint32_t predicate, const uint32_t *ids,
                                  uint32_t n, bool *positive)
{
    gains x = { .g = g, .predicate = predicate };
    uint32_t n_predicates = g->d->n_predicates;
    x.ranges = kf_mem_calloc(g->mem, n, sizeof *x.ranges);
    x.others = kf_mem_calloc(g->mem, n_predicates, sizeof *x.others);
    kerf_status st = x.ranges && x.others ? run(&x, ids, n) : KERF_NO_MEMORY;
    for (uint32_t i = 0; st == KERF_OK && i < n; i++)
        positive[i] = x.ranges[i].low > ROUNDING * x.ranges[i].low_size;
    for (uint32_t i = 0; x.others && i < n_predicates; i++) {
        atom_set *s = &x.others[i];
        kf_mem_free(g->mem, s->ranges, s->ranges ? kf_tuple_map_count(&s->rows) : 0,
                    sizeof *s->ranges);
        kf_tuple_map_free(&s->rows, g->mem);
    }
    kf_tuple_map_free(&x.pairs, g->mem);
    kf_mem_free(g->mem, x.others, x.others ? n_predicates : 0, sizeof *x.others);
    kf_mem_free(g->mem, x.ranges, x.ranges ? n : 0, sizeof *x.ranges);
    return st;
}

/* recount.c -- counts of violated groundings, atom by atom; see recount.h.
 *
 * Where a clause is violated is said by a few disjoint cases: all literals are false; or, where it
 * pays when it is true, the first hidden literals are false and the next one is true. A case is a
 * conjunction. A changed atom can stand in each of its places, and makes it true or false there. */
#include "ground/score/recount.h"

#include "base/check.h"
#include "ground/ask/ask.h"
#include "ground/change/change_ask.h"

#include <math.h>

typedef struct place { /* of a literal in a case, from which groundings are counted */
    kf_ask a;
    kf_query *query; /* NULL: not needed yet */
} place;

typedef struct clause_case {
    uint32_t n;    /* literals of the clause; all false, or */
    bool last;     /* the last of them is true */
    place *places; /* by literal */
} clause_case;

typedef struct counted_rule {
    bool follows;
    uint64_t violated; /* decided ones included */
    KF_VEC(clause_case) cases;
} counted_rule;

typedef struct flip {
    uint32_t predicate, row[KF_MOST_ARITY];
    bool value;
} flip;

struct kf_recount {
    kf_grounder *g;
    kf_mem *mem;
    counted_rule *rules; /* of the grounder */
    kf_relation **last;  /* by hidden predicate: the true atoms that were counted */
    uint32_t n_predicates;
    bool lost; /* something failed: all is counted anew */
    KF_VEC(flip) list;
};

/* ---- Which formulas follow ---- */

/* Has the literal to be true? */
static bool is_wanted(const clause_case *k, const kf_literal *l, uint32_t at)
{
    return k->last && at + 1 == k->n ? !l->negated : l->negated;
}

static bool is_bound(const kf_compiled *c, const clause_case *k, uint32_t variable)
{
    for (uint32_t i = 0; i < k->n; i++) {
        const kf_literal *l = &c->literals[i];
        if (l->kind != KF_LITERAL_ATOM || !is_wanted(k, l, i)) continue;
        for (uint32_t u = 0; u < l->n_uses; u++)
            if (l->uses[u] == variable) return true;
    }
    return false;
}

static bool is_closed(const kf_compiled *c, const clause_case *k)
{
    for (uint32_t v = 0; v < c->n_free; v++)
        if (!is_bound(c, k, v)) return false;
    return true;
}

static kerf_status add_case(kf_recount *x, const kf_ground_rule *gr, counted_rule *r, uint32_t n,
                            bool last)
{
    clause_case k = { .n = n, .last = last };
    r->follows = r->follows && is_closed(&gr->c, &k);
    if (!r->follows) return KERF_OK;
    k.places = kf_mem_calloc(x->mem, n, sizeof *k.places);
    if (!k.places) return KERF_NO_MEMORY;
    if (kf_vec_push(x->mem, &r->cases, k)) return KERF_OK;
    kf_mem_free(x->mem, k.places, n, sizeof *k.places);
    return KERF_NO_MEMORY;
}

static double weight_of(const kf_recount *x, const kf_ground_rule *gr)
{
    double w = x->g->d->m->rules.at[gr->rule].weight;
    return gr->c.flipped ? -w : w;
}

/* One weight: it pays on one side, or is hard and may not be false. */
static kerf_status open_rule(kf_recount *x, const kf_ground_rule *gr, counted_rule *r)
{
    const kf_compiled *c = &gr->c;
    bool hard = kf_is_hard(x->g, gr);
    r->violated = gr->violated;
    r->follows = gr->violated_known && kf_rule_can_change(x->g, gr) && c->n_literals > 0
                 && (hard || c->n_literals > c->n_observed);
    if (!r->follows) return KERF_OK;
    if (hard || weight_of(x, gr) > 0) return add_case(x, gr, r, c->n_literals, false);
    for (uint32_t i = c->n_observed; i < c->n_literals && weight_of(x, gr) < 0; i++)
        KF_TRY(add_case(x, gr, r, i + 1, true));
    return KERF_OK;
}

/* ---- Life ---- */

static void free_rule(kf_recount *x, counted_rule *r)
{
    for (size_t i = 0; i < r->cases.n; i++) {
        clause_case *k = &r->cases.at[i];
        for (uint32_t p = 0; p < k->n; p++) {
            if (!k->places[p].query) continue;
            kf_query_free(k->places[p].query);
            kf_ask_end(&k->places[p].a);
        }
        kf_mem_free(x->mem, k->places, k->n, sizeof *k->places);
    }
    kf_vec_free(x->mem, &r->cases);
}

void kf_recount_free(kf_recount *x)
{
    if (!x) return;
    for (size_t i = 0; x->rules && i < x->g->rules.n; i++) free_rule(x, &x->rules[i]);
    for (uint32_t p = 0; x->last && p < x->n_predicates; p++) kf_relation_free(x->last[p]);
    kf_mem_free(x->mem, x->rules, x->rules ? x->g->rules.n : 0, sizeof *x->rules);
    kf_mem_free(x->mem, x->last, x->last ? x->n_predicates : 0, sizeof(kf_relation *));
    kf_vec_free(x->mem, &x->list);
    kf_mem_free(x->mem, x, 1, sizeof *x);
}

static bool is_hidden(const kf_recount *x, uint32_t predicate)
{
    return x->g->d->m->predicates.at[predicate].hidden;
}

static kerf_status copy_atoms(kf_recount *x, uint32_t predicate)
{
    kf_relation_free(x->last[predicate]);
    x->last[predicate] = NULL;
    return kf_relation_copy(&x->last[predicate], x->mem, x->g->d->atoms[predicate], false);
}

static kerf_status copy_all(kf_recount *x)
{
    for (uint32_t p = 0; p < x->n_predicates; p++)
        if (is_hidden(x, p)) KF_TRY(copy_atoms(x, p));
    return KERF_OK;
}

static kerf_status open(kf_recount *x)
{
    size_t n = x->g->rules.n;
    x->rules = kf_mem_calloc(x->mem, n, sizeof *x->rules);
    x->last = kf_mem_calloc(x->mem, x->n_predicates, sizeof(kf_relation *));
    if (!x->rules || !x->last) return KERF_NO_MEMORY;
    for (size_t i = 0; i < n; i++) KF_TRY(open_rule(x, &x->g->rules.at[i], &x->rules[i]));
    return copy_all(x);
}

kerf_status kf_recount_begin(kf_grounder *g)
{
    bool known = g->rules.n > 0;
    for (size_t i = 0; i < g->rules.n; i++) known &= g->rules.at[i].violated_known;
    if (g->recount || !known || g->backend->ops->far || g->d->n_functions > 0) return KERF_OK;
    kf_recount *x = g->recount = kf_mem_calloc(g->mem, 1, sizeof *x);
    if (!x) return KERF_NO_MEMORY;
    *x = (kf_recount){ .g = g, .mem = g->mem, .n_predicates = g->d->n_predicates };
    kerf_status st = open(x);
    if (st == KERF_OK) return KERF_OK;
    g->recount = NULL;
    kf_recount_free(x);
    return st;
}

/* ---- Counting from a place ---- */

typedef struct counter {
    const kf_compiled *c;
    const clause_case *k;
    uint32_t at;
    const uint32_t *row;
    uint64_t n;
    bool overflow;
} counter;

/* A place before this one, at which the same atom would be counted. */
static bool is_like(const kf_compiled *c, const clause_case *k, uint32_t other, uint32_t at)
{
    const kf_literal *a = &c->literals[other], *b = &c->literals[at];
    return a->kind == KF_LITERAL_ATOM && a->id == b->id
           && is_wanted(k, a, other) == is_wanted(k, b, at);
}

static bool is_met(const counter *n, const kf_binding *b)
{
    for (uint32_t i = 0; i < n->at; i++) {
        const kf_literal *l = &n->c->literals[i];
        uint32_t row[KF_MOST_ARITY];
        bool same = true;
        if (!is_like(n->c, n->k, i, n->at)) continue;
        kf_literal_row(l, b, row);
        for (uint32_t j = 0; j < l->n && same; j++) same = row[j] == n->row[j];
        if (same) return true;
    }
    return false;
}

static bool add(void *context, const kf_binding *b, uint64_t times)
{
    counter *n = context;
    if (is_met(n, b)) return true;
    n->overflow = __builtin_add_overflow(n->n, times, &n->n);
    return !n->overflow;
}

static kerf_status prepare(kf_recount *x, kf_ground_rule *gr, clause_case *k, uint32_t at)
{
    place *p = &k->places[at];
    const kf_compiled *c = &gr->c;
    if (p->query) return kf_query_refresh(p->query);
    KF_TRY(kf_ask_begin(&p->a, x->g, gr, k->n));
    for (uint32_t i = 0; i < k->n; i++)
        kf_ask_add(&p->a, &c->literals[i], !(k->last && i + 1 == k->n));
    for (uint32_t i = 0; i < at; i++)
        for (uint32_t u = 0; is_like(c, k, i, at) && u < c->literals[i].n_uses; u++)
            p->a.needed[c->literals[i].uses[u]] = true;
    kerf_status st = kf_ask_prepare(&p->a, &p->a.literals[at], at, &p->query);
    if (st == KERF_OK) return KERF_OK;
    p->query = NULL;
    kf_ask_end(&p->a);
    return st;
}

/* The violated groundings of a case that hold the atom, which has this value now. */
static kerf_status count_case(kf_recount *x, size_t rule, clause_case *k, uint32_t predicate,
                              const uint32_t *row, bool value, uint64_t *sum)
{
    kf_ground_rule *gr = &x->g->rules.at[rule];
    const kf_seeds seed = { 1, row };
    for (uint32_t i = 0; i < k->n; i++) {
        const kf_literal *l = &gr->c.literals[i];
        counter n = { .c = &gr->c, .k = k, .at = i, .row = row };
        if (l->kind != KF_LITERAL_ATOM || l->id != predicate || is_wanted(k, l, i) != value)
            continue;
        KF_TRY(prepare(x, gr, k, i));
        KF_TRY(kf_query_run(k->places[i].query, &seed, &k->places[i].a.binding, add, &n));
        if (n.overflow || __builtin_add_overflow(*sum, n.n, sum)) return KERF_LIMIT;
    }
    return KERF_OK;
}

/* What holds the atom as it is now comes to the counts, or leaves them. */
static kerf_status count_atom(kf_recount *x, uint32_t predicate, const uint32_t *row, bool value,
                              bool gained)
{
    for (size_t i = 0; i < x->g->rules.n; i++) {
        counted_rule *r = &x->rules[i];
        uint64_t n = 0;
        for (size_t k = 0; k < r->cases.n && r->follows; k++)
            KF_TRY(count_case(x, i, &r->cases.at[k], predicate, row, value, &n));
        assert(gained || n <= r->violated);
        r->violated += gained ? n : 0 - n;
    }
    return KERF_OK;
}

/* ---- Changes ---- */

static kerf_status make(kf_grounder *g, uint32_t predicate, const uint32_t *row, bool value)
{
    bool changed;
    if (!g->d->m->predicates.at[predicate].hidden)
        return kf_database_change(g->d, predicate, row, value);
    return kf_backend_set(g->backend, predicate, row, value, &changed);
}

/* The copy has the constants that have come meanwhile. */
static kerf_status widen(kf_recount *x, uint32_t predicate)
{
    const kf_relation *now = x->g->d->atoms[predicate];
    kf_relation *last = x->last[predicate];
    for (uint32_t c = 0; c < last->width; c++)
        if (last->constants[c] < now->constants[c])
            KF_TRY(kf_relation_widen(last, c, now->constants[c]));
    return KERF_OK;
}

static kerf_status note(kf_recount *x, uint32_t predicate, const uint32_t *row, bool value)
{
    bool added;
    if (!is_hidden(x, predicate)) return KERF_OK;
    KF_TRY(widen(x, predicate));
    if (value) return kf_relation_insert(x->last[predicate], row, &added);
    kf_relation_remove(x->last[predicate], row);
    return KERF_OK;
}

static kerf_status set(kf_recount *x, uint32_t predicate, const uint32_t *row, bool value)
{
    KF_TRY(count_atom(x, predicate, row, !value, false));
    KF_TRY(make(x->g, predicate, row, value));
    KF_TRY(note(x, predicate, row, value));
    return count_atom(x, predicate, row, value, true);
}

kerf_status kf_recount_set(kf_grounder *g, uint32_t predicate, const uint32_t *row, bool value)
{
    kf_recount *x = g->recount;
    if (!x || x->lost) return make(g, predicate, row, value);
    kerf_status st = set(x, predicate, row, value);
    x->lost = st != KERF_OK;
    return st;
}

static kerf_status list_with(kf_recount *x, uint32_t predicate, uint32_t type, uint32_t id)
{
    const kf_predicate *p = &x->g->d->m->predicates.at[predicate];
    const kf_relation *rel = x->g->d->atoms[predicate];
    for (uint32_t i = 0; i < rel->n; i++) {
        flip a = { .predicate = predicate };
        bool has = false;
        if (kf_relation_is_dead(rel, i)) continue;
        kf_relation_read(rel, i, a.row);
        for (uint32_t c = 0; c < p->arity; c++) has |= p->slots[c].type == type && a.row[c] == id;
        if (has && !kf_vec_push(x->mem, &x->list, a)) return KERF_NO_MEMORY;
    }
    return KERF_OK;
}

kerf_status kf_recount_leave(kf_grounder *g, uint32_t type, uint32_t id)
{
    kf_recount *x = g->recount;
    if (!x || x->lost) return KERF_OK;
    x->list.n = 0;
    for (uint32_t p = 0; p < x->n_predicates; p++)
        if (is_hidden(x, p)) KF_TRY(list_with(x, p, type, id));
    for (size_t i = 0; i < x->list.n; i++) {
        KF_TRY(kf_recount_set(g, x->list.at[i].predicate, x->list.at[i].row, false));
        g->changes++;
    }
    return KERF_OK;
}

/* ---- All of it ---- */

/* Atoms of one relation that the other lacks: they have this value now. The copy has most rows at
 * the same places, and what is the same there need not be looked for. */
static kerf_status list_lacking(kf_recount *x, uint32_t predicate, const kf_relation *from,
                                const kf_relation *other, bool value)
{
    enum { BLOCK = 512 };
    uint32_t places = kf_relation_places(from);
    for (uint32_t block = 0; block < places; block += BLOCK) {
        uint32_t end = places - block < BLOCK ? places : block + BLOCK;
        if (kf_relation_same_places(from, other, block, end)) continue;
        for (uint32_t i = block; i < end; i++) {
            flip a = { .predicate = predicate, .value = value };
            if (kf_relation_is_dead(from, i)) continue;
            kf_relation_read(from, i, a.row);
            if (!kf_relation_has(other, a.row) && !kf_vec_push(x->mem, &x->list, a))
                return KERF_NO_MEMORY;
        }
    }
    return KERF_OK;
}

static kerf_status list_changed(kf_recount *x)
{
    x->list.n = 0;
    for (uint32_t p = 0; p < x->n_predicates; p++) {
        if (!is_hidden(x, p)) continue;
        KF_TRY(widen(x, p));
        KF_TRY(list_lacking(x, p, x->g->d->atoms[p], x->last[p], true));
        KF_TRY(list_lacking(x, p, x->last[p], x->g->d->atoms[p], false));
    }
    return KERF_OK;
}

static bool is_much(const kf_recount *x)
{
    enum { FEW = 128, PART = 16 };
    uint64_t all = 0;
    for (uint32_t p = 0; p < x->n_predicates; p++)
        if (is_hidden(x, p)) all += x->last[p]->alive;
    return x->list.n > FEW + all / PART;
}

/* Back to the atoms that were counted, and from there one by one. */
static kerf_status follow(kf_recount *x)
{
    for (size_t i = 0; i < x->list.n; i++)
        KF_TRY(make(x->g, x->list.at[i].predicate, x->list.at[i].row, !x->list.at[i].value));
    for (size_t i = 0; i < x->list.n; i++)
        KF_TRY(set(x, x->list.at[i].predicate, x->list.at[i].row, x->list.at[i].value));
    return KERF_OK;
}

static void tell(const kf_recount *x, size_t rule, kf_unsatisfied_fn *each, void *context)
{
    const kf_ground_rule *gr = &x->g->rules.at[rule];
    uint64_t n = x->rules[rule].violated;
    if (kf_is_hard(x->g, gr)) {
        each(context, rule, n, 0, n);
        return;
    }
    double cost = fabs(weight_of(x, gr)) * (double)n - kf_ground_rule_paid(gr);
    assert(n >= kf_ground_rule_decided(gr));
    n -= kf_ground_rule_decided(gr);
    each(context, rule, n, n == 0 ? 0 : cost, 0);
}

void kf_recount_told(const kf_recount *x, size_t rule, uint64_t *violated, bool *known)
{
    assert(rule < x->g->rules.n);
    if (!x->rules[rule].follows) return;
    *violated = x->rules[rule].violated;
    *known = !x->lost;
}

/* Are they what counting all of them gives? */
static bool is_right(const kf_recount *x, size_t rule)
{
    kf_ground_rule *gr = &x->g->rules.at[rule];
    uint64_t n, hard;
    double cost;
    kerf_status st = kf_grounder_unsatisfied(x->g, gr, false, &n, &cost, &hard);
    return st != KERF_OK || gr->violated == x->rules[rule].violated;
}

static kerf_status tell_all(kf_recount *x, kf_unsatisfied_fn *each, void *context)
{
    for (size_t i = 0; i < x->g->rules.n; i++) {
        uint64_t n, hard;
        double cost;
        if (x->rules[i].follows) {
            assert(is_right(x, i));
            (void)is_right;
            tell(x, i, each, context);
            continue;
        }
        KF_TRY(kf_grounder_unsatisfied(x->g, &x->g->rules.at[i], false, &n, &cost, &hard));
        each(context, i, n, cost, hard);
    }
    return KERF_OK;
}

kerf_status kf_recount_all(kf_grounder *g, bool ordered, kf_unsatisfied_fn *each, void *context)
{
    kf_recount *x = g->recount;
    kerf_status st = x && !x->lost && !ordered ? list_changed(x) : KERF_LIMIT;
    if (st == KERF_OK && !is_much(x)) st = follow(x);
    else st = KERF_LIMIT;
    if (st == KERF_OK) return tell_all(x, each, context);
    kf_recount_free(x);
    g->recount = NULL;
    return kf_grounder_unsatisfied_all(g, ordered, each, context);
}

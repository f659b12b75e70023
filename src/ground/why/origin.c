/* origin.c -- from hard constraints of the problem back to the formulas and constants behind them.
 *
 * The problem does not record where its clauses come from, since only a contradiction needs it. So
 * the tuples of hard rules are ground once more, into another problem, and the constraints are
 * compared by a hash of their literals. An auxiliary atom, which gets a new number each time,
 * counts as the part that it stands for. */
#include "ground/why/origin.h"

#include "ground/count/count.h"
#include "ground/graph/node_order.h"

#include "base/hash.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct asked_constraint { /* a constraint that is asked about */
    uint64_t hash;
    uint32_t at; /* among those asked about */
} asked_constraint;

typedef struct lookup {
    kf_grounder *g;
    kf_problem *p, *aside; /* the problem asked about; and where tuples are ground again */
    const uint32_t *wanted;
    size_t n;
    kf_origin *out;
    KF_VEC(asked_constraint) asked; /* by hash */
    KF_VEC(uint32_t) met;           /* of them, in what the last tuple gave */
    KF_VEC(uint64_t) meaning;       /* by atom: of an auxiliary one, a hash of its part; else 0 */
    size_t auxiliaries, auxiliary_literals; /* of the grounder, that are in it */
} lookup;

/* ---- Comparing ------------------------------------------------------------------------------ */

/* The same for two literals that say the same, whatever the numbers of auxiliary atoms. */
static uint64_t code_of(const lookup *x, kf_lit l)
{
    uint32_t atom = kf_lit_atom(l).id;
    uint64_t meaning = atom < x->meaning.n ? x->meaning.at[atom] : 0;
    return meaning ? meaning ^ kf_lit_negated(l) : l.code;
}

/* What auxiliary atoms stand for that are new; parts come after those that they are made of. */
static kerf_status learn_parts(lookup *x)
{
    const kf_grounder *g = x->g;
    size_t atoms = g->predicate_of.n;
    if (!kf_vec_reserve(g->mem, &x->meaning, atoms - x->meaning.n)) return KERF_NO_MEMORY;
    while (x->meaning.n < atoms) x->meaning.at[x->meaning.n++] = 0;
    for (; x->auxiliaries < g->auxiliaries.n; x->auxiliaries++) {
        const kf_auxiliary *part = &g->auxiliaries.at[x->auxiliaries];
        uint64_t sum = 0; /* in any order */
        for (uint32_t i = 0; i < part->n; i++)
            sum += kf_hash_mix(code_of(x, g->auxiliary_literals.at[x->auxiliary_literals++]) + 1);
        x->meaning.at[part->atom] = kf_hash_mix(sum * 2 + part->all) | UINT64_C(1) << 63;
    }
    return KERF_OK;
}

/* Of a set of literals in any order, as numbers of auxiliary atoms decide the order. */
static uint64_t hash_literals(const lookup *x, const kf_lit *lits, uint32_t n)
{
    uint64_t sum = n;
    for (uint32_t i = 0; i < n; i++) sum += kf_hash_mix(code_of(x, lits[i]) + 1);
    return sum;
}

static uint64_t hash_clause(const lookup *x, const kf_problem *p, const kf_clause *c)
{
    return kf_hash_mix(hash_literals(x, p->literals.at + c->start, c->n) * 2 + (c->weight > 0));
}

static uint64_t hash_count(const lookup *x, const kf_problem *p, const kf_cardinality *c)
{
    uint64_t bounds = kf_hash_add(kf_hash_add(KF_HASH_SEED, c->least), c->most);
    return kf_hash_mix(hash_literals(x, p->literals.at + c->start, c->n) + bounds);
}

static int by_hash(const void *a, const void *b)
{
    const asked_constraint *x = a, *y = b;
    if (x->hash != y->hash) return x->hash < y->hash ? -1 : 1;
    return x->at < y->at ? -1 : x->at > y->at;
}

/* What is asked about, in the order of its hashes. */
static kerf_status hash_asked(lookup *x)
{
    const kf_problem *p = x->p;
    if (!kf_vec_reserve(x->g->mem, &x->asked, x->n + 1)) return KERF_NO_MEMORY;
    for (uint32_t i = 0; i < x->n; i++) {
        uint32_t c = x->wanted[i];
        bool clause = c < p->clauses.n;
        assert(clause || c - p->clauses.n < p->cardinalities.n);
        uint64_t hash = clause ? hash_clause(x, p, &p->clauses.at[c])
                               : hash_count(x, p, &p->cardinalities.at[c - p->clauses.n]);
        bool hard =
            isinf(clause ? p->clauses.at[c].weight : p->cardinalities.at[c - p->clauses.n].weight);
        if (hard) x->asked.at[x->asked.n++] = (asked_constraint){ hash, i };
    }
    if (x->asked.n > 1) qsort(x->asked.at, x->asked.n, sizeof *x->asked.at, by_hash);
    return KERF_OK;
}

/* Notes all that are asked about and have this hash. */
static kerf_status note(lookup *x, uint64_t hash)
{
    size_t low = 0, high = x->asked.n;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (x->asked.at[middle].hash < hash) low = middle + 1;
        else high = middle;
    }
    for (; low < x->asked.n && x->asked.at[low].hash == hash; low++)
        if (!kf_vec_push(x->g->mem, &x->met, x->asked.at[low].at)) return KERF_NO_MEMORY;
    return KERF_OK;
}

/* What is asked about, among what the last tuple gave. */
static kerf_status meet(lookup *x, size_t clauses, size_t counts)
{
    const kf_problem *p = x->aside;
    x->met.n = 0;
    for (size_t i = clauses; i < p->clauses.n; i++)
        KF_TRY(note(x, hash_clause(x, p, &p->clauses.at[i])));
    for (size_t i = counts; i < p->cardinalities.n; i++)
        KF_TRY(note(x, hash_count(x, p, &p->cardinalities.at[i])));
    return KERF_OK;
}

/* ---- Grounding again ------------------------------------------------------------------------ */

static kerf_status ground_again(kf_grounder *g, kf_ground_rule *gr, uint32_t entry, kf_binding *b,
                                bool *decided)
{
    if (g->d->m->rules.at[gr->rule].kind == KF_RULE_COUNT)
        return kf_ground_group(g, gr, 0, entry, decided);
    int side = gr->c.flipped ? 1 : 0;
    return kf_ground_tuple(g, gr, side, entry, b, decided);
}

/* A hard rule pays where its body is false: where its clause is, unless that is turned round. */
static kf_tuple_map *tuples_of(kf_ground_rule *gr)
{
    return &gr->tuples[gr->c.flipped ? 1 : 0];
}

/* Several tuples may give the same constraint, for parts that they share. A tuple that gives one
 * that none before it gave has to be named in any case, so it takes the others as well. */
static void claim(lookup *x, kf_origin origin)
{
    bool unclaimed = false;
    for (size_t i = 0; i < x->met.n; i++) unclaimed |= x->out[x->met.at[i]].rule == KF_NONE;
    for (size_t i = 0; unclaimed && i < x->met.n; i++) x->out[x->met.at[i]] = origin;
}

static kerf_status look_at_rule(lookup *x, uint32_t rule)
{
    kf_ground_rule *gr = &x->g->rules.at[rule];
    kf_ask a; /* for its binding */
    KF_TRY(kf_ask_begin(&a, x->g, gr, 0));
    kerf_status st = KERF_OK;
    for (uint32_t i = 0; st == KERF_OK && i < kf_tuple_map_count(tuples_of(gr)); i++) {
        size_t clauses = x->aside->clauses.n, counts = x->aside->cardinalities.n;
        bool decided;
        st = ground_again(x->g, gr, i, &a.binding, &decided);
        if (st == KERF_OK) st = learn_parts(x);
        if (st == KERF_OK) st = meet(x, clauses, counts);
        if (st == KERF_OK) claim(x, (kf_origin){ rule, i });
    }
    kf_ask_end(&a);
    return st;
}

/* A problem with the same atoms and nothing else. */
static kerf_status set_aside(kf_grounder *g, kf_problem **aside)
{
    kf_problem *p = kf_problem_new(g->mem);
    if (!p) return KERF_NO_MEMORY;
    kerf_status st = KERF_OK;
    kf_atom atom;
    for (size_t i = 0; st == KERF_OK && i < g->p->parent.n; i++) st = kf_problem_add_atom(p, &atom);
    if (st == KERF_OK) *aside = p;
    else kf_problem_free(p);
    return st;
}

/* The problem comes back, and auxiliary atoms that were made aside are forgotten: all other atoms
 * of tuples that are ground have names already. */
static void put_back(kf_grounder *g, kf_problem *p, size_t auxiliaries, size_t literals)
{
    g->p = p;
    g->predicate_of.n = g->row_of.n = p->parent.n;
    g->auxiliaries.n = auxiliaries;
    g->auxiliary_literals.n = literals;
}

/* ---- Cycles --------------------------------------------------------------------------------- */

/* Nothing but negated atoms of the predicate: no other constraint of an acyclicity looks like that,
 * and whatever else does has been found before. */
static bool is_cycle(const lookup *x, uint32_t wanted, uint32_t predicate)
{
    if (wanted >= x->p->clauses.n) return false;
    const kf_clause *c = &x->p->clauses.at[wanted];
    for (uint32_t i = 0; i < c->n; i++) {
        kf_lit l = x->p->literals.at[c->start + i];
        if (!kf_lit_negated(l) || x->g->predicate_of.at[kf_lit_atom(l).id] != predicate)
            return false;
    }
    return true;
}

/* Is it about the order beside an acyclicity? Nothing else speaks of that. */
static bool is_ordering(const lookup *x, uint32_t wanted, const kf_node_order *o)
{
    bool any = false;
    if (!o || wanted >= x->p->clauses.n) return false;
    const kf_clause *c = &x->p->clauses.at[wanted];
    for (uint32_t i = 0; i < c->n; i++)
        any |= kf_order_speaks(o, kf_lit_atom(x->p->literals.at[c->start + i]).id);
    return any;
}

static void look_for_cycles(lookup *x)
{
    for (uint32_t rule = 0; rule < x->g->rules.n; rule++) {
        const kf_ground_rule *gr = &x->g->rules.at[rule];
        const kf_rule *r = &x->g->d->m->rules.at[gr->rule];
        if (r->kind != KF_RULE_ACYCLIC) continue;
        for (size_t i = 0; i < x->n; i++) {
            if (x->out[i].rule != KF_NONE) continue;
            if (is_cycle(x, x->wanted[i], r->predicate)) x->out[i] = (kf_origin){ rule, KF_NONE };
            else if (is_ordering(x, x->wanted[i], gr->order)) x->out[i] = (kf_origin){ rule, 0 };
        }
    }
}

/* ---- Answers -------------------------------------------------------------------------------- */

kerf_status kf_ground_origins(kf_grounder *g, const uint32_t *constraints, size_t n, kf_origin *out)
{
    lookup x = { .g = g, .p = g->p, .wanted = constraints, .n = n, .out = out };
    size_t auxiliaries = g->auxiliaries.n, literals = g->auxiliary_literals.n;
    for (size_t i = 0; i < n; i++) out[i] = (kf_origin){ KF_NONE, KF_NONE };
    KF_TRY(set_aside(g, &x.aside));
    kerf_status st = learn_parts(&x);
    if (st == KERF_OK) st = hash_asked(&x);
    g->p = x.aside;
    for (uint32_t rule = 0; st == KERF_OK && rule < g->rules.n; rule++) {
        const kf_rule *r = &g->d->m->rules.at[g->rules.at[rule].rule];
        if (r->cost == KF_COST_HARD && r->kind != KF_RULE_ACYCLIC) st = look_at_rule(&x, rule);
    }
    put_back(g, x.p, auxiliaries, literals);
    kf_problem_free(x.aside);
    kf_vec_free(g->mem, &x.meaning);
    kf_vec_free(g->mem, &x.asked);
    kf_vec_free(g->mem, &x.met);
    if (st == KERF_OK) look_for_cycles(&x);
    return st;
}

kerf_status kf_ground_broken(kf_grounder *g, uint32_t rule, uint32_t *entry)
{
    assert(rule < g->rules.n && kf_is_hard(g, &g->rules.at[rule]));
    kf_ground_rule *gr = &g->rules.at[rule];
    kf_problem *p = g->p, *aside;
    size_t auxiliaries = g->auxiliaries.n, literals = g->auxiliary_literals.n;
    kf_ask a; /* for its binding */
    *entry = KF_NONE;
    KF_TRY(set_aside(g, &aside));
    kerf_status st = kf_ask_begin(&a, g, gr, 0);
    if (st != KERF_OK) {
        kf_problem_free(aside);
        return st;
    }
    g->p = aside;
    for (uint32_t i = 0; st == KERF_OK && i < kf_tuple_map_count(tuples_of(gr)); i++) {
        bool decided = false;
        st = ground_again(g, gr, i, &a.binding, &decided);
        if (st != KERF_OK || !decided) continue;
        *entry = i;
        break;
    }
    put_back(g, p, auxiliaries, literals);
    kf_ask_end(&a);
    kf_problem_free(aside);
    return st;
}

typedef struct instance {
    kf_binding *out;
    uint32_t n;
    bool found;
} instance;

static bool take_first(void *context, const kf_binding *b, uint64_t times)
{
    instance *x = context;
    (void)times;
    memcpy(x->out->ids, b->ids, x->n * sizeof *b->ids);
    memcpy(x->out->numbers, b->numbers, x->n * sizeof *b->numbers);
    x->found = true;
    return false;
}

/* The constants of a tuple as a seed: numbers are left to the query. */
static kerf_status seed_tuple(kf_ask *a, const uint32_t *tuple, kf_literal *seed, uint32_t *row)
{
    const kf_compiled *c = &a->gr->c;
    kf_tuple_bind(c, tuple, &a->binding);
    *seed = (kf_literal){ .kind = KF_LITERAL_ATOM };
    seed->args = kf_arena_alloc(&a->scratch, c->n_tuple + 1, sizeof *seed->args);
    if (!seed->args) return KERF_NO_MEMORY;
    for (uint32_t i = 0; i < c->n_tuple; i++) {
        uint32_t v = c->tuple[i];
        if (c->types[v] == KF_TYPE_NUMBER) continue;
        row[seed->n] = a->binding.ids[v];
        seed->args[seed->n++].variable = v;
    }
    return KERF_OK;
}

kerf_status kf_ground_instance(kf_grounder *g, kf_origin origin, kf_binding *out, bool *found)
{
    assert(origin.rule < g->rules.n);
    assert(origin.entry < kf_tuple_map_count(tuples_of(&g->rules.at[origin.rule])));
    kf_ground_rule *gr = &g->rules.at[origin.rule];
    const kf_compiled *c = &gr->c;
    instance x = { .out = out, .n = c->n_variables };
    uint32_t row[KF_MOST_TUPLE];
    kf_literal seed;
    kf_ask a;
    *found = true;
    kf_tuple_bind(c, kf_tuple_map_tuple(tuples_of(gr), origin.entry), out);
    if (c->form != KF_FORM_CLAUSE || g->d->m->rules.at[gr->rule].kind != KF_RULE_LOGIC)
        return KERF_OK; /* the tuple has all of them */
    KF_TRY(kf_ask_begin(&a, g, gr, c->n_observed));
    for (uint32_t i = 0; i < c->n_observed; i++) kf_ask_add(&a, &c->literals[i], true);
    for (uint32_t v = 0; v < c->n_free; v++) a.needed[v] = true;
    kf_ask_need_tuple(&a);
    kerf_status st = seed_tuple(&a, kf_tuple_map_tuple(tuples_of(gr), origin.entry), &seed, row);
    kf_seeds seeds = { 1, row };
    if (st == KERF_OK)
        st = kf_ask_run_ordered(&a, seed.n ? &seed : NULL, KF_NONE, &seeds, take_first, &x);
    kf_ask_end(&a);
    *found = x.found;
    return x.found ? KERF_OK : st;
}

/* origin.c -- from hard constraints of the problem back to the formulas and constants behind them.
 *
 * The problem does not record where its clauses come from, since only a contradiction needs it. So
 * the tuples of hard rules are ground once more, into another problem, and the constraints are
 * compared literal by literal. An auxiliary atom, which gets a new number each time, is compared by
 * the part that it stands for. */
#include "ground/why/origin.h"

#include "ground/count/count.h"

#include "base/hash.h"

#include <math.h>
#include <string.h>

typedef struct lookup {
    kf_grounder *g;
    kf_problem *p, *aside; /* the problem asked about; and where tuples are ground again */
    const uint32_t *wanted;
    size_t n;
    kf_origin *out;
    KF_VEC(uint64_t) meaning; /* by atom: of an auxiliary one, a hash of its part; else 0 */
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

/* Both ascend by number, auxiliary atoms among them; so each literal of one is looked for. */
static bool same_literals(const lookup *x, const kf_lit *a, const kf_lit *b, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        uint64_t code = code_of(x, a[i]);
        uint32_t in_a = 0, in_b = 0;
        for (uint32_t k = 0; k < n; k++) {
            in_a += code_of(x, a[k]) == code;
            in_b += code_of(x, b[k]) == code;
        }
        if (in_a != in_b) return false;
    }
    return true;
}

static bool same_clause(const lookup *x, const kf_clause *a, const kf_clause *b)
{
    return a->n == b->n && (a->weight > 0) == (b->weight > 0) && isinf(a->weight)
           && same_literals(x, x->p->literals.at + a->start, x->aside->literals.at + b->start,
                            a->n);
}

static bool same_count(const lookup *x, const kf_cardinality *a, const kf_cardinality *b)
{
    return a->n == b->n && a->least == b->least && a->most == b->most && isinf(a->weight)
           && same_literals(x, x->p->literals.at + a->start, x->aside->literals.at + b->start,
                            a->n);
}

/* Is it among what the last tuple gave? */
static bool is_from(const lookup *x, uint32_t wanted, size_t clauses, size_t counts)
{
    if (wanted < x->p->clauses.n) {
        for (size_t i = clauses; i < x->aside->clauses.n; i++)
            if (same_clause(x, &x->p->clauses.at[wanted], &x->aside->clauses.at[i])) return true;
        return false;
    }
    wanted -= (uint32_t)x->p->clauses.n;
    for (size_t i = counts; i < x->aside->cardinalities.n; i++)
        if (same_count(x, &x->p->cardinalities.at[wanted], &x->aside->cardinalities.at[i]))
            return true;
    return false;
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
static void claim(lookup *x, kf_origin origin, size_t clauses, size_t counts)
{
    bool unclaimed = false;
    for (size_t i = 0; i < x->n && !unclaimed; i++)
        unclaimed = x->out[i].rule == KF_NONE && is_from(x, x->wanted[i], clauses, counts);
    for (size_t i = 0; unclaimed && i < x->n; i++)
        if (is_from(x, x->wanted[i], clauses, counts)) x->out[i] = origin;
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
        if (st == KERF_OK) claim(x, (kf_origin){ rule, i }, clauses, counts);
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

/* The problem comes back, and auxiliary atoms that were made aside are forgotten: all other atoms of
 * tuples that are ground have names already. */
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

static void look_for_cycles(lookup *x)
{
    for (uint32_t rule = 0; rule < x->g->rules.n; rule++) {
        const kf_rule *r = &x->g->d->m->rules.at[x->g->rules.at[rule].rule];
        if (r->kind != KF_RULE_ACYCLIC) continue;
        for (size_t i = 0; i < x->n; i++)
            if (x->out[i].rule == KF_NONE && is_cycle(x, x->wanted[i], r->predicate))
                x->out[i] = (kf_origin){ rule, KF_NONE };
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
    g->p = x.aside;
    for (uint32_t rule = 0; st == KERF_OK && rule < g->rules.n; rule++) {
        const kf_rule *r = &g->d->m->rules.at[g->rules.at[rule].rule];
        if (r->cost == KF_COST_HARD && r->kind != KF_RULE_ACYCLIC) st = look_at_rule(&x, rule);
    }
    put_back(g, x.p, auxiliaries, literals);
    kf_problem_free(x.aside);
    kf_vec_free(g->mem, &x.meaning);
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

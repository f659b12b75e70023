/* count.c -- cardinalities: groups whose count is off, and their constraints.
 *
 * Counting what holds now is one query with the groups as its answer. Where too many is the only
 * fault, groups with none are never looked at; otherwise every group is. */
#include "ground/grounding.h"

#include <math.h>

enum { MOST_LITERALS = 64 }; /* of a counted body: compile.c */

typedef struct counter {
    kf_grounder *g;
    kf_ground_rule *gr;
    const kf_rule *r;
    kf_units counts; /* groups with something in them, now */
    bool all;        /* groups that do not pay now, too */
    kerf_status status;
} counter;

static bool count_group(void *context, const kf_binding *b, uint64_t times)
{
    counter *x = context;
    uint32_t tuple[KF_MOST_TUPLE];
    for (uint32_t i = 0; i < x->gr->c.n_tuple; i++) tuple[i] = b->ids[x->gr->c.tuple[i]];
    x->status = kf_units_add(&x->counts, x->g->mem, tuple, 0, times, 0);
    return x->status == KERF_OK;
}

static kerf_status count_now(counter *x)
{
    const kf_compiled *c = &x->gr->c;
    kf_ask a;
    KF_TRY(kf_ask_begin(&a, x->g, x->gr, c->n_literals));
    for (uint32_t i = 0; i < c->n_literals; i++) kf_ask_add(&a, &c->literals[i], false);
    kf_ask_need_tuple(&a);
    kerf_status st = kf_ask_run(&a, NULL, KF_NONE, NULL, count_group, x);
    kf_ask_end(&a);
    return x->status != KERF_OK ? x->status : st;
}

static void bounds(const kf_rule *r, uint64_t *least, uint64_t *most)
{
    *least = r->op == KF_OP_LE ? 0 : (uint64_t)r->bound;
    *most = r->op == KF_OP_GE ? UINT64_MAX : (uint64_t)r->bound;
}

/* Does this group pay now, or are all wanted? Then it is a unit. */
static kerf_status look_at(counter *x, const uint32_t *tuple, uint64_t count, kf_binding *b)
{
    uint64_t least, most;
    bounds(x->r, &least, &most);
    for (uint32_t i = 0; i < x->gr->c.n_tuple; i++) b->ids[x->gr->c.tuple[i]] = tuple[i];
    double w = kf_grounder_weight(x->g, x->gr, b);
    bool holds = count >= least && count <= most;
    if (w == 0 || (!x->all && (w > 0) == holds)) return KERF_OK;
    int side = w > 0 ? 0 : 1;
    kf_units *u = &x->gr->units[side];
    return kf_units_add(u, x->g->mem, tuple, kf_units_count(u), 1, fabs(w));
}

static uint64_t count_of(const counter *x, const uint32_t *tuple)
{
    uint32_t unit = kf_units_find(&x->counts, tuple);
    return unit == UINT32_MAX ? 0 : x->counts.times.at[unit];
}

static kerf_status too_many(kf_grounder *g, const kf_rule *r)
{
    kf_place place = kf_sources_place(g->d->m->program->sources, r->pos);
    kf_diag_add(g->diags, KERF_ERROR, &place, "give it fewer variables, or smaller types",
                "this cardinality has more than 2^32 groups");
    return KERF_LIMIT;
}

/* All groups, in order of their constants. */
static kerf_status every_group(counter *x, kf_binding *b)
{
    const kf_compiled *c = &x->gr->c;
    const kf_domain *domains[KF_MOST_TUPLE];
    uint32_t at[KF_MOST_TUPLE] = { 0 }, tuple[KF_MOST_TUPLE];
    uint64_t groups = 1;
    for (uint32_t i = 0; i < c->n_tuple; i++) {
        domains[i] = &x->g->d->domains[c->types[c->tuple[i]]];
        if (domains[i]->n == 0) return KERF_OK;
        if (__builtin_mul_overflow(groups, (uint64_t)domains[i]->n, &groups)
            || groups > UINT32_MAX) {
            return too_many(x->g, x->r);
        }
    }
    for (uint64_t k = 0; k < groups; k++) {
        for (uint32_t i = 0; i < c->n_tuple; i++) tuple[i] = domains[i]->ids[at[i]];
        KF_TRY(look_at(x, tuple, count_of(x, tuple), b));
        for (uint32_t i = c->n_tuple; i-- > 0;) {
            if (++at[i] < domains[i]->n) break;
            at[i] = 0;
        }
    }
    return KERF_OK;
}

/* ---- Into the problem ---- */

enum { MOST_BRUTE = 12 };

typedef struct term { /* counted `times` where all its literals hold */
    uint32_t start, n, times;
} term;

typedef struct terms {
    kf_grounder *g;
    kf_ground_rule *gr;
    KF_VEC(term) list;
    KF_VEC(kf_lit) lits;
    uint64_t base, most; /* counted whatever happens; and if everything holds */
    bool plain;          /* one literal each, no atom twice, each counted once */
    kerf_status status;
} terms;

/* One more literal of the term that starts there. False: it never holds, or see status. */
static bool add_literal(terms *x, kf_lit lit, uint32_t start)
{
    for (size_t i = start; i < x->lits.n; i++) {
        uint32_t code = x->lits.at[i].code;
        if (code == (lit.code ^ 1)) return false;
        if (code == lit.code) return true;
    }
    if (!kf_vec_push(x->g->mem, &x->lits, lit)) x->status = KERF_NO_MEMORY;
    return x->status == KERF_OK;
}

/* The hidden literals that evidence leaves open. False: the term never holds, or see status. */
static bool term_literals(terms *x, const kf_binding *b, uint32_t start)
{
    const kf_compiled *c = &x->gr->c;
    for (uint32_t i = c->n_observed; i < c->n_literals; i++) {
        const kf_literal *l = &c->literals[i];
        uint32_t row[KF_MOST_ARITY];
        for (uint32_t k = 0; k < l->n; k++) {
            row[k] =
                l->args[k].variable == KF_NONE ? l->args[k].constant : b->ids[l->args[k].variable];
        }
        kf_truth fixed = kf_database_fixed(x->g->d, l->id, row);
        if (fixed != KF_UNKNOWN) {
            if ((fixed == KF_TRUE) == l->negated) return false;
            continue;
        }
        kf_atom atom;
        x->status = kf_grounder_atom(x->g, l->id, row, &atom);
        if (x->status != KERF_OK || !add_literal(x, kf_lit_of(atom, l->negated), start))
            return false;
    }
    return true;
}

static bool add_term(void *context, const kf_binding *b, uint64_t times)
{
    terms *x = context;
    uint32_t start = (uint32_t)x->lits.n;
    if (!term_literals(x, b, start)) {
        x->lits.n = start;
        return x->status == KERF_OK;
    }
    if (times > UINT32_MAX || __builtin_add_overflow(x->most, times, &x->most)) {
        x->status = KERF_LIMIT;
        return false;
    }
    uint32_t n = (uint32_t)x->lits.n - start;
    if (n == 0) {
        x->base += times;
        return true;
    }
    x->plain = x->plain && n == 1 && times == 1;
    if (kf_vec_push(x->g->mem, &x->list, (term){ start, n, (uint32_t)times })) return true;
    x->status = KERF_NO_MEMORY;
    return false;
}

/* What the group counts if the atoms are as the bits say. */
static uint64_t count_if(const terms *x, const uint32_t *atoms, uint32_t n, uint32_t bits)
{
    uint64_t count = x->base;
    for (size_t i = 0; i < x->list.n; i++) {
        const term *t = &x->list.at[i];
        bool holds = true;
        for (uint32_t k = 0; holds && k < t->n; k++) {
            kf_lit l = x->lits.at[t->start + k];
            uint32_t at = 0;
            while (at < n && atoms[at] != kf_lit_atom(l).id) at++;
            holds = (bits >> at & 1) != kf_lit_negated(l);
        }
        if (holds) count += t->times;
    }
    return count;
}

/* Terms that share atoms or count several times may leave out some numbers between the least and
 * the most: a bound may be decided without looking so. Tried out if the atoms are few. */
static void decide(const terms *x, uint64_t least, uint64_t most, bool *always, bool *never)
{
    uint32_t atoms[MOST_BRUTE], n = 0;
    bool twice = false;
    *always = x->base >= least && x->most <= most;
    *never = x->most < least || x->base > most;
    if (*always || *never) return;
    for (size_t i = 0; i < x->lits.n; i++) {
        uint32_t atom = kf_lit_atom(x->lits.at[i]).id, k = 0;
        while (k < n && atoms[k] != atom) k++;
        twice |= k < n;
        if (k < n) continue;
        if (n == MOST_BRUTE) return;
        atoms[n++] = atom;
    }
    if (x->plain && !twice) return;
    bool seen[2] = { false, false };
    for (uint32_t bits = 0; bits < 1u << n && !(seen[0] && seen[1]); bits++) {
        uint64_t count = count_if(x, atoms, n, bits);
        seen[count >= least && count <= most] = true;
    }
    *always = !seen[0];
    *never = !seen[1];
}

/* z <=> all of them: a cardinality asks for both directions. */
static kerf_status together(kf_grounder *g, const kf_lit *lits, uint32_t n, kf_lit *out)
{
    kf_atom z;
    double constant = 0;
    kf_lit clause[MOST_LITERALS + 1];
    KF_TRY(kf_grounder_auxiliary(g, &z));
    *out = kf_lit_of(z, false);
    clause[n] = *out;
    for (uint32_t i = 0; i < n; i++) {
        kf_lit pair[2] = { kf_lit_not(*out), lits[i] };
        KF_TRY(kf_problem_add_clause(g->p, pair, 2, INFINITY, &constant));
        clause[i] = kf_lit_not(lits[i]);
    }
    return kf_problem_add_clause(g->p, clause, n + 1, INFINITY, &constant);
}

/* Terms of several literals get an atom of their own; then the constraint is written down. */
static kerf_status constrain(terms *x, uint64_t least, uint64_t most, double weight)
{
    kf_mem *mem = x->g->mem;
    uint32_t n = (uint32_t)x->list.n;
    kf_lit *lits = kf_mem_alloc(mem, n, sizeof *lits);
    uint32_t *coefficients = kf_mem_alloc(mem, n, sizeof *coefficients);
    kerf_status st = lits && coefficients ? KERF_OK : KERF_NO_MEMORY;
    for (uint32_t i = 0; st == KERF_OK && i < n; i++) {
        const term *t = &x->list.at[i];
        coefficients[i] = t->times;
        lits[i] = x->lits.at[t->start];
        if (t->n > 1) st = together(x->g, x->lits.at + t->start, t->n, &lits[i]);
    }
    if (st == KERF_OK) {
        st = kf_problem_add_cardinality(x->g->p, lits, coefficients, n,
                                        least > x->base ? least - x->base : 0,
                                        most == UINT64_MAX ? most : most - x->base, weight);
    }
    kf_mem_free(mem, lits, n, sizeof *lits);
    kf_mem_free(mem, coefficients, n, sizeof *coefficients);
    return st;
}

/* What can be counted in a group: the observed part holds, the hidden part may. */
static kerf_status collect_terms(terms *x, const uint32_t *tuple)
{
    const kf_compiled *c = &x->gr->c;
    kf_ask a;
    KF_TRY(kf_ask_begin(&a, x->g, x->gr, c->n_observed));
    for (uint32_t i = 0; i < c->n_observed; i++) kf_ask_add(&a, &c->literals[i], false);
    kf_ask_need_tuple(&a);
    for (uint32_t i = c->n_observed; i < c->n_literals; i++) {
        for (uint32_t u = 0; u < c->literals[i].n_uses; u++)
            a.needed[c->literals[i].uses[u]] = true;
    }
    kf_literal group = { .kind = KF_LITERAL_ATOM, .n = c->n_tuple };
    group.args = kf_arena_alloc(&a.scratch, c->n_tuple + 1, sizeof *group.args);
    kerf_status st = group.args ? KERF_OK : KERF_NO_MEMORY;
    for (uint32_t i = 0; st == KERF_OK && i < c->n_tuple; i++) group.args[i].variable = c->tuple[i];
    kf_seeds seeds = { 1, tuple };
    if (st == KERF_OK) {
        st = kf_ask_run(&a, c->n_tuple ? &group : NULL, KF_NONE, &seeds, add_term, x);
    }
    kf_ask_end(&a);
    return x->status != KERF_OK ? x->status : st;
}

kerf_status kf_ground_group(kf_grounder *g, kf_ground_rule *gr, int side, uint32_t unit,
                            bool *decided)
{
    const kf_rule *r = &g->d->m->rules.at[gr->rule];
    terms x = { .g = g, .gr = gr, .plain = true, .status = KERF_OK };
    uint64_t least, most;
    bool always, never;
    bounds(r, &least, &most);
    kerf_status st = collect_terms(&x, kf_units_tuple(&gr->units[side], unit));
    if (st == KERF_OK) {
        decide(&x, least, most, &always, &never);
        *decided = side == 0 ? never : always;
        double w = gr->units[side].weights.at[unit];
        if (!always && !never) st = constrain(&x, least, most, side == 0 ? w : -w);
    }
    kf_vec_free(g->mem, &x.list);
    kf_vec_free(g->mem, &x.lits);
    return st;
}

static kerf_status take_groups(kf_grounder *g, kf_ground_rule *gr, int side, kf_separated *out)
{
    kf_units *u = &gr->units[side];
    bool hard = g->d->m->rules.at[gr->rule].cost == KF_COST_HARD;
    KF_TRY(kf_units_sort(u, g->mem, gr->done[side]));
    for (; gr->done[side] < kf_units_count(u); gr->done[side]++) {
        uint32_t i = gr->done[side];
        bool decided;
        KF_TRY(kf_ground_group(g, gr, side, i, &decided));
        if (hard) out->hard++;
        if (decided) {
            gr->decided[side]++;
            gr->paid[side] += u->weights.at[i];
            if (!hard) g->best -= u->weights.at[i];
            continue;
        }
        out->units++;
        out->groundings++;
        if (!hard) out->cost += u->weights.at[i];
    }
    return KERF_OK;
}

kerf_status kf_separate_count(kf_grounder *g, kf_ground_rule *gr, bool all, kf_separated *out)
{
    counter x = {
        .g = g, .gr = gr, .r = &g->d->m->rules.at[gr->rule], .all = all, .status = KERF_OK
    };
    kf_ask a; /* for its binding */
    KF_TRY(kf_ask_begin(&a, g, gr, 0));
    kf_units_init(&x.counts, gr->c.n_tuple);
    kerf_status st = count_now(&x);
    bool only_too_many =
        !all && x.r->op == KF_OP_LE && gr->c.n_tuple > 0
        && (x.r->cost == KF_COST_HARD || (x.r->cost == KF_COST_NUMBER && x.r->weight > 0));
    if (st == KERF_OK && !only_too_many) st = every_group(&x, &a.binding);
    for (uint32_t i = 0; st == KERF_OK && only_too_many && i < kf_units_count(&x.counts); i++) {
        st = look_at(&x, kf_units_tuple(&x.counts, i), x.counts.times.at[i], &a.binding);
    }
    for (int side = 0; st == KERF_OK && side < 2; side++) st = take_groups(g, gr, side, out);
    kf_units_free(&x.counts, g->mem);
    kf_ask_end(&a);
    return st;
}

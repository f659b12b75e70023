/* inlining.c -- sums auxiliary atoms out of a component where that makes few clauses.
 *
 * A formula that is no clause, x <=> y with a weight, is ground with auxiliary atoms, which hard
 * clauses define. They tie atoms together that hardly depend on each other: chains that draw one
 * atom at a time do not move, and soft formulas look hard. So the atoms that share clauses with the
 * same auxiliary atoms get a table: the cost of each choice of their values. It is written as
 * clauses over them alone.
 *
 * Why exact: an entry is -log of the sum of exp(-cost) over the values of the auxiliary atoms. So
 * sums over all assignments and probabilities of all other atoms stay as they are. The clause of an
 * entry is violated by that choice of values alone.
 *
 * Expectations may ask how often a constraint pays that was removed. Then every entry has a clause,
 * the cheapest ones of almost no weight, and the probability of an entry is that of its clause
 * being violated. The removed constraint pays, or is true, with the sum over the entries of that
 * probability times the share of the auxiliary values with which it does. */
#include "marginal/marginal_parts.h"

#include "base/check.h"
#include "base/neumaier.h"

#include <math.h>
#include <string.h>

enum { MOST_OTHERS = 4, MOST_AUXILIARY = 8, MOST_CLAUSES = 40, MOST_BITS = 16 };
static const double MOST_LOST = 1000; /* a difference of costs that are so much larger is none */

typedef struct group {                            /* of auxiliary atoms that share clauses */
    uint32_t atoms[MOST_BITS], n_others, n_atoms; /* others first, ascending */
    uint32_t clauses[MOST_CLAUSES], n_clauses;
    uint32_t when_true[MOST_CLAUSES], when_false[MOST_CLAUSES]; /* atoms as bits */
    kf_neumaier cost[1 << MOST_OTHERS], least; /* nothing in a rest that its sum has room for */
} group;

typedef struct inlining {
    const kf_component *p;
    const bool *auxiliary;
    kf_mem *mem;
    kf_arena *arena;
    uint32_t *of;           /* by atom: union-find of auxiliary ones */
    bool *stays;            /* by atom that stands for its group: it is not inlined */
    uint32_t *first, *next; /* by such an atom, and by clause: clauses of the group */
    KF_VEC(uint32_t) start;
    KF_VEC(kf_lit) literals;
    KF_VEC(double) weight, rest;
    double slack;
    kf_neumaier constant;
    kf_inlined *back; /* NULL: nobody asks what becomes of what goes */
    KF_VEC(kf_inlined_term) terms;
} inlining;

/* ---- Groups ---- */

static uint32_t find(inlining *x, uint32_t a)
{
    while (x->of[a] != a) a = x->of[a] = x->of[x->of[a]];
    return a;
}

static uint32_t group_of(inlining *x, uint32_t clause)
{
    for (uint32_t k = x->p->start[clause]; k < x->p->start[clause + 1]; k++) {
        uint32_t a = kf_lit_atom(x->p->literals[k]).id;
        if (x->auxiliary[a]) return find(x, a);
    }
    return UINT32_MAX;
}

static void join_atoms(inlining *x)
{
    const kf_component *p = x->p;
    for (uint32_t a = 0; a < p->n_atoms; a++) x->of[a] = a;
    for (uint32_t i = 0; i < p->n_clauses; i++) {
        uint32_t one = group_of(x, i);
        for (uint32_t k = p->start[i]; one != UINT32_MAX && k < p->start[i + 1]; k++) {
            uint32_t a = kf_lit_atom(p->literals[k]).id;
            if (x->auxiliary[a]) x->of[find(x, a)] = find(x, one);
        }
    }
    for (uint32_t i = 0; i < p->n_counts; i++)
        for (uint32_t k = 0; k < p->counts[i].n; k++) {
            uint32_t a = kf_lit_atom(p->counts[i].literals[k]).id;
            if (x->auxiliary[a]) x->stays[find(x, a)] = true;
        }
}

#ifndef NDEBUG
/* Auxiliary atoms of a clause are of one group. */
static void check_groups(inlining *x)
{
    for (uint32_t i = 0; i < x->p->n_clauses; i++)
        for (uint32_t k = x->p->start[i]; k < x->p->start[i + 1]; k++) {
            uint32_t a = kf_lit_atom(x->p->literals[k]).id;
            assert(!x->auxiliary[a] || find(x, a) == group_of(x, i));
        }
}
#endif

static void list_clauses(inlining *x)
{
    for (uint32_t a = 0; a < x->p->n_atoms; a++) x->first[a] = UINT32_MAX;
    for (uint32_t i = x->p->n_clauses; i-- > 0;) {
        uint32_t g = group_of(x, i);
        if (g == UINT32_MAX) continue;
        x->next[i] = x->first[g];
        x->first[g] = i;
    }
}

/* An atom's bit; in the order of numbers among its kind. False: there are too many. */
static bool add_atom(const inlining *x, group *g, uint32_t a)
{
    uint32_t begin = x->auxiliary[a] ? g->n_others : 0;
    uint32_t end = x->auxiliary[a] ? g->n_atoms : g->n_others, at = begin;
    while (at < end && g->atoms[at] < a) at++;
    if (at < end && g->atoms[at] == a) return true;
    if (end - begin == (x->auxiliary[a] ? MOST_AUXILIARY : MOST_OTHERS)) return false;
    assert(g->n_others <= g->n_atoms && g->n_atoms < MOST_BITS);
    memmove(g->atoms + at + 1, g->atoms + at, (g->n_atoms - at) * sizeof *g->atoms);
    g->atoms[at] = a;
    g->n_atoms++;
    g->n_others += !x->auxiliary[a];
    return true;
}

static uint32_t bit_of(const group *g, uint32_t a)
{
    uint32_t i = 0;
    while (i < g->n_atoms && g->atoms[i] != a) i++;
    assert(i < g->n_atoms);
    return 1u << i;
}

static bool fill_group(const inlining *x, uint32_t at, group *g)
{
    const kf_component *p = x->p;
    g->n_atoms = g->n_others = g->n_clauses = 0;
    for (uint32_t i = x->first[at]; i != UINT32_MAX; i = x->next[i]) {
        if (g->n_clauses == MOST_CLAUSES) return false;
        g->clauses[g->n_clauses++] = i;
        for (uint32_t k = p->start[i]; k < p->start[i + 1]; k++)
            if (!add_atom(x, g, kf_lit_atom(p->literals[k]).id)) return false;
    }
    for (uint32_t c = 0; c < g->n_clauses; c++) {
        uint32_t i = g->clauses[c];
        g->when_true[c] = g->when_false[c] = 0;
        for (uint32_t k = p->start[i]; k < p->start[i + 1]; k++) {
            kf_lit l = p->literals[k];
            uint32_t *mask = kf_lit_negated(l) ? g->when_false : g->when_true;
            mask[c] |= bit_of(g, kf_lit_atom(l).id);
        }
    }
    return true;
}

/* ---- Tables ---- */

static const kf_neumaier FORBIDDEN = { INFINITY, 0 };

/* With nothing in the rest that the sum has room for. */
static kf_neumaier settled(const kf_neumaier *x)
{
    double sum = kf_neumaier_get(x);
    return isfinite(sum) ? (kf_neumaier){ sum, (x->sum - sum) + x->rest } : FORBIDDEN;
}

static bool is_less(const kf_neumaier *x, const kf_neumaier *y)
{
    return x->sum < y->sum || (x->sum == y->sum && x->rest < y->rest);
}

/* But for what rests themselves are rounded by. */
static bool is_same(const kf_neumaier *x, const kf_neumaier *y)
{
    if (isinf(x->sum) || isinf(y->sum)) return x->sum == y->sum;
    return fabs((x->sum - y->sum) + (x->rest - y->rest)) <= 0x1p-96 * fabs(x->sum);
}

/* Of two settled ones. */
static kf_neumaier difference(const kf_neumaier *x, const kf_neumaier *y)
{
    kf_neumaier by = *x;
    if (isinf(x->sum)) return FORBIDDEN;
    kf_neumaier_add(&by, -y->sum);
    kf_neumaier_add(&by, -y->rest);
    return settled(&by);
}

static kf_neumaier cost_of(const inlining *x, const group *g, uint32_t bits)
{
    const kf_component *p = x->p;
    kf_neumaier sum = { 0, 0 };
    for (uint32_t c = 0; c < g->n_clauses; c++) {
        double w = p->weight[g->clauses[c]];
        bool holds = (bits & g->when_true[c]) | (~bits & g->when_false[c]);
        if (holds == (w > 0)) continue;
        if (isinf(w)) return FORBIDDEN;
        kf_neumaier_add(&sum, fabs(w));
        if (p->weight_rest) kf_neumaier_add(&sum, p->weight_rest[g->clauses[c]]);
    }
    for (uint32_t i = g->n_others; i < g->n_atoms; i++) {
        uint32_t a = g->atoms[i];
        double cost = bits >> i & 1 ? p->cost_true[a] : p->cost_false[a];
        kf_neumaier_add(&sum, cost);
        if (cost > 0 && p->cost_rest) kf_neumaier_add(&sum, p->cost_rest[a]);
    }
    return settled(&sum);
}

/* Over all values of the auxiliary atoms: as a rule, all but one break something. */
static kf_neumaier sum_over(const inlining *x, const group *g, uint32_t others, bool *several)
{
    uint32_t n = g->n_atoms - g->n_others, met = 0;
    kf_neumaier least = FORBIDDEN;
    double sum = 0;
    for (uint32_t k = 0; k < 1u << n; k++) {
        kf_neumaier cost = cost_of(x, g, others | k << g->n_others);
        if (is_less(&cost, &least)) least = cost;
        met += isfinite(cost.sum) ? 1 : 0;
    }
    if (met < 2) return least;
    *several = true;
    for (uint32_t k = 0; k < 1u << n; k++) {
        kf_neumaier cost = cost_of(x, g, others | k << g->n_others),
                    more = difference(&cost, &least);
        sum += exp(-more.sum);
    }
    kf_neumaier_add(&least, -log(sum));
    return settled(&least);
}

/* False: nothing is feasible, or too much would be lost. */
static bool weigh(inlining *x, group *g)
{
    double slack = x->slack;
    bool several = false; /* there are logarithms in the sums */
    g->least = FORBIDDEN;
    for (uint32_t k = 0; k < 1u << g->n_others; k++) {
        g->cost[k] = sum_over(x, g, k, &several);
        if (is_less(&g->cost[k], &g->least)) g->least = g->cost[k];
    }
    if (isinf(g->least.sum)) return false;
    for (uint32_t k = 0; k < 1u << g->n_others; k++) {
        double more = difference(&g->cost[k], &g->least).sum;
        if (isinf(more) || more == 0) continue;
        double sizes = x->slack > 0 ? fabs(g->cost[k].sum) + fabs(g->least.sum) : 0;
        double rounded = several ? 16 : 0; /* units */
        if (sizes + rounded > MOST_LOST * more) return false;
        slack = fmax(slack, (x->slack * sizes + rounded) / more);
    }
    x->slack = slack;
    return true;
}

/* ---- Clauses ---- */

static kerf_status add_clause(inlining *x, const kf_lit *literals, uint32_t n, double weight,
                              double rest)
{
    if (!kf_vec_push(x->mem, &x->start, (uint32_t)x->literals.n)) return KERF_NO_MEMORY;
    if (!kf_vec_push(x->mem, &x->weight, weight)) return KERF_NO_MEMORY;
    if (!kf_vec_push(x->mem, &x->rest, rest)) return KERF_NO_MEMORY;
    for (uint32_t i = 0; i < n; i++)
        if (!kf_vec_push(x->mem, &x->literals, literals[i])) return KERF_NO_MEMORY;
    return KERF_OK;
}

/* False with these values of the others alone. */
static kerf_status add_choice(inlining *x, const group *g, uint32_t k, double weight, double rest)
{
    kf_lit literals[MOST_OTHERS];
    for (uint32_t i = 0; i < g->n_others; i++)
        literals[i] = kf_lit_of((kf_atom){ g->atoms[i] }, k >> i & 1);
    return add_clause(x, literals, g->n_others, weight, rest);
}

static void add_constant(inlining *x, const group *g)
{
    assert(isfinite(g->least.sum));
    kf_neumaier_add(&x->constant, g->least.sum);
    kf_neumaier_add(&x->constant, g->least.rest);
}

/* Every choice that is possible has a clause of its own. */
static kerf_status add_choices(inlining *x, const group *g)
{
    add_constant(x, g);
    for (uint32_t k = 0; k < 1u << g->n_others; k++) {
        kf_neumaier more = difference(&g->cost[k], &g->least);
        KF_TRY(add_choice(x, g, k, fmax(more.sum, KF_TRACED_NOTHING), more.rest));
    }
    return KERF_OK;
}

/* Where all but one cost the same, they pay where one clause holds. */
static kerf_status add_table(inlining *x, const group *g)
{
    uint32_t all = 1u << g->n_others, n = 0, cheap = 0;
    kf_neumaier more = { 0, 0 };
    bool same = true;
    add_constant(x, g);
    for (uint32_t k = 0; k < all; k++) {
        kf_neumaier by = difference(&g->cost[k], &g->least);
        if (is_same(&g->cost[k], &g->least)) {
            cheap = k;
            continue;
        }
        same &= n == 0 || is_same(&by, &more);
        more = by;
        n++;
    }
    if (n > 1 && n + 1 == all && same && isfinite(more.sum))
        return add_choice(x, g, cheap, -more.sum, more.rest);
    for (uint32_t k = 0; k < all; k++) {
        more = difference(&g->cost[k], &g->least);
        if (!is_same(&g->cost[k], &g->least)) KF_TRY(add_choice(x, g, k, more.sum, more.rest));
    }
    return KERF_OK;
}

/* ---- What went, by what is there ---- */

/* What pays, or is true: a clause of the group by its place, or one of its auxiliary atoms. */
typedef struct event {
    uint32_t clause, bit; /* bit: of an atom; 0: it is the clause */
} event;

static bool happens(const inlining *x, const group *g, event e, uint32_t bits)
{
    if (e.bit) return bits & e.bit;
    bool holds = (bits & g->when_true[e.clause]) | (~bits & g->when_false[e.clause]);
    return holds != (x->p->weight[g->clauses[e.clause]] > 0);
}

/* In which share of the values of auxiliary atoms, by their weights, beside this choice? */
static double share_of(const inlining *x, const group *g, event e, uint32_t k)
{
    double sum = 0;
    for (uint32_t v = 0; v < 1u << (g->n_atoms - g->n_others); v++) {
        uint32_t bits = k | v << g->n_others;
        if (!happens(x, g, e, bits)) continue;
        kf_neumaier cost = cost_of(x, g, bits);
        sum += exp(-difference(&cost, &g->cost[k]).sum);
    }
    return fmin(sum, 1);
}

/* `from`: the clause of the first choice. */
static kerf_status add_terms(inlining *x, const group *g, event e, uint32_t from)
{
    for (uint32_t k = 0; k < 1u << g->n_others; k++) {
        kf_inlined_term t = { .clause = from + k };
        if (isinf(g->cost[k].sum)) continue; /* it has a probability of 0 */
        t.share = share_of(x, g, e, k);
        if (t.share > 0 && !kf_vec_push(x->mem, &x->terms, t)) return KERF_NO_MEMORY;
    }
    return KERF_OK;
}

static kerf_status trace_clauses(inlining *x, const group *g, uint32_t from)
{
    for (uint32_t c = 0; c < g->n_clauses; c++) {
        uint32_t i = g->clauses[c];
        x->back->clauses[i].first = (uint32_t)x->terms.n;
        KF_TRY(add_terms(x, g, (event){ .clause = c }, from));
        x->back->clauses[i].n = (uint32_t)x->terms.n - x->back->clauses[i].first;
    }
    return KERF_OK;
}

static kerf_status trace_atoms(inlining *x, const group *g, uint32_t from)
{
    for (uint32_t i = g->n_others; i < g->n_atoms; i++) {
        kf_inlined_from *to = &x->back->atoms[x->back->n_atoms++];
        *to = (kf_inlined_from){ .of = g->atoms[i], .first = (uint32_t)x->terms.n };
        KF_TRY(add_terms(x, g, (event){ .bit = 1u << i }, from));
        to->n = (uint32_t)x->terms.n - to->first;
    }
    return KERF_OK;
}

static kerf_status inline_group(inlining *x, const group *g)
{
    uint32_t from = (uint32_t)x->weight.n;
    if (!x->back) return add_table(x, g);
    KF_TRY(add_choices(x, g));
    KF_TRY(trace_clauses(x, g, from));
    return trace_atoms(x, g, from);
}

/* A clause that stays pays as often as itself. */
static kerf_status keep_clause(inlining *x, uint32_t i)
{
    uint32_t first = x->p->start[i];
    kf_inlined_term same = { .clause = (uint32_t)x->weight.n, .share = 1 };
    if (x->back) {
        x->back->clauses[i] = (kf_inlined_from){ .first = (uint32_t)x->terms.n, .n = 1 };
        if (!kf_vec_push(x->mem, &x->terms, same)) return KERF_NO_MEMORY;
    }
    return add_clause(x, x->p->literals + first, x->p->start[i + 1] - first, x->p->weight[i],
                      x->p->weight_rest ? x->p->weight_rest[i] : 0);
}

double kf_inlined_sum(const kf_inlined *back, const kf_inlined_from *from, const double *pays)
{
    double sum = 0;
    for (uint32_t i = from->first; i < from->first + from->n; i++)
        sum += back->terms[i].share * pays[back->terms[i].clause];
    return sum;
}

static kerf_status inline_groups(inlining *x)
{
    group g;
    for (uint32_t a = 0; a < x->p->n_atoms; a++) {
        if (!x->auxiliary[a] || find(x, a) != a || x->stays[a]) continue;
        x->stays[a] = !fill_group(x, a, &g) || !weigh(x, &g);
        if (!x->stays[a]) KF_TRY(inline_group(x, &g));
    }
    for (uint32_t i = 0; i < x->p->n_clauses; i++) {
        uint32_t at = group_of(x, i);
        if (at == UINT32_MAX || x->stays[at]) KF_TRY(keep_clause(x, i));
    }
    return kf_vec_push(x->mem, &x->start, (uint32_t)x->literals.n) ? KERF_OK : KERF_NO_MEMORY;
}

/* ---- The component that is left ---- */

static kf_lit renamed(const uint32_t *number, kf_lit l)
{
    return kf_lit_of((kf_atom){ number[kf_lit_atom(l).id] }, kf_lit_negated(l));
}

static kerf_status copy_counts(const inlining *x, const uint32_t *number, kf_component *to)
{
    kf_count *counts = kf_arena_copy(x->arena, to->counts, to->n_counts, sizeof *counts);
    if (to->n_counts > 0 && !counts) return KERF_NO_MEMORY;
    for (uint32_t i = 0; i < to->n_counts; i++) {
        kf_lit *l = kf_arena_room(x->arena, counts[i].n, sizeof *l);
        if (!l) return KERF_NO_MEMORY;
        for (uint32_t k = 0; k < counts[i].n; k++) l[k] = renamed(number, counts[i].literals[k]);
        counts[i].literals = l;
    }
    to->counts = counts;
    return KERF_OK;
}

static kerf_status copy_atoms(inlining *x, kf_extracted *e, uint32_t *number, kf_component *to)
{
    const kf_component *p = x->p;
    double *t = kf_arena_copy(x->arena, p->cost_true, p->n_atoms, sizeof *t);
    double *f = kf_arena_copy(x->arena, p->cost_false, p->n_atoms, sizeof *f);
    kf_ends *ends = p->ends ? kf_arena_copy(x->arena, p->ends, p->n_atoms, sizeof *ends) : NULL;
    double *rest =
        p->cost_rest ? kf_arena_copy(x->arena, p->cost_rest, p->n_atoms, sizeof *t) : NULL;
    uint32_t n = 0;
    if (!t || !f || (p->ends && !ends) || (p->cost_rest && !rest)) return KERF_NO_MEMORY;
    for (uint32_t a = 0; a < p->n_atoms; a++) {
        if (x->auxiliary[a] && !x->stays[find(x, a)]) continue;
        e->atoms[n] = e->atoms[a];
        t[n] = t[a];
        f[n] = f[a];
        if (ends) ends[n] = ends[a];
        if (rest) rest[n] = rest[a];
        number[a] = n++;
    }
    to->n_atoms = n;
    to->cost_true = t;
    to->cost_false = f;
    to->cost_rest = rest;
    to->ends = ends;
    to->names = NULL;
    return KERF_OK;
}

static kerf_status copy(inlining *x, kf_extracted *e)
{
    kf_component to = *x->p;
    uint32_t *number = kf_arena_alloc(x->arena, x->p->n_atoms, sizeof *number);
    if (!number) return KERF_NO_MEMORY;
    KF_TRY(copy_atoms(x, e, number, &to));
    KF_TRY(copy_counts(x, number, &to));
    for (size_t i = 0; i < x->literals.n; i++)
        x->literals.at[i] = renamed(number, x->literals.at[i]);
    assert(x->start.n == x->weight.n + 1);
    to.n_clauses = (uint32_t)x->weight.n;
    to.start = kf_arena_copy(x->arena, x->start.at, x->start.n, sizeof *to.start);
    to.literals = kf_arena_copy(x->arena, x->literals.at, x->literals.n, sizeof *to.literals);
    to.weight = kf_arena_copy(x->arena, x->weight.at, x->weight.n, sizeof *to.weight);
    to.weight_rest = kf_arena_copy(x->arena, x->rest.at, x->rest.n, sizeof *to.weight_rest);
    bool room = to.start && (to.literals || x->literals.n == 0) && (to.weight || x->weight.n == 0);
    room = room && (to.weight_rest || x->rest.n == 0);
    if (!room) return KERF_NO_MEMORY;
    e->component = to;
    kf_add_exactly(&e->base, &e->base_rest, x->constant.sum);
    e->base_rest += x->constant.rest;
    KF_CHECK(kf_component_check(&e->component));
    return KERF_OK;
}

static kerf_status open_arrays(inlining *x)
{
    size_t n = x->p->n_atoms;
    x->of = kf_arena_alloc(x->arena, n, sizeof *x->of);
    x->stays = kf_arena_alloc(x->arena, n, sizeof *x->stays);
    x->first = kf_arena_alloc(x->arena, n, sizeof *x->first);
    x->next = kf_arena_alloc(x->arena, x->p->n_clauses + (size_t)1, sizeof *x->next);
    if (!x->of || !x->stays || !x->first || !x->next) return KERF_NO_MEMORY;
    if (!x->back) return KERF_OK;
    *x->back = (kf_inlined){ .n_clauses = x->p->n_clauses };
    x->back->clauses =
        kf_arena_alloc(x->arena, x->p->n_clauses + (size_t)1, sizeof *x->back->clauses);
    x->back->atoms = kf_arena_alloc(x->arena, n, sizeof *x->back->atoms);
    return x->back->clauses && x->back->atoms ? KERF_OK : KERF_NO_MEMORY;
}

/* Atoms are those of the problem from now on: `e` is as before. */
static kerf_status keep_terms(inlining *x, const kf_extracted *e)
{
    if (!x->back) return KERF_OK;
    for (uint32_t i = 0; i < x->back->n_atoms; i++)
        x->back->atoms[i].of = e->atoms[x->back->atoms[i].of];
    x->back->n_all = x->p->n_atoms;
    x->back->all = kf_arena_copy(x->arena, e->atoms, x->p->n_atoms, sizeof *e->atoms);
    if (!x->back->all) return KERF_NO_MEMORY;
    x->back->terms = kf_arena_copy(x->arena, x->terms.at, x->terms.n, sizeof *x->terms.at);
    return x->back->terms || x->terms.n == 0 ? KERF_OK : KERF_NO_MEMORY;
}

kerf_status kf_inline_auxiliaries(kf_extracted *e, const bool *auxiliary, kf_mem *mem,
                                  double *slack, kf_inlined *back)
{
    inlining x = { .p = &e->component,
                   .auxiliary = auxiliary,
                   .mem = mem,
                   .arena = &e->arena,
                   .slack = *slack,
                   .back = back };
    assert(x.p->n_cliques == 0);
    KF_TRY(open_arrays(&x));
    join_atoms(&x);
    KF_CHECK(check_groups(&x));
    list_clauses(&x);
    kerf_status st = inline_groups(&x);
    if (st == KERF_OK) st = keep_terms(&x, e);
    if (st == KERF_OK) st = copy(&x, e);
    if (st == KERF_OK) *slack = x.slack;
    kf_vec_free(mem, &x.start);
    kf_vec_free(mem, &x.literals);
    kf_vec_free(mem, &x.weight);
    kf_vec_free(mem, &x.rest);
    kf_vec_free(mem, &x.terms);
    return st;
}

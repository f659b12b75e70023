/* extract.c -- copies one component of the problem for solvers; see extract.h. */
#include "infer/components/extract.h"

#include "base/check.h"
#include "base/sort.h"
#include "model/model.h"

#include <math.h>

/* ---- Hooks ---- */

static bool fill_to(kf_mem *mem, void *vec, size_t n)
{
    KF_VEC(uint32_t) *v = vec;
    if (v->n >= n) return true;
    if (!kf_vec_reserve(mem, v, n - v->n)) return false;
    while (v->n < n) v->at[v->n++] = UINT32_MAX;
    return true;
}

kerf_status kf_hooks_extend(kf_hooks *h, const kf_problem *p)
{
    size_t clauses = h->next_clause.n, counts = h->next_count.n, atoms = p->parent.n;
    if (!fill_to(p->mem, &h->clause_of, atoms) || !fill_to(p->mem, &h->count_of, atoms)
        || !fill_to(p->mem, &h->local, atoms) || !fill_to(p->mem, &h->next_clause, p->clauses.n)
        || !fill_to(p->mem, &h->next_count, p->cardinalities.n)) {
        return KERF_NO_MEMORY;
    }
    for (; clauses < p->clauses.n; clauses++) {
        uint32_t atom = kf_lit_atom(p->literals.at[p->clauses.at[clauses].start]).id;
        h->next_clause.at[clauses] = h->clause_of.at[atom];
        h->clause_of.at[atom] = (uint32_t)clauses;
    }
    for (; counts < p->cardinalities.n; counts++) {
        if (p->cardinalities.at[counts].n == 0) continue;
        uint32_t atom = kf_lit_atom(p->literals.at[p->cardinalities.at[counts].start]).id;
        h->next_count.at[counts] = h->count_of.at[atom];
        h->count_of.at[atom] = (uint32_t)counts;
    }
    return KERF_OK;
}

bool kf_hooks_copy(kf_hooks *h, kf_mem *mem, const kf_hooks *from)
{
    return kf_vec_copy(mem, &h->clause_of, &from->clause_of)
           && kf_vec_copy(mem, &h->count_of, &from->count_of)
           && kf_vec_copy(mem, &h->next_clause, &from->next_clause)
           && kf_vec_copy(mem, &h->next_count, &from->next_count)
           && kf_vec_copy(mem, &h->local, &from->local);
}

void kf_hooks_free(kf_hooks *h, kf_mem *mem)
{
    kf_vec_free(mem, &h->clause_of);
    kf_vec_free(mem, &h->count_of);
    kf_vec_free(mem, &h->next_clause);
    kf_vec_free(mem, &h->next_count);
    kf_vec_free(mem, &h->local);
}

/* ---- Gathering ---- */

typedef struct gatherer {
    kf_extracted *c;
    const kf_problem *p;
    const kf_hooks *h;
    kf_patience patience;
    uint32_t n_atoms, n_clauses, n_literals, n_counts;
    uint32_t *start;
    double *weight;
    kf_lit *literals;
    kf_count *counts;
    double *cost[2];          /* by value, by atom: beyond the smaller of the two */
    double *rest, *cost_rest; /* of weights and costs; NULL: the problem keeps none */
    /* By literal: constraints that want it true, hard ones counted, soft ones weighed; NULL: all
     * atoms are copied. */
    uint32_t *hard;
    double *soft;
} gatherer;

enum { STEPS_PER_ATOM = 4 }; /* its lists are far apart in memory */

/* What stands for the number of an atom that is decided, by its value. */
#define DECIDED (UINT32_MAX - 1)

/* A clause of which nothing may be true is one unit clause per literal. */
static bool is_none_of(const kf_clause *k)
{
    return isinf(k->weight) && k->weight < 0;
}

static void measure_clause(gatherer *g, const kf_clause *k)
{
    const kf_lit *l = g->p->literals.at + k->start;
    const uint32_t *local = g->h->local.at;
    if (k->weight == 0) return; /* withdrawn */
    g->n_clauses += is_none_of(k) ? k->n : 1;
    g->n_literals += k->n;
    if (!g->hard) return;
    uint32_t flip = k->weight < 0; /* it wants the opposites */
    double size = fabs(k->weight);
    bool hard = isinf(size);
    for (uint32_t i = 0; i < k->n; i++) {
        uint32_t code = 2 * local[l[i].code / 2] + ((l[i].code ^ flip) & 1);
        if (hard) g->hard[code]++;
        else g->soft[code] += size;
    }
}

/* Nothing decides the atoms of a count here. */
static void measure_count(gatherer *g, const kf_cardinality *k)
{
    g->n_counts++;
    for (uint32_t i = 0; g->hard && i < k->n; i++) {
        uint32_t atom = g->h->local.at[kf_lit_atom(g->p->literals.at[k->start + i]).id];
        g->hard[2 * atom]++;
        g->hard[2 * atom + 1]++;
    }
}

static kerf_status measure(gatherer *g)
{
    for (uint32_t i = 0; i < g->n_atoms; i++) {
        uint32_t atom = g->c->atoms[i];
        if (!kf_patience_spend(&g->patience, STEPS_PER_ATOM)) return KERF_INTERRUPTED;
        for (uint32_t k = g->h->clause_of.at[atom]; k != KF_NONE; k = g->h->next_clause.at[k]) {
            if (!kf_patience_spend(&g->patience, 1)) return KERF_INTERRUPTED;
            measure_clause(g, &g->p->clauses.at[k]);
        }
        for (uint32_t k = g->h->count_of.at[atom]; k != KF_NONE; k = g->h->next_count.at[k])
            measure_count(g, &g->p->cardinalities.at[k]);
    }
    return KERF_OK;
}

/* ---- Constraints ---- */

static kf_lit local(const gatherer *g, kf_lit l)
{
    assert(g->c->atoms[g->h->local.at[kf_lit_atom(l).id]] == kf_lit_atom(l).id);
    return kf_lit_of((kf_atom){ g->h->local.at[kf_lit_atom(l).id] }, kf_lit_negated(l));
}

static void end_clause(gatherer *g, uint32_t *at, double weight, double rest)
{
    if (g->rest) g->rest[g->n_clauses] = rest;
    g->weight[g->n_clauses++] = weight;
    g->start[g->n_clauses] = *at;
}

/* Atoms that are decided are so as the clause wants it. */
static void copy_none_of(gatherer *g, const kf_clause *k, uint32_t *at)
{
    for (uint32_t i = 0; i < k->n; i++) {
        kf_lit l = g->p->literals.at[k->start + i];
        if (g->h->local.at[kf_lit_atom(l).id] >= DECIDED) continue;
        g->literals[(*at)++] = kf_lit_not(local(g, l));
        end_clause(g, at, INFINITY, 0);
    }
}

/* Nothing but atoms that are decided, or an atom that pays on its own. */
static void settle(gatherer *g, double weight, const kf_lit *l)
{
    assert(!isinf(weight));
    if (l) g->cost[kf_lit_negated(*l) == (weight > 0)][kf_lit_atom(*l).id] += fabs(weight);
    else g->c->base += fabs(weight);
}

static void copy_clause(gatherer *g, const kf_clause *k, uint32_t *at)
{
    const kf_lit *from = g->p->literals.at + k->start;
    const uint32_t *number = g->h->local.at;
    kf_lit *to = g->literals + *at;
    uint32_t n = 0;
    if (k->weight == 0) return;
    if (is_none_of(k)) {
        copy_none_of(g, k, at);
        return;
    }
    for (uint32_t i = 0; i < k->n; i++) {
        uint32_t code = from[i].code, atom = number[code / 2];
        if (atom < DECIDED) {
            to[n++] = (kf_lit){ 2 * atom + (code & 1) };
        } else if (atom - DECIDED != (code & 1)) { /* true: it holds */
            if (k->weight < 0) settle(g, k->weight, NULL);
            return;
        }
    }
    if (n == 0 && k->weight > 0) settle(g, k->weight, NULL);
    if (n == 1 && k->n > 1 && !isinf(k->weight)) {
        settle(g, k->weight, to);
    } else if (n > 0) {
        if (n < k->n) g->c->component.alike[k->weight < 0] |= UINT32_C(1) << (n < 31 ? n : 31);
        *at += n;
        end_clause(g, at, k->weight, g->rest ? g->p->rests.at[k - g->p->clauses.at] : 0);
    }
}

static kerf_status copy_count(gatherer *g, const kf_cardinality *k)
{
    kf_lit *l = kf_arena_alloc(&g->c->arena, k->n, sizeof *l);
    if (!l) return KERF_NO_MEMORY;
    for (uint32_t i = 0; i < k->n; i++) l[i] = local(g, g->p->literals.at[k->start + i]);
    g->counts[g->n_counts++] =
        (kf_count){ k->n, l, g->p->coefficients.at + k->start, k->least, k->most, k->weight };
    return KERF_OK;
}

static kerf_status copy_constraints_of(gatherer *g, uint32_t atom, uint32_t *at)
{
    for (uint32_t k = g->h->clause_of.at[atom]; k != KF_NONE; k = g->h->next_clause.at[k]) {
        if (!kf_patience_spend(&g->patience, 1)) return KERF_INTERRUPTED;
        copy_clause(g, &g->p->clauses.at[k], at);
    }
    for (uint32_t k = g->h->count_of.at[atom]; k != KF_NONE; k = g->h->next_count.at[k])
        KF_TRY(copy_count(g, &g->p->cardinalities.at[k]));
    return KERF_OK;
}

/* In the order of all atoms: those that are decided come between the others. */
static kerf_status copy_constraints(gatherer *g)
{
    const kf_extracted *c = g->c;
    uint32_t at = 0, open = 0, decided = 0;
    g->start[0] = g->n_clauses = g->n_counts = 0;
    while (open < g->n_atoms || decided < c->n_decided) {
        uint32_t a = open < g->n_atoms ? c->atoms[open] : UINT32_MAX;
        uint32_t b = decided < c->n_decided ? kf_lit_atom(c->decided[decided]).id : UINT32_MAX;
        if (!kf_patience_spend(&g->patience, STEPS_PER_ATOM)) return KERF_INTERRUPTED;
        KF_TRY(copy_constraints_of(g, a < b ? a : b, &at));
        if (a < b) open++;
        else decided++;
    }
    assert(at <= g->n_literals);
    return KERF_OK;
}

/* ---- Atoms ---- */

static kerf_status copy_ends(gatherer *g)
{
    static const kf_ends none = { .relation = KF_NO_RELATION };
    kf_ends *ends = kf_arena_room(&g->c->arena, g->n_atoms, sizeof *ends);
    if (!ends) return KERF_NO_MEMORY;
    for (uint32_t i = 0; i < g->n_atoms; i++) {
        uint32_t atom = g->c->atoms[i];
        ends[i] = atom < g->p->ends.n ? g->p->ends.at[atom] : none;
    }
    g->c->component.ends = ends;
    return KERF_OK;
}

/* The smaller cost goes to the base, with what rounding took from it. */
static void split_exactly(gatherer *g, uint32_t i)
{
    kf_extracted *c = g->c;
    uint32_t atom = c->atoms[i];
    double t = g->p->cost_true.at[atom], f = g->p->cost_false.at[atom], rest = 0, all = t;
    double true_rest = g->p->rest_true.at[atom], false_rest = g->p->rest_false.at[atom];
    kf_add_exactly(&all, &rest, -f);
    rest += true_rest - false_rest;
    double more = all + rest; /* nothing is left in the rest that the sum has room for */
    rest = fabs(all) >= fabs(rest) ? (all - more) + rest : (rest - more) + all;
    if (t > 0 && f > 0) c->cancelled += t + f;
    kf_add_exactly(&c->base, &c->base_rest, more > 0 ? f : t);
    c->base_rest += more > 0 ? false_rest : true_rest;
    g->cost[1][i] = more > 0 ? more : 0;
    g->cost[0][i] = more > 0 ? 0 : -more;
    g->cost_rest[i] = more > 0 ? rest : -rest;
}

static void split(gatherer *g, uint32_t i)
{
    kf_extracted *c = g->c;
    double t = g->p->cost_true.at[c->atoms[i]], f = g->p->cost_false.at[c->atoms[i]];
    double least = t < f ? t : f;
    c->base += least;
    if (least > 0) c->cancelled += t + f;
    g->cost[1][i] = t - least;
    g->cost[0][i] = f - least;
}

static kerf_status number_atoms(gatherer *g)
{
    kf_extracted *c = g->c;
    if (g->p->exact) {
        g->cost_rest = kf_arena_room(&c->arena, g->n_atoms, sizeof *g->cost_rest);
        if (!g->cost_rest) return KERF_NO_MEMORY;
    }
    for (int value = 0; value < 2; value++) {
        g->cost[value] = kf_arena_room(&c->arena, g->n_atoms, sizeof(double));
        if (!g->cost[value]) return KERF_NO_MEMORY;
    }
    for (uint32_t i = 0; i < g->n_atoms; i++) {
        if (!kf_patience_spend(&g->patience, 1)) return KERF_INTERRUPTED;
        if (g->p->exact) split_exactly(g, i);
        else split(g, i);
        g->h->local.at[c->atoms[i]] = i;
    }
    c->component.cost_true = g->cost[1];
    c->component.cost_false = g->cost[0];
    return KERF_OK;
}

/* Of the atoms that are left. */
static kerf_status name_atoms(gatherer *g)
{
    uint64_t *names = kf_arena_room(&g->c->arena, g->n_atoms, sizeof(uint64_t));
    if (!names) return KERF_NO_MEMORY;
    for (uint32_t i = 0; i < g->n_atoms; i++) names[i] = kf_recall_mix(1, g->c->atoms[i]);
    g->c->component.names = names;
    return g->p->ends.n ? copy_ends(g) : KERF_OK;
}

/* ---- What is decided at first sight ---- */

/* Is the value that costs nothing the only good one, whatever the others do? */
static bool is_clear(const gatherer *g, uint32_t atom, bool value)
{
    const double clear = 1e-9;         /* more than rounding makes of a sum */
    uint32_t other = 2 * atom + value; /* the literal of the other value */
    double costs = g->cost[!value][atom], saves = g->soft[other];
    assert(g->cost[0][atom] == 0 || g->cost[1][atom] == 0);
    return g->hard[other] == 0 && costs - saves > clear * (costs + saves);
}

/* Atoms that are clear are taken out, and the others numbered anew. Each would be decided so
 * whatever the others are: so all of them may be. */
static kerf_status decide(gatherer *g)
{
    kf_extracted *c = g->c;
    uint32_t n = 0;
    c->decided = kf_arena_room(&c->arena, g->n_atoms, sizeof *c->decided);
    if (!c->decided) return KERF_NO_MEMORY;
    for (uint32_t i = 0; i < g->n_atoms; i++) {
        uint32_t atom = c->atoms[i];
        bool value = g->cost[1][i] < g->cost[0][i];
        if (is_clear(g, i, value)) {
            g->h->local.at[atom] = DECIDED + value;
            c->decided[c->n_decided++] = kf_lit_of((kf_atom){ atom }, !value);
            continue;
        }
        g->h->local.at[atom] = n;
        g->cost[0][n] = g->cost[0][i];
        g->cost[1][n] = g->cost[1][i];
        c->atoms[n++] = atom;
    }
    g->n_atoms = n;
    return KERF_OK;
}

/* Of the two costs of an atom the smaller is certain, also of those that units have added to. */
static void take_certain(gatherer *g)
{
    for (uint32_t i = 0; i < g->n_atoms; i++) {
        double least = g->cost[0][i] < g->cost[1][i] ? g->cost[0][i] : g->cost[1][i];
        g->c->base += least;
        if (least > 0) g->c->cancelled += g->cost[0][i] + g->cost[1][i];
        g->cost[0][i] -= least;
        g->cost[1][i] -= least;
    }
}

/* ---- All of it ---- */

static kerf_status list_atoms(gatherer *g)
{
    kf_extracted *c = g->c;
    const uint32_t *next = g->p->next.at;
    uint32_t atom = c->root, n = 0;
    do n++;
    while ((atom = next[atom]) != c->root);
    c->n_atoms = g->n_atoms = n;
    c->atoms = kf_arena_room(&c->arena, n, sizeof(uint32_t));
    if (!c->atoms) return KERF_NO_MEMORY;
    for (uint32_t i = 0; i < n; i++, atom = next[atom]) {
        if (!kf_patience_spend(&g->patience, 2)) return KERF_INTERRUPTED;
        c->atoms[i] = atom;
    }
    size_t all = n;
    KF_TRY(kf_numbers_sort_unique(c->arena.mem, c->atoms, &all));
    assert(all == n); /* the ring of a component has each atom once */
    return KERF_OK;
}

static kerf_status gather(gatherer *g, bool open)
{
    kf_extracted *c = g->c;
    KF_TRY(list_atoms(g));
    KF_TRY(number_atoms(g));
    if (open) {
        g->hard = kf_arena_alloc(&c->arena, 2 * (size_t)g->n_atoms, sizeof *g->hard);
        g->soft = kf_arena_alloc(&c->arena, 2 * (size_t)g->n_atoms, sizeof *g->soft);
        if (!g->hard || !g->soft) return KERF_NO_MEMORY;
    }
    KF_TRY(measure(g));
    c->n_constraints = g->n_clauses + g->n_counts;
    g->start = kf_arena_room(&c->arena, g->n_clauses + (size_t)1, sizeof(uint32_t));
    g->weight = kf_arena_room(&c->arena, g->n_clauses, sizeof(double));
    g->literals = kf_arena_room(&c->arena, g->n_literals, sizeof(kf_lit));
    g->counts = kf_arena_alloc(&c->arena, g->n_counts, sizeof(kf_count));
    if (!g->start || !g->weight || !g->literals || !g->counts) return KERF_NO_MEMORY;
    if (g->p->exact) g->rest = kf_arena_room(&c->arena, g->n_clauses, sizeof *g->rest);
    if (g->p->exact && !g->rest && g->n_clauses > 0) return KERF_NO_MEMORY;
    if (open) KF_TRY(decide(g));
    KF_TRY(name_atoms(g));
    KF_TRY(copy_constraints(g));
    if (open) take_certain(g);
    c->component.n_atoms = g->n_atoms;
    c->component.n_clauses = g->n_clauses;
    c->component.start = g->start;
    c->component.literals = g->literals;
    c->component.weight = g->weight;
    c->component.weight_rest = g->rest;
    c->component.cost_rest = g->cost_rest;
    c->component.n_counts = g->n_counts;
    c->component.counts = g->counts;
    return KERF_OK;
}

static kerf_status extract(kf_extracted *c, kf_mem *mem, const kf_problem *p, kf_hooks *h,
                           uint32_t root, bool open)
{
    assert(root < p->parent.n && root < h->clause_of.n);
    assert(!open || !p->exact);
    *c = (kf_extracted){ .root = root };
    kf_arena_init(&c->arena, mem);
    kf_arena_init(&c->s.arena, mem);
    gatherer g = { .c = c, .p = p, .h = h, .patience = kf_patience_of(h->stop) };
    return gather(&g, open);
}

kerf_status kf_extract_component(kf_extracted *c, kf_mem *mem, const kf_problem *p, kf_hooks *h,
                                 uint32_t root)
{
    return extract(c, mem, p, h, root, false);
}

kerf_status kf_extract_open(kf_extracted *c, kf_mem *mem, const kf_problem *p, kf_hooks *h,
                            uint32_t root)
{
    return extract(c, mem, p, h, root, true);
}

void kf_extracted_free(kf_extracted *c)
{
    kf_simplified_free(&c->s);
    kf_arena_free(&c->arena);
}

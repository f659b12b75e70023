/* repair.c -- repairs an assignment that breaks hard groundings; see repair.h.
 *
 * Only components that break something are changed: by single flips, then by local search, and
 * where a relation is transitive by putting its nodes into classes (solve/primal/near.h). A class
 * has all its pairs, unnamed ones too: they are named, so that no triangle is broken, ground or
 * not. The new assignment is separated, which gives its cost. What separation adds touches
 * components, which are repaired again, for a few rounds or until an assignment is feasible. If
 * cheaper assignments are asked for, all components are searched, not only broken ones. */
#include "infer/primal/repair.h"

#include "base/check.h"
#include "base/sort.h"
#include "ground/atoms.h"
#include "ground/auxiliary.h"
#include "ground/separate/separate.h"
#include "infer/components/extract.h"
#include "solve/primal/near.h"
#include "solve/walk/search_best.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    ROUNDS = 4,
    MORE_ROUNDS = 32, /* until an assignment is feasible, if there was none */
    MOST_NAMED = 4    /* pairs that get names, for each that has one: else classes are no good */
};
/* What local search may look at, for each atom and literal that there is, and at least. */
static const double FIND = 200, LEAST_FIND = 1e6;
static const double LATER = 0.125; /* of the work for cheaper assignments, after the first round */

typedef struct node { /* of a transitive relation */
    uint32_t relation, id;
    uint32_t first; /* node of its class, by place; while they are joined, one nearer to it */
} node;

typedef struct search {
    kf_grounder *g;
    kf_mem *mem; /* these three are the grounder's */
    kf_problem *p;
    kf_database *d;
    const kf_repair_ask *ask;
    const kf_limits *limits;
    kf_cpi_result *r;
    kf_repaired *out;
    kf_hooks hooks;
    KF_VEC(bool) assignment; /* by atom of the problem; the database holds it */
    KF_VEC(uint32_t) roots;
    KF_VEC(node) nodes;
} search;

/* ---- Assignments ---- */

/* Atoms that are new are false. */
static kerf_status extend(search *s)
{
    while (s->assignment.n < s->p->parent.n)
        if (!kf_vec_push(s->mem, &s->assignment, false)) return KERF_NO_MEMORY;
    return KERF_OK;
}

static kerf_status set_atom(search *s, uint32_t atom, bool value)
{
    if (s->assignment.at[atom] == value) return KERF_OK;
    s->assignment.at[atom] = value;
    return kf_grounder_set_atom(s->g, atom, value);
}

static kerf_status keep(search *s, double cost)
{
    kf_repaired *out = s->out;
    size_t n = s->assignment.n;
    assert(isfinite(cost) && n <= s->p->parent.n); /* separation may have named more since */
    if (cost >= out->cost) return KERF_OK;
    out->assignment.n = 0;
    if (!kf_vec_reserve(s->mem, &out->assignment, n)) return KERF_NO_MEMORY;
    if (n > 0) memcpy(out->assignment.at, s->assignment.at, n * sizeof(bool));
    out->assignment.n = n;
    out->cost = cost;
    return KERF_OK;
}

/* ---- Classes ---- */

static int by_node(const void *a, const void *b)
{
    const node *x = a, *y = b;
    if (x->relation != y->relation) return x->relation < y->relation ? -1 : 1;
    return (x->id > y->id) - (x->id < y->id);
}

static int by_class(const void *a, const void *b)
{
    const node *x = a, *y = b;
    if (x->first != y->first) return x->first < y->first ? -1 : 1;
    return by_node(a, b);
}

static uint32_t class_of(const search *s, uint32_t relation, uint32_t id)
{
    node key = { relation, id, 0 };
    const node *found = bsearch(&key, s->nodes.at, s->nodes.n, sizeof key, by_node);
    assert(found); /* both nodes of a true pair are listed */
    uint32_t at = (uint32_t)(found - s->nodes.at);
    while (s->nodes.at[at].first != at) {
        assert(s->nodes.at[at].first < at);
        at = s->nodes.at[at].first;
    }
    return at;
}

static const kf_ends *ends_of(const kf_extracted *c, const bool *assignment, uint32_t atom)
{
    const kf_ends *e = c->component.ends ? &c->component.ends[atom] : NULL;
    return e && e->relation != KF_NO_RELATION && assignment[atom] ? e : NULL;
}

/* The nodes of pairs that are true, class by class. */
static kerf_status list_classes(search *s, const kf_extracted *c, const bool *assignment)
{
    size_t kept = 0;
    s->nodes.n = 0;
    for (uint32_t i = 0; i < c->component.n_atoms; i++) {
        const kf_ends *e = ends_of(c, assignment, i);
        if (!e) continue;
        if (!kf_vec_push(s->mem, &s->nodes, ((node){ e->relation, e->from, 0 }))
            || !kf_vec_push(s->mem, &s->nodes, ((node){ e->relation, e->to, 0 })))
            return KERF_NO_MEMORY;
    }
    if (s->nodes.n == 0) return KERF_OK;
    qsort(s->nodes.at, s->nodes.n, sizeof *s->nodes.at, by_node);
    for (size_t i = 0; i < s->nodes.n; i++) {
        if (i > 0 && by_node(&s->nodes.at[i], &s->nodes.at[kept - 1]) == 0) continue;
        s->nodes.at[kept] = s->nodes.at[i];
        s->nodes.at[kept].first = (uint32_t)kept;
        kept++;
    }
    s->nodes.n = kept;
    for (uint32_t i = 0; i < c->component.n_atoms; i++) {
        const kf_ends *e = ends_of(c, assignment, i);
        if (!e) continue;
        uint32_t a = class_of(s, e->relation, e->from), b = class_of(s, e->relation, e->to);
        s->nodes.at[a > b ? a : b].first = a < b ? a : b;
    }
    for (uint32_t i = 0; i < s->nodes.n; i++) /* the class of one before is final */
        s->nodes.at[i].first = s->nodes.at[s->nodes.at[i].first].first;
    qsort(s->nodes.at, s->nodes.n, sizeof *s->nodes.at, by_class);
    return KERF_OK;
}

static size_t end_of_class(const search *s, size_t first)
{
    size_t end = first;
    while (end < s->nodes.n && s->nodes.at[end].first == s->nodes.at[first].first) end++;
    return end;
}

/* Every pair of the class is true, unless evidence says otherwise: separation will tell. */
static kerf_status close_class(search *s, size_t first, size_t end)
{
    uint32_t relation = s->nodes.at[first].relation;
    assert(end - first >= 1 && s->nodes.at[end - 1].relation == relation);
    for (size_t i = first; i < end; i++) {
        for (size_t k = first; k < end; k++) {
            uint32_t row[] = { s->nodes.at[i].id, s->nodes.at[k].id };
            kf_atom atom;
            if (kf_database_holds(s->d, relation, row)
                || kf_database_fixed(s->d, relation, row) != KF_UNKNOWN)
                continue;
            KF_TRY(kf_grounder_atom(s->g, relation, row, &atom));
            KF_TRY(extend(s));
            KF_TRY(set_atom(s, atom.id, true));
        }
    }
    return KERF_OK;
}

static kerf_status close_classes(search *s, const kf_extracted *c, const bool *assignment)
{
    size_t pairs = 0, most = 0;
    KF_TRY(list_classes(s, c, assignment));
    for (uint32_t i = 0; i < c->component.n_atoms; i++) most += ends_of(c, assignment, i) != NULL;
    for (size_t i = 0, end; i < s->nodes.n; i = end) {
        end = end_of_class(s, i);
        pairs += (end - i) * (end - i);
    }
    for (size_t i = 0, end; pairs <= MOST_NAMED * most && i < s->nodes.n; i = end) {
        end = end_of_class(s, i);
        KF_TRY(close_class(s, i, end));
    }
    return KERF_OK;
}

/* ---- Components ---- */

/* Are pairs of a transitive relation among its atoms? */
static bool relates(const kf_component *p)
{
    for (uint32_t i = 0; p->ends && i < p->n_atoms; i++)
        if (p->ends[i].relation != KF_NO_RELATION) return true;
    return false;
}

/* Cheaper assignments, with this component's share of the work. */
static kerf_status improve_component(search *s, const kf_component *p, bool *assignment)
{
    const kf_problem *all = s->p;
    double share = s->out->rounds == 0 ? 1 : LATER;
    double size = (double)kf_component_size(p),
           whole = (double)(all->literals.n + all->parent.n + 1);
    kf_search_effort effort = {
        .seed = s->ask->seed,
        .find = (uint64_t)(LEAST_FIND + FIND * size),
        .improve = (uint64_t)((double)s->ask->improve * share * fmin(1, size / whole)),
    };
    kf_searched found;
    return kf_search_best(p, s->limits, s->mem, effort, assignment, &found);
}

static kerf_status change_component(search *s, kf_extracted *c, bool *assignment, uint64_t broken)
{
    const kf_component *p = &c->component;
    kf_near near = { INFINITY, false };
    bool pairs = relates(p);
    kf_task task = { .component = p,
                     .settings = s->ask->settings,
                     .limits = *s->limits,
                     .mem = s->mem,
                     .assignment = assignment };
    if (broken > 0 || pairs) KF_TRY(kf_mend(&task, &near));
    if (isinf(near.cost) && broken > 0) KF_TRY(kf_search_near(&task, &near));
    if (s->ask->improve > 0 && !pairs) KF_TRY(improve_component(s, p, assignment));
    for (uint32_t i = 0; i < p->n_atoms; i++) KF_TRY(set_atom(s, c->atoms[i], assignment[i]));
    return near.equivalence ? close_classes(s, c, assignment) : KERF_OK;
}

static kerf_status mend_component(search *s, kf_extracted *c, bool broken_only)
{
    const kf_component *p = &c->component;
    uint64_t broken;
    bool *assignment = kf_arena_alloc(&c->arena, p->n_atoms, sizeof *assignment);
    if (!assignment) return KERF_NO_MEMORY;
    for (uint32_t i = 0; i < p->n_atoms; i++) assignment[i] = s->assignment.at[c->atoms[i]];
    kf_component_cost(p, assignment, &broken);
    return broken_only && broken == 0 ? KERF_OK : change_component(s, c, assignment, broken);
}

/* Of the atoms touched since then, or of all. */
static kerf_status find_roots(search *s, size_t touched, bool all)
{
    const kf_problem *p = s->p;
    size_t kept = 0, n = all ? p->parent.n : p->touched.n - touched;
    s->roots.n = 0;
    if (!kf_vec_reserve(s->mem, &s->roots, n + 1)) return KERF_NO_MEMORY;
    for (size_t i = 0; i < n; i++) {
        uint32_t atom = all ? (uint32_t)i : p->touched.at[touched + i];
        s->roots.at[s->roots.n++] = kf_problem_component(p, (kf_atom){ atom });
    }
    kf_numbers_sort(s->roots.at, n);
    for (size_t i = 0; i < n; i++) {
        uint32_t root = s->roots.at[i];
        bool lone = p->next.at[root] == root && s->hooks.clause_of.at[root] == KF_NONE
                    && s->hooks.count_of.at[root] == KF_NONE;
        if (!lone && (kept == 0 || s->roots.at[kept - 1] != root)) s->roots.at[kept++] = root;
    }
    s->roots.n = kept;
    return KERF_OK;
}

static kerf_status mend(search *s, bool broken_only)
{
    for (size_t i = 0; i < s->roots.n; i++) {
        kf_extracted c;
        if (kf_limits_reached(s->limits)) return KERF_OK;
        kerf_status st = kf_extract_component(&c, s->mem, s->p, &s->hooks, s->roots.at[i]);
        if (st == KERF_OK) st = mend_component(s, &c, broken_only);
        kf_extracted_free(&c);
        KF_TRY(st);
    }
    return KERF_OK;
}

/* ---- The whole ---- */

/* What the assignment costs, counting what it violates beyond the problem, which is added to
 * that. */
static kerf_status judge(search *s, bool full, uint64_t *new_tuples)
{
    assert(s->assignment.n == s->p->parent.n);
    kf_separated found;
    uint64_t broken;
    kf_grounder_complete(s->g, s->assignment.at);
    double cost = kf_problem_cost(s->p, s->assignment.at, &broken) + kf_grounder_unnamed_cost(s->g);
    KF_TRY(kf_separate(s->g, full, &found));
    s->r->groundings += found.tuples + found.beside;
    s->r->groundings_with_multiplicity += found.groundings + found.beside_groundings;
    *new_tuples = found.tuples;
    s->out->rounds++; /* one that was stopped shows nothing */
    if (broken + found.hard < s->out->least) s->out->least = broken + found.hard;
    return broken || found.hard || !found.complete ? KERF_OK : keep(s, cost + found.cost);
}

/* Nothing is separated that was not mended because time is up; but what was made cheaper is. */
static bool is_over(const search *s, int round)
{
    bool found = !isinf(s->out->cost), wanted = s->ask->needed || s->ask->improve > 0;
    if (round >= ROUNDS && (found || !wanted || round > MORE_ROUNDS)) return true;
    return (round > 0 || s->ask->improve == 0) && kf_limits_reached(s->limits);
}

static kerf_status run(search *s)
{
    const kf_repair_ask *ask = s->ask;
    size_t touched = 0;
    for (int round = 0; !is_over(s, round); round++) {
        uint64_t new_tuples;
        bool all = round == 0 && (ask->again || ask->improve > 0);
        KF_TRY(extend(s));
        KF_TRY(kf_hooks_extend(&s->hooks, s->p));
        KF_TRY(find_roots(s, touched, all));
        KF_TRY(mend(s, round == 0 && ask->improve == 0));
        touched = s->p->touched.n;
        KF_TRY(judge(s, round == 0 && ask->again, &new_tuples));
        if (new_tuples == 0) return KERF_OK;
    }
    return KERF_OK;
}

/* The assignment as it was at first. */
static kerf_status put_back(search *s)
{
    KF_TRY(extend(s));
    for (uint32_t i = 0; i < s->assignment.n; i++)
        KF_TRY(set_atom(s, i, i < s->ask->n && s->ask->assignment[i]));
    return KERF_OK;
}

static kerf_status begin(search *s)
{
    const kf_repair_ask *ask = s->ask;
    for (size_t i = 0; i < s->p->parent.n; i++)
        if (!kf_vec_push(s->mem, &s->assignment, i < ask->n && ask->assignment[i]))
            return KERF_NO_MEMORY;
    for (uint32_t i = 0; (ask->again || ask->moved) && i < s->assignment.n; i++)
        KF_TRY(kf_grounder_set_atom(s->g, i, s->assignment.at[i]));
    return KERF_OK;
}

kerf_status kf_repair_find(kf_grounder *g, const kf_repair_ask *ask, kf_cpi_result *r,
                           kf_repaired *out)
{
    assert(ask->assignment || ask->n == 0);
    assert(ask->n <= kf_grounder_problem(g)->parent.n);
    search s = { .g = g, .ask = ask, .limits = ask->limits, .r = r, .out = out };
    s.mem = kf_grounder_mem(g);
    s.p = kf_grounder_problem(g);
    s.d = kf_grounder_database(g);
    *out = (kf_repaired){ .cost = INFINITY, .least = UINT64_MAX };
    kerf_status st = begin(&s);
    if (st == KERF_OK) st = run(&s);
    if (st == KERF_OK) st = put_back(&s);
    kf_hooks_free(&s.hooks, s.mem);
    kf_vec_free(s.mem, &s.assignment);
    kf_vec_free(s.mem, &s.roots);
    kf_vec_free(s.mem, &s.nodes);
    return st;
}

void kf_repaired_free(kf_repaired *i, kf_mem *mem)
{
    kf_vec_free(mem, &i->assignment);
}

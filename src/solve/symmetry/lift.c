/* lift.c -- solves a component by way of its folded form where that is much smaller; see lift.h. */
#include "solve/symmetry/lift.h"

#include "base/check.h"
#include "solve/cuts/rowkeys.h"
#include "solve/lp/tree.h"

#include <math.h>
#include <string.h>

/* Folding takes time, too: it must pay. */
enum { LEAST_ATOMS = 40, MOST_LEVELS = 6 };
static const double WORTH = 0.75, INTEGRAL = 1e-6;
/* What sums of costs may lose by rounding, as a share of all costs. */
static const double ROUNDING = 1e-13;
/* A folded assignment is as symmetric as the component: what is found by it can be folded again. */
static const double NEAR = 0.01;

typedef struct lifter {
    kf_task *task;
    kf_stop stop;          /* its limits */
    const kf_component *p; /* of the task */
    kf_arena arena;        /* of one level */
    kf_classes c;
    kf_component small;
    uint32_t *size;   /* by class: of atoms */
    bool *tied;       /* by class: it has more than one */
    bool *folded;     /* by class: the assignment */
    kf_relaxed point; /* of the classes */
    bool *alone;      /* by atom of the component: a class of its own, from level to level */
    double drift;     /* by how much costs and weights differ from the means of their classes */
} lifter;

/* A class is remembered by its first atom. */
static kerf_status name_classes(lifter *x)
{
    uint64_t *names = kf_arena_alloc(&x->arena, x->c.n, sizeof *names);
    if (!names) return KERF_NO_MEMORY;
    for (uint32_t i = x->p->n_atoms; x->p->names && i-- > 0;) names[x->c.of[i]] = x->p->names[i];
    if (x->p->names) x->small.names = names;
    return KERF_OK;
}

/* ---- What differs by rounding ---- */

typedef struct spread { /* of finite numbers */
    double least, most;
    uint32_t n;
} spread;

/* And its size is added up. */
static void add_number(spread *s, double x, double *size)
{
    if (!isfinite(x)) return;
    *size += fabs(x);
    s->least = s->n == 0 ? x : fmin(s->least, x);
    s->most = s->n == 0 ? x : fmax(s->most, x);
    s->n++;
}

/* How far they are from their mean at most, all together. */
static double sum_up(const spread *s, size_t n)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++) sum += s[i].n * (s[i].most - s[i].least);
    return sum;
}

static double atoms_differ(const lifter *x, spread *s, double *size)
{
    const double *lists[] = { x->p->cost_true, x->p->cost_false };
    double drift = 0;
    for (int k = 0; k < 2; k++) {
        memset(s, 0, x->c.n * sizeof *s);
        for (uint32_t i = 0; i < x->p->n_atoms; i++) add_number(&s[x->c.of[i]], lists[k][i], size);
        drift += sum_up(s, x->c.n);
    }
    return drift;
}

static double weight_of(const kf_component *p, uint32_t i)
{
    return i < p->n_clauses ? p->weight[i] : p->counts[i - p->n_clauses].weight;
}

/* By what they have become. */
static double constraints_differ(const lifter *x, spread *s, size_t n, double *size)
{
    const kf_component *p = x->p;
    for (uint32_t i = 0; i < p->n_clauses + p->n_counts; i++)
        add_number(&s[x->c.became[i]], weight_of(p, i), size);
    return sum_up(s, n);
}

/* *little: all of it is rounding. */
static kerf_status measure_drift(lifter *x, bool *little)
{
    size_t constraints = (size_t)x->small.n_clauses + x->small.n_counts;
    double size = 0;
    spread *atoms = kf_arena_room(&x->arena, x->c.n, sizeof *atoms);
    spread *rows = kf_arena_alloc(&x->arena, constraints, sizeof *rows);
    if (!atoms || !rows) return KERF_NO_MEMORY;
    x->drift = atoms_differ(x, atoms, &size);
    x->drift += constraints_differ(x, rows, constraints, &size);
    *little = x->drift <= ROUNDING * size;
    return KERF_OK;
}

/* ---- Levels ---- */

static kerf_status open_classes(lifter *x, bool *worth)
{
    uint32_t n = x->c.n;
    *worth = n <= WORTH * x->p->n_atoms;
    if (!*worth) return KERF_OK;
    x->size = kf_arena_alloc(&x->arena, n, sizeof *x->size);
    x->tied = kf_arena_alloc(&x->arena, n, sizeof(bool));
    x->folded = kf_arena_alloc(&x->arena, n, sizeof(bool));
    x->point = (kf_relaxed){ .x = kf_arena_alloc(&x->arena, n, sizeof(double)),
                             .price = kf_arena_alloc(&x->arena, n, sizeof(double)) };
    if (!x->size || !x->tied || !x->folded || !x->point.x || !x->point.price) return KERF_NO_MEMORY;
    for (uint32_t i = 0; i < x->p->n_atoms; i++) {
        x->size[x->c.of[i]]++;
        x->folded[x->c.of[i]] |= x->task->assignment[i];
    }
    for (uint32_t i = 0; i < n; i++) x->tied[i] = x->size[i] > 1;
    size_t constraints = (size_t)x->p->n_clauses + x->p->n_counts;
    x->c.became = kf_arena_room(&x->arena, constraints, sizeof(uint32_t));
    if (!x->c.became) return KERF_NO_MEMORY;
    kerf_status st = kf_fold(x->p, &x->c, &x->arena, &x->small);
    if (st == KERF_OK) st = name_classes(x);
    if (st == KERF_UNSUPPORTED) *worth = false;
    return st == KERF_UNSUPPORTED ? KERF_OK : st;
}

/* Cliques repeat weights of their clauses, so that means would have to agree: where there are
 * some, only equal numbers are equal. */
static kerf_status open_level(lifter *x, bool *worth)
{
    bool little = false;
    if (x->p->n_cliques == 0) {
        KF_TRY(kf_refine_nearly(x->p, x->alone, &x->stop, &x->arena, &x->c));
        KF_TRY(open_classes(x, worth));
        if (!*worth) return KERF_OK;
        KF_TRY(measure_drift(x, &little));
    }
    if (little) return KERF_OK;
    x->drift = 0;
    KF_TRY(kf_refine(x->p, x->alone, &x->stop, &x->arena, &x->c));
    return open_classes(x, worth);
}

/* The folded assignment as one of the component: the answer, if it is good enough and costs there
 * what it costs folded; else the assignment to go on with, if it is better than the one at hand. */
static kerf_status take_assignment(lifter *x, bool *done)
{
    kf_solved *out = &x->task->solved;
    bool *assignment = x->task->assignment;
    uint64_t broken, broken_before;
    uint32_t n = x->p->n_atoms;
    bool *whole = kf_arena_alloc(&x->arena, n, sizeof(bool));
    if (!whole) return KERF_NO_MEMORY;
    for (uint32_t i = 0; i < n; i++) whole[i] = x->folded[x->c.of[i]];
    double cost = kf_component_cost(x->p, whole, &broken);
    *done = kf_limits_will_do(&x->task->limits, out->cost, out->bound, NEAR) && broken == 0
            && fabs(cost - out->cost) <= 1e-9 * fmax(1, cost);
    double before = kf_component_cost(x->p, assignment, &broken_before);
    if (*done || broken < broken_before || (broken == broken_before && cost < before))
        memcpy(assignment, whole, n * sizeof(bool));
    if (!*done) return KERF_OK;
    out->bound = out->bound >= out->cost ? cost : fmin(out->bound, cost);
    out->cost = cost;
    out->method = "lifted";
    return KERF_OK;
}

/* What the classes say of their atoms; a class's price is that of all its atoms together. Those of
 * fractional classes are classes of their own from now on; *more: there are some. */
static void unfold(lifter *x, kf_relaxed *r, bool *more)
{
    *more = false;
    r->known = x->point.known;
    r->stalled = x->point.stalled;
    r->bound = x->point.bound - x->drift;
    for (uint32_t i = 0; i < x->p->n_atoms && r->known; i++) {
        uint32_t c = x->c.of[i];
        assert(x->size[c] > 0);
        r->x[i] = x->point.x[c];
        r->price[i] = x->point.price[c] / x->size[c];
        if (!x->tied[c] || r->x[i] <= INTEGRAL || r->x[i] >= 1 - INTEGRAL) continue;
        x->alone[i] = true;
        *more = true;
    }
}

/* ---- What the folded program learned, told of every atom and clause ---- */

typedef struct folded_clause { /* what is known of it */
    uint64_t key;
    bool has_z, has_row, may; /* may: some literal of one that pays when true has a row */
} folded_clause;

typedef struct teller {
    kf_recall learned;
    kf_notes *notes;
    kf_mem *mem;
    const uint64_t *class_names; /* by atom: that of its class */
    folded_clause *folded;       /* by clause of the folded component */
    bool failed;
} teller;

static void tell(teller *t, uint64_t folded, uint64_t own)
{
    if (folded == own) return;
    assert(kf_recall_has(&t->learned, folded));
    if (!kf_vec_push(t->mem, t->notes, (kf_note){ own, kf_recall_get(&t->learned, folded) }))
        t->failed = true;
}

static void look_up(const teller *t, const kf_component *small, uint32_t i, folded_clause *f)
{
    f->key = kf_clause_key(small, small->names, i);
    f->has_z = kf_recall_has(&t->learned, kf_z_key(f->key));
    f->has_row = small->weight[i] > 0 && kf_recall_has(&t->learned, f->key);
    for (uint32_t k = small->start[i]; small->weight[i] < 0 && k < small->start[i + 1]; k++)
        f->may |= kf_recall_has(&t->learned, kf_unwanted_key(small, small->names, f->key, k));
}

static void tell_clause(teller *t, const kf_component *p, const folded_clause *f, uint32_t i)
{
    if (!f->has_z && !f->has_row && !f->may) return; /* most are like that */
    uint64_t own = kf_clause_key(p, p->names, i);
    if (f->has_z) tell(t, kf_z_key(f->key), kf_z_key(own));
    if (f->has_row) tell(t, f->key, own);
    for (uint32_t k = p->start[i]; f->may && k < p->start[i + 1]; k++) {
        uint64_t row = kf_unwanted_key(p, t->class_names, f->key, k);
        if (kf_recall_has(&t->learned, row)) tell(t, row, kf_unwanted_key(p, p->names, own, k));
    }
}

/* Of a clause that has become something else, with coefficients, nothing is known. */
static void tell_clauses(teller *t, const lifter *x)
{
    const kf_component *p = x->p, *small = &x->small;
    for (uint32_t i = 0; i < small->n_clauses; i++) look_up(t, small, i, &t->folded[i]);
    for (uint32_t i = 0; i < p->n_clauses && !t->failed; i++) {
        uint32_t at = x->c.became[i];
        bool as_it_was =
            at < small->n_clauses
            && small->start[at + 1] - small->start[at] == p->start[i + 1] - p->start[i];
        if (as_it_was) tell_clause(t, p, &t->folded[at], i);
    }
}

static kerf_status tell_all(lifter *x, const kf_notes *learned)
{
    const kf_component *p = x->p;
    kf_mem *mem = x->arena.mem;
    teller t = { .notes = x->task->notes, .mem = mem };
    assert(x->small.names && p->names);
    uint64_t *names = kf_arena_room(&x->arena, p->n_atoms, sizeof *names);
    t.class_names = names;
    t.folded = kf_arena_alloc(&x->arena, x->small.n_clauses, sizeof *t.folded);
    if (!names || !t.folded) return KERF_NO_MEMORY;
    KF_TRY(kf_recall_put(&t.learned, mem, learned));
    for (size_t i = 0; i < learned->n && !t.failed; i++)
        t.failed = !kf_vec_push(mem, t.notes, learned->at[i]);
    for (uint32_t i = 0; i < p->n_atoms && !t.failed; i++) {
        names[i] = x->small.names[x->c.of[i]];
        if (kf_recall_has(&t.learned, names[i])) tell(&t, names[i], p->names[i]);
    }
    if (!t.failed) tell_clauses(&t, x);
    kf_recall_free(&t.learned, mem);
    return t.failed ? KERF_NO_MEMORY : KERF_OK;
}

/* Solves the folded component. */
static kerf_status solve_small(lifter *x)
{
    kf_tree_options options = kf_tree_defaults;
    kf_task small = kf_task_of(x->task, &x->small, x->folded);
    kf_notes learned = { 0 };
    options.tied = x->tied;
    options.relaxed = &x->point;
    bool noting = small.notes && x->small.names;
    small.notes = noting ? &learned : NULL;
    kerf_status st = kf_tree_relax(&small, &options);
    if (st == KERF_OK) x->task->solved = small.solved;
    if (st == KERF_OK) x->task->solved.bound -= x->drift;
    if (st == KERF_OK && noting) st = tell_all(x, &learned);
    kf_vec_free(x->arena.mem, &learned);
    return st;
}

/* *more: another level may do better. */
static kerf_status solve_level(lifter *x, kf_relaxed *r, bool *done, bool *more)
{
    kf_solved *out = &x->task->solved;
    bool worth;
    *more = false;
    KF_TRY(open_level(x, &worth));
    if (!worth) return KERF_OK;
    KF_TRY(solve_small(x));
    out->unique = -1;          /* symmetric atoms that differ may do as well */
    *done = isinf(out->bound); /* not even a point of the relaxation */
    if (out->found) KF_TRY(take_assignment(x, done));
    if (!*done) unfold(x, r, more);
    if (x->point.stalled) *more = false;
    return KERF_OK;
}

bool kf_lift_pays(const kf_task *task)
{
    return task->component->n_atoms >= LEAST_ATOMS && kf_uses(task, KF_LIFT);
}

kerf_status kf_solve_lifted(kf_task *task, kf_relaxed *r, bool *done)
{
    uint32_t n = task->component->n_atoms;
    lifter x = { .task = task, .p = task->component };
    x.stop = kf_limits_stop(&task->limits);
    kerf_status st = KERF_OK;
    bool more = true;
    assert(!r->known && !r->stalled);
    *done = false;
    x.alone = kf_mem_calloc(task->mem, n, sizeof(bool));
    if (!x.alone) return KERF_NO_MEMORY;
    for (int level = 0; st == KERF_OK && more && !*done && level < MOST_LEVELS; level++) {
        kf_arena_init(&x.arena, task->mem);
        st = solve_level(&x, r, done, &more);
        kf_arena_free(&x.arena);
    }
    kf_mem_free(task->mem, x.alone, n, sizeof(bool));
    return st;
}

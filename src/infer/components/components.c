/* components.c -- which components changed, and what is known of each; see components.h. */
#include "infer/components/components.h"

#include "base/check.h"
#include "base/sort.h"
#include "infer/components/components_state.h"

#include <math.h>
#include <string.h>

static const double LEAN = 0.01; /* nearer to its value in the assignment an atom stays with it */

typedef kf_component_record record;

kerf_status kf_components_new(kf_components **out, kf_mem *mem, kf_problem *p,
                              const kf_cpi_options *o)
{
    kf_components *c = kf_mem_calloc(mem, 1, sizeof *c);
    if (!c) return KERF_NO_MEMORY;
    c->mem = mem;
    c->p = p;
    c->o = o;
    c->contradiction = KF_NONE;
    p->watched = true;
    *out = c;
    return KERF_OK;
}

static void close_all(kf_components *c)
{
    for (size_t i = 0; i < c->open.n; i++) kf_extracted_free(&c->open.at[i]);
    for (size_t i = 0; i < c->jobs.n; i++) kf_vec_free(c->mem, &c->jobs.at[i].notes);
    c->open.n = c->jobs.n = 0;
}

void kf_components_free(kf_components *c)
{
    if (!c) return;
    close_all(c);
    c->p->watched = false;
    kf_vec_free(c->mem, &c->p->touched);
    kf_hooks_free(&c->hooks, c->mem);
    kf_solve_cache_free(&c->cache, c->mem);
    kf_recall_free(&c->recall, c->mem);
    kf_vec_free(c->mem, &c->assignment);
    kf_vec_free(c->mem, &c->record_of);
    kf_vec_free(c->mem, &c->records);
    kf_vec_free(c->mem, &c->sums);
    kf_vec_free(c->mem, &c->flipped);
    kf_vec_free(c->mem, &c->changed);
    kf_vec_free(c->mem, &c->dirty);
    kf_vec_free(c->mem, &c->open);
    kf_vec_free(c->mem, &c->jobs);
    kf_vec_free(c->mem, &c->leaning);
    kf_mend_free(&c->mend, c->mem);
    kf_mem_free(c->mem, c, 1, sizeof *c);
}

/* ---- What changed ---- */

kerf_status kf_components_extend(kf_components *c)
{
    size_t old = c->assignment.n, n = c->p->parent.n;
    if (!kf_vec_reserve(c->mem, &c->assignment, n - old)
        || !kf_vec_reserve(c->mem, &c->record_of, n - old)
        || !kf_vec_reserve(c->mem, &c->flipped, n - old)) {
        return KERF_NO_MEMORY;
    }
    for (size_t i = old; i < n; i++) {
        c->assignment.at[i] = kf_components_prefers_true(c->p, (uint32_t)i);
        c->record_of.at[i] = KF_NONE;
        if (c->assignment.at[i]) c->flipped.at[c->flipped.n++] = (uint32_t)i;
    }
    c->assignment.n = c->record_of.n = n;
    return kf_hooks_extend(&c->hooks, c->p);
}

/* The roots of what was touched; the first time, of everything. */
static kerf_status find_dirty(kf_components *c, const kf_limits *limits, bool first)
{
    kf_problem *p = c->p;
    kf_patience user = kf_patience_of(limits->stop);
    c->dirty.n = 0;
    if (first) {
        for (uint32_t i = 0; i < p->parent.n; i++) {
            if (!kf_patience_spend(&user, 2)) return KERF_INTERRUPTED;
            if (c->hooks.clause_of.at[i] == KF_NONE && c->hooks.count_of.at[i] == KF_NONE) continue;
            uint32_t root = kf_problem_component(p, (kf_atom){ i });
            if (!kf_vec_push(c->mem, &c->dirty, root)) return KERF_NO_MEMORY;
        }
    }
    for (size_t i = 0; i < p->touched.n; i++) {
        uint32_t root = kf_problem_component(p, (kf_atom){ p->touched.at[i] });
        if (!kf_patience_spend(&user, 2)) return KERF_INTERRUPTED;
        if (!kf_vec_push(c->mem, &c->dirty, root)) return KERF_NO_MEMORY;
        kf_components_sum_anew(c, p->touched.at[i]);
    }
    p->touched.n = 0;
    /* Now more is proven, or local search takes another round. */
    bool again = limits->effort < c->effort || limits->round != c->round;
    for (uint32_t i = 0; again && i < c->records.n; i++) {
        const record *r = &c->records.at[i];
        if (!kf_components_has(c, i) || !(r->bound < r->cost || r->broken)) continue;
        if (!kf_vec_push(c->mem, &c->dirty, r->root)) return KERF_NO_MEMORY;
    }
    c->effort = limits->effort;
    c->round = limits->round;
    return kf_numbers_sort_unique(c->mem, c->dirty.at, &c->dirty.n);
}

kerf_status kf_components_set(kf_components *c, uint32_t atom, bool value)
{
    assert(atom < c->assignment.n);
    if (c->assignment.at[atom] == value) return KERF_OK;
    c->assignment.at[atom] = value;
    return kf_vec_push(c->mem, &c->flipped, atom) ? KERF_OK : KERF_NO_MEMORY;
}

static bool is_lone(const kf_components *c, uint32_t root)
{
    return c->p->next.at[root] == root && c->hooks.clause_of.at[root] == KF_NONE
           && c->hooks.count_of.at[root] == KF_NONE;
}

/* ---- A known optimum ---- */

static kerf_status seed_record(kf_components *c, uint32_t root)
{
    kf_extracted k;
    uint64_t broken;
    kerf_status st = kf_extract_component(&k, c->mem, c->p, &c->hooks, root);
    bool *values =
        st == KERF_OK ? kf_arena_room(&k.arena, k.component.n_atoms, sizeof *values) : NULL;
    if (values) {
        for (uint32_t i = 0; i < k.component.n_atoms; i++) values[i] = c->assignment.at[k.atoms[i]];
        record r = { .root = root,
                     .atoms = k.component.n_atoms,
                     .constraints = k.component.n_clauses + k.component.n_counts,
                     .method = "known",
                     .unique = -1,
                     .complete = true };
        r.cost = r.bound = k.base + kf_component_cost(&k.component, values, &broken);
        r.broken = broken;
        c->record_of.at[root] = (uint32_t)c->records.n;
        if (!kf_vec_push(c->mem, &c->records, r)) st = KERF_NO_MEMORY;
    } else if (st == KERF_OK) {
        st = KERF_NO_MEMORY;
    }
    kf_extracted_free(&k);
    return st;
}

kerf_status kf_components_seed(kf_components *c, const bool *assignment)
{
    assert(c->assignment.n == 0);
    KF_TRY(kf_components_extend(c));
    if (c->assignment.n > 0)
        memcpy(c->assignment.at, assignment, c->assignment.n * sizeof *assignment);
    for (uint32_t i = 0; i < c->p->parent.n; i++)
        if (c->p->parent.at[i] == i && !is_lone(c, i)) KF_TRY(seed_record(c, i));
    c->p->touched.n = 0;
    return KERF_OK;
}

/* ---- Solving ---- */

static kerf_status add_job(kf_components *c, kf_extracted *k, const kf_residual *residual)
{
    kf_job j = { .residual = residual };
    uint32_t n = residual->component.n_atoms;
    j.assignment = kf_arena_alloc(&k->s.arena, n, sizeof(bool));
    if (!j.assignment) return KERF_NO_MEMORY;
    j.key = kf_solve_key_of(residual, k->atoms);
    const kf_cached *known = kf_solve_cache_find(&c->cache, j.key);
    if (known
        && (known->solved.bound >= known->solved.cost || c->effort == KF_EFFORT_LOOSE
            || (c->o->solver->bare && c->round == 0))) {
        j.done = true;
        j.solved = known->solved;
        memcpy(j.assignment, c->cache.assignments.at + known->assignment, n * sizeof(bool));
    } else {
        for (uint32_t i = 0; i < n; i++)
            j.assignment[i] = c->assignment.at[k->atoms[residual->atoms[i]]];
        if (c->pointing) j.point.x = kf_arena_alloc(&k->s.arena, n, sizeof(double));
        if (c->pointing && !j.point.x) return KERF_NO_MEMORY;
    }
    return kf_vec_push(c->mem, &c->jobs, j) ? KERF_OK : KERF_NO_MEMORY;
}

/* ---- What nobody asked for ---- */

void kf_components_want(kf_components *c, const bool *wanted)
{
    assert(c->assignment.n == 0);
    c->wanted = wanted;
}

static bool is_wanted(const kf_components *c, uint32_t root)
{
    uint32_t atom = root;
    if (!c->wanted) return true;
    do {
        if (c->wanted[atom]) return true;
        atom = c->p->next.at[atom];
    } while (atom != root);
    return false;
}

kerf_status kf_components_put(kf_components *c, uint32_t root, const record *r)
{
    uint32_t *at = &c->record_of.at[root];
    if (*at == KF_NONE) {
        if (!kf_vec_push(c->mem, &c->records, *r)) return KERF_NO_MEMORY;
        *at = (uint32_t)c->records.n - 1;
    }
    c->records.at[*at] = *r;
    c->records.at[*at].root = root;
    kf_components_sum_anew(c, root);
    return KERF_OK;
}

/* The assignment as it is, if it keeps what is hard: constraints cost at least nothing, so the
 * atoms' own costs are a bound. */
static kerf_status leave_component(kf_components *c, kf_extracted *k, bool *left)
{
    const kf_component *is = &k->component;
    bool *values = kf_arena_alloc(&k->arena, is->n_atoms, sizeof *values);
    if (!values) return KERF_NO_MEMORY;
    record r = { .atoms = is->n_atoms,
                 .constraints = is->n_clauses + is->n_counts,
                 .method = "not asked for",
                 .unique = -1,
                 .complete = true,
                 .left = true };
    for (uint32_t i = 0; i < is->n_atoms; i++) {
        uint32_t atom = k->atoms[i];
        values[i] = c->assignment.at[atom];
        r.bound += fmin(c->p->cost_true.at[atom], c->p->cost_false.at[atom]);
    }
    r.cost = k->base + kf_component_cost(is, values, &r.broken);
    if (r.bound > r.cost) r.bound = r.cost; /* by rounding */
    *left = r.broken == 0;
    return *left ? kf_components_put(c, k->root, &r) : KERF_OK;
}

/* Has an earlier run solved it as it is? */
static kerf_status remember(kf_components *c, kf_extracted *k, bool *known)
{
    if (!c->o->memo) return KERF_OK;
    k->assignment = kf_arena_alloc(&k->arena, k->component.n_atoms, sizeof(bool));
    if (!k->assignment) return KERF_NO_MEMORY;
    k->key = kf_memo_key_of(c->o->memo, k);
    k->known = kf_memo_find(c->o->memo, k, &k->key, c->effort, &k->record, k->assignment);
    *known = k->known;
    return KERF_OK;
}

static kerf_status open_component(kf_components *c, uint32_t root, kf_patience *patience)
{
    bool left = false;
    if (is_lone(c, root)) {
        c->record_of.at[root] = KF_NONE;
        kf_components_sum_anew(c, root);
        return kf_components_set(c, root, kf_components_prefers_true(c->p, root));
    }
    if (!kf_vec_reserve(c->mem, &c->open, 1)) return KERF_NO_MEMORY;
    kf_extracted *k = &c->open.at[c->open.n];
    bool reduced = c->o->simplify && !c->o->memo && !c->wanted;
    kerf_status st =
        (reduced ? kf_extract_open : kf_extract_component)(k, c->mem, c->p, &c->hooks, root);
    c->open.n++;
    KF_TRY(st);
    if (!is_wanted(c, root)) KF_TRY(leave_component(c, k, &left));
    if (left) {
        kf_extracted_free(&c->open.at[--c->open.n]);
        return KERF_OK;
    }
    if (!kf_settings_use(&c->o->settings, KF_TRANSITIVE)) k->component.ends = NULL;
    bool known = false;
    KF_TRY(remember(c, k, &known));
    if (known) return KERF_OK;
    KF_TRY(kf_simplify(&k->component, c->mem, c->o->simplify, patience, &k->s));
    k->first_job = c->jobs.n;
    for (uint32_t i = 0; i < k->s.n_residuals; i++) KF_TRY(add_job(c, k, &k->s.residuals[i]));
    return KERF_OK;
}

static void count_method(kf_components *c, const kf_job *j)
{
    uint32_t i = 0, n = j->residual->component.n_atoms;
    const char *method = j->solved.method ? j->solved.method : "none";
    while (i < c->n_methods && strcmp(c->methods[i].method, method) != 0) i++;
    if (i == KF_MOST_METHODS) return;
    if (i == c->n_methods) c->methods[c->n_methods++] = (kf_method_count){ .method = method };
    kf_method_count *m = &c->methods[i];
    m->components++;
    m->work += j->solved.work;
    if (n > m->largest) m->largest = n;
}

/* Adds up what its residual components are known to cost, and expands their assignments. */
static kerf_status put_together(kf_components *c, const kf_extracted *k, record *r,
                                bool *assignment)
{
    double claimed = k->base + k->s.paid;
    bool proven = true, found = true;
    *r = (record){ .bound = k->base + k->s.paid, .complete = true };
    r->unique = k->s.tied ? -1 : 1;
    r->atoms = k->n_atoms;
    r->constraints = k->n_constraints;
    r->residuals = k->s.n_residuals;
    r->method = "simplified";
    for (uint32_t i = 0; i < k->s.n_residuals; i++) {
        kf_job *j = &c->jobs.at[k->first_job + i];
        const kf_residual *residual = j->residual;
        if (!j->done) {
            count_method(c, j);
            if (!j->cut_short)
                KF_TRY(kf_solve_cache_add(&c->cache, c->mem, j->key, &j->solved, j->assignment,
                                          residual->component.n_atoms));
        }
        r->bound += j->solved.bound;
        claimed += j->solved.cost;
        proven &= j->solved.bound >= j->solved.cost;
        found &= j->solved.found;
        if (j->solved.trusted) r->trusted = j->solved.trusted;
        r->complete &= !j->cut_short;
        r->unique_residuals += j->solved.unique == 1;
        r->tied_residuals += j->solved.unique == 0;
        if (j->solved.unique < r->unique || j->solved.unique == 0) r->unique = j->solved.unique;
        if (residual->component.n_atoms > r->largest) {
            r->largest = residual->component.n_atoms;
            r->method = j->solved.method ? j->solved.method : "none";
        }
        for (uint32_t a = 0; a < residual->component.n_atoms; a++)
            assignment[residual->atoms[a]] = j->assignment[a];
    }
    kf_simplified_expand(&k->s, assignment);
    r->cost = k->base + kf_component_cost(&k->component, assignment, &r->broken);
    if (k->s.infeasible) r->bound = INFINITY;
    if (isinf(r->bound)) return KERF_OK;
    double near = 1e-6 * fmax(1, r->cost);
    if (found && (r->broken > 0 || fabs(r->cost - claimed) > near)) return KERF_INTERNAL;
    if (proven && found) r->bound = r->cost;
    return KERF_OK;
}

/* Where a point is not as the assignment. */
static kerf_status tell_point(kf_components *c, const kf_extracted *k, const kf_job *j)
{
    uint32_t n = j->point.known ? j->residual->component.n_atoms : 0;
    for (uint32_t i = 0; i < n; i++) {
        double x = j->point.x[i];
        if (fabs(x - j->assignment[i]) < LEAN) continue;
        kf_leaning l = { k->atoms[j->residual->atoms[i]], x };
        if (!kf_vec_push(c->mem, &c->leaning, l)) return KERF_NO_MEMORY;
    }
    return KERF_OK;
}

/* Its record and assignment: from its residual components, or as they were. */
static kerf_status conclude(kf_components *c, kf_extracted *k, record *r, bool **assignment)
{
    *assignment = k->assignment;
    if (k->known) {
        *r = k->record;
        return KERF_OK;
    }
    *assignment = kf_arena_alloc(&k->arena, k->component.n_atoms, sizeof(bool));
    if (!*assignment) return KERF_NO_MEMORY;
    KF_TRY(put_together(c, k, r, *assignment));
    if (c->o->memo) kf_memo_add(c->o->memo, &k->key, c->effort, r, *assignment);
    return KERF_OK;
}

static kerf_status close_component(kf_components *c, kf_extracted *k)
{
    record r;
    bool *assignment;
    KF_TRY(conclude(c, k, &r, &assignment));
    for (uint32_t i = 0; i < k->s.n_residuals; i++)
        KF_TRY(tell_point(c, k, &c->jobs.at[k->first_job + i]));
    if (isinf(r.bound) && c->contradiction == KF_NONE) c->contradiction = k->root;
    for (uint32_t i = 0; i < k->component.n_atoms && !isinf(r.bound); i++)
        KF_TRY(kf_components_set(c, k->atoms[i], assignment[i]));
    for (uint32_t i = 0; i < k->n_decided && !isinf(r.bound); i++)
        KF_TRY(kf_components_set(c, kf_lit_atom(k->decided[i]).id, !kf_lit_negated(k->decided[i])));
    return kf_components_put(c, k->root, &r);
}

/* The caller's stop ends it between two components: the assignment may then be of neither before
 * nor after, and inference goes back to its incumbent. A deadline does not, since solvers end
 * soon. */
static kerf_status solve_dirty(kf_components *c, const kf_limits *limits)
{
    enum { STEPS_PER_COMPONENT = 64 };
    kf_stop stop = kf_limits_stop(limits);
    kf_patience patience = kf_patience_of(&stop), user = kf_patience_of(limits->stop);
    c->hooks.stop = limits->stop;
    for (size_t i = 0; i < c->dirty.n; i++) {
        bool mended;
        if (!kf_patience_spend(&user, STEPS_PER_COMPONENT)) return KERF_INTERRUPTED;
        KF_TRY(kf_components_mend(c, c->dirty.at[i], limits, &mended));
        if (!mended) KF_TRY(open_component(c, c->dirty.at[i], &patience));
    }
    /* Residual components are in arrays that no longer move. */
    for (size_t i = 0; i < c->open.n; i++) {
        kf_extracted *k = &c->open.at[i];
        for (uint32_t j = 0; j < k->s.n_residuals; j++)
            c->jobs.at[k->first_job + j].residual = &k->s.residuals[j];
    }
    kf_task how = { .settings = &c->o->settings, .limits = *limits, .mem = c->mem };
    if (kf_settings_use(how.settings, KF_WARM)) how.recall = &c->recall;
    KF_TRY(kf_jobs_run(c->jobs.at, c->jobs.n, c->o->solver, &how, c->o->threads));
    for (size_t i = 0; i < c->jobs.n; i++)
        KF_TRY(kf_recall_put(&c->recall, c->mem, &c->jobs.at[i].notes));
    for (size_t i = 0; i < c->open.n; i++) {
        if (!kf_patience_spend(&user, STEPS_PER_COMPONENT)) return KERF_INTERRUPTED;
        KF_TRY(close_component(c, &c->open.at[i]));
    }
    return KERF_OK;
}

/* ---- The whole ---- */

kerf_status kf_components_solve(kf_components *c, const kf_limits *limits, kf_standing *s)
{
    bool first = c->assignment.n == 0;
    c->flipped.n = c->leaning.n = 0;
    c->pointing = kf_settings_use(&c->o->settings, KF_FRACTIONAL);
    KF_TRY(kf_components_extend(c));
    KF_TRY(kf_components_follow(c));
    KF_TRY(find_dirty(c, limits, first));
    kerf_status st = solve_dirty(c, limits);
    c->hooks.stop = NULL;
    close_all(c);
    KF_TRY(st);
    KF_TRY(kf_numbers_sort_unique(c->mem, c->flipped.at, &c->flipped.n));
    KF_TRY(kf_components_sum_up(c, s));
    KF_CHECK(kf_components_check(c, s));
    return KERF_OK;
}

#ifndef NDEBUG
static void check_record(const kf_components *c, uint32_t root)
{
    uint32_t at = c->record_of.at[root];
    if (at == KF_NONE) {
        assert(is_lone(c, root));
        /* Where both cost the same, an answer that was taken over may have either. */
        double here = c->p->cost_true.at[root], there = c->p->cost_false.at[root];
        assert(c->assignment.at[root] ? here <= there : there <= here);
        return;
    }
    assert(at < c->records.n);
    const record *r = &c->records.at[at];
    assert(isinf(r->bound) || r->bound <= r->cost + 1e-6 * fmax(1, r->cost) || r->broken > 0);
    assert(r->unique_residuals + r->tied_residuals <= r->residuals);
    assert(r->largest <= r->atoms);
}
#endif

void kf_components_check(const kf_components *c, const kf_standing *s)
{
#ifndef NDEBUG
    size_t n = c->assignment.n;
    uint64_t broken;
    assert(n == c->p->parent.n && c->record_of.n == n);
    assert(c->open.n == 0 && c->jobs.n == 0);
    for (uint32_t i = 0; i < n; i++)
        if (c->p->parent.at[i] == i) check_record(c, i);
    for (size_t i = 0; i < c->flipped.n; i++)
        assert(c->flipped.at[i] < n && (i == 0 || c->flipped.at[i - 1] < c->flipped.at[i]));
    if (isinf(s->bound)) return;
    double cost = kf_problem_cost(c->p, c->assignment.at, &broken);
    /* Auxiliary atoms that were completed meanwhile mend hard clauses; some at a soft cost. */
    assert(broken <= s->broken);
    assert(broken < s->broken || cost <= s->cost + 1e-6 * fmax(1, cost));
#else
    (void)c;
    (void)s;
#endif
}

bool *kf_components_assignment(kf_components *c)
{
    return c->assignment.at;
}

const uint32_t *kf_components_flipped(const kf_components *c, size_t *n)
{
    *n = c->flipped.n;
    return c->flipped.at;
}

const kf_leaning *kf_components_leaning(const kf_components *c, size_t *n)
{
    *n = c->leaning.n;
    return c->leaning.at;
}

uint32_t kf_components_contradiction(const kf_components *c)
{
    return c->contradiction;
}

void kf_components_methods(const kf_components *c, kf_cpi_result *r)
{
    r->n_methods = c->n_methods;
    memcpy(r->methods, c->methods, sizeof r->methods);
}

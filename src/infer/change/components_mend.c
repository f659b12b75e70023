/* components_mend.c -- a large component after a change, solved near what has changed; see
 * components_mend.h. */
#include "infer/change/components_mend.h"

#include "base/check.h"
#include "base/sort.h"
#include "infer/components/components_state.h"

#include <math.h>
#include <string.h>

/* The parts of one answer, all steps of all iterations together, have at most a few atoms more than
 * the component: more is not near anything, and solving the whole takes as long. */
enum { FEW = 32 };

void kf_mend_free(kf_mend *m, kf_mem *mem)
{
    if (m->open) kf_reduced_free(&m->reduced);
    kf_part_free(&m->part, mem);
    kf_vec_free(mem, &m->answer);
    kf_vec_free(mem, &m->flips);
    kf_vec_free(mem, &m->last);
}

/* ---- Following the problem ---- */

/* Reduced costs need not follow any more. */
static void give_up(kf_components *c)
{
    kf_mend *m = &c->mend;
    uint32_t n_mended = m->n_mended, n_failed = m->n_failed;
    kf_mend_free(m, c->mem);
    *m = (kf_mend){ .n_mended = n_mended, .n_failed = n_failed };
}

/* Smaller components are as well solved whole. */
static bool is_large(const kf_components *c, uint32_t root)
{
    uint32_t atom = root, n = 0;
    do {
        atom = c->p->next.at[atom];
        n++;
    } while (atom != root && n < c->o->mend);
    return n >= c->o->mend;
}

static bool touches_large(const kf_components *c)
{
    for (size_t i = 0; i < c->p->touched.n; i++)
        if (is_large(c, c->p->touched.at[i])) return true;
    return false;
}

/* Atoms whose values are not those that reduced costs are of; new ones are as they are. */
static kerf_status find_flips(kf_components *c)
{
    enum { BLOCK = 1024 }; /* mostly there are few */
    kf_mend *m = &c->mend;
    size_t n = c->assignment.n, old = m->answer.n;
    m->flips.n = 0;
    if (!kf_vec_reserve(c->mem, &m->answer, n - old + 1)) return KERF_NO_MEMORY;
    if (n > old) memcpy(m->answer.at + old, c->assignment.at + old, n - old);
    m->answer.n = n;
    for (uint32_t from = 0; from < old; from += BLOCK) {
        uint32_t to = old - from < BLOCK ? (uint32_t)old : from + BLOCK;
        if (memcmp(m->answer.at + from, c->assignment.at + from, to - from) == 0) continue;
        for (uint32_t i = from; i < to; i++)
            if (m->answer.at[i] != c->assignment.at[i] && !kf_vec_push(c->mem, &m->flips, i))
                return KERF_NO_MEMORY;
    }
    return KERF_OK;
}

static kerf_status open(kf_components *c)
{
    kf_mend *m = &c->mend;
    m->open = true;
    kerf_status st = kf_reduced_open(&m->reduced, c->mem, c->p, m->answer.at, UINT32_MAX);
    if (st != KERF_LIMIT) return st;
    m->allowed = false;
    return KERF_OK;
}

kerf_status kf_components_follow(kf_components *c)
{
    kf_mend *m = &c->mend;
    if (!kf_mend_promising(m)) give_up(c);
    if (!m->allowed || (!m->open && !touches_large(c))) return KERF_OK;
    KF_TRY(find_flips(c));
    if (!m->open) return open(c);
    KF_TRY(kf_numbers_sort_unique(c->mem, c->p->touched.at, &c->p->touched.n));
    return kf_reduced_update(&m->reduced, m->answer.at, c->p->touched.at, c->p->touched.n,
                             m->flips.at, m->flips.n);
}

kerf_status kf_components_reduced(kf_components *c, kf_reduced **out)
{
    *out = NULL;
    if (!c->mend.open) return KERF_OK;
    KF_TRY(kf_components_follow(c));
    if (c->mend.open) *out = &c->mend.reduced;
    return KERF_OK;
}

/* ---- The part ---- */

static bool is_of(const kf_components *c, uint32_t root, uint32_t atom)
{
    return kf_problem_component(c->p, (kf_atom){ atom }) == root;
}

static kerf_status add_debts(kf_components *c, uint32_t root)
{
    kf_mend *m = &c->mend;
    const kf_reduced *x = &m->reduced;
    for (size_t i = 0; i < x->debts.n; i++)
        if (kf_reduced_owes(x, x->debts.at[i]) && is_of(c, root, x->debts.at[i]))
            KF_TRY(kf_part_add(&m->part, x, x->debts.at[i]));
    return KERF_OK;
}

static kerf_status add_broken(kf_components *c, uint32_t root)
{
    kf_mend *m = &c->mend;
    const kf_reduced *x = &m->reduced;
    for (size_t i = 0; i < x->broken.n; i++) {
        uint32_t owner = x->broken.at[i];
        uint32_t at = kf_reduced_start(x, owner);
        for (; at < x->owner.n && x->owner.at[at] == owner; at++) {
            uint32_t atom = kf_lit_atom(c->p->literals.at[at]).id;
            if (is_of(c, root, atom)) KF_TRY(kf_part_add(&m->part, x, atom));
        }
    }
    return KERF_OK;
}

/* What owes in vain does so again after the next change: the part begins with what it had to grow
 * to, now and then anew, so that it does not gather what was changed long ago. */
static kerf_status add_last(kf_components *c, uint32_t root)
{
    enum { ANEW = 16 };
    kf_mend *m = &c->mend;
    if (m->n_mended % ANEW == 0) m->last.n = 0;
    for (size_t i = 0; i < m->last.n && m->part.atoms.n > 0; i++)
        if (is_of(c, root, m->last.at[i]))
            KF_TRY(kf_part_add(&m->part, &m->reduced, m->last.at[i]));
    return KERF_OK;
}

static kerf_status keep_last(kf_components *c)
{
    kf_mend *m = &c->mend;
    size_t n = m->part.atoms.n;
    if (m->n_steps < 2) return KERF_OK;
    m->last.n = 0;
    if (!kf_vec_reserve(c->mem, &m->last, n)) return KERF_NO_MEMORY;
    memcpy(m->last.at, m->part.atoms.at, n * sizeof *m->last.at);
    m->last.n = n;
    return KERF_OK;
}

/* ---- The record ---- */

static void pay(double weight, bool holds, kf_component_record *r)
{
    if (weight == 0 || (weight > 0) == holds) return;
    if (isinf(weight)) r->broken++;
    else r->cost += fabs(weight);
}

/* Does the atom that alone made the clause true still do so? */
static bool is_held(const kf_components *c, uint32_t clause)
{
    uint32_t holder = c->mend.reduced.holder.at[clause];
    return holder != KF_NONE && c->assignment.at[holder] == c->mend.answer.at[holder];
}

static void pay_constraints(const kf_components *c, uint32_t atom, kf_component_record *r)
{
    const kf_problem *p = c->p;
    const bool *values = c->assignment.at;
    for (uint32_t k = c->hooks.clause_of.at[atom]; k != KF_NONE; k = c->hooks.next_clause.at[k]) {
        const kf_clause *clause = &p->clauses.at[k];
        bool holds = is_held(c, k);
        for (uint32_t i = clause->start; i < clause->start + clause->n && !holds; i++)
            holds = kf_lit_true(p->literals.at[i], values);
        pay(clause->weight, holds, r);
        r->constraints += clause->weight != 0;
    }
    for (uint32_t k = c->hooks.count_of.at[atom]; k != KF_NONE; k = c->hooks.next_count.at[k]) {
        const kf_cardinality *count = &p->cardinalities.at[k];
        uint64_t sum = 0;
        for (uint32_t i = count->start; i < count->start + count->n; i++)
            if (kf_lit_true(p->literals.at[i], values)) sum += p->coefficients.at[i];
        pay(count->weight, sum >= count->least && sum <= count->most, r);
        r->constraints++;
    }
}

/* What the component costs as it is now, counted anew; and could an atom outside the part flip for
 * nothing? */
static void count_record(const kf_components *c, uint32_t root, kf_component_record *r)
{
    const double tie = 1e-6;
    const kf_mend *m = &c->mend;
    uint32_t atom = root;
    do {
        r->atoms++;
        r->cost += c->assignment.at[atom] ? c->p->cost_true.at[atom] : c->p->cost_false.at[atom];
        pay_constraints(c, atom, r);
        if (!kf_part_has(&m->part, atom) && m->reduced.cost.at[atom] <= tie) r->unique = -1;
        atom = c->p->next.at[atom];
    } while (atom != root);
}

static kerf_status put_record(kf_components *c, uint32_t root, const kf_solved_part *s)
{
    kf_component_record r = { .method = "mended", .complete = true };
    r.unique = !s || s->unique ? 1 : -1;
    for (size_t i = 0; s && i < s->jobs.n; i++) {
        const kf_job *j = &s->jobs.at[i];
        uint32_t n = j->residual->component.n_atoms;
        r.residuals++;
        r.unique_residuals += j->solved.unique == 1;
        if (n > r.largest) r.largest = n;
        if (j->solved.trusted) r.trusted = j->solved.trusted;
    }
    count_record(c, root, &r);
    assert(r.broken == 0);
    r.bound = r.cost;
    return kf_components_put(c, root, &r);
}

/* ---- The loop ---- */

static bool hint(const void *context, uint32_t atom)
{
    const kf_components *c = context;
    return c->assignment.at[atom];
}

static kerf_status take_values(kf_components *c, const kf_solved_part *s)
{
    for (uint32_t i = 0; i < s->k.component.n_atoms; i++)
        KF_TRY(kf_components_set(c, s->k.atoms[i], s->values[i]));
    return KERF_OK;
}

/* *over: the part is proven, or it cannot be. */
static kerf_status step(kf_components *c, uint32_t root, const kf_part_task *how, bool *over,
                        bool *mended)
{
    kf_mend *m = &c->mend;
    kf_solved_part s;
    bool grown = false;
    m->n_steps++;
    kerf_status st = kf_part_solve(&s, &m->reduced, &m->part, NULL, how);
    bool good = st == KERF_OK && s.feasible && s.proven;
    if (good) st = kf_part_grow(&m->part, &m->reduced, &s.k, s.values, true, &grown);
    *over = !grown;
    *mended = good && st == KERF_OK && !grown;
    if (*mended) st = take_values(c, &s);
    if (*mended && st == KERF_OK) st = put_record(c, root, &s);
    if (*mended && st == KERF_OK) st = keep_last(c);
    kf_solved_part_free(&s, c->mem);
    return st;
}

/* A part whose proof takes a long search may be harder than the whole, which is presolved in
 * another way: it is given up, as one that has to grow too often. So the work is within that of
 * the whole. */
static kerf_status solve_near(kf_components *c, uint32_t root, const kf_limits *limits,
                              bool *mended)
{
    enum { QUESTIONS = 100 };
    kf_mend *m = &c->mend;
    kf_limits full = *limits;
    uint32_t record = c->record_of.at[root];
    size_t most = FEW + (record == KF_NONE ? c->o->mend : c->records.at[record].atoms);
    bool over = false;
    full.effort = KF_EFFORT_FULL;
    full.gap = 0;
    kf_part_task how = { .mem = c->mem,
                         .options = c->o,
                         .limits = &full,
                         .recall = &c->recall,
                         .cache = &c->cache,
                         .hint = hint,
                         .context = c,
                         .questions = QUESTIONS };
    kf_part_begin(&m->part);
    m->n_steps = 0;
    KF_TRY(add_debts(c, root));
    KF_TRY(add_broken(c, root));
    KF_TRY(add_last(c, root));
    if (m->part.atoms.n == 0) {
        *mended = true;
        return put_record(c, root, NULL);
    }
    while (!over && !kf_limits_reached(limits) && m->work + m->part.atoms.n <= most) {
        m->work += m->part.atoms.n;
        KF_TRY(step(c, root, &how, &over, mended));
    }
    return KERF_OK;
}

kerf_status kf_components_mend(kf_components *c, uint32_t root, const kf_limits *limits,
                               bool *mended)
{
    kf_mend *m = &c->mend;
    *mended = false;
    if (!m->allowed || !m->open || !is_large(c, root)) return KERF_OK;
    assert(m->reduced.first.n == c->p->parent.n && !c->wanted && !c->o->memo);
    KF_TRY(solve_near(c, root, limits, mended));
    if (*mended) m->n_mended++;
    else m->n_failed++;
    return KERF_OK;
}

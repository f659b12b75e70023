/* components_again.c -- another run over a problem from which clauses and atoms have gone.
 *
 * A component that has lost a clause may fall apart: its atoms are joined anew by the constraints
 * that are left, and are solved again. */
#include "infer/components/components_state.h"

#include "base/check.h"
#include "base/sort.h"

#include <string.h>

/* What was dropped hangs on nothing any more; the rest joins its atoms. */
static void join_hooked(kf_components *c, uint32_t atom)
{
    kf_problem *p = c->p;
    for (uint32_t *at = &c->hooks.clause_of.at[atom]; *at != KF_NONE;) {
        const kf_clause *k = &p->clauses.at[*at];
        if (k->n == 0) {
            *at = c->hooks.next_clause.at[*at];
            continue;
        }
        kf_problem_join(p, p->literals.at + k->start, k->n);
        at = &c->hooks.next_clause.at[*at];
    }
    for (uint32_t k = c->hooks.count_of.at[atom]; k != KF_NONE; k = c->hooks.next_count.at[k])
        kf_problem_join(p, p->literals.at + p->cardinalities.at[k].start, p->cardinalities.at[k].n);
}

/* How many atoms of a component, at least, have lost a clause since it was last joined. */
static uint32_t *n_loose(kf_components *c, uint32_t atom)
{
    return &c->hooks.local.at[kf_problem_component(c->p, (kf_atom){ atom })];
}

/* Joining a large component anew is not worth it while few of its atoms have lost a clause: to
 * solve it as one is right in any case. */
static bool is_loose(kf_components *c, uint32_t atom)
{
    enum { SMALL = 32, PART = 16 };
    uint32_t root = kf_problem_component(c->p, (kf_atom){ atom });
    uint32_t at = root < c->record_of.n ? c->record_of.at[root] : KF_NONE;
    uint32_t size = at == KF_NONE ? 0 : c->records.at[at].atoms;
    return size < SMALL || *n_loose(c, atom) > size / PART;
}

/* The components that are to be joined anew; atoms of the others wait. */
static kerf_status list_parted(kf_components *c)
{
    kf_problem *p = c->p;
    size_t waiting = 0;
    c->dirty.n = 0;
    KF_TRY(kf_numbers_sort_unique(c->mem, p->parted.at, &p->parted.n));
    assert(p->parted.n == 0 || p->parted.at[p->parted.n - 1] < c->hooks.local.n);
    for (size_t i = 0; i < p->parted.n; i++) *n_loose(c, p->parted.at[i]) = 0;
    for (size_t i = 0; i < p->parted.n; i++) ++*n_loose(c, p->parted.at[i]);
    for (size_t i = 0; i < p->parted.n; i++) {
        uint32_t atom = p->parted.at[i], root = kf_problem_component(p, (kf_atom){ atom });
        if (!is_loose(c, atom)) p->parted.at[waiting++] = atom;
        else if (!kf_vec_push(c->mem, &c->dirty, root)) return KERF_NO_MEMORY;
    }
    p->parted.n = waiting;
    return kf_numbers_sort_unique(c->mem, c->dirty.at, &c->dirty.n);
}

static kerf_status part_components(kf_components *c)
{
    kf_problem *p = c->p;
    KF_TRY(kf_hooks_extend(&c->hooks, p));
    KF_TRY(list_parted(c));
    size_t from = p->touched.n;
    for (size_t i = 0; i < c->dirty.n; i++) KF_TRY(kf_problem_part(p, c->dirty.at[i]));
    for (size_t i = from; i < p->touched.n; i++) join_hooked(c, p->touched.at[i]);
    return KERF_OK;
}

/* Answers and bases of problems that were: as many as a run or two leave. */
static void forget_much(kf_components *c)
{
    enum { FEW = 1024 };
    if (c->cache.entries.n > FEW + c->p->parent.n / 8) {
        kf_solve_cache_free(&c->cache, c->mem);
        c->cache = (kf_solve_cache){ 0 };
    }
    if (c->recall.n > FEW + 4 * c->p->parent.n) kf_recall_free(&c->recall, c->mem);
}

static bool can_mend(const kf_cpi_options *o)
{
    return o->solver->proves && !o->solver->bare && o->settings.questions == 0
           && o->effort == KF_EFFORT_FULL && o->simplify && !o->memo && o->mend > 0;
}

static kerf_status keep_changed(kf_components *c)
{
    size_t n = c->p->touched.n;
    c->changed.n = 0;
    if (!kf_vec_reserve(c->mem, &c->changed, n)) return KERF_NO_MEMORY;
    if (n > 0) memcpy(c->changed.at, c->p->touched.at, n * sizeof *c->changed.at);
    c->changed.n = n;
    return KERF_OK;
}

kerf_status kf_components_go_on(kf_components *c, const kf_cpi_options *o)
{
    assert(c->assignment.n <= c->p->parent.n && c->open.n == 0);
    c->o = o;
    c->contradiction = KF_NONE;
    c->n_methods = 0;
    c->new_atoms = c->assignment.n;
    c->new_clauses = c->hooks.next_clause.n;
    KF_TRY(keep_changed(c));
    c->mend.work = 0;
    c->mend.allowed = can_mend(o) && kf_mend_promising(&c->mend);
    forget_much(c);
    return part_components(c);
}

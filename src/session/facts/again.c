/* again.c -- kerf_map() after facts have changed: what was ground for the last answer goes on.
 *
 * With the first change, database, grounder, problem and components of the last answer are put
 * aside, and the atoms that change are noted. The next kerf_map() brings them up to the facts as
 * they are then (ground/change/change.h) and solves what that has touched. Where they cannot
 * follow, they are dropped, and everything is ground anew: so is it when most of the problem is
 * what earlier changes have left behind, which keeps memory in proportion to the world. */
#include "session/session.h"

#include "base/check.h"
#include "infer/change/memo.h"
#include "infer/components/components.h"
#include "infer/lifted.h"
#include "query/database.h"

void kf_session_drop_aside(kerf *k)
{
    kf_aside *a = &k->aside;
    kf_components_free(a->components);
    kf_lifted_free(a->lifted);
    kf_session_unground(&a->ground);
    kf_database_free(a->database);
    kf_vec_free(&k->mem, &a->atoms);
    *a = (kf_aside){ 0 };
}

/* ---- Before and after a change -------------------------------------------------------------- */

static bool can_follow(const kf_aside *a, uint32_t predicate)
{
    const kf_grounder *g = a->lifted ? kf_lifted_grounder(a->lifted) : a->ground.g;
    return a->database && kf_grounder_can_change(g, predicate);
}

/* Explanations ground more than the components know of: after one, nothing is put aside. */
static void put_aside(kerf *k)
{
    kf_aside *a = &k->aside;
    if (a->database || !k->database || !(k->asked.components || k->asked.lifted)) return;
    if (k->asked.explainer.opened) return;
    assert(kf_grounder_database(k->asked.ground.g) == k->database);
    *a = (kf_aside){ .database = k->database,
                     .ground = k->asked.ground,
                     .components = k->asked.components,
                     .lifted = k->asked.lifted,
                     .options = k->asked.explainer.options };
    assert(!k->asked.explainer.near);
    k->asked = (kf_asked){ 0 };
    k->database = NULL;
    k->changed = false;
}

void kf_session_put_aside(kerf *k, uint32_t predicate)
{
    put_aside(k);
    bool follows = can_follow(&k->aside, predicate)
                   && kf_database_own(k->aside.database, predicate) == KERF_OK;
    if (!follows) kf_session_forget_database(k);
}

/* Where much changes, grounding anew takes no longer: on citations, from about a fact in 2,000 on.
 * Where twins are merged a fresh answer takes a third, and a few facts are much. */
static bool is_much(const kerf *k)
{
    enum { PART = 4096, FEW = 8 };
    size_t most = k->aside.lifted ? 0 : kf_evidence_rows(k->evidence) / PART;
    return k->aside.atoms.n > FEW + most;
}

void kf_session_note_change(kerf *k, uint32_t predicate, const uint32_t *row)
{
    kf_changed_atom x = { .predicate = predicate };
    assert(predicate < k->model->predicates.n);
    if (!k->aside.database) return;
    for (uint32_t i = 0; i < k->model->predicates.at[predicate].arity; i++) x.row[i] = row[i];
    if (is_much(k) || !kf_vec_push(&k->mem, &k->aside.atoms, x)) kf_session_drop_aside(k);
}

/* ---- The next question ---------------------------------------------------------------------- */

static bool same_options(const kf_cpi_options *a, const kf_cpi_options *b)
{
    kf_hash_pair x = kf_settings_hash(a->solver, &a->settings, a->simplify);
    kf_hash_pair y = kf_settings_hash(b->solver, &b->settings, b->simplify);
    return x.a == y.a && x.b == y.b && a->full == b->full && a->choose == b->choose
           && a->keep == b->keep && !b->wanted;
}

/* Is most of the problem what earlier changes have left behind? */
static bool is_worn(const kf_problem *p)
{
    enum { FEW = 1024 };
    return p->n_dropped > FEW + p->clauses.n / 2 || p->n_buried > FEW + p->parent.n / 2;
}

static bool can_take_up(const kerf *k, const kf_cpi_options *o)
{
    const kf_aside *a = &k->aside;
    const kf_problem *p =
        a->lifted ? kf_grounder_problem(kf_lifted_grounder(a->lifted)) : a->ground.p;
    return same_options(&a->options, o) && !k->options.order && !is_worn(p)
           && !kf_session_must_compact(k);
}

static kerf_status change(kerf *k, bool *anew)
{
    kf_aside *a = &k->aside;
    if (a->lifted) return kf_lifted_change(a->lifted, a->atoms.at, a->atoms.n, k->stop, anew);
    kf_grounder_on_stop(a->ground.g, k->stop);
    kerf_status st = kf_grounder_change(a->ground.g, a->atoms.at, a->atoms.n, anew);
    kf_grounder_on_stop(a->ground.g, NULL);
    return st;
}

kerf_status kf_session_take_up(kerf *k, const kf_cpi_options *o, kf_grounded *x, kf_taken_up *out)
{
    kf_aside *a = &k->aside;
    kf_diags_mark mark = kf_diags_get_mark(k->diags);
    bool anew = false;
    *x = (kf_grounded){ .stopped_in = KF_NONE };
    *out = (kf_taken_up){ 0 };
    if (!a->database) return KERF_OK;
    assert(!k->database);
    kerf_status st = can_take_up(k, o) ? change(k, &anew) : KERF_LIMIT;
    if (st != KERF_OK || anew) { /* whatever it is, grounding anew says it */
        kf_session_drop_aside(k);
        kf_diags_rewind(k->diags, mark);
        return st == KERF_NO_MEMORY ? st : KERF_OK;
    }
    kf_vec_free(&k->mem, &a->atoms);
    *x = a->ground;
    *out = (kf_taken_up){ a->components, a->lifted };
    k->database = a->database;
    *a = (kf_aside){ 0 };
    return KERF_OK;
}

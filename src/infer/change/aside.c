/* aside.c -- see aside.h. */
#include "infer/change/aside.h"

#include "base/check.h"
#include "infer/change/memo.h"
#include "infer/components/components.h"
#include "infer/lifted.h"
#include "query/database.h"

void kf_aside_free(kf_aside *a, kf_mem *mem)
{
    kf_components_free(a->components);
    kf_lifted_free(a->lifted);
    kf_grounder_free(a->grounder);
    kf_problem_free(a->problem);
    kf_database_free(a->database);
    kf_vec_free(mem, &a->atoms);
    *a = (kf_aside){ 0 };
}

/* ---- Changes -------------------------------------------------------------------------------- */

bool kf_aside_follow(kf_aside *a, uint32_t predicate)
{
    const kf_grounder *g = a->lifted ? kf_lifted_grounder(a->lifted) : a->grounder;
    return a->database && kf_grounder_can_change(g, predicate)
           && kf_database_own(a->database, predicate) == KERF_OK;
}

/* Where much changes, grounding anew takes no longer: on citations, from about a fact in 2,000 on.
 * Where twins are merged a fresh answer takes a third, and it is about one in 8,000. */
static bool is_much(const kf_aside *a, const kf_evidence *e)
{
    enum { PART = 4096, LIFTED_PART = 16384, FEW = 9 };
    size_t most = kf_evidence_rows(e) / (a->lifted ? LIFTED_PART : PART);
    return a->atoms.n > FEW + most;
}

void kf_aside_note(kf_aside *a, kf_mem *mem, const kf_evidence *e, uint32_t predicate,
                   const uint32_t *row)
{
    kf_changed_atom x = { .predicate = predicate };
    if (!a->database) return;
    assert(predicate < a->database->n_predicates);
    for (uint32_t i = 0; i < a->database->m->predicates.at[predicate].arity; i++) x.row[i] = row[i];
    if (is_much(a, e) || !kf_vec_push(mem, &a->atoms, x)) kf_aside_free(a, mem);
}

/* ---- The next run --------------------------------------------------------------------------- */

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

bool kf_aside_serves(const kf_aside *a, const kf_cpi_options *o)
{
    const kf_problem *p =
        a->lifted ? kf_grounder_problem(kf_lifted_grounder(a->lifted)) : a->problem;
    return same_options(&a->options, o) && !is_worn(p);
}

kerf_status kf_aside_change(kf_aside *a, kf_stop *stop, bool *anew)
{
    assert(a->database);
    if (a->lifted) return kf_lifted_change(a->lifted, a->atoms.at, a->atoms.n, stop, anew);
    kf_grounder_on_stop(a->grounder, stop);
    kerf_status st = kf_grounder_change(a->grounder, a->atoms.at, a->atoms.n, anew);
    kf_grounder_on_stop(a->grounder, NULL);
    return st;
}

/* ---- For another session -------------------------------------------------------------------- */

static bool can_copy(const kf_aside *a)
{
    return a->database && !a->database->open && kf_grounder_can_copy(a->grounder)
           && (a->components || kf_lifted_can_copy(a->lifted));
}

static kerf_status copy_all(kf_aside *a, const kf_aside *from, kf_mem *mem, kf_model *m,
                            kf_evidence *w, kf_diags *diags)
{
    KF_TRY(kf_database_copy(&a->database, mem, from->database, m, w));
    a->problem = kf_problem_copy(from->problem, mem);
    if (!a->problem) return KERF_NO_MEMORY;
    KF_TRY(kf_grounder_copy(&a->grounder, from->grounder, mem, a->database, a->problem, diags));
    if (from->lifted) KF_TRY(kf_lifted_copy(&a->lifted, from->lifted, a->grounder));
    else KF_TRY(kf_components_copy(&a->components, from->components, mem, a->problem));
    return kf_vec_copy(mem, &a->atoms, &from->atoms) ? KERF_OK : KERF_NO_MEMORY;
}

kerf_status kf_aside_copy(kf_aside *a, const kf_aside *from, kf_mem *mem, kf_model *m,
                          kf_evidence *w, kf_diags *diags)
{
    assert(!a->database);
    if (!can_copy(from)) return KERF_OK;
    a->options = from->options;
    kerf_status st = copy_all(a, from, mem, m, w, diags);
    if (st != KERF_OK) {
        kf_aside_free(a, mem);
        return st;
    }
    KF_CHECK(kf_aside_check(a));
    return KERF_OK;
}

/* ---- The invariant -------------------------------------------------------------------------- */

#ifndef NDEBUG
void kf_aside_check(const kf_aside *a)
{
    bool there = a->database != NULL;
    assert(there == (a->grounder != NULL) && there == (a->problem != NULL));
    assert(there == (a->components || a->lifted) && !(a->components && a->lifted));
    assert(there || a->atoms.n == 0);
    assert(!there || kf_grounder_database(a->grounder) == a->database);
    for (size_t i = 0; i < a->atoms.n; i++)
        assert(a->atoms.at[i].predicate < a->database->n_predicates);
}
#endif

/* components_copy.c -- what is known of components, for another session; see components.h. */
#include "infer/components/components_state.h"

#include "base/check.h"

/* Reduced costs with the assignment that they are of. What else there is serves one solve. */
static kerf_status copy_mend(kf_components *c, const kf_components *from)
{
    kf_mend *m = &c->mend;
    const kf_mend *is = &from->mend;
    m->n_mended = is->n_mended;
    m->n_failed = is->n_failed;
    if (!is->open) return KERF_OK;
    if (!kf_vec_copy(c->mem, &m->answer, &is->answer) || !kf_vec_copy(c->mem, &m->last, &is->last))
        return KERF_NO_MEMORY;
    m->open = true;
    return kf_reduced_copy(&m->reduced, c->mem, &is->reduced, c->p, m->answer.at);
}

static kerf_status copy_all(kf_components *c, const kf_components *from)
{
    bool good = kf_hooks_copy(&c->hooks, c->mem, &from->hooks)
                && kf_solve_cache_copy(&c->cache, c->mem, &from->cache)
                && kf_recall_copy(&c->recall, c->mem, &from->recall)
                && kf_vec_copy(c->mem, &c->assignment, &from->assignment)
                && kf_vec_copy(c->mem, &c->record_of, &from->record_of)
                && kf_vec_copy(c->mem, &c->records, &from->records);
    c->effort = from->effort;
    return good ? copy_mend(c, from) : KERF_NO_MEMORY;
}

kerf_status kf_components_copy(kf_components **out, const kf_components *from, kf_mem *mem,
                               kf_problem *p)
{
    kf_components *c;
    assert(from->open.n == 0 && from->jobs.n == 0 && !from->wanted);
    KF_TRY(kf_components_new(&c, mem, p, NULL));
    kerf_status st = copy_all(c, from);
    if (st != KERF_OK) {
        kf_components_free(c);
        return st;
    }
    *out = c;
    return KERF_OK;
}

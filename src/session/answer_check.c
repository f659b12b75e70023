/* answer_check.c -- asserts that an answer costs what is said, by code of src/verify.
 *
 * What evidence alone decides costs nothing. How much that is the gate takes from what grounding
 * has noted, so that both would be wrong alike. Here every grounding of a small world is walked,
 * and it is found out anew which of them some value of the open atoms would change. Builds with
 * assertions only; `kerf verify` does the same for any answer. */
#include "session/session.h"

#include "base/check.h"
#include "query/database.h"
#include "verify/verify.h"

#include <math.h>

#ifndef NDEBUG

enum { MOST_WALKED = 2000, EACH_NUMBER = 8 };

typedef struct judged {
    double cost;
    bool sure;
} judged;

/* Groundings, and tuples that are counted or quantified in them. */
static double count_tuples(const kerf *k)
{
    double all = 0;
    for (size_t i = 0; i < k->model->rules.n; i++) {
        const kf_rule *r = &k->model->rules.at[i];
        double n = 1;
        for (uint32_t v = 0; v < r->n_variables; v++) {
            uint32_t type = r->variables[v].type;
            n *= type == KF_TYPE_NUMBER ? EACH_NUMBER
                                        : (double)kf_domain_size(&k->database->domains[type]);
        }
        all += n;
    }
    return all;
}

static kerf_status copy_answer(const kerf *k, kf_evidence *to, kf_diags *diags)
{
    const kf_mapped *m = &k->record.mapped;
    uint32_t file;
    KF_TRY(kf_evidence_file(to, "answer", &file));
    for (size_t i = 0; i < m->atoms.n; i++) {
        const kf_answer_atom *a = &m->atoms.at[i];
        KF_TRY(kf_evidence_add(to, a->predicate, KF_SAID_TRUE, m->ids.at + a->ids, 0, 0, file, 1));
    }
    return kf_evidence_close(to, diags);
}

static kerf_status walk(const kerf *k, kf_verifier *v, kf_evidence *answer, kf_diags *diags,
                        judged *out)
{
    KF_TRY(copy_answer(k, answer, diags));
    KF_TRY(kf_verifier_begin(v, k->evidence, NULL));
    KF_TRY(kf_verifier_run(v, answer));
    *out = (judged){ .sure = true };
    for (size_t i = 0; i <= k->model->rules.n; i++) {
        const kf_tally *t = kf_verifier_tally(v, i);
        if (!t) continue;
        out->cost += kf_sum_get(&t->cost);
        out->sure &= !t->guessed;
    }
    return KERF_OK;
}

/* Memory of its own: how much the session may have is for the answer. */
static judged judge(const kerf *k)
{
    kf_mem mem;
    judged out = { 0 };
    kf_verifier *v = NULL;
    kf_mem_init(&mem, 0);
    kf_diags *diags = kf_diags_new(&mem);
    kf_evidence *answer = diags ? kf_evidence_new(&mem, k->model) : NULL;
    kerf_status status = answer ? kf_verifier_new(&v, &mem, k->model, NULL, diags) : KERF_NO_MEMORY;
    if (status == KERF_OK) status = walk(k, v, answer, diags, &out);
    kf_verifier_free(v);
    kf_evidence_free(answer);
    kf_diags_free(diags);
    assert(mem.used == 0);
    return status == KERF_OK ? out : (judged){ 0 };
}

#endif

void kf_answer_check(const kerf *k, const kf_cpi_result *found)
{
    (void)k;
    (void)found;
#ifndef NDEBUG
    /* Applications of functions are constants that are in use. Of a relaxed model the weights are
     * not those of the model. */
    if (k->model->functions.n > 0 || k->options.relax || kf_session_is_stored(k)) return;
    if (count_tuples(k) > MOST_WALKED) return;
    judged is = judge(k);
    assert(!is.sure
           || fabs(is.cost - found->cost) <= 1e-9 * (1 + fabs(is.cost) + fabs(found->score)));
#endif
}

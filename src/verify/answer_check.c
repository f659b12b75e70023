/* answer_check.c -- asserts that an answer costs what is said, by code of src/verify.
 *
 * What evidence alone decides costs nothing. How much that is the gate takes from what grounding
 * has noted, so that both would be wrong alike. Here every grounding of a small world is walked,
 * and it is found out anew which of them some value of the open atoms would change. Builds with
 * assertions only; `kerf verify` does the same for any answer. */
#include "verify/answer_check.h"

#include "base/check.h"
#include "verify/verify.h"

#include <math.h>

#ifndef NDEBUG

enum { MOST_WALKED = 2000, EACH_NUMBER = 8 };

typedef struct judged {
    double cost;
    bool sure;
} judged;

/* Groundings, and tuples that are counted or quantified in them. */
static double count_tuples(const kf_model *m, const kf_evidence *evidence)
{
    double all = 0;
    for (size_t i = 0; i < m->rules.n; i++) {
        const kf_rule *r = &m->rules.at[i];
        double n = 1;
        for (uint32_t v = 0; v < r->n_variables; v++) {
            uint32_t type = r->variables[v].type;
            n *= type == KF_TYPE_NUMBER ? EACH_NUMBER
                                        : (double)kf_evidence_type_size(evidence, type);
        }
        all += n;
    }
    return all;
}

static kerf_status walk(const kf_checked_answer *a, kf_verifier *v, kf_evidence *answer,
                        kf_diags *diags, judged *out)
{
    KF_TRY(a->copy(a->context, answer));
    KF_TRY(kf_evidence_close(answer, diags));
    KF_TRY(kf_verifier_begin(v, a->evidence, NULL));
    KF_TRY(kf_verifier_run(v, answer));
    *out = (judged){ .sure = true };
    for (size_t i = 0; i <= a->model->rules.n; i++) {
        const kf_tally *t = kf_verifier_tally(v, i);
        if (!t) continue;
        out->cost += kf_sum_get(&t->cost);
        out->sure &= !t->guessed;
    }
    return KERF_OK;
}

/* Memory of its own: how much the session may have is for the answer. */
static judged judge(const kf_checked_answer *a)
{
    kf_mem mem;
    judged out = { 0 };
    kf_verifier *v = NULL;
    kf_mem_init(&mem, 0);
    kf_diags *diags = kf_diags_new(&mem);
    kf_evidence *answer = diags ? kf_evidence_new(&mem, a->model) : NULL;
    kerf_status status = answer ? kf_verifier_new(&v, &mem, a->model, NULL, diags) : KERF_NO_MEMORY;
    if (status == KERF_OK) status = walk(a, v, answer, diags, &out);
    kf_verifier_free(v);
    kf_evidence_free(answer);
    kf_diags_free(diags);
    assert(mem.used == 0);
    return status == KERF_OK ? out : (judged){ 0 };
}

#endif

void kf_answer_check(const kf_checked_answer *a)
{
    (void)a;
#ifndef NDEBUG
    /* Applications of functions are constants that are in use. */
    if (a->model->functions.n > 0 || count_tuples(a->model, a->evidence) > MOST_WALKED) return;
    judged is = judge(a);
    assert(!is.sure || fabs(is.cost - a->cost) <= 1e-9 * (1 + fabs(is.cost) + fabs(a->score)));
#endif
}

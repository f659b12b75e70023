/* reason_list.c -- reasons, each kept once; see reason.h. */
#include "ground/grounding.h"
#include "ground/why/reason.h"

void kf_reasons_init(kf_reasons *x)
{
    *x = (kf_reasons){ 0 };
    kf_tuple_map_init(&x->all, 3);
}

void kf_reasons_free(kf_reasons *x, kf_mem *mem)
{
    kf_tuple_map_free(&x->all, mem);
    kf_vec_free(mem, &x->patterns);
}

uint32_t kf_reasons_count(const kf_reasons *x)
{
    return kf_tuple_map_count(&x->all);
}

kf_reason kf_reasons_get(const kf_reasons *x, uint32_t i)
{
    assert(i < kf_reasons_count(x));
    const uint32_t *t = kf_tuple_map_tuple(&x->all, i);
    return (kf_reason){ (kf_reason_kind)t[0], t[1], t[2] };
}

kerf_status kf_reasons_add(kf_reasons *x, kf_mem *mem, kf_reason_kind kind, uint32_t id,
                           uint32_t row)
{
    uint32_t tuple[3] = { (uint32_t)kind, id, row };
    x->met++;
    return kf_tuple_map_add(&x->all, mem, tuple, kf_reasons_count(x), 1, 0);
}

kerf_status kf_reasons_given(kf_reasons *x, const kf_grounder *g, uint32_t predicate,
                             const uint32_t *row, double number, bool *given)
{
    uint32_t at;
    KF_TRY(kf_evidence_find(g->d->w, predicate, KF_SAID_TRUE, row, number, given, &at));
    if (*given) return kf_reasons_add(x, g->mem, KF_REASON_TRUE, predicate, at);
    KF_TRY(kf_evidence_find(g->d->w, predicate, KF_SAID_FALSE, row, number, given, &at));
    if (*given) return kf_reasons_add(x, g->mem, KF_REASON_FALSE, predicate, at);
    return KERF_OK;
}

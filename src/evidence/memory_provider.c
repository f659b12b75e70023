/* memory_provider.c -- evidence whose rows are all in memory; see provider.h. */
#include "evidence/provider.h"

#include "evidence/contradiction.h"

kf_facts *kf_provider_new_facts(kf_mem *mem, const kf_model *m)
{
    kf_facts *facts = kf_mem_calloc(mem, kf_table_count(m), sizeof *facts);
    if (!facts) return NULL;
    for (uint32_t p = 0; p < m->predicates.n; p++) {
        const kf_predicate *is = &m->predicates.at[p];
        for (uint32_t part = 0; part < KF_PREDICATE_PARTS; part++) {
            kf_table t = { (kf_said)part, p };
            kf_facts_init(&facts[kf_table_index(m, t)], is->arity, is->arity, is->number,
                          part == KF_SAID_SOFT);
        }
    }
    for (uint32_t f = 0; f < m->functions.n; f++) {
        uint32_t arity = m->functions.at[f].arity;
        kf_table t = { KF_SAID_VALUE, f };
        kf_facts_init(&facts[kf_table_index(m, t)], arity + 1, arity, false, false);
    }
    return facts;
}

void kf_provider_free_facts(kf_mem *mem, const kf_model *m, kf_facts *facts)
{
    for (size_t i = 0; facts && i < kf_table_count(m); i++) kf_facts_free(&facts[i], mem);
    kf_mem_free(mem, facts, kf_table_count(m), sizeof *facts);
}

void kf_memory_provider_clear(kf_provider *p)
{
    for (size_t i = 0; i < kf_table_count(p->m); i++) kf_facts_clear(&p->facts[i], p->mem);
}

static void free_provider(kf_provider *p)
{
    kf_provider_free_facts(p->mem, p->m, p->facts);
    kf_mem_free(p->mem, p, 1, sizeof *p);
}

static kerf_status add(kf_provider *p, kf_table t, const kf_fact *fact)
{
    return kf_facts_push(kf_provider_facts(p, t), p->mem, fact);
}

static kerf_status add_rows(kf_provider *p, kf_table t, const kf_fact_rows *rows)
{
    return kf_facts_push_rows(kf_provider_facts(p, t), p->mem, rows);
}

static kerf_status reserve(kf_provider *p, kf_table t, uint64_t rows)
{
    return kf_facts_reserve(kf_provider_facts(p, t), p->mem, rows);
}

static kerf_status close_tables(kf_provider *p, kf_evidence *w, kf_diags *diags)
{
    for (uint32_t i = 0; i < p->m->predicates.n; i++) {
        kf_table first = { KF_SAID_TRUE, i };
        KF_TRY(kf_close_predicate(w, i, kf_provider_facts(p, first), NULL, diags));
    }
    for (uint32_t i = 0; i < p->m->functions.n; i++) {
        kf_table t = { KF_SAID_VALUE, i };
        KF_TRY(kf_close_function(w, i, kf_provider_facts(p, t), diags));
    }
    return KERF_OK;
}

static const kf_provider_ops memory_ops = {
    .most_rows = KF_MOST_ROWS,
    .free = free_provider,
    .add = add,
    .add_rows = add_rows,
    .reserve = reserve,
    .close = close_tables,
};

kf_provider *kf_memory_provider_new(kf_mem *mem, const kf_model *m)
{
    kf_provider *p = kf_mem_calloc(mem, 1, sizeof *p);
    if (!p) return NULL;
    *p = (kf_provider){ .ops = &memory_ops, .mem = mem, .m = m };
    p->facts = kf_provider_new_facts(mem, m);
    if (p->facts) return p;
    kf_mem_free(mem, p, 1, sizeof *p);
    return NULL;
}

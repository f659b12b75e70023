/* leaks.c -- constants that only the truth names; see leaks.h. */
#include "learn/leaks.h"

#include "base/check.h"

enum { PARTS = KF_PREDICATE_PARTS };

static void mark_column(const kf_facts *r, uint32_t column, bool *named)
{
    for (uint32_t i = 0; i < r->n; i++) named[r->columns[column][i]] = true;
}

/* Constants of a type that evidence names, of which the truth is none. */
static void mark_named(const kf_model *m, const kf_evidence *w, uint32_t type, bool *named)
{
    uint32_t listed = kf_evidence_next_listed(w, type, 0);
    for (; listed != KF_NONE; listed = kf_evidence_next_listed(w, type, listed + 1))
        named[listed] = true;
    for (uint32_t p = 0; p < m->predicates.n; p++) {
        const kf_predicate *pred = &m->predicates.at[p];
        for (uint32_t part = pred->hidden ? KF_SAID_UNKNOWN : 0; part < PARTS; part++)
            for (uint32_t c = 0; c < pred->arity; c++)
                if (pred->slots[c].type == type)
                    mark_column(kf_evidence_facts(w, p, (kf_said)part), c, named);
    }
    for (uint32_t f = 0; f < m->functions.n; f++) {
        const kf_function *fun = &m->functions.at[f];
        for (uint32_t c = 0; c <= fun->arity; c++)
            if ((c < fun->arity ? fun->slots[c].type : fun->result) == type)
                mark_column(kf_evidence_function(w, f), c, named);
    }
}

static bool truth_names_more(const kf_model *m, const kf_evidence *w, uint32_t type,
                             const bool *named)
{
    for (uint32_t p = 0; p < m->predicates.n; p++) {
        const kf_predicate *pred = &m->predicates.at[p];
        const kf_facts *r = kf_evidence_facts(w, p, KF_SAID_TRUE);
        for (uint32_t c = 0; pred->hidden && c < pred->arity; c++) {
            for (uint32_t i = 0; pred->slots[c].type == type && i < r->n; i++)
                if (r->columns[c][i] >= m->types.at[type].n_model && !named[r->columns[c][i]])
                    return true;
        }
    }
    return false;
}

kerf_status kf_find_leaks(kf_mem *mem, const kf_model *m, const kf_evidence *w, uint32_t *leaks)
{
    for (uint32_t t = 1; t < m->types.n; t++) {
        uint32_t n = kf_symbols_count(m->types.at[t].constants);
        if (n == m->types.at[t].n_model) continue;
        bool *named = kf_mem_calloc(mem, n, sizeof *named);
        if (!named) return KERF_NO_MEMORY;
        mark_named(m, w, t, named);
        leaks[t] += truth_names_more(m, w, t, named);
        kf_mem_free(mem, named, n, sizeof *named);
    }
    return KERF_OK;
}

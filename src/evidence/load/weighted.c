/* weighted.c -- the facts of has_w(a, b), for thebeast's undefined(w(a, b)): a row of the table of
 * w is one.
 *
 * Constants that only weights name are in no world, so rows with them are left out: no variable
 * takes them for a value. */
#include "evidence/load/weighted.h"

#include "base/check.h"
#include "model/weight_table.h"

static const kf_weight_lines *lines_of(const kf_model *m, uint32_t rule)
{
    for (size_t i = 0; i < m->lines.n; i++) {
        if (m->lines.at[i].rule == rule) return &m->lines.at[i];
    }
    return NULL;
}

/* The arguments of a row; false: the world lacks one of them. */
static bool arguments(const kf_evidence *w, const kf_predicate *p, const uint32_t *key,
                      uint32_t *ids)
{
    for (uint32_t i = 0; i < p->arity; i++) {
        ids[i] = key[p->columns[i]];
        if (!kf_evidence_has(w, p->slots[i].type, ids[i])) return false;
    }
    return true;
}

static kerf_status add_rows(kf_evidence *w, const kf_model *m, uint32_t id)
{
    const kf_predicate *p = &m->predicates.at[id];
    const kf_weight_table *t = m->rules.at[p->weights].table;
    const kf_weight_lines *lines = lines_of(m, p->weights);
    uint32_t file, ids[KF_MOST_ARITY];
    if (!t) return KERF_OK;
    KF_TRY(kf_evidence_file(w, lines ? lines->file : "weights", &file));
    for (uint32_t row = 0; row < kf_weight_table_count(t); row++) {
        uint32_t line = lines && row < lines->numbers.n ? lines->numbers.at[row] : 0;
        if (!arguments(w, p, kf_weight_table_key(t, row), ids)) continue;
        KF_TRY(kf_evidence_add(w, id, KF_SAID_TRUE, ids, 0, 1, file, line));
    }
    return KERF_OK;
}

kerf_status kf_add_weighted(kf_evidence *w, const kf_model *m)
{
    for (uint32_t i = 0; i < m->predicates.n; i++) {
        assert(!m->predicates.at[i].number || !m->predicates.at[i].weighted);
        if (m->predicates.at[i].weights != KF_NONE) KF_TRY(add_rows(w, m, i));
    }
    return KERF_OK;
}

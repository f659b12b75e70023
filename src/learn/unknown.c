/* unknown.c -- counts true atoms of development data that name what no training world has; see
 * unknown.h. */
#include "learn/unknown.h"

#include "base/check.h"
#include "model/print/printer.h"

kerf_status kf_unknown_begin(kf_unknown *u, kf_mem *mem, const kf_model *m)
{
    *u = (kf_unknown){ .mem = mem, .model = m };
    kf_text_init(&u->first, mem);
    u->n_trained = kf_mem_calloc(mem, m->types.n, sizeof *u->n_trained);
    if (!u->n_trained) return KERF_NO_MEMORY;
    for (size_t t = 1; t < m->types.n; t++)
        u->n_trained[t] = kf_symbols_count(m->types.at[t].constants);
    return KERF_OK;
}

void kf_unknown_free(kf_unknown *u)
{
    if (!u->mem) return;
    kf_mem_free(u->mem, u->n_trained, u->model->types.n, sizeof *u->n_trained);
    kf_text_free(&u->first);
}

static void look_at_column(kf_unknown *u, const kf_facts *rows, uint32_t column, uint32_t type)
{
    assert(type != KF_TYPE_NUMBER);
    for (uint32_t i = 0; i < rows->n; i++) {
        uint32_t id = rows->columns[column][i];
        if (id < u->n_trained[type] || u->n++ > 0) continue;
        kf_print_constant(&u->first, kf_constant_text(u->model, type, id));
    }
}

/* Does a true atom name a constant that could have had weights, but occurs in no training world? */
void kf_unknown_look(kf_unknown *u, const kf_examples *train, const kf_evidence *dev)
{
    for (uint32_t p = 0; p < u->model->predicates.n; p++) {
        const kf_predicate *pred = &u->model->predicates.at[p];
        const kf_facts *rows = kf_evidence_facts(dev, p, KF_SAID_TRUE);
        if (!pred->hidden) continue;
        for (uint32_t c = 0; c < pred->arity; c++)
            if (kf_examples_keeps(train, pred->slots[c].type))
                look_at_column(u, rows, c, pred->slots[c].type);
    }
}

void kf_unknown_warn(const kf_unknown *u, kf_diags *diags)
{
    const kf_place nowhere = { 0 };
    bool one = u->n == 1;
    if (u->n == 0) return;
    kf_diag_add(diags, KERF_WARNING, &nowhere, "no weight can be learned for them",
                "%llu true atom%s of the development data name%s what no training world has: %s%s",
                (unsigned long long)u->n, one ? "" : "s", one ? "s" : "",
                u->first.failed || !u->first.at ? "" : u->first.at, one ? "" : ", ...");
}

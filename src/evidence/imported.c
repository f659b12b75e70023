/* imported.c -- evidence from tables that the store's server has already: kerf's side of it.
 *
 * The server numbers constants and copies rows (import.h); here constants become the world's, and
 * relations know how many rows they have and where these were said. */
#include "evidence/import.h"
#include "evidence/evidence_state.h"

typedef struct importing {
    kf_evidence *w;
    const kf_import *imports;
    bool strict;
    uint32_t warned; /* the type that a warning was about, + 1 */
} importing;

/* A type that lists its constants has got one more. */
static void check_listed(importing *x, uint32_t type, uint32_t id, kf_str name)
{
    const kf_type *t = &x->w->model->types.at[type];
    kf_str type_name = kf_type_name(x->w->model, type);
    const kf_place place = { .file = x->imports[0].file };
    if (!t->listed || id < (x->strict ? t->n_declared : t->n_model)) return;
    if (!x->strict && x->warned == type + 1) return;
    x->warned = type + 1;
    kf_diag_add(x->w->diags, x->strict ? KERF_ERROR : KERF_WARNING, &place, NULL,
                "the tables name %.*s, which is not among the constants listed for type %.*s",
                name.n > 60 ? 60 : (int)name.n, name.at, type_name.n > 60 ? 60 : (int)type_name.n,
                type_name.at);
}

static kerf_status take_constant(void *context, uint32_t type, uint32_t id, kf_str name)
{
    importing *x = context;
    kf_symbols *constants = x->w->model->types.at[type].constants;
    uint32_t is = kf_symbols_add(constants, name);
    if (is == KF_NO_SYMBOL) return KERF_NO_MEMORY;
    if (is != id) return KERF_LIMIT; /* numbers beyond 2^31 */
    check_listed(x, type, id, name);
    if (kf_diags_full(x->w->diags)) return KERF_INVALID;
    return kf_evidence_constant(x->w, type, id);
}

static kf_facts *relation_of(const importing *x, const kf_import *one)
{
    if (one->what.part == KF_HELD_FUNCTION) return &x->w->functions[one->what.id];
    return &x->w->relations[(size_t)one->what.id * PARTS + KF_SAID_TRUE];
}

static kerf_status give_target(void *context, const kf_import *one, kf_text *table, uint32_t *first)
{
    const importing *x = context;
    *first = relation_of(x, one)->spilled;
    return kf_vault_stage(x->w->vault, one->what, table);
}

static kerf_status take_rows(void *context, const kf_import *one, uint32_t rows)
{
    const importing *x = context;
    kf_facts *r = relation_of(x, one);
    uint32_t file;
    KF_TRY(kf_evidence_file(x->w, one->file, &file));
    KF_TRY(kf_facts_note_file(r, x->w->mem, r->spilled, file));
    r->spilled += rows;
    return KERF_OK;
}

kerf_status kf_evidence_import(kf_evidence *w, kf_import *imports, uint32_t n, bool strict,
                               kf_diags *diags, kf_text *statements)
{
    importing x = { .w = w, .imports = imports, .strict = strict };
    const kf_importer to = { &x, w->model, take_constant, give_target, take_rows, statements };
    size_t errors = kf_diags_errors(diags);
    w->diags = diags;
    for (uint32_t i = 0; i < n; i++) { /* so that numbers of rows go on behind them */
        if (relation_of(&x, &imports[i])->n > 0) KF_TRY(kf_evidence_spill(w, imports[i].what));
    }
    KF_TRY(kf_vault_import(w->vault, imports, n, &to));
    return kf_diags_errors(diags) > errors ? KERF_INVALID : KERF_OK;
}

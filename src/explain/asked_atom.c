/* asked_atom.c -- the text of an atom that is to be explained, as evidence would have it. */
#include "explain/explainer.h"

#include "base/check.h"
#include "base/input.h"
#include "lang/db.h"

#include <string.h>

typedef struct reading {
    kf_mem *mem;
    const kf_model *model;
    const kf_evidence *evidence;
    kf_diags *diags;
} reading;

static kerf_status blame_predicate(const reading *r, const kf_place *place, kf_str name)
{
    kf_nearest near = { .wanted = name };
    kf_text hint;
    kf_text_init(&hint, r->mem);
    for (uint32_t i = 0; i < r->model->predicates.n; i++)
        kf_nearest_try(&near, kf_predicate_name(r->model, i));
    if (near.best.n) kf_text_addf(&hint, "did you mean %.*s?", (int)near.best.n, near.best.at);
    kf_diag_add(r->diags, KERF_ERROR, place, hint.n && !hint.failed ? hint.at : NULL,
                "predicate %.*s is not declared", name.n > 200 ? 200 : (int)name.n, name.at);
    kf_text_free(&hint);
    return KERF_INVALID;
}

static kerf_status blame_constant(const reading *r, const kf_place *place, kf_str name,
                                  uint32_t type)
{
    kf_str type_name = kf_type_name(r->model, type);
    const kf_symbols *all = r->model->types.at[type].constants;
    kf_nearest near = { .wanted = name };
    kf_text hint;
    kf_text_init(&hint, r->mem);
    for (uint32_t i = 0; all && i < kf_symbols_count(all); i++)
        if (kf_evidence_has(r->evidence, type, i)) kf_nearest_try(&near, kf_symbols_text(all, i));
    if (near.best.n)
        kf_text_addf(&hint, "did you mean %.*s?", near.best.n > 200 ? 200 : (int)near.best.n,
                     near.best.at);
    else kf_text_addf(&hint, "neither model nor evidence has it; variables are for -q");
    kf_diag_add(r->diags, KERF_ERROR, place, hint.failed ? NULL : hint.at,
                "unknown constant %.*s in type %.*s", name.n > 200 ? 200 : (int)name.n, name.at,
                type_name.n > 200 ? 200 : (int)type_name.n, type_name.at);
    kf_text_free(&hint);
    return KERF_INVALID;
}

static kerf_status read_row(const reading *r, kf_db *db, const kf_db_item *item, kf_asked_atom *out)
{
    const kf_predicate *p = &r->model->predicates.at[out->predicate];
    uint32_t takes = p->arity + (p->number ? 1 : 0);
    kf_place place = kf_db_place(db, -2);
    if (item->n != takes) {
        kf_diag_add(r->diags, KERF_ERROR, &place, NULL, "%.*s takes %u argument%s, %u %s given",
                    item->name.n > 200 ? 200 : (int)item->name.n, item->name.at, takes,
                    takes == 1 ? "" : "s", item->n, item->n == 1 ? "is" : "are");
        return KERF_INVALID;
    }
    for (uint32_t i = 0; i < p->arity; i++) {
        uint32_t type = p->slots[i].type;
        const kf_symbols *all = r->model->types.at[type].constants;
        out->row[i] = all ? kf_symbols_find(all, item->args[i]) : KF_NO_SYMBOL;
        place = kf_db_place(db, (int)i);
        if (out->row[i] == KF_NO_SYMBOL || !kf_evidence_has(r->evidence, type, out->row[i]))
            return blame_constant(r, &place, item->args[i], type);
    }
    place = kf_db_place(db, (int)p->arity);
    if (p->number && !kf_number_read(item->args[p->arity], &out->number)) {
        kf_diag_add(r->diags, KERF_ERROR, &place, NULL, "the last argument is a number");
        return KERF_INVALID;
    }
    return KERF_OK;
}

static kerf_status read_item(const reading *r, kf_db *db, kf_asked_atom *out)
{
    kf_db_item item;
    size_t errors = kf_diags_errors(r->diags);
    KF_TRY(kf_db_next(db, &item));
    kf_place place = kf_db_place(db, -1);
    if (kf_diags_errors(r->diags) > errors) return KERF_INVALID;
    if (item.kind != KF_DB_ATOM || item.soft || item.truth != KF_TRUE) {
        kf_diag_add(r->diags, KERF_ERROR, &place, NULL,
                    "an atom is asked for, as in the evidence: Smokes(Anna)");
        return KERF_INVALID;
    }
    out->predicate = kf_model_find_predicate(r->model, item.name);
    place = kf_db_place(db, -2);
    if (out->predicate == KF_NONE) return blame_predicate(r, &place, item.name);
    KF_TRY(read_row(r, db, &item, out));
    KF_TRY(kf_db_next(db, &item));
    place = kf_db_place(db, -1);
    if (kf_diags_errors(r->diags) == errors && item.kind == KF_DB_END) return KERF_OK;
    if (kf_diags_errors(r->diags) == errors)
        kf_diag_add(r->diags, KERF_ERROR, &place, NULL, "one atom at a time is asked for");
    return KERF_INVALID;
}

kerf_status kf_asked_atom_read(kf_asked_atom *out, const char *text, const kf_model *m,
                               const kf_evidence *e, kf_diags *diags)
{
    const reading r = { .mem = m->mem, .model = m, .evidence = e, .diags = diags };
    kf_input *input;
    kf_db *db;
    assert(m->settled);
    KF_TRY(kf_input_open_memory(&input, r.mem, text, strlen(text)));
    kerf_status st = kf_db_open(&db, r.mem, input, "atom", diags);
    if (st == KERF_OK) {
        st = read_item(&r, db, out);
        kf_db_close(db);
    }
    kf_input_close(input);
    return st;
}

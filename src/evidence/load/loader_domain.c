/* loader_domain.c -- lists of constants in evidence: person = {Anna, Bob}, time = {1, ..., 10}.
 *
 * The constants belong to the world, like those of atoms, so that one that no atom names counts,
 * too. Rows before the list are flushed first: ids follow the order of first sight. */
#include "evidence/load/loading.h"

#include <assert.h>
#include <stdio.h>

enum { MOST_RANGE = 10000000 };

static kerf_status refuse(kf_loader *l, kf_str at, uint32_t line, const char *hint,
                          const char *text)
{
    kf_place place = kf_loader_place_of(l, at, line);
    kf_diag_add(l->diags, KERF_ERROR, &place, hint, "%s", text);
    return KERF_OK;
}

static kerf_status unknown_type(kf_loader *l, const kf_db_item *item)
{
    kf_place place = { .file = l->file_name, .line = item->line, .column = 1 };
    kf_nearest nearest = { .wanted = item->name };
    for (size_t i = 1; i < l->model->types.n; i++)
        kf_nearest_try(&nearest, kf_model_name(l->model, l->model->types.at[i].name));
    char hint[100] = "types are named by the declarations of the model";
    int n = nearest.best.n > 60 ? 60 : (int)nearest.best.n;
    if (n > 0) snprintf(hint, sizeof hint, "did you mean %.*s?", n, nearest.best.at);
    kerf_severity severity = l->options.skip_unknown ? KERF_WARNING : KERF_ERROR;
    kf_diag_add(l->diags, severity, &place, hint, "no predicate of the model has type %.*s%s",
                (int)item->name.n, item->name.at,
                l->options.skip_unknown ? ": its constants are skipped" : "");
    return KERF_OK;
}

static kerf_status add(kf_loader *l, uint32_t type, kf_str text)
{
    uint32_t id = kf_symbols_add(l->model->types.at[type].constants, text);
    if (id == KF_NO_SYMBOL) return KERF_NO_MEMORY;
    return kf_evidence_list_constant(l->evidence, type, id);
}

/* What the dots stand for, and the last constant. */
static kerf_status add_range(kf_loader *l, uint32_t type, const kf_db_item *item)
{
    int64_t first, last;
    kf_str from = item->args[item->n - 2], to = item->args[item->n - 1];
    if (!kf_integer_read(from, &first) || !kf_integer_read(to, &last) || last < first)
        return refuse(l, to, item->line, "write {1, ..., 10}",
                      "a range goes from an integer to one that is not smaller");
    if ((uint64_t)last - (uint64_t)first >= MOST_RANGE)
        return refuse(l, to, item->line, NULL, "a range of more than 10000000 constants");
    for (int64_t value = first + 1; value <= last; value++) {
        char text[24];
        int n = snprintf(text, sizeof text, "%lld", (long long)value);
        KF_TRY(add(l, type, (kf_str){ text, (size_t)n }));
    }
    return KERF_OK;
}

kerf_status kf_loader_take_domain(kf_loader *l, const kf_db_item *item)
{
    assert(item->kind == KF_DB_DOMAIN && (!item->range || item->n > 1));
    uint32_t type = kf_model_find_type(l->model, item->name);
    if (type == KF_NONE || type == KF_TYPE_NUMBER) return unknown_type(l, item);
    kf_type *t = &l->model->types.at[type];
    KF_TRY(kf_loader_flush(l));
    for (uint32_t i = 0; i + item->range < item->n; i++) KF_TRY(add(l, type, item->args[i]));
    if (item->range) KF_TRY(add_range(l, type, item));
    /* They are listed here: no use of them is a surprise. */
    l->queues[type].reported = kf_symbols_count(t->constants);
    return KERF_OK;
}

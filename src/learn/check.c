/* check.c -- is there anything to learn, and anything to learn it from? */
#include "learn/learn.h"

static kerf_status refuse(kf_learning *l, const char *hint, const char *text)
{
    const kf_place nowhere = { 0 };
    kf_diag_add(l->diags, KERF_ERROR, &nowhere, hint, "%s", text);
    return KERF_INVALID;
}

static bool has_hidden(const kf_model *m)
{
    for (size_t i = 0; i < m->predicates.n; i++)
        if (m->predicates.at[i].hidden) return true;
    return false;
}

static bool has_learnable(const kf_learning *l)
{
    for (uint32_t i = 0; i < l->m->rules.n; i++)
        if (kf_parameters_has(l->p, i)) return true;
    return false;
}

/* A world without true atoms is one where everything is false; that may be meant, or not. */
static kerf_status check_truths(kf_learning *l)
{
    const kf_place nowhere = { 0 };
    uint32_t n = kf_examples_count(l->train), empty = 0, first = 0;
    for (uint32_t i = 0; i < n; i++) {
        if (kf_examples_truths(l->train, i) > 0) continue;
        if (empty++ == 0) first = i;
    }
    if (empty == n)
        return refuse(l,
                      "the atoms of hidden predicates that are true belong into the training files",
                      "no training world has a true atom of a hidden predicate");
    if (empty > 0)
        kf_diag_add(
            l->diags, KERF_WARNING, &nowhere, NULL,
            "%u of %u training worlds have no true atom of a hidden predicate; the first is "
            "world %u%s%s",
            empty, n, first + 1, *kf_examples_name(l->train, first) ? ", " : "",
            kf_examples_name(l->train, first));
    for (uint32_t p = 0; p < l->m->predicates.n; p++) {
        kf_str name = kf_predicate_name(l->m, p);
        if (!l->m->predicates.at[p].hidden || kf_examples_true(l->train, p) > 0) continue;
        kf_diag_add(l->diags, KERF_WARNING, &nowhere, "without truth all its atoms count as false",
                    "%.*s is hidden, but no training world has a true atom of it",
                    name.n > 100 ? 100 : (int)name.n, name.at);
    }
    return KERF_OK;
}

kerf_status kf_learn_check(kf_learning *l)
{
    if (!has_hidden(l->m))
        return refuse(l, "name what is to be predicted with --query",
                      "no predicate is hidden, so there is nothing to learn");
    if (!has_learnable(l))
        return refuse(l, "give formulas weights without @, or none",
                      "no formula has a weight that may be learned");
    return check_truths(l);
}

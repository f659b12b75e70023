/* validate.c -- refuses to learn where there is nothing to learn, or nothing to learn it from. */
#include "learn/learn.h"

#include <stdio.h>

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

/* Data that choose between epochs, or judge the result, have to know what is true. */
static kerf_status check_dev(kf_learning *l)
{
    uint64_t truths = 0;
    for (uint32_t i = 0; l->dev && i < kf_examples_count(l->dev); i++)
        truths += kf_examples_truths(l->dev, i);
    if (!l->dev || truths > 0) return KERF_OK;
    return refuse(l, "their truth belongs into the same file, as in training files",
                  "the development data have no true atom of a hidden predicate");
}

/* In an example without true atoms everything is false; that may be meant, or not. */
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
    if (empty > 0 && !kf_examples_has_parts(l->train))
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

/* A label that only the truth names is missing where there is no truth; and in training the labels
 * of an example would tell its truth. */
static void check_leaks(kf_learning *l)
{
    for (uint32_t t = 1; t < l->m->types.n; t++) {
        uint32_t n = kf_examples_leaks(l->train, t);
        kf_str name = kf_type_name(l->m, t);
        int width = name.n > 100 ? 100 : (int)name.n;
        char hint[160];
        if (n == 0) continue;
        kf_place place = kf_sources_place(l->m->program->sources, l->m->types.at[t].pos);
        snprintf(hint, sizeof hint, "list them in the model: %.*s = {A, B, ...}", width, name.at);
        kf_diag_add(
            l->diags, KERF_WARNING, &place, hint,
            "constants of type %.*s are named by the truth alone in %u training world%s, and "
            "are not there without it",
            width, name.at, n, n == 1 ? "" : "s");
    }
}

kerf_status kf_learn_validate(kf_learning *l)
{
    if (!has_hidden(l->m))
        return refuse(l, "name what is to be predicted with --query",
                      "no predicate is hidden, so there is nothing to learn");
    if (!has_learnable(l))
        return refuse(l, "give formulas weights without @, or none",
                      "no formula has a weight that may be learned");
    check_leaks(l);
    KF_TRY(check_truths(l));
    return check_dev(l);
}

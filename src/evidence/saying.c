/* saying.c -- checks what is said of one atom: predicate, number of arguments, numbers, constants
 * of types that list theirs. */
#include "evidence/saying.h"

#include "base/check.h"
#include "base/text.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>

static int width(kf_str text)
{
    return text.n > 100 ? 100 : (int)text.n;
}

/* A message where it is about a file, else the text of the call that failed. */
__attribute__((format(printf, 3, 4))) static kerf_status
refuse(const kf_saying *s, const char *hint, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    if (s->place) kf_diag_addv(s->diags, KERF_ERROR, s->place, hint, format, arguments);
    else vsnprintf(s->error, s->most_error, format, arguments);
    va_end(arguments);
    return KERF_INVALID;
}

static kerf_status unknown_predicate(const kf_saying *s)
{
    const kf_model *m = s->model;
    kf_nearest near = { .wanted = s->predicate };
    for (uint32_t i = 0; i < m->predicates.n; i++) kf_nearest_try(&near, kf_predicate_name(m, i));
    char hint[140] = "";
    if (near.best.n > 0)
        snprintf(hint, sizeof hint, "did you mean %.*s?", width(near.best), near.best.at);
    return refuse(s, hint[0] ? hint : NULL, "predicate %.*s is not declared", width(s->predicate),
                  s->predicate.at);
}

static kerf_status wrong_arity(const kf_saying *s, uint32_t takes, uint32_t given)
{
    return refuse(s, NULL, "%.*s takes %u argument%s, %u %s given", width(s->predicate),
                  s->predicate.at, takes, takes == 1 ? "" : "s", given, given == 1 ? "is" : "are");
}

static kerf_status read_number(const kf_saying *s, kf_str text, double *number)
{
    if (!kf_number_read(text, number))
        return refuse(s, NULL, "the last argument of %.*s is a number, not %.*s",
                      width(s->predicate), s->predicate.at, width(text), text.at);
    if (!isfinite(*number)) return refuse(s, NULL, "this number is out of range");
    *number += 0.0; /* -0 is 0 */
    return KERF_OK;
}

/* Can this be said of the predicate? */
static kerf_status check_part(const kf_saying *s, const kf_predicate *p, kf_said part)
{
    if (p->number && part == KF_SAID_SOFT)
        return refuse(s, NULL, "%.*s has a number argument and cannot have a probability, too",
                      width(s->predicate), s->predicate.at);
    bool open = part == KF_SAID_SOFT || part == KF_SAID_UNKNOWN;
    if (!open || !s->model->settled || p->hidden) return KERF_OK;
    return refuse(s, "make it hidden with --query or --open, or say true or false",
                  "%.*s is observed, so its evidence cannot be %s", width(s->predicate),
                  s->predicate.at, part == KF_SAID_SOFT ? "a probability" : "unknown");
}

/* A type that lists its constants gets one more, or refuses it. */
static kerf_status check_listed(const kf_saying *s, uint32_t type, kf_str text)
{
    const kf_type *t = &s->model->types.at[type];
    uint32_t id = kf_symbols_find(t->constants, text);
    kf_str name = kf_type_name(s->model, type);
    bool strict = s->strict_types;
    if (!t->listed || id < t->n_declared || (!strict && id != KF_NO_SYMBOL)) return KERF_OK;
    if (strict)
        return refuse(s, NULL, "unknown constant %.*s in type %.*s", width(text), text.at,
                      width(name), name.at);
    kf_diag_add(s->diags, KERF_WARNING, s->place, NULL,
                "%.*s is not among the constants listed for type %.*s and is added to them",
                width(text), text.at, width(name), name.at);
    return KERF_OK;
}

kerf_status kf_saying_check(const kf_saying *s, uint32_t *predicate, double *number)
{
    uint32_t index = kf_model_find_predicate(s->model, s->predicate);
    assert(s->place || s->most_error > 0);
    if (index == KF_NONE) return unknown_predicate(s);
    const kf_predicate *p = &s->model->predicates.at[index];
    *predicate = index;
    *number = 0;
    if (s->n != p->arity + p->number) return wrong_arity(s, p->arity + p->number, s->n);
    if (p->number) KF_TRY(read_number(s, s->arguments[p->arity], number));
    return check_part(s, p, s->part);
}

kerf_status kf_saying_name(const kf_saying *s, uint32_t predicate, uint32_t *row)
{
    const kf_predicate *p = &s->model->predicates.at[predicate];
    for (uint32_t i = 0; i < p->arity; i++)
        KF_TRY(check_listed(s, p->slots[i].type, s->arguments[i]));
    for (uint32_t i = 0; i < p->arity; i++)
        KF_TRY(kf_evidence_name(s->evidence, p->slots[i].type, s->arguments[i], &row[i]));
    return KERF_OK;
}

bool kf_saying_find(const kf_saying *s, uint32_t predicate, uint32_t *row)
{
    const kf_model *m = s->model;
    const kf_predicate *p = &m->predicates.at[predicate];
    for (uint32_t i = 0; i < p->arity; i++) {
        row[i] = kf_symbols_find(m->types.at[p->slots[i].type].constants, s->arguments[i]);
        if (row[i] == KF_NO_SYMBOL) return false;
    }
    return true;
}

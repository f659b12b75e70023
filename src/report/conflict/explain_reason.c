/* explain_reason.c -- one reason of a contradiction in words: an atom that evidence gives or
 * lacks. */
#include "report/conflict/explain.h"

#include <assert.h>
#include <math.h>

enum { MOST_EXCEPTIONS = 3 }; /* given atoms that a pattern names */

void kf_explain_atom(kf_text *to, const kf_model *m, uint32_t predicate, const uint32_t *row,
                     double number)
{
    assert(predicate < m->predicates.n);
    const kf_predicate *p = &m->predicates.at[predicate];
    kf_text_add(to, kf_predicate_name(m, predicate));
    for (uint32_t i = 0; i < p->arity; i++) {
        kf_text_add(to, i == 0 ? KF_STR("(") : KF_STR(", "));
        if (row[i] == KF_NONE) kf_text_addc(to, '_');
        else kf_print_fact_constant(to, kf_constant_text(m, p->slots[i].type, row[i]));
    }
    if (p->number) kf_text_add(to, p->arity > 0 ? KF_STR(", ") : KF_STR("("));
    if (p->number && isnan(number)) kf_text_addc(to, '_');
    else if (p->number) kf_text_add_number(to, number);
    if (p->arity > 0 || p->number) kf_text_addc(to, ')');
}

static void read_row(const kf_facts *rows, uint32_t at, uint32_t *row)
{
    assert(at < rows->n);
    for (uint32_t i = 0; i < rows->width; i++) row[i] = rows->columns[i][at];
}

static void explain_given(kf_text *to, const kf_grounder *g, const kf_facts *rows, kf_reason r)
{
    uint32_t row[KF_MOST_ARITY] = { 0 };
    read_row(rows, r.row, row);
    kf_text_add(to, KF_STR("evidence says that "));
    kf_explain_atom(to, kf_grounder_model(g), r.id, row, rows->number ? rows->numbers[r.row] : 0);
    kf_text_add(to, r.kind == KF_REASON_TRUE ? KF_STR(" is true") : KF_STR(" is false"));
}

static void explain_mapped(kf_text *to, const kf_model *m, const kf_facts *rows, kf_reason r)
{
    const kf_function *f = &m->functions.at[r.id];
    assert(r.id < m->functions.n && rows->width == f->arity + 1);
    uint32_t row[KF_MOST_ARITY + 1] = { 0 };
    read_row(rows, r.row, row);
    kf_text_add(to, KF_STR("evidence says that "));
    kf_text_add(to, kf_model_name(m, f->name));
    for (uint32_t i = 0; i < f->arity; i++) {
        kf_text_add(to, i == 0 ? KF_STR("(") : KF_STR(", "));
        kf_print_fact_constant(to, kf_constant_text(m, f->slots[i].type, row[i]));
    }
    kf_text_add(to, f->arity > 0 ? KF_STR(") is ") : KF_STR(" is "));
    kf_print_fact_constant(to, kf_constant_text(m, f->result, row[f->arity]));
}

typedef struct exceptions { /* from "no such atom is given" */
    kf_text *to;
    const kf_model *m;
    uint32_t predicate, n;
    const uint32_t *pattern;
} exceptions;

static bool add_exception(void *context, const kf_fact *row)
{
    exceptions *x = context;
    uint32_t arity = x->m->predicates.at[x->predicate].arity;
    for (uint32_t i = 0; i < arity; i++)
        if (x->pattern[i] != KF_NONE && x->pattern[i] != row->ids[i]) return true;
    if (x->n++ >= MOST_EXCEPTIONS) return true;
    kf_text_add(x->to, x->n == 1 ? KF_STR(" but ") : KF_STR(", "));
    kf_explain_atom(x->to, x->m, x->predicate, row->ids, row->number);
    return true;
}

/* "no Friends(Anna, _) is given but Friends(Anna, Bob)" */
static kerf_status explain_absent(kf_text *to, const kf_grounder *g, const uint32_t *pattern,
                                  kf_reason r)
{
    const kf_predicate *p = &kf_grounder_model(g)->predicates.at[r.id];
    exceptions x = { .to = to, .m = kf_grounder_model(g), .predicate = r.id, .pattern = pattern };
    bool any = p->number;
    for (uint32_t i = 0; i < p->arity; i++) any |= pattern[i] == KF_NONE;
    if (any) kf_text_add(to, KF_STR("no "));
    kf_explain_atom(to, kf_grounder_model(g), r.id, pattern, NAN);
    kf_text_add(to, any ? KF_STR(" is given") : KF_STR(" is not given, so it is false"));
    if (!any && p->why == KF_WHY_EVIDENCE) /* nobody has said so */
        kf_text_add(to, KF_STR("; its predicate is taken for observed, unless -q names it"));
    if (any) KF_TRY(kf_evidence_rows_of(kf_grounder_database(g)->w, r.id, add_exception, &x));
    if (x.n > MOST_EXCEPTIONS) kf_text_addf(to, ", and %u more", x.n - MOST_EXCEPTIONS);
    return KERF_OK;
}

kerf_status kf_explain_reason(kf_text *to, kf_place *place, const kf_grounder *g,
                              const kf_reasons *all, kf_reason r)
{
    const kf_evidence *w = kf_grounder_database(g)->w;
    const kf_facts *rows;
    *place = (kf_place){ 0 };
    switch (r.kind) {
    case KF_REASON_ABSENT: return explain_absent(to, g, all->patterns.at + r.row, r);
    case KF_REASON_EMPTY:
        kf_text_add(to, KF_STR("there is no constant of type "));
        kf_text_add(to, kf_type_name(kf_grounder_model(g), r.id));
        return KERF_OK;
    case KF_REASON_MAPPED:
        rows = kf_evidence_cited(w, KF_SAID_VALUE, r.id);
        explain_mapped(to, kf_grounder_model(g), rows, r);
        break;
    default:
        rows = kf_evidence_cited(w, r.kind == KF_REASON_TRUE ? KF_SAID_TRUE : KF_SAID_FALSE, r.id);
        explain_given(to, g, rows, r);
    }
    *place = kf_evidence_place(w, rows, r.row);
    place->source = (kf_str){ 0 }; /* the text says it */
    return KERF_OK;
}

/* report_answer.c -- the answer as lines of evidence, as a table with tabs, or as JSON. */
#include "report/report.h"

#include <assert.h>
#include <math.h>

static kf_str constant_of(const kf_mapped *x, const kf_model *m, const kf_answer_atom *a,
                          uint32_t argument)
{
    uint32_t type = m->predicates.at[a->predicate].slots[argument].type;
    return kf_constant_text(m, type, x->ids.at[a->ids + argument]);
}

static void add_row(kf_text *to, const kf_mapped *x, const kf_model *m, const kf_answer_atom *a)
{
    kf_print_escaped(to, kf_predicate_name(m, a->predicate));
    for (uint32_t i = 0; i < m->predicates.at[a->predicate].arity; i++) {
        kf_text_addc(to, '\t');
        kf_print_escaped(to, constant_of(x, m, a, i));
    }
    kf_text_addc(to, '\n');
}

static void add_json_atom(kf_text *to, const kf_mapped *x, const kf_model *m,
                          const kf_answer_atom *a)
{
    kf_text_addc(to, '[');
    kf_text_add_quoted(to, kf_predicate_name(m, a->predicate));
    for (uint32_t i = 0; i < m->predicates.at[a->predicate].arity; i++) {
        kf_text_addc(to, ',');
        kf_text_add_quoted(to, constant_of(x, m, a, i));
    }
    kf_text_addc(to, ']');
}

static void add_json_number(kf_text *to, const char *name, double number)
{
    kf_text_addf(to, ",\"%s\":", name);
    if (isfinite(number)) kf_text_add_number(to, number);
    else kf_text_add(to, KF_STR("null"));
}

/* One object on one line, so that several worlds are JSON lines. */
static void add_json(kf_text *to, const kf_mapped *x, const kf_model *m, const char *world)
{
    const kerf_result *r = &x->runs.at[x->runs.n - 1].result;
    kf_text_add(to, KF_STR("{\"world\":"));
    kf_text_add_quoted(to, kf_str_of(world));
    kf_text_addf(to, ",\"status\":\"%s\"", kerf_outcome_text(r->outcome));
    add_json_number(to, "score", r->score);
    add_json_number(to, "cost", r->cost);
    add_json_number(to, "bound", r->bound);
    kf_text_add(to, KF_STR(",\"atoms\":["));
    for (size_t i = 0; i < x->atoms.n && !to->failed; i++) {
        if (i > 0) kf_text_addc(to, ',');
        add_json_atom(to, x, m, &x->atoms.at[i]);
    }
    kf_text_add(to, KF_STR("]}\n"));
}

void kf_report_answer(kf_text *to, const kf_record *record, kerf_answer_format format,
                      const char *world)
{
    const kf_mapped *x = &record->mapped;
    const kf_model *m = record->model;
    assert(x->answered);
    if (format == KERF_ANSWER_JSON) {
        add_json(to, x, m, world);
        return;
    }
    if (*world) kf_text_addf(to, ">> %s\n", world);
    for (size_t i = 0; i < x->atoms.n && !to->failed; i++) {
        if (format == KERF_ANSWER_TSV) add_row(to, x, m, &x->atoms.at[i]);
        else kf_text_addf(to, "%s\n", x->atoms.at[i].text);
    }
}

/* report_answer.c -- the answer as lines of evidence, as a table, or as JSON. */
#include "report/report.h"

#include "base/json.h"
#include "report/print/runs_json.h"

#include <assert.h>

static kf_str constant_of(const kf_mapped *x, const kf_model *m, const kf_answer_atom *a,
                          uint32_t argument)
{
    assert(a->ids + argument < x->ids.n);
    uint32_t type = m->predicates.at[a->predicate].slots[argument].type;
    return kf_constant_text(m, type, x->ids.at[a->ids + argument]);
}

static void add_row(kf_text *to, const kf_mapped *x, const kf_model *m, const kf_answer_atom *a,
                    bool commas)
{
    kf_print_escaped(to, kf_predicate_name(m, a->predicate));
    for (uint32_t i = 0; i < m->predicates.at[a->predicate].arity; i++) {
        kf_text_addc(to, commas ? ',' : '\t');
        (commas ? kf_print_csv : kf_print_escaped)(to, constant_of(x, m, a, i));
    }
    kf_text_addc(to, '\n');
}

static void add_json_atom(kf_json *j, const kf_mapped *x, const kf_model *m,
                          const kf_answer_atom *a)
{
    kf_json_array(j, NULL);
    kf_json_string(j, NULL, kf_predicate_name(m, a->predicate));
    for (uint32_t i = 0; i < m->predicates.at[a->predicate].arity; i++)
        kf_json_string(j, NULL, constant_of(x, m, a, i));
    kf_json_close(j);
}

/* One object on one line, so that several worlds are JSON lines. */
static void add_json(kf_text *to, const kf_mapped *x, const kf_model *m, const char *world)
{
    const kerf_result *r = &x->runs.at[x->runs.n - 1].result;
    kf_json j = kf_json_to(to);
    kf_json_object(&j, NULL);
    kf_json_text(&j, "world", world);
    kf_json_text(&j, "status", kerf_outcome_text(r->outcome));
    kf_json_number(&j, "score", r->score);
    kf_json_number(&j, "cost", r->cost);
    kf_json_number(&j, "bound", r->bound);
    kf_asked_json(&j, r);
    kf_json_array(&j, "atoms");
    for (size_t i = 0; i < x->atoms.n && !to->failed; i++) add_json_atom(&j, x, m, &x->atoms.at[i]);
    kf_json_close(&j);
    kf_json_close(&j);
    kf_text_addc(to, '\n');
}

void kf_report_answer(kf_text *to, const kf_record *record, kerf_answer_format format,
                      const char *world)
{
    const kf_mapped *x = &record->mapped;
    const kf_model *m = record->model;
    assert(x->answered && world);
    if (format == KERF_ANSWER_JSON) {
        add_json(to, x, m, world);
        return;
    }
    if (*world) kf_text_addf(to, ">> %s\n", world);
    for (size_t i = 0; i < x->atoms.n && !to->failed; i++) {
        const kf_answer_atom *a = &x->atoms.at[i];
        if (format == KERF_ANSWER_DB) {
            kf_text_add(to, kf_str_of(a->text));
            kf_text_addc(to, '\n');
        } else {
            add_row(to, x, m, a, format == KERF_ANSWER_CSV);
        }
    }
}

/* report_examples.c -- groundings that the answer does not satisfy, as text and with their atoms.
 *
 * Made while the grounder is there, kept for the report, which is written later. */
#include "session/mapped.h"

#include "ground/ground_rule.h"
#include "ground/instances.h"
#include "model/print/printer.h"

typedef struct keeper {
    kf_arena *to;
    const kf_grounder *g;
    const kf_rule *r;
    kf_text text; /* for the moment */
    kf_shown_example *list;
    uint32_t n;
} keeper;

static kerf_status take_text(keeper *x, const char **out)
{
    if (x->text.failed) return KERF_NO_MEMORY;
    *out = kf_arena_string(x->to, kf_text_get(&x->text));
    kf_text_clear(&x->text);
    return *out ? KERF_OK : KERF_NO_MEMORY;
}

static kerf_status keep_atoms(keeper *x, const kf_instance *e, kf_shown_example *out)
{
    kf_shown_atom *atoms = kf_arena_alloc(x->to, e->n + 1, sizeof *atoms);
    if (!atoms) return KERF_NO_MEMORY;
    for (uint32_t i = 0; i < e->n; i++) {
        const kf_instance_atom *a = &e->atoms[i];
        kf_explain_atom(&x->text, kf_grounder_model(x->g), a->predicate, a->row, a->number);
        atoms[i] = (kf_shown_atom){ .value = a->value, .open = a->open };
        KF_TRY(take_text(x, &atoms[i].text));
    }
    out->atoms = atoms;
    out->n_atoms = e->n;
    out->more = e->more;
    return KERF_OK;
}

static kerf_status keep_example(void *context, const kf_instance *e)
{
    keeper *x = context;
    kf_shown_example *out = &x->list[x->n];
    kf_printer printer = { .to = &x->text,
                           .model = kf_grounder_model(x->g),
                           .rule = x->r,
                           .dialect = KF_DIALECT_KERF,
                           .bound = e->binding->ids,
                           .numbers = e->binding->numbers,
                           .no_plus = true };
    kf_printer_content(&printer);
    if (x->r->kind == KF_RULE_COUNT)
        kf_text_addf(&x->text, ", but it is %llu", (unsigned long long)e->count);
    *out = (kf_shown_example){ .weight = e->weight };
    KF_TRY(take_text(x, &out->text));
    KF_TRY(keep_atoms(x, e, out));
    x->n++;
    return KERF_OK;
}

static kerf_status keep_formula(keeper *x, kf_grounder *g, kf_ground_rule *gr, kf_formula_count *f)
{
    uint32_t most = f->unsatisfied < KF_MOST_EXAMPLES ? (uint32_t)f->unsatisfied : KF_MOST_EXAMPLES;
    if (most == 0) return KERF_OK;
    x->r = &kf_grounder_model(g)->rules.at[kf_ground_rule_id(gr)];
    x->n = 0;
    x->list = kf_arena_alloc(x->to, most, sizeof *x->list);
    if (!x->list) return KERF_NO_MEMORY;
    KF_TRY(kf_ground_examples(g, gr, most, keep_example, x));
    f->examples = x->list;
    f->n_examples = x->n;
    return KERF_OK;
}

kerf_status kf_keep_examples(kf_arena *to, kf_grounder *g, kf_formula_count *by_rule)
{
    keeper x = { .to = to, .g = g };
    kerf_status st = KERF_OK;
    kf_text_init(&x.text, kf_grounder_mem(g));
    for (size_t i = 0; st == KERF_OK && i < kf_grounder_n_rules(g); i++)
        st = keep_formula(&x, g, kf_grounder_rule(g, i),
                          &by_rule[kf_ground_rule_id(kf_grounder_rule(g, i))]);
    kf_text_free(&x.text);
    return st;
}

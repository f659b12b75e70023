/* contradiction.c -- makes sets of rows and reports contradictions, with both places: an
 * atom that is true and false (or unknown, or has a probability, too), two probabilities of one
 * atom, two values of one function's arguments. */
#include "evidence/contradiction.h"

#include "base/check.h"
#include "model/model.h"

typedef struct closing {
    const kf_evidence *evidence;
    const kf_model *m;
    kf_mem *mem;
    kf_diags *diags;
    uint32_t index; /* of the predicate or function */
} closing;

typedef struct said { /* a row and where it was said */
    uint32_t file, line;
    kf_said part;
    double probability;
} said;

static said said_of(const kf_facts *r, kf_said part, uint32_t row)
{
    double probability = r->soft ? r->probabilities[row] : 0.0;
    return (said){ kf_facts_file(r, row), r->lines[row], part, probability };
}

static bool is_before(const said *a, const said *b)
{
    return a->file != b->file ? a->file < b->file : a->line < b->line;
}

static void add_arguments(kf_text *text, const kf_model *m, const kf_slot *slots, const kf_facts *r,
                          uint32_t row)
{
    if (r->key == 0 && !r->number) return;
    kf_text_addc(text, '(');
    for (uint32_t c = 0; c < r->key; c++) {
        if (c > 0) kf_text_addc(text, ',');
        kf_print_fact_constant(text, kf_constant_text(m, slots[c].type, r->columns[c][row]));
    }
    if (r->number) {
        if (r->key > 0) kf_text_addc(text, ',');
        kf_text_add_number(text, r->numbers[row]);
    }
    kf_text_addc(text, ')');
}

static void add_value(kf_text *text, const said *s, bool with_verb)
{
    static const char *const words[] = { "true", "false", "unknown" };
    if (s->part == KF_SAID_SOFT) {
        kf_text_addf(text, "has probability ");
        kf_text_add_number(text, s->probability);
    } else {
        kf_text_addf(text, "%s%s", with_verb ? "is " : "", words[s->part]);
    }
}

static void report(const closing *c, kf_text *text, const said *first, const said *second,
                   const char *hint)
{
    kf_place place = kf_evidence_file_place(c->evidence, second->file, second->line, 1);
    kf_text_addf(text, " at %s:%u", kf_evidence_file_name(c->evidence, first->file), first->line);
    kf_diag_add(c->diags, KERF_ERROR, &place, hint, "%s",
                text->failed || !text->at ? "this contradicts an earlier line" : text->at);
    kf_text_free(text);
}

/* "Smokes(Anna) is false here but true at e.db:3" */
static void report_atom(const closing *c, const kf_facts *r, uint32_t row, said a, said b)
{
    const kf_predicate *p = &c->m->predicates.at[c->index];
    said first = is_before(&b, &a) ? b : a, second = is_before(&b, &a) ? a : b;
    kf_text text;
    kf_text_init(&text, c->mem);
    kf_text_add(&text, kf_model_name(c->m, p->name));
    add_arguments(&text, c->m, p->slots, r, row);
    kf_text_addc(&text, ' ');
    add_value(&text, &second, true);
    kf_text_addf(&text, " here but ");
    add_value(&text, &first, second.part == KF_SAID_SOFT);
    bool both = first.part == KF_SAID_SOFT && second.part == KF_SAID_SOFT;
    report(c, &text, &first, &second,
           both ? "--merge=last, noisy-or or mean makes one probability of them" : NULL);
}

static bool two_probabilities(void *context, const kf_facts *r, uint32_t first, uint32_t second,
                              uint32_t second_file)
{
    const closing *c = context;
    said a = said_of(r, KF_SAID_SOFT, first);
    said b = { second_file, r->lines[second], KF_SAID_SOFT, r->probabilities[second] };
    report_atom(c, r, first, a, b);
    return !kf_diags_full(c->diags);
}

static bool two_results(void *context, const kf_facts *r, uint32_t first, uint32_t second,
                        uint32_t second_file)
{
    const closing *c = context;
    const kf_function *f = &c->m->functions.at[c->index];
    said a = said_of(r, KF_SAID_VALUE, first);
    said b = { second_file, r->lines[second], KF_SAID_VALUE, 0.0 };
    kf_text text;
    kf_text_init(&text, c->mem);
    kf_text_add(&text, kf_model_name(c->m, f->name));
    add_arguments(&text, c->m, f->slots, r, first);
    kf_text_addf(&text, " is ");
    kf_print_fact_constant(&text, kf_constant_text(c->m, f->result, r->columns[r->key][second]));
    kf_text_addf(&text, " here but ");
    kf_print_fact_constant(&text, kf_constant_text(c->m, f->result, r->columns[r->key][first]));
    report(c, &text, &a, &b, NULL);
    return !kf_diags_full(c->diags);
}

/* Rows that two parts of a predicate have in common. The smaller part is gone through. */
static void compare_parts(const closing *c, const kf_facts *parts, const uint32_t *sizes, kf_said a,
                          kf_said b)
{
    kf_said small_part = sizes[a] > sizes[b] ? b : a, large_part = sizes[a] > sizes[b] ? a : b;
    const kf_facts *small = &parts[small_part], *large = &parts[large_part];
    uint32_t row[KF_MOST_ARITY], at;
    assert(small->width <= KF_MOST_ARITY && small->width == large->width);
    for (uint32_t i = 0; i < small->n && !kf_diags_full(c->diags); i++) {
        for (uint32_t k = 0; k < small->width; k++) row[k] = small->columns[k][i];
        if (kf_facts_find(large, row, small->number ? small->numbers[i] : 0.0, &at)) {
            report_atom(c, small, i, said_of(small, small_part, i), said_of(large, large_part, at));
        }
    }
}

static closing begin(const kf_evidence *w, uint32_t index, kf_diags *diags)
{
    const kf_provider *p = kf_evidence_provider(w);
    return (closing){ .evidence = w, .m = p->m, .mem = p->mem, .diags = diags, .index = index };
}

kerf_status kf_close_predicate(const kf_evidence *w, uint32_t predicate, kf_facts *parts,
                               const uint32_t *sizes, kf_diags *diags)
{
    closing c = begin(w, predicate, diags);
    uint32_t left[KF_PREDICATE_PARTS];
    kf_merge merge = kf_evidence_merge(w);
    kf_stop *stop = kf_evidence_stop(w);
    for (uint32_t part = 0; part < KF_PREDICATE_PARTS; part++) {
        bool soft = part == KF_SAID_SOFT;
        KF_TRY(
            soft && merge != KF_MERGE_ERROR
                ? kf_facts_close_merged(&parts[part], c.mem, merge, stop)
                : kf_facts_close(&parts[part], c.mem, soft ? two_probabilities : NULL, &c, stop));
        left[part] = parts[part].n;
    }
    for (uint32_t b = 1; b < KF_PREDICATE_PARTS; b++) {
        for (uint32_t a = 0; a < b; a++)
            compare_parts(&c, parts, sizes ? sizes : left, (kf_said)a, (kf_said)b);
    }
    return KERF_OK;
}

kerf_status kf_close_function(const kf_evidence *w, uint32_t function, kf_facts *values,
                              kf_diags *diags)
{
    closing c = begin(w, function, diags);
    return kf_facts_close(values, c.mem, two_results, &c, kf_evidence_stop(w));
}

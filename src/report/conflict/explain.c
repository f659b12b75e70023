/* explain.c -- a contradiction as messages: the groundings of hard formulas that cannot all be
 * true, and the evidence behind each of them. */
#include "report/conflict/explain.h"

#include "base/check.h"
#include "ground/atoms.h"
#include "ground/auxiliary.h"
#include "ground/ground_rule.h"
#include "ground/why/origin.h"
#include "model/print/printer.h"
#include "report/conflict/explaining.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_LINES = 20 };   /* notes: one screen */
enum { MOST_REASONS = 8 };  /* of one grounding */
enum { MOST_FORMULAS = 8 }; /* that are counted, in the text */
enum { FEW = 2 };           /* groundings of one formula, which are not counted */

/* ---- Notes ---------------------------------------------------------------------------------- */

/* What is kept of it for a page; its text without the first words, which say what it is. */
static void keep_note(kf_explaining *x, kf_conflict_line line, const kf_place *place,
                      const kf_text *text, size_t skip)
{
    assert(skip <= text->n);
    line.text = text->at + skip;
    kf_conflict_say(x->keep, line, place);
}

static kerf_status add_note(kf_explaining *x, const kf_place *place, const kf_text *text)
{
    if (text->failed) return KERF_NO_MEMORY;
    if (x->notes.n == MOST_LINES) return x->left_out++, KERF_OK;
    char *copy = kf_arena_alloc(&x->arena, text->n + 1, 1);
    if (!copy) return KERF_NO_MEMORY;
    memcpy(copy, text->at, text->n + 1);
    return kf_vec_push(kf_grounder_mem(x->g), &x->notes, (kf_conflict_note){ *place, copy })
               ? KERF_OK
               : KERF_NO_MEMORY;
}

kerf_status kf_explain_reasons(kf_explaining *x, uint32_t first)
{
    assert(first <= kf_reasons_count(&x->reasons) && x->most_reasons > 0);
    uint32_t n = kf_reasons_count(&x->reasons) - first;
    uint32_t most = n == x->most_reasons + 1 ? n : x->most_reasons; /* no line for one */
    kerf_status st = KERF_OK;
    kf_text text;
    kf_place place = { 0 };
    kf_text_init(&text, kf_grounder_mem(x->g));
    for (uint32_t i = 0; st == KERF_OK && i < n && i < most; i++) {
        kf_text_clear(&text);
        kf_reason reason = kf_reasons_get(&x->reasons, first + i);
        st = kf_explain_reason(&text, &place, x->g, &x->reasons, reason);
        if (st == KERF_OK) st = add_note(x, &place, &text);
        if (st == KERF_OK)
            keep_note(x, (kf_conflict_line){ .kind = KF_SAID_REASON }, &place, &text, 0);
    }
    kf_text_clear(&text);
    place = (kf_place){ 0 };
    if (n > most) kf_text_addf(&text, "and %u more lines of evidence", n - most);
    else if (x->reasons.cut_off)
        kf_text_add(&text, KF_STR("there is too much evidence behind it to look through"));
    x->reasons.cut_off = false;
    if (st == KERF_OK && text.n > 0) st = add_note(x, &place, &text);
    if (st == KERF_OK && text.n > 0)
        keep_note(x, (kf_conflict_line){ .kind = KF_SAID_REMARK }, &place, &text, 0);
    kf_text_free(&text);
    return st;
}

/* ---- Formulas ------------------------------------------------------------------------------- */

size_t kf_explain_begin(kf_text *to, const kf_explaining *x, const kf_rule *r, kf_place *place)
{
    *place = kf_sources_place(x->m->program->sources, r->pos);
    place->source = (kf_str){ 0 }; /* the text says more */
    kf_text_addf(to, "%.*s says: ", r->label.n > 100 ? 100 : (int)r->label.n, r->label.at);
    return to->n;
}

kerf_status kf_explain_grounding(kf_explaining *x, const kf_rule *r, uint32_t unit,
                                 const kf_place *place, const kf_text *text, size_t skip)
{
    kf_conflict_line line = { .kind = KF_SAID_GROUNDING, .rule = r, .label = r->label.at };
    line.unit = unit;
    KF_TRY(add_note(x, place, text));
    keep_note(x, line, place, text, skip);
    return KERF_OK;
}

/* What evidence makes a cardinality count, where that bears on its bound; there may be no evidence,
 * but only few constants. */
static void print_count(kf_text *to, const kf_reasons *found, bool evidence)
{
    bool most = found->bounds == KF_BOUND_MOST, least = found->bounds == KF_BOUND_LEAST;
    unsigned long long is = found->is, can_be = found->can_be;
    if (found->cut_off) return;
    if (is == can_be && evidence) kf_text_addf(to, ", but by the evidence it is %llu", is);
    else if (most && is > 0) kf_text_addf(to, ", and by the evidence it is at least %llu", is);
    else if (least && evidence)
        kf_text_addf(to, ", and by the evidence it is at most %llu", can_be);
    else if (least) kf_text_addf(to, ", and it can be at most %llu", can_be);
}

static kerf_status show_grounding(kf_explaining *x, const kf_rule *r, kf_binding *b, kf_blame blame)
{
    uint32_t first = kf_reasons_count(&x->reasons);
    uint64_t met = x->reasons.met;
    kf_place place;
    kf_text text;
    KF_TRY(kf_reasons_find(&x->reasons, x->g, r, &blame, b));
    for (uint32_t i = r->n_free; i < r->n_variables; i++) b->ids[i] = KF_NONE;
    kf_text_init(&text, kf_grounder_mem(x->g));
    kf_printer printer = { .to = &text,
                           .model = x->m,
                           .rule = r,
                           .dialect = KF_DIALECT_KERF,
                           .bound = b->ids,
                           .numbers = b->numbers,
                           .no_plus = true };
    size_t skip = kf_explain_begin(&text, x, r, &place);
    kf_printer_written(&printer);
    if (r->kind == KF_RULE_COUNT) print_count(&text, &x->reasons, x->reasons.met > met);
    kerf_status st = kf_explain_grounding(x, r, blame.number, &place, &text, skip);
    if (st == KERF_OK) st = kf_explain_reasons(x, first);
    kf_text_free(&text);
    return st;
}

static kerf_status show_unit(kf_explaining *x, kf_origin origin, kf_blame blame)
{
    const kf_ground_rule *gr = kf_grounder_rule(x->g, origin.rule);
    const kf_rule *r = &x->m->rules.at[kf_ground_rule_id(gr)];
    kf_arena scratch;
    kf_arena_init(&scratch, kf_grounder_mem(x->g));
    uint32_t n = kf_ground_rule_compiled(gr)->n_variables + r->n_variables + 1;
    kf_binding b;
    bool found = false;
    kerf_status st = kf_binding_new(&b, &scratch, kf_grounder_database(x->g), n);
    if (st == KERF_OK) st = kf_ground_instance(x->g, origin, &b, &found);
    if (st == KERF_OK && found) st = show_grounding(x, r, &b, blame);
    kf_arena_free(&scratch);
    return st;
}

/* ---- The error ------------------------------------------------------------------------------ */

#ifndef NDEBUG
/* Notes fit on the screen; each formula has its groundings, which are all there are. */
static void check(const kf_explaining *x)
{
    uint32_t units = 0;
    assert(x->notes.n <= MOST_LINES && (x->left_out == 0 || x->notes.n == MOST_LINES));
    assert((x->units > 0) == (x->first != NULL));
    for (size_t i = 0; i < x->formulas.n; i++) {
        assert(x->formulas.at[i].units > 0);
        units += x->formulas.at[i].units;
    }
    assert(x->formulas.n == 0 || units == x->units);
}
#endif

static const char *hint_for_one(const kf_explaining *x, bool evidence)
{
    if (x->acyclic) return "take one of these atoms out of the evidence, or drop the acyclicity";
    if (x->first->implied) return "take the mark off the declaration, or correct the evidence";
    return evidence ? "give it a weight, or correct the evidence"
                    : "correct it, or give it a weight";
}

static const char *hint_for_several(const kf_explaining *x, bool evidence)
{
    if (x->acyclic && evidence)
        return "give one of the other formulas a weight, drop the acyclicity, or correct the "
               "evidence";
    if (x->acyclic) return "give one of the other formulas a weight, or drop the acyclicity";
    if (!evidence) return "correct one of these formulas, or give it a weight";
    return "give one of these formulas a weight, or correct the evidence";
}

static void say_error(kf_explaining *x, bool said)
{
    const kf_place nowhere = { 0 };
    bool evidence = kf_reasons_count(&x->reasons) > 0;
    KF_CHECK(check(x));
    if (!said && x->units == 1) {
        kf_place place = kf_sources_place(x->m->program->sources, x->first->pos);
        kf_str label = x->first->label;
        int n = label.n > 100 ? 100 : (int)label.n;
        const char *hint = hint_for_one(x, evidence);
        if (evidence)
            kf_diag_add(kf_grounder_diags(x->g), KERF_ERROR, &place, hint,
                        "evidence alone breaks %.*s", n, label.at);
        else
            kf_diag_add(kf_grounder_diags(x->g), KERF_ERROR, &place, hint, "%.*s cannot be true", n,
                        label.at);
    } else if (!said) {
        kf_diag_add(kf_grounder_diags(x->g), KERF_ERROR, &nowhere, hint_for_several(x, evidence),
                    "the hard formulas contradict each other");
    }
    for (size_t i = 0; i < x->notes.n; i++)
        kf_diag_add(kf_grounder_diags(x->g), KERF_NOTE, &x->notes.at[i].place, NULL, "%s",
                    x->notes.at[i].text);
    if (x->left_out > 0)
        kf_diag_add(kf_grounder_diags(x->g), KERF_NOTE, &nowhere, NULL, "and %u more", x->left_out);
}

static void count_rule(kf_explaining *x, const kf_rule *r)
{
    if (x->units++ == 0) x->first = r;
    x->acyclic |= r->kind == KF_RULE_ACYCLIC;
}

/* ---- Contradictions ------------------------------------------------------------------------- */

/* "3 groundings of F4, 1 of F7 are false in every world", where there are several. */
static kerf_status say_broken(kf_explaining *x)
{
    const kf_place nowhere = { 0 };
    uint64_t sum = 0;
    kf_text text;
    kf_text_init(&text, kf_grounder_mem(x->g));
    for (size_t i = 0; i < kf_grounder_n_rules(x->g); i++) {
        const kf_ground_rule *gr = kf_grounder_rule(x->g, i);
        const kf_rule *r = &x->m->rules.at[kf_ground_rule_id(gr)];
        uint64_t n = r->cost == KF_COST_HARD ? kf_ground_rule_decided(gr) : 0;
        if (n == 0) continue;
        kf_text_addf(&text, "%s%llu%s of %.*s", sum > 0 ? ", " : "", (unsigned long long)n,
                     sum > 0  ? ""
                     : n == 1 ? " grounding"
                              : " groundings",
                     r->label.n > 100 ? 100 : (int)r->label.n, r->label.at);
        sum += n;
    }
    kf_text_add(&text, KF_STR(" are false in every world"));
    kerf_status st = sum > 1 ? add_note(x, &nowhere, &text) : KERF_OK;
    kf_text_free(&text);
    return st;
}

/* By rule of the model. */
static kerf_status show_broken(kf_explaining *x, uint32_t broken)
{
    const kf_rule *r = &x->m->rules.at[broken];
    uint32_t unit, rule = 0;
    assert(r->cost == KF_COST_HARD);
    while (kf_ground_rule_id(kf_grounder_rule(x->g, rule)) != broken) {
        rule++;
        assert(rule < kf_grounder_n_rules(x->g));
    }
    count_rule(x, r);
    KF_TRY(say_broken(x));
    if (r->kind == KF_RULE_ACYCLIC) return kf_explain_cycle(x, r, KF_NONE);
    KF_TRY(kf_ground_broken(x->g, rule, &unit));
    return unit == KF_NONE ? KERF_OK : show_unit(x, (kf_origin){ rule, unit }, (kf_blame){ 0 });
}

typedef struct blamed { /* a constraint of the contradiction */
    kf_origin origin;
    uint32_t unit;       /* number of its grounding, from 1; several may share one */
    bool first;          /* of that grounding */
    uint8_t bounds;      /* that contradict; of the first one: of all of them */
    struct blamed *head; /* the first one */
} blamed;

static int by_origin(const void *a, const void *b)
{
    const blamed *x = *(const blamed *const *)a, *y = *(const blamed *const *)b;
    if (x->origin.rule != y->origin.rule) return x->origin.rule < y->origin.rule ? -1 : 1;
    if (x->origin.entry != y->origin.entry) return x->origin.entry < y->origin.entry ? -1 : 1;
    return x < y ? -1 : x > y;
}

/* Units in the order of their first constraints; one without a tuple is a unit of its own. */
static kerf_status number_units(kf_explaining *x, const kf_cpi_result *found, blamed *all, size_t n)
{
    blamed **sorted = kf_arena_alloc(&x->arena, n + 1, sizeof *sorted);
    uint32_t units = 0;
    if (!sorted) return KERF_NO_MEMORY;
    for (size_t i = 0; i < n; i++) {
        all[i].bounds = found->conflict_bounds.at[i];
        sorted[i] = &all[i];
    }
    qsort(sorted, n, sizeof(blamed *), by_origin);
    for (size_t i = 0; i < n; i++) {
        const kf_origin *o = &sorted[i]->origin;
        blamed *before = i > 0 ? sorted[i - 1] : NULL;
        bool shared = before && o->entry != KF_NONE && before->origin.rule == o->rule
                      && before->origin.entry == o->entry;
        sorted[i]->first = !shared;
        sorted[i]->head = shared ? before->head : sorted[i];
        sorted[i]->head->bounds |= sorted[i]->bounds;
    }
    for (size_t i = 0; i < n; i++) all[i].unit = all[i].first ? ++units : all[i].head->unit;
    return KERF_OK;
}

/* Open atoms of a grounding, for the picture. */
static kerf_status keep_links(kf_explaining *x, const kf_lit *lits, uint32_t n, uint32_t unit)
{
    kf_text text;
    uint32_t row[KF_MOST_ARITY] = { 0 };
    if (!x->keep) return KERF_OK;
    kf_text_init(&text, kf_grounder_mem(x->g));
    for (uint32_t i = 0; i < n; i++) {
        uint32_t atom = kf_lit_atom(lits[i]).id;
        uint32_t predicate = kf_grounder_atom_row(x->g, atom, row);
        if (predicate == KF_NONE) continue;
        kf_text_clear(&text);
        kf_explain_atom(&text, x->m, predicate, row, 0);
        if (!text.failed)
            kf_conflict_link_to(x->keep,
                                (kf_conflict_link){ unit, atom, kf_lit_negated(lits[i]), text.at });
    }
    bool failed = text.failed;
    kf_text_free(&text);
    return failed ? KERF_NO_MEMORY : KERF_OK;
}

/* Parts that look alike may be put down to another grounding that has them: then nobody knows. */
static void name_atoms(kf_explaining *x, const kf_lit *lits, uint32_t n, uint32_t unit)
{
    bool part = false;
    for (uint32_t i = 0; i < n; i++)
        part |= kf_grounder_is_auxiliary(x->g, kf_lit_atom(lits[i]).id);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t *by = &x->named_by[kf_lit_atom(lits[i]).id];
        *by = part || (*by != 0 && *by != unit) ? KF_NONE : unit;
    }
}

static kerf_status find_units(kf_explaining *x, const kf_cpi_result *found, blamed *all)
{
    const kf_problem *p = kf_grounder_problem(x->g);
    uint32_t clauses = (uint32_t)p->clauses.n;
    size_t n = found->conflict.n, atoms = p->parent.n;
    kf_origin *origins = kf_arena_alloc(&x->arena, n, sizeof *origins);
    x->named_by = kf_arena_alloc(&x->arena, atoms, sizeof *x->named_by);
    if (!origins || !x->named_by) return KERF_NO_MEMORY;
    memset(x->named_by, 0, atoms * sizeof *x->named_by);
    KF_TRY(kf_ground_origins(x->g, found->conflict.at, n, origins));
    for (size_t i = 0; i < n; i++) all[i].origin = origins[i];
    KF_TRY(number_units(x, found, all, n));
    for (size_t i = 0; i < n; i++) {
        uint32_t at = found->conflict.at[i];
        bool clause = at < clauses;
        assert(clause || at - clauses < p->cardinalities.n);
        const kf_cardinality *c = clause ? NULL : &p->cardinalities.at[at - clauses];
        const kf_lit *lits = p->literals.at + (clause ? p->clauses.at[at].start : c->start);
        uint32_t n_lits = clause ? p->clauses.at[at].n : c->n;
        name_atoms(x, lits, n_lits, all[i].unit);
        KF_TRY(keep_links(x, lits, n_lits, all[i].unit));
    }
    return KERF_OK;
}

/* ---- By formula ----------------------------------------------------------------------------- */

static bool is_shown(const blamed *b)
{
    return b->origin.rule != KF_NONE && b->first;
}

static const kf_rule *rule_of(const kf_explaining *x, const blamed *b)
{
    return &x->m->rules.at[kf_ground_rule_id(kf_grounder_rule(x->g, b->origin.rule))];
}

static kerf_status count_formulas(kf_explaining *x, const blamed *all, size_t n)
{
    uint32_t *at = kf_arena_alloc(&x->arena, x->m->rules.n, sizeof *at); /* in formulas, from 1 */
    if (!at) return KERF_NO_MEMORY;
    memset(at, 0, x->m->rules.n * sizeof *at);
    for (size_t i = 0; i < n; i++) {
        if (!is_shown(&all[i])) continue;
        const kf_rule *r = rule_of(x, &all[i]);
        size_t rule = (size_t)(r - x->m->rules.at);
        count_rule(x, r);
        if (at[rule] == 0) {
            kf_blamed_rule f = { r, 0, (uint32_t)i };
            if (!kf_vec_push(kf_grounder_mem(x->g), &x->formulas, f)) return KERF_NO_MEMORY;
            at[rule] = (uint32_t)x->formulas.n;
        }
        x->formulas.at[at[rule] - 1].units++;
    }
    return KERF_OK;
}

static bool has_many(const kf_explaining *x)
{
    bool many = false;
    for (size_t i = 0; i < x->formulas.n; i++) many |= x->formulas.at[i].units > FEW;
    return many;
}

/* "33 groundings of one and 4 of cap cannot all be true" */
static kerf_status say_formulas(kf_explaining *x)
{
    size_t n = x->formulas.n, most = n == MOST_FORMULAS + 1 ? n : MOST_FORMULAS;
    const kf_place nowhere = { 0 };
    kf_text text;
    kf_text_init(&text, kf_grounder_mem(x->g));
    for (size_t i = 0; i < n && i < most; i++) {
        const kf_blamed_rule *f = &x->formulas.at[i];
        kf_str label = f->rule->label;
        if (i > 0) kf_text_add(&text, i + 1 == n ? KF_STR(" and ") : KF_STR(", "));
        kf_text_addf(&text, "%u", f->units);
        if (i == 0)
            kf_text_add(&text, f->units == 1 ? KF_STR(" grounding") : KF_STR(" groundings"));
        kf_text_addf(&text, " of %.*s", label.n > 100 ? 100 : (int)label.n, label.at);
    }
    if (n > most) kf_text_addf(&text, " and some of %zu more formulas", n - most);
    kf_text_add(&text, KF_STR(" cannot all be true"));
    kerf_status st = add_note(x, &nowhere, &text);
    if (st == KERF_OK)
        keep_note(x, (kf_conflict_line){ .kind = KF_SAID_REMARK }, &nowhere, &text, 0);
    kf_text_free(&text);
    return st;
}

static kerf_status show_blamed(kf_explaining *x, const kf_cpi_result *found, const blamed *all,
                               size_t i)
{
    assert(all[i].first); /* its bounds are those of the grounding */
    kf_origin origin = all[i].origin;
    const kf_rule *r = rule_of(x, &all[i]);
    kf_blame blame = { x->named_by, all[i].unit, all[i].bounds };
    if (r->kind == KF_RULE_ACYCLIC && origin.entry != KF_NONE) return kf_explain_order(x, r, found);
    return origin.entry == KF_NONE ? kf_explain_cycle(x, r, found->conflict.at[i])
                                   : show_unit(x, origin, blame);
}

/* An example of each formula, such that all of them find room. */
static kerf_status show_examples(kf_explaining *x, const kf_cpi_result *found, const blamed *all)
{
    size_t n = x->formulas.n;
    assert(n > 0);
    size_t share = (MOST_LINES - 1) / n;
    x->most_reasons = share > MOST_REASONS + 2 ? MOST_REASONS : share > 3 ? (uint32_t)share - 2 : 1;
    for (size_t i = 0; i < n; i++) KF_TRY(show_blamed(x, found, all, x->formulas.at[i].example));
    x->most_reasons = MOST_REASONS;
    return KERF_OK;
}

static int compare_units(const void *a, const void *b)
{
    const kf_blamed_rule *x = a, *y = b;
    if (x->units != y->units) return x->units < y->units ? -1 : 1;
    return x->example < y->example ? -1 : 1;
}

/* Formulas of few groundings say most: theirs come first. */
static kerf_status show_rest(kf_explaining *x, const kf_cpi_result *found, const blamed *all)
{
    qsort(x->formulas.at, x->formulas.n, sizeof *x->formulas.at, compare_units);
    for (size_t k = 0; k < x->formulas.n; k++) {
        const kf_blamed_rule *f = &x->formulas.at[k];
        for (size_t i = f->example + 1; i < found->conflict.n; i++)
            if (is_shown(&all[i]) && rule_of(x, &all[i]) == f->rule)
                KF_TRY(show_blamed(x, found, all, i));
    }
    return KERF_OK;
}

/* How many groundings of which formulas, an example of each, the others as far as there is room. */
static kerf_status show_by_formula(kf_explaining *x, const kf_cpi_result *found, const blamed *all)
{
    KF_TRY(say_formulas(x));
    KF_TRY(show_examples(x, found, all));
    return show_rest(x, found, all);
}

static void begin_again(kf_explaining *x)
{
    kf_reasons_free(&x->reasons, kf_grounder_mem(x->g));
    kf_reasons_init(&x->reasons);
    x->notes.n = x->left_out = 0;
    kf_conflict_clear(x->keep);
}

static kerf_status show_conflict(kf_explaining *x, const kf_cpi_result *found)
{
    blamed *all = kf_arena_alloc(&x->arena, found->conflict.n, sizeof *all);
    if (!all) return KERF_NO_MEMORY;
    KF_TRY(find_units(x, found, all));
    KF_TRY(count_formulas(x, all, found->conflict.n));
    if (has_many(x)) KF_TRY(say_formulas(x));
    for (size_t i = 0; i < found->conflict.n; i++)
        if (is_shown(&all[i])) KF_TRY(show_blamed(x, found, all, i));
    if (x->left_out == 0 || x->formulas.n < 2) return KERF_OK;
    begin_again(x);
    return show_by_formula(x, found, all);
}

kerf_status kf_explain_conflict(kf_grounder *g, const kf_cpi_result *found, bool reported,
                                kf_conflict *keep)
{
    kf_explaining x = {
        .g = g, .m = kf_grounder_model(g), .most_reasons = MOST_REASONS, .keep = keep
    };
    assert(found->outcome == KERF_CONTRADICTION);
    assert(found->conflict.n == found->conflict_bounds.n);
    assert((found->broken_rule == KF_NONE) == (found->conflict.n > 0));
    kf_arena_init(&x.arena, kf_grounder_mem(g));
    kf_reasons_init(&x.reasons);
    kerf_status st = found->broken_rule != KF_NONE ? show_broken(&x, found->broken_rule)
                                                   : show_conflict(&x, found);
    if (keep) keep->left_out = x.left_out;
    if (st == KERF_OK && keep && keep->failed) st = KERF_NO_MEMORY;
    if (st == KERF_OK) say_error(&x, reported);
    kf_vec_free(kf_grounder_mem(g), &x.notes);
    kf_vec_free(kf_grounder_mem(g), &x.formulas);
    kf_reasons_free(&x.reasons, kf_grounder_mem(g));
    kf_arena_free(&x.arena);
    return st;
}

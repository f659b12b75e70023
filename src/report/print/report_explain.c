/* report_explain.c -- what `kerf explain` prints: for each atom what the other value costs, which
 * groundings speak for and against it, and what flips along; or the same as one JSON object. */
#include "report/records/explained.h"

#include "base/json.h"

#include <math.h>
#include <string.h>

/* ---- Text ----------------------------------------------------------------------------------- */

static void add_number(kf_text *to, double x)
{
    kf_text_add_number(to, kf_number_shown(x));
}

static void add_sum(kf_text *to, double x)
{
    kf_text_add_number(to, kf_sum_shown(x, 0));
}

static void add_place(kf_text *to, const char *file, uint32_t line)
{
    if (!file || !file[0]) return; /* a program said it */
    kf_text_addf(to, ", %s", file);
    if (line > 0) kf_text_addf(to, ":%u", line);
}

static void add_rule_place(kf_text *to, const kf_model *m, const kf_explained_grounding *g)
{
    if (g->rule == KF_NONE) {
        kf_text_add(to, KF_STR("evidence"));
        add_place(to, g->atoms[0].file, g->atoms[0].line);
        return;
    }
    const kf_rule *r = &m->rules.at[g->rule];
    kf_place place = kf_sources_place(m->program->sources, r->pos);
    kf_text_add(to, r->label);
    add_place(to, place.file, place.line);
}

static const char *word(int value)
{
    return value ? "true" : "false";
}

static void add_atom(kf_text *to, const kerf_explained_atom *a)
{
    kf_text_addf(to, "      %s is %s", a->text, word(a->value));
    if (a->value != a->other_value) kf_text_addf(to, ", else %s", word(a->other_value));
    if (a->open) {
        kf_text_addc(to, '\n');
        return;
    }
    if (a->file) kf_text_add(to, KF_STR(", by evidence"));
    else kf_text_add(to, KF_STR(", not given"));
    add_place(to, a->file, a->line);
    kf_text_addc(to, '\n');
}

static void add_grounding(kf_text *to, const kf_model *m, const kf_explained_grounding *g)
{
    kf_text_add(to, KF_STR("    "));
    add_number(to, g->weight);
    kf_text_add(to, KF_STR("  "));
    kf_text_addf(to, "%s  (", g->text);
    add_rule_place(to, m, g);
    kf_text_add(to, KF_STR(")\n"));
    if (g->rule == KF_NONE) {
        kf_text_addf(to, "      evidence finds it true with probability ");
        add_number(to, g->atoms[0].probability);
        kf_text_addc(to, '\n');
        return;
    }
    for (uint32_t i = 0; i < g->n_atoms; i++) add_atom(to, &g->atoms[i]);
    if (g->more) kf_text_add(to, KF_STR("      and more atoms\n"));
}

static void add_paid(kf_text *to, const kf_model *m, const kf_explanation *e, int which)
{
    size_t n = which ? e->is.other_pays : e->is.answer_pays;
    if (n == 0) return;
    kf_text_addf(to, "  only with %s being %s, this is paid for:\n", e->is.atom,
                 word(e->is.value != (which == 1)));
    for (size_t i = 0; i < n; i++) add_grounding(to, m, &e->paid[which][i]);
}

static void add_flips(kf_text *to, const kf_explanation *e)
{
    if (e->is.flips == 0) return;
    kf_text_add(to, KF_STR("  flips along:\n"));
    for (size_t i = 0; i < e->is.flips; i++)
        kf_text_addf(to, "    %s becomes %s\n", e->flips[i].text, word(e->flips[i].other_value));
}

static const char *ending(kerf_ending e)
{
    switch (e) {
    case KERF_GAP_REACHED: return ", stopped at the gap";
    case KERF_MOST_ITERATIONS: return ", stopped by --max-iterations";
    case KERF_OUT_OF_TIME: return ", stopped by --time-limit";
    case KERF_STOPPED: return ", interrupted";
    default: return "";
    }
}

static void add_cost(kf_text *to, const kerf_explanation *is)
{
    kf_text_addf(to, "  %s being %s would cost ", is->atom, word(!is->value));
    add_sum(to, is->difference);
    kf_text_add(to, KF_STR(" more"));
    if (is->outcome != KERF_OPTIMAL) {
        kf_text_add(to, KF_STR(" at most, and "));
        add_sum(to, is->least_difference);
        kf_text_addf(to, " at least%s", ending(is->ending));
    }
    kf_text_addc(to, '\n');
}

static void add_kind(kf_text *to, const kf_explanation *e)
{
    const kerf_explanation *is = &e->is;
    switch (is->kind) {
    case KERF_EXPLAINED_COST: add_cost(to, is); return;
    case KERF_EXPLAINED_FORBIDDEN:
        kf_text_addf(to, "  no world that keeps the hard formulas has it %s\n", word(!is->value));
        return;
    case KERF_EXPLAINED_EVIDENCE:
        kf_text_add(to, is->file ? KF_STR("  evidence says so")
                                 : KF_STR("  it is observed, and not given"));
        add_place(to, is->file, is->line);
        kf_text_addc(to, '\n');
        return;
    case KERF_EXPLAINED_FREE:
        kf_text_add(to, KF_STR("  nothing decides it: no formula pays for either value\n"));
        return;
    default:
        kf_text_addf(to, "  no world was found in which it is %s%s; it would cost at least ",
                     word(!is->value), ending(is->ending));
        add_sum(to, is->least_difference);
        kf_text_add(to, KF_STR(" more\n"));
    }
}

static void add_conflict(kf_text *to, const kf_explanation *e)
{
    for (size_t i = 0; i < e->is.conflict; i++) {
        const kerf_explained_note *n = &e->conflict[i];
        kf_text_addf(to, "    %s", n->text);
        if (n->file) kf_text_addf(to, "  (%s:%u)", n->file, n->line);
        kf_text_addc(to, '\n');
    }
}

/* ---- Least changes ---- */

static const char *truth_word(kerf_truth truth)
{
    return truth == KERF_TRUE ? "true" : truth == KERF_FALSE ? "false" : "unknown";
}

static void add_change(kf_text *to, const kerf_changed_fact *f)
{
    kf_text_addf(to, "    %s, ", f->text);
    if (f->truth == KERF_PROBABLE) add_number(to, f->probability);
    else kf_text_addf(to, "%s", truth_word(f->truth));
    kf_text_add(to, KF_STR(" by evidence"));
    add_place(to, f->file, f->line);
    kf_text_add(to, KF_STR(", becomes "));
    if (f->other_truth == KERF_PROBABLE) add_number(to, f->other_probability);
    else kf_text_addf(to, "%s", truth_word(f->other_truth));
    kf_text_addc(to, '\n');
}

static void add_tried(kf_text *to, const kerf_explanation *is)
{
    kf_text_addf(to, "%u change%s of %zu fact%s %s tried", is->change_tried,
                 is->change_tried == 1 ? "" : "s", is->change_facts,
                 is->change_facts == 1 ? "" : "s", is->change_tried == 1 ? "was" : "were");
}

static void add_complete(kf_text *to, const kerf_explanation *is)
{
    if (is->change_complete > 0)
        kf_text_addf(to, ", among them all of up to %zu fact%s", is->change_complete,
                     is->change_complete == 1 ? "" : "s");
}

static void add_changes(kf_text *to, const kf_explanation *e)
{
    const kerf_explanation *is = &e->is;
    switch (is->change) {
    case KERF_CHANGE_NOT_SOUGHT: return;
    case KERF_CHANGE_LEAST:
        kf_text_add(to, KF_STR("  least change of evidence that flips it ("));
        break;
    case KERF_CHANGE_SOME:
        kf_text_add(to, KF_STR("  a change of evidence that flips it, perhaps not the least ("));
        break;
    case KERF_CHANGE_NONE: kf_text_add(to, KF_STR("  no change of evidence flips it (")); break;
    case KERF_CHANGE_NOT_FOUND:
        kf_text_add(to, KF_STR("  no change of evidence was found that flips it ("));
        break;
    case KERF_CHANGE_UNPROVED:
        kf_text_add(
            to, KF_STR("  no change of evidence was looked for: the answer is not proven to be the "
                       "best\n"));
        return;
    }
    add_tried(to, is);
    if (is->change == KERF_CHANGE_SOME || is->change == KERF_CHANGE_NOT_FOUND) add_complete(to, is);
    kf_text_addf(to, ")%s\n", is->changes > 0 ? ":" : "");
    for (size_t i = 0; i < is->changes; i++) add_change(to, &e->changes[i]);
    if (is->changes == 0) return;
    if (isinf(is->change_difference)) {
        kf_text_addf(to, "    then no world has %s %s\n", is->atom, word(is->value));
        return;
    }
    kf_text_addf(to, "    then %s being %s would cost ", is->atom, word(is->value));
    add_number(to, is->change_difference);
    kf_text_add(to, KF_STR(" more\n"));
}

static void add_explanation(kf_text *to, const kf_model *m, const kf_explanation *e)
{
    kf_text_addf(to, "%s is %s\n", e->is.atom, word(e->is.value));
    add_kind(to, e);
    add_conflict(to, e);
    add_flips(to, e);
    add_paid(to, m, e, 1);
    add_paid(to, m, e, 0);
    add_changes(to, e);
}

/* ---- JSON ----------------------------------------------------------------------------------- */

static void json_atom(kf_json *j, const kerf_explained_atom *a)
{
    kf_json_object(j, NULL);
    kf_json_text(j, "atom", a->text);
    kf_json_bool(j, "value", a->value);
    kf_json_bool(j, "other_value", a->other_value);
    kf_json_bool(j, "open", a->open);
    kf_json_text(j, "file", a->file);
    kf_json_count(j, "line", a->line);
    kf_json_number(j, "probability", a->probability);
    kf_json_close(j);
}

static void json_grounding(kf_json *j, const kf_model *m, const kf_explained_grounding *g)
{
    kf_json_object(j, NULL);
    if (g->rule == KF_NONE) {
        kf_json_text(j, "formula", "evidence");
        kf_json_text(j, "file", g->atoms[0].file);
        kf_json_count(j, "line", g->atoms[0].line);
    } else {
        const kf_rule *r = &m->rules.at[g->rule];
        kf_place place = kf_sources_place(m->program->sources, r->pos);
        kf_json_string(j, "formula", r->label);
        kf_json_text(j, "file", place.file);
        kf_json_count(j, "line", place.line);
    }
    kf_json_number(j, "weight", g->weight);
    kf_json_text(j, "grounding", g->text);
    kf_json_array(j, "atoms");
    for (uint32_t i = 0; i < g->n_atoms; i++) json_atom(j, &g->atoms[i]);
    kf_json_close(j);
    kf_json_bool(j, "more", g->more);
    kf_json_close(j);
}

static void json_paid(kf_json *j, const kf_model *m, const kf_explanation *e, int which)
{
    size_t n = which ? e->is.other_pays : e->is.answer_pays;
    kf_json_array(j, which ? "other_pays" : "answer_pays");
    for (size_t i = 0; i < n; i++) json_grounding(j, m, &e->paid[which][i]);
    kf_json_close(j);
}

static void json_conflict(kf_json *j, const kf_explanation *e)
{
    kf_json_array(j, "conflict");
    for (size_t i = 0; i < e->is.conflict; i++) {
        kf_json_object(j, NULL);
        kf_json_text(j, "text", e->conflict[i].text);
        kf_json_text(j, "file", e->conflict[i].file);
        kf_json_count(j, "line", e->conflict[i].line);
        kf_json_close(j);
    }
    kf_json_close(j);
}

static const char *truth_name(kerf_truth truth)
{
    return truth == KERF_PROBABLE ? "probable" : truth_word(truth);
}

static void json_change(kf_json *j, const kf_explanation *e)
{
    const kerf_explanation *is = &e->is;
    if (is->change == KERF_CHANGE_NOT_SOUGHT) return;
    kf_json_object(j, "change");
    kf_json_text(j, "kind", kerf_change_text(is->change));
    kf_json_count(j, "facts", is->change_facts);
    kf_json_count(j, "tried", is->change_tried);
    kf_json_count(j, "complete", is->change_complete);
    kf_json_number(j, "difference", is->change_difference);
    kf_json_array(j, "atoms");
    for (size_t i = 0; i < is->changes; i++) {
        const kerf_changed_fact *f = &e->changes[i];
        kf_json_object(j, NULL);
        kf_json_text(j, "atom", f->text);
        kf_json_text(j, "truth", truth_name(f->truth));
        kf_json_text(j, "other_truth", truth_name(f->other_truth));
        kf_json_number(j, "probability", f->probability);
        kf_json_number(j, "other_probability", f->other_probability);
        kf_json_text(j, "file", f->file);
        kf_json_count(j, "line", f->line);
        kf_json_close(j);
    }
    kf_json_close(j);
    kf_json_close(j);
}

static void json_explanation(kf_json *j, const kf_model *m, const kf_explanation *e)
{
    const kerf_explanation *is = &e->is;
    kf_json_object(j, NULL);
    kf_json_text(j, "atom", is->atom);
    kf_json_bool(j, "value", is->value);
    kf_json_text(j, "kind", kerf_explained_text(is->kind));
    kf_json_text(j, "status", kerf_outcome_text(is->outcome));
    kf_json_number(j, "cost", is->cost);
    kf_json_number(j, "other_cost", is->other_cost);
    kf_json_number(j, "other_bound", is->other_bound);
    kf_json_number(j, "difference", is->difference);
    kf_json_number(j, "least_difference", is->least_difference);
    kf_json_text(j, "file", is->file);
    kf_json_count(j, "line", is->line);
    kf_json_array(j, "flips");
    for (size_t i = 0; i < is->flips; i++) json_atom(j, &e->flips[i]);
    kf_json_close(j);
    json_paid(j, m, e, 1);
    json_paid(j, m, e, 0);
    json_conflict(j, e);
    json_change(j, e);
    kf_json_close(j);
}

void kf_report_explained(kf_text *to, const kf_explained *x, const kf_model *m,
                         kerf_report_format format)
{
    if (format == KERF_REPORT_JSON) {
        kf_json j = kf_json_to(to);
        kf_json_object(&j, NULL);
        kf_json_array(&j, "explanations");
        for (size_t i = 0; x && i < x->list.n; i++) json_explanation(&j, m, &x->list.at[i]);
        kf_json_close(&j);
        kf_json_close(&j);
        kf_text_addc(to, '\n');
        return;
    }
    for (size_t i = 0; x && i < x->list.n; i++) {
        if (i > 0) kf_text_addc(to, '\n');
        add_explanation(to, m, &x->list.at[i]);
    }
}

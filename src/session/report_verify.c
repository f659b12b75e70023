/* report_verify.c -- what `kerf verify` prints: the sums, a table by formula, and the first few
 * groundings that are violated; or the same as one JSON object. */
#include "session/verified.h"

#include <math.h>
#include <string.h>

enum { COLUMNS = 7 };

static const kf_rule *rule_of(const kf_model *m, size_t check)
{
    return check < m->rules.n ? &m->rules.at[check] : NULL;
}

static kf_str label_of(const kf_model *m, size_t check)
{
    const kf_rule *r = rule_of(m, check);
    return r ? r->label : KF_STR("evidence");
}

/* ---- The table ------------------------------------------------------------------------------ */

static void add_weight(kf_text *to, const kf_rule *r)
{
    switch (r ? (kf_cost_kind)r->cost : KF_COST_VARIABLE) {
    case KF_COST_HARD: kf_text_add(to, KF_STR("hard")); break;
    case KF_COST_VARIABLE: kf_text_add(to, KF_STR("data")); break;
    case KF_COST_TABLE: kf_text_add(to, KF_STR("table")); break;
    default: kf_text_add_number(to, r->weight); break;
    }
}

static void add_count(kf_text *to, uint64_t n)
{
    kf_text_addf(to, "%llu", (unsigned long long)n);
}

static void add_cell(kf_text *to, const kf_model *m, size_t check, const kf_tally *c, int column)
{
    switch (column) {
    case 0: kf_text_add(to, label_of(m, check)); break;
    case 1: add_weight(to, rule_of(m, check)); break;
    case 2: add_count(to, c->groundings); break;
    case 3: add_count(to, c->satisfied); break;
    case 4: add_count(to, c->unsatisfied); break;
    case 5: kf_text_add_number(to, kf_sum_get(&c->cost)); break;
    default: add_count(to, c->violations); break;
    }
}

static size_t characters(kf_str s) /* of UTF-8 */
{
    size_t n = 0;
    for (size_t i = 0; i < s.n; i++) n += ((unsigned char)s.at[i] & 0xc0) != 0x80;
    return n;
}

static void add_blanks(kf_text *to, size_t n)
{
    while (n-- > 0) kf_text_addc(to, ' ');
}

/* Labels to the left, numbers to the right. */
static void add_padded(kf_text *to, kf_str cell, size_t width, int column)
{
    size_t gap = width - characters(cell);
    kf_text_add(to, KF_STR("  "));
    if (column > 0) add_blanks(to, gap);
    kf_text_add(to, cell);
    if (column == 0) add_blanks(to, gap);
}

/* Twice over all cells: to find the widths (to NULL), then to write them. */
static void pass_table(kf_text *to, kf_text *cell, const kf_model *m, const kf_verified *v,
                       size_t *widths)
{
    static const char *const heads[COLUMNS] = { "formula",     "weight", "groundings", "true",
                                                "unsatisfied", "cost",   "violations" };
    for (size_t row = 0; row <= v->n_shown && !cell->failed; row++) {
        size_t check = row > 0 ? v->shown[row - 1] : 0;
        for (int column = 0; column < COLUMNS; column++) {
            kf_text_clear(cell);
            if (row == 0) kf_text_add(cell, kf_str_of(heads[column]));
            else add_cell(cell, m, check, kf_verifier_tally(v->verifier, check), column);
            size_t n = characters(kf_text_get(cell));
            if (n > widths[column]) widths[column] = n;
            if (to) add_padded(to, kf_text_get(cell), widths[column], column);
        }
        if (to) kf_text_addc(to, '\n');
    }
}

static void add_table(kf_text *to, const kf_model *m, const kf_verified *v)
{
    size_t widths[COLUMNS] = { 0 };
    kf_text cell;
    kf_text_init(&cell, to->mem);
    pass_table(NULL, &cell, m, v, widths);
    pass_table(to, &cell, m, v, widths);
    if (cell.failed) to->failed = true;
    kf_text_free(&cell);
}

/* ---- Violated groundings -------------------------------------------------------------------- */

static void add_examples(kf_text *to, const kf_model *m, const kf_verified *v, size_t check)
{
    const kf_tally *c = kf_verifier_tally(v->verifier, check);
    kf_str label = label_of(m, check);
    uint64_t all = c->unsatisfied + c->violations;
    if (c->examples.n == 0) return;
    kf_text_addf(to, "  %.*s\n", (int)label.n, label.at);
    for (size_t i = 0; i < c->examples.n; i++) {
        const kf_violated *e = &c->examples.at[i];
        kf_text_add(to, KF_STR("    "));
        if (v->total.worlds > 1) kf_text_addf(to, "in world %s: ", e->world);
        kf_text_addf(to, "%s\n", e->text);
    }
    if (all > c->examples.n)
        kf_text_addf(to, "    and %llu more\n", (unsigned long long)(all - c->examples.n));
}

static bool has_examples(const kf_verified *v)
{
    for (size_t i = 0; i < v->n_shown; i++)
        if (kf_verifier_tally(v->verifier, v->shown[i])->examples.n > 0) return true;
    return false;
}

/* ---- Certificates --------------------------------------------------------------------------- */

static void add_bound(kf_text *to, const kerf_verification *t)
{
    kf_text_add(to, KF_STR("proven bound     "));
    kf_text_add_number(to, t->proven_bound);
    if (!isnan(t->proven_gap)) {
        kf_text_add(to, KF_STR("\nproven gap       "));
        kf_text_add_number(to, t->proven_gap);
    }
    kf_text_add(to, t->proven_optimal ? KF_STR("\noptimal: proven in exact arithmetic: no world "
                                               "costs less than the cost less the gap\n")
                                      : KF_STR("\nproven in exact arithmetic: no world costs less "
                                               "than the bound\n"));
}

void kf_report_verification(kf_text *to, const kf_model *m, const kf_verified *v)
{
    const kerf_verification *t = &v->total;
    if (isnan(t->score)) {
        add_bound(to, t);
        return;
    }
    kf_text_add(to, KF_STR("score            "));
    kf_text_add_number(to, t->score);
    kf_text_add(to, KF_STR("\ncost             "));
    kf_text_add_number(to, t->cost);
    kf_text_addf(to, "\nhard violations  %llu\nworlds           %llu\n",
                 (unsigned long long)t->hard_violations, (unsigned long long)t->worlds);
    if (t->contradictions > 0)
        kf_text_addf(to, "contradictions   %llu\n", (unsigned long long)t->contradictions);
    if (t->certified) add_bound(to, t);
    if (v->n_shown > 0) kf_text_addc(to, '\n');
    if (v->n_shown > 0) add_table(to, m, v);
    if (!has_examples(v)) return;
    kf_text_add(to, KF_STR("\nviolated groundings\n"));
    for (size_t i = 0; i < v->n_shown; i++) add_examples(to, m, v, v->shown[i]);
}

/* ---- JSON ----------------------------------------------------------------------------------- */

static void add_json_count(kf_text *to, const char *name, uint64_t n)
{
    kf_text_addf(to, ",\"%s\":%llu", name, (unsigned long long)n);
}

static void add_json_number(kf_text *to, double x)
{
    if (isnan(x)) kf_text_add(to, KF_STR("null"));
    else kf_text_add_number(to, x);
}

static void add_json_bound(kf_text *to, const kerf_verification *t)
{
    kf_text_add(to, KF_STR(",\"proven_bound\":"));
    add_json_number(to, t->proven_bound);
    kf_text_add(to, KF_STR(",\"proven_gap\":"));
    add_json_number(to, t->proven_gap);
    kf_text_addf(to, ",\"proven_optimal\":%s", t->proven_optimal ? "true" : "false");
}

static void add_json_formula(kf_text *to, const kf_model *m, const kf_verified *v, size_t check)
{
    const kf_tally *c = kf_verifier_tally(v->verifier, check);
    const kf_rule *r = rule_of(m, check);
    kf_text_add(to, KF_STR("{\"label\":"));
    kf_text_add_quoted(to, label_of(m, check));
    add_json_count(to, "line", r ? kf_sources_line(m->program->sources, r->pos) : 0);
    kf_text_add(to, KF_STR(",\"weight\":"));
    if (r && r->cost == KF_COST_NUMBER) kf_text_add_number(to, r->weight);
    else kf_text_add(to, KF_STR("null"));
    kf_text_addf(to, ",\"hard\":%s", r && r->cost == KF_COST_HARD ? "true" : "false");
    add_json_count(to, "groundings", c->groundings);
    add_json_count(to, "true", c->satisfied);
    add_json_count(to, "unsatisfied", c->unsatisfied);
    kf_text_add(to, KF_STR(",\"cost\":"));
    kf_text_add_number(to, kf_sum_get(&c->cost));
    add_json_count(to, "violations", c->violations);
    kf_text_addc(to, '}');
}

void kf_report_verification_json(kf_text *to, const kf_model *m, const kf_verified *v)
{
    kf_text_add(to, KF_STR("{\"score\":"));
    add_json_number(to, v->total.score);
    kf_text_add(to, KF_STR(",\"cost\":"));
    add_json_number(to, v->total.cost);
    add_json_count(to, "hard_violations", v->total.hard_violations);
    add_json_count(to, "worlds", v->total.worlds);
    add_json_count(to, "contradictions", v->total.contradictions);
    if (v->total.certified) add_json_bound(to, &v->total);
    kf_text_add(to, KF_STR(",\"formulas\":["));
    for (size_t i = 0; i < v->n_shown; i++) {
        if (i > 0) kf_text_addc(to, ',');
        add_json_formula(to, m, v, v->shown[i]);
    }
    kf_text_add(to, KF_STR("]}\n"));
}

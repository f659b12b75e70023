/* summary.c -- what `kerf check` prints when all is well: the model at a glance.
 *
 * Sections with aligned columns; the long text stands last in its line and is never padded. */
#include "report/report.h"

#include "lang/parse.h"
#include "model/weight_table.h"
#include "report/print/columns.h"

#include <assert.h>

static void add_counted(kf_text *to, uint64_t n, const char *one, const char *many)
{
    kf_add_count(to, n);
    kf_text_addf(to, " %s", n == 1 ? one : many);
}

/* ---- Types -------------------------------------------------------------------------------- */

static void type_size(kf_text_columns *c, const kf_model *m, const kf_evidence *w,
                      const kf_worlds *all, uint32_t t)
{
    assert(all->n <= 1 || (all->least && all->most));
    if (all->n > 1 && all->least[t] != all->most[t]) {
        kf_add_count(&c->cells, all->least[t]);
        kf_text_add(&c->cells, KF_STR(" to "));
        kf_add_count(&c->cells, all->most[t]);
    } else {
        kf_add_count(&c->cells, w ? kf_evidence_type_size(w, t) : m->types.at[t].n_model);
    }
    kf_cell_end(c);
}

static void write_types(kf_text *to, const kf_model *m, const kf_evidence *w, const kf_worlds *all)
{
    kf_text_columns c;
    if (m->types.n <= KF_TYPE_NUMBER + 1) return;
    kf_text_add(to, KF_STR("\ntypes\n"));
    kf_columns_open(&c, to->mem, 3, 0);
    for (uint32_t t = KF_TYPE_NUMBER + 1; t < m->types.n; t++) {
        const kf_type *type = &m->types.at[t];
        kf_cell(&c, kf_type_name(m, t));
        type_size(&c, m, w, all, t);
        bool listed = type->listed || type->n_declared > 0; /* all, or some of them */
        kf_cell(&c, listed              ? KF_STR("listed")
                    : type->n_model > 0 ? KF_STR("from formulas and evidence")
                                        : KF_STR("from evidence"));
    }
    kf_columns_close(&c, to);
}

/* ---- Predicates --------------------------------------------------------------------------- */

static void evidence_cell(kf_text_columns *c, const kf_evidence *w, uint32_t predicate)
{
    static const struct {
        kf_said part;
        const char *name;
    } parts[] = { { KF_SAID_TRUE, "true" },
                  { KF_SAID_FALSE, "false" },
                  { KF_SAID_UNKNOWN, "unknown" },
                  { KF_SAID_SOFT, "soft" } };
    unsigned n = 0;
    for (size_t i = 0; w && i < KF_LENGTH(parts); i++) {
        uint32_t rows = kf_evidence_count(w, predicate, parts[i].part);
        if (rows == 0) continue;
        if (n++ > 0) kf_text_add(&c->cells, KF_STR(", "));
        kf_add_count(&c->cells, rows);
        kf_text_addf(&c->cells, " %s", parts[i].name);
    }
    kf_cell_end(c);
}

static void write_predicates(kf_text *to, const kf_model *m, const kf_evidence *w,
                             const kf_worlds *all)
{
    kf_text_columns c;
    if (m->predicates.n == 0) return;
    kf_text_addf(to, "\npredicates%s\n", all->n > 1 ? " (evidence: the last world's)" : "");
    kf_columns_open(&c, to->mem, 4, 0);
    for (uint32_t i = 0; i < m->predicates.n; i++) {
        const kf_predicate *p = &m->predicates.at[i];
        bool settled = p->why != KF_WHY_UNSETTLED;
        kf_print_predicate(&c.cells, m, p);
        kf_cell_end(&c);
        kf_cell(&c, !settled ? KF_STR("") : p->hidden ? KF_STR("hidden") : KF_STR("observed"));
        kf_cell(&c, kf_str_of(kf_why_text(p->why)));
        evidence_cell(&c, w, i);
    }
    kf_columns_close(&c, to);
}

static void write_functions(kf_text *to, const kf_model *m, const kf_evidence *w)
{
    kf_text_columns c;
    if (m->functions.n == 0) return;
    kf_text_add(to, KF_STR("\nfunctions\n"));
    kf_columns_open(&c, to->mem, 2, 0);
    for (uint32_t i = 0; i < m->functions.n; i++) {
        kf_print_function(&c.cells, m, &m->functions.at[i]);
        kf_cell_end(&c);
        uint32_t n = w ? kf_evidence_count_values(w, i) : 0;
        if (n > 0) add_counted(&c.cells, n, "mapping", "mappings");
        else if (w) kf_text_add(&c.cells, KF_STR("each application is a constant of its own"));
        kf_cell_end(&c);
    }
    kf_columns_close(&c, to);
}

/* ---- Formulas ----------------------------------------------------------------------------- */

static void weight_cell(kf_text_columns *c, const kf_model *m, const kf_rule *r, bool one_world)
{
    kf_text *to = &c->cells;
    if (r->sign != 0) kf_text_add(to, r->sign > 0 ? KF_STR("@>=0 ") : KF_STR("@<=0 "));
    switch ((kf_cost_kind)r->cost) {
    case KF_COST_LEARN: kf_text_add(to, KF_STR("learn")); break;
    case KF_COST_NUMBER:
        if (r->steps && !one_world) {
            kf_text_add(to, KF_STR("by domSize"));
            break;
        }
        if (r->fixed && !r->steps) kf_text_addc(to, '@');
        kf_text_add_number(to, kf_number_shown(r->weight));
        if (r->steps) kf_text_add(to, KF_STR(" (domSize)"));
        break;
    case KF_COST_HARD: kf_text_add(to, KF_STR("hard")); break;
    case KF_COST_VARIABLE:
        kf_text_add(to, KF_STR("from data ("));
        kf_print_variable(to, m, r, r->weight_variable);
        kf_text_addc(to, ')');
        break;
    case KF_COST_TABLE:
        kf_text_add(to, KF_STR("table, "));
        add_counted(to, kf_weight_table_count(r->table), "row", "rows");
        break;
    }
    kf_cell_end(c);
}

static void place_cell(kf_text_columns *c, const kf_model *m, kf_pos pos)
{
    const kf_sources *sources = m->program->sources;
    if (kf_sources_count(sources) > 1) {
        kf_text_addf(&c->cells, "%s:", kf_sources_name(sources, pos.source));
    } else {
        kf_text_add(&c->cells, KF_STR("line "));
    }
    kf_text_addf(&c->cells, "%u", (unsigned)kf_sources_line(sources, pos));
    kf_cell_end(c);
}

static void write_formulas(kf_text *to, const kf_model *m, const kf_worlds *all)
{
    kf_text_columns c;
    size_t n = 0;
    kf_columns_open(&c, to->mem, 4, 0);
    for (size_t i = 0; i < m->rules.n; i++) {
        const kf_rule *r = &m->rules.at[i];
        if (r->implied) continue;
        if (n++ == 0) kf_text_add(to, KF_STR("\nformulas\n"));
        kf_cell(&c, r->label);
        weight_cell(&c, m, r, all->n == 1);
        place_cell(&c, m, r->pos);
        kf_print_content(&c.cells, m, r);
        kf_cell_end(&c);
    }
    kf_columns_close(&c, to);
}

/* ---- Decisions ---------------------------------------------------------------------------- */

/* The arguments of the marked predicate that are counted, or those that are not. */
static void add_slots(kf_text *to, const kf_model *m, const kf_rule *r, bool counted)
{
    const kf_predicate *p = &m->predicates.at[r->body->id];
    unsigned n = 0;
    for (uint32_t i = 0; i < r->body->n && i < p->arity; i++) {
        const kf_expr *e = r->body->args[i];
        if (e->kind != KF_EXPR_VARIABLE || r->variables[e->id].quantified != counted) continue;
        if (n++ > 0) kf_text_add(to, KF_STR(" and "));
        kf_name name = p->slots[i].name;
        kf_text_add(to, name.id != KF_NO_SYMBOL ? kf_model_name(m, name)
                                                : kf_type_name(m, p->slots[i].type));
    }
}

static void write_implied(kf_text *to, const kf_model *m, const kf_rule *r)
{
    assert(r->kind == KF_RULE_COUNT && r->cost == KF_COST_HARD);
    if (r->body->kind != KF_LOGIC_ATOM) return;
    kf_text_add(to, KF_STR("  in "));
    kf_text_add(to, kf_predicate_name(m, r->body->id));
    kf_text_addf(to, " %s ", r->op == KF_OP_EQ ? "exactly one" : "at most one");
    add_slots(to, m, r, true);
    if (r->n_free > 0) {
        kf_text_add(to, KF_STR(" per "));
        add_slots(to, m, r, false);
    }
    kf_text_add(to, KF_STR(" (hard, from the mark in its declaration)\n"));
}

/* Definite clauses and scopes of a predicate, by the id of its name. */
typedef struct defined {
    uint32_t clauses, scopes;
} defined;

static size_t count_defined(const kf_program *program, defined *of)
{
    size_t n = 0;
    for (size_t i = 0; i < program->statements.n; i++) {
        const kf_statement *s = program->statements.at[i];
        if (!s->head) continue;
        n++;
        if (s->kind == KF_STATEMENT_SCOPE) of[s->head->name.id].scopes++;
        else of[s->head->name.id].clauses++;
    }
    return n;
}

static void write_defined(kf_text *to, kf_str name, const defined *d)
{
    bool one = d->clauses == 1;
    if (d->clauses > 0)
        kf_text_addf(to,
                     "  %.*s is completed: it holds only where its %u definite clause%s (:-) %s "
                     "so\n",
                     (int)name.n, name.at, d->clauses, one ? "" : "s", one ? "says" : "say");
    if (d->scopes > 0)
        kf_text_addf(to, "  %.*s is false outside of its scope (:=)\n", (int)name.n, name.at);
}

/* The predicates that definite clauses define, and those with a scope. */
static void write_completed(kf_text *to, const kf_model *m)
{
    size_t names = kf_symbols_count(m->program->names);
    defined *of = kf_mem_calloc(m->mem, names, sizeof *of);
    if (!of) {
        to->failed = true;
        return;
    }
    size_t n = count_defined(m->program, of);
    for (size_t i = 0; n > 0 && i < m->predicates.n; i++)
        write_defined(to, kf_predicate_name(m, (uint32_t)i), &of[m->predicates.at[i].name.id]);
    kf_mem_free(m->mem, of, names, sizeof *of);
}

static void write_decisions(kf_text *to, const kf_model *m)
{
    size_t learn = 0;
    kf_text lines;
    kf_text_init(&lines, to->mem);
    for (size_t i = 0; i < m->rules.n; i++) {
        if (m->rules.at[i].implied) write_implied(&lines, m, &m->rules.at[i]);
        learn += m->rules.at[i].cost == KF_COST_LEARN;
    }
    write_completed(&lines, m);
    if (m->split_cnf) {
        kf_text_add(
            &lines,
            KF_STR("  weights are divided evenly over the clauses of their formula\n"
                   "  clauses that always hold and leading universal quantifiers are dropped\n"));
    }
    if (m->folded > 0) {
        kf_text_add(&lines, KF_STR("  "));
        add_counted(&lines, m->folded, "formula was", "formulas were");
        kf_text_addf(&lines, " folded into weight tables\n");
    }
    if (learn > 0) {
        kf_text_add(&lines, KF_STR("  "));
        add_counted(&lines, learn, "formula has", "formulas have");
        kf_text_add(&lines, KF_STR(" no weight: to be learned, not for map\n"));
    }
    if (m->program->question_variables) {
        kf_text_add(&lines, KF_STR("  ?x marks variables, so bare names are constants\n"));
    }
    if (lines.failed) to->failed = true;
    if (lines.n > 0) {
        kf_text_add(to, KF_STR("\ndecisions\n"));
        kf_text_add(to, kf_text_get(&lines));
    }
    kf_text_free(&lines);
}

void kf_report_summary(kf_text *to, const kf_record *r)
{
    const kf_model *m = r->model;
    const kf_evidence *w = r->evidence;
    const kf_worlds *all = &r->worlds;
    assert(m && (all->n == 0) == (w == NULL));
    kf_text_addf(to, "dialect  %s\n", kf_dialect_name(m->program->dialect));
    kf_text_addf(to, "meaning  %s; a hard one must hold\n",
                 m->split_cnf ? "a weighted formula counts clause by clause, its weight divided"
                              : "a weighted formula counts once per grounding, as a whole");
    kf_text_add(to, KF_STR("worlds   "));
    if (all->n > 0) {
        kf_add_count(to, all->n);
        kf_text_add(to, KF_STR(", with "));
        add_counted(to, all->rows, "atom of evidence", "atoms of evidence");
        kf_text_addc(to, '\n');
    } else {
        kf_text_add(to, KF_STR("none read\n"));
    }
    write_types(to, m, w, all);
    write_predicates(to, m, w, all);
    write_functions(to, m, w);
    write_formulas(to, m, all);
    write_decisions(to, m);
}

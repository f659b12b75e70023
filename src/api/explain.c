/* explain.c -- why there is no answer: hard formulas that contradict each other, as they stand with
 * the constants that make them do so, and the evidence behind them. */
#include "api/mapped.h"

#include "model/printer.h"

#include <string.h>

enum { MOST_LINES = 20 }; /* notes: one screen */

typedef struct explanation {
    kf_grounder *g;
    const kf_model *m;
    const kf_world *world;
    uint32_t lines, left_out;
    KF_VEC(uint64_t) shown; /* evidence: predicate and row */
} explanation;

static kf_place rule_place(const explanation *x, const kf_rule *r)
{
    return kf_sources_place(x->m->program->sources, r->pos);
}

static bool has_room(explanation *x)
{
    if (x->lines < MOST_LINES) return x->lines++, true;
    x->left_out++;
    return false;
}

/* ---- Evidence ------------------------------------------------------------------------------- */

static bool is_shown(explanation *x, uint32_t predicate, kf_said part, uint32_t row)
{
    uint64_t key = ((uint64_t)predicate * 2 + (part == KF_SAID_FALSE)) << 32 | row;
    for (size_t i = 0; i < x->shown.n; i++)
        if (x->shown.at[i] == key) return true;
    (void)kf_vec_push(x->g->mem, &x->shown, key); /* at worst it is shown twice */
    return false;
}

static void show_evidence(explanation *x, uint32_t predicate, const uint32_t *row, double number)
{
    static const kf_said parts[] = { KF_SAID_TRUE, KF_SAID_FALSE };
    const kf_predicate *p = &x->m->predicates.at[predicate];
    for (size_t i = 0; i < KF_LENGTH(parts); i++) {
        const kf_relation *rows = kf_world_relation(x->world, predicate, parts[i]);
        uint32_t at;
        if (rows->n == 0 || !kf_relation_find(rows, row, number, &at)) continue;
        if (is_shown(x, predicate, parts[i], at) || !has_room(x)) continue;
        kf_place place = kf_world_place(x->world, rows, at);
        place.source = (kf_str){ 0 }; /* the text says it */
        kf_text atom;
        kf_text_init(&atom, x->g->mem);
        kf_text_add(&atom, kf_predicate_name(x->m, predicate));
        for (uint32_t k = 0; k < p->arity; k++) {
            kf_text_add(&atom, k == 0 ? KF_STR("(") : KF_STR(", "));
            kf_print_constant(&atom, kf_constant_text(x->m, p->slots[k].type, row[k]));
        }
        if (p->number) kf_text_add(&atom, p->arity > 0 ? KF_STR(", ") : KF_STR("("));
        if (p->number) kf_text_add_number(&atom, number);
        if (p->arity > 0 || p->number) kf_text_addc(&atom, ')');
        kf_diag_add(x->g->diags, KERF_NOTE, &place, NULL, "evidence says that %s is %s",
                    atom.at ? atom.at : "this", parts[i] == KF_SAID_TRUE ? "true" : "false");
        kf_text_free(&atom);
    }
}

/* Evidence of the atoms of a formula, as far as its variables have values. */
static void show_atoms(explanation *x, const kf_rule *r, const kf_logic *f, const kf_binding *b)
{
    uint32_t row[KF_MOST_ARITY];
    double number = 0;
    if (!f || f->kind == KF_LOGIC_EXIST || f->kind == KF_LOGIC_FORALL) return;
    if (f->kind != KF_LOGIC_ATOM) {
        bool leaf = f->kind == KF_LOGIC_COMPARE || f->kind == KF_LOGIC_CONTAINS;
        for (uint32_t i = 0; !leaf && i < f->n; i++) show_atoms(x, r, f->kids[i], b);
        return;
    }
    const kf_predicate *p = &x->m->predicates.at[f->id];
    for (uint32_t i = 0; i < p->arity; i++) {
        bool quantified = f->args[i]->kind == KF_EXPR_VARIABLE && f->args[i]->id >= r->n_free;
        if (quantified || !kf_eval_constant(x->g->d, f->args[i], b, &row[i])) return;
    }
    if (p->number && !kf_eval_number(x->g->d, f->args[p->arity], b, &number)) return;
    show_evidence(x, f->id, row, number);
}

/* ---- Formulas ------------------------------------------------------------------------------- */

static void print_grounding(kf_text *to, const explanation *x, const kf_rule *r, kf_binding *b)
{
    for (uint32_t i = r->n_free; i < r->n_variables; i++) b->ids[i] = KF_NONE;
    kf_printer printer = { .to = to,
                           .model = x->m,
                           .rule = r,
                           .dialect = KF_DIALECT_KERF,
                           .bound = b->ids,
                           .numbers = b->numbers,
                           .no_plus = true };
    kf_printer_content(&printer);
}

static void say_formula(explanation *x, const kf_rule *r, const char *text)
{
    kf_place place = rule_place(x, r);
    place.source = (kf_str){ 0 }; /* the text says more */
    if (!has_room(x)) return;
    kf_diag_add(x->g->diags, KERF_NOTE, &place, NULL, "%.*s says: %s",
                r->label.n > 100 ? 100 : (int)r->label.n, r->label.at, text);
}

/* A cycle has no variables: the clause says which edges it cannot have all. */
/* Do the edges of a cycle's clause close it? Else the others are evidence. */
static bool is_closed(const kf_grounder *g, const kf_clause *c)
{
    for (uint32_t i = 0; i < c->n; i++) {
        uint32_t edge = kf_lit_atom(g->p->literals.at[c->start + i]).id;
        const kf_rel *rel = g->atoms[g->predicate_of.at[edge]];
        uint32_t to = rel->columns[1][g->row_of.at[edge]], k = 0;
        for (; k < c->n; k++) {
            uint32_t next = kf_lit_atom(g->p->literals.at[c->start + k]).id;
            if (rel->columns[0][g->row_of.at[next]] == to) break;
        }
        if (k == c->n) return false;
    }
    return true;
}

static kerf_status show_cycle(explanation *x, const kf_rule *r, uint32_t clause)
{
    const kf_problem *p = x->g->p;
    kf_text text;
    kf_text_init(&text, x->g->mem);
    kf_text_add(&text, KF_STR("not all of"));
    for (uint32_t i = 0; i < p->clauses.at[clause].n; i++) {
        kf_text_add(&text, i > 0 ? KF_STR(", ") : KF_STR(" "));
        kf_print_ground_atom(&text, x->g,
                             kf_lit_atom(p->literals.at[p->clauses.at[clause].start + i]));
    }
    if (!is_closed(x->g, &p->clauses.at[clause]))
        kf_text_add(&text, KF_STR(", which evidence joins to a cycle"));
    kerf_status st = text.failed ? KERF_NO_MEMORY : KERF_OK;
    if (st == KERF_OK) say_formula(x, r, text.at);
    kf_text_free(&text);
    return st;
}

static kerf_status show_unit(explanation *x, kf_origin origin)
{
    const kf_ground_rule *gr = &x->g->rules.at[origin.rule];
    const kf_rule *r = &x->m->rules.at[gr->rule];
    kf_arena scratch;
    kf_arena_init(&scratch, x->g->mem);
    uint32_t n = gr->c.n_variables + r->n_variables + 1;
    kf_binding b;
    kf_text text;
    kf_text_init(&text, x->g->mem);
    bool found = false;
    kerf_status st = kf_binding_new(&b, &scratch, x->g->d, n);
    if (st == KERF_OK) st = kf_ground_instance(x->g, origin, &b, &found);
    if (st == KERF_OK && found) {
        print_grounding(&text, x, r, &b);
        if (text.failed) st = KERF_NO_MEMORY;
        else say_formula(x, r, text.at);
        show_atoms(x, r, r->body, &b);
    }
    kf_text_free(&text);
    kf_arena_free(&scratch);
    return st;
}

/* ---- Contradictions ------------------------------------------------------------------------- */

/* By rule of the model. */
static kerf_status show_broken(explanation *x, uint32_t broken, bool said)
{
    const kf_rule *r = &x->m->rules.at[broken];
    kf_place place = rule_place(x, r);
    uint32_t unit = KF_NONE, rule = 0;
    while (x->g->rules.at[rule].rule != broken) rule++;
    if (!said)
        kf_diag_add(x->g->diags, KERF_ERROR, &place, "give it a weight, or correct the evidence",
                    "evidence alone breaks %.*s", r->label.n > 100 ? 100 : (int)r->label.n,
                    r->label.at);
    if (r->kind != KF_RULE_ACYCLIC) KF_TRY(kf_ground_broken(x->g, rule, &unit));
    return unit == KF_NONE ? KERF_OK : show_unit(x, (kf_origin){ rule, unit });
}

/* One unit may be several constraints. */
static bool is_repeated(const kf_origin *origins, size_t at)
{
    for (size_t i = 0; i < at && origins[at].unit != KF_NONE; i++)
        if (origins[i].rule == origins[at].rule && origins[i].unit == origins[at].unit) return true;
    return false;
}

static kerf_status show_conflict(explanation *x, const kf_cpi_result *found, kf_origin *origins)
{
    const kf_place nowhere = { 0 };
    KF_TRY(kf_ground_origins(x->g, found->conflict.at, found->conflict.n, origins));
    kf_diag_add(x->g->diags, KERF_ERROR, &nowhere,
                "give one of these formulas a weight, or correct the evidence",
                "the hard formulas contradict each other");
    for (size_t i = 0; i < found->conflict.n; i++) {
        if (origins[i].rule == KF_NONE || is_repeated(origins, i)) continue;
        const kf_rule *r = &x->m->rules.at[x->g->rules.at[origins[i].rule].rule];
        KF_TRY(origins[i].unit == KF_NONE ? show_cycle(x, r, found->conflict.at[i])
                                          : show_unit(x, origins[i]));
    }
    if (x->left_out > 0)
        kf_diag_add(x->g->diags, KERF_NOTE, &nowhere, NULL, "and %u more", x->left_out);
    return KERF_OK;
}

kerf_status kf_explain_conflict(kf_grounder *g, const kf_cpi_result *found, const kf_world *world,
                                bool said)
{
    explanation x = { .g = g, .m = g->d->m, .world = world };
    kerf_status st;
    if (found->broken_rule != KF_NONE) {
        st = show_broken(&x, found->broken_rule, said);
    } else {
        kf_origin *origins = kf_mem_alloc(g->mem, found->conflict.n, sizeof *origins);
        st = origins ? show_conflict(&x, found, origins) : KERF_NO_MEMORY;
        kf_mem_free(g->mem, origins, found->conflict.n, sizeof *origins);
    }
    kf_vec_free(g->mem, &x.shown);
    return st;
}

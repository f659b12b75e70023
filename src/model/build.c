/* build.c -- builds the model from the syntax tree, in order: declarations, formulas, the
 * cardinalities that marks imply, folding, labels. An error in one formula does not hide those of
 * the next. */
#include "base/check.h"
#include "model/builder.h"
#include "model/check_model.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* ---- Errors and memory ---- */

bool kf_builder_error(kf_builder *b, kf_pos pos, const char *hint, const char *format, ...)
{
    kf_place place = kf_sources_place(b->program->sources, pos);
    va_list args;
    va_start(args, format);
    kf_diag_addv(b->diags, KERF_ERROR, &place, hint, format, args);
    va_end(args);
    return false;
}

void kf_builder_warn(kf_builder *b, kf_pos pos, const char *hint, const char *format, ...)
{
    kf_place place = kf_sources_place(b->program->sources, pos);
    va_list args;
    va_start(args, format);
    kf_diag_addv(b->diags, KERF_WARNING, &place, hint, format, args);
    va_end(args);
}

bool kf_builder_out_of_memory(kf_builder *b)
{
    b->no_memory = true;
    return false;
}

void *kf_builder_new(kf_builder *b, size_t n, size_t each)
{
    void *block = kf_arena_alloc(b->arena, n, each);
    if (!block) b->no_memory = true;
    return block;
}

const char *kf_builder_where(kf_builder *b, kf_pos pos)
{
    const char *file = kf_sources_name(b->program->sources, pos.source);
    size_t n = strlen(file) > 200 ? 200 : strlen(file);
    snprintf(b->where, sizeof b->where, "%s%s:%u", n < strlen(file) ? "..." : "",
             file + strlen(file) - n, kf_sources_line(b->program->sources, pos));
    return b->where;
}

/* ---- One rule ---- */

/* A short name from the label and a number behind it. */
static bool set_label(kf_builder *b, kf_rule *r, const kf_statement *s, uint32_t place,
                      uint32_t variant, uint32_t part)
{
    kf_text text;
    kf_text_init(&text, b->mem);
    r->labelled = s->label.id != KF_NO_SYMBOL && r->cost != KF_COST_VARIABLE;
    if (r->labelled) {
        kf_text_add(&text, kf_program_name(b->program, s->label));
    } else {
        kf_text_addf(&text, "F%u", place);
    }
    if (variant) kf_text_addf(&text, ".%u", variant);
    if (part) kf_text_addf(&text, ".%u", part);
    kf_str label = kf_text_get(&text);
    if (!text.failed) r->label = (kf_str){ kf_arena_string(b->arena, label), label.n };
    kf_text_free(&text);
    return r->label.at || kf_builder_out_of_memory(b);
}

/* A weight with domSize(...): learning leaves it alone. */
static bool set_steps(kf_builder *b, kf_rule *r, const kf_statement *s)
{
    if (!s->steps) return true;
    kf_weight_step *steps = kf_arena_copy(b->arena, s->steps, s->n_steps, sizeof *steps);
    if (!steps) return kf_builder_out_of_memory(b);
    for (uint32_t i = 0; i < s->n_steps; i++) {
        kf_str name = kf_program_name(b->program, steps[i].type);
        if (steps[i].op != KF_WEIGHT_OP_SIZE) continue;
        uint32_t type = kf_model_find_type(b->model, name);
        if (type == KF_NONE || type == KF_TYPE_NUMBER)
            return kf_builder_error(b, steps[i].pos, "name the type of an argument of a predicate",
                                    "there is no type %.*s", KF_SHOW(name));
        steps[i].type.id = type;
    }
    if (r->n_parameters)
        return kf_builder_error(b, s->pos, "remove the + signs",
                                "a weight with domSize(...) is one for all constants");
    r->steps = steps;
    r->n_steps = s->n_steps;
    r->fixed = b->model->sized = true;
    return true;
}

/* Where the weight comes from; the variables are final. */
static bool set_cost(kf_builder *b, kf_rule *r, const kf_statement *s)
{
    r->fixed = s->fixed;
    r->share = 1;
    r->sign = s->sign;
    r->weight = s->weight;
    r->weight_variable = KF_NONE;
    r->cost = s->weight_kind == KF_WEIGHT_HARD     ? KF_COST_HARD
              : s->weight_kind == KF_WEIGHT_NUMBER ? KF_COST_NUMBER
                                                   : KF_COST_LEARN;
    if (s->label.id != KF_NO_SYMBOL) {
        for (uint32_t i = 0; i < r->n_free; i++) {
            if (r->variables[i].name.id == s->label.id && r->variables[i].type == KF_TYPE_NUMBER) {
                r->weight_variable = i;
            }
        }
    }
    if (r->weight_variable != KF_NONE) {
        if (s->weight_kind != KF_WEIGHT_NONE) {
            return kf_builder_error(b, s->label_pos, "remove the weight or the dot",
                                    "this formula has a weight from data and another one");
        }
        if (s->sign != 0) {
            return kf_builder_error(b, s->label_pos, "remove the @ and what follows it",
                                    "this formula has its weight from the data, not from learning");
        }
        r->cost = KF_COST_VARIABLE;
    }
    for (uint32_t i = 0; i < r->n_parameters; i++) {
        if (r->variables[r->parameters[i]].type == KF_TYPE_NUMBER) {
            return kf_builder_error(b, s->pos, "remove the +, or write w: before the formula",
                                    "a number cannot have weights of its own");
        }
    }
    if (r->n_parameters > KF_MOST_ARITY) {
        return kf_builder_error(b, s->pos, NULL, "more than %d variables with a + sign",
                                KF_MOST_ARITY);
    }
    if (r->n_parameters && (r->cost == KF_COST_HARD || r->cost == KF_COST_VARIABLE)) {
        return kf_builder_error(b, s->pos, "remove the + signs",
                                "a %s formula has no weights of its own to tell apart",
                                r->cost == KF_COST_HARD ? "hard" : "data-weighted");
    }
    return set_steps(b, r, s);
}

static bool push_rule(kf_builder *b, const kf_rule *r)
{
    if (r->body && !kf_check_numbers(b, r)) return false;
    KF_CHECK(kf_rule_check(b->model, r));
    return kf_vec_push(b->mem, &b->model->rules, *r) || kf_builder_out_of_memory(b);
}

/* Alchemy's reading: one rule per clause, the weight divided. */
static bool push_clauses(kf_builder *b, const kf_rule *whole, const kf_statement *s, uint32_t place,
                         uint32_t variant)
{
    uint32_t n;
    kf_rule r = *whole;
    kf_logic **clauses = kf_cnf(b, &r, s->pos, &n);
    if (!clauses) return false;
    for (uint32_t i = 0; i < n; i++) {
        kf_rule part = r;
        part.body = clauses[i];
        part.weight = whole->weight / n;
        part.share = whole->share / n;
        if (!kf_rule_compact(b, &part) || !set_label(b, &part, s, place, variant, n > 1 ? i + 1 : 0)
            || !push_rule(b, &part)) {
            return false;
        }
    }
    return true;
}

static void warn_constant(kf_builder *b, const kf_rule *r, const kf_statement *s)
{
    bool value;
    if (!kf_logic_is_constant(r->body, &value)) return;
    kf_builder_warn(b, s->pos, NULL, "this formula is always %s", value ? "true" : "false");
}

static const kf_scope_variable *find_variable(const kf_builder *b, const kf_term *term,
                                              uint32_t *id)
{
    for (uint32_t i = 0; i < b->variables.n; i++) {
        const kf_scope_variable *v = &b->variables.at[i];
        if (v->name.id != term->name.id || v->quantified || !v->parameter) continue;
        *id = i;
        return v;
    }
    return NULL;
}

static kf_expr *variable_of(kf_builder *b, uint32_t id, uint32_t type)
{
    kf_expr *e = kf_builder_new(b, 1, sizeof *e);
    if (e) *e = (kf_expr){ .kind = KF_EXPR_VARIABLE, .type = type, .id = id };
    return e;
}

/* a < b */
static bool push_order(kf_builder *b, uint32_t left, uint32_t right, kf_pos pos)
{
    uint32_t type = b->variables.at[left].type;
    kf_logic *l = kf_builder_new(b, 1, sizeof *l);
    kf_expr **args = kf_builder_new(b, 2, sizeof(kf_expr *));
    if (!l || !args) return false;
    args[0] = variable_of(b, left, type);
    args[1] = variable_of(b, right, type);
    *l = (kf_logic){ .kind = KF_LOGIC_COMPARE, .op = KF_OP_LT, .pos = pos, .n = 2, .args = args };
    return args[0] && args[1] && kf_builder_push(b, l);
}

/* pracmln's #unique{+a, +b}: of the variables of one type only one order of distinct constants has
 * a formula. f ^ a < b says so: where a < b is false, nothing is ever paid. */
static kf_logic *order_unique(kf_builder *b, kf_logic *body, const kf_statement *s)
{
    size_t from = b->stack.n;
    if (!kf_builder_push(b, body)) return NULL;
    for (uint32_t i = 0; i < s->n_unique; i++) {
        uint32_t id = 0, other = 0, k = i + 1;
        const kf_scope_variable *v = find_variable(b, s->unique[i], &id);
        if (!v) {
            kf_builder_error(b, s->unique[i]->pos, NULL,
                             "the formula behind this #unique has no such variable with a +");
            return NULL;
        }
        for (; k < s->n_unique; k++) {
            const kf_scope_variable *w = find_variable(b, s->unique[k], &other);
            if (w && w->type == v->type) break;
        }
        if (k < s->n_unique && !push_order(b, id, other, s->unique[i]->pos)) return NULL;
    }
    return kf_logic_join(b, KF_LOGIC_AND, from, s->pos);
}

/* The body in normal form with everything typed; NULL after an error. */
static kf_logic *resolve(kf_builder *b, const kf_statement *s)
{
    kf_logic *body = kf_nnf(b, s->body, false);
    if (b->nodes > KF_MOST_NODES) {
        kf_builder_error(b, s->pos, "split the formula",
                         "this formula is too large once written out (more than %d parts)",
                         KF_MOST_NODES);
        return NULL;
    }
    assert(!body || b->bound.n == 0);
    if (!body || !kf_scope_settle(b)) return NULL;
    if (s->n_unique > 0) body = order_unique(b, body, s);
    return body ? kf_logic_simplify(b, body) : NULL;
}

static bool formula_once(kf_builder *b, const kf_statement *s, uint32_t place, uint32_t variant)
{
    kf_scope_reset(b);
    b->conjunctive = b->options->split_cnf && s->weight_kind != KF_WEIGHT_HARD;
    kf_rule r = { .kind = KF_RULE_LOGIC, .pos = s->pos, .predicate = KF_NONE };
    r.body = resolve(b, s);
    if (!r.body || !kf_scope_finish(b, &r) || !set_cost(b, &r, s)) return false;
    warn_constant(b, &r, s);
    if (b->conjunctive && r.cost != KF_COST_VARIABLE) return push_clauses(b, &r, s, place, variant);
    return set_label(b, &r, s, place, variant, 0) && push_rule(b, &r);
}

static bool find_signs(kf_builder *b, const kf_formula *f)
{
    if (f->both_signs && !kf_vec_push(b->mem, &b->signs, f)) return kf_builder_out_of_memory(b);
    for (uint32_t i = 0; i < f->n_kids; i++) {
        if (!find_signs(b, f->kids[i])) return false;
    }
    return true;
}

/* Is this the second _ of the formula, or does a part of it hold that? */
static const kf_term *second_blank(const kf_program *program, const kf_term *t, uint32_t *met)
{
    const kf_term *found = NULL;
    bool blank = t->kind == KF_TERM_NAME && !t->question
                 && kf_str_eq(kf_program_name(program, t->name), KF_STR("_"));
    if (blank && ++*met == 2) return t;
    for (uint32_t i = 0; i < t->n && !found; i++) found = second_blank(program, t->args[i], met);
    return found;
}

static const kf_term *find_second_blank(const kf_program *program, const kf_formula *f,
                                        uint32_t *met)
{
    const kf_term *found = NULL;
    bool quantifier = f->kind == KF_FORMULA_EXIST || f->kind == KF_FORMULA_FORALL;
    for (uint32_t i = 0; i < f->n_terms && !found && !quantifier; i++)
        found = second_blank(program, f->terms[i], met);
    for (uint32_t i = 0; i < f->n_kids && !found; i++)
        found = find_second_blank(program, f->kids[i], met);
    return found;
}

/* Prolog and thebeast have a variable of its own for each _; here it is a name. */
static void warn_blanks(kf_builder *b, const kf_statement *s)
{
    uint32_t met = 0;
    const kf_term *t = find_second_blank(b->program, s->body, &met);
    if (t)
        kf_builder_warn(b, t->pos, "give each its own name, if they may differ",
                        "_ is a variable like others: all of this formula are the same one");
}

/* *P(x) stands for both signs: one rule per combination. */
static bool formula(kf_builder *b, const kf_statement *s, uint32_t place)
{
    b->signs.n = 0;
    b->sign_mask = 0;
    if (!find_signs(b, s->body)) return false;
    if (b->signs.n > KF_MOST_SIGNS) {
        return kf_builder_error(b, s->pos, NULL, "more than %d atoms with both signs",
                                KF_MOST_SIGNS);
    }
    if (b->signs.n == 0) return formula_once(b, s, place, 0);
    for (; b->sign_mask < 1u << b->signs.n; b->sign_mask++) {
        if (!formula_once(b, s, place, b->sign_mask + 1)) return false;
    }
    return true;
}

/* ---- Cardinalities and acyclicity ---- */

/* A literal, or a quantified part: evidence must decide that one (settle.c). */
static bool can_be_counted(const kf_logic *f, bool rockit)
{
    bool quantified = f->kind == KF_LOGIC_EXIST || f->kind == KF_LOGIC_FORALL;
    return kf_logic_has_terms(f) || (quantified && !rockit);
}

static bool check_count_body(kf_builder *b, const kf_logic *body, const kf_statement *s)
{
    kf_logic_kind kind = s->rockit ? KF_LOGIC_OR : KF_LOGIC_AND;
    bool good = can_be_counted(body, s->rockit) || body->kind == kind;
    if (good && body->kind == kind) {
        for (uint32_t i = 0; i < body->n; i++) good &= can_be_counted(body->kids[i], s->rockit);
        if (!good && body->kids[0]->condition && !can_be_counted(body->kids[0], s->rockit))
            return kf_builder_error(b, s->body->pos, "write a formula for each case",
                                    "the condition of a count must be a conjunction of literals");
    }
    return good
           || kf_builder_error(b, s->body->pos, NULL, "what is counted must be a %s of literals",
                               s->rockit ? "clause" : "conjunction");
}

static bool is_counted(const kf_statement *s, const kf_scope_variable *v)
{
    for (uint32_t i = 0; i < s->n_terms; i++) {
        if (s->terms[i]->name.id == v->name.id) return !s->counted_rest;
    }
    return s->counted_rest;
}

/* Counted variables are like quantified ones: the free ones make the groups. */
static bool count_variables(kf_builder *b, const kf_statement *s, kf_rule *r)
{
    r->counted = kf_builder_new(b, b->variables.n ? b->variables.n : 1, sizeof *r->counted);
    if (!r->counted) return false;
    for (uint32_t i = 0; i < s->n_terms; i++) {
        bool used = false;
        for (uint32_t k = 0; k < b->variables.n; k++) {
            const kf_scope_variable *v = &b->variables.at[k];
            used |= !v->quantified && v->name.id == s->terms[i]->name.id;
        }
        kf_str name = kf_program_name(b->program, s->terms[i]->name);
        if (!used) {
            return kf_builder_error(b, s->terms[i]->pos, NULL,
                                    "variable %.*s does not occur in what is counted",
                                    KF_SHOW(name));
        }
    }
    for (uint32_t i = 0; i < b->variables.n; i++) {
        kf_scope_variable *v = &b->variables.at[i];
        if (v->quantified) continue; /* within the body */
        v->quantified = is_counted(s, v);
        if (v->quantified) r->counted[r->n_counted++] = i;
        if (v->quantified && v->parameter) {
            return kf_builder_error(b, s->pos, NULL, "a counted variable cannot be a parameter");
        }
    }
    return r->n_counted > 0
           || kf_builder_error(b, s->pos, NULL, "no variable is left to be counted");
}

/* Groups are told apart by constants. */
static bool check_count_numbers(kf_builder *b, const kf_statement *s)
{
    for (uint32_t i = 0; i < b->variables.n; i++) {
        const kf_scope_variable *v = &b->variables.at[i];
        if (v->type != KF_TYPE_NUMBER || v->quantified || is_counted(s, v)) continue;
        kf_str name = kf_program_name(b->program, v->name);
        return kf_builder_error(b, s->pos, "name it before the colon, with the variables counted",
                                "the number %.*s must be counted, too", KF_SHOW(name));
    }
    return true;
}

/* What stands before the count is the first parts of the body; what is left of it is counted. */
static bool count_condition(kf_builder *b, kf_rule *r)
{
    kf_logic *body = r->body;
    uint32_t n = 0;
    if (body->kind != KF_LOGIC_AND) return true;
    while (n < body->n && body->kids[n]->condition) n++;
    if (n == 0) return true;
    if (n > KF_MOST_CONDITION)
        return kf_builder_error(b, r->pos, NULL, "a condition before a count has at most %d parts",
                                KF_MOST_CONDITION);
    assert(n < body->n && r->op != KF_OP_LE && r->bound > 0);
    r->n_condition = n;
    r->member = body->kids[n];
    if (n + 1 == body->n) return true;
    r->member = kf_builder_new(b, 1, sizeof *r->member);
    if (!r->member) return false;
    *r->member = *body;
    r->member->kids = body->kids + n;
    r->member->n = body->n - n;
    return true;
}

static bool count(kf_builder *b, const kf_statement *s, uint32_t place)
{
    kf_scope_reset(b);
    b->signs.n = 0;
    b->conjunctive = false;
    kf_rule r = { .kind = KF_RULE_COUNT,
                  .pos = s->pos,
                  .op = s->op,
                  .bound = s->bound,
                  .clause_form = s->rockit,
                  .predicate = KF_NONE };
    b->pracmln_count = s->counted_rest;
    r.body = resolve(b, s);
    b->pracmln_count = false;
    if (!r.body) return false;
    return check_count_body(b, r.body, s) && check_count_numbers(b, s) && count_variables(b, s, &r)
           && kf_scope_finish(b, &r) && count_condition(b, &r) && set_cost(b, &r, s)
           && set_label(b, &r, s, place, 0, 0) && push_rule(b, &r);
}

static bool acyclic(kf_builder *b, const kf_statement *s, uint32_t place)
{
    kf_str name = kf_program_name(b->program, s->name);
    uint32_t id = b->model->predicate_of_name[s->name.id];
    if (id == KF_NONE) {
        return kf_builder_error(b, s->pos, "declare it first", "predicate %.*s is not declared",
                                KF_SHOW(name));
    }
    const kf_predicate *p = &b->model->predicates.at[id];
    if (p->arity != 2 || p->number || p->slots[0].type != p->slots[1].type) {
        return kf_builder_error(b, s->pos, NULL,
                                "acyclic needs a predicate with two arguments of one type");
    }
    kf_rule r = { .kind = KF_RULE_ACYCLIC,
                  .cost = KF_COST_HARD,
                  .pos = s->pos,
                  .predicate = id,
                  .weight_variable = KF_NONE };
    return set_label(b, &r, s, place, 0, 0) && push_rule(b, &r);
}

/* ---- All ---- */

/* What a definite clause defines is hidden, unless an option says otherwise. */
static void note_definition(kf_builder *b, const kf_statement *s)
{
    uint32_t id = s->head ? b->model->predicate_of_name[s->head->name.id] : KF_NONE;
    if (id != KF_NONE) b->model->predicates.at[id].defined = true;
}

static bool all_rules(kf_builder *b)
{
    const kf_program *p = b->program;
    bool good = true;
    uint32_t place = 0;
    for (size_t i = 0; i < p->statements.n && !b->no_memory && !kf_diags_full(b->diags); i++) {
        const kf_statement *s = p->statements.at[i];
        if (!kf_patience_spend(&b->patience, KF_STEPS_PER_STATEMENT)) return false;
        if (s->kind == KF_STATEMENT_FORMULA) {
            note_definition(b, s);
            warn_blanks(b, s);
            good &= formula(b, s, ++place);
        } else if (s->kind == KF_STATEMENT_COUNT) {
            warn_blanks(b, s);
            good &= count(b, s, ++place);
        } else if (s->kind == KF_STATEMENT_ACYCLIC) {
            good &= acyclic(b, s, ++place);
        }
    }
    return good && !b->no_memory;
}

static bool same_label(kf_builder *b, const kf_rule *r)
{
    const kf_rule *first = b->model->rules.at;
    while (!first->labelled || !kf_str_eq(first->label, r->label)) first++;
    assert(first < r);
    return kf_builder_error(b, r->pos, "rename one of them", "the label %.*s is already used at %s",
                            KF_SHOW(r->label), kf_builder_where(b, first->pos));
}

/* Given labels stay as they are, so that a weight table finds them; equal ones are an error. */
static bool given_labels(kf_builder *b, kf_symbols *given)
{
    for (uint32_t i = 0; i < b->model->rules.n; i++) {
        const kf_rule *r = &b->model->rules.at[i];
        if (!r->labelled) continue;
        if (kf_symbols_find(given, r->label) != KF_NO_SYMBOL) return same_label(b, r);
        if (kf_symbols_add(given, r->label) == KF_NO_SYMBOL) return kf_builder_out_of_memory(b);
    }
    return true;
}

/* The others make room for them. */
static bool unique_label(kf_builder *b, kf_rule *r, const kf_symbols *given)
{
    while (!r->labelled
           && (kf_symbols_find(given, r->label) != KF_NO_SYMBOL
               || kf_symbols_find(b->model->labels, r->label) != KF_NO_SYMBOL)) {
        char *longer = kf_builder_new(b, r->label.n + 2, 1);
        if (!longer) return false;
        memcpy(longer, r->label.at, r->label.n);
        longer[r->label.n] = '_';
        r->label = (kf_str){ longer, r->label.n + 1 };
    }
    return true;
}

static bool index_labels(kf_builder *b)
{
    kf_model *m = b->model;
    kf_symbols *given = kf_symbols_new(b->mem);
    bool good = given ? given_labels(b, given) : kf_builder_out_of_memory(b);
    for (uint32_t i = 0; i < m->rules.n && good; i++) {
        kf_rule *r = &m->rules.at[i];
        good =
            unique_label(b, r, given)
            && (kf_symbols_add(m->labels, r->label) != KF_NO_SYMBOL || kf_builder_out_of_memory(b));
    }
    kf_symbols_free(given);
    return good;
}

static void close_types(kf_model *m)
{
    for (size_t i = 1; i < m->types.n; i++) {
        kf_type *t = &m->types.at[i];
        t->n_model = t->n_fixed = kf_symbols_count(t->constants);
    }
}

/* The parameter of a rule that a variable of this name is, or KF_NONE. */
static uint32_t parameter_named(const kf_rule *r, kf_name name)
{
    for (uint32_t i = 0; i < r->n_parameters; i++) {
        if (r->variables[r->parameters[i]].name.id == name.id) return i;
    }
    return KF_NONE;
}

/* has_w(a, b) of thebeast: its facts are the rows of the rule that is called w, if there is one. */
static bool link_weights(kf_builder *b, kf_predicate *p, kf_name label)
{
    kf_model *m = b->model;
    uint32_t rule = kf_symbols_find(m->labels, kf_program_name(b->program, label));
    assert(p->weighted);
    if (rule == KF_NO_SYMBOL) return true;
    p->columns = kf_builder_new(b, p->arity, sizeof *p->columns);
    if (!p->columns) return false;
    for (uint32_t i = 0; i < p->arity; i++) {
        p->columns[i] = parameter_named(&m->rules.at[rule], p->slots[i].name);
        if (p->columns[i] == KF_NONE) return true; /* the factor was refused */
    }
    p->weights = rule;
    return true;
}

static bool link_all_weights(kf_builder *b)
{
    bool good = true;
    for (size_t i = 0; good && i < b->program->statements.n; i++) {
        const kf_statement *s = b->program->statements.at[i];
        if (s->kind != KF_STATEMENT_PREDICATE || s->label.id == KF_NO_SYMBOL) continue;
        uint32_t p = b->model->predicate_of_name[s->name.id];
        good = link_weights(b, &b->model->predicates.at[p], s->label);
    }
    return good;
}

kerf_status kf_model_build(kf_model *m, const kf_program *program, const kf_build_options *options,
                           kf_diags *diags)
{
    kf_builder b = { .model = m,
                     .mem = m->mem,
                     .arena = &m->arena,
                     .program = program,
                     .options = options,
                     .diags = diags,
                     .patience = kf_patience_of(options->stop) };
    assert(!m->program && m->rules.n == 0); /* a model is built once */
    m->program = program;
    m->split_cnf = options->split_cnf;
    bool good = kf_declare_all(&b);
    if (!b.no_memory && m->types.n) good &= all_rules(&b);
    good = good && kf_declare_marks(&b) && kf_fold_rules(&b) && index_labels(&b)
           && link_all_weights(&b);
    if (good) {
        close_types(m);
        KF_CHECK(kf_model_check(m));
    }
    kf_vec_free(b.mem, &b.variables);
    kf_vec_free(b.mem, &b.bound);
    kf_vec_free(b.mem, &b.parameters);
    kf_vec_free(b.mem, &b.pending);
    kf_vec_free(b.mem, &b.signs);
    kf_vec_free(b.mem, &b.stack);
    if (b.no_memory) return KERF_NO_MEMORY;
    if (b.patience.over) return KERF_INTERRUPTED;
    return good ? KERF_OK : KERF_INVALID;
}

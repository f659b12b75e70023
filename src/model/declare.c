/* declare.c -- declares types, predicates and functions, and adds the cardinalities that marks
 * imply.
 *
 * Listed constants are interned first, so that they have the lowest ids. A type that is only named
 * by a predicate gets its constants from formulas and evidence. */
#include "base/check.h"
#include "model/builder.h"
#include "model/check_model.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { MOST_RANGE = 10000000 };

/* ---- Types ---- */

static bool new_type(kf_builder *b, kf_name name, kf_pos pos, uint32_t *type)
{
    kf_model *m = b->model;
    kf_type t = { .name = name, .pos = pos, .constants = kf_symbols_new(b->mem) };
    if (!t.constants || !kf_vec_push(b->mem, &m->types, t)) {
        kf_symbols_free(t.constants);
        return kf_builder_out_of_memory(b);
    }
    *type = (uint32_t)(m->types.n - 1);
    m->type_of_name[name.id] = *type;
    return true;
}

static bool type_named(kf_builder *b, kf_name name, kf_pos pos, uint32_t *type)
{
    *type = b->model->type_of_name[name.id];
    return *type != KF_NONE || new_type(b, name, pos, type);
}

static bool add_range(kf_builder *b, kf_symbols *constants, const kf_statement *s)
{
    assert(s->n_terms == 2);
    int64_t first = 0, last = 0;
    kf_integer_read(kf_program_name(b->program, s->terms[0]->name), &first);
    kf_integer_read(kf_program_name(b->program, s->terms[1]->name), &last);
    if ((uint64_t)last - (uint64_t)first >= MOST_RANGE) {
        return kf_builder_error(b, s->pos,
                                "list the constants that occur, or let evidence name them",
                                "a range of more than %d constants", MOST_RANGE);
    }
    for (int64_t i = first; i <= last; i++) {
        char text[24];
        int n = snprintf(text, sizeof text, "%" PRId64, i);
        if (kf_symbols_add(constants, (kf_str){ text, (size_t)n }) == KF_NO_SYMBOL) {
            return kf_builder_out_of_memory(b);
        }
        if (i == INT64_MAX) break;
    }
    return true;
}

static bool declare_type(kf_builder *b, const kf_statement *s)
{
    uint32_t type;
    if (!type_named(b, s->name, s->pos, &type)) return false;
    kf_type *t = &b->model->types.at[type];
    if (t->listed) {
        kf_str name = kf_program_name(b->program, s->name);
        kf_builder_warn(b, s->pos, NULL, "type %.*s was already listed at %s; both lists are used",
                        KF_SHOW(name), kf_builder_where(b, t->pos));
    }
    t->listed |= s->stars == 0;
    t->pos = s->pos;
    if (s->range) {
        if (!add_range(b, t->constants, s)) return false;
    } else {
        for (uint32_t i = 0; i < s->n_terms; i++) {
            kf_str text = kf_program_name(b->program, s->terms[i]->name);
            if (kf_symbols_add(t->constants, text) == KF_NO_SYMBOL) {
                return kf_builder_out_of_memory(b);
            }
        }
    }
    return true;
}

/* ---- Predicates and functions ---- */

/* The arguments as slots; a number may stand only last, and only in a predicate. */
static kf_slot *slots(kf_builder *b, const kf_statement *s, bool *number)
{
    /* The result of a function is a column beside its arguments. */
    uint32_t most = s->kind == KF_STATEMENT_FUNCTION ? KF_MOST_ARITY - 1 : KF_MOST_ARITY;
    *number = false;
    if (s->n_arguments > most) {
        kf_builder_error(b, s->pos, NULL, "more than %u arguments", most);
        return NULL;
    }
    kf_slot *list = kf_builder_new(b, s->n_arguments ? s->n_arguments : 1, sizeof *list);
    if (!list) return NULL;
    for (uint32_t i = 0; i < s->n_arguments; i++) {
        const kf_argument *a = &s->arguments[i];
        list[i].name = a->name;
        list[i].mark = a->mark;
        if (a->number) {
            if (i + 1 < s->n_arguments || s->kind != KF_STATEMENT_PREDICATE || a->mark) {
                kf_builder_error(b, a->pos, "put the number at the end of a predicate",
                                 "a number can only be the last argument of a predicate");
                return NULL;
            }
            *number = true;
            list[i].type = KF_TYPE_NUMBER;
        } else if (!type_named(b, a->type, a->pos, &list[i].type)) {
            return NULL;
        }
        if (a->mark && s->kind == KF_STATEMENT_FUNCTION) {
            kf_builder_error(b, a->pos, NULL, "a function's argument takes no mark");
            return NULL;
        }
    }
    return list;
}

static bool same_slots(const kf_slot *a, const kf_slot *b, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        if (a[i].type != b[i].type || a[i].mark != b[i].mark) return false;
    }
    return true;
}

static bool declare_predicate(kf_builder *b, const kf_statement *s)
{
    kf_model *m = b->model;
    bool number;
    kf_slot *list = slots(b, s, &number);
    if (!list) return false;
    uint32_t old = m->predicate_of_name[s->name.id];
    if (old != KF_NONE) {
        kf_predicate *was = &m->predicates.at[old];
        uint32_t n = was->arity + was->number;
        if (n == s->n_arguments && number == was->number && s->stars == was->stars
            && same_slots(list, was->slots, n)) {
            return true; /* said twice, the same way */
        }
        kf_str name = kf_program_name(b->program, s->name);
        return kf_builder_error(b, s->pos, "remove one of the two declarations",
                                "%.*s was declared differently at %s", KF_SHOW(name),
                                kf_builder_where(b, was->pos));
    }
    kf_predicate p = { .name = s->name,
                       .pos = s->pos,
                       .arity = s->n_arguments - number,
                       .number = number,
                       .stars = s->stars,
                       .slots = list,
                       .weighted = s->label.id != KF_NO_SYMBOL,
                       .weights = KF_NONE };
    if (!kf_vec_push(b->mem, &m->predicates, p)) return kf_builder_out_of_memory(b);
    m->predicate_of_name[s->name.id] = (uint32_t)(m->predicates.n - 1);
    return true;
}

static bool declare_function(kf_builder *b, const kf_statement *s)
{
    kf_model *m = b->model;
    kf_str name = kf_program_name(b->program, s->name);
    bool number;
    kf_function f = {
        .name = s->name, .pos = s->pos, .arity = s->n_arguments, .slots = slots(b, s, &number)
    };
    if (!f.slots || !type_named(b, s->result, s->result_pos, &f.result)) return false;
    uint32_t old = m->function_of_name[s->name.id];
    if (old != KF_NONE) {
        const kf_function *was = &m->functions.at[old];
        if (was->arity == f.arity && was->result == f.result
            && same_slots(f.slots, was->slots, f.arity)) {
            return true;
        }
        return kf_builder_error(b, s->pos, "remove one of the two declarations",
                                "function %.*s was declared differently at %s", KF_SHOW(name),
                                kf_builder_where(b, was->pos));
    }
    if (m->predicate_of_name[s->name.id] != KF_NONE) {
        const kf_predicate *p = &m->predicates.at[m->predicate_of_name[s->name.id]];
        return kf_builder_error(
            b, s->pos,
            "rename one of them; a word before P(x) declares a function, and a hard formula ends "
            "with a dot",
            "%.*s is already a predicate, declared at %s", KF_SHOW(name),
            kf_builder_where(b, p->pos));
    }
    if (!kf_vec_push(b->mem, &m->functions, f)) return kf_builder_out_of_memory(b);
    m->function_of_name[s->name.id] = (uint32_t)(m->functions.n - 1);
    return true;
}

/* ---- All ---- */

static bool name_maps(kf_builder *b)
{
    kf_model *m = b->model;
    assert(m->types.n == 0 && !m->type_of_name);
    m->n_names = kf_symbols_count(b->program->names);
    uint32_t **maps[] = { &m->predicate_of_name, &m->function_of_name, &m->type_of_name };
    for (size_t i = 0; i < KF_LENGTH(maps); i++) {
        *maps[i] = kf_mem_alloc(b->mem, m->n_names, sizeof(uint32_t));
        if (!*maps[i]) return kf_builder_out_of_memory(b);
        memset(*maps[i], 0xff, m->n_names * sizeof(uint32_t));
    }
    return kf_vec_push(b->mem, &m->types, (kf_type){ .name = { KF_NO_SYMBOL } })
           || kf_builder_out_of_memory(b);
}

bool kf_declare_all(kf_builder *b)
{
    if (!name_maps(b)) return false;
    const kf_program *p = b->program;
    bool good = true;
    static const kf_statement_kind order[] = { KF_STATEMENT_TYPE, KF_STATEMENT_PREDICATE,
                                               KF_STATEMENT_FUNCTION };
    for (size_t pass = 0; pass < KF_LENGTH(order); pass++) {
        for (size_t i = 0; i < p->statements.n && !b->no_memory && !kf_diags_full(b->diags); i++) {
            const kf_statement *s = p->statements.at[i];
            if (s->kind != order[pass]) continue;
            good &= s->kind == KF_STATEMENT_TYPE        ? declare_type(b, s)
                    : s->kind == KF_STATEMENT_PREDICATE ? declare_predicate(b, s)
                                                        : declare_function(b, s);
        }
    }
    for (size_t i = 1; i < b->model->types.n; i++) {
        kf_type *t = &b->model->types.at[i];
        t->n_declared = kf_symbols_count(t->constants);
    }
    return good && !b->no_memory;
}

/* ---- Marks ---- */

/* P! or P?; no text: no memory. */
static kf_str mark_label(kf_builder *b, const kf_predicate *p, kf_mark mark)
{
    kf_text text;
    kf_text_init(&text, b->mem);
    kf_str name = kf_program_name(b->program, p->name);
    kf_text_addf(&text, "%.*s%c", (int)name.n, name.at, mark == KF_MARK_EXACTLY_ONE ? '!' : '?');
    kf_str label = kf_text_get(&text);
    label.at = text.failed ? NULL : kf_arena_string(b->arena, label);
    kf_text_free(&text);
    return label;
}

/* P(a, b!) with all arguments as variables; the marked ones are counted, and so is a number, which
 * tells no groups apart. */
static bool mark_rule(kf_builder *b, uint32_t predicate, kf_mark mark)
{
    const kf_predicate *p = &b->model->predicates.at[predicate];
    uint32_t n = p->arity + p->number;
    kf_rule r = { .kind = KF_RULE_COUNT,
                  .cost = KF_COST_HARD,
                  .implied = true,
                  .pos = p->pos,
                  .n_variables = n,
                  .op = mark == KF_MARK_EXACTLY_ONE ? KF_OP_EQ : KF_OP_LE,
                  .bound = 1,
                  .predicate = KF_NONE,
                  .weight_variable = KF_NONE };
    r.variables = kf_builder_new(b, n, sizeof *r.variables);
    r.counted = kf_builder_new(b, n, sizeof *r.counted);
    r.body = kf_builder_new(b, 1, sizeof *r.body);
    r.label = mark_label(b, p, mark);
    kf_expr **args = kf_builder_new(b, n, sizeof *args);
    if (!r.label.at || !r.variables || !r.counted || !r.body || !args) {
        return kf_builder_out_of_memory(b);
    }
    uint32_t id = 0;
    for (int counted = 0; counted < 2; counted++) { /* the group's variables come first */
        for (uint32_t i = 0; i < n; i++) {
            if ((p->slots[i].mark == mark || i == p->arity) != counted) continue;
            args[i] = kf_builder_new(b, 1, sizeof **args);
            if (!args[i]) return false;
            *args[i] = (kf_expr){ .kind = KF_EXPR_VARIABLE, .type = p->slots[i].type, .id = id };
            char text[16];
            snprintf(text, sizeof text, "x%u", i + 1);
            kf_name variable = { kf_symbols_add(b->program->names, kf_str_of(text)) };
            if (variable.id == KF_NO_SYMBOL) return kf_builder_out_of_memory(b);
            r.variables[id] =
                (kf_variable){ .name = variable, .type = p->slots[i].type, .quantified = counted };
            if (counted) r.counted[r.n_counted++] = id;
            id++;
        }
        if (!counted) r.n_free = id;
    }
    *r.body =
        (kf_logic){ .kind = KF_LOGIC_ATOM, .id = predicate, .pos = p->pos, .n = n, .args = args };
    assert(id == n);
    KF_CHECK(kf_rule_check(b->model, &r));
    return kf_vec_push(b->mem, &b->model->rules, r) || kf_builder_out_of_memory(b);
}

/* map(left?, right?) reads like one-to-one, and is one pair in all. */
static void doubt_marks(kf_builder *b, const kf_predicate *p, kf_mark mark)
{
    uint32_t marked = 0;
    for (uint32_t a = 0; a < p->arity; a++) marked += p->slots[a].mark == mark;
    if (marked < 2 || marked < p->arity) return;
    kf_str name = kf_model_name(b->model, p->name);
    char hint[320];
    bool exactly = mark == KF_MARK_EXACTLY_ONE;
    snprintf(hint, sizeof hint,
             "for one to one, leave out the marks and write |y : %.*s(x, y)| %s 1. and "
             "|x : %.*s(x, y)| %s 1.",
             KF_SHOW(name), exactly ? "=" : "<=", KF_SHOW(name), exactly ? "=" : "<=");
    kf_builder_warn(b, p->pos, p->arity == 2 ? hint : NULL,
                    "marks count together: %s one %.*s is true in all",
                    exactly ? "exactly" : "at most", KF_SHOW(name));
}

bool kf_declare_marks(kf_builder *b)
{
    for (uint32_t i = 0; i < b->model->predicates.n; i++) {
        static const kf_mark marks[] = { KF_MARK_EXACTLY_ONE, KF_MARK_AT_MOST_ONE };
        for (size_t k = 0; k < KF_LENGTH(marks); k++) {
            const kf_predicate *p = &b->model->predicates.at[i];
            bool marked = false;
            for (uint32_t a = 0; a < p->arity; a++) marked |= p->slots[a].mark == marks[k];
            if (marked) doubt_marks(b, p, marks[k]);
            if (marked && !mark_rule(b, i, marks[k])) return false;
        }
    }
    return true;
}

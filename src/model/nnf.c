/* nnf.c -- brings a syntax tree to negation normal form and resolves its names.
 *
 * Negations move down to atoms, comparisons turn round, implications and equivalences are written
 * out: a <=> b as (a ^ b) v (!a ^ !b), whose two parts exclude each other, or as (a v !b) ^ (!a v
 * b) where clauses are wanted. Each copy is resolved anew, so that no two share a quantified
 * variable. Once types are settled, kf_logic_simplify() removes the constants true and false. */
#include "base/check.h"
#include "model/builder.h"

#include <stdio.h>
#include <string.h>

bool kf_builder_push(kf_builder *b, void *node)
{
    return node && (kf_vec_push(b->mem, &b->stack, node) || kf_builder_out_of_memory(b));
}

static kf_logic *new_logic(kf_builder *b, kf_logic_kind kind, kf_pos pos)
{
    if (++b->nodes > KF_MOST_NODES) return NULL; /* reported by kf_nnf's caller */
    kf_logic *f = kf_builder_new(b, 1, sizeof *f);
    if (f) *f = (kf_logic){ .kind = (uint8_t)kind, .pos = pos };
    return f;
}

kf_logic *kf_logic_join(kf_builder *b, kf_logic_kind kind, size_t from, kf_pos pos)
{
    assert((kind == KF_LOGIC_AND || kind == KF_LOGIC_OR) && from <= b->stack.n);
    kf_logic_kind neutral = kind == KF_LOGIC_AND ? KF_LOGIC_TRUE : KF_LOGIC_FALSE;
    kf_logic **kids = (kf_logic **)(void *)(b->stack.at + from);
    size_t n = b->stack.n - from, total = 0;
    kf_logic *only = NULL;
    b->stack.n = from;
    for (size_t i = 0; i < n; i++) {
        if (kids[i]->kind == neutral) continue;
        only = kids[i];
        total += kids[i]->kind == kind ? kids[i]->n : 1;
    }
    if (total == 0) return new_logic(b, neutral, pos);
    if (total == 1) return only;
    kf_logic *f = new_logic(b, kind, pos);
    kf_logic **flat = f ? kf_builder_new(b, total, sizeof *flat) : NULL;
    if (!flat) return NULL;
    f->kids = flat;
    for (size_t i = 0; i < n; i++) {
        if (kids[i]->kind == neutral) continue;
        if (kids[i]->kind == kind) {
            memcpy(flat + f->n, kids[i]->kids, kids[i]->n * sizeof *flat);
            f->n += kids[i]->n;
        } else {
            flat[f->n++] = kids[i];
        }
    }
    assert(f->n == total);
    return f;
}

/* ---- Atoms and comparisons ---- */

/* What other languages call = and !=. */
static const char *sign_for(const kf_formula *f, kf_str name)
{
    static const char *const same[] = { "same", "equal", "equals", "eq" };
    static const char *const other[] = { "different", "distinct", "notEqual", "neq" };
    for (size_t i = 0; f->n_terms == 2 && i < KF_LENGTH(same); i++) {
        if (kf_str_eq_nocase(name, kf_str_of(same[i]))) return "write x = y";
        if (kf_str_eq_nocase(name, kf_str_of(other[i]))) return "write x != y";
    }
    return NULL;
}

static bool unknown_predicate(kf_builder *b, const kf_formula *f)
{
    kf_str name = kf_program_name(b->program, f->name);
    kf_nearest near = { .wanted = name };
    for (size_t i = 0; i < b->model->predicates.n; i++) {
        kf_nearest_try(&near, kf_program_name(b->program, b->model->predicates.at[i].name));
    }
    char hint[320];
    const char *sign = kf_str_eq_nocase(name, KF_STR("not"))   ? "!"
                       : kf_str_eq_nocase(name, KF_STR("and")) ? "^"
                       : kf_str_eq_nocase(name, KF_STR("or"))  ? "v"
                                                               : NULL;
    uint32_t function = kf_model_find_function(b->model, name);
    if (function != KF_NONE) {
        snprintf(hint, sizeof hint,
                 "%.200s declares a function; for a predicate, leave out the word before its name",
                 kf_builder_where(b, b->model->functions.at[function].pos));
    } else if (sign) {
        snprintf(hint, sizeof hint, "write %s for %.*s", sign, KF_SHOW(name));
    } else if (sign_for(f, name)) {
        snprintf(hint, sizeof hint, "%s", sign_for(f, name));
    } else if (near.best.n) {
        snprintf(hint, sizeof hint, "did you mean %.*s?", KF_SHOW(near.best));
    } else {
        static const char types[] = "type, type, type, type";
        int n = f->n_terms == 0 ? 0 : f->n_terms > 4 ? 22 : (int)f->n_terms * 6 - 2;
        snprintf(hint, sizeof hint, "declare it: %.*s(%.*s%s)", KF_SHOW(name), n, types,
                 f->n_terms > 4 ? ", ..." : "");
    }
    return kf_builder_error(b, f->pos, hint, "predicate %.*s is not declared", KF_SHOW(name));
}

/* The sign that the current choice of signs gives an atom written *P(x). */
static bool flipped(const kf_builder *b, const kf_formula *f)
{
    for (size_t i = 0; i < b->signs.n; i++) {
        if (b->signs.at[i] == f) return b->sign_mask >> i & 1;
    }
    return false;
}

static bool arguments(kf_builder *b, kf_logic *l, const kf_formula *f, const kf_slot *slots)
{
    l->n = f->n_terms;
    l->args = kf_builder_new(b, l->n ? l->n : 1, sizeof *l->args);
    if (!l->args) return false;
    for (uint32_t i = 0; i < l->n; i++) {
        l->args[i] = kf_scope_term(b, f->terms[i], slots ? slots[i].type : KF_NONE);
        if (!l->args[i]) return false;
    }
    return true;
}

/* Of an atom: what brackets compute becomes a constant. */
static void note_made(kf_builder *b, kf_logic *atom, const kf_formula *f)
{
    for (uint32_t i = 0; i < atom->n; i++) {
        kf_expr *e = atom->args[i];
        e->made = f->terms[i]->made && e->kind == KF_EXPR_OP;
        if (e->made) b->model->makes = b->model->predicates.at[atom->id].made = true;
    }
}

/* substr(a, b) where no such predicate is declared. */
static kf_logic *contains(kf_builder *b, const kf_formula *f, bool negated)
{
    assert(f->n_terms == 2);
    kf_logic *l = new_logic(b, KF_LOGIC_CONTAINS, f->pos);
    if (!l || !arguments(b, l, f, NULL)) return NULL;
    l->negated = negated;
    for (int i = 0; i < 2; i++) {
        kf_scope_defer(b, NULL, l->args[i], KF_NONE, NULL, f->terms[i]->pos);
    }
    return b->no_memory ? NULL : l;
}

static kf_logic *compare(kf_builder *b, const kf_formula *f, bool negated)
{
    kf_logic *l = new_logic(b, KF_LOGIC_COMPARE, f->pos);
    if (!l || !arguments(b, l, f, NULL)) return NULL;
    l->op = (uint8_t)(negated ? kf_op_opposite((kf_op)f->op) : (kf_op)f->op);
    kf_scope_defer(b, l, NULL, KF_NONE, f, f->pos);
    return b->no_memory ? NULL : l;
}

static const char value_of[] = "isReturnValueOf";

/* Is it Alchemy's name for the values of a function: isReturnValueOff(v, x)? */
static bool is_value(const kf_builder *b, const kf_formula *f)
{
    kf_str name = kf_program_name(b->program, f->name);
    size_t n = sizeof value_of - 1;
    if (name.n <= n || memcmp(name.at, value_of, n) != 0 || f->both_signs) return false;
    uint32_t id = kf_model_find_function(b->model, (kf_str){ name.at + n, name.n - n });
    return id != KF_NONE && f->n_terms == b->model->functions.at[id].arity + 1;
}

/* v = f(x) */
static kf_logic *value(kf_builder *b, const kf_formula *f, bool negated)
{
    kf_str name = kf_program_name(b->program, f->name);
    size_t n = sizeof value_of - 1;
    kf_term *call = kf_builder_new(b, 1, sizeof *call);
    kf_term **terms = kf_builder_new(b, 2, sizeof *terms);
    kf_formula *equal = kf_builder_new(b, 1, sizeof *equal);
    if (!call || !terms || !equal) return NULL;
    *call = (kf_term){ .kind = KF_TERM_APPLY, .pos = f->pos, .n = f->n_terms - 1 };
    call->name.id = kf_symbols_find(b->program->names, (kf_str){ name.at + n, name.n - n });
    call->args = f->terms + 1;
    terms[0] = f->terms[0];
    terms[1] = call;
    *equal = (kf_formula){ .kind = KF_FORMULA_COMPARE, .op = KF_OP_EQ, .pos = f->pos };
    equal->name.id = KF_NO_SYMBOL;
    equal->n_terms = 2;
    equal->terms = terms;
    return compare(b, equal, negated);
}

/* Alchemy's names for comparisons: greaterThan(x, y) is x > y. */
static kf_op comparison_of(const kf_builder *b, const kf_formula *f)
{
    static const struct {
        const char *name;
        kf_op op;
    } known[] = { { "greaterThan", KF_OP_GT },
                  { "lessThan", KF_OP_LT },
                  { "greaterThanEq", KF_OP_GE },
                  { "lessThanEq", KF_OP_LE } };
    kf_str name = kf_program_name(b->program, f->name);
    for (size_t i = 0; f->n_terms == 2 && !f->both_signs && i < KF_LENGTH(known); i++) {
        if (kf_str_eq(name, kf_str_of(known[i].name))) return known[i].op;
    }
    return KF_OP_NONE;
}

static kf_logic *named_comparison(kf_builder *b, const kf_formula *f, kf_op op, bool negated)
{
    kf_formula *is = kf_builder_new(b, 1, sizeof *is);
    if (!is) return NULL;
    *is = (kf_formula){ .kind = KF_FORMULA_COMPARE, .op = (uint8_t)op, .pos = f->pos };
    is->name.id = KF_NO_SYMBOL;
    is->n_terms = 2;
    is->terms = f->terms;
    return compare(b, is, negated);
}

static kf_logic *undeclared(kf_builder *b, const kf_formula *f, bool negated)
{
    kf_op op = comparison_of(b, f);
    if (is_value(b, f)) return value(b, f, negated);
    if (op != KF_OP_NONE) return named_comparison(b, f, op, negated);
    kf_str name = kf_program_name(b->program, f->name);
    if (f->n_terms == 2 && kf_str_eq(name, KF_STR("substr"))) return contains(b, f, negated);
    unknown_predicate(b, f);
    return NULL;
}

/* pracmln's foo|bar(x) stands for two formulas. */
static bool is_of_group(const kf_builder *b, const kf_formula *f)
{
    kf_str text = kf_sources_text(b->program->sources, f->pos.source);
    size_t end = (size_t)f->pos.offset + f->pos.length;
    return f->n_terms == 0 && end + 1 < text.n && text.at[end] == '|' && text.at[end + 1] != ' ';
}

static kf_logic *atom(kf_builder *b, const kf_formula *f, bool negated)
{
    kf_str name = kf_program_name(b->program, f->name);
    uint32_t id = b->model->predicate_of_name[f->name.id];
    if (id == KF_NONE) return undeclared(b, f, negated);
    const kf_predicate *p = &b->model->predicates.at[id];
    uint32_t width = p->arity + p->number;
    if (width != f->n_terms) {
        char hint[160];
        snprintf(hint, sizeof hint, "declared at %s", kf_builder_where(b, p->pos));
        if (is_of_group(b, f))
            snprintf(hint, sizeof hint,
                     "groups of literals, foo|bar(x), are not supported: write "
                     "a formula for each");
        kf_builder_error(b, f->pos, hint, "%.*s takes %u argument%s, %u given", KF_SHOW(name),
                         width, width == 1 ? "" : "s", f->n_terms);
        return NULL;
    }
    kf_logic *l = new_logic(b, KF_LOGIC_ATOM, f->pos);
    if (!l || !arguments(b, l, f, p->slots)) return NULL;
    note_made(b, l, f);
    l->id = id;
    l->negated = negated != flipped(b, f);
    return l;
}

/* ---- Connectives ---- */

static void mark_condition(kf_logic *f)
{
    f->condition = true;
    for (uint32_t i = 0; f->kind == KF_LOGIC_AND && i < f->n; i++) f->kids[i]->condition = true;
}

static kf_logic *chain(kf_builder *b, const kf_formula *f, bool negated)
{
    bool conjunction = (f->kind == KF_FORMULA_AND) != negated;
    size_t from = b->stack.n;
    for (uint32_t i = 0; i < f->n_kids; i++) {
        kf_logic *kid = kf_nnf(b, f->kids[i], negated);
        if (kid && f->kids[i]->condition) mark_condition(kid);
        if (!kf_builder_push(b, kid)) return NULL;
    }
    return kf_logic_join(b, conjunction ? KF_LOGIC_AND : KF_LOGIC_OR, from, f->pos);
}

/* left and right with given signs, joined. */
static kf_logic *pair(kf_builder *b, kf_logic_kind kind, const kf_formula *f, bool not_left,
                      bool not_right)
{
    size_t from = b->stack.n;
    if (!kf_builder_push(b, kf_nnf(b, f->kids[0], not_left))
        || !kf_builder_push(b, kf_nnf(b, f->kids[1], not_right))) {
        return NULL;
    }
    return kf_logic_join(b, kind, from, f->pos);
}

static uint32_t count_parts(const kf_logic *f)
{
    return f->kind == KF_LOGIC_OR ? f->n : f->kind != KF_LOGIC_FALSE;
}

/* !a v b, which remembers that a stood before an arrow; in a => (b => c) so did b. */
static kf_logic *implication(kf_builder *b, const kf_formula *f)
{
    size_t from = b->stack.n;
    kf_logic *left = kf_nnf(b, f->kids[0], true);
    if (!kf_builder_push(b, left)) return NULL;
    kf_logic *right = kf_nnf(b, f->kids[1], false);
    if (!kf_builder_push(b, right)) return NULL;
    uint32_t arrow = count_parts(left) + (right->kind == KF_LOGIC_OR ? right->arrow : 0);
    kf_logic *l = kf_logic_join(b, KF_LOGIC_OR, from, f->pos);
    if (l && l->kind == KF_LOGIC_OR) l->arrow = arrow;
    return l;
}

static kf_logic *equivalence(kf_builder *b, const kf_formula *f, bool negated)
{
    kf_logic_kind inner = b->conjunctive ? KF_LOGIC_OR : KF_LOGIC_AND;
    kf_logic_kind outer = b->conjunctive ? KF_LOGIC_AND : KF_LOGIC_OR;
    size_t from = b->stack.n;
    if (!kf_builder_push(b, pair(b, inner, f, false, negated != b->conjunctive))
        || !kf_builder_push(b, pair(b, inner, f, true, negated == b->conjunctive))) {
        return NULL;
    }
    return kf_logic_join(b, outer, from, f->pos);
}

static kf_logic *quantifier(kf_builder *b, const kf_formula *f, bool negated)
{
    bool exist = (f->kind == KF_FORMULA_EXIST) != negated;
    size_t around = b->bound.n;
    uint32_t first = 0;
    for (uint32_t i = 0; i < f->n_terms; i++) {
        uint32_t id;
        if (!kf_scope_bind(b, f->terms[i], &id)) return NULL;
        if (i == 0) first = id;
    }
    kf_logic *l = kf_nnf(b, f->kids[0], negated);
    assert(!l || b->bound.n == around + f->n_terms);
    b->bound.n = around;
    for (uint32_t i = f->n_terms; l && i-- > 0;) {
        kf_logic *q = new_logic(b, exist ? KF_LOGIC_EXIST : KF_LOGIC_FORALL, f->pos);
        kf_logic **kids = q ? kf_builder_new(b, 1, sizeof(kf_logic *)) : NULL;
        if (!kids) return NULL;
        kids[0] = l;
        q->kids = kids;
        q->n = 1;
        q->id = first + i;
        l = q;
    }
    return l;
}

kf_logic *kf_nnf(kf_builder *b, const kf_formula *f, bool negated)
{
    switch (f->kind) {
    case KF_FORMULA_ATOM: return atom(b, f, negated);
    case KF_FORMULA_COMPARE: return compare(b, f, negated);
    case KF_FORMULA_NOT: return kf_nnf(b, f->kids[0], !negated);
    case KF_FORMULA_AND:
    case KF_FORMULA_OR: return chain(b, f, negated);
    case KF_FORMULA_IMPLIES:
        return negated ? pair(b, KF_LOGIC_AND, f, false, true) : implication(b, f);
    case KF_FORMULA_IFF: return equivalence(b, f, negated);
    default: return quantifier(b, f, negated);
    }
}

/* print_logic.c -- formulas as text.
 *
 * Parentheses are few, but an AND inside an OR always has them, and the reverse. A body is in
 * negation normal form; with `arrows` the OR that an implication has become is written as one
 * again, and so is the equivalence of two literals. Both read back as the same body. */
#include "lang/parse.h"
#include "model/print/printer.h"

static bool expr_has(const kf_expr *e, uint32_t variable)
{
    if (e->kind == KF_EXPR_VARIABLE) return e->id == variable;
    for (uint32_t i = 0; i < e->n; i++) {
        if (expr_has(e->args[i], variable)) return true;
    }
    return false;
}

static bool atoms_have(const kf_logic *f, uint32_t variable)
{
    for (uint32_t i = 0; i < f->n; i++) {
        bool found = f->kids ? atoms_have(f->kids[i], variable)
                             : f->kind == KF_LOGIC_ATOM && expr_has(f->args[i], variable);
        if (found) return true;
    }
    return false;
}

/* The value that a weight goes by, if it is no variable of an atom (thebeast). */
static bool is_value(const kf_printer *p, const kf_expr *e)
{
    return !p->no_plus && p->rule && p->rule->body && e->kind == KF_EXPR_VARIABLE
           && kf_rule_has_parameter(p->rule, e->id) && !atoms_have(p->rule->body, e->id);
}

static void print_compare(const kf_printer *p, const kf_logic *f)
{
    kf_op op = p->opposite ? kf_op_opposite((kf_op)f->op) : (kf_op)f->op;
    /* Alchemy knows = and the four orders; a difference is written as a negated equality. */
    bool negate = p->dialect == KF_DIALECT_ALCHEMY && op == KF_OP_NE;
    kf_printer plain = *p;
    plain.no_plus = !is_value(p, f->args[0]); /* a formula cannot begin with +x; atoms have it */
    if (negate) kf_text_add(p->to, KF_STR("!("));
    kf_printer_expr(&plain, f->args[0]);
    kf_text_addf(p->to, " %s ", kf_op_text(negate ? KF_OP_EQ : op));
    kf_printer_expr(&plain, f->args[1]);
    if (negate) kf_text_addc(p->to, ')');
}

static void print_atom(const kf_printer *p, const kf_logic *f)
{
    if (f->negated != p->opposite) kf_text_addc(p->to, '!');
    if (f->kind == KF_LOGIC_CONTAINS) kf_text_add(p->to, KF_STR("substr"));
    else kf_text_add(p->to, kf_predicate_name(p->model, f->id));
    if (f->n > 0) kf_printer_arguments(p, f->args, f->n);
}

static bool is_compound(const kf_logic *f)
{
    return f->kind == KF_LOGIC_AND || f->kind == KF_LOGIC_OR;
}

/* Does it end with a quantifier, which reaches as far as it can? */
static bool ends_wide(const kf_logic *f)
{
    return kf_logic_binds(f) || (is_compound(f) && kf_logic_binds(f->kids[f->n - 1]));
}

static void print_part(const kf_printer *p, const kf_logic *f, bool brackets)
{
    if (brackets) kf_text_addc(p->to, '(');
    kf_printer_logic(p, f);
    if (brackets) kf_text_addc(p->to, ')');
}

static bool are_opposite(const kf_logic *a, const kf_logic *b)
{
    if (a->kind != KF_LOGIC_ATOM || b->kind != KF_LOGIC_ATOM) return false;
    if (a->id != b->id || a->negated == b->negated) return false;
    for (uint32_t i = 0; i < a->n; i++)
        if (!kf_expr_equal(a->args[i], b->args[i])) return false;
    return true;
}

/* (a ^ b) v (!a ^ !b) with literals a and b, from kid i on. */
static bool is_equivalence(const kf_logic *f, uint32_t i)
{
    if (f->kind != KF_LOGIC_OR || i + 2 > f->n) return false;
    const kf_logic *yes = f->kids[i], *no = f->kids[i + 1];
    if (yes->kind != KF_LOGIC_AND || no->kind != KF_LOGIC_AND) return false;
    return yes->n == 2 && no->n == 2 && are_opposite(yes->kids[0], no->kids[0])
           && are_opposite(yes->kids[1], no->kids[1]);
}

/* Kids `from` up to `to`, joined. `last`: nothing follows that a quantifier could reach. */
static void print_joined(const kf_printer *p, const kf_logic *f, uint32_t from, uint32_t to,
                         bool last)
{
    bool conjunction = (f->kind == KF_LOGIC_AND) != p->opposite;
    for (uint32_t i = from; i < to; i++) {
        const kf_logic *kid = f->kids[i];
        bool alone = from + 1 == to;
        if (i > from) kf_text_add(p->to, conjunction ? KF_STR(" ^ ") : KF_STR(" v "));
        if (p->arrows && !p->opposite && i + 1 < to && is_equivalence(f, i)) {
            bool brackets = f->n > 2;
            if (brackets) kf_text_addc(p->to, '(');
            kf_printer_logic(p, kid->kids[0]);
            kf_text_add(p->to, KF_STR(" <=> "));
            kf_printer_logic(p, kid->kids[1]);
            if (brackets) kf_text_addc(p->to, ')');
            i++;
            continue;
        }
        bool wide = ends_wide(kid) && (!last || i + 1 < to);
        print_part(p, kid, (is_compound(kid) && !alone) || wide);
    }
}

static void print_connected(const kf_printer *p, const kf_logic *f)
{
    bool arrow = p->arrows && !p->opposite && f->kind == KF_LOGIC_OR && f->arrow > 0;
    if (arrow && f->arrow < f->n) {
        kf_printer before = *p;
        before.opposite = true;
        print_joined(&before, f, 0, f->arrow, false);
        kf_text_add(p->to, KF_STR(" => "));
        print_joined(p, f, f->arrow, f->n, true);
    } else {
        print_joined(p, f, 0, f->n, true);
    }
}

/* EXIST x,y f for EXIST x EXIST y f; a name that hides one of the list starts a new list. */
static void print_quantifier(const kf_printer *p, const kf_logic *f)
{
    const kf_logic *first = f;
    bool exist = (f->kind == KF_LOGIC_EXIST) != p->opposite;
    kf_text_add(p->to, exist ? KF_STR("EXIST ") : KF_STR("FORALL "));
    kf_printer_variable(p, f->id);
    for (;;) {
        const kf_logic *kid = f->kids[0];
        if (kid->kind != first->kind) break;
        bool hides = false;
        for (const kf_logic *g = first; g != kid && !hides; g = g->kids[0]) {
            hides = p->rule->variables[g->id].name.id == p->rule->variables[kid->id].name.id;
        }
        if (hides) break;
        f = kid;
        kf_text_addc(p->to, ',');
        kf_printer_variable(p, f->id);
    }
    const kf_logic *body = f->kids[0];
    kf_text_addc(p->to, ' ');
    print_part(p, body, is_compound(body) || body->kind == KF_LOGIC_COMPARE);
}

void kf_printer_logic(const kf_printer *p, const kf_logic *f)
{
    switch ((kf_logic_kind)f->kind) {
    case KF_LOGIC_TRUE:
    case KF_LOGIC_FALSE: { /* reads back so */
        bool holds = (f->kind == KF_LOGIC_TRUE) != p->opposite;
        kf_text_add(p->to, holds ? KF_STR("0 = 0") : KF_STR("0 != 0"));
        break;
    }
    case KF_LOGIC_ATOM:
    case KF_LOGIC_CONTAINS: print_atom(p, f); break;
    case KF_LOGIC_COMPARE: print_compare(p, f); break;
    case KF_LOGIC_AND:
    case KF_LOGIC_OR: print_connected(p, f); break;
    case KF_LOGIC_EXIST:
    case KF_LOGIC_FORALL: print_quantifier(p, f); break;
    }
}

/* print_tree.c -- shows what the parser understood, before anything is known about names.
 *
 * One node per line, indented by depth. Nothing is resolved here: a bare name is shown as a name,
 * not as a variable or a constant. The depth is bounded by the parser. */
#include "lang/print_tree.h"

#include "lang/parse.h"

typedef struct printer {
    kf_text *to;
    const kf_program *program;
} printer;

static void indent(const printer *p, unsigned depth)
{
    for (unsigned i = 0; i < depth; i++) kf_text_add(p->to, KF_STR("  "));
}

static void add_name(const printer *p, kf_name name)
{
    kf_text_add(p->to, kf_program_name(p->program, name));
}

static void print_term(const printer *p, const kf_term *t, unsigned depth)
{
    indent(p, depth);
    switch ((kf_term_kind)t->kind) {
    case KF_TERM_NAME:
        kf_text_add(p->to, KF_STR("name "));
        if (t->plus) kf_text_addc(p->to, '+');
        if (t->question) kf_text_addc(p->to, '?');
        add_name(p, t->name);
        break;
    case KF_TERM_STRING:
        kf_text_add(p->to, KF_STR("string "));
        kf_text_add_quoted(p->to, kf_program_name(p->program, t->name));
        break;
    case KF_TERM_NUMBER:
        kf_text_add(p->to, KF_STR("number "));
        add_name(p, t->name);
        break;
    case KF_TERM_APPLY:
        kf_text_add(p->to, KF_STR("apply "));
        add_name(p, t->name);
        break;
    case KF_TERM_OP: kf_text_addf(p->to, "operation %s", kf_op_text((kf_op)t->op)); break;
    }
    kf_text_add(p->to, t->made ? KF_STR(", made\n") : KF_STR("\n"));
    for (uint32_t i = 0; i < t->n; i++) print_term(p, t->args[i], depth + 1);
}

static void print_formula(const printer *p, const kf_formula *f, unsigned depth)
{
    bool quantifier = f->kind == KF_FORMULA_EXIST || f->kind == KF_FORMULA_FORALL;
    indent(p, depth);
    switch ((kf_formula_kind)f->kind) {
    case KF_FORMULA_ATOM:
        kf_text_add(p->to, KF_STR("atom "));
        if (f->both_signs) kf_text_addc(p->to, '*');
        add_name(p, f->name);
        break;
    case KF_FORMULA_COMPARE: kf_text_addf(p->to, "compare %s", kf_op_text((kf_op)f->op)); break;
    case KF_FORMULA_NOT: kf_text_add(p->to, KF_STR("not")); break;
    case KF_FORMULA_AND: kf_text_add(p->to, KF_STR("and")); break;
    case KF_FORMULA_OR: kf_text_add(p->to, KF_STR("or")); break;
    case KF_FORMULA_IMPLIES: kf_text_add(p->to, KF_STR("implies")); break;
    case KF_FORMULA_IFF: kf_text_add(p->to, KF_STR("iff")); break;
    case KF_FORMULA_EXIST: kf_text_add(p->to, KF_STR("exist")); break;
    case KF_FORMULA_FORALL: kf_text_add(p->to, KF_STR("forall")); break;
    }
    for (uint32_t i = 0; quantifier && i < f->n_terms; i++) {
        kf_text_addc(p->to, ' ');
        if (f->terms[i]->question) kf_text_addc(p->to, '?');
        add_name(p, f->terms[i]->name);
    }
    kf_text_addc(p->to, '\n');
    for (uint32_t i = 0; !quantifier && i < f->n_terms; i++) print_term(p, f->terms[i], depth + 1);
    for (uint32_t i = 0; i < f->n_kids; i++) print_formula(p, f->kids[i], depth + 1);
}

static void print_weight(const printer *p, const kf_statement *s)
{
    if (s->label.id != KF_NO_SYMBOL) {
        kf_text_add(p->to, KF_STR(", label "));
        add_name(p, s->label);
    }
    if (s->sign != 0) kf_text_addf(p->to, ", kept %s 0", s->sign > 0 ? ">=" : "<=");
    switch ((kf_weight_kind)s->weight_kind) {
    case KF_WEIGHT_NONE: kf_text_add(p->to, KF_STR(", no weight")); break;
    case KF_WEIGHT_NUMBER:
        if (s->steps) {
            kf_text_add(p->to, KF_STR(", weight by domSize"));
            break;
        }
        kf_text_add(p->to, KF_STR(", weight "));
        kf_text_add_number(p->to, s->weight);
        if (s->fixed) kf_text_add(p->to, KF_STR(" fixed"));
        break;
    case KF_WEIGHT_HARD: kf_text_add(p->to, KF_STR(", hard")); break;
    }
}

static void print_arguments(const printer *p, const kf_statement *s)
{
    static const char *const marks[] = { "", ", exactly one", ", at most one" };
    for (uint32_t i = 0; i < s->n_arguments; i++) {
        const kf_argument *a = &s->arguments[i];
        indent(p, 1);
        kf_text_add(p->to, KF_STR("argument "));
        add_name(p, a->type);
        if (a->name.id != KF_NO_SYMBOL) {
            kf_text_add(p->to, KF_STR(" named "));
            add_name(p, a->name);
        }
        if (a->mark < KF_LENGTH(marks)) kf_text_addf(p->to, "%s", marks[a->mark]);
        if (a->number) kf_text_add(p->to, KF_STR(", a number"));
        kf_text_addc(p->to, '\n');
    }
}

static void print_count(const printer *p, const kf_statement *s)
{
    kf_text_addf(p->to, "count %s %lld", kf_op_text((kf_op)s->op), (long long)s->bound);
    if (s->rockit) kf_text_add(p->to, KF_STR(", clause form"));
    print_weight(p, s);
    kf_text_addc(p->to, '\n');
    indent(p, 1);
    kf_text_addf(p->to, "%s\n", s->counted_rest ? "not counted" : "counted");
    for (uint32_t i = 0; i < s->n_terms; i++) print_term(p, s->terms[i], 2);
}

static void print_statement(const printer *p, const kf_statement *s)
{
    kf_text_addf(p->to, "line %u: ", (unsigned)kf_sources_line(p->program->sources, s->pos));
    switch ((kf_statement_kind)s->kind) {
    case KF_STATEMENT_TYPE:
        kf_text_add(p->to, KF_STR("type "));
        add_name(p, s->name);
        kf_text_addf(p->to, "%s\n", s->range ? ", range" : "");
        for (uint32_t i = 0; i < s->n_terms; i++) print_term(p, s->terms[i], 1);
        break;
    case KF_STATEMENT_PREDICATE:
        kf_text_addf(p->to, "predicate %.*s", s->stars > 2 ? 2 : s->stars, "**");
        add_name(p, s->name);
        kf_text_addc(p->to, '\n');
        print_arguments(p, s);
        break;
    case KF_STATEMENT_FUNCTION:
        kf_text_add(p->to, KF_STR("function "));
        add_name(p, s->name);
        kf_text_add(p->to, KF_STR(" to "));
        add_name(p, s->result);
        kf_text_addc(p->to, '\n');
        print_arguments(p, s);
        break;
    case KF_STATEMENT_FORMULA:
        kf_text_add(p->to, KF_STR("formula"));
        print_weight(p, s);
        kf_text_addc(p->to, '\n');
        break;
    case KF_STATEMENT_COUNT: print_count(p, s); break;
    case KF_STATEMENT_SCOPE:
        kf_text_add(p->to, KF_STR("scope of "));
        add_name(p, s->head->name);
        kf_text_addc(p->to, '\n');
        break;
    case KF_STATEMENT_ACYCLIC:
        kf_text_add(p->to, KF_STR("acyclic "));
        add_name(p, s->name);
        kf_text_addc(p->to, '\n');
        break;
    }
    if (s->body) print_formula(p, s->body, 1);
}

void kf_print_tree(kf_text *to, const kf_program *program)
{
    printer p = { to, program };
    uint32_t source = 0;
    kf_text_addf(to, "dialect %s\n", kf_dialect_name(program->dialect));
    for (size_t i = 0; i < program->statements.n; i++) {
        const kf_statement *s = program->statements.at[i];
        if (kf_sources_count(program->sources) > 1 && (i == 0 || s->pos.source != source)) {
            kf_text_addf(to, "file %s\n", kf_sources_name(program->sources, s->pos.source));
        }
        source = s->pos.source;
        print_statement(&p, s);
    }
}

/* print_plan.c -- plans in words, with estimated and actual rows; see plan.h. */
#include "query/plan.h"

#include <math.h>

typedef struct printer {
    kf_text *to;
    const kf_model *m;
    const kf_plan *plan;
    bool ran;
} printer;

/* ---- Steps ---- */

static void variable(const printer *p, uint32_t v)
{
    kf_print_query_variable(p->to, p->m, p->plan->c, v);
}

static uint32_t column_type(const printer *p, const kf_literal *l, uint32_t column)
{
    if (l->kind == KF_LITERAL_TABLE) return p->plan->c->types[l->args[column].variable];
    if (l->kind != KF_LITERAL_FUNCTION) return p->m->predicates.at[l->id].slots[column].type;
    const kf_function *f = &p->m->functions.at[l->id];
    return column < f->arity ? f->slots[column].type : f->result;
}

static void column(const printer *p, const kf_step *s, const kf_column *c)
{
    kf_print_arg(p->to, p->m, p->plan->c, c->arg, column_type(p, s->literal, c->column));
}

static void columns(const printer *p, const kf_step *s, const kf_column *list, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        if (i > 0) kf_text_add(p->to, KF_STR(", "));
        column(p, s, &list[i]);
    }
}

static void relation(const printer *p, const kf_step *s)
{
    const kf_literal *l = s->literal;
    if (l->kind == KF_LITERAL_TABLE) {
        kf_text_add(p->to, KF_STR("the weight table"));
        return;
    }
    kf_name name = l->kind == KF_LITERAL_FUNCTION ? p->m->functions.at[l->id].name
                                                  : p->m->predicates.at[l->id].name;
    kf_text_add(p->to, kf_model_name(p->m, name));
}

static void key(const printer *p, const kf_step *s)
{
    kf_text_add(p->to, KF_STR(" by ("));
    columns(p, s, s->key, s->n_key);
    kf_text_addc(p->to, ')');
}

static void binds(const printer *p, const kf_step *s)
{
    if (s->n_set > 0 || s->binds_number) kf_text_add(p->to, KF_STR(": binds "));
    columns(p, s, s->set, s->n_set);
    if (s->binds_number) {
        if (s->n_set > 0) kf_text_add(p->to, KF_STR(", "));
        variable(p, s->literal->right->id);
    }
    for (uint32_t i = 0; i < s->n_same; i++) {
        kf_text_add(p->to, i == 0 ? KF_STR(", again ") : KF_STR(", "));
        column(p, s, &s->same[i]);
    }
}

static void type_of(const printer *p, uint32_t v)
{
    kf_text_add(p->to, kf_type_name(p->m, p->plan->c->types[v]));
}

/* A seed may leave columns open; only atoms that look like this one. */
static void seed(const printer *p, const kf_step *s)
{
    kf_text_add(p->to, KF_STR("flips of "));
    kf_literal plain = *s->literal;
    plain.negated = false;
    kf_print_literal(p->to, p->m, p->plan->c, &plain);
    binds(p, s);
}

static void relation_of(const printer *p, const kf_step *s, kf_str what)
{
    kf_text_add(p->to, what);
    relation(p, s);
}

static void words(const printer *p, const kf_step *s)
{
    kf_text *to = p->to;
    switch ((kf_step_kind)s->kind) {
    case KF_STEP_SCAN:
        relation_of(p, s, KF_STR("scan "));
        binds(p, s);
        break;
    case KF_STEP_PROBE:
        relation_of(p, s, KF_STR("probe "));
        key(p, s);
        binds(p, s);
        break;
    case KF_STEP_KEYS:
        relation_of(p, s, KF_STR("keys of "));
        kf_text_add(to, KF_STR(" with counts"));
        binds(p, s);
        break;
    case KF_STEP_COUNT:
        relation_of(p, s, KF_STR("count "));
        key(p, s);
        break;
    case KF_STEP_COMPUTE:
        kf_text_add(to, s->check ? KF_STR("test that ") : KF_STR("compute "));
        variable(p, s->variable);
        if (s->check) kf_text_add(to, KF_STR(" is so"));
        break;
    case KF_STEP_DOMAIN:
        kf_text_add(to, KF_STR("each "));
        type_of(p, s->variable);
        kf_text_add(to, KF_STR(": binds "));
        variable(p, s->variable);
        break;
    case KF_STEP_TIMES:
        kf_text_add(to, KF_STR("times the number of "));
        type_of(p, s->variable);
        kf_text_add(to, KF_STR(", for "));
        variable(p, s->variable);
        break;
    case KF_STEP_SIZE:
        kf_text_add(to, KF_STR("times what it stands for: "));
        variable(p, s->variable);
        break;
    case KF_STEP_SEED: seed(p, s); break;
    case KF_STEP_PARTS: kf_text_add(to, KF_STR("times what is counted here:")); break;
    default: kf_text_add(to, KF_STR("test ")); kf_print_literal(to, p->m, p->plan->c, s->literal);
    }
}

/* ---- Lines ---- */

static size_t characters(const kf_text *t, size_t from) /* of UTF-8 */
{
    size_t n = 0;
    for (size_t i = from; i < t->n; i++) n += ((unsigned char)t->at[i] & 0xc0) != 0x80;
    return n;
}

static void begin_line(const printer *p, uint32_t number, uint32_t indent, const kf_step *s)
{
    kf_text_addf(p->to, "%*s%u. ", (int)indent, "", number);
    words(p, s);
}

/* The width of the longest line, parts included. Lines are printed to be measured, then cut. */
static size_t widest(const printer *p, const kf_step *steps, uint32_t n, uint32_t indent)
{
    size_t most = 0, start = p->to->n;
    for (uint32_t i = 0; i < n; i++) {
        begin_line(p, i + 1, indent, &steps[i]);
        size_t width = characters(p->to, start);
        if (p->to->failed) return 0;
        p->to->n = start;
        if (steps[i].kind == KF_STEP_PARTS) {
            size_t inner = widest(p, steps[i].steps, steps[i].n_steps, indent + 3);
            if (inner > width) width = inner;
        }
        if (width > most) most = width;
    }
    return most;
}

/* Three digits: 0.012, 3.1, 1234, 1.2e+09. */
static void estimate(kf_text *to, double x)
{
    double unit = x > 0 ? pow(10, floor(log10(x)) - 1) : 1;
    if (x >= 1e6) {
        int exponent = (int)floor(log10(x));
        double mantissa = nearbyint(x / pow(10, exponent - 1)) / 10;
        if (mantissa >= 10) {
            mantissa /= 10;
            exponent++;
        }
        kf_text_add_number(to, mantissa);
        kf_text_addf(to, "e%d", exponent);
        return;
    }
    if (unit > 1) unit = 1;
    double rounded = unit >= 1 ? nearbyint(x) : nearbyint(x / unit) / nearbyint(1 / unit);
    kf_text_add_number(to, rounded);
}

static void print_steps(const printer *p, const kf_step *steps, uint32_t n, uint32_t indent,
                        size_t width)
{
    for (uint32_t i = 0; i < n && !p->to->failed; i++) {
        const kf_step *s = &steps[i];
        size_t start = p->to->n;
        begin_line(p, i + 1, indent, s);
        size_t done = characters(p->to, start);
        kf_text_addf(p->to, "%*sest ", done < width ? (int)(width - done) + 4 : 4, "");
        size_t number = p->to->n;
        estimate(p->to, s->estimate);
        size_t digits = p->to->n - number;
        if (p->ran) {
            kf_text_addf(p->to, "%*s  actual %llu", digits < 6 ? (int)(6 - digits) : 0, "",
                         (unsigned long long)s->rows);
        }
        kf_text_addc(p->to, '\n');
        if (s->kind == KF_STEP_PARTS) print_steps(p, s->steps, s->n_steps, indent + 3, width);
    }
}

void kf_plan_print(kf_text *to, const kf_model *m, const kf_plan *plan, bool ran, uint32_t indent)
{
    printer p = { to, m, plan, ran };
    size_t width = widest(&p, plan->steps, plan->n_steps, indent);
    print_steps(&p, plan->steps, plan->n_steps, indent, width);
    if (plan->n_steps == 0) kf_text_addf(to, "%*sonce\n", (int)indent, "");
}

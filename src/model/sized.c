/* sized.c -- weights that depend on how many constants a type has: domSize(type) of pracmln.
 *
 * A rule keeps the steps of its weight in postfix order. A world that has been read gives each such
 * rule its number, before anything is ground. Learning leaves these rules alone. */
#include "model/sized.h"

#include "base/check.h"

#include <math.h>

/* ---- Values ---- */

static bool is_unary(uint8_t op)
{
    return op >= KF_WEIGHT_OP_NEGATE && op <= KF_WEIGHT_OP_SQRT;
}

static double apply(uint8_t op, double x)
{
    switch (op) {
    case KF_WEIGHT_OP_NEGATE: return -x;
    case KF_WEIGHT_OP_LOGX: return x == 0 ? -100 : log(x); /* as pracmln has it */
    case KF_WEIGHT_OP_LOG: return log(x);
    case KF_WEIGHT_OP_EXP: return exp(x);
    default: assert(op == KF_WEIGHT_OP_SQRT); return sqrt(x);
    }
}

static double combine(uint8_t op, double x, double y)
{
    switch (op) {
    case KF_WEIGHT_OP_ADD: return x + y;
    case KF_WEIGHT_OP_SUB: return x - y;
    case KF_WEIGHT_OP_MUL: return x * y;
    default: assert(op == KF_WEIGHT_OP_DIV); return x / y;
    }
}

static double value_of(const kf_rule *r, kf_type_size *size, const void *context)
{
    double stack[KF_MOST_WEIGHT_STEPS];
    uint32_t n = 0;
    for (uint32_t i = 0; i < r->n_steps; i++) {
        const kf_weight_step *s = &r->steps[i];
        if (s->op == KF_WEIGHT_OP_NUMBER) {
            stack[n++] = s->number;
        } else if (s->op == KF_WEIGHT_OP_SIZE) {
            stack[n++] = size(context, s->type.id);
        } else if (is_unary(s->op)) {
            assert(n > 0);
            stack[n - 1] = apply(s->op, stack[n - 1]);
        } else {
            assert(n > 1);
            n--;
            stack[n - 1] = combine(s->op, stack[n - 1], stack[n]);
        }
        assert(n > 0 && n <= KF_MOST_WEIGHT_STEPS);
    }
    assert(n == 1);
    return stack[0] * r->share;
}

static kerf_status blame(const kf_model *m, const kf_rule *r, kf_diags *diags)
{
    kf_place place = kf_sources_place(m->program->sources, r->pos);
    kf_diag_add(diags, KERF_ERROR, &place,
                "there is no logarithm of 0 or less, nor a division by 0; logx(0) is -100",
                "in this world the weight of this formula is no number");
    return KERF_INVALID;
}

kerf_status kf_model_size_weights(kf_model *m, kf_type_size *size, const void *context,
                                  kf_diags *diags)
{
    for (size_t i = 0; m->sized && i < m->rules.n; i++) {
        kf_rule *r = &m->rules.at[i];
        if (!r->steps) continue;
        double weight = value_of(r, size, context);
        if (!isfinite(weight)) return blame(m, r, diags);
        r->weight = weight == 0 ? 0 : weight; /* not -0 */
    }
    return KERF_OK;
}

/* ---- Text ---- */

/* Where the steps of the operand begin that ends with step `end`. */
static uint32_t begin_of(const kf_rule *r, uint32_t end)
{
    uint32_t wanted = 1; /* operands still to be found, backwards */
    for (;; end--) {
        uint8_t op = r->steps[end].op;
        bool leaf = op == KF_WEIGHT_OP_NUMBER || op == KF_WEIGHT_OP_SIZE;
        wanted = leaf ? wanted - 1 : wanted + !is_unary(op);
        if (wanted == 0) return end;
        assert(end > 0);
    }
}

static void print_unary(kf_text *to, uint8_t op)
{
    static const char *const names[] = { [KF_WEIGHT_OP_NEGATE] = "-",
                                         [KF_WEIGHT_OP_LOG] = "log",
                                         [KF_WEIGHT_OP_LOGX] = "logx",
                                         [KF_WEIGHT_OP_EXP] = "exp",
                                         [KF_WEIGHT_OP_SQRT] = "sqrt" };
    assert(is_unary(op));
    kf_text_add(to, kf_str_of(names[op]));
}

/* The operand that ends with step `end`. Its nesting is that of the text that was read. */
static void print(kf_text *to, const kf_model *m, const kf_rule *r, uint32_t end, bool within)
{
    static const char signs[] = "+-*/";
    const kf_weight_step *s = &r->steps[end];
    if (s->op == KF_WEIGHT_OP_NUMBER) {
        kf_text_add_number(to, s->number);
    } else if (s->op == KF_WEIGHT_OP_SIZE) {
        kf_text_add(to, KF_STR("domSize("));
        kf_text_add(to, kf_type_name(m, s->type.id));
        kf_text_addc(to, ')');
    } else if (is_unary(s->op)) {
        print_unary(to, s->op);
        kf_text_addc(to, '(');
        print(to, m, r, end - 1, false);
        kf_text_addc(to, ')');
    } else {
        uint32_t middle = begin_of(r, end - 1);
        if (within) kf_text_addc(to, '(');
        print(to, m, r, middle - 1, true);
        kf_text_addf(to, " %c ", signs[s->op - KF_WEIGHT_OP_ADD]);
        print(to, m, r, end - 1, true);
        if (within) kf_text_addc(to, ')');
    }
}

void kf_print_sized(kf_text *to, const kf_model *m, const kf_rule *r)
{
    assert(r->steps && r->n_steps > 0);
    if (r->share != 1) kf_text_addc(to, '(');
    print(to, m, r, r->n_steps - 1, false);
    if (r->share == 1) return;
    kf_text_add(to, KF_STR(") * "));
    kf_text_add_number(to, r->share);
}
